/* Relayed devices, for the sanitizers: chains, errands, channels that are used again, and losses. See link.h
 * for the place and the connections.
 */
#include "link.h"

/* ---- chains over three queues and one of the CPU, with cancels -------------------------------- */

static chain_link draw(void)
{
    u64 at = chance(QUEUES + 1);
    if (at == QUEUES)
        return (chain_link){relayed.cpu, relayed.plain};
    return (chain_link){relayed.on[at].q, relayed.far[chance(150) ? GOOD : BAD]};
}

static void run_chains(void)
{
    u64 counter = 0, counts[7] = {0};
    pthread_t loop;
    make_chains(scaled(5000));
    open_device();
    loop = spawn(drain, relayed.cpu = make_cpu_queue(UNLIMITED));
    relayed.plain = make_quick_plan(increment_here);
    chains.q = relayed.cpu;
    submit_chains(draw, &counter);
    pthread_join(chains.canceller, 0);
    for (int i = 0; i < QUEUES; i++)
        sync_with(relayed.on[i].q, relayed.on[i].q->issued, 0);
    end(&relayed.cpu, &loop, 1);
    close_device();
    drop(relayed.plain);
    check_chains(counts);
    EXPECT(counter == counts[DONE], "lost increments");
}

/* ---- errands: bytes there, a kernel, and bytes back ------------------------------------------- */

enum { STEPS = 3, TURNS = 40 };

typedef struct turn { cell *cells; u64 before[ITEMS], behind[ITEMS]; } turn;

static u64 launch_next(queue *q, cell *c, int plan, void *to, u64 from, cell *before)
{
    struct object checks[] = {{(u64)before, 0, 0}};
    return launch_after(q, c, relayed.far[plan], to, from, NO_ITEMS, before ? TUPLE(checks) : NO_ITEMS);
}

/* Copies numbers to the device, counts the first one up, and copies them back, each if the step before
 * succeeded. Returns the last value. */
static u64 submit_turn(int i, turn *t, u64 number)
{
    queue *q = relayed.on[i].q;
    u64 *there = relayed.memory[i];
    for (int k = 0; k < ITEMS; k++)
        t->before[k] = number + (u64)k, t->behind[k] = 0;
    launch_next(q, &t->cells[0], COPY, there, (u64)t->before, 0);
    launch_next(q, &t->cells[1], chance(20) ? GOOD : BAD, there, 0, &t->cells[0]);
    return launch_next(q, &t->cells[2], COPY, t->behind, (u64)there, &t->cells[1]);
}

/* The arrays of a turn are its owner's again, who writes over them. */
static void end_turn(turn *t, u64 number, u64 counts[7])
{
    int is_done = 1, is_back = state_of(&t->cells[2]) == DONE;
    for (int s = 0; s < STEPS; s++) {
        u32 state = state_of(&t->cells[s]);
        EXPECT(state >= DONE, "a step has no end");
        EXPECT(is_done || state != DONE, "a step ran behind one that did not succeed");
        is_done = state == DONE;
        counts[state]++;
    }
    for (int k = 0; k < ITEMS; k++)
        EXPECT(t->behind[k] == (is_back ? number + (u64)k + !k : 0), "wrong bytes came back");
    memset(t->before, 0xee, sizeof t->before);
    memset(t->behind, 0xee, sizeof t->behind);
}

static turn *make_turns(void)
{
    turn *turns = calloc(QUEUES * TURNS, sizeof(turn));
    for (int i = 0; i < QUEUES * TURNS; i++)
        turns[i].cells = make_cells(STEPS);
    return turns;
}

static void drop_turns(turn *turns)
{
    for (int i = 0; i < QUEUES * TURNS; i++)
        drop(turns[i].cells);
    free(turns);
}

static void submit_turns(turn *turns)
{
    for (int n = 0; n < TURNS; n++)
        for (int i = 0; i < QUEUES; i++) {
            turn *t = &turns[i * TURNS + n];
            submit_turn(i, t, (u64)n << 8);
            if (!chance(6))
                CALL(cancel, INT(&t->cells[chance(STEPS)]), INT(relayed.on[i].q));
        }
}

/* Each turn ends as soon as its last step has, while others go on. Then channels are closed, one after the
 * other, and used again. */
static void run_errands(void)
{
    u64 rounds = scaled(15), counts[7] = {0};
    open_device();
    for (u64 round = 0; round < rounds; round++) {
        turn *turns = make_turns();
        u64 first[QUEUES];
        for (int i = 0; i < QUEUES; i++)
            first[i] = relayed.on[i].q->issued;
        submit_turns(turns);
        for (int n = 0; n < TURNS; n++)
            for (int i = 0; i < QUEUES; i++) {
                sync_with(relayed.on[i].q, first[i] + (u64)(n + 1) * STEPS, 0);
                end_turn(&turns[i * TURNS + n], (u64)n << 8, counts);
            }
        drop_turns(turns);
        int again = (int)chance(QUEUES);
        close_channel(again);
        open_channel(again);
    }
    close_device();
    printf("  errands: %zu done, %zu cancelled, %zu failed, %zu skipped\n", (size_t)counts[DONE],
           (size_t)counts[CANCELLED], (size_t)counts[FAILED], (size_t)counts[SKIPPED]);
}

/* ---- losses: the device comes back with another place ------------------------------------------ */

/* Waits until the place's threads have done what they were given. It may wait for records of another channel
 * that were never sent; then a place would be killed, and here it finds them ended. */
static void end_place(void)
{
    shared_memory *there = relayed.there;
    for (u32 ended = 0; ended != (1u << QUEUES) - 1; sched_yield())
        for (int i = 0; i < QUEUES; i++) {
            if (ended >> i & 1 || atomic_load(&there->channels[i].done) != relayed.in.given[i])
                continue;
            ended |= 1u << i;
            atomic_store(&there->channels[i].done, NEVER);
            for (int k = 0; k < QUEUES; k++)
                wake_shared(&there->channels[k].asleep);
        }
}

/* Has all leave, as the runtime does, and the place's threads behind what they were given. */
static void lose_device(void)
{
    for (int i = 0; i < QUEUES; i++)
        CALL(set_limit, INT(relayed.on[i].q), INT(0));
    CALL(lose_far, INT(relayed.device));
    for (int i = 0; i < QUEUES; i++) {
        far_queue *f = &relayed.on[i];
        for (; !atomic_load(&f->is_over); sched_yield())
            CALL(part_far, INT(f->q));
        pthread_join(f->loop, 0);
    }
    end_link();
    end_place();
    for (int i = 0; i < QUEUES; i++) {
        CALL(leave_relayed, INT(&relayed.in), INT(i));
        pthread_join(relayed.on[i].served, 0);
    }
    munmap(relayed.there, sizeof *relayed.there);
}

/* Fails what is pending; the arrays are their owner's again. Returns how many had ended. */
static u64 fail_pending(turn *turns, const u64 *first)
{
    u64 ended = 0;
    for (int i = 0; i < QUEUES; i++) {
        queue *q = relayed.on[i].q;
        ended += completed_by(q) - first[i];
        for (u64 v = completed_by(q) - first[i]; v < TURNS * STEPS; v++)
            CALL(lose, INT(q), INT(&turns[(u64)i * TURNS + v / STEPS].cells[v % STEPS]));
        EXPECT(completed_by(q) == q->issued, "something is pending");
    }
    for (int i = 0; i < QUEUES * TURNS; i++)
        for (int s = 0; s < STEPS; s++)
            EXPECT(state_of(&turns[i].cells[s]) >= DONE, "a step has no end");
    for (int i = 0; i < QUEUES * TURNS; i++) {
        memset(turns[i].before, 0xee, sizeof turns[i].before);
        memset(turns[i].behind, 0xee, sizeof turns[i].behind);
    }
    return ended;
}

/* The new place is there before the device works again. */
static void renew_device(void)
{
    start_link();
    for (int i = 0; i < QUEUES; i++)
        begin_served(i);
    CALL(renew_far, INT(relayed.device));
    for (int i = 0; i < QUEUES; i++) {
        far_queue *f = &relayed.on[i];
        atomic_store(&f->is_over, 0);
        CALL(set_limit, INT(f->q), INT(UNLIMITED));
        f->loop = spawn(drain_far, f);
    }
}

static void run_losses(void)
{
    u64 rounds = scaled(25), ended = 0;
    open_device();
    for (u64 round = 0; round < rounds; round++) {
        turn *turns = make_turns();
        u64 first[QUEUES];
        for (int i = 0; i < QUEUES; i++)
            first[i] = relayed.on[i].q->issued;
        submit_turns(turns);
        for (u64 moments = chance(400); moments; moments--)
            sched_yield();
        lose_device();
        ended += fail_pending(turns, first);
        renew_device();
        drop_turns(turns);
    }
    close_device();
    printf("  losses: %zu, before which %zu steps had ended\n", (size_t)rounds, (size_t)ended);
}

int main(int count, char **arguments)
{
    void (*parts[])(void) = {run_chains, run_errands, run_losses};
    return run_parts(count, arguments, parts, COUNT(parts));
}
