"""Compiles every CUDA text of streamrt by NVRTC, for several architectures. Needs no GPU.

`make cuda-check` runs it in an environment of its own, which has CuPy and NVRTC. It also tries what
only the real NVRTC can answer: the text of an error, an architecture that is too new, a
`cupy.RawKernel`, and the cache.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import islice, product
from pathlib import Path
from random import Random
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[2]))  # as tests/conftest.py does

import numpy as np
import nvrtc_forms

import streamrt as srt
import streamrt_kernels
from streamrt._backends.cuda.standard import OPERATIONS, standard_code
from streamrt._compile.cache import DiskCache
from streamrt._compile.code import CUDACode
from streamrt._compile.cuda.compiler import NVRTC
from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._compile.signatures.layout import Layout
from streamrt._ir.called_kernels import native_kernels
from streamrt._ir.kernels import kernel_of
from streamrt._ir.ops import OPS
from streamrt._jit.kernel_functions.decorator import NumPyFunction
from streamrt.testing.conformance import _kernels as suite

sys.path.append(str(Path(__file__).resolve().parents[2]))

from ir.looped.random_loops import form_of_turns, random_loop
from ir.on_cuda.cuda_functions import FUNCTIONS, forms_of
from ir.operation_forms import form_of, joined, results_of
from ir.random_programs import takes

PARAMETERS = 20
"""The operations of a text that has many: each has parameters of its own."""

LOOPS = 12
"""The random bodies that run many times in one kernel."""

ARCHITECTURES = ("sm_80", "sm_90", "sm_100")


def kernels() -> Iterator[srt.Kernel]:
    """Yields all kernels that have a CUDA text."""
    for module in (streamrt_kernels, suite):
        for found in vars(module).values():
            if not isinstance(found, srt.Kernel) or found is suite.broken:
                continue
            if "cuda" in found.implementations:
                yield found
    yield from native_kernels()
    for function in FUNCTIONS:
        yield from map(kernel_of, forms_of(function))
    for seed in range(LOOPS):
        yield kernel_of(form_of_turns(random_loop(Random(seed))), f"loop_{seed}")
    for dtype in DTYPES:
        ops = [op for op in OPS if op.is_elementwise and takes(op, dtype)]
        forms = [form_of(op, dtype, to, 4) for op in ops for to in results_of(op, dtype)]
        for first in range(0, len(forms), PARAMETERS):
            yield kernel_of(joined(forms[first : first + PARAMETERS]), f"operations_of_{dtype}")


def codes_of(kernel: srt.Kernel) -> Iterator[CUDACode]:
    """Yields the code of a kernel for all its dtypes, and for arrays of 1 and of 3 dimensions.

    Of a kernel that the compiler makes, it yields the first only: `operations_of_f32` and the like
    have the others. One that does not follow strides gets arrays of 1 dimension only.
    """
    variables = list(kernel.signature.types)
    made = kernel.implementations["cuda"]
    most = 1 if isinstance(made, NumPyFunction) else None
    ranks = (1,) if most or (isinstance(made, srt.CUDA) and not made.strided) else (1, 3)
    for chosen in islice(product(*kernel.signature.types.values()), most):
        types = dict(zip(variables, chosen, strict=True))
        for rank in ranks:
            layouts = [
                layout(p.ellipsis, p.dims or (), p.dtype, types, rank)
                for p in kernel.signature.arrays
            ]
            code = kernel.plan(layouts, "cuda").code
            assert isinstance(code, CUDACode)
            yield code


def layout(
    ellipsis: bool, dims: tuple[str | int, ...], dtype: str, types: dict[str, str], rank: int
) -> Layout:
    shape = (4,) * (rank if ellipsis else len(dims))
    element = DTYPES[types.get(dtype, dtype)].numpy
    if not (ellipsis and rank > 1):
        return Layout(None, element, shape)
    apart = np.zeros((8,) * rank, element)[(slice(0, None, 2),) * rank]  # nothing can be merged
    return Layout(None, element, shape, apart.strides)


def operations() -> Iterator[CUDACode]:
    for name in ("collect", "condition"):
        yield standard_code(name, (0, 1))
    for name, count in [(name, count) for name, count in OPERATIONS.items() if count]:
        for item, rank in product((2, 4, 8) if name == "finite" else (1, 2, 3, 4, 8), (1, 3)):
            yield standard_code(name, (rank, item, *(4,) * rank, *(16,) * rank * count))


def all_codes() -> dict[tuple[str, str], CUDACode]:
    """Returns each text once, by its entry and source."""
    found: dict[tuple[str, str], CUDACode] = {}
    for kernel in kernels():
        for code in codes_of(kernel):
            found[code.entry, code.source] = code
    for code in operations():
        found[code.entry, code.source] = code
    return found


def check_images(folder: Path) -> None:
    """Compiles all texts into an empty cache, then finds them there."""
    codes = list(all_codes().values())
    first, second = NVRTC(disk=DiskCache(folder)), NVRTC(disk=DiskCache(folder))
    for architecture in ARCHITECTURES:
        start = time.perf_counter()
        images = [first.compile(code, architecture) for code in codes]
        took = time.perf_counter() - start
        assert all(image.startswith(b"\x7fELF") for image in images)
        assert images == [second.compile(code, architecture) for code in codes]
        print(
            f"{architecture}: {len(codes)} texts of {len({c.entry for c in codes})} kernels "
            f"in {took:.1f} s, {sum(map(len, images)) >> 10} KiB"
        )
    count = len(codes) * len(ARCHITECTURES)
    assert (first.stats.compiled, second.stats.compiled) == (count, 0), (first, second)


def check_errors(compiler: NVRTC) -> None:
    """A text with a mistake is refused with the compiler's log and the user's file."""
    kernel = srt.Kernel(
        "wrong",
        "out y: f32[n]",
        cuda=srt.CUDA(
            'extern "C" __global__ void wrong(const Words w, float *y)\n{\n    y[0] = x;\n}\n'
        ),
    )
    try:
        compiler.compile(code_of(kernel), "sm_90")
    except srt.errors.CompileError as error:
        text = str(error)
        assert 'wrong.cu(3): error: identifier "x" is undefined' in text, text
        assert f"{__file__}:" in text, text
        print(text)
    else:
        raise AssertionError("a text with a mistake compiles")


def code_of(kernel: srt.Kernel) -> CUDACode:
    return next(codes_of(kernel))


def check_architectures(compiler: NVRTC) -> None:
    """An unknown newer architecture gets PTX of the newest known one, and an old one an error."""
    code = code_of(streamrt_kernels.axpy)
    text = compiler.compile(code, "sm_999")
    target = next(line for line in text.split(b"\n") if line.startswith(b".target"))
    print(f"sm_999: PTX, {target.decode()}")
    assert text.endswith(b"\0")
    try:
        compiler.compile(code, "sm_35")
    except srt.errors.CompileError as error:
        print(error)
    else:
        raise AssertionError("sm_35 is known")


def check_raw_kernel(compiler: NVRTC) -> None:
    """A `cupy.RawKernel` is taken as it is, without a driver."""
    import cupy  # pyright: ignore[reportMissingImports]

    raw: Any = cupy.RawKernel(
        """
        template <typename T> __device__ T twice_of(T value) { return value + value; }
        extern "C" __global__ void __launch_bounds__(256) twice(float *y, int n)
        {
            int i = blockDim.x * blockIdx.x + threadIdx.x;
            if (i < n)
                y[i] = twice_of(y[i]);
        }
        """,
        "twice",
        options=("--use_fast_math",),
    )
    code = code_of(srt.Kernel("doubled", "inout y: f32[n]", cuda=raw))
    assert code.options == ("--use_fast_math",)
    assert b".visible .entry streamrt_twice(" in compiler.compile(code, "sm_999")
    assert compiler.compile(code, "sm_90").startswith(b"\x7fELF")


def check_contraction(compiler: NVRTC) -> None:
    """Products and sums stay two operations, unless an option says otherwise."""
    text = (
        'extern "C" __global__ void f(const Words w, const float *x, float *y)\n'
        "{\n    *y = *x * *x + *y;\n}\n"
    )

    def fused(*options: str) -> bool:
        kernel = srt.Kernel("f", "x: f32[n], inout y: f32[n]", cuda=srt.CUDA(text, options=options))
        return b"fma.rn." in compiler.compile(code_of(kernel), "sm_999")  # PTX can be read

    assert not fused()
    assert fused("--fmad=true")
    assert fused("--use_fast_math")


def check_compiled_functions(compiler: NVRTC) -> None:
    """The kernels that become of functions with `@streamrt.jit` compile for each architecture."""
    for what, code in nvrtc_forms.jit_codes():
        start = time.perf_counter()
        nbytes = sum(len(compiler.compile(code, architecture)) for architecture in ARCHITECTURES)
        print(f"jit, {what}: {time.perf_counter() - start:.1f} s, {nbytes >> 10} KiB")


CHECKS: tuple[Callable[[NVRTC], None], ...] = (
    check_errors,
    check_architectures,
    check_raw_kernel,
    check_contraction,
    check_compiled_functions,
)


def main() -> int:
    """Runs all checks; an assertion that fails ends it with a traceback."""
    with tempfile.TemporaryDirectory() as folder:
        check_images(Path(folder, "images"))
        for check in CHECKS:
            check(NVRTC(disk=DiskCache(Path(folder, "others"))))
            print(f"{check.__name__}: ok")
    return 0


if __name__ == "__main__":
    sys.exit(main())
