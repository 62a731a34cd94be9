"""What a kernel does for a launch: bind, check, plan, and the shapes of its outputs."""

from __future__ import annotations

import gc
import inspect
import subprocess
import sys
import weakref
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import streamrt.errors
from streamrt._compile.implementations import LLVM, Python
from streamrt._compile.kernel import Kernel
from streamrt._compile.llvm_code import LLVMCode
from streamrt._compile.native_function import Native
from streamrt._compile.plan import MOST_KNOWN
from streamrt._compile.signatures.binding import Binding
from streamrt._compile.signatures.layout import Layout
from streamrt.errors import (
    ArgumentError,
    ArgumentTypeError,
    CompileError,
    SignatureError,
)

MakeBuffer = Any  # the class FakeBuffer of conftest.py


@pytest.fixture
def axpy() -> Kernel:
    return Kernel(
        "axpy",
        "x: T[...], inout y: T[...], alpha: T",
        cpu=LLVM(lambda binding: ""),
        types={"T": ("f32", "f64")},
    )


def test_bind_returns_key_regions_and_values(make_buffer: MakeBuffer):
    kernel = Kernel("k", "n: i32, x: f32[n], out y: f32[n], inout z: f32[n]", cpu=LLVM(""))
    x, y, z = (make_buffer(np.zeros(2, "f4")) for _ in range(3))
    key, reads, writes, values = kernel.bind(7, x, z=z, y=y)
    assert key == (kernel.identity, x._layout, y._layout, z._layout)
    assert reads == (x._region,)
    assert writes == ((y._region, False), (z._region, True))  # whether it is read, too
    assert values == (7, x._address, y._address, z._address)


PARAMETERS = ("x", "y", "alpha", "n")


@given(st.integers(0, 5), st.sets(st.sampled_from([*PARAMETERS, "beta"])))
def test_bind_and_check_take_what_a_python_function_would(
    make_buffer: MakeBuffer, count: int, keywords: set[str]
):
    kernel = Kernel("k", "x: f32[...], out y: f32[...], alpha: f32, n: i8", cpu=LLVM(""))
    x = make_buffer(np.zeros(2, "f4"))
    given_values: Mapping[str, object] = {"x": x, "y": x, "alpha": 1.5, "n": 3, "beta": 0}
    args = [given_values[name] for name in (*PARAMETERS, "beta")][:count]
    named = {name: given_values[name] for name in keywords}

    def like(x: object, y: object, alpha: object, n: object) -> None: ...

    try:
        inspect.signature(like).bind(*args, **named)
    except TypeError:
        with pytest.raises(TypeError):
            kernel.bind(*args, **named)
        with pytest.raises(ArgumentTypeError, match=r"; k takes x, y, alpha, n$"):
            kernel.check(args, named, make_buffer.CPU)
    else:
        kernel.bind(*args, **named)
        kernel.check(args, named, make_buffer.CPU)


def test_check_takes_the_floats_at_the_ends_of_f32(axpy: Kernel, make_buffer: MakeBuffer):
    """Fault 31: tests/faults/calls/test_arguments.py has what it refuses."""
    x = make_buffer(np.zeros(2, "f4"))
    axpy.check((x, x), {"alpha": float("inf")}, make_buffer.CPU)
    axpy.check((x, x, np.float64(3.4028235e38)), {}, make_buffer.CPU)


@pytest.mark.parametrize("name", ["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "bool"])
def test_check_knows_what_integers_hold(name: str):
    kernel = Kernel("k", f"n: {name}", cpu=LLVM(""))
    if name == "bool":
        least, greatest = 0, 1
    else:
        info = np.iinfo({"i": "int", "u": "uint"}[name[0]] + name[1:])
        least, greatest = int(info.min), int(info.max)
    for good in (least, greatest, np.uint8(1), np.bool_(True), False):
        kernel.check((good,), {}, None)
    for bad in (least - 1, greatest + 1):
        with pytest.raises(ArgumentError, match=f"{name} holds {least} to {greatest}$"):
            kernel.check((bad,), {}, None)
    for wrong in (1.0, "1", None, np.float32(1)):
        with pytest.raises(ArgumentTypeError, match=f"a scalar of {name} takes a"):
            kernel.check((wrong,), {}, None)


def test_a_plan_holds_what_a_launch_needs(make_buffer: MakeBuffer):
    asked: list[Binding] = []

    def source(binding: Binding) -> str:
        asked.append(binding)
        return f"; {binding.dtypes['T']}"

    kernel = Kernel(
        "k",
        "x: T[n, m], flag: bool, out y: f64[m, 2], n1: i16, alpha: T",
        cpu=LLVM(source, strided=True, symbols={"f": 1}, opt=2),
        types={"T": ("f32", "f64")},
        split="n",
        grain=5,
    )
    x, y = np.zeros((4, 6), "f4")[::2, ::2], np.zeros((3, 2))
    kernel.plan([make_buffer(a)._layout for a in (x, y)])
    plan = kernel.plan([make_buffer(a)._layout for a in (x, y)])
    assert plan.words == (2, 3, 48, 8, 16, 8)
    assert (plan.codes, plan.slots) == ("P?Phf", "Q?7xQh6xf4x")
    assert (plan.extent, plan.grain) == (2, 5)
    assert isinstance(code := plan.code, LLVMCode)
    assert (code.source, code.entry, code.symbols, code.opt) == ("; f32", "k", {"f": 1}, 2)
    assert plan.function is None
    assert [(dict(b.dtypes), b.rank, b.contiguous) for b in asked] == [
        (
            {"T": "f32", "x": "f32", "flag": "bool", "y": "f64", "n1": "i16", "alpha": "f32"},
            0,
            frozenset("y"),
        )
    ]


class Machine:
    """Stands for a device."""


def test_equal_layouts_share_one_plan_which_keeps_no_device():
    kernel = Kernel("k", "x: f32[n], y: f32[n]", cpu=LLVM("", strided=True))
    devices = [Machine(), Machine()]
    dense, odd = [
        [kernel.plan([Layout(d, np.dtype("f4"), (3,), strides)] * 2) for d in devices]
        for strides in (None, (8,))
    ]
    assert dense[0] is dense[1] is not odd[0] is odd[1]
    gone = [weakref.ref(device) for device in devices]
    del devices
    gc.collect()
    assert [device() for device in gone] == [None, None]


def test_the_product_of_several_extents_can_be_split():
    kernel = Kernel("k", "x: f32[n, m], y: f32[k]", cpu=LLVM("", strided=True), split="n*k")
    layouts = [Layout(None, np.dtype("f4"), shape) for shape in ((3, 5), (7,))]
    assert kernel.plan(layouts).extent == 21
    for wrong in ("n*", "n*i", "...*n", "*"):
        with pytest.raises(SignatureError, match="split is"):
            Kernel("k", "x: f32[...], y: f32[n]", cpu=LLVM(""), split=wrong)
    with pytest.raises(SignatureError, match="parts of one dimension"):
        Kernel("k", "x: f32[n, m]", cpu=Native(1), split="n*m", elementwise=True)


def test_a_kernel_remembers_so_many_plans_and_no_more():
    kernel = Kernel("k", "x: f32[n]", cpu=LLVM(""))
    layouts = [Layout(None, np.dtype("f4"), (n,)) for n in range(MOST_KNOWN + 1)]
    plans = [kernel.plan([layout]) for layout in layouts]
    assert [plan.words[:1] for plan in plans] == [layout.shape for layout in layouts]
    assert kernel.plan(layouts[-1:]) is plans[-1]
    assert kernel.plan(layouts[:1]) is not plans[0]


def test_a_failing_source_function_is_a_compile_error_with_its_cause(
    axpy: Kernel, make_buffer: MakeBuffer
):
    layouts = [make_buffer(np.zeros(2, "f4"))._layout] * 2

    def fail(binding: Binding) -> str:
        raise KeyError(binding.rank)

    failing = Kernel("k", "x: f32[...], y: f32[...]", cpu=LLVM(fail))
    with pytest.raises(CompileError, match=r"^compile k: .*raised KeyError: 1; ") as caught:
        failing.plan(layouts)
    assert isinstance(caught.value.__cause__, KeyError)
    wrong = Kernel("k", "x: f32[...], y: f32[...]", cpu=LLVM(lambda binding: cast("str", None)))
    with pytest.raises(CompileError, match="returned NoneType; it must return IR text"):
        wrong.plan(layouts)
    with pytest.raises(ArgumentError, match="axpy has no implementation for cuda; it runs on cpu"):
        axpy.plan(layouts, "cuda")


def test_output_shapes_follow_from_the_inputs():
    kernel = Kernel(
        "k",
        "x: T[n, m], y: u8[...], out a: T[m, 2], out b: i32[...], out c: f64[]",
        cpu=LLVM(lambda binding: ""),
    )
    x = Layout("cpu:0", np.dtype("i2"), (3, 4))
    y = Layout("cpu:0", np.dtype("u1"), (5, 1, 6))
    assert kernel.output_shapes({"x": x, "y": y}) == {
        "a": ((4, 2), np.dtype("i2")),
        "b": ((5, 1, 6), np.dtype("i4")),
        "c": ((), np.dtype("f8")),
    }


@pytest.mark.parametrize(
    ("signature", "free"),
    [("x: f32[m], out y: T[n, m]", "n and T"), ("x: f32[m], out y: f32[...]", "...")],
)
def test_outputs_that_no_input_determines_are_refused(signature: str, free: str):
    kernel = Kernel("k", signature, cpu=LLVM(lambda binding: ""))
    x = Layout("cpu:0", np.dtype("f4"), (3,))
    with pytest.raises(SignatureError) as caught:
        kernel.output_shapes({"x": x})
    assert str(caught.value) == (
        f"execute k: no input determines {free} of {kernel.signature.parameters[1]}; "
        "allocate it yourself and launch the kernel on a stream"
    )


def two(a: object, b: object) -> None: ...


async def coroutine(a: object) -> None: ...


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: Kernel("", "x: f32", cpu=LLVM("")),
            "kernel: its name is ''; names are printable text"),
        (lambda: Kernel("k", "x: f32[...], out y: f32[n]", cpu=LLVM(""), elementwise=True),
            "kernel k: it is elementwise, and its arrays have several forms, x: f32[...], "
            "out y: f32[n]; write them all with the same dimensions, or all `[...]`"),
        (lambda: Kernel("k", "x: f32[n]", cpu=LLVM(""), split="m"),
            "kernel k: split is 'm'; the signature has n"),
        (lambda: Kernel("k", "x: f32", cpu=LLVM(""), grain=0),
            "kernel k: grain is 0; it must be at least 1"),
        (lambda: Kernel("k", "x: f32", cpu=LLVM(""), errors={0: "none"}),
            "kernel k: 0 is no error code; codes are 32-bit and not 0"),
        (lambda: Kernel("k", "x: f32"), "kernel k: it has no implementation; pass cpu="),
        (lambda: Kernel("k", "x: T[n]", cpu=LLVM(""), types={"T": ("f32", "f64")}),
            "kernel k: T may be f32 or f64, but the source is one text; "
            "pass a function that writes it for a binding"),
        (lambda: Kernel("k", "x: f32, y: f32, z: f32", cpu=Python(two)),
            "kernel k: the Python function takes (a: 'object', b: 'object') -> 'None': "
            "too many positional arguments; it is called with x, y, z"),
        (lambda: LLVM(cast("str", 3)),
            "LLVM: source is of type int; pass IR text or a function that returns it"),
        (lambda: LLVM("", opt=4), "LLVM: opt is 4; it must be at most 3"),
        (lambda: LLVM("", symbols={"f": 0}),
            "LLVM: the symbol f is 0; it must be a Symbol or Words of "
            "streamrt.emit, or an absolute address"),
        (lambda: Native(1, returns="f32"), "Native: returns is 'f32'; it must be None or \"i32\""),
    ],
)  # fmt: skip
def test_a_wrong_definition_is_refused_at_once(build: Callable[[], object], message: str):
    with pytest.raises(ArgumentError) as caught:
        build()
    assert str(caught.value) == message


def test_a_coroutine_function_is_no_kernel():
    with pytest.raises(ArgumentTypeError, match=r"no coroutine function$"):
        Python(coroutine)


def test_codes_are_explained():
    kernel = Kernel("k", "x: f32", cpu=LLVM(""), errors={1: "index out of range"})
    assert [kernel.explain(code) for code in (1, 2)] == ["index out of range", "error code 2"]


def test_defining_and_planning_a_kernel_does_not_import_llvmlite():
    script = (
        "import sys, numpy as np\n"
        "from streamrt._compile import llvm\n"
        "from streamrt._compile.implementations import LLVM\n"
        "from streamrt._compile.kernel import Kernel\n"
        "from streamrt._compile.signatures.layout import Layout\n"
        "kernel = Kernel('k', 'x: f32[n]', cpu=LLVM(''))\n"
        "kernel.plan([Layout('cpu:0', np.dtype('f4'), (3,))])\n"
        "sys.exit('llvmlite' in sys.modules)\n"
    )
    root = Path(streamrt.errors.__file__).parents[1]
    subprocess.run([sys.executable, "-c", script], check=True, cwd=root)
