"""Where the captions, rows and notices of the side bar's list are, and what their hints say."""

from collections.abc import Callable
from dataclasses import dataclass

from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.viewmodels.panels import NoticeView, SectionView, SideBarView
from idea.presentation.desktop.viewmodels.session_look import SessionLook
from idea.presentation.desktop.widgets.marks import marks_words

BEGIN = "+"
"""Stands for the notice's button where rows are told apart by their ids."""
_CAPTION = 34
_TOP = 4
_GAP = 10
"""Above a section without a caption."""


@dataclass(frozen=True, slots=True)
class ListLine:
    """A row, a notice or, without both, a caption; and where it is."""

    top: int
    height: int
    section: SectionView
    row: SessionLook | None = None
    notice: NoticeView | None = None

    @property
    def id(self) -> str:
        """What the keyboard can be at here; empty for what it passes by."""
        if self.row is not None:
            return self.row.id
        return BEGIN if self.notice is not None and self.notice.button else ""


def list_lines(view: SideBarView, height_of: Callable[[NoticeView], int]) -> tuple[ListLine, ...]:
    """Return everything from top to bottom; `height_of` tells how high a notice is."""
    lines: list[ListLine] = []
    top = _TOP
    if view.notice is not None:
        height = height_of(view.notice)
        lines.append(ListLine(top, height, SectionView("", ()), notice=view.notice))
        top += height
    for section in view.sections:
        if section.title:
            lines.append(ListLine(top, _CAPTION, section))
            top += _CAPTION
        else:
            top += _GAP
        if section.notice is not None:
            height = height_of(section.notice)
            lines.append(ListLine(top, height, section, notice=section.notice))
            top += height
        for row in section.rows:
            lines.append(ListLine(top, metrics.ROW, section, row))
            top += metrics.ROW
    return tuple(lines)


def line_hint(line: ListLine) -> str:
    """Return all of a row in words, and what a click does; of a notice its sentence."""
    if line.row is not None:
        return _row_hint(line.row)
    return "" if line.notice is None else f"{line.notice.button} {line.notice.words}"


def _row_hint(row: SessionLook) -> str:
    if row.about:
        return (
            f"{row.name}, {row.detail}; {row.about}" if row.detail else f"{row.name}; {row.about}"
        )
    if row.rests:
        reason = row.reason or "a click launches it"
        told = f", {marks_words(row.marks)}" if row.marks else ""
        return f"{row.name} {row.detail}, does not run{told}; {reason}"
    where = f"in {row.address}" if row.address else "in the background; a click shows it"
    if not row.address and not row.is_live:
        where = "ended; a click shows what it left"
    if row.marks:
        where += f", {marks_words(row.marks)}"
    return " ".join(part for part in (row.name, row.detail, row.state, row.age, where) if part)
