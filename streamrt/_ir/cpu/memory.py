"""Vectors from and to memory.

1. A dense vector is one load or store, aligned to its element only.
2. A strided one is a load or store for each lane, whose address is that of the lane before and the
   stride. A gather instruction is slower on many CPUs, and others have none.
3. A mask names the first `count` lanes, and no memory beyond these is touched. Where elements have
   strides, each lane past them has the address of the last one. Such a load gives a valid element;
   such a store comes before the one of the last lane, which overwrites it.
4. A lane that a mask leaves out holds 0, or some element. Emitted code must not care.
"""

from __future__ import annotations

from dataclasses import dataclass

from streamrt._compile.dtypes import DTYPES
from streamrt._compile.emit import Code, suffix, vector
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
    """

    count: str
    bits: str


def first_lanes(code: Code, lanes: int, count: str) -> Mask:
    """Emits the mask of the first `count` lanes, an i64 from 1 to 255."""
    if lanes == 1:
        return Mask(count, "true")
    if lanes < 16:
        # A comparison of 8 bytes leaves 8 more bits of a mask register undefined. LLVM 22 clears
        # them, but loses that when it spills the register: then a store of 8 bytes writes 16.
        wide = code.splat(lanes, "i64", count)
        bits = code.let(f"icmp slt {vector(lanes, 'i64')} {lane_numbers(lanes, 'i64')}, {wide}")
    else:
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
    else:
        name = f"llvm.masked.store.{suffix(wide)}.p0"
        code.module.declare(f"declare void @{name}({wide}, ptr, i32, <{lanes} x i1>)")
        code.do(
            f"call void @{name}({wide} {value}, ptr {place.address}, i32 {known.itemsize}, "
            f"<{lanes} x i1> {mask.bits})"
        )


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
