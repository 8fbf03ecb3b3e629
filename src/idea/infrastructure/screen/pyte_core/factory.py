"""Makes cores on pyte."""

from importlib.metadata import version
from typing import override

from idea.domain.errors import InvalidError
from idea.domain.ports.terminal_core import Screen, ScreenFactory
from idea.domain.terminal import Size
from idea.infrastructure.screen.pyte_core.screen import PyteScreen


class PyteScreenFactory(ScreenFactory):
    """Makes cores of the installed pyte."""

    @property
    @override
    def name(self) -> str:
        return f"pyte {version('pyte')}"

    @override
    def create(self, size: Size, scrollback_lines: int) -> Screen:
        return PyteScreen(size, scrollback_lines)

    @override
    def restore(self, native_snapshot: bytes, scrollback_lines: int) -> Screen:
        raise InvalidError("The core pyte has no saved state of its own; use the portable one.")
