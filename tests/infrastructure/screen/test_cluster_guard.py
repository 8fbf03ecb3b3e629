"""A cluster that becomes wide where no line follows kills no core, and loses no character."""

import pytest

from idea.domain.errors import IdeaError
from idea.domain.ports.terminal_core import Screen
from idea.domain.terminal import Size
from idea.infrastructure.screen.ghostty.cluster_guard import joining
from idea.infrastructure.screen.select import select_core
from support import fuzz_twins
from support.fuzz_cases import Case, Step
from support.fuzz_hunt import judged

SIZE = Size(columns=20, rows=5)
HEART_ON_FIRE = "❤\u200d🔥"
CONJUNCT = "क\u094dष"
PLACES = {
    "below a region": b"\x1b[1;3r\x1b[5;20H",
    "below a region of the alternate screen": b"\x1b[?1049h\x1b[1;3r\x1b[5;20H",
    "beside margins": b"\x1b[?69h\x1b[2;10s\x1b[5;20H",
    "at a margin, below a region": b"\x1b[?69h\x1b[2;10s\x1b[1;3r\x1b[5;10H",
    "of a cursor put back": b"\x1b[1;3r\x1b[5;20H%b\x1b7\x1b[H\x1b8",
}


@pytest.fixture(autouse=True, scope="module")
def _cores() -> None:
    try:
        fuzz_twins.load()
    except IdeaError as error:
        pytest.skip(error.sentence)


def a_screen(size: Size = SIZE) -> Screen:
    return select_core("ghostty").create(size, 100)


def shown(screen: Screen) -> str:
    return "".join(row.text for row in screen.take_frame().rows.values())


@pytest.mark.posix
@pytest.mark.parametrize("cuts", [0, 7])
@pytest.mark.parametrize(
    "cluster", [HEART_ON_FIRE, CONJUNCT, "a\u0301\u0903", "\u0600\u0600\u4e2d"]
)
@pytest.mark.parametrize("place", PLACES)
def test_it_kills_no_core_and_shows_the_same_wherever_it_is_cut(
    place: str, cluster: str, cuts: int
) -> None:
    where = PLACES[place]
    *marks, last = cluster
    begun = "".join(marks).encode()
    data = where % begun if b"%" in where else where + begun
    whole = (Step("feed", data + last.encode() + b"x"),)
    assert judged(Case("ghostty", SIZE, 100, cuts, whole)) is None
    if place != "at a margin, below a region":  # That the cursor waits there is in no snapshot.
        restored = (Step("feed", data), Step("native"), Step("feed", last.encode() + b"x"))
        assert judged(Case("ghostty", SIZE, 0, cuts, restored)) is None


@pytest.mark.posix
def test_the_smallest_case_that_was_found_kills_no_core() -> None:
    data = b"\x1b[?69h\n\x1b[2sabcdef" + "\u094d\u0937".encode()
    case = Case("ghostty", Size(columns=6, rows=1), 100, 0, (Step("feed", data),))
    assert judged(case) is None


def test_no_character_of_it_is_lost() -> None:
    screen = a_screen()
    screen.feed(PLACES["below a region"] + HEART_ON_FIRE.encode())
    assert shown(screen).replace(" ", "") == "🔥❤\u200d"


@pytest.mark.parametrize("place", [b"\x1b[5;20H", b"\x1b[1;3r\x1b[4;20H", b"\x1b[1;3r\x1b[3;20H"])
def test_where_a_line_follows_it_stays_whole(place: bytes) -> None:
    screen = a_screen()
    screen.feed(place + HEART_ON_FIRE.encode())
    assert HEART_ON_FIRE in shown(screen)


def test_clusters_are_joined_as_before_after_one_was_not() -> None:
    screen = a_screen()
    screen.feed(PLACES["below a region"] + (CONJUNCT + "\x1b[H" + CONJUNCT).encode())
    assert CONJUNCT in shown(screen)


@pytest.mark.slow
@pytest.mark.parametrize("letter", ["a", "\u0600"])
def test_whatever_leaves_a_cluster_narrow_is_known_to_be_a_mark(letter: str) -> None:
    screen = a_screen()
    screen.feed(b"\x1b[H" + letter.encode())
    narrow = screen.take_frame().cursor.column
    missed = []
    for code in (*range(0x100, 0x3300), *range(0xA640, 0xAC00), *range(0xFB00, 0x12000)):
        text = (letter + chr(code)).encode()
        screen.feed(b"\x1b[H" + text)
        if screen.take_frame().cursor.column <= narrow and len(text) not in dict(
            joining(text + "中".encode())
        ):
            missed.append(hex(code))
    assert missed == []
