"""Shows the window on made-up sessions, to be looked at beside the design.

python tests/visual/demo_window.py dark window.png [palette|range|banner|cards|screen]

With `screen` it takes the whole screen: QT_SCALE_FACTOR=3 shows it as an interface of 300 % does.
"""

import sys
from pathlib import Path
from typing import override

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2] / "src")]

from PySide6.QtCore import QRect, QTimer  # noqa: E402 - After the path is set.
from PySide6.QtGui import QPainter, QPaintEvent  # noqa: E402
from PySide6.QtWidgets import QApplication, QWidget  # noqa: E402

from idea.presentation.desktop.theme.theme import Skin  # noqa: E402
from support.desktop import PlainPart, a_session  # noqa: E402
from support.window import Stand, an_engine  # noqa: E402

LINES = (
    "me@ledger ~/src/ledger main $ git log --oneline -4",
    "9c1f2ab storage: batch fsync per segment",
    "51e07d4 docs: decision 007, write-ahead log",
    "e88a310 bench: commits per second, p99",
    "0b42c19 tests: torn record at every byte",
    "me@ledger ~/src/ledger main $ make watch",
    "[watch] 214 tests ok  2.8 s",
)


class Paper(QWidget):
    """Looks like a terminal from afar."""

    skin: Skin

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self.skin.theme
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colors.term)
        painter.setFont(theme.fonts.mono())
        painter.setPen(theme.colors.text)
        for number, line in enumerate(LINES):
            painter.drawText(8, 22 + number * 18, line)
        painter.end()


class DemoStand(Stand):
    """Puts paper where terminals would be."""

    def __init__(self) -> None:
        super().__init__()
        create = self.terminals.create

        def paper(session: str, parent: QWidget) -> PlainPart:
            part = create(session, parent)
            sheet = Paper(parent)
            sheet.skin = self.themes.skin
            part._widget.deleteLater()
            part._widget = sheet
            return part

        self.terminals.create = paper  # type: ignore[method-assign]


SESSIONS = (
    a_session("s1", name="make bench-storage", command=("make",), cell="a"),
    a_session("s2", name="nvim segment.py", command=("/usr/bin/nvim",), cell="b"),
    a_session("s3", name="htop", command=("htop",), cell="c", status="exited", code=1,
              reason="It ended with exit code 1."),
    a_session("s4", cell="d", started_at="2026-09-01T10:00:00+00:00"),
    a_session("s5", name="dev server", command=("npm", "run", "dev"),
              started_at="2026-09-01T10:00:00+00:00"),
    a_session("s6", name="indexer", command=("python",),
              started_at="2026-09-01T11:42:00+00:00"),
    a_session("s7", name="pytest", command=("pytest",), status="exited", code=0),
)  # fmt: skip


def main(theme: str, path: str, *extra: str) -> None:
    """Show it, take a picture, leave."""
    application = QApplication(sys.argv[:1])
    stand = DemoStand()
    window = stand.window
    drawing = "a*1.1 | (b*1.1 / d) | (c*1.1 / e)"
    sessions = SESSIONS
    if "cards" in extra:
        drawing = "a | b | (c / d / e / f / g)"
    stand.feed.say(an_engine(drawing, sessions, settings={"appearance.theme": theme}))
    window.start()
    room = QRect(0, 0, 1600, 1000)
    if "screen" in extra:
        room = application.primaryScreen().geometry()

    def act() -> None:
        window.setGeometry(room)
        if "range" in extra:
            window.desk.mark_between("b", "c")
        if "banner" in extra:
            words = "A sentence that is long enough to need all of the room there is, and more."
            window.banner.say(words, word="Undo", todo=lambda: None)
        if "palette" in extra:
            window.opener.open_all()
            window.palette_box.box.setText("sp")
        frame = window.pages.grid("p1").frame("b")  # type: ignore[union-attr]
        if frame is not None:
            frame.set_hovered(hovered=True)

    def picture() -> None:
        window.grab().save(path)
        window.stop()
        application.exit(0)

    QTimer.singleShot(500, act)
    QTimer.singleShot(1100, picture)
    application.exec()


if __name__ == "__main__":
    main(*sys.argv[1:])
