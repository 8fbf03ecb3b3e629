"""Where in the stream a screen can start: at checkpoints, and empty where there is none."""

from idea.domain.stream.attachment import Attachment
from idea.domain.stream.checkpoint import Checkpoint
from idea.domain.stream.checkpoint_schedule import Base, CheckpointSchedule
from idea.domain.stream.deliveries import Deliveries
from idea.domain.stream.effects import Effect, SaveCheckpoint, SendTo
from idea.domain.stream.fresh_start import FreshStart
from idea.domain.stream.holding import Holding
from idea.domain.stream.journal import Journal
from idea.domain.stream.messages import CheckpointAsked, CheckpointKind, CheckpointPart
from idea.domain.stream.records import Gap, Resize
from idea.domain.stream.succession import Succession

_TOO_MUCH = "This session printed too much while nobody could take a picture of its screen."
_END_OF_SEQUENCE = b"\x18"
"""What a saved screen was in the middle of does not go on behind a gap."""
UNREADABLE = "What this session showed before could not be read back."


class StartingPoints:
    """Asks for checkpoints, takes them, and cuts the stream; owned by the state machine."""

    def __init__(
        self,
        *,
        journal: Journal,
        holding: Holding,
        schedule: CheckpointSchedule,
        deliveries: Deliveries,
        succession: Succession,
        effects: list[Effect],
    ) -> None:
        self._journal = journal
        self._holding = holding
        self._schedule = schedule
        self._deliveries = deliveries
        self._succession = succession
        self._effects = effects
        self._is_hidden = False

    def ask_for_checkpoint(self, now: float) -> None:
        """Ask the holder when one is due or somebody cannot start without."""
        holder = self._deliveries.holder
        if holder is None:
            return
        ask_at = self._schedule.ask_at(holder.credit.sent)
        needed = self._deliveries.hopes_for_checkpoint(now) and self._schedule.asked is None
        if needed or (ask_at is not None and ask_at <= now):
            self._schedule.ask(holder.client, now)
            self._effects.append(SendTo(holder.client, CheckpointAsked()))

    def take_part(self, one: Attachment, part: CheckpointPart, now: float) -> None:
        """Take a part of a checkpoint, asked for or not; only the holder's counts.

        Raises:
            InvalidError: The parts do not fit together.
        """
        if one.client != self._holding.client:
            one.assembly.clear()
            return
        if part.index and one.assembly.is_empty:
            return  # Its beginning came while another one held.
        checkpoint = one.assembly.add(part)
        if checkpoint is None:
            return
        if checkpoint.kind is CheckpointKind.NATIVE:
            one.native = checkpoint
            return
        native, one.native = one.native, None
        self._schedule.gone(one.client)
        newest = self._schedule.newest
        oldest_allowed = self._schedule.base.seq if newest is None else newest
        if not oldest_allowed <= checkpoint.seq <= one.credit.acknowledged:
            return
        whole = native is not None and native.seq == checkpoint.seq
        parts = (native, checkpoint) if native is not None and whole else (checkpoint,)
        self._effects.append(SaveCheckpoint(parts))
        self._schedule.saved(checkpoint.seq, sum(len(part.data) for part in parts), now)
        self._start_waiting(now)

    def give_up_waiting(self, now: float) -> None:
        """Cut the stream where no checkpoint came in time."""
        gives_up_at = self._schedule.gives_up_at()
        if gives_up_at is not None and gives_up_at <= now:
            self._cut(self._schedule.unsaved_bytes(self._journal.end), _TOO_MUCH, now)
        if self._deliveries.has_waited_too_long(now):
            self._cut(0, UNREADABLE, now)

    def start_anew(self, fresh: FreshStart, now: float) -> None:
        """Give up everything since the last checkpoint, and that as well; or since the saved one.

        The saved one is printed again behind the gap. So every screen starts from plain text there,
        whatever core made it and whatever stands before.
        """
        self._is_hidden = fresh.is_hidden
        end, saved = self._journal.end, fresh.saved
        lost_bytes = self._schedule.unsaved_bytes(end) if saved is None else end - saved.seq
        self._deliveries.skip_to(end)
        self._cut(lost_bytes, fresh.reason, now, saved)

    def _cut(
        self, lost_bytes: int, reason: str, now: float, saved: Checkpoint | None = None
    ) -> None:
        """Give up what no screen can be made from any more: all screens start anew here."""
        size = self._journal.size
        base = Base(seq=self._journal.end, size=size)
        self._schedule.start_anew(base)
        self._succession.append(Gap(lost_bytes, reason, reset=True), now)
        if saved is not None:
            self._succession.append(Resize(saved.size), now)
            self._journal.append_output(saved.data + _END_OF_SEQUENCE, now)
        self._succession.append(Resize(size), now)
        self._holding.answered = self._journal.end
        self._deliveries.go_on(hidden=self._is_hidden)
        self._start_waiting(now)

    def _start_waiting(self, now: float) -> None:
        for one in self._deliveries.waiting():
            self._deliveries.start(one, None, now)
