"""Let an engine that came with a project be run."""

from dataclasses import dataclass

from idea.application.profiles.profiles import Profiles
from idea.application.profiles.views import ProfileView
from idea.application.use_case import Caller, Request
from idea.domain.events import ProfilesChanged
from idea.domain.ports.event_bus import EventBus


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreeToProfileRequest(Request[ProfileView]):
    """Which one, of which project."""

    profile: str
    project: str


class AgreeToProfile:
    """Agree to run the command of a profile that a project brings, as it is now."""

    def __init__(self, profiles: Profiles, events: EventBus) -> None:
        self._profiles = profiles
        self._events = events

    async def execute(self, request: AgreeToProfileRequest, caller: Caller, /) -> ProfileView:
        """Remember the agreement on this machine, by the file's content.

        Raises:
            NotFoundError: There is no such project or profile.
        """
        del caller
        known = await self._profiles.agree(request.profile, request.project)
        self._events.publish(ProfilesChanged())
        return await self._profiles.view(known, request.project)
