"""Ufuncs that programs do not have, which the host calls: those of SciPy, gufuncs, and methods."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any, cast

import numpy as np
import pytest

import streamrt as srt
from streamrt._ir.called import result_of
from streamrt._ir.encoding import decode, encode
from streamrt._ir.interpret import interpret
from streamrt._ir.program import Builder, Program
from streamrt.errors import CompileError, DependencyError, TraceError, TraceTypeError
from streamrt.testing import Simulator

Array = np.ndarray[Any, Any]
linalg: Any = vars(np.linalg)["_umath_linalg"]

SLOW = ("obl_cv", "pro_cv")
"""Ufuncs with which SciPy itself goes round for minutes."""

NARROW = ("mathieu", "obl_", "pro_", "pb")
"""The first letters of ufuncs with which SciPy crashes, or takes long, outside of their domain."""

COMPILED = {
    "erf": 4, "expit": 8, "logit": 8, "xlogy": 8, "xlog1py": 8, "entr": 8, "rel_entr": 8,
    "kl_div": 8, "huber": 4, "pseudo_huber": 16, "exprel": 8, "log_expit": 8,
    "boxcox": 1024, "boxcox1p": 1024,  # the error of the logarithm is multiplied by up to 709
}  # fmt: skip
"""The ufuncs of scipy.special that are compiled, with the ulps by which they may differ."""


@pytest.fixture(scope="module")
def special() -> ModuleType:
    return pytest.importorskip("scipy.special")


def _compare(
    function: Callable[..., Any], *arrays: Any, ulps: int = 0, of_operands: bool = False
) -> None:
    """Runs a function compiled and as it is; several results are compared one by one.

    With `of_operands`, the ulps are those of the largest number, because digits cancel.
    """
    with np.errstate(all="ignore"):
        expected = function(*arrays)
    found = srt.jit(function)(*arrays)
    pairs = [(found, expected)]
    if isinstance(expected, tuple):
        pairs = list(zip(found, expected, strict=True))
    for one, other in pairs:
        mine, theirs = np.asarray(one), np.asarray(other)
        assert (mine.dtype, mine.shape) == (theirs.dtype, theirs.shape)
        eps = np.finfo(theirs.dtype).eps if ulps else 0
        if of_operands:
            sizes = np.maximum.reduce([np.abs(each, dtype="f8") for each in (*arrays, theirs)])
            with np.errstate(all="ignore"):
                mine, theirs = mine / sizes + 1, theirs / sizes + 1
        np.testing.assert_allclose(mine, theirs, rtol=ulps * eps, atol=0)


def _compare_scipy(ufunc: np.ufunc, arrays: list[Array]) -> None:
    name = ufunc.__name__
    of_operands = name == "kl_div"
    _compare(lambda *x: ufunc(*x), *arrays, ulps=COMPILED.get(name, 0), of_operands=of_operands)


def _elements(rng: np.random.Generator, dtype: str) -> Array:
    made = rng.standard_normal(40) * 3
    made[:6] = 0, 1, -1, np.inf, -np.inf, np.nan
    made[6:20] = np.round(made[6:20])
    rng.shuffle(made)
    return made.astype(dtype)


def _operands(name: str, count: int, dtype: str) -> list[Array]:
    if name.startswith(NARROW):
        made = np.array([[1, 2], [2, 2], [0.5, 0.25]], dtype)
        return list(made[-count:])
    rng = np.random.default_rng(1)
    return [_elements(rng, dtype) for _ in range(count)]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_every_ufunc_of_scipy_gives_what_scipy_does(
    rt: srt.Runtime, special: ModuleType, dtype: str
) -> None:
    """Those that SciPy refuses, or that give complex numbers, are refused here, too."""
    compared, refused = set[str](), set[str]()
    for name, ufunc in vars(special).items():
        if not isinstance(ufunc, np.ufunc) or ufunc.nin > 3 or name in SLOW:
            continue
        arrays = _operands(name, ufunc.nin, dtype)
        try:
            ufunc(*arrays)
        except Exception:  # noqa: BLE001 - SciPy refuses the dtypes, in its own ways
            continue
        try:
            _compare_scipy(ufunc, arrays)
            compared.add(name)
        except TraceTypeError as error:
            refused.update([name] if "in complex" in str(error) else [])
    assert refused >= {"hankel1", "hankel1e", "hankel2", "hankel2e", "kelvin"}
    assert len(compared) > 150 > 10 * len(refused)
    assert compared >= COMPILED.keys()


def test_what_is_compiled_is_as_accurate_as_scipy_over_the_whole_range(
    rt: srt.Runtime, special: ModuleType
) -> None:
    wide = np.geomspace(1e-15, 1e15, 4001)
    for name in sorted(COMPILED.keys() - {"erf", "expit", "logit"}):
        ufunc = vars(special)[name]
        for dtype in ("f4", "f8"):
            x = wide.astype(dtype)
            near = [x, (x * np.linspace(0.2, 5, len(x))).astype(dtype)]
            around = np.linspace(-100, 100, 4001).astype(dtype)
            arrays = [around] if name in ("exprel", "log_expit") else near[: ufunc.nin]
            kernels = srt.jit(lambda *given: ufunc(*given)).lower(*arrays).kernels  # noqa: B023
            assert [kernel.name for kernel in kernels] != [f"scipy.special.{name}"]
            _compare_scipy(ufunc, arrays)


def test_a_known_name_counts_only_if_the_ufunc_is_that_of_scipy(
    rt: srt.Runtime, special: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("streamrt._jit.tracing.elementwise._CALLS", {})
    monkeypatch.setattr("streamrt._jit.tracing.ufunc_calls._PLACES", {})
    ufunc, other = special.xlogy, ModuleType("others")
    for name, module in sys.modules.copy().items():
        if name.startswith("scipy.") and vars(module).get("xlogy") is ufunc:
            monkeypatch.delattr(module, "xlogy")
    vars(other)["xlogy"] = ufunc
    x = np.ones(3)

    def f(x: Any) -> Any:
        return ufunc(x, x)

    with pytest.raises(TraceError, match="xlogy: programs do not have it, and no module has it by"):
        srt.jit(f)(x)
    monkeypatch.setitem(sys.modules, "others", other)
    mine = srt.jit(f)
    np.testing.assert_array_equal(np.asarray(mine(x)), ufunc(x, x))
    assert [kernel.name for kernel in mine.lower(x).kernels] == ["others.xlogy"]


def test_a_ufunc_of_python_functions_is_refused(rt: srt.Runtime) -> None:
    with pytest.raises(TraceTypeError, match="in object, which programs do not have; compute it"):
        srt.jit(lambda x: np.frompyfunc(abs, 1, 1)(x))(np.ones(3))


MATRICES: dict[str, Callable[[Any, Any], Any]] = {
    "inv": lambda a, b: linalg.inv(a),
    "in float64": lambda a, b: linalg.inv(a, signature="d->d"),
    "of a view": lambda a, b: linalg.inv(a[::-1, ::2, ::2] * 2 + 1),
    "at other axes": lambda a, b: linalg.inv(np.moveaxis(a, 0, 1), axes=[(0, 2), (1, 0)]),
    "det": lambda a, b: linalg.det(a) * 2,
    "slogdet": lambda a, b: linalg.slogdet(a),
    "cholesky_lo": lambda a, b: linalg.cholesky_lo(a),
    "solve": lambda a, b: linalg.solve(a, b),
    "solve with a known one": lambda a, b: linalg.solve(np.eye(4, dtype=a.dtype), b),
    "svd_f": lambda a, b: linalg.svd_f(b),
    "eigh_lo": lambda a, b: linalg.eigh_lo(a),
    "lstsq": lambda a, b: linalg.lstsq(a, b[0], 1e-9),
}


@pytest.mark.parametrize("name", MATRICES)
@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_a_gufunc_of_numpy_gives_what_it_does(rt: srt.Runtime, name: str, dtype: str) -> None:
    rng = np.random.default_rng(1)
    a, b = rng.standard_normal((3, 4, 4)), rng.standard_normal((2, 1, 4, 2))
    a = a @ a.swapaxes(-1, -2) + np.eye(4)
    _compare(MATRICES[name], a.astype(dtype), b.astype(dtype))


UFUNCS = (np.maximum, np.minimum, np.fmax, np.fmin, np.subtract, np.hypot, np.logaddexp)
BITS = (np.bitwise_or, np.bitwise_xor, np.gcd, np.lcm, np.subtract, np.maximum, np.minimum)


SELDOM = [pytest.param(dtype, marks=pytest.mark.slow) for dtype in ("f4", "i1", "u8")]


@pytest.mark.parametrize("dtype", ["f2", "f8", "i4", "?", *SELDOM])
def test_methods_of_ufuncs_give_what_numpy_does(rt: srt.Runtime, dtype: str) -> None:
    rng = np.random.default_rng(2)
    for shape in ((7,), (5, 40), (3, 2, 33), (1, 9, 1)):
        x = (rng.standard_normal(shape) * 9).astype(dtype)
        if dtype[0] == "f":
            x[(0,) * len(shape)] = np.nan
        for ufunc in UFUNCS if dtype[0] == "f" else BITS:
            if dtype == "?" and ufunc in (np.gcd, np.lcm, np.subtract):
                continue
            axis = int(rng.integers(-len(shape), len(shape)))
            if ufunc not in (np.maximum, np.minimum):
                _compare(lambda x: ufunc.reduce(x, axis, keepdims=True), x)  # noqa: B023
            _compare(lambda x: ufunc.accumulate(x[::-1], axis), x)  # noqa: B023
            _compare(lambda x: ufunc.reduceat(x.T, [0, 0], -1 - axis), x)  # noqa: B023
        if dtype not in ("?", "f2"):  # a program rounds a sum of float16 once
            _compare(lambda x: (np.add.accumulate(x), np.multiply.accumulate(x, -1)), x)
        _compare(lambda x: (np.fmax.reduce(x, None), np.fmin.reduce(x, tuple(range(x.ndim)))), x)


def _histograms(x: Any, at: Any, weights: Any) -> Any:
    counts, table = np.zeros(5, like=x), np.zeros((3, 4), like=x)
    np.add.at(counts, at, weights)
    np.maximum.at(counts, [4, -1], 2.5)
    np.negative.at(counts, at[:1])
    np.add.at(table, (at % 3, at), 1)
    np.subtract.at(table[1:], 0, weights)
    np.add.at(table, np.array([True, False, True]), weights)
    whole = (table * 3).astype(np.int16)
    np.add.at(whole, 1, 0.75)  # which NumPy casts without a word
    return counts, table, whole, np.frexp(weights), np.ldexp(x, 3), np.nextafter(x, 1)


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_at_writes_to_an_element_as_often_as_it_is_named(rt: srt.Runtime, dtype: str) -> None:
    _compare(_histograms, np.ones(2, dtype), np.array([1, 1, 3, 0]), np.arange(4.0))


def test_ufuncs_are_parts_of_larger_programs(rt: srt.Runtime, special: ModuleType) -> None:
    def f(x: Any, order: float) -> Any:
        y = special.jv(order, x * 2) + special.gammaln(x)
        return y.sum(axis=0), special.ellipj(x, 0.5)[2] * x, special.jv(2, 0.5) + x

    x = np.linspace(0.1, 3, 12).reshape(3, 4)
    with np.errstate(all="ignore"):
        expected = f(x, 1.5)
    for one, other in zip(srt.jit(f)(x, 1.5), expected, strict=True):
        np.testing.assert_allclose(np.asarray(one), other, rtol=1e-12)


def test_numpys_handler_makes_a_singular_matrix_the_error_of_the_launch(rt: srt.Runtime) -> None:
    handler: Any = vars(sys.modules["numpy.linalg._linalg"])["_raise_linalgerror_singular"]

    def inverse(x: Any) -> Any:
        with np.errstate(call=handler, invalid="call", divide="ignore"):
            return linalg.inv(x)

    mine = srt.jit(inverse)
    np.testing.assert_array_equal(np.asarray(mine(np.eye(3) * 2)), np.eye(3) / 2)
    with pytest.raises(DependencyError, match="caused by LinAlgError: Singular matrix"):
        np.asarray(mine(np.zeros((3, 3))))
    assert np.isnan(np.asarray(srt.jit(lambda x: linalg.inv(x))(np.zeros((3, 3))))).all()


REFUSED: dict[str, tuple[Callable[[Any], Any], str]] = {
    "no square": (lambda x: linalg.inv(x), "inv of f64.4, 3.: .*mismatch in its core dimension"),
    "too few": (lambda x: linalg.inv(x[0]), "inv of f64.3.: .*does not have enough dimensions"),
    "complex": (lambda x: linalg.eig(x[:3]), "eig of float64: NumPy computes it in complex128"),
    "writes": (lambda x: linalg.qr_r_raw(x), "qr_r_raw: programs do not have it, and the host"),
    "axes": (lambda x: linalg.inv(x, axes=[(0,)]), "it has core axes"),
    "casting": (lambda x: linalg.inv(x, casting="no", signature="f->f"), "casting='no'"),
    "order": (lambda x: np.subtract.reduce(x, None), "'subtract' is not reorderable"),
    "nothing": (lambda x: np.subtract.reduce(x[:0]), "which has no identity"),
    "dtypes": (lambda x: np.less.reduce(x), "less.reduce of f64.4, 3."),
    "bools": (lambda x: np.subtract.accumulate(x > 0), "boolean subtract"),
    "an index": (lambda x: np.add.reduceat(x, [9]), "index 9 is out of range"),
    "a mask": (lambda x: np.subtract.reduce(x, where=x > 0), "'where'; leave out what"),
    "the argument": (lambda x: np.add.at(x, 1, 1), "on the argument x: it is not the function's"),
    "values": (lambda x: np.add.at(x * 1, [1, 2], np.ones(5)), "cannot be broadcast together"),
    "slices": (
        lambda x: np.add.at(x * 1, cast("Any", (slice(2), 1)), 1),
        "can be arrays of integers only",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_bad_calls_are_refused_while_tracing(rt: srt.Runtime, what: str) -> None:
    function, message = REFUSED[what]

    def f(x: Any) -> Any:
        return function(x)

    with pytest.raises(TraceError, match=message):
        srt.jit(f)(np.ones((4, 3)))


async def test_a_device_with_memory_of_its_own_refuses_them() -> None:
    async with srt.Runtime(["sim:0"], backends=[Simulator(seed=1)]) as rt:
        x = rt.put(np.ones(4))
        with pytest.raises(CompileError, match=r"for sim:0: numpy\.spacing is a host call"):
            srt.jit(lambda x: np.spacing(x))(x)


# -- programs that come from elsewhere -------------------------------------------------------------


def _program(place: str, handler: str = "", loop: str = "f64->f64", method: str = "") -> Program:
    builder = Builder()
    x = builder.parameter("f64", (3,))
    shape = (3,) if not method else ()
    made = builder.apply("ufunc", x, attributes=(place, method, loop, handler, 0, 0, shape))
    return builder.finish([made])


def test_a_program_of_ufuncs_is_read_back() -> None:
    for program in (
        _program("numpy:spacing"),
        _program("numpy:fmax", loop="f64,f64->f64", method="reduce"),
        _program("numpy:spacing", "numpy.linalg._linalg:_raise_linalgerror_singular"),
    ):
        again = decode(encode(program))
        assert encode(again) == encode(program)
        x = [np.array([1.0, -2.0, 4.0])]
        np.testing.assert_array_equal(interpret(again, x), interpret(program, x))


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("os:system", "the module os has no ufunc system"),
        ("builtins:eval", "the module builtins has no ufunc eval"),
        ("this:s", "the module this is not loaded; import it before the program runs"),
        ("numpy.f2py.__main__:x", "the module numpy.f2py.__main__ is not loaded"),
        ("scipy.special.nothing:jv", "the module scipy.special.nothing is not loaded"),
        ("numpy:frexp", "call numpy:frexp: it does not compute f64->f64"),
        ("streamrt._jit.tracing.special:erf", "it does not compute f64->f64"),
    ],
)
def test_a_program_from_anywhere_runs_nothing_but_ufuncs(place: str, message: str) -> None:
    program = decode(encode(_program(place)))
    with pytest.raises(ValueError, match=message):
        interpret(program, [np.ones(3)])
    assert "this" not in sys.modules


@pytest.mark.parametrize(
    ("attribute", "wrong"),
    [
        (0, "os:a.b"), (0, "os"), (0, "os:system()"), (0, ".os:x"), (0, "x:" + "y" * 300),
        (0, "numpy.linalg._umath_linalg:qr_r_raw"), (1, "outer"), (2, "f64->f65"), (2, "d->d"),
        (2, "f32->f64"), (3, "os:abort"), (3, "numpy:save"), (4, 1), (5, 1),
    ],
)  # fmt: skip
def test_attributes_that_no_trace_makes_are_refused(attribute: int, wrong: Any) -> None:
    program = _program("numpy:spacing")
    attributes = list(program.results[0].attributes)
    attributes[attribute] = wrong
    with pytest.raises(ValueError, match="ufunc of f64"):
        result_of("ufunc", program.parameters, tuple(attributes))
