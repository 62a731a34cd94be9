/* streamrt's native core, one translation unit: queues that are drained without the interpreter.
 *
 * Read in this order: native.h (the shared structures), queue.h (the producer's side), loop.h
 * (the consumer's side), replay.h (programs), workers.h (splitting), entries.h (copy, fill,
 * checks), submit.h and python.h (the functions that Python calls), cpython.h (the functions of
 * CPython that they call), platform.h (time, sleeping, spinning). build.py compiles it to LLVM IR
 * per target.
 */
#include "python.h"
