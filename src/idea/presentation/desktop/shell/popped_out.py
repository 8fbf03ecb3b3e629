"""The windows of popped-out cells: made and ended as the workspace has them.

Each belongs to the window with the tab of its project, whose model and commands it uses: what the
person does in it is done to its cell.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import override

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Signal
from PySide6.QtWidgets import QWidget

from idea.application.workspace.bring_cell_back import BringCellBackRequest
from idea.application.workspace.pop_out_cell import PopOutCellRequest
from idea.application.workspace.save_popped_out_cell import SavePoppedOutCellRequest
from idea.application.workspace.views import PoppedOutView
from idea.domain.actions.spec import Menu
from idea.presentation.desktop.grid.grid_view import GridView
from idea.presentation.desktop.grid.terminal_parts import TerminalPart
from idea.presentation.desktop.panels.tab_strip import TabStrip
from idea.presentation.desktop.shell.cell_carrying import CellCarrying
from idea.presentation.desktop.shell.cell_window import CellWindow
from idea.presentation.desktop.shell.leader_desk import LeaderDesk
from idea.presentation.desktop.shell.menus import Menus
from idea.presentation.desktop.shell.news_desk import NewsDesk
from idea.presentation.desktop.shell.notices import Notices
from idea.presentation.desktop.shell.other_windows import OtherWindows
from idea.presentation.desktop.shell.pages import Pages
from idea.presentation.desktop.shell.runner import Runner
from idea.presentation.desktop.shell.window_life import come_forward
from idea.presentation.desktop.shell.window_place import resized
from idea.presentation.desktop.shell.window_services import WindowServices
from idea.presentation.desktop.viewmodels.action_registry import Work
from idea.presentation.desktop.viewmodels.desk import Desk

_LEAST = QSize(480, 300)
"""How large the window of a cell is at first, where the cell is smaller."""
_ASIDE = QPoint(24, 24)


class PoppedOut(QObject):
    """The popped-out cells of one window's tabs; main thread only."""

    attended = Signal()
    """The person uses the window of a cell now."""

    def __init__(
        self,
        desk: Desk,
        runner: Runner,
        services: WindowServices,
        window: QWidget,
        *,
        tabs: TabStrip,
        pages: Pages,
        menus: Menus,
        news: NewsDesk,
        notices: Notices,
        invoke: Callable[[str], None],
        wants_keyboard: Callable[[], bool],
        others: Callable[[], OtherWindows],
    ) -> None:
        """Belong to `window`; `wants_keyboard` tells whether something in it waits for a word."""
        super().__init__(window)
        self._desk = desk
        self._ask = runner.ask
        self._ask_quietly = runner.ask_quietly
        self._services = services
        self._main = window
        self._pages = pages
        self._menus = menus
        self._news = news
        self._notices = notices
        self._invoke = invoke
        self._wants_keyboard = wants_keyboard
        self._windows: dict[str, CellWindow] = {}
        self._keys: dict[str, LeaderDesk] = {}
        self._left: Sequence[str] = ()
        """The cells whose windows went with the one all belong to, until that is back."""
        self._is_pointing = False
        self._asked: set[str] = set()
        """The cells that the person popped out here, whose windows are not there yet."""
        news.is_attended = self.is_attended
        self.carrying = CellCarrying(
            *(desk, window),
            tabs=tabs,
            pages=pages,
            skin=services.themes.skin,
            notices=notices,
            others=others,
            pop_out=self.pop_out,
            bring_back=self.bring_back,
        )
        """What becomes of cells that are dragged out of their grid, or back."""
        pages.made.connect(lambda grid: self.carrying.listen(grid, desk.current))
        window.installEventFilter(self)

    def work(self) -> dict[str, Work]:
        """Return the code of every action here."""
        return {
            "cell.pop_out": lambda: self.pop_out(self._desk.current, self._desk.focused_cell),
            "cell.bring_back": lambda: self.bring_back(self._desk.focused_cell),
        }

    @property
    def windows(self) -> Mapping[str, CellWindow]:
        """The windows by their cells."""
        return self._windows

    @property
    def attended_cell(self) -> str:
        """The cell whose window the person uses; empty for none."""
        used = (cell for cell, window in self._windows.items() if window.isActiveWindow())
        return next(used, "")

    @property
    def front(self) -> QWidget:
        """The window that the person uses: that of a cell, or the one all belong to."""
        return self._windows.get(self.attended_cell, self._main)

    def is_attended(self) -> bool:
        """Whether the person uses the window of a cell, or the one all belong to."""
        return self.front.isActiveWindow()

    def pop_up(self, menu: Menu, point: QPoint) -> None:
        """Open a menu in the window that the person uses."""
        self._menus.pop_up(self.front, menu, point)

    def grid_of(self, cell: str) -> GridView | None:
        """Return what the window of a cell shows; None for a cell without one."""
        window = self._windows.get(cell)
        return None if window is None else window.grid

    def pop_out(self, project: str, cell: str, corner: QPoint | None = None) -> None:
        """Give a cell of a grid here a window of its own, at a place or near the cell."""
        desk = self._desk
        if project == desk.current and desk.selection(project).zoomed == {cell}:
            desk.toggle_zoom()
        box = self._room_of(project, cell)
        if corner is not None:
            box.moveTopLeft(corner)
        place = resized(box, self._services.scale)
        self._asked.add(cell)
        self._ask(
            PopOutCellRequest(
                project=project,
                cell=cell,
                x=place.x(),
                y=place.y(),
                width=place.width(),
                height=place.height(),
            ),
            otherwise=lambda: self._asked.discard(cell),
        )

    def bring_back(self, cell: str) -> None:
        """Show a cell in its grid again, and say so."""
        out = self._desk.state.popped_out.get(cell)
        if out is not None:
            self._ask(BringCellBackRequest(cell=cell), lambda _: self._tell_back(out))

    def _tell_back(self, out: PoppedOutView) -> None:
        view = self._desk.cells(out.project).get(out.cell)
        if view is not None:
            name = view.look.name if view.look is not None else "The cell"
            self._notices.tell(f"{name} is in {view.address} again.", out.project)

    def follow(self) -> None:
        """Show the windows of the cells that are popped out now, and no others."""
        wanted = self._wanted()
        for cell in self._windows.keys() - wanted.keys():
            if cell in self._windows:  # Whoever gets the keyboard meanwhile looks here as well.
                self._end(cell)
        for cell, out in wanted.items():
            window = self._windows.get(cell)
            if window is None:
                self._pages.follow_behind(self._desk, out.project)
                window = self._windows[cell] = self._new(cell)
                self.carrying.listen(window.grid, out.project)
                self._show(cell, out)
                window.start(cell, out.geometry, asked=cell in self._asked)
                self._asked.discard(cell)
            else:
                self._show(cell, out)
        self._hand_keyboard_over()

    def takes(self, action: str) -> bool:
        """Do what is meant for the window of a cell, if the person uses one; tell whether it is."""
        cell = self.attended_cell
        if not cell:
            return False
        own: Mapping[str, Work] = {
            "window.close": partial(self.bring_back, cell),
            "view.toggle_full_screen": self._windows[cell].toggle_full_screen,
        }
        if action in own:
            own[action]()
        return action in own

    def give_way(self) -> None:
        """Let the window all belong to come forward, if it waits for a word of the person."""
        if self.attended_cell and self._wants_keyboard():
            come_forward(self._main)

    def follow_keys(self) -> None:
        """Make the keys work that the person chose."""
        for keys in self._keys.values():
            keys.shortcuts.follow()

    def close(self) -> None:
        """End every window here; the cells stay popped out."""
        for cell in tuple(self._windows):
            self._drop(cell)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go with the window all belong to: hidden by the process, it leaves or is in the tray."""
        if event.type() == QEvent.Type.Hide and not event.spontaneous():
            self._left = [cell for cell, window in self._windows.items() if window.isVisible()]
            for window in self._windows.values():
                window.hide()
        elif event.type() == QEvent.Type.Show and not event.spontaneous():
            left, self._left = self._left, ()
            for cell in left:
                if cell in self._windows:
                    self._windows[cell].show()
        return False

    def _wanted(self) -> dict[str, PoppedOutView]:
        desk = self._desk
        mine = {
            cell: out for cell, out in desk.state.popped_out.items() if desk.has_tab(out.project)
        }
        cells = {project: desk.cells(project) for project in {out.project for out in mine.values()}}
        return {cell: out for cell, out in mine.items() if cell in cells[out.project]}

    def _room_of(self, project: str, cell: str) -> QRect:
        """Return where a cell is on the screen, or room for it in the middle of the window."""
        grid = self._pages.grid(project)
        frame = grid.frame(cell) if grid is not None else None
        if frame is None or not frame.isVisible():
            box = QRect(QPoint(), _LEAST)
            box.moveCenter(self._main.geometry().center())
            return box
        corner = frame.mapToGlobal(QPoint()) + _ASIDE
        return QRect(corner, frame.size().expandedTo(_LEAST))

    def _new(self, cell: str) -> CellWindow:
        services = self._services
        window = CellWindow(
            services.terminals,
            services.themes.skin,
            partial(self._save, cell),
            services.scale,
        )
        window.attended.connect(partial(self._on_attended, cell))
        window.left.connect(partial(self.bring_back, cell))
        grid = window.grid
        grid.cell_focused.connect(self._point_at)
        grid.cell_pressed.connect(lambda pressed, _: self._point_at(pressed))
        grid.action_asked.connect(self._do)
        grid.menu_asked.connect(partial(self._ask_menu, window))
        grid.note_answered.connect(self._news.answer)
        self._keys[cell] = LeaderDesk(
            services.keymap,
            window,
            partial(self._do, cell),
            part=partial(self._terminal_in, grid),
            status=None,
            skin=services.themes.skin,
        )
        return window

    def _terminal_in(self, grid: GridView) -> TerminalPart | None:
        session = self._desk.focused_session
        return grid.terminal(session.id) if session is not None else None

    def _show(self, cell: str, out: PoppedOutView) -> None:
        state = self._desk.state
        view, project = self._desk.cells(out.project)[cell], state.project(out.project)
        name = "" if project is None else project.name
        self._windows[cell].show_cell(view, state.layouts[out.project].revision, name)

    def _end(self, cell: str) -> None:
        """Let the window of a cell go that is in its grid again, or in that of another window."""
        was_attended = self._windows[cell].isActiveWindow()
        self._drop(cell)
        if was_attended and cell in self._desk.cells(self._desk.current):
            come_forward(self._main)

    def _drop(self, cell: str) -> None:
        self._keys.pop(cell).wait.cancel()
        self._windows.pop(cell).end()

    def _save(self, cell: str) -> None:
        window = self._windows.get(cell)
        if window is None or not window.isVisible() or not self._desk.state.connected:
            return
        place = window.place.geometry()
        self._ask_quietly(
            SavePoppedOutCellRequest(
                cell=cell,
                x=place.x,
                y=place.y,
                width=place.width,
                height=place.height,
                maximised=place.maximised,
                full_screen=place.full_screen,
                screen=place.screen,
            )
        )

    def _on_attended(self, cell: str) -> None:
        self._point_at(cell)
        self._news.look()
        self.attended.emit()

    def _point_at(self, cell: str) -> None:
        """Let the model point at a cell whose window the person uses."""
        out = self._desk.state.popped_out.get(cell)
        if out is None or self._is_pointing:
            return
        self._is_pointing = True
        self._desk.show_project(out.project)
        if self._desk.focused_cell != cell:
            self._desk.focus(cell)
        self._is_pointing = False

    def _do(self, cell: str, action: str) -> None:
        """Carry out an action that was asked for in the window of a cell."""
        self._point_at(cell)
        self._invoke(action)

    def _ask_menu(self, window: CellWindow, cell: str, point: QPoint) -> None:
        self._point_at(cell)
        self._menus.pop_up(window, Menu.CELL_CONTEXT, point)

    def _hand_keyboard_over(self) -> None:
        """Go where the person points, when they went from the window of a cell to another cell."""
        desk, here = self._desk, self.attended_cell
        if not here or self._is_pointing:
            return
        out = desk.state.popped_out[here]
        if (desk.current, desk.focused_cell) != (out.project, here):
            come_forward(self._windows.get(desk.focused_cell, self._main))
