"""The story of a compiled function: what it counts, and the lines that it logs.

A trace is logged at INFO with its times. What costs a user time again and again is logged once for
each function, as a warning: an event loop that is held by compiling, arrays that each call copies,
numbers that are compiled in because their values are needed, and calls that need new code all the
time, with the argument that differs.
"""

from __future__ import annotations

import itertools
import logging
from collections.abc import Sequence
from typing import Any, NamedTuple

from streamrt._core.values import shown
from streamrt._jit.calling.arguments import Structure
from streamrt._jit.calling.inputs import ARRAY
from streamrt._jit.calling.variants import Variant
from streamrt._jit.options import JitStats
from streamrt._jit.tracing.traced import Traced
from streamrt._runtime.waiting.loops import running_elsewhere, running_loop
from streamrt._runtime.world import exploring

__all__ = ["MOST_SKELETONS", "Story"]

logger = logging.getLogger("streamrt")

MOST_SKELETONS = 8
"""The traces that may need new code before a line says why they do."""

HELD = 0.005
"""The seconds for which an event loop may be held by compiling without a line."""

HELD_BY_SHAPE = 0.05
"""The same for a call that needs no new code: it is traced and lowered, which a loaded machine may
take some time for."""


class Story:
    """The counts and the log lines of one function."""

    def __init__(self, name: str, *, is_quiet: bool = False) -> None:
        """Begins to count.

        Args:
            name: the name of the function.
            is_quiet: whether new kinds of calls are no reason for a warning.
        """
        self.name: str = name
        self._is_quiet = is_quiet
        self._calls = itertools.count()
        self.tick = self._calls.__next__  # counts a call in 20 ns
        self._traces = 0
        self._lowered = 0
        self._compiles = 0
        self._seconds = [0.0, 0.0]
        self._skeletons = 0
        self._last: tuple[Structure, list[Any]] | None = None
        self._told: set[str] = set()

    def stats(self, variants: int) -> JitStats:
        """Returns the counts so far."""
        calls = int(repr(self._calls).removeprefix("count(").removesuffix(")"))
        trace, compiling = (1e3 * seconds for seconds in self._seconds)
        return JitStats(
            calls, self._traces, self._lowered, self._compiles, variants, trace, compiling
        )

    def tell(
        self,
        structure: Structure,
        leaves: Sequence[Any],
        traced: Traced,
        variant: Variant,
        *,
        trace: float,
        compiling: float,
        kernels: int,
        lowered: int,
    ) -> None:
        """Counts and logs a new variant.

        Args:
            structure: that of the call.
            leaves: those of the call.
            traced: the trace.
            variant: the variant.
            trace: the seconds that the trace took.
            compiling: the seconds after it.
            kernels: the kernels that were new to the process.
            lowered: 1 if its program was lowered, 0 if its numbers were put into steps.
        """
        self._traces += 1
        self._lowered += min(1, lowered)
        self._compiles += kernels
        self._seconds[0] += trace
        self._seconds[1] += compiling
        if logger.isEnabledFor(logging.INFO):
            logger.info(
                "jit %s(%s): traced in %.2f ms, compiled %d new kernels in %.1f ms",
                self.name,
                ", ".join(map(str, traced.program.parameters)),
                1e3 * trace,
                kernels,
                1e3 * compiling,
            )
        for note in traced.notes:
            self.warn_once(note)
        limit = HELD if kernels else HELD_BY_SHAPE
        is_long = trace + compiling > limit and not self._is_quiet
        if is_long and (running_loop() or running_elsewhere()):
            self.warn_once(
                f"a call of a new kind held the event loop for {1e3 * (trace + compiling):.0f} ms; "
                f"`await {self.name}.warm(...)` at the start compiles in another thread, and "
                f"`await {self.name}.aio(...)` whenever it is needed",
                "loop",
            )
        self._skeletons += bool(kernels) and not self._is_quiet
        if self._skeletons > MOST_SKELETONS and self._last is not None:
            self.warn_once(
                f"{self._skeletons} kinds of calls needed code of their own, the last because "
                f"{_difference(self._last, (structure, leaves))}; what differs from call to call "
                "should be an array, or a number that is not static",
                "storm",
            )
        self._last = structure, [_remembered(leaf) for leaf in leaves]

    def note_copy(self, path: str) -> None:
        """Says once that an array is copied by each call."""
        if "copy" not in self._told:
            self._told.add("copy")
            logger.info(
                "jit %s: %s is a NumPy array, which each call copies; runtime.put makes a Buffer "
                "that is copied once",
                self.name,
                path,
            )

    def note_number(self, path: str, what: str, place: str) -> None:
        """Says once that a number is compiled in, because its value is needed.

        Args:
            path: the number.
            what: what needs it.
            place: the line.
        """
        if not self._is_quiet:
            self.warn_once(
                f"the number {path} is compiled in, because {what} needs it ({place}): each other "
                "value is traced and compiled again; declare it static to say so",
                f"number {path}",
            )

    def warn_once(self, text: str, kind: str = "") -> None:
        """Logs a warning, unless this function has logged one of that kind.

        Not in an explored program: its schedules run in one process, so the first one alone would
        log it.
        """
        if (kind or text) not in self._told and exploring.get() is None:
            self._told.add(kind or text)
            logger.warning("jit %s: %s", self.name, text)


class _Array(NamedTuple):
    """The dtype and the shape of a Buffer, which are made a text if a line shows them."""

    dtype: Any
    shape: tuple[int, ...]

    def __repr__(self) -> str:
        return repr(f"{self.dtype}[{', '.join(map(str, self.shape))}]")


def _remembered(leaf: Any) -> Any:
    """Returns enough of a leaf to compare the next one with, and no memory."""
    layout = getattr(leaf, "_layout", None)
    if layout is not None:
        return _Array(layout.dtype, layout.shape)
    return f"array {id(leaf)}" if isinstance(leaf, ARRAY) else leaf


def _difference(before: tuple[Structure, list[Any]], after: tuple[Structure, Sequence[Any]]) -> str:
    """Returns the difference between two calls as text."""
    (old, old_leaves), (new, new_leaves) = before, after
    if old.trees != new.trees:
        return f"the arguments were {old.trees} before, and {new.trees} now"
    for slot, one, other in zip(new.slots, old_leaves, map(_remembered, new_leaves), strict=False):
        is_number = slot.kind == "scalar"
        if type(one) is not type(other) or (not is_number and repr(one) != repr(other)):
            return f"{slot.path} was {shown(one)} before, and {shown(other)} now"
    return "a value in its closure or its module differs"
