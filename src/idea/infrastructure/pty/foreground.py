"""What is known of the process group in front of a terminal; everything is a look at one moment."""

import os
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import psutil

from idea.domain.ports.session_folder import FrontProgram


def name_of(pid: int) -> str | None:
    """Return what a process is called; None when there is none."""
    if pid <= 0:
        return None
    try:
        return Path(f"/proc/{pid}/comm").read_text("utf-8", "replace").strip() or None
    except OSError:
        pass
    try:
        return psutil.Process(pid).name() or None
    except psutil.Error:
        return None


def folder_of(pid: int) -> str | None:
    """Return where a process works; None when there is none or it is not the person's."""
    if pid <= 0:
        return None
    try:
        return str(Path(f"/proc/{pid}/cwd").readlink())
    except OSError:
        pass
    try:
        return psutil.Process(pid).cwd() or None
    except psutil.Error:
        return None


def front_program(group: int) -> FrontProgram | None:
    """Return the program that leads a process group; None when there is none."""
    if group <= 0:
        return None
    try:
        leader = psutil.Process(group)
        command, created = tuple(leader.cmdline()), leader.create_time()
    except psutil.Error:
        return None
    if not command:
        return None
    return FrontProgram(
        command=command,
        pids=(group, *_others_of(group)),
        started_at=datetime.fromtimestamp(created, UTC),
    )


def _others_of(group: int) -> list[int]:
    found = []
    for pid in psutil.pids():
        with suppress(OSError):
            if pid != group and os.getpgid(pid) == group:
                found.append(pid)
    return found
