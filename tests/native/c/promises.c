/* Promises under load: threads begin, end, cancel, await and lose executions of one timeline.
 *
 * What an execution writes before its end is plain memory, which others read once the timeline has
 * risen: if the ends did not order that, the thread sanitizer would report it.
 */
#include "harness.h"

enum { PATCH = 16 }; /* the most results that are handed over at once */

/* One timeline, and the executions that have begun, in order. */
static struct {
    promises kept;
    queue *q;
    cell *cells;   /* of each promise; that of a bare signal is not used */
    u64 *written;  /* what each execution writes */
    u64 *begun;    /* numbers */
    u64 count, won, seed;
    int in_patches; /* whether one thread ends them in patches; else each of two ends all */
    _Atomic u64 promised, begun_count, is_over;
} line;

static int is_bare(u64 i) { return i % 7 == 3; }
static cell *cell_of(u64 i) { return is_bare(i) ? 0 : &line.cells[i]; }

/* Begins all in their order, as far ahead as they are promised. */
static void *begin_all(void *unused)
{
    for (u64 i = 0; i < line.count; i++) {
        while (atomic_load(&line.promised) <= i)
            sched_yield();
        if (i % 5 == 4 && !is_bare(i - 1))
            CALL(check, INT(&line.kept), INT(cell_of(i - 1)));
        if (is_bare(i)) {
            CALL(carry_out, INT(&line.kept));
        } else if (CALL(begin, INT(&line.kept), INT(cell_of(i)), INT(0)) == RUNS) {
            if (!line.in_patches)
                line.written[i] = i;
            line.begun[atomic_load(&line.begun_count)] = i;
            atomic_fetch_add(&line.begun_count, 1);
        }
    }
    atomic_store(&line.is_over, 1);
    return unused;
}

/* Returns how many have begun behind the first `ended`; 0 if no more will. */
static u64 await_begun(u64 ended)
{
    for (;;) {
        u64 is_over = atomic_load(&line.is_over), count = atomic_load(&line.begun_count);
        if (count > ended || is_over)
            return count - ended;
        sched_yield();
    }
}

/* Both of them do this for each execution: one end is a stray. */
static void *end_each(void *unused)
{
    for (u64 ended = 0; await_begun(ended); ended++) {
        u64 i = line.begun[ended];
        srt_finish(&line.kept, cell_of(i), i % 11 ? 0 : 11, 0);
    }
    return unused;
}

static void *end_in_patches(void *unused)
{
    char packed[PATCH * sizeof(result) + 1]; /* not aligned */
    for (u64 ended = 0, more; (more = await_begun(ended));) {
        u64 taken = more < PATCH ? more : PATCH;
        for (u64 k = 0; k < taken; k++) {
            u64 i = line.begun[ended + k];
            result r = {i % 11 ? 0 : 11, i % 11 ? 0 : (u32)i, 0, 0};
            line.written[i] = i;
            memcpy(packed + 1 + k * sizeof r, &r, sizeof r);
        }
        ended += taken;
        CALL(advance, INT(&line.kept),
             (&(struct object){(u64)packed + 1, (Py_ssize_t)(taken * sizeof(result)), 0}));
    }
    return unused;
}

static void *cancel_close_behind(void *unused)
{
    u64 x = line.seed;
    for (u64 i = 0; i < line.count; i++) {
        while (atomic_load(&line.promised) <= i)
            sched_yield();
        x = x * 6364136223846793005u + 1442695040888963407u;
        if (!is_bare(i) && (x >> 33) % 8 == 0)
            line.won += CALL(cancel, INT(cell_of(i)), INT(line.q));
    }
    return unused;
}

/* Waits for each value in turn, and reads what was written before it. */
static void *read_behind(void *unused)
{
    for (u64 i = 0; i < line.count; i++) {
        sync_with(line.q, i + 1, 0);
        if (!is_bare(i) && state_of(cell_of(i)) == DONE)
            EXPECT(line.written[i] == i, "execution %zu is done too early", (size_t)i);
    }
    return unused;
}

static void *lose_it(void *unused)
{
    while (atomic_load(&line.promised) < line.count / 2)
        sched_yield();
    CALL(end_promises, INT(&line.kept), INT(0));
    CALL(fail_to, INT(&line.kept), INT(-1));
    return unused;
}

static void check_outcomes(int is_lost)
{
    u64 counts[7] = {0};
    i64 clock = 0;
    for (u64 i = 0; i < line.count; i++) {
        cell *c = cell_of(i);
        if (!c)
            continue;
        u32 state = state_of(c);
        counts[state]++;
        EXPECT(state > RUNNING, "execution %zu is not final", (size_t)i);
        if (state == DONE)
            EXPECT(line.written[i] == i && i % 11, "execution %zu is done", (size_t)i);
        if (is_lost)
            continue;
        EXPECT(state != FAILED || c->error == 11, "execution %zu failed", (size_t)i);
        EXPECT(!line.in_patches || c->node == (state == FAILED ? i : 0), "its node");
        EXPECT(clock <= c->started && c->started <= c->finished, "times of %zu", (size_t)i);
        clock = c->finished;
    }
    u64 ended = counts[DONE] + counts[FAILED];
    EXPECT(counts[CANCELLED] == line.won, "cancels that won");
    EXPECT(is_lost || counts[SKIPPED], "nobody looked at what was cancelled");
    EXPECT(line.kept.keeping == (is_lost ? OVER : KEPT), "a breach");
    EXPECT(is_lost || line.kept.strays == (line.in_patches ? 0 : ended), "strays");
    printf("  %s%s: %zu done, %zu cancelled, %zu failed, %zu skipped\n",
           line.in_patches ? "patches" : "ends twice", is_lost ? ", lost" : "",
           (size_t)counts[DONE], (size_t)counts[CANCELLED], (size_t)counts[FAILED],
           (size_t)counts[SKIPPED]);
}

static void run_line(int in_patches, int is_lost)
{
    line.count = scaled(40000) + 30;
    line.q = make_queue(UNLIMITED);
    line.kept = (promises){.q = line.q};
    line.cells = make_cells(line.count);
    line.written = calloc(line.count, sizeof(u64));
    line.begun = calloc(line.count, sizeof(u64));
    line.won = 0;
    line.seed = random_state;
    line.in_patches = in_patches;
    atomic_store(&line.promised, 0);
    atomic_store(&line.begun_count, 0);
    atomic_store(&line.is_over, 0);
    pthread_t threads[] = {
        spawn(begin_all, 0), spawn(in_patches ? end_in_patches : end_each, 0),
        spawn(cancel_close_behind, 0), spawn(read_behind, 0), 0, 0};
    int many = 4;
    u64 early = 0;
    if (!in_patches)
        threads[many++] = spawn(end_each, 0);
    if (is_lost)
        threads[many++] = spawn(lose_it, 0);
    for (u64 i = 0; i < line.count; i++) {
        if (i % 35 == 13) /* the next one looks at it */
            early += CALL(cancel, INT(cell_of(i)), INT(line.q));
        u64 value = CALL(expect, INT(&line.kept), INT(cell_of(i)));
        EXPECT(value == i + 1, "a promise of %zu", (size_t)value);
        atomic_store(&line.promised, i + 1);
        if (is_lost && completed_by(line.q) > i)
            sched_yield();
    }
    if (is_lost) { /* what is promised after the loss fails like the rest */
        pthread_join(threads[--many], 0);
        CALL(fail_to, INT(&line.kept), INT(-1));
    }
    for (int i = 0; i < many; i++)
        pthread_join(threads[i], 0);
    line.won += early;
    EXPECT(completed_by(line.q) == line.count, "a signal is missing");
    check_outcomes(is_lost);
    CALL(end_promises, INT(&line.kept), INT(1));
    CALL(expect, INT(&line.kept), INT(0)); /* a closed timeline is not touched */
    CALL(fail_to, INT(&line.kept), INT(-1));
    drop(line.q);
    drop(line.cells);
    free(line.written);
    free(line.begun);
}

static void run_ends(void) { run_line(0, 0); }
static void run_patches(void) { run_line(1, 0); }
static void run_loss(void) { run_line(1, 1); }

int main(int count, char **arguments)
{
    void (*parts[])(void) = {run_ends, run_patches, run_loss};
    return run_parts(count, arguments, parts, COUNT(parts));
}
