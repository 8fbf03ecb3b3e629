"""Parts of a terminal for tests: frames, rows, and a listener that waits for what a thread says."""

import threading
from collections.abc import Callable, Mapping

from idea.domain.ports.terminal_core import (
    PLAIN,
    Color,
    Cursor,
    Frame,
    Modes,
    Row,
    Run,
    Scrollback,
    Style,
)
from idea.domain.terminal import Size

DEADLINE_S = 60.0
_HOME = Cursor(row=0, column=0)
_FRESH = Modes()


class Heard[Event]:
    """Collects what another thread delivers and waits for it."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self._arrived = threading.Condition()

    def __call__(self, event: Event) -> None:
        with self._arrived:
            self.events.append(event)
            self._arrived.notify_all()

    def wait_for(self, found: Callable[[Event], bool]) -> Event:
        """Return the first event for which `found` holds, also one that came already."""

        def first() -> Event | None:
            return next((event for event in self.events if found(event)), None)

        with self._arrived:
            assert self._arrived.wait_for(lambda: first() is not None, DEADLINE_S), self.events
            event = first()
        assert event is not None
        return event

    def wait_until(self, done: Callable[[], bool]) -> None:
        """Wait until something that follows from events is so."""
        with self._arrived:
            assert self._arrived.wait_for(done, DEADLINE_S), self.events


def a_row(text: str, style: Style = PLAIN) -> Row:
    """Return a row of one run."""
    return Row(runs=(Run(column=0, cells=len(text), text=text, style=style),) if text else ())


def a_frame(
    rows: Mapping[int, Row] | None = None,
    *,
    columns: int = 10,
    lines: int = 4,
    full: bool = True,
    cursor: Cursor = _HOME,
    modes: Modes = _FRESH,
    title: str = "",
    total: int | None = None,
    top: int = 0,
    palette: Mapping[int, Color] | None = None,
    selection: Mapping[int, tuple[int, int]] | None = None,
) -> Frame:
    """Return a frame; rows not given are blank when it is full."""
    given = dict(rows or {})
    if full:
        given = {number: given.get(number, a_row("")) for number in range(lines)}
    return Frame(
        size=Size(columns=columns, rows=lines),
        rows=given,
        full=full,
        cursor=cursor,
        modes=modes,
        title=title,
        scrollback=Scrollback(total=lines + top if total is None else total, top=top),
        palette=palette or {},
        selection=selection or {},
    )
