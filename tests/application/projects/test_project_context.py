import pytest

from idea.application.projects.project_context import (
    ShowContext,
    ShowContextRequest,
    WriteContext,
    WriteContextRequest,
)
from idea.application.use_case import Person
from idea.domain.errors import ConflictError, NotFoundError
from idea.domain.events import AgentsChanged
from support.agent_stage import AgentStage
from support.fake_sessions import A_PROJECT
from support.running import on_a_loop

GARDEN = A_PROJECT.name


@on_a_loop
async def test_a_context_is_shown_written_announced_and_taken_away() -> None:
    stage = AgentStage()
    show = ShowContext(stage.projects, stage.hosts)
    write = WriteContext(stage.projects, stage.hosts, stage.bus, stage.clock)

    assert (await show.execute(ShowContextRequest(project=GARDEN), Person())).text == ""
    await write.execute(WriteContextRequest(project=GARDEN, text="A garden.\n"), Person())
    found = await show.execute(ShowContextRequest(project=GARDEN), Person())

    assert (found.path, found.text) == ("/garden/.ideai/CONTEXT.md", "A garden.\n")
    assert stage.bus.of(AgentsChanged) == [AgentsChanged(A_PROJECT.id)]
    await write.execute(WriteContextRequest(project=GARDEN, text=" "), Person())
    assert stage.text("CONTEXT.md") is None
    with pytest.raises(NotFoundError):
        await show.execute(ShowContextRequest(project="nowhere"), Person())


@on_a_loop
async def test_a_context_that_was_changed_meanwhile_is_not_overwritten_unread() -> None:
    stage = AgentStage()
    write = WriteContext(stage.projects, stage.hosts, stage.bus, stage.clock)
    await write.execute(WriteContextRequest(project=GARDEN, text="Theirs.\n"), Person())

    with pytest.raises(ConflictError, match="changed elsewhere"):
        await write.execute(
            WriteContextRequest(project=GARDEN, text="Mine.\n", instead_of=""), Person()
        )
    assert stage.text("CONTEXT.md") == "Theirs.\n"
    await write.execute(
        WriteContextRequest(project=GARDEN, text="Mine.\n", instead_of="Theirs.\n"), Person()
    )

    assert stage.text("CONTEXT.md") == "Mine.\n"
    await write.execute(
        WriteContextRequest(project=GARDEN, text="Ours.\n", keep_replaced=True), Person()
    )
    assert stage.text("CONTEXT.md") == "Ours.\n"
    kept = [text for path, text in stage.files.files.items() if "/trash/" in path]
    assert kept == [b"Mine.\n"], "What it said before is in the trash."
