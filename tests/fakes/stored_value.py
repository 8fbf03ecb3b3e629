"""Values kept in memory."""

from typing import override

from idea.domain.ports.stored_value import Loaded, StoredValue


class FakeStoredValue[T](StoredValue[T]):
    """Keeps at once; `kept` is what a restart would find.

    `write` is what somebody else does with the file, `spoil` what makes it unreadable.
    """

    def __init__(self, kept: T, notices: tuple[str, ...] = ()) -> None:
        self.kept = kept
        self.saved: list[T] = []
        self._notices = notices
        self._closed = False
        self._news: Loaded[T] | None = None

    def write(self, value: T) -> None:
        """Let somebody else write a value."""
        self.kept = value
        self._news = Loaded(value)

    def spoil(self, sentence: str) -> None:
        """Let somebody else write what cannot be read."""
        self._news = Loaded(self.kept, (sentence,))

    @override
    async def load(self) -> Loaded[T]:
        return Loaded(self.kept, self._notices)

    @override
    async def reload(self) -> Loaded[T] | None:
        news, self._news = self._news, None
        return news

    @override
    def save(self, value: T) -> None:
        if not self._closed:
            self.kept = value
            self.saved.append(value)

    @override
    async def flush(self) -> None:
        return

    @override
    async def close(self) -> None:
        self._closed = True
