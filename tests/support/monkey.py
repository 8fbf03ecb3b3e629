"""A monkey at the window: actions drawn by a seed, each by its id, over a real engine.

What may never happen is told as sentences: a grid that is none, a session in two cells, an error
in a log, an undo that does not lead back to the grid it began with.
"""

import random
import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from idea.application.layouts.apply_preset import ApplyPresetRequest
from idea.application.layouts.show_layout import ShowLayoutRequest
from idea.application.projects.close_project import CloseProjectRequest
from idea.application.projects.open_project import OpenProjectRequest
from idea.application.terminals.forget_session import ForgetSessionRequest
from idea.application.terminals.list_sessions import ListSessionsRequest
from idea.application.terminals.stop_session import StopSessionRequest
from idea.application.views import LayoutView
from idea.application.workspace.bring_cell_back import BringCellBackRequest
from idea.domain.actions.catalogue import BY_ID, CATALOGUE
from idea.domain.errors import IdeaError
from idea.domain.layout.codec import decode
from idea.domain.layout.tree import LayoutNode, leaf_ids
from idea.presentation.desktop.shell.cell_window import CellWindow
from support.everything import processes_of
from support.real_window import RealWindow

LEFT_OUT: Mapping[str, str] = {
    "window.quit": "ends the window",
    "engine.restart": "ends the engine",
    "layout.toggle_lock": "a locked grid refuses most of the rest",
    "view.enlarge_interface": "ends the window, for another one",
    "view.reduce_interface": "ends the window, for another one",
    "view.reset_interface": "ends the window, for another one",
    "agent.edit_role_outside": "starts an editor of the desktop",
    "project.open_folder": "the grid that is tried would be another",
    "project.close_tab": "the grid that is tried would be gone",
    "project.go_to": "the grid that is tried would be another",
}
_MOST_CELLS = 16
_MOST_SESSIONS = 8


@dataclass(frozen=True)
class Held:
    """What window and engine hold at rest."""

    threads: int
    processes: int
    descriptors: int
    kinds: Counter[str]
    """Qt's objects below the window, by class."""

    @property
    def objects(self) -> int:
        """How many there are."""
        return self.kinds.total()

    def __str__(self) -> str:
        return (
            f"{self.threads} threads, {self.processes} processes, {self.descriptors} descriptors, "
            f"{self.objects} objects"
        )


class Monkey:
    """Does actions in projects of its own, one after the other, below a folder."""

    def __init__(self, stand: RealWindow, folder: Path, seed: int) -> None:
        self._stand = stand
        self._folder = folder
        self._drawn = random.Random(seed)
        self.problems: list[str] = []
        self.done: Counter[str] = Counter()

    def play(self, number: int, actions: int) -> Held:
        """Do so many actions in a new project, undo all of it, and tell what is held then."""
        return self._play(number, [""] * actions)

    def play_each(self, number: int) -> Held:
        """Do every action that is possible then, one by one, so that all parts are made."""
        return self._play(number, sorted(possible()))

    def _play(self, number: int, actions: Sequence[str]) -> Held:
        project = self._begin(number)
        start = self._seen(project)
        for action in actions:
            self._do_one(project, action)
            self._look(project)
        self._undo_all(project, decode(start.tree))
        return self._end(project)

    def _begin(self, number: int) -> str:
        folder = self._folder / f"grid-{number}"
        folder.mkdir()
        desk, before = self._stand.window.desk, self._stand.window.desk.current
        self._stand.ask(OpenProjectRequest(path=str(folder)))
        self._stand.wait(lambda: desk.current not in {"", before}, lambda: "the project")
        if before:
            self._stand.ask(CloseProjectRequest(project=before))
            self._stand.wait(lambda: len(desk.state.tabs) == 1, lambda: "one tab")
        self._stand.wait(lambda: desk.focused_session is not None, lambda: "its first shell")
        return desk.current

    def _do_one(self, project: str, wanted: str) -> None:
        """Do an action if it is possible; a drawn one where none is named."""
        window = self._stand.window
        if len(leaf_ids(self._stand.tree)) > _MOST_CELLS:
            self._ask_quietly(ApplyPresetRequest(project=project, preset="grid-2x2"))
        enabled = sorted(window.registry.enabled() - LEFT_OUT.keys())
        action = wanted or self._drawn.choice(enabled)
        if action not in enabled:
            return
        choices = window.opener.choices(BY_ID[action]) if BY_ID[action].argument else ()
        argument = self._drawn.choice(choices).argument if choices else ""
        self.done[action] += 1
        window.invoke(action, argument)
        self._dismiss()

    def _dismiss(self) -> None:
        """Leave what asks something, the safe way."""
        window = self._stand.window
        if window.palette_box.is_open:
            window.palette_box.close_palette()
        for top in QApplication.topLevelWidgets():
            if isinstance(top, QDialog) and top.isVisible():
                top.reject()

    def _look(self, project: str) -> None:
        """Wait for what the last action did, and see whether everything is as it has to be."""
        layout = self._seen(project)
        tree = decode(layout.tree)
        cells = [leaf.value for leaf in leaf_ids(tree)]
        last = next(reversed(self.done), "")
        if len(set(layout.sessions.values())) < len(layout.sessions):
            self.problems.append(f"After {last} a session is in two cells.")
        if not set(layout.sessions) <= set(cells):
            self.problems.append(f"After {last} a session is in no cell of the grid.")
        if self._stand.grid.isVisible() and not self._stand.window.desk.selection(project).zoomed:
            placement = self._stand.grid.placement
            shown = {cell.value for cell in placement.tiles} if placement is not None else set()
            if shown != set(cells):
                self.problems.append(f"After {last} the window shows other cells.")
        self._dismiss()
        self._make_room(project)

    def _seen(self, project: str) -> LayoutView:
        """Return the grid as engine and window both have it."""
        desk = self._stand.window.desk
        layout = self._stand.ask(ShowLayoutRequest(project=project))
        self._stand.wait(
            lambda: desk.state.layouts[project].revision >= layout.revision,
            lambda: f"revision {layout.revision} in the window",
        )
        return layout

    def _make_room(self, project: str) -> None:
        """Stop some sessions, so that they do not grow without bounds."""
        views = self._stand.ask(ListSessionsRequest(project=project))
        live = [each.id for each in views if each.status == "running"]
        for session in live[_MOST_SESSIONS:]:
            self._ask_quietly(StopSessionRequest(session=session, force=True))
        ended = [each.id for each in views if each.status not in {"starting", "running"}]
        for session in ended[_MOST_SESSIONS:]:
            self._ask_quietly(ForgetSessionRequest(session=session))

    def _undo_all(self, project: str, start: LayoutNode) -> None:
        window = self._stand.window
        window.desk.focus(
            leaf_ids(self._stand.tree)[0].value
        )  # Leaves a page in place of the grid.
        while self._seen(project).can_undo:
            self._stand.invoke("layout.undo")
        if self._stand.tree != start:
            self.problems.append("Undo did not lead back to the grid it began with.")

    def _end(self, project: str) -> Held:
        stand = self._stand

        def live() -> list[str]:
            views = stand.ask(ListSessionsRequest(project=project))
            return [each.id for each in views if each.status in {"starting", "running"}]

        for session in live():
            self._ask_quietly(StopSessionRequest(session=session, force=True))
        stand.wait(lambda: live() == [], lambda: "all sessions to end")
        for view in stand.ask(ListSessionsRequest(project=project)):
            self._ask_quietly(ForgetSessionRequest(session=view.id))
        layout = self._seen(project)
        stand.wait(lambda: layout.sessions == {} or not self._seen(project).sessions, str)
        self._bring_back()
        self._rest(project)
        processes = processes_of()
        return Held(
            threads=threading.active_count(),
            processes=len(processes),
            descriptors=psutil.Process().num_fds() + sum(each.num_fds() for each in processes),
            kinds=Counter(type(each).__name__ for each in stand.window.findChildren(QObject)),
        )

    def _bring_back(self) -> None:
        """Bring popped-out cells back, and see that nothing is left of their windows."""
        for cell in tuple(self._stand.window.desk.state.popped_out):
            self._ask_quietly(BringCellBackRequest(cell=cell))

        def windows() -> list[QWidget]:
            return [one for one in QApplication.topLevelWidgets() if isinstance(one, CellWindow)]

        self._stand.wait(lambda: windows() == [], lambda: f"the end of {windows()}")

    def _rest(self, project: str) -> None:
        """Leave the window as it was in the projects before: same panel, no page, one cell."""
        window = self._stand.window
        window.invoke("window.open_settings")  # Its lines go with a theme, and come when opened.
        self._stand.wait(lambda: window.desks.settings.page.is_made, lambda: "the settings")
        self._ask_quietly(ApplyPresetRequest(project=project, preset="single"))
        self._stand.wait(lambda: len(leaf_ids(self._stand.tree)) == 1, lambda: "one cell")
        for action in ("view.show_sessions", "agent.close_page"):
            if window.registry.is_enabled(action):
                window.invoke(action)
        self._dismiss()
        # What was closed is deleted once the loop comes round, what that let go of once more.
        for _ in range(3):
            self._stand.qtbot.wait(50)
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def _ask_quietly(self, request: object) -> None:
        try:
            self._stand.ask(request)  # type: ignore[arg-type]
        except IdeaError:
            return  # It ended by itself meanwhile, or has no room: not what is tried here.


def possible() -> set[str]:
    """Return the ids of all actions that the monkey may do."""
    return {each.id for each in CATALOGUE} - LEFT_OUT.keys()
