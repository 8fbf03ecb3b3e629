"""Actions of the window that somebody outside wants, until the window tells how they went."""

import asyncio
from collections.abc import Callable

from idea.domain.errors import ConflictError, NotFoundError
from idea.domain.events import ActionCalled
from idea.domain.ports.event_bus import EventBus
from idea.domain.ports.id_factory import IdFactory

ANSWER_WITHIN_S = 10.0
_NO_WINDOW = "No window is open; 'idea' opens one."


class ActionCalls:
    """Passes calls on to the window; used on the event loop's thread."""

    def __init__(
        self,
        events: EventBus,
        ids: IdFactory,
        windows: Callable[[], int],
        *,
        answer_within_s: float = ANSWER_WITHIN_S,
    ) -> None:
        """`windows` tells how many there are."""
        self._events = events
        self._ids = ids
        self._windows = windows
        self._answer_within_s = answer_within_s
        self._waiting: dict[str, asyncio.Future[str]] = {}

    async def call(self, action: str, argument: str) -> str:
        """Let the window carry out an action; answers why it did not, empty when it did.

        Raises:
            NotFoundError: There is no window.
            ConflictError: The window does not answer.
        """
        if not self._windows():
            raise NotFoundError(_NO_WINDOW)
        call = self._ids.fresh()
        told: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._waiting[call] = told
        try:
            self._events.publish(ActionCalled(call=call, action=action, argument=argument))
            async with asyncio.timeout(self._answer_within_s):
                return await told
        except TimeoutError as error:
            raise ConflictError("The window does not answer.") from error
        finally:
            del self._waiting[call]

    def tell(self, call: str, refusal: str) -> None:
        """Take the window's answer; one that nobody waits for any more is passed over."""
        told = self._waiting.get(call)
        if told is not None and not told.done():
            told.set_result(refusal)
