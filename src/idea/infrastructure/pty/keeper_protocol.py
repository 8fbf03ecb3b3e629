"""What engine and keeper say to each other over their Unix socket.

One JSON object per line, either way. A request carries `id` and `op`; the answer repeats `id` and
says `ok`, with `error` (one sentence) when not. `fds` in a message counts the descriptors that
travelled (SCM_RIGHTS) with its first byte. Lines with `event` answer nothing. Standard library
only, and little of it: the keeper's memory is paid for as long as the person works.

    hello   versions [oldest, newest]            -> version, pid, sessions (how many are held)
    spawn   session argv cwd env columns rows    -> pid, fds 1
    list                                         -> one line {id, held {session, pid, code}, fds}
                                                    per session, then count
    signal  session signal                       -> sent to the leader's and the foreground group
    forget  session                              -> the keeper's descriptor is closed
    event exited   session code                  (minus the signal's number when one ended it)
"""

import json
from collections.abc import Iterator, Mapping

OLDEST_VERSION = 1
NEWEST_VERSION = 1

LONGEST_LINE = 8 * 1024 * 1024
"""Bytes; an environment may take 2 MiB, and six times that when every letter is escaped."""

ALREADY_RUNNING = 75
"""Exit code of a keeper that found another one holding the lock."""

type Message = Mapping[str, object]


class BadMessageError(Exception):
    """A line that is no message; its text is one sentence."""


class LineTooLongError(BadMessageError):
    """More than `LONGEST_LINE` bytes without an end of line."""


def encode(message: Message) -> bytes:
    """Return a message as one line; text that is no Unicode travels as lone surrogates."""
    return json.dumps(message, separators=(",", ":")).encode("ascii") + b"\n"


def decode(line: bytes) -> dict[str, object]:
    """Return the object of a line.

    Raises:
        BadMessageError: It is no JSON object.
    """
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        raise BadMessageError("This line is no JSON.") from None
    if not isinstance(value, dict):
        raise BadMessageError("This line is no JSON object.")
    return value


class Lines:
    """Cuts a byte stream into lines."""

    __slots__ = ("_rest",)

    def __init__(self) -> None:
        self._rest = bytearray()

    def feed(self, received: bytes) -> Iterator[bytes]:
        """Yield the lines that are complete now, without their ends.

        Raises:
            LineTooLongError: A line does not end.
        """
        self._rest += received
        if b"\n" not in received:
            if len(self._rest) > LONGEST_LINE:
                raise LineTooLongError(f"A line is longer than {LONGEST_LINE} bytes.")
            return
        *lines, rest = bytes(self._rest).split(b"\n")
        self._rest = bytearray(rest)
        yield from lines
