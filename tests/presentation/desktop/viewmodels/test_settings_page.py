"""What the page of settings shows of each setting, and how what is typed is read."""

import pytest

from idea.application.settings.views import SettingView
from idea.domain.errors import InvalidError
from idea.domain.settings import SETTINGS
from idea.presentation.desktop.viewmodels.settings_page import (
    Control,
    SettingRow,
    SettingsPageView,
    parsed,
    setting_title,
    settings_page_view,
    stepped,
    value_words,
    written,
)

SIZE, SHELL, BLINK = "terminal.font_size", "terminal.shell", "terminal.cursor_blink"


def a_view(name: str, **more: object) -> SettingView:
    usual = next(each.default for each in SETTINGS if each.name == name)
    return SettingView(name=name, **({"value": usual, "origin": "default"} | more))  # type: ignore[arg-type]


EVERYTHING = tuple(a_view(each.name) for each in SETTINGS)


def rows(view: SettingsPageView) -> list[SettingRow]:
    return [row for group in view.groups for row in group.rows]


def a_row(view: SettingView, project: str = "") -> SettingRow:
    [found] = rows(settings_page_view([view], project=project))
    return found


def test_every_setting_is_a_row_with_words_and_a_control() -> None:
    found = rows(settings_page_view(EVERYTHING))

    assert sorted(row.name for row in found) == sorted(each.name for each in SETTINGS)
    assert all(row.title and row.sentence and row.usual for row in found)
    assert {row.control for row in found} == set(Control)
    by_name = {row.name: row for row in found}
    assert by_name[BLINK].control is Control.SWITCH
    assert by_name[SIZE].usual == "13 pixels"
    assert by_name[SHELL].usual == "empty"


def test_rows_are_found_by_every_word_of_what_is_sought() -> None:
    def found(query: str) -> list[str]:
        return [row.name for row in rows(settings_page_view(EVERYTHING, query=query))]

    assert found("shell empty login") == [SHELL]
    assert found("CURSOR blinks") == [BLINK]
    assert settings_page_view(EVERYTHING, query="zzz").empty == (
        "Nothing matches. Try fewer letters."
    )


def test_what_was_changed_is_marked_counted_and_can_be_reset() -> None:
    views = [a_view(SIZE, value=15.0, chosen=15.0, origin="user"), a_view(BLINK)]
    shown = settings_page_view(views, only_changed=True)

    [row] = rows(shown)
    assert (row.name, row.value, row.is_changed, row.can_reset) == (SIZE, 15.0, True, True)
    assert row.note == "Changed by you."
    assert shown.changed == 1
    assert settings_page_view([a_view(BLINK)], only_changed=True).empty == "Everything is as usual."


def test_a_project_shows_what_it_may_have_otherwise() -> None:
    names = [row.name for row in rows(settings_page_view(EVERYTHING, project="app"))]
    assert names == [each.name for each in SETTINGS if each.per_project]

    own = a_view(SIZE, value=15.0, own=15.0, chosen=11.0, origin="project")
    within, everywhere = a_row(own, "app"), a_row(own)
    assert (within.value, within.note) == (15.0, "This project’s own; elsewhere 11 pixels.")
    assert (everywhere.value, everywhere.is_changed) == (11.0, True)
    assert everywhere.note == "Changed by you. The project in front has its own: 15 pixels."
    mine = a_row(a_view(SIZE, value=11.0, chosen=11.0, origin="user"), "app")
    assert (mine.note, mine.can_reset) == ("As you chose for every project.", False)


def test_what_waits_for_the_person_or_is_wrong_is_shown_and_can_be_taken_back() -> None:
    asked = a_row(a_view(SHELL, own="evil\x1b --now", is_withheld=True), "app")
    assert (asked.value, asked.wish, asked.can_reset) == ("", r"evil\x1b --now", True)

    wrong = a_view(SIZE, faults=("Too small.",), own_faults=("Too big.",))
    assert a_row(wrong).fault == "Too small. In the project: Too big."
    assert a_row(wrong, "app").can_reset
    assert not a_row(a_view(SIZE, own_faults=("Too big.",))).can_reset


def test_what_is_typed_is_read_as_the_setting_takes_it() -> None:
    size, lines = a_row(a_view(SIZE)), a_row(a_view("terminal.scrollback_lines"))

    assert parsed(size, " 14 pixels ") == 14.0
    assert parsed(lines, "20,000") == 20_000
    assert parsed(a_row(a_view(SHELL)), " fish ") == " fish "
    for wrong in ("many", "-1", "[]", "1.5"):
        with pytest.raises(InvalidError, match=r"terminal\.scrollback_lines is a whole number"):
            parsed(lines, wrong)


def test_numbers_go_by_steps_within_their_limits() -> None:
    def step(name: str, value: float, steps: int) -> object:
        return stepped(a_row(a_view(name, value=value, origin="user")), steps)

    assert step(SIZE, 13.0, 1) == 14.0
    assert step(SIZE, 72.0, 1) == 72.0
    assert step("terminal.line_height", 1.38, 1) == 1.48
    assert step("terminal.scrollback_lines", 10_000, -1) == 9_000
    assert step("terminal.wheel_lines", 3, -5) == 1


def test_values_are_written_plainly() -> None:
    size, blink = (next(one for one in SETTINGS if one.name == name) for name in (SIZE, BLINK))

    assert [written(value) for value in (13.0, 1.38, 10_000, "x")] == ["13", "1.38", "10000", "x"]
    assert value_words(size, 13.0) == "13 pixels"
    assert value_words(blink, value=True) == "on"
    assert setting_title(SIZE) == "Font size"
    assert setting_title("sessions.log_limit_mib") == "Log limit MiB"
