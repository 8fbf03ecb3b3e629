"""Programs that say what a test wrote down."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import override

from idea.domain.errors import ProcessError
from idea.domain.ports.process_runner import Output, ProcessRunner


class FakeProcessRunner(ProcessRunner):
    """Says `outputs` by command; a program without one is not there, `hangs` never end."""

    def __init__(self) -> None:
        self.outputs: dict[tuple[str, ...], Output] = {}
        self.hangs: set[tuple[str, ...]] = set()
        self.runs: list[tuple[tuple[str, ...], dict[str, str]]] = []

    @override
    async def run(
        self,
        command: Sequence[str],
        *,
        cwd: str,
        environment: Mapping[str, str],
        limit_s: float,
    ) -> Output:
        self.runs.append((tuple(command), dict(environment)))
        if tuple(command) in self.hangs:
            try:
                async with asyncio.timeout(min(limit_s, 0.01)):
                    await asyncio.Event().wait()
            except TimeoutError as error:
                raise ProcessError(f"{command[0]} did not end within {limit_s:g} s.") from error
        if tuple(command) not in self.outputs:
            raise ProcessError(f"{command[0]} could not be started: No such file or directory.")
        return self.outputs[tuple(command)]
