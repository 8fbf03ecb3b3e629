"""All checks in order; a check that fails itself is a finding, never a crash."""

import logging
from collections.abc import Callable, Iterable, Sequence

from idea.domain.diagnosis import Finding, Health

type Check = Callable[[], Iterable[Finding]]

_LOG = logging.getLogger(__name__)


def examine(checks: Sequence[tuple[str, Check]]) -> tuple[Finding, ...]:
    """Run named checks and return everything they found."""
    findings: list[Finding] = []
    for name, check in checks:
        try:
            findings.extend(check())
        except Exception as error:  # noqa: BLE001 - A doctor that dies helps nobody.
            _LOG.warning("The check %s failed.", name, exc_info=True)
            findings.append(
                Finding(
                    id=name,
                    health=Health.WRONG,
                    fact=f"could not be looked at: {error}",
                    remedy="Please report this as a fault of IdeA.",
                )
            )
    return tuple(findings)
