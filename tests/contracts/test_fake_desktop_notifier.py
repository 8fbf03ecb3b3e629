from typing import override

import pytest

from contracts.desktop_notifier import DesktopNotifierContract
from fakes.desktop_notifier import FakeDesktopNotifier
from idea.domain.ports.desktop_notifier import DesktopNotification


class TestFakeDesktopNotifier(DesktopNotifierContract):
    @pytest.fixture(autouse=True)
    def _make(self) -> None:
        self.notifier = self.desktop = FakeDesktopNotifier()

    @override
    def wait_for(self, shown: DesktopNotification | None) -> None:
        assert self.desktop.shown == shown

    @override
    def click(self) -> None:
        self.desktop.click()

    @override
    def wait_for_clicks(self, tokens: list[str], count: int) -> None:
        assert len(tokens) == count
