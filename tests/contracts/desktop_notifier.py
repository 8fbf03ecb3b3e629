"""What every way to notify on a desktop must do."""

from abc import ABC, abstractmethod

from idea.domain.attention import Urgency
from idea.domain.ports.desktop_notifier import DesktopNotification, DesktopNotifier

ONE = DesktopNotification("claude", "Claude needs your permission", Urgency.CRITICAL)
OTHER = DesktopNotification("2 sessions ask for you", "claude: a <b> & c\nmake: It rang.")


class DesktopNotifierContract(ABC):
    """Subclasses give `notifier` and play the desktop."""

    notifier: DesktopNotifier

    @abstractmethod
    def wait_for(self, shown: DesktopNotification | None) -> None:
        """Wait until the person sees this, and nothing else."""

    @abstractmethod
    def click(self) -> None:
        """Click what is shown."""

    @abstractmethod
    def wait_for_clicks(self, tokens: list[str], count: int) -> None:
        """Wait until so many clicks were heard."""

    def test_one_is_shown_at_a_time_and_taken_away(self) -> None:
        self.notifier.show(ONE)
        self.wait_for(ONE)
        self.notifier.show(OTHER)
        self.wait_for(OTHER)
        self.notifier.withdraw()
        self.wait_for(None)
        self.notifier.withdraw()
        self.notifier.show(ONE)
        self.wait_for(ONE)

    def test_a_click_is_heard(self) -> None:
        tokens: list[str] = []
        self.notifier.listen(tokens.append)
        self.notifier.show(ONE)
        self.wait_for(ONE)
        self.click()
        self.wait_for_clicks(tokens, 1)
        self.notifier.show(OTHER)
        self.wait_for(OTHER)
        self.click()
        self.wait_for_clicks(tokens, 2)
