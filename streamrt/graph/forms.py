"""What nodes have in common: one form for all that run the same on operands of equal layouts.

Of thousands of nodes there are but a few forms, so what takes long is worked out for forms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from streamrt._compile.kernel import Kernel
from streamrt._compile.layout import Layout, bounds
from streamrt.graph.nodes import Modes, Node

__all__ = ["Form", "Forms", "layout_text"]

# A node's cost: a launch without bytes, and what is moved meanwhile.
LAUNCH_NS = 50
BYTES_PER_NS = 8


@dataclass(slots=True, eq=False)
class Form:
    """What nodes that run the same have in common.

    Attributes:
        kernel: of launches.
        layouts: of the operands.
        spans: of each operand, its lowest byte from its first element and the one past its
            highest; both 0 of one without elements.
        modes: of each operand, whether it is read and whether it is written.
        cost: an estimate, in nanoseconds.
        in_place: pairs of an input and the output, of equal size, by their places among the
            operands: the output may overwrite the input.
        text: for the plan's hash.
        codes: of a launch for each argument `P`, or the `struct` code of a scalar;
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
        """A node's form."""
        known = self._layouts
        layouts = [known.get(o.layout) or self._intern(o.layout) for o in node.operands]
        key = (node.kernel or node.op, *layouts)
        form = self._forms.get(key)
        if form is None:
            form = self._forms[key] = _form_of(node, tuple(layouts))
        return form

    def _intern(self, layout: Layout) -> Layout:
        """One layout for all that are equal: each view that a graph takes has one of its own."""
        key = (layout.device, layout.dtype, layout.shape, layout.strides)
        found = self._layouts[layout] = self._equal.setdefault(key, layout)
        return found


def _form_of(node: Node, layouts: tuple[Layout, ...]) -> Form:
    kernel = node.kernel
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


def _in_place(kernel: Kernel, layouts: Sequence[Layout]) -> list[tuple[int, int]]:
    """See lowering.py, 3."""
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
    """A layout, without its device."""
    return f"{layout.dtype.str}{layout.shape}{layout.strides}"
