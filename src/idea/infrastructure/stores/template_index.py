"""`templates/index.json` in the person's data: everything about templates but their texts."""

from collections.abc import Mapping
from pathlib import Path

from idea.domain.ids import ProfileId, TemplateId
from idea.domain.ports.event_bus import EventBus
from idea.domain.templates.shelf import Shelf, TemplateEntry
from idea.infrastructure.stores.fields import Fields
from idea.infrastructure.stores.json_file import JsonFile
from idea.infrastructure.stores.json_load import Codec


def _decode(document: Mapping[str, object]) -> Shelf:
    fields = Fields(document)
    entries = tuple(_decode_entry(one) for one in fields.each("templates"))
    return fields.build(lambda: Shelf(entries))


def _decode_entry(fields: Fields) -> TemplateEntry:
    profile = fields.optional_text("defaultProfileId")
    return fields.build(
        lambda: TemplateEntry(
            id=TemplateId(fields.text("id")),
            name=fields.text("name"),
            version=fields.whole("version"),
            content_hash=fields.text("contentHash"),
            default_profile=None if profile is None else ProfileId(profile),
        )
    )


def _encode(shelf: Shelf | None) -> Mapping[str, object]:
    return {
        "templates": [
            {
                "id": entry.id.value,
                "name": entry.name,
                "version": entry.version,
                "contentHash": entry.content_hash,
                "defaultProfileId": None
                if entry.default_profile is None
                else entry.default_profile.value,
            }
            for entry in shelf or ()
        ]
    }


INDEX: Codec[Shelf | None] = Codec(version=1, decode=_decode, encode=_encode)
"""None, for no file, is never written."""


def template_index(path: Path, events: EventBus) -> JsonFile[Shelf | None]:
    """Return the index of templates."""
    return JsonFile(path, INDEX, None, events, follow_links=True)
