"""Projects, their facts and their entries."""

from datetime import UTC, datetime

import pytest

from idea.domain.errors import ConflictError, InvalidError
from idea.domain.ids import ProjectId
from idea.domain.location import LOCAL, Location, Wsl
from idea.domain.project import Project, ProjectEntry, ProjectFacts, check_distinct

NOW = datetime(2026, 1, 2, tzinfo=UTC)
NAIVE = datetime(2026, 1, 2)  # noqa: DTZ001 - what is refused.


def a_project(
    number: int = 1,
    root: str = "/work",
    name: str = "work",
    location: Location = LOCAL,
    created_at: datetime = NOW,
) -> Project:
    return Project(
        id=ProjectId(f"p{number}"), name=name, root=root, location=location, created_at=created_at
    )


def test_a_project_is_found_at_every_spelling_of_its_root() -> None:
    project = a_project(root="/work/app")

    assert project.is_at(LOCAL, "/work/./app/")
    assert not project.is_at(LOCAL, "/work/App")
    assert not project.is_at(Wsl("Debian"), "/work/app")


def test_a_project_needs_a_name_an_absolute_root_and_a_zone() -> None:
    with pytest.raises(InvalidError, match="needs a name"):
        a_project(name=" ")
    with pytest.raises(InvalidError, match="not an absolute path"):
        a_project(root="work")
    with pytest.raises(InvalidError, match="time zone"):
        a_project(created_at=NAIVE)


def test_facts_and_entries_keep_the_same_promises() -> None:
    with pytest.raises(InvalidError, match="needs a name"):
        ProjectFacts(id=ProjectId("p"), name="", created_at=NOW)
    with pytest.raises(InvalidError, match="time zone"):
        ProjectFacts(id=ProjectId("p"), name="x", created_at=NAIVE)
    with pytest.raises(InvalidError, match="time zone"):
        ProjectEntry(project=a_project(), opened_at=NAIVE)


def test_no_two_projects_share_an_id_or_a_folder() -> None:
    check_distinct([a_project(1), a_project(2, "/other"), a_project(3, location=Wsl("Debian"))])

    with pytest.raises(ConflictError, match="have the id p1"):
        check_distinct([a_project(1), a_project(1, "/other")])
    with pytest.raises(ConflictError, match="a and b are both at /work/"):
        check_distinct([a_project(1, name="a"), a_project(2, "/work/", name="b")])
