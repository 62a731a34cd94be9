"""The state of a run, as a small dict that JSON can hold: `Run.state` and `resume=`.

    {"version": 1, "definition": "1d0f...", "place": [409], "beyond": [], "epoch": 0, "next": 409}

`place` says where to start for what was not delivered (streamrt._core.flow.elements), and `beyond`
what was delivered out of order behind that. `epoch` and `next` say the same to people.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from streamrt._core.flow.elements import Place
from streamrt._core.values import shown
from streamrt.errors import ArgumentError, ArgumentTypeError, StateError
from streamrt.pipeline import steps
from streamrt.pipeline.build import digest, slots
from streamrt.pipeline.sources import Once

VERSION = 1

State = dict[str, Any]


def told(definition: tuple[steps.Step, ...], place: Place, beyond: Sequence[Place]) -> State:
    """Returns the state of a run."""
    source = definition[0]
    assert isinstance(source, steps.Source)
    epoch, position = divmod(place[0], source.part) if source.part else (0, place[0])
    return {
        "version": VERSION,
        "definition": digest(definition),
        "place": list(place),
        "beyond": [list(each) for each in beyond],
        "epoch": epoch,
        "next": position,
    }


def read(given: object, definition: tuple[steps.Step, ...]) -> tuple[Place, list[Place]]:
    """Returns the place and the places beyond it of a state that was saved.

    Raises:
        ArgumentError: it is none, another definition's, or past the end of the source.
    """
    what = "resume a pipeline"
    if not isinstance(given, Mapping):
        raise ArgumentTypeError(f"{what}: found {shown(given)}; pass what run.state() returned")
    state = cast("Mapping[str, Any]", given)
    missing = {"version", "definition", "place", "beyond"} - state.keys()
    if missing:
        raise ArgumentError(
            f"{what}: the state lacks {', '.join(sorted(missing))}; it is cut short"
        )
    if state["version"] != VERSION:
        raise ArgumentError(
            f"{what}: the state is of version {shown(state['version'])}; this one reads {VERSION}"
        )
    if state["definition"] != digest(definition):
        raise ArgumentError(
            f"{what}: the state is of another definition; its stages, their sizes and seeds, and "
            "the source's length and order must be the same"
        )
    place = _place(state["place"], what)
    listed = _listed(state["beyond"])
    if listed is None:
        raise ArgumentError(f"{what}: beyond is {shown(state['beyond'])}; it must be a list")
    beyond = [_place(each, what) for each in listed]
    if any(len(each) != slots(definition) for each in (place, *beyond)):
        raise ArgumentError(f"{what}: a place has another length; the state was changed")
    source = definition[0]
    assert isinstance(source, steps.Source)
    if source.part is not None and source.epochs is not None:
        total = source.part * source.epochs
        if place[0] > total:
            raise ArgumentError(
                f"{what}: the state is at item {place[0]}, and {source.called} has {total}"
            )
    return place, beyond


def _listed(given: object) -> list[object] | None:
    return list(cast("list[object]", given)) if isinstance(given, list | tuple) else None


def _place(given: object, what: str) -> Place:
    found: list[int] = []
    for number in _listed(given) or [None]:
        if not isinstance(number, int) or isinstance(number, bool) or number < 0:
            raise ArgumentError(f"{what}: a place is {shown(given)}; it must be a list of numbers")
        found.append(number)
    return tuple(found)


def is_resumable(definition: tuple[steps.Step, ...]) -> bool:
    """Whether a later run can read the same items again."""
    source = definition[0]
    return isinstance(source, steps.Source) and not isinstance(source.items, Once)


def check_resumable(definition: tuple[steps.Step, ...]) -> None:
    """Refuses to tell the state of a run that cannot be resumed.

    Raises:
        StateError: its source is an iterator.
    """
    if not is_resumable(definition):
        raise StateError(
            f"state of a run: its source, {definition[0].site}, is an iterator, which no other run "
            "can read again; pass a sequence, or a function that returns an iterator"
        )
