"""Manifests in memory."""

import asyncio
from typing import override

from idea.domain.agents.manifest import Manifest
from idea.domain.ids import ProjectId
from idea.domain.ports.agent_manifests import AgentManifests
from idea.domain.ports.stored_value import Loaded


class FakeAgentManifests(AgentManifests):
    """Keeps at once; `kept` is what a restart would find.

    `write` is what somebody else does with a file, `spoil` what makes it unreadable.
    """

    def __init__(self) -> None:
        self.kept: dict[ProjectId, Manifest] = {}
        self.notices: tuple[str, ...] = ()
        self._loaded: dict[ProjectId, Manifest] = {}
        self._news: dict[ProjectId, Loaded[Manifest] | None] = {}

    def write(self, project: ProjectId, manifest: Manifest | None) -> None:
        """Let somebody else write a manifest, or remove the file."""
        if manifest is None:
            self.kept.pop(project, None)
            self._news[project] = None
        else:
            self.kept[project] = manifest
            self._news[project] = Loaded(manifest)

    def spoil(self, project: ProjectId, sentence: str) -> None:
        """Let somebody else write what cannot be read."""
        self._news[project] = Loaded(self._loaded[project], (sentence,))

    @override
    async def load(self, project: ProjectId) -> Loaded[Manifest]:
        self._loaded[project] = self.kept.get(project, Manifest())
        self._news.pop(project, None)
        return Loaded(self._loaded[project], self.notices)

    @override
    async def reload(self, project: ProjectId) -> Loaded[Manifest] | None:
        await asyncio.sleep(0)  # Reading a file lets others have their turn.
        if project not in self._loaded or project not in self._news:
            return None
        news = self._news.pop(project)
        if news is None:
            self.save(project, self._loaded[project])
            return Loaded(self._loaded[project], ("It was removed; it is written anew.",))
        self._loaded[project] = news.value
        return news

    @override
    def save(self, project: ProjectId, manifest: Manifest) -> None:
        self.kept[project] = self._loaded[project] = manifest

    @override
    async def flush(self, project: ProjectId) -> None:
        return

    @override
    async def release(self, project: ProjectId) -> None:
        self._loaded.pop(project, None)
