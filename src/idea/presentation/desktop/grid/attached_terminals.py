"""The terminals of one grid: attached while a cell shows their session, never made twice."""

from collections.abc import Set as AbstractSet

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from idea.presentation.desktop.grid.terminal_parts import TerminalPart, TerminalParts


class AttachedTerminals:
    """Keeps views by session; `host` is their parent and filters their events."""

    def __init__(self, parts: TerminalParts, host: QWidget) -> None:
        self._parts = parts
        self._host = host
        self._by_session: dict[str, TerminalPart] = {}
        self._sessions: dict[QObject, str] = {}

    def of(self, session: str) -> TerminalPart | None:
        """Return the view of a session."""
        return self._by_session.get(session)

    def session_of(self, widget: QObject) -> str:
        """Return the session that a widget shows; empty for any other widget."""
        return self._sessions.get(widget, "")

    def match(self, wanted: AbstractSet[str]) -> bool:
        """Attach to what is newly shown, detach from the rest; tell whether anything is new."""
        for session in self._by_session.keys() - wanted:
            self._drop(session)
        fresh = wanted - self._by_session.keys()
        for session in fresh:
            part = self._parts.create(session, self._host)
            self._by_session[session] = part
            self._sessions[part.widget] = session
            part.widget.installEventFilter(self._host)
        return bool(fresh)

    def hold_sizes(self, *, held: bool) -> None:
        """Let no view ask for another size while a divider is dragged."""
        for part in self._by_session.values():
            part.hold_size(held=held)

    def _drop(self, session: str) -> None:
        part = self._by_session.pop(session)
        self._sessions.pop(part.widget, None)
        part.widget.removeEventFilter(self._host)
        part.close()
