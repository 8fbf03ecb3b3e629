"""What a person typed into one terminal, as it can be typed into others as well."""

from dataclasses import dataclass

from idea.domain.ports.terminal_input import KeyPress


@dataclass(frozen=True, slots=True)
class Composed:
    """Text that an input method composed."""

    text: str


@dataclass(frozen=True, slots=True)
class Pasted:
    """Text that was pasted or dropped."""

    text: str


type Typed = KeyPress | Composed | Pasted
