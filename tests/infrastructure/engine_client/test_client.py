"""What a window has of the engine, when something breaks that nobody foresaw."""

import logging
import threading
from pathlib import Path
from typing import override

import pytest

from idea.infrastructure.engine_client.address import EngineAddress
from idea.infrastructure.engine_client.client import EngineClient
from idea.infrastructure.engine_client.starter import EngineStarter
from idea.infrastructure.places import find_places


class BrokenStarter(EngineStarter):
    @override
    def ensure_running(self) -> EngineAddress:
        raise LookupError("a mistake of ours")


class Told(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.message = ""
        self.came = threading.Event()

    @override
    def emit(self, record: logging.LogRecord) -> None:
        self.message = self.format(record)
        self.came.set()


def test_a_connection_that_ends_by_a_mistake_of_ours_is_in_the_log(tmp_path: Path) -> None:
    told, logger = Told(), logging.getLogger("idea.infrastructure.engine_client.client")
    client = EngineClient(BrokenStarter(find_places({"IDEA_HOME": str(tmp_path)})))
    logger.addHandler(told)
    try:
        client.start()

        assert told.came.wait(60)
        assert "a mistake of ours" in told.message
    finally:
        logger.removeHandler(told)
        assert client.stop(30)


def test_an_address_never_shows_its_token() -> None:
    address = EngineAddress(pid=1, port=4711, token="hush")

    assert "hush" not in f"{address} {address!r}"


def test_a_client_that_was_not_started_says_so(tmp_path: Path) -> None:
    client = EngineClient(BrokenStarter(find_places({"IDEA_HOME": str(tmp_path)})))

    with pytest.raises(RuntimeError, match="not started"):
        _ = client.feed
