"""From where a session goes on whose log lost this or that."""

from idea.application.terminals.stream_origins import (
    LEFT_OUT_BYTES,
    LEFT_OUT_EPOCHS,
    adopted_origin,
    ended_origin,
)
from idea.domain.ports.session_log import LogContents
from idea.domain.stream.journal import Journal
from idea.domain.terminal import Exited, Lost, Size

SIZE, LATER = Size(120, 40), Size(100, 30)
LOST = Lost("The computer was restarted.")


def test_a_session_goes_on_where_an_engine_left_in_order() -> None:
    contents = LogContents(end=500, used=500, is_whole=True, base=0, base_size=SIZE, epoch=3)
    origin = adopted_origin(contents, LATER)
    assert (origin.seq, origin.logged_end, origin.epoch) == (500, 500, 3 + LEFT_OUT_EPOCHS)
    assert (origin.size, origin.base, origin.base_size, origin.mark) == (LATER, 0, SIZE, None)


def test_numbers_that_clients_may_know_are_left_out_after_any_other_end() -> None:
    contents = LogContents(end=500, used=600, base=0, base_size=SIZE, size=SIZE)
    for origin in (adopted_origin(contents, SIZE), ended_origin(contents, SIZE, LOST)):
        assert (origin.seq, origin.logged_end) == (600 + LEFT_OUT_BYTES, 500)
        assert origin.mark is not None
        assert not origin.mark.reset


def test_a_session_whose_end_is_logged_is_over_and_left_as_it_is() -> None:
    contents = LogContents(end=500, used=500, base=0, size=LATER, over=Exited(3))
    origin = ended_origin(contents, SIZE, LOST)
    assert (origin.seq, origin.over, origin.over_is_logged) == (500, Exited(3), True)
    assert (origin.size, origin.mark) == (LATER, None)


def test_a_screen_starts_empty_where_nothing_earlier_can_start_one() -> None:
    contents = LogContents(start=300, end=500, used=500)
    for origin in (adopted_origin(contents, SIZE), ended_origin(contents, SIZE, LOST)):
        assert origin.base == origin.seq
        assert origin.mark is not None
        assert origin.mark.reset


def test_an_engine_goes_on_from_a_checkpoint_whose_records_are_lost_again_and_again() -> None:
    """A flood in memory is lost with the computer; the disk has a checkpoint of it."""
    lost = LogContents(end=500, used=500, base=0, base_size=SIZE, size=SIZE, checkpoints=(9000,))
    first = adopted_origin(lost, SIZE)
    assert (first.logged_end, first.seq) == (9000, 9000 + LEFT_OUT_BYTES)
    end = first.seq + 100
    follows = LogContents(
        end=end, used=end, skips=((500, first.seq),), base=0, size=SIZE, checkpoints=(9000,)
    )
    for origin in (first, adopted_origin(follows, SIZE)):
        journal = Journal(origin, 0, [])
        assert journal.holds(9000)
        assert not journal.holds(9001)
        assert journal.onward(500) == journal.onward(9000) >= first.seq
