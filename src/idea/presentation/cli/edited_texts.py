"""A text that a person edits in an editor of theirs, which may change meanwhile."""

from collections.abc import Callable

import click

from idea.domain.errors import ConflictError
from idea.presentation.cli.output import tell
from idea.presentation.cli.parameters import Answer


def edit_text(
    text: str, write: Callable[..., Answer], *, kept_as: str = "in the trash"
) -> Answer | None:
    """Open an editor and keep what it left; None when nothing was changed.

    `write` takes the text, and either `instead_of`, what it said before, or `keep_replaced`: what
    somebody wrote meanwhile is kept, as an editor cannot ask; `kept_as` says where.
    """
    edited = click.edit(text, extension=".md")
    if edited is None or edited == text:
        tell("Nothing was changed.")
        return None
    try:
        return write(edited, instead_of=text)
    except ConflictError as changed:
        kept = write(edited, keep_replaced=True)
        tell(f"{changed.sentence} That text is {kept_as}.")
        return kept
