"""Kernels for the host's CPU: the kernel form as LLVM IR with explicit vectors.

The files, from the ground up:

    lanes.py        Vector: values in lanes, and their arithmetic as IR
    polynomials.py  the coefficients of the mathematical functions, derived by a script
    reduction.py    multiples of pi/2 taken off huge numbers
    math64.py       mathematical functions of f64
    math32.py       mathematical functions of f32
    math.py         emit_math: a function by its name
"""
