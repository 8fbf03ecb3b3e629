"""One session, and what belongs to it while this engine lives."""

import asyncio
from dataclasses import dataclass

from idea.application.terminals.session_pump import SessionPump
from idea.domain.ports.pty import PtySpawner
from idea.domain.session_record import SessionRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class Foreground:
    """What was seen in front in a session; a look at one moment, kept in memory only."""

    program: str = ""
    """Its name, when it is not the program the session began with."""
    folder: str = ""
    """Where it works; empty when nobody looked."""
    adoptable: str = ""
    """What it is called, when it is an AI program that was typed into a shell."""


class SessionEntry:
    """One session and what belongs to it in this process."""

    __slots__ = (
        "front",
        "gone",
        "ptys",
        "pump",
        "record",
        "saved_title",
        "stopping",
        "title_saved_s",
        "watch",
    )

    def __init__(self, record: SessionRecord, pump: SessionPump | None) -> None:
        self.record = record
        self.pump = pump
        self.front = Foreground()
        self.saved_title = record.session.title
        self.title_saved_s = float("-inf")
        self.ptys: PtySpawner | None = None
        self.stopping = False
        self.gone = asyncio.Event()
        self.watch: asyncio.Task[None] | None = None
