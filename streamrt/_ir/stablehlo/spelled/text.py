"""Text of StableHLO: types, numbers, and blocks, to which operations are appended.

A name is `%` and a number. It is unique in the whole function, and `renumbered` counts them again
in the order of the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from streamrt._compile.signatures.dtypes import DTYPES, DType
from streamrt._ir.values import Shape

__all__ = ["Block", "Named", "constant_text", "number", "of_type", "renumbered"]

_LISTED = 64
"""The bytes of the largest constant that is listed element by element, and not as hexadecimals."""


def of_type(dtype: DType, shape: Shape) -> str:
    """Returns the type of a tensor: `tensor<4x8xf32>`, `tensor<ui8>`, `tensor<3xi1>`."""
    element = "i1" if dtype.kind == "b" else dtype.name.replace("u", "ui")
    return f"tensor<{''.join(f'{extent}x' for extent in shape)}{element}>"


def number(found: object, dtype: DType) -> str:
    """Returns an element as a literal that reads back as the same bits.

    Floats that are not finite are hexadecimals, because MLIR has no words for them.
    """
    if dtype.kind == "b":
        return "true" if found else "false"
    if dtype.kind != "f":
        return str(int(str(found)))
    array = np.asarray(found, dtype.numpy)
    if not np.isfinite(array):
        return f"0x{int(array.view(f'u{dtype.itemsize}')):0{2 * dtype.itemsize}X}"
    mantissa, _, exponent = str(array[()]).partition("e")  # the shortest text that reads back so
    mantissa = mantissa if "." in mantissa else f"{mantissa}.0"  # MLIR asks for the point
    return f"{mantissa}e{exponent}" if exponent else mantissa


@dataclass(frozen=True, slots=True)
class Named:
    """A value that has a name in the text.

    Attributes:
        name: as `%4`, or `%4#1` if its operation has several results.
        dtype: of its elements.
        shape: its extents.
    """

    name: str
    dtype: DType
    shape: Shape

    @property
    def type(self) -> str:
        """Its type as text."""
        return of_type(self.dtype, self.shape)

    @property
    def typed(self) -> str:
        """Its name and its type, as the arguments of a region have them."""
        return f"{self.name}: {self.type}"


class Block:
    """The operations of a function or a region, in order.

    Equal lines are written once, because operations have no effects.

    Attributes:
        lines: its lines, without the indentation of what is around them.
    """

    __slots__ = ("_known", "_numbers", "lines")

    def __init__(self, numbers: Iterator[int]) -> None:
        """Begins a block.

        Args:
            numbers: gives the numbers of names, for all blocks of a function.
        """
        self.lines: list[str] = []
        self._numbers: Iterator[int] = numbers
        self._known: dict[str, Named] = {}

    def inside(self) -> Block:
        """Returns a new block for a region of one of its operations."""
        return Block(self._numbers)

    def fresh(self, dtype: DType, shape: Shape = ()) -> Named:
        """Returns a tensor with a name that no other has: the argument of a region."""
        return Named(f"%{next(self._numbers)}", dtype, shape)

    def line(self, text: str, dtype: DType, shape: Shape) -> Named:
        """Appends an operation of one line; returns its result."""
        found = self._known.get(text)
        if found is None:
            found = self._known[text] = self.fresh(dtype, shape)
            self.lines.append(f"{found.name} = {text}")
        return found

    def lines_of(
        self,
        head: Sequence[str],
        regions: Sequence[Block],
        tail: str,
        results: Sequence[tuple[DType, Shape]],
        between: str = "}, {",
    ) -> list[Named]:
        """Appends an operation with regions; returns its results.

        Args:
            head: its lines up to the first one of the first region.
            regions: the lines of each.
            tail: the line after the last region.
            results: the dtype and the shape of each.
            between: the line between two regions.
        """
        name, count = f"%{next(self._numbers)}", len(results)
        self.lines.append(f"{name}{f':{count}' if count > 1 else ''} = {head[0]}")
        self.lines += head[1:]
        for place, region in enumerate(regions):
            self.lines += [between] if place else []
            self.lines += [line if line[0] == "^" else f"  {line}" for line in region.lines]
        self.lines.append(tail)
        names = [f"{name}#{k}" for k in range(count)] if count > 1 else [name]
        return [Named(one, *result) for one, result in zip(names, results, strict=True)]

    # -- forms of operations -----------------------------------------------------------------------

    def same(self, op: str, *operands: Named) -> Named:
        """Returns an operation whose operands and result have one type."""
        first, names = operands[0], ", ".join(x.name for x in operands)
        kinds = f"{first.type} -> {first.type}" if op.startswith("chlo.") else first.type
        return self.line(f"{op} {names} : {kinds}", first.dtype, first.shape)

    def to(self, text: str, operands: Sequence[Named], dtype: DType, shape: Shape) -> Named:
        """Returns an operation with the types of its operands and its result.

        Args:
            text: the operation with its operands and attributes.
            operands: these operands.
            dtype: of the result.
            shape: of the result.
        """
        kinds = ", ".join(x.type for x in operands)
        return self.line(f"{text} : ({kinds}) -> {of_type(dtype, shape)}", dtype, shape)

    def compare(self, direction: str, x: Named, y: Named) -> Named:
        """Returns a comparison: EQ, NE, LT, LE, GT or GE."""
        kind = {"f": "FLOAT", "i": "SIGNED"}.get(x.dtype.kind, "UNSIGNED")
        text = f"stablehlo.compare {direction}, {x.name}, {y.name}, {kind}"
        return self.to(text, (x, y), DTYPES["bool"], x.shape)

    def select(self, condition: Named, yes: Named, no: Named) -> Named:
        """Returns a choice for each element."""
        names = f"{condition.name}, {yes.name}, {no.name}"
        text = f"stablehlo.select {names} : {condition.type}, {yes.type}"
        return self.line(text, yes.dtype, yes.shape)

    def convert(self, x: Named, dtype: DType) -> Named:
        """Returns a tensor in another dtype."""
        if x.dtype is dtype:
            return x
        return self.to(f"stablehlo.convert {x.name}", (x,), dtype, x.shape)

    def full(self, found: object, dtype: DType, shape: Shape = ()) -> Named:
        """Returns one number, repeated."""
        text = f"stablehlo.constant dense<{number(found, dtype)}>"
        return self.line(f"{text} : {of_type(dtype, shape)}", dtype, shape)

    def like(self, x: Named, found: object) -> Named:
        """Returns one number in the dtype and the shape of a tensor."""
        return self.full(found, x.dtype, x.shape)

    def reshape(self, x: Named, shape: Shape) -> Named:
        """Returns the same elements in another shape."""
        if x.shape == shape:
            return x
        return self.to(f"stablehlo.reshape {x.name}", (x,), x.dtype, shape)

    def transpose(self, x: Named, axes: Sequence[int]) -> Named:
        """Returns a tensor with its axes in another order."""
        if list(axes) == sorted(axes):
            return x
        shape = tuple([x.shape[axis] for axis in axes])
        text = f"stablehlo.transpose {x.name}, dims = {list(axes)}"
        return self.to(text, (x,), x.dtype, shape)

    def broadcast(self, x: Named, shape: Shape, axes: Sequence[int]) -> Named:
        """Returns a tensor repeated; `axes` are those of the result that its own axes become."""
        if x.shape == shape:
            return x
        text = f"stablehlo.broadcast_in_dim {x.name}, dims = {list(axes)}"
        return self.to(text, (x,), x.dtype, shape)

    def slice(self, x: Named, starts: Sequence[int], steps: Sequence[int], shape: Shape) -> Named:
        """Returns a slice; the steps are positive."""
        walks: list[str] = []
        for start, step, count in zip(starts, steps, shape, strict=True):
            stop = start + (count - 1) * step + 1 if count else start
            walks.append(f"{start}:{stop}" + (f":{step}" if step > 1 and count > 1 else ""))
        if all(s == 0 for s in starts) and shape == x.shape:
            return x
        return self.to(f"stablehlo.slice {x.name} [{', '.join(walks)}]", (x,), x.dtype, shape)

    def concatenate(self, parts: Sequence[Named], axis: int) -> Named:
        """Returns tensors side by side along an axis."""
        first = parts[0].shape
        extent = sum(part.shape[axis] for part in parts)
        shape = (*first[:axis], extent, *first[axis + 1 :])
        text = f"stablehlo.concatenate {', '.join(x.name for x in parts)}, dim = {axis}"
        return self.to(text, parts, parts[0].dtype, shape)

    def iota(self, shape: Shape, axis: int) -> Named:
        """Returns the indexes along an axis, as i64."""
        dtype = DTYPES["i64"]
        return self.line(f"stablehlo.iota dim = {axis} : {of_type(dtype, shape)}", dtype, shape)

    def reduced(self, op: str, x: Named, start: object, axes: Sequence[int]) -> Named:
        """Returns the elements along some axes, joined by an operation."""
        first = self.full(start, x.dtype)
        shape = tuple([n for axis, n in enumerate(x.shape) if axis not in axes])
        text = f"stablehlo.reduce({x.name} init: {first.name}) applies {op}"
        text = f"{text} across dimensions = {list(axes)}"
        return self.to(text, (x, first), x.dtype, shape)

    def joined(self, arguments: Sequence[Named], make: Callable[[Block], Sequence[Named]]) -> Block:
        """Returns a region that begins with a line for its arguments and ends with its results."""
        region = self.inside()
        region.lines.append(f"^bb0({', '.join(x.typed for x in arguments)}):")
        region.returns(make(region))
        return region

    def returns(self, found: Sequence[Named]) -> None:
        """Appends the end of a region, with its results."""
        kinds = ", ".join(x.type for x in found)
        self.lines.append(f"stablehlo.return {', '.join(x.name for x in found)} : {kinds}")


def constant_text(array: np.ndarray[Any, Any], dtype: DType) -> str:
    """Returns the elements of a constant; large ones as hexadecimals, except bools."""
    if array.nbytes > _LISTED and dtype.kind != "b":
        return f'"0x{array.tobytes().hex().upper()}"'
    return _listed(array, dtype) if prod(array.shape) else ""


def _listed(array: np.ndarray[Any, Any], dtype: DType) -> str:
    if array.ndim == 0:
        return number(array[()], dtype)
    return f"[{', '.join([_listed(row, dtype) for row in array])}]"


_NAME = re.compile(r"%[0-9]+")


def renumbered(lines: Sequence[str]) -> list[str]:
    """Returns lines whose numbered names are counted from 0 in the order of the text."""
    known: dict[str, str] = {}

    def again(found: re.Match[str]) -> str:
        return known.setdefault(found[0], f"%{len(known)}")

    return [_NAME.sub(again, line) for line in lines]
