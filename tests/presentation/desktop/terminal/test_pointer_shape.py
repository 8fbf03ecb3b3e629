import pytest
from PySide6.QtCore import Qt

from idea.domain.ports.terminal_core import Modes, MouseTracking
from idea.infrastructure.screen.mouse_modes import POINTERS
from idea.presentation.desktop.terminal.pointer_shape import _SHAPES, pointer_shape
from support.shown_view import Shown

TRACKED = Modes(mouse_tracking=MouseTracking.NORMAL)


@pytest.mark.parametrize(
    ("modes", "over_link", "shape"),
    [
        (Modes(), False, Qt.CursorShape.IBeamCursor),
        (TRACKED, False, Qt.CursorShape.ArrowCursor),
        (Modes(pointer="ew-resize"), False, Qt.CursorShape.SizeHorCursor),
        (TRACKED._replace(pointer="default"), False, Qt.CursorShape.ArrowCursor),
        (Modes(pointer="of a later core"), False, Qt.CursorShape.IBeamCursor),
        (Modes(pointer="wait"), True, Qt.CursorShape.PointingHandCursor),
    ],
)
def test_links_come_first_then_the_program(
    modes: Modes, over_link: bool, shape: Qt.CursorShape
) -> None:
    assert pointer_shape(modes, over_link=over_link) is shape


def test_every_pointer_a_core_tells_has_a_shape() -> None:
    assert set(_SHAPES) == POINTERS


def test_the_view_wears_it(shown: Shown) -> None:
    shown.modes(Modes(pointer="wait"))
    assert shown.view.cursor().shape() is Qt.CursorShape.WaitCursor
    shown.modes(Modes())
    assert shown.view.cursor().shape() is Qt.CursorShape.IBeamCursor
