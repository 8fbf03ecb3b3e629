"""Terminal cores: libghostty-vt and pyte behind one port."""
