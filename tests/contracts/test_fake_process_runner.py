from typing import override

import pytest

from contracts.process_runner import ProcessRunnerContract
from fakes.process_runner import FakeProcessRunner
from idea.domain.ports.process_runner import Output


class TestFakeProcessRunner(ProcessRunnerContract):
    @pytest.fixture(autouse=True)
    def fresh(self) -> None:
        self.runner: FakeProcessRunner = FakeProcessRunner()

    @override
    def talker(self, says: str, code: int) -> tuple[str, ...]:
        self.runner.outputs["talker",] = Output(code, says)
        return ("talker",)

    @override
    def sleeper(self) -> tuple[str, ...]:
        self.runner.hangs.add(("sleeper",))
        return ("sleeper",)
