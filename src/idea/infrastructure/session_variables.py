"""The variables that tell a program which session it runs in; what it starts inherits them."""

from typing import Final

SESSION_VARIABLE: Final = "IDEA_SESSION"
COMMANDS_VARIABLE: Final = "IDEA_COMMANDS"
"""Names the folder that holds `idea` alone, for shells whose start files make PATH anew."""
SECRET_VARIABLE: Final = "IDEA_SESSION_SECRET"  # noqa: S105 # A variable's name.
