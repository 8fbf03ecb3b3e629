"""Shows what is known of crashes; it is sent to nobody, and the person may copy, save or delete it.

Main thread only.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QWidget

from idea.domain.crash_report import CrashReport
from idea.domain.errors import IdeaError
from idea.domain.ports.crash_reports import CrashReports
from idea.presentation.desktop.shell.runner import Runner
from idea.presentation.desktop.shell.sheet import Sheet
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.widgets.buttons import ButtonKind, WordButton
from idea.presentation.desktop.widgets.elided_label import ElidedLabel
from idea.presentation.desktop.widgets.plain_text import explain
from idea.presentation.desktop.widgets.read_only_text import ReadOnlyText
from idea.presentation.desktop.widgets.spoken import announce

_SENTENCE = "IdeA sent this to nobody. No names of files, no screen text and no secret is in it."
_NONE = "No crash is on record."
_WIDTH, _HEIGHT = 720, 320


class ReportsDialog(Sheet):
    """One report at a time, the newest first."""

    @classmethod
    def show_reports(
        cls,
        found: Sequence[CrashReport],
        reports: CrashReports,
        runner: Runner,
        skin: Skin,
        parent: QWidget,
        *,
        open_folder: Callable[[], object],
    ) -> "ReportsDialog":
        """Open it over the reports that are there."""
        dialog = cls("Crash reports", _SENTENCE, skin, parent)
        dialog._found = list(found)
        dialog._reports = reports
        dialog._runner = runner
        dialog._at = 0
        dialog._build(skin, open_folder)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
        dialog._show()
        return dialog

    _found: list[CrashReport]
    _reports: CrashReports
    _runner: Runner
    _at: int
    which: ElidedLabel
    text: ReadOnlyText
    newer: WordButton
    older: WordButton
    copy: WordButton
    save: WordButton
    delete: WordButton

    def _build(self, skin: Skin, open_folder: Callable[[], object]) -> None:
        width = min(_WIDTH, self.inside)
        self.text = ReadOnlyText("The report", skin, self)
        self.text.setFixedSize(width, _HEIGHT)
        self.which = ElidedLabel("", self)
        self.which.follow(skin, skin.theme.fonts.semibold())
        head = QWidget(self)
        row = QHBoxLayout(head)
        row.setContentsMargins(0, 10, 0, 2)
        row.setSpacing(8)
        row.addWidget(self.which, 1)
        self.newer = self._small("Newer", -1, skin, row)
        self.older = self._small("Older", 1, skin, row)
        folder = WordButton("Open folder", ButtonKind.PLAIN, skin, self)
        folder.clicked.connect(open_folder)
        explain(folder, str(self._reports.folder))
        row.addWidget(folder)
        self.add_part(self.text)
        self.add_part(head)
        self.delete = self.add_button("Delete", ButtonKind.SECONDARY, self._delete)
        self.save = self.add_button("Save…", ButtonKind.SECONDARY, self._ask_where)
        self.copy = self.add_button("Copy", ButtonKind.SECONDARY, self._copy)
        self.add_button("Close", ButtonKind.PRIMARY, self.close, first=True)

    def _small(self, words: str, step: int, skin: Skin, row: QHBoxLayout) -> WordButton:
        button = WordButton(words, ButtonKind.SECONDARY, skin, self)
        button.clicked.connect(lambda: self._go(step))
        row.addWidget(button)
        return button

    def _go(self, step: int) -> None:
        self._at += step
        self._show()

    def _show(self) -> None:
        self._at = max(0, min(self._at, len(self._found) - 1))
        there = bool(self._found)
        self.newer.setEnabled(self._at > 0)
        self.older.setEnabled(self._at < len(self._found) - 1)
        for button in (self.copy, self.save, self.delete):
            button.setEnabled(there)
        if not there:
            self.which.say(_NONE)
            self.text.setPlainText("")
            return
        report = self._found[self._at]
        count = f", {self._at + 1} of {len(self._found)}" if len(self._found) > 1 else ""
        self.which.say(f"{_local(report.at)}: {report.title}{count}")
        self.copy.setText("Copy")
        self.text.setPlainText("Reading…")

        def read(text: str) -> None:
            if not self.is_left and self._found[self._at : self._at + 1] == [report]:
                self.text.setPlainText(text)

        self._runner.flow(lambda _: self._reports.read(report.name), read, lambda: read(""))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())
        self.copy.setText("Copied")
        announce(self, "Copied")

    def _delete(self) -> None:
        report = self._found[self._at]

        def gone() -> None:
            if not self.is_left:
                self._found.remove(report)
                self._show()

        self._runner.flow(lambda _: self._reports.delete(report.name), lambda _: gone())

    def _ask_where(self) -> None:
        report = self._found[self._at]
        ask = QFileDialog(self, "Save the report", str(Path.home() / f"idea-{report.name}"))
        ask.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        ask.setOption(QFileDialog.Option.DontConfirmOverwrite)  # An old file is never replaced.
        ask.fileSelected.connect(lambda path: self.save_to(report, Path(path)))
        ask.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        ask.open()

    def save_to(self, report: CrashReport, path: Path) -> None:
        """Save a report into a new file, and say whether that was done."""

        async def work(_: object) -> str:
            try:
                await self._reports.save(report.name, path)
            except IdeaError as error:
                return error.sentence
            return f"Saved as {path}."

        self._runner.flow(work, lambda words: None if self.is_left else self.say(words))


def _local(at: datetime) -> str:
    return f"{at.astimezone():%Y-%m-%d %H:%M}"
