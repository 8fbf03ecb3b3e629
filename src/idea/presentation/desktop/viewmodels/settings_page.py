"""What the page of settings shows: every row, its words and what can be done to it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from idea.application.settings.views import SettingView
from idea.domain.setting import Setting, SettingValue
from idea.domain.settings import setting_named
from idea.domain.visible import visible


class Control(Enum):
    """How a value is given."""

    SWITCH = "switch"
    CHOICE = "choice"
    NUMBER = "number"
    TEXT = "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingRow:
    """One setting."""

    name: str
    title: str
    sentence: str
    control: Control
    value: SettingValue
    usual: str = ""
    """The default in words."""
    choices: tuple[str, ...] = ()
    unit: str = ""
    step: float = 1.0
    note: str = ""
    """Where the value comes from, when that is not the default."""
    fault: str = ""
    is_changed: bool = False
    can_reset: bool = False
    """Whether there is a value here, in the person's file or the project's, to take back."""
    wish: str = ""
    """What the project wants and the person has not agreed to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingGroup:
    """Settings that belong together."""

    title: str
    rows: tuple[SettingRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsPageView:
    """All that is shown."""

    groups: tuple[SettingGroup, ...] = ()
    changed: int = 0
    """How many are not as usual, shown or not."""
    empty: str = ""
    """What to say instead of nothing."""


def settings_page_view(
    views: Sequence[SettingView], *, query: str = "", project: str = "", only_changed: bool = False
) -> SettingsPageView:
    """Return the settings that match; with a project's name, those it may have otherwise."""
    shown = [(setting_named(view.name), view) for view in views]
    if project:
        shown = [(setting, view) for setting, view in shown if setting.per_project]
    rows = [_row(setting, view, in_project=bool(project)) for setting, view in shown]
    found = [
        row
        for row in rows
        if _matches(row, query) and (row.is_changed or row.fault or row.wish or not only_changed)
    ]
    titles = dict.fromkeys(_group(row.name) for row in found)
    groups = tuple(
        SettingGroup(title=title, rows=tuple(row for row in found if _group(row.name) == title))
        for title in titles
    )
    empty = ""
    if not found:
        empty = "Nothing matches. Try fewer letters." if query else "Everything is as usual."
    changed = sum(row.is_changed for row in rows)
    return SettingsPageView(groups=groups, changed=changed, empty=empty)


def setting_title(name: str) -> str:
    """Return a setting's name in words: `terminal.font_size` is "Font size"."""
    words = name.partition(".")[2].replace("_", " ").capitalize()
    return words.replace(" kib", " KiB").replace(" mib", " MiB")


def value_words(setting: Setting, value: SettingValue) -> str:
    """Return a value as people read it."""
    match value:
        case bool():
            return "on" if value else "off"
        case int() | float():
            return f"{value:,.6g} {setting.unit}".strip()
        case "":
            return "empty"
        case _:
            return visible(value)


def written(value: SettingValue) -> str:
    """Return a value as it stands in an editor."""
    match value:
        case bool() | str():
            return str(value)
        case _:
            return f"{value:.9g}"


def parsed(row: SettingRow, text: str) -> SettingValue:
    """Return what somebody typed, as a setting takes it.

    Raises:
        InvalidError: It cannot be right; the sentence names the setting.
    """
    setting = setting_named(row.name)
    if row.control is not Control.NUMBER:
        return setting.checked(text)
    plain = text.strip().removesuffix(row.unit).replace(",", "").strip()
    try:
        number = json.loads(plain)
    except ValueError:
        number = text
    return setting.checked(number)


def stepped(row: SettingRow, steps: int) -> SettingValue:
    """Return a number some steps further, within its limits."""
    setting = setting_named(row.name)
    number = float(row.value) if not isinstance(row.value, str) else 0.0
    moved = round(min(max(number + steps * row.step, setting.least), setting.most), 6)
    return setting.checked(int(moved) if isinstance(setting.default, int) else moved)


def _row(setting: Setting, view: SettingView, *, in_project: bool) -> SettingRow:
    control = _control(setting)
    wish = value_words(setting, view.own) if view.is_withheld and view.own is not None else ""
    mine = setting.default if view.chosen is None else view.chosen
    own_faults = [f"In the project: {fault}" for fault in view.own_faults]
    at_fault = own_faults if in_project else view.faults
    return SettingRow(
        name=view.name,
        title=setting_title(view.name),
        sentence=setting.sentence.replace("`", ""),
        control=control,
        value=view.value if in_project or view.own is None else mine,
        usual=value_words(setting, setting.default),
        choices=setting.choices,
        unit=setting.unit,
        step=_step(setting) if control is Control.NUMBER else 1.0,
        note=_note(setting, view, in_project=in_project),
        fault=" ".join((*view.faults, *own_faults)),
        is_changed=view.origin == "project" if in_project else view.chosen is not None,
        can_reset=(view.own if in_project else view.chosen) is not None or bool(at_fault),
        wish=wish,
    )


def _control(setting: Setting) -> Control:
    match setting.default:
        case bool():
            return Control.SWITCH
        case int() | float():
            return Control.NUMBER
        case _:
            return Control.CHOICE if setting.choices else Control.TEXT


def _step(setting: Setting) -> float:
    """Return a tenth of what is usual, at least one whole step of its kind."""
    usual = abs(float(setting.default))
    if isinstance(setting.default, float):
        return 0.1 if usual < 10 else 1.0
    return float(max(1, 10 ** (len(str(int(usual))) - 2))) if usual > 50 else 1.0


def _note(setting: Setting, view: SettingView, *, in_project: bool) -> str:
    usual = value_words(setting, setting.default)
    mine = usual if view.chosen is None else value_words(setting, view.chosen)
    if in_project:
        if view.origin == "project":
            return f"This project’s own; elsewhere {mine}."
        return "" if view.chosen is None else "As you chose for every project."
    said = [] if view.chosen is None else ["Changed by you."]
    if view.origin == "project":
        said.append(f"The project in front has its own: {value_words(setting, view.value)}.")
    return " ".join(said)


def _matches(row: SettingRow, query: str) -> bool:
    said = " ".join((row.name, row.title, row.sentence, *row.choices, _group(row.name))).lower()
    return all(word in said for word in query.lower().split())


def _group(name: str) -> str:
    return name.partition(".")[0].capitalize()
