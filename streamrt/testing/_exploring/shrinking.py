"""Shrinking: fewer and smaller deviations that fail in the same way.

Blocks of deviations are set to 0 first, then single ones, then their values are lowered. A shorter
tape counts only if it fails with the same kind of failure at the same lines.
"""

from __future__ import annotations

from collections.abc import Callable

Deviations = dict[int, int]
Fails = Callable[[Deviations], Deviations | None]
"""Runs deviations as far as they fit; returns those it took if it failed in the same way."""


def shrunk(deviations: Deviations, fails: Fails, budget: int = 400) -> Deviations:
    """Returns the least deviations found that still fail.

    Args:
        deviations: those of a run that failed.
        fails: runs others.
        budget: the most runs.
    """
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
