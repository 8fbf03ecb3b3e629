"""Which agent a person means."""

import pytest

from idea.domain.errors import ConflictError, NotFoundError
from idea.presentation.desktop.viewmodels.action_arguments import agent_called, agent_choices
from support.team import BACKEND, BROKEN, REVIEWER

TEAM = (REVIEWER, BACKEND, BROKEN)


@pytest.mark.parametrize("name", ["a2", "backend", "Backend", "ba"])
def test_an_agent_is_called_by_its_id_its_name_or_the_start_of_that(name: str) -> None:
    assert agent_called(name, TEAM) is BACKEND


def test_who_is_not_meant_alone_is_not_found() -> None:
    with pytest.raises(ConflictError, match="'b' means several agents: Backend, Broken"):
        agent_called("b", TEAM)
    with pytest.raises(NotFoundError, match="There is no agent 'x' in this project"):
        agent_called("x", TEAM)


def test_every_agent_can_be_chosen() -> None:
    assert [(one.id, one.argument, one.title) for one in agent_choices("act", TEAM)] == [
        ("act", "a1", "Reviewer"),
        ("act", "a2", "Backend"),
        ("act", "a3", "Broken"),
    ]
