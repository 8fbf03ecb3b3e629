"""A muted core that does the steps of a stream."""

from idea.domain.errors import ProcessError
from idea.domain.ports.terminal_core import Screen, ScreenFactory
from idea.domain.stream.client import Feed, Reset, Restore, Step, TakeSize
from idea.domain.stream.screen_checkpoint import restored_screen
from idea.domain.terminal import UNSEEN_SIZE, Size


class SteppedScreen:
    """Holds the core that the last `Reset` or `Restore` asked for; one thread's own."""

    def __init__(self, factory: ScreenFactory, scrollback_lines: int) -> None:
        self._factory = factory
        self._lines = scrollback_lines
        self._core: Screen | None = None
        self.size: Size = UNSEEN_SIZE

    @property
    def screen(self) -> Screen:
        """The core, once a step brought one.

        Raises:
            ProcessError: None did.
        """
        if self._core is None:
            raise ProcessError("The engine did not send this session's screen.")
        return self._core

    def do(self, step: Step) -> None:
        """Do the core's part of a step; most have none."""
        match step:
            case Reset(size):
                self._replace(self._factory.create(size, self._lines))
                self.size = size
            case Restore(checkpoint):
                self._replace(restored_screen(self._factory, checkpoint, self._lines))
                self.size = checkpoint.size
            case Feed(data, _):
                self.screen.feed(data)
            case TakeSize(size, _):
                self.screen.resize(size)
                self.size = size
            case _:
                pass

    def close(self) -> None:
        """Free the core."""
        if self._core is not None:
            self._core.close()
            self._core = None

    def _replace(self, core: Screen) -> None:
        self.close()
        self._core = core
