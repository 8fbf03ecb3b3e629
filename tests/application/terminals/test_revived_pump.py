"""What a new engine makes of a session whose program lives: the stream goes on."""

import asyncio
from dataclasses import replace
from typing import override

import pytest

from fakes.session_log import FakeSessionLog
from idea.application.terminals import stream_pump
from idea.application.terminals.stream_origins import LEFT_OUT_BYTES
from idea.domain.errors import StoreError
from idea.domain.ports.session_log import LogContents
from idea.domain.stream.checkpoint import Checkpoint
from idea.domain.stream.messages import (
    Acknowledged,
    AttachAsked,
    Attached,
    CheckpointKind,
    HolderChanged,
    Input,
    InputKind,
)
from idea.domain.stream.records import Exit, Gap, Resize
from idea.domain.terminal import Exited, Lost, Size
from support.pump_stage import ASKED, SIZE, FakeChannel, Stage, acknowledge, attached
from support.running import becomes, on_a_loop


async def a_session_with_output(stage, text):
    """Let an engine print and log; return its client's channel."""
    pump = stage.start()
    client, channel = await attached(pump)
    stage.pty.print(text)
    await becomes(lambda: channel.output.endswith(text), "output")
    acknowledge(pump, client, channel)
    return pump, channel


def crash(stage, torn=b""):
    """Let the engine die: the log is never closed, the next engine finds the pty as it was."""
    stage.pty.pause_reading()
    if torn:
        stage.log.used += len(torn)


def adopt(stage):
    return stage.pumps.adopt(stage.session, stage.pty, stage.sizes.append)


@on_a_loop
async def test_after_a_crash_a_client_goes_on_where_it_stood_and_sees_the_mark():
    stage = Stage()
    _, before = await a_session_with_output(stage, b"before")
    end = before.end
    crash(stage)
    stage.pty.print(b"meanwhile")

    pump = adopt(stage)
    client, channel = await attached(pump, AttachAsked(end, SIZE, shown=True, core="core 1"))
    await becomes(lambda: channel.output == b"meanwhile", "what was printed meanwhile")

    (start,) = channel.of(Attached)
    assert (start.kept, start.start) == (True, end + LEFT_OUT_BYTES)
    gap, resize = channel.records[:2]
    assert isinstance(gap, Gap)
    assert (gap.reset, resize) == (False, Resize(SIZE))
    assert channel.of(HolderChanged)[-1].epoch > before.of(HolderChanged)[-1].epoch
    pump.receive(client, Input(InputKind.KEY, b"k"))
    await becomes(lambda: stage.pty.written == b"k", "input")
    await pump.close()


@on_a_loop
async def test_after_an_engine_that_left_in_order_nothing_is_missing_or_marked():
    stage = Stage()
    first, _ = await a_session_with_output(stage, b"before")
    await first.close()
    stage.pty.print(b"meanwhile")

    pump = adopt(stage)
    _, channel = await attached(pump)
    await becomes(lambda: channel.output == b"beforemeanwhile", "all of it")

    assert not [one for one in channel.records if isinstance(one, Gap)]
    assert channel.of(Attached)[0].start == 0
    await pump.close()


@on_a_loop
async def test_a_client_that_knows_more_than_the_log_starts_anew():
    stage = Stage()
    pump = stage.start()
    _, channel = await attached(pump)
    stage.log.is_full = True
    stage.pty.print(b"never logged")
    await becomes(lambda: channel.output == b"never logged", "output")
    crash(stage)
    stage.log.is_full = False

    second = adopt(stage)
    _, again = await attached(second, AttachAsked(channel.end, SIZE, shown=True, core="core 1"))

    assert [one.kept for one in again.of(Attached)] == [False]
    await second.close()


@on_a_loop
async def test_many_takeovers_leave_one_stream():
    stage = Stage()
    for turn in range(6):
        crash(stage)
        pump = adopt(stage) if turn else stage.start()
        stage.pty.print(b"turn %d " % turn)
        await becomes(lambda turn=turn: b"turn %d " % turn in logged(stage.log), "its record")

    _, channel = await attached(pump)
    client = channel.of(Attached)[0].client
    for _ in range(200):
        await asyncio.sleep(0)
        if channel.records:
            pump.receive(client, Acknowledged(channel.end))
    assert channel.output == b"".join(b"turn %d " % turn for turn in range(6))
    assert len([one for one in channel.records if isinstance(one, Gap)]) == 5
    await pump.close()


def logged(log):
    return b"".join(bytes(frames) for _, frames in log.stretches)


@on_a_loop
async def test_a_hundred_takeovers_do_not_look_like_output_nobody_saved():
    stage = Stage()
    await a_session_with_output(stage, b"x")
    for turn in range(100):
        crash(stage)
        pump = adopt(stage)
        await becomes(lambda: stage.pty.is_read, "its reading")
        if turn < 99:
            stage.pty.pause_reading()
    stage.clock.advance(20)
    stage.pty.print(b"y")
    await becomes(lambda: logged(stage.log).endswith(b"y"), "output")

    assert stage.pty.is_read
    contents = await stage.log.contents()
    assert (contents.base, len(contents.skips)) == (0, 100)
    await pump.close()


@on_a_loop
async def test_a_session_killed_before_its_first_record_starts_where_it_is_taken_over():
    stage = Stage()
    pump = adopt(stage)
    stage.pty.print(b"hello")
    _, channel = await attached(pump)
    await becomes(lambda: channel.output == b"hello", "output")

    assert channel.of(Attached)[0].start == LEFT_OUT_BYTES
    contents = await stage.log.contents()
    assert contents.base == LEFT_OUT_BYTES
    await pump.close()


@on_a_loop
async def test_the_programs_size_is_what_its_terminal_has():
    stage = Stage()
    await a_session_with_output(stage, b"x")
    crash(stage)
    stage.session = stage.session.with_size(Size(70, 20))
    pump = adopt(stage)
    _, channel = await attached(pump, AttachAsked(None, None, shown=False, core=""))
    await becomes(lambda: Resize(Size(70, 20)) in channel.records, "its size")
    await pump.close()


@on_a_loop
async def test_texts_and_ends_wait_for_the_log():
    stage = Stage()
    await a_session_with_output(stage, b"x")
    crash(stage)
    stage.pty.end_output()
    pump = adopt(stage)
    pump.send_text("typed", enter=False)
    await pump.ended(Exited(3))
    _, channel = await attached(pump)
    await becomes(lambda: Exit(Exited(3)) in channel.records, "the end")
    assert stage.pty.is_closed
    await pump.close()


@on_a_loop
async def test_a_session_whose_end_is_logged_is_let_go():
    stage = Stage()
    first, _ = await a_session_with_output(stage, b"x")
    stage.pty.end_output()
    await first.ended(Exited(4))
    stage.pty.is_closed = False
    crash(stage)

    pump = adopt(stage)
    await pump.ended(Exited(4))
    _, channel = await attached(pump)
    await becomes(lambda: channel.records, "records")

    assert stage.pty.is_closed
    assert [one for one in channel.records if isinstance(one, Exit)] == [Exit(Exited(4))]
    await pump.close()


class UnreadableLog(FakeSessionLog):
    @override
    async def contents(self) -> LogContents:
        raise StoreError("The log cannot be read.")


@on_a_loop
async def test_a_log_that_cannot_be_read_costs_the_past_only():
    stage = Stage()
    stage.logs.logs[stage.session.id] = UnreadableLog()
    pump = adopt(stage)
    stage.pty.print(b"alive")
    _, channel = await attached(pump)
    await becomes(lambda: channel.output == b"alive", "output")
    await pump.close()


# One read at most is lost, because there is never more than one that is not logged.


@on_a_loop
async def test_nothing_is_read_while_the_last_read_is_not_logged():
    stage = Stage()
    pump = stage.start()
    _, channel = await attached(pump)
    stage.log.is_slow = True
    stage.pty.print(b"one")
    await becomes(lambda: channel.output == b"one", "the first read")
    stage.pty.print(b"two")

    assert (stage.pty.is_read, channel.output) == (False, b"one")
    stage.log.catch_up()
    await becomes(lambda: channel.output == b"onetwo", "the second read")
    await pump.close()


@on_a_loop
async def test_a_disk_that_hangs_does_not_hold_up_the_program(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(stream_pump, "PATIENCE_WITH_LOG_S", 0.01)
    stage = Stage()
    pump = stage.start()
    _, channel = await attached(pump)
    stage.log.is_slow = True
    for text in (b"one", b"two", b"three"):
        stage.pty.print(text)
        await becomes(lambda text=text: channel.output.endswith(text), "a read")
    stage.log.catch_up()
    stage.log.is_slow = True
    stage.pty.print(b"four")
    await becomes(lambda: channel.output.endswith(b"four"), "a read")
    assert not stage.pty.is_read
    await pump.close()


@on_a_loop
async def test_a_closed_pump_reads_no_more_when_the_log_catches_up():
    stage = Stage()
    pump = stage.start()
    stage.log.is_slow = True
    stage.pty.print(b"one")
    await becomes(lambda: not stage.pty.is_read, "the wait for the log")
    await pump.close()
    stage.log.catch_up()
    assert not stage.pty.is_read


@on_a_loop
async def test_who_leaves_while_the_log_is_read_is_forgotten():
    stage = Stage()
    pump = adopt(stage)
    channel = FakeChannel()
    pump.detach(pump.attach(channel, ASKED))
    await pump.close()
    assert channel.messages == []


# Checkpoints reach the disk although the records they saw do not.


async def a_log_that_lost_its_end(stage):
    """Save two checkpoints, but no record after the first ones."""
    pump = stage.start()
    _, channel = await attached(pump)
    stage.pty.print(b"logged")
    await becomes(lambda: channel.output == b"logged", "output")
    await pump.close()
    stage.log.is_whole = False
    end = channel.end
    for seq in (end + 1000, end + 3000):
        screen = Checkpoint(
            seq=seq, kind=CheckpointKind.PORTABLE, core="core 1", size=SIZE, data=b"screen"
        )
        stage.log.save_checkpoint((screen,))
    return end


@on_a_loop
async def test_a_living_session_starts_from_a_checkpoint_beyond_its_log():
    stage = Stage()
    end = await a_log_that_lost_its_end(stage)
    pump = adopt(stage)
    _, anew = await attached(pump)
    _, before = await attached(pump, AttachAsked(end, SIZE, shown=True, core="core 1"))
    stage.pty.print(b"meanwhile")
    await becomes(lambda: anew.output == b"meanwhile", "what came meanwhile")
    (start,) = anew.of(Attached)
    assert (start.checkpoint, start.start) == (True, end + 3000 + LEFT_OUT_BYTES)
    assert [one.kept for one in before.of(Attached)] == [True]
    assert [one.reset for one in anew.records if isinstance(one, Gap)] == [False]
    await pump.close()


@on_a_loop
async def test_an_ended_session_shows_a_checkpoint_beyond_its_log_and_says_so():
    stage = Stage()
    end = await a_log_that_lost_its_end(stage)
    for _ in range(2):  # The next engine finds it as the one before left it.
        pump = stage.pumps.revive(replace(stage.session, status=Lost("gone")))
        _, channel = await attached(pump)
        _, looker = await attached(pump, AttachAsked(0, None, shown=False, core=""))
        for one in (channel, looker):
            await becomes(lambda one=one: one.records[-1:] == [Exit(Lost("gone"))], "the end")
        (start,) = channel.of(Attached)
        assert (start.checkpoint, start.start) == (True, end + 3000 + LEFT_OUT_BYTES)
        assert looker.output == b"logged"
        assert [one.reset for one in looker.records if isinstance(one, Gap)] == [False]
        await pump.close()
