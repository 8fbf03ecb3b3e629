"""The accessibility bus as a screen reader uses it, with a screen and a message bus of its own."""

import contextlib
import ctypes.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from jeepney import DBusAddress, HeaderFields, MatchRule, MessageType, message_bus, new_method_call
from jeepney.io.blocking import DBusConnection, open_dbus_connection

TESTS = Path(__file__).parents[1]
_WITHIN_S = 60.0
_BUS_SERVICE = Path("/usr/share/dbus-1/services/org.a11y.Bus.service")
_ROOT = "/org/a11y/atspi/accessible/root"
_LINES = 3
"""AT-SPI's name for text by lines."""

type Found = tuple[str, str]
"""Bus name and path of an accessible object."""


def what_is_missing() -> str:
    """Return what this machine lacks for a screen reader; empty for nothing."""
    missing = [name for name in ("Xvfb", "dbus-daemon") if shutil.which(name) is None]
    missing += [] if _BUS_SERVICE.exists() else ["at-spi2-core"]
    missing += [] if ctypes.util.find_library("xcb-cursor") else ["libxcb-cursor0"]
    return ", ".join(missing)


class RefusedError(Exception):
    """A call was answered with an error."""


@dataclass
class Reader:
    """A screen reader's side of one program."""

    bus: DBusConnection
    app: subprocess.Popen[bytes]
    heard: list[tuple[str, str, tuple[object, ...]]] = field(default_factory=list)
    """Events: path, name, arguments."""

    def listen(self) -> None:
        """Hear of carets and texts from now on."""
        rule = MatchRule(type="signal", interface="org.a11y.atspi.Event.Object")
        message_bus.interface = "org.freedesktop.DBus"
        self.bus.send_and_get_reply(message_bus.AddMatch(rule))
        registry = DBusAddress(
            "/org/a11y/atspi/registry", "org.a11y.atspi.Registry", "org.a11y.atspi.Registry"
        )
        for name in ("object:text-caret-moved", "object:text-changed"):
            self.bus.send_and_get_reply(
                new_method_call(registry, "RegisterEvent", "sass", (name, [""], ""))
            )

    def call(
        self, found: Found, method: str, signature: str = "", *arguments: object
    ) -> tuple[object, ...]:
        """Call a method of an accessible object."""
        interface, _, member = method.rpartition(".")
        address = DBusAddress(found[1], found[0], f"org.{interface}")
        return self._asked(new_method_call(address, member, signature, arguments))

    def get(self, found: Found, name: str) -> object:
        """Return a property of an accessible object."""
        interface, _, member = name.rpartition(".")
        get = "freedesktop.DBus.Properties.Get"
        [(_, value)] = self.call(found, get, "ss", f"org.{interface}", member)  # type: ignore[misc]
        return value

    def _asked(self, message: object) -> tuple[object, ...]:
        serial = next(self.bus.outgoing_serial)
        self.bus.send(message, serial=serial)
        until = time.monotonic() + _WITHIN_S
        while time.monotonic() < until:
            came = self.bus.receive(timeout=_WITHIN_S)
            if came.header.fields.get(HeaderFields.reply_serial) == serial:
                if came.header.message_type is not MessageType.method_return:
                    raise RefusedError(came.body)
                return came.body
            self._hear(came)
        raise TimeoutError(message)

    def _hear(self, came: object) -> None:
        fields = came.header.fields  # type: ignore[attr-defined]
        if HeaderFields.member in fields and HeaderFields.path in fields:
            name = fields[HeaderFields.member]
            self.heard.append((fields[HeaderFields.path], name, came.body))  # type: ignore[attr-defined]

    def wait(self, done: Callable[[], bool]) -> None:
        """Wait until something is so, hearing what comes meanwhile."""
        until = time.monotonic() + _WITHIN_S
        while not done():
            assert self.app.poll() is None, "The program ended."
            assert time.monotonic() < until, self.heard
            with contextlib.suppress(TimeoutError):
                self._hear(self.bus.receive(timeout=0.05))

    def root(self) -> Found:
        """Return the program's own object, once it is there."""
        known: list[Found] = []

        def look() -> bool:
            names = self.call(_BUS, "freedesktop.DBus.ListNames")[0]
            for name in names:  # type: ignore[attr-defined]
                asked = "freedesktop.DBus.GetConnectionUnixProcessID"
                # Names come and go, and the program is on the bus before its objects are.
                with contextlib.suppress(RefusedError):
                    if name.startswith(":") and self.call(_BUS, asked, "s", name) == (
                        self.app.pid,
                    ):
                        self.children((name, _ROOT))
                        known.append((name, _ROOT))
            return bool(known)

        self.wait(look)
        return known[0]

    def children(self, found: Found) -> Sequence[Found]:
        """Return what is in an object."""
        return self.call(found, "a11y.atspi.Accessible.GetChildren")[0]  # type: ignore[return-value]

    def everything(self, found: Found) -> Iterator[Found]:
        """Yield an object and all that is in it."""
        yield found
        for child in self.children(found):
            yield from self.everything(child)

    def role(self, found: Found) -> str:
        """Return what an object is."""
        return str(self.call(found, "a11y.atspi.Accessible.GetRoleName")[0])

    def name(self, found: Found) -> str:
        """Return what an object is called."""
        return str(self.get(found, "a11y.atspi.Accessible.Name"))

    def write(self, text: str) -> None:
        """Send the program a line."""
        assert self.app.stdin is not None
        self.app.stdin.write(json.dumps(text).encode() + b"\n")
        self.app.stdin.flush()


_BUS: Found = ("org.freedesktop.DBus", "/org/freedesktop/DBus")


class ReadText:
    """One object as text."""

    def __init__(self, reader: Reader, found: Found) -> None:
        self._reader, self._found = reader, found

    def _ask(self, method: str, signature: str = "", *arguments: object) -> tuple[object, ...]:
        return self._reader.call(self._found, f"a11y.atspi.Text.{method}", signature, *arguments)

    @property
    def caret(self) -> int:
        """Where the caret is."""
        return int(str(self._reader.get(self._found, "a11y.atspi.Text.CaretOffset")))

    @property
    def current_line(self) -> str:
        """The line of the caret."""
        return str(self._ask("GetStringAtOffset", "iu", self.caret, _LINES)[0])

    @property
    def text(self) -> str:
        """All of it."""
        return str(self._ask("GetText", "ii", 0, -1)[0])

    @property
    def selection(self) -> tuple[object, ...]:
        """Where the selection begins and ends; empty for none."""
        return self._ask("GetSelection", "i", 0) if self._ask("GetNSelections") == (1,) else ()


@contextlib.contextmanager
def reader_of(program: str) -> Iterator[Reader]:
    """Start one of the programs of this folder on a screen of its own, and read it."""
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
        app = _start(ends, [sys.executable, "-m", f"support.{program}"], environment)
        assert _first_line(app) == "shown"
        first = open_dbus_connection(environment["DBUS_SESSION_BUS_ADDRESS"])
        ends.callback(first.close)
        asked = DBusAddress("/org/a11y/bus", "org.a11y.Bus", "org.a11y.Bus")
        where = first.send_and_get_reply(new_method_call(asked, "GetAddress")).body[0]
        bus = open_dbus_connection(where)
        ends.callback(bus.close)
        yield Reader(bus, app)
        # What was handed out to the reader must not stand in the way of an orderly end.
        app.communicate(timeout=_WITHIN_S)
        assert app.returncode == 0


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
