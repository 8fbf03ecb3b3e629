"""Which project a person means."""

from collections.abc import Sequence

from idea.domain.errors import ConflictError, InvalidError, NotFoundError
from idea.domain.location import Location
from idea.domain.project import Project


def project_meant(
    text: str, place: tuple[Location, str] | None, projects: Sequence[Project]
) -> Project:
    """Return the project of an id, a path, a unique name or a unique beginning of an id.

    `place` is what `text` means as an absolute path, links resolved; None when it is none. A path
    inside a project's root means that project; of nested projects the innermost.

    Raises:
        NotFoundError: There is no such project.
        ConflictError: Several are meant.
        InvalidError: The text is empty.
    """
    if not text:
        raise InvalidError("Say which project: its name, its id or a path inside it.")
    by_id = [project for project in projects if project.id.value == text]
    if by_id:
        return by_id[0]
    if place is not None:
        return _around(place, projects)
    named = [project for project in projects if project.name == text]
    found = named or [project for project in projects if project.id.value.startswith(text)]
    match found:
        case [one]:
            return one
        case []:
            raise NotFoundError(
                f"There is no project {text!r}; 'idea project list' shows those there are."
            )
        case _:
            several = ", ".join(f"{one.id.short} ({one.root})" for one in found)
            raise ConflictError(f"{text!r} means several projects: {several}; use the id.")


def _around(place: tuple[Location, str], projects: Sequence[Project]) -> Project:
    location, path = place
    around = [
        project
        for project in projects
        if project.location == location and location.rules(path).is_inside(path, project.root)
    ]
    if not around:
        raise NotFoundError(f"No project is at {path}; 'idea {path}' makes it one.")
    return max(around, key=lambda project: len(project.root))
