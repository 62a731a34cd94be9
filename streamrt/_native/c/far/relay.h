/* The relay: carries channels as bytes, between two processes that share no memory.
 *
 * Each process has channels of its own, and the relay makes them equal: the words and the tail go to
 * the place, the results and `done` come back, each to where it lies on the other side. So the loops of
 * mirror.h and place.h see no difference. Nothing of it waits for an answer: what may be in flight is
 * limited by the channels. The intended behaviour:
 * 1. Whoever publishes rings a bell. `srt_take_words` and `srt_take_results` sleep until it rings, or
 *    for a time, and then take all that is new of all channels, as many as there is room for.
 * 2. An *errand* is an operation with memory that its place does not see. Python carries it out, in the
 *    thread of the channel: srt_place returns for it. The bytes travel beside the channels, and are
 *    told apart by channel and value.
 * 3. The mirror's side looks at all that comes: nothing lands beyond what it has sent, and no address is
 *    followed. The place's side trusts the mirror, whose code it runs: it takes no record that does not
 *    fit, and believes what one says.
 * 4. An errand lands when both have ended, it and the use of memory here: the bytes that it brings are
 *    there, or those that it takes were sent. A place that says too early that it is done, or that it
 *    failed, does not have that memory freed.
 * 5. A lost device sends nothing, and takes nothing: what its channels have is of an epoch that is over,
 *    and the next place may be there already.
 */
#pragma once
#include "lander.h"
#include "place.h"

typedef struct words_head { u32 channel, words; u64 at; } words_head;
typedef struct results_head { u32 channel, count; u64 first; } results_head;

/* Bytes of this process that the place is to get. */
typedef struct far_parcel { u64 channel, value, address, bytes, order; } far_parcel;

#define PARCELS CHANNEL_CREDIT /* that one call returns */

/* Sleeps until a bell has rung more often than it had, for `timeout` ns at most; of 0, not at all. */
static void await_bell(bell *b, u64 seen, i64 timeout, patience *p)
{
    if (!timeout || atomic_load(&b->rings) != seen || spin_until(&b->rings, seen + 1, p))
        return;
    i64 since = now();
    atomic_store(&b->asleep, 1);
    if (atomic_load(&b->rings) == seen && atomic_load(&b->asleep))
        sleep_on_shared_for(&b->asleep, timeout);
    atomic_store(&b->asleep, 0);
    slept(p, since);
}

/* Takes the mark off one channel in which something is new; MOST_CHANNELS: there is none. */
static u32 next_dirty(bell *b)
{
    for (u32 i = 0; i < DIRTY_WORDS; i++) {
        u64 dirty = atomic_load(&b->dirty[i]);
        if (dirty) {
            u32 bit = (u32)__builtin_ctzll(dirty);
            atomic_fetch_and(&b->dirty[i], ~(1ull << bit));
            return i * 64 + bit;
        }
    }
    return MOST_CHANNELS;
}

/* Copies words of a channel's ring; `to_ring` says in which direction. */
static void copy_words(channel *ch, u64 at, char *bytes, u64 words, int to_ring)
{
    while (words) {
        u64 first = at % CHANNEL_WORDS, count = CHANNEL_WORDS - first;
        if (count > words)
            count = words;
        if (to_ring)
            memcpy(ch->words + first, bytes, count * sizeof(u64));
        else
            memcpy(bytes, ch->words + first, count * sizeof(u64));
        bytes += count * sizeof(u64), at += count, words -= count;
    }
}

/* Returns the record at *at, and moves that behind it; 0: none is there that ends before `tail`, in the
 * ring. */
static channel_record *next_record(channel *ch, u64 *at, u64 tail)
{
    u64 first = *at % CHANNEL_WORDS;
    channel_record *r = (channel_record *)&ch->words[first];
    if (r->what == SKIP_REST) {
        *at += CHANNEL_WORDS - first, first = 0;
        r = (channel_record *)ch->words;
    }
    i64 words = (i64)(tail - *at), rest = (i64)(CHANNEL_WORDS - first); /* behind a rest, the tail may lie before */
    if (rest < words)
        words = rest;
    if (words < HEADER_WORDS || r->size > (u64)words)
        return 0;
    int is_bare = r->what == PASS || r->what == AWAIT_OTHER;
    u64 parts = is_bare ? 0 : (u64)r->checks + r->slots;
    int can_be = is_bare || ((r->what == RUN_PLAN || r->what == ERRAND) &&
                                     r->checks <= MOST_CHECKS && r->slots <= MOST_SLOTS);
    *at += r->size;
    return can_be && r->size == HEADER_WORDS + parts ? r : 0;
}

/* ---- the mirror's side ----------------------------------------------------------------------- */

typedef struct far_outbox { /* Python gives the memory */
    char *bytes;
    u64 room, used;
    u64 parcels;
    i64 timeout;           /* ns */
    far_parcel parcel[PARCELS];
    patience patience;
    u64 seen;              /* rings of the bell */
} far_outbox;

/* Puts down the parcels of the records between two places of a channel; 0: there is no room. */
static int take_parcels(far_device *d, mirror *m, u64 from, u64 tail, far_outbox *out)
{
    u64 parcels = out->parcels, given = d->given[m->number];
    channel_record *r;
    while (from != tail && (r = next_record(m->channel, &from, tail))) {
        if (r->what == AWAIT_OTHER)
            continue;
        far_flight *f = far_flight_of(m, given = r->value);
        if (r->what != ERRAND || f->parcel != TAKES)
            continue;
        if (parcels == PARCELS)
            return 0;
        out->parcel[parcels++] = (far_parcel){m->number, r->value, f->address, f->bytes, f->order};
    }
    out->parcels = parcels;
    d->given[m->number] = given;
    return 1;
}

/* Takes what is new in one channel; 0: there is no room for it. */
static int take_channel(far_device *d, u32 number, far_outbox *out)
{
    queue *q = atomic_load(&d->queues[number]);
    if (!q)
        return 1;
    mirror *m = q->own;
    u64 tail = atomic_load_explicit(&m->channel->tail, memory_order_acquire), from = d->sent[number];
    words_head head = {number, (u32)(tail - from), from};
    u64 bytes = sizeof head + head.words * sizeof(u64);
    if (!head.words)
        return 1;
    if (out->used + bytes > out->room || !take_parcels(d, m, from, tail, out))
        return 0;
    memcpy(out->bytes + out->used, &head, sizeof head);
    copy_words(m->channel, from, out->bytes + out->used + sizeof head, head.words, 0);
    out->used += bytes;
    d->sent[number] = tail;
    return 1;
}

/* Wakes whoever takes what was published. */
static inline void wake_taker(far_device *d)
{
    atomic_fetch_add(&d->out.rings, 1);
    wake_shared(&d->out.asleep);
}

/* The same, for what was published. See 5. */
static u32 next_published(far_device *d)
{
    return atomic_load(&d->is_lost) ? MOST_CHANNELS : next_dirty(&d->out);
}

/* Takes what was published, after a sleep until there is something, or for the timeout. */
void srt_take_words(far_device *d, far_outbox *out)
{
    await_bell(&d->out, out->seen, out->timeout, &out->patience);
    out->seen = atomic_load(&d->out.rings);
    out->used = out->parcels = 0;
    pthread_mutex_lock(&d->landing);
    for (u32 number = next_published(d); number < MOST_CHANNELS; number = next_published(d))
        if (!take_channel(d, number, out)) {
            ring_bell(&d->out, number); /* the next call takes it */
            break;
        }
    pthread_mutex_unlock(&d->landing);
}

/* Takes the results of one channel over, with times moved by `offset` ns. 0: they cannot be. */
static int accept_channel(far_device *d, const results_head *head, const char *bytes, i64 offset)
{
    queue *q = head->channel < MOST_CHANNELS ? atomic_load(&d->queues[head->channel]) : 0;
    if (!q)
        return 0;
    channel *ch = ((mirror *)q->own)->channel;
    u64 done = atomic_load(&ch->done), given = d->given[head->channel];
    if (head->first != done + 1 || !head->count || head->count > given - done)
        return 0;
    for (u32 i = 0; i < head->count; i++) {
        channel_result result, *to = result_of(ch, head->first + i);
        memcpy(&result, bytes + i * sizeof result, sizeof result);
        result.started = (i64)((u64)result.started + (u64)offset);
        result.finished = (i64)((u64)result.finished + (u64)offset);
        *to = result;
    }
    atomic_store(&ch->begun, done + head->count);
    atomic_store(&ch->done, done + head->count);
    d->stalled[head->channel / 64] |= 1ull << head->channel % 64;
    return 1;
}

/* Lands what can be landed of the channels that may have something. Under `landing`. */
static void land_stalled(far_device *d)
{
    u64 stalled[DIRTY_WORDS];
    memcpy(stalled, d->stalled, sizeof stalled);
    memset(d->stalled, 0, sizeof d->stalled);
    for (u32 i = 0; i < DIRTY_WORDS; i++)
        for (; stalled[i]; stalled[i] &= stalled[i] - 1) {
            queue *q = atomic_load(&d->queues[i * 64 + (u32)__builtin_ctzll(stalled[i])]);
            if (q)
                land_channel(q);
        }
}

/* Takes packed results over, and lands them; 0 if they are not what could come. Those of a lost device are
 * dropped. */
i32 srt_accept_results(far_device *d, const char *bytes, u64 count, i64 offset)
{
    results_head head;
    pthread_mutex_lock(&d->landing);
    int is_lost = atomic_load(&d->is_lost);
    while (count >= sizeof head && !is_lost) {
        memcpy(&head, bytes, sizeof head);
        u64 used = sizeof head + head.count * sizeof(channel_result);
        if (used > count || !accept_channel(d, &head, bytes + sizeof head, offset))
            break;
        bytes += used, count -= used;
    }
    land_stalled(d);
    pthread_mutex_unlock(&d->landing);
    return is_lost || !count;
}

/* Returns the flight of a parcel, if it is in flight; else 0. Under `landing`. */
static far_flight *flying(far_device *d, const far_parcel *parcel)
{
    queue *q = parcel->channel < MOST_CHANNELS ? atomic_load(&d->queues[parcel->channel]) : 0;
    if (!q || atomic_load(&d->is_lost))
        return 0;
    mirror *m = q->own;
    int is_flying = parcel->value > atomic_load(&q->completed) && parcel->value <= handed(m);
    return is_flying ? far_flight_of(m, parcel->value) : 0;
}

/* Fills in where the bytes of an errand go; 0: none are awaited. That memory stays until they have landed. */
i32 srt_find_parcel(far_device *d, far_parcel *parcel)
{
    pthread_mutex_lock(&d->landing);
    far_flight *f = flying(d, parcel);
    int is_awaited = f && f->parcel == BRINGS;
    if (is_awaited) {
        f->parcel = ARRIVES;
        parcel->address = f->address, parcel->bytes = f->bytes;
    }
    pthread_mutex_unlock(&d->landing);
    return is_awaited;
}

/* Says that the bytes of an errand are here, or have gone. */
void srt_land_parcel(far_device *d, far_parcel *parcel)
{
    pthread_mutex_lock(&d->landing);
    far_flight *f = flying(d, parcel);
    if (f && (f->parcel == ARRIVES || f->parcel == TAKES)) {
        atomic_store_explicit(&f->parcel, NO_PARCEL, memory_order_release);
        land_channel(atomic_load(&d->queues[parcel->channel]));
        land_stalled(d);
    }
    pthread_mutex_unlock(&d->landing);
}

/* Readies a device that was lost for another place. Its queues' threads have left, and all that was
 * pending has failed. */
static inline void renew_far_device(far_device *d)
{
    pthread_mutex_lock(&d->landing);
    memset(d->stalled, 0, sizeof d->stalled);
    for (u32 i = 0; i < MOST_CHANNELS; i++) {
        queue *q = atomic_load(&d->queues[i]);
        if (!q)
            continue;
        q->head = atomic_load(&q->tail); /* what no loop took has failed, too */
        q->next = (record *)q->cursor;
        q->poison = 0;
        begin_channel(q);
    }
    atomic_store(&d->is_lost, 0);
    pthread_mutex_unlock(&d->landing);
}

/* ---- the place's side ------------------------------------------------------------------------ */

typedef struct far_inbox { /* Python gives the memory */
    shared_memory *shared;
    char *bytes;
    u64 room, used;
    i64 timeout;                     /* ns */
    u64 seen;                        /* rings of the bell */
    _Atomic u64 told[MOST_CHANNELS]; /* values, by channel; NEVER while it is begun */
    u64 given[MOST_CHANNELS];        /* the value of the last record, by channel */
    patience patience;
} far_inbox;

/* Readies a channel for a queue whose timeline has that index, and is at that value. The thread that tells
 * results may look at it: a mark of the queue before may be left, of which all was told. */
static inline void begin_placed_channel(far_inbox *in, u64 number, u64 index, u64 completed)
{
    channel *ch = &in->shared->channels[number];
    atomic_store(&in->told[number], NEVER);
    ch->index = index;
    atomic_store(&ch->failed, 0);
    atomic_store(&ch->tail, 0);
    atomic_store(&ch->head, 0);
    atomic_store(&ch->begun, completed);
    atomic_store(&ch->done, completed);
    in->given[number] = completed;
    atomic_store(&in->told[number], completed);
}

/* Has the thread of a channel leave. All that came for it was told. */
static inline void leave_placed_channel(far_inbox *in, u64 number)
{
    channel *ch = &in->shared->channels[number];
    u64 tail = atomic_load(&ch->tail);
    put_leave(ch, &tail);
    atomic_store(&ch->tail, tail);
    wake_shared(&ch->asleep);
}

/* Readies the results of new records between two places of a channel; 0: the records have no sense. */
static int look_at_given(far_inbox *in, u32 number, u64 from, u64 tail)
{
    channel *ch = &in->shared->channels[number];
    u64 given = in->given[number], told = atomic_load(&in->told[number]);
    while (from != tail) {
        channel_record *r = next_record(ch, &from, tail);
        if (r && r->what == AWAIT_OTHER)
            continue;
        if (!r || r->value != ++given || given - told > CHANNEL_CREDIT)
            return 0;
        atomic_store(&result_of(ch, given)->node, 0);
    }
    in->given[number] = given;
    return 1;
}

/* Publishes packed words; 0 if they have no sense. */
i32 srt_give_words(far_inbox *in, const char *bytes, u64 count)
{
    words_head head;
    while (count >= sizeof head) {
        memcpy(&head, bytes, sizeof head);
        u64 used = sizeof head + head.words * sizeof(u64), tail = head.at + head.words;
        if (used > count || head.words > CHANNEL_WORDS || head.channel >= MOST_CHANNELS)
            return 0;
        channel *ch = &in->shared->channels[head.channel];
        if (atomic_load(&ch->tail) != head.at)
            return 0;
        copy_words(ch, head.at, (char *)bytes + sizeof head, head.words, 1);
        if (!look_at_given(in, head.channel, head.at, tail))
            return 0;
        atomic_store(&ch->tail, tail);
        wake_shared(&ch->asleep);
        bytes += used, count -= used;
    }
    return !count;
}

/* Takes the new results of one channel; 0: there is no room for them. */
static int tell_results(far_inbox *in, u32 number)
{
    channel *ch = &in->shared->channels[number];
    u64 told = atomic_load(&in->told[number]), done = atomic_load(&ch->done), count = done - told;
    if (!count || told == NEVER || atomic_load(&in->told[number]) != told) /* it was begun meanwhile */
        return 1;
    results_head head = {number, (u32)count, told + 1};
    if (sizeof head + count * sizeof(channel_result) > in->room - in->used)
        return 0;
    memcpy(in->bytes + in->used, &head, sizeof head);
    in->used += sizeof head;
    for (u32 i = 0; i < head.count; i++, in->used += sizeof(channel_result))
        memcpy(in->bytes + in->used, result_of(ch, head.first + i), sizeof(channel_result));
    atomic_store(&in->told[number], done);
    return 1;
}

/* Takes the results of what has ended, after a sleep until there are some, or for the timeout. */
void srt_take_results(far_inbox *in)
{
    bell *b = &in->shared->bell;
    await_bell(b, in->seen, in->timeout, &in->patience);
    in->seen = atomic_load(&b->rings);
    in->used = 0;
    for (u32 number = next_dirty(b); number < MOST_CHANNELS; number = next_dirty(b))
        if (!tell_results(in, number)) {
            ring_bell(b, number);
            break;
        }
}
