"""Hypothesis strategies for the values of a stream."""

from hypothesis import strategies as st

from idea.domain.ids import ClientId
from idea.domain.stream.messages import (
    Acknowledged,
    AttachAsked,
    Attached,
    CheckpointAsked,
    CheckpointKind,
    CheckpointPart,
    HolderChanged,
    Input,
    InputCredit,
    InputKind,
    Records,
    ReplySent,
    ResizeAsked,
    ShownChanged,
    Skipped,
    TextAsked,
)
from idea.domain.stream.records import Exit, Foreign, Gap, Holder, Output, Resize
from idea.domain.terminal import Exited, Lost, Size

seqs = st.integers(0, 2**64 - 1)
sizes = st.builds(Size, st.integers(1, 10_000), st.integers(1, 10_000))
clients = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9._-]{0,40}", fullmatch=True).map(ClientId)
sentences = st.text(st.characters(codec="utf-8"), max_size=80)
bytes_ = st.binary(max_size=300)

records = st.one_of(
    st.builds(Output, bytes_),
    st.builds(Resize, sizes),
    st.builds(Holder, st.none() | clients, seqs),
    st.builds(Gap, seqs, sentences, st.booleans()),
    st.builds(Exit, st.builds(Exited, st.integers(-64, 255)) | st.builds(Lost, sentences)),
    st.builds(Foreign, st.integers(6, 255), bytes_),
)
parts = st.builds(
    CheckpointPart,
    seqs,
    st.sampled_from(CheckpointKind),
    st.text(st.characters(codec="ascii"), max_size=40),
    sizes,
    st.integers(0, 1000),
    st.booleans(),
    bytes_,
)
client_messages = st.one_of(
    st.builds(AttachAsked, st.none() | seqs, st.none() | sizes, st.booleans(), st.just("core 1")),
    st.builds(Acknowledged, seqs),
    st.builds(Input, st.sampled_from(InputKind), bytes_, st.booleans()),
    st.builds(ReplySent, seqs, bytes_),
    st.builds(ResizeAsked, sizes),
    st.builds(ShownChanged, st.booleans()),
    parts,
)
engine_messages = st.one_of(
    st.builds(Attached, clients, seqs, seqs, sizes, st.booleans(), st.booleans()),
    parts,
    st.builds(HolderChanged, st.none() | clients, seqs, seqs),
    st.builds(Records, seqs, bytes_),
    st.builds(InputCredit, seqs),
    st.builds(TextAsked, sentences, st.booleans()),
    st.just(CheckpointAsked()),
    st.just(Skipped()),
)
