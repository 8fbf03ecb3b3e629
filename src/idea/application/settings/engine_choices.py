"""The settings the engine itself obeys, in the units it works with."""

import shlex
from collections.abc import Callable
from datetime import timedelta

from idea.domain.ids import ProjectId
from idea.domain.setting import SettingValue

_MIB = 1024 * 1024


class EngineChoices:
    """Reads each setting when it is needed, so that a change counts from then on."""

    def __init__(
        self,
        value: Callable[[str], SettingValue],
        within: Callable[[str, ProjectId], SettingValue] | None = None,
    ) -> None:
        """`within` tells a setting as a project has it."""
        self._value = value
        self._within = within or (lambda name, _project: value(name))

    def shell(self, project: ProjectId) -> tuple[str, ...]:
        """Return the command a new cell starts; empty for the person's login shell."""
        text = str(self._within("terminal.shell", project)).strip()
        try:
            return tuple(shlex.split(text))
        except ValueError:  # A quotation mark is missing: starting it says what is wrong.
            return (text,)

    def profile(self) -> str:
        """Return the id of the engine that new agents get where nobody names one."""
        return str(self._value("agents.engine")).strip()

    def wants_marks(self, project: ProjectId) -> bool:
        """Return whether shells shall tell where their prompts and commands are."""
        return bool(self._within("terminal.shell_integration", project))

    def is_locked(self, project: ProjectId) -> bool:
        """Return whether the grid of a project keeps its shape."""
        return bool(self._within("layout.locked", project))

    def scrollback_lines(self) -> int:
        """Return how many lines the screens of sessions that nobody shows keep."""
        return int(self._value("terminal.scrollback_lines"))

    def log_bytes(self) -> int:
        """Return how large one session's log may grow."""
        return int(self._value("sessions.log_limit_mib")) * _MIB

    def all_logs_bytes(self) -> int:
        """Return how large all logs together may grow."""
        return int(self._value("sessions.all_logs_limit_mib")) * _MIB

    def ended_kept_for(self) -> timedelta:
        """Return how long an ended session and its log are kept."""
        return timedelta(days=int(self._value("sessions.keep_logs_days")))

    def idle_limit_s(self) -> float:
        """Return after how many seconds an engine that nobody needs leaves."""
        return float(self._value("engine.leave_after_minutes")) * 60
