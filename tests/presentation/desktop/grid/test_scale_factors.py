import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[4]
PROBE = """
import json, sys
from PySide6.QtWidgets import QApplication
application = QApplication([])
from presentation.desktop.grid.test_grid_view import content_of
from idea.domain.layout.notation import read
from idea.presentation.desktop.grid.grid_view import GridView
from support.desktop import PlainParts, a_skin
grid = GridView(PlainParts(), a_skin())
grid.resize(1201, 803)
grid.show_content(content_of(read("[a b c; d e f]")))
grid.show()
picture = grid.grab().toImage()
ratio = picture.devicePixelRatio()
line = grid._skin.theme.tokens.line.lower()
middle = int(200 * ratio)
row = [picture.pixelColor(x, middle).name() for x in range(picture.width())]
runs, length = [], 0
for color in row + [""]:
    if color == line:
        length += 1
    elif length:
        runs.append(length)
        length = 0
print(json.dumps({"ratio": ratio, "runs": runs, "width": picture.width()}))
"""


@pytest.mark.slow
@pytest.mark.parametrize("scale", ["0.5", "1", "1.25", "3"])
def test_hairlines_are_whole_device_pixels_at_every_scale(scale: str) -> None:
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "QT_SCALE_FACTOR": scale,
        "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")]),
    }
    answer = subprocess.run(
        [sys.executable, "-c", PROBE],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    probe = json.loads(answer.stdout)
    ratio = float(scale)

    # The edge of the row strip and the two lines between three columns; no blurred neighbours.
    assert probe["ratio"] == ratio
    assert len(probe["runs"]) == 3
    assert all(max(int(ratio), 1) <= run <= int(ratio) + 1 for run in probe["runs"])
