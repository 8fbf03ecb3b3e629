"""A grid service on fakes, with one project and sessions that live and end as a test says."""

from datetime import UTC, datetime
from typing import override

from fakes.event_bus import FakeEventBus
from fakes.id_factory import FakeIdFactory
from fakes.layout_store import FakeLayoutStore
from idea.application.layouts.facts import SessionFacts
from idea.application.layouts.layouts import Layouts
from idea.application.projects.project_lookup import ProjectLookup
from idea.domain.errors import NotFoundError
from idea.domain.ids import NodeId, ProjectId, SessionId
from idea.domain.layout.notation import read
from idea.domain.project import Project

PROJECT = Project(
    id=ProjectId("p1"), name="Shop", root="/work/shop", created_at=datetime(2026, 1, 1, tzinfo=UTC)
)
OTHER = Project(
    id=ProjectId("p2"), name="Bank", root="/work/bank", created_at=datetime(2026, 1, 1, tzinfo=UTC)
)


class KnownProjects(ProjectLookup):
    """Finds the two projects by name, and waits once while doing so."""

    @override
    async def resolve(self, text: str, /) -> Project:
        for project in (PROJECT, OTHER):
            if text in {project.name, project.id.value}:
                return project
        raise NotFoundError(f"There is no project {text!r}.")


class KnownSessions(SessionFacts):
    """Sessions by id, live unless a test ended them."""

    def __init__(self) -> None:
        self.projects: dict[SessionId, ProjectId] = {}
        self.ended: set[SessionId] = set()

    def add(self, *names: str, project: ProjectId = PROJECT.id) -> None:
        self.projects |= {SessionId(name): project for name in names}

    @override
    def find(self, name: str, /) -> SessionId:
        for session in self.projects:
            if session.value == name:
                return session
        raise NotFoundError(f"There is no session {name!r}.")

    @override
    def project_of(self, session: SessionId, /) -> ProjectId | None:
        return self.projects.get(session)

    @override
    def is_live(self, session: SessionId, /) -> bool:
        return session in self.projects and session not in self.ended


class GridService:
    """The service under test and everything it stands on."""

    def __init__(self, text: str = "", **shown: str) -> None:
        """Begin with a stored grid in which cells show sessions: `GridService("a | b", a="s1")`."""
        self.store = FakeLayoutStore()
        self.sessions = KnownSessions()
        self.events = FakeEventBus()
        self.ids = FakeIdFactory()
        self.locked: set[ProjectId] = set()
        self.sessions.add(*shown.values())
        if text:
            cells = {NodeId(cell): SessionId(session) for cell, session in shown.items()}
            self.keep(text, cells)
        self.layouts = self.restarted()

    def keep(self, text: str, cells: dict[NodeId, SessionId]) -> None:
        """Store a grid as an earlier engine would have left it."""
        earlier = FakeLayoutStore(self.store.files)
        earlier.hold(PROJECT.id)
        earlier.save_tree(PROJECT.id, read(text))
        earlier.save_sessions(PROJECT.id, cells)

    def restarted(self) -> Layouts:
        """Return the service as the next engine has it."""
        self.layouts = Layouts(
            store=self.store,
            projects=KnownProjects(),
            sessions=self.sessions,
            ids=self.ids,
            events=self.events,
            is_locked=self.locked.__contains__,
        )
        return self.layouts
