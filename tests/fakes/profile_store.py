"""Profiles in memory."""

import json
from collections.abc import Sequence
from typing import override

from idea.domain.errors import InvalidError, NotFoundError
from idea.domain.ids import ProfileId
from idea.domain.ports.profile_store import (
    KnownProfile,
    ProfileOrigin,
    ProfilesFound,
    ProfileStore,
)
from idea.domain.profiles.profile import AgentProfile, Stdin


class FakeProfileStore(ProfileStore):
    """Holds profiles by id; what it spells is id, name and command."""

    def __init__(self, *built_in: AgentProfile) -> None:
        self.built_in = {profile.id: profile for profile in built_in}
        self.own: dict[ProfileId, AgentProfile] = {}
        self.brought: dict[str, list[KnownProfile]] = {}
        self.notices: tuple[str, ...] = ()

    @override
    async def load(self, roots: Sequence[str] = ()) -> ProfilesFound:
        found: dict[ProfileId, KnownProfile] = {}
        for origin, profiles in (
            (ProfileOrigin.BUILT_IN, self.built_in),
            (ProfileOrigin.PERSON, self.own),
        ):
            for one in profiles.values():
                found[one.id] = KnownProfile(profile=one, origin=origin, file="/profiles")
        for root in roots:
            for known in self.brought.get(root, ()):
                found[known.profile.id] = known
        return ProfilesFound(profiles=tuple(found.values()), notices=self.notices)

    @override
    def check(self, text: str) -> tuple[AgentProfile, tuple[str, ...]]:
        try:
            said = json.loads(text)
            profile = AgentProfile(
                id=ProfileId(said["id"]),
                name=said["name"],
                command=said["command"],
                injection=Stdin(),
            )
        except (ValueError, KeyError) as error:
            raise InvalidError(f"This is no profile: {error}.") from error
        known = {"version", "id", "name", "command", "contextInjection"}
        return profile, tuple(
            f"{key} is not a key of a profile" for key in said if key not in known
        )

    @override
    def spell(self, profile: AgentProfile) -> str:
        return json.dumps(
            {
                "id": profile.id.value,
                "name": profile.name,
                "command": profile.command,
                "contextInjection": {"strategy": "stdin"},
            }
        )

    @override
    async def save(self, profile: AgentProfile) -> None:
        self.own[profile.id] = profile

    @override
    async def delete(self, profile: ProfileId) -> None:
        if self.own.pop(profile, None) is None:
            raise NotFoundError(f"You have no profile {profile} of your own.")

    @override
    async def close(self) -> None:
        return
