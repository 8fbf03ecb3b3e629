"""Takes every picture of the documentation: `python docs/take_screenshots.py [NAME…]`; Linux only.

With `--themes FOLDER` first, it takes each of them in three themes, plainly and for a screen of
twice as many pixels, into that folder instead, with those of every other panel and page: to look
at, not to keep.

The real window, engine and programs run on a screen nobody sees, in name spaces of their own: a
home at /home/me, a machine called ledger, and no processes but these. Nothing of the machine that
takes the pictures is in them.
"""

# ruff: noqa: INP001, S101 - A script beside its pages, not a package.

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMenu
from screenshot_panels import scenes as panels
from screenshot_project import HOME_FILES, PROMPT_READY, make_project
from screenshot_team import ModelServer, are_installed, define, define_reviewer, go_on, install
from screenshot_team import launch as launch_agent

from idea.application.engine.stop_engine import StopEngineRequest
from idea.application.layouts.apply_preset import ApplyPresetRequest
from idea.application.layouts.detach_session import DetachSessionRequest
from idea.application.layouts.equalise_cells import EqualiseCellsRequest
from idea.application.layouts.resize_cell import ResizeCellRequest
from idea.application.layouts.split_cell import SplitCellRequest
from idea.application.projects.close_project import CloseProjectRequest
from idea.application.projects.forget_project import ForgetProjectRequest
from idea.application.projects.open_project import OpenProjectRequest
from idea.application.settings.set_setting import SetSettingRequest
from idea.application.terminals.forget_session import ForgetSessionRequest
from idea.application.terminals.list_sessions import ListSessionsRequest
from idea.application.terminals.open_terminal import OpenTerminalRequest
from idea.application.terminals.send_text import SendTextRequest
from idea.application.terminals.stop_session import StopSessionRequest
from idea.application.use_case import Request
from idea.application.views import LayoutView
from idea.bootstrap.desktop import build_window
from idea.domain.layout.address import locate
from idea.infrastructure.engine_client.client import EngineClient
from idea.infrastructure.engine_client.starter import EngineStarter
from idea.infrastructure.places import find_places
from idea.presentation.desktop.bridge.main_thread import MainThread
from idea.presentation.desktop.terminal.view import TerminalView

HERE = Path(__file__).resolve().parent
PICTURES = HERE / "screenshots"
HOME = Path("/home/me")
PROJECT = HOME / "src" / "ledger"
THEMES = ("dark", "light", "high-contrast")
_WITHIN_S = 60.0
_CTRL = Qt.KeyboardModifier.ControlModifier
_KEYS = {
    "\r": (Qt.Key.Key_Return,),
    "\t": (Qt.Key.Key_Tab,),
    "\x02": (Qt.Key.Key_B, _CTRL),
    "\x17": (Qt.Key.Key_W, _CTRL),
}
_QUIET_S = 1.2
"""How long nothing may change before a picture is taken."""


def live(seconds: float) -> None:
    """Let the window and every other thread live; Qt's own waiting keeps the interpreter."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        QApplication.processEvents()  # noqa: TID251 - A script, not the window.
        time.sleep(0.005)


class Studio:
    """The window, and what is put in front of it."""

    def __init__(self) -> None:
        self.client = EngineClient(EngineStarter(find_places()), client="window")
        self.client.start()
        self.main = MainThread()
        self.window = build_window(self.client, self.main)
        self.window.start()
        self.size(1600, 1000)
        self.wait(self.window.isVisible, "the window")
        self.ask(OpenProjectRequest(path=str(PROJECT)))
        self.wait(lambda: self.window.desk.focused_session is not None, "the first shell")

    def ask[R](self, request: Request[R]) -> R:
        """Execute a use case while the window lives on."""
        future = self.client.thread.submit(self.client.use_cases.execute(request))
        self.wait(future.done, repr(request))
        answer = future.result(0)
        if isinstance(answer, LayoutView):
            self.wait(lambda: self._revision() >= answer.revision, "the grid")
        return answer

    def wait(self, condition: Callable[[], bool], what: str) -> None:
        """Let the window live until a condition holds.

        Raises:
            SystemExit: It does not.
        """
        end = time.monotonic() + _WITHIN_S
        while not condition():
            if time.monotonic() > end:
                raise SystemExit(f"waited in vain for {what}")
            live(0.01)

    def size(self, width: int, height: int) -> None:
        """Make the window as large as the picture."""
        self.window.resize(width, height)

    def run(self, cell: str, *command: str) -> str:
        """Run a program in a cell, a shell without one; returns the session."""
        environment = {"TERM_PROGRAM": "IdeA"}
        session = self.ask(
            OpenTerminalRequest(
                project=str(PROJECT), cell=cell, command=command, environment=environment
            )
        )
        self.wait(lambda: self._view(session.id) is not None, "the terminal")
        if not command:
            self.wait_for(session.id, PROMPT_READY)
        return session.id

    def type(self, session: str, text: str, *shown: str) -> None:
        """Type a line into a program and wait for what it shows."""
        self.ask(SendTextRequest(session=session, text=text, enter=True))
        for each in shown:
            self.wait_for(session, each)

    def keys(self, session: str, text: str) -> None:
        """Press keys; control characters stand for theirs."""
        view = self._view(session)
        for char in text:
            if char in _KEYS:
                QTest.keyClick(view, *_KEYS[char])
            else:
                QTest.keyClicks(view, char)

    def wait_for(self, session: str, text: str) -> None:
        """Wait until a text is painted."""
        self.wait(lambda: text in self.text(session), f"{text!r} in:\n{self.text(session)}")

    def text(self, session: str) -> str:
        """What a session's terminal shows."""
        view = self._view(session)
        if view is None:
            return ""
        rows = (view.grid.row_at(number) for number in range(view.grid.size.rows))
        return "\n".join("".join(run.text for run in row.runs) for row in rows).rstrip()

    def focus(self, address: str) -> None:
        """Point at a cell."""
        self.window.desk.focus(self.cell(address))

    def addresses(self) -> list[str]:
        """Return the addresses of all cells."""
        desk = self.window.desk
        return [cell.address for cell in desk.cells(desk.current).values()]

    def cell(self, address: str) -> str:
        """Return the cell at an address."""
        tree = self.window.desk.tree(self.window.desk.current)
        assert tree is not None
        return locate(tree, address).value

    def clear(self) -> None:
        """End everything and show one empty cell."""
        for session in self.ask(ListSessionsRequest()):
            self.ask(StopSessionRequest(session=session.id, force=True))
            self.ask(ForgetSessionRequest(session=session.id))
        self.ask(ApplyPresetRequest(project=str(PROJECT), preset="single"))
        self.wait(lambda: not self.window.desk.state.sessions, "nothing to be left")

    def shoot(self, path: Path) -> None:
        """Take the picture, or one in each theme."""
        folder = os.environ.get("THEMES", "")
        if not folder:
            self._take(path)
            return
        pixels = round(self.window.devicePixelRatio())
        for theme in THEMES:
            self.ask(SetSettingRequest(name="appearance.theme", value=theme))
            self._take(Path(folder, f"{path.stem}-{theme}-{pixels}x.png"))
        self.ask(SetSettingRequest(name="appearance.theme", value=THEMES[0]))

    def _take(self, path: Path) -> None:
        """Take it once everything has come to rest."""
        reap()
        before, since = None, time.monotonic()
        end = since + 8
        while time.monotonic() - since < _QUIET_S and time.monotonic() < end:
            live(0.1)
            now = self._seen().toImage()
            if now != before:
                before, since = now, time.monotonic()
        path.parent.mkdir(parents=True, exist_ok=True)
        self._seen().save(str(path))
        if shutil.which("optipng") and path.is_relative_to(HERE):
            subprocess.run(["optipng", "-quiet", str(path)], check=True)
        sys.stdout.write(f"{path.name}\n")

    def _seen(self) -> QPixmap:
        """Return the window with the dialogs and menus over it."""
        seen = self.window.grab()
        painter = QPainter(seen)
        for top in QApplication.topLevelWidgets():
            if not (isinstance(top, QDialog | QMenu) and top.isVisible()):
                continue
            at = top.pos() - self.window.pos()
            if isinstance(top, QDialog):  # It was put where the window was before its last size.
                at = self.window.rect().center() - top.rect().center()
            painter.drawPixmap(at, top.grab())
        painter.end()
        return seen

    def close(self) -> None:
        """End the window and everything behind it."""
        self.ask(StopEngineRequest(sessions=True))
        self.window.stop()
        self.main.close()
        self.client.stop()

    def _revision(self) -> int:
        layout = self.window.desk.layout
        return -1 if layout is None else layout.revision

    def _view(self, session: str) -> TerminalView | None:
        grid = self.window.pages.grid(self.window.desk.current)
        part = grid.terminal(session) if grid is not None else None
        view = part.widget if part is not None else None
        return view if isinstance(view, TerminalView) and view.frame is not None else None


def reap() -> None:
    """Bury orphans: this is the first process of its name space."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def fill_grid(studio: Studio) -> None:
    """Arrange the day of somebody who writes a storage engine."""
    ask, project = studio.ask, str(PROJECT)
    studio.run("A1", str(HOME / "bin" / "dev-server"))
    ask(DetachSessionRequest(project=project, cell="A1"))
    ask(SplitCellRequest(project=project, cell="A1", side="right"))
    ask(SplitCellRequest(project=project, cell="A1", side="down"))
    ask(SplitCellRequest(project=project, cell="B1", side="down"))
    ask(SplitCellRequest(project=project, cell="B1.A1", side="down"))
    ask(ResizeCellRequest(project=project, cell="A1.A1", side="down", percent=16))
    ask(EqualiseCellsRequest(project=project, cells="B1.A1:B1.A3"))
    vim_cell, shell_cell, *right = studio.addresses()
    htop = studio.run(right[0], "htop")
    vim = studio.run(vim_cell, "vim", "src/ledger/segment.py")
    shell = studio.run(shell_cell)
    log = studio.run(right[1])
    python = studio.run(right[2], "python3", "-Bq")
    studio.type(shell, "git status -sb", "segment.py")
    studio.type(shell, "ls --color src/ledger tests", "test_segment.py")
    studio.type(log, "git log --graph --oneline --color=always -8 | cat", "Merge branch 'torn'")
    studio.wait_for(python, ">>>")
    studio.type(python, "from src.ledger.segment import Record")
    studio.wait_for(python, "Record\n>>>")
    studio.type(python, "Record(b'cash', 1_250).encoded().hex(' ', 4)", "63617368")
    studio.wait_for(htop, "Load average")
    studio.wait_for(vim, "segment.py")
    studio.focus(vim_cell)
    studio.keys(vim, "33G0")
    studio.focus(vim_cell)


def hero(studio: Studio) -> None:
    """The picture at the top of the README."""
    fill_grid(studio)
    studio.shoot(HERE / "screenshot.png")


def light(studio: Studio) -> None:
    """The same in the light theme."""
    studio.ask(SetSettingRequest(name="appearance.theme", value="light"))
    fill_grid(studio)
    studio.shoot(PICTURES / "light.png")
    studio.ask(SetSettingRequest(name="appearance.theme", value="dark"))


def palette(studio: Studio) -> None:
    """A selected range, and the palette that says what would become of it."""
    fill_grid(studio)
    desk = studio.window.desk
    right = studio.addresses()[2:]
    studio.focus(right[0])
    desk.mark_between(studio.cell(right[0]), studio.cell(right[1]))
    studio.window.invoke("window.open_palette")
    QTest.keyClicks(studio.window.palette_box.box, "merge")
    studio.shoot(PICTURES / "palette.png")
    studio.window.palette_box.close_palette()
    desk.clear_mark()


def settings(studio: Studio) -> None:
    """The page of settings, with some that were changed, one of them in the project alone."""
    studio.ask(SetSettingRequest(name="terminal.ligatures", value=True))
    studio.ask(SetSettingRequest(name="terminal.font_size", value=14, project=str(PROJECT)))
    studio.window.invoke("window.open_settings")
    studio.shoot(PICTURES / "settings.png")
    studio.window.invoke("agent.close_page")
    studio.ask(SetSettingRequest(name="terminal.ligatures", value=None))
    studio.ask(SetSettingRequest(name="terminal.font_size", value=None, project=str(PROJECT)))


def keys(studio: Studio) -> None:
    """The page of keys, with a key of another action that is about to be taken."""
    page = studio.window.desks.keys.page
    studio.window.invoke("window.open_keys")
    QTest.keyClicks(page.box, "split")
    QTest.keyClick(page.box, Qt.Key.Key_Down)
    QTest.keyClick(page.list, Qt.Key.Key_Return)
    QTest.keyClick(page.list, Qt.Key.Key_D, _CTRL | Qt.KeyboardModifier.ShiftModifier)
    studio.shoot(PICTURES / "keys.png")
    QTest.keyClick(page.list, Qt.Key.Key_Escape)
    studio.window.invoke("agent.close_page")


def agents(studio: Studio) -> None:
    """Three agents at work on three engines, and one that rests."""
    studio.size(1280, 800)
    names = ("Architect", "claude-code"), ("Reviewer", "codex"), ("Developer", "gemini")
    team = define(studio, PROJECT, *names, ("Tester", "opencode"))
    project = str(PROJECT)
    studio.ask(SplitCellRequest(project=project, cell="A1", side="right"))
    studio.ask(SplitCellRequest(project=project, cell="B1", side="down"))
    studio.ask(ResizeCellRequest(project=project, cell="A1", side="right", percent=15))
    cells = studio.addresses()
    for agent, cell in zip(team, cells, strict=False):
        session = launch_agent(studio, agent, cell, studio.wait_for)
        if cell == cells[0]:
            studio.ask(
                SendTextRequest(session=session, text="Where should the ledger keep its balances?")
            )
            live(1.0)
            studio.ask(SendTextRequest(session=session, text="", enter=True))
            studio.wait_for(session, "Understood.")
    live(6.0)
    studio.focus(cells[0])
    studio.shoot(HERE / "agents.png")


def agent_page(studio: Studio) -> None:
    """The page of an agent that was edited, and is behind its template."""
    define(studio, PROJECT, ("Architect", "claude-code"), ("Tester", "codex"))
    reviewer = define_reviewer(studio, PROJECT)
    launch_agent(studio, reviewer, "A1", studio.wait_for)
    go_on(studio, PROJECT, reviewer)
    studio.focus("A1")
    studio.window.invoke("agent.open_page")
    live(3.0)
    studio.shoot(PICTURES / "agent-page.png")
    studio.window.invoke("agent.close_page")


def template_page(studio: Studio) -> None:
    """The page of a template that agents are behind, beside all that there are."""
    studio.size(1280, 800)
    define(studio, PROJECT, ("Architect", "claude-code"), ("Tester", "codex"))
    reviewer = define_reviewer(studio, PROJECT)
    go_on(studio, PROJECT, reviewer)
    studio.run("A1")
    studio.window.invoke("view.show_templates")
    row = f"drift:{reviewer.project}:{reviewer.id}"
    rows = studio.window.side_bar.list
    studio.wait(lambda: row in [one.id for one in rows.view.sections[-1].rows], row)
    rows.chosen.emit("template:reviewer")
    live(1.0)
    studio.shoot(PICTURES / "template-page.png")
    studio.window.invoke("agent.close_page")
    studio.window.invoke("view.show_sessions")


def first_run(studio: Studio) -> None:
    """What a person without any project sees."""
    studio.size(1280, 800)
    project = str(PROJECT)
    studio.ask(CloseProjectRequest(project=project))
    studio.ask(ForgetProjectRequest(project=project))
    studio.wait(lambda: len(studio.window.welcome.engines.list.choices) > 2, "the programs")
    studio.shoot(PICTURES / "first-run.png")
    studio.ask(OpenProjectRequest(path=project))


def one(*command: str, shown: str, keys: str = "") -> Callable[[Studio, str], None]:
    """Return what shows one program in one cell."""

    def show(studio: Studio, name: str) -> None:
        session = studio.run("A1", *command)
        studio.wait_for(session, shown)
        for part in keys.split("\0") if keys else ():
            studio.keys(session, part)
            live(0.4)
        studio.shoot(PICTURES / f"{name}.png")

    return show


def typed(*lines: tuple[str, str], keys: Sequence[str] = ()) -> Callable[[Studio, str], None]:
    """Return what shows lines typed into a shell, each with what it shows."""

    def show(studio: Studio, name: str) -> None:
        session = studio.run("A1")
        for line, shown in lines:
            studio.type(session, line, shown)
        for key in keys:
            studio.keys(session, key)
            live(0.4)
        studio.shoot(PICTURES / f"{name}.png")

    return show


def tmux(studio: Studio, name: str) -> None:
    """A multiplexer in a cell."""
    session = studio.run("A1")
    studio.type(session, "tmux new -s work", "[work]")
    live(1.0)
    studio.keys(session, "\x02%")
    live(1.0)
    studio.type(session, "git log --graph --oneline --color=always | cat", "Start a ledger")
    studio.keys(session, '\x02"')
    live(1.0)
    studio.type(session, "ls --color src tests", "test_segment.py")
    studio.shoot(PICTURES / f"{name}.png")
    studio.type(session, "tmux kill-server")


def _python(studio: Studio, name: str) -> None:
    session = studio.run("A1", "python3", "-Bq")
    studio.wait_for(session, ">>>")
    for line in (
        "from src.ledger.segment import Record",
        "records = [Record(f'account-{n}'.encode(), n * 125) for n in range(1, 6)]",
        "for record in records: print(record.encoded().hex(' ', 4), record.amount)",
        "",
        "Record.decoded(b'')",
    ):
        studio.keys(session, f"{line}\r")
        live(0.3)
    studio.wait_for(session, "0 bytes do not make a record\n>>>")
    studio.shoot(PICTURES / f"{name}.png")


def _zsh(studio: Studio, name: str) -> None:
    session = studio.run("A1", "zsh", "-l")
    studio.wait_for(session, PROMPT_READY)
    studio.type(session, "ls --color src/ledger tests", "test_segment.py")
    studio.type(
        session, "for f (src/ledger/*.py) print -P %F{cyan}$f%f $(wc -l < $f)", "segment.py 64"
    )
    studio.keys(session, "git che\t")
    live(0.8)
    studio.shoot(PICTURES / f"{name}.png")


def _git_log(studio: Studio, name: str) -> None:
    session = studio.run("A1")
    studio.type(session, "git log --graph --stat --color=always -4 | cat", "Batch commits")
    studio.shoot(PICTURES / f"{name}.png")


PROGRAMS: dict[str, Callable[[Studio, str], None]] = {
    "vim": one(
        "vim", "src/ledger/segment.py", shown="segment.py", keys=":vsplit\r\0/Record\r\0V4j"
    ),
    "less": one("less", "-R", "NOTES.md", shown="Notes", keys="/page\r"),
    "htop": one("htop", shown="Load average"),
    "nano": one("nano", "-l", "src/ledger/segment.py", shown="GNU nano", keys="\x17Record\r"),
    "tmux": tmux,
    "bash": typed(
        ("git status", "no changes added"), ("ls --color -F src/* tests", "test_segment")
    ),
    "colours": typed(("clear; python3 ~/colours.py", "ligatures")),
    "python": _python,
    "zsh": _zsh,
    "git-log": _git_log,
}
SCENES: dict[str, Callable[[Studio], None]] = {
    "hero": hero,
    "light": light,
    "palette": palette,
    "settings": settings,
    "keys": keys,
}
TEAM: dict[str, Callable[[Studio], None]] = {"agents": agents, "agent-page": agent_page}
TEAM |= {"template-page": template_page, "first-run": first_run}
"""Left out where `script/test-engines` installed none of the programs they show."""


def take(names: Sequence[str]) -> None:
    """Take the pictures of these names, all without one."""
    os.environ |= {"QT_QPA_PLATFORM": _screen(), "SHELL": shutil.which("bash") or "/bin/sh"}
    for name, text in HOME_FILES.items():
        path = HOME / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)
    make_project(PROJECT)
    model = ModelServer()
    others = panels(PROJECT, PICTURES)
    scenes = SCENES | {"interrupted": others["interrupted"]}
    if os.environ.get("THEMES", ""):
        scenes |= others
    if are_installed():
        model.__enter__()
        install(HOME, PROJECT, model)
        scenes |= TEAM
    application = QApplication(["idea"])
    application.setStyle("Fusion")
    studio = Studio()
    studio.ask(SetSettingRequest(name="appearance.theme", value="dark"))
    wanted = names or [*scenes, *PROGRAMS]
    for name in wanted:
        studio.clear()
        if name in scenes:
            studio.size(1600, 1000)
            scenes[name](studio)
        else:
            studio.size(1200, 760)
            PROGRAMS[name](studio, name)
    studio.clear()
    studio.close()


def _screen() -> str:
    """Return the platform with a screen that no window here is too large for."""
    screen = {"name": "one", "x": 0, "y": 0, "width": 3840, "height": 2400}
    file = HOME / ".screens.json"
    file.write_text(json.dumps({"screens": [screen | {"logicalDpi": 96, "dpr": 1}]}))
    return f"offscreen:configfile={file}"


@contextmanager
def _no_leftover_variables() -> Iterator[dict[str, str]]:
    kept = {"PATH", "LANG", "PYTHONPATH"}
    yield {name: value for name, value in os.environ.items() if name in kept}


def main(arguments: Sequence[str]) -> int:
    """Enter name spaces of our own first, then take the pictures."""
    if "--inside" in arguments:
        take(os.environ["WANTED"].split())
        return 0
    sources = f"{HOME}/src/idea"
    inside = (
        f"mount -t tmpfs tmpfs /home && mkdir -p {sources} && hostname ledger && "
        "mount -t tmpfs tmpfs /run && mkdir -p -m 700 /run/user/1000 && "
        f'mount --bind "$0" {sources} && cd {sources} && exec "$@"'
    )
    themes = ""
    if arguments[:1] == ["--themes"]:
        themes, arguments = str(Path(arguments[1]).absolute()), arguments[2:]
    codes = [
        _take_inside(inside, arguments, themes, scale) for scale in ("1", "2")[: 1 + bool(themes)]
    ]
    return max(codes)


def _take_inside(inside: str, names: Sequence[str], themes: str, scale: str) -> int:
    with _no_leftover_variables() as variables:
        environment = variables | {"HOME": str(HOME), "USER": "me", "LANG": "C.UTF-8"}
        environment |= {"XDG_RUNTIME_DIR": "/run/user/1000", "WANTED": " ".join(names)}
        environment |= {"THEMES": themes, "QT_SCALE_FACTOR": scale}
        root = [] if os.geteuid() == 0 else ["--map-root-user"]
        command = ["unshare", *root, "--mount", "--uts", "--pid", "--fork", "--mount-proc"]
        script = [sys.executable, "docs/take_screenshots.py", "--inside"]
        return subprocess.run(
            [*command, "sh", "-c", inside, str(HERE.parent), *script], env=environment, check=False
        ).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
