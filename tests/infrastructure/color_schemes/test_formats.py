"""Colour schemes in the files of other terminals."""

import random

import pytest

from idea.domain.color_scheme import ColorScheme
from idea.domain.errors import InvalidError
from idea.infrastructure.color_schemes.formats import read_scheme
from support.scheme_files import ANSI, BACKGROUND, CURSOR, FOREGROUND, KITTY, SCHEME_FILES


@pytest.mark.parametrize("file", SCHEME_FILES)
def test_the_same_colours_are_read_from_every_terminals_file(file: str) -> None:
    scheme = read_scheme("one", SCHEME_FILES[file].encode())

    assert scheme == ColorScheme(
        name="one", foreground=FOREGROUND, background=BACKGROUND, ansi=ANSI, cursor=CURSOR
    )


def test_a_base16_scheme_is_laid_out_as_its_guide_says() -> None:
    shades = [number * 0x111111 for number in range(16)]
    text = 'scheme: "One" # by somebody\n' + "".join(
        f'base0{number:X}: "{shade:06x}" # shade\n' for number, shade in enumerate(shades)
    )
    scheme = read_scheme("one", text.encode())

    assert (scheme.background, scheme.foreground) == (shades[0], shades[5])
    assert scheme.ansi[1:8] == tuple(shades[at] for at in (8, 0xB, 0xA, 0xD, 0xE, 0xC, 5))
    assert (scheme.ansi[8], scheme.ansi[15]) == (shades[3], shades[7])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "one is no colour scheme of a terminal that IdeA knows."),
        ("{}", "one is no colour scheme of a terminal that IdeA knows."),
        ("[colors]", "one is no colour scheme of a terminal that IdeA knows."),
        ("<plist><dict>", "one is no colour scheme of a terminal that IdeA knows."),
        (KITTY.replace("color7 ", "colour7 "), "The colour scheme one lacks color7."),
        ("background #fff\n", "The colour scheme one lacks foreground and 16 more."),
    ],
)
def test_what_is_no_scheme_gets_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(InvalidError) as failure:
        read_scheme("one", text.encode())
    assert failure.value.sentence == sentence


def test_bytes_that_are_no_text_are_no_scheme() -> None:
    with pytest.raises(InvalidError, match="one is no text"):
        read_scheme("one", b"\xff\xfe\x00#")


@pytest.mark.parametrize("file", SCHEME_FILES)
def test_a_cut_or_scrambled_file_is_a_scheme_or_a_sentence(file: str) -> None:
    chance = random.Random(file)
    whole = SCHEME_FILES[file].encode()
    for _ in range(200):
        data = bytearray(whole[: chance.randrange(len(whole) + 1)])
        for _ in range(chance.randrange(4)):
            if data:
                data[chance.randrange(len(data))] = chance.randrange(256)
        try:
            scheme = read_scheme("one", bytes(data))
        except InvalidError:
            continue
        assert all(0 <= color <= 0xFFFFFF for color in scheme.ansi)
