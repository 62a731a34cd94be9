/* The recorder's rings: one writer at a time, and readers that copy while it writes.
 *
 * The counts of a ring are plain memory that the owners of a queue hand over, as its other fields.
 */
#include "reading.h"

enum { SIZE = 8 };

static _Atomic u32 is_over;

/* ---- a writer that never waits, and a reader ---------------------------------------------------- */

static u64 written_by_hand;

static void *write_numbers(void *log)
{
    u64 x = written_by_hand;
    for (u64 n = 0; n < written_by_hand; n++) {
        write_event(log, numbered(n));
        x = x * 6364136223846793005u + 1442695040888963407u;
        if ((x >> 33) % 64 == 0)
            sched_yield();
    }
    atomic_store(&is_over, 1);
    return 0;
}

static void run_by_hand(void)
{
    event copies[SIZE];
    reading r = {0, 0, copies};
    ring *log = make_ring(SIZE);
    u64 kept = 0, looks = 0;
    written_by_hand = scaled(300000);
    atomic_store(&is_over, 0);
    pthread_t writer = spawn(write_numbers, log);
    while (!atomic_load(&is_over)) {
        read_ring(log, &r);
        check_numbers(log, &r);
        kept += r.end - r.first;
        looks++;
    }
    pthread_join(writer, 0);
    read_ring(log, &r);
    check_numbers(log, &r);
    EXPECT(r.end == written_by_hand, "events are missing");
    EXPECT(r.end - r.first == (r.end < SIZE ? r.end : SIZE - 1), "a resting ring has its newest");
    free(log);
    printf("  by hand: %zu looks kept %zu events\n", (size_t)looks, (size_t)kept);
}

/* ---- a queue whose submitter and loop write by turns -------------------------------------------- */

static u64 counter;

static i32 count_one(void *args, i64 lo, i64 hi)
{
    (void)args, (void)lo, (void)hi;
    counter++;
    return 0;
}

static void *read_until_over(void *log)
{
    event copies[SIZE];
    reading r = {0, 0, copies};
    while (!atomic_load(&is_over)) {
        read_ring(log, &r);
        for (u64 n = r.first; n < r.end; n++) {
            event *e = &copies[n % SIZE];
            EXPECT(e->value == n + 1 && e->kind == EXECUTION && e->state == DONE, "another event");
            EXPECT(e->submitted <= e->started && e->started <= e->finished, "times go back");
        }
    }
    return 0;
}

static void run_turns(void)
{
    u64 launches = scaled(20000), sum = 0;
    queue *q = make_cpu_queue(UNLIMITED);
    ring *log = make_ring(SIZE);
    cell *cells = make_cells(launches);
    plan *quick = make_quick_plan(count_one), *plain = make_plan(count_one, 1, 1, NO_ITEMS);
    counter = 0;
    atomic_store(&q->log, log);
    atomic_store(&is_over, 0);
    pthread_t loop = spawn(drain, q), reader = spawn(read_until_over, log);
    for (u64 i = 0; i < launches; i++) {
        launch(q, &cells[i], chance(8) ? quick : plain, 0);
        if (!chance(4))
            sync_with(q, i + 1, 0);
    }
    sync_with(q, launches, 0);
    end(&q, &loop, 1);
    atomic_store(&is_over, 1);
    pthread_join(reader, 0);
    EXPECT(atomic_load(&log->written) == launches && counter == launches, "events are missing");
    for (u64 i = 0; i < 64; i++)
        sum += log->ran[i];
    EXPECT(sum == launches, "runs were not counted");
    for (u64 i = launches < SIZE ? 0 : launches - SIZE; i < launches; i++) {
        event e;
        memcpy(&e, (void *)log->events[i % SIZE], sizeof e);
        EXPECT(e.submitted == cells[i].submitted && e.started == cells[i].started &&
                   e.finished == cells[i].finished && e.value == i + 1,
               "an event is not what became of its execution");
    }
    drop(quick);
    drop(plain);
    drop(cells);
    free(log);
    printf("  turns: %zu launches\n", (size_t)launches);
}

int main(int count, char **arguments)
{
    void (*parts[])(void) = {run_by_hand, run_turns};
    return run_parts(count, arguments, parts, COUNT(parts));
}
