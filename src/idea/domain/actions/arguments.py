"""What an action can be told besides its name: a cell, a number, a project, an agent."""

from dataclasses import dataclass
from enum import StrEnum


class ArgumentKind(StrEnum):
    """What is named; the value is its word in the docs."""

    CELL = "cell"
    """By its address."""
    COUNT = "number"
    PROJECT = "project"
    """By its name, or the start of it."""
    AGENT = "agent"
    """By its name, or the start of it."""
    SETTING = "setting"
    ACTION = "action"
    FILE = "file"
    """By its path in the project."""
    WINDOW = "window"
    """By its number, in the order they were made."""
    KEYS = "keys"
    """By the name of a preset."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """What one action is told."""

    kind: ArgumentKind
    question: str
    """What a person is asked where it is missing."""
    is_required: bool = True
    """Whether the action does nothing without it."""
