"""How windows and tabs are spelled in `workspace.json`, and what is saved of a damaged one.

A window is worth more than its place, a tab more than the window's other tabs: what cannot be read
is left out by itself and named, and the rest comes back.
"""

from collections.abc import Callable, Mapping

from idea.domain.errors import IdeaError
from idea.domain.ids import NodeId, ProjectId, SessionId, TabId, WindowId
from idea.domain.workspace import PoppedOutCell, Tab, Window, WindowGeometry, Workspace
from idea.infrastructure.stores.fields import Fields
from idea.infrastructure.stores.json_load import Codec, Salvaged
from idea.infrastructure.stores.json_salvage import beginning_of_object
from idea.infrastructure.stores.json_text import DamagedError

type Document = Mapping[str, object]


def _encode_geometry(geometry: WindowGeometry | None) -> Document | None:
    if geometry is None:
        return None
    return {
        "x": geometry.x,
        "y": geometry.y,
        "width": geometry.width,
        "height": geometry.height,
        "maximised": geometry.maximised,
        "fullScreen": geometry.full_screen,
        "screen": geometry.screen,
    }


def _decode_geometry(fields: Fields | None) -> WindowGeometry | None:
    if fields is None:
        return None
    return fields.build(
        lambda: WindowGeometry(
            x=fields.whole("x"),
            y=fields.whole("y"),
            width=fields.whole("width"),
            height=fields.whole("height"),
            maximised=fields.flag("maximised"),
            full_screen=fields.flag("fullScreen"),
            screen=fields.text("screen"),
        )
    )


def _encode(workspace: Workspace) -> Document:
    return {
        "windows": [
            {
                "id": window.id.value,
                "geometry": _encode_geometry(window.geometry),
                "tabs": [{"id": tab.id.value, "project": tab.project.value} for tab in window.tabs],
                "active": None if window.active is None else window.active.value,
                "textPercents": dict(window.text_percents),
                "focused": {project.value: cell.value for project, cell in window.focused},
                "zoomed": {
                    project.value: [cell.value for cell in cells]
                    for project, cells in window.zoomed
                },
            }
            for window in workspace.windows
        ],
        "lastUsed": None if workspace.last_used is None else workspace.last_used.value,
        "poppedOut": [
            {
                "project": cell.project.value,
                "cell": cell.cell.value,
                "session": cell.session.value,
                "geometry": _encode_geometry(cell.geometry),
            }
            for cell in workspace.popped_out
        ],
    }


def _decode_tab(fields: Fields) -> Tab:
    return fields.build(
        lambda: Tab(id=TabId(fields.text("id")), project=ProjectId(fields.text("project")))
    )


def _decode_cells(fields: Fields | None) -> tuple[tuple[ProjectId, NodeId], ...]:
    cells = {} if fields is None else fields.texts()
    return tuple((ProjectId(project), NodeId(cell)) for project, cell in cells.items())


def _decode_zoomed(fields: Fields | None) -> tuple[tuple[ProjectId, tuple[NodeId, ...]], ...]:
    """Read lists of cells, or the one cell that stood there before ranges could be zoomed."""
    if fields is None:
        return ()
    return tuple(
        (ProjectId(project), tuple(NodeId(cell) for cell in _texts_or_one(fields, project)))
        for project in fields.values
    )


def _texts_or_one(fields: Fields, key: str) -> tuple[str, ...]:
    is_one = isinstance(fields.values[key], str)
    return (fields.text(key),) if is_one else fields.text_list(key)


def _decode_percents(fields: Fields | None) -> tuple[tuple[str, int], ...]:
    return () if fields is None else tuple((cell, fields.whole(cell)) for cell in fields.values)


def _decode_active(fields: Fields) -> TabId | None:
    active = fields.optional_text("active")
    return None if active is None else TabId(active)


def _decode_window(fields: Fields) -> Window:
    return fields.build(
        lambda: Window(
            id=WindowId(fields.text("id")),
            tabs=tuple(_decode_tab(tab) for tab in fields.each("tabs")),
            active=_decode_active(fields),
            geometry=_decode_geometry(fields.optional_below("geometry")),
            text_percents=_decode_percents(fields.optional_below("textPercents")),
            focused=_decode_cells(fields.optional_below("focused")),
            zoomed=_decode_zoomed(fields.optional_below("zoomed")),
        )
    )


def _decode_popped_out(fields: Fields) -> PoppedOutCell:
    return fields.build(
        lambda: PoppedOutCell(
            project=ProjectId(fields.text("project")),
            cell=NodeId(fields.text("cell")),
            session=SessionId(fields.text("session")),
            geometry=_decode_geometry(fields.optional_below("geometry")),
        )
    )


def _decode(document: Document) -> Workspace:
    fields = Fields(document)
    used = fields.optional_text("lastUsed")
    # Files of earlier versions know of no popped-out cells.
    cells = fields.each("poppedOut") if "poppedOut" in document else ()
    return Workspace(
        windows=tuple(_decode_window(window) for window in fields.each("windows")),
        last_used=None if used is None else WindowId(used),
        popped_out=tuple(_decode_popped_out(cell) for cell in cells),
    )


class _Salvage:
    """Reads what can be read of a damaged workspace and names the rest."""

    def __init__(self) -> None:
        self.lost: list[str] = []
        self._projects: set[ProjectId] = set()
        self._ids: set[str] = set()

    def windows(self, document: Document) -> tuple[Window, ...]:
        found = document.get("windows")
        if not isinstance(found, list):
            self.lost.append("the list of windows")
            return ()
        windows = [self._window(number, value) for number, value in enumerate(found, 1)]
        return tuple(window for window in windows if window is not None)

    def popped_out(self, document: Document) -> tuple[PoppedOutCell, ...]:
        found = document.get("poppedOut", [])
        if not isinstance(found, list):
            self.lost.append("the cells that were popped out")
            return ()
        cells: dict[NodeId, PoppedOutCell] = {}
        for number, value in enumerate(found, 1):
            name = f"popped-out cell {number}"
            fields = Fields(value if isinstance(value, dict) else {}, name)
            cell = self._part(lambda read=fields: _decode_popped_out(read), name, None)  # type: ignore[misc] # Bound at once.
            if cell is not None and cells.setdefault(cell.cell, cell) is not cell:
                self.lost.append(name)
        return tuple(cells.values())

    def _window(self, number: int, value: object) -> Window | None:
        name = f"window {number}"
        fields = Fields(value if isinstance(value, dict) else {}, name)
        window_id = self._part(lambda: WindowId(fields.text("id")), name, None)
        if window_id is None:
            return None
        if window_id.value in self._ids:
            self.lost.append(name)
            return None
        self._ids.add(window_id.value)
        tabs = self._tabs(name, fields)
        active = self._part(
            lambda: _decode_active(fields), f"which tab of {name} was in front", None
        )
        known = {tab.id for tab in tabs}
        if active not in known:
            active = tabs[0].id if tabs else None

        def below(key: str) -> Fields | None:
            return fields.optional_below(key)

        return Window(
            id=window_id,
            tabs=tabs,
            active=active,
            geometry=self._part(
                lambda: _decode_geometry(below("geometry")), f"the place of {name}", None
            ),
            text_percents=self._part(
                lambda: _valid_percents(_decode_percents(below("textPercents"))),
                f"the sizes of text in {name}",
                (),
            ),
            focused=self._part(
                lambda: _decode_cells(below("focused")), f"the cells in focus of {name}", ()
            ),
            zoomed=self._part(
                lambda: _decode_zoomed(below("zoomed")), f"the zoomed cells of {name}", ()
            ),
        )

    def _tabs(self, name: str, fields: Fields) -> tuple[Tab, ...]:
        values = fields.values.get("tabs")
        if not isinstance(values, list):
            self.lost.append(f"the tabs of {name}")
            return ()
        tabs = []
        for number, value in enumerate(values, 1):
            what = f"tab {number} of {name}"
            read = Fields(value if isinstance(value, dict) else {}, what)
            tab = self._part(lambda read=read: _decode_tab(read), what, None)  # type: ignore[misc] # Bound at once.
            if tab is None:
                continue
            if tab.project in self._projects or tab.id.value in self._ids:
                self.lost.append(what)
                continue
            self._projects.add(tab.project)
            self._ids.add(tab.id.value)
            tabs.append(tab)
        return tuple(tabs)

    def _part[V](self, read: Callable[[], V], name: str, otherwise: V) -> V:
        try:
            return read()
        except (DamagedError, IdeaError):
            self.lost.append(name)
            return otherwise


def _valid_percents(percents: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    """Return sizes of text that a window takes.

    Raises:
        InvalidError: It does not.
    """
    return Window(id=WindowId("any"), text_percents=percents).text_percents


def _salvage(raw: bytes) -> Salvaged[Workspace] | None:
    """Return what can be read of a damaged file; None when that is nothing."""
    beginning = beginning_of_object(raw)
    salvage = _Salvage()
    windows = salvage.windows(beginning.document)
    if not windows:
        return None
    cells = salvage.popped_out(beginning.document)
    if beginning.is_cut:
        salvage.lost.append("whatever stood behind them")
    used = beginning.document.get("lastUsed")
    last = [window.id for window in windows if window.id.value == used]
    return Salvaged(
        value=Workspace(windows=windows, last_used=last[0] if last else None, popped_out=cells),
        lost=tuple(salvage.lost),
    )


WORKSPACE: Codec[Workspace] = Codec(version=1, decode=_decode, encode=_encode, salvage=_salvage)
"""`workspace.json`."""
