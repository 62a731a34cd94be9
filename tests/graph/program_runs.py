"""Ways to run a program: in NumPy, on streams or into a capture, and into a graph by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from graph.programs import Event, Op, Program, draw_program
from shared import trial_kernels

import streamrt as srt
from streamrt.emit import TYPES, Code, vector
from streamrt_kernels import axpy, cast, copy, fill, matmul, reference, sum_rows
from streamrt_kernels._rows import Elementwise, Operand

Array = np.ndarray[Any, Any]


class AnyLayout(Elementwise):
    """A kernel whose code is the same for dense and strided arrays: few of them are compiled."""

    def _may_be_strided(self, binding: srt.Binding) -> bool:
        return True


def _weighed(code: Code, wide: str, lanes: int, x: str, y: str, weights: tuple[int, int]) -> str:
    """x and y, each times its weight; of floats halves and quarters, so that nothing grows."""
    element = wide.rpartition(" x ")[2].rstrip(">")
    is_float = element in ("float", "double")
    scale = (0.5, 0.5 if weights[1] > 0 else -0.25) if is_float else weights
    kind = "f" if is_float else ""
    first, second = (
        code.let(f"{kind}mul {wide} {value}, {code.splat(lanes, element, str(number))}")
        for value, number in zip((x, y), scale, strict=True)
    )
    return code.let(f"{kind}add {wide} {first}, {second}")


def _mix(binding: srt.Binding) -> str:
    element = TYPES[binding.dtypes["T"]]

    def mixed(code: Code, lanes: int, values: list[str], scalars: list[str]) -> str:
        return _weighed(code, vector(lanes, element), lanes, *values, weights=(1, 3))

    operands = [Operand("x", element), Operand("y", element, write=True)]
    return AnyLayout("mix", operands, [], mixed).emit(binding)


def _blend(binding: srt.Binding) -> str:
    element = TYPES[binding.dtypes["T"]]

    def blended(code: Code, lanes: int, values: list[str], scalars: list[str]) -> str:
        return _weighed(code, vector(lanes, element), lanes, *values, weights=(5, -1))

    operands = [
        Operand("x", element),
        Operand("y", element),
        Operand("z", element, read=False, write=True),
    ]
    return AnyLayout("blend", operands, [], blended).emit(binding)


@dataclass(frozen=True)
class _Language:
    """A language of GPUs: where arrays are, the unsigned type of 64 bits, the call of an offset."""

    space: str
    word: str
    offset: str

    def weighed(
        self, binding: srt.Binding, arrays: str, sources: str, weights: tuple[int, int]
    ) -> str:
        """The statement by which element i of the last array becomes the sum of two others.

        Args:
            binding: the kernel's.
            arrays: the names of its arrays, in order.
            sources: the names of the two.
            weights: their weights as integers.
        """
        is_float = binding.dtypes["T"] in ("f32", "f64")
        wide = "T" if is_float else self.word
        scale = (0.5, 0.5 if weights[1] > 0 else -0.25) if is_float else weights

        def element(one: str) -> str:
            place = f"(({self.space}char *){one} + {self.offset}{arrays.index(one)}, i))"
            return f"*({self.space}T *){place}"

        terms = [
            f"({wide}){element(one)} * ({wide}){number}"
            for one, number in zip(sources, scale, strict=True)
        ]
        return f"{element(arrays[-1])} = (T)({' + '.join(terms)});"


_CUDA = _Language("", "unsigned long long", "w.offset(")
_OPENCL = _Language("__global ", "ulong", "words_offset(&w, ")


def _in_cuda(name: str, arrays: str, sources: str, weights: tuple[int, int]) -> srt.CUDA:
    """The CUDA C++ of the same; see `_Language.weighed`."""

    def text(binding: srt.Binding) -> str:
        return f"""
extern "C" __global__ void {name}(const Words w, {", ".join(f"T *{one}" for one in arrays)})
{{
    const long long step = (long long)gridDim.x * blockDim.x;
    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < w.size(); i += step)
        {_CUDA.weighed(binding, arrays, sources, weights)}
}}
"""

    return srt.CUDA(text, name, strided=True)


def _in_opencl(name: str, arrays: str, sources: str, weights: tuple[int, int]) -> srt.OpenCL:
    """The OpenCL C of the same."""

    def text(binding: srt.Binding) -> str:
        return f"""
__kernel void {name}(const Words w, {", ".join(f"__global T *{one}" for one in arrays)})
{{
    const long size = words_size(&w);
    for (long i = get_global_id(0); i < size; i += get_global_size(0))
        {_OPENCL.weighed(binding, arrays, sources, weights)}
}}
"""

    return srt.OpenCL(text, name, strided=True)


_NUMBERS = {"T": ("f32", "f64", "i32", "i64", "u8")}

mix = srt.Kernel(
    "mix",
    "x: T[...], inout y: T[...]",
    cpu=srt.LLVM(_mix, entry="mix", strided=True),
    cuda=_in_cuda("mix", "xy", "xy", (1, 3)),
    opencl=_in_opencl("mixed", "xy", "xy", (1, 3)),
    types=_NUMBERS,
    split="...",
    elementwise=True,
)
"""y = x + 3 y, or (x + y) / 2 of floats: it matters how often and in which order it runs."""

blend = srt.Kernel(
    "blend",
    "x: T[...], y: T[...], out z: T[...]",
    cpu=srt.LLVM(_blend, entry="blend", strided=True),
    cuda=_in_cuda("blend", "xyz", "xy", (5, -1)),
    opencl=_in_opencl("blend", "xyz", "xy", (5, -1)),
    types=_NUMBERS,
    split="...",
    elementwise=True,
)
"""z = 5 x - y, or x / 2 - y / 4 of floats; z may take over the memory of either."""

KERNELS = {
    "refill": fill,
    "recopy": copy,
    "axpy": axpy,
    "line": trial_kernels.axpy,
    "cast": cast,
    "mix": mix,
    "blend": blend,
    "sum_rows": sum_rows,
    "product": matmul,
}


# -- in NumPy -------------------------------------------------------------------------------------


def combine(x: Any, y: Any, weights: tuple[int, int]) -> Any:
    """The weighed sum of two arrays of one dtype, in NumPy's words."""
    scale = (0.5, 0.5 if weights[1] > 0 else -0.25) if x.dtype.kind == "f" else weights
    if x.dtype == np.uint8:
        scale = (scale[0] % 256, scale[1] % 256)
    number = x.dtype.type
    return x * number(scale[0]) + y * number(scale[1])


def compute(op: Op, *arrays: Array) -> Array:
    """Returns the elements that an operation writes, from its parts' contents."""
    *sources, old = arrays
    match op.what:
        case "fill" | "refill":
            return np.full(old.shape, op.scalar, old.dtype)
        case "copy" | "recopy":
            return sources[0].copy()
        case "axpy" | "line":
            return reference.axpy(sources[0], old, op.scalar or 0.0)
        case "cast":
            return reference.cast(sources[0], old.dtype)
        case "mix":
            return combine(sources[0], old, (1, 3))
        case "blend":
            return combine(sources[0], sources[1], (5, -1))
        case "sum_rows":
            return reference.sum_rows(sources[0])
        case "product":
            product: Array = sources[0] @ sources[1]
            return product
        case _:
            raise AssertionError(op.what)


def interpret(
    program: Program,
    inputs: Mapping[int, Array],
    spoil: Callable[[int, dict[int, Array]], None] | None = None,
) -> list[Array]:
    """Runs a program step by step; writes to the inputs. Its outputs.

    Args:
        program: what to run.
        inputs: their contents, by index.
        spoil: called before each operation, with its number and all values.
    """
    values = dict(inputs)
    for number, op in enumerate(program.ops):
        for part in op.parts:
            var = program.variables[part.var]
            if part.var not in values:
                values[part.var] = np.zeros(var.size, var.dtype)
        if spoil is not None:
            spoil(number, values)
        arrays = [part.view.of(values[part.var]) for part in op.parts]
        with np.errstate(over="ignore", invalid="ignore"):
            arrays[-1][...] = compute(op, *arrays)
    is_sound = all(np.isfinite(array).all() for array in values.values())
    assert is_sound or spoil is not None, "a NaN may have any bytes: no program to compare"
    return [values[index].copy() for _, index in program.outputs]


# -- on streams, and so into captures -------------------------------------------------------------


def run_op(op: Op, parts: list[Any], launch: Any, copy_to: Any, fill_with: Any) -> Any:
    if op.what == "fill":
        return fill_with(parts[0], op.scalar)
    if op.what == "copy":
        return copy_to(parts[1], parts[0])
    scalars = () if op.scalar is None else (op.scalar,)
    return launch(KERNELS[op.what], *parts, *scalars)


def make_temporaries(
    program: Program, op: Op, values: dict[int, Any], make: Callable[..., Any]
) -> None:
    for part in op.parts:
        var = program.variables[part.var]
        if part.var not in values and var.role == "temporary":
            values[part.var] = make(var.size, var.dtype)


def submit(
    program: Program,
    rt: srt.Runtime,
    streams: list[srt.Stream],
    values: dict[int, Any],
) -> list[srt.Execution]:
    """Submits a program, or records it; temporaries are made as they come.

    Args:
        program: what to run.
        rt: where.
        streams: one for each that the program names, modulo their number.
        values: buffers by index, the inputs at first, all of them at last.
    """
    done: list[srt.Execution] = []
    for step in program.steps:
        stream = streams[getattr(step, "stream", 0) % len(streams)]
        if isinstance(step, Event):
            source, target = (streams[s % len(streams)] for s in (step.source, step.target))
            target.wait(source.record())
            continue
        make_temporaries(program, step, values, rt.empty)
        parts = [part.view.of(values[part.var]) for part in step.parts]
        done.append(run_op(step, parts, stream.launch, stream.copy, stream.fill))
    return done


def put_all(rt: srt.Runtime, arrays: Mapping[int, Array]) -> dict[int, srt.Buffer]:
    """Buffers with these contents."""
    return {index: rt.put(array) for index, array in arrays.items()}


def named(program: Program, values: Mapping[int, Any]) -> dict[str, Any]:
    """The inputs that a replay names, of those given."""
    return {
        var.name: values[index]
        for index, var in enumerate(program.variables)
        if var.role == "named" and index in values
    }


def capture(program: Program, rt: srt.Runtime, values: Mapping[int, srt.Buffer]) -> srt.Graph:
    """Captures a program whose inputs are these buffers."""
    streams = [rt.device().stream() for _ in range(program.streams)]
    everything: dict[int, Any] = dict(values)
    with rt.capture(**named(program, values)) as graph:
        submit(program, rt, streams, everything)
        for name, index in program.outputs:
            graph.output(name, everything[index])
    return graph


def run_eagerly(
    program: Program, rt: srt.Runtime, arrays: Mapping[int, Array], streams: int
) -> tuple[list[Array], dict[int, Array]]:
    """Runs a program on streams: its outputs, and its inputs as they are afterwards."""
    values: dict[int, Any] = dict(put_all(rt, arrays))
    inputs = list(values)
    submit(program, rt, [rt.device().stream() for _ in range(streams)], values)
    outputs = [np.asarray(values[index]) for _, index in program.outputs]
    return outputs, {index: np.asarray(values[index]) for index in inputs}


# -- by hand --------------------------------------------------------------------------------------


def build(program: Program, like: srt.Graph | None = None) -> tuple[srt.Graph, dict[int, int]]:
    """The graph of a program, without a device, and which variable each of its values is.

    All its inputs are named.

    Args:
        program: what it is of.
        like: a graph whose explicit edges it gets, too.
    """
    graph = srt.Graph()
    values: dict[int, Any] = {
        index: graph.input(var.name, var.size, var.dtype)
        for index, var in enumerate(program.variables)
        if var.role != "temporary"
    }
    nodes: list[Any] = []
    for op in program.ops:
        make_temporaries(program, op, values, graph.empty)
        parts = [part.view.of(values[part.var]) for part in op.parts]
        nodes.append(run_op(op, parts, graph.add, graph.copy, graph.fill))
    for node in () if like is None else like.nodes:
        for other in node.after:
            graph.order(nodes[other], nodes[node.index])
    for name, index in program.outputs:
        graph.output(name, values[index])
    return graph, {operand.value: index for index, operand in values.items()}


def same_bytes(found: Array, expected: Array) -> bool:
    """Whether two arrays are equal, bit by bit."""
    return found.dtype == expected.dtype and found.tobytes() == expected.tobytes()


def facts_of_plans() -> list[dict[str, str]]:
    """Returns those facts of some programs' plans that must be equal in every process."""
    found: list[dict[str, str]] = []
    with srt.Runtime(["cpu:0"]) as rt:
        for seed in range(3):
            program = draw_program(seed, 60)
            graph = capture(program, rt, put_all(rt, program.inputs(1)))
            for streams, policy in ((1, None), (3, None), (2, "program-order")):
                plan = graph.plan(rt.device(), streams=streams, policy=policy)
                text = plan.explain()
                found.append({"hash": plan.hash, "text": text, "schedule": repr(plan.schedule)})
    return found
