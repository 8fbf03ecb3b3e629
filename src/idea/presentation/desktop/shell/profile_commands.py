"""Carries out the actions on engines: the AI programs that agents can run on."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtWidgets import QWidget

from idea.application.profiles.agree_to_profile import AgreeToProfileRequest
from idea.application.profiles.check_profile import CheckProfileRequest
from idea.application.profiles.delete_profile import DeleteProfileRequest
from idea.application.profiles.save_profile import SaveProfileRequest
from idea.application.profiles.show_profile import ShowProfileRequest
from idea.application.profiles.views import ProfileText, ProfileView
from idea.application.settings.set_setting import SetSettingRequest
from idea.domain.visible import visible
from idea.presentation.desktop.shell.agree_dialog import AgreeDialog
from idea.presentation.desktop.shell.notices import Notices
from idea.presentation.desktop.shell.palette_opener import PaletteOpener
from idea.presentation.desktop.shell.profile_dialog import ProfileDialog
from idea.presentation.desktop.shell.stage import Stage
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.action_registry import Work
from idea.presentation.desktop.viewmodels.agents import engine_entries
from idea.presentation.desktop.viewmodels.library import Library
from idea.presentation.desktop.viewmodels.library_rows import engine_words

_PLAIN = "custom"
"""The profile of a plain command, to begin one's own with."""
CHOSEN = "agents.engine"
"""The setting that names the engine of new agents."""


class ProfileCommands:
    """Main thread only; dialogs open over `window`."""

    def __init__(
        self,
        stage: Stage,
        library: Library,
        skin: Skin,
        window: QWidget,
        *,
        opener: PaletteOpener,
        notices: Notices,
        look_again: Callable[[], None],
    ) -> None:
        """`look_again` looks for the programs of all engines."""
        self._desk = stage.desk
        self._ask = stage.runner.ask
        self._ask_in_place = stage.runner.ask_in_place
        self._library = library
        self._skin = skin
        self._window = window
        self._opener = opener
        self._notices = notices
        self._look_again = look_again
        self._on_one: Mapping[str, Callable[[ProfileView], None]] = {
            "profile.choose": self._use_for_new,
            "profile.agree": self._agree,
            "profile.delete": self._delete,
            "profile.edit": self._edit,
        }

    def work(self) -> dict[str, Work]:
        """Return the code of every action here."""
        return {
            "profile.look_again": self._look,
            "profile.choose": lambda: self._choose(
                "profile.choose", lambda one: bool(one.path) and one.agreed
            ),
            "profile.create": self._create,
            "profile.edit": lambda: self._choose("profile.edit", lambda _: True),
            "profile.agree": lambda: self._choose("profile.agree", lambda one: not one.agreed),
            "profile.delete": lambda: self._choose(
                "profile.delete", lambda one: one.origin == "yours"
            ),
        }

    def facts_of(self, profile: str) -> frozenset[str]:
        """Return what is true of an engine, in the words of the catalogue."""
        known = self._library.profile(self._desk.current, profile)
        stated = {
            "profile.brought": known is not None and not known.agreed,
            "profile.own": known is not None and known.origin == "yours",
            "profile.found": known is not None and bool(known.path) and known.agreed,
        }
        return frozenset(name for name, holds in stated.items() if holds)

    def do(self, action: str, profile: str) -> None:
        """Carry out an action on an engine, if it is still there."""
        known = self._library.profile(self._desk.current, profile)
        if known is not None:
            self._on_one[action](known)

    def _look(self) -> None:
        self._look_again()
        self._notices.tell("Looking for AI programs again.", self._desk.current)

    def _choose(self, action: str, fits: Callable[[ProfileView], bool]) -> None:
        found = self._library.profiles(self._desk.current)
        profiles: Sequence[ProfileView] = () if found is None else found.profiles
        fitting = [one for one in profiles if fits(one)]
        if fitting:
            self._opener.choose(
                engine_entries(fitting, verb="choose", all_enabled=True),
                "Which engine?",
                lambda one: self.do(action, one),
            )
        else:
            self._notices.tell("There is no engine for that.", self._desk.current)

    def _create(self) -> None:
        def offer(found: ProfileText) -> None:
            text = found.text.replace(f'"{_PLAIN}"', '"my-command"')
            self._open(
                "Add a command",
                "Give it an id and a name of its own and the command to run. Check tells whether "
                "its program is here.",
                text.replace(f'"{found.view.name}"', '"My command"'),
            )

        self._ask(ShowProfileRequest(profile=_PLAIN), offer)

    def _edit(self, profile: ProfileView) -> None:
        project = self._desk.current

        def offer(found: ProfileText) -> None:
            view = found.view
            origin = {
                "built in": "It comes with IdeA. Saved, it is yours and stands before IdeA's own.",
                "yours": "It is yours.",
                "project": f"It comes with this project, where it is {view.file}.",
            }.get(view.origin, "")
            # Of a text that is only shown its program is not known.
            known = engine_words(profile)
            words = f"{known[:1].upper()}{known[1:].rstrip('.')}. {origin}"
            dialog = self._open(f"Engine {visible(view.name)}", visible(words), found.text)
            if view.origin == "project":
                # What a project brings stands before what is the person's own.
                dialog.text.setReadOnly(True)
                dialog.save.hide()

        self._ask(ShowProfileRequest(profile=profile.id, project=project), offer)

    def _open(self, title: str, words: str, text: str) -> ProfileDialog:
        return ProfileDialog.edit(
            title, words, text, self._skin, self._window, check=self._check, save=self._save
        )

    def _check(self, dialog: ProfileDialog) -> None:
        request = CheckProfileRequest(text=dialog.text.toPlainText())
        dialog.tell("Looking for its program…")
        self._ask_in_place(request, lambda found: dialog.tell(_checked(found)), _refusing(dialog))

    def _save(self, dialog: ProfileDialog) -> None:
        def saved(found: ProfileText) -> None:
            if not dialog.is_left:
                dialog.accept()
            said = " ".join((f"The engine {found.view.name} is saved.", *found.notices))
            self._notices.tell(visible(said), self._desk.current)

        request = SaveProfileRequest(text=dialog.text.toPlainText())
        self._ask_in_place(request, saved, _refusing(dialog))

    def _use_for_new(self, profile: ProfileView) -> None:
        before = self._desk.state.setting(CHOSEN, "")
        back = SetSettingRequest(name=CHOSEN, value=before or None)
        self._ask(
            SetSettingRequest(name=CHOSEN, value=profile.id),
            lambda _: self._notices.offer(
                visible(f"New agents run on {profile.name} where nobody names an engine."),
                "Undo",
                lambda: self._ask(back),
            ),
        )

    def _agree(self, profile: ProfileView) -> None:
        project = self._desk.current

        def offer(found: ProfileText) -> None:
            request = AgreeToProfileRequest(profile=profile.id, project=project)
            AgreeDialog.ask(found, self._skin, self._window, lambda: self._ask(request))

        self._ask(ShowProfileRequest(profile=profile.id, project=project), offer)

    def _delete(self, profile: ProfileView) -> None:
        def told(gone: ProfileText) -> None:
            self._notices.offer(
                visible(f"The engine {gone.view.name} of yours is deleted."),
                "Undo",
                lambda: self._ask(SaveProfileRequest(text=gone.text)),
                self._desk.current,
            )

        self._ask(DeleteProfileRequest(profile=profile.id), told)


def _checked(found: ProfileText) -> str:
    view = found.view
    program = view.fault or f"Its program is {view.path} {view.version}".strip() + "."
    return " ".join((f"{view.name} can be saved.", program, *found.notices))


def _refusing(dialog: ProfileDialog) -> Callable[[BaseException], None]:
    def refuse(error: BaseException) -> None:
        dialog.refuse(str(error))

    return refuse
