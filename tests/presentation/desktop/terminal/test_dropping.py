"""Files, pictures and long pastes."""

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent, QGuiApplication, QImage
from PySide6.QtWidgets import QApplication

from idea.domain.ports.terminal_core import Modes
from idea.presentation.desktop.terminal import dropped
from idea.presentation.desktop.terminal.paste_progress import progress_sentence
from support.shown_view import Shown

COPY = Qt.DropAction.CopyAction
LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier


def drop(shown: Shown, content: QMimeData) -> bool:
    point = QPointF(shown.cell(1, 1))
    enter = QDragEnterEvent(point, COPY, content, LEFT, NONE)
    QApplication.sendEvent(shown.view, enter)
    if not enter.isAccepted():
        return False
    QApplication.sendEvent(shown.view, QDropEvent(point, COPY, content, LEFT, NONE))
    return True


def urls(*addresses: str) -> QMimeData:
    content = QMimeData()
    content.setUrls([QUrl(address) for address in addresses])
    return content


def a_picture() -> QImage:
    picture = QImage(3, 2, QImage.Format.Format_RGB32)
    picture.fill(QColor("red"))
    return picture


def test_dropped_files_become_quoted_paths(shown: Shown) -> None:
    assert drop(shown, urls("file:///tmp/a%20b.txt", "file:///tmp/c"))
    assert shown.sent() == b"'/tmp/a b.txt' /tmp/c "


def test_a_file_name_cannot_press_enter(shown: Shown) -> None:
    drop(shown, urls("file:///tmp/a%0Aid%0A"))
    assert shown.sent() == rb"$'/tmp/a\x0aid\x0a' "


def test_dropped_addresses_and_texts_are_pasted(shown: Shown) -> None:
    drop(shown, urls("https://example.org/a"))
    text = QMimeData()
    text.setText("hello")
    drop(shown, text)
    assert shown.sent() == b"https://example.org/ahello"


def test_several_dropped_lines_are_asked_about(shown: Shown) -> None:
    asked: list[str] = []
    shown.view.terminal.paste_asked.connect(asked.append)
    content = QMimeData()
    content.setText("one\ntwo")
    drop(shown, content)
    assert (asked, shown.sent()) == (["one\ntwo"], b"")
    shown.modes(Modes(bracketed_paste=True))
    drop(shown, content)
    assert shown.sent() == b"one\ntwo"


def test_what_is_neither_is_not_taken(shown: Shown) -> None:
    content = QMimeData()
    content.setData("application/x-thing", b"x")
    assert not drop(shown, content)


@pytest.mark.parametrize("how", ["paste", "drop"])
def test_a_picture_becomes_a_file(shown: Shown, how: str) -> None:
    if how == "paste":
        QGuiApplication.clipboard().setImage(a_picture())
        shown.view.terminal.paste()
    else:
        content = QMimeData()
        content.setImageData(a_picture())
        assert drop(shown, content)
    shown.wait(lambda: bool(shown.sent()))
    assert shown.sent() == b"'/pictures/picture 1.png' "
    kept = QImage.fromData(shown.pictures.kept[0], "PNG")
    assert kept.size() == a_picture().size()
    assert kept.pixelColor(0, 0) == QColor("red")


def test_a_picture_that_is_too_large_is_refused_in_words(
    shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dropped, "LARGEST_PIXELS", 5)
    refused: list[str] = []
    shown.view.terminal.refused.connect(refused.append)
    content = QMimeData()
    content.setImageData(a_picture())

    assert drop(shown, content)

    assert refused == ["This picture of 3 × 2 pixels is too large to paste; save it as a file."]
    assert shown.pictures.kept == []


def test_pasting_where_nothing_was_copied_does_nothing(shown: Shown) -> None:
    QGuiApplication.clipboard().clear()
    shown.view.terminal.paste()
    shown.view.terminal.paste_primary()
    assert shown.sent() == b""


def test_a_long_paste_says_how_much_is_left_and_can_be_cancelled(shown: Shown) -> None:
    program = shown.view.terminal.program
    program.restart()  # No credit is left.
    pill = shown.view._chrome.pasting
    shown.view.terminal.paste_text("x" * 3_000_000)
    shown.wait(pill.isVisible)
    assert pill.sentence.startswith("Pasting, ")
    pill.clicked.emit()
    assert (pill.isVisible(), program.pasting_bytes) == (False, 0)


def test_how_much_is_left_is_said_in_few_digits() -> None:
    assert [progress_sentence(left).split(" left")[0] for left in (1, 999_999, 3_400_000)] == [
        "Pasting, 1 kB",
        "Pasting, 999 kB",
        "Pasting, 3.4 MB",
    ]
