"""Calls of NumPy's functions in a trace: by a rule of ours, by NumPy's own code, or as they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from streamrt._jit.tracing.complexes import calls as of_pairs
from streamrt._jit.tracing.known import or_known
from streamrt._jit.tracing.numpy_table import TABLE, refuse, refuse_some
from streamrt._jit.tracing.numpys.own_code import own_code
from streamrt._jit.tracing.recording import ComplexError, NoRuleError, Recording
from streamrt.errors import TraceError

__all__ = ["call_function", "call_function_of_pairs"]


def call_function(
    recording: Recording,
    function: Callable[..., Any],
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
) -> Any:
    """Returns the result of a function of NumPy's.

    Raises:
        TraceError: it cannot be traced.
    """
    rule = TABLE.get(function) or TABLE.get(getattr(function, "__wrapped__", None))
    try:
        if rule is None:
            return _by_own_code(recording, function, args, kwargs)
        return rule(recording, *args, **kwargs)
    except ComplexError:
        pass  # an error of what follows is not caused by this one
    except TypeError as error:  # an argument that the rule does not have
        if isinstance(error, TraceError) or rule is None or " argument" not in str(error):
            raise
        return _by_own_code(recording, function, args, kwargs)
    except NoRuleError:
        return _by_own_code(recording, function, args, kwargs)
    except TraceError as error:
        return or_known(recording, error, function, args, kwargs)
    return call_function_of_pairs(recording, function, args, kwargs)


def call_function_of_pairs(
    recording: Recording,
    function: Callable[..., Any],
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
) -> Any:
    """Returns the result of a function of NumPy's that meets complex numbers.

    Raises:
        TraceError: it cannot be traced.
    """
    try:
        return of_pairs.call_function(recording, function, args, kwargs)
    except NoRuleError as error:
        refusal = error
    except TraceError as error:
        return or_known(recording, error, function, args, kwargs)
    try:
        return _by_own_code(recording, function, args, kwargs)
    except TraceError:
        return or_known(recording, refusal, function, args, kwargs)


def _by_own_code(
    recording: Recording, function: Callable[..., Any], args: Sequence[Any], kwargs: Any
) -> Any:
    refuse_some(recording, function)
    own, outer = own_code(function), recording.in_numpy
    if own is None or outer.count(function) > 8:  # a function that calls itself goes no deeper
        refuse(recording, function)
    recording.in_numpy = (*outer, function)
    try:
        return own(*args, **kwargs)
    finally:
        recording.in_numpy = outer
