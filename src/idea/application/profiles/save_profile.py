"""Add or change an engine."""

from dataclasses import dataclass

from idea.application.profiles.profiles import Profiles
from idea.application.profiles.views import ProfileText
from idea.application.use_case import Caller, Request
from idea.domain.events import ProfilesChanged
from idea.domain.ports.event_bus import EventBus


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveProfileRequest(Request[ProfileText]):
    """What a file says."""

    text: str


class SaveProfile:
    """Keep a profile among your own, in the place of what had its id."""

    def __init__(self, profiles: Profiles, events: EventBus) -> None:
        self._profiles = profiles
        self._events = events

    async def execute(self, request: SaveProfileRequest, caller: Caller, /) -> ProfileText:
        """Check, keep, announce.

        Raises:
            InvalidError: It is no profile; the sentence names the key.
        """
        del caller
        profile, notices = self._profiles.store.check(request.text)
        await self._profiles.store.save(profile)
        self._events.publish(ProfilesChanged())
        return ProfileText(
            view=await self._profiles.view(await self._profiles.known(profile.id.value)),
            text=self._profiles.store.spell(profile),
            notices=notices,
        )
