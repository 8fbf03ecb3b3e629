"""High-resolution wheels and touch pads: what they turn adds up, and nothing of it is lost."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

from idea.domain.ports.terminal_core import Modes, MouseTracking
from support.shown_view import Shown

UP, DOWN = b"<press wheel_up 1,1>", b"<press wheel_down 1,1>"
LEFT, RIGHT = b"<press wheel_left 1,1>", b"<press wheel_right 1,1>"


def turn(
    shown: Shown,
    *,
    angle: tuple[int, int] = (0, 0),
    pixels: tuple[int, int] = (0, 0),
    phase: Qt.ScrollPhase = Qt.ScrollPhase.NoScrollPhase,
) -> None:
    """Turn a wheel by eighths of a degree, or move two fingers by pixels."""
    position = QPointF(shown.cell(1, 1))
    event = QWheelEvent(
        position,
        shown.view.mapToGlobal(position),
        QPoint(*pixels),
        QPoint(*angle),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        phase,
        False,
    )
    QApplication.sendEvent(shown.view, event)


@pytest.fixture
def reporting(shown: Shown) -> Shown:
    """A view whose program asked for the mouse."""
    shown.modes(Modes(mouse_tracking=MouseTracking.ANY))
    return shown


@pytest.mark.parametrize("step", [1, 15])
def test_a_notch_in_parts_is_a_notch(reporting: Shown, step: int) -> None:
    for _ in range(3 * 120 // step):
        turn(reporting, angle=(0, step))
    assert reporting.sent() == 3 * UP
    for _ in range(2 * 120 // step):
        turn(reporting, angle=(0, -step))
    assert reporting.sent() == 3 * UP + 2 * DOWN


def test_fingers_move_by_cells_in_both_directions(reporting: Shown) -> None:
    metrics = reporting.view.grid.metrics
    for _ in range(2 * metrics.height):
        turn(reporting, pixels=(0, -1))
    for _ in range(metrics.width):
        turn(reporting, pixels=(1, 0))
    for _ in range(metrics.width):
        turn(reporting, pixels=(-1, 0))
    assert reporting.sent() == 2 * DOWN + LEFT + RIGHT


def test_turning_back_acts_at_once(reporting: Shown) -> None:
    turn(reporting, angle=(0, 110))
    turn(reporting, angle=(0, -120))
    assert reporting.sent() == DOWN


def test_a_new_gesture_begins_anew(reporting: Shown) -> None:
    turn(reporting, pixels=(0, -17))
    turn(reporting, pixels=(0, -1), phase=Qt.ScrollPhase.ScrollBegin)
    assert reporting.sent() == b""


def test_a_fine_wheel_scrolls_lines_and_types_arrows_by_lines(shown: Shown) -> None:
    shown.output("\r\n".join(f"line {number}" for number in range(40)))
    for _ in range(2):
        turn(shown, angle=(0, 40))  # A third of a notch is a line.
    shown.wait(lambda: shown.text() == "line 28")
    shown.modes(Modes(alternate_screen=True))
    for _ in range(4):
        turn(shown, angle=(0, -20))
    assert shown.sent() == b"<wheel 1><wheel 1>"
