"""Grids: the tree in the project's `.ideai`, what the cells show in this user's state."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, override

from idea.domain.ids import NodeId, ProjectId, SessionId
from idea.domain.layout.codec import decode, encode
from idea.domain.layout.tree import LayoutNode
from idea.domain.ports.event_bus import EventBus
from idea.domain.ports.layout_store import LayoutStore, StoredLayout
from idea.domain.project import Project
from idea.infrastructure.stores.codecs import CELLS
from idea.infrastructure.stores.json_file import JsonFile
from idea.infrastructure.stores.json_load import Codec
from idea.infrastructure.stores.json_text import DamagedError
from idea.infrastructure.stores.project_folder import FileProjectFolders


def _decode_tree(document: Mapping[str, object]) -> LayoutNode | None:
    if "tree" not in document:
        raise DamagedError("tree is missing")
    return decode(document["tree"])


def _encode_tree(tree: LayoutNode | None) -> Mapping[str, object]:
    return {} if tree is None else {"tree": encode(tree)}


TREE: Codec[LayoutNode | None] = Codec(version=1, decode=_decode_tree, encode=_encode_tree)
"""`.ideai/layout.json`; None is never written. Nodes keep their own unknown keys."""


_TREE_NAME: Final = "layout.json"


@dataclass(frozen=True, slots=True)
class _Kept:
    """The two files of one project."""

    tree: JsonFile[LayoutNode | None]
    cells: JsonFile[Mapping[NodeId, SessionId]]


class FileLayoutStore(LayoutStore):
    """Grids of projects on this machine; loading a project's grid holds its folder.

    `state` is the user's state folder; what the cells show is in `<state>/cells/<id>.json`.
    """

    def __init__(
        self,
        folders: FileProjectFolders,
        state: Path,
        project_of: Callable[[ProjectId], Project],
        events: EventBus,
    ) -> None:
        self._folders = folders
        self._state = state
        self._project_of = project_of
        self._events = events
        self._kept: dict[ProjectId, _Kept] = {}

    @override
    async def load(self, project: ProjectId) -> StoredLayout:
        await self.release(project)
        opened = await self._folders.open(self._project_of(project))
        tree = self._tree(project)
        path = self._state / "cells" / f"{project}.json"
        cells = JsonFile[Mapping[NodeId, SessionId]](path, CELLS, {}, self._events)
        tree_found, cells_found = await tree.load(), await cells.load()
        self._kept[project] = _Kept(tree, cells)
        return StoredLayout(
            tree=tree_found.value,
            sessions=cells_found.value,
            notices=(*opened.notices, *tree_found.notices, *cells_found.notices),
        )

    @override
    async def reload(self, project: ProjectId) -> StoredLayout | None:
        kept = self._kept.get(project)
        if kept is None:
            return None
        if not self._folders.holds(project):
            return await self.load(project)  # Somebody let go of it, and the grid is used again.
        opened = await self._folders.refresh(self._project_of(project))
        if opened is None:
            return await self._hand_edit(project, kept)
        await kept.tree.close()
        tree = self._tree(project)
        loaded = await tree.load()
        if self._kept.get(project) is not kept:
            return None  # It was let go of meanwhile.
        self._kept[project] = _Kept(tree, kept.cells)
        return StoredLayout(tree=loaded.value, notices=(*opened.notices, *loaded.notices))

    async def _hand_edit(self, project: ProjectId, kept: _Kept) -> StoredLayout | None:
        """Return the tree as another program wrote or removed it, None when none did."""
        found = await kept.tree.reload()
        if found is None or self._kept.get(project) is not kept:
            return None
        if found.notices:
            return StoredLayout(tree=found.value, notices=found.notices)
        path = self._folders.path(project)[0] / _TREE_NAME
        what = "removed; it is written" if found.value is None else "changed; the grid is shown"
        return StoredLayout(tree=found.value, notices=(f"{path} was {what} anew.",))

    def _tree(self, project: ProjectId) -> JsonFile[LayoutNode | None]:
        folder, writable = self._folders.path(project)
        return JsonFile(folder / _TREE_NAME, TREE, None, self._events, may_write=writable)

    @override
    def save_tree(self, project: ProjectId, tree: LayoutNode) -> None:
        if project in self._kept:
            self._kept[project].tree.save(tree)

    @override
    def save_sessions(self, project: ProjectId, sessions: Mapping[NodeId, SessionId]) -> None:
        if project in self._kept:
            self._kept[project].cells.save(sessions)

    @override
    async def flush(self, project: ProjectId) -> None:
        kept = self._kept.get(project)
        if kept is not None:
            await kept.tree.flush()
            await kept.cells.flush()

    @override
    async def release(self, project: ProjectId) -> None:
        kept = self._kept.pop(project, None)
        if kept is not None:
            await kept.tree.close()
            await kept.cells.close()

    async def close_all(self) -> None:
        """Release every project, when the engine stops."""
        for project in tuple(self._kept):
            await self.release(project)
