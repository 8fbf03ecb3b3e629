"""What every test stands on: an isolated home, no network, and no leak left behind."""

import gc
import os
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree

import psutil
import pytest
from hypothesis import HealthCheck, settings

from idea.infrastructure.places import find_places

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
if os.name == "posix" and len(tempfile.gettempdir()) > len("/tmp/a-name"):
    # Sockets must fit below a test's own folder, else they are where those of other instances are.
    os.environ["TMPDIR"] = tempfile.tempdir = "/tmp"

pytest_plugins = ["support.pause_report", "support.qt_messages"]

settings.register_profile(
    "suite",
    deadline=None,  # A busy machine is no fault of a test.
    suppress_health_check=[HealthCheck.too_slow],
    database=None,
    derandomize="IDEA_EXPLORE" not in os.environ,  # The same examples every time, or other ones.
    print_blob=True,
)
settings.load_profile("suite")

_RANDOM_TEST_S = 900
_SETTLE_S = 30.0
_WARM_UP_SETTLE_S = 0.5
_LOOPBACK = ("127.", "::1", "localhost", "0.0.0.0")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give random tests more time than a busy machine makes them take, unless told a time.

    The limit ends a test by an exception, which hypothesis takes for what its example did: it
    shrinks it and shows an example that is right.
    """
    is_told = config.getoption("timeout") is not None
    for item in [] if is_told else items:
        if item.get_closest_marker("hypothesis") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(_RANDOM_TEST_S))


def _refuse_network(event: str, arguments: tuple[object, ...]) -> None:
    """Refuse connections that leave this machine; Unix sockets have a path, not a host."""
    if event == "socket.connect" and isinstance(arguments[1], tuple):
        host = str(arguments[1][0])
        if not host.startswith(_LOOPBACK):
            raise PermissionError(f"A test tried to reach {host}; only loopback is allowed.")


sys.addaudithook(_refuse_network)


@pytest.fixture(scope="session", autouse=True)
def no_process_is_left_behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Fail the run that leaves an engine, a keeper, a worker, a window or a program of a test.

    They leave their starter's process tree on purpose, so that no test sees them as its children.
    """
    yield
    ours = str(tmp_path_factory.getbasetemp())
    deadline = time.monotonic() + _SETTLE_S
    while left := _living_below(ours):
        if time.monotonic() > deadline:
            for one in left:
                one.kill()
            names = (f"{one.pid} ({' '.join(one.info['cmdline'])[:120]})" for one in left)
            pytest.fail("left behind: " + ", ".join(names), pytrace=False)
        threading.Event().wait(0.1)


def _living_below(folder: str) -> list[psutil.Process]:
    """Return the other processes whose IDEA_HOME lies below a folder."""
    return [
        one
        for one in psutil.process_iter(["environ", "cmdline"])
        if one.pid != os.getpid()
        and (one.info["environ"] or {}).get("IDEA_HOME", "").startswith(folder)
    ]


@pytest.fixture(autouse=True)
def isolated_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Point everything of IdeA and of the shells it starts into the test's own folder."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("IDEA_HOME", str(home / "idea"))
    for name in ("XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    places = find_places({"IDEA_HOME": str(home / "idea")})
    assert places.runtime.is_relative_to(home), "No socket fits in here; give a short --basetemp."
    yield home
    # An engine that was killed amid a flood leaves files that no test folder holds.
    rmtree(places.memory, ignore_errors=True)


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
    start = time.monotonic()
    module = request.module.__name__
    while surplus := _Held().surplus_over(before):
        kinds = {(module, item.rpartition(" ")[2]) for item in surplus if "descriptor" in item}
        may_stay = len(kinds) == len(surplus) and all(_warm_ups[kind] < _WARM_UPS for kind in kinds)
        if time.monotonic() - start > (_WARM_UP_SETTLE_S if may_stay else _SETTLE_S):
            break
        gc.collect()
        threading.Event().wait(0.02)
    else:
        return
    if not may_stay:
        pytest.fail("left behind: " + ", ".join(surplus), pytrace=False)
    _warm_ups.update(kinds)
