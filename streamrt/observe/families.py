"""Families of metrics, and the texts of Prometheus (0.0.4) and OpenMetrics (1.0) that show them.

In OpenMetrics the family of a counter has no `_total`, units have lines of their own, counters and
histograms say since when they count, and the last line is `# EOF`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from streamrt._core.values import shown
from streamrt._refusals import refusing
from streamrt.errors import ArgumentError, ArgumentTypeError

NAME = re.compile(r"[a-zA-Z_][a-zA-Z0-9_]*")
OURS = "streamrt_"
TAKEN = ("_total", "_created", "_bucket", "_count", "_sum", "_info")  # what a text adds to names
ESCAPES = str.maketrans({"\\": r"\\", "\n": r"\n", '"': r"\""})

Labels = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric of the program's own, which `metrics` shows behind those of streamrt.

        Metric("web_answers", "counter", "Answers, by their status.", [({"status": "200"}, 7)])

    Attributes:
        name: its name, without the `_total` of a counter; it ends with the unit, if it has one.
        kind: `counter`, which only rises while the process lives, or `gauge`.
        help: what it counts, in a sentence.
        samples: its numbers, each with its labels.
        unit: as in `seconds` and `bytes`; "" for none.
    """

    name: str
    kind: Literal["counter", "gauge"]
    help: str
    samples: Sequence[tuple[Labels, float]]
    unit: str = ""

    @refusing
    def __post_init__(self) -> None:
        what = f"metric {shown(self.name)}"
        if not (isinstance(self.name, str) and NAME.fullmatch(self.name)):
            raise ArgumentError(f"{what}: it is no name; use letters, digits and underscores")
        if self.name.startswith(OURS) or self.name.endswith(TAKEN):
            raise ArgumentError(
                f"{what}: found a name that streamrt or the format makes; begin it with the name "
                f"of the program, and leave out {', '.join(TAKEN)}"
            )
        if self.kind not in ("counter", "gauge"):
            raise ArgumentError(f"{what}: its kind is {shown(self.kind)}; use counter or gauge")
        if self.unit and not self.name.endswith(f"_{self.unit}"):
            raise ArgumentError(
                f"{what}: its unit is {self.unit}; let the name end with _{self.unit}"
            )
        _check_samples(self, what)


def _check_samples(metric: Metric, what: str) -> None:
    """Raises unless each sample has labels and a number, and no two have the same labels."""
    seen: set[frozenset[tuple[str, str]]] = set()
    for labels, value in metric.samples:
        for name, text in labels.items():
            if not (isinstance(text, str) and isinstance(name, str)):
                raise ArgumentTypeError(f"{what}: label {shown(name)} is {shown(text)}; use text")
            if not NAME.fullmatch(name) or name.startswith("__") or name == "le":
                raise ArgumentError(
                    f"{what}: {shown(name)} is no name of a label; use letters, digits and "
                    "underscores, and neither le nor two underscores at the start"
                )
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ArgumentTypeError(f"{what}: a sample is {shown(value)}; use an int or a float")
        if metric.kind == "counter" and not value >= 0:
            raise ArgumentError(f"{what}: a sample is {value}; a counter is never below 0")
        key = frozenset((name, clean(text)) for name, text in labels.items())
        if key in seen:
            raise ArgumentError(f"{what}: two samples have the labels {dict(labels)}; add them up")
        seen.add(key)


class Buckets(NamedTuple):
    """The contents of a histogram.

    Attributes:
        below: for each bound in seconds, how many times were below it; they rise.
        number: how many there were.
        total: the sum of all, in seconds.
    """

    below: Sequence[tuple[float, int]]
    number: int
    total: float


@dataclass(frozen=True, slots=True)
class Family:
    """A family of samples, as a text shows it.

    Attributes:
        name: its name, without `_total`.
        kind: `counter`, `gauge` or `histogram`.
        help: what it counts.
        samples: its numbers or histograms, each with its labels.
        unit: as in `Metric`.
        created: since when it counts, in seconds since 1970; 0 if that is not known.
    """

    name: str
    kind: Literal["counter", "gauge", "histogram"]
    help: str
    samples: Sequence[tuple[Labels, float] | tuple[Labels, Buckets]]
    unit: str = ""
    created: float = 0.0


def fold(counts: Sequence[int], total: int, exponents: Iterable[int]) -> Buckets:
    """Returns a histogram of times that were counted by the logarithm of their ns, as in `Spread`.

    Args:
        counts: the number of times with 2**b <= ns < 2**(b + 1), for each b.
        total: the sum of the times, in ns.
        exponents: the bounds to show, as powers of two of ns.
    """
    below = [(2**exponent / 1e9, sum(counts[:exponent])) for exponent in exponents]
    return Buckets(below, sum(counts), total / 1e9)


def write(families: Iterable[Family], *, openmetrics: bool) -> str:
    """Returns the text of families; one without samples is left out."""
    lines = [line for family in families if family.samples for line in _lines(family, openmetrics)]
    if openmetrics:
        lines.append("# EOF")
    return "".join(f"{line}\n" for line in lines)


def _lines(family: Family, openmetrics: bool) -> Iterator[str]:
    total = "_total" if family.kind == "counter" else ""
    name = family.name if openmetrics else family.name + total
    yield f"# HELP {name} {clean(family.help).translate(_in_help(openmetrics))}"
    yield f"# TYPE {name} {family.kind}"
    if openmetrics and family.unit:
        yield f"# UNIT {name} {family.unit}"
    for labels, value in family.samples:
        if isinstance(value, Buckets):
            for bound, count in (*value.below, (float("inf"), value.number)):
                yield _sample(f"{family.name}_bucket", {**labels, "le": _number(bound)}, count)
            yield _sample(f"{family.name}_sum", labels, value.total)
            yield _sample(f"{family.name}_count", labels, value.number)
        else:
            yield _sample(family.name + total, labels, value)
        if openmetrics and family.created and family.kind != "gauge":
            yield _sample(f"{family.name}_created", labels, family.created)


def _in_help(openmetrics: bool) -> dict[int, str]:
    """Returns the escapes of a help text: only OpenMetrics escapes the quotes in it."""
    return {c: text for c, text in ESCAPES.items() if openmetrics or c != ord('"')}


def _sample(name: str, labels: Labels, value: float) -> str:
    escaped = {label: clean(text).translate(ESCAPES) for label, text in labels.items()}
    inside = ",".join(f'{label}="{text}"' for label, text in escaped.items())
    return f"{name}{{{inside}}} {_number(value)}" if inside else f"{name} {_number(value)}"


def _number(value: float) -> str:
    """Returns a number as both texts spell it."""
    if value != value:
        return "NaN"
    if value in (float("inf"), float("-inf")):
        return "+Inf" if value > 0 else "-Inf"
    return str(int(value)) if isinstance(value, int) else repr(float(value))


def clean(text: str) -> str:
    """Returns a text that has an encoding: lone surrogates become question marks."""
    return text.encode("utf-8", "replace").decode("utf-8")
