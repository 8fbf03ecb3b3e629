"""The style of Qt's own widgets (menus, line edits, dialogs), written from the tokens."""

from idea.presentation.desktop.theme import metrics
from idea.presentation.desktop.theme.theme import Theme


def stylesheet(theme: Theme) -> str:
    """Return the application's style sheet."""
    t = theme.tokens
    radius = metrics.CONTROL_RADIUS
    return f"""
QMenu {{
  background: {t.bg2}; color: {t.text}; border: 1px solid {t.line_strong};
  padding: 4px; font-size: {metrics.INTERFACE_TEXT}px;
  menu-scrollable: 1; /* A second column has no room where everything is large. */
}}
QMenu::item {{ padding: 5px 24px 5px 12px; border-radius: 5px; }}
QMenu::item:selected {{ background: {t.accent_soft}; color: {t.text}; }}
QMenu::item:disabled {{ color: {t.text3}; }}
QMenu::separator {{ height: 1px; background: {t.line}; margin: 4px 8px; }}
QMenu::right-arrow {{ width: 10px; height: 10px; }}
QMenuBar {{ background: {t.bg0}; color: {t.text2}; }}
QMenuBar::item:selected {{ background: {t.bg3}; color: {t.text}; }}
QToolTip {{
  background: {t.bg2}; color: {t.text}; border: 1px solid {t.line_strong}; padding: 4px 6px;
}}
QLineEdit {{
  background: transparent; color: {t.text}; border: none;
  selection-background-color: {t.accent_soft}; selection-color: {t.text};
}}
QDialog, QFileDialog {{ background: {t.bg1}; }}
QFileDialog QLineEdit {{
  background: {t.bg0}; border: 1px solid {t.line_strong}; border-radius: {radius}px;
  padding: 4px 6px;
}}
QPushButton {{
  background: {t.bg2}; color: {t.text}; border: 1px solid {t.line_strong};
  border-radius: {radius}px; padding: 5px 12px; min-height: 18px;
}}
QPushButton:hover {{ background: {t.bg3}; }}
QPushButton:focus {{ border-color: {t.accent}; }}
QPushButton:disabled {{ color: {t.text3}; }}
QPushButton[kind="primary"] {{
  background: {t.accent}; color: {t.bg0}; border-color: {t.accent}; font-weight: 600;
}}
QPushButton[kind="danger"] {{ color: {t.error}; }}
QScrollBar:vertical {{ background: transparent; width: 10px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: 10px; margin: 0; }}
QScrollBar::handle {{ background: {t.line_strong}; border-radius: 3px; margin: 2px; }}
QScrollBar::handle:vertical {{ min-height: 24px; }}
QScrollBar::handle:horizontal {{ min-width: 24px; }}
QScrollBar::handle:hover {{ background: {t.text3}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QScrollArea {{ background: transparent; border: none; }}
Sheet QLabel {{ color: {t.text2}; }}
Sheet QLabel[says="title"], Sheet QLabel[says="field"] {{ color: {t.text}; }}
Sheet QLabel[says="fault"] {{ color: {t.error}; }}
Sheet QLabel[says="sample"] {{
  color: {t.text}; background: {t.term}; border: 1px solid {t.line}; padding: 8px;
}}
Sheet QLineEdit {{
  background: {t.bg0}; color: {t.text}; padding: 5px 8px;
  border: 1px solid {t.line_strong}; border-radius: {radius}px;
}}
Sheet QLineEdit:focus {{ border-color: {t.accent}; }}
Sheet QCheckBox {{ color: {t.text}; padding-top: 6px; spacing: 6px; }}
Sheet QPlainTextEdit {{
  color: {t.text}; background: {t.term}; border: 1px solid {t.line}; padding: 6px;
}}
Sheet QPlainTextEdit:focus {{ border-color: {t.accent}; }}
WindowPage QLineEdit, WindowPage QComboBox {{
  background: {t.bg2}; color: {t.text}; padding: 3px 8px;
  border: 1px solid {t.line_strong}; border-radius: {radius}px; min-height: 20px;
}}
WindowPage QLineEdit:focus, WindowPage QComboBox:focus {{ border-color: {t.accent}; }}
WindowPage QComboBox QAbstractItemView {{
  background: {t.bg2}; color: {t.text}; border: 1px solid {t.line_strong}; outline: 0;
  selection-background-color: {t.accent_soft}; selection-color: {t.text};
}}
WindowPage QScrollArea, WindowPage QScrollArea > QWidget > QWidget {{ background: {t.bg1}; }}
WindowPage QCheckBox {{ color: {t.text2}; spacing: 6px; }}
WindowPage QCheckBox:focus {{ color: {t.text}; }}
WindowPage QCheckBox::indicator, Sheet QCheckBox::indicator {{
  width: 13px; height: 13px; border-radius: 3px;
  border: 1px solid {t.text3}; background: {t.bg2};
}}
WindowPage QCheckBox::indicator:focus, Sheet QCheckBox::indicator:focus {{
  border-color: {t.accent};
}}
WindowPage QCheckBox::indicator:checked, Sheet QCheckBox::indicator:checked {{
  background: {t.accent}; border-color: {t.accent};
}}
"""
