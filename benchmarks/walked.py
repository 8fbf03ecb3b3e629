"""What a person does in each program of a walk, between its start and its end."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from walker import Walker

type Step = Callable[[Walker], None]

PASTED = "first\n    second, indented\nthird \u4f60\u597d\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Walked:
    """One program: how it starts, what is done with it, how it is left."""

    name: str
    command: str
    ready: str
    steps: Sequence[Step] = ()
    leave: Sequence[Step]
    is_alternate: bool = True
    """Whether it leaves the shell's screen as it was."""
    fills: bool = True
    """Whether it draws down to the last row."""
    program: str = ""
    """What is looked for in PATH, when it is not the name."""
    shells: int = 0
    """Further prompts it leaves on the screen, by being stopped and continued."""

    @property
    def looked_for(self) -> str:
        """The program in PATH."""
        return self.program or self.name


def key(*names: str) -> Step:
    """Press keys, one after the other."""
    return lambda walker: walker.key(*names)


def say(text: str) -> Step:
    """Type."""
    return lambda walker: walker.say(text)


def paste(text: str = PASTED) -> Step:
    """Paste from the clipboard."""
    return lambda walker: walker.paste(text)


def click(column: int, row: int) -> Step:
    """Click on a character."""
    return lambda walker: walker.click(column, row)


def wheel(clicks: int) -> Step:
    """Turn the wheel in the middle of the screen."""

    def turn(walker: Walker) -> None:
        walker.point(20, 10)
        walker.wheel(clicks)

    return turn


def drag(start: tuple[int, int], end: tuple[int, int], held: str = "") -> Step:
    """Draw with the left button."""
    return lambda walker: walker.drag(start, end, held)


def see(text: str, why: str = "") -> Step:
    """Wait for a text."""

    def look(walker: Walker) -> None:
        walker.see(text, why, 20)

    return look


def shot(name: str) -> Step:
    """Keep a picture, once the screen stands still."""

    def take(walker: Walker) -> None:
        walker.settle(0.4)
        walker.shot(name)

    return take


def agree(walker: Walker) -> None:
    """Agree to paste several lines into a program that did not ask for brackets."""
    walker.key("Tab", "Return")
    walker.focus()


def suspend(walker: Walker) -> None:
    """Stop the program with Ctrl+Z, see the shell's screen, and continue it."""
    walker.key("ctrl+z")
    walker.expect(walker.is_at_prompt, "no prompt after Ctrl+Z")
    walker.shot("stopped")
    walker.say("fg\n")


_VI = (
    click(5, 4),
    see("4,5", "as the place of the cursor after a click"),
    key("g", "g", "O"),
    paste(),
    see("    second, indented", "after a paste"),
    key("ctrl+v", "shift+Tab", "ctrl+v", "ctrl+Right", "ctrl+v", "alt+Left", "ctrl+v", "F5"),
    shot("pasted-and-keys"),
    key("Escape"),
    drag((8, 6), (20, 8)),
    see("VISUAL", "after drawing with the mouse"),
    shot("visual"),
    key("Escape"),
    wheel(5),
    shot("wheel"),
    suspend,
    see("and line 9", "after fg"),
)
_REPL_PASTE = "def f(n):\n    return n * 2\n\nf(21)\n"

PROGRAMS: tuple[Walked, ...] = (
    Walked(
        name="vim",
        command="vim sample.txt",
        ready="wide",
        steps=_VI,
        leave=(key("Escape"), say(":q!\n")),
        shells=1,
    ),
    Walked(
        name="nvim",
        command="nvim sample.txt",
        ready="wide",
        steps=_VI,
        leave=(key("Escape"), say(":q!\n")),
        shells=1,
    ),
    Walked(
        name="micro",
        command="micro sample.txt",
        ready="wide",
        steps=(
            click(20, 3),
            see("(3,"),
            paste(),
            see("    second, indented"),
            drag((6, 2), (20, 4)),
            shot("selected"),
            wheel(5),
            key("ctrl+e"),
            see(">"),
            shot("command"),
            key("Escape"),
        ),
        leave=(key("ctrl+q"), key("n")),
    ),
    Walked(
        name="htop",
        command="htop",
        ready="Load average",
        steps=(
            click(20, 12),
            wheel(5),
            key("F5"),
            shot("tree"),
            key("F2"),
            shot("setup"),
            key("F10"),
        ),
        leave=(key("q"),),
    ),
    Walked(
        name="btop",
        command="btop",
        ready="proc",
        steps=(wheel(5), shot("wheel"), key("Escape"), shot("menu"), key("Escape")),
        leave=(key("q"),),
    ),
    Walked(
        name="less",
        command="less long.txt",
        ready="line 1 ",
        steps=(
            wheel(5),
            shot("wheel"),
            say("/line 250\n"),
            see("line 250 "),
            shot("found"),
            drag((1, 3), (12, 5)),
            shot("selected"),
            suspend,
            see("line 250 "),
        ),
        leave=(key("q"),),
        shells=1,
    ),
    Walked(
        name="tmux",
        command="tmux -L walk",
        ready="[0]",
        steps=(
            key("ctrl+b", "percent"),
            say("less long.txt\n"),
            see("line 1 "),
            wheel(3),
            click(20, 10),
            say("vim sample.txt\n"),
            see("wide"),
            shot("panes"),
            lambda walker: walker.storm(),
            lambda walker: walker.unfold(),
            shot("panes-after-storm"),
            key("Escape"),
            say(":q!\n"),
            paste("echo one\necho two\n"),
            shot("pasted"),
        ),
        leave=(say("\ntmux -L walk kill-server\n"),),
    ),
    Walked(
        name="mc",
        command="mc",
        ready="10Quit",
        steps=(
            click(10, 4),
            click(80, 4),
            shot("clicked"),
            key("F9"),
            shot("menu"),
            key("Escape", "Escape"),
            key("ctrl+o"),
            see("BEFORE-IT", "behind the panels after Ctrl+O"),
            shot("panels-off"),
            key("ctrl+o"),
            see("10Quit"),
        ),
        leave=(key("F10"),),
    ),
    Walked(
        name="fzf",
        command="seq 500 | fzf --multi --preview 'echo chosen {}'",
        ready="500/500",
        steps=(say("4"), wheel(-3), paste("2"), see("chosen"), shot("filtered"), click(10, 10)),
        leave=(key("Escape"),),
    ),
    Walked(
        name="tig",
        command="tig",
        ready="second commit",
        steps=(key("Down", "Return"), see("long.txt"), wheel(2), shot("commit")),
        leave=(key("Q"),),
    ),
    Walked(
        name="ncdu",
        command="ncdu .",
        ready="Total disk usage",
        steps=(key("Down", "Down"), shot("moved"), key("i"), shot("info"), key("i")),
        leave=(key("q"),),
    ),
    Walked(
        name="cmatrix",
        command="cmatrix -ab",
        ready="",
        steps=(shot("running"),),
        leave=(key("q"),),
        fills=False,
    ),
    Walked(
        name="python",
        program="python3",
        command="python3",
        ready=">>>",
        steps=(
            paste(_REPL_PASTE),
            shot("asked"),
            agree,
            see("42", "after a paste of a function"),
            shot("pasted"),
            say("print('\\u4f60\\u597d|\\U0001f600|')\n"),
            key("Up", "ctrl+a", "ctrl+e", "ctrl+c"),
            shot("typed"),
        ),
        leave=(key("ctrl+d"),),
        is_alternate=False,
        fills=False,
    ),
    Walked(
        name="ipython",
        command="ipython --no-confirm-exit --no-banner",
        ready="In [1]",
        steps=(
            paste(_REPL_PASTE),
            key("Escape", "Return"),
            see("42", "after a paste of a function"),
            shot("pasted"),
            say("import os\nos.pa"),
            key("Tab"),
            see("pathsep", "in the list of completions"),
            shot("completion"),
            key("ctrl+c", "ctrl+c"),
        ),
        leave=(say("exit()\n"),),
        is_alternate=False,
        fills=False,
    ),
    Walked(
        name="node",
        command="node",
        ready=">",
        steps=(
            paste("function f(n) {\n  return n * 2;\n}\nf(21)\n"),
            agree,
            see("42", "after a paste of a function"),
            say("[1,2,{a:'x'}]\n"),
            say("process.vers"),
            key("Tab"),
            shot("typed"),
            key("ctrl+c"),
        ),
        leave=(key("ctrl+d"),),
        is_alternate=False,
        fills=False,
    ),
)
