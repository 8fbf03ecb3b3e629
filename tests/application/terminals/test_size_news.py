import asyncio

from idea.application.terminals.size_news import SizeNews
from idea.domain.terminal import Size
from support.running import becomes, on_a_loop


@on_a_loop
async def test_a_single_size_is_told_at_once_and_once() -> None:
    told: list[Size] = []
    news = SizeNews(told.append)
    news.take(Size(80, 24))
    assert told == [Size(80, 24)]
    await becomes(lambda: news._timer is None, "the end of the spacing")
    assert told == [Size(80, 24)]
    news.take(Size(81, 24))
    assert told[1:] == [Size(81, 24)]
    news.stop()


@on_a_loop
async def test_of_a_storm_the_first_and_the_last_are_told() -> None:
    told: list[Size] = []
    news = SizeNews(told.append)
    for columns in range(20, 520):
        news.take(Size(columns, 24))
    assert told == [Size(20, 24)]
    await becomes(lambda: len(told) == 2, "the last size")
    assert told[1] == Size(519, 24)
    news.stop()


@on_a_loop
async def test_who_stops_tells_what_waits_and_nothing_later() -> None:
    told: list[Size] = []
    news = SizeNews(told.append)
    news.stop()
    news.take(Size(20, 24))
    news.take(Size(30, 24))
    news.stop()
    assert told == [Size(20, 24), Size(30, 24)]
    await asyncio.sleep(0)
    assert news._timer is None
