"""The scripts in the shells they are for; a shell that is not installed is skipped by name."""

import subprocess
from pathlib import Path

import pytest

from idea import __version__
from idea.domain.terminal import Size
from idea.infrastructure.own_command import keep_own_command
from support.marked_shell import MarkedShell, program_of

pytestmark = pytest.mark.posix

FILES = Path(__file__).parents[3] / "src" / "idea" / "infrastructure" / "shells"
SHELLS = ("bash", "zsh", "fish")
every_shell = pytest.mark.parametrize("shell", SHELLS)
START_FILES = {
    "bash": ".bash_profile",
    "zsh": ".zshrc",
    "fish": ".config/fish/config.fish",
}
PLAIN_PROMPT = {
    "bash": "PS1='ready> '\n",
    "zsh": "PROMPT='ready> '\n",
    "fish": "function fish_prompt; echo -n 'ready> '; end\nset -g fish_greeting\n",
}


def writes(home: Path, shell: str, text: str = "") -> None:
    """Let the person's start file of a shell set a plain prompt, and what else is given."""
    file = home / START_FILES[shell]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(PLAIN_PROMPT[shell] + text)


@pytest.mark.parametrize(
    "script", ["bash/idea.bash", "zsh/.zshenv", "zsh/idea.zsh", "fish/vendor_conf.d"]
)
def test_the_scripts_are_whole(script: str) -> None:
    files = sorted((FILES / script).iterdir()) if script.startswith("fish") else [FILES / script]
    checked = subprocess.run(
        [program_of(script.partition("/")[0]), "-n", *files], capture_output=True, check=False
    )

    assert (checked.returncode, checked.stderr) == (0, b"")


@every_shell
def test_prompts_commands_statuses_and_folders_are_told(
    shell: str, isolated_home: Path, tmp_path: Path
) -> None:
    writes(isolated_home, shell)
    folder = tmp_path / "a 100% #1 ünïcode"
    folder.mkdir()
    with MarkedShell(shell, isolated_home, "-l") as inside:
        inside.ready().run("echo one; echo two")
        inside.run("false")
        inside.type("\r")
        inside.run(" echo 'a;b' \"ü%\"")
        inside.run("sleep 0.3")
        inside.run(f"cd '{folder}'")

        said = [(one.line, one.exit, one.ended) for one in inside.commands]
        assert said == [
            ("echo one; echo two", 0, True),
            ("false", 1, True),
            (" echo 'a;b' \"ü%\"", 0, True),
            ("sleep 0.3", 0, True),
            (f"cd '{folder}'", 0, True),
        ]
        printed = [inside.screen.output_text(one.prompt) for one in inside.commands]
        assert printed == ["one\ntwo", "", "a;b ü%", "", ""]
        slept = inside.commands[3]
        assert slept.took_ms is not None
        assert slept.took_ms >= 300
        assert slept.began_ms > 1_500_000_000_000
        assert "\x1b]7;file://" in inside.raw.decode()
        assert "%25" in inside.raw.decode().rpartition("]7;file://")[2]


@every_shell
def test_prompts_look_as_without_marks(shell: str, isolated_home: Path) -> None:
    odd = {
        "bash": "PS1='  a  * $ \\w \\\\ > '\n",
        "zsh": "PROMPT='  a  * $ %~ \\ > '\n",
        "fish": "function fish_prompt; echo -n '  a  * $ '(prompt_pwd)' \\\\ > '; end\n",
    }
    writes(isolated_home, shell, odd[shell])
    shown = []
    for marks in (False, True):
        with MarkedShell(shell, isolated_home, "-l", marks=marks) as inside:
            inside.shows(" >")
            inside.type("echo out\r")
            inside.shows("echo out\nout")
            shown.append(inside.text.partition("\nout")[0])

    assert shown[0] == shown[1]
    assert "  a  * $ " in shown[0]


@every_shell
def test_what_a_shell_starts_finds_nothing_of_it(
    shell: str, isolated_home: Path, tmp_path: Path
) -> None:
    writes(isolated_home, shell)
    found = []
    for marks in (False, True):
        file = tmp_path / f"with-{marks}"
        with MarkedShell(shell, isolated_home, "-l", marks=marks) as inside:
            inside.shows("ready>")
            inside.type(f"env -0 > {file}; echo d''one\r")
            inside.shows("done")
        pairs = (one.partition("=") for one in file.read_text().split("\0") if one)
        found.append({name: value for name, _, value in pairs if name != "_"})

    assert found[0] == found[1]


@every_shell
def test_idea_is_found_where_start_files_make_the_path_anew(
    shell: str, isolated_home: Path, tmp_path: Path
) -> None:
    anew = "set -gx PATH /usr/bin /bin\n" if shell == "fish" else "PATH=/usr/bin:/bin\n"
    writes(isolated_home, shell, anew)
    keep_own_command(tmp_path / "own bin")
    given = {"IDEA_COMMANDS": str(tmp_path / "own bin")}
    size = Size(columns=300, rows=24)
    with MarkedShell(shell, isolated_home, "-l", variables=given, size=size) as inside:
        inside.shows("ready>")
        inside.type(f"cd {tmp_path}; idea --version; env | grep ^PATH=\r")
        inside.shows(f"idea, version {__version__}")
        inside.shows(f"PATH=/usr/bin:/bin:{tmp_path}/own bin")


def test_bash_has_the_options_and_the_history_it_has_without(
    isolated_home: Path, tmp_path: Path
) -> None:
    writes(isolated_home, "bash")
    found = []
    for marks in (False, True):
        file = tmp_path / f"with-{marks}"
        with MarkedShell("bash", isolated_home, "-l", marks=marks) as inside:
            inside.shows("ready>")
            inside.type(f"{{ shopt; set -o; echo $HISTFILE $-; trap; }} > {file}; echo d''one\r")
            inside.shows("done")
        found.append(file.read_text())

    assert found[0] == found[1]


@pytest.mark.parametrize("login", [True, False])
def test_bash_reads_its_start_files_in_its_own_order(isolated_home: Path, *, login: bool) -> None:
    for name in (".bash_profile", ".bash_login", ".profile", ".bashrc"):
        (isolated_home / name).write_text(f"READ=${{READ-}}{name}\nPS1='ready> '\n")
    options = ("-l",) if login else ()
    with MarkedShell("bash", isolated_home, *options) as inside:
        inside.ready().run("echo [$READ] $(shopt -q login_shell && echo login)")

        printed = inside.screen.output_text(inside.commands[-1].prompt)
        assert printed == ("[.bash_profile] login" if login else "[.bashrc]")


@pytest.mark.parametrize("before", ["", "elsewhere"])
@pytest.mark.parametrize("chosen", ["", "chosen"])
def test_zsh_reads_the_persons_files_where_the_person_keeps_them(
    isolated_home: Path, before: str, chosen: str
) -> None:
    for name in {before, chosen} - {""}:
        (isolated_home / name).mkdir()
    chooses = f"export ZDOTDIR=$HOME/{chosen}\n" if chosen else ""
    (isolated_home / before / ".zshenv").write_text(f"{chooses}READ=.zshenv\n")
    for name in (".zprofile", ".zshrc", ".zlogin"):
        file = isolated_home / (chosen or before) / name
        file.write_text(f"READ=$READ{name}\nPROMPT='ready> '\n")
    variables = {"ZDOTDIR": str(isolated_home / before)} if before else {}
    with MarkedShell("zsh", isolated_home, "-l", variables=variables) as inside:
        inside.ready().run("print -r -- $READ ${${ZDOTDIR-none}:t}")

        printed = inside.screen.output_text(inside.commands[-1].prompt)
        assert printed == f".zshenv.zprofile.zshrc.zlogin {chosen or before or 'none'}"


HOSTILE = {
    "bash-options": ("bash", "set -euo pipefail\nshopt -s nullglob failglob extglob\n"),
    "bash-text": ("bash", "PROMPT_COMMAND='echo -n; false'\n"),
    "bash-list": ("bash", "PROMPT_COMMAND=('PS1=\"\\u> \"' false)\n"),
    "bash-prompt-made-anew": ("bash", 'mine() { PS1="[$?] ready> "; }; PROMPT_COMMAND=mine\n'),
    "bash-own-ps0": ("bash", "PS0='[starts]'\n"),
    "bash-no-promptvars": ("bash", "shopt -u promptvars\n"),
    "bash-debug-trap": ("bash", "trap 'last=$BASH_COMMAND' DEBUG\nset -T\n"),
    "bash-aliases": ("bash", "alias printf=false builtin=false local=false\nprintf() { :; }\n"),
    "zsh-options": ("zsh", "setopt err_exit no_unset ksh_arrays sh_word_split no_clobber\n"),
    "zsh-hooks-gone": ("zsh", "precmd_functions=(); preexec_functions=()\nprecmd() { : }\n"),
    "zsh-prompt-made-anew": ("zsh", 'precmd() { PROMPT="[$?] ready> " }\n'),
    "zsh-aliases": ("zsh", "alias builtin=false print=false\nprint() { : }\n"),
    "zsh-prompt-subst": ("zsh", "setopt prompt_subst prompt_bang\nRPROMPT='%~'\n"),
    "fish-prompt-made-anew": ("fish", "function on_prompt --on-event fish_prompt; true; end\n"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_marks_survive_what_people_write_in_their_start_files(
    case: str, isolated_home: Path
) -> None:
    shell, text = HOSTILE[case]
    writes(isolated_home, shell, text)
    with MarkedShell(shell, isolated_home, "-l") as inside:
        inside.ready().run("echo out")
        failing = "if true; then (exit 3) || true; fi" if "options" in case else "(exit 3)"
        failed = inside.run("sh -c 'exit 3'" if shell == "fish" else failing)
        status = inside.run("echo status=$status" if shell == "fish" else "echo status=$?")

        assert [one.exit for one in inside.commands] == [0, 0 if "options" in case else 3, 0]
        assert failed.prompt < status.prompt
        assert "out" in inside.screen.output_text(inside.commands[0].prompt)
        expected = "status=0" if "options" in case else "status=3"
        assert expected in inside.screen.output_text(status.prompt)


TIMER = """
before() { if [[ ${ready-} ]]; then ready= ran=$BASH_COMMAND; fi; }
after() { PS1="[$?|${ran-}] ready> "; }
"""
TRAPS = {
    "alone": 'trap before DEBUG; PROMPT_COMMAND="after; ready=yes"\n',
    "in a framework": """
__bp_imported=defined precmd_functions=(after)
again() { return "$1"; }
hooks() { local last=$? each; for each in "${precmd_functions[@]}"; do again $last; $each; done; }
trap before DEBUG; PROMPT_COMMAND=$'hooks\\nready=yes'
""",
}


@pytest.mark.parametrize("way", TRAPS)
def test_code_that_traps_commands_hears_of_the_persons_alone(way: str, isolated_home: Path) -> None:
    writes(isolated_home, "bash", TIMER + TRAPS[way])
    with MarkedShell("bash", isolated_home, "-l") as inside:
        inside.shows("ready>")
        for line in ("sh -c 'exit 4'", "echo second"):
            inside.type(f"{line}\r")
            inside.shows(f"|{line}] ready>")

        assert [(one.line, one.exit) for one in inside.commands] == [
            ("sh -c 'exit 4'", 4),
            ("echo second", 0),
        ]
        assert "[4|sh -c 'exit 4'] ready> echo second" in inside.text
        assert inside.screen.output_text(inside.commands[-1].prompt) == "second"


@every_shell
def test_marks_of_the_persons_own_are_not_doubled(shell: str, isolated_home: Path) -> None:
    own = {
        "bash": "PS1='\\[\\e]133;A;mine\\a\\]ready> '\n",
        "zsh": "PROMPT=$'%{\\e]133;A;mine\\a%}ready> '\n",
        "fish": "function fish_prompt; printf '\\e]133;A;mine\\a'; echo -n 'ready> '; end\n",
    }
    writes(isolated_home, shell, own[shell])
    with MarkedShell(shell, isolated_home, "-l") as inside:
        inside.shows("ready>")
        inside.type("echo out\r")
        inside.shows("\nout")
        inside.until(lambda: inside.text.count("ready>") == 2, "the second prompt")

        assert len(inside.commands) <= 1


@every_shell
def test_a_shell_in_a_shell_marks_nothing_and_the_outer_one_goes_on(
    shell: str, isolated_home: Path
) -> None:
    writes(isolated_home, shell)
    (isolated_home / ".bashrc").write_text("PS1='inner> '\n")
    with MarkedShell(shell, isolated_home, "-l") as inside:
        inside.ready().type("bash\r")
        inside.shows("inner>")
        before = inside.raw.count(b"133;A")
        inside.type("echo $((20 + 22))\r")
        inside.shows("\n42")
        assert inside.raw.count(b"133;A") == before
        inside.type("exit 7\r")
        inside.until(inside.is_at_prompt, "the outer prompt")

        assert [(one.line, one.exit) for one in inside.commands] == [("bash", 7)]


def test_a_shell_may_become_another(isolated_home: Path) -> None:
    writes(isolated_home, "bash")
    writes(isolated_home, "zsh", "PROMPT='other> '\n")
    program_of("zsh")
    with MarkedShell("bash", isolated_home, "-l") as inside:
        inside.ready().type("exec zsh\r")
        inside.shows("other>")
        inside.type("print -r ${ZDOTDIR-none} ${ENV-none}\r")
        inside.shows("none none")


@every_shell
def test_a_folder_that_cannot_be_written_is_no_hindrance(shell: str, isolated_home: Path) -> None:
    writes(isolated_home, shell)
    isolated_home.chmod(0o500)
    try:
        with MarkedShell(shell, isolated_home, "-l") as inside:
            assert inside.ready().run("echo out").exit == 0
    finally:
        isolated_home.chmod(0o700)


def test_bash_started_as_a_posix_shell_is_left_alone(isolated_home: Path) -> None:
    with MarkedShell("bash", isolated_home, "--posix", variables={"PS1": "posix> "}) as inside:
        inside.shows("posix>")

        assert b"133;" not in inside.raw


@every_shell
def test_a_prompt_that_is_drawn_again_stays_one(shell: str, isolated_home: Path) -> None:
    writes(isolated_home, shell)
    with MarkedShell(shell, isolated_home, "-l", size=Size(columns=60, rows=12)) as inside:
        inside.ready().run("echo out")
        inside.type("echo typed")
        inside.shows("echo typed")
        inside.type("\x0c")
        inside.until(lambda: "out" not in inside.text.splitlines()[-12:], "a cleared screen")
        inside.type("\r")
        inside.until(lambda: len(inside.commands) > 0 and inside.is_at_prompt(), "the end")

        assert inside.commands[-1].line == "echo typed"


SIZES = ((30, 20), (75, 12), (45, 12), (110, 20), (60, 20), (30, 12), (90, 20))
RESIZED = {
    "bash": "PS1='[somewhere/far/away/in/a/folder] ready> '\n",
    "zsh": "PROMPT=$'somewhere/far/away/in/a/folder\\nready> '\nRPROMPT='[right]'\n",
}


@pytest.mark.parametrize("marks", [True, False])
@pytest.mark.parametrize("shell", RESIZED)
def test_many_sizes_leave_one_prompt_and_one_line(
    shell: str, isolated_home: Path, *, marks: bool
) -> None:
    writes(isolated_home, shell, RESIZED[shell])
    size = Size(columns=90, rows=20)
    with MarkedShell(shell, isolated_home, "-l", marks=marks, size=size) as inside:
        inside.shows("ready>")
        inside.type("echo out\r")
        inside.until(lambda: inside.text.count("ready>") == 2, "the second prompt")

        def said() -> str:
            # A blank at the end of a row is not told, wherever the line goes on.
            return "".join(inside.text.split())

        typed = "echox"
        inside.type("echo x")
        inside.until(lambda: typed in said(), typed)
        for columns, rows in SIZES * 2:
            inside.resize(columns, rows)
            # A shell answers in order, so it has drawn its line anew once this is there.
            inside.type("x")
            typed += "x"
            inside.until(lambda typed=typed: typed in said(), typed)

        whole = said()
        assert [whole.count(part) for part in ("ready>", "echox", "echoout")] == [2, 1, 1]
