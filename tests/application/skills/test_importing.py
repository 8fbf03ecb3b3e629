"""Skills and commands of other programs become skills."""

from dataclasses import replace

import pytest

from idea.application.skills.import_skills import (
    ImportableSkillView,
    ImportSkills,
    ImportSkillsRequest,
    ListImportableSkills,
    ListImportableSkillsRequest,
)
from idea.application.skills.importable_skills import ImportableSkills
from idea.application.text_folder import TextFolder
from idea.application.use_case import Person
from idea.domain.errors import InvalidError, NotFoundError
from idea.domain.location import LOCAL
from support.agent_stage import ONE, AgentStage
from support.fake_sessions import A_PROJECT
from support.running import on_a_loop

GARDEN = A_PROJECT.name
OWN = "/home/me/IdeA/skills"
FILES = {
    "/garden/.one/skills/pdf/SKILL.md": b"---\nname: PDF\ndescription: Fills forms.\n---\nDo.",
    "/garden/.one/skills/pdf/fill.py": b"pass",
    "/garden/.one/skills/empty/SKILL.md": b"",
    "/garden/.one/skills/binary/SKILL.md": b"\xff\xfe",
    "/garden/.one/skills/loose.md": b"Passed over.",
    "/home/me/.one/commands/commit.md": b"Say why.",
    "/home/me/.one/commands/plan.toml": b'prompt = "Think."',
}


class ImportStage(AgentStage):
    """A project and a home in which another program keeps skills."""

    def __init__(self) -> None:
        super().__init__()
        patterns = (".one/skills/*/SKILL.md", ".one/commands/*.md", ".one/commands/*.toml")
        instructions = replace(ONE.instructions, skills=patterns)
        self.profile_store.built_in[ONE.id] = replace(ONE, instructions=instructions)
        for path, content in FILES.items():
            self.files.files[path] = content
            parts = path.split("/")[1:-1]
            self.files.folders |= {f"/{'/'.join(parts[: n + 1])}" for n in range(len(parts))}
        home = TextFolder(self.files, "/home/me", LOCAL.rules("/home/me"), within=None)
        self.importable = ImportableSkills(home=home, agents=self.agents, profiles=self.profiles)

    async def listed(self, project: str = GARDEN) -> tuple[ImportableSkillView, ...]:
        use_case = ListImportableSkills(self.agents, self.importable)
        return await use_case.execute(ListImportableSkillsRequest(project=project), Person())

    async def take(self, *files: str, project: str = GARDEN, scope: str = "") -> list[str]:
        use_case = ImportSkills(self.skills, self.agents, self.importable)
        request = ImportSkillsRequest(files=files, project=project, scope=scope)
        made = await use_case.execute(request, Person())
        return [f"{one.scope}:{one.id}" for one in made]


@on_a_loop
async def test_what_other_programs_keep_is_found_by_their_profiles() -> None:
    stage = ImportStage()

    found = await stage.listed()

    assert [(one.file, one.name, one.scope, one.profile) for one in found] == [
        (".one/skills/pdf/SKILL.md", "PDF", "project", "one"),
        ("~/.one/commands/commit.md", "Commit", "global", "one"),
        ("~/.one/commands/plan.toml", "Plan", "global", "one"),
    ]
    assert found[0].description == "Fills forms."
    assert [one.scope for one in await stage.listed("")] == ["global", "global"]
    await stage.ended()


@on_a_loop
async def test_a_copy_says_where_the_files_are_that_it_names() -> None:
    stage = ImportStage()

    assert await stage.take(".one/skills/pdf/SKILL.md") == ["project:pdf"]

    assert stage.text("skills/pdf.md") == (
        "# PDF\n\nFills forms.\n\nDo.\n\nFiles that are named here are in `.one/skills/pdf`.\n"
    )
    assert "/garden/.one/skills/pdf/SKILL.md" in stage.files.files
    await stage.ended()


@on_a_loop
async def test_a_copy_never_takes_the_place_of_a_skill() -> None:
    stage = ImportStage()
    await stage.skills.begin()
    file = "~/.one/commands/commit.md"

    assert await stage.take(file, file) == ["global:commit-2", "global:commit-3"]
    assert await stage.take(file, scope="project") == ["project:commit"]

    assert stage.files.files[f"{OWN}/commit.md"] == b"# Commit\n\nSay why.\n"
    await stage.ended()


@on_a_loop
async def test_what_is_not_there_is_not_imported() -> None:
    stage = ImportStage()

    with pytest.raises(NotFoundError, match="nothing to import"):
        await stage.take("~/.one/commands/commit.md", "/etc/passwd")
    with pytest.raises(InvalidError, match="global or of the project"):
        await stage.take("~/.one/commands/commit.md", scope="mine")
    with pytest.raises(InvalidError, match="needs a project"):
        await stage.take("~/.one/commands/commit.md", project="", scope="project")

    assert f"{OWN}/commit.md" not in stage.files.files
    await stage.ended()
