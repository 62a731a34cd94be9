"""The settings that all runs of an exploration share, and the checks of what users pass."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple, cast

from streamrt._core.values import check_count, check_flag, shown
from streamrt._interrupts import BAD_VALUE
from streamrt._refusals import refusing
from streamrt._runtime.runtime import Runtime
from streamrt.errors import ArgumentError, ArgumentTypeError
from streamrt.testing._exploring.faults import Fault
from streamrt.testing._exploring.strategies import Strategy, strategy_of

Program = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings that all runs of an exploration share.

    Attributes:
        devices: the devices of the runtime that the program is given.
        options: the other options of that runtime.
        order: `asyncio` or `any`.
        steps: the most steps of a run.
        races: whether runtimes look for races.
        faults: the faults that are drawn.
    """

    devices: tuple[str, ...] = ("sim:0",)
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    order: str = "asyncio"
    steps: int = 1_000_000
    races: bool = True
    faults: tuple[Fault, ...] = ()


class Kind(NamedTuple):
    """The kind of a program.

    Attributes:
        is_coroutine: whether it runs on an event loop.
        takes_runtime: whether it is given a runtime; else it opens its own.
    """

    is_coroutine: bool
    takes_runtime: bool


@lru_cache(maxsize=1024)
def kind_of(program: Program) -> Kind:
    """Returns the kind of a program."""
    return Kind(inspect.iscoroutinefunction(program), bool(inspect.signature(program).parameters))


@refusing
def check_settings(
    what: str,
    program: object,
    devices: object,
    faults: object,
    order: object,
    steps: object,
    races: object,
    options: Mapping[str, Any],
) -> Settings:
    """Returns the settings of an exploration.

    Raises:
        ArgumentError: an argument has a value that it cannot have.
    """
    check_program(what, program)
    if not (isinstance(order, str) and order in ("asyncio", "any")):
        raise ArgumentError(f'{what}: order is {shown(order)}; it is "asyncio" or "any"')
    return Settings(
        check_names(what, devices),
        check_options(what, options),
        order,
        check_count(steps, f"{what}: steps", 1),
        check_flag(races, f"{what}: races"),
        _checked_faults(what, faults),
    )


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
    wanted = [
        name
        for name, parameter in parameters.items()
        if parameter.default is parameter.empty
        and parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
    ]
    if len(wanted) > 1:
        raise ArgumentError(
            f"{what}: the program takes {', '.join(wanted)}; it takes a runtime, or nothing"
        )
    return program


@refusing
def check_names(what: str, devices: object) -> tuple[str, ...]:
    """Returns the names of devices.

    Raises:
        ArgumentError: they are no names, or none.
    """
    names = cast("Sequence[object]", devices)
    if not isinstance(devices, list | tuple) or not names:
        raise ArgumentTypeError(f"{what}: devices is {shown(names)}; pass a list of names")
    for name in names:
        if not isinstance(name, str):
            raise ArgumentTypeError(f"{what}: devices has {shown(name)}; names are text")
    return tuple(map(str, names))


@refusing
def check_options(what: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Returns options of a runtime.

    Raises:
        ArgumentError: a runtime has no such option, or it is not for users to give here.
    """
    known = set(inspect.signature(Runtime).parameters) - {"devices", "backends"}
    for name in options:
        if name not in known:
            raise ArgumentError(
                f"{what}: {name} is no option of it, nor of Runtime; those of Runtime are "
                f"{', '.join(sorted(known))}"
            )
    return dict(options)


@refusing
def check_strategy(what: str, strategy: object) -> Strategy:
    """Returns the strategy of a name.

    Raises:
        ArgumentError: there is none of that name.
    """
    found = strategy_of(strategy) if isinstance(strategy, str) else None
    if found is None:
        raise ArgumentError(
            f'{what}: strategy is {shown(strategy)}; it is "random", "pct", "pct(n)", '
            '"delays(n)" or "mixed"'
        )
    return found


def _checked_faults(what: str, faults: object) -> tuple[Fault, ...]:
    if not isinstance(faults, list | tuple):
        raise ArgumentTypeError(f"{what}: faults is {shown(faults)}; pass a list of faults")
    given = cast("Sequence[object]", faults)
    for fault in given:
        if not isinstance(fault, Fault):
            raise ArgumentTypeError(
                f"{what}: faults has {shown(fault)}; pass testing.cancel() and the like"
            )
    return cast("tuple[Fault, ...]", tuple(given))
