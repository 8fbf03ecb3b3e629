"""What the palette offers: actions, sessions and projects, ranked by what was typed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from idea.application.views import ProjectView
from idea.domain.actions.catalogue import CATALOGUE
from idea.domain.actions.ranking import rank
from idea.domain.visible import visible
from idea.presentation.desktop.viewmodels.action_registry import ActionRegistry
from idea.presentation.desktop.viewmodels.keymap import Keymap
from idea.presentation.desktop.viewmodels.session_look import SessionLook, Shape, short_path

_LEAST_WORD = 3
"""Fewer letters stand in too many descriptions."""


class Kind(StrEnum):
    """What choosing an entry is about; the value is the caption over such entries."""

    ACTION = "Actions"
    AGENT = "Agents"
    SESSION = "Sessions"
    PROJECT = "Projects"
    TEMPLATE = "Templates"
    ENGINE = "Engines"
    SKILL = "Skills"
    RECIPE = "Recipes"
    CELL = "Cells"
    COUNT = "How many"
    SETTING = "Settings"
    FILE = "Files"
    SCHEME = "Colour schemes"
    KEYS = "Keys"


@dataclass(frozen=True, slots=True, kw_only=True)
class PaletteEntry:
    """One line: what, what will happen to what, and its key."""

    kind: Kind
    id: str
    title: str
    detail: str = ""
    about: str = ""
    """What it does, in words that may be searched too."""
    key: str = ""
    shape: Shape | None = None
    enabled: bool = True
    argument: str = ""
    """What the action with this id is told."""


def action_entries(
    registry: ActionRegistry, keymap: Keymap, words: Mapping[str, str]
) -> tuple[PaletteEntry, ...]:
    """Return every action of the catalogue; `words` say what has the focus, for the details."""
    enabled = registry.enabled()
    return tuple(
        PaletteEntry(
            kind=Kind.ACTION,
            id=each.id,
            title=each.titled(words),
            detail=each.effect_now(words)
            if each.id in enabled
            else registry.reason_against(each.id),
            about=f"{each.title}: {each.sentence}" if each.title_now else each.sentence,
            key=keymap.shown(each.id),
            enabled=each.id in enabled,
        )
        for each in CATALOGUE
        if each.in_palette
    )


def session_entries(looks: Sequence[SessionLook], *, verb: str) -> tuple[PaletteEntry, ...]:
    """Return sessions to go to or to show; `verb` stands where a key would."""
    return tuple(
        PaletteEntry(
            kind=Kind.SESSION,
            id=each.id,
            title=each.name,
            detail=f"{each.detail}, {each.state} {_where(each)}{_age(each)}",
            key=f"↵ {verb}",
            shape=each.shape,
        )
        for each in looks
    )


def project_entries(projects: Sequence[ProjectView], home: str = "") -> tuple[PaletteEntry, ...]:
    """Return projects to open or to go to; `home` is shortened to `~`."""
    return tuple(
        PaletteEntry(
            kind=Kind.PROJECT,
            id=each.id,
            title=each.name,
            detail=visible(short_path(each.root, home)),
            key="↵ go to" if each.is_open else "↵ open",
        )
        for each in projects
    )


def palette_lines(
    query: str, entries: Sequence[PaletteEntry], recent: Sequence[str] = ()
) -> tuple[PaletteEntry, ...]:
    """Return the entries that match, best first within each kind, what cannot be used last.

    Kinds of which none has a typed word, only its letters somewhere, follow the others.
    """
    used = [each for action in recent for each in entries if each.id == action]
    lines: list[PaletteEntry] = []
    of_kind = {kind: [each for each in entries if each.kind is kind] for kind in Kind}
    for kind in sorted(Kind, key=lambda kind: not _is_meant(query, of_kind[kind])):
        found = _found(query, of_kind[kind], used)
        lines += [each for each in found if each.enabled]
        if query.strip():
            lines += [each for each in found if not each.enabled]
    return tuple(lines)


def _found(
    query: str, entries: Sequence[PaletteEntry], used: Sequence[PaletteEntry]
) -> list[PaletteEntry]:
    """Put what is described by a typed word before what only has its letters somewhere."""
    ranked = list(rank(query, entries, _searched, used))
    words = query.lower().split()
    if not any(len(word) >= _LEAST_WORD for word in words):
        return ranked
    named = [each for each in ranked if _has(words, _searched(each))]
    told = [each for each in entries if each not in named and _has(words, each.about)]
    return [*named, *told, *(each for each in ranked if each not in named and each not in told)]


def _is_meant(query: str, entries: Sequence[PaletteEntry]) -> bool:
    words = query.lower().split()
    return any(_has(words, f"{_searched(each)} {each.about}") for each in entries)


def _has(words: Sequence[str], text: str) -> bool:
    return all(word in text.lower() for word in words)


def _searched(entry: PaletteEntry) -> str:
    return entry.title if entry.kind is Kind.ACTION else f"{entry.title} {entry.detail}"


def _where(look: SessionLook) -> str:
    return f"in {look.address}" if look.address else "in the background"


def _age(look: SessionLook) -> str:
    return f" · {look.age}" if look.age else ""
