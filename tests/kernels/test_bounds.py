"""What the standard kernels declare of their time."""

from __future__ import annotations

import streamrt as srt
import streamrt_kernels as k


def test_kernels_declare_a_bound_if_their_extents_decide_their_time() -> None:
    """Not `top_k` and `ngrams`, which take as long as their data say, nor what is BLAS's."""
    kernels = {name: kernel for name, kernel in vars(k).items() if isinstance(kernel, srt.Kernel)}
    declared = {name for name, kernel in kernels.items() if kernel.bound_ns is not None}
    assert declared == {
        *("fill", "copy", "axpy", "cast", "iota", "sum_rows", "normalize_rows"),
        *("random_bits", "uniform", "normal"),
    }
    assert declared < set(kernels)


def test_a_bound_grows_with_every_extent() -> None:
    of_rows = (k.sum_rows, k.normalize_rows)
    drawn = (k.random_bits, k.uniform, k.normal)
    for kernel in (k.fill, k.copy, k.axpy, k.cast, k.iota, *of_rows, *drawn):
        assert kernel.bound_ns is not None
        symbols = kernel.signature.symbols
        small = kernel.bound_ns(dict.fromkeys(symbols, 16))
        assert small < 5000 < kernel.bound_ns(dict.fromkeys(symbols, 5000))
        for symbol in symbols:
            assert kernel.bound_ns(dict.fromkeys(symbols, 16) | {symbol: 17}) > small
