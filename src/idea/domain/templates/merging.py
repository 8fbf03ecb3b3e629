"""Three-way merge by lines: what one side changed is taken, what both changed is marked."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

_OURS = "<<<<<<< {ours}\n"
_THEIRS = "=======\n"
_END = ">>>>>>> {theirs}\n"


@dataclass(frozen=True, slots=True)
class Merge:
    """One text made of two that come from a third."""

    text: str
    conflicts: int
    """How many places both sides changed differently; they stand in the text between marks."""


def merge(
    base: str, ours: str, theirs: str, *, names: tuple[str, str] = ("here", "template")
) -> Merge:
    """Return what both sides made of `base`, by whole lines.

    `names` say in the marks of a conflict whose text is whose.
    """
    lines = tuple(_lines(text) for text in (base, ours, theirs))
    text: list[str] = []
    conflicts = 0
    for before, mine, other in _chunks(*lines):
        if mine in (before, other):
            text += other
        elif other == before:
            text += mine
        else:
            conflicts += 1
            text += [
                _OURS.format(ours=names[0]),
                *mine,
                _THEIRS,
                *other,
                _END.format(theirs=names[1]),
            ]
    return Merge("".join(text), conflicts)


def _lines(text: str) -> list[str]:
    """Return the lines, each with one line end."""
    return [f"{line}\n" for line in text.splitlines()]


def _chunks(
    base: Sequence[str], ours: Sequence[str], theirs: Sequence[str]
) -> Iterator[tuple[list[str], list[str], list[str]]]:
    """Yield what stands in the three texts between lines that all three have, and these lines."""
    mine, other = _partners(base, ours), _partners(base, theirs)
    at, at_mine, at_other = 0, 0, 0
    for line in range(len(base)):
        if line in mine and line in other:
            yield (
                list(base[at:line]),
                list(ours[at_mine : mine[line]]),
                list(theirs[at_other : other[line]]),
            )
            yield [base[line]], [base[line]], [base[line]]
            at, at_mine, at_other = line + 1, mine[line] + 1, other[line] + 1
    yield list(base[at:]), list(ours[at_mine:]), list(theirs[at_other:])


def _partners(base: Sequence[str], other: Sequence[str]) -> dict[int, int]:
    """Return which line of `other` each line of `base` became; changed lines are missing."""
    blocks = SequenceMatcher(None, base, other, autojunk=False).get_matching_blocks()
    return {block.a + offset: block.b + offset for block in blocks for offset in range(block.size)}
