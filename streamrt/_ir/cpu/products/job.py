"""The job of a matrix product: what a launch does, and which share of it a part does.

1. Only `lo`, `hi` and the layout decide that; nothing is kept between launches.
2. The range of a part is one of elements of the result. It means that share of the strips, or of
   the tiles of rows. Strips are shared out if there are enough of them and a is not too large,
   because then no two parts copy the same.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from streamrt._compile.llvm.emit import Code, Module
from streamrt._ir.cpu.products.tiles import GLUE, Tile, least

__all__ = ["MOST_TURNED", "Arithmetic", "CacheSizes", "Job", "emit_begin"]

MOST_TURNED = 8
"""The most terms of the sums of few rows for which columns are copied to lie across; a power of two
that is more than 4."""

LEAST_SHORT = 32
"""The least terms of the sums of few rows that `@short` computes. Fewer are soon added in order."""


@dataclass(frozen=True, slots=True)
class CacheSizes:
    """Sizes that the caches of a machine suggest, in bytes unless another unit is named.

    Attributes:
        terms: the most terms of a sum that are computed in one go; a copied strip has no more rows.
        group: the strips that are kept while blocks of rows pass by.
        block: the rows of a that are kept while strips pass by.
        sums: the sums of a block of rows and a strip.
        shared: as much of a as each part may read, rather than a part of it.
        few: the most tiles of rows for which a strip is not copied, if its elements lie side by
            side.
    """

    terms: int = 8192
    group: int = 1 << 20
    block: int = 1 << 18
    sums: int = 1 << 14
    shared: int = 1 << 22
    few: int = 2


@dataclass(frozen=True, slots=True)
class Job:
    """Facts about a launch, as registers; in memory, a word for each.

    Attributes:
        n, m, k: the extents.
        an, ak, bk, bm: the byte strides of the factors.
        on, om: the byte strides of the output that is fetched ahead; 0 if none is.
        batches: the number of products.
        first, last: the batches of this part, as a range.
        low, high: its units, counted through all batches.
        units: the units of a batch: strips, or tiles of rows.
        by_strips: whether units are strips.
        terms: the most terms of a sum in one go.
        group: the strips that are kept.
        block: the rows of a block.
        wide: the columns of a strip that can be read where it is.
        ahead: the bytes by which fetching ahead goes through the next strip with each term; 0 if
            that strip has no lines that lie in order.
        is_direct: whether strips of so many columns are.
        is_narrow: whether a vector has lanes for all columns.
        is_line: whether it has few rows, which `@line` computes.
        is_short: whether it has few rows and is narrow, and `@short` computes it.
        is_turned: whether the lines of `@line` are copied first, across those of the factor.
        is_dots: whether it has few rows, which `@dots` computes.
    """

    n: str
    m: str
    k: str
    an: str
    ak: str
    bk: str
    bm: str
    on: str
    om: str
    batches: str
    first: str = ""
    last: str = ""
    low: str = ""
    high: str = ""
    units: str = ""
    by_strips: str = ""
    terms: str = ""
    group: str = ""
    block: str = ""
    wide: str = ""
    ahead: str = ""
    is_direct: str = ""
    is_narrow: str = ""
    is_line: str = ""
    is_short: str = ""
    is_turned: str = ""
    is_dots: str = ""

    @classmethod
    def words(cls) -> int:
        """Returns the number of words in memory."""
        return len(fields(cls))

    @classmethod
    def load(cls, code: Code, address: str) -> Job:
        """Emits loads of all words."""
        found: dict[str, str] = {}
        for place, field in enumerate(fields(cls)):
            value = code.load("i64", code.at(address, str(place), "i64"))
            is_flag = field.name.startswith(_FLAGS)
            found[field.name] = code.let(f"trunc i64 {value} to i1") if is_flag else value
        return cls(**found)

    def store(self, code: Code, address: str) -> None:
        """Emits stores of the words that are known."""
        for place, field in enumerate(fields(self)):
            value: str = getattr(self, field.name)
            if value:
                if field.name.startswith(_FLAGS):
                    value = code.let(f"zext i1 {value} to i64")
                code.store("i64", value, code.at(address, str(place), "i64"))


_FLAGS = ("is_", "by_")


class Arithmetic:
    """Emits arithmetic on i64 and i1 registers."""

    def __init__(self, code: Code) -> None:
        self.code = code

    def least(self, x: str, y: str) -> str:
        """Emits the lesser of two."""
        return least(self.code, x, y)

    def most(self, x: str, y: str) -> str:
        """Emits the greater of two."""
        return self.code.call("i64", "llvm.smax.i64", ("i64", x), ("i64", y))

    def add(self, x: str, y: str | int) -> str:
        """Emits x + y."""
        return self.code.let(f"add i64 {x}, {y}")

    def less(self, x: str, y: str) -> str:
        """Emits x - y."""
        return self.code.let(f"sub i64 {x}, {y}")

    def times(self, x: str, y: str | int) -> str:
        """Emits x * y."""
        return self.code.let(f"mul i64 {x}, {y}")

    def over(self, x: str | int, y: str) -> str:
        """Emits x / y."""
        return self.code.let(f"udiv i64 {x}, {y}")

    def parts(self, whole: str, size: str | int) -> str:
        """Emits the number of parts of a size, the last one maybe smaller."""
        short = self.add(size, -1) if isinstance(size, str) else str(size - 1)
        return self.code.let(f"udiv i64 {self.add(whole, short)}, {size}")

    def choose(self, condition: str, yes: str | int, no: str | int, type_: str = "i64") -> str:
        """Emits one of two values."""
        return self.code.let(f"select i1 {condition}, {type_} {yes}, {type_} {no}")

    def test(self, relation: str, x: str, y: str | int) -> str:
        """Emits a comparison."""
        return self.code.let(f"icmp {relation} i64 {x}, {y}")

    def both(self, x: str, y: str) -> str:
        """Emits whether both hold."""
        return self.code.let(f"and i1 {x}, {y}")

    def either(self, x: str, y: str) -> str:
        """Emits whether one of them holds."""
        return self.code.let(f"or i1 {x}, {y}")

    def no(self, x: str) -> str:
        """Emits whether it does not hold."""
        return self.code.let(f"xor i1 {x}, true")


def emit_begin(module: Module, tile: Tile, limits: CacheSizes) -> None:
    """Emits `@product_begin`, which completes a job from its extents, strides and batches."""
    parameters = "ptr %job, i64 %lo, i64 %hi"
    name = "product_begin"
    with module.function("void", name, parameters, attributes=GLUE, exported=True) as code:
        job = Job.load(code, "%job")
        found = {**_sizes(code, tile, limits, job), **_share(code, tile, limits, job)}
        replace(job, **found).store(code, "%job")
        code.do("ret void")


def _sizes(code: Code, tile: Tile, limits: CacheSizes, job: Job) -> dict[str, str]:
    """Emits how large groups and blocks are, and which code is used."""
    on = Arithmetic(code)
    terms = on.least(on.most(job.k, "1"), str(limits.terms))
    strip = on.times(terms, tile.columns * tile.itemsize)
    group = on.most(on.over(limits.group, strip), "1")
    most = str(limits.sums // (tile.columns * tile.itemsize * tile.rows))
    tiles = on.most(on.over(limits.block, on.times(terms, tile.rows * tile.itemsize)), "1")
    tiles = on.choose(on.test("eq", group, 1), most, on.least(tiles, most))
    return {
        "terms": terms,
        "block": on.times(tiles, tile.rows),
        **_strips(code, tile, limits, job, group),
        **_thin(code, tile, job),
    }


def _strips(code: Code, tile: Tile, limits: CacheSizes, job: Job, group: str) -> dict[str, str]:
    """Emits which strips are read where they are, and how many others are kept."""
    on = Arithmetic(code)
    is_narrow = on.test("sle", job.m, tile.lanes)
    narrow = on.most(job.m, "1") if tile.has_masks else str(tile.lanes)
    is_dense = on.test("eq", job.bm, tile.itemsize)
    are_few = on.test("sle", job.n, limits.few * tile.rows)
    # A copy of lines that lie closer than its own would only be longer.
    are_close = on.both(is_narrow, on.test("ule", job.bk, tile.lanes * tile.itemsize))
    is_direct = on.both(is_dense, on.either(are_few, are_close))
    # Columns that follow each other without a gap are as many lines as their rows would be.
    is_along = on.test("eq", job.bk, tile.itemsize)
    is_whole = on.both(is_along, on.test("eq", job.bm, on.times(job.k, tile.itemsize)))
    other = on.choose(is_whole, tile.columns * tile.itemsize, 0)
    return {
        "group": on.choose(is_direct, 1, group),
        "wide": on.choose(is_narrow, narrow, tile.columns),
        "ahead": on.choose(is_dense, job.bk, other),
        "is_direct": is_direct,
        "is_narrow": is_narrow,
    }


def _thin(code: Code, tile: Tile, job: Job) -> dict[str, str]:
    """Emits which code computes a product of few rows."""
    on = Arithmetic(code)
    # Tiles take longer than lines where there is nothing to gain: with few terms.
    most = on.choose(on.test("sle", job.k, MOST_TURNED), max(tile.few, 4), tile.few)
    are_few = on.test("slt", job.n, most)
    a_is_along, b_is_along, is_across = (
        on.test("eq", step, tile.itemsize) for step in (job.ak, job.bk, job.bm)
    )
    most_turned = MOST_TURNED if tile.turns else 0
    are_turned = on.both(on.no(is_across), on.test("ult", on.less(job.k, "1"), most_turned))
    is_turned = on.both(on.both(are_few, b_is_along), are_turned)
    is_dots = on.both(on.both(are_few, on.no(is_turned)), on.both(a_is_along, b_is_along))
    is_line = on.both(on.both(are_few, is_across), on.no(is_dots))
    is_narrow = on.test("sle", job.m, tile.lanes if tile.loads_parts else -1)
    is_short = on.both(on.both(is_line, is_narrow), on.test("sge", job.k, LEAST_SHORT))
    return {
        "is_line": on.either(is_turned, on.both(is_line, on.no(is_short))),
        "is_short": is_short,
        "is_turned": is_turned,
        "is_dots": is_dots,
    }


def _share(code: Code, tile: Tile, limits: CacheSizes, job: Job) -> dict[str, str]:
    """Emits which units the range lo..hi of elements means."""
    on = Arithmetic(code)
    area = on.times(on.times(job.n, job.k), tile.itemsize)
    strips, tiles = on.parts(job.m, tile.columns), on.parts(job.n, tile.rows)
    is_wide = on.either(on.test("sle", area, limits.shared), on.test("sge", job.m, job.n))
    by_strips = on.both(is_wide, on.test("sge", strips, on.least(tiles, "8")))
    units = on.most(on.choose(by_strips, strips, tiles), "1")
    total = on.times(units, job.batches)
    elements = on.times(on.times(job.n, job.m), job.batches)
    # Rounded down, so the end of the range is at least the end of the units.
    share = on.most(on.over(elements, on.most(total, "1")), "1")
    low, high = (on.least(on.over(end, share), total) for end in ("%lo", "%hi"))
    is_empty = on.either(on.test("eq", elements, 0), on.test("sge", low, high))
    return {
        "by_strips": by_strips,
        "units": units,
        "low": low,
        "high": high,
        "first": on.choose(is_empty, 0, on.over(low, units)),
        "last": on.choose(is_empty, 0, on.parts(high, units)),
    }
