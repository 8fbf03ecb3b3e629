"""Dataclasses to what JSON can say, and back, by their annotations.

The engine checks requests with pydantic; a window only has to read what its own engine wrote, and
importing pydantic takes longer than Qt. Keys nobody knows are a newer engine's and passed over.
"""

import collections.abc
import dataclasses
import enum
import functools
import types
from collections.abc import Callable, Mapping
from typing import Any, TypeAliasType, Union, get_args, get_origin, get_type_hints

type Decode = Callable[[Any], Any]

_SIMPLE = (str, int, float, bool, type(None))
_ARRAYS = (tuple, list, collections.abc.Sequence)
_OBJECTS = (dict, collections.abc.Mapping)


def to_plain(value: object) -> Any:
    """Return dataclasses as objects, enumerations as their values and sequences as arrays."""
    if dataclasses.is_dataclass(value):
        fields = dataclasses.fields(value)
        return {field.name: to_plain(getattr(value, field.name)) for field in fields}
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, Mapping):
        return {key: to_plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [to_plain(one) for one in value]
    return value


def from_plain(kind: Any, value: object) -> Any:
    """Return the value of a type that `value` says.

    Raises:
        ValueError: It says something else.
    """
    return _decoder(kind)(value)


@functools.cache
def _decoder(kind: Any) -> Decode:
    """Return what reads a type.

    Raises:
        TypeError: Nothing here can read such a type.
    """
    if isinstance(kind, TypeAliasType):
        return _decoder(kind.__value__)
    origin = get_origin(kind)
    if origin is not None:
        return _compound(origin, get_args(kind))
    if kind is Any or kind is object:
        return _as_it_is
    if dataclasses.is_dataclass(kind):
        return _dataclass_of(kind)
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return kind
    return _simple(type(None) if kind is None else kind)


def _compound(origin: Any, arguments: tuple[Any, ...]) -> Decode:
    if origin in {Union, types.UnionType}:
        return _one_of(tuple(_decoder(one) for one in arguments))
    if origin in _ARRAYS:
        return _array_of(_decoder(arguments[0]), origin)
    if origin in _OBJECTS:
        return _object_of(_decoder(arguments[1]))
    raise TypeError(f"Nothing reads {origin} from JSON.")


def _as_it_is(value: Any) -> Any:
    return value


def _simple(kind: Any) -> Decode:
    if kind not in _SIMPLE:
        raise TypeError(f"Nothing reads {kind} from JSON.")

    def decode(value: Any) -> Any:
        if kind is float and type(value) is int:
            return float(value)
        if type(value) is not kind:
            raise ValueError(f"{value!r} is no {kind.__name__}")
        return value

    return decode


def _one_of(decoders: tuple[Decode, ...]) -> Decode:
    def decode(value: Any) -> Any:
        for one in decoders:
            try:
                return one(value)
            except ValueError:
                continue
        raise ValueError(f"{value!r} is none of what is expected")

    return decode


def _array_of(one: Decode, origin: Any) -> Decode:
    make = list if origin is list else tuple

    def decode(value: Any) -> Any:
        if not isinstance(value, list):
            raise ValueError(f"{value!r} is no array")  # noqa: TRY004 - The value is wrong.
        return make(map(one, value))

    return decode


def _object_of(one: Decode) -> Decode:
    def decode(value: Any) -> Any:
        if not isinstance(value, dict):
            raise ValueError(f"{value!r} is no object")  # noqa: TRY004 - The value is wrong.
        return {key: one(entry) for key, entry in value.items()}

    return decode


def _dataclass_of(kind: Any) -> Decode:
    hints = get_type_hints(kind)
    decoders = {field.name: _decoder(hints[field.name]) for field in dataclasses.fields(kind)}

    def decode(value: Any) -> Any:
        if not isinstance(value, dict):
            raise ValueError(f"{value!r} is no {kind.__name__}")  # noqa: TRY004 - The value is wrong.
        known = {name: decoders[name](one) for name, one in value.items() if name in decoders}
        try:
            return kind(**known)
        except TypeError as error:
            raise ValueError(f"{kind.__name__}: {error}") from error

    return decode
