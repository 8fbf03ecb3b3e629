"""Keeps the page of settings true: asks for them, and gives what was chosen to the engine."""

from collections.abc import Sequence

from idea.application.settings.agree_to_setting import AgreeToSettingRequest
from idea.application.settings.set_setting import SetSettingRequest
from idea.application.settings.show_settings import ShowSettingsRequest
from idea.application.settings.views import SettingView
from idea.domain.setting import SettingValue
from idea.domain.settings import setting_named
from idea.presentation.desktop.panels.settings_page import SettingsPage
from idea.presentation.desktop.shell.stage import Stage
from idea.presentation.desktop.shell.window_pages import WindowPages
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.action_registry import NamedWork
from idea.presentation.desktop.viewmodels.settings_page import settings_page_view


class SettingsDesk:
    """Main thread only."""

    def __init__(self, stage: Stage, pages: WindowPages, skin: Skin) -> None:
        self._desk = stage.desk
        self._ask = stage.runner.ask
        self._ask_quietly = stage.runner.ask_quietly
        self._pages = pages
        self._views: Sequence[SettingView] = ()
        self._known: object = None
        self._wanted = ""
        """The setting to go to once it is shown."""
        self.page = SettingsPage(skin)
        self.page.sought.connect(self._sought)
        self.page.chose.connect(self._choose)
        self.page.reset_asked.connect(lambda name: self._choose(name, None))
        self.page.agree_asked.connect(self._agree)
        pages.add(self.page)

    def work(self) -> dict[str, NamedWork]:
        """Return the code of every action here."""
        return {"window.open_settings": self.open}

    def open(self, name: str = "") -> None:
        """Show the page, at one setting if its name is given.

        Raises:
            NotFoundError: There is no such setting.
        """
        self._wanted = setting_named(name).name if name else ""
        if name:
            self.page.box.setText("")
        self._known = None
        self._pages.show(self.page)
        self.follow()

    def follow(self) -> None:
        """Ask anew when what is known of settings is another; does nothing while hidden."""
        if not self._pages.shows(self.page):
            return
        state, project = self._desk.state, self._desk.state.project(self._desk.current)
        self.page.show_project(project.name if project is not None else "")
        known = (state.connected, state.settings, project and (project.id, project.settings))
        if known != self._known and state.connected:
            self._known = known
            self._read()

    @property
    def _project(self) -> str:
        return self._desk.current if self.page.scope.at else ""

    def _read(self) -> None:
        self._ask_quietly(ShowSettingsRequest(project=self._desk.current), self._show_views)

    def _show_views(self, views: Sequence[SettingView]) -> None:
        is_made = self.page.is_made
        if not is_made:  # All lines come at once, so Tab leads from top to end.
            self.page.show_view(settings_page_view(views))
        self._views = views
        page = self.page
        if is_made or page.box.text() or page.scope.at or page.only_changed.isChecked():
            self._show()  # Lines that are just made show it already, and to lay them out is dear.
        if self._wanted:
            self.page.go_to(self._wanted)
            self._wanted = ""

    def _sought(self) -> None:
        self._show()
        self.page.tell_count()

    def _show(self) -> None:
        project = self._desk.state.project(self._desk.current) if self.page.scope.at else None
        self.page.show_view(
            settings_page_view(
                self._views,
                query=self.page.box.text(),
                project=project.name if project is not None else "",
                only_changed=self.page.only_changed.isChecked(),
            )
        )

    def _choose(self, name: str, value: SettingValue | None) -> None:
        request = SetSettingRequest(name=name, value=value, project=self._project)
        self._ask(request, lambda _: self._read(), self._read)

    def _agree(self, name: str) -> None:
        request = AgreeToSettingRequest(name=name, project=self._desk.current)
        self._ask(request, lambda _: self._read(), self._read)
