"""What every decoder of PNG files must do."""

import pytest

from idea.domain.ports.terminal_images import PngDecoder
from support.kitty_images import png

WHOLE = png(3, 2, b"\x01\x02\x03\x80")


class PngDecoderContract:
    """Subclass it with a fixture `decoder`."""

    def test_a_whole_file_gives_a_picture_of_its_size(self, decoder: PngDecoder) -> None:
        image = decoder.decode(WHOLE, 24)
        assert image is not None
        assert (image.width, image.height, image.channels) == (3, 2, 4)
        assert image.pixels in {b"", b"\x01\x02\x03\x80" * 6}

    @pytest.mark.parametrize(
        "damaged",
        [b"", b"GIF89a", WHOLE[:24], WHOLE[:50], WHOLE[:45] + b"x" + WHOLE[46:],
         png(3, 2, claimed=(100_000, 100_000)), png(3, 2, claimed=(0, 2)), WHOLE[:-30]],
    )  # fmt: skip
    def test_a_damaged_file_gives_none(self, decoder: PngDecoder, damaged: bytes) -> None:
        assert decoder.decode(damaged, 24) is None

    def test_a_picture_that_takes_too_much_is_not_decoded(self, decoder: PngDecoder) -> None:
        assert decoder.decode(WHOLE, 23) is None
