"""The pretty form of operations, in which exporters print them.

It is read to the words of the generic form. Most operations have operands, attributes of the form
`name = value`, and types:

    stablehlo.pad %0, %1, low = [1], high = [0], interior = [0] : (tensor<3xf32>, ...) -> ...

One reader serves them all; what an operation makes of its attributes stands in the tables below.
`stablehlo.reduce` has a form of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from streamrt._ir.stablehlo.attributes import read_dictionary, read_type, read_types, read_value
from streamrt._ir.stablehlo.attributes import skip as skip_brackets
from streamrt._ir.stablehlo.syntax import Argument, Operation, Region, as_list
from streamrt._ir.stablehlo.tensors import TensorType, Type
from streamrt._ir.stablehlo.tokens import Tokens

__all__ = ["read_pretty", "read_signature", "skip_unknown"]

ReadRegion = Callable[[Tokens, list[Argument]], Region]


def read_pretty(tokens: Tokens, operation: Operation, read_region: ReadRegion) -> None:
    """Reads what follows the name of an operation that has a pretty form.

    Args:
        tokens: the first token after the name comes next.
        operation: gets operands, attributes, regions and types.
        read_region: reads a region in braces, whose arguments are known.

    Raises:
        StableHLOError: the text has another form.
    """
    if operation.name == "stablehlo.reduce":
        _read_reduce(tokens, operation, read_region)
        return
    words = _Items(tokens, operation).read()
    attributes = operation.attributes
    for pretty, generic in _NAMES.get(operation.name, {}).items():
        if pretty in attributes:
            attributes[generic] = attributes.pop(pretty)
    by_place = _WORDS.get(operation.name, ())
    if len(words) > len(by_place):
        tokens.fail(f"{operation.name} takes no {words[len(by_place)]!r} here")
    attributes.update(zip(by_place, words, strict=False))
    if operation.name == "stablehlo.dot_general":
        _name_dimensions(attributes)
    read_signature(tokens, operation)


_NAMES: dict[str, dict[str, str]] = {
    "stablehlo.broadcast_in_dim": {"dims": "broadcast_dimensions"},
    "stablehlo.broadcast": {"sizes": "broadcast_sizes"},
    "stablehlo.transpose": {"dims": "permutation"},
    "stablehlo.reverse": {"dims": "dimensions"},
    "stablehlo.iota": {"dim": "iota_dimension"},
    "stablehlo.concatenate": {"dim": "dimension"},
    "stablehlo.dynamic_slice": {"sizes": "slice_sizes"},
    "stablehlo.dot": {"precision": "precision_config"},
    "stablehlo.dot_general": {"precision": "precision_config"},
    "stablehlo.pad": {
        "low": "edge_padding_low", "high": "edge_padding_high", "interior": "interior_padding",
    },
}  # fmt: skip
"""The names of attributes that differ in the generic form."""

_WORDS: dict[str, tuple[str, ...]] = {
    "stablehlo.compare": ("comparison_direction", "compare_type"),
    "stablehlo.composite": ("name",),
    "stablehlo.custom_call": ("call_target_name",),
    "call": ("callee",),
}
"""The attributes whose values stand without a name."""


class _Items:
    """The operands and attributes of an operation."""

    def __init__(self, tokens: Tokens, operation: Operation) -> None:
        self.tokens: Tokens = tokens
        self.operation: Operation = operation
        self.words: list[str] = []
        self.needs_comma: bool = False

    def read(self) -> list[str]:
        """Reads as far as the types, and returns the words that stand without a name."""
        tokens, is_inside, attributes = self.tokens, False, self.operation.attributes
        while True:
            token = tokens.texts[tokens.at]
            first = token[:1]
            if token == ",":
                if not self.needs_comma:
                    tokens.fail("a comma with nothing before it")
                tokens.at += 1
                self.needs_comma = False
                self._check_item()
            elif first == "%" and len(token) > 1:
                self._begin()
                self.operation.operands.append(token)
                tokens.at += 1
            elif token in (":", "", "}", "loc"):
                break
            elif token == "(" and not is_inside:
                tokens.at += 1
                is_inside, self.needs_comma = True, False
            elif token == ")" and is_inside:
                tokens.at += 1
                is_inside, self.needs_comma = False, True
            elif token == "[" and self.operation.name == "stablehlo.slice":
                self._read_ranges()
            elif token == "{":
                attributes.update(read_dictionary(tokens))
            elif token.startswith("dense<") and "value" not in attributes:
                tokens.at += 1
                attributes["value"] = token
            elif first in '@"' and len(token) > 1:
                self.words.append(token.strip('@"'))
                tokens.at += 1
            elif first.isalpha():
                self._read_named(token)
            else:
                tokens.fail(f"expected an operand, not {tokens.shown()}")
        if is_inside:
            tokens.expect(")")
        return self.words

    def _begin(self) -> None:
        if self.needs_comma:
            self.tokens.expect(",")
        self.needs_comma = True

    def _check_item(self) -> None:
        token = self.tokens.texts[self.tokens.at]
        if not (token[:1] == "%" or token[:1].isalpha()):
            self.tokens.fail(f"expected an operand or an attribute, not {self.tokens.shown()}")

    def _read_named(self, name: str) -> None:
        """Reads `name = value`, `name = value x value`, or a word."""
        tokens = self.tokens
        self._begin()
        tokens.at += 1
        if not tokens.takes("="):
            self.words.append(name)
            return
        value = read_value(tokens, is_typed=False)
        if tokens.takes("x"):
            value = [value, read_value(tokens, is_typed=False)]
        if name in self.operation.attributes:
            tokens.fail(f"the attribute {name!r} stands here twice")
        self.operation.attributes[name] = value

    def _read_ranges(self) -> None:
        """Reads `[0:4, 1:9:2]`: start, limit and stride of each dimension."""
        tokens = self.tokens
        tokens.expect("[")
        ranges: list[list[Any]] = []
        while not tokens.takes("]"):
            if ranges:
                tokens.expect(",")
            each: list[Any] = [read_value(tokens, is_typed=False)]
            while tokens.takes(":"):
                each.append(read_value(tokens, is_typed=False))
            if len(each) not in (2, 3):
                tokens.fail("a range is start:limit, or start:limit:stride")
            ranges.append(each if len(each) == 3 else [*each, 1])
        names = ("start_indices", "limit_indices", "strides")
        for place, name in enumerate(names):
            self.operation.attributes[name] = [each[place] for each in ranges]


def read_signature(tokens: Tokens, operation: Operation) -> None:
    """Reads the types: `: type`, `: type, type`, or `: types -> types`.

    Without an arrow, the results have the last of the types.
    """
    count = len(operation.results)
    if not tokens.takes(":"):
        if count:
            tokens.fail(f"expected the types of {operation.name}, not {tokens.shown()}")
        return
    types = read_types(tokens)
    while tokens.takes(","):
        types.append(read_type(tokens))
    if tokens.takes("->"):
        operation.operand_types, types = types, read_types(tokens)
    elif count == 1 or operation.name == "return":
        types = types[-1:] if count else []
    if len(types) != count:
        tokens.fail(f"{operation.name} has {count} names for {len(types)} results")
    operation.types = types


def _name_dimensions(attributes: dict[str, Any]) -> None:
    """Puts the two lists of a product's dimensions where the generic form has them."""
    if "dot_dimension_numbers" not in attributes:
        numbers: dict[str, Any] = {}
        for pretty, generic in (("batching_dims", "batching"), ("contracting_dims", "contracting")):
            pair = attributes.pop(pretty, [[], []])
            both = as_list(pair) or []
            numbers[f"lhs_{generic}_dimensions"] = both[0] if len(both) == 2 else None
            numbers[f"rhs_{generic}_dimensions"] = both[1] if len(both) == 2 else None
        attributes["dot_dimension_numbers"] = numbers


# -- reductions ------------------------------------------------------------------------------------


def _read_reduce(tokens: Tokens, operation: Operation, read_region: ReadRegion) -> None:
    """Reads `(%0 init: %1), ... across dimensions = [0] : types`, and what it applies."""
    starts: list[str] = []
    while True:
        tokens.expect("(")
        operation.operands.append(tokens.expect_kind("%", "an operand"))
        tokens.expect("init")
        tokens.expect(":")
        starts.append(tokens.expect_kind("%", "an operand"))
        tokens.expect(")")
        if not tokens.takes(","):
            break
    operation.operands += starts
    applied = tokens.take() if tokens.takes("applies") else ""
    tokens.expect("across")
    tokens.expect("dimensions")
    tokens.expect("=")
    operation.attributes["dimensions"] = read_value(tokens, is_typed=False)
    if tokens.texts[tokens.at] == "{":
        operation.attributes.update(read_dictionary(tokens))
    read_signature(tokens, operation)
    if applied:
        operation.regions.append(_region_of(applied, operation))
    else:
        operation.regions.append(read_region(tokens, _read_pairs_of_arguments(tokens)))


def _region_of(name: str, operation: Operation) -> Region:
    """Returns the region that applies one operation."""
    start, type_ = operation.start, operation.types[0] if operation.types else None
    scalar = TensorType(type_.dtype, ()) if isinstance(type_, TensorType) else type_
    if scalar is None:
        return Region([], [])
    body = Operation(name, start, ["%r"], ["%a", "%b"], types=[scalar])
    arguments = [Argument("%a", scalar, start), Argument("%b", scalar, start)]
    return Region(arguments, [body, Operation("return", start, [], ["%r"])])


def _read_pairs_of_arguments(tokens: Tokens) -> list[Argument]:
    """Returns the arguments of `reducer(%a, %b) (%c, %d)`: %a, %c, %b, %d, with their types."""
    tokens.expect("reducer")
    left: list[Argument] = []
    right: list[Argument] = []
    while tokens.takes("("):
        for side in (left, right):
            start = tokens.at
            name = tokens.expect_kind("%", "an argument")
            tokens.expect(":")
            side.append(Argument(name, read_type(tokens), start))
            if side is left:
                tokens.expect(",")
        tokens.expect(")")
    return left + right


# -- operations that nobody here knows -------------------------------------------------------------


def skip_unknown(tokens: Tokens, operation: Operation) -> None:
    """Goes on after an operation of an unknown form, and guesses the types of its results.

    It ends before a line that begins as an operation does, or before the end of the region.
    """
    types: list[Type] = []
    is_typed = False
    while (token := tokens.texts[tokens.at]) and token != "}" and not _begins(tokens):
        is_typed = is_typed or token == ":"
        if token == "->":
            types.clear()
        elif token in ("(", "[", "{", "<"):
            if not (is_typed and token == "(" and tokens.texts[tokens.at + 1][:7] == "tensor<"):
                skip_brackets(tokens)
                continue
        elif is_typed and token.startswith("tensor<"):
            types.append(read_type(tokens))
            continue
        tokens.at += 1
    if len(types) >= len(operation.results):
        operation.types = types[len(types) - len(operation.results) :]


def _begins(tokens: Tokens) -> bool:
    """Returns whether the next token is the first of an operation."""
    token, after = tokens.texts[tokens.at], tokens.texts[tokens.at + 1]
    if not tokens.begins_line(tokens.at):
        return False
    if token[0] == "%":
        return after in ("=", ":", ",")
    return token[0] == '"' or "." in token or token in ("return", "call")
