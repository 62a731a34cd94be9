"""Kernels from Python functions: the decorator `kernel`. Light: what compiles is loaded later."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from streamrt._compile.code import Code, GPUText, Implementation, PythonFunction
from streamrt._compile.kernel import Kernel
from streamrt._compile.llvm_code import LLVMCode
from streamrt._compile.plan import Plan
from streamrt._compile.signatures.binding import Binding
from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._compile.signatures.layout import Layout
from streamrt._compile.signatures.signature import Signature
from streamrt._core.values import check_choice, check_flag, shown
from streamrt._jit.options import SWITCH
from streamrt._notes import listeners, now, rare_listeners, tell
from streamrt._refusals import refusing
from streamrt.errors import ArgumentError, ArgumentTypeError, SignatureError

__all__ = ["NumPyFunction", "kernel"]


@refusing
def kernel(
    signature: str,
    *,
    types: Mapping[str, Sequence[str]] | None = None,
    elementwise: bool = False,
    contract: bool | None = None,
    compiler: Literal["streamrt", "numba"] = "streamrt",
    split: str | None = None,
    grain: int | Callable[[Mapping[str, int]], int] | None = None,
    bound_ns: Callable[[Mapping[str, int]], float] | None = None,
) -> Callable[[Callable[..., None]], Kernel]:
    """Makes a kernel of a Python function that is written with NumPy, or with loops.

        @streamrt.kernel("x: f32[n, m], b: f32[m], out y: f32[n, m]")
        def biased_relu(x, b, y):
            y[...] = np.maximum(x + b, 0)

        await stream.launch(biased_relu, x, b, y)

    The function takes the parameters of the signature, in order, writes to its outputs in place,
    and returns nothing. The first launch with arguments of certain shapes runs the function once,
    on stand-ins that record what it computes; one kernel is compiled from that. It may call what a
    function of `streamrt.jit` may call, see "Functions that can be compiled". It reads its
    arguments alone, no arrays of its module or its closure; numbers that it finds there are
    compiled in. With the environment variable STREAMRT_JIT=0 it runs as it is, with NumPy.

    With `compiler="numba"` the function has loops over elements, and numba compiles it. Its arrays
    are contiguous, an array of `[...]` is one row, and one of `[]` has one element. If it is split,
    it takes the bounds of its part, too, and writes that part:

        @streamrt.kernel("x: f32[n], out y: f32[n]", compiler="numba", split="n")
        def neighbours(x, y, lo, hi):
            for i in range(lo, hi):
                y[i] = x[max(i - 1, 0)] + x[min(i + 1, len(x) - 1)]

    Arrays that are not written are read-only. If the function raises, the launch fails with a
    `KernelError` that does not have the function's message: numba drops it. With STREAMRT_JIT=0, or
    NUMBA_DISABLE_JIT=1, the function runs as it is, in Python, and its own exception is seen.
    Options of numba, such as `fastmath`, go to a decorator of its own, `numba.njit(fastmath=True)`,
    below this one.

    The docstring of the function is that of the kernel.

    Args:
        signature: the parameters, such as `x: T[n, m], inout y: T[n], alpha: f32`; see `Kernel`.
        types: the dtypes that each type variable may stand for.
        elementwise: whether each element of an output depends on the inputs' elements at the same
            index alone, so that an output may be given the memory of an input. It is checked when
            the function is traced; numba's functions are taken at their word.
        contract: whether a product and a sum may be rounded once, as one operation. It is quicker,
            and more exact than NumPy; None is True. Not for numba.
        compiler: `streamrt` for a function in NumPy's words, `numba` for one with loops.
        split: see `Kernel`; for numba alone, because the other compiler divides by itself.
        grain: see `Kernel`; likewise. None is 32,768 elements.
        bound_ns: see `Kernel`; likewise.

    Raises:
        SignatureError: the signature is wrong, or the function does not take its parameters.
        ArgumentTypeError: it is no function.
        ArgumentError: there is no such compiler, or it has no such option.
        TraceError: from a launch: the function does what no kernel can, with its line.
        CompileError: from a launch: numba is missing, or cannot compile it.
    """
    if not isinstance(signature, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ArgumentTypeError(
            f"kernel: found {shown(signature)} for the signature; write it above a function, as in "
            '`@streamrt.kernel("x: f32[n], out y: f32[n]")`'
        )
    elementwise = check_flag(elementwise, "kernel: elementwise")
    if contract is not None:
        contract = check_flag(contract, "kernel: contract")
    check_choice(compiler, "kernel: compiler", "streamrt", "numba")
    options = {"split": split, "grain": grain, "bound_ns": bound_ns}
    if compiler == "numba":
        options = {"contract": contract}
    for option, value in options.items():
        if value is not None:
            raise ArgumentError(f"kernel: the compiler {compiler} has no option {option}")

    @refusing
    def decorate(function: Callable[..., None]) -> Kernel:
        name = _checked_name(function)
        if compiler == "streamrt":
            made = NumPyFunction(function, elementwise, contract is not False)
            return Kernel(
                name, signature, types=types, elementwise=elementwise, pure=True, cpu=made,
                cuda=made, opencl=made,
            )  # fmt: skip
        from streamrt._jit.kernel_functions.numba_loops import NumbaFunction, grain_of

        return Kernel(
            name,
            signature,
            types=types,
            elementwise=elementwise,
            split=split,
            grain=grain_of(split) if grain is None else grain,
            bound_ns=bound_ns,
            cpu=NumbaFunction(function),
        )

    return decorate


def _checked_name(function: object) -> str:
    """Returns the name of a function that can be made a kernel.

    Raises:
        ArgumentTypeError: it is none.
    """
    if isinstance(function, Kernel):
        raise ArgumentTypeError(f"kernel: found {function!r}, which is a kernel already")
    code = getattr(function, "__code__", None)
    name: object = getattr(function, "__name__", None)
    if code is None or not isinstance(name, str):
        raise ArgumentTypeError(f"kernel: found {shown(function)}; write it above a function")
    flags = inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR | inspect.CO_GENERATOR
    if code.co_flags & flags:
        raise ArgumentTypeError(
            f"kernel {name}: found an async function or a generator; a kernel computes, and returns"
        )
    return name


@dataclass(frozen=True, slots=True)
class NumPyFunction(Implementation):
    """An implementation by a Python function in NumPy style, traced and compiled.

    Attributes:
        function: takes the parameters in order, and writes to the outputs.
        elementwise: whether the kernel says that it is.
        contract: whether products and sums may be rounded once.
    """

    function: Callable[..., None]
    elementwise: bool
    contract: bool
    _known: dict[str, Code] = field(
        default_factory=dict[str, Code], init=False, repr=False, compare=False
    )

    @property
    def follows_strides(self) -> bool:
        return True

    def meaning(self, code: int) -> str | None:
        from streamrt._ir.cpu.frame import ERRORS

        return ERRORS.get(code)

    def check(self, signature: Signature, split: str | None, elementwise: bool, what: str) -> None:
        taken = inspect.signature(self.function)
        names = [name for name, p in taken.parameters.items() if p.kind is p.POSITIONAL_OR_KEYWORD]
        if names != list(signature.names) or len(names) != len(taken.parameters):
            raise SignatureError(
                f"{what}: its function takes {taken}; it must take ({', '.join(signature.names)})"
            )
        if not any(p.writes for p in signature.parameters):
            raise SignatureError(f"{what}: it has no output; declare one, as in `out y: f32[n]`")

    def specialise(
        self, name: str, signature: Signature, split: str | None, binding: Binding
    ) -> Code:
        return PythonFunction(self.function)  # for STREAMRT_JIT=0; else `planned` comes first

    def planned(
        self,
        name: str,
        signature: Signature,
        kind: str,
        binding: Binding,
        layouts: Sequence[Layout],
        what: str,
    ) -> Plan | None:
        if os.environ.get(SWITCH) == "0":
            if kind != "cpu":
                raise ArgumentError(f"{what}: {SWITCH} is 0, and {kind} runs no Python")
            return None
        from streamrt._jit.defects import Reporting
        from streamrt._jit.sites import site_of

        since = now() if listeners or rare_listeners else 0
        with Reporting(name, site_of(self.function)):
            plan = self._traced(name, signature, kind, binding, layouts, what)
        if since:
            tell("compile", name, since)
        return plan

    def _traced(
        self,
        name: str,
        signature: Signature,
        kind: str,
        binding: Binding,
        layouts: Sequence[Layout],
        what: str,
    ) -> Plan:
        from streamrt._jit.kernel_functions.traces import trace_kernel

        dtypes = [DTYPES[binding.dtypes[p.name]] for p in signature.parameters]
        traced = trace_kernel(
            self.function,
            signature,
            [dtype.name for dtype in dtypes],
            layouts,
            name=name,
            contract=self.contract,
            elementwise=self.elementwise,
        )
        kinds = list(zip(signature.parameters, dtypes, strict=True))
        sizes = tuple([layout.nbytes for layout in layouts])
        codes = "".join(["P" if p.is_array else dtype.code for p, dtype in kinds])
        slots = "".join(["Q" if p.is_array else dtype.slot for p, dtype in kinds])
        if kind == "cpu":
            from streamrt._jit.kernel_functions.steps import join

            whole = join(traced, signature, what)
            code = self._once(whole.code)
            division = whole.extent, whole.grain
            return Plan(
                name, code, binding, whole.words, *division, sizes, codes, slots, whole.bound
            )
        from streamrt._jit.kernel_functions.gpu_steps import join_gpu

        found, words = join_gpu(kind, traced, signature, binding, name, what)
        return Plan(name, self._once(found), binding, words, 1, 1, sizes, codes, slots)

    def _once(self, code: LLVMCode | GPUText) -> Code:
        """Returns the code with this text that was made first."""
        return self._known.setdefault(code.source, code)
