"""All that a program's bytes go through before the library sees them."""

from idea.domain.terminal import Size
from idea.infrastructure.screen.ghostty.link_guard import MOST_LINKS, LinkGuard
from idea.infrastructure.screen.sequence_guard import SequenceGuard

_DELETE, _NOTHING = b"\x7f", b"\0"
"""Terminals ignore both; the library prints the first."""


class Guards:
    """The guards of one stream; they belong to the thread that feeds its core."""

    def __init__(self, size: Size, begun: bytes, *, is_new: bool) -> None:
        """Guard a screen that is in the middle of `begun`, and was fed before unless it is new."""
        self._sequences = SequenceGuard(size)
        # Nobody knows how many links a restored screen has; few have this many.
        self._links = LinkGuard(size.columns, opened=0 if is_new else MOST_LINKS // 2)
        self.filter(begun)

    def resize(self, size: Size) -> None:
        """Guard for this size from now on."""
        self._sequences.resize(size)
        self._links.resize(size.columns)

    @property
    def sets_margins(self) -> bool:
        """Whether the last bytes may have set a scrolling region, or margins beside it."""
        return self._sequences.sets_margins

    def filter(self, data: bytes) -> bytes:
        """Return the bytes to feed instead of `data`."""
        return self._links.filter(self._sequences.filter(data.replace(_DELETE, _NOTHING)))
