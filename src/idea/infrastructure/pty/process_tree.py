"""Ends everything a session started: its leader's descendants and all of its session.

Daemons that left both (a new session, then orphaned) are not found here; they are survivors.
Every process is signalled by identity, so a reused process id is never hit.
"""

import asyncio
import os
import signal

import psutil

from idea.domain.session_record import ProcessIdentity
from idea.infrastructure.processes import LocalProcesses

_GRACE_S = 2.0
_LOOK_EVERY_S = 0.02


def session_tree(leader: ProcessIdentity, processes: LocalProcesses) -> list[ProcessIdentity]:
    """Return the living processes of a session, leader included; takes some milliseconds."""
    found_there = processes.identify(leader.pid)
    if found_there not in (None, leader):
        return []  # The number was given away, which happens only when nobody of it is left.
    parents: dict[int, int] = {}
    members: set[int] = set()
    for pid in psutil.pids():
        try:
            parents[pid] = psutil.Process(pid).ppid()
            if os.getsid(pid) == leader.pid:
                members.add(pid)
        except (psutil.Error, ProcessLookupError, PermissionError):
            continue
    if found_there is not None:
        members.add(leader.pid)
    grown = True
    while grown:
        found = {pid for pid, parent in parents.items() if parent in members} - members
        members |= found
        grown = bool(found)
    identities = (processes.identify(pid) for pid in sorted(members))
    return [identity for identity in identities if identity is not None]


async def end_tree(leader: ProcessIdentity, processes: LocalProcesses, *, force: bool) -> None:
    """Hang up a session's processes, wait up to 2 s, kill what is left; `force` kills at once."""
    tree = await asyncio.to_thread(session_tree, leader, processes)
    if not force:
        for number in (signal.SIGHUP, signal.SIGCONT):
            for process in tree:
                processes.signal(process, number)
        await _wait_until_gone(tree, processes)
    # What was started since the first look belongs to it as well.
    late = await asyncio.to_thread(session_tree, leader, processes)
    for process in dict.fromkeys([*tree, *late]):
        processes.signal(process, signal.SIGKILL)


async def _wait_until_gone(tree: list[ProcessIdentity], processes: LocalProcesses) -> None:
    loop = asyncio.get_running_loop()
    deadline = loop.time() + _GRACE_S
    while any(map(processes.is_running, tree)) and loop.time() < deadline:  # noqa: ASYNC110 # The system tells nobody but parents.
        await asyncio.sleep(_LOOK_EVERY_S)
