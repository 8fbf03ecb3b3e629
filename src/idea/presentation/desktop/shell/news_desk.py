"""Takes what programs tell to the model and the engine, and what the person answers to them."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QGuiApplication

from idea.application.terminals.set_title import SetTitleRequest
from idea.application.terminals.show_session import ShowSessionRequest
from idea.application.terminals.tell_look import TellLookRequest
from idea.application.terminals.tell_status import StatusPart, TellStatusRequest
from idea.domain.ports.terminal_core import Color, DefaultColors
from idea.domain.ports.terminal_effects import ClipboardWritten, CommandEnded
from idea.domain.program_status import AT_PROMPT, CLEAR, RESET, StatusNews, with_newest
from idea.presentation.desktop.shell.desktop_alerts import DesktopAlerts
from idea.presentation.desktop.shell.program_copies import Wish, copy_wish
from idea.presentation.desktop.shell.runner import Runner
from idea.presentation.desktop.shell.terminals import Terminals
from idea.presentation.desktop.viewmodels.desk import Desk
from idea.presentation.desktop.viewmodels.session_news import (
    Answer,
    NoteKind,
    Told,
    alert_of,
    notice_of,
)

REPORT_MS = 1_000
"""How long titles are gathered before the engine hears the last one of each session."""


class NewsDesk(QObject):
    """Main thread only."""

    def __init__(
        self,
        desk: Desk,
        runner: Runner,
        terminals: Terminals,
        alerts: DesktopAlerts,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._desk = desk
        self._alerts = alerts
        self._runner = runner
        self._terminals = terminals
        self._titles: dict[str, str] = {}
        """Titles the engine has not heard yet, by session."""
        self.reports = QTimer(self)
        self.reports.setSingleShot(True)
        self.reports.setInterval(REPORT_MS)
        self.reports.timeout.connect(self._report_titles)
        self._statuses: dict[str, list[StatusNews]] = {}
        """What programs said of themselves that the engine has not heard yet, by session."""
        self.status_reports = QTimer(self)
        self.status_reports.setSingleShot(True)
        self.status_reports.setInterval(REPORT_MS)
        self.status_reports.timeout.connect(self._report_statuses)
        self.is_attended: Callable[[], bool] = _always
        """Tells whether the person looks at the window."""

    def stop(self) -> None:
        """Tell nobody anything any more."""
        self.reports.stop()
        self.status_reports.stop()

    def titled(self, session: str, title: str, holding: bool) -> None:  # noqa: FBT001 - a signal's value.
        """Hear the title a program gave itself; the engine hears it from whoever answers."""
        self._desk.name_session(session, title)
        if holding:
            self._titles[session] = title
            if not self.reports.isActive():
                self.reports.start()

    def status_told(self, session: str, news: Sequence[StatusNews], holding: bool) -> None:  # noqa: FBT001 - a signal's value.
        """Hear what a program is doing by its own word; the engine hears it from who answers."""
        if not holding:
            return
        waiting = self._statuses.get(session, [])
        for each in news:
            waiting = with_newest(waiting, each)
        self._statuses[session] = waiting
        if not self.status_reports.isActive():
            self._report_statuses()

    def happened(self, session: str, told: Told) -> None:
        """Hear what a program told that is not on its screen.

        What asks for the person, a bell or a `Notified`, marks the session unless the keyboard is
        there; while its cell is out of sight the desktop is told as well. A command that took
        long and ended out of sight is told like a `Notified`.
        """
        if isinstance(told, CommandEnded):
            least_s = self._desk.state.setting("notifications.long_command_seconds", 10)
            notice = None if self._is_in_sight(session) else notice_of(told, least_s)
            if notice is None:
                return
            told = notice
        if isinstance(told, ClipboardWritten) and not self._asks_about(session, told.text):
            return
        focused = self._desk.focused_session
        attended = focused is not None and focused.id == session and self.is_attended()
        copied = self._desk.news.take(session, told, attended=attended)
        _put_on_clipboard(copied)
        if not self._desk.news.of(session).rang:
            self._alerts.seen(session)  # What it wanted was taken back, or is being looked at.
        alert = alert_of(told)
        if alert is not None and not self._is_in_sight(session):
            self._alerts.add(session, alert)

    def _asks_about(self, session: str, text: str) -> bool:
        """Do with a text to copy what settings say; returns whether they leave it to a question."""
        match copy_wish(self._desk.state, text):
            case Wish.ALLOW:
                _put_on_clipboard(text)
            case Wish.TELL:
                self._desk.news.refuse_copy(session, len(text.encode("utf-8", "replace")))
            case Wish.ASK:
                return True
            case Wish.REFUSE:
                pass
        return False

    def dressed(self, colors: DefaultColors, cell_pixels: tuple[int, int]) -> None:
        """Let the engine tell programs nobody shows what those that are shown are told."""
        width, height = cell_pixels
        self._runner.ask_quietly(
            TellLookRequest(
                foreground=_hex(colors.foreground),
                background=_hex(colors.background),
                cursor=_hex(colors.cursor),
                palette=tuple(map(_hex, colors.palette)),
                cell_width=width,
                cell_height=height,
            )
        )

    def acted(self, session: str) -> None:
        """Let the engine look what runs in front now; the answer comes as a change."""
        view = self._desk.state.sessions.get(session)
        if view is not None and view.status == "running" and self._desk.state.connected:
            self._runner.ask_quietly(ShowSessionRequest(session=session))

    def answer(self, session: str, kind: NoteKind, answer: Answer) -> None:
        """Do what the person said to a note."""
        if answer is Answer.TRY_AGAIN:
            self._terminals.attach_again(session)
        _put_on_clipboard(self._desk.news.answer(session, kind, answer))

    def look(self) -> None:
        """Take note of what the person looks at: the focused session, and what is beside it."""
        focused = self._desk.focused_session
        if focused is not None and self.is_attended():
            self._desk.news.seen(focused.id)
        for session in filter(self._is_in_sight, self._alerts.waiting.sessions):
            self._alerts.seen(session)

    def _is_in_sight(self, session: str) -> bool:
        """Whether the tab in front shows it in a cell that no zoomed ones cover."""
        desk, view = self._desk, self._desk.state.sessions.get(session)
        if view is None or view.cell is None or view.project != desk.current:
            return False
        if view.cell in desk.state.popped_out:
            return self.is_attended()
        zoomed = desk.selection(desk.current).zoomed
        return self.is_attended() and (not zoomed or view.cell in zoomed)

    def _report_titles(self) -> None:
        titles, self._titles = self._titles, {}
        if not self._desk.state.connected:
            return
        for session, title in titles.items():
            self._runner.ask_quietly(SetTitleRequest(session=session, title=title[:1_000]))

    def _report_statuses(self) -> None:
        statuses, self._statuses = self._statuses, {}
        if not self._desk.state.connected:
            return
        for session, news in statuses.items():
            view = self._desk.state.sessions.get(session)
            if view is not None and (view.told is not None or any(map(_tells_state, news))):
                parts = tuple(StatusPart(**each._asdict()) for each in news)
                self._runner.ask_quietly(TellStatusRequest(session=session, news=parts))
                self.status_reports.start()


def _tells_state(news: StatusNews) -> bool:
    """Whether it is a report; what takes reports back changes nothing where there are none."""
    return news.what not in {CLEAR, AT_PROMPT, RESET}


def _put_on_clipboard(text: str) -> None:
    if text:
        QGuiApplication.clipboard().setText(text)


def _hex(color: Color) -> str:
    return f"#{color & 0xFFFFFF:06x}"


def _always() -> bool:
    return True
