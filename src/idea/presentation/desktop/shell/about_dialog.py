"""Says what IdeA is made of and where it keeps things; what a report of a fault needs is copied."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from idea.presentation.desktop.shell.sheet import Sheet
from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.about import Row
from idea.presentation.desktop.widgets.buttons import ButtonKind, WordButton
from idea.presentation.desktop.widgets.elided_label import ElidedLabel
from idea.presentation.desktop.widgets.plain_text import plain_label
from idea.presentation.desktop.widgets.read_only_text import ReadOnlyText
from idea.presentation.desktop.widgets.spoken import announce

_SENTENCE = "A spreadsheet of terminals that outlive their window. MIT licence; its icons too."
_ICON = 48
_LICENCES = 148
_WIDTH = 600
_COPIED = "Copied"


class AboutDialog(Sheet):
    """Main thread only."""

    @classmethod
    def show_about(
        cls,
        version: str,
        rows: Sequence[Row],
        licences: str,
        skin: Skin,
        parent: QWidget,
        *,
        fault_words: Callable[[], str],
        show_reports: Callable[[], object],
    ) -> "AboutDialog":
        """Open it."""
        # With it comes QtSvg, which no start waits for.
        from idea.presentation.desktop.theme.icon import icon  # noqa: PLC0415

        dialog = cls(f"IdeA {version}", _SENTENCE, skin, parent)
        dialog.facts = _Facts(rows, skin, dialog)
        dialog.facts.setFixedWidth(min(_WIDTH, dialog.inside))
        dialog.licences = ReadOnlyText("Made with", skin, dialog)
        dialog.licences.setPlainText(licences)
        dialog.licences.setLineWrapMode(ReadOnlyText.LineWrapMode.NoWrap)
        dialog.licences.setFixedHeight(_LICENCES)
        # Each part stands above those added before it.
        dialog.add_part(dialog.licences)
        dialog.add_part(_caption("Made with", skin, dialog))
        dialog.add_part(dialog.facts)
        dialog.add_picture(icon().pixmap(QSize(_ICON, _ICON), dialog.devicePixelRatioF()))
        dialog.add_button("Crash reports…", ButtonKind.PLAIN, lambda: dialog._leave(show_reports))
        dialog.copy = dialog.add_button("Copy", ButtonKind.SECONDARY, lambda: None)
        dialog.copy.clicked.connect(lambda: dialog._copy(fault_words()))
        dialog.copy.setAccessibleDescription("Copies versions for a report of a fault, no names.")
        dialog.add_button("Close", ButtonKind.PRIMARY, dialog.close, first=True)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
        return dialog

    facts: "_Facts"
    licences: ReadOnlyText
    copy: WordButton

    def _copy(self, words: str) -> None:
        QGuiApplication.clipboard().setText(words)
        self.copy.setText(_COPIED)
        announce(self, _COPIED)

    def _leave(self, then: Callable[[], object]) -> None:
        self.close()
        then()


class _Facts(QWidget):
    """Names at the left, what they are beside them."""

    def __init__(self, rows: Sequence[Row], skin: Skin, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows = tuple(rows)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 12, 0, 8)
        grid.setHorizontalSpacing(18)
        grid.setVerticalSpacing(5)
        grid.setColumnStretch(1, 1)
        fonts = skin.theme.fonts
        for place, (name, words) in enumerate(rows):
            label, value = plain_label(name, self), ElidedLabel(words, self)
            label.setFont(fonts.ui())
            value.follow(skin, fonts.ui())
            grid.addWidget(label, place, 0)
            grid.addWidget(value, place, 1)


def _caption(words: str, skin: Skin, parent: QWidget) -> QLabel:
    label = plain_label(words, parent)
    label.setFont(skin.theme.fonts.semibold(metrics.SECONDARY_TEXT))
    return label
