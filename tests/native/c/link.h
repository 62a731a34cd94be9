/* A relayed device whose place is in the same process, with channels of its own, and a link between them.
 *
 * Four threads stand for the connections of a link: words and results, and the bytes of errands up and
 * down. Each waits for moments that are drawn, so bytes and results come in any order. Kernels and errands
 * touch plain memory: if the relay did not order them, the thread sanitizer would report it. Nothing has a
 * time-out, so a wake-up that is lost hangs.
 */
#pragma once
#define CHANNEL_CREDIT 16
#define CHANNEL_WORDS 4200 /* a submitter asks for room for a dozen of the longest records */
#define MOST_CHECKS 32
#define MOST_CHANNELS 64
#include "chains.h"
#include "far_builtins.h"
#include <sys/mman.h>

enum { GOOD, BAD, COPY, PLANS, QUEUES = 3, ITEMS = 4, MAIL = QUEUES * CHANNEL_CREDIT };

/* Bytes of errands on their way, one way; `channel` is QUEUES where nothing is. */
typedef struct mail { far_parcel of; u64 items[ITEMS]; } mail;
typedef struct mailbox {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    int is_closed, count;
    mail mail[MAIL];
} mailbox;

typedef struct far_queue {
    queue *q;
    far_place place;
    pthread_t loop, served;
    _Atomic u32 is_over; /* the loop */
} far_queue;

static struct {
    far_device *device;
    shared_memory *here, *there;
    far_outbox out;
    far_inbox in;
    plan *placed[PLANS], *far[PLANS];
    far_queue on[QUEUES];
    mailbox asked, up, down; /* asked: what the thread of `up` is to send */
    pthread_t threads[4];
    _Atomic u32 is_over;
    u64 memory[QUEUES][ITEMS]; /* the device's */
    queue *cpu;
    plan *plain;
} relayed;

/* A place keeps what it noted of failures until its process ends. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:note_failure"; }

static void dawdle(void)
{
    static _Thread_local u64 x;
    x = (x ? x : (u64)&x) * 6364136223846793005u + 1442695040888963407u;
    for (u64 turns = x >> 60 ? 0 : x >> 33 & 15; turns; turns--)
        sched_yield();
}

/* ---- mail ------------------------------------------------------------------------------------ */

static void post(mailbox *box, const mail *m)
{
    pthread_mutex_lock(&box->mutex);
    EXPECT(box->count < MAIL, "more errands than fit in the channels");
    box->mail[box->count++] = *m;
    pthread_cond_broadcast(&box->changed);
    pthread_mutex_unlock(&box->mutex);
}

/* Waits for the mail of an errand, 0 for any; returns whether it came. */
static int fetch(mailbox *box, const far_parcel *of, mail *found)
{
    int at = -1;
    pthread_mutex_lock(&box->mutex);
    while (at < 0) {
        for (int i = box->count - 1; i >= 0; i--)
            if (!of || (box->mail[i].of.channel == of->channel && box->mail[i].of.value == of->value))
                at = i;
        if (at < 0 && box->is_closed)
            break;
        if (at < 0)
            pthread_cond_wait(&box->changed, &box->mutex);
    }
    if (at >= 0) {
        *found = box->mail[at];
        box->mail[at] = box->mail[--box->count];
    }
    pthread_mutex_unlock(&box->mutex);
    return at >= 0;
}

static void set_closed(mailbox *box, int is_closed)
{
    pthread_mutex_lock(&box->mutex);
    box->is_closed = is_closed;
    box->count = is_closed ? box->count : 0;
    pthread_cond_broadcast(&box->changed);
    pthread_mutex_unlock(&box->mutex);
}

/* ---- the connections ------------------------------------------------------------------------- */

static void *carry_words(void *unused)
{
    while (!atomic_load(&relayed.is_over)) {
        srt_take_words(relayed.device, &relayed.out);
        dawdle();
        EXPECT(srt_give_words(&relayed.in, relayed.out.bytes, relayed.out.used), "words without sense");
        for (u64 i = 0; i < relayed.out.parcels; i++)
            post(&relayed.asked, &(mail){.of = relayed.out.parcel[i]});
    }
    return unused;
}

static void *carry_results(void *unused)
{
    while (!atomic_load(&relayed.is_over)) {
        srt_take_results(&relayed.in);
        dawdle();
        EXPECT(srt_accept_results(relayed.device, relayed.in.bytes, relayed.in.used, 0), "results of nothing");
    }
    return unused;
}

static void *send_up(void *unused)
{
    for (mail m; fetch(&relayed.asked, 0, &m);) {
        dawdle();
        EXPECT(m.of.bytes == sizeof m.items, "an errand of another size");
        memcpy(m.items, (void *)m.of.address, sizeof m.items);
        post(&relayed.up, &m);
        dawdle();
        srt_land_parcel(relayed.device, &m.of);
    }
    return unused;
}

static void *receive_down(void *unused)
{
    for (mail m; fetch(&relayed.down, 0, &m);) {
        dawdle();
        if (!srt_find_parcel(relayed.device, &m.of)) {
            EXPECT(atomic_load(&relayed.device->is_lost), "bytes that nobody asked for");
            continue;
        }
        dawdle();
        memcpy((void *)m.of.address, m.items, sizeof m.items);
        srt_land_parcel(relayed.device, &m.of);
    }
    return unused;
}

/* ---- the place ------------------------------------------------------------------------------- */

static i32 fail(void *args, i64 lo, i64 hi)
{
    (void)args, (void)lo, (void)hi;
    return FAILS;
}

/* Carries out a copy between memory of the device and this process's. */
static i32 run_errand(far_place *p)
{
    channel_record *r = (channel_record *)p->copy;
    u64 *args = r->rest + r->checks;
    mail m = {.of = {.channel = p->number, .value = r->value}};
    int brings = is_shared(relayed.device, args[1]);
    if (brings && p->failed)
        return 0;
    if (brings) {
        memcpy(m.items, (void *)args[1], sizeof m.items);
        post(&relayed.down, &m);
    } else {
        if (!fetch(&relayed.up, &m.of, &m))
            return STRAYED;
        if (!p->failed)
            memcpy((void *)args[0], m.items, sizeof m.items);
    }
    return 0;
}

static void *serve(void *place)
{
    far_place *p = place;
    while (srt_place(p) == HAS_ERRAND) {
        i32 error = run_errand(p);
        dawdle();
        CALL(end_errand, INT(p), INT(error), INT(0));
    }
    return 0;
}

static void *drain_far(void *argument)
{
    far_queue *f = argument;
    srt_drain(f->q);
    atomic_store(&f->is_over, 1);
    return 0;
}

/* ---- opening and closing --------------------------------------------------------------------- */

static shared_memory *make_channels(void)
{
    u64 bytes = CALL(far_layout, 0);
    return mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

/* Begins an epoch: another place. There may be room for the words of one channel, or of all at once. */
static void start_link(void)
{
    static char words[1 << 17], results[1 << 16];
    relayed.there = make_channels();
    relayed.out = (far_outbox){.bytes = words, .room = chance(2) ? sizeof words : 36000, .timeout = -1};
    memset(&relayed.in, 0, sizeof relayed.in);
    relayed.in.shared = relayed.there, relayed.in.bytes = results, relayed.in.room = sizeof results, relayed.in.timeout = -1;
    atomic_store(&relayed.is_over, 0);
    for (mailbox *box = &relayed.asked; box <= &relayed.down; box++)
        set_closed(box, 0);
    void *(*run[])(void *) = {carry_words, carry_results, send_up, receive_down};
    for (int i = 0; i < 4; i++)
        relayed.threads[i] = spawn(run[i], 0);
}

static void end_link(void)
{
    atomic_store(&relayed.is_over, 1);
    for (mailbox *box = &relayed.asked; box <= &relayed.down; box++)
        set_closed(box, 1);
    CALL(wake_taker_of, INT(relayed.device));
    ring_bell(&relayed.there->bell, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(relayed.threads[i], 0);
}

static void begin_served(int i)
{
    far_queue *f = &relayed.on[i];
    CALL(begin_relayed, INT(&relayed.in), INT(i), INT(f->q->index), INT(completed_by(f->q)));
    f->place = (far_place){.channel = &relayed.there->channels[i], .bell = &relayed.there->bell,
                           .number = (u64)i, .plans = relayed.placed, .waits = 1};
    f->served = spawn(serve, &f->place);
}

static void open_channel(int i)
{
    far_queue *f = &relayed.on[i];
    f->q = make_queue(UNLIMITED);
    CALL(open_far, INT(f->q), INT(relayed.device), INT(i));
    begin_served(i);
    atomic_store(&f->is_over, 0);
    f->loop = spawn(drain_far, f);
}

/* Frees a queue whose loop has left; its channel at the place was left, too. */
static void free_channel(int i)
{
    queue *q = relayed.on[i].q;
    EXPECT(completed_by(q) == q->issued, "a signal is missing");
    CALL(close_far, INT(q));
    CALL(free_records, INT(q));
    CALL(release, INT(q));
}

static void close_channel(int i)
{
    far_queue *f = &relayed.on[i];
    EXPECT(CALL(stop, INT(f->q), NO_ITEMS, NO_ITEMS), "a stop was refused");
    pthread_join(f->loop, 0);
    CALL(leave_relayed, INT(&relayed.in), INT(i));
    pthread_join(f->served, 0);
    free_channel(i);
}

static void open_device(void)
{
    struct object plain[] = {{'P', 0, 0}, {'Q', 0, 0}}, copied[] = {{'P', 0, 0}, {'P', 0, 0}};
    struct object words[] = {{1, 0, 0}, {8, 0, 0}, {ITEMS, 0, 0}, {8, 0, 0}, {8, 0, 0}};
    entry_function *entries[] = {increment_here, fail, (entry_function *)(void *)srt_copy};
    relayed.here = make_channels();
    relayed.device = (far_device *)CALL(new_relayed, INT(relayed.here), INT(relayed.memory),
                                     INT(sizeof relayed.memory), INT(relayed.memory), INT(relayed.memory + QUEUES));
    for (u64 i = 0; i < PLANS; i++) {
        relayed.placed[i] = make_plan(entries[i], 1, 1, NO_ITEMS);
        relayed.far[i] = (plan *)(i == COPY ? CALL(new_far_plan, INT(i), INT(entries[i]), INT(1), INT(1), TUPLE(copied), TUPLE(words))
                                         : CALL(new_far_plan, INT(i), INT(0), INT(1), INT(1), TUPLE(plain), NO_ITEMS));
    }
    start_link();
    for (int i = 0; i < QUEUES; i++)
        open_channel(i);
}

static void drop_device(void)
{
    for (int i = 0; i < PLANS; i++) {
        drop(relayed.placed[i]);
        drop(relayed.far[i]);
    }
    munmap(relayed.here, sizeof *relayed.here);
    munmap(relayed.there, sizeof *relayed.there);
    drop(relayed.device);
}

static void close_device(void)
{
    for (int i = 0; i < QUEUES; i++)
        close_channel(i);
    end_link();
    drop_device();
}
