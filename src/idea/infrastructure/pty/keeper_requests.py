"""What an engine may ask of the keeper, checked word by word: whoever sends nonsense is told so."""

from collections.abc import Callable, Iterator

from idea.infrastructure.pty.keeper_children import Child, Children, RefusedError
from idea.infrastructure.pty.keeper_protocol import NEWEST_VERSION, OLDEST_VERSION, Message

type Answer = tuple[dict[str, object], int | None]
"""A message and the descriptor that goes with it."""


def common_version(offered: object) -> int:
    """Return the newest version both sides speak.

    Raises:
        RefusedError: There is none, or `offered` is no pair of versions.
    """
    match offered:
        case [int(oldest), int(newest)] if oldest <= newest:
            version = min(newest, NEWEST_VERSION)
        case _:
            raise RefusedError("A hello names the oldest and newest version.")
    if version < max(oldest, OLDEST_VERSION):
        raise RefusedError("Keeper and engine speak no common version.")
    return version


class KeeperRequests:
    """Turns messages into deeds; knows nothing of connections."""

    def __init__(
        self, children: Children, *, started: Callable[[Child], None], log: Callable[[str], None]
    ) -> None:
        self._children = children
        self._started = started
        self._log = log
        self._operations: dict[object, Callable[[Message], Iterator[Answer]]] = {
            "spawn": self._spawn,
            "list": self._list,
            "signal": self._signal,
            "forget": self._forget,
        }

    def answers(self, message: Message) -> Iterator[Answer]:
        """Do what a message asks and yield what to answer, never raising anything unexpected.

        Raises:
            RefusedError: It cannot be done.
        """
        name = message.get("op")
        operation = self._operations.get(name) if isinstance(name, str) else None
        if operation is None:
            raise RefusedError("This keeper does not know what is asked.")
        try:
            yield from operation(message)
        except RefusedError:
            raise
        except Exception as error:
            self._log(f"{name} failed unexpectedly: {type(error).__name__}: {error}")
            raise RefusedError(f"The keeper failed: {type(error).__name__}.") from error

    def _spawn(self, message: Message) -> Iterator[Answer]:
        child = self._children.spawn(
            _text(message, "session"),
            _texts(message, "argv"),
            _text(message, "cwd"),
            _mapping(message, "env"),
            (_side(message, "rows"), _side(message, "columns")),
        )
        self._started(child)
        yield {"ok": True, "pid": child.pid}, child.master

    def _list(self, message: Message) -> Iterator[Answer]:
        del message
        held = self._children.all()
        for child in held:
            known = {"session": child.session, "pid": child.pid, "code": child.code}
            yield {"held": known}, child.master if child.master >= 0 else None
        yield {"ok": True, "count": len(held)}, None

    def _signal(self, message: Message) -> Iterator[Answer]:
        number = message.get("signal")
        if not isinstance(number, int):
            raise RefusedError("`signal` is not a number.")
        self._children.signal(_text(message, "session"), number)
        yield {"ok": True}, None

    def _forget(self, message: Message) -> Iterator[Answer]:
        self._children.forget(_text(message, "session"))
        yield {"ok": True}, None


def _text(message: Message, key: str) -> str:
    value = message.get(key)
    if not isinstance(value, str):
        raise RefusedError(f"`{key}` is not text.")
    return value


def _texts(message: Message, key: str) -> list[str]:
    value = message.get(key)
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise RefusedError(f"`{key}` is not a list of text.")
    return value


def _mapping(message: Message, key: str) -> dict[str, str]:
    value = message.get(key)
    if not isinstance(value, dict) or not all(isinstance(item, str) for item in value.values()):
        raise RefusedError(f"`{key}` is not a mapping of text.")
    return value


def _side(message: Message, key: str) -> int:
    value = message.get(key)
    if not isinstance(value, int) or not 1 <= value <= 10_000:
        raise RefusedError(f"`{key}` is not between 1 and 10000.")
    return value
