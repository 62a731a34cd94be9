/* The structures that C and Python share: status cells, plans, records, queues.
 *
 * All of them are plain memory with a fixed layout. Python makes queues and plans, and reads
 * queues and cells, through the functions in queue_builtins.h. records.py decodes records for tests and
 * traces; a test compares it with this file.
 */
#pragma once
#include <stdatomic.h>
#include <stdint.h>

typedef int32_t i32;
typedef int64_t i64;
typedef uint32_t u32;
typedef uint64_t u64;
typedef uint8_t u8;

#define CACHE_LINE 64
#define OWN_LINE _Alignas(CACHE_LINE)
#define NEVER UINT64_MAX
#define MOST_SLOTS 256

/* A cold function lies in a section of its own: between the others it would move the code of every
 * launch, and one such move cost 6 % of a launch. */
#define COLD __attribute__((cold))

/* ---- status cells: the state of one execution --------------------------------------------- */

enum state { PENDING, RUNNING, DONE, CANCELLED, FAILED, SKIPPED, EXPIRED };

#define STOPPED (-125)           /* the error code of a program that stopped between two nodes */
#define STOP_ASKED UINT64_MAX    /* in `node`, of a running execution: its loops are to stop */
#define PAST_DEADLINE (UINT64_MAX - 1) /* the same: it stops, because its deadline has passed */

/* One line each, so that the queue's writes do not disturb the submitter's next cell. */
typedef struct cell {
    OWN_LINE _Atomic u32 state;
    i32 error;      /* the error code that the entry returned */
    u64 root;       /* the failure that caused any end but DONE: see root_of */
    i64 submitted;  /* ns, CLOCK_MONOTONIC; 0 = not yet */
    i64 started;
    union { i64 finished; i64 deadline; }; /* until it ends: after which it does not start; 0: none */
    _Atomic u64 node; /* of a program that failed: the node that did, counted from 1; 0 = not known */
    u64 refused;    /* what its device said to the launch, if it refused that; 0: the entry ran. At
                     * the place of a far queue: where the launch is asked to stop; see place.h. */
    u32 what, tag;  /* for the recorder: the name of the work, and the span that submitted it; or 0 */
} cell;

/* ---- plans: shared by all launches of one kernel with the same layouts -------------------- */

typedef i32 entry_function(void *args, i64 lo, i64 hi);

/* How many threads pay for a launch: see pace.h. With zeros, the first round is to begin. */
typedef struct pace {
    _Atomic u32 width;    /* the threads that a launch takes; 0: all */
    _Atomic u32 is_noted; /* somebody notes a launch */
    u32 stays;            /* for how many launches the width stays; 0: it is being tried */
    u32 last_stay;
    u32 tried;            /* launches at this width */
    u32 found;            /* the least width of this round that pays */
    i64 quickest;         /* ns, of the launches at this width */
    i64 most;             /* ns, for a width that pays; 0: nothing was tried in this round */
} pace;

/* The layout words follow the plan; slot 0 of the arguments points to them. */
typedef struct plan {
    entry_function *entry;
    i64 extent;     /* of the split dimension; 1 where the kernel has none */
    i64 grain;      /* the least part that may be worth a thread */
    u64 slots;      /* how many argument slots follow slot 0 */
    u64 bound;      /* the most ns that a launch takes, as its kernel declares; 0: nobody knows */
    u32 is_shown;   /* whether the collector looks at its executions; see leave_uncollected */
    u32 what;       /* the recorder's name of its executions; 0: it has none yet */
    u8 codes[MOST_SLOTS]; /* how to convert each argument, as in Python's struct */
    pace pace;
    i64 layout[];
} plan;

/* ---- records: commands, packed ------------------------------------------------------------ */

typedef struct queue queue;
typedef struct record record;
typedef i32 handler_function(record *, queue *);

/* A handler's answer to the loop. */
enum verdict { GO_ON, STOP, CALL_HOST };

struct record {
    handler_function *handler;
    u64 size; /* bytes, header included */
};
typedef struct wait_record { record header; queue *target; u64 value; } wait_record;
typedef struct check_record { record header; cell *producer; } check_record;
typedef struct jump_record { record header; record *target; } jump_record;
typedef struct host_record { record header; cell *status; } host_record;
typedef struct launch_record {
    record header;
    cell *status;
    u64 args[]; /* slot 0: the plan's layout; then one slot for each argument */
} launch_record;

typedef struct segment segment;
typedef struct ring ring;

/* How long a thread spins before it sleeps; see platform.h, "the guarded spin". */
typedef struct patience { i64 ns; u32 short_sleeps; } patience;

/* Who may use the fields that belong to the drain loop: itself, nobody, or a submitter. */
enum sleeping { AWAKE, ASLEEP, TAKEN };

/* The things in which kinds of queue differ. Whoever submits takes the handlers from here. */
typedef struct kind {
    u64 quick; /* ns: a submitter drains a sleeping queue itself if that takes no longer; 0: never */
    u64 (*bound)(record *, queue *); /* the most ns of a record that only this kind knows; or 0 */
    int (*rests)(queue *); /* whether the loop sleeps without a spin, so that submitters drain; or 0 */
    handler_function *wait, *check, *launch, *signal, *stop;
    i32 (*idle)(queue *); /* what the loop does before it sleeps, if anything; STOP ends the loop */
} kind;

/* ---- queues: an in-order stream of records, and the timeline that it raises --------------- */

struct queue {
    /* The producer's cache line, written under the runtime's lock. */
    OWN_LINE _Atomic u64 tail; /* bytes published */
    u64 issued;                /* signals published: the timeline's last promised value */
    u64 limit;                 /* most signals that may be pending; 0 refuses everything */
    u64 passed;                /* `completed` as last read, because its line is the loop's */
    char *cursor, *end;        /* where the next record goes, and where this segment ends */
    segment *newest, *oldest;  /* segments in the order in which they were filled */

    u64 packed_slots;          /* of the launch that was packed last, slot 0 included */
    u64 packed[1 + MOST_SLOTS];

    /* The drain loop's cache line; while it sleeps, that of a submitter who took the queue. */
    OWN_LINE _Atomic u64 completed; /* the timeline */
    _Atomic u64 failures;           /* executions that ended otherwise than DONE */
    u64 head;                       /* bytes consumed */
    record *next;
    u64 poison;                     /* root of the first failed producer of the next launch */
    patience patience;              /* how long it spins before it sleeps */
    i64 clock;                      /* the end of the last launch; 0 if time has passed since */

    /* The wishes to be woken: read after every signal, written rarely. */
    OWN_LINE _Atomic u64 armed;     /* the lowest value an event loop waits for */
    _Atomic u64 listeners;          /* one bit for each event loop that waits */
    _Atomic u64 wanted;             /* the lowest value a sleeping thread waits for */
    _Atomic u32 wakes;              /* counts the wake-ups of such threads, which sleep on it */

    /* The flag has a cache line of its own, because the producer reads it at every publish. */
    OWN_LINE _Atomic u32 sleeping;
    _Atomic i32 waker;              /* the CPU core of its last waker; see this_core */

    /* Constant. */
    OWN_LINE u64 index; /* of the timeline, unique in the process */
    const kind *kind;
    void *own;          /* what queues of that kind have besides; 0 if nothing */
    ring *_Atomic log;  /* of the recorder, see events.h; 0: it is off */
};
