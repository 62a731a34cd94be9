"""Graph: the work to run, recorded or built by hand. It knows no device and no memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from streamrt import _html
from streamrt._compile.kernel import Kernel
from streamrt._compile.signatures.arguments import spell_type
from streamrt._compile.signatures.elements import element_bits
from streamrt._core.handles import Handle
from streamrt._refusals import refusing
from streamrt.errors import ArgumentError, ArgumentTypeError, CaptureError, StateError
from streamrt.graph import checks
from streamrt.graph.blocks import Blocks
from streamrt.graph.capture_plan import MOST_DRAWN, CapturePlan, Exec, Target, make_capture_plan
from streamrt.graph.listing import caller
from streamrt.graph.nodes import Node, Operand, Owner, Value, numbered
from streamrt.graph.text import graph_text

__all__ = ["Graph"]


class Graph(Blocks, Handle):
    """The commands to run, in program order, and the values that they read and write.

    If two nodes touch the same bytes and one of them writes, the one that was added first runs
    first; `order` adds further edges. Everything else is left to a plan.
    """

    _instead = "capture it or build it again"

    def __init__(self) -> None:
        """An empty graph, to be built by hand. `Runtime.capture` records one instead."""
        super().__init__()
        self._outputs: dict[str, int] = {}
        self._phase: Literal["built", "capturing", "sealed", "discarded"] = "built"
        self._reason = ""

    # -- what it is made of -----------------------------------------------------------------------

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The commands, in program order."""
        return tuple(self._nodes)

    @property
    def values(self) -> tuple[Value, ...]:
        """The memory that they read and write."""
        return tuple(self._values)

    @property
    def inputs(self) -> dict[str, int]:
        """The inputs: their values' indices by name."""
        return {v.name: index for index, v in enumerate(self._values) if v.role == "input"}

    @property
    def outputs(self) -> dict[str, int]:
        """The results: their values' indices by name."""
        return dict(self._outputs)

    def __str__(self) -> str:
        """The graph as text: its values, then a line for each node."""
        return graph_text(self._values, self._nodes, self._outputs, self._state())

    def __repr__(self) -> str:
        return f"<Graph of {len(self._nodes)} nodes and {len(self._values)} values>"

    def _repr_html_(self) -> str:
        title = f"Graph of {len(self._nodes)} nodes and {len(self._values)} values"
        return _html.picture(title, self.to_svg()) if len(self._nodes) <= MOST_DRAWN else title

    def to_dot(self) -> str:
        """The graph as text for Graphviz."""
        from streamrt.graph.pictures.dot import dot

        return dot(self._nodes, self._values, self._outputs)

    def to_svg(self) -> str:
        """A picture of the graph, as the text of an SVG file."""
        from streamrt.graph.pictures.graph_svg import draw_graph

        return draw_graph(self._nodes, self._values, self._outputs)

    # -- values -----------------------------------------------------------------------------------

    @refusing
    def input(self, name: str, what: object, dtype: object = "float32") -> Operand:
        """Adds an input, or gives an existing one another name.

        Args:
            name: the name by which a replay binds it.
            what: a shape, in elements, of a new input; or an operand, or in a capture a buffer,
                that stands for an existing one.
            dtype: the type of a new input's elements; see `Runtime.empty`.

        Raises:
            ArgumentError: the name is taken or no identifier, the shape or dtype is invalid, or
                the operand or buffer stands for no whole input.
            StateError: the capture was discarded, or has ended and this would be a new input.
        """
        attempt = f"input {checks.spell_name(name)}"
        if checks.shape_of(what) is not None:
            self._check_growing(attempt)
            layout = checks.layout_of(what, dtype, attempt)
            return self._new_value("input", layout, name)
        self._check_alive(attempt)
        operand = self._take(self._operand(what, attempt), attempt)
        value = self._values[operand.value]
        if value.role != "input" or not operand.is_all_of(value):
            part = "" if operand.is_all_of(value) else "a part of "
            raise ArgumentError(
                f"{attempt}: found {part}the {value.role} {value.name}; "
                "only a whole input can be named as one"
            )
        if name != value.name:
            self._rename(operand.value, name, attempt)
        return operand

    @refusing
    def empty(
        self, shape: int | Sequence[int], dtype: object = "float32", *, name: str | None = None
    ) -> Operand:
        """Adds a temporary: memory that a plan provides from its first use to its last.

        Args:
            shape: the extents in elements.
            dtype: the type of its elements; see `Runtime.empty`.
            name: its name in pictures and messages; `t0`, `t1`, ... if not given.

        Raises:
            ArgumentError: the name is taken or no identifier, or the shape or dtype is invalid.
            StateError: the graph was captured, and its capture has ended.
        """
        what = f"empty {checks.spell_name('temporary' if name is None else name)}"
        self._check_growing(what)
        return self._new_value("temporary", checks.layout_of(shape, dtype, what), name)

    @refusing
    def output(self, name: str, what: object) -> Operand:
        """Makes a value a result: a whole temporary, which gets this name, or an input.

        Args:
            name: the name by which a replay returns it.
            what: an operand, or in a capture a buffer, that stands for the whole value.

        Raises:
            CaptureError: it stands for only a part of a value.
            ArgumentError: the name is taken or no identifier, or the value is a result already.
            StateError: the capture was discarded.
        """
        attempt = f"output {checks.spell_name(name)}"
        self._check_alive(attempt)
        operand = self._take(self._operand(what, attempt), attempt)
        index = operand.value
        value = self._values[index]
        if not operand.is_all_of(value):
            raise CaptureError(
                f"{attempt}: {operand.layout} at byte {operand.offset} is a part of {value.name}, "
                f"{value.layout}; outputs are whole values, copy the part to a new one"
            )
        for other, result in self._outputs.items():
            if result == index:
                raise ArgumentError(
                    f"{attempt}: {value.name} is the output {other} already; "
                    "a value can be one output only"
                )
        if value.role == "temporary":
            self._rename(index, name, attempt)
            self._values[index] = replace(self._values[index], role="output")
        elif name != value.name:
            self._names[checks.check_name(name, self._names, attempt)] = index
        self._outputs[name] = index
        return operand

    # -- nodes ------------------------------------------------------------------------------------

    def add(self, kernel: Kernel, /, *args: object, **scalars: object) -> Node:
        """Appends a launch.

        Args:
            kernel: the kernel to launch.
            args: operands and scalars, in the order of the kernel's signature.
            scalars: the rest of them, by name.

        Raises:
            ArgumentError: the arguments do not fit the kernel, or belong to another graph.
            StateError: the graph was captured, and its capture has ended.
        """
        self._check_growing("add to the graph")
        kernel, arguments = checks.check_launch(kernel, args, scalars, self._owners())
        return self._append("launch", kernel, arguments, (), caller())

    def copy(self, dst: Operand, src: Operand) -> Node:
        """Appends a copy.

        Raises:
            ArgumentError: shapes or dtypes differ, the two share elements and are not the same, or
                one of them belongs to another graph.
            StateError: the graph was captured, and its capture has ended.
        """
        self._check_growing("copy")
        dst = checks.check_operand(dst, self._owners(), "copy", "dst")
        src = checks.check_operand(src, self._owners(), "copy", "src")
        checks.check_copy(dst, src)
        return self._append("copy", None, (dst, src), (), caller())

    def fill(self, dst: Operand, value: object) -> Node:
        """Appends a fill, which sets every element of `dst` to `value`.

        Raises:
            ArgumentError: the value does not convert, elements have more than 8 bytes, or `dst`
                belongs to another graph.
            StateError: the graph was captured, and its capture has ended.
        """
        self._check_growing("fill")
        dst = checks.check_operand(dst, self._owners(), "fill", "dst")
        element = element_bits(value, dst.layout, "fill")
        return self._append("fill", None, (dst, element), (), caller())

    @refusing
    def order(self, first: Node, then: Node) -> None:
        """Adds an edge: one node ends before the other starts. Either may be the older one.

        Raises:
            ArgumentError: they are the same, or one is no node of this graph.
            StateError: the capture was discarded.
        """
        self._check_alive("order")
        before, after = self._index_of(first, "first"), self._index_of(then, "then")
        if before == after:
            raise ArgumentError(f"order: first and then are both {first}; pass two nodes")
        node = self._nodes[after]
        if before not in node.after:
            self._nodes[after] = replace(node, after=(*node.after, before))

    def _index_of(self, node: object, role: str) -> int:
        """Returns the index of a node of this graph, also if edges were added to it since."""
        if not isinstance(node, Node):
            kind = spell_type(node)
            raise ArgumentTypeError(
                f"order: {role} is of type {kind}; pass a node that add() returned"
            )
        nodes = self._nodes
        if not (node.index < len(nodes) and nodes[node.index].arguments is node.arguments):
            if any(node is each for each, _ in numbered(nodes)):
                found = "in the block of a loop or a branch; pass that one's, as `graph.nodes[-1]`"
            else:
                found = "of another graph; pass two of this one"
            raise ArgumentError(f"order: {role} is {node} {found}")
        return node.index

    # -- plans ------------------------------------------------------------------------------------

    @refusing
    def plan(
        self, device: Target[Exec], *, streams: int = 1, policy: str | None = None
    ) -> CapturePlan[Exec]:
        """Fixes how the graph runs on a device: order, streams, waits and memory.

        Args:
            device: the device on which it is to run.
            streams: how many streams it may use, up to 64.
            policy: `critical-path`, `least-memory` or `program-order`; None takes `least-memory`
                for one stream and `critical-path` for more.

        Raises:
            CaptureError: the graph has a cycle, or a node that cannot be replayed, named by the
                error's `node`.
            ArgumentError: the number of streams is out of range, or the policy is unknown.
            StateError: the capture is still open, or was discarded.
        """
        if self._phase == "capturing":
            raise StateError("plan: the capture is still open; leave its block first")
        if self._open:
            raise StateError("plan: the block of a loop is still open; leave it first")
        self._check_alive("plan")
        outputs = tuple(self._outputs.items())
        return make_capture_plan(self._nodes, self._values, outputs, device, streams, policy)

    # -- for captures -----------------------------------------------------------------------------

    def _begin(self) -> None:
        """Notes that a capture begins. There is no plan until it ends."""
        self._phase = "capturing"

    def _seal(self) -> None:
        """Notes that the capture ended. From now on the graph gets only names and edges."""
        self._phase = "sealed"

    def _discard(self, reason: str) -> None:
        """Notes that the capture failed, so that the graph cannot be used."""
        self._phase, self._reason = "discarded", reason

    def _state(self) -> str:
        """Returns the words about its capture in the graph's text, or ""."""
        if self._phase == "capturing":
            return "the capture is still open"
        return f"discarded: {self._reason}" if self._phase == "discarded" else ""

    def _check_alive(self, what: str) -> None:
        if self._phase == "discarded":
            raise StateError(
                f"{what}: the graph's capture was discarded: {self._reason}; capture it again"
            )

    @refusing
    def _check_growing(self, what: str) -> None:
        self._check_alive(what)
        if self._phase == "sealed":
            raise StateError(
                f"{what}: the graph's capture is over; capture it again, with this in it"
            )

    def _owners(self) -> list[Owner]:
        """Returns the owners of the listings whose operands may be used now."""
        return [self._token, *[scope._token for scope in self._open]]

    def _operand(self, handle: object, what: str) -> Operand:
        """Returns the operand that was passed, or that stands for a handle in a capture."""
        if isinstance(handle, Operand) or self._resolve is None:
            return checks.check_operand(handle, self._owners(), what, "what was passed")
        return self._resolve(handle, what)

    def _rename(self, index: int, name: str, what: str) -> None:
        checks.check_name(name, self._names, what)
        value = self._values[index]
        if self._outputs.get(value.name) != index:  # else the result keeps the name
            del self._names[value.name]
        self._names[name] = index
        self._values[index] = replace(value, name=name)
