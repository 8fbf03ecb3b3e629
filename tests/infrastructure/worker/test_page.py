"""The shared page says which core was called last, also after its writer died."""

import os

import pytest

from idea.infrastructure.worker.page import FeedPage, make_page

pytestmark = pytest.mark.posix


def test_what_one_process_marks_the_other_reads(tmp_path):
    descriptor = make_page(tmp_path)
    reader = FeedPage(descriptor)
    assert reader.marked() == (0, 0)

    child = os.fork()
    if not child:
        FeedPage(descriptor).mark(7, 1 << 40)
        os._exit(0)
    os.waitpid(child, 0)
    os.close(descriptor)

    assert reader.marked() == (7, 1 << 40)
    reader.close()
    assert not list(tmp_path.glob("worker-page*"))
