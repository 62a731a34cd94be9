"""Takes a `cupy.RawKernel` as an implementation, by its attributes; CuPy is not imported.

Its text is not ours: its kernel has no layout words. So the text is compiled with `__global__` as
`__device__`, and a kernel of our own calls its function, which costs nothing, because it becomes a
part of it. The function has the parameters that `Native`'s have: those of the signature in order,
then each distinct extent (all of `[...]` is one, the number of elements). It may leave out the
extents. An integer parameter may have any type that `long long` converts to.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import prod

from streamrt._compile.code import CUDACode, GridRule, Implementation
from streamrt._compile.cuda.text import CTYPES, CUDA, prelude
from streamrt._compile.gpu_source import check_text, written_where
from streamrt._compile.signatures.binding import Binding
from streamrt._compile.signatures.signature import ELLIPSIS, Parameter, Signature
from streamrt.errors import ArgumentError, SignatureError

__all__ = ["RawKernel", "adopted"]

BLOCK = 256


@dataclass(frozen=True, slots=True)
class RawKernel(Implementation):
    """The text of a `cupy.RawKernel`, for C-contiguous arrays.

    Attributes:
        text: its CUDA C++.
        function: the name of its kernel.
        options: its options for the compiler.
        where: the file and line that gave it to a kernel.
    """

    text: str
    function: str
    options: tuple[str, ...]
    where: str

    @property
    def follows_strides(self) -> bool:
        return False

    def check(self, signature: Signature, split: str | None, elementwise: bool, what: str) -> None:
        check_text(self.text, self.function, what, CUDA.language)
        for variable, allowed in signature.types.items():
            if len(allowed) > 1:
                raise SignatureError(
                    f"{what}: {variable} may be {' or '.join(allowed)}; a RawKernel is for one "
                    "dtype, name it in the signature or in types"
                )

    def specialise(
        self, name: str, signature: Signature, split: str | None, binding: Binding
    ) -> CUDACode:
        entry = f"streamrt_{self.function}"
        before, _ = prelude(signature, binding)
        return CUDACode(
            source=before + self._adapted(entry, signature, binding),
            entry=entry,
            block=(BLOCK, 1, 1),
            items=1,
            grid=_grid_of(signature, split),
            fallible=False,
            options=self.options,
            where=self.where,
            binding=binding,
            symbols=signature.symbols,
            split=split,
        )

    def _adapted(self, entry: str, signature: Signature, binding: Binding) -> str:
        """Returns the text between a kernel that is declared before it and what that calls."""
        function = self.function
        names = ", ".join(f"p{k}" for k in range(len(signature.parameters)))
        given = ", ".join(_parameter(p, k, binding) for k, p in enumerate(signature.parameters))
        # Of a type that depends on the template: a call that does not fit leaves its overload out.
        deduced = re.sub(r"^[\w ]+ (\*?p0)", r"P \1", given)
        extents: list[str] = []
        at = 0
        for symbol in signature.symbols:
            extents.append("w.size()" if symbol == ELLIPSIS else f"w.at[{at}]")
            at += binding.rank if symbol == ELLIPSIS else 1
        return f"""\
static __device__ void {entry}_body(const Words &w, {given});
extern "C" __global__ void {entry}(const Words w, {given})
{{
    {entry}_body(w, {names});
}}
#undef __global__
#undef __launch_bounds__
#define __global__ __device__
#define __launch_bounds__(...)
#line 1 "{function}.cu"
{self.text}
#line 1 "streamrt"
template <class P, class... E>
static __device__ auto {entry}_given(int, {deduced}, E... extents)
    -> decltype({function}({names}, extents...))
{{
    return {function}({names}, extents...);
}}
template <class P, class... E> static __device__ void {entry}_given(long, {deduced}, E...)
{{
    {function}({names});
}}
static __device__ void {entry}_body(const Words &w, {given})
{{
    {entry}_given(0, {", ".join([names, *extents])});
}}
"""


def _parameter(p: Parameter, number: int, binding: Binding) -> str:
    star = "*" if p.is_array else ""
    return f"{CTYPES[binding.dtypes[p.name]]} {star}p{number}"


def _grid_of(signature: Signature, split: str | None) -> GridRule:
    """Returns a rule that gives each element a thread, because such kernels seldom stride.

    The elements are those of `split`, or of the largest array.
    """

    def grid(binding: Binding, extents: Mapping[str, int], multiprocessors: int) -> int:
        del binding, multiprocessors
        if split is not None:
            count = prod([extents[symbol] for symbol in split.split("*")])
        else:
            count = max([_size(p, extents) for p in signature.arrays], default=1)
        return -(-count // BLOCK)

    return grid


def _size(p: Parameter, extents: Mapping[str, int]) -> int:
    dims = (ELLIPSIS,) if p.ellipsis else p.dims or ()
    return prod([extents[d] if isinstance(d, str) else d for d in dims])


def adopted(kind: str, given: Implementation) -> Implementation:
    """Returns the implementation of a `cupy.RawKernel`; else what is given.

    Raises:
        ArgumentError: if it needs more of CuPy than its text, name and options.
    """
    foreign: object = given
    if kind != "cuda" or isinstance(foreign, Implementation):
        return given
    code, name = getattr(foreign, "code", None), getattr(foreign, "name", None)
    options: object = getattr(foreign, "options", None)
    if not (isinstance(code, str) and isinstance(name, str) and isinstance(options, tuple | list)):
        return given
    for more in ("enable_cooperative_groups", "jitify", "translate_cucomplex"):
        if getattr(foreign, more, False) is True:
            raise ArgumentError(
                f"CUDA: {name} is a RawKernel with {more}, which streamrt lacks; "
                "pass CUDA(text) without it"
            )
    checked = CUDA(code, name, options=tuple(map(str, options)))  # looks at name and options
    return RawKernel(re.sub(r"\r\n?", "\n", code), name, checked.options, written_where())
