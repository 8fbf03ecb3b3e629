"""Keys that the person chooses, kept in their own file."""

import asyncio
from collections.abc import Mapping

import pytest

from fakes.event_bus import FakeEventBus
from fakes.stored_value import FakeStoredValue
from idea.application.settings.current_keymap import CurrentKeymap
from idea.application.settings.set_keys import KeysChange, SetKeys, SetKeysRequest
from idea.application.use_case import Person
from idea.domain.errors import ConflictError, InvalidError, NotFoundError
from idea.domain.events import KeymapChanged

type Keys = Mapping[str, tuple[str, ...]]


class House:
    """The file of keys, and who hears of it."""

    def __init__(self, keys: Keys, notices: tuple[str, ...] = ()) -> None:
        self.store = FakeStoredValue[Keys](keys, notices)
        self.bus = FakeEventBus()
        self.keymap = CurrentKeymap(self.store, self.bus)
        asyncio.run(self.keymap.load())

    def set(self, **changes: tuple[str, ...] | None) -> Keys:
        named = tuple(
            KeysChange(action=name.replace("__", "."), keys=keys) for name, keys in changes.items()
        )
        request = SetKeysRequest(changes=named)
        return asyncio.run(SetKeys(self.keymap).execute(request, Person())).keys


def test_keys_are_given_taken_away_and_given_back() -> None:
    house = House({"edit.copy": ("F7",)})

    assert house.set(cell__close=("Ctrl+Alt+X", "Ctrl+Alt+X"), edit__paste=(), edit__copy=None) == {
        "cell.close": ("Ctrl+Alt+X",),
        "edit.paste": (),
    }
    assert house.store.kept == {"cell.close": ("Ctrl+Alt+X",), "edit.paste": ()}
    assert house.bus.published == [KeymapChanged()]
    house.set(edit__paste=())
    assert house.bus.published == [KeymapChanged()]


def test_what_was_written_by_hand_a_moment_before_is_kept() -> None:
    house = House({})
    house.store.write({"edit.copy": ("F7",)})

    assert house.set(cell__close=()) == {"edit.copy": ("F7",), "cell.close": ()}


def test_what_cannot_be_is_refused_as_a_whole() -> None:
    house = House({})

    with pytest.raises(NotFoundError, match="did you mean cell"):
        house.set(edit__copy=(), cell__cloze=())
    with pytest.raises(InvalidError, match="is not a key"):
        house.set(edit__copy=(), cell__close=("Strg+X",))
    with pytest.raises(InvalidError, match="X is what people type"):
        house.set(cell__close=("X",))
    assert house.store.kept == {}


def test_a_file_that_cannot_be_read_is_not_written_over() -> None:
    house = House({}, ("A line is odd.",))

    with pytest.raises(ConflictError, match="cannot be read"):
        house.set(cell__close=())
