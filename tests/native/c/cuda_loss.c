/* Lost devices: the driver fails at some call, a watchdog says so, or a call never returns.
 *
 * The test does what the runtime does then: it waits until the threads are gone, and fails what is
 * pending. If a thread touched anything after that, the thread sanitizer or a comparison would show
 * it.
 */
#include "cuda_bench.h"

enum { LAUNCHES = 40, INVALID_VALUE = 1 };

static struct {
    u32 states[2][LAUNCHES];
    u64 at[2], completed[2];
} world;

/* A cell of one of the two queues, or of the CPU's. */
static cell *cell_of(u64 which, u64 number) { return &bench.cells[which * LAUNCHES + number]; }

static void open_world(u32 held)
{
    open_bench(&fake_driver, 3 * LAUNCHES, held);
    world.at[0] = world.at[1] = 0;
}

/* A chain over both queues, with now and then a link of the CPU; the second is for the second
 * one. */
static void submit_chain(u64 links)
{
    u64 last = 0, on_cpu = 0;
    queue *before = 0;
    cell *checked = 0;
    for (u64 i = 0, k = 0; i < links; i++, k = i == 1 ? 1 : chance(2)) {
        int is_here = i > 1 && !chance(10);
        queue *q = is_here ? bench.cpu : bench.on[k].q;
        cell *next = is_here ? cell_of(2, on_cpu++) : cell_of(k, world.at[k]++);
        last = launch_after(q, next, is_here ? bench.here : bench.good,
                            is_here ? &bench.cpu_counter : &bench.counter, 0,
                            before && before != q ? AFTER(before, last) : NO_ITEMS,
                            before ? CHECKS(checked) : NO_ITEMS);
        before = q;
        checked = next;
    }
}

/* What the runtime does: refuses, waits for the threads, with force after a while. Returns how many
 * queues have an abandoned thread. */
static int part_with_threads(void)
{
    int abandoned = 0;
    for (int i = 0; i < 2; i++) {
        queue *q = bench.on[i].q;
        CALL(set_limit, INT(q), INT(0));
        u64 looks = 0;
        while (!CALL(part_gpu, INT(q), INT(looks > 300))) {
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
        queue *q = bench.on[i].q;
        for (u64 v = completed_by(q); v < world.at[i]; v++) {
            u32 before = state_of(cell_of(i, v)), after;
            CALL(lose, INT(q), INT(cell_of(i, v)));
            after = state_of(cell_of(i, v));
            EXPECT(after == (before > RUNNING ? before : FAILED), "%u became %u", before, after);
        }
        EXPECT(completed_by(q) == q->issued, "a signal is missing");
        world.completed[i] = completed_by(q);
        for (u64 v = 0; v < world.at[i]; v++)
            world.states[i][v] = state_of(cell_of(i, v));
    }
}

/* Lets abandoned threads return, which find nothing to do. */
static void close_world(void)
{
    release_streams();
    fake_hang(CALLS);
    for (int i = 0; i < 2; i++) {
        join_fed_queue(&bench.on[i]);
        EXPECT(completed_by(bench.on[i].q) == world.completed[i], "landed after the loss");
        for (u64 v = 0; v < world.at[i]; v++)
            EXPECT(state_of(cell_of(i, v)) == world.states[i][v], "a cell changed its state");
    }
    end(&bench.cpu, &bench.cpu_thread, 1); /* it waits for points of the device */
    free_fed_queues(bench.on, 2);
    drop_bench();
}

static void await_loss(void)
{
    while (!CALL(gpu_lost, INT(bench.gpu)))
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
        start_bench();
        submit_chain(LAUNCHES);
        await_loss();
        EXPECT(CALL(gpu_lost, INT(bench.gpu)) == ILLEGAL_ADDRESS, "the error is another");
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
        start_bench();
        submit_chain(LAUNCHES);
        await_loss();
        EXPECT(CALL(gpu_lost, INT(bench.gpu)) == INVALID_VALUE, "the error is another");
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
        start_bench();
        world.at[0] = 1;
        launch(bench.on[0].q, cell_of(0, 0), bench.good, &bench.counter);
        while (!fake_calls(which))
            sched_yield();
        EXPECT(!CALL(part_gpu, INT(bench.on[0].q), INT(1)), "it works");
        CALL(lose_gpu, INT(bench.gpu), INT(LAUNCH_TIMEOUT));
        for (int k = 0; k < 50; k++)
            EXPECT(!CALL(part_gpu, INT(bench.on[0].q), INT(0)), "a stuck thread is gone");
        part_with_threads();
        CALL(lose_gpu, INT(bench.gpu), INT(ILLEGAL_ADDRESS));
        EXPECT(CALL(gpu_lost, INT(bench.gpu)) == LAUNCH_TIMEOUT, "the first one counts");
        fail_pending();
        EXPECT(world.states[0][0] == FAILED, "a launch that hangs fails");
        EXPECT(!CALL(close_gpu, INT(bench.on[0].q)), "memory of a thread is not freed");
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
            start_bench();
        if (i % 2)
            sync_with(bench.on[0].q, CALL(mark, INT(bench.on[0].q), NO_ITEMS, NO_ITEMS), 0);
        world.at[0] = i % 2;
        cell_of(0, 0)->state = DONE; /* stands for the mark */
        if (i % 3 == 0)
            while (i % 4 && atomic_load(&bench.on[1].q->sleeping) != ASLEEP)
                sched_yield();
        CALL(lose_gpu, INT(bench.gpu), INT(LAUNCH_TIMEOUT));
        for (int k = 0; k < 2; k++)
            while (!CALL(part_gpu, INT(bench.on[k].q), INT(0)))
                sched_yield();
        if (i % 4 == 0) /* too late */
            start_bench();
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
        queue *q = bench.on[0].q;
        gpu *other = (gpu *)CALL(new_gpu, INT(&fake_driver), INT(&fake_context));
        fed_queue neighbour = make_fed_queue(other, 100);
        cell *cells = make_cells(2);
        fake_hang(i % 2 ? CALLS : LAUNCH);
        start_bench();
        start_fed_queue(&neighbour);
        u64 at = launch(q, cell_of(0, world.at[0]++), bench.good, &bench.counter);
        launch_after(neighbour.q, &cells[0], bench.good, &bench.counter, 0, AFTER(q, at),
                     CHECKS(cell_of(0, 0)));
        while (!fake_calls(i % 2 ? SYNCHRONIZE : LAUNCH))
            sched_yield();
        while (atomic_load(&q->wanted) == NEVER) /* the neighbour sleeps */
            sched_yield();
        EXPECT(!fake_calls(WAIT), "a stream waits for an event that never comes");
        CALL(lose_gpu, INT(bench.gpu), INT(LAUNCH_TIMEOUT));
        part_with_threads();
        fail_pending();
        sync_with(neighbour.q, 1, 0);
        EXPECT(state_of(&cells[0]) == SKIPPED && cells[0].root == cell_of(0, 0)->root, "it ran");
        fake_hang(CALLS);
        sync_with(neighbour.q, launch(neighbour.q, &cells[1], bench.good, &bench.cpu_counter), 0);
        EXPECT(state_of(&cells[1]) == DONE, "the neighbour goes on");
        end_fed_queues(&neighbour, 1);
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
