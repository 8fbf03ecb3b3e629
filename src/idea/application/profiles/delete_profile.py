"""Remove an engine of one's own."""

from dataclasses import dataclass

from idea.application.profiles.profiles import Profiles
from idea.application.profiles.views import ProfileText
from idea.application.use_case import Caller, Request
from idea.domain.errors import NotFoundError
from idea.domain.events import ProfilesChanged
from idea.domain.ids import ProfileId
from idea.domain.ports.event_bus import EventBus
from idea.domain.ports.profile_store import ProfileOrigin


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteProfileRequest(Request[ProfileText]):
    """Which one of your own."""

    profile: str


class DeleteProfile:
    """Remove one of your own profiles; one of IdeA's that it covered is used again."""

    def __init__(self, profiles: Profiles, events: EventBus) -> None:
        self._profiles = profiles
        self._events = events

    async def execute(self, request: DeleteProfileRequest, caller: Caller, /) -> ProfileText:
        """Remove, announce, and answer what it was, so that it can be saved again.

        Raises:
            NotFoundError: You have none of this id.
        """
        del caller
        known = await self._profiles.known(request.profile)
        if known.origin is not ProfileOrigin.PERSON:
            raise NotFoundError(
                f"{known.profile.name} comes with IdeA and cannot be deleted; "
                f"save one of your own with the id {known.profile.id} to change it."
            )
        view = await self._profiles.view(known)
        await self._profiles.store.delete(ProfileId(request.profile))
        self._events.publish(ProfilesChanged())
        return ProfileText(view=view, text=self._profiles.store.spell(known.profile))
