"""Recordings show what they showed in real xterm, except for a list of known differences.

The list, `known_differences.tsv`, must stay true: a difference that is gone has to leave it.
"""

from collections import Counter

import pytest

from idea.domain.errors import IdeaError
from idea.domain.ports.terminal_core import ScreenFactory
from idea.domain.terminal import Size
from idea.infrastructure.screen.replay import Recording
from idea.infrastructure.screen.select import select_core
from support.conformance import (
    data_folder,
    fed,
    known_differences,
    looks_agree,
    recordings,
    widths,
)

FOLDER = data_folder() / "conformance"
LARGEST_BY_BYTES = 2 << 10
"""Of larger recordings only the beginning is fed byte by byte here; `script/bench replay` all."""

LARGEST_FOR_PYTE = 4 << 10
needs_data = pytest.mark.skipif(not FOLDER.is_dir(), reason="IDEA_TEST_DATA names no folder")


def core(name: str) -> ScreenFactory:
    try:
        return select_core(name)
    except IdeaError as error:
        pytest.skip(error.sentence)


@pytest.fixture(scope="module")
def native() -> ScreenFactory:
    return core("ghostty")


@needs_data
@pytest.mark.slow
def test_recordings_differ_from_xterm_only_as_listed(native: ScreenFactory) -> None:
    _, listed = known_differences()
    every = list(recordings(FOLDER))
    found = {(one.suite, one.recording.name) for one in every if not one.agrees(native)}
    found |= {
        ("alacritty looks", one.recording.name)
        for one in every
        if one.suite == "alacritty" and not looks_agree(native, one.recording)
    }
    assert sorted(found - listed.keys()) == [], "these differ, and did not"
    assert sorted(listed.keys() - found) == [], "these are listed, and agree"


def test_every_difference_has_a_reason_and_every_reason_a_difference() -> None:
    reasons, listed = known_differences()
    assert set(listed.values()) == set(reasons)
    assert all(sentence.endswith(".") for sentence in reasons.values())


@needs_data
@pytest.mark.slow
def test_the_portable_core_keeps_its_scores() -> None:
    portable = core("pyte")
    short = (one for one in recordings(FOLDER) if len(one.recording.data) <= LARGEST_FOR_PYTE)
    scores = Counter(one.suite for one in short if one.agrees(portable))
    least = {"fuzz core": 270, "fuzz lrmargin": 27, "vttest": 8, "xtermjs": 57, "alacritty": 19}
    assert {suite: min(scores[suite], least[suite]) for suite in least} == least


@needs_data
@pytest.mark.slow
def test_recordings_fed_byte_by_byte_show_the_same(native: ScreenFactory) -> None:
    for one in recordings(FOLDER):
        start = one.recording.data[:LARGEST_BY_BYTES]
        recording = Recording(name=one.recording.name, size=one.recording.size, data=start)
        whole, bytewise = (fed(native, recording, step) for step in (len(start) or 1, 1))
        assert bytewise == whole, (one.suite, recording.name)


@needs_data
@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "least", "by_bytes"),
    [("ghostty", 4727, False), ("ghostty", 4727, True), ("pyte", 4200, False)],
)
def test_widths_are_those_of_modern_terminals(name: str, least: int, by_bytes: bool) -> None:
    screen = core(name).create(Size(columns=80, rows=2), 0)
    right = 0
    for text, columns in widths(FOLDER):
        data = b"\x1b[2J\x1b[H" + text.encode()
        for piece in [data[at : at + 1] for at in range(len(data))] if by_bytes else [data]:
            screen.feed(piece)
        right += screen.take_frame().cursor.column == columns
    screen.close()
    assert right >= least
