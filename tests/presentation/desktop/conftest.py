from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from support.shown_view import Shown, shown_view


@pytest.fixture
def shown(qtbot: QtBot) -> Iterator[Shown]:
    """A shown view, live and idle."""
    with shown_view(qtbot) as found:
        yield found
