"""Profiles and their programs as every door shows them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileView:
    """A profile, and what is known about its program on this machine."""

    id: str
    name: str
    command: str
    origin: str
    """`built in`, `yours` or `project`."""
    file: str
    verified: bool
    """Whether it was tried against the real program."""
    can_resume: bool
    path: str = ""
    """Where the program is; empty when it was not found, or not looked for."""
    where: str = ""
    """How it was found, in words."""
    version: str = ""
    fault: str = ""
    """What is wrong, in one sentence; empty when nothing is."""
    agreed: bool = True
    """Whether the person agreed to run what a project brought."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfilesView:
    """All profiles."""

    profiles: tuple[ProfileView, ...]
    looking: bool
    """Whether programs are still being looked for."""
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileText:
    """One profile as a file has it."""

    view: ProfileView
    text: str
    notices: tuple[str, ...] = ()
    """A sentence for each key that means nothing."""
