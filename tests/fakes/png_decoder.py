"""A decoder that knows the files it was told."""

from typing import override

from idea.domain.ports.terminal_images import PngDecoder, TerminalImage


class FakePngDecoder(PngDecoder):
    """Decodes what tests put into `known`, and nothing else."""

    def __init__(self) -> None:
        self.known: dict[bytes, TerminalImage] = {}

    @override
    def decode(self, png: bytes, most_bytes: int) -> TerminalImage | None:
        image = self.known.get(png)
        if image is None or image.width * image.height * image.channels > most_bytes:
            return None
        return image
