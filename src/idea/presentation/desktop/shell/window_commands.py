"""Carries out the actions on projects, text and the window."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QWidget

from idea.application.engine.restart_engine import RestartEngineRequest
from idea.application.projects.close_project import CloseProjectRequest
from idea.application.projects.open_project import OpenProjectRequest
from idea.application.settings.set_setting import SetSettingRequest
from idea.domain.copying import CopyForm
from idea.domain.text_size import USUAL, stepped
from idea.presentation.desktop.grid.terminal_parts import TerminalPart
from idea.presentation.desktop.shell.dialogs import FolderDialog
from idea.presentation.desktop.shell.folder_drops import FolderDrops
from idea.presentation.desktop.shell.scale_change import SETTING, step_from
from idea.presentation.desktop.shell.stage import Stage
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.theme.tokens import DARK, HIGH_CONTRAST, HIGH_CONTRAST_LIGHT, LIGHT
from idea.presentation.desktop.viewmodels.action_registry import Work


class WindowCommands:
    """Commands that are not about one cell; dialogs open over `window`."""

    def __init__(
        self,
        stage: Stage,
        skin: Skin,
        window: QWidget,
        open_palette: Callable[[], None],
        focus_side_bar: Callable[[], None],
    ) -> None:
        self._stage = stage
        self._desk = stage.desk
        self._ask = stage.runner.ask
        self._skin = skin
        self._window = window
        self._open_palette = open_palette
        self._focus_side_bar = focus_side_bar
        FolderDrops(window, self.open_folder)
        self.when_saved: Callable[[str, Callable[[], object]], object] = lambda _, then: then()
        """Does something once nothing is unsaved in a project."""

    def work(self) -> dict[str, Work]:
        """Return the code of every action here."""
        return {
            "project.open_folder": self.ask_folder,
            "project.close_tab": lambda: self.close_tab(self._desk.current),
            "project.show_next_tab": lambda: self._desk.step_tab(1),
            "project.show_previous_tab": lambda: self._desk.step_tab(-1),
            "window.open_palette": self._open_palette,
            "view.toggle_full_screen": self.toggle_full_screen,
            "edit.copy": lambda: self._with_part(lambda part: part.copy()),
            "edit.copy_formatted": lambda: self._copy(CopyForm.FORMATTED),
            "edit.copy_one_line": lambda: self._copy(CopyForm.ONE_LINE),
            "edit.paste": lambda: self._with_part(lambda part: part.paste()),
            "edit.paste_selection": lambda: self._with_part(lambda part: part.paste_selection()),
            "edit.select_all": lambda: self._with_part(lambda part: part.select_all()),
            "edit.find": lambda: self._with_part(lambda part: part.find()),
            "edit.find_above": lambda: self._with_part(lambda part: part.find_next(down=False)),
            "edit.find_below": lambda: self._with_part(lambda part: part.find_next(down=True)),
            "view.scroll_page_up": lambda: self._with_part(lambda part: part.scroll_pages(-1)),
            "view.scroll_page_down": lambda: self._with_part(lambda part: part.scroll_pages(1)),
            "view.scroll_to_top": lambda: self._with_part(
                lambda part: part.scroll_to_end(oldest=True)
            ),
            "view.scroll_to_bottom": lambda: self._with_part(
                lambda part: part.scroll_to_end(oldest=False)
            ),
            "command.show_previous": lambda: self._with_part(
                lambda part: part.show_prompt(down=False)
            ),
            "command.show_next": lambda: self._with_part(lambda part: part.show_prompt(down=True)),
            "command.select_output": lambda: self._with_part(lambda part: part.select_output()),
            "command.copy_output": lambda: self._with_part(lambda part: part.copy_output()),
            "command.run_again": lambda: self._with_part(lambda part: part.run_again()),
            "view.enlarge_text": lambda: self.scale_text(1),
            "view.reduce_text": lambda: self.scale_text(-1),
            "view.reset_text": lambda: self._set("terminal.text_percent", None),
            "view.enlarge_interface": lambda: self.scale_interface(1),
            "view.reduce_interface": lambda: self.scale_interface(-1),
            "view.reset_interface": lambda: self._set(SETTING, None),
            "view.toggle_side_bar": lambda: self._toggle("window.show_side_bar"),
            "view.focus_side_bar": self._focus_side_bar,
            "view.toggle_strips": lambda: self._toggle("window.show_strips"),
            "view.toggle_accordion": lambda: self._toggle("window.accordion", default=False),
            "layout.toggle_lock": self.toggle_lock,
            "view.toggle_theme": self.toggle_theme,
            "view.toggle_contrast": self.toggle_contrast,
            "engine.restart": lambda: self._ask(RestartEngineRequest()),
        }

    def ask_folder(self) -> None:
        """Ask for a folder and open it as a project."""
        project = self._desk.state.project(self._desk.current)
        start = str(Path(project.root).parent) if project else str(Path.home())
        FolderDialog.ask(start, self._window, self.open_folder)

    def open_folder(self, path: str) -> None:
        """Open a folder as a project."""
        self._ask(OpenProjectRequest(path=path))

    def close_tab(self, project: str) -> None:
        """Close a project's tab, once nothing typed is lost by that; its sessions go on."""
        self.when_saved(project, lambda: self._ask(CloseProjectRequest(project=project)))

    def set_side_bar_width(self, width: int) -> None:
        """Keep the width the side bar was dragged to."""
        self._set("window.side_bar_width", width)

    def scale_text(self, step: int) -> None:
        """Make the text of terminals larger or smaller."""
        now = self._desk.state.setting("terminal.text_percent", USUAL)
        wanted = stepped(now, step)
        if wanted != now:
            self._set("terminal.text_percent", wanted)

    def scale_interface(self, step: int) -> None:
        """Make everything in the window larger or smaller."""
        now = self._desk.state.setting(SETTING, 100)
        wanted = step_from(now, step)
        if wanted != now:
            self._set(SETTING, wanted)

    def toggle_theme(self) -> None:
        """Change between dark and light."""
        tokens = self._skin.theme.tokens
        self._set("appearance.theme", _theme(dark=not tokens.is_dark, strong=tokens.stands_out))

    def toggle_contrast(self) -> None:
        """Change between the usual contrast and high contrast, dark or light as it is."""
        tokens = self._skin.theme.tokens
        self._set("appearance.theme", _theme(dark=tokens.is_dark, strong=not tokens.stands_out))

    def toggle_lock(self) -> None:
        """Let the grid in front keep its shape, or no longer."""
        project = self._desk.current
        wanted = not self._desk.state.is_locked(project)
        self._ask(SetSettingRequest(name="layout.locked", value=wanted, project=project))

    def toggle_full_screen(self) -> None:
        """Take the whole screen, or give it back."""
        if self._window.isFullScreen():
            self._window.showNormal()
        else:
            self._window.showFullScreen()

    def _copy(self, form: CopyForm) -> None:
        self._with_part(lambda part: part.copy(form))

    def _with_part(self, do: Callable[[TerminalPart], None]) -> None:
        part = self._stage.part()
        if part is not None:
            do(part)

    def _toggle(self, name: str, *, default: bool = True) -> None:
        self._set(name, not self._desk.state.setting(name, default=default))

    def _set(self, name: str, value: bool | float | str | None) -> None:  # noqa: FBT001 - a setting's value.
        self._ask(SetSettingRequest(name=name, value=value))


def _theme(*, dark: bool, strong: bool) -> str:
    names = (HIGH_CONTRAST_LIGHT, HIGH_CONTRAST) if strong else (LIGHT, DARK)
    return names[dark]
