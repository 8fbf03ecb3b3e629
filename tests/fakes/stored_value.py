"""Values kept in memory."""

from typing import override

from idea.domain.ports.stored_value import Loaded, StoredValue


class FakeStoredValue[T](StoredValue[T]):
    """Keeps at once; `kept` is what a restart would find."""

    def __init__(self, kept: T, notices: tuple[str, ...] = ()) -> None:
        self.kept = kept
        self.saved: list[T] = []
        self._notices = notices
        self._closed = False

    @override
    async def load(self) -> Loaded[T]:
        return Loaded(self.kept, self._notices)

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
