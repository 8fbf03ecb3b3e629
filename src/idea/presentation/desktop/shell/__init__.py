"""The window itself: tabs, menus, shortcuts, dialogs."""
