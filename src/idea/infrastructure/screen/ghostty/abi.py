"""The loaded library: one cffi side that releases the GIL, one ctypes side that keeps it.

Words: a *long* call (`Abi.lib`) goes through cffi, lets other Python threads run and is used for
feeding, resizing, snapshots and search; a *short* call (`Abi.short`) goes through
`ctypes.PyDLL`, keeps the GIL and is used for everything under about 50 µs, because giving the GIL
away costs a switch interval each time another thread wants it.

Measured: reading 60 rows beside a busy Python thread took 104 ms through cffi, 0.4 ms through
PyDLL.
"""

import ctypes
import functools
import importlib.util
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from idea.domain.errors import ProcessError
from idea.infrastructure.places import find_places
from idea.infrastructure.screen.ghostty import declarations
from idea.infrastructure.screen.ghostty.declarations_source import (
    digest_of,
    python_source,
    wheel_folder,
)
from idea.infrastructure.stores.atomic import atomic_write

_SUFFIXES = {"win32": ".dll", "darwin": ".dylib"}

type ShortCall = Callable[..., int]
type ShortCalls = Callable[..., ShortCall]


class Point(ctypes.Structure):
    """A `GhosttyPoint`, whose union ctypes could not pass by value."""

    _fields_ = (
        ("tag", ctypes.c_int),
        ("_gap", ctypes.c_uint32),
        ("x", ctypes.c_uint16),
        ("y", ctypes.c_uint32),
        ("_rest", ctypes.c_uint64),
    )


class ScrollTo(ctypes.Structure):
    """A `GhosttyTerminalScrollViewport`, whose union ctypes could not pass by value."""

    _fields_ = (
        ("tag", ctypes.c_int),
        ("_gap", ctypes.c_uint32),
        ("value", ctypes.c_int64),
        ("_rest", ctypes.c_uint64),
    )


POINTER = ctypes.c_void_p
"""The type of every argument that is an address or a number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Abi:
    """One library, two ways in."""

    ffi: Any
    lib: Any
    short: ShortCalls
    """`short(name, *argument types, result=…)` returns a function that keeps the GIL."""
    name: str
    """Wheel version and library revision."""
    path: Path

    def address(self, pointer: Any) -> int:
        """Return where a cffi pointer points, for short calls."""
        return int(self.ffi.cast("uintptr_t", pointer))

    def sized(self, name: str) -> Any:
        """Return a new struct with its size field set, as the library asks for."""
        struct = self.ffi.new(f"{name} *")
        struct.size = self.ffi.sizeof(name)
        return struct

    def check(self, result: int, what: str) -> None:
        """Raise when the library says no.

        Raises:
            ProcessError: The library could not do `what`, most likely for lack of memory.
        """
        if result:
            raise ProcessError(f"The terminal core could not {what} (code {result}).")


def short_calls(path: Path) -> ShortCalls:
    """Return a lookup of functions that keep the GIL while they run."""
    library = ctypes.PyDLL(str(path))

    def lookup(name: str, *arguments: Any, result: Any = ctypes.c_int) -> ShortCall:
        # Its own function object each time, so that two users may declare different types.
        return ctypes.PYFUNCTYPE(result, *arguments)((name, library))

    return lookup


@functools.cache
def load() -> Abi:
    """Return the installed library.

    Raises:
        ProcessError: No wheel is installed here, or it holds no library.
    """
    folder = wheel_folder()
    if folder is None:
        raise ProcessError("The terminal core libghostty-vt is not installed; use the core pyte.")
    path = folder / "_lib" / f"libghostty-vt{_SUFFIXES.get(sys.platform, '.so')}"
    if not path.exists():
        raise ProcessError(f"The package pyghostty holds no library at {path}; install it again.")
    text = (folder / "_cdef.py").read_bytes()
    ffi = _matching_declarations(text).ffi
    return Abi(
        ffi=ffi,
        lib=ffi.dlopen(str(path)),
        short=short_calls(path),
        name=f"pyghostty {_wheel_version(folder)} (libghostty-vt {_revision(text)})",
        path=path,
    )


def _matching_declarations(text: bytes) -> ModuleType:
    """Return the checked-in module, or for another wheel one made once and kept.

    Raises:
        ProcessError: The kept module cannot be loaded.
    """
    digest = digest_of(text)
    if digest == declarations.DIGEST:
        return declarations
    kept = find_places().state / "terminal-core" / f"declarations_{digest[:16]}.py"
    if not kept.exists():
        _keep(kept, text)
    spec = importlib.util.spec_from_file_location("idea_ghostty_declarations", kept)
    if spec is None or spec.loader is None:
        raise ProcessError(f"The file {kept} cannot be loaded; delete it.")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _keep(kept: Path, text: bytes) -> None:
    kept.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    atomic_write(kept, python_source(text).encode())


def _wheel_version(folder: Path) -> str:
    found = re.search(r'__version__ = "([^"]+)"', (folder / "__init__.py").read_text("utf-8"))
    return found[1] if found else "unknown"


def _revision(text: bytes) -> str:
    found = re.search(rb"from ghostty ([0-9a-f]+)", text[:200])
    return found[1].decode() if found else digest_of(text)[:9]
