"""A text to a `ModuleText`: recursive descent over functions, regions and operations.

Both forms of MLIR are read, mixed as exporters mix them: the pretty form (pretty.py), and the
generic one:

    %2:2 = "stablehlo.sort"(%0, %1) <{dimension = 1 : i64}> ({ ... }) : (...) -> (...)

1. Nothing here knows what operations mean. What this module reads are names and types; whoever
   builds a program (building.py) looks names up.
2. An operation that nobody knows does not end the reading, so that all of them can be told at once.
3. Regions nest at most a few dozen deep, so that no text exhausts Python's stack.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from streamrt._ir.stablehlo.attributes import (
    read_dictionary,
    read_location,
    read_type,
    read_types,
    read_value,
    skip,
)
from streamrt._ir.stablehlo.pretty import read_pretty, skip_unknown
from streamrt._ir.stablehlo.syntax import (
    Argument,
    FunctionText,
    ModuleText,
    Operation,
    Region,
    as_dictionary,
    as_list,
)
from streamrt._ir.stablehlo.tensors import Type
from streamrt._ir.stablehlo.tokens import Tokens

__all__ = ["read_module"]

_DEEPEST = 24
"""The most regions within each other."""

_SAME = {
    "func.return": "return", "stablehlo.return": "return", "func.call": "call",
}  # fmt: skip
"""Operations with several names."""


def read_module(tokens: Tokens, known: Container[str]) -> ModuleText:
    """Returns the functions of a text.

    Args:
        tokens: those of a module, or of functions.
        known: the names of the operations whose pretty form is read; others are passed over.

    Raises:
        StableHLOError: the text is no MLIR, as far as this module can tell.
    """
    return _Reader(tokens, known).module()


class _Reader:
    def __init__(self, tokens: Tokens, known: Container[str]) -> None:
        self.tokens: Tokens = tokens
        self.known: Container[str] = known
        self.depth: int = 0
        self.found: ModuleText = ModuleText("", {})

    # -- modules and functions ---------------------------------------------------------------------

    def module(self) -> ModuleText:
        tokens = self.tokens
        self._pass_aliases()
        if tokens.texts[tokens.at] == "module":
            tokens.at += 1
            if tokens.texts[tokens.at][:1] == "@":
                self.found.name = tokens.take()[1:].strip('"')
            if tokens.takes("attributes"):
                read_dictionary(tokens)
            tokens.expect("{")
            self._functions("}")
            tokens.expect("}")
            read_location(tokens)
        elif tokens.texts[tokens.at] == '"builtin.module"':
            self._generic_module()
        else:
            self._functions("")
        self._pass_aliases()
        if tokens.texts[tokens.at]:
            tokens.fail(f"expected the end of the text, not {tokens.shown()}")
        if not self.found.functions:
            tokens.fail("the text has no function")
        return self.found

    def _pass_aliases(self) -> None:
        """Goes on after lines such as `#loc1 = loc("x")`."""
        tokens = self.tokens
        while tokens.texts[tokens.at][:1] == "#" and tokens.texts[tokens.at + 1] == "=":
            tokens.at += 2
            if tokens.texts[tokens.at] == "loc":
                read_location(tokens)
            else:
                read_value(tokens)

    def _functions(self, end: str) -> None:
        tokens = self.tokens
        while (token := tokens.texts[tokens.at]) != end and token[:1] != "#":
            if token == "func.func":
                self._add(self._pretty_function())
            elif token == '"func.func"':
                self._add(self._generic_function())
            else:
                tokens.fail(f"expected a function, not {tokens.shown()}")

    def _add(self, function: FunctionText) -> None:
        if function.name in self.found.functions:
            self._fail_at(function.start, f"there are two functions @{function.name}")
        self.found.functions[function.name] = function

    def _fail_at(self, start: int, text: str) -> None:
        self.tokens.at = start
        self.tokens.fail(text)

    def _pretty_function(self) -> FunctionText:
        tokens = self.tokens
        start = tokens.at
        tokens.expect("func.func")
        if tokens.texts[tokens.at] in ("public", "private", "nested"):
            tokens.at += 1
        name = tokens.expect_kind("@", "the name of a function")[1:].strip('"')
        arguments = self._arguments()
        results = self._results() if tokens.takes("->") else []
        if tokens.takes("attributes"):
            read_dictionary(tokens)
        body = None
        if tokens.texts[tokens.at] == "{":
            body = self.region(arguments)
        read_location(tokens)
        labels, types = [label for _, label in results], [type_ for type_, _ in results]
        return FunctionText(name, start, body, labels, types)

    def _arguments(self) -> list[Argument]:
        """Returns `(%a: type {...} loc(...), ...)`."""
        tokens = self.tokens
        tokens.expect("(")
        found: list[Argument] = []
        while not tokens.takes(")"):
            if found:
                tokens.expect(",")
            found.append(self._argument())
        return found

    def _argument(self) -> Argument:
        tokens = self.tokens
        start = tokens.at
        name = tokens.expect_kind("%", "an argument")
        tokens.expect(":")
        type_ = read_type(tokens)
        if tokens.texts[tokens.at] == "{":
            read_dictionary(tokens)
        return Argument(name, type_, start, read_location(tokens))

    def _results(self) -> list[tuple[Type, str]]:
        """Returns the types of a function's results, and their names."""
        tokens = self.tokens
        if not tokens.takes("("):  # without attributes: the brace after it begins the body
            return [(read_type(tokens), "")]
        found: list[tuple[Type, str]] = []
        while not tokens.takes(")"):
            if found:
                tokens.expect(",")
            type_ = read_type(tokens)
            attributes = read_dictionary(tokens) if tokens.texts[tokens.at] == "{" else {}
            read_location(tokens)
            found.append((type_, _label(attributes)))
        return found

    def _generic_module(self) -> None:
        tokens = self.tokens
        tokens.at += 1
        tokens.expect("(")
        tokens.expect(")")
        self.found.name = str(self._properties().get("sym_name", ""))
        tokens.expect("(")
        tokens.expect("{")
        self._functions("}")
        tokens.expect("}")
        tokens.expect(")")
        self._end_generic()

    def _generic_function(self) -> FunctionText:
        tokens = self.tokens
        start = tokens.at
        tokens.at += 1
        tokens.expect("(")
        tokens.expect(")")
        attributes = self._properties()
        regions = self._regions()
        self._end_generic()
        name, labels = attributes.get("sym_name"), as_list(attributes.get("res_attrs"))
        if not isinstance(name, str) or len(regions) != 1:
            self._fail_at(start, "a function without a name, or without one region")
        found = [_label(as_dictionary(each) or {}) for each in labels or []]
        return FunctionText(str(name), start, regions[0] if regions[0].operations else None, found)

    def _end_generic(self) -> None:
        """Goes on after the attributes and types of a module or a function."""
        tokens = self.tokens
        if tokens.texts[tokens.at] == "{":
            read_dictionary(tokens)
        tokens.expect(":")
        read_types(tokens)
        tokens.expect("->")
        read_types(tokens)
        read_location(tokens)

    # -- regions and operations --------------------------------------------------------------------

    def region(self, arguments: list[Argument]) -> Region:
        """Returns the region in braces that begins here."""
        tokens = self.tokens
        self.depth += 1
        if self.depth > _DEEPEST:
            tokens.fail(f"more than {_DEEPEST} regions within each other")
        tokens.expect("{")
        if tokens.texts[tokens.at][:1] == "^":
            if arguments:
                tokens.fail("the arguments of this region are known; no block is expected here")
            tokens.at += 1
            if tokens.texts[tokens.at] == "(":
                arguments = self._arguments()
            tokens.expect(":")
        operations: list[Operation] = []
        while not tokens.takes("}"):
            if tokens.texts[tokens.at][:1] == "^":
                tokens.fail("a region of several blocks is not supported")
            operations.append(self.operation())
        self.depth -= 1
        return Region(arguments, operations)

    def operation(self) -> Operation:
        """Returns the operation that begins here."""
        tokens = self.tokens
        results = self._result_names() if tokens.texts[tokens.at][:1] == "%" else []
        start, token = tokens.at, tokens.texts[tokens.at]
        if not (token[:1].isalpha() or (token[:1] == '"' and len(token) > 2)):
            tokens.fail(f"expected an operation, not {tokens.shown()}")
        tokens.at += 1
        name = token.strip('"')
        operation = Operation(_SAME.get(name, name), start, results)
        if token[0] == '"':
            self._read_generic(operation)
        elif operation.name in self.known:
            read_pretty(tokens, operation, lambda _, arguments: self.region(arguments))
        elif "." in name:
            skip_unknown(tokens, operation)
        else:
            tokens.at -= 1
            tokens.fail(f"expected an operation, not {tokens.shown()}")
        read_location(tokens)
        return operation

    def _result_names(self) -> list[str]:
        """Returns the names before `=`: `%0`, `%0:2` or `%a, %b`."""
        tokens = self.tokens
        found: list[str] = []
        while True:
            name = tokens.expect_kind("%", "a result")
            if "#" in name:
                tokens.at -= 1
                tokens.fail(f"expected a result, not {tokens.shown()}")
            if tokens.takes(":"):
                token = tokens.texts[tokens.at]
                count = int(token) if token.isdecimal() and len(token) < 5 else 0
                if not 0 < count <= 1024:
                    tokens.fail(f"expected a number of results, not {tokens.shown()}")
                tokens.at += 1
                found += [f"{name}#{place}" for place in range(count)]
            else:
                found.append(name)
            if not tokens.takes(","):
                tokens.expect("=")
                return found

    def _properties(self) -> dict[str, Any]:
        """Returns `<{...}>`, if that stands here."""
        tokens = self.tokens
        if not tokens.takes("<"):
            return {}
        found = read_dictionary(tokens)
        tokens.expect(">")
        return found

    def _regions(self) -> list[Region]:
        """Returns `({...}, {...})`, if that stands here."""
        tokens = self.tokens
        if tokens.texts[tokens.at] != "(":
            return []
        tokens.at += 1
        found = [self.region([])]
        while tokens.takes(","):
            found.append(self.region([]))
        tokens.expect(")")
        return found

    def _read_generic(self, operation: Operation) -> None:
        """Reads what follows the name of an operation in the generic form."""
        tokens = self.tokens
        tokens.expect("(")
        while not tokens.takes(")"):
            if operation.operands:
                tokens.expect(",")
            operation.operands.append(tokens.expect_kind("%", "an operand"))
        if tokens.texts[tokens.at] == "[":
            skip(tokens)  # the blocks that follow it, which only unknown operations have
        operation.attributes = self._properties()
        operation.regions = self._regions()
        if tokens.texts[tokens.at] == "{":
            operation.attributes.update(read_dictionary(tokens))
        tokens.expect(":")
        if tokens.texts[tokens.at] != "(":
            tokens.fail(f"expected the types of the operands, not {tokens.shown()}")
        operation.operand_types = read_types(tokens)
        tokens.expect("->")
        operation.types = read_types(tokens)
        if len(operation.types) != len(operation.results):
            names, count = len(operation.results), len(operation.types)
            tokens.fail(f"{operation.name} has {names} names for {count} results")


def _label(attributes: dict[str, Any]) -> str:
    """Returns the name that jax gives a result."""
    label = attributes.get("jax.result_info", "")
    return label if isinstance(label, str) else ""
