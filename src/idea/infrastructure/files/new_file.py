"""Files a person asked for by name: new, private, whole or not there."""

import os
from collections.abc import Iterable
from pathlib import Path

from idea.domain.errors import ConflictError, StoreError
from idea.infrastructure.descriptors import BINARY, CLOSE_ON_EXEC, NO_FOLLOW, write_all
from idea.infrastructure.stores.atomic import reason_of


def write_new_file(path: Path, pieces: Iterable[bytes]) -> None:
    """Write a file that is not there yet, for the person alone, as its pieces come.

    Whatever fails, a piece that cannot be made included, no part of it is left.

    Raises:
        ConflictError: Something has this name already.
        StoreError: It cannot be written.
    """
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | NO_FOLLOW | CLOSE_ON_EXEC | BINARY
    try:
        descriptor = os.open(path, flags, 0o600)
        try:
            for piece in pieces:
                write_all(descriptor, piece)
        except BaseException:
            path.unlink(missing_ok=True)
            raise
        finally:
            os.close(descriptor)
    except FileExistsError as error:
        raise ConflictError(f"There is a file {path} already; name another.") from error
    except OSError as error:
        raise StoreError(f"{path} could not be written: {reason_of(error)}.") from error
