"""JSON from files that anything may have written, and back in one stable spelling.

Stricter than the language: one object, UTF-8, no duplicate key, no NaN or infinity, no half
surrogate, bounded size and depth.
"""

import json
from collections.abc import Mapping
from typing import NoReturn

MAX_BYTES = 8 * 1024 * 1024
MAX_DEPTH = 256
_MAX_DIGITS = 100


class DamagedError(ValueError):
    """A text is not what a store wrote; the message says where, for use inside a sentence."""


def _refuse_constant(text: str) -> NoReturn:
    raise DamagedError(f"{text} is not a number")


def _finite(text: str) -> float:
    number = float(text)
    if number in {float("inf"), float("-inf")}:
        raise DamagedError(f"{text[:20]} is too large a number")
    return number


def _whole(text: str) -> int:
    if len(text) > _MAX_DIGITS:
        raise DamagedError(f"{text[:20]}… is too large a number")
    return int(text)


def _distinct(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result = dict(pairs)
    if len(result) < len(pairs):
        keys = [key for key, _ in pairs]
        double = next(key for key in keys if keys.count(key) > 1)
        raise DamagedError(f"the key {double!r} is there twice")
    return result


def _check_depth(value: object) -> None:
    level = [value]
    for _ in range(MAX_DEPTH):
        below: list[object] = []
        for one in level:
            match one:
                case dict():
                    below.extend(one.values())
                case list():
                    below.extend(one)
                case _:
                    pass
        if not below:
            return
        level = below
    raise DamagedError(f"it is nested deeper than {MAX_DEPTH} levels")


def parse_object(data: bytes) -> dict[str, object]:
    """Return the one object of a JSON file.

    Raises:
        DamagedError: It is not one, or not within the limits.
    """
    if len(data) > MAX_BYTES:
        raise DamagedError(f"it is larger than {MAX_BYTES // (1024 * 1024)} MiB")
    if not data.strip():
        raise DamagedError("it is empty")
    try:
        value = json.loads(
            data.decode("utf-8-sig"),
            object_pairs_hook=_distinct,
            parse_constant=_refuse_constant,
            parse_float=_finite,
            parse_int=_whole,
        )
        _check_depth(value)
        spell(value)
    except json.JSONDecodeError as error:
        raise DamagedError(f"line {error.lineno}, column {error.colno}: {error.msg}") from error
    except UnicodeError as error:
        raise DamagedError("it is not UTF-8 text") from error
    except RecursionError as error:
        raise DamagedError(f"it is nested deeper than {MAX_DEPTH} levels") from error
    if not isinstance(value, dict):
        raise DamagedError("it is not one object in braces")
    return value


def spell(value: object) -> bytes:
    """Return JSON as stores write it: UTF-8, two spaces, keys in the order given, one newline."""
    text = json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False)
    return text.encode() + b"\n"


def residue(document: Mapping[str, object], known: Mapping[str, object]) -> dict[str, object]:
    """Return what of `document` is not in `known`, so that a later write can keep it.

    Objects in lists are matched by their `id`.
    """
    left: dict[str, object] = {}
    for key, value in document.items():
        if key not in known:
            left[key] = value
            continue
        below = _residue_below(value, known[key])
        if below:
            left[key] = below
    return left


def _residue_below(value: object, known: object) -> object:
    match value, known:
        case dict(), dict():
            return residue(value, known)
        case list(), list():
            mine = _by_id(known)
            return [
                {"id": one, **rest}
                for one, entry in _by_id(value).items()
                if one in mine and (rest := residue(entry, mine[one]))
            ]
        case _:
            return None


def with_residue(known: Mapping[str, object], left: Mapping[str, object]) -> dict[str, object]:
    """Return `known` with what `residue` found put back where it was; what is known wins."""
    result = dict(known)
    for key, value in left.items():
        result[key] = _with_residue_below(known[key], value) if key in known else value
    return result


def _with_residue_below(known: object, left: object) -> object:
    match known, left:
        case dict(), dict():
            return with_residue(known, left)
        case list(), list():
            rest = _by_id(left)
            return [
                with_residue(entry, rest[entry["id"]])
                if isinstance(entry, dict) and entry.get("id") in rest
                else entry
                for entry in known
            ]
        case _:
            return known


def _by_id(entries: list[object]) -> dict[object, dict[str, object]]:
    return {
        entry["id"]: entry
        for entry in entries
        if isinstance(entry, dict) and isinstance(entry.get("id"), str)
    }
