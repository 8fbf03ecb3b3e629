"""The window: puts the parts together, shows them the model, gives what they ask to commands.

Main thread only. It decides nothing itself: what is known is in `Desk`, what can be done is in the
command families, how it looks is in the panels.
"""

from collections.abc import Callable
from typing import override

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QCloseEvent, QMoveEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from idea.domain.actions.keys import Platform
from idea.domain.errors import IdeaError
from idea.presentation.desktop.panels.banner import Banner
from idea.presentation.desktop.panels.command_palette import CommandPalette
from idea.presentation.desktop.panels.side_bar import SideBar
from idea.presentation.desktop.panels.status_line import StatusLine
from idea.presentation.desktop.panels.tab_strip import TabStrip
from idea.presentation.desktop.panels.welcome import WelcomePage
from idea.presentation.desktop.shell.agent_wiring import AgentWiring
from idea.presentation.desktop.shell.arrangement import arrange
from idea.presentation.desktop.shell.banner_place import BannerPlace
from idea.presentation.desktop.shell.bindings import bind_all
from idea.presentation.desktop.shell.broadcasting import Broadcasting
from idea.presentation.desktop.shell.called_actions import CalledActions
from idea.presentation.desktop.shell.card_lines import CardLines
from idea.presentation.desktop.shell.cell_commands import CellCommands
from idea.presentation.desktop.shell.desktop_alerts import DesktopAlerts
from idea.presentation.desktop.shell.engine_news import EngineNews
from idea.presentation.desktop.shell.greeting import Greeting
from idea.presentation.desktop.shell.grid_wiring import GridWiring
from idea.presentation.desktop.shell.help_commands import HelpCommands
from idea.presentation.desktop.shell.keyboard_focus import KeyboardFocus
from idea.presentation.desktop.shell.layout_commands import LayoutCommands
from idea.presentation.desktop.shell.leader_desk import LeaderDesk
from idea.presentation.desktop.shell.menus import Menus
from idea.presentation.desktop.shell.named_commands import NamedCommands
from idea.presentation.desktop.shell.news_desk import NewsDesk
from idea.presentation.desktop.shell.notices import Notices
from idea.presentation.desktop.shell.page_desks import PageDesks
from idea.presentation.desktop.shell.pages import Pages
from idea.presentation.desktop.shell.palette_opener import PaletteOpener
from idea.presentation.desktop.shell.parts_cycle import PartsCycle
from idea.presentation.desktop.shell.popped_out import PoppedOut
from idea.presentation.desktop.shell.resuming import Resuming
from idea.presentation.desktop.shell.runner import Runner
from idea.presentation.desktop.shell.scale_change import SETTING
from idea.presentation.desktop.shell.scheme_commands import SchemeCommands
from idea.presentation.desktop.shell.session_overview import SessionOverview
from idea.presentation.desktop.shell.side_bar_wiring import SideBarWiring
from idea.presentation.desktop.shell.stage import Stage
from idea.presentation.desktop.shell.stopping import Stopping
from idea.presentation.desktop.shell.survivor_watch import SurvivorWatch
from idea.presentation.desktop.shell.tab_commands import TabCommands
from idea.presentation.desktop.shell.tab_wiring import wire_tabs
from idea.presentation.desktop.shell.terminal_wiring import serve_terminals
from idea.presentation.desktop.shell.window_commands import WindowCommands
from idea.presentation.desktop.shell.window_life import WindowLife
from idea.presentation.desktop.shell.window_pages import WindowPages
from idea.presentation.desktop.shell.window_services import WindowServices
from idea.presentation.desktop.viewmodels.action_registry import ActionRegistry
from idea.presentation.desktop.viewmodels.desk import Desk
from idea.presentation.desktop.viewmodels.panels import status_line_view, tab_strip_view
from idea.presentation.desktop.viewmodels.survivors import survivors_note


class MainWindow(QWidget):
    """One window of this process."""

    left = Signal()
    """The window is closed and nothing is left to do for it."""
    attended = Signal()
    """The person uses this window now."""

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._services = services
        self.skin = skin = services.themes.skin
        self.desk = Desk(services.now, services.home, services.host)
        self.registry = ActionRegistry(self._facts)
        self.tabs = TabStrip(services.keymap.shown("window.open_palette"), skin, self)
        self.banner = Banner(skin, self)
        self.side_bar = SideBar(skin, self)
        self.status = StatusLine(skin, self)
        self.welcome = WelcomePage(skin)
        self.pages = Pages(services.terminals, skin, self)
        self.pages.stack.addWidget(self.welcome)
        self.keyboard = KeyboardFocus(self.desk, self.pages, self)
        self.front = WindowPages(self.pages.stack, self.keyboard, self)
        self.palette_box = CommandPalette(skin, self)
        self.notices = Notices(self.banner)
        self.runner = runner = Runner(
            services.dispatcher,
            services.use_cases,
            self.notices.report,
            self.notices.tell,
            lambda: self.desk.current,
        )
        self.alerts = DesktopAlerts(self.desk, services.notifier, self)
        self.news = NewsDesk(self.desk, runner, services.terminals, self.alerts, self)
        self.menus = Menus(self.registry, services.keymap, self.invoke, self.desk.words)
        self.popped_out = PoppedOut(
            *(self.desk, runner, services, self),
            tabs=self.tabs,
            pages=self.pages,
            menus=self.menus,
            news=self.news,
            notices=self.notices,
            invoke=self.invoke,
            wants_keyboard=lambda: self.palette_box.is_open or self.keyboard.page is not None,
            others=lambda: self.life.others,
        )
        stage = Stage(
            desk=self.desk,
            runner=runner,
            parts=services.terminals,
            grid=lambda: self.pages.grid(self.desk.current),
            popped_out=self.popped_out.grid_of,
            environment=services.environment,
        )
        self.opener = PaletteOpener(
            self.palette_box,
            self.desk,
            self.registry,
            services.keymap,
            now=services.now,
            home=services.home,
        )
        self.schemes = SchemeCommands(stage, services.themes, self, self.opener, self.notices)
        self.cells = CellCommands(
            stage, Stopping(runner, skin, self), self.opener.open_background_sessions
        )
        self.layouts = LayoutCommands(stage, self.refresh)
        self.commands = WindowCommands(
            stage, skin, self, self.opener.open_all, self._focus_side_bar
        )
        self.survivors = SurvivorWatch(runner, skin, services.now, self)
        self.overview = SessionOverview(
            stage,
            skin,
            self,
            cells=self.cells,
            show_survivors=self.survivors.show_list,
            now=services.now,
            home=services.home,
        )
        self.resuming = Resuming(stage, skin, self)
        self.team = AgentWiring(
            stage,
            self.pages,
            skin,
            self,
            opener=self.opener,
            cells=self.cells,
            notices=self.notices,
            show_resumable=self.resuming.show_list,
            show_side_bar=self._focus_side_bar,
            give_back_focus=self.keyboard.give_back,
            now=services.now,
            home=services.home,
        )
        self.agents, self.library = self.team.commands, self.team.library
        self.help = HelpCommands(services, runner, self.notices, self)
        self.desks = PageDesks(stage, self.front, skin, services.keymap)
        self.life = life = WindowLife(
            self,
            self.desk,
            runner,
            skin,
            scale=services.scale,
            when_saved=self.team.when_saved,
            come_back=self._come_back,
        )
        self.leaving, self.place = life.leaving, life.place
        self.arranging = TabCommands(self.desk, runner, life, self.cells.go_to)
        self._bind(stage)
        self.leader = LeaderDesk(
            services.keymap, self, self.invoke, part=stage.part, status=self.status, skin=skin
        )
        self.shortcuts = self.leader.shortcuts
        self._greeting = Greeting(self.desk, lambda cell: self.cells.start_in(cell, beside=""))
        self._wiring = GridWiring(
            self.desk, self.layouts, self.news, self.invoke, self.popped_out.pop_up
        )
        self._sessions = SideBarWiring(
            self.side_bar,
            stage,
            cells=self.cells,
            agents=self.agents,
            library=self.library,
            give_back_focus=self.keyboard.give_back,
            menus=self.menus,
            invoke=self.invoke,
        )
        self.engine = EngineNews(services.feed, self.desk, runner, services.terminals, self)
        self._card_lines = CardLines(runner, stage.grid, self)
        if services.keymap.platform is Platform.MAC:
            self._menu_bar = self.menus.menu_bar()
        arrange(self, self.tabs, self.side_bar, self.front.stack, self.status)
        self._connect(stage)

    def start(self) -> None:
        """Listen to the engine, and show the window where it was."""
        self.engine.start()
        self.life.start()

    def stop(self) -> None:
        """Let go of the engine; the window is not used afterwards."""
        self.engine.stop()
        self.survivors.stop()
        self.news.stop()
        self._card_lines.stop()
        self.alerts.stop()
        self.life.stop()
        self._services.dispatcher.cancel_all()
        self.pages.close()
        self.popped_out.close()
        self._services.terminals.join()

    def invoke(self, action: str, argument: str = "") -> None:
        """Carry out an action, or say why it cannot be used now."""
        if self.popped_out.takes(action):
            return
        try:
            self.registry.invoke(action, argument)
        except IdeaError as refused:
            self.notices.tell(refused.sentence)
        self.popped_out.give_way()

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        if self.leaving.is_decided:
            event.accept()
            return
        event.ignore()
        self.life.close()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.side_bar.fit(self.width())
        self.palette_box.close_palette()
        self.place.changed()

    @override
    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        self.place.changed()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange:
            self.place.changed()
        elif event.type() == QEvent.Type.ActivationChange:
            self.news.look()
            if self.isActiveWindow():
                self.attended.emit()

    def _bind(self, stage: Stage) -> None:
        told = NamedCommands(stage, self.cells.start_behind, self.commands.open_folder)
        self.broadcasting = Broadcasting(stage)
        doing = (
            *(self.cells, self.layouts, self.commands, self.broadcasting),
            *(self.team, self.survivors, self.schemes, self.popped_out),
            *(self.arranging, self.overview, self.desks, self.help),
        )
        named = (told, *self.desks.named, self.team.opening, self.arranging.named)
        self.notices.start_engine = self._services.feed.start_engine
        own = {"view.focus_next_part": self._focus_next_part}
        bind_all(self.registry, doing, named, own)
        self.registry.ask = self.opener.ask_argument

    def _connect(self, stage: Stage) -> None:
        services, desk, commands = self._services, self.desk, self.commands
        desk.on_change = self.refresh
        BannerPlace(self.banner, self.front.stack)
        self.team.leave_front = self.front.close
        self.team.serve_menus(self.menus)
        self.engine.happened = self.news.happened
        self.engine.outdated = self.library.outdated
        self.engine.asked = CalledActions(self.registry, self.runner).carry_out
        self.engine.status_told.connect(self.refresh)
        self.engine.status_told.connect(self.survivors.look_again)
        self.engine.status_told.connect(self.help.look)
        self.survivors.changed.connect(self.refresh)
        self.side_bar.survivors.clicked.connect(self.survivors.show_list)
        told = self.desks.keys_told(self.shortcuts, self.notices, self.tabs)
        self.engine.keys_told.connect(told)
        self.desks.keys_changed = self.popped_out.follow_keys
        self.popped_out.attended.connect(self.attended)
        self.engine.raised.connect(self.life.come_forward)
        self.engine.workspace_told.connect(self.life.workspace_told)
        self.engine.speaks = self.help.speaks = lambda: self.life.others.speaks
        self.life.shown_first.connect(self._on_shown_first)
        services.themes.changed.connect(self.refresh)
        self.keyboard.moved.connect(self.place.changed)
        serve_terminals(
            *(services, stage, self.news, self.notices),
            is_reserved=self.shortcuts.is_reserved,
            ask_menu=self._wiring.ask_menu,
            front=lambda: self.popped_out.front,
            typed=self.broadcasting.typed,
        )
        self.opener.invoke, self.opener.launch = self.invoke, self.agents.launch
        self.alerts.go_to = self.opener.go_to = self.overview.go_to = self.arranging.go_to
        self.opener.show_here, self.opener.open_folder = self.cells.show_here, commands.open_folder
        self.commands.when_saved = self.team.when_saved
        tabs = self.tabs, desk, self, self.arranging
        wire_tabs(*tabs, commands=commands, menus=self.menus, opener=self.opener)
        self.side_bar.resized.connect(self.commands.set_side_bar_width)
        self.welcome.open_asked.connect(commands.ask_folder)
        self.library.serve_first_run(self.welcome.engines, self.invoke)
        self.welcome.project_chosen.connect(self.commands.open_folder)
        for part in (self.palette_box.closed, self.banner.left, self.tabs.left):
            part.connect(self.keyboard.give_back)
        self.keyboard.moved.connect(lambda *_: self.news.look())
        self.pages.made.connect(self._wiring.connect)
        self.leaving.left.connect(self.left)

    def refresh(self) -> None:
        """Show the model as it is now; parts that show the same already do nothing."""
        desk, services = self.desk, self._services
        state, project, now = desk.state, desk.current, services.now()
        self.schemes.follow(state)
        services.terminals.follow(state)
        if state.connected:
            self.life.scale.follow(state.setting(SETTING, 100))
        self.alerts.follow(state)
        self.tabs.show_view(tab_strip_view(state, project, desk.news.all))
        session = desk.focused_session
        focused = session.id if session is not None else ""
        self.survivors.follow(state)
        self.team.refresh()
        survivors = survivors_note(self.survivors.known, project)
        self._sessions.refresh(self.team.row_in_front(focused), now, services.home, survivors)
        size = f"{session.columns} × {session.rows}" if session is not None else ""
        self.status.show_view(status_line_view(state, project, self.engine.status, size, now))
        self.pages.keep_only(tab.id for tab in state.tabs)
        strips = state.setting("window.show_strips", default=True)
        self.banner.fit(strips=strips)
        grid = self.pages.show(desk)
        if grid is None:
            found = self.library.engines_found
            self.welcome.show_state(state.recent, state.engine_sentence, found)
            if self.pages.stack.currentWidget() is not self.welcome or not project:
                self.pages.stack.setCurrentWidget(self.welcome)
                if not self.palette_box.is_open:
                    self.welcome.take_keyboard()
        else:
            if not self.palette_box.is_open:
                self.keyboard.follow(focused)
            self._card_lines.follow()
            self.broadcasting.follow()
        self.popped_out.follow()
        self.front.follow(project, desk.focused_cell, self.pages.page(project))
        self.desks.follow()
        self.notices.follow(state, project)
        self.life.follow()
        self.overview.follow()
        name = state.project(project)
        self.setWindowTitle(f"{name.name} – IdeA" if name is not None else "IdeA")
        self._greeting.look()
        self.resuming.follow()

    def _facts(self) -> frozenset[str]:
        """Return what is true now: no page hides a cell that has a window of its own."""
        if self.popped_out.attended_cell:
            return self.desk.facts() | self.library.facts()
        return self.front.seen(self.team.facts())

    def _focus_side_bar(self) -> None:
        if self.side_bar.isHidden():
            self.invoke("view.toggle_side_bar")
        self.side_bar.list.take_keyboard()

    def _focus_next_part(self) -> None:
        cycle = PartsCycle(self.desk, self.banner, self.side_bar, self.tabs)
        grid = self.pages.grid(self.desk.current)
        cycle.go_on(self.keyboard.page, grid or self.welcome)

    def _on_shown_first(self) -> None:
        self.keyboard.forget()
        self.refresh()

    def _come_back(self, again: Callable[[], object]) -> None:
        if self._services.comes_back:
            again()
        else:
            self.notices.tell("Everything gets its new size when the window starts next.")
