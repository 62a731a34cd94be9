/* Channels: the commands of one queue to another process, and the ends of them back.
 *
 * A device that lives in another process has one piece of shared memory, which both processes map
 * at the same address. So addresses mean the same in both, and are never translated. It begins with
 * the bell and the channels; the device's own memory lies behind them. The intended behaviour:
 * 1. The *mirror* is the half in the runtime's process, the *place* the one that runs the commands.
 *    Each word is written by one of them, while both live. Only futexes are written by both, and
 *    the node of a result, by which the mirror asks a launch to stop.
 * 2. A record goes to `words`, and is published by `tail`. It stays there until it has landed.
 * 3. Submission v of the queue is record v of the channel, except those that the mirror carries out
 *    itself. `begun` is the last that the place began, `done` the last that ended; its result was
 *    stored before. At most CHANNEL_CREDIT are between the mirror's last landed one and its newest.
 * 4. The place may end between any two of its stores. Then what was begun and is not done is lost,
 *    and nothing else: what was not begun is still in the channel, and a place that comes later goes
 *    on there, at `head`. The mirror itself puts `done` and `head` behind what was lost, when no place
 *    is left. What asks a place to leave stays there, so that the next one leaves, too.
 * 5. A launch looks at earlier ones of its own channel (`checks`). Their results are still there,
 *    because the window of results is as long as the credit.
 * 6. The mirror believes nothing of what the place writes, except numbers: a kernel may have written
 *    there. It follows no address from it, takes no result beyond the newest record, and knows by
 *    itself how much of the channel is free. Times that cannot be are replaced.
 */
#pragma once
#include "loop.h"
#include "control.h"

#ifndef CHANNEL_CREDIT /* tests have fewer of all */
#define CHANNEL_CREDIT 1024
#define CHANNEL_WORDS 16384
#define MOST_CHECKS 32
#define MOST_CHANNELS 256
#endif
#define MOST_PLACED 65536 /* plans of one place */

enum { RUN_PLAN, PASS, SKIP_REST, LEAVE, ERRAND, AWAIT_OTHER }; /* what a record asks for */

/* PASS: nothing runs, and the result is `state`. SKIP_REST: the record behind it is at word 0. ERRAND:
 * as RUN_PLAN, with memory of other processes; see relay.h. AWAIT_OTHER: is no submission; what is behind it
 * waits until the channel `plan` of the place has reached `value`. */
typedef struct channel_record {
    u32 what, size; /* size: in words, with the header */
    u64 value;      /* of the queue's timeline, once it has ended */
    u64 plan;       /* its number; of PASS: the root */
    u32 checks, slots; /* of PASS: `checks` is the state */
    u64 rest[];     /* what to look at: channels above VALUE_BITS of values; then the slots behind slot 0 */
} channel_record;

#define HEADER_WORDS 4
#define VALUE_BITS 40
#define VALUE_OF(word) ((word) & ((1ull << VALUE_BITS) - 1))
#define MOST_RECORD (HEADER_WORDS + MOST_CHECKS + MOST_SLOTS)

typedef struct channel_result {
    u64 root;
    _Atomic u64 node; /* while it runs: STOP_ASKED, if the mirror asks for that */
    i64 started;           /* ns, CLOCK_MONOTONIC */
    union { i64 finished; i64 deadline; }; /* as in `cell`; a relayed place is given no deadline */
    i32 error;
    u32 state;
} channel_result;

#define DIRTY_WORDS ((MOST_CHANNELS + 63) / 64)

/* A launch that did not succeed. */
typedef struct failure { u64 value, root; } failure;

typedef struct channel {
    OWN_LINE _Atomic u64 tail;   /* words published */
    _Atomic u64 head;            /* where a place begins */
    u64 index;                   /* of the timeline, for roots */
    OWN_LINE _Atomic u64 begun;  /* values of the timeline */
    _Atomic u64 done;
    OWN_LINE _Atomic u32 asleep; /* whether the place sleeps, on this word */
    /* Of the place alone, where channels wait for each other. */
    _Atomic u64 waiters[DIRTY_WORDS]; /* the channels that wait for this one, as bits */
    _Atomic u64 failed;               /* how many of its launches did not succeed */
    failure *_Atomic failures;        /* these, by rising value; another piece of memory as it grows */
    u64 failures_room;
    OWN_LINE channel_result results[CHANNEL_CREDIT];
    OWN_LINE u64 words[CHANNEL_WORDS];
} channel;

/* What a place rings when something has ended. */
typedef struct bell {
    OWN_LINE _Atomic u64 rings;
    _Atomic u32 asleep; /* whether the mirror sleeps, on this word */
    OWN_LINE _Atomic u64 dirty[DIRTY_WORDS]; /* the channels in which something ended */
} bell;

typedef struct shared_memory { bell bell; channel channels[MOST_CHANNELS]; } shared_memory;

static channel_result *result_of(channel *ch, u64 value) { return &ch->results[value % CHANNEL_CREDIT]; }

/* Returns the place of a new record of that many words behind *tail, and moves that behind it. There is
 * room. */
static channel_record *put_record(channel *ch, u64 *tail, u64 words)
{
    u64 at = *tail % CHANNEL_WORDS;
    if (at + words > CHANNEL_WORDS) {
        ((channel_record *)&ch->words[at])->what = SKIP_REST;
        *tail += CHANNEL_WORDS - at;
    }
    channel_record *r = (channel_record *)&ch->words[*tail % CHANNEL_WORDS];
    *tail += words;
    return r;
}

static void put_leave(channel *ch, u64 *tail)
{
    *put_record(ch, tail, HEADER_WORDS) = (channel_record){.what = LEAVE, .size = HEADER_WORDS};
}

/* ---- sleeping across processes ---------------------------------------------------------------- */

/* Sleeps on a word that is 1 while its sleeper sleeps, for `timeout` ns at most, negative for ever; may
 * return early. */
static void sleep_on_shared_for(_Atomic u32 *asleep, i64 timeout)
{
#ifdef __linux__
    struct timespec t = {timeout / 1000000000, timeout % 1000000000};
    syscall(SYS_futex, asleep, FUTEX_WAIT, 1, timeout < 0 ? 0 : &t, 0, 0);
#else
    (void)asleep, (void)timeout; /* there is no such device elsewhere */
#endif
}

static void sleep_on_shared(_Atomic u32 *asleep) { sleep_on_shared_for(asleep, -1); }

static void wake_on_shared(_Atomic u32 *asleep)
{
#ifdef __linux__
    syscall(SYS_futex, asleep, FUTEX_WAKE, 1, 0, 0, 0);
#else
    (void)asleep;
#endif
}

/* Wakes whoever sleeps on that word, after a store that it will find. */
static void wake_shared(_Atomic u32 *asleep)
{
    if (atomic_load(asleep) && atomic_exchange(asleep, 0))
        wake_on_shared(asleep);
}

/* Waits until a counter is no longer what it was. */
static void await_change(_Atomic u64 *counter, u64 was, _Atomic u32 *asleep, patience *p)
{
    if (spin_until(counter, was + 1, p))
        return;
    i64 since = now();
    atomic_store(asleep, 1);
    while (atomic_load(counter) == was && atomic_load(asleep))
        sleep_on_shared(asleep);
    atomic_store(asleep, 0);
    slept(p, since);
}

/* Says that something ended, or was published, in the channel of that number. */
static void ring_bell(bell *b, u64 number)
{
    atomic_fetch_or(&b->dirty[number / 64], 1ull << number % 64);
    atomic_fetch_add(&b->rings, 1);
    wake_shared(&b->asleep);
}
