"""The pump: what the state machine wants is done, and what happens reaches it."""

import asyncio
from typing import override

import pytest

from fakes.session_log import FakeSessionLog
from idea.domain.errors import ConflictError, StoreError
from idea.domain.stream.checkpoint import Checkpoint, checkpoint_parts
from idea.domain.stream.messages import (
    Acknowledged,
    Attached,
    CheckpointAsked,
    CheckpointKind,
    HolderChanged,
    Input,
    InputKind,
    Records,
    ReplySent,
    ResizeAsked,
)
from idea.domain.stream.records import Exit, Output, decode_frames
from idea.domain.terminal import Exited, Lost, Size
from support.pump_stage import ASKED, SIZE, FakeChannel, Stage, acknowledge, attached
from support.running import becomes, on_a_loop


@on_a_loop
async def test_output_reaches_clients_and_log_and_input_the_program():
    stage = Stage()
    pump = stage.start()
    client, channel = await attached(pump)
    stage.pty.print(b"hello")
    await becomes(lambda: channel.output == b"hello", "output")
    pump.receive(client, Input(InputKind.KEY, b"a"))
    pump.receive(client, Input(InputKind.KEY, b"b"))
    await becomes(lambda: stage.pty.written == b"ab", "input")
    assert stage.log.read_now(0, 10_000).endswith(b"hello")
    await pump.close()
    assert (stage.log.is_closed, stage.pty.is_read) == (True, False)
    assert channel.closed


@on_a_loop
async def test_records_have_the_time_of_day_also_after_the_computer_slept():
    stage = Stage()
    pump = stage.start()
    stage.pty.print(b"in the evening")
    stage.clock.sleep(8 * 3600)
    stage.clock.advance(1)
    stage.pty.print(b"in the morning")
    framed = decode_frames(0, stage.log.read_now(0, 10_000))
    evening, morning = (one.at_ms for one in framed if isinstance(one.record, Output))
    assert morning - evening == (8 * 3600 + 1) * 1000
    assert morning == stage.clock.now().timestamp() * 1000
    await pump.close()


@on_a_loop
async def test_a_key_is_written_before_anything_else_on_a_busy_loop():
    stage = Stage()
    pump = stage.start()
    client, channel = await attached(pump)
    acknowledge(pump, client, channel)
    stage.pty.is_full.clear()
    pump.receive(client, Input(InputKind.KEY, b"a"))
    stage.pty.is_full.set()
    pump.receive(client, Input(InputKind.KEY, b"b"))
    assert stage.pty.written == b""
    await becomes(lambda: stage.pty.written == b"ab", "input in order")
    await becomes(lambda: pump.machine.is_at_rest, "the end of the writes")
    pump.receive(client, Input(InputKind.KEY, b"c"))
    assert stage.pty.written == b"abc"
    await pump.close()


@on_a_loop
async def test_the_holders_size_reaches_program_and_registry():
    stage = Stage()
    pump = stage.start()
    client, channel = await attached(pump)
    pump.receive(client, ResizeAsked(Size(80, 24)))
    assert [SIZE, Size(80, 24)] == stage.pty.sizes
    assert [Size(80, 24)] == stage.sizes
    assert not channel.closed
    await pump.close()


@on_a_loop
async def test_a_client_far_behind_catches_up_from_the_log_while_output_goes_on():
    stage = Stage()
    pump = stage.start()
    for _ in range(60):
        stage.pty.print(b"x" * 65_536)
        await asyncio.sleep(0)
    client, channel = await attached(pump)
    pump.receive(client, Input(InputKind.KEY, b"k"))
    for _ in range(500):
        if channel.of(Records):
            acknowledge(pump, client, channel)
        if len(channel.output) == 60 * 65_536:
            break
        await asyncio.sleep(0)
    assert len(channel.output) == 60 * 65_536
    await pump.close()


@on_a_loop
async def test_a_client_that_breaks_the_rules_is_closed_with_the_reason():
    stage = Stage()
    pump = stage.start()
    client, channel = await attached(pump)
    pump.receive(client, Acknowledged(10**9))
    assert "never sent" in channel.closed
    count = len(channel.messages)
    pump.receive(client, Input(InputKind.KEY, b"k"))
    pump.detach(client)
    assert count == len(channel.messages)
    await pump.close()


@on_a_loop
async def test_a_deadline_comes_by_itself():
    stage = Stage()
    pump = stage.start()
    client, channel = await attached(pump)
    stage.pty.print(b"$ ")
    await becomes(lambda: channel.output, "output")
    acknowledge(pump, client, channel)
    stage.clock.advance(1.99)
    pump._set_timer()
    assert channel.of(CheckpointAsked) == []
    stage.clock.advance(0.02)
    if pump._timer is not None:
        pump._timer.cancel()
    pump._fire()
    assert len(channel.of(CheckpointAsked)) == 1
    saved = Checkpoint(
        seq=channel.end, kind=CheckpointKind.PORTABLE, core="core 1", size=SIZE, data=b"screen"
    )
    for part in checkpoint_parts(saved):
        pump.receive(client, part)
    assert [(saved,)] == stage.log.saved
    _, late = await attached(pump)
    assert late.of(Attached)[0].checkpoint
    await pump.close()


@on_a_loop
async def test_an_early_timer_is_set_again():
    stage = Stage()
    pump = stage.start()
    client, channel = await attached(pump)
    stage.pty.print(b"$ ")
    await becomes(lambda: channel.output, "output")
    assert pump._timer is not None
    pump._timer.cancel()
    pump._fire()
    assert pump._timer is not None
    acknowledge(pump, client, channel)
    await pump.close()


@on_a_loop
async def test_the_end_is_recorded_after_everything_was_read():
    stage = Stage()
    pump = stage.start()
    _, channel = await attached(pump)
    stage.pty.print(b"bye")
    stage.pty.end_output()
    await pump.ended(Exited(3))
    assert [Output(b"bye"), Exit(Exited(3))] == channel.records[-2:]
    assert stage.pty.is_closed
    with pytest.raises(ConflictError):
        pump.send_text("x", enter=False)
    await pump.close()


@on_a_loop
async def test_text_is_typed_plainly_when_nobody_is_attached():
    stage = Stage()
    pump = stage.start()
    pump.send_text("ls", enter=True)
    await becomes(lambda: stage.pty.written == b"ls\r", "text")
    await pump.close()


@on_a_loop
async def test_a_blocked_write_is_cancelled_by_an_interrupt():
    stage = Stage()
    pump = stage.start()
    client, _ = await attached(pump)
    stage.pty.is_full.clear()
    pump.receive(client, Input(InputKind.PASTE, b"p" * 20_000))
    await asyncio.sleep(0)
    pump.receive(client, Input(InputKind.INTERRUPT, b"\x03"))
    stage.pty.is_full.set()
    await becomes(lambda: stage.pty.written == b"\x03", "interrupt")
    await pump.close()


@on_a_loop
async def test_a_program_that_takes_no_input_is_no_failure():
    stage = Stage()
    pump = stage.start()
    client, channel = await attached(pump)
    stage.pty.end_output()
    pump.receive(client, Input(InputKind.KEY, b"k"))
    await becomes(lambda: not pump.machine._queue.is_writing, "write failed")
    assert (stage.pty.written, channel.closed) == (b"", "")
    await pump.close()


class DeafLog(FakeSessionLog):
    """A log whose files cannot be read."""

    @override
    async def read(self, start, limit_bytes):
        raise StoreError("The disk is gone.")

    @override
    async def checkpoint(self, core):
        raise StoreError("The disk is gone.")


@on_a_loop
async def test_a_log_that_cannot_be_read_costs_the_past_and_not_the_session():
    stage = Stage()
    stage.logs.logs[stage.session.id] = DeafLog()
    pump = stage.start()
    for _ in range(40):
        stage.pty.print(b"x" * 65_536)
        await asyncio.sleep(0)
    channel = FakeChannel()
    client = pump.attach(channel, ASKED)
    await becomes(lambda: channel.of(Attached), "attached")
    stage.pty.print(b"on we go")
    await becomes(lambda: channel.output == b"on we go", "output")
    pump.receive(client, Acknowledged(channel.end))
    await pump.close()


@on_a_loop
async def test_before_the_end_of_the_engine_everything_under_way_is_dealt_with():
    stage = Stage()
    pump = stage.start()
    client, channel = await attached(pump)
    epoch = channel.of(HolderChanged)[-1].epoch
    stage.pty.print(b"\x1b[6n")
    await becomes(lambda: channel.output, "a query")
    stage.pty.is_full.clear()
    pump.receive(client, Input(InputKind.KEY, b"k"))

    resting = asyncio.create_task(pump.rest())
    await asyncio.sleep(0)
    stage.pty.print(b"not read any more")
    pump.receive(client, ReplySent(epoch, b"\x1b[1;1R"))
    acknowledge(pump, client, channel)
    await asyncio.sleep(0)
    assert not resting.done()
    stage.pty.is_full.set()
    await resting

    assert stage.pty.written == b"k\x1b[1;1R"
    assert (stage.pty.is_read, channel.output) == (False, b"\x1b[6n")
    await pump.close()
    await pump.rest()


@on_a_loop
async def test_nobody_attaches_to_a_closed_pump():
    stage = Stage()
    pump = stage.start()
    await pump.close()
    await pump.close()
    channel = FakeChannel()
    pump.attach(channel, ASKED)
    assert channel.closed


def ended_session(stage, status):
    return stage.session.with_status(status)


@on_a_loop
async def test_an_ended_session_is_served_from_its_log():
    stage = Stage()
    pump = stage.start()
    stage.pty.print(b"last screen")
    await becomes(lambda: stage.log.read_now(0, 999).endswith(b"screen"), "output")
    await pump.close()
    revived = stage.pumps.revive(ended_session(stage, Lost("The engine stopped.")))
    channels = [FakeChannel(), FakeChannel()]
    clients = [revived.attach(channel, ASKED) for channel in channels]
    revived.receive(clients[0], ResizeAsked(SIZE))
    await becomes(lambda: all(channel.of(Attached) for channel in channels), "attached")
    revived.receive(clients[1], Acknowledged(channels[1].end))
    await becomes(lambda: channels[0].output == b"last screen", "records")
    late = FakeChannel()
    client = revived.attach(late, ASKED)
    await becomes(lambda: late.of(Attached), "attached")
    revived.detach(client)
    assert Exit(Lost("The engine stopped.")) == channels[1].records[-1]
    with pytest.raises(ConflictError, match="has ended"):
        revived.send_text("x", enter=False)
    await revived.ended(Exited(0))
    await revived.close()
    await revived.close()
    assert all(channel.closed for channel in channels)
    closed = FakeChannel()
    revived.attach(closed, ASKED)
    assert closed.closed


@on_a_loop
async def test_a_revived_session_nobody_looked_at_is_closed_at_once():
    stage = Stage()
    for look in (False, True):
        revived = stage.pumps.revive(ended_session(stage, Exited(0)))
        channel = FakeChannel()
        if look:
            revived.attach(channel, ASKED)
            revived.detach(revived.attach(FakeChannel(), ASKED))
        await revived.close()
        assert look == bool(channel.closed)
    assert stage.log.is_closed
