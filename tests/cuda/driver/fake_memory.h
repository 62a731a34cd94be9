/* Memory: addresses that the host must not touch, the bytes behind them, guards, and faults.
 *
 * A device has two ranges of the same size. Addresses are from the first, which is never readable.
 * The bytes are in the second, where only the pages of live allocations are. An allocation ends at
 * the end of its last page, except for what its alignment leaves; that rest, and what is before it
 * in its first page, holds a canary. So a kernel that leaves its allocation faults or is seen.
 *
 * An operation keeps the allocation that its address had when it was enqueued. What was freed since
 * is found, even if the address has a new owner.
 */
#pragma once
#include <signal.h>
#include <sys/mman.h>
#include "fake_handles.h"

#define PAGE 4096ull
#define ALIGNMENT 512ull
#define RANGE (32ull << 30)
#define CANARY 0xa5
#define UNINITIALISED 0xcb /* "The memory is not cleared" (cuMemAlloc) */
#define MOST_FILLED (16ull << 20)

static u64 rounded(u64 bytes, u64 to) { return (bytes + to - 1) / to * to; }

static void map_device(device *d)
{
    void *first = mmap(0, RANGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    void *bytes = mmap(0, RANGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (first == MAP_FAILED || bytes == MAP_FAILED)
        abort();
    d->first = d->cursor = (u64)first;
    d->end = d->first + RANGE;
    d->distance = (u64)bytes - d->first;
}

static void unmap_device(device *d)
{
    munmap((void *)d->first, RANGE);
    munmap((void *)(d->first + d->distance), RANGE);
}

/* ---- the table of allocations, in the order of their addresses ------------------------------- */

/* How many allocations begin at or before an address. */
static u64 count_until(u64 address)
{
    u64 low = 0, high = the.memory_count;
    while (low < high) {
        u64 middle = (low + high) / 2;
        if (the.memories[middle]->address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The allocation that an address is in, its end included: a view of nothing may begin there. */
static memory *memory_at(u64 address)
{
    u64 n = count_until(address);
    memory *m = n ? the.memories[n - 1] : 0;
    return m && address - m->address <= m->bytes ? m : 0;
}

static void insert_memory(memory *m)
{
    if (the.memory_count == the.memory_room) {
        the.memory_room = the.memory_room ? 2 * the.memory_room : 64;
        the.memories = larger(the.memories, the.memory_room * sizeof *the.memories);
    }
    u64 n = count_until(m->address);
    memmove(the.memories + n + 1, the.memories + n, (the.memory_count - n) * sizeof *the.memories);
    the.memories[n] = m;
    the.memory_count++;
}

static void remove_memory(memory *m)
{
    u64 n = count_until(m->address) - 1;
    the.memory_count--;
    memmove(the.memories + n, the.memories + n + 1, (the.memory_count - n) * sizeof *the.memories);
    u64 *freed = the.freed[the.freed_count++ % 256];
    freed[0] = m->address, freed[1] = m->bytes;
}

static int was_freed(u64 address)
{
    for (u64 i = 0; i < 256 && i < the.freed_count; i++)
        if (address - the.freed[i][0] < the.freed[i][1])
            return 1;
    return 0;
}

/* Why an address is in no live allocation. */
static const char *missing(u64 address)
{
    if (was_freed(address))
        return "memory that was freed";
    for (u32 i = 0; i < the.device_count; i++)
        if (address - the.devices[i].first < RANGE)
            return "device memory outside of every live allocation";
    return "neither device memory nor page-locked host memory";
}

/* ---- allocating ------------------------------------------------------------------------------ */

/* Finds room after the allocation that was made last; addresses come again only after a round. */
static u64 find_room(device *d, u64 room)
{
    for (int round = 0; round < 2; round++) {
        u64 at = d->cursor;
        while (at + room <= d->end) {
            u64 n = count_until(at + room);
            memory *before = n ? the.memories[n - 1] : 0;
            u64 end = before ? before->first + before->room + PAGE : 0;
            if (end <= at || before->address < d->first) {
                d->cursor = at + room;
                return at;
            }
            at = end;
        }
        d->cursor = d->first;
    }
    return 0;
}

/* Takes memory of a device, which arrives at once or later in a stream; 0: no addresses left. */
static memory *take_memory(u32 number, u64 bytes, pool *from, enum life life)
{
    device *d = &the.devices[number];
    u64 whole = rounded(bytes, ALIGNMENT), pages = rounded(whole, PAGE);
    u64 first = find_room(d, pages + PAGE); /* the last page is a guard */
    if (!first)
        return 0;
    memory *m = zeros(sizeof *m);
    m->first = first, m->room = pages;
    m->address = first + pages - whole, m->bytes = bytes;
    m->host = (char *)(m->address + d->distance);
    m->place = ON_DEVICE, m->life = life;
    m->device = number, m->pool = from, m->context = d->primary;
    char *start = (char *)(first + d->distance);
    if (mprotect(start, pages, PROT_READ | PROT_WRITE))
        abort();
    memset(start, CANARY, (u64)(m->host - start));
    memset(m->host, UNINITIALISED, bytes < MOST_FILLED ? bytes : MOST_FILLED);
    memset(m->host + bytes, CANARY, whole - bytes);
    insert_memory(m);
    return m;
}

/* Whether the bytes around an allocation are as they were. */
static int is_intact(const memory *m)
{
    if (m->place != ON_DEVICE)
        return 1;
    const unsigned char *end = (unsigned char *)m->host + m->bytes;
    for (u64 i = 0; i < rounded(m->bytes, ALIGNMENT) - m->bytes; i++)
        if (end[i] != CANARY)
            return 0;
    u64 before = m->address - m->first;
    for (u64 i = 1; i <= before && i <= ALIGNMENT; i++)
        if (((unsigned char *)m->host)[-(i64)i] != CANARY)
            return 0;
    return 1;
}

static void free_record(memory *m)
{
    free(m->uses.times);
    free(m);
}

static void forget_use(memory *m)
{
    if (m && !--m->pending && m->life == GONE)
        free_record(m);
}

/* Returns page-locked memory to the system only when 64 more were freed, so that it is missed. */
static void quarantine(u64 start, u64 bytes)
{
    u64 *oldest = the.unlocked[the.unlocked_count++ % 64];
    if (oldest[1])
        munmap((void *)oldest[0], oldest[1]);
    oldest[0] = start, oldest[1] = bytes;
}

/* Makes memory unreachable. */
static void drop_memory(memory *m)
{
    remove_memory(m);
    m->life = GONE;
    if (m->place != REGISTERED) {
        u64 distance = m->place == PINNED ? 0 : the.devices[m->device].distance;
        char *start = (char *)(m->first + distance);
        madvise(start, m->room, MADV_DONTNEED);
        mprotect(start, m->room, PROT_NONE);
    }
    if (m->place == PINNED)
        quarantine(m->first, m->room);
    if (!m->pending)
        free_record(m);
}

/* Whether a number is an address of device memory, live or not, or of live page-locked memory. */
static int is_address(u64 number)
{
    for (u32 i = 0; i < the.device_count; i++)
        if (number - the.devices[i].first < RANGE)
            return 1;
    const memory *m = memory_at(number);
    return m && number - m->address < m->bytes;
}

/* Keeps the allocation of an address for an operation; 0 if it has none. */
static memory *use_memory(u64 address)
{
    memory *m = memory_at(address);
    if (m)
        m->pending++;
    return m;
}

static int can_reach(u32 number, const memory *m)
{
    if (m->place != ON_DEVICE || m->device == number)
        return 1;
    if (m->pool)
        return (int)(m->pool->readers >> number & 1);
    return (int)(the.devices[number].peers >> m->device & 1);
}

/* ---- faults ---------------------------------------------------------------------------------- */

static _Thread_local sigjmp_buf *landing; /* of a kernel or a copy that runs on this thread */
static _Thread_local u64 fault_address;
static struct sigaction before_us[2];
static const int faults[2] = {SIGSEGV, SIGBUS};

static void tell(const char *text)
{
    ssize_t written = write(2, text, strlen(text));
    (void)written;
}

/* A fault on the device ends the kernel; one of the host ends the process, after a word. */
static void handle_fault(int signal_number, siginfo_t *info, void *machine)
{
    if (landing) {
        fault_address = (u64)info->si_addr;
        siglongjmp(*landing, 1);
    }
    for (u32 i = 0; i < the.device_count; i++)
        if ((u64)info->si_addr - the.devices[i].first < RANGE)
            tell("fake CUDA driver: the host touched device memory; copy it first\n");
    if (was_freed((u64)info->si_addr))
        tell("fake CUDA driver: the host touched page-locked memory that was freed\n");
    struct sigaction *old = &before_us[signal_number == SIGBUS];
    if (old->sa_flags & SA_SIGINFO)
        old->sa_sigaction(signal_number, info, machine);
    else if (old->sa_handler == SIG_DFL || old->sa_handler == SIG_IGN)
        signal(signal_number, SIG_DFL); /* it happens again as soon as we return */
    else
        old->sa_handler(signal_number);
}

static void catch_faults(void)
{
    struct sigaction action = {.sa_sigaction = handle_fault,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    for (int i = 0; i < 2; i++)
        sigaction(faults[i], &action, &before_us[i]);
}

/* Restores the handlers, unless somebody has put others on top of ours. */
static void leave_faults(void)
{
    for (int i = 0; i < 2; i++) {
        struct sigaction current;
        sigaction(faults[i], 0, &current);
        if (current.sa_flags & SA_SIGINFO && current.sa_sigaction == handle_fault)
            sigaction(faults[i], &before_us[i], 0);
    }
}
