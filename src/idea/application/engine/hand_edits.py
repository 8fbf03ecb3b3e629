"""Takes in what people and other programs write into IdeA's files while it runs."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

LOOK_EVERY_S: Final = 1.0
"""A look at a name is cheap; folders on the network tell of no change, so that one has to look."""

_log = logging.getLogger(__name__)


class HandEdits:
    """Looks from time to time whether files say something else than what is known."""

    def __init__(
        self, looks: Sequence[Callable[[], Awaitable[None]]], *, look_every_s: float = LOOK_EVERY_S
    ) -> None:
        self._looks = looks
        self._look_every_s = look_every_s

    async def keep_current(self) -> None:
        """Look again and again, until cancelled; one look that fails costs no other."""
        while True:
            await asyncio.sleep(self._look_every_s)
            for look in self._looks:
                try:
                    await look()
                except Exception:  # noqa: BLE001 # The next look may fare better.
                    _log.exception("A look at files failed")
