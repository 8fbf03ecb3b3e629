"""Sees whether a launched program asks to be trusted or logged in, and says so; answers nothing.

A program that tells its status by itself is believed; this watch looks at its screen a few times
in its first minutes, for the questions its profile knows. What it sees is one more task on the
session's board, so what the program says itself stands beside it.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from idea.application.profiles.profiles import Profiles
from idea.domain.errors import IdeaError
from idea.domain.events import Event, SessionEnded, SessionStarted
from idea.domain.ids import SessionId
from idea.domain.ports.event_bus import EventBus
from idea.domain.profiles.profile import StartupKind, StartupQuestion, asked
from idea.domain.program_status import CLEAR, BlockedKind, ProgramState, StatusNews
from idea.domain.terminal import TerminalSession

_log = logging.getLogger(__name__)

PAUSES_S: Final = (2.0, 2.0, 3.0, 4.0, 6.0, 8.0, 10.0, 15.0, 20.0, 30.0)
"""Between looks; programs need from half a second to 25 s until they ask."""
_TASK: Final = "startup"
_WORDS: Final = {
    StartupKind.TRUST: "asks whether it may trust this folder",
    StartupKind.LOGIN: "asks you to log in",
}
_KINDS: Final = {
    StartupKind.TRUST: BlockedKind.PERMISSION,
    StartupKind.LOGIN: BlockedKind.AUTH,
}

type Tell = Callable[[SessionId, Sequence[StatusNews]], None]
type Read = Callable[[SessionId], Awaitable[Sequence[str]]]


class StartupWatch:
    """Looks at agents that were just launched; used on the event loop's thread."""

    def __init__(
        self,
        *,
        profiles: Profiles,
        read: Read,
        tell: Tell,
        events: EventBus,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """`read` answers the lines a session shows, none when that cannot be told."""
        self._profiles = profiles
        self._read = read
        self._tell = tell
        self._pause = pause
        self._watches: dict[SessionId, asyncio.Task[None]] = {}
        events.subscribe(self._hear)

    async def close(self) -> None:
        """End all looks."""
        for task in (watches := tuple(self._watches.values())):
            task.cancel()
        if watches:
            await asyncio.wait(watches)

    def _hear(self, event: Event) -> None:
        match event:
            case SessionStarted(session) if session.run is not None:
                task = asyncio.get_running_loop().create_task(
                    self._watch(session), name=f"startup of {session.id.short}"
                )
                self._watches[session.id] = task
                task.add_done_callback(lambda _: self._watches.pop(session.id, None))
            case SessionEnded(session) if session.id in self._watches:
                self._watches[session.id].cancel()
            case _:
                pass

    async def _watch(self, session: TerminalSession) -> None:
        questions = await self._questions(session)
        seen: StartupKind | None = None
        for pause in PAUSES_S if questions else ():
            await self._pause(pause)
            now = asked(questions, await self._read(session.id))
            if now is not seen:
                self._say(session.id, now)
            if seen is not None and now is None:
                return  # It was answered; what the screen says later is the conversation.
            seen = now

    async def _questions(self, session: TerminalSession) -> tuple[StartupQuestion, ...]:
        if session.run is None:
            return ()
        try:
            known = await self._profiles.known(session.run.profile.value, session.project.value)
        except IdeaError as error:
            _log.info("%s is not watched: %s", session.id.short, error.sentence)
            return ()
        return known.profile.startup

    def _say(self, session: SessionId, kind: StartupKind | None) -> None:
        if kind is None:
            self._tell(session, [StatusNews(CLEAR, id=_TASK)])
            return
        news = StatusNews(
            ProgramState.BLOCKED, id=_TASK, kind=_KINDS[kind].value, message=_WORDS[kind]
        )
        self._tell(session, [news])
