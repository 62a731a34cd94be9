/* Lost devices: the driver fails at some call, a watchdog says so, or a call never returns.
 *
 * The test does what the runtime does then: it waits until the threads are gone, and fails what is
 * pending. If a thread touched anything after that, the thread sanitizer or a comparison would show
 * it.
 */
#include "cuda_harness.h"

enum { LAUNCHES = 40, INVALID_VALUE = 1, ILLEGAL_ADDRESS = 700, LAUNCH_TIMEOUT = 702 };

static struct {
    gpu *gpu;
    gpu_queue on[2];
    queue *cpu;
    pthread_t cpu_thread;
    cell *cells[3];   /* of the two queues, and of the CPU's */
    u32 states[2][LAUNCHES];
    u64 at[2], completed[2], counter, cpu_counter;
    plan *good, *here;
} world;

static void increment(void **params) { ++**(u64 **)params[1]; }

static i32 increment_here(void *args, i64 lo, i64 hi)
{
    *((u64 **)args)[1] += hi - lo;
    return 0;
}

static void open_world(u32 held)
{
    world.gpu = make_gpu(&fake_driver);
    world.counter = world.cpu_counter = 0;
    world.good = make_gpu_plan(increment, 0);
    world.here = make_plan(increment_here, 1, 1, NO_ITEMS);
    for (int i = 0; i < 3; i++)
        world.cells[i] = make_cells(LAUNCHES);
    for (int i = 0; i < 2; i++) {
        world.on[i] = make_gpu_queue(world.gpu, 8 * LAUNCHES);
        world.at[i] = 0;
        fake_hold(world.on[i].stream, held);
    }
    world.cpu_thread = spawn(drain, world.cpu = make_queue(UNLIMITED));
}

static void start_world(void)
{
    for (int i = 0; i < 2; i++)
        start_gpu_queue(&world.on[i]);
}

/* A chain over both queues, with now and then a link of the CPU; the second is for the second
 * one. */
static void submit_chain(u64 links)
{
    u64 last = 0, on_cpu = 0;
    queue *before = 0;
    cell *checked = 0;
    for (u64 i = 0, k = 0; i < links; i++, k = i == 1 ? 1 : chance(2)) {
        struct object waits[] = {{(u64)before, 0, 0}, {last, 0, 0}};
        struct object checks[] = {{(u64)checked, 0, 0}};
        int is_here = i > 1 && !chance(10);
        queue *q = is_here ? world.cpu : world.on[k].q;
        checked = &world.cells[is_here ? 2 : k][is_here ? on_cpu++ : world.at[k]++];
        last = launch_after(q, checked, is_here ? world.here : world.good,
                            is_here ? &world.cpu_counter : &world.counter, 0,
                            before && before != q ? TUPLE(waits) : NO_ITEMS,
                            before ? TUPLE(checks) : NO_ITEMS);
        before = q;
    }
}

/* What the runtime does: refuses, waits for the threads, with force after a while. Returns how many
 * queues have an abandoned thread. */
static int part_with_threads(void)
{
    int abandoned = 0;
    for (int i = 0; i < 2; i++) {
        queue *q = world.on[i].q;
        CALL(set_limit, INT(q), INT(0));
        u64 looks = 0;
        while (!CALL(part_cuda, INT(q), INT(looks > 300))) {
            looks++;
            sched_yield();
        }
        abandoned += looks > 300;
    }
    return abandoned;
}

static void fail_pending(void)
{
    for (int i = 0; i < 2; i++) {
        queue *q = world.on[i].q;
        for (u64 v = completed_by(q); v < world.at[i]; v++) {
            u32 before = state_of(&world.cells[i][v]), after;
            CALL(lose, INT(q), INT(&world.cells[i][v]));
            after = state_of(&world.cells[i][v]);
            EXPECT(after == (before > RUNNING ? before : FAILED), "%u became %u", before, after);
        }
        EXPECT(completed_by(q) == q->issued, "a signal is missing");
        world.completed[i] = completed_by(q);
        for (u64 v = 0; v < world.at[i]; v++)
            world.states[i][v] = state_of(&world.cells[i][v]);
    }
}

/* Lets abandoned threads return, which find nothing to do. */
static void close_world(void)
{
    for (int i = 0; i < 2; i++)
        fake_hold(world.on[i].stream, 0);
    fake_hang(CALLS);
    for (int i = 0; i < 2; i++) {
        join_gpu_queue(&world.on[i]);
        EXPECT(completed_by(world.on[i].q) == world.completed[i], "landed after the loss");
        for (u64 v = 0; v < world.at[i]; v++)
            EXPECT(state_of(&world.cells[i][v]) == world.states[i][v], "a cell changed its state");
    }
    end(&world.cpu, &world.cpu_thread, 1); /* it waits for points of the device */
    free_gpu_queues(world.on, 2);
    for (int i = 0; i < 3; i++)
        drop(world.cells[i]);
    drop_gpu_plan(world.good);
    drop(world.here);
    drop(world.gpu);
}

static void await_loss(void)
{
    while (!CALL(gpu_lost, INT(world.gpu)))
        sched_yield();
}

/* Any call may be the one that finds the device lost. */
static void run_failing_calls(void)
{
    static const enum fake_call calls[] = {SET_CONTEXT, LAUNCH, RECORD, WAIT, QUERY, SYNCHRONIZE};
    u64 rounds = scaled(200), abandoned = 0;
    for (u64 i = 0; i < rounds; i++) {
        enum fake_call which = calls[i % COUNT(calls)];
        /* A wait is done by the device, and a completer sleeps in the driver, if nothing ends. */
        u32 held = which == SYNCHRONIZE || which == WAIT || chance(2);
        open_world(held);
        u64 most = which == LAUNCH ? (held ? 2 : LAUNCHES / 2) : which == RECORD ? 2 : 1;
        fake_fail(which, 1 + chance(most), ILLEGAL_ADDRESS);
        start_world();
        submit_chain(LAUNCHES);
        await_loss();
        EXPECT(CALL(gpu_lost, INT(world.gpu)) == ILLEGAL_ADDRESS, "the error is another");
        abandoned += (u64)part_with_threads();
        fail_pending();
        close_world();
    }
    printf("  failing calls: %zu, %zu threads abandoned\n", (size_t)rounds, (size_t)abandoned);
}

/* What the driver refuses for good is lost in the end, or all would wait for ever. */
static void run_refused_for_good(void)
{
    static const enum fake_call calls[] = {SET_CONTEXT, RECORD, QUERY};
    for (u64 i = 0; i < COUNT(calls); i++) {
        open_world(0);
        fake_refuse(calls[i], 1, 1 << 20, INVALID_VALUE);
        start_world();
        submit_chain(LAUNCHES);
        await_loss();
        EXPECT(CALL(gpu_lost, INT(world.gpu)) == INVALID_VALUE, "the error is another");
        part_with_threads();
        fail_pending();
        close_world();
    }
    printf("  refused for good: %zu\n", (size_t)COUNT(calls));
}

/* A thread that is stuck in the driver: it is left there only by force, and never comes back. */
static void run_hanging_calls(void)
{
    static const enum fake_call calls[] = {LAUNCH, RECORD, QUERY, SYNCHRONIZE};
    u64 rounds = scaled(40) + 3;
    for (u64 i = 0; i < rounds; i++) {
        enum fake_call which = calls[i % COUNT(calls)];
        open_world(1);
        if (which != SYNCHRONIZE) /* which does not return anyway, while the streams are held */
            fake_hang(which);
        start_world();
        world.at[0] = 1;
        launch(world.on[0].q, &world.cells[0][0], world.good, &world.counter);
        while (!fake_calls(which))
            sched_yield();
        EXPECT(!CALL(part_cuda, INT(world.on[0].q), INT(1)), "it works");
        CALL(lose_gpu, INT(world.gpu), INT(LAUNCH_TIMEOUT));
        for (int k = 0; k < 50; k++)
            EXPECT(!CALL(part_cuda, INT(world.on[0].q), INT(0)), "a stuck thread is gone");
        part_with_threads();
        CALL(lose_gpu, INT(world.gpu), INT(ILLEGAL_ADDRESS));
        EXPECT(CALL(gpu_lost, INT(world.gpu)) == LAUNCH_TIMEOUT, "the first one counts");
        fail_pending();
        EXPECT(world.states[0][0] == FAILED, "a launch that hangs fails");
        EXPECT(!CALL(close_cuda, INT(world.on[0].q)), "memory of a thread is not freed");
        close_world();
    }
    printf("  hanging calls: %zu\n", (size_t)rounds);
}

/* Threads that sleep, or never began: the loss ends them, too, without force. */
static void run_idle_queues(void)
{
    u64 rounds = scaled(40);
    for (u64 i = 0; i < rounds; i++) {
        open_world(0);
        if (i % 4)
            start_world();
        if (i % 2)
            sync_with(world.on[0].q, CALL(mark, INT(world.on[0].q), NO_ITEMS, NO_ITEMS), 0);
        world.at[0] = i % 2;
        world.cells[0][0].state = DONE; /* stands for the mark */
        if (i % 3 == 0)
            while (i % 4 && atomic_load(&world.on[1].q->sleeping) != ASLEEP)
                sched_yield();
        CALL(lose_gpu, INT(world.gpu), INT(LAUNCH_TIMEOUT));
        for (int k = 0; k < 2; k++)
            while (!CALL(part_cuda, INT(world.on[k].q), INT(0)))
                sched_yield();
        if (i % 4 == 0) /* too late */
            start_world();
        fail_pending();
        close_world();
    }
    printf("  idle queues: %zu\n", (size_t)rounds);
}

/* A queue of another device waits for a launch that was never handed over, or never ends. */
static void run_neighbours(void)
{
    u64 rounds = scaled(20);
    for (u64 i = 0; i < rounds; i++) {
        open_world(i % 2);
        queue *q = world.on[0].q;
        gpu *other = (gpu *)CALL(new_gpu, INT(&fake_driver), INT(&fake_context));
        gpu_queue neighbour = make_gpu_queue(other, 100);
        cell *cells = make_cells(2);
        fake_hang(i % 2 ? CALLS : LAUNCH);
        start_world();
        start_gpu_queue(&neighbour);
        u64 at = launch(q, &world.cells[0][world.at[0]++], world.good, &world.counter);
        struct object waits[] = {{(u64)q, 0, 0}, {at, 0, 0}};
        struct object checks[] = {{(u64)&world.cells[0][0], 0, 0}};
        launch_after(neighbour.q, &cells[0], world.good, &world.counter, 0, TUPLE(waits),
                     TUPLE(checks));
        while (!fake_calls(i % 2 ? SYNCHRONIZE : LAUNCH))
            sched_yield();
        while (atomic_load(&q->wanted) == NEVER) /* the neighbour sleeps */
            sched_yield();
        EXPECT(!fake_calls(WAIT), "a stream waits for an event that never comes");
        CALL(lose_gpu, INT(world.gpu), INT(LAUNCH_TIMEOUT));
        part_with_threads();
        fail_pending();
        sync_with(neighbour.q, 1, 0);
        EXPECT(state_of(&cells[0]) == SKIPPED && cells[0].root == world.cells[0][0].root, "it ran");
        fake_hang(CALLS);
        sync_with(neighbour.q, launch(neighbour.q, &cells[1], world.good, &world.cpu_counter), 0);
        EXPECT(state_of(&cells[1]) == DONE, "the neighbour goes on");
        end_gpu_queues(&neighbour, 1);
        close_world();
        drop(cells);
        drop(other);
    }
    printf("  neighbours: %zu\n", (size_t)rounds);
}

int main(int count, char **arguments)
{
    void (*parts[])(void) = {run_failing_calls, run_refused_for_good, run_hanging_calls,
                             run_idle_queues, run_neighbours};
    return run_parts(count, arguments, parts, COUNT(parts));
}
