"""What is left of a session when the computer stops: the newest segment is cut anywhere.

Files only: a log is written as an engine writes it, cut, and read as the next engine reads it. What
it shows is compared with a core that was fed the same records.
"""

import asyncio
import random
import shutil
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from fakes.clock import FakeClock
from fakes.id_factory import FakeIdFactory
from idea.application.terminals.stream_pumps import StreamPumps
from idea.application.worker.kept_screen import Cores, KeptScreen
from idea.domain.ids import ClientId, ProjectId, SessionId
from idea.domain.ports.terminal_core import Screen
from idea.domain.screen_look import DARK_LOOK
from idea.domain.stream.checkpoint import CheckpointAssembly
from idea.domain.stream.messages import AttachAsked, Seq
from idea.domain.stream.records import (
    Exit,
    Framed,
    Gap,
    Holder,
    Output,
    Record,
    Resize,
    decode_frames,
    encode_frame,
)
from idea.domain.stream.screen_checkpoint import screen_parts
from idea.domain.terminal import Lost, Size, TerminalSession
from idea.infrastructure.logs.file_session_log import FileSessionLogs
from idea.infrastructure.screen.select import select_core, select_input_encoders
from support.pump_stage import FakeChannel
from support.running import becomes
from support.screen_state import SCROLLBACK_LINES

PROJECT, SESSION = ProjectId("p"), SessionId("s")
SIZE, LATER = Size(120, 40), Size(100, 30)
REBOOTED = Lost("The computer was restarted.")
SEGMENT_BYTES = 64 * 1024
LINES = 20_000
CUTS = 100


def records() -> list[Record]:
    """Return what a session prints that fills its scrollback; its size changes in the middle."""
    chance = random.Random(1)
    found: list[Record] = [Resize(SIZE), Holder(ClientId("c"), 1)]
    printed = 0
    while printed < LINES:
        count = chance.randint(1, 40)
        found.append(Output(b"".join(map(line, range(printed, printed + count)))))
        printed += count
        if chance.random() < 0.02:
            found.append(Resize(chance.choice((SIZE, LATER))))
    return found


def line(number: int) -> bytes:
    text = b"\x1b[3%dm%d\x1b[m %s" % (number % 8, number, "größer 好".encode() * (number % 3))
    return text + (b"x" * 150 if number % 5 == 0 else b"") + b"\r\n"


@dataclass
class Written:
    """A log as it was when the computer stopped."""

    folder: Path
    frames: list[Framed] = field(default_factory=list)
    checkpoints: list[Seq] = field(default_factory=list)

    @property
    def newest(self) -> Path:
        return max(self.folder.glob("p/s/stream-*"))


def opened(folder: Path) -> FileSessionLogs:
    """Return logs so small that they have lost their beginning when they are cut."""
    return FileSessionLogs(
        folder, lambda *_: None, segment_bytes=SEGMENT_BYTES, log_bytes=lambda: 16 * SEGMENT_BYTES
    )


async def write(folder: Path) -> Written:
    """Write a log with two checkpoints, the newer one in the middle of the newest segment."""
    written = Written(folder)
    logs = opened(folder)
    log = logs.open(PROJECT, SESSION)
    screens = select_core()
    core = screens.create(SIZE, SCROLLBACK_LINES)
    seq = 0
    everything = records()
    for number, record in enumerate(everything, start=1):
        frame = encode_frame(record, 0)
        log.append(seq, frame)
        written.frames += decode_frames(seq, frame)
        seq += len(frame)
        apply(core, record)
        if len(everything) - number in {150, 19}:
            assembly = CheckpointAssembly()
            size = core.take_frame().size
            parts = screen_parts(core, screens.name, size, seq)
            log.save_checkpoint([whole for part in parts if (whole := assembly.add(part))])
            written.checkpoints.append(seq)
        await log.flush()  # Each record is a write of its own, so segments are as long as wanted.
    core.close()
    await logs.close()  # The log is not closed: nobody left in order.
    assert not (folder / PROJECT.value / SESSION.value / f"stream-{0:020d}.records").exists()
    start, size = int(written.newest.stem[-20:]), written.newest.stat().st_size
    assert 0.3 < (written.checkpoints[-1] - start) / size < 0.7
    return written


def apply(core: Screen, record: Record) -> None:
    match record:
        case Output(data):
            core.feed(data)
        case Resize(size):
            core.resize(size)
        case _:
            pass


def cut(written: Written, folder: Path, length: int, *, zeros: bool) -> Path:
    """Copy a log and let its newest segment end early; file systems may leave zeros there."""
    shutil.copytree(written.folder, folder)
    path = folder / written.newest.relative_to(written.folder)
    content = path.read_bytes()
    path.write_bytes(content[:length] + (bytes(len(content) - length) if zeros else b""))
    return folder


def logged_end(written: Written, length: int) -> Seq:
    """Return where the last whole record of the cut segment ends."""
    start = int(written.newest.stem[-20:])
    return max([start, *(one.end for one in written.frames if one.end <= start + length)])


def look(screen: Screen) -> bytes:
    """Return all that a person can see or scroll to, with attributes, modes and cursor."""
    assert screen.take_frame().scrollback.total >= SCROLLBACK_LINES
    return screen.portable_snapshot(SCROLLBACK_LINES - SIZE.rows)


async def shown(folder: Path) -> tuple[KeptScreen, Sequence[object]]:
    """Return the screen a new engine shows, and the records that came after its checkpoint."""
    logs = opened(folder)
    clock = FakeClock()
    session = TerminalSession(
        id=SESSION,
        project=PROJECT,
        command=("sh",),
        cwd="/",
        size=SIZE,
        status=REBOOTED,
        started_at=clock.now(),
    )
    pump = StreamPumps(logs=logs, clock=clock, ids=FakeIdFactory()).revive(session)
    screens = select_core()
    cores = Cores(
        screens=screens,
        encoder=select_input_encoders().create_encoder,
        scrollback_lines=SCROLLBACK_LINES,
    )
    channel = FakeChannel()
    client = pump.attach(channel, AttachAsked(None, SIZE, shown=True, core=screens.name))
    screen = KeptScreen(
        cores,
        look=DARK_LOOK,
        send=lambda message: pump.receive(client, message),
        mark=lambda _: None,
        clock=time.monotonic,
    )
    taken = 0

    def ended() -> bool:
        nonlocal taken
        while taken < len(channel.messages):
            screen.receive(channel.messages[taken])
            taken += 1
            while screen.busy:
                screen.work(lambda: False)
        return Exit(REBOOTED) in channel.records[-1:]

    await becomes(ended, "the end")
    found = channel.records
    await pump.close()
    await logs.close()
    return screen, found


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Written:
    return asyncio.run(write(tmp_path_factory.mktemp("whole")))


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_log_cut_anywhere_shows_its_newest_screen_and_all_lines(
    written: Written, tmp_path: Path
) -> None:
    chance = random.Random(100)
    size = written.newest.stat().st_size
    lengths = sorted(chance.randrange(size) for _ in range(CUTS))
    twin = select_core().create(SIZE, SCROLLBACK_LINES)
    fed = iter(written.frames)
    stands, due = 0, b""
    gaps = 0
    for number, length in enumerate(lengths):
        folder = cut(written, tmp_path / str(number), length, zeros=number % 2 == 0)
        if number % 3 == 0:  # Another core, or another version of it.
            for path in folder.glob("p/s/*.native"):
                path.unlink()
        end = max(logged_end(written, length), written.checkpoints[-1])
        if stands < end:
            while stands < end:
                framed = next(fed)
                apply(twin, framed.record)
                stands = framed.end
            due = look(twin)
        screen, found = asyncio.run(shown(folder))
        gaps += sum(isinstance(one, Gap) for one in found)
        assert look(screen._core) == due, length
        screen.close()
        shutil.rmtree(folder)
    assert 0 < sum(logged_end(written, one) < written.checkpoints[-1] for one in lengths) < CUTS
    # Nobody can tell what else was lost, so the stream always says that something may be.
    assert gaps == CUTS
    twin.close()
