import threading

import pytest
from pytestqt.exceptions import capture_exceptions
from pytestqt.qtbot import QtBot

from idea.presentation.desktop.bridge.main_thread import MainThread


def test_work_from_another_thread_runs_here_in_order(qtbot: QtBot) -> None:
    main = MainThread()
    ran: list[tuple[int, int]] = []

    def post() -> None:
        for number in range(500):
            main.post(lambda number=number: ran.append((number, threading.get_ident())))

    poster = threading.Thread(target=post)
    poster.start()
    poster.join()
    qtbot.waitUntil(lambda: len(ran) == 500, timeout=60_000)

    assert [(number, threading.get_ident()) for number in range(500)] == ran


def test_nothing_runs_inside_post(qtbot: QtBot) -> None:
    main = MainThread()
    ran: list[int] = []

    main.post(lambda: ran.append(1))

    assert ran == []
    qtbot.waitUntil(lambda: ran == [1])


@pytest.mark.usefixtures("qtbot")
def test_work_that_fails_does_not_lose_the_rest(qtbot: QtBot) -> None:
    main = MainThread()
    ran: list[int] = []

    def fail() -> None:
        raise ValueError("on purpose")

    with capture_exceptions() as exceptions:
        main.post(fail)
        main.post(lambda: ran.append(2))
        qtbot.waitUntil(lambda: ran == [2])

    assert [kind for kind, *_ in exceptions] == [ValueError]


def test_a_closed_way_carries_nothing(qtbot: QtBot) -> None:
    main = MainThread()
    ran: list[int] = []
    main.post(lambda: ran.append(1))

    main.close()
    main.post(lambda: ran.append(2))
    qtbot.wait(1)

    assert ran == []
