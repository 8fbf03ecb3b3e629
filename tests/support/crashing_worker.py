"""A screen worker whose cores die of what real ones die of: `crashing_worker.py HOW PAGE LINES`.

`abort` has plain cores that abort at the bytes `DIE`, `unguarded` real ones without their guard.
"""

import os
import sys
from typing import override

from fakes.terminal_core import FakeScreen, FakeScreenFactory
from idea.bootstrap.worker import serve
from idea.domain.ports.terminal_effects import Effect
from idea.domain.terminal import Size
from idea.infrastructure.screen.ghostty.factory import GhosttyScreenFactory
from idea.infrastructure.screen.sequence_guard import SequenceGuard

DEADLY = b"DIE"


class DyingScreen(FakeScreen):
    """Takes the process with it."""

    @override
    def feed(self, data: bytes) -> tuple[Effect, ...]:
        if DEADLY in data:
            os.abort()
        return super().feed(data)


class DyingScreenFactory(FakeScreenFactory):
    """Makes cores that can die."""

    @override
    def create(self, size: Size, scrollback_lines: int) -> DyingScreen:
        return DyingScreen(size, scrollback_lines)


def main() -> None:
    """Serve until the engine is gone, or a core dies."""
    how, *arguments = sys.argv[1:]
    if how == "unguarded":
        SequenceGuard.filter = lambda _, data: data  # type: ignore[method-assign]
        serve(arguments, GhosttyScreenFactory())
    else:
        serve(arguments, DyingScreenFactory())


if __name__ == "__main__":
    main()
