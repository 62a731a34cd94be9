"""Forms: one for all nodes that run the same on operands of equal layouts.

Thousands of nodes have only a few forms. So facts that take long to work out belong to forms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from streamrt._compile.kernel import Kernel
from streamrt._compile.signatures.layout import Layout, bounds
from streamrt._core.program import SOME_TURNS
from streamrt.graph.nodes import Loop, Modes, Node, Operand

__all__ = ["Form", "Forms", "layout_text"]

# A node's cost: that of a launch without bytes, and how many bytes move in a nanosecond.
LAUNCH_NS = 50
BYTES_PER_NS = 8


@dataclass(slots=True, eq=False)
class Form:
    """The facts that nodes which run the same have in common.

    Attributes:
        kernel: the kernel of launches.
        layouts: the layouts of the operands.
        spans: for each operand, its lowest byte from its first element and the one past its
            highest; both are 0 for an operand without elements.
        modes: for each operand, whether it is read and whether it is written.
        cost: how long it runs, in nanoseconds; an estimate.
        in_place: pairs of an input and the output, of equal size, by their places among the
            operands: the output may overwrite the input.
        text: its part of the plan's hash.
        codes: for each argument of a launch `P`, or the `struct` code of a scalar;
            see replayable.py.
    """

    kernel: Kernel | None
    layouts: tuple[Layout, ...]
    spans: tuple[tuple[int, int], ...]
    modes: Modes
    cost: int
    in_place: tuple[tuple[int, int], ...]
    text: str
    codes: str = ""


class Forms:
    """The forms of a graph's nodes."""

    def __init__(self) -> None:
        self._equal: dict[tuple[object, ...], Layout] = {}
        self._layouts: dict[Layout, Layout] = {}
        self._forms: dict[tuple[object, ...], Form] = {}

    def of(self, node: Node) -> Form:
        """Returns a node's form."""
        known = self._layouts
        layouts = [known.get(o.layout) or self._intern(o.layout) for o in node.operands]
        key = (node.loop or node.kernel or node.op, *layouts)
        form = self._forms.get(key)
        if form is None:
            form = self._forms[key] = _form_of(node, tuple(layouts))
        return form

    def _intern(self, layout: Layout) -> Layout:
        """Returns one layout for all equal ones, because each view of a graph has its own."""
        key = (layout.device, layout.dtype, layout.shape, layout.strides)
        found = self._layouts[layout] = self._equal.setdefault(key, layout)
        return found


def _form_of(node: Node, layouts: tuple[Layout, ...]) -> Form:
    kernel, loop = node.kernel, node.loop
    if loop is not None:
        spans = tuple(bounds(layout) for layout in layouts)
        return Form(None, layouts, spans, node.modes, _cost(loop), (), _loop_text(loop))
    signature = f"({kernel.signature})" if kernel is not None else ""
    moved = sum(layout.nbytes for layout in layouts)
    return Form(
        kernel,
        layouts,
        spans=tuple(bounds(layout) for layout in layouts),
        modes=node.modes,
        cost=LAUNCH_NS + moved // BYTES_PER_NS,
        in_place=tuple(_in_place(kernel, layouts)) if kernel is not None else (),
        text=f"{node.op} {node.name!r}{signature} {' '.join(map(layout_text, layouts))}",
    )


def _cost(loop: Loop) -> int:
    """Returns how long a loop runs, in nanoseconds; nobody knows how many turns a `while` has."""
    turns = loop.turns if loop.kind == "repeat" else SOME_TURNS if loop.kind == "while" else 1
    return LAUNCH_NS + turns * max(body.schedule.length_ns for body in loop.bodies)


def _loop_text(loop: Loop) -> str:
    """Returns the part of a plan's hash that is a loop's: all that it runs, without names."""
    lines = [f"{loop.name} {loop.flag} {[tuple(base) for base in loop.bases]}"]
    lines += [f"{value.role} {value.low} {layout_text(value.layout)}" for value in loop.values]
    forms = Forms()
    for body in loop.bodies:
        lines.append(f"body {body.schedule.offsets}")
        for node in body.nodes:
            arguments = [
                f"{a.value}+{a.offset}" if isinstance(a, Operand) else repr(a)
                for a in node.arguments
            ]
            lines.append(f"{forms.of(node).text}: {', '.join(arguments)}")
    return "\n".join(lines)


def _in_place(kernel: Kernel, layouts: Sequence[Layout]) -> list[tuple[int, int]]:
    """Returns the pairs of an input that the output may overwrite; see lowering.py, 3."""
    modes = [p.mode for p in kernel.signature.arrays]
    if not kernel.elementwise or [mode for mode in modes if mode != "in"] != ["out"]:
        return []
    target = modes.index("out")
    output = layouts[target]
    return [
        (index, target)
        for index, layout in enumerate(layouts)
        if modes[index] == "in"
        and layout.itemsize == output.itemsize
        and layout.contiguous
        and output.contiguous
    ]


def layout_text(layout: Layout) -> str:
    """Returns a layout as text, without its device."""
    return f"{layout.dtype.str}{layout.shape}{layout.strides}"
