"""A view's core equals a fresh core fed the same records, and its pixels are that core's."""

import random
import threading
import time
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from fakes.terminal_link import FakeTerminalLinks
from idea.domain.ids import SessionId
from idea.domain.ports.terminal_core import Frame, Screen, ScreenFactory
from idea.domain.stream.messages import Acknowledged
from idea.domain.stream.records import Output, Resize
from idea.domain.terminal import Size
from idea.infrastructure.screen.select import select_core
from idea.presentation.desktop.terminal.feed import TerminalFeed
from idea.presentation.desktop.terminal.feed_events import FeedEvent
from idea.presentation.desktop.terminal.look import TerminalColors
from idea.presentation.desktop.terminal.metrics import FontChoice, cell_metrics
from idea.presentation.desktop.terminal.painter import GridPainter
from support.terminal import Heard

WITHIN_S = 60.0
SIZE = Size(columns=60, rows=15)
PIECES = (
    b"hello ", b"world\r\n", b"\x1b[1;32m", b"\x1b[0m", b"\x1b[?1049h", b"\x1b[?1049l", b"\x1b[2J",
    b"\x1b[3;7H", "好🙂é".encode(), b"\x1b[?2026h", b"\x1b[?2026l", b"\x1b[48;5;99m", b"\x1b[K",
    b"\x1b[6n", b"\x1b]0;title\x07", b"\n" * 5, b"x" * 300, b"\x1b[?25l", b"\x1b[?25h", b"\x1b[3",
    b"\x1b[?1000h", b"\x1b[2 q", "─│┌".encode(), b"\x1bM", b"\x1b[10L",
)  # fmt: skip


@pytest.fixture(scope="module")
def screens() -> ScreenFactory:
    return select_core()


class Twin:
    """A feed on a real core, painting as a view would."""

    def __init__(self, screens: ScreenFactory) -> None:
        self.links = FakeTerminalLinks()
        self.heard: Heard[FeedEvent] = Heard()
        self.painter = GridPainter(
            cell_metrics(FontChoice("JetBrains Mono", 13, 18, 1.0)), TerminalColors()
        )
        self.feed = TerminalFeed(
            session=SessionId("s1"),
            links=self.links,
            screens=screens,
            scrollback_lines=2000,
            deliver=self._take,
        )
        self.feed.start(SIZE)
        self.on_screen(lambda _: None)
        self.links.last.accept(SIZE)
        self.feed.want_frame()

    def _take(self, event: FeedEvent) -> None:
        if isinstance(event, Frame):
            self.painter.apply(event)
            self.feed.want_frame()
        self.heard(event)

    def on_screen(self, act: "object") -> None:
        done = threading.Event()

        def run() -> None:
            self.feed._screen.with_screen(act)  # type: ignore[arg-type]
            done.set()

        self.feed._command(run)
        assert done.wait(WITHIN_S)

    def settle(self) -> None:
        """Wait until everything is parsed and painted."""
        link, gate = self.links.last, self.feed._screen.gate
        deadline = time.monotonic() + WITHIN_S
        while True:
            self.on_screen(lambda _: None)
            # A frame that was costly to make is followed by a rest, with changes that wait.
            painted = gate.wanted and gate._held is None and gate._changed_at is None
            if painted and Acknowledged(link.seq) in link.sent:
                return
            assert time.monotonic() < deadline, "the feed never became idle"
            threading.Event().wait(0.001)


@pytest.fixture
def twin(qapp: QApplication, screens: ScreenFactory) -> Iterator[Twin]:
    del qapp
    twin = Twin(screens)
    yield twin
    twin.feed.stop()
    assert twin.feed.join()


def fresh_core(screens: ScreenFactory, twin: Twin) -> Screen:
    """Return a core fed with what was recorded, record by record."""
    core = screens.create(SIZE, 2000)
    core.mute(muted=False)
    for record in twin.links.last.recorded:
        match record:
            case Output(data):
                core.feed(data)
            case Resize(size):
                core.resize(size)
            case _:
                pass
    return core


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_a_views_core_is_what_its_records_say(
    twin: Twin, screens: ScreenFactory, seed: int
) -> None:
    chance = random.Random(seed)
    link = twin.links.last
    for step in range(60):
        link.output(b"".join(chance.choices(PIECES, k=chance.randint(1, 40))))
        if step % 12 == 11:
            link.resize(Size(chance.randint(20, 90), chance.randint(5, 25)))
        if step % 7 == 0:
            twin.feed.scroll_by(-3)
            twin.feed.scroll_to_bottom()
    link.output(b"\x1b[?2026l\x1b[?25h")
    twin.settle()
    seen: list[object] = []
    twin.on_screen(lambda screen: seen.extend((screen.lines(0, 3000), screen.rows(0, 3000))))
    core = fresh_core(screens, twin)
    assert [core.lines(0, 3000), core.rows(0, 3000)] == seen
    frame = core.take_frame()
    core.close()
    whole = GridPainter(twin.painter.metrics, TerminalColors())
    whole.apply(frame)
    assert twin.painter.image == whole.image


@pytest.mark.slow
def test_a_flood_reaches_the_screen_whole_and_frames_stay_few(
    twin: Twin, screens: ScreenFactory
) -> None:
    link = twin.links.last
    for first in range(0, 20_000, 500):
        link.output(b"".join(b"line %d\r\n" % number for number in range(first, first + 500)))
    twin.settle()
    seen: list[object] = []
    twin.on_screen(lambda screen: seen.append(screen.lines(0, 3000)))
    core = fresh_core(screens, twin)
    assert [core.lines(0, 3000)] == seen
    core.close()
