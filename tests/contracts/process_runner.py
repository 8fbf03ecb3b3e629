"""What everything that runs programs briefly has to do."""

import asyncio
from abc import ABC, abstractmethod

import pytest

from idea.domain.errors import ProcessError
from idea.domain.ports.process_runner import Output, ProcessRunner


class ProcessRunnerContract(ABC):
    """Subclasses give `runner` and the commands of three programs."""

    runner: ProcessRunner

    @abstractmethod
    def talker(self, says: str, code: int) -> tuple[str, ...]:
        """Return the command of a program that says something and ends with a code."""

    @abstractmethod
    def sleeper(self) -> tuple[str, ...]:
        """Return the command of a program that does not end."""

    def run(self, command: tuple[str, ...], limit_s: float = 60) -> Output:
        return asyncio.run(
            self.runner.run(command, cwd="/", environment={"PATH": "/bin"}, limit_s=limit_s)
        )

    def test_what_a_program_says_and_how_it_ends_is_told(self) -> None:
        assert self.run(self.talker("one 1.2.3\n", 3)) == Output(3, "one 1.2.3\n")

    def test_a_program_that_is_not_there_is_said_in_one_sentence(self) -> None:
        with pytest.raises(ProcessError, match=r"/gone could not be started: No such file"):
            self.run(("/gone",))

    def test_a_program_that_takes_too_long_is_ended(self) -> None:
        with pytest.raises(ProcessError, match=r"did not end within 0\.2 s"):
            self.run(self.sleeper(), 0.2)
