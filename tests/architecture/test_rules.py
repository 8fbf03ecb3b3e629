"""The rules of the house that a machine can check."""

import ast
import inspect
import re
from pathlib import Path
from typing import Protocol

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "idea"
MODULES = sorted(SOURCE.rglob("*.py"))
PORTS = sorted((SOURCE / "domain" / "ports").glob("*.py"))

LONGEST_MODULE = 400
WIDEST_PORT = 7

BANNED_MODULE_NAMES = {"utils", "util", "helpers", "helper", "misc", "common", "manager"}
BANNED_NAME_PARTS = {"Manager", "Helper", "Util", "Utils", "Misc", "Handler"}

QT_ACTIONS_LIVE_IN = {"menus.py", "shortcuts.py"}

GENERATED = {"_ghostty_api.py"}


def _relative(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", MODULES, ids=_relative)
def test_a_module_is_short_enough_to_be_read(path: Path) -> None:
    if path.name in GENERATED:
        return

    assert len(path.read_text().splitlines()) <= LONGEST_MODULE


@pytest.mark.parametrize("path", MODULES, ids=_relative)
def test_a_module_name_says_what_is_inside(path: Path) -> None:
    assert not BANNED_MODULE_NAMES & set(path.relative_to(SOURCE).with_suffix("").parts)


@pytest.mark.parametrize("path", MODULES, ids=_relative)
def test_a_class_name_uses_no_empty_word(path: Path) -> None:
    classes = [
        node.name
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ClassDef)
    ]
    empty = [name for name in classes if set(re.findall(r"[A-Z][a-z]+", name)) & BANNED_NAME_PARTS]

    assert empty == []


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


@pytest.mark.parametrize("path", MODULES, ids=_relative)
def test_actions_and_shortcuts_are_made_in_one_place(path: Path) -> None:
    if path.name in QT_ACTIONS_LIVE_IN:
        return

    assert re.findall(r"\b(?:QAction|QShortcut)\(", path.read_text()) == []


@pytest.mark.parametrize("path", MODULES, ids=_relative)
def test_no_nested_event_loop_is_run(path: Path) -> None:
    nested = re.findall(r"processEvents\(|QEventLoop\(|\.exec\(\)", path.read_text())

    assert [call for call in nested if call != ".exec()" or path.parent.name != "bootstrap"] == []
