"""What ended sessions left running, as the window shows it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from idea.application.views import SurvivorView
from idea.domain.quantities import counted, memory_words
from idea.presentation.desktop.viewmodels.session_look import age_words


@dataclass(frozen=True, slots=True, kw_only=True)
class SurvivorRow:
    """One program with what it started."""

    id: str
    program: str
    arguments: str
    detail: str
    """Which session left it, since when, how many processes it is."""
    memory: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SurvivorsNote:
    """The line below a project's sessions; empty words for no line."""

    words: str = ""
    memory: str = ""


def survivor_rows(survivors: Sequence[SurvivorView], now: datetime) -> tuple[SurvivorRow, ...]:
    """Return a row for each program."""
    return tuple(
        SurvivorRow(
            id=each.id,
            program=each.program,
            arguments=" ".join(each.arguments),
            detail=_detail(each, now),
            memory=memory_words(each.memory_bytes),
        )
        for each in survivors
    )


def survivors_note(survivors: Sequence[SurvivorView], project: str) -> SurvivorsNote:
    """Return how many programs the sessions of a project left, and what they use."""
    left = [each for each in survivors if each.project == project]
    if not left:
        return SurvivorsNote()
    return SurvivorsNote(
        words=f"{counted(len(left), 'program', 'programs')} left running",
        memory=memory_words(sum(each.memory_bytes for each in left)),
    )


def summary(survivors: Sequence[SurvivorView]) -> str:
    """Return one sentence about all of them."""
    if not survivors:
        return "No ended session left a program running."
    programs = counted(len(survivors), "program runs", "programs run")
    memory = memory_words(sum(each.memory_bytes for each in survivors))
    whose = "its session has" if len(survivors) == 1 else "their sessions have"
    return (
        f"{programs} on although {whose} ended, with {memory} of memory. "
        "Stopping ends a program with everything it started."
    )


def _detail(survivor: SurvivorView, now: datetime) -> str:
    age = age_words(survivor.since, now)
    parts = [
        f"left by {survivor.session_name or 'a forgotten session'}",
        "started just now" if age == "now" else f"started {age} ago" if age else "",
        f"{survivor.processes} processes" if survivor.processes > 1 else "",
    ]
    return " · ".join(part for part in parts if part)
