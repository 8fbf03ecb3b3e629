"""Arrange the cells by a preset."""

from dataclasses import dataclass

from idea.application.layouts.layouts import Layouts
from idea.application.use_case import Caller, Request
from idea.application.views import LayoutView
from idea.domain.layout.layout import Layout
from idea.domain.layout.presets import apply_preset, find_preset
from idea.domain.layout.shape import FreshId


@dataclass(frozen=True, slots=True, kw_only=True)
class ApplyPresetRequest(Request[LayoutView]):
    """Which arrangement."""

    project: str
    """An id, a unique name or a path."""
    preset: str
    """Its name, such as columns-2, grid-2x2 or main-left."""
    base_revision: int | None = None
    """The revision the caller looked at; None for whatever is current."""


class ApplyPreset:
    """Arrange the cells by a preset; sessions without a place go to the background."""

    def __init__(self, layouts: Layouts) -> None:
        self._layouts = layouts

    async def execute(self, request: ApplyPresetRequest, caller: Caller, /) -> LayoutView:
        """Arrange them, keep the grid, then announce it.

        Raises:
            NotFoundError: There is no such project or preset.
            ConflictError: The grid changed since `base_revision`.
        """
        del caller
        preset = find_preset(request.preset)

        def changed(layout: Layout, fresh: FreshId) -> Layout:
            return apply_preset(layout, preset, fresh)

        return await self._layouts.change(
            request.project,
            changed,
            name=lambda _tree: f"arrange: {preset.title.lower()}",
            base_revision=request.base_revision,
        )
