"""What a window stands on; the composition root makes it, tests make it of fakes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from idea.application.use_case import UseCases
from idea.domain.ports.crash_reports import CrashReports
from idea.domain.ports.desktop_notifier import DesktopNotifier
from idea.domain.ports.kept_texts import KeptTexts
from idea.presentation.desktop.bridge.dispatcher import Dispatcher
from idea.presentation.desktop.bridge.feed_bridge import FeedBridge
from idea.presentation.desktop.shell.opening import Outside
from idea.presentation.desktop.shell.terminals import Terminals
from idea.presentation.desktop.shell.theme_choice import ThemeChoice
from idea.presentation.desktop.viewmodels.about import Installation
from idea.presentation.desktop.viewmodels.keymap import Keymap


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowServices:
    """What a window stands on."""

    dispatcher: Dispatcher
    use_cases: UseCases
    feed: FeedBridge
    terminals: Terminals
    themes: ThemeChoice
    outside: Outside
    notifier: DesktopNotifier
    keymap: Keymap
    now: Callable[[], datetime]
    reports: CrashReports
    texts: KeptTexts
    installation: Callable[[], Installation] = Installation
    """Looks at what is installed; takes a moment."""
    home: str = ""
    host: str = ""
    """What this machine is called, to tell its folders from those of others."""
    scale: float = 1.0
    """By how much the window is drawn larger than its pixels are counted in the workspace."""
    comes_back: bool = False
    """Whether a window that ends to start again is followed by another one."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """Variables of this process that new sessions need."""
