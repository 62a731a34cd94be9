"""Executions whose results are the buffers they write."""

from __future__ import annotations

from streamrt._runtime.execution import Execution


class Outputs(Execution):
    """A launch once more, with the buffers it writes as its result.

    The buffers know the launch as their last writer. If the launch knew them as its result, only
    the collector could free them; so the two are different objects.
    """

    __slots__ = ("_launch",)

    def __init__(self, launch: Execution, outcome: object) -> None:
        self.timeline, self.value, self.cell = launch.timeline, launch.value, launch.cell
        self.checks, self.edges, self.clean = launch.checks, launch.edges, launch.clean
        self.what, self._block, self._trouble = launch.what, launch._block, None
        self._code, self._instruction = launch._code, launch._instruction
        self._launch = launch
        self.outcome = outcome

    def _error(self, state: int) -> BaseException:
        return self._launch._error(state)
