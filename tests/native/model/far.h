/* Scenarios of queues whose records another process carries out: the threads of both are in them.
 *
 * Those that show one half have the other's work done before, or land in the check: all four threads
 * and two launches have too many states.
 */
#pragma once
#include "far_builtins.h"
#include "queues.h"

enum { FAR_LAUNCHES = 3, FAR_FAILS = 7, REASON = 5, CHILD = 5, RAN };

static far_device *far;
static plan *far_plans[2], *placed_plans[2]; /* the second one may run here */
static far_place places[2];
static cell *flown;              /* of the first queue, then of the second */
static _Atomic u32 runs[FAR_LAUNCHES];
static _Atomic u64 on_host;      /* memory that the place does not see */
static u32 failing;              /* the launch whose kernel fails, counted from 1 */
static u64 lost_at[2];           /* the values that the keeper found begun and not ended */
static _Atomic u32 has_left;
static u32 tells;                /* whether a kernel does so when it has run */
static queue *far_queues[2];
static u32 far_count;

/* Notes by an update that the launch ran, so that its beginning is in memory then, as on a processor.
 * The argument of slot 2 is the launch's number. */
static i32 run_far(void *args, i64 lo, i64 hi)
{
    u64 number = ((u64 *)args)[2];
    (void)lo, (void)hi;
    EXPECT(!atomic_fetch_add(&runs[number], 1), "");
    if (tells)
        model_write(RAN, SITE("write"));
    return failing == number + 1 ? FAR_FAILS : 0;
}

/* Runs when what came before has ended, and nothing behind it has. */
static i32 run_here(void *args, i64 lo, i64 hi)
{
    EXPECT(completed_by(first) == 1, "");
    return run_far(args, lo, hi);
}

/* Channels begin near their end, so that a record wraps. */
static void begin_near_end(queue *q)
{
    mirror *m = q->own;
    m->tail = CHANNEL_WORDS - 10;
    atomic_store(&m->freed, m->tail);
    atomic_store(&m->channel->tail, m->tail);
    atomic_store(&m->channel->head, m->tail);
}

static void make_far(u32 count)
{
    static shared_memory shared;
    struct object codes[] = {{'P', 0, 0}, {'Q', 0, 0}};
    make_queues();
    far_count = count;
    far = (far_device *)CALL(new_far, INT(&shared), INT(sizeof shared));
    flown = make_cells(FAR_LAUNCHES);
    for (u64 i = 0; i < 2; i++) {
        placed_plans[i] = make_plan(run_far, 1, 1, NO_ITEMS);
        far_plans[i] = (plan *)CALL(new_far_plan, INT(i), INT(i ? run_here : 0), INT(1), INT(1),
                                    TUPLE(codes), NO_ITEMS);
    }
    for (u64 i = 0; i < count; i++) {
        far_queues[i] = i ? second : first;
        CALL(open_far, INT(far_queues[i]), INT(far), INT(i));
        begin_near_end(far_queues[i]);
        places[i] = (far_place){.channel = &shared.channels[i], .bell = &shared.bell, .number = i, .plans = placed_plans};
    }
}

static void send_mark(queue *q) { CALL(mark, INT(q), NO_ITEMS, NO_ITEMS); }

/* Submits launch `number`, which looks at the one before it if `checks`. */
static void send(queue *q, u64 number, u32 checks, PyObject *waits)
{
    struct object producer[] = {{(u64)&flown[number - checks], 0, 0}};
    launch_after(q, &flown[number], far_plans[0], 0, number, waits,
                 checks ? TUPLE(producer) : NO_ITEMS);
}

/* The loop: hands over what was submitted. */
static void *hand_over(void *q)
{
    EXPECT(run_records(q) == GO_ON, "");
    return 0;
}

/* The same, and it has the place leave, as if all had ended. */
static void *hand_over_and_leave(void *q)
{
    hand_over(q);
    ask_to_leave(((queue *)q)->own);
    return 0;
}

/* The same, and it sees all of it end. */
static void *hand_over_and_await(void *q)
{
    hand_over(q);
    await_far(q, q, handed(((queue *)q)->own));
    return 0;
}

static void *land_ends(void *unused)
{
    srt_land(far);
    return unused;
}

static void *serve(void *number)
{
    srt_place(&places[(u64)number]);
    return 0;
}

static void start_lander(void)
{
    model_thread("lander", land_ends, 0);
    model_daemon();
}

static void start_place(u64 number)
{
    model_thread(number ? "place 2" : "place", serve, (void *)number);
    model_daemon();
}

/* ---- what holds at the end ------------------------------------------------------------------- */

static u64 own_root(queue *q, u64 value) { return q->index << 40 | value; }

static void check_far_end(void)
{
    for (u32 i = 0; i < far_count; i++) {
        mirror *m = far_queues[i]->own;
        check_queue(far_queues[i]);
        EXPECT(handed(m) == far_queues[i]->issued, "");
    }
}

/* The launches of one queue, of which all but the first look at the one before. */
static void check_chain(u32 count)
{
    u64 root = 0;
    for (u64 i = 0; i < count; i++) {
        u32 state = state_of(&flown[i]);
        int is_lost = lost_at[0] == i + 1;
        if (root)
            EXPECT(state == SKIPPED && flown[i].root == root && !runs[i], "");
        else if (is_lost)
            EXPECT(state == FAILED && flown[i].refused == REASON && !flown[i].error, "");
        else
            EXPECT(state == (failing == i + 1 ? FAILED : DONE) && runs[i] == 1 && !flown[i].refused, "");
        if (state == FAILED)
            EXPECT(flown[i].root == own_root(first, i + 1), "");
        root = state > DONE ? flown[i].root : 0;
    }
    EXPECT(first->failures == (root ? count - (root & 0xff) + 1 : 0), "");
    check_far_end();
}

/* Lands what no lander has. */
static void check_two_flown(void)
{
    CALL(far_running, INT(first));
    check_chain(2);
}

/* ---- far: the loop hands over, and the place sleeps until there are records -------------------- */

static void send_two(void)
{
    send(first, 0, 0, NO_ITEMS);
    send(first, 1, 1, NO_ITEMS);
}

static void set_up_far(void)
{
    make_far(1);
    failing = 1;
    send_two();
    model_thread("loop", hand_over_and_leave, first);
    model_thread("place", serve, (void *)0);
}

/* ---- far_cancel: a cancel beside the hand-over ------------------------------------------------- */

static u64 cancels_won;

static void *cancel_first(void *q)
{
    cancels_won = CALL(cancel, INT(&flown[0]), INT(q));
    return 0;
}

static void set_up_far_cancel(void)
{
    set_up_far();
    failing = 0;
    model_thread("canceller", cancel_first, first);
}

static void check_far_cancel(void)
{
    CALL(far_running, INT(first));
    EXPECT(state_of(&flown[0]) == (cancels_won ? CANCELLED : DONE) && runs[0] == !cancels_won, "");
    EXPECT(state_of(&flown[1]) == (cancels_won ? SKIPPED : DONE) && runs[1] == !cancels_won, "");
    EXPECT(!cancels_won || flown[1].root == own_root(first, 1), "");
    check_far_end();
}

/* ---- far_landed: two channels, and the lander sleeps until something has ended ----------------- */

/* Turns until both timelines have come to their ends: `sleepers` has the sleeps for that. */
static void *see_far_end(void *unused)
{
    for (u32 i = 0; i < far_count; i++)
        while (completed_by(far_queues[i]) != far_queues[i]->issued)
            ;
    return unused;
}

static void set_up_far_landed(void)
{
    make_far(2);
    send_mark(first);
    send_mark(second);
    run_records(first);
    run_records(second);
    start_lander();
    start_place(0);
    start_place(1);
    model_thread("syncer", see_far_end, 0);
}

/* ---- far_full: the channel has room for one record more ---------------------------------------- */

static void set_up_far_full(void)
{
    make_far(1);
    mirror *m = first->own;
    atomic_store(&m->freed, m->tail - 10);
    send_mark(first);
    send_mark(first);
    model_thread("loop", hand_over_and_await, first);
    start_lander();
    start_place(0);
}

/* ---- far_here: an operation on memory that the place does not see ----------------------------- */

static void set_up_far_here(void)
{
    make_far(1);
    send_mark(first);
    run_records(first);
    launch(first, flown, far_plans[1], (void *)&on_host);
    send_mark(first);
    model_thread("loop", hand_over_and_await, first);
    start_lander();
    start_place(0);
}

static void check_far_here(void)
{
    EXPECT(state_of(flown) == DONE && runs[0] == 1, "");
    check_far_end();
}

/* ---- far_taken: a submitter takes the queue from a loop that sleeps ---------------------------- */

static void *submit_far(void *q)
{
    send_mark(q);
    send(q, 0, 0, NO_ITEMS);
    model_await_input(RAN);
    return 0;
}

static void set_up_far_taken(void)
{
    make_far(1);
    tells = 1;
    model_thread("submitter", submit_far, first);
    start_place(0);
    model_thread("loop", drain, first);
    model_daemon();
}

static void check_far_taken(void) { EXPECT(runs[0] == 1, ""); }
