"""Texts that a person has to start with: skills and templates, deletable."""

from collections.abc import Mapping
from pathlib import Path

_HERE = Path(__file__).parent


def starter_skills() -> Mapping[str, str]:
    """Return the texts of skills by id."""
    return _texts("skills")


def starter_templates() -> Mapping[str, str]:
    """Return the texts of templates by id."""
    return _texts("templates")


def _texts(folder: str) -> Mapping[str, str]:
    files = sorted((_HERE / folder).glob("*.md"))
    return {file.stem: file.read_text(encoding="utf-8") for file in files}
