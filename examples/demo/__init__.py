"""Finds the most similar files of a directory: an example of a pipeline.

    python -m examples.demo DIR    in the root of the repository; `make demo DIR=...` does the same

    similar.py    the pipeline: `find_similar` is the example to read
    files.py      finding and reading files, run as host calls
    timing.py     how far loading and computing overlapped
    report.py     progress and results, for people and as JSON
    __main__.py   the command: options, exit codes

It uses nothing but the public names of streamrt and streamrt_kernels.
"""
