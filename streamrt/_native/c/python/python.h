/* What Python is given at load: the native types, and the table of all builtins. */
#pragma once
#include "queue_builtins.h"
#include "compiled_call.h"
#include "opencl_builtins.h"
#include "far_builtins.h"

/* ---- native types ----------------------------------------------------------------------------- */

/* make_types(head, hazards, empty): makes the native types, once. `head` is object.__basicsize__,
 * `hazards` are the names of the hazards, `empty` is the name of no memory. */
BUILTIN(make_types)
{
    UNUSED;
    head_bytes = (i64)NUMBER(0);
    for (int i = 0; i < 5; i++)
        hazard_texts[i] = own(PyTuple_GetItem(args[1], i));
    no_name = own(args[2]);
    if (make_type(LOCK, "streamrt._native.Lock", sizeof(lock), lock_slots) ||
        make_type(TIMELINE, "streamrt._native.Timeline", sizeof(lane), timeline_slots) ||
        make_type(TRACKED, "streamrt._native.Tracked", sizeof(tracked_object), tracked_slots) ||
        make_type(DROPPED, "streamrt._native.Dropped", sizeof(dropped), dropped_slots) ||
        make_type(REGION, "streamrt._native.Region", sizeof(region_object), region_slots) ||
        make_type(PLANS, "streamrt._native.Plans", sizeof(plans), plans_slots) ||
        make_type(FRESH, "streamrt._native.Fresh", sizeof(fresh), fresh_slots) ||
        make_type(REPLAYS, "streamrt._native.Replays", sizeof(replays), replays_slots) ||
        make_type(CALL, "streamrt._native.Call", sizeof(compiled), call_slots) ||
        make_type(KEEPER, "streamrt._native.Keeper", sizeof(keeper), keeper_slots) ||
        make_type(COMMON, "streamrt._native.Common", sizeof(common), common_slots))
        return 0;
    PyObject *made = PyTuple_New(KINDS);
    for (int i = 0; made && i < KINDS; i++)
        PyTuple_SetItem(made, i, own(types[i]));
    return made;
}

/* find_timelines(class, offset): tells where a face has its `_track`. */
BUILTIN(find_timelines)
{
    UNUSED;
    timeline_class = own(args[0]);
    slots.timeline_track = (i64)NUMBER(1);
    return own(NONE);
}

#define ENTRY(name) {#name, name, METH_FASTCALL, 0}
PyMethodDef srt_builtins[] = {
    ENTRY(can_issue), ENTRY(pack), ENTRY(issue), ENTRY(push_host), ENTRY(mark), ENTRY(stop),
    ENTRY(promise),
    ENTRY(completed), ENTRY(failures), ENTRY(look), ENTRY(glance),
    ENTRY(expect), ENTRY(check), ENTRY(begin), ENTRY(finish), ENTRY(fail_one), ENTRY(carry_out),
    ENTRY(advance), ENTRY(fail_to), ENTRY(end_promises), ENTRY(raise_one), ENTRY(fail_early), ENTRY(lose),
    ENTRY(cancel), ENTRY(ask_to_stop), ENTRY(arm), ENTRY(new_cells), ENTRY(new_queue), ENTRY(new_plan),
    ENTRY(drain_by_submitters), ENTRY(declare), ENTRY(show_executions),
    ENTRY(new_gpu), ENTRY(gpu_lost), ENTRY(lose_gpu), ENTRY(ends_gpu), ENTRY(open_gpu),
    ENTRY(part_gpu), ENTRY(close_gpu), ENTRY(cover_of), ENTRY(new_gpu_plan),
    ENTRY(new_cl_stream), ENTRY(drop_cl_stream), ENTRY(cl_stream_rests), ENTRY(give_cl_stream_up), ENTRY(new_cl_mark),
    ENTRY(drop_cl_mark), ENTRY(new_cl_function),
    ENTRY(far_layout), ENTRY(new_far), ENTRY(open_far), ENTRY(close_far), ENTRY(far_running),
    ENTRY(fail_far), ENTRY(lose_far), ENTRY(end_landing), ENTRY(new_far_plan), ENTRY(new_relayed), ENTRY(renew_far),
    ENTRY(name_strayed), ENTRY(wake_taker_of), ENTRY(new_place), ENTRY(begin_relayed), ENTRY(leave_relayed),
    ENTRY(stop_placed), ENTRY(errand_of), ENTRY(end_errand),
    ENTRY(far_since), ENTRY(ask_far_to_stop), ENTRY(part_far), ENTRY(bind_program),
    ENTRY(allocate), ENTRY(release), ENTRY(free_records), ENTRY(set_limit), ENTRY(listen),
    ENTRY(set_up), ENTRY(forget_workers),
    ENTRY(make_types), ENTRY(find_timelines), ENTRY(new_lock), ENTRY(forget_locks),
    ENTRY(new_timeline), ENTRY(new_tracked), ENTRY(same_memory), ENTRY(join_tracked),
    ENTRY(new_region), ENTRY(new_dropped), ENTRY(new_allocation), ENTRY(whole), ENTRY(track), ENTRY(wait_edges), ENTRY(new_plans), ENTRY(new_launch),
    ENTRY(new_fresh), ENTRY(new_empty), ENTRY(new_execute), ENTRY(with_outcome),
    ENTRY(new_replays), ENTRY(new_replay), ENTRY(new_call), ENTRY(new_keeper),
    ENTRY(find_slots), ENTRY(collect),
    ENTRY(deadlines_from), ENTRY(record_to), ENTRY(new_ring), ENTRY(note_nodes), ENTRY(label_with),
    ENTRY(note_event), ENTRY(tell_of_pauses), ENTRY(note_pause), {0, 0, 0, 0},
};
