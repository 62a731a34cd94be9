"""Explores programs that are right, in very many schedules: nothing may be found.

    python tests/long/schedules.py --schedules 100000 [--seed 7]

The programs are the clean twins of `tests/corpus`, and drawn ones. Prints its seed first; a report
ends it with status 1.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))

from corpus.test_corpus import BY_USERS, OF_THE_LIBRARY
from testing.drawn_programs import DEVICES, drawn_program

from streamrt import testing

EACH = 100  # schedules of one program


def explored(schedules: int, seed: int) -> int:
    """Returns how many schedules ran, which is at least the number that is asked for.

    Raises:
        FailureFoundError: something was found in a program that is right.
    """
    ran, turn = 0, 0
    bugs = [*BY_USERS, *OF_THE_LIBRARY]
    while ran < schedules:
        if turn % 2:
            bug = bugs[turn // 2 % len(bugs)]
            found = bug.explored(bug.twin, seed + turn, EACH)
        else:
            program = drawn_program(seed + turn)
            found = testing.explore(program, schedules=EACH, seed=seed + turn, devices=DEVICES)
        found.check()
        ran += found.schedules
        turn += 1
    return ran


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--schedules", type=int, default=100_000)
    options.add_argument("--seed", type=int, default=None)
    given = options.parse_args()
    seed = random.randrange(1 << 32) if given.seed is None else given.seed
    print(f"seed {seed}", flush=True)
    began = time.monotonic()
    try:
        ran = explored(given.schedules, seed)
    except testing.FailureFoundError as error:
        print(f"seed {seed}: {error}", file=sys.stderr)
        return 1
    seconds = time.monotonic() - began
    print(f"{ran} schedules of right programs, {ran / seconds:.0f} a second: nothing was found")
    return 0


if __name__ == "__main__":
    sys.exit(main())
