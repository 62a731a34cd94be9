"""The pure core: commands, timelines, hazards, pool policy, stories.

Nothing here knows asyncio, threads, NumPy, a device or a clock. The runtime asks the core what a
command must wait for, hands the answer to a queue, and tells the core what came of it.
"""
