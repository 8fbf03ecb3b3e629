"""The grid: cells and terminals placed by the layout's own geometry, changed by difference.

A frame lives as long as its cell, a terminal as long as a cell shows its session. Both are children
of the grid itself, so a change of the layout only moves them: nothing is made anew and nothing
changes its parent. Main thread only.
"""

from dataclasses import replace
from math import ceil
from typing import cast, override

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from idea.domain.ids import NodeId
from idea.domain.layout.accordion import growth
from idea.domain.layout.excerpt import block_around, shown_alone
from idea.domain.layout.geometry import Divider, Extent, Placement, Rectangle, place
from idea.domain.layout.tree import LayoutNode
from idea.presentation.desktop.grid.attached_terminals import AttachedTerminals
from idea.presentation.desktop.grid.cell_drag import CellDrag
from idea.presentation.desktop.grid.cell_frame import CellFrame
from idea.presentation.desktop.grid.cell_notes import CellNotes
from idea.presentation.desktop.grid.content import GridContent, moves
from idea.presentation.desktop.grid.divider_drag import DividerDrag
from idea.presentation.desktop.grid.dividers import DividerGrip
from idea.presentation.desktop.grid.grid_marks import GridMarks
from idea.presentation.desktop.grid.range_drag import RangeDrag
from idea.presentation.desktop.grid.range_overlay import RangeOverlay
from idea.presentation.desktop.grid.terminal_parts import TerminalPart, TerminalParts
from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.cells import Body, CellView
from idea.presentation.desktop.widgets.drawing import hairline
from idea.presentation.desktop.widgets.spoken import SpokenWidget, call_it

_SMALLEST = Extent(72, metrics.CELL_HEADER + 12)
"""No cell is drawn smaller while there is room for all."""
_NOBODY = cast("QWidget", None)
"""Qt takes a null pointer for no focus proxy; the stubs leave it out."""


class GridView(SpokenWidget):
    """Draws one project's grid."""

    cell_pressed = Signal(str, object)
    """Carries a cell and the keyboard modifiers held."""
    cell_focused = Signal(str)
    """Carries the cell whose terminal got the keyboard."""
    action_asked = Signal(str, str)
    """Carries a cell and an action's id; the cell is empty for the range's actions."""
    menu_asked = Signal(str, object)
    """Carries a cell and a global position."""
    range_dragged = Signal(str, str)
    """Carries the first and the last cell of a range under the mouse."""
    cells_chosen = Signal(object)
    """Carries the ids of a column's or row's cells."""
    weights_chosen = Signal(object)
    """Carries a `WeightsChosen`."""
    note_answered = Signal(str, object, object)
    """Carries a session, a `NoteKind` and an `Answer`."""
    cell_dropped = Signal(str, str, object)
    """Carries the cell whose header was dragged, the one it was let go over, and its `Zone`."""

    def __init__(self, parts: TerminalParts, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self.setAccessibleName("Grid")
        self._content: GridContent | None = None
        self._placement: Placement | None = None
        self._frames: dict[str, CellFrame] = {}
        self._terminals = AttachedTerminals(parts, self)
        self._grips: list[DividerGrip] = []
        self._drag: DividerDrag | None = None
        self._range_drag = RangeDrag(self.cell_at, self)
        self._range_drag.pressed.connect(self.cell_pressed)
        self._range_drag.reached.connect(self.range_dragged)
        self._marks = GridMarks(skin, self)
        self._marks.cells_chosen.connect(self.cells_chosen)
        self._marks.handle.reached.connect(self.range_dragged)
        self._marks.action_asked.connect(lambda action: self.action_asked.emit("", action))
        self._target = RangeOverlay(skin, self)
        self.cell_drag = CellDrag(self._shown, skin, self)
        """Shows what dropping a cell on another one would do."""
        self.cell_drag.dropped.connect(self.cell_dropped)
        self._notes = CellNotes(skin, self)
        self._notes.answered.connect(self.note_answered)
        self._notes.left.connect(self.focus_cell)
        skin.changed.connect(self.update)

    @property
    def content(self) -> GridContent | None:
        """What is shown."""
        return self._content

    @property
    def placement(self) -> Placement | None:
        """Where everything is, None before the first content."""
        return self._placement

    def frame(self, cell: str) -> CellFrame | None:
        """Return the frame of a cell."""
        return self._frames.get(cell)

    def terminal(self, session: str) -> TerminalPart | None:
        """Return the view of a session shown here."""
        return self._terminals.of(session)

    def show_content(self, content: GridContent) -> None:
        """Show something else; only what differs changes."""
        if content == self._content:
            return
        before, self._content = self._content, content
        if self._drag is not None and self._drag.revision != content.revision:
            self._drag = None
            self._terminals.hold_sizes(held=False)
        self._match_frames(content)
        shown = {
            view.look.id
            for view in content.cells.values()
            if view.look is not None and not view.popped_out
        }
        fresh = self._terminals.match(shown)
        if fresh or before is None or moves(before, content):
            self._arrange()
        else:
            self._place_bodies()
            self._show_marks()

    def focus_cell(self, cell: str) -> None:
        """Give the keyboard to a cell's terminal, or to the cell itself."""
        frame = self._frames.get(cell)
        if frame is None:
            return
        look = frame.view.look
        part = self._terminals.of(look.id) if look else None
        shows_terminal = frame.body in {Body.TERMINAL, Body.ENDED}
        target = part.widget if part is not None and shows_terminal else frame
        if not target.hasFocus() and self.isVisible():
            target.setFocus(Qt.FocusReason.OtherFocusReason)

    def focus_buttons(self, cell: str) -> None:
        """Give the keyboard to what can be pressed in a cell: its note, or what stands there."""
        note, frame = self._notes.of(cell), self._frames.get(cell)
        if note is not None:
            note.take_keyboard()
        elif frame is not None:
            frame.take_keyboard()

    def cards(self) -> dict[str, CellFrame]:
        """Return the cards that stand for sessions, by session."""
        return {
            frame.view.look.id: frame
            for frame in self._frames.values()
            if frame.view.look is not None and frame.body is Body.CARD and frame.isVisible()
        }

    def show_target(self, cell: str) -> None:
        """Show where what is being dragged would go; empty for nowhere."""
        frame = self._frames.get(cell)
        self._target.setVisible(frame is not None)
        if frame is not None:
            self._target.setGeometry(frame.geometry())
            self._target.raise_()

    def forget_preview(self) -> None:
        """Let the next content be shown anew, after the engine refused a dragged divider."""
        self._drag = None
        self._content = None

    def close_terminals(self) -> None:
        """Detach from every session, for the end of the window or the tab."""
        self._terminals.match(frozenset())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._skin.theme.colors.line)
        painter.end()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._arrange()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Watch the terminals: who has the keyboard, where the mouse is, ranges under Ctrl+Shift.

        The terminal handles the event itself unless it belongs to a range.
        """
        session = self._terminals.session_of(watched)
        frame = self._frame_of(session) if session else None
        if frame is None:
            return False
        match event.type():
            case QEvent.Type.FocusIn:
                self.cell_focused.emit(frame.view.id)
            case QEvent.Type.Enter:
                frame.set_hovered(hovered=True)
            case QEvent.Type.Leave:
                frame.set_hovered(hovered=False)
            case (
                QEvent.Type.MouseButtonPress
                | QEvent.Type.MouseMove
                | QEvent.Type.MouseButtonRelease
            ) if isinstance(event, QMouseEvent):
                return self._range_drag.takes(frame.view.id, event)
            case _:
                pass
        return False

    def _frame_of(self, session: str) -> CellFrame | None:
        for frame in self._frames.values():
            if frame.view.look is not None and frame.view.look.id == session:
                return frame
        return None

    def _match_frames(self, content: GridContent) -> None:
        for cell in self._frames.keys() - content.cells.keys():
            frame = self._frames.pop(cell)
            frame.hide()
            frame.deleteLater()
        for cell, view in content.cells.items():
            if cell in self._frames:
                self._frames[cell].show_view(view)
            else:
                self._frames[cell] = self._new_frame(view)

    def _new_frame(self, view: CellView) -> CellFrame:
        frame = CellFrame(view, self._skin, self)
        frame.pressed.connect(self.cell_pressed)
        frame.action_asked.connect(self.action_asked)
        frame.menu_asked.connect(self.menu_asked)
        frame.reached.connect(self._range_drag.reach)
        frame.dragged.connect(self.cell_drag.move)
        frame.dropped.connect(self.cell_drag.let_go)
        frame.lower()
        return frame

    def _room(self, content: GridContent) -> Rectangle:
        left = metrics.ROW_STRIP if content.strips else 0
        top = metrics.COLUMN_STRIP if content.strips else 0
        return Rectangle(left, top, max(1, self.width() - left), max(1, self.height() - top))

    def _arrange(self) -> None:
        content = self._content
        if content is None:
            return
        whole = content.tree if self._drag is None else self._drag.tree
        tree = shown_alone(whole, content.alone)
        self._placement = placement = self._placed(tree, content)
        for cell, frame in self._frames.items():
            tile = placement.tiles.get(NodeId(cell))
            frame.setVisible(tile is not None)
            if tile is not None:
                frame.setGeometry(tile.x, tile.y, tile.width, tile.height)
        self._place_bodies()
        self._place_grips(placement)
        self._show_marks()

    def _placed(self, tree: LayoutNode, content: GridContent) -> Placement:
        room, gap = self._room(content), ceil(hairline(self))
        if content.grown not in content.cells or content.selection.zoomed:
            return place(tree, room, gap, _SMALLEST)
        cell = NodeId(content.grown)
        grown = growth(
            tree,
            cell,
            Extent(room.width, room.height),
            gap,
            smallest=_SMALLEST,
            enough=content.cells[content.grown].card,
        )
        return place(tree, room, gap, grown.smallest, grown.roomy)

    def _place_bodies(self) -> None:
        for frame in self._frames.values():
            look = frame.view.look
            part = self._terminals.of(look.id) if look is not None else None
            if part is None:
                frame.setFocusProxy(_NOBODY)
                continue
            if frame.body is Body.ENDED:
                part.know_end()
            visible = frame.isVisibleTo(self) and frame.body in {Body.TERMINAL, Body.ENDED}
            held = frame.hasFocus() or part.widget.hasFocus()
            if not part.widget.hasFocus():
                # A title that changes under way would be read out over what the program says.
                call_it(part.widget, frame.accessibleName())
            if visible:
                part.widget.setGeometry(frame.body_room())
                part.widget.show()
            # A card has the keyboard itself; a header that is clicked leaves it to the terminal.
            frame.setFocusProxy(part.widget if visible else _NOBODY)
            if held and frame.isVisibleTo(self):
                frame.setFocus(Qt.FocusReason.OtherFocusReason)
            part.widget.setVisible(visible)
        self._notes.follow([one for one in self._frames.values() if one.isVisibleTo(self)])

    def _place_grips(self, placement: Placement) -> None:
        if self._drag is not None:
            held = next((grip for grip in self._grips if grip.is_held), None)
            for divider in placement.dividers:
                if held is not None and held.is_over(divider):
                    held.follow(divider)
            return
        while len(self._grips) < len(placement.dividers):
            self._grips.append(self._new_grip())
        for grip, divider in zip(self._grips, placement.dividers, strict=False):
            grip.show_divider(divider)
            grip.raise_()
        for grip in self._grips[len(placement.dividers) :]:
            grip.hide()

    def _show_marks(self) -> None:
        if self._content is not None and self._placement is not None:
            self._marks.show_marks(self._content, self._placement)

    def _shown(self) -> tuple[GridContent, Placement] | None:
        if self._content is None or self._placement is None:
            return None
        return self._content, self._placement

    def _new_grip(self) -> DividerGrip:
        grip = DividerGrip(self._skin, self)
        grip.grabbed.connect(self._grab)
        grip.moved.connect(self._drag_by)
        grip.released.connect(self._let_go)
        grip.evened.connect(self._even)
        return grip

    def _grab(self, divider: Divider) -> None:
        content, placement = self._content, self._placement
        if content is not None and placement is not None:
            self._drag = self._drag_of(content, placement, divider)
            self._terminals.hold_sizes(held=True)

    def _drag_by(self, pixels: int) -> None:
        if self._drag is not None:
            self._drag.move(pixels)
            self._arrange()

    def _let_go(self) -> None:
        under_way, self._drag = self._drag, None
        if under_way is None or self._content is None:
            return
        # The preview stays until the engine answers with the same or with another grid.
        self._content = replace(self._content, tree=under_way.tree)
        self._arrange()
        self._terminals.hold_sizes(held=False)
        if under_way.changes_something:
            self.weights_chosen.emit(under_way.chosen())

    def _even(self, divider: Divider) -> None:
        content, placement = self._content, self._placement
        if content is None or placement is None:
            return
        even = self._drag_of(content, placement, divider)
        even.even_out()
        if even.changes_something:
            self.weights_chosen.emit(even.chosen())

    def _drag_of(self, content: GridContent, placement: Placement, divider: Divider) -> DividerDrag:
        block = block_around(content.tree, content.alone)
        return DividerDrag(content.tree, placement, divider, content.revision, block)

    def cell_at(self, point: QPoint) -> str:
        """Return the cell under a global point; empty for none."""
        if self._placement is None:
            return ""
        here = self.mapFromGlobal(point)
        cell = self._placement.cell_at(here.x(), here.y())
        return cell.value if cell is not None else ""
