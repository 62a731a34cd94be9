"""Native functions: functions written with NumPy, each compiled by itself, as `jit` does it.

A call with arguments of a kind that was there before takes the quick path of compiled functions.
Complex numbers, which programs do not have, go to a host call of the same function.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from streamrt._jit.calling.counting import Story
from streamrt._jit.calling.first_call import Calls
from streamrt._jit.calling.free_variables import Hidden
from streamrt._jit.calling.jitted import Jitted
from streamrt._jit.calling.quick_path import write_binder
from streamrt._jit.calling.taking_apart import Looked, look, place
from streamrt._jit.calling.variants import Variants
from streamrt._jit.options import Options
from streamrt._jit.tracing.traced import Traced
from streamrt._jit.tracing.tracer import Tracer
from streamrt._jit.trees import flatten
from streamrt._jit.wrapped_arrays import Wrapped
from streamrt._refusals import shorten
from streamrt._runtime.stream import Stream
from streamrt.array_api import _host
from streamrt.array_api._public import MISTAKES, refusal
from streamrt.errors import ArgumentTypeError, StreamRTError

__all__ = ["MOST_KINDS", "NativeCalls", "native"]

MOST_KINDS = 1024
"""The most kinds of calls of one function that are kept compiled."""


class NativeCalls(Calls):
    """The calls of one native function.

    Attributes:
        is_real: whether the results are real for complex arguments, as those of `abs`.
    """

    def __init__(
        self, function: Callable[..., Any], name: str, options: Options, is_real: bool
    ) -> None:
        """Not for users.

        Args:
            function: the function, which depends on nothing but its arguments.
            name: its name in messages.
            options: those of `jit`.
            is_real: see the attribute.
        """
        super().__init__(function, name, options)
        self.is_real: bool = is_real
        self.variants = Variants(options.variants)
        self.story = Story(name, is_quiet=True)  # a function is called with many dtypes
        self._hidden = Hidden((), ())  # it depends on nothing but its arguments

    def call(self, values: tuple[Any, ...], stream: Stream | None = None) -> Any:
        """Makes a call that is not quick."""
        try:
            try:
                return self._slowly(values, stream)
            except StreamRTError:
                raise
            except MISTAKES as error:
                raise refusal(self.name, error) from error
        except StreamRTError as error:
            shorten(error)
            raise

    def _slowly(self, values: tuple[Any, ...], stream: Stream | None) -> Any:
        leaves, _ = flatten(list(values))
        wrapped = [leaf for leaf in leaves if isinstance(leaf, Wrapped)]
        if any(isinstance(leaf, Tracer) for leaf in leaves):
            args, kwargs = self.parameters.spread(values)
            return self.function(*args, **kwargs)
        if not wrapped:
            raise ArgumentTypeError(
                f"{self.name}: found {', '.join(type(leaf).__name__ for leaf in leaves)}; "
                "pass at least one array of streamrt.array_api"
            )
        if any(map(_host.is_complex, leaves)):
            return self._on_host(values, type(wrapped[0]))
        return super().call(values, stream)

    def trace(self, looked: Looked) -> Traced:
        """Traces the function for a call; see `Calls.trace`."""
        traced = super().trace(looked)
        if any(value.dtype.name == "f16" for value in traced.program.results):
            raise ArgumentTypeError(
                f"{self.name}: NumPy computes it in float16 for such integers, which arrays do not "
                "have; use astype first"
            )
        return traced

    def _on_host(self, values: tuple[Any, ...], wrapper: type[Wrapped]) -> Any:
        """Makes a call with complex numbers.

        Raises:
            TypeError: NumPy has no such function of complex numbers.
        """
        self._try_out(values)
        twins = tuple(map(_host.real_twin, values))
        structure, leaves = look(self.parameters, self._hidden.sources, twins)
        _, traced = self.with_numbers(place(structure, leaves, f"call {self.name}"))
        results = [
            (value.shape, value.dtype.numpy if self.is_real else _complex(value.dtype.numpy))
            for value in traced.program.results
        ]

        def function(*given: Any) -> Any:
            args, kwargs = self.parameters.spread(given)
            found = self.function(*args, **kwargs)
            return found if len(results) == 1 else flatten(found)[0]

        made = _host.call(function, self.name, values, results, wrapper)
        _, tree = flatten(traced.result)
        return tree.unflatten(made)

    def _try_out(self, values: tuple[Any, ...]) -> None:
        """Calls the function with an element of each array, for the errors of their dtypes."""
        leaves, tree = flatten(list(values))
        args, kwargs = self.parameters.spread(tree.unflatten(list(map(_host.sample, leaves))))
        with np.errstate(all="ignore"), suppress(ValueError, LookupError):  # of other shapes
            self.function(*args, **kwargs)


def _complex(dtype: np.dtype[Any]) -> np.dtype[Any]:
    return _host.COMPLEX.get(dtype, dtype)


class Native(Jitted[..., Any]):
    """A function of the namespace. It is called with arrays, and returns at once."""

    def __init__(self, function: Callable[..., Any], options: Options, is_real: bool) -> None:
        """Not for users."""
        super().__init__(function, options)
        self._is_real = is_real

    @property
    def _calls(self) -> Calls:
        found = self._lazy
        if found is None:
            name = self.__name__.strip("_")
            found = self._lazy = NativeCalls(self._function, name, self._options, self._is_real)
            found.kind = _kind_of(found)
        return found

    def __repr__(self) -> str:
        return f"<array_api function {self.__name__}>"


def _kind_of(calls: Calls) -> type[Native]:
    start = write_binder(calls.parameters, calls.call)
    return type("Native", (Native,), {"__slots__": (), "__call__": staticmethod(start)})


def native(
    *, static: Sequence[str] = (), is_real: bool = False
) -> Callable[[Callable[..., Any]], Native]:
    """Returns a decorator: makes a function of the namespace from one that is written with NumPy.

    Args:
        static: the names of parameters that are compiled in. Those that are passed by name only
            are, too.
        is_real: whether the results are real for complex arguments.
    """

    def made(function: Callable[..., Any]) -> Native:
        parameters = inspect.signature(function).parameters.values()
        named = [each.name for each in parameters if each.kind is each.KEYWORD_ONLY]
        options = Options((*static, *named), (), False, True, MOST_KINDS)
        return Native(function, options, is_real)

    return made
