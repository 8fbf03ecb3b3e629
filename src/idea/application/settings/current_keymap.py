"""The keys the person chose, as their own file says now."""

from collections.abc import Mapping

from idea.application.views import KeymapView
from idea.domain.events import KeymapChanged
from idea.domain.ports.event_bus import EventBus
from idea.domain.ports.stored_value import StoredValue


class CurrentKeymap:
    """Knows what `keymap.json` holds; nothing of IdeA ever writes it."""

    def __init__(self, store: StoredValue[Mapping[str, tuple[str, ...]]], events: EventBus) -> None:
        self._store = store
        self._events = events
        self._view = KeymapView(keys={})

    @property
    def view(self) -> KeymapView:
        """The keys, and what is wrong with the file."""
        return self._view

    async def load(self) -> None:
        """Read the file; what is wrong with it is told with the keys."""
        loaded = await self._store.load()
        self._view = KeymapView(keys=dict(loaded.value), notices=loaded.notices)

    async def refresh(self) -> None:
        """Take in what somebody wrote meanwhile, and announce it.

        A file that cannot be read costs nothing but a sentence: the keys known before go on.
        """
        found = await self._store.reload()
        if found is None:
            return
        view = KeymapView(keys=dict(found.value), notices=found.notices)
        if view != self._view:
            self._view = view
            self._events.publish(KeymapChanged())
