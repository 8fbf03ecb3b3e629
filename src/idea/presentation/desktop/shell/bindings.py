"""Gives every action of the catalogue its code."""

from collections.abc import Iterable, Mapping
from typing import Protocol

from idea.presentation.desktop.viewmodels.action_registry import ActionRegistry, NamedWork, Work


class Family(Protocol):
    """Commands that carry out actions."""

    def work(self) -> Mapping[str, Work]:
        """Return the code of every action here."""
        ...


class NamedFamily(Protocol):
    """Commands that carry out actions which are told what they are about."""

    def work(self) -> Mapping[str, NamedWork]:
        """Return the code of every action here."""
        ...


def bind_all(
    registry: ActionRegistry,
    families: Iterable[Family],
    named: Iterable[NamedFamily],
    own: Mapping[str, Work],
) -> None:
    """Bind the actions of all families and the window's own.

    Raises:
        InvalidError: An action has no code, or has it twice.
    """
    for family in families:
        registry.bind(family.work())
    for told in named:
        registry.bind_named(told.work())
    registry.bind(own)
    registry.check()
