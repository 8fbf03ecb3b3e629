"""Skills: written down, given, taken away."""

from dataclasses import replace

import pytest

from idea.application.agents.views import AgentView
from idea.application.skills.assign_skill import AssignSkill, AssignSkillRequest
from idea.application.skills.create_skill import CreateSkill, CreateSkillRequest
from idea.application.skills.delete_skill import DeleteSkill, DeleteSkillRequest
from idea.application.skills.list_deleted_skills import (
    ListDeletedSkills,
    ListDeletedSkillsRequest,
)
from idea.application.skills.list_skills import ListSkills, ListSkillsRequest
from idea.application.skills.restore_skill import RestoreSkill, RestoreSkillRequest
from idea.application.skills.unassign_skill import UnassignSkill, UnassignSkillRequest
from idea.application.skills.update_skill import UpdateSkill, UpdateSkillRequest
from idea.application.skills.views import SkillsView
from idea.application.use_case import Person
from idea.domain.errors import ConflictError, InvalidError, NotFoundError
from idea.domain.events import AgentsChanged
from idea.domain.skill import SkillRef
from support.agent_stage import AgentStage
from support.fake_sessions import A_PROJECT
from support.running import on_a_loop

GARDEN = A_PROJECT.name
OWN = "/home/me/IdeA/skills"


async def listed(stage: AgentStage, project: str = "") -> SkillsView:
    request = ListSkillsRequest(project=project)
    return await ListSkills(stage.skills, stage.agents).execute(request, Person())


async def assign(stage: AgentStage, skill: str, at: int = -1) -> AgentView:
    use_case = AssignSkill(stage.skills, stage.agents, stage.views)
    request = AssignSkillRequest(project=GARDEN, agent="Reviewer", skill=skill, at=at)
    return await use_case.execute(request, Person())


@on_a_loop
async def test_a_person_without_skills_gets_some_once() -> None:
    stage = AgentStage()

    await stage.skills.begin()
    assert [one.id for one in (await listed(stage)).skills] == ["commit", "explain"]
    del stage.files.files[f"{OWN}/commit.md"]
    del stage.files.files[f"{OWN}/explain.md"]
    await stage.skills.begin()

    assert (await listed(stage)).skills == ()
    await stage.ended()


@on_a_loop
async def test_a_skill_is_the_persons_or_the_projects() -> None:
    stage = AgentStage()
    create = CreateSkill(stage.skills, stage.agents)

    mine = await create.execute(CreateSkillRequest(name="Say Why", content="Why."), Person())
    ours = await create.execute(
        CreateSkillRequest(name="Say Why", content="Here.", project=GARDEN), Person()
    )

    assert (mine.scope, mine.id, ours.scope) == ("global", "say-why", "project")
    assert stage.files.files[f"{OWN}/say-why.md"] == b"# Say Why\n\nWhy.\n"
    assert stage.text("skills/say-why.md") == "# Say Why\n\nHere.\n"
    assert [one.scope for one in (await listed(stage, GARDEN)).skills] == ["global", "project"]
    assert [one.scope for one in (await listed(stage)).skills] == ["global"]
    with pytest.raises(ConflictError):
        await create.execute(CreateSkillRequest(name="Say why", content="x"), Person())
    with pytest.raises(InvalidError, match="says nothing"):
        await create.execute(CreateSkillRequest(name="Empty", content=" "), Person())
    await stage.ended()


@on_a_loop
async def test_a_file_that_is_no_skill_is_said_and_costs_no_other() -> None:
    stage = AgentStage()
    await stage.skills.begin()
    stage.files.files[f"{OWN}/Not A Slug.md"] = b"# X\n\ny"
    stage.files.files[f"{OWN}/empty.md"] = b"# Empty\n"
    stage.files.files[f"{OWN}/notes.txt"] = b"passed over"

    view = await listed(stage)

    assert [one.id for one in view.skills] == ["commit", "explain"]
    assert len(view.notices) == 2
    await stage.ended()


@on_a_loop
async def test_an_agent_has_skills_in_an_order() -> None:
    stage = AgentStage()
    await stage.skills.begin()
    await stage.create("Reviewer")

    await assign(stage, "commit")
    await assign(stage, "explain", at=0)
    assert (await assign(stage, "commit", at=0)).skills == ("global:commit", "global:explain")
    assert (await listed(stage, GARDEN)).skills[0].used_by == ("Reviewer",)
    with pytest.raises(NotFoundError):
        await assign(stage, "nothing")

    take = UnassignSkill(stage.agents, stage.views)
    request = UnassignSkillRequest(project=GARDEN, agent="Reviewer", skill="commit")
    assert (await take.execute(request, Person())).skills == ("global:explain",)
    with pytest.raises(NotFoundError, match="has no skill global:commit"):
        await take.execute(request, Person())
    await stage.ended()


@on_a_loop
async def test_a_changed_skill_is_announced_to_those_who_may_have_it() -> None:
    stage = AgentStage()
    await stage.skills.begin()
    stage.files.folders |= {"/garden/.ideai", "/garden/.ideai/skills"}
    stage.files.files["/garden/.ideai/skills/ours.md"] = b"Do."
    update = UpdateSkill(stage.skills, stage.agents)
    for skill in ("commit", "project:ours"):
        await update.execute(
            UpdateSkillRequest(skill=skill, name="New", content="New.", project=GARDEN), Person()
        )

    assert stage.bus.of(AgentsChanged) == [AgentsChanged(None), AgentsChanged(A_PROJECT.id)]
    assert stage.text("skills/ours.md") == "# New\n\nNew.\n"
    with pytest.raises(NotFoundError):
        await update.execute(UpdateSkillRequest(skill="no", name="N", content="C"), Person())
    await stage.ended()


@on_a_loop
async def test_a_skill_that_nobody_has_goes_into_the_trash() -> None:
    stage = AgentStage()
    await stage.skills.begin()
    await stage.create("Reviewer", skills=("commit",))
    delete = DeleteSkill(stage.skills, stage.agents)

    with pytest.raises(ConflictError, match="Reviewer has the skill commit"):
        await delete.execute(DeleteSkillRequest(skill="commit", project=GARDEN), Person())
    gone = await delete.execute(DeleteSkillRequest(skill="explain"), Person())

    assert stage.files.files[gone.kept] == b"# Explain\n\nBriefly.\n"
    with pytest.raises(NotFoundError):
        await delete.execute(DeleteSkillRequest(skill="explain"), Person())
    with pytest.raises(InvalidError, match="needs a project"):
        await stage.skills.get(SkillRef.parse("project:x"), None)
    await stage.ended()


@on_a_loop
async def test_a_skill_is_taken_back_from_the_trash() -> None:
    stage = AgentStage()
    await stage.skills.begin()
    gone = await DeleteSkill(stage.skills, stage.agents).execute(
        DeleteSkillRequest(skill="explain"), Person()
    )
    restore = RestoreSkill(stage.skills, stage.agents)
    request = RestoreSkillRequest(skill=gone.skill, kept=gone.kept)

    back = await restore.execute(request, Person())

    assert (back.name, back.content) == ("Explain", "Briefly.")
    assert stage.files.files[f"{OWN}/explain.md"] == b"# Explain\n\nBriefly.\n"
    assert gone.kept not in stage.files.files
    with pytest.raises(NotFoundError, match="any more"):
        await restore.execute(request, Person())
    with pytest.raises(NotFoundError):
        await restore.execute(
            RestoreSkillRequest(skill="explain", kept="../skills/commit.md"), Person()
        )
    await stage.ended()


@on_a_loop
async def test_deleted_skills_are_listed_until_they_are_back() -> None:
    stage = AgentStage()
    await stage.skills.begin()
    create = CreateSkill(stage.skills, stage.agents)
    await create.execute(CreateSkillRequest(name="Ours", content="Do.", project=GARDEN), Person())
    delete = DeleteSkill(stage.skills, stage.agents)
    for request in (
        DeleteSkillRequest(skill="explain"),
        DeleteSkillRequest(skill="project:ours", project=GARDEN),
    ):
        await delete.execute(request, Person())
    stage.files.files["/home/me/IdeA/trash/20200101T000000-skills-empty.md"] = b" "
    list_deleted = ListDeletedSkills(stage.skills, stage.agents)

    of_person = await list_deleted.execute(ListDeletedSkillsRequest(), Person())
    both = await list_deleted.execute(ListDeletedSkillsRequest(project=GARDEN), Person())

    assert [(one.id, one.scope, one.name) for one in of_person] == [
        ("explain", "global", "Explain")
    ]
    assert [(one.id, one.scope) for one in both] == [("explain", "global"), ("ours", "project")]
    assert both[0].deleted == stage.clock.now().replace(microsecond=0).isoformat()
    restore = RestoreSkill(stage.skills, stage.agents)
    await restore.execute(RestoreSkillRequest(skill="explain", kept=both[0].kept), Person())
    assert await list_deleted.execute(ListDeletedSkillsRequest(), Person()) == ()
    await stage.ended()


@on_a_loop
async def test_a_skill_that_has_a_successor_stays_in_the_trash() -> None:
    stage = AgentStage()
    await stage.skills.begin()
    gone = await DeleteSkill(stage.skills, stage.agents).execute(
        DeleteSkillRequest(skill="explain"), Person()
    )
    await CreateSkill(stage.skills, stage.agents).execute(
        CreateSkillRequest(name="Explain", content="At length."), Person()
    )

    with pytest.raises(ConflictError):
        await RestoreSkill(stage.skills, stage.agents).execute(
            RestoreSkillRequest(skill=gone.skill, kept=gone.kept), Person()
        )

    assert stage.files.files[gone.kept] == b"# Explain\n\nBriefly.\n"
    await stage.ended()


async def look(stage: AgentStage) -> list[AgentsChanged]:
    """Let as much time go by as a look at skills takes, and return what was announced."""
    before = len(stage.bus.of(AgentsChanged))
    for _ in range(4):
        await stage.skills.refresh()
    return stage.bus.of(AgentsChanged)[before:]


@on_a_loop
async def test_a_skill_that_somebody_else_edited_is_announced_once() -> None:
    stage = AgentStage()
    await stage.skills.begin()
    await stage.create("Reviewer")
    stage.files.folders |= {"/garden/.ideai", "/garden/.ideai/skills"}
    assert await look(stage) == []

    stage.files.files[f"{OWN}/commit.md"] = b"# Commit\n\nIn German.\n"
    assert await look(stage) == [AgentsChanged(None)]
    stage.files.files["/garden/.ideai/skills/ours.md"] = b"# Ours\n\nDo.\n"
    assert await look(stage) == [AgentsChanged(A_PROJECT.id)]
    del stage.files.files[f"{OWN}/explain.md"]
    assert await look(stage) == [AgentsChanged(None)]

    assert await look(stage) == []
    await stage.ended()


@on_a_loop
async def test_what_was_written_here_is_no_news_at_the_next_look() -> None:
    stage = AgentStage()
    await stage.skills.begin()
    await look(stage)
    await CreateSkill(stage.skills, stage.agents).execute(
        CreateSkillRequest(name="New", content="New."), Person()
    )

    assert stage.bus.of(AgentsChanged)[-1] == AgentsChanged(None)
    assert await look(stage) == []
    await stage.ended()


@on_a_loop
async def test_a_skill_that_was_changed_meanwhile_is_not_overwritten_unread() -> None:
    stage = AgentStage()
    await stage.skills.begin()
    update = UpdateSkill(stage.skills, stage.agents)
    request = UpdateSkillRequest(
        skill="commit", name="Commit", content="Mine.", instead_of="Say why.\n"
    )
    stage.files.files[f"{OWN}/commit.md"] = b"# Commit\n\nTheirs.\n"

    with pytest.raises(ConflictError, match="changed elsewhere"):
        await update.execute(request, Person())
    assert stage.files.files[f"{OWN}/commit.md"] == b"# Commit\n\nTheirs.\n"
    await update.execute(replace(request, instead_of="Theirs.", keep_replaced=True), Person())

    assert stage.files.files[f"{OWN}/commit.md"] == b"# Commit\n\nMine.\n"
    kept = [text for path, text in stage.files.files.items() if "/trash/" in path]
    assert kept == [b"# Commit\n\nTheirs.\n"], "What gave way is in the trash."
    await stage.ended()
