"""Finds skills and commands of other programs, by what profiles say of them."""

from dataclasses import dataclass

from idea.application.agents.agents import Agents
from idea.application.profiles.profiles import Profiles
from idea.application.text_folder import TextFolder
from idea.domain.errors import StoreError
from idea.domain.ports.file_system import FileKind
from idea.domain.project import Project
from idea.domain.skill import SkillScope
from idea.domain.skill_importing import ImportedSkill, imported_skill, is_whole_folder

_MOST_FILES = 500
"""A pattern may match a whole disk; nobody chooses among more."""
_KINDS = (FileKind.FILE, FileKind.LINK)
_HOME = "~/"


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundSkill:
    """A file that could become a skill."""

    file: str
    """Relative to the project's root; of the person's home with `~/` in front."""
    scope: SkillScope
    """Whose it is: the person's or the project's."""
    profile: str
    """The engine whose file it is."""
    skill: ImportedSkill


class ImportableSkills:
    """Looks in a project's root and in the person's home; used on the event loop's thread."""

    def __init__(self, *, home: TextFolder, agents: Agents, profiles: Profiles) -> None:
        self._home = home
        self._agents = agents
        self._profiles = profiles

    async def all(self, project: Project | None) -> tuple[FoundSkill, ...]:
        """Return them, each file once; what cannot be read is passed over."""
        id_ = "" if project is None else project.id.value
        places = [(self._home, _HOME, SkillScope.GLOBAL)]
        if project is not None:
            places.insert(0, (await self._agents.root(project), "", SkillScope.PROJECT))
        found: dict[str, FoundSkill] = {}
        for known in (await self._profiles.all(id_)).profiles:
            for pattern in known.profile.instructions.skills:
                for folder, prefix, scope in places:
                    for path in await folder.matching(pattern, _KINDS, limit=_MOST_FILES):
                        file = f"{prefix}{path}"
                        skill = None if file in found else await _skill(folder, path, file)
                        if skill is not None and len(found) < _MOST_FILES:
                            found[file] = FoundSkill(
                                file=file,
                                scope=scope,
                                profile=known.profile.id.value,
                                skill=skill,
                            )
        return tuple(found.values())


async def _skill(folder: TextFolder, path: str, file: str) -> ImportedSkill | None:
    try:
        text = await folder.read(path)
        skill = None if text is None else imported_skill(file, text)
        if skill is None or not is_whole_folder(file):
            return skill
        where = path.rpartition("/")[0]
        others = len(await folder.entries(where)) > 1
    except StoreError:
        return None  # No text; nothing to import.
    if not others:
        return skill
    beside = f"{skill.content}\n\nFiles that are named here are in `{file.rpartition('/')[0]}`."
    return ImportedSkill(name=skill.name, description=skill.description, content=beside)
