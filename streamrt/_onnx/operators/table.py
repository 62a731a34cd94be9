"""The table of operators: those that are read, and reasons for which some others are not."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from streamrt._onnx.operators import (
    activations,
    creations,
    elementwise,
    normalisation,
    places,
    pooling,
    products,
    reductions,
    shapes,
)
from streamrt._onnx.operators.given import Rules

__all__ = ["NOT_READ", "OPERATORS"]

OPERATORS: Rules = MappingProxyType({
    **elementwise.RULES, **activations.RULES, **shapes.RULES, **places.RULES, **creations.RULES,
    **reductions.RULES, **normalisation.RULES, **products.RULES, **pooling.RULES,
})  # fmt: skip
"""The rule of each operator that is read."""

_BODY = "its body is a graph"
_VALUES = "the shape of its result depends on values"
_WRITES = "it writes at places"
_SEQUENCE = "it has sequences"
_DRAWS = "it draws numbers"

NOT_READ: Mapping[str, str] = MappingProxyType({
    **dict.fromkeys(("If", "Loop", "Scan", "SequenceMap"), _BODY),
    **dict.fromkeys(("NonZero", "Unique", "Compress", "NonMaxSuppression"), _VALUES),
    **dict.fromkeys(("Scatter", "ScatterElements", "ScatterND"), _WRITES),
    **dict.fromkeys(("SplitToSequence", "SequenceAt", "ConcatFromSequence"), _SEQUENCE),
    **dict.fromkeys(("RandomNormal", "RandomUniform", "RandomNormalLike", "Bernoulli"), _DRAWS),
    **dict.fromkeys(("QuantizeLinear", "DequantizeLinear", "QLinearConv"), "it is quantised"),
})  # fmt: skip
"""Reasons that messages give for operators that are not read."""
