"""A program in C with callbacks, on the driver that streamrt uses; there is nothing to await."""

from __future__ import annotations

from benchmarks.scale import Scale
from benchmarks.work.clocks import Results, median
from benchmarks.work.opencl.plain import Plain
from benchmarks.work.opencl.work import COPIED, STREAMS, rate_of_many


async def opencl(scale: Scale) -> Results:
    """The rows of launches, round trips and copies."""
    plain = Plain()
    plain.batch()
    batches = [plain.batch() for _ in range(scale.count(30, 9))]
    plain.trips(100)
    trips = plain.trips(scale.count(3000, 500))
    plain.copies(COPIED, 2)
    copies = plain.copies(COPIED, scale.count(15, 5))
    many = rate_of_many(plain.batch, lambda: plain.batch(STREAMS), scale.count(30, 9))
    plain.close()
    return {
        "opencl-launch": median([wall for wall, _ in batches]),
        "opencl-cpu": median([cpu for _, cpu in batches]),
        "opencl-trip": median(trips),
        "opencl-copy": median(copies),
        "opencl-streams": many,
    }
