"""What every keeper of manifests has to do."""

import asyncio
from abc import ABC, abstractmethod

from idea.domain.agents.agent import Agent, FromTemplate
from idea.domain.agents.manifest import Manifest
from idea.domain.ids import AgentId, ProfileId, ProjectId, TemplateId
from idea.domain.ports.agent_manifests import AgentManifests
from idea.domain.ports.stored_value import Loaded
from idea.domain.skill import SkillRef

REVIEWER = Agent(
    id=AgentId("a1"),
    name="Reviewer",
    role_path="agents/reviewer.md",
    profile=ProfileId("one"),
    origin=FromTemplate(TemplateId("reviewer"), 3),
    synchronized=True,
    skills=(SkillRef.parse("commit"), SkillRef.parse("project:review")),
)
BACKEND = Agent(
    id=AgentId("a2"), name="Backend", role_path="agents/backend.md", profile=ProfileId("two")
)


class AgentManifestsContract(ABC):
    """`project` is known and has no agents yet."""

    project: ProjectId

    @abstractmethod
    def opened(self) -> AgentManifests:
        """Return the keeper as a process that starts now finds it; ends the one before."""

    @abstractmethod
    def written_by_another(self, manifest: Manifest | None) -> None:
        """Let another program write the file, or remove it."""

    def test_a_project_without_a_file_has_no_agents(self) -> None:
        assert asyncio.run(self.opened().load(self.project)) == Loaded(Manifest())

    def test_what_is_saved_is_found_again(self) -> None:
        async def scenario() -> Loaded[Manifest]:
            manifests = self.opened()
            await manifests.load(self.project)
            manifests.save(self.project, Manifest((REVIEWER,)))
            manifests.save(self.project, Manifest((REVIEWER, BACKEND)))
            await manifests.flush(self.project)
            await manifests.release(self.project)
            return await self.opened().load(self.project)

        assert asyncio.run(scenario()) == Loaded(Manifest((REVIEWER, BACKEND)))

    def test_what_another_wrote_is_taken_in_once(self) -> None:
        async def scenario() -> None:
            manifests = self.opened()
            await manifests.load(self.project)
            manifests.save(self.project, Manifest((REVIEWER,)))
            await manifests.flush(self.project)
            assert await manifests.reload(self.project) is None
            self.written_by_another(Manifest((BACKEND,)))

            assert await manifests.reload(self.project) == Loaded(Manifest((BACKEND,)))
            assert await manifests.reload(self.project) is None
            await manifests.release(self.project)

        asyncio.run(scenario())

    def test_a_removed_file_is_written_again_and_said(self) -> None:
        async def scenario() -> None:
            manifests = self.opened()
            await manifests.load(self.project)
            manifests.save(self.project, Manifest((REVIEWER,)))
            await manifests.flush(self.project)
            self.written_by_another(None)
            looks = [await manifests.reload(self.project) for _ in range(2)]
            found = next((look for look in looks if look is not None), None)

            assert found is not None, "A second look is sure that it was not just being written."
            assert found.value == Manifest((REVIEWER,))
            assert len(found.notices) == 1
            await manifests.release(self.project)
            again = await self.opened().load(self.project)
            assert again.value == Manifest((REVIEWER,))

        asyncio.run(scenario())

    def test_what_is_not_loaded_is_not_looked_at(self) -> None:
        assert asyncio.run(self.opened().reload(self.project)) is None
