/* The fake driver as a library: the table of its functions, and what a test may do with it.
 *
 * fake.py loads it. One copy of the library is one driver, with one state; it may be opened again
 * after `fake_close`.
 */
#include "fake_graphs.h"

#define SHOWN __attribute__((visibility("default")))

/* "If the specified CUDA version is greater than or equal to the CUDA version in which the driver
 * symbol was introduced, this API will return the function pointer" (cuGetProcAddress) */
static i32 cuGetProcAddress(const char *name, void **found, i32 version, u64 flags, u32 *status);

static const struct entry { const char *name; void *address; i32 version; } table[] = {
#define ENTRY(name, version) {#name, (void *)name, version},
    FUNCTIONS(ENTRY)
#undef ENTRY
};

static i32 cuGetProcAddress(const char *name, void **found, i32 version, u64 flags, u32 *status)
{
    enum { FOUND, NO_SYMBOL, OLD_VERSION };
    (void)flags;
    ENTER(cuGetProcAddress, NOTHING);
    if ((u32)version > the.version)
        return leave(INVALID_VALUE);
    *found = 0;
    u32 answer = NO_SYMBOL;
    for (int i = 0; i < FUNCTION_COUNT; i++)
        if (!strcmp(table[i].name, name)) {
            answer = version >= table[i].version ? FOUND : OLD_VERSION;
            *found = answer == FOUND ? table[i].address : 0;
        }
    if (status)
        *status = answer;
    return leave(answer == FOUND ? OK : NOT_FOUND);
}

SHOWN const void *fake_table(u32 *count)
{
    *count = FUNCTION_COUNT;
    return table;
}

/* ---- opening and closing --------------------------------------------------------------------- */

static void note_fork(void) { the_child = 1; }

SHOWN void fake_open(u64 seed, u32 devices, u64 memory, u32 depth, u32 version)
{
    static u64 epochs;
    static const u32 attributes[][2] = {
        {0, 1}, /* no attribute: whether devices are peers */
        {1, 1024}, {2, 1024}, {3, 1024}, {4, 64}, {5, 0x7fffffff}, {6, 65535}, {7, 65535},
        {8, 49152}, {10, 32}, {13, 1000000}, {16, 4}, {19, 1}, {31, 1}, {33, 1}, {38, 1 << 20},
        {39, 2048}, {40, 2}, {41, 1}, {75, 9}, {76, 0}, {78, 1}, {97, 232448}, {115, 1}, {122, 1},
    };
    if (!epochs++)
        pthread_atfork(0, 0, note_fork);
    the = (struct state){.epoch = epochs, .seed = seed, .device_count = devices,
                         .depth_limit = depth, .version = version};
    the.random = sequence(seed, 1000000);
    the.stay = sequence(seed, 1000001) % 13;
    for (u32 d = 0; d < devices; d++) {
        the.devices[d].limit = memory;
        for (u32 i = 0; i < sizeof attributes / sizeof *attributes; i++)
            the.devices[d].attributes[attributes[i][0]] = attributes[i][1];
        map_device(&the.devices[d]);
    }
    catch_faults();
    the.open = 1;
}

static void free_part(part *p)
{
    for (u32 i = 0; i < p->count; i++) {
        release_call(p->calls[i]);
        if (p->bodies[i])
            free_part(p->bodies[i]);
    }
    free(p->nodes), free(p->calls), free(p->bodies);
    free(p);
}

static void free_object(object *o)
{
    switch (o->kind) {
    case EVENT:
        release_point(((event *)o)->last);
        break;
    case STREAM:
        free(((stream *)o)->knows.times);
        break;
    case MODULE:
        free(((module *)o)->functions);
        break;
    case FUNCTION:
        free(((function *)o)->name);
        break;
    case GRAPH:
        for (u32 i = 0; i < ((graph *)o)->condition_count; i++)
            free(((graph *)o)->conditions[i]);
        free(((graph *)o)->conditions);
        free(((graph *)o)->nodes);
        break;
    case NODE:
        release_call(((node *)o)->call);
        free(((node *)o)->after);
        break;
    case EXEC:
        free_part(((exec *)o)->whole);
        break;
    default:
        break;
    }
    free(o);
}

static void free_state(void)
{
    while (the.memory_count) {
        memory *m = the.memories[the.memory_count - 1];
        m->pending = 0;
        drop_memory(m);
    }
    for (int i = 0; i < 64; i++)
        if (the.unlocked[i][1])
            munmap((void *)the.unlocked[i][0], the.unlocked[i][1]);
    for (u64 i = 0; i < the.object_count; i++)
        free_object(the.objects[i]);
    for (int i = 0; i < KINDS; i++)
        free(the.of_kind[i].items);
    for (u32 i = 0; i < the.thread_count; i++)
        free(the.visits[i]);
    for (u32 i = 0; i < the.misuse_count; i++)
        free(the.misuses[i]);
    for (u32 i = 0; i < the.device_count; i++)
        unmap_device(&the.devices[i]);
    free(the.objects);
    free(the.streams);
    free(the.host_knows.times);
    free(the.memories);
    free(the.visits);
    leave_faults();
    the = (struct state){0};
}

static int is_anyone_there(void)
{
    u64 at = 0;
    for (stream *s; (s = next_stream(&at));)
        if (s->busy)
            return 1;
    return the.inside != 0;
}

/* Ends all threads, and all that is pending; returns 0 if one of them is stuck for 10 s. */
SHOWN int fake_close(void)
{
    pthread_mutex_lock(&the_lock);
    the.closing = 1;
    u64 at = 0;
    for (stream *s; (s = next_stream(&at));) {
        drop_all(s);
        s->ending = 1;
    }
    pthread_cond_broadcast(&the_change);
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 10;
    the.sleepers++;
    while (is_anyone_there())
        if (pthread_cond_timedwait(&the_change, &the_lock, &until)) {
            pthread_mutex_unlock(&the_lock);
            return 0;
        }
    the.sleepers--;
    the.open = 0;
    at = 0;
    for (stream *s; (s = next_stream(&at));)
        pthread_cond_signal(&s->mine);
    pthread_mutex_unlock(&the_lock);
    at = 0;
    for (stream *s; (s = next_of(STREAM, &at));)
        pthread_join(s->thread, 0);
    free_state();
    return 1;
}

/* ---- what tests set -------------------------------------------------------------------------- */

#define LOCKED(statement)                  \
    do {                                   \
        pthread_mutex_lock(&the_lock);     \
        statement;                         \
        pthread_mutex_unlock(&the_lock);   \
    } while (0)

SHOWN void fake_set_attribute(u32 device, u32 attribute, u32 value)
{
    LOCKED(the.devices[device].attributes[attribute] = value);
}

SHOWN void fake_set_memory(u32 device, u64 bytes) { LOCKED(the.devices[device].limit = bytes); }

static stream *stream_of(u64 handle)
{
    object *o = object_of(handle);
    return o && o->kind == STREAM ? (stream *)o : 0;
}

/* Says that a stream records a graph, or that it does not. */
SHOWN void fake_set_capturing(u64 handle, u32 captures)
{
    pthread_mutex_lock(&the_lock);
    stream *s = stream_of(handle);
    if (s)
        s->captures = captures;
    pthread_mutex_unlock(&the_lock);
}

/* Says that a thread that makes no calls records a graph in global mode, or that it does not. */
SHOWN void fake_set_recording(u32 recording) { LOCKED(the.recording = recording); }

/* Holds a stream, or all; or lets it go, or lets it take some steps. 0: there is no such stream. */
SHOWN int fake_gate(u64 handle, u32 held, u64 steps)
{
    pthread_mutex_lock(&the_lock);
    stream *s = stream_of(handle);
    if (s)
        s->held = held, s->steps += steps;
    else if (!handle)
        the.all_held = held;
    choose();
    u64 at = 0;
    for (stream *each; (each = next_stream(&at));)
        pthread_cond_signal(&each->mine);
    pthread_mutex_unlock(&the_lock);
    return s || !handle;
}

SHOWN int fake_inject(const char *name, u64 n, i32 code, u32 sticky, u32 hang)
{
    int known = 0;
    pthread_mutex_lock(&the_lock);
    for (int i = 0; i < FUNCTION_COUNT; i++)
        if (!strcmp(name, function_names[i]) && the.rule_count < MOST_RULES) {
            the.rules[the.rule_count++] = (rule){i, code, n, sticky, hang, {0}};
            known = 1;
        }
    pthread_mutex_unlock(&the_lock);
    return known;
}

/* Lets the n-th run of a kernel from now on fault, when its turn has come. */
SHOWN int fake_fault(const char *kernel, u64 n, i32 code)
{
    int room;
    pthread_mutex_lock(&the_lock);
    if ((room = the.rule_count < MOST_RULES)) {
        rule *r = &the.rules[the.rule_count++];
        *r = (rule){.function = -1, .code = code, .n = n};
        snprintf(r->kernel, sizeof r->kernel, "%s", kernel);
    }
    pthread_mutex_unlock(&the_lock);
    return room;
}

SHOWN void fake_resume(void)
{
    LOCKED(the.resumes++; pthread_cond_broadcast(&the_change));
}

SHOWN void fake_lose(u32 device, i32 code) { LOCKED(lose_device(device, code)); }

/* ---- what tests see -------------------------------------------------------------------------- */

SHOWN u64 fake_pending(u64 handle)
{
    u64 depth;
    LOCKED(stream *s = stream_of(handle); depth = s ? s->depth : 0);
    return depth;
}

/* Waits until some calls wait for the device, or hang. */
SHOWN void fake_await_waiting(u32 calls)
{
    LOCKED(while (the.waiting < calls) pthread_cond_wait(&the_wait, &the_lock));
}

/* Waits until no stream can go on by itself. */
SHOWN void fake_settle(void)
{
    pthread_mutex_lock(&the_lock);
    for (;;) {
        int moving = the.turn != 0;
        u64 at = 0;
        for (stream *s; (s = next_stream(&at));)
            moving |= s->busy || is_ready(s);
        if (!moving)
            break;
        the.sleepers++;
        pthread_cond_wait(&the_change, &the_lock);
        the.sleepers--;
    }
    pthread_mutex_unlock(&the_lock);
}

SHOWN u32 fake_threads(void)
{
    u32 n;
    LOCKED(n = the.thread_count);
    return n;
}

/* The counts of one thread, in the table's order; returns the thread's number in the system. */
SHOWN u64 fake_counts(u32 thread, u64 *counts)
{
    u64 number;
    LOCKED(memcpy(counts, the.visits[thread]->counts, FUNCTION_COUNT * sizeof(u64));
           number = the.visits[thread]->thread);
    return number;
}

/* The n-th misuse, or 0; `forget` forgets all. */
SHOWN int fake_misuse(u32 n, char *text, u64 room, int forget)
{
    pthread_mutex_lock(&the_lock);
    int there = n < the.misuse_count;
    if (there)
        snprintf(text, room, "%s", the.misuses[n]);
    for (; forget && the.misuse_count; the.misuse_count--)
        free(the.misuses[the.misuse_count - 1]);
    pthread_mutex_unlock(&the_lock);
    return there;
}

/* Whether a live handle or allocation must be destroyed yet; those of a lost device need not. */
static int is_owed(const context *c) { return !c || !(c->lost || c->object.dead); }

/* Counts what is live: for each kind, then allocations, then retained contexts. */
SHOWN void fake_live(u64 *counts)
{
    pthread_mutex_lock(&the_lock);
    memset(counts, 0, (KINDS + 1) * sizeof *counts);
    for (u64 i = 0; i < the.object_count; i++)
        counts[the.objects[i]->kind] += is_live(the.objects[i]) && is_owed(the.objects[i]->context);
    for (u64 i = 0; i < the.memory_count; i++)
        counts[KINDS] += !the.memories[i]->given_back && is_owed(the.memories[i]->context);
    for (u32 i = 0; i < the.device_count; i++)
        counts[CONTEXT] += the.devices[i].retained && !the.devices[i].primary->lost;
    pthread_mutex_unlock(&the_lock);
}
