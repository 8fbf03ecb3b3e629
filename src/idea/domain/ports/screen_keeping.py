"""What keeps a screen: saved as a checkpoint, and small in memory."""

from typing import Protocol


class Checkpoints(Protocol):
    """Saves and restores a whole screen."""

    def native_snapshot(self) -> bytes:
        """Return everything in this core's own format, mid-sequence state included.

        Raises:
            InvalidError: This core has no format of its own, or this screen does not fit it now;
                the portable snapshot always works.
        """
        ...

    def portable_snapshot(self, history_lines: int) -> bytes:
        """Return VT text that brings screen, modes, cursor and the last lines to any core.

        It ends with the sequence this core is in the middle of, so that the rest may follow.
        Lines are parted by CR LF, and each stands for itself: without the first ones, as long as as
        many are left as the screen has rows, the text brings a shorter history and the same screen.
        """
        ...


class HistoryPacking(Protocol):
    """Packs history in memory; it reads as before, and unpacks where it is read or changed."""

    def pack_history(self) -> bool:
        """Pack a part of what is not packed, in about a millisecond; whether more is left."""
        ...
