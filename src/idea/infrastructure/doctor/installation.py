"""What is installed: Python, libraries, the terminal core, the window system's parts."""

import ctypes
import importlib.metadata
import importlib.util
import os
import platform
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import idea
from idea.domain.diagnosis import Finding, Health

LICENCES: Final[Mapping[str, str]] = {
    "cffi": "MIT-0",
    "click": "BSD-3-Clause",
    "filelock": "MIT",
    "jeepney": "MIT",
    "platformdirs": "MIT",
    "psutil": "BSD-3-Clause",
    "ptyprocess": "ISC",
    "pydantic": "MIT",
    "pyghostty": "Apache-2.0; holds libghostty-vt, MIT",
    "pyside6-essentials": "LGPL-3.0; holds Qt, LGPL-3.0",
    "pyte": "LGPL-3.0",
    "pywinpty": "MIT",
    "regex": "Apache-2.0 and CNRI-Python",
    "starlette": "BSD-3-Clause",
    "uvicorn": "BSD-3-Clause",
    "wcwidth": "MIT",
    "websockets": "BSD-3-Clause",
}
"""What we stand on, by the name of its distribution, and under which licence it may be used."""
LIBRARIES = ("PySide6-Essentials", "pyghostty", "starlette", "uvicorn", "websockets", "pydantic")
_OPTIONAL = frozenset({"pyghostty"})


def version_of(library: str) -> str:
    """Return the version of a library that is installed; empty when it is not."""
    try:
        return importlib.metadata.version(library)
    except importlib.metadata.PackageNotFoundError:
        return ""


def check_python() -> Iterator[Finding]:
    """Say which Python and system run this."""
    yield Finding(
        id="idea",
        health=Health.FINE,
        fact=f"{idea.__version__} on Python {platform.python_version()}, {platform.platform()}",
    )


def check_libraries() -> Iterator[Finding]:
    """Say which versions of the libraries are installed."""
    for library in LIBRARIES:
        try:
            version = importlib.metadata.version(library)
        except importlib.metadata.PackageNotFoundError:
            optional = library in _OPTIONAL
            yield Finding(
                id=library,
                health=Health.NOTE if optional else Health.WRONG,
                fact="is not installed",
                remedy=(
                    "There is no wheel for this platform; the slower core is used."
                    if optional
                    else "Run script/run once, or install IdeA again."
                ),
            )
        else:
            yield Finding(id=library, health=Health.FINE, fact=version)


def check_window_system(environment: Mapping[str, str] | None = None) -> Iterator[Finding]:
    """Say whether a window can be shown here."""
    env = os.environ if environment is None else environment
    if sys.platform.startswith("linux"):
        yield _display(env)
        yield _platform_plugin()


def _display(environment: Mapping[str, str]) -> Finding:
    shown = environment.get("WAYLAND_DISPLAY") or environment.get("DISPLAY")
    if shown:
        return Finding(id="display", health=Health.FINE, fact=shown)
    return Finding(
        id="display",
        health=Health.NOTE,
        fact="neither DISPLAY nor WAYLAND_DISPLAY is set",
        remedy="The window needs a graphical session; every 'idea' command works without one.",
    )


def _platform_plugin() -> Finding:
    """Load Qt's X11 plugin the way the loader would, without importing Qt."""
    spec = importlib.util.find_spec("PySide6")
    if spec is None or spec.origin is None:
        return Finding(
            id="qt",
            health=Health.WRONG,
            fact="PySide6 is not installed",
            remedy="Run script/run once, or install IdeA again.",
        )
    plugin = Path(spec.origin).parent / "Qt" / "plugins" / "platforms" / "libqxcb.so"
    try:
        ctypes.CDLL(str(plugin))
    except OSError as error:
        return Finding(
            id="qt",
            health=Health.WRONG,
            fact=f"the X11 plugin cannot be loaded: {error}",
            remedy="On Debian or Ubuntu: sudo apt-get install libxcb-cursor0 libxkbcommon-x11-0 "
            "libegl1 libgl1 libdbus-1-3 libxcb-icccm4 libxcb-keysyms1 libxcb-image0 "
            "libxcb-render-util0 libxcb-shape0.",
        )
    return Finding(id="qt", health=Health.FINE, fact="the X11 plugin loads")
