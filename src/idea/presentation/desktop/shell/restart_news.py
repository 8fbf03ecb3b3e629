"""What a window says after one before it crashed."""

from collections.abc import Callable

from idea.application.views import BlameView
from idea.domain.stream.client import Mark
from idea.domain.stream.records import Gap
from idea.presentation.desktop.shell.notices import SHOW_KNOWN, Notices
from idea.presentation.desktop.viewmodels.desk import Desk


class RestartNews:
    """Says it in the banner, and in the cell whose program printed what crashed it."""

    def __init__(
        self, desk: Desk, notices: Notices, show: Callable[[], None] | None = None
    ) -> None:
        """`show` shows the report of the crash; None where there is none."""
        self._desk = desk
        self._notices = notices
        self._word, self._show = ("" if show is None else SHOW_KNOWN), show

    def say(self, sentence: str) -> None:
        """Say something that is about no session."""
        self._notices.say(sentence, "", self._word, self._show)

    def blamed(self, blame: BlameView) -> None:
        """Say whose output it was."""
        self.say(blame.sentence)
        self._desk.news.take(blame.session, Mark(Gap(0, blame.sentence, reset=False)))
