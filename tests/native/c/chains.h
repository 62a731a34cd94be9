/* Chains of launches over several queues, with failures, racing cancellations and deadlines. */
#pragma once
#include "harness.h"

enum { CHAIN = 50, FAILS = 7 }; /* links that depend on each other; the code of those that fail */

static struct {
    cell *cells;
    i64 *deadlines;
    queue *q; /* any of them, for cancellations */
    u64 links, won, seed;
    pthread_t canceller;
    _Atomic u64 submitted;
} chains;

typedef struct chain_link { queue *q; plan *plan; } chain_link;

/* Cancels launches at random, close behind the submitter. */
static void *cancel_some(void *unused)
{
    u64 x = chains.seed, done = 0;
    while (done < chains.links) {
        u64 submitted = atomic_load(&chains.submitted);
        for (; done < submitted; done++) {
            x = x * 6364136223846793005u + 1442695040888963407u;
            if ((x >> 33) % 64 == 0)
                chains.won += CALL(cancel, INT(&chains.cells[done]), INT(chains.q));
        }
        sched_yield();
    }
    return unused;
}

static void make_chains(u64 links)
{
    chains.links = links;
    chains.cells = make_cells(links);
    chains.deadlines = calloc(links, sizeof(i64));
    chains.won = 0;
    chains.seed = random_state;
    atomic_store(&chains.submitted, 0);
}

static void drop_chains(void)
{
    free(chains.deadlines);
    drop(chains.cells);
}

/* Submits all links, each to the queue and with the plan that are drawn for it, and waits for them.
 * Then the plans may be dropped, while the queues' threads still run. Join the canceller.
 */
static void submit_chains(chain_link (*draw)(void), u64 *counter)
{
    chains.canceller = spawn(cancel_some, 0);
    queue *before = 0;
    u64 value = 0;
    for (u64 i = 0; i < chains.links; i++) {
        chain_link next = draw();
        if (!chance(64)) /* one that has passed, and one that may pass before its turn */
            chains.deadlines[i] = chance(4) ? now() + (i64)chance(200000) : 1;
        chains.cells[i].deadline = chains.deadlines[i];
        struct object waits[] = {{(u64)before, 0, 0}, {value, 0, 0}};
        struct object checks[] = {{(u64)&chains.cells[i - !!i], 0, 0}};
        value = launch_after(next.q, &chains.cells[i], next.plan, counter, 0,
                             before && before != next.q ? TUPLE(waits) : NO_ITEMS,
                             i % CHAIN ? TUPLE(checks) : NO_ITEMS);
        before = next.q;
        atomic_store(&chains.submitted, i + 1);
        if (!chance(1000)) /* now and then the queues run dry and sleep */
            sync_with(before, value, 0);
    }
    sync_with(before, value, 0);
}

/* Checks the end of each link, counts the states, and drops the cells. */
static void check_chains(u64 counts[7])
{
    u64 root = 0;
    for (u64 i = 0; i < chains.links; i++) {
        cell *c = &chains.cells[i];
        u32 state = state_of(c);
        counts[state]++;
        if (i % CHAIN == 0)
            root = 0;
        EXPECT(state >= DONE, "link %zu is not final", (size_t)i);
        EXPECT(c->finished >= c->started && c->started > 0, "times of link %zu", (size_t)i);
        EXPECT(c->error == (state == FAILED ? FAILS : 0), "error of link %zu", (size_t)i);
        EXPECT(!root || state == SKIPPED || state == CANCELLED, "link %zu ran, or expired", (size_t)i);
        if (state == SKIPPED)
            EXPECT(root && c->root == root, "link %zu has a stranger's root", (size_t)i);
        if (state == CANCELLED)
            EXPECT(c->root != root, "link %zu was cancelled for itself", (size_t)i);
        if (state == EXPIRED)
            EXPECT(chains.deadlines[i] && c->started > chains.deadlines[i], "link %zu was not late", (size_t)i);
        EXPECT(chains.deadlines[i] != 1 || (state != DONE && state != FAILED), "link %zu was late, and ran", (size_t)i);
        if (state != DONE)
            root = c->root;
    }
    EXPECT(chains.won == counts[CANCELLED], "a cancel won, and the link ran");
    EXPECT(counts[EXPIRED], "none was late");
    printf("  chains: %zu done, %zu cancelled, %zu failed, %zu skipped, %zu expired\n", (size_t)counts[DONE],
           (size_t)counts[CANCELLED], (size_t)counts[FAILED], (size_t)counts[SKIPPED], (size_t)counts[EXPIRED]);
    drop_chains();
}
