"""Compiled functions as users hold them. Light: what compiles is loaded by the first call."""

from __future__ import annotations

import functools
import inspect
import itertools
import sys
import types
from collections.abc import Callable, Sequence
from typing import (
    TYPE_CHECKING,
    Any,
    Concatenate,
    ParamSpec,
    SupportsIndex,
    TypeVar,
    cast,
    overload,
)

from streamrt._core.handles import Unique
from streamrt._core.values import check_count, check_flag, shown
from streamrt._jit.calling.typed_calls import R_co, TypedCalls
from streamrt._jit.options import JitStats, Options, Wrapper
from streamrt._refusals import keep_users, refusing
from streamrt._runtime.stream import Stream
from streamrt.errors import ArgumentError, ArgumentTypeError

if TYPE_CHECKING:
    from streamrt._jit.calling.first_call import Calls
    from streamrt._jit.calling.lowering import Lowering
    from streamrt._runtime.execution import Execution

__all__ = ["Jitted", "Method", "OnStream", "jit"]

P = ParamSpec("P")
Q = ParamSpec("Q")
S = TypeVar("S")

MOST_PARAMETERS = 1000  # that options may name

_GENERATOR, _COROUTINE, _ASYNC_GENERATOR = 0x20, 0x80, 0x200  # flags of code objects


@overload
def jit(
    function: Callable[P, R_co],
    /,
    *,
    static: str | int | Sequence[str | int] = (),
    donate: str | int | Sequence[str | int] = (),
    check: bool = False,
    contract: bool = True,
    variants: int = 256,
) -> Jitted[P, R_co]: ...
@overload
def jit(
    *,
    static: str | int | Sequence[str | int] = (),
    donate: str | int | Sequence[str | int] = (),
    check: bool = False,
    contract: bool = True,
    variants: int = 256,
) -> Callable[[Callable[P, R_co]], Jitted[P, R_co]]: ...
@refusing
def jit(
    function: Callable[..., Any] | None = None,
    /,
    *,
    static: str | int | Sequence[str | int] = (),
    donate: str | int | Sequence[str | int] = (),
    check: bool = False,
    contract: bool = True,
    variants: int = 256,
) -> Any:
    """Compiles a function that is written with NumPy.

        @streamrt.jit
        def gelu(x, w, b):
            y = x * w + b
            return 0.5 * y * (1 + np.tanh(0.7978845608 * (y + 0.044715 * y**3)))

        y = gelu(x, w, b)        # a Buffer, at once; `await y` or np.asarray(y) waits

    The first call with arguments of a kind runs the function once, on stand-ins that record what it
    computes, and compiles that. Later calls run the compiled code. Buffers and NumPy arrays are
    arrays to the function, also in tuples, lists, dicts, dataclasses and attributes of objects.
    Python's numbers are passed on; defaults, and numbers whose values the function needs, as in
    `range(n)`, are compiled in. So is everything else, such as a string. With the environment
    variable STREAMRT_JIT=0 the function runs as it is.

    Args:
        function: the function, or method. It must not have side effects, because these would
            happen once only.
        static: the names or places of parameters that are compiled in; their values are hashable.
        donate: the names or places of parameters whose Buffers the call gives up, so that their
            memory can be used again.
        check: trace each kind of call twice, and raise a TraceError if the two differ, as they do
            for a function that depends on more than its arguments.
        contract: whether a product and a sum may be rounded once, as one operation. It is quicker,
            and more exact than NumPy.
        variants: the most kinds of calls that are kept compiled.

    Raises:
        ArgumentTypeError: it is no function whose calls return a value.
        ArgumentError: the function has no such parameter.
    """
    check_count(variants, "jit: variants", 1)
    chosen = Options(
        _listed(static, "static"),
        _listed(donate, "donate"),
        check_flag(check, "jit: check"),
        check_flag(contract, "jit: contract"),
        variants,
    )
    if function is None:
        decorator: Callable[[Any], Any] = functools.partial(_jitted, options=chosen)
        return decorator
    return _jitted(function, chosen)


def _listed(given: object, option: str) -> tuple[str | int, ...]:
    """Returns names and places of parameters as a tuple.

    Raises:
        ArgumentTypeError: they are something else.
    """
    found: tuple[object, ...] = (given,)
    told = shown(given)
    if isinstance(given, Sequence) and not isinstance(given, str):
        found = tuple(itertools.islice(cast("Sequence[object]", given), MOST_PARAMETERS + 1))
    if len(found) > MOST_PARAMETERS:
        raise ArgumentError(
            f"jit: {option} is {told}; it may name at most {MOST_PARAMETERS} parameters"
        )
    if any(isinstance(each, bool) or not isinstance(each, str | int) for each in found):
        raise ArgumentTypeError(
            f"jit: {option} is {shown(found)}; pass names or places of parameters"
        )
    return cast("tuple[str | int, ...]", found)


@refusing
def _jitted(function: Any, options: Options) -> Any:
    """Returns the compiled function; of a method or a callable object, bound to that."""
    if isinstance(function, Jitted | Method):
        return cast("Jitted[..., Any] | Method[..., Any]", function)._again(options)
    if isinstance(function, types.MethodType):
        return _bound(function.__func__, function.__self__, options)
    if _is_callable_object(function):
        return _bound(type(function).__call__, function, options)
    _check_function(function)
    _check_names(function, options)
    return Jitted(function, options)


def _bound(function: Callable[..., Any], instance: object, options: Options) -> Method[..., Any]:
    return Method(_jitted(function, options), instance)


def _is_callable_object(function: Any) -> bool:
    methods = [vars(base).get("__call__") for base in type(function).__mro__]
    return any(isinstance(method, types.FunctionType) for method in methods)


def _check_function(function: object) -> None:
    """Raises ArgumentTypeError unless calls of a function return a value."""
    what = f"jit {getattr(function, '__name__', None) or shown(function)}"
    kind: str = type(function).__name__
    if kind in ("staticmethod", "classmethod"):
        raise ArgumentTypeError(f"{what}: found a {kind}; write @{kind} above @streamrt.jit")
    if isinstance(function, type):
        raise ArgumentTypeError(f"{what}: found a class; compile its methods")
    if not callable(function):
        raise ArgumentTypeError(f"{what}: found {kind}; pass a function")
    inner: object = function
    while isinstance(inner, functools.partial):
        inner = inner.func
    flags = getattr(getattr(inner, "__code__", None), "co_flags", 0)
    if flags & (_COROUTINE | _ASYNC_GENERATOR):
        raise ArgumentTypeError(
            f"{what}: found an async function; compile the function that computes, and await what "
            "it returns"
        )
    if flags & _GENERATOR:
        raise ArgumentTypeError(f"{what}: found a generator; return a list or a tuple")


def _check_names(function: Any, options: Options) -> None:
    """Raises ArgumentError if an option names a parameter that a function does not have."""
    if not (options.static or options.donate):
        return
    what = f"jit {getattr(function, '__name__', 'function')}"
    names = list(inspect.signature(function).parameters)
    for option, given in (("static", options.static), ("donate", options.donate)):
        for each in given:
            is_known = each in names if isinstance(each, str) else -len(names) <= each < len(names)
            if not is_known:
                raise ArgumentError(
                    f"{what}: {option} names {shown(each)}; the parameters are "
                    f"{', '.join(names) or 'none'}"
                )
    both = {names[e] if isinstance(e, int) else e for e in options.static} & {
        names[e] if isinstance(e, int) else e for e in options.donate
    }
    if both:
        raise ArgumentError(f"{what}: {', '.join(both)} is static and donated; choose one")


class Jitted(Wrapper, Unique, TypedCalls[P, R_co]):
    """A compiled function. Made by `streamrt.jit`.

    It is called like the function, from any thread and any loop, and returns at once, with Buffers
    in place of arrays. Those can be awaited, or passed on without that.
    """

    _instead = "define it at the top of a module"

    __name__: str
    __qualname__: str
    __wrapped__: Callable[P, R_co]

    def __init__(self, function: Callable[P, R_co], options: Options) -> None:
        """Not for users: `streamrt.jit` compiles functions."""
        self._function: Callable[P, R_co] = function
        self._options = options
        self._lazy: Calls | None = None
        functools.update_wrapper(self, function)

    if not TYPE_CHECKING:

        def __call__(self, *args, **kwargs):
            """Calls the function; see `streamrt.jit`."""
            try:
                kind: Any = self._calls.kind
                self.__class__ = kind  # whose `__call__` is the quick path
                return kind.__call__(*args, **kwargs)
            except Exception as error:
                keep_users(error)
                raise

    @property
    def _calls(self) -> Calls:
        found = self._lazy
        if found is None:
            from streamrt._jit.calling.first_call import calls_of

            found = self._lazy = calls_of(self._function, self._options)
        return found

    def _again(self, options: Options) -> Jitted[P, R_co]:
        """Returns the same function, compiled with other options."""
        _check_names(self._function, options)
        return Jitted(self._function, options)

    def on(self, stream: Stream) -> OnStream[P, R_co]:
        """Returns the function, whose calls go to a stream."""
        found: OnStream[P, R_co] = _on(self, stream, ())
        return found

    def lower(self, *args: Any, **kwargs: Any) -> Lowering:
        """Returns the program and the code for such arguments, as texts; runs nothing."""
        return self._calls.lower(args, kwargs)

    def compile(self, *args: Any, **kwargs: Any) -> None:
        """Compiles the function for such arguments, so that calls do not; runs nothing."""
        self._calls.compile(args, kwargs)

    def warm(self, *args: Any, **kwargs: Any) -> Execution[None]:
        """Traces and compiles the function for such arguments in a host thread; returns at once.

        The arguments may also be `Shapes` and a function of their extents, which returns the
        arguments of a call: then it compiles for each combination of the extents, in order.
        """
        return self._calls.warm(args, kwargs, sys._getframe(1))

    async def aio(self, *args: Any, **kwargs: Any) -> Any:
        """Calls the function; what has to be traced or compiled before is done in a host thread.

        Returns:
            What a plain call returns, as soon as it is submitted.
        """
        await self._calls.ready(args, kwargs, sys._getframe(1))
        return self(*args, **kwargs)

    def stats(self) -> JitStats:
        """Returns counts of calls, traces and compiled kernels."""
        return self._calls.stats()

    @overload
    def __get__(self, instance: None, owner: type | None = None) -> Jitted[P, R_co]: ...
    @overload
    def __get__(
        self: Jitted[Concatenate[S, Q], R_co], instance: S, owner: type | None = None
    ) -> Method[Q, R_co]: ...
    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        """Returns the function as a method of an object."""
        if instance is None:
            return self
        made: Method[..., Any] = Method(self, instance)
        return made

    def __reduce_ex__(self, protocol: SupportsIndex, /) -> Any:
        """Has the function pickled by its name, as functions are."""
        del protocol
        found: object = sys.modules.get(self.__module__)
        for name in self.__qualname__.split("."):
            found = getattr(found, name, None)
        if found is not self:
            self._refuse("pickle", "no module has it under its name")
        return self.__qualname__

    def __repr__(self) -> str:
        return f"<jit {getattr(self, '__qualname__', shown(self._function))}>"


if TYPE_CHECKING:

    class _Bound(TypedCalls[P, R_co]):
        @property
        def func(self) -> Any: ...
        @property
        def args(self) -> tuple[Any, ...]: ...
        def __init__(self, func: object, /, *args: Any) -> None: ...
else:
    _Bound = functools.partial


class Method(_Bound[P, R_co]):
    """A compiled function as a method of an object. It is a partial, because those are quick."""

    __slots__ = ()

    def _whole(self) -> Jitted[..., Any]:
        """Returns the compiled function, which takes the object first."""
        found: Jitted[..., Any] = self.func
        return found

    def _again(self, options: Options) -> Method[P, R_co]:
        return Method(self._whole()._again(options), *self.args)

    def on(self, stream: Stream) -> OnStream[P, R_co]:
        """Returns the method, whose calls go to a stream."""
        found: OnStream[P, R_co] = _on(self._whole(), stream, self.args)
        return found

    def lower(self, *args: Any, **kwargs: Any) -> Lowering:
        """Returns the program and the code of the method; see `Jitted.lower`."""
        return self._whole()._calls.lower((*self.args, *args), kwargs, len(self.args))

    def compile(self, *args: Any, **kwargs: Any) -> None:
        """Compiles the method; see `Jitted.compile`."""
        self._whole()._calls.compile((*self.args, *args), kwargs)

    def warm(self, *args: Any, **kwargs: Any) -> Execution[None]:
        """Compiles the method in a host thread; see `Jitted.warm`."""
        return self._whole()._calls.warm(args, kwargs, sys._getframe(1), self.args)

    async def aio(self, *args: Any, **kwargs: Any) -> Any:
        """Calls the method; see `Jitted.aio`."""
        await self._whole()._calls.ready((*self.args, *args), kwargs, sys._getframe(1))
        return self(*args, **kwargs)

    def stats(self) -> JitStats:
        """Returns counts of calls, traces and compiled kernels, for all objects together."""
        return self._whole()._calls.stats()

    def __repr__(self) -> str:
        return f"{self.func!r} of {shown(self.args[0])}"


class OnStream(_Bound[P, R_co]):
    """A compiled function whose calls go to one stream. Made by `Jitted.on`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<jit on {self.args[0].name}>"


def _on(jitted: Jitted[..., Any], stream: object, first: tuple[Any, ...]) -> Any:
    """Returns a compiled function whose calls go to a stream.

    Raises:
        ArgumentTypeError: it is no stream.
    """
    if not isinstance(stream, Stream):
        name = getattr(jitted, "__name__", "a function")
        raise ArgumentTypeError(
            f"call {name} on a stream: found {type(stream).__name__}; pass a Stream"
        )
    made: OnStream[..., Any] = OnStream(jitted._calls.kind_on_stream(), stream, *first)
    return made
