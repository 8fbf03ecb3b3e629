"""Pixels of images: where they are drawn, what covers what, and what they may take."""

import random
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from idea.domain.image_placeholders import PLACEHOLDER
from idea.domain.ports.terminal_core import PLAIN, Row, Run, Screen, Style, true_color
from idea.domain.ports.terminal_images import ImagePlacement, TerminalImage
from idea.domain.terminal import Size
from idea.infrastructure.screen.select import select_core
from idea.presentation.desktop.terminal.image_strips import StripPainter, strips_by_row
from idea.presentation.desktop.terminal.look import TerminalColors
from idea.presentation.desktop.terminal.metrics import CellMetrics, FontChoice, cell_metrics
from idea.presentation.desktop.terminal.painter import GridPainter
from idea.presentation.desktop.terminal.qt_pngs import QtPngs
from support.kitty_images import command
from support.terminal import a_frame, a_row

THEME = TerminalColors()
GREEN = 0x00C800
BELOW_GROUNDS = -(1 << 30) - 1


@pytest.fixture
def metrics(qapp: QApplication) -> CellMetrics:
    del qapp
    return cell_metrics(FontChoice("JetBrains Mono", 13, 18, 1.0))


@pytest.fixture
def screen() -> Iterator[Screen]:
    screen = select_core(pngs=QtPngs()).create(Size(columns=10, rows=5), 100)
    screen.set_cell_pixels(8, 18)
    yield screen
    screen.close()


def an_image(width: int = 16, height: int = 36, channels: int = 3) -> TerminalImage:
    pixel = {1: b"\x80", 2: b"\x80\xff", 3: b"\0\xc8\0", 4: b"\0\xc8\0\xff"}[channels]
    return TerminalImage(width, height, channels, pixel * width * height)


def placed(
    image: TerminalImage | None, row: int = 1, column: int = 2, **more: object
) -> ImagePlacement:
    size = (image.width, image.height) if image is not None else (16, 36)
    usual = ImagePlacement(image, row, column, 0, 0, *size, (0, 0, *size))
    return usual._replace(**more)  # type: ignore[arg-type]


def painted(metrics: CellMetrics, *images: ImagePlacement, text: str = "") -> GridPainter:
    painter = GridPainter(metrics, THEME)
    rows = {row: a_row(text) for row in range(5)} if text else {}
    painter.apply(a_frame(rows, columns=10, lines=5)._replace(images=images))
    return painter


def colored(painter: GridPainter, color: int = GREEN) -> tuple[int, int, int, int] | None:
    """Return left, top, right and bottom of all pixels of a colour, both ends inside."""
    image = painter.image
    found = [
        (x, y)
        for x in range(image.width())
        for y in range(image.height())
        if image.pixel(x, y) & 0xFFFFFF == color
    ]
    if not found:
        return None
    xs, ys = zip(*found, strict=True)
    assert len(found) == (max(xs) - min(xs) + 1) * (max(ys) - min(ys) + 1), "not a rectangle"
    return min(xs), min(ys), max(xs), max(ys)


def test_an_image_is_drawn_at_its_cells(metrics: CellMetrics) -> None:
    assert colored(painted(metrics, placed(an_image()))) == (16, 18, 31, 53)
    moved = placed(an_image(), left=3, top=5)
    assert colored(painted(metrics, moved)) == (19, 23, 34, 58)


@pytest.mark.parametrize("channels", [3, 4])
def test_it_is_scaled_to_its_size(metrics: CellMetrics, channels: int) -> None:
    large = placed(an_image(2, 2, channels), width=40, height=50, source=(0, 0, 2, 2))
    assert colored(painted(metrics, large)) == (16, 18, 55, 67)


def test_grey_images_are_grey(metrics: CellMetrics) -> None:
    for channels in (1, 2):
        assert colored(painted(metrics, placed(an_image(channels=channels))), 0x808080) is not None


def test_only_the_wanted_part_is_shown(metrics: CellMetrics) -> None:
    halves = TerminalImage(4, 2, 3, (b"\xff\0\0" * 2 + b"\0\xc8\0" * 2) * 2)
    part = placed(halves, width=20, height=18, source=(2, 0, 2, 2))
    painter = painted(metrics, part)
    assert colored(painter) == (16, 18, 35, 35)
    assert colored(painter, 0xFF0000) is None


@pytest.mark.parametrize(
    ("row", "column", "expected"),
    [(-1, 0, (0, 0, 15, 17)), (4, 0, (0, 72, 15, 89)), (0, 9, (72, 0, 79, 35)), (5, 0, None)],
)
def test_it_is_clipped_at_the_view(
    metrics: CellMetrics, row: int, column: int, expected: tuple[int, int, int, int] | None
) -> None:
    assert colored(painted(metrics, placed(an_image(), row, column))) == expected


@pytest.mark.parametrize(
    "nothing", [{"width": 0}, {"height": 0}, {"source": (0, 0, 0, 9)}, {"source": (3, 3, 9, 0)}]
)
def test_nothing_of_an_image_is_nothing(metrics: CellMetrics, nothing: dict[str, object]) -> None:
    assert painted(metrics, placed(an_image(), **nothing)).image == painted(metrics).image


def test_what_is_transparent_shows_what_is_behind(metrics: CellMetrics) -> None:
    clear = TerminalImage(16, 36, 4, b"\xff\0\0\0" * 16 * 36)
    assert painted(metrics, placed(clear)).image == painted(metrics).image


@pytest.mark.parametrize(
    ("layer", "text_shows", "ground_shows"),
    [(0, False, False), (-1, True, False), (BELOW_GROUNDS, True, True)],
)
def test_layers(metrics: CellMetrics, layer: int, *, text_shows: bool, ground_shows: bool) -> None:
    blue = true_color(0, 0, 200)
    row = Row((Run(0, 10, "██████████", Style(background=blue, foreground=true_color(9, 9, 9))),))
    painter = GridPainter(metrics, THEME)
    image = placed(an_image(), 0, 0, layer=layer)
    painter.apply(a_frame({0: row}, columns=10, lines=5)._replace(images=(image,)))
    assert (painter.image.pixel(4, 9) & 0xFFFFFF == 0x090909) is text_shows
    blank = row._replace(runs=(Run(0, 10, " " * 10, Style(background=blue)),))
    painter.apply(a_frame({0: blank}, columns=10, lines=5)._replace(images=(image,)))
    assert (painter.image.pixel(4, 9) & 0xFFFFFF == 0x0000C8) is ground_shows
    assert painter.image.pixel(4, 20) & 0xFFFFFF == GREEN, "the screen's own ground lets it through"


def test_it_goes_without_a_trace(metrics: CellMetrics) -> None:
    painter = painted(metrics, placed(an_image()), text="some text")
    painter.apply(a_frame({}, columns=10, lines=5, full=False))
    assert painter.image == painted(metrics, text="some text").image


def test_rows_without_an_image_are_not_painted_for_it(metrics: CellMetrics) -> None:
    painter = painted(metrics, text="some text")
    before = painter.painted_rows
    frame = a_frame({}, columns=10, lines=5, full=False)._replace(images=(placed(an_image()),))
    assert painter.apply(frame) == (1, 2)
    assert painter.apply(frame) == ()
    assert painter.painted_rows - before == 2


def test_a_lost_image_is_a_calm_frame(metrics: CellMetrics) -> None:
    image = painted(metrics, placed(None)).image
    inside = {image.pixel(x, y) & 0xFFFFFF for x in range(17, 31) for y in range(19, 53)}
    line = {image.pixel(x, 18) & 0xFFFFFF for x in range(16, 32)}
    assert (len(inside), len(line), len(inside | line | {THEME.background})) == (1, 1, 3)
    assert image == painted(metrics, placed(TerminalImage(16, 36, 4, b""))).image


def test_text_that_stands_for_an_image_is_never_seen_as_text(metrics: CellMetrics) -> None:
    row = Row((Run(0, 1, PLACEHOLDER + "\u0305\u0305", PLAIN), Run(1, 2, PLACEHOLDER * 2, PLAIN)))
    painter = GridPainter(metrics, THEME)
    painter.apply(a_frame({0: row}, columns=10, lines=5))
    calm = {painter.image.pixel(x, y) & 0xFFFFFF for x in range(24) for y in range(18)}
    assert len(calm) == 1
    assert calm != {THEME.background}
    clear = TerminalImage(24, 18, 4, b"\0\0\0\0" * 24 * 18)
    image = placed(clear, 0, 0)
    painter.apply(a_frame({0: row}, columns=10, lines=5)._replace(images=(image,)))
    assert painter.image.pixel(5, 5) & 0xFFFFFF == THEME.background


@pytest.mark.slow
def test_damage_paints_what_a_full_repaint_would(metrics: CellMetrics, screen: Screen) -> None:
    chance = random.Random(5)
    image = b"".join(bytes((x * 3 & 255, x & 255, 90, 255 - x % 50)) for x in range(20 * 30))
    tokens = (
        b"hello ", b"\r\n", b"\x1b[44m", b"\x1b[m", b"\x1b[H", b"\x1b[2J", b"\x1bM", "好".encode(),
        command("a=T,f=32,s=20,v=30", image), command("a=T,f=32,s=20,v=30,z=-1,c=4,r=2", image),
        command("a=T,f=32,s=20,v=30,X=3,Y=7", image), b"\x1b_Ga=d\x1b\\", b"\x1b[3;3H",
        command(f"a=T,f=32,s=20,v=30,z={BELOW_GROUNDS}", image), b"\x1b[L", b"\x1b[?1049h",
        b"\x1b[?1049l",
    )  # fmt: skip
    incremental = GridPainter(metrics, THEME)
    rows: dict[int, Row] = {}
    drawn = 0
    for step in range(150):
        screen.feed(b"".join(chance.choices(tokens, k=chance.randint(1, 6))))
        if step % 5 == 0:
            screen.scroll_by(chance.randint(-4, 4))
        frame = screen.take_frame()
        drawn += len(frame.images)
        incremental.apply(frame)
        rows.update(frame.rows)
        whole = GridPainter(metrics, THEME)
        whole.apply(frame._replace(rows=rows, full=True))
        assert incremental.image == whole.image, f"step {step}"
    assert drawn > 50


def test_scaled_pictures_are_kept_within_a_limit(qapp: QApplication) -> None:
    del qapp
    surface = QImage(64, 18, QImage.Format.Format_RGB32)
    strips = StripPainter(most_bytes=10_000)
    painter = QPainter(surface)
    for width in range(1, 60):
        one = placed(an_image(2, 2), 0, 0, width=width, height=18, source=(0, 0, 2, 2))
        strips.draw(painter, strips_by_row((one,), 1, 18)[0], 0, (8, 18))
        assert strips.kept_bytes <= 10_000
    painter.end()
    assert strips.kept_bytes > 0


def test_what_was_scaled_does_not_keep_its_image(qapp: QApplication) -> None:
    del qapp
    surface, strips = QImage(64, 18, QImage.Format.Format_RGB32), StripPainter()
    image = an_image(64, 64)
    gone = weakref.ref(image)
    for width in (5, 9):
        one = placed(image, 0, 0, width=width, height=18)
        painter = QPainter(surface)
        strips.draw(painter, strips_by_row((one,), 1, 18)[0], 0, (8, 18))
        painter.end()
    del image, one
    assert gone() is None


def test_a_picture_shown_larger_than_any_screen_is_not_kept(qapp: QApplication) -> None:
    del qapp
    surface = QImage(64, 18, QImage.Format.Format_RGB32)
    strips = StripPainter()
    huge = placed(an_image(2, 2), 0, 0, width=20_000, height=90_000, source=(0, 0, 2, 2))
    painter = QPainter(surface)
    strips.draw(painter, strips_by_row((huge,), 1, 18)[0], 0, (8, 18))
    painter.end()
    assert strips.kept_bytes == 0
    assert surface.pixel(30, 9) & 0xFFFFFF == GREEN
