"""einsum, tensordot and pad in compiled functions: NumPy's values, in few kernels."""

from __future__ import annotations

import string
from typing import Any

import numpy as np
import pytest

pytest.importorskip("hypothesis")
from hypothesis import example, given, settings
from hypothesis import strategies as st

import streamrt as srt
from streamrt.errors import TraceError, TraceTypeError, TraceValueError

DTYPES = st.sampled_from(["f4", "f8", "i4", "i8", "u1", "i2"])
Draw = Any


@pytest.fixture(autouse=True, scope="module")
def runtime() -> Any:
    with srt.Runtime() as rt:
        yield rt


def compare(function: Any, arrays: list[Any]) -> None:
    """Small whole numbers, so that sums are exact in any order."""
    found = np.asarray(srt.jit(function)(*arrays))
    expected = np.asarray(function(*arrays))
    assert (found.dtype, found.shape) == (expected.dtype, expected.shape)
    np.testing.assert_array_equal(found, expected)


@st.composite
def contractions(draw: Draw) -> tuple[Any, ...]:
    """Subscripts, as a text or as lists, and operands for them."""
    extents = {label: draw(st.integers(0, 4)) for label in string.ascii_letters[:5]}
    hidden = draw(st.lists(st.integers(1, 3), max_size=2))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    inputs, operands = [], []
    for _ in range(draw(st.integers(1, 3))):
        labels = draw(st.lists(st.sampled_from(sorted(extents)), max_size=3))
        shape = [extents[label] for label in labels]
        text = "".join(labels)
        if hidden and draw(st.booleans()):
            at = draw(st.integers(0, len(labels)))
            count = draw(st.integers(0, len(hidden)))
            text = text[:at] + "..." + text[at:]
            shape[at:at] = hidden[len(hidden) - count :]
        if draw(st.integers(0, 9)) == 0 and len(set(labels)) == len(labels):
            shape = [1 if rng.random() < 0.3 else n for n in shape]
        inputs.append(text)
        operands.append(rng.integers(0, 4, shape).astype(draw(DTYPES)))
    known = sorted(set("".join(inputs)) - {"."})
    subscripts = ",".join(inputs)
    if draw(st.booleans()):
        output = draw(st.permutations(known))[: draw(st.integers(0, len(known)))]
        subscripts += "->" + "".join(output) + ("..." if "..." in subscripts else "")
    if draw(st.integers(0, 3)):
        return subscripts, operands, None
    names = string.ascii_uppercase + string.ascii_lowercase

    def listed(text: str) -> list[Any]:
        head, dots, tail = text.partition("...")
        return [*map(names.index, head), *([...] if dots else []), *map(names.index, tail)]

    head, arrow, output = subscripts.partition("->")
    return subscripts, operands, ([listed(t) for t in head.split(",")], listed(output), bool(arrow))


@settings(max_examples=250, deadline=None)
@given(drawn=contractions())
def test_einsum_is_numpys(drawn: tuple[Any, ...]) -> None:
    subscripts, operands, lists = drawn

    def function(*given: Any) -> Any:
        if lists is None:
            return np.einsum(subscripts, *given)
        inputs, output, has_output = lists
        pairs = [each for pair in zip(given, inputs, strict=True) for each in pair]
        return np.einsum(*pairs, *([output] if has_output else []))

    try:
        function(*operands)
    except ValueError:  # what NumPy refuses is refused as a ValueError
        with pytest.raises(ValueError, match=r"np\.einsum"):
            srt.jit(function)(*operands)
        return
    compare(function, operands)


@pytest.mark.parametrize(
    ("subscripts", "shapes", "kernels"),
    [
        ("bqhd,bkhd->bhqk", [(2, 5, 3, 8), (2, 7, 3, 8)], 1),
        ("bhqk,bkhd->bqhd", [(2, 3, 5, 7), (2, 7, 3, 8)], 1),  # written where it belongs
        ("bij,bj->bi", [(2, 3, 4), (2, 4)], 1),
        ("i,j->ij", [(3,), (4,)], 1),
        ("ij->ji", [(3, 4)], 1),
        ("ii", [(4, 4)], 1),
        ("ij,jk,kl->il", [(3, 4), (4, 5), (5, 6)], 2),
    ],
)
def test_a_pair_is_one_kernel(subscripts: str, shapes: list[Any], kernels: int) -> None:
    @srt.jit
    def function(*given: Any) -> Any:
        return np.einsum(subscripts, *given)

    arrays = [np.ones(shape, np.float32) for shape in shapes]
    made = function.lower(*arrays).kernels
    assert len(made) == kernels
    compare(lambda *given: np.einsum(subscripts, *given), arrays)


@settings(max_examples=60, deadline=None)
@given(
    shared=st.lists(st.integers(0, 3), max_size=2),
    left=st.lists(st.integers(0, 3), max_size=2),
    right=st.lists(st.integers(0, 3), max_size=2),
    by_number=st.booleans(),
    seed=st.integers(0, 2**32 - 1),
)
@example(shared=[0, 0], left=[1], right=[2], by_number=False, seed=0)  # rows, and no terms
def test_tensordot_is_numpys(
    shared: list[int], left: list[int], right: list[int], by_number: bool, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    first, second = left + shared, shared + right
    axes: Any = len(shared)
    if not by_number:
        order = rng.permutation(len(shared)).tolist()
        axes = ([k - len(shared) for k in order], order)
    arrays = [rng.integers(0, 4, shape).astype("f4") for shape in (first, second)]
    compare(lambda a, b: np.tensordot(a, b, axes), arrays)


WIDTHS = st.integers(0, 7)


@settings(max_examples=150, deadline=None)
@given(
    shape=st.lists(st.integers(1, 5), min_size=1, max_size=3),
    mode=st.sampled_from(["constant", "edge", "reflect", "symmetric", "wrap"]),
    form=st.sampled_from(["number", "pair", "pairs", "dict"]),
    data=st.data(),
    dtype=DTYPES,
)
def test_pad_is_numpys(shape: list[int], mode: Any, form: str, data: Any, dtype: str) -> None:
    pairs = [(data.draw(WIDTHS), data.draw(WIDTHS)) for _ in shape]
    width: Any = {"number": pairs[0][0], "pair": pairs[0], "pairs": pairs, "dict": pairs}[form]
    if form == "dict" and np.lib.NumpyVersion(np.__version__) >= "2.4.0":
        width = {-1: pairs[-1]}
    options: dict[str, Any] = {}
    if mode == "constant" and data.draw(st.booleans()):
        options["constant_values"] = data.draw(st.sampled_from([3, (1, 2)]))
    x = np.arange(int(np.prod(shape))).reshape(shape).astype(dtype)
    compare(lambda x: np.pad(x, width, mode, **options) + x.dtype.type(0), [x])


@pytest.mark.parametrize(
    ("function", "error", "message"),
    [
        (lambda x: np.einsum("ij,jk", x), TraceValueError, "subscripts for 2 operands"),
        (lambda x: np.einsum("ijk", x), TraceValueError, "'ijk' do not fit an operand with 2 axes"),
        (lambda x: np.einsum("ij->ik", x), TraceValueError, "the result has the subscripts 'ik'"),
        (lambda x: np.einsum("ij->ii", x), TraceValueError, "the result has the subscripts 'ii'"),
        (lambda x: np.einsum("i1", x), TraceValueError, "'i1' do not fit"),
        (lambda x: np.einsum("ij,kj", x, x[:, :3]), TraceValueError, "the label j has the extents"),
        (lambda x: np.einsum("ij->i", x, out=np.ones(4)), TraceError, r"einsum\(out=...\)"),
        (lambda x: np.einsum("ij->i", x > 0), TraceError, "of bools"),
        (lambda x: np.einsum(x, 3), TraceTypeError, "a list for each operand"),
        (lambda x: np.tensordot(x, x, 1), TraceValueError, "the extents differ"),
        (lambda x: np.pad(x, -1), TraceValueError, "a width is negative"),
        (lambda x: np.pad(x, ((1, 2, 3),)), TraceValueError, "pad_width is"),
        (lambda x: np.pad(x, 1, "mean"), TraceError, "of mode 'mean'"),
        (lambda x: np.pad(x, 1, "reflect", reflect_type="odd"), TraceError, "of mode 'reflect'"),
        (lambda x: np.pad(x[:0], 1, "wrap"), TraceValueError, "axis 0 has no elements"),
    ],
)
def test_what_numpy_refuses_is_refused_at_its_line(
    function: Any, error: type[Exception], message: str
) -> None:
    x = np.ones((4, 5), np.float32)
    with pytest.raises(error, match=rf"test_contractions\.py:\d+.*{message}"):
        srt.jit(function)(x)
