"""Skills as texts: the person's in their own folder, a project's in `.ideai/skills`."""

from collections.abc import Mapping

from idea.application.agents.agents import Agents
from idea.application.deleted_texts import DeletedText, trash_stamp
from idea.application.text_folder import TextFolder, deleted_texts
from idea.domain.errors import ConflictError, InvalidError, NotFoundError, StoreError
from idea.domain.events import AgentsChanged
from idea.domain.ids import ProjectId, SkillId
from idea.domain.ports.clock import Clock
from idea.domain.ports.event_bus import EventBus
from idea.domain.project import Project
from idea.domain.skill import Skill, SkillRef, SkillScope, content_hash, skill_of, skill_text

_FOLDER = "skills"
_SUFFIX = ".md"
_LOOKS_PER_LOOK_AT_TEXTS = 4
"""Skills are whole texts, and change less often than lists of agents."""


class Skills:
    """Reads and writes skills; used on the event loop's thread."""

    def __init__(
        self,
        *,
        own: TextFolder,
        agents: Agents,
        clock: Clock,
        events: EventBus,
        starters: Mapping[str, str],
    ) -> None:
        """`starters` are texts by id, written down where the person has no folder of skills yet."""
        self._own = own
        self._agents = agents
        self._clock = clock
        self._events = events
        self._starters = starters
        self._looks = 0
        self._seen: dict[ProjectId | None, Mapping[str, str]] = {}
        """What the files said at the last look; under None the person's own."""

    async def begin(self) -> None:
        """Give a person without skills some to start with; deleted ones do not come back.

        Raises:
            StoreError: They could not be written.
        """
        if not await self._own.names(_FOLDER):
            for name, text in self._starters.items():
                await self._own.write(f"{_FOLDER}/{name}{_SUFFIX}", text)
            await self._own.write(f"{_FOLDER}/.started", "")

    async def refresh(self) -> None:
        """Announce skills that somebody else wrote, changed or removed since the last look."""
        self._looks += 1
        if self._looks % _LOOKS_PER_LOOK_AT_TEXTS == 0:
            for project in (None, *await self._agents.loaded()):
                key = None if project is None else project.id
                before = self._seen.get(key)
                await self._look(project)
                if before is not None and before != self._seen[key]:
                    self._events.publish(AgentsChanged(key))

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
        await self._announce(skill.ref, project)
        return skill

    async def update(
        self, skill: Skill, project: Project | None, *, keep_replaced: bool = False
    ) -> Skill:
        """Make a skill another; what it said goes into the trash where that is wanted.

        Raises:
            NotFoundError: There is none.
            StoreError: It could not be written.
        """
        await self.get(skill.ref, project)
        folder = await self._folder(skill.ref.scope, project)
        if keep_replaced:
            await folder.discard(_file(skill.ref), trash_stamp(self._clock.now()))
        await folder.write(_file(skill.ref), skill_text(skill))
        await self._announce(skill.ref, project)
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
        stamp = trash_stamp(self._clock.now())
        kept = folder.path(await folder.discard(_file(ref), stamp))
        await self._announce(ref, project)
        return kept

    async def restore(self, ref: SkillRef, kept: str, project: Project | None) -> Skill:
        """Take a skill back whose text is in the trash as `kept`.

        Raises:
            NotFoundError: The trash has no such text.
            ConflictError: There is a skill of this id by now.
            InvalidError: The text says nothing.
            StoreError: It could not be moved.
        """
        folder = await self._folder(ref.scope, project)
        text, name = await folder.discarded(kept)
        skill = await self.create(skill_of(ref, text), project)
        await folder.remove(name)
        return skill

    async def deleted(self, project: Project | None) -> tuple[DeletedText, ...]:
        """Return the skills that are in the trash, the person's before those of a project.

        Raises:
            StoreError: The trash cannot be read.
        """
        return await deleted_texts(await self._folders(project), _FOLDER, _SUFFIX, _name_of)

    def path(self, ref: SkillRef, folder: TextFolder) -> str:
        """Return where a skill is, absolute."""
        return folder.path(_file(ref))

    async def _announce(self, ref: SkillRef, project: Project | None) -> None:
        owner = None if ref.scope is SkillScope.GLOBAL else project
        await self._look(owner)  # So that the next look finds nothing new.
        self._events.publish(AgentsChanged(None if owner is None else owner.id))

    async def _look(self, project: Project | None) -> None:
        folder = self._own if project is None else await self._agents.folder(project)
        seen: dict[str, str] = {}
        try:
            for name in await folder.names(_FOLDER):
                seen[name] = content_hash(await folder.read(f"{_FOLDER}/{name}") or "")
        except StoreError as error:
            seen = {"": error.sentence}  # That is news as well, but once only.
        self._seen[None if project is None else project.id] = seen

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


def _name_of(scope: str, skill: str, text: str) -> str:
    return skill_of(SkillRef(SkillScope(scope), SkillId(skill)), text).name
