/* The native core under load, for the sanitizers: sanitize.py builds and runs it.
 *
 * One thread submits, as the runtime does under its lock; queues, workers, cancellers and
 * waiters run beside it. What the kernels touch is plain memory: if the waits between queues did
 * not order them, the thread sanitizer would say so. Each part runs on futexes and once more on
 * the portable path.
 */
#include <sys/eventfd.h>
#include "harness.h"

/* ---- chains over two queues, with racing cancellations -------------------------------------- */

#define LINKS 50000
#define CHAIN 50 /* links that depend on each other; then a new chain starts */

static struct {
    cell *cells;
    _Atomic u64 submitted;
    u64 cancelled;
    u64 seed;
} chains;

static i32 increment(void *args, i64 lo, i64 hi)
{
    *((u64 **)args)[1] += hi - lo;
    return 0;
}

static i32 fail(void *args, i64 lo, i64 hi)
{
    (void)args, (void)lo, (void)hi;
    return 7;
}

/* Cancels at random, close behind the submitter. */
static void *cancel_some(void *unused)
{
    u64 x = chains.seed, done = 0;
    while (done < LINKS) {
        u64 submitted = atomic_load(&chains.submitted);
        for (; done < submitted; done++) {
            x = x * 6364136223846793005u + 1442695040888963407u;
            u32 expected = PENDING;
            if ((x >> 33) % 64 == 0 &&
                atomic_compare_exchange_strong(&chains.cells[done].state, &expected, CANCELLED))
                chains.cancelled++;
        }
        sched_yield();
    }
    return unused;
}

static void check_chains(u64 counter)
{
    u64 counts[6] = {0}, root = 0;
    for (u64 i = 0; i < LINKS; i++) {
        cell *c = &chains.cells[i];
        u32 state = state_of(c);
        counts[state]++;
        if (i % CHAIN == 0)
            root = 0;
        EXPECT(state >= DONE, "link %zu is not final", (size_t)i);
        EXPECT(c->finished >= c->started && c->started > 0, "times of link %zu", (size_t)i);
        /* A cancelled link that was poisoned besides may pass on either root. */
        if (root && state == SKIPPED)
            EXPECT(c->root == root, "link %zu has a stranger's root", (size_t)i);
        EXPECT(!root || state == SKIPPED || state == CANCELLED, "link %zu ran", (size_t)i);
        if (state != DONE)
            root = c->root;
        if (state == FAILED)
            EXPECT(c->error == 7, "error code %d", c->error);
    }
    EXPECT(counter == counts[DONE], "lost increments");
    EXPECT(chains.cancelled == counts[CANCELLED], "a cancel won, and the link ran");
    printf("chains: %zu done, %zu cancelled, %zu failed, %zu skipped\n", (size_t)counts[DONE],
           (size_t)counts[CANCELLED], (size_t)counts[FAILED], (size_t)counts[SKIPPED]);
}

static void run_chains(void)
{
    queue *queues[2] = {new_queue(1), new_queue(2)};
    pthread_t threads[2] = {spawn(drain, queues[0]), spawn(drain, queues[1])};
    plan *good = new_plan(increment, 1, 1, 0, 0), *bad = new_plan(fail, 1, 1, 0, 0);
    u64 *counter = aligned(8), value = 0;
    chains.cells = aligned(LINKS * sizeof(cell));
    chains.cancelled = 0;
    chains.seed = random_state;
    atomic_store(&chains.submitted, 0);
    pthread_t canceller = spawn(cancel_some, 0);
    queue *before = 0;
    for (u64 i = 0; i < LINKS; i++) {
        queue *q = queues[chance(2)];
        cell *producer = i % CHAIN ? &chains.cells[i - 1] : 0;
        plan *p = chance(100) ? good : bad;
        value = launch(q, &chains.cells[i], p, (u64)counter, 0, before == q ? 0 : before, value,
                       producer);
        before = q;
        atomic_store(&chains.submitted, i + 1);
        if (!chance(1000)) /* now and then the queues run dry and sleep */
            sync_with(q, value);
    }
    pthread_join(canceller, 0);
    end(queues, threads, 2);
    check_chains(*counter);
    free(chains.cells);
    free(counter);
    free(good);
    free(bad);
}

/* Cancels whatever is about to start. */
static void *cancel_next(void *argument)
{
    queue *q = argument;
    for (u64 next; (next = atomic_load(&q->completed)) < LINKS;) {
        u32 expected = PENDING;
        if (atomic_compare_exchange_strong(&chains.cells[next].state, &expected, CANCELLED))
            chains.cancelled++;
    }
    return 0;
}

static void run_races(void)
{
    queue *q = new_queue(3);
    plan *p = new_plan(increment, 1, 1, 0, 0);
    u64 *counter = aligned(8), cancelled = 0;
    chains.cells = aligned(LINKS * sizeof(cell));
    chains.cancelled = 0;
    pthread_t canceller = spawn(cancel_next, q), thread = spawn(drain, q);
    for (u64 i = 0; i < LINKS; i++)
        launch(q, &chains.cells[i], p, (u64)counter, 0, 0, 0, 0);
    pthread_join(canceller, 0);
    end(&q, &thread, 1);
    for (u64 i = 0; i < LINKS; i++)
        cancelled += state_of(&chains.cells[i]) == CANCELLED;
    EXPECT(cancelled == chains.cancelled, "%zu cancels won, %zu stand", (size_t)chains.cancelled,
           (size_t)cancelled);
    EXPECT(*counter + cancelled == LINKS, "both won, or neither");
    free(chains.cells);
    free(counter);
    free(p);
    printf("races: %zu of %d cancelled at the last moment\n", (size_t)cancelled, LINKS);
}

/* ---- split launches on shared workers -------------------------------------------------------- */

#define ROUNDS 2000
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
    u32 *items[QUEUES];
    cell *cells = aligned(QUEUES * ROUNDS * sizeof(cell));
    plan *adding = new_plan(add_index, ITEMS, 16, 0, 0);
    plan *failing = new_plan(refuse_the_middle, ITEMS, 16, 0, 0);
    atomic_store(&workers.stopping, 0);
    for (int i = 0; i < WORKERS; i++)
        helpers[i] = spawn(work, 0);
    for (int i = 0; i < QUEUES; i++) {
        queues[i] = new_queue(10 + i);
        items[i] = aligned(ITEMS * sizeof(u32));
        threads[i] = spawn(drain, queues[i]);
    }
    for (int n = 0; n < QUEUES * ROUNDS; n++) {
        plan *p = n / QUEUES % 10 == 9 ? failing : adding;
        launch(queues[n % QUEUES], &cells[n], p, (u64)items[n % QUEUES], 0, 0, 0, 0);
    }
    end(queues, threads, QUEUES);
    srt_stop_workers();
    for (int i = 0; i < WORKERS; i++)
        pthread_join(helpers[i], 0);
    for (int n = 0; n < QUEUES * ROUNDS; n++) {
        int failed = n / QUEUES % 10 == 9;
        EXPECT(state_of(&cells[n]) == (failed ? FAILED : DONE), "launch %d", n);
        EXPECT(cells[n].error == (failed ? 3 : 0), "error of launch %d", n);
    }
    for (int i = 0; i < QUEUES; i++) {
        for (u32 k = 0; k < ITEMS; k++)
            EXPECT(items[i][k] == k * (ROUNDS - ROUNDS / 10), "item %u", k);
        free(items[i]);
    }
    free(cells);
    free(adding);
    free(failing);
    printf("splits: %d launches on %d workers\n", QUEUES * ROUNDS, WORKERS);
}

/* ---- waking: event loops, host calls, copy and fill ------------------------------------------ */

#define CALLS 5000
static _Atomic u64 armed_for;

/* What an event loop does: arms for the next point it wants, reads its descriptor, looks. */
static void *listen_to(void *argument)
{
    queue *q = argument;
    int fd = eventfd(0, 0);
    atomic_store(&wake_fds[5], fd + 1);
    for (u64 value = 0; value < CALLS;) {
        value = value + 7 < CALLS ? value + 7 : CALLS; /* the last one has no signal behind it */
        for (;;) {
            atomic_fetch_or(&q->listeners, 1ull << 5);
            lower(&q->armed, value);
            atomic_store(&armed_for, value);
            if (atomic_load(&q->completed) >= value)
                break;
            u64 count;
            EXPECT(read(fd, &count, sizeof count) == sizeof count, "read");
        }
    }
    atomic_store(&wake_fds[5], 0);
    close(fd);
    return 0;
}

/* What a host queue's thread does: the loop returns to it for each call. */
static void *call_hosts(void *argument)
{
    queue *q = ((void **)argument)[0];
    cell *cells = ((void **)argument)[1];
    u64 *counter = ((void **)argument)[2];
    while (srt_drain(q) == CALL_HOST) {
        cell *c = &cells[atomic_load(&q->completed)];
        EXPECT(state_of(c) == RUNNING, "a host call that was not started");
        ++*counter;
        srt_host_done(q, c, DONE, 0);
    }
    return 0;
}

static void run_wakes(void)
{
    cell *cells = aligned(2 * CALLS * sizeof(cell));
    u64 *counter = aligned(8);
    queue *queues[] = {new_queue(20), new_queue(21)}, *host = queues[0], *q = queues[1];
    void *argument[] = {host, cells, counter};
    atomic_store(&armed_for, 0);
    pthread_t threads[] = {spawn(call_hosts, argument), spawn(drain, q)};
    pthread_t listener = spawn(listen_to, q);
    plan *p = new_plan(increment, 1, 1, 0, 0);
    for (u64 i = 0; i < CALLS; i++) {
        u64 value = submit_simple(host, handle_host, &cells[i]);
        value = launch(q, &cells[CALLS + i], p, (u64)counter, 0, host, value, &cells[i]);
        EXPECT(!make_room(host, sizeof(wait_record)), "no room");
        publish(host, pack_wait(host->cursor, q, value), sizeof(wait_record));
        if (!chance(100))
            sync_with(q, value);
        /* Nothing comes behind the last one to make up for a wake-up that is missing. */
        while (i == CALLS - 2 && atomic_load(&armed_for) != CALLS)
            sched_yield();
    }
    EXPECT(submit_simple(host, handle_signal, 0) == CALLS + 1, "a signal too many");
    pthread_join(listener, 0);
    end(queues, threads, 2);
    EXPECT(*counter == 2 * CALLS, "%zu calls and launches", (size_t)*counter);
    free(cells);
    free(counter);
    free(p);
    printf("wakes: %d host calls, each before a launch\n", CALLS);
}

/* A copy of every other column of 6x10 items into 6x5 dense ones, after a fill, all exact. */
static void run_copies(void)
{
    const i64 fill_words[] = {2, 4, 6, 10, 40, 4}, copy_words[] = {2, 4, 6, 5, 20, 4, 40, 8};
    u32 *from = malloc(6 * 10 * 4), *to = malloc(6 * 5 * 4), item = 0xabcd1234;
    cell *cells = aligned(2 * sizeof(cell));
    plan *filling = new_plan((entry_function *)srt_fill, 6, 6, 6, fill_words);
    plan *copying = new_plan((entry_function *)srt_copy, 6, 6, 8, copy_words);
    queue *q = new_queue(30);
    pthread_t thread = spawn(drain, q);
    int fd = eventfd(0, 0);
    u64 woken;
    atomic_store(&wake_fds[6], fd + 1);
    atomic_fetch_or(&q->listeners, 1ull << 6);
    lower(&q->armed, 2);
    launch(q, &cells[0], filling, (u64)from, item, 0, 0, 0);
    launch(q, &cells[1], copying, (u64)to, (u64)from, 0, 0, &cells[0]);
    EXPECT(read(fd, &woken, sizeof woken) == sizeof woken, "read"); /* at 2, not at 3 */
    atomic_store(&wake_fds[6], 0);
    close(fd);
    end(&q, &thread, 1);
    for (int i = 0; i < 30; i++)
        EXPECT(to[i] == item, "item %d", i);
    free(from);
    free(to);
    free(cells);
    free(filling);
    free(copying);
}

int main(int count, char **arguments)
{
    random_state = (count > 1 ? strtoull(arguments[1], 0, 10) : 1) * 2 + 1;
    prepare_lots();
    for (u32 mode = 0; mode < 2; mode++) {
        atomic_store(&portable, mode);
        printf("%s\n", mode ? "portable" : "futex");
        run_chains();
        run_races();
        run_splits();
        run_wakes();
        run_copies();
    }
    return 0;
}
