"""The rows of the standard kernels: beside NumPy, and beside the memory's own speed."""

from __future__ import annotations

from benchmarks.row import Row, Section, at_least, at_most_ratio

_ELEMENTWISE = (
    *("add", "subtract", "multiply", "divide", "maximum", "minimum", "power"),
    *("absolute", "negative", "square", "reciprocal", "sqrt", "floor", "ceil", "rint"),
    *("exp", "exp2", "expm1", "log", "log2", "log10", "log1p"),
    *("sin", "cos", "tan", "arctan", "tanh"),
    *("clip", "relu", "leaky_relu", "elu", "sigmoid", "silu", "softplus", "gelu_tanh"),
)
_BY_ROWS = (
    *("softmax", "log_softmax", "layer_norm", "rms_norm", "normalize_rows"),
    *("sum_rows", "mean_rows", "var_rows", "max_rows", "min_rows", "argmax_rows", "argmin_rows"),
)
_CASES = {
    **{name: f"{name} of 2^20" for name in _ELEMENTWISE},
    "gelu": "gelu of 2^20, over numpy's gelu_tanh",
    **{name: f"{name}, 1024x1024" for name in _BY_ROWS},
    "matmul": "matmul, 512x512",
    "matmul_nt": "matmul_nt, 512x512",
    "iota": "iota of 2^20",
}
_WITH_TARGETS = {
    "scatter_add": ("scatter_add of 20,000 rows of 64, over np.add.at", 1.0),
    "take": ("take of 20,000 rows of 64", 1.0),
    "cumsum_rows": ("cumsum_rows, 1024x1024", 1.0),
    "cumprod_rows": ("cumprod_rows, 1024x1024", 1.0),
    "batched_matmul": ("batched_matmul, 64 of 64x64", 1.0),
    "top_k": ("top_k, 8 of each row, 1024x1024", 1.0),
    "ngrams": ("ngrams of 64 texts of 4 KiB, over the reference in numpy", 1.0),
    "sort": ("sort of 1,000,000", 1 / 0.3),
    "argsort": ("argsort of 1,000,000, over numpy's stable one", 1.0),
    "bincount": ("bincount of 2^20", 1.0),
    "histogram": ("histogram of 2^20, 100 bins", 1.0),
    "random_bits": ("random_bits, 2^20, over numpy's Philox", 1 / 3),
    "uniform": ("uniform, 2^20, over numpy's Philox", 1 / 3),
    "normal": ("normal, 2^20, over numpy's Philox", 1 / 3),
}
_LIMITED = {
    "copy": "copy of 64 MiB, part of memmove's speed",
    "fill": "fill of 64 MiB, part of memset's speed",
    "axpy": "axpy of 64 MiB, part of memmove's speed",
    "cast": "cast of 64 MiB to f64, part of memmove's speed",
}


def _rows(threads: int) -> tuple[Row, ...]:
    case = f"kernels-{threads}"
    beside = [
        Row(
            name=f"kernel-{name}-{threads}",
            case=case,
            title=title,
            unit="ms",
            against="numpy",
            result=name,
        )
        for name, title in _CASES.items()
    ]
    aimed = [
        Row(
            name=f"kernel-{name}-{threads}",
            case=case,
            title=title,
            unit="ms",
            against="numpy",
            target=at_most_ratio(bound),
            result=name,
        )
        for name, (title, bound) in _WITH_TARGETS.items()
    ]
    limited = [
        Row(
            name=f"memory-{name}-{threads}",
            case=case,
            title=title,
            unit="x",
            against=None,
            higher_is_better=True,
            target=at_least(0.9),
            result=f"memory-{name}",
        )
        for name, title in _LIMITED.items()
    ]
    halves = [
        Row(
            name=f"halves-{threads}",
            case=case,
            title="max(0.5 x + b, 0) of 2^24 halves, in f32",
            unit="ms",
            against="numpy",
            target=at_most_ratio(0.5),
            result="halves",
        ),
        Row(
            name=f"halves-over-f32-{threads}",
            case=case,
            title="the same, in parts of its speed with f32",
            unit="x",
            against=None,
            higher_is_better=True,
            target=at_least(1.5),
            result="halves-over-f32",
        ),
    ]
    return (*beside, *aimed, *limited, *halves)


_WAYS = {
    "heat-numpy": "in NumPy's words",
    "heat-numba": "in loops, by numba",
    "heat-c": "in C",
    "heat-ir": "in LLVM IR",
}


def _own(threads: int) -> tuple[Row, ...]:
    return tuple(
        Row(
            name=f"{name}-{threads}",
            case=f"own-kernels-{threads}",
            title=f"ten steps of heat, 2048x2048, {way}",
            unit="ms",
            against="numba",
            target=at_most_ratio(1.0),
            result=name,
        )
        for name, way in _WAYS.items()
    )


OWN = (
    Section("One kernel in four ways, on one core; over numba's own threads", _own(1), "own"),
    Section("One kernel in four ways, on two threads; over numba's own threads", _own(2), "own"),
)
STANDARD = (
    Section("Standard kernels on one core; over numpy's", _rows(1), "kernels"),
    Section("Standard kernels on two threads; over numpy's", _rows(2), "kernels"),
)
