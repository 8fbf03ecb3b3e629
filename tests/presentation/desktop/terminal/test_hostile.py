"""Every recorded attack through our own seams: the feed, its replies, and all that leaves it.

The cores alone are judged in `tests/contracts/test_terminal_core.py`.
"""

import json
import os
import re
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from fakes.terminal_link import FakeTerminalLinks
from idea.domain.errors import ProcessError
from idea.domain.ids import SessionId
from idea.domain.links import FileTarget, Target, WebTarget, target_of
from idea.domain.ports.terminal_core import Frame, Modes, ScreenFactory
from idea.domain.ports.terminal_effects import ClipboardWritten, Notified, TitleChanged
from idea.domain.stream.messages import Acknowledged, Input, ReplySent
from idea.domain.terminal import Size
from idea.domain.visible import visible
from idea.infrastructure.screen.select import select_core, select_input_encoders
from idea.presentation.desktop.terminal.feed import TerminalFeed
from idea.presentation.desktop.terminal.feed_events import CopyTarget, FeedEvent, TextCopied
from idea.presentation.desktop.terminal.link_hover import link_at
from idea.presentation.desktop.terminal.look import TerminalColors
from idea.presentation.desktop.terminal.metrics import FontChoice, cell_metrics
from idea.presentation.desktop.terminal.painter import GridPainter
from idea.presentation.desktop.terminal.program_input import ProgramInput
from idea.presentation.desktop.viewmodels.session_news import SessionNews
from support.terminal import Heard

DATA = Path(os.environ.get("IDEA_TEST_DATA", ""), "hostile.jsonl")
SIZE = Size(columns=80, rows=24)
LAWFUL = re.compile(rb"(\x1b[\[P\]_>][\x20-\x7e]*(\x1b\\)?)*")
WITHIN_S = 60.0
CHUNK = 64 << 10
MOST_BYTES = 1 << 20
"""Of one repeated part; the cores alone get all of it."""
SPECIAL = re.compile(r"(PASTE|AGENTTEXT|NAME|SPLIT):")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not DATA.is_file(), reason="IDEA_TEST_DATA names no folder"),
    pytest.mark.usefixtures("qapp"),
]


def raw(escaped: str) -> bytes:
    return escaped.encode().decode("unicode_escape").encode("latin-1")


def cases() -> list[dict[str, Any]]:
    lines = DATA.read_text("utf-8").splitlines() if DATA.is_file() else []
    return [json.loads(line) for line in lines]


ON_THE_STREAM = [case for case in cases() if not SPECIAL.match(case["segments"][0][0])]


class Attacked:
    """A feed on the real core, and what leaves it."""

    def __init__(self, screens: ScreenFactory) -> None:
        self.links = FakeTerminalLinks()
        self.heard: Heard[FeedEvent] = Heard()
        self.feed = TerminalFeed(
            session=SessionId("s1"),
            links=self.links,
            screens=screens,
            scrollback_lines=1_000,
            deliver=self.heard,
        )
        self.feed.start(SIZE)
        self.wait(lambda: bool(self.links.made), "the attach")
        self.link = self.links.last
        self.link.accept(SIZE)
        self.feed.want_frame()

    def wait(self, done: Callable[[], bool], what: str) -> None:
        until = time.monotonic() + WITHIN_S
        while not done():
            assert time.monotonic() < until, what
            threading.Event().wait(0.001)

    def parsed(self) -> bool:
        seqs = [one.seq for one in list(self.link.sent) if isinstance(one, Acknowledged)]
        return bool(seqs) and seqs[-1] >= self.link.seq

    def attack(self, segments: list[tuple[str, int]]) -> None:
        for escaped, count in segments:
            data = raw(escaped)
            left = min(count, MOST_BYTES // len(data) + 1)
            while left:
                now = min(left, max(CHUNK // len(data), 1))
                self.link.output(data * now)
                left -= now
        self.wait(self.parsed, "everything to be parsed")

    @property
    def replies(self) -> bytes:
        return b"".join(one.data for one in self.link.sent if isinstance(one, ReplySent))

    def text(self) -> str:
        self.feed.select_all()
        self.feed.copy(CopyTarget.CLIPBOARD)
        copied = self.heard.wait_for(lambda event: isinstance(event, TextCopied))
        assert isinstance(copied, TextCopied)
        return copied.text

    def frame(self) -> Frame:
        self.feed.want_frame()
        self.heard.wait_until(lambda: any(isinstance(one, Frame) for one in self.heard.events))
        return [one for one in self.heard.events if isinstance(one, Frame)][-1]

    def told[Event](self, kind: type[Event]) -> list[Event]:
        return [event for event in self.heard.events if isinstance(event, kind)]

    def close(self) -> None:
        self.feed.stop()
        assert self.feed.join()


@pytest.fixture(scope="module")
def screens() -> ScreenFactory:
    try:
        return select_core("ghostty")
    except ProcessError as error:
        pytest.skip(error.sentence)


@pytest.fixture
def attacked(screens: ScreenFactory) -> Iterator[Attacked]:
    made = Attacked(screens)
    yield made
    made.close()


def check_what_leaves(attacked: Attacked) -> None:
    """Nothing that leaves the feed can do anything by being shown, logged or written on."""
    assert LAWFUL.fullmatch(attacked.replies), attacked.replies[:200]
    for title in attacked.told(TitleChanged):
        assert title.title.isprintable(), title
        assert len(visible(title.title)) <= 256
    for said in attacked.told(Notified):
        assert (said.title + said.body).isprintable(), said
    news = SessionNews(lambda: None)
    for copy in attacked.told(ClipboardWritten):
        assert news.take("s1", copy, attended=True) == "", "it asks first"
    assert all(isinstance(target, WebTarget | FileTarget | None) for target in links(attacked))


def links(attacked: Attacked) -> list[Target | None]:
    """Return where every cell leads."""
    grid = GridPainter(
        cell_metrics(FontChoice("JetBrains Mono", 13.0, 18.0, 1.0)), TerminalColors()
    )
    for frame in attacked.told(Frame):
        grid.apply(frame)
    cells = ((row, column) for row in range(grid.size.rows) for column in range(0, 80, 1))
    return [link.target for cell in cells if (link := link_at(grid, *cell)) is not None]


@pytest.mark.parametrize("case", ON_THE_STREAM, ids=lambda case: case["id"])
def test_an_attack_on_the_stream_does_no_harm(attacked: Attacked, case: dict[str, Any]) -> None:
    check = case["check"]
    attacked.attack(case["segments"])
    assert attacked.frame().size == SIZE
    if "reply_equals" in check:
        assert attacked.replies.decode("latin-1") == check["reply_equals"]
    for text in check.get("reply_excludes", []):
        assert text.encode() not in attacked.replies
    if "text_contains" in check:
        assert check["text_contains"] in attacked.text()
    for path in check.get("file_absent", []):
        assert not Path(path).exists()
    check_what_leaves(attacked)


@pytest.mark.parametrize("bracketed", [False, True])
def test_attacks_by_paste_type_text_and_nothing_else(bracketed: bool) -> None:
    encoder = select_input_encoders().create_encoder()
    judged = 0
    for case in cases():
        escaped = case["segments"][0][0]
        if not escaped.startswith(("PASTE:", "AGENTTEXT:")):
            continue
        sent: list[Input] = []
        program = ProgramInput(encoder=encoder, send=sent.append, refused=pytest.fail)
        program.set_modes(Modes(bracketed_paste=bracketed))
        program.allow(1 << 20)
        text = raw(escaped.partition(":")[2]).decode("utf-8", "replace")
        program.paste(text)
        data = b"".join(one.data for one in sent)
        inside = data.removeprefix(b"\x1b[200~").removesuffix(b"\x1b[201~").decode()
        assert not {char for char in inside if char < " " or "\x7f" <= char <= "\x9f"} - set(
            "\t\n\r"
        )
        for excluded in case["check"].get("sent_excludes", []):
            assert raw(excluded) not in data
        judged += 1
    assert judged >= 3


def test_a_stream_cut_anywhere_gives_the_same_screen(screens: ScreenFactory) -> None:
    (case,) = [one for one in cases() if one["segments"][0][0].startswith("SPLIT:")]
    data = raw(case["segments"][0][0].partition(":")[2])
    whole = screens.create(SIZE, 10)
    whole.feed(data)
    expected = whole.rows(0, 24)
    whole.close()
    for cut in range(len(data) + 1):
        core = screens.create(SIZE, 10)
        core.feed(data[:cut])
        core.feed(data[cut:])
        assert core.rows(0, 24) == expected, cut
        core.close()


def test_every_link_of_the_attacks_is_on_the_short_list_or_inert() -> None:
    uris = [
        found.decode("latin-1")
        for case in cases()
        for escaped, _ in case["segments"]
        for found in re.findall(rb"\x1b\]8;[^;]*;([^\x07\x1b]+)", raw(escaped))
    ]
    assert len(uris) >= 3
    allowed = {uri for uri in uris if target_of(uri) is not None}
    assert allowed == {"file:///tmp/x.desktop"}
    assert isinstance(target_of("file:///tmp/x.desktop"), FileTarget), "it opens in an editor only"
