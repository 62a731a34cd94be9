/* The explorer's (explore.c) functions for the scenarios, and for the core through hooks.h.
 *
 * A scenario is a few threads that run the core's own C. They are cooperative: each stops before
 * every operation that other threads can see, and the explorer decides which one goes on.
 */
#pragma once
#include <stdint.h>
#include <time.h>

#define MOST_THREADS 8
#define MOST_DESCRIPTORS 8

typedef struct scenario {
    const char *name;
    void (*set_up)(void); /* makes the threads; runs before any of them */
    void (*check)(void);  /* what holds once all threads have ended; runs in every such state */
    uint32_t interrupts;  /* sleeps that end for no reason, in one run */
} scenario;

extern const scenario scenarios[]; /* the last one has no name */
extern uint32_t model_portable; /* whether set_up is to choose the path without futexes */

/* ---- for scenarios ---------------------------------------------------------------------------- */

void model_thread(const char *name, void *(*run)(void *), void *argument);
void model_mortal(int descriptor); /* the newest thread is of a process that may end at any moment */
void model_daemon(void); /* the newest thread need not end */
_Noreturn void model_fail(const char *text);
void model_await_input(int descriptor); /* returns once it is readable, like poll */
void model_take_input(int descriptor);  /* it is not readable any more, like read */

/* ---- for the core ----------------------------------------------------------------------------- */

/* The place of an operation in the source. */
typedef struct site { const char *function, *what; } site;

enum update { EXCHANGE, ADD, SUBTRACT, OR, AND };

uint64_t model_load(volatile void *at, uint32_t size, int order, const site *where);
void model_store(volatile void *at, uint32_t size, uint64_t value, int order, const site *where);
uint64_t model_update(volatile void *at, uint32_t size, enum update how, uint64_t operand,
                      const site *where);
int model_compare_exchange(volatile void *at, uint32_t size, void *expected, uint64_t desired,
                           const site *where);
long model_futex(const site *where, long number, volatile void *word, int operation,
                 uint32_t value, ...);

typedef struct model_mutex { uint32_t owner; } model_mutex;
typedef struct model_cond { uint32_t unused; } model_cond;
int model_init(void *);
int model_lock(model_mutex *mutex, const site *where);
int model_unlock(model_mutex *mutex, const site *where);
int model_wait(model_cond *changed, model_mutex *mutex, const site *where);
int model_broadcast(model_cond *changed, const site *where);

long model_write(int descriptor, const site *where);
int model_time(struct timespec *t);
void *model_allocate(uint64_t bytes);
void model_free(void *memory);
