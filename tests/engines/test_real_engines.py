"""Agents on real AI programs, each through a whole life, against a model on the loopback."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from engines.bench import Workbench
from engines.vendors import VENDORS, Vendor

INSTALLED = Path(os.environ.get("UV_PROJECT_ENVIRONMENT", sys.prefix)) / ".engines"
CHOSEN = os.environ.get("IDEA_TEST_ENGINES", "").split()

pytestmark = [pytest.mark.slow, pytest.mark.posix, pytest.mark.timeout(600)]


def bin_of(vendor: Vendor) -> Path:
    """Return the folder with a vendor's program; skips the test where it is not to be run."""
    if CHOSEN and vendor.profile not in CHOSEN:
        pytest.skip(
            f"{vendor.profile} is not among {', '.join(CHOSEN)}; script/test-engines runs it"
        )
    folder = INSTALLED / vendor.profile
    if not (folder / ".installed").exists():
        pytest.skip(f"{vendor.package} is not installed; script/test-engines installs it")
    return vendor.programs(INSTALLED)


def other_than(vendor: Vendor) -> Vendor | None:
    """Return another program that is installed, to change to."""
    there = [
        one
        for one in VENDORS
        if (INSTALLED / one.profile / ".installed").exists()
        and (not CHOSEN or one.profile in CHOSEN)
    ]
    return next((one for one in there if one.profile != vendor.profile), None)


def define(bench: Workbench, profile: str, folder: Path) -> None:
    role = folder / "role.md"
    role.write_text("# Reviewer\n\nYour mark is ROLE-MARK.\n")
    words = ("--engine", profile, "--file", str(role), "--skill", "commit")
    bench.idea("agent", "create", "Reviewer", *words)


def launch(bench: Workbench, vendor: Vendor) -> str:
    session = str(bench.idea("agent", "launch", "Reviewer")["id"])
    bench.see(session, vendor.ready, f"{vendor.profile} waits for input")
    bench.settle(session)
    return session


def command(bench: Workbench, session: str) -> Sequence[str]:
    return list(bench.idea("session", "show", session)["command"])


@pytest.mark.parametrize("vendor", VENDORS, ids=lambda vendor: vendor.profile)
def test_an_agent_lives_on_a_real_program(vendor: Vendor, tmp_path: Path) -> None:
    bins = [bin_of(vendor)]
    other = other_than(vendor)
    vendors = [vendor] if other is None else [vendor, other]
    if other is not None:
        bins.append(other.programs(INSTALLED))
    with Workbench(tmp_path / "bench", bins, vendors) as bench:
        (bench.root / "AGENTS.md").write_text("The rule of this project is PROJECT-MARK.\n")
        found = {one["id"]: one for one in bench.idea("profile", "list")["profiles"]}
        assert found[vendor.profile]["path"].startswith(str(bins[0]))
        assert found[vendor.profile]["version"] == vendor.version

        define(bench, vendor.profile, tmp_path)
        session = launch(bench, vendor)
        bench.ask(session, "PING-alpha")
        bench.see(session, "PONG-alpha", "the answer")
        assert bench.model.heard("ROLE-MARK"), "The model knows its role."
        assert bench.model.heard("PROJECT-MARK"), "The model knows the project's rule."
        assert bench.model.heard("Say why, not how") or bench.model.heard("# Skills")
        first = command(bench, session)
        told = bench.idea("agent", "context", "Reviewer")["left_in_project"]
        assert tuple(told) == vendor.keeps, "What it keeps in the project is told."

        bench.idea("agent", "stop", "Reviewer")
        bench.model.asked.clear()
        session = launch(bench, vendor)
        assert command(bench, session) != first, "It is resumed by its conversation's own id."
        bench.ask(session, "PING-beta")
        bench.see(session, "PONG-beta", "the answer after resuming")
        assert bench.model.heard("PING-alpha"), "The model is told what was said before."

        if other is not None:
            bench.model.asked.clear()
            view = bench.idea("agent", "engine", "Reviewer", other.profile)
            assert view["cell"] == "A1", "It takes the old one's place."
            session = view["session"]
            bench.see(session, other.ready, f"{other.profile} waits for input")
            bench.settle(session)
            bench.ask(session, "PING-gamma")
            bench.see(session, "PONG-gamma", "the other program's answer")
            assert bench.model.heard("ROLE-MARK"), "The role came along."
            assert bench.model.heard("# Switched from"), "It knows what the old one did last."
            told = bench.model.heard("Person: PING-beta\n\nAgent: PONG-beta")
            assert told is vendor.tells_what_was_said, "By what was said, where that can be read."

        written = bench.git_status()
        ours = {line.partition("/")[0] for line in written}
        kept = {name for one in vendors for name in one.keeps}
        assert ours <= {".ideai", "AGENTS.md"} | kept, written
