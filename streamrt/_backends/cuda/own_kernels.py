"""Kernels that the device itself needs for graphs: they are loaded when first asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from streamrt._backends.cuda.standard import standard_code
from streamrt._compile.code import CUDACode

__all__ = ["OwnKernels"]

Load = Callable[[str, CUDACode, str, tuple[int, ...]], int]


class OwnKernels:
    """The plans of kernels that no user has asked for."""

    def __init__(self, load: Load, unload: Callable[[int], None]) -> None:
        """Takes what loads a kernel and what unloads its plan.

        Args:
            load: takes a name, the code, the codes of the slots, and the layout words.
            unload: takes the plan.
        """
        self._load = load
        self._unload = unload
        self._copies: dict[int, tuple[int, ...]] = {}  # the words of plans of the driver's copy
        self._twins: dict[int, int] = {}  # the plans of kernels that copy alike
        self._tools: dict[str, int] = {}

    def note_copy(self, plan: int, words: tuple[int, ...]) -> None:
        """Notes that a plan is the driver's own copy, which no kernel node can be."""
        self._copies[plan] = words

    def twin(self, plan: int) -> int:
        """Returns the plan of a kernel that does the same as a plan."""
        words = self._copies.get(plan)
        if words is None:
            return plan
        found = self._twins.get(plan)
        if found is None:
            made = self._load("copy", standard_code("copy", words), "PP", words)
            found = self._twins.setdefault(plan, made)
            if found != made:  # another thread was quicker
                self._unload(made)
        return found

    def tool(self, name: str) -> int:
        """Returns the plan of `collect` or `condition`; see the folder texts."""
        if name not in self._tools:
            words = (0, 1)
            self._tools[name] = self._load(name, standard_code(name, words), _CODES[name], words)
        return self._tools[name]

    def forget(self, plan: int) -> None:
        """Drops what belongs to a plan that is unloaded."""
        self._copies.pop(plan, None)
        twin = self._twins.pop(plan, None)
        if twin is not None:
            self._unload(twin)

    def end(self) -> None:
        """Drops the tools. It may be done again."""
        while self._tools:
            _, plan = self._tools.popitem()
            self._unload(plan)


_CODES: Mapping[str, str] = {"collect": "PQ", "condition": "QQPQPPPQ"}
