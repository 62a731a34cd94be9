"""Programs: functions that are run again and again. Each runs as a whole, or is refused.

1. A coroutine function, a partial of one and an object whose `__call__` is one run on a loop.
2. Any other function is called without a loop. If it returns a coroutine, as a lambda or a
   decorated function does, that runs on a loop of its own. Results of streamrt are awaitable, too,
   but their work is submitted, so they are left alone.
3. A call of a generator function runs nothing, and a task that nobody awaits ends early: a program
   that is the one or returns the other is refused. So is one that returns a coroutine function, or
   a list or tuple that holds any of these.
"""

from __future__ import annotations

import asyncio
import functools
import inspect
from collections.abc import (
    AsyncGenerator,
    Awaitable,
    Callable,
    Coroutine,
    Generator,
    Sequence,
)
from typing import Any, NamedTuple, TypeGuard, cast

from streamrt._core.values import shown
from streamrt._interrupts import BAD_VALUE
from streamrt._refusals import refusing
from streamrt._runtime.runtime import Runtime
from streamrt.errors import ArgumentError, ArgumentTypeError

Program = Callable[..., Any]

RUNTIME = "rt"
"""A parameter of this name is given the runtime even if it has a default."""


class Kind(NamedTuple):
    """The kind of a program.

    Attributes:
        is_coroutine: whether it runs on an event loop.
        takes_runtime: whether it is given a runtime; else it opens its own.
        name: the name of the parameter that takes the runtime; empty if it is the first one.
    """

    is_coroutine: bool
    takes_runtime: bool
    name: str


@functools.lru_cache(maxsize=1024)
def kind_of(program: Program) -> Kind:
    """Returns the kind of a program."""
    parameters = inspect.signature(program).parameters
    found = _of_runtime(parameters)
    is_first = found is not None and found.kind != found.KEYWORD_ONLY
    is_first = is_first and found is next(iter(parameters.values()))
    name = "" if found is None or is_first else found.name
    return Kind(_is_coroutine(program), found is not None, name)


def call(program: Program, *runtime: Runtime) -> Any:
    """Calls a program with the runtime, or without one if it takes none."""
    name = kind_of(program).name
    return program(**{name: runtime[0]}) if name else program(*runtime)


def is_unrun(result: object) -> TypeGuard[Awaitable[object]]:
    """Whether what a program returned has to be awaited to run."""
    if isinstance(result, Coroutine):
        return True
    is_ours = type(result).__module__.partition(".")[0] == "streamrt"
    return inspect.isawaitable(result) and not is_ours and not _has_ended(result)


async def awaited(what: str, result: Awaitable[object]) -> None:
    """Runs what a program returned, to its end."""
    check_result(what, await result)


def check_result(what: str, result: object) -> None:
    """Returns only if nothing of a program is left to run.

    Raises:
        ArgumentError: it returned something that nobody runs, or that has not ended.
    """
    is_many = isinstance(result, list | tuple)
    parts: Sequence[object] = cast("Sequence[object]", result) if is_many else (result,)
    how = next((found for each in parts if (found := _why_unrun(each))), None)
    if how is None:
        return
    text = f"{what}: the program returned {shown(result)}, {how}"
    for each in parts:
        if isinstance(each, Coroutine):
            each.close()  # else Python warns that nobody awaited it
    raise ArgumentError(text)


def _why_unrun(result: object) -> str | None:
    """Returns why a result leaves something unrun, and what to do; None if it does not."""
    inner = getattr(result, "gen", result)  # of a function with @contextmanager
    if isinstance(inner, Generator | AsyncGenerator):
        return "of which a call runs nothing; use what it yields in a function, and pass that"
    if is_unrun(result):
        return "which nobody awaits; await it in the program"
    is_function = inspect.iscoroutinefunction(result)  # sees through partials
    return "which nobody calls; call and await it in the program" if is_function else None


@refusing
def check_program(what: str, program: object) -> Program:
    """Returns the program, if it is a function of a runtime, or of nothing.

    Raises:
        ArgumentError: it is something else.
    """
    if not callable(program) or isinstance(program, type):
        raise ArgumentTypeError(f"{what}: program is {shown(program)}; pass a function")
    try:
        parameters = inspect.signature(program).parameters
        hash(program)
    except BAD_VALUE as error:
        raise ArgumentTypeError(
            f"{what}: program is {shown(program)}, whose parameters are unknown; pass a function"
        ) from error
    wanted = [name for name, parameter in parameters.items() if _is_wanted(parameter)]
    if len(wanted) > 1:
        raise ArgumentError(
            f"{what}: the program takes {', '.join(wanted)}; it takes a runtime, or nothing"
        )
    return program


def _is_coroutine(program: Any) -> bool:
    """Whether a program is a coroutine function, a partial of one, or an object that calls one."""
    while isinstance(program, functools.partial):
        program = program.func
    called = getattr(program, "__call__", None)  # noqa: B004 - it is looked at, not called
    return inspect.iscoroutinefunction(program) or inspect.iscoroutinefunction(called)


def _is_wanted(parameter: inspect.Parameter) -> bool:
    is_many = parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
    return parameter.default is parameter.empty and not is_many


def _of_runtime(parameters: Any) -> inspect.Parameter | None:
    """Returns the parameter that takes the runtime; None if there is none."""
    found: list[inspect.Parameter] = list(parameters.values())
    wanted = [parameter for parameter in found if _is_wanted(parameter)]
    named = [parameter for parameter in found if parameter.name == RUNTIME]
    many = [parameter for parameter in found if parameter.kind == parameter.VAR_POSITIONAL]
    return next(iter([*wanted, *named, *many]), None)


def _has_ended(result: object) -> bool:
    return isinstance(result, asyncio.Future) and result.done()
