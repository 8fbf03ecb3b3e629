"""The six rules for what programs print hold in one place each; decision 021 names them."""

import re
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "idea"
SOURCES = {
    path.relative_to(SOURCE).as_posix(): path.read_text("utf-8") for path in SOURCE.rglob("*.py")
}


def places(pattern: str) -> set[str]:
    """Return the modules in which something stands."""
    return {path for path, text in SOURCES.items() if re.search(pattern, text)}


def test_r1_whatever_a_core_answers_is_judged_first() -> None:
    cores = {
        "infrastructure/screen/ghostty/effects.py",
        "infrastructure/screen/pyte_core/effects.py",
    }
    assert places(r"Reply\(bytes\(") == cores
    for core in cores:
        added = re.findall(r"_replies \+= .*", SOURCES[core])
        assert added
        assert all(one.startswith("_replies += lawful_reply(") for one in added), core
    assert places(r"^def lawful_reply|\ndef lawful_reply") == {"infrastructure/screen/replies.py"}


def test_r2_one_budget_says_how_much_is_read_of_a_program_at_a_time() -> None:
    assert places(r"os\.read\(self\._descriptor") == {"infrastructure/pty/posix_pty.py"}
    assert places(r"class ReadingTurns") == {"infrastructure/pty/reading_turns.py"}


def test_r3_what_is_written_to_a_program_waits_in_one_bounded_queue() -> None:
    assert places(r"LARGEST_REPLIES_BYTES\s*=") == {"domain/stream/input_queue.py"}


def test_r4_one_escaper_and_no_label_that_guesses() -> None:
    assert places(r"def visible\(") == {"domain/visible.py"}
    assert places(r"\bRichText\b|\bAutoText\b") == set()


def test_r5_the_frame_of_a_paste_is_written_by_one_encoder() -> None:
    assert places(r"x1b\[20[01]~") == {"domain/paste.py"}


def test_r6_a_person_is_asked_in_dialogs_of_the_window_only() -> None:
    assert places(r"\bQ(MessageBox|InputDialog|ErrorMessage)\b") == set()
    assert places(r"\(QDialog\)") == {"presentation/desktop/shell/sheet.py"}
