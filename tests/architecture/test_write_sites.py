"""Where IdeA changes the disk: a closed list, so that no file is written past the rules.

Whole files are replaced by `stores/atomic.py` alone. Every other module below says in its row what
it may do to the file system; a new way of writing is a row here, and a reason for it.
"""

import ast
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "idea"

OPENS, REPLACES, MAKES_FOLDERS, REMOVES, CUTS, LINKS = (
    "opens a file to write",
    "renames over a file",
    "makes folders",
    "removes",
    "cuts files",
    "links",
)

WRITERS: dict[str, set[str]] = {
    # The module of the rules, and what sets aside and sweeps for it.
    "infrastructure/stores/atomic.py": {OPENS, REPLACES, REMOVES, LINKS},
    "infrastructure/stores/json_load.py": {REPLACES, REMOVES, LINKS},
    "infrastructure/stores/sweeper.py": {REMOVES},
    # Stores: folders of their own, and whole sessions that are forgotten.
    "infrastructure/stores/json_file.py": {MAKES_FOLDERS},
    "infrastructure/stores/project_folder.py": {MAKES_FOLDERS},
    "infrastructure/stores/session_store.py": {MAKES_FOLDERS, REMOVES},
    "infrastructure/color_schemes/folder.py": {MAKES_FOLDERS},
    # What a person exports: a new file, or none.
    "infrastructure/files/new_file.py": {OPENS, REMOVES},
    "infrastructure/files/kept_texts.py": {MAKES_FOLDERS, REPLACES, REMOVES},
    "infrastructure/files/local_files.py": {MAKES_FOLDERS, REMOVES},
    # Session logs: appended to, checked when they are read, cut where they are torn.
    "infrastructure/logs/private_files.py": {OPENS, REPLACES, MAKES_FOLDERS, REMOVES},
    "infrastructure/logs/segments.py": {CUTS, REMOVES},
    "infrastructure/logs/checkpoint_files.py": {REMOVES},
    "infrastructure/logs/memory_place.py": {MAKES_FOLDERS, REMOVES},
    # What processes print and log; lost without harm.
    "infrastructure/observability/crash_hooks.py": {OPENS, CUTS, MAKES_FOLDERS},
    "infrastructure/observability/log_files.py": {OPENS, MAKES_FOLDERS},
    "infrastructure/observability/report_files.py": {MAKES_FOLDERS, REMOVES},
    "infrastructure/observability/output_files.py": {OPENS, CUTS},
    # Where processes meet: folders, sockets, the keeper's lock, a page without a name.
    "infrastructure/places.py": {MAKES_FOLDERS},
    "infrastructure/own_command.py": {MAKES_FOLDERS},
    "infrastructure/engine_client/address.py": {OPENS, CUTS},
    "infrastructure/worker/page.py": {OPENS, REMOVES, CUTS},
    "presentation/engine/listener.py": {MAKES_FOLDERS, REMOVES},
    "bootstrap/keeper.py": {OPENS, REMOVES, CUTS},
    # Declarations made once for a wheel that was not known when IdeA was built.
    "infrastructure/screen/ghostty/abi.py": {MAKES_FOLDERS},
    # Run by developers only; writes into the source tree.
    "infrastructure/screen/ghostty/declarations_source.py": {OPENS},
}

_BY_METHOD = {
    "write_text": OPENS,
    "write_bytes": OPENS,
    "touch": OPENS,
    "rename": REPLACES,
    "renames": REPLACES,
    "mkdir": MAKES_FOLDERS,
    "makedirs": MAKES_FOLDERS,
    "unlink": REMOVES,
    "remove": REMOVES,
    "rmdir": REMOVES,
    "rmtree": REMOVES,
    "move": REPLACES,
    "truncate": CUTS,
    "ftruncate": CUTS,
    "link": LINKS,
    "symlink": LINKS,
    "hardlink_to": LINKS,
    "symlink_to": LINKS,
    "mkstemp": OPENS,
    "copy2": OPENS,
    "copyfile": OPENS,
    "copytree": OPENS,
    "mkfifo": OPENS,
}
_OF_MODULES = {"remove", "move", "link"}
"""Words that other things have as methods too; as calls of `os` and `shutil` they are meant."""
_BY_NAME = {"RotatingFileHandler", "FileHandler", "NamedTemporaryFile", "TemporaryFile"}
_WRITING_MODES = set("wax+")


def _kinds(tree: ast.AST) -> set[str]:
    found = {_of(node) for node in ast.walk(tree) if isinstance(node, ast.Call)} - {""}
    bases = (
        base for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for base in node.bases
    )
    if any(isinstance(base, ast.Name) and base.id in _BY_NAME for base in bases):
        found.add(OPENS)
    return found


def _of(call: ast.Call) -> str:
    """Return what a call does to the file system; empty for nothing."""
    kind = ""
    match call.func:
        case ast.Name("open") if _writes(call, at=1):
            kind = OPENS
        case ast.Name(name) if name in _BY_NAME:
            kind = OPENS
        case ast.Attribute(ast.Name("os"), "open"):
            kind = OPENS if _writes_by_flags(call) else ""
        case ast.Attribute(_, "open") if _writes(call, at=0):
            kind = OPENS
        case ast.Attribute(ast.Name("os"), "replace"):
            kind = REPLACES
        case ast.Attribute(_, "replace") if len(call.args) == 1 and not call.keywords:
            kind = REPLACES  # A text's takes two arguments; dataclasses' is called by its name.
        case ast.Attribute(ast.Name("os" | "shutil"), name):
            kind = _BY_METHOD.get(name, "")
        case ast.Attribute(_, name) if name not in _OF_MODULES:
            kind = _BY_METHOD.get(name, "")
        case _:
            pass
    return kind


def _writes(call: ast.Call, *, at: int) -> bool:
    modes = [*call.args[at : at + 1], *(key.value for key in call.keywords if key.arg == "mode")]
    texts = [
        one.value
        for mode in modes
        for one in ast.walk(mode)
        if isinstance(one, ast.Constant) and isinstance(one.value, str)
    ]
    return any(set(text) & _WRITING_MODES for text in texts)


def _writes_by_flags(call: ast.Call) -> bool:
    """Whether the flags create or write; a name of flags counts unless it says that it reads."""
    if "devnull" in ast.unparse(call.args[0]):
        return False
    flags = ast.unparse(call.args[1])
    return any(
        word in flags for word in ("O_WRONLY", "O_RDWR", "O_CREAT", "flags", "_CREATE", "_APPEND")
    )


def test_only_these_modules_change_the_disk_and_only_so() -> None:
    found = {
        str(path.relative_to(SOURCE)): kinds
        for path in sorted(SOURCE.rglob("*.py"))
        if path.name != "declarations.py" and (kinds := _kinds(ast.parse(path.read_text())))
    }

    assert found == WRITERS


def test_every_way_of_writing_is_recognised() -> None:
    ways = {
        "open(path, 'w')": OPENS,
        "path.open('ab')": OPENS,
        "path.open(mode='x')": OPENS,
        "path.open('wb' if is_long else 'ab')": OPENS,
        "os.open(path, os.O_WRONLY | os.O_CREAT)": OPENS,
        "path.write_text(text)": OPENS,
        "RotatingFileHandler(path)": OPENS,
        "class Log(RotatingFileHandler): pass": OPENS,
        "os.replace(a, b)": REPLACES,
        "a.replace(b)": REPLACES,
        "os.rename(a, b)": REPLACES,
        "shutil.move(a, b)": REPLACES,
        "path.mkdir()": MAKES_FOLDERS,
        "shutil.rmtree(path)": REMOVES,
        "os.remove(path)": REMOVES,
        "os.ftruncate(descriptor, 0)": CUTS,
        "os.link(a, b)": LINKS,
    }
    harmless = [
        "path.open('rb')",
        "open(path)",
        "os.open(path, os.O_RDONLY)",
        "os.open(os.devnull, os.O_RDWR)",
        "text.replace('a', 'b')",
        "replace(value, field=1)",
        "names.remove(name)",
    ]

    assert {way: _kinds(ast.parse(way)) for way in ways} == {w: {k} for w, k in ways.items()}
    assert [way for way in harmless if _kinds(ast.parse(way))] == []
