"""The checks of a graph before it is planned: they name the node that cannot be replayed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from streamrt._compile.kernel import Kernel
from streamrt._compile.kernel import Plan as KernelPlan
from streamrt._compile.signatures.layout import DELETED, Layout
from streamrt._core.planning.order import PlanNode
from streamrt.errors import ArgumentError, CaptureError, CompileError
from streamrt.graph.intervals import Bytes
from streamrt.graph.lowering import Lowered, lower
from streamrt.graph.nodes import Node, Value

__all__ = ["Planner", "check_bound", "check_kernels", "check_loops", "check_written"]

Planner = Callable[[Kernel, tuple[Layout, ...], str], KernelPlan]


def check_kernels(lowered: Lowered, plan: Planner, what: str) -> None:
    """Plans each launch, those of one form once, and completes the forms by their codes.

    Raises:
        CaptureError: a kernel is a host call, has no implementation for the device, or does not
            take its operands.
    """
    for node, form in zip(lowered.sources, lowered.forms, strict=True):
        if form.kernel is not None and not form.codes:
            form.codes = _check_kernel(node, form.kernel, form.layouts, plan, what)
        if node.loop is not None:
            for body in node.loop.bodies:
                check_kernels(lower(body.nodes, node.loop.values, what), plan, what)


def _check_kernel(
    node: Node, kernel: Kernel, layouts: tuple[Layout, ...], plan: Planner, what: str
) -> str:
    attempt = f"{what}: {_recorded(node)}"
    try:
        found = plan(kernel, layouts, attempt)
    except (ArgumentError, CompileError) as error:
        raise CaptureError(str(error), node.index) from error
    if found.function is not None:
        raise CaptureError(
            f"{attempt}: {kernel.name} is a Python function, a host call; "
            "replays run without Python, launch it between two graphs",
            node.index,
        )
    return found.codes


def check_loops(nodes: Sequence[Node], can_loop: bool, what: str) -> None:
    """Checks that the device runs loops, if there is one.

    Raises:
        CaptureError: it runs none.
    """
    for node in nodes:
        if node.loop is not None and not can_loop:
            raise CaptureError(
                f"{what}: {_recorded(node)}: the device runs no loops and no branches; unroll it, "
                "or take another device",
                node.index,
            )


def check_bound(
    nodes: Sequence[Node], values: Sequence[Value], results: Sequence[int], what: str
) -> None:
    """Checks that no node and no result uses a bound buffer that does not exist any more.

    Raises:
        CaptureError: one does.
    """
    deleted = {i for i, v in enumerate(values) if getattr(v.bound, "_layout", None) is DELETED}
    if not deleted:
        return
    rule = "keep it alive until the graph is instantiated"
    for node in nodes:
        for operand in node.operands:
            if operand.value in deleted:
                name = values[operand.value].name
                found = f"the input {name} is bound to a buffer that was deleted or donated"
                raise CaptureError(f"{what}: {_recorded(node)}: {found}; {rule}", node.index)
    for index in results:
        if index in deleted:
            found = f"the output {values[index].name} is a buffer that was deleted or donated"
            raise CaptureError(f"{what}: {found}; {rule}")


def check_written(
    lowered: Lowered, values: Sequence[Value], results: Sequence[int], what: str
) -> None:
    """Checks that no part of a temporary or output is read before any of it was written.

    Raises:
        CaptureError: one is, or no node writes an output.
    """
    written = [None if value.role == "input" else Bytes() for value in values]
    for source, node in zip(lowered.sources, lowered.nodes, strict=True):
        _check_reads(source, node, values, written, what)
        for use in node.uses:
            if use.writes and (bytes_of := written[use.value]) is not None:
                bytes_of.add(use.start, use.stop)
    for index in results:
        value, bytes_of = values[index], written[index]
        if bytes_of is not None and value.nbytes and not bytes_of.meets(0, value.nbytes):
            raise CaptureError(
                f"{what}: no node writes the output {value.name}; "
                "launch, copy or fill into it, or leave it out"
            )


def _check_reads(
    source: Node,
    node: PlanNode,
    values: Sequence[Value],
    written: Sequence[Bytes | None],
    what: str,
) -> None:
    for number, use in enumerate(node.uses):
        bytes_of = written[use.value]
        if bytes_of is None or not use.reads or use.start == use.stop:
            continue
        if not bytes_of.meets(use.start, use.stop):
            value, operand = values[use.value], source.operands[number]
            raise CaptureError(
                f"{what}: {_recorded(source)}: it reads {operand.layout} of the {value.role} "
                f"{value.name}, of which nothing was written before; "
                "write it first, or make it an input",
                source.index,
            )


def _recorded(node: Node) -> str:
    return f"{node}, recorded at {node.site}"
