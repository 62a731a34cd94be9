"""What jax printed is read, and computes what NumPy does: interpreted, and compiled."""

from __future__ import annotations

import numpy as np
import pytest
from ir.stablehlo.cases import GROUPS, NAMES, Case, expected
from ir.stablehlo.comparing import assert_near, compiled, texts

import streamrt as srt
from streamrt._ir.encoding import encode
from streamrt._ir.interpret import interpret
from streamrt._ir.stablehlo.building import read_stablehlo

CASES: dict[str, Case] = {name: case for cases in GROUPS.values() for name, case in cases.items()}
TEXTS: dict[str, str] = {name: text for group in GROUPS for name, text in texts(group).items()}


def test_there_is_a_text_for_each_case() -> None:
    assert list(TEXTS) == list(CASES)
    assert list(texts("others")) == [NAMES[name] for name in CASES if name in NAMES]


@pytest.mark.parametrize("group", GROUPS)
def test_texts_compute_what_numpy_does(group: str) -> None:
    for name, case in GROUPS[group].items():
        program = read_stablehlo(TEXTS[name]).program
        given = [(value.dtype.numpy, value.shape) for value in program.parameters]
        assert given == [(array.dtype, array.shape) for array in case[0]]
        assert_near(interpret(program, case[0]), expected(case), name)


@pytest.mark.parametrize("name", CASES)
def test_texts_compute_the_same_compiled(rt: srt.Runtime, name: str) -> None:
    program = read_stablehlo(TEXTS[name]).program
    assert_near(compiled(rt, program, CASES[name][0]), expected(CASES[name]), name)


@pytest.mark.parametrize("name", NAMES)
def test_the_generic_form_and_the_one_with_locations_are_the_same_program(name: str) -> None:
    plain, other = read_stablehlo(TEXTS[name]), read_stablehlo(texts("others")[NAMES[name]])
    assert encode(other.program) == encode(plain.program)
    assert other.results == plain.results


def test_programs_have_the_names_of_the_text() -> None:
    read = read_stablehlo(TEXTS["named"])
    assert read.name == "jit__lambda"
    assert read.parameters == ("arg0", "arg1")
    assert read.results == ("result['rest'][0]", "result['sum']")
    located = read_stablehlo(texts("others")[NAMES["attention"]])
    assert located.parameters == ("x", "w", "o")


def test_a_function_that_is_not_main_is_read_by_its_name() -> None:
    found = read_stablehlo(TEXTS["calls"], entry="sin")
    (result,) = interpret(found.program, [np.ones(3, "f4")])
    np.testing.assert_allclose(result, np.sin(np.ones(3, "f4")), 1e-6)
