"""Trackers with one of their rules taken out, which the suite's programs have to notice.

A mutant is made from the sources: a piece of text is replaced, the module is compiled again, and
the functions of interest take the place of the originals.
"""

from __future__ import annotations

import importlib
import inspect
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from streamrt._core.tracking.ranges import Tracked
from streamrt._core.tracking.timeline import Timeline

HAZARDS = "streamrt._core.tracking.hazards"


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


def mutants_in(path: Path) -> tuple[Mutant, ...]:
    """The mutants of a .toml, which has a text and its replacement by module and rule."""
    modules: dict[str, dict[str, list[str]]] = tomllib.loads(path.read_text())
    return tuple(
        Mutant(rule, f"streamrt._core.tracking.{module}", old, new)
        for module, rules in modules.items()
        for rule, (old, new) in rules.items()
    )


MUTANTS = mutants_in(Path(__file__).with_suffix(".toml"))


def without(rule: str) -> Callable[[pytest.MonkeyPatch], None]:
    """The mutant without a rule."""
    return next(m for m in MUTANTS if m.rule == rule).install
