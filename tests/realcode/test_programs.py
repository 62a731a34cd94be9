"""Programs as users write them run, or are refused, as the corpus says; none runs wrong."""

from __future__ import annotations

import pytest
from realcode.judging import Case, cases, judge

import streamrt as srt

PROGRAMS = [case for case in cases() if not case.package]


@pytest.mark.parametrize("case", PROGRAMS, ids=[case.name for case in PROGRAMS])
def test_a_program_has_the_outcome_that_the_corpus_names(case: Case, rt: srt.Runtime) -> None:
    outcome, text = judge(case)
    assert outcome == case.outcome, text
