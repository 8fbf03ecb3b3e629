"""One attached client as the engine sees it, and which of several shall hold the session."""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum

from idea.domain.ids import ClientId
from idea.domain.stream.checkpoint import Checkpoint, CheckpointAssembly
from idea.domain.stream.messages import Seq, TextAsked
from idea.domain.stream.output_credit import OutputCredit
from idea.domain.terminal import Size


class Role(Enum):
    """What an attached client is there for."""

    VIEW = "view"
    OBSERVER = "observer"
    """Looks on, is never the holder."""
    WORKER = "worker"
    """Holds the session while no view does."""


class Phase(Enum):
    """Where a client stands."""

    STARTING = "starting"
    """Waits for the log or a checkpoint; was sent no records yet."""
    WAITING = "waiting"
    """Neither log nor checkpoint can start it; waits for a new checkpoint."""
    STREAMING = "streaming"
    CUT = "cut"
    """Stalled: is sent nothing until it has acknowledged everything it was sent."""


@dataclass(slots=True, eq=False)
class Attachment:
    """A client's place in the stream; mutable, owned by the state machine."""

    client: ClientId
    role: Role
    core: str
    size: Size | None
    shown: bool
    order: int
    """Grows with each attach and each time a view is shown; the newest shown one is preferred."""
    credit: OutputCredit
    phase: Phase = Phase.STARTING
    resume: Seq | None = None
    """Where a start goes on with the core as it is; None for a checkpoint or an empty core."""
    awaits_checkpoint: bool = False
    log_request: Seq | None = None
    """From where the log is being read for it."""
    restart_due: bool = False
    """Whether it must start anew once it is quiet; it is sent nothing until then."""
    skip_due: bool = False
    """Whether `Skipped` must precede the next `Attached`."""
    greeted: bool = False
    """Whether it was given its input credit."""
    waits_until: float | None = None
    """Until when it hopes for a checkpoint; kept until it is started."""
    assembly: CheckpointAssembly = field(default_factory=CheckpointAssembly)
    native: Checkpoint | None = None
    """The native part of a checkpoint whose portable part is still to come."""
    texts: deque[TextAsked] = field(default_factory=deque)
    """Texts it was asked to encode and has not sent yet."""
    texts_taken: int = 0
    """How many texts it may still send that others were asked for meanwhile; they are dropped."""

    @property
    def is_streaming(self) -> bool:
        """Whether records flow to it."""
        return self.phase is Phase.STREAMING

    @property
    def may_hold(self) -> bool:
        """Whether it can be the holder now or as soon as it is started."""
        return self.role is not Role.OBSERVER and self.phase is not Phase.CUT

    @property
    def is_quiet(self) -> bool:
        """Whether it has acknowledged everything it was sent."""
        return not self.credit.outstanding_bytes

    def take_text(self) -> bool:
        """Take a text that begins; whether it is one that still has to be typed."""
        if self.texts_taken:
            self.texts_taken -= 1
            return False
        if self.texts:
            self.texts.popleft()
            return True
        return False


def wanted_holder(
    attachments: Iterable[Attachment], typed: ClientId | None, holder: ClientId | None
) -> Attachment | None:
    """Return who should hold: who typed last, else one that is shown, else the worker.

    Among equals the present holder stays; a view nobody sees is better than nobody at all.
    """
    candidates = [one for one in attachments if one.may_hold]
    return max(candidates, key=lambda one: _claim(one, typed, holder), default=None)


def _claim(
    one: Attachment, typed: ClientId | None, holder: ClientId | None
) -> tuple[bool, bool, bool, bool, int]:
    return (
        one.client == typed,
        one.role is Role.VIEW and one.shown,
        one.role is Role.WORKER,
        one.client == holder,
        one.order,
    )
