"""Chooses core and input encoder: libghostty-vt where its wheel exists, else pyte and our own."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from idea.domain.errors import InvalidError, ProcessError, StoreError
from idea.domain.ports.terminal_core import ScreenFactory
from idea.domain.ports.terminal_images import PngDecoder
from idea.domain.ports.terminal_input import InputEncoderFactory
from idea.infrastructure.screen.plain_input import PlainInputEncoderFactory


def _ghostty(pngs: PngDecoder | None) -> ScreenFactory:
    from idea.infrastructure.screen.ghostty.factory import GhosttyScreenFactory  # noqa: PLC0415

    return GhosttyScreenFactory(pngs=pngs)


def _pyte(_pngs: PngDecoder | None) -> ScreenFactory:
    from idea.infrastructure.screen.pyte_core.factory import PyteScreenFactory  # noqa: PLC0415

    return PyteScreenFactory()


CORES: Mapping[str, Callable[[PngDecoder | None], ScreenFactory]] = MappingProxyType(
    {"ghostty": _ghostty, "pyte": _pyte}
)
"""How to make each core's factory, best first; a core's libraries load when it is chosen."""


def select_core(name: str | None = None, pngs: PngDecoder | None = None) -> ScreenFactory:
    """Return the factory of a core by name, or of the best that is installed.

    Who shows screens gives `pngs`, with which their cores decode pictures.

    Raises:
        InvalidError: There is no core of this name.
        ProcessError: The named core is not installed.
    """
    if name is not None:
        make = CORES.get(name)
        if make is None:
            raise InvalidError(f"There is no core “{name}”; there are {', '.join(CORES)}.")
        return make(pngs)
    try:
        return _ghostty(pngs)
    except (ProcessError, StoreError, OSError):
        return _pyte(pngs)


def select_input_encoders() -> InputEncoderFactory:
    """Return the best factory of input encoders that is installed."""
    try:
        from idea.infrastructure.screen.ghostty.input import (  # noqa: PLC0415
            GhosttyInputEncoderFactory,
        )

        return GhosttyInputEncoderFactory()
    except (ProcessError, StoreError, OSError):
        return PlainInputEncoderFactory()
