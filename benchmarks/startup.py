"""From the command to the first prompt, beside a bare PySide6 window on the same display.

The prompt is seen through the shell: its start-up file touches a file whenever it is about to
prompt. A bare window is one that paints a widget and quits.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from display import VirtualDisplay
from product import Product, bytecode
from table import print_table

REPEATS = 3
_BARE = """
from PySide6.QtWidgets import QApplication, QLabel
from PySide6.QtCore import QTimer
app = QApplication([]); label = QLabel("bare"); label.show()
QTimer.singleShot(0, app.quit); app.exec()
"""


def main() -> int:
    """Print the best and the worst of some starts, in milliseconds."""
    bare, cold, warm = [], [], []
    with tempfile.TemporaryDirectory() as scratch, VirtualDisplay() as display:
        base = display.environment | bytecode(Path(scratch))
        for repeat in range(REPEATS):
            begin = time.monotonic()
            subprocess.run([sys.executable, "-c", _BARE], env=base, check=True)
            bare.append((time.monotonic() - begin) * 1000)
            folder = Path(scratch) / str(repeat)
            prompted = folder / "prompted"
            environment = base | _home_that_tells(folder, prompted)
            product = Product(folder, environment)
            cold.append(_until(product, prompted))
            product.close()
            # Another project, because the first one now shows the shell that was stopped.
            product.project = folder / "another project"
            product.project.mkdir()
            product.idea("engine", "start")
            prompted.unlink()
            warm.append(_until(product, prompted))
            product.close()
    rows = [
        (name, min(times), max(times))
        for name, times in (
            ("bare PySide6 window", bare),
            ("window, engine and first prompt", cold),
            ("window and first prompt, engine running", warm),
        )
    ]
    print_table(("start", "best ms", "worst ms"), rows)
    return 0


def _home_that_tells(folder: Path, prompted: Path) -> dict[str, str]:
    home = folder / "user"
    home.mkdir(parents=True)
    tells = f"PROMPT_COMMAND='touch {prompted}'\n"
    for name in (".bashrc", ".bash_profile"):
        (home / name).write_text(tells)
    return {"HOME": str(home), "SHELL": "/bin/bash"}


def _until(product: Product, prompted: Path) -> float:
    begin = time.monotonic()
    product.window = subprocess.Popen(
        [sys.executable, "-m", "idea", str(product.project)],
        env=product.environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while not os.path.exists(prompted):  # noqa: PTH110 - Called in a tight loop.
        if time.monotonic() - begin > 60:
            return float("nan")
        time.sleep(0.002)
    return (time.monotonic() - begin) * 1000


if __name__ == "__main__":
    sys.exit(main())
