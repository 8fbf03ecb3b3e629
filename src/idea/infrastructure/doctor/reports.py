"""How many crashes are on record."""

from collections.abc import Iterator

from idea.domain.diagnosis import Finding, Health
from idea.infrastructure.observability.report_files import FileCrashReports


def check_reports(reports: FileCrashReports) -> Iterator[Finding]:
    """Say how many crashes and mistakes are known, and how to see them."""
    count = reports.count()
    if not count:
        yield Finding(id="crashes", health=Health.FINE, fact="none is known")
        return
    yield Finding(
        id="crashes",
        health=Health.NOTE,
        fact=f"{count} on record, in {reports.folder}",
        remedy="Help > Crash reports shows them; 'idea doctor --bundle' packs them.",
    )
