"""A session whose output ends cores: who holds it, and who is fed what."""

import pytest

from domain.stream.steps import a_screen, inbox, join, keep_up, records
from idea.domain.stream.fresh_start import FreshStart
from idea.domain.stream.messages import Records
from idea.domain.stream.records import Gap, Output, Resize, decode_frames
from idea.domain.terminal import Exited, Size

FRESH = FreshStart(reason="It ended cores.")


@pytest.fixture
def died_at(world):
    """Print something good and something bad, which nobody survived; return where that begins."""
    first = join(world)
    world.print(b"good;")
    world.read()
    keep_up(world, first)
    seq = world.machine.end
    world.print(b"POISON;")
    world.read()
    world.crash(first)
    return seq


def sent(client):
    """Return what a client was sent and has not looked at."""
    return [
        framed.record
        for one in inbox(client, Records)
        for framed in decode_frames(one.seq, one.data)
    ]


def output_of(client):
    return b"".join(one.data for one in sent(client) if isinstance(one, Output))


def set_apart(world, seq):
    world.act(world.machine.set_apart(seq, world.now))


def start_anew(world, fresh=FRESH):
    world.act(world.machine.start_anew(fresh, world.now))


def test_until_it_starts_anew_nobody_is_sent_what_cores_died_of(world, died_at):
    set_apart(world, died_at)
    view, observer = world.attach(), world.attach(size=None)
    keep_up(world, view)
    while world.answer_log():
        pass
    assert b"POISON" not in output_of(observer)
    assert view.stream.have == 0  # There is no worker yet that could taste for it.


def test_what_a_holder_survived_is_kept(world, died_at):
    survivor = join(world, worker=True, size=None)
    world.settle()
    end = world.machine.end
    set_apart(world, died_at)
    assert world.machine.held_at == end == survivor.stream.have


def test_no_view_is_shown_what_only_the_worker_survived_while_the_screen_is_saved(world, died_at):
    join(world, worker=True, size=None)
    world.settle()
    set_apart(world, died_at)
    view = world.attach()
    keep_up(world, view)
    assert b"POISON" not in view.core.text
    start_anew(world)
    keep_up(world, view)
    assert view.core.text == b""


def test_then_no_core_is_ever_sent_it_those_that_waited_included(world, died_at):
    set_apart(world, died_at)
    view = world.attach()
    keep_up(world, view)
    start_anew(world)
    worker = world.attach(worker=True, size=None)
    world.print(b"after")
    later = world.attach()
    world.settle()
    assert [one.core.text for one in (view, worker, later)] == [b"after"] * 3
    assert [mark.reason for mark in view.marks] == ["It ended cores."]


def test_a_view_that_stood_before_the_place_skips_it(world):
    view = join(world)
    world.print(b"good;")
    world.read()
    keep_up(world, view)
    died_at = world.machine.end
    set_apart(world, died_at)
    world.print(b"POISON;")
    world.read()
    start_anew(world)
    world.attach(worker=True, size=None)
    world.settle()
    assert view.core.text == b""
    assert len(view.marks) == 1


def test_a_saved_screen_is_printed_again_in_its_size(world, died_at):
    set_apart(world, died_at)
    start_anew(world, FreshStart(reason="why", saved=a_screen(died_at, data=b"as it was")))
    *_, gap, saved_size, saved, size = records(world)
    assert (gap, saved) == (Gap(gap.lost_bytes, "why", reset=True), Output(b"as it was\x18"))
    assert 0 < gap.lost_bytes < 100  # Only what stands behind the saved screen.
    assert (saved_size, size) == (Resize(a_screen(0).size), Resize(world.machine.size))
    world.attach(worker=True, size=None)
    view = world.attach()
    world.settle()
    assert view.core.text.rstrip(b"\x18") == b"as it was"


def test_what_a_saved_screen_may_ask_is_not_answered(world, died_at):
    set_apart(world, died_at)
    start_anew(world, FreshStart(reason="why", saved=a_screen(died_at, data=b"?7;")))
    world.attach(worker=True, size=None)
    world.settle()
    assert world.written == b""


def test_a_view_follows_only_what_the_worker_has_survived(world, died_at):
    set_apart(world, died_at)
    start_anew(world)
    worker = join(world, worker=True, size=None)
    view = join(world)
    keep_up(world, worker)
    keep_up(world, view)
    world.print(b"tasted;")
    world.read()
    keep_up(world, view)
    assert view.core.text == b""
    keep_up(world, worker)
    keep_up(world, view)
    assert view.core.text == b"tasted;"
    world.print(b"POISON;")
    world.read()
    world.crash(worker)
    keep_up(world, view)
    assert view.core.text == b"tasted;"
    assert world.machine.holder is None


def test_the_worker_answers_and_the_view_decides_the_size(world, died_at):
    set_apart(world, died_at)
    start_anew(world)
    worker = join(world, worker=True, size=None)
    view = join(world, size=Size(90, 30))
    world.ask()
    world.read()
    keep_up(world, worker)
    world.settle()
    assert world.written == b"!1;"
    assert world.machine.holder == worker.id
    assert world.machine.size == view.size == Size(90, 30)


def test_a_session_no_core_survives_is_shown_no_further_and_runs_on(world, died_at):
    set_apart(world, died_at)
    start_anew(world, FreshStart(reason="no more", is_hidden=True))
    view = world.attach()
    keep_up(world, view)
    world.print(b"x" * 5000)
    assert world.read()
    keep_up(world, view)
    assert [mark.reason for mark in view.marks] == ["no more"]
    assert view.core.text == b""
    assert world.reads


def test_a_session_that_is_over_is_shown_up_to_what_cores_died_of(world, died_at):
    world.act(world.machine.ended(Exited(0), world.now))
    world.act(world.machine.output_over(world.now))
    end = world.machine.end
    set_apart(world, died_at)
    start_anew(world)
    view = join(world)
    assert view.core.text == b"good;"
    assert world.machine.end == end


def test_a_view_that_comes_after_the_worker_left_sees_what_that_survived(world, died_at):
    set_apart(world, died_at)
    worker = world.attach(worker=True, size=None)
    start_anew(world)
    world.print(b"last words;")
    world.read()
    world.act(world.machine.output_over(world.now))
    world.reads = False
    world.act(world.machine.ended(Exited(0), world.now))
    world.settle()
    world.crash(worker)
    view = world.attach()
    world.settle()
    assert (view.core.text, view.ended) == (b"last words;", True)
