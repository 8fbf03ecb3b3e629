import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from idea.presentation.desktop.panels.command_palette import CommandPalette
from idea.presentation.desktop.viewmodels.palette import Kind, PaletteEntry, palette_lines
from support.desktop import a_skin

ENTRIES = (
    *(
        PaletteEntry(kind=Kind.ACTION, id=f"a{number}", title=f"Action {number}")
        for number in range(30)
    ),
    PaletteEntry(kind=Kind.ACTION, id="off", title="Off", enabled=False),
    PaletteEntry(kind=Kind.SESSION, id="s1", title="htop"),
)


@pytest.fixture
def palette(qtbot: QtBot) -> CommandPalette:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1000, 700)
    palette = CommandPalette(a_skin(), window)
    palette.host_for_test = window  # type: ignore[attr-defined] # Keeps the window alive.
    window.show()
    palette.open(lambda query: palette_lines(query, ENTRIES), "Find")
    return palette


def test_the_first_line_is_chosen_by_enter(palette: CommandPalette, qtbot: QtBot) -> None:
    chosen: list[PaletteEntry] = []
    palette.chosen.connect(chosen.append)
    qtbot.keyClicks(palette.box, "htop")
    qtbot.keyClick(palette.box, Qt.Key.Key_Return)

    assert [each.id for each in chosen] == ["s1"]
    assert not palette.isVisible()


def test_arrows_walk_over_captions_wrap_around_and_scroll(
    palette: CommandPalette, qtbot: QtBot
) -> None:
    qtbot.keyClick(palette.box, Qt.Key.Key_Up)
    last = palette.current
    assert last is not None
    assert last.id == "s1"
    assert last in [row for _, row, _ in palette._shown()]

    qtbot.keyClick(palette.box, Qt.Key.Key_Down)
    first = palette.current
    assert first is not None
    assert (first.id, palette._top) == ("a0", 0)


def test_what_cannot_be_used_is_shown_but_not_chosen(palette: CommandPalette, qtbot: QtBot) -> None:
    chosen: list[PaletteEntry] = []
    palette.chosen.connect(chosen.append)
    qtbot.keyClicks(palette.box, "off")
    qtbot.keyClick(palette.box, Qt.Key.Key_Return)

    assert [each.id for each in palette.entries] == ["off"]
    assert chosen == []


def test_escape_closes_and_says_so_once(palette: CommandPalette, qtbot: QtBot) -> None:
    closed: list[int] = []
    palette.closed.connect(lambda: closed.append(1))
    qtbot.keyClick(palette.box, Qt.Key.Key_Escape)
    palette.close_palette()

    assert (closed, palette.isVisible()) == ([1], False)


def test_a_click_chooses_a_line(palette: CommandPalette, qtbot: QtBot) -> None:
    chosen: list[PaletteEntry] = []
    palette.chosen.connect(chosen.append)
    box = next(box for _, row, box in palette._shown() if row == ENTRIES[2])
    qtbot.mouseClick(palette, Qt.MouseButton.LeftButton, pos=box.center().toPoint())

    assert chosen == [ENTRIES[2]]
