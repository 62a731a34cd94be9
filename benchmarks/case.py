"""One case of one peer, in a process of its own: `python -m benchmarks.case PEER CASE`.

The last line that it prints is a JSON object: a value for each row that the case measures.
`python -m benchmarks.case calibrate` prints the number of iterations that
make a kernel of 200 µs.
"""

from __future__ import annotations

import argparse
import json
import os

from benchmarks.peers import BY_NAME
from benchmarks.scale import SHORT_KERNEL, Scale

ON_ONE_CORE = (
    *("compiled-1", "kernels-1", "own-kernels-1", "programs-1", "minilm-1", "loops"),
    *("model-minilm-1", "model-functions-1"),
)
"""The cases that have one core. NumPy's BLAS and others count the cores when they are imported."""

BLAS_IN_ONE_THREAD = ("pipe-png", "programs-1", "programs-2", "serving", "serving-minilm")
"""The cases in which a BLAS uses the thread that calls it, and no others."""

BLAS_VARIABLES = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.case", description=__doc__)
    parser.add_argument("peer", choices=["calibrate", *BY_NAME])
    parser.add_argument("case", nargs="?", help="a case that the peer has (benchmarks/peers)")
    parser.add_argument("--quick", action="store_true", help="fewer and smaller measurements")
    parser.add_argument(
        "--iterations", type=int, help="the length of a 200 µs kernel; default: calibrate"
    )
    options = parser.parse_args()

    if options.case in BLAS_IN_ONE_THREAD:  # NumPy's reads them when it is imported
        os.environ.update(dict.fromkeys(BLAS_VARIABLES, "1"))
    iterations: int | None = options.iterations
    if iterations is None:
        from benchmarks.work import native

        iterations = native.calibrate(SHORT_KERNEL)
    if options.peer == "calibrate":
        print(iterations)
        return
    peer = BY_NAME[options.peer]
    if options.case not in peer.cases:
        parser.error(f"{peer.name} has the cases {', '.join(peer.cases)}")
    if options.case in ON_ONE_CORE:
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    print(json.dumps(peer.measure(options.case, Scale(options.quick, iterations))))


if __name__ == "__main__":
    main()
