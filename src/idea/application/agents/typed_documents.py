"""Types an agent's document into its program, where the profile wants that, once it waits for it.

Nothing is typed while the program asks to be trusted or logged in: the text would be taken for the
answer. Whoever types a document late can do so by hand, so after a while this gives up and says so.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from idea.domain.errors import IdeaError
from idea.domain.events import Event, Noticed, SessionEnded
from idea.domain.ids import SessionId
from idea.domain.ports.event_bus import EventBus
from idea.domain.profiles.profile import AgentProfile, Stdin, asked
from idea.domain.session_record import SessionRecord

PAUSE_S: Final = 0.5
LOOKS: Final = 240
"""Two minutes; looks at a question of the program's start do not count."""
LOOKS_AT_QUESTIONS: Final = 7_200
_STILL: Final = 3
"""So many looks alike mean that a program without a known prompt waits."""

type Read = Callable[[SessionId], Awaitable[Sequence[str]]]
type Type = Callable[[SessionId, str], None]


class TypedDocuments:
    """Used on the event loop's thread."""

    def __init__(
        self,
        *,
        read: Read,
        type_text: Type,
        events: EventBus,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """`read` answers what a session shows; `type_text` pastes a text and presses Enter."""
        self._read = read
        self._type = type_text
        self._events = events
        self._pause = pause
        self._waiting: dict[SessionId, asyncio.Task[None]] = {}
        events.subscribe(self._hear)

    def begin(self, record: SessionRecord, profile: AgentProfile, document: str) -> None:
        """Type a document into a program that was just started, when it waits for it."""
        session = record.session.id
        task = asyncio.get_running_loop().create_task(
            self._wait(record, profile, document), name=f"document of {session.short}"
        )
        self._waiting[session] = task
        task.add_done_callback(lambda _: self._waiting.pop(session, None))

    async def close(self) -> None:
        """Wait for no program any more."""
        for task in (waiting := tuple(self._waiting.values())):
            task.cancel()
        if waiting:
            await asyncio.wait(waiting)

    def _hear(self, event: Event) -> None:
        if isinstance(event, SessionEnded) and event.session.id in self._waiting:
            self._waiting[event.session.id].cancel()

    async def _wait(self, record: SessionRecord, profile: AgentProfile, document: str) -> None:
        session, injection = record.session.id, profile.injection
        prompt = injection.prompt if isinstance(injection, Stdin) else ""
        seen: list[Sequence[str]] = []
        looks = questions = 0
        while looks < LOOKS and questions < LOOKS_AT_QUESTIONS:
            await self._pause(PAUSE_S)
            lines = await self._read(session)
            if asked(profile.startup, lines) is not None:
                questions += 1
                seen.clear()
                continue
            looks += 1
            seen = [*seen[1 - _STILL :], lines]
            if _waits(prompt, seen):
                try:
                    self._type(session, document)
                except IdeaError:
                    return  # It ended at this very moment.
                return
        run = record.session.run
        name = profile.name if run is None else run.name
        self._events.publish(
            Noticed(
                f"{profile.name} of {name} showed no prompt, so what it should read was not typed; "
                "tell it yourself, or see its profile's contextInjection."
            )
        )


def _waits(prompt: str, seen: Sequence[Sequence[str]]) -> bool:
    """Return whether a program waits for input, by what it showed at the last looks."""
    if prompt:
        return any(re.search(prompt, line) for line in seen[-1])
    is_still = len(seen) == _STILL and all(one == seen[0] for one in seen)
    return is_still and any(line.strip() for line in seen[0])
