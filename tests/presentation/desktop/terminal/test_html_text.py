"""Rows as HTML: escaped, in the colours of the screen, and what the clipboard gets."""

import pytest
from PySide6.QtGui import QGuiApplication

from idea.domain.copying import CopyForm
from idea.domain.ports.terminal_core import PLAIN, Row, Run, Underline
from idea.presentation.desktop.terminal.colors import ColorTable
from idea.presentation.desktop.terminal.html_text import html_of
from idea.presentation.desktop.terminal.look import TerminalColors
from support.shown_view import Shown

TABLE = ColorTable(TerminalColors(), {})
LOOK = "font-family: Mono, monospace; color: #e7e8eb; background-color: #131417"


def body(*rows: Row) -> str:
    return html_of(rows, TABLE, "Mono").removeprefix(f'<pre style="{LOOK}">').removesuffix("</pre>")


def run(text: str, column: int = 0, **style: object) -> Run:
    return Run(column, len(text), text, PLAIN._replace(**style))


@pytest.mark.parametrize(
    ("row", "html"),
    [
        (Row((run("<b>&"),)), "&lt;b&gt;&amp;"),
        (Row((run("a"), run("b", 3))), "a  b"),
        (Row((run("x", foreground=0x1010203),)), '<span style="color: #010203">x</span>'),
        (
            Row((run("x", bold=True, italic=True),)),
            '<span style="font-weight: bold; font-style: italic">x</span>',
        ),
        (
            Row((run("x", underline=Underline.CURLY, strikethrough=True),)),
            '<span style="text-decoration: underline wavy line-through">x</span>',
        ),
        (
            Row((run("x", inverse=True),)),
            '<span style="color: #131417; background-color: #e7e8eb">x</span>',
        ),
        (Row((run("x", invisible=True),)), '<span style="visibility: hidden">x</span>'),
    ],
)
def test_a_row_looks_as_it_did(row: Row, html: str) -> None:
    assert body(row) == html


def test_wrapped_rows_are_one_line() -> None:
    assert body(Row((run("ab"),), wrapped=True), Row((run("c"),)), Row((run("d"),))) == "abc\nd"


@pytest.mark.parametrize("form", CopyForm)
def test_copies_reach_the_clipboard_in_the_form_asked_for(shown: Shown, form: CopyForm) -> None:
    QGuiApplication.clipboard().setText("before")
    shown.output("one &\r\n  two")
    shown.view.terminal.feed.select_all()
    shown.view.terminal.copy(form)
    expected = "one & two" if form is CopyForm.ONE_LINE else "one &\n  two"
    clipboard = QGuiApplication.clipboard()
    shown.wait(lambda: clipboard.text().rstrip() == expected)
    assert clipboard.mimeData().hasHtml() is (form is CopyForm.FORMATTED)
    if form is CopyForm.FORMATTED:
        assert "one &amp;\n  two" in clipboard.mimeData().html()
