"""Who we are: what programs ask of terminals is answered truthfully, or swallowed without a trace.

One row for each sequence that the AI programs of today were seen to send, and for the queries of
the specifications behind them. Three ways to the program: a view that is shown, with its own
colours and pixels; the screen worker, with those it was told last; and the portable core.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

import pytest

from idea import __version__
from idea.application.worker.kept_screen import Cores, KeptScreen
from idea.domain.ids import ClientId
from idea.domain.ports.terminal_core import DefaultColors, ScreenFactory
from idea.domain.screen_look import ScreenLook, color_of
from idea.domain.stream.messages import (
    Attached,
    EngineMessage,
    HolderChanged,
    Input,
    InputCredit,
    Records,
    ReplySent,
)
from idea.domain.stream.records import Output, encode_frame
from idea.domain.stream.worker_wire import ScreenAsked, ScreenTold
from idea.domain.terminal import Size
from idea.infrastructure.screen.ghostty.factory import GhosttyScreenFactory
from idea.infrastructure.screen.pyte_core.factory import PyteScreenFactory
from idea.infrastructure.screen.select import select_input_encoders
from idea.presentation.desktop.terminal.attached_screen import AttachedScreen

SIZE = Size(100, 30)
ME = ClientId("me")
DARK = ScreenLook(
    DefaultColors(
        color_of("#E7E8EB"), color_of("#131417"), color_of("#4DB6A6"), (color_of("#2A2D33"),)
    ),
    (9, 18),
)
LIGHT = ScreenLook(
    DefaultColors(
        color_of("#1B1D21"), color_of("#FDFDFB"), color_of("#0F766A"), (color_of("#1B1D21"),)
    ),
    (13, 27),
)
"""A view at a scale of one and a half."""
ST: Final = b"\x1b\\"
SILENT: Final = b""


class Row(NamedTuple):
    """What is sent, what comes back, and from the portable core if that is something else."""

    asked: bytes
    answer: bytes
    portable: bytes | None = None


ROWS = (
    # Who are you?
    Row(b"\x1b[c", b"\x1b[?62;22c"),
    Row(b"\x1b[0c", b"\x1b[?62;22c"),
    Row(b"\x1b[>c", b"\x1b[>1;0;0c"),
    Row(b"\x1b[=c", b"\x1bP!|00000000" + ST),
    Row(b"\x1b[>q", f"\x1bP>|IdeA {__version__}".encode() + ST),
    Row(b"\x1b[>0q", f"\x1bP>|IdeA {__version__}".encode() + ST),
    Row(b"\x05", SILENT),
    # Where am I, and are you well?
    Row(b"\x1b[5n", b"\x1b[0n"),
    Row(b"\x1b[6n", b"\x1b[1;2R"),
    Row(b"\x1b[?6n", SILENT, b"\x1b[?1;2R"),
    # Modes (DECRQM).
    Row(b"\x1b[?2026$p", b"\x1b[?2026;2$y"),
    Row(b"\x1b[?2027$p", b"\x1b[?2027;1$y", b"\x1b[?2027;0$y"),
    Row(b"\x1b[?2031$p", b"\x1b[?2031;2$y"),
    Row(b"\x1b[?2031h\x1b[?2031$p", b"\x1b[?2031;1$y"),
    Row(b"\x1b[?2004$p", b"\x1b[?2004;2$y"),
    Row(b"\x1b[?2004h\x1b[?2004$p", b"\x1b[?2004;1$y"),
    Row(b"\x1b[?1016$p", b"\x1b[?1016;2$y"),
    Row(b"\x1b[?1004$p", b"\x1b[?1004;2$y"),
    Row(b"\x1b[?1007$p", b"\x1b[?1007;1$y"),
    Row(b"\x1b[?12$p", b"\x1b[?12;2$y"),
    Row(b"\x1b[?7$p", b"\x1b[?7;1$y"),
    Row(b"\x1b[?9999$p", b"\x1b[?9999;0$y"),
    Row(b"\x1b[4$p", b"\x1b[4;2$y"),
    Row(b"\x1b[20h\x1b[20$p", b"\x1b[20;1$y"),
    # Settings (DECRQSS); what is unknown is refused without being repeated.
    Row(b"\x1bP$qm" + ST, b"\x1bP1$r0m" + ST),
    Row(b"\x1b[1;4;7m\x1bP$qm" + ST, b"\x1bP1$r0;1;4;7m" + ST, b"\x1bP1$r0;1;7;4:1m" + ST),
    Row(b"\x1bP$qr" + ST, b"\x1bP1$r1;30r" + ST),
    Row(b"\x1b[3;9r\x1b[1;2H\x1bP$qr" + ST, b"\x1bP1$r3;9r" + ST),
    Row(b"\x1b[5 q\x1bP$q q" + ST, b"\x1bP1$r5 q" + ST),
    Row(b'\x1bP$q"p' + ST, b"\x1bP0$r" + ST),
    Row(b"\x1bP$qrm -rf" + ST, SILENT, b"\x1bP0$r" + ST),
    # Colours; `{…}` is the view's.
    Row(b"\x1b]10;?\x07", b"\x1b]10;{foreground}" + ST),
    Row(b"\x1b]10;?" + ST, b"\x1b]10;{foreground}" + ST),
    Row(b"\x1b]11;?\x07", b"\x1b]11;{background}" + ST),
    Row(b"\x1b]12;?\x07", b"\x1b]12;{cursor}" + ST),
    Row(b"\x1b]4;0;?\x07", b"\x1b]4;0;{black}" + ST),
    Row(b"\x1b]4;196;?" + ST, b"\x1b]4;196;rgb:ffff/0000/0000" + ST),
    Row(b"\x1b]4;244;?" + ST, b"\x1b]4;244;rgb:8080/8080/8080" + ST),
    Row(b"\x1b]11;#0D1117\x07\x1b]11;?\x07", b"\x1b]11;rgb:0d0d/1111/1717" + ST),
    Row(b"\x1b]10;#F0F6FC\x07\x1b]110;\x07\x1b]10;?\x07", b"\x1b]10;{foreground}" + ST),
    Row(b"\x1b]11;#0D1117\x07\x1b]111;\x07\x1b]11;?\x07", b"\x1b]11;{background}" + ST),
    Row(b"\x1b]12;#ff0000\x07\x1b]112;\x07\x1b]12;?\x07", b"\x1b]12;{cursor}" + ST),
    Row(b"\x1b]12;default\x07", SILENT),
    *(Row(b"\x1b]%d;?\x07" % number, SILENT) for number in range(13, 20)),
    Row(b"\x1b[?996n", b"\x1b[?997;{scheme}n"),
    # Sizes.
    Row(b"\x1b[14t", b"\x1b[4;{height};{width}t"),
    Row(b"\x1b[16t", b"\x1b[6;{cell_height};{cell_width}t"),
    Row(b"\x1b[18t", b"\x1b[8;30;100t"),
    *(Row(b"\x1b[%dt" % number, SILENT) for number in (11, 13, 15, 19, 20, 21)),
    Row(b"\x1b[22;0t\x1b[23;0t", SILENT),
    # Keyboards. The portable core has no kitty protocol and promises none.
    Row(b"\x1b[?u", b"\x1b[?0u", SILENT),
    Row(b"\x1b[>1u\x1b[?u", b"\x1b[?1u", SILENT),
    Row(b"\x1b[>5u\x1b[>7u\x1b[<u\x1b[?u", b"\x1b[?5u", SILENT),
    Row(b"\x1b[>7u\x1b[<1u\x1b[?u", b"\x1b[?0u", SILENT),
    Row(b"\x1b[=1;1u\x1b[?u\x1b[=0;1u", b"\x1b[?1u", SILENT),
    Row(b"\x1b[>4;0m\x1b[>4;1m\x1b[>4;2m\x1b[>4m", SILENT),
    # Capabilities: one string is told by name (XTGETTCAP); images, where they are shown.
    Row(
        b"\x1bP+q4d73" + ST,
        b"\x1bP1+r4D73=5C455D35323B25703125733B25703225735C303037" + ST,
        SILENT,
    ),
    Row(b"\x1bP+q5a5a" + ST, SILENT),
    Row(b"\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA" + ST, b"\x1b_Gi=31;OK" + ST, SILENT),
    Row(b"\x1b_Gi=31337,s=1,v=1,a=q,t=d,f=24;AAAA" + ST, b"\x1b_Gi=31337;OK" + ST, SILENT),
    Row(b"\x1b]1337;Capabilities" + ST, SILENT),
    Row(b"\x1b]66;w=1; " + ST, SILENT),
    Row(b"\x1b]66;s=2; " + ST, SILENT),
    # What programs tell.
    Row(b"\x1b]7501;?\x07", b"\x1b]7501;?" + ST),
    Row(b"\x1b]7501;?" + ST + b"\x1b[c", b"\x1b]7501;?" + ST + b"\x1b[?62;22c"),
    Row(b"\x1b]7501;state=idle:app=codex" + ST, SILENT),
    Row(
        b"\x1b]99;i=opentui-notifications:p=?;" + ST,
        b"\x1b]99;i=opentui-notifications:p=?;"
        b"a=focus:o=unfocused:p=title,body,close,?:u=0,1,2" + ST,
    ),
    Row(b"\x1b]99;;Hello" + ST, SILENT),
    Row(b"\x1b]9;Hello\x07", SILENT),
    Row(b"\x1b]9;4;3;\x07\x1b]9;4;0;0\x07", SILENT),
    Row(b"\x1b]777;notify;Title;Body\x07", SILENT),
    Row(b"\x1b]21337;status=Working;indicator=#fff" + ST, SILENT),
    Row(b"\x1b]0;title\x07\x1b]2;title" + ST, SILENT),
    Row(b"\x1b]7;file:///tmp\x07", SILENT),
    Row(b"\x1b]52;c;?\x07", SILENT),
    Row(b"\x1b]52;c;aGk=\x07", SILENT),
    Row(b"\x1b]22;pointer\x07\x1b]22;\x07", SILENT),
    Row(b"\x1b]8;;https://example.org\x07\x1b]8;;\x07", SILENT),
    Row(b"\x1b]133;B\x07\x1b]133;C\x07\x1b]133;D;0\x07", SILENT),
    # Switches.
    *(
        Row(b"\x1b[?%dh\x1b[?%dl" % (mode, mode), SILENT)
        for mode in (
            *(1, 7, 9, 12, 25, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1015, 1016, 1049),
            *(2004, 2026, 2027, 2031),
        )
    ),
    Row(b"\x0f\x1b(B", SILENT),
    Row(b"\x1b[0 q\x1b[1 q", SILENT),
    Row(b"\x1b7\x1b8\x1b[s\x1b[u", SILENT),
)
"""Made from the documents of xterm, kitty, the Program Status Protocol and what programs send."""


def fitted(answer: bytes, look: ScreenLook) -> bytes:
    """Return an answer with a look's own values."""

    def color(value: int) -> str:
        return "rgb:" + "/".join(f"{value >> shift & 0xFF:02x}" * 2 for shift in (16, 8, 0))

    width, height = look.cell_pixels
    values = {
        "foreground": color(look.colors.foreground),
        "background": color(look.colors.background),
        "cursor": color(look.colors.cursor),
        "black": color(look.colors.palette[0]),
        "scheme": "1" if look is DARK else "2",
        "cell_width": str(width),
        "cell_height": str(height),
        "width": str(width * SIZE.columns),
        "height": str(height * SIZE.rows),
    }
    text = answer.decode("ascii")
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", value)
    return text.encode("ascii")


def stream(data: bytes) -> list[EngineMessage]:
    """Return what an engine sends a holder of a session that prints this."""
    return [
        Attached(ME, 0, 0, SIZE, checkpoint=False),
        HolderChanged(ME, 1, 0),
        Records(0, encode_frame(Output(data), 0)),
    ]


def replies(sent: list[object]) -> bytes:
    return b"".join(one.data for one in sent if isinstance(one, ReplySent))


def shown(factory: ScreenFactory, look: ScreenLook, data: bytes) -> tuple[bytes, str]:
    """Return what a view answers, and what its first line shows."""
    sent: list[object] = []
    view = AttachedScreen(
        screens=factory,
        scrollback_lines=10,
        send=sent.append,
        deliver=lambda _: None,
        clock=lambda: 0.0,
    )
    view.set_appearance(look.colors, look.cell_pixels)
    view.receive(stream(data))
    while view.busy:
        view.work(1.0, stop=lambda: False)
    lines: list[str] = []
    view.with_screen(lambda screen: lines.extend(screen.lines(0, 1)))
    view.close()
    return replies(sent), lines[0]


def unseen(factory: ScreenFactory, look: ScreenLook, data: bytes) -> tuple[bytes, str]:
    """Return the same of the screen worker."""
    sent: list[object] = []
    kept = KeptScreen(
        Cores(screens=factory, encoder=select_input_encoders().create_encoder, scrollback_lines=10),
        look=DARK,
        send=sent.append,
        mark=lambda _: None,
        clock=lambda: 0.0,
    )
    kept.dress(look)
    for message in stream(data):
        kept.receive(message)
    kept.ask(ScreenAsked(0))
    while kept.busy:
        kept.work(lambda: False)
    kept.close()
    [told] = [one for one in sent if isinstance(one, ScreenTold)]
    return replies(sent), told.lines[0]


type Way = Callable[[ScreenFactory, ScreenLook, bytes], tuple[bytes, str]]


def test_the_worker_tells_programs_that_ask_when_the_view_turns(native: ScreenFactory) -> None:
    sent: list[object] = []
    kept = KeptScreen(
        Cores(screens=native, encoder=select_input_encoders().create_encoder, scrollback_lines=10),
        look=DARK,
        send=sent.append,
        mark=lambda _: None,
        clock=lambda: 0.0,
    )
    for message in (*stream(b"\x1b[?2031h"), InputCredit(100)):
        kept.receive(message)
    while kept.busy:
        kept.work(lambda: False)
    for look in (DARK, LIGHT, LIGHT, DARK):
        kept.dress(look)
    kept.receive(HolderChanged(ClientId("view"), 2, 0))
    kept.dress(LIGHT)
    kept.close()
    assert [one.data for one in sent if isinstance(one, Input)] == [
        b"\x1b[?997;2n",
        b"\x1b[?997;1n",
    ]


@pytest.fixture(scope="module")
def native() -> ScreenFactory:
    return GhosttyScreenFactory()


@pytest.mark.parametrize(("way", "look"), [(shown, DARK), (unseen, LIGHT)])
def test_programs_are_answered(native: ScreenFactory, way: Way, look: ScreenLook) -> None:
    told = {row.asked: way(native, look, b"x" + row.asked + b"y") for row in ROWS}
    # Nothing but the letters around it may show.
    assert told == {row.asked: (fitted(row.answer, look), "xy") for row in ROWS}
    assert len(told) == len(ROWS) > 100


def test_the_portable_core_promises_what_it_does() -> None:
    factory = PyteScreenFactory()
    told = {row.asked: shown(factory, LIGHT, b"x" + row.asked + b"y") for row in ROWS}
    assert told == {
        row.asked: (fitted(row.answer if row.portable is None else row.portable, LIGHT), "xy")
        for row in ROWS
    }
