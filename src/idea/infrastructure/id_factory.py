"""Random identifiers."""

import uuid
from typing import override

from idea.domain.ports.id_factory import IdFactory


class UuidFactory(IdFactory):
    """Makes random UUIDs (version 4)."""

    @override
    def fresh(self) -> str:
        return str(uuid.uuid4())
