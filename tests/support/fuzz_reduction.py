"""Makes a fuzz case small that still fails: fewer steps, then fewer bytes, then smaller numbers."""

import re
from collections.abc import Callable, Sequence

from idea.domain.terminal import Size
from support.fuzz_cases import Case, Step

_DIGITS = re.compile(rb"[0-9]+")


def reduced(case: Case, fails: Callable[[Case], bool], tries: int = 4_000) -> Case:
    """Return a smaller case that `fails` as well; `tries` bounds how often that is asked."""
    left = tries

    def still(other: Case) -> bool:
        nonlocal left
        left -= 1
        return left > 0 and fails(other)

    before = None
    while before != case and left > 0:
        before = case
        case = _fewer_steps(case, still)
        case = _one_feed(case, still)
        for at in reversed(range(len(case.steps))):
            case = _fewer_bytes(case, at, still)
        case = _smaller_numbers(case, still)
        case = _smaller_core(case, still)
    return case


def shortest[Part](
    parts: Sequence[Part], fails: Callable[[Sequence[Part]], bool]
) -> Sequence[Part]:
    """Return a part of a sequence that fails, of which no piece can be left out (ddmin)."""
    pieces = 2
    while len(parts) > 1:
        length = max(len(parts) // pieces, 1)
        for start in range(0, len(parts), length):
            # Later things depend on earlier ones, so the end is tried first.
            end = len(parts) - start
            rest = [*parts[: max(end - length, 0)], *parts[end:]]
            if fails(rest):
                parts, pieces = rest, max(pieces - 1, 2)
                break
        else:
            if length == 1:
                break
            pieces = min(pieces * 2, len(parts))
    return [] if len(parts) == 1 and fails([]) else parts


def _fewer_steps(case: Case, fails: Callable[[Case], bool]) -> Case:
    steps = shortest(case.steps, lambda some: fails(case._replace(steps=tuple(some))))
    return case._replace(steps=tuple(steps))


def _one_feed(case: Case, fails: Callable[[Case], bool]) -> Case:
    joined: list[Step] = []
    for step in case.steps:
        if step.name == "feed" and joined and joined[-1].name == "feed":
            joined[-1] = Step("feed", joined[-1].data + step.data)
        else:
            joined.append(step)
    other = case._replace(steps=tuple(joined))
    return other if other != case and fails(other) else case


def _fewer_bytes(case: Case, at: int, fails: Callable[[Case], bool]) -> Case:
    def with_data(data: Sequence[int]) -> Case:
        return _with(case, at, case.steps[at]._replace(data=bytes(data)))

    return with_data(shortest(case.steps[at].data, lambda data: fails(with_data(data))))


def _smaller_numbers(case: Case, fails: Callable[[Case], bool]) -> Case:
    for at, step in enumerate(case.steps):
        for found in reversed(list(_DIGITS.finditer(step.data))):
            for smaller in (b"1", b"9", b"99"):
                data = step.data[: found.start()] + smaller + step.data[found.end() :]
                if len(data) <= len(step.data) and data < step.data:
                    other = _with(case, at, step._replace(data=data))
                    if fails(other):
                        case, step = other, other.steps[at]  # noqa: PLW2901
                        break
    return case


def _smaller_core(case: Case, fails: Callable[[Case], bool]) -> Case:
    for size in ((10, 3), (20, 5), (80, 24)):
        other = case._replace(size=Size(columns=size[0], rows=size[1]))
        if size[0] * size[1] < case.size.columns * case.size.rows and fails(other):
            case = other
            break
    for changed in (case._replace(scrollback=0), case._replace(cuts=0), case._replace(cuts=2)):
        other = case._replace(scrollback=changed.scrollback, cuts=changed.cuts)
        if other != case and other.cuts != case.cuts + 2 and fails(other):
            return other
    return case


def _with(case: Case, at: int, step: Step) -> Case:
    return case._replace(steps=(*case.steps[:at], step, *case.steps[at + 1 :]))
