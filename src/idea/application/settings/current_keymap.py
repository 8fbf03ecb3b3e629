"""The keys the person chose, as their own file says now."""

from collections.abc import Mapping

from idea.application.views import KeymapView
from idea.domain.errors import ConflictError
from idea.domain.events import KeymapChanged
from idea.domain.ports.event_bus import EventBus
from idea.domain.ports.stored_value import StoredValue


class CurrentKeymap:
    """Knows what `keymap.json` holds; it is written only when the person chooses keys."""

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

    def set(self, changes: Mapping[str, tuple[str, ...] | None]) -> None:
        """Give actions these keys, None for the usual ones, and announce it.

        Raises:
            ConflictError: The file cannot be read as it is, so that it must not be written over.
        """
        if self._view.notices:
            raise ConflictError("keymap.json cannot be read; mend it or delete it first.")
        keys = {**self._view.keys, **changes}
        own = {action: chosen for action, chosen in keys.items() if chosen is not None}
        if own != self._view.keys:
            self._view = KeymapView(keys=own)
            self._store.save(own)
            self._events.publish(KeymapChanged())

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
