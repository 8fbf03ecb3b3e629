"""Terminal cores behind the port: libghostty-vt, and pyte where no wheel of it exists."""
