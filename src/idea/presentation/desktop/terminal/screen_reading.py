"""Lets screen readers read a terminal: its text, its caret, its selection, and what is new.

Python cannot implement Qt's text interface, two of whose methods return by pointer. So the text is
kept a second time, in a text edit that is never shown, and the terminal's accessible object hands
out that one's interface. It is made when something asks for the first time; without assistive
technology a frame costs one question. Main thread only.
"""

import functools
import sys
from collections.abc import Callable
from typing import override

from PySide6.QtCore import QDeadlineTimer, QObject, QRect, Qt, QTimer
from PySide6.QtGui import (
    QAccessible,
    QAccessibleActionInterface,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QAccessibleInterface,
    QAccessibleTextCursorEvent,
    QAccessibleTextInsertEvent,
    QAccessibleTextInterface,
    QAccessibleTextRemoveEvent,
    QAccessibleTextSelectionEvent,
    QFont,
    QFontMetricsF,
    QTextBlockFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QAccessibleWidget, QTextEdit, QWidget
from shiboken6 import isValid

from idea.domain.ports.terminal_core import Frame
from idea.presentation.desktop.terminal.geometry import GridPlace
from idea.presentation.desktop.terminal.painter import GridPainter
from idea.presentation.desktop.terminal.screen_text import (
    Change,
    ScreenText,
    changes,
    screen_text,
    units,
)
from idea.presentation.desktop.widgets.spoken import NULL

SOON_MS = 50
"""What happens within this time is told together."""
CALM_MS = 1_000
"""How long a reader is left alone after so much news that it cannot be through with it."""
_MUCH_LINES = 5
_SAID_LINES = 20
"""So many lines are announced at most; who wants more reads the text."""
_INSERTS_ARE_SPOKEN = sys.platform.startswith("linux")
"""On AT-SPI readers speak what is inserted into a terminal; elsewhere it is announced to them."""


class ReadableView(QWidget):
    """A widget that assistive technology finds as a terminal with a text."""

    reading: "ScreenReading"


class ScreenReading:
    """What assistive technology is told of one terminal view."""

    def __init__(
        self,
        view: ReadableView,
        grid: Callable[[], GridPainter],
        place: Callable[[], GridPlace],
        frame: Callable[[], Frame | None],
        *,
        tell: Callable[[QAccessibleEvent], None] = QAccessible.updateAccessibility,
        announces: bool = not _INSERTS_ARE_SPOKEN,
        calm_ms: int = CALM_MS,
    ) -> None:
        self._view = view
        self._grid = grid
        self._place = place
        self._frame = frame
        self._tell = tell
        self._announces = announces
        self._calm_ms = calm_ms
        self._shown = ScreenText()
        self._top = 0
        self._mirror: _Mirror | None = None
        self._pace = QTimer(view)
        self._pace.setSingleShot(True)
        self._pace.timeout.connect(self.follow)
        self._calm = QDeadlineTimer(0)
        """Until when a reader is left alone."""
        _install()

    @property
    def waits(self) -> bool:
        """Whether something will be told soon."""
        return self._pace.isActive()

    def see_frame(self) -> None:
        """Tell of a new frame, soon, if somebody listens and the keyboard is here."""
        if QAccessible.isActive() and not self._pace.isActive() and self._view.hasFocus():
            self._pace.start(max(SOON_MS, self._calm.remainingTime()))

    def take_keyboard(self) -> None:
        """Take what is shown for known: a reader that comes here reads what it wants of it."""
        if QAccessible.isActive():
            self.follow(quietly=True)

    def follow(self, *, quietly: bool = False) -> None:
        """Bring the text to what is shown, and tell what changed where the keyboard is."""
        frame = self._frame()
        if frame is None:
            return
        grid, before, top = self._grid(), self._shown, frame.scrollback.top
        rows = [grid.row_at(row) for row in range(grid.size.rows)]
        cursor = (frame.cursor.row, frame.cursor.column)
        now = screen_text(rows, cursor, frame.selection)
        scrolled, self._top = top - self._top, top
        if now == before:
            return
        made = changes(before.lines, now.lines, scrolled=scrolled)
        self._shown = now
        self._text_edit.take(made, now)
        if self._view.hasFocus() and not quietly:
            self._tell_changes(made, before, now)
            if sum(change.inserted.count("\n") for change in made) > _MUCH_LINES:
                self._calm.setRemainingTime(self._calm_ms)

    def interface(self) -> QAccessibleTextInterface:
        """Return the text interface, true to what is shown now."""
        self.follow()
        mirror = self._text_edit
        mirror.lie_over(self._place(), self._view)
        return QAccessible.queryAccessibleInterface(mirror).textInterface()

    @property
    def _text_edit(self) -> "_Mirror":
        if self._mirror is None:
            self._mirror = _Mirror()
        return self._mirror

    def _tell_changes(self, made: tuple[Change, ...], before: ScreenText, now: ScreenText) -> None:
        view, tell = self._view, self._tell
        for change in made:
            if change.removed:
                tell(QAccessibleTextRemoveEvent(view, change.offset, change.removed))
            if change.inserted:
                tell(QAccessibleTextInsertEvent(view, change.offset, change.inserted))
        if now.caret != before.caret or made:
            tell(QAccessibleTextCursorEvent(view, now.caret))
        if now.selection != before.selection:
            start, end = now.selection or (now.caret, now.caret)
            tell(QAccessibleTextSelectionEvent(view, start, end))
        if self._announces and (said := announcement(made)):
            tell(QAccessibleAnnouncementEvent(view, said))


def announcement(made: tuple[Change, ...]) -> str:
    """Return what is said of changes: whole new lines, but no echo of single keys."""
    came = [line for change in made if "\n" in change.inserted for line in _lines(change)]
    more = len(came) - _SAID_LINES
    return "\n".join([*came[:_SAID_LINES], *([f"{more} more lines"] if more > 0 else [])])


def _lines(change: Change) -> list[str]:
    return [line for line in change.inserted.split("\n") if line.strip()]


class _Mirror(QTextEdit):
    """The text once more, never shown, laid out as the terminal draws it.

    It has no parent, or it would be found among the view's children.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setLineWrapMode(QTextEdit.LineWrapMode.NoWrap)
        self.setFrameStyle(0)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.document().setDocumentMargin(0)
        # Changes of this text are told for the view; nobody needs to hear of them twice.
        self.document().blockSignals(True)  # noqa: FBT003 - Qt's own signature.
        self._metrics: object = None

    def lie_over(self, place: GridPlace, view: QWidget) -> None:
        """Lie where the terminal draws its rows, so that a magnifier finds each character."""
        corner = place.cells_rect(0, 0, 1)
        self.setGeometry(QRect(view.mapToGlobal(corner.topLeft().toPoint()), view.size()))
        self.viewport().resize(view.size())
        if place.metrics is not self._metrics:
            self._metrics = place.metrics
            font = QFont(place.metrics.family)
            font.setPixelSize(max(1, round(place.metrics.choice.font_px)))
            spare = corner.width() - QFontMetricsF(font).horizontalAdvance("m")
            font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, spare)
            self.document().setDefaultFont(font)
            height = QTextBlockFormat()
            height.setLineHeight(
                corner.height(), QTextBlockFormat.LineHeightTypes.FixedHeight.value
            )
            cursor = QTextCursor(self.document())
            cursor.select(QTextCursor.SelectionType.Document)
            cursor.setBlockFormat(height)

    def take(self, made: tuple[Change, ...], now: ScreenText) -> None:
        """Make the changes, and put caret and selection where they are."""
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        for offset, removed, inserted in made:
            cursor.setPosition(offset)
            cursor.setPosition(offset + units(removed), QTextCursor.MoveMode.KeepAnchor)
            cursor.insertText(inserted)
        cursor.endEditBlock()
        start, end = now.selection or (now.caret, now.caret)
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)


class _TerminalObject(QAccessibleWidget):
    """What assistive technology finds in the place of a terminal view."""

    def __init__(self, view: ReadableView) -> None:
        super().__init__(view, QAccessible.Role.Terminal)
        self._action = _TakeKeyboard(self)

    @override
    def interface_cast(self, t: QAccessible.InterfaceType) -> int:
        view = self.object()
        found: object = NULL
        if t is QAccessible.InterfaceType.TextInterface and isinstance(view, ReadableView):
            found = view.reading.interface()
        elif t is QAccessible.InterfaceType.ActionInterface:
            found = self._action
        # The stubs say int. A wrapper crosses as the first pointer it holds, so what is returned
        # here must have no other base: of a `QAccessibleWidget` it would be the wrong one.
        return found  # type: ignore[return-value]


class _TakeKeyboard(QAccessibleActionInterface):
    """Lets a reader bring the keyboard to a terminal."""

    def __init__(self, terminal: _TerminalObject) -> None:
        super().__init__()
        self._terminal = terminal

    @override
    def actionNames(self) -> list[str]:
        return [self.setFocusAction()]

    @override
    def doAction(self, actionName: str) -> None:
        view = self._terminal.object() if isValid(self._terminal) else None
        if actionName == self.setFocusAction() and isinstance(view, QWidget):
            view.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def keyBindingsForAction(self, actionName: str) -> list[str]:
        return []


def _object_for(_name: str, made_for: QObject) -> QAccessibleInterface | None:
    return _TerminalObject(made_for) if isinstance(made_for, ReadableView) else None


@functools.cache
def _install() -> None:
    """Let terminal views be found as terminals, once in a process."""
    QAccessible.installFactory(_object_for)
