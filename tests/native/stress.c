/* The native core under load, for the sanitizers: sanitize.py builds and runs it.
 *
 * One thread submits, as the runtime does under its lock; queues, workers, cancellers and
 * waiters run beside it. What the kernels touch is plain memory: if the waits between queues did
 * not order them, the thread sanitizer would say so. Each part runs on futexes and once more on
 * the portable path.
 */
#include <stdio.h>
#include <sys/eventfd.h>
#include "entries.h"
#include "loop.h"

#define EXPECT(condition, ...)                                            \
    do {                                                                  \
        if (!(condition)) {                                               \
            fprintf(stderr, "%s:%d: %s: ", __FILE__, __LINE__, __func__); \
            fprintf(stderr, __VA_ARGS__);                                 \
            fputc('\n', stderr);                                          \
            exit(1);                                                      \
        }                                                                 \
    } while (0)

static u64 random_state;

static u64 chance(u64 below)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state % below;
}

/* ---- what Python does, in C --------------------------------------------------------------- */

static void *aligned(u64 bytes)
{
    void *memory = aligned_alloc(CACHE_LINE, (bytes + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
    EXPECT(memory, "no memory");
    return memset(memory, 0, bytes);
}

static queue *new_queue(u64 index)
{
    queue *q = aligned(sizeof(queue));
    q->index = index;
    atomic_store(&q->armed, NEVER);
    atomic_store(&q->wanted, NEVER);
    return q;
}

static plan *new_plan(entry_function *entry, i64 extent, i64 grain, u64 words, const i64 *layout)
{
    plan *p = aligned(sizeof(plan) + 8 * words);
    p->entry = entry;
    p->extent = extent;
    p->grain = grain;
    if (words)
        memcpy(p->layout, layout, 8 * words);
    return p;
}

static char *pack_wait(char *at, queue *target, u64 value)
{
    *(wait_record *)at = (wait_record){{handle_wait, sizeof(wait_record)}, target, value};
    return at + sizeof(wait_record);
}

static char *pack_check(char *at, cell *producer)
{
    *(check_record *)at = (check_record){{handle_check, sizeof(check_record)}, producer};
    return at + sizeof(check_record);
}

static u64 issue(queue *q, char *at)
{
    u64 value = ++q->issued;
    publish(q, at, at - q->cursor);
    return value;
}

/* Submits a launch with one or two arguments, after a wait and a check where they are given. */
static u64 launch(queue *q, cell *c, plan *p, u64 first, u64 second, queue *after, u64 value,
                  cell *producer)
{
    u64 size = sizeof(launch_record) + 3 * 8;
    EXPECT(!make_room(q, sizeof(wait_record) + sizeof(check_record) + size), "no room");
    char *at = q->cursor;
    if (after)
        at = pack_wait(at, after, value);
    if (producer)
        at = pack_check(at, producer);
    launch_record *r = (launch_record *)at;
    r->header = (record){handle_launch, size};
    r->status = c;
    r->args[0] = (u64)p->layout;
    r->args[1] = first;
    r->args[2] = second;
    c->submitted = now();
    return issue(q, at + size);
}

static u64 submit_simple(queue *q, handler_function *handler, cell *c)
{
    u64 size = c ? sizeof(host_record) : sizeof(record);
    EXPECT(!make_room(q, size), "no room");
    char *at = q->cursor;
    *(record *)at = (record){handler, size};
    if (c)
        ((host_record *)at)->status = c;
    return issue(q, at + size);
}

static u32 state_of(cell *c) { return atomic_load_explicit(&c->state, memory_order_acquire); }

static void sync_with(queue *q, u64 value)
{
    while (atomic_load_explicit(&q->completed, memory_order_acquire) < value)
        srt_sync(q, value, chance(2) ? -1 : 1000000);
}

static void *drain(void *q)
{
    EXPECT(srt_drain(q) == STOP, "the loop ended without a stop record");
    return 0;
}

static pthread_t spawn(void *(*run)(void *), void *argument)
{
    pthread_t thread;
    EXPECT(!pthread_create(&thread, 0, run, argument), "no thread");
    return thread;
}

/* Ends the queues, and frees them once no queue can be waiting on another any more. */
static void end(queue **queues, pthread_t *threads, int count)
{
    for (int i = 0; i < count; i++)
        submit_simple(queues[i], handle_stop, 0);
    for (int i = 0; i < count; i++)
        EXPECT(!pthread_join(threads[i], 0), "join");
    for (int i = 0; i < count; i++) {
        EXPECT(atomic_load(&queues[i]->completed) == queues[i]->issued, "a signal is missing");
        free_segments(queues[i]);
        free(queues[i]);
    }
}

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
        while (i == CALLS - 2 && atomic_load(&q->armed) != CALLS)
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
    launch(q, &cells[0], filling, (u64)from, item, 0, 0, 0);
    launch(q, &cells[1], copying, (u64)to, (u64)from, 0, 0, &cells[0]);
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
