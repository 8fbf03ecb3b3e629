"""A project: a folder in which a team of agents works.

Words: *facts* travel with the folder in `.ideai/project.json`; an *entry* is how this machine's
registry knows a project. The registry decides a project's id here: a copied folder brings facts
whose id another project may already bear.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from idea.domain.errors import ConflictError, InvalidError
from idea.domain.ids import ProjectId
from idea.domain.location import LOCAL, Location


def _check_name(name: str) -> None:
    if not name.strip():
        raise InvalidError("A project needs a name.")


def _check_time(time: datetime) -> None:
    if time.tzinfo is None:
        raise InvalidError("A project's times need a time zone.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """A name and a root folder at a location; no two share location and root."""

    id: ProjectId
    name: str
    root: str
    created_at: datetime
    location: Location = LOCAL

    def __post_init__(self) -> None:
        _check_name(self.name)
        self.location.check_root(self.root)
        _check_time(self.created_at)

    def is_at(self, location: Location, root: str) -> bool:
        """Whether this is the project of that folder, however its path is spelled."""
        return self.location == location and location.rules(root).same(self.root, root)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectFacts:
    """What travels with a project's folder."""

    id: ProjectId
    name: str
    created_at: datetime
    default_profile: str | None = None
    location: Location = LOCAL
    setting_overrides: Mapping[str, object] = field(default_factory=dict, hash=False)
    """Settings by name that this project wants otherwise; unknown names are kept."""

    def __post_init__(self) -> None:
        _check_name(self.name)
        _check_time(self.created_at)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectEntry:
    """A project and when it was opened last."""

    project: Project
    opened_at: datetime

    def __post_init__(self) -> None:
        _check_time(self.opened_at)


def check_distinct(projects: Iterable[Project]) -> None:
    """Accept projects of which no two share an id or a folder.

    Raises:
        ConflictError: Two do.
    """
    ids: set[ProjectId] = set()
    places: dict[tuple[Location, str], Project] = {}
    for project in projects:
        if project.id in ids:
            raise ConflictError(f"Two projects have the id {project.id}.")
        ids.add(project.id)
        place = project.location, project.location.rules(project.root).key(project.root)
        if place in places:
            raise ConflictError(
                f"{places[place].name} and {project.name} are both at {project.root}."
            )
        places[place] = project
