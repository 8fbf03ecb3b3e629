"""See one engine."""

from dataclasses import dataclass

from idea.application.profiles.profiles import Profiles
from idea.application.profiles.views import ProfileText
from idea.application.use_case import Caller, Request


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowProfileRequest(Request[ProfileText]):
    """Which one, as a project sees it."""

    profile: str
    project: str = ""


class ShowProfile:
    """Show an engine's profile as a file has it."""

    def __init__(self, profiles: Profiles) -> None:
        self._profiles = profiles

    async def execute(self, request: ShowProfileRequest, caller: Caller, /) -> ProfileText:
        """Answer the profile, and what is known about its program.

        Raises:
            NotFoundError: There is no such project or profile.
        """
        del caller
        known = await self._profiles.known(request.profile, request.project)
        await self._profiles.programs.look_quickly([known.profile])
        return ProfileText(
            view=await self._profiles.view(known, request.project),
            text=self._profiles.store.spell(known.profile),
        )
