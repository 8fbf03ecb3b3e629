"""Notifications in parts and the status of programs, the same for both cores."""

import base64
import os
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

from idea.domain.attention import Urgency
from idea.domain.ports.terminal_core import Screen
from idea.domain.ports.terminal_effects import (
    Effect,
    NotificationClosed,
    Notified,
    Reply,
    StatusTold,
)
from idea.domain.program_status import AT_PROMPT, RESET, StatusNews
from idea.domain.terminal import Size
from idea.infrastructure.screen.ghostty.factory import GhosttyScreenFactory
from idea.infrastructure.screen.outside_text import MOST_NOTIFICATIONS
from idea.infrastructure.screen.pyte_core.factory import PyteScreenFactory

ST = b"\x1b\\"


@pytest.fixture(params=[GhosttyScreenFactory, PyteScreenFactory], ids=["ghostty", "pyte"])
def screen(request: pytest.FixtureRequest) -> Iterator[Screen]:
    """Return a live screen of each core."""
    made: Screen = request.param().create(Size(80, 24), 100)
    made.mute(muted=False)
    yield made
    made.close()


def coded(text: str) -> bytes:
    return base64.b64encode(text.encode())


def told(screen: Screen, *commands: bytes) -> list[Effect]:
    return list(chain.from_iterable(screen.feed(b"\x1b]" + each + ST) for each in commands))


@pytest.mark.parametrize(
    ("commands", "effects"),
    [
        ([b"99;;Hello"], [Notified("Hello", "")]),
        ([b"99;i=1:d=0;Title", b"99;i=1:p=body;Body"], [Notified("Title", "Body", id="1")]),
        (
            [b"99;i=1:d=0:p=body;one ", b"99;i=2;other", b"99;i=1:p=body;two"],
            [Notified("other", "", id="2"), Notified("", "one two", id="1")],
        ),
        (
            [b"99;i=x:e=1:d=0;" + coded("größer"), b"99;i=x:p=body:e=1;" + coded("a\x1b[31m\nb")],
            [Notified("größer", "a[31m b", id="x")],
        ),
        ([b"99;e=1;SGk"], [Notified("Hi", "")]),
        ([b"99;e=1;%%%"], []),
        ([b"99;u=2:o=always;Now"], [Notified("Now", "", Urgency.CRITICAL)]),
        ([b"99;u=0;Later"], [Notified("Later", "", Urgency.LOW)]),
        ([b"99;u=9;Later"], [Notified("Later", "")]),
        ([b"99;i=a b/c;x"], [Notified("x", "", id="abc")]),
        ([b"99;i=1:d=0;half", b"99;i=1:p=close;", b"99;i=1;new"],
         [NotificationClosed("1"), Notified("new", "", id="1")]),
        ([b"99;i=1:d=0;half", b"99;i=1:p=icon;AAAA"], [Notified("half", "", id="1")]),
        ([b"99;p=icon;AAAA", b"99;p=alive;", b"99;p=buttons;x", b"99", b"99;"], []),
        ([b"99;i=1:d=0;never finished"], []),
        ([b"7501;state=idle:app=x"], [StatusTold((StatusNews("idle", app="x"),))]),
        ([b"7501;state=dancing", b"7501;", b"7501"], []),
        ([b"133;A"], [StatusTold((StatusNews(AT_PROMPT),))]),
        ([b"133;B", b"133;C", b"133;D;0"], []),
    ],
)  # fmt: skip
def test_what_programs_tell(screen: Screen, commands: list[bytes], effects: list[Effect]) -> None:
    assert told(screen, *commands) == effects


def test_queries_are_answered_in_their_order(screen: Screen) -> None:
    [reply] = screen.feed(b"\x1b[5n\x1b]7501;?\x07\x1b]99;i=me:p=?;\x1b\\\x1b[c")
    assert reply == Reply(
        b"\x1b[0n\x1b]7501;?\x1b\\"
        b"\x1b]99;i=me:p=?;a=focus:o=unfocused:p=title,body,close,?:u=0,1,2\x1b\\"
        b"\x1b[?62;22c"
    )


def test_of_an_id_only_harmless_characters_come_back(screen: Screen) -> None:
    [reply] = screen.feed(b"\x1b]99;i=a;ls\x07\x1b]99;i=$(rm)\n%" + b"x" * 99 + b":p=?;\x07")[:1]
    assert isinstance(reply, Reply)
    assert reply.data.startswith(b"\x1b]99;i=rm" + b"x" * 62 + b":p=?;a=")


def test_a_reset_takes_every_status_back(screen: Screen) -> None:
    effects = screen.feed(b"\x1b]7501;state=working\x07\x1b]99;i=1:d=0;half\x07\x1bc")
    assert StatusTold((StatusNews(RESET),)) in effects
    assert told(screen, b"99;i=1;new") == [Notified("new", "", id="1")]


def test_floods_are_bounded(screen: Screen) -> None:
    flood = b"".join(
        b"\x1b]99;i=%d:d=0;x\x07\x1b]99;;n%d\x07\x1b]7501;state=idle:id=t%d\x07" % (n, n, n)
        for n in range(500)
    )
    effects = screen.feed(flood)
    assert [each for each in effects if isinstance(each, Notified)] == [
        Notified(f"n{n}", "") for n in range(MOST_NOTIFICATIONS)
    ]
    [status] = [each for each in effects if isinstance(each, StatusTold)]
    assert len(status.news) == 66
    [whole] = told(screen, b"99;i=499:p=body;" + b"y" * 8000)
    assert isinstance(whole, Notified)
    assert len(whole.body) == 4096


def test_muted_nothing_is_told(screen: Screen) -> None:
    screen.mute(muted=True)
    assert (
        screen.feed(b"\x1b]99;;x\x07\x1b]99;p=?;\x07\x1b]7501;?\x07\x1b]7501;state=idle\x07") == ()
    )
    screen.mute(muted=False)
    assert screen.feed(b"x") == ()


def test_a_restored_screen_goes_on_in_the_middle_of_a_command() -> None:
    factory = GhosttyScreenFactory()
    first = factory.create(Size(80, 24), 100)
    first.feed(b"\x1b]7501;state=wor")
    second = factory.restore(first.native_snapshot(), 100)
    second.mute(muted=False)
    assert second.feed(b"king\x07") == (StatusTold((StatusNews("working"),)),)
    for each in (first, second):
        each.close()


@pytest.mark.skipif("IDEA_TEST_DATA" not in os.environ, reason="IDEA_TEST_DATA names no folder")
@pytest.mark.parametrize(
    ("recording", "app", "states"),
    [
        (
            "claude-session",
            "claude-code",
            "idle working done working done working blocked working done working clear",
        ),
        (
            "codex-session",
            "codex",
            "idle working done idle working done idle working blocked working done idle clear",
        ),
    ],
)
def test_what_programs_of_today_say_is_heard(
    screen: Screen, recording: str, app: str, states: str
) -> None:
    path = Path(os.environ["IDEA_TEST_DATA"]) / "captures" / f"{recording}.raw"
    news = [
        each
        for data in pieces(path.read_bytes(), 16)
        for effect in screen.feed(data)
        if isinstance(effect, StatusTold)
        for each in effect.news
    ]
    assert " ".join(each.what for each in news) == states
    assert {each.app for each in news if each.what != "clear"} == {app}
    assert all(each.kind == "permission" for each in news if each.what == "blocked")


def pieces(data: bytes, length: int) -> list[bytes]:
    return [data[start : start + length] for start in range(0, len(data), length)]
