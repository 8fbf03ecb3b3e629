"""Tell which keys the person chose."""

from dataclasses import dataclass

from idea.application.settings.current_keymap import CurrentKeymap
from idea.application.use_case import Caller, Request
from idea.application.views import KeymapView


@dataclass(frozen=True, slots=True, kw_only=True)
class GetKeymapRequest(Request[KeymapView]):
    """Asks nothing in particular."""


class GetKeymap:
    """Show the keys the person gave to actions in `keymap.json`."""

    def __init__(self, keymap: CurrentKeymap) -> None:
        self._keymap = keymap

    async def execute(self, request: GetKeymapRequest, caller: Caller, /) -> KeymapView:
        """Look at the file as it is now."""
        del request, caller
        await self._keymap.refresh()
        return self._keymap.view
