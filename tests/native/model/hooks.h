/* Puts the explorer's operations in place of the system's; included before the core.
 *
 * The real headers come first, so that the core's own includes of them have no effect. All other
 * functions that the core calls (memcpy and the like) are the real ones.
 */
#pragma once
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "model.h"

#define SITE(text) \
    ({ static const site here = {__func__, text}; &here; })

/* ---- atomic operations ------------------------------------------------------------------------ */

#undef atomic_load
#undef atomic_load_explicit
#undef atomic_store
#undef atomic_store_explicit
#undef atomic_exchange
#undef atomic_fetch_add
#undef atomic_fetch_sub
#undef atomic_fetch_or
#undef atomic_fetch_and
#undef atomic_compare_exchange_strong
#undef atomic_compare_exchange_weak
/* Not used by the core today; a use would be an error here and not a hole. */
#undef atomic_exchange_explicit
#undef atomic_fetch_add_explicit
#undef atomic_fetch_sub_explicit
#undef atomic_fetch_or_explicit
#undef atomic_fetch_and_explicit
#undef atomic_compare_exchange_strong_explicit
#undef atomic_compare_exchange_weak_explicit
#undef atomic_thread_fence

#define TYPE_AT(p) __typeof__((void)0, *(p))
#define SIZE_OF(p) ((void)sizeof(char[sizeof *(p) <= 8 ? 1 : -1]), (uint32_t)sizeof *(p))

#define atomic_load_explicit(p, order) \
    ((TYPE_AT(p))model_load((p), SIZE_OF(p), (order), SITE(#p)))
#define atomic_load(p) atomic_load_explicit(p, memory_order_seq_cst)
#define atomic_store_explicit(p, value, order) \
    model_store((p), SIZE_OF(p), (uint64_t)(value), (order), SITE(#p))
#define atomic_store(p, value) atomic_store_explicit(p, value, memory_order_seq_cst)
#define UPDATE(p, how, operand) \
    ((TYPE_AT(p))model_update((p), SIZE_OF(p), how, (uint64_t)(operand), SITE(#p)))
#define atomic_exchange(p, value) UPDATE(p, EXCHANGE, value)
#define atomic_fetch_add(p, operand) UPDATE(p, ADD, operand)
#define atomic_fetch_sub(p, operand) UPDATE(p, SUBTRACT, operand)
#define atomic_fetch_or(p, operand) UPDATE(p, OR, operand)
#define atomic_fetch_and(p, operand) UPDATE(p, AND, operand)
#define atomic_compare_exchange_strong(p, expected, desired) \
    model_compare_exchange((p), SIZE_OF(p), (expected), (uint64_t)(desired), SITE(#p))
#define atomic_compare_exchange_weak atomic_compare_exchange_strong

/* ---- the system ------------------------------------------------------------------------------- */

#define syscall(...) model_futex(SITE("futex"), __VA_ARGS__)
#define pthread_mutex_t model_mutex
#define pthread_cond_t model_cond
#define pthread_mutex_init(mutex, attributes) model_init(mutex)
#define pthread_cond_init(changed, attributes) model_init(changed)
#define pthread_mutex_lock(mutex) model_lock((mutex), SITE(#mutex))
#define pthread_mutex_unlock(mutex) model_unlock((mutex), SITE(#mutex))
#define pthread_cond_wait(changed, mutex) model_wait((changed), (mutex), SITE(#changed))
#define pthread_cond_timedwait(changed, mutex, until) \
    ((void)(until), model_wait((changed), (mutex), SITE(#changed)))
#define pthread_cond_broadcast(changed) model_broadcast((changed), SITE(#changed))
#define write(descriptor, bytes, count) \
    ((void)(bytes), (void)(count), model_write((descriptor), SITE("write")))
#define clock_gettime(clock, t) model_time(t)
#define sched_yield() 0
#define sched_getcpu() (-1) /* not known: no thread moves */
#define malloc(bytes) model_allocate(bytes)
#define free(memory) model_free(memory)
#define posix_memalign(memory, alignment, bytes) \
    ((void)(alignment), *(memory) = model_allocate(bytes), 0)

#define EXPECT(condition, ...) \
    do { if (!(condition)) model_fail(#condition); } while (0)
