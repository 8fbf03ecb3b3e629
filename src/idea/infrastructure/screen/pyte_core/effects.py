"""Acts on the operating system commands and queries of a program, for the portable core."""

import base64
import binascii
import re
from collections.abc import Mapping

from idea.domain.ports.terminal_core import Color, DefaultColors, true_color
from idea.domain.ports.terminal_effects import (
    Bell,
    ClipboardWritten,
    DirectoryChanged,
    Effect,
    Notified,
    ProgressChanged,
    Reply,
    TitleChanged,
)
from idea.domain.styled_text import channels
from idea.infrastructure.screen.mouse_modes import POINTERS
from idea.infrastructure.screen.other_keys import OtherKeys
from idea.infrastructure.screen.outside_text import (
    LONGEST_TITLE,
    MOST_REPLY_BYTES,
    one_line,
)
from idea.infrastructure.screen.replies import lawful_reply
from idea.infrastructure.screen.told_commands import ToldCommands, ToldEffects

_HEX_COLOR = re.compile(r"#([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})\Z")
_RGB_COLOR = re.compile(r"rgb:([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})\Z")
_OWN = {10: -1, 11: -2, 12: -3}


class PyteEffects:
    """Title, colours, clipboard, notifications and replies of one terminal."""

    def __init__(self) -> None:
        """Be muted and without default colours."""
        self.is_muted = True
        self.title = ""
        self.pointer = ""
        self.defaults: DefaultColors | None = None
        self.colors: dict[int, Color] = {}
        """What the program set: palette entries, -1 foreground, -2 background, -3 cursor."""
        self._replies = bytearray()
        self._last: dict[type, Effect] = {}
        self._told = ToldCommands()
        self.keys = OtherKeys()
        self._effects = ToldEffects()

    def take(self) -> tuple[Effect, ...]:
        """Return what happened since the last call, all replies joined in one."""
        replies = (Reply(bytes(self._replies)),) if self._replies else ()
        effects = (*replies, *self._last.values(), *self._effects.take())
        self._replies.clear()
        self._last.clear()
        return () if self.is_muted else effects

    def reply(self, text: str) -> None:
        """Queue a reply, if it is lawful."""
        if not self.is_muted and len(self._replies) < MOST_REPLY_BYTES:
            self._replies += lawful_reply(text.encode("ascii", "replace"))

    def tell(self, command: str) -> None:
        """Act on a command as `CommandTap` finds it."""
        self.keys.take(command.encode(errors="replace"))
        effect = self._told.take(command.encode(errors="replace"))
        if isinstance(effect, Reply):
            self.reply(effect.data.decode("ascii"))
        elif effect is not None:
            self._effects.add(effect)

    def bell(self) -> None:
        """Ring."""
        self._last[Bell] = Bell()

    def osc(self, content: str) -> None:
        """Act on an operating system command; unknown ones do nothing."""
        code, _, rest = content.partition(";")
        match code:
            case "0" | "2" | "22":
                self._title_or_pointer(code, rest)
            case "4":
                self._palette(rest)
            case "10" | "11" | "12":
                self._set_or_report(_OWN[int(code)], code, rest)
            case "104" | "110" | "111" | "112":
                self._reset_colors(int(code), rest)
            case "7":
                self._last[DirectoryChanged] = DirectoryChanged(one_line(rest))
            case "9":
                self._nine(rest)
            case "52":
                self._clipboard(rest)
            case "777":
                kind, _, text = rest.partition(";")
                title, _, body = text.partition(";")
                if kind == "notify":
                    self._notify(title, body)
            case _:
                pass

    def _title_or_pointer(self, code: str, rest: str) -> None:
        if code == "22":
            self.pointer = rest if rest in POINTERS else ""
        else:
            self.title = one_line(rest, LONGEST_TITLE)
            self._last[TitleChanged] = TitleChanged(self.title)

    def _palette(self, rest: str) -> None:
        parts = rest.split(";")
        for index, value in zip(parts[::2], parts[1::2], strict=False):
            if index.isascii() and index.isdigit() and int(index[:4]) < 256:
                self._set_or_report(int(index), f"4;{int(index)}", value)

    def _set_or_report(self, index: int, name: str, value: str) -> None:
        if value == "?":
            color = self.colors.get(index, self._default(index))
            if color is not None:
                rgb = "/".join(f"{channel * 0x101:04x}" for channel in channels(color))
                self.reply(f"\x1b]{name};rgb:{rgb}\x1b\\")
            return
        color = _parsed(value)
        if color is not None:
            self.colors[index] = color

    def _default(self, index: int) -> Color | None:
        if self.defaults is None:
            return None
        own = {-1: self.defaults.foreground, -2: self.defaults.background, -3: self.defaults.cursor}
        if index in own:
            return own[index]
        palette = self.defaults.palette
        return palette[index] if index < len(palette) else _usual_color(index)

    def _reset_colors(self, code: int, rest: str) -> None:
        if code != 104:
            self.colors.pop(_OWN[code - 100], None)
            return
        for index in [index for index in self.colors if index >= 0]:
            if not rest or str(index) in rest.split(";"):
                del self.colors[index]

    def _nine(self, rest: str) -> None:
        if not rest.startswith("4;"):
            self._notify("", rest)
            return
        state, _, percent = rest[2:].partition(";")
        if state in {"0", "1", "2", "3", "4"}:
            value = int(percent[:3]) if percent.isascii() and percent.isdigit() else 0
            self._last[ProgressChanged] = ProgressChanged(int(state), min(value, 100))

    def _notify(self, title: str, body: str) -> None:
        self._effects.add(Notified(one_line(title), one_line(body)))

    def _clipboard(self, rest: str) -> None:
        where, _, payload = rest.partition(";")
        if payload == "?" or (where and "c" not in where):
            return
        try:
            text = base64.b64decode(payload, validate=True).decode("utf-8", "replace")
        except (binascii.Error, ValueError):
            return
        self._last[ClipboardWritten] = ClipboardWritten(text)

    @property
    def changed_colors(self) -> Mapping[int, Color]:
        """The colours the program set, a copy."""
        return dict(self.colors)


def _usual_color(index: int) -> Color | None:
    """Return an entry of the palette as every xterm has it; None for the first 16."""
    if index < 16:
        return None
    if index >= 232:
        return true_color(*[8 + 10 * (index - 232)] * 3)
    steps = ((index - 16) // 36, (index - 16) // 6 % 6, (index - 16) % 6)
    return true_color(*(step and 55 + 40 * step for step in steps))


def _parsed(value: str) -> Color | None:
    found = _HEX_COLOR.match(value) or _RGB_COLOR.match(value)
    if found is None:
        return None
    return true_color(*(int(part, 16) * 255 // (16 ** len(part) - 1) for part in found.groups()))
