"""What engine and screen worker tell each other: many sessions over two pipes.

A *frame* is its length, a number and a kind, then the message. The *number* names one attachment of
the worker to one session and is never used again, so that nothing late is mistaken for another's.
Number 0 means the worker itself.
"""

import json
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from idea.domain.attention import Urgency
from idea.domain.errors import InvalidError
from idea.domain.ports.terminal_core import DefaultColors
from idea.domain.ports.terminal_effects import (
    CommandEnded,
    NotificationClosed,
    Notified,
    ProgressChanged,
    StatusTold,
)
from idea.domain.program_status import StatusNews
from idea.domain.screen_look import ScreenLook
from idea.domain.stream import wire
from idea.domain.stream.messages import ClientMessage, EngineMessage
from idea.domain.terminal import Size

LARGEST_FRAME_BYTES = 32 * 1024 * 1024
LARGEST_HISTORY_LINES = 10_000

_HEAD = struct.Struct(">IIc")
_HISTORY = struct.Struct(">I")


@dataclass(frozen=True, slots=True)
class Dropped:
    """To the worker: forget this session."""


@dataclass(frozen=True, slots=True)
class ScreenAsked:
    """To the worker: tell what the screen shows once it is what the engine sent."""

    history_lines: int
    """So many lines of scrollback too."""


@dataclass(frozen=True, slots=True)
class Pinged:
    """To the worker, which answers with the same: are you there?"""


@dataclass(frozen=True, slots=True)
class Dressed:
    """To the worker: all screens look like this from now on."""

    look: ScreenLook


@dataclass(frozen=True, slots=True)
class Ready:
    """From the worker: it takes sessions, with cores of this name."""

    core: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenTold:
    """From the worker: what a screen shows."""

    size: Size
    cursor: tuple[int, int]
    """Row and column of the page, 0 at the top left."""
    title: str
    lines: tuple[str, ...]
    """Asked scrollback, then the page; trailing blanks left out."""


@dataclass(frozen=True, slots=True)
class Titled:
    """From the worker: a program named its window, as it wrote it."""

    title: str


@dataclass(frozen=True, slots=True)
class Rang:
    """From the worker: a program rang."""


type Beside = Notified | NotificationClosed | ProgressChanged | CommandEnded | StatusTold
"""What programs tell beside their screens, apart from titles and bells."""


@dataclass(frozen=True, slots=True)
class ToldBeside:
    """From the worker: a program told something beside its screen."""

    effect: Beside


@dataclass(frozen=True, slots=True)
class Broken:
    """From the worker: it dropped this session, because its core cannot go on."""

    sentence: str


type ToWorker = EngineMessage | Dropped | ScreenAsked | Dressed | Pinged
type FromWorker = ClientMessage | Ready | ScreenTold | Titled | Rang | ToldBeside | Broken | Pinged


def encode_to_worker(number: int, message: ToWorker) -> bytes:
    """Return a frame for the worker.

    Raises:
        InvalidError: The message is larger than its kind may be.
    """
    match message:
        case Dropped():
            return _frame(number, b"d")
        case ScreenAsked(history_lines):
            return _frame(number, b"s", _HISTORY.pack(history_lines))
        case Dressed(look):
            return _frame(number, b"l", json.dumps(look).encode())
        case Pinged():
            return _frame(number, b"p")
        case _:
            return _frame(number, b"m", wire.encode(message))


def encode_from_worker(number: int, message: FromWorker) -> bytes:
    """Return a frame for the engine.

    Raises:
        InvalidError: The message is larger than its kind may be.
    """
    match message:
        case Ready(core):
            kind, body = b"r", core.encode()
        case Broken(sentence):
            kind, body = b"b", sentence.encode(errors="replace")
        case ScreenTold():
            kind, body = b"t", _screen_text(message)
        case Titled(title):
            kind, body = b"n", title.encode(errors="replace")
        case Rang():
            kind, body = b"g", b""
        case ToldBeside(effect):
            kind, body = b"e", json.dumps([type(effect).__name__, *effect]).encode()
        case Pinged():
            kind, body = b"p", b""
        case _:
            kind, body = b"m", wire.encode(message)
    return _frame(number, kind, body)


def _frame(number: int, kind: bytes, body: bytes = b"") -> bytes:
    if len(body) > LARGEST_FRAME_BYTES:
        raise InvalidError(f"A message of {len(body)} bytes is too large to send.")
    return _HEAD.pack(len(body), number, kind) + body


def _screen_text(told: ScreenTold) -> bytes:
    fields = [*_size_and_cursor(told), told.title, *told.lines]
    return json.dumps(fields, ensure_ascii=False).encode(errors="replace")


def _size_and_cursor(told: ScreenTold) -> tuple[int, int, int, int]:
    return (told.size.columns, told.size.rows, *told.cursor)


def _told(body: bytes) -> ScreenTold:
    columns, rows, row, column, title, *lines = json.loads(body)
    return ScreenTold(
        size=Size(columns, rows), cursor=(row, column), title=title, lines=tuple(lines)
    )


def _look(body: bytes) -> ScreenLook:
    (foreground, background, cursor, palette), (width, height) = json.loads(body)
    colors = DefaultColors(foreground, background, cursor, tuple(palette))
    return ScreenLook(colors, (width, height))


def _beside(body: bytes) -> ToldBeside:
    name, *fields = json.loads(body)
    match name:
        case "Notified":
            title, content, urgency, own = fields
            return ToldBeside(Notified(title, content, Urgency(urgency), own))
        case "NotificationClosed":
            return ToldBeside(NotificationClosed(*fields))
        case "ProgressChanged":
            return ToldBeside(ProgressChanged(*fields))
        case "CommandEnded":
            return ToldBeside(CommandEnded(*fields))
        case "StatusTold":
            return ToldBeside(StatusTold(tuple(StatusNews(*each) for each in fields[0])))
        case _:
            raise ValueError(name)


_TO_WORKER: dict[bytes, Callable[[bytes], ToWorker]] = {
    b"d": lambda _: Dropped(),
    b"s": lambda body: ScreenAsked(_HISTORY.unpack(body)[0]),
    b"l": lambda body: Dressed(_look(body)),
    b"p": lambda _: Pinged(),
    b"m": wire.decode_engine,
}
_FROM_WORKER: dict[bytes, Callable[[bytes], FromWorker]] = {
    b"r": lambda body: Ready(body.decode()),
    b"b": lambda body: Broken(body.decode()),
    b"t": _told,
    b"n": lambda body: Titled(body.decode()),
    b"g": lambda _: Rang(),
    b"e": _beside,
    b"p": lambda _: Pinged(),
    b"m": wire.decode_client,
}


class _Frames[Message]:
    """Cuts a pipe's bytes into messages; keeps what is incomplete."""

    def __init__(self, decoders: dict[bytes, Callable[[bytes], Message]]) -> None:
        self._decoders = decoders
        self._rest = bytearray()

    def feed(self, data: bytes) -> Iterator[tuple[int, Message]]:
        """Yield the messages that are complete now, each with its number.

        Raises:
            InvalidError: The bytes are no frames; nothing more can be read from this pipe.
        """
        self._rest += data
        start = 0
        try:
            while len(self._rest) - start >= _HEAD.size:
                length, number, kind = _HEAD.unpack_from(self._rest, start)
                if length > LARGEST_FRAME_BYTES or kind not in self._decoders:
                    raise InvalidError("A pipe between engine and worker carries nonsense.")
                end = start + _HEAD.size + length
                if len(self._rest) < end:
                    return
                body = bytes(memoryview(self._rest)[start + _HEAD.size : end])
                start = end
                yield number, self._decoded(kind, body)
        finally:
            del self._rest[:start]

    def _decoded(self, kind: bytes, body: bytes) -> Message:
        try:
            return self._decoders[kind](body)
        except (ValueError, TypeError, struct.error) as error:
            raise InvalidError("A message between engine and worker makes no sense.") from error


def frames_to_worker() -> _Frames[ToWorker]:
    """Return what reads the worker's incoming pipe."""
    return _Frames(_TO_WORKER)


def frames_from_worker() -> _Frames[FromWorker]:
    """Return what reads the engine's incoming pipe."""
    return _Frames(_FROM_WORKER)
