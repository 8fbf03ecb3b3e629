"""Takes what the library's pages of the side bar are asked to the model and the commands."""

from collections.abc import Callable, Mapping
from datetime import datetime

from PySide6.QtWidgets import QWidget

from idea.application.settings.set_setting import SetSettingRequest
from idea.application.views import AgentsOutdated, Outdated
from idea.domain.actions.spec import Menu
from idea.presentation.desktop.panels.engines_found import EnginesFound
from idea.presentation.desktop.shell.library_editing import LibraryEditing
from idea.presentation.desktop.shell.library_reader import LibraryReader
from idea.presentation.desktop.shell.notices import Notices
from idea.presentation.desktop.shell.palette_opener import PaletteOpener
from idea.presentation.desktop.shell.profile_commands import CHOSEN, ProfileCommands
from idea.presentation.desktop.shell.recipe_commands import RecipeCommands
from idea.presentation.desktop.shell.skill_commands import SkillCommands
from idea.presentation.desktop.shell.stage import Stage
from idea.presentation.desktop.shell.template_commands import TemplateCommands
from idea.presentation.desktop.shell.text_pages import TextPages
from idea.presentation.desktop.shell.trash_commands import TrashCommands
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.action_registry import Work
from idea.presentation.desktop.viewmodels.first_run import EnginesFoundView, engines_found_view
from idea.presentation.desktop.viewmodels.library import Library
from idea.presentation.desktop.viewmodels.library_rows import (
    Page,
    RowKind,
    RowName,
    library_view,
    template_rows,
)
from idea.presentation.desktop.viewmodels.panels import SideBarView
from idea.presentation.desktop.viewmodels.session_look import SessionLook

PAGE = "window.side_bar_page"
"""The setting that says what the side bar shows."""
FIRST_RUN = "window.show_first_run"
_MENUS: Mapping[RowKind, Menu] = {
    RowKind.SKILL: Menu.SKILL_CONTEXT,
    RowKind.TEMPLATE: Menu.TEMPLATE_CONTEXT,
    RowKind.RECIPE: Menu.RECIPE_CONTEXT,
    RowKind.ENGINE: Menu.ENGINE_CONTEXT,
    RowKind.DRIFT: Menu.DRIFT_CONTEXT,
}


class LibraryWiring:
    """Main thread only; dialogs open over `window`."""

    def __init__(
        self,
        stage: Stage,
        skin: Skin,
        window: QWidget,
        *,
        opener: PaletteOpener,
        notices: Notices,
        make_agent: Callable[[str], None],
        agents_outdated: Callable[[str], None],
        show_side_bar: Callable[[], None],
        pages: TextPages,
        now: Callable[[], datetime],
    ) -> None:
        """`make_agent` makes one of a template; `show_side_bar` gives it the keyboard as well.

        `agents_outdated` hears of which project the agents are others, empty for all.
        """
        self._agents_outdated = agents_outdated
        self._stage = stage
        self._desk = stage.desk
        self._show_side_bar = show_side_bar
        self._notices = notices
        self.library = Library(self._changed)
        self._reader = LibraryReader(
            stage.desk, self.library, stage.runner, lambda: self.is_first_run
        )
        shared = stage, self.library, skin, window
        self.editing = LibraryEditing(*shared, pages=pages, notices=notices, do=self.do)
        self.skills = SkillCommands(
            *shared, opener=opener, notices=notices, edit=self.editing.edit_skill
        )
        self.templates = TemplateCommands(
            *shared,
            opener=opener,
            notices=notices,
            make_agent=make_agent,
            edit=self.editing.edit_template,
        )
        self.profiles = ProfileCommands(
            *shared, opener=opener, notices=notices, look_again=self._reader.look_again
        )
        self.recipes = RecipeCommands(*shared, opener=opener, notices=notices)
        self._trash = TrashCommands(stage, opener=opener, notices=notices, now=now)

    def work(self) -> dict[str, Work]:
        """Return the code of every action on the library."""
        return {
            **{page.action: self._showing(page) for page in Page},
            **self.editing.work(),
            **self.skills.work(),
            **self.templates.work(),
            **self.profiles.work(),
            **self.recipes.work(),
            **self._trash.work(),
        }

    def facts(self) -> frozenset[str]:
        """Return what is true of the library, in the words of the catalogue."""
        return self.library.facts(self._desk.current)

    def follow(self) -> None:
        """Learn what the project in front may use."""
        self._reader.follow()
        self.editing.follow()

    def outdated(self, item: Outdated) -> None:
        """Learn anew what changed."""
        if isinstance(item, AgentsOutdated):
            self._agents_outdated(item.project)
        self._reader.outdated(item)

    @property
    def page(self) -> Page:
        """The page the person wants to see."""
        return Page(self._desk.state.setting(PAGE, Page.SESSIONS.value))

    @property
    def is_first_run(self) -> bool:
        """Whether the person has no project yet, and did not skip what is shown then."""
        state = self._desk.state
        wanted = state.setting(FIRST_RUN, default=True)
        return state.connected and not state.projects and wanted

    @property
    def engines_found(self) -> EnginesFoundView | None:
        """What is shown of the engines at the first run; None later."""
        if not self.is_first_run:
            return None
        chosen = self._desk.state.setting(CHOSEN, "")
        return engines_found_view(self.library.profiles(""), chosen)

    def serve_first_run(self, page: EnginesFound, invoke: Callable[[str], None]) -> None:
        """Do what is asked at the first run; `invoke` carries out an action of the catalogue."""

        def do(action: str, profile: str) -> None:
            if action in {"profile.choose", "profile.edit"}:
                self.profiles.do(action, profile)
            else:
                invoke(action)

        page.asked.connect(do)
        page.skipped.connect(
            lambda: self._stage.runner.ask(SetSettingRequest(name=FIRST_RUN, value=False))
        )

    def view(self, page: Page) -> SideBarView:
        """Return what a page shows that is not that of the sessions."""
        chosen = self._desk.state.setting(CHOSEN, "")
        return library_view(page, self.library, self._desk.current, chosen)

    @property
    def template_rows(self) -> tuple[SessionLook, ...]:
        """The templates as they stand below agents and sessions."""
        return template_rows(self.library.books.templates or (), self.library.behind)

    def show_page(self, page: str) -> None:
        """Let the side bar show a page."""
        if page == Page.RECIPES:
            self._reader.ask_for_recipes()  # Nobody tells of files that were edited by hand.
        if page != self.page:
            self._stage.runner.ask(SetSettingRequest(name=PAGE, value=page))

    def menu_of(self, name: RowName) -> tuple[Menu, frozenset[str]] | None:
        """Return the menu of a row and what is true of it; None for a row without one."""
        menu = _MENUS.get(name.kind)
        if menu is None:
            return None
        facts = {"project.open"}
        if name.kind is RowKind.ENGINE:
            facts |= self.profiles.facts_of(name.id)
        behind = {one.template for one in self.library.behind}
        if name.kind is RowKind.DRIFT or name.id in behind:
            facts.add("template.behind")
        return menu, frozenset(facts)

    def do(self, action: str, name: RowName) -> None:
        """Carry out an action on what a row stands for."""
        match name.kind:
            case RowKind.SKILL:
                self.skills.do(action, name.id)
            case RowKind.TEMPLATE:
                self.templates.do(action, name.id)
            case RowKind.ENGINE:
                self.profiles.do(action, name.id)
            case RowKind.DRIFT:
                self.templates.do_to_drift(action, name.id.rpartition(":")[2])
            case RowKind.RECIPE:
                self.recipes.do(action, name.id)
            case RowKind.NOTICE | RowKind.TRASH:
                pass

    def _changed(self) -> None:
        self._desk.on_change()

    def _showing(self, page: Page) -> Work:
        def show() -> None:
            self.show_page(page.value)
            self._show_side_bar()

        return show
