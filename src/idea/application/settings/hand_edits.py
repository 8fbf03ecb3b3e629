"""Takes in what people write into their own files while IdeA runs."""

import asyncio
from typing import Final

from idea.application.settings.current_keymap import CurrentKeymap
from idea.application.settings.current_settings import CurrentSettings

LOOK_EVERY_S: Final = 1.0
"""Two looks at a name; folders on the network tell of no change, so that one has to look anyway."""


class HandEdits:
    """Looks at `settings.json` and `keymap.json` from time to time."""

    def __init__(
        self,
        settings: CurrentSettings,
        keymap: CurrentKeymap,
        *,
        look_every_s: float = LOOK_EVERY_S,
    ) -> None:
        self._settings = settings
        self._keymap = keymap
        self._look_every_s = look_every_s

    async def keep_current(self) -> None:
        """Look again and again, until cancelled."""
        while True:
            await asyncio.sleep(self._look_every_s)
            await self._settings.refresh()
            await self._keymap.refresh()
