"""What a process imports before its first frame or answer, since nothing costs a start more."""

import json
import subprocess
import sys

import pytest

_SAYS_WHAT_IT_IMPORTED = """
import json, linecache, sys
print(json.dumps([sorted(sys.modules), sorted(linecache.cache)]))
"""


def _imported(code: str) -> tuple[set[str], set[str]]:
    """Return the modules of a fresh interpreter that ran this, and the sources it has read."""
    done = subprocess.run(
        [sys.executable, "-c", code + _SAYS_WHAT_IT_IMPORTED],
        capture_output=True,
        check=True,
        text=True,
    )
    modules, sources = json.loads(done.stdout)
    return set(modules), set(sources)


def test_the_engine_is_found_or_started_before_qt_is_imported() -> None:
    modules, _ = _imported("import idea.bootstrap.window")

    assert "idea.infrastructure.engine_client.client" in modules
    assert [name for name in modules if name.startswith(("PySide6", "shiboken"))] == []


@pytest.fixture(scope="module")
def window() -> tuple[set[str], set[str]]:
    """Return what a window has imported when its event loop begins, and the sources it has read."""
    return _imported(
        "import idea.bootstrap.window\n"
        "from idea.presentation.desktop.qt_loading import load_qt\n"
        "load_qt()\n"
        "import idea.bootstrap.desktop"
    )


@pytest.fixture
def imports_of_a_window(window: tuple[set[str], set[str]]) -> set[str]:
    return window[0]


def test_no_source_is_read_of_what_is_imported_after_qt(
    window: tuple[set[str], set[str]],
) -> None:
    modules, sources = window

    assert "idea.presentation.desktop.shell.main_window" in modules
    assert [path for path in sources if "idea" in path and path.endswith("main_window.py")] == []


@pytest.mark.parametrize(
    "late",
    [
        "PySide6.QtSvg",  # Loads with the first icon that is painted.
        "idea.infrastructure.screen.ghostty",  # Loads while the engine opens the project.
        "jeepney",  # Whoever notifies first needs it.
        "pydantic",  # The engine checks what clients send; a window trusts its engine.
        "starlette",
    ],
)
def test_the_first_frame_does_not_wait_for_what_comes_later(
    imports_of_a_window: set[str], late: str
) -> None:
    assert late not in imports_of_a_window
