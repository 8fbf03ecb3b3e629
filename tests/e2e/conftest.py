"""What programs tried whole have in common."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.engine_window import Window, window_on


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Window]:
    """A window on an engine of its own and one open project."""
    project = tmp_path / "project"
    project.mkdir()
    with window_on(project) as one:
        yield one
