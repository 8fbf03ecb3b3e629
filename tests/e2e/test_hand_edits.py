"""What a person writes into their files while the engine runs counts at once, or is named."""

from pathlib import Path

import pytest

from idea.application.settings.get_settings import GetSettingsRequest
from idea.application.views import KeymapShown, NoticeShown, SettingShown
from support.engine_window import window_on

pytestmark = [pytest.mark.slow, pytest.mark.posix]


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

        settings.write_text('{"version": 1, "terminal.font_size": 22,}')
        told = window.hear(lambda news: isinstance(news, NoticeShown))
        assert f"{settings} is damaged (line 1, column" in str(told)
        keys.write_text('{"version": 1, "cell.close": "Ctrl+Alt+X"}')
        shown = window.hear(lambda news: isinstance(news, KeymapShown))
        assert isinstance(shown, KeymapShown)
        assert shown.keymap.keys == {"cell.close": ("Ctrl+Alt+X",)}
        assert "cell.close must be a list of keys" in shown.keymap.notices[0]
        assert window.ask(GetSettingsRequest())["terminal.font_size"] == 21.0
