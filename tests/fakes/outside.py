"""A desktop that only writes down what it was asked to open."""

from collections.abc import Sequence
from typing import override

from idea.presentation.desktop.shell.opening import Outside, Say


class FakeOutside(Outside):
    """Opens nothing; `has_browser` and `sentence` decide what fails."""

    def __init__(self) -> None:
        self.addresses: list[str] = []
        self.edits: list[tuple[tuple[str, ...], str, str]] = []
        """Command line, file and folder."""
        self.has_browser = True
        self.sentence = ""

    @override
    def open_address(self, address: str) -> bool:
        self.addresses.append(address)
        return self.has_browser

    @override
    def edit(self, argv: Sequence[str], path: str, folder: str, failed: Say) -> None:
        self.edits.append((tuple(argv), path, folder))
        if self.sentence:
            failed(self.sentence)
