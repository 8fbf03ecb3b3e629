"""A whole window on fakes, for a test that reads all of it through the accessibility bus."""

import sys

from PySide6.QtCore import QSocketNotifier, QTimer
from PySide6.QtWidgets import QApplication

from idea.presentation.desktop.viewmodels.survivors import SurvivorsNote
from support.desktop import a_session
from support.window import Stand, an_engine

_SESSIONS = (
    a_session("s1", cell="a"),
    a_session("s2", cell="b", status="exited", code=1, reason="It ended with exit code 1."),
    a_session("s3", name="indexer"),
)


def main() -> int:
    """Show it until standard input ends."""
    application = QApplication([])
    stand = Stand()
    window = stand.window
    stand.feed.say(an_engine("a | b | c", _SESSIONS))
    window.start()

    def fill() -> None:
        if not window.isVisible() or window.pages.grid("p1") is None:
            QTimer.singleShot(20, fill)
            return
        window.desk.mark_between("b", "c")
        window.side_bar.show_survivors(SurvivorsNote(words="1 left running", memory="6 MiB"))
        window.banner.say("Something happened.", word="Undo", todo=lambda: None)
        window.opener.open_all()
        sys.stdout.write("shown\n")
        sys.stdout.flush()

    ended = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read)
    ended.activated.connect(lambda: application.exit(0))
    fill()
    code = application.exec()
    window.stop()
    stand.main.close()
    return code


if __name__ == "__main__":
    sys.exit(main())
