"""Side bar, status line, banners, palette."""
