"""What becomes of a session of which the record does not know the end."""

from datetime import UTC, datetime

import pytest

from contracts.session_store import A_TIME, a_record
from idea.application.terminals.logged_ends import found_ended
from idea.domain.errors import StoreError
from idea.domain.session_record import TERMINAL_LOST, EndReason, SessionRecord
from idea.domain.stream.records import Exit, Record, Resize, encode_frame
from idea.domain.terminal import Exited, Lost, Size
from support.fake_sessions import RecordingPump
from support.running import on_a_loop

ENDED_AT = datetime(2026, 3, 4, 6, 0, tzinfo=UTC)


def pump_with(record: SessionRecord, *logged: Record) -> RecordingPump:
    pump = RecordingPump(record.session, None, None)
    at_ms = int(ENDED_AT.timestamp() * 1000)
    pump.kept.append(0, b"".join(encode_frame(one, at_ms) for one in logged))
    return pump


@on_a_loop
async def test_the_end_that_is_logged_is_the_truth_however_old_the_record_is() -> None:
    record = a_record("restored")
    pump = pump_with(record, Resize(Size(80, 24)), Exit(Exited(3)))
    found = await found_ended(record, lambda: pump, boot="boot-1", now=A_TIME)
    assert found.session.status == Exited(3)
    assert (found.end, found.ended_at) == (EndReason.OWN_EXIT, ENDED_AT)
    assert pump.is_closed


@on_a_loop
async def test_a_session_without_a_logged_end_is_lost() -> None:
    record = a_record("cut")
    pump = pump_with(record, Resize(Size(80, 24)))
    boot = record.process.boot if record.process is not None else ""
    found = await found_ended(record, lambda: pump, boot=boot, now=A_TIME)
    assert found.session.status == Lost(TERMINAL_LOST)


@on_a_loop
async def test_a_log_that_cannot_be_read_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    record = a_record("unreadable")
    pump = pump_with(record, Exit(Exited(3)))

    async def refuse() -> None:
        raise StoreError("It cannot be read.")

    monkeypatch.setattr(pump.kept, "contents", refuse)
    found = await found_ended(record, lambda: pump, boot="another", now=A_TIME)
    assert isinstance(found.session.status, Lost)
    assert pump.is_closed


@on_a_loop
async def test_of_one_whose_end_is_known_the_log_is_not_asked() -> None:
    record = a_record("over").ended(Exited(0), at=A_TIME)

    def revive() -> RecordingPump:
        raise AssertionError("nobody needs its log")

    assert await found_ended(record, revive, boot="x", now=A_TIME) is record
