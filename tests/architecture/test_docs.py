"""The guide names only files, keys, commands and settings that exist."""

import re
import shlex
from pathlib import Path

import click
import pytest

from idea.domain.actions.actions_page import actions_page
from idea.domain.layout.presets import PRESETS
from idea.presentation.cli.main import root

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md",
    ROOT / "packaging" / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
]
GUIDE = [page for page in PAGES if page.stem not in {"ACTIONS", "CLI", "SETTINGS"}]


def _name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_every_link_leads_somewhere(page: Path) -> None:
    targets = re.findall(r"(?<!!)\[[^\]]+\]\(([^)#]+)\)", page.read_text(encoding="utf-8"))
    missing = [
        target
        for target in targets
        if not target.startswith("https://") and not (page.parent / target).exists()
    ]

    assert missing == []


@pytest.mark.parametrize("page", GUIDE, ids=_name)
def test_every_key_is_in_the_catalogue(page: Path) -> None:
    keys = re.findall(r"`((?:Ctrl|Alt|Shift)\+[^`]+)`", page.read_text(encoding="utf-8"))
    known = actions_page()
    # The detach key, half a chord that is explained, the key of an editor, a leader of one's own.
    program_keys = {"Ctrl+]", "Alt+Shift", "Ctrl+S", "Ctrl+A"}

    assert [key for key in keys if f"`{key}`" not in known and key not in program_keys] == []


def _commands(page: Path) -> list[list[str]]:
    """Return what pages tell the reader to type after `idea`."""
    text = page.read_text(encoding="utf-8")
    typed = re.findall(r"^idea (.+)$", text, re.MULTILINE) + re.findall(r"`idea ([^`]+)`", text)
    return [shlex.split(line) for line in typed]


@pytest.mark.parametrize("page", GUIDE, ids=_name)
def test_every_command_exists_with_its_options(page: Path) -> None:
    for words in _commands(page):
        command: click.Command = root
        context = click.Context(root, info_name="idea")
        rest = list(words)
        if rest[0] == "PATH" or rest[0].startswith("~"):
            continue
        while rest and isinstance(command, click.Group):
            found = command.get_command(context, rest.pop(0))
            assert found is not None, words
            command = found
        if rest:
            command.make_context(command.name, rest, parent=context)


def test_every_arrangement_is_in_the_guide() -> None:
    page = (ROOT / "docs" / "grid.md").read_text(encoding="utf-8")

    assert [preset.name for preset in PRESETS if f"`{preset.name}`" not in page] == []
    assert len(PRESETS) == 19, "README says how many there are."
