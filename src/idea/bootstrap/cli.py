"""The command-line process: opens each door only when a command walks through it.

Imports inside functions are the point: `idea session list` has 250 ms, and most commands need
neither a core nor a loop.
"""

# ruff: noqa: PLC0415 - See above.

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import override

from idea.bootstrap.window_parent import WindowLife
from idea.infrastructure.engine_client.call_once import EngineAbsentError, call_once
from idea.infrastructure.engine_client.starter import EngineStarter
from idea.infrastructure.places import find_places
from idea.presentation.cli.doors import Doors
from idea.presentation.cli.main import run


class _ProcessDoors(Doors):
    """The real doors."""

    def __init__(self, life: WindowLife) -> None:
        self._life = life
        self._places = find_places()
        self._starter = EngineStarter(self._places)

    @override
    def call(self, name: str, request: Mapping[str, object]) -> object:
        return call_once(self._starter.ensure_running(), name, request)

    @override
    def call_running(self, name: str, request: Mapping[str, object]) -> object | None:
        address = self._starter.running()
        if address is None:
            return None
        try:
            return call_once(address, name, request)
        except EngineAbsentError:
            return None

    @override
    def programs_wait(self) -> bool:
        if sys.platform == "win32" or self._starter.running() is not None:
            return False
        from idea.infrastructure.pty.keeper_start import keeper_runs

        return keeper_runs(self._places)

    @override
    def terminals(self) -> tuple[object, Callable[[], None]]:
        from idea.infrastructure.engine_client.client import open_links

        return open_links(self._starter)

    @override
    def screens(self, core: str | None) -> object:
        from idea.infrastructure.screen.select import select_core

        return select_core(core)

    @override
    def replay(self, recordings: Iterable[str], core: str | None) -> Iterator[str]:
        from idea.infrastructure.screen.replay import replay_lines
        from idea.infrastructure.screen.select import select_core

        return replay_lines(select_core(core), recordings)

    @override
    def save_new(self, path: str, pieces: Iterable[bytes]) -> None:
        from idea.infrastructure.files.new_file import write_new_file

        write_new_file(Path(path), pieces)

    @override
    def diagnose(self) -> Sequence[object]:
        from idea.bootstrap.doctor import diagnose

        return diagnose(self._places, self._starter)

    @override
    def bundle(self, path: str) -> str:
        from idea.bootstrap.doctor import bundle

        return str(bundle(self._places, self._starter, Path(path)))

    @override
    def open_window(self, paths: Sequence[str]) -> int:
        from idea.infrastructure.collector import rest_collector

        rest_collector()
        if not self._life.is_given_up:
            self._starter.begin()  # It takes as long to start as a window, on another core.
        from idea.bootstrap.window import main as show

        return show(paths, self._life)


def main(arguments: Sequence[str], life: WindowLife | None = None) -> int:
    """Run the command line, which may show the window whose life this is."""
    return run(arguments, _ProcessDoors(life or WindowLife()))
