"""Mathematical functions, written once for values in lanes.

From the ground up:

    polynomials.py   the coefficients of these functions, derived by a script
    lanes.py         Vector: values in lanes that compute, for the mathematical functions
    formats.py       Format: f32 and f64; constants as sums of floats
    exponentials.py  exp and its family: exp2, expm1, logistic, hyperbolic functions, erf
    logarithms.py    log and its family: inverse hyperbolic functions
    powers.py        powers
    huge_angles.py   multiples of pi/2 taken off huge numbers
    trigonometry.py  sin, cos, tan and their inverses
    roots.py         cbrt, hypot

The emitter for the CPU writes them as vectors of LLVM IR, the one for CUDA as C.
"""
