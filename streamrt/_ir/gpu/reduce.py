"""Reductions on GPUs: the state of a thread, and what joins states.

1. A state begins as the identity and takes one element after another; two states become one. What
   that means is the CPU's (_ir/cpu/reduce.py): of floats, `max` and `min` keep a NaN, and a sum
   begins as 0.0. `argmax` and `argmin` keep the first place; one that is still -1 has met nothing
   but the identity.
2. A team of threads joins its states in halves, lower lanes on the left: with shuffles those of a
   warp, and then the warps of a block one after the other, through shared memory; without, all
   through shared memory. Every thread has the result.
3. Reduction k has the variables `rk` and, for places, `pk`. those of another state, which it is
   joined with, have another letter and the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.gpu.dialects import Dialect
from streamrt._ir.gpu.helpers import need
from streamrt._ir.gpu.operations import wrapped
from streamrt._ir.gpu.values import is_float, literal
from streamrt._ir.gpu.writer import Writer
from streamrt._ir.loops import Loops

__all__ = [
    "THREADS", "WARP", "WARPS", "GPUReduction", "groups", "reduction", "write_halving",
    "write_team",
]  # fmt: skip

WARP, WARPS = 32, 8
"""The threads of a warp, and the warps of a block."""

THREADS = WARP * WARPS
"""The threads of a block."""

_ON_BOOLS = {"any": "|", "max": "|", "all": "&", "min": "&"}
_ARITHMETIC = {"sum": "+", "prod": "*"}


@dataclass(frozen=True, slots=True)
class GPUReduction:
    """One reduction.

    Attributes:
        number: the place of its instruction.
        by: its name in a form.
        dtype: the dtype of its elements.
    """

    number: int
    by: str
    dtype: str

    @property
    def takes_places(self) -> bool:
        """Whether it is `argmax` or `argmin`."""
        return self.by.startswith("arg")

    @property
    def is_float_sum(self) -> bool:
        """Whether it loses digits if one state takes very many elements."""
        return self.by == "sum" and is_float(self.dtype)

    @property
    def parts(self) -> list[tuple[str, str, str]]:
        """The variables of its state and of another one, and their dtype."""
        found = [(f"r{self.number}", f"o{self.number}", self.dtype)]
        if self.takes_places:
            found.append((f"p{self.number}", f"q{self.number}", "i64"))
        return found

    def start(self, writer: Writer) -> None:
        """Writes the variables of a state that has met nothing."""
        identity = self._identity(writer)
        writer.do(f"{writer.dialect.register[self.dtype]} r{self.number} = {identity};")
        if self.takes_places:
            writer.do(f"{writer.dialect.long} p{self.number} = -1;")

    def start_chunk(self, writer: Writer) -> None:
        """Writes the state that takes elements until `end_chunk`; a float sum has it."""
        identity = self._identity(writer)
        writer.do(f"{writer.dialect.register[self.dtype]} c{self.number} = {identity};")

    def end_chunk(self, writer: Writer) -> None:
        """Writes that the state takes what the chunk has met."""
        writer.do(f"r{self.number} = r{self.number} + c{self.number};")

    def take(self, writer: Writer, value: str, place: str) -> None:
        """Writes that the state, or that of the chunk, meets an element."""
        own = f"c{self.number}" if self.is_float_sum else f"r{self.number}"
        if self.takes_places:
            with writer.block(f"if ({self._is_more(value, own)})"):
                writer.do(f"{own} = {value};")
                writer.do(f"p{self.number} = {place};")
        else:
            writer.do(f"{own} = {self._joined(writer, own, value)};")

    def join(self, writer: Writer, value: str, place: str) -> None:
        """Writes that the state meets another one, whose elements stand behind its own or not."""
        own, known = f"r{self.number}", f"p{self.number}"
        if not self.takes_places:
            writer.do(f"{own} = {self._joined(writer, own, value)};")
            return
        more, same = self._is_more(value, own), self._is_same(value, own)
        with writer.block(f"if (({more}) || (({same}) && {place} < {known}))"):
            writer.do(f"{own} = {value};")
            writer.do(f"{known} = {place};")

    def result(self, first: str) -> str:
        """Returns the result, where the first element that was met is at `first`."""
        own = f"r{self.number}"
        if self.takes_places:
            return f"p{self.number} < 0 ? {first} : p{self.number}"
        return own

    def _identity(self, writer: Writer) -> str:
        by = self.by.removeprefix("arg")
        if self.dtype == "bool":
            return literal(writer.dialect, "bool", by in ("all", "min"))
        if by in _ARITHMETIC:
            return literal(writer.dialect, self.dtype, by == "prod")
        if is_float(self.dtype):
            need(writer, f"{self.dtype}_of_bits")
            return literal(writer.dialect, self.dtype, -inf if by == "max" else inf)
        return literal(writer.dialect, self.dtype, DTYPES[self.dtype].bounds[by == "min"])

    def _joined(self, writer: Writer, left: str, right: str) -> str:
        """Returns the value that joins two; a NaN on the right is found by asking for it."""
        if self.dtype == "bool":
            return f"{left} {_ON_BOOLS[self.by]} {right}"
        if self.by in _ARITHMETIC:
            sign = _ARITHMETIC[self.by]
            if is_float(self.dtype):
                return f"{left} {sign} {right}"
            return wrapped(writer.dialect, self.dtype, sign, left, right)
        order = ">" if self.by == "max" else "<"
        is_nan = f" || {right} != {right}" if is_float(self.dtype) else ""
        return f"{right} {order} {left}{is_nan} ? {right} : {left}"

    def _is_more(self, value: str, than: str) -> str:
        """Returns whether a value is more extreme; a NaN is more than all but a NaN."""
        up = self.by == "argmax"
        if is_float(self.dtype):
            return f"!({value} {'<=' if up else '>='} {than}) && {than} == {than}"
        return f"{value} {'>' if up else '<'} {than}"

    def _is_same(self, value: str, other: str) -> str:
        if is_float(self.dtype):
            return f"{value} == {other} || ({value} != {value} && {other} != {other})"
        return f"{value} == {other}"


def reduction(form: Loops, number: int) -> GPUReduction:
    """Returns the reduction that an instruction is."""
    each = form.body[number]
    return GPUReduction(number, each.by, form.body[each.inputs[0]].dtype)


def write_team(writer: Writer, reductions: Sequence[GPUReduction], *, alone: bool) -> None:
    """Writes how the states of a team become one.

    `team` is its threads, a power of two, and either at most a warp or the whole block; `lane` is
    the number of one in it, and `wide` are those in a warp. All threads of the block must come by.

    Args:
        writer: takes the text.
        reductions: the states.
        alone: whether no others become one between two times that these do. If others do, their
            barrier holds the next writer of shared memory until all have read.
    """
    if not writer.dialect.has_shuffles:
        _share(writer, reductions)
        return
    parts, dialect = _parts(reductions), writer.dialect
    _shuffle(writer, reductions)
    with writer.block(f"if (team > {WARP})"):
        for own, _, dtype in parts:
            writer.shared(dialect.register[dtype], f"of_{own}[{WARPS}]")
            is_first = f"{dialect.thread} % {WARP} == 0"
            writer.do(f"if ({is_first}) of_{own}[{dialect.thread} / {WARP}] = {own};")
        writer.do(dialect.barrier)
        for own, _, _ in parts:
            writer.do(f"{own} = of_{own}[0];")
        with writer.block(f"for (int k = 1; k < {WARPS}; k++)"):
            for each in reductions:
                each.join(writer, f"of_r{each.number}[k]", f"of_p{each.number}[k]")
        if alone:
            writer.do(dialect.barrier)


def _shuffle(writer: Writer, reductions: Sequence[GPUReduction]) -> None:
    """Writes how the states of a warp's team become one by shuffles."""
    parts = _parts(reductions)
    register = writer.dialect.register
    with writer.block("for (int apart = wide / 2; apart; apart /= 2)"):
        for own, other, dtype in parts:
            found = _shuffled(register[dtype], "__shfl_down_sync", own, dtype, "apart")
            writer.do(f"const {register[dtype]} {other} = {found};")
        for each in reductions:
            each.join(writer, f"o{each.number}", f"q{each.number}")
    for own, _, dtype in parts:
        writer.do(f"{own} = {_shuffled(register[dtype], '__shfl_sync', own, dtype, '0')};")


def _shuffled(kind: str, function: str, own: str, dtype: str, lane: str) -> str:
    """Returns a variable of another lane of the team; CUDA shuffles nothing smaller than an int."""
    if DTYPES[dtype].itemsize < 4:
        return f"({kind}){function}(~0u, (int){own}, {lane}, wide)"
    return f"{function}(~0u, {own}, {lane}, wide)"


def _share(writer: Writer, reductions: Sequence[GPUReduction]) -> None:
    """Writes how the states of a team become one through shared memory, in halves.

    No barrier stands under a condition, because drivers for CPUs write all behind it twice then.
    """
    dialect, memory = writer.dialect, dict[str, str]()
    for group in groups(dialect, reductions):
        arrays = write_halving(writer, group, memory, "team", "lane", "apart")
        for (own, _, _), name in zip(_parts(group), arrays, strict=True):
            writer.do(f"{own} = {name}[{dialect.thread} - lane];")
        writer.do(dialect.barrier)


SHARED = 24 << 10
"""The most bytes of shared memory for states that become one together. A block of CUDA has 48 KiB
without asking for more ("CUDA C++ Programming Guide", "Compute Capabilities"), and one of OpenCL
has 32 at least ("The OpenCL Specification", `CL_DEVICE_LOCAL_MEM_SIZE`)."""


def groups(dialect: Dialect, reductions: Sequence[GPUReduction]) -> list[Sequence[GPUReduction]]:
    """Returns the reductions whose states become one together: all, if memory is there for it.

    If not, then each by itself, or, where code between barriers is dear, as many as there is
    memory for.
    """
    sizes = [sum([DTYPES[d].itemsize for *_, d in each.parts]) * THREADS for each in reductions]
    if sum(sizes) <= SHARED:
        return [reductions]
    found, used = list[list[GPUReduction]](), SHARED
    for each, size in zip(reductions, sizes, strict=True):
        if used + size > SHARED or not dialect.packs_states:
            found.append([])
            used = 0
        found[-1].append(each)
        used += size
    return list(found)


def _parts(reductions: Sequence[GPUReduction]) -> list[tuple[str, str, str]]:
    return [part for each in reductions for part in each.parts]


def write_halving(
    writer: Writer,
    reductions: Sequence[GPUReduction],
    memory: dict[str, str],
    members: str,
    number: str,
    apart: str,
) -> list[str]:
    """Writes how states become one in halves, that of number 0; returns where each part lies.

    Args:
        writer: takes the text.
        reductions: the states.
        memory: the dtype of each array in shared memory, by its name.
        members: how many states there are.
        number: that of this thread's.
        apart: the threads between it and the one which is `apart` members further on.
    """
    parts, dialect = _parts(reductions), writer.dialect
    thread, arrays = dialect.thread, list[str]()
    for own, _, dtype in parts:
        name = next(n for k in range(len(parts)) if (n := f"of_{dtype}_{k}") not in arrays)
        arrays.append(name)
        if name not in memory:
            writer.shared(dialect.register[dtype], f"{name}[{THREADS}]")
            memory[name] = dtype
        writer.do(f"{name}[{thread}] = {own};")
    writer.do(dialect.barrier)
    with writer.block(f"for (int apart = {members} / 2; apart; apart /= 2)"):
        with writer.block(f"if ({number} < apart)"):
            for (_, other, dtype), name in zip(parts, arrays, strict=True):
                place = f"{name}[{thread} + {apart}]"
                writer.do(f"const {dialect.register[dtype]} {other} = {place};")
            for each in reductions:
                each.join(writer, f"o{each.number}", f"q{each.number}")
            for (own, _, _), name in zip(parts, arrays, strict=True):
                writer.do(f"{name}[{thread}] = {own};")
        writer.do(dialect.barrier)
    return arrays
