"""Texts that are not read: each problem has its line, its column and its words, all at once."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from ir.stablehlo.comparing import texts
from ir.stablehlo.damaged_texts import all_texts, check, damaged

from streamrt._ir.limits import Limits
from streamrt._ir.stablehlo.building import read_stablehlo
from streamrt._ir.stablehlo.problems import StableHLOError


def main(*lines: str, takes: str = "%arg0: tensor<4xf32>", gives: str = "tensor<4xf32>") -> str:
    """A function of which the first operation is in line 2, in column 1."""
    body = "\n".join(lines)
    return f"func.func @main({takes}) -> {gives} {{\n{body}\nreturn %0 : {gives}\n}}\n"


def said(text: str, entry: str = "main") -> list[str]:
    """The problems of a text."""
    with pytest.raises(StableHLOError) as caught:
        read_stablehlo(text, entry)
    return [str(problem) for problem in caught.value.problems]


ONE = {
    '%0 = stablehlo.cosine %arg0 : tensor<4xf32> loc("x"':
        "line 4, column 1: expected ')', not '}'",
    "%0 = stablehlo.sine %arg0, : tensor<4xf32>":
        "line 2, column 28: expected an operand or an attribute, not ':'",
    "%0 = stablehlo.sine %arg0 %arg0 : tensor<4xf32>":
        "line 2, column 27: expected ',', not '%arg0'",
    "%0 = stablehlo.sine(%arg0 : tensor<4xf32>": "line 2, column 27: expected ')', not ':'",
    "%0 = stablehlo.sine %1 : tensor<4xf32>":
        "line 2, column 6: stablehlo.sine: %1 is not defined before it",
    "%0 = stablehlo.sine %arg0 : tensor<5xf32>":
        "line 2, column 6: stablehlo.sine: its result is f32[4], and the text says tensor<5xf32>",
    "%1 = stablehlo.compare LT, %arg0, %arg0, SIGNED : (tensor<4xf32>, tensor<4xf32>) -> "
    "tensor<4xi1>":
        "line 2, column 6: stablehlo.compare: there is no comparison 'SIGNED' of f32[4]",
    '"stablehlo.reshape"(%arg0) : (tensor<4xf32>) -> ()':
        "line 2, column 1: stablehlo.reshape: the text says no result",
    "%0 = stablehlo.add %arg0 : tensor<4xf32>":
        "line 2, column 6: stablehlo.add: it has 1 operands, and takes 2",
    "%0:2 = stablehlo.add %arg0, %arg0 : tensor<4xf32>":
        "line 3, column 1: stablehlo.add has 2 names for 1 results",
    "%0 = stablehlo.sine %arg0 {speed = 3 : i64} : tensor<4xf32>":
        "line 2, column 6: stablehlo.sine: its attribute speed is not supported",
    "%0 = stablehlo.transpose %arg0, dims = [1] : (tensor<4xf32>) -> tensor<4xf32>":
        "line 2, column 6: stablehlo.transpose: its dimensions [1] do not fit 1 dimensions",
    "%0 = stablehlo.dot_general %arg0, %arg0, contracting_dims = [0] x [0], algorithm = "
    "<lhs_precision_type = tf32> : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>":
        "line 2, column 6: stablehlo.dot_general: its attribute algorithm is not supported",
    "%0 = stablehlo.broadcast_in_dim %arg0 : (tensor<4xf32>) -> tensor<4xf32>":
        "line 2, column 6: stablehlo.broadcast_in_dim: its attribute broadcast_dimensions is not a "
        "list of 1 integers",
    "%0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<4xf32>":
        "line 2, column 6: stablehlo.constant: a dense literal does not have the shape of "
        "tensor<4xf32>",
    '%0 = "stablehlo.constant"() <{value = dense_resource<big> : tensor<4xf32>}> : () -> '
    "tensor<4xf32>":
        "line 2, column 6: stablehlo.constant: its elements are not in the text; print it without "
        "leaving any out",
    "%0 = stablehlo.sort %arg0 : tensor<4xf32>":
        "line 2, column 6: stablehlo.sort: it has one body, no more and no less",
    "%0 = stablehlo.custom_call @mine(%arg0) : (tensor<4xf32>) -> tensor<4xf32>":
        "line 2, column 6: stablehlo.custom_call @mine is not supported",
    "%0 = call @main(%arg0) : (tensor<4xf32>) -> tensor<4xf32>":
        "line 2, column 6: @main calls itself; this is not supported",
    "%0 = call @other(%arg0) : (tensor<4xf32>) -> tensor<4xf32>":
        "line 2, column 6: call: there is no function @other",
    "%1 = stablehlo.bitcast_convert %arg0 : (tensor<4xf32>) -> tensor<4xi32>\n"
    "%0 = stablehlo.convert %1 : (tensor<4xi32>) -> tensor<4xf32>":
        "line 2, column 6: stablehlo.bitcast_convert: only the sign bit of floats is supported",
    "%0 = stablehlo.bitcast_convert %arg0 : (tensor<4xf32>) -> tensor<2xi64>":
        "line 2, column 6: stablehlo.bitcast_convert: the bits of f32[4] as i64 are not supported",
    "%0 = stablehlo.convert %arg0 : (tensor<4xf32>) -> tensor<?xbf16>":
        "line 2, column 6: stablehlo.convert has the type tensor<?xbf16>: dynamic shapes are not "
        "supported",
    "%0 = stablehlo.convert %arg0 : (tensor<4xf32>) -> tensor<4xbf16>":
        "line 2, column 6: stablehlo.convert has the type tensor<4xbf16>: programs have no bf16",
    "%0 = stablehlo.convert %arg0 : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 2.0>>":
        "line 2, column 6: stablehlo.convert has the type tensor<4x!quant.uniform<i8:f32, 2.0>>: "
        "programs have no such type",
    "%0 = stablehlo.create_token : !stablehlo.token":
        "line 2, column 6: stablehlo.create_token is not supported",
    "^bb1:": "line 2, column 1: the arguments of this region are known; no block is expected here",
}  # fmt: skip
"""The operation in line 2, and the first problem."""


@pytest.mark.parametrize("line", ONE)
def test_a_problem_has_its_place_and_its_words(line: str) -> None:
    """Row 262."""
    assert said(main(line))[0] == ONE[line]


def test_all_operations_that_are_not_supported_are_told_at_once() -> None:
    """Row 262."""
    text = main(
        '%1 = "stablehlo.fft"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>',
        "%2 = stablehlo.sine %1 : tensor<4xf32>",
        "%3:2 = stablehlo.while(%a = %2, %b = %arg0) : tensor<4xf32>, tensor<4xf32>",
        "cond {",
        "  %9 = stablehlo.compare LT, %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>",
        "  stablehlo.return %9 : tensor<4xi1>",
        "} do {",
        "  stablehlo.return %a, %b : tensor<4xf32>, tensor<4xf32>",
        "}",
        "%4 = stablehlo.convolution(%3#0, %3#1) dim_numbers = [b, f]x[i, o]->[b, f],",
        "  window = {stride = [1]} {groups = 1 : i64} :",
        "  (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>",
        "%5 = stablehlo.add %4, %3#1 : tensor<4xf32>",
        '%6 = "stablehlo.if"(%5) ({',
        '  "stablehlo.scatter"(%5) : (tensor<4xf32>) -> ()',
        "}) : (tensor<4xf32>) -> tensor<4xf32>",
        "%0 = stablehlo.reshape %6 : (tensor<4xf32>) -> tensor<4xf32>",
    )
    lines = {2: "fft", 4: "while", 11: "convolution", 15: "if", 16: "scatter"}
    found = said(text)
    assert [each.partition(", ")[0] for each in found] == [f"line {line}" for line in lines]
    for each, name in zip(found, lines.values(), strict=True):
        assert each.endswith(f": stablehlo.{name} is not supported")


def test_what_depends_on_a_type_that_programs_lack_is_no_further_problem() -> None:
    text = main(
        "%1 = stablehlo.add %arg0, %arg0 : tensor<4xbf16>",
        "%2 = stablehlo.sine %1 : tensor<4xbf16>",
        "%0 = stablehlo.convert %2 : (tensor<4xbf16>) -> tensor<4xf32>",
        takes="%arg0: tensor<4xbf16>",
    )
    assert said(text) == [
        "line 1, column 17: an argument has the type tensor<4xbf16>: programs have no bf16"
    ]


def test_bodies_that_are_not_known_are_refused() -> None:
    reduced = texts("reducing")["places"].replace("stablehlo.compare GT", "stablehlo.compare GE")
    assert "its body is none of argmax and argmin" in said(reduced)[0]
    ordered = texts("reducing")["sorts"].replace("TOTALORDER", "FLOAT")
    assert "its body is no known order of its first operand" in said(ordered)[0]
    windows = texts("reducing")["running"].replace("stablehlo.multiply", "stablehlo.subtract")
    assert "its body is none of add" in said(windows)[0]
    pooled = texts("reducing")["running"].replace("window_strides = array<i64: 1, 1>",
                                                  "window_strides = array<i64: 1, 2>")  # fmt: skip
    assert "windows that are no running sums are not supported" in said(pooled)[0]


def test_texts_that_are_no_modules_are_refused() -> None:
    assert said("") == ["line 1, column 1: the text has no function"]
    assert said("ML\xefR\x00\x01") == ["line 1, column 1: expected a function, not 'ML'"]
    assert said(main("%0 = stablehlo.sine %arg0 : tensor<4xf32>"), "other") == [
        "no function @other to read; there are @main"
    ]
    twice = 2 * main("%0 = stablehlo.sine %arg0 : tensor<4xf32>")
    assert said(twice) == ["line 5, column 1: there are two functions @main"]


def doubling(count: int) -> str:
    """Functions each of which calls the next one twice, with different values."""
    parts = [
        f"func.func @f{k}(%a: tensor<f32>) -> tensor<f32> {{\n"
        f"%0 = call @f{k + 1}(%a) : (tensor<f32>) -> tensor<f32>\n"
        "%1 = stablehlo.sine %0 : tensor<f32>\n"
        f"%2 = call @f{k + 1}(%1) : (tensor<f32>) -> tensor<f32>\n"
        "return %2 : tensor<f32>\n}\n"
        for k in range(count)
    ]
    last = "func.func @f{}(%a: tensor<f32>) -> tensor<f32> {{\nreturn %a : tensor<f32>\n}}\n"
    return "".join(parts) + last.format(count)


NEST = '"x.y"() ({' * 3000
DEEP = "%0 = stablehlo.sine %arg0 {a = " + "[" * 5000
SUM = "%0 = stablehlo.add %arg0, %arg0 : tensor<4xf32>"
BOMBS: dict[str, tuple[Callable[[], str], str, str]] = {
    "regions": (lambda: main(NEST[:9000]), "main", "more than 24 regions within each other"),
    "brackets": (lambda: main(DEEP), "main", "more than 32 brackets within each other"),
    "skipped": (lambda: main("%0 = x.y " + "(" * 9_000), "main", "expected ')', not '}'"),
    "doubling": (lambda: doubling(30), "f0", "it has more than 1,000 operations"),
    "calls": (lambda: doubling(60), "f0", "more than 40 calls within each other"),
    "many": (
        lambda: main(*[SUM.replace("%0", f"%x{k}") for k in range(1500)], SUM), "main",
        "it has more than 1,000 operations",
    ),
    "blanks": (lambda: " \n\t" * 300_000 + "/" * 300_000, "main", "the text has no function"),
    "quotes": (lambda: main('%0 = "' + "\\" * 9_001), "main", "expected an operation"),
    "digits": (
        lambda: main(f"%0 = stablehlo.iota dim = {'9' * 100_000} : tensor<4xf32>"), "main",
        "a number of more than 400 digits",
    ),
    "large": (
        lambda: main(
            "%1 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<4xf32>) -> "
            "tensor<100000000000000000x4xf32>", SUM,
        ), "main", "no machine has that memory",
    ),
    "axes": (
        lambda: main(
            "%1 = stablehlo.reshape %arg0 : (tensor<4xf32>) -> tensor<4x" + 99 * "1x" + "f32>", SUM
        ), "main", "more than 64 dimensions",
    ),
    "words": (lambda: main("{" * 100_000), "main", "more than 16,000 words"),
    "results": (lambda: main("%0:99999999 = x.y"), "main", "expected a number of results"),
}  # fmt: skip


@pytest.mark.parametrize("kind", BOMBS)
def test_texts_that_ask_for_too_much_are_refused_before_it_is_done(kind: str) -> None:
    text, entry, words = BOMBS[kind]
    with pytest.raises(StableHLOError) as caught:
        read_stablehlo(text(), entry, Limits(values=1000))
    assert words in str(caught.value)
    assert len(str(caught.value)) < 4000


def test_a_function_that_is_called_with_the_same_values_is_carried_out_once() -> None:
    text = doubling(30).replace("call @f{}", "call").replace("(%1)", "(%a)")
    assert len(read_stablehlo(text, "f0", Limits(values=1000)).program.values()) == 1


def test_damaged_texts_are_refused_or_valid() -> None:
    """Row 262."""
    given = all_texts(most=1500)
    for seed in range(2000):
        text = damaged(Random(seed), given)
        try:
            check(text)
        except Exception as error:
            error.add_note(f"seed {seed}:\n{text}")
            raise
