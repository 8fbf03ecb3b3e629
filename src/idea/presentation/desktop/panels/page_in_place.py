"""What can stand in the place of a grid; each can take the keyboard."""

from idea.presentation.desktop.panels.agent_page import AgentPage
from idea.presentation.desktop.panels.text_page import TextPage

PageInPlace = AgentPage | TextPage
