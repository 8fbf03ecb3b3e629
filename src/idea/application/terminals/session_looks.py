"""Looks at what runs in front in a session, when somebody wants to know and not too often."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from idea.application.projects.project_lookup import ProjectLookup
from idea.application.terminals.session_entry import Foreground
from idea.application.terminals.sessions import Sessions
from idea.domain.errors import NotFoundError, RemoteError
from idea.domain.ids import ProjectId, SessionId
from idea.domain.ports.clock import Clock
from idea.domain.ports.remote_host import RemoteHosts
from idea.domain.ports.session_folder import FrontProgram
from idea.domain.visible import visible

_AGAIN_AFTER_S: Final = 0.5
"""Whoever asks again sooner hears what was seen last."""


async def _nothing(_: Sequence[str]) -> str:
    return ""


def _ignore(_: ProjectId) -> None:
    return


class SessionLooks:
    """Asks the session's host; a session that nobody asks about costs nothing."""

    def __init__(
        self,
        *,
        sessions: Sessions,
        hosts: RemoteHosts,
        projects: ProjectLookup,
        clock: Clock,
        recognise: Callable[[Sequence[str]], Awaitable[str]] = _nothing,
        left: Callable[[ProjectId], None] = _ignore,
    ) -> None:
        """`recognise` says whose AI program a command runs, empty for nobody's.

        `left` hears of which project an agent's program has left the shell it was typed into.
        """
        self._sessions = sessions
        self._hosts = hosts
        self._projects = projects
        self._clock = clock
        self._recognise = recognise
        self._left = left
        self._looked: dict[SessionId, float] = {}

    async def look(self, session: SessionId) -> None:
        """Learn program and folder of a live session; a change is announced."""
        now = self._clock.monotonic_s()
        known = self._sessions.record(session).session
        if not known.is_live:
            self._looked.pop(session, None)
            return
        last = self._looked.get(session)
        if last is not None and now - last < _AGAIN_AFTER_S:
            return
        self._looked[session] = now
        try:
            project = await self._projects.resolve(known.project.value)
            folders = (await self._hosts.connect(project.location)).folders
        except (NotFoundError, RemoteError):
            return  # Its project was forgotten, or is out of reach: what is known stays.
        program = visible(folders.program(session) or "")
        front = folders.front(session) if program and known.own_run is None else None
        seen = Foreground(
            program=program,
            folder=visible(folders.current(session) or ""),
            adoptable="" if front is None else visible(await self._recognise(front.command)),
        )
        self._sessions.set_foreground(session, seen)
        if known.run is not None and known.run.adopted_in and not known.run.left and not program:
            self._sessions.set_run(session, known.run.as_left())
            self._left(known.project)

    async def at_once(self, session: SessionId) -> None:
        """Learn it however short ago somebody looked.

        Raises:
            NotFoundError: There is no such session.
        """
        self._looked.pop(session, None)
        await self.look(session)

    async def front(self, session: SessionId) -> FrontProgram | None:
        """Return the program in front of a live session's own; None for none.

        Raises:
            NotFoundError: There is no such session, or its project was forgotten.
            RemoteError: Its location cannot be reached.
        """
        project = await self._projects.resolve(self._sessions.record(session).session.project.value)
        return (await self._hosts.connect(project.location)).folders.front(session)
