"""Selected text as HTML, in the colours it had on the screen."""

from collections.abc import Sequence
from html import escape

from idea.domain.ports.terminal_core import Row, Style, Underline
from idea.presentation.desktop.terminal.colors import ColorTable, Variant

_LINES = {
    Underline.SINGLE: "underline",
    Underline.DOUBLE: "underline double",
    Underline.CURLY: "underline wavy",
    Underline.DOTTED: "underline dotted",
    Underline.DASHED: "underline dashed",
}


def html_of(rows: Sequence[Row], table: ColorTable, family: str) -> str:
    """Return rows as one preformatted block; a wrapped row goes on without a line end."""
    text = ""
    for number, row in enumerate(rows):
        column = 0
        for run in row.runs:
            text += " " * (run.column - column) + _span(run.text, run.style, table)
            column = run.column + run.cells
        text += "\n" if not row.wrapped and number + 1 < len(rows) else ""
    look = (
        f"font-family: {escape(family, quote=True)}, monospace; "
        f"color: {_hex(table.foreground)}; background-color: {_hex(table.background)}"
    )
    return f'<pre style="{look}">{text}</pre>'


def _span(text: str, style: Style, table: ColorTable) -> str:
    ink = table.inks[style]
    rules = []
    if ink.foreground != table.foreground:
        rules.append(f"color: {_hex(ink.foreground)}")
    if ink.background != table.background:
        rules.append(f"background-color: {_hex(ink.background)}")
    if ink.variant in {Variant.BOLD, Variant.BOLD_ITALIC}:
        rules.append("font-weight: bold")
    if ink.variant in {Variant.ITALIC, Variant.BOLD_ITALIC}:
        rules.append("font-style: italic")
    lines = [
        _LINES.get(ink.underline, ""),
        "line-through" if ink.strikethrough else "",
        "overline" if ink.overline else "",
    ]
    if any(lines):
        rules.append(f"text-decoration: {' '.join(line for line in lines if line)}")
    if not ink.visible:
        rules.append("visibility: hidden")
    shown = escape(text, quote=False)
    return f'<span style="{"; ".join(rules)}">{shown}</span>' if rules else shown


def _hex(color: int) -> str:
    return f"#{color:06x}"
