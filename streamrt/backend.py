"""The contract of a backend: what a kind of device implements. Public, and as small as it can be.

A backend knows memory, plans and in-order queues of commands. It knows nothing of buffers,
hazards, awaitables or event loops: the runtime tells each queue what to wait for, and hands it
a `Timeline` to raise. `streamrt.testing.conformance` tests a backend against these rules, by
their numbers.

Queues
    1. Commands of one queue run in the order of submission. `submit` takes a batch, which the
       queue may keep: nobody changes it later. `submit` never blocks on the device and never
       raises for what happens while a command runs.
    2. Every batch ends in one command that signals, a `Launch` or a `Signal`. Each raises the
       queue's timeline by one, in order, once, whatever became of the work: a timeline always
       advances. It may be raised from any thread, also before `submit` returns.
    3. `Wait` holds the queue, never the host, until another timeline has reached a value. A
       queue is given only waits for timelines that its device `can_wait_on`. A batch with another
       wait, and everything later on that queue, is held by the runtime. Whoever sees a timeline
       at a value sees all timelines at the values that it waited for before that, also where the
       device itself waits and several threads tell of it.
    4. `Check` looks at a producer's status cell: `timeline.check(cell)`. If that execution did
       not succeed, the next one of this queue is skipped and takes over the producer's root.
    5. A `Launch` begins with `timeline.start(cell)`. If that is False, the execution was
       cancelled, skipped or late: it does not run, and signals in its turn by itself. It may begin
       before its turn on the device: when it is handed over, and a cancel is too late. So several
       may have begun before the first ends. A device that begins launches ahead looks at a
       producer (rule 4) once that has ended.
    6. A launch that has begun ends with `timeline.finish(cell, error)`, in the order in which they
       began, after its last write to memory. The error is 0, or the error code that its kernel
       returned. The cell is final before the timeline moves. A device that lost the work of one
       launch says `timeline.fail(cell, reason)` in place of it: that launch fails, and what reads
       its outputs is skipped. Many end in one call by `timeline.advance(results)`, with one packed
       result for each: the next launches for which `start` was True, in their order.
       C code does all of this by the functions of `timeline.native()`, from any thread. Where a
       driver tells of ends in another order, `Ends` passes them on in theirs.
    7. `Signal` is carried out by `timeline.signal()`. That may be called before its turn, too, once
       the waits before it are over: it takes effect when all before it has signalled.
    8. A device that stops working says `timeline.lose(reason)` on any of its queues. All that is
       pending on it fails, nothing else does, and what completes later has no effect. A backend
       that breaks these rules, or raises from `submit`, is lost in the same way. So is one in
       whose `submit` a signal's handler raises, because nobody knows how far it got. A queue may
       have an attribute `taken`, the number of batches that it has taken, each as a whole. Then
       such a batch is submitted again, unless it was counted, and nothing is lost.
    9. `close` ends the queue after what is in it. The queue of a stream that was closed serves a
       later stream, when nothing is pending on it. A queue that has a method `rename(name)` is
       then told the name of that stream, for people and traces; `rename` may be left out.

Memory
    10. `alloc` returns the address of new memory, aligned to 64 bytes and not cleared, or 0 when
        there is none. It is asked for one byte at least, also for an array of no elements. `free`
        is called only when nothing submitted uses the memory any more. A launch may get any
        address for an array of no elements, also one that was freed. Memory that arrays of the
        host still share when the device is closed is freed after its `close`, when they are gone
        and a runtime opens or closes another device.
    11. Addresses are unambiguous in the process: what `alloc` returns is in no other memory, of a
        device or of the host. Where `host_sees` is True, the host uses the memory at the same
        addresses, and it counts as the host's for all other devices. Where it is False, only
        devices of the kind use the addresses. Where `sees_host` is True, a launch may also get any
        address of the host's memory, as of a wrapped array. Where it is False, a launch gets
        addresses of its own device alone, except as rule 12 has it.
    12. A copy takes addresses of its own device, of one other device of its kind, and of the
        host's memory, in any combination. `Launch.peer` is the name of that other device, as in
        `sim:1`, and "" if there is none. `finite` and `guard` write to a word of the host's memory.
        Optional, where `sees_host` is False: a device that uses only prepared memory of the host
        for these has `alloc_host` and `free_host`, and is given no other.

Virtual time
    13. A device without time of its own makes progress only when somebody waits. Its queues have
        `advance`, which does one step, of any queue, and `now`. The runtime calls `advance` while
        it waits for a value, without its lock, and from several threads if several wait.

Replay
    14. Optional: a device that can run a whole program with one launch has `instantiate`. Its
        handle is launched like a plan's, with the addresses of the program's bases as arguments,
        and keeps rules 4 to 6 as one execution. A program is launched again only after its last
        launch has ended. Where a device has no `instantiate`, the runtime submits the steps one by
        one, with the waits between them. Loops and branches are plans: a device that can run them
        has `load_loop`, whose handle is launched, or is the plan of a step in a program or in
        another loop. Between two turns it asks `timeline.stops(cell)` of the launch that it is part
        of; if that is True, because it was cancelled or its deadline has passed, the launch ends
        with the error STOPPED. Between two steps of a program a device may ask the same. Where a
        device has no `load_loop`, a graph with a loop is refused.

Host calls
    15. Optional: a device with virtual time that orders the host calls of its streams, too, has
        `open_host_queue` and `load_call`. A launch on such a queue begins by `begin(ended)`, which
        it calls under none of its locks. The function runs then, or a coroutine begins; `ended` is
        called once, at the end, from any thread, maybe inside `begin`. It gets the error code for
        `timeline.finish`.

Plans
    A plan is data, and equal plans have the same `id` in every process. A device whose code runs
    where memory has other addresses translates the slots of a launch that `codes` calls addresses,
    and no others. The text of an `LLVMCode` names symbols: of a library, words that each process
    makes once, and shared code. Each process finds their addresses for itself. A symbol that is an
    address serves this process alone: a device that lives elsewhere refuses it, as `elsewhere`
    does. `load` raises CompileError for a library that is missing or another build.
    17. A device runs those implementations that a kernel has under the name in `runs`. A kind whose
        code is none of streamrt's has a subclass of `Implementation`. Whatever its `specialise`
        returns is in `plan.code`, as it is. Optional: a device that has `implement` is asked about
        each kernel that has nothing under that name. It returns an implementation; or the name of
        another kind, as in `opencl`, whose implementation it runs as well; or None. The runtime
        calls it without its lock, before `load`, once for each new combination of layouts.

Recovery
    16. Optional: a device that can come back after its loss has `recover`. The runtime calls it
        after `timeline.lose`, once its timelines have ended, from a thread of its own and under
        none of its locks. It may take long. None says that the device is lost for ever, as does an
        error. `Recovered` begins another *epoch*. The queues and the handles of plans of the epochs
        before are gone: the runtime opens other queues, and loads plans again at their next use.
        An `unload` that was on its way may still name an old handle, so none is given a second
        time, and that has no effect. Memory that was not freed stays allocated at its addresses,
        and its contents are kept or gone, as `Recovered` says. A queue that is opened for a stream
        of an epoch before gets a timeline that stands where the lost one ended. It is not told to
        wait for values that were reached before. Until `recover` returns, the runtime calls at most
        `load`, `load_standard`, `load_loop`, `instantiate` and `unload`, and does not call `close`.

Threads
    Any thread may call any method, and a device serves one runtime. While its `close` is not
    called, the runtime calls `submit`, `open_queue`, `rename`, `can_wait_on`, `alloc` and `free`
    under its own lock: one at a time, and none of them may block. It calls `load`,
    `load_standard`, `load_loop`, `instantiate`, `unload` and `advance` without the lock, so several
    threads may be in these at once, and in one of the others as well. No method may call the
    runtime. Of the timeline, the methods that these rules name may be called from any thread.

Status cells
    Six 8-byte words: state and error code (two i32); the root of a failure (the timeline's index
    above 40 bits of the value that the first failed execution signalled); the times at which
    the execution was submitted, started and finished, in ns of CLOCK_MONOTONIC or of virtual
    time, 0 if not yet; of a program that failed, the node that failed, counted from 1, 0 if that
    is not known.
"""

from __future__ import annotations

from streamrt._compile.code import CUDACode as CUDACode
from streamrt._compile.code import GPUText as GPUText
from streamrt._compile.code import Implementation as Implementation
from streamrt._compile.code import OpenCLCode as OpenCLCode
from streamrt._compile.code import PythonFunction as PythonFunction
from streamrt._compile.llvm.compiler import compile_object as compile_object
from streamrt._compile.llvm.symbols import elsewhere as elsewhere
from streamrt._compile.llvm.symbols import shared_of as shared_of
from streamrt._compile.llvm.targets import Target as Target
from streamrt._compile.llvm_code import LLVMCode as LLVMCode
from streamrt._compile.llvm_code import SharedFunction as SharedFunction
from streamrt._compile.plan import Plan as Plan
from streamrt._compile.signatures.layout import Layout as Layout
from streamrt._compile.signatures.signature import Parameter as Parameter
from streamrt._compile.signatures.signature import Signature as Signature
from streamrt._contract import Backend as Backend
from streamrt._contract import BackendDevice as BackendDevice
from streamrt._contract import BeginCall as BeginCall
from streamrt._contract import HostingDevice as HostingDevice
from streamrt._contract import ImplementingDevice as ImplementingDevice
from streamrt._contract import LoopDevice as LoopDevice
from streamrt._contract import PinningDevice as PinningDevice
from streamrt._contract import ProbedBackend as ProbedBackend
from streamrt._contract import Queue as Queue
from streamrt._contract import RecoveringDevice as RecoveringDevice
from streamrt._contract import ReplayDevice as ReplayDevice
from streamrt._contract import VirtualQueue as VirtualQueue
from streamrt._core.commands import Check as Check
from streamrt._core.commands import Command as Command
from streamrt._core.commands import Launch as Launch
from streamrt._core.commands import Signal as Signal
from streamrt._core.commands import Wait as Wait
from streamrt._core.program import MOST_TURNS as MOST_TURNS
from streamrt._core.program import STOPPED as STOPPED
from streamrt._core.program import Program as Program
from streamrt._core.program import ProgramLoop as ProgramLoop
from streamrt._core.program import ProgramStep as ProgramStep
from streamrt._native.ends import Ends as Ends
from streamrt._native.ends import NativeTimeline as NativeTimeline
from streamrt._native.ends import include as include
from streamrt._native.host_loop import HostLoop as HostLoop
from streamrt._native.host_plan import HostPlan as HostPlan
from streamrt._native.loss import Recovered as Recovered
from streamrt._native.timeline import Timeline as Timeline

__all__ = [
    "MOST_TURNS", "STOPPED", "Backend", "BackendDevice", "BeginCall", "CUDACode", "Check",
    "Command", "Ends", "GPUText", "HostLoop", "HostPlan", "HostingDevice", "Implementation",
    "ImplementingDevice", "LLVMCode", "Launch", "Layout", "LoopDevice", "NativeTimeline",
    "OpenCLCode", "Parameter", "PinningDevice", "Plan", "ProbedBackend", "Program",
    "ProgramLoop", "ProgramStep", "PythonFunction", "Queue", "Recovered", "RecoveringDevice",
    "ReplayDevice", "SharedFunction", "Signal", "Signature", "Target", "Timeline",
    "VirtualQueue", "Wait", "compile_object", "elsewhere", "include", "shared_of",
]  # fmt: skip
