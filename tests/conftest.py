"""What every test stands on: an isolated home, no network, and no leak left behind."""

import gc
import os
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree

import psutil
import pytest

from idea.infrastructure.places import find_places

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

pytest_plugins = ["support.qt_messages"]

_SETTLE_S = 5.0
_LOOPBACK = ("127.", "::1", "localhost", "0.0.0.0")


def _refuse_network(event: str, arguments: tuple[object, ...]) -> None:
    """Refuse connections that leave this machine; Unix sockets have a path, not a host."""
    if event == "socket.connect" and isinstance(arguments[1], tuple):
        host = str(arguments[1][0])
        if not host.startswith(_LOOPBACK):
            raise PermissionError(f"A test tried to reach {host}; only loopback is allowed.")


sys.addaudithook(_refuse_network)


@pytest.fixture(autouse=True)
def isolated_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Point everything of IdeA and of the shells it starts into the test's own folder."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("IDEA_HOME", str(home / "idea"))
    for name in ("XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    yield home
    # An engine that was killed amid a flood leaves files that no test folder holds.
    rmtree(find_places({"IDEA_HOME": str(home / "idea")}).memory, ignore_errors=True)


def _descriptor_kinds() -> Counter[str]:
    """Count open descriptors by kind, without the ones that name a library or a device."""
    kinds: Counter[str] = Counter()
    folder = Path("/proc/self/fd")
    if not folder.is_dir():
        return kinds
    for entry in folder.iterdir():
        try:
            target = str(entry.readlink())
        except OSError:
            continue  # The descriptor of the listing itself.
        if target.startswith(("socket:", "pipe:")):
            kinds[target.split(":", 1)[0]] += 1
        elif target.startswith("anon_inode:"):
            kinds[target] += 1
        elif target.startswith(("/dev/ptmx", "/dev/pts/")):
            kinds["pty"] += 1
        elif not target.startswith(("/dev/", "/proc/", "/usr/", "/memfd:")):
            kinds["file"] += 1
    return kinds


def _children() -> set[int]:
    """Return the process ids of our children, from the kernel's own list where there is one."""
    try:
        lists = [path.read_text() for path in Path("/proc/self/task").glob("*/children")]
    except OSError:
        lists = []  # A thread ended between the listing and the look.
    if lists:
        return {int(pid) for text in lists for pid in text.split()}
    return {child.pid for child in psutil.Process().children(recursive=True)}


class _Held:
    """What this process holds at one moment."""

    def __init__(self) -> None:
        self.threads = {thread for thread in threading.enumerate() if thread.is_alive()}
        self.children = _children()
        self.descriptors = _descriptor_kinds()

    def surplus_over(self, before: "_Held") -> list[str]:
        """Name what was not there before."""
        found = [f"thread {thread.name!r}" for thread in self.threads - before.threads]
        for pid in self.children - before.children:
            try:
                child = psutil.Process(pid)
                found.append(f"child {pid} ({child.status()}: {' '.join(child.cmdline())[:120]})")
            except psutil.NoSuchProcess:
                continue
        grown = self.descriptors - before.descriptors
        found += [f"{count} descriptor(s) of kind {kind}" for kind, count in grown.items()]
        return found


_WARM_UPS = 2
"""In how many tests of a module descriptors of one kind may stay: a leak stays in every one."""

_warm_ups: Counter[tuple[str, str]] = Counter()


@pytest.fixture(autouse=True)
def nothing_is_left_behind(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test that leaves a thread, child process or descriptor.

    Libraries open descriptors once, at first use; what stays in one or two tests of a module is
    therefore the baseline of the next ones, and the third of the same kind fails.
    """
    before = _Held()
    yield
    deadline = time.monotonic() + _SETTLE_S
    surplus = _Held().surplus_over(before)
    while surplus and time.monotonic() < deadline:
        gc.collect()
        threading.Event().wait(0.02)
        surplus = _Held().surplus_over(before)
    if not surplus:
        return
    module = request.module.__name__
    if all("descriptor" in item for item in surplus):
        kinds = {(module, item.rpartition(" ")[2]) for item in surplus}
        _warm_ups.update(kinds)
        if all(_warm_ups[kind] <= _WARM_UPS for kind in kinds):
            return
    pytest.fail("left behind: " + ", ".join(surplus), pytrace=False)
