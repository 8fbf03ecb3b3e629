"""The recordings of the test data, and what real xterm showed for each of them."""

import functools
import json
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from idea.domain.ports.terminal_core import (
    DEFAULT_COLOR,
    Color,
    Cursor,
    Modes,
    Row,
    Screen,
    ScreenFactory,
    Style,
    Underline,
)
from idea.domain.ports.terminal_effects import Reply
from idea.domain.styled_text import channels
from idea.domain.terminal import Size
from idea.infrastructure.screen.replay import Recording, replay

LOOKS = Path(__file__).parents[1] / "infrastructure" / "screen" / "xterm_looks.tsv"
"""What xterm 379 said of the looks of each cell, recorded by `benchmarks/xterm_judge.py`."""
DIFFERENCES = Path(__file__).parents[1] / "infrastructure" / "screen" / "known_differences.tsv"


_BACKGROUND = re.compile(r"(?:^|;)(4[0-7]|48[:0-9]+|10[0-7])(?=;|$)")


class Judged(NamedTuple):
    """A recording of a suite, with the judge's rows, cursor and replies."""

    suite: str
    recording: Recording
    rows: list[str]
    cursor: list[int] | None
    """Row and column; None where the judge did not say."""
    replies: str | None

    def agrees(self, factory: ScreenFactory) -> bool:
        """Whether a core shows and answers the same."""
        shown = replay(factory, self.recording)
        return (
            plain(shown.rows) == self.rows
            and self.cursor in (None, [*shown.cursor])
            and self.replies in (None, shown.replies.hex())
        )


def plain(rows: Sequence[str]) -> list[str]:
    """Return rows as the judge tells them: no-break spaces are spaces, blank ends left out."""
    return [row.replace("\xa0", " ").rstrip() for row in rows]


def recordings(folder: Path) -> Iterator[Judged]:
    """Yield what real xterm was asked about; a suite's recordings stand together."""
    for record in _lines(folder / "xterm_fuzz.jsonl"):
        yield _from_xterm(f"fuzz {record['kind']}", record, record["replies"])
    for record in _lines(folder / "xterm_vttest.jsonl"):
        # The recorded replies are those of the whole walk.
        yield _from_xterm("vttest", record, None)
    for record in _lines(folder / "screens.jsonl"):
        if record["xterm379_agrees"]:
            yield _from_terminal(folder, record)


def widths(folder: Path) -> Iterator[tuple[str, int]]:
    """Yield graphemes and how many cells modern terminals give them."""
    for record in _lines(folder / "widths.jsonl"):
        yield record["text"], record["cols"]


def _from_xterm(suite: str, record: dict[str, Any], replies: str | None) -> Judged:
    recording = _recording(record, bytes.fromhex(record["hex"]))
    return Judged(suite, recording, plain(record["rows_text"]), record["cursor"], replies)


def _from_terminal(folder: Path, record: dict[str, Any]) -> Judged:
    data = (folder / record["input_path"]).read_bytes()
    if record["suite"] == "xtermjs":
        data = data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    recording = _recording(record, data)
    blank = [""] * recording.size.rows
    rows = plain([*record["expected_text"].split("\n"), *blank][: recording.size.rows])
    return Judged(record["suite"], recording, rows, record["xterm379_cursor"], None)


def _recording(record: dict[str, Any], data: bytes) -> Recording:
    size = Size(columns=record["cols"], rows=record["rows"])
    return Recording(name=record["name"], size=size, data=data)


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    for line in path.read_text("utf-8").splitlines():
        yield json.loads(line)


def data_folder() -> Path:
    """Return the folder of test data; it is not there when none is named."""
    return Path(os.environ.get("IDEA_TEST_DATA", "/nowhere"))


@functools.cache
def xterm_looks() -> dict[str, dict[int, list[str]]]:
    """Return the look of each cell by recording and row, as SGR parameters; others are plain."""
    found: dict[str, dict[int, list[str]]] = {}
    for line in LOOKS.read_text("utf-8").splitlines():
        name, row, runs = line.split("\t")
        cells = found.setdefault(name, {}).setdefault(int(row), [])
        for run in runs.split(" "):
            count, look = run.split("*")
            cells += [look] * int(count)
    return found


def looks_agree(factory: ScreenFactory, recording: Recording) -> bool:
    """Whether a core shows a recording in xterm's colours and attributes.

    Of blank cells only the background shows; xterm remembers more of them.
    """
    wanted = xterm_looks().get(recording.name, {})
    columns, plain_row = recording.size.columns, [""] * recording.size.columns
    rows = fed(factory, recording, len(recording.data)).rows[-recording.size.rows :]
    return all(
        all(map(_same_look, _cells(row, columns), wanted.get(number, plain_row)))
        for number, row in enumerate(rows)
    )


def _same_look(cell: tuple[str, str], wanted: str) -> bool:
    text, look = cell
    if text == " " and not {"4", "7", "9"} & {*look.split(";"), *wanted.split(";")}:
        return _BACKGROUND.findall(look) == _BACKGROUND.findall(wanted)
    return look == wanted


def _cells(row: Row, columns: int) -> list[tuple[str, str]]:
    """Return text and look of each cell, in xterm's words."""
    cells = [(" ", "")] * columns
    for run in row.runs:
        texts = run.text if len(run.text) == run.cells else [run.text] * run.cells
        look = _look(run.style)
        cells[run.column : run.column + run.cells] = [(text, look) for text in texts]
    return cells


def _look(style: Style) -> str:
    flags = (
        (style.bold, "1"), (style.underline is Underline.SINGLE, "4"), (style.blink, "5"),
        (style.inverse, "7"), (style.invisible, "8"), (style.faint, "2"), (style.italic, "3"),
        (style.strikethrough, "9"), (style.underline is Underline.DOUBLE, "21"),
    )  # fmt: skip
    words = [word for is_set, word in flags if is_set]
    return ";".join([*words, *_color(style.foreground, 30), *_color(style.background, 40)])


def _color(color: Color, base: int) -> list[str]:
    if color == DEFAULT_COLOR:
        return []
    if color > 0xFF:
        red, green, blue = channels(color)
        return [f"{base + 8}:2::{red}:{green}:{blue}"]
    if color < 8:
        return [str(base + color)]
    return [str(base + 52 + color)] if color < 16 else [f"{base + 8}:5:{color}"]


def known_differences() -> tuple[dict[str, str], dict[tuple[str, str], str]]:
    """Return the reasons by name, and the reason of each recording, by suite and name."""
    reasons: dict[str, str] = {}
    listed: dict[tuple[str, str], str] = {}
    for line in DIFFERENCES.read_text("utf-8").splitlines():
        first, second, third = line.split("\t")
        if first == "reason":
            reasons[second] = third
        else:
            listed[first, second] = third
    return reasons, listed


class Whole(NamedTuple):
    """All that a person or a program could tell two cores apart by."""

    rows: tuple[Row, ...]
    cursor: Cursor
    modes: Modes
    title: str
    replies: bytes


def fed(factory: ScreenFactory, recording: Recording, step: int) -> Whole:
    """Feed a recording in pieces of so many bytes to a core that answers."""
    screen: Screen = factory.create(recording.size, 1_000)
    screen.mute(muted=False)
    replies = bytearray()
    for start in range(0, len(recording.data), step):
        for effect in screen.feed(recording.data[start : start + step]):
            if isinstance(effect, Reply):
                replies += effect.data
    screen.release_hold()
    frame = screen.take_frame()
    rows = screen.rows(0, frame.scrollback.total)
    screen.close()
    return Whole(rows, frame.cursor, frame.modes, frame.title, bytes(replies))
