"""The mouse over a terminal: reports for the program, else selecting, scrolling and pasting."""

from collections.abc import Callable
from time import monotonic
from typing import Protocol

from PySide6.QtCore import QObject, QPointF, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QMouseEvent, QWheelEvent

from idea.domain.links import Target
from idea.domain.ports.terminal_core import Frame, MouseTracking
from idea.domain.ports.terminal_input import Modifiers, MouseAction, MouseButton, MouseEvent
from idea.presentation.desktop.terminal.cell_span import Place
from idea.presentation.desktop.terminal.feed import TerminalFeed
from idea.presentation.desktop.terminal.feed_events import LineSelection
from idea.presentation.desktop.terminal.geometry import GridPlace
from idea.presentation.desktop.terminal.keyboard import modifiers_of
from idea.presentation.desktop.terminal.link_hover import LinkHover
from idea.presentation.desktop.terminal.program_input import ProgramInput
from idea.presentation.desktop.terminal.selection_drag import SelectionDrag

_BUTTONS = {
    Qt.MouseButton.LeftButton: MouseButton.LEFT,
    Qt.MouseButton.MiddleButton: MouseButton.MIDDLE,
    Qt.MouseButton.RightButton: MouseButton.RIGHT,
    Qt.MouseButton.BackButton: MouseButton.BACK,
    Qt.MouseButton.ForwardButton: MouseButton.FORWARD,
}
_NOTCH = 120
"""Eighths of a degree in one notch of a wheel."""
_AUTO_SCROLL_MS = 40
_NEAR_CELLS = 1


class Surface(Protocol):
    """What the mouse needs to know of the view it is over."""

    @property
    def place(self) -> GridPlace:
        """Where the grid lies."""
        ...

    @property
    def frame(self) -> Frame | None:
        """What is shown; None before anything came."""
        ...

    @property
    def wheel_lines(self) -> int:
        """How many lines one notch scrolls."""
        ...


class Pointer(QObject):
    """Turns mouse and wheel events into what they mean here."""

    def __init__(
        self,
        *,
        surface: Surface,
        program: ProgramInput,
        feed: TerminalFeed,
        scroll_by: Callable[[int], None],
        links: LinkHover,
        open_link: Callable[[Target], None],
        selected: Callable[[], None],
        paste_primary: Callable[[], None],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        super().__init__()
        self._surface = surface
        self._program = program
        self._feed = feed
        self._scroll_by = scroll_by
        self._links = links
        self._open_link = open_link
        self._selected = selected
        self._paste_primary = paste_primary
        self._clock = clock
        self._drag = SelectionDrag()
        self._has_selection = False
        self._reported_button = MouseButton.NONE
        self._reported_at: tuple[int, int] | None = None
        self._clicks = 0
        self._clicked_at = 0.0
        self._clicked_cell = (-1, -1)
        self._point = QPointF()
        self._turned = QPointF()
        self._auto_scroll = QTimer(self)
        self._auto_scroll.setInterval(_AUTO_SCROLL_MS)
        self._auto_scroll.timeout.connect(self._scroll_while_dragging)

    def reports(self, held: Qt.KeyboardModifier) -> bool:
        """Return whether the program gets mouse events; Shift keeps them for selecting."""
        shift = bool(held & Qt.KeyboardModifier.ShiftModifier)
        return self._program.modes.mouse_tracking is not MouseTracking.NONE and not shift

    def press(self, event: QMouseEvent) -> None:
        """A button went down."""
        if self.reports(event.modifiers()):
            self._reported_button = _BUTTONS.get(event.button(), MouseButton.NONE)
            self._report(MouseAction.PRESS, self._reported_button, event)
        elif event.button() == Qt.MouseButton.LeftButton:
            if not self._opens(event):
                self._begin_selection(event)
        elif event.button() == Qt.MouseButton.MiddleButton:
            self._paste_primary()

    def move(self, event: QMouseEvent) -> None:
        """The mouse moved, with or without a button."""
        self._point = event.position()
        if event.buttons():
            self._links.leave()
        else:
            self._links.move(self._point)
        if self._drag.active:
            self._extend_selection()
        elif self.reports(event.modifiers()):
            button = self._reported_button if event.buttons() else MouseButton.NONE
            self._report(MouseAction.MOTION, button, event)

    def release(self, event: QMouseEvent) -> None:
        """A button went up."""
        if self._drag.active and event.button() == Qt.MouseButton.LeftButton:
            self._drag.release()
            self._auto_scroll.stop()
            if self._has_selection:
                self._selected()
        elif self._reported_button is not MouseButton.NONE:
            button = _BUTTONS.get(event.button(), MouseButton.NONE)
            self._reported_button = MouseButton.NONE
            self._report(MouseAction.RELEASE, button, event)

    def wheel(self, event: QWheelEvent) -> None:
        """The wheel turned, or two fingers moved on a pad."""
        across, upright = self._whole_turns(event)
        if self.reports(event.modifiers()):
            turns = (
                (MouseButton.WHEEL_UP if upright < 0 else MouseButton.WHEEL_DOWN, abs(upright)),
                (MouseButton.WHEEL_LEFT if across < 0 else MouseButton.WHEEL_RIGHT, abs(across)),
            )
            for button, count in turns:
                for _ in range(count):
                    self._report(MouseAction.PRESS, button, event)
        elif upright and not self._program.wheel(upright):
            self._scroll_by(upright)

    def stop(self) -> None:
        """End a gesture whose view goes away."""
        self._drag.release()
        self._auto_scroll.stop()

    def _whole_turns(self, event: QWheelEvent) -> tuple[int, int]:
        """Return whole steps to the right and down: notches when reported, else lines."""
        if event.phase() == Qt.ScrollPhase.ScrollBegin:
            self._turned = QPointF()
        pixels = event.pixelDelta()
        if not pixels.isNull():
            metrics = self._surface.place.metrics
            ratio = metrics.pixel_ratio
            step = QPointF(pixels.x() * ratio / metrics.width, pixels.y() * ratio / metrics.height)
        else:
            reported = self.reports(event.modifiers())
            lines = 1 if reported else self._surface.wheel_lines
            step = QPointF(event.angleDelta()) * lines / _NOTCH
        if step.y() * self._turned.y() > 0:
            self._turned.setY(0)  # Turning back acts at once.
        self._turned -= step
        # Rounded first: 120 parts of a notch add up to a little less than one.
        across, upright = int(round(self._turned.x(), 6)), int(round(self._turned.y(), 6))
        self._turned -= QPointF(across, upright)
        return across, upright

    def _report(
        self, action: MouseAction, button: MouseButton, event: QMouseEvent | QWheelEvent
    ) -> None:
        frame = self._surface.frame
        if frame is None:
            return
        place = self._surface.place
        x, y = place.pixel_at(event.position())
        column = min(max(int(x // place.metrics.width), 0), frame.size.columns - 1)
        row = min(max(int(y // place.metrics.height), 0), frame.size.rows - 1)
        if action is MouseAction.MOTION and self._reported_at == (int(x), int(y)):
            return
        self._reported_at = (int(x), int(y))
        report = MouseEvent(
            action=action,
            button=button,
            row=row,
            column=column,
            x=max(int(x), 0),
            y=max(int(y), 0),
            modifiers=modifiers_of(event.modifiers()) & ~Modifiers.META,
        )
        self._program.mouse(report)

    def _opens(self, event: QMouseEvent) -> bool:
        """Open the link under the mouse if that is what is meant."""
        if not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return False
        self._links.move(event.position())
        link = self._links.link
        if link is not None and link.target is not None:
            self._open_link(link.target)
        return self._links.opens

    def _begin_selection(self, event: QMouseEvent) -> None:
        frame = self._surface.frame
        if frame is None:
            return
        self._point = event.position()
        place = self._place_at(frame, self._point)
        self._count_click((place.line, place.column))
        held = event.modifiers()
        # Keys and the palette select too; a click ends that as well.
        self._has_selection = True
        self._select(
            self._drag.press(
                place,
                clicks=self._clicks,
                extend=bool(held & Qt.KeyboardModifier.ShiftModifier),
                block=bool(held & Qt.KeyboardModifier.AltModifier),
                columns=frame.size.columns,
            )
        )

    def _count_click(self, cell: tuple[int, int]) -> None:
        limit_s = QGuiApplication.styleHints().mouseDoubleClickInterval() / 1000
        now = self._clock()
        near = (
            cell[0] == self._clicked_cell[0] and abs(cell[1] - self._clicked_cell[1]) <= _NEAR_CELLS
        )
        again = near and now - self._clicked_at <= limit_s
        self._clicks = self._clicks + 1 if again else 1
        self._clicked_at = now
        self._clicked_cell = cell

    def _extend_selection(self) -> None:
        frame = self._surface.frame
        if frame is None:
            return
        row = self._surface.place.row_at(self._point)
        outside = not 0 <= row < frame.size.rows
        if outside and not self._auto_scroll.isActive():
            self._auto_scroll.start()
        elif not outside:
            self._auto_scroll.stop()
        self._select(self._drag.move(self._place_at(frame, self._point), frame.size.columns))

    def _select(self, selection: LineSelection | None, top: int | None = None) -> None:
        if selection is not None:
            self._has_selection = True
            self._feed.scroll_and_select(top, selection)
        elif self._has_selection:
            self._has_selection = False
            self._feed.clear_selection()

    def _scroll_while_dragging(self) -> None:
        frame = self._surface.frame
        if frame is None or not self._drag.active:
            self._auto_scroll.stop()
            return
        row = self._surface.place.row_at(self._point)
        beyond = row if row < 0 else max(row - frame.size.rows + 1, 0)
        last = max(frame.scrollback.total - frame.size.rows, 0)
        top = min(max(frame.scrollback.top + beyond, 0), last)
        moved = frame._replace(scrollback=frame.scrollback._replace(top=top))
        place = self._place_at(moved, self._point)
        self._select(self._drag.move(place, frame.size.columns), top)

    def _place_at(self, frame: Frame, point: QPointF) -> Place:
        """Return the place under a point, inside the grid."""
        place = self._surface.place
        columns, rows = frame.size.columns, frame.size.rows
        x, _ = place.pixel_at(point)
        row = place.row_at(point)
        column = min(max(int(x // place.metrics.width), 0), columns - 1)
        border = min(max(round(x / place.metrics.width), 0), columns)
        if row < 0:
            row, border, column = 0, 0, 0
        elif row >= rows:
            row, border, column = rows - 1, columns, columns - 1
        return Place(line=frame.scrollback.top + row, border=border, column=column)
