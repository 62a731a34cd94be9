"""Packed records of a native queue, decoded into the commands that they stand for.

Tests and traces use this. The structures mirror native.h; a test compares every offset with the C.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping

from streamrt._core.commands import CallHost, Check, Command, Launch, Signal, Stop, Wait

MOST_SLOTS = 256
ASLEEP = 1  # of `sleeping`: nobody has the queue


class PlanHeader(ctypes.Structure):
    """The head of `plan`; the layout words follow it, and slot 0 of a launch points to them."""

    _fields_ = (
        ("entry", ctypes.c_uint64),
        ("extent", ctypes.c_int64),
        ("grain", ctypes.c_int64),
        ("slots", ctypes.c_uint64),
        ("bound", ctypes.c_uint64),
        ("is_shown", ctypes.c_uint32),
        ("what", ctypes.c_uint32),
        ("codes", ctypes.c_uint8 * MOST_SLOTS),
        ("pace", ctypes.c_uint64 * 5),
    )


class QueueHead(ctypes.Structure):
    """The first fields of `queue`: the producer's, the drain loop's, and the flag between them."""

    _fields_ = (
        ("tail", ctypes.c_uint64),
        ("issued", ctypes.c_uint64),
        ("limit", ctypes.c_uint64),
        ("passed", ctypes.c_uint64),
        ("cursor", ctypes.c_uint64),
        ("end", ctypes.c_uint64),
        ("newest", ctypes.c_uint64),
        ("oldest", ctypes.c_uint64),
        ("packed_slots", ctypes.c_uint64),
        ("packed", ctypes.c_uint64 * (1 + MOST_SLOTS)),
        ("_to_next_line", ctypes.c_uint64 * 6),
        ("completed", ctypes.c_uint64),
        ("failures", ctypes.c_uint64),
        ("head", ctypes.c_uint64),
        ("next", ctypes.c_uint64),
        ("_to_the_flag", ctypes.c_uint64 * 12),
        ("sleeping", ctypes.c_uint32),
    )
    tail: int
    completed: int
    head: int
    next: int
    sleeping: int


class RecordHeader(ctypes.Structure):
    """The header `record` that every record begins with."""

    _fields_ = (("handler", ctypes.c_uint64), ("size", ctypes.c_uint64))
    handler: int
    size: int


HEADER = ctypes.sizeof(RecordHeader)


def decode(queue: int, handlers: Mapping[int, str]) -> list[Command]:
    """Returns the commands that a queue has not run yet, oldest first, without jumps.

    Args:
        queue: its handle. Nobody may drain it meanwhile, or submit to it.
        handlers: the name of each handler, by its address (`Core.handlers`).
    """
    head = QueueHead.from_address(queue)
    at, taken = head.next, head.head
    commands: list[Command] = []
    while taken != head.tail:
        record = RecordHeader.from_address(at)
        words = _words(at + HEADER, (record.size - HEADER) // 8)
        kind = handlers[record.handler]
        taken += record.size
        if kind == "jump":
            at = words[0]
        else:
            at += record.size
            commands.append(_command(kind, words))
    return commands


def _words(address: int, count: int) -> tuple[int, ...]:
    return tuple((ctypes.c_uint64 * count).from_address(address))


def _command(kind: str, words: tuple[int, ...]) -> Command:
    match kind, words:
        case "wait", (queue, value):
            return Wait(queue, value)
        case "check", (cell,):
            return Check(cell)
        case "launch", (cell, layout, *slots):
            return Launch(cell, layout - ctypes.sizeof(PlanHeader), tuple(slots))
        case "host", (cell,):
            return CallHost(cell)
        case "signal", ():
            return Signal()
        case "stop", ():
            return Stop()
        case _:
            raise ValueError(f"decode a record: {kind} with {len(words)} words; see native.h")
