"""Sorts of rows by their digits: what sort and argsort emit.

A row becomes records: a key, whose order as an unsigned number is the order wanted, in the highest
bits, and below it whatever goes with the key. Records are sorted by the lowest digit of the key
first, each time keeping the order of equal digits (D. Knuth, "The Art of Computer Programming",
volume 3, 5.2.5, algorithm R). One pass over the row makes the records and counts all digits.

1. A digit in which all keys of a row agree takes no pass. So small integers take few.
2. Digits have 11 bits in long rows, and 8 in others, because their tables are cleared for each
   row. In a short row each key is compared with all others, many at once: the number of those
   before it is its place.
3. Records go to and fro between two places, of which the output is one if records fit there.
4. Counts have 32 bits, so a row has fewer than 2**32 elements.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from streamrt.emit import SIZES, Code, Module, vector

SHORT = {8: 128, 16: 128, 32: 128, 64: 128}
"""The most elements of a short row, by the bits of a key."""
LONG = 8192
"""The least length for which larger tables pay."""
NO_MEMORY, TOO_LONG = 1, 2
CLEARED = 16
"""The counts that are cleared at once."""


@dataclass(frozen=True, slots=True)
class Sort:
    """A sort of rows, as text.

    Attributes:
        entry: the name of the entry.
        element: the LLVM type of an element of x.
        result: the LLVM type of an element of what is written.
        key: the bits of a key.
        record: the bits of a record.
        encode: emits a record: (code, element, its column) -> record.
        decode: emits results: (code, lanes, records) -> values to store.
    """

    entry: str
    element: str
    result: str
    key: int
    record: int
    encode: Callable[[Code, str, str], str]
    decode: Callable[[Code, int, str], str]

    @property
    def whole(self) -> str:
        """The LLVM type of a record."""
        return f"i{self.record}"

    @property
    def places(self) -> int:
        """The number of places beside the output that records take."""
        return 1 if self.record == 8 * SIZES[self.result] else 2

    @property
    def digits(self) -> tuple[int, ...]:
        """The bits of a digit, for rows from short to long."""
        return (8, 11) if self.key >= 32 else (8,)

    def emit(self) -> str:
        """Return the kernel's IR."""
        module = Module()
        module.declare("declare ptr @malloc(i64)")
        module.declare("declare void @free(ptr)")
        self._ranked(module)
        self._result(module)
        for bits in self.digits:
            self._counted(module, bits)
            self._pass(module, bits)
            self._many(module, bits)
        self._row(module)
        self._entry(module)
        return module.text()

    # --- records --------------------------------------------------------------------------------

    def _record(self, code: Code, index: str) -> str:
        return self.encode(code, code.load(self.element, code.at("%x", index, self.element)), index)

    def _at(self, code: Code, base: str, index: str) -> str:
        return code.at(base, index, self.whole)

    def _store(self, code: Code, value: str, address: str) -> None:
        code.do(f"store {self.whole} {value}, ptr {address}, align {min(8, self.record // 8)}")

    def _load(self, code: Code, address: str, lanes: int = 1) -> str:
        align = min(8, self.record // 8)
        return code.let(f"load {vector(lanes, self.whole)}, ptr {address}, align {align}")

    def _key(self, code: Code, address: str) -> str:
        """Emit the key of the record at an address, by its bytes; it is the highest part."""
        return code.load(
            f"i{self.key}", code.at(address, str((self.record - self.key) // 8)), f"i{self.key}"
        )

    def _high(self, code: Code, record: str) -> str:
        """Emit the key of a record."""
        if self.record == self.key:
            return record
        high = code.let(f"lshr {self.whole} {record}, {self.record - self.key}")
        return code.let(f"trunc {self.whole} {high} to i{self.key}")

    def _digit(self, code: Code, key: str, shift: str, bits: int) -> str:
        kind = f"i{self.key}"
        digit = code.let(f"lshr {kind} {key}, {shift}")
        if self.key > bits:
            digit = code.let(f"and {kind} {digit}, {(1 << bits) - 1}")
        return digit if self.key == 64 else code.let(f"zext {kind} {digit} to i64")

    def _passes(self, bits: int) -> int:
        return -(-self.key // bits)

    # --- functions ------------------------------------------------------------------------------

    def _ranked(self, module: Module) -> None:
        """Emit the records of a short row, each stored where the rank of its key says."""
        key, size = f"i{self.key}", self.key // 8
        lanes = 128 // size
        wide, most = vector(lanes, key), SHORT[self.key]
        with module.function("void", "short", "ptr %x, ptr %a, i64 %m") as code:
            keys, ranks = code.local(most * size + 128), code.local(128)
            records = keys if self.record == self.key else code.local(most * self.record // 8)
            with code.loop("0", "%m") as loop:
                record = self._record(code, loop.index)
                self._store(code, record, self._at(code, records, loop.index))
                if self.record > self.key:
                    code.store(key, self._high(code, record), code.at(keys, loop.index, key))
            up = code.let(f"add i64 %m, {lanes - 1}")
            with code.loop("0", code.whole(up, lanes), lanes) as block:
                end = code.let(f"add i64 {block.index}, {lanes}")
                end = code.call("i64", "llvm.smin.i64", ("i64", end), ("i64", "%m"))
                rank = self._rank(code, keys, block.index, end)
                code.do(f"store {wide} {rank}, ptr {ranks}, align 64")
                with code.loop(block.index, end) as loop:
                    number = code.let(f"sub i64 {loop.index}, {block.index}")
                    place = code.load(key, code.at(ranks, number, key))
                    if self.key < 64:
                        place = code.let(f"zext {key} {place} to i64")
                    record = self._load(code, self._at(code, records, loop.index))
                    self._store(code, record, self._at(code, "%a", place))
            code.do("ret void")

    def _rank(self, code: Code, keys: str, start: str, end: str) -> str:
        """Emit for a vector of keys how many of all keys come before each.

        These are the keys that are less, and the equal ones at lower places. Of a key before the
        vector and of one behind it the place need not be looked at.
        """
        key, lanes = f"i{self.key}", 128 // (self.key // 8)
        wide, truths = vector(lanes, key), vector(lanes, "i1")
        numbers = ", ".join(f"{key} {k}" for k in range(lanes))
        these = code.load(wide, code.at(keys, start, key), key)
        rank = "zeroinitializer"
        for compare, first, last in (("ule", "0", start), ("", start, end), ("ult", end, "%m")):
            with code.loop(first, last, 1, [(wide, rank)]) as loop:
                other = code.load(key, code.at(keys, loop.index, key))
                other = code.splat(lanes, key, other)
                before = code.let(f"icmp {compare or 'ult'} {wide} {other}, {these}")
                if not compare:
                    number = code.let(f"sub i64 {loop.index}, {start}")
                    if self.key < 64:
                        number = code.let(f"trunc i64 {number} to {key}")
                    number = code.splat(lanes, key, number)
                    later = code.let(f"icmp ult {wide} {number}, <{numbers}>")
                    equal = code.let(f"icmp eq {wide} {other}, {these}")
                    equal = code.let(f"and {truths} {equal}, {later}")
                    before = code.let(f"or {truths} {before}, {equal}")
                one = code.let(f"zext {truths} {before} to {wide}")
                loop.carry(code.let(f"add {wide} {loop.values[0]}, {one}"))
            rank = loop.values[0]
        return rank

    def _counted(self, module: Module, bits: int) -> None:
        """Emit the records of a row, and the counts of all their digits."""
        size, wide = 1 << bits, vector(CLEARED, "i32")
        parameters = "ptr %x, ptr %a, ptr %table, i64 %m"
        with module.function("void", f"counted{bits}", parameters) as code:
            with code.loop("0", str(self._passes(bits) * size), CLEARED) as clear:
                address = code.at("%table", clear.index, "i32")
                code.store(wide, "zeroinitializer", address, "i32")
            with code.loop("0", "%m") as loop:
                record = self._record(code, loop.index)
                address = self._at(code, "%a", loop.index)
                self._store(code, record, address)
                key = self._high(code, record)
                for number in range(self._passes(bits)):
                    digit = self._digit(code, key, str(number * bits), bits)
                    if number:
                        digit = code.let(f"add i64 {digit}, {number * size}")
                    count = code.at("%table", digit, "i32")
                    code.store("i32", code.let(f"add i32 {code.load('i32', count)}, 1"), count)
            code.do("ret void")

    def _pass(self, module: Module, bits: int) -> None:
        """Emit the pass of one digit from `%a` to `%b`. It returns where the records then lie."""
        kind = f"i{self.key}"
        parameters = f"ptr %a, ptr %b, ptr %table, i64 %m, {kind} %shift"
        with module.function("ptr", f"pass{bits}", parameters) as code:
            digit = self._digit(code, self._key(code, "%a"), "%shift", bits)
            same = code.load("i32", code.at("%table", digit, "i32"))
            same = code.let(f"zext i32 {same} to i64")
            with code.when(code.let(f"icmp eq i64 {same}, %m")):
                code.do("ret ptr %a")
            with code.loop("0", str(1 << bits), 1, [("i32", "0")]) as sums:
                address = code.at("%table", sums.index, "i32")
                count = code.load("i32", address)
                code.store("i32", sums.values[0], address)
                sums.carry(code.let(f"add i32 {sums.values[0]}, {count}"))
            with code.loop("0", "%m") as loop:
                source = self._at(code, "%a", loop.index)
                digit = self._digit(code, self._key(code, source), "%shift", bits)
                address = code.at("%table", digit, "i32")
                place = code.load("i32", address)
                code.store("i32", code.let(f"add i32 {place}, 1"), address)
                target = self._at(code, "%b", code.let(f"zext i32 {place} to i64"))
                self._store(code, self._load(code, source), target)
            code.do("ret ptr %b")

    def _many(self, module: Module, bits: int) -> None:
        """Emit the passes of a row. It returns where the sorted records lie."""
        parameters = "ptr %x, ptr %a, ptr %b, ptr %table, i64 %m"
        with module.function("ptr", f"many{bits}", parameters) as code:
            row = (("ptr", "%table"), ("i64", "%m"))
            code.call("void", f"counted{bits}", ("ptr", "%x"), ("ptr", "%a"), *row)
            here, there = "%a", "%b"
            for number in range(self._passes(bits)):
                table = code.at("%table", str(number << bits), "i32")
                given = (("ptr", table), ("i64", "%m"), (f"i{self.key}", str(number * bits)))
                now = code.call("ptr", f"pass{bits}", ("ptr", here), ("ptr", there), *given)
                stayed = code.let(f"icmp eq ptr {now}, {here}")
                there = code.let(f"select i1 {stayed}, ptr {there}, ptr {here}")
                here = now
            code.do(f"ret ptr {here}")

    def _result(self, module: Module) -> None:
        """Emit the results of sorted records, which may lie where the results go."""
        lanes = 64 // max(SIZES[self.result], self.record // 8)
        with module.function("void", "result", "ptr %from, ptr %y, i64 %m") as code:
            whole = code.whole("%m", lanes)
            for count, start, stop in ((lanes, "0", whole), (1, whole, "%m")):
                with code.loop(start, stop, count) as loop:
                    records = self._load(code, self._at(code, "%from", loop.index), count)
                    value = self.decode(code, count, records)
                    address = code.at("%y", loop.index, self.result)
                    code.store(vector(count, self.result), value, address, self.result)
            code.do("ret void")

    def _row(self, module: Module) -> None:
        """Emit the sort of one row."""
        parameters = "ptr %x, ptr %y, ptr %a, ptr %b, ptr %table, i64 %m"
        with module.function("void", "row", parameters) as code:
            with code.when(code.let(f"icmp sle i64 %m, {SHORT[self.key]}")):
                code.call("void", "short", ("ptr", "%x"), ("ptr", "%a"), ("i64", "%m"))
                code.call("void", "result", ("ptr", "%a"), ("ptr", "%y"), ("i64", "%m"))
                code.do("ret void")
            given = [("ptr", f"%{name}") for name in ("x", "a", "b", "table")]
            for bits in self.digits:
                last = bits == self.digits[-1]
                with code.when("true" if last else code.let(f"icmp slt i64 %m, {LONG}")):
                    found = code.call("ptr", f"many{bits}", *given, ("i64", "%m"))
                    code.call("void", "result", ("ptr", found), ("ptr", "%y"), ("i64", "%m"))
                    code.do("ret void")
            code.do("ret void")

    def _entry(self, module: Module) -> None:
        tables = 4 * max(self._passes(bits) << bits for bits in self.digits)
        with module.function("i32", self.entry) as code:
            m = code.words(code.slot(0), 2)[1]
            x, y = code.slot(1), code.slot(2)
            for none in (f"icmp eq i64 {m}, 0", "icmp eq i64 %lo, %hi"):
                with code.when(code.let(none)):
                    code.do("ret i32 0")
            with code.when(code.let(f"icmp uge i64 {m}, {1 << 32}")):
                code.do(f"ret i32 {TOO_LONG}")
            place = code.let(f"mul i64 {m}, {self.record // 8}")
            nbytes = code.let(f"mul i64 {place}, {self.places}")
            space = code.call("ptr", "malloc", ("i64", code.let(f"add i64 {nbytes}, {tables}")))
            with code.when(code.let(f"icmp eq ptr {space}, null")):
                code.do(f"ret i32 {NO_MEMORY}")
            b = code.at(space, str(tables))
            with code.loop("%lo", "%hi") as rows:
                offset = code.let(f"mul i64 {rows.index}, {m}")
                source = code.at(x, offset, self.element)
                target = code.at(y, offset, self.result)
                a = target if self.places == 1 else code.at(b, place)
                given = [("ptr", name) for name in (source, target, a, b, space)]
                code.call("void", "row", *given, ("i64", m))
            code.call("void", "free", ("ptr", space))
