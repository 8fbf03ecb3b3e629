"""Collects what a program causes outside its screen: the library's callbacks.

The library calls back while it is fed, on the feeding thread. Muted, no callback is installed but
the one that tells of resets, so there is nothing that could leak out. Floods are bounded: of bells,
titles, folders, progress and clipboard writes only the last of a feed is kept, of the rest as
`ToldEffects` says.
"""

from collections.abc import Callable
from typing import Any

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
from idea.domain.shell_marks import ShellMark
from idea.domain.terminal import Size
from idea.infrastructure.screen.command_tap import RESET
from idea.infrastructure.screen.ghostty.abi import Abi
from idea.infrastructure.screen.ghostty.title_return import TitleReturn
from idea.infrastructure.screen.identity import NAME
from idea.infrastructure.screen.other_keys import OtherKeys
from idea.infrastructure.screen.outside_text import (
    LONGEST_TITLE,
    MOST_REPLY_BYTES,
    one_line,
)
from idea.infrastructure.screen.replies import lawful_reply
from idea.infrastructure.screen.told_commands import ToldCommands, ToldEffects

_TEXT_TYPES = ("text/plain", "UTF8_STRING", "STRING", "TEXT")
_TERMINAL_NAME = NAME.encode("ascii")
_RESET = b"\x1b" + RESET
_BRACKETED_PASTE = 2004
_APART = b"\0"


class EffectSink:
    """The callbacks of one terminal."""

    def __init__(self, abi: Abi, terminal: Any) -> None:
        self._abi = abi
        self._terminal = terminal
        self._replies = bytearray()
        self._last: dict[type, Effect] = {}
        self._told = ToldCommands()
        self.keys = OtherKeys()
        self.titles = TitleReturn()
        self._effects = ToldEffects()
        self.is_muted = True
        self._may_be_reset = False
        """Whether the library took the progress away, as it does for every reset, too."""
        self._last_byte = b""
        self.size = Size(columns=80, rows=24)
        self.cell_pixels = (8, 16)
        self.is_dark: bool | None = None
        """Whether the view is dark, for programs that ask; None does not answer."""
        self._version = abi.ffi.from_buffer(_TERMINAL_NAME)
        self._callbacks = self._make_callbacks()
        self.mute(muted=True)

    def mute(self, *, muted: bool) -> None:
        """Take the callbacks out, or put them back."""
        self.is_muted = muted
        null = self._abi.ffi.NULL
        for option, callback in self._callbacks.items():
            is_kept = option == self._abi.lib.GHOSTTY_TERMINAL_OPT_PROGRESS_REPORT
            self._set(option, null if muted and not is_kept else callback)

    def close(self) -> None:
        """Take the callbacks out for good."""
        for option in self._callbacks:
            self._set(option, self._abi.ffi.NULL)
        self._callbacks.clear()

    def take(self) -> tuple[Effect, ...]:
        """Return what happened since the last call, all replies joined in one."""
        told = self._effects.take()
        if not (self._replies or self._last or told):
            return ()
        replies = (Reply(bytes(self._replies)),) if self._replies else ()
        effects = (*replies, *self._last.values(), *told)
        self._replies.clear()
        self._last.clear()
        return effects

    def heed(self, written: bytes, command: bytes) -> None:
        """Act on the command that ends what was written, and on a reset before it."""
        if self._may_be_reset:
            self._may_be_reset = False
            if _RESET in self._last_byte + written:
                self._tell(RESET)
        self._last_byte = written[-1:]
        if command:
            self._tell(command)

    def _tell(self, command: bytes) -> None:
        self.keys.take(command)
        effect = self._told.take(command)
        if effect is None or self.is_muted:
            return
        if isinstance(effect, Reply):
            self._reply(effect.data)
        else:
            self._effects.add(effect)

    def _make_callbacks(self) -> dict[int, Any]:
        lib, ffi = self._abi.lib, self._abi.ffi

        def callback(kind: str, function: Callable[..., object]) -> Any:
            return ffi.callback(f"GhosttyTerminal{kind}Fn", function)

        return {
            lib.GHOSTTY_TERMINAL_OPT_WRITE_PTY: callback("WritePty", self._on_reply),
            lib.GHOSTTY_TERMINAL_OPT_BELL: callback("Bell", self._on_bell),
            lib.GHOSTTY_TERMINAL_OPT_TITLE_CHANGED: callback("TitleChanged", self._on_title),
            lib.GHOSTTY_TERMINAL_OPT_PWD_CHANGED: callback("PwdChanged", self._on_directory),
            lib.GHOSTTY_TERMINAL_OPT_XTVERSION: callback("Xtversion", self._on_version),
            lib.GHOSTTY_TERMINAL_OPT_SIZE: callback("Size", self._on_size),
            lib.GHOSTTY_TERMINAL_OPT_COLOR_SCHEME: callback("ColorScheme", self._on_scheme),
            lib.GHOSTTY_TERMINAL_OPT_CLIPBOARD_WRITE: callback(
                "ClipboardWrite", self._on_clipboard
            ),
            lib.GHOSTTY_TERMINAL_OPT_DESKTOP_NOTIFICATION: callback(
                "DesktopNotification", self._on_notification
            ),
            lib.GHOSTTY_TERMINAL_OPT_PROGRESS_REPORT: callback("ProgressReport", self._on_progress),
        }

    def _set(self, option: int, value: Any) -> None:
        self._abi.lib.ghostty_terminal_set(self._terminal, option, value)

    def _on_reply(self, _terminal: Any, _user: Any, data: Any, length: int) -> None:
        self._reply(bytes(self._abi.ffi.buffer(data, length)))

    def _reply(self, data: bytes) -> None:
        if len(self._replies) < MOST_REPLY_BYTES:
            self._replies += lawful_reply(data)

    def _on_bell(self, _terminal: Any, _user: Any) -> None:
        self._last[Bell] = Bell()

    def _on_title(self, _terminal: Any, _user: Any) -> None:
        title = self.title()
        self._last[TitleChanged] = TitleChanged(title)

    def _on_directory(self, _terminal: Any, _user: Any) -> None:
        uri = self.string(self._abi.lib.GHOSTTY_TERMINAL_DATA_PWD)
        self._last[DirectoryChanged] = DirectoryChanged(uri)

    def _on_version(self, _terminal: Any, _user: Any) -> Any:
        return {"ptr": self._version, "len": len(_TERMINAL_NAME)}

    def _on_size(self, _terminal: Any, _user: Any, out: Any) -> bool:
        self._fill_size(out)
        return True

    def _on_scheme(self, _terminal: Any, _user: Any, out: Any) -> bool:
        if self.is_dark is None:
            return False
        lib = self._abi.lib
        out[0] = lib.GHOSTTY_COLOR_SCHEME_DARK if self.is_dark else lib.GHOSTTY_COLOR_SCHEME_LIGHT
        return True

    def _on_clipboard(self, _terminal: Any, _user: Any, write: Any) -> None:
        if write.location != self._abi.lib.GHOSTTY_CLIPBOARD_LOCATION_STANDARD:
            return
        for index in range(write.contents_len):
            content = write.contents[index]
            if self._text(content.mime).split(";")[0] in _TEXT_TYPES:
                self._last[ClipboardWritten] = ClipboardWritten(self._text(content.data))
                return

    def _on_notification(self, _terminal: Any, _user: Any, what: Any) -> None:
        title, body = one_line(self._text(what.title)), one_line(self._text(what.body))
        self._effects.add(Notified(title, body))

    def _on_progress(self, _terminal: Any, _user: Any, report: Any) -> None:
        state, percent = int(report.state), max(int(report.progress), 0)
        self._may_be_reset = self._may_be_reset or not state
        if not self.is_muted:
            self._last[ProgressChanged] = ProgressChanged(state, percent)

    def title(self) -> str:
        """Return the title the program set, on one line."""
        return self.string(self._abi.lib.GHOSTTY_TERMINAL_DATA_TITLE)[:LONGEST_TITLE]

    def title_after(self, mark: ShellMark) -> bytes:
        """Return what to feed after a mark, so that no title stays whose program is gone."""
        bracketed = self._abi.ffi.new("GhosttyTerminalModeConfig *", (_BRACKETED_PASTE, 0))
        what = self._abi.lib.GHOSTTY_TERMINAL_DATA_MODE
        self._abi.lib.ghostty_terminal_get(self._terminal, what, bracketed)
        return self.titles.after(mark, self.title(), is_unfinished=bool(bracketed.value))

    def saved(self) -> bytes:
        """Return what a snapshot has to carry, for `restore`."""
        title = self.titles.saved()
        return self.keys.saved() + (_APART + title if title else b"")

    def restore(self, saved: bytes) -> None:
        """Be as another one was when it was saved; nothing changes nothing."""
        keys, _, title = saved.partition(_APART)
        self.keys.restore(keys)
        self.titles.restore(title)

    def string(self, what: int) -> str:
        """Return a string the terminal holds, on one line."""
        out = self._abi.ffi.new("GhosttyString *")
        if self._abi.lib.ghostty_terminal_get(self._terminal, what, out):
            return ""
        return one_line(self._text(out))

    def _fill_size(self, out: Any) -> None:
        out.rows = self.size.rows
        out.columns = self.size.columns
        out.cell_width, out.cell_height = self.cell_pixels

    def _text(self, string: Any) -> str:
        if not string.len:
            return ""
        return bytes(self._abi.ffi.buffer(string.ptr, string.len)).decode("utf-8", "replace")
