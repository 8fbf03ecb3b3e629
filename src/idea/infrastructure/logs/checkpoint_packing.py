"""What of a checkpoint is kept, so that its log has room for the records beside it.

Packing the largest screens takes a second of a processor, so it is done apart from the log thread,
which must keep up with what is printed meanwhile.
"""

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from idea.domain.stream.checkpoint import Checkpoint
from idea.domain.stream.messages import CheckpointKind
from idea.domain.stream.screen_checkpoint import with_less_history
from idea.infrastructure.logs.checkpoint_codec import TooLargeError, encode_checkpoint

ONE_SHARE: Final = 3 / 16
"""What one checkpoint may weigh, as a share of its log's bound."""
PORTABLE_SHARE: Final = 1 / 16
_CAUTION: Final = 0.9


@dataclass(frozen=True, slots=True)
class PackedCheckpoint:
    """The parts of a checkpoint, and the files of those for which the log has room."""

    parts: Sequence[Checkpoint]
    files: dict[str, bytes]

    @property
    def weight(self) -> int:
        """How large the files are together."""
        return sum(map(len, self.files.values()))


def packed(parts: Sequence[Checkpoint], log_bytes: int) -> PackedCheckpoint:
    """Return the files of a checkpoint; none when not even its screen finds room."""
    files: dict[str, bytes] = {}
    left = int(log_bytes * ONE_SHARE)
    for part in sorted(parts, key=lambda part: part.kind is CheckpointKind.NATIVE):
        with contextlib.suppress(TooLargeError):
            if part.kind is CheckpointKind.NATIVE:
                content = encode_checkpoint(part, left)
            else:
                content = _fitting(part, int(log_bytes * PORTABLE_SHARE), left)
            files[f"checkpoint-{part.seq:020d}.{part.kind.value}"] = content
            left -= len(content)
    return PackedCheckpoint(parts, files)


def _fitting(portable: Checkpoint, most_bytes: int, most_for_screen: int) -> bytes:
    """Return the file of a portable part, with as many lines as its share allows.

    A screen alone may take what native parts have otherwise.

    Raises:
        TooLargeError: It is larger still.
    """
    while True:
        try:
            return encode_checkpoint(portable, most_bytes)
        except TooLargeError as error:
            shorter = with_less_history(portable, int(error.fitting * _CAUTION))
            if shorter is portable or len(shorter.data) == len(portable.data):
                return encode_checkpoint(portable, most_for_screen)
            portable = shorter
