"""Who holds a session, up to where the program was answered, and answers on their way.

Replies wait here until an acknowledgement covers what they answer. When the holder goes before that
they are dropped, and its successor, fed muted up to the acknowledgement, gives them again: each
query is answered once, whenever a holder dies.
"""

from idea.domain.ids import ClientId
from idea.domain.stream.messages import HolderChanged, Seq

LARGEST_UNCOVERED_BYTES = 1024 * 1024


class Holding:
    """The present holder with its epoch; mutable, owned by the state machine."""

    def __init__(self, epoch: int, answered: Seq) -> None:
        self.epoch = epoch
        self.client: ClientId | None = None
        self.named: ClientId | None = None
        """Whom the stream names; still the old one while a successor gets ready."""
        self.answered = answered
        """Whatever was asked before it has been answered, or never will be."""
        self._start = answered
        self._replies: list[bytes] = []
        self._replies_bytes = 0

    def reply(self, client: ClientId, epoch: int, data: bytes) -> None:
        """Keep a reply until it is covered; stale ones, and more than anyone reads, are dropped."""
        fits = self._replies_bytes + len(data) <= LARGEST_UNCOVERED_BYTES
        if client == self.client and epoch == self.epoch and fits:
            self._replies.append(data)
            self._replies_bytes += len(data)

    def acknowledge(self, client: ClientId, seq: Seq) -> list[bytes]:
        """Note what a client has parsed; return the replies that may go to the program now."""
        if client != self.client:
            return []
        self.answered = max(self.answered, seq)
        return self._take_replies()

    def leave(self, client: ClientId) -> None:
        """Note that a client answers no more."""
        if client == self.client:
            self.client = None
            self._take_replies()

    def pass_to(self, client: ClientId | None) -> None:
        """Begin a new epoch in which `client` answers from `answered` on."""
        self.epoch += 1
        self.client = self.named = client
        self._start = self.answered
        self._take_replies()

    def announcement(self) -> HolderChanged:
        """Return what clients are told about the holder."""
        return HolderChanged(self.client, self.epoch, self._start)

    def _take_replies(self) -> list[bytes]:
        replies, self._replies, self._replies_bytes = self._replies, [], 0
        return replies
