"""What the person agreed to that a project brought along, on this machine."""

from collections.abc import Mapping

from idea.domain.ports.stored_value import StoredValue


class Agreements:
    """Fingerprints by project id; used on the event loop's thread."""

    def __init__(self, store: StoredValue[Mapping[str, tuple[str, ...]]]) -> None:
        self._store = store
        self._agreed: Mapping[str, tuple[str, ...]] = {}

    async def load(self) -> tuple[str, ...]:
        """Read what was agreed to; answers what the person should know."""
        loaded = await self._store.load()
        self._agreed = loaded.value
        return loaded.notices

    def has(self, project: str, fingerprint: str) -> bool:
        """Whether the person agreed to something of a project."""
        return fingerprint in self._agreed.get(project, ())

    async def add(self, project: str, fingerprint: str) -> None:
        """Remember that the person agreed; returns once it is kept."""
        if not self.has(project, fingerprint):
            fingerprints = (*self._agreed.get(project, ()), fingerprint)
            self._agreed = {**self._agreed, project: fingerprints}
            self._store.save(self._agreed)
            await self._store.flush()

    async def close(self) -> None:
        """Keep what is not kept yet."""
        await self._store.close()
