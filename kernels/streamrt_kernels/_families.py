"""The signatures that many kernels share, as decorators of their functions."""

from __future__ import annotations

import streamrt as srt

__all__ = [
    "batched",
    "binary",
    "binary_floats",
    "clip_family",
    "every_to_rows",
    "floats_of_rows",
    "numbers_of_rows",
    "places_in_rows",
    "rows_at_places",
    "rows_to_rows",
    "unary",
    "unary_numbers",
    "unary_with_alpha",
    "unary_with_slope",
]

FLOATS = {"T": ("f32", "f64")}
NUMBERS = {"T": ("f32", "f64", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64")}
EVERY = {"T": (*NUMBERS["T"], "bool")}

unary = srt.kernel("x: T[...], out y: T[...]", types=FLOATS, elementwise=True)
unary_numbers = srt.kernel("x: T[...], out y: T[...]", types=NUMBERS, elementwise=True)
unary_with_alpha = srt.kernel("x: T[...], alpha: T, out y: T[...]", types=FLOATS, elementwise=True)
unary_with_slope = srt.kernel("x: T[...], slope: T, out y: T[...]", types=FLOATS, elementwise=True)
binary = srt.kernel("x: T[...], z: T[...], out y: T[...]", types=NUMBERS, elementwise=True)
binary_floats = srt.kernel("x: T[...], z: T[...], out y: T[...]", types=FLOATS, elementwise=True)
clip_family = srt.kernel(
    "x: T[...], low: T, high: T, out y: T[...]", types=NUMBERS, elementwise=True
)
numbers_of_rows = srt.kernel("x: T[n, m], out y: T[n]", types=NUMBERS)
floats_of_rows = srt.kernel("x: T[n, m], out y: T[n]", types=FLOATS)
places_in_rows = srt.kernel("x: T[n, m], out y: i64[n]", types=NUMBERS)
rows_to_rows = srt.kernel("x: T[n, m], out y: T[n, m]", types=FLOATS)
every_to_rows = srt.kernel("x: T[n, m], out y: T[n, m]", types=NUMBERS)
rows_at_places = srt.kernel("x: T[n, m], index: i64[k], out y: T[k, m]", types=EVERY)
batched = srt.kernel("a: T[b, n, k], w: T[b, k, m], out c: T[b, n, m]", types=FLOATS)
