/* The drain loop under load, for the sanitizers: sanitize.py builds and runs it.
 *
 * Queues, workers, cancellers and event loops run beside the submitter. The kernels touch plain
 * memory: if the waits between queues did not order them, the thread sanitizer would report it.
 */
#include "chains.h"

/* ---- chains over two queues, with racing cancellations -------------------------------------- */

static struct {
    queue *queues[2];
    plan *good, *bad;
} pair;

static i32 fail(void *args, i64 lo, i64 hi)
{
    (void)args, (void)lo, (void)hi;
    return FAILS;
}

static chain_link draw_pair(void)
{
    queue *q = pair.queues[chance(2)];
    return (chain_link){q, chance(100) ? pair.good : pair.bad};
}

static void run_chains(void)
{
    pthread_t threads[2];
    u64 counter = 0, counts[7] = {0};
    make_chains(scaled(60000));
    for (int i = 0; i < 2; i++)
        threads[i] = spawn(drain, pair.queues[i] = make_queue(UNLIMITED));
    chains.q = pair.queues[0];
    pair.good = make_plan(increment_here, 1, 1, NO_ITEMS);
    pair.bad = make_plan(fail, 1, 1, NO_ITEMS);
    submit_chains(draw_pair, &counter);
    drop(pair.good);
    drop(pair.bad);
    pthread_join(chains.canceller, 0);
    end(pair.queues, threads, 2);
    check_chains(counts);
    EXPECT(counter == counts[DONE], "lost increments");
}

/* Cancels the launches that are about to start. */
static void *cancel_next(void *argument)
{
    queue *q = argument;
    for (u64 next; (next = completed_by(q)) < chains.links;)
        chains.won += CALL(cancel, INT(&chains.cells[next]), INT(q));
    return 0;
}

static void run_races(void)
{
    queue *q = make_queue(UNLIMITED);
    plan *p = make_plan(increment_here, 1, 1, NO_ITEMS);
    u64 counter = 0, cancelled = 0;
    make_chains(scaled(60000));
    pthread_t canceller = spawn(cancel_next, q), thread = spawn(drain, q);
    for (u64 i = 0; i < chains.links; i++)
        launch(q, &chains.cells[i], p, &counter);
    pthread_join(canceller, 0);
    end(&q, &thread, 1);
    for (u64 i = 0; i < chains.links; i++)
        cancelled += state_of(&chains.cells[i]) == CANCELLED;
    EXPECT(cancelled == chains.won, "%zu cancels won, %zu stand", (size_t)chains.won,
           (size_t)cancelled);
    EXPECT(counter + cancelled == chains.links, "both won, or neither");
    drop_chains();
    drop(p);
    printf("  races: %zu of %zu cancelled at the last moment\n", (size_t)cancelled,
           (size_t)chains.links);
}

/* ---- split launches on shared workers ------------------------------------------------------- */

#define ITEMS 1024

static i32 add_index(void *args, i64 lo, i64 hi)
{
    u32 *items = ((u32 **)args)[1];
    for (i64 i = lo; i < hi; i++)
        items[i] += (u32)i;
    return 0;
}

static i32 refuse_the_middle(void *args, i64 lo, i64 hi)
{
    (void)args;
    return lo <= ITEMS / 2 && ITEMS / 2 < hi ? 3 : 0;
}

/* Waits until another part has begun: that needs a second thread, awake or asleep. */
static i32 meet(void *args, i64 lo, i64 hi)
{
    _Atomic u32 *begun = ((_Atomic u32 **)args)[1];
    (void)lo, (void)hi;
    atomic_fetch_add(begun, 1);
    while (atomic_load(begun) < 2)
        sched_yield();
    return 0;
}

static void *work(void *unused)
{
    srt_work();
    return unused;
}

static void run_splits(void)
{
    enum { QUEUES = 3, WORKERS = 2 };
    pthread_t helpers[WORKERS], threads[QUEUES];
    queue *queues[QUEUES];
    u32 *items[QUEUES], rounds = (u32)scaled(2000) / 10 * 10;
    cell *cells = make_cells(QUEUES * rounds);
    plan *adding = make_plan(add_index, ITEMS, 16, NO_ITEMS);
    plan *failing = make_plan(refuse_the_middle, ITEMS, 16, NO_ITEMS);
    atomic_store(&workers.stopping, 0);
    for (int i = 0; i < WORKERS; i++)
        helpers[i] = spawn(work, 0);
    for (int i = 0; i < QUEUES; i++) {
        queues[i] = make_queue(UNLIMITED);
        items[i] = calloc(ITEMS, sizeof(u32));
        threads[i] = spawn(drain, queues[i]);
    }
    for (u32 n = 0; n < QUEUES * rounds; n++)
        launch(queues[n % QUEUES], &cells[n], n / QUEUES % 10 == 9 ? failing : adding,
               items[n % QUEUES]);
    end(queues, threads, QUEUES);
    srt_stop_workers();
    for (int i = 0; i < WORKERS; i++)
        pthread_join(helpers[i], 0);
    for (u32 n = 0; n < QUEUES * rounds; n++) {
        int failed = n / QUEUES % 10 == 9;
        EXPECT(state_of(&cells[n]) == (failed ? FAILED : DONE), "launch %u", n);
        EXPECT(cells[n].error == (failed ? 3 : 0), "error of launch %u", n);
    }
    for (int i = 0; i < QUEUES; i++) {
        for (u32 k = 0; k < ITEMS; k++)
            EXPECT(items[i][k] == k * (rounds - rounds / 10), "item %u", k);
        free(items[i]);
    }
    drop(cells);
    drop(adding);
    drop(failing);
    printf("  splits: %u launches on %d workers\n", QUEUES * rounds, WORKERS);
}

static void run_meetings(void)
{
    enum { WORKERS = 2 };
    pthread_t helpers[WORKERS];
    u64 rounds = scaled(300), asleep = 0;
    _Atomic u32 *begun = calloc(rounds, sizeof(u32));
    cell *cells = make_cells(rounds);
    plan *p = make_plan(meet, ITEMS, 16, NO_ITEMS);
    p->pace.stays = UINT32_MAX; /* alone it would wait for ever */
    queue *q = make_queue(UNLIMITED);
    pthread_t thread = spawn(drain, q);
    atomic_store(&workers.stopping, 0);
    for (int i = 0; i < WORKERS; i++)
        helpers[i] = spawn(work, 0);
    while (atomic_load(&workers.threads) < WORKERS)
        sched_yield();
    for (u64 i = 0; i < rounds; i++) {
        while (i % 2 && atomic_load(&workers.asleep) < WORKERS)
            sched_yield();
        asleep += atomic_load(&workers.asleep) == WORKERS;
        sync_with(q, launch(q, &cells[i], p, (void *)&begun[i]), 0);
    }
    end(&q, &thread, 1);
    srt_stop_workers();
    for (int i = 0; i < WORKERS; i++)
        pthread_join(helpers[i], 0);
    free((void *)begun);
    drop(cells);
    drop(p);
    printf("  meetings: %zu, %zu times all workers slept\n", (size_t)rounds, (size_t)asleep);
}

/* Launches of each width take a time of their own, and now and then are preempted. */
static void run_paces(void)
{
    enum { THREADS = 16, ROUNDS = 3 };
    u64 plans = scaled(3000), narrower = 0;
    for (u64 n = 0; n < plans; n++) {
        pace p = {0};
        i64 times[THREADS + 1], best = INT64_MAX;
        u32 threads = 2 + (u32)chance(THREADS - 1), tries[THREADS + 1] = {0};
        for (u32 width = threads; width; width /= 2)
            times[width] = 1000 + (i64)chance(100000);
        for (u32 launches = 0; launches < STAY * ROUNDS * ROUNDS; launches++) {
            u32 width = width_of(&p, threads);
            tries[width] += !p.stays;
            i64 late = p.tried == TRIES - 1 ? 0 : (i64)chance(LONG / 2);
            note_launch(&p, width, threads, times[width] + late);
            if (p.stays != p.last_stay || p.last_stay != STAY)
                continue;
            u32 found = width_of(&p, threads); /* the first round has just ended */
            for (u32 tried = threads; tried && tries[tried]; tried /= 2)
                best = times[tried] < best ? times[tried] : best;
            EXPECT(times[found] * 20 <= best * 21, "width %u of %u", found, threads);
            EXPECT(found == 1 || times[found / 2] * 20 > best * 21, "half of %u would do", found);
            for (u32 tried = threads; tried; tried /= 2)
                EXPECT(tries[tried] == TRIES || !tries[tried], "%u tries", tries[tried]);
            narrower += found < threads;
        }
        EXPECT(best < INT64_MAX, "no width was found");
    }
    EXPECT(narrower && narrower < plans, "never narrower, or always");
    printf("  paces: %zu plans, %zu of them on fewer threads\n", (size_t)plans, (size_t)narrower);
}

/* ---- host calls, copy and fill -------------------------------------------------------------- */

/* The thread of a queue of host calls: the loop returns to it for each call. */
static void *call_hosts(void *argument)
{
    queue *q = ((void **)argument)[0];
    cell *cells = ((void **)argument)[1];
    u64 *counter = ((void **)argument)[2];
    while (srt_drain(q) == CALL_HOST) {
        cell *c = &cells[completed_by(q)];
        EXPECT(state_of(c) == RUNNING, "a host call that was not started");
        ++*counter;
        srt_host_done(q, c, DONE, 0);
    }
    return 0;
}

static void run_host_calls(void)
{
    u64 calls = scaled(10000), counter = 0, value = 0;
    cell *cells = make_cells(2 * calls);
    queue *host = make_queue(UNLIMITED), *q = make_queue(UNLIMITED), *queues[] = {host, q};
    void *argument[] = {host, cells, &counter};
    pthread_t threads[] = {spawn(call_hosts, argument), spawn(drain, q)};
    plan *p = make_plan(increment_here, 1, 1, NO_ITEMS);
    for (u64 i = 0; i < calls; i++) {
        struct object before[] = {{(u64)q, 0, 0}, {value, 0, 0}};
        cell *c = &cells[i];
        value = CALL(push_host, INT(host), i ? TUPLE(before) : NO_ITEMS, NO_ITEMS, INT(c));
        struct object after[] = {{(u64)host, 0, 0}, {value, 0, 0}}, check[] = {{(u64)c, 0, 0}};
        value = launch_after(q, &cells[calls + i], p, &counter, 0, TUPLE(after), TUPLE(check));
        if (!chance(100))
            sync_with(q, value, 0);
    }
    end(queues, threads, 2);
    EXPECT(counter == 2 * calls, "%zu calls and launches", (size_t)counter);
    drop(cells);
    drop(p);
    printf("  host calls: %zu, each before a launch\n", (size_t)calls);
}

/* A copy of every other column of 6x10 items into 6x5 dense ones, after a fill, all exact. */
static void run_copies(void)
{
    struct object fill_words[] = {{2, 0, 0},  {4, 0, 0},  {6, 0, 0},
                                  {10, 0, 0}, {40, 0, 0}, {4, 0, 0}};
    struct object copy_words[] = {{2, 0, 0}, {4, 0, 0},  {6, 0, 0},  {5, 0, 0},
                                  {20, 0, 0}, {4, 0, 0}, {40, 0, 0}, {8, 0, 0}};
    u32 *from = malloc(6 * 10 * 4), *to = malloc(6 * 5 * 4), item = 0xabcd1234;
    cell *cells = make_cells(2);
    plan *filling = make_plan((entry_function *)srt_fill, 6, 6, TUPLE(fill_words));
    plan *copying = make_plan((entry_function *)srt_copy, 6, 6, TUPLE(copy_words));
    queue *q = make_queue(UNLIMITED);
    pthread_t thread = spawn(drain, q);
    launch_after(q, &cells[0], filling, from, item, NO_ITEMS, NO_ITEMS);
    launch_after(q, &cells[1], copying, to, (u64)from, NO_ITEMS, NO_ITEMS);
    end(&q, &thread, 1);
    for (int i = 0; i < 30; i++)
        EXPECT(to[i] == item, "item %d", i);
    free(from);
    free(to);
    drop(cells);
    drop(filling);
    drop(copying);
}

/* ---- late yields ----------------------------------------------------------------------------- */

/* Yields each microsecond of a second, if it may. Each yield returns `late` ns late. Returns the
 * sum of what they were late. */
static i64 yield_for_a_second(i64 late)
{
    i64 until = 0, lost = 0, at = 1000000000;
    for (i64 end = 2 * at; at < end; at += 1000)
        if (at >= until) {
            at += late;
            lost += late;
            until = off_after_late_yield(until, at, late);
        }
    return lost;
}

static void run_late_yields(void)
{
    i64 until = 0;
    for (i64 at = 4000000; at < 1000000000; at += 4000000) {
        until = off_after_late_yield(until, at, 25000);
        EXPECT(until <= at, "the tick of a timer turned yields off");
    }
    i64 lates[] = {LATE_YIELD, 100000, 4000000, 30000000};
    for (Py_ssize_t i = 0; i < COUNT(lates); i++) {
        i64 lost = yield_for_a_second(lates[i]);
        EXPECT(lost <= (1000000000 + CREDIT) / OFF_FACTOR + lates[i], "lost %lld ns", (long long)lost);
    }
}

/* ---- a loop on its submitter's core ---------------------------------------------------------- */

/* Nobody drains the queue; this thread stays on one core, and plays both sides. */
static void run_one_core(void)
{
    cpu_set_t before, here;
    sched_getaffinity(0, sizeof before, &before);
    CPU_ZERO(&here);
    CPU_SET(sched_getcpu(), &here);
    sched_setaffinity(0, sizeof here, &here);
    queue *q = make_queue(UNLIMITED);
    CALL(mark, INT(q), NO_ITEMS, NO_ITEMS);
    EXPECT(!q->waker, "a publisher that wakes nobody noted its core");
    atomic_store(&q->sleeping, 1);
    CALL(mark, INT(q), NO_ITEMS, NO_ITEMS);
    EXPECT(!atomic_load(&q->sleeping) && q->waker == this_core(), "the waker noted no core");
    i64 off = atomic_exchange(&yields_off_until, 0);
    EXPECT(!is_in_the_way(q), "a yield makes way");
    atomic_store(&yields_off_until, INT64_MAX);
    EXPECT(is_in_the_way(q), "the loop would spin on its submitter's core");
    q->waker++;
    EXPECT(!is_in_the_way(q), "the submitter has a core of its own");
    atomic_store(&yields_off_until, off);
    sched_setaffinity(0, sizeof before, &before);
    pthread_t thread = spawn(drain, q);
    end(&q, &thread, 1);
}

int main(int count, char **arguments)
{
    void (*parts[])(void) = {run_chains,   run_races,      run_splits,
                             run_paces,    run_meetings,   run_host_calls,
                             run_copies,   run_late_yields, run_one_core};
    return run_parts(count, arguments, parts, COUNT(parts));
}
