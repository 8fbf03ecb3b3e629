"""Commands are found however the output is cut, and no byte is changed or held back."""

import pytest

from idea.infrastructure.screen.command_tap import CommandTap

BEL, ST = b"\x07", b"\x1b\\"


def found(*chunks: bytes) -> list[bytes]:
    tap = CommandTap()
    return [command for chunk in chunks for _, command in tap.cut(chunk) if command]


@pytest.mark.parametrize(
    ("output", "commands"),
    [
        (b"text", []),
        (b"\x1b]99;i=1;Hi" + BEL, [b"]99;i=1;Hi"]),
        (b"a\x1b]7501;?" + ST + b"b", [b"]7501;?"]),
        (b"\x1b]133;A" + BEL + b"$ \x1b]133;B" + BEL, [b"]133;A", b"]133;B"]),
        (b"\x1b]99;a\x1b]99;b" + BEL, [b"]99;a", b"]99;b"]),
        (b"\x1b]99;a\x1bc", [b"]99;a"]),
        (b"\x1b[>4;1m\x1b[>4mx\x1b[>4;1f", [b"[>4;1m", b"[>4m", b"[>4;1f"]),
        (b"[>4;1m >4;1m \x1b[>4;1h\x1b[>40;1m\x1b[>5;1m\x1b[4m", []),
        (b"\x1b]99;a]99;b>4m" + BEL + b"\x1b[>4;2m", [b"]99;a]99;b>4m", b"[>4;2m"]),
        (b"\x1b]99;cancelled\x18;x" + BEL, []),
        (b"\x1b]99;cancelled\x1a\x1b]99;b" + BEL, [b"]99;b"]),
        (b"\x1b]0;title" + BEL + b"\x1b]9;text" + BEL + b"\x1b]999;x" + BEL + b"\x1b[c", []),
        (b"\x1bP\x1b]99;in a string" + BEL, [b"]99;in a string"]),
        (b"\x1b\x1b]99;x" + BEL, [b"]99;x"]),
        (b"\x1b]99;unfinished", []),
        (b"\x1b]99;" + b"x" * 9000 + BEL, [b"]99;" + b"x" * 9000]),
    ],
)
def test_commands_are_found_and_bytes_stay(output: bytes, commands: list[bytes]) -> None:
    tap = CommandTap()
    parts = list(tap.cut(output))
    assert b"".join(part for part, _ in parts) == output
    assert [command for _, command in parts if command] == commands


@pytest.mark.parametrize("length", [1, 2, 3, 5, 7])
def test_any_cut_finds_the_same(length: int) -> None:
    output = (
        b"a\x1b[1m\x1b]99;i=1:d=0;T"
        + ST
        + b"\x1b[>4;1m\x1b]7501;state=idle"
        + BEL
        + b"\x1b]133;A"
        + ST
    )
    chunks = [output[start : start + length] for start in range(0, len(output), length)]
    assert (
        found(*chunks)
        == found(output)
        == [
            b"]99;i=1:d=0;T",
            b"[>4;1m",
            b"]7501;state=idle",
            b"]133;A",
        ]
    )


def test_commands_are_found_among_many_of_their_rare_bytes() -> None:
    noise = b"]>" * 500
    output = noise + b"\x1b]99;a" + BEL + noise + b"\x1b[>4;2m" + noise + b"\x1b]133;A" + ST
    assert found(output) == [b"]99;a", b"[>4;2m", b"]133;A"]


def test_the_output_is_cut_behind_each_command() -> None:
    parts = list(CommandTap().cut(b"a\x1b]7501;?" + BEL + b"\x1b[c\x1b]99;x" + ST + b"z"))
    assert parts == [
        (b"a\x1b]7501;?" + BEL, b"]7501;?"),
        (b"\x1b[c\x1b]99;x\x1b", b"]99;x"),
        (b"\\z", b""),
    ]


def test_what_never_ends_is_forgotten() -> None:
    tap = CommandTap()
    list(tap.cut(b"\x1b]99;"))
    for _ in range(20):
        list(tap.cut(b"y" * 1000))
    assert tap._tail == b""
    assert [command for _, command in tap.cut(BEL + b"\x1b]99;z" + BEL) if command] == [b"]99;z"]
