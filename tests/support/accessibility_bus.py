"""The accessibility bus as a screen reader uses it, with a screen and a message bus of its own."""

import contextlib
import ctypes.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import SLOT, QObject, Slot
from PySide6.QtDBus import QDBusConnection, QDBusMessage
from pytestqt.qtbot import QtBot

TESTS = Path(__file__).parents[1]
_WITHIN_MS = 60_000
_BUS_SERVICE = Path("/usr/share/dbus-1/services/org.a11y.Bus.service")
_LINES = 3
"""AT-SPI's name for text by lines."""
_REGISTRY = "org.a11y.atspi.Registry"
_PREFIX = "/org/a11y/atspi/accessible/"


def what_is_missing() -> str:
    """Return what this machine lacks for a screen reader; empty for nothing."""
    missing = [name for name in ("Xvfb", "dbus-daemon") if shutil.which(name) is None]
    missing += [] if _BUS_SERVICE.exists() else ["at-spi2-core"]
    missing += [] if ctypes.util.find_library("xcb-cursor") else ["libxcb-cursor0"]
    return ", ".join(missing)


class Reader(QObject):
    """What a screen reader knows of one terminal."""

    def __init__(self, bus: QDBusConnection, app: str, path: str) -> None:
        super().__init__()
        self._bus, self._app, self._path = bus, app, path
        self.heard: list[tuple[str, Sequence[object]]] = []
        """Events of the terminal, by name, with their arguments."""
        for event in ("TextCaretMoved", "TextChanged"):
            bus.connect(
                app, "", "org.a11y.atspi.Event.Object", event, self, SLOT("hear(QDBusMessage)")
            )
        for name in ("object:text-caret-moved", "object:text-changed"):
            call(
                bus,
                _REGISTRY,
                "/org/a11y/atspi/registry",
                f"{_REGISTRY}.RegisterEvent",
                name,
                [""],
                "",
            )

    @Slot(QDBusMessage)
    def hear(self, message: QDBusMessage) -> None:
        if message.path() == self._path:
            self.heard.append((message.member(), message.arguments()))

    def ask(self, method: str, *arguments: object) -> Sequence[object]:
        """Ask the terminal as text."""
        return call(self._bus, self._app, self._path, f"org.a11y.atspi.Text.{method}", *arguments)

    @property
    def caret(self) -> int:
        """Where the caret is."""
        found = call(
            self._bus, self._app, self._path, "org.freedesktop.DBus.Properties.Get",
            "org.a11y.atspi.Text", "CaretOffset",
        )[0]  # fmt: skip
        return getattr(found, "variant", lambda: found)()

    @property
    def current_line(self) -> str:
        """The line of the caret."""
        line, *_ = self.ask("GetStringAtOffset", self.caret, _LINES)
        return str(line)

    @property
    def text(self) -> str:
        """All of it."""
        return str(self.ask("GetText", 0, -1)[0])

    @property
    def role(self) -> str:
        """What it is."""
        return str(
            call(self._bus, self._app, self._path, "org.a11y.atspi.Accessible.GetRoleName")[0]
        )


def call(
    bus: QDBusConnection, service: str, path: str, method: str, *arguments: object
) -> Sequence[object]:
    """Call a method; returns nothing when it is refused."""
    interface, _, member = method.rpartition(".")
    message = QDBusMessage.createMethodCall(service, path, interface, member)
    message.setArguments(list(arguments))
    answer = bus.call(message)
    assert answer.type() is not QDBusMessage.MessageType.ErrorMessage, answer.errorMessage()
    return answer.arguments()


@contextlib.contextmanager
def read_terminal(qtbot: QtBot) -> Iterator[tuple[Reader, Callable[[str], None]]]:
    """Show a terminal to a screen reader; yields the reader, and what lets the program write."""
    with contextlib.ExitStack() as ends:
        # The bus makes its socket there, whose path must be short.
        folder = ends.enter_context(tempfile.TemporaryDirectory(prefix="a11y-"))
        environment = {
            **os.environ,
            "XDG_RUNTIME_DIR": folder,
            "QT_QPA_PLATFORM": "xcb",
            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
            "PYTHONPATH": os.pathsep.join((str(TESTS), str(TESTS.parent / "src"))),
        }
        screen = _start(ends, ["Xvfb", "-displayfd", "1", "-nolisten", "tcp"], environment)
        environment["DISPLAY"] = f":{_first_line(screen)}"
        session = _start(
            ends, ["dbus-daemon", "--session", "--nofork", "--print-address"], environment
        )
        environment["DBUS_SESSION_BUS_ADDRESS"] = _first_line(session)
        app = _start(ends, [sys.executable, "-m", "support.read_terminal"], environment)
        path = _PREFIX + _first_line(app)
        first = _connected(ends, environment["DBUS_SESSION_BUS_ADDRESS"], "session")
        where = call(first, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus.GetAddress")[0]
        bus = _connected(ends, str(where), "accessibility")
        found: list[str] = []

        def look() -> bool:
            found[:] = [name for name in _names(bus) if _pid(bus, name) == app.pid]
            return bool(found)

        qtbot.waitUntil(look, timeout=_WITHIN_MS)

        def write(text: str) -> None:
            assert app.stdin is not None
            app.stdin.write(json.dumps(text).encode() + b"\n")
            app.stdin.flush()

        yield Reader(bus, found[0], path), write


def _start(
    ends: contextlib.ExitStack, command: list[str], environment: dict[str, str]
) -> subprocess.Popen[bytes]:
    started = subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )

    def end() -> None:
        started.terminate()
        started.communicate()

    ends.callback(end)
    return started


def _first_line(process: subprocess.Popen[bytes]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().decode().strip()


def _connected(ends: contextlib.ExitStack, address: str, name: str) -> QDBusConnection:
    connection = QDBusConnection.connectToBus(address, name)
    assert connection.isConnected(), connection.lastError().message()
    ends.callback(QDBusConnection.disconnectFromBus, name)
    return connection


def _names(bus: QDBusConnection) -> Sequence[str]:
    names = call(bus, "org.freedesktop.DBus", "/", "org.freedesktop.DBus.ListNames")[0]
    return [name for name in names if name.startswith(":")]  # type: ignore[attr-defined]


def _pid(bus: QDBusConnection, name: str) -> object:
    asked = "org.freedesktop.DBus.GetConnectionUnixProcessID"
    return call(bus, "org.freedesktop.DBus", "/", asked, name)[0]
