"""docs/CLI.md is what the commands say."""

from pathlib import Path

import pytest

from fakes.doors import FakeDoors
from idea.presentation.cli.main import run
from idea.presentation.cli.reference import reference_page

PAGE = Path(__file__).parents[3] / "docs" / "CLI.md"


def test_the_page_is_the_generated_one() -> None:
    assert PAGE.read_text(encoding="utf-8") == reference_page(), (
        "Run: python -m idea.presentation.cli.reference > docs/CLI.md"
    )


def test_every_command_has_a_sentence_and_its_own_options() -> None:
    page = reference_page()

    assert "idea layout split [--left] [--right]" in page
    assert "- `--at ADDRESS`: The empty cell to show it in." in page
    assert "```\n\n\n" not in page


def test_what_docstrings_tell_programmers_is_in_no_help(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert "Raises" not in reference_page()
    assert run(["engine", "status", "--help"], FakeDoors({})) == 0
    assert "Raises" not in capsys.readouterr().out
