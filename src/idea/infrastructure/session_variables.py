"""The variables that tell a program which session it runs in; what it starts inherits them."""

from typing import Final

SESSION_VARIABLE: Final = "IDEA_SESSION"
SECRET_VARIABLE: Final = "IDEA_SESSION_SECRET"  # noqa: S105 # A variable's name.
