"""What is known of a crash, or of a mistake that was survived; it is shown, and sent to nobody."""

from dataclasses import dataclass
from datetime import datetime

_CRASHES = {
    "window": "The window crashed and was started again; every session went on.",
    "engine": "The engine crashed and was started again; every session went on.",
    "worker": "The screen worker crashed and was started again; every session went on.",
}
_MISTAKE = "Something in IdeA failed and is on record; nothing was ended by it."


@dataclass(frozen=True, slots=True, kw_only=True)
class CrashReport:
    """One report, without its text."""

    name: str
    """Tells it from others; later ones sort behind earlier ones."""
    process: str
    """`window`, `engine` or `worker`."""
    at: datetime
    """When it was written, UTC."""
    is_fatal: bool
    """Whether the process ended by it."""

    @property
    def sentence(self) -> str:
        """What the person is told."""
        return _CRASHES.get(self.process, _MISTAKE) if self.is_fatal else _MISTAKE

    @property
    def title(self) -> str:
        """What it is about, in few words."""
        process = {"worker": "screen worker"}.get(self.process, self.process)
        return f"{process} crashed" if self.is_fatal else f"mistake in the {process}"


def newest_untold(reports: tuple[CrashReport, ...], told: str) -> CrashReport | None:
    """Return what the person is to hear of: the newest crash they were not told of, else mistake.

    `reports` are sorted with the newest first, `told` is the name of the last one they heard of.
    """
    untold = [one for one in reports if one.name > told]
    fatal = [one for one in untold if one.is_fatal]
    return next(iter((*fatal, *untold)), None)
