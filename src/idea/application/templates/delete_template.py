"""Remove a template."""

from dataclasses import dataclass

from idea.application.templates.templates import Templates
from idea.application.use_case import Caller, Request
from idea.domain.ids import TemplateId


@dataclass(frozen=True, slots=True, kw_only=True)
class DeletedTemplate:
    """What was removed."""

    template: str
    kept: str
    """Where its text is now."""
    name: str
    profile: str
    """Its engine; empty for none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteTemplateRequest(Request[DeletedTemplate]):
    """Which one."""

    template: str


class DeleteTemplate:
    """Move a template into the trash; agents made from it keep their roles."""

    def __init__(self, templates: Templates) -> None:
        self._templates = templates

    async def execute(self, request: DeleteTemplateRequest, caller: Caller, /) -> DeletedTemplate:
        """Move it and tell where it is.

        Raises:
            NotFoundError: There is no such template.
            StoreError: It could not be moved.
        """
        del caller
        entry = self._templates.entry(TemplateId(request.template))
        kept = await self._templates.delete(entry.id)
        profile = "" if entry.default_profile is None else entry.default_profile.value
        return DeletedTemplate(
            template=request.template, kept=kept, name=entry.name, profile=profile
        )
