"""The same rules as the hypothesis machine, shuffled by seeds: many more steps in the same time.

`IDEA_STREAM_SEEDS=5000 pytest …` searches longer; a failing seed is a failing example.
"""

import os
import random

import pytest

from domain.stream.test_world_machine import SIZES_TRIED, SessionRules

SEEDS = int(os.environ.get("IDEA_STREAM_SEEDS", "40"))
STEPS = 150


class Shuffle:
    """Draws rules and what they need."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.rules = SessionRules()
        self.clients = []
        self.lost = []
        self.rules.world.print(b"$ ")
        self.weighted = [
            (3, self.print),
            (4, self.rules.program_asks),
            (8, self.read),
            (4, self.rules.program_takes_input),
            (2, self.attach),
            (0.5, self.attach_worker),
            (6, self.work),
            (6, self.hear),
            (6, self.keep_up),
            (1, self.die),
            (1, self.come_back),
            (1, self.show),
            (1, self.resize),
            (2, self.with_client(self.rules.person_types)),
            (0.7, self.paste),
            (0.5, self.with_client(self.rules.person_interrupts)),
            (1, self.with_client(self.rules.client_leaves_a_checkpoint)),
            (0.7, self.send_text),
            (6, self.rules.log_answers),
            (3, self.pass_time),
            (0.05, self.end),
        ]
        if self.random.random() < 0.5:
            self.weighted += [(0.1, self.fill_disk), (0.3, self.lose_log)]
        if self.random.random() < 0.5:
            self.weighted.append((0.1, self.replace_engine))
        self.floods = self.random.random() < 0.5
        if self.floods:
            self.weighted += [
                (1, self.rules.flood_begins),
                (1, self.rules.disk_is_given_a_checkpoint),
                (0.2, self.rules.flood_ends),
            ]

    def run(self, steps):
        weights, actions = zip(*self.weighted, strict=True)
        for action in self.random.choices(actions, weights, k=steps):
            action()
            self.rules.nothing_is_lost_or_doubled()
            self.rules.memory_is_bounded()
        if self.floods:
            self.reboot()
        self.rules.come_to_rest()

    def with_client(self, rule):
        def act():
            if self.clients:
                rule(self.random.choice(self.clients))

        return act

    def print(self):
        self.rules.program_prints(self.random.randint(1, 400))

    def read(self):
        self.rules.engine_reads(self.random.randint(1, 600))

    def attach(self):
        if len(self.clients) < 5:
            size = self.random.choice([*SIZES_TRIED, None])
            core = self.random.choice(["core 1", "core 2", ""])
            shown = self.random.random() < 0.5
            self.clients.append(self.rules.world.attach(size=size, shown=shown, core=core))

    def attach_worker(self):
        self.clients.append(self.rules.attach_worker())

    def work(self):
        count = self.random.randint(1, 6)
        self.with_client(lambda client: self.rules.client_works(client, count))()

    def hear(self):
        count = self.random.randint(1, 6)
        self.with_client(lambda client: self.rules.client_is_heard(client, count))()

    def keep_up(self):
        self.with_client(self.rules.client_keeps_up)()

    def die(self):
        if self.clients:
            client = self.clients.pop(self.random.randrange(len(self.clients)))
            self.lost.append(self.rules.client_dies(client))

    def come_back(self):
        if self.lost and len(self.clients) < 5:
            client = self.lost.pop(self.random.randrange(len(self.lost)))
            self.clients.append(self.rules.client_comes_back(client))

    def show(self):
        shown = self.random.random() < 0.5
        self.with_client(lambda client: self.rules.client_is_shown(client, shown))()

    def resize(self):
        size = self.random.choice(SIZES_TRIED)
        self.with_client(lambda client: self.rules.client_resizes(client, size))()

    def paste(self):
        length = self.random.choice([10, 20_000, 90_000])
        self.with_client(lambda client: self.rules.person_pastes(client, length))()

    def send_text(self):
        if self.rules.world.machine._status is None:
            self.rules.agent_sends_text()

    def pass_time(self):
        self.rules.time_passes(self.random.choice([0.001, 0.01, 0.1, 0.5, 2.1]))

    def end(self):
        if self.rules.world.machine._status is None:
            self.rules.end_program(over=self.random.random() < 0.5)

    def fill_disk(self):
        self.rules.disk_is_full(self.random.random() < 0.5)

    def lose_log(self):
        self.rules.log_loses_its_start(self.random.randint(0, 20))

    def reboot(self):
        world = self.rules.world
        if world.status is None and world.machine._status is None and world.log.stretches:
            self.rules.reboot()
            self.lost += self.clients
            self.clients.clear()

    def replace_engine(self):
        world = self.rules.world
        if world.status is None and len(world.output) > 200:
            self.rules.engine_is_replaced(self.random.randint(0, 3))
            if not world.clients:
                self.lost += self.clients
                self.clients.clear()


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [range(start, start + 10) for start in range(0, SEEDS, 10)])
def test_sessions_survive_any_order_of_events(seeds):
    for seed in seeds:
        shuffle = Shuffle(seed)
        try:
            shuffle.run(STEPS)
        finally:
            shuffle.rules.patch.undo()
