"""Check an engine before it is used."""

from dataclasses import dataclass

from idea.application.profiles.profiles import Profiles
from idea.application.profiles.views import ProfileText
from idea.application.use_case import Caller, Request
from idea.domain.ports.profile_store import KnownProfile, ProfileOrigin


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckProfileRequest(Request[ProfileText]):
    """What a file says."""

    text: str
    file: str = ""
    """For the person."""


class CheckProfile:
    """Tell whether a text is a profile, what it means and whether its program is here."""

    def __init__(self, profiles: Profiles) -> None:
        self._profiles = profiles

    async def execute(self, request: CheckProfileRequest, caller: Caller, /) -> ProfileText:
        """Answer the profile as IdeA reads it; nothing is kept.

        Raises:
            InvalidError: It is none; the sentence names the key.
        """
        del caller
        profile, notices = self._profiles.store.check(request.text)
        await self._profiles.programs.detect(profile)
        known = KnownProfile(profile=profile, origin=ProfileOrigin.PERSON, file=request.file)
        return ProfileText(
            view=await self._profiles.view(known),
            text=self._profiles.store.spell(profile),
            notices=notices,
        )
