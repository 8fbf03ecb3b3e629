"""A project: a folder in which a team of agents works."""

from dataclasses import dataclass
from datetime import datetime

from idea.domain.errors import InvalidError
from idea.domain.ids import ProjectId
from idea.domain.location import LOCAL, Location


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """A name and a root folder at a location; no two share location and root."""

    id: ProjectId
    name: str
    root: str
    created_at: datetime
    location: Location = LOCAL

    def __post_init__(self) -> None:
        if not self.name.strip():
            raise InvalidError("A project needs a name.")
        self.location.check_root(self.root)
        if self.created_at.tzinfo is None:
            raise InvalidError("A project's creation time needs a time zone.")
