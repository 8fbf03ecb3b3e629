"""A view without a screen: parses records, acknowledges them, types, and waits for text."""

import threading
import time

from idea.domain.ids import SessionId
from idea.domain.ports.terminal_link import LinkLost, TerminalLinks
from idea.domain.stream.messages import (
    Acknowledged,
    Attached,
    EngineMessage,
    HolderChanged,
    Input,
    InputCredit,
    InputKind,
    Records,
    Skipped,
)
from idea.domain.stream.records import Exit, FrameReader, Output
from idea.domain.terminal import Exited, Lost, Size

WITHIN_S = 60.0


class AttachedView:
    """One attachment; its state is read by the test's thread under a condition."""

    def __init__(self, links: TerminalLinks, session: str, *, have: int | None = None) -> None:
        self._changed = threading.Condition()
        self._reader = FrameReader(have or 0)
        self.output = b""
        self.seq = have or 0
        self.credit = 0
        self.attached: Attached | None = None
        self.holder: HolderChanged | None = None
        self.exit: Exited | Lost | None = None
        self.lost: LinkLost | None = None
        self.link = links.attach(
            SessionId(session),
            have=have,
            size=Size(80, 24),
            shown=True,
            core="",
            receive=self._receive,
        )

    def _receive(self, news: EngineMessage | LinkLost) -> None:
        with self._changed:
            self._take(news)
            self._changed.notify_all()

    def _take(self, news: EngineMessage | LinkLost) -> None:
        match news:
            case Attached():
                self.attached = news
                self._reader = FrameReader(news.start)
            case Records():
                self._take_records(news)
            case InputCredit(bytes_allowed):
                self.credit += bytes_allowed
            case HolderChanged():
                self.holder = news
            case LinkLost():
                self.lost = news
            case Skipped():
                self.output = b""
            case _:
                return

    def _take_records(self, news: Records) -> None:
        if news.seq != self._reader.seq:
            self._reader = FrameReader(news.seq)  # Left out by an engine that took over.
        for framed in self._reader.feed(news.data):
            if isinstance(framed.record, Output):
                self.output += framed.record.data
            elif isinstance(framed.record, Exit):
                self.exit = framed.record.status
            self.seq = framed.end
        self.link.send(Acknowledged(self.seq))

    def type(self, text: str) -> None:
        """Type, once the engine lets us."""
        data = text.encode()
        self.wait("input credit", lambda: self.credit >= len(data))
        self.credit -= len(data)
        self.link.send(Input(InputKind.KEY, data))

    def wait_for(self, text: bytes) -> None:
        """Wait until the program printed this."""
        self.wait(repr(text), lambda: text in self.output)

    def wait_for_exit(self) -> Exited | Lost:
        """Wait for the record of the program's end."""
        self.wait("the exit", lambda: self.exit is not None)
        assert self.exit is not None
        return self.exit

    def wait(self, what: str, condition) -> None:
        """Wait for a condition on this view's state."""
        deadline = time.monotonic() + WITHIN_S
        with self._changed:
            while not condition():
                left = deadline - time.monotonic()
                assert left > 0, f"waited for {what}; {self.lost}; got {self.output[-2000:]!r}"
                self._changed.wait(left)

    def close(self) -> None:
        """Detach."""
        self.link.close()
