"""The order of requests, against one that is written as plainly as can be, and its promises."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import pytest

pytest.importorskip("hypothesis")
from hypothesis import given
from hypothesis import strategies as st

from streamrt.errors import ArgumentError, ArgumentTypeError
from streamrt.serving import Tenant
from streamrt.serving._order import Order, check_tenants


@dataclass
class Asked:
    number: int
    tenant: str
    virtual: float


class Plain:
    """The order in words: no searches, and nothing kept but requests and what is left over."""

    def __init__(self, shares: dict[str, float]) -> None:
        self.shares = shares
        self.waiting: list[Asked] = []
        self.left = dict.fromkeys(shares, 0.0)

    def of(self, tenant: str) -> list[Asked]:
        own = [each for each in self.waiting if each.tenant == tenant]
        return sorted(own, key=lambda each: (each.virtual, each.number))

    def first(self) -> float | None:
        return min((each.virtual for each in self.waiting), default=None)

    def ahead(self, tenant: str, virtual: float) -> int:
        before = len([each for each in self.of(tenant) if each.virtual <= virtual])
        others = 0.0
        for other in self.shares:
            if other != tenant:
                part = (before + 1) * self.shares[other] / self.shares[tenant]
                others += min(len(self.of(other)), part)
        return before + int(others)

    def take(self, most: int) -> list[Asked]:
        taken: list[Asked] = []

        def let_go(tenant: str, count: int) -> None:
            for each in self.of(tenant)[:count]:
                self.waiting.remove(each)
                taken.append(each)
                self.left[tenant] -= 1
            if not self.of(tenant):
                self.left[tenant] = 0.0

        most = min(most, len(self.waiting))
        while len(taken) < most:
            active = [tenant for tenant in self.shares if self.of(tenant)]
            total = sum(self.shares[tenant] for tenant in active)
            more = most - len(taken) - sum(self.left[tenant] for tenant in active)
            for tenant in active:
                self.left[tenant] += more * self.shares[tenant] / total
            if len(self.shares) == 1:
                let_go(active[0], most)
            elif any(self.left[tenant] >= 1 for tenant in active):
                for tenant in active:
                    whole = max(0, int(self.left[tenant]))
                    let_go(tenant, min(whole, most - len(taken)))
            else:
                let_go(max(active, key=self.left.__getitem__), 1)
        return taken


SHARES = st.dictionaries(
    st.sampled_from("abcd"), st.sampled_from([0.1, 0.5, 1, 1, 2, 4, 7]), min_size=1, max_size=4
)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.integers(0, 3), st.integers(0, 9)),
        st.tuples(st.just("take"), st.integers(1, 9), st.none()),
        st.tuples(st.just("remove"), st.integers(0, 99), st.none()),
    ),
    max_size=60,
)


@given(SHARES, STEPS)
def test_the_order_is_the_plain_one(shares: dict[str, float], steps: list[Any]) -> None:
    order: Order[Asked] = Order({name: Tenant(share) for name, share in shares.items()})
    plain, names, number = Plain(shares), list(shares), 0
    for what, first, second in steps:
        if what == "add":
            number += 1
            request = Asked(number, names[first % len(names)], float(second))
            assert order.ahead(request.tenant, request.virtual) == plain.ahead(
                request.tenant, request.virtual
            )
            order.add(request)
            plain.waiting.append(request)
        elif what == "take":
            assert order.take(first) == plain.take(first)
        elif plain.waiting:
            request = plain.waiting.pop(first % len(plain.waiting))
            assert order.remove(request)
            assert not order.remove(request), "it is there no more"
        assert len(order) == len(plain.waiting)
        assert order.first() == plain.first()
        assert all(order.waiting_of(name) == len(plain.of(name)) for name in names)


@given(SHARES, st.integers(1, 40))
def test_tenants_that_ask_for_too_much_get_their_shares(
    shares: dict[str, float], most: int
) -> None:
    order: Order[Asked] = Order({name: Tenant(share) for name, share in shares.items()})
    got, number = Counter[str](), 0
    for _ in range(400):
        for name in shares:
            while order.waiting_of(name) <= most:
                number += 1
                order.add(Asked(number, name, float(number)))
        got.update(each.tenant for each in order.take(most))
    for name, share in shares.items():
        due = 400 * most * share / sum(shares.values())
        assert abs(got[name] - due) < 2, "it is a place or two away from its share"


@given(st.integers(1, 5), st.integers(1, 4), st.integers(1, 4))
def test_nothing_starves_while_urgent_requests_flood(priority: int, most: int, flood: int) -> None:
    """A request with 100 s meets requests that pass it by their priority, more than can leave."""
    order: Order[Asked] = Order(check_tenants(None))
    order.add(Asked(0, "everybody", 100.0))
    passed, number = 0, 0
    for now in range(1000):
        for _ in range(most + flood):
            number += 1
            order.add(Asked(number, "everybody", now + 100.0 * 0.5**priority))
        taken = [each.number for each in order.take(most)]
        if 0 in taken:
            break
        passed += len(taken)
    else:
        pytest.fail("it starved")
    # Those that came when less than its head start was left have waited for it.
    came = (most + flood) * (100 - 100 // 2**priority + 1)
    assert 0 < passed <= came


def test_shares_and_tenants_are_checked() -> None:
    for share in (0, -1, float("nan"), float("inf")):
        with pytest.raises(ArgumentError):
            Tenant(share)
    wrong: list[Any] = [{}, {"a": 1}, {1: Tenant()}, [Tenant()]]
    for tenants in wrong:
        with pytest.raises((ArgumentError, ArgumentTypeError)):
            check_tenants(tenants)
