"""A recipe: a grid with a name, and what its cells start, with variables asked for at opening.

Words: a *global* recipe belongs to the person and serves every project; a *project* recipe travels
with its project, and its commands run only once the person agreed to them. A *variable* is written
`{{name}}` in commands, folders and titles; its value is put there as it is, and no shell reads it.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import override

from idea.domain.errors import InvalidError
from idea.domain.ids import NodeId, RecipeId
from idea.domain.layout.tree import LayoutNode, leaf_ids

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_USE = re.compile(r"\{\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*\}\}")


class RecipeScope(StrEnum):
    """Whose a recipe is."""

    GLOBAL = "global"
    PROJECT = "project"


@dataclass(frozen=True, slots=True)
class RecipeRef:
    """Which recipe."""

    scope: RecipeScope
    id: RecipeId

    @override
    def __str__(self) -> str:
        return f"{self.scope}:{self.id}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecipeVariable:
    """What is asked for when a recipe is opened."""

    name: str
    question: str = ""
    """What a person is asked; empty for the name alone."""
    default: str | None = None
    """None when a value must be given."""

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise InvalidError(
                f"{self.name!r} is no name of a variable; use letters, digits and _."
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class RecipeCell:
    """What one cell starts."""

    command: tuple[str, ...] = ()
    """The program and its arguments; empty for the person's shell."""
    agent: str = ""
    """The name of an agent that is launched instead; empty for none."""
    folder: str = ""
    """Where, from the project's root; empty for the root."""
    title: str = ""
    """What the session is called until its program says otherwise; empty for its own name."""

    def __post_init__(self) -> None:
        if self.agent and self.command:
            raise InvalidError("A cell of a recipe runs a command or an agent, not both.")
        if self.command and not self.command[0]:
            raise InvalidError("A command of a recipe begins with a program.")

    def texts(self) -> Iterator[str]:
        """Give every text in which variables may stand."""
        yield from (*self.command, self.agent, self.folder, self.title)

    def said(self) -> str:
        """Return what it runs, in words for the person."""
        what = f"agent {self.agent}" if self.agent else " ".join(self.command) or "a shell"
        return f"{what} in {self.folder}" if self.folder else what

    def mapped(self, change: Callable[[str], str]) -> "RecipeCell":
        """Return the cell with every text changed."""
        return RecipeCell(
            command=tuple(change(word) for word in self.command),
            agent=change(self.agent),
            folder=change(self.folder),
            title=change(self.title),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """A grid whose cells start something; a cell that is not in `cells` stays empty."""

    ref: RecipeRef
    name: str
    tree: LayoutNode
    cells: Mapping[NodeId, RecipeCell] = field(default_factory=lambda: MappingProxyType({}))
    variables: Sequence[RecipeVariable] = ()

    def __post_init__(self) -> None:
        if not self.name.strip():
            raise InvalidError("A recipe needs a name.")
        stray = [cell.value for cell in self.cells if cell not in leaf_ids(self.tree)]
        if stray:
            raise InvalidError(f"The recipe {self.name} has no cell {stray[0]!r} in its grid.")
        names = [variable.name for variable in self.variables]
        if len(set(names)) < len(names):
            raise InvalidError(f"The recipe {self.name} has two variables of one name.")
        unknown = sorted(self._used() - set(names))
        if unknown:
            raise InvalidError(
                f"The recipe {self.name} uses {{{{{unknown[0]}}}}}, but has no such variable."
            )

    def _used(self) -> set[str]:
        texts = (text for cell in self.cells.values() for text in cell.texts())
        return {name for text in texts for name in _USE.findall(text)}

    def filled(self, values: Mapping[str, str]) -> Mapping[NodeId, RecipeCell]:
        """Return what the cells start, with the values of variables in place of these.

        Raises:
            InvalidError: A value is missing, or given for what is no variable of it.
        """
        known = {variable.name: variable.default for variable in self.variables}
        for name in values:
            if name not in known:
                raise InvalidError(f"The recipe {self.name} has no variable {name!r}.")
        chosen = {**known, **values}
        for name, value in chosen.items():
            if value is None:
                raise InvalidError(f"The recipe {self.name} needs a value for {name}.")

        def change(text: str) -> str:
            return _USE.sub(lambda use: str(chosen[use[1]]), text)

        return {cell: what.mapped(change) for cell, what in self.cells.items()}
