"""Results: what a call returns, made of what compiled code returns and of its arguments."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from types import FrameType
from typing import Any

from streamrt._ir.program import Program
from streamrt._jit.calling.default_runtime import put_on
from streamrt._jit.calling.inputs import ARRAY
from streamrt._jit.sites import user_frame
from streamrt._jit.tracing.traced import Output, Traced
from streamrt._jit.trees import flatten
from streamrt._jit.wrapped_arrays import Wrapped, unwrapped
from streamrt._runtime.buffer import Buffer
from streamrt._runtime.device import Device

__all__ = ["Results", "frame_of_user", "reduced"]


class Results:
    """The results of a call, as they are made of what compiled code returns.

    Attributes:
        kept: the numbers of the results that compiled code computes.
    """

    def __init__(self, traced: Traced, wrapper: type[Wrapped] | None) -> None:
        """Looks at what a traced function returned.

        Args:
            traced: the trace.
            wrapper: the class of the results; None if these are Buffers.
        """
        leaves, self._tree = flatten(traced.result, "the result")
        self._wrapper = wrapper
        self.kept: list[int] = []
        self._leaves: list[tuple[str, Any]] = []
        self._types: dict[int, Any] = {}  # of NumPy's scalars; Python's numbers are i64 or f64
        for leaf in leaves:
            if not isinstance(leaf, Output):
                kind = "array" if isinstance(leaf, ARRAY) else "value"
                is_found = isinstance(leaf, Buffer | Wrapped)
                self._leaves.append(("found" if is_found else kind, unwrapped(leaf)))
                continue
            value = traced.program.results[leaf.index]
            is_scalar = value.op.name == "parameter" and value.attributes[1]
            if value.op.name == "parameter" and (leaf.is_given or is_scalar):
                self._leaves.append(("passed", value.attributes[0]))
                if is_scalar and value.dtype.name not in ("i64", "f64"):
                    self._types[value.attributes[0]] = value.dtype.numpy.type
            else:
                if leaf.index not in self.kept:
                    self.kept.append(leaf.index)
                self._leaves.append(("made", self.kept.index(leaf.index)))

    @property
    def is_plain(self) -> bool:
        """Whether results are what compiled code returns: one Buffer, or a flat tuple of them."""
        numbers = [number for kind, number in self._leaves if kind == "made"]
        is_all = len(numbers) == len(self._leaves) and numbers == list(range(len(self.kept)))
        is_one = self._tree.kind == "leaf"
        is_tuple = self._tree.kind == "tuple" and self._tree.count == len(self._tree.children) > 1
        is_tuple &= self._wrapper is None
        return is_all and (is_one or is_tuple)

    def finisher(
        self, device: Device, place: Callable[[int | Buffer], int | Buffer]
    ) -> tuple[tuple[int, ...], Callable[[Any, tuple[Any, ...]], Any] | None]:
        """Returns how to make the results.

        Args:
            device: the device of new arrays.
            place: tells the place among the arguments of a parameter, or of a Buffer that the
                function found; a Buffer that is no argument is returned as it is.

        Returns:
            The places of arguments that are returned as they are; a function from what compiled
            code returned, and the arguments, to the results, or None if nothing is left to do but
            to wrap one Buffer.
        """
        if self.is_plain:
            return (), None
        leaves, passed = list[tuple[str, Any]](), list[int]()
        for kind, what in self._leaves:
            if kind not in ("passed", "found"):
                leaves.append((kind, what))
                continue
            where = place(what)
            if isinstance(where, int):
                passed.append(where)
            of = self._types.get(what) if isinstance(what, int) else None
            if of is not None:
                leaves.append(("number", (where, of)))
            else:
                leaves.append(("passed" if isinstance(where, int) else "found", where))
        is_one, build = len(self.kept) == 1, self._tree.builder()
        wrap: Callable[[Any], Any] = self._wrapper or _as_it_is

        def finish(made: Any, arguments: tuple[Any, ...]) -> Any:
            outputs = (made,) if is_one else made
            found: list[Any] = []
            for kind, what in leaves:
                if kind == "made":
                    found.append(wrap(outputs[what]))
                elif kind == "passed":
                    found.append(wrap(arguments[what]))
                elif kind == "number":
                    found.append(what[1](arguments[what[0]]))
                elif kind == "array":
                    found.append(wrap(put_on(device, what, frame_of_user())))
                else:
                    found.append(wrap(what) if kind == "found" else what)
            return build(*found)

        def quick(made: Any, arguments: tuple[Any, ...]) -> Any:
            del arguments
            return build(wrap(made)) if is_one else build(*map(wrap, made))

        numbers = [what if kind == "made" else -1 for kind, what in leaves]
        return tuple(passed), quick if numbers == list(range(len(self.kept))) else finish


def _as_it_is(buffer: Any) -> Any:
    return buffer


def reduced(traced: Traced, kept: Sequence[int]) -> Traced:
    """Returns the trace without the results that need no code."""
    program = traced.program
    results = tuple(program.results[number] for number in kept)
    return replace(traced, program=Program(program.parameters, results, program.loops))


def frame_of_user() -> FrameType:
    """Returns the nearest frame of the user's, else the outermost one."""
    found = user_frame()
    return sys._getframe() if found is None else found
