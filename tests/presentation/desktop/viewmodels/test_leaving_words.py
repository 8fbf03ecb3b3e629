from idea.presentation.desktop.viewmodels.desk_state import DeskState
from idea.presentation.desktop.viewmodels.leaving_words import closed_words, running_words
from support.desktop import a_project, a_session

LEDGER, API = a_project("p1"), a_project("p2", name="api")


def a_desk(*sessions: object) -> DeskState:
    return DeskState(
        projects=(LEDGER, API),
        sessions={each.id: each for each in sessions},  # type: ignore[attr-defined]
    )


def test_what_runs_is_named_by_project_and_the_rest_is_counted() -> None:
    shells = [a_session(f"s{number}", name=f"job {number}") for number in range(6)]
    ended = a_session("e", status="exited", code=0)
    state = a_desk(*shells, a_session("x", project="p2", name="make watch"), ended)

    assert running_words(state) == (
        "ledger: job 0, job 1, job 2, job 3 and 2 more. api: make watch."
    )
    assert running_words(a_desk(ended)) == ""


def test_a_closed_window_says_what_goes_on() -> None:
    state = a_desk(a_session("s1"), a_session("s2", project="p3"))
    assert closed_words(state, (LEDGER, API)) == (
        "The window with ledger, api is closed; 1 session goes on."
    )
    assert closed_words(state, (API,)) == "The window with api is closed; nothing ran in it."
