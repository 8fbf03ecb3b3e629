"""Lets through of a text only what stands in IdeA's own source.

What a log says is made of sentences that stand in the source and of values that do not: paths,
titles, whatever an exception quotes. To give a log away, each text is held against every sentence
of the source. Its own words stay, and each value becomes `…` unless it is such a sentence itself, a
version, a time, an id, or a number where the source does not speak of a name, a title or the like.
So nothing a person or program wrote can be in what is left, however it got into the log.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import idea

LEFT_OUT = "…"
_PACKAGE = Path(idea.__file__).parent
_LONGEST_TEXT = 2_000
_DEEPEST = 3
_FEWEST_LETTERS = 4
"""A sentence with fewer letters of its own would fit anything."""
_NOTHING = re.compile(r"(?!)")
_FACTS = (
    r"'?\d+(\.\d+){1,3}((a|b|rc|\.?dev|\.?post)\d+)?'?"  # A version.
    r"|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?!\d{8})[0-9a-f]{8}"  # An id, or its beginning.
    r"|\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?"  # A time.
)
_FACT = re.compile(_FACTS)
_FACT_OR_NUMBER = re.compile(_FACTS + r"|-?\d{1,12}(\.\d{1,6})?")
_PERCENT = re.compile(r"%[-.\d]*([sdrfxi])")
_PRIVATE = frozenset(
    {"command", "cwd", "folder", "key", "line", "name", "path", "root", "text", "title", "value"}
)
"""What is called so in the source may be anything."""


class _Sentence(NamedTuple):
    """Words with holes between them."""

    words: tuple[str, ...]
    holes: tuple[re.Pattern[str], ...]
    """What may stay as it is in each."""
    longest: str
    pattern: re.Pattern[str]


class OurWords:
    """Everything the source says."""

    def __init__(self, package: Path = _PACKAGE, only: Iterable[Path] | None = None) -> None:
        """Read the source; a build without it lets nothing through.

        `only` names the files whose words are wanted, where all of them would take too long.
        """
        self.package = package
        self.names: set[str] = set()
        """What functions and classes are called."""
        self._texts: set[str] = set()
        sentences: dict[tuple[str, ...], _Sentence] = {}
        self.files = frozenset(package.rglob("*.py"))
        for path in sorted(self.files if only is None else self.files.intersection(only)):
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
                words, kinds = _PERCENT.split(text)[::2], _PERCENT.findall(text)
                holes = [_FACT if kind in "sr" else _FACT_OR_NUMBER for kind in kinds]
                _add(words, holes, sentences)
            case ast.JoinedStr(values):
                holes = [_hole(one) for one in values if isinstance(one, ast.FormattedValue)]
                _add(list(_words_of(values)), holes, sentences)
            case _:
                pass

    def _ours(self, text: str, harmless: re.Pattern[str] = _FACT, depth: int = 0) -> str:
        if text in self._texts or harmless.fullmatch(text):
            return text
        if len(text) > _LONGEST_TEXT or depth > _DEEPEST:
            return LEFT_OUT
        for sentence in self._sentences:
            if sentence.longest in text and (found := sentence.pattern.fullmatch(text)):
                values = [
                    self._ours(value, hole, depth + 1)
                    for value, hole in zip(found.groups(), sentence.holes, strict=True)
                ]
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


def _hole(value: ast.FormattedValue) -> re.Pattern[str]:
    """Return what may stay in a hole, by what the source calls its value."""
    called = {
        node.id if isinstance(node, ast.Name) else node.attr
        for node in ast.walk(value.value)
        if isinstance(node, ast.Name | ast.Attribute)
    }
    return _NOTHING if called & _PRIVATE else _FACT_OR_NUMBER


def _add(
    words: list[str],
    holes: list[re.Pattern[str]],
    sentences: dict[tuple[str, ...], _Sentence],
) -> None:
    letters = sum(character.isalpha() for word in words for character in word)
    if holes and letters >= _FEWEST_LETTERS:
        pattern = re.compile("(.*?)".join(map(re.escape, words)), re.DOTALL)
        key = tuple(words)
        sentences[key] = _Sentence(key, tuple(holes), max(words, key=len), pattern)
