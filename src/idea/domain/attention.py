"""How strongly a program asks for the person, and what it says."""

from enum import IntEnum
from typing import NamedTuple


class Urgency(IntEnum):
    """How much a notification matters, as desktops and programs count it."""

    LOW = 0
    NORMAL = 1
    CRITICAL = 2


class Alert(NamedTuple):
    """What a session has to say to a person who does not look at it."""

    sentence: str
    urgency: Urgency = Urgency.NORMAL
