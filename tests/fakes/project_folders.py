"""The `.ideai` folders of projects, in memory."""

from collections.abc import Mapping
from typing import override

from idea.domain.ids import ProjectId
from idea.domain.ports.project_folders import FolderOpened, ProjectFolders
from idea.domain.project import Project, ProjectFacts


class FakeProjectFolders(ProjectFolders):
    """Facts by root; `locked` roots belong to another engine, `notices` are told at opening."""

    def __init__(self) -> None:
        self.facts: dict[str, ProjectFacts] = {}
        self.locked: set[str] = set()
        self.notices: dict[str, tuple[str, ...]] = {}
        self.held: dict[ProjectId, str] = {}

    @override
    async def peek(self, root: str) -> ProjectFacts | None:
        return self.facts.get(root)

    @override
    async def open(self, project: Project) -> FolderOpened:
        again = project.id in self.held
        self.held[project.id] = project.root
        writable = project.root not in self.locked
        facts = self.facts.get(project.root) or ProjectFacts(
            id=project.id,
            name=project.name,
            created_at=project.created_at,
            location=project.location,
        )
        if writable:
            self.facts[project.root] = facts
        notices = () if again else self.notices.get(project.root, ())
        if not writable and not again:
            notices = (*notices, f"{project.name} is open in another IdeA too.")
        return FolderOpened(writable=writable, facts=facts, notices=notices)

    @override
    def save(self, project: ProjectId, facts: ProjectFacts) -> None:
        root = self.held[project]
        if root not in self.locked:
            self.facts[root] = facts

    @override
    def overrides(self, project: ProjectId) -> Mapping[str, object]:
        root = self.held.get(project)
        facts = None if root is None else self.facts.get(root)
        return {} if facts is None else facts.setting_overrides

    @override
    async def close(self, project: ProjectId) -> None:
        self.held.pop(project, None)
