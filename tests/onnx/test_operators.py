"""Operators of ONNX against the tests that the package onnx has of them.

Every case whose operators are all read runs here, or has a reason why not. Then it is refused by an
error of ours.
"""

from __future__ import annotations

import pkgutil
import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np
import pytest

import streamrt as srt
from streamrt._onnx.bounds import NEWEST, OLDEST
from streamrt._onnx.operators.table import NOT_READ, OPERATORS
from streamrt.errors import ModuleError

onnx: Any = pytest.importorskip("onnx")
nodes: Any = pytest.importorskip("onnx.backend.test.case.node")

QUICK = (
    *("argmax", "bitshift", "clip", "concat", "conv", "cumsum"),
    *("depthtospace", "div", "einsum", "expand", "flatten", "gather", "gatherelements"),
    *("gathernd", "gemm", "groupnormalization", "layernormalization", "lrn", "matmul", "mod"),
    *("onehot", "pad", "pow", "reduce_log_sum_exp", "reducemax", "reshape", "slice", "softmax"),
    *("split", "topk", "transpose", "trilu", "unsqueeze", "where"),
)
"""The modules with cases that run at each change."""

NOT_RUN = {
    r"training_dropout_(default|mask|default_mask)|training_dropout": "it draws numbers",
    r"maxpool_with_argmax_2d_precomputed_\w+": "the places of the greatest elements are wanted",
    r"identity_(sequence|opt)": "values are sequences or may be absent",
}
"""The cases that are refused, as expressions, and the reasons."""

NAN_BEFORE = "l2normalization_axis_0"
"""A case for which older releases of the package expect NaN, and newer ones 0: a norm of zeros."""


class Case(NamedTuple):
    """A model, with inputs and the outputs that are expected."""

    name: str
    model: Any
    inputs: Sequence[Any]
    outputs: Sequence[Any]


@cache
def cases_of(module: str) -> tuple[Case, ...]:
    """The cases of one module, of which all operators are read."""
    before = len(nodes._NodeTestCases)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # NumPy's, where expected results are made
        import_module(f"{nodes.__name__}.{module}")
    found: list[Case] = []
    for each in nodes._NodeTestCases[before:]:
        if {f"{n.domain}:{n.op_type}".lstrip(":") for n in each.model.graph.node} <= {*OPERATORS}:
            for number, arrays in enumerate(each.data_sets):
                name = each.name.removeprefix("test_") + (f"-{number}" if number else "")
                found.append(Case(name, each.model, *[[*map(plain, e)] for e in arrays]))
    return tuple(found)


def plain(given: Any) -> Any:
    return onnx.numpy_helper.to_array(given) if hasattr(given, "dims") else given


def within_reach(model: Any) -> Any | None:
    """The model with a set of operators that is read; None if it does not mean the same there."""
    found = onnx.ModelProto()
    found.CopyFrom(model)
    if all(OLDEST <= opset.version <= NEWEST for opset in found.opset_import):
        return found
    for opset in found.opset_import:
        opset.version = min(max(opset.version, OLDEST), NEWEST)
    try:
        onnx.checker.check_model(found, full_check=True)
    except (onnx.checker.ValidationError, onnx.shape_inference.InferenceError):
        return None
    return found


def has_other_types(model: Any) -> bool:
    """Whether an input or an output has elements of a type that programs do not have."""
    read = {1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13}
    kinds = [port.type.tensor_type.elem_type for port in (*model.graph.input, *model.graph.output)]
    return not {*kinds} <= read


def reason(case: Case) -> str:
    """Why a case is refused; empty if it runs."""
    if within_reach(case.model) is None:
        return f"it means something else, or nothing, from opset {OLDEST} to {NEWEST}"
    for expression, why in NOT_RUN.items():
        if re.fullmatch(expression, case.name):
            return why
    return "its elements are of a type that is not read" if has_other_types(case.model) else ""


def folded(model: Any, inputs: Sequence[Any], which: Callable[[str, Any], bool]) -> list[Any]:
    """Makes constants of some inputs of a model, and returns the others."""
    ports, left = list(model.graph.input), list[Any]()
    del model.graph.input[:]
    for port, value in zip(ports, inputs, strict=True):
        array = np.asarray(value)
        if which(port.name, array):
            model.graph.initializer.append(onnx.numpy_helper.from_array(array, port.name))
        else:
            model.graph.input.append(port)
            left.append(array)
    return left


def known_operands(model: Any) -> set[str]:
    return {
        node.input[place]
        for node in model.graph.node
        for place in OPERATORS[node.op_type].known
        if place < len(node.input)
    }


def results(case: Case) -> list[Any]:
    """The results that streamrt has for a case.

    Operands that have to be known become constants. Where they are computed, small integers do.
    """
    model: Any = within_reach(case.model)
    known = known_operands(model)
    inputs = folded(model, case.inputs, lambda name, _: name in known)
    if known & {name for node in model.graph.node for name in node.output}:
        inputs = folded(model, inputs, lambda _, a: a.size <= 64 and a.dtype.kind == "i")
    found = srt.from_onnx(model.SerializeToString())(*inputs)
    return [np.asarray(each) for each in (found if isinstance(found, tuple) else (found,))]


def failure(case: Case) -> str:
    """What is wrong with a case; empty if nothing is."""
    if reason(case):
        try:
            srt.from_onnx(case.model.SerializeToString())(*case.inputs)
        except (ModuleError, srt.errors.ArgumentError):
            return ""
        return f"{case.name}: it runs, but is refused because {reason(case)}"
    try:
        for found, expected in zip(results(case), case.outputs, strict=True):
            expected = np.asarray(expected)
            if case.name == NAN_BEFORE:
                expected = np.nan_to_num(expected)
            assert found.dtype == expected.dtype, (found.dtype, expected.dtype)
            assert found.shape == expected.shape, (found.shape, expected.shape)
            rtol = 2e-3 if found.dtype == np.float16 else 1e-3
            np.testing.assert_allclose(found, expected, rtol=rtol, atol=1e-6)
    except (AssertionError, srt.StreamRTError) as error:
        return f"{case.name}: {error}"
    return ""


@pytest.fixture(autouse=True)
def one_runtime() -> Iterator[None]:
    with srt.Runtime(threads=1):
        yield


@pytest.mark.parametrize("module", QUICK)
def test_the_first_cases_of_an_operator(module: str) -> None:
    cases = [case for case in cases_of(module) if not reason(case)]
    assert cases
    assert [wrong for case in cases[:3] if (wrong := failure(case))] == []


@pytest.mark.slow
def test_all_cases_of_operators_that_are_read() -> None:
    modules = [name for _, name, _ in pkgutil.iter_modules(nodes.__path__)]
    cases = [case for module in modules for case in cases_of(module)]
    assert [wrong for case in cases if (wrong := failure(case))] == []
    run = [case for case in cases if not reason(case)]
    assert len(run) > 1000
    tried = {node.op_type for case in run for node in case.model.graph.node}
    assert OPERATORS.keys() - tried == set()
    assert not OPERATORS.keys() & NOT_READ.keys()
