"""What the window knows and what the person points at: state, current tab, focus, range, zoom.

Plain Python, main thread only. Everything here is a view of the engine's state; nothing here
changes a layout.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime

from idea.application.engine_feed import EngineLost
from idea.application.views import (
    AgentsOutdated,
    EngineState,
    LayoutView,
    Outdated,
    ProfilesOutdated,
    ProjectShown,
    RecipesOutdated,
    SessionView,
    StateChange,
)
from idea.application.workspace.views import WorkspaceShown
from idea.domain.ids import NodeId
from idea.domain.layout.cards import CARD
from idea.domain.layout.codec import decode
from idea.domain.layout.focus import neighbour
from idea.domain.layout.geometry import Extent, Placement
from idea.domain.layout.tree import LayoutNode, Side, leaf_ids
from idea.presentation.desktop.viewmodels.cells import (
    CellView,
    Selection,
    cell_names,
    cell_views,
)
from idea.presentation.desktop.viewmodels.desk_facts import (
    Here,
    session_facts,
    window_facts,
    window_words,
)
from idea.presentation.desktop.viewmodels.desk_state import (
    DeskState,
    arrived_in_front,
    told,
    with_titles,
)
from idea.presentation.desktop.viewmodels.pointing import NOTHING_ALONE, Pointing, settled
from idea.presentation.desktop.viewmodels.range_marks import RangeMarks
from idea.presentation.desktop.viewmodels.ranges import CellRange, range_between, range_of_all
from idea.presentation.desktop.viewmodels.session_news import SessionNews
from idea.presentation.desktop.viewmodels.teams import Teams
from idea.presentation.desktop.viewmodels.text_percents import TextPercents


class Desk:
    """The window's model; `on_change` is called after every change of it."""

    def __init__(self, now: Callable[[], datetime], home: str = "", host: str = "") -> None:
        self.state = DeskState()
        self.current = ""
        """The project whose tab is in front; empty without one."""
        self.on_change: Callable[[], None] = lambda: None
        self.news = SessionNews(self._changed, host)
        """What programs told that is not on their screens."""
        self.texts = TextPercents()
        """How large the text of cells is."""
        self.teams = Teams(self._changed)
        self.on_focus_asked: Callable[[], None] = lambda: None
        """Called when the person wants to be at a cell, even if they are there already."""
        self.now = now
        self._home = home
        self.pointing = Pointing()
        """The cells in focus, zoomed and selected, by project."""
        self._marks = RangeMarks()
        self._trees: dict[str, tuple[int, LayoutNode]] = {}
        self._titles: dict[str, str] = {}
        self._told = DeskState()
        self._settled: dict[str, LayoutNode] = {}
        """The grids in which every selection is known to exist."""

    def receive(self, item: EngineState | StateChange | Outdated | EngineLost) -> None:
        """Take one message of the engine."""
        if isinstance(item, AgentsOutdated | ProfilesOutdated | RecipesOutdated):
            return  # Who shows them asks anew.
        before = self.state
        self._told = told(self._told, item)
        self._settle_sessions()
        self._compose()
        if isinstance(item, ProjectShown) and item.raise_tab and self.has_tab(item.project.id):
            self.current = item.project.id
        elif isinstance(item, WorkspaceShown):
            self._take_tabs(before)
        self._settle()
        self.on_change()

    def _take_tabs(self, before: DeskState) -> None:
        """Show tabs that came from another window as they were there."""
        was, now = before.own_window, self.state.own_window
        if was is None or now is None:
            return
        self.pointing.follow(was, now, self.tree)
        if set(now.projects) - set(was.projects):
            self.texts.remember(now.text_percents)
        self.current = arrived_in_front(before, self.state) or self.current

    def belong_to(self, window: str) -> None:
        """Be the model of one of several windows: its tabs are those of that window."""
        if window != self._told.window:
            self._told = replace(self._told, window=window)
            self._compose()
            self._settle()
            self.on_change()

    def has_tab(self, project: str) -> bool:
        """Whether a project is in a tab of this window."""
        return project in self.state.tab_ids

    def name_session(self, session: str, title: str) -> None:
        """Call a session by the title its program gave itself; blank for its own name."""
        title = " ".join(title.split())  # Some programs fill their titles up with spaces.
        if self._titles.get(session, "") == title:
            return
        self._titles[session] = title
        self._compose()
        self.on_change()

    def show_project(self, project: str) -> None:
        """Bring a tab to the front; before any is known, the one that is to be there then."""
        if project != self.current and (self.has_tab(project) or not self.state.tab_ids):
            self.current = project
            self.on_change()

    def step_tab(self, step: int) -> None:
        """Bring the tab `step` places further to the front, wrapping around."""
        ids = self.state.tab_ids
        if self.current in ids:
            self.show_project(ids[(ids.index(self.current) + step) % len(ids)])

    @property
    def layout(self) -> LayoutView | None:
        """The grid in front."""
        return self.state.layouts.get(self.current)

    @property
    def broadcast(self) -> tuple[str, ...]:
        """The cells of the grid in front that all get what is typed into one of them."""
        return self.layout.broadcast if self.layout is not None else ()

    def tree(self, project: str) -> LayoutNode | None:
        """Return a project's grid as a tree."""
        layout = self.state.layouts.get(project)
        if layout is None:
            return None
        known = self._trees.get(project)
        if known is None or known[0] != layout.revision:
            known = (layout.revision, decode(layout.tree))
            self._trees[project] = known
        return known[1]

    def selection(self, project: str) -> Selection:
        """Return what the person points at in a project's grid."""
        return self.pointing.of(project)

    def marked(self, project: str) -> CellRange | None:
        """Return the selected range of a project's grid."""
        return self._marks.of(project)

    def cells(self, project: str) -> Mapping[str, CellView]:
        """Return the cells of a project's grid by id, in reading order."""
        layout, tree = self.state.layouts.get(project), self.tree(project)
        if layout is None or tree is None:
            return {}
        return cell_views(
            layout,
            cell_names(tree),
            self.state.sessions,
            self.selection(project),
            now=self.now(),
            home=self._home,
            news=self.news.all,
            marks=self.teams.marks(project),
            card=self.card,
            popped_out=self.state.popped_out,
        )

    @property
    def card(self) -> Extent:
        """The size below which a cell is a card, in pixels."""
        setting = self.state.setting
        width = setting("window.card_width", CARD.width)
        return Extent(width, setting("window.card_height", CARD.height))

    def grown(self, project: str) -> str:
        """Return the cell that has room at the cost of the others; empty for none."""
        selection = self.selection(project)
        if selection.grown or not self.state.setting("window.accordion", default=False):
            return selection.grown
        return selection.focused

    @property
    def focused_cell(self) -> str:
        """The id of the cell in focus; empty without one."""
        return self.selection(self.current).focused

    @property
    def focused_session(self) -> SessionView | None:
        """The session that the focused cell shows."""
        return self.session_in(self.focused_cell)

    def session_in(self, cell: str) -> SessionView | None:
        """Return the session a cell of the grid in front shows."""
        layout = self.layout
        return self.state.sessions.get(layout.sessions.get(cell, "")) if layout else None

    def focus(self, cell: str) -> None:
        """Point at a cell; a range is no longer selected, and another cell has no more room.

        Zoom follows, or ends, as the person chose.
        """
        self.on_focus_asked()
        self._marks.begin(self.current, cell)
        follows = self.state.setting("window.zoom_follows_focus", default=True)
        before = self.selection(self.current)
        self._choose(before.focused_on(cell, zoom_follows=follows), None)

    def remember_focus(self, project: str, cell: str) -> None:
        """Point at a cell of a grid that is not known yet, if it will be there."""
        self.pointing.remember(project, cell)

    def point_first_at(
        self, cells: Mapping[str, str], zoomed: Mapping[str, tuple[str, ...]] = NOTHING_ALONE
    ) -> None:
        """Point at cells by project, as in the window before, where nobody has pointed since."""
        self.pointing.first_at(cells, zoomed, self.tree)
        self.on_change()

    def focus_towards(self, side: Side, placement: Placement | None) -> None:
        """Point at the neighbour on a side; beyond the edge nothing changes.

        Where one cell is zoomed, its neighbour is that in the grid behind it.
        """
        is_one = len(self.selection(self.current).zoomed) == 1
        found = self.neighbour(side, None if is_one else placement)
        if found:
            self.focus(found)

    def neighbour(self, side: Side, placement: Placement | None = None) -> str:
        """Return the cell next to the focused one; empty where the grid ends."""
        tree = self.tree(self.current)
        if tree is None or not self.focused_cell:
            return ""
        found = neighbour(tree, NodeId(self.focused_cell), side, placement)
        return found.value if found is not None else ""

    def toggle_zoom(self) -> None:
        """Show the focused cell alone, or the grid again."""
        now = self.selection(self.current)
        alone = frozenset() if now.zoomed else frozenset({now.focused})
        self._choose(replace(now, zoomed=alone), None)

    def toggle_range_zoom(self) -> None:
        """Show the selected cells alone; without any, the grid again."""
        now, marked = self.selection(self.current), self.marked(self.current)
        if marked is None:
            self._choose(replace(now, zoomed=frozenset()), None)
            return
        inside = [cell for cell in self.cells(self.current) if cell in marked.cells]
        focused = now.focused if now.focused in inside else inside[0]
        self._choose(Selection(focused=focused, zoomed=marked.cells), None)

    def toggle_room(self) -> None:
        """Make room for the focused cell, or give its neighbours their room back."""
        selection = self.selection(self.current)
        grown = "" if selection.grown else selection.focused
        self._choose(replace(selection, grown=grown, zoomed=frozenset()), None)

    def remember_text(self, percents: Mapping[str, int]) -> None:
        """Give cells the size of text they had in the window before."""
        self.texts.remember(percents)
        self._compose()
        self.on_change()

    def scale_text(self, step: int) -> None:
        """Make the text of the focused cell larger or smaller; 0 makes it as in all cells."""
        if self.texts.step(self.focused_cell, step):
            self._compose()
            self.on_change()

    def mark_to(self, cell: str) -> None:
        """Select the range from the focused cell, or from where a range began, to a cell."""
        tree = self.tree(self.current)
        if tree is None or not self.focused_cell:
            return
        anchor = self._marks.anchor(self.current, self.focused_cell)
        marked = range_between(tree, anchor, cell)
        now = self.selection(self.current)
        is_inside = marked is not None and marked.cells <= now.zoomed
        zoomed = now.zoomed if is_inside else frozenset()
        self._choose(Selection(focused=now.focused, zoomed=zoomed), marked)

    def mark_between(self, one: str, other: str) -> None:
        """Select the range that two cells span."""
        self._marks.begin(self.current, one)
        self.mark_to(other)

    def extend_mark(self, side: Side) -> None:
        """Take the next cells on a side into the range, or leave them out again."""
        tree = self.tree(self.current)
        if tree is None or not self.focused_cell:
            return
        end = self._marks.next_end(self.current, tree, self.focused_cell, side)
        zoomed = self.selection(self.current).zoomed
        if end and (len(zoomed) < 2 or end in zoomed):
            self.mark_to(end)

    def mark_all(self) -> None:
        """Select the whole grid."""
        tree = self.tree(self.current)
        if tree is not None:
            self._choose(Selection(focused=self.focused_cell), range_of_all(tree))

    def clear_mark(self) -> None:
        """Select no range."""
        self._marks.begin(self.current, self.focused_cell)
        self._choose(self.selection(self.current), None)

    def facts(self) -> frozenset[str]:
        """Return what is true of the window now, in the words of the catalogue."""
        return window_facts(self._here())

    def facts_of(self, session: str) -> frozenset[str]:
        """Return what is true of any one session, as if the person pointed at it."""
        return session_facts(self.state.sessions.get(session))

    def words(self) -> Mapping[str, str]:
        """Return what the palette calls the focused cell, the range, the session, the project."""
        return window_words(self._here(), self.cells(self.current))

    def _here(self) -> Here:
        session = self.focused_session
        shown = session is not None and self.teams.has(self.current, session.agent)
        return Here(
            state=self.state,
            project=self.current,
            tree=self.tree(self.current),
            selection=self.selection(self.current),
            marked=self.marked(self.current),
            session=session,
            shows_agent=shown,
        )

    def _choose(self, selection: Selection, marked: CellRange | None) -> None:
        project = self.current
        cells = marked.cells if marked else frozenset()
        chosen = replace(selection, cells=cells)
        if chosen == self.selection(project) and marked == self.marked(project):
            return
        self.pointing.choose(project, chosen)
        self._marks.choose(project, marked)
        self.on_change()

    def _compose(self) -> None:
        """Put what the engine told together with what is known here alone."""
        state = with_titles(self._told, self._titles)
        self.state = replace(state, text_percents=self.texts.by_cell)

    def _changed(self) -> None:
        self.on_change()

    def _settle(self) -> None:
        """Let go of what is no longer there."""
        tabs = self.state.tab_ids
        if self.current not in tabs:
            self.current = tabs[0] if tabs else ""
        for project in self.state.layouts:
            self._settle_selection(project)

    def _settle_sessions(self) -> None:
        """Let go of what was told by sessions that ended, or of titles nobody parses any more."""
        sessions = self._told.sessions.values()
        for session in self._titles.keys() - {each.id for each in sessions if each.cell}:
            del self._titles[session]
        live = [each.id for each in sessions if each.status in {"starting", "running"}]
        self.news.keep_only(live)

    def _settle_selection(self, project: str) -> None:
        tree = self.tree(project)
        if tree is None:
            return
        before = self._settled.get(project)
        gone = set(leaf_ids(before or tree)) - set(leaf_ids(tree))
        self.texts.forget({leaf.value for leaf in gone})
        self._settled[project] = tree
        marked = self._marks.settle(project, tree)
        selection = replace(self.selection(project), cells=marked)
        self.pointing.settle(project, settled(selection, before, tree))
