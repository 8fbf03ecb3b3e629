"""See the deleted templates."""

from dataclasses import dataclass

from idea.application.deleted_texts import DeletedText
from idea.application.templates.templates import Templates
from idea.application.use_case import Caller, Request


@dataclass(frozen=True, slots=True, kw_only=True)
class ListDeletedTemplatesRequest(Request[tuple[DeletedText, ...]]):
    """Nothing to say: templates are the person's."""


class ListDeletedTemplates:
    """List the templates that are in the trash and can be restored."""

    def __init__(self, templates: Templates) -> None:
        self._templates = templates

    async def execute(
        self, request: ListDeletedTemplatesRequest, caller: Caller, /
    ) -> tuple[DeletedText, ...]:
        """Answer them, those deleted last first; their names are made of their ids.

        Raises:
            StoreError: The trash cannot be read.
        """
        del request, caller
        return await self._templates.deleted()
