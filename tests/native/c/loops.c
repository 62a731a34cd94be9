/* Loops that run while another thread looks at their turns and asks them to stop, for the sanitizers.
 *
 * A program has one loop, in which there is another one. Its kernel counts, and clears the flag of
 * the inner loop at a limit. The request to stop may come before, in or after the last turn.
 */
#include "harness.h"

enum { HEAD = offsetof(program, table) / 8, STREAM = 5, BASE = 3, STEP = 6, FIRST = HEAD + STREAM + BASE };

typedef struct counter { u64 count, limit; u8 flag; } counter;

static i32 count_up(void *args, i64 lo, i64 hi)
{
    (void)lo, (void)hi;
    counter *c = ((counter **)args)[1];
    c->flag = ++c->count < c->limit;
    return 0;
}

/* A program of one step, whose only slot is the program's only base. */
static program *make_step(entry_function *entry, i64 *layout, u32 node)
{
    program *p = aligned_zeros(8 * (FIRST + STEP + 3));
    replay_step *s = (replay_step *)word_of(p, FIRST);
    p->streams = p->bases = 1;
    p->first_base = HEAD + STREAM;
    p->table[0] = (program_stream){.end = 2, .first = FIRST, .last = FIRST + STEP + 2};
    *s = (replay_step){.entry = entry, .extent = 1, .size = STEP + 2, .node = node, .slots = 2};
    s->args[0] = (u64)layout;
    *(program_base *)word_of(p, p->first_base) = (program_base){0, FIRST + STEP + 2, FIRST + STEP + 3};
    *word_of(p, FIRST + STEP + 2) = FIRST + STEP + 1; /* the place of the slot */
    return p;
}

static plan *make_loop(program *body, u64 turns, u64 flag, control **made)
{
    control *c = *made = aligned_zeros(sizeof *c);
    c->body = body;
    c->turns = turns;
    c->flag = flag;
    c->flag_offset = offsetof(counter, flag);
    struct object words[] = {{(u64)c, 0, 0}};
    return make_plan((entry_function *)srt_control, 1, 1, TUPLE(words));
}

/* One launch that is asked to stop at a moment of chance; returns whether it stopped. */
static int race(queue *q, cell *c, plan *launched, control *inner, counter *n)
{
    memset((void *)c, 0, sizeof *c);
    u64 limit = 1 + chance(3000), turn = 1 + chance(2 * limit);
    if (!chance(4))
        limit = UINT64_MAX; /* it ends by the request alone */
    *n = (counter){.limit = limit, .flag = 1};
    u64 value = launch(q, c, launched, n);
    while (state_of(c) <= RUNNING && atomic_load(&inner->turn) < turn)
        ;
    int is_asked = (int)CALL(ask_to_stop, INT(c));
    sync_with(q, value, 0);
    u32 state = state_of(c);
    EXPECT(state == DONE || (is_asked && state == CANCELLED && c->error == STOPPED), "state %u", state);
    EXPECT(state == CANCELLED || n->count == limit, "it ended after %zu turns", (size_t)n->count);
    EXPECT(!atomic_load(&inner->turn), "it says that it runs");
    return state == CANCELLED;
}

static void run_races(void)
{
    u64 rounds = scaled(3000), stopped = 0;
    queue *q = make_queue(UNLIMITED);
    pthread_t thread = spawn(drain, q);
    cell *c = make_cells(1);
    counter n;
    control *inner, *outer;
    plan *kernel = make_plan(count_up, 1, 1, NO_ITEMS);
    program *body = make_step(count_up, kernel->layout, 2);
    plan *inner_plan = make_loop(body, UINT64_MAX >> 1, 1, &inner);
    program *middle = make_step(inner_plan->entry, inner_plan->layout, 1);
    plan *outer_plan = make_loop(middle, 1, 0, &outer);
    program *whole = make_step(outer_plan->entry, outer_plan->layout, 0);
    struct object words[] = {{(u64)whole, 0, 0}};
    plan *launched = make_plan((entry_function *)srt_replay_loops, 1, 1, TUPLE(words));
    inner->of = outer->of = whole;
    for (u64 i = 0; i < rounds; i++)
        stopped += (u64)race(q, c, launched, inner, &n);
    EXPECT(stopped, "none was stopped");
    end(&q, &thread, 1);
    void *made[] = {c, kernel, body, inner_plan, inner, middle, outer_plan, outer, whole, launched};
    for (u64 i = 0; i < sizeof made / sizeof *made; i++)
        drop(made[i]);
    printf("  loops: %zu, stopped %zu\n", (size_t)rounds, (size_t)stopped);
}

int main(int count, char **arguments)
{
    void (*parts[])(void) = {run_races};
    return run_parts(count, arguments, parts, COUNT(parts));
}
