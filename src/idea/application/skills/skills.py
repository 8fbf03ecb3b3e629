"""Skills as texts: the person's in their own folder, a project's in `.ideai/skills`."""

from collections.abc import Mapping

from idea.application.agents.agents import Agents
from idea.application.text_folder import TextFolder
from idea.domain.errors import ConflictError, InvalidError, NotFoundError, StoreError
from idea.domain.ids import SkillId
from idea.domain.ports.clock import Clock
from idea.domain.project import Project
from idea.domain.skill import Skill, SkillRef, SkillScope, skill_of, skill_text

_FOLDER = "skills"
_SUFFIX = ".md"


class Skills:
    """Reads and writes skills; used on the event loop's thread."""

    def __init__(
        self, *, own: TextFolder, agents: Agents, clock: Clock, starters: Mapping[str, str]
    ) -> None:
        """`starters` are texts by id, written down where the person has no folder of skills yet."""
        self._own = own
        self._agents = agents
        self._clock = clock
        self._starters = starters

    async def begin(self) -> None:
        """Give a person without skills some to start with; deleted ones do not come back.

        Raises:
            StoreError: They could not be written.
        """
        if not await self._own.names(_FOLDER):
            for name, text in self._starters.items():
                await self._own.write(f"{_FOLDER}/{name}{_SUFFIX}", text)
            await self._own.write(f"{_FOLDER}/.started", "")

    async def all(self, project: Project | None) -> tuple[tuple[Skill, ...], tuple[str, ...]]:
        """Return the skills that agents of a project may have, and what is wrong with others."""
        found: list[Skill] = []
        notices: list[str] = []
        for scope, folder in await self._folders(project):
            for name in await folder.names(_FOLDER):
                if name.endswith(_SUFFIX) and not name.startswith("."):
                    try:
                        ref = SkillRef(scope, SkillId(name.removesuffix(_SUFFIX)))
                        text = await folder.read(f"{_FOLDER}/{name}") or ""
                        found.append(skill_of(ref, text))
                    except InvalidError as error:
                        notices.append(f"{folder.path(f'{_FOLDER}/{name}')}: {error.sentence}")
                    except StoreError as error:
                        notices.append(error.sentence)
        return tuple(found), tuple(notices)

    async def get(self, ref: SkillRef, project: Project | None) -> Skill:
        """Return one skill.

        Raises:
            NotFoundError: There is none.
            InvalidError: Its file says nothing.
            StoreError: Its file cannot be read.
        """
        folder = await self._folder(ref.scope, project)
        text = await folder.read(_file(ref))
        if text is None:
            raise NotFoundError(f"There is no skill {ref.id} ({folder.path(_file(ref))}).")
        return skill_of(ref, text)

    async def create(self, skill: Skill, project: Project | None) -> Skill:
        """Write a new skill down.

        Raises:
            ConflictError: There is one of this id.
            StoreError: It could not be written.
        """
        folder = await self._folder(skill.ref.scope, project)
        if await folder.read(_file(skill.ref)) is not None:
            raise ConflictError(f"There is a skill {skill.ref.id} already.")
        await folder.write(_file(skill.ref), skill_text(skill))
        return skill

    async def update(self, skill: Skill, project: Project | None) -> Skill:
        """Make a skill another.

        Raises:
            NotFoundError: There is none.
            StoreError: It could not be written.
        """
        await self.get(skill.ref, project)
        folder = await self._folder(skill.ref.scope, project)
        await folder.write(_file(skill.ref), skill_text(skill))
        return skill

    async def delete(self, ref: SkillRef, project: Project | None) -> str:
        """Put a skill into the trash; returns its absolute path there.

        Raises:
            NotFoundError: There is none.
            StoreError: It could not be moved.
        """
        folder = await self._folder(ref.scope, project)
        if await folder.read(_file(ref)) is None:
            raise NotFoundError(f"There is no skill {ref.id} ({folder.path(_file(ref))}).")
        stamp = self._clock.now().strftime("%Y%m%dT%H%M%S")
        return folder.path(await folder.discard(_file(ref), stamp))

    def path(self, ref: SkillRef, folder: TextFolder) -> str:
        """Return where a skill is, absolute."""
        return folder.path(_file(ref))

    async def _folders(self, project: Project | None) -> list[tuple[SkillScope, TextFolder]]:
        folders = [(SkillScope.GLOBAL, self._own)]
        if project is not None:
            folders.append((SkillScope.PROJECT, await self._agents.folder(project)))
        return folders

    async def _folder(self, scope: SkillScope, project: Project | None) -> TextFolder:
        if scope is SkillScope.GLOBAL:
            return self._own
        if project is None:
            raise InvalidError("A skill of a project needs a project; name one.")
        return await self._agents.folder(project)


def _file(ref: SkillRef) -> str:
    return f"{_FOLDER}/{ref.id}{_SUFFIX}"
