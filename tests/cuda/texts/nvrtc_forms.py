"""The CUDA texts of compiled functions, for `nvrtc_check.py`: every operation, and random forms.

Many kernels are compiled as one text, each in a namespace, because most of the time goes into the
first of a text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from ir.on_cuda.cuda_functions import FUNCTIONS, forms_of
from ir.operation_forms import form_of, results_of
from ir.random_forms import random_form
from ir.random_programs import takes

from streamrt._compile.code import CUDACode
from streamrt._compile.signatures.binding import Binding
from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.gpu.emit import THREADS, emit
from streamrt._ir.loops import Loops
from streamrt._ir.ops import OPS

RANDOM = 60
"""The number of random forms, of a fixed seed."""


def jit_codes() -> Iterator[tuple[str, CUDACode]]:
    """Yields what it is, and the code of several forms at once."""
    for dtype in DTYPES:
        accepting = [op for op in OPS if op.is_elementwise and takes(op, dtype)]
        forms = [form_of(op, dtype, r, 8) for op in accepting for r in results_of(op, dtype)]
        yield f"{len(forms)} operations of {dtype}", _code(forms)
    random = Random(20)
    yield f"{RANDOM} random forms", _code([random_form(random, every=True) for _ in range(RANDOM)])
    for function in FUNCTIONS:
        yield function.__name__, _code(forms_of(function))


def _code(forms: Sequence[Loops]) -> CUDACode:
    """The kernels of forms in one text; the last of them is the entry."""
    parts: list[str] = []
    for k, form in enumerate(forms):
        words = max(1, len(form.extent_words()) + sum(len(o.loops) for o in form.operands))
        own = f"struct Words {{ long long at[{words}]; }};\n{emit(form, f'kernel{k}')}"
        parts.append(f"namespace of_kernel{k} {{\n{own}\n}}")
    return CUDACode(
        source="\n".join(parts),
        entry=f"kernel{len(forms) - 1}",
        block=(THREADS, 1, 1),
        items=1,
        grid=None,
        fallible=False,
        options=(),
        where="streamrt",
        binding=Binding({}, 0, frozenset()),
        symbols=(),
        split=None,
    )
