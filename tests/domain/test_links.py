"""What may be opened, and what of a text is a link."""

import pytest

from idea.domain.links import FileTarget, Target, WebTarget, links_in, shown_target, target_of
from support.effort import effort_s, spent_s


@pytest.mark.parametrize(
    ("uri", "target"),
    [
        ("https://example.org/a?b=c#d", WebTarget("https://example.org/a?b=c#d")),
        ("HTTP://example.org", WebTarget("HTTP://example.org")),
        ("mailto:a@example.org?subject=x", WebTarget("mailto:a@example.org?subject=x")),
        ("file:///tmp/a%20b.txt", FileTarget("/tmp/a b.txt")),
        ("file://localhost/a#L12", FileTarget("/a", 12)),
        ("file://box/a#12:3", FileTarget("/a", 12, 3)),
        ("file:///a#elsewhere", FileTarget("/a")),
        ("file://elsewhere/a", None),
        ("file:a", None),
        ("file:///a%1b%5b2J", None),
        ("file:///a%0Ab", None),
        ("http:///nohost", None),
        ("http://[::1", None),
        ("mailto:nobody", None),
        ("javascript:alert(1)", None),
        ("x-man-page://id", None),
        ("ssh://host", None),
        ("vscode://run?x", None),
        ("smb://host/share", None),
        ("/etc/passwd", None),
        ("", None),
        ("https://example.org/a b", None),
        ("https://example.org/\x1b]0;x\x07", None),
        ("https://ex\u0430mple.org", None),
        ("https://example.org/" + "x" * 2_100, None),
    ],
)
def test_only_a_short_list_is_opened(uri: str, target: Target | None) -> None:
    assert target_of(uri, {"box"}) == target


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("see https://example.org/a.", ["https://example.org/a"]),
        ("(https://example.org/a_(b))", ["https://example.org/a_(b)"]),
        ("<https://example.org>, 'http://x.y:80/'", ["https://example.org", "http://x.y:80/"]),
        ("[a](https://example.org/b)", ["https://example.org/b"]),
        ("write to mailto:me@example.org!", ["mailto:me@example.org"]),
        ("src/a.py:12:4: error", ["src/a.py:12:4"]),
        ("a.py:12", ["a.py:12"]),
        ("./run:3 ~/x/y.c:9 ../z:1", ["./run:3", "~/x/y.c:9", "../z:1"]),
        ("/usr/include/stdio.h:10:", ["/usr/include/stdio.h:10"]),
        ('  File "/a/b.py", line 7, in f', ['/a/b.py", line 7']),
        ("at https://x.y/a.js:10:5", ["https://x.y/a.js:10:5"]),
        ("12:30:45 1.2:3 host:8080 127.0.0.1:80 a:1", []),
        ("std::vector foo::bar:1", []),
        ("a.py:0 a.py:12x a.py:1.5", []),
        ("https:// http://! nothing", []),
        ("plain text", []),
    ],
)
def test_addresses_and_files_are_found_in_text(text: str, found: list[str]) -> None:
    assert [text[link.start : link.end] for link in links_in(text)] == found


def test_a_file_link_knows_line_and_column() -> None:
    assert [link.target for link in links_in("a/b.py:12:4 c.py:7")] == [
        FileTarget("a/b.py", 12, 4),
        FileTarget("c.py", 7),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "a" * 200_000 + ":1",
        "/" * 50_000,
        "a/" * 50_000 + ":1",
        "(" * 9_000,
        "https://" * 9_000,
        "a.b:1 " * 9_000,
        "+" * 8_000 + ":",
        "a@" * 4_000 + ":",
        "https://a" + ")" * 9_000,
    ],
)
def test_no_text_takes_long(text: str) -> None:
    assert len(links_in(text)) <= 400
    took_s = spent_s(lambda: links_in(text))
    assert took_s < 25 * effort_s(), "a quadratic search takes a hundred times that or more"


def test_a_target_is_shown_as_it_is() -> None:
    assert shown_target(WebTarget("https://example.org")) == "https://example.org"
    assert shown_target(FileTarget("a\u202eb", 3, 4)) == "a\\u202eb:3:4"
    assert shown_target(FileTarget("/a")) == "/a"
