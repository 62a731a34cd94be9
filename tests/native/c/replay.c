/* Programs replay_step over helper queues, for the sanitizers: sanitize.py builds and runs it.
 *
 * The steps touch plain memory. The program is plain memory, too, and is freed as soon as its last
 * launch has ended, while its helpers go on with the next program.
 */
#include "harness.h"

enum { STREAMS = 4, NODES = 60, SOURCES = 3, TABLES = 2, SIDES = 2, WIDTH = 8, WORKERS = 2 };

typedef struct item {
    u32 runs[WIDTH]; /* of each part that a split may take */
    i32 error;
    u32 count, before[SOURCES]; /* its sources: how far before it they stand */
} item;

typedef struct replayable { plan *launch; program *memory; u64 nodes, streams; } replayable;

/* The queues, threads and cells of one launching thread. */
typedef struct side {
    queue *q, *helpers[STREAMS];
    pthread_t threads[1 + STREAMS];
    item tables[TABLES][NODES];
    cell *cells;
} side;

static plan *whole_plan, *split_plan;

/* Fails if a source has not run as often as the item: then the item did not wait for it. */
static i32 run_item(void *args, i64 lo, i64 hi)
{
    item *me = ((item **)args)[1];
    for (i64 part = lo; part < hi; part++) {
        u32 runs = ++me->runs[part];
        for (u32 i = 0; i < me->count; i++)
            for (int k = 0; k < WIDTH; k++)
                EXPECT((me - me->before[i])->runs[k] == runs, "it ran before its sources");
    }
    return me->error;
}

static int has_run(const item *me)
{
    u32 any = 0;
    for (int k = 0; k < WIDTH; k++)
        any |= me->runs[k];
    return any > 0;
}

static void forget_runs(side *s, u64 nodes)
{
    for (u64 t = 0; t < TABLES; t++)
        for (u64 n = 0; n < nodes; n++) {
            memset(s->tables[t][n].runs, 0, sizeof s->tables[t][n].runs);
            s->tables[t][n].error = 0;
        }
}

static void expect_runs(side *s, u64 nodes, u64 table, u64 runs)
{
    for (u64 n = 0; n < nodes; n++)
        for (int k = 0; k < WIDTH; k++)
            EXPECT(s->tables[table][n].runs[k] == runs, "item %zu ran %u times", (size_t)n,
                   s->tables[table][n].runs[k]);
}

/* ---- building ------------------------------------------------------------------------------- */

typedef struct place { u64 stream, count; } place; /* steps of the stream, this one included */

static void link_items(side *s, u64 nodes)
{
    for (u64 n = 0; n < nodes; n++) {
        u32 count = n ? (u32)chance(SOURCES + 1) : 0;
        for (int t = 0; t < TABLES; t++)
            s->tables[t][n] = (item){.count = count};
        for (u32 i = 0; i < count; i++) {
            u32 before = 1 + (u32)chance(n < 12 ? n : 12);
            for (int t = 0; t < TABLES; t++)
                s->tables[t][n].before[i] = before;
        }
    }
}

/* Writes a step at `at`, with waits for all of its sources on other streams. */
static replay_step *write_step(replay_step *at, const item *items, const place *places, u64 node)
{
    *at = (replay_step){.entry = run_item, .extent = WIDTH, .node = (u32)node, .slots = 2};
    at->split = chance(8) ? 0 : split_plan;
    at->reaches = chance(20) ? 0 : places[node].count; /* some that nobody waits for */
    at->args[0] = (u64)whole_plan->layout;
    at->args[1] = node * sizeof(item);
    step_wait *wait = (step_wait *)(at->args + at->slots);
    for (u32 i = 0; i < items[node].count; i++) {
        place source = places[node - items[node].before[i]];
        if (source.stream != places[node].stream)
            wait[at->waits++] = (step_wait){source.stream, source.count};
    }
    at->size = 6 + at->slots + 2 * at->waits;
    return step_behind(at);
}

static program *write_program(side *s, u64 nodes, u64 streams)
{
    enum { STEP = 6 + 2 + 2 * SOURCES, TABLE = offsetof(program, table) / 8, STREAM = 5 };
    u64 steps_at = TABLE + STREAM * streams + 3;
    program *p = aligned_zeros(8 * (steps_at + nodes * (STEP + 1)));
    place places[NODES];
    replay_step *steps[NODES], *at = (replay_step *)word_of(p, steps_at);
    p->streams = streams;
    p->bases = 1;
    p->first_base = TABLE + STREAM * streams;
    for (u64 n = 0; n < nodes; n++) {
        place *mine = &places[n];
        mine->stream = chance(streams);
        mine->count = ++p->table[mine->stream].end;
    }
    for (u64 i = 0; i < streams; i++) {
        program_stream *part = &p->table[i];
        part->progress = i ? s->helpers[i] : make_queue(0);
        part->first = (u64 *)at - (u64 *)p;
        part->end++;
        for (u64 n = 0; n < nodes; n++)
            if (places[n].stream == i)
                at = write_step(steps[n] = at, s->tables[0], places, n);
        part->last = (u64 *)at - (u64 *)p;
    }
    program_base *base = (program_base *)word_of(p, p->first_base);
    *base = (program_base){0, (u64)((u64 *)at - (u64 *)p), (u64)((u64 *)at - (u64 *)p) + nodes};
    for (u64 n = 0; n < nodes; n++) {
        *word_of(p, base->first + n) = (u64)(&steps[n]->args[1] - (u64 *)p);
        for (u32 i = 0; i < s->tables[0][n].count; i++) {
            u64 source = n - s->tables[0][n].before[i];
            steps[source]->reaches = places[source].count;
        }
    }
    return p;
}

static replayable make_program(side *s)
{
    replayable r = {.nodes = 1 + chance(NODES), .streams = 1 + chance(STREAMS)};
    link_items(s, r.nodes);
    r.memory = write_program(s, r.nodes, r.streams);
    struct object words[] = {{(u64)r.memory, 0, 0}};
    r.launch = make_plan((entry_function *)srt_replay, 1, 1, TUPLE(words));
    return r;
}

static void drop_program(replayable *r)
{
    drop(r->memory->table[0].progress);
    drop(r->memory);
    drop(r->launch);
}

/* ---- replaying ------------------------------------------------------------------------------ */

/* Launches back to back, each time with one of the tables; each item must have run as often as its
 * table was passed. */
static void replay_well(side *s, replayable *r, u64 times)
{
    u64 given[TABLES] = {0}, value = 0;
    for (u64 i = 0; i < times; i++) {
        u64 table = chance(TABLES);
        given[table]++;
        memset((void *)&s->cells[i], 0, sizeof(cell));
        value = launch(s->q, &s->cells[i], r->launch, s->tables[table]);
    }
    sync_with(s->q, value, 0);
    for (u64 i = 0; i < times; i++)
        EXPECT(state_of(&s->cells[i]) == DONE && !s->cells[i].node, "launch %zu", (size_t)i);
    for (u64 t = 0; t < TABLES; t++)
        expect_runs(s, r->nodes, t, given[t]);
}

/* Makes some items fail: one of them is named, and no item that depends on one ran. */
static void replay_badly(side *s, replayable *r)
{
    item *items = s->tables[0];
    cell *c = s->cells;
    forget_runs(s, r->nodes);
    for (u64 times = 1 + chance(2); times; times--) {
        u64 node = chance(r->nodes);
        items[node].error = 5 + (i32)node;
    }
    memset((void *)c, 0, sizeof *c);
    sync_with(s->q, launch(s->q, c, r->launch, items), 0);
    EXPECT(state_of(c) == FAILED && c->node && c->node <= r->nodes, "no node is to blame");
    EXPECT(c->error == 4 + (i32)c->node, "node %zu did not fail with %d", (size_t)c->node - 1,
           c->error);
    EXPECT(items[c->node - 1].error == c->error, "node %zu did not fail", (size_t)c->node - 1);
    for (u64 n = 0; n < r->nodes; n++)
        for (u32 i = 0; i < items[n].count; i++) {
            item *source = &items[n - items[n].before[i]];
            EXPECT(!has_run(&items[n]) || (has_run(source) && !source->error), "item %zu ran",
                   (size_t)n);
        }
    forget_runs(s, r->nodes);
}

static void open_side(side *s)
{
    s->cells = make_cells(64);
    s->threads[0] = spawn(drain, s->q = make_queue(UNLIMITED));
    for (int i = 1; i < STREAMS; i++)
        s->threads[i] = spawn(drain, s->helpers[i] = make_queue(UNLIMITED));
}

static void close_side(side *s)
{
    s->helpers[0] = s->q;
    end(s->helpers, s->threads, STREAMS);
    drop(s->cells);
}

static void run_programs(void)
{
    side *s = calloc(1, sizeof *s);
    u64 programs = scaled(300), launches = 0, failures = 0;
    open_side(s);
    for (u64 i = 0; i < programs; i++) {
        replayable r = make_program(s);
        for (u64 rounds = 1 + chance(4); rounds; rounds--) {
            u64 times = 1 + chance(chance(4) ? 3 : 40);
            forget_runs(s, r.nodes);
            replay_well(s, &r, times);
            launches += times;
            if (!chance(2)) {
                replay_badly(s, &r);
                failures++;
            }
        }
        drop_program(&r);
    }
    close_side(s);
    free(s);
    printf("  programs: %zu, launched %zu times, failed %zu times\n", (size_t)programs,
           (size_t)launches, (size_t)failures);
}

/* Two queues with one program each need no lock, as two submitting threads would: their launches
 * run side by side. */
static void run_side_by_side(void)
{
    side *sides[SIDES];
    u64 rounds = scaled(150);
    for (int i = 0; i < SIDES; i++)
        open_side(sides[i] = calloc(1, sizeof(side)));
    for (u64 round = 0; round < rounds; round++) {
        replayable programs[SIDES];
        u64 values[SIDES], times = 1 + chance(30);
        for (int i = 0; i < SIDES; i++)
            programs[i] = make_program(sides[i]);
        for (u64 n = 0; n < times; n++)
            for (int i = 0; i < SIDES; i++) {
                memset((void *)&sides[i]->cells[n], 0, sizeof(cell));
                values[i] = launch(sides[i]->q, &sides[i]->cells[n], programs[i].launch,
                                   sides[i]->tables[n % TABLES]);
            }
        for (int i = 0; i < SIDES; i++) {
            sync_with(sides[i]->q, values[i], 0);
            expect_runs(sides[i], programs[i].nodes, 0, (times + 1) / 2);
            drop_program(&programs[i]);
        }
    }
    for (int i = 0; i < SIDES; i++) {
        close_side(sides[i]);
        free(sides[i]);
    }
    printf("  side by side: %zu pairs\n", (size_t)rounds);
}

static void *work(void *unused)
{
    srt_work();
    return unused;
}

/* Runs both tests with workers, over which some steps are split. */
static void run_all(void)
{
    pthread_t threads[WORKERS];
    atomic_store(&workers.stopping, 0);
    for (int i = 0; i < WORKERS; i++)
        threads[i] = spawn(work, 0);
    whole_plan = make_plan(run_item, WIDTH, WIDTH, NO_ITEMS);
    split_plan = make_plan(run_item, WIDTH, 1, NO_ITEMS);
    run_programs();
    run_side_by_side();
    drop(whole_plan);
    drop(split_plan);
    srt_stop_workers();
    for (int i = 0; i < WORKERS; i++)
        pthread_join(threads[i], 0);
}

int main(int count, char **arguments)
{
    void (*parts[])(void) = {run_all};
    return run_parts(count, arguments, parts, COUNT(parts));
}
