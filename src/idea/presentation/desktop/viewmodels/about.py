"""What IdeA says of itself, as rows of words, and what of that goes into a report of a fault."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from idea.application.views import EngineStatusView
from idea.presentation.desktop.viewmodels.session_look import age_words

type Row = tuple[str, str]
"""What something is called, and what it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Something of others that IdeA is made with."""

    name: str
    licence: str
    version: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Installation:
    """What is installed here."""

    version: str = ""
    python: str = ""
    core: str = ""
    """The terminal core that is used."""
    system: str = ""
    folders: Mapping[str, str] = field(default_factory=dict)
    """Where things are kept, by what is kept there."""
    parts: Sequence[Part] = ()


def about_rows(
    here: Installation, engine: EngineStatusView | None, now: datetime, window_system: str
) -> tuple[Row, ...]:
    """Return everything, in the order it is told; `window_system` is Qt's words for itself."""
    return (
        ("Engine", _engine_words(engine, now)),
        ("Terminal core", here.core),
        ("Python", here.python),
        ("Qt", window_system),
        ("System", here.system),
        *here.folders.items(),
    )


def licence_words(here: Installation) -> str:
    """Return a line for each part: name, version and licence."""
    width = max((len(f"{one.name} {one.version}".strip()) for one in here.parts), default=0)
    lines = (f"{one.name} {one.version}".strip().ljust(width) for one in here.parts)
    licences = (one.licence for one in here.parts)
    return "\n".join(f"{line}  {licence}" for line, licence in zip(lines, licences, strict=True))


def fault_words(
    here: Installation, engine: EngineStatusView | None, now: datetime, window_system: str
) -> str:
    """Return what helps to find a fault: no name of a file or folder is in it."""
    rows = about_rows(here, engine, now, window_system)
    told = [(name, words) for name, words in rows if name not in here.folders]
    versions = [(part.name, part.version) for part in here.parts if part.version]
    lines = (f"{name}: {words}" for name, words in (("IdeA", here.version), *told, *versions))
    return "\n".join(lines) + "\n"


def _engine_words(engine: EngineStatusView | None, now: datetime) -> str:
    if engine is None:
        return "does not answer"
    age = age_words(engine.since, now)
    since = "just started" if age in {"", "now"} else f"since {age}"
    sessions = "1 live session" if engine.sessions == 1 else f"{engine.sessions} live sessions"
    return (
        f"{engine.version}, {since}, process {engine.pid}, protocol {engine.protocol}, {sessions}"
    )
