import pytest

from idea.domain.actions.catalogue import CATALOGUE
from idea.domain.errors import ConflictError, InvalidError, NotFoundError
from idea.presentation.desktop.viewmodels.action_registry import ActionRegistry


def nothing() -> None:
    """Do nothing."""


def test_an_action_runs_when_the_facts_allow_it() -> None:
    facts = {"layout.can_undo"}
    registry = ActionRegistry(lambda: facts)
    ran: list[str] = []
    registry.bind({"layout.undo": lambda: ran.append("undo"), "layout.redo": nothing})

    registry.invoke("layout.undo")
    with pytest.raises(ConflictError, match="cannot be used now: no change of the grid was taken"):
        registry.invoke("layout.redo")

    assert ran == ["undo"]
    assert registry.recent == ("layout.undo",)


def test_the_last_used_action_is_the_most_recent_one() -> None:
    registry = ActionRegistry(set)
    registry.bind(dict.fromkeys(("view.reset_text", "window.quit"), nothing))

    for action in ("view.reset_text", "window.quit", "view.reset_text"):
        registry.invoke(action)

    assert registry.recent == ("view.reset_text", "window.quit")


def test_unknown_and_doubled_actions_are_errors_at_start() -> None:
    registry = ActionRegistry(set)
    registry.bind({"window.quit": nothing})

    with pytest.raises(InvalidError, match="bound twice"):
        registry.bind({"window.quit": nothing})
    with pytest.raises(InvalidError, match="no action"):
        registry.bind({"window.fly": nothing})
    with pytest.raises(NotFoundError):
        registry.invoke("window.fly")


def test_an_action_that_is_told_something_asks_for_it_first() -> None:
    registry = ActionRegistry(lambda: {"cell.several"})
    told: list[str] = []
    asked: list[str] = []
    registry.bind_named({"cell.go_to": told.append})
    registry.ask = lambda spec: asked.append(spec.id)

    registry.invoke("cell.go_to")
    registry.invoke("cell.go_to", "B2")

    assert (asked, told) == (["cell.go_to"], ["B2"])
    with pytest.raises(InvalidError, match="without its argument"):
        registry.bind({"project.go_to": nothing})


def test_a_catalogue_with_an_unbound_action_does_not_start() -> None:
    registry = ActionRegistry(set)
    plain = {each.id: nothing for each in CATALOGUE if each.argument is None}
    del plain["window.quit"]
    registry.bind(plain)
    registry.bind_named({each.id: print for each in CATALOGUE if each.argument is not None})

    with pytest.raises(InvalidError, match=r"window\.quit"):
        registry.check()

    registry.bind({"window.quit": nothing})
    registry.check()
    assert "window.quit" in registry.enabled()
