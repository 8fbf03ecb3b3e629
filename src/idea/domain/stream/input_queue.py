"""What goes to the program: keys, pastes, texts and replies, each written whole.

Order: an interrupt first, then replies, then everything else as it came; what has begun is finished
before anything else begins, except a paste, which an interrupt ends.
"""

from collections import deque
from dataclasses import dataclass, field

from idea.domain.errors import InvalidError
from idea.domain.ids import ClientId
from idea.domain.paste import PASTE_BEGINS, PASTE_ENDS
from idea.domain.stream.messages import Input, InputKind

INPUT_CREDIT_BYTES = 64 * 1024
LARGEST_REPLIES_BYTES = 1024 * 1024
_GRANT_BYTES = 16 * 1024
_WRITE_BYTES = 16 * 1024
_LARGEST_INTERRUPT_BYTES = 64
_INTERRUPTS = 4
"""A program that has not read four interrupts learns nothing from a fifth."""


@dataclass(slots=True, eq=False)
class _Entry:
    """One message on its way to the program."""

    kind: InputKind | None
    """None for replies and the closing of a paste."""
    client: ClientId | None
    pieces: deque[bytes] = field(default_factory=deque)
    complete: bool = True
    begun: bool = False
    bracketed: bool = False


class InputQueue:
    """Queues input by message and counts each client's credit."""

    def __init__(self) -> None:
        self._entries: deque[_Entry] = deque()
        self._open: dict[ClientId, _Entry] = {}
        self._swallowing: set[ClientId] = set()
        self._outstanding: dict[ClientId, int] = {}
        self._grants: dict[ClientId, int] = {}
        self._writing: tuple[_Entry, int] | None = None
        self._replies_bytes = 0

    @property
    def is_writing(self) -> bool:
        """Whether a write is under way."""
        return self._writing is not None

    def add(self, client: ClientId, message: Input) -> bool:
        """Queue a client's input; return whether the write under way must be cancelled.

        Raises:
            InvalidError: The client ignores its credit.
        """
        if message.kind is InputKind.INTERRUPT:
            return self._interrupt(client, message.data[:_LARGEST_INTERRUPT_BYTES])
        if client in self._swallowing:
            self.refuse(client, message)
        else:
            self._count(client, len(message.data))
            self._take_part(client, message)
        return False

    def _take_part(self, client: ClientId, message: Input) -> None:
        entry = self._open.pop(client, None)
        if entry is not None and entry.kind is not message.kind:
            entry.complete = True
            entry = None
        if entry is None:
            if message.last and not message.data:
                return
            entry = _Entry(message.kind, client)
            entry.bracketed = message.data.startswith(PASTE_BEGINS)
            self._entries.append(entry)
        if message.data:
            entry.pieces.append(message.data)
        entry.complete = message.last
        if not message.last:
            self._open[client] = entry

    def is_open(self, client: ClientId) -> bool:
        """Return whether more parts of a client's input are to come."""
        return client in self._open or client in self._swallowing

    def refuse(self, client: ClientId, message: Input) -> None:
        """Drop a client's input and give it back its credit.

        Raises:
            InvalidError: The client ignores its credit.
        """
        self._count(client, len(message.data))
        self._grant(client, len(message.data))
        if message.last:
            self._swallowing.discard(client)
        else:
            self._swallowing.add(client)

    def add_text(self, data: bytes) -> None:
        """Queue text nobody is there to encode."""
        self._entries.append(_Entry(InputKind.TEXT, None, deque((data,))))

    def reply(self, data: bytes) -> None:
        """Queue the answer to a query, behind earlier ones; too many unread ones are dropped."""
        if self._replies_bytes + len(data) > LARGEST_REPLIES_BYTES:
            return
        self._replies_bytes += len(data)
        self._insert(_Entry(None, None, deque((data,))), {None, InputKind.INTERRUPT})

    def _insert(self, entry: _Entry, ahead: set[InputKind | None]) -> None:
        """Put an entry behind what has begun and the leading entries of the kinds `ahead`."""
        index = 0
        for other in self._entries:
            if not other.begun and other.kind not in ahead:
                break
            index += 1
        self._entries.insert(index, entry)

    def leave(self, client: ClientId) -> bool:
        """Forget a client, ending what it had not sent whole; tell whether to cancel the write."""
        self._outstanding.pop(client, None)
        self._grants.pop(client, None)
        self._swallowing.discard(client)
        entry = self._open.pop(client, None)
        if entry is None:
            return False
        if entry.begun:
            return self._end(entry)
        self._entries.remove(entry)
        return False

    def next_write(self) -> bytes | None:
        """Return what to write now; None when there is nothing, or a write is under way."""
        while self._writing is None and self._entries:
            entry = self._entries[0]
            if not entry.pieces:
                if not entry.complete:
                    return None
                self._entries.popleft()
                continue
            piece = self._cut(entry)
            entry.begun = True
            self._writing = (entry, len(piece))
            return piece
        return None

    @staticmethod
    def _cut(entry: _Entry) -> bytes:
        piece = entry.pieces.popleft()
        limit = _WRITE_BYTES
        if entry.kind is InputKind.TEXT and len(piece) > 1 and piece.endswith(b"\r"):
            limit = min(limit, len(piece) - 1)  # Programs take Enter for a line of a paste else.
        if len(piece) > limit:
            entry.pieces.appendleft(piece[limit:])
        return piece[:limit]

    def written(self) -> None:
        """Take note that the write under way is done."""
        if self._writing is None:
            return
        entry, length = self._writing
        self._writing = None
        self._settle(entry, length)

    def _settle(self, entry: _Entry, length: int) -> None:
        if entry.client is not None:
            self._grant(entry.client, length)
        elif entry.kind is None:
            self._replies_bytes -= length

    def drop_all(self) -> None:
        """The program is gone: forget everything, and let clients send what is ignored."""
        self.written()
        for entry in self._entries:
            self._settle(entry, sum(map(len, entry.pieces)))
        self._entries.clear()
        self._open.clear()

    def take_grants(self) -> list[tuple[ClientId, int]]:
        """Return the credit to give back now, per client."""
        due = [
            (client, granted)
            for client, granted in self._grants.items()
            if granted >= _GRANT_BYTES or not self._outstanding[client]
        ]
        for client, _ in due:
            del self._grants[client]
        return due

    def _interrupt(self, client: ClientId, data: bytes) -> bool:
        self._swallowing.discard(client)  # It has dropped its own half-sent paste.
        cancelled = False
        for entry in [one for one in self._entries if one.kind is InputKind.PASTE]:
            sender = entry.client
            if sender is not None and not entry.complete:
                del self._open[sender]
                if sender != client:
                    self._swallowing.add(sender)
            if entry.begun:
                cancelled = self._end(entry)
            else:
                self._settle(entry, sum(map(len, entry.pieces)))
                self._entries.remove(entry)
        pending = [one for one in self._entries if one.kind is InputKind.INTERRUPT]
        if len(pending) < _INTERRUPTS:
            interrupt = _Entry(InputKind.INTERRUPT, None, deque((data,)))
            self._insert(interrupt, {InputKind.INTERRUPT})
        return cancelled

    def _end(self, entry: _Entry) -> bool:
        """End a begun message here; tell whether its write is under way and must be cancelled."""
        self._settle(entry, sum(map(len, entry.pieces)))
        entry.pieces.clear()
        entry.complete = True
        if entry.kind is not InputKind.PASTE:
            return False
        if entry.bracketed:
            closing = _Entry(None, None, deque((PASTE_ENDS,)), begun=True)
            self._replies_bytes += len(PASTE_ENDS)
            self._entries.insert(1, closing)
        if self._writing is None or self._writing[0] is not entry:
            return False
        self.written()
        return True

    def _count(self, client: ClientId, length: int) -> None:
        outstanding = self._outstanding.get(client, 0) + length
        if outstanding > INPUT_CREDIT_BYTES:
            raise InvalidError("A view sent more input than it was allowed to.")
        self._outstanding[client] = outstanding

    def _grant(self, client: ClientId, length: int) -> None:
        if client in self._outstanding:
            self._outstanding[client] -= length
            self._grants[client] = self._grants.get(client, 0) + length
