"""Binds every action of the catalogue to the code that carries it out."""

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet

from idea.domain.actions.catalogue import BY_ID, CATALOGUE
from idea.domain.actions.spec import ActionSpec
from idea.domain.actions.when import holds, reason_against
from idea.domain.errors import ConflictError, InvalidError, NotFoundError

type Work = Callable[[], object]
type NamedWork = Callable[[str], object]
"""Is told what the action is about; empty where the person did not say and need not."""


class ActionRegistry:
    """Invokes actions by id when the window's facts allow it."""

    def __init__(self, facts: Callable[[], AbstractSet[str]]) -> None:
        self._facts = facts
        self._work: dict[str, NamedWork] = {}
        self.ask: Callable[[ActionSpec], object] = lambda _: None
        """Asks the person what an action is about, and invokes it again with that."""
        self._recent: list[str] = []

    def bind(self, work: Mapping[str, Work]) -> None:
        """Give actions their code.

        Raises:
            InvalidError: An id is not in the catalogue, has code already, or needs an argument.
        """
        for action_id, each in work.items():
            if action_id in BY_ID and BY_ID[action_id].argument is not None:
                raise InvalidError(f"Action {action_id!r} is bound without its argument.")
            self.bind_named({action_id: _unnamed(each)})

    def bind_named(self, work: Mapping[str, NamedWork]) -> None:
        """Give actions that are told what they are about their code.

        Raises:
            InvalidError: An id is not in the catalogue or has code already.
        """
        for action_id, each in work.items():
            if action_id not in BY_ID:
                raise InvalidError(f"There is no action {action_id!r} in the catalogue.")
            if action_id in self._work:
                raise InvalidError(f"Action {action_id!r} is bound twice.")
            self._work[action_id] = each

    def check(self) -> None:
        """Refuse to start with an action that does nothing.

        Raises:
            InvalidError: Actions of the catalogue have no code.
        """
        unbound = [each.id for each in CATALOGUE if each.id not in self._work]
        if unbound:
            raise InvalidError(f"Nothing carries out {', '.join(unbound)}.")

    def is_enabled(self, action_id: str) -> bool:
        """Whether an action can be used now."""
        return holds(_spec(action_id).when, self._facts())

    def enabled(self) -> frozenset[str]:
        """Return every action that can be used now."""
        facts = self._facts()
        return frozenset(each.id for each in CATALOGUE if holds(each.when, facts))

    def reason_against(self, action_id: str) -> str:
        """Return in a few words why an action cannot be used now, if that can be said."""
        return reason_against(_spec(action_id).when, self._facts())

    def invoke(self, action_id: str, argument: str = "") -> None:
        """Carry an action out; where an argument is missing, the person is asked for it.

        Raises:
            NotFoundError: There is no such action, or nothing of the argument's name.
            ConflictError: It cannot be used now.
        """
        spec = _spec(action_id)
        if not self.is_enabled(action_id):
            reason = self.reason_against(action_id)
            said = f": {reason}" if reason else ""
            raise ConflictError(f"“{spec.title}” cannot be used now{said}.")
        if action_id in self._recent:
            self._recent.remove(action_id)
        self._recent.insert(0, action_id)
        if spec.argument is not None and spec.argument.is_required and not argument:
            self.ask(spec)
        else:
            self._work[action_id](argument)

    @property
    def recent(self) -> tuple[str, ...]:
        """Ids of the actions used, the last one first."""
        return tuple(self._recent)


def _unnamed(work: Work) -> NamedWork:
    return lambda _argument: work()


def _spec(action_id: str) -> ActionSpec:
    if action_id not in BY_ID:
        raise NotFoundError(f"There is no action {action_id!r}.")
    return BY_ID[action_id]
