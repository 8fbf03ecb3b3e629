"""The few dialogs there are: each opens without waiting and answers through a function."""

from collections.abc import Callable, Sequence
from enum import Enum

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFileDialog,
    QLabel,
    QWidget,
)

from idea.domain.visible import visible
from idea.presentation.desktop.shell.sheet import Sheet
from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.widgets.buttons import ButtonKind, WordButton
from idea.presentation.desktop.widgets.drawing import text_width

_PREVIEW_LINES = 8
_PREVIEW_COLUMNS = 72
_PREVIEW_EDGES = 2 * (8 + 1)
_CRASHES = (
    "Your sessions run on without a window. What one of them printed may have crashed it; "
    "'idea session list' shows them, and the log folder has the crash reports."
)


class Leave(Enum):
    """What becomes of running sessions when the window closes."""

    KEEP = "keep"
    STOP = "stop"
    STAY = "stay"
    """The window does not close."""


class CrashesDialog(Sheet):
    """Says that windows crash again and again, with no terminal that could crash this one."""

    @classmethod
    def ask(cls, skin: Skin, then: Callable[[bool], None]) -> "CrashesDialog":
        """Ask whether to start another window, and call `then` with the answer."""
        dialog = cls("IdeA's window crashed three times within a minute.", _CRASHES, skin, None)
        answers: list[bool] = []

        def start() -> None:
            answers.append(True)
            dialog.close()

        dialog.leave = dialog.add_button("Close", ButtonKind.SECONDARY, dialog.close)
        dialog.start = dialog.add_button("Start again", ButtonKind.PRIMARY, start, first=True)
        dialog.finished.connect(lambda: then(bool(answers)))
        dialog.open()
        return dialog

    start: WordButton
    leave: WordButton


class LeaveDialog(Sheet):
    """Asks what becomes of running sessions; the safe answer is the default."""

    @classmethod
    def ask(
        cls,
        live: int,
        skin: Skin,
        parent: QWidget,
        then: Callable[[Leave], None],
        what: str = "",
    ) -> "LeaveDialog":
        """Ask, and call `then` with the answer; `what` names the sessions."""
        running = "1 session is running" if live == 1 else f"{live} sessions are running"
        words = (
            "Kept sessions go on without a window; the next window shows them as they are then. "
            "Stopping ends their programs."
        )
        dialog = cls(f"{running}.", f"{what}\n\n{words}" if what else words, skin, parent)
        answers: list[Leave] = []

        def answer(leave: Leave) -> None:
            answers.append(leave)
            dialog.close()

        dialog.cancel = dialog.add_button(
            "Cancel", ButtonKind.SECONDARY, lambda: answer(Leave.STAY)
        )
        dialog.stop = dialog.add_button(
            "Stop all", ButtonKind.SECONDARY, lambda: answer(Leave.STOP)
        )
        dialog.keep = dialog.add_button(
            "Keep running", ButtonKind.PRIMARY, lambda: answer(Leave.KEEP), first=True
        )
        dialog.finished.connect(lambda: then(answers[0] if answers else Leave.STAY))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
        return dialog

    cancel: WordButton
    stop: WordButton
    keep: WordButton


class StopDialog(Sheet):
    """Asks before a program that works is ended; the safe answer is the default."""

    @classmethod
    def ask(
        cls,
        program: str,
        skin: Skin,
        parent: QWidget,
        stop: Callable[[], None],
        then: Callable[[], None],
    ) -> "StopDialog":
        """Ask, call `stop` when the person agrees, and `then` in any case."""
        words = "It ends with everything it started. What it did not save is lost."
        dialog = cls(f"Stop {program}?", words, skin, parent)
        dialog.stop = dialog.add_button("Stop", ButtonKind.SECONDARY, dialog.accept)
        dialog.keep = dialog.add_button("Keep", ButtonKind.PRIMARY, dialog.reject, first=True)
        dialog.accepted.connect(stop)
        dialog.finished.connect(then)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
        return dialog

    stop: WordButton
    keep: WordButton


class DeleteDialog(Sheet):
    """Asks before an agent is taken off its project; the safe answer is the default."""

    @classmethod
    def ask(
        cls, agent: str, skin: Skin, parent: QWidget, delete: Callable[[], None]
    ) -> "DeleteDialog":
        """Ask, and call `delete` when the person agrees."""
        words = (
            "Its role goes into the project's .ideai/trash. Its conversations stay with the "
            "programs they were held with."
        )
        dialog = cls(f"Delete {agent}?", words, skin, parent)
        dialog.delete = dialog.add_button("Delete", ButtonKind.SECONDARY, dialog.accept)
        dialog.keep = dialog.add_button("Keep", ButtonKind.PRIMARY, dialog.reject, first=True)
        dialog.accepted.connect(delete)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
        return dialog

    delete: WordButton
    keep: WordButton


class PasteDialog(Sheet):
    """Asks before several lines are typed into a program that would run each of them."""

    @classmethod
    def ask(
        cls, text: str, skin: Skin, parent: QWidget, paste: Callable[[], None]
    ) -> "PasteDialog":
        """Ask, and paste when the person agrees."""
        lines = text.rstrip("\r\n").splitlines()
        words = "The program may run each line at once."
        dialog = cls(f"Paste {len(lines)} lines?", words, skin, parent)
        dialog.preview = _Preview(lines, skin, dialog)
        dialog.add_part(dialog.preview)
        dialog.add_button("Cancel", ButtonKind.PRIMARY, dialog.reject, first=True)
        dialog.paste = dialog.add_button("Paste", ButtonKind.SECONDARY, dialog.accept)
        dialog.accepted.connect(paste)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
        return dialog

    paste: WordButton
    preview: "_Preview"


class _Preview(QLabel):
    """The first lines of a text as they are: nothing hidden, control characters written out."""

    def __init__(self, lines: Sequence[str], skin: Skin, parent: Sheet) -> None:
        font = skin.theme.fonts.mono(metrics.SECONDARY_TEXT)
        fitting = int((parent.inside - _PREVIEW_EDGES) / text_width("m", font)) - 1
        columns = min(_PREVIEW_COLUMNS, fitting)
        whole = [visible(line.expandtabs(4)) for line in lines[:_PREVIEW_LINES]]
        shown = [line if len(line) <= columns else f"{line[: columns - 1]}…" for line in whole]
        more = len(lines) - len(shown)
        if more:
            shown.append(f"… {more} more")
        super().__init__("\n".join(shown), parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(font)
        self.setProperty("says", "sample")


class NoteDialog(Sheet):
    """Says something at length."""

    @classmethod
    def show_note(cls, title: str, words: str, skin: Skin, parent: QWidget) -> "NoteDialog":
        """Open the note."""
        dialog = cls(title, words, skin, parent)
        dialog.add_button("Close", ButtonKind.SECONDARY, dialog.close, first=True)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
        return dialog


class FolderDialog:
    """Asks for a folder."""

    @classmethod
    def ask(cls, start: str, parent: QWidget, then: Callable[[str], None]) -> QFileDialog:
        """Ask, and call `then` with the folder that was chosen, if one was."""
        dialog = QFileDialog(parent, "Open project", start)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setLabelText(QFileDialog.DialogLabel.Accept, "Open")
        dialog.fileSelected.connect(then)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
        return dialog
