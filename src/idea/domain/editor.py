"""The command line that opens a file in the person's editor."""

import shlex

from idea.domain.errors import InvalidError

_NONE = (
    "No editor is set; set one with: "
    "idea settings set terminal.editor 'code --goto {file}:{line}:{column}'"
)


def editor_argv(command: str, path: str, line: int, column: int) -> tuple[str, ...]:
    """Return the program and its arguments for an absolute path; 0 is no line or column.

    Raises:
        InvalidError: There is no command, or its quotes do not match.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise InvalidError(f"The setting terminal.editor cannot be read: {error}.") from None
    if not words:
        raise InvalidError(_NONE)
    places = {"{file}": path, "{line}": str(line or 1), "{column}": str(column or 1)}
    if not any("{file}" in word for word in words):
        words.append("{file}")
    return tuple(_filled(word, places) for word in words)


def _filled(word: str, places: dict[str, str]) -> str:
    """Return a word with its places filled; what is filled in is not looked at again."""
    for place, value in places.items():
        before, found, after = word.partition(place)
        if found:
            return _filled(before, places) + value + _filled(after, places)
    return word
