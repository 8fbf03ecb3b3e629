"""Feeds damaged recordings, odd sequences and nonsense to the cores: `script/bench fuzz S SEED`.

S is in processor seconds. Each case runs in a child that may die; of each kind of failure the first
is saved and made small. The exit code says whether there was none.
"""

import os
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from support import fuzz_twins  # The path comes first.
from support.fuzz_cases import Case, case_number, case_of, data_folder, recordings
from support.fuzz_hunt import hunt, judged, processor_seconds
from support.fuzz_reduction import reduced
from table import print_table

SECONDS = 60.0
SEED = 1


def main(*arguments: str) -> int:
    """Hunt, reduce, and print what was found; or judge one saved case."""
    fuzz_twins.load()
    if arguments and not arguments[0].replace(".", "").isdigit():
        failure = judged(case_of(Path(arguments[0]).read_text("utf-8")))
        print("It passes." if failure is None else f"{failure.kind}\n{failure.detail}")
        return int(failure is not None)
    seconds = float(arguments[0]) if arguments else SECONDS
    seed = int(arguments[1]) if len(arguments) > 1 else SEED
    folder = Path(os.environ.get("IDEA_FUZZ_DIR") or tempfile.mkdtemp(prefix="idea-fuzz-"))
    return _run(seconds, seed, folder)


def _run(seconds: float, seed: int, folder: Path) -> int:
    recorded = recordings(data_folder())

    def case(number: int) -> Case:
        return case_number(seed, number, recorded)

    counts: Counter[str] = Counter()
    saved: dict[str, Path] = {}
    cases, began = 0, time.monotonic()
    for number, failure in hunt(case, 0, seconds):
        if failure is None:
            cases = number
            continue
        counts[failure.kind] += 1
        if failure.kind not in saved:
            saved[failure.kind] = folder / f"{seed}-{number}.json"
            saved[failure.kind].write_text(case(number).as_json(), "utf-8")
            print(f"case {number}: {failure.kind}", flush=True)
    hunted = processor_seconds()
    sizes = {kind: _reduce(path, kind) for kind, path in saved.items()}
    print_table(
        ("seed", "cases", "processor s", "s by the clock", "recordings"),
        [(seed, cases, hunted, time.monotonic() - began, len(recorded))],
    )
    print_table(
        ("times", "bytes left", "what", "case"),
        [(count, sizes[kind], kind, saved[kind]) for kind, count in counts.most_common()],
    )
    return int(bool(counts))


def _reduce(path: Path, kind: str) -> int:
    """Write a smaller case that fails alike beside the saved one; return how many bytes it has."""

    def fails(case: Case) -> bool:
        failure = judged(case)
        return failure is not None and failure.kind == kind

    case = case_of(path.read_text("utf-8"))
    if not fails(case):
        return -1
    small = reduced(case, fails)
    path.with_suffix(".small.json").write_text(small.as_json(), "utf-8")
    return sum(len(step.data) for step in small.steps)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
