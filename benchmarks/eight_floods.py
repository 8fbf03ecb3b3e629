"""Bytes per second of eight visible cells that flood, beside one of them alone, in one run.

Each program writes its share of the same 32 MB and waits for the answer to `CSI 6n`; eight of them
begin together, and the last one ends the time.
"""

import sys
import tempfile
from pathlib import Path

from corpora import write_corpora
from display import FrameCounter, VirtualDisplay
from product import Product, running_window
from table import print_table
from throughput import appears

TIMES = 32
CELLS = ("A1", "B1", "C1", "D1", "A2", "B2", "C2", "D2")
WANTED = 0.8


def main() -> int:
    """Print MB/s of one cell and of eight, and their ratio, a row a corpus."""
    rows = []
    with tempfile.TemporaryDirectory() as scratch, VirtualDisplay() as display:
        folder = Path(scratch)
        with running_window(folder / "idea", display) as product:
            product.layout("preset", "grid-4x2")
            grid = _Grid(product, display, folder)
            for corpus, path in write_corpora(folder).items():
                one, one_frames = grid.flood(path, CELLS[:1])
                eight, eight_frames = grid.flood(path, CELLS)
                rows.append((corpus, one, one_frames, eight, eight_frames, eight / one, WANTED))
    print_table(
        ("corpus", "one MB/s", "frames/s", "eight MB/s", "frames/s", "ratio", "wanted"), rows
    )
    return 0


class _Grid:
    """The cells of one window."""

    def __init__(self, product: Product, display: VirtualDisplay, folder: Path) -> None:
        self._product = product
        self._display = display
        self._folder = folder
        self._taken = {"A1"}

    def flood(self, corpus: Path, cells: tuple[str, ...]) -> tuple[float, float]:
        """Return megabytes a second of all these cells together, and frames a second.

        Raises:
            TimeoutError: A program did not start, or was never answered.
        """
        go = self._folder / f"{corpus.stem}-{len(cells)}.go"
        results = [self._start(corpus, cell, len(cells), go) for cell in cells]
        for result in results:
            _await(result.with_suffix(".started"))
        counter = FrameCounter(self._display)
        counter.start()
        go.touch()
        for result in results:
            _await(result)
        frames = counter.stop()
        told = [result.read_text().split() for result in results]
        total_bytes = sum(int(size) for size, *_ in told)
        return total_bytes / max(float(seconds) for _, seconds, *_ in told) / 1e6, frames

    def _start(self, corpus: Path, cell: str, count: int, go: Path) -> Path:
        result = self._folder / f"{corpus.stem}-{cell}-of-{count}.result"
        flood = Path(__file__).with_name("flood.py")
        if cell in self._taken:
            self._product.layout("detach", cell)
        self._taken.add(cell)
        argv = (str(flood), str(corpus), str(TIMES // count), str(result), str(go))
        self._product.open_terminal((sys.executable, *argv), at=cell)
        return result


def _await(path: Path) -> None:
    if not appears(path):
        raise TimeoutError(f"{path.name} did not appear.")


if __name__ == "__main__":
    sys.exit(main())
