"""What is typed into a program, apart from keys."""

from fakes.terminal_input import FakeInputEncoder
from idea.domain.stream.messages import ClientMessage, Input
from idea.presentation.desktop.terminal.program_input import ProgramInput


def test_composed_text_types_no_control_character_and_survives_half_characters() -> None:
    sent: list[ClientMessage] = []
    program = ProgramInput(encoder=FakeInputEncoder(), send=sent.append, refused=lambda _: None)
    program.allow(1024)

    for text in ("日本\x1b[A", "two\nlines", "\ud83d"):
        assert program.commit(text)

    typed = [message.data for message in sent if isinstance(message, Input)]
    assert typed == ["日本[A".encode(), b"two\rlines", b"?"]


def test_composing_nothing_types_nothing() -> None:
    program = ProgramInput(encoder=FakeInputEncoder(), send=lambda _: None, refused=lambda _: None)

    assert not program.commit("")
