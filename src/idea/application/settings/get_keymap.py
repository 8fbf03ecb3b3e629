"""Tell which keys the person chose."""

from collections.abc import Mapping
from dataclasses import dataclass

from idea.application.use_case import Caller, Request
from idea.domain.ports.stored_value import StoredValue


@dataclass(frozen=True, slots=True, kw_only=True)
class KeymapView:
    """The keys in the person's own file, as written there."""

    keys: Mapping[str, tuple[str, ...]]
    """Keys by action id; an action without an entry has its usual ones, an empty list none."""
    notices: tuple[str, ...] = ()
    """What is wrong with the file, in sentences."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetKeymapRequest(Request[KeymapView]):
    """Asks nothing in particular."""


class GetKeymap:
    """Show the keys the person gave to actions in `keymap.json`."""

    def __init__(self, store: StoredValue[Mapping[str, tuple[str, ...]]]) -> None:
        self._store = store

    async def execute(self, request: GetKeymapRequest, caller: Caller, /) -> KeymapView:
        """Read the file as it is now; nothing of IdeA ever writes it."""
        del request, caller
        loaded = await self._store.load()
        return KeymapView(keys=dict(loaded.value), notices=loaded.notices)
