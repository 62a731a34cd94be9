"""Replays in native code: what that needs to know of a graph and its instances."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from streamrt._runtime.engine import Engine
from streamrt._runtime.graphs.instance import Instance, NativeReplay, Variant
from streamrt._runtime.graphs.subjects import Replayed


def native_replays(
    engine: Engine,
    fresh: Any,
    what: Replayed,
    names: Sequence[str],
    defaults: Sequence[Any],
    variant: Variant,
    results: tuple[int, ...],
    instances: Sequence[Instance],
) -> Any:
    """Returns the object by which native code replays a graph; replay_call.h describes it.

    Args:
        engine: the runtime's.
        fresh: the device's; see fresh.h.
        what: the subject of each replay.
        names: the names of the bases.
        defaults: the buffer of each base, or None.
        variant: the variant for the captured layouts; all instances have its program.
        results: the bases of the outputs.
        instances: those that take the replays in turn.

    Returns:
        None if replays take the way through Python: the device is not native, the graph is too
        large, or an input has no buffer of its own.
    """
    if fresh is None or engine.options.eager or engine.is_told:
        return None
    outputs = dict(variant.fresh)
    layouts = [
        outputs.get(base) if buffer is None else buffer._layout
        for base, buffer in enumerate(defaults)
    ]
    if None in layouts:
        return None
    rows: list[Any] = []
    for instance in instances:
        program = instance.prepare(variant)
        if not isinstance(program, NativeReplay) or not program.lane.is_native:
            return None
        rows += (program.lane._track, program.handle, instance.life[0], instance.arena.address)
    touches = [int(part) for touch in variant.touches for part in touch]
    made = engine.core.new_replays(
        what,
        fresh,
        tuple(map(sys.intern, names)),
        tuple(defaults),
        tuple(layouts),
        tuple(touches),
        results,
        tuple(rows),
    )
    if made is not None:
        for instance in instances:
            instance.served = (variant, made)
    return made
