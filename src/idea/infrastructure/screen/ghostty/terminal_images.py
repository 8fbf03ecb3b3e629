"""The images of one terminal: how much it keeps of them, and where they stand."""

from collections.abc import Mapping

from idea.domain.ports.terminal_core import Row
from idea.domain.ports.terminal_images import ImagePlacement
from idea.infrastructure.screen.ghostty.abi import Abi
from idea.infrastructure.screen.ghostty.facts import TerminalFacts
from idea.infrastructure.screen.ghostty.image_guard import ImageGuard
from idea.infrastructure.screen.ghostty.images import ImageReader

_USUAL_BYTES = 64 << 20


class TerminalImages:
    """Guards and reads the images of the terminal at an address."""

    def __init__(self, abi: Abi, terminal: int, facts: TerminalFacts) -> None:
        self._facts = facts
        self._guard = ImageGuard(_USUAL_BYTES)
        self._reader = ImageReader(abi, terminal)
        self._placed: tuple[ImagePlacement, ...] = ()
        self.limit(_USUAL_BYTES)

    def limit(self, most_bytes: int) -> None:
        """Keep so much of images at most."""
        self._facts.limit_images(most_bytes)
        self._guard.most_bytes = most_bytes

    def filter(self, data: bytes) -> bytes:
        """Return the bytes to feed instead of `data`."""
        return self._guard.filter(data)

    def shown(
        self, rows: Mapping[int, Row], cell: tuple[int, int], *, is_current: bool
    ) -> tuple[ImagePlacement, ...]:
        """Return the images in the viewport, or while output is held those from before."""
        if is_current:
            self._placed = tuple(self._reader.placements(rows, cell))
        return self._placed

    def close(self) -> None:
        """Free what reading needs."""
        self._reader.close()
