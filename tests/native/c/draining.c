/* Queues that are drained by turns: by their loops, and by submitters while the loops sleep.
 *
 * The fields that they hand over are plain memory, as is what the kernels write: if two owners were
 * in a queue at once, or a hand-over did not order them, the thread sanitizer would report it.
 */
#include "harness.h"

/* A launch: it counts in its queue, and notes the thread that runs it. */
typedef struct node {
    cell *status;
    u64 *counter;
    u64 runs, on, at; /* the queue and the value that it signals */
    i32 error;
    pthread_t ran_on;
} node;

static i32 run_node(void *args, i64 lo, i64 hi)
{
    node *n = ((node **)args)[1];
    (void)lo, (void)hi;
    ++*n->counter;
    n->runs++;
    n->ran_on = pthread_self();
    return n->error;
}

static void await_sleep(queue *q)
{
    while (atomic_load(&q->sleeping) != ASLEEP)
        sched_yield();
}

/* ---- which submissions are over when they return ---------------------------------------------- */

static struct {
    cell *cells;
    node *nodes;
    u64 used, counter;
    plan *plain, *quick, *slow, *split;
} places;

/* Submits a launch; returns whether it was over at once, and checks who ran it then or later. */
static int runs_here(queue *q, plan *p, PyObject *waits, queue *gate)
{
    node *n = &places.nodes[places.used];
    *n = (node){.status = &places.cells[places.used++], .counter = &places.counter};
    n->at = launch_after(q, n->status, p, n, 0, waits, NO_ITEMS);
    int is_over = state_of(n->status) == DONE, is_mine;
    if (gate)
        CALL(raise_one, INT(gate));
    sync_with(q, n->at, 0);
    EXPECT(n->runs == 1 && state_of(n->status) == DONE, "a launch did not run once");
    is_mine = pthread_equal(n->ran_on, pthread_self());
    EXPECT(is_over || !is_mine, "a submitter returned before its launch was over");
    return is_mine;
}

/* Afterwards the loop sleeps, and nobody else has drained the queue since it looked last. */
static void make_sleep(queue *q)
{
    EXPECT(!runs_here(q, places.plain, NO_ITEMS, 0), "a submitter ran an undeclared kernel");
    await_sleep(q);
}

/* A loop that goes to sleep looks once more, and may find by itself what was submitted just then. */
enum { LOOKS_ASLEEP = 16 };

static int is_run_here(queue *q, PyObject *waits)
{
    for (int tries = 0; tries < LOOKS_ASLEEP; tries++) {
        make_sleep(q);
        if (runs_here(q, places.quick, waits, 0))
            return 1;
    }
    return 0;
}

static void check_places(queue *q, queue *other, queue *gate)
{
    struct object reached[] = {{(u64)other, 0, 0}, {0, 0, 0}};
    struct object ahead[] = {{(u64)gate, 0, 0}, {completed_by(gate) + 1, 0, 0}};
    EXPECT(is_run_here(q, NO_ITEMS), "a quick launch woke the loop");
    reached[1].number = completed_by(other);
    EXPECT(is_run_here(q, TUPLE(reached)), "a wait that is reached woke the loop");
    make_sleep(q);
    EXPECT(!runs_here(q, places.quick, TUPLE(ahead), gate), "a submitter waited");
    make_sleep(q);
    EXPECT(!runs_here(q, places.slow, NO_ITEMS, 0), "a submitter ran a long kernel");
    make_sleep(q);
    EXPECT(!runs_here(q, places.split, NO_ITEMS, 0), "a submitter ran a launch for workers");
    int is_over = 0;
    for (int tries = 0; !is_over && tries < LOOKS_ASLEEP; tries++) {
        make_sleep(q);
        u64 value = CALL(mark, INT(q), NO_ITEMS, NO_ITEMS);
        is_over = completed_by(q) == value;
        sync_with(q, value, 0);
    }
    EXPECT(is_over, "a signal woke the loop");
    make_sleep(other); /* which is plain */
    EXPECT(!runs_here(other, places.quick, NO_ITEMS, 0), "a submitter drained a plain queue");
}

static void run_places(void)
{
    enum { LAUNCHES = 16 + 3 * 2 * LOOKS_ASLEEP }; /* in a round, at most */
    u64 rounds = scaled(150);
    queue *q = make_cpu_queue(UNLIMITED), *other = make_queue(UNLIMITED);
    queue *gate = make_queue(UNLIMITED), *queues[] = {q, other};
    pthread_t threads[] = {spawn(drain, q), spawn(drain, other)};
    places.cells = make_cells(rounds * LAUNCHES);
    places.nodes = calloc(rounds * LAUNCHES, sizeof(node));
    places.used = places.counter = 0;
    places.plain = make_plan(run_node, 1, 1, NO_ITEMS);
    places.quick = make_quick_plan(run_node);
    CALL(declare, INT(places.slow = make_plan(run_node, 1, 1, NO_ITEMS)), INT(cpu_kind.quick + 1));
    CALL(declare, INT(places.split = make_plan(run_node, 2, 1, NO_ITEMS)), INT(1));
    for (u64 i = 0; i < rounds; i++)
        check_places(q, other, gate);
    end(queues, threads, 2);
    EXPECT(places.counter == places.used, "lost launches");
    drop(gate);
    plan *plans[] = {places.plain, places.quick, places.slow, places.split};
    for (int i = 0; i < COUNT(plans); i++)
        drop(plans[i]);
    drop(places.cells);
    free(places.nodes);
    printf("  places: %zu launches\n", (size_t)places.used);
}

/* ---- two submitters, cancellations and sleepers ------------------------------------------------ */

enum { QUEUES = 2, SUBMITTERS = 2 };

static struct {
    pthread_mutex_t lock; /* the runtime's */
    queue *queues[QUEUES];
    u64 counters[QUEUES], count, cancelled;
    node *nodes;
    _Atomic u64 submitted;
    plan *plain, *quick;
} turns = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Submits the next node after a wait for and a check of an earlier one; 0 if all are submitted. */
static node *submit_next(void)
{
    u64 index = atomic_load(&turns.submitted);
    if (index == turns.count)
        return 0;
    node *n = &turns.nodes[index], *before = n - !!index - (index > 8 ? chance(8) : 0);
    queue *q = turns.queues[n->on = chance(QUEUES)];
    n->counter = &turns.counters[n->on];
    n->error = chance(100) ? 0 : 7;
    n->at = q->issued + 1;
    struct object waits[] = {{(u64)turns.queues[before->on], 0, 0}, {before->at, 0, 0}};
    struct object checks[] = {{(u64)before->status, 0, 0}};
    int depends = index && chance(2);
    launch_after(q, n->status, chance(4) ? turns.quick : turns.plain, n, 0,
                 depends && before->on != n->on ? TUPLE(waits) : NO_ITEMS,
                 depends ? TUPLE(checks) : NO_ITEMS);
    atomic_store(&turns.submitted, index + 1);
    return n;
}

/* Lets the loops go to sleep, or only nearly so, between its submissions. */
static void *submit_by_turns(void *argument)
{
    u64 x = (u64)argument;
    for (node *n = turns.nodes; n;) {
        pthread_mutex_lock(&turns.lock);
        n = submit_next();
        pthread_mutex_unlock(&turns.lock);
        x = x * 6364136223846793005u + 1442695040888963407u;
        if (!n || (x >> 33) % 4 == 0)
            continue;
        queue *q = turns.queues[n->on];
        if ((x >> 35) % 4)
            sync_with(q, n->at, 0);
        for (u64 turn = (x >> 37) % 300; turn && atomic_load(&q->sleeping) != ASLEEP; turn--)
            sched_yield();
        for (u64 turn = (x >> 47) % 64; turn; turn--)
            relax();
    }
    return 0;
}

/* Cancels some launches while they are submitted, and sleeps until others are over. */
static void *cancel_newest(void *unused)
{
    u64 x = turns.count;
    for (u64 submitted; (submitted = atomic_load(&turns.submitted)) < turns.count; sched_yield()) {
        node *n = &turns.nodes[submitted];
        x = x * 6364136223846793005u + 1442695040888963407u;
        if ((x >> 33) % 64 == 0)
            turns.cancelled += CALL(cancel, INT(n->status), INT(turns.queues[0]));
        else if ((x >> 39) % 2 && submitted)
            sync_with(turns.queues[n[-1].on], n[-1].at, n[-1].status);
    }
    return unused;
}

static void check_turns(pthread_t *submitters)
{
    u64 counts[7] = {0}, here = 0, runs[QUEUES] = {0};
    for (node *n = turns.nodes; n != turns.nodes + turns.count; n++) {
        u32 state = state_of(n->status);
        counts[state]++;
        EXPECT(n->runs == (state == DONE || state == FAILED), "a launch in state %u ran", state);
        runs[n->on] += n->runs;
        for (int i = 0; n->runs && i < SUBMITTERS; i++)
            here += pthread_equal(n->ran_on, submitters[i]);
    }
    for (int i = 0; i < QUEUES; i++)
        EXPECT(turns.counters[i] == runs[i], "lost increments");
    EXPECT(counts[CANCELLED] == turns.cancelled, "a cancel won, and the launch ran");
    printf("  turns: %zu done, %zu cancelled, %zu failed, %zu skipped; %zu by submitters\n",
           (size_t)counts[DONE], (size_t)counts[CANCELLED], (size_t)counts[FAILED],
           (size_t)counts[SKIPPED], (size_t)here);
}

static void run_turns(void)
{
    pthread_t threads[QUEUES], submitters[SUBMITTERS];
    u64 seed = random_state; /* chance() changes it, under the lock */
    turns.count = scaled(60000);
    turns.cancelled = 0;
    cell *cells = make_cells(turns.count);
    turns.nodes = calloc(turns.count, sizeof(node));
    for (u64 i = 0; i < turns.count; i++)
        turns.nodes[i].status = &cells[i];
    turns.plain = make_plan(run_node, 1, 1, NO_ITEMS);
    turns.quick = make_quick_plan(run_node);
    atomic_store(&turns.submitted, 0);
    for (int i = 0; i < QUEUES; i++) {
        turns.counters[i] = 0;
        threads[i] = spawn(drain, turns.queues[i] = make_cpu_queue(UNLIMITED));
    }
    pthread_t canceller = spawn(cancel_newest, 0);
    for (u64 i = 0; i < SUBMITTERS; i++)
        submitters[i] = spawn(submit_by_turns, (void *)(seed + i));
    for (int i = 0; i < SUBMITTERS; i++)
        pthread_join(submitters[i], 0);
    pthread_join(canceller, 0);
    end(turns.queues, threads, QUEUES);
    check_turns(submitters);
    drop(turns.plain);
    drop(turns.quick);
    drop(cells);
    free(turns.nodes);
}

int main(int count, char **arguments)
{
    void (*parts[])(void) = {run_places, run_turns};
    return run_parts(count, arguments, parts, COUNT(parts));
}
