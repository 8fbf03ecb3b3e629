"""Reads known keys strictly out of a parsed document; errors name the key with its path."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from idea.domain.errors import IdeaError
from idea.infrastructure.stores.json_text import DamagedError


@dataclass(frozen=True, slots=True)
class Fields:
    """One object of a document and where it is in it."""

    values: Mapping[str, object]
    path: str = ""

    def _at(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def _one[V](self, key: str, kind: type[V], what: str) -> V:
        if key not in self.values:
            raise DamagedError(f"{self._at(key)} is missing")
        value = self.values[key]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise DamagedError(f"{self._at(key)} must be {what}")
        return value

    def text(self, key: str) -> str:
        """Return a text."""
        return self._one(key, str, "a text")

    def optional_text(self, key: str) -> str | None:
        """Return a text, None when the key is missing or null."""
        return None if self.values.get(key) is None else self.text(key)

    def whole(self, key: str) -> int:
        """Return a whole number."""
        return self._one(key, int, "a whole number")

    def flag(self, key: str) -> bool:
        """Return true or false."""
        return self._one(key, bool, "true or false")

    def moment(self, key: str) -> datetime:
        """Return a time with its zone.

        Raises:
            DamagedError: It is none.
        """
        text = self.text(key)
        try:
            moment = datetime.fromisoformat(text)
        except ValueError:
            raise DamagedError(f"{self._at(key)} must be a time") from None
        if moment.tzinfo is None:
            raise DamagedError(f"{self._at(key)} must have a time zone")
        return moment

    def below(self, key: str) -> "Fields":
        """Return an object."""
        return Fields(self._one(key, dict, "an object"), self._at(key))

    def optional_below(self, key: str) -> "Fields | None":
        """Return an object, None when the key is missing or null."""
        return None if self.values.get(key) is None else self.below(key)

    def each(self, key: str) -> tuple["Fields", ...]:
        """Return the objects of a list.

        Raises:
            DamagedError: It is no list of objects.
        """
        found = []
        for index, value in enumerate(self._one(key, list, "a list")):
            path = f"{self._at(key)}[{index}]"
            if not isinstance(value, dict):
                raise DamagedError(f"{path} must be an object")
            found.append(Fields(value, path))
        return tuple(found)

    def text_list(self, key: str) -> tuple[str, ...]:
        """Return a list of texts, empty when the key is missing.

        Raises:
            DamagedError: It is no list of texts.
        """
        if key not in self.values:
            return ()
        found: list[object] = self._one(key, list, "a list")
        for index, value in enumerate(found):
            if not isinstance(value, str):
                raise DamagedError(f"{self._at(key)}[{index}] must be a text")
        return tuple(str(value) for value in found)

    def lists(self, key: str) -> tuple[tuple[str, ...], ...]:
        """Return a list of lists of texts, empty when the key is missing.

        Raises:
            DamagedError: It is none.
        """
        if key not in self.values:
            return ()
        found = []
        for index, value in enumerate(self._one(key, list, "a list")):
            name = f"{key}[{index}]"
            found.append(Fields({name: value}, self.path).text_list(name))
        return tuple(found)

    def texts(self) -> dict[str, str]:
        """Return all keys with the texts they hold."""
        return {key: self.text(key) for key in self.values}

    def build[V](self, make: Callable[[], V]) -> V:
        """Return what `make` makes of this object.

        Raises:
            DamagedError: The domain refuses; the message begins with the path.
        """
        try:
            return make()
        except IdeaError as error:
            where = f"{self.path}: " if self.path else ""
            raise DamagedError(where + error.sentence.rstrip(".")) from error
