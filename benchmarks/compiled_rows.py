"""The rows of compiled functions: their speed, their calls, and what compiling takes."""

from __future__ import annotations

from benchmarks.row import BEST, Row, Section, Target, at_most, at_most_ratio

_FUNCTIONS = {
    "gelu": ("gelu(x*w + b), 1000x1000", BEST, 1.0),
    "softmax": ("softmax, 4096x1024", BEST, 1.0),
    "layernorm": ("layernorm, 4096x1024", BEST, 1.0),
    "sum": ("sum of 2^24", BEST, 1.05),
    "mlp-512": ("gelu(x @ w + b), 512", BEST, None),
    "mlp-1024": ("gelu(x @ w + b), 1024", BEST, None),
    "product-512": ("x @ w, 512; over numpy's BLAS", "numpy", 1 / 0.95),
    "product-1024": ("x @ w, 1024; over numpy's BLAS", "numpy", 1 / 0.95),
}


def _rows(threads: int) -> tuple[Row, ...]:
    return tuple(
        Row(
            name=f"{name}-{threads}",
            case=f"compiled-{threads}",
            title=title,
            unit="ms",
            against=against,
            target=None if bound is None else at_most_ratio(bound),
        )
        for name, (title, against, bound) in _FUNCTIONS.items()
    )


COMPILED = (
    Section("Compiled functions on one core; over the best of the others", _rows(1), "compiled"),
    Section("Compiled functions on two threads; over the best of the others", _rows(2), "compiled"),
)


def _cached(name: str, title: str, target: Target) -> Row:
    return Row(name=name, case="cached", title=title, unit="µs", against="jax", target=target)


CACHED = Section(
    "Cached calls of a compiled function on 16 floats; over jax's",
    (
        _cached("cached", "three inputs, back to back", at_most_ratio(0.6)),
        *(
            _cached(f"cached-{gap}", f"  {gap:,} µs after the last", at_most_ratio(0.6))
            for gap in (50, 200, 1000)
        ),
        _cached("cached-dict", "a dict of eight, back to back", at_most_ratio(0.9)),
    ),
    "cached",
)


def _compiling(name: str, title: str, unit: str, target: Target | None) -> Row:
    return Row(name=name, case="compiling", title=title, unit=unit, against=None, target=target)


COMPILING = Section(
    "Compiling functions",
    (
        _compiling("trace", "tracing ten operations", "µs", at_most(100)),
        _compiling("compile", "a kernel of gelu, not cached", "ms", at_most(15)),
        _compiling("disk-hit", "a kernel of gelu, from the disk", "ms", at_most(0.5)),
        _compiling("new-shape", "a call with a new shape", "ms", at_most(0.5)),
        _compiling("shape-kernels", "kernels compiled for 1,000 shapes", "", at_most(2)),
        _compiling("added", "what calls add to a kernel of 1 ms", "%", at_most(1)),
        _compiling("drop-bytes", "memory of 10,000 functions, dropped", "MB", at_most(50)),
    ),
    "compiling",
)
