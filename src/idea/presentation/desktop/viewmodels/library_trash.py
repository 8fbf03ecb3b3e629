"""What was deleted of the library, as the palette offers it to be restored."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from idea.application.deleted_texts import DeletedText
from idea.domain.visible import visible
from idea.presentation.desktop.viewmodels.library import DeletedKind
from idea.presentation.desktop.viewmodels.palette import Kind, PaletteEntry
from idea.presentation.desktop.viewmodels.session_look import age_words

_KINDS: Mapping[DeletedKind, Kind] = {
    DeletedKind.SKILL: Kind.SKILL,
    DeletedKind.TEMPLATE: Kind.TEMPLATE,
    DeletedKind.RECIPE: Kind.RECIPE,
}


def deleted_ref(one: DeletedText) -> str:
    """Return what a deleted text is restored by, such as `project:commit`."""
    return f"{one.scope}:{one.id}"


def deleted_entries(
    kind: DeletedKind, found: Sequence[DeletedText], now: datetime
) -> tuple[PaletteEntry, ...]:
    """Return deleted texts of a kind, each with whose it is and since when it is deleted."""
    return tuple(
        PaletteEntry(
            kind=_KINDS[kind],
            id=deleted_ref(one),
            title=visible(one.name),
            detail=_detail(one, now),
            key="↵ restore",
        )
        for one in found
    )


def _detail(one: DeletedText, now: datetime) -> str:
    owner = "this project's" if one.scope == "project" else "yours"
    age = age_words(one.deleted, now)
    since = "just now" if age == "now" else f"{age} ago" if age else ""
    return f"{owner}, deleted {since}" if since else owner
