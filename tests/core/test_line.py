"""The line of those who ask for room: against a model that goes through it from the front."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from streamrt._core.tracking.line import Request, WaitingLine

MOST = 16
STEPS = st.lists(
    st.tuples(st.sampled_from(["join", "leave", "look"]), st.integers(0, MOST)), max_size=40
)


@given(STEPS, st.integers(0, 2 * MOST))
def test_those_in_front_are_admitted_while_they_fit(
    steps: list[tuple[str, int]], room: int
) -> None:
    line, requests = WaitingLine(), list[Request]()
    waiting, held = list[Request](), list[Request]()
    for what, number in steps:
        if what == "join":
            requests.append(Request(number))
            line.join(requests[-1])
            waiting.append(requests[-1])
        elif what == "leave" and requests:
            left = requests[number % len(requests)]
            line.leave(left)
            waiting, held = ([r for r in each if r is not left] for each in (waiting, held))
        else:
            admitted: list[Request] = []
            while waiting and sum(r.size for r in held) + waiting[0].size <= room:
                admitted.append(waiting.pop(0))
                held.append(admitted[-1])
            assert line.admit(room) == admitted
        assert (list(line.waiting), line.held) == (waiting, sum(r.size for r in held))
        assert [r for r in requests if r.is_held] == [r for r in requests if r in held]


def test_without_a_limit_all_are_admitted() -> None:
    line, requests = WaitingLine(), [Request(1 << 40) for _ in range(3)]
    for request in requests:
        line.join(request)
    assert line.admit(None) == requests
