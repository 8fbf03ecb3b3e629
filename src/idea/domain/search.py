"""What a person looks for in a text."""

from dataclasses import dataclass

from idea.domain.errors import InvalidError

LONGEST_QUERY = 1_000
"""Characters; a longer expression is a paste that went wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchQuery:
    """A text or an expression, and what counts as the same."""

    text: str
    case: bool = False
    """Whether capitals count."""
    word: bool = False
    """Whether only whole words are found."""
    expression: bool = False
    """Whether the text is a regular expression."""

    def __post_init__(self) -> None:
        if not self.text:
            raise InvalidError("There is nothing to look for.")
        if len(self.text) > LONGEST_QUERY:
            raise InvalidError(f"At most {LONGEST_QUERY:,} characters can be looked for.")
