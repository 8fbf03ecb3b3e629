import pytest
from pytestqt.qtbot import QtBot

from idea.domain.terminal import Size
from idea.presentation.desktop.terminal.size_wish import DELAY_MS, SizeWish

SMALL, MIDDLE, LARGE = Size(80, 24), Size(100, 30), Size(120, 40)


@pytest.fixture
def wish(qtbot: QtBot) -> SizeWish:
    del qtbot
    wish = SizeWish()
    wish.settle(SMALL)
    return wish


def asked_by(wish: SizeWish) -> list[Size]:
    sizes: list[Size] = []
    wish.asked.connect(sizes.append)
    return sizes


def test_many_changes_are_one_wish_after_the_last(wish: SizeWish) -> None:
    sizes = asked_by(wish)
    for room in (MIDDLE, LARGE, MIDDLE, LARGE):
        wish.change(room)
        assert wish.timer.isActive()
    assert (wish.timer.interval(), sizes) == (DELAY_MS, [])
    wish.timer.timeout.emit()
    assert sizes == [LARGE]


def test_a_change_that_is_taken_back_asks_for_nothing(wish: SizeWish) -> None:
    sizes = asked_by(wish)
    wish.change(LARGE)
    wish.change(SMALL)
    assert not wish.timer.isActive()
    wish.timer.timeout.emit()
    assert sizes == []


def test_the_same_room_in_other_pixels_asks_for_nothing(wish: SizeWish) -> None:
    wish.change(Size(80, 24))
    assert not wish.timer.isActive()


def test_nothing_is_asked_while_a_divider_is_dragged(wish: SizeWish) -> None:
    sizes = asked_by(wish)
    wish.hold(held=True)
    wish.change(MIDDLE)
    wish.change(LARGE)
    assert not wish.timer.isActive()
    wish.hold(held=False)
    wish.timer.timeout.emit()
    assert sizes == [LARGE]
