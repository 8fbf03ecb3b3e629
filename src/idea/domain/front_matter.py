"""The lines between `---` in front of a Markdown text, as other programs write them."""

import re
from collections.abc import Mapping

_FRONT = re.compile(r"\A---[ \t]*\n(.*?)\n---[ \t]*(?:\n|\Z)", re.DOTALL)
_KEY = re.compile(r"([A-Za-z][\w-]*):[ \t]*(.*?)[ \t]*\Z")
_FOLDED = {">", "|", ">-", "|-", ">+", "|+"}


def split_front_matter(text: str) -> tuple[Mapping[str, str], str]:
    """Return the plain values in front of a text, and the text without them.

    Lists and deeper levels are passed over; a value over several lines becomes one.
    """
    text = text.replace("\r\n", "\n")
    front = _FRONT.match(text)
    if front is None:
        return {}, text.strip()
    values: dict[str, str] = {}
    key = ""
    for line in front[1].split("\n"):
        found = _KEY.match(line)
        if found is not None:
            key, value = found[1], found[2]
            values[key] = "" if value in _FOLDED else _unquoted(value)
        elif key and line[:1] in {" ", "\t"}:
            values[key] = f"{values[key]} {line.strip()}".strip()
    return values, text[front.end() :].strip()


def _unquoted(value: str) -> str:
    is_quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
    return value[1:-1] if is_quoted else value
