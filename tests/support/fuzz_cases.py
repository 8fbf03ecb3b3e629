"""Makes what a fuzz run feeds to cores: steps by chance, the same for the same seed.

Three kinds in turn: sequences from a grammar of what terminals obey, recordings that were damaged,
and bytes without sense. Between them come what a view does: other sizes, looks, snapshots, scrolls.
"""

import json
import os
import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from idea.domain.terminal import Size

LARGEST_RECORDING = 64 << 10
_MOST_STEPS = 24
_MOST_TOKENS = 60
_CLUSTERS = [
    "e\u0301", "中", "한", "\u1112\u1161\u11ab", "👩\u200d🚀", "👩\u200d👩\u200d👧", "🇫🇷", "🇫",
    "✌\ufe0f", "☝🏽", "क्षि", "ل\u0627", "\u200d", "\u0301", "a", "\u0301", "\ufe0f", "\u200b",
    "\u00a0", "\u00ad", "\U0010ffff", "\U0001fae0", "１", "ﾊﾟ", "\u202e", "⌚\ufe0e",
    "1\ufe0f\u20e3",
]  # fmt: skip
_MODES = [
    "?1", "?3", "?5", "?6", "?7", "?8", "?9", "?12", "?25", "?40", "?45", "?47", "?66", "?67",
    "?69", "?1000", "?1002", "?1003", "?1004", "?1005", "?1006", "?1007", "?1015", "?1016",
    "?1035", "?1036", "?1045", "?1047", "?1048", "?1049", "?2004", "?2026", "?2027", "?2031",
    "?2048", "?5522", "2", "4", "12", "20",
]  # fmt: skip
_SINGLE = [
    "\x1b7", "\x1b8", "\x1bM", "\x1bD", "\x1bE", "\x1bH", "\x1bc", "\x1b#8", "\x1b=", "\x1b>",
    "\x1b6", "\x1b9", "\x0e", "\x0f", "\x1bn", "\x1bo", "\x1b|", "\x1b}", "\x1b~", "\x1b(0",
    "\x1b(B", "\x1b)0", "\x1b*A", "\x1b+0", "\x1bN", "\x1bO", "\x1bV", "\x1bW", "\x1bZ", "\x1b\\",
    "\x05", "\a", "\b", "\t", "\v", "\f", "\r", "\n", "\x18", "\x1a", "\x7f", "\x00", "\x1b",
    "\x9b", "\xc2\x9b", "\xe4\xb8", "\xff", "\x1b[!p", "\x1b F", "\x1b G",
]  # fmt: skip
_FINALS = "@ABCDEFGHIJKLMPSTXZ^`abcdefghlmnqrstuvwxyz{|}~"
_BETWEEN = ["", "", "", "", "", "", " ", "!", '"', "$", "'", "*", "#", "?", ">", "<", "="]
_STRINGS = [
    "]0;{t}", "]2;{t}", "]1;{t}", "]4;{n};rgb:{h}/{h}/{h}", "]4;{n};?", "]5;0;red",
    "]7;file:///tmp/{t}", "]8;;", "]8;;http://{t}", "]8;id={n};http://{t}", "]9;{t}",
    "]9;4;1;{n}", "]10;?", "]11;#{h}{h}{h}", "]12;?", "]21;foreground=?", "]22;{t}", "]52;c;YWJj",
    "]52;c;?", "]66;s={n}:w={n};{t}", "]99;i={n};{t}", "]104", "]104;{n}", "]110", "]111",
    "]133;A", "]133;A;redraw=0", "]133;B", "]133;C", "]133;D;{n}", "]133;P;k=i", "]633;E;{t}",
    "]777;notify;{t};{t}", "]1337;File=:YWJj", "]7501;?", "P+q544e", "P$qm", "P$q q", "P$qr",
    'Pq"1;1;{n};{n}#1!{n}~-', "P1000p%begin 1 1 1", "P=1s", "P{n};{n}|{t}",
    "_Ga=T,f=24,s=1,v=1;AAAA", "_Ga=q,i={n};AAAA", "_Ga=p,i={n},U=1", "_Ga=d", "_G", "X{t}",
    "^{t}", "_{t}",
]  # fmt: skip
_ACTS = [
    "resize", "resize", "look", "native", "portable", "scroll", "select", "text", "all", "unselect",
    "mute", "compress", "pixels", "colors", "cursor",
]  # fmt: skip
_NUMBERS = [
    0,
    1,
    2,
    3,
    4,
    5,
    7,
    8,
    38,
    48,
    58,
    100,
    255,
    256,
    999,
    9999,
    32767,
    65535,
    65536,
    2**31,
]
_DIGITS = re.compile(rb"[0-9]{1,9}")


class Step(NamedTuple):
    """One thing done to a core: its name, the bytes fed, the numbers it takes."""

    name: str
    data: bytes = b""
    numbers: tuple[int, ...] = ()


class Case(NamedTuple):
    """A core and what is done to it."""

    core: str
    size: Size
    scrollback: int
    cuts: int
    """Seeds the places at which the second core's bytes are cut; 0 cuts at every byte."""
    steps: tuple[Step, ...]

    def as_json(self) -> str:
        """Return it as text that `case_of` reads."""
        steps = [(step.name, step.data.decode("latin-1"), step.numbers) for step in self.steps]
        size = (self.size.columns, self.size.rows)
        return json.dumps((self.core, size, self.scrollback, self.cuts, steps))


def case_of(text: str) -> Case:
    """Return the case that `as_json` wrote."""
    core, (columns, rows), scrollback, cuts, steps = json.loads(text)
    done = (Step(name, data.encode("latin-1"), tuple(numbers)) for name, data, numbers in steps)
    return Case(core, Size(columns=columns, rows=rows), scrollback, cuts, tuple(done))


def recordings(folder: Path | None) -> tuple[bytes, ...]:
    """Return what there is of real and hostile output in the folder of test data."""
    if folder is None or not folder.is_dir():
        return ()
    files = [*folder.glob("conformance/*/*.bin"), *folder.glob("captures/*.raw")]
    files += folder.glob("hostile/*.bin")
    found = [path.read_bytes()[:LARGEST_RECORDING] for path in sorted(files)]
    for name in ("xterm_fuzz", "xterm_vttest"):
        lines = (folder / "conformance" / f"{name}.jsonl").read_text("utf-8").splitlines()
        found += [bytes.fromhex(json.loads(line)["hex"])[:LARGEST_RECORDING] for line in lines]
    for line in (folder / "hostile.jsonl").read_text("utf-8").splitlines():
        parts = [
            (text.encode().decode("unicode_escape").encode("latin-1"), count)
            for text, count in json.loads(line)["segments"]
        ]
        found.append(b"".join(raw * min(count, 4096 // len(raw) + 1) for raw, count in parts))
    return tuple(found)


def case_number(seed: int, number: int, recorded: Sequence[bytes]) -> Case:
    """Return the case of this number of a run."""
    chance = random.Random(f"{seed} {number}")
    makers: list[Callable[[], bytes]] = [lambda: grammar(chance), lambda: nonsense(chance)]
    weights = [12, 1]
    if recorded:
        makers.append(lambda: damaged(chance, recorded))
        weights.append(8)
    maker = chance.choices(makers, weights)[0]
    size = _size(chance)
    steps = []
    for _ in range(chance.randint(1, _MOST_STEPS)):
        steps.append(Step("feed", maker()))
        if chance.random() < 0.5:
            steps.append(_act(chance))
    return Case(
        core="pyte" if chance.random() < 0.02 else "ghostty",
        size=size,
        scrollback=chance.choice([0, 1, 10, 100, 1000, 10_000]),
        cuts=chance.choice([0, chance.randrange(1, 1 << 30), chance.randrange(1, 1 << 30)]),
        steps=tuple(steps),
    )


def _size(chance: random.Random) -> Size:
    columns, rows = chance.choice(
        [(80, 24), (20, 5), (chance.randint(1, 12), chance.randint(1, 8)), (120, 40),
         (chance.randint(1, 300), chance.randint(1, 90))]
    )  # fmt: skip
    return Size(columns=columns, rows=rows)


def _act(chance: random.Random) -> Step:
    name = chance.choice(_ACTS)
    size = _size(chance)
    match name:
        case "resize":
            return Step(name, b"", (size.columns, size.rows))
        case "pixels":
            return Step(name, b"", (chance.randint(1, 40), chance.randint(1, 80)))
        case "scroll":
            return Step(name, b"", (chance.randint(0, 2), chance.randint(-2000, 2000)))
        case "select":
            places = (chance.randint(-1, 90) for _ in range(4))
            return Step(name, b"", (*places, chance.randint(0, 2), chance.randint(0, 1)))
        case _:
            return Step(name, b"", (chance.randint(0, 200),))


def grammar(chance: random.Random) -> bytes:
    """Return text and sequences a terminal knows, with odd numbers in them."""
    return b"".join(_token(chance) for _ in range(chance.randint(1, _MOST_TOKENS)))


def _token(chance: random.Random) -> bytes:
    makers = [_words, _clusters, _single, _mode, _csi, _color, _string, _flood, _lines]
    return chance.choices(makers, [10, 4, 8, 4, 12, 5, 6, 2, 2])[0](chance)


def _words(chance: random.Random) -> bytes:
    return bytes(chance.choices(b"abcdefghij KLMN-_=#|", k=chance.choice([1, 3, 20, 90])))


def _clusters(chance: random.Random) -> bytes:
    return "".join(chance.choices(_CLUSTERS, k=chance.choice([1, 2, 9, 60]))).encode()


def _single(chance: random.Random) -> bytes:
    return chance.choice(_SINGLE).encode("latin-1")


def _mode(chance: random.Random) -> bytes:
    return f"\x1b[{chance.choice(_MODES)}{chance.choice('hhllsr')}".encode()


def _csi(chance: random.Random) -> bytes:
    numbers = [_number(chance) for _ in range(chance.choice([0, 1, 1, 2, 2, 3, 6, 40]))]
    joined = chance.choice(";;;:").join(numbers)
    prefix = chance.choice(["", "", "", "", "?", ">", "<", "="])
    between, final = chance.choice(_BETWEEN), chance.choice(_FINALS)
    return f"\x1b[{prefix}{joined}{between}{final}".encode("latin-1")


def _color(chance: random.Random) -> bytes:
    color = ";".join(str(chance.randint(0, 255)) for _ in range(3))
    return f"\x1b[{chance.choice(['38;2', '48;2', '58;2'])};{color}m".encode()


def _lines(chance: random.Random) -> bytes:
    return b"\r\n" * chance.choice([1, 2, 30, 300])


def _number(chance: random.Random) -> str:
    roll = chance.random()
    if roll < 0.1:
        return ""
    return str(chance.choice(_NUMBERS) if roll < 0.5 else chance.randint(0, 130))


def _string(chance: random.Random) -> bytes:
    text = "".join(chance.choices("ab/.$\u00e9 \u4e2d", k=chance.choice([0, 1, 8, 300, 5000])))
    form = chance.choice(_STRINGS)
    n, h = chance.choice(_NUMBERS), f"{chance.randint(0, 255):02x}"
    end = chance.choice(["\x1b\\", "\a", "\x1b\\", "\a", "\x18", "\x9c", "\x1b[m", ""])
    made = form.replace("{t}", text).replace("{n}", str(n)).replace("{h}", h)
    return b"\x1b" + made.encode() + end.encode("latin-1")


def _flood(chance: random.Random) -> bytes:
    """Return much of what takes memory of its own: links, looks, clusters, repeats."""
    count = chance.choice([20, 200, 1500])
    start = chance.randrange(1 << 24)
    match chance.randint(0, 4):
        case 0:
            parts = (b"\x1b]8;;http://h/%d\x1b\\x" % (start + n) for n in range(count))
        case 1:
            parts = (
                b"\x1b[38;2;%d;%d;%dmx" % ((start + n) % 251, n % 255, n % 7) for n in range(count)
            )
        case 2:
            parts = (chance.choice(_CLUSTERS).encode() for _ in range(count))
        case 3:
            parts = (b"\x1b[%db\r\n" % chance.choice(_NUMBERS) for _ in range(count // 20))
        case _:
            long = b"y" * chance.choice([10, 500, 2000])
            parts = (
                b"\x1b]8;id=%d;http://%b\x1b\\z" % (start + n, long) for n in range(count // 4)
            )
    return b"".join(parts)


def nonsense(chance: random.Random) -> bytes:
    """Return bytes without sense, ESC more often than by chance."""
    length = chance.choice([1, 10, 100, 2000])
    return bytes(
        chance.choice((27, chance.randrange(256), chance.randrange(128))) for _ in range(length)
    )


def damaged(chance: random.Random, recorded: Sequence[bytes]) -> bytes:
    """Return a piece of a recording, damaged at some places."""
    whole = chance.choice(recorded)
    start = chance.randrange(max(len(whole), 1))
    data = bytearray(whole[start : start + chance.choice([100, 1000, 8000])])
    for _ in range(chance.choice([0, 1, 4, 30])):
        at = chance.randrange(len(data) + 1)
        end = at + chance.choice([1, 2, 20, 200])
        match chance.randint(0, 6):
            case 0:
                data[at:at] = _token(chance)
            case 1:
                del data[at:end]
            case 2:
                data[at:at] = data[at:end] * chance.choice([1, 3, 30])
            case 3:
                data[at:end] = nonsense(chance)[: end - at]
            case 4:
                other = chance.choice(recorded)
                there = chance.randrange(max(len(other), 1))
                data[at:end] = other[there : there + end - at]
            case 5:
                found = _DIGITS.search(data, at)
                if found is not None:
                    data[found.start() : found.end()] = _number(chance).encode()
            case _:
                for place in range(at, min(end, len(data)), 7):
                    data[place] ^= 1 << chance.randrange(8)
        del data[32 << 10 :]
    return bytes(data)


def data_folder() -> Path | None:
    """Return the folder of test data, if one is named."""
    name = os.environ.get("IDEA_TEST_DATA")
    return Path(name) if name else None


def grammar_of_vt(chance: random.Random, size: Size) -> bytes:
    """Return text and sequences that every VT420 obeys, with numbers that fit a small screen."""
    parts = []
    for _ in range(chance.randint(10, 60)):
        numbers = [str(chance.randint(0, 4)) for _ in range(chance.choice([0, 1, 1, 2]))]
        first, last = sorted(chance.sample(range(1, size.rows + 1), 2))
        made = [
            bytes(chance.choices(b"abcdefghijklmnopqrstuvwxyz0123456789", k=chance.randint(1, 30))),
            f"\x1b[{';'.join(numbers)}{chance.choice('@ABCDEFGHIJKLMPSTXZ`abdefg')}".encode(),
            f"\x1b[{chance.randint(1, size.rows)};{chance.randint(1, size.columns)}H".encode(),
            f"\x1b[{first};{last}r".encode(),
            f"\x1b[{chance.choice(['?6', '?7', '4', '?1049'])}{chance.choice('hl')}".encode(),
            chance.choice([b"\x1b7", b"\x1b8", b"\x1bM", b"\x1bD", b"\x1bE", b"\x1bH", b"\x1b[!p"]),
            chance.choice([b"\r", b"\n", b"\b", b"\t", b"\r\n"]),
        ]
        parts.append(chance.choices(made, [6, 8, 3, 1, 1, 2, 3])[0])
    return b"".join(parts)
