"""Puts what was copied where the system keeps such things."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QClipboard, QGuiApplication

from idea.domain.ports.terminal_core import Row
from idea.presentation.desktop.terminal.feed_events import CopyTarget, TextCopied


def put_on_clipboard(copied: TextCopied, as_html: Callable[[Sequence[Row]], str]) -> None:
    """Put text, with its looks when it has some, on the clipboard or in the primary selection."""
    if not copied.text:
        return
    clipboard = QGuiApplication.clipboard()
    primary = copied.target is CopyTarget.PRIMARY
    mode = QClipboard.Mode.Selection if primary else QClipboard.Mode.Clipboard
    if not copied.rows:
        # Qt's own object: one made here may be taken apart after the interpreter is gone.
        clipboard.setText(copied.text, mode)
        return
    content = QMimeData()
    content.setText(copied.text)
    content.setHtml(as_html(copied.rows))
    clipboard.setMimeData(content, mode)
