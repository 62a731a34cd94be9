"""Threads that run at once, and tell what they raised."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from shared.trial_kernels import PATIENCE


def in_threads(functions: Sequence[Callable[[], object]]) -> None:
    """Runs functions in threads of their own, at once; raises what they raised."""
    errors: list[BaseException] = []
    barrier = threading.Barrier(len(functions))

    def work(function: Callable[[], object]) -> None:
        try:
            barrier.wait(PATIENCE)
            function()
        except BaseException as error:  # noqa: BLE001  raised below
            errors.append(error)

    threads = [threading.Thread(target=work, args=(function,)) for function in functions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    hanging = [thread.name for thread in threads if thread.is_alive()]
    if errors:
        raise errors[0]
    assert not hanging
