"""A terminal without autowrap that takes another size lives on, and stays without autowrap."""

import pytest

from idea.domain.errors import IdeaError
from idea.domain.ports.terminal_effects import Reply
from idea.domain.terminal import Size
from idea.infrastructure.screen.select import select_core
from support import fuzz_twins
from support.fuzz_cases import Case, Step
from support.fuzz_hunt import judged

SIZE, WIDER = Size(columns=80, rows=24), Size(columns=120, rows=40)
LINK = b"\x1b]8;;http://h\x1b\\"
NO_AUTOWRAP = b"\x1b[?7l"


@pytest.fixture(autouse=True, scope="module")
def _cores() -> None:
    try:
        fuzz_twins.load()
    except IdeaError as error:
        pytest.skip(error.sentence)


@pytest.mark.posix
@pytest.mark.parametrize("enter", [b"", b"\x1b[?1049h"])
def test_a_page_used_again_and_full_of_links_kills_no_core(enter: bytes) -> None:
    """600 lines come round to the first page, and 103 linked cells make it grow."""
    printed = enter + b"\n" * 650 + LINK + b"x" * 110 + NO_AUTOWRAP + b"\x1b[H"
    grow = Step("resize", numbers=(WIDER.columns, WIDER.rows))
    assert judged(Case("ghostty", SIZE, 0, 7, (Step("feed", printed), grow))) is None


@pytest.mark.parametrize("switch", ["l", "h"])
def test_autowrap_is_afterwards_what_it_was(switch: str) -> None:
    screen = select_core("ghostty").create(SIZE, 100)
    screen.mute(muted=False)
    screen.feed(f"\x1b[?7{switch}".encode())
    screen.resize(WIDER)
    told = screen.feed(b"\x1b[?7$p")
    assert [each.data for each in told if isinstance(each, Reply)] == [
        b"\x1b[?7;2$y" if switch == "l" else b"\x1b[?7;1$y"
    ]
    screen.close()
