"""Looks at what runs in front in a session, when somebody wants to know and not too often."""

from typing import Final

from idea.application.projects.project_lookup import ProjectLookup
from idea.application.terminals.session_entry import Foreground
from idea.application.terminals.sessions import Sessions
from idea.domain.errors import NotFoundError, RemoteError
from idea.domain.ids import SessionId
from idea.domain.ports.clock import Clock
from idea.domain.ports.remote_host import RemoteHosts
from idea.domain.visible import visible

_AGAIN_AFTER_S: Final = 0.5
"""Whoever asks again sooner hears what was seen last."""


class SessionLooks:
    """Asks the session's host; a session that nobody asks about costs nothing."""

    def __init__(
        self, *, sessions: Sessions, hosts: RemoteHosts, projects: ProjectLookup, clock: Clock
    ) -> None:
        self._sessions = sessions
        self._hosts = hosts
        self._projects = projects
        self._clock = clock
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
        seen = Foreground(
            program=visible(folders.program(session) or ""),
            folder=visible(folders.current(session) or ""),
        )
        self._sessions.set_foreground(session, seen)
