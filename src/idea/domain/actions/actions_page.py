"""`docs/ACTIONS.md`: every action with its keys, and the keys of each preset."""

from collections.abc import Iterator, Sequence

from idea.domain.actions.catalogue import CATALOGUE
from idea.domain.actions.key_presets import KeyPreset, preset_keys
from idea.domain.actions.keys import KeySequence, Platform


def actions_page() -> str:
    """Return the page."""
    lines = [
        "# Actions",
        "",
        "Generated from the catalogue in `src/idea/domain/actions`; do not edit.",
        "Every action is in the palette (Ctrl+Shift+P) or opens it, and `idea action run ID` does",
        "it from a command line. A word in capitals is what the action is told besides.",
    ]
    for family in dict.fromkeys(each.family for each in CATALOGUE):
        lines += ["", f"## {family.capitalize()}", "", "| Action | What it does | Keys | macOS |"]
        lines.append("|---|---|---|---|")
        for each in CATALOGUE:
            if each.family == family:
                linux, mac = (
                    _written(each.keys.on(platform)) for platform in (Platform.LINUX, Platform.MAC)
                )
                told = f" `{each.argument.kind.value.upper()}`" if each.argument else ""
                cells = (f"{each.title}<br>`{each.id}`{told}", each.sentence, linux, mac)
                lines.append(f"| {' | '.join(cells)} |")
    for preset in KeyPreset:
        if preset.leader(Platform.LINUX) is not None:
            lines += _preset_lines(preset)
    return "\n".join([*lines, ""])


def _preset_lines(preset: KeyPreset) -> Iterator[str]:
    on = {
        platform: preset_keys(preset, platform, preset.leader(platform))
        for platform in (Platform.LINUX, Platform.MAC)
    }
    yield from ("", f"## Keys like those of {preset.display_name}", "")
    leader = preset.leader(Platform.LINUX)
    yield f"`idea keys preset {preset.value}`, or the page of keys. The leader, `{leader}` here,"
    yield "can be another one (`keys.leader`). All other actions have the keys above."
    yield from ("", "| Action | Keys | macOS |", "|---|---|---|")
    for each in CATALOGUE:
        found = on[Platform.LINUX][each.id], on[Platform.MAC][each.id]
        if found != (each.keys.linux, each.keys.mac):
            yield f"| {each.title} | {_written(found[0])} | {_written(found[1])} |"


def _written(keys: Sequence[KeySequence]) -> str:
    # A backtick can stand only within two of them.
    return " ".join(f"`` {one} ``" if "`" in str(one) else f"`{one}`" for one in keys)
