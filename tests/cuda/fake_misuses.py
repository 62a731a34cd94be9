"""Programs that break one rule of the driver each, with a part of the text that says which."""

from __future__ import annotations

import contextlib
import ctypes
import mmap
from collections.abc import Callable

from cuda.fake_client import Client, DriverError, in_thread

Program = Callable[[Client], None]
MISUSES: list[tuple[str, Program]] = []
HOST_FUNCTION = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


def breaks(text: str) -> Callable[[Program], Program]:
    """Puts a program on the list."""

    def note(program: Program) -> Program:
        MISUSES.append((text, program))
        return program

    return note


# --- contexts and handles ---------------------------------------------------------------------


@breaks("cuStreamCreate: no context is current on this thread")
def no_context(c: Client) -> None:
    codes: list[int] = []
    in_thread(lambda: codes.append(c.code("cuStreamCreate", 0, 0))).join()
    assert codes == [201]


@breaks("the context that is current on this thread was released")
def released_context(c: Client) -> None:
    c.call("cuDevicePrimaryCtxRelease", 0)
    assert c.code("cuCtxSynchronize") == 201


@breaks("the primary context of device 1 was not retained")
def release_too_much(c: Client) -> None:
    assert c.code("cuDevicePrimaryCtxRelease", 1) == 201


@breaks("2 of its handles and allocations are live, among them: allocation")
def live_at_the_end(c: Client) -> None:
    c.event()
    c.plain()
    c.call("cuDevicePrimaryCtxRelease", 0)


@breaks("belongs to the context of device 0, but that of device 1 is current")
def wrong_context(c: Client) -> None:
    stream = c.stream()
    Client(c.fake, 1)
    assert c.code("cuStreamQuery", stream) == 400


@breaks("the event 0x[0-9a-f]+ was destroyed")
def stale_event(c: Client) -> None:
    event = c.event()
    c.call("cuEventDestroy", event)
    assert c.code("cuEventQuery", event) == 400


@breaks("0x4d2 is no handle of a stream that this driver gave out")
def no_handle(c: Client) -> None:
    assert c.code("cuStreamSynchronize", 1234) == 400


@breaks("is a handle of the kind event, not stream")
def wrong_kind(c: Client) -> None:
    assert c.code("cuStreamDestroy", c.event()) == 400


@breaks("the stream is 0, the default stream")
def default_stream(c: Client) -> None:
    assert c.code("cuEventRecord", c.event(), 0) == 400


@breaks("parameters, and kernelParams is 0")
def no_parameters(c: Client) -> None:
    assert c.code("cuLaunchKernel", c.function("seed"), *(1,) * 6, 0, c.stream(), 0, 0) == 1


@breaks(r"seed: kernelParams\[0\] is 0")
def no_parameter(c: Client) -> None:
    nowhere = (ctypes.c_void_p * 1)()
    shape = (*(1,) * 6, 0)
    assert c.code("cuLaunchKernel", c.function("seed"), *shape, c.stream(), nowhere, 0) == 1


# --- in use -----------------------------------------------------------------------------------


@breaks("cuStreamDestroy: 1 operations are pending in the stream")
def stream_in_use(c: Client) -> None:
    stream = c.stream()
    c.fake.hold(stream)
    c.launch(c.function("seed"), stream, c.plain())
    c.call("cuStreamDestroy", stream)


@breaks("the event is in use: what it was recorded after is pending")
def event_in_use(c: Client) -> None:
    stream, event = c.stream(), c.event()
    c.fake.hold(stream)
    c.call("cuEventRecord", event, stream)
    c.call("cuEventDestroy", event)


@breaks("the event is in use: a stream has yet to wait for it")
def event_that_is_waited_for(c: Client) -> None:
    first, second, event = c.stream(), c.stream(), c.event()
    c.fake.hold()
    c.call("cuEventRecord", event, first)
    c.call("cuStreamWaitEvent", second, event, 0)
    c.fake.step(first)
    c.fake.settle()
    c.call("cuEventDestroy", event)


@breaks("1 launches of the module's functions are pending")
def module_in_use(c: Client) -> None:
    module, stream = c.module(), c.stream()
    c.fake.hold(stream)
    c.launch(c.function("seed", module), stream, c.plain())
    c.call("cuModuleUnload", module)


@breaks("1 launches of the executable graph are pending")
def graph_in_use(c: Client) -> None:
    graph, stream = c.made("cuGraphCreate", 0), c.stream()
    c.add(graph, c.node(c.function("seed"), c.plain()))
    executable = c.made("cuGraphInstantiateWithFlags", graph, 0)
    c.fake.hold(stream)
    c.call("cuGraphLaunch", executable, stream)
    c.call("cuGraphExecDestroy", executable)


@breaks("cuMemFreeHost: work that uses the page-locked memory is pending")
def page_locked_memory_in_use(c: Client) -> None:
    stream, host, plain = c.stream(), c.pinned(), c.plain()
    c.fake.hold(stream)
    c.call("cuMemcpyAsync", plain, host, 64, stream)
    release = in_thread(lambda: (c.fake.await_waiting(), c.fake.release(stream)))
    c.call("cuMemFreeHost", host)
    release.join()


@breaks("cuMemFree: work that uses the memory is pending")
def pool_memory_in_use(c: Client) -> None:
    stream = c.stream()
    address = c.made("cuMemAllocFromPoolAsync", 64, c.pool(), stream)
    c.sync(stream)
    c.fake.hold(stream)
    c.call("cuMemsetD8Async", address, 0, 64, stream)
    c.call("cuMemFree", address)


@breaks("cuMemFree: memory was freed while work used it")
def memory_under_a_kernel(c: Client) -> None:
    stream, spin, host = c.stream(), c.function("spin"), c.pinned()
    flags = (ctypes.c_int64 * 2).from_address(host)
    flags[:] = [0, 0]
    address = c.made("cuMemAllocFromPoolAsync", 64, c.pool(), stream)
    c.launch(spin, stream, host, address)
    while not flags[0]:
        pass
    c.call("cuMemFree", address)
    flags[1] = 1
    assert c.code("cuStreamSynchronize", stream) == 0


@breaks("3 operations are pending in the stream; the driver blocks its caller there")
def launch_that_blocks(c: Client) -> None:
    """The driver of the test has room for three."""
    stream, function, address = c.stream(), c.function("seed"), c.plain()
    c.fake.hold(stream)
    for _ in range(4):
        c.launch(function, stream, address)


# --- memory -----------------------------------------------------------------------------------


@breaks("seed: parameter 0 is 0x40, neither device memory nor page-locked host memory")
def no_memory(c: Client) -> None:
    stream = c.stream()
    c.launch(c.function("seed"), stream, 64)
    assert c.code("cuStreamSynchronize", stream) == 700


@breaks("parameter 0 is 0x[0-9a-f]+, device memory outside of every live allocation")
def between_allocations(c: Client) -> None:
    stream = c.stream()
    c.launch(c.function("seed"), stream, c.plain() + (1 << 20))
    assert c.code("cuStreamSynchronize", stream) == 700


@breaks("parameter 0 is 0x[0-9a-f]+, memory that was freed")
def plain_memory_that_was_freed(c: Client) -> None:
    stream, function, address = c.stream(), c.function("seed"), c.plain()
    c.call("cuMemFree", address)
    c.launch(function, stream, address)
    assert c.code("cuStreamSynchronize", stream) == 700


@breaks("cuLaunchKernel: parameter 0 of seed is 0x[0-9a-f]+, memory that was freed")
def launch_after_free(c: Client) -> None:
    stream, function = c.stream(), c.function("seed")
    address = c.made("cuMemAllocFromPoolAsync", 64, c.pool(), stream)
    c.fake.hold(stream)
    c.call("cuMemFreeAsync", address, stream)
    c.launch(function, stream, address)


@breaks("seed: it uses memory that was freed before it ran")
def free_that_overtakes(c: Client) -> None:
    late, early, function = c.stream(), c.stream(), c.function("seed")
    address = c.made("cuMemAllocFromPoolAsync", 64, c.pool(), early)
    c.sync(early)
    c.fake.hold(late)
    c.launch(function, late, address)
    c.call("cuMemFreeAsync", address, early)
    c.sync(early)
    c.fake.release(late)
    assert c.code("cuStreamSynchronize", late) == 700


@breaks("seed: it uses memory before its allocation in another stream was over")
def use_that_overtakes(c: Client) -> None:
    late, early, function = c.stream(), c.stream(), c.function("seed")
    c.fake.hold(late)
    address = c.made("cuMemAllocFromPoolAsync", 64, c.pool(), late)
    c.launch(function, early, address)
    assert c.code("cuStreamSynchronize", early) == 700


@breaks("cuMemFreeAsync: 0x[0-9a-f]+ was given back before")
def free_twice(c: Client) -> None:
    stream = c.stream()
    address = c.made("cuMemAllocFromPoolAsync", 64, c.pool(), stream)
    c.fake.hold(stream)
    c.call("cuMemFreeAsync", address, stream)
    assert c.code("cuMemFreeAsync", address, stream) == 1


@breaks("is no allocation's first byte")
def free_the_middle(c: Client) -> None:
    assert c.code("cuMemFree", c.plain() + 256) == 1


@breaks("the kernel wrote beyond the ends of the allocation of parameter 0")
def write_beyond_the_end(c: Client) -> None:
    stream = c.stream()
    c.launch(c.function("poke"), stream, c.plain(96), 104)
    assert c.code("cuStreamSynchronize", stream) == 700


@breaks("poke: the kernel touched 0x[0-9a-f]+, which is in none of its allocations")
def touch_far_away(c: Client) -> None:
    stream = c.stream()
    c.launch(c.function("poke"), stream, c.plain(), 4096)
    assert c.code("cuStreamSynchronize", stream) == 700


@breaks("cuMemFree: bytes around an allocation of 96 bytes were written")
def write_around_another(c: Client) -> None:
    stream, first, second = c.stream(), c.plain(), c.plain(96)
    c.launch(c.function("poke"), stream, first, second + 104 - first)
    c.call("cuMemFree", second)


@breaks("a copy: it touched 0x[0-9a-f]+, which cannot be read or written")
def registered_memory_that_is_closed(c: Client) -> None:
    stream, page = c.stream(), mmap.mmap(-1, mmap.PAGESIZE)
    start = ctypes.addressof(ctypes.c_char.from_buffer(page))
    protect = ctypes.CDLL(None).mprotect
    protect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    c.call("cuMemHostRegister", start, mmap.PAGESIZE, 0)
    assert protect(start, mmap.PAGESIZE, 0) == 0
    c.call("cuMemcpyAsync", c.plain(), start, 64, stream)
    assert c.code("cuStreamSynchronize", stream) == 700


@breaks("the destination 0x[0-9a-f]+ is memory that was freed")
def copy_after_free(c: Client) -> None:
    stream = c.stream()
    address = c.made("cuMemAllocFromPoolAsync", 64, c.pool(), stream)
    c.call("cuMemFreeAsync", address, stream)
    assert c.code("cuMemsetD8Async", address, 0, 64, stream) == 1


@breaks("the memory is used before its allocation in a stream was over")
def copy_before_allocation(c: Client) -> None:
    stream = c.stream()
    c.fake.hold(stream)
    address = c.made("cuMemAllocFromPoolAsync", 64, c.pool(), stream)
    with contextlib.suppress(DriverError):
        c.read(address, 1)


@breaks("the source 0x[0-9a-f]+ is pageable memory, so the copy may block its caller")
def pageable_copy(c: Client) -> None:
    array = (ctypes.c_char * 64)()
    assert c.code("cuMemcpyAsync", c.plain(), ctypes.addressof(array), 64, c.stream()) == 1


@breaks("32 bytes from the destination 0x[0-9a-f]+ reach 16 bytes beyond their allocation")
def copy_too_far(c: Client) -> None:
    assert c.code("cuMemcpyAsync", c.plain(64) + 48, c.pinned(), 32, c.stream()) == 1


@breaks("the destination 0x[0-9a-f]+ is on the wrong side for this copy")
def copy_the_wrong_way(c: Client) -> None:
    assert c.code("cuMemcpyHtoDAsync", c.pinned(), c.pinned(), 8, c.stream()) == 1


@breaks("it uses memory of device 0 from device 1, without access to it")
def no_peer_access(c: Client) -> None:
    address = c.plain()
    other = Client(c.fake, 1)
    stream = other.stream()
    other.launch(other.function("seed"), stream, address)
    assert c.code("cuStreamSynchronize", stream) == 700


@breaks("the word at 0x[0-9a-f]+ is not aligned")
def value_that_is_not_aligned(c: Client) -> None:
    assert c.code("cuStreamWriteValue64", c.stream(), c.pinned() + 4, 1, 0) == 1


@breaks("the word at 0x[0-9a-f]+ is not inside of its allocation")
def value_beyond_its_allocation(c: Client) -> None:
    assert c.code("cuStreamWaitValue64", c.stream(), c.pinned() + 4096, 1, 0) == 1


# --- kernels, graphs, host functions ----------------------------------------------------------


@breaks("broken: a barrier that some threads never reach")
def kernel_that_breaks_a_rule(c: Client) -> None:
    stream = c.stream()
    c.launch(c.function("broken"), stream)
    assert c.code("cuStreamSynchronize", stream) == 719


@breaks("dependencies 0 and 1 are the same node")
def dependency_twice(c: Client) -> None:
    graph, node = c.made("cuGraphCreate", 0), c.node(c.function("seed"), c.plain())
    first = c.add(graph, node)
    assert c.add_code(graph, node, [first, first]) == 1


@breaks("dependency 0 is a node of another graph")
def dependency_elsewhere(c: Client) -> None:
    node = c.node(c.function("seed"), c.plain())
    first = c.add(c.made("cuGraphCreate", 0), node)
    assert c.add_code(c.made("cuGraphCreate", 0), node, [first]) == 1


@breaks("the node is not of the graph that was instantiated")
def update_of_another_graph(c: Client) -> None:
    node = c.node(c.function("seed"), c.plain())
    graphs = [c.made("cuGraphCreate", 0) for _ in range(2)]
    nodes = [c.add(graph, node) for graph in graphs]
    executable = c.made("cuGraphInstantiateWithFlags", graphs[0], 0)
    code = c.code("cuGraphExecKernelNodeSetParams", executable, nodes[1], ctypes.byref(node))
    assert code == 1


@breaks("the graph node 0x[0-9a-f]+ was destroyed")
def update_after_the_graph(c: Client) -> None:
    node = c.node(c.function("seed"), c.plain())
    graph = c.made("cuGraphCreate", 0)
    handle = c.add(graph, node)
    executable = c.made("cuGraphInstantiateWithFlags", graph, 0)
    c.call("cuGraphDestroy", graph)
    c.code("cuGraphExecKernelNodeSetParams", executable, handle, ctypes.byref(node))


@breaks("node 0 calls seed, whose module was unloaded")
def graph_without_its_module(c: Client) -> None:
    graph, module = c.made("cuGraphCreate", 0), c.module()
    c.add(graph, c.node(c.function("seed", module), c.plain()))
    executable = c.made("cuGraphInstantiateWithFlags", graph, 0)
    c.call("cuModuleUnload", module)
    assert c.code("cuGraphLaunch", executable, c.stream()) == 1


@breaks("cuStreamQuery: called by a host function")
def call_of_a_host_function(c: Client) -> None:
    stream, codes = c.stream(), list[int]()
    function = HOST_FUNCTION(lambda data: codes.append(c.code("cuStreamQuery", stream)))
    c.call("cuLaunchHostFunc", stream, function, 0)
    c.sync(stream)
    assert codes == [800]
