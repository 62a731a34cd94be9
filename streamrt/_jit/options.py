"""The options of `streamrt.jit`, checked."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Options"]


@dataclass(frozen=True, slots=True)
class Options:
    """The options of one function; see `streamrt.jit`.

    Attributes:
        static: the names or places of the parameters that are compiled in.
        donate: those of the parameters whose Buffers a call gives up.
        check: whether to trace twice and compare.
        contract: whether products and sums may be rounded once, as one operation.
        variants: the most variants that are kept.
    """

    static: tuple[str | int, ...] = ()
    donate: tuple[str | int, ...] = ()
    check: bool = False
    contract: bool = True
    variants: int = 256
