"""Says what IdeA is, and what is known of its crashes. Main thread only."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QUrl, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from idea.application.engine.engine_status import EngineStatusRequest
from idea.application.views import EngineStatusView
from idea.domain.crash_report import CrashReport
from idea.domain.visible import visible
from idea.presentation.desktop.shell.about_dialog import AboutDialog
from idea.presentation.desktop.shell.notices import SHOW_KNOWN, Notices
from idea.presentation.desktop.shell.reports_dialog import ReportsDialog
from idea.presentation.desktop.shell.runner import Runner
from idea.presentation.desktop.shell.window_services import WindowServices
from idea.presentation.desktop.viewmodels.about import about_rows, fault_words, licence_words
from idea.presentation.desktop.viewmodels.action_registry import Work


class HelpCommands:
    """Dialogs open over `window`."""

    def __init__(
        self, services: WindowServices, runner: Runner, notices: Notices, window: QWidget
    ) -> None:
        self._services = services
        self._runner = runner
        self._notices = notices
        self._window = window
        notices.show_reports = self.show_reports
        notices.told_mistake = lambda: self.told.add("mistake in window")
        self.speaks: Callable[[], bool] = lambda: True
        """Tells whether this window says what concerns no window."""
        self.told: set[str] = set()
        """Processes of whose last crash, or mistake, the person is told elsewhere."""
        self.about: AboutDialog | None = None
        self.reports: ReportsDialog | None = None
        """What was opened last."""

    def work(self) -> dict[str, Work]:
        """Return the code of every action here."""
        return {
            "help.show_about": self.show_about,
            "help.show_reports": self.show_reports,
            "engine.start": self._services.feed.start_engine,
        }

    def look(self) -> None:
        """Say what crashed since the person heard of it last."""
        if self.speaks():
            self._runner.flow(lambda _: self._services.reports.untold(), self._tell)
            self._runner.flow(lambda _: self._services.texts.untold(), self._tell_kept)

    def show_about(self) -> None:
        """Say what is installed and which engine runs, if one does."""
        self._runner.ask_in_place(
            EngineStatusRequest(), self._show_about, lambda _: self._show_about(None)
        )

    def show_reports(self) -> None:
        """Show what is known of crashes."""
        self._runner.flow(lambda _: self._services.reports.known(), self._show_reports)

    def _tell(self, report: CrashReport | None) -> None:
        if report is None:
            return
        what = report.process if report.is_fatal else f"mistake in {report.process}"
        if what in self.told:
            self.told.remove(what)
            return
        self._notices.offer(report.sentence, SHOW_KNOWN, self.show_reports)

    def _tell_kept(self, names: Sequence[str]) -> None:
        if names:
            unique = ", ".join(dict.fromkeys(names))
            words = visible(f"What you had typed in {unique} and not saved was kept at the end.")
            self._notices.offer(
                words, "Open folder", lambda: self._open(self._services.texts.folder)
            )

    def _open(self, folder: Path) -> None:
        self._services.outside.open_address(QUrl.fromLocalFile(str(folder)).toString())

    def _show_about(self, engine: EngineStatusView | None) -> None:
        here, now = self._services.installation(), self._services.now()
        window_system = f"{qVersion()} on {QGuiApplication.platformName()}"
        self.about = AboutDialog.show_about(
            here.version,
            about_rows(here, engine, now, window_system),
            licence_words(here),
            self._services.themes.skin,
            self._window,
            fault_words=lambda: fault_words(here, engine, now, window_system),
            show_reports=self.show_reports,
        )

    def _show_reports(self, found: Sequence[CrashReport]) -> None:
        self.reports = ReportsDialog.show_reports(
            found,
            self._services.reports,
            self._runner,
            self._services.themes.skin,
            self._window,
            open_folder=lambda: self._open(self._services.reports.folder),
        )
