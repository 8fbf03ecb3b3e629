"""Links to an engine that is the test itself: it says what happened, and reads what was sent."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import override

from idea.domain.ids import ClientId, SessionId
from idea.domain.ports.terminal_link import LinkLost, TerminalLink, TerminalLinks
from idea.domain.stream.messages import (
    Attached,
    ClientMessage,
    EngineMessage,
    HolderChanged,
    InputCredit,
    Records,
    Seq,
)
from idea.domain.stream.records import Exit, Gap, Output, Record, Resize, encode_frame
from idea.domain.terminal import Exited, Size

_CLIENT = ClientId("view")


@dataclass(frozen=True, slots=True, kw_only=True)
class AttachCall:
    """What an attach asked for."""

    session: SessionId
    have: Seq | None
    size: Size | None
    shown: bool
    core: str


class FakeTerminalLink(TerminalLink):
    """One channel; the engine's side are the methods after `close`."""

    def __init__(
        self, asked: AttachCall, receive: Callable[[EngineMessage | LinkLost], None], seq: Seq
    ) -> None:
        self.asked = asked
        self.sent: list[ClientMessage] = []
        self.closed = False
        self.seq = seq
        """Where the stream ends."""
        self.recorded: list[Record] = []
        self._receive = receive

    @override
    def send(self, message: ClientMessage) -> None:
        self.sent.append(message)

    @override
    def close(self) -> None:
        self.closed = True

    def tell(self, message: EngineMessage | LinkLost) -> None:
        """Let the view hear a message."""
        self._receive(message)

    def accept(self, size: Size, *, live: Seq | None = None, holding: bool = True) -> None:
        """Accept the attach with an empty core, let it hold the session and grant credit."""
        self.tell(
            Attached(
                client=_CLIENT,
                start=self.seq,
                live=self.seq if live is None else live,
                size=size,
                checkpoint=False,
                kept=self.asked.have is not None,
            )
        )
        if holding:
            self.hold(epoch=1)
        self.tell(InputCredit(64 * 1024))

    def hold(self, epoch: int, client: ClientId | None = _CLIENT) -> None:
        """Name the holder."""
        self.tell(HolderChanged(client=client, epoch=epoch, start=self.seq))

    def record(self, *records: Record) -> None:
        """Append records to the stream."""
        frames = b"".join(encode_frame(record, 0) for record in records)
        self.recorded.extend(records)
        start, self.seq = self.seq, self.seq + len(frames)
        self.tell(Records(seq=start, data=frames))

    def output(self, data: bytes) -> None:
        """Let the program write."""
        self.record(Output(data))

    def resize(self, size: Size) -> None:
        """Let the session take another size."""
        self.record(Resize(size))

    def gap(self, reason: str) -> None:
        """Let something be missing."""
        self.record(Gap(lost_bytes=0, reason=reason, reset=False))

    def exit(self, code: int = 0) -> None:
        """Let the program end."""
        self.record(Exit(Exited(code)))


class FakeTerminalLinks(TerminalLinks):
    """Keeps every link it made in `made`."""

    def __init__(self) -> None:
        self.made: list[FakeTerminalLink] = []

    @property
    def last(self) -> FakeTerminalLink:
        """The newest link."""
        return self.made[-1]

    @override
    def attach(
        self,
        session: SessionId,
        *,
        have: Seq | None,
        size: Size | None,
        shown: bool,
        core: str,
        receive: Callable[[EngineMessage | LinkLost], None],
    ) -> FakeTerminalLink:
        asked = AttachCall(session=session, have=have, size=size, shown=shown, core=core)
        self.made.append(FakeTerminalLink(asked, receive, have or 0))
        return self.made[-1]
