from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from support.window import Stand


@pytest.fixture
def stand(qtbot: QtBot) -> Iterator[Stand]:
    """Return a window on fakes that was shown once, without an engine so far."""
    stand = Stand()
    stand.window.start()
    qtbot.waitUntil(stand.window.isVisible)
    yield stand
    stand.window.stop()
    stand.main.close()
    stand.window.hide()
    stand.window.deleteLater()
