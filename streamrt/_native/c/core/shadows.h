/* Shadows: copies of memories, on which a command is tried where its uses change what they find.
 *
 * To look at all uses before any is noted gives the spec's answers, except where one use changes
 * which spans there are for another. Such a memory is copied. The command is looked at and noted on the
 * copy, use by use, and the memory takes the copy's spans when the command is noted.
 */
#pragma once
#include "hazards.h"

/* Whether a byte offset lies inside a span, so that a cut there makes two of it. */
static int is_inside(const memory *m, u64 at)
{
    u32 i = index_of(m, at);
    return i < m->count && m->spans[i].start != at;
}

/* Whether a use needs its memory as the others have left it, because it finds other spans then:
 * merged ones, or the one that a write to all has made. With manual hazards, a cut also tells
 * readers that are known to be none from readers that are not known. */
static int needs_shadow(const tracker *t, const use *uses, u32 count, u32 index)
{
    const region *r = uses[index].region;
    const memory *m = r->tracked->memory;
    if (is_whole(r, m))
        return 0;
    int needs = m->count + 2ull * count > m->most;
    if (t->manual)
        needs |= is_inside(m, r->start) || is_inside(m, r->stop);
    for (u32 i = 0; i < count; i++) {
        const region *other = uses[i].region;
        if (i == index || other->tracked->memory != m)
            continue;
        if (needs || (i < index && uses[i].writes && !t->manual && is_whole(other, m)))
            return 1;
    }
    return 0;
}

static memory *shadow_of(const tracker *t, const memory *m)
{
    for (u32 i = 0; i < t->shadow_count; i++)
        if (t->shadows[i].real == m)
            return t->shadows[i].copy;
    return 0;
}

static void free_copy(memory *copy)
{
    free_spans(copy, 0);
    free(copy);
}

static void forget_shadows(tracker *t)
{
    while (t->shadow_count)
        free_copy(t->shadows[--t->shadow_count].copy);
}

/* Copies a memory. The copy borrows the owners: nothing can let go of them before it is taken. */
static memory *copy_memory(const memory *m)
{
    memory *copy = new_memory(m->number, m->start, m->stop - m->start);
    if (!copy)
        return 0;
    int failed = reserve_spans(copy, m->count + 1ull);
    for (u32 i = 0; i < m->count && !failed; i++) {
        span *to = &copy->spans[i];
        failed = copy_history(to, &m->spans[i]);
        to->start = m->spans[i].start;
        to->stop = m->spans[i].stop;
        to->has_readers = m->spans[i].has_readers;
    }
    if (failed) {
        free_copy(copy);
        return 0;
    }
    copy->count = m->count;
    copy->most = m->most;
    return copy;
}

static int make_shadows(tracker *t, const use *uses, u32 count)
{
    for (u32 i = 0; i < count; i++) {
        memory *m = uses[i].region->tracked->memory;
        if (!needs_shadow(t, uses, count, i) || shadow_of(t, m))
            continue;
        shadow *more = grown(t->shadows, &t->shadow_room, t->shadow_count + 1ull, sizeof *more);
        memory *copy = more ? copy_memory(m) : 0;
        if (more)
            t->shadows = more;
        if (!copy)
            return -1;
        t->shadows[t->shadow_count++] = (shadow){m, copy};
    }
    return 0;
}

static u64 count_owners(const memory *m)
{
    u64 found = m->count;
    for (u32 i = 0; i < m->count; i++)
        found += m->spans[i].beneath.count;
    return found;
}

/* Puts the command itself in place of the step that stood for it in a copy. */
static void name_step(span *s, const step *by)
{
    point *readers = readers_of(s);
    if (s->writer.source == by->source && s->writer.value > by->source->value)
        s->writer = *by;
    for (u32 i = 0; i < s->readers.count; i++)
        if (readers[i].source == by->source && readers[i].value > by->source->value)
            readers[i].value = by->value;
}

/* Gives a memory the spans of its copy. The copy takes the old ones, and is freed later. */
static void take_shadow(tracker *t, shadow pair, const step *by)
{
    memory *m = pair.real, *copy = pair.copy, old = *m;
    for (u32 i = 0; i < copy->count; i++) {
        name_step(&copy->spans[i], by);
        keep_all(t, &copy->spans[i]);
    }
    for (u32 i = 0; i < old.count; i++) {
        drop_writer(t, &m->spans[i]);
        drop_beneath(t, &m->spans[i]);
    }
    if (old.spans == &m->only)
        copy->only = m->only;
    m->spans = copy->spans;
    m->count = copy->count;
    m->room = copy->room;
    m->most = copy->most;
    copy->spans = old.spans == &m->only ? &copy->only : old.spans;
    copy->room = old.room;
}
