"""Functions of modules: they are called like functions of `jit`, and trace nothing.

A function of a module has the calls of a compiled function; only the way to a new variant differs.
Where `jit` traces the function, a variant of the file is looked up, and its arrays are put on the
device. So all that follows is the same: registered kernels, the cache on disk, compiling, quick
calls, graphs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, SupportsIndex

import numpy as np

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._core.values import shown
from streamrt._ir.program import Program
from streamrt._ir.rebuilding import rebuilt
from streamrt._jit.calling.first_call import Calls
from streamrt._jit.calling.integer_ranges import ranges_of
from streamrt._jit.calling.jitted import Jitted
from streamrt._jit.calling.results import frame_of_user
from streamrt._jit.calling.taking_apart import Looked
from streamrt._jit.options import Options
from streamrt._jit.tracing.traced import Output, Traced
from streamrt._module.matching import GivenCall, NoMatchError, literal_paths, match, spelled
from streamrt._module.records import (
    ArrayLeaf,
    Branch,
    FunctionRecord,
    Node,
    ResultLeaf,
    ValueLeaf,
    VariantRecord,
    signature_of,
    with_results,
)
from streamrt._module.weights import Weights
from streamrt._refusals import refusing
from streamrt.errors import ArgumentError

__all__ = ["Function"]

_INT64 = DTYPES["i64"].bounds

MOST_SHOWN = 5
"""The variants that an error lists."""


class Function(Jitted[..., Any]):
    """A compiled function of a module. Made by `streamrt.load`.

    It is called like the function that was saved, from any thread and any loop, with arguments of
    the dtypes and shapes that it was lowered for, and returns at once, with Buffers for arrays. A
    dataclass that it returned is a dict. `on`, `lower`, `compile`, `warm`, `aio` and `stats` are
    those of every compiled function.
    """

    _instead = "load the module there"

    def __init__(
        self, record: FunctionRecord, weights: Weights, options: Options | None = None
    ) -> None:
        """Not for users: `streamrt.load` makes functions."""
        chosen = Options() if options is None else options
        self._record = record
        self._weights = weights
        super().__init__(_Stub(self), replace(chosen, contract=record.contract))

    @property
    def signatures(self) -> tuple[str, ...]:
        """The calls that it takes, as text: a line for each kind, such as `net(x: f32[4, 8])`."""
        return tuple([_signature(self._record, variant) for variant in self._record.variants])

    @property
    def _calls(self) -> Calls:
        found = self._lazy
        if found is None:
            found = self._lazy = _ModuleCalls(self, self._options)
        return found

    @refusing
    def _again(self, options: Options) -> Function:
        if options.static or options.check:
            raise ArgumentError(
                f"jit {self._record.name}: it is a function of a module, which is not traced; of "
                "the options, donate and variants may be chosen"
            )
        return Function(self._record, self._weights, options)

    def _find(self, given: GivenCall) -> tuple[VariantRecord, list[int]]:
        """Returns the variant that serves a call, and the numbers of the leaves that it is passed.

        Raises:
            ArgumentError: there is none.
        """
        record, reasons = self._record, list[str]()
        names = [parameter.name for parameter in record.parameters]
        for variant in record.variants:
            try:
                return variant, match(variant, names, given)
            except NoMatchError as reason:
                reasons.append(str(reason))
        if len(reasons) == 1:
            raise ArgumentError(f"call {record.name}: {reasons[0]}, as which it was saved")
        listed = [_signature(record, variant) for variant in record.variants[:MOST_SHOWN]]
        if len(reasons) > MOST_SHOWN:
            listed.append(f"and {len(reasons) - MOST_SHOWN} more")
        raise ArgumentError(
            f"call {record.name}: {reasons[0]}; it was saved as {', '.join(listed)}"
        )

    def _examples(self) -> Iterator[tuple[tuple[Any, ...], dict[str, Any]]]:
        """Yields arguments for each variant, whose elements are zeros and take no memory."""
        for variant in self._record.variants:
            values = [_example(tree) for tree in variant.trees]
            yield self._calls.parameters.spread(values)

    def __reduce_ex__(self, protocol: SupportsIndex, /) -> Any:
        del protocol
        self._refuse("pickle", "it has a meaning in this process only")

    def __repr__(self) -> str:
        return f"<function {self._record.name} of a module>"


class _Stub:
    """Stands for the Python function that a module does not have.

    It runs where the function is called by another one that is traced.
    """

    __module__ = "streamrt"

    def __init__(self, function: Function) -> None:
        record = function._record
        self._function = function
        self.__name__ = self.__qualname__ = record.name
        self.__doc__ = "\n".join(function.signatures)
        self.__signature__ = signature_of(record.parameters)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        from streamrt._module.inlining import inlined  # only traces need it

        bound = self.__signature__.bind(*args, **kwargs)
        bound.apply_defaults()
        return inlined(self._function, list(bound.arguments.values()))


class _ModuleCalls(Calls):
    """The calls of a function of a module."""

    handle = Function
    owns = True

    def __init__(self, function: Function, options: Options) -> None:
        self._function = function
        self._record = function._record
        self._weights = function._weights
        super().__init__(function.__wrapped__, self._record.name, options)
        self.site = "a module"
        names, variants = self.parameters.names, self._record.variants
        self.variants.numbers.update(literal_paths(names, variants))

    def trace(self, looked: Looked) -> Traced:
        """Returns the variant of the module that serves a call, in place of a trace."""
        given = GivenCall(looked.structure, looked.leaves, looked.layouts)
        variant, leaves = self._function._find(given)
        program = variant.program
        self._check_far(looked, program, leaves)
        count = len(leaves)
        order = sorted(range(count), key=leaves.__getitem__)
        if order != list(range(count)):
            program = rebuilt(program, [*order, *range(count, len(program.parameters))])
        frame = frame_of_user()
        arrays = [
            self._weights.on(looked.device, digest, value.dtype.name, value.shape, frame)
            for digest, value in zip(variant.parts, program.parameters[count:], strict=True)
        ]
        result = with_results(variant.output, lambda leaf: Output(leaf.result, leaf.is_given))
        return Traced(program, result, tuple(arrays), ())

    def _check_far(self, looked: Looked, program: Program, leaves: Sequence[int]) -> None:
        """Refuses integers that the program's dtypes do not have, where `jit` traces again."""
        slots = looked.structure.slots
        for number, at in enumerate(leaves):
            if slots[at].of is int:
                low, high = ranges_of(program, [number]).get(number, _INT64)
                if not low <= looked.leaves[at] <= high:
                    raise ArgumentError(
                        f"call {self.name}: {slots[at].path} is {shown(looked.leaves[at])}; the "
                        f"module takes {low} to {high}"
                    )


def _example(node: Node) -> Any:
    """Returns arguments of the kind that a tree describes."""
    if isinstance(node, ArrayLeaf):
        return np.broadcast_to(np.zeros((), DTYPES[node.dtype].numpy), node.shape)
    if isinstance(node, ValueLeaf):
        return node.value
    if isinstance(node, Branch):
        parts = [_example(child) for child in node.children]
        if node.kind == "dict":
            return dict(zip(node.keys, parts, strict=True))
        return parts if node.kind == "list" else tuple(parts)
    assert not isinstance(node, ResultLeaf)
    return {"int": int, "float": float}.get(node.of, DTYPES[node.dtype].numpy.type)(0)


def _signature(record: FunctionRecord, variant: VariantRecord) -> str:
    """Returns the arguments and the result of a variant, as text."""
    pairs = zip(record.parameters, variant.trees, strict=True)
    stars = {2: "*", 4: "**"}
    listed = [f"{stars.get(p.kind, '')}{p.name}: {spelled(tree)}" for p, tree in pairs]
    results = [
        f"{value.dtype.name}{list(value.shape)}" for value in variant.program.results
    ]  # fmt: skip
    return f"{record.name}({', '.join(listed)}) -> {spelled(variant.output, results)}"
