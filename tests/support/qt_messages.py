"""Qt messages that tests tolerate, each with its platform and reason.

Everything else that Qt says at warning level fails the test that caused it.
"""

import re
import sys

import pytest

TOLERATED = (
    # (platform prefix, pattern, reason)
    (
        "linux",
        r"This plugin does not support (propagateSizeHints|raise)\(\)",
        "The offscreen platform has no window system to tell size hints to.",
    ),
    (
        "linux",
        r"Populating font family aliases took \d+ ms",
        "Qt measures its own font database; a slow disk is no fault of a test.",
    ),
)


def pytest_configure(config: pytest.Config) -> None:
    """Add the patterns of this platform to pytest-qt's ignore list."""
    for platform, pattern, _reason in TOLERATED:
        re.compile(pattern)
        if sys.platform.startswith(platform):
            config.addinivalue_line("qt_log_ignore", pattern)
