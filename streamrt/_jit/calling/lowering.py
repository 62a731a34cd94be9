"""Lowerings: the code that functions become, as text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from streamrt._compile.kernel import Kernel
from streamrt._compile.signatures.binding import Binding
from streamrt._core.handles import Handle

if TYPE_CHECKING:
    from streamrt._ir.lower import Step
    from streamrt._ir.program import Program
    from streamrt._jit.calling.arguments import Parameters
    from streamrt._jit.calling.taking_apart import Looked
    from streamrt._jit.calling.variants import Variant
    from streamrt._jit.options import Options
    from streamrt._jit.tracing.traced import Traced

__all__ = ["LoweredStep", "Lowerer", "Lowering"]


class Lowerer(Protocol):
    """The calls of a function, as far as its lowerings know them."""

    name: str
    site: str
    owns: bool
    options: Options
    parameters: Parameters

    def with_numbers(self, looked: Looked) -> tuple[Looked, Traced]:
        """Traces the function for a call; see `Calls.with_numbers`."""
        ...


@dataclass(frozen=True, slots=True)
class LoweredStep:
    """One launch of a compiled function; as text it is a line.

    Attributes:
        kernel: what is launched.
        arrays: its arrays, in the order of its signature, each as text: whose it is, its dtype and
            the extents that the kernel sees. `t0`, `t1`, ... are temporaries, `r0`, ... results
            and `c0`, ... constants; an argument has its name.
        writes: whether each of these is written.
    """

    kernel: Kernel
    arrays: tuple[str, ...]
    writes: tuple[bool, ...]

    def __str__(self) -> str:
        pairs = list(zip(self.arrays, self.writes, strict=True))
        reads, writes = ([name for name, written in pairs if written is k] for k in (False, True))
        return f"{self.kernel.name}: {', '.join(reads)} -> {', '.join(writes)}"


class Lowering(Handle):
    """The code that a function becomes for certain arguments, as text. Made by `lower`.

    It says nothing of results that need no code, such as arguments that the function returns.
    """

    _instead = "lower the function again"

    def __init__(self, variant: Variant, calls: Lowerer, looked: Looked, bound: int) -> None:
        """Not for users: `lower` of a compiled function makes it.

        Args:
            variant: what the function became.
            calls: those of the function.
            looked: the call that it was lowered for.
            bound: how many of its first arguments belong to the function, as a method's object.
        """
        from streamrt._jit.defects import Reporting  # it loads the compiler

        self._reporting = Reporting(calls.name, calls.site)
        self._variant = variant
        self._calls = calls
        self._looked = looked
        self._bound = bound
        self._name = calls.name
        slots, places = looked.structure.slots, looked.structure.places("array", "scalar")
        self._names = tuple([slots[place].path for place in places])

    @property
    def traced(self) -> str:
        """The program as it was traced, with the lines of the source that its values come from.

        The bodies of loops and branches are indented. What does not differ from turn to turn stands
        before the loop.
        """
        return self._spell(self._variant.traced.program)

    @property
    def program(self) -> str:
        """The program that is compiled, after all passes."""
        if self._variant.traced.program.loops:
            from streamrt._ir.passes import optimise

            return self._spell(self._optimised(), optimise)
        return self._spell(self._optimised())

    @property
    def stablehlo(self) -> str:
        """The program that is compiled, as StableHLO and CHLO: what jax, XLA and IREE read.

        Its one function is `main`. What differs there: an index out of range takes the nearest
        element, no launch fails, and the last bits of floats are those of who compiles it.

        Raises:
            ArgumentError: it has operations that StableHLO lacks; all of them are named.
        """
        from streamrt._ir.stablehlo.spelling import spell_stablehlo

        program = self._optimised()
        with self._reporting:
            return spell_stablehlo(program, self._name)

    @property
    def kernels(self) -> tuple[Kernel, ...]:
        """The kernels, in the order of their launches; one may stand there several times."""
        return tuple([step.kernel for step in self._steps])

    @property
    def steps(self) -> tuple[LoweredStep, ...]:
        """The launches, in order, with the arrays that each reads and writes."""
        executable = self._variant.executable
        fresh = () if executable is None else executable.lowered.fresh
        names: dict[tuple[str, int], str] = {}
        for kind, letter in ((True, "r"), (False, "t")):
            numbers = [number for number, one in enumerate(fresh) if one.is_result is kind]
            names |= {("fresh", number): f"{letter}{k}" for k, number in enumerate(numbers)}
        names |= {("argument", number): name for number, name in enumerate(self._names)}
        found: list[LoweredStep] = []
        for step in self._steps:
            arrays: list[str] = []
            for place in step.places:
                name = names.get((place.source, place.number), f"{place.source[0]}{place.number}")
                extents = ", ".join(map(str, place.shape))
                arrays.append(f"{name} {place.dtype}" + (f"[{extents}]" if extents else ""))
            writes = tuple([each.writes for each in step.kernel.signature.arrays])
            found.append(LoweredStep(step.kernel, tuple(arrays), writes))
        return tuple(found)

    @property
    def _steps(self) -> tuple[Step, ...]:
        executable = self._variant.executable
        return () if executable is None else executable.lowered.steps

    @property
    def llvm(self) -> str:
        """The LLVM IR of the kernels, each once."""
        return self._texts("cpu")

    @property
    def cuda(self) -> str:
        """The CUDA C++ of the kernels, each once: what a device of kind `cuda` would compile."""
        return self._texts("cuda")

    @property
    def opencl(self) -> str:
        """The OpenCL C of the kernels, each once: what a device of kind `opencl` would compile."""
        return self._texts("opencl")

    def _optimised(self) -> Program:
        executable = self._variant.executable
        with self._reporting:
            return self._variant.traced.program if executable is None else executable.program

    def _texts(self, kind: str) -> str:
        """Returns the sources of the kernels for a kind of device, each once."""
        texts: dict[str, None] = {}
        bindings = {(step.kernel, _dtypes(step)): None for step in self._steps}
        for kernel, dtypes in bindings:
            source: Any = getattr(kernel.implementations.get(kind), "source", "")
            with self._reporting:
                binding = Binding(dict(dtypes), 0, frozenset())
                text = source(binding) if callable(source) else source
            if isinstance(text, str):
                texts[text] = None
        return "\n".join(texts)

    def _spell(
        self, program: Program, rewrite: Callable[[Program], Program] = lambda program: program
    ) -> str:
        from streamrt._ir.text.readable import spell

        if program.loops:
            from streamrt._ir.composing.compose import compose
            from streamrt._ir.text.readable_parts import spell_parts

            with self._reporting:
                return spell_parts(
                    compose(program), self._names, name=self._name, sites=True, rewrite=rewrite
                )
        with self._reporting:
            return spell(program, self._names, name=self._name, sites=True)

    def __repr__(self) -> str:
        count = len(self.kernels)
        return f"<Lowering of {self._name}: {count} kernel{'' if count == 1 else 's'}>"


def _dtypes(step: Step) -> tuple[tuple[str, str], ...]:
    """Returns the dtypes of a step; a kernel of a compiled function depends on nothing else."""
    arrays = list(zip(step.kernel.signature.arrays, step.places, strict=True))
    names = [(parameter.name, place.dtype) for parameter, place in arrays]
    return (*names, *[(parameter.dtype, place.dtype) for parameter, place in arrays])
