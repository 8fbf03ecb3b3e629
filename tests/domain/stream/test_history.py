"""Moments of a log, and the way of a screen to them."""

import pytest

from idea.domain.stream.checkpoint import Checkpoint
from idea.domain.stream.client import Ended, Feed, Mark, Reset, Restore, TakeSize
from idea.domain.stream.history import (
    AtSeq,
    AtTime,
    LogPiece,
    Retelling,
    is_after,
    piece_at,
)
from idea.domain.stream.messages import CheckpointKind
from idea.domain.stream.records import Exit, Framed, Gap, Holder, Output, Resize
from idea.domain.terminal import Exited, Size

SIZE, WIDE = Size(80, 24), Size(120, 24)
PIECES = (LogPiece(100, 200, 1_000), LogPiece(200, 300, 2_000), LogPiece(400, 500, 3_000))


def retold(retelling, *records):
    """Return the steps of records that follow each other, 10 long, from a seq on."""
    return [retelling.begin(), *(step for one in records for step in retelling.steps(one))]


def records(start, *found):
    return [Framed(start + i * 10, start + i * 10 + 10, 0, one) for i, one in enumerate(found)]


@pytest.mark.parametrize(
    ("moment", "start"),
    [
        (AtTime(999), None),
        (AtTime(1_000), 100),
        (AtTime(1_999), 100),
        (AtTime(9_000), 400),
        (AtSeq(99), None),
        (AtSeq(200), 200),
        (AtSeq(350), 200),
        (AtSeq(999), 400),
    ],
)
def test_a_moment_lies_in_the_last_piece_that_begins_by_then(moment, start):
    found = piece_at(PIECES, moment)

    assert (None if found is None else found.start) == start


def test_of_a_time_that_a_clock_set_back_made_twice_the_first_is_meant():
    pieces = (LogPiece(0, 10, 5_000), LogPiece(10, 20, 9_000), LogPiece(20, 30, 6_000))

    assert piece_at(pieces, AtTime(7_000)) == pieces[0]


def test_a_record_belongs_to_the_moment_of_its_end_and_of_its_time():
    framed = Framed(10, 20, 1_000, Output(b"x"))

    assert [is_after(framed, AtSeq(seq)) for seq in (19, 20)] == [True, False]
    assert [is_after(framed, AtTime(at_ms)) for at_ms in (999, 1_000)] == [True, False]


def test_records_are_retold_from_an_empty_screen_on():
    told = records(
        0, Resize(SIZE), Output(b"a"), Holder(None, 1), Resize(WIDE), Resize(WIDE), Exit(Exited(3))
    )

    assert retold(Retelling(SIZE), *told) == [
        Reset(SIZE),
        Feed(b"a", None),
        TakeSize(WIDE, None),
        Ended(Exited(3)),
    ]


def test_records_are_retold_from_a_checkpoint_on_with_its_size():
    kind = CheckpointKind.PORTABLE
    checkpoint = Checkpoint(seq=50, kind=kind, core="c", size=WIDE, data=b"")

    told = retold(Retelling(SIZE, checkpoint), *records(50, Resize(WIDE), Output(b"a")))

    assert told == [Restore(checkpoint), Feed(b"a", None)]


def test_what_is_missing_is_marked_once_and_what_resets_resets():
    cut_off = records(70, Output(b"a"))
    after_a_hole = records(200, Output(b"b"))
    taken_over = records(900, Gap(0, "taken over", reset=False), Gap(5, "cut", reset=True))

    steps = retold(Retelling(SIZE), *cut_off, *after_a_hole, *taken_over)

    marks = [step.gap for step in steps if isinstance(step, Mark)]
    assert [gap.lost_bytes for gap in marks] == [70, 120, 0, 5]
    assert "not kept" in marks[0].reason
    assert [gap.reason for gap in marks[2:]] == ["taken over", "cut"]
    assert steps[-1] == Reset(SIZE)
    assert sum(isinstance(step, Reset) for step in steps) == 2
