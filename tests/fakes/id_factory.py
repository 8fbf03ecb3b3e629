"""Identifiers in a known order."""

from typing import override

from idea.domain.ports.id_factory import IdFactory


class FakeIdFactory(IdFactory):
    """Counts: 00000001-0000-…, 00000002-0000-…"""

    def __init__(self) -> None:
        self._count = 0

    @override
    def fresh(self) -> str:
        self._count += 1
        return f"{self._count:08x}-0000-4000-8000-000000000000"
