"""The page of the user guide that lists every setting: `docs/SETTINGS.md`."""

import json

from idea.domain.settings import SETTINGS


def settings_page() -> str:
    """Return the page of the user guide that lists every setting."""
    lines = [
        "# Settings",
        "",
        "Kept in `settings.json`; `idea settings set NAME VALUE` changes one.",
        "A change counts at once; a shell or the size of a log counts for the next session.",
        "Settings marked * may be overridden by a project's `.ideai/project.json`, those marked",
        "** once you agreed: `idea settings agree NAME` in the project.",
        "",
        "| setting | default | values | what it does |",
        "|---|---|---|---|",
    ]
    for setting in SETTINGS:
        star = " **" if setting.is_asked else " *" if setting.per_project else ""
        default = json.dumps(setting.default, ensure_ascii=False)
        values = setting.kind.replace("|", "\\|")
        lines.append(f"| `{setting.name}`{star} | `{default}` | {values} | {setting.sentence} |")
    return "\n".join(lines) + "\n"
