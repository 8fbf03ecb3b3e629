"""Popped-out cells follow their grids: what goes on there in their absence, and what ends it."""

from dataclasses import replace

from idea.application.layouts.facts import SessionFacts
from idea.application.workspace.current_workspace import CurrentWorkspace
from idea.domain.events import Event, LayoutChanged
from idea.domain.layout.tree import leaf_ids
from idea.domain.ports.event_bus import EventBus
from idea.domain.workspace import PoppedOutCell


class PoppedOutCells:
    """Listens to changes of grids; used on the event loop's thread.

    A popped-out cell comes back by itself when it is gone, or empty: its session was sent to the
    background or is shown in another cell. While an ended session is out of it, its window waits:
    it is about to be started again.
    """

    def __init__(
        self, workspace: CurrentWorkspace, sessions: SessionFacts, events: EventBus
    ) -> None:
        self._workspace = workspace
        self._sessions = sessions
        events.subscribe(self._hear)

    def _hear(self, event: Event) -> None:
        if isinstance(event, LayoutChanged):
            for cell in self._workspace.value.popped_out:
                if cell.project == event.project:
                    self._follow(cell, event)

    def _follow(self, cell: PoppedOutCell, grid: LayoutChanged) -> None:
        shown = grid.sessions.get(cell.cell)
        if shown is not None:
            self._workspace.pop_out(replace(cell, session=shown))
        elif (
            cell.cell not in leaf_ids(grid.tree)
            or self._sessions.is_live(cell.session)
            or cell.session in grid.sessions.values()
        ):
            self._workspace.bring_back(cell.cell)
