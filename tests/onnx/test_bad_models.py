"""Files that are no models, or not ones to trust: each is refused by an error that says why."""

from __future__ import annotations

import random
import resource
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import streamrt as srt
from streamrt._onnx import external, reading
from streamrt._onnx.loading import read_onnx
from streamrt.errors import ArgumentError, ModuleError

onnx: Any = pytest.importorskip("onnx")
h: Any = onnx.helper
Change = Callable[[Any], object]


def small() -> Any:
    """A model of three nodes: y = relu(x @ w + b), in which w has 12 elements."""
    nodes = [
        h.make_node("MatMul", ["x", "w"], ["xw"], name="product"),
        h.make_node("Add", ["xw", "b"], ["sum"], name="shift"),
        h.make_node("Relu", ["sum"], ["y"], name="cut"),
    ]
    weights = [
        onnx.numpy_helper.from_array(np.arange(12, dtype=np.float32).reshape(3, 4), "w"),
        h.make_tensor("b", 1, [4], [1.0, 2.0, 3.0, 4.0]),
    ]
    x = h.make_tensor_value_info("x", 1, ["n", 3])
    y = h.make_tensor_value_info("y", 1, ["n", 4])
    graph = h.make_graph(nodes, "small", [x], [y], weights)
    return h.make_model_gen_version(graph, opset_imports=[h.make_opsetid("", 20)])


def set_opset(version: int) -> Change:
    return lambda model: setattr(model.opset_import[0], "version", version)


def rename_output(number: int, name: str) -> Change:
    return lambda model: model.graph.node[number].output.__setitem__(0, name)


def rename_input(number: int, name: str) -> Change:
    return lambda model: model.graph.node[number].input.__setitem__(0, name)


def add_nodes(*operators: str) -> Change:
    return lambda model: model.graph.node.extend(
        [h.make_node(name, ["x"], [f"o{n}"]) for n, name in enumerate(operators)]
    )


def set_node(number: int, **fields: Any) -> Change:
    return lambda model: [setattr(model.graph.node[number], *item) for item in fields.items()]


def add_attribute(name: str, value: Any) -> Change:
    return lambda model: model.graph.node[0].attribute.append(h.make_attribute(name, value))


def set_weight(number: int, **fields: Any) -> Change:
    return lambda model: [setattr(model.graph.initializer[number], *i) for i in fields.items()]


def set_dims(number: int, *dims: int) -> Change:
    return lambda model: model.graph.initializer[number].dims.__setitem__(slice(None), dims)


def custom(model: Any) -> None:
    set_node(1, domain="com.microsoft", op_type="FusedGelu")(model)
    set_node(2, op_type="If")(model)


CHANGES: dict[str, tuple[Change, str]] = {
    "an old opset": (set_opset(12), "read the model: opset 12; one from 13 to 22 is read"),
    "a new opset": (set_opset(23), "opset 23; one from 13 to 22 is read"),
    "no opset": (lambda m: m.ClearField("opset_import"), "opset of ONNX is not named"),
    "a cycle": (
        rename_input(0, "y"),
        "nodes that wait for each other: MatMul 'product', Add 'shift', Relu 'cut'",
    ),
    "a node of itself": (rename_input(2, "y"), "wait for each other: Relu 'cut'$"),
    "a missing weight": (
        lambda m: m.graph.initializer.pop(0),
        "MatMul 'product': 'w' is missing; no input, weight or node has that name",
    ),
    "a missing output": (rename_output(2, "z"), "the outputs: 'y' is missing"),
    "a name twice": (rename_output(1, "xw"), "Add 'shift' and MatMul 'product' have one name"),
    "a name of an input": (rename_output(1, "x"), "'shift' and an input or a constant have one"),
    "a weight twice": (set_weight(1, name="w"), "weight 'w': it has no name of its own"),
    "unknown operators": (
        add_nodes("Relu", "NonZero", "Nope", "Nope"),
        r"not read: NonZero \(1 of 7; the shape of its result depends on values\), Nope \(2 of 7\)",
    ),
    "other domains": (custom, r"If \(1 of 3; its body is a graph\), com.microsoft:FusedGelu "),
    "operands": (lambda m: m.graph.node[0].input.pop(), "'product': 1 operands; it has 2 to 2"),
    "an empty operand": (rename_input(0, ""), "'product': an operand or the result has no name"),
    "an attribute": (add_attribute("transA", 1), "attribute 'transA': the operator has none"),
    "no shape of data": (set_dims(0, 4, 4), "weight 'w': 48 bytes of data; its shape needs 64"),
    "too few elements": (set_dims(1, 5), "weight 'b': 4 elements of data; its shape needs 5"),
    "a huge shape": (set_dims(0, 1 << 40, 1 << 40), "'w': the shape is .* elements are taken"),
    "a negative shape": (set_dims(0, -3, -4), "'w': the shape is .*; extents are at least 0"),
    "many dimensions": (set_dims(1, *[1] * 70), "an array has at most 64 dimensions"),
    "bfloat16": (set_weight(0, data_type=16), "weight 'w': bfloat16 elements; those of float32"),
    "no type": (set_weight(0, data_type=99), "weight 'w': type 99 elements"),
    "no graph": (lambda m: m.ClearField("graph"), "it has no graph with outputs"),
    "a sparse weight": (lambda m: m.graph.sparse_initializer.add(), "it has sparse weights"),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_refused_by_its_place_and_reason(name: str) -> None:
    """Row 263."""
    change, message = CHANGES[name]
    model = small()
    change(model)
    with pytest.raises(ModuleError, match=message) as caught:
        read_onnx(model.SerializeToString())
    assert str(caught.value).startswith("read the model: ")


def test_an_operator_of_a_later_set_is_refused() -> None:
    """Row 263."""
    model = small()
    set_opset(17)(model)
    set_node(2, op_type="Gelu")(model)
    with pytest.raises(ModuleError, match="Gelu 'cut': opset 17 has no such operator"):
        read_onnx(model.SerializeToString())


def test_nodes_may_stand_in_any_order() -> None:
    model = small()
    nodes = [*model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes[::-1])
    y = srt.from_onnx(model.SerializeToString())(np.ones((1, 3), "f4"))
    np.testing.assert_array_equal(np.asarray(y), [[13, 17, 21, 25]])


def test_a_file_that_is_cut_off_at_any_byte_is_refused() -> None:
    data = small().SerializeToString()
    for length in range(len(data)):
        with pytest.raises(ModuleError):
            read_onnx(data[:length])


def test_no_file_and_a_text_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ModuleError, match=r"read .*nothing.onnx: No such file"):
        srt.from_onnx(tmp_path / "nothing.onnx")
    (tmp_path / "text.onnx").write_text("no model at all")
    with pytest.raises(ModuleError, match=r"read 'text.onnx': it is no model of ONNX"):
        srt.from_onnx(tmp_path / "text.onnx")


# -- external data ---------------------------------------------------------------------------------


def with_external(folder: Path, location: str, **entries: str) -> Path:
    """Writes a model whose weight w is in another file."""
    model = small()
    tensor = model.graph.initializer[0]
    tensor.ClearField("raw_data")
    tensor.data_location = 1
    for key, value in {"location": location, **entries}.items():
        tensor.external_data.add(key=key, value=value)
    folder.mkdir(exist_ok=True)
    (folder / "m.onnx").write_bytes(model.SerializeToString())
    return folder / "m.onnx"


def test_external_weights_are_read_below_the_folder(tmp_path: Path) -> None:
    path = with_external(tmp_path / "m", "sub/w.bin", offset="8", length="48")
    (tmp_path / "m" / "sub").mkdir()
    weights = np.arange(12, dtype=np.float32)
    (tmp_path / "m" / "sub" / "w.bin").write_bytes(bytes(8) + weights.tobytes())
    np.testing.assert_array_equal(read_onnx(path).weights["w"].ravel(), weights)
    with pytest.raises(ModuleError, match="a model with external data is read by its path"):
        read_onnx(path.read_bytes())


@pytest.mark.parametrize(
    ("location", "entries", "message"),
    [
        ("../w.bin", {}, "data are read below the folder of the model alone"),
        ("sub/../../w.bin", {}, "below the folder of the model alone"),
        ("/etc/passwd", {}, "below the folder of the model alone"),
        ("C:w.bin", {}, "below the folder of the model alone"),
        ("..\\w.bin", {}, "below the folder of the model alone"),
        ("w\0.bin", {}, "below the folder of the model alone"),
        ("", {}, "which it does not name"),
        ("link.bin", {}, "a link that leaves the folder of the model"),
        ("folder/w.bin", {}, "a link that leaves the folder of the model"),
        ("round.bin", {}, "its data are in 'round.bin'"),
        ("nothing.bin", {}, "its data are in 'nothing.bin': .*No such file"),
        ("sub", {}, "weight 'w': .*'sub'.* is no file|Is a directory"),
        ("w.bin", {"offset": "8"}, "bytes 8 to 56 of 'w.bin', which has 48"),
        ("w.bin", {"offset": "-8"}, "its offset is '-8'; it is a number of bytes"),
        ("w.bin", {"offset": "9" * 30}, "its offset is '9"),
        ("w.bin", {"length": "9"}, "9 bytes of data; its shape needs 48"),
    ],
)
def test_external_weights_elsewhere_are_refused(
    tmp_path: Path, location: str, entries: dict[str, str], message: str
) -> None:
    """Row 263."""
    (tmp_path / "out").mkdir()
    for name in ("w.bin", "out/w.bin"):
        (tmp_path / name).write_bytes(bytes(48))
    folder = tmp_path / "m"
    path = with_external(folder, location, **entries)
    (folder / "w.bin").write_bytes(bytes(48))
    (folder / "sub").mkdir()
    (folder / "link.bin").symlink_to(tmp_path / "w.bin")
    (folder / "folder").symlink_to(tmp_path / "out")
    (folder / "round.bin").symlink_to(folder / "round.bin")
    with pytest.raises(ModuleError, match=message):
        read_onnx(path)


def test_weights_that_overlap_take_no_more_memory_than_the_file(tmp_path: Path) -> None:
    (tmp_path / "w.bin").write_bytes(bytes(100))
    files = external.Externals(tmp_path)
    assert files.read("w.bin", 0, 60, "w") is files.read("w.bin", 0, 60, "w")
    with pytest.raises(ModuleError, match=r"need more than its 100 bytes, because some .* overlap"):
        files.read("w.bin", 1, 60, "w")


def test_a_file_that_is_too_long_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "MOST_BYTES", 100)
    (tmp_path / "m.onnx").write_bytes(small().SerializeToString())
    with pytest.raises(ModuleError, match="it is no file, or has more than 100 bytes"):
        read_onnx(tmp_path / "m.onnx")


# -- models that ask for much ----------------------------------------------------------------------


def one_node(operator: str, *integers: list[Any], **attributes: Any) -> bytes:
    """A model of one node on x, with known operands behind it."""
    names = [f"i{number}" for number in range(len(integers))]
    weights = [
        onnx.numpy_helper.from_array(np.array(each), name)
        for name, each in zip(names, integers, strict=True)
    ]
    first = [] if operator in ("ConstantOfShape", "Range") else ["x"]
    node = h.make_node(operator, [*first, *names], ["y"], **attributes)
    x, y = h.make_tensor_value_info("x", 1, None), h.make_empty_tensor_value_info("y")
    graph = h.make_graph([node], "g", [x], [y], weights)
    opset = h.make_opsetid("", 20)
    data: bytes = h.make_model_gen_version(graph, opset_imports=[opset]).SerializeToString()
    return data


GREEDY = {
    "ConstantOfShape": one_node("ConstantOfShape", [1 << 20, 1 << 20]),
    "Expand": one_node("Expand", [1 << 40, 2]),
    "Tile": one_node("Tile", [1 << 40]),
    "Range": one_node("Range", [0], [1 << 40], [1]),
    "Pad": one_node("Pad", [1 << 40, 1 << 40]),
    "Reshape": one_node("Reshape", [-1, -1]),
    "MaxPool": one_node("MaxPool", kernel_shape=[1 << 30], pads=[1 << 30, 1 << 30]),
    "Squeeze": one_node("Squeeze", [7]),
    "Split": one_node("Split", [3, 3]),
    "OneHot": one_node("OneHot", [1 << 40], [0, 1]),
    "Conv": one_node("Conv", [[[1, 1]]], group=1 << 40),
}


@pytest.mark.parametrize("operator", GREEDY)
def test_a_node_that_asks_for_much_is_refused_before_memory_is_taken(operator: str) -> None:
    net = srt.from_onnx(GREEDY[operator])
    tracemalloc.start()
    try:
        with pytest.raises(ModuleError, match=r"^g: "):
            net(np.ones(2, np.float32))
        assert tracemalloc.get_traced_memory()[1] < 20e6
    finally:
        tracemalloc.stop()


# -- fuzz ------------------------------------------------------------------------------------------


def mutated(rng: random.Random, data: bytes) -> bytes:
    """A model with a few changes: of its structure, or of bytes."""
    if rng.random() < 0.5:
        changed = bytearray(data)
        for _ in range(rng.randint(1, 4)):
            place = rng.randrange(len(changed))
            changed[place] = rng.choice((0, 1, 127, 128, 255, rng.randrange(256)))
        return bytes(changed)
    model = onnx.ModelProto.FromString(data)
    for _ in range(rng.randint(1, 3)):
        change_somewhere(rng, model)
    found: bytes = model.SerializeToString()
    return found


def change_somewhere(rng: random.Random, message: Any) -> None:
    """Changes a field of a message, or of one in it."""
    fields = message.ListFields()
    if not fields:
        return
    field, value = rng.choice(fields)
    is_many = field.is_repeated
    each = rng.choice(value) if is_many else value
    if field.message_type is not None:
        if is_many and rng.random() < 0.2:
            rng.choice([lambda: value.add().CopyFrom(each), lambda: value.pop()])()
        else:
            change_somewhere(rng, each)
        return
    numbers = (0, 1, -1, 2, 7, 64, 1 << 31, -(1 << 31), 1 << 40)
    found: Any
    if isinstance(each, str):
        found = rng.choice(("", "x", "y", "w", "xw", "\0", "é", "Conv", "Slice", "axis", "Loop"))
    elif isinstance(each, bytes):
        found = each[: rng.randrange(len(each) + 1)]
    else:
        found = rng.choice(numbers)
    try:
        if is_many:
            value[rng.randrange(len(value))] = found
        else:
            setattr(message, field.name, found)
    except (ValueError, TypeError):  # the field holds no such number
        pass


def seeds() -> list[bytes]:
    """Small models of many kinds of fields."""
    return [
        small().SerializeToString(),
        one_node("Slice", [0], [2], [0]),
        one_node("Pad", [1, 1]),
        one_node("ReduceSum", [0], keepdims=0),
        one_node("MaxPool", kernel_shape=[2], strides=[2], auto_pad="SAME_UPPER"),
    ]


def fuzz(seed: int, count: int, *, calls: bool) -> tuple[int, int]:
    """Reads, and maybe calls, changed models. Returns how many were read, and ran."""
    rng, models, read, ran = random.Random(seed), seeds(), 0, 0
    for number in range(count):
        data = mutated(rng, rng.choice(models))
        try:
            net = srt.from_onnx(data)
            read += 1
            if calls:
                for given in (np.ones((2, 3), "f4"), np.ones((1, 2, 4), "f4")):
                    try:
                        net(given)
                        ran += 1
                    except ArgumentError:
                        pass
        except srt.StreamRTError:
            pass
        except Exception as error:
            error.add_note(f"seed {seed}, model {number}: {data.hex()}")
            raise
    return read, ran


def test_changed_models_are_read_or_refused() -> None:
    read, _ = fuzz(0, 1500, calls=False)
    assert 100 < read < 1400  # both happen


@pytest.mark.slow
def test_many_changed_models_are_called_or_refused() -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with srt.Runtime(threads=1):
        read, ran = fuzz(1, 5000, calls=True)
    assert read > 500
    assert ran > 200
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200e3  # kB
