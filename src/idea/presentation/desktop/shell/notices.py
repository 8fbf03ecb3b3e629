"""What the banner says: the engine is lost, something was refused, something happened."""

import logging
from collections.abc import Callable
from concurrent.futures import CancelledError

from idea.domain.errors import IdeaError
from idea.presentation.desktop.panels.banner import Banner, Tone
from idea.presentation.desktop.viewmodels.desk_state import DeskState

SHOW_KNOWN = "Show what is known…"
_LOG = logging.getLogger(__name__)


class Notices:
    """Speaks through one banner; a lost engine has precedence until it is back."""

    def __init__(self, banner: Banner) -> None:
        self._banner = banner
        self._lost = ""
        self._notice = ""
        self._warned = 0
        self._tab = ""
        self.start_engine: Callable[[], object] = lambda: None
        """Starts an engine after one was stopped."""
        self.show_reports: Callable[[], object] = lambda: None
        """Shows what is known of mistakes and crashes."""
        self.told_mistake: Callable[[], object] = lambda: None
        """Hears that a mistake was said here."""

    def follow(self, state: DeskState, tab: str) -> None:
        """Say what the engine's state asks for while `tab` is in front."""
        if tab != self._tab:
            self._tab = tab
            self._banner.show_tab(tab)
        is_told = bool(state.projects) or state.engine_is_stopped
        lost = state.engine_sentence if is_told and not state.connected else ""
        if lost != self._lost:
            self._lost = lost
            if lost and state.engine_is_stopped:
                self._banner.say(lost, Tone.ATTENTION, "Start it", self._start)
            elif lost:
                self._banner.say(lost, Tone.ERROR)
            else:
                self._banner.say("The engine is back.", Tone.NOTICE)
        elif state.notice != self._notice and state.notice and not lost:
            self._banner.say(state.notice, Tone.NOTICE, tab=state.notice_tab)
        self._notice = state.notice
        fresh = state.warned - self._warned
        self._warned = state.warned
        for sentence in state.warnings[-fresh:] if fresh else ():
            _LOG.warning("%s", sentence)
            self._banner.add(sentence)

    def _show(self) -> None:
        self.show_reports()

    def _start(self) -> None:
        self.start_engine()

    def report(self, error: BaseException, tab: str = "") -> None:
        """Say why something did not happen, in the tab it was asked for in."""
        if isinstance(error, CancelledError):
            return
        if isinstance(error, IdeaError):
            if not self._lost:
                self._banner.say(error.sentence, Tone.ATTENTION, tab=tab)
            return
        _LOG.error("A command failed in an unforeseen way.", exc_info=error)
        sentence = f"That failed because of a mistake in IdeA ({type(error).__name__})."
        self.told_mistake()
        self._banner.say(sentence, Tone.ERROR, SHOW_KNOWN, self._show)

    def tell(self, sentence: str, tab: str = "") -> None:
        """Say what happened, in the tab it happened in."""
        if not self._lost:
            self._banner.say(sentence, Tone.NOTICE, tab=tab)

    def offer(self, sentence: str, word: str, todo: Callable[[], object], tab: str = "") -> None:
        """Say what happened, with one thing to do about it: mostly to undo it."""

        def act() -> None:
            todo()

        if not self._lost:
            self._banner.say(sentence, Tone.NOTICE, word, act, tab=tab)

    def say(
        self,
        sentence: str,
        tab: str = "",
        word: str = "",
        todo: Callable[[], None] | None = None,
    ) -> None:
        """Say something that asks for attention, perhaps with one thing to do about it."""
        self._banner.say(sentence, Tone.ATTENTION, word, todo, tab=tab)

    def warn(self, sentence: str) -> None:
        """Say what is wrong with a file of the person's, and leave it in the log."""
        _LOG.warning("%s", sentence)
        self._banner.say(sentence, Tone.ATTENTION)
