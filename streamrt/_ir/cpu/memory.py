"""Vectors from and to memory.

1. A dense vector is one load or store, aligned to its element only.
2. A strided one is a load or store for each lane, whose address is that of the lane before and the
   stride. A gather instruction is slower on many CPUs, and others have none.
3. A mask names the first `count` lanes, and no memory beyond these is touched. Where elements have
   strides, each lane past them has the address of the last one. Such a load gives a valid element;
   such a store comes before the one of the last lane, which overwrites it.
4. A lane that a mask leaves out holds 0, or some element. Emitted code must not care.
5. Masked instructions serve elements of 4 and 8 bytes. Most CPUs have none for smaller ones, and
   LLVM would write a branch for each lane. So these are copied one by one, to or from a vector in
   memory of the kernel's own. (Where a CPU has them, LLVM 22 stores 16 bytes for a mask of 8 lanes
   that it had to spill: it forgets that the other 8 bits are undefined.)
6. What a mask leaves out costs time: some CPUs fetch memory ahead for whole vectors only. So a mask
   may say that a store of all lanes does no harm.
"""

from __future__ import annotations

from dataclasses import dataclass

from streamrt._compile.llvm.emit import Code, suffix, vector
from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.cpu.values import lane_numbers

__all__ = ["Mask", "Place", "first_lanes", "load", "store"]


@dataclass(frozen=True, slots=True)
class Place:
    """The memory of one vector.

    Attributes:
        address: the address of its first element.
        stride: the bytes from one lane to the next, an i64; None if elements lie side by side.
    """

    address: str
    stride: str | None = None


@dataclass(frozen=True, slots=True)
class Mask:
    """The first lanes of a vector, at least one.

    Attributes:
        count: how many, an i64; more than there are lanes means all.
        bits: an i1 for each lane.
        whole: an i1: whether a store may write the lanes past these, too, because they are written
            again later; empty if it never may.
    """

    count: str
    bits: str
    whole: str = ""


def first_lanes(code: Code, lanes: int, count: str) -> Mask:
    """Emits the mask of the first `count` lanes, an i64 from 1 to 255."""
    if lanes == 1:
        return Mask(count, "true")
    wide = code.splat(lanes, "i8", code.let(f"trunc i64 {count} to i8"))
    bits = code.let(f"icmp ult {vector(lanes, 'i8')} {lane_numbers(lanes, 'i8')}, {wide}")
    return Mask(count, bits)


def load(code: Code, dtype: str, lanes: int, place: Place, mask: Mask | None = None) -> str:
    """Emits a load of `lanes` elements; a bool becomes an i1."""
    known = DTYPES[dtype]
    element, wide = known.llvm, vector(lanes, known.llvm)
    if lanes == 1:
        value = code.load(element, place.address)
    elif place.stride is not None:
        value = "poison"
        for lane, address in enumerate(_addresses(code, lanes, place, mask)):
            one = code.load(element, address)
            value = code.let(f"insertelement {wide} {value}, {element} {one}, i64 {lane}")
    elif mask is None:
        value = code.load(wide, place.address, element)
    elif known.itemsize < 4:
        tile = code.local(lanes * known.itemsize)
        code.store(wide, "zeroinitializer", tile, element)
        _copy(code, element, lanes, place.address, tile, mask)
        value = code.load(wide, tile, element)
    else:
        name = f"llvm.masked.load.{suffix(wide)}.p0"
        code.module.declare(f"declare {wide} @{name}(ptr, i32, <{lanes} x i1>, {wide})")
        value = code.let(
            f"call {wide} @{name}(ptr {place.address}, i32 {known.itemsize}, "
            f"<{lanes} x i1> {mask.bits}, {wide} zeroinitializer)"
        )
    if dtype == "bool":
        return code.let(f"icmp ne {wide} {value}, {'0' if lanes == 1 else 'zeroinitializer'}")
    return value


def store(
    code: Code, dtype: str, lanes: int, value: str, place: Place, mask: Mask | None = None
) -> None:
    """Emits a store of `lanes` elements; a bool is an i1."""
    known = DTYPES[dtype]
    element, wide = known.llvm, vector(lanes, known.llvm)
    if dtype == "bool":
        value = code.let(f"zext {vector(lanes, 'i1')} {value} to {wide}")
    if lanes == 1:
        code.store(element, value, place.address)
    elif place.stride is not None:
        addresses = list(enumerate(_addresses(code, lanes, place, mask)))
        for lane, address in reversed(addresses):  # rule 3 says why
            one = code.let(f"extractelement {wide} {value}, i64 {lane}")
            code.store(element, one, address)
    elif mask is None:
        code.store(wide, value, place.address, element)
    elif mask.whole:
        with code.when(mask.whole):
            code.store(wide, value, place.address, element)
        with code.when(code.let(f"xor i1 {mask.whole}, true")):
            _store_some(code, dtype, lanes, value, place, mask)
    else:
        _store_some(code, dtype, lanes, value, place, mask)


def _store_some(code: Code, dtype: str, lanes: int, value: str, place: Place, mask: Mask) -> None:
    """Emits a store of the lanes that a mask has, side by side."""
    known = DTYPES[dtype]
    element, wide = known.llvm, vector(lanes, known.llvm)
    if known.itemsize < 4:
        tile = code.local(lanes * known.itemsize)
        code.store(wide, value, tile, element)
        _copy(code, element, lanes, tile, place.address, mask)
    else:
        name = f"llvm.masked.store.{suffix(wide)}.p0"
        code.module.declare(f"declare void @{name}({wide}, ptr, i32, <{lanes} x i1>)")
        code.do(
            f"call void @{name}({wide} {value}, ptr {place.address}, i32 {known.itemsize}, "
            f"<{lanes} x i1> {mask.bits})"
        )


def _copy(code: Code, element: str, lanes: int, source: str, target: str, mask: Mask) -> None:
    """Emits a copy of the elements that a mask has."""
    pairs = ("i64", mask.count), ("i64", str(lanes))
    with code.loop("0", code.call("i64", "llvm.umin.i64", *pairs)) as loop:
        value = code.load(element, code.at(source, loop.index, element))
        code.store(element, value, code.at(target, loop.index, element))


def _addresses(code: Code, lanes: int, place: Place, mask: Mask | None) -> list[str]:
    """Emits the address of each lane; of the last one that a mask has, for those past it."""
    address, stride = place.address, place.stride
    found = [address]
    for lane in range(1, lanes):
        step = stride
        if mask is not None:
            inside = code.let(f"icmp sgt i64 {mask.count}, {lane}")
            step = code.let(f"select i1 {inside}, i64 {stride}, i64 0")
        address = code.at(address, str(step))
        found.append(address)
    return found
