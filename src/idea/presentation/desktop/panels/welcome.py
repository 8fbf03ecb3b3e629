"""What stands where a grid would be: one sentence, one button, and the projects of before."""

from collections.abc import Sequence
from functools import partial
from typing import override

from PySide6.QtCore import QPoint, QRectF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from idea.application.views import ProjectView
from idea.domain.visible import visible
from idea.presentation.desktop.panels.engines_found import EnginesFound
from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.first_run import EnginesFoundView
from idea.presentation.desktop.widgets.buttons import ButtonKind, WordButton
from idea.presentation.desktop.widgets.drawing import draw_text
from idea.presentation.desktop.widgets.spoken import SpokenPart, SpokenWidget, call_it

_WIDTH = 420
_MOST = 8
_ENGINES_WIDTH = 600
_ENGINES_TOP = 92


class WelcomePage(SpokenWidget):
    """Shown while no project is open."""

    ROLE = QAccessible.Role.List

    open_asked = Signal()
    project_chosen = Signal(str)
    """Carries the root of a known project."""

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._recent: tuple[ProjectView, ...] = ()
        self._sentence = "Waiting for the engine."
        self._hot = -1
        self._open = WordButton("Open a project", ButtonKind.PRIMARY, skin, self)
        self._open.clicked.connect(self.open_asked)
        self.engines = EnginesFound(skin, self)
        """What a person without any project sees of the AI programs of this machine."""
        self.engines.hide()
        self.setAccessibleName(self._sentence)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        skin.changed.connect(self.update)

    @property
    def sentence(self) -> str:
        """What is said."""
        return self._sentence

    def show_state(
        self,
        recent: Sequence[ProjectView],
        sentence: str,
        engines: EnginesFoundView | None = None,
    ) -> None:
        """Show the projects of before, why nothing can be opened if so, and what was found here."""
        if engines is not None:
            self.engines.show_view(engines)
        self.engines.setVisible(engines is not None)
        self._recent = tuple(recent)[:_MOST]
        self._hot = min(self._hot, len(self._recent) - 1)
        self._sentence = sentence or "Open a folder to work in it."
        call_it(self, self._sentence)
        self._open.setVisible(not sentence)
        self._place()
        self.update()

    def take_keyboard(self) -> None:
        """Let Enter open a project; Tab leads to those of before."""
        if not self.hasFocus():
            self._open.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def spoken_parts(self) -> Sequence[SpokenPart]:
        return [
            SpokenPart(
                name=f"{project.name}, {visible(project.root)}",
                box=self._row(number).toRect(),
                press=partial(self.project_chosen.emit, project.root),
                is_current=self.hasFocus() and number == self._hot,
            )
            for number, project in enumerate(self._recent)
        ]

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._hot = max(self._hot, 0)
        self.update()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._hot = -1
        self.update()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        known = len(self._recent)
        match event.key():
            case Qt.Key.Key_Down if known:
                self._hot = (self._hot + 1) % known
            case Qt.Key.Key_Up if known:
                self._hot = (self._hot - 1) % known
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if 0 <= self._hot < known:
                self.project_chosen.emit(self._recent[self._hot].root)
            case _:
                super().keyPressEvent(event)
                return
        self.tell_current()
        self.update()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._skin.theme
        colors, fonts = theme.colors, theme.fonts
        painter = QPainter(self)
        painter.fillRect(self.rect(), colors.term)
        painter.setPen(colors.text2)
        painter.setFont(fonts.ui())
        where = QRectF(0, self._top(), self.width(), 24)
        painter.drawText(where, Qt.AlignmentFlag.AlignCenter, self._sentence)
        for index, project in enumerate(self._recent):
            box = self._row(index)
            if index == self._hot:
                painter.fillRect(box, colors.bg2)
                if self.hasFocus():
                    painter.setPen(QPen(colors.accent, metrics.RING))
                    painter.drawRect(box.adjusted(1, 1, -1, -1))
            middle, left = box.center().y(), box.left() + 12
            room = box.width() - 24
            end = draw_text(
                painter, project.name, fonts.ui(), colors.text, left=left, middle=middle, room=room
            )
            small = fonts.ui(metrics.SECONDARY_TEXT)
            room = box.right() - end - 22
            draw_text(
                painter,
                visible(project.root),
                small,
                colors.text3,
                left=end + 10,
                middle=middle,
                room=room,
            )
        painter.end()

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        hot = self._at(event.position().toPoint())
        if hot != self._hot:
            self._hot = hot
            self.update()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self._at(event.position().toPoint())
        if index >= 0:
            self.project_chosen.emit(self._recent[index].root)

    def _at(self, point: QPoint) -> int:
        rows = range(len(self._recent))
        return next((index for index in rows if self._row(index).contains(point)), -1)

    def _top(self) -> int:
        below = len(self._recent) * metrics.ROW
        if not self.engines.isHidden():
            below = _ENGINES_TOP + self.engines.height() - 60
        return max(40, self.height() // 2 - 60 - below // 2)

    def _row(self, index: int) -> QRectF:
        width = min(_WIDTH, self.width() - 40)
        top = self._top() + 90 + index * metrics.ROW
        return QRectF((self.width() - width) / 2, top, width, metrics.ROW)

    def _place(self) -> None:
        hint = self._open.sizeHint()
        left = (self.width() - hint.width()) // 2
        self._open.setGeometry(left, self._top() + 36, hint.width(), hint.height())
        width = min(_ENGINES_WIDTH, self.width() - 40)
        left, top = (self.width() - width) // 2, self._top() + _ENGINES_TOP
        self.engines.setGeometry(left, top, width, self.engines.height())
