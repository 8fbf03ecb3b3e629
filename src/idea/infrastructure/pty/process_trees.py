"""Measures trees of processes by psutil."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import override

import psutil

from idea.domain.ports.process_trees import ProcessTrees, TreeUse
from idea.infrastructure.pty.process_memory import memory_bytes


class LocalProcessTrees(ProcessTrees):
    """One look at who is whose child serves all that is asked for at once."""

    @override
    async def measure(self, roots: Sequence[int]) -> Mapping[int, TreeUse]:
        return await asyncio.to_thread(_measure, tuple(roots))


def _measure(roots: Sequence[int]) -> Mapping[int, TreeUse]:
    children: dict[int, list[psutil.Process]] = {}
    every = {process.pid: process for process in psutil.process_iter()}
    for process in every.values():
        try:
            children.setdefault(process.ppid(), []).append(process)
        except psutil.Error:
            continue
    found = ((root, _use(every[root], children)) for root in roots if root in every)
    return {root: use for root, use in found if use.processes}


def _use(root: psutil.Process, children: Mapping[int, Sequence[psutil.Process]]) -> TreeUse:
    waiting, seen = [root], set[int]()
    memory, cpu_s = 0, 0.0
    while waiting:
        process = waiting.pop()
        if process.pid in seen:
            continue
        waiting += children.get(process.pid, ())
        try:
            with process.oneshot():
                memory += memory_bytes(process)
                cpu_s += sum(process.cpu_times()[:2])
        except psutil.Error:
            continue
        seen.add(process.pid)
    return TreeUse(processes=len(seen), memory_bytes=memory, cpu_s=cpu_s)
