"""What can stand in the place of a grid; each can take the keyboard."""

from idea.presentation.desktop.panels.agent_page import AgentPage
from idea.presentation.desktop.panels.text_page import TextPage
from idea.presentation.desktop.panels.window_page import WindowPage

PageInPlace = AgentPage | TextPage | WindowPage
