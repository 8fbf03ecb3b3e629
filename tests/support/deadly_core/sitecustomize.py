"""Lets real cores die of what a test prints: put this folder first in `PYTHONPATH`.

Cores of every process of IdeA then abort at the bytes `DIE-` `CORE`, but not those of a process
with an argument named in `IDEA_TEST_SPARED`, such as `worker-process`. With
`IDEA_TEST_CORE=unguarded` they are fed what their guard would have clamped instead, and die of what
really kills them.
"""

import importlib.machinery
import os
import sys

DEADLY = b"DIE-" + b"CORE"
_CORE = "idea.infrastructure.screen.ghostty.screen"
_GUARD = "idea.infrastructure.screen.sequence_guard"


class _Poisoner:
    """Finds the module of the core as usual, and changes it once it is loaded."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name not in {_CORE, _GUARD}:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        execute = spec.loader.exec_module

        def exec_module(module):
            execute(module)
            _poison(name, module)

        spec.loader.exec_module = exec_module
        return spec


def _poison(name, module):
    is_unguarded = os.environ.get("IDEA_TEST_CORE") == "unguarded"
    if name == _GUARD and is_unguarded:
        module.SequenceGuard.filter = lambda _, data: data
    elif name == _CORE and not is_unguarded:
        feed = module.GhosttyScreen.feed

        def deadly_feed(self, data):
            if DEADLY in data:
                os.abort()
            return feed(self, data)

        module.GhosttyScreen.feed = deadly_feed


if not set(sys.orig_argv) & set(os.environ.get("IDEA_TEST_SPARED", "").split()):
    sys.meta_path.insert(0, _Poisoner)
