"""Edits one Markdown text: a role, a skill, a template, a project's context.

It knows no file. Its owner gives it the text with `set_text`, hears `saved` when the person wants
it kept, and answers with `keep` once it is, or with `say` or `ask` when it is not. A text that
became another meanwhile comes in with `offer`, which never takes away what was typed.

Main thread only.
"""

from collections.abc import Callable, Collection, Sequence
from typing import override

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QTextCursor
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QStackedWidget,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.widgets.buttons import ButtonKind, WordButton
from idea.presentation.desktop.widgets.markdown_highlighter import MarkdownHighlighter
from idea.presentation.desktop.widgets.markdown_preview import MarkdownPreview
from idea.presentation.desktop.widgets.plain_text import explain, plain_label
from idea.presentation.desktop.widgets.sentence_line import Answer, SentenceLine

_MARGIN = 24
_NATIVE = QKeySequence.SequenceFormat.NativeText
_PADDING = f"12px {_MARGIN - 4}px"
_MOST_MARKED = 400
"""Lines; each is looked at whenever the text is painted."""
_ELSEWHERE = "This text was changed elsewhere while you edited it."


class MarkdownEditor(QWidget):
    """A text with highlighting, a preview, Save, and a line for what is wrong."""

    saved = Signal(str)
    """The person wants this text kept; the owner answers with `keep`, `say` or `ask`."""
    edited = Signal()
    """Something was typed, or what was typed is kept."""
    left = Signal()
    """Escape was pressed: the keyboard is to go elsewhere."""

    def __init__(self, names: str, skin: Skin, parent: QWidget | None = None) -> None:
        """`names` says what the text is, for those who do not see it."""
        super().__init__(parent)
        self._skin = skin
        self._kept = ""
        self._line_end = "\n"
        self._marked: tuple[int, ...] = ()
        self._read_only = ""
        self.replaces = False
        """Whether the person wants the typed text in the place of another that came meanwhile."""
        self._asked: str | None = None
        """The other text that the person was asked about and has not answered yet."""
        self._text = QPlainTextEdit(self)
        self._text.setAccessibleName(names)
        self._text.setFrameShape(QFrame.Shape.NoFrame)
        self._text.setTabChangesFocus(True)
        self._highlighter = MarkdownHighlighter(self._text.document(), skin.theme)
        self._preview = MarkdownPreview(skin.theme, self)
        self._preview.setAccessibleName(f"{names}, preview")
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self._text)
        self._stack.addWidget(self._preview)
        self.line = SentenceLine(skin, self)
        self._state = plain_label("", self)
        self.preview_button = WordButton("Preview", ButtonKind.SECONDARY, skin, self)
        self.save_button = WordButton("Save", ButtonKind.PRIMARY, skin, self)
        save_key = QKeySequence(QKeySequence.StandardKey.Save)
        explain(self.save_button, f"Save ({save_key.toString(_NATIVE)})")
        self._arrange()
        for part in (self._text, self._preview):
            part.installEventFilter(self)
        self.preview_button.clicked.connect(self.toggle_preview)
        self.save_button.clicked.connect(self.save)
        self._text.textChanged.connect(self._on_edited)
        self._text.modificationChanged.connect(self._on_edited)
        skin.changed.connect(self._dress)
        self._dress()
        self._on_edited()

    def text(self) -> str:
        """Return the text as it stands, with the line ends it came with."""
        document = self._text.document()
        if not document.isModified():
            return self._kept
        # The plain text would have lost hard spaces.
        return document.toRawText().replace("\u2029", self._line_end)

    @property
    def kept(self) -> str:
        """The text that was given or kept last; what was typed since differs from it."""
        return self._kept

    @property
    def is_changed(self) -> bool:
        """Whether something was typed that is not kept yet."""
        return self._text.document().isModified() and self.text() != self._kept

    @property
    def is_previewed(self) -> bool:
        """Whether the text is shown as it will read."""
        return self._stack.currentWidget() is self._preview

    def set_text(self, text: str) -> None:
        """Show another text as what is kept; what was typed, and its undo, is gone."""
        self._take_line_end(text)
        self._kept, self._asked = text, None
        self._text.setPlainText(text)
        self._text.document().setModified(False)
        self.line.say("")
        self._show_preview()
        self._on_edited()

    def retype(self, text: str) -> None:
        """Put a text in as if it were typed: it is to be saved, and can be undone."""
        cursor = QTextCursor(self._text.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)
        self.line.say("")

    def keep(self, text: str) -> None:
        """Take note that this text is kept now; what was typed meanwhile stays to be saved."""
        typed = self.text()
        self.replaces = False
        self._kept, self._asked = text, None
        if typed == text:
            self._text.document().setModified(False)
        self.line.say("")
        self._on_edited()

    def offer(self, text: str) -> None:
        """Take in a text that became another elsewhere; ask first when something was typed."""
        if text in {self._kept, self._asked}:
            return
        if not self.is_changed:
            at, scrolled = self._text.textCursor().position(), self._text.verticalScrollBar()
            row = scrolled.value()
            self.set_text(text)
            cursor = self._text.textCursor()
            cursor.setPosition(min(at, max(0, self._text.document().characterCount() - 1)))
            self._text.setTextCursor(cursor)
            scrolled.setValue(row)
        elif text == self.text():
            self.keep(text)
        else:
            self.ask_which(text, self.save)

    def ask_which(self, theirs: str, keep_mine: Callable[[], object]) -> None:
        """Ask which of two texts to keep: the typed one, or `theirs`, which undo takes back."""
        self._asked = theirs

        def mine() -> None:
            self._kept, self._asked, self.replaces = theirs, None, True
            keep_mine()

        self.ask(
            _ELSEWHERE, (("Keep mine", mine), ("Take theirs", lambda: self._take_theirs(theirs)))
        )

    def set_read_only(self, why: str) -> None:
        """Let the text only be read, and say why; with an empty sentence it can be edited."""
        self._read_only = why
        self._text.setReadOnly(bool(why))
        self.save_button.setVisible(not why)
        self._on_edited()

    def mark_lines(self, lines: Collection[int]) -> None:
        """Give some lines, counted from 0, the ground of what is the person's own."""
        self._marked = tuple(sorted(lines)[:_MOST_MARKED])
        self._show_marks()

    def say(self, sentence: str) -> None:
        """Say in place what is wrong; empty for nothing."""
        self.line.say(sentence)

    def ask(self, sentence: str, answers: Sequence[Answer]) -> None:
        """Say something in place, with a button for each answer."""
        self.line.say(sentence, answers)

    def save(self) -> None:
        """Ask the owner to keep the text, if something was typed."""
        if not self._read_only and self.is_changed:
            self.saved.emit(self.text())

    def toggle_preview(self) -> None:
        """Show the text as it will read, or to be edited again; the keyboard comes along."""
        held = self._text.hasFocus() or self._preview.hasFocus()
        self._stack.setCurrentWidget(self._text if self.is_previewed else self._preview)
        self.preview_button.setText("Edit" if self.is_previewed else "Preview")
        self.preview_button.updateGeometry()
        self._show_preview()
        if held:
            self.take_keyboard()

    def take_keyboard(self) -> None:
        """Give the keyboard to the text."""
        part = self._preview if self.is_previewed else self._text
        part.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # A shortcut of the window with the same keys must not come first.
        kinds = {QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride}
        if not isinstance(event, QKeyEvent) or event.type() not in kinds:
            return False
        is_save = event.matches(QKeySequence.StandardKey.Save)
        is_escape = event.key() == Qt.Key.Key_Escape
        if not is_save and not is_escape:
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
        elif is_save:
            self.save()
        else:
            self.left.emit()
        return True

    def _take_theirs(self, theirs: str) -> None:
        """Put their text in as one more edit, so that undo brings back what was typed."""
        self._asked = None
        self.retype(theirs)
        self._take_line_end(theirs)
        self._kept = theirs
        self._text.document().setModified(False)
        self._on_edited()

    def _take_line_end(self, text: str) -> None:
        self._line_end = "\r\n" if "\r\n" in text else "\n"

    def _arrange(self) -> None:
        foot = QHBoxLayout()
        foot.setContentsMargins(_MARGIN, 8, 14, 10)
        foot.setSpacing(8)
        foot.addWidget(self._state)
        foot.addStretch(1)
        foot.addWidget(self.preview_button)
        foot.addWidget(self.save_button)
        said = QHBoxLayout()
        said.setContentsMargins(14, 6, 14, 0)
        said.addWidget(self.line)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._stack, 1)
        column.addLayout(said)
        column.addLayout(foot)

    def _on_edited(self) -> None:
        changed = self.is_changed
        self._state.setText(self._read_only or ("Not saved yet" if changed else ""))
        self._state.setVisible(bool(self._state.text()))
        self.save_button.setEnabled(changed)
        self.edited.emit()

    def _show_preview(self) -> None:
        if self.is_previewed:
            self._preview.show_markdown(self.text())

    def _show_marks(self) -> None:
        found = []
        for number in self._marked:
            block = self._text.document().findBlockByNumber(number)
            if block.isValid():
                mark = QTextEdit.ExtraSelection()
                mark.cursor = QTextCursor(block)
                mark.cursor.movePosition(
                    QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor
                )
                mark.format.setBackground(self._skin.theme.colors.accent_soft)
                found.append(mark)
        self._text.setExtraSelections(found)

    def _dress(self) -> None:
        theme = self._skin.theme
        colors = theme.colors
        self._text.setStyleSheet(
            f"QPlainTextEdit {{ color: {colors.text2.name()}; background: {colors.bg0.name()};"
            f"border: none; padding: {_PADDING};"
            f'font: {metrics.TERMINAL_TEXT}px "{theme.fonts.mono_family}";'
            f"selection-background-color: {colors.accent_soft.name()};"
            f"selection-color: {colors.text.name()}; }}"
        )
        self._preview.wear(theme, _PADDING)
        self._state.setFont(theme.fonts.ui(metrics.SECONDARY_TEXT))
        self._state.setStyleSheet(f"color: {colors.text2.name()}")
        self._highlighter.wear(theme)
        self._show_marks()
        self._show_preview()
