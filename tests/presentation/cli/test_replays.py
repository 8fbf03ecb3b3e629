"""What a session showed at a moment, and everything it showed, as the commands print it."""

import json

import pytest

from contracts.session_log import a_checkpoint
from idea.domain.stream.checkpoint import Checkpoint
from idea.domain.stream.records import Exit, Gap, Output, Resize
from idea.domain.terminal import Exited, Lost, Size
from idea.presentation.cli.main import run
from idea.presentation.cli.moments import shown_moment
from support.history_doors import PAGE_BYTES, SIZE, START, HistoryDoors


@pytest.fixture
def ended() -> HistoryDoors:
    """A session of a minute, with output each ten seconds."""
    doors = HistoryDoors().tell(Resize(SIZE))
    for number in range(6):
        doors.tell(Output(b"line %d\r\n" % number), after_s=number * 10 + 0.5)
    return doors.tell(Exit(Exited(0)), after_s=60)


def said(capsys: pytest.CaptureFixture[str], doors: HistoryDoors, *arguments: str) -> str:
    assert run(["session", *arguments], doors) == 0, capsys.readouterr().err
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("at", "last"),
    [
        (shown_moment(START + 21_000)[11:], "line 2"),
        (shown_moment(START + 29_000), "line 2"),
        ("-9s", "line 5"),
        ("-10s", "line 4"),
        ("-1m", ""),
    ],
)
def test_a_screen_is_what_was_printed_up_to_the_moment(
    capsys: pytest.CaptureFixture[str], ended: HistoryDoors, at: str, last: str
) -> None:
    shown = json.loads(
        said(capsys, ended, "replay", "2222", "--at", at, "--history", "99", "--json")
    )

    assert [line for line in shown["lines"] if line][-1:] == ([last] if last else [])
    assert shown["gaps"] == []


def test_a_place_in_the_stream_is_shown_and_said(
    capsys: pytest.CaptureFixture[str], ended: HistoryDoors
) -> None:
    third = ended.seqs[3]

    assert run(["session", "replay", "2222", "--at", f"seq:{third}"], ended) == 0

    printed = capsys.readouterr()
    assert printed.out == "line 0\nline 1\n"
    assert printed.err == f"bash as of {shown_moment(START + 10_500)}, seq:{third}.\n"


def test_without_a_moment_the_last_screen_is_shown(
    capsys: pytest.CaptureFixture[str], ended: HistoryDoors
) -> None:
    assert said(capsys, ended, "replay", "2222") == "line 3\nline 4\nline 5\n"
    assert said(capsys, ended, "replay", "2222", "--history", "1").startswith("line 2\nline 3\n")


@pytest.mark.parametrize("at", ["-2m", "seq:99999999", "2020-01-01", "2030-01-01"])
def test_a_moment_outside_says_what_there_is(
    capsys: pytest.CaptureFixture[str], ended: HistoryDoors, at: str
) -> None:
    assert run(["session", "replay", "2222", "--at", at], ended) == 1

    told = capsys.readouterr().err
    assert told == (
        "That moment lies outside of what is kept of bash: "
        f"{shown_moment(START)} to {shown_moment(START + 60_000)}, seq:0 to seq:{ended.end}.\n"
    )


def test_a_live_session_is_known_up_to_now(capsys: pytest.CaptureFixture[str]) -> None:
    doors = HistoryDoors(live=True).tell(Resize(SIZE), Output(b"prompt"))

    assert said(capsys, doors, "replay", "2222", "--at", "-1s") == "prompt\n"


def test_how_a_program_was_lost_is_no_news_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    doors = HistoryDoors().tell(Resize(SIZE), Output(b"last words"), after_s=5)
    doors.tell(Exit(Lost("The computer was restarted.")), after_s=90_000)

    assert said(capsys, doors, "replay", "2222", "--at", "-0s") == "last words\n"
    assert run(["session", "replay", "2222", "--at", "-1m"], doors) == 1


def test_a_session_of_which_nothing_is_kept_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["session", "replay", "2222"], HistoryDoors()) == 1
    error = capsys.readouterr().err
    assert error.startswith("No records are kept of what bash showed; 'idea session screen 2222")


def test_a_screen_begins_at_the_newest_checkpoint_before_the_moment(
    capsys: pytest.CaptureFixture[str], ended: HistoryDoors
) -> None:
    for seq, text in ((ended.seqs[2], b"after 0\r\n"), (ended.seqs[4], b"after 2\r\n")):
        ended.log.save_checkpoint((_checkpoint(seq, text),))

    assert said(capsys, ended, "replay", "2222", "--at", "-45s") == "after 0\nline 1\n"
    assert said(capsys, ended, "replay", "2222", "--at", "-25s") == "after 2\nline 3\n"
    assert said(capsys, ended, "replay", "2222", "--at", "-55s") == "after 0\n"


def _checkpoint(seq: int, text: bytes) -> Checkpoint:
    made = a_checkpoint(seq, data=text)
    return Checkpoint(seq=seq, kind=made.kind, core=made.core, size=SIZE, data=text)


def _with_gaps() -> HistoryDoors:
    """A log whose beginning is gone, with a takeover, a hole, and a cut that resets."""
    doors = HistoryDoors()
    doors.tell(Output(b"middle\r\n"), leave_out=500)
    doors.tell(Gap(0, "Taken over.", reset=False), after_s=10, leave_out=1_000)
    doors.tell(Output(b"after\r\n"), after_s=20, leave_out=300)
    doors.tell(Gap(9, "Cut here.", reset=True), Resize(SIZE), Output(b"anew"), after_s=30)
    return doors


def test_the_last_screen_of_a_log_that_lost_its_end_is_its_newest_checkpoint(
    capsys: pytest.CaptureFixture[str], ended: HistoryDoors
) -> None:
    ended.log.save_checkpoint((_checkpoint(ended.end + 1_000, b"last\r\n"),))

    assert said(capsys, ended, "replay", "2222") == "last\n"
    assert said(capsys, ended, "replay", "2222", "--at", "-0s").endswith("line 5\n")


def _with_a_screen_alone() -> HistoryDoors:
    """A log that lost all records of a flood: what is left is a checkpoint, and a gap behind it."""
    doors = HistoryDoors()
    doors.tell(Gap(0, "Lost here.", reset=False), leave_out=9_000)
    doors.log.save_checkpoint((_checkpoint(8_000, b"last\r\n"),))
    return doors


@pytest.mark.parametrize("words", [("replay", "2222"), ("export", "2222", "--text")])
def test_where_all_records_are_lost_the_last_screen_is_told(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    assert run(["session", *words], _with_a_screen_alone()) == 0

    printed = capsys.readouterr()
    assert printed.out == "last\n"
    assert "Lost here." in printed.err


def test_where_all_records_are_lost_a_recording_begins_with_the_last_screen(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = said(capsys, _with_a_screen_alone(), "export", "2222", "--asciicast").splitlines()

    header, *events = map(json.loads, lines)
    assert (header["width"], header["height"]) == (SIZE.columns, SIZE.rows)
    assert [event[1:] for event in events] == [["o", "last\r\n"], ["m", "Lost here."]]


def test_a_screen_from_before_records_that_were_dropped_is_not_taken_for_theirs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    doors = HistoryDoors().tell(Output(b"later\r\n"), leave_out=9_000)
    doors.log.save_checkpoint((_checkpoint(8_000, b"before\r\n"),))

    assert said(capsys, doors, "replay", "2222") == "later\n"
    assert said(capsys, doors, "export", "2222", "--text") == "later\n"


def test_gaps_are_crossed_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    doors = _with_gaps()

    assert run(["session", "replay", "2222", "--at", "-5s"], doors) == 0

    printed = capsys.readouterr()
    assert printed.out == "middle\nafter\n"
    first, second, third, _ = printed.err.splitlines()
    assert first.startswith(f"{shown_moment(START)}: What came before is not kept")
    assert second == f"{shown_moment(START + 10_000)}: Taken over."
    assert third.startswith(f"{shown_moment(START + 20_000)}: Something is missing")
    shown = json.loads(said(capsys, doors, "replay", "2222", "--json"))
    assert shown["lines"][0] == "anew"
    assert [gap["reason"] for gap in shown["gaps"]][-1] == "Cut here."


def test_a_moment_in_a_hole_says_until_when_nothing_is_kept(
    capsys: pytest.CaptureFixture[str],
) -> None:
    doors = _with_gaps()

    assert run(["session", "replay", "2222", "--at", f"seq:{doors.seqs[1] + 50}"], doors) == 0
    assert f"until {shown_moment(START + 20_000)} is not kept." in capsys.readouterr().err
    assert run(["session", "replay", "2222", "--at", f"seq:{doors.seqs[1] - 50}"], doors) == 0
    assert "not kept." not in capsys.readouterr().err.replace("What came before is not kept", "")


def test_what_is_damaged_is_crossed_and_marked(capsys: pytest.CaptureFixture[str]) -> None:
    doors = HistoryDoors().tell(Resize(SIZE), Output(b"a" * PAGE_BYTES), Output(b"b\r\n"))
    doors.tell(Output(b"\rafter"), after_s=10, leave_out=100)
    doors.damaged.add(doors.seqs[2])

    assert run(["session", "replay", "2222"], doors) == 0

    printed = capsys.readouterr()
    assert printed.out == "after" + "a" * 15 + "\n"
    assert f"{shown_moment(START + 10_000)}: Something is missing in the log here" in printed.err


@pytest.mark.parametrize("words", ["replay", "export --text", "export --asciicast"])
def test_a_missing_end_is_told(
    capsys: pytest.CaptureFixture[str], ended: HistoryDoors, words: str
) -> None:
    """The end of a log may be damaged, or be forgotten while it is read."""
    ended.damaged = {ended.seqs[4]}

    assert run(["session", *words.split(), "2222"], ended) == 0

    printed = "".join(capsys.readouterr())
    assert "line 2" in printed
    assert "What follows is damaged, or not kept any more." in printed


def test_colours_are_printed_when_asked_for(
    capsys: pytest.CaptureFixture[str], ended: HistoryDoors
) -> None:
    assert said(capsys, ended, "replay", "2222", "--at", "-45s", "--ansi") == (
        "\x1b[mline 0\x1b[m\n\x1b[mline 1\x1b[m\n"
    )


def test_a_recording_has_sizes_marks_and_times(capsys: pytest.CaptureFixture[str]) -> None:
    header, *events = map(
        json.loads, said(capsys, _with_gaps(), "export", "2222", "--asciicast").splitlines()
    )

    assert (header["version"], header["width"], header["height"]) == (2, 20, 4)
    assert header["timestamp"] == START // 1000
    assert [(at, code) for at, code, _ in events] == [
        (0.0, "m"),
        (0.0, "o"),
        (10.0, "m"),
        (20.0, "m"),
        (20.0, "o"),
        (30.0, "m"),
        (30.0, "o"),
        (30.0, "o"),
    ]
    assert [text for _, code, text in events if code == "o"] == [
        "middle\r\n",
        "after\r\n",
        "\x1bc",
        "anew",
    ]


def test_a_recording_begins_with_the_first_size(capsys: pytest.CaptureFixture[str]) -> None:
    doors = HistoryDoors().tell(Resize(Size(33, 7)), Output(b"a"), Resize(Size(44, 8)))

    header, *events = map(
        json.loads, said(capsys, doors, "export", "2222", "--asciicast").splitlines()
    )

    assert (header["width"], header["height"]) == (33, 7)
    assert [event[1:] for event in events] == [["o", "a"], ["r", "44x8"]]


def test_text_is_everything_that_scrolled_by(
    capsys: pytest.CaptureFixture[str], ended: HistoryDoors
) -> None:
    assert said(capsys, ended, "export", "2222", "--text") == "".join(
        f"line {number}\n" for number in range(6)
    )


def test_text_goes_on_behind_a_line_where_the_screen_started_anew(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["session", "export", "2222", "--text"], _with_gaps()) == 0

    printed = capsys.readouterr()
    mark = f"── {shown_moment(START + 30_000)}: Cut here. ──"
    assert printed.out == f"middle\nafter\n{mark}\nanew\n"
    assert "Taken over." in printed.err


def test_an_export_goes_to_a_new_file(
    capsys: pytest.CaptureFixture[str], ended: HistoryDoors
) -> None:
    arguments = ["session", "export", "2222", "--text", "--output", "a.txt"]

    assert run(arguments, ended) == 0
    assert ended.saved["a.txt"].startswith(b"line 0\n")
    assert capsys.readouterr().out == ""
    assert run(arguments, ended) == 1
    assert capsys.readouterr().err == "There is a file a.txt already; name another.\n"


def test_a_log_that_drops_what_was_to_come_next_is_one_sentence(
    capsys: pytest.CaptureFixture[str], ended: HistoryDoors
) -> None:
    ended.dropped = True

    assert run(["session", "export", "2222", "--text"], ended) == 1
    assert capsys.readouterr().err == "The log does not hold 0 any more.\n"


def test_exactly_one_form_is_asked_for(ended: HistoryDoors) -> None:
    both = ["session", "export", "2222", "--text", "--asciicast"]
    assert run(both, ended) == 2
    assert run(["session", "export", "2222"], ended) == 2
