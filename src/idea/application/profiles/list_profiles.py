"""See the engines."""

from dataclasses import dataclass

from idea.application.profiles.profiles import Profiles
from idea.application.profiles.views import ProfilesView
from idea.application.use_case import Caller, Request


@dataclass(frozen=True, slots=True, kw_only=True)
class ListProfilesRequest(Request[ProfilesView]):
    """Those of a project, or of this machine alone."""

    project: str = ""
    detect: bool = False
    """Whether to look for their programs again."""
    wait: bool = False
    """Whether to answer only when all programs were looked for."""


class ListProfiles:
    """List the engines that agents can run on, and which of them this machine has."""

    def __init__(self, profiles: Profiles) -> None:
        self._profiles = profiles

    async def execute(self, request: ListProfilesRequest, caller: Caller, /) -> ProfilesView:
        """Answer all profiles with what is known about their programs so far.

        Raises:
            NotFoundError: There is no such project.
        """
        del caller
        found = await self._profiles.all(request.project)
        programs = self._profiles.programs
        wanted = [one.profile for one in found.profiles]
        if request.detect or any(programs.known(one) is None for one in wanted):
            await programs.look_quickly(wanted)
            look = programs.look(wanted)
            if request.wait:
                await look
        views = [await self._profiles.view(one, request.project) for one in found.profiles]
        return ProfilesView(
            profiles=tuple(views), looking=programs.is_looking, notices=found.notices
        )
