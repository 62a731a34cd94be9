"""The load: `python -m benchmarks.work.serving.load NAME SOCKET RATE SECONDS SEED`.

It runs in a process of its own. The times of all requests are drawn before the first is sent, as a
Poisson process has them. A request is sent at its time, however late the answers are, and what is
measured counts from that time. The last line that it prints is a JSON object.
"""

from __future__ import annotations

import json
import select
import socket
import sys
import threading
import time
from typing import Any

import numpy as np

from benchmarks.work.serving import wire
from benchmarks.work.serving.network import BY_NAME, MARK, SAMPLES, Network

TICK = 1e-3
"""Seconds between two looks at the times: those that have passed by then are sent together."""

GRACE = 2.0
"""Seconds after the last deadline in which answers still count as late ones."""


def drawn(rate: float, seconds: float, seed: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Returns the times of requests, from 0 to `seconds`."""
    gaps = np.random.default_rng(seed).exponential(1 / rate, int(rate * seconds * 1.5) + 50)
    times = np.cumsum(gaps)
    return times[times < seconds]


def send(line: socket.socket, network: Network, times: Any) -> None:
    """Sends each request at its time, by the monotonic clock."""
    rows, kind, sent = network.samples[0], wire.request_of(network), 0
    while sent < len(times):
        time.sleep(max(TICK, times[sent] - time.monotonic()))
        until = int(np.searchsorted(times, time.monotonic(), side="right"))
        numbers = np.arange(sent, until)
        requests = np.empty(len(numbers), kind)
        requests["number"], requests["due"] = numbers, times[sent:until] + network.within
        requests["row"] = rows[numbers % SAMPLES]
        requests["row"][:, MARK] = numbers
        line.sendall(requests.tobytes())
        sent = until


class Answers:
    """The answers, a place for each request.

    Attributes:
        network: the network that answers.
        how: how it ended.
        at: when the answer was there, by the monotonic clock.
        scores: what it says.
    """

    def __init__(self, network: Network, count: int) -> None:
        self.network = network
        self.how = np.full(count, wire.NONE, np.uint8)
        self.at = np.full(count, np.inf)
        self.scores = np.zeros((count, network.outputs), np.float32)

    def receive(self, line: socket.socket, until: float) -> None:
        """Takes answers until each request has one, or the time is up."""
        records, left = wire.Records(wire.answer_of(self.network)), len(self.how)
        while left and time.monotonic() < until:
            ready, _, _ = select.select([line], [], [], max(0.0, until - time.monotonic()))
            data = line.recv(1 << 18) if ready else b""
            now, found = time.monotonic(), records.take(data)
            self.how[found["number"]] = found["how"]
            self.at[found["number"]] = now
            self.scores[found["number"]] = found["scores"]
            left -= len(found)


def summary(times: Any, answers: Answers, seconds: float) -> dict[str, float]:
    """The numbers of a load; times of answers in seconds, from the time drawn for the request.

    Raises:
        AssertionError: an answer is none of its request.
    """
    good = answers.how == wire.ANSWERED
    within, samples = answers.network.within, answers.network.samples[1]
    expected = samples[np.arange(len(times)) % SAMPLES]
    np.testing.assert_allclose(answers.scores[good], expected[good], rtol=1e-3, atol=1e-3)
    took = (answers.at - times)[good]
    in_time = int((took <= within).sum())
    return {
        "sent": len(times),
        "in_time": in_time,
        "in_time_a_second": in_time / seconds,
        "late": int(good.sum()) - in_time,
        "refused": int((answers.how == wire.REFUSED).sum()),
        "expired": int((answers.how == wire.EXPIRED).sum()),
        "unanswered": int((answers.how == wire.NONE).sum()),
        "p50": float(np.quantile(took, 0.5)) if len(took) else float("inf"),
        "p99": float(np.quantile(took, 0.99)) if len(took) else float("inf"),
    }


def main() -> None:
    network, path = BY_NAME[sys.argv[1]], sys.argv[2]
    rate, seconds, seed = map(float, sys.argv[3:])
    times = drawn(rate, seconds, int(seed))
    _ = network.samples  # made before the clock starts
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(path)
        times = times + time.monotonic() + 0.05
        answers = Answers(network, len(times))
        sending = threading.Thread(target=send, args=(line, network, times))
        sending.start()
        answers.receive(line, times[-1] + network.within + GRACE)
        sending.join()
    print(json.dumps(summary(times, answers, seconds)))


if __name__ == "__main__":
    main()
