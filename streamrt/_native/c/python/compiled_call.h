/* The native type Call, and its method submit: a call of a compiled function, in one native step.
 *
 * A call has operands: first its arguments, which are buffers of certain layouts or scalars of
 * certain types, then constants, which are buffers or scalars, too, then fresh memory: buffers, and
 * scratch memory that nobody gets. Each slot of the plan takes an address in one of them, or a scalar.
 * Buffers in a slot are read as a whole, fresh memory is written. The results are some of the
 * operands.
 *
 * It serves calls whose arguments fit, if dropped memory serves for what is fresh. Everything else,
 * and every error, is left to the caller, who takes the way through Python: see calls.py.
 *
 * Nothing here changes after it is made. It keeps its plan loaded. But when the device ends, or a
 * kernel is to be planned again, all calls that were made before serve nothing any more.
 */
#pragma once
#include "replay_call.h"

typedef struct operand {
    PyObject *what;  /* the layout of a buffer, the type of a scalar; of scratch memory None */
    PyObject *given; /* a constant; else 0 */
    u64 nbytes;      /* of scratch memory */
    u8 code;         /* how to convert a scalar; 0: a buffer */
    u8 is_used;      /* whether a slot takes it */
} operand;

typedef struct place { u32 operand; u64 offset; } place;

typedef struct compiled {
    PyObject *stream, *subject, *fresh;
    plan *plan;
    u64 ended; /* of the device's table of plans when this was made */
    u32 arguments, given, operands; /* arguments; with constants; with fresh memory */
    u32 slots, results;
    u32 depth;   /* how many frames the user's is above the one that calls */
    operand *operand;
    place *slot;
    u8 *result;
} compiled;

#define CALL_OF(o) FIELDS(compiled, o)

/* ---- a call ----------------------------------------------------------------------------------- */

/* Whether a value is what an operand asks for. */
static inline int fits(const operand *o, PyObject *value)
{
    if (o->code)
        return TYPE_OF(value) == o->what;
    PyObject *region = is_buffer(value) ? SLOT(value, slots.buffer_region) : 0;
    return region && SLOT(value, slots.buffer_layout) == o->what && is_a(region, REGION);
}

/* Puts arguments and constants into the places of their operands; 0 if they do not fit. */
static int match_operands(const compiled *c, PyObject *const *args, PyObject **values)
{
    for (u32 i = 0; i < c->given; i++) {
        values[i] = i < c->arguments ? args[i] : c->operand[i].given;
        if (!fits(&c->operand[i], values[i]))
            return 0;
    }
    return 1;
}

/* Makes fresh memory, which the caller lets go of. Returns how many operands there are then. */
static u32 make_fresh(const compiled *c, PyObject **values)
{
    fresh *f = FRESH_OF(c->fresh);
    u32 i = c->given;
    for (; i < c->operands; i++) {
        const operand *o = &c->operand[i];
        PyObject *made = o->what == NONE ? recycle(DROPPED_OF(f->dropped), o->nbytes, 0)
                                         : make_buffer(f, o->what);
        if (!made)
            break;
        values[i] = made;
    }
    return i;
}

static const region_object *memory_of(const operand *o, PyObject *value)
{
    return REGION_OF(o->what == NONE ? value : SLOT(value, slots.buffer_region));
}

/* Fills the slots that hold addresses; those of scalars are filled. */
static void fill_slots(const compiled *c, PyObject *const *values, u64 *filled)
{
    for (u32 i = 0; i < c->slots; i++) {
        const operand *o = &c->operand[c->slot[i].operand];
        if (!o->code)
            filled[i] = memory_of(o, values[c->slot[i].operand])->address + c->slot[i].offset;
    }
}

/* Converts the scalars. 0: the way through Python, or an exception is set. */
static int convert_scalars(const compiled *c, PyObject *const *values, u64 *filled)
{
    for (u32 i = 0; i < c->slots; i++) {
        u32 at = c->slot[i].operand;
        if (c->operand[at].code && convert(values[at], c->operand[at].code, &filled[i])) {
            if (PyErr_ExceptionMatches(PyExc_TypeError) ||
                PyErr_ExceptionMatches(PyExc_OverflowError))
                PyErr_Clear();
            return 0;
        }
    }
    return 1;
}

/* Collects the accesses: those that only read come first. Returns their number. */
static u32 list_accesses(const compiled *c, PyObject *const *values, use *accesses)
{
    u32 count = 0;
    for (u32 i = 0; i < c->operands; i++) {
        const operand *o = &c->operand[i];
        int is_fresh = i >= c->given;
        if (!o->code && (is_fresh || o->is_used))
            accesses[count++] =
                (use){(region *)&memory_of(o, values[i])->region, !is_fresh, is_fresh};
    }
    return count;
}

/* Notes the place of the user's call; its code is owned by the request then. */
static void note_site(request *r, u32 depth)
{
    PyObject *frame = own(PyEval_GetFrame());
    for (; frame && depth; depth--) {
        PyObject *back = PyFrame_GetBack(frame);
        disown(frame);
        frame = back;
    }
    r->code = frame ? PyFrame_GetCode(frame) : own(NONE);
    r->instruction = frame ? PyFrame_GetLasti(frame) : 0;
    disown(frame);
}

static PyObject *results_of_call(const compiled *c, PyObject *const *values)
{
    if (c->results == 1)
        return own(values[c->result[0]]);
    PyObject *tuple = PyTuple_New(c->results);
    for (u32 i = 0; tuple && i < c->results; i++)
        PyTuple_SetItem(tuple, i, own(values[c->result[i]]));
    return tuple;
}

/* Submits a call with all of its operands. 0: it was refused, or an exception is set. */
static PyObject *submit_call(const compiled *c, lane *l, PyObject *const *values, u64 *filled)
{
    plans *known = PLANS_OF(FRESH_OF(c->fresh)->plans);
    use accesses[MOST_SLOTS];
    PyObject *outcome = results_of_call(c, values), *launch;
    if (!outcome)
        return 0;
    request r = {.lane = l, .plan = c->plan, .slots = filled, .accesses = accesses,
                 .cleared = &known->ended, .version = c->ended, .subject = c->subject,
                 .outcome = NONE, .payload = NONE};
    if (c->depth)
        note_site(&r, c->depth);
    fill_slots(c, values, filled);
    r.count = list_accesses(c, values, accesses);
    launch = submit(&r, sizeof(launch_record) + 8 + 8 * (u64)c->slots);
    disown(r.code);
    if (!launch)
        disown(outcome), outcome = 0;
    disown(launch);
    return outcome;
}

/* submit(*arguments): the result, or a tuple of the results; None if the call is not served. */
BUILTIN(call_submit)
{
    const compiled *c = CALL_OF(self);
    PyObject *track = SLOT(c->stream, slots.stream_track), *values[MOST_SLOTS], *made = 0;
    u64 filled[MOST_SLOTS];
    if (n != c->arguments || !track || !is_a(track, TIMELINE) ||
        LOCK_OF(LANE_OF(track)->lock)->detours ||
        PLANS_OF(FRESH_OF(c->fresh)->plans)->ended != c->ended ||
        !match_operands(c, args, values))
        return own(NONE);
    own(track); /* whatever runs meanwhile may close the stream */
    if (convert_scalars(c, values, filled)) {
        u32 have = make_fresh(c, values);
        if (have == c->operands)
            made = submit_call(c, LANE_OF(track), values, filled);
        while (have > c->given)
            disown(values[--have]);
    }
    disown(track);
    return answer_of(made);
}

/* ---- the type --------------------------------------------------------------------------------- */

static int call_traverse(PyObject *self, visitproc *visit, void *argument)
{
    compiled *c = CALL_OF(self);
    VISIT(TYPE_OF(self));
    VISIT(c->stream);
    VISIT(c->subject);
    VISIT(c->fresh);
    for (u32 i = 0; i < c->operands; i++) {
        VISIT(c->operand[i].what);
        VISIT(c->operand[i].given);
    }
    return 0;
}

static void call_dealloc(PyObject *self)
{
    compiled c = *CALL_OF(self);
    PyObject_GC_UnTrack(self);
    free_object(self);
    for (u32 i = 0; i < c.operands; i++)
        disown(c.operand[i].what), disown(c.operand[i].given);
    free(c.operand);
    disown(c.stream), disown(c.subject), disown(c.fresh);
}

/* Adds an operand; the caller counts. */
static void put_operand(compiled *c, PyObject *what, u8 code, PyObject *given, u64 nbytes)
{
    c->operand[c->operands++] = (operand){own(what), own(given), nbytes, code, 0};
}

/* Fills the operands from flat tuples: of arguments, of constants and of fresh memory. */
static void fill_operands(compiled *c, PyObject *arguments, PyObject *constants, PyObject *fresh)
{
    for (i64 i = 0; i < PyTuple_Size(arguments); i += 2)
        put_operand(c, PyTuple_GetItem(arguments, i), (u8)number_at(arguments, i + 1), 0, 0);
    c->arguments = c->operands;
    for (i64 i = 0; i < PyTuple_Size(constants); i += 2) {
        PyObject *given = PyTuple_GetItem(constants, i);
        u8 code = (u8)number_at(constants, i + 1);
        put_operand(c, code ? TYPE_OF(given) : SLOT(given, slots.buffer_layout), code, given, 0);
    }
    c->given = c->operands;
    for (i64 i = 0; i < PyTuple_Size(fresh); i += 2)
        put_operand(c, PyTuple_GetItem(fresh, i), 0, 0, number_at(fresh, i + 1));
}

/* Fills slots and results, which name operands by their numbers; -1 if there is no such operand. */
static int fill_places(compiled *c, PyObject *slots_, PyObject *results)
{
    c->slot = (place *)(c->operand + c->operands);
    c->result = (u8 *)(c->slot + PyTuple_Size(slots_) / 2);
    for (; c->slots < PyTuple_Size(slots_) / 2; c->slots++) {
        u64 at = number_at(slots_, 2 * c->slots);
        if (at >= c->operands)
            return -1;
        c->operand[at].is_used = 1;
        c->slot[c->slots] = (place){(u32)at, number_at(slots_, 2 * c->slots + 1)};
    }
    for (; c->results < PyTuple_Size(results); c->results++) {
        u64 at = number_at(results, c->results);
        if (at >= c->operands || c->operand[at].what == NONE)
            return -1;
        c->result[c->results] = (u8)at;
    }
    return c->plan->slots == c->slots ? 0 : -1;
}

/* new_call(stream, subject, fresh, plan, arguments, constants, fresh memory, slots, results, depth):
 * see the structures above. All tuples are flat: of arguments, what they are and their codes; of
 * constants, a buffer and 0, or a number and its code; of fresh memory, its layout, or None and its bytes; of slots, the operand and the offset. None if
 * there is too much of something. */
BUILTIN(new_call)
{
    UNUSED;
    i64 operands =
        (PyTuple_Size(args[4]) + PyTuple_Size(args[5]) + PyTuple_Size(args[6])) / 2;
    i64 places = PyTuple_Size(args[7]) / 2, results = PyTuple_Size(args[8]);
    if (operands >= MOST_SLOTS || places >= MOST_SLOTS || results >= MOST_SLOTS)
        return own(NONE);
    char *memory = calloc(1, (u64)(operands + 1) * sizeof(operand) + (u64)places * sizeof(place) +
                                 (u64)results);
    PyObject *made = memory ? new_object(CALL) : PyErr_NoMemory();
    if (!made)
        return free(memory), (PyObject *)0;
    compiled *c = CALL_OF(made);
    c->operand = (operand *)memory;
    c->stream = own(args[0]);
    c->subject = own(args[1]);
    c->fresh = own(args[2]);
    c->plan = ADDRESS(plan, 3);
    c->ended = PLANS_OF(FRESH_OF(c->fresh)->plans)->ended;
    c->depth = (u32)NUMBER(9);
    fill_operands(c, args[4], args[5], args[6]);
    if (fill_places(c, args[7], args[8]) && !PyErr_Occurred())
        PyErr_SetString(PyExc_TypeError, "new_call: slots or results name no operand");
    if (PyErr_Occurred())
        return disown(made), (PyObject *)0;
    return made;
}

/* serves(): whether it may serve a call: its plan is loaded. */
static PyObject *call_serves(PyObject *self, PyObject *unused)
{
    (void)unused;
    const compiled *c = CALL_OF(self);
    return PyBool_FromLong(PLANS_OF(FRESH_OF(c->fresh)->plans)->ended == c->ended);
}

static PyMethodDef call_methods[] = {
    {"submit", call_submit, METH_FASTCALL, 0},
    {"serves", call_serves, METH_NOARGS, 0},
    {0, 0, 0, 0},
};
static PyType_Slot call_slots[] = {
    {TP_TRAVERSE, call_traverse}, {TP_DEALLOC, call_dealloc}, {TP_METHODS, call_methods}, {0, 0},
};
