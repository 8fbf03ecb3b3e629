"""The engine looks at a busy session every other second at most, and never at an idle one."""

import pytest
from PySide6.QtCore import QObject

from idea.presentation.desktop.shell.activity_pace import AGAIN_MS, SOON_MS, ActivityPace


@pytest.mark.usefixtures("qapp")
def test_activity_is_told_soon_and_then_seldom() -> None:
    owner = QObject()
    now = [0.0]
    told: list[float] = []
    pace = ActivityPace(lambda: told.append(now[0]), owner, clock=lambda: now[0])
    assert not pace.timer.isActive()

    pace.note()
    assert pace.timer.interval() == SOON_MS
    pace.note()
    pace.timer.timeout.emit()
    pace.timer.stop()
    now[0] = 0.5
    pace.note()

    assert told == [0.0]
    assert pace.timer.interval() == AGAIN_MS - 500
    pace.timer.stop()
    now[0] = 60.0
    pace.note()
    assert pace.timer.interval() == SOON_MS
