"""Presses keys on an X display by the XTEST extension, without starting a program per key."""

import ctypes
import ctypes.util
import os


class Keyboard:
    """One connection to a display."""

    def __init__(self, display: str) -> None:
        self._x11 = ctypes.CDLL(ctypes.util.find_library("X11") or "libX11.so.6")
        self._test = ctypes.CDLL(ctypes.util.find_library("Xtst") or "libXtst.so.6")
        self._x11.XOpenDisplay.restype = ctypes.c_void_p
        self._x11.XStringToKeysym.restype = ctypes.c_ulong
        self._x11.XKeysymToKeycode.argtypes = [ctypes.c_void_p, ctypes.c_ulong]
        self._x11.XFlush.argtypes = self._x11.XCloseDisplay.argtypes = [ctypes.c_void_p]
        self._test.XTestFakeKeyEvent.argtypes = [
            ctypes.c_void_p,
            ctypes.c_uint,
            ctypes.c_int,
            ctypes.c_ulong,
        ]
        self._display = self._x11.XOpenDisplay(os.fsencode(display))

    def press(self, name: str) -> None:
        """Press and release the key of an X keysym name, such as `a` or `Return`."""
        symbol = self._x11.XStringToKeysym(name.encode())
        code = self._x11.XKeysymToKeycode(self._display, symbol) & 0xFF
        self._test.XTestFakeKeyEvent(self._display, code, 1, 0)
        self._test.XTestFakeKeyEvent(self._display, code, 0, 0)
        self._x11.XFlush(self._display)

    def close(self) -> None:
        """End the connection."""
        self._x11.XCloseDisplay(self._display)
