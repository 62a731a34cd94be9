"""Functions of tables, counts and signals in a trace: interp, correlate, histogram, isin.

Those that are host calls are told so in called.py; the others are compositions.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from streamrt._compile.signatures.dtypes import DTYPES, from_numpy
from streamrt._ir.program import Value
from streamrt._jit.tracing.cells import Cell
from streamrt._jit.tracing.elementwise import elementwise, select
from streamrt._jit.tracing.operands import cell_of, value_of
from streamrt._jit.tracing.recording import NoRuleError, Recording
from streamrt._jit.tracing.rules import shaping
from streamrt._jit.tracing.rules.compositions import result_type_
from streamrt._jit.tracing.rules.constructions import asarray_
from streamrt._jit.tracing.rules.reductions import integer_of, reduce

__all__ = ["bincount_", "correlated", "histogram_", "interpolated", "isin_", "linspace_"]

_np: Any = np
"""NumPy, of which type checkers do not know that it takes tracers."""


def interpolated(
    recording: Recording, x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None
) -> Any:
    """Returns np.interp without a period."""
    recording.begin()
    wide = [recording.cast(value_of(recording, each), DTYPES["f64"]) for each in (x, xp, fp)]
    at, known, values = wide
    if len(known.shape) != 1 or known.shape != values.shape or not known.size:
        raise recording.value_error(f"np.interp at {known} with values {values}: they do not fit")
    made: Any = recording.kind(recording, recording.builder.apply("interp", *wide))
    ends = recording.kind(recording, known)
    place = recording.kind(recording, at)
    for given, end, compare in ((left, 0, np.less), (right, known.size - 1, np.greater)):
        if given is not None:
            edge = ends.viewed(("slice", ((end,), (1,), (1,))), ("reshape", ((),)))
            (test,) = elementwise(recording, compare, (place, edge))
            made = select(recording, test, given, made)
    return made


_MODES = {0: 0, 1: 1, 2: 2, "v": 0, "s": 1, "f": 2}

FEW = 16
"""The elements of the shorter one of two arrays up to which these are taken one by one, without a
host call."""


def correlated(recording: Recording, a: Any, v: Any, mode: Any = "valid") -> Any:
    """Returns np.correlate."""
    recording.begin()
    one, two = value_of(recording, a), value_of(recording, v)
    chosen = _MODES.get(mode if isinstance(mode, int) else str(mode)[:1])
    if chosen is None or len(one.shape) != 1 or len(two.shape) != 1 or not one.size * two.size:
        raise recording.value_error(f"np.correlate of {one} and {two}, mode {mode!r}: no such")
    dtype = from_numpy(np.promote_types(one.dtype.numpy, two.dtype.numpy))
    assert dtype is not None  # the dtypes of programs promote to one of them
    if dtype.kind == "b":
        raise recording.type_error("np.correlate of bools: write .astype first")
    long, short = (recording.cast(each, dtype) for each in (one, two))
    if short.size <= FEW and short.size <= long.size and dtype.name != "f16":
        return _sum_of_slices(recording, long, short, chosen)
    made = recording.builder.apply("correlate", long, short, attributes=(chosen,))
    return recording.kind(recording, made)


def _sum_of_slices(recording: Recording, long: Value, short: Value, mode: int) -> Cell:
    """Returns the sum of a signal's slices, each multiplied by an element of a short one.

    Zeros beside the signal are there for the few elements at its ends only.
    """
    builder, n = recording.builder, short.size
    parts = [_inner(recording, long, short)]
    before, behind = ((0, 0), (n // 2, n - 1 - n // 2), (n - 1, n - 1))[mode]
    head, tail = ((0, n - 1), (long.size - n + 1, n - 1))
    for count, (start, length), is_first in ((before, head, True), (behind, tail, False)):
        if count:
            piece = builder.apply("slice", long, attributes=((start,), (1,), (length,)))
            zeros = builder.full(0, long.dtype.name, (count,))
            both = (zeros, piece) if is_first else (piece, zeros)
            joined = builder.apply("concatenate", *both, attributes=(0,))
            parts.insert(0 if is_first else 1 + (before > 0), _inner(recording, joined, short))
    made = parts[0] if len(parts) == 1 else builder.apply("concatenate", *parts, attributes=(0,))
    return recording.kind(recording, made)


def _inner(recording: Recording, long: Value, short: Value) -> Value:
    """Returns the sums to which the short signal contributes as a whole."""
    builder, count = recording.builder, long.size - short.size + 1
    total: Value | None = None
    for k in range(short.size):
        piece = builder.apply("slice", long, attributes=((k,), (1,), (count,)))
        element = builder.apply("slice", short, attributes=((k,), (1,), (1,)))
        factor = builder.apply("reshape", element, attributes=((),))
        part = builder.apply("multiply", piece, recording.broadcast(factor, (count,)))
        total = part if total is None else builder.apply("add", total, part)
    assert total is not None  # a short signal has an element
    return total


def bincount_(recording: Recording, x: Any, weights: Any = None, minlength: Any = 0) -> Any:
    """Returns np.bincount of values below minlength; others are an error of the launch."""
    count = integer_of(recording, "np.bincount: minlength", minlength)
    if not count:
        raise recording.error(
            "np.bincount: its length depends on values; give minlength, and greater values are "
            "errors"
        )
    value = value_of(recording, x)
    recording.begin()
    if len(value.shape) != 1 or value.dtype.kind not in "iu":
        raise recording.type_error(f"np.bincount of {value}: it needs one dimension of integers")
    share = value_of(recording, 0 if weights is None else weights)
    share = share if weights is None else recording.cast(share, DTYPES["f64"])
    index = recording.cast(value, DTYPES["i64"])
    made = recording.builder.apply("bincount", index, share, attributes=((count,),))
    return recording.kind(recording, made)


def linspace_(
    recording: Recording,
    start: Any,
    stop: Any,
    num: Any = 50,
    endpoint: Any = True,
    retstep: Any = False,
    dtype: Any = None,
    axis: Any = 0,
    **_: Any,
) -> Any:
    """Returns np.linspace between traced ends."""
    count = integer_of(recording, "np.linspace: num", num)
    if count < 0:
        raise recording.value_error(f"np.linspace of {count} numbers: there are none")
    (whole,) = elementwise(recording, np.subtract, (stop, start))
    if whole.read().dtype.kind != "f":
        whole = asarray_(recording, whole, np.float64)
    parts = count - 1 if endpoint else count
    step: Any = elementwise(recording, np.divide, (whole, float(parts)))[0] if parts > 0 else np.nan
    dtype_of_places = whole.read().dtype.numpy
    ones = (1,) * len(whole.read().shape)
    places = cell_of(recording, np.arange(count, dtype=dtype_of_places)).reshape_to((count, *ones))
    (made,) = elementwise(recording, np.multiply, (places, step if parts > 0 else whole))
    (made,) = elementwise(recording, np.add, (made, start))
    if endpoint and count > 1:  # the sum may miss the end by rounding
        last = elementwise(recording, np.equal, (places, float(parts)))[0]
        made = select(recording, last, stop, made)
    made = shaping.moveaxis(recording, made.as_array(), 0, axis)
    wanted = made.read().dtype.numpy if dtype is None else np.dtype(dtype)
    if wanted.kind in "iu":
        (made,) = elementwise(recording, np.floor, (made,))
    made = asarray_(recording, made, wanted)
    return (made, step) if retstep else made


def histogram_(
    recording: Recording,
    a: Any,
    bins: Any = 10,
    range: Any = None,  # noqa: A002
    density: Any = None,
    weights: Any = None,
) -> Any:
    """Returns np.histogram in a number of bins of one width.

    Raises:
        NoRuleError: the bins are given by their edges.
    """
    if isinstance(bins, str):
        raise recording.error(f"np.histogram(bins={bins!r}): their number would depend on values")
    if np.ndim(bins):
        raise NoRuleError("np.histogram with edges")
    count = integer_of(recording, "np.histogram: bins", bins)
    x = shaping.ravel(recording, a)
    if count < 1 or not x.read().size:
        raise recording.value_error(f"np.histogram of {x.read()} in {count} bins: there is none")
    if range is None:
        low, high = (reduce(recording, name, x) for name in ("min", "max"))
    else:
        low, high = range
    counts = _histogram(recording, x, weights, (low, high), count)
    edges = _edges(recording, x, low, high, count)
    if not density:
        return counts, edges
    recording.begin()
    widths = difference(recording, edges)
    (made,) = elementwise(recording, np.divide, (counts, asarray_(recording, widths, np.float64)))
    total = reduce(recording, "sum", counts)
    return elementwise(recording, np.divide, (made, total))[0], edges


def _histogram(
    recording: Recording, x: Cell, weights: Any, ends: tuple[Any, Any], count: int
) -> Cell:
    recording.begin()
    share = value_of(recording, 0)
    dtype = share.dtype
    if weights is not None:
        share = shaping.ravel(recording, weights).read()
        dtype = share.dtype
        share = recording.cast(share, DTYPES["f64" if share.dtype.kind == "f" else "i64"])
    low, high = (recording.cast(value_of(recording, each), DTYPES["f64"]) for each in ends)
    made = recording.builder.apply("histogram", x.read(), share, low, high, attributes=((count,),))
    return recording.kind(recording, recording.cast(made, dtype)).as_array()


def _edges(recording: Recording, x: Cell, low: Any, high: Any, count: int) -> Any:
    """Returns the edges of bins; one width more if all elements are equal."""
    (same,) = elementwise(recording, np.equal, (low, high))
    (below,) = elementwise(recording, np.subtract, (low, 0.5))
    (above,) = elementwise(recording, np.add, (high, 0.5))
    ends = select(recording, same, below, low), select(recording, same, above, high)
    dtype = result_type_(recording, x, low, high)
    return linspace_(recording, *ends, count + 1, dtype=dtype if dtype.kind == "f" else float)


def difference(recording: Recording, thing: Cell) -> Cell:
    """Returns each element less the one before."""
    count = thing.read().size - 1
    low, high = (thing.viewed(("slice", ((k,), (1,), (count,)))) for k in (0, 1))
    return elementwise(recording, np.subtract, (high, low))[0]


def isin_(
    recording: Recording,
    element: Any,
    test_elements: Any,
    assume_unique: Any = False,
    invert: Any = False,
    *,
    kind: Any = None,
) -> Any:
    """Returns np.isin: comparisons with each of a few elements, or a search in many."""
    del assume_unique, kind  # which say what is faster
    recording.begin()
    cell, tests = (
        cell_of(recording, asarray_(recording, each)) for each in (element, test_elements)
    )
    at: Any = cell.as_array()
    among: Any = _np.ravel(tests)
    if among.size <= FEW:
        made = _np.zeros_like(at, dtype=bool)
        for number in range(among.size):
            made = made | (at == among[number])
    else:
        among = _np.sort(among)
        places = _np.minimum(_np.searchsorted(among, at), among.size - 1)
        made = among[places] == at
    return ~made if invert else made
