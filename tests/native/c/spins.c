/* Spins with yields, and threads that move, for the sanitizers: sanitize.py builds and runs it.
 *
 * Yields and the clock are scripted, so that nothing depends on what else runs on the machine.
 */
#include <pthread.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

static void scripted_yield(void);
static int scripted_time(struct timespec *t);
#define sched_yield() scripted_yield()
#define clock_gettime(clock, t) scripted_time(t)
#pragma GCC diagnostic ignored "-Wunused-function"
#include "platform.h"
#include "expect.h"

static struct {
    i64 at, late;        /* ns: the time, and how long a yield takes */
    int yields, reaches; /* how many there were, and which one brings what is waited for */
    _Atomic u64 counter;
} script;

static void scripted_yield(void)
{
    script.at += script.late;
    if (++script.yields == script.reaches)
        atomic_store(&script.counter, 1);
}

static int scripted_time(struct timespec *t)
{
    *t = (struct timespec){script.at / 1000000000, script.at % 1000000000};
    return 0;
}

/* Spins until the yield of that number, each of which takes `late` ns. Returns what the spin does. */
static int spin(i64 late, int reaches)
{
    static patience none = {SHORTEST, 0};
    script.at = 1000000000;
    script.late = late;
    script.yields = 0;
    script.reaches = reaches;
    atomic_store(&script.counter, 0);
    atomic_store(&yields_off_until, 0);
    return spin_until(&script.counter, 1, &none);
}

static int are_off(void) { return yields_are_off(script.at); }

static void look_at_yields(void)
{
    EXPECT(spin(500, 70) && script.yields == 70 && !are_off(), "quick yields end no spin");
    EXPECT(!spin(500, 0) && script.yields == SPIN_TURNS && !are_off(), "a spin has an end");
    for (u64 i = 0; i < 1000; i++) {
        i64 own = LATE_YIELD + 1 + (i64)chance(OWN_WORK - LATE_YIELD), late = OWN_WORK + own;
        EXPECT(spin(own, 1) && !are_off(), "the work that was waited for took %lld", (long long)own);
        EXPECT(!spin(own, 2) && script.yields == 1 && !are_off(), "it sleeps, and nobody was late");
        EXPECT(!spin(late, 2) && script.yields == 1 && !are_off(), "nobody was late by a time slice");
        EXPECT(spin(late, 1) && are_off(), "the spinner was late by %lld", (long long)late);
        script.at += OFF_FACTOR * late;
        EXPECT(!are_off(), "yields are off for too long");
    }
}

static void look_at_one_core(void)
{
    has_one_core = 1;
    EXPECT(!spin(500, 1) && !script.yields, "a spin on the only core");
    has_one_core = 0;
    EXPECT(spin(500, 1) && script.yields == 1, "no spin beside other cores");
}

/* ---- threads that move ------------------------------------------------------------------------ */

/* It may run where it might before, and it did move. */
static void look_at_moves(void)
{
    cpu_set_t before, after;
    int moves = 0;
    sched_getaffinity(0, sizeof before, &before);
    for (int i = 0; i < 100; i++) {
        i32 core = this_core();
        leave_core(core);
        moves += this_core() != core;
        sched_getaffinity(0, sizeof after, &after);
        EXPECT(CPU_EQUAL(&before, &after), "the thread may run on other cores than before");
    }
    EXPECT(moves || CPU_COUNT(&before) == 1, "the thread never moved");
}

static void look_at_a_move_to_nowhere(void)
{
    cpu_set_t before, here, after;
    sched_getaffinity(0, sizeof before, &before);
    i32 core = this_core();
    CPU_ZERO(&here);
    CPU_SET(core - 1, &here);
    EXPECT(!sched_setaffinity(0, sizeof here, &here), "core %d is not there", core);
    leave_core(core);
    sched_getaffinity(0, sizeof after, &after);
    EXPECT(CPU_EQUAL(&here, &after) && this_core() == core, "the thread left its only core");
    sched_setaffinity(0, sizeof before, &before);
}

int main(int count, char **arguments)
{
    random_state = count > 1 ? strtoull(arguments[1], 0, 10) | 1 : 1;
    alarm(count > 3 ? (unsigned)atoi(arguments[3]) : 60);
    look_at_yields();
    look_at_one_core();
    look_at_moves();
    look_at_a_move_to_nowhere();
    return 0;
}
