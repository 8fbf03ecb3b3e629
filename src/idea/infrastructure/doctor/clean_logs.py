"""Diagnostic logs as they may be given away: times, places in the code, and our own words."""

import builtins
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from idea.infrastructure.doctor.our_words import LEFT_OUT, OurWords

_ENTRY = re.compile(
    r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z)"
    r" (?:(\d+) (debug|info|warning|error|critical) ([\w.]+)|keeper (\d+)) (.*)"
)
_PLACE = re.compile(r'\s*File "(.*)", line (\d+)(?:,)? in (.+)')
_THREAD = re.compile(r"\s*(?:Current thread|Thread) 0x[0-9a-f]{1,16} .*\(most recent call first\):")
_FATAL = re.compile(r"Fatal Python error: ([A-Z][A-Za-z]+(?: [a-z]+){0,2})")
_RAISED = re.compile(r"[\s|+-]*((?:\w+\.)*\w+)(?:: (.*))?")
_FIXED = frozenset(
    {
        "Traceback (most recent call last):",
        "During handling of the above exception, another exception occurred:",
        "The above exception was the direct cause of the following exception:",
    }
)
_SIGNALS = frozenset({"Segmentation fault", "Aborted", "Bus error", "Floating point exception"})
_ANY_LIBRARY = tuple(Path(prefix) for prefix in {sys.prefix, sys.base_prefix})


def clean_log(lines: Iterable[str], words: OurWords) -> Iterator[str]:
    """Yield the lines of a log without anything from outside; what is left out is counted."""
    left_out = 0
    for line in lines:
        cleaned = _clean(line.rstrip("\n"), words)
        if cleaned is None:
            left_out += 1
            continue
        if left_out:
            yield f"  ({left_out} lines left out)\n"
            left_out = 0
        yield cleaned + "\n"
    if left_out:
        yield f"  ({left_out} lines left out)\n"


def _clean(line: str, words: OurWords) -> str | None:
    """Return what of a line may be given away, None for nothing."""
    if entry := _ENTRY.fullmatch(line):
        time, pid, level, logger, keeper, message = entry.groups()
        head = (
            f"{time} keeper {keeper}"
            if keeper
            else f"{time} {pid} {level} {_logger(logger, words)}"
        )
        return f"{head} {words.ours(message)}"
    if line.strip() in _FIXED:
        return line
    if place := _PLACE.fullmatch(line):
        return _place(place, words)
    if _THREAD.fullmatch(line):
        return "  Thread (most recent call first):"
    if fatal := _FATAL.fullmatch(line):
        return f"Fatal Python error: {fatal[1] if fatal[1] in _SIGNALS else LEFT_OUT}"
    return _raised(line, words)


def _logger(name: str, words: OurWords) -> str:
    """Return the logger's name if a module of ours or of a library we use has it."""
    first = name.partition(".")[0]
    return name if first in sys.modules or first == words.package.name else LEFT_OUT


def _place(found: re.Match[str], words: OurWords) -> str:
    path, line, function = found.groups()
    place = Path(path)
    if place in words.files:
        shown = words.package.name / place.relative_to(words.package)
        known = function in words.names or function.startswith("<")
        return f'    File "{shown}", line {line}, in {function if known else LEFT_OUT}'
    if any(place.is_relative_to(prefix) for prefix in _ANY_LIBRARY) and place.exists():
        return f'    File "{place.name}", line {line}'
    return f'    File "{LEFT_OUT}", line {line}'


def _raised(line: str, words: OurWords) -> str | None:
    """Return an exception's name, with its sentence as far as it is ours."""
    found = _RAISED.fullmatch(line)
    if found is None:
        return None
    name = found[1].rpartition(".")[2]
    kind = getattr(builtins, name, None)
    is_builtin = isinstance(kind, type) and issubclass(kind, BaseException)
    if not is_builtin and not (name in words.names and name.endswith("Error")):
        return None
    return f"  {name}: {words.ours(found[2])}" if found[2] else f"  {name}"


def words_about(lines: Sequence[str]) -> OurWords:
    """Return the words of those files of the source that some lines are about; fast."""
    package = OurWords(only=()).package
    places = {Path(found[1]) for line in lines if (found := _PLACE.fullmatch(line))}
    loggers = {found[4] for line in lines if (found := _ENTRY.fullmatch(line)) and found[4]}
    modules = [package.parent.joinpath(*name.split(".")) for name in loggers]
    return OurWords(
        only={
            package / "domain" / "errors.py",
            package / "infrastructure" / "observability" / "crash_hooks.py",
            *places,
            *(path.with_suffix(".py") for path in modules if path.name),
            *(path / "__init__.py" for path in modules),
        }
    )
