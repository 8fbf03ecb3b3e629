"""Synchronised output (?2026) on the real core: whole frames, never held for long, a still view."""

from collections.abc import Iterator

import pytest

from idea.domain.errors import ProcessError
from idea.domain.ports.terminal_core import Frame, Screen
from idea.domain.terminal import Size
from idea.infrastructure.screen.select import select_core
from idea.presentation.desktop.terminal.frame_gate import LONGEST_HOLD_S, FrameGate

SIZE = Size(columns=40, rows=10)
BEGIN, END = b"\x1b[?2026h", b"\x1b[?2026l"


class Watched:
    """A core behind a gate whose view is always ready; the clock moves a millisecond a slice."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.gate = FrameGate(lambda: self.now)
        self.now = 0.0
        self.frames: list[Frame] = []
        self.rows: dict[int, str] = {}

    def feed(self, data: bytes, slice_bytes: int = 400) -> None:
        for start in range(0, len(data), slice_bytes):
            part = data[start : start + slice_bytes]
            self.screen.feed(part)
            self.now += 0.001
            self.gate.fed(len(part), self.now)
            self.tick()

    def tick(self) -> None:
        self.gate.wanted = True
        frame = self.gate.take(self.screen, self.now, more=False)
        if frame is not None:
            self.frames.append(frame)
            self.rows |= {row: shown.text for row, shown in frame.rows.items()}

    def wait(self, seconds: float) -> None:
        """Let time pass, waking only when the gate says so."""
        until = self.now + seconds
        while True:
            self.gate.wanted = True
            due = self.gate.due_at
            if due is None or due > until:
                break
            self.now = max(due, self.now) + 0.0001
            self.tick()
        self.now = until


@pytest.fixture
def watched() -> Iterator[Watched]:
    try:
        factory = select_core("ghostty")
    except ProcessError as error:
        pytest.skip(error.sentence)
    screen = factory.create(SIZE, 10_000)
    watched = Watched(screen)
    watched.feed(b"".join(b"old %d\r\n" % number for number in range(3000)))
    watched.tick()
    yield watched
    screen.close()


def test_no_half_frame_is_shown(watched: Watched) -> None:
    page = b"\x1b[H" + b"\r\n".join(b"new %d" % row for row in range(9))
    watched.feed(BEGIN + b"\x1b[H\x1b[2J" + page, slice_bytes=7)
    seen = [{text.split(" ")[0] for text in watched.rows.values() if text}]
    watched.feed(END, slice_bytes=3)
    watched.wait(0.1)
    seen.append({text.split(" ")[0] for text in watched.rows.values() if text})
    assert seen == [{"old"}, {"new"}]


def test_a_program_that_dies_within_a_frame_does_not_hide_the_prompt(watched: Watched) -> None:
    watched.feed(BEGIN + b"\x1b[H\x1b[2Jhalf")
    watched.wait(LONGEST_HOLD_S - 0.1)
    assert watched.rows[0].startswith("old")
    watched.wait(0.2)
    assert watched.rows[0] == "half"
    watched.feed(b"\r\nready$ ")
    watched.wait(0.1)
    assert watched.rows[1] == "ready$"
    watched.feed(BEGIN + b"next")
    watched.wait(0.5)
    assert watched.rows[1] == "ready$", "the next frame is held again"


def test_many_frames_in_a_row_are_each_held(watched: Watched) -> None:
    for number in range(300):
        watched.feed(BEGIN + b"\x1b[H\x1b[2J", slice_bytes=100)
        watched.wait(0.01)
        watched.feed(b"frame %d" % number + END, slice_bytes=100)
        assert watched.rows[0] != "", number
    watched.wait(0.1)
    assert watched.rows[0] == "frame 299"


def test_a_scrolled_view_stays_while_two_thousand_lines_are_repainted(watched: Watched) -> None:
    watched.screen.scroll_to(500)
    watched.gate.changed(watched.now)
    watched.tick()
    before = dict(watched.rows)
    assert before[0] == "old 500"
    watched.frames.clear()
    lines = b"".join(b"again %d\r\n" % number for number in range(2000))
    watched.feed(BEGIN + b"\x1b[H\x1b[2J" + lines + END)
    watched.wait(0.5)
    assert watched.frames
    assert {frame.scrollback.top for frame in watched.frames} == {500}
    assert watched.rows == before
