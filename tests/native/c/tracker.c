/* Random programs against the hazard tracker, for the sanitizers: sanitize.py builds and runs it.
 *
 * Streams use memory of their own and memory that they share, which is opened, joined, barred and
 * closed meanwhile. Each answer is judged by oracle.h. Besides:
 * 1. Any allocation may fail. The call is then refused, and nothing was noted.
 * 2. To take note neither allocates nor frees.
 * 3. Each owner is held as often as spans name it, and not at all in the end.
 */
#include <unistd.h>
#include "oracle.h"

/* ---- memories -------------------------------------------------------------------------------- */

/* Finds the memories of some places, in their order. */
static u32 memories_at(u32 low, u32 high, memory **found)
{
    u32 count = 0;
    for (u64 at = low * PART; at < high * PART; at += PART)
        for (handle *h = w.handle; h != w.handle + HANDLES; h++) {
            memory *m = h->tracked.memory;
            if (m && m->start <= at && at < m->stop && !(count && found[count - 1] == m))
                found[count++] = m;
        }
    return count;
}

static memory *make_memory(u32 low, u32 high)
{
    point reuse[STREAMS];
    u32 count = 0;
    memory *m = 0;
    for (u32 i = 0; i < w.streams; i++) {
        reuse[count] = (point){&w.stream[i], 0};
        for (u32 place = low; place < high; place++) {
            if (w.dead[place][i] > reuse[count].value)
                reuse[count].value = w.dead[place][i];
            w.dead[place][i] = 0;
        }
        count += reuse[count].value > 0;
    }
    DESPITE_FAILURES((m = new_memory(++w.number, low * PART, (high - low) * PART)) ? 0 : -1);
    DESPITE_FAILURES(set_reuse(m, reuse, count));
    return m;
}

/* Whether the host has not seen the end of an earlier life of some places. */
static int is_pending(u32 low, u32 high)
{
    for (u32 place = low; place < high; place++)
        for (u32 i = 0; i < w.streams; i++)
            if (w.dead[place][i] > w.stream[i].seen)
                return 1;
    return 0;
}

static void join_all(memory **all, u32 count, u32 low, u32 high)
{
    DESPITE_FAILURES(join_memories(all, count, low * PART, high * PART));
    for (u32 i = 1; i < count; i++)
        for (handle *h = w.handle; h != w.handle + HANDLES; h++)
            if (h->tracked.memory == all[i]) {
                h->tracked.memory = all[0];
                all[0]->users++;
                drop_memory(&w.t, all[i]);
            }
    done.joins++;
}

/* Opens a handle, the first ones on their own memory, the others on any places that they share. */
static void open_handle(u32 index)
{
    handle *h = &w.handle[index];
    memory *all[PLACES];
    if (index < PRIVATE) {
        h->low = index * OWN;
        h->high = h->low + OWN;
    } else {
        h->low = SHARED + (u32)chance(w.slices ? 1 : PLACES - SHARED);
        h->high = h->low + 1 + (u32)chance(PLACES - h->low);
        h->high = w.slices ? PLACES : h->high;
    }
    u32 count = memories_at(h->low, h->high, all);
    if (!count)
        all[0] = make_memory(h->low, h->high);
    else if (all[0]->start > h->low * PART || all[0]->stop < h->high * PART) {
        if (is_pending(h->low, h->high))
            return;
        join_all(all, count, h->low, h->high);
    }
    all[0]->users += count > 0;
    h->tracked = (tracked){all[0], 0, index >= PRIVATE};
}

/* Ends the life of a memory: the next one of its places has to follow it. Reads of frozen memory
 * have left no points, so anything may be reading that. */
static void end_life(handle *h)
{
    memory *m = h->tracked.memory;
    int is_read = h->tracked.bar & FROZEN && !h->tracked.has_others, ends = chance(2) > 0;
    DESPITE_FAILURES(ends ? end_history(&w.t, m, &w.found) : death_frontier(m, &w.found));
    for (u32 i = 0; i < m->count; i++)
        EXPECT(!ends || !(m->spans[i].writer.source || m->spans[i].beneath.count), "a writer");
    for (u64 place = m->start / PART; place < m->stop / PART; place++) {
        for (u32 i = 0; i < w.found.count; i++)
            w.dead[place][w.found.at[i].source - w.stream] = w.found.at[i].value;
        for (u32 i = 0; i < w.streams && is_read; i++)
            w.dead[place][i] = w.stream[i].value;
        w.earlier[place] |= w.touched[place];
        w.touched[place] = w.written[place] = w.last[place] = 0;
    }
    done.ends += ends;
}

static void close_handle(handle *h)
{
    memory *m = h->tracked.memory;
    if (!m)
        return;
    if (m->users == 1)
        end_life(h);
    h->tracked.memory = 0;
    drop_memory(&w.t, m);
}

/* ---- operations ------------------------------------------------------------------------------ */

/* Chooses uses, first those that only read, and leaves out what is barred. */
static u32 choose_uses(use *uses, region *regions)
{
    u32 wanted = 1 + (u32)chance(USES), readers = (u32)chance(wanted + 1), count = 0;
    u32 focus = (u32)chance(2 * HANDLES);
    for (u32 i = 0; i < wanted; i++) {
        u32 index = focus < HANDLES ? focus : (u32)chance(HANDLES);
        handle *h = &w.handle[index];
        if (!h->tracked.memory)
            open_handle(index);
        if (!h->tracked.memory)
            continue;
        u32 low = h->low, high = h->high;
        if (w.slices ? i >= readers : chance(2)) {
            low += (u32)chance(high - low);
            high = low + 1 + (u32)chance(w.slices ? 1 : high - low);
        }
        regions[i] = (region){&h->tracked, low * PART, high * PART, chance(4) == 0};
        uses[count++] = (use){&regions[i], i < readers || chance(2), i >= readers};
    }
    for (u32 i = 0; i < count;) {
        u32 bar = uses[i].region->tracked->bar;
        int is_barred = uses[i].writes ? bar != 0 : bar > FROZEN;
        i32 first = first_barred(uses, count);
        EXPECT(is_barred ? first == (i32)i : first < 0 || first > (i32)i, "the first is %d", first);
        if (is_barred)
            memmove(uses + i, uses + i + 1, (--count - i) * sizeof *uses);
        else
            i++;
    }
    return count;
}

static u32 choose_points(point *points, u32 most)
{
    u32 count = 0;
    while (count < most && w.count) {
        node *n = &w.step[chance(w.count)];
        points[count++] = (point){n->source, n->value};
    }
    return count;
}

/* Its spans cover what it uses, and it is the writer of those that it writes. */
static void check_spans(const use *uses, u32 count, const node *writer)
{
    for (const use *u = uses; u != uses + count; u++) {
        u32 first, last;
        EXPECT(!spans_of(&w.t, u->region, &first, &last), "no memory");
        const span *spans = u->region->tracked->memory->spans;
        EXPECT(first < last && spans[first].start == u->region->start, "a gap in front");
        for (u32 i = first; i < last; i++) {
            u64 next = i + 1 == last ? u->region->stop : spans[i + 1].start;
            EXPECT(spans[i].stop == next, "spans %u and %u do not meet", i, i + 1);
            EXPECT(!u->writes || spans[i].writer.owner == writer, "another writer");
            EXPECT(!u->writes || w.t.manual || !spans[i].reuse.count, "it goes on waiting");
        }
    }
}

static void judge_after(const point *after, u32 count, set before)
{
    for (u32 i = 0; i + 1 < w.t.edge_count; i++) {
        edge *e = &w.t.edges[i], *last = &w.t.edges[w.t.edge_count - 1];
        EXPECT(e[0].hazard != EVENT || e[1].hazard == EVENT, "an event before other waits");
        EXPECT(e->hazard == last->hazard || last->hazard != EVENT || e->source != last->source,
               "an event beside another wait for its stream");
    }
    for (u32 i = 0; i < count; i++)
        EXPECT(!(upto(after[i].source, after[i].value) & ~before), "not ordered after a point");
}

/* Leaves only the room that the owners held need, so that a command has to reserve its own. */
static void shrink_litter(void)
{
    void **litter = realloc(w.t.litter, (w.t.held + 1) * sizeof *litter);
    EXPECT(litter && !w.t.litter_count, "litter is left");
    w.t.litter = litter;
    w.t.litter_room = w.t.held + 1;
}

static void submit(void)
{
    use uses[USES];
    region regions[USES];
    point after[3];
    timeline *own = any_stream();
    u32 count = choose_uses(uses, regions);
    u32 many = choose_points(after, chance(6) ? 0 : 1 + (u32)chance(3));
    for (u32 h = 0; h < HANDLES && w.merges; h++)
        if (w.handle[h].tracked.memory && !chance(4))
            w.handle[h].tracked.memory->most = 1 + (u32)chance(6);
    shrink_litter();
    DESPITE_FAILURES(prepare_command(&w.t, own, uses, count, after, many));
    set before = order(own, !many);
    judge_after(after, many, before);
    judge_order(own, uses, count, before);
    judge_checks(uses, count);
    done.edges += w.t.edge_count;
    done.checks += w.t.check_count;
    done.many_checks += w.t.check_count > 2 * FEW_CHECKS;
    done.shadows += w.t.shadow_count;
    node *n = new_step(own, own->value + 1 + (chance(8) ? 0 : chance(3)), before);
    is_noting = 1;
    note(&w.t, own, uses, count, (step){own, n->value, &n->cell, n});
    is_noting = 0;
    EXPECT(w.t.litter_count + w.t.held <= w.t.litter_room, "no room to drop what is held");
    EXPECT(own->value == n->value, "it promises %zu", (size_t)own->value);
    touch(own, uses, count);
    check_spans(uses, count, n);
}

static void wait_for_points(void)
{
    point points[2];
    timeline *own = any_stream();
    u32 count = choose_points(points, 1 + (u32)chance(2));
    int asked = chance(2) > 0;
    DESPITE_FAILURES(prepare_wait(&w.t, own, points, count, asked));
    set before = order(own, !asked && count == 1);
    judge_after(points, count, before);
    if (!w.t.edge_count)
        return;
    is_noting = 1;
    note_wait(&w.t, own);
    is_noting = 0;
    new_step(own, own->value, before);
}

/* A wait that the queue of another stream carries out for this one, as host lanes do. */
static void join_points(void)
{
    point points[2];
    timeline *own = any_stream();
    u32 count = choose_points(points, 2);
    set before = w.seen | upto(own, own->value);
    for (u32 i = 0; i < count; i++)
        before |= upto(points[i].source, points[i].value);
    DESPITE_FAILURES(join(own, points, count, own->value + 1));
    new_step(own, ++own->value, before);
}

/* The host notes how the steps of a stream up to a value ended. */
static void reap(timeline *t, u64 value)
{
    int all_clean = t->clean == t->reaped;
    for (u32 i = 0; i < w.count; i++) {
        node *n = &w.step[i];
        if (n->source != t || n->value <= t->reaped || n->value > value)
            continue;
        n->is_clean = n->ends_as == DONE;
        all_clean &= n->is_clean;
        t->clean = all_clean ? n->value : t->clean;
        atomic_store(&n->cell.state, all_clean ? PENDING : n->ends_as); /* it may be used again */
    }
    t->reaped = value;
    t->clean = all_clean ? value : t->clean;
}

static void see(void)
{
    timeline *t = any_stream();
    u64 back = chance(4), value = t->value > back ? t->value - back : 0;
    if (value > t->reaped && chance(8))
        reap(t, value);
    allowed = 0;
    observe(t, value);
    allowed = -1;
    EXPECT(!was_refused, "seeing asks for memory");
    w.seen |= upto(t, value);
    for (u32 i = 0; i < w.streams; i++) {
        timeline *s = &w.stream[i];
        EXPECT(!s->count || s->snapshots[s->first].value > s->seen, "a snapshot stays");
    }
}

static void bar_one(void)
{
    tracked *t = &w.handle[chance(HANDLES)].tracked;
    static const u32 bars[] = {FROZEN, FROZEN, FROZEN, DELETED, CAPTURED, DELETED | GONE};
    t->bar |= bars[chance(6)];
}

/* ---- programs -------------------------------------------------------------------------------- */

static void run_program(void)
{
    memset(&w, 0, sizeof w);
    w.streams = 2 + (u32)chance(STREAMS - 1);
    w.t.manual = chance(2) > 0;
    w.merges = !chance(3);
    w.slices = !chance(4);
    w.stream[w.streams - 1].internal = 1;
    for (u32 n = 0; n < 2 * STEPS && w.count < STEPS; n++) {
        u64 kind = chance(w.slices ? 20 : 24); /* few producers of slices are seen */
        if (kind < 16)
            submit();
        else if (kind < 18)
            wait_for_points();
        else if (kind < 19)
            join_points();
        else if (kind < 22)
            see();
        else if (kind < 23)
            close_handle(&w.handle[chance(HANDLES)]);
        else
            bar_one();
        check_holds();
    }
    for (u32 h = 0; h < HANDLES; h++)
        close_handle(&w.handle[h]);
    check_holds();
    for (u32 i = 0; i < w.count; i++)
        EXPECT(!w.step[i].holds, "step %u is still held", i);
    for (u32 i = 0; i < w.streams; i++)
        free_timeline(&w.stream[i]);
    free_tracker(&w.t);
    free(w.found.at);
}

int main(int count, char **arguments)
{
    u64 percent = count > 2 ? strtoull(arguments[2], 0, 10) : 100;
    random_state = (count > 1 ? strtoull(arguments[1], 0, 10) : 1) * 2 + 1;
    alarm(count > 3 ? (u32)atoi(arguments[3]) : 100);
    for (u64 i = 0; i < 20 * percent + 1; i++)
        run_program();
    printf("%zu waits, %zu checks, %zu times many, %zu shadows\n", (size_t)done.edges,
           (size_t)done.checks, (size_t)done.many_checks, (size_t)done.shadows);
    printf("%zu memories joined, %zu ended, %zu allocations failed\n", (size_t)done.joins,
           (size_t)done.ends, (size_t)done.failures);
    EXPECT(percent < 10 || (done.many_checks && done.shadows), "the programs are too simple");
    EXPECT(percent < 10 || (done.joins && done.ends && done.failures), "too little went on");
    return 0;
}
