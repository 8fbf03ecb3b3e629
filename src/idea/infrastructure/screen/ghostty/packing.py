"""Packs a terminal's history: of 10,000 lines of mixed text a twentieth of the memory is left."""

from typing import Any

from idea.infrastructure.screen.ghostty.abi import Abi


class HistoryPacker:
    """Packs the history of one terminal, some pages a call."""

    def __init__(self, abi: Abi, terminal: Any) -> None:
        """Pack the history of the terminal of a handle."""
        self._abi = abi
        self._terminal = terminal
        self._result = abi.ffi.new("GhosttyTerminalCompressionResult *")

    def pack_some(self) -> bool:
        """Pack for a fraction of a millisecond; returns whether something is left to pack."""
        lib = self._abi.lib
        mode = lib.GHOSTTY_TERMINAL_COMPRESSION_MODE_INCREMENTAL
        done = lib.ghostty_terminal_compress(self._terminal, mode, self._result)
        self._abi.check(done, "pack its history")
        return bool(self._result[0] == lib.GHOSTTY_TERMINAL_COMPRESSION_RESULT_PENDING)
