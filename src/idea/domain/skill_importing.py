"""Skills and commands that other programs keep, as files of their own.

Words: a *pattern* is a path below the project or the person's home in which `*` stands for any
name, or part of one.
"""

import tomllib
from dataclasses import dataclass

from idea.domain.errors import InvalidError
from idea.domain.front_matter import split_front_matter
from idea.domain.visible import visible

_LONGEST_NAME = 60
_WHOLE_FOLDER = "SKILL.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedSkill:
    """What becomes of such a file."""

    name: str
    description: str
    """In one line; empty when the file has none."""
    content: str
    """Markdown."""


def check_pattern(pattern: str) -> None:
    """Refuse a pattern that leads out of where it is looked for.

    Raises:
        InvalidError: It does, or says nothing.
    """
    names = pattern.split("/")
    if any(name in {"", ".", ".."} or "\\" in name or "\0" in name for name in names):
        raise InvalidError(f"{pattern!r} must be a path of names below a folder, without '..'.")


def is_whole_folder(file: str) -> bool:
    """Return whether a skill is a folder, of which this file is the text."""
    return file.rpartition("/")[2] == _WHOLE_FOLDER


def imported_skill(file: str, text: str) -> ImportedSkill | None:
    """Return the skill in a file of this name; None when there is nothing in it to be told.

    Its name stands in front of the text, else in the first heading, else it is that of the file,
    or of the folder where the file has the name that all have.
    """
    if file.endswith(".toml"):
        values = _toml_texts(text)
        body = values.get("prompt", "").strip()
    else:
        found, body = split_front_matter(text)
        values = dict(found)
    if not body:
        return None
    name = values.get("name", "")
    first, _, rest = body.partition("\n")
    if first.startswith("# "):
        name, body = name or first.removeprefix("# "), rest.strip() or body
    description = " ".join(visible(values.get("description", "")).split())
    words = " ".join(visible(name or _stem(file)).split())[:_LONGEST_NAME].strip()
    content = f"{description}\n\n{body}" if description else body
    return ImportedSkill(name=words or "Skill", description=description, content=content)


def _toml_texts(text: str) -> dict[str, str]:
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return {}
    return {key: value for key, value in values.items() if isinstance(value, str)}


def _stem(file: str) -> str:
    names = file.split("/")
    name = names[-2] if is_whole_folder(file) and len(names) > 1 else names[-1].partition(".")[0]
    return name.replace("-", " ").replace("_", " ").strip().capitalize()
