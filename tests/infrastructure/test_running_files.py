"""The files in which engine and keeper say where they are, whatever stands in their place."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from idea.infrastructure.doctor.running import running_keeper
from idea.infrastructure.engine_client.address import read_address
from idea.infrastructure.places import Places, find_places
from idea.infrastructure.pty.keeper_start import connect_to_running

READERS: dict[str, tuple[Callable[[Places], Path], Callable[[Places], object]]] = {
    "engine": (
        lambda places: places.engine_address,
        lambda places: read_address(places.engine_address),
    ),
    "keeper": (lambda places: places.keeper_lock, connect_to_running),
    "keeper of the doctor": (lambda places: places.keeper_lock, running_keeper),
}


@pytest.mark.timeout(60)
@pytest.mark.parametrize("kind", ["pipe", "link", "folder", "nothing"])
@pytest.mark.parametrize("reader", READERS)
def test_nothing_but_a_file_is_read_or_waited_for(reader: str, kind: str) -> None:
    places = find_places()
    place_of, read = READERS[reader]
    place = place_of(places)
    place.parent.mkdir(parents=True, exist_ok=True)
    match kind:
        case "pipe":
            os.mkfifo(place)
        case "link":
            place.symlink_to("/dev/zero")
        case "folder":
            place.mkdir()
        case _:
            pass
    assert read(places) is None
