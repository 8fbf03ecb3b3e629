"""Opens the page of a text in place of the grid, keeps it true, and goes back to the grid.

Main thread only. A page that was left keeps what was typed in it until that is saved or given up.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtWidgets import QWidget

from idea.application.projects.text_drafts import (
    KeepTextDraftRequest,
    ListTextDraftsRequest,
    TextDraftView,
)
from idea.domain.errors import ConflictError, IdeaError, NotFoundError
from idea.domain.skill import content_hash
from idea.domain.visible import visible
from idea.presentation.desktop.panels.text_page import TextPage
from idea.presentation.desktop.shell.draft_keeping import DraftKeeping
from idea.presentation.desktop.shell.notices import Notices
from idea.presentation.desktop.shell.pages import Pages
from idea.presentation.desktop.shell.runner import Runner
from idea.presentation.desktop.shell.unsaved_texts import UnsavedText, when_saved
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.desk import Desk

type Failed = Callable[[BaseException], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a text is to say."""

    text: str
    instead_of: str
    """What it said when it was read."""
    keep_replaced: bool
    """Whether what it says by now goes into the trash."""


class PageText(ABC):
    """A text that a page can show; what it stands for may be gone by now."""

    is_new = False
    """Whether there is nothing to read yet."""

    def __init__(
        self,
        key: str,
        project: str,
        kind: str,
        buttons: Sequence[tuple[str, Callable[[], object]]],
    ) -> None:
        """`key` tells it from others of its project; `kind` and `buttons` are in words."""
        self.key = key
        self.project = project
        self.kind = kind
        self.buttons = buttons

    @property
    @abstractmethod
    def head(self) -> tuple[str, str] | None:
        """Its name and what is known about it; None when it is gone."""

    @abstractmethod
    def read(self, then: Callable[[str], object], failed: Failed) -> None:
        """Ask what it says."""

    @abstractmethod
    def write(self, wanted: Wanted, then: Callable[[str], object], failed: Failed) -> None:
        """Keep another text, unless it says something else by now than it is written instead of."""


@dataclass(slots=True, kw_only=True)
class _Open:
    """A page, whether it is in front or not."""

    page: TextPage
    text: PageText
    is_gone: bool = False
    """Whether there was no such text when it was asked for last."""
    drafts: DraftKeeping
    has_looked: bool = False
    """Whether somebody looked for what was typed before."""
    is_over: bool = False
    """Whether nobody sees it any more: what comes in for it then is too late."""


class TextPages:
    """Keeps one page for each text that was opened; dialogs open over `window`."""

    def __init__(
        self,
        desk: Desk,
        runner: Runner,
        pages: Pages,
        skin: Skin,
        window: QWidget,
        *,
        notices: Notices,
        give_back_focus: Callable[[], None],
    ) -> None:
        self._desk = desk
        self._runner = runner
        self._pages = pages
        self._skin = skin
        self._window = window
        self._notices = notices
        self._give_back_focus = give_back_focus
        self._all: dict[tuple[str, str], _Open] = {}
        self.before_open: Callable[[str], object] = lambda _project: None
        """Called before a page takes the place of a project's grid, or of another page."""

    def has(self, project: str, key: str) -> bool:
        """Whether a text has a page, in front or not."""
        return (project, key) in self._all

    def open(self, text: PageText) -> None:
        """Show the page of a text in place of its project's grid."""
        known = self._all.get((text.project, text.key))
        if known is None:
            known = self._all[text.project, text.key] = self._make(text)
        self.before_open(text.project)
        if self._in_front(text.project) is not known:
            self.leave(text.project)
        self._pages.open_page(text.project, known.page)
        self._desk.show_project(text.project)
        self._show_head(known)
        self._read(known)
        self._desk.on_change()
        known.page.take_keyboard()

    def become(self, old: PageText, new: PageText) -> None:
        """Let the page of a text be that of another one from now on, as once it was made."""
        known = self._all.pop((old.project, old.key), None)
        if known is not None:
            known.text = new
            self._all[new.project, new.key] = known
            self._runner.ask_quietly(_keeping(old, ""))  # What is typed from now on is the new's.
            self._add_buttons(known)
            self._show_head(known)

    def close(self, project: str) -> None:
        """Show the grid again; what was typed stays with the page."""
        if self.leave(project):
            self._desk.on_change()
            self._give_back_focus()

    def leave(self, project: str) -> bool:
        """Let a page go from its place, and say what it keeps; False when none is there."""
        known = self._in_front(project)
        if known is None:
            return False
        self._pages.close_page(project)
        if known.page.has_unsaved:
            name = self._name(known)
            self._notices.offer(
                visible(f"What you typed in {name} is on its page, unsaved."),
                "Go on",
                lambda: self.open(known.text),
                project,
            )
        else:
            self._forget(known)
        return True

    def front(self) -> str:
        """Return the key of the text whose page is in front; empty for none."""
        known = self._in_front(self._desk.current)
        return "" if known is None else known.text.key

    def refresh(self) -> None:
        """Show in the head of the page in front what is known by now."""
        known = self._in_front(self._desk.current)
        if known is not None:
            self._show_head(known)

    def outdated(self, project: str) -> None:
        """Ask anew what the page in front shows, if it may be another."""
        known = self._in_front(self._desk.current)
        if known is not None and project in {"", known.text.project}:
            self._read(known)

    def keep_only(self, projects: Sequence[str]) -> None:
        """Let go of the pages of closed tabs, but of no text that is not saved."""
        for known in [one for (project, _), one in self._all.items() if project not in projects]:
            if self._in_front(known.text.project) is known:
                self._pages.close_page(known.text.project)
            if not known.page.has_unsaved:
                self._forget(known)

    def unsaved(self, project: str) -> list[UnsavedText]:
        """Return what is unsaved in a project, or anywhere for an empty one."""
        return [
            UnsavedText(
                name=self._name(one),
                editor=one.page.editor,
                save=partial(self._save, one),
                show=partial(self.open, one.text),
            )
            for (where, _), one in self._all.items()
            if where == (project or where) and one.page.has_unsaved
        ]

    def when_saved(self, project: str, then: Callable[[], object]) -> None:
        """Call `then` once nothing is unsaved in a project, or anywhere for an empty one."""
        unsaved = self.unsaved(project)
        when_saved(unsaved, then, self._skin, self._window, what="What you typed in")

    def _make(self, text: PageText) -> _Open:
        page = TextPage(text.kind, self._skin)
        drafts = DraftKeeping(page.editor, lambda typed: _keeping(known.text, typed), self._runner)
        known = _Open(page=page, text=text, drafts=drafts)
        self._add_buttons(known)
        if not text.is_new:
            # What is typed before the text is there would stand against it.
            page.editor.set_read_only("Reading…")
        page.left.connect(lambda: self.close(text.project))
        page.editor.saved.connect(lambda typed: self._save(known, typed))
        if text.is_new:
            self._look_for_draft(known)
        return known

    def _look_for_draft(self, known: _Open) -> None:
        """Ask, once, about what was typed there when a window ended."""
        if known.has_looked:
            return
        known.has_looked = True

        def offer(found: Sequence[TextDraftView]) -> None:
            draft = next((one for one in found if one.of == known.text.key), None)
            if draft is not None and not known.is_over:
                known.page.editor.set_read_only("")
                known.drafts.offer(lambda take: take(draft.text))

        self._runner.ask_quietly(ListTextDraftsRequest(project=known.text.project), offer)

    def _add_buttons(self, known: _Open) -> None:
        for words, pressed in known.text.buttons:
            known.page.add_button(words, pressed)

    def _show_head(self, known: _Open) -> None:
        head = known.text.head
        if head is not None:
            known.page.show_head(*map(visible, head))

    def _read(self, known: _Open) -> None:
        editor = known.page.editor

        def failed(error: BaseException) -> None:
            if known.is_over:
                return
            if isinstance(error, NotFoundError):
                known.is_gone = True
                editor.ask(
                    f"This {known.text.kind.lower()} is no more; copy what you want to keep.",
                    (("Close", lambda: self._give_up(known)),),
                )
            elif isinstance(error, IdeaError):
                editor.say(error.sentence)
            self._look_for_draft(known)

        def take(text: str) -> None:
            if known.is_over:
                return
            editor.set_read_only("")
            if known.is_gone:
                known.is_gone = False
                editor.say("")
            # What differs in blanks at its ends alone is no news, and would cost the undo.
            mine = (one for one in (editor.kept, editor.text()) if one)
            same = (one for one in mine if content_hash(one) == content_hash(text))
            editor.offer(next(same, text))
            self._look_for_draft(known)

        known.text.read(take, failed)

    def _save(
        self,
        known: _Open,
        typed: str,
        then: Callable[[], object] | None = None,
        otherwise: Callable[[], object] | None = None,
    ) -> None:
        editor = known.page.editor

        def kept(text: str) -> None:
            if not known.is_over:
                editor.keep(text)
            if then is not None:
                then()

        def failed(error: BaseException) -> None:
            if known.is_over:
                return
            if isinstance(error, ConflictError):
                self._read(known)
            elif isinstance(error, IdeaError):
                editor.say(error.sentence)
            if otherwise is not None:
                otherwise()

        wanted = Wanted(text=typed, instead_of=editor.kept, keep_replaced=editor.replaces)
        known.text.write(wanted, kept, failed)

    def _in_front(self, project: str) -> _Open | None:
        shown = self._pages.page(project)
        return next((one for one in self._all.values() if one.page is shown), None)

    def _name(self, known: _Open) -> str:
        head = known.text.head
        return known.text.kind if head is None else head[0]

    def _give_up(self, known: _Open) -> None:
        known.page.editor.set_text(known.page.editor.kept)
        self.close(known.text.project)

    def _forget(self, known: _Open) -> None:
        known.is_over = True
        del self._all[known.text.project, known.text.key]
        self._pages.drop(known.page)


def _keeping(text: PageText, typed: str) -> KeepTextDraftRequest:
    return KeepTextDraftRequest(project=text.project, of=text.key, text=typed)
