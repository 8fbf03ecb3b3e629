"""One connection to an X display: presses keys, sees pixels, finds and places windows.

Keys go in by XTEST and pixels come out through shared memory (MIT-SHM), both by ctypes, so that
neither starts a program nor copies a picture over a socket. Run as a script, this is a plain window
that paints itself for each key. Usage: x_display.py DISPLAY.
"""

import ctypes
import os
import sys
from collections.abc import Sequence
from ctypes import POINTER, Structure, byref, c_char_p, c_int, c_long, c_uint, c_ulong, c_void_p
from types import TracebackType
from typing import NamedTuple, Self

_Z_PIXMAP = 2
_ALL_PLANES = 0xFFFFFFFF
_IS_VIEWABLE = 2
_REVERT_TO_PARENT = 2
_KEY_PRESS_MASK = 1
_KEY_PRESS = 2
_IPC_PRIVATE, _IPC_CREATE, _IPC_REMOVE = 0, 0o1000, 0
_PIXEL_BYTES = 4
_EVENT_LONGS = 24


class Area(NamedTuple):
    """A part of the display, in pixels."""

    left: int
    top: int
    width: int
    height: int


class _Image(Structure):
    _fields_ = (
        ("width", c_int),
        ("height", c_int),
        ("xoffset", c_int),
        ("format", c_int),
        ("data", c_void_p),
        *((name, c_int) for name in ("byte_order", "unit", "bit_order", "pad", "depth")),
        ("bytes_per_line", c_int),
    )


class _Segment(Structure):
    _fields_ = (
        ("segment", c_ulong),
        ("identifier", c_int),
        ("address", c_void_p),
        ("is_read_only", c_int),
    )


class _Attributes(Structure):
    _fields_ = (
        *((name, c_int) for name in ("x", "y", "width", "height", "border", "depth")),
        ("visual", c_void_p),
        ("root", c_ulong),
        *((name, c_int) for name in ("kind", "bit_gravity", "window_gravity", "backing_store")),
        ("backing_planes", c_ulong),
        ("backing_pixel", c_ulong),
        ("save_under", c_int),
        ("colormap", c_ulong),
        ("is_map_installed", c_int),
        ("map_state", c_int),
        ("all_event_masks", c_long),
        ("your_event_mask", c_long),
        ("do_not_propagate_mask", c_long),
        ("override_redirect", c_int),
        ("screen", c_void_p),
    )


class XDisplay:
    """An open display, for the length of a `with`."""

    def __init__(self, name: str) -> None:
        self._x = ctypes.CDLL("libX11.so.6")
        self._test = ctypes.CDLL("libXtst.so.6")
        self._shared = ctypes.CDLL("libXext.so.6")
        _declare(self._x, self._test, self._shared)
        self._display = self._x.XOpenDisplay(os.fsencode(name))
        if not self._display:
            raise OSError(f"The display {name} cannot be opened.")
        self.root: int = self._x.XDefaultRootWindow(self._display)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._x.XCloseDisplay(self._display)

    def press(self, *names: str) -> None:
        """Press keys of these X keysym names together, the last one last, and release them."""
        codes = [
            self._x.XKeysymToKeycode(self._display, self._x.XStringToKeysym(name.encode()))
            for name in names
        ]
        for code, is_down in [(code, 1) for code in codes] + [(code, 0) for code in codes[::-1]]:
            self._test.XTestFakeKeyEvent(self._display, code, is_down, 0)
        self._x.XFlush(self._display)

    def eye(self, area: Area) -> "Eye":
        """Return what looks at a part of the display."""
        return Eye(self._x, self._shared, self._display, area)

    def windows(self) -> dict[int, Area]:
        """Return the visible windows that stand on the root."""
        root, parent, count = c_ulong(), c_ulong(), c_uint()
        children = POINTER(c_ulong)()
        asked = (byref(root), byref(parent), byref(children), byref(count))
        self._x.XGrabServer(self._display)  # So that none ends between being listed and looked at.
        self._x.XQueryTree(self._display, self.root, *asked)
        found = {}
        for window in children[: count.value]:
            is_there = _Attributes()
            self._x.XGetWindowAttributes(self._display, window, byref(is_there))
            if is_there.map_state == _IS_VIEWABLE:
                found[window] = Area(is_there.x, is_there.y, is_there.width, is_there.height)
        self._x.XUngrabServer(self._display)
        self._x.XFlush(self._display)
        if children:
            self._x.XFree(children)
        return found

    def place(self, window: int, area: Area) -> None:
        """Give a window its place, in front of the others; there is no window manager to ask."""
        self._x.XMoveResizeWindow(self._display, window, *area)
        self._x.XRaiseWindow(self._display, window)
        self._x.XSync(self._display, 0)

    def focus(self, window: int) -> None:
        """Let a window have the keys."""
        self._x.XSetInputFocus(self._display, window, _REVERT_TO_PARENT, 0)
        self._x.XSync(self._display, 0)

    def paint_each_key(self, area: Area) -> None:
        """Show a window that does nothing but paint itself anew for each key; never returns."""
        white = self._x.XWhitePixel(self._display, self._x.XDefaultScreen(self._display))
        window = self._x.XCreateSimpleWindow(self._display, self.root, *area, 0, 0, white)
        self._x.XSelectInput(self._display, window, _KEY_PRESS_MASK)
        self._x.XMapRaised(self._display, window)
        pen = self._x.XCreateGC(self._display, window, 0, None)
        event = (c_long * _EVENT_LONGS)()
        keys = 0
        while True:
            self._x.XNextEvent(self._display, byref(event))
            if event[0] & 0xFFFFFFFF == _KEY_PRESS:
                keys += 1
                self._x.XSetForeground(self._display, pen, white if keys % 2 == 0 else 0)
                self._x.XFillRectangle(self._display, window, pen, 0, 0, area.width, area.height)
                self._x.XFlush(self._display)


class Eye:
    """Looks at a part of a display, wherever that is moved to."""

    def __init__(self, x: ctypes.CDLL, shared: ctypes.CDLL, display: c_void_p, area: Area) -> None:
        self._x, self._shared, self._display, self.area = x, shared, display, area
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._libc.shmat.restype = c_void_p
        self._libc.shmat.argtypes = (c_int, c_void_p, c_int)
        self._libc.shmdt.argtypes = (c_void_p,)
        self._segment = _Segment()
        screen = x.XDefaultScreen(display)
        visual, depth = x.XDefaultVisual(display, screen), x.XDefaultDepth(display, screen)
        self._image = shared.XShmCreateImage(
            display, visual, depth, _Z_PIXMAP, None, byref(self._segment), area.width, area.height
        )
        self._line_bytes: int = self._image.contents.bytes_per_line
        self._size = self._line_bytes * area.height
        self._segment.identifier = self._libc.shmget(_IPC_PRIVATE, self._size, _IPC_CREATE | 0o600)
        self._segment.address = self._libc.shmat(self._segment.identifier, None, 0)
        self._image.contents.data = self._segment.address
        shared.XShmAttach(display, byref(self._segment))
        x.XSync(display, 0)
        self._libc.shmctl(self._segment.identifier, _IPC_REMOVE, None)  # It lives while attached.

    def picture(self) -> bytes:
        """Return the pixels as they are on the display now."""
        origin = self.area.left, self.area.top
        self._shared.XShmGetImage(
            self._display, self._x.XDefaultRootWindow(self._display), self._image, *origin,
            _ALL_PLANES,
        )  # fmt: skip
        return ctypes.string_at(self._segment.address, self._size)

    def move_to(self, left: int, top: int) -> None:
        """Look at another place."""
        self.area = self.area._replace(left=left, top=top)

    def changed(self, before: bytes, after: bytes) -> Area | None:
        """Return, in pixels of the display, the box around what two pictures differ in."""
        wide = self._line_bytes
        different = [
            at
            for line in range(0, self._size, wide)
            if before[line : line + wide] != after[line : line + wide]
            for at in range(line, line + wide)
            if before[at] != after[at]
        ]
        if not different:
            return None
        columns = [at % wide // _PIXEL_BYTES for at in different]
        top, bottom = different[0] // wide, different[-1] // wide
        left, right = min(columns), max(columns)
        return Area(self.area.left + left, self.area.top + top, right - left + 1, bottom - top + 1)

    def close(self) -> None:
        """Look no more."""
        self._shared.XShmDetach(self._display, byref(self._segment))
        self._x.XSync(self._display, 0)
        self._libc.shmdt(self._segment.address)


def _declare(x: ctypes.CDLL, test: ctypes.CDLL, shared: ctypes.CDLL) -> None:
    """Tell ctypes what it would guess wrongly: everything of more than 32 bits."""
    x.XOpenDisplay.restype = c_void_p
    x.XDefaultVisual.restype = x.XCreateGC.restype = c_void_p
    for name in ("XDefaultRootWindow", "XStringToKeysym", "XWhitePixel", "XCreateSimpleWindow"):
        getattr(x, name).restype = c_ulong
    x.XKeysymToKeycode.restype = ctypes.c_ubyte
    shared.XShmCreateImage.restype = POINTER(_Image)
    window, display = c_ulong, c_void_p
    arguments: dict[str, Sequence[type]] = {
        "XOpenDisplay": (c_char_p,),
        "XCloseDisplay": (display,),
        "XDefaultRootWindow": (display,),
        "XDefaultScreen": (display,),
        "XDefaultVisual": (display, c_int),
        "XDefaultDepth": (display, c_int),
        "XWhitePixel": (display, c_int),
        "XStringToKeysym": (c_char_p,),
        "XKeysymToKeycode": (display, c_ulong),
        "XFlush": (display,),
        "XGrabServer": (display,),
        "XUngrabServer": (display,),
        "XSync": (display, c_int),
        "XFree": (c_void_p,),
        "XQueryTree": (display, window, *(c_void_p,) * 4),
        "XGetWindowAttributes": (display, window, c_void_p),
        "XMoveResizeWindow": (display, window, c_int, c_int, c_uint, c_uint),
        "XRaiseWindow": (display, window),
        "XMapRaised": (display, window),
        "XSetInputFocus": (display, window, c_int, c_ulong),
        "XSelectInput": (display, window, c_long),
        "XCreateGC": (display, window, c_ulong, c_void_p),
        "XNextEvent": (display, c_void_p),
        "XSetForeground": (display, c_void_p, c_ulong),
        "XFillRectangle": (display, window, c_void_p, c_int, c_int, c_uint, c_uint),
        "XCreateSimpleWindow": (
            display,
            window,
            *(c_int, c_int, c_uint, c_uint),
            *(c_uint, c_ulong, c_ulong),
        ),
    }
    for name, types in arguments.items():
        getattr(x, name).argtypes = types
    test.XTestFakeKeyEvent.argtypes = (display, c_uint, c_int, c_ulong)
    shared.XShmCreateImage.argtypes = (
        *(display, c_void_p, c_uint, c_int),
        *(c_char_p, c_void_p, c_uint, c_uint),
    )
    shared.XShmAttach.argtypes = shared.XShmDetach.argtypes = (display, c_void_p)
    shared.XShmGetImage.argtypes = (display, window, c_void_p, c_int, c_int, c_ulong)


if __name__ == "__main__":
    with XDisplay(sys.argv[1]) as shown:
        shown.paint_each_key(Area(0, 0, 100, 100))
