from idea.domain.stream.pictures_shown import between_pictures

TEXT = b"x" * 40


def test_output_is_cut_before_each_new_picture():
    for begins in (b"\x1b[H", b"\x1b[1;1H", b"\x1b[2J", b"\x1b[?2026l", b"\x1b[?1049h"):
        assert list(between_pictures(TEXT + begins + TEXT)) == [TEXT, begins + TEXT]


def test_nothing_is_cut_elsewhere_and_nothing_is_lost():
    for data in (b"", TEXT, b"a\x1b[Hb\x1b[2Jc", TEXT + b"\x1b[5;7H" + TEXT, b"\x1b[H" + TEXT):
        assert b"".join(between_pictures(data)) == data
        assert len(list(between_pictures(data))) <= 1
