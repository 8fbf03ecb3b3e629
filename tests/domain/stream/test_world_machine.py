"""Engine, clients, worker, log and crashes in any order: nothing lost, doubled or stuck."""

import os
from collections import Counter

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    precondition,
    rule,
)

from domain.stream.world import World
from idea.domain.stream import (
    checkpoint,
    checkpoint_schedule,
    deliveries,
    journal,
    machine,
    output_credit,
    recent_frames,
)
from idea.domain.stream.checkpoint import Checkpoint
from idea.domain.stream.fresh_start import FreshStart
from idea.domain.stream.messages import CheckpointKind, InputKind, ResizeAsked, ShownChanged
from idea.domain.stream.starting_points import UNREADABLE
from idea.domain.terminal import Exited, Size

SMALL = (
    (recent_frames, "LARGEST_RECENT_BYTES", 3000),
    (recent_frames, "_KEPT_BYTES", 100),
    (recent_frames, "_CHUNK_BYTES", 150),
    (recent_frames, "_LARGE_FRAME_BYTES", 60),
    (output_credit, "SMALLEST_CREDIT_BYTES", 100),
    (output_credit, "FIRST_CREDIT_BYTES", 300),
    (output_credit, "LARGEST_CREDIT_BYTES", 1000),
    (machine, "LARGEST_CREDIT_BYTES", 1000),
    (journal, "LARGEST_OUTPUT_BYTES", 64),
    (deliveries, "_READ_BYTES", 400),
    (deliveries, "_FAR_BYTES", 500),
    (checkpoint, "PART_BYTES", 400),
    (checkpoint_schedule, "ASK_AFTER_BYTES", 1500),
    (checkpoint_schedule, "UNSAVED_BYTES", 5000),
    (checkpoint_schedule, "SPACED_BYTES", 200),
)
SIZES_TRIED = (Size(80, 24), Size(120, 40), Size(60, 10))
SIZES = st.sampled_from(SIZES_TRIED)


class SessionRules(RuleBasedStateMachine):
    clients = Bundle("clients")
    lost = Bundle("lost")

    def __init__(self):
        super().__init__()
        self.patch = pytest.MonkeyPatch()
        for module, name, value in SMALL:
            self.patch.setattr(module, name, value)
        self.world = World()
        self.keys = 0
        self.texts = 0
        self.replaced = False
        self.is_log_whole = True
        """Whether the log holds all but what a flood left out and a checkpoint stands for."""

    def teardown(self):
        try:
            self.come_to_rest()
        finally:
            self.patch.undo()

    def come_to_rest(self):
        world = self.world
        world.log.is_full = False
        if world.status is None:
            world.attach()
        world.attach(worker=True, size=None)  # Of a session apart views see nothing without it.
        world.settle()
        world.check()
        if world.machine._status is not None or world.status is not None:
            return  # What was on its way to a program that is gone does not matter.
        if self.replaced:
            return  # What was on its way in an engine that died is lost; the stream says so.
        tokens = Counter(world.tokens())
        assert world.answerable <= {int(one[1:-1]) for one in tokens if one.startswith(b"!")}
        assert all(tokens[b"t%d;" % text] == 1 for text in range(1, self.texts + 1))

    @initialize()
    def begin(self):
        self.world.print(b"$ ")

    # The program.

    @rule(count=st.integers(1, 400))
    def program_prints(self, count):
        self.world.print((b"line %d\r\n" % len(self.world.output)) * (count // 8 + 1))

    @rule()
    def program_asks(self):
        self.world.ask()

    @rule(limit=st.integers(1, 600))
    def engine_reads(self, limit):
        self.world.read(limit)

    @rule()
    def program_takes_input(self):
        self.world.finish_write()

    @precondition(lambda self: len(self.world.output) > 1000 and len(self.world.output) % 7 == 0)
    @rule(over=st.booleans())
    def program_ends(self, over):
        if self.world.machine._status is None:
            self.end_program(over)

    def end_program(self, over):
        world = self.world
        if over:
            world.act(world.machine.output_over(world.now))
            world.reads = False
            world.unread = b""
        world.act(world.machine.ended(Exited(0), world.now))

    # Clients.

    @rule(
        target=clients,
        size=SIZES | st.none(),
        shown=st.booleans(),
        core=st.sampled_from(["core 1", "core 2", ""]),
    )
    def attach(self, size, shown, core):
        return self.world.attach(size=size, shown=shown, core=core)

    @rule(target=clients)
    def somebody_reads_from_the_beginning(self):
        return self.world.attach(size=None, have=0)

    @rule(target=clients)
    def attach_worker(self):
        if any(one.size is None and one.attached for one in self.world.clients.values()):
            return self.world.attach(size=None)
        return self.world.attach(worker=True)

    @rule(client=clients, count=st.integers(1, 6))
    def client_works(self, client, count):
        if client.attached:
            client.process(count)

    @rule(client=clients, count=st.integers(1, 6))
    def client_is_heard(self, client, count):
        self.world.deliver(client, count)

    @rule(client=clients)
    def client_keeps_up(self, client):
        if client.attached:
            client.process(len(client.inbox))
            self.world.deliver(client, len(client.outbox))

    @rule(client=consumes(clients), target=lost)
    def client_dies(self, client):
        if client.attached:
            self.world.crash(client)
        return client

    @precondition(lambda self: self.world.status is None)
    @rule(client=consumes(lost), target=clients)
    def client_comes_back(self, client):
        if client.size is not None:
            self.world.reattach(client)
        return client

    @rule(client=clients, shown=st.booleans())
    def client_is_shown(self, client, shown):
        client.send(ShownChanged(shown))

    @rule(client=clients, size=SIZES)
    def client_resizes(self, client, size):
        client.send(ResizeAsked(size))

    @rule(client=clients)
    def person_types(self, client):
        self.keys += 1
        if client.attached:
            key = b"k%d;" % self.keys
            client.send(*client.input.send(InputKind.KEY, key))

    @rule(client=clients, length=st.sampled_from([10, 20_000, 90_000]))
    def person_pastes(self, client, length):
        if client.attached and client.input.waiting_bytes < 200_000:
            paste = b"\x1b[200~" + b"x" * length + b"\x1b[201~"
            client.send(*client.input.send(InputKind.PASTE, paste))

    @rule(client=clients)
    def person_interrupts(self, client):
        if client.attached:
            client.send(*client.input.send(InputKind.INTERRUPT, b"\x03"))

    @rule(client=clients)
    def client_leaves_a_checkpoint(self, client):
        if client.attached and client.core is not None and client.stream.have is not None:
            client.send_checkpoint(client.stream.have)

    # The engine.

    @precondition(lambda self: self.world.machine._status is None)
    @rule()
    def agent_sends_text(self):
        self.texts += 1
        self.world.act(self.world.machine.send_text(f"t{self.texts};", self.world.now, enter=False))

    @precondition(lambda self: len(self.world.output) % 5 == 1)
    @rule()
    def screens_start_anew(self):
        self.world.act(
            self.world.machine.start_anew(FreshStart(reason="Cores died."), self.world.now)
        )

    @precondition(lambda self: len(self.world.output) % 7 == 1)
    @rule(saved=st.booleans())
    def session_is_set_apart(self, saved):
        world = self.world
        seq = world.machine._holding.answered
        world.act(world.machine.set_apart(seq, world.now))
        screen = Checkpoint(
            seq=seq, kind=CheckpointKind.PORTABLE, core="core 1", size=Size(60, 10), data=b"saved;"
        )
        fresh = FreshStart(reason="Cores died.", saved=screen if saved else None)
        world.act(world.machine.start_anew(fresh, world.now))

    @rule()
    def log_answers(self):
        self.world.answer_log()

    @rule(full=st.booleans())
    def disk_is_full(self, full):
        self.is_log_whole = self.is_log_whole and not full
        self.world.log.is_full = full

    @rule()
    def flood_begins(self):
        if self.world.log.floods_from is None:
            self.world.log.floods_from = self.world.machine.end

    @rule()
    def disk_is_given_a_checkpoint(self):
        self.world.log.on_disk = self.world.log.saved

    @rule()
    def flood_ends(self):
        self.world.log.calm_down()

    @precondition(lambda self: self.world.status is None and len(self.world.output) % 11 == 3)
    @rule()
    def machine_reboots(self):
        if self.world.log.stretches:
            self.reboot()

    def reboot(self):
        """Lose what is in memory; the screen is shown as it was where the log now ends."""
        world = self.world
        self.is_log_whole = False
        newest = max((parts[0].seq for parts in world.log.on_disk), default=0)
        origin = world.reboot()
        assert origin.logged_end >= newest
        view = world.attach()
        world.settle()
        if origin.base != origin.seq:
            assert (view.ended, max(world.resets, default=0) <= origin.logged_end) == (True, True)
            assert world.output[world.states[origin.logged_end][0] :] == view.core.text

    @rule(keep=st.integers(0, 20))
    def log_loses_its_start(self, keep):
        self.is_log_whole = False
        ends = [end for end in self.world.states if self.world.log.stretches]
        self.world.log.lose(ends[max(0, len(ends) - 1 - keep)] if ends else 0)

    @rule(seconds=st.sampled_from([0.001, 0.01, 0.1, 0.5, 2.1]))
    def time_passes(self, seconds):
        self.world.pass_time(seconds)

    @precondition(lambda self: self.world.status is None and len(self.world.output) > 200)
    @rule(lost_frames=st.integers(0, 3))
    def engine_is_replaced(self, lost_frames):
        if self.world.machine._status is None and not self.world.log.is_full:
            self.replaced = True
            self.is_log_whole = False
            self.world.replace_engine(lost_frames)

    # What always holds.

    @invariant()
    def nothing_is_lost_or_doubled(self):
        self.world.check()

    @invariant()
    def no_screen_is_given_up_that_the_log_holds(self):
        assert not (self.is_log_whole and UNREADABLE in self.world.reasons)

    @invariant()
    def memory_is_bounded(self):
        recent = self.world.machine._journal.recent
        assert recent.end - recent.start <= 3000 + 700
        for client in self.world.clients.values():
            if client.attached:
                assert self.world.outstanding_bytes(client) <= 1000 + 400


SessionRules.TestCase.settings = settings(
    max_examples=int(os.environ.get("IDEA_STREAM_EXAMPLES", "60")),
    stateful_step_count=int(os.environ.get("IDEA_STREAM_STEPS", "60")),
    deadline=None,
    print_blob=True,
)
TestSession = pytest.mark.slow(SessionRules.TestCase)


@pytest.mark.slow
def test_the_machine_has_time_on_a_busy_machine(request):
    """Else hypothesis shrinks an example that only was slow, and shows it as a failing one."""
    if request.config.getoption("timeout") is not None:
        pytest.skip("another time was told")
    machines = [item for item in request.session.items if item.parent.name == "TestSession"]
    assert all(machine.get_closest_marker("timeout").args[0] > 600 for machine in machines)
