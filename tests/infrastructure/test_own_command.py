"""The `idea` command that sessions find."""

import os
import subprocess
from pathlib import Path

import pytest

from idea import __version__
from idea.infrastructure.own_command import keep_own_command

pytestmark = pytest.mark.posix


def version(folder: Path, cwd: Path) -> str:
    ran = subprocess.run(
        [folder / "idea", "--version"], cwd=cwd, capture_output=True, check=True, text=True
    )
    return ran.stdout.strip()


def test_it_is_the_idea_that_wrote_it_whatever_is_in_the_folder_it_is_run_in(
    tmp_path: Path,
) -> None:
    (tmp_path / "idea.py").write_text("print('another')")
    (tmp_path / "click.py").write_text("print('another')")
    keep_own_command(tmp_path / "bin")

    assert version(tmp_path / "bin", tmp_path) == f"idea, version {__version__}"


def test_a_changed_or_old_one_is_made_right_and_a_right_one_is_left(tmp_path: Path) -> None:
    file = tmp_path / "bin" / "idea"
    keep_own_command(file.parent, "/old/python")
    keep_own_command(file.parent, "/new/python")
    text, written = file.read_text(), file.stat().st_ino
    keep_own_command(file.parent, "/new/python")

    assert text == '#!/bin/sh\nexec /new/python -P -m idea "$@"\n'
    assert file.stat().st_ino == written
    assert os.access(file, os.X_OK)


def test_where_it_cannot_be_written_all_else_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("")

    keep_own_command(tmp_path / "file" / "bin")

    assert "could not be written" in caplog.text


def test_where_it_cannot_be_written_that_is_noted_and_nothing_else_stops(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "bin" / "idea").mkdir(parents=True)
    (tmp_path / "file").touch()

    keep_own_command(tmp_path / "bin")
    keep_own_command(tmp_path / "file")

    assert [record.levelname for record in caplog.records] == ["WARNING", "WARNING"]
