"""Everything a person could tell two screens apart by."""

import threading
import time
from collections.abc import Callable, Iterable
from typing import override

from idea.domain.ids import SessionId
from idea.domain.ports.terminal_core import Screen, ScreenFactory
from idea.domain.ports.terminal_effects import (
    Bell,
    ClipboardWritten,
    DirectoryChanged,
    Notified,
    ProgressChanged,
    TitleChanged,
)
from idea.domain.ports.terminal_link import LinkLost, TerminalLink, TerminalLinks
from idea.domain.stream.client import InputAllowed
from idea.domain.stream.messages import (
    CheckpointKind,
    CheckpointPart,
    ClientMessage,
    EngineMessage,
    ReplySent,
    Seq,
)
from idea.domain.stream.records import Framed, Gap, Output, Resize
from idea.domain.terminal import UNSEEN_SIZE, Size
from idea.infrastructure.screen.select import select_input_encoders
from idea.presentation.desktop.terminal.feed import TerminalFeed
from idea.presentation.desktop.terminal.feed_events import FeedEvent, Joined
from idea.presentation.desktop.terminal.program_input import ProgramInput
from support.terminal import Heard

SCROLLBACK_LINES = 10_000
COMPARED_LINES = 1_000
WITHIN_S = 60.0
PROBE = (
    b"\x1b[1;1H\ta\tb\x1b(0lqk\x1b(Bx\x1b[5;3Hprobe\x1b[@\x1b[2S\n\n\x1b[31mred\x1b8restored\x1b[10;10H"
    b"\x1b[4hinserted\x1b[4l\x0elqk\x0f\x1b[999;999Hend of the page wraps here\x1b[2b"
)
"""Makes what cannot be seen visible: tab stops, charsets, margins, saved cursor, pending wrap."""


def state(screen: Screen) -> dict[str, object]:
    """Return text with attributes, the last lines above the page included, and the rest."""
    screen.scroll_to_bottom()
    frame = screen.take_frame()
    total = frame.scrollback.total
    first = max(0, total - frame.size.rows - COMPARED_LINES)
    return {
        "size": frame.size,
        "cursor": frame.cursor,
        "modes": frame.modes,
        "title": frame.title,
        "palette": dict(frame.palette),
        "lines": screen.lines(first, total - first),
        "rows": screen.rows(first, total - first),
    }


def differences(one: dict[str, object], other: dict[str, object]) -> list[str]:
    """Name what differs, in few words."""
    return [_difference(key, one[key], other[key]) for key in one if one[key] != other[key]]


def _difference(name: str, here: object, there: object) -> str:
    if not (isinstance(here, tuple) and isinstance(there, tuple) and name in {"lines", "rows"}):
        return f"{name}: {here!r} is not {there!r}"
    pairs = enumerate(zip(here, there, strict=False))
    first = next((at for at, (a, b) in pairs if a != b), min(len(here), len(there)))
    shown = f"{here[first : first + 1]!r} is not {there[first : first + 1]!r}"
    return f"{name} {first} of {len(here)} and {len(there)}: {shown}"


def fed(screens: ScreenFactory, records: Iterable[Framed]) -> Screen:
    """Return a fresh core that was fed all records of a session, one by one."""
    core = screens.create(UNSEEN_SIZE, SCROLLBACK_LINES)
    for framed in records:
        match framed.record:
            case Output(data):
                core.feed(data)
            case Resize(size):
                core.resize(size)
            case Gap() as gap:
                raise AssertionError(f"the stream has a gap at {framed.seq}: {gap.reason}")
            case _:
                pass
    return core


_EFFECTS = Bell | TitleChanged | DirectoryChanged | ClipboardWritten | Notified | ProgressChanged


class _OverheardLink(TerminalLink):
    """A link that notes the answers sent over it."""

    def __init__(self, link: TerminalLink, replies: list[bytes]) -> None:
        self._link = link
        self._replies = replies

    @override
    def send(self, message: ClientMessage) -> None:
        if isinstance(message, ReplySent):
            self._replies.append(message.data)
        self._link.send(message)

    @override
    def close(self) -> None:
        self._link.close()


class _Overheard(TerminalLinks):
    """Links that note how each attach begins."""

    def __init__(self, links: TerminalLinks) -> None:
        self._links = links
        self.kinds: set[CheckpointKind] = set()
        self.replies: list[bytes] = []

    @override
    def attach(
        self,
        session: SessionId,
        *,
        have: Seq | None,
        size: Size | None,
        shown: bool,
        core: str,
        receive: Callable[[EngineMessage | LinkLost], None],
    ) -> TerminalLink:
        def note(news: EngineMessage | LinkLost) -> None:
            if isinstance(news, CheckpointPart):
                self.kinds.add(news.kind)
            receive(news)

        link = self._links.attach(
            session, have=have, size=size, shown=shown, core=core, receive=note
        )
        return _OverheardLink(link, self.replies)


class FollowedCell:
    """What a cell of the window has inside: its feed thread and core, without the widget."""

    def __init__(
        self, links: TerminalLinks, screens: ScreenFactory, session: str, room: Size
    ) -> None:
        self.heard: Heard[FeedEvent] = Heard()
        self.refused: list[str] = []
        self._overheard = _Overheard(links)
        self.feed = TerminalFeed(
            session=SessionId(session),
            links=self._overheard,
            screens=screens,
            scrollback_lines=SCROLLBACK_LINES,
            deliver=self._take,
        )
        self.program = ProgramInput(
            encoder=select_input_encoders().create_encoder(),
            send=self.feed.send,
            refused=self.refused.append,
        )
        self.feed.start(room)

    @property
    def was_restored(self) -> bool:
        """Whether the screen came from a checkpoint of the core's own format."""
        return CheckpointKind.NATIVE in self._overheard.kinds

    @property
    def replies(self) -> list[bytes]:
        """What the core sent to the program."""
        return list(self._overheard.replies)

    def effects(self) -> list[FeedEvent]:
        """Return what would have been seen or heard outside the screen so far."""
        return [event for event in self.heard.events if isinstance(event, _EFFECTS)]

    def type(self, act: Callable[[ProgramInput], object]) -> None:
        """Do something to the program, on the feed's thread, which stands for the GUI's here."""
        self.feed._command(lambda: act(self.program))

    def _take(self, event: FeedEvent) -> None:
        match event:
            case InputAllowed(bytes_allowed):
                self.program.allow(bytes_allowed)
            case Joined():
                self.program.restart()
            case _:
                pass
        self.heard(event)

    def on_screen[R](self, act: Callable[[Screen], R]) -> R | None:
        """Run this on the feed thread; None while there is no screen."""
        done = threading.Event()
        answers: list[R] = []

        def run() -> None:
            self.feed._screen.with_screen(lambda screen: answers.append(act(screen)))
            done.set()

        self.feed._command(run)
        assert done.wait(WITHIN_S)
        return answers[0] if answers else None

    def wait_until_it_stands_at(self, end: Callable[[], int]) -> None:
        """Wait until the core has parsed the stream up to its end and nothing more comes."""
        deadline = time.monotonic() + WITHIN_S
        while self._busy() or self._have() != end():
            assert time.monotonic() < deadline, f"the cell stands at {self._have()}, not {end()}"
            threading.Event().wait(0.005)

    def _have(self) -> int | None:
        return self.feed._screen.stream.have

    def _busy(self) -> bool:
        self.on_screen(lambda _: None)
        return self.feed._has_output() or not self.feed._screen.stream.is_live

    def close(self) -> None:
        """Detach."""
        self.feed.stop()
        assert self.feed.join()
