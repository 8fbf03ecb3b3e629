"""A label that ends in dots where there is no room."""

from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from idea.presentation.desktop.widgets.elided_label import ElidedLabel


def test_a_long_text_leaves_room_for_what_stands_beside_it_and_is_its_own_hint(
    qtbot: QtBot,
) -> None:
    row = QWidget()
    qtbot.addWidget(row)
    label, button = ElidedLabel("<b>" + "long " * 100, row), QPushButton("Go", row)
    line = QHBoxLayout(row)
    line.addWidget(label)
    line.addWidget(button)
    label.wear(QFont(), QColor("red"))
    row.resize(200, 40)
    row.show()

    assert label.geometry().right() < button.geometry().left()
    assert button.geometry().right() < 200
    assert "long long" in label.toolTip()
    label.say("short")
    assert (label.text(), label.toolTip()) == ("short", "short")
    image = label.grab().toImage()
    assert any(
        image.pixelColor(x, y).red() > image.pixelColor(x, y).blue() + 40
        for x in range(image.width())
        for y in range(image.height())
    )
