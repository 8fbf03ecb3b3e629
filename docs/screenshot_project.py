"""The folder and the home that the pictures of the documentation show."""

# ruff: noqa: INP001 - Beside its script, not in a package.

import os
import subprocess
from pathlib import Path

PROMPT_READY = "main $"

_SEGMENT = '''"""Segments: append-only files of records, newest last."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

HEAD = struct.Struct("<IHq")
"""Checksum, length of the account, amount in cents."""


class TornRecord(ValueError):
    """A record that was cut off while it was written."""


@dataclass(frozen=True, slots=True)
class Record:
    """One change of one account."""

    account: bytes
    amount: int

    def encoded(self) -> bytes:
        """Return the record with its checksum in front."""
        body = HEAD.pack(0, len(self.account), self.amount)[4:] + self.account
        return crc32(body).to_bytes(4, "little") + body

    @classmethod
    def decoded(cls, raw: bytes) -> Record:
        """Return the record in `raw`.

        Raises:
            TornRecord: The checksum does not match what follows it.
        """
        if len(raw) < HEAD.size or crc32(raw[4:]) != int.from_bytes(raw[:4], "little"):
            raise TornRecord(f"{len(raw)} bytes do not make a record")
        _, length, amount = HEAD.unpack_from(raw)
        return cls(raw[HEAD.size : HEAD.size + length], amount)


class Segment:
    """A file that only grows."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.records = 0

    def append(self, record: Record) -> None:
        """Write one record; it is safe once `flush` returned."""
        with self.path.open("ab") as file:
            file.write(record.encoded())
        self.records += 1

    def __iter__(self) -> Iterator[Record]:
        raw = memoryview(self.path.read_bytes())
        while raw:
            _, length, _ = HEAD.unpack_from(raw)
            size = HEAD.size + length
            yield Record.decoded(bytes(raw[:size]))
            raw = raw[size:]
'''

_TEST = '''"""A torn record is found at every byte."""

import pytest

from src.ledger.segment import Record, TornRecord


def test_every_cut_is_found() -> None:
    raw = Record(b"cash", 1_250).encoded()
    for end in range(len(raw)):
        with pytest.raises(TornRecord):
            Record.decoded(raw[:end])
'''

_NOTES = "# Notes\n\n" + "\n".join(
    f"{number:>3}  {line}"
    for number, line in enumerate(
        (
            "A segment is a file that only grows; the newest one takes the appends.",
            "Each record carries a checksum, so that a torn page is found when it is read.",
            "Recovery scans the newest segment and stops at the first torn record.",
            "A page is 4 KiB; records never cross a page unless they are larger than one.",
            "Commits are gathered for two milliseconds and share one fsync.",
            "The index is rebuilt from the segments; it is never the only copy of anything.",
            "Old segments are folded into one page file when half of their records are dead.",
        )
        * 8,
        1,
    )
)

_COLOURS = r'''"""What a terminal can show, on one screen."""

from sys import stdout

write = stdout.write
for name, code in {
    "bold": "1", "faint": "2", "italic": "3", "underline": "4", "double": "4:2", "curly": "4:3",
    "dotted": "4:4", "dashed": "4:5", "inverse": "7", "strike": "9", "over": "53",
    "red curl": "4:3;58:2::255:80:80", "bold italic": "1;3",
}.items():
    write(f"\x1b[{code}m{name}\x1b[0m  ")
write("\n\n")
for bright in (40, 100):
    for n in range(8):
        write(f"\x1b[{bright + n};{30 if n else 37}m {bright + n:>4} \x1b[0m")
    write("\n")
write("\n")
for first in range(16, 232, 72):
    write("".join(f"\x1b[48;5;{n}m " for n in range(first, first + 72)) + "\x1b[0m\n")
write("".join(f"\x1b[48;5;{n}m   " for n in range(232, 256)) + "\x1b[0m\n\n")
for flip in (False, True):
    for n in range(96):
        red, green, blue = 255 - n * 255 // 95, 255 - abs(2 * n - 95) * 255 // 95, n * 255 // 95
        write(f"\x1b[{48 if flip else 38};2;{red};{green};{blue}m{' ' if flip else '▄'}")
    write("\x1b[0m\n")
write("""
┌─┬─┐ ╔═╦═╗ ╭─┬─╮ ┏━┳━┓   ▁▂▃▄▅▆▇█ ▏▎▍▌▋▊▉█ ░▒▓ ▖▗▘▙▚▛▜▝▞▟   ╱╲╳ ┄┄┈┈╌╌ ⣿⠿⡇⢸⠁
│ │ │ ║ ║ ║ │ │ │ ┃ ┃ ┃   你好世界 こんにちは 한국어
├─┼─┤ ╠═╬═╣ ├─┼─┤ ┣━╋━┫   😀 👍🏽 👩‍💻 🇩🇪 ❤️ 🏳️‍🌈 1️⃣   é ä ñ   العربية עברית
└─┴─┘ ╚═╩═╝ ╰─┴─╯ ┗━┻━┛   ✔ ✘ ★ → ⇒ ● ○ ◆ …   fi fl != >= -> without ligatures
""")
'''

_HTOP = """htop_version=3.2.2
config_reader_min_version=3
hide_kernel_threads=1
hide_userland_threads=1
show_program_path=0
highlight_base_name=1
header_margin=1
header_layout=two_50_50
column_meters_0=AllCPUs Memory
column_meter_modes_0=1 1
column_meters_1=Tasks LoadAverage Uptime
column_meter_modes_1=2 2 2
delay=15
screen:Main=PID PRIORITY NICE M_RESIDENT STATE PERCENT_CPU PERCENT_MEM TIME Command
.sort_key=PID
.sort_direction=-1
.tree_view=0
"""

HOME_FILES = {
    ".bash_profile": (
        "PS1='\\[\\e[32m\\]me@ledger\\[\\e[0m\\] \\[\\e[34m\\]\\w\\[\\e[0m\\] "
        "\\[\\e[35m\\]main\\[\\e[0m\\] $ '\nexport PAGER=less LESSHISTFILE=/dev/null\n"
    ),
    ".zshrc": (
        "PROMPT='%F{green}me@ledger%f %F{blue}%~%f %F{magenta}main%f $ '\n"
        "autoload -Uz compinit && compinit -u\nzstyle ':completion:*' menu select\n"
    ),
    ".bashrc": ". ~/.bash_profile\n",
    ".vimrc": (
        "syntax on\nset nocompatible number nowrap laststatus=2 ruler mouse=a\n"
        "set hlsearch noswapfile title titlestring=vim\\ %t viminfo=\n"
    ),
    ".nanorc": 'include "/usr/share/nano/python.nanorc"\n',
    ".gitconfig": "[user]\n\tname = Ada Moss\n\temail = ada@example.org\n[core]\n\tpager = cat\n",
    ".tmux.conf": "set -g mouse on\nset -g default-terminal tmux-256color\n",
    ".config/htop/htoprc": _HTOP,
    "bin/dev-server": "#!/bin/bash\nwhile sleep 60; do :; done\n",
    "colours.py": _COLOURS,
}

_COMMITS = (
    ("main", "Start a ledger of append-only segments", {"README.md": "# ledger\n"}),
    ("main", "Encode records with a checksum", {"src/ledger/segment.py": _SEGMENT[:900]}),
    ("torn", "Find a record torn at any byte", {"tests/test_segment.py": _TEST}),
    ("torn", "Say which bytes were torn", {"src/ledger/segment.py": _SEGMENT[:1500]}),
    ("main", "Write down how recovery works", {"NOTES.md": _NOTES}),
    ("merge torn", "", {}),
    ("main", "Read segments back in order", {"src/ledger/segment.py": _SEGMENT}),
    ("pages", "Try pages that are written in place", {"src/ledger/pages.py": "PAGE = 4096\n"}),
    ("main", "Batch commits into one fsync", {"src/ledger/commits.py": "GATHER_MS = 2\n"}),
    ("merge pages", "", {}),
    ("main", "Measure commits per second", {"bench/commits.py": "RUNS = 5\n"}),
)


def make_project(folder: Path) -> None:
    """Make the folder with its history; commits have the same ids each time."""
    folder.mkdir(parents=True)
    _git(folder, 0, "init", "-q", "-b", "main")
    for hour, (branch, message, files) in enumerate(_COMMITS):
        for name, text in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        if branch.startswith("merge "):
            _git(folder, hour, "checkout", "-q", "main")
            _git(folder, hour, "merge", "-q", "--no-edit", branch.removeprefix("merge "))
            continue
        known = subprocess.run(
            ["git", "-C", str(folder), "rev-parse", "-q", "--verify", branch],
            check=False,
            capture_output=True,
        )
        if hour:
            _git(folder, hour, "checkout", "-q", *([] if not known.returncode else ["-b"]), branch)
        _git(folder, hour, "add", ".")
        _git(folder, hour, "commit", "-q", "-m", message)
    (folder / "src/ledger/segment.py").write_text(_SEGMENT.replace("2_000", "4_000") + "\n")
    (folder / ".git/info/exclude").write_text(".ideai/\n__pycache__/\n*.swp\n")


def _git(folder: Path, hour: int, *words: str) -> None:
    when = f"2026-09-{1 + hour // 4:02} {9 + hour % 4 * 2:02}:12:00 +0200"
    subprocess.run(
        ["git", "-C", str(folder), *words],
        check=True,
        env=os.environ | {"GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when},
    )
