"""What windows know of an icon in the tray, without loading what shows one."""

from abc import abstractmethod

from PySide6.QtCore import QObject


class TrayPlace(QObject):
    """Main thread only."""

    @abstractmethod
    def follow(self) -> None:
        """Show what is known by now."""

    @abstractmethod
    def takes_last_window(self) -> bool:
        """Hide the windows instead of quitting, if the person wants that and it is possible."""

    @abstractmethod
    def close(self) -> None:
        """Show no icon any more."""
