/* A bench for queues of the fake GPU: two of them beside one of the CPU, behind a gate. */
#pragma once
#include "cuda_harness.h"

#define AFTER(q, value) \
    (&(PyObject){0, 2, (struct object[]){{(u64)(q), 0, 0}, {(value), 0, 0}}})
#define CHECKS(c) (&(PyObject){0, 1, (struct object[]){{(u64)(c), 0, 0}}})

enum { FAILS = 7, REFUSED = 1, NO_MEMORY = 2, CAPTURED = 900, ILLEGAL_ADDRESS = 700, LAUNCH_TIMEOUT = 702 };

static void fail(void **params) { **(i32 **)params[3] = FAILS; }

static struct {
    gpu *gpu;
    fed_queue on[2];
    queue *gate, *cpu; /* a bare queue that the test raises, and one of the CPU */
    pthread_t cpu_thread;
    cell *cells;
    plan *good, *bad, *here;
    u64 counter, cpu_counter;
} bench;

static void open_bench(const driver *calls, u64 cells, u32 held)
{
    bench.gpu = make_gpu(calls);
    for (int i = 0; i < 2; i++) {
        bench.on[i] = make_fed_queue(bench.gpu, calls == &fake_driver ? 4 * cells + 100 : 0);
        if (held)
            fake_hold(bench.on[i].stream, 1);
    }
    bench.gate = make_queue(UNLIMITED);
    bench.cpu_thread = spawn(drain, bench.cpu = make_queue(UNLIMITED));
    bench.cells = make_cells(cells);
    bench.good = make_gpu_plan(increment, 0);
    bench.bad = make_gpu_plan(fail, 1);
    bench.here = make_plan(increment_here, 1, 1, NO_ITEMS);
    bench.counter = bench.cpu_counter = 0;
}

static void start_bench(void)
{
    for (int i = 0; i < 2; i++)
        start_fed_queue(&bench.on[i]);
}

static void release_streams(void)
{
    for (int i = 0; i < 2; i++)
        fake_hold(bench.on[i].stream, 0);
}

static void drop_bench(void)
{
    drop(bench.gate);
    drop(bench.cells);
    drop_gpu_plan(bench.good);
    drop_gpu_plan(bench.bad);
    drop(bench.here);
    drop(bench.gpu);
}

static inline void close_bench(void)
{
    end_fed_queues(bench.on, 2);
    end(&bench.cpu, &bench.cpu_thread, 1);
    drop_bench();
}

static inline u64 go(u64 which, u64 cell, plan *p, PyObject *waits, PyObject *checks)
{
    return launch_after(bench.on[which].q, &bench.cells[cell], p, &bench.counter, 0, waits, checks);
}

/* Gives other threads time to do what they must not. */
static inline void give_time(void)
{
    for (int i = 0; i < 200; i++)
        sched_yield();
}
