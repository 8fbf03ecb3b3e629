"""What sessions tell that nobody shows, and how a flood of that is told."""

import asyncio

import pytest

from fakes.screen_worker import FakeScreenWorker
from idea.application.terminals import unseen_news
from idea.application.terminals.background_screens import BackgroundScreens
from idea.application.terminals.tell_look import TellLook, TellLookRequest
from idea.application.terminals.unseen_news import UnseenNews
from idea.application.use_case import Person
from idea.domain.errors import InvalidError
from idea.domain.ids import SessionId
from idea.domain.ports.terminal_effects import (
    NotificationClosed,
    Notified,
    ProgressChanged,
    StatusTold,
)
from idea.domain.program_status import StatusNews
from idea.domain.screen_look import DARK_LOOK
from idea.domain.stream.worker_wire import Beside, Dressed, Rang, Titled, ToldBeside
from support.running import becomes, on_a_loop
from support.watching import Watching

ONE, OTHER = SessionId("one"), SessionId("other")
LIGHT = TellLookRequest(
    foreground="#1b1d21",
    background="#fdfdfb",
    cursor="#0f766a",
    palette=("#1b1d21",),
    cell_width=9,
    cell_height=19,
)


class Heard:
    """What the engine heard."""

    def __init__(self) -> None:
        self.titles: list[tuple[SessionId, str]] = []
        self.bells: list[SessionId] = []
        self.beside: list[tuple[SessionId, Beside]] = []
        self.news = UnseenNews(
            titled=lambda session, title: self.titles.append((session, title)),
            rang=self.bells.append,
            told=lambda session, effect: self.beside.append((session, effect)),
        )


@on_a_loop
async def test_the_first_is_told_at_once_and_of_a_flood_the_last(monkeypatch):
    monkeypatch.setattr(unseen_news, "EVERY_S", 0.05)
    heard = Heard()
    for number in range(100):
        heard.news.take(ONE, Titled(str(number)))
        heard.news.take(ONE, Rang())
    heard.news.take(OTHER, Titled("mine"))
    assert heard.titles == [(ONE, "0"), (OTHER, "mine")]
    await becomes(lambda: len(heard.titles) == 3, "the last title")
    assert heard.titles[-1] == (ONE, "99")
    assert heard.bells == [ONE]
    await becomes(lambda: not heard.news._timers, "quiet")
    heard.news.take(ONE, Rang())
    assert heard.bells == [ONE, ONE]
    heard.news.stop()


@on_a_loop
async def test_of_notifications_and_progress_the_newest_goes_on(monkeypatch):
    monkeypatch.setattr(unseen_news, "EVERY_S", 0.05)
    heard = Heard()
    for number in range(10):
        heard.news.take(ONE, ToldBeside(Notified(str(number), "")))
        heard.news.take(ONE, ToldBeside(ProgressChanged(1, number)))
    heard.news.take(ONE, ToldBeside(NotificationClosed("x")))
    assert heard.beside == [(ONE, Notified("0", "")), (ONE, ProgressChanged(1, 0))]
    await becomes(lambda: len(heard.beside) == 4, "the newest")
    assert heard.beside[2:] == [(ONE, NotificationClosed("x")), (ONE, ProgressChanged(1, 9))]
    heard.news.stop()


@on_a_loop
async def test_of_a_status_everything_goes_on_that_still_counts(monkeypatch):
    monkeypatch.setattr(unseen_news, "EVERY_S", 0.05)
    heard = Heard()
    for news in (
        StatusNews("idle"),
        StatusNews("working"),
        StatusNews("working", id="a"),
        StatusNews("done"),
    ):
        heard.news.take(ONE, ToldBeside(StatusTold((news,))))
    await becomes(lambda: len(heard.beside) == 2, "what came later")
    assert heard.beside[1] == (
        ONE,
        StatusTold((StatusNews("working", id="a"), StatusNews("done"))),
    )
    heard.news.stop()


@on_a_loop
async def test_nothing_is_told_after_the_end(monkeypatch):
    monkeypatch.setattr(unseen_news, "EVERY_S", 0.0)
    heard = Heard()
    heard.news.take(ONE, Titled("first"))
    heard.news.take(ONE, Titled("second"))
    heard.news.stop()
    await asyncio.sleep(0.01)
    assert heard.titles == [(ONE, "first")]


@on_a_loop
async def test_what_a_worker_tells_is_told_of_the_session():
    told = []
    watching = Watching()
    watching.screens._told = lambda session, what: told.append((session, what))
    watching.worker.get_ready()
    await watching.holds()
    await watching.prints(b"\x07")
    await becomes(lambda: told, "the bell")
    assert told == [(watching.session.id, Rang())]
    await watching.close()


@on_a_loop
async def test_each_worker_is_told_the_look_when_it_comes_and_when_it_changes():
    watching = Watching()
    watching.worker.get_ready()
    await watching.holds()
    await TellLook(watching.screens).execute(LIGHT, Person())
    watching.worker.die()
    watching.worker.get_ready()
    looks = [one.look for _, one in watching.worker.sent if isinstance(one, Dressed)]
    assert [look.cell_pixels for look in looks] == [DARK_LOOK.cell_pixels, (9, 19), (9, 19)]
    for _ in range(2):
        watching.blame(0)
    watching.worker.get_ready()
    await TellLook(watching.screens).execute(LIGHT, Person())
    looks = [one.look for _, one in watching.worker.sent if isinstance(one, Dressed)]
    assert [look.cell_pixels for look in looks] == [(9, 19), (9, 19)]
    await watching.close()


@on_a_loop
async def test_a_look_that_cannot_be_is_refused():
    tell = TellLook(BackgroundScreens(FakeScreenWorker, notify=lambda _: None))
    for wrong in ({"cell_width": 0}, {"cell_height": 100_000}, {"cursor": "red"}):
        with pytest.raises(InvalidError):
            await tell.execute(changed(**wrong), Person())
    with pytest.raises(InvalidError, match="palette"):
        await tell.execute(changed(palette=("#000000",) * 257), Person())
    await TellLook(None).execute(LIGHT, Person())


def changed(**fields: object) -> TellLookRequest:
    known = {name: getattr(LIGHT, name) for name in TellLookRequest.__dataclass_fields__}
    return TellLookRequest(**known | fields)
