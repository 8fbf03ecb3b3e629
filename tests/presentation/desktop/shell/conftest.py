import contextlib
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from support.window import Stand


@contextlib.contextmanager
def shown(qtbot: QtBot, stand: Stand) -> Iterator[Stand]:
    """Show a window once, without an engine so far, and let go of it at the end."""
    stand.window.start()
    qtbot.waitUntil(stand.window.isVisible)
    yield stand
    stand.window.stop()
    stand.main.close()
    stand.window.hide()
    stand.window.deleteLater()


@pytest.fixture
def stand(qtbot: QtBot) -> Iterator[Stand]:
    """Return a window on fakes that was shown once, without an engine so far."""
    with shown(qtbot, Stand()) as found:
        yield found


@pytest.fixture
def returning(qtbot: QtBot) -> Iterator[Stand]:
    """Return the same where another window would follow one that starts again."""
    with shown(qtbot, Stand(comes_back=True)) as found:
        yield found


@pytest.fixture
def popped_up(monkeypatch: pytest.MonkeyPatch) -> list[QMenu]:
    """Gather the menus instead of showing them: a platform without a screen grabs nothing."""
    menus: list[QMenu] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, _point: menus.append(menu))
    return menus
