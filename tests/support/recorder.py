"""Looks on while a session goes by, and keeps every record of it."""

import threading
import time
from collections.abc import Callable

from idea.domain.ids import SessionId
from idea.domain.ports.terminal_link import LinkLost, TerminalLink, TerminalLinks
from idea.domain.stream.messages import (
    Acknowledged,
    Attached,
    EngineMessage,
    HolderChanged,
    Records,
    Seq,
    Skipped,
)
from idea.domain.stream.records import Framed, FrameReader, Gap, Output

WITHIN_S = 60.0


class Recorder:
    """An observer with all the records it was sent; read it under `wait` only."""

    def __init__(
        self, links: TerminalLinks, session: str, *, have: Seq | None = None, keep: bool = True
    ) -> None:
        """Attach; with `keep` off only the newest output is kept."""
        self._changed = threading.Condition()
        self._reader = FrameReader(0)
        self._keep = keep
        self.records: list[Framed] = []
        self.gaps: list[Gap] = []
        self.attached: list[Attached] = []
        self.output_bytes = 0
        self.tail = b""
        """The last bytes the program printed."""
        self.held = False
        self.end: Seq = 0
        self.problem: object = None
        self._links = links
        self._session = SessionId(session)
        with self._changed:  # What arrives at once waits until the link is there.
            self.link = self._attach(have)

    def _attach(self, have: Seq | None) -> TerminalLink:
        return self._links.attach(
            self._session, have=have, size=None, shown=False, core="", receive=self._receive
        )

    def attach_again(self) -> None:
        """Go on with another engine where this one stands, as a window does."""
        self.link.close()
        with self._changed:
            self.problem = None
            self.link = self._attach(self.end)

    @property
    def output(self) -> bytes:
        """Everything the program printed."""
        return b"".join(one.record.data for one in self.records if isinstance(one.record, Output))

    def _receive(self, news: EngineMessage | LinkLost) -> None:
        with self._changed:
            self._take(news)
            self._changed.notify_all()

    def _take(self, news: EngineMessage | LinkLost) -> None:
        match news:
            case Attached():
                self.attached.append(news)
                if not news.kept:
                    self.records.clear()
                    self.output_bytes, self.tail = 0, b""
                self._reader = FrameReader(news.start)
                self.end = news.start
            case Records(seq, frames):
                if seq != self._reader.seq:
                    self._reader = FrameReader(seq)  # Left out by an engine that took over.
                for framed in self._reader.feed(frames):
                    self._keep_record(framed)
                self.link.send(Acknowledged(self.end))
            case HolderChanged(client):
                self.held = client is not None
            case LinkLost() | Skipped():
                self.problem = news
            case _:
                return

    def _keep_record(self, framed: Framed) -> None:
        if self._keep:
            self.records.append(framed)
        match framed.record:
            case Gap() as gap:
                self.gaps.append(gap)
            case Output(data):
                self.output_bytes += len(data)
                self.tail = (self.tail + data)[-4096:]
            case _:
                pass
        self.end = framed.end

    def wait(self, what: str, condition: Callable[[], object], within_s: float = WITHIN_S) -> None:
        """Wait for a condition on what was recorded."""
        deadline = time.monotonic() + within_s
        with self._changed:
            while not condition():
                left = deadline - time.monotonic()
                assert left > 0, (
                    f"waited for {what}; {self.problem}; {self.attached[-1:]}; stands at "
                    f"{self.end}; got {self.tail[-500:]!r}"
                )
                self._changed.wait(left)

    def wait_for(self, text: bytes) -> None:
        """Wait until the program's newest output holds this."""
        self.wait(repr(text), lambda: text in self.tail)

    def close(self) -> None:
        """Look on no more."""
        self.link.close()
