/* Waiting and waking, for the sanitizers: sanitize.py builds and runs it.
 *
 * Sleeps here have no end: one lost wake-up hangs the program until its alarm ends it.
 */
#include <fcntl.h>
#include <sys/eventfd.h>
#include "web.h"

static u64 submit_mark(queue *q) { return CALL(mark, INT(q), NO_ITEMS, NO_ITEMS); }

/* Holds its queue until its latch opens. */
static i32 hold(void *args, i64 lo, i64 hi)
{
    (void)lo, (void)hi;
    while (!atomic_load(((_Atomic u32 **)args)[1]))
        sched_yield();
    return 0;
}

/* ---- a web of launches over many queues ----------------------------------------------------- */

enum { SYNCERS = 2 };

static i32 sum_sources(void *args, i64 lo, i64 hi)
{
    node *n = ((node **)args)[1];
    n->value = sum_of(n) - 1 + (hi - lo);
    n->runs++;
    return n->error;
}

/* Syncs with points as they are submitted, as host threads do, and cancels some launches. */
static void *sync_at_random(void *argument)
{
    u64 x = (u64)argument, cancelled = 0;
    for (node *n; (n = draw_recent(&x));) {
        queue *q = web.queues[n->on];
        if ((x >> 33) % 8 == 0)
            cancelled += CALL(cancel, INT(n->status), INT(q));
        sync_with(q, n->at, (x >> 34) % 2 ? n->status : 0);
        EXPECT(state_of(n->status) > RUNNING, "synced with a launch that is not over");
        atomic_fetch_add(&web.looks, 1);
    }
    return (void *)cancelled;
}

/* Submits a node with waits on and checks of up to three earlier ones, in any queues. */
static void submit_node(node *n, plan *p)
{
    struct object waits[2 * SOURCES], checks[SOURCES];
    u64 index = n - web.nodes;
    n->on = chance(MOST_QUEUES);
    n->error = chance(200) ? 0 : 1 + (i32)(index % 5);
    PyObject order = draw_sources(n, waits), poison = {0, (Py_ssize_t)n->count, checks};
    for (u64 i = 0; i < n->count; i++)
        checks[i] = (struct object){(u64)n->sources[i]->status, 0, 0};
    u64 value = launch_after(web.queues[n->on], n->status, p, n, 0, &order, &poison);
    EXPECT(value == n->at, "a launch was refused");
    atomic_store(&web.submitted, index + 1);
}

/* Checks that a node has exactly one outcome: it ran once and is DONE or FAILED, or never ran. */
static void check_node(node *n, u64 *counts)
{
    u32 state = state_of(n->status);
    u64 root = 0;
    for (u64 i = 0; i < n->count && !root; i++)
        if (state_of(n->sources[i]->status) != DONE)
            root = n->sources[i]->status->root;
    size_t index = n - web.nodes;
    u64 own = web.queues[n->on]->index << 40 | n->at;
    counts[state]++;
    EXPECT(n->runs == (state == DONE || state == FAILED), "node %zu ran %zu times", index,
           (size_t)n->runs);
    EXPECT(n->status->error == (state == FAILED ? n->error : 0), "error of node %zu", index);
    if (state == CANCELLED || state == FAILED)
        EXPECT(n->status->root == own, "node %zu is its own root", index);
    if (state != CANCELLED)
        EXPECT((state == SKIPPED) == !!root, "node %zu is in state %u", index, state);
    if (state == SKIPPED)
        EXPECT(n->status->root == root, "node %zu has a stranger's root", index);
    if (n->runs)
        EXPECT(n->value == sum_of(n), "node %zu ran before its sources", index);
}

static void run_web(void)
{
    pthread_t threads[MOST_QUEUES], syncers[SYNCERS];
    u64 cancelled = 0;
    make_web(scaled(30000));
    plan *p = make_plan(sum_sources, 1, 1, NO_ITEMS);
    for (int i = 0; i < MOST_QUEUES; i++)
        threads[i] = spawn(drain, web.queues[i] = make_queue(UNLIMITED));
    for (u64 i = 0; i < SYNCERS; i++)
        syncers[i] = spawn(sync_at_random, (void *)(random_state + i));
    for (u64 i = 0; i < web.count; i++) {
        submit_node(&web.nodes[i], p);
        if (!chance(300))
            sync_with(web.queues[web.nodes[i].on], web.nodes[i].at, 0);
    }
    for (u64 i = 0; i < SYNCERS; i++) {
        void *won;
        EXPECT(!pthread_join(syncers[i], &won), "join");
        cancelled += (u64)won;
    }
    u64 counts[7] = {0};
    for (int i = 0; i < MOST_QUEUES; i++)
        sync_with(web.queues[i], web.queues[i]->issued, 0);
    for (u64 i = 0; i < web.count; i++)
        check_node(&web.nodes[i], counts);
    EXPECT(counts[CANCELLED] == cancelled, "a cancel won, and the launch ran");
    end(web.queues, threads, MOST_QUEUES);
    drop_web();
    drop(p);
    printf("  web: %zu done, %zu cancelled, %zu failed, %zu skipped, %zu syncs\n",
           (size_t)counts[DONE], (size_t)counts[CANCELLED], (size_t)counts[FAILED],
           (size_t)counts[SKIPPED], (size_t)atomic_load(&web.looks));
}

/* ---- a cancel wakes threads that sync with the cancelled launch ----------------------------- */

static struct {
    queue *q;
    cell *cells;
    u64 count;
    _Atomic u64 begun, over;
} cancels;

/* The queue is held all the time, so that only the cancel can end a sync. */
static void *sync_with_cancelled(void *unused)
{
    for (u64 i = 0; i < cancels.count; i++) {
        atomic_store(&cancels.begun, i + 1);
        sync_with(cancels.q, i + 2, &cancels.cells[i]);
        atomic_store(&cancels.over, i + 1);
    }
    return unused;
}

static void run_cancels(void)
{
    _Atomic u32 latch = 0;
    cancels.count = scaled(3000);
    cancels.q = make_queue(UNLIMITED);
    cancels.cells = make_cells(cancels.count + 1);
    atomic_store(&cancels.begun, 0);
    atomic_store(&cancels.over, 0);
    plan *p = make_plan(hold, 1, 1, NO_ITEMS);
    pthread_t thread = spawn(drain, cancels.q);
    launch(cancels.q, &cancels.cells[cancels.count], p, (void *)&latch);
    for (u64 i = 0; i < cancels.count; i++)
        launch(cancels.q, &cancels.cells[i], p, (void *)&latch);
    pthread_t syncer = spawn(sync_with_cancelled, 0);
    for (u64 i = 0; i < cancels.count; i++) {
        while (atomic_load(&cancels.begun) <= i)
            sched_yield();
        for (u64 turns = chance(3000); turns; turns--)
            relax();
        EXPECT(CALL(cancel, INT(&cancels.cells[i]), INT(cancels.q)), "it has started");
        while (atomic_load(&cancels.over) <= i)
            sched_yield();
    }
    pthread_join(syncer, 0);
    atomic_store(&latch, 1);
    end(&cancels.q, &thread, 1);
    for (u64 i = 0; i < cancels.count; i++)
        EXPECT(state_of(&cancels.cells[i]) == CANCELLED, "a cancelled launch ran");
    drop(cancels.cells);
    drop(p);
    printf("  cancels: %zu while another thread syncs\n", (size_t)cancels.count);
}

/* ---- event loops ---------------------------------------------------------------------------- */

enum { LOOPS = 3, WATCHED = 2 };

static struct {
    queue *queues[WATCHED];
    u64 signals, listeners[LOOPS];
    int fds[LOOPS];
    _Atomic u64 last; /* loops that armed for the last value */
} loops;

/* Does what a bridge does: arms each queue for the next point it wants, reads its descriptor, and
 * arms again for the rest. Nothing is signalled after the last value. */
static void *run_loop(void *argument)
{
    u64 me = (u64)argument, step = 3 * me + 1, wanted[WATCHED], left = WATCHED, announced = 0;
    for (int i = 0; i < WATCHED; i++)
        wanted[i] = step;
    while (left) {
        for (int i = 0; i < WATCHED; i++) {
            queue *q = loops.queues[i];
            while (wanted[i] && CALL(arm, INT(q), INT(wanted[i]), INT(loops.listeners[me]))) {
                EXPECT(completed_by(q) >= wanted[i], "told too early");
                u64 next = wanted[i] + step < loops.signals ? wanted[i] + step : loops.signals;
                wanted[i] = wanted[i] == loops.signals ? 0 : next;
                left -= !wanted[i];
            }
        }
        int both = wanted[0] % loops.signals == 0 && wanted[1] % loops.signals == 0;
        if (!announced && left && both) {
            announced = 1;
            atomic_fetch_add(&loops.last, 1);
        }
        u64 count;
        if (left)
            EXPECT(read(loops.fds[me], &count, sizeof count) == sizeof count, "read");
    }
    if (!announced)
        atomic_fetch_add(&loops.last, 1);
    return 0;
}

static i32 fail(void *args, i64 lo, i64 hi)
{
    (void)args, (void)lo, (void)hi;
    return 1;
}

/* Reads the wake-ups that are left. Those of a signal have been written when a later one comes. */
static void drain_descriptors(void)
{
    u64 count;
    for (int i = 0; i < 2 * WATCHED; i++) {
        queue *q = loops.queues[i % WATCHED];
        sync_with(q, submit_mark(q), 0);
    }
    for (int i = 0; i < LOOPS; i++) {
        fcntl(loops.fds[i], F_SETFL, O_NONBLOCK);
        while (read(loops.fds[i], &count, sizeof count) > 0)
            ;
        fcntl(loops.fds[i], F_SETFL, 0);
    }
}

static void run_loops(void)
{
    pthread_t threads[WATCHED], watchers[LOOPS];
    loops.signals = scaled(20000);
    atomic_store(&loops.last, 0);
    for (int i = 0; i < WATCHED; i++)
        threads[i] = spawn(drain, loops.queues[i] = make_queue(UNLIMITED));
    for (u64 i = 0; i < LOOPS; i++) {
        loops.listeners[i] = CALL(listen, INT(loops.fds[i] = eventfd(0, 0)));
        watchers[i] = spawn(run_loop, (void *)i);
    }
    for (u64 n = 1; n <= loops.signals; n++) {
        while (n == loops.signals && atomic_load(&loops.last) < LOOPS)
            sched_yield();
        for (int i = 0; i < WATCHED; i++)
            submit_mark(loops.queues[i]);
        if (!chance(50))
            sync_with(loops.queues[chance(WATCHED)], n, 0);
    }
    for (int i = 0; i < LOOPS; i++)
        pthread_join(watchers[i], 0);
    drain_descriptors();
    /* A failure wakes every listener, armed or not. */
    cell *c = make_cells(1);
    plan *p = make_plan(fail, 1, 1, NO_ITEMS);
    u64 count;
    launch(loops.queues[0], c, p, 0);
    for (int i = 0; i < LOOPS; i++) {
        EXPECT(read(loops.fds[i], &count, sizeof count) == sizeof count, "read");
        atomic_store(&wake_fds[loops.listeners[i]], 0); /* for the next round */
    }
    end(loops.queues, threads, WATCHED);
    for (int i = 0; i < LOOPS; i++)
        close(loops.fds[i]);
    drop(c);
    drop(p);
    printf("  loops: %d, over %zu signals\n", LOOPS, (size_t)loops.signals);
}

/* ---- limits and segments -------------------------------------------------------------------- */

/* Some submissions fill a whole segment, so that the loop is close behind the producer when it
 * takes the next one. */
static void run_limits(void)
{
    enum { LIMIT = 7, MANY = 200 };
    queue *q = make_queue(LIMIT);
    pthread_t thread = spawn(drain, q);
    u64 submissions = scaled(20000), refused = 0;
    cell *c = make_cells(1);
    struct object checks[MANY];
    for (int i = 0; i < MANY; i++)
        checks[i] = (struct object){(u64)c, 0, 0};
    for (u64 n = 1; n <= submissions;) {
        u64 value = CALL(mark, INT(q), NO_ITEMS, chance(2) ? NO_ITEMS : TUPLE(checks));
        EXPECT(!value || value == n, "a signal was skipped");
        EXPECT(q->issued - completed_by(q) <= LIMIT, "more pending than the limit");
        n += !!value;
        refused += !value;
    }
    CALL(set_limit, INT(q), INT(0));
    EXPECT(!submit_mark(q) && !CALL(can_issue, INT(q)), "a closed queue took more");
    end(&q, &thread, 1); /* a stop is never refused */
    drop(c);
    printf("  limits: %zu signals, %zu times full\n", (size_t)submissions, (size_t)refused);
}

static u64 segments_of(queue *q, u64 *bytes)
{
    u64 count = 0;
    *bytes = 0;
    for (segment *s = q->oldest; s; s = s->newer, count++)
        *bytes += s->bytes;
    return count;
}

/* A backlog grows the chain of segments, and after it the chain shrinks again. */
static void run_backlog(void)
{
    _Atomic u32 latch = 0;
    queue *q = make_queue(UNLIMITED), *other = make_queue(UNLIMITED);
    pthread_t threads[] = {spawn(drain, q), spawn(drain, other)};
    cell *c = make_cells(1);
    plan *p = make_plan(hold, 1, 1, NO_ITEMS);
    u64 bytes, backlog = scaled(200000), many = 60000, value = 0;
    launch(q, c, p, (void *)&latch);
    struct object waits[] = {{(u64)other, 0, 0}, {submit_mark(other), 0, 0}};
    for (u64 i = 0; i < backlog; i++)
        value = CALL(mark, INT(q), TUPLE(waits), NO_ITEMS);
    /* One submission larger than any segment: it gets one of its own size. */
    struct object *checks = calloc(many, sizeof *checks);
    for (u64 i = 0; i < many; i++)
        checks[i].number = (u64)c;
    PyObject all = {0, (Py_ssize_t)many, checks};
    value = CALL(mark, INT(q), NO_ITEMS, &all);
    EXPECT(value == backlog + 2, "a mark was refused");
    u64 grown = segments_of(q, &bytes);
    EXPECT(bytes > backlog * (sizeof(wait_record) + sizeof(record)) + many * sizeof(check_record),
           "%zu bytes cannot hold the backlog", (size_t)bytes);
    atomic_store(&latch, 1);
    sync_with(q, value, 0);
    for (u64 i = 0; i < 4 * LARGEST_SEGMENT / sizeof(wait_record); i++) {
        value = CALL(mark, INT(q), TUPLE(waits), NO_ITEMS);
        if (i % 64 == 0)
            sync_with(q, value, 0);
    }
    EXPECT(segments_of(q, &bytes) <= 3, "%zu segments are left", (size_t)segments_of(q, &bytes));
    end((queue *[]){q, other}, threads, 2);
    free(checks);
    drop(c);
    drop(p);
    printf("  backlog: %zu marks in %zu segments\n", (size_t)backlog, (size_t)grown);
}

int main(int count, char **arguments)
{
    void (*parts[])(void) = {run_web, run_cancels, run_loops, run_limits, run_backlog};
    return run_parts(count, arguments, parts, COUNT(parts));
}
