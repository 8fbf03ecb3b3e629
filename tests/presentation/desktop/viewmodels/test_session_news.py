"""What programs tell beside their screens, and what the person answers."""

import pytest

from idea.application.views import (
    BellRung,
    CommandTold,
    NotificationTakenBack,
    NotificationTold,
    ProgressTold,
)
from idea.domain.attention import Alert, Urgency
from idea.domain.ports.terminal_effects import (
    Bell,
    ClipboardWritten,
    CommandEnded,
    DirectoryChanged,
    NotificationClosed,
    Notified,
    ProgressChanged,
)
from idea.domain.ports.terminal_link import LinkLost
from idea.domain.stream.client import GoLive, Mark
from idea.domain.stream.records import Gap
from idea.presentation.desktop.viewmodels.session_news import (
    NO_NEWS,
    Answer,
    News,
    Note,
    NoteKind,
    Progress,
    ProgressKind,
    SessionNews,
    Told,
    alert_of,
    folder_of,
    progress_of,
    told_by_engine,
)


class Paper:
    """News and how often they changed."""

    def __init__(self) -> None:
        self.changes = 0
        self.news = SessionNews(self._changed, "box")

    def _changed(self) -> None:
        self.changes += 1


def test_a_bell_nobody_saw_stays_until_the_person_looks() -> None:
    paper = Paper()

    paper.news.take("s1", Bell(), attended=True)
    assert (paper.news.of("s1"), paper.changes) == (NO_NEWS, 0)
    paper.news.take("s1", Bell())
    paper.news.take("s1", Bell())
    assert (paper.news.of("s1").rang, paper.changes) == (True, 1)
    paper.news.seen("s1")
    assert not paper.news.of("s1").rang


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (Notified("", "Build done"), "Build done"),
        (Notified("make", " done\n in 3 s\x1b "), "make: done in 3 s\\x1b"),
        (Notified("", ""), "It asks for attention."),
    ],
)
def test_a_notification_is_said_until_the_person_looks(told: Notified, said: str) -> None:
    paper = Paper()

    paper.news.take("s1", told, attended=True)
    assert paper.news.of("s1") == NO_NEWS
    paper.news.take("s1", told)
    assert paper.news.of("s1") == News(rang=True, said=said)
    paper.news.seen("s1")
    assert paper.news.of("s1") == NO_NEWS


def test_a_notification_that_is_taken_back_is_said_no_more() -> None:
    paper = Paper()
    paper.news.take("s1", Notified("a", "", id="1"))
    paper.news.take("s1", NotificationClosed("other"))
    paper.news.take("s1", NotificationClosed(""))
    assert paper.news.of("s1").said == "a"
    paper.news.take("s1", NotificationClosed("1"))
    assert paper.news.of("s1") == NO_NEWS


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (BellRung("s1"), Bell()),
        (
            NotificationTold(session="s1", title="t", body="b", urgency=2, id="x"),
            Notified("t", "b", Urgency.CRITICAL, "x"),
        ),
        (
            NotificationTold(session="s1", title="t", body="b", urgency=99, id=""),
            Notified("t", "b", Urgency.CRITICAL),
        ),
        (NotificationTakenBack("s1", "x"), NotificationClosed("x")),
        (ProgressTold("s1", 1, 40), ProgressChanged(1, 40)),
        (
            CommandTold(session="s1", line="make", exit=2, took_ms=9_000),
            CommandEnded("make", 2, 9_000),
        ),
    ],
)
def test_what_the_engine_heard_counts_as_what_a_view_heard(
    change: BellRung | NotificationTold | NotificationTakenBack | ProgressTold | CommandTold,
    told: Told,
) -> None:
    assert told_by_engine(change) == told


@pytest.mark.parametrize(
    ("told", "alert"),
    [
        (Bell(), Alert("It rang.", Urgency.LOW)),
        (
            Notified("make", "done\x1b", Urgency.CRITICAL),
            Alert("make: done\\x1b", Urgency.CRITICAL),
        ),
        (ProgressChanged(1, 40), None),
    ],
)
def test_what_the_desktop_should_say(told: Told, alert: Alert | None) -> None:
    assert alert_of(told) == alert


@pytest.mark.parametrize(
    ("state", "percent", "progress"),
    [
        (0, 50, None),
        (1, 42, Progress("42 %", 42)),
        (1, 400, Progress("100 %", 100)),
        (2, 0, Progress("failed at 0 %", 100, ProgressKind.FAILED)),
        (3, 0, Progress("busy", 100, ProgressKind.BUSY)),
        (4, 7, Progress("held at 7 %", 7, ProgressKind.HELD)),
        (9, 7, None),
    ],
)
def test_progress_is_told_in_words(state: int, percent: int, progress: Progress | None) -> None:
    paper = Paper()
    paper.news.take("s1", ProgressChanged(state, percent))

    assert progress == progress_of(state, percent) == paper.news.of("s1").progress


@pytest.mark.parametrize(
    ("uri", "folder"),
    [
        ("file:///srv/a%20b", "/srv/a b"),
        ("file://box/srv", "/srv"),
        ("file://BOX/srv", "/srv"),
        ("file://localhost/srv", "/srv"),
        ("file://other.net/srv", "other.net:/srv"),
        ("kitty-shell-cwd://box/srv", "/srv"),
        ("file:///a%1b[31m", "/a\\x1b[31m"),
        ("https://box/srv", ""),
        ("file://[oops/srv", ""),
        ("", ""),
    ],
)
def test_a_folder_is_named_with_its_machine_if_that_is_another(uri: str, folder: str) -> None:
    paper = Paper()
    paper.news.take("s1", DirectoryChanged(uri))

    assert folder == folder_of(uri, "box") == paper.news.of("s1").folder


def test_a_program_asks_once_before_it_may_write_to_the_clipboard() -> None:
    paper = Paper()

    assert paper.news.take("s1", ClipboardWritten("first")) == ""
    assert paper.news.take("s1", ClipboardWritten("second")) == ""
    note = paper.news.of("s1").note
    assert note == Note(
        NoteKind.CLIPBOARD, "This program wants to put text on the clipboard: “second”"
    )
    assert note.answers == (Answer.REFUSE, Answer.ALLOW)
    assert paper.news.answer("s1", NoteKind.CLIPBOARD, Answer.ALLOW) == "second"
    assert paper.news.of("s1").note is None
    assert paper.news.take("s1", ClipboardWritten("third")) == "third"
    assert paper.news.take("s2", ClipboardWritten("fourth")) == ""


def test_a_refused_program_is_refused_from_then_on_and_asks_no_more() -> None:
    paper = Paper()
    paper.news.take("s1", ClipboardWritten("x"))

    assert paper.news.answer("s1", NoteKind.CLIPBOARD, Answer.REFUSE) == ""
    assert paper.news.take("s1", ClipboardWritten("y")) == ""
    assert paper.news.of("s1").note is None


def test_what_a_program_wants_to_copy_is_shown_harmless_and_short() -> None:
    paper = Paper()
    paper.news.take("s1", ClipboardWritten("a\x1b[31m\n" + "b" * 10_000))
    note = paper.news.of("s1").note

    assert note is not None
    assert note.sentence.startswith(
        "This program wants to put text on the clipboard: “a\\x1b[31m b"
    )
    assert len(note.sentence) < 150
    assert note.sentence.endswith("…”")


def test_a_lost_link_comes_before_other_notes_and_goes_when_the_screen_is_live_again() -> None:
    paper = Paper()
    paper.news.take("s1", Mark(Gap(7, "The disk was full, so something is missing.", reset=False)))
    paper.news.take("s1", LinkLost("The engine went away."))

    def noted() -> NoteKind | None:
        note = paper.news.of("s1").note
        return None if note is None else note.kind

    assert noted() is NoteKind.CUT_OFF
    paper.news.take("s1", GoLive())
    assert noted() is NoteKind.GAP
    paper.news.answer("s1", NoteKind.GAP, Answer.GOOD)
    assert noted() is None


def test_what_ended_sessions_told_is_forgotten() -> None:
    paper = Paper()
    for session in ("s1", "s2"):
        paper.news.take(session, Bell())
        paper.news.take(session, ClipboardWritten("x"))
        paper.news.answer(session, NoteKind.CLIPBOARD, Answer.ALLOW)

    paper.news.keep_only(["s2"])

    assert set(paper.news.all) == {"s2"}
    assert paper.news.take("s2", ClipboardWritten("y")) == "y"
    assert paper.news.take("s1", ClipboardWritten("y")) == ""


def test_what_an_ended_session_wanted_to_copy_is_forgotten() -> None:
    paper = Paper()
    paper.news.take("s1", ClipboardWritten("a large text"))

    paper.news.keep_only([])

    assert paper.news.answer("s1", NoteKind.CLIPBOARD, Answer.ALLOW) == ""


def test_one_answer_is_enough_for_what_every_cell_says() -> None:
    paper = Paper()
    for session in ("s1", "s2"):
        paper.news.take(
            session, Mark(Gap(0, "Engine restarted; lines may be missing.", reset=False))
        )
    paper.news.take("s3", Mark(Gap(0, "Something else.", reset=False)))

    paper.news.answer("s1", NoteKind.GAP, Answer.GOOD)

    assert [paper.news.of(each).note is None for each in ("s1", "s2", "s3")] == [True, True, False]
