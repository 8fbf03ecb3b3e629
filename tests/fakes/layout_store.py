"""Grids kept in memory, as the JSON text a file would hold."""

import json
from collections.abc import Mapping
from typing import override

from idea.domain.ids import NodeId, ProjectId, SessionId
from idea.domain.layout.codec import decode, encode
from idea.domain.layout.tree import LayoutNode
from idea.domain.ports.layout_store import LayoutStore, StoredLayout


class FakeLayoutStore(LayoutStore):
    """Writes at once; stores made with the same `files` see what the others wrote."""

    def __init__(self, files: dict[str, str] | None = None) -> None:
        self.files: dict[str, str] = {} if files is None else files
        self.notices: tuple[str, ...] = ()
        """Told by the next load."""
        self.saves = 0
        self._loaded: set[ProjectId] = set()
        self._seen: dict[ProjectId, str | None] = {}

    def hold(self, project: ProjectId) -> None:
        """Keep what is saved of a project from now on, as after a load."""
        self._loaded.add(project)

    @override
    async def load(self, project: ProjectId) -> StoredLayout:
        self.hold(project)
        self._seen[project] = self.files.get(f"{project}/tree")
        notices, self.notices = self.notices, ()
        return StoredLayout(
            tree=self.tree(project), sessions=self.sessions(project), notices=notices
        )

    @override
    async def reload(self, project: ProjectId) -> StoredLayout | None:
        text = self.files.get(f"{project}/tree")
        if project not in self._loaded or text == self._seen.get(project):
            return None
        self._seen[project] = text
        notices, self.notices = self.notices, ()
        return StoredLayout(tree=self.tree(project), notices=notices)

    @override
    def save_tree(self, project: ProjectId, tree: LayoutNode) -> None:
        self._write(project, "tree", encode(tree))

    @override
    def save_sessions(self, project: ProjectId, sessions: Mapping[NodeId, SessionId]) -> None:
        cells = {cell.value: session.value for cell, session in sessions.items()}
        self._write(project, "cells", cells)

    @override
    async def release(self, project: ProjectId) -> None:
        self._loaded.discard(project)

    @override
    async def flush(self, project: ProjectId) -> None:
        pass

    def tree(self, project: ProjectId) -> LayoutNode | None:
        """Return what a new engine would read."""
        text = self.files.get(f"{project}/tree")
        return None if text is None else decode(json.loads(text))

    def sessions(self, project: ProjectId) -> Mapping[NodeId, SessionId]:
        """Return what a new engine would read."""
        cells = json.loads(self.files.get(f"{project}/cells", "{}"))
        return {NodeId(cell): SessionId(session) for cell, session in cells.items()}

    def _write(self, project: ProjectId, part: str, value: Mapping[str, object]) -> None:
        if project in self._loaded:
            self.saves += 1
            self.files[f"{project}/{part}"] = json.dumps(value)
            self._seen[project] = self.files.get(f"{project}/tree")
