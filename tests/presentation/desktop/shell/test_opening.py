"""What a Ctrl+click opens, and with what."""

import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from idea.domain.links import FileTarget, WebTarget
from idea.domain.setting import SettingValue
from idea.presentation.desktop.bridge.main_thread import MainThread
from idea.presentation.desktop.shell.opening import DesktopOutside, Opening
from support.desktop import a_session
from support.window import Stand, an_engine, play

CODE = "code --goto {file}:{line}:{column}"


@pytest.fixture
def opening(qtbot: QtBot, stand: Stand) -> Opening:
    session = replace(a_session("s1", cell="a"), folder="/work/src", cwd="/work")
    play(qtbot, stand, an_engine("a", (session,), settings={"terminal.editor": CODE}))
    return Opening(stand.window.desk, stand.outside, stand.window.notices.say)


def said(stand: Stand) -> str:
    return stand.window.banner.sentence


def test_addresses_go_outside(stand: Stand, opening: Opening) -> None:
    opening.open("s1", WebTarget("https://example.org"))
    assert stand.outside.addresses == ["https://example.org"]
    stand.outside.has_browser = False
    opening.open("s1", WebTarget("https://example.org"))
    assert said(stand) == "Nothing on this desktop opens https://example.org."


def test_files_go_to_the_editor_from_the_programs_folder(stand: Stand, opening: Opening) -> None:
    opening.open("s1", FileTarget("../a.py", 12, 3))
    opening.open("s1", FileTarget("/etc/hosts"))
    opening.open("s1", FileTarget("~/x", 2))
    home = str(Path.home())
    assert stand.outside.edits == [
        (("code", "--goto", "/work/a.py:12:3"), "/work/a.py", "/work/src"),
        (("code", "--goto", "/etc/hosts:1:1"), "/etc/hosts", "/work/src"),
        (("code", "--goto", f"{home}/x:2:1"), f"{home}/x", "/work/src"),
    ]


@pytest.mark.parametrize(("choice", "opened"), [("all", (2, 1)), ("web", (1, 0)), ("none", (0, 0))])
def test_the_person_chooses_which_links_open(
    qtbot: QtBot, stand: Stand, choice: str, opened: tuple[int, int]
) -> None:
    settings: Mapping[str, SettingValue] = {"terminal.editor": CODE, "terminal.open_links": choice}
    play(qtbot, stand, an_engine("a", (a_session("s1", cell="a"),), settings=settings))
    opening = Opening(stand.window.desk, stand.outside, stand.window.notices.say)

    opening.open("s1", WebTarget("https://example.org"))
    opening.open("s1", WebTarget("MAILTO:a@example.org"))
    opening.open("s1", FileTarget("/etc/hosts"))

    assert (len(stand.outside.addresses), len(stand.outside.edits)) == opened
    assert ("terminal.open_links" in said(stand)) == (choice != "all")


def test_what_goes_wrong_is_said(stand: Stand, opening: Opening) -> None:
    stand.outside.sentence = "There is no file /work/src/a.py."
    opening.open("s1", FileTarget("a.py", 1))
    assert said(stand) == "There is no file /work/src/a.py."


def test_without_an_editor_it_says_which_setting_to_make(qtbot: QtBot, stand: Stand) -> None:
    play(qtbot, stand, an_engine("a", (a_session("s1", cell="a"),)))
    Opening(stand.window.desk, stand.outside, stand.window.notices.say).open(
        "s1", FileTarget("a.py", 1)
    )
    assert "terminal.editor" in said(stand)
    assert stand.outside.edits == []


def test_the_real_desktop_starts_an_editor_only_on_a_file(qtbot: QtBot, tmp_path: Path) -> None:
    main = MainThread()
    outside, sentences = DesktopOutside(main), []
    script = "import pathlib, sys; pathlib.Path('seen').write_text(sys.argv[1])"
    file, seen = tmp_path / "a b.txt", tmp_path / "seen"
    argv = (sys.executable, "-c", script, str(file))
    outside.edit(argv, str(file), str(tmp_path), sentences.append)
    qtbot.waitUntil(lambda: bool(sentences), timeout=60_000)
    assert sentences.pop() == f"There is no file {file}."
    assert not seen.exists()
    file.touch()
    outside.edit(argv, str(file), str(tmp_path), sentences.append)
    qtbot.waitUntil(lambda: seen.exists() and bool(seen.read_text()), timeout=60_000)
    assert seen.read_text() == str(file)
    outside.edit(("/nowhere/at/all",), str(file), str(tmp_path), sentences.append)
    qtbot.waitUntil(lambda: bool(sentences), timeout=60_000)
    assert "could not be started" in sentences[0]
    main.close()


def test_an_editor_starts_although_the_folder_of_the_program_is_gone(
    qtbot: QtBot, tmp_path: Path
) -> None:
    main = MainThread()
    sentences: list[str] = []
    file, seen = tmp_path / "a.txt", tmp_path / "seen"
    file.touch()
    script = "import pathlib, sys; pathlib.Path(sys.argv[1]).touch()"
    argv = (sys.executable, "-c", script, str(seen))

    DesktopOutside(main).edit(argv, str(file), str(tmp_path / "gone"), sentences.append)

    qtbot.waitUntil(lambda: seen.exists() or bool(sentences), timeout=60_000)
    assert sentences == []
    main.close()
