"""What a person does with the commands of a terminal: go to them, take their output, run again.

Lives on the GUI thread. What is meant is the command that was pointed at, else the one at the top
of the view while it is scrolled up, else the newest.
"""

from PySide6.QtCore import QObject, QTimer

from idea.domain.commands import command_at, prompt_beyond
from idea.domain.ports.terminal_core import Screen, Scrollback, SelectionUnit
from idea.presentation.desktop.terminal.feed_events import (
    CopyTarget,
    FeedEvent,
    LineRecalled,
    LineSelection,
    TextCopied,
    Unable,
)
from idea.presentation.desktop.terminal.live_terminal import LiveTerminal

_NONE_KNOWN = "No command is known here; its shell does not tell them, or has run none."
_NO_EARLIER = "No earlier command is kept here."
_NO_OUTPUT = "This command printed nothing that is kept."
_NO_LINE = "What was typed there is not known."
_SEVERAL_LINES = "These are several lines, which this shell would run one by one."
_NO_PROMPT = "A command can be run again only at an empty prompt."
_NEWEST = 1 << 40
"""Beyond every line."""
_FORGET_MS = 500
"""Longer than a menu takes to act once it is closed."""


class CommandDesk(QObject):
    """The commands of one terminal."""

    def __init__(self, terminal: LiveTerminal) -> None:
        super().__init__(terminal)
        self._terminal = terminal
        self._pointed: int | None = None
        self._forgetting = QTimer(self)
        self._forgetting.setSingleShot(True)
        self._forgetting.setInterval(_FORGET_MS)
        self._forgetting.timeout.connect(self.forget)

    def point(self, row: int) -> None:
        """Mean the command that a row of the view belongs to, until something else is done."""
        frame = self._terminal.frame
        self._forgetting.stop()
        self._pointed = None if frame is None else frame.scrollback.top + row

    def forget(self) -> None:
        """Mean no pointed command any more."""
        self._pointed = None

    def forget_soon(self) -> None:
        """Mean no pointed command any more once the menu that closed has acted."""
        self._forgetting.start()

    def show_prompt(self, *, down: bool) -> None:
        """Show the nearest prompt above at the top of the view, or the nearest below."""

        def act(screen: Screen, scrollback: Scrollback) -> FeedEvent | None:
            commands = screen.commands()
            line = prompt_beyond(commands, scrollback.top, down=down)
            if line is not None:
                screen.scroll_to(line)
            elif not commands:
                return Unable(_NONE_KNOWN)
            elif down:
                screen.scroll_to_bottom()
            else:
                return Unable(_NO_EARLIER)
            return None

        self._terminal.act(act, moves=True)

    def select_output(self) -> None:
        """Select what the command printed."""
        line = self._line()
        place = (line, 0)
        self._terminal.feed.scroll_and_select(
            None, LineSelection(start=place, end=place, unit=SelectionUnit.OUTPUT)
        )
        self._terminal.act(lambda screen, _: _unless_there_is_output(screen, line))

    def copy_output(self) -> None:
        """Copy what the command printed."""
        line = self._line()

        def act(screen: Screen, _: Scrollback) -> FeedEvent | None:
            text = screen.output_text(line)
            if not text:
                return _unless_there_is_output(screen, line)
            return TextCopied(text, CopyTarget.CLIPBOARD)

        self._terminal.act(act)

    def run_again(self) -> None:
        """Type the command at the prompt, and run it if the screen shows that it was typed so."""
        frame = self._terminal.frame
        if frame is None or not frame.at_prompt:
            self._terminal.refused.emit(_NO_PROMPT)
            return
        line = self._line()

        def act(screen: Screen, _: Scrollback) -> FeedEvent:
            command = command_at(screen.commands(), line)
            if command is None:
                return Unable(_NONE_KNOWN)
            if not command.line:
                return Unable(_NO_LINE)
            if "\n" in command.line and not frame.modes.bracketed_paste:
                return Unable(_SEVERAL_LINES)
            # What a program told and the person never saw is not run unseen.
            return LineRecalled(command.line, run=command.shown)

        self._terminal.act(act)

    def _line(self) -> int:
        """Return a line of the command that is meant."""
        pointed, self._pointed = self._pointed, None
        if pointed is not None:
            return pointed
        frame = self._terminal.frame
        if frame is None or self._terminal.follows_tail:
            return _NEWEST
        return frame.scrollback.top


def _unless_there_is_output(screen: Screen, line: int) -> FeedEvent | None:
    if screen.output_text(line):
        return None
    return Unable(_NO_OUTPUT if command_at(screen.commands(), line) else _NONE_KNOWN)
