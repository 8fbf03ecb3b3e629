"""One colour scheme, as each terminal that IdeA reads would write it."""

import json
from collections.abc import Mapping

ANSI = tuple(number * 0x0F0E0D for number in range(16))
FOREGROUND, BACKGROUND, CURSOR = 0xEEEEEE, 0x101820, 0xFFCC00
_NAMES = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")


def _hex(color: int) -> str:
    return f"#{color:06x}"


def _alacritty() -> str:
    def table(name: str, colors: tuple[int, ...]) -> str:
        lines = (f'{key} = "{_hex(color)}"' for key, color in zip(_NAMES, colors, strict=True))
        return "\n".join((f"[colors.{name}]", *lines, ""))

    return (
        f'[window]\nopacity = 0.9\n[colors.primary]\nbackground = "0x{BACKGROUND:06x}"\n'
        f'foreground = "{_hex(FOREGROUND)}"\n[colors.cursor]\ncursor = "{_hex(CURSOR)}"\n'
        'text = "CellBackground"\n'
    ) + "".join((table("normal", ANSI[:8]), table("bright", ANSI[8:])))


def _ghostty() -> str:
    palette = "\n".join(f"palette = {number}={_hex(color)}" for number, color in enumerate(ANSI))
    return (
        f"# A theme\n{palette}\nbackground = {BACKGROUND:06x}\nforeground = {FOREGROUND:06x}\n"
        f"cursor-color = {_hex(CURSOR)}\nfont-size = 13\n"
    )


def _kitty() -> str:
    palette = "\n".join(f"color{number}   {_hex(color)}" for number, color in enumerate(ANSI))
    return (
        f"# vim:ft=kitty\n## name: One\nbackground {_hex(BACKGROUND)}\n"
        f"foreground {_hex(FOREGROUND)}\ncursor {_hex(CURSOR)}\nurl_style curly\n{palette}\n"
    )


def _xresources() -> str:
    palette = "\n".join(f"*color{number}: {_hex(color)}" for number, color in enumerate(ANSI))
    return (
        f"! Comment\n*.foreground: {_hex(FOREGROUND)}\nXTerm*background:  {_hex(BACKGROUND)}\n"
        f"*cursorColor: {_hex(CURSOR)} ! warm\n{palette}\n"
    )


def _windows_terminal(*, whole: bool) -> str:
    names = ("black", "red", "green", "yellow", "blue", "purple", "cyan", "white")
    scheme: dict[str, object] = {"name": "One", "background": _hex(BACKGROUND)}
    scheme |= {"foreground": _hex(FOREGROUND), "cursorColor": _hex(CURSOR)}
    for at, name in enumerate(names):
        scheme[name] = _hex(ANSI[at])
        scheme[f"bright{name.title()}"] = _hex(ANSI[at + 8])
    return json.dumps({"profiles": {}, "schemes": [scheme]} if whole else scheme)


def _iterm() -> str:
    def entry(name: str, color: int) -> str:
        parts = zip(("Red", "Green", "Blue"), color.to_bytes(3), strict=True)
        shares = "".join(
            f"<key>{part} Component</key><real>{value / 255:.6f}</real>" for part, value in parts
        )
        return f"<key>{name}</key><dict><key>Alpha Component</key><real>1</real>{shares}</dict>"

    entries = [entry(f"Ansi {number} Color", color) for number, color in enumerate(ANSI)]
    entries += [entry("Background Color", BACKGROUND), entry("Foreground Color", FOREGROUND)]
    entries += [entry("Cursor Color", CURSOR)]
    return (
        '<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>'
        f"{''.join(entries)}</dict></plist>"
    )


SCHEME_FILES: Mapping[str, str] = {
    "alacritty.toml": _alacritty(),
    "ghostty": _ghostty(),
    "kitty.conf": _kitty(),
    "xterm.Xresources": _xresources(),
    "windows-terminal.json": _windows_terminal(whole=False),
    "windows-settings.json": _windows_terminal(whole=True),
    "iterm.itermcolors": _iterm(),
}
KITTY = SCHEME_FILES["kitty.conf"]
LIGHT = KITTY.replace(_hex(BACKGROUND), "#ffffff").replace(_hex(FOREGROUND), "#222222")
