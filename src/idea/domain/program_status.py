"""What a program says it is doing: the Program Status Protocol, OSC 7501.

A report is `key=value:key=value`. It replaces what its `id` said before; a program that
reports on several tasks gives each an id, a path such as `build/docs`, and none for itself. What it
says is a stranger's text: it is shown, never obeyed, and never echoed.

Words: a *report* is what came; a *status* is what it says; the *board* has the newest of each id.
"""

import base64
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple

from idea.domain.errors import InvalidError
from idea.domain.visible import visible

MOST_TASKS: Final = 64
LONGEST_REPORT: Final = 4_096
LONGEST_MESSAGE: Final = 500
"""Characters of a message that are kept."""
_LONGEST_ID: Final = 128
_DEEPEST_ID: Final = 8
_LONGEST_NAME: Final = 64
_LONGEST_TITLE_CODE: Final = 256
_LONGEST_MESSAGE_CODE: Final = 2_732
MOST_NEWS: Final = MOST_TASKS + 2
"""So many pieces of news tell everything there can be."""

CLEAR: Final = "clear"
"""The status of a task, and of those below it, holds no more."""
AT_PROMPT: Final = "at prompt"
"""A shell's prompt is back: nothing that was unfinished goes on."""
RESET: Final = "reset"
"""The terminal was reset: nothing holds any more."""


class ProgramState(StrEnum):
    """What a program may be doing, that which matters most to the person first."""

    BLOCKED = "blocked"
    WORKING = "working"
    ERROR = "error"
    DONE = "done"
    IDLE = "idle"


_STATES: Final = frozenset(state.value for state in ProgramState)
_IMPORTANCE: Final = {state: number for number, state in enumerate(ProgramState)}
_ENDS_WITH_PROGRAM: Final = frozenset({ProgramState.WORKING, ProgramState.BLOCKED})


class BlockedKind(StrEnum):
    """What a blocked program waits for."""

    PERMISSION = "permission"
    QUESTION = "question"
    AUTH = "auth"


_KINDS: Final = frozenset(kind.value for kind in BlockedKind)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramStatus:
    """What a program said of itself or of one task; all texts are harmless and on one line."""

    state: ProgramState
    kind: BlockedKind | None = None
    """What it is blocked by, if it said so."""
    progress: int | None = None
    """Percent."""
    app: str = ""
    title: str = ""
    message: str = ""


class StatusNews(NamedTuple):
    """One report, or that statuses hold no more; what it says is checked where boards are kept."""

    what: str
    """A `ProgramState`, or `CLEAR`, `AT_PROMPT` or `RESET`."""
    id: str = ""
    """The task; empty for the program itself."""
    kind: str = ""
    progress: int | None = None
    app: str = ""
    title: str = ""
    message: str = ""


def parse_report(text: str) -> StatusNews | None:
    """Return what the text of an OSC 7501 reports; None when it is not one to heed."""
    if len(text.encode(errors="replace")) > LONGEST_REPORT or not text.isprintable():
        return None
    values = dict(part.partition("=")[::2] for part in text.split(":"))
    name, state = values.get("id", ""), values.get("state", "")
    if not (_is_id(name) and (state == CLEAR or state in _STATES)):
        return None
    try:
        title = _decoded(values.get("title", ""), _LONGEST_TITLE_CODE)
        message = _decoded(values.get("msg", ""), _LONGEST_MESSAGE_CODE)
    except ValueError:
        return None
    progress = _percent(values.get("progress", ""))
    kind, app = values.get("kind", ""), values.get("app", "")
    return StatusNews(state, name, kind, progress, app, title, message)


def with_newest(earlier: Sequence[StatusNews], newest: StatusNews) -> list[StatusNews]:
    """Return news that lead to the same board with the newest, without what it outdoes."""
    if newest.what == RESET:
        return [newest]
    is_report = newest.what in _STATES
    kept = [
        each
        for each in earlier
        if not (each == newest or (is_report and each.what in _STATES and each.id == newest.id))
    ]
    return [*kept[1 - MOST_NEWS :], newest]


@dataclass(frozen=True, slots=True)
class StatusBoard:
    """Everything one session's program reported that still holds."""

    by_id: Mapping[str, ProgramStatus] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def headline(self) -> ProgramStatus | None:
        """The status that matters most to the person, the program's own among equals."""
        ranked = sorted(self.by_id.items(), key=lambda each: (_IMPORTANCE[each[1].state], each[0]))
        return ranked[0][1] if ranked else None

    def after(self, news: StatusNews) -> "StatusBoard":
        """Return the board after news, the texts made harmless; of too many the oldest go.

        Raises:
            InvalidError: It is no news a program can tell.
        """
        if news.what == RESET:
            return EMPTY_BOARD
        if news.what == AT_PROMPT:
            return self._keeping(lambda _, known: known.state not in _ENDS_WITH_PROGRAM)
        if not _is_id(news.id):
            raise InvalidError("The status is that of no task.")
        if news.what == CLEAR:
            return self._keeping(lambda name, _: not _is_within(name, news.id))
        if news.what not in _STATES:
            raise InvalidError(f"{visible(news.what)!r} is no state of a program.")
        others = [(name, known) for name, known in self.by_id.items() if name != news.id]
        return StatusBoard(dict([*others, (news.id, _status(news))][-MOST_TASKS:]))

    def _keeping(self, holds: Callable[[str, ProgramStatus], bool]) -> "StatusBoard":
        kept = {name: known for name, known in self.by_id.items() if holds(name, known)}
        return self if len(kept) == len(self.by_id) else StatusBoard(kept)


EMPTY_BOARD: Final = StatusBoard()


def _status(news: StatusNews) -> ProgramStatus:
    state = ProgramState(news.what)
    is_blocked = state is ProgramState.BLOCKED
    progress = news.progress
    return ProgramStatus(
        state=state,
        kind=BlockedKind(news.kind) if is_blocked and news.kind in _KINDS else None,
        progress=None if progress is None else min(max(progress, 0), 100),
        app=_one_line(news.app)[:_LONGEST_NAME],
        title=_one_line(news.title)[:_LONGEST_TITLE_CODE],
        message=_one_line(news.message)[:LONGEST_MESSAGE],
    )


def _one_line(text: str) -> str:
    return visible(" ".join(text.split()))


def _is_id(name: str) -> bool:
    return len(name) <= _LONGEST_ID and name.count("/") < _DEEPEST_ID


def _is_within(name: str, parent: str) -> bool:
    """Whether an id is another one or below it; everything is below the program itself."""
    return not parent or name == parent or name.startswith(f"{parent}/")


def _decoded(code: str, longest: int) -> str:
    """Return a text sent in base64.

    Raises:
        ValueError: It is no such text.
    """
    if len(code) > longest:
        raise ValueError("too long")
    return base64.b64decode(code, validate=True).decode("utf-8")


def _percent(text: str) -> int | None:
    if text.isascii() and text.isdigit() and len(text) <= 3 and int(text) <= 100:
        return int(text)
    return None
