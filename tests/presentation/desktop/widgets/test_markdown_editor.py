"""The Markdown editor keeps what was typed, whatever happens to the text elsewhere."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit, QTextBrowser
from pytestqt.qtbot import QtBot

from idea.presentation.desktop.theme.fonts import load_fonts
from idea.presentation.desktop.theme.theme import Skin, theme_of
from idea.presentation.desktop.theme.tokens import builtin_tokens
from idea.presentation.desktop.widgets.markdown_editor import MarkdownEditor
from support.effort import effort_s, spent_s

ROLE = "# Reviewer\n\nYou read `changes`.\n"


@pytest.fixture
def skin(qapp: object) -> Skin:
    del qapp
    return Skin(theme_of(builtin_tokens()["dark"], load_fonts()))


@pytest.fixture
def editor(qtbot: QtBot, skin: Skin) -> MarkdownEditor:
    made = MarkdownEditor("Role", skin)
    qtbot.addWidget(made)
    made.resize(700, 500)
    made.set_text(ROLE)
    made.show()
    made.take_keyboard()
    return made


def field(editor: MarkdownEditor) -> QPlainTextEdit:
    found = editor.findChild(QPlainTextEdit)
    assert found is not None
    return found


def typed(editor: MarkdownEditor, text: str) -> None:
    field(editor).moveCursor(QTextCursor.MoveOperation.End)
    QTest.keyClicks(field(editor), text)


def preview_of(editor: MarkdownEditor) -> QTextBrowser:
    found = editor.findChild(QTextBrowser)
    assert found is not None
    return found


def press(editor: MarkdownEditor, word: str) -> None:
    next(button for button in editor.line.buttons if button.text() == word).click()


def test_nothing_is_changed_before_something_is_typed(editor: MarkdownEditor) -> None:
    assert not editor.is_changed
    assert not editor.save_button.isEnabled()
    assert editor.text() == ROLE


@pytest.mark.parametrize(
    "text",
    ["one\r\ntwo\r\n", "hard\u00a0space\n", "a\tb", "", "\n\n", "é 🦀 漢字\n", "no end"],
)
def test_the_text_comes_back_to_the_letter(editor: MarkdownEditor, text: str) -> None:
    editor.set_text(text)
    assert editor.text() == text

    typed(editor, "x")
    assert editor.text() == f"{text}x"


def test_the_usual_key_saves_and_what_is_typed_meanwhile_stays_to_be_saved(
    editor: MarkdownEditor,
) -> None:
    saved: list[str] = []
    editor.saved.connect(saved.append)
    typed(editor, "more")

    QTest.keyClick(field(editor), Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert saved == [f"{ROLE}more"]
    typed(editor, "!")
    editor.keep(saved[0])
    assert editor.is_changed
    assert editor.text() == f"{ROLE}more!"

    editor.save()
    editor.keep(saved[1])
    assert not editor.is_changed
    assert not editor.save_button.isEnabled()


def test_what_became_another_elsewhere_is_shown_at_once_where_nothing_was_typed(
    editor: MarkdownEditor,
) -> None:
    editor.offer("# Other\n")

    assert editor.text() == "# Other\n"
    assert not editor.is_changed
    assert editor.line.isHidden()


def test_their_text_can_be_taken_and_undo_brings_back_what_was_typed(
    editor: MarkdownEditor,
) -> None:
    typed(editor, "mine")
    editor.offer("# Other\n")
    assert editor.line.sentence == "This text was changed elsewhere while you edited it."
    assert editor.text() == f"{ROLE}mine"

    press(editor, "Take theirs")
    assert editor.text() == "# Other\n"
    assert not editor.is_changed
    field(editor).undo()
    assert editor.text() == f"{ROLE}mine"
    assert editor.is_changed


def test_what_was_typed_can_be_kept_instead(editor: MarkdownEditor) -> None:
    saved: list[str] = []
    editor.saved.connect(saved.append)
    typed(editor, "mine")
    editor.offer("# Other\n")

    press(editor, "Keep mine")

    assert saved == [f"{ROLE}mine"]
    assert editor.kept == "# Other\n"
    assert editor.line.isHidden()


def test_the_same_text_from_elsewhere_is_no_question(editor: MarkdownEditor) -> None:
    typed(editor, "same")

    editor.offer(f"{ROLE}same")

    assert editor.line.isHidden()
    assert not editor.is_changed


def test_the_preview_shows_how_it_reads_and_loads_nothing(
    editor: MarkdownEditor, tmp_path: Path
) -> None:
    picture = f"{tmp_path}/one.png"
    QImage(4, 4, QImage.Format.Format_RGB32).save(picture)
    editor.set_text(f"# Title\n\n![x]({picture}) <b>not bold</b>\n")

    editor.preview_button.click()

    preview = preview_of(editor)
    assert preview.isVisible()
    assert "Title" in preview.toPlainText()
    assert "# Title" not in preview.toPlainText()
    assert "<b>" in preview.toPlainText()
    assert preview.loadResource(2, picture) is None
    assert editor.preview_button.text() == "Edit"


def test_the_keyboard_goes_along_into_the_preview_and_escape_leaves(
    qtbot: QtBot, editor: MarkdownEditor
) -> None:
    left: list[bool] = []
    editor.left.connect(lambda: left.append(True))
    qtbot.waitUntil(field(editor).hasFocus)

    editor.toggle_preview()
    preview = preview_of(editor)
    assert preview.hasFocus()
    QTest.keyClick(preview, Qt.Key.Key_Escape)
    assert left == [True]


def test_what_can_only_be_read_says_why_and_is_not_saved(editor: MarkdownEditor) -> None:
    editor.set_read_only("This is version 3, which was replaced.")
    saved: list[str] = []
    editor.saved.connect(saved.append)

    typed(editor, "x")
    editor.save()

    assert editor.text() == ROLE
    assert saved == []
    assert editor.save_button.isHidden()


def test_a_long_text_is_coloured_without_a_stall(editor: MarkdownEditor) -> None:
    def show() -> None:
        editor.set_text("\n".join(f"- line **{number}** with `code`" for number in range(2_000)))
        editor.set_text("*" * 100_000)

    assert spent_s(show) < 150 * effort_s()


def test_a_long_text_is_previewed_without_a_stall(editor: MarkdownEditor) -> None:
    part = (
        "## Part\n\n- a *line* of `code`, to be read\n\nMore, to be wrapped, of usual length.\n\n"
    )
    editor.set_text(part * 900)

    assert spent_s(editor.toggle_preview) < 150 * effort_s()


def test_headings_code_and_marked_lines_have_their_look(editor: MarkdownEditor) -> None:
    editor.set_text("# Head\ntext\n```\n# no head\n```\n<<<<<<< mine\n")
    document = field(editor).document()

    looks = []
    for number in range(6):
        found = document.findBlockByNumber(number).layout().formats()
        looks.append(bool(found) and found[0].format.fontWeight() > 500)
    assert looks == [True, False, False, False, False, True]

    editor.mark_lines({1, 99})
    assert len(field(editor).extraSelections()) == 1
