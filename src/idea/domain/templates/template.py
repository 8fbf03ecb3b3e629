"""A template: a role that agents are made from and may go on following.

Words: its *version* grows by one with every change of the text; an agent *drifts* when it follows
a template that has a newer version than the agent has.
"""

from dataclasses import dataclass, replace

from idea.domain.errors import InvalidError
from idea.domain.ids import ProfileId, TemplateId
from idea.domain.skill import content_hash


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentTemplate:
    """A name, a text and the engine that new agents get."""

    id: TemplateId
    name: str
    content: str
    """Markdown; the role of agents made from it."""
    version: int = 1
    default_profile: ProfileId | None = None

    def __post_init__(self) -> None:
        if not self.name.strip():
            raise InvalidError("A template needs a name.")
        if not self.content.strip():
            raise InvalidError(f"The template {self.name} says nothing; write the role.")
        if self.version < 1:
            raise InvalidError(f"Versions of a template begin at 1, not {self.version}.")

    @property
    def content_hash(self) -> str:
        """What tells its text from any other."""
        return content_hash(self.content)

    def edited(self, content: str) -> "AgentTemplate":
        """Return this template with another text and the next version; the same text changes none.

        Raises:
            InvalidError: The text is empty.
        """
        if content_hash(content) == self.content_hash:
            return self
        return replace(self, content=content, version=self.version + 1)

    def found_edited(self, known_hash: str) -> "AgentTemplate":
        """Return this template as read from a file whose text had `known_hash` when it was written.

        A text changed behind IdeA's back counts as the next version.
        """
        changed = self.content_hash != known_hash
        return replace(self, version=self.version + 1) if changed else self
