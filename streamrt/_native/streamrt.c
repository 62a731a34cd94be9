/* streamrt's native core, one translation unit: queues that are drained without the interpreter.
 *
 * Read in this order: native.h (the shared structures), queue.h (the producer's side), loop.h
 * (the consumer's side), replay.h (programs), workers.h (splitting), entries.h (copy, fill,
 * checks), driver.h, cuda.h and landing.h (the same on a GPU), submit.h and builtins.h (functions that Python calls), cpython.h (the functions of
 * CPython that they call), platform.h (time, sleeping, spinning). Then the tracker: timeline.h,
 * ranges.h, memories.h, hazards.h, shadows.h, tracker.h. Then the native types and a launch:
 * objects.h, lock.h, lanes.h, histories.h, tracking.h, launch.h, plans.h, stream.h, and python.h,
 * the table of all. build.py compiles it to LLVM IR per target.
 */
#include "python.h"
