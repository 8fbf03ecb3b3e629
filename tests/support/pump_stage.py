"""A pump of a session with everything around it, made of fakes."""

from typing import override

from fakes.clock import FakeClock
from fakes.id_factory import FakeIdFactory
from fakes.pty import FakePty
from fakes.session_log import FakeSessionLog, FakeSessionLogs
from idea.application.terminals.client_channel import ClientChannel
from idea.application.terminals.stream_pump import StreamPump
from idea.application.terminals.stream_pumps import StreamPumps
from idea.domain.ids import ProjectId, SessionId
from idea.domain.ports.pty import SpawnSpec
from idea.domain.stream.messages import (
    Acknowledged,
    AttachAsked,
    Attached,
    EngineMessage,
    Records,
)
from idea.domain.stream.records import Output, decode_frames
from idea.domain.terminal import Running, Size, TerminalSession
from support.running import becomes

SIZE = Size(120, 40)
ASKED = AttachAsked(None, SIZE, shown=True, core="core 1")


class FakeChannel(ClientChannel):
    """Remembers what a client was sent."""

    def __init__(self) -> None:
        self.messages: list[EngineMessage] = []
        self.closed = ""

    @override
    def send(self, message: EngineMessage) -> None:
        self.messages.append(message)

    @override
    def close(self, sentence: str) -> None:
        self.closed = sentence

    def of[Kind](self, kind: type[Kind]) -> list[Kind]:
        """Return the messages of one kind."""
        return [message for message in self.messages if isinstance(message, kind)]

    @property
    def records(self) -> list:
        """The records that came."""
        return [f.record for one in self.of(Records) for f in decode_frames(one.seq, one.data)]

    @property
    def output(self) -> bytes:
        """The output that came."""
        return b"".join(one.data for one in self.records if isinstance(one, Output))

    @property
    def end(self) -> int:
        """The seq after the last record that came."""
        last = self.of(Records)[-1]
        return last.seq + len(last.data)


class Stage:
    """A pump with everything around it."""

    def __init__(self, session=None) -> None:
        self.clock = FakeClock()
        self.ids = FakeIdFactory()
        self.logs = FakeSessionLogs()
        self.pumps = StreamPumps(logs=self.logs, clock=self.clock, ids=self.ids)
        self.session = session or TerminalSession(
            id=SessionId("session"),
            project=ProjectId("project"),
            command=("sh",),
            cwd="/",
            size=SIZE,
            status=Running(1),
            started_at=self.clock.now(),
        )
        self.pty = FakePty(
            1,
            SpawnSpec(session=self.session.id, command=("sh",), cwd="/", environment={}, size=SIZE),
        )
        self.sizes: list[Size] = []

    def start(self) -> StreamPump:
        return self.pumps.start(self.session, self.pty, self.sizes.append)

    @property
    def log(self) -> FakeSessionLog:
        return self.logs.logs[self.session.id]


async def attached(pump, asked=ASKED):
    channel = FakeChannel()
    client = pump.attach(channel, asked)
    await becomes(lambda: channel.of(Attached), "attached")
    return client, channel


def acknowledge(pump, client, channel):
    pump.receive(client, Acknowledged(channel.end))
