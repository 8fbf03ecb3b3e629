"""Where a session belongs of which there is a program but no record."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from idea.domain.errors import InvalidError
from idea.domain.ids import ProjectId
from idea.domain.ports.pty import HeldProgram
from idea.domain.project import Project

NOWHERE: Final = ProjectId("recovered")
"""For programs of no project; a list of all sessions shows them."""


def home_of(program: HeldProgram, sessions: Path, projects: Sequence[Project]) -> ProjectId:
    """Return the project whose folder of sessions holds its log, else the one it works in.

    Failing both, the first project there is.
    """
    for folder in sorted(sessions.glob(f"*/{program.session.value}")):
        try:
            return ProjectId(folder.parent.name)
        except InvalidError:
            continue
    around = [one for one in projects if _is_within(program.cwd, one.root)]
    if around:
        return max(around, key=lambda one: len(one.root)).id
    return projects[0].id if projects else NOWHERE


def _is_within(folder: str, root: str) -> bool:
    return folder == root or folder.startswith(f"{root.rstrip('/')}/")
