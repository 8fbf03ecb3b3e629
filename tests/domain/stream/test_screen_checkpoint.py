"""Checkpoints made of a core and put back into one."""

from typing import override

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakes.terminal_core import FakeScreen, FakeScreenFactory
from idea.domain.errors import InvalidError
from idea.domain.stream import screen_checkpoint
from idea.domain.stream.checkpoint import Checkpoint, CheckpointAssembly
from idea.domain.stream.messages import CheckpointKind
from idea.domain.stream.screen_checkpoint import (
    restored_screen,
    screen_parts,
    with_less_history,
)
from idea.domain.terminal import Size

SIZE = Size(20, 4)


class _PortableOnly(FakeScreen):
    """A core without a format of its own."""

    @override
    def native_snapshot(self) -> bytes:
        raise InvalidError("There is none.")


def _checkpoints(screen: FakeScreen) -> dict[CheckpointKind, Checkpoint]:
    assembly = CheckpointAssembly()
    whole = [assembly.add(part) for part in screen_parts(screen, "fake", SIZE, 42)]
    return {checkpoint.kind: checkpoint for checkpoint in whole if checkpoint is not None}


@pytest.mark.parametrize("kind", list(CheckpointKind))
def test_each_part_brings_the_screen_back(kind: CheckpointKind) -> None:
    factory = FakeScreenFactory()
    screen = factory.create(SIZE, 100)
    screen.feed(b"one\r\ntwo")

    checkpoint = _checkpoints(screen)[kind]
    restored = restored_screen(factory, checkpoint, 100)

    assert (checkpoint.seq, checkpoint.size) == (42, SIZE)
    assert restored.lines(0, 4) == screen.lines(0, 4)


def test_a_core_without_a_format_of_its_own_gives_the_portable_part() -> None:
    assert set(_checkpoints(_PortableOnly(SIZE))) == {CheckpointKind.PORTABLE}


@pytest.mark.parametrize(
    ("most_bytes", "kinds"),
    [
        (100_000, {CheckpointKind.NATIVE, CheckpointKind.PORTABLE}),
        (1000, {CheckpointKind.PORTABLE}),
        (10, set()),
    ],
)
def test_a_screen_too_large_to_be_sent_is_sent_as_far_as_it_can_be(
    monkeypatch: pytest.MonkeyPatch, most_bytes: int, kinds: set[CheckpointKind]
) -> None:
    """A view that sends more is detached, and would be again each time it is asked."""
    screen = FakeScreenFactory().create(SIZE, 1000)
    screen.feed(b"\r\n".join(b"line %d" % number for number in range(500)))
    monkeypatch.setattr(screen_checkpoint, "MOST_SENT_BYTES", most_bytes)

    found = _checkpoints(screen)

    assert set(found) == kinds
    assert all(len(one.data) <= most_bytes for one in found.values())
    assert all(b"line 499" in one.data for one in found.values())


LINES = st.lists(st.binary(max_size=9).filter(lambda line: b"\n" not in line), max_size=12)


@given(lines=LINES, most_bytes=st.integers(0, 150))
def test_less_history_is_the_newest_lines_that_fit_and_the_screen_in_any_case(
    lines: list[bytes], most_bytes: int
) -> None:
    whole = Checkpoint(
        seq=1,
        kind=CheckpointKind.PORTABLE,
        core="core",
        size=SIZE,
        data=b"\r\n".join(lines),
    )
    kept = with_less_history(whole, most_bytes).data
    fits = [
        text
        for first in range(max(len(lines) - SIZE.rows, 0) + 1)
        if len(text := b"\r\n".join(lines[first:])) <= most_bytes
    ]
    assert kept == (fits[0] if fits else b"\r\n".join(lines[-SIZE.rows :]))


def test_a_screen_without_history_stays_as_it_is() -> None:
    whole = Checkpoint(
        seq=1, kind=CheckpointKind.PORTABLE, core="core", size=SIZE, data=b"one\r\ntwo"
    )
    assert with_less_history(whole, 3) is whole
