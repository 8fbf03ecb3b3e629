"""Commands in a view: their marks in the margin, and what a person does with them."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QGuiApplication, QImage, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from idea.domain.commands import Command
from idea.domain.ports.terminal_core import SelectionUnit
from idea.domain.ports.terminal_effects import CommandEnded
from idea.domain.stream.messages import InputKind
from idea.presentation.desktop.terminal.look import TerminalColors
from support.shown_view import Shown, shown_view

GOOD = Command(0, "make", ended=True, exit=0, took_ms=1_200)
BAD = Command(3, "false", ended=True, exit=1, took_ms=5)
RUNS = Command(6, "sleep 9")
ENDED = Command(8, "exec zsh", ended=True)


@pytest.fixture
def shown(qtbot: QtBot) -> Iterator[Shown]:
    with shown_view(qtbot) as found:
        found.screen.known_commands = (GOOD, BAD, RUNS, ENDED)
        found.screen.outputs = {0: "built", 3: "bad"}
        found.output("line\r\n" * 9 + "end")
        yield found


@pytest.fixture
def refused(shown: Shown) -> list[str]:
    """What was said to the person."""
    said: list[str] = []
    shown.view.terminal.refused.connect(said.append)
    return said


def margin(shown: Shown, row: int) -> QImage:
    view = shown.view
    top = view.place.padding + row * view.grid.metrics.height
    return view.grab().toImage().copy(0, top, view.place.padding, view.grid.metrics.height)


def inks(image: QImage) -> set[int]:
    return {
        image.pixel(x, y) & 0xFFFFFF for x in range(image.width()) for y in range(image.height())
    }


def copied() -> str:
    return QGuiApplication.clipboard().text()


def test_each_outcome_has_a_shape_of_its_own_left_of_its_prompt(shown: Shown) -> None:
    blank = margin(shown, 1)
    drawn = [margin(shown, row) for row in (0, 3, 6, 8)]

    assert inks(blank) == {TerminalColors().background}
    assert all(each != other for each in [blank, *drawn] for other in drawn if other is not each)
    assert TerminalColors().failed in inks(drawn[1]) or len(inks(drawn[1])) > 3
    for image in drawn:
        used = [
            y
            for y in range(image.height())
            if image.copy(0, y, image.width(), 1) != blank.copy(0, y, image.width(), 1)
        ]
        assert abs((used[0] + used[-1]) / 2 - (image.height() - 1) / 2) <= 1


def test_a_mark_goes_with_its_prompt(shown: Shown) -> None:
    good = margin(shown, 0)
    shown.screen.known_commands = (GOOD._replace(prompt=2),)
    shown.output("\r")

    assert margin(shown, 2) == good
    assert inks(margin(shown, 0)) == inks(margin(shown, 3)) == {TerminalColors().background}


def test_the_margin_says_what_was_run_how_it_ended_and_how_long_it_took(shown: Shown) -> None:
    label = shown.view._chrome.label
    for row, sentence in ((0, "make: ok after 1.2 s"), (8, "exec zsh: ended"), (1, "")):
        y = shown.cell(row, 0).y()
        QTest.mouseMove(shown.view, QPoint(3, y))
        shown.wait(lambda sentence=sentence: label.sentence == sentence)
    QTest.mouseMove(shown.view, QPoint(3, shown.cell(3, 0).y()))
    shown.wait(lambda: label.sentence == "false: failed with 1 after 5 ms")

    QApplication.sendEvent(shown.view, QEvent(QEvent.Type.Leave))

    assert label.sentence == ""


def test_prompts_are_gone_to_one_by_one(shown: Shown, refused: list[str]) -> None:
    shown.screen.known_commands = (Command(5, "one"), Command(40, "two"), Command(70, "three"))
    shown.output("\r\nline" * 100)
    commands = shown.view.commands

    def top() -> int | None:
        frame = shown.view.frame
        return None if frame is None else frame.scrollback.top

    for line in (70, 40, 5):
        commands.show_prompt(down=False)
        shown.wait(lambda line=line: top() == line)
    commands.show_prompt(down=False)
    shown.wait(lambda: bool(refused))
    for line in (40, 70):
        commands.show_prompt(down=True)
        shown.wait(lambda line=line: top() == line)
    commands.show_prompt(down=True)
    shown.wait(lambda: shown.view.terminal.follows_tail)

    assert refused == ["No earlier command is kept here."]


def test_without_commands_every_one_of_these_says_so(shown: Shown, refused: list[str]) -> None:
    shown.screen.known_commands = ()
    commands = shown.view.commands
    commands.show_prompt(down=True)
    commands.copy_output()
    commands.select_output()
    shown.wait(lambda: len(refused) == 3)

    assert set(refused) == {
        "No command is known here; its shell does not tell them, or has run none."
    }


def test_the_newest_output_is_copied_while_the_newest_is_shown(shown: Shown) -> None:
    shown.screen.known_commands = (GOOD, BAD)
    shown.view.commands.copy_output()
    shown.wait(lambda: copied() == "bad")


def test_while_scrolled_up_the_command_at_the_top_is_meant(shown: Shown) -> None:
    shown.output("\r\nline" * 30)
    shown.view.terminal.scroll_to(1)
    shown.wait(lambda: not shown.view.terminal.follows_tail)

    shown.view.commands.copy_output()

    shown.wait(lambda: copied() == "built")


def test_the_command_under_the_menu_is_meant_until_the_menu_has_acted(shown: Shown) -> None:
    shown.screen.known_commands = (GOOD, BAD)
    shown.output("\r")
    point = shown.cell(1, 4)
    asked: list[QPoint] = []
    shown.view.menu_asked.connect(asked.append)
    QApplication.sendEvent(
        shown.view,
        QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point, shown.view.mapToGlobal(point)),
    )
    assert asked
    shown.view.commands.copy_output()
    shown.wait(lambda: copied() == "built")

    shown.view.commands.copy_output()
    shown.wait(lambda: copied() == "bad")
    shown.view.commands.point(1)
    QApplication.sendEvent(
        shown.view, QFocusEvent(QEvent.Type.FocusIn, Qt.FocusReason.PopupFocusReason)
    )
    assert shown.view.commands._forgetting.isActive()
    shown.view.commands._forgetting.timeout.emit()
    QGuiApplication.clipboard().setText("")
    shown.view.commands.copy_output()
    shown.wait(lambda: copied() == "bad")


def test_a_command_that_printed_nothing_leaves_the_clipboard(
    shown: Shown, refused: list[str]
) -> None:
    QGuiApplication.clipboard().setText("mine")
    shown.screen.outputs = {}
    shown.view.commands.copy_output()
    shown.wait(lambda: bool(refused))

    assert (copied(), refused) == ("mine", ["This command printed nothing that is kept."])


def test_output_is_selected_as_a_unit_by_the_action_and_by_a_fourth_click(shown: Shown) -> None:
    asked: list[tuple[int, SelectionUnit]] = []
    whole = shown.screen.select

    def select(
        start: tuple[int, int], end: tuple[int, int], unit: SelectionUnit, *, block: bool
    ) -> None:
        assert start == end
        asked.append((start[0], unit))
        whole((0, 0), (0, 0), unit, block=block)

    shown.screen.select = select  # type: ignore[method-assign]
    shown.view.commands.point(4)
    shown.view.commands.select_output()
    shown.wait(lambda: asked == [(4, SelectionUnit.OUTPUT)])

    point = QPointF(shown.cell(5, 3))
    for kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick) * 2:
        press = QMouseEvent(
            kind,
            point,
            shown.view.mapToGlobal(point),
            Qt.MouseButton.LeftButton,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        QApplication.sendEvent(shown.view, press)
    shown.wait(lambda: asked[-1] == (5, SelectionUnit.OUTPUT))


class TestRunAgain:
    def test_it_is_typed_at_the_prompt_by_the_one_encoder_with_enter(self, shown: Shown) -> None:
        shown.screen.known_commands = (GOOD, BAD._replace(shown=True))
        shown.screen.at_prompt = True
        shown.output("\r")

        shown.view.commands.run_again()

        shown.wait(lambda: len(shown.inputs()) == 2)
        typed = [(one.kind, one.data) for one in shown.inputs()]
        assert typed == [
            (InputKind.PASTE, shown.encoder.paste("false")),
            (InputKind.KEY, b"\r"),
        ]

    def test_a_line_that_the_screen_does_not_show_is_typed_and_left_to_the_person(
        self, shown: Shown
    ) -> None:
        shown.screen.known_commands = (BAD,)
        shown.screen.at_prompt = True
        shown.output("\r")

        shown.view.commands.run_again()

        shown.wait(lambda: bool(shown.inputs()))
        shown.press(Qt.Key.Key_X, text="x")
        shown.wait(lambda: len(shown.inputs()) == 2)
        assert [one.data for one in shown.inputs()] == [shown.encoder.paste("false"), b"x"]

    @pytest.mark.parametrize(
        ("at_prompt", "commands", "sentence"),
        [
            (False, (GOOD,), "A command can be run again only at an empty prompt."),
            (True, (Command(0),), "What was typed there is not known."),
            (
                True,
                (Command(0, "for x in 1\ndo y\ndone", shown=True),),
                "These are several lines, which this shell would run one by one.",
            ),
            (
                True,
                (),
                "No command is known here; its shell does not tell them, or has run none.",
            ),
        ],
    )
    def test_else_nothing_is_typed_and_the_reason_said(
        self,
        shown: Shown,
        refused: list[str],
        *,
        at_prompt: bool,
        commands: tuple[Command, ...],
        sentence: str,
    ) -> None:
        shown.screen.known_commands = commands
        shown.screen.at_prompt = at_prompt
        shown.output("\r")

        shown.view.commands.run_again()

        shown.wait(lambda: bool(refused))
        assert (refused, shown.inputs()) == ([sentence], [])


def test_only_the_end_of_a_long_command_is_told(shown: Shown) -> None:
    told: list[CommandEnded] = []
    shown.view.terminal.told.connect(told.append)
    shown.screen.effects = [CommandEnded("quick", 0, 999), CommandEnded("untimed", 0, None)]
    shown.output("a")
    shown.screen.effects = [CommandEnded("slow", 1, 1_000)]
    shown.output("b")
    shown.wait(lambda: bool(told))

    assert told == [CommandEnded("slow", 1, 1_000)]
