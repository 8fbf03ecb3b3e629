"""Ends what belongs together: programs with everything they started.

A *tree* grows from its roots: a member's children belong to it, and so does every process of a
session that a member leads, though its parents are gone. Who left both ways, by a session of its
own and a parent that ended, is in no tree: that is how daemons are made, which others may use.
Every process is signalled by identity, so a reused process id is never hit.
"""

import asyncio
import signal
from collections.abc import Iterable, Sequence

from idea.domain.session_record import ProcessIdentity
from idea.infrastructure.processes import LocalProcesses

_GRACE_S = 2.0
_GIVE_UP_AFTER_S = 2.0
"""A killed process goes within milliseconds; one that may not be signalled never does."""
_LOOK_EVERY_S = 0.02


def process_tree(
    roots: Iterable[ProcessIdentity], processes: LocalProcesses
) -> list[ProcessIdentity]:
    """Return the living processes of these trees; takes some milliseconds.

    A root may have ended: what it led is found all the same. One whose number was given away stands
    for nothing, which happens only when nobody of its session is left.
    """
    known = set(roots)
    relatives = processes.relatives()
    members = {root.pid for root in known}
    members -= {each.process.pid for each in relatives if each.process not in known}
    grown = True
    while grown:
        found = {
            each.process.pid
            for each in relatives
            if each.parent in members or each.session in members
        }
        grown = not found <= members
        members |= found
    return [each.process for each in relatives if each.process.pid in members]


async def hang_up_trees(roots: Sequence[ProcessIdentity], processes: LocalProcesses) -> None:
    """Tell programs and all they started that their terminal is gone; what they do is theirs."""
    _hang_up(await asyncio.to_thread(process_tree, roots, processes), processes)


async def end_trees(
    roots: Sequence[ProcessIdentity], processes: LocalProcesses, *, force: bool
) -> list[ProcessIdentity]:
    """Hang up these trees, wait up to 2 s, kill what is left; `force` kills at once.

    Returns what still runs, which is what may not be signalled.
    """
    loop = asyncio.get_running_loop()
    told = await asyncio.to_thread(process_tree, roots, processes)
    if not force:
        _hang_up(told, processes)
        await _wait_until_gone(told, processes, _GRACE_S)
    deadline = loop.time() + _GIVE_UP_AFTER_S
    while True:
        # What was started since the last look belongs to it as well, also by those that ended.
        left = await asyncio.to_thread(process_tree, [*roots, *told], processes)
        if not left or loop.time() > deadline:
            return left
        for process in left:
            processes.signal(process, signal.SIGKILL)
        await _wait_until_gone(left, processes, _GIVE_UP_AFTER_S)
        told = list(dict.fromkeys([*told, *left]))


def _hang_up(tree: Sequence[ProcessIdentity], processes: LocalProcesses) -> None:
    for number in (signal.SIGHUP, signal.SIGCONT):
        for process in tree:
            processes.signal(process, number)


async def _wait_until_gone(
    tree: Sequence[ProcessIdentity], processes: LocalProcesses, limit_s: float
) -> None:
    loop = asyncio.get_running_loop()
    deadline = loop.time() + limit_s
    while any(map(processes.is_running, tree)) and loop.time() < deadline:  # noqa: ASYNC110 # The system tells nobody but parents.
        await asyncio.sleep(_LOOK_EVERY_S)
