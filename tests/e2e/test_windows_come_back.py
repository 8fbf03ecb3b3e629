"""Three windows, seven tabs and twenty cells come back after kills and damage, or are named."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
from pytestqt.qtbot import QtBot

from idea.application.projects.close_project import CloseProjectRequest
from idea.infrastructure.engine_client.client import EngineClient
from idea.infrastructure.engine_client.starter import EngineStarter
from idea.infrastructure.places import Places
from idea.infrastructure.stores.atomic import backup_of
from support.engine_window import WITHIN_S, Window, wait_gone
from support.real_windows import real_windows
from support.window_house import House
from support.window_nursery import WindowNursery

pytestmark = [pytest.mark.slow, pytest.mark.posix, pytest.mark.timeout(300)]


@pytest.fixture
def house(window: Window, tmp_path: Path) -> Iterator[House]:
    client = window.client
    window.ask(CloseProjectRequest(project=str(window.project)))
    found = House(window)
    found.build(tmp_path)
    yield found
    if window.client is not client:
        window.client.stop()


@pytest.fixture
def nursery() -> Iterator[WindowNursery]:
    one = WindowNursery()
    yield one
    one.close()


def test_all_windows_come_back_after_the_process_was_killed(
    qtbot: QtBot, house: House, nursery: WindowNursery, tmp_path: Path
) -> None:
    with nursery.window(tmp_path / "five"):
        house.wait_until_shown()
    assert [len(window.projects) for window in house.workspace.windows] == [3, 2, 2]
    with real_windows(qtbot, house.window.places) as stand:
        house.check(stand)
        stand.shown[2].life.close()
        words = "The window with six, seven is closed; 4 sessions go on."
        stand.wait(
            lambda: words in [window.banner.sentence for window in stand.shown],
            "what became of the window",
        )
        assert len(stand.shown) == 2
        assert house.running == 20


def kill_engine(places: Places) -> None:
    """End the engine without a word; what it wrote stays as it is."""
    address = EngineStarter(places).running()
    assert address is not None
    psutil.Process(address.pid).kill()
    wait_gone(address.pid)


def damaged_house(house: House, damage: Callable[[bytes], bytes]) -> Path:
    """Kill engine and windows, and damage the workspace that they leave behind."""
    path = house.window.places.workspace_file
    wanted = json.dumps(house.windows[1])
    deadline = time.monotonic() + WITHIN_S
    while f'"lastUsed": {wanted}' not in path.read_text() and time.monotonic() < deadline:
        threading.Event().wait(0.05)
    house.window.client.stop()
    kill_engine(house.window.places)
    path.write_bytes(damage(path.read_bytes()))
    backup_of(path).unlink(missing_ok=True)
    house.window.client = EngineClient(
        EngineStarter(house.window.places, start_within_s=WITHIN_S), client="test"
    )
    return path


def test_all_windows_come_back_from_a_file_with_unknown_fields(qtbot: QtBot, house: House) -> None:
    def add(raw: bytes) -> bytes:
        document = json.loads(raw)
        document["mood"] = "calm"
        document["windows"][0]["color"] = {"of": "tea"}
        return json.dumps(document).encode()

    path = damaged_house(house, add)
    with real_windows(qtbot, house.window.places) as stand:
        house.window.client.start()
        house.check(stand)
    assert not list(path.parent.glob("workspace.json.corrupt-*"))


def test_what_a_cut_file_still_holds_comes_back_and_the_rest_is_named(
    qtbot: QtBot, house: House
) -> None:
    def cut(raw: bytes) -> bytes:
        return raw[: raw.index(house.projects["seven"].encode())]

    damaged_house(house, cut)
    with real_windows(qtbot, house.window.places) as stand:
        house.window.client.start()
        house.check(stand, lost=frozenset({"seven"}))
        warnings = [sentence for window in stand.shown for sentence in window.desk.state.warnings]
    assert any("tab 2 of window 3" in sentence for sentence in warnings)
