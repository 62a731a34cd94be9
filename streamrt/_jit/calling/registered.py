"""Functions compiled ahead of time: a registered kernel in place of a program.

If a runtime has a kernel registered under the name of a traced function, and its parameters and
outputs are what the function takes and returns for these arguments, calls launch the kernel. As
everywhere, a registered function serves dense arrays only.
"""

from __future__ import annotations

from collections.abc import Sequence

from streamrt._compile.kernel import Kernel
from streamrt._compile.signatures.layout import Layout, dense_strides
from streamrt._ir.lower import Fresh, Lowered, OperandPlace, Result, Scalar, Step
from streamrt._ir.program import Program
from streamrt._runtime.devices.device_state import DeviceState
from streamrt.errors import ArgumentError

__all__ = ["registered"]


def registered(
    program: Program, state: DeviceState, layouts: Sequence[Layout | None], name: str
) -> Lowered | None:
    """Returns the launch of the registered kernel that stands for a program; None without one.

    Args:
        program: the program, as traced.
        state: the device to run on.
        layouts: the layout of each parameter; None for a scalar.
        name: the name of the function.
    """
    kernel = state.registered(name)
    if kernel is None or any(layout is not None and not layout.contiguous for layout in layouts):
        return None
    wanted = [p for p in kernel.signature.parameters if p.mode != "out"]
    given = list(zip(wanted, program.parameters, layouts, strict=False))
    if len(wanted) != len(program.parameters) or any(
        p.writes or p.is_array == value.attributes[1] for p, value, _ in given
    ):
        return None
    inputs = {p.name: layout for p, _, layout in given if layout is not None}
    try:
        outputs = kernel.output_shapes(inputs)
    except ArgumentError:  # it takes other arrays
        return None
    found = [(shape, dtype) for shape, dtype in outputs.values()]
    expected = [(value.shape, value.dtype.numpy) for value in program.results]
    types = {p.dtype: value.dtype.name for p, value, _ in given if p.is_array}
    scalars = [(p, value) for p, value, _ in given if not p.is_array]
    if found != expected or any(
        kernel.signature.dtype_of(p, types).kind != value.dtype.kind for p, value in scalars
    ):
        return None
    return _launch(kernel, program, layouts)


def _launch(kernel: Kernel, program: Program, layouts: Sequence[Layout | None]) -> Lowered:
    """Returns the launch of a kernel with the parameters of a program, and fresh outputs."""
    arrays, scalars, results = list[OperandPlace](), list[Scalar](), list[Result]()
    parameters = iter(range(len(program.parameters)))
    for p in kernel.signature.parameters:
        if p.mode == "out":
            value = program.results[len(results)]
            strides = dense_strides(value.shape, value.dtype.itemsize)
            number = len(results)
            arrays.append(OperandPlace("fresh", number, 0, value.shape, strides, value.dtype.name))
            results.append(Result("fresh", number, value.shape))
            continue
        number = next(parameters)
        value, layout = program.parameters[number], layouts[number]
        if layout is None:
            scalars.append(("parameter", number))
        else:
            strides = dense_strides(layout.shape, layout.itemsize)
            arrays.append(
                OperandPlace("argument", number, 0, layout.shape, strides, value.dtype.name)
            )
    step = Step(kernel, None, tuple(arrays), tuple(scalars))
    fresh = tuple([Fresh(value.dtype.numpy, value.shape, True) for value in program.results])
    return Lowered((step,), fresh, (), tuple(results))
