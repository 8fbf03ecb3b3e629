"""Three windows on two screens come back to them, and onto the one that is left of them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.posix, pytest.mark.timeout(400)]

TESTS = Path(__file__).with_name("two_screens.py")
_LEFT = {"name": "left", "x": 0, "y": 0, "width": 1920, "height": 1080}
_RIGHT = {"name": "right", "x": 1920, "y": 0, "width": 2560, "height": 1440}
_LOOKS = {"logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1.0}


@pytest.mark.parametrize(
    ("screens", "name"),
    [
        ((_LEFT, _RIGHT), "test_windows_are_back_on_their_screens_after_the_process_was_killed"),
        ((_LEFT,), "test_windows_of_a_screen_that_is_gone_are_wholly_on_the_one_there_is"),
    ],
    ids=["both", "one is gone"],
)
def test_windows_are_back_on_the_screens_there_are(
    screens: tuple[dict[str, object], ...], name: str, tmp_path: Path
) -> None:
    """The platform takes its screens when a process begins, so each case is a process."""
    config = tmp_path / "screens.json"
    config.write_text(json.dumps({"screens": [one | _LOOKS for one in screens]}))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"{TESTS}::{name}"],
        cwd=TESTS.parents[2],
        env=os.environ | {"QT_QPA_PLATFORM": f"offscreen:configfile={config}"},
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout
