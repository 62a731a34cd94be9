"""The tasks, clusters and clocks that the cases of two workers on one machine share.

tasks.py      the operations, the plate and its steps, and the clocks of them
processes.py  programs beside a case, and the children of a process
delay.py      a program: a relay of connections that adds latency
stubs.py      a program: places that answer, and do nothing
clusters.py   Dask clusters, and clients that stand for one

Workers import these modules, so whatever is sent to them is a function of a module.
"""
