"""LLVM IR as text: functions, loops with carried values, vectors and the kernel ABI's slots.

The source of a kernel may be a Python function that emits IR. IR with explicit vectors needs no
optimiser beyond O1, and says exactly what the machine will do. Text is ten times faster to emit
than an object model of it, and a person can read it.

These rules hold for everything that is emitted here:

1. A loop tests at its top, so a loop of zero turns needs no special case.
2. A vector load or store is aligned to its element only: a buffer may start at any element.
3. Elements that do not fill a vector are computed one by one, by the same operations in the same
   order, so that a result does not depend on how a range was split.
4. The index of a loop goes through `llvm.expect`, which returns it. So LLVM does not see that it
   counts, and its strength reduction finds nothing to do: that took half of the time to compile,
   and made loops with several addresses slower, because each became a counter of its own.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from streamrt._compile.signatures.dtypes import DTYPES

if TYPE_CHECKING:
    from streamrt._compile.llvm.targets import Target

__all__ = ["ENTRY", "SIZES", "TYPES", "Code", "Loop", "Module", "suffix", "vector"]

TYPES: Mapping[str, str] = {name: t.llvm for name, t in DTYPES.items()}
"""The LLVM type of each dtype, as it lies in memory; of an f16 the type of its bits, `i16`."""

SIZES: Mapping[str, int] = {t.llvm: t.itemsize for t in DTYPES.values()}
"""Bytes of one element of each LLVM type."""

ENTRY: str = "ptr %args, i64 %lo, i64 %hi"
"""The parameters of a kernel's entry."""


@cache
def vector(lanes: int, element: str) -> str:
    """Return the type of `lanes` elements; one lane is the plain element."""
    return element if lanes == 1 else f"<{lanes} x {element}>"


@cache
def suffix(type_: str) -> str:
    """Return the type as names of intrinsics spell it: `<8 x float>` is `v8f32`."""
    if type_.startswith("<"):
        lanes, element = type_.strip("<>").split(" x ")
        return f"v{lanes}{suffix(element)}"
    return {"float": "f32", "double": "f64"}.get(type_, type_)


@dataclass(slots=True)
class Loop:
    """A loop that is being written: its index, and the values it carries from turn to turn.

    Attributes:
        index: the name of the i64 index of this turn.
        values: the carried values of this turn; after the loop, the values of its end.
        following: the carried values of the next turn.
        jump: the index of the next turn, if it is not one step further.
    """

    index: str
    values: tuple[str, ...]
    following: tuple[str, ...]
    jump: str = ""

    def carry(self, *values: str) -> None:
        """Make `values` the carried values of the next turn."""
        self.following = values


@dataclass(slots=True)
class Code:
    """The body of one function, line by line. `Module.function` makes it.

    Attributes:
        module: the module of the function.
        lines: the text so far.
        current: the name of the block that is being written.
        locals: the text that stands before the first line: memory of the function's own.
    """

    module: Module
    lines: list[str] = field(default_factory=list[str])
    current: str = "entry"
    locals: list[str] = field(default_factory=list[str])

    def do(self, statement: str) -> None:
        """Append a statement that has no result."""
        self.lines.append(f"  {statement}")

    def let(self, expression: str) -> str:
        """Append `%name = expression` and return the new name."""
        name = f"%v{self.module.fresh()}"
        self.lines.append(f"  {name} = {expression}")
        return name

    def label(self, name: str) -> None:
        """Begin the block `name`."""
        self.lines.append(f"{name}:")
        self.current = name

    # --- memory ---------------------------------------------------------------------------------

    def local(self, nbytes: int) -> str:
        """Return the address of bytes that live as long as the call, aligned to 64.

        A loop that asks for some has the same ones in each turn.
        """
        name = f"%v{self.module.fresh()}"
        self.locals.append(f"  {name} = alloca [{nbytes} x i8], align 64")
        return name

    def at(self, base: str, index: str, type_: str = "i8") -> str:
        """Return the address of element `index` of `type_`s at `base`."""
        return self.let(f"getelementptr {type_}, ptr {base}, i64 {index}")

    def load(self, type_: str, address: str, element: str | None = None) -> str:
        """Load a `type_` aligned as one `element` (which is `type_` itself unless given)."""
        return self.let(f"load {type_}, ptr {address}, align {SIZES.get(element or type_, 8)}")

    def store(self, type_: str, value: str, address: str, element: str | None = None) -> None:
        """Store a `type_` aligned as one `element`."""
        align = SIZES.get(element or type_, 8)
        self.do(f"store {type_} {value}, ptr {address}, align {align}")

    def slot(self, index: int, type_: str = "ptr") -> str:
        """Load argument slot `index`: 0 is the layout, 1 and up are the parameters."""
        return self.load(type_, self.at("%args", str(index), "i64"))

    def words(self, layout: str, count: int) -> list[str]:
        """Load the first `count` words of the layout: extents, then byte strides."""
        return [self.load("i64", self.at(layout, str(k), "i64")) for k in range(count)]

    # --- values ---------------------------------------------------------------------------------

    def splat(self, lanes: int, element: str, value: str) -> str:
        """Return a vector with `value` in every lane."""
        if lanes == 1:
            return value
        wide = vector(lanes, element)
        first = self.let(f"insertelement {wide} poison, {element} {value}, i64 0")
        zeros = f"<{lanes} x i32> zeroinitializer"
        return self.let(f"shufflevector {wide} {first}, {wide} poison, {zeros}")

    def call(self, result: str, name: str, *arguments: tuple[str, str]) -> str:
        """Call `@name`, declared if it is an intrinsic, with (type, value) pairs."""
        if name.startswith("llvm.") and name not in self.module.intrinsics:
            self.module.intrinsics.add(name)
            types = ", ".join(type_ for type_, _ in arguments)
            self.module.declare(f"declare {result} @{name}({types})")
        given = ", ".join([f"{type_} {value}" for type_, value in arguments])
        if result == "void":
            self.do(f"call void @{name}({given})")
            return ""
        return self.let(f"call {result} @{name}({given})")

    def fold(self, lanes: int, element: str, value: str, add: str) -> str:
        """Add up the lanes of a vector as a balanced tree; `add` is `fadd` or `add`."""
        while lanes > 1:
            wide, lanes = vector(lanes, element), lanes // 2
            low = ", ".join(f"i32 {k}" for k in range(lanes))
            high = ", ".join(f"i32 {k + lanes}" for k in range(lanes))
            half = vector(lanes, element) if lanes > 1 else f"<1 x {element}>"
            left = self.let(f"shufflevector {wide} {value}, {wide} poison, <{lanes} x i32> <{low}>")
            right = self.let(
                f"shufflevector {wide} {value}, {wide} poison, <{lanes} x i32> <{high}>"
            )
            value = self.let(f"{add} {half} {left}, {right}")
        return self.let(f"extractelement <1 x {element}> {value}, i64 0")

    # --- control --------------------------------------------------------------------------------

    @contextmanager
    def loop(
        self, start: str, stop: str, step: int = 1, carried: Sequence[tuple[str, str]] = ()
    ) -> Generator[Loop]:
        """Emit `for index in range(start, stop, step)` around the body.

        `stop - start` must be a multiple of `step` (see `whole`). `carried` are (type, initial
        value) pairs; the body calls `carry` with their next values, in the same order.
        """
        tag = self.module.fresh()
        head, body, done = f"head{tag}", f"body{tag}", f"done{tag}"
        index, values = f"%i{tag}", tuple(f"%c{tag}.{k}" for k in range(len(carried)))
        before = self.current
        self.do(f"br label %{head}")
        self.label(head)
        place = len(self.lines)  # the phis go here, once the end of the body is known
        self.module.declare("declare i64 @llvm.expect.i64(i64, i64)")
        self.do(f"{index} = call i64 @llvm.expect.i64(i64 %turn{tag}, i64 0)")  # rule 4
        more = self.let(f"icmp slt i64 {index}, {stop}")
        self.do(f"br i1 {more}, label %{body}, label %{done}")
        self.label(body)
        loop = Loop(index, values, values)
        yield loop
        following = loop.jump or self.let(f"add i64 {index}, {step}")
        phis = [f"  %turn{tag} = phi i64 [{start}, %{before}], [{following}, %{self.current}]"]
        for name, (type_, first), last in zip(values, carried, loop.following, strict=True):
            phis.append(f"  {name} = phi {type_} [{first}, %{before}], [{last}, %{self.current}]")
        self.lines[place:place] = phis
        self.do(f"br label %{head}")
        self.label(done)

    @contextmanager
    def when(self, condition: str) -> Generator[None]:
        """Emit the body so that it runs only where the i1 `condition` holds."""
        tag = self.module.fresh()
        self.do(f"br i1 {condition}, label %then{tag}, label %after{tag}")
        self.label(f"then{tag}")
        yield
        if not self.lines[-1].startswith("  ret "):
            self.do(f"br label %after{tag}")
        self.label(f"after{tag}")

    def whole(self, count: str, lanes: int) -> str:
        """Return the largest multiple of `lanes` (a power of two) not above `count`."""
        return self.let(f"and i64 {count}, {-lanes}")


@dataclass(slots=True)
class Module:
    """IR text that is being written: declarations and functions.

    Attributes:
        functions: the text of each function.
        declarations: the text of each declaration, once, in order.
        names: how many numbers `fresh` has returned.
        intrinsics: the names of LLVM's own functions that are declared.
        target: the CPU that the text is for; None is this process's.
    """

    functions: list[str] = field(default_factory=list[str])
    declarations: dict[str, None] = field(default_factory=dict[str, None])
    names: int = 0
    intrinsics: set[str] = field(default_factory=set[str])
    target: Target | None = None

    def fresh(self) -> int:
        """Return a number that no other name of this module has."""
        self.names += 1
        return self.names

    def declare(self, text: str) -> None:
        """Declare an external function or global, once."""
        self.declarations[text] = None

    def defines(self, name: str) -> bool:
        """Return whether a function of this name is written already."""
        return any(f"@{name}(" in text.partition("\n")[0] for text in self.functions)

    @contextmanager
    def function(
        self,
        result: str,
        name: str,
        parameters: str = ENTRY,
        *,
        attributes: str = "nounwind",
        exported: bool = False,
    ) -> Generator[Code]:
        """Emit a function; an `i32` one with the ABI's parameters is the kernel's entry.

        The body ends with the caller's `ret`, except for an entry, which returns 0 by itself.
        Entries and what is `exported` can be called from outside the module.
        """
        code = Code(self)
        yield code
        linkage = "" if exported or parameters == ENTRY else "internal "
        if parameters == ENTRY:
            code.do("ret i32 0")
        body = "\n".join([*code.locals, *code.lines])
        self.functions.append(
            f"define {linkage}{result} @{name}({parameters}) {attributes} {{\nentry:\n{body}\n}}"
        )

    def text(self) -> str:
        """Return the module as IR text."""
        return "\n\n".join(["\n".join(self.declarations), *self.functions]).strip() + "\n"
