/* The machine on which the scenarios run: cooperative threads, store buffers, futexes, descriptors.
 *
 * 1. A state is bytes: the program's static memory, the heap, and of each stack the part in use.
 *    The explorer's own data lies elsewhere, behind the pointer `x`.
 * 2. A thread stops before each operation on memory that threads share, and before each system
 *    call. A step carries that out and runs on to the next stop. Plain memory between two stops is
 *    taken to be free of races, which the thread sanitizer checks.
 * 3. An atomic word is shared if two threads use it and one of them writes, in any state. This
 *    is not known beforehand: when a word turns out to be shared, exploring begins again.
 * 4. A store goes into the thread's store buffer and reaches memory at any moment later, in order.
 *    The thread's own updates and system calls wait for all of them; its seq_cst loads wait for
 *    the seq_cst stores and all stores before them. So a store and a later load of another
 *    word may change places unless both are seq_cst, as in C11. Other reorderings are not
 *    modelled: this is x86, and a little more.
 * 5. A sleep ends by a wake-up, or without one, as by a signal, as often as the scenario says.
 *    Its time-out never comes: it would hide a wake-up that was lost.
 * 6. A process may end, once, before any operation of its threads. Their stores that have not reached
 *    memory never do, which is an end between any two stores. Other threads learn of it by a
 *    descriptor, as by a pidfd.
 */
#pragma once
#include <errno.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include "model.h"

typedef uint8_t u8;
typedef uint32_t u32;
typedef uint64_t u64;

#define HEAP_BYTES (1u << 16)
#define STACK_BYTES (1u << 16)
#define MOST_BLOCKS 32
#define MOST_BUFFERED 8
#define MOST_USES 10000 /* of words in one step: beyond that it spins, and waits for somebody */

enum status { READY, LOCKING, POLLING, ASLEEP, OVER };

typedef struct buffered { void *at; u64 value; u32 size; int order; } buffered;

typedef struct thread {
    void *place[5]; /* where it stands, as __builtin_setjmp notes it; [2] is the stack pointer */
    u32 status;
    u32 was_interrupted;
    u32 is_daemon;
    u32 process;    /* the descriptor that tells of its end; 0: it is the one that goes on */
    void *on;       /* what it sleeps on or wants to lock */
    model_mutex *mutex; /* to be locked after a sleep; 0: none */
    u64 stores;
    buffered buffer[MOST_BUFFERED];
    const char *name;
    const site *where;
    void *(*run)(void *);
    void *argument;
} thread;

/* This is part of each state, as is all static memory. */
static struct {
    thread threads[MOST_THREADS];
    u32 count, interrupts; /* sleeps that may still end for no reason */
    u32 ended;             /* the process that has ended */
    struct block { u64 begin, end; u32 is_free; } blocks[MOST_BLOCKS];
    u64 block_count, heap_used;
    u32 readable[MOST_DESCRIPTORS];
} machine;

/* The users of a word, one bit for each thread, and the shortest expression that names it. */
typedef struct word_info { u8 users, writers, shared; const char *name; } word_info;

static struct explorer {
    void *home[5];
    thread *running;        /* 0: set_up or check */
    const char *failure;    /* of the step that just ended */
    int found_shared, tracing;
    u32 uses;               /* of words, in one step */
    char texts[4][24];
    u32 next_text;
    char *heap, *stacks;
    word_info *statics_info, heap_info[HEAP_BYTES / 4];
} *x;

extern char __data_start[], _end[];
#define STATICS_BYTES ((u64)(_end - __data_start))

/* ---- going from thread to thread -------------------------------------------------------------- */

/* They are functions of their own, because the compiler wants no setjmp beside a longjmp. */
static _Noreturn __attribute__((noinline)) void go_to(void **place) { __builtin_longjmp(place, 1); }
static _Noreturn __attribute__((noinline)) void go_home(void) { __builtin_longjmp(x->home, 1); }

static __attribute__((noinline)) void pause_here(void)
{
    if (!__builtin_setjmp(x->running->place))
        go_home();
}

static __attribute__((noinline)) void resume(thread *t)
{
    x->running = t;
    x->uses = 0;
    if (!__builtin_setjmp(x->home))
        go_to(t->place);
    x->running = 0;
}

_Noreturn void model_fail(const char *text)
{
    x->failure = text;
    go_home();
}

/* Writes a value for readers: NEVER, and small negative numbers, do not show as 20 digits. */
static const char *shown(u64 value)
{
    char *text = x->texts[x->next_text++ % 4];
    snprintf(text, sizeof x->texts[0], value == UINT64_MAX ? "NEVER" : "%lld", (long long)value);
    return text;
}

static void print_step(const char *form, ...)
{
    va_list values;
    va_start(values, form);
    printf("  %-10s ", x->running ? x->running->name : "");
    vprintf(form, values);
    putchar('\n');
    va_end(values);
}

#define trace(...) (x->tracing ? print_step(__VA_ARGS__) : (void)0)

/* ---- memory ----------------------------------------------------------------------------------- */

static struct block *block_of(u64 distance)
{
    struct block *block = machine.blocks;
    while (block->end <= distance)
        block++;
    return block;
}

static word_info *info_of(volatile void *at)
{
    u64 distance = (char *)at - x->heap;
    if (distance < HEAP_BYTES)
        return &x->heap_info[distance / 4];
    distance = (char *)at - __data_start;
    if (distance >= STATICS_BYTES)
        model_fail("an atomic word outside of the heap and of static memory");
    return &x->statics_info[distance / 4];
}

/* `lowest` in lower() is `&q->wanted` elsewhere: an expression with a member says more. */
static void name_word(word_info *info, const char *what)
{
    int says_more = strstr(what, "->") || strchr(what, '.');
    if (!info->name || (says_more && strlen(what) < strlen(info->name)))
        info->name = what;
    else if (says_more && !strstr(info->name, "->") && !strchr(info->name, '.'))
        info->name = what;
}

static const char *name_of(volatile void *at)
{
    const char *name = info_of(at)->name;
    return !name ? "a word" : *name == '&' ? name + 1 : name;
}

/* Takes note of a use; returns whether the word is shared between threads. */
static int is_shared(volatile void *at, int writes, const site *where)
{
    word_info *info = info_of(at);
    u64 distance = (u64)((char *)at - x->heap);
    if (distance < HEAP_BYTES && block_of(distance)->is_free)
        model_fail("memory that was freed is not touched");
    name_word(info, where->what);
    if (!x->running)
        return 0;
    u8 me = (u8)(1 << (x->running - machine.threads));
    info->users |= me;
    info->writers |= writes ? me : 0;
    int is_spinning = ++x->uses > MOST_USES;
    if (!info->shared && (is_spinning || (info->writers && info->users & (info->users - 1))))
        info->shared = x->found_shared = 1;
    if (is_spinning)
        go_home(); /* exploring begins anew */
    return info->shared;
}

static u64 read_word(const volatile void *at, u32 size)
{
    u64 value = 0;
    memcpy(&value, (const void *)at, size);
    return value;
}

static void flush_one(thread *t)
{
    buffered *oldest = t->buffer;
    memcpy(oldest->at, &oldest->value, oldest->size);
    trace("%-14s       %s = %s reaches memory", "", name_of(oldest->at), shown(oldest->value));
    t->stores--;
    memmove(oldest, oldest + 1, t->stores * sizeof *oldest);
    memset(oldest + t->stores, 0, sizeof *oldest);
}

static void flush_all(void)
{
    while (x->running && x->running->stores)
        flush_one(x->running);
}

/* The seq_cst stores, and all stores before them. */
static void flush_ordered(void)
{
    u64 last = x->running->stores;
    while (last && x->running->buffer[last - 1].order != __ATOMIC_SEQ_CST)
        last--;
    for (; last; last--)
        flush_one(x->running);
}

/* Returns the value that the running thread sees: the newest of its own stores, else memory. */
static u64 see(volatile void *at, u32 size)
{
    if (x->running)
        for (u64 i = x->running->stores; i; i--)
            if (x->running->buffer[i - 1].at == at)
                return x->running->buffer[i - 1].value;
    return read_word(at, size);
}

/* Stops before a shared operation: the steps of others may come before it. */
static void stop_at(const site *where)
{
    x->running->where = where;
    pause_here();
}

/* Stops before an update, unless others see nothing of it: it has earlier stores reach memory. */
static void stop_at_update(int shared, const site *where)
{
    if (shared || (x->running && x->running->stores))
        stop_at(where);
    flush_all();
}

u64 model_load(volatile void *at, u32 size, int order, const site *where)
{
    if (is_shared(at, 0, where)) {
        stop_at(where);
        if (order == __ATOMIC_SEQ_CST)
            flush_ordered();
        trace("%-14s load  %s: %s", where->function, name_of(at), shown(see(at, size)));
    }
    return see(at, size);
}

/* Does not stop, because others see the store only when it reaches memory. */
void model_store(volatile void *at, u32 size, u64 value, int order, const site *where)
{
    if (!is_shared(at, 1, where)) {
        memcpy((void *)at, &value, size);
        return;
    }
    thread *me = x->running;
    if (me->stores == MOST_BUFFERED)
        flush_one(me);
    buffered *entry = &me->buffer[me->stores++];
    *entry = (buffered){(void *)at, 0, size, order};
    memcpy(&entry->value, &value, size);
    trace("%-14s store %s = %s", where->function, name_of(at), shown(entry->value));
}

u64 model_update(volatile void *at, u32 size, enum update how, u64 operand, const site *where)
{
    static const char *const names[] = {"swap", "add", "sub", "or", "and"};
    int shared = is_shared(at, 1, where);
    stop_at_update(shared, where);
    u64 before = read_word(at, size), after = operand;
    switch (how) {
    case EXCHANGE: break;
    case ADD: after = before + operand; break;
    case SUBTRACT: after = before - operand; break;
    case OR: after = before | operand; break;
    case AND: after = before & operand; break;
    }
    memcpy((void *)at, &after, size);
    if (shared)
        trace("%-14s %-5s %s: %s becomes %s", where->function, names[how], name_of(at),
              shown(before), shown(read_word(at, size)));
    return before;
}

int model_compare_exchange(volatile void *at, u32 size, void *expected, u64 desired,
                           const site *where)
{
    int shared = is_shared(at, 1, where);
    stop_at_update(shared, where);
    u64 before = read_word(at, size);
    int same = before == read_word(expected, size);
    if (same)
        memcpy((void *)at, &desired, size);
    else
        memcpy(expected, &before, size);
    if (shared)
        trace("%-14s cas   %s: %s %s %s", where->function, name_of(at), shown(before),
              same ? "becomes" : "does not become", shown(desired));
    return same;
}

/* Memory is never used twice. Plain reads of freed memory find garbage. */
void *model_allocate(u64 bytes)
{
    u64 begin = (machine.heap_used + 63) & ~63ull;
    if (begin + bytes > HEAP_BYTES || machine.block_count == MOST_BLOCKS)
        model_fail("the model's heap is full");
    machine.heap_used = (begin + bytes + 7) & ~7ull;
    machine.blocks[machine.block_count++] = (struct block){begin, machine.heap_used, 0};
    return x->heap + begin;
}

void model_free(void *memory)
{
    if (!memory)
        return;
    struct block *block = block_of((u64)((char *)memory - x->heap));
    if (block->is_free)
        model_fail("memory is freed once");
    block->is_free = 1;
    memset(memory, 0xdd, block->end - block->begin);
}

/* ---- threads ---------------------------------------------------------------------------------- */

static void live(void)
{
    pause_here();
    thread *me = x->running;
    me->run(me->argument);
    trace("%-14s ends", "");
    me->status = OVER;
    go_home();
}

static __attribute__((noinline)) void enter(ucontext_t *context)
{
    if (!__builtin_setjmp(x->home))
        setcontext(context);
}

void model_thread(const char *name, void *(*run)(void *), void *argument)
{
    static const site here = {"", "beginning"};
    if (machine.count == MOST_THREADS)
        model_fail("too many threads");
    thread *t = &machine.threads[machine.count];
    *t = (thread){.name = name, .run = run, .argument = argument, .where = &here};
    ucontext_t context;
    getcontext(&context);
    context.uc_stack.ss_sp = x->stacks + STACK_BYTES * machine.count++;
    context.uc_stack.ss_size = STACK_BYTES;
    context.uc_link = 0;
    makecontext(&context, live, 0);
    void *home[5];
    memcpy(home, x->home, sizeof home);
    x->running = t;
    enter(&context);
    x->running = 0;
    memcpy(x->home, home, sizeof home);
}

void model_daemon(void) { machine.threads[machine.count - 1].is_daemon = 1; }

void model_mortal(int descriptor) { machine.threads[machine.count - 1].process = (u32)descriptor; }

/* Ends a process: none of its threads goes on, and what they have stored last is lost. */
static void end_process(u32 process)
{
    for (thread *t = machine.threads; t != machine.threads + machine.count; t++)
        if (t->process == process) {
            t->status = OVER;
            t->stores = 0;
            t->on = 0;
            memset(t->buffer, 0, sizeof t->buffer);
        }
    machine.ended = process;
    machine.readable[process] = 1;
}
