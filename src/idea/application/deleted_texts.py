"""What was deleted and lies in a trash: which texts of a folder, found by their names there."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime

_STAMP = "%Y%m%dT%H%M%S"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeletedText:
    """A skill, template or recipe in the trash, as every door shows it."""

    id: str
    scope: str
    """`global` or `project`."""
    name: str
    kept: str
    """What it is called in the trash; restoring asks for it."""
    deleted: str
    """When, in UTC, as ISO 8601 writes it."""


@dataclass(frozen=True, slots=True)
class TrashedFile:
    """A file of the trash that was a text of some folder."""

    id: str
    kept: str
    deleted: str


def trash_stamp(now: datetime) -> str:
    """Return what stands before the names of texts that go into the trash now."""
    return now.strftime(_STAMP)


def deleted_from(
    folder: str, suffix: str, *, trash: Collection[str], there: Collection[str]
) -> tuple[TrashedFile, ...]:
    """Return the texts of a folder that are in the trash and not `there`, the newest first.

    Of several of one id it is the newest: the others are what it said before.
    """
    flat = re.escape(folder.replace("/", "-"))
    name = re.compile(rf"(\d{{8}}T\d{{6}})-(?:(\d+)-)?{flat}-(.+){re.escape(suffix)}")
    found: dict[str, tuple[str, int, str]] = {}
    for kept in trash:
        match = name.fullmatch(kept)
        if match is None or f"{match[3]}{suffix}" in there:
            continue
        one = match[1], int(match[2] or 1), kept
        found[match[3]] = max(one, found.get(match[3], one))
    newest = sorted(found.items(), key=lambda each: each[1], reverse=True)
    return tuple(TrashedFile(text, kept, _moment(stamp)) for text, (stamp, _, kept) in newest)


def _moment(stamp: str) -> str:
    try:
        return datetime.strptime(stamp, _STAMP).replace(tzinfo=UTC).isoformat()
    except ValueError:
        return ""
