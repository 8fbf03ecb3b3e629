from dataclasses import replace

import pytest

from idea.domain.agents.agent import Agent
from idea.domain.agents.manifest import Manifest
from idea.domain.errors import ConflictError, NotFoundError
from idea.domain.ids import AgentId, ProfileId
from idea.domain.skill import SkillRef


def agent(number: int, name: str) -> Agent:
    return Agent(
        id=AgentId(f"{number}abc-{number}"),
        name=name,
        role_path=f"agents/{number}.md",
        profile=ProfileId("one"),
    )


ONE, TWO = agent(1, "Reviewer"), agent(2, "Backend")
BOTH = Manifest((ONE, TWO))


@pytest.mark.parametrize(
    ("twin", "what"),
    [
        (replace(TWO, id=ONE.id), "the id 1abc-1"),
        (replace(TWO, role_path="agents/1.MD".lower()), "the role agents/1.md"),
        (replace(TWO, name="REVIEWER"), "There is an agent Reviewer already."),
    ],
)
def test_agents_share_neither_id_nor_role_nor_name(twin: Agent, what: str) -> None:
    with pytest.raises(ConflictError, match=what):
        Manifest((ONE, twin))
    with pytest.raises(ConflictError, match=what):
        Manifest((ONE,)).with_agent(twin)


@pytest.mark.parametrize("text", ["Reviewer", "reviewer", "1abc-1", "1abc"])
def test_an_agent_is_found_by_name_id_or_the_beginning_of_its_id(text: str) -> None:
    assert BOTH.find(text) == ONE == BOTH.get(ONE.id)


@pytest.mark.parametrize("text", ["", "1ab", "nobody", "xxxx"])
def test_who_is_not_there_is_not_found(text: str) -> None:
    with pytest.raises(NotFoundError):
        BOTH.find(text)


def test_a_beginning_that_fits_several_is_refused() -> None:
    other = replace(TWO, id=AgentId("1abc-2"))

    with pytest.raises(ConflictError, match="several"):
        Manifest((ONE, other)).find("1abc-")


def test_a_change_keeps_the_order() -> None:
    renamed = ONE.renamed("Critic")

    assert list(BOTH.changed(renamed)) == [renamed, TWO]
    assert BOTH.without(ONE.id) == Manifest((TWO,))
    with pytest.raises(NotFoundError):
        BOTH.changed(agent(3, "Nobody"))


def test_who_has_a_skill() -> None:
    skill = SkillRef.parse("commit")

    assert BOTH.changed(TWO.with_skill(skill)).using(skill) == (TWO.with_skill(skill),)
    assert BOTH.using(skill) == ()


def test_clones_are_numbered() -> None:
    two = BOTH.with_agent(agent(3, BOTH.free_name("Reviewer")))

    assert BOTH.free_name("Critic") == "Critic"
    assert BOTH.free_name("reviewer") == "reviewer 2"
    assert two.free_name("Reviewer") == two.free_name("Reviewer 2") == "Reviewer 3"


def test_a_new_role_takes_no_file_that_is_there() -> None:
    assert BOTH.free_role_path("Über Prüfer") == "agents/uber-prufer.md"
    assert BOTH.free_role_path("1") == "agents/1-2.md"
    assert BOTH.free_role_path("日本") == "agents/agent.md"
    assert BOTH.free_role_path("x", files={"x.md", "x-2.md"}) == "agents/x-3.md"
