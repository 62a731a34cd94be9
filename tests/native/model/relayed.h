/* Scenarios of relayed devices: bytes that a thread carries between two copies of the channels.
 *
 * Both ends of a connection are in one thread: whoever has taken words or results hands them over at once.
 * So the scenarios show what the relay's own words order, and not the network. Each direction, the bytes
 * beside it, and the end of an epoch have scenarios of their own.
 */
#pragma once
#include "far_ends.h"

static shared_memory there; /* the place's copy; `far` has the other */
static far_outbox out;
static far_inbox in;
static u64 wire[64];

/* Channels, of which the place has copies; they begin near the end of their rings. */
static void make_relayed_of(u32 count)
{
    make_far(count);
    far->is_relayed = 1;
    out = (far_outbox){.bytes = (char *)wire, .room = sizeof wire, .timeout = -1};
    in = (far_inbox){.shared = &there, .bytes = (char *)wire, .room = sizeof wire, .timeout = -1};
    for (u64 i = 0; i < count; i++) {
        mirror *m = far_queues[i]->own;
        channel *ch = &there.channels[i];
        far->sent[i] = m->tail;
        CALL(begin_relayed, INT(&in), INT(i), INT(far_queues[i]->index), INT(0));
        ch->tail = ch->head = m->tail;
        places[i] = (far_place){.channel = ch, .bell = &there.bell, .number = i, .plans = placed_plans,
                                .waits = 1};
    }
}

static void make_relayed(void) { make_relayed_of(1); }

static void carry_words(void)
{
    srt_take_words(far, &out);
    EXPECT(srt_give_words(&in, out.bytes, out.used), "");
}

static void carry_results(void)
{
    srt_take_results(&in);
    EXPECT(srt_accept_results(far, in.bytes, in.used, 0), "");
}

/* ---- relay_words: records are published beside the thread that takes them ----------------------- */

static void *carry_until_two(void *unused)
{
    while (in.given[0] != 2)
        carry_words();
    return unused;
}

static void set_up_relay_words(void)
{
    make_relayed();
    send_mark(first);
    send_mark(first);
    model_thread("loop", hand_over, first);
    model_thread("sender", carry_until_two, 0);
}

static void check_relay_words(void)
{
    mirror *m = first->own;
    EXPECT(there.channels[0].tail == m->tail && far->sent[0] == m->tail && far->given[0] == 2, "");
    for (u64 at = CHANNEL_WORDS - 10, next = 1; at != m->tail; next++) {
        channel_record *r = next_record(&there.channels[0], &at, m->tail);
        EXPECT(r && r->value == next && r->what == PASS, "");
    }
}

/* ---- relay_taken: the thread that takes records is told that the link has ended ----------------- */

static _Atomic u32 has_ended;

static void *carry_until_ended(void *unused)
{
    while (!atomic_load(&has_ended))
        carry_words();
    return unused;
}

static void *end_link(void *unused)
{
    atomic_store(&has_ended, 1);
    CALL(wake_taker_of, INT(far));
    return unused;
}

static void set_up_relay_taken(void)
{
    make_relayed();
    model_thread("sender", carry_until_ended, 0);
    model_thread("ender", end_link, 0);
}

/* ---- relay_results: the place ends records beside the thread that tells it ---------------------- */

static void *carry_all_results(void *q)
{
    while (completed_by(q) != ((queue *)q)->issued)
        carry_results();
    return 0;
}

static void *want_all(void *q)
{
    static patience p;
    await_value(q, ((queue *)q)->issued, &p);
    return 0;
}

static void set_up_relay_results(void)
{
    make_relayed();
    send_mark(first);
    send_mark(first);
    run_records(first);
    carry_words();
    start_place(0);
    model_thread("teller", carry_all_results, first);
    model_thread("syncer", want_all, first);
}

/* ---- relay_awaits: a channel of the place waits for another one ---------------------------------- */

static void *see_second_end(void *unused)
{
    while (atomic_load(&there.channels[1].done) != 1)
        ;
    EXPECT(atomic_load(&there.channels[0].done) == 2, "");
    return unused;
}

static void set_up_relay_awaits(void)
{
    make_relayed_of(2);
    struct object waits[] = {{(u64)first, 0, 0}, {2, 0, 0}};
    send_mark(first);
    send_mark(first);
    CALL(mark, INT(second), TUPLE(waits), NO_ITEMS);
    run_records(first);
    run_records(second);
    carry_words();
    start_place(0);
    start_place(1);
    model_thread("syncer", see_second_end, 0);
}

/* ---- relay_begun, relay_begun_low: a channel is begun again, while a mark of the last queue is left -- */

enum { LOW = 2, AFTER = 5, HIGH = 9 };

static void *begin_again(void *unused)
{
    CALL(begin_relayed, INT(&in), INT(0), INT(7), INT(AFTER));
    end_placed(&places[0], AFTER + 1);
    return unused;
}

static void *tell_one(void *unused)
{
    results_head head;
    do
        srt_take_results(&in);
    while (!in.used);
    memcpy(&head, in.bytes, sizeof head);
    EXPECT(head.first == AFTER + 1 && head.count == 1, "");
    return unused;
}

static void set_up_begun_after(u64 before)
{
    make_relayed();
    CALL(begin_relayed, INT(&in), INT(0), INT(6), INT(before));
    ring_bell(&there.bell, 0);
    model_thread("commands", begin_again, 0);
    model_thread("teller", tell_one, 0);
}

static void set_up_relay_begun(void) { set_up_begun_after(LOW); }
static void set_up_relay_begun_low(void) { set_up_begun_after(HIGH); }

/* ---- relay_brings, relay_refuses, relay_takes: an errand's result beside its bytes --------------- */

static u32 parcel, said; /* the state in which the place says that the errand ended */

static void *say_result(void *unused)
{
    struct { results_head head; channel_result result; } load = {{0, 1, 1}, {.state = said}};
    EXPECT(srt_accept_results(far, (char *)&load, sizeof load, 0), "");
    return unused;
}

/* The memory is somebody else's once the errand has landed. */
static void *move_bytes(void *unused)
{
    far_parcel of = {.value = 1};
    int is_found = parcel == TAKES || srt_find_parcel(far, &of);
    EXPECT(is_found || said == FAILED, "");
    if (is_found) {
        EXPECT(!completed_by(first) && state_of(flown) == RUNNING, "");
        srt_land_parcel(far, &of);
    }
    return unused;
}

static void set_up_errand(u32 kind, u32 state)
{
    make_relayed();
    parcel = kind, said = state;
    send(first, 0, 0, NO_ITEMS);
    run_records(first);
    carry_words();
    far_flight_of(first->own, 1)->parcel = parcel;
    model_thread("results", say_result, 0);
    model_thread("bytes", move_bytes, 0);
    model_thread("syncer", want_all, first);
}

static void set_up_relay_brings(void) { set_up_errand(BRINGS, DONE); }
static void set_up_relay_refuses(void) { set_up_errand(BRINGS, FAILED); }
static void set_up_relay_takes(void) { set_up_errand(TAKES, FAILED); }

static void check_errand(void)
{
    EXPECT(state_of(flown) == said, "");
    check_far_end();
}

/* ---- relay_lost: the device is lost beside results that come ------------------------------------- */

static void *lose_relayed(void *q)
{
    CALL(lose_far, INT(far));
    u64 landed = completed_by(q);
    u32 state = state_of(flown);
    EXPECT(landed == (state == DONE), "");
    if (!landed)
        CALL(lose, INT(q), INT(flown));
    return 0;
}

static void set_up_relay_lost(void)
{
    make_relayed();
    said = DONE;
    send(first, 0, 0, NO_ITEMS);
    run_records(first);
    carry_words();
    model_thread("results", say_result, 0);
    model_thread("loser", lose_relayed, first);
}

static void check_relay_lost(void)
{
    EXPECT(completed_by(first) == 1 && state_of(flown) >= DONE, "");
    EXPECT(first->failures == (state_of(flown) != DONE), "");
}

/* ---- relay_renewed: another place is there, while words of the last epoch are not sent ----------- */

static void *renew_and_hand_over(void *q)
{
    CALL(renew_far, INT(far));
    send_mark(q);
    return hand_over(q);
}

static void set_up_relay_renewed(void)
{
    make_relayed();
    send(first, 0, 0, NO_ITEMS);
    run_records(first);
    CALL(lose_far, INT(far));
    CALL(lose, INT(first), INT(flown));
    CALL(begin_relayed, INT(&in), INT(0), INT(first->index), INT(1));
    model_thread("renewer", renew_and_hand_over, first);
    model_thread("sender", carry_until_two, 0);
}

static void check_relay_renewed(void)
{
    EXPECT(handed(first->own) == 2 && there.channels[0].tail == HEADER_WORDS, "");
}

/* ---- relay_stop: a launch is asked to stop before its record comes, or when it runs -------------- */

/* The same place ends the channel, as it does once all of it was told. */
static void *stop_give_and_leave(void *unused)
{
    u64 is_to_come = CALL(stop_placed, INT(&in), INT(0), INT(1));
    EXPECT(srt_give_words(&in, out.bytes, out.used), "");
    if (is_to_come)
        CALL(stop_placed, INT(&in), INT(0), INT(1));
    while (atomic_load(&there.channels[0].done) != 1)
        ;
    CALL(leave_relayed, INT(&in), INT(0));
    return unused;
}

static void set_up_relay_stop(void)
{
    make_relayed();
    placed_plans[0]->entry = run_until_asked;
    send(first, 0, 0, NO_ITEMS);
    run_records(first);
    srt_take_words(far, &out);
    model_thread("commands", stop_give_and_leave, 0);
    model_thread("place", serve, (void *)0);
}

static void check_relay_stop(void)
{
    EXPECT(result_of(&there.channels[0], 1)->state == CANCELLED, "");
}
