"""Replays every recording to both cores, byte by byte too, and new random streams beside xterm.

`tests/infrastructure/screen/test_conformance.py` is the quick part of it. The exit code says
whether no recording differed that is not listed, and cutting never made a difference.
"""

import random
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from idea.domain.ports.terminal_core import ScreenFactory
from idea.domain.terminal import Size
from idea.infrastructure.screen.replay import Recording, replay
from idea.infrastructure.screen.select import select_core
from support.conformance import Judged, data_folder, fed, known_differences, plain, recordings
from support.fuzz_cases import grammar_of_vt
from table import print_table
from xterm_judge import NEEDED, XtermJudge, is_installed

STREAMS = 300
SEED = 11


def main() -> int:
    """Print the scores of both cores."""
    cores = {name: select_core(name) for name in ("ghostty", "pyte")}
    folder = data_folder() / "conformance"
    every = list(recordings(folder)) if folder.is_dir() else []
    if not every:
        print("IDEA_TEST_DATA names no folder, so no recordings are replayed.")
    _, listed = known_differences()
    sizes = Counter(one.suite for one in every)
    passed = {name: _passed(factory, every) for name, factory in cores.items()}
    print_table(
        ("suite", "recordings", *cores),
        [
            (suite, count, *(sum(s == suite for s, _ in passed[name]) for name in cores))
            for suite, count in sizes.items()
        ],
    )
    differ = {(one.suite, one.recording.name) for one in every} - passed["ghostty"]
    unlisted = sorted(differ - listed.keys())
    cut = [one.recording.name for one in every if _depends_on_cuts(cores["ghostty"], one.recording)]
    print(f"differ without being listed: {unlisted}; depend on where they are cut: {cut}")
    _beside_xterm(cores)
    return int(bool(unlisted or cut))


def _passed(factory: ScreenFactory, every: list[Judged]) -> set[tuple[str, str]]:
    return {(one.suite, one.recording.name) for one in every if one.agrees(factory)}


def _depends_on_cuts(factory: ScreenFactory, recording: Recording) -> bool:
    return fed(factory, recording, 1) != fed(factory, recording, max(len(recording.data), 1))


def _beside_xterm(cores: dict[str, ScreenFactory]) -> None:
    """Print how often the cores show what real xterm shows of streams nobody saw before."""
    if not is_installed():
        print(f"{' and '.join(NEEDED)} are not here, so no new streams are judged.")
        return
    chance = random.Random(SEED)
    size = Size(columns=40, rows=12)
    same: Counter[str] = Counter()
    with XtermJudge() as judge:
        for number in range(STREAMS):
            data = grammar_of_vt(chance, size)
            seen = judge.ask(data, size)
            for name, factory in cores.items():
                shown = replay(factory, Recording(name=str(number), size=size, data=data))
                same[name] += (plain(shown.rows), [*shown.cursor]) == (seen.rows, seen.cursor)
    print_table(("new random streams", *cores), [(STREAMS, *(same[name] for name in cores))])


if __name__ == "__main__":
    sys.exit(main())
