"""How long painting takes: whole screens, scrolling, and a flood through feed thread and painter.

    .venv/bin/python benchmarks/paint_speed.py

The screens are 200 × 60 cells at a pixel ratio of 1 (unless said otherwise); times are the best
and the median of several full repaints of different content.
"""

import os
import random
import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterator
from queue import Empty, Queue, SimpleQueue
from typing import override

from PySide6.QtWidgets import QApplication

from corpora import ascii_text, dense_colors, ink_redraws
from idea.domain.ids import ClientId, SessionId
from idea.domain.ports.terminal_core import Frame, ScreenFactory
from idea.domain.ports.terminal_link import LinkLost, TerminalLink, TerminalLinks
from idea.domain.stream.messages import (
    Acknowledged,
    Attached,
    ClientMessage,
    EngineMessage,
    Records,
    Seq,
)
from idea.domain.stream.records import Output, encode_frame
from idea.domain.terminal import Size
from idea.infrastructure.screen.select import select_core
from idea.presentation.desktop.terminal.feed import TerminalFeed
from idea.presentation.desktop.terminal.feed_events import FeedEvent
from idea.presentation.desktop.terminal.look import TerminalColors
from idea.presentation.desktop.terminal.metrics import FontChoice, cell_metrics
from idea.presentation.desktop.terminal.painter import GridPainter
from idea.presentation.desktop.theme.fonts import load_fonts
from table import print_table

_SIZE = Size(columns=200, rows=60)
_ROUNDS = 25
_FLOOD_BYTES = 30_000_000
_CHUNK_BYTES = 64 * 1024
_CREDIT_BYTES = 1024 * 1024
_FRAME_S = 1 / 70
"""Pause between frames, so that painting included they are about 60 a second."""


def _lines(line: Callable[[random.Random], str]) -> Iterator[bytes]:
    """Yield endless whole screens made of lines."""
    chance = random.Random(3)
    while True:
        rows = "\r\n".join(line(chance) + "\x1b[0m" for _ in range(_SIZE.rows))
        yield b"\x1b[H" + rows.encode()


def _plain(chance: random.Random) -> str:
    return "".join(chance.choices("abcdefghijklmnopqrstuvwxyz     (){}=", k=_SIZE.columns))


def _source(chance: random.Random) -> str:
    words = [
        f"\x1b[{chance.choice((0, 1, 31, 32, 33, 34, 36))}m{_plain(chance)[:9]} "
        for _ in range(_SIZE.columns // 10)
    ]
    return "".join(words)


def _boxes(chance: random.Random) -> str:
    return "".join(chance.choices("─│┌┐└┘├┤█▀▄░", k=_SIZE.columns))


def _wide(chance: random.Random) -> str:
    return "".join(chr(0x4E00 + chance.randrange(1500)) for _ in range(_SIZE.columns // 2))


def _worst(chance: random.Random) -> str:
    return "".join(
        f"\x1b[38;5;{chance.randrange(256)};48;5;{chance.randrange(256)}m{chr(97 + step % 26)}"
        for step in range(_SIZE.columns)
    )


def _true_colors(chance: random.Random) -> str:
    return "".join(
        "\x1b[38;2;{};{};{};48;2;{};{};{}m".format(*chance.choices(range(256), k=6))
        + chr(97 + step % 26)
        for step in range(_SIZE.columns)
    )


def _full_paint(screens: ScreenFactory, pages: Iterator[bytes], ratio: float) -> tuple[float, ...]:
    """Return milliseconds to take a frame and to paint it, best and median."""
    core = screens.create(_SIZE, 1000)
    painter = GridPainter(
        cell_metrics(FontChoice("JetBrains Mono", 13, 18, ratio)), TerminalColors()
    )
    taken, painted = [], []
    for _ in range(_ROUNDS):
        core.feed(next(pages))
        begun = time.perf_counter()
        frame = core.take_frame()
        between = time.perf_counter()
        painter.apply(frame)
        painted.append((time.perf_counter() - between) * 1000)
        taken.append((between - begun) * 1000)
    core.close()
    return min(taken), min(painted), statistics.median(painted)


def _scroll(screens: ScreenFactory) -> tuple[float, ...]:
    core = screens.create(_SIZE, 1000)
    painter = GridPainter(cell_metrics(FontChoice("JetBrains Mono", 13, 18, 1)), TerminalColors())
    chance = random.Random(4)
    taken, painted = [], []
    for _ in range(200):
        core.feed(b"\r\n" + _source(chance).encode())
        begun = time.perf_counter()
        frame = core.take_frame()
        between = time.perf_counter()
        painter.apply(frame)
        painted.append((time.perf_counter() - between) * 1000)
        taken.append((between - begun) * 1000)
    core.close()
    return min(taken), min(painted), statistics.median(painted)


class _FloodLink(TerminalLink):
    """An engine with an endless program, which writes as the view acknowledges."""

    def __init__(self, receive: Callable[[EngineMessage | LinkLost], None]) -> None:
        self._receive = receive
        self._seq = 0
        self._acknowledged = 0
        self._moved = threading.Condition()

    @override
    def send(self, message: ClientMessage) -> None:
        if isinstance(message, Acknowledged):
            with self._moved:
                self._acknowledged = message.seq
                self._moved.notify()

    @override
    def close(self) -> None:
        pass

    def write(self, data: bytes) -> None:
        """Send all of `data`, at most `_CREDIT_BYTES` ahead, and wait for its end."""
        client = ClientId("flood")
        self._receive(
            Attached(client=client, start=0, live=0, size=_SIZE, checkpoint=False, kept=False)
        )
        for start in range(0, len(data), _CHUNK_BYTES):
            frame = encode_frame(Output(data[start : start + _CHUNK_BYTES]), 0)
            self._wait_for(self._seq - _CREDIT_BYTES)
            self._receive(Records(seq=self._seq, data=frame))
            self._seq += len(frame)
        self._wait_for(self._seq)

    def _wait_for(self, seq: int) -> None:
        with self._moved:
            self._moved.wait_for(lambda: self._acknowledged >= seq)


class _FloodLinks(TerminalLinks):
    """Hands out one link."""

    def __init__(self) -> None:
        self.made: SimpleQueue[_FloodLink] = SimpleQueue()

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
    ) -> _FloodLink:
        link = _FloodLink(receive)
        self.made.put(link)
        return link


def _flood(screens: ScreenFactory, data: bytes) -> tuple[float, float]:
    """Return megabytes and frames per second of a flood, painting 60 frames a second at most."""
    links = _FloodLinks()
    painter = GridPainter(cell_metrics(FontChoice("JetBrains Mono", 13, 18, 1)), TerminalColors())
    frames: Queue[Frame] = Queue()

    def deliver(event: FeedEvent) -> None:
        if isinstance(event, Frame):
            frames.put(event)

    feed = TerminalFeed(
        session=SessionId("flood"),
        links=links,
        screens=screens,
        scrollback_lines=10_000,
        deliver=deliver,
    )
    feed.start(_SIZE)
    writer = threading.Thread(target=links.made.get().write, args=(data,))
    feed.want_frame()
    begun = time.perf_counter()
    writer.start()
    painted = 0
    while writer.is_alive():
        try:
            painter.apply(frames.get(timeout=0.02))
        except Empty:
            continue
        painted += 1
        writer.join(_FRAME_S)
        feed.want_frame()
    took = time.perf_counter() - begun
    feed.stop()
    feed.join()
    return len(data) / took / 1e6, painted / took


def main() -> int:
    """Print the tables."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QApplication([])
    load_fonts()
    sys.setswitchinterval(0.0005)
    screens = select_core()
    pages = {
        "plain text": _plain,
        "source, runs of 10": _source,
        "box lines": _boxes,
        "wide characters": _wide,
        "every cell its own colours": _worst,
        "every cell its own true colours": _true_colors,
    }
    rows: list[tuple[object, ...]] = [
        (name, ratio, *_full_paint(screens, _lines(line), ratio))
        for name, line in pages.items()
        for ratio in (1.0, 2.0)
    ]
    rows.append(("scrolled by one line", 1.0, *_scroll(screens)))
    print_table(("full screen", "ratio", "take ms", "paint ms", "median ms"), rows)
    floods = {
        "ascii": ascii_text(_FLOOD_BYTES),
        "ink": ink_redraws(_FLOOD_BYTES),
        "dense": dense_colors(_FLOOD_BYTES // 3),
    }
    print_table(
        ("flood", "MB/s", "frames/s"),
        [(name, *_flood(screens, data)) for name, data in floods.items()],
    )
    del application
    return 0


if __name__ == "__main__":
    sys.exit(main())
