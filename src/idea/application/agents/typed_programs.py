"""Recognises AI programs that somebody typed into a shell, by the profiles of this machine.

A project's own profiles are not among them: nobody has agreed to those yet. Neither are profiles
whose program names no version, such as a plain command, which would be any shell.
"""

from collections.abc import Mapping, Sequence
from pathlib import PurePath

from idea.application.profiles.profiles import Profiles
from idea.domain.events import Event, ProfilesChanged
from idea.domain.ports.event_bus import EventBus
from idea.domain.profiles.profile import AgentProfile
from idea.domain.profiles.typed_command import recognised


class TypedPrograms:
    """Reads the profiles once, and again when they changed; used on the event loop's thread."""

    def __init__(self, profiles: Profiles, events: EventBus) -> None:
        self._profiles = profiles
        self._by_program: Mapping[str, AgentProfile] | None = None
        events.subscribe(self._hear)

    async def profile_of(self, command: Sequence[str]) -> AgentProfile | None:
        """Return whose program a command runs; None for nobody's."""
        if self._by_program is None:
            found = await self._profiles.all()
            self._by_program = {
                PurePath(one.profile.command).name: one.profile
                for one in reversed(found.profiles)
                if one.profile.version_arguments
            }
        return recognised(command, self._by_program)

    async def name_of(self, command: Sequence[str]) -> str:
        """Return what the program of a command is called; empty for nobody's."""
        profile = await self.profile_of(command)
        return "" if profile is None else profile.name

    def _hear(self, event: Event) -> None:
        if isinstance(event, ProfilesChanged):
            self._by_program = None
