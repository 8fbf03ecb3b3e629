"""Lets through of a text only what stands in IdeA's own source.

What a log says is made of sentences that stand in the source and of values that do not: paths,
titles, whatever an exception quotes. To give a log away, each text is held against every sentence
of the source; its own words stay, and each value becomes `…` unless it is a number, a version, a
time or an id, or is such a sentence itself. So nothing that came from outside can be in what is
left, however it got into the log.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import idea

LEFT_OUT = "…"
_PACKAGE = Path(idea.__file__).parent
_LONGEST_TEXT = 2_000
_DEEPEST = 3
_FEWEST_LETTERS = 4
"""A sentence with fewer letters of its own would fit anything."""
_HARMLESS = re.compile(
    r"-?\d{1,9}(\.\d{1,6})?"  # A number.
    r"|'?\d+(\.\d+){1,3}((a|b|rc|\.?dev|\.?post)\d+)?'?"  # A version.
    r"|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{8}"  # An id, or its beginning.
    r"|\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?"  # A time.
)
_PERCENT = re.compile(r"%[-.\d]*[sdrfxi]")


class _Sentence(NamedTuple):
    """Words with holes between them."""

    words: tuple[str, ...]
    longest: str
    pattern: re.Pattern[str]


class OurWords:
    """Everything the source says."""

    def __init__(self, package: Path = _PACKAGE) -> None:
        """Read the source; a build without it lets nothing through."""
        self.package = package
        self.names: set[str] = set()
        """What functions and classes are called."""
        self._texts: set[str] = set()
        sentences: dict[tuple[str, ...], _Sentence] = {}
        self.files = frozenset(package.rglob("*.py"))
        for path in sorted(self.files):
            for node in ast.walk(ast.parse(path.read_bytes())):
                self._learn(node, sentences)
        self._sentences = sorted(sentences.values(), key=lambda one: -len("".join(one.words)))
        self._seen: dict[str, str] = {}

    def ours(self, text: str) -> str:
        """Return what of a text is ours; `…` when nothing is."""
        if text not in self._seen:
            self._seen[text] = self._ours(text)
        return self._seen[text]

    def sentences(self) -> Iterator[tuple[str, ...]]:
        """Yield the words of every sentence with holes."""
        yield from (sentence.words for sentence in self._sentences)

    def _learn(self, node: ast.AST, sentences: dict[tuple[str, ...], _Sentence]) -> None:
        match node:
            case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
                self.names.add(name)
            case ast.Constant(str(text)):
                self._texts.add(text)
                if "%" in text:
                    _add(tuple(_PERCENT.split(text)), sentences)
            case ast.JoinedStr(values):
                _add(tuple(_words_of(values)), sentences)
            case _:
                pass

    def _ours(self, text: str, depth: int = 0) -> str:
        if text in self._texts or _HARMLESS.fullmatch(text):
            return text
        if len(text) > _LONGEST_TEXT or depth > _DEEPEST:
            return LEFT_OUT
        for sentence in self._sentences:
            if sentence.longest in text and (found := sentence.pattern.fullmatch(text)):
                values = [self._ours(value, depth + 1) for value in found.groups()]
                return "".join(map("".join, zip(sentence.words, [*values, ""], strict=True)))
        return LEFT_OUT


def _words_of(values: list[ast.expr]) -> Iterator[str]:
    """Yield what stands before, between and after the holes of a formatted text."""
    words = ""
    for value in values:
        match value:
            case ast.Constant(str(text)):
                words += text
            case _:
                yield words
                words = ""
    yield words


def _add(words: tuple[str, ...], sentences: dict[tuple[str, ...], _Sentence]) -> None:
    letters = sum(character.isalpha() for word in words for character in word)
    if len(words) < 2 or letters < _FEWEST_LETTERS:
        return
    pattern = re.compile("(.*?)".join(map(re.escape, words)), re.DOTALL)
    sentences[words] = _Sentence(words, max(words, key=len), pattern)
