"""The rules of the house that a machine can check."""

import ast
import inspect
import re
from pathlib import Path
from typing import Protocol

import pytest

from idea.domain import errors

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "idea"
MODULES = sorted(SOURCE.rglob("*.py"))
PORTS = sorted((SOURCE / "domain" / "ports").glob("*.py"))

LONGEST_MODULE = 400
WIDEST_PORT = 7

BANNED_MODULE_NAMES = {"utils", "util", "helpers", "helper", "misc", "common", "manager"}
BANNED_NAME_PARTS = {"Manager", "Helper", "Util", "Utils", "Misc", "Handler"}

QT_ACTIONS_LIVE_IN = {"menus.py", "shortcuts.py"}


def _relative(path: Path) -> str:
    return str(path.relative_to(ROOT))


SOURCES = {_relative(path): path.read_text() for path in MODULES}


def test_a_module_is_short_enough_to_be_read() -> None:
    lengths = {path: len(text.splitlines()) for path, text in SOURCES.items()}

    assert {path: length for path, length in lengths.items() if length > LONGEST_MODULE} == {}


def test_a_module_name_says_what_is_inside() -> None:
    assert [
        path for path in SOURCES if BANNED_MODULE_NAMES & set(Path(path).with_suffix("").parts)
    ] == []


def test_a_class_name_uses_no_empty_word() -> None:
    classes = [
        (path, name)
        for path, text in SOURCES.items()
        for name in re.findall(r"^\s*class (\w+)", text, re.MULTILINE)
    ]

    assert len(classes) > len(SOURCES) / 2
    assert [
        (path, name)
        for path, name in classes
        if set(re.findall(r"[A-Z][a-z]+", name)) & BANNED_NAME_PARTS
    ] == []


VENDORS = {"claude", "codex", "gemini", "opencode", "qwen", "copilot", "aider", "crush"}


def test_no_code_knows_a_vendor() -> None:
    """Adding an engine is a line of data; code that names one would treat it differently."""
    assert {
        path: sorted(named)
        for path, text in SOURCES.items()
        if (named := VENDORS & set(re.findall(r"[a-z]+", text.lower())))
    } == {}


def _protocols_of(path: Path) -> list[type]:
    module = __import__(f"idea.domain.ports.{path.stem}", fromlist=["*"])
    return [
        member
        for _, member in inspect.getmembers(module, inspect.isclass)
        if getattr(member, "_is_protocol", False)
        and member is not Protocol
        and member.__module__ == module.__name__
    ]


@pytest.mark.parametrize(
    "path", [path for path in PORTS if path.stem != "__init__"], ids=lambda path: path.stem
)
def test_a_port_is_narrow(path: Path) -> None:
    wide = {
        port.__name__: methods
        for port in _protocols_of(path)
        if len(
            methods := [
                name
                for name, member in vars(port).items()
                if not name.startswith("_") and (callable(member) or isinstance(member, property))
            ]
        )
        > WIDEST_PORT
    }

    assert wide == {}


def _is_faked(port: type, fakes: str) -> bool:
    generic = r"(?:\[[^]]*\])?"
    return re.search(rf"class \w+{generic}\([^)]*\b{port.__name__}\b", fakes) is not None


@pytest.mark.parametrize(
    "path", [path for path in PORTS if path.stem != "__init__"], ids=lambda path: path.stem
)
def test_a_port_has_a_fake(path: Path) -> None:
    fakes = "\n".join(fake.read_text() for fake in (ROOT / "tests" / "fakes").glob("*.py"))
    unfaked = [
        port.__name__
        for port in _protocols_of(path)
        if not _is_faked(port, fakes)
        and not any(
            port in other.__mro__[1:] and _is_faked(other, fakes) for other in _protocols_of(path)
        )
    ]

    assert unfaked == []


def test_actions_and_shortcuts_are_made_in_one_place() -> None:
    assert [
        path
        for path, text in SOURCES.items()
        if Path(path).name not in QT_ACTIONS_LIVE_IN
        and re.search(r"\b(?:QAction|QShortcut)\(", text)
    ] == []


def test_no_nested_event_loop_is_run() -> None:
    nested = [
        (path, call)
        for path, text in SOURCES.items()
        for call in re.findall(r"processEvents\(|QEventLoop\(|\.exec\(\)", text)
    ]

    # The application's own loop is the one that is not nested.
    assert [path for path, call in nested if call != ".exec()" or "/bootstrap/" not in path] == []


def test_widgets_show_text_to_the_letter() -> None:
    guessing = re.compile(r"\bQLabel\([^)]*,|(?<!action)\.setToolTip\(")

    assert [
        path
        for path, text in SOURCES.items()
        if guessing.search(text) and Path(path).name != "plain_text.py"
    ] == []


def _raised_sentences(text: str) -> list[str]:
    """Return what errors for people say, as far as it stands in the source."""
    found: list[str] = []
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Raise(
                exc=ast.Call(
                    func=ast.Name(id=name), args=[ast.Constant(str()) | ast.JoinedStr() as said]
                )
            ) if issubclass(getattr(errors, name, int), errors.IdeaError):
                parts = said.values if isinstance(said, ast.JoinedStr) else [said]
                known = [str(one.value) if isinstance(one, ast.Constant) else "…" for one in parts]
                found.append("".join(known))
            case _:
                pass
    return found


def test_what_a_person_reads_is_a_sentence_without_marks_for_code() -> None:
    sentences = {path: _raised_sentences(text) for path, text in SOURCES.items()}

    assert sum(map(len, sentences.values())) > 100
    assert {
        path: sentence
        for path, told in sentences.items()
        for sentence in told
        if "`" in sentence or not sentence.endswith((".", "…"))
    } == {}
