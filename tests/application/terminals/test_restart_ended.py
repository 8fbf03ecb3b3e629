"""Starting everything again that ended."""

from dataclasses import replace

from idea.application.agents.launch_agent import LaunchAgent, LaunchAgentRequest
from idea.application.terminals.open_terminal import OpenTerminal, OpenTerminalRequest
from idea.application.terminals.restart_ended import (
    RestartedView,
    RestartEnded,
    RestartEndedRequest,
)
from idea.application.terminals.session_launcher import SessionOrder
from idea.application.use_case import Person
from idea.application.views import SessionView
from idea.domain.agents.run import AgentRun
from idea.domain.errors import ProcessError
from idea.domain.ids import AgentId, NodeId, SessionId
from idea.domain.terminal import Exited
from support.agent_stage import ONE, AgentStage
from support.fake_sessions import A_PROJECT
from support.running import on_a_loop

GARDEN = A_PROJECT.name


async def open_shell(stage: AgentStage, cell: str = "", **more: object) -> SessionView:
    opening = OpenTerminal(stage.sessions, stage.launcher)
    request = OpenTerminalRequest(project=GARDEN, cell=cell, **more)  # type: ignore[arg-type]
    return await opening.execute(request, Person())


async def restart(stage: AgentStage) -> RestartedView:
    use_case = RestartEnded(
        sessions=stage.sessions,
        launcher=stage.launcher,
        projects=stage.projects,
        cells=stage.cells,
        relaunch=stage.launches.relaunch,
    )
    return await use_case.execute(RestartEndedRequest(project=GARDEN), Person())


@on_a_loop
async def test_every_cell_that_shows_an_ended_program_runs_it_again() -> None:
    stage = AgentStage()
    await stage.create("Reviewer")
    launching = LaunchAgent(stage.agents, stage.launches, stage.sessions, stage.cells)
    request = LaunchAgentRequest(project=GARDEN, agent="Reviewer", cell="cell-2")
    agent = await launching.execute(request, Person())
    plain = await open_shell(stage, "cell-1", command=("make",), cwd="/src", columns=90, rows=9)
    lives = await open_shell(stage, "cell-3")
    hidden = await open_shell(stage, background=True)
    for one in (agent, plain, hidden):
        await stage.sessions.stop(SessionId(one.id))

    restarted = await restart(stage)

    reviewer, again = restarted.sessions
    assert (again.command, again.cwd, again.columns) == (("make",), "/src", 90)
    assert reviewer.agent == agent.agent
    shown = [stage.cells.shown[NodeId(f"cell-{number}")] for number in (1, 2, 3)]
    assert shown == [SessionId(one.id) for one in (again, reviewer, lives)]
    assert stage.sessions.record(SessionId(again.id)).session.previous == SessionId(plain.id)
    assert (await restart(stage)).sessions == ()
    await stage.ended()


@on_a_loop
async def test_what_cannot_be_started_stays_as_it_was_and_says_why() -> None:
    stage = AgentStage()
    await stage.create("Reviewer")
    launching = LaunchAgent(stage.agents, stage.launches, stage.sessions, stage.cells)
    request = LaunchAgentRequest(project=GARDEN, agent="Reviewer", cell="cell-2")
    agent = await launching.execute(request, Person())
    plain = await open_shell(stage, "cell-1")
    for one in (agent, plain):
        stage.ptys.end(SessionId(one.id), Exited(1))
        await stage.sessions.stop(SessionId(one.id))
        await stage.sessions._entry(SessionId(one.id)).gone.wait()
    stage.ptys.fails_with = ProcessError("There is no room.")

    restarted = await restart(stage)

    assert (restarted.sessions, restarted.failed) == ((), ("There is no room.",))
    shown = [stage.cells.shown[NodeId(f"cell-{number}")] for number in (1, 2)]
    assert shown == [SessionId(plain.id), SessionId(agent.id)]
    await stage.ended()


@on_a_loop
async def test_a_shell_beside_an_agent_starts_in_the_project_and_not_in_the_agents_own_folder() -> (
    None
):
    stage = AgentStage()
    agent = await stage.create("Reviewer")
    launching = LaunchAgent(stage.agents, stage.launches, stage.sessions, stage.cells)
    started = await launching.execute(LaunchAgentRequest(project=GARDEN, agent=agent.id), Person())
    own = SessionId(started.id)
    folder = stage.sessions.view(own).cwd
    stage.files.folders |= {"/garden", "/garden/shed", folder}
    order = SessionOrder(project=GARDEN, cell=None, command=("sh",), beside=own)

    starts: list[str] = []
    for works_in in (folder, "/garden/shed"):
        stage.host.folders.known[own] = works_in
        starts.append((await stage.launcher.launch(order)).session.cwd)

    assert folder.endswith(f"/.ideai/run/{agent.id}")
    assert starts == ["/garden", "/garden/shed"]
    await stage.ended()


@on_a_loop
async def test_a_shell_whose_agent_lives_elsewhere_by_now_is_a_shell_again() -> None:
    stage = AgentStage()
    view = await stage.create("Reviewer")
    shell = await open_shell(stage, "cell-1", command=("bash",))
    run = AgentRun(agent=AgentId(view.id), name="Reviewer", profile=ONE.id, engine="Engine One")
    stage.sessions.set_run(SessionId(shell.id), replace(run, adopted_in="/src").as_left())
    launching = LaunchAgent(stage.agents, stage.launches, stage.sessions, stage.cells)
    await launching.execute(LaunchAgentRequest(project=GARDEN, agent="Reviewer"), Person())
    await stage.sessions.stop(SessionId(shell.id))

    restarted = await restart(stage)

    [again] = restarted.sessions
    assert (again.command, again.agent, restarted.failed) == (("bash",), "", ())
    assert stage.cells.shown[NodeId("cell-1")] == SessionId(again.id)
    await stage.ended()
