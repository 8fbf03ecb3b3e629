"""`.ideai/agents.json`: what a person may have done to it by hand."""

import asyncio
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import override

import pytest

from contracts.agent_manifests import BACKEND, REVIEWER, AgentManifestsContract
from fakes.event_bus import FakeEventBus
from idea.domain.agents.manifest import Manifest
from idea.domain.events import Noticed
from idea.domain.ids import ProjectId
from idea.domain.ports.agent_manifests import AgentManifests
from idea.domain.ports.stored_value import Loaded
from idea.domain.project import Project
from idea.infrastructure.stores.agent_manifests import MANIFEST, FileAgentManifests
from idea.infrastructure.stores.project_folder import FileProjectFolders

AGENT = {
    "id": "a1",
    "name": "Reviewer",
    "md": "agents/reviewer.md",
    "profileId": "one",
    "origin": {"type": "scratch"},
}


class TestFileAgentManifests(AgentManifestsContract):
    @pytest.fixture(autouse=True)
    def root(self, tmp_path: Path) -> Iterator[None]:
        self.folder = tmp_path / "ledger"
        self.folder.mkdir()
        self.file = self.folder / ".ideai" / "agents.json"
        self.project = ProjectId("p1")
        self.bus = FakeEventBus()
        self.folders = FileProjectFolders(self.bus)
        yield
        self._end_engine()

    @override
    def opened(self) -> AgentManifests:
        self._end_engine()
        project = Project(
            id=self.project,
            name="ledger",
            root=str(self.folder),
            created_at=datetime(2026, 1, 1, tzinfo=UTC),
        )
        self.folders = FileProjectFolders(self.bus)
        return FileAgentManifests(self.folders, lambda _: project, self.bus)

    def _end_engine(self) -> None:
        """Release the lock, as the system does when an engine is killed."""
        held = self.folders._held.get(self.project)
        if held is not None and held.lock is not None:
            held.lock.release()

    @override
    def written_by_another(self, manifest: Manifest | None) -> None:
        if manifest is None:
            self.file.unlink()
        else:
            document = {"version": 1, **MANIFEST.encode(manifest)}
            self.file.write_text(json.dumps(document), encoding="utf-8")

    def written(self, **changes: object) -> Loaded[Manifest]:
        """Load a file with one agent, changed as a person may have."""
        self.file.parent.mkdir(exist_ok=True)
        self.file.write_text(json.dumps({"version": 1, "agents": [AGENT | changes]}))
        return self.loaded()

    def loaded(self) -> Loaded[Manifest]:
        return asyncio.run(self.opened().load(self.project))

    def test_a_file_as_the_guide_has_it(self) -> None:
        found = self.written(
            origin={"type": "fromTemplate", "templateId": "reviewer", "syncedTemplateVersion": 3},
            synchronized=True,
            skills=[{"scope": "global", "id": "commit"}, {"scope": "project", "id": "review"}],
        )

        assert found == Loaded(Manifest((REVIEWER,)))

    @pytest.mark.parametrize(
        ("changes", "sentence"),
        [
            ({"profileId": 3}, "agents[0].profileId must be a text"),
            ({"md": "../x.md"}, "agents[0]: The role of Reviewer must be a file"),
            (
                {"origin": {"type": "magic"}},
                "agents[0].origin.type must be scratch or fromTemplate",
            ),
            ({"skills": [{"scope": "x", "id": "y"}]}, "agents[0].skills[0].scope must be"),
            ({"synchronized": True}, "agents[0]: Reviewer comes from no template"),
        ],
    )
    def test_a_mistake_is_one_sentence_and_the_file_is_kept(
        self, changes: dict[str, object], sentence: str
    ) -> None:
        found = self.written(**changes)

        assert found.value == Manifest()
        assert len(found.notices) == 1
        assert sentence in found.notices[0]
        [kept] = self.file.parent.glob("agents.json.corrupt-*")
        assert json.loads(kept.read_text())["agents"][0] == AGENT | changes

    def test_a_trailing_comma_while_it_is_open_changes_nothing(self) -> None:
        async def scenario() -> None:
            manifests = self.opened()
            await manifests.load(self.project)
            manifests.save(self.project, Manifest((BACKEND,)))
            await manifests.flush(self.project)
            text = self.file.read_text()
            self.file.write_text(text.replace("}\n  ]", "},\n  ]"))
            first, second = [await manifests.reload(self.project) for _ in range(2)]

            assert first is None, "It may be half written."
            assert second is not None
            assert second.value == Manifest((BACKEND,))
            assert "agents.json is damaged (line " in second.notices[0]
            await manifests.release(self.project)

        asyncio.run(scenario())

    def test_two_agents_with_one_role_are_one_sentence(self) -> None:
        self.file.parent.mkdir()
        twin = AGENT | {"id": "a2", "name": "Other"}
        self.file.write_text(json.dumps({"version": 1, "agents": [AGENT, twin]}))

        [sentence] = self.loaded().notices

        assert "The agents Reviewer and Other share the role agents/reviewer.md" in sentence

    def test_what_nobody_knows_is_kept_when_something_changes(self) -> None:
        self.file.parent.mkdir()
        odd = AGENT | {"colour": "teal"}
        self.file.write_text(json.dumps({"version": 1, "agents": [odd], "team": {"lead": "a1"}}))

        async def scenario() -> None:
            manifests = self.opened()
            loaded = await manifests.load(self.project)
            manifests.save(self.project, loaded.value.with_agent(BACKEND))
            await manifests.release(self.project)

        asyncio.run(scenario())
        document = json.loads(self.file.read_text())

        assert document["team"] == {"lead": "a1"}
        assert document["agents"][0]["colour"] == "teal"
        assert document["agents"][1]["id"] == "a2"
        assert [one for one in self.bus.published if isinstance(one, Noticed)] == []

    def test_a_folder_that_was_moved_meanwhile_is_read_and_written_where_it_is(self) -> None:
        self.written()
        self._end_engine()
        self.folders = FileProjectFolders(self.bus)
        where = [self.folder]

        def project(name: ProjectId) -> Project:
            made = datetime(2026, 1, 1, tzinfo=UTC)
            return Project(id=name, name="ledger", root=str(where[-1]), created_at=made)

        async def scenario() -> None:
            manifests = FileAgentManifests(self.folders, project, self.bus)
            await manifests.load(self.project)
            where.append(self.folder.rename(self.folder.with_name("moved")))
            moved = await self.folders.refresh(project(self.project))
            assert moved is not None
            assert moved.notices == (f"ledger was moved: it is {where[-1]} now.",)
            found = await manifests.reload(self.project)
            assert found is not None
            manifests.save(self.project, found.value.with_agent(BACKEND))
            await manifests.release(self.project)

        asyncio.run(scenario())

        document = json.loads((where[-1] / ".ideai" / "agents.json").read_text())
        assert [agent["id"] for agent in document["agents"]] == ["a1", "a2"]
        assert not self.folder.exists()

    def test_a_folder_that_was_let_go_of_meanwhile_is_held_again(self) -> None:
        self.written()

        async def scenario() -> tuple[Loaded[Manifest] | None, bool]:
            manifests = self.opened()
            await manifests.load(self.project)
            await self.folders.close(self.project)
            return await manifests.reload(self.project), self.folders.holds(self.project)

        found, held = asyncio.run(scenario())

        assert found is not None
        assert ([agent.name for agent in found.value], held) == (["Reviewer"], True)
