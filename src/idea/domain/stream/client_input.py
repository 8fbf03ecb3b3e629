"""The client's side of input credit: what may be sent now, what waits, and what is dropped."""

from collections import deque

from idea.domain.errors import ConflictError
from idea.domain.paste import PASTE_BEGINS, PASTE_ENDS
from idea.domain.stream.messages import Input, InputKind

LARGEST_WAITING_BYTES = 64 * 1024 * 1024
LARGEST_INPUT_PART_BYTES = 16 * 1024


class ClientInput:
    """Queues keys, pastes and texts until the engine grants credit; each is sent whole, in order.

    Belongs to one thread; `ClientStream` tells of new credit as `InputAllowed`.
    """

    def __init__(self) -> None:
        self._allowed = 0
        self._waiting: deque[Input] = deque()
        self._waiting_bytes = 0
        self._front_sent = 0

    @property
    def waiting_bytes(self) -> int:
        """How much could not be sent yet."""
        return self._waiting_bytes

    def send(self, kind: InputKind, data: bytes) -> tuple[Input, ...]:
        """Queue one input; return the messages to send now.

        An interrupt needs no credit: it goes out at once and drops the pastes that wait.

        Raises:
            ConflictError: The program has not read for too long; nothing was queued.
        """
        if kind is InputKind.INTERRUPT:
            self._drop_pastes()
            return (Input(kind, data),)
        if self._waiting_bytes + len(data) > LARGEST_WAITING_BYTES:
            raise ConflictError("The program does not read its input, so this was not sent to it.")
        self._waiting.append(Input(kind, data))
        self._waiting_bytes += len(data)
        return self._sendable()

    def allow(self, bytes_allowed: int) -> tuple[Input, ...]:
        """Take new credit; return the messages to send now."""
        self._allowed += bytes_allowed
        return self._sendable()

    @property
    def pasting_bytes(self) -> int:
        """How much of pastes could not be sent yet."""
        pastes = sum(len(one.data) for one in self._waiting if one.kind is InputKind.PASTE)
        is_front = bool(self._waiting) and self._waiting[0].kind is InputKind.PASTE
        return pastes - (self._front_sent if is_front else 0)

    def cancel_pastes(self) -> tuple[Input, ...]:
        """Drop the pastes that wait; one that is half sent ends properly after a last character.

        Return the messages to send now.
        """
        front = self._waiting[0] if self._front_sent else None
        if front is not None and front.kind is InputKind.PASTE:
            self._waiting[0] = Input(front.kind, _cut_short(front.data, self._front_sent))
        kept = [
            one
            for at, one in enumerate(self._waiting)
            if one.kind is not InputKind.PASTE or (at == 0 and self._front_sent)
        ]
        self._waiting = deque(kept)
        self._waiting_bytes = sum(len(one.data) for one in kept) - self._front_sent
        return self._sendable()

    def restart(self) -> None:
        """Prepare for a new attach, which begins with new credit.

        A half-sent input is dropped, because the engine ended it; and so are texts, which the
        engine asks for again.
        """
        self._allowed = 0
        if self._front_sent:
            self._waiting.popleft()
            self._front_sent = 0
        self._drop(InputKind.TEXT)

    def _sendable(self) -> tuple[Input, ...]:
        parts: list[Input] = []
        while self._waiting and self._allowed > 0:
            parts.append(self._next_part())
        return tuple(parts)

    def _next_part(self) -> Input:
        front = self._waiting[0]
        start = self._front_sent
        length = min(len(front.data) - start, self._allowed, LARGEST_INPUT_PART_BYTES)
        last = start + length == len(front.data)
        if last:
            self._waiting.popleft()
        self._front_sent = 0 if last else start + length
        self._allowed -= length
        self._waiting_bytes -= length
        return Input(front.kind, front.data[start : start + length], last)

    def _drop_pastes(self) -> None:
        if self._waiting and self._waiting[0].kind is InputKind.PASTE:
            self._front_sent = 0  # The engine ends the half-sent paste when the interrupt arrives.
        self._drop(InputKind.PASTE)

    def _drop(self, kind: InputKind) -> None:
        self._waiting = deque(one for one in self._waiting if one.kind is not kind)
        self._waiting_bytes = sum(len(one.data) for one in self._waiting) - self._front_sent


def _cut_short(data: bytes, sent: int) -> bytes:
    """Return a paste that ends after the character that comes next, closed as it was opened."""
    is_framed = data.startswith(PASTE_BEGINS)
    body_end = len(data) - len(PASTE_ENDS) if is_framed else len(data)
    end = max(sent, len(PASTE_BEGINS) if is_framed else 0) + 1
    if end >= body_end:
        return data
    while end < body_end and data[end] & 0xC0 == 0x80:  # Not within a character of UTF-8.
        end += 1
    return data[:end] + (PASTE_ENDS if is_framed else b"")
