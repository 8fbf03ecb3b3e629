"""Notifications over a message bus of the test's own, with a desktop that the test plays."""

import asyncio
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, override

import pytest

from contracts.desktop_notifier import ONE, OTHER, DesktopNotifierContract
from idea.domain.attention import Urgency
from idea.domain.ports.desktop_notifier import DesktopNotification
from idea.infrastructure.desktop_bus import BusNotifier
from idea.infrastructure.engine_client.loop_thread import LoopThread

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("dbus-daemon") is None,
    reason="there is no message bus here",
)
_WITHIN_S = 60.0
_NAME = "org.freedesktop.Notifications"
_PATH = "/org/freedesktop/Notifications"


def wait_until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + _WITHIN_S
    while not holds():
        assert time.monotonic() < end, "it did not come about"
        threading.Event().wait(0.005)


class PlayedDesktop:
    """A notification service, as strict about types as those of real desktops."""

    def __init__(self, abilities: tuple[str, ...] = ("body", "actions", "body-markup")) -> None:
        self.abilities = abilities
        self.shown: dict[int, tuple[Any, ...]] = {}
        self.serves = threading.Event()
        self._last = 0
        self._connection: Any = None

    async def serve(self) -> None:
        from jeepney import MessageType, message_bus  # noqa: PLC0415
        from jeepney.io.asyncio import open_dbus_connection  # noqa: PLC0415

        self._connection = await open_dbus_connection("SESSION")
        try:
            await self._connection.send(message_bus.RequestName(_NAME))
            while True:
                message = await self._connection.receive()
                if message.header.message_type is MessageType.method_call:
                    await self._answer(message)
                elif message.header.message_type is MessageType.method_return:
                    self.serves.set()  # The name is ours.
        finally:
            await self._connection.close()

    async def _answer(self, message: Any) -> None:
        from jeepney import HeaderFields, new_error, new_method_return  # noqa: PLC0415

        fields = message.header.fields
        match fields[HeaderFields.member], fields.get(HeaderFields.signature):
            case "GetCapabilities", None:
                reply = new_method_return(message, "as", (list(self.abilities),))
            case "Notify", "susssasa{sv}i":
                replaced = message.body[1]
                number = replaced if replaced in self.shown else self._last + 1
                self._last = max(self._last, number)
                self.shown[number] = message.body
                reply = new_method_return(message, "u", (number,))
            case "CloseNotification", "u":
                self.shown.pop(message.body[0], None)
                reply = new_method_return(message)
            case _:
                reply = new_error(message, "org.freedesktop.DBus.Error.InvalidArgs")
        await self._connection.send(reply)

    async def say(self, member: str, signature: str, body: tuple[Any, ...]) -> None:
        from jeepney import DBusAddress, new_signal  # noqa: PLC0415

        emitter = DBusAddress(_PATH, interface=_NAME)
        await self._connection.send(new_signal(emitter, member, signature, body))

    async def click(self, number: int) -> None:
        await self.say("ActionInvoked", "us", (number + 1, "default"))  # Another program's.
        await self.say("ActivationToken", "us", (number, f"token {number}"))
        await self.say("ActionInvoked", "us", (number, "default"))
        self.shown.pop(number, None)
        await self.say("NotificationClosed", "uu", (number, 2))


@pytest.fixture
def loop() -> Iterator[LoopThread]:
    thread = LoopThread("test loop")
    thread.start()
    yield thread
    assert thread.stop()


@pytest.fixture
def bus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Run a message bus of our own, and make it the person's."""
    address = f"unix:path={tmp_path / 'bus'}"
    config = tmp_path / "bus.conf"
    config.write_text(
        f"<busconfig><type>session</type><listen>{address}</listen><auth>EXTERNAL</auth>"
        '<policy context="default"><allow send_destination="*" eavesdrop="true"/>'
        '<allow eavesdrop="true"/><allow own="*"/></policy></busconfig>'
    )
    daemon = subprocess.Popen(
        ["dbus-daemon", f"--config-file={config}", "--nofork", "--nopidfile", "--print-address"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
    try:
        assert daemon.stdout is not None
        assert daemon.stdout.readline()  # It listens.
        yield
    finally:
        daemon.terminate()
        daemon.communicate(timeout=_WITHIN_S)


def serving(desktop: PlayedDesktop, loop: LoopThread) -> PlayedDesktop:
    """Return the desktop once programs can find it."""
    loop.submit(desktop.serve())
    assert desktop.serves.wait(_WITHIN_S)
    return desktop


class TestBusNotifier(DesktopNotifierContract):
    @pytest.fixture(autouse=True)
    def _make(self, bus: None, loop: LoopThread) -> None:
        del bus
        self.loop = loop
        self.desktop = serving(PlayedDesktop(), loop)
        self.notifier = BusNotifier(loop.submit, lambda work: work(), application="test.IdeA")

    @override
    def wait_for(self, shown: DesktopNotification | None) -> None:
        wait_until(lambda: self._seen() == shown)

    @override
    def click(self) -> None:
        [number] = self.desktop.shown
        self.loop.submit(self.desktop.click(number)).result(_WITHIN_S)
        wait_until(lambda: not self.desktop.shown)

    @override
    def wait_for_clicks(self, tokens: list[str], count: int) -> None:
        wait_until(lambda: len(tokens) == count)
        assert all(token.startswith("token ") for token in tokens)

    def _seen(self) -> DesktopNotification | None:
        if not self.desktop.shown:
            return None
        [(name, _, icon, title, text, actions, hints, _)] = self.desktop.shown.values()
        assert (name, icon, hints["desktop-entry"][1]) == ("IdeA", "test.IdeA", "test.IdeA")
        assert actions == ["default", "Show"]
        text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
        return DesktopNotification(title, text, Urgency(hints["urgency"][1]))


@pytest.mark.parametrize(
    ("abilities", "text"),
    [
        (("body",), OTHER.text),
        (("body-markup",), "claude: a &lt;b&gt; &amp; c\nmake: It rang."),
    ],
)
def test_text_is_no_markup(
    bus: None, loop: LoopThread, abilities: tuple[str, ...], text: str
) -> None:
    del bus
    desktop = serving(PlayedDesktop(abilities), loop)
    BusNotifier(loop.submit, lambda work: work(), application="x").show(OTHER)
    wait_until(lambda: bool(desktop.shown))
    assert desktop.shown[1][4] == text


def test_a_service_that_comes_later_is_told_the_next_one(bus: None, loop: LoopThread) -> None:
    del bus
    notifier = BusNotifier(loop.submit, lambda work: work(), application="x")
    notifier.show(ONE)  # Nobody is there.
    desktop = serving(PlayedDesktop(), loop)
    notifier.show(OTHER)
    wait_until(lambda: bool(desktop.shown))
    assert desktop.shown[1][3] == OTHER.title


@pytest.mark.parametrize(
    "address", ["", "unix:path=/nowhere/bus", "tcp:host=localhost", "nonsense"]
)
def test_a_desktop_without_a_bus_is_silent(
    loop: LoopThread, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    if address:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
    else:
        monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    done: list[asyncio.Future[None]] = []

    def submit(work: Any) -> Any:
        done.append(loop.submit(work))  # type: ignore[arg-type]
        return done[-1]

    notifier = BusNotifier(submit, lambda work: work(), application="x")
    notifier.show(ONE)
    notifier.withdraw()
    assert [each.result(_WITHIN_S) for each in done] == [None, None]  # type: ignore[call-arg]
