"""Every setting: one row of a list says its name, default, limits and meaning.

The type of a setting is the type of its default. `docs/SETTINGS.md` lists them.
"""

import difflib
from collections.abc import Mapping

from idea.domain.actions.key_presets import KeyPreset, checked_leader
from idea.domain.errors import InvalidError, NotFoundError
from idea.domain.layout.cards import CARD
from idea.domain.setting import Setting, SettingValue
from idea.domain.text_size import LEAST, MOST, USUAL

SETTINGS: tuple[Setting, ...] = (
    Setting(
        name="appearance.theme",
        default="system",
        choices=("system", "dark", "light", "high-contrast", "high-contrast-light"),
        sentence="Colours of the window; system follows the desktop, its contrast included.",
    ),
    Setting(
        name="appearance.interface_scale",
        default=100,
        least=50,
        most=300,
        unit="percent",
        sentence="Size of everything in the window; it is drawn anew for that, sessions go on.",
    ),
    Setting(
        name="terminal.font_family",
        default="JetBrains Mono",
        sentence="Font of the terminals; any monospace font of this machine.",
    ),
    Setting(
        name="terminal.font_size",
        default=13.0,
        least=6,
        most=72,
        unit="pixels",
        per_project=True,
        sentence="Size of the terminals' font at scale 1.",
    ),
    Setting(
        name="terminal.line_height",
        default=1.38,
        least=1,
        most=3,
        per_project=True,
        sentence="Height of a terminal's line, as a multiple of the font size.",
    ),
    Setting(
        name="terminal.text_percent",
        default=USUAL,
        least=LEAST,
        most=MOST,
        unit="percent",
        sentence="Size of all terminals' text against terminal.font_size.",
    ),
    Setting(
        name="terminal.ligatures",
        default=False,
        per_project=True,
        sentence="Whether signs that the font has a joined form for, such as =>, are joined.",
    ),
    Setting(
        name="terminal.bold_is_bright",
        default=False,
        per_project=True,
        sentence="Whether bold text in one of the first eight colours takes the bright one.",
    ),
    Setting(
        name="terminal.dark_scheme",
        default="",
        sentence="Imported colour scheme of terminals in dark themes; empty for the theme's own.",
    ),
    Setting(
        name="terminal.light_scheme",
        default="",
        sentence="Imported colour scheme of terminals in light themes; empty for the theme's own.",
    ),
    Setting(
        name="terminal.minimum_contrast",
        default=1.0,
        least=1,
        most=21,
        per_project=True,
        sentence="Least contrast of text with its ground; 1 leaves programs their own colours.",
    ),
    Setting(
        name="agents.resume_on_open",
        default="ask",
        choices=("ask", "always", "never"),
        sentence="What becomes of agents that a crash or a restart of the computer interrupted.",
    ),
    Setting(
        name="agents.engine",
        default="",
        sentence="The id of the engine that new agents get where nobody names one; empty for none.",
    ),
    Setting(
        name="terminal.scrollback_lines",
        default=10_000,
        least=0,
        most=1_000_000,
        unit="lines",
        per_project=True,
        sentence="Lines a terminal keeps above its screen, as far as 64 MiB hold them.",
    ),
    Setting(
        name="terminal.cursor_shape",
        default="block",
        choices=("block", "bar", "underline"),
        per_project=True,
        sentence="Shape of the cursor until a program asks for another.",
    ),
    Setting(
        name="terminal.cursor_blink",
        default=False,
        per_project=True,
        sentence="Whether the cursor blinks until a program says otherwise.",
    ),
    Setting(
        name="terminal.copy_on_select",
        default=False,
        sentence="Whether selecting text copies it at once.",
    ),
    Setting(
        name="terminal.confirm_multiline_paste",
        default=True,
        sentence="Whether pasting several lines into a program that would run them asks first.",
    ),
    Setting(
        name="terminal.image_memory",
        default=64,
        least=0,
        most=512,
        unit="MiB",
        sentence="Memory a terminal keeps of images that programs show; 0 shows none.",
    ),
    Setting(
        name="terminal.clipboard_writes",
        default="ask",
        choices=("ask", "allow", "refuse"),
        sentence="Whether programs may put text on the clipboard; none may ever read it.",
    ),
    Setting(
        name="terminal.clipboard_kib",
        default=1_024,
        least=1,
        most=1_024,
        unit="KiB",
        sentence="Most text a program may put on the clipboard at once.",
    ),
    Setting(
        name="terminal.open_links",
        default="all",
        choices=("all", "web", "none"),
        sentence="What Ctrl+click opens: web, mail and files; http and https only; or nothing.",
    ),
    Setting(
        name="terminal.wheel_lines",
        default=3,
        least=1,
        most=50,
        unit="lines",
        per_project=True,
        sentence="Lines one notch of the wheel scrolls.",
    ),
    Setting(
        name="terminal.editor",
        default="",
        per_project=True,
        is_asked=True,
        sentence="Command that opens a file of a link: `code --goto {file}:{line}:{column}`.",
    ),
    Setting(
        name="terminal.shell",
        default="",
        per_project=True,
        is_asked=True,
        sentence="Program a new cell starts; empty for your login shell.",
    ),
    Setting(
        name="terminal.shell_integration",
        default=True,
        per_project=True,
        sentence="Whether new shells (bash, zsh, fish) tell their prompts, commands and folders.",
    ),
    Setting(
        name="window.show_side_bar",
        default=True,
        sentence="Whether the side bar is shown.",
    ),
    Setting(
        name="window.side_bar_width",
        default=264,
        least=160,
        most=800,
        unit="pixels",
        sentence="Width of the side bar.",
    ),
    Setting(
        name="window.side_bar_page",
        default="sessions",
        choices=("sessions", "templates", "skills", "recipes", "engines"),
        sentence="What the side bar shows.",
    ),
    Setting(
        name="window.show_first_run",
        default=True,
        sentence="Whether a window without any project shows the AI programs of this machine.",
    ),
    Setting(
        name="window.show_strips",
        default=True,
        sentence="Whether the letters of columns and the numbers of rows are shown.",
    ),
    Setting(
        name="layout.locked",
        default=False,
        per_project=True,
        sentence="Whether grids keep their shape: splits, merges, moves and sizes are refused.",
    ),
    Setting(
        name="window.card_width",
        default=CARD.width,
        least=0,
        most=2000,
        unit="pixels",
        sentence="A cell narrower than this and lower than window.card_height is a card; "
        "0 shows terminals however small.",
    ),
    Setting(
        name="window.card_height",
        default=CARD.height,
        least=0,
        most=2000,
        unit="pixels",
        sentence="A cell lower than this and narrower than window.card_width is a card.",
    ),
    Setting(
        name="window.accordion",
        default=False,
        sentence="Whether the focused cell grows while its neighbours stay readable.",
    ),
    Setting(
        name="window.zoom_follows_focus",
        default=True,
        sentence="Whether another cell that gets the focus is shown alone, too; else zoom ends.",
    ),
    Setting(
        name="window.on_close",
        default="ask",
        choices=("ask", "keep"),
        sentence="What closing the window does with running sessions: ask, or keep them running.",
    ),
    Setting(
        name="keys.preset",
        default=KeyPreset.IDEA.value,
        choices=tuple(each.value for each in KeyPreset),
        sentence="Whose keys the usual ones are like; your own keys in keymap.json win over them.",
    ),
    Setting(
        name="keys.leader",
        default="",
        parsed=checked_leader,
        sentence="Key before the second one of a sequence, such as Ctrl+A; empty for the usual "
        "one: Ctrl+B like tmux, Ctrl+K like VS Code. Twice, programs get it.",
    ),
    Setting(
        name="window.tray",
        default=False,
        sentence="Whether the desktop's tray shows an icon with the sessions that wait for you.",
    ),
    Setting(
        name="window.close_to_tray",
        default=False,
        sentence="Whether closing the last window hides it; counts where window.tray shows one.",
    ),
    Setting(
        name="notifications.desktop",
        default=True,
        sentence="Whether the desktop tells what sessions out of sight have to say.",
    ),
    Setting(
        name="notifications.least_seconds",
        default=5,
        least=1,
        most=3_600,
        unit="seconds",
        sentence="Least time between two notifications; four times that for one session.",
    ),
    Setting(
        name="notifications.long_command_seconds",
        default=10,
        least=0,
        most=86_400,
        unit="seconds",
        sentence="A command that took so long is told when it ends out of sight; 0 tells of none.",
    ),
    Setting(
        name="sessions.log_limit_mib",
        default=32,
        least=1,
        most=4_096,
        unit="MiB",
        sentence="Size of a new session's log; the oldest part goes first.",
    ),
    Setting(
        name="sessions.all_logs_limit_mib",
        default=2_048,
        least=16,
        most=1_048_576,
        unit="MiB",
        sentence="Size of all logs together; the oldest ended sessions go first, live ones never.",
    ),
    Setting(
        name="sessions.keep_logs_days",
        default=30,
        least=1,
        most=3_650,
        unit="days",
        sentence="Days an ended session and its log are kept.",
    ),
    Setting(
        name="engine.leave_after_minutes",
        default=10,
        least=1,
        most=10_080,
        unit="minutes",
        sentence="Minutes after which an engine without sessions and windows ends.",
    ),
)

_BY_NAME = {setting.name: setting for setting in SETTINGS}


def setting_named(name: str) -> Setting:
    """Return a setting by its name.

    Raises:
        NotFoundError: There is none; the sentence names the nearest.
    """
    if name in _BY_NAME:
        return _BY_NAME[name]
    near = difflib.get_close_matches(name, _BY_NAME, n=1)
    hint = f"; did you mean {near[0]}?" if near else "."
    raise NotFoundError(f"There is no setting {name!r}{hint}")


def effective_settings(*layers: Mapping[str, object]) -> dict[str, SettingValue]:
    """Return every setting's value: the default, overridden by each layer in turn.

    What a layer holds that is unknown or cannot be right is passed over.
    """
    values = {setting.name: setting.default for setting in SETTINGS}
    for layer in layers:
        for name in _BY_NAME.keys() & layer.keys():
            try:
                values[name] = _BY_NAME[name].checked(layer[name])
            except InvalidError:
                continue
    return values


def setting_faults(layer: Mapping[str, object], *only: Setting) -> tuple[str, ...]:
    """Return a sentence for each known setting of a layer whose value cannot be right."""
    faults = []
    for setting in only or SETTINGS:
        if setting.name in layer:
            try:
                setting.checked(layer[setting.name])
            except InvalidError as error:
                faults.append(error.sentence)
    return tuple(faults)
