"""What every core that shows images does with them, and with those that are meant to harm."""

import functools
import subprocess
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from idea.domain.errors import IdeaError
from idea.domain.image_placeholders import NUMBER_OF_MARK, PLACEHOLDER
from idea.domain.ports.terminal_core import Capability, Screen, ScreenFactory
from idea.domain.ports.terminal_effects import Reply
from idea.domain.ports.terminal_images import ImagePlacement, TerminalImage
from idea.domain.terminal import Size
from idea.infrastructure.screen.png_outline import PngOutline
from idea.infrastructure.screen.select import CORES, select_core
from support.kitty_images import command, in_pieces, png

SIZE = Size(columns=20, rows=6)
CELL = (10, 20)
RED = b"\xff\0\0" * 40 * 40
MARKS = list(NUMBER_OF_MARK)


@functools.cache
def factory_of(core: str) -> ScreenFactory:
    """Return the one factory of a core for who shows screens."""
    return select_core(core, PngOutline())


@pytest.fixture(params=list(CORES))
def screen(request: pytest.FixtureRequest) -> Iterator[Screen]:
    """A core with cells of 10 by 20 pixels, live."""
    try:
        screen = factory_of(str(request.param)).create(SIZE, 50)
    except IdeaError as error:
        pytest.skip(error.sentence)
    if Capability.IMAGES not in screen.capabilities:
        pytest.skip("this core has no images")
    screen.set_cell_pixels(*CELL)
    screen.mute(muted=False)
    yield screen
    screen.close()


def told(screen: Screen, data: bytes) -> bytes:
    """Return what a core answers."""
    return b"".join(effect.data for effect in screen.feed(data) if isinstance(effect, Reply))


def images(screen: Screen) -> tuple[ImagePlacement, ...]:
    return screen.take_frame().images


def first_pixel(image: TerminalImage | None) -> bytes:
    assert image is not None
    return image.pixels[: image.channels]


class TestPlaces:
    def test_an_image_stands_where_the_cursor_was(self, screen: Screen) -> None:
        screen.feed(b"\x1b[2;4H" + command("a=T,f=24,s=40,v=40", RED))
        frame = screen.take_frame()
        (placed,) = frame.images
        assert placed[1:] == (1, 3, 0, 0, 40, 40, (0, 0, 40, 40), 0)
        assert first_pixel(placed.image) == b"\xff\0\0"
        assert frame.cursor[:2] == (2, 7)

    @pytest.mark.parametrize(
        ("form", "channels"), [(24, 3), (32, 4)],
    )  # fmt: skip
    def test_pixels_come_as_they_were_sent(self, screen: Screen, form: int, channels: int) -> None:
        pixels = bytes(range(4 * channels))
        screen.feed(command(f"a=T,f={form},s=2,v=2", pixels))
        image = images(screen)[0].image
        assert image is not None
        assert (image.width, image.height, image.channels, image.pixels) == (2, 2, channels, pixels)

    def test_it_may_be_scaled_to_cells_and_show_a_part(self, screen: Screen) -> None:
        screen.feed(command("a=T,f=24,s=40,v=40,c=6,r=2,x=8,y=4,w=20,h=10,X=3,Y=5,z=-7", RED))
        (placed,) = images(screen)
        assert placed[1:5] == (0, 0, 3, 5)
        assert placed[5:] == (57, 35, (8, 4, 20, 10), -7)

    def test_it_scrolls_with_the_text_and_comes_back(self, screen: Screen) -> None:
        screen.feed(command("a=T,f=24,s=40,v=40", RED) + b"\r\n" * 4)
        assert [placed.row for placed in images(screen)] == [0]
        screen.feed(b"\r\n")
        before = images(screen)
        assert [placed.row for placed in before] == [-1]
        screen.feed(b"\r\n" * 6)
        assert images(screen) == ()
        screen.scroll_by(-7)
        assert [placed.row for placed in images(screen)] == [0]

    def test_it_is_one_object_for_as_long_as_it_is_seen(self, screen: Screen) -> None:
        screen.feed(command("a=T,f=24,s=40,v=40,i=5", RED))
        before = images(screen)
        screen.feed(b"text\r\n")
        assert images(screen)[0].image is before[0].image
        screen.feed(command("a=T,f=24,s=40,v=40,i=5", RED))
        assert images(screen)[-1].image is not before[0].image

    def test_lower_layers_come_first(self, screen: Screen) -> None:
        for layer in (3, -2, 1, -(1 << 30) - 5):
            screen.feed(b"\x1b[H" + command(f"a=T,f=24,s=1,v=1,z={layer}", b"abc"))
        assert [placed.layer for placed in images(screen)] == [-(1 << 30) - 5, -2, 1, 3]

    @pytest.mark.parametrize(
        "erase", [b"\x1b_Ga=d,d=i,i=5\x1b\\", b"\x1b_Ga=d\x1b\\", b"\x1b[2J", b"\x1bc"]
    )
    def test_it_goes_when_it_is_deleted_or_the_screen_cleared(
        self, screen: Screen, erase: bytes
    ) -> None:
        screen.feed(command("a=T,f=24,s=40,v=40,i=5", RED))
        assert len(images(screen)) == 1
        screen.feed(erase)
        assert images(screen) == ()

    def test_each_screen_has_its_own(self, screen: Screen) -> None:
        screen.feed(command("a=T,f=24,s=40,v=40", RED) + b"\x1b[?1049h")
        assert images(screen) == ()
        screen.feed(b"\x1b[?1049l")
        assert len(images(screen)) == 1

    def test_what_is_held_back_is_not_seen(self, screen: Screen) -> None:
        screen.take_frame()
        screen.feed(b"\x1b[?2026h" + command("a=T,f=24,s=40,v=40", RED))
        assert images(screen) == ()
        screen.feed(b"\x1b[?2026l")
        assert len(images(screen)) == 1

    def test_any_cut_of_the_stream_gives_the_same(self, screen: Screen) -> None:
        data = b"ab" + in_pieces("a=T,f=24,s=40,v=40,o=z", zlib.compress(RED), 30) + b"cd"
        for byte in data:
            screen.feed(bytes([byte]))
        (placed,) = images(screen)
        assert placed.image is not None
        assert placed.image.pixels == RED
        assert (placed.row, placed.column) == (0, 2)

    def test_pieces_in_the_text_are_put_together(self, screen: Screen) -> None:
        screen.feed(command("a=T,U=1,f=24,s=40,v=40,c=4,r=2,i=7", RED))
        assert images(screen) == ()
        for row in range(2):
            cells = "".join(PLACEHOLDER + MARKS[row] + MARKS[column] for column in range(4))
            screen.feed(f"\x1b[{row + 2};3H\x1b[38;5;7m{cells}\x1b[m".encode())
        assert [placed[1:] for placed in images(screen)] == [
            (1, 2, 0, 0, 40, 20, (0, 0, 40, 20), 0),
            (2, 2, 0, 0, 40, 20, (0, 20, 40, 20), 0),
        ]

    def test_a_piece_in_the_text_keeps_the_proportions_of_its_image(self, screen: Screen) -> None:
        screen.feed(command("a=T,U=1,f=24,s=40,v=40,c=8,r=2,i=7", RED))
        cells = "".join(PLACEHOLDER + MARKS[1] + MARKS[column] for column in range(8))
        screen.feed(f"\x1b[H\x1b[38;5;7m{cells}\x1b[m".encode())
        (placed,) = images(screen)
        assert placed[1:] == (0, 0, 20, 0, 40, 20, (0, 20, 40, 20), 0)


class TestAfterwards:
    """Pixels are no part of a snapshot; a frame stands where an image stood."""

    def restored(self, screen: Screen) -> Screen:
        made = factory_of("ghostty").restore(screen.native_snapshot(), 50)
        made.set_cell_pixels(*CELL)
        return made

    def test_a_frame_stands_where_an_image_stood(self, screen: Screen) -> None:
        screen.feed(b"\x1b[3;5H" + command("a=T,f=24,s=40,v=40,z=-3", RED) + b"\x1b[1;2Hab")
        before = screen.take_frame()
        made = self.restored(screen)
        after = made.take_frame()
        (one,), (other,) = before.images, after.images
        assert other._replace(image=one.image, source=one.source) == one
        assert first_pixel(other.image) == b"\x80\x80\x80\x24"
        assert (after.cursor, after.rows) == (before.cursor, before.rows)
        made.feed(b"cd\x1b[2J")
        assert made.take_frame().images == ()
        made.close()

    def test_what_is_above_the_page_is_cut_off(self, screen: Screen) -> None:
        screen.feed(command("a=T,f=24,s=40,v=60", RED + RED[:2400]) + b"\r\n" * 5)
        screen.scroll_by(-1)
        made = self.restored(screen)
        assert [(placed.row, placed.height) for placed in images(made)] == [(0, 20)]
        made.close()

    @pytest.mark.parametrize(
        "state",
        [b"x" * 20, b"\x1b[2;4r\x1b[?6h\x1b[2;2H", b"\x1b[3;3H\x1b]0;unfinished", b"\xe2\x94"],
    )
    def test_where_the_cursor_cannot_come_back_there_is_none(
        self, screen: Screen, state: bytes
    ) -> None:
        screen.feed(command("a=T,f=24,s=40,v=40,C=1", RED) + state)
        made = self.restored(screen)
        for each in (screen, made):
            each.feed(b"\x94\x80y\x07z")
        assert made.take_frame().rows == screen.take_frame().rows
        made.close()

    def test_damaged_notes_of_images_do_no_harm(self, screen: Screen) -> None:
        screen.feed(command("a=T,f=24,s=40,v=40", RED) + b"text")
        snapshot = screen.native_snapshot()
        at, rows = snapshot.index(b"IdeA images"), screen.take_frame().rows
        for damage in (b"", b"\xff", b"\xff" * 12, b"\xff" * 13):
            part = damage + len(damage).to_bytes(4) + b"IdeA images"
            made = factory_of("ghostty").restore(snapshot[: at - 16] + part, 50)
            assert made.take_frame().rows == rows
            made.close()

    def test_who_shows_no_screens_reads_no_images(self) -> None:
        made = select_core("ghostty").create(SIZE, 50)
        made.feed(command("a=T,f=24,s=40,v=40", RED))
        assert made.take_frame().images == ()
        assert b"IdeA images" in made.native_snapshot()
        made.close()


class TestAnswers:
    @pytest.mark.parametrize(
        ("keys", "data", "answer"),
        [
            ("a=q,i=31,s=1,v=1,f=24", b"abc", b"OK"),
            ("a=q,i=31,s=1,v=1,f=24,o=z", zlib.compress(b"abc"), b"OK"),
            ("a=q,i=31,f=100", png(3, 2), b"OK"),
            ("a=q,i=31,f=100", png(3, 2)[:-30], b"EINVAL"),
            ("a=q,i=31,s=1,v=1,f=24,t=f", b"/etc/hostname", b"EINVAL: unsupported medium"),
            ("a=q,i=31,s=1,v=1,f=24,t=t", b"/tmp/tty-graphics-protocol", b"EINVAL: unsupported"),
            ("a=q,i=31,s=1,v=1,f=24,t=s", b"/shared", b"EINVAL: unsupported medium"),
            ("a=p,i=9", b"", b"ENOENT"),
        ],
    )
    def test_a_question_gets_the_truth(
        self, screen: Screen, keys: str, data: bytes, answer: bytes
    ) -> None:
        assert told(screen, command(keys, data)).partition(b";")[2].startswith(answer)
        assert images(screen) == ()

    def test_who_wants_no_images_promises_none(self, screen: Screen) -> None:
        screen.limit_images(0)
        assert told(screen, command("a=q,i=31,s=1,v=1,f=24", b"abc")) == b""
        screen.feed(command("a=T,f=24,s=40,v=40", RED) + b"x")
        frame = screen.take_frame()
        assert (frame.images, frame.rows[0].text) == ((), "x")

    def test_muted_nothing_is_answered(self, screen: Screen) -> None:
        screen.mute(muted=True)
        assert told(screen, command("a=T,i=4,f=24,s=40,v=40", RED)) == b""
        assert len(images(screen)) == 1


class TestHarm:
    @pytest.mark.parametrize(
        ("keys", "data"),
        [
            ("a=T,i=4,f=32,s=100000,v=100000", b"abc"),
            ("a=T,i=4,f=32,s=4294967295,v=4294967295", b"abc"),
            ("a=T,i=4,f=32,s=100,v=100", b"abc"),
            ("a=T,i=4,f=32,s=0,v=0", b""),
            ("a=T,i=4,f=32,s=10,v=10,o=z", zlib.compress(bytes(30 << 20))),
            ("a=T,i=4,f=32,s=10,v=10,o=z", zlib.compress(bytes(400))[:-9]),
            ("a=T,i=4,f=100", png(3, 2, claimed=(3, 0xFFFFFFFF))),
            ("a=T,i=4,f=100", b"no picture"),
            ("a=T,i=4,f=100", png(2, 2, claimed=(20_000, 20_000))),
            ("a=T,i=4,f=24,s=2000,v=2000", bytes(12_000_000)),
        ],
    )
    def test_a_harmful_image_is_refused_and_the_next_one_shown(
        self, screen: Screen, keys: str, data: bytes
    ) -> None:
        screen.limit_images(8 << 20)
        answer = told(screen, in_pieces(keys, data, 1 << 16))
        assert answer.startswith((b"\x1b_Gi=4;EINVAL", b"\x1b_Gi=4;ENOMEM", b"\x1b_Gi=4;ENOSPC"))
        assert images(screen) == ()
        screen.feed(command("a=T,f=24,s=40,v=40", RED))
        assert len(images(screen)) == 1

    def test_the_oldest_images_make_room(self, screen: Screen) -> None:
        screen.limit_images(5 << 20)
        for number in range(1, 5):
            screen.feed(
                b"\x1b[H" + in_pieces(f"a=T,q=2,i={number},f=32,s=512,v=1024", bytes(2 << 20))
            )
        kept = [told(screen, command(f"a=p,i={number}")) for number in (1, 4)]
        assert b"ENOENT" in kept[0]
        assert b"OK" in kept[1]

    def test_far_too_many_places_are_taken_away(self, screen: Screen) -> None:
        """Each costs more than the one before, and the core is not the only one that waits."""
        screen.feed(command("a=T,i=1,p=1,f=24,s=1,v=1", b"abc"))
        for first in range(0, 9000, 500):
            places = range(first + 2, first + 502)
            screen.feed(b"".join(b"\x1b_Ga=p,i=1,p=%d,q=2\x1b\\" % place for place in places))
        kept = told(screen, command("a=p,i=1,p=99999"))
        assert kept.endswith(b";OK\x1b\\")
        assert len(images(screen)) == 1

    def test_many_pictures_in_one_place_stay(self, screen: Screen) -> None:
        for _ in range(10):
            screen.feed(command("a=T,i=1,p=1,f=24,s=1,v=1,q=2", b"abc") * 500)
        assert len(images(screen)) == 1

    @pytest.mark.skipif(sys.platform != "linux", reason="Linux alone tells the most it ever took.")
    def test_an_image_that_never_ends_takes_no_more_than_the_limit(self) -> None:
        """In a process of its own: what a process took at its worst is never told again."""
        script = (
            "from pathlib import Path\n"
            "from idea.infrastructure.screen.select import select_core\n"
            "from idea.domain.terminal import Size\n"
            "from support.kitty_images import command, in_pieces\n"
            "import zlib\n"
            "def most_mib():\n"
            "    told = Path('/proc/self/status').read_text().partition('VmHWM:')[2]\n"
            "    return int(told.split()[0]) >> 10\n"
            "screen = select_core().create(Size(columns=20, rows=6), 50)\n"
            "screen.limit_images(8 << 20)\n"
            "screen.feed(command('a=T,f=32,s=10,v=10,o=z', zlib.compress(bytes(1 << 20))))\n"
            "before = most_mib()\n"
            "screen.feed(command('a=T,f=32,s=5000,v=5000,m=1'))\n"
            "piece = command('m=1', bytes(1 << 20))\n"
            "for _ in range(60): screen.feed(piece)\n"
            "screen.feed(command('m=0'))\n"
            "bomb = zlib.compressobj(9)\n"
            "data = b''.join(bomb.compress(bytes(1 << 20)) for _ in range(100)) + bomb.flush()\n"
            "screen.feed(in_pieces('a=T,f=32,s=5000,v=5000,o=z', data))\n"
            "print(most_mib() - before)\n"
        )
        tests = Path(__file__).parents[1]
        run = subprocess.run(
            [sys.executable, "-c", script],
            env={"PYTHONPATH": f"{tests}:{tests.parent / 'src'}"},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert int(run.stdout) < 40, run.stderr
