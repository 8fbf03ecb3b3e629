import pytest

from idea.domain.commands import (
    Command,
    Outcome,
    command_at,
    command_sentence,
    prompt_beyond,
    run_time,
)

THREE = (Command(prompt=2), Command(prompt=5), Command(prompt=9))


@pytest.mark.parametrize(
    ("command", "outcome", "sentence"),
    [
        (Command(0), Outcome.RUNNING, "running"),
        (Command(0, ended=True), Outcome.UNKNOWN, "ended"),
        (Command(0, ended=True, exit=0, took_ms=12), Outcome.OK, "ok after 12 ms"),
        (Command(0, ended=True, exit=130), Outcome.FAILED, "failed with 130"),
    ],
)
def test_what_became_of_a_command(command: Command, outcome: Outcome, sentence: str) -> None:
    assert (command.outcome, command_sentence(command)) == (outcome, sentence)


@pytest.mark.parametrize(
    ("milliseconds", "words"),
    [
        (0, "0 ms"),
        (999, "999 ms"),
        (3_240, "3.2 s"),
        (59_400, "59 s"),
        (59_600, "1 min 0 s"),
        (245_000, "4 min 5 s"),
        (7_800_000, "2 h 10 min"),
    ],
)
def test_a_run_time_is_said_as_people_say_it(milliseconds: int, words: str) -> None:
    assert run_time(milliseconds) == words


@pytest.mark.parametrize(("line", "prompt"), [(1, None), (2, 2), (4, 2), (5, 5), (100, 9)])
def test_a_line_belongs_to_the_prompt_above_it(line: int, prompt: int | None) -> None:
    found = command_at(THREE, line)

    assert (None if found is None else found.prompt) == prompt


@pytest.mark.parametrize(
    ("line", "above", "below"), [(0, None, 2), (2, None, 5), (6, 5, 9), (9, 5, None)]
)
def test_the_next_prompt_lies_beyond_a_line(
    line: int, above: int | None, below: int | None
) -> None:
    assert prompt_beyond(THREE, line, down=False) == above
    assert prompt_beyond(THREE, line, down=True) == below
    assert prompt_beyond((Command(prompt=-1),), line, down=False) is None
