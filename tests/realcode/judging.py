"""Judges what jit makes of functions that others wrote, beside NumPy.

    python tests/realcode/judging.py [NAME...]

judges all functions whose names contain one of these, and says which have another outcome than
corpus.toml has. It needs the packages that are named there; `make realcode` installs them.
"""

from __future__ import annotations

import importlib
import inspect
import sys
import tomllib
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any

import numpy as np

import streamrt as srt

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))
from realcode.programs import PROGRAMS  # noqa: E402

TOLERANCES = {"f4": 5e-4, "f8": 1e-9}
SHAPES = {"v": (64,), "m": (12, 12), "p": (40, 3), "i": (16, 16, 3)}
NUMBERS = {"h": 0.5, "n": 3}


def arguments(letters: str, dtype: str) -> list[Any]:
    """Makes arguments: v, m, p and i are arrays of SHAPES with floats between 0.1 and 1, h and n
    are NUMBERS."""
    chance = np.random.default_rng(34)
    return [
        NUMBERS.get(letter) or chance.uniform(0.1, 1, SHAPES[letter]).astype(dtype)
        for letter in letters
    ]


# ---- results -------------------------------------------------------------------------------------


def leaves(value: object) -> list[np.ndarray[Any, Any]]:
    """Returns the arrays and numbers of a result.

    Raises:
        TypeError: there is something else in it.
    """
    return [np.asarray(leaf) for leaf in _leaves(value)]


def _leaves(value: Any) -> Iterator[Any]:
    if is_dataclass(value) and not isinstance(value, type):
        value = [getattr(value, field.name) for field in fields(value)]
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (tuple, list)):
        for one in value:
            yield from _leaves(one)
    elif value is not None:
        dtype = getattr(value, "dtype", None)
        if not isinstance(value, (bool, int, float)) and getattr(dtype, "kind", "O") not in "fiub":
            raise TypeError(f"a result has a {type(value).__name__}")
        yield value


def difference(found: object, expected: object, tolerance: float) -> str:
    """Returns what is wrong with a result; "" if nothing is."""
    ours, theirs = leaves(found), leaves(expected)
    if len(ours) != len(theirs):
        return f"{len(ours)} results, not {len(theirs)}"
    for a, b in zip(ours, theirs, strict=True):
        if a.shape != b.shape or a.dtype != b.dtype:
            return f"{a.dtype}{a.shape}, not {b.dtype}{b.shape}"
        finite = b[np.isfinite(b)].astype("f8")
        scale = np.abs(finite).max(initial=0.0)
        if not np.allclose(a, b, rtol=tolerance, atol=tolerance * scale, equal_nan=True):
            return "other values"
    return ""


# ---- functions -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Case:
    """A function, by name, with its arguments and what is expected of it.

    Attributes:
        name: `package.module.function`, or that of a program in programs.py.
        given: the letters of its arguments.
        outcome: the word of corpus.toml.
    """

    name: str
    given: str
    outcome: str

    @property
    def package(self) -> str:
        """The package that has it; "" for a program."""
        return self.name.partition(".")[0] if "." in self.name else ""

    def function(self) -> Callable[..., Any]:
        """Imports it."""
        if not self.package:
            return PROGRAMS[self.name][0]
        module, _, name = self.name.rpartition(".")
        function: Callable[..., Any] = getattr(importlib.import_module(module), name)
        return function


def corpus() -> dict[str, Any]:
    """Returns corpus.toml."""
    return tomllib.loads((HERE / "corpus.toml").read_text(encoding="utf-8"))


def cases() -> list[Case]:
    """Returns all functions: the drawn ones, and the programs."""
    table = corpus()
    outcomes = table["programs"]
    drawn = [Case(name, row["given"], row["outcome"]) for name, row in table["drawn"].items()]
    return drawn + [Case(name, given, outcomes[name]) for name, (_, given) in PROGRAMS.items()]


def judge(case: Case) -> tuple[str, str]:
    """Runs it with floats of both sizes as it is, then with all its numbers static.

    Returns:
        The outcome, or `wrong`, and what was said.
    """
    function = case.function()
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        outcome, text = _judge(function, case)
        if outcome in ("refused", "error") and (names := _numbers(function, case)):
            again, _ = _judge(function, case, static=names)
            return ("static", text) if again == "runs" else (outcome, text)
        return outcome, text


def _numbers(function: Callable[..., Any], case: Case) -> list[str]:
    """The parameters that are no arrays."""
    parameters = list(inspect.signature(function).parameters.values())
    kinds = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    named = [p.name for p in parameters if p.kind not in kinds]
    return [n for k, n in enumerate(named) if k >= len(case.given) or case.given[k] in NUMBERS]


def _judge(function: Callable[..., Any], case: Case, static: Sequence[str] = ()) -> tuple[str, str]:
    for dtype, tolerance in TOLERANCES.items():
        expected = function(*arguments(case.given, dtype))
        try:
            found = srt.jit(function, static=tuple(static))(*arguments(case.given, dtype))
            text = difference(fetched(found), expected, tolerance)
        except srt.errors.StreamRTError as error:
            return "refused", f"{type(error).__name__}: {error}"
        except Exception as error:  # noqa: BLE001 - whatever the function falls over
            return "error", f"{type(error).__name__}: {error}"
        if text:
            return "wrong", f"{dtype}: {text}"
    return "runs", ""


def fetched(value: Any) -> Any:
    if isinstance(value, srt.Buffer):
        return np.asarray(value)
    if isinstance(value, (tuple, list)):
        return [fetched(one) for one in value]
    if isinstance(value, dict):
        return {key: fetched(one) for key, one in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return [fetched(getattr(value, field.name)) for field in fields(value)]
    return value


def main() -> int:
    """Judges the functions that are asked for; returns the exit status."""
    wanted, counts, others = sys.argv[1:], Counter[str](), 0
    with srt.Runtime():
        for case in cases():
            if wanted and not any(part in case.name for part in wanted):
                continue
            outcome, text = judge(case)
            counts[outcome] += 1
            others += outcome != case.outcome
            if wanted or outcome != case.outcome:
                print(f"{case.name}: {outcome}, in corpus.toml {case.outcome}; {text}", flush=True)
    print(", ".join(f"{count} {outcome}" for outcome, count in counts.most_common()))
    return int(others > 0)


if __name__ == "__main__":
    sys.exit(main())
