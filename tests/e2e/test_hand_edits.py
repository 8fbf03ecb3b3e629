"""What a person writes into their files while the engine runs counts at once, or is named."""

import shutil
import threading
import time
from pathlib import Path

import pytest

from idea.application.settings.get_settings import GetSettingsRequest
from idea.application.terminals.show_session import ShowSessionRequest
from idea.application.views import KeymapShown, LayoutShown, NoticeShown, SettingShown
from support.engine_window import WITHIN_S, window_on

pytestmark = [pytest.mark.slow, pytest.mark.posix]


def appears(path: Path) -> None:
    deadline = time.monotonic() + WITHIN_S
    while not path.exists():
        assert time.monotonic() < deadline
        threading.Event().wait(0.05)


def test_settings_and_keys_written_by_hand_reach_the_window(tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    with window_on(project) as window:
        settings, keys = window.places.settings_file, window.places.keymap_file
        settings.write_text('{"version": 1, "terminal.font_size": 21}')
        keys.write_text('{"version": 1, "cell.close": ["Ctrl+Alt+X"]}')
        window.hear(lambda news: news == SettingShown("terminal.font_size", 21.0))
        shown = window.hear(lambda news: isinstance(news, KeymapShown))
        assert isinstance(shown, KeymapShown)
        assert shown.keymap.keys == {"cell.close": ("Ctrl+Alt+X",)}

        settings.write_text('{"version": 1, "terminal.font_size": 22')
        told = window.hear(lambda news: isinstance(news, NoticeShown))
        assert f"{settings} is damaged (line 1, column" in str(told)
        keys.write_text('{"version": 1, "cell.close": "Ctrl+Alt+X"}')
        shown = window.hear(lambda news: isinstance(news, KeymapShown))
        assert isinstance(shown, KeymapShown)
        assert shown.keymap.keys == {"cell.close": ("Ctrl+Alt+X",)}
        assert "cell.close must be a list of keys" in shown.keymap.notices[0]
        assert window.ask(GetSettingsRequest())["terminal.font_size"] == 21.0


def test_a_project_folder_changed_and_removed_by_hand_is_followed_and_made_again(
    tmp_path: Path,
) -> None:
    project = tmp_path / "project"
    project.mkdir()
    with window_on(project) as window:
        session = window.open_shell("cat")
        layout = project / ".ideai" / "layout.json"
        appears(layout)
        layout.write_text(
            '{"version": 1, "tree": {"type": "split", "id": "s", "direction": "row", "children": ['
            '{"weight": 1, "node": {"type": "leaf", "id": "x"}}, '
            '{"weight": 1, "node": {"type": "leaf", "id": "y"}}]}}'
        )
        shown = window.hear(
            lambda news: isinstance(news, LayoutShown) and "'y'" in str(news.layout.tree)
        )
        assert isinstance(shown, LayoutShown)
        assert shown.layout.sessions == {}
        assert window.ask(ShowSessionRequest(session=session.id)).status == "running"

        shutil.rmtree(project / ".ideai")
        window.hear(lambda news: isinstance(news, NoticeShown) and "had gone" in news.sentence)
        appears(layout)
        assert '"y"' in layout.read_text()
