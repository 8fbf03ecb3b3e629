"""The head of an agent's page: who it is, what it does, what it runs on, follows and can.

Main thread only.
"""

from collections.abc import Sequence
from functools import partial
from typing import override

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.agent_page import AgentPageView
from idea.presentation.desktop.viewmodels.session_look import Shape
from idea.presentation.desktop.widgets.buttons import ButtonKind, IconButton, WordButton
from idea.presentation.desktop.widgets.elided_label import ElidedLabel
from idea.presentation.desktop.widgets.flow_layout import FlowLayout
from idea.presentation.desktop.widgets.icons import Icon
from idea.presentation.desktop.widgets.plain_text import explain, plain_label
from idea.presentation.desktop.widgets.shapes import SHAPE_SIZE, paint_shape

MARGIN = 24
_NAME_TEXT = 18
_CONTROL = 26
_CHOOSES = "▾"
_SETTLED = "Its template has no newer version; choose what it follows"


class AgentHead(QWidget):
    """Two rows: name, state and what can be done; engine, template and skills."""

    asked = Signal(str)
    """Carries what the person wants: open, stop, launch, relaunch, engine, template, sync, skill
    or more."""
    skill_taken = Signal(str)
    """Carries the skill to be taken away."""

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._view: AgentPageView | None = None
        self._shape = _ShapeMark(skin, self)
        self._name = ElidedLabel("", self)
        self._state = ElidedLabel("", self)
        self.open = self._button("Open", "open")
        self.stop = self._button("Stop…", "stop")
        self.launch = WordButton("Launch", ButtonKind.PRIMARY, skin, self)
        self.launch.clicked.connect(self._launch)
        self.more = IconButton(Icon.MORE, "More to do with this agent", skin, self)
        self.more.setFixedSize(_CONTROL, _CONTROL)
        self.more.clicked.connect(partial(self.asked.emit, "more"))
        self.engine = self._button("", "engine")
        self.template = self._button("", "template")
        self.drift = WordButton("", ButtonKind.ATTENTION, skin, self)
        self.drift.clicked.connect(self._drift)
        self.add_skill = self._button("+", "skill")
        explain(self.add_skill, "Give a skill")
        self.add_skill.setAccessibleName("Give a skill")
        self.chips: tuple[WordButton, ...] = ()
        self._captions = [self._caption(word) for word in ("Engine", "Template", "Skills")]
        for button in (self.open, self.stop, self.launch, self.more):
            button.setFocusPolicy(self.engine.focusPolicy())
        self._arrange()
        skin.changed.connect(self._dress)
        self._dress()

    def show_view(self, view: AgentPageView) -> None:
        """Show another agent, or the same one as it is now."""
        before, self._view = self._view, view
        if before == view:
            return
        self._shape.show_shape(view.shape)
        self._name.say(view.name)
        self._state.say(view.state)
        self.open.setVisible(view.is_live)
        self.open.setText(f"Open {view.address}" if view.address else "Show")
        self.stop.setVisible(view.is_live)
        self.launch.setText("Relaunch" if view.is_live else "Launch")
        self.engine.setText(f"{view.engine} {_CHOOSES}")
        self.engine.setAccessibleName(f"Engine: {view.engine}")
        self.template.setText(f"{view.template} {_CHOOSES}")
        self.template.setAccessibleName(f"Template: {view.template}")
        self.drift.setText(view.drift)
        self.drift.setVisible(bool(view.drift))
        # Amber is for what waits for the person; an edit of their own does not.
        self.drift.show_kind(ButtonKind.ATTENTION if view.is_behind else ButtonKind.CHIP)
        says = "See what a sync with the template would write" if view.is_behind else _SETTLED
        explain(self.drift, says)
        if before is None or before.skills != view.skills:
            self._show_skills(view.skills)
        self._flow.invalidate()

    def take_keyboard(self) -> None:
        """Give the keyboard to the first button."""
        first = self.open if self._view is not None and self._view.is_live else self.launch
        first.setFocus()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._skin.theme.colors.bg1)
        painter.end()

    def _show_skills(self, skills: Sequence[tuple[str, str]]) -> None:
        for chip in self.chips:
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self._flow.removeWidget(self.add_skill)
        self.chips = tuple(self._chip(skill, name) for skill, name in skills)
        previous: QWidget = self.drift
        for part in (*self.chips, self.add_skill):
            self._flow.addWidget(part)
            part.show()
            QWidget.setTabOrder(previous, part)
            previous = part

    def _chip(self, skill: str, name: str) -> WordButton:
        chip = WordButton(f"{name} ×", ButtonKind.CHIP, self._skin, self)
        chip.setAccessibleName(f"Take the skill {name} away")
        explain(chip, f"Take the skill {name} away")
        chip.clicked.connect(partial(self.skill_taken.emit, skill))
        return chip

    def _launch(self) -> None:
        is_live = self._view is not None and self._view.is_live
        self.asked.emit("relaunch" if is_live else "launch")

    def _drift(self) -> None:
        is_behind = self._view is not None and self._view.is_behind
        self.asked.emit("sync" if is_behind else "template")

    def _button(self, word: str, asks: str) -> WordButton:
        button = WordButton(word, ButtonKind.SECONDARY, self._skin, self)
        button.clicked.connect(partial(self.asked.emit, asks))
        return button

    def _caption(self, word: str) -> QLabel:
        label = plain_label(word, self)
        label.setMinimumHeight(_CONTROL)
        return label

    def _arrange(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(10)
        top.addWidget(self._shape)
        top.addWidget(self._name)
        top.addWidget(self._state, 1)
        for button in (self.open, self.stop, self.launch, self.more):
            top.addWidget(button)
        self._flow = FlowLayout(10, 8)
        engine, template, skills = self._captions
        for part in (
            *(engine, self.engine, template, self.template, self.drift, skills),
            self.add_skill,
        ):
            self._flow.addWidget(part)
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, 16, MARGIN, 6)
        column.setSpacing(12)
        column.addLayout(top)
        column.addLayout(self._flow)

    def _dress(self) -> None:
        colors, fonts = self._skin.theme.colors, self._skin.theme.fonts
        small = fonts.ui(metrics.SECONDARY_TEXT)
        self._name.wear(fonts.semibold(_NAME_TEXT), colors.text)
        self._state.wear(fonts.ui(), colors.text2)
        for label, font, color in (
            *((caption, small, colors.text3) for caption in self._captions),
        ):
            label.setFont(font)
            label.setStyleSheet(f"color: {color.name()}; background: transparent")
        self.update()


class _ShapeMark(QWidget):
    """A state's shape."""

    def __init__(self, skin: Skin, parent: QWidget) -> None:
        super().__init__(parent)
        self._skin = skin
        self._shape = Shape.ENDED
        self.setFixedSize(QSize(SHAPE_SIZE + 4, _CONTROL))
        skin.changed.connect(self.update)

    def show_shape(self, shape: Shape) -> None:
        """Show another state."""
        self._shape = shape
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        colors = self._skin.theme.colors
        paint_shape(painter, self._shape, 2, self.height() / 2, colors)
        painter.end()
