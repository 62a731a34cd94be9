"""Programs that break one rule of the driver each, with a part of the text that says which."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from contextlib import suppress

from cuda.driver.fake_client import Client, DriverError, in_thread

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

    def release() -> None:
        c.fake.await_waiting()
        c.fake.release(stream)

    thread = in_thread(release)
    c.call("cuMemFreeHost", host)
    thread.join()


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


@breaks("the condition is of another graph, or of another node")
def condition_twice(c: Client) -> None:
    graph = c.made("cuGraphCreate", 0)
    condition = c.condition(graph)
    c.branch(graph, condition)
    with suppress(DriverError):
        c.branch(graph, condition)


@breaks("only one instantiation of it may exist")
def two_instances_with_conditions(c: Client) -> None:
    graph = c.made("cuGraphCreate", 0)
    c.branch(graph, c.condition(graph))
    c.made("cuGraphInstantiateWithFlags", graph, 0)
    with suppress(DriverError):
        c.made("cuGraphInstantiateWithFlags", graph, 0)


@breaks("the node is a conditional node")
def parameters_of_a_conditional_node(c: Client) -> None:
    graph, kernel = c.made("cuGraphCreate", 0), c.node(c.function("seed"), c.plain())
    node, _ = c.branch(graph, c.condition(graph))
    executable = c.made("cuGraphInstantiateWithFlags", graph, 0)
    place = ctypes.byref(kernel)
    assert c.code("cuGraphExecKernelNodeSetParams", executable, node, place) == 1


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
