"""Notifications of free desktops: `org.freedesktop.Notifications` on the person's message bus.

Everything that may wait happens on the loop thread. A bus or a service that is missing, slow
or broken is silent: the next notification tries again.
"""

import asyncio
import html
import logging
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from functools import partial
from typing import Any, Final, override

from idea.domain.ports.desktop_notifier import DesktopNotification, DesktopNotifier, Opened

_log = logging.getLogger(__name__)

_SERVICE: Final = "org.freedesktop.Notifications"
_PATH: Final = "/org/freedesktop/Notifications"
_ANSWER_WITHIN_S: Final = 10.0
_DEFAULT_TIMEOUT: Final = -1
"""How long it is shown: as the desktop likes."""

type Submit = Callable[[Coroutine[Any, Any, None]], Future[None]]
type Post = Callable[[Callable[[], None]], None]


class BusNotifier(DesktopNotifier):
    """Shows one notification, and replaces it by the next."""

    def __init__(self, submit: Submit, post: Post, *, application: str) -> None:
        """`submit` runs work on the loop thread, `post` on the main thread.

        `application` is the name of the menu entry, which says the icon.
        """
        self._submit = submit
        self._post = post
        self._application = application
        self._opened: Opened | None = None
        self._wanted: DesktopNotification | None = None
        # What follows is touched on the loop thread only.
        self._turn = asyncio.Lock()
        self._shown: DesktopNotification | None = None
        self._id = 0
        """The desktop's number of what it shows; 0 for nothing."""
        self._token = ""
        self._bus: _Bus | None = None

    @override
    def listen(self, opened: Opened) -> None:
        self._opened = opened

    @override
    def show(self, notification: DesktopNotification) -> None:
        self._wanted = notification
        self._submit(self._carry_out())

    @override
    def withdraw(self) -> None:
        if self._wanted is not None:
            self._wanted = None
            self._submit(self._carry_out())

    # What follows runs on the loop thread.

    async def _carry_out(self) -> None:
        """Let the desktop show what is wanted by now, however many asked meanwhile."""
        async with self._turn:
            wanted = self._wanted
            if wanted == self._shown:
                return
            try:
                async with asyncio.timeout(_ANSWER_WITHIN_S):
                    bus = await self._connected()
                    if wanted is not None:
                        self._id = await bus.notify(self._application, self._id, wanted)
                    elif self._id:
                        shown, self._id = self._id, 0
                        await bus.close_notification(shown)
                self._shown = wanted
            except Exception as error:  # noqa: BLE001 - Whatever ails a desktop, it ails nobody else.
                _log.info("The desktop was not told: %r", error)

    async def _connected(self) -> "_Bus":
        if self._bus is None or self._bus.is_over:
            self._id = 0
            self._bus = await _Bus.open(self._heard)
        return self._bus

    def _heard(self, member: str, body: tuple[Any, ...]) -> None:
        """Hear a signal; those about others' notifications are passed over."""
        match member, body:
            case "ActivationToken", (int(number), str(token)) if number == self._id:
                self._token = token
            case "ActionInvoked", (int(number), str()) if number == self._id:
                token, self._token = self._token, ""
                if self._opened is not None:
                    self._post(partial(self._opened, token))
            case "NotificationClosed", (int(number), int()) if number == self._id:
                self._id, self._shown = 0, None
            case _:
                pass


class _Bus:
    """One connection to the bus; it lives until the bus or the loop ends."""

    def __init__(self, connection: Any, heard: Callable[[str, tuple[Any, ...]], None]) -> None:
        self._connection = connection
        self._heard = heard
        self._has_markup = False
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._task = asyncio.create_task(self._listen(), name="desktop bus")

    @classmethod
    async def open(cls, heard: Callable[[str, tuple[Any, ...]], None]) -> "_Bus":
        """Connect, and hear the service's signals; a window that never notifies loads nothing."""
        from jeepney import MatchRule, message_bus  # noqa: PLC0415

        bus = cls(await _connection(), heard)
        try:
            await bus._call(message_bus.Hello())
            rule = MatchRule(type="signal", sender=_SERVICE, interface=_SERVICE, path=_PATH)
            await bus._call(message_bus.AddMatch(rule))
            [abilities] = await bus._ask("GetCapabilities")
            bus._has_markup = "body-markup" in abilities
        except BaseException:
            bus._task.cancel()
            raise
        return bus

    @property
    def is_over(self) -> bool:
        """Whether the bus has ended."""
        return self._task.done()

    async def notify(self, application: str, number: int, what: DesktopNotification) -> int:
        """Show something in the place of `number`; return the number it has."""
        text = html.escape(what.text, quote=False) if self._has_markup else what.text
        hints = {"urgency": ("y", int(what.urgency)), "desktop-entry": ("s", application)}
        body = (
            *("IdeA", number, application, what.title, text),
            *(["default", "Show"], hints, _DEFAULT_TIMEOUT),
        )
        [shown] = await self._ask("Notify", "susssasa{sv}i", body)
        return int(shown)

    async def close_notification(self, number: int) -> None:
        """Show something no more."""
        await self._ask("CloseNotification", "u", (number,))

    async def _ask(self, method: str, signature: str = "", body: tuple[Any, ...] = ()) -> Any:
        from jeepney import DBusAddress, new_method_call  # noqa: PLC0415

        service = DBusAddress(_PATH, bus_name=_SERVICE, interface=_SERVICE)
        return await self._call(new_method_call(service, method, signature or None, body))

    async def _call(self, message: Any) -> Any:
        from jeepney.wrappers import unwrap_msg  # noqa: PLC0415

        serial = next(self._connection.outgoing_serial)
        answer = self._answers[serial] = asyncio.get_running_loop().create_future()
        try:
            await self._connection.send(message, serial=serial)
            return unwrap_msg(await answer)
        finally:
            del self._answers[serial]

    async def _listen(self) -> None:
        from jeepney import HeaderFields, MessageType  # noqa: PLC0415

        try:
            while True:
                message = await self._connection.receive()
                fields = message.header.fields
                if message.header.message_type is MessageType.signal:
                    self._heard(fields[HeaderFields.member], message.body)
                answer = self._answers.get(fields.get(HeaderFields.reply_serial, 0))
                if answer is not None and not answer.done():
                    answer.set_result(message)
        except Exception as error:  # noqa: BLE001 - The bus ended, or says what makes no sense.
            _log.info("The desktop's bus ended: %r", error)
        finally:
            for answer in self._answers.values():
                answer.cancel()
            await self._connection.close()


async def _connection() -> Any:
    """Return a connection to the person's bus, which knows who we are and waits for our hello."""
    from jeepney.auth import BEGIN, Authenticator  # noqa: PLC0415
    from jeepney.bus import get_bus  # noqa: PLC0415
    from jeepney.io.asyncio import DBusConnection  # noqa: PLC0415

    reader, writer = await asyncio.open_unix_connection(get_bus("SESSION"))
    try:
        steps = Authenticator()
        for step in steps:
            writer.write(step)
            steps.feed(await reader.readline())
        writer.write(BEGIN)
    except BaseException:
        writer.close()
        raise
    return DBusConnection(reader, writer)
