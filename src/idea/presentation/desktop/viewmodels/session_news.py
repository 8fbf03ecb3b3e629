"""What programs told since the person looked, and what in a cell waits for an answer.

Plain Python, main thread only. Kept for this window only: a new window starts with no news.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from types import MappingProxyType
from typing import Final
from urllib.parse import unquote, urlsplit

from idea.application.views import (
    BellRung,
    CommandTold,
    NotificationTakenBack,
    NotificationTold,
    ProgressTold,
)
from idea.domain.attention import Alert, Urgency
from idea.domain.commands import Command, command_sentence
from idea.domain.ports.terminal_effects import (
    Bell,
    ClipboardWritten,
    CommandEnded,
    DirectoryChanged,
    NotificationClosed,
    Notified,
    ProgressChanged,
)
from idea.domain.ports.terminal_link import LinkLost
from idea.domain.stream.client import GoLive, Mark
from idea.domain.visible import visible

_SAID_MOST = 200
_SHOWN_OF_COPY = 60

type Told = (
    Bell
    | ClipboardWritten
    | DirectoryChanged
    | Notified
    | NotificationClosed
    | ProgressChanged
    | CommandEnded
    | Mark
    | LinkLost
    | GoLive
)
"""What a terminal tells that is not on its screen."""


class NoteKind(StrEnum):
    """What a note in a cell is about, the most important first."""

    CUT_OFF = "cut off"
    CLIPBOARD = "clipboard"
    TOO_LARGE = "too large"
    GAP = "gap"


class Answer(StrEnum):
    """What a person can say to a note; the value is the word on the button."""

    TRY_AGAIN = "Try again"
    ALLOW = "Allow"
    REFUSE = "Refuse"
    GOOD = "OK"


ANSWERS: Final[Mapping[NoteKind, tuple[Answer, ...]]] = MappingProxyType(
    {
        NoteKind.CUT_OFF: (Answer.TRY_AGAIN,),
        NoteKind.CLIPBOARD: (Answer.REFUSE, Answer.ALLOW),
        NoteKind.TOO_LARGE: (Answer.GOOD,),
        NoteKind.GAP: (Answer.GOOD,),
    }
)
"""The buttons of each kind of note; the first one changes nothing for the worse."""


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence that stands in a cell until it is answered."""

    kind: NoteKind
    sentence: str

    @property
    def answers(self) -> tuple[Answer, ...]:
        """What can be said to it."""
        return ANSWERS[self.kind]


class ProgressKind(Enum):
    """How a program gets on; each is drawn as a line of its own."""

    NORMAL = "normal"
    FAILED = "failed"
    BUSY = "busy"
    """It does not know how far it is."""
    HELD = "held"


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a program says it is."""

    words: str
    percent: int
    """0 to 100; 100 as well for a program that does not know."""
    kind: ProgressKind = ProgressKind.NORMAL


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """The news of one session."""

    rang: bool = False
    said: str = ""
    """What it wanted to notify of; empty once the person looked."""
    said_as: str = ""
    """What the program calls that."""
    progress: Progress | None = None
    folder: str = ""
    """Where it said it works."""
    notes: Mapping[NoteKind, str] = MappingProxyType({})

    @property
    def note(self) -> Note | None:
        """The note that stands in the cell."""
        found = next((kind for kind in NoteKind if kind in self.notes), None)
        return None if found is None else Note(found, self.notes[found])


NO_NEWS: Final = News()


class SessionNews:
    """Keeps the news of all sessions; `changed` is called after every change."""

    def __init__(self, changed: Callable[[], None], host: str = "") -> None:
        self._changed = changed
        self._host = host
        self._news: dict[str, News] = {}
        self._copies: dict[str, str] = {}
        """What each session wants on the clipboard, until the person answered."""
        self._may_copy: dict[str, bool] = {}

    def of(self, session: str) -> News:
        """Return the news of a session."""
        return self._news.get(session, NO_NEWS)

    @property
    def all(self) -> Mapping[str, News]:
        """The news of every session that has some."""
        return self._news

    def take(self, session: str, told: Told, *, attended: bool = False) -> str:
        """Take what a program told; returns what belongs on the clipboard now, if anything.

        `attended` says that the person looks at the session.
        """
        now = self.of(session)
        match told:
            case Bell():
                self._set(session, replace(now, rang=now.rang or not attended))
            case Notified(title, body, _, name) if not attended:
                self._set(session, replace(now, said=_said(title, body), said_as=name, rang=True))
            case NotificationClosed(name) if now.said and name == now.said_as:
                self.seen(session)
            case ProgressChanged(state, percent):
                self._set(session, replace(now, progress=progress_of(state, percent)))
            case DirectoryChanged(uri):
                self._set(session, replace(now, folder=folder_of(uri, self._host)))
            case ClipboardWritten(text):
                return self._copy(session, text)
            case Mark(gap):
                self._note(session, NoteKind.GAP, visible(gap.reason))
            case LinkLost(sentence):
                self._note(session, NoteKind.CUT_OFF, visible(sentence))
            case GoLive():
                self._forget_note(session, NoteKind.CUT_OFF)
            case _:
                pass
        return ""

    def answer(self, session: str, kind: NoteKind, answer: Answer) -> str:
        """Take an answer to a note; returns what belongs on the clipboard now, if anything.

        What is missing for one reason in many cells is answered once for all of them.
        """
        said = self.of(session).notes.get(kind)
        self._forget_note(session, kind)
        if kind is NoteKind.GAP:
            for other in tuple(self._news):
                if self.of(other).notes.get(kind) == said:
                    self._forget_note(other, kind)
        if kind is not NoteKind.CLIPBOARD:
            return ""
        text = self._copies.pop(session, "")
        self._may_copy[session] = answer is Answer.ALLOW
        return text if answer is Answer.ALLOW else ""

    def seen(self, session: str) -> None:
        """Take note that the person looks at a session."""
        self._set(session, replace(self.of(session), rang=False, said="", said_as=""))

    def refuse_copy(self, session: str, size_bytes: int) -> None:
        """Say that a program wanted more on the clipboard than the person's settings allow."""
        size = f"{-(-size_bytes // 1024):,} KiB"
        sentence = f"{size} for the clipboard were left out, more than terminal.clipboard_kib."
        self._note(session, NoteKind.TOO_LARGE, sentence)

    def keep_only(self, live: Collection[str]) -> None:
        """Let go of what ended sessions told; silent, for the caller is changing anyway."""
        kept = set(live)
        for told in (self._news, self._copies, self._may_copy):
            for session in told.keys() - kept:
                del told[session]

    def _copy(self, session: str, text: str) -> str:
        if session in self._may_copy:
            return text if self._may_copy[session] else ""
        self._copies[session] = text
        start = visible(" ".join(text[: 2 * _SHOWN_OF_COPY].split()))[:_SHOWN_OF_COPY]
        more = "…" if len(text) > len(start) else ""
        self._note(
            session,
            NoteKind.CLIPBOARD,
            f"This program wants to put text on the clipboard: “{start}{more}”",
        )
        return ""

    def _note(self, session: str, kind: NoteKind, sentence: str) -> None:
        now = self.of(session)
        self._set(session, replace(now, notes={**now.notes, kind: sentence}))

    def _forget_note(self, session: str, kind: NoteKind) -> None:
        now = self.of(session)
        kept = {each: sentence for each, sentence in now.notes.items() if each is not kind}
        self._set(session, replace(now, notes=kept))

    def _set(self, session: str, news: News) -> None:
        if news == self.of(session):
            return
        self._news[session] = news
        self._changed()


def told_by_engine(
    change: BellRung | NotificationTold | NotificationTakenBack | ProgressTold | CommandTold,
) -> Told:
    """Return what a program told that no view of this window heard."""
    match change:
        case BellRung():
            return Bell()
        case NotificationTold():
            return Notified(change.title, change.body, _urgency(change.urgency), change.id)
        case NotificationTakenBack(_, name):
            return NotificationClosed(name)
        case ProgressTold(_, state, percent):
            return ProgressChanged(state, percent)
        case CommandTold():
            return CommandEnded(change.line, change.exit, change.took_ms)


def _urgency(number: int) -> Urgency:
    return Urgency(min(max(number, Urgency.LOW), Urgency.CRITICAL))


def alert_of(told: Told) -> Alert | None:
    """Return what the desktop should say of it while the person does not see the session."""
    match told:
        case Bell():
            return Alert("It rang.", Urgency.LOW)
        case Notified(title, body, urgency, _):
            return Alert(_said(title, body), urgency)
        case _:
            return None


def notice_of(ended: CommandEnded, least_s: int) -> Notified | None:
    """Return what to say of a command's end to who does not see it; 0 seconds: never anything."""
    if not least_s or (ended.took_ms or 0) < least_s * 1_000:
        return None
    outcome = command_sentence(Command(0, "", ended=True, exit=ended.exit, took_ms=ended.took_ms))
    return Notified(visible(ended.line) or "A command", outcome)


def progress_of(state: int, percent: int) -> Progress | None:
    """Return what OSC 9;4 said, in words; None for no progress."""
    share = min(max(percent, 0), 100)
    match state:
        case 1:
            return Progress(f"{share} %", share)
        case 2:
            return Progress(f"failed at {share} %", share or 100, ProgressKind.FAILED)
        case 3:
            return Progress("busy", 100, ProgressKind.BUSY)
        case 4:
            return Progress(f"held at {share} %", share, ProgressKind.HELD)
        case _:
            return None


def folder_of(uri: str, host: str) -> str:
    """Return the folder an OSC 7 names, with its machine when that is another than `host`."""
    try:
        parts = urlsplit(uri)
        machine = parts.hostname or ""
    except ValueError:
        return ""
    path = visible(unquote(parts.path))
    if parts.scheme not in {"file", "kitty-shell-cwd"} or not path:
        return ""
    is_here = machine in {"", "localhost", host.lower(), host.lower().partition(".")[0]}
    return path if is_here else f"{visible(machine)}:{path}"


def _said(title: str, body: str) -> str:
    text = ": ".join(part for part in (title.strip(), body.strip()) if part)
    return visible(" ".join(text.split()))[:_SAID_MOST] or "It asks for attention."
