"""Trackers with one of their rules taken out, which the suite's programs have to notice.

A mutant is made from the sources: a piece of text is replaced, the module is compiled again, and
the functions of interest take the place of the originals.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import pytest

from streamrt._core.tracking.ranges import Tracked
from streamrt._core.tracking.timeline import Timeline

HAZARDS, TIMELINE, RANGES = (
    f"streamrt._core.tracking.{n}" for n in ("hazards", "timeline", "ranges")
)


@dataclass(frozen=True)
class Mutant:
    """One rule less.

    Attributes:
        rule: the one that is missing.
        module: where it stands.
        old: its text, which must be there once.
        new: what stands there instead.
    """

    rule: str
    module: str
    old: str
    new: str

    def __str__(self) -> str:
        return self.rule

    def install(self, patch: pytest.MonkeyPatch) -> None:
        """Has the runtime work without the rule."""
        changed = self.compiled()
        if self.module == HAZARDS:
            patch.setattr("streamrt._runtime.specification.steps.track", changed.track)
            return
        for original in (Timeline, Tracked):
            if original.__module__ == self.module:
                for name, function in vars(vars(changed)[original.__name__]).items():
                    if inspect.isfunction(function):
                        patch.setattr(original, name, function)

    def compiled(self) -> Any:
        """The module with the rule taken out."""
        original = importlib.import_module(self.module)
        source = inspect.getsource(original)
        assert source.count(self.old) == 1, f"{self.module} has no single {self.old!r} any more"
        changed = ModuleType(self.module)
        exec(compile(source.replace(self.old, self.new), self.module, "exec"), vars(changed))
        return changed


_EDGE = 'needed = _need(needed, timeline, source, writer.value, "RAW", tracked.name)'
_WRITER = 'hazard = "RAW" if is_read else "WAW"\n'
_IN = """if writer is not None and not writer.clean:
                if writer not in checks:
                    checks = _with(checks, writer) if checks else (writer,)"""
_OUT = "if not writer.clean and (is_read or region.has_gaps) and writer not in checks:"
MUTANTS = (
    Mutant("RAW", HAZARDS, _EDGE, "pass"),
    Mutant("RAW of inout", HAZARDS, _WRITER, _WRITER + " " * 20 + "if is_read: continue\n"),
    Mutant("WAR", HAZARDS, "if readers and (len", "if readers and False and (len"),
    Mutant(
        "WAW",
        HAZARDS,
        "source.internal or timeline.internal):\n                    hazard =",
        "source.internal or timeline.internal) and is_read:\n                    hazard =",
    ),
    Mutant(
        "reuse by death frontier",
        HAZARDS,
        "            if span.reuse:\n",
        "            if False:\n",
    ),
    Mutant(
        "death frontier of readers",
        RANGES,
        "for source in (self.readers, self.reuse):",
        "for source in (self.reuse,):",
    ),
    Mutant(
        "death frontier of writers",
        RANGES,
        "        if writer is not None:\n            _merge(found,",
        "        if False:\n            _merge(found,",
    ),
    Mutant(
        "elision as of the waited value",
        TIMELINE,
        "        values = self._values\n        if not values:\n            return _NOTHING\n",
        "        return self.frontier\n",
    ),
    Mutant(
        "elision of what was waited for only",
        HAZARDS,
        "value <= own.frontier.get(source, 0):",
        "source in own.frontier:",
    ),
    Mutant(
        "poison by RAW",
        HAZARDS,
        _IN,
        _IN.replace(" if checks else (writer,)", " if checks else ()"),
    ),
    Mutant("poison by RAW only", HAZARDS, _OUT, _OUT.replace("is_read or region.has_gaps", "True")),
    Mutant("poison of inout", HAZARDS, _OUT, _OUT.replace("is_read or ", "")),
    Mutant("poison in gaps", HAZARDS, _OUT, _OUT.replace(" or region.has_gaps", "")),
)


def without(rule: str) -> Callable[[pytest.MonkeyPatch], None]:
    """The mutant without a rule."""
    return next(m for m in MUTANTS if m.rule == rule).install
