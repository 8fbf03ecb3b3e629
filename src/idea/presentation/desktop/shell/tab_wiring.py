"""Takes what the strip of tabs is asked, by mouse, to the model and the commands."""

from functools import partial

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget

from idea.domain.actions.spec import Menu
from idea.presentation.desktop.panels.tab_strip import TabStrip
from idea.presentation.desktop.shell.menus import Menus
from idea.presentation.desktop.shell.palette_opener import PaletteOpener
from idea.presentation.desktop.shell.tab_commands import TabCommands
from idea.presentation.desktop.shell.window_commands import WindowCommands
from idea.presentation.desktop.viewmodels.desk import Desk


def wire_tabs(
    tabs: TabStrip,
    desk: Desk,
    window: QWidget,
    arranging: TabCommands,
    *,
    commands: WindowCommands,
    menus: Menus,
    opener: PaletteOpener,
) -> None:
    """Connect the strip of a window."""

    def dropped(project: str, point: QPoint) -> None:
        arranging.drop(project, point, window.size())

    def tab_menu_asked(_project: str, point: QPoint) -> None:
        menus.pop_up(window, Menu.TAB_CONTEXT, point)

    tabs.chosen.connect(desk.show_project)
    tabs.closed.connect(commands.close_tab)
    tabs.drag.moved.connect(arranging.reorder)
    tabs.drag.beyond = arranging.over
    tabs.drag.dragged.connect(arranging.hover)
    tabs.drag.dropped.connect(dropped)
    tabs.tab_menu_asked.connect(tab_menu_asked)
    tabs.add_asked.connect(commands.ask_folder)
    tabs.find_asked.connect(opener.open_all)
    tabs.menu_asked.connect(partial(menus.pop_up_main, window))
