"""Gives a terminal back the title it had before a command, when the command left another one.

Programs that set a title seldom take it back: mc's would have named every program after it.
"""

from idea.domain.shell_marks import MarkKind, ShellMark


class TitleReturn:
    """Follows the marks of one terminal's shell."""

    def __init__(self) -> None:
        self._before: str | None = None
        """The title that the running command found; None while none runs."""

    def after(self, mark: ShellMark, title: str) -> bytes:
        """Return what to feed after a mark that came under a title: another title, or nothing."""
        if mark.kind is MarkKind.OUTPUT:
            self._before = title
        elif mark.kind is MarkKind.END:
            before, self._before = self._before, None
            if before is not None and before != title:
                return b"\x1b]2;%s\x1b\\" % before.encode()
        return b""
