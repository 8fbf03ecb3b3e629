"""Projects that came from elsewhere, and disks that refuse: nothing leaks, nothing is half done."""

import asyncio
from collections.abc import Sequence

import pytest

from idea.application.agents.launch_agent import LaunchAgent, LaunchAgentRequest
from idea.application.agents.list_troubles import ListTroubles, ListTroublesRequest
from idea.application.agents.views import AgentView
from idea.application.agents.write_role import WriteRole, WriteRoleRequest
from idea.application.skills.list_skills import ListSkills, ListSkillsRequest
from idea.application.text_folder import LARGEST_TEXT_BYTES
from idea.application.use_case import Person
from idea.application.views import SessionView
from idea.domain.errors import ConflictError, InvalidError, NotFoundError, ProcessError, StoreError
from idea.domain.events import AgentsChanged
from idea.domain.ids import SessionId
from idea.domain.ports.profile_store import ProfilesFound
from idea.domain.terminal import Exited
from support.agent_stage import AgentStage
from support.fake_sessions import A_PROJECT
from support.running import becomes, on_a_loop

GARDEN = A_PROJECT.name
SECRET = "root:x:0:0"


async def launch(stage: AgentStage, agent: str, **more: object) -> SessionView:
    use_case = LaunchAgent(stage.agents, stage.launches, stage.sessions, stage.cells)
    request = LaunchAgentRequest(project=GARDEN, agent=agent, **more)  # type: ignore[arg-type]
    return await use_case.execute(request, Person())


def with_a_secret(stage: AgentStage) -> None:
    stage.files.folders |= {"/etc", "/etc/skills"}
    stage.files.files |= {"/etc/passwd": SECRET.encode(), "/etc/skills/leak.md": SECRET.encode()}


@pytest.mark.parametrize(
    ("link", "target"),
    [
        ("/garden/.ideai/agents/reviewer.md", "/etc/passwd"),
        ("/garden/.ideai/agents/reviewer.md", "../../../etc/passwd"),
        ("/garden/.ideai/CONTEXT.md", "/etc/passwd"),
        ("/garden/.ideai/skills", "/etc/skills"),
    ],
)
@on_a_loop
async def test_a_link_that_leads_out_of_the_project_is_not_read(link: str, target: str) -> None:
    stage = AgentStage()
    with_a_secret(stage)
    await stage.create("Reviewer", skills=("project:leak",))
    stage.files.files.pop(link, None)
    stage.files.folders |= {"/garden/.ideai/skills"} - {link}
    stage.files.files["/garden/.ideai/skills/leak.md"] = b"# Fine\n\nFine.\n"
    if link.endswith("skills"):
        del stage.files.files["/garden/.ideai/skills/leak.md"]
    stage.files.links[link] = target

    with pytest.raises(StoreError, match=r"is a link that leads out of the project"):
        await launch(stage, "Reviewer")

    assert stage.ptys.ptys == {}
    assert not [path for path in stage.files.files if path.startswith("/garden/.ideai/run/")]
    await stage.ended()


@on_a_loop
async def test_a_link_within_the_project_is_read_and_one_in_its_root_is_not_told() -> None:
    stage = AgentStage()
    with_a_secret(stage)
    agent = await stage.create("Reviewer", profile="two")
    stage.files.folders.add("/garden/docs")
    stage.files.files["/garden/docs/review.md"] = b"# As written in docs\n"
    del stage.files.files["/garden/.ideai/agents/reviewer.md"]
    stage.files.links["/garden/.ideai/agents/reviewer.md"] = "../../docs/review.md"
    stage.files.links["/garden/RULES.md"] = "/etc/passwd"

    await launch(stage, "Reviewer")

    document = stage.text(f"run/{agent.id}/TWO.md") or ""
    assert "As written in docs" in document
    assert SECRET not in document
    await stage.ended()


@on_a_loop
async def test_nothing_is_written_or_removed_through_a_link_that_leads_out() -> None:
    stage = AgentStage()
    await stage.create("Reviewer")
    stage.files.folders.add("/elsewhere")
    stage.files.files["/elsewhere/kept.md"] = b"kept"
    stage.files.links["/garden/.ideai/run"] = "/elsewhere"

    with pytest.raises(StoreError, match="leads out of the project"):
        await launch(stage, "Reviewer")
    folder = await stage.agents.folder(A_PROJECT)
    with pytest.raises(StoreError, match="leads out of the project"):
        await folder.remove("run/kept.md")
    with pytest.raises(StoreError, match="leads out of the project"):
        await folder.names("run")

    assert [path for path in stage.files.files if path.startswith("/elsewhere/")] == [
        "/elsewhere/kept.md"
    ]
    await stage.ended()


@on_a_loop
async def test_what_could_never_be_read_again_is_not_written() -> None:
    stage = AgentStage()
    await stage.create("Reviewer", role="Read.")
    request = WriteRoleRequest(
        project=GARDEN, agent="Reviewer", role="x" * (LARGEST_TEXT_BYTES + 1)
    )

    writing = WriteRole(stage.agents, stage.views, stage.kept_roles)
    with pytest.raises(StoreError, match="longer than 1 MiB"):
        await writing.execute(request, Person())
    with pytest.raises(StoreError, match="longer than 1 MiB"):
        await stage.create("Other", role=request.role)

    assert stage.text("agents/reviewer.md") == "Read.\n"
    assert [agent.name for agent in await stage.agents.of(A_PROJECT)] == ["Reviewer"]
    await stage.ended()


@pytest.mark.parametrize("name", ["Ada\0", "Ada\u202egpj", "Ada\nBob", " Ada", "A" * 81, "\x1b[2J"])
@on_a_loop
async def test_a_name_that_would_show_as_another_is_refused(name: str) -> None:
    stage = AgentStage()

    with pytest.raises(InvalidError):
        await stage.create(name)

    assert not [path for path in stage.files.files if "/agents/" in path]
    await stage.ended()


@on_a_loop
async def test_a_launch_that_fails_leaves_neither_document_nor_an_emptied_cell() -> None:
    stage = AgentStage()
    await stage.create("Reviewer")
    first = await launch(stage, "Reviewer")
    stage.ptys.end(SessionId(first.id), Exited(0))
    record = stage.sessions.record
    await becomes(lambda: not record(SessionId(first.id)).session.is_live, "the end")
    await stage.launches.close()
    stage.ptys.fails_with = ProcessError("There are too many processes.")

    with pytest.raises(ProcessError):
        await launch(stage, "Reviewer")
    assert not [path for path in stage.files.files if "/run/" in path]
    assert stage.sessions.view(SessionId(first.id)).address == "A1"

    stage.ptys.fails_with = None
    with pytest.raises(NotFoundError):
        await launch(stage, "Reviewer", cell="Z9")
    assert not [path for path in stage.files.files if "/run/" in path]
    assert (await launch(stage, "Reviewer")).address == "A1"
    await stage.ended()


@on_a_loop
async def test_a_role_that_became_unreadable_keeps_no_other_edit_from_being_seen() -> None:
    stage = AgentStage()
    with_a_secret(stage)
    await stage.create("Reviewer", role="Read.")
    await stage.create("Writer", role="Write.")
    del stage.files.files["/garden/.ideai/agents/reviewer.md"]
    stage.files.links["/garden/.ideai/agents/reviewer.md"] = "/etc/passwd"
    stage.files.files["/garden/.ideai/agents/writer.md"] = b"Write less."
    stage.bus.published.clear()

    for _ in range(4):
        await stage.agents.refresh()
    assert stage.bus.published == [AgentsChanged(A_PROJECT.id)]

    for _ in range(4):
        await stage.agents.refresh()
    assert stage.bus.published == [AgentsChanged(A_PROJECT.id)], "It is told once."
    faults = {view.name: view.faults for view in await stage.views.all(A_PROJECT)}
    assert faults["Writer"] == ()
    assert "leads out of the project" in faults["Reviewer"][0]
    await stage.ended()


@on_a_loop
async def test_a_skill_that_cannot_be_read_is_named_beside_the_others() -> None:
    stage = AgentStage()
    await stage.skills.begin()
    stage.files.files["/home/me/IdeA/skills/broken.md"] = b"\xff\xfe"

    found = await ListSkills(stage.skills, stage.agents).execute(ListSkillsRequest(), Person())

    assert [skill.id for skill in found.skills] == ["commit", "explain"]
    assert found.notices == ("/home/me/IdeA/skills/broken.md is not UTF-8 text.",)
    await stage.ended()


@on_a_loop
async def test_tidying_behind_one_run_takes_nothing_from_the_next() -> None:
    stage = AgentStage()
    agent = await stage.create("Reviewer")
    first = await launch(stage, "Reviewer")
    load = stage.profile_store.load
    tidies, may_go_on = asyncio.Event(), asyncio.Event()

    async def load_slowly(roots: Sequence[str] = ()) -> ProfilesFound:
        if not tidies.is_set():
            tidies.set()
            await may_go_on.wait()
        return await load(roots)

    stage.profile_store.load = load_slowly  # type: ignore[method-assign]
    stage.ptys.end(SessionId(first.id), Exited(0))
    await tidies.wait()
    launching = asyncio.create_task(launch(stage, "Reviewer"))
    for _ in range(1000):  # As long as it can go on without what the tidying holds.
        await asyncio.sleep(0)
    may_go_on.set()
    second = await launching
    await stage.launches.close()

    assert second.id != first.id
    assert stage.text(f"run/{agent.id}/ONE.md") is not None
    await stage.ended()


@on_a_loop
async def test_what_is_wrong_with_the_list_is_said_until_it_is_not() -> None:
    stage = AgentStage()
    await stage.create("Reviewer")

    async def troubles() -> tuple[str, ...]:
        request = ListTroublesRequest(project=GARDEN)
        return await ListTroubles(stage.agents).execute(request, Person())

    assert await troubles() == ()
    stage.manifests.spoil(A_PROJECT.id, "agents.json is damaged.")
    assert await troubles() == await troubles() == ("agents.json is damaged.",)
    stage.manifests.write(A_PROJECT.id, await stage.agents.of(A_PROJECT))
    assert await troubles() == ()
    stage.manifests.spoil(A_PROJECT.id, "agents.json is damaged.")
    assert await troubles() != ()
    await stage.create("Writer")
    assert await troubles() == ()
    await stage.ended()


@on_a_loop
async def test_a_full_disk_refuses_a_launch_and_changes_nothing() -> None:
    stage = AgentStage()
    await stage.create("Reviewer")

    async def full(path: str, data: bytes) -> None:
        del data
        raise StoreError(f"{path} could not be saved: no space left on device.")

    stage.files.write = full  # type: ignore[method-assign]
    with pytest.raises(StoreError, match="no space left"):
        await launch(stage, "Reviewer")

    assert stage.ptys.ptys == {}
    assert not [path for path in stage.files.files if "/run/" in path]
    await stage.ended()


@on_a_loop
async def test_agents_defined_in_one_moment_take_no_role_from_each_other() -> None:
    stage = AgentStage()
    write = stage.files.write

    async def write_slowly(path: str, data: bytes) -> None:
        for _ in range(10):
            await asyncio.sleep(0)
        await write(path, data)

    stage.files.write = write_slowly  # type: ignore[method-assign]
    names = ("A b", "A-b", "a b")
    done = await asyncio.gather(
        *(stage.create(name, role=f"{number}.") for number, name in enumerate(names)),
        return_exceptions=True,
    )

    made = [view for view in done if isinstance(view, AgentView)]
    assert [view.name for view in made] == ["A b", "A-b"]
    assert isinstance(done[2], ConflictError)
    assert stage.text("agents/a-b.md") == "0.\n"
    assert stage.text("agents/a-b-2.md") == "1.\n"
    assert len([path for path in stage.files.files if "/agents/" in path]) == 2
    await stage.ended()
