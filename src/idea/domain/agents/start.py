"""Whether an agent's program got off the ground, and what to do where it did not."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from idea.domain.profiles.profile import AgentProfile, StartupKind, asked
from idea.domain.session_record import EndReason, SessionRecord
from idea.domain.terminal import Exited

AT_ONCE: Final = timedelta(seconds=10)
"""A program that ends so soon by itself has not done what an agent is launched for."""
_LONGEST_WORDS: Final = 300


def died_at_once(record: SessionRecord) -> bool:
    """Return whether an agent's program ended by itself, or crashed, right after its start."""
    return (
        record.session.run is not None
        and not record.session.run.adopted_in
        and isinstance(record.session.status, Exited)
        and record.end in {EndReason.OWN_EXIT, EndReason.CRASH}
        and record.ended_at is not None
        and record.ended_at - record.session.started_at < AT_ONCE
    )


def last_words(lines: Sequence[str]) -> str:
    """Return the last lines of a screen that say something, in one line of text."""
    said = [line.strip() for line in lines if any(one.isalnum() for one in line)][-3:]
    words = " / ".join(said)
    return words if len(words) <= _LONGEST_WORDS else f"…{words[-_LONGEST_WORDS:]}"


def must_log_in(lines: Sequence[str], profile: AgentProfile | None) -> bool:
    """Return whether a program's last screen says that the person has to log in first."""
    return profile is not None and asked(profile.startup, lines) is StartupKind.LOGIN


def failed_start(
    record: SessionRecord, reason: str, lines: Sequence[str], profile: AgentProfile | None
) -> str:
    """Return what happened to a program that died at once, what it said, and the next step."""
    run = record.session.run
    name, engine = ("", "") if run is None else (run.name, run.engine)
    how = reason.rstrip(".").removeprefix("It ")
    words = last_words(lines)
    end = "" if words.endswith((".", "!", "?", "…")) else "."
    said = f' Its last words: "{words}"{end}' if words else " It said nothing."
    command = record.session.command[0] if profile is None else profile.command
    if must_log_in(lines, profile):
        step = f"Log in first: run {command} in a shell; then launch {name} again."
    else:
        step = f"Run {command} in a shell to see more, or give {name} another engine."
    return f"{engine} of {name} {how}.{said} {step}"


def waits_for_person(name: str, engine: str, kind: StartupKind) -> str:
    """Return what a program asks at its start that only the person answers."""
    what = "you to log in" if kind is StartupKind.LOGIN else "whether it may trust its folder"
    return f"{engine} of {name} asks {what}; answer it in its cell."
