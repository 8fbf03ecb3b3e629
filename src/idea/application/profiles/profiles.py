"""The profiles that can be used in a project, and whether the person agreed to them."""

from collections.abc import Callable

from idea.application.agreements import Agreements
from idea.application.profiles.detected_programs import DetectedPrograms
from idea.application.profiles.views import ProfileView
from idea.application.projects.project_lookup import ProjectLookup
from idea.domain.errors import ConflictError, InvalidError, NotFoundError
from idea.domain.ids import ProfileId
from idea.domain.ports.profile_store import (
    KnownProfile,
    ProfileOrigin,
    ProfilesFound,
    ProfileStore,
)
from idea.domain.profiles.profile import AgentProfile


class Profiles:
    """Finds profiles by project; used on the event loop's thread.

    A profile that a project brings names a command, and so does whoever can push to the project;
    it is used once the person agreed to it, and asked about again when it changed.
    """

    def __init__(
        self,
        *,
        store: ProfileStore,
        programs: DetectedPrograms,
        projects: ProjectLookup,
        agreements: Agreements,
        chosen: Callable[[], str] = lambda: "",
    ) -> None:
        """`chosen` tells the engine the person wants for new agents; empty for none."""
        self.store = store
        self.programs = programs
        self._projects = projects
        self._agreements = agreements
        self._chosen = chosen

    async def load(self) -> tuple[str, ...]:
        """Read what was agreed to; answers what the person should know."""
        return await self._agreements.load()

    async def all(self, project: str = "") -> ProfilesFound:
        """Return the profiles that a project sees; without one, those of this machine.

        Raises:
            NotFoundError: There is no such project.
        """
        roots = [(await self._projects.resolve(project)).root] if project else []
        return await self.store.load(roots)

    async def known(self, profile: str, project: str = "") -> KnownProfile:
        """Return one profile.

        Raises:
            NotFoundError: There is no such project or profile.
        """
        found = await self.all(project)
        for one in found.profiles:
            if one.profile.id.value == profile:
                return one
        names = ", ".join(one.profile.id.value for one in found.profiles)
        raise NotFoundError(f"There is no engine {profile!r}; there are {names}.")

    async def for_new_agent(self, *wishes: str, project: str) -> KnownProfile:
        """Return the first profile that is wished for, else the one chosen for new agents.

        Raises:
            NotFoundError: There is no such project or profile.
            InvalidError: Nobody names one.
        """
        named = next((wish for wish in (*wishes, self._chosen()) if wish), "")
        if not named:
            raise InvalidError(
                "Nothing says what the agent should run on; name an engine "
                "(idea profile list), or choose one for all with the setting agents.engine."
            )
        return await self.known(named, project)

    async def usable(self, profile: ProfileId, project: str) -> AgentProfile:
        """Return a profile that may be run in a project.

        Raises:
            NotFoundError: There is no such project or profile.
            ConflictError: The project brings it and the person has not agreed to it.
        """
        known = await self.known(profile.value, project)
        if not await self._is_agreed(known, project):
            raise ConflictError(
                f"The engine {known.profile.name} comes with this project and runs "
                f"{known.profile.command!r}; agree to it first (idea profile agree {profile})."
            )
        return known.profile

    async def agree(self, profile: str, project: str) -> KnownProfile:
        """Let a project's profile be run as it is now.

        Raises:
            NotFoundError: There is no such project or profile.
        """
        known = await self.known(profile, project)
        if known.fingerprint and not await self._is_agreed(known, project):
            await self._agreements.add(await self._id_of(project), known.fingerprint)
        return known

    async def view(self, known: KnownProfile, project: str = "") -> ProfileView:
        """Return a profile as every door shows it."""
        profile = known.profile
        program = self.programs.known(profile)
        found = None if program is None else program.found
        fault = "" if program is None else program.fault
        if program is not None and found is None:
            fault = f"{profile.command} is not on this machine."
        return ProfileView(
            id=profile.id.value,
            name=profile.name,
            command=profile.command,
            origin=known.origin.value,
            file=known.file,
            verified=profile.is_verified,
            can_resume=profile.conversations.can_resume,
            path="" if found is None else found.path,
            where="" if found is None else found.where,
            version="" if program is None or program.version is None else program.version.text,
            fault=fault,
            agreed=await self._is_agreed(known, project),
        )

    async def close(self) -> None:
        """End what goes on and keep what is not kept yet."""
        await self.programs.close()
        await self.store.close()
        await self._agreements.close()

    async def _is_agreed(self, known: KnownProfile, project: str) -> bool:
        if known.origin is not ProfileOrigin.PROJECT:
            return True
        return self._agreements.has(await self._id_of(project), known.fingerprint)

    async def _id_of(self, project: str) -> str:
        return (await self._projects.resolve(project)).id.value
