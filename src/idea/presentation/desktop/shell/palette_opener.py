"""Opens the palette with what there is, and does what was chosen in it."""

from collections.abc import Callable, Sequence
from datetime import datetime

from idea.domain.actions.arguments import ArgumentKind
from idea.domain.actions.spec import ActionSpec
from idea.presentation.desktop.panels.command_palette import CommandPalette
from idea.presentation.desktop.viewmodels.action_arguments import (
    agent_choices,
    cell_choices,
    count_choices,
    preset_choices,
    project_choices,
    setting_choices,
    told_entries,
    window_choices,
)
from idea.presentation.desktop.viewmodels.action_registry import ActionRegistry
from idea.presentation.desktop.viewmodels.agents import agent_entries
from idea.presentation.desktop.viewmodels.desk import Desk
from idea.presentation.desktop.viewmodels.keymap import Keymap
from idea.presentation.desktop.viewmodels.palette import (
    Kind,
    PaletteEntry,
    action_entries,
    palette_lines,
    project_entries,
    session_entries,
)
from idea.presentation.desktop.viewmodels.session_look import SessionLook, session_look


class PaletteOpener:
    """Main thread only."""

    def __init__(
        self,
        palette: CommandPalette,
        desk: Desk,
        registry: ActionRegistry,
        keymap: Keymap,
        *,
        now: Callable[[], datetime],
        home: str = "",
    ) -> None:
        self._palette = palette
        self._desk = desk
        self._registry = registry
        self._keymap = keymap
        self._now = now
        self._home = home
        self._attaching = False
        self._then: Callable[[str], None] | None = None
        self.launch: Callable[[str], None] = lambda _agent: None
        self.invoke: Callable[[str, str], None] = lambda _action, _argument: None
        self.go_to: Callable[[str], None] = lambda _session: None
        self.show_here: Callable[[str], None] = lambda _session: None
        self.open_folder: Callable[[str], None] = lambda _root: None
        palette.chosen.connect(self._on_chosen)

    def open_all(self) -> None:
        """Offer everything."""
        self._attaching = False
        entries = (
            *action_entries(self._registry, self._keymap, self._desk.words()),
            *agent_entries(
                self._desk.teams.of(self._desk.current),
                self._desk.state.sessions_of(self._desk.current),
            ),
            *session_entries(self._looks(), verb="go to"),
            *project_entries(self._desk.state.projects, self._home),
        )
        enabled, desk = self._registry.enabled(), self._desk

        def told(query: str) -> Sequence[PaletteEntry]:
            named = told_entries(query, enabled, self.choices, self._keymap.shown)
            return (*named, *setting_choices("window.open_settings", desk.state.settings, query))

        self._open(entries, "Find anything, do anything", told)

    def ask_argument(self, spec: ActionSpec) -> None:
        """Ask what an action is about, and invoke it with that."""
        question = spec.argument.question if spec.argument is not None else ""
        self._open(self.choices(spec), f"{spec.bare_title}: {question}")

    def offer(self, entries: Sequence[PaletteEntry], hint: str) -> None:
        """Offer what an action could be told; the chosen one invokes it with that."""
        self._open(entries, hint)

    def choices(  # noqa: PLR0911 - one branch per kind of argument.
        self, spec: ActionSpec
    ) -> Sequence[PaletteEntry]:
        """Return what an action could be told now."""
        desk, kind = self._desk, spec.argument.kind if spec.argument is not None else None
        match kind:
            case ArgumentKind.CELL:
                return cell_choices(spec.id, desk.cells(desk.current))
            case ArgumentKind.COUNT:
                return count_choices(spec.id)
            case ArgumentKind.PROJECT:
                return project_choices(spec.id, desk.state.projects, self._home)
            case ArgumentKind.SETTING:
                return setting_choices(spec.id, desk.state.settings)
            case ArgumentKind.AGENT:
                return agent_choices(spec.id, desk.teams.of(desk.current))
            case ArgumentKind.WINDOW:
                return window_choices(spec.id, desk.state)
            case ArgumentKind.KEYS:
                return preset_choices(spec.id, self._keymap.platform)
            case _:
                return ()

    def open_background_sessions(self) -> None:
        """Offer the sessions that the focused cell could show."""
        self._attaching = True
        looks = [look for look in self._looks() if not look.address]
        self._open(session_entries(looks, verb="show here"), "Which session?")

    def choose(
        self, entries: Sequence[PaletteEntry], hint: str, then: Callable[[str], None]
    ) -> None:
        """Offer some things of one kind; `then` hears the id of the chosen one."""
        self._open(entries, hint)
        self._then = then

    def _open(
        self,
        entries: Sequence[PaletteEntry],
        hint: str,
        more: Callable[[str], Sequence[PaletteEntry]] = lambda _: (),
    ) -> None:
        self._then = None
        recent = self._registry.recent
        self._palette.open(
            lambda query: palette_lines(query, (*entries, *more(query)), recent), hint
        )

    def _looks(self) -> list[SessionLook]:
        now = self._now()
        sessions = self._desk.state.sessions_of(self._desk.current)
        return [session_look(each, now, self._home) for each in sessions]

    def _on_chosen(self, entry: PaletteEntry) -> None:
        if self._then is not None:
            self._then(entry.id)
        elif entry.kind is Kind.ACTION or entry.argument:
            self.invoke(entry.id, entry.argument)
        elif entry.kind is Kind.AGENT:
            self.launch(entry.id)
        elif entry.kind is Kind.SESSION:
            (self.show_here if self._attaching else self.go_to)(entry.id)
        else:
            project = self._desk.state.project(entry.id)
            if project is not None and project.is_open:
                self._desk.show_project(project.id)
            elif project is not None:
                self.open_folder(project.root)
