"""The complementary error function, which programs compose.

1 - erf(x) has no digits left for a large x. So beyond 1 it is exp(-x²) times a rational function.
The coefficients are those of Cephes (S. Moshier, Cephes Mathematical Library 2.2, 1992: `erfcf` in
single/ndtrf.c for f32, `erfc` in double/ndtr.c for f64), the highest power first.
"""

from __future__ import annotations

from collections.abc import Sequence

from streamrt._ir.program import Value
from streamrt._ir.stablehlo.making import Maker
from streamrt._ir.stablehlo.problems import RefusedError

__all__ = ["erfc"]

_NEAR32 = (
    2.326819970068386e-2, -1.387039388740657e-1, 3.687424674597105e-1, -5.824733027278666e-1,
    6.210004621745983e-1, -4.944515323274145e-1, 3.404879937665872e-1, -2.741127028184656e-1,
    5.638259427386472e-1,
)  # fmt: skip
_FAR32 = (
    -1.047766399936249e1, 1.297719955372516e1, -7.495518717768503e0, 2.921019019210786e0,
    -1.015265279202700e0, 4.218463358204948e-1, -2.820767439740514e-1, 5.641895067754075e-1,
)  # fmt: skip

_NEAR64 = (
    2.46196981473530512524e-10, 5.64189564831068821977e-1, 7.46321056442269912687e0,
    4.86371970985681366614e1, 1.96520832956077098242e2, 5.26445194995477358631e2,
    9.34528527171957607540e2, 1.02755188689515710272e3, 5.57535335369399327526e2,
)  # fmt: skip
_BELOW_NEAR64 = (
    1.0, 1.32281951154744992508e1, 8.67072140885989742329e1, 3.54937778887819891062e2,
    9.75708501743205489753e2, 1.82390916687909736289e3, 2.24633760818710981792e3,
    1.65666309194161350182e3, 5.57535340817727675546e2,
)  # fmt: skip
_FAR64 = (
    5.64189583547755073984e-1, 1.27536670759978104416e0, 5.01905042251180477414e0,
    6.16021097993053585195e0, 7.40974269950448939160e0, 2.97886665372100240670e0,
)  # fmt: skip
_BELOW_FAR64 = (
    1.0, 2.26052863220117276590e0, 9.39603524938001434673e0, 1.20489539808096656605e1,
    1.70814450747565897222e1, 9.60896809063285878198e0, 3.36907645100081516050e0,
)  # fmt: skip


def erfc(make: Maker, x: Value) -> Value:
    """Returns 1 - erf(x) of floats, exact in all digits but the last few."""
    if x.dtype.kind != "f":
        raise RefusedError(f"it takes floats, not {x}")
    wide = make.wide(x)
    size = make.apply("absolute", wide)
    square = make.apply("negative", make.apply("square", wide))
    falling = make.apply("exp", square)
    tail = (_tail32 if wide.dtype.name == "f32" else _tail64)(make, size, falling)
    is_negative = make.apply("less", wide, make.like(0, wide))
    mirrored = make.apply("subtract", make.like(2, wide), tail)
    tail = make.apply("where", is_negative, mirrored, tail)
    plain = make.apply("subtract", make.like(1, wide), make.apply("erf", wide))
    is_far = make.apply("greater", size, make.like(1, wide))
    return make.cast(make.apply("where", is_far, tail, plain), x.dtype.name)


def _tail32(make: Maker, size: Value, falling: Value) -> Value:
    inverse = make.apply("reciprocal", size)
    square = make.apply("square", inverse)
    near, far = _polynomial(make, square, _NEAR32), _polynomial(make, square, _FAR32)
    is_near = make.apply("less", size, make.like(2, size))
    part = make.apply("where", is_near, near, far)
    return _times(make, make.apply("multiply", falling, inverse), part, size)


def _tail64(make: Maker, size: Value, falling: Value) -> Value:
    near, far = [
        make.apply("divide", _polynomial(make, size, above), _polynomial(make, size, below))
        for above, below in ((_NEAR64, _BELOW_NEAR64), (_FAR64, _BELOW_FAR64))
    ]
    is_near = make.apply("less", size, make.like(8, size))
    return _times(make, falling, make.apply("where", is_near, near, far), size)


def _times(make: Maker, falling: Value, part: Value, size: Value) -> Value:
    """Returns the product, or 0 for sizes at which the part may be infinite by infinite."""
    made = make.apply("multiply", falling, part)
    return make.apply("where", make.apply("greater", size, make.like(30, size)),
                      make.like(0, size), made)  # fmt: skip


def _polynomial(make: Maker, x: Value, coefficients: Sequence[float]) -> Value:
    made = make.like(coefficients[0], x)
    for coefficient in coefficients[1:]:
        made = make.apply("add", make.apply("multiply", made, x), make.like(coefficient, x))
    return made
