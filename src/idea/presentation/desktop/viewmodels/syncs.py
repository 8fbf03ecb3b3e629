"""What a sync of agents with their templates says before and after."""

from collections.abc import Sequence

from idea.application.templates.views import SyncView
from idea.domain.visible import visible


def sync_title(plans: Sequence[SyncView]) -> str:
    """Return the title of the list of what would be written."""
    if len(plans) == 1:
        one = plans[0]
        return visible(f"Bring {one.name} from v{one.from_version} to v{one.to_version}")
    return f"Bring {len(plans)} agents up to date with their templates"


def sync_words(plans: Sequence[SyncView]) -> str:
    """Return what stands below the title."""
    conflicts = sum(one.conflicts for one in plans)
    words = "Nothing is written yet, and every sync can be undone."
    if not conflicts:
        return words
    places = "One place was" if conflicts == 1 else f"{conflicts} places were"
    return f"{words} {places} changed on both sides: both texts stand there then, between marks."


def sync_row(plan: SyncView, project: str) -> tuple[str, str]:
    """Return the name of an agent, and what a sync does to it."""
    about = f"{project} · v{plan.from_version} → v{plan.to_version}"
    if plan.conflicts:
        about += f", {plan.conflicts} to decide by hand"
    elif not plan.difference:
        about += ", same text"
    return visible(plan.name), visible(about)


def sync_report(written: Sequence[SyncView]) -> str:
    """Return in one sentence what was written."""
    names = visible(", ".join(one.name for one in written))
    verb, reads = ("is", "reads") if len(written) == 1 else ("are", "read")
    conflicts = [one.name for one in written if one.conflicts]
    report = f"{names} {verb} up to date and {reads} that at the next launch."
    if conflicts:
        report += f" Decide in the role of {visible(', '.join(conflicts))} what both changed."
    return report
