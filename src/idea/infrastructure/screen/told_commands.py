"""What programs tell by commands of newer protocols: notifications in parts, and their status.

The notifications are those of kitty (OSC 99), the status is the Program Status Protocol (OSC 7501).
The same for every core. Both queries have fixed answers; of a program's own text only the id of a
notification comes back, without anything but letters, digits and `_-+.`.

Source: https://sw.kovidgoyal.net/kitty/desktop-notifications/
"""

import base64
import binascii
import re
from collections.abc import Mapping
from typing import Final

from idea.domain import program_status
from idea.domain.attention import Urgency
from idea.domain.ports.terminal_effects import (
    Effect,
    NotificationClosed,
    Notified,
    Reply,
    StatusTold,
)
from idea.domain.program_status import StatusNews, parse_report, with_newest
from idea.infrastructure.screen.command_tap import RESET
from idea.infrastructure.screen.outside_text import LONGEST_TEXT, MOST_NOTIFICATIONS, one_line

_NOT_IN_ID = re.compile(r"[^a-zA-Z0-9_\-+.]")
_LONGEST_ID: Final = 64
_ABILITIES: Final = "a=focus:o=unfocused:p=title,body,close,?:u=0,1,2"
_STATUS_QUERY: Final = "?"
_URGENCIES: Final[Mapping[str, Urgency]] = {str(int(each)): each for each in Urgency}


class _Parts:
    """A notification of which more may come."""

    def __init__(self) -> None:
        self.texts = {"title": b"", "body": b""}
        self.urgency = Urgency.NORMAL

    def add(self, kind: str, payload: bytes) -> None:
        """Take a part; what is too long is cut."""
        self.texts[kind] = (self.texts[kind] + payload)[: 4 * LONGEST_TEXT]

    def whole(self, name: str) -> Notified | None:
        """Return the notification; None when it says nothing."""
        title, body = (one_line(text.decode("utf-8", "replace")) for text in self.texts.values())
        return Notified(title, body, self.urgency, name) if title or body else None


class ToldEffects:
    """What such commands caused until it is taken.

    Floods are bounded: of notifications the first few count, of a program's status the newest.
    """

    def __init__(self) -> None:
        self._notifications: list[Notified | NotificationClosed] = []
        self._news: list[StatusNews] = []

    def add(self, effect: Effect) -> None:
        """Take an effect; those of other kinds are none of ours."""
        match effect:
            case Notified() | NotificationClosed():
                if len(self._notifications) < MOST_NOTIFICATIONS:
                    self._notifications.append(effect)
            case StatusTold(news):
                for each in news:
                    self._news = with_newest(self._news, each)
            case _:
                pass

    def take(self) -> tuple[Effect, ...]:
        """Return what there is, in order, and begin anew."""
        if not (self._notifications or self._news):
            return ()
        status = (StatusTold(tuple(self._news)),) if self._news else ()
        effects = (*self._notifications, *status)
        self._notifications.clear()
        self._news.clear()
        return effects


class ToldCommands:
    """The commands of one terminal."""

    def __init__(self) -> None:
        self._parts: dict[str, _Parts] = {}

    def take(self, command: bytes) -> Effect | None:
        """Return what a command causes, if anything; a command is as `CommandTap` finds it."""
        if command == RESET:
            self._parts.clear()
            return StatusTold((StatusNews(program_status.RESET),))
        number, _, rest = command.decode("utf-8", "replace").partition(";")
        match number:
            case "]99":
                return self._notification(rest)
            case "]7501":
                return _status(rest)
            case "]133" if rest.partition(";")[0] == "A":
                return StatusTold((StatusNews(program_status.AT_PROMPT),))
            case _:
                return None

    def _notification(self, text: str) -> Effect | None:
        head, _, payload = text.partition(";")
        values = dict(part.partition("=")[::2] for part in head.split(":"))
        name = _NOT_IN_ID.sub("", values.get("i", ""))[:_LONGEST_ID]
        match values.get("p", "title"):
            case "?":
                return Reply(f"\x1b]99;i={name or '0'}:p=?;{_ABILITIES}\x1b\\".encode())
            case "close":
                self._parts.pop(name, None)
                return NotificationClosed(name)
            case "title" | "body" as kind:
                self._add(name, kind, _payload(payload, coded=values.get("e") == "1"))
        parts = self._parts.get(name)
        if parts is None:
            return None
        parts.urgency = _URGENCIES.get(values.get("u", ""), parts.urgency)
        if values.get("d", "1") == "0":
            return None
        del self._parts[name]
        return parts.whole(name)

    def _add(self, name: str, kind: str, payload: bytes) -> None:
        if name not in self._parts and len(self._parts) >= MOST_NOTIFICATIONS:
            del self._parts[next(iter(self._parts))]  # The oldest was never finished.
        self._parts.setdefault(name, _Parts()).add(kind, payload)


def _status(text: str) -> Effect | None:
    if text == _STATUS_QUERY:
        return Reply(b"\x1b]7501;?\x1b\\")
    report = parse_report(text)
    return None if report is None else StatusTold((report,))


def _payload(text: str, *, coded: bool) -> bytes:
    if not coded:
        return text.encode(errors="replace")
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        return b""
