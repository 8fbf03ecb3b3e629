from datetime import UTC, datetime
from pathlib import Path

from idea.bootstrap.session_homes import NOWHERE, home_of
from idea.domain.ids import ProjectId, SessionId
from idea.domain.ports.pty import HeldProgram
from idea.domain.project import Project
from idea.domain.terminal import UNSEEN_SIZE


def a_project(name: str, root: str) -> Project:
    return Project(
        id=ProjectId(name), name=name, root=root, created_at=datetime(2026, 1, 1, tzinfo=UTC)
    )


PROJECTS = (a_project("first", "/src/first"), a_project("src", "/src"), a_project("x", "/x"))


def a_program(cwd: str) -> HeldProgram:
    return HeldProgram(session=SessionId("s1"), pid=1, size=UNSEEN_SIZE, process=None, cwd=cwd)


def test_the_folder_that_holds_its_log_names_its_project(tmp_path: Path) -> None:
    (tmp_path / "-odd" / "s1").mkdir(parents=True)
    (tmp_path / "p7" / "s1").mkdir(parents=True)
    assert home_of(a_program("/x"), tmp_path, PROJECTS) == ProjectId("p7")


def test_else_it_is_the_nearest_project_around_its_folder(tmp_path: Path) -> None:
    for cwd, project in (
        ("/src/first/deep", "first"),
        ("/src/firsts", "src"),
        ("/src", "src"),
        ("/x", "x"),
        ("/elsewhere", "first"),
        ("", "first"),
    ):
        assert home_of(a_program(cwd), tmp_path, PROJECTS) == ProjectId(project), cwd
    assert home_of(a_program("/x"), tmp_path, ()) == NOWHERE
