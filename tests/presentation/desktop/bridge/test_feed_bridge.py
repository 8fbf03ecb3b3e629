from pytestqt.qtbot import QtBot

from fakes.engine_feed import FakeEngineFeed
from idea.application.engine_feed import EngineLost
from idea.application.views import NoticeShown
from idea.presentation.desktop.bridge.feed_bridge import FeedBridge
from idea.presentation.desktop.bridge.main_thread import MainThread
from support.desktop import a_state


def test_what_the_engine_says_arrives_as_the_same_objects_in_order(qtbot: QtBot) -> None:
    feed = FakeEngineFeed()
    bridge = FeedBridge(feed, MainThread())
    heard: list[object] = []
    bridge.arrived.connect(heard.append)
    bridge.start()
    said = [a_state(), NoticeShown("Saved."), EngineLost("It is gone.")]

    for item in said:
        feed.say(item)  # type: ignore[arg-type] # One list of three kinds.
    qtbot.waitUntil(lambda: len(heard) == 3, timeout=60_000)

    assert [id(item) for item in said] == [id(item) for item in heard]


def test_nothing_arrives_after_the_end(qtbot: QtBot) -> None:
    feed, main = FakeEngineFeed(), MainThread()
    bridge = FeedBridge(feed, main)
    heard: list[object] = []
    bridge.arrived.connect(heard.append)
    bridge.start()
    feed.say(NoticeShown("On its way."))

    bridge.stop()
    done: list[int] = []
    main.post(lambda: done.append(1))
    qtbot.waitUntil(lambda: done == [1])

    assert heard == []
    assert feed.listeners == []
