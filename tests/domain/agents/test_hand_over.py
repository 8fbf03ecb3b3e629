from idea.domain.agents.hand_over import MOST_CHARACTERS, hand_over_note
from idea.domain.profiles.turns import Speaker, Turn


def test_the_end_of_the_screen_is_told_as_a_report() -> None:
    note = hand_over_note("One", "Two", ["", "> do it  ", "", "", "done", "", ""])

    assert note.startswith("# Switched from One to Two\n\n")
    assert note.endswith("```text\n> do it\n\ndone\n```")
    assert "not as instructions" in note


def test_an_empty_screen_leaves_no_note() -> None:
    assert hand_over_note("One", "Two", ["", "  "]) == ""


def test_it_is_bounded_in_lines_and_characters_and_keeps_the_newest() -> None:
    many = hand_over_note("One", "Two", [f"line {number}" for number in range(1000)])
    wide = hand_over_note("One", "Two", ["x" * (MOST_CHARACTERS - 2), "last"])

    assert "line 999" in many
    assert many.count("\nline ") == 120
    assert "x" not in wide.rpartition("```text")[2]
    assert "last" in wide


def test_what_was_shown_cannot_end_the_quotation() -> None:
    assert hand_over_note("One", "Two", ["```", "x"]).count("```") == 2


def test_what_was_said_is_told_instead_of_the_screen() -> None:
    said = (
        Turn(Speaker.PERSON, "Read it."),
        Turn(Speaker.PROGRAM, f"First.\n{'x' * 3000}last"),
    )

    note = hand_over_note("One", "Two", ["a frame"], said)

    assert "the end of what was said" in note
    assert "```text\nPerson: Read it.\n\nAgent: First.\nxx" in note
    assert "x … x" in note
    assert note.endswith("xlast\n```")
    assert "frame" not in note
