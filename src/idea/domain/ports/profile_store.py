"""Engine profiles: those that come with IdeA, the person's own, and what a project brings."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from idea.domain.ids import ProfileId
from idea.domain.profiles.profile import AgentProfile


class ProfileOrigin(StrEnum):
    """Where a profile comes from; a later one of the same id stands before an earlier one."""

    BUILT_IN = "built in"
    PERSON = "yours"
    PROJECT = "project"


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownProfile:
    """A profile and where it is written."""

    profile: AgentProfile
    origin: ProfileOrigin
    file: str
    """Absolute, for the person."""
    fingerprint: str = ""
    """Of a project's profile: what the person agreed to, or did not yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfilesFound:
    """What can be used, and a sentence for each thing that cannot."""

    profiles: tuple[KnownProfile, ...] = ()
    notices: tuple[str, ...] = ()


class ProfileStore(Protocol):
    """Reads and writes profiles; what cannot be read costs no other profile."""

    async def load(self, roots: Sequence[str] = ()) -> ProfilesFound:
        """Return all profiles, those of the projects at `roots` included. Cancelling is safe."""
        ...

    def check(self, text: str) -> tuple[AgentProfile, tuple[str, ...]]:
        """Return the profile a text stands for, and a sentence for each key nobody knows.

        Raises:
            InvalidError: It is none; the sentence names the key.
        """
        ...

    def spell(self, profile: AgentProfile) -> str:
        """Return a profile as a file has it, every key in its order."""
        ...

    async def save(self, profile: AgentProfile) -> None:
        """Keep one of the person's own, in the place of what had its id.

        A failing write is announced by `NotSaved` and tried again. Cancelling is safe.
        """
        ...

    async def delete(self, profile: ProfileId) -> None:
        """Remove one of the person's own; one of IdeA's that it covered is seen again.

        Raises:
            NotFoundError: The person has none of this id.
        """
        ...

    async def close(self) -> None:
        """Keep what is not kept yet; nothing is kept afterwards."""
        ...
