"""Where a stream starts anew because of what stands before; see `starting_points`."""

from dataclasses import dataclass

from idea.domain.stream.checkpoint import Checkpoint


@dataclass(frozen=True, slots=True, kw_only=True)
class FreshStart:
    """Why every screen starts anew, and from what."""

    reason: str
    """A sentence for the person."""
    saved: Checkpoint | None = None
    """A portable checkpoint to start from; None to start empty."""
    is_hidden: bool = False
    """Whether nobody is shown what follows, because no core survives it."""
