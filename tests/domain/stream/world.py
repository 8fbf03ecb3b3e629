"""A whole session in miniature, to drive the state machine and its clients in any order.

The program prints text and queries `?N;`; a core answers a query with `!N;` when it is not muted.
Nothing happens by itself: tests say which message arrives next, and when time passes.
"""

import pickle
import re
from collections import Counter, deque
from dataclasses import dataclass, field

from fakes.session_log import FakeSessionLog
from idea.application.terminals.stream_origins import ended_origin
from idea.domain.errors import NotFoundError
from idea.domain.ids import ClientId
from idea.domain.stream.checkpoint import Checkpoint, checkpoint_parts
from idea.domain.stream.client import (
    CheckpointWanted,
    ClientStream,
    Ended,
    Feed,
    GoLive,
    HoldingChanged,
    InputAllowed,
    Mark,
    Reset,
    Restore,
    Send,
    TakeSize,
    TextWanted,
    reply_messages,
)
from idea.domain.stream.client_input import ClientInput
from idea.domain.stream.effects import (
    AppendLog,
    CancelWrite,
    CloseClient,
    ClosePty,
    CutOff,
    Deadline,
    Finished,
    PauseReading,
    ReadCheckpoint,
    ReadLog,
    ResizePty,
    SaveCheckpoint,
    SendTo,
    StartReading,
    WritePty,
)
from idea.domain.stream.journal import StreamOrigin
from idea.domain.stream.machine import SessionMachine
from idea.domain.stream.messages import AttachAsked, Attached, CheckpointKind, InputKind, Records
from idea.domain.stream.records import Gap, Output, Resize, decode_frames
from idea.domain.stream.wire import decode_client, decode_engine, encode
from idea.domain.terminal import Lost, Size

_QUERY = re.compile(rb"\?(\d+);")
_REPLY = re.compile(rb"!(\d+);")
_TOKEN = re.compile(rb"!\d+;|k\d+;|t\d+;|\x03|\x1b\[200~x*\x1b\[201~|\x1b\[201~")
START = Size(120, 40)


class FakeCore:
    """Remembers everything it was fed."""

    def __init__(self, size):
        self.text = b""
        self.size = size
        self.muted = True
        self._half = b""

    def feed(self, data):
        self.text += data
        seen = self._half + data
        queries = _QUERY.findall(seen)
        start = seen.rfind(b"?")
        self._half = seen[start:] if start >= 0 and b";" not in seen[start:] else b""
        return b"".join(b"!%s;" % query for query in queries) if not self.muted else b""

    def saved(self):
        return pickle.dumps((self.text, self.size, self._half))

    @classmethod
    def restored(cls, data):
        core = cls(START)
        core.text, core.size, core._half = pickle.loads(data)
        return core


@dataclass(eq=False)
class FakeClient:
    """A view, observer or worker with its channel; messages wait in both directions."""

    id: ClientId
    size: Size | None
    core_name: str
    stream: ClientStream = field(default_factory=ClientStream)
    input: ClientInput = field(default_factory=ClientInput)
    core: FakeCore | None = None
    inbox: deque = field(default_factory=deque)
    outbox: deque = field(default_factory=deque)
    marks: list[Gap] = field(default_factory=list)
    attached: bool = True
    greeted: bool = False
    """Whether the engine has said where this channel begins."""
    ended: bool = False

    def process(self, count):
        """Take some of the messages that came, as one batch."""
        batch = [self.inbox.popleft() for _ in range(min(count, len(self.inbox)))]
        messages = [decode_engine(message) for message in batch]
        self.greeted |= any(isinstance(message, Attached) for message in messages)
        for step in self.stream.receive(*messages):
            self._do(step)

    def send(self, *messages):
        self.outbox.extend(map(encode, messages))

    def _do(self, step):  # noqa: C901, PLR0912 - One case per step.
        match step:
            case Reset(size, _):
                self.core = FakeCore(size)
            case Restore(checkpoint):
                self.core = FakeCore.restored(checkpoint.data)
                assert checkpoint.size == self.core.size
            case GoLive():
                self.core.muted = False
            case Feed(data, epoch):
                replies = self.core.feed(data)
                if replies:
                    self.send(*reply_messages(epoch, replies))
            case TakeSize(size, _):
                self.core.size = size
            case Mark(gap):
                self.marks.append(gap)
            case Ended():
                self.ended = True
            case HoldingChanged():
                pass
            case InputAllowed(count):
                self.send(*self.input.allow(count))
            case TextWanted(text, enter):
                data = text.encode() + b"\r" * enter
                self.send(*self.input.send(InputKind.TEXT, data))
            case CheckpointWanted(seq):
                self.send_checkpoint(seq)
            case Send(message):
                self.send(message)

    def send_checkpoint(self, seq):
        kinds = [CheckpointKind.PORTABLE]
        if self.core_name:
            kinds.insert(0, CheckpointKind.NATIVE)
        for kind in kinds:
            saved = Checkpoint(
                seq=seq,
                kind=kind,
                core=self.core_name,
                size=self.core.size,
                data=self.core.saved(),
            )
            self.send(*checkpoint_parts(saved))


class World:
    """The engine's side: machine, log, program; and everything that is on its way."""

    def __init__(self):
        self.now = 100.0
        self.log = FakeSessionLog()
        self.clients: dict[ClientId, FakeClient] = {}
        self.unread = b""
        self.reads = False
        self.writing: bytes | None = None
        self.written = b""
        self.deadline: float | None = None
        self.log_requests: deque = deque()
        self.status = None
        self.closed_clients: list[str] = []
        self.pty_size = START
        self.pty_is_closed = False
        self.sizes: list[Size] = []
        self.cuts = 0
        self.output = b""
        """Everything that was recorded as output."""
        self.states = {0: (0, 0, START)}
        """By seq: where the screen's text begins and ends in `output`, and its size."""
        self.resets: set[int] = set()
        self.reasons: set[str] = set()
        """Why screens had to start anew."""
        self.queries = 0
        self.answerable: set[int] = set()
        """Queries that must be answered once; others at most once."""
        self.ids = 0
        self.drops = True
        """Whether the log drops what a checkpoint made needless, as one that is full does."""
        self.machine = SessionMachine(StreamOrigin(size=START), wall_ms=0, now=self.now)
        self.act(self.machine.begin(self.now))

    # Effects.

    def act(self, effects):
        for effect in effects:
            self._do(effect)

    def _do(self, effect):  # noqa: C901, PLR0912 - One case per effect.
        match effect:
            case SendTo(client, message):
                self.clients[client].inbox.append(encode(message))
            case AppendLog(seq, frames):
                self._append(seq, frames)
            case ReadLog() | ReadCheckpoint():
                self.log_requests.append(effect)
            case SaveCheckpoint(parts):
                self.log.save_checkpoint(parts)
                if self.drops and len(self.log.saved) > 1:
                    self.log.lose(self.log.saved[0][0].seq)
            case CutOff():
                self.cuts += 1
            case CloseClient(client, sentence):
                self.closed_clients.append(sentence)
                self.clients[client].attached = False
            case StartReading():
                assert not self.reads
                self.reads = True
            case PauseReading():
                assert self.reads
                self.reads = False
            case WritePty(data):
                assert self.writing is None
                self.writing = data
            case CancelWrite():
                assert self.writing is not None
                self.writing = None
            case ResizePty(size):
                assert size != self.pty_size
                self.pty_size = size
                self.sizes.append(size)
            case ClosePty():
                self.pty_is_closed = True
            case Finished(status):
                self.status = status
            case Deadline(at):
                self.deadline = at

    def _append(self, seq, frames):
        before = max(self.states)
        assert seq == before
        self.log.append(seq, frames)
        start, end, size = self.states[before]
        for framed in decode_frames(seq, frames):
            match framed.record:
                case Output(data):
                    self.output += data
                    end += len(data)
                case Resize(new):
                    size = new
                case Gap(reset=True, reason=reason):
                    self.resets.add(framed.seq)
                    self.reasons.add(reason)
                    start = end
                    self.answerable.clear()
            self.states[framed.end] = (start, end, size)

    # What tests let happen.

    def attach(self, *, size=START, shown=True, core="core 1", have=None, worker=False):
        self.ids += 1
        client = FakeClient(ClientId(f"c{self.ids}"), None if worker else size, core)
        if have is not None:
            client.core = FakeCore(START)
        self.clients[client.id] = client
        asked = AttachAsked(have, size, shown, core)
        asked = decode_client(encode(asked))
        self.act(self.machine.attach(client.id, asked, self.now, worker=worker))
        return client

    def reattach(self, client):
        """Let a client that lost its channel, but not its core, come back."""
        self.ids += 1
        self.clients.pop(client.id, None)
        client.id = ClientId(f"c{self.ids}")
        client.inbox.clear()
        client.outbox.clear()
        client.input.restart()
        client.attached = True
        client.greeted = False
        self.clients[client.id] = client
        asked = AttachAsked(client.stream.have, client.size, shown=True, core=client.core_name)
        self.act(self.machine.attach(client.id, asked, self.now))

    def crash(self, client):
        client.attached = False
        client.inbox.clear()
        client.outbox.clear()
        self.act(self.machine.detach(client.id, self.now))

    def deliver(self, client, count=1):
        """Bring messages of a client to the machine."""
        for _ in range(count):
            if client.attached and client.outbox:
                message = decode_client(client.outbox.popleft())
                self.act(self.machine.receive(client.id, message, self.now))

    def print(self, data):
        self.unread += data

    def ask(self):
        self.queries += 1
        self.print(b"?%d;" % self.queries)
        return self.queries

    def read(self, limit=1 << 20):
        """Let the engine read what was printed, if it wants to."""
        if not (self.reads and self.unread):
            return False
        burst, self.unread = self.unread[:limit], self.unread[limit:]
        before = len(self.output)
        if not self.machine._deliveries.anyone_may_hold:
            self.answerable.clear()
        else:
            start = max(self.states[max(self.states)][0], before - 20)
            seen = self.output[start:].rpartition(b";")[2] + burst
            self.answerable |= {int(query) for query in _QUERY.findall(seen)}
        self.act(self.machine.output(burst, self.now))
        assert burst == self.output[before:]
        return True

    def finish_write(self):
        if self.writing is None:
            return False
        self.written += self.writing
        self.writing = None
        self.act(self.machine.written(self.now))
        return True

    def answer_log(self):
        if not self.log_requests:
            return False
        asked = self.log_requests.popleft()
        match asked:
            case ReadLog(client, start, limit):
                try:
                    frames = self.log.read_now(start, limit)
                except NotFoundError:
                    self.act(self.machine.log_missing(client, start, self.now))
                else:
                    self.act(self.machine.log_read(client, start, frames, self.now))
            case ReadCheckpoint(client, core):
                found = self.log.checkpoint_now(core)
                self.act(self.machine.checkpoint_read(client, found, self.now))
        return True

    def pass_time(self, seconds):
        self.now += seconds
        if self.deadline is not None and self.deadline <= self.now:
            self.deadline = None
            self.act(self.machine.tick(self.now))

    def replace_engine(self, lost_frames=0):
        """Let the engine die, with records that were not logged yet, and another go on."""
        ends = sorted(self.states)
        ends = ends[: max(1, len(ends) - lost_frames)]
        logged_end = ends[-1]
        self.log.stretches = [
            (begin, frames[: max(0, logged_end - begin)])
            for begin, frames in self.log.stretches
            if begin < logged_end
        ]
        self.log.saved = [parts for parts in self.log.saved if parts[0].seq <= logged_end]
        self.states = {end: self.states[end] for end in ends}
        start, end, _ = self.states[logged_end]
        self.output = self.output[:end]
        base = min(seq for seq in ends if self.states[seq][0] == start)
        self._drop_everything_under_way()
        self.states[logged_end + 10_000] = self.states[logged_end]
        origin = StreamOrigin(
            size=self.pty_size,
            seq=logged_end + 10_000,
            epoch=self.machine._holding.epoch,
            logged_end=logged_end,
            base=base,
            base_size=self.states[base][2],
            checkpoints=tuple(parts[0].seq for parts in self.log.saved),
        )
        self.machine = SessionMachine(origin, wall_ms=0, now=self.now)
        self.act(self.machine.begin(self.now))

    def reboot(self):
        """Let the machine die, with what a flood left in memory, and look at what the log holds."""
        self.log.reboot()
        self.status = Lost("The machine was restarted.")
        contents = self.log.contents_now()
        origin = ended_origin(contents, self.pty_size, self.status)
        logged = self.states[origin.logged_end]
        self.states = {seq: state for seq, state in self.states.items() if seq <= origin.logged_end}
        self.resets = {seq for seq in self.resets if seq < origin.logged_end}
        self.output = self.output[: logged[1]]
        self._drop_everything_under_way()
        is_known = contents.size is not None or contents.checkpoints
        self.states[origin.seq] = logged if is_known else (*logged[:2], origin.size)
        self.machine = SessionMachine(origin, wall_ms=0, now=self.now)
        self.act(self.machine.begin(self.now))
        return origin

    def _drop_everything_under_way(self):
        for client in self.clients.values():
            client.attached = False
        self.clients.clear()
        self.log_requests.clear()
        self.writing = None
        self.reads = False
        self.answerable.clear()
        self.deadline = None

    # What must hold.

    def check_client(self, client):
        """A core shows exactly what the stream says at its place."""
        have = client.stream.have
        if have is None or not client.greeted:
            return
        start, end, size = self.states[have]
        if have in self.resets and not client.core.text:
            start = end  # It began empty here, just before the gap that says so.
        assert self.output[start:end] == client.core.text
        assert size == client.core.size

    def check(self):
        assert self.closed_clients == []
        for client in self.clients.values():
            if client.attached:
                self.check_client(client)
        for query, count in Counter(_REPLY.findall(self.written)).items():
            assert count == 1, f"query {query} was answered {count} times"

    def outstanding_bytes(self, client):
        """How many bytes of records wait for a client."""
        messages = map(decode_engine, client.inbox)
        return sum(len(one.data) for one in messages if isinstance(one, Records))

    def settle(self):
        """Let everything happen until nothing more does; fail if that never comes."""
        for _ in range(3000):
            if not self._progress():
                if self._is_quiet():
                    return
                self.pass_time(0.3)
        raise AssertionError("the session never came to rest")

    def _progress(self):
        moved = self.read(4096) | self.finish_write() | self.answer_log()
        for client in list(self.clients.values()):
            if client.attached:
                moved |= bool(client.inbox or client.outbox)
                client.process(len(client.inbox))
                self.deliver(client, len(client.outbox))
        return moved

    def _is_quiet(self):
        return (not self.unread or self.status is not None) and all(
            client.stream.have == self.machine.end
            for client in self.clients.values()
            if client.attached and client.size is not None
        )

    def tokens(self):
        """Return what the program was sent, token by token; fail if anything is not whole."""
        tokens = []
        position = 0
        while position < len(self.written):
            match = _TOKEN.match(self.written, position)
            assert match is not None, self.written[position : position + 60]
            tokens.append(match[0])
            position = match.end()
        return tokens
