"""The one command `idea`: decides which process this becomes, importing no more than that one."""

import os
import sys
from collections.abc import Callable

_NICER = 5
"""Of the screen worker, from its first import on: whoever is watched comes first."""


def main(arguments: list[str] | None = None) -> int:
    """Run the process the first argument names; all but three hidden ones are the command line."""
    given = sys.argv[1:] if arguments is None else arguments
    # Each process imports its own root only: that is why these imports stand inside.
    match given:
        case ["engine-process", *rest]:
            from idea.bootstrap.engine import main as run_engine  # noqa: PLC0415

            return run_engine(rest)
        case ["keeper-process", *rest]:
            from idea.bootstrap.keeper import main as run_keeper  # noqa: PLC0415

            return run_keeper(rest)
        case ["worker-process", *rest]:
            os.nice(_NICER)
            from idea.bootstrap.worker import main as run_worker  # noqa: PLC0415

            return run_worker(rest)
        case _ if not given or os.path.isdir(given[0]):  # noqa: PTH112 # The parent imports little.
            # This may become a window, which imports what it needs in a child of this process.
            from idea.bootstrap.window_parent import guard  # noqa: PLC0415

            return guard(lambda life: _command_line()(given, life))
        case _:
            return _command_line()(given)


def _command_line() -> Callable[..., int]:
    from idea.bootstrap.cli import main as run_command_line  # noqa: PLC0415

    return run_command_line


if __name__ == "__main__":
    sys.exit(main())
