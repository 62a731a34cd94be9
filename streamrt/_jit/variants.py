"""Variants: what was compiled for calls of one kind, and the caches that hold them."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from streamrt._ir.program import Program, Value
from streamrt._jit.default_runtime import put_on
from streamrt._jit.sites import user_frame
from streamrt._jit.trace import Output, Traced
from streamrt._jit.trees import Tree, flatten
from streamrt._runtime.buffer import Buffer
from streamrt._runtime.device import Device
from streamrt._runtime.engine import Engine
from streamrt._runtime.stream import Stream

if TYPE_CHECKING:
    from streamrt._jit.executable import Executable

__all__ = ["MOST_VARIANTS", "Variant", "Variants", "reduced"]

MOST_VARIANTS = 256
"""The most variants that one function keeps."""


class Results:
    """How the results of a call are made of what compiled code returns.

    Attributes:
        kept: the numbers of the results that compiled code computes.
        passed: the places of arguments that are returned as they are.
    """

    def __init__(self, traced: Traced) -> None:
        """Looks at what a traced function returned."""
        leaves, self._tree = flatten(traced.result, "the result")
        self.kept: list[int] = []
        self.passed: list[int] = []
        self._leaves: list[tuple[str, Any]] = []
        for leaf in leaves:
            if not isinstance(leaf, Output):
                self._leaves.append(("array" if isinstance(leaf, np.ndarray) else "value", leaf))
                continue
            value = traced.program.results[leaf.number]
            if value.op.name == "parameter":
                self.passed.append(value.attributes[0])
                self._leaves.append(("passed", value.attributes[0]))
            else:
                if leaf.number not in self.kept:
                    self.kept.append(leaf.number)
                self._leaves.append(("made", self.kept.index(leaf.number)))

    @property
    def is_plain(self) -> bool:
        """Whether the function returns what compiled code returns: one Buffer, or a flat tuple."""
        numbers = [number for kind, number in self._leaves if kind == "made"]
        is_all = len(numbers) == len(self._leaves) and numbers == list(range(len(self.kept)))
        is_one = self._tree.kind == "leaf"
        is_tuple = self._tree.kind == "tuple" and self._tree.count == len(self._tree.children) > 1
        return is_all and (is_one or is_tuple)

    def finisher(self, device: Device) -> Callable[[Any, tuple[Any, ...]], Any] | None:
        """Returns a function from what compiled code returned, and its arguments, to the results.

        None if nothing is left to do.
        """
        if self.is_plain:
            return None
        if len(self.kept) == len(self._leaves) and not self.passed:
            return self._finisher_of_outputs()
        leaves, tree, is_one = self._leaves, self._tree, len(self.kept) == 1

        def finish(made: Any, arguments: tuple[Any, ...]) -> Any:
            outputs = (made,) if is_one else made
            found: list[Any] = []
            for kind, what in leaves:
                if kind == "made":
                    found.append(outputs[what])
                elif kind == "passed":
                    found.append(arguments[what])
                elif kind == "array":
                    found.append(put_on(device, what, user_frame()))
                else:
                    found.append(what)
            return tree.unflatten(found)

        return finish

    def _finisher_of_outputs(self) -> Callable[[Any, tuple[Any, ...]], Any]:
        """Returns the quick one for results that are all computed, each once."""
        places = [number for _, number in self._leaves]
        tree, is_one = self._tree, len(self.kept) == 1
        build = tree.builder()

        def finish(made: Any, arguments: tuple[Any, ...]) -> Any:
            del arguments
            return build(made) if is_one else build(*[made[place] for place in places])

        return finish


def reduced(traced: Traced, kept: Sequence[int]) -> Traced:
    """Returns the trace without the results that need no code."""
    program = traced.program
    results = tuple(program.results[number] for number in kept)
    return replace(traced, program=Program(program.parameters, results))


class Variant:
    """A function compiled for calls of one kind.

    Attributes:
        traced: the trace.
        executable: what runs; None if there is nothing to compute.
        native: takes the arguments, and returns the output, a tuple of them, or None if the call
            has to go through Python; None if there is no such way.
        finish: makes the results; None if there is nothing left to do.
        passed: the places of arguments that are returned as they are.
        device: the device that it runs on.
    """

    __slots__ = (
        "_captures",
        "_scalars",
        "device",
        "executable",
        "finish",
        "native",
        "passed",
        "traced",
    )

    def __init__(
        self,
        traced: Traced,
        executable: Executable | None,
        results: Results,
        device: Device,
        scalars: Sequence[bool],
        captures: Sequence[int | Buffer],
    ) -> None:
        """Puts a variant together.

        Args:
            traced: the trace.
            executable: what runs.
            results: how results are made.
            device: the device.
            scalars: for each argument whether it is a number.
            captures: for each capture its place among the arguments, or itself.
        """
        self.traced: Traced = traced
        self.executable: Executable | None = executable
        self.device: Device = device
        self.passed: tuple[int, ...] = tuple(
            captures[number - len(scalars)] for number in results.passed
        )
        self.finish: Callable[[Any, tuple[Any, ...]], Any] | None = results.finisher(device)
        self.native: Callable[..., Any] | None = None
        self._scalars = tuple(scalars)
        self._captures = tuple(captures)
