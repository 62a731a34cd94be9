/* streamrt's native core, one translation unit: queues that are drained without the interpreter.
 *
 * Read it in this order; build.py compiles it to LLVM IR, a file per target.
 *
 * core/: the tracker, which knows no Python object
 *     native.h    the structures that C and Python share
 *     platform.h  time, sleeping and spinning
 *     timeline.h  timelines, points, frontiers
 *     ranges.h    the spans of a history
 *     memories.h  how a history begins and ends, and how several become one
 *     hazards.h   what one use of memory waits for, and what is noted of it
 *     shadows.h   copies of memories, on which commands are tried that change what they find
 *     tracker.h   the tracker: what a command waits for; it knows no Python object
 *
 * queue/: queues that are drained without the interpreter
 *     queue.h     the producer's side of a queue
 *     events.h    the recorder's rings: what became of each execution
 *     pace.h      how many threads pay for a launch, as its launches have shown
 *     workers.h   launches, split over threads
 *     loop.h      the loop that drains it
 *     promises.h  what a queue of another kind is to signal, in order
 *     ends.h      the ends that a driver tells, as streamrt.h has them
 *     replay.h    programs: streams of prepared launches
 *     control.h   loops and branches, which are steps of programs
 *     entries.h   copies, fills and checks
 *
 * gpu/: the same behind an asynchronous driver
 *     driver.h      the driver as native code calls it, and lost devices
 *     feeder.h      its queues: how their records are handed over
 *     handing.h     the thread that does it, and submitters in its place
 *     landing.h     the thread that sees it end
 *     cuda_graph.h  whole programs as CUDA graphs
 *     gpu_loop.h    loops and branches, as graphs and turn by turn
 *
 * opencl/: OpenCL as such a driver
 *     opencl.h           the driver's functions, made of OpenCL's
 *     opencl_builtins.h  the builtins that make what these work on
 *
 * far/: the same in another process
 *     channel.h       commands to another process, and their ends
 *     far_device.h    what a far queue knows of what it handed over, and of memory
 *     mirror.h        far queues: the half here
 *     lander.h        the thread here that sees it end
 *     place.h         the half there
 *     relay.h         the same where the two share no memory: channels as bytes
 *     far_builtins.h  the builtins that make them, and end what a place has lost
 *
 * include/: what C code of others includes
 *     streamrt.h  a timeline's functions, and the ends that a driver tells
 *
 * python/: what Python calls, and its types
 *     cpython.h           the functions of CPython that the builtins call
 *     submit_builtins.h   the builtins that submit
 *     queue_builtins.h    the builtins that look at queues, cells and plans, and make them
 *     gpu_builtins.h      the builtins that make queues and plans of drivers
 *     objects.h           what the native types share; Keeper: what keeps plans loaded
 *     lock.h              Lock: a runtime's lock
 *     lanes.h             the structure of a queue's timeline
 *     flights.h           the executions in flight of a queue
 *     timeline_type.h     Timeline: that structure as Python holds it
 *     histories.h         Tracked: the history of memory, as Python holds it
 *     dropped.h           Dropped: dropped allocations, of which the next ones are made
 *     regions.h           Region, and allocations
 *     tracker_builtins.h  the builtins that ask the tracker
 *     request.h           a request, and the objects made before it
 *     recording.h         names and spans for the recorder, and events of Python's own
 *     submission.h        from a request to an execution, all or nothing
 *     launch.h            launches
 *     host_call.h         host calls and waits
 *     plans.h             Plans: loaded plans by kernel and layouts
 *     stream_launch.h     Stream.launch: from Python's arguments to a request
 *     fresh.h             Runtime.empty in one step
 *     execute.h           Runtime.execute in one step
 *     replay_call.h       GraphExec.replay in one step
 *     compiled_call.h     Call: calls of compiled functions, each in one step
 *     python.h            the native types, and the table of all builtins
 */
#include "python.h"
