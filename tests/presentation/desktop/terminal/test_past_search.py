"""What a full-screen program has shown is found in its log, picture by picture."""

import pytest

from fakes.text_search import FakeTextSearch
from idea.domain.errors import ProcessError
from idea.domain.ports.terminal_core import Modes, ScreenFactory
from idea.domain.search import SearchQuery
from idea.domain.stream.records import Framed, Output, Resize
from idea.domain.terminal import Size
from idea.infrastructure.screen.select import select_core
from idea.presentation.desktop.terminal import past_search
from idea.presentation.desktop.terminal.past_search import MOST_PICTURES, PastSearch

SIZE = Size(columns=40, rows=10)
ENTER, LEAVE = b"\x1b[?1049h", b"\x1b[?1049l"


@pytest.fixture(scope="module")
def screens() -> ScreenFactory:
    try:
        return select_core("ghostty")
    except ProcessError as error:
        pytest.skip(error.sentence)


def a_search(screens: ScreenFactory, text: str, *, word: bool = True) -> PastSearch:
    matcher = FakeTextSearch().matcher(SearchQuery(text=text, word=word))
    return PastSearch(screens, matcher, SIZE)


def told(search: PastSearch, *outputs: bytes) -> list[str]:
    """Retell outputs, one a second; return the first line of every picture found."""
    search.retell(Framed(at, at + 1, at * 1000, Output(data)) for at, data in enumerate(outputs))
    search.close()
    return [picture.rows[0].text for picture in search.pictures]


def page(number: int) -> bytes:
    return b"\x1b[H\x1b[2Jpage %d\r\n" % number + b"text that fills it\r\n" * 5


def test_one_page_of_three_hundred_is_found(screens: ScreenFactory) -> None:
    search = a_search(screens, "page 3")
    assert told(search, ENTER, b"".join(map(page, range(1, 301)))) == ["page 3"]
    (picture,) = search.pictures
    assert picture.hits == ((0, 0, 6),)
    frame = picture.frame(Modes())
    assert (frame.size, frame.full, len(frame.rows)) == (SIZE, True, 10)


def test_a_picture_that_stays_counts_once_and_again_when_it_comes_back(
    screens: ScreenFactory,
) -> None:
    search = a_search(screens, "page 3")
    pages = [page(3), b"\x1b[9;1Hmore", page(4), page(3), page(5)]
    assert told(search, ENTER, *pages) == ["page 3", "page 3"]
    assert [picture.at_ms for picture in search.pictures] == [1000, 4000]


def test_the_ordinary_screen_is_left_to_its_scrollback(screens: ScreenFactory) -> None:
    search = a_search(screens, "page 3")
    assert told(search, page(3), ENTER + page(4) + LEAVE, page(3)) == []


def test_a_frame_is_looked_at_when_it_is_whole(screens: ScreenFactory) -> None:
    search = a_search(screens, "page", word=True)
    half = b"\x1b[?2026h\x1b[H\x1b[2J" + b"." * 40 + b"\x1b[Hpage"
    assert told(search, ENTER, half, b" 7 is whole\x1b[?2026l") == ["page 7 is whole" + "." * 25]


def test_the_size_follows_the_log(screens: ScreenFactory) -> None:
    search = a_search(screens, "page 3")
    search.retell([Framed(0, 1, 0, Resize(Size(columns=60, rows=20)))])
    search.retell([Framed(1, 2, 5, Output(ENTER + page(3)))])
    assert [picture.size for picture in search.pictures] == [Size(columns=60, rows=20)]
    assert len(search.pictures[0].rows) == 20
    search.close()


def test_a_closed_search_looks_at_nothing_more(screens: ScreenFactory) -> None:
    search = a_search(screens, "page 3")
    search.close()
    search.close()
    assert told(search, ENTER, page(3)) == []


def test_the_oldest_pictures_are_forgotten(screens: ScreenFactory) -> None:
    search = a_search(screens, "page", word=False)
    told(search, ENTER, b"".join(map(page, range(MOST_PICTURES + 5))))
    assert len(search.pictures) == MOST_PICTURES
    assert search.pictures[0].rows[0].text == "page 5"


def test_pictures_of_many_colours_are_bounded_by_what_they_cost(
    screens: ScreenFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(past_search, "MOST_RUNS", 1_000)
    colours = b"".join(b"\x1b[48;5;%dm." % (at % 256) for at in range(40 * 9))
    search = a_search(screens, "page", word=False)

    told(search, ENTER, *(b"\x1b[H" + colours + b"\x1b[0mpage %d" % n for n in range(9)))

    assert [picture.rows[-1].text for picture in search.pictures] == ["page 7", "page 8"]
    assert 721 <= sum(picture.runs for picture in search.pictures) <= 1_000
