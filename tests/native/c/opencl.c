/* Queues of OpenCL under load, for the sanitizers: the programs of cuda.c, whose driver tells of ends
 * on threads of its own, and whose submitters hand over where they can.
 */
#include "fake_opencl.h"
#define DRIVER (&fake_opencl)
#include "cuda.c"
