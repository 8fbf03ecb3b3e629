"""Gives a terminal back the title it had before a full-screen program that left another one.

Such programs seldom take their title back: mc's would have named every program after it. What a
command without a screen of its own sets, as `printf` does, was set to stay. AI programs that draw
inline take theirs back themselves, unless they are killed: then they leave bracketed paste on.
"""

from idea.domain.shell_marks import MarkKind, ShellMark


class TitleReturn:
    """Follows the marks of one terminal's shell."""

    def __init__(self) -> None:
        self._before: str | None = None
        """The title that the running command found; None while none runs."""
        self.has_own_screen = False
        """Whether the running command went to the alternate screen."""

    def after(self, mark: ShellMark, title: str, *, is_unfinished: bool) -> bytes:
        """Return what to feed after a mark that came under a title: another title, or nothing.

        Unfinished is a command that left the terminal as only its own line editor wants it.
        """
        if mark.kind is MarkKind.OUTPUT:
            self._before, self.has_own_screen = title, False
        elif mark.kind is MarkKind.END:
            before, self._before = self._before, None
            is_owed = self.has_own_screen or is_unfinished
            if is_owed and before is not None and before != title:
                return b"\x1b]2;%s\x1b\\" % before.encode()
        return b""

    def saved(self) -> bytes:
        """Return what `restore` needs; nothing while no command runs."""
        return (
            b"" if self._before is None else b"%d%b" % (self.has_own_screen, self._before.encode())
        )

    def restore(self, saved: bytes) -> None:
        """Be as another one was when it was saved; nothing changes nothing."""
        if saved:
            self.has_own_screen = saved[:1] == b"1"
            self._before = saved[1:].decode("utf-8", "replace")
