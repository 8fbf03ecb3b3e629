"""Checkpoints: whole screens, sent in parts and put together again."""

from dataclasses import dataclass

from idea.domain.errors import InvalidError
from idea.domain.stream.messages import CheckpointKind, CheckpointPart, Seq
from idea.domain.terminal import Size

PART_BYTES = 256 * 1024
LARGEST_CHECKPOINT_BYTES = 64 * 1024 * 1024
"""A screen larger than this is not kept; nothing the scrollback limits allow comes near."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """A whole screen as it was at `seq`."""

    seq: Seq
    kind: CheckpointKind
    core: str
    """Name and version of the core that made it."""
    size: Size
    data: bytes


def checkpoint_parts(checkpoint: Checkpoint) -> tuple[CheckpointPart, ...]:
    """Return the messages that carry a checkpoint, in order; one at least."""
    data = checkpoint.data
    starts = range(0, max(1, len(data)), PART_BYTES)
    return tuple(
        CheckpointPart(
            seq=checkpoint.seq,
            kind=checkpoint.kind,
            core=checkpoint.core,
            size=checkpoint.size,
            index=index,
            last=start == starts[-1],
            data=data[start : start + PART_BYTES],
        )
        for index, start in enumerate(starts)
    )


class CheckpointAssembly:
    """Puts the parts of checkpoints together, one checkpoint at a time."""

    def __init__(self) -> None:
        self._head: CheckpointPart | None = None
        self._pieces: list[bytes] = []
        self._size_bytes = 0

    @property
    def is_empty(self) -> bool:
        """Whether no part came since the last whole checkpoint."""
        return self._head is None

    def add(self, part: CheckpointPart) -> Checkpoint | None:
        """Take the next part; return the checkpoint when it is the last.

        Raises:
            InvalidError: It does not follow the part before; nothing is kept then.
        """
        if part.index == 0:
            self.clear()
            self._head = part
        head = self._head
        if head is None or not self._follows(head, part):
            self.clear()
            raise InvalidError("The parts of a checkpoint came in the wrong order or are too many.")
        self._pieces.append(part.data)
        self._size_bytes += len(part.data)
        if not part.last:
            return None
        whole = Checkpoint(
            seq=head.seq,
            kind=head.kind,
            core=head.core,
            size=head.size,
            data=b"".join(self._pieces),
        )
        self.clear()
        return whole

    def _follows(self, head: CheckpointPart, part: CheckpointPart) -> bool:
        same = (head.seq, head.kind, head.core, head.size)
        return (
            part.index == len(self._pieces)
            and (part.seq, part.kind, part.core, part.size) == same
            and self._size_bytes + len(part.data) <= LARGEST_CHECKPOINT_BYTES
        )

    def clear(self) -> None:
        """Forget the parts that came so far."""
        self._head = None
        self._pieces = []
        self._size_bytes = 0
