"""A failure that exploration found: it is reported, saved and loaded.

A saved failure is a JSON file. It holds the draws that are not 0, so that it stays small, and
enough about the program to notice that it is another one.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from streamrt.errors import ReplayError
from streamrt.testing._reports.facts import KINDS, Draw, Facts

FORMAT = "streamrt failure 1"


@dataclass(frozen=True, slots=True)
class Failure(Facts):
    """One failure, in its shortest schedule.

    Attributes:
        kind: one of KINDS.
        message: the error's own text; its first line says what happened.
        sites: the lines that matter, as in `feed.py:41 in feed`: of a race the two submissions, the
            earlier first; of stuck tasks where they wait; of an error the program's last line.
        program: the program's name, as in `tests/test_feed.py::test_feed` or `feed.main`.
        schedule: the number of the schedule that failed, counted from 0.
        schedules: how many schedules had run by then.
        seed: the seed of the exploration.
        strategy: the strategy.
        draws: all draws of the shortest schedule.
        shrunk_from: how many draws deviated from 0 before it was shrunk.
        trace: what ran on the devices, oldest first.
        moments: what happened on the host, oldest first.
        again: the command or call that runs this schedule again.
        digest: a number that tells the tape of draws from others.
        settings: what else replaying needs: devices, options, faults.
        error: the error itself; None if the failure was loaded from a file.
    """

    def report(self) -> str:
        """Returns the report for a terminal: what happened, where, in which order, and again."""
        from streamrt.testing._reports.report import text

        return text(self)

    def page(self) -> str:
        """Returns the report as one self-contained HTML page, with the schedule drawn."""
        from streamrt.testing._reports.page import page

        return page(self)

    def save(self, path: str | Path) -> Path:
        """Saves it as JSON; returns the path. Folders are made."""
        target = Path(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        shown = {
            "format": FORMAT,
            **{name: getattr(self, name) for name in _SAVED},
            "draws": len(self.draws),
            "deviations": [[number, *draw] for number, draw in self.deviations],
        }
        target.write_text(json.dumps(shown, indent=1) + "\n", encoding="utf-8")
        return target

    @classmethod
    def load(cls, path: str | Path) -> Failure:
        """Loads a failure that was saved.

        Raises:
            ReplayError: the file is missing, broken, or of another version.
        """
        what = f"load a failure from {path}"
        try:
            found = json.loads(Path(path).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise ReplayError(f"{what}: {error}; pass a file that Failure.save wrote") from error
        saved = cast("dict[str, Any]", found) if isinstance(found, dict) else {}
        if saved.get("format") != FORMAT:
            raise ReplayError(f"{what}: it is no file that Failure.save of this version wrote")
        try:
            return cls._of(saved)
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise ReplayError(f"{what}: it is broken: {type(error).__name__}: {error}") from error

    @classmethod
    def _of(cls, found: dict[str, Any]) -> Failure:
        draws = [Draw("", 0, 0)] * int(found["draws"])
        for number, label, bound, value, chosen, instead, at in found["deviations"]:
            words = str(chosen), str(instead)
            draws[number] = Draw(str(label), int(bound), int(value), *words, int(at))
        kinds = {**dict.fromkeys(_TEXTS, str), **dict.fromkeys(_NUMBERS, int)}
        fields: dict[str, Any] = {name: kind(found[name]) for name, kind in kinds.items()}
        if fields["kind"] not in KINDS:
            raise ValueError(f"no failure is of the kind {fields['kind']!r}")
        sites = tuple(map(str, found["sites"]))
        return cls(**fields, sites=sites, draws=tuple(draws), settings=dict(found["settings"]))


_TEXTS = ("kind", "message", "program", "strategy", "again")
_NUMBERS = ("schedule", "schedules", "seed", "shrunk_from", "digest")
_SAVED = (*_TEXTS, *_NUMBERS, "sites", "settings")
