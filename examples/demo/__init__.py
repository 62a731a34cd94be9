"""`streamrt demo`: the most similar files of a directory, and an example of a pipeline.

    similar.py   the pipeline: `find_similar` is the example to read
    files.py     finding and reading files, run as host calls
    timing.py    how far loading and computing overlapped
    report.py    progress and results, for people and as JSON
    command.py   the command: options, exit codes

It uses nothing but the public names of streamrt and streamrt_kernels.
"""

from __future__ import annotations

from streamrt._cli.demo.command import add_arguments as add_arguments
from streamrt._cli.demo.command import run as run
from streamrt._cli.demo.similar import find_similar as find_similar
