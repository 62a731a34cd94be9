"""A fault in the runtime's tracker, which the tests of its orders have to find."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from inspect import isfunction

import pytest
from conformance import mutants as conformance
from conformance.mutants import HAZARDS, RANGES, TIMELINE, Mutant
from core.trackers import PURE, Tracking, with_after

from streamrt._core.tracking import hazards, ranges
from streamrt._core.tracking.timeline import Timeline

Fault = Callable[[pytest.MonkeyPatch], None]


def without(hazard: str) -> Fault:
    """Knocks out one reason to wait."""

    def fault(patch: pytest.MonkeyPatch) -> None:
        need = hazards._need

        def deaf(
            needed: hazards.Needed | None,
            own: Timeline,
            source: Timeline,
            value: int,
            reason: str,
            name: str | int,
        ) -> hazards.Needed | None:
            return needed if reason == hazard else need(needed, own, source, value, reason, name)

        patch.setattr(hazards, "_need", deaf)

    return fault


# -- faults in the text of the specification ------------------------------------------------------

_ORDERED = "source is not timeline and (not manual or source.internal or timeline.internal)"
_WHOLE = "for span in region.everything or tracked.cut(region.start, region.stop):"
_NO_READERS = (
    "for source in (self.readers, self.reuse):\n            if source:\n                _merge"
)

MUTANTS = (
    *conformance.MUTANTS,
    Mutant("seeing is seeing what came before", TIMELINE, "timeline._forget(reached)", "pass"),
    Mutant(
        "a snapshot is from its own value on",
        TIMELINE,
        "bisect_right(values, value)",
        "bisect_right(values, value + 1)",
    ),
    Mutant(
        "snapshots",
        TIMELINE,
        "return self._snapshots[index - 1] if index else _NOTHING",
        "return _NOTHING",
    ),
    Mutant(
        "seen points leave long frontiers",
        TIMELINE,
        "if len(merged) > FEW:",
        "if len(merged) > 99:",
    ),
    Mutant("short frontiers keep seen points", TIMELINE, "if len(merged) > FEW:", "if merged:"),
    Mutant("own points are no part of a frontier", TIMELINE, " and t is not self:", ":"),
    Mutant(
        "minimal waits",
        HAZARDS,
        "return tuple(\n        edge\n        for edge in edges\n        if not any(",
        "return tuple(\n        edge\n        for edge in edges\n        if True or not any(",
    ),
    Mutant("all minimal waits", HAZARDS, ">= edge.value\n", ">= 1\n"),
    Mutant("reads wait for each part", HAZARDS, _WHOLE, f"{_WHOLE[:-1]}[-1:]:"),
    Mutant(
        "frozen memory",
        HAZARDS,
        "        if region.tracked.bar:\n",
        "        if region.tracked.bar >= DELETED:\n",
    ),
    Mutant(
        "captured memory has no bytes",
        HAZARDS,
        "if tracked.bar & CAPTURED:",
        "if tracked.bar & CAPTURED > 8:",
    ),
    Mutant(
        "reads of frozen memory leave points if it is shared",
        HAZARDS,
        "elif not tracked.bar or tracked.handles is not None:",
        "elif not tracked.bar:",
    ),
    Mutant(
        "reads of frozen memory leave no points",
        HAZARDS,
        "elif not tracked.bar or tracked.handles is not None:",
        "else:",
    ),
    Mutant(
        "internal streams wait in manual mode",
        HAZARDS,
        f"{_ORDERED}:\n                    needed",
        "source is not timeline and not manual:\n                    needed",
    ),
    Mutant(
        "reuse waits in manual mode",
        HAZARDS,
        "            if span.reuse:\n",
        "            if span.reuse and not manual:\n",
    ),
    Mutant("earlier writers in gaps", RANGES, "found[step.timeline] = step", "pass"),
    Mutant("a write to all joins its spans", HAZARDS, "tracked.join_spans()", "pass"),
    Mutant(
        "an inout hidden by an out",
        HAZARDS,
        "_producers(writes) if len(writes) > 1 else _NONE",
        "_NONE",
    ),
    Mutant(
        "a split span keeps its readers",
        RANGES,
        "dict(self.readers) if self.readers else None",
        "None",
    ),
    Mutant(
        "a split span has readers of its own",
        RANGES,
        "dict(self.readers) if self.readers else None",
        "self.readers",
    ),
    Mutant(
        "merged spans keep all readers",
        RANGES,
        "            if theirs:\n",
        "            if theirs and not mine:\n",
    ),
    Mutant(
        "merged spans have one writer",
        RANGES,
        "merged and span.writer is merged[-1].writer",
        "merged",
    ),
    Mutant("spans are merged", RANGES, "if len(spans) > spans.most:", "if False:"),
    Mutant(
        "clean writers are dropped once seen",
        RANGES,
        "writer.clean and writer.value",
        "writer.value",
    ),
    Mutant(
        "the end of a history",
        RANGES,
        "span.writer = span.readers = span.beneath = None\n                span.reuse = points",
        "span.reuse = points",
    ),
    Mutant(
        "the last handle ends a history",
        RANGES,
        "death is None and not handles.is_any_open()",
        "death is None",
    ),
    Mutant(
        "heirs keep their bar",
        RANGES,
        "heir.bar, heir.handles = self.bar, self.handles",
        "heir.handles = self.handles",
    ),
    Mutant(
        "unread writers",
        RANGES,
        "for span in self.spans() if not span.readers}",
        "for span in self.spans()}",
    ),
    Mutant(
        "asked waits are shown", HAZARDS, "(asked or value > source.seen)", "value > source.seen"
    ),
)


def mutated(mutant: Mutant, patch: pytest.MonkeyPatch) -> Tracking:
    """Returns the specification without a rule, as long as the patch lasts."""
    changed = mutant.compiled()
    mutant.install(patch)
    if mutant.module != HAZARDS:
        for name in ("Span", "Region"):
            for key, function in vars(vars(changed).get(name, object)).items():
                if mutant.module == RANGES and isfunction(function):
                    patch.setattr(getattr(ranges, name), key, function)
        return PURE
    return replace(PURE, track=with_after(changed.track), await_points=changed.await_points)
