"""Roles that are replaced: nothing is written over unasked, nothing that was replaced is lost."""

import pytest

from idea.application.agents.keep_draft import KeepDraft, KeepDraftRequest
from idea.application.agents.list_kept_roles import ListKeptRoles, ListKeptRolesRequest
from idea.application.agents.restore_role import RestoreRole, RestoreRoleRequest
from idea.application.agents.views import AgentText, KeptRoleView
from idea.application.agents.write_role import WriteRole, WriteRoleRequest
from idea.application.use_case import Person
from idea.domain.errors import ConflictError, InvalidError, NotFoundError
from idea.domain.ids import TemplateId
from support.agent_stage import AgentStage
from support.fake_sessions import A_PROJECT
from support.running import on_a_loop

GARDEN = A_PROJECT.name
ROLE = "agents/reviewer.md"


async def write(stage: AgentStage, role: str, **more: object) -> AgentText:
    use_case = WriteRole(stage.agents, stage.views, stage.kept_roles)
    request = WriteRoleRequest(project=GARDEN, agent="Reviewer", role=role, **more)  # type: ignore[arg-type]
    return await use_case.execute(request, Person())


async def kept(stage: AgentStage) -> tuple[KeptRoleView, ...]:
    use_case = ListKeptRoles(stage.agents, stage.kept_roles)
    return await use_case.execute(ListKeptRolesRequest(project=GARDEN, agent="Reviewer"), Person())


async def restore(stage: AgentStage, name: str, **more: bool) -> AgentText:
    use_case = RestoreRole(stage.agents, stage.views, stage.kept_roles)
    request = RestoreRoleRequest(project=GARDEN, agent="Reviewer", kept=name, **more)
    return await use_case.execute(request, Person())


@on_a_loop
async def test_a_role_that_was_changed_elsewhere_is_not_written_over() -> None:
    stage = AgentStage()
    await stage.create("Reviewer", role="First.")
    stage.files.files[f"/garden/.ideai/{ROLE}"] = b"Theirs."

    with pytest.raises(ConflictError, match="changed elsewhere"):
        await write(stage, "Mine.", instead_of="First.")
    assert stage.text(ROLE) == "Theirs."

    await write(stage, "Mine.", instead_of="Theirs.", keep_replaced=True)
    assert stage.text(ROLE) == "Mine."
    [theirs] = await kept(stage)
    assert theirs.why == "replaced by an edit"
    assert stage.text(theirs.kept) == "Theirs."
    await stage.ended()


@on_a_loop
async def test_what_is_typed_is_kept_once_until_it_is_saved() -> None:
    stage = AgentStage()
    await stage.create("Reviewer", role="First.")
    await stage.create("Other", role="Another.")
    keep = KeepDraft(stage.agents, stage.kept_roles)

    for agent, text in (("Reviewer", "Fi"), ("Reviewer", "First, then."), ("Other", "Mine.")):
        await keep.execute(KeepDraftRequest(project=GARDEN, agent=agent, text=text), Person())
    [draft] = await kept(stage)
    assert (draft.why, stage.text(draft.kept)) == ("typed and not saved", "First, then.")
    assert (await restore(stage, draft.kept, preview=True)).role == "First, then."

    for _ in range(2):
        await keep.execute(KeepDraftRequest(project=GARDEN, agent="Reviewer", text=""), Person())
        assert await kept(stage) == ()
    assert stage.text(ROLE) == "First.\n"
    await stage.ended()


@on_a_loop
async def test_a_role_that_says_the_same_or_is_gone_is_no_conflict() -> None:
    stage = AgentStage()
    await stage.create("Reviewer", role="First.")
    stage.files.files[f"/garden/.ideai/{ROLE}"] = b"Same."
    await write(stage, "Same.", instead_of="First.", keep_replaced=True)
    del stage.files.files[f"/garden/.ideai/{ROLE}"]

    await write(stage, "Again.", instead_of="Same.", keep_replaced=True)

    assert stage.text(ROLE) == "Again."
    assert await kept(stage) == ()
    await stage.ended()


@on_a_loop
async def test_what_a_sync_replaced_comes_back_with_its_version_and_nothing_is_lost() -> None:
    stage = AgentStage()
    await stage.templates.load()
    agent = await stage.create("Reviewer", role="# Reviewer\n\nRead.\n")
    project, _ = await stage.agents.find(GARDEN, "Reviewer")
    [known] = await stage.agents.of(project)
    template = TemplateId("reviewer")
    await stage.agents.change_agent(
        project, known.id, lambda one: one.linked(template, 1, synchronized=True)
    )
    await stage.templates.update(template, content="# Reviewer\n\nRead twice.\n")
    _, current = await stage.agents.find(GARDEN, "Reviewer")
    await stage.syncs.sync(project, current, write=True, overwrite=False)
    [before] = await kept(stage)
    assert (before.why, before.version) == ("before a sync", 1)

    seen = await restore(stage, before.kept, preview=True)
    assert seen.role == "# Reviewer\n\nRead.\n"
    assert stage.text(ROLE) == "# Reviewer\n\nRead twice.\n"
    back = await restore(stage, before.kept)

    assert (back.agent.id, back.agent.template_version) == (agent.id, 1)
    assert stage.text(ROLE) == "# Reviewer\n\nRead.\n"
    assert "# Reviewer\n\nRead twice.\n" in [stage.text(one.kept) for one in await kept(stage)]
    await stage.ended()


@on_a_loop
async def test_only_texts_of_this_agent_are_listed_and_taken() -> None:
    stage = AgentStage()
    agent = await stage.create("Reviewer", role="First.")
    trash = "/garden/.ideai/trash"
    stage.files.folders.add(trash)
    short = agent.id[:8]
    for name in (
        "20260101T000000-agents-reviewer.md",
        "20260102T000000-2-agents-reviewer.md",
        "20260103T000000-agents-other.md",
        f"20260104T000000-{short}-v2-3.md",
        f"99999999T000000-{short}-edited.md",
        "notes.md",
    ):
        stage.files.files[f"{trash}/{name}"] = name.encode()

    assert [(one.at[:10], one.why, one.version) for one in await kept(stage)] == [
        ("2026-01-04", "before a sync", 2),
        ("2026-01-02", "deleted", 0),
        ("2026-01-01", "deleted", 0),
    ]
    for name in ("trash/notes.md", "trash/../agents.json", "agents/reviewer.md"):
        with pytest.raises(InvalidError, match="no role of Reviewer"):
            await restore(stage, name)
    with pytest.raises(NotFoundError, match="any more"):
        await restore(stage, f"trash/20260105T000000-{short}-v2.md")
    await stage.ended()
