/* The rules of CUDA queues, one by one: streams are held, and what happens meanwhile is counted. */
#include "cuda_bench.h"

/* ---- what is in flight, and what is covered -------------------------------------------------- */

static void run_credit(void)
{
    u64 launches = 2500, counters[2] = {0};
    open_bench(&fake_driver, 2 * launches, 1);
    start_bench();
    for (u64 i = 0; i < launches; i++)
        for (int k = 0; k < 2; k++)
            launch_after(bench.on[k].q, &bench.cells[2 * i + k], bench.good, &counters[k], 0,
                         i ? NO_ITEMS : AFTER(bench.gate, 1), NO_ITEMS);
    CALL(raise_one, INT(bench.gate)); /* so that no feeder runs out of records before */
    for (int k = 0; k < 2; k++)
        while (atomic_load(&bench.on[k].q->wanted) == NEVER) /* the feeder sleeps */
            sched_yield();
    EXPECT(fake_calls(LAUNCH) == 2 * GPU_CREDIT, "%zu are in flight", (size_t)fake_calls(LAUNCH));
    /* The first ones may have events of their own, because a completer that sleeps waits for them,
     * and because the loop had found no more when it met the gate. */
    u64 least = 2 * GPU_CREDIT / GPU_FLUSH, records = fake_calls(RECORD);
    EXPECT(least <= records && records <= least + 4, "%zu events", (size_t)records);
    release_streams();
    for (int k = 0; k < 2; k++)
        sync_with(bench.on[k].q, launches, 0);
    for (u64 i = 2; i < 2 * launches; i++)
        EXPECT(bench.cells[i].started >= bench.cells[i - 2].finished, "two at a time");
    close_bench();
    EXPECT(counters[0] == launches && counters[1] == launches, "lost launches");
    printf("  credit: %d in flight\n", GPU_CREDIT);
}

/* Each of two queues waits for what the other has been given before, or for a CPU queue that waits
 * for it. Nothing is covered before, because a gate keeps the queues from sleeping in between. */
static void run_crossings(void)
{
    u64 rounds = scaled(300);
    open_bench(&fake_driver, 5 * rounds, 0);
    start_bench();
    for (u64 i = 0; i < rounds; i++) {
        u64 at[2], counters[2] = {0}, sum = 0;
        for (int k = 0; k < 2; k++)
            at[k] = launch_after(bench.on[k].q, &bench.cells[5 * i + k], bench.good, &counters[k],
                                 0, AFTER(bench.gate, i + 1), NO_ITEMS);
        for (int k = 0; k < 2; k++) {
            queue *other = bench.on[!k].q;
            u64 value = at[!k];
            if (i % 2) {
                value = launch_after(bench.cpu, &bench.cells[5 * i + 4], bench.here, &sum, 0,
                                     AFTER(bench.on[0].q, at[0]), NO_ITEMS);
                other = bench.cpu;
            }
            at[k] = launch_after(bench.on[k].q, &bench.cells[5 * i + 2 + k], bench.good,
                                 &counters[k], 0, AFTER(other, value), NO_ITEMS);
            if (i % 2)
                break;
        }
        CALL(raise_one, INT(bench.gate));
        for (int k = 0; k < 2; k++)
            sync_with(bench.on[k].q, at[k], 0);
        EXPECT(counters[0] == 2 && counters[1] + sum == 2, "lost launches");
    }
    close_bench();
    printf("  crossings: %zu\n", (size_t)rounds);
}

static void run_edges(void)
{
    enum { LINKS = 200 };
    open_bench(&fake_driver, LINKS, 1);
    start_bench();
    u64 value = 0;
    for (u64 i = 0; i < LINKS; i++)
        value = go(i % 2, i, bench.good,
                   i ? AFTER(bench.on[!(i % 2)].q, value) : NO_ITEMS, NO_ITEMS);
    for (int k = 0; k < 2; k++)
        await_handed(&bench.on[k], LINKS / 2);
    EXPECT(fake_calls(WAIT) == LINKS - 1, "%zu waits", (size_t)fake_calls(WAIT));
    EXPECT(fake_calls(RECORD) == LINKS, "%zu records", (size_t)fake_calls(RECORD));
    EXPECT(!completed_by(bench.on[0].q) && !completed_by(bench.on[1].q), "landed before it ran");
    release_streams();
    close_bench();
    EXPECT(bench.counter == LINKS, "links ran before each other");
    printf("  edges: a wait and a record each\n");
}

/* More waits than a queue notes, all before one launch. */
static void run_many_waits(void)
{
    u64 waits = DEVICE_WAITS + 50, value = 0;
    open_bench(&fake_driver, waits, 1);
    start_bench();
    struct object *order = calloc(2 * waits, sizeof *order);
    value = go(0, 0, bench.good, NO_ITEMS, NO_ITEMS);
    for (u64 i = 0; i < waits; i++) {
        order[2 * i].number = (u64)bench.on[0].q;
        order[2 * i + 1].number = value;
    }
    u64 after = go(1, 1, bench.good, &(PyObject){0, (Py_ssize_t)(2 * waits), order}, NO_ITEMS);
    while (fake_calls(WAIT) < DEVICE_WAITS)
        sched_yield();
    give_time();
    EXPECT(fake_calls(LAUNCH) == 1, "it did not wait on the host");
    release_streams();
    sync_with(bench.on[1].q, after, 0);
    EXPECT(completed_by(bench.on[0].q) == value, "a point came too early");
    close_bench();
    free(order);
    printf("  waits: %d at once\n", (int)waits);
}

/* The device is through with both, and only the second completer has been told. */
static void run_closure(void)
{
    u64 rounds = scaled(20);
    for (u64 i = 0; i < rounds; i++) {
        open_bench(&fake_driver, 2, 0);
        fake_hide(&bench.on[0].events[1]);
        start_bench();
        u64 first = go(0, 0, bench.good, NO_ITEMS, NO_ITEMS);
        u64 second = go(1, 1, bench.good, AFTER(bench.on[0].q, first), NO_ITEMS);
        while (!fake_is_over(&bench.on[1].events[1], 1))
            sched_yield();
        give_time();
        EXPECT(!completed_by(bench.on[1].q), "seen before what it came after");
        fake_hide(0);
        sync_with(bench.on[1].q, second, 0);
        EXPECT(completed_by(bench.on[0].q) == first, "seen before what it came after");
        close_bench();
    }
    printf("  closure: %zu\n", (size_t)rounds);
}

/* Both completers find everything over at once, and each has waits for the other in the middle. */
static void run_segments(void)
{
    enum { MORE = 2 * GPU_FLUSH };
    u64 first[2], last = 0, counters[2] = {0};
    open_bench(&fake_driver, 2 * MORE, 0);
    for (int k = 0; k < 2; k++)
        bench.on[k].feeder = spawn(feed, bench.on[k].q);
    for (int k = 0; k < 2; k++)
        first[k] = launch(bench.on[k].q, &bench.cells[k], bench.good, &counters[k]);
    for (int k = 0; k < 2; k++)
        await_handed(&bench.on[k], first[k]);
    for (u64 i = 1; i < MORE; i++)
        for (int k = 0; k < 2; k++)
            last = launch_after(bench.on[k].q, &bench.cells[2 * i + k], bench.good, &counters[k], 0,
                                i == 1 ? AFTER(bench.on[!k].q, first[!k]) : NO_ITEMS, NO_ITEMS);
    for (int k = 0; k < 2; k++)
        while (!fake_is_over(&bench.on[k].events[last], 1))
            sched_yield();
    for (int k = 0; k < 2; k++)
        bench.on[k].completer = spawn(see_ends, bench.on[k].q);
    close_bench();
    printf("  segments: two\n");
}

/* ---- states ---------------------------------------------------------------------------------- */

static void expect_state(u64 cell, u32 state, u64 root)
{
    struct cell *c = &bench.cells[cell];
    EXPECT(state_of(c) == state, "launch %zu is in state %u", (size_t)cell, state_of(c));
    EXPECT(c->root == root, "launch %zu has a stranger's root", (size_t)cell);
}

/* The driver refuses a launch, and a cancel wins; whoever waits on the device is skipped at
 * once. */
static void run_early_ends(void)
{
    open_bench(&fake_driver, 6, 1);
    queue *a = bench.on[0].q, *b = bench.on[1].q;
    fake_fail(LAUNCH, 1, REFUSED);
    start_bench();
    u64 refused = go(0, 0, bench.good, NO_ITEMS, NO_ITEMS);
    u64 skipped = go(1, 1, bench.good, AFTER(a, refused), CHECKS(&bench.cells[0]));
    u64 again = go(0, 2, bench.good, AFTER(b, skipped), CHECKS(&bench.cells[1]));
    await_handed(&bench.on[0], again);
    u64 root = a->index << 40 | refused;
    expect_state(0, FAILED, root);
    expect_state(1, SKIPPED, root);
    expect_state(2, SKIPPED, root);
    EXPECT(bench.cells[0].refused == REFUSED, "it says %zu", (size_t)bench.cells[0].refused);
    EXPECT(!bench.cells[0].error, "an error of a kernel that did not run");
    EXPECT(!completed_by(a) && !completed_by(b), "landed before the event");
    EXPECT(!CALL(gpu_lost, INT(bench.gpu)), "a refused launch loses no device");
    u64 gone = go(0, 3, bench.good, AFTER(bench.gate, 1), CHECKS(&bench.cells[2]));
    u64 after = go(1, 4, bench.good, AFTER(a, gone), CHECKS(&bench.cells[3]));
    EXPECT(CALL(cancel, INT(&bench.cells[3]), INT(a)), "a launch that waits");
    CALL(raise_one, INT(bench.gate));
    await_handed(&bench.on[1], after);
    expect_state(3, CANCELLED, a->index << 40 | gone);
    expect_state(4, SKIPPED, a->index << 40 | gone);
    go(0, 5, bench.good, NO_ITEMS, NO_ITEMS);
    release_streams();
    close_bench();
    EXPECT(bench.counter == 1, "one launch ran");
    printf("  early ends: as they should be\n");
}

/* A kernel returns an error: nothing behind it is handed over before that is known. */
static void run_fallible(void)
{
    u64 rounds = scaled(40) + 1;
    for (u64 i = 0; i < rounds; i++) {
        open_bench(&fake_driver, GPU_CREDIT, 1);
        queue *a = bench.on[0].q;
        start_bench();
        u64 failed = go(0, 0, bench.bad, NO_ITEMS, NO_ITEMS);
        u64 next = go(0, 1, bench.good, NO_ITEMS, CHECKS(&bench.cells[0]));
        u64 other = go(1, 2, bench.good, AFTER(a, i % 2 ? next : failed), CHECKS(&bench.cells[0]));
        await_handed(&bench.on[0], failed);
        give_time();
        EXPECT(fake_calls(LAUNCH) == 1, "a launch did not wait for an error");
        release_streams();
        sync_with(bench.on[1].q, other, 0);
        while (a->issued < failed + GPU_CREDIT - 1) /* the next one has the code of the first */
            CALL(mark, INT(a), NO_ITEMS, NO_ITEMS);
        sync_with(a, go(0, 3, bench.good, NO_ITEMS, NO_ITEMS), 0);
        u64 root = a->index << 40 | failed;
        expect_state(0, FAILED, root);
        expect_state(1, SKIPPED, root);
        expect_state(2, SKIPPED, root);
        EXPECT(bench.cells[0].error == FAILS && state_of(&bench.cells[3]) == DONE, "its error");
        EXPECT(atomic_load(&a->failures) == 2, "failures are counted");
        close_bench();
    }
    printf("  fallible: %zu\n", (size_t)rounds);
}

/* ---- refusals -------------------------------------------------------------------------------- */

/* Any call but a launch is refused, once or for as long as somebody records a graph: it is made
 * again, or its work is done otherwise, and nobody sees it. */
static void run_refusals(void)
{
    static const struct { enum fake_call call; i32 error; u64 calls; } refused[] = {
        {SET_CONTEXT, REFUSED, 1}, {RECORD, NO_MEMORY, 3},
        {RECORD, CAPTURED, 2},     {WAIT, REFUSED, 1},
        {WAIT, CAPTURED, 1 << 20}, {SYNCHRONIZE, CAPTURED, 3},
        {QUERY, CAPTURED, 3},      {QUERY, REFUSED, MOST_ASKED},
        {QUERY, CAPTURED, 3 * MOST_ASKED}, /* two threads ask, one more than MOST_ASKED times */
    };
    for (u64 i = 0; i < COUNT(refused); i++) {
        open_bench(&fake_driver, 2, 1);
        fake_refuse(refused[i].call, 1, refused[i].calls, refused[i].error);
        start_bench();
        u64 first = go(0, 0, bench.good, NO_ITEMS, NO_ITEMS);
        u64 second = go(1, 1, bench.good, AFTER(bench.on[0].q, first), CHECKS(&bench.cells[0]));
        await_handed(&bench.on[0], first);
        while (!fake_calls(refused[i].call))
            sched_yield();
        if (refused[i].call == WAIT) {
            give_time();
            EXPECT(fake_calls(LAUNCH) == 1, "a launch did not wait");
        }
        release_streams();
        sync_with(bench.on[1].q, second, 0);
        EXPECT(!CALL(gpu_lost, INT(bench.gpu)), "refusal %zu has lost the device", (size_t)i);
        EXPECT(state_of(&bench.cells[0]) == DONE && state_of(&bench.cells[1]) == DONE, "their ends");
        close_bench();
    }
    printf("  refusals: %zu\n", (size_t)COUNT(refused));
}

/* ---- cost ------------------------------------------------------------------------------------ */

static i32 count_one(enum fake_call which)
{
    atomic_fetch_add_explicit(&fake.calls[which], 1, memory_order_relaxed);
    return 0;
}

static i32 no_context(void *c) { return (void)c, count_one(SET_CONTEXT); }
static i32 no_exchange(i32 *m) { return (void)m, count_one(EXCHANGE); }
static i32 no_record(void *e, void *s) { return (void)e, (void)s, count_one(RECORD); }
static i32 no_wait(void *s, void *e, u32 f) { return (void)s, (void)e, (void)f, count_one(WAIT); }
static i32 no_query(void *e) { return (void)e, count_one(QUERY); }
static i32 no_synchronize(void *e) { return (void)e, count_one(SYNCHRONIZE); }
static i32 no_launch(void *f, u32 gx, u32 gy, u32 gz, u32 bx, u32 by, u32 bz, u32 shared, void *s,
                     void **params, void **extra)
{
    (void)f, (void)gx, (void)gy, (void)gz, (void)bx, (void)by, (void)bz, (void)shared, (void)s;
    (void)params, (void)extra;
    return count_one(LAUNCH);
}

static const driver null_driver = {.set_context = no_context, .launch = no_launch,
                                   .record = no_record, .wait = no_wait, .query = no_query,
                                   .synchronize = no_synchronize, .exchange_mode = no_exchange};

/* Returns the time of a launch of a chain, in ns, from its hand-over to its end; notes the
 * calls. */
static double time_chain(u64 launches, i64 pace, double *calls)
{
    open_bench(&null_driver, launches, 0);
    i64 start = now(), sum = 0;
    if (pace) /* else the chain is there before the threads */
        start_bench();
    for (u64 i = 0; i < launches; i++) {
        go(0, i, bench.good, NO_ITEMS, NO_ITEMS);
        for (i64 until = now() + pace; pace && now() < until;)
            relax();
    }
    if (!pace) {
        start = now();
        start_bench();
    }
    sync_with(bench.on[0].q, launches, 0);
    double took = (double)(now() - start) / (double)launches;
    close_bench();
    for (int i = 0; i < CALLS; i++)
        sum += (i64)fake_calls(i);
    *calls = (double)sum / (double)launches;
    return took;
}

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
#define LIMIT 1e6
#else
#define LIMIT 300 /* ns */
#endif

static void run_cost(void)
{
    double best = 1e9, calls, fewest = 1e9, paced;
    /* Others use the machine, too. */
    for (int i = 0; i < 5 || (i < 100 && (best > LIMIT || fewest > 1.3)); i++) {
        double took = time_chain(3000, 0, &calls);
        best = took < best ? took : best;
        fewest = calls < fewest ? calls : fewest;
    }
    EXPECT(fewest <= 1.3, "%.3f calls of the driver a launch", fewest);
    EXPECT(best <= LIMIT, "%.0f ns a launch", best);
    time_chain(3000, 3000, &paced);
    printf("  cost: %.0f ns and %.3f calls a launch; %.3f calls where one comes each 3 us\n", best,
           fewest, paced);
}

int main(int count, char **arguments)
{
    void (*parts[])(void) = {run_credit,  run_crossings, run_edges,
                             run_closure, run_segments,  run_many_waits,
                             run_cost,    run_fallible,  run_early_ends,
                             run_refusals};
    return run_parts(count, arguments, parts, COUNT(parts));
}
