"""What the banner says: the engine is lost, something was refused, something happened."""

import logging
from collections.abc import Callable
from concurrent.futures import CancelledError

from idea.domain.errors import IdeaError
from idea.presentation.desktop.panels.banner import Banner, Tone
from idea.presentation.desktop.viewmodels.desk_state import DeskState

_LOG = logging.getLogger(__name__)


class Notices:
    """Speaks through one banner; a lost engine has precedence until it is back."""

    def __init__(self, banner: Banner) -> None:
        self._banner = banner
        self._lost = ""
        self._notice = ""
        self._warned = 0

    def follow(self, state: DeskState) -> None:
        """Say what the engine's state asks for."""
        lost = "" if state.connected or not state.projects else state.engine_sentence
        if lost != self._lost:
            self._lost = lost
            if lost:
                self._banner.say(lost, Tone.ERROR)
            else:
                self._banner.say("The engine is back.", Tone.NOTICE)
        elif state.notice != self._notice and state.notice and not lost:
            self._banner.say(state.notice, Tone.NOTICE)
        self._notice = state.notice
        fresh = state.warned - self._warned
        self._warned = state.warned
        for sentence in state.warnings[-fresh:] if fresh else ():
            self._banner.add(sentence)

    def report(self, error: BaseException) -> None:
        """Say why something did not happen."""
        if isinstance(error, CancelledError):
            return
        if isinstance(error, IdeaError):
            if not self._lost:
                self._banner.say(error.sentence, Tone.ATTENTION)
            return
        _LOG.error("A command failed in an unforeseen way.", exc_info=error)
        sentence = (
            f"That failed because of a mistake in IdeA ({type(error).__name__}); see its log."
        )
        self._banner.say(sentence, Tone.ERROR)

    def tell(self, sentence: str) -> None:
        """Say what happened; it goes by itself."""
        if not self._lost:
            self._banner.say(sentence, Tone.NOTICE)

    def say(self, sentence: str, word: str = "", todo: Callable[[], None] | None = None) -> None:
        """Say something that asks for attention, and what can be done about it."""
        self._banner.say(sentence, Tone.ATTENTION, word, todo)
