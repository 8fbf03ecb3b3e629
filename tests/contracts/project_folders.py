"""What everything that holds the folders of projects has to do."""

import asyncio
from abc import ABC, abstractmethod
from dataclasses import replace
from datetime import UTC, datetime

from idea.domain.ids import ProjectId
from idea.domain.ports.project_folders import FolderOpened, ProjectFolders
from idea.domain.project import Project, ProjectFacts

NOW = datetime(2026, 1, 2, tzinfo=UTC)


class ProjectFoldersContract(ABC):
    """Each test has one empty root."""

    root: str

    @abstractmethod
    def engine(self) -> ProjectFolders:
        """Return the folders as a newly started engine has them, beside those asked for before."""

    def project(self) -> Project:
        return Project(id=ProjectId("p1"), name="work", root=self.root, created_at=NOW)

    def test_a_folder_says_nothing_before_it_was_opened_and_its_facts_afterwards(self) -> None:
        async def scenario() -> list[object]:
            folders = self.engine()
            before = await folders.peek(self.root)
            opened = await folders.open(self.project())
            await folders.close(ProjectId("p1"))
            return [before, opened, await folders.peek(self.root)]

        facts = ProjectFacts(id=ProjectId("p1"), name="work", created_at=NOW)
        assert asyncio.run(scenario()) == [None, FolderOpened(writable=True, facts=facts), facts]

    def test_saved_facts_are_found_by_the_next_engine(self) -> None:
        async def scenario() -> tuple[ProjectFacts, dict[str, object]]:
            folders = self.engine()
            opened = await folders.open(self.project())
            overrides = {"terminal.scrollback_lines": 7, "future.name": 1}
            changed = replace(opened.facts, name="other", setting_overrides=overrides)
            folders.save(ProjectId("p1"), changed)
            await folders.close(ProjectId("p1"))
            later = self.engine()
            found = (await later.open(self.project())).facts
            chosen = dict(later.overrides(ProjectId("p1")))
            await later.close(ProjectId("p1"))
            return found, chosen

        found, chosen = asyncio.run(scenario())
        assert found.name == "other"
        assert chosen == {"terminal.scrollback_lines": 7, "future.name": 1}

    def test_saved_facts_hold_at_once(self) -> None:
        async def scenario() -> dict[str, object]:
            folders = self.engine()
            opened = await folders.open(self.project())
            overrides = {"terminal.scrollback_lines": 9}
            folders.save(ProjectId("p1"), replace(opened.facts, setting_overrides=overrides))
            chosen = dict(folders.overrides(ProjectId("p1")))
            await folders.close(ProjectId("p1"))
            return chosen

        assert asyncio.run(scenario()) == {"terminal.scrollback_lines": 9}

    def test_opening_twice_answers_the_same_and_closing_twice_is_allowed(self) -> None:
        async def scenario() -> tuple[FolderOpened, FolderOpened]:
            folders = self.engine()
            both = await folders.open(self.project()), await folders.open(self.project())
            await folders.close(ProjectId("p1"))
            await folders.close(ProjectId("p1"))
            return both

        first, second = asyncio.run(scenario())
        assert first == second

    def test_a_closed_project_wants_no_setting_otherwise(self) -> None:
        assert self.engine().overrides(ProjectId("p1")) == {}
