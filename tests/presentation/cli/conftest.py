"""Time zones for commands that tell times."""

import time
from collections.abc import Iterator

import pytest


@pytest.fixture
def berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Be in a place with daylight saving, whatever zone this machine is in."""
    if not hasattr(time, "tzset"):
        pytest.skip("this system has one time zone")
    monkeypatch.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()
