/* Queues whose records another process carries out, for the sanitizers. Threads stand for that
 * process: a kernel that crashes ends its thread, and the keeper of the queue starts another.
 *
 * The kernels touch plain memory: if the channels did not order them, the thread sanitizer would
 * report it.
 */
#define CHANNEL_CREDIT 16
#define CHANNEL_WORDS 4200 /* a submitter asks for room for a dozen of the longest records */
#define MOST_CHECKS 32
#define MOST_CHANNELS 64
#include "chains.h"
#include "far_builtins.h"
#include <sys/mman.h>

enum { GOOD, BAD, CRASH, AT_HOME, PLANS, REASON = 3 };

/* A queue with its threads. */
typedef struct far_queue {
    queue *q;
    far_place place;
    pthread_t loop, keeper;
    u64 crashes;
    int has_left;          /* the place, which did not crash */
    _Atomic u32 is_over;   /* the loop */
} far_queue;

static struct {
    far_device *device;
    shared_memory *shared;
    plan *placed[PLANS], *far[PLANS];
    far_queue on[3];
    int count;
    queue *cpu;
    pthread_t lander, cpu_loop;
    plan *here;
    u64 last; /* the number of the launch that ran last, where they are in order */
} child;

/* ---- kernels --------------------------------------------------------------------------------- */

static i32 fail(void *args, i64 lo, i64 hi)
{
    (void)args, (void)lo, (void)hi;
    return FAILS;
}

static i32 crash(void *args, i64 lo, i64 hi)
{
    (void)args, (void)lo, (void)hi;
    pthread_exit(0);
}

/* Counts, and looks whether launches with a number, in slot 2, come in order. */
static i32 run_in_order(void *args, i64 lo, i64 hi)
{
    u64 number = ((u64 *)args)[2];
    if (number) {
        EXPECT(number > child.last, "launch %zu after %zu", (size_t)number, (size_t)child.last);
        child.last = number;
    }
    return increment_here(args, lo, hi);
}

/* ---- the process, and its keeper ------------------------------------------------------------- */

static void *serve(void *argument)
{
    far_queue *f = argument;
    f->place.has_begun = 0; /* a new process knows nothing of the one before */
    srt_place(&f->place);
    f->has_left = 1;
    return 0;
}

static void *keep(void *argument)
{
    for (far_queue *f = argument;; f->crashes++) {
        pthread_join(spawn(serve, f), 0);
        if (f->has_left)
            return 0;
        EXPECT(CALL(far_running, INT(f->q)) == 1 + CRASH, "another plan ran");
        CALL(fail_far, INT(f->q), INT(REASON));
    }
}

static void *drain_far(void *argument)
{
    far_queue *f = argument;
    srt_drain(f->q);
    atomic_store(&f->is_over, 1);
    return 0;
}

static void *land_ends(void *device)
{
    srt_land(device);
    return 0;
}

static plan *make_far_plan(u64 number, entry_function *here)
{
    struct object codes[] = {{'P', 0, 0}, {'Q', 0, 0}};
    return (plan *)CALL(new_far_plan, INT(number), INT(here), INT(1), INT(1), TUPLE(codes), NO_ITEMS);
}

static void open_child(int count)
{
    static entry_function *const entries[] = {run_in_order, fail, crash, run_in_order};
    u64 bytes = CALL(far_layout, 0);
    child.shared = mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    child.device = (far_device *)CALL(new_far, INT(child.shared), INT(bytes));
    child.count = count;
    child.last = 0;
    for (u64 i = 0; i < PLANS; i++) {
        child.placed[i] = make_plan(entries[i], 1, 1, NO_ITEMS);
        child.far[i] = make_far_plan(i, i == AT_HOME ? run_in_order : 0);
    }
    child.lander = spawn(land_ends, child.device);
    for (int i = 0; i < count; i++) {
        queue *q = make_queue(UNLIMITED);
        child.on[i] = (far_queue){.q = q, .place = {.channel = &child.shared->channels[i],
            .bell = &child.shared->bell, .number = (u64)i, .plans = child.placed}};
        CALL(open_far, INT(q), INT(child.device), INT(i));
    }
}

static void start_loops(void)
{
    for (int i = 0; i < child.count; i++)
        child.on[i].loop = spawn(drain_far, &child.on[i]);
}

static void start_places(void)
{
    for (int i = 0; i < child.count; i++)
        child.on[i].keeper = spawn(keep, &child.on[i]);
}

/* Ends what `lose` or the stops have had leave. */
static void close_child(void)
{
    CALL(end_landing, INT(child.device));
    pthread_join(child.lander, 0);
    for (int i = 0; i < child.count; i++) {
        far_queue *f = &child.on[i];
        EXPECT(completed_by(f->q) == f->q->issued, "a signal is missing");
        CALL(close_far, INT(f->q));
        pthread_join(f->keeper, 0);
        CALL(free_records, INT(f->q));
        CALL(release, INT(f->q));
    }
    for (int i = 0; i < PLANS; i++) {
        drop(child.placed[i]);
        drop(child.far[i]);
    }
    munmap(child.shared, CALL(far_layout, 0));
    drop(child.device);
}

static void stop_child(void)
{
    for (int i = 0; i < child.count; i++)
        EXPECT(CALL(stop, INT(child.on[i].q), NO_ITEMS, NO_ITEMS), "a stop was refused");
    for (int i = 0; i < child.count; i++)
        pthread_join(child.on[i].loop, 0);
    close_child();
}

/* ---- chains over three queues and one of the CPU, with cancels and crashes -------------------- */

static chain_link draw(void)
{
    u64 at = chance(child.count + 1), drawn = chance(300);
    if (at == (u64)child.count)
        return (chain_link){child.cpu, child.here};
    return (chain_link){child.on[at].q, child.far[drawn < 2 ? BAD : drawn < 4 ? CRASH : drawn < 20 ? AT_HOME : GOOD]};
}

/* An execution that was lost has a reason, and no code; else it ends like any other failure. */
static u64 take_losses(void)
{
    u64 lost = 0;
    for (cell *c = chains.cells; c != chains.cells + chains.links; c++) {
        if (!c->refused)
            continue;
        EXPECT(state_of(c) == FAILED && c->refused == REASON && !c->error, "a lost launch");
        c->error = FAILS;
        lost++;
    }
    return lost;
}

static void run_chains(void)
{
    u64 counter = 0, counts[7] = {0}, crashes;
    make_chains(scaled(40000));
    open_child(3);
    start_places();
    start_loops();
    child.cpu_loop = spawn(drain, child.cpu = make_cpu_queue(UNLIMITED));
    child.here = make_quick_plan(increment_here);
    chains.q = child.cpu;
    submit_chains(draw, &counter);
    pthread_join(chains.canceller, 0);
    for (int i = 0; i < child.count; i++)
        sync_with(child.on[i].q, child.on[i].q->issued, 0);
    end(&child.cpu, &child.cpu_loop, 1);
    stop_child();
    drop(child.here);
    crashes = child.on[0].crashes + child.on[1].crashes + child.on[2].crashes;
    EXPECT(take_losses() == crashes, "not one launch was lost in each crash");
    check_chains(counts);
    EXPECT(counter == counts[DONE], "lost increments");
    printf("  crashes: %zu\n", (size_t)crashes);
}

/* ---- a flood: full channels, order, and cancels at the last moment ---------------------------- */

static void *cancel_next(void *argument)
{
    queue *q = argument;
    for (u64 next; (next = completed_by(q)) < chains.links;)
        chains.won += CALL(cancel, INT(&chains.cells[next + chains.seed % 20]), INT(q));
    return 0;
}

static void run_flood(void)
{
    u64 counter = 0, counts[7] = {0};
    make_chains(scaled(60000));
    drop(chains.cells);
    chains.cells = make_cells(chains.links + 20);
    open_child(1);
    queue *q = child.on[0].q;
    start_places();
    start_loops();
    pthread_t canceller = spawn(cancel_next, q);
    for (u64 i = 0; i < chains.links; i++) {
        plan *p = child.far[chance(1000) ? GOOD : chance(2) ? CRASH : AT_HOME];
        launch_after(q, &chains.cells[i], p, &counter, i + 1, NO_ITEMS, NO_ITEMS);
    }
    sync_with(q, chains.links, 0);
    pthread_join(canceller, 0);
    stop_child();
    for (u64 i = 0; i < chains.links; i++)
        counts[state_of(&chains.cells[i])]++;
    EXPECT(counter == counts[DONE] && counts[FAILED] == child.on[0].crashes, "lost increments");
    EXPECT(counter + counts[FAILED] + counts[CANCELLED] == chains.links, "not all ended once");
    drop_chains();
    printf("  flood: %zu done, %zu cancelled, %zu crashes\n", (size_t)counter,
           (size_t)counts[CANCELLED], (size_t)counts[FAILED]);
}

/* ---- the loss of the device ------------------------------------------------------------------- */

enum { LAUNCHES = 60 };

/* Does what the runtime does: nothing is submitted; the threads leave; what is pending fails. */
static void lose_child(cell *cells)
{
    for (int i = 0; i < child.count; i++)
        CALL(set_limit, INT(child.on[i].q), INT(0));
    CALL(lose_far, INT(child.device));
    for (int i = 0; i < child.count; i++) {
        far_queue *f = &child.on[i];
        while (!atomic_load(&f->is_over)) {
            CALL(part_far, INT(f->q));
            sched_yield();
        }
        pthread_join(f->loop, 0);
        for (u64 v = completed_by(f->q); v < f->q->issued; v++)
            CALL(lose, INT(f->q), INT(&cells[i * LAUNCHES + v]));
    }
}

/* Has the places leave, once they have done what was handed over. */
static void let_places_go(void)
{
    for (int i = 0; i < child.count; i++) {
        mirror *m = child.on[i].q->own;
        u64 last = handed(m);
        while (last && (!m->tail || far_flight_of(m, last)->behind != m->tail))
            last--; /* it was carried out here */
        while (atomic_load(&m->channel->done) != last)
            sched_yield();
        ask_to_leave(m);
    }
}

static void check_lost(cell *cells, const u32 *states)
{
    for (int i = 0; i < child.count * LAUNCHES; i++)
        EXPECT(state_of(&cells[i]) == states[i] && states[i] >= DONE, "it landed after the loss");
}

static void run_losses(void)
{
    u64 rounds = scaled(200), landed = 0;
    for (u64 round = 0; round < rounds; round++) {
        u64 counter[2] = {0};
        u32 states[2 * LAUNCHES];
        cell *cells = make_cells(2 * LAUNCHES);
        open_child(2);
        start_loops();
        start_places();
        for (u64 i = 0; i < LAUNCHES; i++)
            for (u64 k = 0; k < 2; k++)
                launch(child.on[k].q, &cells[k * LAUNCHES + i], child.far[chance(9) ? GOOD : AT_HOME], &counter[k]);
        for (u64 turns = chance(200); turns; turns--)
            sched_yield();
        lose_child(cells);
        for (int i = 0; i < 2 * LAUNCHES; i++)
            landed += (states[i] = state_of(&cells[i])) == DONE;
        let_places_go();
        check_lost(cells, states);
        close_child();
        drop(cells);
    }
    printf("  losses: %zu, %zu launches had landed\n", (size_t)rounds, (size_t)landed);
}

/* ---- a kernel that writes over the channel ---------------------------------------------------- */

static _Atomic u32 is_wild;

static u64 nonsense(u64 *x)
{
    *x = *x * 6364136223846793005u + 1442695040888963407u;
    return *x >> 60 ? *x >> 33 & 63 : *x;
}

static void *write_nonsense(void *seed)
{
    u64 x = *(u64 *)seed;
    channel *ch = child.on[0].place.channel;
    for (u64 turn = 0; atomic_load(&is_wild); turn++) {
        atomic_store(&ch->begun, nonsense(&x));
        atomic_store(&ch->done, nonsense(&x));
        atomic_store(&ch->head, nonsense(&x));
        memset(&ch->results[x % CHANNEL_CREDIT], (int)(x >> 40), sizeof(channel_result));
        atomic_store(&child.shared->bell.dirty[0], nonsense(&x));
        atomic_store(&child.shared->bell.asleep, (u32)nonsense(&x));
        atomic_fetch_add(&child.shared->bell.rings, nonsense(&x) % 3);
        if (turn % 16 == 0)
            sched_yield();
    }
    return 0;
}

/* Whatever stands there, nothing crashes; the next place goes on, and all ends. */
static void run_nonsense(void)
{
    u64 rounds = scaled(60), counter = 0, landed = 0, failed = 0, seed = random_state;
#ifdef __SANITIZE_THREAD__
    rounds = 0; /* it would report the races of the one that writes */
#endif
    for (u64 round = 0; round < rounds; round++, seed++) {
        cell *cells = make_cells(LAUNCHES);
        open_child(1);
        queue *q = child.on[0].q;
        start_loops();
        atomic_store(&is_wild, 1);
        pthread_t wild = spawn(write_nonsense, &seed);
        for (u64 i = 0; i < LAUNCHES; i++)
            launch(q, &cells[i], child.far[chance(9) ? GOOD : AT_HOME], &counter);
        for (u64 turns = 100 + chance(2000); turns; turns--)
            sched_yield();
        CALL(far_since, INT(q));
        atomic_store(&is_wild, 0);
        pthread_join(wild, 0);
        landed += completed_by(q);
        u64 runs = CALL(far_running, INT(q)), next = completed_by(q);
        CALL(fail_far, INT(q), INT(REASON));
        if (runs)
            EXPECT(state_of(&cells[next]) == FAILED, "what ran has not failed");
        failed += runs != 0;
        start_places();
        sync_with(q, q->issued, 0);
        stop_child();
        for (u64 i = 0; i < LAUNCHES; i++)
            EXPECT(state_of(&cells[i]) >= DONE && cells[i].finished >= cells[i].started, "no end");
        drop(cells);
    }
    EXPECT(failed || rounds < 10, "what wrote nonsense has not failed");
    printf("  nonsense: %zu, %zu landed on it\n", (size_t)rounds, (size_t)landed);
}

/* A queue that was opened, and whose thread never began. */
static void run_unused(void)
{
    open_child(2);
    start_places();
    close_child();
}

int main(int count, char **arguments)
{
    void (*parts[])(void) = {run_chains, run_flood, run_losses, run_nonsense, run_unused};
    return run_parts(count, arguments, parts, COUNT(parts));
}
