from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from idea.presentation.desktop.panels.tab_strip import TabStrip
from idea.presentation.desktop.viewmodels.panels import TabStripView, TabView
from support.desktop import a_skin

TABS = TabStripView(
    (TabView("p1", "ledger", "/src/ledger"), TabView("p2", "website", "/srv/website")), "p1"
)


def a_strip(qtbot: QtBot, width: int = 1200) -> TabStrip:
    strip = TabStrip("Ctrl+Shift+P", a_skin())
    qtbot.addWidget(strip)
    strip.resize(width, strip.height())
    strip.show_view(TABS)
    strip.show()
    return strip


def middle(strip: TabStrip, index: int) -> QPoint:
    return strip._boxes()[index].center().toPoint()


def test_a_click_chooses_a_tab_and_a_middle_click_closes_it(qtbot: QtBot) -> None:
    strip = a_strip(qtbot)
    heard: list[tuple[str, str]] = []
    strip.chosen.connect(lambda project: heard.append(("chosen", project)))
    strip.closed.connect(lambda project: heard.append(("closed", project)))

    qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=middle(strip, 1))
    qtbot.mouseClick(strip, Qt.MouseButton.MiddleButton, pos=middle(strip, 0))
    close = strip._close_box(strip._boxes()[1]).center().toPoint()
    qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=close)
    qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=QPoint(700, 10))

    assert heard == [("chosen", "p2"), ("closed", "p1"), ("closed", "p2")]


def test_the_box_the_plus_and_the_menu_ask(qtbot: QtBot) -> None:
    strip = a_strip(qtbot)
    heard: list[str] = []
    strip.find_asked.connect(lambda: heard.append("find"))
    strip.add_asked.connect(lambda: heard.append("add"))
    strip.menu_asked.connect(lambda _: heard.append("menu"))

    for button in (strip._find, strip._add, strip._menu):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    assert heard == ["find", "add", "menu"]


def test_a_narrow_window_keeps_its_tabs_and_drops_the_box(qtbot: QtBot) -> None:
    strip = a_strip(qtbot, width=520)

    assert not strip._find.isVisible()
    assert strip._boxes()[-1].right() < strip._menu.x()


def test_tabs_are_painted_in_the_colours_of_the_theme(qtbot: QtBot) -> None:
    strip = a_strip(qtbot)
    picture = strip.grab().toImage()
    front, other = strip._boxes()

    assert picture.pixelColor(int(front.left()) + 3, 1).name().upper() == "#4DB6A6"
    assert picture.pixelColor(int(other.left()) + 3, 20).name().upper() == "#101113"
