"""Menus built from the catalogue; with `shortcuts` the only place that makes Qt actions."""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import partial

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from idea.domain.actions.catalogue import BY_ID, menu_groups
from idea.domain.actions.spec import ActionSpec, Menu
from idea.domain.actions.when import holds
from idea.presentation.desktop.viewmodels.action_registry import ActionRegistry
from idea.presentation.desktop.viewmodels.keymap import Keymap

SESSION_ROW = (Menu.SESSION_CONTEXT, Menu.AGENT_CONTEXT)
_LIBRARY_ROWS = {
    *(Menu.SKILL_CONTEXT, Menu.TEMPLATE_CONTEXT, Menu.RECIPE_CONTEXT),
    *(Menu.DRIFT_CONTEXT, Menu.ENGINE_CONTEXT),
}
_AT_POINTER = {
    Menu.CELL_CONTEXT,
    Menu.RANGE_CONTEXT,
    Menu.TAB_CONTEXT,
    *SESSION_ROW,
    *_LIBRARY_ROWS,
}
_BAR = tuple(menu for menu in Menu if menu not in _AT_POINTER)
_ROW_TITLES = {
    "cell.attach_session": "Show here",
    "agent.launch": "Launch",
    "recipe.open": "Open",
    "recipe.delete": "Delete recipe",
    "agent.open_page": "Agent's page",
    "skill.give": "Give to an agent…",
    "skill.take": "Take from an agent…",
    "template.choose_engine": "Engine…",
    "template.show_versions": "Versions…",
    "profile.agree": "Agree to it…",
}
"""Where what it is about is chosen already."""


def _row_groups(menu: Menu) -> Sequence[Sequence[ActionSpec]]:
    """Return the groups of a row's menu; what is done to sessions is one."""
    groups = menu_groups(menu)
    if menu is Menu.SESSION_CONTEXT:
        return [[spec for group in groups for spec in group]]
    return groups


def pop_up(menu: QMenu, point: QPoint) -> None:
    """Open a menu at a global position; it is gone once it closed."""
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.popup(point)


class Menus:
    """Makes menus whose entries are enabled by the facts of the moment they open."""

    def __init__(
        self,
        registry: ActionRegistry,
        keymap: Keymap,
        invoke: Callable[[str], None],
        words: Callable[[], Mapping[str, str]],
    ) -> None:
        """Build menus; `words` say what has the focus, for titles that name it."""
        self._registry = registry
        self._keymap = keymap
        self._invoke = invoke
        self._words = words

    def key_of(self, action: str) -> str:
        """Return the key of an action as this platform writes it; empty for none."""
        return self._keymap.shown(action)

    def build(self, menu: Menu, parent: QWidget) -> QMenu:
        """Return one menu; it is rebuilt whenever it opens."""
        shown = QMenu(menu.value, parent)
        shown.setToolTipsVisible(True)
        self._fill(shown, menu)
        shown.aboutToShow.connect(lambda: self._refresh(shown))
        return shown

    def row_menu(
        self,
        facts: AbstractSet[str],
        invoke: Callable[[str], None],
        parent: QWidget,
        menus: Sequence[Menu] = SESSION_ROW,
    ) -> QMenu:
        """Return what can be done to what a row stands for, which need not be the focused one."""
        shown = QMenu(parent)
        shown.setToolTipsVisible(True)
        groups = [group for menu in menus for group in _row_groups(menu)]
        for group in groups:
            fitting = [spec for spec in group if holds(spec.when, facts)]
            if fitting and not shown.isEmpty():
                shown.addSeparator()
            for spec in fitting:
                # The keys act on the focused cell, so they are not told here.
                action = QAction(_ROW_TITLES.get(spec.id, spec.title), shown)
                action.setObjectName(spec.id)
                action.triggered.connect(partial(invoke, spec.id))
                shown.addAction(action)
        return shown

    def main_menu(self, parent: QWidget) -> QMenu:
        """Return the menu of menus."""
        shown = QMenu(parent)
        for menu in _BAR:
            shown.addMenu(self.build(menu, shown))
        return shown

    def menu_bar(self) -> QMenuBar:
        """Return the menu bar of platforms that have one above all windows."""
        bar = QMenuBar()
        for menu in _BAR:
            bar.addMenu(self.build(menu, bar))
        return bar

    def pop_up(self, parent: QWidget, menu: Menu, point: QPoint) -> None:
        """Open one menu at a global position."""
        pop_up(self.build(menu, parent), point)

    def pop_up_main(self, parent: QWidget, point: QPoint) -> None:
        """Open the menu of menus at a global position."""
        pop_up(self.main_menu(parent), point)

    def pop_up_family(self, parent: QWidget, menu: Menu, family: str, point: QPoint) -> None:
        """Open what a menu holds of one family of actions, at a global position."""
        shown = QMenu(parent)
        shown.setToolTipsVisible(True)
        self._fill(shown, menu, family)
        pop_up(shown, point)

    def _fill(self, shown: QMenu, menu: Menu, family: str = "") -> None:
        for group in menu_groups(menu):
            fitting = [spec for spec in group if family in {"", spec.family}]
            if fitting and not shown.isEmpty():
                shown.addSeparator()
            for spec in fitting:
                shown.addAction(self._action(spec, shown))
        self._refresh(shown)

    def _action(self, spec: ActionSpec, parent: QMenu) -> QAction:
        action = QAction(self._text(spec, spec.title), parent)
        action.setObjectName(spec.id)
        action.setToolTip(spec.sentence)
        action.triggered.connect(lambda: self._invoke(spec.id))
        return action

    def _text(self, spec: ActionSpec, title: str) -> str:
        # The key is only written here: `shortcuts` owns it, also while an action is not enabled.
        key = self._keymap.shown(spec.id)
        return (f"{title}\t{key}" if key else title).replace("&", "&&")

    def _refresh(self, shown: QMenu) -> None:
        enabled, words = self._registry.enabled(), self._words()
        for action in shown.actions():
            if action.objectName():
                action.setEnabled(action.objectName() in enabled)
                spec = BY_ID[action.objectName()]
                if spec.title_now:
                    action.setText(self._text(spec, spec.titled(words)))
