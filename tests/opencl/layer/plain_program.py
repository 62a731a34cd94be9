"""OpenCL by ctypes over the layer: what a call that goes wrong does to a program.

Prints one JSON object: a key for each of the functions below that are named in CASES.
"""

from __future__ import annotations

import ctypes
import json
import sys
import time
from collections.abc import Sequence
from ctypes import byref, c_char_p, c_int, c_size_t, c_uint32, c_uint64, c_void_p
from typing import Any

from opencl.driver import ALL_DEVICES, LOADER
from opencl.layer.faulty import DELAY, FAIL, HOLD, NEGATIVE, OFF, Faulty

SOURCE = b"__kernel void bump(__global uint *y) { y[get_global_id(0)] += 1; }"
SIZE = 64
STATUS, READ_WRITE = 0x11D3, 1
Ended = ctypes.CFUNCTYPE(None, c_void_p, c_int, c_void_p)
LAUNCH = "clEnqueueNDRangeKernel"


class Program:
    """A queue, a kernel that adds one to each word, and the words."""

    def __init__(self) -> None:
        self.cl = ctypes.CDLL(LOADER)
        self.code = c_int()
        for name in ("clSVMAlloc", "clCreateKernel"):
            getattr(self.cl, name).restype = c_void_p
        platform, device = c_void_p(), c_void_p()
        self.cl.clGetPlatformIDs(1, byref(platform), None)
        self.cl.clGetDeviceIDs(platform, ALL_DEVICES, 1, byref(device), None)
        self.context = self.new("clCreateContext", None, 1, byref(device), None, None)
        self.device = device
        self.queue = self.new_queue()
        text = c_char_p(SOURCE)
        self.program = self.new("clCreateProgramWithSource", self.context, 1, byref(text), None)
        self.cl.clBuildProgram(self.program, 0, None, b"", None, None)
        self.kernel = self.new("clCreateKernel", self.program, b"bump")
        memory = self.cl.clSVMAlloc(self.context, c_uint64(READ_WRITE), c_size_t(4 * SIZE), 64)
        self.memory = c_void_p(memory)
        self.cl.clSetKernelArgSVMPointer(self.kernel, 0, self.memory)

    def new(self, name: str, *arguments: Any) -> c_void_p:
        """Returns what a function makes, whose last argument is the address of its code."""
        function = getattr(self.cl, name)
        function.restype = c_void_p
        return c_void_p(function(*arguments, byref(self.code)))

    def new_queue(self) -> c_void_p:
        """Returns a queue of the device."""
        made = self.context, self.device, None
        return self.new("clCreateCommandQueueWithProperties", *made)

    def launch(self) -> tuple[int, c_void_p]:
        """Enqueues the kernel; returns the code and the event."""
        event, size = c_void_p(), c_size_t(SIZE)
        shape = None, byref(size), None
        code = self.cl.clEnqueueNDRangeKernel(
            self.queue, self.kernel, 1, *shape, 0, None, byref(event)
        )
        self.cl.clFlush(self.queue)
        return code, event

    def words(self) -> list[int]:
        """Returns the different words of the memory, which the host has mapped."""
        size = c_size_t(4 * SIZE)
        self.cl.clEnqueueSVMMap(self.queue, 1, c_uint64(1), self.memory, size, 0, None, None)
        words = (c_uint32 * SIZE).from_address(self.memory.value or 0)[:]
        self.cl.clEnqueueSVMUnmap(self.queue, self.memory, 0, None, None)
        self.cl.clFinish(self.queue)
        return sorted(set(words))

    def clear(self) -> None:
        """Sets all words to 0."""
        zero = c_uint32()
        pattern = byref(zero), c_size_t(4), c_size_t(4 * SIZE)
        self.cl.clEnqueueSVMMemFill(self.queue, self.memory, *pattern, 0, None, None)
        self.cl.clFinish(self.queue)

    def status(self, event: c_void_p, seconds: float = 0.0) -> int:
        """Returns an event's status, as soon as it has ended or after so many seconds."""
        found, until = c_int(9), time.monotonic() + seconds
        while True:
            self.cl.clGetEventInfo(event, STATUS, c_size_t(4), byref(found), None)
            if found.value <= 0 or time.monotonic() > until:
                return found.value
            time.sleep(0.001)


def counted(p: Program, faulty: Faulty) -> Any:
    faulty.arm(OFF, 1)
    p.launch()
    p.launch()
    p.cl.clFinish(p.queue)
    return {name: count for name, count in faulty.counts().items() if count}, faulty.calls


def failed(p: Program, faulty: Faulty) -> Any:
    faulty.arm(FAIL, 2, -5, function=LAUNCH)
    codes = [p.launch()[0] for _ in range(3)]
    return codes, p.words(), faulty.hit


def any_call(p: Program, faulty: Faulty) -> Any:
    """Two of three calls of a launch and its flush."""
    faulty.arm(FAIL, 3, -36)
    return [p.launch()[0] for _ in range(3)], faulty.hit


def objects(p: Program, faulty: Faulty) -> Any:
    faulty.arm(FAIL, 1, -6, function="clCreateKernel")
    kernel, code = p.new("clCreateKernel", p.program, b"bump"), p.code.value
    faulty.arm(FAIL, 1, function="clSVMAlloc")
    memory = p.cl.clSVMAlloc(p.context, c_uint64(READ_WRITE), c_size_t(64), 64)
    return kernel.value, code, memory


def delayed(p: Program, faulty: Faulty) -> Any:
    faulty.arm(DELAY, 1, 50_000, function="clFlush")
    began = time.monotonic()
    p.launch()
    return time.monotonic() - began, p.words()


def held(p: Program, faulty: Faulty) -> Any:
    faulty.arm(HOLD, 1, function=LAUNCH)
    _, first = p.launch()
    _, second = p.launch()
    before = [p.status(event, 0.05) > 0 for event in (first, second)]
    faulty.go_on()
    return before, [p.status(event, 10.0) for event in (first, second)], p.words()


def _called(p: Program, faulty: Faulty, mode: int) -> list[int]:
    found: list[int] = []
    callback = Ended(lambda _event, status, _user: found.append(status))
    faulty.arm(mode, 1, -5, function="clSetEventCallback")
    _, event = p.launch()
    p.cl.clSetEventCallback(event, 0, callback, None)
    p.cl.clFinish(p.queue)
    until = time.monotonic() + (0.05 if mode == HOLD else 10.0)
    while not found and time.monotonic() < until:
        time.sleep(0.001)
    return found


def callbacks(p: Program, faulty: Faulty) -> Any:
    return [_called(p, faulty, mode) for mode in (OFF, HOLD, NEGATIVE)]


def negative(p: Program, faulty: Faulty) -> Any:
    """A command whose event has a negative status, the next one, and one on another queue."""
    faulty.arm(NEGATIVE, 1, -5, function=LAUNCH)
    _, event = p.launch()
    waited = p.cl.clWaitForEvents(1, byref(event))
    found = waited, p.status(event)
    p.cl.clReleaseEvent(event)
    behind = p.status(p.launch()[1])
    p.queue = p.new_queue()
    return *found, behind, p.status(p.launch()[1], 10.0), p.words()


def unknown(_p: Program, faulty: Faulty) -> Any:
    try:
        faulty.arm(FAIL, 1, function="clFrobnicate")
    except LookupError as error:
        return str(error)
    return ""


CASES = (counted, failed, any_call, objects, delayed, held, callbacks, negative, unknown)


def main(names: Sequence[str]) -> None:
    program, faulty = Program(), Faulty()
    found: dict[str, Any] = {}
    for case in CASES:
        if not names or case.__name__ in names:
            faulty.arm(OFF, 1)
            program.clear()
            found[case.__name__] = case(program, faulty)
    print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1:])
