"""Launching agents: what their programs are started with, and what is left behind."""

from dataclasses import replace
from datetime import timedelta

import pytest

from idea.application.agents.change_engine import ChangeEngine, ChangeEngineRequest
from idea.application.agents.detect_changes import DetectChanges, DetectChangesRequest
from idea.application.agents.dismiss_resumable import DismissResumable, DismissResumableRequest
from idea.application.agents.inspect_agent import InspectAgent, InspectAgentRequest
from idea.application.agents.launch_agent import LaunchAgent, LaunchAgentRequest
from idea.application.agents.launches import LaunchOrder
from idea.application.agents.list_agent_sessions import ListAgentSessions, ListAgentSessionsRequest
from idea.application.agents.list_resumable import ListResumable, ListResumableRequest
from idea.application.agents.rename_agent import RenameAgent, RenameAgentRequest
from idea.application.agents.stop_agent import StopAgent, StopAgentRequest
from idea.application.agents.views import AgentSessionView, ContextView, ResumableView
from idea.application.use_case import Person
from idea.application.views import SessionView
from idea.domain.agents.hand_over import hand_over_note
from idea.domain.errors import ConflictError, InvalidError, NotFoundError, ProcessError
from idea.domain.events import AgentProfileChanged
from idea.domain.ids import AgentId, ProfileId, SessionId
from idea.domain.ports.process_runner import Output
from idea.domain.profiles.conversations import Conversations, FoundByCommand, Transcript
from idea.domain.profiles.turns import Speaker, TurnRule
from idea.domain.terminal import Exited
from support.agent_stage import ONE, TWO, AgentStage
from support.fake_sessions import A_PROJECT
from support.running import becomes, on_a_loop

GARDEN = A_PROJECT.name


async def launch(stage: AgentStage, agent: str, **more: object) -> SessionView:
    use_case = LaunchAgent(stage.agents, stage.launches, stage.sessions, stage.cells)
    request = LaunchAgentRequest(project=GARDEN, agent=agent, **more)  # type: ignore[arg-type]
    return await use_case.execute(request, Person())


async def stop(stage: AgentStage, agent: str) -> None:
    use_case = StopAgent(stage.agents, stage.launches, stage.views)
    await use_case.execute(StopAgentRequest(project=GARDEN, agent=agent), Person())
    await stage.launches.close()


async def inspect(stage: AgentStage, agent: str) -> ContextView:
    use_case = InspectAgent(
        agents=stage.agents,
        documents=stage.documents,
        launches=stage.launches,
        profiles=stage.profiles,
        views=stage.views,
    )
    return await use_case.execute(InspectAgentRequest(project=GARDEN, agent=agent), Person())


async def resumable(stage: AgentStage) -> tuple[ResumableView, ...]:
    use_case = ListResumable(stage.agents, stage.launches, stage.views)
    return await use_case.execute(ListResumableRequest(project=GARDEN), Person())


async def crash(stage: AgentStage, view: SessionView) -> None:
    stage.ptys.end(SessionId(view.id), Exited(-11))
    record = stage.sessions.record
    await becomes(lambda: not record(SessionId(view.id)).session.is_live, "the end")
    await stage.launches.close()


@on_a_loop
async def test_a_program_is_started_in_the_agents_own_folder_with_its_document() -> None:
    stage = AgentStage()
    agent = await stage.create("Reviewer", role="Read changes.")

    view = await launch(stage, "Reviewer", environment={"DISPLAY": ":0"})

    spec = stage.ptys.ptys[SessionId(view.id)].spec
    folder = f"/garden/.ideai/run/{agent.id}"
    assert spec.cwd == folder
    assert spec.command[:3] == ("/usr/bin/one", "--add-dir", "/garden")
    assert spec.command[3] == "--session-id"
    assert spec.environment["DISPLAY"] == ":0"
    document = stage.text(f"run/{agent.id}/ONE.md")
    assert document is not None
    assert "/garden" in document
    assert document.endswith("---\n\nRead changes.\n")
    assert (view.name, view.engine, view.agent) == ("Reviewer", "Engine One", agent.id)
    assert (view.cell, view.address) == ("cell-1", "A1")
    await stage.ended()


@on_a_loop
async def test_a_program_of_a_tool_finds_what_was_installed_beside_it() -> None:
    stage = AgentStage()
    stage.host.environment.login["PATH"] = "/bin"
    await stage.create("Backend", profile="two")

    view = await launch(stage, "Backend")

    spec = stage.ptys.ptys[SessionId(view.id)].spec
    assert spec.command == ("/opt/two/bin/two",)
    assert spec.environment["PATH"].startswith("/opt/two/bin")
    await stage.ended()


@on_a_loop
async def test_what_it_reads_is_there_in_order() -> None:
    stage = AgentStage()
    await stage.skills.begin()
    await stage.create("Reviewer", role="Read.", skills=("explain", "commit"))
    stage.files.files["/garden/.ideai/CONTEXT.md"] = b"A garden."
    stage.files.files["/garden/RULES.md"] = b"Never dig."

    context = await inspect(stage, "Reviewer")

    assert [section.name for section in context.sections if section.text] == [
        *("project root", "project context", "project instructions", "role", "skills"),
    ]
    assert context.document.index("Never dig.") < context.document.index("Read.")
    assert context.document.index("## Explain") < context.document.index("## Commit")
    assert context.tokens >= sum(one.tokens for one in context.sections) > 0
    assert context.command[-1] == "{conversationId}"
    assert stage.text(f"run/{context.agent.id}/ONE.md") is None, "Looking writes nothing."
    await stage.ended()


@on_a_loop
async def test_what_the_program_reads_by_itself_is_told() -> None:
    stage = AgentStage()
    await stage.create("Reviewer")
    stage.files.files["/garden/ONE.md"] = b"Known."
    stage.files.folders.add("/garden/RULES.md")

    context = await inspect(stage, "Reviewer")

    assert context.also_read == ("ONE.md",)
    assert "Known." not in context.document
    await stage.ended()


@on_a_loop
async def test_a_running_agent_tells_what_a_restart_would_change() -> None:
    stage = AgentStage()
    await stage.create("Reviewer", role="Read.")
    await launch(stage, "Reviewer")
    assert (await inspect(stage, "Reviewer")).difference == ""

    stage.files.files["/garden/.ideai/agents/reviewer.md"] = b"Read twice.\n"

    difference = (await inspect(stage, "Reviewer")).difference
    assert "-Read." in difference
    assert "+Read twice." in difference
    await stage.ended()


@on_a_loop
async def test_one_agent_has_one_live_session() -> None:
    stage = AgentStage()
    await stage.create("Reviewer")
    first = await launch(stage, "Reviewer", background=True)

    shown = await launch(stage, "Reviewer", cell="cell-2")
    again = await launch(stage, "Reviewer", cell="B1")
    anywhere = await launch(stage, "Reviewer")

    assert {first.id} == {shown.id, again.id, anywhere.id}
    assert (first.cell, shown.cell) == (None, "cell-2")
    assert len(stage.ptys.ptys) == 1
    with pytest.raises(ConflictError, match="runs in B1 already"):
        await launch(stage, "Reviewer", cell="cell-3")
    with pytest.raises(InvalidError):
        await launch(stage, "Reviewer", cell="cell-3", background=True)
    await stage.ended()


@on_a_loop
async def test_two_agents_of_one_engine_touch_nothing_of_each_other() -> None:
    stage = AgentStage()
    first, second = (
        await stage.create("One", role="First."),
        await stage.create("Two", role="Second."),
    )

    views = [await launch(stage, "One"), await launch(stage, "Two")]

    specs = [stage.ptys.ptys[SessionId(view.id)].spec for view in views]
    assert specs[0].cwd != specs[1].cwd
    assert specs[0].command[-1] != specs[1].command[-1]
    assert "First." in (stage.text(f"run/{first.id}/ONE.md") or "")
    assert "Second." in (stage.text(f"run/{second.id}/ONE.md") or "")
    await stage.ended()


@on_a_loop
async def test_a_missing_program_role_or_skill_is_one_sentence_and_starts_nothing() -> None:
    stage = AgentStage()
    await stage.create("Lost", profile="gone")
    await stage.create("Skilled", skills=("nothing",))
    await stage.create("Roleless")
    del stage.files.files["/garden/.ideai/agents/roleless.md"]

    with pytest.raises(ProcessError, match=r"Gone is not on this machine: .*install it"):
        await launch(stage, "Lost")
    with pytest.raises(NotFoundError, match="Skilled has the skill nothing, but there is no skill"):
        await launch(stage, "Skilled")
    with pytest.raises(NotFoundError, match="The role of Roleless is missing"):
        await launch(stage, "Roleless")
    assert stage.ptys.ptys == {}
    await stage.ended()


@on_a_loop
async def test_an_agent_comes_back_to_the_cell_that_shows_what_it_left() -> None:
    stage = AgentStage()
    await stage.create("Reviewer")
    first = await launch(stage, "Reviewer", cell="cell-2")
    await stop(stage, "Reviewer")

    again = await launch(stage, "Reviewer")

    assert first.address == again.address == "B1"
    assert stage.sessions.view(SessionId(first.id)).cell is None
    await stage.ended()


@on_a_loop
async def test_what_was_written_for_a_run_goes_with_it_and_nothing_else() -> None:
    stage = AgentStage()
    agent = await stage.create("Reviewer")
    await launch(stage, "Reviewer")
    stage.files.files[f"/garden/.ideai/run/{agent.id}/notes.txt"] = b"the program's own"

    await stop(stage, "Reviewer")
    await stop(stage, "Reviewer")

    assert stage.text(f"run/{agent.id}/ONE.md") is None
    assert stage.text(f"run/{agent.id}/notes.txt") == "the program's own"
    [view] = await stage.views.all(A_PROJECT)
    assert view.session == ""
    await stage.ended()


@on_a_loop
async def test_a_conversation_is_gone_on_with_when_something_was_said() -> None:
    stage = AgentStage()
    await stage.create("Reviewer")
    first = await launch(stage, "Reviewer")
    conversation = stage.ptys.ptys[SessionId(first.id)].spec.command[-1]
    await stop(stage, "Reviewer")

    unsaid = await launch(stage, "Reviewer")
    fresh = stage.ptys.ptys[SessionId(unsaid.id)].spec.command[-2:]
    assert fresh[0] == "--session-id"
    assert fresh[1] != conversation, "An id that was given before anything was said is used up."
    stage.transcripts.texts[f"/home/me/.one/x/{fresh[1]}.jsonl"] = (stage.clock.now(), "user")
    await stop(stage, "Reviewer")

    resumed = await launch(stage, "Reviewer")
    assert stage.ptys.ptys[SessionId(resumed.id)].spec.command[-2:] == ("--resume", fresh[1])
    record = stage.sessions.record(SessionId(resumed.id))
    assert record.session.previous == SessionId(unsaid.id)
    await stop(stage, "Reviewer")

    anew = await launch(stage, "Reviewer", resume=False)
    assert stage.ptys.ptys[SessionId(anew.id)].spec.command[-2] == "--session-id"
    await stage.ended()


@on_a_loop
async def test_a_conversation_the_program_named_is_found_by_the_agents_own_folder() -> None:
    stage = AgentStage()
    one, other = (
        await stage.create("One", profile="two"),
        await stage.create("Other", profile="two"),
    )
    view = await launch(stage, "One")
    now = stage.clock.now()
    for name, agent, at in (
        ("before", one.id, now - timedelta(seconds=1)),
        ("mine", one.id, now),
        ("theirs", other.id, now),
    ):
        line = f'{{"id":"{name}","cwd":"/garden/.ideai/run/{agent}"}}'
        stage.transcripts.texts[f"/home/me/.two/{name}.jsonl"] = (at, line)
    await crash(stage, view)

    [offered] = await resumable(stage)
    resumed = await launch(stage, "One")

    assert (offered.conversation, offered.can_resume) == ("mine", True)
    assert stage.ptys.ptys[SessionId(resumed.id)].spec.command == (
        *("/opt/two/bin/two", "resume", "mine"),
    )
    await stage.ended()


@on_a_loop
async def test_a_conversation_is_found_where_folders_have_the_signs_of_patterns() -> None:
    stage = AgentStage()
    stage.host.environment.login["HOME"] = "/home/me [old]"
    await stage.create("One", profile="two")
    view = await launch(stage, "One")
    folder = stage.ptys.ptys[SessionId(view.id)].spec.cwd
    said = f'{{"id":"mine","cwd":"{folder}"}}'
    stage.transcripts.texts["/home/me [old]/.two/mine.jsonl"] = (stage.clock.now(), said)
    await crash(stage, view)

    [offered] = await resumable(stage)

    assert (offered.conversation, offered.can_resume) == ("mine", True)
    await stage.ended()


@on_a_loop
async def test_the_newest_of_a_list_that_is_the_agents_alone_is_its_conversation() -> None:
    stage = AgentStage()
    listing = FoundByCommand(arguments=("list", "--data", "{agentRunDir}"), id="uuid")
    talks = Conversations(resume=("-s", "{conversationId}"), find=listing)
    stage.profile_store.own[TWO.id] = replace(TWO, conversations=talks)
    await stage.create("One", profile="two")
    view = await launch(stage, "One")
    folder = stage.ptys.ptys[SessionId(view.id)].spec.cwd
    listed = Output(0, '[{"uuid": "newest"}, {"uuid": "older"}]')
    stage.runner.outputs["/opt/two/bin/two", "list", "--data", folder] = listed
    await crash(stage, view)

    [offered] = await resumable(stage)

    assert (offered.conversation, offered.can_resume) == ("newest", True)
    await stage.ended()


@on_a_loop
async def test_only_what_was_interrupted_is_offered_to_be_resumed() -> None:
    stage = AgentStage()
    for name in ("Crashed", "Stopped", "Exited", "Silent"):
        await stage.create(name)
    await stage.create("Plain", profile="plain")
    crashed = await launch(stage, "Crashed")
    said = stage.ptys.ptys[SessionId(crashed.id)].spec.command[-1]
    stage.transcripts.texts[f"/home/me/.one/x/{said}.jsonl"] = (stage.clock.now(), "user")
    await launch(stage, "Stopped", background=True)
    exited = await launch(stage, "Exited", background=True)
    silent = await launch(stage, "Silent", background=True)
    stage.search.programs["/usr/bin/one"] = ""
    await stop(stage, "Stopped")
    stage.ptys.end(SessionId(exited.id), Exited(0))
    await crash(stage, crashed)
    await crash(stage, silent)
    await crash(stage, await launch(stage, "Plain", background=True))

    offers = await resumable(stage)

    assert [(one.agent.name, one.can_resume) for one in offers] == [
        ("Crashed", True),
        ("Silent", False),
        ("Plain", False),
    ]
    assert offers[0].reason == "It crashed (SIGSEGV) right after its start."
    assert offers[0].sentence == "It goes on with its own conversation."
    assert "nothing was said in it yet: it starts afresh" in offers[1].sentence
    assert offers[2].sentence == "Plain cannot resume conversations: it starts afresh."
    dismiss = DismissResumable(stage.agents, stage.launches, stage.sessions, stage.views)
    await dismiss.execute(DismissResumableRequest(project=GARDEN, agent="Silent"), Person())
    await dismiss.execute(DismissResumableRequest(project=GARDEN, agent="Plain"), Person())
    assert [one.agent.name for one in await resumable(stage)] == ["Crashed"]
    await stage.ended()


@on_a_loop
async def test_another_engine_takes_the_agents_place_without_its_conversation() -> None:
    stage = AgentStage()
    agent = await stage.create("Reviewer", role="Read.")
    first = await launch(stage, "Reviewer", cell="cell-2")
    said = stage.ptys.ptys[SessionId(first.id)].spec.command[-1]
    stage.transcripts.texts[f"/home/me/.one/x/{said}.jsonl"] = (stage.clock.now(), "user")

    async def shown(session: SessionId) -> list[str]:
        assert session.value == first.id
        return ["Half way."]

    change = ChangeEngine(
        agents=stage.agents,
        launches=stage.launches,
        profiles=stage.profiles,
        cells=stage.cells,
        views=stage.views,
        events=stage.bus,
        last_lines=shown,
    )
    request = ChangeEngineRequest(project=GARDEN, agent="Reviewer", profile="two")

    view = await change.execute(request, Person())
    await stage.launches.close()

    assert (view.engine, view.cell) == ("Engine Two", "B1")
    spec = stage.ptys.ptys[SessionId(view.session)].spec
    assert spec.command == ("/opt/two/bin/two",)
    assert spec.cwd == f"/garden/.ideai/run/{agent.id}"
    assert (stage.text(f"run/{agent.id}/TWO.md") or "").endswith("```text\nHalf way.\n```\n")
    assert stage.bus.of(AgentProfileChanged) == [
        AgentProfileChanged(A_PROJECT.id, AgentId(agent.id), ProfileId("two"))
    ]
    assert await change.execute(request, Person()) == view, "The same engine changes nothing."
    await stop(stage, "Reviewer")
    back = await change.execute(replace(request, profile="one"), Person())
    assert (back.engine, back.session) == ("Engine One", ""), "What does not run is not started."
    await stage.ended()


@on_a_loop
async def test_what_was_said_is_handed_over_where_the_engine_tells_it() -> None:
    stage = AgentStage()
    rule = TurnRule(by=Speaker.PROGRAM, where="by", equals="ai", text="said")
    kept = Transcript(files="{home}/.one/{conversationId}.jsonl", turns=(rule,))
    talks = replace(ONE.conversations, transcript=kept)
    stage.profile_store.built_in[ONE.id] = replace(ONE, conversations=talks)
    agent = await stage.create("Reviewer")
    first = await launch(stage, "Reviewer")
    said = stage.ptys.ptys[SessionId(first.id)].spec.command[-1]
    line = '{"by": "ai", "said": "Half of it is read."}'
    stage.transcripts.texts[f"/home/me/.one/{said}.jsonl"] = (stage.clock.now(), line)

    async def shown(_session: SessionId) -> list[str]:
        return ["a frame"]

    change = ChangeEngine(
        agents=stage.agents,
        launches=stage.launches,
        profiles=stage.profiles,
        cells=stage.cells,
        views=stage.views,
        events=stage.bus,
        last_lines=shown,
    )
    request = ChangeEngineRequest(project=GARDEN, agent="Reviewer", profile="two")

    await change.execute(request, Person())

    document = stage.text(f"run/{agent.id}/TWO.md") or ""
    assert document.endswith("```text\nAgent: Half of it is read.\n```\n")
    await stage.ended()


@on_a_loop
async def test_a_running_agents_new_name_is_its_cells() -> None:
    stage = AgentStage()
    await stage.create("Reviewer")
    view = await launch(stage, "Reviewer")
    rename = RenameAgent(stage.agents, stage.launches, stage.sessions, stage.views)

    await rename.execute(
        RenameAgentRequest(project=GARDEN, agent="Reviewer", name="Critic"), Person()
    )

    assert stage.sessions.view(SessionId(view.id)).name == "Critic"
    await stage.ended()


async def changed(stage: AgentStage) -> tuple[str, ...]:
    use_case = DetectChanges(stage.agents, stage.documents, stage.launches, stage.profiles)
    return await use_case.execute(DetectChangesRequest(project=GARDEN), Person())


async def sessions_of(stage: AgentStage, agent: str) -> tuple[AgentSessionView, ...]:
    use_case = ListAgentSessions(stage.agents, stage.launches, stage.sessions)
    return await use_case.execute(ListAgentSessionsRequest(project=GARDEN, agent=agent), Person())


@on_a_loop
async def test_agents_that_would_read_something_else_are_told_and_only_while_they_run() -> None:
    stage = AgentStage()
    one = await stage.create("Reviewer", role="Read.")
    two = await stage.create("Backend", profile="two", role="Build.")
    await stage.create("Broken", profile="one", role="Break.")
    await launch(stage, "Reviewer")
    await launch(stage, "Backend")
    assert await changed(stage) == ()

    stage.files.files["/garden/.ideai/agents/backend.md"] = b"Build well."
    del stage.files.files["/garden/.ideai/agents/broken.md"]
    assert await changed(stage) == (two.id,)
    context = await inspect(stage, "Backend")
    assert context.changed == ("role",)
    stage.files.files["/garden/.ideai/CONTEXT.md"] = b"A garden."
    assert await changed(stage) == (one.id, two.id)
    await stop(stage, "Backend")
    assert await changed(stage) == (one.id,)
    await stage.ended()


@on_a_loop
async def test_the_note_of_another_engine_is_no_change_that_asks_for_a_restart() -> None:
    stage = AgentStage()
    agent = await stage.create("Reviewer", role="Read.")
    project, found = await stage.agents.find(GARDEN, "Reviewer")
    note = hand_over_note("Two", "One", ["It said something."])
    await stage.launches.launch(project, found, LaunchOrder(hand_over=note))

    assert await changed(stage) == ()
    assert (await inspect(stage, "Reviewer")).difference == ""
    document = stage.text(f"run/{agent.id}/ONE.md")
    assert document is not None
    assert note in document
    stage.files.files["/garden/.ideai/agents/reviewer.md"] = b"Read well."
    assert "Switched" not in (await inspect(stage, "Reviewer")).difference
    await stage.ended()


@on_a_loop
async def test_what_the_program_may_touch_and_what_it_left_is_told() -> None:
    stage = AgentStage()
    agent = await stage.create("Reviewer", role="Read.")
    run = f"/garden/.ideai/run/{agent.id}"
    stage.files.folders |= {run, f"{run}/.one"}
    stage.files.files[f"{run}/.one/state.json"] = b"{}"
    stage.files.files[f"{run}/ONE.md"] = b"ours"
    stage.files.folders |= {"/garden/.one.tags", "/garden/cache"}
    for name in (".one.tags/1.db", ".onerc", "cache/1.db", "cache/1.txt", "README.md"):
        stage.files.files[f"/garden/{name}"] = b""

    context = await inspect(stage, "Reviewer")

    assert context.granted == ("--add-dir", "/garden")
    assert context.left_by_program == (".one/state.json",)
    assert context.left_in_project == (".one.tags", ".onerc", "cache/1.db")
    await stage.ended()


@on_a_loop
async def test_an_older_conversation_can_be_gone_on_with() -> None:
    stage = AgentStage()
    await stage.create("Reviewer", role="Read.")
    first = await launch(stage, "Reviewer")
    await stop(stage, "Reviewer")
    second = await launch(stage, "Reviewer", resume=False)
    first_id, second_id = (
        stage.ptys.ptys[SessionId(one.id)].spec.command[-1] for one in (first, second)
    )
    stage.transcripts.texts[f"/home/me/.one/x/{first_id}.jsonl"] = (stage.clock.now(), "user")

    listed = await sessions_of(stage, "Reviewer")
    assert [(one.session, one.live, one.can_resume) for one in listed] == [
        (second.id, True, False),
        (first.id, False, True),
    ]
    assert listed[1].reason
    assert (listed[0].cell, listed[1].conversation) == ("A1", first_id)
    await stop(stage, "Reviewer")

    again = await launch(stage, "Reviewer", conversation_of=first.id)
    assert stage.ptys.ptys[SessionId(again.id)].spec.command[-2:] == ("--resume", first_id)
    await stop(stage, "Reviewer")
    with pytest.raises(ConflictError, match="is gone"):
        await launch(stage, "Reviewer", conversation_of=second.id)
    assert second_id != first_id
    with pytest.raises(NotFoundError, match="no session"):
        await launch(stage, "Reviewer", conversation_of="nothing")
    await stage.ended()
