"""The list of settings, walked row by row."""

import math
from pathlib import Path

import pytest

from idea.domain.errors import InvalidError, NotFoundError
from idea.domain.setting import Setting
from idea.domain.setting_overrides import project_overrides
from idea.domain.settings import (
    SETTINGS,
    effective_settings,
    setting_faults,
    setting_named,
)
from idea.domain.settings_page import settings_page

_NO_THEME = (
    "appearance.theme is one of system, dark, light, high-contrast, high-contrast-light, "
    "not 'pink'."
)
PAGE = Path(__file__).parents[2] / "docs" / "SETTINGS.md"


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_every_setting_is_complete(setting: Setting) -> None:
    assert setting.checked(setting.default) == setting.default
    assert setting.sentence.endswith(".")
    assert setting.name.count(".") == 1
    assert setting.kind
    if isinstance(setting.default, int | float) and not isinstance(setting.default, bool):
        assert -math.inf < setting.least < setting.most < math.inf


def test_a_leader_is_a_key_that_nobody_types_or_nothing() -> None:
    leader = setting_named("keys.leader")

    assert [leader.checked(value) for value in ("", "Ctrl+A", "F12")] == ["", "Ctrl+A", "F12"]
    for value, why in (("A", "what people type"), ("Strg+A", "is not a key")):
        with pytest.raises(InvalidError, match=f"keys.leader: .*{why}"):
            leader.checked(value)


def test_names_are_unique() -> None:
    assert len({setting.name for setting in SETTINGS}) == len(SETTINGS)


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("terminal.font_size", 14, 14.0),
        ("terminal.font_size", 12.5, 12.5),
        ("terminal.scrollback_lines", 500.0, 500),
        ("terminal.copy_on_select", True, True),
        ("appearance.theme", "dark", "dark"),
        ("terminal.font_family", "Iosevka", "Iosevka"),
    ],
)
def test_a_right_value_gets_the_type_of_its_setting(
    name: str, value: object, expected: object
) -> None:
    checked = setting_named(name).checked(value)

    assert (type(expected), expected) == (type(checked), checked)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("terminal.font_size", 5, "terminal.font_size is a number from 6 to 72 pixels, not 5."),
        ("terminal.font_size", True, "not True."),
        ("terminal.font_size", float("nan"), "not nan."),
        ("terminal.font_size", "big", "not 'big'."),
        ("terminal.scrollback_lines", 1.5, "not 1.5."),
        ("terminal.scrollback_lines", -1, "a whole number from 0 to 1,000,000 lines, not -1."),
        ("terminal.copy_on_select", 1, "terminal.copy_on_select is true or false, not 1."),
        (
            "appearance.theme",
            "pink",
            _NO_THEME,
        ),
        ("terminal.font_family", None, "terminal.font_family is text, not None."),
    ],
)
def test_a_wrong_value_is_refused_in_one_sentence(name: str, value: object, sentence: str) -> None:
    with pytest.raises(InvalidError) as refused:
        setting_named(name).checked(value)

    assert refused.value.sentence.endswith(sentence)


def test_a_number_without_limits_takes_any() -> None:
    free = Setting(name="a.b", default=0, sentence="Any.")

    assert free.checked(-(10**9)) == -(10**9)
    assert free.kind == "a whole number"


def test_an_unknown_name_is_refused_with_the_nearest() -> None:
    with pytest.raises(NotFoundError, match=r"did you mean terminal\.font_size\?"):
        setting_named("terminal.fontsize")
    with pytest.raises(NotFoundError, match=r"no setting 'zzz'\."):
        setting_named("zzz")


def test_layers_override_each_other_and_faults_are_passed_over() -> None:
    first = {"terminal.font_size": 15, "terminal.wheel_lines": 5, "unknown": 1}
    second = {"terminal.wheel_lines": 7, "appearance.theme": "pink"}
    values = effective_settings(first, second)

    assert (
        values["terminal.font_size"],
        values["terminal.wheel_lines"],
        values["appearance.theme"],
    ) == (15.0, 7, "system")
    assert len(values) == len(SETTINGS)
    assert setting_faults(second) == (_NO_THEME,)


def test_a_project_cannot_choose_which_program_starts() -> None:
    asked = {"terminal.shell": "/tmp/evil", "terminal.scrollback_lines": 5, "unknown": 1}

    assert project_overrides(asked) == {"terminal.scrollback_lines": 5}


def test_the_page_of_the_guide_is_the_list() -> None:
    assert PAGE.read_text() == settings_page()
