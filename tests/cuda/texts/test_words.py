"""The methods of `Words`: the place of an element among any extents and strides."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from cuda.texts import on_cpu
from hypothesis import given, settings
from hypothesis import strategies as st

from streamrt._backends.cuda.standard import standard_code
from streamrt._compile.cuda.text import words_type

pytestmark = pytest.mark.cuda

RANK, ARRAYS, FIRST = 3, 2, 1
KERNEL = """
extern "C" __global__ void places(const Words w, const long long *i, long long *to, long long n)
{
    to[2 * n] = w.size();
    for (long long k = threadIdx.x; k < n; k += blockDim.x)
        to[k] = w.offset(0, i[k]), to[n + k] = w.offset(1, i[k]);
}
"""
SMALL, HUGE = st.integers(1, 5), st.integers(1, 2**33)


@st.composite
def extents(draw: st.DrawFn) -> tuple[int, ...]:
    """Extents on both sides of 32 bits, of fewer elements together than a word can count."""
    whole = [draw(SMALL), draw(SMALL), draw(SMALL)]
    whole[draw(st.integers(0, 2))] = draw(HUGE)
    return tuple(whole)


@given(
    extents(),
    st.lists(st.integers(-(2**20), 2**20), min_size=6, max_size=6),
    st.lists(st.floats(0, 1, exclude_max=True), min_size=1, max_size=4),
)
@settings(max_examples=100)
def test_an_offset_is_that_of_the_index_in_c_order(
    shape: tuple[int, ...], strides: list[int], where: list[float]
) -> None:
    words = (7, *shape, *strides)  # a symbol comes before `...`
    starts = [FIRST + RANK * (1 + k) for k in range(ARRAYS)]
    source = words_type(len(words), RANK, FIRST, starts) + KERNEL
    size = int(np.prod(shape, dtype=np.int64))
    i = np.array([0, size - 1, *(int(part * size) for part in where)], np.int64)
    to = np.zeros(2 * len(i) + 1, np.int64)
    code = replace(standard_code("fill", (1, 1, 1, 1)), source=source, entry="places")
    on_cpu.run(code, words, [i, to, np.int64(len(i))], (1, 1, 1))
    assert to[-1] == size
    index = np.stack(np.unravel_index(i, shape))
    for array in range(ARRAYS):
        steps = np.array(strides[RANK * array : RANK * (array + 1)])
        assert to[array * len(i) : (array + 1) * len(i)].tolist() == (steps @ index).tolist()
