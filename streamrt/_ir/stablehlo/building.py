"""StableHLO to a program: `read_stablehlo`.

1. Calls are carried out where they stand. A call of a function with the same values as before is
   looked up, so functions that call others twice each do not take twice as long on every level.
2. All problems are told at once. An operation that is refused gets stand-ins for its results, with
   the types that the text gives them, and the reading goes on. Where a type is one that programs
   lack, what depends on it is passed over.
3. Each result has the type that the text says, or that is a problem, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.limits import LIMITS, Limits, TooMuchError
from streamrt._ir.program import Builder, Program, Value
from streamrt._ir.stablehlo.making import Maker
from streamrt._ir.stablehlo.masks import with_masks
from streamrt._ir.stablehlo.operations import OPERATIONS, Row
from streamrt._ir.stablehlo.problems import Problem, RefusedError, StableHLOError
from streamrt._ir.stablehlo.reading import read_module
from streamrt._ir.stablehlo.site import RegionProgram, Site
from streamrt._ir.stablehlo.syntax import FunctionText, ModuleText, Operation, Region
from streamrt._ir.stablehlo.tensors import TensorType, Type, Unread
from streamrt._ir.stablehlo.tokens import Tokens

__all__ = ["CARRIED_OUT", "StableHLO", "read_stablehlo"]

_DEEPEST = 40
"""The most functions that call each other before one returns."""

CARRIED_OUT = ("stablehlo.composite",)
"""Operations that stand for others, beside calls."""

_KNOWN = frozenset((*OPERATIONS, "return", "call", *CARRIED_OUT, "stablehlo.custom_call"))
"""The operations whose pretty form is read."""

_WORDS = 16
"""The words that a text may have for each value of the limits."""

_BODY = Limits(values=1000, operands=64)
"""The limits of the body of a reduction."""

Values: TypeAlias = "list[Value | None]"
"""Values; None for one of a type that programs lack."""


@dataclass(frozen=True, slots=True)
class StableHLO:
    """A program that was read, with the names that the text has for its parts.

    Attributes:
        program: the program. Its parameters are those of the function, the unused ones, too.
        name: the module's name, or else the function's.
        parameters: a name for each parameter: that of its location, as in `x['weights']`, or else
            the one by which the text uses it, as in `arg0`.
        results: a name for each result; some are empty.
    """

    program: Program
    name: str
    parameters: tuple[str, ...]
    results: tuple[str, ...]


def read_stablehlo(text: str, entry: str = "main", limits: Limits = LIMITS) -> StableHLO:
    """Returns the program of a function of a StableHLO text.

    Args:
        text: a module as text: in the form that `jax.jit(f).lower(...).as_text()` returns, or in
            MLIR's generic form.
        entry: the name of the function.
        limits: what the program may have at most; also the operations that are carried out, and a
            sixteenth of the words of the text.

    Raises:
        StableHLOError: the text is no StableHLO, or has what programs lack. It has all problems.
    """
    tokens = Tokens(text, _WORDS * limits.values)
    module = read_module(tokens, _KNOWN)
    reader = _Builder(tokens, module, limits)
    function = module.functions.get(entry)
    if function is None or function.body is None:
        known = ", ".join(f"@{name}" for name in list(module.functions)[:10])
        raise StableHLOError((Problem(0, 0, f"no function @{entry} to read; there are {known}"),))
    program = with_masks(reader.program(function))
    arguments = function.body.arguments
    names = tuple([each.label or each.name[1:] for each in arguments])
    count = len(program.results)
    labels = tuple((function.labels + [""] * count)[:count])
    return StableHLO(program, module.name or entry, names, labels)


class _Builder:
    """Carries out functions.

    Attributes:
        make: makes the values.
    """

    def __init__(self, tokens: Tokens, module: ModuleText, limits: Limits) -> None:
        self.make: Maker = Maker(Builder(limits=limits))
        self._tokens: Tokens = tokens
        self._module: ModuleText = module
        self._limits: Limits = limits
        self._left: int = limits.values
        self._problems: dict[tuple[int, str], None] = {}
        self._unread: set[str] = set()
        self._running: list[str] = []
        self._known: dict[tuple[str, tuple[Value | None, ...]], Values | None] = {}

    def program(self, function: FunctionText) -> Program:
        """Returns the program of a function.

        Raises:
            StableHLOError: it has problems.
        """
        assert function.body is not None
        given: Values = []
        for argument in function.body.arguments:
            type_ = argument.type
            if isinstance(type_, Unread):
                self._read_types([type_], argument.start, "an argument")
                given.append(None)
            else:
                given.append(self.make.builder.parameter(type_.dtype, type_.shape))
        try:
            results = self._call(function, given, function.start)
        except TooMuchError as error:
            text = f"{error}; the limits allow no more"
            raise StableHLOError((Problem(0, 0, text), *self._all_problems())) from None
        results = results or []
        known = [value for value in results if value is not None]
        if self._problems or len(known) != len(results):
            raise StableHLOError(self._all_problems())
        program = self.make.builder.finish(known)
        self._check_bits(program)
        return program

    def _check_bits(self, program: Program) -> None:
        """Refuses bits of floats of which more than the sign is used.

        Raises:
            StableHLOError: the program has some.
        """
        for value in program.values():
            if value in self.make.bits:
                text = "stablehlo.bitcast_convert: only the sign bit of floats is supported"
                self._problem(self.make.bits[value][1], text)
        if self._problems:
            raise StableHLOError(self._all_problems())

    # -- problems ----------------------------------------------------------------------------------

    def _problem(self, start: int, text: str) -> None:
        self._problems.setdefault((start, text))

    def _all_problems(self) -> tuple[Problem, ...]:
        places = sorted(self._problems)
        return tuple([Problem(*self._tokens.place(at), text) for at, text in places])

    def _read_types(self, types: Sequence[Type], start: int, what: str) -> bool:
        """Returns whether programs have all types; tells of each other type once."""
        strange = [each for each in types if isinstance(each, Unread)]
        for each in strange:
            if each.text not in self._unread:
                self._unread.add(each.text)
                self._problem(start, f"{what} has the type {each.text}: {each.why}")
        return not strange

    # -- functions ---------------------------------------------------------------------------------

    def _call(self, function: FunctionText, given: Values, start: int) -> Values | None:
        """Returns the results of a function; `start` is the place of the call."""
        name, body = function.name, function.body
        key = (name, tuple(given))
        if key in self._known:
            return self._known[key]
        if body is None:
            self._problem(start, f"@{name} has no body")
        elif name in self._running:
            self._problem(start, f"@{name} calls itself; this is not supported")
        elif len(self._running) >= _DEEPEST:
            self._problem(start, f"more than {_DEEPEST} calls within each other")
        elif not _fit([each.type for each in body.arguments], given):
            self._problem(start, f"the operands do not fit those of @{name}")
        else:
            self._running.append(name)
            found = self._run(body, given, self.make)
            self._running.pop()
            if found is not None and function.types is not None and not _fit(function.types, found):
                start = body.operations[-1].start
                self._problem(start, f"the results of @{name} have other types")
            self._known[key] = found
            return found
        return None

    def _run(self, region: Region, given: Values, make: Maker) -> Values | None:
        """Returns the values that a region returns; None if these are not known."""
        names: dict[str, Value | None] = {}
        for argument, value in zip(region.arguments, given, strict=True):
            if argument.name in names:
                self._problem(argument.start, f"there are two arguments {argument.name}")
            names[argument.name] = value
        for operation in region.operations:
            if operation.name == "return":
                if operation is not region.operations[-1]:
                    self._problem(operation.start, "operations after the return")
                return self._operands(operation, names)
            self._take_count()
            found = self._results(operation, names, make)
            for name, value in zip(operation.results, found, strict=True):
                if name in names:
                    self._problem(operation.start, f"{name} is defined twice")
                names[name] = value
        start = region.operations[-1].start if region.operations else 0
        self._problem(start, "a region that does not return")
        return None

    def _take_count(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise TooMuchError(f"it has more than {self._limits.values:,} operations")

    # -- operations --------------------------------------------------------------------------------

    def _operands(self, operation: Operation, names: dict[str, Value | None]) -> Values | None:
        """Returns the operands; None if one is not defined."""
        found: Values = []
        is_complete = True
        for name in operation.operands:
            if name not in names:
                self._problem(operation.start, f"{operation.name}: {name} is not defined before it")
                is_complete = False
            else:
                found.append(names[name])
        return found if is_complete else None

    def _results(
        self, operation: Operation, names: dict[str, Value | None], make: Maker
    ) -> Sequence[Value | None]:
        """Returns the results of an operation, or stand-ins."""
        row = OPERATIONS.get(operation.name)
        operands = self._operands(operation, names)
        are_read = self._read_types(operation.types, operation.start, operation.name)
        made: Sequence[Value | None] | None = None
        if operation.name in ("call", "stablehlo.composite"):
            if operands is not None:
                made = self._called(operation, operands, make)
        elif row is None:
            self._problem(operation.start, _unsupported(operation))
            self._look_inside(operation)
        elif operands is not None and are_read and None not in operands:
            known = [value for value in operands if value is not None]
            made = self._made(operation, row, known, make)
        if made is None:
            made = [self._stand_in(each, make) for each in operation.types]
        return made if len(made) == len(operation.results) else [None] * len(operation.results)

    def _stand_in(self, type_: Type, make: Maker) -> Value | None:
        if isinstance(type_, Unread):
            return None
        return make.builder.inner(DTYPES[type_.dtype], type_.shape, "a result that is not known")

    def _look_inside(self, operation: Operation) -> None:
        """Tells of the operations inside of one that is not supported."""
        for region in operation.regions:
            for each in region.operations:
                if each.name not in _KNOWN:
                    self._problem(each.start, _unsupported(each))
                self._look_inside(each)

    def _made(
        self, operation: Operation, row: Row, operands: list[Value], make: Maker
    ) -> Sequence[Value] | None:
        """Returns the results of an operation that is supported; None if it has a problem."""
        types = [each for each in operation.types if isinstance(each, TensorType)]
        try:
            _check(operation, row, operands)
            site = Site(make, operation, operands, types, self._body)
            found = row.build(site)
        except ValueError as error:  # a RefusedError, or one of the program's builder
            self._problem(operation.start, f"{operation.name}: {error}")
            return None
        values = [found] if isinstance(found, Value) else list(found)
        if len(values) != len(types):
            text = f"{operation.name}: it has {len(values)} results, and the text {len(types)}"
            self._problem(operation.start, text)
            return None
        for value, type_ in zip(values, types, strict=True):
            if not _has_type(value, type_):
                text = f"{operation.name}: its result is {value}, and the text says {type_}"
                self._problem(operation.start, text)
                return None
        return values

    def _called(self, operation: Operation, operands: Values, make: Maker) -> Values | None:
        """Returns the results of a call, or of the composition that a composite stands for."""
        is_call = operation.name == "call"
        name = operation.attributes.get("callee" if is_call else "decomposition")
        function = self._module.functions.get(name) if isinstance(name, str) else None
        if function is None:
            self._problem(operation.start, f"{operation.name}: there is no function @{name}")
            return None
        if make is not self.make:
            self._problem(operation.start, f"{operation.name}: no calls in the body of a reduction")
            return None
        found = self._call(function, operands, operation.start)
        if found is None or _fit(operation.types, found):
            return found
        text = f"{operation.name}: the results of @{name} have other types"
        self._problem(operation.start, text)
        return None

    def _body(self, region: Region) -> RegionProgram:
        """Returns a region, carried out in a program of its own."""
        make = Maker(Builder(limits=_BODY))
        arguments: list[Value] = []
        for argument in region.arguments:
            if isinstance(argument.type, Unread):
                raise RefusedError(f"its body has the type {argument.type}")
            arguments.append(make.builder.parameter(argument.type.dtype, argument.type.shape))
        try:
            results = self._run(region, [*arguments], make)
        except TooMuchError:
            if self._left < 0:
                raise
            raise RefusedError("its body has too many operations") from None
        return RegionProgram(
            make, arguments, [value for value in results or [] if value is not None]
        )


def _fit(types: Sequence[Type], values: Values) -> bool:
    """Returns whether values have types, as far as programs have these."""
    return len(types) == len(values) and all(
        value is None or isinstance(type_, Unread) or _has_type(value, type_)
        for type_, value in zip(types, values, strict=True)
    )


def _has_type(value: Value, type_: TensorType) -> bool:
    return value.dtype.name == type_.dtype and value.shape == type_.shape


def _unsupported(operation: Operation) -> str:
    target = operation.attributes.get("call_target_name", operation.attributes.get("callee"))
    named = f" @{target}" if isinstance(target, str) else ""
    return f"{operation.name}{named} is not supported"


def _check(operation: Operation, row: Row, operands: list[Value]) -> None:
    """Refuses an operation with other operands, types or attributes than it has.

    Raises:
        RefusedError: it has some.
    """
    least, most = row.operands
    if not least <= len(operands) <= most:
        raise RefusedError(f"it has {len(operands)} operands, and takes {least}")
    if not operation.types:
        raise RefusedError("the text says no result")
    types = operation.operand_types
    if types is not None:
        fits = len(types) == len(operands) and all(
            isinstance(type_, TensorType) and _has_type(value, type_)
            for value, type_ in zip(operands, types, strict=False)
        )
        if not fits:
            found = ", ".join(map(str, operands))
            raise RefusedError(f"its operands are {found}, and the text says other types")
    for name in operation.attributes:
        if name not in row.attributes and "." not in name:
            raise RefusedError(f"its attribute {name} is not supported")
    if operation.regions and operation.name not in _WITH_BODIES:
        raise RefusedError("it has a body, and takes none")


_WITH_BODIES = ("stablehlo.reduce", "stablehlo.reduce_window", "stablehlo.sort")
