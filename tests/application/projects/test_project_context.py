import pytest

from idea.application.projects.project_context import (
    ShowContext,
    ShowContextRequest,
    WriteContext,
    WriteContextRequest,
)
from idea.application.use_case import Person
from idea.domain.errors import NotFoundError
from idea.domain.events import AgentsChanged
from support.agent_stage import AgentStage
from support.fake_sessions import A_PROJECT
from support.running import on_a_loop

GARDEN = A_PROJECT.name


@on_a_loop
async def test_a_context_is_shown_written_announced_and_taken_away() -> None:
    stage = AgentStage()
    show = ShowContext(stage.projects, stage.hosts)
    write = WriteContext(stage.projects, stage.hosts, stage.bus)

    assert (await show.execute(ShowContextRequest(project=GARDEN), Person())).text == ""
    await write.execute(WriteContextRequest(project=GARDEN, text="A garden.\n"), Person())
    found = await show.execute(ShowContextRequest(project=GARDEN), Person())

    assert (found.path, found.text) == ("/garden/.ideai/CONTEXT.md", "A garden.\n")
    assert stage.bus.of(AgentsChanged) == [AgentsChanged(A_PROJECT.id)]
    await write.execute(WriteContextRequest(project=GARDEN, text=" "), Person())
    assert stage.text("CONTEXT.md") is None
    with pytest.raises(NotFoundError):
        await show.execute(ShowContextRequest(project="nowhere"), Person())
