"""What a setting is: its name, its limits and what may override it."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from idea.domain.errors import InvalidError

type SettingValue = bool | int | float | str


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What can be chosen, within which limits, and what it does."""

    name: str
    default: SettingValue
    sentence: str
    choices: tuple[str, ...] = ()
    """The only texts allowed; empty for any text."""
    least: float = -math.inf
    most: float = math.inf
    unit: str = ""
    per_project: bool = False
    """Whether a project's own file may override it."""
    parsed: Callable[[str], object] | None = None
    """Raises InvalidError for a text that cannot be, but for the empty one; None where all can."""
    is_asked: bool = False
    """Whether a project's own value starts programs, and so counts only once it was agreed to."""

    @property
    def kind(self) -> str:
        """What a value is, in words."""
        match self.default:
            case bool():
                return "true or false"
            case int():
                return self._ranged("a whole number")
            case float():
                return self._ranged("a number")
            case _:
                return " | ".join(self.choices) if self.choices else "text"

    def _ranged(self, what: str) -> str:
        limits = f" from {self.least:,.9g} to {self.most:,.9g}" if self.most < math.inf else ""
        unit = f" {self.unit}" if self.unit else ""
        return what + limits + unit

    def checked(self, value: object) -> SettingValue:
        """Return the value as this setting's type.

        Raises:
            InvalidError: It is of another type or outside the limits.
        """
        match self.default, value:
            case bool(), bool():
                return value
            case str(), str() if not self.choices or value in self.choices:
                return self._readable(value)
            case int() | float(), int() | float() if self._fits(value):
                return type(self.default)(value)
        wanted = f"one of {', '.join(self.choices)}" if self.choices else self.kind
        raise InvalidError(f"{self.name} is {wanted}, not {value!r}.")

    def _readable(self, text: str) -> str:
        if self.parsed is not None and text:
            try:
                self.parsed(text)
            except InvalidError as error:
                raise InvalidError(f"{self.name}: {error.sentence}") from error
        return text

    def _fits(self, value: float) -> bool:
        if isinstance(self.default, bool) or isinstance(value, bool) or not math.isfinite(value):
            return False
        if isinstance(self.default, int) and value != int(value):
            return False
        return self.least <= value <= self.most
