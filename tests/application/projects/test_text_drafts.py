"""What is typed on the pages of the library, and outlives their window."""

import pytest

from idea.application.projects.text_drafts import (
    KeepTextDraft,
    KeepTextDraftRequest,
    ListTextDrafts,
    ListTextDraftsRequest,
    TextDraftView,
)
from idea.application.use_case import Person
from idea.domain.errors import NotFoundError
from support.agent_stage import AgentStage
from support.fake_sessions import A_PROJECT
from support.running import on_a_loop

GARDEN = A_PROJECT.name
SKILL, NEW = "skill:global:commit", "new skill:Prune --> the hedge"


class Typing:
    """A window in which texts are typed, and the next one."""

    def __init__(self) -> None:
        self.stage = AgentStage()

    async def type(self, of: str, text: str) -> None:
        request = KeepTextDraftRequest(project=GARDEN, of=of, text=text)
        await KeepTextDraft(self.stage.projects, self.stage.hosts).execute(request, Person())

    async def found(self) -> list[tuple[str, str]]:
        use_case = ListTextDrafts(self.stage.projects, self.stage.hosts)
        views = await use_case.execute(ListTextDraftsRequest(project=GARDEN), Person())
        assert all(isinstance(view, TextDraftView) for view in views)
        return [(view.of, view.text) for view in views]


@on_a_loop
async def test_the_last_text_of_each_page_is_kept_until_it_is_saved() -> None:
    typing = Typing()
    assert await typing.found() == []
    await typing.type(SKILL, "Small com")
    await typing.type(NEW, "In March.\n")
    await typing.type(SKILL, "\nSmall commits.\r\n")

    assert await typing.found() == [(NEW, "In March.\n"), (SKILL, "\nSmall commits.\r\n")]
    await typing.type(SKILL, "")
    await typing.type("never:there", "")
    assert await typing.found() == [(NEW, "In March.\n")]


@on_a_loop
async def test_what_somebody_else_put_there_is_passed_over() -> None:
    typing = Typing()
    await typing.type(SKILL, "Small commits.")
    folder = "/garden/.ideai/trash/typed"
    for name, content in (
        ("note.md", b"no head"), ("half.md", b"<!-- skill:x"), ("empty.md", b"<!-- skill:x -->\n")
    ):  # fmt: skip
        typing.stage.files.files[f"{folder}/{name}"] = content

    assert await typing.found() == [(SKILL, "Small commits.")]


@on_a_loop
async def test_a_project_that_is_not_known_keeps_nothing() -> None:
    stage = AgentStage()
    with pytest.raises(NotFoundError):
        await KeepTextDraft(stage.projects, stage.hosts).execute(
            KeepTextDraftRequest(project="nowhere", of=SKILL, text="x"), Person()
        )
