"""StableHLO: a program that was written elsewhere becomes a function, as of a module."""

from __future__ import annotations

from collections.abc import Iterable
from inspect import Parameter

from streamrt._core.values import shown
from streamrt._ir.program import Program
from streamrt._ir.stablehlo.building import read_stablehlo
from streamrt._ir.stablehlo.problems import StableHLOError
from streamrt._module.functions import Function
from streamrt._module.naming import identifiers
from streamrt._module.parting import parts_of, without_arrays
from streamrt._module.records import (
    ArrayLeaf,
    Branch,
    FunctionRecord,
    Node,
    ParameterRecord,
    ResultLeaf,
    VariantRecord,
)
from streamrt._module.weights import Weights
from streamrt._refusals import refusing
from streamrt.errors import ArgumentTypeError, ModuleError

__all__ = ["from_stablehlo", "function_of"]


@refusing
def from_stablehlo(text: str, *, entry: str = "main") -> Function:
    """Reads a function of a StableHLO text, such as jax prints.

        text = jax.jit(net).lower(x).as_text()
        y = streamrt.from_stablehlo(text)(x)

    It is a function as of a module: it is called with arrays of the dtypes and shapes that the text
    says, and can be saved. It returns one array, or a tuple of several. Nothing is compiled before
    the first call.

    Args:
        text: a module in the form that `as_text()` returns, or in MLIR's generic form.
        entry: the name of the function in it.

    Raises:
        ModuleError: the text is no StableHLO, or has what programs lack; the message has every
            problem, with its line and column.
        ArgumentTypeError: it is no text.
    """
    passed: list[tuple[str, object]] = [("text", text), ("entry", entry)]
    for name, given in passed:
        if not isinstance(given, str):
            hint = "; a file is read by Path(...).read_text()" if name == "text" else ""
            raise ArgumentTypeError(f"from_stablehlo: {name} is {shown(given)}; pass a str{hint}")
    try:
        read = read_stablehlo(text, entry)
    except StableHLOError as error:
        raise ModuleError(f"read StableHLO: {error}") from None
    return function_of(read.program, read.name, read.parameters)


def function_of(program: Program, name: str, parameters: Iterable[str]) -> Function:
    """Returns a program as a function, as of a module.

    Args:
        program: the program, whose parameters are arrays.
        name: the function's name.
        parameters: a name for each parameter.
    """
    inputs = [ArrayLeaf(value.dtype.name, value.shape) for value in program.parameters]
    results: list[Node] = [ResultLeaf(k, is_given=False) for k in range(len(program.results))]
    output = results[0] if len(results) == 1 else Branch("tuple", (), tuple(results))
    reduced, arrays = without_arrays(program, range(len(inputs)))
    parts: dict[bytes, memoryview] = {}
    digests = parts_of(reduced, arrays, parts)
    variant = VariantRecord(tuple(inputs), output, reduced, tuple(digests))
    kind = int(Parameter.POSITIONAL_OR_KEYWORD)
    named = tuple([ParameterRecord(each, kind) for each in identifiers(parameters)])
    return Function(FunctionRecord(name, named, True, (variant,)), Weights(parts))
