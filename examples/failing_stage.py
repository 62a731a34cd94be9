"""A failing stage beside healthy ones: only the work that depends on it is skipped.

    python examples/failing_stage.py

For each sensor, a host call parses the readings, a kernel scales them, and the program fetches
them. The readings of one sensor cannot be parsed. Its later stages are skipped. The other sensors,
on the same two streams, are not affected. Once everything has ended, the scope raises the failure
in an ExceptionGroup.
"""

from __future__ import annotations

import asyncio
from typing import Any

import numpy as np

import streamrt as srt
from streamrt_kernels import axpy

READINGS = {
    "north": "20.5 21.0 21.5",
    "east": "19.0 n/a 19.5",
    "south": "23.5 24.0 24.5",
    "west": "18.0 18.5 19.0",
}


def parse(text: str, out: np.ndarray[Any, Any]) -> None:
    """Writes the numbers of a text into an array."""
    out[:] = [float(word) for word in text.split()]


def outcome(execution: srt.Execution[np.ndarray[Any, Any] | None]) -> str:
    """Returns how an execution ended, in a few words."""
    match execution.exception():
        case None:
            result = execution.result()
            return "done" if result is None else " ".join(f"{value:.1f}" for value in result)
        case srt.errors.DependencyError():
            return "skipped"
        case error:
            return type(error).__name__


async def main() -> None:
    """Runs the pipeline for all sensors, and prints how each stage ended."""
    stages: dict[str, list[srt.Execution[np.ndarray[Any, Any] | None]]] = {}
    async with srt.Runtime() as rt:
        cpu = rt.device("cpu:0")
        host, compute = cpu.stream("host"), cpu.stream("compute")
        try:
            async with rt.scope():
                for name, text in READINGS.items():
                    celsius, fahrenheit = rt.empty(3), rt.put(np.full(3, 32, "f4"))
                    stages[name] = [
                        host.call(parse, text, celsius, writes=[celsius]),
                        compute.launch(axpy, celsius, fahrenheit, alpha=1.8),
                        fahrenheit.fetch(),
                    ]
        except* ValueError as group:  # failures leave a scope in a group, also a single one
            for error in group.exceptions:
                print("the scope raised:", error)
                print(f"  {error.__notes__[0].rpartition(' in ')[2]} submitted it\n")
        for name, executions in stages.items():
            print(f"{name:>6}:", "  ".join(f"{outcome(e):<10}" for e in executions).rstrip())


if __name__ == "__main__":
    asyncio.run(main())
