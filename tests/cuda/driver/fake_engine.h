/* The engine: a thread for each stream, and turns that a seed deals out among those that are ready.
 *
 * 1. The thread of a stream sleeps until it has the turn, does the first operation, and hands the
 *    turn on. So threads are real, and with the same work before it the same seed gives the same
 *    order.
 * 2. A stream is ready if it is not held and its first operation may begin: the point that it waits
 *    for was reached, the value has come, the graph's previous launch is over.
 * 3. A host function gives the turn away while it runs.
 * 4. What is pending on a lost device is dropped: nobody sees it end.
 */
#pragma once
#include "fake_order.h"

/* The next stream whose thread has not ended; 0 after the last. */
static stream *next_stream(u64 *at)
{
    return *at < the.stream_count ? the.streams[(*at)++] : 0;
}

static void add_stream(stream *s)
{
    if (the.stream_count == the.stream_room) {
        the.stream_room = the.stream_room ? 2 * the.stream_room : 16;
        the.streams = larger(the.streams, the.stream_room * sizeof *the.streams);
    }
    the.streams[the.stream_count++] = s;
}

static void remove_stream(stream *s)
{
    u64 n = 0;
    while (the.streams[n] != s)
        n++;
    the.stream_count--;
    memmove(the.streams + n, the.streams + n + 1, (the.stream_count - n) * sizeof *the.streams);
    if (the.previous == s)
        the.previous = 0;
}

/* ---- operations ------------------------------------------------------------------------------ */

static void release_bound(bound *b)
{
    if (!b->call)
        return;
    for (u32 i = 0; i < b->call->function->count; i++)
        forget_use(b->memories[i]);
    b->call->function->module->pending--;
    release_call(b->call);
}

static void release_frame(frame *f)
{
    for (u32 i = 0; i < f->part->count; i++) {
        release_bound(&f->bounds[i]);
        if (f->bodies[i])
            release_frame(f->bodies[i]);
    }
    free(f->bounds), free(f->bodies);
    free(f->over), free(f->open);
    free(f);
}

static void release_run(run *r)
{
    release_frame(r->whole);
    r->exec->ended++;
    free(r);
}

static void free_op(op *o)
{
    if (o->point) {
        if (o->what == WAIT)
            o->point->waiters--;
        release_point(o->point);
    }
    if (o->bound) {
        release_bound(o->bound);
        free(o->bound);
    }
    if (o->run)
        release_run(o->run);
    forget_use(o->to.memory);
    forget_use(o->from.memory);
    free(o->knows.times);
    free(o);
}

static void pop(stream *s)
{
    op *o = s->first;
    if (!(s->first = o->next))
        s->last = 0;
    s->depth--;
    free_op(o);
    change();
}

static void drop_all(stream *s)
{
    op *kept = s->busy ? s->first : 0;
    while (s->first && s->first != kept)
        pop(s);
    while (kept && kept->next) {
        op *o = kept->next;
        kept->next = o->next;
        s->depth--;
        free_op(o);
    }
    s->last = kept;
    pthread_cond_signal(&s->mine);
}

/* ---- turns ----------------------------------------------------------------------------------- */

/* "Wait until (int64_t)(*addr - value) >= 0", and so on (CUstreamWaitValue_flags). */
static int has_come(const op *o)
{
    if (o->to.memory->life != LIVE)
        return 1; /* its turn will tell */
    u64 value = __atomic_load_n((u64 *)o->to.host, __ATOMIC_SEQ_CST);
    if (o->flags == 0)
        return (i64)(value - o->value) >= 0;
    return o->flags == 1 ? value == o->value : (value & o->value) != 0;
}

static int is_ready(const stream *s)
{
    const op *o = s->first;
    if (!o || s->busy || (!s->steps && (s->held || the.all_held) && !the.closing))
        return 0;
    if (o->what == WAIT)
        return (int)o->point->done;
    if (o->what == AWAIT_VALUE)
        return has_come(o);
    return o->what != REPLAY || o->run->ticket == o->run->exec->ended;
}

/* Deals out the turn if nobody has it. */
static void choose(void)
{
    if (the.turn)
        return;
    u64 at = 0, ready = 0;
    int again = 0;
    for (stream *s; (s = next_stream(&at));)
        if (is_ready(s)) {
            ready++;
            again |= s == the.previous;
        }
    if (!ready)
        return;
    u64 stay = draw(&the.random) >> 8 & 15, pick = (draw(&the.random) >> 8) % ready;
    at = 0;
    if (again && stay < the.stay)
        the.turn = the.previous;
    for (stream *s; !the.turn && (s = next_stream(&at));)
        if (is_ready(s) && !pick--)
            the.turn = s;
    the.previous = the.turn;
    pthread_cond_signal(&the.turn->mine);
}

/* Sleeps until the turn may have come. Nobody tells of a word that the host wrote. */
static void rest(stream *s)
{
    if (!s->first || s->first->what != AWAIT_VALUE || s->held || the.all_held) {
        pthread_cond_wait(&s->mine, &the_lock);
        return;
    }
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 100000;
    if (until.tv_nsec >= 1000000000)
        until.tv_sec++, until.tv_nsec -= 1000000000;
    pthread_cond_timedwait(&s->mine, &the_lock, &until);
    choose();
}

static int perform(stream *s, op *o); /* returns whether it is over; a graph takes several turns */

static void step(stream *s)
{
    s->busy = 1;
    pthread_mutex_unlock(&the_lock);
    hesitate(&s->random, 8);
    pthread_mutex_lock(&the_lock);
    int over = s->object.context->lost || the.closing || perform(s, s->first);
    s->busy = 0;
    if (s->steps)
        s->steps--;
    if (s->object.context->lost || the.closing)
        drop_all(s);
    else if (over)
        pop(s);
    change();
}

static void *run_stream(void *of)
{
    stream *s = of;
    char *room = zeros(SIGSTKSZ + 65536);
    sigaltstack(&(stack_t){.ss_sp = room, .ss_size = (u64)SIGSTKSZ + 65536}, 0);
    pthread_mutex_lock(&the_lock);
    for (;;) {
        while (the.turn != s && !(s->ending && !s->first))
            rest(s);
        if (the.turn != s)
            break;
        step(s);
        if (the.turn == s)
            the.turn = 0;
        choose();
    }
    remove_stream(s);
    pthread_mutex_unlock(&the_lock);
    sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, 0);
    free(room);
    return 0;
}

/* Gives a device's context its sticky error, and drops what is pending. */
static void lose_device(u32 number, i32 code)
{
    context *c = the.devices[number].primary;
    if (!c || c->lost)
        return;
    c->lost = code;
    u64 at = 0;
    for (stream *s; (s = next_stream(&at));)
        if (s->object.context == c)
            drop_all(s);
    change();
}

/* Enqueues a copy of an operation. The caller has looked at everything. */
static void push(stream *s, op with)
{
    op *o = zeros(sizeof *o);
    *o = with;
    order(s, o);
    if (s->depth++ >= the.depth_limit)
        misuse(OK, "%llu operations are pending in the stream; the driver blocks its caller there",
               (unsigned long long)s->depth - 1);
    if (s->last)
        s->last->next = o;
    else
        s->first = o;
    s->last = o;
    choose();
}

/* ---- waiting on the host --------------------------------------------------------------------- */

/* Reserves that are above a pool's threshold return "on the next call to stream, event or context
 * synchronize" (cuMemPoolSetAttribute). */
static void shrink(pool *p, u64 keep)
{
    keep = keep > p->used ? keep : p->used;
    if (p->reserved > keep) {
        the.devices[p->device].used -= p->reserved - keep;
        p->reserved = keep;
    }
}

static void shrink_pools(void)
{
    u64 at = 0;
    for (pool *p; (p = next_of(POOL, &at));)
        shrink(p, p->object.dead ? 0 : p->threshold);
}

/* Waits for a point; returns what the call returns. */
static i32 await_point(point *p, context *c)
{
    p->refs++;
    while (!p->done && !c->lost && !the.closing)
        await_change();
    i32 code = c->lost ? c->lost : p->done ? OK : DEINITIALIZED;
    if (!code)
        learn(&the.host_knows, &p->knows);
    release_point(p);
    return code;
}

/* Puts a point at the end of a stream. */
static point *mark(stream *s)
{
    point *p = zeros(sizeof *p);
    p->refs = 2;
    push(s, (op){.what = RECORD, .point = p});
    return p;
}

/* Waits for all that is in a stream now. */
static i32 await_stream(stream *s)
{
    if (!s->first) {
        learn(&the.host_knows, &s->knows);
        return s->object.context->lost;
    }
    point *p = mark(s);
    i32 code = await_point(p, s->object.context);
    release_point(p);
    return code;
}

/* Waits for all streams of the current context, or only for those that wait for stream 0, too. */
static i32 await_context(int only_blocking)
{
    context *c = me.context;
    u64 at = 0;
    for (stream *s; !c->lost && (s = next_stream(&at));)
        if (s->object.context == c && !(only_blocking && s->flags & 1))
            await_stream(s);
    return c->lost;
}
