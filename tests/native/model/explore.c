/* Explores every state that a scenario can reach, and shows the way to a bad one.
 *
 *     explore [SCENARIO ...]
 *
 * runs the scenarios (all, if none is named) on futexes and on the portable path. A state is bad if
 * 1. some thread has not ended and none can go on (a thread that sleeps then was never woken),
 * 2. the step to it failed an expectation, or used memory that does not exist,
 * 3. no sequence of steps leads from it to the end: threads go round for ever.
 * For a bad state the shortest schedule to it is printed, one line for each operation. The exit
 * status is 0 if there was none, 1 if there was, and 2 if the scenarios could not be explored.
 */
#include "system.h"
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>
#include "states.h"

#define MORE_STATES 20000u /* after the first bad one: there may be a shorter way to another */
#define MOST_SECONDS 200 /* of processor time */
#define NONE UINT32_MAX

u32 model_portable;

enum kind { STEP, FLUSH, INTERRUPT, END };

/* ---- moves ------------------------------------------------------------------------------------ */

static int can_step(thread *t)
{
    switch (t->status) {
    case READY: return 1;
    case LOCKING: return !((model_mutex *)t->on)->owner;
    case POLLING: return *(u32 *)t->on != 0;
    default: return 0;
    }
}

/* Returns a bit for each possible move. */
static u32 moves_now(void)
{
    u32 moves = 0;
    for (u32 i = 0; i < machine.count; i++) {
        thread *t = &machine.threads[i];
        moves |= (u32)can_step(t) << (STEP * MOST_THREADS + i);
        moves |= (u32)(t->stores > 0) << (FLUSH * MOST_THREADS + i);
        u32 may_end = t->status == ASLEEP && machine.interrupts;
        moves |= may_end << (INTERRUPT * MOST_THREADS + i);
        u32 is_mortal = t->process && !machine.ended && t->status != OVER;
        moves |= is_mortal << (END * MOST_THREADS + i);
    }
    return moves;
}

/* Carries a move out; 0 if it failed. */
static int make_move(u32 move)
{
    thread *t = &machine.threads[move % MOST_THREADS];
    x->failure = 0;
    switch (move / MOST_THREADS) {
    case STEP:
        resume(t);
        break;
    case FLUSH:
        x->running = t;
        flush_one(t);
        x->running = 0;
        break;
    case INTERRUPT:
        if (x->tracing)
            printf("  %-10s           (its sleep ends for no reason)\n", t->name);
        machine.interrupts--;
        t->was_interrupted = 1;
        wake(t);
        break;
    case END:
        if (x->tracing)
            printf("  %-10s           (its process ends)\n", t->name);
        end_process(t->process);
        break;
    }
    return !x->failure;
}

static __attribute__((noinline)) int guarded(void (*run)(void))
{
    x->failure = 0;
    x->running = 0;
    if (!__builtin_setjmp(x->home))
        run();
    return !x->failure;
}

/* Whether all threads have ended, except the daemons. */
static int is_over(void)
{
    for (thread *t = machine.threads; t != machine.threads + machine.count; t++)
        if (!t->is_daemon && (t->status != OVER || t->stores))
            return 0;
    return 1;
}

/* ---- exploring -------------------------------------------------------------------------------- */

static u8 fate_here(const scenario *what)
{
    if (is_over())
        return guarded(what->check) ? ENDED : BROKEN;
    return moves_now() ? UNKNOWN : STUCK;
}

/* Takes note of a state that was just reached, whose snapshot is the newest; stacks a new one. */
static u32 arrive(const scenario *what)
{
    int is_new;
    u64 at = g->snapshots.count, bytes = take_snapshot();
    u32 state = number_of(hash_of(at, bytes), &is_new);
    u8 fate = is_new ? fate_here(what) : UNKNOWN;
    if (is_new)
        *fate_of(state) = fate;
    if (is_new && fate == UNKNOWN)
        *(frame *)grow(&g->frames, 1) = (frame){at, bytes, state, moves_now()};
    else
        g->snapshots.count = at;
    if (fate > ENDED && !g->first_bad)
        g->first_bad = state;
    return state;
}

/* A step that failed leads to a state of its own. */
static u32 break_here(void)
{
    *(u64 *)grow(&g->hashes, 1) = 0;
    *(u8 *)grow(&g->fates, 1) = BROKEN;
    u32 state = (u32)g->hashes.count - 1;
    if (!g->first_bad)
        g->first_bad = state;
    return state;
}

static void forget_states(void)
{
    memset(g->table, 0, g->table_size * sizeof *g->table);
    clear(&g->hashes, 8);
    clear(&g->fates, 1);
    clear(&g->edges, sizeof(edge));
    clear(&g->frames, sizeof(frame));
    g->first_bad = 0;
}

/* Explores depth first; returns whether it saw all states. `start` is the first snapshot's end. */
static int explore(const scenario *what, u64 start)
{
    forget_states();
    restore(0);
    g->snapshots.count = start;
    arrive(what);
    while (g->frames.count) {
        frame *top = item(&g->frames, g->frames.count - 1);
        if (!top->moves) {
            g->snapshots.count = top->at;
            g->frames.count--;
            continue;
        }
        u32 move = (u32)__builtin_ctz(top->moves), from = top->state;
        top->moves &= top->moves - 1;
        restore(top->at);
        u32 to = make_move(move) ? arrive(what) : break_here();
        *(edge *)grow(&g->edges, 1) = (edge){from, to, (u8)move};
        u64 limit = g->first_bad ? g->first_bad + MORE_STATES : MOST_STATES;
        if (x->found_shared || g->hashes.count > limit)
            return 0;
    }
    return 1;
}

/* ---- judging ---------------------------------------------------------------------------------- */

/* Edges in the order of one of their ends: starts[s] to starts[s + 1] are those of state s. */
static u32 *sorted(int by_target, u32 **starts)
{
    u64 states = g->hashes.count, edges = g->edges.count;
    u32 *begin = calloc(states + 2, 4), *order = malloc(edges * 4 + 4);
    for (u64 i = 0; i < edges; i++) {
        edge *e = item(&g->edges, i);
        begin[(by_target ? e->to : e->from) + 2]++;
    }
    for (u64 s = 1; s < states + 2; s++)
        begin[s] += begin[s - 1];
    for (u64 i = 0; i < edges; i++) {
        edge *e = item(&g->edges, i);
        order[begin[(by_target ? e->to : e->from) + 1]++] = (u32)i;
    }
    *starts = begin;
    return order;
}

/* Returns a state from which the end cannot be reached, or NONE. */
static u32 find_endless(void)
{
    u64 states = g->hashes.count, done = 0;
    u32 *starts, *order = sorted(1, &starts), found = NONE;
    list queue = {.size = 4};
    u8 *reaches = calloc(states, 1);
    for (u32 s = 0; s < states; s++)
        if (*fate_of(s) == ENDED)
            reaches[s] = 1, *(u32 *)grow(&queue, 1) = s;
    while (done < queue.count) {
        u32 s = *(u32 *)item(&queue, done++);
        for (u32 i = starts[s]; i < starts[s + 1]; i++) {
            u32 from = ((edge *)item(&g->edges, order[i]))->from;
            if (!reaches[from])
                reaches[from] = 1, *(u32 *)grow(&queue, 1) = from;
        }
    }
    for (u32 s = 0; s < states && found == NONE; s++)
        if (!reaches[s])
            found = s;
    free(queue.items), free(reaches), free(starts), free(order);
    return found;
}

/* Finds the edges of a shortest way to the nearest bad state, or to `target`. */
static list way_to(u32 target)
{
    u64 states = g->hashes.count, done = 0;
    u32 *starts, *order = sorted(0, &starts), *by = malloc(states * 4), end = NONE;
    list queue = {.size = 4}, way = {.size = 4};
    memset(by, 0xff, states * 4);
    *(u32 *)grow(&queue, 1) = 0;
    while (done < queue.count && end == NONE) {
        u32 s = *(u32 *)item(&queue, done++);
        if (target == NONE ? *fate_of(s) > ENDED : s == target)
            end = s;
        for (u32 i = starts[s]; i < starts[s + 1]; i++) {
            u32 to = ((edge *)item(&g->edges, order[i]))->to;
            if (to && by[to] == NONE)
                by[to] = order[i], *(u32 *)grow(&queue, 1) = to;
        }
    }
    for (u32 s = end; s; s = ((edge *)item(&g->edges, by[s]))->from)
        *(u32 *)grow(&way, 1) = by[s];
    free(queue.items), free(by), free(starts), free(order);
    return way;
}

static void tell_of(thread *t)
{
    const char *does = t->status == LOCKING ? "waits for a mutex" :
                       t->status == POLLING ? "polls its descriptor" : "goes on";
    if (t->status == ASLEEP)
        printf("  %s sleeps on %s\n", t->name, t->mutex ? "the condition of a lot" : name_of(t->on));
    else if (t->status != OVER)
        printf("  %s %s\n", t->name, does);
}

/* Runs the way once more, and prints it. */
static void tell(const scenario *what, u32 target)
{
    list way = way_to(target);
    int went_well = 1;
    restore(0);
    x->tracing = 1;
    for (u64 i = way.count; i && went_well; i--)
        went_well = make_move(((edge *)item(&g->edges, *(u32 *)item(&way, i - 1)))->move);
    if (went_well && is_over())
        went_well = guarded(what->check);
    x->tracing = 0;
    if (!went_well)
        printf("  then this does not hold: %s\n", x->failure);
    else if (target != NONE)
        printf("  and from here no way leads to the end\n");
    for (u32 i = 0; went_well && i < machine.count; i++)
        tell_of(&machine.threads[i]);
    free(way.items);
}

/* ---- running ---------------------------------------------------------------------------------- */

static void crash(int number)
{
    (void)number;
    model_fail("only memory that is there is touched");
}

static void begin(void)
{
    static const u64 bytes = HEAP_BYTES + STACK_BYTES * MOST_THREADS;
    x = calloc(1, sizeof *x);
    g = calloc(1, sizeof *g);
    x->heap = mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    x->stacks = x->heap + HEAP_BYTES;
    x->statics_info = calloc(STATICS_BYTES / 4 + 1, sizeof(word_info));
    g->table_size = MOST_STATES * 2;
    g->table = calloc(g->table_size, sizeof *g->table);
    clear(&g->snapshots, 1);
    stack_t aside = {.ss_sp = malloc(1 << 16), .ss_size = 1 << 16};
    sigaltstack(&aside, 0);
    struct sigaction action = {.sa_handler = crash, .sa_flags = SA_ONSTACK | SA_NODEFER};
    sigaction(SIGSEGV, &action, 0);
    sigaction(SIGBUS, &action, 0);
}

static int judge(const scenario *what, int is_complete)
{
    u32 endless = g->first_bad || !is_complete ? NONE : find_endless();
    printf("%-12s %-8s %7zu states: ", what->name, model_portable ? "portable" : "futex",
           (size_t)g->hashes.count);
    if (g->first_bad || endless != NONE) {
        printf(g->first_bad ? "it comes to grief\n" : "some threads never end\n");
        tell(what, endless);
        return 1;
    }
    printf(is_complete ? "all end well\n" : "too many\n");
    return is_complete ? 0 : 2;
}

/* Tries without interrupts first, because a schedule without any explains better. */
static int explore_all(const scenario *what)
{
    int is_complete = 0;
    u64 start = 0;
    for (u32 interrupts = 0; interrupts <= what->interrupts && !g->first_bad; interrupts++) {
        machine.interrupts = interrupts;
        g->snapshots.count = 0;
        start = take_snapshot();
        do {
            x->found_shared = 0;
            is_complete = explore(what, start);
        } while (x->found_shared);
        restore(0);
    }
    return is_complete;
}

/* Restores static memory, so that the next scenario finds it as it was. */
static int run(const scenario *what, u32 portable)
{
    memset(&machine, 0, sizeof machine);
    g->snapshots.count = 0;
    g->first_bad = 0;
    u64 clean = take_snapshot();
    char *kept = memcpy(malloc(clean), g->snapshots.items, clean);
    memset(x->heap, 0, HEAP_BYTES);
    memset(x->heap_info, 0, sizeof x->heap_info);
    memset(x->statics_info, 0, (STATICS_BYTES / 4 + 1) * sizeof(word_info));
    model_portable = portable;
    int verdict = 2;
    if (guarded(what->set_up))
        verdict = judge(what, explore_all(what));
    else
        printf("%s: set-up: %s\n", what->name, x->failure);
    memcpy(__data_start, kept, clean);
    free(kept);
    return verdict;
}

int main(int count, char **names)
{
    int worst = 0, ran = 0;
    /* A mutant may go round without any operation that threads share. */
    setrlimit(RLIMIT_CPU, &(struct rlimit){MOST_SECONDS, MOST_SECONDS + 1});
    begin();
    for (const scenario *what = scenarios; what->name; what++) {
        int is_asked = count < 2;
        for (int i = 1; i < count; i++)
            is_asked |= !strcmp(names[i], what->name);
        for (u32 portable = 0; is_asked && portable < 2; portable++) {
            int verdict = run(what, portable);
            fflush(stdout);
            worst = verdict > worst ? verdict : worst;
            ran++;
        }
    }
    return ran ? worst : 2;
}
