"""Keeps what is typed in an editor until it is saved. Main thread only."""

from collections.abc import Callable

from PySide6.QtCore import QTimer

from idea.application.use_case import Request
from idea.presentation.desktop.shell.runner import Runner
from idea.presentation.desktop.widgets.markdown_editor import MarkdownEditor

_AFTER_MS = 2_000
"""So long the person may go on typing before it is kept."""


class DraftKeeping:
    """Has at most one request on the way, so that a late one writes over no later text."""

    def __init__(
        self, editor: MarkdownEditor, keep: Callable[[str], Request[None]], runner: Runner
    ) -> None:
        """`keep` makes the request that keeps a text, or nothing for an empty one."""
        self._editor = editor
        self._request = keep
        self._runner = runner
        self._kept = ""
        self._is_busy = False
        self._asks = False
        """Whether the person is asked about a draft, over which nothing is written meanwhile."""
        self.timer = QTimer(editor)
        self.timer.setSingleShot(True)
        self.timer.setInterval(_AFTER_MS)
        self.timer.timeout.connect(self._keep)
        editor.edited.connect(self._on_edited)

    def offer(self, read: Callable[[Callable[[str], None]], object]) -> None:
        """Ask about what was typed when a window ended; `read` tells it to whoever it is given."""
        if self._editor.is_changed:
            return
        self._asks = True
        self._editor.ask(
            "Something was typed here and not saved.",
            (("Take it back", lambda: read(self._take)), ("Let it go", self._let_go)),
        )

    def _on_edited(self) -> None:
        if not self._editor.is_changed:
            self._keep()
        elif not self.timer.isActive():
            self.timer.start()

    def _keep(self) -> None:
        text = self._editor.text() if self._editor.is_changed else ""
        if self._is_busy or self._asks or text == self._kept:
            return
        self._is_busy = True
        self._kept = text
        self._runner.ask_quietly(self._request(text), lambda _: self._done(), self._done)

    def _done(self) -> None:
        self._is_busy = False
        self._on_edited()

    def _take(self, text: str) -> None:
        self._asks = False
        self._kept = text
        self._editor.retype(text)

    def _let_go(self) -> None:
        self._asks = False
        self._editor.say("")
        self._kept = "?"  # Whatever it is: it is there, and nothing is typed.
        self._keep()
