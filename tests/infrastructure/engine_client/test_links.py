"""Attached terminals from the client's side, used from other threads than the loop's."""

import queue
from collections.abc import Iterator
from contextlib import contextmanager

from idea.domain.ids import SessionId
from idea.domain.ports.terminal_link import LinkLost
from idea.domain.stream.messages import (
    Acknowledged,
    Attached,
    EngineMessage,
    Input,
    InputKind,
    Records,
)
from idea.domain.terminal import Size
from idea.infrastructure.engine_client.address import EngineAddress
from idea.infrastructure.engine_client.links import EngineTerminalLinks
from idea.infrastructure.engine_client.loop_thread import LoopThread
from support.served_engine import ServedEngine, served_engine

type News = EngineMessage | LinkLost


class Received:
    """What arrived, taken by the test's thread."""

    def __init__(self) -> None:
        self._queue: queue.Queue[News] = queue.Queue()

    def __call__(self, news: News) -> None:
        self._queue.put(news)

    def take(self) -> News:
        return self._queue.get(timeout=60)

    @property
    def is_empty(self) -> bool:
        return self._queue.empty()


@contextmanager
def served_links() -> Iterator[tuple[ServedEngine, EngineTerminalLinks, LoopThread]]:
    """Engine and links, both on one loop in another thread."""
    thread = LoopThread("test")
    thread.start()
    context = served_engine()

    async def begin() -> tuple[ServedEngine, EngineTerminalLinks]:
        engine = await context.__aenter__()

        async def find() -> EngineAddress:
            return engine.address

        return engine, EngineTerminalLinks(find, client="test", loop=thread.loop)

    engine, links = thread.submit(begin()).result(20)
    try:
        yield engine, links, thread
    finally:
        thread.submit(links.close()).result(20)
        thread.submit(context.__aexit__(None, None, None)).result(20)
        assert thread.stop()


def attach(links: EngineTerminalLinks, received: Received, session: str = "s1"):
    return links.attach(
        SessionId(session), have=None, size=Size(80, 24), shown=True, core="", receive=received
    )


def test_messages_travel_both_ways_in_order() -> None:
    with served_links() as (engine, links, _):
        received = Received()
        link = attach(links, received)
        assert isinstance(received.take(), Attached)
        for number in range(200):
            link.send(Input(InputKind.KEY, b"%d;" % number))
        got = b""
        while not got.endswith(b"199;"):
            news = received.take()
            assert isinstance(news, Records)
            got += news.data
        assert got == b"".join(b"%d;" % number for number in range(200))
        assert engine.attachments.asked[0].size == Size(80, 24)
        link.close()


def test_what_is_sent_before_the_attach_is_done_arrives_after_it() -> None:
    with served_links() as (_, links, _thread):
        received = Received()
        link = attach(links, received)
        link.send(Input(InputKind.KEY, b"early"))
        assert isinstance(received.take(), Attached)
        assert received.take() == Records(0, b"early")
        link.close()


def test_an_unknown_session_arrives_as_a_lost_link() -> None:
    with served_links() as (_, links, _thread):
        received = Received()
        attach(links, received, "s2")
        assert received.take() == LinkLost("There is no session 's2'.")


def test_a_closed_channel_tells_why() -> None:
    with served_links() as (engine, links, thread):
        received = Received()
        attach(links, received)
        received.take()
        thread.loop.call_soon_threadsafe(
            engine.attachments.channels[0].close, "The session was forgotten."
        )
        assert received.take() == LinkLost("The session was forgotten.")


def test_after_close_nothing_arrives_and_sending_is_ignored() -> None:
    with served_links() as (engine, links, thread):
        received = Received()
        link = attach(links, received)
        received.take()
        link.send(Acknowledged(7))
        link.close()
        link.close()
        link.send(Input(InputKind.KEY, b"late"))

        async def detached() -> None:
            from support.served_engine import until  # noqa: PLC0415

            await until(lambda: engine.attachments.detached == 1)

        thread.submit(detached()).result(20)
        assert engine.attachments.received == [Acknowledged(7)]
        assert received.is_empty


def test_an_engine_that_leaves_is_a_lost_link() -> None:
    with served_links() as (engine, links, thread):
        received = Received()
        attach(links, received)
        received.take()
        thread.submit(engine.stop()).result(20)
        assert received.take() == LinkLost("The engine stops.")
