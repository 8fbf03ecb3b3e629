"""Brings the stream to every attached client: from the log, from memory, or from a checkpoint.

Nobody but the holder is ever sent anything the holder has not acknowledged (observers, who never
answer, excepted). So whoever becomes the holder has not parsed what is still to be answered.
"""

from collections.abc import Iterator

from idea.domain.ids import ClientId
from idea.domain.stream.attachment import Attachment, Phase, Role
from idea.domain.stream.checkpoint import Checkpoint, checkpoint_parts
from idea.domain.stream.checkpoint_schedule import CheckpointSchedule
from idea.domain.stream.effects import CutOff, Effect, ReadCheckpoint, ReadLog, SendTo
from idea.domain.stream.holding import Holding
from idea.domain.stream.input_queue import INPUT_CREDIT_BYTES
from idea.domain.stream.journal import Journal
from idea.domain.stream.messages import (
    Attached,
    EngineMessage,
    InputCredit,
    Records,
    Seq,
    Skipped,
)
from idea.domain.stream.output_credit import OutputCredit
from idea.domain.stream.records import frames_within

_READ_BYTES = 256 * 1024
_FAR_BYTES = 1024 * 1024
"""A worker this far behind a checkpoint starts from it."""
WAIT_S = 2.0


class Deliveries:
    """The attached clients and what each was sent; mutable, owned by the state machine."""

    def __init__(
        self,
        journal: Journal,
        holding: Holding,
        schedule: CheckpointSchedule,
        effects: list[Effect],
    ) -> None:
        self.attachments: dict[ClientId, Attachment] = {}
        self._journal = journal
        self._holding = holding
        self._schedule = schedule
        self._effects = effects
        self._readable_from: Seq = 0
        self.is_apart = False
        """Whether only the worker may hold, and views see only what it survived."""
        self._tasted_to: Seq = 0
        """Up to where some worker survived; the one of an ended session leaves."""
        self._is_hidden = False
        """Whether no core is shown anything any more."""
        self.held_at: Seq | None = None
        """Behind which nobody is sent anything; None for nowhere."""

    @property
    def holder(self) -> Attachment | None:
        """The holder, when it is attached."""
        client = self._holding.client
        return None if client is None else self.attachments.get(client)

    @property
    def anyone_may_hold(self) -> bool:
        """Whether a holder is there or getting ready."""
        return any(one.may_hold for one in self.candidates())

    def candidates(self) -> list[Attachment]:
        """Return those among whom the holder is chosen."""
        attached = self.attachments.values()
        return [one for one in attached if one.role is Role.WORKER or not self.is_apart]

    def set_apart(self, seq: Seq, *, hidden: bool) -> None:
        """Let only the worker hold, and send nobody what stands behind `seq`, for now or ever.

        For now, that may be more: the core of a holder survived what it answered.
        """
        self.is_apart = True
        self._is_hidden = hidden
        self.held_at = seq if hidden else max(seq, self._holding.answered)

    def skip_to(self, base: Seq) -> None:
        """Let those who stand before `base` start there, and send them nothing in between."""
        for one in self.attachments.values():
            if one.is_streaming and one.credit.sent < base:
                self._schedule_restart(one)

    def go_on(self, *, hidden: bool) -> None:
        """Send what follows the present end again, or never again."""
        self._is_hidden = hidden
        self.held_at = self._journal.end if hidden else None

    def waiting(self) -> list[Attachment]:
        """Return those that only a new checkpoint, or giving up, can start."""
        return [one for one in self.attachments.values() if one.phase is Phase.WAITING]

    def hopes_for_checkpoint(self, now: float) -> bool:
        """Return whether a new checkpoint would let somebody start."""
        return any(one.waits_until is not None and one.waits_until > now for one in self.waiting())

    def has_waited_too_long(self, now: float) -> bool:
        """Return whether the time has come to give up."""
        return any(one.waits_until is not None and one.waits_until <= now for one in self.waiting())

    # Starting.

    def start(self, one: Attachment, have: Seq | None, now: float) -> None:
        """Bring a client to the stream, going on at `have` if that is possible."""
        self._holding.leave(one.client)
        self._schedule.gone(one.client)
        one.assembly.clear()
        one.native = None
        one.phase = Phase.STARTING
        one.restart_due = False
        one.log_request = None
        one.awaits_checkpoint = False
        one.resume = have if have is not None and self._can_resume(one, have) else None
        if one.resume is None:
            one.awaits_checkpoint = True
            self._effects.append(ReadCheckpoint(one.client, one.core))
        elif self._is_recent(one.resume):
            self._begin(one, one.resume, now, kept=True)
        else:
            self._request_log(one, self._journal.onward(one.resume), _READ_BYTES)

    def _can_resume(self, one: Attachment, have: Seq) -> bool:
        if not self._journal.holds(have):
            return False
        return one.role is Role.OBSERVER or have <= self._holding.answered

    def _is_recent(self, seq: Seq) -> bool:
        return self._journal.onward(seq) >= self._journal.recent.start

    def _is_readable(self, seq: Seq) -> bool:
        return seq >= self._readable_from or self._is_recent(seq)

    def checkpoint_read(self, client: ClientId, checkpoint: Checkpoint | None, now: float) -> None:
        """Start a client from the checkpoint that was read for it, or without one."""
        one = self.attachments.get(client)
        if one is None or one.phase is not Phase.STARTING or not one.awaits_checkpoint:
            return
        one.awaits_checkpoint = False
        if checkpoint is not None and self._is_usable(checkpoint.seq):
            self._begin(one, checkpoint.seq, now, checkpoint=checkpoint)
        elif self._is_recent(self._schedule.base.seq):
            self._begin(one, self._schedule.base.seq, now)
        elif self._is_readable(self._schedule.base.seq):
            self._request_log(one, self._schedule.base.seq, _READ_BYTES)
        else:
            self._wait(one, now)

    def _is_usable(self, seq: Seq) -> bool:
        journal = self._journal
        return self._schedule.base.seq <= seq and journal.holds(seq) and self._is_readable(seq)

    def _wait(self, one: Attachment, now: float) -> None:
        can_be_helped = any(
            other.may_hold and other.phase is not Phase.WAITING
            for other in self.attachments.values()
            if other is not one
        )
        one.phase = Phase.WAITING
        # A second time means that even a fresh checkpoint did not help.
        hopes = can_be_helped and one.waits_until is None
        one.waits_until = now + WAIT_S if hopes else now

    def _begin(
        self,
        one: Attachment,
        start: Seq,
        now: float,
        *,
        kept: bool = False,
        checkpoint: Checkpoint | None = None,
    ) -> None:
        journal = self._journal
        if one.skip_due and not kept:
            self._send(one, Skipped())
        one.skip_due = False
        size = self._schedule.base.size
        if checkpoint is not None or kept:
            size = journal.size if checkpoint is None else checkpoint.size
        live = journal.end if one.role is Role.OBSERVER else self._holding.answered
        start = journal.onward(start)
        live = max(start, live)
        has_checkpoint = checkpoint is not None
        self._send(one, Attached(one.client, start, live, size, has_checkpoint, kept))
        if checkpoint is not None:
            for part in checkpoint_parts(checkpoint):
                self._send(one, part)
        if self._holding.client is not None:
            self._send(one, self._holding.announcement())
        if not one.greeted:
            one.greeted = True
            self._send(one, InputCredit(INPUT_CREDIT_BYTES))
        one.credit = OutputCredit(start, now)
        one.phase = Phase.STREAMING
        one.waits_until = None

    # The log's answers.

    def log_read(self, client: ClientId, start: Seq, frames: bytes, now: float) -> None:
        """Send what was read from the log, and start a client that waited to see it is there."""
        one = self.attachments.get(client)
        if one is None or one.log_request != start:
            return
        if not frames:
            self.log_missing(client, start, now)
            return
        one.log_request = None
        if one.phase is Phase.STARTING:
            if one.resume is None and start != self._schedule.base.seq:
                self.start(one, None, now)  # The stream was cut while the log was being read.
                return
            self._begin(one, start, now, kept=one.resume is not None)
        limit = self._limit(one, frozen=False)
        if one.is_streaming and self._journal.onward(one.credit.sent) == start < limit:
            room = min(limit - start, _READ_BYTES)
            self._deliver(one, frames[: frames_within(frames, 0, room)], now)

    def log_missing(self, client: ClientId, start: Seq, now: float) -> None:
        """Find another start for a client whose part of the log is gone."""
        one = self.attachments.get(client)
        if one is None or one.log_request != start:
            return
        one.log_request = None
        # Only up to there: a flood leaves holes, and what stands behind one can be read.
        self._readable_from = max(self._readable_from, start + 1)
        if one.is_streaming:
            self._schedule_restart(one)
        elif one.resume is not None:
            self.start(one, None, now)
        else:
            self._wait(one, now)

    def _request_log(self, one: Attachment, start: Seq, limit_bytes: int) -> None:
        one.log_request = start
        self._effects.append(ReadLog(one.client, start, limit_bytes))

    # Going on.

    def serve(self, now: float, *, frozen: bool) -> None:
        """Send everyone what there is, within credit; a frozen holder is sent nothing."""
        needed = self._journal.end
        for one in self.attachments.values():
            if not one.is_streaming:
                continue
            limit = self._limit(one, frozen=frozen)
            while one.credit.sent < limit and self._may_send(one):
                self._send_some(one, limit, now)
            needed = min(needed, one.credit.sent)
        self._journal.recent.forget(needed)

    @staticmethod
    def _may_send(one: Attachment) -> bool:
        return one.credit.room_bytes > 0 and one.log_request is None and not one.restart_due

    def _send_some(self, one: Attachment, limit: Seq, now: float) -> None:
        start = self._journal.onward(one.credit.sent)
        room = min(one.credit.room_bytes, _READ_BYTES)
        if self._is_recent(start):
            self._deliver(one, self._journal.recent.read(start, limit, room), now)
        elif self._is_readable(start):
            self._request_log(one, start, room)
        else:
            one.log_request = start
            self.log_missing(one.client, start, now)

    def _deliver(self, one: Attachment, frames: bytes, now: float) -> None:
        start = self._journal.onward(one.credit.sent)
        self._send(one, Records(start, frames))
        one.credit.send(start + len(frames), now)

    def _limit(self, one: Attachment, *, frozen: bool) -> Seq:
        """Return up to where a client may be sent the stream."""
        limit = self._due(one, frozen=frozen)
        if self.is_apart and one.role is Role.VIEW and not self._is_hidden:
            limit = min(limit, self._survived(one))
        return limit if self.held_at is None else min(limit, self.held_at)

    def _survived(self, view: Attachment) -> Seq:
        """Return up to where a view may follow the worker, which tastes first."""
        if self.held_at is not None:
            return view.credit.sent  # What it survived so far, views may have died of.
        workers = [
            one.credit.acknowledged
            for one in self.attachments.values()
            if one.role is Role.WORKER and one.phase in {Phase.STREAMING, Phase.CUT}
        ]
        return max(workers, default=max(self._tasted_to, view.credit.sent))

    def _due(self, one: Attachment, *, frozen: bool) -> Seq:
        if one.restart_due:
            return one.credit.sent
        if one.client == self._holding.client:
            return one.credit.sent if frozen else self._journal.end
        if one.role is Role.OBSERVER:
            return self._journal.end
        return one.credit.sent if one.role is Role.WORKER else self._holding.answered

    def acknowledge(self, one: Attachment, seq: Seq, now: float) -> None:
        """Note what a client has parsed, and let one that was cut off return."""
        one.credit.acknowledge(seq, now)
        if one.role is Role.WORKER:
            self._tasted_to = max(self._tasted_to, seq)
        if one.phase is Phase.CUT and one.is_quiet:
            one.skip_due = True
            self.start(one, one.credit.sent, now)

    def cut_stalled(self, now: float) -> list[Attachment]:
        """Cut off and return those that have acknowledged nothing for too long."""
        stalled = [
            one
            for one in self.attachments.values()
            if one.is_streaming and one.credit.stalls_at is not None
            if one.credit.stalls_at <= now
        ]
        for one in stalled:
            one.phase = Phase.CUT
            one.log_request = None
            one.restart_due = False
            self._effects.append(CutOff(one.client))
        return stalled

    # Getting a holder ready.

    def prepare(self, one: Attachment) -> bool:
        """Return whether a client can become the holder now; if not, see that it can later."""
        if not one.is_streaming or one.restart_due:
            return False
        checkpoint = self._schedule.newest or 0
        is_far = one.role is Role.WORKER and checkpoint - one.credit.sent > _FAR_BYTES
        if one.credit.sent > self._holding.answered or is_far:
            self._schedule_restart(one)
        return not one.restart_due

    def _schedule_restart(self, one: Attachment) -> None:
        """Start a client anew as soon as no acknowledgement of it is under way."""
        one.restart_due = True
        self._holding.leave(one.client)

    def restart_due(self, now: float) -> None:
        """Start those anew that wait for it and are quiet."""
        for one in self.attachments.values():
            if one.restart_due and one.is_streaming and one.is_quiet:
                one.skip_due = True
                self.start(one, None, now)

    def deadlines(self) -> Iterator[float]:
        """Yield when something has to happen to a client."""
        for one in self.attachments.values():
            if one.is_streaming and one.credit.stalls_at is not None:
                yield one.credit.stalls_at
            if one.phase is Phase.WAITING and one.waits_until is not None:
                yield one.waits_until

    def announce_holder(self) -> None:
        """Tell everyone the stream flows to who the holder is."""
        for one in self.attachments.values():
            if one.is_streaming:
                self._send(one, self._holding.announcement())

    def _send(self, one: Attachment, message: EngineMessage) -> None:
        self._effects.append(SendTo(one.client, message))
