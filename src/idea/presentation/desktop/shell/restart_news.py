"""What a window says after one before it crashed."""

from idea.application.views import BlameView
from idea.domain.stream.client import Mark
from idea.domain.stream.records import Gap
from idea.presentation.desktop.shell.notices import Notices
from idea.presentation.desktop.viewmodels.desk import Desk


class RestartNews:
    """Says it in the banner, and in the cell whose program printed what crashed it."""

    def __init__(self, desk: Desk, notices: Notices) -> None:
        self._desk = desk
        self._notices = notices

    def say(self, sentence: str) -> None:
        """Say something that is about no session."""
        self._notices.say(sentence)

    def blamed(self, blame: BlameView) -> None:
        """Say whose output it was."""
        self._notices.say(blame.sentence)
        self._desk.news.take(blame.session, Mark(Gap(0, blame.sentence, reset=False)))
