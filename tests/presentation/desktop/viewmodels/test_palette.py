from idea.domain.actions.keys import Platform
from idea.presentation.desktop.viewmodels.action_registry import ActionRegistry
from idea.presentation.desktop.viewmodels.keymap import Keymap
from idea.presentation.desktop.viewmodels.palette import (
    Kind,
    PaletteEntry,
    action_entries,
    palette_lines,
    project_entries,
    session_entries,
)
from idea.presentation.desktop.viewmodels.session_look import session_look
from support.desktop import NOW, a_project, a_session

FACTS = {"project.open", "cell.focused", "range.selected", "cell.several"}
WORDS = {"cell": "B1", "range": "B1:C1", "others": ", Reviewer goes to the background"}


def test_each_line_says_what_will_happen_and_its_key() -> None:
    lines = palette_lines(
        "merge",
        action_entries(ActionRegistry(lambda: FACTS), Keymap(Platform.LINUX), WORDS),
    )

    assert (lines[0].title, lines[0].detail, lines[0].key, lines[0].enabled) == (
        "Merge selected cells",
        "B1:C1, Reviewer goes to the background",
        "Ctrl+Shift+M",
        True,
    )
    assert [line.title for line in lines if not line.enabled] == [
        "Unmerge selected cells",
        "Unmerge cell",
    ]


def test_undo_says_what_it_would_take_back_and_is_found_by_either_name() -> None:
    registry = ActionRegistry(lambda: {*FACTS, "layout.can_undo"})
    words = {**WORDS, "undo": "merge A1:A2"}
    entries = action_entries(registry, Keymap(Platform.LINUX), words)

    for query in ("undo merge", "undo layout change"):
        assert "Undo merge A1:A2" in [line.title for line in palette_lines(query, entries)]
    unnamed = action_entries(registry, Keymap(Platform.LINUX), WORDS)
    assert "Undo layout change" in [line.title for line in unnamed]


def test_what_cannot_be_used_is_not_offered_unasked() -> None:
    lines = palette_lines("", action_entries(ActionRegistry(set), Keymap(Platform.LINUX), {}))

    assert all(line.enabled for line in lines)
    assert "Undo layout change" not in [line.title for line in lines]


def test_a_detail_with_an_unknown_word_is_left_out() -> None:
    lines = action_entries(ActionRegistry(lambda: FACTS), Keymap(Platform.LINUX), {})

    assert {line.detail for line in lines if line.id == "cell.close"} == {""}


def test_sessions_and_projects_follow_the_actions() -> None:
    looks = [
        session_look(a_session(name="Migrator", cell="n1", address="C2.A4"), NOW, "/home/me"),
        session_look(a_session("s2", name="Indexer"), NOW, "/home/me"),
    ]
    lines = palette_lines(
        "",
        [
            *project_entries([a_project(), a_project("p2", name="web", open_=False)], "/home/me"),
            *session_entries(looks, verb="reveal"),
        ],
    )

    assert [(line.kind, line.title, line.detail, line.key) for line in lines] == [
        (Kind.SESSION, "Migrator", "~/src/ledger, running in C2.A4 · 4 m", "↵ reveal"),
        (Kind.SESSION, "Indexer", "~/src/ledger, running in the background · 4 m", "↵ reveal"),
        (Kind.PROJECT, "ledger", "~/src/ledger", "↵ go to"),
        (Kind.PROJECT, "web", "~/src/ledger", "↵ open"),
    ]


def test_recent_actions_lead() -> None:
    registry = ActionRegistry(lambda: FACTS)
    lines = palette_lines(
        "",
        action_entries(registry, Keymap(Platform.LINUX), WORDS),
        recent=["view.toggle_theme"],
    )

    assert lines[0].id == "view.toggle_theme"


def test_a_word_of_the_description_finds_an_action_before_stray_letters_do() -> None:
    entries = action_entries(ActionRegistry(lambda: FACTS), Keymap(Platform.LINUX), WORDS)

    assert palette_lines("theme", entries)[0].id == "view.toggle_theme"
    assert palette_lines("scrollback", entries)[0].id == "edit.select_all"
    assert palette_lines("split r", entries)[0].id == "cell.split_right"
    assert palette_lines("exit", entries)[0].id == "window.quit"


def test_kinds_that_only_have_its_letters_somewhere_follow_the_one_that_has_the_word() -> None:
    entries = (
        PaletteEntry(kind=Kind.ACTION, id="skill.take", title="Take skill from an agent…"),
        PaletteEntry(kind=Kind.SETTING, id="terminal.font_size", title="Font size"),
    )

    assert [line.kind for line in palette_lines("font", entries)] == [Kind.SETTING, Kind.ACTION]
    assert [line.kind for line in palette_lines("", entries)] == [Kind.ACTION, Kind.SETTING]
