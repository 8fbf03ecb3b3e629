"""Take over skills and commands that other programs keep."""

from dataclasses import dataclass
from itertools import count

from idea.application.agents.agents import Agents
from idea.application.skills.importable_skills import FoundSkill, ImportableSkills
from idea.application.skills.skills import Skills
from idea.application.skills.views import SkillView
from idea.application.use_case import Caller, Request
from idea.domain.errors import InvalidError, NotFoundError
from idea.domain.ids import SkillId, slug_from
from idea.domain.project import Project
from idea.domain.skill import Skill, SkillRef, SkillScope


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportableSkillView:
    """A file that could become a skill."""

    file: str
    """Relative to the project's root; of your home with `~/` in front."""
    name: str
    """What the skill would be called."""
    description: str
    scope: str
    """Whose it is: `global` or `project`."""
    profile: str
    """The engine whose file it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListImportableSkillsRequest(Request[tuple[ImportableSkillView, ...]]):
    """Those of your home, and of a project where one is named."""

    project: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportSkillsRequest(Request[tuple[SkillView, ...]]):
    """Which files, as `skills.list_importable_skills` names them."""

    files: tuple[str, ...]
    project: str = ""
    scope: str = ""
    """`global` or `project`; empty for what each file is."""


class ListImportableSkills:
    """List skills and commands of other programs that could become skills."""

    def __init__(self, agents: Agents, importable: ImportableSkills) -> None:
        self._agents = agents
        self._importable = importable

    async def execute(
        self, request: ListImportableSkillsRequest, caller: Caller, /
    ) -> tuple[ImportableSkillView, ...]:
        """Answer them; nothing is changed.

        Raises:
            NotFoundError: There is no such project.
        """
        del caller
        project = await self._agents.project(request.project) if request.project else None
        return tuple(
            ImportableSkillView(
                file=one.file,
                name=one.skill.name,
                description=one.skill.description,
                scope=one.scope.value,
                profile=one.profile,
            )
            for one in await self._importable.all(project)
        )


class ImportSkills:
    """Make skills of copies of other programs' files; the files stay."""

    def __init__(self, skills: Skills, agents: Agents, importable: ImportableSkills) -> None:
        self._skills = skills
        self._agents = agents
        self._importable = importable

    async def execute(
        self, request: ImportSkillsRequest, caller: Caller, /
    ) -> tuple[SkillView, ...]:
        """Make one for each file, numbered where its id is taken.

        Raises:
            NotFoundError: There is no such project or file.
            InvalidError: That is no scope, or a project is needed for it.
            StoreError: One could not be written; those before it are there.
        """
        del caller
        project = await self._agents.project(request.project) if request.project else None
        if request.scope not in {"", *SkillScope}:
            raise InvalidError(f"A skill is global or of the project, not {request.scope!r}.")
        there = {one.file: one for one in await self._importable.all(project)}
        for file in request.files:
            if file not in there:
                raise NotFoundError(f"There is nothing to import in {file}.")
        made = [await self._make(there[file], request.scope, project) for file in request.files]
        return tuple(
            SkillView(
                id=one.ref.id.value, scope=one.ref.scope.value, name=one.name, content=one.content
            )
            for one in made
        )

    async def _make(self, found: FoundSkill, scope: str, project: Project | None) -> Skill:
        wanted = SkillScope(scope) if scope else found.scope
        taken = {one.ref for one in (await self._skills.all(project))[0]}
        stem = slug_from(found.skill.name, otherwise="skill")
        names = (stem if number == 1 else f"{stem}-{number}" for number in count(1))
        refs = (SkillRef(wanted, SkillId(name)) for name in names)
        ref = next(one for one in refs if one not in taken)
        skill = Skill(ref=ref, name=found.skill.name, content=found.skill.content)
        return await self._skills.create(skill, project)
