"""Mutants of the native tracker's C: each lacks a rule, and answers some script wrongly.

tracker_mutants_check.py builds them.
"""

from __future__ import annotations

from native.mutants import Mutant

# One of each kind; all of them take a minute.
QUICK = {
    *("RAW", "WAR", "WAW", "reuse", "waits are minimal"),
    *("points after which it comes are joined", "waits of internal streams in manual mode"),
    "the check of a read",
    *("the check of bytes in gaps", "a look at the cell", "a frontier as it was at the point"),
    *("seen is seen transitively", "frozen memory is not written"),
    *("a split span keeps its readers", "the owner of a writer is let go of"),
}


def _without(rule: str, header: str, old: str, new: str, may_crash: bool = False) -> Mutant:
    return Mutant(rule, ((f"{header}.h", old, new),), rule in QUICK, may_crash=may_crash)


_RAW = "need(t, own, (point){w->source, w->value}, RAW, of);\n    }\n"
_READ = f"        if (orders(t, own, w->source))\n            {_RAW}    if (t->manual)"
_DUG = f"        check_cell(t, w);\n        if (orders(t, own, w->source))\n            {_RAW}}}\n"
_WROTE = (
    "if (orders(t, own, w->source))\n            need(t, own, (point){w->source, w->value}, u->"
)
_CELL = "atomic_load_explicit(&s->cell->state, memory_order_acquire) == DONE"
_PARTS = "int passes_on = u->reads || u->region->has_gaps;"

WAITS = (
    _without("RAW", "hazards", _READ, _READ.replace("orders(", "0 && orders(")),
    _without("RAW of inout", "hazards", _WROTE, _WROTE.replace("orders(", "!u->reads && orders(")),
    _without("WAR", "hazards", "need(t, own, readers[i], WAR, of);", "continue;"),
    _without("WAW", "hazards", _WROTE, _WROTE.replace("orders(", "u->reads && orders(")),
    _without("reuse", "hazards", "need(t, own, s->reuse.at[i], REUSE, of);", "continue;"),
    _without("the newest point counts", "hazards", "p.value <= e->value", "p.value != e->value"),
    _without(
        "the newest read counts",
        "hazards",
        "    at[i] = (point){by->source, by->value};\n",
        "    if (i == s->readers.count)\n        at[i] = (point){by->source, by->value};\n",
    ),
    _without("seen points need no wait", "hazards", "p.value <= source->seen ||", ""),
    _without(
        "no wait for what the stream comes after",
        "hazards",
        "source->seen || p.value <= reached_at(own->now, source))",
        "source->seen)",
    ),
    _without("waits are minimal", "tracker", "e->hazard |= IMPLIED;", "continue;"),
    _without(
        "no wait is missing from the minimal ones",
        "tracker",
        "f->at[k].value >= e->value",
        "f->at[k].value >= 1",
    ),
    _without(
        "points after which it comes",
        "tracker",
        "if (!failed && after_count)",
        "if (!failed && after_count > 99)",
    ),
    _without(
        "points after which it comes are joined",
        "tracker",
        "join_wait(&t->joined, own, after[i])",
        "join_wait(&t->joined, own, (point){after[i].source, 0})",
    ),
    _without(
        "points after which it comes replace edges",
        "tracker",
        "if (!is_replaced)",
        "if (is_replaced < 2)",
    ),
    _without("asked waits are shown", "tracker", "(!asked && p.value", "(asked < 2 && p.value"),
    _without(
        "internal streams wait in manual mode",
        "hazards",
        "|| source->internal || own->internal",
        "&& (source != own || !own->internal)",
    ),
    _without(
        "waits of internal streams in manual mode",
        "hazards",
        " || own->internal;",
        " || (own->internal > 1);",
    ),
)
CHECKS = (
    _without("the check of a read", "hazards", f"        check_cell(t, w);\n{_READ}", _READ),
    _without("the check of an inout", "hazards", _PARTS, "int passes_on = u->region->has_gaps;"),
    _without("the check of bytes in gaps", "hazards", _PARTS, "int passes_on = u->reads;"),
    _without("an out checks nothing", "hazards", _PARTS, "int passes_on = 1;"),
    _without(
        "the checks of several writes come first",
        "tracker",
        "if (writes > 1 && check",
        "if (writes > 99 && check",
    ),
    _without(
        "earlier writers in gaps are read",
        "hazards",
        _DUG,
        f"        if (w->source != own)\n            continue;\n{_DUG}",
    ),
    _without("a look at the cell", "timeline", _CELL, "s->cell != 0"),
    _without(
        "only a reaped command is clean",
        "timeline",
        "return s->value <= s->source->reaped &&",
        "return",
    ),
    _without(
        "a reaped command may have failed",
        "timeline",
        "if (s->value <= s->source->clean)",
        "if (s->value <= s->source->reaped)",
    ),
    _without(
        "each producer is checked once",
        "hazards",
        "if (t->failed || is_checked(t, s))",
        "if (t->failed || (is_checked(t, s) && 0))",
    ),
)
FRONTIERS = (
    _without(
        "a frontier as it was at the point",
        "timeline",
        "frontier_at(wait.source, wait.value)",
        "wait.source->now",
    ),
    Mutant(
        "a snapshot is from its own value on",
        (
            ("timeline.h", "if (value >= at[high - 1].value)", "if (value > at[high - 1].value)"),
            ("timeline.h", "if (at[middle].value <= value)", "if (at[middle].value < value)"),
        ),
    ),
    _without("older snapshots", "timeline", "return low ? at[low - 1].frontier : 0;", "return 0;"),
    _without(
        "seen is seen transitively",
        "timeline",
        "forget_snapshots(f->at[i].source, f->at[i].value);",
        "f->at[i].source->asked = 0;",
    ),
    _without(
        "seen points leave long frontiers",
        "timeline",
        "if (p->count <= FEW_POINTS)",
        "if (p->count <= 9 * FEW_POINTS)",
    ),
    _without(
        "a frontier has no point of its own",
        "timeline",
        "if (more[k].source == except)",
        "if (more[k].source == except && !count)",
    ),
    _without("a join raises points", "timeline", "if (more[k].value > at[i].value)", "if (!count)"),
)
MEMORIES = (
    _without(
        "frozen memory is not written",
        "hazards",
        "uses[i].writes ? bar : bar >= DELETED",
        "bar >= DELETED",
    ),
    _without(
        "deleted memory is not read",
        "hazards",
        "uses[i].writes ? bar : bar >= DELETED",
        "uses[i].writes && bar",
    ),
    _without(
        "reads of frozen memory leave no points",
        "hazards",
        "of->bar && !of->has_others",
        "of->bar > 99 && !of->has_others",
    ),
    _without(
        "reads of frozen memory that is shared leave points",
        "hazards",
        "of->bar && !of->has_others",
        "of->bar",
    ),
    _without(
        "a write to all makes one span",
        "hazards",
        "whole && !t->manual && m->count > 1)",
        "whole && !t->manual && m->count > 99999)",
    ),
    _without(
        "a write without gaps ends what is beneath",
        "hazards",
        "        drop_beneath(t, s);\n    } else if",
        "        if (!by)\n            drop_beneath(t, s);\n    } else if",
    ),
    _without(
        "a manual write remembers the writer",
        "hazards",
        "        raise_point(at, count, (point){s->writer.source, s->writer.value});",
        "        raise_point(at, count, (point){s->writer.source, 0});",
    ),
    _without(
        "a split span keeps its readers",
        "ranges",
        "to->readers.count = from->readers.count;",
        "to->readers.count = 0;",
    ),
    _without(
        "a split span keeps its previous life",
        "ranges",
        "to->reuse.count = from->reuse.count;",
        "to->reuse.count = 0;",
    ),
    _without(
        "merged spans keep all readers",
        "ranges",
        "raise_points(readers_of(s), &s->readers.count, readers_of(other), other->readers.count);",
        "",
    ),
    _without("merged spans have one writer", "ranges", "is_same(w, &before->writer)", "1"),
    _without(
        "only clean writers are dropped",
        "ranges",
        "w->source->seen && is_clean(w))",
        "w->source->seen)",
    ),
    _without(
        "spans are merged", "ranges", "if (m->count > m->most) {", "if (m->count > 1u << 30) {"
    ),
    _without(
        "the newest writer beneath stays",
        "ranges",
        "earlier.value > at[kept].value ? at[kept] : earlier;\n            if (earlier.value > at",
        "earlier.value < at[kept].value ? at[kept] : earlier;\n            if (earlier.value < at",
    ),
    _without(
        "readers die last",
        "ranges",
        "value = newest_in(readers_of(s), s->readers.count, source, value);",
        "",
    ),
    _without(
        "writers die last",
        "ranges",
        "if (s->writer.source)\n        add_newest(",
        "if (s->writer.source && !found)\n        add_newest(",
    ),
    _without(
        "a joined memory begins at its first byte", "memories", "    first->start = start;\n", ""
    ),
    _without(
        "commands that merge spans are tried on a copy",
        "tracker",
        "if (count > 1 && make_shadows(",
        "if (count > 99999 && make_shadows(",
    ),
)
OWNERS = (
    _without(
        "the owner of a writer is let go of",
        "ranges",
        "        part_with(t, s->writer.owner);\n    s->writer = (step){0};",
        "        s->writer = (step){0};\n    (void)t;",
    ),
    _without(
        "a span holds its writer's owner",
        "hazards",
        "    keep(t, by->owner);",
        "    if (!by)\n        keep(t, by->owner);",
        may_crash=True,
    ),
    _without(
        "a split span holds its owners",
        "ranges",
        "    keep_all(t, &rest);",
        "    if (!t)\n        keep_all(t, &rest);",
        may_crash=True,
    ),
    _without(
        "the owners beneath are let go of",
        "ranges",
        "        part_with(t, s->beneath.at[i].owner);\n    s->beneath.count = 0;",
        "        s->beneath.at[i].value = t != 0;\n    s->beneath.count = 0;",
    ),
    _without(
        "a copy holds nothing",
        "hazards",
        "    if (t->borrows || !owner)\n        return;\n    hold(owner);",
        "    hold(owner);",
    ),
)
MUTANTS = (*WAITS, *CHECKS, *FRONTIERS, *MEMORIES, *OWNERS)
