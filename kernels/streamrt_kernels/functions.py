"""Mathematical functions, elementwise: exponentials, logarithms, angles.

The page "Accuracy of the mathematical functions" says how their errors were measured.
"""

from __future__ import annotations

import numpy as np

import streamrt as srt

from ._families import floats

_BELOW = "stays, and is the logarithm of what is below 0; that of 0 is -inf."

exp: srt.Kernel = floats("exp", np.exp, "0.91 ulp in f32, 0.85 in f64.")
"""`y` becomes e to the power `x`."""

exp2: srt.Kernel = floats("exp2", np.exp2, "0.96 ulp in f32, 0.88 in f64.")
"""`y` becomes 2 to the power `x`."""

expm1: srt.Kernel = floats("expm1", np.expm1, "1.64 ulp in f32, 1.86 in f64.")
"""`y` becomes e to the power `x`, less 1; it is accurate near 0, too."""

log: srt.Kernel = floats("log", np.log, "0.87 ulp in f32, 0.80 in f64.", nan=_BELOW)
"""`y` becomes the natural logarithm of `x`."""

log2: srt.Kernel = floats("log2", np.log2, "1.67 ulp in f32, 1.52 in f64.", nan=_BELOW)
"""`y` becomes the logarithm of `x` to base 2."""

log10: srt.Kernel = floats("log10", np.log10, "1.70 ulp in f32, 1.57 in f64.", nan=_BELOW)
"""`y` becomes the logarithm of `x` to base 10."""

log1p: srt.Kernel = floats(
    "log1p", np.log1p, "1.45 ulp in f32, 1.15 in f64.", nan="stays, and is the result below -1."
)
"""`y` becomes the natural logarithm of `1 + x`; it is accurate near 0, too."""

sin: srt.Kernel = floats(
    "sin",
    np.sin,
    "1.56 ulp in f32, 1.51 in f64, whatever the angle.",
    nan="stays, and is the sine of an infinity.",
)
"""`y` becomes the sine of `x`, in radians."""

cos: srt.Kernel = floats(
    "cos",
    np.cos,
    "1.55 ulp in f32, 1.45 in f64, whatever the angle.",
    nan="stays, and is the cosine of an infinity.",
)
"""`y` becomes the cosine of `x`, in radians."""

tan: srt.Kernel = floats(
    "tan",
    np.tan,
    "3.44 ulp in f32, 3.04 in f64, whatever the angle.",
    nan="stays, and is the tangent of an infinity.",
)
"""`y` becomes the tangent of `x`, in radians."""

arctan: srt.Kernel = floats("arctan", np.arctan, "2.30 ulp in f32, 2.17 in f64.")
"""`y` becomes the angle in radians whose tangent is `x`, from -pi/2 to pi/2."""

tanh: srt.Kernel = floats("tanh", np.tanh, "1.57 ulp in f32, 1.54 in f64.")
"""`y` becomes the hyperbolic tangent of `x`."""
