"""What is said of a program that does not get off the ground."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from idea.domain.agents.run import AgentRun
from idea.domain.agents.start import died_at_once, failed_start, last_words, waits_for_person
from idea.domain.ids import AgentId, ProfileId, ProjectId, SessionId
from idea.domain.profiles.profile import (
    AgentProfile,
    ConventionFile,
    StartupKind,
    StartupQuestion,
)
from idea.domain.session_record import EndReason, SessionRecord
from idea.domain.terminal import Exited, Lost, Running, Size, TerminalSession

STARTED = datetime(2026, 1, 1, tzinfo=UTC)
LOGIN = StartupQuestion(StartupKind.LOGIN, "(?i)please run /login")
PROFILE = AgentProfile(
    id=ProfileId("one"),
    name="Engine One",
    command="one",
    injection=ConventionFile("ONE.md"),
    startup=(LOGIN,),
)
RUN = AgentRun(agent=AgentId("a"), name="Reviewer", profile=ProfileId("one"), engine="Engine One")
LIVE = SessionRecord(
    session=TerminalSession(
        id=SessionId("s"),
        project=ProjectId("p"),
        command=("/usr/bin/one", "-x"),
        cwd="/",
        size=Size(80, 24),
        status=Running(1),
        started_at=STARTED,
        run=RUN,
    )
)


def ended(
    status: Exited | Lost, seconds: float, end: EndReason = EndReason.OWN_EXIT
) -> SessionRecord:
    session = LIVE.session.with_status(status)
    return SessionRecord(session=session, end=end, ended_at=STARTED + timedelta(seconds=seconds))


@pytest.mark.parametrize(
    ("record", "died"),
    [
        (ended(Exited(3), 0.1), True),
        (ended(Exited(0), 9.9), True),
        (ended(Exited(-11), 1, EndReason.CRASH), True),
        (ended(Exited(3), 10), False),
        (ended(Exited(-15), 1, EndReason.USER_STOP), False),
        (ended(Lost("Gone."), 1, EndReason.ENGINE_LOST), False),
        (LIVE, False),
    ],
)
def test_only_what_ends_by_itself_and_soon_died_at_once(record: SessionRecord, died: bool) -> None:
    assert died_at_once(record) is died
    assert not died_at_once(replace(record, session=replace(record.session, run=None)))


def test_the_last_words_are_short_and_say_something() -> None:
    assert last_words(["one", "two", "", "  three ", "────", "four"]) == "two / three / four"
    assert last_words(["x" * 1000]) == "…" + "x" * 300
    assert last_words(["", "──"]) == ""


def test_the_sentence_says_what_happened_and_the_next_step() -> None:
    record = ended(Exited(3), 0.1)
    how = "It ended with exit code 3 right after its start."

    assert failed_start(record, how, ["no such account"], PROFILE) == (
        "Engine One of Reviewer ended with exit code 3 right after its start. "
        'Its last words: "no such account". '
        "Run one in a shell to see more, or give Reviewer another engine."
    )
    assert ' words: "Gone." Run one' in failed_start(record, how, ["Gone."], PROFILE)
    assert failed_start(record, how, [], None).endswith(
        "It said nothing. Run /usr/bin/one in a shell to see more, or give Reviewer another engine."
    )
    assert failed_start(record, how, ["Invalid key. Please run /login"], PROFILE).endswith(
        "Log in first: run one in a shell; then launch Reviewer again."
    )
    plain = replace(record, session=replace(record.session, run=None))
    assert failed_start(plain, how, [], PROFILE).startswith(" of ")


def test_who_waits_says_for_what() -> None:
    assert waits_for_person("R", "One", StartupKind.TRUST) == (
        "One of R asks whether it may trust its folder; answer it in its cell."
    )
    assert waits_for_person("R", "One", StartupKind.LOGIN) == (
        "One of R asks you to log in; answer it in its cell."
    )
