"""NumPy's functions with arrays among their arguments: some are the namespace's, and do not wait.

A function stands here if one of the namespace has the same meaning. Of its parameters those stand
here that both have. With any other argument, and for every other function, NumPy runs its own code,
which asks the arrays for their elements, and so waits. So it does for complex numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from streamrt._jit.tracing.tracer import Tracer
from streamrt._jit.trees import flatten
from streamrt._jit.wrapped_arrays import Wrapped
from streamrt._namespace import array_namespace
from streamrt._runtime.inner import stand_in
from streamrt.array_api._host import is_complex
from streamrt.array_api._ufuncs import store

__all__ = ["NumpyFunctions"]


class _Twin(NamedTuple):
    """A function of the namespace.

    Attributes:
        name: its name.
        first: how many arguments come by place.
        order: NumPy's names of all arguments, in its order; those by place come first.
        named: those that the function takes by name, with the function's names.
        needed: those that it does not do without, as NumPy does.
    """

    name: str
    first: int
    order: tuple[str, ...]
    named: dict[str, str]
    needed: tuple[str, ...] = ()


def _reduction(name: str, *named: str) -> _Twin:
    order = ("a", *[each for each in ("axis", "dtype", "out") if each in (*named, "axis", "out")])
    return _Twin(name, 1, order, {each: each for each in ("axis", "keepdims", *named)})


def _by_place(name: str, *order: str) -> _Twin:
    return _Twin(name, len(order), order, {})


def _along(name: str, *order: str, needed: bool = False) -> _Twin:
    return _Twin(name, len(order), (*order, "axis"), {"axis": "axis"}, ("axis",) * needed)


_TWINS: dict[Callable[..., Any], _Twin] = {
    np.sum: _reduction("sum", "dtype"), np.prod: _reduction("prod", "dtype"),
    np.max: _reduction("max"), np.min: _reduction("min"), np.amax: _reduction("max"),
    np.amin: _reduction("min"), np.all: _reduction("all"), np.any: _reduction("any"),
    np.mean: _Twin("mean", 1, ("a", "axis"), {"axis": "axis", "keepdims": "keepdims"}),
    np.std: _Twin(
        "std", 1, ("a", "axis"), {"axis": "axis", "keepdims": "keepdims", "ddof": "correction"}
    ),
    np.var: _Twin(
        "var", 1, ("a", "axis"), {"axis": "axis", "keepdims": "keepdims", "ddof": "correction"}
    ),
    np.argmax: _reduction("argmax"), np.argmin: _reduction("argmin"),
    np.cumsum: _Twin("cumulative_sum", 1, ("a", "axis"), {"axis": "axis"}, ("axis",)),
    np.cumprod: _Twin("cumulative_prod", 1, ("a", "axis"), {"axis": "axis"}, ("axis",)),
    np.where: _by_place("where", "condition", "x", "y"),
    np.concatenate: _Twin("concat", 1, ("arrays", "axis", "out"), {"axis": "axis"}),
    np.stack: _along("stack", "arrays"),
    np.expand_dims: _Twin("expand_dims", 1, ("a", "axis"), {"axis": "axis"}),
    np.squeeze: _along("squeeze", "a", needed=True),
    np.reshape: _by_place("reshape", "a", "shape"),
    np.moveaxis: _by_place("moveaxis", "a", "source", "destination"),
    np.broadcast_to: _by_place("broadcast_to", "array", "shape"),
    np.flip: _along("flip", "m"), np.roll: _along("roll", "a", "shift"),
    np.repeat: _along("repeat", "a", "repeats"),
    np.sort: _along("sort", "a"), np.argsort: _along("argsort", "a"),
    np.tensordot: _Twin("tensordot", 2, ("a", "b", "axes"), {"axes": "axes"}),
    np.zeros_like: _Twin("zeros_like", 1, ("a", "dtype"), {"dtype": "dtype"}),
    np.ones_like: _Twin("ones_like", 1, ("a", "dtype"), {"dtype": "dtype"}),
    np.empty_like: _Twin("empty_like", 1, ("prototype", "dtype"), {"dtype": "dtype"}),
}  # fmt: skip


class NumpyFunctions:
    """The way in which arrays answer NumPy's functions."""

    __slots__ = ()

    def __array_function__(
        self, function: Callable[..., Any], types: Any, args: Any, kwargs: Any
    ) -> Any:
        """Calls the namespace's function, if it has one of the same meaning; else NumPy's waits."""
        del types
        leaves, _ = flatten([args, kwargs])
        if any(isinstance(leaf, Tracer) for leaf in leaves):
            return NotImplemented  # the tracer serves it
        tracer = next((stand_in(each.buffer) for each in leaves if isinstance(each, Wrapped)), None)
        if tracer is not None:
            return tracer.__array_function__(function, (), args, kwargs)
        own: Callable[..., Any] | None = getattr(function, "_implementation", None)
        if own is None:  # it was passed `like=`
            return array_namespace().asarray(function(*args, **kwargs))
        twin = _TWINS.get(function)
        asked = None if twin is None else _asked(twin, args, kwargs)
        if twin is None or asked is None or any(map(is_complex, leaves)):
            return own(*args, **kwargs)
        given, named, out = asked
        made = getattr(array_namespace(), twin.name)(*given, **named)
        return made if out is None else store(out, made, f"np.{function.__name__}(out=...)")


def _asked(
    twin: _Twin, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[list[Any], dict[str, Any], Any] | None:
    """Returns the arguments of the namespace's function, by place and by name, and `out`.

    None if they are more, or others, than it takes.
    """
    if len(args) > len(twin.order):
        return None
    asked = dict(zip(twin.order, args, strict=False)) | kwargs
    out = asked.pop("out", None)
    places = twin.order[: twin.first]
    if not all(name in asked for name in places) or any(
        asked.get(name) is None for name in twin.needed
    ):
        return None
    given = [asked.pop(name) for name in places]
    named = {name: value for name, value in asked.items() if value is not None or name == "axis"}
    is_known = named.keys() <= twin.named.keys() and (out is None or isinstance(out, Wrapped))
    return (given, {twin.named[k]: v for k, v in named.items()}, out) if is_known else None
