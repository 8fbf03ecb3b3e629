"""What a core that knows commands must do with a shell's marks; others know of none."""

from collections.abc import Iterator

import pytest

from idea.domain.commands import Command
from idea.domain.errors import IdeaError, InvalidError
from idea.domain.ports.terminal_core import Capability, Screen, ScreenFactory, SelectionUnit
from idea.domain.ports.terminal_effects import CommandEnded, Effect
from idea.domain.terminal import Size
from idea.infrastructure.screen.select import CORES, select_core

SIZE = Size(columns=30, rows=8)
PROMPT = b"\x1b]133;A\x07$ \x1b]133;B\x07"


@pytest.fixture(params=list(CORES))
def factory(request: pytest.FixtureRequest) -> ScreenFactory:
    try:
        return select_core(str(request.param))
    except IdeaError as error:
        pytest.skip(error.sentence)


@pytest.fixture
def screen(factory: ScreenFactory) -> Iterator[Screen]:
    made = factory.create(SIZE, 100)
    made.mute(muted=False)
    if Capability.COMMANDS not in made.capabilities:
        made.close()
        pytest.skip(f"{factory.name} does not know commands")
    yield made
    made.close()


def command(line: str, output: str = "", *, code: int = 0, told: bool = True) -> bytes:
    """Return what a shell and a program write from one prompt to the end of the command."""
    tells = f";cmdline_url={line}" if told else ""
    printed = output.replace("\n", "\r\n")
    return (
        PROMPT
        + f"{line}\r\n\x1b]133;C{tells}\x07{printed}\x1b]133;D;{code};idea_ms=40\x07".encode()
    )


def known(screen: Screen) -> list[tuple[int, str, int | None]]:
    return [(one.prompt, one.line, one.exit) for one in screen.commands()]


def test_a_core_without_the_capability_knows_none(factory: ScreenFactory) -> None:
    made = factory.create(SIZE, 100)
    if Capability.COMMANDS in made.capabilities:
        made.close()
        pytest.skip(f"{factory.name} knows commands")
    made.feed(command("ls", "out\n") + PROMPT)
    made.select((0, 0), (0, 0), SelectionUnit.OUTPUT, block=False)

    assert (made.commands(), made.output_text(0), made.selected_text()) == ((), "", "")
    made.close()


def ends(effects: tuple[Effect, ...]) -> list[CommandEnded]:
    return [effect for effect in effects if isinstance(effect, CommandEnded)]


def test_commands_are_known_with_their_outcome_and_place(screen: Screen) -> None:
    effects = screen.feed(command("ls", "one\ntwo\n", code=2) + PROMPT)

    assert ends(effects) == [CommandEnded("ls", 2, 40)]
    expected = Command(prompt=0, line="ls", ended=True, exit=2, took_ms=40)
    assert screen.commands() == (expected._replace(shown=True),)
    frame = screen.take_frame()
    assert (dict(frame.commands), frame.at_prompt) == ({0: expected}, True)
    assert screen.output_text(0) == screen.output_text(2) == "one\ntwo"


@pytest.mark.parametrize("typed", [b"l", b"ls\x1b[D\x1b[D"])
def test_a_prompt_with_something_typed_is_no_empty_one(screen: Screen, typed: bytes) -> None:
    screen.feed(PROMPT)
    assert screen.take_frame().at_prompt

    screen.feed(typed)

    assert not screen.take_frame().at_prompt


def test_a_prompt_whose_end_is_not_told_may_have_something_typed(screen: Screen) -> None:
    screen.feed(b"\x1b]133;A\x07$ ")

    assert not screen.take_frame().at_prompt


def test_a_muted_core_remembers_and_tells_nothing(screen: Screen) -> None:
    screen.mute(muted=True)

    assert screen.feed(command("ls")) == ()
    assert known(screen) == [(0, "ls", 0)]


def test_a_command_that_runs_has_printed_what_it_printed_so_far(screen: Screen) -> None:
    screen.feed(PROMPT + b"make\r\n\x1b]133;C\x07one\r\ntw")

    assert known(screen) == [(0, "make", None)]
    assert not screen.commands()[0].ended
    assert not screen.take_frame().at_prompt
    assert screen.output_text(0) == "one\ntw"


def test_a_line_the_shell_does_not_tell_is_read_from_the_screen(screen: Screen) -> None:
    long = "echo a line that is longer than the screen is wide"
    screen.feed(command(long, told=False) + command("", told=False) + PROMPT)

    assert [one.line for one in screen.commands()] == [long, ""]


@pytest.mark.parametrize(
    ("typed", "told", "shown"),
    [
        ("ls -l", "ls%20-l", True),
        ("ls -l", "", True),
        ("ls -l            [0]", "ls%20-l", True),  # A prompt at the right.
        ("ls -l", "rm%20x", False),
        ("ls -l", "ls", False),
        ("!!", "make%20install", False),
        ("", "rm%20x", False),
    ],
)
def test_a_line_counts_as_shown_when_the_screen_has_just_that(
    screen: Screen, typed: str, told: str, *, shown: bool
) -> None:
    screen.feed(PROMPT + f"{typed}\r\n\x1b]133;C;cmdline_url={told}\x07\x1b]133;D;0\x07".encode())

    assert [one.shown for one in screen.commands()] == [shown]


def test_several_lines_on_the_screen_are_not_taken_for_one(screen: Screen) -> None:
    screen.feed(PROMPT + b"for x in 1\r\n> do\r\n\x1b]133;C\x07\x1b]133;D;0\x07")

    assert known(screen) == [(0, "", 0)]


def test_a_prompt_drawn_again_and_an_empty_line_are_no_commands(screen: Screen) -> None:
    screen.feed(
        PROMPT + b"\r" + PROMPT + b"\r\n\x1b]133;D;5\x07" + PROMPT + b"\x1b[2J\x1b[H" + PROMPT
    )

    assert (known(screen), screen.take_frame().at_prompt) == ([], True)


def test_marks_that_come_twice_count_once(screen: Screen) -> None:
    whole = command("ls", "out\n")
    for mark in (b"\x1b]133;A\x07", b"\x1b]133;B\x07", b"\x1b]133;D;0;idea_ms=40\x07"):
        whole = whole.replace(mark, mark + mark)

    assert ends(screen.feed(whole)) == [CommandEnded("ls", 0, 40)]
    assert known(screen) == [(0, "ls", 0)]


def test_a_command_without_an_end_ends_at_the_next_prompt(screen: Screen) -> None:
    screen.feed(PROMPT + b"exec zsh\r\n\x1b]133;C\x07" + PROMPT)

    assert [(one.ended, one.exit) for one in screen.commands()] == [(True, None)]


def test_an_end_or_an_output_without_a_prompt_means_nothing(screen: Screen) -> None:
    assert screen.feed(b"\x1b]133;D;1\x07\x1b]133;C\x07\x1b]133;B\x07out") == ()
    assert screen.commands() == ()


@pytest.mark.parametrize("columns", [10, 14, 60])
def test_commands_stay_with_their_text_at_another_size(screen: Screen, columns: int) -> None:
    words = "some words that are wrapped anew"
    screen.feed(command("first", f"{words}\n") + command("second", f"{words}\n") + PROMPT)

    screen.resize(Size(columns=columns, rows=8))

    lines = screen.lines(0, 100)
    assert [lines[one.prompt][:5] for one in screen.commands()] == ["$ fir", "$ sec"]
    assert [screen.output_text(one.prompt) for one in screen.commands()] == [words, words]


def test_what_is_trimmed_is_forgotten(screen: Screen) -> None:
    screen.feed(command("old", "out\n"))
    screen.feed(b"line\r\n" * 20_000 + command("new") + PROMPT)

    lines = screen.lines(0, 1 << 20)
    assert [(lines[one.prompt], one.line) for one in screen.commands()] == [("$ new", "new")]


def test_output_whose_beginning_is_trimmed_is_what_is_left(screen: Screen) -> None:
    screen.feed(PROMPT + b"cat\r\n\x1b]133;C\x07" + b"line\r\n" * 20_000)

    assert screen.commands() == ()
    assert screen.output_text(5) == ""


def test_what_is_cleared_is_forgotten(screen: Screen) -> None:
    screen.feed(command("ls", "out\n") + PROMPT + b"clear\r\n\x1b]133;C\x07\x1b[H\x1b[2J\x1b[3J")
    screen.feed(b"\x1b]133;D;0\x07" + command("pwd", "/\n") + PROMPT)

    assert [one.line for one in screen.commands()] == ["pwd"]


def test_lines_that_scroll_away_below_another_leave_one_command_a_line(screen: Screen) -> None:
    screen.feed(command("one") + command("two") + PROMPT + b"\x1b[2;6r\x1b[6;1H" + b"\n" * 8)

    prompts = [one.prompt for one in screen.commands()]
    assert prompts == sorted(set(prompts))


def test_not_more_than_500_are_kept(factory: ScreenFactory, screen: Screen) -> None:
    del screen  # Only cores that know commands get here.
    large = factory.create(SIZE, 1000)
    for number in range(600):
        large.feed(command(str(number)))

    assert [one.line for one in large.commands()] == [str(number) for number in range(100, 600)]
    large.close()


def test_the_alternate_screen_hides_them_and_its_own_marks_mean_nothing(screen: Screen) -> None:
    screen.feed(command("ls", "out\n") + PROMPT + b"vim\r\n\x1b]133;C\x07")
    screen.feed(b"\x1b[?1049h" + command("inner", "x\n") + PROMPT)

    assert [one.prompt for one in screen.commands()] == [-1, -1]
    assert [one.line for one in screen.commands()] == ["ls", ""]
    frame = screen.take_frame()
    assert (dict(frame.commands), frame.at_prompt, screen.output_text(0)) == ({}, False, "")
    screen.feed(b"\x1b[?1049l\x1b]133;D;0\x07" + PROMPT)
    assert known(screen) == [(0, "ls", 0), (2, "vim", 0)]


def test_held_output_shows_the_commands_of_before(screen: Screen) -> None:
    screen.feed(command("ls", "out\n") + PROMPT)
    before = screen.take_frame().commands
    screen.feed(b"\x1b[?2026h" + b"\r\n" * 5 + command("next", "x\n"))

    assert screen.take_frame().commands == before


@pytest.mark.parametrize("line", [0, 1, 2])
def test_the_output_of_a_command_is_selected_from_any_line_of_it(screen: Screen, line: int) -> None:
    screen.feed(command("ls", "one\ntwo\n") + command("true") + PROMPT)

    screen.select((line, 3), (line, 3), SelectionUnit.OUTPUT, block=False)

    assert screen.selected_text() == "one\ntwo"


@pytest.mark.parametrize("line", [3, 6])
def test_where_there_is_no_output_nothing_is_selected(screen: Screen, line: int) -> None:
    screen.feed(command("ls", "one\ntwo\n") + command("true") + PROMPT)
    screen.select_all()

    screen.select((line, 0), (line, 0), SelectionUnit.OUTPUT, block=False)

    assert screen.selected_text() == ""


def test_a_snapshot_brings_the_commands_along(factory: ScreenFactory, screen: Screen) -> None:
    screen.feed(command("first", "out\n", code=1, told=False) + command("second") + PROMPT + b"ty")

    restored = factory.restore(screen.native_snapshot(), 100)

    assert restored.commands() == screen.commands()
    assert restored.output_text(0) == "out"
    restored.feed(b"ped\r\n\x1b]133;C\x07x\r\n\x1b]133;D;0\x07")
    assert [one.line for one in restored.commands()] == ["first", "second", "typed"]
    restored.close()


def test_a_snapshot_behind_a_full_screen_program_brings_them_too(
    factory: ScreenFactory, screen: Screen
) -> None:
    screen.feed(command("ls", "out\n") + PROMPT + b"vim\r\n\x1b]133;C\x07\x1b[?1049h~")

    restored = factory.restore(screen.native_snapshot(), 100)
    again = factory.restore(restored.native_snapshot(), 100)
    again.feed(b"\x1b[?1049l\x1b]133;D;0\x07" + PROMPT)

    assert known(again) == [(0, "ls", 0), (2, "vim", 0)]
    assert again.output_text(0) == "out"
    restored.resize(Size(columns=20, rows=8))
    restored.feed(b"\x1b[?1049l")
    assert restored.commands() == ()  # Where they were is not known any more.
    restored.close()
    again.close()


def test_damaged_commands_damage_the_snapshot(factory: ScreenFactory, screen: Screen) -> None:
    screen.feed(command("ls"))
    snapshot = screen.native_snapshot()

    for bad in (snapshot.replace(b'"ls"', b'"ls'), snapshot.replace(b"[[[0, 0]", b'[[["", 0]')):
        with pytest.raises(InvalidError):
            factory.restore(bad, 100)
