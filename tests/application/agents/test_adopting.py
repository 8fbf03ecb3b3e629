"""An AI program that was typed into a shell becomes an agent."""

from dataclasses import replace
from datetime import timedelta

import pytest

from idea.application.agents.adopt_session import AdoptSession, AdoptSessionRequest
from idea.application.agents.launch_agent import LaunchAgent, LaunchAgentRequest
from idea.application.agents.list_resumable import ListResumable, ListResumableRequest
from idea.application.agents.views import AgentView
from idea.application.terminals.open_terminal import OpenTerminal, OpenTerminalRequest
from idea.application.use_case import Person
from idea.application.views import SessionView
from idea.domain.errors import ConflictError, NotFoundError
from idea.domain.events import AgentsChanged, ProfilesChanged
from idea.domain.ids import NodeId, SessionId
from idea.domain.ports.session_folder import FrontProgram
from idea.domain.profiles.conversations import FoundByProcess
from idea.domain.terminal import Exited
from support.agent_stage import ONE, PLAIN, TWO, AgentStage
from support.fake_sessions import A_PROJECT
from support.running import on_a_loop

GARDEN = A_PROJECT.name


class ShellStage(AgentStage):
    """A shell into which programs are typed."""

    def __init__(self) -> None:
        super().__init__()
        talks = replace(
            ONE.conversations,
            any_folder=True,
            running=FoundByProcess(files="{home}/.one/run/{processId}.json", id='"id": "(\\w+)"'),
        )
        self.profile_store.built_in[ONE.id] = replace(ONE, conversations=talks)
        named = replace(TWO.conversations, any_folder=True)
        self.profile_store.built_in[TWO.id] = replace(TWO, conversations=named)
        self.opened = SessionId("none")

    async def open(self) -> SessionView:
        opening = OpenTerminal(self.sessions, self.launcher)
        view = await opening.execute(OpenTerminalRequest(project=GARDEN), Person())
        self.opened = SessionId(view.id)
        self.host.folders.known[self.opened] = "/garden/src"
        return view

    async def type(self, *command: str) -> SessionView:
        """Let a program be in front; without one, the shell itself."""
        folders = self.host.folders
        if command:
            folders.programs[self.opened] = command[0]
            folders.fronts[self.opened] = FrontProgram(
                command=command, pids=(70, 71), started_at=self.clock.now()
            )
        else:
            folders.programs.pop(self.opened)
            folders.fronts.pop(self.opened)
        await self.looks.at_once(self.opened)
        return self.sessions.view(self.opened)

    async def adopt(self, name: str = "") -> AgentView:
        use_case = AdoptSession(
            agents=self.agents,
            views=self.views,
            profiles=self.profiles,
            typed=self.typed,
            documents=self.documents,
            conversations=self.found,
            sessions=self.sessions,
            looks=self.looks,
            ids=self.ids,
            events=self.bus,
        )
        request = AdoptSessionRequest(session=self.opened.value, name=name)
        return await use_case.execute(request, Person())

    async def launch(self, agent: str, **more: object) -> SessionView:
        launching = LaunchAgent(self.agents, self.launches, self.sessions, self.cells)
        request = LaunchAgentRequest(project=GARDEN, agent=agent, **more)  # type: ignore[arg-type]
        return await launching.execute(request, Person())

    def command(self, session: SessionView) -> tuple[str, ...]:
        return self.ptys.ptys[SessionId(session.id)].spec.command


@on_a_loop
async def test_a_typed_program_is_noticed_and_becomes_an_agent() -> None:
    stage = ShellStage()
    await stage.open()
    assert (await stage.type("node", "/opt/bin/one")).adoptable == "Engine One"

    agent = await stage.adopt()

    assert (agent.name, agent.profile, agent.session) == ("Engine One", "one", stage.opened.value)
    shown = stage.sessions.view(stage.opened)
    assert (shown.name, shown.agent, shown.adoptable) == ("Engine One", agent.id, "")
    assert stage.text("agents/engine-one.md") == "# Engine One\n\nYou are Engine One.\n"
    with pytest.raises(ConflictError, match="is that of the agent Engine One"):
        await stage.adopt()
    again = await stage.launch("Engine One")
    assert again.id == stage.opened.value, "It runs already."
    await stage.ended()


@on_a_loop
async def test_when_the_program_ends_the_shell_is_a_shell_again_and_the_agent_rests() -> None:
    stage = ShellStage()
    await stage.open()
    await stage.type("one", "--session-id", "conversation")
    agent = await stage.adopt("Helper")
    stage.transcripts.texts["/home/me/.one/x/conversation.jsonl"] = (stage.clock.now(), "user")

    told = len(stage.bus.of(AgentsChanged))

    shown = await stage.type()

    assert (shown.agent, shown.engine, shown.status) == ("", "", "running")
    assert len(stage.bus.of(AgentsChanged)) == told + 1, "Who shows the agent looks anew."
    [rests] = await stage.views.all(A_PROJECT)
    assert rests.session == ""
    launched = await stage.launch("Helper")
    assert launched.id != stage.opened.value
    assert stage.command(launched)[-2:] == ("--resume", "conversation")
    assert stage.cells.shown[NodeId("cell-1")] == stage.opened, "The shell keeps its cell."
    assert launched.agent == agent.id
    await stage.ended()


@on_a_loop
async def test_an_end_that_nobody_saw_is_seen_by_the_launch() -> None:
    stage = ShellStage()
    await stage.open()
    await stage.type("one")
    await stage.adopt()
    stage.host.folders.programs.clear()
    stage.host.folders.fronts.clear()

    launched = await stage.launch("Engine One", background=True)

    assert launched.id != stage.opened.value
    await stage.ended()


@on_a_loop
async def test_a_program_that_is_typed_again_is_the_agent_it_was() -> None:
    stage = ShellStage()
    await stage.open()
    await stage.type("one")
    first = await stage.adopt()
    assert (await stage.type()).adoptable == ""
    assert (await stage.type("one")).adoptable == "Engine One"

    assert (await stage.adopt()).id == first.id
    await stage.type()
    await stage.type("two")
    other = await stage.adopt()
    assert (other.id != first.id, other.name) == (True, "Engine Two")
    await stage.ended()


@on_a_loop
async def test_the_file_of_its_process_names_the_conversation() -> None:
    stage = ShellStage()
    await stage.open()
    now = stage.clock.now()
    stage.transcripts.texts["/home/me/.one/run/71.json"] = (now, '{\n"id": "mine"}')
    stage.transcripts.texts["/home/me/.one/run/72.json"] = (now, '{"id": "theirs"}')
    await stage.type("one")

    await stage.adopt()

    run = stage.sessions.record(stage.opened).session.run
    assert run is not None
    assert (run.conversation, run.adopted_in) == ("mine", "/garden/src")
    await stage.ended()


@pytest.mark.parametrize(("ids", "found"), [(["a1"], "a1"), (["a1", "b2"], ""), ([], "")])
@on_a_loop
async def test_the_only_conversation_of_its_folder_since_is_its_own_and_of_two_none(
    ids: list[str], found: str
) -> None:
    stage = ShellStage()
    await stage.open()
    now = stage.clock.now()
    for one in ids:
        line = f'{{"id":"{one}","cwd":"/garden/src"}}'
        stage.transcripts.texts[f"/home/me/.two/{one}.jsonl"] = (now, line)
    old = (now - timedelta(hours=1), '{"id":"old","cwd":"/garden/src"}')
    stage.transcripts.texts["/home/me/.two/old.jsonl"] = old
    await stage.type("two")

    await stage.adopt()
    run = stage.sessions.record(stage.opened).session.run
    assert run is not None
    assert run.conversation == found
    await stage.type()
    launched = await stage.launch("Engine Two")

    assert stage.command(launched)[1:] == (("resume", found) if found else ())
    await stage.ended()


@on_a_loop
async def test_a_conversation_that_cannot_be_gone_on_with_elsewhere_stays() -> None:
    stage = ShellStage()
    stage.profile_store.built_in[ONE.id] = ONE
    await stage.open()
    await stage.type("one", "--session-id", "conversation")
    await stage.adopt()
    stage.transcripts.texts["/home/me/.one/x/conversation.jsonl"] = (stage.clock.now(), "user")
    await stage.type()

    assert stage.command(await stage.launch("Engine One"))[-2] == "--session-id"
    await stage.ended()


@on_a_loop
async def test_what_is_no_ai_program_or_has_ended_is_refused() -> None:
    stage = ShellStage()
    await stage.open()
    with pytest.raises(NotFoundError, match="No AI program"):
        await stage.adopt()
    assert (await stage.type("vim", "one.txt")).adoptable == ""
    with pytest.raises(NotFoundError, match="No AI program"):
        await stage.adopt()
    await stage.create("Taken")
    await stage.type("one")
    with pytest.raises(ConflictError, match="Taken"):
        await stage.adopt("Taken")
    assert stage.sessions.record(stage.opened).session.run is None
    await stage.sessions.stop(stage.opened)
    with pytest.raises(ConflictError, match="has ended"):
        await stage.adopt()
    await stage.ended()


@on_a_loop
async def test_profiles_are_read_anew_when_they_changed() -> None:
    stage = ShellStage()
    await stage.open()
    assert (await stage.type("one")).adoptable == "Engine One"

    stage.profile_store.built_in.pop(PLAIN.id)  # It is on the same program.
    stage.profile_store.built_in[ONE.id] = replace(ONE, command="uno")
    stage.bus.publish(ProfilesChanged())

    assert (await stage.type("one")).adoptable == ""
    assert (await stage.type("uno")).adoptable == "Engine One"
    await stage.ended()


@pytest.mark.parametrize(("leaves", "offered"), [(False, ["Engine One"]), (True, [])])
@on_a_loop
async def test_only_a_program_that_still_ran_is_offered_to_be_resumed(
    leaves: bool, offered: list[str]
) -> None:
    stage = ShellStage()
    await stage.open()
    await stage.type("one")
    await stage.adopt()
    if leaves:
        await stage.type()
    stage.ptys.end(stage.opened, Exited(-9))
    await stage.sessions._entry(stage.opened).gone.wait()
    listing = ListResumable(stage.agents, stage.launches, stage.views)

    found = await listing.execute(ListResumableRequest(project=GARDEN), Person())

    assert [one.agent.name for one in found] == offered
    await stage.ended()
