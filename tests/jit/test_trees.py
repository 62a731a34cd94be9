"""Trees: what is taken apart can be put together again, and equal structures are equal keys."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from streamrt._jit.trees import DEEPEST, flatten
from streamrt.errors import ArgumentError


class Pair(NamedTuple):
    first: Any
    second: Any


@dataclass(frozen=True)
class Frozen:
    left: Any
    right: Any


@dataclass(slots=True)
class Slotted:
    only: Any


class Leaf:
    """Compared by identity, like a buffer."""


KEYS = st.one_of(st.text(max_size=3), st.integers(), st.tuples(st.integers()), st.booleans())


def containers(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(
        st.lists(inner, max_size=3),
        st.lists(inner, max_size=3).map(tuple),
        st.dictionaries(KEYS, inner, max_size=3),
        st.builds(Pair, inner, inner),
        st.builds(Frozen, inner, inner),
        st.builds(Slotted, inner),
    )


THINGS = st.recursive(st.one_of(st.none(), st.builds(Leaf)), containers, max_leaves=12)


@given(THINGS)
def test_what_is_taken_apart_is_put_together_again(thing: Any) -> None:
    leaves, tree = flatten(thing)
    copy = tree.unflatten(leaves)
    assert copy == thing  # leaves are compared by identity
    assert tree.builder()(*leaves) == thing
    again, same = flatten(copy)
    assert same == tree
    assert hash(same) == hash(tree)
    assert [id(leaf) for leaf in again] == [id(leaf) for leaf in leaves]
    assert list(map(type, _walk(copy))) == list(map(type, _walk(thing)))


@given(THINGS)
def test_paths_lead_to_the_leaves(thing: Any) -> None:
    leaves, tree = flatten(thing)
    assert tree.count == len(leaves) == len(tree.paths)
    for leaf, path in zip(leaves, tree.named("thing"), strict=True):
        assert eval(path, {"thing": thing}) is leaf


@given(THINGS, THINGS)
def test_different_structures_are_different_keys(one: Any, other: Any) -> None:
    (_, a), (_, b) = flatten(one), flatten(other)
    numbers = [object() for _ in range(a.count)]
    is_same = a.count == b.count and repr(a.unflatten(numbers)) == repr(b.unflatten(numbers))
    assert (a == b) == is_same


def _walk(thing: Any) -> list[Any]:
    found = [thing]
    if isinstance(thing, list | tuple):
        return found + [x for part in thing for x in _walk(part)]
    if isinstance(thing, dict):
        return found + [x for part in thing.values() for x in _walk(part)]
    names = [n for n in ("left", "right", "only") if hasattr(thing, n)]
    return found + [x for name in names for x in _walk(getattr(thing, name))]


def test_the_order_of_a_dict_is_part_of_its_tree() -> None:
    assert flatten({"a": 1, "b": 2})[1] != flatten({"b": 2, "a": 1})[1]


def test_a_subclass_that_may_differ_from_its_base_is_a_leaf() -> None:
    for thing in (OrderedDict(a=1), defaultdict(int, a=1)):
        leaves, tree = flatten(thing)
        assert leaves == [thing]
        assert repr(tree) == "*"


def test_an_object_is_looked_into_when_asked() -> None:
    class Model:
        def __init__(self) -> None:
            self.w, self.rate = 1, [2]

    leaves, tree = flatten(Model(), is_object=lambda thing: isinstance(thing, Model))
    assert leaves == [1, 2]
    assert tree.named("self") == ("self.w", "self.rate[0]")
    assert vars(tree.unflatten([3, 4])) == {"w": 3, "rate": [4]}
    assert flatten(Model())[1].count == 1


def in_itself(make: Callable[[], Any], put: Callable[[Any], Any]) -> Any:
    thing = make()
    put(thing)
    return thing


@pytest.mark.parametrize(
    ("thing", "path"),
    [
        (in_itself(list, lambda x: x.append({"a": x})), r"params\[0\]\['a'\]"),
        (in_itself(dict, lambda x: x.update(b=(1, x))), r"params\['b'\]\[1\]"),
        (in_itself(lambda: Slotted(0), lambda x: setattr(x, "only", [x])), r"params\.only\[0\]"),
    ],
)
def test_a_container_that_holds_itself_is_refused_by_its_path(thing: Any, path: str) -> None:
    with pytest.raises(ArgumentError, match=rf"flatten {path}: it is one of the containers"):
        flatten(thing, "params")


def test_depth_has_an_end() -> None:
    thing: Any = 1
    for _ in range(DEEPEST):
        thing = [thing]
    assert flatten(thing)[0] == [1]
    with pytest.raises(ArgumentError, match=f"it lies in {DEEPEST} containers"):
        flatten([thing])


def test_one_container_may_stand_in_several_places() -> None:
    shared = [1]
    assert flatten((shared, shared))[0] == [1, 1]
