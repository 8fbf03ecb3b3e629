"""What a crash report says in a sentence, and which one the person hears of."""

from datetime import UTC, datetime

import pytest

from idea.domain.crash_report import CrashReport, newest_untold


def a_report(name: str, process: str = "window", *, is_fatal: bool = True) -> CrashReport:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    return CrashReport(name=name, process=process, at=at, is_fatal=is_fatal)


@pytest.mark.parametrize(
    ("report", "title", "sentence"),
    [
        (a_report("1"), "window crashed", "The window crashed and was started again"),
        (a_report("1", "engine"), "engine crashed", "The engine crashed and was started again"),
        (a_report("1", "worker"), "screen worker crashed", "The screen worker crashed and"),
        (a_report("1", "other"), "other crashed", "Something in IdeA failed"),
        (
            a_report("1", "worker", is_fatal=False),
            "mistake in the screen worker",
            "Something in IdeA failed",
        ),
    ],
)
def test_a_report_is_named_in_words(report: CrashReport, title: str, sentence: str) -> None:
    assert report.title == title
    assert report.sentence.startswith(sentence)


def test_the_newest_crash_is_told_before_mistakes() -> None:
    mistake, crash = a_report("3", is_fatal=False), a_report("2")
    known = (mistake, crash, a_report("1", "engine"))
    assert newest_untold(known, "") is crash
    assert newest_untold(known, "2") is mistake
    assert newest_untold(known, "3") is None
    assert newest_untold((), "") is None
