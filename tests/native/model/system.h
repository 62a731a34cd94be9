/* The machine's system calls: futexes, mutexes and conditions, descriptors, time.
 *
 * Each is one step and a full barrier, as is the first atomic operation of the real call.
 */
#pragma once
#include "machine.h"

/* ---- sleeping --------------------------------------------------------------------------------- */

/* Sleeps until woken; returns whether an interrupt did it. */
static int sleep_here(void *on, model_mutex *mutex)
{
    thread *me = x->running;
    me->on = on;
    me->mutex = mutex;
    me->status = ASLEEP;
    trace("%-14s sleeps on %s", me->where->function, mutex ? "its lot" : name_of(on));
    pause_here();
    int was_interrupted = (int)me->was_interrupted;
    me->was_interrupted = 0;
    me->on = 0;
    return was_interrupted;
}

static void wake(thread *t)
{
    t->status = t->mutex ? LOCKING : READY;
    t->on = t->mutex;
}

static u32 wake_all(void *on)
{
    u32 woken = 0;
    for (u32 i = 0; i < machine.count; i++)
        if (machine.threads[i].status == ASLEEP && machine.threads[i].on == on) {
            wake(&machine.threads[i]);
            woken++;
        }
    return woken;
}

long model_futex(const site *where, long number, volatile void *word, int operation, u32 value, ...)
{
    (void)number;
    static const site here = {"", "futex"};
    if (!x->running)
        return 0;
    is_shared(word, 0, &here);
    stop_at(where);
    flush_all();
    if ((operation & FUTEX_CMD_MASK) == FUTEX_WAKE) {
        u32 woken = wake_all((void *)word);
        trace("%-14s wake  %s: %u slept", where->function, name_of(word), woken);
        return woken;
    }
    u32 found = (u32)read_word(word, 4);
    if (found != value) {
        trace("%-14s does not sleep on %s: it is %u, not %u", where->function, name_of(word),
              found, value);
        errno = EAGAIN;
        return -1;
    }
    if (!sleep_here((void *)word, 0))
        return 0;
    errno = EINTR;
    return -1;
}

int model_init(void *unused) { return !unused; }

int model_lock(model_mutex *mutex, const site *where)
{
    if (!x->running)
        return 0;
    thread *me = x->running;
    me->status = LOCKING;
    me->on = mutex;
    stop_at(where);
    flush_all();
    me->status = READY;
    mutex->owner = 1;
    trace("%-14s locks", where->function);
    return 0;
}

/* Does not stop: nobody looks at the mutex sooner, and later there is no difference. */
int model_unlock(model_mutex *mutex, const site *where)
{
    if (!x->running)
        return 0;
    flush_all();
    if (!mutex->owner)
        model_fail("a mutex is unlocked that nobody holds");
    mutex->owner = 0;
    trace("%-14s unlocks", where->function);
    return 0;
}

int model_wait(model_cond *changed, model_mutex *mutex, const site *where)
{
    stop_at(where);
    flush_all();
    mutex->owner = 0;
    sleep_here(changed, mutex);
    x->running->status = READY;
    x->running->mutex = 0;
    mutex->owner = 1;
    trace("%-14s wakes, and locks", where->function);
    return 0;
}

int model_broadcast(model_cond *changed, const site *where)
{
    if (!x->running)
        return 0;
    stop_at(where);
    flush_all();
    u32 woken = wake_all(changed);
    trace("%-14s broadcast: %u slept", where->function, woken);
    return 0;
}

/* ---- descriptors and time --------------------------------------------------------------------- */

long model_write(int descriptor, const site *where)
{
    if (descriptor >= MOST_DESCRIPTORS)
        model_fail("written to a descriptor that is not open");
    if (x->running) {
        stop_at(where);
        flush_all();
    }
    machine.readable[descriptor] = 1;
    trace("%-14s write to descriptor %d", where->function, descriptor);
    return 8;
}

void model_await_input(int descriptor)
{
    static const site here = {"poll", "descriptor"};
    x->running->status = POLLING;
    x->running->on = &machine.readable[descriptor];
    stop_at(&here);
    x->running->status = READY;
    x->running->on = 0;
    flush_all();
    trace("%-14s descriptor %d is readable", "poll", descriptor);
}

void model_take_input(int descriptor)
{
    static const site here = {"read", "descriptor"};
    stop_at(&here);
    flush_all();
    machine.readable[descriptor] = 0;
    trace("%-14s takes what descriptor %d has", "read", descriptor);
}

/* Time stands still: the constants of a spin cut it short, not the clock. */
int model_time(struct timespec *t)
{
    *t = (struct timespec){1, 0};
    return 0;
}
