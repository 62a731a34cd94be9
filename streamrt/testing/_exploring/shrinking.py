"""Shrinking: fewer and smaller deviations that fail in the same way.

Blocks of deviations are set to 0 first, then single ones, then their values are lowered. If more
than MANY are left, all tapes with one deviation are tried, and those with two early ones, because
another place may do what several did. A shorter tape counts only if it fails with the same kind of
failure at the same lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice

Deviations = dict[int, int]
Fails = Callable[[Deviations], Deviations | None]
"""Runs deviations as far as they fit; returns those it took if it failed in the same way."""


MANY = 2
EARLY = 12  # draws, among which pairs are tried


def shrunk(
    deviations: Deviations, fails: Fails, budget: int = 400, bounds: Sequence[int] = ()
) -> Deviations:
    """Returns the least deviations found that still fail.

    Args:
        deviations: those of a run that failed.
        fails: runs others.
        budget: the most runs; once more as many, if many deviations are left.
        bounds: the bounds of the draws of that run.
    """
    best = _reduced(deviations, fails, budget)
    if len(best) > MANY:
        for tried in islice(_few(bounds), budget):
            if len(tried) < len(best) and (found := fails(tried)) is not None:
                return _reduced(found, fails, budget) if _cost(found) < _cost(best) else best
    return best


def _few(bounds: Sequence[int]) -> Iterator[Deviations]:
    """Gives the deviations at one place, then those at two early ones."""
    ones = [(n, value) for n, bound in enumerate(bounds) for value in range(1, bound)]
    yield from ({n: value} for n, value in ones)
    early = [(n, value) for n, value in ones if n < EARLY]
    yield from ({n: v, m: w} for (n, v), (m, w) in combinations(early, 2) if n != m)


def _reduced(deviations: Deviations, fails: Fails, budget: int) -> Deviations:
    """Returns fewer and smaller deviations, found by leaving out and lowering."""
    best, runs, has_changed = deviations, 0, True
    while has_changed and best and runs < budget:
        has_changed = False
        size = len(best)
        while size and runs < budget:
            numbers = sorted(best)
            for start in range(0, len(numbers), size):
                dropped = set(numbers[start : start + size])
                tried = {n: v for n, v in best.items() if n not in dropped}
                if len(tried) == len(best) or runs >= budget:
                    continue
                runs += 1
                found = fails(tried)
                if found is not None and _cost(found) < _cost(best):
                    best, has_changed = found, True
            size //= 2
        for number in sorted(best):
            while best.get(number, 0) > 1 and runs < budget:
                runs += 1
                found = fails(best | {number: best[number] - 1})
                if found is None or _cost(found) >= _cost(best):
                    break
                best, has_changed = found, True
    return best


def _cost(deviations: Deviations) -> tuple[int, int, int]:
    """Few deviations, then early ones, then small ones."""
    return len(deviations), sum(deviations.values()), sum(deviations)
