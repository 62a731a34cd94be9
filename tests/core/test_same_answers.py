"""Every tracker gives the answers of the specification, word for word.

The same scripts drive two trackers, and each answer and each state is compared: waits with their
reasons and memories, checks, refusals, death frontiers, what is seen, frontiers and snapshots,
writers, bars, and the commands that the tracker keeps alive. The order counts, too.

The scripts go where a program with a runtime seldom goes: the host sees streams late and in any
order, commands fail, memory is shared by address, and spans become so many that they are merged.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

pytest.importorskip("hypothesis")
from conformance.mutants import Mutant
from core.tracker_faults import MUTANTS, mutated
from core.tracker_player import Answer, difference, play
from core.tracker_scripts import SEEDS, Submit, draw_script, seeded
from core.trackers import EACH, PURE, Tracking
from hypothesis import given, settings
from hypothesis import strategies as st


@cache
def expected(seed: int) -> list[Answer]:
    return play(PURE, seeded(seed))


def differences(tracking: Tracking) -> Iterator[str]:
    """Yields where a tracker and the specification part, script by script."""
    for seed in range(SEEDS):
        found = difference(expected(seed), play(tracking, seeded(seed)))
        if found is not None:
            yield f"seed {seed}, {found}"


@pytest.mark.parametrize("tracking", EACH, ids=str)
def test_a_tracker_answers_seeded_scripts_as_the_specification_does(tracking: Tracking) -> None:
    assert next(differences(tracking), None) is None


@pytest.mark.parametrize("tracking", EACH, ids=str)
@settings(max_examples=200)
@given(random=st.randoms(use_true_random=False))
def test_so_it_does_for_drawn_scripts(tracking: Tracking, random: Random) -> None:
    script = draw_script(random, most=25)
    assert difference(play(PURE, script), play(tracking, script)) is None


def test_no_command_is_kept_when_all_was_seen_and_all_memory_is_gone(tracking: Tracking) -> None:
    for seed in range(50):
        assert play(tracking, seeded(seed))[-1].state["alive"] == [], f"seed {seed}"


def test_the_scripts_reach_what_they_are_meant_to_reach() -> None:
    """Nothing that the comparison relies on is missing from the seeded scripts."""
    answers = [answer for seed in range(SEEDS) for answer in expected(seed)]
    told = "\n".join(str(answer.told) for answer in answers)
    for text in ("RAW", "WAR", "WAW", "reuse", "event", "FrozenBuffer", "DeletedBuffer", "capture"):
        assert text in told
    assert "reaches beyond it" in told
    assert max(len(f) for answer in answers for f in answer.state["frontier"]) > 8
    assert max(len(a.told[1]) for a in answers if isinstance(a.operation, Submit) and a.told) > 64


@pytest.mark.parametrize("mutant", MUTANTS, ids=str)
def test_a_tracker_without_one_rule_is_found_out(
    mutant: Mutant, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(SEEDS):
        expected(seed)
    with monkeypatch.context() as patch:
        found = next(differences(mutated(mutant, patch)), None)
    assert found is not None
