/* A far device: what its queues here know of what they handed over, and which memory its place sees. */
#pragma once
#include "channel.h"
#include "entries.h"

/* What an errand does with memory of this process: it takes bytes from there, brings some, or a word.
 * ARRIVES: it brings bytes, and they are being written. */
enum { NO_PARCEL, TAKES, BRINGS, ARRIVES, FINDS };
#define STRAYED (-2013) /* the error of an errand that could not reach another place */

/* One submission between hand-over and landing. */
typedef struct far_flight {
    cell *status;  /* 0: it is a bare signal */
    u64 plan;      /* its number; 0: nothing runs */
    u64 behind;    /* the head of the channel behind its record */
    u64 waited_for, waited; /* for the recorder, as in `ring` */
    u64 address, bytes;     /* of the memory here that an errand is for */
    u64 order;              /* of TAKES: how many were handed over before, in the whole device */
    _Atomic u32 parcel;     /* NO_PARCEL, once the bytes have gone or are here */
} far_flight;

typedef struct far_device {
    shared_memory *shared;
    u64 memory, bytes;      /* what the place sees */
    pthread_mutex_t landing;
    queue *_Atomic queues[MOST_CHANNELS]; /* 0: the channel is not in use */
    _Atomic u32 is_lost, is_ending; /* the latter: the lander is to leave */
    /* Of a relayed device, see relay.h. */
    u32 is_relayed;
    u64 first, last;         /* the addresses of all places' memory; others are this process's own */
    bell out;                /* what was published */
    u64 sent[MOST_CHANNELS];  /* words, by channel; under `landing`, as are the next but one */
    u64 given[MOST_CHANNELS]; /* the value of the last record of them */
    u64 stalled[DIRTY_WORDS]; /* the channels that may have something to land */
    _Atomic u64 parcels;      /* how many were handed over */
} far_device;

/* What has to land before a submission: the place waited for it there. */
typedef struct far_need { queue *target; u64 value, before; } far_need;

#define MOST_NEEDS 1024

/* What a far queue has besides: its `own`. */
typedef struct mirror {
    far_device *device;
    channel *channel;
    u64 number;              /* of the channel */
    /* Of whoever has `landing`. */
    u64 ended;               /* the last value that landed */
    i64 ended_at;            /* ns */
    _Atomic u64 freed;       /* the head of the channel behind it; who hands over reads it */
    u32 is_landing;
    _Atomic u64 met;         /* how many needs are over; who hands over reads it */
    /* Of whoever hands over. */
    _Atomic u64 value;       /* handed over, or carried out here; the lander reads it */
    u64 tail;                /* words published */
    u64 landed;              /* the timeline as last read */
    cell *checks[MOST_CHECKS]; /* of the next launch: those that may not have ended */
    u32 check_count;
    _Atomic u64 needed;      /* how many needs were ever noted */
    far_need needs[MOST_NEEDS];
    u64 strayed;             /* the number of the reason for which errands between places fail */
    far_flight flights[CHANNEL_CREDIT];
} mirror;

/* What the entry of a far plan points to. */
typedef struct far_kernel {
    u64 number;            /* of the plan at the place */
    entry_function *here;  /* of a standard operation; 0: it runs at the place alone */
} far_kernel;

static far_flight *far_flight_of(mirror *m, u64 value) { return &m->flights[value % CHANNEL_CREDIT]; }
static u64 handed(mirror *m) { return atomic_load_explicit(&m->value, memory_order_acquire); }
static void hand(mirror *m, u64 value) { atomic_store_explicit(&m->value, value, memory_order_release); }

static int is_far_lost(mirror *m) { return atomic_load(&m->device->is_lost) != 0; }

/* ---- memory that the place does not see ------------------------------------------------------ */

static int is_shared(far_device *d, u64 address)
{
    return address - d->memory < d->bytes;
}

/* Whether an operation uses memory that the place does not see. */
static int is_of_the_host(mirror *m, plan *p, u64 *args)
{
    if (!((far_kernel *)(void *)p->entry)->here)
        return 0;
    for (u64 i = 0; i < p->slots; i++)
        if (p->codes[i] == 'P' && !is_shared(m->device, args[i + 1]))
            return 1;
    return 0;
}

/* The bytes of an operation's dense operand: all extents of its layout, and the item. */
static u64 bytes_of_layout(const i64 *words)
{
    u64 bytes = (u64)words[1];
    for (i64 i = 0; i < words[0]; i++)
        bytes *= (u64)words[2 + i];
    return bytes;
}

/* What an errand does with memory of this process, if with any: its operands are a destination and a
 * source, or an array and a word. Addresses in memory of another place are none of this process. */
static far_flight parcel_of(far_device *d, plan *p, u64 *args)
{
    far_kernel *k = (far_kernel *)(void *)p->entry;
    if ((void *)k->here == (void *)srt_finite)
        return (far_flight){.address = args[2], .bytes = sizeof(u64), .parcel = FINDS};
    int is_from = !is_shared(d, args[2]);
    u64 address = args[is_from ? 2 : 1];
    if (address - d->first < d->last - d->first)
        return (far_flight){0};
    return (far_flight){.address = address, .bytes = bytes_of_layout((const i64 *)p->layout),
                        .parcel = is_from ? TAKES : BRINGS};
}
