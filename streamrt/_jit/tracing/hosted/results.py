"""The place and the results of calls by the host, which all kinds of them need."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from streamrt._ir.program import Value
from streamrt._jit.tracing.elementwise import store
from streamrt._jit.tracing.recording import Recording, tuple_of
from streamrt._jit.tracing.ufunc_calls import place_of

__all__ = ["finished", "named_place"]


def named_place(recording: Recording, ufunc: np.ufunc, what: str) -> str:
    """Returns the place of a ufunc.

    Raises:
        TraceError: programs may not have it.
    """
    place = place_of(ufunc)
    if not place:
        raise recording.error(
            f"{what}: programs do not have it, and the host cannot call it by a module and this "
            "name; compute it outside"
        )
    return place


def finished(recording: Recording, made: Sequence[Value], out: Any, what: str) -> Any:
    """Returns results as cells, or writes them into `out=`."""
    cells = [recording.kind(recording, value) for value in made]
    outs = tuple_of(out) if out is not None else (None,) * len(cells)
    done = [
        cell if to is None else store(recording, to, cell, f"{what}(out=...)")
        for cell, to in zip(cells, outs, strict=True)
    ]
    return done[0] if len(done) == 1 else tuple(done)
