"""What a command line that somebody typed says: whose program it is, and which conversation."""

import re
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Final

from idea.domain.profiles.arguments import Place
from idea.domain.profiles.conversations import Conversations
from idea.domain.profiles.profile import AgentProfile

_ID: Final = r"([A-Za-z0-9][A-Za-z0-9_-]{5,79})"
_PLACE: Final = f"{{{Place.CONVERSATION}}}"


def program_names(command: Sequence[str]) -> tuple[str, ...]:
    """Return what the program of a command may be called, the likelier name first.

    A script is run by an interpreter: then its name is the first argument that is no option.
    """
    words = [*command[:1], *[word for word in command[1:] if not word.startswith("-")][:1]]
    return tuple(dict.fromkeys(PurePosixPath(word).name for word in words if word))


def recognised(command: Sequence[str], profiles: Mapping[str, AgentProfile]) -> AgentProfile | None:
    """Return the profile whose program a command runs; `profiles` are by program's name."""
    found = (profiles[name] for name in program_names(command) if name in profiles)
    return next(found, None)


def conversation_in(command: Sequence[str], conversations: Conversations) -> str:
    """Return the conversation that a command assigns or resumes; empty when it names none."""
    for wanted in (conversations.resume, conversations.assign):
        patterns = [re.escape(word).replace(re.escape(_PLACE), _ID) for word in wanted]
        for start in range(len(command) - len(patterns) + 1) if patterns else ():
            pairs = zip(patterns, command[start:], strict=False)
            matches = [re.fullmatch(pattern, word) for pattern, word in pairs]
            found = [match[1] for match in matches if match is not None and match.re.groups]
            if all(matches) and found:
                return found[0]
    return ""
