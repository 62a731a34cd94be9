"""Rules 10, 11, 12 and 17, and the loading of plans."""

from __future__ import annotations

import ctypes
import itertools
import math
from random import Random

import numpy as np

from streamrt._compile.code import Implementation
from streamrt._compile.kernel import Kernel
from streamrt._compile.lookup import plan_for
from streamrt._compile.signatures.layout import Layout, dense_strides
from streamrt.backend import ImplementingDevice
from streamrt.errors import CompileError
from streamrt.testing.conformance import _kernels
from streamrt.testing.conformance._bench import Array, Bench
from streamrt.testing.conformance._case import Violation, case
from streamrt.testing.conformance._line import Line

COUNT = 16
SIZES = (1, 3, 64, 65, 4096, 100_000, 1 << 20)
ALIGNMENT = 64


@case("10a")
def memory_is_aligned_and_its_own(bench: Bench) -> None:
    """New memory is aligned to 64 bytes and overlaps nothing that was handed out."""
    blocks = sorted((bench.alloc(size), size) for size in SIZES for _ in range(3))
    for address, size in blocks:
        bench.expect(
            address % ALIGNMENT == 0,
            f"alloc({size}) returned {address:#x}, which is not aligned to {ALIGNMENT} bytes",
        )
    for (low, size), (high, _) in itertools.pairwise(blocks):
        bench.expect(low + size <= high, f"two blocks overlap: {low:#x}, {size} bytes, {high:#x}")


@case("10b")
def each_block_holds_what_was_written_to_it(bench: Bench) -> None:
    """Each block of memory keeps its contents, whatever is written to others."""
    line = bench.line()
    random = np.random.default_rng(1)
    written = {bench.alloc(size): random.integers(0, 256, size, "u1") for size in SIZES * 2}
    for address, data in written.items():
        bench.write(line, address, data)
    for address, data in written.items():
        found = bench.read(line, address, data.size, "u1")
        bench.same(found, data, f"a block of {data.size} bytes")


@case("10c")
def freed_memory_comes_back(bench: Bench) -> None:
    """Freed memory can be allocated again, and no memory in use is handed out."""
    line = bench.line()
    kept = bench.alloc(1 << 16)
    bench.wait(line.launch(bench.fill_plan(1 << 14), kept, 5), "done")
    fill = bench.fill_plan(1 << 18)
    for number in range(64):
        block = bench.alloc(1 << 20)
        bench.wait(line.launch(fill, block, number), "done")
        bench.free(block)
    bench.same(
        bench.read(line, kept, 1 << 14), 5, "a block that was kept while others came and went"
    )


@case("10d")
def there_is_an_end_to_memory(bench: Bench) -> None:
    """Alloc returns 0 and does not raise if there is no memory."""
    address = bench.device.alloc(1 << 62)
    bench.expect(address == 0, f"alloc of 2^62 bytes returned {address!r}, not 0")
    bench.alloc(64)


@case("11a", "several")
def devices_have_addresses_of_their_own(bench: Bench) -> None:
    """Two devices of the kind hand out different addresses."""
    other = bench.neighbour()
    mine = [(bench.alloc(size), size) for size in SIZES]
    theirs = [(other.alloc(size), size) for size in SIZES]
    for a, a_size in mine:
        for b, b_size in theirs:
            bench.expect(
                a + a_size <= b or b + b_size <= a,
                f"both devices handed out {max(a, b):#x}",
            )


@case("11b")
def device_addresses_are_not_the_hosts(bench: Bench) -> None:
    """The device's addresses are in no array of the host."""
    arrays = [np.zeros(size, "u1") for size in SIZES]
    for size in SIZES:
        address = bench.alloc(size)
        for array in arrays:
            low = bench.keep(array)
            bench.expect(
                address + size <= low or low + array.size <= address,
                f"alloc({size}) returned {address:#x}, which is in an array of the host",
            )


@case("11c", "host sees")
def the_host_sees_what_the_device_writes(bench: Bench) -> None:
    """The host reads what the device wrote, and the device what the host wrote."""
    line = bench.line()
    block = bench.alloc(4 * COUNT)
    bench.wait(line.launch(bench.fill_plan(COUNT), block, 7), "done")
    shared = (ctypes.c_uint32 * COUNT).from_address(block)
    bench.same(np.array(shared), 7, "what the host reads")
    shared[:] = list(range(COUNT))
    bench.same(bench.read(line, block, COUNT), np.arange(COUNT, dtype="u4"), "what the host wrote")


@case("11d", "sees host", "computes")
def kernels_use_the_hosts_memory(bench: Bench) -> None:
    """A kernel reads and writes arrays of the host, beside memory of its device."""
    line = bench.line()
    block = bench.alloc(4 * COUNT)
    bench.wait(line.launch(bench.fill_plan(COUNT), block, 2), "done")
    array = np.arange(COUNT, dtype="u4")
    wanted = 5 * array + 2 + 3
    blend = bench.kernel(_kernels.blend, COUNT, COUNT)
    bench.wait(line.launch(blend, block, bench.keep(array), 3, 0), "done")
    bench.same(array, wanted, "what a kernel wrote to an array of the host")


@case("12a")
def copies_go_from_the_host_and_back(bench: Bench) -> None:
    """Copies between host and device, and inside each, keep every byte."""
    line = bench.line()
    size = 5000
    first, second = bench.alloc(size), bench.alloc(size)
    data = np.random.default_rng(2).integers(0, 256, size, "u1")
    host = bench.host(size, "u1")
    copy = bench.copy_plan(size)
    bench.write(line, first, data)
    line.launch(copy, second, first)
    line.launch(copy, bench.keep(host), second)
    bench.reach(line)
    bench.same(host, data, "a copy from the host through two blocks")
    again = bench.host(size, "u1")
    bench.wait(line.launch(copy, bench.keep(again), bench.keep(host)), "done")
    bench.same(again, data, "a copy from host memory to host memory")


@case("12b", "several")
def copies_go_from_device_to_device(bench: Bench) -> None:
    """Copies between two devices of the kind, which name the other one, keep every byte."""
    other = bench.neighbour()
    line, theirs = bench.line(), other.line()
    mine, yours = bench.alloc(4096), other.alloc(4096)
    data = np.random.default_rng(3).integers(0, 256, 4096, "u1")
    bench.wait(bench.write(line, mine, data), "done")
    bench.wait(line.launch(bench.copy_plan(4096), yours, mine, peer=other.name), "done")
    bench.same(other.read(theirs, yours, 4096, "u1"), data, "what was copied to another device")
    back = other.host(4096, "u1")
    run = theirs.launch(other.copy_plan(4096), other.keep(back), mine, peer=bench.name)
    other.wait(run, "done")
    bench.same(back, data, "what another device's queue copied")


@case("12c")
def copies_follow_strides(bench: Bench) -> None:
    """Copies follow extents and strides of up to three dimensions, also negative ones."""
    random = Random(4)
    line = bench.line()
    for _ in range(30):
        item = random.choice((1, 2, 4, 8))
        shape = tuple(random.choice((1, 2, 3, 7)) for _ in range(random.randint(1, 3)))
        _copy_of(bench, line, random, item, shape)


def _copy_of(bench: Bench, line: Line, random: Random, item: int, shape: tuple[int, ...]) -> None:
    size = 4 * item * math.prod(shape)
    seed = random.randrange(1 << 30)
    data = np.random.default_rng(seed).integers(0, 256, size, "u1")
    source, target = bench.alloc(size), bench.alloc(size)
    bench.write(line, source, data)
    bench.write(line, target, data[::-1].copy())
    (source_at, source_steps), (target_at, target_steps) = (
        _strides(random, shape, item) for _ in range(2)
    )
    words = (len(shape), item, *shape, *target_steps, *source_steps)
    plan = bench.standard("copy", words, shape[0])
    line.launch(plan, target + target_at, source + source_at)
    found = bench.read(line, target, size, "u1")
    wanted = data[::-1].copy()
    view = _view(wanted, target_at, item, shape, target_steps)
    view[...] = _view(data, source_at, item, shape, source_steps)
    bench.same(found, wanted, f"a copy of {shape} items of {item} bytes by {target_steps} bytes")


def _strides(random: Random, shape: tuple[int, ...], item: int) -> tuple[int, tuple[int, ...]]:
    """An offset and byte strides with which an array fits into a block of four times its size."""
    gap = random.choice((1, 1, 2))
    steps = [gap * s for s in dense_strides(shape, item)]
    offset = item * random.randrange(2)
    for axis, extent in enumerate(shape):
        if random.random() < 0.3:
            offset += (extent - 1) * steps[axis]
            steps[axis] = -steps[axis]
    return offset, tuple(steps)


def _view(
    data: Array, offset: int, item: int, shape: tuple[int, ...], steps: tuple[int, ...]
) -> Array:
    return np.ndarray(shape, f"V{item}", data, offset, steps)


@case("12d")
def fills_write_their_elements_only(bench: Bench) -> None:
    """A fill writes elements of 1, 2, 4 or 8 bytes, and nothing beside them."""
    line = bench.line()
    for item in (1, 2, 4, 8):
        size = 64 * item
        block = bench.alloc(size)
        bits = int.from_bytes(bytes(range(0x81, 0x81 + item)), "little")
        line.launch(bench.fill_plan(size, 1), block, 9)
        plan = bench.standard("fill", (2, item, 4, 5, 8 * item, item), 4)
        line.launch(plan, block + item, bits)
        found = bench.read(line, block, size, "u1")
        wanted = np.full(size, 9, "u1")
        element = np.frombuffer(bits.to_bytes(item, "little"), f"V{item}")
        _view(wanted, item, item, (4, 5), (8 * item, item))[...] = element[0]
        bench.same(found, wanted, f"a fill of elements of {item} bytes")


@case("12e")
def nothing_can_be_copied(bench: Bench) -> None:
    """A copy or fill of no elements touches nothing, and is done."""
    line = bench.line()
    block = bench.alloc(64)
    bench.wait(line.launch(bench.fill_plan(16), block, 3), "done")
    for plan, second in ((bench.copy_plan(0), block + 32), (bench.fill_plan(0), 8)):
        bench.wait(line.launch(plan, block, second), "done")
    bench.same(bench.read(line, block, 16), 3, "memory after a copy of nothing")


@case("load a", "computes")
def a_kernel_gets_its_arguments(bench: Bench) -> None:
    """A loaded kernel gets its arguments: addresses and scalars, in order."""
    line = bench.line()
    x, y = bench.alloc(4 * COUNT), bench.alloc(4 * COUNT)
    bench.write(line, x, np.arange(COUNT, dtype="u4"))
    bench.write(line, y, np.full(COUNT, 2, "u4"))
    blend = bench.kernel(_kernels.blend, COUNT, COUNT)
    for k in (1, 1 << 30):
        bench.wait(line.launch(blend, x, y, k, 0), "done")
    values = np.arange(COUNT, dtype="u4")
    wanted = (5 * (10 + values + 1) + values + (1 << 30)).astype("u4")
    bench.same(bench.read(line, y, COUNT), wanted, "what a kernel wrote")


@case("load b", "computes")
def what_does_not_compile_is_refused(bench: Bench) -> None:
    """Load raises CompileError for a source that does not compile, and the device goes on."""
    layout = Layout(bench, np.dtype("u4"), (COUNT,))
    plan = plan_for(_kernels.broken, [layout], bench.device)
    try:
        bench.device.load(plan)
    except CompileError:
        pass
    else:
        raise Violation("load of a source that is no code did not raise CompileError")
    line = bench.line()
    bench.reach(line, line.signal())


@case("load c")
def an_operation_nobody_knows_is_refused(bench: Bench) -> None:
    """`load_standard` raises NotImplementedError for an operation that the device lacks."""
    try:
        bench.device.load_standard("no such operation", (1, 4, 8, 4), 8, 8)
    except NotImplementedError:
        return
    raise Violation("load_standard of an unknown operation did not raise NotImplementedError")


@case("load d")
def plans_are_unloaded_one_by_one(bench: Bench) -> None:
    """Unloading one plan leaves the others as they are."""
    line = bench.line()
    block = bench.alloc(4 * COUNT)
    plans = [bench.device.load_standard("fill", (1, 4, COUNT, 4), COUNT, COUNT) for _ in range(4)]
    for plan in plans[::2]:
        bench.device.unload(plan)
    for number, plan in enumerate(plans[1::2]):
        bench.wait(line.launch(plan, block, number + 1), "done")
        bench.same(bench.read(line, block, COUNT), number + 1, "what a plan that is loaded fills")
        bench.device.unload(plan)


@case("load e", "runs IR")
def code_finds_what_it_names(bench: Bench) -> None:
    """Code finds the words and the shared code that it names, and shares both with other code."""
    line, found = bench.line(), list[int]()
    for name in ("tick", "tock"):
        y = bench.alloc(4 * COUNT)
        kernel = bench.kernel(_kernels.naming(name, _kernels.NAMED), COUNT)
        bench.wait(line.launch(kernel, y, 0), "done")
        found += bench.read(line, y, COUNT).tolist()
    wanted = np.arange(2 * COUNT) * 2 + min(found)  # from 0, if nobody has counted there before
    bench.same(np.array(sorted(found)), wanted, "numbers that two kernels have counted")


@case("load f", "runs IR")
def a_library_that_is_missing_is_refused(bench: Bench) -> None:
    """Load raises CompileError for code that names a library which is not there."""
    symbols = {**_kernels.NAMED, "doubled": _kernels.MISSING}
    try:
        bench.kernel(_kernels.naming("missing", symbols), COUNT)
    except CompileError as error:
        named = _kernels.MISSING.library in str(error)
        bench.expect(named, f"the error does not name the library: {error}")
    else:
        raise Violation("load of code that names a missing library did not raise CompileError")
    line = bench.line()
    bench.reach(line, line.signal())


@case("17a", "implements")
def a_device_gives_one_implementation_each(bench: Bench) -> None:
    """`implement` gives a kernel one implementation, the name of a kind that it has, or nothing."""
    assert isinstance(bench.device, ImplementingDevice)  # the case needs it
    strange = Kernel("strange", "y: u32[n]", nobodys=Unknown())
    for kernel in (*_kernels.kernels().values(), strange):
        given = bench.device.implement(kernel)
        if given is not bench.device.implement(kernel):
            raise Violation(f"implement gave two implementations for {kernel.name}, asked twice")
        if not isinstance(given, Implementation | str | None):
            raise Violation(f"implement gave {given!r} for {kernel.name}")
    if bench.device.implement(strange) == "nobodys":
        raise Violation("implement says that the device runs what nobody knows")


class Unknown(Implementation):
    """An implementation that no device knows."""

    __slots__ = ()
