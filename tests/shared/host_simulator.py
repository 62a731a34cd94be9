"""A simulator whose devices work in the host's memory: in any order, and on wrapped arrays."""

from __future__ import annotations

from functools import partial

from streamrt.testing import Simulator

HostSimulator = partial(Simulator, host_memory=True)
