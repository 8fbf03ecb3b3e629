from dataclasses import replace

import pytest

from idea.domain.agents.agent import Agent, FromTemplate, Scratch
from idea.domain.agents.run import AgentRun, ByAgent, ByPerson
from idea.domain.errors import ConflictError, InvalidError
from idea.domain.ids import AgentId, ProfileId, TemplateId
from idea.domain.skill import SkillRef

COMMIT, REVIEW = SkillRef.parse("commit"), SkillRef.parse("project:review")
REVIEWER = Agent(
    id=AgentId("1"), name="Reviewer", role_path="agents/reviewer.md", profile=ProfileId("one")
)


@pytest.mark.parametrize(
    "path",
    [
        "reviewer.md",
        "agents/../x.md/",
        "agents/a/b.md",
        "/agents/a.md",
        "agents/.md",
        "agents/a.txt",
    ],
)
def test_a_role_is_one_file_among_the_roles(path: str) -> None:
    with pytest.raises(InvalidError, match="must be a file"):
        replace(REVIEWER, role_path=path)


@pytest.mark.parametrize("name", ["", "  ", "a\nb", " a", "x" * 81, "a\x1b[31m"])
def test_a_name_is_one_printable_line(name: str) -> None:
    with pytest.raises(InvalidError):
        REVIEWER.renamed(name)


def test_only_who_came_from_a_template_follows_one() -> None:
    with pytest.raises(InvalidError, match="comes from no template"):
        replace(REVIEWER, synchronized=True)

    linked = REVIEWER.linked(TemplateId("reviewer"), 3, synchronized=True)

    assert linked.origin == FromTemplate(TemplateId("reviewer"), 3)
    assert linked.template == TemplateId("reviewer")
    assert linked.unlinked() == REVIEWER
    assert REVIEWER.template is None
    assert REVIEWER.origin == Scratch()


def test_versions_begin_at_one() -> None:
    with pytest.raises(InvalidError):
        FromTemplate(TemplateId("reviewer"), 0)


def test_skills_have_an_order_and_stand_once() -> None:
    both = REVIEWER.with_skill(COMMIT).with_skill(REVIEW, at=0)

    assert both.skills == (REVIEW, COMMIT)
    assert both.without_skill(REVIEW).skills == (COMMIT,)
    with pytest.raises(ConflictError, match="already"):
        both.with_skill(COMMIT)
    with pytest.raises(InvalidError, match="twice"):
        replace(REVIEWER, skills=(COMMIT, COMMIT))


def test_another_engine_changes_nothing_else() -> None:
    assert REVIEWER.on(ProfileId("two")) == replace(REVIEWER, profile=ProfileId("two"))


def test_a_run_learns_its_conversation_later() -> None:
    run = AgentRun(
        agent=REVIEWER.id, name="Reviewer", profile=REVIEWER.profile, engine="Engine One"
    )

    assert run.requested_by == ByPerson()
    assert run.with_conversation("abc") == replace(run, conversation="abc")
    assert run.renamed("Critic") == replace(run, name="Critic")
    assert run.as_dismissed().dismissed
    assert replace(run, requested_by=ByAgent(AgentId("2"))).requested_by != ByPerson()
    for bad in ("a\nb", "a\0b"):
        with pytest.raises(InvalidError):
            run.with_conversation(bad)
