"""Fusion: cuts a program into kernels.

1. Views cost nothing: they are folded into the steps of operands (affine.py).
2. Elementwise values are computed where they are used, also more than once. A value that is dear
   and that an earlier kernel computes already is stored by that one.
3. A kernel that reduces rows holds all that is made from reductions of these rows: softmax and
   layernorm are one kernel each. A reduction over other axes than the last ones is a kernel of its
   own, with what goes into it.
4. A long row is reduced in blocks of a fixed length, whatever the number of workers, and another
   kernel reduces what the blocks gave.
5. A matrix product takes what is made of its result elementwise into its kernel.
6. A kernel has at most `MOST_OPS` operations and `MOST_OPERANDS` operands. Whatever does not fit is
   stored, and loaded by the next one.
7. An operation of the group `call` is a kernel of its own, which takes stored operands.
8. Results over equal loops that need nothing of each other share a kernel.
9. Nothing recurses far: of a program with more than `DEEP` values one below the other, those that
   are stored anyway are made first, in order, and one more after each `DEEP`.
10. A kernel that would compute values at more and more indexes, each read through several views,
    has them stored.
11. Parts of a concatenated value are written where they belong by the kernels that compute them
    (joins.py). What reads such a value elementwise is cut at its borders, and each region computes
    from one part (regions.py).
12. A product that is only seen as a view is written as the view lies. Products that are added and
    read on in both factors are one product (sums.py).

`fuse(program, ..., separate=True)` stores every value instead; tests compare the two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set

from streamrt._ir.fusion.affine import identity, through
from streamrt._ir.fusion.body import Tensor, TooLongError
from streamrt._ir.fusion.calls import make_call
from streamrt._ir.fusion.cutting import (
    APART,
    MOST_OPERANDS,
    MOST_OPS,
    Cut,
    Cutter,
    Fused,
    below_views,
    inlined,
    natural,
    reduces,
)
from streamrt._ir.fusion.joins import make_join
from streamrt._ir.fusion.products import make_product, product_in
from streamrt._ir.fusion.regions import make_regions
from streamrt._ir.fusion.rows import PARTIAL, make_rows, reductions_in
from streamrt._ir.fusion.sums import with_longer_products
from streamrt._ir.limits import LIMITS, Limits, TooMuchError
from streamrt._ir.program import Program, Value

__all__ = ["fuse"]


def fuse(
    program: Program,
    strides: Sequence[tuple[int, ...] | None] = (),
    *,
    separate: bool = False,
    results: Sequence[tuple[int, ...] | None] = (),
    limits: Limits = LIMITS,
) -> Fused:
    """Cuts a program into kernels.

    Args:
        program: the program, after its passes.
        strides: the byte strides of each parameter that is an array; None, and a missing one, is
            dense in C order.
        separate: whether to store every value, as a reference for tests.
        results: the byte strides of each result, likewise. Only results that are computed can have
            some: no sources, joins or reshapes.
        limits: what it may have at most.

    Raises:
        TooMuchError: it needs more than the limits allow.
    """
    if not separate:
        program = with_longer_products(program, strides)
    return _Fuser(program, strides, separate=separate, results=results, limits=limits).run()


DEEP = 64
"""The values on the way from one that is stored to the next one: each takes some frames of Python.
Programs that are less deep are cut as they are reached."""

NEAR = 256
"""The kernels, the last ones first, that are tried for one more result."""


def deepest(program: Program) -> int:
    """Returns how many values lie one below the other."""
    depths: dict[Value, int] = {}
    for value in program.values():
        depths[value] = 1 + max([depths[operand] for operand in value.operands], default=0)
    return max(depths.values(), default=0)


class _Fuser(Cutter):
    def run(self) -> Fused:
        """Makes the kernels of all results."""
        self._look_around()
        arguments = dict(self.tensors)
        if deepest(self.program) > DEEP:
            self._make_in_order()
        for result in self.program.results:
            tensor = arguments.get(id(result)) or self.tensors.get(id(result))
            tensor = tensor or self._beside(result) or self.make(result)
            self.fused.results.append(tensor)
        return self.fused

    def _look_around(self) -> None:
        """Finds the values that are stored because too much would be fused otherwise."""
        if len(self.program.values()) < min(MOST_OPS, MOST_OPERANDS):
            return  # not even all of it is too much; most programs are so small
        inside: dict[Value, tuple[Value, ...]] = {}  # tuples, because sets take ten times as much
        bases: dict[Value, Value] = {}
        arrays: set[Value] = set()
        for value in self.program.values():
            group = value.op.group
            bases[value] = bases[value.operands[0]] if group == "view" else value
            found = self._fused(value, inside, bases, arrays)
            if group in ("source", "join", "product", "call"):
                is_array = group != "source" or (bool(value.shape) and value.op.name != "iota")
                found = {value} if is_array else set[Value]()
                arrays |= found
                # What a product or a call takes lies in memory from here on.
                for base in (bases[one] for one in value.operands) if group != "join" else ():
                    inside[base] = (base,)
                    arrays.add(base)
            elif group != "view":
                found.add(value)
            inside[value] = tuple(found)

    def _fused(
        self,
        value: Value,
        inside: Mapping[Value, tuple[Value, ...]],
        bases: Mapping[Value, Value],
        arrays: Set[Value],
    ) -> set[Value]:
        """Returns the members of a kernel for a value; has operands stored if they are too many.

        Args:
            value: the value.
            inside: the members of a kernel for each of the earlier ones.
            bases: the value below the views of each.
            arrays: those that lie in memory.
        """
        found = set[Value]().union(*[inside[operand] for operand in value.operands])
        if len(found) < min(MOST_OPS, MOST_OPERANDS):
            return found
        loads = len(found & arrays)
        if len(found) - loads < MOST_OPS and loads < MOST_OPERANDS:
            return found
        counts = Counter(each for operand in value.operands for each in inside[operand])
        dear = sorted(value.operands, key=lambda one: len(inside[one]))
        while dear and (len(counts) - loads >= MOST_OPS or loads >= MOST_OPERANDS):
            operand = dear.pop()
            if bases[operand].op.group != "source":
                self.cut.add(id(bases[operand]))
            for each in inside[operand]:
                counts[each] -= 1
                if not counts[each]:
                    del counts[each]
                    loads -= each in arrays
        return set(counts)

    def _make_in_order(self) -> None:
        """Stores values before others reach them, so that nothing goes deep into a long program."""
        depths: dict[Value, int] = {}
        bases: dict[Value, Value] = {}
        reader = {each: value for value in self.program.values() for each in value.operands}

        def depth_of(value: Value) -> int:
            below = [0 if id(one) in self.tensors else depths[one] for one in value.operands]
            return 1 + max(below, default=0)

        for value in self.program.values():
            group, depth = value.op.group, 0
            bases[value] = bases[value.operands[0]] if group == "view" else value
            if group == "product":  # its factors are stored anyway
                for factor in value.operands:
                    base = bases[factor]
                    if base.op.group != "source" and (base is factor or not self._seen(factor)):
                        self.make(base)
                depth = 1
            elif group != "source":
                depth = depth_of(value) + (group == "join")  # which takes more frames
                is_apart = group in ("join", "call") or id(value) in self.cut
                if depth > DEEP or (is_apart and not self._is_part(value, reader)):
                    self.make(value)
                    depth = 0
            depths[value] = depth

    def _is_part(self, value: Value, reader: dict[Value, Value]) -> bool:
        """Whether only a join reads a value, maybe as a view, and so has it made where it lies."""
        while value in reader and self.is_read_once(value):
            value = reader[value]
            if value.op.group != "view":
                return value.op.group == "join"
        return False

    def make(self, value: Value) -> Tensor:
        """Returns the tensor of a value, and makes the kernel that writes it.

        Raises:
            TooMuchError: the kernel would be too long, whatever is stored before.
        """
        while True:
            try:
                return self._made(value)
            except TooLongError:
                if not self._cut_below_views(value):
                    raise TooMuchError("one of its kernels is too long", value.site) from None

    def _cut_below_views(self, value: Value) -> bool:
        """Has what a value reads through views stored; returns whether there was anything."""
        before = len(self.cut)
        for one in inlined(value, self.tensors, through_reductions=True):
            base = below_views(one, self.tensors)
            if base is not one and base.op.group != "source" and id(base) not in self.tensors:
                self.cut.add(id(base))
        return len(self.cut) > before

    def _made(self, value: Value) -> Tensor:
        known = self.tensors.get(id(value)) or self.tapped(value)
        if known is not None:
            return known
        if value.op.group == "join":
            return make_join(self, value)
        if value.op.group == "call":
            return make_call(self, value)
        if value.op.group == "view" and (seen := self._seen(value)) is not None:
            return seen
        reductions = reductions_in(self, value)
        self._store_shared(reductions)
        for reduction in reductions:
            made = make_rows(self, value, reduction)
            if made is not None:
                return made
        for reduction in reductions:
            self.make(reduction)
        product = product_in(self, value)
        if product is not None:
            return make_product(self, value, *product)
        return make_regions(self, value) or self.make_elementwise(value)

    def _store_shared(self, reductions: Sequence[Value]) -> None:
        """Stores those reductions that another one needs, which is not of the same rows."""
        known: dict[Value, set[Value]] = {}
        for one in reductions if len(reductions) > 1 else ():
            for other in reductions:
                is_same = other.operands[0].shape == one.operands[0].shape
                is_same = is_same and other.attributes == one.attributes
                if other is one or is_same:
                    continue
                if other not in known:
                    below = inlined(other.operands[0], self.tensors, through_reductions=True)
                    known[other] = set(below)
                if one in known[other]:
                    self.make(one)
                    known.clear()  # because less is inlined now

    def _seen(self, value: Value) -> Tensor | None:
        """Has a value that is only seen as a view written as the view lies; None if it cannot be.

        It is one that has a kernel of its own, so it is not computed where the view is needed.
        """
        window, views = self.windows.pop(id(value), None), list[Value]()
        base = value
        while base.op.name in ("reshape", "transpose") and id(base) not in self.tensors:
            views.append(base)
            base = base.operands[0]
        if not views or not self._is_apart(base):
            if window is None and value.op.name == "reshape" and self._is_broken(value):
                return self.reshaped(value, self.dense(value.operands[0]))
            self._put_back(value, window)
            return None
        top = Tensor.dense(value) if window is None else window
        inner: Tensor | None = None
        if all(self.is_read_once(view.operands[0]) for view in views):
            inner = top.below(views)
        is_lying_well = window is not None or (inner and _lies_side_by_side(inner))
        if inner is not None and is_lying_well:
            self.windows[id(base)] = inner
            made = self.make(base)
            self.windows.pop(id(base), None)
            if made is inner:
                top.maker = made.maker
                self.tensors[id(value)] = top
                return top
        made = self.make(base)
        if len(views) == 1 and value.op.name == "reshape" and made.is_dense:
            return self.reshaped(value, made)
        self._put_back(value, window)
        return None

    def _is_broken(self, value: Value) -> bool:
        """Whether no loops over a reshaped value walk what it shows."""
        shape = value.shape
        is_free = id(value) not in self.strides_of and value not in self.program.results
        return is_free and through(value, identity(range(len(shape)), shape), shape) is None

    def _put_back(self, value: Value, window: Tensor | None) -> None:
        if window is not None:
            self.windows[id(value)] = window

    def _is_apart(self, value: Value) -> bool:
        """Whether a value has a kernel of its own, or shares one with what it is made of."""
        if id(value) in self.tensors:
            return False
        if value.op.is_elementwise and not self.separate:
            return bool(reductions_in(self, value)) or product_in(self, value) is not None
        return value.op.group in APART

    def _beside(self, value: Value) -> Tensor | None:
        """Computes a result in a kernel that is there already; None if it does not fit in."""
        op = value.op
        if self.separate or not (op.is_elementwise or op.group == "reduce" or op.name == "reshape"):
            return None
        last = len(self.fused.cuts) - 1
        for number in range(last, max(-1, last - NEAR), -1):
            cut = self.fused.cuts[number]
            if cut.kind in ("product", "call") or cut.block or len(cut.body.code) > MOST_OPS:
                continue
            index = natural(value.shape, cut.body)
            if index is None or not self._is_ready(value, number, cut):
                continue
            before = cut.body.copy()
            place = self.tried(number, value, index)
            if place is None:
                cut.body = before
                return None
            self.note(number)
            tensor = self.new_tensor(value, number)
            cut.body.store(value, index, tensor, place)
            return tensor
        return None

    def _is_ready(self, value: Value, number: int, cut: Cut) -> bool:
        """Whether a kernel could compute a value from what is complete before it."""
        operands = 0
        for one in inlined(value, self.tensors, through_reductions=True):
            tensor = self.tensors.get(id(one))
            if tensor is not None:
                operands += 1
                if tensor.maker > number or (tensor.maker == number and not _is_here(one, cut)):
                    return False
            elif one.op.group in ("product", "join", "call") or id(one) in self.cut:
                return False
            elif reduces(one):
                shape, axes = one.operands[0].shape, one.attributes[0]
                if (
                    cut.kind != "rows"
                    or list(shape) != cut.body.extents
                    or axes != cut.body.row
                    or one.op is PARTIAL
                ):
                    return False
        return len(cut.body.accesses) + operands < MOST_OPERANDS


def _lies_side_by_side(tensor: Tensor) -> bool:
    """Whether the elements along the last axis do."""
    return tensor.strides[-1:] in ((), (tensor.value.dtype.itemsize,))


def _is_here(value: Value, cut: Cut) -> bool:
    """Whether a kernel computes a value where it computes values of that shape."""
    index = natural(value.shape, cut.body)
    return index is not None and (id(value), index) in cut.body.known
