"""Graphs for smaller inputs: what follows the inputs, and what is refused with which words."""

from __future__ import annotations

import pytest
from graph.drawing import F4, Drawing, kernel, pair, relu

from streamrt._compile.signatures.layout import Layout
from streamrt.errors import ArgumentError
from streamrt.graph.extents import resized
from streamrt.graph.nodes import Value
from streamrt_kernels import axpy, matmul


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
    """Fails unless these shapes are refused; where x has others, the message begins with them."""
    x, old = shapes.get("x"), drawing.values[0].layout.shape
    if isinstance(x, tuple):
        was = f"the graph was captured with float32{list(old)}"
        message = f"x is float32{list(x)}, {was}; {message}"
    with pytest.raises(ArgumentError) as caught:
        drawing.resized(**shapes)
    assert str(caught.value) == f"replay: {message}"


def test_a_larger_extent_and_another_rank_are_refused() -> None:
    refuses(chain(), "extents may only shrink, capture with the largest", x=(65, 512))
    refuses(chain(), "the number of dimensions is fixed", x=(64,))


def test_inputs_that_contradict_each_other_are_both_named() -> None:
    refuses(
        chain(),
        "w is float32[128, 32], and dimension 1 of x and dimension 0 of w are equal in node 0 "
        "(matmul)",
        x=(64, 256),
        w=(128, 32),
    )
    refuses(
        chain(),
        "y is float32[16, 32], and dimension 0 of x and dimension 0 of y are equal in node 0 "
        "(matmul), node 1 (relu)",
        x=(32, 512),
        y=(16, 32),
    )


def test_one_input_may_contradict_itself() -> None:
    drawing = Drawing()
    square = kernel("square", "x: f32[n, n], out y: f32[n]")
    drawing.add(square, drawing.value("x", (4, 4), "input"), drawing.value("y", (4,)))
    refuses(drawing, "dimension 0 of x and dimension 1 of x are equal in node 0 (square)", x=(3, 2))


def test_what_is_bound_to_itself_cannot_follow() -> None:
    refuses(
        chain(bound="weights"),
        "w is bound to its own float32[512, 32] and cannot follow, dimension 1 of x and "
        "dimension 0 of w are equal in node 0 (matmul)",
        x=(64, 256),
    )
    refuses(
        chain(),
        "w is still float32[512, 32], and dimension 1 of x and dimension 0 of w are equal in "
        "node 0 (matmul)",
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
        "node 1 (pair) declares x: f32[n, 2], and dimension 1 of h equals dimension 1 of x in "
        "node 0 (relu)",
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
        "node 1 (fill) uses a part of h, and dimension 0 of h equals dimension 0 of x in node "
        "0 (relu)",
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
        "h8 is float32[2], and dimension 0 of x and dimension 0 of h8 are equal in node 0 "
        "(copy), node 1 (copy), ..., node 8 (copy)",
        x=(3,),
        h8=(2,),
    )


def test_an_input_beyond_which_the_graph_reaches_keeps_its_layout() -> None:
    drawing = Drawing()
    x = drawing.value("x", (4,), "input")
    drawing.add("fill", x, 0)
    drawing.values[0] = Value("x", "input", x.layout, 0, 64)
    refuses(drawing, "the graph uses memory beyond it, so its layout is fixed", x=(3,))
