"""Mistakes in the hand-over of a queue between its loop and its submitters, which are found.

The model's mutants are in model/mutants.toml. These two are for the sanitizer, because all orders
of their steps end well on x86.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from native.mutants import write_sources
from shared.processes import python

HERE = Path(__file__).resolve().parent
LATE_LOOK = (
    ("    u64 head = q->head;\n", ""),
    ("if (atomic_load(&q->tail) != head)", "if (atomic_load(&q->tail) != q->head)"),
)
NO_ORDER = (
    (
        "while ((owner = atomic_load(&q->sleeping)) != AWAKE)",
        "while ((owner = atomic_load_explicit(&q->sleeping, memory_order_relaxed)) != AWAKE)",
    ),
)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is absent")
@pytest.mark.parametrize("changes", [LATE_LOOK, NO_ORDER])
def test_the_sanitizer_finds_fields_that_two_threads_use_at_once(
    changes: tuple[tuple[str, str], ...], tmp_path: Path
) -> None:
    write_sources(tmp_path, [("loop.h", old, new) for old, new in changes])
    done = python(HERE / "sanitize.py", "5", "10", tmp_path, "draining.c")
    assert done.returncode == 1
    assert "draining.c under thread: exit status 66" in done.stderr
    assert "WARNING: ThreadSanitizer: data race" in done.stderr
