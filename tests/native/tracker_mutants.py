"""Mutants of the native tracker's C: each lacks a rule, and plays the scripts wrongly.

A change is a header, a text that stands there once, and the text that takes its place.
tracker_mutants_check.py builds them.
"""

from __future__ import annotations

from dataclasses import dataclass

Change = tuple[str, str, str]


@dataclass(frozen=True)
class Mutant:
    """A native tracker with a mistake.

    Attributes:
        rule: the one that is missing.
        changes: what makes it so.
        may_crash: whether the process may end by a signal, because memory is used after its end.
    """

    rule: str
    changes: tuple[Change, ...]
    may_crash: bool = False

    def __str__(self) -> str:
        return self.rule


MUTANTS: tuple[Mutant, ...] = ()
