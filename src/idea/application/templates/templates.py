"""Templates as texts in the person's folder: an index, the newest texts, and all versions.

templates/index.json    templates/md/<id>.md    templates/history/<id>/<version>.md
"""

from collections.abc import Mapping
from dataclasses import replace

from idea.application.deleted_texts import DeletedText, trash_stamp
from idea.application.text_folder import TextFolder
from idea.domain.errors import ConflictError, NotFoundError
from idea.domain.events import AgentsChanged, Noticed
from idea.domain.ids import ProfileId, TemplateId
from idea.domain.ports.clock import Clock
from idea.domain.ports.event_bus import EventBus
from idea.domain.ports.stored_value import StoredValue
from idea.domain.skill import content_hash
from idea.domain.templates.shelf import Shelf, TemplateEntry
from idea.domain.templates.template import AgentTemplate


class Templates:
    """Reads and writes templates; used on the event loop's thread."""

    def __init__(
        self,
        *,
        index: StoredValue[Shelf | None],
        own: TextFolder,
        clock: Clock,
        events: EventBus,
        starters: Mapping[str, str],
    ) -> None:
        """`starters` are texts by id, written down where the person has no templates yet."""
        self._index = index
        self._own = own
        self._clock = clock
        self._events = events
        self._starters = starters
        self._shelf = Shelf()

    async def load(self) -> tuple[str, ...]:
        """Read the index, or begin one; answers what the person should know.

        Raises:
            StoreError: The texts to start with could not be written.
        """
        loaded = await self._index.load()
        if loaded.value is None and not loaded.notices:
            for name, text in self._starters.items():
                await self.create(
                    AgentTemplate(id=TemplateId(name), name=name_of_id(name), content=text)
                )
        else:
            self._shelf = loaded.value or Shelf()
        return loaded.notices

    async def all(self) -> tuple[AgentTemplate, ...]:
        """Return all templates whose text is there, in the person's order.

        Raises:
            StoreError: A text cannot be read.
        """
        return tuple(
            [found for entry in self._shelf if (found := await self._read(entry)) is not None]
        )

    def entry(self, template: TemplateId) -> TemplateEntry:
        """Return everything about a template but its text.

        Raises:
            NotFoundError: There is none.
        """
        return self._shelf.get(template)

    async def get(self, template: TemplateId) -> AgentTemplate:
        """Return one template, as its file is now.

        Raises:
            NotFoundError: There is none, or its text is gone.
            StoreError: Its text cannot be read.
        """
        found = await self._read(self._shelf.get(template))
        if found is None:
            raise NotFoundError(
                f"The text of the template {template} is missing: there is no "
                f"{self._own.path(_text(template))}."
            )
        return found

    async def create(self, template: AgentTemplate) -> AgentTemplate:
        """Keep a new template.

        Raises:
            ConflictError: There is one of this id.
            StoreError: Its text could not be written.
        """
        if self._shelf.has(template.id):
            raise ConflictError(f"There is a template {template.id} already.")
        # A deleted template of this name left versions behind; the new one goes on after them.
        newest = max(await self.versions(template.id), default=0)
        await self._keep(replace(template, version=newest + 1))
        return await self.get(template.id)

    async def update(
        self,
        template: TemplateId,
        *,
        content: str | None = None,
        name: str | None = None,
        profile: ProfileId | None = None,
    ) -> AgentTemplate:
        """Change a template; another text is the next version.

        Raises:
            NotFoundError: There is none.
            InvalidError: The text or the name says nothing.
            StoreError: Its text could not be written.
        """
        known = await self.get(template)
        changed = known if content is None else known.edited(content)
        changed = changed if name is None else replace(changed, name=name)
        changed = changed if profile is None else replace(changed, default_profile=profile)
        if changed != known:
            await self._keep(changed)
        return changed

    async def delete(self, template: TemplateId) -> str:
        """Put a template into the trash; its versions stay, agents keep their roles.

        Returns its absolute path there.

        Raises:
            NotFoundError: There is none.
            StoreError: It could not be moved.
        """
        self._shelf.get(template)
        stamp = trash_stamp(self._clock.now())
        kept = await self._own.discard(_text(template), stamp)
        self._save(self._shelf.without(template))
        return self._own.path(kept)

    async def restore(
        self, template: TemplateId, kept: str, *, name: str, profile: ProfileId | None
    ) -> AgentTemplate:
        """Take a template back whose text is in the trash as `kept`, at the version it had.

        Raises:
            NotFoundError: The trash has no such text.
            ConflictError: There is a template of this id by now.
            StoreError: It could not be moved.
        """
        text, file = await self._own.discarded(kept)
        if self._shelf.has(template):
            raise ConflictError(f"There is a template {template} already.")
        newest = max(await self.versions(template), default=0)
        before = await self.version(template, newest)
        is_newest = before is not None and content_hash(before) == content_hash(text)
        found = AgentTemplate(
            id=template,
            name=name,
            content=text,
            version=newest if is_newest else newest + 1,
            default_profile=profile,
        )
        await self._keep(found)
        await self._own.remove(file)
        return found

    async def deleted(self) -> tuple[DeletedText, ...]:
        """Return the templates whose text is in the trash; names are made of ids.

        Raises:
            StoreError: The trash cannot be read.
        """
        return tuple(
            DeletedText(
                id=file.id,
                scope="global",
                name=name_of_id(file.id),
                kept=file.kept,
                deleted=file.deleted,
            )
            for file in await self._own.deleted("templates/md", ".md")
            if not self._shelf.has(TemplateId(file.id))
        )

    async def versions(self, template: TemplateId) -> tuple[int, ...]:
        """Return the versions whose text is kept, the newest first.

        Raises:
            StoreError: They cannot be listed.
        """
        names = await self._own.names(f"templates/history/{template}")
        stems = [name.removesuffix(".md") for name in names]
        return tuple(sorted((int(stem) for stem in stems if stem.isdecimal()), reverse=True))

    async def version(self, template: TemplateId, version: int) -> str | None:
        """Return a template's text as it was at a version, None when it is not kept.

        Raises:
            StoreError: It cannot be read.
        """
        return await self._own.read(_history(template, version))

    async def refresh(self) -> None:
        """Take in what other programs wrote into the index and the texts."""
        found = await self._index.reload()
        if found is not None:
            for sentence in found.notices:
                self._events.publish(Noticed(sentence))
            if found.value is not None and found.value != self._shelf:
                self._shelf = found.value
                self._events.publish(AgentsChanged(None))

    async def close(self) -> None:
        """Keep what is not kept yet."""
        await self._index.close()

    async def _read(self, entry: TemplateEntry) -> AgentTemplate | None:
        """Return a template; a text that somebody else wrote is the next version, and is said."""
        text = await self._own.read(_text(entry.id))
        if text is None or not text.strip():
            return None
        read = AgentTemplate(
            id=entry.id,
            name=entry.name,
            content=text,
            version=entry.version,
            default_profile=entry.default_profile,
        )
        found = read.found_edited(entry.content_hash)
        if found is not read:
            await self._keep(found)
            path = self._own.path(_text(entry.id))
            self._events.publish(Noticed(f"{path} was changed: it is version {found.version} now."))
        return found

    async def _keep(self, template: AgentTemplate) -> None:
        await self._own.write(_history(template.id, template.version), template.content)
        text = await self._own.read(_text(template.id))
        if text is None or content_hash(text) != template.content_hash:
            await self._own.write(_text(template.id), template.content)
        self._save(
            self._shelf.with_entry(
                TemplateEntry(
                    id=template.id,
                    name=template.name,
                    version=template.version,
                    content_hash=template.content_hash,
                    default_profile=template.default_profile,
                )
            )
        )

    def _save(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._index.save(shelf)
        self._events.publish(AgentsChanged(None))


def name_of_id(template: str) -> str:
    """Return what a template is called of which nothing but the id is known."""
    return template.replace("-", " ").capitalize()


def _text(template: TemplateId) -> str:
    return f"templates/md/{template}.md"


def _history(template: TemplateId, version: int) -> str:
    return f"templates/history/{template}/{version}.md"
