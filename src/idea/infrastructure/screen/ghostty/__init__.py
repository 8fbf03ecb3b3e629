"""The main core: libghostty-vt as packed by the pyghostty wheel."""
