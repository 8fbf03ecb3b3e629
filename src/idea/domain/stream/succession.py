"""Who holds the session, and what goes with that: answers, the size, texts to encode."""

from collections import deque

from idea.domain.errors import ConflictError
from idea.domain.ids import ClientId
from idea.domain.stream.attachment import Attachment, wanted_holder
from idea.domain.stream.checkpoint_schedule import CheckpointSchedule
from idea.domain.stream.deliveries import Deliveries
from idea.domain.stream.effects import Effect, ResizePty, SendTo
from idea.domain.stream.holding import Holding
from idea.domain.stream.input_queue import InputQueue
from idea.domain.stream.journal import Journal
from idea.domain.stream.messages import TextAsked
from idea.domain.stream.plain_text import plain_text
from idea.domain.stream.records import Holder, Record, Resize

LARGEST_TEXTS_BYTES = 1024 * 1024


class Succession:
    """Elects the holder after each input; mutable, owned by the state machine."""

    def __init__(
        self,
        *,
        journal: Journal,
        holding: Holding,
        schedule: CheckpointSchedule,
        deliveries: Deliveries,
        effects: list[Effect],
    ) -> None:
        self.typed: ClientId | None = None
        """Who typed last."""
        self.is_over = False
        """Whether the program is gone: nobody's size matters, and the stream says no more."""
        self._texts: deque[TextAsked] = deque()
        self._journal = journal
        self._holding = holding
        self._schedule = schedule
        self._deliveries = deliveries
        self._effects = effects

    def append(self, record: Record, now: float) -> None:
        """Add a record that is not output to the stream."""
        was_answered = self._holding.answered == self._journal.end
        self._journal.append(record, now)
        if was_answered and self._holding.client is None:
            self._holding.answered = self._journal.end
        if not isinstance(record, Holder):
            self._schedule.changed(self._journal.end, now)

    def elect(self, now: float) -> bool:
        """See that the right one holds; return whether the holder must fall silent before."""
        if self._deliveries.is_apart:
            self.take_holders_size(now)  # The worker has none, and views come and go.
        candidates = self._deliveries.candidates()
        wanted = wanted_holder(candidates, self.typed, self._holding.client)
        if wanted is None:
            if self._holding.named is not None:
                self._pass_to(None, now)
            return False
        if wanted.client == self._holding.client or not self._deliveries.prepare(wanted):
            return False
        holder = self._deliveries.holder
        if holder is not None and not holder.is_quiet:
            return True
        self._pass_to(wanted.client, now)
        return False

    def _pass_to(self, client: ClientId | None, now: float) -> None:
        if self._holding.client is not None:
            # What the one before was asked for does not count when it comes.
            self._schedule.gone(self._holding.client)
        self._holding.pass_to(client)
        if not self.is_over:
            self.append(Holder(client, self._holding.epoch), now)
        self._deliveries.announce_holder()
        self.take_holders_size(now)

    def take_holders_size(self, now: float) -> None:
        """Give the program the holder's size, if it differs; or that of who else would hold."""
        holder = self._deliveries.holder
        if self._deliveries.is_apart:
            holder = wanted_holder(self._deliveries.attachments.values(), self.typed, None)
        size = None if holder is None else holder.size
        if size is None or size == self._journal.size or self.is_over:
            return
        self._effects.append(ResizePty(size))
        self.append(Resize(size), now)

    def abandon(self, one: Attachment) -> None:
        """Take from a client that is gone or cut off what others can do for it."""
        self._holding.leave(one.client)
        self._schedule.gone(one.client)
        self._texts.extendleft(reversed(one.texts))
        one.texts_taken += len(one.texts)
        one.texts.clear()

    def add_text(self, text: TextAsked) -> None:
        """Queue a text until somebody can encode it.

        Raises:
            ConflictError: Too many are waiting.
        """
        attachments = self._deliveries.attachments.values()
        waiting = [*self._texts, *(asked for one in attachments for asked in one.texts)]
        if sum(len(one.text) for one in waiting) + len(text.text) > LARGEST_TEXTS_BYTES:
            raise ConflictError("The session does not take more text now; try again later.")
        self._texts.append(text)

    def hand_out_texts(self, queue: InputQueue) -> None:
        """Have texts encoded by the holder; when there will be none, send them as plain keys."""
        while self._texts:
            holder = self._deliveries.holder
            if holder is not None:
                self._effects.append(SendTo(holder.client, self._texts[0]))
                holder.texts.append(self._texts.popleft())
            elif not self._deliveries.anyone_may_hold:
                text = self._texts.popleft()
                queue.add_text(plain_text(text.text, enter=text.enter))
            else:
                return

    def forget_texts(self) -> None:
        """Drop what nobody will read."""
        self._texts.clear()
