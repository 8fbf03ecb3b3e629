"""Which programs of profiles this machine has, looked for once and again when asked.

The quick look asks no shell: own PATH and the folders of tools. The whole look waits for what the
login shell's start files make of PATH, and asks each program for its version; it may take as long
as the slowest of them, and nobody waits for it who does not want to.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from idea.application.terminals.session_launcher import with_folder_on_path
from idea.domain.errors import ProcessError
from idea.domain.ports.process_runner import ProcessRunner
from idea.domain.ports.program_search import ProgramFound, ProgramSearch
from idea.domain.ports.session_environment import SessionEnvironment
from idea.domain.profiles.profile import AgentProfile
from idea.domain.profiles.versions import Version

VERSION_LIMIT_S = 20.0
_AT_ONCE = 2
"""Programs asked for their version at the same time; some start a whole runtime to answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DetectedProgram:
    """What is known about a profile's program."""

    found: ProgramFound | None
    version: Version | None = None
    fault: str = ""
    """Why the version is not known, in one sentence; empty when it is, or was not asked."""


class DetectedPrograms:
    """Looks for programs; used on the event loop's thread."""

    def __init__(
        self,
        *,
        search: ProgramSearch,
        runner: ProcessRunner,
        environment: SessionEnvironment,
        home: str,
        announce: Callable[[], None] = lambda: None,
    ) -> None:
        """`announce` is called when a whole look is done."""
        self._search = search
        self._runner = runner
        self._environment = environment
        self._home = home
        self._announce = announce
        self._known: dict[tuple[str, ...], DetectedProgram] = {}
        self._looks: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Semaphore(_AT_ONCE)

    def known(self, profile: AgentProfile) -> DetectedProgram | None:
        """Return what the last look found, None before any."""
        return self._known.get(_key(profile))

    @property
    def is_looking(self) -> bool:
        """Whether a whole look goes on, so that more may come."""
        return bool(self._looks)

    async def look_quickly(self, profiles: Sequence[AgentProfile]) -> None:
        """Find what can be found without asking a shell; what is known better stays."""
        for profile in profiles:
            if self.known(profile) is None:
                found = await self._search.find(profile.command)
                self._known.setdefault(_key(profile), DetectedProgram(found=found))

    def look(self, profiles: Sequence[AgentProfile]) -> asyncio.Task[None]:
        """Begin a whole look; cancelling the task ends it."""
        task = asyncio.create_task(self._look(tuple(profiles)), name="look for programs")
        self._looks.add(task)
        task.add_done_callback(self._looks.discard)
        return task

    async def detect(self, profile: AgentProfile) -> DetectedProgram:
        """Return what one profile's program is, looking for it now if need be."""
        known = self.known(profile)
        if (
            known is None
            or known.found is None
            or (known.version is None and not known.fault)
            or await self._search.find(known.found.path) is None  # It was removed since.
        ):
            await self._look_at(profile, await self._environment.login_variables())
        return self._known[_key(profile)]

    async def close(self) -> None:
        """End the looks that go on."""
        for task in (looks := tuple(self._looks)):
            task.cancel()
        if looks:
            await asyncio.wait(looks)

    async def _look(self, profiles: Sequence[AgentProfile]) -> None:
        login = await self._environment.login_variables()
        async with asyncio.TaskGroup() as group:
            for profile in profiles:
                group.create_task(self._look_at(profile, login))
        # The look ends with its news, so whoever hears them sees no look going on.
        self._looks.discard(_current())
        self._announce()

    async def _look_at(self, profile: AgentProfile, login: Mapping[str, str]) -> None:
        found = await self._search.find(profile.command, login)
        detected = DetectedProgram(found=found)
        if found is not None and profile.version_arguments:
            async with self._turn:
                detected = await self._asked_version(profile, detected, found, login)
        self._known[_key(profile)] = detected

    async def _asked_version(
        self,
        profile: AgentProfile,
        detected: DetectedProgram,
        found: ProgramFound,
        login: Mapping[str, str],
    ) -> DetectedProgram:
        try:
            said = await self._runner.run(
                (found.path, *profile.version_arguments),
                cwd=self._home,
                environment=with_folder_on_path(login, found.folder_to_add),
                limit_s=VERSION_LIMIT_S,
            )
        except ProcessError as error:
            return replace(detected, fault=error.sentence)
        version = Version.said(said.text)
        if version is None:
            asked = " ".join(profile.version_arguments)
            return replace(detected, fault=f"{profile.command} {asked} names no version.")
        return replace(detected, version=version)


def _key(profile: AgentProfile) -> tuple[str, ...]:
    return (profile.command, *profile.version_arguments)


def _current() -> asyncio.Task[None]:
    task = asyncio.current_task()
    assert task is not None  # noqa: S101 # Called by the look's own task.
    return task
