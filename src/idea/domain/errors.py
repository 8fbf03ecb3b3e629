"""The errors of IdeA; each carries one sentence for the person who can act on it.

IdeaError
├── NotFoundError   what was named does not exist
├── InvalidError    what was given cannot be right
├── ConflictError   it is right, but not now: something else holds or changed it
├── StoreError      a file could not be read or written
│   └── NotSavedError   it could not be written, and says which and why
├── ProcessError    a program could not be started, reached or stopped
└── RemoteError     another machine or distribution could not be reached
"""

from enum import StrEnum
from typing import ClassVar


class ErrorKind(StrEnum):
    """What a caller can do about an error; travels over every door."""

    NOT_FOUND = "not_found"
    INVALID = "invalid"
    CONFLICT = "conflict"
    STORE = "store"
    PROCESS = "process"
    REMOTE = "remote"


class IdeaError(Exception):
    """One sentence that says what happened and what to do."""

    kind: ClassVar[ErrorKind]

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class NotFoundError(IdeaError):
    """What was named does not exist."""

    kind = ErrorKind.NOT_FOUND


class InvalidError(IdeaError):
    """What was given cannot be right."""

    kind = ErrorKind.INVALID


class ConflictError(IdeaError):
    """It is right, but not now: something else holds or changed it."""

    kind = ErrorKind.CONFLICT


class StoreError(IdeaError):
    """A file could not be read or written."""

    kind = ErrorKind.STORE


class NotSavedError(StoreError):
    """A file could not be written; its old content is still there."""

    def __init__(self, path: str, reason: str) -> None:
        """`reason` continues the sentence after a colon; it may end with a full stop or not."""
        super().__init__(f"{path} could not be saved: {reason.rstrip('.')}.")
        self.path = path
        self.reason = reason


class ProcessError(IdeaError):
    """A program could not be started, reached or stopped."""

    kind = ErrorKind.PROCESS


class RemoteError(IdeaError):
    """Another machine or distribution could not be reached."""

    kind = ErrorKind.REMOTE
