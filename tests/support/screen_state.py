"""Everything a person could tell two screens apart by."""

import threading
import time
from collections.abc import Callable, Iterable
from typing import override

from idea.domain.ids import SessionId
from idea.domain.ports.terminal_core import Screen, ScreenFactory
from idea.domain.ports.terminal_link import LinkLost, TerminalLink, TerminalLinks
from idea.domain.stream.messages import CheckpointKind, CheckpointPart, EngineMessage, Seq
from idea.domain.stream.records import Framed, Gap, Output, Resize
from idea.domain.terminal import UNSEEN_SIZE, Size
from idea.presentation.desktop.terminal.feed import TerminalFeed
from idea.presentation.desktop.terminal.feed_events import FeedEvent
from support.terminal import Heard

SCROLLBACK_LINES = 10_000
COMPARED_LINES = 1_000
WITHIN_S = 30.0
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


class _Overheard(TerminalLinks):
    """Links that note how each attach begins."""

    def __init__(self, links: TerminalLinks) -> None:
        self._links = links
        self.kinds: set[CheckpointKind] = set()

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

        return self._links.attach(
            session, have=have, size=size, shown=shown, core=core, receive=note
        )


class FollowedCell:
    """What a cell of the window has inside: its feed thread and core, without the widget."""

    def __init__(
        self, links: TerminalLinks, screens: ScreenFactory, session: str, room: Size
    ) -> None:
        self.heard: Heard[FeedEvent] = Heard()
        self._overheard = _Overheard(links)
        self.feed = TerminalFeed(
            session=SessionId(session),
            links=self._overheard,
            screens=screens,
            scrollback_lines=SCROLLBACK_LINES,
            deliver=self.heard,
        )
        self.feed.start(room)

    @property
    def was_restored(self) -> bool:
        """Whether the screen came from a checkpoint of the core's own format."""
        return CheckpointKind.NATIVE in self._overheard.kinds

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
