"""How a program wants keys that type told when they are modified: XTMODKEYS and XTFMTKEYS.

libghostty-vt tells level 2 of modifyOtherKeys to its own encoder only, and knows neither level 1
nor formatOtherKeys; pyte knows nothing of all that. So both switches are followed here, for both
cores, by the commands that `CommandTap` finds.

Source: https://invisible-island.net/xterm/ctlseqs/ctlseqs.html
"""

import re
from typing import Final

from idea.domain.ports.terminal_core import Modes
from idea.infrastructure.screen.command_tap import RESET

_COMMAND: Final = re.compile(rb"\[>4(?:;([0-9]*))?([mf])")
_SAVED: Final = re.compile(rb"[012] [01]")


class OtherKeys:
    """The two switches of one terminal."""

    def __init__(self) -> None:
        self._level = 0
        self._format = 0

    def take(self, command: bytes) -> None:
        """Heed a command; those about other things are none of ours."""
        found = _COMMAND.fullmatch(command)
        if command == RESET:
            self._level = self._format = 0
        elif found is not None:
            value = int(found[1] or 0)
            if found[2] == b"m":
                self._level = min(value, 2)
            else:
                self._format = min(value, 1)

    def applied(self, modes: Modes) -> Modes:
        """Return a core's modes with these."""
        if not (self._level or self._format):
            return modes
        return modes._replace(modify_other_keys=self._level, format_other_keys=self._format)

    def saved(self) -> bytes:
        """Return both switches, for `restore`; nothing when both are off."""
        return b"%d %d" % (self._level, self._format) if self._level or self._format else b""

    def restore(self, saved: bytes) -> None:
        """Be as another one was when it was saved; nothing changes nothing."""
        if _SAVED.fullmatch(saved):
            self._level, self._format = map(int, saved.split())

    def as_vt(self) -> bytes:
        """Return the sequences that bring both switches to a fresh terminal."""
        level = b"\x1b[>4;%dm" % self._level if self._level else b""
        return level + (b"\x1b[>4;%df" % self._format if self._format else b"")
