"""Every setting of the schema changes something: each has an observer here that sees a difference.

A setting without an observer, or one whose observer sees no difference, fails; so nothing is
listed in the docs that nobody reads. That the values do what they promise is tested beside the
code that uses them; this is only about being read at all.
"""

import asyncio
import json
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from idea.application.color_schemes.list_color_schemes import ListColorSchemesRequest
from idea.application.settings.engine_choices import EngineChoices
from idea.bootstrap.desktop import chosen_scale
from idea.bootstrap.engine_services import build_services
from idea.domain.actions.key_presets import KeyPreset
from idea.domain.actions.keys import Platform
from idea.domain.ids import ProjectId
from idea.domain.links import WebTarget
from idea.domain.ports.terminal_effects import CommandEnded
from idea.domain.setting import Setting, SettingValue
from idea.domain.settings import SETTINGS, effective_settings
from idea.infrastructure.clock import SystemClock
from idea.infrastructure.places import find_places
from idea.presentation.desktop.shell.desktop_alerts import desktop_may_tell, pause_s
from idea.presentation.desktop.shell.opening import editor_of, may_open
from idea.presentation.desktop.shell.program_copies import copy_wish, most_bytes
from idea.presentation.desktop.shell.resuming import resume_wish
from idea.presentation.desktop.shell.terminal_adapter import terminal_look, terminal_options
from idea.presentation.desktop.viewmodels.desk_state import DeskState
from idea.presentation.desktop.viewmodels.keymap import Keymap
from idea.presentation.desktop.viewmodels.tray import closes_to_tray, wants_tray
from support.desktop import a_session, a_skin
from support.window import Stand, an_engine, play

type Observe = Callable[[Mapping[str, SettingValue]], object]


def look(values: Mapping[str, SettingValue]) -> object:
    return terminal_look(a_skin().theme, DeskState(settings=values))


def options(values: Mapping[str, SettingValue]) -> object:
    return terminal_options(DeskState(settings=values))


def engine(values: Mapping[str, SettingValue]) -> object:
    choices, project = EngineChoices(lambda name: values[name]), ProjectId("p1")
    return (
        choices.shell(project),
        choices.profile(),
        choices.wants_marks(project),
        choices.is_locked(project),
        choices.log_bytes(),
        choices.all_logs_bytes(),
        choices.ended_kept_for(),
        choices.idle_limit_s(),
    )


def scale(values: Mapping[str, SettingValue]) -> object:
    with tempfile.TemporaryDirectory() as folder:
        settings = Path(folder, "settings.json")
        settings.write_text(json.dumps(dict(values)))
        return chosen_scale(settings)


def leaders(values: Mapping[str, SettingValue]) -> object:
    keymap = Keymap(Platform.LINUX)
    keymap.use_preset(KeyPreset.TMUX.value, str(values["keys.leader"]))
    return keymap.leaders


BY_FUNCTION: Mapping[str, Observe] = {
    "keys.leader": leaders,
    "appearance.interface_scale": scale,
    "agents.engine": engine,
    "agents.resume_on_open": lambda values: resume_wish(DeskState(settings=values)),
    "terminal.font_family": look,
    "terminal.font_size": look,
    "terminal.line_height": look,
    "terminal.text_percent": look,
    "terminal.ligatures": look,
    "terminal.bold_is_bright": look,
    "terminal.minimum_contrast": look,
    "terminal.cursor_shape": look,
    "terminal.cursor_blink": look,
    "terminal.scrollback_lines": options,
    "terminal.copy_on_select": options,
    "terminal.confirm_multiline_paste": options,
    "terminal.image_memory": options,
    "terminal.wheel_lines": options,
    "terminal.clipboard_writes": lambda values: copy_wish(DeskState(settings=values), "text"),
    "terminal.clipboard_kib": lambda values: most_bytes(DeskState(settings=values)),
    "terminal.open_links": lambda values: may_open(
        DeskState(settings=values), WebTarget("https://example.org")
    ),
    "terminal.editor": lambda values: editor_of(DeskState(settings=values)),
    "terminal.shell": engine,
    "layout.locked": engine,
    "window.tray": lambda values: wants_tray(DeskState(settings=values)),
    "window.close_to_tray": lambda values: closes_to_tray(
        DeskState(settings={**values, "window.tray": True})
    ),
    "notifications.desktop": lambda values: desktop_may_tell(DeskState(settings=values)),
    "notifications.least_seconds": lambda values: pause_s(DeskState(settings=values)),
    "terminal.shell_integration": engine,
    "sessions.log_limit_mib": engine,
    "sessions.all_logs_limit_mib": engine,
    "sessions.keep_logs_days": engine,
    "engine.leave_after_minutes": engine,
}


def theme(stand: Stand) -> object:
    return stand.themes.skin.theme.tokens.name


def bar(stand: Stand) -> object:
    return stand.window.side_bar.isHidden(), stand.window.side_bar.width()


def scheme(stand: Stand) -> object:
    """The engine is asked for the scheme that is named."""
    return len(stand.asked(ListColorSchemesRequest))


def page(stand: Stand) -> object:
    return stand.window.library.page


def first_run(stand: Stand) -> object:
    stand.window.desk.state = replace(stand.window.desk.state, projects={})
    return stand.window.library.is_first_run


def strips(stand: Stand) -> object:
    grid = stand.window.pages.grid("p1")
    return grid is not None and grid.content is not None and grid.content.strips


def closing(stand: Stand) -> object:
    stand.window.close()
    asks = stand.window.leaving.dialog is not None
    if stand.window.leaving.dialog is not None:
        stand.window.leaving.dialog.close()
    return asks


def long_command(stand: Stand) -> object:
    stand.window.news.is_attended = lambda: False
    stand.window.news.happened("s1", CommandEnded("make", 0, 10_000))
    return stand.window.desk.news.of("s1").rang


def card(stand: Stand) -> object:
    return stand.window.desk.card


def grown(stand: Stand) -> object:
    return stand.window.desk.grown("p1")


def zoom_elsewhere(stand: Stand) -> object:
    stand.window.invoke("cell.toggle_zoom")
    stand.window.desk.focus("b")
    return stand.window.desk.selection("p1").zoomed


def keys(stand: Stand) -> object:
    return stand.window.menus.key_of("cell.split_right")


BY_WINDOW: Mapping[str, Callable[[Stand], object]] = {
    "appearance.theme": theme,
    "terminal.dark_scheme": scheme,
    "terminal.light_scheme": scheme,
    "window.show_side_bar": bar,
    "window.side_bar_width": bar,
    "window.side_bar_page": page,
    "window.show_first_run": first_run,
    "window.show_strips": strips,
    "window.card_width": card,
    "window.card_height": card,
    "window.accordion": grown,
    "window.zoom_follows_focus": zoom_elsewhere,
    "window.on_close": closing,
    "keys.preset": keys,
    "notifications.long_command_seconds": long_command,
}


def values_with(setting: Setting, value: SettingValue) -> Mapping[str, SettingValue]:
    return effective_settings({setting.name: value})


def two_values(setting: Setting) -> tuple[SettingValue, SettingValue]:
    """Return two values of a setting that must not do the same."""
    match setting.default:
        case bool():
            return False, True
        case int() | float():
            step = 1 if setting.default < setting.most else -1
            return setting.default, setting.checked(type(setting.default)(setting.default + step))
        case _ if setting.name == "keys.leader":
            return setting.default, "Ctrl+O"
        case _ if setting.choices:
            return setting.choices[-2], setting.choices[-1]
        case _:
            return setting.default, "Other Text"


def test_every_setting_has_an_observer_and_every_observer_a_setting() -> None:
    assert sorted({*BY_FUNCTION, *BY_WINDOW}) == sorted(each.name for each in SETTINGS)


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("name", BY_FUNCTION)
def test_a_terminal_or_the_engine_reads_it(name: str) -> None:
    setting = next(each for each in SETTINGS if each.name == name)
    one, other = (BY_FUNCTION[name](values_with(setting, value)) for value in two_values(setting))

    assert one != other


@pytest.mark.parametrize("name", BY_WINDOW)
def test_the_window_reads_it(name: str, qtbot: QtBot) -> None:
    setting = next(each for each in SETTINGS if each.name == name)
    seen = []
    for value in two_values(setting):
        stand = Stand()
        stand.window.start()
        state = an_engine("a | b", (a_session("s1", cell="a"),))
        play(qtbot, stand, replace(state, settings=values_with(setting, value)))
        seen.append(BY_WINDOW[name](stand))
        stand.window.stop()
        stand.main.close()
        stand.window.hide()
        stand.window.deleteLater()

    assert seen[0] != seen[1]


def test_the_engine_that_is_built_asks_for_its_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("IDEA_HOME", str(tmp_path))
    places = find_places()
    places.prepare()
    places.settings_file.write_text('{"version": 1, "engine.leave_after_minutes": 7}')

    async def idle_limit_s() -> float:
        services = build_services(places, SystemClock())
        await services.open()
        try:
            return services.idle_limit_s()
        finally:
            await services.close()

    assert asyncio.run(idle_limit_s()) == 7 * 60
