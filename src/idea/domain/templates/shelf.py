"""The templates of a person, as a whole: what `templates/index.json` holds."""

from collections.abc import Iterator
from dataclasses import dataclass

from idea.domain.errors import ConflictError, NotFoundError
from idea.domain.ids import ProfileId, TemplateId


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateEntry:
    """Everything about a template but its text."""

    id: TemplateId
    name: str
    version: int
    content_hash: str
    """Of the text as it was written last; another text was written by somebody else."""
    default_profile: ProfileId | None = None


@dataclass(frozen=True, slots=True)
class Shelf:
    """Templates in the person's order; no two share an id."""

    entries: tuple[TemplateEntry, ...] = ()

    def __post_init__(self) -> None:
        ids = [entry.id for entry in self.entries]
        for one in ids:
            if ids.count(one) > 1:
                raise ConflictError(f"Two templates have the id {one}.")

    def __iter__(self) -> Iterator[TemplateEntry]:
        return iter(self.entries)

    def get(self, template: TemplateId) -> TemplateEntry:
        """Return a template's entry.

        Raises:
            NotFoundError: There is none of this id.
        """
        for entry in self.entries:
            if entry.id == template:
                return entry
        names = ", ".join(entry.id.value for entry in self.entries) or "none yet"
        raise NotFoundError(f"There is no template {template}; there are {names}.")

    def has(self, template: TemplateId) -> bool:
        """Return whether there is a template of this id."""
        return any(entry.id == template for entry in self.entries)

    def with_entry(self, entry: TemplateEntry) -> "Shelf":
        """Return these templates with another state of one, or one more, last."""
        if self.has(entry.id):
            return Shelf(tuple(entry if one.id == entry.id else one for one in self.entries))
        return Shelf((*self.entries, entry))

    def without(self, template: TemplateId) -> "Shelf":
        """Return the other templates."""
        return Shelf(tuple(one for one in self.entries if one.id != template))
