"""Let a project's own value of a setting count."""

from dataclasses import dataclass

from idea.application.projects.projects import Projects
from idea.application.use_case import Caller, Request
from idea.domain.errors import NotFoundError
from idea.domain.events import ProjectSettingsChanged
from idea.domain.ports.event_bus import EventBus
from idea.domain.settings import setting_named


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreeToSettingRequest(Request[None]):
    """Which setting of which project."""

    name: str
    project: str
    """An id, a unique name or a path."""


class AgreeToSetting:
    """Agree to a setting that a project brings and that starts programs, as it is now."""

    def __init__(self, projects: Projects, events: EventBus) -> None:
        self._projects = projects
        self._events = events

    async def execute(self, request: AgreeToSettingRequest, caller: Caller, /) -> None:
        """Remember the agreement on this machine, then announce it.

        Raises:
            NotFoundError: There is no such project or setting, or the project does not set it.
            ConflictError: Several projects are meant.
        """
        del caller
        name = setting_named(request.name).name
        project = await self._projects.resolve(request.project)
        withheld = self._projects.withheld(project.id)
        if name not in withheld:
            raise NotFoundError(f"{project.name} has no {name} of its own to agree to.")
        await self._projects.agree(project.id, name, withheld[name])
        self._events.publish(ProjectSettingsChanged(project.id))
