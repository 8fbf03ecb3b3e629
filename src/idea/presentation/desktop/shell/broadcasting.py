"""Types into several cells at once: what the person types into one of a set, all of it gets."""

from collections.abc import Iterable, Iterator

from idea.application.layouts.clear_broadcast import ClearBroadcastRequest
from idea.application.layouts.set_broadcast import SetBroadcastRequest
from idea.application.views import SessionView
from idea.presentation.desktop.shell.stage import Stage
from idea.presentation.desktop.viewmodels.action_registry import Work
from idea.presentation.desktop.viewmodels.typed import Typed


class Broadcasting:
    """Main thread only. Which cells are in the set, the engine knows."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._desk = stage.desk
        self._ask = stage.runner.ask

    def work(self) -> dict[str, Work]:
        """Return the code of every action here."""
        return {
            "range.broadcast": self.choose_range,
            "cell.toggle_broadcast": self.toggle_cell,
            "layout.end_broadcast": self.end,
        }

    def choose_range(self) -> None:
        """Type into the selected cells from now on."""
        marked = self._desk.marked(self._desk.current)
        if marked is not None:
            self._choose(marked.cells)
            self._desk.clear_mark()

    def toggle_cell(self) -> None:
        """Take the focused cell into the set, or out of it."""
        self._choose({self._desk.focused_cell} ^ set(self._desk.broadcast))

    def end(self) -> None:
        """Type into one cell at a time again."""
        self._ask(ClearBroadcastRequest(project=self._desk.current))

    def follow(self) -> None:
        """Attach to members that were never shown, so that they hear the first key as well."""
        for session in self._members():
            part = self._stage.terminal(session)
            if part is not None and session.columns and session.rows:
                part.wake(session.columns, session.rows)

    def typed(self, session: str, typed: Typed) -> None:
        """Hear what the person typed into a session, and type it into the rest of its set."""
        members = list(self._members())
        if session not in {each.id for each in members}:
            return
        for each in members:
            part = self._stage.terminal(each)
            if part is not None and each.id != session:
                part.type_along(typed)

    def _members(self) -> Iterator[SessionView]:
        """Give the running sessions that the set's cells show."""
        for cell in self._desk.broadcast:
            session = self._desk.session_in(cell)
            if session is not None and session.status in {"starting", "running"}:
                yield session

    def _choose(self, cells: Iterable[str]) -> None:
        project, named = self._desk.current, " ".join(sorted(cells))
        if named:
            self._ask(SetBroadcastRequest(project=project, cells=named))
        else:
            self._ask(ClearBroadcastRequest(project=project))
