"""Give actions other keys."""

from dataclasses import dataclass

from idea.application.settings.current_keymap import CurrentKeymap
from idea.application.use_case import Caller, Request
from idea.application.views import KeymapView
from idea.domain.actions.catalogue import action_named
from idea.domain.actions.overrides import checked_keys


@dataclass(frozen=True, slots=True, kw_only=True)
class KeysChange:
    """The keys one action shall have."""

    action: str
    keys: tuple[str, ...] | None
    """As people write them, `Ctrl+Shift+P`; empty for none, None for the usual ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetKeysRequest(Request[KeymapView]):
    """All that shall change at once."""

    changes: tuple[KeysChange, ...]


class SetKeys:
    """Give actions other keys in `keymap.json`, or the usual ones back, in every window."""

    def __init__(self, keymap: CurrentKeymap) -> None:
        self._keymap = keymap

    async def execute(self, request: SetKeysRequest, caller: Caller, /) -> KeymapView:
        """Check everything, keep it, announce it, and answer what the file says now.

        Raises:
            NotFoundError: There is no such action.
            InvalidError: Something is no key, or is needed to write text.
            ConflictError: The file cannot be read as it is.
        """
        del caller
        checked = {
            action_named(each.action).id: None if each.keys is None else checked_keys(each.keys)
            for each in request.changes
        }
        await self._keymap.refresh()  # What was written by hand a moment ago must not be lost.
        self._keymap.set(checked)
        return self._keymap.view
