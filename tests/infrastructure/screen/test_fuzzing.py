"""The fuzz run finds what kills a core, makes it small, and finds nothing in its first cases."""

import os

import pytest

from idea.domain.errors import IdeaError
from idea.domain.terminal import Size
from support import fuzz_hunt, fuzz_twins
from support.fuzz_cases import Case, Step, case_number, case_of
from support.fuzz_hunt import judged
from support.fuzz_reduction import reduced

CASES = 12
SEED = 1

pytestmark = [pytest.mark.slow, pytest.mark.posix]


@pytest.fixture(autouse=True, scope="module")
def _cores() -> None:
    try:
        fuzz_twins.load()
    except IdeaError as error:
        pytest.skip(error.sentence)


@pytest.mark.parametrize("number", range(CASES))
def test_cores_fed_in_pieces_and_restored_agree_with_one_fed_whole(number: int) -> None:
    """Without recordings, so that the cases are the same everywhere."""
    assert judged(case_number(SEED, number, ())) is None


def test_a_case_is_the_same_once_it_was_saved() -> None:
    case = case_number(SEED, 3, (b"recorded",))
    assert case_of(case.as_json()) == case


def test_what_kills_a_core_is_caught_and_made_small(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(case: Case) -> None:
        if b"BAD" in b"".join(step.data for step in case.steps):
            os.abort()

    monkeypatch.setattr(fuzz_hunt, "run", run)
    steps = (Step("feed", b"good"), Step("look"), Step("feed", b"x" * 90 + b"BAD" + b"y" * 9))
    case = Case("ghostty", Size(columns=99, rows=50), 100, 7, steps)
    failure = judged(case)
    assert failure is not None
    assert failure.kind.startswith("SIGABRT")
    small = reduced(case, lambda other: judged(other) is not None)
    assert small.steps == (Step("feed", b"BAD"),)
    assert judged(small._replace(steps=())) is None


def test_what_our_own_code_raises_is_told_by_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(case: Case) -> None:
        raise ZeroDivisionError(case.core)

    monkeypatch.setattr(fuzz_hunt, "run", run)
    failure = judged(Case("ghostty", Size(columns=9, rows=5), 0, 0, ()))
    assert failure is not None
    assert failure.kind == "ZeroDivisionError in test_fuzzing.py:run"
