"""The checks of what users pass to a definition, and what a stage knows of its function."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from streamrt._core.values import check_count, check_flag, shown
from streamrt._jit.calling.jitted import Jitted
from streamrt._refusals import refusing
from streamrt.errors import ArgumentError, ArgumentTypeError
from streamrt.pipeline.policies import Retry, Skip

if TYPE_CHECKING:
    from types import FrameType

MOST_WORKERS = 1024


def site_of(frame: FrameType) -> str:
    """Returns the line that a frame is at, such as `train.py:14`."""
    return f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno}"


def name_of(function: object) -> str:
    """Returns the name of a function in messages."""
    return str(getattr(function, "__qualname__", None) or shown(function))


def check_callable(what: str, function: object) -> None:
    """Refuses what is no function.

    Raises:
        ArgumentTypeError: it cannot be called.
    """
    if not callable(function):
        raise ArgumentTypeError(f"{what}: found {shown(function)}; pass a function")


def check_items(items: Any) -> bool:
    """Returns whether items are a sequence.

    Raises:
        ArgumentTypeError: nobody can iterate over them.
    """
    is_iterable = hasattr(items, "__iter__") or hasattr(items, "__aiter__")
    thing: object = items
    is_iterable &= getattr(type(thing), "__iter__", None) is not refuse_to_iterate
    has_items = hasattr(items, "__len__") and hasattr(items, "__getitem__")
    is_scalar = getattr(items, "shape", None) == ()  # an array without dimensions has no length
    is_source = is_iterable or has_items or callable(items)
    if is_scalar or isinstance(items, str | bytes) or not is_source:
        raise ArgumentTypeError(
            f"source: found {shown(items)}; pass a sequence, an iterable, or a function that "
            "returns an iterator"
        )
    return has_items and not isinstance(items, Mapping)


@refusing
def refuse_to_iterate(pipeline: object, *_: object, **options: object) -> NoReturn:
    """Raises, because a definition has no items; those of a run are iterated over.

    Raises:
        ArgumentTypeError: always.
    """
    del options
    raise ArgumentTypeError(
        f"iterate over {pipeline!r}: it is a definition, which has no items; write `async with "
        "pipeline.run(rt) as run: async for item in run`, or `with` and `for`"
    )


def check_once(items: Any, epochs: int | None) -> None:
    """Refuses an iterator that has ended, or that is to be read twice.

    Raises:
        ArgumentError: it is one.
    """
    if epochs != 1:
        raise ArgumentError(
            f"source: {shown(items)} can be read only once, and epochs is {epochs}; pass a "
            "function that returns an iterator"
        )
    if inspect.isgenerator(items) and inspect.getgeneratorstate(items) == inspect.GEN_CLOSED:
        raise ArgumentError(
            f"source: {shown(items)} was read to its end; pass a function that returns one"
        )


def stage(
    kind: str,
    frame: FrameType,
    function: Callable[..., Any],
    workers: object,
    ordered: object,
    policy: Skip | Retry | None,
    given: int,
    names: tuple[str, ...],
) -> dict[str, Any]:
    """Returns the fields of a stage, checked.

    Raises:
        ArgumentError: one is not as it must be.
    """
    check_callable(kind, function)
    name = name_of(function)
    if isinstance(function, Jitted):
        raise ArgumentTypeError(f"{kind}: {name} is compiled by jit; use submit({name})")
    what = f"{kind} with {name}"
    if policy is not None and not isinstance(policy, Skip | Retry):
        raise ArgumentTypeError(
            f"{what}: on_error is {shown(policy)}; pass skip(...) or retry(...), or None to raise"
        )
    takes_rng = False
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # some builtins have none
        signature = None
    if signature is not None:
        takes_rng = "rng" in signature.parameters and "rng" not in names
        keywords = dict.fromkeys((*names, "rng") if takes_rng else names)
        try:
            signature.bind(*(None,) * given, **keywords)
        except TypeError as error:
            wanted = ", ".join(("item", *(f"{key}=..." for key in keywords)))
            raise ArgumentError(
                f"{what}: it takes {signature}, and is called as {name}({wanted}): {error}"
            ) from None
    called = function if inspect.isroutine(function) else getattr(function, "__call__", function)  # noqa: B004
    return {
        "name": name,
        "site": site_of(frame),
        "function": function,
        "workers": check_count(workers, f"{what}: workers", 1, MOST_WORKERS),
        "ordered": check_flag(ordered, f"{what}: ordered"),
        "policy": policy,
        "is_async": inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(called),
        "takes_rng": takes_rng,
    }
