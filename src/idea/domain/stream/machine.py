"""One session as a pure state machine: the program on one side, any number of clients on the other.

Inputs are method calls with `now` in monotonic seconds; each returns what to do (`Effect`), in
order. There is no clock, no thread and no input or output here, and no state outside.

The rules, by noun: who answers (`holding`, `attachment`), who is sent what (`deliveries`,
`output_credit`, `recent_frames`), what the program is sent (`input_queue`), how the stream grows
(`journal`), and from where a screen can be shown (`starting_points`, `checkpoint_schedule`).
"""

from itertools import count

from idea.domain.errors import ConflictError, InvalidError
from idea.domain.ids import ClientId
from idea.domain.stream.attachment import Attachment, Phase, Role
from idea.domain.stream.checkpoint import Checkpoint
from idea.domain.stream.checkpoint_schedule import CheckpointSchedule
from idea.domain.stream.deliveries import Deliveries
from idea.domain.stream.effects import (
    CancelWrite,
    CloseClient,
    ClosePty,
    Deadline,
    Effect,
    Finished,
    PauseReading,
    SendTo,
    StartReading,
    WritePty,
)
from idea.domain.stream.fresh_start import FreshStart
from idea.domain.stream.holding import Holding
from idea.domain.stream.input_queue import InputQueue
from idea.domain.stream.journal import Journal, StreamOrigin
from idea.domain.stream.messages import (
    Acknowledged,
    AttachAsked,
    CheckpointPart,
    ClientMessage,
    Input,
    InputCredit,
    InputKind,
    ReplySent,
    ResizeAsked,
    Seq,
    ShownChanged,
    TextAsked,
)
from idea.domain.stream.output_credit import LARGEST_CREDIT_BYTES, OutputCredit
from idea.domain.stream.records import Exit, Resize
from idea.domain.stream.starting_points import StartingPoints
from idea.domain.stream.succession import Succession
from idea.domain.terminal import Exited, Lost, Size

DRAIN_S = 0.5


class SessionMachine:
    """Everything a session does, as values."""

    def __init__(self, origin: StreamOrigin, *, wall_ms: int, now: float) -> None:
        """Begin or go on; `wall_ms` is the wall clock, in ms since 1970, at monotonic second 0."""
        self._effects: list[Effect] = []
        self._journal = Journal(origin, wall_ms, self._effects)
        self._holding = Holding(origin.epoch, origin.seq)
        self._schedule = CheckpointSchedule.of(origin, now)
        self._deliveries = Deliveries(self._journal, self._holding, self._schedule, self._effects)
        self._succession = Succession(
            journal=self._journal,
            holding=self._holding,
            schedule=self._schedule,
            deliveries=self._deliveries,
            effects=self._effects,
        )
        self._starts = StartingPoints(
            journal=self._journal,
            holding=self._holding,
            schedule=self._schedule,
            deliveries=self._deliveries,
            succession=self._succession,
            effects=self._effects,
        )
        self._queue = InputQueue()
        self._orders = count(1)
        self._reading = False
        self._output_over = False
        self._status: Exited | Lost | None = None
        self._drains_until: float | None = None
        self._finished = False
        self._deadline: float | None = None
        self._origin = origin

    @property
    def end(self) -> Seq:
        """Where the stream ends now."""
        return self._journal.end

    @property
    def size(self) -> Size:
        """The size of the program's terminal."""
        return self._journal.size

    @property
    def holder(self) -> ClientId | None:
        """Who answers and owns the size."""
        return self._holding.client

    @property
    def held_at(self) -> Seq | None:
        """Behind which nobody is sent anything; None for nowhere."""
        return self._deliveries.held_at

    @property
    def clients(self) -> tuple[ClientId, ...]:
        """Who is attached."""
        return tuple(self._deliveries.attachments)

    @property
    def is_at_rest(self) -> bool:
        """Whether all that was read is answered, and all that was typed is written."""
        holder = self._deliveries.holder
        is_answered = holder is None or holder.credit.acknowledged >= self._journal.end
        return is_answered and not self._queue.is_writing

    # The program.

    def begin(self, now: float) -> list[Effect]:
        """Write the first record and begin to read; called once, first."""
        origin = self._origin
        if origin.mark is not None:
            self._succession.append(origin.mark, now)
        if origin.over is None:
            self._succession.append(Resize(self._journal.size), now)
            return self._settle(now)
        self._status = origin.over
        self._finished = self._output_over = self._succession.is_over = True
        if not origin.over_is_logged:
            self._succession.append(Exit(origin.over), now)
        return self._settle(now)

    def output(self, data: bytes, now: float, wall_ms: int | None = None) -> list[Effect]:
        """Take what the program wrote; sleep and corrections of the clock move `wall_ms`."""
        if self._finished:
            return []
        self._journal.wall_ms = self._journal.wall_ms if wall_ms is None else wall_ms
        self._journal.append_output(data, now)
        if not self._deliveries.anyone_may_hold:
            # What a session asks while nobody is there is never answered, and never later.
            self._holding.answered = self._journal.end
        self._schedule.changed(self._journal.end, now)
        return self._settle(now)

    def output_over(self, now: float) -> list[Effect]:
        """Note that no output will follow, though the program may go on living."""
        self._output_over, self._reading = True, False
        self._finish_when_drained(now)
        return self._settle(now)

    def ended(self, status: Exited | Lost, now: float) -> list[Effect]:
        """Note how the program ended; what it wrote before is still read."""
        if self._status is None:
            self._status = status
            self._drains_until = now + DRAIN_S
        self._finish_when_drained(now)
        return self._settle(now)

    def written(self, now: float) -> list[Effect]:
        """Note that the write under way is done."""
        self._queue.written()
        return self._settle(now)

    def write_failed(self, now: float) -> list[Effect]:
        """Note that the program takes no input any more."""
        self._queue.drop_all()
        return self._settle(now)

    def set_apart(self, seq: Seq, now: float) -> list[Effect]:
        """Let the worker hold it from now on, and views see only what the worker survived.

        Nobody is sent what stands behind `seq`, unless a holder survived it, until it starts anew.
        """
        self._deliveries.set_apart(seq, hidden=self._finished)
        return self._settle(now)

    def start_anew(self, fresh: FreshStart, now: float) -> list[Effect]:
        """Let every screen start here, because what was printed before ends cores."""
        if not self._finished:
            self._starts.start_anew(fresh, now)
        return self._settle(now)

    # The clients.

    def attach(
        self, client: ClientId, asked: AttachAsked, now: float, *, worker: bool = False
    ) -> list[Effect]:
        """Attach a client under an id nobody attached has."""
        role = Role.WORKER if worker else Role.OBSERVER if asked.size is None else Role.VIEW
        one = Attachment(
            client=client,
            role=role,
            core=asked.core,
            size=asked.size if role is Role.VIEW else None,
            shown=asked.shown,
            order=next(self._orders),
            credit=OutputCredit(self._journal.end, now),
        )
        self._deliveries.attachments[client] = one
        self._deliveries.start(one, asked.have, now)
        return self._settle(now)

    def detach(self, client: ClientId, now: float) -> list[Effect]:
        """Forget a client, however it went; unknown ones are ignored."""
        self._remove(client)
        return self._settle(now)

    def receive(self, client: ClientId, message: ClientMessage, now: float) -> list[Effect]:
        """Take a client's message; one that breaks the rules costs the client its place."""
        one = self._deliveries.attachments.get(client)
        if one is None:
            return []
        try:
            self._take(one, message, now)
        except InvalidError as error:
            self._remove(client)
            self._effects.append(CloseClient(client, error.sentence))
        return self._settle(now)

    def send_text(self, text: str, now: float, *, enter: bool) -> list[Effect]:
        """Have a text typed into the program, encoded by the holder, who knows its modes.

        Raises:
            ConflictError: The program is gone or reads no input.
        """
        if self._status is not None:
            raise ConflictError("The session has ended, so it takes no text.")
        self._succession.add_text(TextAsked(text, enter))
        return self._settle(now)

    # Answers of log and timer.

    def log_read(self, client: ClientId, start: Seq, frames: bytes, now: float) -> list[Effect]:
        """Take the answer to `ReadLog`; empty when the log ends before."""
        self._deliveries.log_read(client, start, frames, now)
        return self._settle(now)

    def log_missing(self, client: ClientId, start: Seq, now: float) -> list[Effect]:
        """Note that the log no longer holds what `ReadLog` asked for."""
        self._deliveries.log_missing(client, start, now)
        return self._settle(now)

    def checkpoint_read(
        self, client: ClientId, checkpoint: Checkpoint | None, now: float
    ) -> list[Effect]:
        """Take the answer to `ReadCheckpoint`; None when there is none."""
        self._deliveries.checkpoint_read(client, checkpoint, now)
        return self._settle(now)

    def tick(self, now: float) -> list[Effect]:
        """Do what is due by now."""
        self._deadline = None
        for one in self._deliveries.cut_stalled(now):
            self._succession.abandon(one)
        self._starts.give_up_waiting(now)
        if self._drains_until is not None and self._drains_until <= now:
            self._finish(now)
        return self._settle(now)

    # What the messages of clients mean.

    def _take(self, one: Attachment, message: ClientMessage, now: float) -> None:
        match message:
            case Acknowledged(seq):
                self._acknowledged(one, seq, now)
            case Input():
                self._input(one, message)
            case ReplySent(epoch, data):
                self._holding.reply(one.client, epoch, data)
            case ResizeAsked(size):
                if one.role is Role.VIEW:
                    one.size = size
                    self._succession.take_holders_size(now)
            case ShownChanged(shown):
                if shown and not one.shown:
                    one.order = next(self._orders)
                one.shown = shown
            case CheckpointPart():
                self._starts.take_part(one, message, now)
            case AttachAsked():
                raise InvalidError("A view asked to be attached twice.")

    def _acknowledged(self, one: Attachment, seq: Seq, now: float) -> None:
        if seq > one.credit.sent:
            raise InvalidError("A view acknowledged what it was never sent.")
        # One that starts anew has nothing under way; what is still coming is not about its start.
        if one.phase in {Phase.STARTING, Phase.WAITING} or seq <= one.credit.acknowledged:
            return
        replies = self._holding.acknowledge(one.client, seq)
        if self._status is None:
            for reply in replies:
                self._queue.reply(reply)
        self._deliveries.acknowledge(one, seq, now)

    def _input(self, one: Attachment, message: Input) -> None:
        if message.kind is InputKind.TEXT:
            if not self._queue.is_open(one.client) and not one.take_text():
                self._queue.refuse(one.client, message)
                return
        elif one.role is Role.VIEW:
            self._succession.typed = one.client
        if self._queue.add(one.client, message):
            self._effects.append(CancelWrite())
        if self._status is not None:
            self._queue.drop_all()

    # The end.

    def _finish_when_drained(self, now: float) -> None:
        if self._output_over:
            self._finish(now)

    def _finish(self, now: float) -> None:
        if self._finished or self._status is None:
            return
        if self._reading:
            self._effects.append(PauseReading())
        if self._queue.is_writing:
            self._effects.append(CancelWrite())
        self._queue.drop_all()
        self._finished = self._succession.is_over = True
        self._reading, self._drains_until = False, None
        self._succession.forget_texts()
        self._succession.append(Exit(self._status), now)
        self._schedule.rest()
        self._effects += (ClosePty(), Finished(self._status))

    def _remove(self, client: ClientId) -> None:
        one = self._deliveries.attachments.pop(client, None)
        if one is not None:
            self._succession.abandon(one)
            if self._queue.leave(client):
                self._effects.append(CancelWrite())

    # After each input.

    def _settle(self, now: float) -> list[Effect]:
        frozen = self._succession.elect(now)
        self._succession.hand_out_texts(self._queue)
        self._deliveries.serve(now, frozen=frozen)
        self._deliveries.restart_due(now)
        self._starts.ask_for_checkpoint(now)
        self._write()
        self._read()
        self._set_deadline(now)
        effects = self._effects.copy()
        self._effects.clear()
        return effects

    def _write(self) -> None:
        data = self._queue.next_write()
        if data is not None:
            self._effects.append(WritePty(data))
        for client, granted in self._queue.take_grants():
            self._effects.append(SendTo(client, InputCredit(granted)))

    def _read(self) -> None:
        may_read = self._may_read()
        if may_read != self._reading:
            self._effects.append(StartReading() if may_read else PauseReading())
            self._reading = may_read

    def _may_read(self) -> bool:
        if self._output_over or self._finished:
            return False
        if self._status is not None:
            return True
        if self._schedule.is_starving:
            return False
        holder = self._deliveries.holder
        if holder is not None:
            behind = self._journal.end - holder.credit.acknowledged
            allowed = holder.credit.allowed_bytes
        elif self._deliveries.anyone_may_hold:
            behind = self._journal.end - self._holding.answered
            allowed = LARGEST_CREDIT_BYTES
        else:
            return True
        # Starting again a little later spares the system calls of stopping for every burst.
        return behind <= (allowed if self._reading else allowed // 2)

    def _set_deadline(self, now: float) -> None:
        holder = self._deliveries.holder
        ask_at = None if holder is None else self._schedule.ask_at(holder.credit.sent)
        due = (self._drains_until, self._schedule.gives_up_at(), ask_at)
        times = [*self._deliveries.deadlines(), *(at for at in due if at is not None)]
        deadline = max(min(times), now) if times else None
        if deadline != self._deadline:
            self._deadline = deadline
            self._effects.append(Deadline(deadline))
