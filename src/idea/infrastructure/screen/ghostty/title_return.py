"""Gives a terminal back the title it had before a full-screen program that left another one.

Such programs seldom take their title back: mc's would have named every program after it. What a
command without a screen of its own sets, as `printf` does, was set to stay.
"""

from idea.domain.shell_marks import MarkKind, ShellMark


class TitleReturn:
    """Follows the marks of one terminal's shell."""

    def __init__(self) -> None:
        self._before: str | None = None
        """The title that the running command found; None while none runs."""
        self.has_own_screen = False
        """Whether the running command went to the alternate screen."""

    def after(self, mark: ShellMark, title: str) -> bytes:
        """Return what to feed after a mark that came under a title: another title, or nothing."""
        if mark.kind is MarkKind.OUTPUT:
            self._before, self.has_own_screen = title, False
        elif mark.kind is MarkKind.END:
            before, self._before = self._before, None
            if self.has_own_screen and before is not None and before != title:
                return b"\x1b]2;%s\x1b\\" % before.encode()
        return b""
