"""Versions of programs: what `--version` prints, and which of two is newer."""

import functools
import re
from dataclasses import dataclass, field
from typing import Self

from idea.domain.errors import InvalidError

_NUMBERS = re.compile(r"\d+(?:\.\d+)+")


@functools.total_ordering
@dataclass(frozen=True, slots=True)
class Version:
    """Numbers separated by dots; what follows them makes no difference."""

    text: str = field(compare=False)
    numbers: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        if not _NUMBERS.fullmatch(self.text):
            raise InvalidError(f"{self.text!r} is not a version such as 1.20.3.")
        numbers = [int(one) for one in self.text.split(".")]
        while numbers[-1:] == [0]:
            del numbers[-1]  # 1.10 and 1.10.0 are one version.
        object.__setattr__(self, "numbers", tuple(numbers))

    @classmethod
    def said(cls, output: str) -> Self | None:
        """Return the first version in what a program printed; None when it names none."""
        found = _NUMBERS.search(output)
        return None if found is None else cls(found[0])

    def __lt__(self, other: "Version") -> bool:
        return self.numbers < other.numbers
