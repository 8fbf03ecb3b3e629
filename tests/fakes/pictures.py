"""Pictures kept in memory."""

from typing import override

from idea.domain.ports.pictures import Pictures


class FakePictures(Pictures):
    """Names them by their number."""

    def __init__(self) -> None:
        self.kept: list[bytes] = []

    @override
    def keep(self, png: bytes) -> str:
        self.kept.append(png)
        return f"/pictures/picture {len(self.kept)}.png"
