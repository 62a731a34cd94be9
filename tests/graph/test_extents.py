"""Graphs for smaller inputs, judged by an oracle that tries all shapes and asks `match`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from streamrt._compile.binding import match
from streamrt._compile.implementations import Python
from streamrt._compile.kernel import Kernel
from streamrt._compile.layout import Layout, bounds, dense_strides
from streamrt.errors import ArgumentError
from streamrt.graph.extents import resized
from streamrt.graph.nodes import Node, Operand, Role, Value
from streamrt_kernels import axpy, matmul, sum_rows

F4 = np.dtype("f4")


def kernel(name: str, signature: str) -> Kernel:
    names = ", ".join(
        part.split(":")[0].split()[-1] for part in signature.split(", ") if ":" in part
    )
    return Kernel(name, signature, cpu=Python(eval(f"lambda {names}: None")))


relu = kernel("relu", "x: f32[...], out y: f32[...]")
add = kernel("add", "x: f32[...], y: f32[...], out z: f32[...]")
gram = kernel("gram", "x: f32[n, m], out y: f32[n, n]")
turn = kernel("turn", "x: f32[n, m], out y: f32[m, n]")
scale = kernel("scale", "x: f32[n, m], b: f32[m], out y: f32[n, m]")
pair = kernel("pair", "x: f32[n, 2], out y: f32[n]")
KERNELS = (relu, add, gram, turn, scale, pair, sum_rows, matmul)


class Drawing:
    """A graph in the making; no kernel is ever run."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.values: list[Value] = []

    def value(
        self,
        name: str,
        shape: tuple[int, ...],
        role: Role = "temporary",
        bound: object = None,
        strides: tuple[int, ...] | None = None,
    ) -> Operand:
        layout = Layout(None, F4, shape, strides)
        low, high = bounds(layout)
        self.values.append(Value(name, role, layout, low, high, bound))
        return Operand(self, len(self.values) - 1, 0, layout)

    def add(self, op: Kernel | str, *arguments: Any) -> Node:
        index = len(self.nodes)
        made = op if isinstance(op, Kernel) else None
        name: Any = "launch" if made is not None else op
        node = Node(index, name, made, arguments, (), "here")
        self.nodes.append(node)
        return node

    def resized(self, **shapes: tuple[int, ...] | Layout) -> dict[str, Value]:
        _, values = resized(self.nodes, self.values, self.layouts(**shapes))
        return {value.name: value for value in values}

    def layouts(self, **shapes: tuple[int, ...] | Layout) -> dict[int, Layout]:
        names = [value.name for value in self.values]
        return {
            names.index(name): shape if isinstance(shape, Layout) else Layout(None, F4, shape)
            for name, shape in shapes.items()
        }


# -- the oracle -----------------------------------------------------------------------------------


def is_part(operand: Operand, values: Sequence[Value]) -> bool:
    layout, whole = operand.layout, values[operand.value].layout
    return (operand.offset, layout.shape, layout.strides) != (0, whole.shape, whole.strides)


def fits(node: Node, shapes: dict[int, tuple[int, ...]], values: Sequence[Value]) -> bool:
    """Whether a node takes these shapes; operands of values without one are not looked at."""
    layouts = [
        o.layout
        if is_part(o, values)
        else Layout(None, F4, shapes[o.value])
        if o.value in shapes
        else None
        for o in node.operands
    ]
    if node.kernel is None:
        known = {layout.shape for layout in layouts if layout is not None}
        return len(known) <= 1
    names = [p.name for p in node.kernel.signature.arrays]
    found = {n: one for n, one in zip(names, layouts, strict=True) if one is not None}
    try:
        match(node.kernel.signature, found, "try", node.name)
    except ArgumentError:
        return False
    return True


def assignments(
    nodes: Sequence[Node], values: Sequence[Value], shapes: dict[int, tuple[int, ...]], index: int
) -> Iterator[dict[int, tuple[int, ...]]]:
    """All shapes of the values that fit every node, the largest first."""
    if index == len(values):
        yield dict(shapes)
        return
    choices: Iterator[tuple[int, ...]] = (
        iter([shapes[index]])
        if index in shapes
        else product(*(range(extent, -1, -1) for extent in values[index].layout.shape))
    )
    fixed = index in shapes
    for shape in choices:
        shapes[index] = shape
        if all(fits(node, shapes, values) for node in nodes):
            yield from assignments(nodes, values, shapes, index + 1)
    if not fixed:
        del shapes[index]


def expected(drawing: Drawing, layouts: dict[int, Layout]) -> dict[int, tuple[int, ...]] | None:
    """The shapes by the rules; None where there are none."""
    nodes, values = drawing.nodes, drawing.values
    bound = {i: v.layout for i, v in enumerate(values) if v.role == "input"} | layouts
    for index, new in bound.items():
        old = values[index].layout
        if len(new.shape) != len(old.shape):
            return None
        if any(n > o for n, o in zip(new.shape, old.shape, strict=True)):
            return None
    shapes = {index: new.shape for index, new in bound.items()}
    for node in nodes:
        for operand in node.operands:
            if is_part(operand, values):
                old = values[operand.value].layout
                new = bound.get(operand.value, old)
                if (new.shape, new.strides) != (old.shape, old.strides):
                    return None
                shapes[operand.value] = old.shape
    return next(assignments(nodes, values, shapes, 0), None)


# -- random graphs --------------------------------------------------------------------------------


def random_drawing(random: Random) -> Drawing:
    """Kernels on operands that happen to fit; some are parts, some copies, some outputs."""
    drawing = Drawing()
    made = [
        drawing.value(
            f"x{n}",
            tuple(random.choice((2, 2, 3)) for _ in range(random.choice((1, 2, 2)))),
            "input",
            random.choice((None, None, "itself")),
        )
        for n in range(random.randint(1, 3))
    ]

    def pick() -> Operand:
        operand = random.choice(made)
        if random.random() < 0.12:
            operand = operand[: random.randint(1, operand.shape[0])]
        return operand

    for _ in range(random.randint(1, 6)):
        if random.random() < 0.15:
            source = pick()
            arguments = [drawing.value(f"v{len(drawing.values)}", source.shape), source]
            drawing.add("copy", *arguments)
            made.append(arguments[0])
            continue
        op = random.choice(KERNELS)
        arguments = []
        for p in op.signature.arrays:
            if p.writes and not p.reads:
                found = match(op.signature, layouts_of(op, arguments), "try", op.name)
                dims = [found.extents[d] if isinstance(d, str) else d for d in p.dims or ()]
                shape = (found.shape or ()) if p.ellipsis else tuple(dims)
                role: Role = random.choice(("temporary", "temporary", "output"))
                arguments.append(drawing.value(f"v{len(drawing.values)}", shape, role))
            else:
                arguments.append(pick())
                try:
                    match(op.signature, layouts_of(op, arguments), "try", op.name)
                except ArgumentError:
                    break
        else:
            drawing.add(op, *arguments)
            made += [a for a in arguments if a not in made]
    return drawing


def layouts_of(op: Kernel, operands: Sequence[Operand]) -> dict[str, Layout]:
    return {p.name: o.layout for p, o in zip(op.signature.arrays, operands, strict=False)}


def random_layouts(random: Random, drawing: Drawing) -> dict[int, Layout]:
    """Layouts that often suit: extents shrink by what they were, now and then one alone."""
    smaller = {3: random.choice((1, 2, 3)), 2: random.choice((0, 1, 2)), 1: 1, 0: 0}
    layouts: dict[int, Layout] = {}
    for index, value in enumerate(drawing.values):
        is_given = value.role == "input" or (value.role == "output" and random.random() < 0.3)
        if not is_given:
            continue
        shape = value.layout.shape
        if value.bound is None and random.random() < 0.9:
            shape = tuple(smaller[extent] for extent in shape)
        if random.random() < 0.08:
            axis = random.randrange(len(shape)) if shape else 0
            shape = tuple(e + (n == axis) * random.choice((-1, 1)) for n, e in enumerate(shape))
        if random.random() < 0.02:
            shape = (*shape, 1)
        shape = tuple(max(extent, 0) for extent in shape)
        strides = dense_strides(shape, 4)
        if random.random() < 0.1:
            strides = tuple(2 * stride for stride in strides)
        layouts[index] = Layout(None, F4, shape, strides)
    return layouts


def test_a_graph_is_resized_exactly_where_all_its_nodes_match() -> None:
    kinds = Counter(judge(seed) for seed in range(1000))
    assert min(kinds[kind] for kind in ("changed", "unchanged", "refused")) >= 100, kinds


def judge(seed: int) -> str:
    """Compares one random graph with the oracle; says what became of it."""
    random = Random(seed)
    drawing = random_drawing(random)
    layouts = random_layouts(random, drawing)
    shapes = expected(drawing, layouts)
    if shapes is None:
        with pytest.raises(ArgumentError, match="the graph was captured with"):
            resized(drawing.nodes, drawing.values, layouts)
        return "refused"
    try:
        nodes, values = resized(drawing.nodes, drawing.values, layouts)
    except ArgumentError as error:
        pytest.fail(f"seed {seed}: {error}")
    assert {i: v.layout.shape for i, v in enumerate(values)} == shapes, f"seed {seed}"
    check_values(drawing, layouts, values)
    check_nodes(drawing, nodes, values)
    is_same = all(v is o for v, o in zip(values, drawing.values, strict=True))
    return "unchanged" if is_same else "changed"


def check_values(drawing: Drawing, layouts: dict[int, Layout], values: Sequence[Value]) -> None:
    """Checks that bound values have their layout, and others are dense in their old bytes."""
    for index, (old, new) in enumerate(zip(drawing.values, values, strict=True)):
        assert (old.name, old.role, old.bound) == (new.name, new.role, new.bound)
        if index in layouts:
            assert new.layout.contiguous == layouts[index].contiguous
            assert new.layout.contiguous or new.layout.strides == layouts[index].strides
        elif new.layout.shape == old.layout.shape:
            assert new is old
        else:
            assert new.layout.contiguous
            assert old.low <= new.low <= new.high <= old.high
        assert (new.low, new.high) == bounds(new.layout)


def check_nodes(drawing: Drawing, nodes: Sequence[Node], values: Sequence[Value]) -> None:
    """Wholes stay wholes, parts stay as they were, and every launch matches."""
    interned: dict[Any, Layout] = {}
    for old, new in zip(drawing.nodes, nodes, strict=True):
        for before, after in zip(old.operands, new.operands, strict=True):
            if is_part(before, drawing.values):
                assert after is before
            else:
                assert after.layout.shape == values[after.value].layout.shape
                assert after.layout.strides == values[after.value].layout.strides
            if after is not before:
                layout = after.layout
                assert interned.setdefault((layout.shape, layout.strides), layout) is layout
        if new.kernel is not None:
            match(new.kernel.signature, layouts_of(new.kernel, new.operands), "try", new.name)
        if old.operands == new.operands:
            assert new is old


# -- what it says ---------------------------------------------------------------------------------


def chain(bound: object = None) -> Drawing:
    """Three layers deep: y = relu(x @ w)."""
    drawing = Drawing()
    x = drawing.value("x", (64, 512), "input")
    w = drawing.value("w", (512, 32), "input", bound)
    h = drawing.value("h", (64, 32))
    y = drawing.value("y", (64, 32), "output")
    drawing.add(matmul, x, w, h)
    drawing.add(relu, h, y)
    return drawing


def test_temporaries_and_outputs_follow_the_inputs() -> None:
    found = chain().resized(x=(32, 512), w=(512, 32))
    assert {name: value.layout.shape for name, value in found.items()} == {
        "x": (32, 512),
        "w": (512, 32),
        "h": (32, 32),
        "y": (32, 32),
    }
    assert found["h"].nbytes == 32 * 32 * 4


def test_nothing_is_made_anew_for_the_layouts_of_the_capture() -> None:
    drawing = chain()
    nodes, values = tuple(drawing.nodes), tuple(drawing.values)
    same = drawing.layouts(x=(64, 512), w=(512, 32))
    found = resized(nodes, values, same)
    assert found[0] is nodes
    assert found[1] is values


def test_other_strides_are_taken_where_the_whole_value_is_used() -> None:
    strided = Layout(None, F4, (64, 512), (4096, 4))
    drawing = chain()
    nodes, values = resized(drawing.nodes, drawing.values, drawing.layouts(x=strided))
    assert nodes[0].operands[0].layout.strides == (4096, 4)
    assert values[0].high == 63 * 4096 + 512 * 4
    assert nodes[1] is drawing.nodes[1]


def refuses(drawing: Drawing, message: str, **shapes: tuple[int, ...] | Layout) -> None:
    with pytest.raises(ArgumentError) as caught:
        drawing.resized(**shapes)
    assert str(caught.value) == f"replay: {message}"


def test_a_larger_extent_is_refused() -> None:
    refuses(
        chain(),
        "x is float32[65, 512], the graph was captured with float32[64, 512]; "
        "extents may only shrink, capture with the largest",
        x=(65, 512),
    )


def test_another_rank_is_refused() -> None:
    refuses(
        chain(),
        "x is float32[64], the graph was captured with float32[64, 512]; "
        "the number of dimensions is fixed",
        x=(64,),
    )


def test_inputs_that_contradict_each_other_are_both_named() -> None:
    refuses(
        chain(),
        "x is float32[64, 256], the graph was captured with float32[64, 512]; w is "
        "float32[128, 32], and dimension 1 of x and dimension 0 of w are equal in node 0 (matmul)",
        x=(64, 256),
        w=(128, 32),
    )
    refuses(
        chain(),
        "x is float32[32, 512], the graph was captured with float32[64, 512]; y is "
        "float32[16, 32], and dimension 0 of x and dimension 0 of y are equal "
        "in node 0 (matmul), node 1 (relu)",
        x=(32, 512),
        y=(16, 32),
    )


def test_one_input_may_contradict_itself() -> None:
    drawing = Drawing()
    square = kernel("square", "x: f32[n, n], out y: f32[n]")
    drawing.add(square, drawing.value("x", (4, 4), "input"), drawing.value("y", (4,)))
    refuses(
        drawing,
        "x is float32[3, 2], the graph was captured with float32[4, 4]; "
        "dimension 0 of x and dimension 1 of x are equal in node 0 (square)",
        x=(3, 2),
    )


def test_what_is_bound_to_itself_cannot_follow() -> None:
    refuses(
        chain(bound="weights"),
        "x is float32[64, 256], the graph was captured with float32[64, 512]; w is bound to its "
        "own float32[512, 32] and cannot follow, dimension 1 of x and dimension 0 of w are equal "
        "in node 0 (matmul)",
        x=(64, 256),
    )
    refuses(
        chain(),
        "x is float32[64, 256], the graph was captured with float32[64, 512]; w is still "
        "float32[512, 32], and dimension 1 of x and dimension 0 of w are equal in node 0 (matmul)",
        x=(64, 256),
    )


def test_a_number_in_a_signature_fixes_an_extent() -> None:
    drawing = Drawing()
    x, h = drawing.value("x", (4, 2), "input"), drawing.value("h", (4, 2))
    drawing.add(relu, x, h)
    drawing.add(pair, h, drawing.value("y", (4,), "output"))
    assert drawing.resized(x=(3, 2))["y"].layout.shape == (3,)
    refuses(
        drawing,
        "x is float32[4, 1], the graph was captured with float32[4, 2]; node 1 (pair) declares "
        "x: f32[n, 2], and dimension 1 of h equals dimension 1 of x in node 0 (relu)",
        x=(4, 1),
    )


def test_a_value_of_which_a_part_is_used_keeps_its_layout() -> None:
    drawing = Drawing()
    x, h = drawing.value("x", (4, 8), "input"), drawing.value("h", (4, 8))
    drawing.add(relu, x, h)
    drawing.add("fill", h[:2], 0)
    drawing.add(axpy, x[0], drawing.value("y", (8,), "output"), 2.0)
    refuses(
        drawing,
        "x is float32[3, 8], the graph was captured with float32[4, 8]; "
        "node 2 (axpy) uses a part of it, so its shape and strides are fixed",
        x=(3, 8),
    )
    refuses(
        drawing,
        "x is float32[4, 8] with strides (64, 4), the graph was captured with strides (32, 4); "
        "node 2 (axpy) uses a part of it, so its shape and strides are fixed",
        x=Layout(None, F4, (4, 8), (64, 4)),
    )
    refuses(
        drawing,
        "y is float32[7], the graph was captured with float32[8]; "
        "node 2 (axpy) uses a part of x, which fixes dimension 0 of y",
        y=(7,),
    )


def test_a_part_of_a_temporary_fixes_the_inputs_of_its_class() -> None:
    drawing = Drawing()
    x, h = drawing.value("x", (4, 8), "input"), drawing.value("h", (4, 8))
    drawing.add(relu, x, h)
    drawing.add("fill", h[:2], 0)
    refuses(
        drawing,
        "x is float32[3, 8], the graph was captured with float32[4, 8]; node 1 (fill) uses a part "
        "of h, and dimension 0 of h equals dimension 0 of x in node 0 (relu)",
        x=(3, 8),
    )


def test_a_long_way_between_two_values_is_shortened() -> None:
    drawing = Drawing()
    last = drawing.value("x", (4,), "input")
    for n in range(9):
        made = drawing.value(f"h{n}", (4,), "temporary" if n < 8 else "output")
        drawing.add("copy", made, last)
        last = made
    refuses(
        drawing,
        "x is float32[3], the graph was captured with float32[4]; h8 is float32[2], and dimension "
        "0 of x and dimension 0 of h8 are equal in node 0 (copy), node 1 (copy), ..., "
        "node 8 (copy)",
        x=(3,),
        h8=(2,),
    )


def test_an_input_beyond_which_the_graph_reaches_keeps_its_layout() -> None:
    drawing = Drawing()
    x = drawing.value("x", (4,), "input")
    drawing.add("fill", x, 0)
    drawing.values[0] = Value("x", "input", x.layout, 0, 64)
    refuses(
        drawing,
        "x is float32[3], the graph was captured with float32[4]; "
        "the graph uses memory beyond it, so its layout is fixed",
        x=(3,),
    )
