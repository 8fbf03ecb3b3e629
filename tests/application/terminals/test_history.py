"""What the past of a session answers: pieces, records, checkpoints."""

import base64

import pytest

from contracts.session_log import a_checkpoint
from fakes.session_log import FakeSessionLog
from idea.application.terminals.open_terminal import OpenTerminal, OpenTerminalRequest
from idea.application.terminals.read_checkpoint import ReadCheckpoint, ReadCheckpointRequest
from idea.application.terminals.read_history import PAGE_BYTES, ReadHistory, ReadHistoryRequest
from idea.application.terminals.screen_views import PieceView
from idea.application.terminals.show_history import ShowHistory, ShowHistoryRequest
from idea.application.use_case import Person
from idea.domain.errors import NotFoundError
from idea.domain.ids import SessionId
from idea.domain.stream.records import Output, Resize, decode_frames, encode_frame
from idea.domain.terminal import Size
from support.fake_sessions import Terminals
from support.running import on_a_loop

ME = Person()
BLOCK = encode_frame(Output(b"x" * 60_000), 7)


async def a_log(terminals: Terminals) -> tuple[str, FakeSessionLog]:
    use_case = OpenTerminal(terminals.sessions, terminals.launcher)
    session = (await use_case.execute(OpenTerminalRequest(project="Garden"), ME)).id
    return session, terminals.pumps.made[SessionId(session)].kept


@on_a_loop
async def test_pieces_are_those_of_the_log_and_a_session_may_be_named_briefly() -> None:
    terminals = Terminals()
    session, log = await a_log(terminals)
    log.append(0, encode_frame(Resize(Size(1, 1)), 12))
    log.append(900, BLOCK)

    shown = await ShowHistory(terminals.sessions).execute(
        ShowHistoryRequest(session=session[:8]), ME
    )

    assert shown.id == session
    assert shown.pieces == (
        PieceView(start=0, end=21, at_ms=12),
        PieceView(start=900, end=900 + len(BLOCK), at_ms=7),
    )
    await terminals.sessions.close()


@on_a_loop
async def test_records_come_in_pages_that_follow_each_other() -> None:
    terminals = Terminals()
    session, log = await a_log(terminals)
    log.append(0, BLOCK * 20)
    read = ReadHistory(terminals.sessions)

    seq, pages = 0, 0
    while (page := await read.execute(ReadHistoryRequest(session=session, start=seq), ME)).frames:
        frames = base64.b64decode(page.frames)
        assert (page.start, page.end) == (seq, seq + len(frames))
        assert len(frames) <= PAGE_BYTES
        assert decode_frames(seq, frames)
        seq, pages = page.end, pages + 1

    assert (seq, pages) == (20 * len(BLOCK), 10)
    with pytest.raises(NotFoundError, match="does not hold"):
        await read.execute(ReadHistoryRequest(session=session, start=seq + 1), ME)
    await terminals.sessions.close()


@on_a_loop
async def test_a_checkpoint_comes_in_parts_and_never_from_after_the_place() -> None:
    terminals = Terminals()
    session, log = await a_log(terminals)
    whole = bytes(range(256)) * 5_000
    log.save_checkpoint((a_checkpoint(500, data=whole),))
    read = ReadCheckpoint(terminals.sessions)

    data = b""
    while len(data) < len(whole):
        request = ReadCheckpointRequest(session=session, core="c", up_to=500, offset=len(data))
        part = await read.execute(request, ME)
        assert (part.seq, part.kind, part.size_bytes) == (500, "portable", len(whole))
        data += base64.b64decode(part.data)

    assert data == whole
    with pytest.raises(NotFoundError):
        await read.execute(ReadCheckpointRequest(session=session, core="c", up_to=499), ME)
    await terminals.sessions.close()
