"""Carries out what somebody outside asks of the window: `idea action run`."""

from idea.application.workspace.tell_outcome import TellOutcomeRequest
from idea.application.workspace.views import ActionAsked
from idea.domain.errors import IdeaError
from idea.presentation.desktop.shell.runner import Runner
from idea.presentation.desktop.viewmodels.action_registry import ActionRegistry


class CalledActions:
    """Answers every call with why it was refused, if it was; main thread only."""

    def __init__(self, registry: ActionRegistry, runner: Runner) -> None:
        self._registry = registry
        self._ask = runner.ask_quietly

    def carry_out(self, asked: ActionAsked) -> None:
        """Invoke the action as the palette would, and tell how that went."""
        refusal = ""
        try:
            self._registry.invoke(asked.action, asked.argument)
        except IdeaError as error:
            refusal = error.sentence
        self._ask(TellOutcomeRequest(call=asked.call, refusal=refusal))
