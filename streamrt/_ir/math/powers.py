"""Powers, as vectors of f32 and f64: `2**(y * log2(x))`, with a logarithm of two parts.

An error of the logarithm is multiplied by up to 1024 in f64 (128 in f32), so it needs ten more bits
(seven) than a float has.

    x = 2**n * (1 + f),  s = f / (2 + f)
    log2(x) = n + c * (s + s**3 / 3) + s**5 * p(s**2),  c = 2 / ln2

The sum needs these bits up to the cube; p needs no more than those of a float. So s is a sum, too:
`short` has half of a float's bits, so that its square is exact, and `left` is the rest. What fma
rounds away is found by another fma, as in T. J. Dekker, "A floating-point technique for extending
the available precision" (1971). The polynomials are our own.

1. If all lanes hold usual numbers, they take a short way: x and the result are positive, and
   neither denormal nor huge. There is nothing to choose in it.
2. Otherwise the vector takes a long way, which knows all that C99 says of other numbers. In usual
   lanes it computes the same steps, so that a lane does not depend on the others.
3. Where the result is nearly the least or the greatest number and s is large, the error is up to
   about 1.3 ulp in f64 (0.95 in f32). Elsewhere it is below 0.85.
"""

from __future__ import annotations

from fractions import Fraction

from streamrt._compile.llvm.emit import Code, suffix
from streamrt._ir.math.exponentials import scaled
from streamrt._ir.math.formats import INF, LN2, LOG2_E, NAN, format_of, split
from streamrt._ir.math.lanes import Vector, fma, polynomial
from streamrt._ir.math.logarithms import log_at_ends, normal_parts, parts

__all__ = ["any_power", "power"]

_CUBIC = 985 / 1024
"""The factor of s**3, c / 3, with so few bits that its product with `short` is exact."""

_CUBIC_REST = float(Fraction(LOG2_E) * 2 / 3 - Fraction(_CUBIC))


def power(x: Vector, y: Vector) -> Vector:
    """Returns x to the power of y, by branches."""
    code, most = x.code, format_of(x).bias - 2.0
    tag = code.module.fresh()
    n, f = normal_parts(x)
    n = n.cast("sitofp", x.element)  # far out, unless x is a normal positive number
    code.do(f"br i1 {_all(n.magnitude() <= most)}, label %short{tag}, label %long{tag}")
    code.label(f"short{tag}")
    product, rest = _product(y, *_log2(n, f))
    value, bits = _exp2(product, rest)
    value = (value.bits() + (bits << format_of(x).mantissa)).as_float()
    is_known = _all(product.magnitude() <= most)
    code.do(f"br i1 {is_known}, label %known{tag}, label %long{tag}")
    code.label(f"long{tag}")
    other = code.call(x.type, _long_way(code, x), (x.type, x.name), (x.type, y.name))
    code.do(f"br label %known{tag}")
    code.label(f"known{tag}")
    known = code.let(f"phi {x.type} [{value.name}, %short{tag}], [{other}, %long{tag}]")
    return Vector(code, x.lanes, x.element, known)


def _all(truth: Vector) -> str:
    """Returns whether all lanes are true."""
    if truth.lanes == 1:
        return truth.name
    of_lanes = f"llvm.vector.reduce.and.v{truth.lanes}i1"
    return truth.code.call("i1", of_lanes, (truth.type, truth.name))


def _long_way(code: Code, like: Vector) -> str:
    """Defines `any_power` as a function; returns its name."""
    name = f"any_power_{suffix(like.type)}"
    if not code.module.defines(name):
        parameters = f"{like.type} %x, {like.type} %y"
        with code.module.function(like.type, name, parameters) as inner:
            x, y = (Vector(inner, like.lanes, like.element, each) for each in ("%x", "%y"))
            inner.do(f"ret {like.type} {any_power(x, y).name}")
    return name


def any_power(x: Vector, y: Vector) -> Vector:
    """Returns x to the power of y, without branches."""
    form, size = format_of(x), x.magnitude()
    high, low = _log2(*parts(size))
    product, rest = _product(y, log_at_ends(size, high), low)
    rest = rest.where(product.magnitude() < 2.0 * form.bias, 0.0)
    product = product.at_least(form.exp2_least).at_most(form.exp2_most)
    value, bits = _exp2(product, rest)
    value = scaled(value, bits + (form.bias - 1), product < form.exp2_least / 2)
    return _with_specials(x, y, value)


def _log2(n: Vector, f: Vector) -> tuple[Vector, Vector]:
    """Returns `n + log2(1 + f)` as a sum, whose second part is below 1/1024 of the first."""
    by_s, by_s_low = (2.0 * part for part in split(LOG2_E, f.element)[:2])
    inverse = 1.0 / (f + 2.0)
    s = f * inverse
    short = (s.bits() & -(1 << (format_of(s).mantissa + 2) // 2)).as_float()
    left = fma(short, -f, fma(short, -2.0, f)) * inverse
    s = short + left  # nearer than the quotient was
    high = fma(short, by_s, n)
    low = fma(short, by_s_low, fma(short, by_s, n - high))
    # s**3 is short**3 and about 3 * short * s * left.
    low = fma(left, fma(short * (3.0 * _CUBIC), s, by_s), low)
    square = s * s
    series = fma(polynomial(square, "log2_in_two"), square, _CUBIC_REST)
    low = fma(s * square, series, low)
    cubic, short_square = short * _CUBIC, short * short
    total = fma(cubic, short_square, high)
    return total, fma(cubic, short_square, high - total) + low


def _product(y: Vector, high: Vector, low: Vector) -> tuple[Vector, Vector]:
    """Returns y times a sum, as a sum."""
    product = y * high
    return product, fma(y, low, fma(y, high, -product))


def _exp2(x: Vector, rest: Vector) -> tuple[Vector, Vector]:
    """Returns `2**(x + rest - n)`, and an integer with n, nearest to x, in its lowest bits."""
    magic = format_of(x).magic
    ln2 = split(LN2, x.element)[0]  # so exact that the next part does not count
    shifted = x + magic
    r = x - (shifted - magic)
    first = fma(r, ln2, 1.0)
    tail = fma(rest, ln2, fma(r, ln2, 1.0 - first))
    r = r + rest
    tail = fma(polynomial(r, "exp2_in_two"), r * r, tail)
    return first + tail, shifted.bits()


def _with_specials(x: Vector, y: Vector, value: Vector) -> Vector:
    """Returns a power with its sign, and what C99 (F.10.4.4) says of special arguments."""
    is_whole = y.equals(y.call("trunc"))
    half = y * 0.5
    is_odd = is_whole & ~half.equals(half.call("trunc"))
    is_negative = x.bits() < 0
    value = (-value).where(is_negative & is_odd, value)
    # A negative number has no root; but minus infinity and minus zero have.
    has_none = (x < 0.0) & (x > -INF) & ~is_whole & ~y.is_nan()
    value = x.full(NAN).where(has_none, value)
    is_one = x.equals(1.0) | y.equals(0.0)
    is_one = is_one | (x.magnitude().equals(1.0) & y.magnitude().equals(INF))
    return x.full(1.0).where(is_one, value)
