"""Writes through views and aliases in a trace change what they change in NumPy.

Random functions make arrays and views of them, write to both, and return all of them. A trace gives
the same values, or refuses to guess whether NumPy's reshape made a copy. Results are one array, or
the argument, only where NumPy's results share memory.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

from streamrt._ir.interpret import interpret
from streamrt._jit.tracing.trace import trace
from streamrt._jit.tracing.traced import Output, Spec
from streamrt.errors import TraceError

ARRAYS = (
    "{} * 2", "{}.T + 1", "{}.copy()", "np.copy({})", "np.zeros_like({}) + 1", "np.zeros_like({})",
    "np.where({0} > 0, {0}, 1)", "{}.flatten()", "np.concatenate([{0}, {0}])", "{}.sum(axis=0)",
    "{}.astype('f8')", "np.clip({}, -1, 9)", "np.stack([{0}, {0}])", "{0} @ {0}.T", "np.tril({})",
    "np.repeat({}, 2, axis=0)", "np.diff({}, axis=0)", "{}.max(axis=-1, keepdims=True)",
)  # fmt: skip
VIEWS = (
    "{}[0]", "{}[1:]", "{}[::-1]", "{}[..., ::2]", "{}[..., 0]", "{}.T", "{}[None]", "{}[:, None]",
    "{}.reshape(-1)", "{}.ravel()", "{}.squeeze()", "np.moveaxis({}, 0, -1)", "{}.swapaxes(0, -1)",
    "{0}.reshape({0}.shape[::-1])", "{}[...]", "{}.real", "np.atleast_2d({})", "np.flip({})",
    "np.expand_dims({}, 1)", "{}.astype('f8', copy=False)", "np.split({}, [1])[0]",
    "{}.reshape(1, -1)", "{}[1:3, ...]", "np.einsum('...ij->...ji', {})", "np.einsum('ii->i', {})",
)  # fmt: skip
WRITES = (
    "{} += 1", "{} *= 2", "{}[0] = 7", "{}[...] = 3", "{0}[{0} > 2] = 0", "np.add({0}, 1, out={0})",
    "{}[..., -1] -= 1", "{0} -= {0}[::-1]", "{0}[1:] += {0}[:-1]", "{0}[:] = {0}[::-1].copy()",
    "np.negative({0}, out={0}, where={0} > 1)", "{0} += {0}.reshape(-1)[:1]",
)  # fmt: skip
STARTS = st.sampled_from(["x * 1", "x.copy()", "x"])
STEP = st.tuples(
    st.sampled_from([*ARRAYS, *VIEWS, *VIEWS, *WRITES, *WRITES]), st.integers(0, 20), st.booleans()
)
SHAPES = st.sampled_from([(2, 3), (3,), (3, 3), (1, 4), (2, 3, 2), (2, 1, 3)])


def source_of(start: str, steps: list[tuple[str, int, bool]]) -> str:
    """Returns a function; a step that drops its variable leaves fewer names for one array."""
    lines, names = ["def f(x):", f"  v0 = {start}"], ["v0"]
    for text, place, is_dropped in steps:
        name = names[place % len(names)]
        if text in WRITES:
            lines.append(f"  {text.format(name)}")
            continue
        new = f"v{len(lines)}"
        lines.append(f"  {new} = {text.format(name)}")
        names.append(new)
        if is_dropped:
            names.remove(name)
            lines.append(f"  del {name}")
    return "\n".join([*lines, f"  return [{', '.join(names)}]"])


@settings(max_examples=300, deadline=None)
@given(STARTS, st.lists(STEP, min_size=2, max_size=9), SHAPES)
@example("x.copy()", [("{}[...]", 0, False)], (2, 3))  # which is no argument
@example("x.copy()", [("{}.T.reshape(-1)", 0, True)], (2, 3))
@example("x * 1", [("{}.copy()", 0, False)], (3,))  # which are two arrays, and one value
@example("x", [("{}[...]", 0, False)], (3,))
@example("x * 1", [("{}.T", 0, False), ("{}.reshape(-1)", 1, True), ("{} += 1", 1, False)], (2, 3))
@example(
    "x * 1",
    [
        ("{}.T.reshape(-1)", 0, False),
        ("{}[::2].reshape(1, -1)", 1, True),
        ("{} += 1", 1, False),
    ],
    (1, 4),
)
@example(
    "x * 1",
    [
        ("{}.T + 1", 0, True),
        ("{}.T + 1", 0, True),
        ("{}.reshape(-1)", 0, False),
        ("{}[..., -1] -= 1", 1, False),
    ],
    (2, 3),
)
@example(
    "x * 1",
    [
        ("{}[..., 0]", 0, False),
        ("{}.copy()", 1, True),
        ("{} * 2", 0, True),
        ("{}[...] = 3", 0, False),
    ],
    (3,),
)
def test_memory_is_shared_where_numpy_shares_it(
    start: str, steps: list[tuple[str, int, bool]], shape: tuple[int, ...]
) -> None:
    source = source_of(start, steps)
    space: dict[str, Any] = {"np": np}
    exec(source, space)
    x = np.arange(float(np.prod(shape))).reshape(shape) - 2
    expected: Any = None
    argument = x.copy()
    try:
        expected = space["f"](argument)
    except (ValueError, TypeError, IndexError):
        pass
    # Nothing is compared where NumPy refuses, or where it has scalars, which are never views.
    fails = expected is None or any(not isinstance(each, np.ndarray) for each in expected)
    specs = [Spec("f64", shape, path="x")]
    try:
        found = trace(space["f"], specs, lambda leaves: (tuple(leaves), {}), name="f", site="f:1")
    except TraceError as error:
        is_refused = start == "x" and "the argument x: it is not the function's own" in str(error)
        # NumPy gives elements behind the end of an array of shape (0, 3) as its diagonal.
        allowed = ("a reshape of the same array is in use", "has the extents 0 and")
        if not (fails or is_refused or any(each in str(error) for each in allowed)):
            raise
        return
    if fails:
        return
    values = interpret(found.program, [x])
    assert expected is not None
    first: dict[int, Any] = {}
    for mine, theirs in zip(found.result, expected, strict=True):
        assert isinstance(mine, Output)
        np.testing.assert_array_equal(values[mine.index], theirs, err_msg=source)
        if theirs.size:
            other = first.setdefault(mine.index, theirs)
            assert np.shares_memory(theirs, other), f"two arrays are one result:\n{source}"
            is_shared = np.shares_memory(theirs, argument)
            assert is_shared or not mine.is_given, f"the argument is a result:\n{source}"
            assert mine.is_given or theirs is not argument, f"the argument is copied:\n{source}"
