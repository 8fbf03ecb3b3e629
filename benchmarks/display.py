"""A virtual X display whose frame buffer is a file, so that painted frames can be counted.

The same count serves every terminal: a frame is a change of the sampled pixels between two
looks, at most one every 5 ms.
"""

import mmap
import os
import shutil
import signal
import struct
import subprocess
import tempfile
import threading
import time
import zlib
from pathlib import Path
from types import TracebackType
from typing import Self

WIDTH, HEIGHT = 1280, 800
_LOOK_EVERY_S = 0.005
_EVERY_NTH_ROW = 8


class VirtualDisplay:
    """Xvfb on a free display number, for the length of a `with`."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="frames-"))
        self._server: subprocess.Popen[bytes] | None = None
        self.name = ""

    def __enter__(self) -> Self:
        reader, writer = os.pipe()
        self._server = subprocess.Popen(
            [
                "Xvfb",
                "-displayfd",
                str(writer),
                "-fbdir",
                str(self._folder),
                "-nolisten",
                "tcp",
                "-screen",
                "0",
                f"{WIDTH}x{HEIGHT}x24",
            ],
            pass_fds=[writer],
            stderr=subprocess.DEVNULL,
        )
        os.close(writer)
        with os.fdopen(reader) as told:
            self.name = f":{told.readline().strip()}"
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._server is not None:
            self._server.send_signal(signal.SIGTERM)
            self._server.wait()
        shutil.rmtree(self._folder, ignore_errors=True)

    @property
    def environment(self) -> dict[str, str]:
        """This process's environment, pointed at the display."""
        kept = {name: value for name, value in os.environ.items() if name != "WAYLAND_DISPLAY"}
        return kept | {
            "DISPLAY": self.name,
            "QT_QPA_PLATFORM": "xcb",
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "WINIT_X11_SCALE_FACTOR": "1",
        }

    @property
    def frame_buffer(self) -> Path:
        """The file that holds the pixels, in XWD format."""
        return self._folder / "Xvfb_screen0"


class FrameCounter:
    """Counts how often the picture changed, from `start` to `stop`, in a thread of its own."""

    def __init__(self, display: VirtualDisplay) -> None:
        self._file = display.frame_buffer.open("rb")
        self._pixels = mmap.mmap(self._file.fileno(), 0, prot=mmap.PROT_READ)
        header = struct.unpack(">25I", self._pixels[:100])
        self._offset = header[0] + header[19] * 12
        self._stride = header[12]
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._count, name="frame counter")
        self.changes = 0
        self.seconds = 0.0

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self) -> float:
        """End and return frames per second."""
        self._ended.set()
        self._thread.join()
        self.close()
        return self.changes / self.seconds if self.seconds else 0.0

    def close(self) -> None:
        """Look no more."""
        self._pixels.close()
        self._file.close()

    def picture(self) -> int:
        """Return a sum of the sampled rows, different when the picture is."""
        total = 0
        step = self._stride * _EVERY_NTH_ROW
        for begin in range(self._offset, self._offset + HEIGHT * self._stride, step):
            total = zlib.crc32(self._pixels[begin : begin + self._stride], total)
        return total

    def shows(self, red: int, green: int, blue: int) -> bool:
        """Whether a pixel of this colour is anywhere on the display."""
        return self._pixels.find(bytes((blue, green, red)), self._offset) >= 0

    def _count(self) -> None:
        begin = time.monotonic()
        last = self.picture()
        while not self._ended.wait(_LOOK_EVERY_S):
            now = self.picture()
            self.changes += now != last
            last = now
        self.seconds = time.monotonic() - begin
