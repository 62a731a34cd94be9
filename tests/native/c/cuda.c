/* CUDA queues under load, for the sanitizers: sanitize.py builds and runs it.
 *
 * The driver is the fake of tests/cuda. Kernels touch plain memory on the threads of its streams:
 * if neither the host nor the device ordered them, the thread sanitizer would report it.
 */
#include "chains.h"
#include "cuda_harness.h"
#include "web.h"

/* ---- chains over GPU queues and one of the CPU, with failures and racing cancellations ------- */

enum { CHAINS = 3 }; /* queues of a GPU; one of the CPU stands behind them */

static struct {
    queue *queues[CHAINS + 1];
    plan *good, *bad, *here;
} mixed;

static void fail(void **params)
{
    **(u64 **)params[1] += 1000000000;
    **(i32 **)params[3] = FAILS;
}

static chain_link draw_mixed(void)
{
    u64 which = chance(10) < 8 ? chance(CHAINS) : CHAINS;
    plan *p = which == CHAINS ? mixed.here : chance(100) ? mixed.good : mixed.bad;
    return (chain_link){mixed.queues[which], p};
}

static void run_chains(void)
{
    gpu *g = make_gpu(DRIVER);
    fed_queue on[CHAINS];
    u64 counter = 0, counts[7] = {0};
    make_chains(scaled(20000));
    for (int i = 0; i < CHAINS; i++) {
        on[i] = open_fed_queue(g, 4 * chains.links);
        mixed.queues[i] = on[i].q;
    }
    queue *cpu = chains.q = mixed.queues[CHAINS] = make_queue(UNLIMITED);
    pthread_t thread = spawn(drain, cpu);
    mixed.good = make_gpu_plan(increment, 0);
    mixed.bad = make_gpu_plan(fail, 1);
    mixed.here = make_plan(increment_here, 1, 1, NO_ITEMS);
    submit_chains(draw_mixed, &counter);
    drop_gpu_plan(mixed.good);
    drop_gpu_plan(mixed.bad);
    drop(mixed.here);
    pthread_join(chains.canceller, 0);
    end_fed_queues(on, CHAINS);
    end(&cpu, &thread, 1);
    check_chains(counts);
    EXPECT(counter % 1000000000 == counts[DONE], "lost increments");
    EXPECT(counter / 1000000000 == counts[FAILED], "lost failures");
    drop(g);
}

/* ---- a web of launches: order, and what those see who see a point ---------------------------- */

enum { GPUS = 4, WATCHERS = 2 }; /* behind the queues of GPUs is one of the CPU */

static void sum_sources(void **params)
{
    node *n = *(node **)params[1];
    n->value = sum_of(n);
    n->runs++;
}

static i32 sum_here(void *args, i64 lo, i64 hi)
{
    (void)lo, (void)hi;
    sum_sources((void *[]){0, &((node **)args)[1]});
    return 0;
}

/* Whoever sees a point reached sees everything that it came after. */
static void check_seen(const node *n)
{
    for (u64 i = 0; i < n->count; i++) {
        const node *source = n->sources[i];
        EXPECT(completed_by(web.queues[source->on]) >= source->at, "a point came too early");
        EXPECT(state_of(source->status) == DONE, "a source is not final");
    }
    atomic_fetch_add_explicit(&web.looks, 1, memory_order_relaxed);
}

static void *watch_points(void *argument)
{
    u64 x = (u64)argument;
    for (node *n; (n = draw_recent(&x));) {
        while (completed_by(web.queues[n->on]) < n->at && (x >> 33) % 4)
            sched_yield();
        sync_with(web.queues[n->on], n->at, 0);
        check_seen(n);
    }
    return 0;
}

static void submit_node(node *n, plan **plans)
{
    struct object waits[2 * SOURCES];
    n->on = chance(8) ? chance(GPUS) : GPUS;
    plan *p = plans[n->on == GPUS ? 2 : !chance(50)];
    PyObject order = draw_sources(n, waits);
    atomic_store(&web.submitted, n - web.nodes);
    EXPECT(launch_after(web.queues[n->on], n->status, p, n, 0, &order, NO_ITEMS) == n->at,
           "issued out of order");
}

static void run_web(void)
{
    gpu *g = make_gpu(DRIVER);
    fed_queue on[GPUS];
    pthread_t watchers[WATCHERS];
    plan *plans[] = {make_gpu_plan(sum_sources, 0), make_gpu_plan(sum_sources, 1),
                     make_plan(sum_here, 1, 1, NO_ITEMS)};
    make_web(scaled(20000));
    for (int i = 0; i < GPUS; i++) {
        on[i] = open_fed_queue(g, 6 * web.count + 10);
        web.queues[i] = on[i].q;
    }
    queue *cpu = web.queues[GPUS] = make_cpu_queue(UNLIMITED);
    pthread_t thread = spawn(drain, cpu);
    for (u64 i = 0; i < WATCHERS; i++)
        watchers[i] = spawn(watch_points, (void *)(random_state + i));
    for (u64 i = 0; i < web.count; i++) {
        submit_node(&web.nodes[i], plans);
        if (!chance(200))
            sync_with(web.queues[web.nodes[i].on], web.nodes[i].at, 0);
    }
    atomic_store(&web.submitted, web.count);
    for (int i = 0; i < WATCHERS; i++)
        pthread_join(watchers[i], 0);
    sync_with(cpu, cpu->issued, 0); /* it waits for none of the queues any more that are freed now */
    end_fed_queues(on, GPUS);
    end(&cpu, &thread, 1);
    for (u64 i = 0; i < web.count; i++) {
        node *n = &web.nodes[i];
        EXPECT(n->runs == 1 && n->value == sum_of(n), "node %zu ran before a source", (size_t)i);
    }
    printf("  web: %zu launches, %zu looks\n", (size_t)web.count, (size_t)web.looks);
    for (int i = 0; i < 2; i++)
        drop_gpu_plan(plans[i]);
    drop(plans[2]);
    drop_web();
    drop(g);
}

/* ---- bursts ---------------------------------------------------------------------------------- */

static void run_bursts(void)
{
    gpu *g = make_gpu(DRIVER);
    u64 launches = scaled(20000), counters[GPUS] = {0};
    fed_queue on[GPUS];
    plan *p = make_gpu_plan(increment, 0);
    cell *cells = make_cells(GPUS * launches);
    for (int i = 0; i < GPUS; i++)
        on[i] = open_fed_queue(g, 3 * launches + 10);
    for (u64 i = 0; i < launches; i++)
        for (int k = 0; k < GPUS; k++)
            launch(on[k].q, &cells[GPUS * i + k], p, &counters[k]);
    end_fed_queues(on, GPUS);
    for (int k = 0; k < GPUS; k++)
        EXPECT(counters[k] == launches, "lost launches");
    u64 calls = 0;
    for (int i = 0; i < CALLS; i++)
        calls += fake_calls(i);
    printf("  bursts: %.3f calls a launch, %zu records, %zu looks, %zu sleeps\n",
           (double)calls / (double)fake_calls(LAUNCH), (size_t)fake_calls(RECORD),
           (size_t)fake_calls(QUERY), (size_t)fake_calls(SYNCHRONIZE));
    drop_gpu_plan(p);
    drop(cells);
    drop(g);
}

/* ---- copies ---------------------------------------------------------------------------------- */

/* A number goes round: one queue counts it up and copies it, the other one does the same with the
 * copy. */
static void run_copies(void)
{
    gpu *g = make_gpu(DRIVER);
    u64 rounds = scaled(2000), at = 0, words[2][3] = {{0, ~0ull, 0}, {0, ~0ull, 0}};
    fed_queue on[2] = {open_fed_queue(g, 8 * rounds + 10), open_fed_queue(g, 8 * rounds + 10)};
    struct object codes[] = {{'Q', 0, 0}, {'Q', 0, 0}}, bytes[] = {{8, 0, 0}};
    struct object none[] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    plan *p = make_gpu_plan(increment, 0);
    plan *copy = (plan *)CALL(new_gpu_plan, INT(srt_hand_copy), INT(0), TUPLE(none), TUPLE(none),
                              INT(0), INT(0), TUPLE(codes), TUPLE(bytes));
    cell *cells = make_cells(4 * rounds);
    for (u64 i = 0; i < 2 * rounds; i++) {
        queue *q = on[i % 2].q;
        struct object waits[] = {{(u64)on[!(i % 2)].q, 0, 0}, {at, 0, 0}};
        u64 *mine = &words[i % 2][0], *other = &words[!(i % 2)][0];
        launch_after(q, &cells[2 * i], p, mine, 0, i ? TUPLE(waits) : NO_ITEMS, NO_ITEMS);
        at = launch_after(q, &cells[2 * i + 1], copy, other, (u64)mine, NO_ITEMS, NO_ITEMS);
    }
    end_fed_queues(on, 2);
    EXPECT(words[0][0] == 2 * rounds && words[1][0] == 2 * rounds, "lost copies");
    EXPECT(!~words[0][1] && !~words[1][1], "a copy was too long");
    for (u64 i = 0; i < 4 * rounds; i++)
        EXPECT(state_of(&cells[i]) == DONE, "a copy failed");
    drop_gpu_plan(p);
    drop(copy);
    drop(cells);
    drop(g);
    printf("  copies: %zu\n", (size_t)(2 * rounds));
}

int main(int count, char **arguments)
{
    void (*parts[])(void) = {run_chains, run_web, run_bursts, run_copies};
    return run_parts(count, arguments, parts, COUNT(parts));
}
