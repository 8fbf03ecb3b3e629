"""What every agent of a project should know: `.ideai/CONTEXT.md`, read and written."""

from dataclasses import dataclass

from idea.application.deleted_texts import trash_stamp
from idea.application.projects.project_lookup import ProjectLookup
from idea.application.text_folder import refuse_if_changed, texts_of_project
from idea.application.use_case import Caller, Request
from idea.domain.events import AgentsChanged
from idea.domain.ports.clock import Clock
from idea.domain.ports.event_bus import EventBus
from idea.domain.ports.remote_host import RemoteHosts

_FILE = "CONTEXT.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectText:
    """A project's context."""

    project: str
    path: str
    """Absolute."""
    text: str
    """Empty when nothing is written yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowContextRequest(Request[ProjectText]):
    """Of which project."""

    project: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteContextRequest(Request[ProjectText]):
    """Of which project, and the whole text."""

    project: str
    text: str
    """Markdown; empty for no context."""
    instead_of: str | None = None
    """What it said when it was read; None to write whatever it says by now."""
    keep_replaced: bool = False
    """Whether the text that is replaced goes into the trash."""


class ShowContext:
    """Show what all agents of a project are told about it."""

    def __init__(self, projects: ProjectLookup, hosts: RemoteHosts) -> None:
        self._projects = projects
        self._hosts = hosts

    async def execute(self, request: ShowContextRequest, caller: Caller, /) -> ProjectText:
        """Answer the text.

        Raises:
            NotFoundError: There is no such project.
            StoreError: The file cannot be read.
        """
        del caller
        project = await self._projects.resolve(request.project)
        folder = await texts_of_project(project, self._hosts)
        text = await folder.read(_FILE) or ""
        return ProjectText(project=project.id.value, path=folder.path(_FILE), text=text)


class WriteContext:
    """Write what all agents of a project are told about it; read at their next launch."""

    def __init__(
        self, projects: ProjectLookup, hosts: RemoteHosts, events: EventBus, clock: Clock
    ) -> None:
        self._projects = projects
        self._hosts = hosts
        self._events = events
        self._clock = clock

    async def execute(self, request: WriteContextRequest, caller: Caller, /) -> ProjectText:
        """Write and announce it.

        Raises:
            NotFoundError: There is no such project.
            ConflictError: It says something else by now than it is to be written instead of.
            StoreError: It could not be written.
        """
        del caller
        project = await self._projects.resolve(request.project)
        folder = await texts_of_project(project, self._hosts)
        if request.instead_of is not None:
            now = await folder.read(_FILE) or ""
            refuse_if_changed("The project's context", now, request.instead_of)
        if request.keep_replaced:
            await folder.discard(_FILE, trash_stamp(self._clock.now()))
        if request.text.strip():
            await folder.write(_FILE, request.text)
        else:
            await folder.remove(_FILE)
        self._events.publish(AgentsChanged(project.id))
        return ProjectText(project=project.id.value, path=folder.path(_FILE), text=request.text)
