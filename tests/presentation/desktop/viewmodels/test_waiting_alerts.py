"""When the desktop is told, and what: bursts are one, and nobody can make it say too much."""

import pytest

from idea.domain.attention import Alert, Urgency
from idea.domain.ports.desktop_notifier import DesktopNotification
from idea.presentation.desktop.viewmodels.waiting_alerts import (
    AGAIN_AFTER_S,
    GATHER_S,
    SAME_SESSION_TIMES,
    WaitingAlerts,
)


class Play:
    """Alerts under a clock that the test moves."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.alerts = WaitingAlerts(lambda: self.now)

    def tell(self) -> DesktopNotification | None:
        return self.alerts.tell(str.upper)

    def run(self, seconds: float) -> list[DesktopNotification]:
        """Return what the desktop is told within a time."""
        end, told = self.now + seconds, []
        while (due := self.alerts.due_in()) is not None and self.now + max(due, 0) <= end + 1e-6:
            self.now += max(due, 0)
            notification = self.tell()
            assert notification is not None
            told.append(notification)
        self.now = end
        return told


def test_a_burst_is_one_notification_of_the_newest_sentences() -> None:
    play = Play()
    assert (play.alerts.due_in(), play.tell()) == (None, None)

    play.alerts.add("a", Alert("first"))
    play.alerts.add("b", Alert("other"))
    play.now += GATHER_S / 2
    play.alerts.add("a", Alert("second"))

    assert play.alerts.due_in() == pytest.approx(GATHER_S / 2)
    assert play.run(60) == [
        DesktopNotification("2 sessions ask for you", "A: second\nB: other", Urgency.NORMAL)
    ]


def test_one_session_is_called_by_its_name() -> None:
    play = Play()
    play.alerts.add("a", Alert("Tests passed", Urgency.LOW))
    assert play.run(1) == [DesktopNotification("A", "Tests passed", Urgency.LOW)]


def test_the_most_urgent_come_first_and_many_are_counted() -> None:
    play = Play()
    for name in "abcdef":
        play.alerts.add(
            name, Alert(f"{name} says", Urgency.CRITICAL if name == "d" else Urgency.LOW)
        )

    assert play.alerts.sessions == ("d", "a", "b", "c", "e", "f")
    assert play.run(1) == [
        DesktopNotification(
            "6 sessions ask for you",
            "D: d says\nA: a says\nB: b says\nC: c says\nand 2 more",
            Urgency.CRITICAL,
        )
    ]


def test_a_session_that_shouts_is_told_seldom_and_its_last_sentence_at_last() -> None:
    play = Play()
    told = []
    for number in range(600):
        play.alerts.add("a", Alert(str(number)))
        told += play.run(0.1)
    assert 2 <= len(told) <= 60 / (AGAIN_AFTER_S * SAME_SESSION_TIMES) + 1
    told = play.run(AGAIN_AFTER_S * SAME_SESSION_TIMES)
    assert [each.text for each in told] == ["599"]
    assert play.run(600) == []


def test_many_sessions_together_are_told_seldom() -> None:
    play = Play()
    told = []
    for number in range(600):
        play.alerts.add(f"s{number}", Alert("x"))
        told += play.run(0.1)
    assert 2 <= len(told) <= 60 / AGAIN_AFTER_S + 1


def test_the_person_chooses_how_often_the_desktop_is_told() -> None:
    play = Play()
    play.alerts = WaitingAlerts(lambda: play.now, lambda: 60)
    told = []
    for number in range(600):
        play.alerts.add(f"s{number}", Alert("x"))
        told += play.run(1)
    assert len(told) == 10


def test_what_the_person_saw_is_told_no_more() -> None:
    play = Play()
    play.alerts.add("a", Alert("x"))
    assert not play.alerts.drop("a")
    assert play.run(60) == []

    play.alerts.add("b", Alert("y"))
    assert len(play.run(60)) == 1
    assert play.alerts.drop("b")
    assert not play.alerts.drop("b")
    assert play.tell() is None


def test_sessions_that_are_gone_are_forgotten() -> None:
    play = Play()
    play.alerts.add("a", Alert("x"))
    play.alerts.add("b", Alert("y"))
    play.alerts.keep_only(["b", "c"])
    assert play.run(60) == [DesktopNotification("B", "y")]
