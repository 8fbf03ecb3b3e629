"""Renders the icon of the window in the sizes of a desktop's icon theme.

    .venv/bin/python packaging/render_icons.py

The drawing is `src/idea/presentation/desktop/theme/icon.svg`; everything in `packaging/icons` is
made from it and committed, so that installing the icon needs no Qt.
"""

# ruff: noqa: INP001 - A script, not a package.

import shutil
from pathlib import Path

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

APPLICATION = "org.idea_ide.IdeA"
SIZES = (16, 32, 48, 64, 128, 256, 512)

_HERE = Path(__file__).parent
DRAWING = _HERE.parent / "src/idea/presentation/desktop/theme/icon.svg"
THEME = _HERE / "icons" / "hicolor"


def render(renderer: QSvgRenderer, size: int) -> QImage:
    """Return the drawing in a square of `size` pixels."""
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter, QRectF(0, 0, size, size))
    painter.end()
    return image


def main() -> None:
    """Write every size, and the drawing itself.

    Raises:
        SystemExit: A file could not be written.
    """
    renderer = QSvgRenderer(str(DRAWING))
    for size in SIZES:
        target = THEME / f"{size}x{size}" / "apps" / f"{APPLICATION}.png"
        target.parent.mkdir(parents=True, exist_ok=True)
        if not render(renderer, size).save(str(target)):
            raise SystemExit(f"{target} could not be written.")
    scalable = THEME / "scalable" / "apps" / f"{APPLICATION}.svg"
    scalable.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(DRAWING, scalable)


if __name__ == "__main__":
    main()
