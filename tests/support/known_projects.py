"""The projects service on fakes, with one open project, for tests of what stands on it."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace

from fakes.clock import FakeClock
from fakes.event_bus import FakeEventBus
from fakes.file_system import FakeFileSystem
from fakes.id_factory import FakeIdFactory
from fakes.project_folders import FakeProjectFolders
from fakes.remote_host import FakeRemoteHosts
from fakes.stored_value import FakeStoredValue
from idea.application.agreements import Agreements
from idea.application.projects.projects import Projects
from idea.application.workspace.current_workspace import CurrentWorkspace
from idea.domain.ids import ProjectId
from idea.domain.workspace import Workspace

ROOT = "/work/app"


class KnownProjects:
    """What is known, the folder of the open project, and what was agreed to."""

    def __init__(self, bus: FakeEventBus) -> None:
        files = FakeFileSystem()
        files.folders |= {"/work", ROOT}
        ids = FakeIdFactory()
        self.folders = FakeProjectFolders()
        self.agreed: FakeStoredValue[Mapping[str, tuple[str, ...]]] = FakeStoredValue({})
        self.projects = Projects(
            registry=FakeStoredValue(()),
            folders=self.folders,
            workspace=CurrentWorkspace(FakeStoredValue(Workspace()), ids, bus),
            hosts=FakeRemoteHosts(files),
            clock=FakeClock(),
            ids=ids,
            events=bus,
            agreements=Agreements(self.agreed),
        )

    def open(self) -> ProjectId:
        """Give the project a tab."""
        return asyncio.run(self.projects.open(ROOT)).id

    def bring(self, settings: Mapping[str, object]) -> None:
        """Let the open project's file say this about settings, as a checkout would."""
        facts = self.folders.facts[ROOT]
        self.folders.facts[ROOT] = replace(facts, setting_overrides=settings)
