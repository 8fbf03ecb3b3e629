"""Every decoder of PNG files, the fake among them."""

import pytest
from PySide6.QtWidgets import QApplication

from contracts.png_decoder import WHOLE, PngDecoderContract
from fakes.png_decoder import FakePngDecoder
from idea.domain.ports.terminal_images import PngDecoder, TerminalImage
from idea.infrastructure.screen.png_outline import PngOutline
from idea.presentation.desktop.terminal.qt_pngs import QtPngs


class TestFake(PngDecoderContract):
    @pytest.fixture
    def decoder(self) -> PngDecoder:
        fake = FakePngDecoder()
        fake.known[WHOLE] = TerminalImage(3, 2, 4, b"\x01\x02\x03\x80" * 6)
        return fake


class TestOutline(PngDecoderContract):
    @pytest.fixture
    def decoder(self) -> PngDecoder:
        return PngOutline()


class TestQt(PngDecoderContract):
    @pytest.fixture
    def decoder(self, qapp: QApplication) -> PngDecoder:
        del qapp
        return QtPngs()

    def test_pixels_are_those_of_the_file(self, decoder: PngDecoder) -> None:
        image = decoder.decode(WHOLE, 24)
        assert image is not None
        assert image.pixels == b"\x01\x02\x03\x80" * 6
