"""Writes docs/ACTIONS.md."""

from pathlib import Path

from idea.domain.actions.actions_page import actions_page

if __name__ == "__main__":
    Path("docs/ACTIONS.md").write_text(actions_page(), encoding="utf-8")
