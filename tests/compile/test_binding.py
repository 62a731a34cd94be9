"""Layouts against signatures: whatever is bound describes the very elements NumPy sees."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from streamrt._compile.implementations import LLVM
from streamrt._compile.kernel import Kernel
from streamrt._compile.signatures.layout import Layout, bounds
from streamrt.errors import ArgumentError

DTYPES = {"f32": "float32", "f64": "float64", "u8": "uint8"}


def describe(array: np.ndarray) -> Layout:
    return Layout("cpu:0", array.dtype, array.shape, array.strides)


@st.composite
def views(draw: st.DrawFn, shape: tuple[int, ...], dtype: str) -> np.ndarray:
    """An array of that shape whose strides may be anything slicing and transposing yields."""
    order = draw(st.permutations(range(len(shape))))
    steps = [draw(st.sampled_from([1, 1, 1, 2, -1, -3])) for _ in shape]
    base = np.zeros([shape[axis] * abs(steps[axis]) for axis in order], dtype)
    view = base.transpose(np.argsort(order)) if shape else base
    return view[tuple(slice(None, None, step) for step in steps)]


def offsets(extents: Sequence[int], strides: Sequence[int]) -> list[int]:
    """Byte offsets of the elements, in C order."""
    total = np.zeros((), np.int64)
    for extent, stride in zip(extents, strides, strict=True):
        total = total[..., np.newaxis] + np.arange(extent) * stride
    return total.ravel().tolist()


@given(
    st.lists(st.tuples(st.integers(0, 4), st.integers(-24, 24)), max_size=4),
    st.sampled_from(["u1", "i4", "f8"]),
)
def test_a_layout_has_gaps_if_a_byte_between_its_elements_is_in_none(
    dimensions: list[tuple[int, int]], dtype: str
) -> None:
    """Also where elements share memory, as no slice makes them."""
    shape, strides = tuple(n for n, _ in dimensions), tuple(s for _, s in dimensions)
    layout = Layout("cpu:0", np.dtype(dtype), shape, strides)
    covered = {o + b for o in offsets(shape, strides) for b in range(layout.itemsize)}
    assert layout.has_gaps == (covered != set(range(*bounds(layout))))


@given(st.lists(st.integers(0, 4), max_size=4).map(tuple), st.data())
def test_coalescing_keeps_every_element_and_its_order(shape: tuple[int, ...], data: st.DataObject):
    arrays = [data.draw(views(shape, dtype)) for dtype in ("float32", "uint8", "float64")]
    kernel = Kernel(
        "k",
        "x: f32[...], y: u8[...], out z: f64[...]",
        cpu=LLVM("", strided=True),
        split="...",
        grain=6,
    )
    plan = kernel.plan([describe(a) for a in arrays])

    assert plan.binding is not None
    rank = plan.binding.rank
    extents, rest = plan.words[:rank], plan.words[rank:]
    strides = [rest[i * rank : (i + 1) * rank] for i in range(len(arrays))]
    for array, own in zip(arrays, strides, strict=True):
        assert offsets(extents, own) == offsets(array.shape, array.strides)
    # No dimension is left that could go.
    assert rank == 1 or 1 not in extents
    for a, b in pairwise(range(rank)):
        assert any(own[a] != extents[b] * own[b] for own in strides)
    contiguous = {p for p, a in zip("xyz", arrays, strict=True) if a.flags.c_contiguous}
    assert plan.binding.contiguous == contiguous
    assert plan.extent == extents[0]
    assert plan.grain == max(1, 6 // int(np.prod(extents[1:])))


@st.composite
def declared(draw: st.DrawFn) -> tuple[str, list[np.ndarray]]:
    """A signature without `...`, and arrays that may or may not fit it."""
    parts: list[str] = []
    arrays: list[np.ndarray] = []
    sizes = {"n": 2, "m": 3}
    for name in "xyz":
        dims = draw(st.lists(st.sampled_from(["n", "m", 2, 3]), max_size=3))
        dtype = draw(st.sampled_from(["f32", "u8", "T"]))
        parts.append(f"{name}: {dtype}[{', '.join(map(str, dims))}]")
        shape = [sizes.get(d, d) if isinstance(d, str) else d for d in dims]
        if shape and draw(st.integers(0, 9)) == 0:
            shape[draw(st.integers(0, len(shape) - 1))] = draw(st.sampled_from([0, 2, 3]))
        if draw(st.integers(0, 9)) == 0:
            shape.append(1)
        actual = draw(st.sampled_from(["f32", "f32", "f64"])) if dtype == "T" else dtype
        actual = actual if draw(st.integers(0, 9)) else "u8"
        arrays.append(np.zeros([int(extent) for extent in shape], DTYPES[actual]))
    return ", ".join(parts), arrays


def oracle(signature: str, arrays: Sequence[np.ndarray]) -> dict[str, object] | None:
    """The unknowns of a signature by plain unification, or None where there is no solution."""
    unknowns: dict[str, object] = {}
    for part, array in zip(signature.split("], "), arrays, strict=True):
        dtype, _, dims = part.partition(": ")[2].rstrip("]").partition("[")
        wanted = [dim for dim in dims.split(", ") if dim]
        if len(wanted) != array.ndim:
            return None
        found = [(dtype, {v: k for k, v in DTYPES.items()}[array.dtype.name])]
        found += [(dim, str(extent)) for dim, extent in zip(wanted, array.shape, strict=True)]
        for name, value in found:
            known = name if name in DTYPES or name.isdigit() else unknowns.setdefault(name, value)
            if known != value:
                return None
    return None if unknowns.get("T") == "u8" else unknowns


@given(declared())
def test_arrays_bind_exactly_where_plain_unification_succeeds(
    case: tuple[str, list[np.ndarray]],
):
    signature, arrays = case
    types = {"T": ("f32", "f64")} if "T" in signature else None
    kernel = Kernel("k", signature, cpu=LLVM(lambda binding: ""), types=types)
    wanted = oracle(signature, arrays)
    if wanted is None:
        with pytest.raises(ArgumentError, match=r"^launch k: [xyz] is "):
            kernel.plan([describe(a) for a in arrays])
        return
    plan = kernel.plan([describe(a) for a in arrays])
    extents = [int(str(wanted[symbol])) for symbol in kernel.signature.symbols]
    # Of arrays without elements only the number of strides matters.
    assert list(plan.words[: len(extents)]) == extents
    assert len(plan.words) == len(extents) + sum(a.ndim for a in arrays)
    if all(a.size for a in arrays):
        assert list(plan.words[len(extents) :]) == [s for a in arrays for s in a.strides]
    assert plan.binding is not None
    assert {k: v for k, v in wanted.items() if k == "T"} == {
        k: v for k, v in plan.binding.dtypes.items() if k == "T"
    }


F4 = np.zeros((4, 6), "f4")


@pytest.mark.parametrize(
    ("signature", "arrays", "message"),
    [
        ("x: f32[...], inout y: f32[...]", [F4, F4[:2]],
            "y is float32[2, 6], x is float32[4, 6]; k needs equal shapes"),
        ("x: f32[n, 3]", [F4], "x is float32[4, 6]; it is declared x: f32[n, 3]"),
        ("x: f32[n, n]", [F4],
            "x is float32[4, 6]; they are declared x: f32[n, n], so n is both 4 and 6"),
        ("x: f32[n, m], out y: f32[m, n]", [F4, F4],
            "y is float32[4, 6], x is float32[4, 6]; they are declared x: f32[n, m] and "
            "out y: f32[m, n], so m is both 6 and 4"),
        ("x: f64[...]", [F4], "x is float32[4, 6]; it is declared x: f64[...]"),
        (
            "x: u8[...]",  # which NumPy would read as uint64
            [F4.astype("u8")],
            "x is uint64[4, 6]; it is declared x: u8[...], and u8 is uint8 in a signature",
        ),
        ("x: f32[...]", [F4.astype(">f4")], "x is >f4[4, 6]; it is declared x: f32[...]"),
        ("x: T[...]", [F4.astype(object)], "x is object[4, 6]; T is f32 or f64"),
        ("x: T[n, m], y: T[n, m]", [F4, F4.astype("f8")],
            "y is float64[4, 6], x is float32[4, 6]; both are declared T"),
    ],
)  # fmt: skip
def test_arrays_that_do_not_fit_are_refused_with_the_reason(
    signature: str, arrays: list[np.ndarray], message: str
):
    """Fault 31."""
    types = {"T": ("f32", "f64")} if "T" in signature else None
    kernel = Kernel("k", signature, cpu=LLVM(lambda binding: ""), types=types)
    with pytest.raises(ArgumentError) as caught:
        kernel.plan([describe(a) for a in arrays], what="launch k on cpu:0/s1")
    assert str(caught.value) == f"launch k on cpu:0/s1: {message}"


@pytest.mark.parametrize(
    ("mode", "array", "message"),
    [
        (
            "in",
            np.zeros(3, [("a", "f4"), ("b", "u2")])["a"],
            "x is float32[3] with strides (6,); strides are multiples of the element size, 4",
        ),
        (
            "out",
            np.broadcast_to(np.zeros(3, "f4"), (2, 3)),
            "x is float32[2, 3] with strides (0, 4); "
            "a kernel cannot write an array whose elements share memory",
        ),
    ],
)
def test_strides_no_kernel_could_follow_are_refused(mode: str, array: np.ndarray, message: str):
    kernel = Kernel("k", f"{mode} x: f32[...]", cpu=LLVM("", strided=True))
    with pytest.raises(ArgumentError) as caught:
        kernel.plan([describe(array)])
    assert str(caught.value) == f"launch k: {message}"


def test_an_input_may_be_a_broadcast_view():
    kernel = Kernel("k", "x: f32[...]", cpu=LLVM("", strided=True))
    plan = kernel.plan([describe(np.broadcast_to(np.zeros(3, "f4"), (2, 3)))])
    assert plan.words == (2, 3, 0, 4)


def test_a_dense_array_gets_dense_strides_whatever_numpy_keeps():
    """A dimension of extent 1 may have any stride in NumPy; kernels may trust the layout."""
    array = np.lib.stride_tricks.as_strided(np.zeros(3, "f4"), (1, 3), (999, 4))
    kernel = Kernel("k", "x: f32[n, m]", cpu=LLVM("", strided=False))
    assert kernel.plan([describe(array)]).words == (1, 3, 12, 4)
