"""Asks the engine for what the library shows, when it is shown and when it changed."""

from collections.abc import Callable

from idea.application.profiles.list_profiles import ListProfilesRequest
from idea.application.recipes.list_recipes import ListRecipesRequest
from idea.application.skills.list_skills import ListSkillsRequest
from idea.application.templates.detect_drift import DetectDriftRequest
from idea.application.templates.list_templates import ListTemplatesRequest
from idea.application.use_case import Request
from idea.application.views import AgentsOutdated, Outdated, ProfilesOutdated, RecipesOutdated
from idea.presentation.desktop.bridge.dispatcher import Ticket
from idea.presentation.desktop.shell.runner import Runner
from idea.presentation.desktop.shell.trash_commands import list_request
from idea.presentation.desktop.viewmodels.desk import Desk
from idea.presentation.desktop.viewmodels.library import DeletedKind, Library

_NO_PROJECT = "-"


class LibraryReader:
    """Main thread only; asks nothing twice at a time, however often something changes."""

    def __init__(
        self, desk: Desk, library: Library, runner: Runner, wants_engines: Callable[[], bool]
    ) -> None:
        """`wants_engines` tells whether engines are shown while there is no project."""
        self._wants_engines = wants_engines
        self._desk = desk
        self._library = library
        self._runner = runner
        self._asked = ""
        self._open: dict[str, Ticket] = {}
        self._again: dict[str, Callable[[], None]] = {}
        """What changed while it was asked for."""

    def follow(self) -> None:
        """Learn what the project in front may use, once for each time it comes to the front."""
        project = self._desk.current if self._desk.state.connected else ""
        wanted = project or (_NO_PROJECT if self._wants_engines() else "")
        if wanted != self._asked:
            self._asked = wanted
            if project:
                self._ask_for_texts()
                self.ask_for_recipes()
            if wanted:
                self._ask_for_profiles()

    def outdated(self, item: Outdated) -> None:
        """Ask anew for what changed, if it is in front."""
        project = self._desk.current
        if not self._asked or not self._desk.state.connected:
            return
        match item:
            case ProfilesOutdated():
                self._ask_for_profiles()
            case RecipesOutdated():
                self.ask_for_recipes()
            case AgentsOutdated() if not project:
                pass
            case AgentsOutdated(concerned) if concerned in {"", project}:
                self._ask_for_texts()
            case AgentsOutdated():
                self._ask_for_drifts()

    def ask_for_recipes(self) -> None:
        """Learn the recipes that the project in front may open, and the deleted ones."""
        project, library = self._desk.current, self._library
        if project:
            self._ask(
                "recipes",
                ListRecipesRequest(project=project),
                lambda found: library.show_recipes(project, found),
            )
            self._ask_for_deleted(DeletedKind.RECIPE)

    def look_again(self) -> None:
        """Look for the programs of all engines again."""
        self._ask_for_profiles(detect=True)

    def _ask[R](self, what: str, request: Request[R], take: Callable[[R], None]) -> None:
        open_one = self._open.get(what)
        if open_one is not None and not open_one.is_over:
            self._again[what] = lambda: self._ask(what, request, take)
            return

        def taken(answer: R) -> None:
            take(answer)
            again = self._again.pop(what, None)
            if again is not None:
                again()

        self._open[what] = self._runner.ask_quietly(request, taken)

    def _ask_for_texts(self) -> None:
        project, library = self._desk.current, self._library
        self._ask(
            "skills",
            ListSkillsRequest(project=project),
            lambda found: library.show_skills(project, found),
        )
        self._ask("templates", ListTemplatesRequest(), library.show_templates)
        self._ask_for_deleted(DeletedKind.SKILL)
        self._ask_for_deleted(DeletedKind.TEMPLATE)
        self._ask_for_drifts()

    def _ask_for_deleted(self, kind: DeletedKind) -> None:
        project = self._desk.current
        self._ask(
            f"deleted {kind}",
            list_request(kind, project),
            lambda found: self._library.show_deleted(kind, project, found),
        )

    def _ask_for_drifts(self) -> None:
        self._ask("drifts", DetectDriftRequest(), self._library.show_drifts)

    def _ask_for_profiles(self, *, detect: bool = False) -> None:
        project, library = self._desk.current, self._library
        self._ask(
            "profiles",
            ListProfilesRequest(project=project, detect=detect),
            lambda found: library.show_profiles(project, found),
        )
