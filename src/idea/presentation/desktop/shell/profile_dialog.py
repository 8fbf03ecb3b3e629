"""The dialog in which an engine is changed as the data it is."""

from collections.abc import Callable
from typing import override

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QPlainTextEdit, QWidget

from idea.domain.visible import visible
from idea.presentation.desktop.shell.sheet import Sheet
from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.widgets.buttons import ButtonKind, WordButton
from idea.presentation.desktop.widgets.plain_text import plain_label
from idea.presentation.desktop.widgets.spoken import announce

_WIDTH = 720
_HEIGHT = 360
_UNSAVED = "This is not saved. Press Cancel once more to give it up."


class ProfileDialog(Sheet):
    """A text, what is wrong with it in place, and Check beside Save."""

    @classmethod
    def edit(
        cls,
        title: str,
        words: str,
        text: str,
        skin: Skin,
        parent: QWidget,
        *,
        check: Callable[["ProfileDialog"], object],
        save: Callable[["ProfileDialog"], object],
    ) -> "ProfileDialog":
        """Open it; `check` and `save` take its text, and tell, refuse or accept it."""
        dialog = cls(title, words, skin, parent)
        dialog.setMinimumWidth(min(_WIDTH, dialog.inside))
        dialog.text = QPlainTextEdit(text, dialog)
        dialog.text.setAccessibleName(title)
        dialog.text.setTabChangesFocus(True)
        dialog.text.setFrameShape(QFrame.Shape.NoFrame)
        dialog.text.setFont(skin.theme.fonts.mono(metrics.SECONDARY_TEXT))
        dialog.text.setFixedHeight(min(_HEIGHT, parent.window().height() - 220))
        dialog.line = plain_label("", dialog)
        dialog.line.setWordWrap(True)
        dialog.line.setFont(skin.theme.fonts.ui(metrics.SECONDARY_TEXT))
        dialog.line.setMinimumHeight(36)
        dialog.line.setAlignment(Qt.AlignmentFlag.AlignTop)
        dialog.add_part(dialog.line)
        dialog.add_part(dialog.text)
        dialog.cancel = dialog.add_button("Cancel", ButtonKind.SECONDARY, dialog.reject)
        dialog.check = dialog.add_button("Check", ButtonKind.SECONDARY, lambda: check(dialog))
        dialog.save = dialog.add_button("Save", ButtonKind.PRIMARY, lambda: save(dialog))
        dialog.text.document().setModified(False)
        dialog.text.textChanged.connect(dialog.forget_warning)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
        dialog.text.setFocus(Qt.FocusReason.OtherFocusReason)
        return dialog

    text: QPlainTextEdit
    line: QLabel
    cancel: WordButton
    check: WordButton
    save: WordButton
    _warned = False

    def tell(self, sentence: str) -> None:
        """Say how the text is."""
        self._say(sentence)

    def refuse(self, sentence: str) -> None:
        """Say what is wrong with the text."""
        self._say(sentence, "fault")

    def forget_warning(self) -> None:
        """Ask again before what was typed since is given up."""
        self._warned = False

    @override
    def reject(self) -> None:
        if self.text.document().isModified() and not self._warned:
            self._warned = True
            self.refuse(_UNSAVED)
            return
        super().reject()

    def _say(self, sentence: str, says: str = "") -> None:
        if self.is_left:
            return
        self.line.setProperty("says", says)
        self.line.style().polish(self.line)  # A style sheet does not see that it is another.
        self.line.setText(visible(sentence))
        announce(self, sentence)
