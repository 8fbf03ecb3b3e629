from typing import override

import pytest

from contracts.agent_manifests import AgentManifestsContract
from fakes.agent_manifests import FakeAgentManifests
from idea.domain.agents.manifest import Manifest
from idea.domain.ids import ProjectId
from idea.domain.ports.agent_manifests import AgentManifests


class TestFakeAgentManifests(AgentManifestsContract):
    project = ProjectId("p1")

    @pytest.fixture(autouse=True)
    def fresh(self) -> None:
        self.manifests = FakeAgentManifests()

    @override
    def opened(self) -> AgentManifests:
        return self.manifests

    @override
    def written_by_another(self, manifest: Manifest | None) -> None:
        self.manifests.write(self.project, manifest)
