"""Tools for programs and backends on real devices, in real time.

resources.py    the resources of the process that a soak looks at
workers.py      the threads of a soak, and the watch over them
soak.py         soak: a program again and again, for a long time
threaded.py     the CPU with a Python thread for each queue, for `perturb`
held.py         completions that are held for drawn times
perturb.py      perturb: a real backend whose batches and completions are held
"""
