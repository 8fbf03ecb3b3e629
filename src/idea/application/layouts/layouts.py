"""The grid of every project this engine works with: its cells, its history, its revision.

Used on the event loop's thread. Loading waits; a change does not, so that two changes never mix.
Every change is handed to the store, then announced. A grid's revision counts its changes since the
engine started.
"""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from idea.application.layouts import sentences
from idea.application.layouts.facts import SessionFacts
from idea.application.projects.project_lookup import ProjectLookup
from idea.application.views import LayoutView
from idea.domain.errors import ConflictError
from idea.domain.events import Event, LayoutChanged, Noticed, SessionForgotten
from idea.domain.ids import NodeId, ProjectId, SessionId
from idea.domain.layout.address import locate
from idea.domain.layout.codec import encode
from idea.domain.layout.history import History
from idea.domain.layout.layout import Layout
from idea.domain.layout.shape import FreshId, normalised
from idea.domain.layout.tree import LayoutNode, Leaf, leaf_ids
from idea.domain.ports.event_bus import EventBus
from idea.domain.ports.id_factory import IdFactory
from idea.domain.ports.layout_store import LayoutStore, StoredLayout
from idea.domain.project import Project

type Operation = Callable[[Layout, FreshId], Layout]
"""A change of a layout; it takes ids for new nodes from the second argument."""

type Shape = Callable[[LayoutNode, FreshId], LayoutNode]
"""A change of the tree alone; likewise."""

type StepName = Callable[[LayoutNode], str]
"""What people read of a change when it is undone, from the tree before it."""


def unnamed(_tree: LayoutNode) -> str:
    """Give no name, for what is no step of undo."""
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """A project's layout at one revision."""

    layout: Layout
    history: History = field(default_factory=History)
    revision: int = 1
    broadcast: frozenset[NodeId] = frozenset()
    """The cells that all get what is typed into one of them; kept nowhere."""


class Layouts:
    """Loads, changes, undoes and announces grids."""

    def __init__(
        self,
        *,
        store: LayoutStore,
        projects: ProjectLookup,
        sessions: SessionFacts,
        ids: IdFactory,
        events: EventBus,
        is_locked: Callable[[ProjectId], bool],
    ) -> None:
        """Keep grids; those of projects that are locked keep their shape."""
        self._store = store
        self._projects = projects
        self._sessions = sessions
        self._ids = ids
        self._events = events
        self._is_locked = is_locked
        self._grids: dict[ProjectId, Grid] = {}
        self._reached: dict[ProjectId, int] = {}
        """The revisions of grids that were let go of: none of them comes a second time."""
        self._one_at_a_time = asyncio.Lock()
        events.subscribe(self._hear)

    async def open(self, project: Project) -> LayoutView:
        """Load a project's grid if it is not there yet; a project without one gets one cell."""
        return self._view(project.id, await self.grid(project.id))

    async def release(self, project: ProjectId) -> None:
        """Keep what is not kept yet and let go of a project's grid and its history."""
        async with self._one_at_a_time:
            grid = self._grids.pop(project, None)
            if grid is not None:
                self._reached[project] = grid.revision
            await self._store.release(project)

    def view(self, project: ProjectId) -> LayoutView | None:
        """Return a grid as every door shows it, None for one that is not loaded."""
        grid = self._grids.get(project)
        return None if grid is None else self._view(project, grid)

    def loaded(self, project: ProjectId) -> Layout | None:
        """Return a project's layout, None for one that is not loaded."""
        grid = self._grids.get(project)
        return None if grid is None else grid.layout

    async def show(self, project: str) -> LayoutView:
        """Return the grid of a project.

        Raises:
            NotFoundError: There is no such project.
        """
        return await self.open(await self._projects.resolve(project))

    async def change(
        self,
        project: str,
        operation: Operation,
        *,
        name: StepName = unnamed,
        base_revision: int | None = None,
        closes: str = "",
    ) -> LayoutView:
        """Change a project's grid, keep it and announce it; one step for undo.

        A change that changes nothing is neither kept nor announced. `closes` is the address or id
        of what the change closes, if it does.

        Raises:
            NotFoundError: There is no such project.
            ConflictError: The grid is not at `base_revision` any more.
            IdeaError: The operation refused.
        """
        known, grid = await self._current(project, base_revision)
        layout = operation(grid.layout, self._fresh)
        before = set(leaf_ids(grid.layout.tree))
        created = tuple(leaf for leaf in leaf_ids(layout.tree) if leaf not in before)
        tree = grid.layout.tree
        closed = locate(tree, closes) if closes else None
        history = grid.history.stepped(grid.layout, layout, name(tree), closed)
        return self._reshaped(known, grid, layout, history, created)

    async def reshape(
        self,
        project: str,
        shape: Shape,
        *,
        name: StepName = unnamed,
        base_revision: int | None = None,
    ) -> LayoutView:
        """Change the tree of a project's grid, as `change` does; cells keep what they show.

        Raises:
            NotFoundError: There is no such project.
            ConflictError: The grid is not at `base_revision` any more.
            IdeaError: The shape refused.
        """
        return await self.change(
            project,
            lambda layout, fresh: layout.with_tree(shape(layout.tree, fresh)),
            name=name,
            base_revision=base_revision,
        )

    async def undo(self, project: str, *, base_revision: int | None = None) -> LayoutView:
        """Take the last change of structure back.

        Raises:
            NotFoundError: There is no such project.
            ConflictError: There is nothing to undo, or the grid is not at `base_revision`.
        """
        known, grid = await self._current(project, base_revision)
        layout, history = grid.history.undone(grid.layout, self._sessions.is_live)
        return self._reshaped(known, grid, layout, history)

    async def redo(self, project: str, *, base_revision: int | None = None) -> LayoutView:
        """Repeat what was undone last.

        Raises:
            NotFoundError: There is no such project.
            ConflictError: There is nothing to redo, or the grid is not at `base_revision`.
        """
        known, grid = await self._current(project, base_revision)
        layout, history = grid.history.redone(grid.layout, self._sessions.is_live)
        return self._reshaped(known, grid, layout, history)

    async def reopen(self, project: str, *, base_revision: int | None = None) -> LayoutView:
        """Open the cell again that was closed last; one step for undo.

        Raises:
            NotFoundError: There is no such project.
            ConflictError: None is left, there is no room, or the grid is not at `base_revision`.
        """
        known, grid = await self._current(project, base_revision)
        layout, history = grid.history.reopened(grid.layout, self._sessions.is_live, self._fresh)
        there = set(leaf_ids(grid.layout.tree))
        back = tuple(leaf for leaf in leaf_ids(layout.tree) if leaf not in there)
        return self._reshaped(known, grid, layout, history, back)

    async def choose_broadcast(
        self, project: str, choose: Callable[[LayoutNode], Iterable[NodeId]]
    ) -> LayoutView:
        """Choose the cells that all get what is typed into one of them; not a step for undo.

        Raises:
            NotFoundError: There is no such project.
            IdeaError: The choice refused.
        """
        known, grid = await self._current(project, None)
        chosen = frozenset(choose(grid.layout.tree))
        return self._put(known, replace(grid, broadcast=chosen), grid.layout, grid.history)

    async def grid(self, project: ProjectId) -> Grid:
        """Return the grid of a known project, loading it if it is not there yet.

        Raises:
            NotFoundError: There is no such project.
        """
        async with self._one_at_a_time:
            if project not in self._grids:
                await self._load(project)
            return self._grids[project]

    async def refresh(self) -> None:
        """Take in what other programs did with the grids of loaded projects; a step for undo."""
        for project in tuple(self._grids):
            await self._refresh(project)

    async def _refresh(self, project: ProjectId) -> None:
        # Nobody waits for this look: the disk of one project may not answer for a long time.
        stored = await self._store.reload(project)
        if stored is None or project not in self._grids:
            return
        for sentence in stored.notices:
            self._events.publish(Noticed(sentence))
        grid = self._grids[project]
        if stored.tree is None:
            self._store.save_tree(project, grid.layout.tree)
            return
        tree = normalised(stored.tree)
        known = StoredLayout(tree=tree, sessions=grid.layout.sessions)
        layout = Layout(tree=tree, sessions=self._usable(project, tree, known))
        history = grid.history.stepped(grid.layout, layout, sentences.HAND_EDIT)
        self._put(project, grid, layout, history, kept=stored.tree)

    def rebind(self, project: ProjectId, layout: Layout) -> None:
        """Let cells show other sessions; not a step for undo."""
        grid = self._grids[project]
        self._put(project, grid, layout, grid.history)

    def _reshaped(
        self,
        project: ProjectId,
        before: Grid,
        layout: Layout,
        history: History,
        created: tuple[NodeId, ...] = (),
    ) -> LayoutView:
        """Put another layout in place.

        Raises:
            ConflictError: It has another shape, and the grid is locked.
        """
        if layout.tree != before.layout.tree and self._is_locked(project):
            raise ConflictError(sentences.LOCKED)
        return self._put(project, before, layout, history, created)

    async def _current(self, project: str, base_revision: int | None) -> tuple[ProjectId, Grid]:
        known = (await self._projects.resolve(project)).id
        grid = await self.grid(known)
        if base_revision is not None and base_revision != grid.revision:
            raise ConflictError(sentences.STALE)
        return known, grid

    async def _load(self, project: ProjectId) -> None:
        stored = await self._store.load(project)
        for sentence in stored.notices:
            self._events.publish(Noticed(sentence))
        tree = normalised(stored.tree or Leaf(id=self._fresh()))
        sessions = self._usable(project, tree, stored)
        self._grids[project] = Grid(
            layout=Layout(tree=tree, sessions=sessions),
            revision=self._reached.pop(project, 0) + 1,
        )
        if tree != stored.tree:
            self._store.save_tree(project, tree)
        if sessions != stored.sessions:
            self._store.save_sessions(project, sessions)

    def _usable(
        self, project: ProjectId, tree: LayoutNode, stored: StoredLayout
    ) -> dict[NodeId, SessionId]:
        """Leave out cells and sessions that are gone, and a session's second cell."""
        usable: dict[NodeId, SessionId] = {}
        for leaf in leaf_ids(tree):
            session = stored.sessions.get(leaf)
            if session is None or session in usable.values():
                continue
            if self._sessions.project_of(session) == project:
                usable[leaf] = session
        return usable

    def _put(
        self,
        project: ProjectId,
        before: Grid,
        layout: Layout,
        history: History,
        created: tuple[NodeId, ...] = (),
        *,
        kept: LayoutNode | None = None,
    ) -> LayoutView:
        known = self._grids[project]
        kept_set = before.broadcast.intersection(leaf_ids(layout.tree))
        if (layout, history, kept_set) == (known.layout, known.history, known.broadcast):
            return self._view(project, before)
        grid = Grid(
            layout=layout, history=history, revision=before.revision + 1, broadcast=kept_set
        )
        self._grids[project] = grid
        if layout.tree not in (before.layout.tree, kept):
            self._store.save_tree(project, layout.tree)
        if layout.sessions != before.layout.sessions:
            self._store.save_sessions(project, layout.sessions)
        self._events.publish(
            LayoutChanged(
                project=project,
                revision=grid.revision,
                tree=layout.tree,
                sessions=layout.sessions,
                can_undo=history.can_undo,
                can_redo=history.can_redo,
                can_reopen=history.can_reopen(layout.tree),
                undo_name=history.undo_name,
                redo_name=history.redo_name,
                broadcast=kept_set,
            )
        )
        notice = sentences.went_to_background(len(layout.displaced_from(before.layout)))
        return self._view(project, grid, notice, created)

    def _view(
        self,
        project: ProjectId,
        grid: Grid,
        notice: str = "",
        created: tuple[NodeId, ...] = (),
    ) -> LayoutView:
        return LayoutView(
            project=project.value,
            revision=grid.revision,
            tree=encode(grid.layout.tree),
            sessions={leaf.value: session.value for leaf, session in grid.layout.sessions.items()},
            can_undo=grid.history.can_undo,
            can_redo=grid.history.can_redo,
            notice=notice,
            created=tuple(leaf.value for leaf in created),
            can_reopen=grid.history.can_reopen(grid.layout.tree),
            undo_name=grid.history.undo_name,
            redo_name=grid.history.redo_name,
            broadcast=tuple(
                leaf.value for leaf in leaf_ids(grid.layout.tree) if leaf in grid.broadcast
            ),
        )

    def _fresh(self) -> NodeId:
        return NodeId(self._ids.fresh())

    def _hear(self, event: Event) -> None:
        """Let go of a forgotten session; the registry emptied its cell already, or we do now."""
        if not isinstance(event, SessionForgotten):
            return
        for project, grid in tuple(self._grids.items()):
            layout = grid.layout.without(event.session)
            history = grid.history.without(event.session)
            if layout != grid.layout:
                self._put(project, grid, layout, history)
            else:
                self._grids[project] = replace(grid, history=history)
