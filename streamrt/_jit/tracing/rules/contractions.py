"""Contractions in a trace: einsum and tensordot, as matrix products.

Operands are contracted from left to right, two at a time. Of the labels that both have, those which
nothing needs afterwards are summed over, and the others are batches. So each pair is one matrix
product, batched if there are batches; or a product of elements if nothing is summed over.
"""

from __future__ import annotations

import operator
import string
from collections import Counter
from collections.abc import Sequence
from math import prod
from typing import Any, NamedTuple

import numpy as np

from streamrt._jit.tracing.operands import cell_of, shown
from streamrt._jit.tracing.recording import Recording, is_any, tuple_of
from streamrt._jit.tracing.rules import constructions, products, reductions, shaping

__all__ = ["einsum_", "tensordot_"]

_LETTERS = frozenset(string.ascii_letters)


class _Term(NamedTuple):
    """An operand, and the label of each of its axes. A label of `...` is an int."""

    cell: Any
    labels: tuple[str | int, ...]

    def extents(self) -> dict[str | int, int]:
        """Returns the extent of each label."""
        return dict(zip(self.labels, self.cell.shape, strict=True))


def einsum_(
    recording: Recording,
    *operands: Any,
    out: Any = None,
    optimize: Any = False,
    dtype: Any = None,
    order: Any = "K",
    casting: Any = "safe",
) -> Any:
    """See `np.einsum`; the order of the contractions is that of the operands."""
    del optimize, order
    if out is not None or casting != "safe":
        option = "out" if out is not None else "casting"
        raise recording.error(f"np.einsum({option}=...): leave it out")
    inputs, output, given = _taken_apart(recording, operands)
    cells: list[Any] = [cell_of(recording, thing) for thing in given]
    terms, wanted = _labelled(recording, inputs, output, cells)
    if wanted and len(terms) == 1 and set(wanted) == set(terms[0].labels):
        (one,) = [_without_repeats(recording, term) for term in terms]
        axes = [one.labels.index(label) for label in wanted]
        return shaping.permuted(recording, one.cell, axes)  # NumPy's is a view, whatever the dtype
    result = np.result_type(*[cell.dtype for cell in cells]) if dtype is None else np.dtype(dtype)
    if result.kind == "b":
        raise recording.error("np.einsum of bools: write it with np.any and &")
    computed = np.dtype(np.float32) if result == np.float16 else result  # and rounded once
    terms = [_Term(t.cell.astype(computed), t.labels) for t in terms]
    terms = _without_ones(recording, [_without_repeats(recording, t) for t in terms])
    extents = {label: n for term in terms for label, n in term.extents().items()}
    if 0 in [n for label, n in extents.items() if label not in wanted]:  # a sum of nothing
        nothing = constructions.full_(recording, [extents[label] for label in wanted], 0, result)
        return nothing if wanted else recording.kind(recording, nothing.read())
    while len(terms) > 1:
        needed = {label for term in terms[2:] for label in term.labels} | set(wanted)
        terms[:2] = [_product(recording, terms[0], terms[1], needed)]
    (last,) = [_summed(recording, term, set(wanted)) for term in terms]
    axes = [last.labels.index(label) for label in wanted]
    turned: Any = shaping.transpose(recording, last.cell, axes)
    made: Any = turned.astype(result)
    return made.copy() if wanted else recording.kind(recording, made.read())  # a scalar of NumPy's


def tensordot_(recording: Recording, a: Any, b: Any, axes: Any = 2) -> Any:
    """See `np.tensordot`."""
    left: Any = cell_of(recording, a)
    right: Any = cell_of(recording, b)
    if is_any(axes, int):
        first = list(range(left.ndim - axes, left.ndim)) if axes else []
        second = list(range(axes))
    else:
        try:
            pair = [list(each if is_any(each, list) else tuple_of(each)) for each in axes]
            first, second = [[operator.index(axis) for axis in each] for each in pair]
        except (TypeError, ValueError):
            raise recording.type_error(
                f"np.tensordot(axes={shown(axes)}): pass a number, or axes of each of the two"
            ) from None
    first = [reductions.axis_of(recording, "np.tensordot", k, left.ndim) for k in first]
    second = [reductions.axis_of(recording, "np.tensordot", k, right.ndim) for k in second]
    if [left.shape[k] for k in first] != [right.shape[k] for k in second]:
        raise recording.value_error(
            f"np.tensordot of {left.shape} and {right.shape} over {axes}: the extents differ"
        )
    labels: list[str | int] = list(range(left.ndim))
    others: list[str | int] = list(range(left.ndim, left.ndim + right.ndim))
    for mine, its in zip(first, second, strict=True):
        others[its] = labels[mine]
    needed = {x for x in [*labels, *others] if (x in labels) != (x in others)}
    result = np.result_type(left.dtype, right.dtype)
    one = _Term(left.astype(result), tuple(labels))
    other = _Term(right.astype(result), tuple(others))
    return _product(recording, one, other, needed).cell


# -- subscripts -----------------------------------------------------------------------------------


def _taken_apart(
    recording: Recording, operands: Sequence[Any]
) -> tuple[list[str], str | None, list[Any]]:
    """Returns the subscripts of the operands and of the result, and the operands."""
    if operands and is_any(operands[0], str):
        text = str(operands[0]).replace(" ", "")
        inputs, arrow, output = text.partition("->")
        return inputs.split(","), output if arrow else None, list(operands[1:])
    given, lists = list(operands[0::2]), list(operands[1::2])
    if len(given) > len(lists):
        return [_spelled(recording, x) for x in lists], _spelled(recording, given[-1]), given[:-1]
    return [_spelled(recording, x) for x in lists], None, given


def _spelled(recording: Recording, axes: Any) -> str:
    """Returns a list of axes, as the second form of einsum has them, as letters."""
    names = string.ascii_uppercase + string.ascii_lowercase
    if not is_any(axes, list, tuple):
        raise recording.type_error("np.einsum: subscripts are a text, or a list for each operand")
    if not all(each is ... or (is_any(each, int) and 0 <= each < len(names)) for each in axes):
        raise recording.value_error(
            f"np.einsum: subscripts are numbers below {len(names)}, and ..."
        )
    return "".join("..." if each is ... else names[each] for each in axes)


def _labelled(
    recording: Recording, inputs: Sequence[str], output: str | None, cells: Sequence[Any]
) -> tuple[list[_Term], tuple[str | int, ...]]:
    """Returns the operands with their labels, and the labels of the result."""
    if len(inputs) != len(cells):
        raise recording.value_error(
            f"np.einsum: subscripts for {len(inputs)} operands, and {len(cells)} operands"
        )
    terms: list[_Term] = []
    most = 0
    for text, cell in zip(inputs, cells, strict=True):
        head, dots, tail = text.partition("...")
        hidden = cell.ndim - len(head) - len(tail)
        if not set(head + tail) <= _LETTERS or hidden < 0 or (hidden and not dots):
            raise recording.value_error(
                f"np.einsum: the subscripts {text!r} do not fit an operand with {cell.ndim} axes"
            )
        most = max(most, hidden)
        terms.append(_Term(cell, (*head, *range(-hidden, 0), *tail)))
    everywhere = tuple(range(-most, 0))
    if output is None:
        counts = Counter(label for term in terms for label in term.labels)
        named = sorted(x for x, n in counts.items() if isinstance(x, str) and n == 1)
        return terms, (*everywhere, *named)
    head, dots, tail = output.partition("...")
    wanted = (*head, *(everywhere if dots else ()), *tail)
    known = {label for term in terms for label in term.labels}
    if len(set(wanted)) != len(wanted) or not set(wanted) <= known:
        raise recording.value_error(
            f"np.einsum: the result has the subscripts {output!r}; each must be one of an operand, "
            "and stand there once"
        )
    return terms, wanted


def _without_repeats(recording: Recording, term: _Term) -> _Term:
    """Returns an operand whose labels differ: a label that stands twice is a diagonal."""
    cell, labels = term
    for label, count in Counter(labels).items():
        for _ in range(count - 1):
            first = labels.index(label)
            second = labels.index(label, first + 1)
            if cell.shape[first] != cell.shape[second]:
                raise recording.value_error(
                    f"np.einsum: the label {label} has the extents {cell.shape[first]} and "
                    f"{cell.shape[second]}"
                )
            cell = constructions.diagonal_of(recording, cell, 0, first, second)
            others = [x for k, x in enumerate(labels) if k not in (first, second)]
            labels = (*others, label)
    return _Term(cell, labels)


def _without_ones(recording: Recording, terms: Sequence[_Term]) -> list[_Term]:
    """Returns operands that agree on extents: where another has more, an extent of 1 is dropped."""
    extents: dict[str | int, int] = {}
    for term in terms:
        for label, extent in term.extents().items():
            if extents.get(label, 1) == 1:
                extents[label] = extent
            elif extent not in (1, extents[label]):
                raise recording.value_error(
                    f"np.einsum: the label {label} has the extents {extents[label]} and {extent}"
                )
    found: list[_Term] = []
    for term in terms:
        kept = [k for k, (x, n) in enumerate(term.extents().items()) if n == extents[x]]
        shape = [term.cell.shape[k] for k in kept]
        cell = term.cell if len(kept) == len(term.labels) else term.cell.reshape(shape)
        found.append(_Term(cell, tuple(term.labels[k] for k in kept)))
    return found


# -- contractions ---------------------------------------------------------------------------------


def _summed(recording: Recording, term: _Term, needed: set[str | int]) -> _Term:
    """Returns an operand summed over the labels that nothing needs."""
    axes = tuple(k for k, label in enumerate(term.labels) if label not in needed)
    if not axes:
        return term
    total: Any = reductions.reduce(recording, "sum", term.cell, axes, dtype=term.cell.dtype)
    return _Term(total, tuple(label for label in term.labels if label in needed))


def _product(recording: Recording, one: _Term, other: _Term, needed: set[str | int]) -> _Term:
    """Returns two operands contracted over the labels that nothing else needs."""
    one = _summed(recording, one, needed | set(other.labels))
    other = _summed(recording, other, needed | set(one.labels))
    common = [label for label in one.labels if label in other.labels]
    batch = [label for label in common if label in needed]
    over = [label for label in common if label not in needed]
    left = [label for label in one.labels if label not in common]
    right = [label for label in other.labels if label not in common]
    extents = one.extents() | other.extents()

    def arranged(term: _Term, *groups: Sequence[str | int]) -> Any:
        axes = [term.labels.index(label) for group in groups for label in group]
        shape = [extents[x] for x in groups[0]]
        shape += [prod([extents[x] for x in group]) for group in groups[1:]]
        turned: Any = shaping.transpose(recording, term.cell, axes)
        return turned.reshape(shape)

    labels = (*batch, *left, *right)
    shape = [extents[label] for label in labels]
    made: Any
    if over:
        made = products.matmul(
            recording, arranged(one, batch, left, over), arranged(other, batch, over, right)
        )
    else:
        made = arranged(one, batch, left, ()) * arranged(other, batch, (), right)
        made = made + 0.0 if made.dtype.kind == "f" else made  # a sum of one: 0.0 of -0.0
    return _Term(made.reshape(shape), labels)
