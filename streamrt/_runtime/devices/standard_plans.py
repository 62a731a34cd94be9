"""The plans of one device for standard operations: copies, fills and checks."""

from __future__ import annotations

from collections.abc import Callable

from streamrt._compile.signatures.binding import coalesce
from streamrt._compile.signatures.layout import Layout, dense_strides

GRAIN = 1 << 18  # the least bytes that a thread copies

Load = Callable[[str, tuple[int, ...], int, int], int]


class StandardPlans:
    """The standard plans by the layouts that they walk, each loaded once."""

    def __init__(self, load: Load, plans: dict[tuple[object, ...], int]) -> None:
        """Loads nothing yet.

        Args:
            load: the backend's `load_standard`.
            plans: the device's loaded plans, to which these are added.
        """
        self._load_standard = load
        self._plans = plans

    def copy(self, to: Layout, source: Layout) -> int:
        """Returns the plan that copies between two layouts of one shape and dtype."""
        key = ("copy", to, source)
        plan = self._plans.get(key)
        if plan is None:
            plan = self._plans[key] = self.load_copy(to, source)
        return plan

    def over(self, name: str, layout: Layout) -> int:
        """Returns the plan of an operation that walks one array: `fill`, `finite`."""
        key = (name, layout)
        plan = self._plans.get(key)
        if plan is None:
            plan = self._plans[key] = self.load_over(name, layout)
        return plan

    def guard(self) -> int:
        """Returns the plan that checks the canaries of an allocation."""
        plan = self._plans.get(("guard",))
        if plan is None:
            plan = self._plans[("guard",)] = self._load_standard("guard", (1, 4, 1, 4), 1, 1)
        return plan

    def load_copy(self, to: Layout, source: Layout) -> int:
        """Loads a plan that copies; the caller unloads it."""
        item = to.itemsize
        extents, (dst, src) = coalesce(to.shape, [_steps(to), _steps(source)], [item, item])
        words = (len(extents), item, *extents, *dst, *src)
        return self._load("copy", words, to.nbytes)

    def load_over(self, name: str, layout: Layout) -> int:
        """Loads a plan that walks one array; the caller unloads it."""
        extents, (steps,) = coalesce(layout.shape, [_steps(layout)], [layout.itemsize])
        words = (len(extents), layout.itemsize, *extents, *steps)
        return self._load(name, words, layout.nbytes)

    def load_nothing(self) -> int:
        """Loads a plan that does nothing, a fill of no elements; the caller unloads it."""
        return self._load_standard("fill", (1, 1, 0, 1), 0, 1)

    def _load(self, name: str, words: tuple[int, ...], nbytes: int) -> int:
        extent = words[2]
        return self._load_standard(name, words, extent, max(1, GRAIN * extent // max(1, nbytes)))


def _steps(layout: Layout) -> tuple[int, ...]:
    if layout.contiguous:
        return dense_strides(layout.shape, layout.itemsize)
    return layout.strides
