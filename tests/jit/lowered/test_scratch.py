"""Scratch memory of whole calls: which arrays share a piece."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import streamrt as srt
from streamrt._jit.calling import whole_program
from streamrt._jit.calling.whole_program import _with_scratch

Function = Callable[..., Any]
SIZES = (4, 4, 64, 6_000, 8_000, 100_000)


def drawn(random: Random) -> tuple[Any, list[Any]]:
    """Steps that each make an array and read some earlier ones; and the layouts of all arrays."""
    count = random.randrange(1, 30)
    steps: list[Any] = []
    for number in range(count):
        read = random.sample(range(number), min(number, random.randrange(3)))
        places = [SimpleNamespace(source="fresh", number=each) for each in (*read, number)]
        steps.append(SimpleNamespace(places=places, form=None))
    fresh = [SimpleNamespace(is_result=random.random() < 0.1) for _ in range(count)]
    layouts = [SimpleNamespace(nbytes=random.choice(SIZES)) for _ in range(count)]
    return SimpleNamespace(steps=steps, fresh=fresh), layouts


@settings(deadline=None, max_examples=200)
@given(st.randoms(use_true_random=False))
def test_arrays_share_memory_one_after_the_other_and_take_what_was_used_last(random: Random):
    lowered, layouts = drawn(random)
    pieces, piece_of = _with_scratch(lowered, layouts)
    uses = [
        [n for n, step in enumerate(lowered.steps) if any(p.number == k for p in step.places)]
        for k in range(len(layouts))
    ]
    scratch = [k for k in range(len(layouts)) if not lowered.fresh[k].is_result]
    for k in scratch:
        own = pieces[piece_of[k]]
        assert isinstance(own, int)
        assert layouts[k].nbytes <= own <= 2 * layouts[k].nbytes + 4096
        before = [each for each in scratch if each < k]
        assert all(uses[each][-1] < k for each in before if piece_of[each] == piece_of[k])
        # The last uses of the pieces of that size which nobody needs any more.
        ended: dict[int, int] = {}
        for each in before:
            if pieces[piece_of[each]] == own:
                ended[piece_of[each]] = max(ended.get(piece_of[each], -1), uses[each][-1])
        is_again = piece_of[k] in ended
        assert is_again or all(end >= k for end in ended.values())
        if is_again:
            assert ended[piece_of[k]] == max(end for end in ended.values() if end < k)


def softmax(t: Any) -> Any:
    e = np.exp(t - t.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def two_of_a_row(t: Any) -> Any:
    """One kernel writes both, at different times."""
    e = np.exp(t - t.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True) - t, e


def two_of_an_element(t: Any) -> Any:
    e = np.exp(t)
    return e * t + 1, e


FUNCTIONS: dict[str, tuple[Function, bool]] = {
    "elementwise": (lambda t: np.where(t > 0, t * t, 3 - t), True),
    "softmax": (softmax, True),
    "two of a row": (two_of_a_row, False),
    "two of an element": (two_of_an_element, False),
    "one after the other": (lambda t: (t * t, np.exp(t) - t), True),
    "a transposed one": (lambda t: t + t.T * 2, False),
    "a part": (lambda t: np.concatenate([t[:, 1:] * 2, t[:, :1] + 1], axis=1), False),
}
"""What becomes of a square matrix, and whether it can be written over that."""


@pytest.mark.parametrize("name", FUNCTIONS)
def test_only_what_is_read_alike_and_never_again_is_written_over(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    function, is_over = FUNCTIONS[name]
    chosen: list[int] = []
    choose = whole_program._written_over

    def noted(*given: Any) -> int:
        chosen.append(choose(*given))
        return chosen[-1]

    monkeypatch.setattr(whole_program, "_written_over", noted)

    def around(a: Any, b: Any) -> Any:
        made = function(np.cumsum(a @ b, axis=0))
        return [part @ b for part in (made if isinstance(made, tuple) else (made,))]

    rng = np.random.default_rng(9)
    a, b = (rng.standard_normal((70, 70)) / 8 for _ in range(2))
    compiled = srt.jit(around)
    with srt.Runtime(threads=2) as rt:
        given = rt.put(a), rt.put(b)
        for _ in range(2):
            for found, expected in zip(compiled(*given), around(a, b), strict=True):
                np.testing.assert_allclose(np.asarray(found), expected, atol=1e-9)
    assert any(each >= 0 for each in chosen) == is_over
