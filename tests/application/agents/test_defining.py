"""Defining agents: what is written where, what is refused, what comes back."""

import asyncio
from dataclasses import replace

import pytest

from idea.application.agents.clone_agent import CloneAgent, CloneAgentRequest
from idea.application.agents.delete_agent import DeleteAgent, DeleteAgentRequest
from idea.application.agents.import_agents import (
    ImportableFiles,
    ImportAgents,
    ImportAgentsRequest,
    ListImportable,
    ListImportableRequest,
)
from idea.application.agents.launch_agent import LaunchAgent, LaunchAgentRequest
from idea.application.agents.list_agents import ListAgents, ListAgentsRequest
from idea.application.agents.rename_agent import RenameAgent, RenameAgentRequest
from idea.application.agents.restore_agent import RestoreAgent, RestoreAgentRequest
from idea.application.agents.show_agent import ShowAgent, ShowAgentRequest
from idea.application.agents.write_role import WriteRole, WriteRoleRequest
from idea.application.skills.assign_skill import AssignSkill, AssignSkillRequest
from idea.application.use_case import Person
from idea.domain.agents.manifest import Manifest
from idea.domain.errors import ConflictError, InvalidError, NotFoundError
from idea.domain.events import AgentsChanged, Noticed
from idea.domain.ids import AgentId, ProjectId
from support.agent_stage import ONE, AgentStage
from support.fake_sessions import A_PROJECT
from support.running import on_a_loop

GARDEN = A_PROJECT.name


@on_a_loop
async def test_a_new_agent_has_a_role_and_is_kept() -> None:
    stage = AgentStage()

    view = await stage.create("Code Reviewer", role="# Reviewer\n\nRead.", skills=("commit",))

    assert view.role_path == "/garden/.ideai/agents/code-reviewer.md"
    assert (view.engine, view.skills, view.faults) == ("Engine One", ("global:commit",), ())
    assert stage.text("agents/code-reviewer.md") == "# Reviewer\n\nRead.\n"
    [kept] = stage.manifests.kept[A_PROJECT.id]
    assert kept.id.value == view.id
    assert AgentsChanged(A_PROJECT.id) in stage.bus.published
    await stage.ended()


@on_a_loop
async def test_without_a_role_there_is_a_first_sentence_to_go_on_with() -> None:
    stage = AgentStage()

    await stage.create("Reviewer")

    assert stage.text("agents/reviewer.md") == "# Reviewer\n\nYou are Reviewer.\n"
    await stage.ended()


@on_a_loop
async def test_what_cannot_be_leaves_nothing_behind() -> None:
    stage = AgentStage()
    await stage.create("Reviewer")

    with pytest.raises(ConflictError):
        await stage.create("reviewer")
    with pytest.raises(NotFoundError, match="no engine 'three'"):
        await stage.create("Other", profile="three")
    with pytest.raises(InvalidError):
        await stage.create("Other", skills=("No Such",))

    assert [path for path in stage.files.files if path.endswith(".md")] == [
        "/garden/.ideai/agents/reviewer.md"
    ]
    await stage.ended()


@on_a_loop
async def test_a_role_is_shown_written_and_missed() -> None:
    stage = AgentStage()
    await stage.create("Reviewer")
    show = ShowAgent(stage.agents, stage.views)
    request = ShowAgentRequest(project=GARDEN, agent="reviewer")
    write = WriteRole(stage.agents, stage.views, stage.kept_roles)

    await write.execute(
        WriteRoleRequest(project=GARDEN, agent="Reviewer", role="# New\n"), Person()
    )
    assert (await show.execute(request, Person())).role == "# New\n"
    with pytest.raises(InvalidError, match="must say something"):
        await write.execute(WriteRoleRequest(project=GARDEN, agent="Reviewer", role=""), Person())

    del stage.files.files["/garden/.ideai/agents/reviewer.md"]
    sentence = "The role of Reviewer is missing: there is no /garden/.ideai/agents/reviewer.md."
    with pytest.raises(NotFoundError, match="is missing"):
        await show.execute(request, Person())
    [view] = await ListAgents(stage.agents, stage.views).execute(
        ListAgentsRequest(project=GARDEN), Person()
    )
    assert view.faults == (sentence,)
    await stage.ended()


@on_a_loop
async def test_an_engine_that_is_gone_is_a_fault_and_no_failure() -> None:
    stage = AgentStage()
    await stage.create("Reviewer", profile="two")
    del stage.profile_store.built_in[
        next(iter(k for k in stage.profile_store.built_in if k.value == "two"))
    ]

    [view] = await stage.views.all(A_PROJECT)

    assert view.faults == ("There is no engine 'two'; choose another.",)
    await stage.ended()


@on_a_loop
async def test_a_renamed_agent_keeps_its_role_where_it_is() -> None:
    stage = AgentStage()
    await stage.create("Reviewer")
    rename = RenameAgent(stage.agents, stage.launches, stage.sessions, stage.views)

    view = await rename.execute(
        RenameAgentRequest(project=GARDEN, agent="Reviewer", name="Critic"), Person()
    )

    assert (view.name, view.role_path) == ("Critic", "/garden/.ideai/agents/reviewer.md")
    await stage.ended()


@on_a_loop
async def test_a_clone_is_another_agent_with_the_same_role() -> None:
    stage = AgentStage()
    first = await stage.create("Reviewer", role="Read.")
    clone = CloneAgent(stage.agents, stage.views, stage.ids)

    second = await clone.execute(CloneAgentRequest(project=GARDEN, agent="Reviewer"), Person())
    third = await clone.execute(
        CloneAgentRequest(project=GARDEN, agent="Reviewer", name="Other"), Person()
    )

    assert (second.name, third.name) == ("Reviewer 2", "Other")
    assert len({first.id, second.id, third.id}) == 3
    assert stage.text("agents/reviewer-2.md") == stage.text("agents/reviewer.md")
    with pytest.raises(ConflictError):
        await clone.execute(
            CloneAgentRequest(project=GARDEN, agent="Reviewer", name="Other"), Person()
        )
    await stage.ended()


@on_a_loop
async def test_a_deleted_agent_can_be_taken_back() -> None:
    stage = AgentStage()
    view = await stage.create("Reviewer", role="Read.", skills=("commit",))
    delete = DeleteAgent(stage.agents, stage.launches, stage.views)
    restore = RestoreAgent(stage.agents, stage.views, stage.ids)

    gone = await delete.execute(DeleteAgentRequest(project=GARDEN, agent="Reviewer"), Person())

    assert stage.text("agents/reviewer.md") is None
    assert stage.text(gone.kept) == "Read.\n"
    assert stage.manifests.kept[A_PROJECT.id] == Manifest()
    back = await restore.execute(
        RestoreAgentRequest(
            project=GARDEN,
            kept=gone.kept,
            id=view.id,
            name=view.name,
            profile=view.profile,
            skills=view.skills,
        ),
        Person(),
    )
    assert back == view
    assert stage.text("agents/reviewer.md") == "Read.\n"
    assert stage.text(gone.kept) is None
    await stage.ended()


@on_a_loop
async def test_only_texts_of_the_trash_are_taken_back() -> None:
    stage = AgentStage()
    restore = RestoreAgent(stage.agents, stage.views, stage.ids)

    for kept in ("agents.json", "trash/../agents.json"):
        with pytest.raises(InvalidError):
            await restore.execute(
                RestoreAgentRequest(project=GARDEN, kept=kept, name="X", profile="one"), Person()
            )
    with pytest.raises(NotFoundError, match="any more"):
        await restore.execute(
            RestoreAgentRequest(project=GARDEN, kept="trash/x.md", name="X", profile="one"),
            Person(),
        )
    await stage.ended()


@on_a_loop
async def test_what_others_write_into_the_manifest_is_taken_in_and_announced() -> None:
    stage = AgentStage()
    await stage.create("Reviewer")
    before = stage.manifests.kept[A_PROJECT.id]
    stage.bus.published.clear()

    stage.manifests.write(A_PROJECT.id, Manifest((before.agents[0].renamed("Critic"),)))
    await stage.agents.refresh()

    assert stage.bus.published == [AgentsChanged(A_PROJECT.id)]
    assert [agent.name for agent in await stage.agents.of(A_PROJECT)] == ["Critic"]
    stage.manifests.spoil(A_PROJECT.id, "It is damaged.")
    await stage.agents.refresh()
    assert stage.bus.published[1:] == [Noticed("It is damaged.")]
    await stage.agents.release(A_PROJECT.id)
    await stage.agents.refresh()
    await stage.ended()


@on_a_loop
async def test_a_role_edited_elsewhere_is_announced_once() -> None:
    stage = AgentStage()
    await stage.create("Reviewer")
    stage.bus.published.clear()

    stage.files.files["/garden/.ideai/agents/reviewer.md"] = b"# Edited\n"
    for _ in range(8):
        await stage.agents.refresh()

    assert stage.bus.published == [AgentsChanged(A_PROJECT.id)]
    await stage.ended()


@on_a_loop
async def test_an_agent_is_found_by_name_or_id() -> None:
    stage = AgentStage()
    view = await stage.create("Reviewer")

    assert (await stage.agents.find(GARDEN, "reviewer"))[1].id == AgentId(view.id)
    with pytest.raises(NotFoundError, match="no agent 'nobody'"):
        await stage.agents.find(GARDEN, "nobody")
    await stage.ended()


@on_a_loop
async def test_files_of_other_programs_become_agents_and_stay() -> None:
    stage = AgentStage()
    instructions = replace(ONE.instructions, roles=(".one/roles", "RULES.md"))
    stage.profile_store.built_in[ONE.id] = replace(ONE, instructions=instructions)
    stage.files.folders |= {"/garden/.one", "/garden/.one/roles"}
    stage.files.files |= {
        "/garden/ONE.md": b"# Gardener\n\nDig.",
        "/garden/RULES.md": b"# Rules\n",
        "/garden/.one/roles/critic.md": b"---\nname: critic\n---\nRead.",
        "/garden/.one/roles/empty.md": b"",
        "/garden/.one/roles/binary.md": b"\xff\xfe",
    }
    await stage.create("critic")
    files = ImportableFiles(stage.agents, stage.profiles, stage.hosts)
    listing = ListImportable(stage.agents, files)
    importing = ImportAgents(
        agents=stage.agents,
        files=files,
        profiles=stage.profiles,
        views=stage.views,
        ids=stage.ids,
    )

    found = await listing.execute(ListImportableRequest(project=GARDEN), Person())
    assert [(one.file, one.name, one.profile) for one in found] == [
        ("ONE.md", "Gardener", "one"),
        (".one/roles/critic.md", "critic", "one"),
    ]
    made = await importing.execute(
        ImportAgentsRequest(project=GARDEN, files=tuple(one.file for one in found)), Person()
    )
    assert [(one.name, one.profile) for one in made] == [("Gardener", "one"), ("critic 2", "one")]
    assert stage.text("agents/critic-2.md") == "Read.\n"
    assert "/garden/.one/roles/critic.md" in stage.files.files
    with pytest.raises(NotFoundError, match=r"nothing to import in gone\.md"):
        await importing.execute(
            ImportAgentsRequest(project=GARDEN, files=("gone.md",), profile="two"), Person()
        )
    await stage.ended()


@on_a_loop
async def test_two_changes_of_one_agent_at_once_are_both_kept() -> None:
    stage = AgentStage()
    await stage.skills.begin()
    await stage.create("Reviewer")
    rename = RenameAgent(stage.agents, stage.launches, stage.sessions, stage.views)
    assign = AssignSkill(stage.skills, stage.agents, stage.views)
    renaming = RenameAgentRequest(project=GARDEN, agent="Reviewer", name="Critic")
    assigning = AssignSkillRequest(project=GARDEN, agent="Reviewer", skill="commit")

    await asyncio.gather(rename.execute(renaming, Person()), assign.execute(assigning, Person()))

    [kept] = stage.manifests.kept[A_PROJECT.id]
    assert (kept.name, [str(one) for one in kept.skills]) == ("Critic", ["global:commit"])
    await stage.ended()


@on_a_loop
async def test_a_launch_waits_for_what_is_done_to_an_agent_and_finds_it_deleted() -> None:
    stage = AgentStage()
    view = await stage.create("Reviewer")
    launch = LaunchAgent(stage.agents, stage.launches, stage.sessions, stage.cells)
    request = LaunchAgentRequest(project=GARDEN, agent="Reviewer")
    _, agent = await stage.agents.find(GARDEN, "Reviewer")

    async with stage.launches.kept_resting(A_PROJECT, agent):
        launching = asyncio.create_task(launch.execute(request, Person()))
        await asyncio.wait([launching], timeout=0)
        await stage.agents.find(GARDEN, "Reviewer")
        assert not launching.done()
        await stage.agents.discard(A_PROJECT, agent)

    with pytest.raises(NotFoundError, match=f"There is no agent {view.id}"):
        await launching
    await stage.ended()


@on_a_loop
async def test_two_of_one_name_deleted_in_one_second_are_both_kept() -> None:
    stage = AgentStage()
    delete = DeleteAgent(stage.agents, stage.launches, stage.views)
    kept = []
    for role in ("First.", "Second."):
        await stage.create("Reviewer", role=role)
        request = DeleteAgentRequest(project=GARDEN, agent="Reviewer")
        kept.append((await delete.execute(request, Person())).kept)

    assert [stage.text(name) for name in kept] == ["First.\n", "Second.\n"]
    await stage.ended()


@on_a_loop
async def test_agents_are_told_though_the_project_is_let_go_of_meanwhile() -> None:
    stage = AgentStage()
    await stage.create("Reviewer")

    asking = asyncio.create_task(stage.agents.of(A_PROJECT))
    await asyncio.sleep(0)
    await stage.agents.release(A_PROJECT.id)

    assert [agent.name for agent in await asking] == ["Reviewer"]
    await stage.ended()


@on_a_loop
async def test_a_project_that_is_not_known_any_more_keeps_no_other_from_being_looked_at() -> None:
    stage = AgentStage()
    await stage.agents.of(replace(A_PROJECT, id=ProjectId("gone"), name="gone"))
    await stage.create("Reviewer")
    stage.bus.published.clear()

    stage.files.files["/garden/.ideai/agents/reviewer.md"] = b"# Edited\n"
    for _ in range(4):
        await stage.agents.refresh()

    assert stage.bus.published == [AgentsChanged(A_PROJECT.id)]
    await stage.ended()
