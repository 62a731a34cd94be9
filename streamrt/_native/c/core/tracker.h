/* The hazard tracker: what a command waits for, given what it reads and writes.
 *
 * `streamrt/_core/tracking` (hazards.py, ranges.py, timeline.py) is the specification. This does
 * the same, command by command. It knows no PyObject and no lock: its caller holds the runtime's.
 * 1. A command is tracked in two halves, so that a refusal or a lack of memory leaves no trace.
 *    `prepare_command` cuts spans, finds the waits and the checks, and reserves all memory that
 *    `note` will need. `note` takes note of the command; it cannot fail, and allocates and frees
 *    nothing.
 * 2. `prepare_command` may be called again. Its answer counts until any other function is called.
 * 3. The spec notes each use before it looks at the next. To look at all of them first gives the
 *    same answers, also where they overlap: a second look at a span finds what the first one found,
 *    and the spec takes the checks of several writes before it notes any. It is not the same where
 *    a use changes which spans there are for another; see shadows.h.
 */
#pragma once
#include "shadows.h"

/* ---- looking --------------------------------------------------------------------------------- */

/* Returns the memory of a use, or the copy on which the command is tried. */
static memory *work_on(tracker *t, const use *u)
{
    memory *m = u->region->tracked->memory, *copy = t->shadow_count ? shadow_of(t, m) : 0;
    t->borrows = copy != 0;
    return copy ? copy : m;
}

/* Looks at one use. */
static int weigh_use(tracker *t, const timeline *own, const use *u)
{
    u32 first, last;
    memory *m = work_on(t, u);
    if (find_spans(t, m, u->region, &first, &last))
        return -1;
    for (span *s = m->spans + first, *end = m->spans + last; s != end; s++)
        if (u->writes)
            weigh_write(t, own, s, u);
        else
            weigh_read(t, own, s, u->region->tracked);
    if (t->borrows && !t->failed) {
        step stand_in = {(timeline *)own, own->value + 1, 0, 0};
        note_use(t, m, u, &stand_in);
    }
    return 0;
}

/* Takes the checks of several writes together, because an `out` that overlaps an `inout` would hide
 * the producer of the `inout`. */
static int check_producers(tracker *t, const use *uses, u32 count)
{
    for (u32 i = 0; i < count; i++) {
        const use *u = &uses[i];
        if (!u->writes || !(u->reads || u->region->has_gaps))
            continue;
        u32 first, last;
        memory *m = work_on(t, u);
        if (find_spans(t, m, u->region, &first, &last))
            return -1;
        for (const span *s = m->spans + first, *end = m->spans + last; s != end; s++) {
            if (s->writer.source && !is_clean(&s->writer))
                check_cell(t, &s->writer);
            for (u32 k = 0; k < s->beneath.count; k++)
                if (!is_clean(&s->beneath.at[k]))
                    check_cell(t, &s->beneath.at[k]);
        }
    }
    return 0;
}

#define IMPLIED 0x80000000u /* marks the hazard of an edge that another one implies */

/* Leaves the edges that no other of them implies. */
static void leave_minimal(tracker *t)
{
    u32 kept = 0;
    for (u32 i = 0; i < t->edge_count; i++) {
        const frontier *f = frontier_at(t->edges[i].source, t->edges[i].value);
        for (u32 k = 0; f && k < f->count; k++) {
            const timeline *source = f->at[k].source;
            edge *e = source->asked == t->asked ? &t->edges[source->edge] : 0;
            if (e && e != &t->edges[i] && f->at[k].value >= e->value)
                e->hazard |= IMPLIED;
        }
    }
    for (u32 i = 0; i < t->edge_count; i++)
        if (!(t->edges[i].hazard & IMPLIED))
            t->edges[kept++] = t->edges[i];
    t->edge_count = kept;
}

/* Adds edges for points that are not known to be reached. `known` has the points that `own` comes
 * after. */
static int await_points(tracker *t, const timeline *own, const point *known, u32 known_count,
                        const point *after, u32 count, int asked)
{
    for (u32 i = 0; i < count; i++) {
        point p = after[i];
        if (p.source == own || p.value <= reached_in(known, known_count, p.source) ||
            (!asked && p.value <= p.source->seen))
            continue;
        edge *e = new_edge(t);
        if (!e)
            return -1;
        *e = (edge){p.source, p.value, EVENT, 0};
    }
    return 0;
}

/* Takes out those of the first edges that the later ones replace. */
static void replace_edges(tracker *t, u32 first)
{
    u32 kept = 0;
    for (u32 i = 0; i < t->edge_count; i++) {
        int is_replaced = 0;
        for (u32 k = first; i < first && k < t->edge_count; k++)
            is_replaced |= t->edges[k].source == t->edges[i].source;
        if (!is_replaced)
            t->edges[kept++] = t->edges[i];
    }
    t->edge_count = kept;
}

static int join_edges(tracker *t, const timeline *own)
{
    if (begin_join(&t->joined, own))
        return -1;
    for (u32 i = 0; i < t->edge_count; i++)
        if (join_wait(&t->joined, own, (point){t->edges[i].source, t->edges[i].value}))
            return -1;
    end_join(&t->joined);
    return 0;
}

/* Adds the edges to points that the command comes after in any case: the spec's _ordered_after.
 * Joins all of the points then, also those that need no edge. */
static int order_after(tracker *t, const timeline *own, const point *after, u32 count)
{
    u32 first = t->edge_count;
    if (!first && begin_join(&t->joined, own))
        return -1;
    if (await_points(t, own, t->joined.at, t->joined.count, after, count, 0))
        return -1;
    if (t->edge_count == first)
        return 0;
    for (u32 i = 0; i < count; i++)
        if (join_wait(&t->joined, own, after[i]))
            return -1;
    end_join(&t->joined);
    replace_edges(t, first);
    return 0;
}

/* Reserves what the timeline needs to take note of the edges. */
static int reserve_join(tracker *t, timeline *own)
{
    if (!t->edge_count)
        return 0;
    if (reserve_snapshot(own) || !(t->next = new_frontier(own, &t->joined)))
        return -1;
    return 0;
}

static void forget_answer(tracker *t)
{
    if (t->next || t->shadow_count) {
        forget_shadows(t);
        free(t->next);
        t->next = 0;
    }
    t->edge_count = t->check_count = t->failed = t->borrows = 0;
    t->asked++;
}

/* ---- the two halves -------------------------------------------------------------------------- */

static int weigh_all(tracker *t, timeline *own, const use *uses, u32 count)
{
    u32 writes = 0;
    u64 written = 0;
    for (u32 i = 0; i < count; i++)
        writes += uses[i].writes;
    if (count > 1 && make_shadows(t, uses, count))
        return -1;
    if (writes > 1 && check_producers(t, uses, count))
        return -1;
    for (u32 i = 0; i < count; i++)
        if (weigh_use(t, own, &uses[i]))
            return -1;
    t->borrows = 0;
    for (u32 i = 0; i < count; i++) /* now, because each use may have cut the spans of others */
        written += uses[i].writes ? count_spans(uses[i].region) : 0;
    for (u32 i = 0; i < t->shadow_count; i++)
        written += count_owners(t->shadows[i].copy);
    return reserve_litter(t, written);
}

/* Finds what the command at the next value of `own` waits for and checks, and reserves memory.
 *
 * `uses`: all that only read come before all that write.
 * `after`: points that it comes after, whatever it uses. Their edges are EVENTs; they come
 *    behind the others, and replace an edge to the same timeline.
 * -1: no memory, nothing was noted. */
static inline int prepare_command(tracker *t, timeline *own, const use *uses, u32 count,
                                  const point *after, u32 after_count)
{
    forget_answer(t);
    int failed = weigh_all(t, own, uses, count) || t->failed;
    if (!failed && t->edge_count) {
        leave_minimal(t);
        failed = join_edges(t, own);
    }
    if (!failed && after_count)
        failed = order_after(t, own, after, after_count);
    if (!failed)
        failed = reserve_join(t, own);
    if (failed)
        forget_answer(t);
    return failed ? -1 : 0;
}

/* Takes note of the command that was prepared last; `s` is its step, at the value that its timeline
 * then has. It holds the owner once for each span that has it as writer, or beneath. The checks
 * stay readable, but their owners are not held: the next take_litter may end them. */
static inline void note(tracker *t, timeline *own, const use *uses, u32 count, step s)
{
    for (u32 i = 0; i < count; i++) {
        memory *m = uses[i].region->tracked->memory;
        if (!t->shadow_count || !shadow_of(t, m))
            note_use(t, m, &uses[i], &s);
    }
    for (u32 i = 0; i < t->shadow_count; i++)
        take_shadow(t, t->shadows[i], &s);
    own->value = s.value;
    if (t->next)
        take_frontier(own, t->next, s.value);
    t->next = 0;
}

/* Finds the edges of a wait for some points, which has a value of its own; none, if it is known to
 * come after them. With `asked`, points that the host has seen reached have edges, too. -1: no
 * memory. */
static inline int prepare_wait(tracker *t, timeline *own, const point *after, u32 count, int asked)
{
    forget_answer(t);
    const point *known = own->now ? own->now->at : 0;
    if (await_points(t, own, known, own->now ? own->now->count : 0, after, count, asked) ||
        (t->edge_count && join_edges(t, own)) || reserve_join(t, own)) {
        forget_answer(t);
        return -1;
    }
    return 0;
}

/* Takes note of the wait that was prepared last, at the next value, if it has edges. */
static inline void note_wait(tracker *t, timeline *own)
{
    own->value++;
    take_frontier(own, t->next, own->value);
    t->next = 0;
}

/* Frees what a tracker has, not the tracker. Its memories are gone, and its litter is taken. */
static inline void free_tracker(tracker *t)
{
    forget_answer(t);
    free(t->edges);
    free(t->checks);
    free(t->litter);
    free(t->seats);
    free(t->joined.at);
    free(t->shadows);
    *t = (tracker){.manual = t->manual, .asked = t->asked};
}
