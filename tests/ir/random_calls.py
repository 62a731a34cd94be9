"""Calls in random programs: operations of the group `call`, each with operands that it takes."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from streamrt._ir.ops import Op
from streamrt._ir.program import Builder, Value
from streamrt._ir.ufunc_calls import METHODS


def _full(build: Builder, number: int, like: Value) -> Value:
    return build.full(number, "i64", like.shape)


class Calls:
    """Makes calls of values of a maker, whose `random` decides."""

    def __init__(self, maker: Any) -> None:
        self.maker = maker

    def call(self, op: Op) -> Value | None:
        jumps = op.name in ("argsort", "partition", "argpartition", "searchsorted", "fft")

        def fits(value: Value) -> bool:
            """A last bit of a float that is computed would change the place of an element."""
            is_given = value.dtype.kind != "f" or value.op.group == "source"
            if op.name in ("correlate", "interp", "histogram"):
                return bool(value.size) and value.op.group == "source" and bool(value.shape)
            if op.name == "qr":
                return len(value.shape) > 1 and value.dtype.name in ("f32", "f64")
            if op.name == "fft":
                return bool(value.shape) and value.dtype.name in ("f32", "f64")
            return bool(value.shape) and (is_given or not jumps)

        value = self.maker.value(fits)
        is_sum = op.name.startswith("cum")
        if value is None or (is_sum and value.dtype.name in ("f16", "bool")):
            return None
        random, shape = self.maker.random, value.shape
        axis = random.randrange(len(shape))
        if op.name == "qr":  # of zeros, because q may be any of several
            zero = self.maker.builder.apply(
                "multiply", value, self.maker.builder.full(0, value.dtype.name, shape)
            )
            return self.maker.builder.apply(op, zero, attributes=(random.randrange(2),))
        if op.name == "check":
            return self.maker.builder.apply(
                op, value, self.maker.builder.full(0, "i64"), attributes=("no",)
            )
        if op.name in ("interp", "correlate", "bincount", "histogram", "put"):
            return self._table_call(op, value)
        if op.name == "ufunc":
            return self._ufunc(op, value, axis)
        if op.name.startswith("take"):
            index = self._index(op, value, axis)
            return index and self.maker.builder.apply(op, value, index, attributes=(axis,))
        if op.name == "searchsorted":
            keys = self.maker.like(value.dtype.name, self.maker.shape())
            if len(shape) > 1 or not fits(keys) or keys.size > self.maker.choices.most_elements:
                return None
            ordered = self.maker.builder.apply("sort", value, attributes=(0,))
            return self.maker.builder.apply(op, ordered, keys, attributes=(random.randrange(2),))
        if op.name.endswith(("median", "quantile")):
            able = [at for at, extent in enumerate(shape) if extent]
            axes = tuple(sorted(random.sample(able, random.randint(min(1, len(able)), len(able)))))
            if not axes or (op.name.endswith("quantile") and value.dtype.kind == "b"):
                return None
            share = self.maker.builder.constant(
                np.array(random.choice((0.5, [0.0, 0.3, 1.0])), "f8")
            )
            if op.name.endswith("median"):
                return self.maker.builder.apply(op, value, attributes=(axes,))
            is_number = random.randrange(2) if not share.shape else 0
            return self.maker.builder.apply(op, value, share, attributes=(axes, is_number))
        if op.name == "fft":
            return self._transform(op, value, axis)
        attributes: tuple[Any, ...] = (axis,)
        if op.name == "argsort":
            attributes = (axis, random.randrange(2))
        elif "partition" in op.name:
            if not shape[axis]:
                return None
            picked = random.sample(range(shape[axis]), min(2, shape[axis]))
            attributes = (axis, tuple(sorted(picked)))
        return self.maker.builder.apply(op, value, attributes=attributes)

    def _table_call(self, op: Op, value: Value) -> Value | None:
        """Calls of one dimension, of numbers that are given: places in a table, or a signal."""
        build, count = self.maker.builder, self.maker.random.randint(1, 5)
        flat = build.apply("reshape", value, attributes=((value.size,),))
        places = build.apply("remainder", build.iota((value.size,), 0), _full(build, count, flat))
        if op.name == "put":
            one = build.apply("reshape", flat, attributes=((value.size,),))
            return build.apply(op, value, build.iota((value.size,), 0), one)
        if op.name == "bincount":
            return build.apply(op, places, build.constant(np.int64(0)), attributes=((count,),))
        if value.dtype.name in ("bool", "f16"):
            return None
        if op.name == "correlate":
            mode = (self.maker.random.randrange(3),)
            return build.apply(
                op, flat, build.constant(np.ones(count, value.dtype.numpy)), attributes=mode
            )
        wide = build.apply("cast", flat, dtype="f64")
        if op.name == "interp":
            table = np.linspace(-2, 2, count), np.arange(float(count))
            return build.apply(op, wide, *map(build.constant, table))
        ends = [build.constant(np.float64(number)) for number in (0, 0, 3)]
        share = build.constant(np.int64(0))
        return build.apply(op, wide, share, *ends[1:], attributes=((count,),))

    def _transform(self, op: Op, value: Value, axis: int) -> Value | None:
        pairs = int(
            len(value.shape) > 1 and value.shape[-1] == 2 and self.maker.random.random() < 0.8
        )
        function = self.maker.random.choice((0, 1, 3) if pairs else (0, 1, 2, 3))
        room = self.maker.choices.most_axes - len(value.shape) + pairs + (function == 3)
        if value.dtype.name not in ("f32", "f64") or not room or axis >= len(value.shape) - pairs:
            return None
        n = self.maker.random.choice(
            [extent for extent in self.maker.choices.extents if extent] or [1]
        )
        attributes = (axis, function, n, self.maker.random.randrange(3), pairs)
        made = self.maker.builder.apply(op, value, attributes=attributes)
        return made if made.size <= self.maker.choices.most_elements else None

    def _ufunc(self, op: Op, value: Value, axis: int) -> Value | None:
        """A call of a ufunc that gives one of its operands, so that no bit is rounded."""
        dtype, shape, operands = value.dtype.name, value.shape, [value]
        method = self.maker.random.choice(METHODS)
        index = self.maker.builder.constant(np.arange(shape[axis])[::2])
        if method == "reduceat":
            operands.append(index)
        elif method == "at":
            axis, index = 0, self.maker.builder.constant(np.arange(shape[0])[::2])
            operands += [index, self.maker.builder.full(1, dtype)]
        elif not method:
            axis = 0
            operands.append(self.maker.random.choice((value, self.maker.builder.full(1, dtype))))
        left = {"reduce": (), "reduceat": index.shape}.get(method, shape[axis : axis + 1])
        made = (*shape[:axis], *left, *shape[axis + 1 :])
        if method == "reduce" and not shape[axis]:
            return None
        loop = f"{dtype},{dtype}->{dtype}"
        attributes = ("numpy:fmax", method, loop, "", axis, 0, made)
        return self.maker.builder.apply(op, *operands, attributes=attributes)

    def _index(self, op: Op, value: Value, axis: int) -> Value | None:
        """Indexes in the range of an axis, from both of its ends."""
        room = self.maker.choices.most_axes - len(value.shape) + 1
        shape, extent = self.maker.shape()[:room], value.shape[axis]
        if op.name == "take_along_axis":
            count = self.maker.random.choice(self.maker.choices.extents)
            shape = (*value.shape[:axis], count, *value.shape[axis + 1 :])
        if prod(shape) > self.maker.choices.most_elements or (prod(shape) and not extent):
            return None
        if "i64" not in self.maker.choices.dtypes or self.maker.random.random() < 0.3:
            rng = np.random.default_rng(self.maker.random.getrandbits(32))
            return self.maker.builder.constant(rng.integers(-extent, max(1, extent), shape))
        count = self.maker.builder.full(extent, "i64", shape)
        index = self.maker.builder.apply("remainder", self.maker.like("i64", shape), count)
        return self.maker.random.choice((index, self.maker.builder.apply("subtract", index, count)))
