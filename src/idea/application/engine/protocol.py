"""What the engine and its clients must agree on; standard library only, and quick to import.

Words: a *protocol range* is the oldest and newest protocol one side speaks; hello picks the newest
both speak. The *frozen core* (hello, subscribe, list, attach, input, resize, acknowledge, stop) is
only ever added to, so that a newer window can always show and stop an older engine's sessions.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from idea.domain.errors import (
    ConflictError,
    ErrorKind,
    IdeaError,
    InvalidError,
    NotFoundError,
    ProcessError,
    RemoteError,
    StoreError,
)


@dataclass(frozen=True, slots=True)
class ProtocolRange:
    """The oldest and the newest protocol one side speaks."""

    oldest: int
    newest: int

    def __post_init__(self) -> None:
        if not 1 <= self.oldest <= self.newest:
            raise InvalidError(f"{self.oldest} to {self.newest} is not a range of protocols.")


PROTOCOLS: Final = ProtocolRange(oldest=1, newest=1)
"""What this build speaks."""

FROZEN_METHODS: Final = (
    "hello",
    "subscribe",
    "terminals.list_sessions",
    "terminals.stop_session",
    "engine.engine_status",
    "engine.stop_engine",
    "engine.restart_engine",
)
"""Methods every engine answers, in every protocol."""

RPC_PATH: Final = "/rpc"
ATTACH_PATH: Final = "/attach/"
TOKEN_HEADER: Final = "Idea-Token"  # noqa: S105 # A header's name.
PROTOCOL_HEADER: Final = "Idea-Protocol"
SESSION_HEADER: Final = "Idea-Session"
SECRET_HEADER: Final = "Idea-Session-Secret"  # noqa: S105 # A header's name.

LARGEST_MESSAGE_BYTES: Final = 4 * 1024 * 1024
"""The longest message either side accepts from a client; the engine's own may be longer."""

LARGEST_ANSWER_BYTES: Final = 64 * 1024 * 1024
"""The longest message a client accepts."""

CLOSE_REFUSED: Final = 4000
"""The hello was wrong or came too late; the reason is in the message before or in the frame."""
CLOSE_TOO_SLOW: Final = 4001
"""The client did not read what it subscribed to; it may come again."""
CLOSE_STOPPED: Final = 4002
"""Somebody wants no engine: nobody is to start another one unasked."""
CLOSE_LEAVING: Final = 1001
"""The engine stops."""

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
UNKNOWN_METHOD: Final = -32601
INTERNAL_ERROR: Final = -32603

CODES: Final = {
    ErrorKind.INVALID: -32602,
    ErrorKind.NOT_FOUND: -32001,
    ErrorKind.CONFLICT: -32002,
    ErrorKind.STORE: -32003,
    ErrorKind.PROCESS: -32004,
    ErrorKind.REMOTE: -32005,
}
"""JSON-RPC codes by error kind, one to one."""

_ERRORS: Final[Mapping[int, type[IdeaError]]] = {
    CODES[ErrorKind.INVALID]: InvalidError,
    CODES[ErrorKind.NOT_FOUND]: NotFoundError,
    CODES[ErrorKind.CONFLICT]: ConflictError,
    CODES[ErrorKind.STORE]: StoreError,
    CODES[ErrorKind.PROCESS]: ProcessError,
    CODES[ErrorKind.REMOTE]: RemoteError,
    UNKNOWN_METHOD: NotFoundError,
    INVALID_REQUEST: InvalidError,
    PARSE_ERROR: InvalidError,
}


def negotiate(theirs: ProtocolRange, ours: ProtocolRange = PROTOCOLS) -> int:
    """Return the newest protocol both sides speak.

    Raises:
        ConflictError: There is none.
    """
    newest = min(theirs.newest, ours.newest)
    if newest < max(theirs.oldest, ours.oldest):
        older = "engine" if ours.newest < theirs.oldest else "program"
        raise ConflictError(
            f"This engine speaks protocols {ours.oldest} to {ours.newest}, the program that called "
            f"speaks {theirs.oldest} to {theirs.newest}; the {older} is too old."
        )
    return newest


def hello_range(value: object) -> ProtocolRange:
    """Return the range a hello gives as a list of two whole numbers.

    Raises:
        InvalidError: It is anything else.
    """
    match value:
        case [int(oldest), int(newest)] if not isinstance(value, str):
            return ProtocolRange(oldest=oldest, newest=newest)
        case _:
            raise InvalidError("A hello gives its protocols as [oldest, newest].")


def error_of(code: int, sentence: str) -> IdeaError:
    """Return the error an engine's error code and message stand for."""
    return _ERRORS.get(code, ProcessError)(sentence)
