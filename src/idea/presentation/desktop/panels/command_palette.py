"""The palette: one box for actions, sessions and projects, floating over the window."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import override

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QLineEdit, QWidget

from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.palette import PaletteEntry
from idea.presentation.desktop.widgets.drawing import draw_edge, draw_key, draw_text
from idea.presentation.desktop.widgets.shapes import SHAPE_SIZE, paint_shape
from idea.presentation.desktop.widgets.spoken import SpokenPart, SpokenWidget, announce

_SHADOW = 18
_DEEP, _LIGHT = 9, 4
"""How dark each of its layers is, of 255, over dark and over light ground."""
_BOX = 44
_LINE = 32
_CAPTION = 28
_PAGE = 8

type _Row = PaletteEntry | str
"""An entry or a caption."""


class CommandPalette(SpokenWidget):
    """Lets the person type, and choose a line."""

    ROLE = QAccessible.Role.Dialog

    chosen = Signal(object)
    """Carries the `PaletteEntry`; the palette is closed by then."""
    closed = Signal()

    def __init__(self, skin: Skin, parent: QWidget) -> None:
        super().__init__(parent)
        self._skin = skin
        self._host = parent
        self._find: Callable[[str], Sequence[PaletteEntry]] = lambda _: ()
        self._rows: tuple[_Row, ...] = ()
        self._at = -1
        self._top = 0
        self._is_open = False
        self.setAccessibleName("Palette")
        self.box = QLineEdit(self)
        self.box.setFrame(False)
        self.box.textChanged.connect(self._search)
        self.box.installEventFilter(self)
        self.setMouseTracking(True)
        self.hide()
        skin.changed.connect(self.update)

    @property
    def is_open(self) -> bool:
        """Whether the person is choosing."""
        return self._is_open

    @property
    def entries(self) -> tuple[PaletteEntry, ...]:
        """The lines offered now, best first."""
        return tuple(row for row in self._rows if isinstance(row, PaletteEntry))

    @property
    def current(self) -> PaletteEntry | None:
        """The line that Enter chooses."""
        row = self._rows[self._at] if 0 <= self._at < len(self._rows) else None
        return row if isinstance(row, PaletteEntry) else None

    def open(self, find: Callable[[str], Sequence[PaletteEntry]], hint: str) -> None:
        """Show what `find` returns for what is typed; `hint` stands in the empty box."""
        self._find = find
        self.box.setPlaceholderText(hint)
        self.box.setAccessibleName(hint)
        self.box.setFont(self._skin.theme.fonts.ui(15))
        self.box.blockSignals(True)  # noqa: FBT003 - Qt's own signature.
        self.box.clear()
        self.box.blockSignals(False)  # noqa: FBT003 - Qt's own signature.
        self._search("")
        self._is_open = True
        self.show()
        self.raise_()
        self.box.setFocus(Qt.FocusReason.PopupFocusReason)

    @override
    def spoken_parts(self) -> Sequence[SpokenPart]:
        return [
            SpokenPart(
                name=", ".join(part for part in (row.title, row.detail, row.key) if part),
                box=box.toRect(),
                press=partial(self._choose_row, number),
                is_current=number == self._at,
                enabled=row.enabled,
            )
            for number, row, box in self._shown()
            if isinstance(row, PaletteEntry)
        ]

    def close_palette(self) -> None:
        """Go away and choose nothing."""
        if self._is_open:
            self._is_open = False
            # Whoever listens takes the keyboard first: hiding would hand it to any widget.
            self.closed.emit()
            self.hide()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._key(Qt.Key(event.key()))
        if (
            isinstance(event, QFocusEvent)
            and event.lostFocus()
            and event.reason() is not Qt.FocusReason.ActiveWindowFocusReason
        ):
            self.close_palette()
        return False

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._skin.theme
        colors = theme.colors
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        body = QRectF(self._body())
        _paint_shadow(painter, body, _DEEP if theme.tokens.is_dark else _LIGHT)
        painter.setPen(colors.line_strong)
        painter.setBrush(colors.bg2)
        radius = metrics.PALETTE_RADIUS
        painter.drawRoundedRect(body.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        draw_edge(painter, body.adjusted(0, _BOX, 0, 0), Qt.Edge.TopEdge, colors.line)
        for number, row, box in self._shown():
            if isinstance(row, str):
                font = theme.fonts.semibold(metrics.CAPTION_TEXT)
                left, middle = box.left() + 16, box.bottom() - 12
                draw_text(painter, row, font, colors.text2, left=left, middle=middle, room=300)
            else:
                self._paint_entry(painter, row, box, current=number == self._at)
        if not self._rows:
            font = theme.fonts.ui(metrics.SECONDARY_TEXT)
            left, middle = body.left() + 16, body.top() + _BOX + 18
            words = "Nothing matches. Try fewer letters."
            draw_text(painter, words, font, colors.text2, left=left, middle=middle, room=400)
        painter.end()

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        number = self._row_at(event.position().toPoint())
        if number >= 0 and number != self._at:
            self._at = number
            self.update()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self._row_at(event.position().toPoint())
        if number >= 0:
            self._choose_row(number)

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        self._step(-1 if event.angleDelta().y() > 0 else 1)

    def _key(self, key: Qt.Key) -> bool:
        match key:
            case Qt.Key.Key_Escape:
                self.close_palette()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self._choose()
            case Qt.Key.Key_Down | Qt.Key.Key_Tab:
                self._step(1)
            case Qt.Key.Key_Up | Qt.Key.Key_Backtab:
                self._step(-1)
            case Qt.Key.Key_PageDown:
                self._step(_PAGE)
            case Qt.Key.Key_PageUp:
                self._step(-_PAGE)
            case _:
                return False
        return True

    def _choose_row(self, number: int) -> None:
        self._at = number
        self._choose()

    def _choose(self) -> None:
        entry = self.current
        if entry is None or not entry.enabled:
            return
        self.close_palette()
        self.chosen.emit(entry)

    def _search(self, text: str) -> None:
        rows: list[_Row] = []
        kind = None
        for entry in self._find(text):
            if entry.kind is not kind:
                kind = entry.kind
                rows.append(kind.value)
            rows.append(entry)
        self._rows = tuple(rows)
        self._top = 0
        self._at = next((at for at, row in enumerate(rows) if not isinstance(row, str)), -1)
        self._place()
        self.update()
        if self._is_open:
            first = self.current.title if self.current is not None else "Nothing matches"
            announce(self, f"{first}, {len(self.entries)} lines")

    def _step(self, step: int) -> None:
        places = [at for at, row in enumerate(self._rows) if not isinstance(row, str)]
        if not places:
            return
        here = places.index(self._at) if self._at in places else 0
        there = here + step
        wrapped = there % len(places) if abs(step) == 1 else min(max(there, 0), len(places) - 1)
        self._at = places[wrapped]
        self._reveal()
        self.tell_current()
        self.update()

    def _reveal(self) -> None:
        if self._at <= self._top + 1:
            self._top = 0 if self._at <= 1 else self._at - 1
        while self._at >= self._top + len(self._shown()) and self._top < len(self._rows):
            self._top += 1

    def _place(self) -> None:
        parent = self._host
        width = min(metrics.PALETTE_WIDTH, parent.width() - 2 * _SHADOW)
        most = min(metrics.PALETTE_ROWS * _LINE + 2 * _CAPTION, parent.height() - 160 - _BOX)
        height = _BOX + _room_for(self._rows, max(most, 2 * _LINE)) + 10
        left = (parent.width() - width) // 2
        top = max(metrics.TAB_STRIP + 8, min(120, parent.height() // 8))
        self.setGeometry(left - _SHADOW, top - _SHADOW, width + 2 * _SHADOW, height + 2 * _SHADOW)
        body = self._body()
        self.box.setGeometry(body.left() + 12, body.top() + 6, body.width() - 24, _BOX - 12)

    def _body(self) -> QRect:
        return self.rect().adjusted(_SHADOW, _SHADOW, -_SHADOW, -_SHADOW)

    def _shown(self) -> list[tuple[int, _Row, QRectF]]:
        body = self._body()
        top, shown = body.top() + _BOX + 4, []
        for number in range(self._top, len(self._rows)):
            row = self._rows[number]
            height = _CAPTION if isinstance(row, str) else _LINE
            if top + height > body.bottom() - 2:
                break
            shown.append((number, row, QRectF(body.left(), top, body.width(), height)))
            top += height
        return shown

    def _row_at(self, point: QPoint) -> int:
        for number, row, box in self._shown():
            if isinstance(row, PaletteEntry) and box.contains(point):
                return number
        return -1

    def _paint_entry(
        self, painter: QPainter, entry: PaletteEntry, box: QRectF, *, current: bool
    ) -> None:
        theme = self._skin.theme
        colors, fonts = theme.colors, theme.fonts
        if current:
            painter.fillRect(box.adjusted(1, 0, -1, 0), colors.accent_soft)
        middle, left, right = box.center().y(), box.left() + 16, box.right() - 16
        if entry.key:
            ground = colors.bg1 if current else colors.bg3
            font = fonts.mono(metrics.CAPTION_TEXT)
            keys = (ground, colors.text2)
            right = draw_key(painter, entry.key, font, keys, right=right, middle=middle) - 12
        if entry.shape is not None:
            paint_shape(painter, entry.shape, left, middle, colors)
            left += SHAPE_SIZE + 8
        color = colors.text if entry.enabled else colors.text3
        font = fonts.ui()
        left = draw_text(
            painter, entry.title, font, color, left=left, middle=middle, room=right - left
        )
        font = fonts.ui(metrics.SECONDARY_TEXT)
        color = colors.text2 if current else colors.text3
        room = right - left - 10
        draw_text(painter, entry.detail, font, color, left=left + 10, middle=middle, room=room)


def _room_for(rows: Sequence[_Row], most: int) -> int:
    """Return the height of as many whole rows as fit into `most`, and of one at least."""
    height = 0
    for row in rows:
        step = _CAPTION if isinstance(row, str) else _LINE
        if height + step > most:
            break
        height += step
    return height or _LINE


def _paint_shadow(painter: QPainter, body: QRectF, darkness: int) -> None:
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    for spread in range(_SHADOW, 0, -3):
        painter.setBrush(QColor(0, 0, 0, darkness))
        grown = body.adjusted(-spread, -spread + 4, spread, spread)
        radius = metrics.PALETTE_RADIUS + spread
        painter.drawRoundedRect(grown, radius, radius)
    painter.restore()
