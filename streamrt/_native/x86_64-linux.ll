target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

%struct.anon = type { i64, i32, i32, i32, [44 x i8] }
%struct.job = type { i32, i32, i32, ptr, ptr, i64, i64, [16 x i8], i64, [56 x i8] }
%struct.lot = type { %union.pthread_mutex_t, %union.pthread_cond_t, [40 x i8] }
%union.pthread_mutex_t = type { %struct.__pthread_mutex_s }
%struct.__pthread_mutex_s = type { i32, i32, i32, i32, i32, i16, i16, %struct.__pthread_internal_list }
%struct.__pthread_internal_list = type { ptr, ptr }
%union.pthread_cond_t = type { %struct.__pthread_cond_s }
%struct.__pthread_cond_s = type { %union.__atomic_wide_counter, %union.__atomic_wide_counter, [2 x i32], i32, i32, [2 x i32], i32, i32 }
%union.__atomic_wide_counter = type { i64 }
%struct.object = type opaque
%struct.tracker = type { i32, ptr, i32, i32, ptr, i32, i32, ptr, i32, i32, i32, i32, i32, i64, ptr, i32, i32, %struct.points, ptr, ptr, i32, i32 }
%struct.points = type { i32, i32, ptr }
%struct.PyGetSetDef = type { ptr, ptr, ptr, ptr, ptr }
%struct.slots = type { i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64 }
%struct.patience = type { i64, i32 }
%struct.timespec = type { i64, i64 }
%struct.PyType_Spec = type { ptr, i32, i32, i32, ptr }
%struct.point = type { ptr, i64 }
%struct.step = type { ptr, i64, ptr, ptr }
%struct.steps = type { i32, i32, ptr }
%struct.span = type { i64, i64, %struct.step, %struct.points, %struct.points, [2 x %struct.point], %struct.steps, i32 }
%struct.use = type { ptr, i8, i8 }
%struct.program_stream = type { ptr, i64, i64, i64, i64 }
%struct.snapshot = type { i64, ptr }
%struct.accesses = type { [16 x %struct.use], ptr, i32 }
%struct.request = type { ptr, ptr, i32, ptr, i64, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, i32 }
%struct.parts = type { ptr, ptr, ptr, ptr, ptr, ptr, ptr, i32, i32 }
%struct.edge = type { ptr, i64, i32, ptr }
%struct.shadow = type { ptr, ptr }
%struct.apart = type { i8, i8, i8 }
%struct.call = type { ptr, ptr, ptr, i64 }

@workers = internal global %struct.anon zeroinitializer, align 64
@jobs = internal global [16 x %struct.job] zeroinitializer, align 64
@__const.srt_sync.none = private unnamed_addr constant { i64, i32, [4 x i8] } { i64 1000, i32 0, [4 x i8] zeroinitializer }, align 8
@.str = private unnamed_addr constant [10 x i8] c"can_issue\00", align 1
@.str.1 = private unnamed_addr constant [5 x i8] c"pack\00", align 1
@.str.2 = private unnamed_addr constant [6 x i8] c"issue\00", align 1
@.str.3 = private unnamed_addr constant [10 x i8] c"push_host\00", align 1
@.str.4 = private unnamed_addr constant [5 x i8] c"mark\00", align 1
@.str.5 = private unnamed_addr constant [5 x i8] c"stop\00", align 1
@.str.6 = private unnamed_addr constant [8 x i8] c"promise\00", align 1
@.str.7 = private unnamed_addr constant [10 x i8] c"completed\00", align 1
@.str.8 = private unnamed_addr constant [9 x i8] c"failures\00", align 1
@.str.9 = private unnamed_addr constant [5 x i8] c"look\00", align 1
@.str.10 = private unnamed_addr constant [7 x i8] c"glance\00", align 1
@.str.11 = private unnamed_addr constant [6 x i8] c"check\00", align 1
@.str.12 = private unnamed_addr constant [6 x i8] c"begin\00", align 1
@.str.13 = private unnamed_addr constant [7 x i8] c"finish\00", align 1
@.str.14 = private unnamed_addr constant [10 x i8] c"raise_one\00", align 1
@.str.15 = private unnamed_addr constant [5 x i8] c"lose\00", align 1
@.str.16 = private unnamed_addr constant [7 x i8] c"cancel\00", align 1
@.str.17 = private unnamed_addr constant [4 x i8] c"arm\00", align 1
@.str.18 = private unnamed_addr constant [10 x i8] c"new_cells\00", align 1
@.str.19 = private unnamed_addr constant [10 x i8] c"new_queue\00", align 1
@.str.20 = private unnamed_addr constant [9 x i8] c"new_plan\00", align 1
@.str.21 = private unnamed_addr constant [9 x i8] c"allocate\00", align 1
@.str.22 = private unnamed_addr constant [8 x i8] c"release\00", align 1
@.str.23 = private unnamed_addr constant [13 x i8] c"free_records\00", align 1
@.str.24 = private unnamed_addr constant [10 x i8] c"set_limit\00", align 1
@.str.25 = private unnamed_addr constant [7 x i8] c"listen\00", align 1
@.str.26 = private unnamed_addr constant [7 x i8] c"set_up\00", align 1
@.str.27 = private unnamed_addr constant [15 x i8] c"forget_workers\00", align 1
@.str.28 = private unnamed_addr constant [11 x i8] c"make_types\00", align 1
@.str.29 = private unnamed_addr constant [15 x i8] c"find_timelines\00", align 1
@.str.30 = private unnamed_addr constant [9 x i8] c"new_lock\00", align 1
@.str.31 = private unnamed_addr constant [13 x i8] c"forget_locks\00", align 1
@.str.32 = private unnamed_addr constant [13 x i8] c"new_timeline\00", align 1
@.str.33 = private unnamed_addr constant [12 x i8] c"new_tracked\00", align 1
@.str.34 = private unnamed_addr constant [12 x i8] c"same_memory\00", align 1
@.str.35 = private unnamed_addr constant [13 x i8] c"join_tracked\00", align 1
@.str.36 = private unnamed_addr constant [11 x i8] c"new_region\00", align 1
@.str.37 = private unnamed_addr constant [6 x i8] c"track\00", align 1
@.str.38 = private unnamed_addr constant [11 x i8] c"wait_edges\00", align 1
@.str.39 = private unnamed_addr constant [10 x i8] c"new_plans\00", align 1
@.str.40 = private unnamed_addr constant [11 x i8] c"new_launch\00", align 1
@.str.41 = private unnamed_addr constant [11 x i8] c"find_slots\00", align 1
@srt_builtins = local_unnamed_addr global [43 x { ptr, ptr, i32, [4 x i8], ptr }] [{ ptr, ptr, i32, [4 x i8], ptr } { ptr @.str, ptr @can_issue, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.1, ptr @pack, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.2, ptr @issue, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.3, ptr @push_host, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.4, ptr @mark, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.5, ptr @stop, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.6, ptr @promise, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.7, ptr @completed, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.8, ptr @failures, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.9, ptr @look, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.10, ptr @glance, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.11, ptr @check, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.12, ptr @begin, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.13, ptr @finish, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.14, ptr @raise_one, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.15, ptr @lose, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.16, ptr @cancel, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.17, ptr @arm, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.18, ptr @new_cells, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.19, ptr @new_queue, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.20, ptr @new_plan, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.21, ptr @allocate, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.22, ptr @release, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.23, ptr @free_records, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.24, ptr @set_limit, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.25, ptr @listen, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.26, ptr @set_up, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.27, ptr @forget_workers, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.28, ptr @make_types, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.29, ptr @find_timelines, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.30, ptr @new_lock, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.31, ptr @forget_locks, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.32, ptr @new_timeline, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.33, ptr @new_tracked, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.34, ptr @same_memory, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.35, ptr @join_tracked, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.36, ptr @new_region, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.37, ptr @track, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.38, ptr @wait_edges, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.39, ptr @new_plans, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.40, ptr @new_launch, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.41, ptr @find_slots, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } zeroinitializer], align 16
@srt_handlers = local_unnamed_addr constant [8 x ptr] [ptr @handle_jump, ptr @handle_wait, ptr @handle_check, ptr @handle_signal, ptr @handle_launch, ptr @handle_host, ptr @handle_stop, ptr @handle_part], align 16
@yields_off_until = internal unnamed_addr global i64 0, align 8
@portable = internal unnamed_addr global i32 0, align 4
@lots = internal global [64 x %struct.lot] zeroinitializer, align 64
@notify.one = internal constant i64 1, align 8
@wake_fds = internal global [64 x i32] zeroinitializer, align 16
@convert.bits = internal unnamed_addr constant <{ [106 x i8], [22 x i8] }> <{ [106 x i8] c"\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\08\00\00\00\00\00\10 \00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\08\00\00\00\00\00\10 ", [22 x i8] zeroinitializer }>, align 16
@PyExc_OverflowError = external local_unnamed_addr global ptr, align 8
@.str.42 = private unnamed_addr constant [19 x i8] c"float out of range\00", align 1
@.str.43 = private unnamed_addr constant [21 x i8] c"integer out of range\00", align 1
@head_bytes = internal unnamed_addr global i64 0, align 8
@hazard_texts = internal unnamed_addr global [5 x ptr] zeroinitializer, align 16
@no_name = internal unnamed_addr global ptr null, align 8
@.str.44 = private unnamed_addr constant [22 x i8] c"streamrt._native.Lock\00", align 1
@.str.45 = private unnamed_addr constant [26 x i8] c"streamrt._native.Timeline\00", align 1
@.str.46 = private unnamed_addr constant [25 x i8] c"streamrt._native.Tracked\00", align 1
@.str.47 = private unnamed_addr constant [24 x i8] c"streamrt._native.Region\00", align 1
@.str.48 = private unnamed_addr constant [23 x i8] c"streamrt._native.Plans\00", align 1
@types = internal unnamed_addr global [5 x ptr] zeroinitializer, align 16
@lock_slots = internal global [6 x { i32, [4 x i8], ptr }] [{ i32, [4 x i8], ptr } { i32 71, [4 x i8] zeroinitializer, ptr @lock_traverse }, { i32, [4 x i8], ptr } { i32 51, [4 x i8] zeroinitializer, ptr @lock_clear }, { i32, [4 x i8], ptr } { i32 52, [4 x i8] zeroinitializer, ptr @lock_dealloc }, { i32, [4 x i8], ptr } { i32 64, [4 x i8] zeroinitializer, ptr @lock_methods }, { i32, [4 x i8], ptr } { i32 72, [4 x i8] zeroinitializer, ptr @lock_members }, { i32, [4 x i8], ptr } zeroinitializer], align 16
@.str.50 = private unnamed_addr constant [10 x i8] c"__enter__\00", align 1
@.str.51 = private unnamed_addr constant [9 x i8] c"__exit__\00", align 1
@.str.52 = private unnamed_addr constant [7 x i8] c"locked\00", align 1
@.str.53 = private unnamed_addr constant [8 x i8] c"is_mine\00", align 1
@lock_methods = internal global [5 x { ptr, ptr, i32, [4 x i8], ptr }] [{ ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.50, ptr @lock_enter, i32 4, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.51, ptr @lock_exit, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.52, ptr @lock_locked, i32 4, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.53, ptr @lock_is_mine, i32 4, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } zeroinitializer], align 16
@.str.55 = private unnamed_addr constant [152 x i8] c"use the runtime in a finalizer or a signal's handler: it interrupted this thread inside of the runtime; only submit there, and do everything else later\00", align 1
@locks_taken = internal unnamed_addr global i32 0, align 4
@_Py_NoneStruct = external global %struct.object, align 1
@the_tracker = internal global %struct.tracker zeroinitializer, align 8
@.str.56 = private unnamed_addr constant [8 x i8] c"detours\00", align 1
@.str.57 = private unnamed_addr constant [6 x i8] c"adopt\00", align 1
@.str.58 = private unnamed_addr constant [7 x i8] c"outbox\00", align 1
@lock_members = internal global [4 x { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr }] [{ ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.56, i32 11, [4 x i8] zeroinitializer, i64 8, i32 0, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.57, i32 6, [4 x i8] zeroinitializer, i64 24, i32 0, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.58, i32 6, [4 x i8] zeroinitializer, i64 32, i32 1, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } zeroinitializer], align 16
@timeline_getset = internal global [3 x %struct.PyGetSetDef] [%struct.PyGetSetDef { ptr @.str.90, ptr @timeline_frontier, ptr null, ptr null, ptr null }, %struct.PyGetSetDef { ptr @.str.91, ptr @timeline_in_flight, ptr null, ptr null, ptr null }, %struct.PyGetSetDef zeroinitializer], align 16
@timeline_slots = internal global [7 x { i32, [4 x i8], ptr }] [{ i32, [4 x i8], ptr } { i32 71, [4 x i8] zeroinitializer, ptr @timeline_traverse }, { i32, [4 x i8], ptr } { i32 51, [4 x i8] zeroinitializer, ptr @timeline_clear }, { i32, [4 x i8], ptr } { i32 52, [4 x i8] zeroinitializer, ptr @timeline_dealloc }, { i32, [4 x i8], ptr } { i32 64, [4 x i8] zeroinitializer, ptr @timeline_methods }, { i32, [4 x i8], ptr } { i32 72, [4 x i8] zeroinitializer, ptr @timeline_members }, { i32, [4 x i8], ptr } { i32 73, [4 x i8] zeroinitializer, ptr @timeline_getset }, { i32, [4 x i8], ptr } zeroinitializer], align 16
@.str.61 = private unnamed_addr constant [8 x i8] c"observe\00", align 1
@.str.62 = private unnamed_addr constant [12 x i8] c"frontier_at\00", align 1
@.str.63 = private unnamed_addr constant [11 x i8] c"depends_on\00", align 1
@.str.64 = private unnamed_addr constant [5 x i8] c"join\00", align 1
@.str.65 = private unnamed_addr constant [5 x i8] c"reap\00", align 1
@.str.66 = private unnamed_addr constant [11 x i8] c"pop_failed\00", align 1
@.str.67 = private unnamed_addr constant [10 x i8] c"note_seen\00", align 1
@.str.68 = private unnamed_addr constant [5 x i8] c"push\00", align 1
@.str.69 = private unnamed_addr constant [9 x i8] c"inflight\00", align 1
@.str.70 = private unnamed_addr constant [5 x i8] c"find\00", align 1
@.str.71 = private unnamed_addr constant [7 x i8] c"launch\00", align 1
@.str.72 = private unnamed_addr constant [5 x i8] c"post\00", align 1
@.str.73 = private unnamed_addr constant [5 x i8] c"call\00", align 1
@.str.74 = private unnamed_addr constant [5 x i8] c"wait\00", align 1
@timeline_methods = internal global [15 x { ptr, ptr, i32, [4 x i8], ptr }] [{ ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.61, ptr @timeline_observe, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.62, ptr @timeline_frontier_at, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.63, ptr @timeline_depends_on, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.64, ptr @timeline_join, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.65, ptr @timeline_reap, i32 4, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.66, ptr @timeline_pop_failed, i32 4, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.67, ptr @timeline_note_seen, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.68, ptr @timeline_push, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.69, ptr @timeline_inflight, i32 4, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.70, ptr @timeline_find, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.71, ptr @timeline_launch, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.72, ptr @timeline_post, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.73, ptr @timeline_call, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.74, ptr @timeline_wait, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } zeroinitializer], align 16
@timeline_class = internal unnamed_addr global ptr null, align 8
@slots = internal unnamed_addr global %struct.slots zeroinitializer, align 8
@PyExc_TypeError = external local_unnamed_addr global ptr, align 8
@.str.76 = private unnamed_addr constant [38 x i8] c"pass a Timeline of the native tracker\00", align 1
@empty_tuple = internal unnamed_addr global ptr null, align 8
@.str.77 = private unnamed_addr constant [15 x i8] c"too few values\00", align 1
@.str.78 = private unnamed_addr constant [35 x i8] c"pass regions of the native tracker\00", align 1
@execution_class = internal unnamed_addr global ptr null, align 8
@tidy_name = internal unnamed_addr global ptr null, align 8
@hand_over_name = internal unnamed_addr global ptr null, align 8
@.str.79 = private unnamed_addr constant [6 x i8] c"value\00", align 1
@.str.80 = private unnamed_addr constant [5 x i8] c"seen\00", align 1
@.str.81 = private unnamed_addr constant [9 x i8] c"internal\00", align 1
@.str.82 = private unnamed_addr constant [7 x i8] c"handle\00", align 1
@.str.83 = private unnamed_addr constant [5 x i8] c"lock\00", align 1
@.str.84 = private unnamed_addr constant [7 x i8] c"manual\00", align 1
@.str.85 = private unnamed_addr constant [6 x i8] c"plans\00", align 1
@.str.86 = private unnamed_addr constant [6 x i8] c"marks\00", align 1
@.str.87 = private unnamed_addr constant [11 x i8] c"is_foreign\00", align 1
@.str.88 = private unnamed_addr constant [11 x i8] c"is_virtual\00", align 1
@timeline_members = internal global [11 x { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr }] [{ ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.79, i32 18, [4 x i8] zeroinitializer, i64 0, i32 0, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.80, i32 18, [4 x i8] zeroinitializer, i64 8, i32 1, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.81, i32 11, [4 x i8] zeroinitializer, i64 40, i32 0, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.82, i32 18, [4 x i8] zeroinitializer, i64 96, i32 0, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.83, i32 6, [4 x i8] zeroinitializer, i64 216, i32 0, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.84, i32 11, [4 x i8] zeroinitializer, i64 104, i32 0, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.85, i32 6, [4 x i8] zeroinitializer, i64 224, i32 0, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.86, i32 6, [4 x i8] zeroinitializer, i64 232, i32 1, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.87, i32 11, [4 x i8] zeroinitializer, i64 108, i32 0, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.88, i32 11, [4 x i8] zeroinitializer, i64 112, i32 0, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } zeroinitializer], align 16
@.str.90 = private unnamed_addr constant [9 x i8] c"frontier\00", align 1
@.str.91 = private unnamed_addr constant [10 x i8] c"in_flight\00", align 1
@tracked_getset = internal global [7 x %struct.PyGetSetDef] [%struct.PyGetSetDef { ptr @.str.100, ptr @tracked_number, ptr null, ptr null, ptr null }, %struct.PyGetSetDef { ptr @.str.101, ptr @tracked_number, ptr null, ptr null, ptr inttoptr (i64 1 to ptr) }, %struct.PyGetSetDef { ptr @.str.5, ptr @tracked_number, ptr null, ptr null, ptr inttoptr (i64 2 to ptr) }, %struct.PyGetSetDef { ptr @.str.102, ptr @tracked_number, ptr null, ptr null, ptr inttoptr (i64 3 to ptr) }, %struct.PyGetSetDef { ptr @.str.103, ptr @tracked_number, ptr null, ptr null, ptr inttoptr (i64 4 to ptr) }, %struct.PyGetSetDef { ptr @.str.104, ptr @tracked_handles, ptr @set_tracked_handles, ptr null, ptr null }, %struct.PyGetSetDef zeroinitializer], align 16
@tracked_slots = internal global [7 x { i32, [4 x i8], ptr }] [{ i32, [4 x i8], ptr } { i32 71, [4 x i8] zeroinitializer, ptr @tracked_traverse }, { i32, [4 x i8], ptr } { i32 51, [4 x i8] zeroinitializer, ptr @tracked_clear }, { i32, [4 x i8], ptr } { i32 52, [4 x i8] zeroinitializer, ptr @tracked_dealloc }, { i32, [4 x i8], ptr } { i32 64, [4 x i8] zeroinitializer, ptr @tracked_methods }, { i32, [4 x i8], ptr } { i32 72, [4 x i8] zeroinitializer, ptr @tracked_members }, { i32, [4 x i8], ptr } { i32 73, [4 x i8] zeroinitializer, ptr @tracked_getset }, { i32, [4 x i8], ptr } zeroinitializer], align 16
@.str.93 = private unnamed_addr constant [15 x i8] c"death_frontier\00", align 1
@.str.94 = private unnamed_addr constant [4 x i8] c"end\00", align 1
@tracked_methods = internal global [3 x { ptr, ptr, i32, [4 x i8], ptr }] [{ ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.93, ptr @tracked_death, i32 4, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.94, ptr @tracked_end, i32 4, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } zeroinitializer], align 16
@.str.96 = private unnamed_addr constant [4 x i8] c"bar\00", align 1
@.str.97 = private unnamed_addr constant [5 x i8] c"name\00", align 1
@.str.98 = private unnamed_addr constant [19 x i8] c"__weaklistoffset__\00", align 1
@tracked_members = internal global [4 x { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr }] [{ ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.96, i32 11, [4 x i8] zeroinitializer, i64 8, i32 0, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.97, i32 6, [4 x i8] zeroinitializer, i64 16, i32 0, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.98, i32 19, [4 x i8] zeroinitializer, i64 32, i32 1, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } zeroinitializer], align 16
@.str.100 = private unnamed_addr constant [7 x i8] c"memory\00", align 1
@.str.101 = private unnamed_addr constant [6 x i8] c"start\00", align 1
@.str.102 = private unnamed_addr constant [7 x i8] c"nbytes\00", align 1
@.str.103 = private unnamed_addr constant [6 x i8] c"parts\00", align 1
@.str.104 = private unnamed_addr constant [8 x i8] c"handles\00", align 1
@region_getset = internal global [2 x %struct.PyGetSetDef] [%struct.PyGetSetDef { ptr @.str.113, ptr @region_has_gaps, ptr null, ptr null, ptr null }, %struct.PyGetSetDef zeroinitializer], align 16
@region_slots = internal global [6 x { i32, [4 x i8], ptr }] [{ i32, [4 x i8], ptr } { i32 71, [4 x i8] zeroinitializer, ptr @region_traverse }, { i32, [4 x i8], ptr } { i32 52, [4 x i8] zeroinitializer, ptr @region_dealloc }, { i32, [4 x i8], ptr } { i32 64, [4 x i8] zeroinitializer, ptr @region_methods }, { i32, [4 x i8], ptr } { i32 72, [4 x i8] zeroinitializer, ptr @region_members }, { i32, [4 x i8], ptr } { i32 73, [4 x i8] zeroinitializer, ptr @region_getset }, { i32, [4 x i8], ptr } zeroinitializer], align 16
@.str.106 = private unnamed_addr constant [8 x i8] c"writers\00", align 1
@.str.107 = private unnamed_addr constant [15 x i8] c"unread_writers\00", align 1
@.str.108 = private unnamed_addr constant [13 x i8] c"reuse_points\00", align 1
@region_methods = internal global [4 x { ptr, ptr, i32, [4 x i8], ptr }] [{ ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.106, ptr @region_writers, i32 4, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.107, ptr @region_unread_writers, i32 4, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.108, ptr @region_reuse_points, i32 4, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } zeroinitializer], align 16
@.str.110 = private unnamed_addr constant [8 x i8] c"tracked\00", align 1
@.str.111 = private unnamed_addr constant [8 x i8] c"address\00", align 1
@region_members = internal global [5 x { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr }] [{ ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.110, i32 6, [4 x i8] zeroinitializer, i64 40, i32 1, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.101, i32 18, [4 x i8] zeroinitializer, i64 8, i32 1, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.5, i32 18, [4 x i8] zeroinitializer, i64 16, i32 1, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.111, i32 18, [4 x i8] zeroinitializer, i64 32, i32 1, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } zeroinitializer], align 16
@.str.113 = private unnamed_addr constant [9 x i8] c"has_gaps\00", align 1
@plans_slots = internal global [5 x { i32, [4 x i8], ptr }] [{ i32, [4 x i8], ptr } { i32 71, [4 x i8] zeroinitializer, ptr @plans_traverse }, { i32, [4 x i8], ptr } { i32 51, [4 x i8] zeroinitializer, ptr @plans_gc_clear }, { i32, [4 x i8], ptr } { i32 52, [4 x i8] zeroinitializer, ptr @plans_dealloc }, { i32, [4 x i8], ptr } { i32 64, [4 x i8] zeroinitializer, ptr @plans_methods }, { i32, [4 x i8], ptr } zeroinitializer], align 16
@.str.115 = private unnamed_addr constant [4 x i8] c"add\00", align 1
@.str.116 = private unnamed_addr constant [6 x i8] c"clear\00", align 1
@plans_methods = internal global [3 x { ptr, ptr, i32, [4 x i8], ptr }] [{ ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.115, ptr @plans_add, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.116, ptr @plans_clear, i32 4, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } zeroinitializer], align 16
@memories = internal unnamed_addr global i64 0, align 8
@PyExc_RuntimeError = external local_unnamed_addr global ptr, align 8
@.str.118 = private unnamed_addr constant [27 x i8] c"more than 64 areas to join\00", align 1
@.str.119 = private unnamed_addr constant [27 x i8] c"new_region: pass a Tracked\00", align 1
@new_launch.method = internal global { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.71, ptr @stream_launch, i32 130, [4 x i8] zeroinitializer, ptr null }, align 8
@launch_in_python = internal unnamed_addr global ptr null, align 8
@buffer_class = internal unnamed_addr global ptr null, align 8

; Function Attrs: nofree nosync nounwind memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none)
define noundef i32 @srt_copy(ptr noundef readonly captures(none) %0, i64 noundef %1, i64 noundef %2) local_unnamed_addr #0 {
  %4 = load i64, ptr %0, align 8
  %5 = inttoptr i64 %4 to ptr
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %7 = load i64, ptr %6, align 8
  %8 = inttoptr i64 %7 to ptr
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %10 = load i64, ptr %9, align 8
  %11 = inttoptr i64 %10 to ptr
  tail call fastcc void @copy_level(ptr noundef %5, i64 noundef 0, ptr noundef %8, ptr noundef %11, i64 noundef %1, i64 noundef %2)
  ret i32 0
}

; Function Attrs: nofree nosync nounwind memory(argmem: readwrite)
define internal fastcc void @copy_level(ptr noundef readonly captures(none) %0, i64 noundef %1, ptr noundef writeonly captures(none) %2, ptr noundef readonly captures(none) %3, i64 noundef %4, i64 noundef %5) unnamed_addr #1 {
  %7 = load i64, ptr %0, align 8
  %8 = getelementptr i64, ptr %0, i64 %7
  %9 = getelementptr i8, ptr %8, i64 16
  %10 = getelementptr i64, ptr %9, i64 %1
  %11 = load i64, ptr %10, align 8
  %12 = shl i64 %7, 4
  %13 = getelementptr i8, ptr %0, i64 %12
  %14 = getelementptr i8, ptr %13, i64 16
  %15 = getelementptr i64, ptr %14, i64 %1
  %16 = load i64, ptr %15, align 8
  %17 = mul nsw i64 %11, %4
  %18 = getelementptr inbounds i8, ptr %2, i64 %17
  %19 = mul nsw i64 %16, %4
  %20 = getelementptr inbounds i8, ptr %3, i64 %19
  %21 = add nsw i64 %7, -1
  %22 = icmp eq i64 %1, %21
  br i1 %22, label %29, label %23

23:                                               ; preds = %6
  %24 = icmp slt i64 %4, %5
  br i1 %24, label %25, label %300

25:                                               ; preds = %23
  %26 = add nsw i64 %1, 1
  %27 = getelementptr i64, ptr %0, i64 %1
  %28 = getelementptr i8, ptr %27, i64 24
  br label %217

29:                                               ; preds = %6
  %30 = sub i64 %5, %4
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %32 = load i64, ptr %31, align 8
  %33 = icmp eq i64 %11, %32
  %34 = icmp eq i64 %16, %32
  %35 = and i1 %33, %34
  br i1 %35, label %36, label %38

36:                                               ; preds = %29
  %37 = mul nsw i64 %11, %30
  tail call void @llvm.memmove.p0.p0.i64(ptr align 1 %18, ptr readonly align 1 %20, i64 %37, i1 false)
  br label %300

38:                                               ; preds = %29
  %39 = tail call range(i64 0, 65) i64 @llvm.ctpop.i64(i64 %32)
  %40 = icmp eq i64 %39, 1
  br i1 %40, label %41, label %195

41:                                               ; preds = %38
  %42 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %32, i1 true)
  switch i64 %42, label %195 [
    i64 0, label %67
    i64 1, label %59
    i64 2, label %51
    i64 3, label %43
  ]

43:                                               ; preds = %41
  %44 = icmp sgt i64 %30, 0
  br i1 %44, label %45, label %300

45:                                               ; preds = %43
  %46 = and i64 %30, 7
  %47 = sub i64 %4, %5
  %48 = icmp ugt i64 %47, -8
  br i1 %48, label %287, label %49

49:                                               ; preds = %45
  %50 = and i64 %30, 9223372036854775800
  br label %165

51:                                               ; preds = %41
  %52 = icmp sgt i64 %30, 0
  br i1 %52, label %53, label %300

53:                                               ; preds = %51
  %54 = and i64 %30, 7
  %55 = sub i64 %4, %5
  %56 = icmp ugt i64 %55, -8
  br i1 %56, label %272, label %57

57:                                               ; preds = %53
  %58 = and i64 %30, 9223372036854775800
  br label %135

59:                                               ; preds = %41
  %60 = icmp sgt i64 %30, 0
  br i1 %60, label %61, label %300

61:                                               ; preds = %59
  %62 = and i64 %30, 7
  %63 = sub i64 %4, %5
  %64 = icmp ugt i64 %63, -8
  br i1 %64, label %257, label %65

65:                                               ; preds = %61
  %66 = and i64 %30, 9223372036854775800
  br label %105

67:                                               ; preds = %41
  %68 = icmp sgt i64 %30, 0
  br i1 %68, label %69, label %300

69:                                               ; preds = %67
  %70 = and i64 %30, 7
  %71 = sub i64 %4, %5
  %72 = icmp ugt i64 %71, -8
  br i1 %72, label %242, label %73

73:                                               ; preds = %69
  %74 = and i64 %30, 9223372036854775800
  br label %75

75:                                               ; preds = %75, %73
  %76 = phi ptr [ %18, %73 ], [ %101, %75 ]
  %77 = phi ptr [ %20, %73 ], [ %102, %75 ]
  %78 = phi i64 [ 0, %73 ], [ %103, %75 ]
  %79 = load i8, ptr %77, align 1
  store i8 %79, ptr %76, align 1
  %80 = getelementptr inbounds i8, ptr %76, i64 %11
  %81 = getelementptr inbounds i8, ptr %77, i64 %16
  %82 = load i8, ptr %81, align 1
  store i8 %82, ptr %80, align 1
  %83 = getelementptr inbounds i8, ptr %80, i64 %11
  %84 = getelementptr inbounds i8, ptr %81, i64 %16
  %85 = load i8, ptr %84, align 1
  store i8 %85, ptr %83, align 1
  %86 = getelementptr inbounds i8, ptr %83, i64 %11
  %87 = getelementptr inbounds i8, ptr %84, i64 %16
  %88 = load i8, ptr %87, align 1
  store i8 %88, ptr %86, align 1
  %89 = getelementptr inbounds i8, ptr %86, i64 %11
  %90 = getelementptr inbounds i8, ptr %87, i64 %16
  %91 = load i8, ptr %90, align 1
  store i8 %91, ptr %89, align 1
  %92 = getelementptr inbounds i8, ptr %89, i64 %11
  %93 = getelementptr inbounds i8, ptr %90, i64 %16
  %94 = load i8, ptr %93, align 1
  store i8 %94, ptr %92, align 1
  %95 = getelementptr inbounds i8, ptr %92, i64 %11
  %96 = getelementptr inbounds i8, ptr %93, i64 %16
  %97 = load i8, ptr %96, align 1
  store i8 %97, ptr %95, align 1
  %98 = getelementptr inbounds i8, ptr %95, i64 %11
  %99 = getelementptr inbounds i8, ptr %96, i64 %16
  %100 = load i8, ptr %99, align 1
  store i8 %100, ptr %98, align 1
  %101 = getelementptr inbounds i8, ptr %98, i64 %11
  %102 = getelementptr inbounds i8, ptr %99, i64 %16
  %103 = add i64 %78, 8
  %104 = icmp eq i64 %103, %74
  br i1 %104, label %240, label %75, !llvm.loop !5

105:                                              ; preds = %105, %65
  %106 = phi ptr [ %18, %65 ], [ %131, %105 ]
  %107 = phi ptr [ %20, %65 ], [ %132, %105 ]
  %108 = phi i64 [ 0, %65 ], [ %133, %105 ]
  %109 = load i16, ptr %107, align 1
  store i16 %109, ptr %106, align 1
  %110 = getelementptr inbounds i8, ptr %106, i64 %11
  %111 = getelementptr inbounds i8, ptr %107, i64 %16
  %112 = load i16, ptr %111, align 1
  store i16 %112, ptr %110, align 1
  %113 = getelementptr inbounds i8, ptr %110, i64 %11
  %114 = getelementptr inbounds i8, ptr %111, i64 %16
  %115 = load i16, ptr %114, align 1
  store i16 %115, ptr %113, align 1
  %116 = getelementptr inbounds i8, ptr %113, i64 %11
  %117 = getelementptr inbounds i8, ptr %114, i64 %16
  %118 = load i16, ptr %117, align 1
  store i16 %118, ptr %116, align 1
  %119 = getelementptr inbounds i8, ptr %116, i64 %11
  %120 = getelementptr inbounds i8, ptr %117, i64 %16
  %121 = load i16, ptr %120, align 1
  store i16 %121, ptr %119, align 1
  %122 = getelementptr inbounds i8, ptr %119, i64 %11
  %123 = getelementptr inbounds i8, ptr %120, i64 %16
  %124 = load i16, ptr %123, align 1
  store i16 %124, ptr %122, align 1
  %125 = getelementptr inbounds i8, ptr %122, i64 %11
  %126 = getelementptr inbounds i8, ptr %123, i64 %16
  %127 = load i16, ptr %126, align 1
  store i16 %127, ptr %125, align 1
  %128 = getelementptr inbounds i8, ptr %125, i64 %11
  %129 = getelementptr inbounds i8, ptr %126, i64 %16
  %130 = load i16, ptr %129, align 1
  store i16 %130, ptr %128, align 1
  %131 = getelementptr inbounds i8, ptr %128, i64 %11
  %132 = getelementptr inbounds i8, ptr %129, i64 %16
  %133 = add i64 %108, 8
  %134 = icmp eq i64 %133, %66
  br i1 %134, label %255, label %105, !llvm.loop !7

135:                                              ; preds = %135, %57
  %136 = phi ptr [ %18, %57 ], [ %161, %135 ]
  %137 = phi ptr [ %20, %57 ], [ %162, %135 ]
  %138 = phi i64 [ 0, %57 ], [ %163, %135 ]
  %139 = load i32, ptr %137, align 1
  store i32 %139, ptr %136, align 1
  %140 = getelementptr inbounds i8, ptr %136, i64 %11
  %141 = getelementptr inbounds i8, ptr %137, i64 %16
  %142 = load i32, ptr %141, align 1
  store i32 %142, ptr %140, align 1
  %143 = getelementptr inbounds i8, ptr %140, i64 %11
  %144 = getelementptr inbounds i8, ptr %141, i64 %16
  %145 = load i32, ptr %144, align 1
  store i32 %145, ptr %143, align 1
  %146 = getelementptr inbounds i8, ptr %143, i64 %11
  %147 = getelementptr inbounds i8, ptr %144, i64 %16
  %148 = load i32, ptr %147, align 1
  store i32 %148, ptr %146, align 1
  %149 = getelementptr inbounds i8, ptr %146, i64 %11
  %150 = getelementptr inbounds i8, ptr %147, i64 %16
  %151 = load i32, ptr %150, align 1
  store i32 %151, ptr %149, align 1
  %152 = getelementptr inbounds i8, ptr %149, i64 %11
  %153 = getelementptr inbounds i8, ptr %150, i64 %16
  %154 = load i32, ptr %153, align 1
  store i32 %154, ptr %152, align 1
  %155 = getelementptr inbounds i8, ptr %152, i64 %11
  %156 = getelementptr inbounds i8, ptr %153, i64 %16
  %157 = load i32, ptr %156, align 1
  store i32 %157, ptr %155, align 1
  %158 = getelementptr inbounds i8, ptr %155, i64 %11
  %159 = getelementptr inbounds i8, ptr %156, i64 %16
  %160 = load i32, ptr %159, align 1
  store i32 %160, ptr %158, align 1
  %161 = getelementptr inbounds i8, ptr %158, i64 %11
  %162 = getelementptr inbounds i8, ptr %159, i64 %16
  %163 = add i64 %138, 8
  %164 = icmp eq i64 %163, %58
  br i1 %164, label %270, label %135, !llvm.loop !8

165:                                              ; preds = %165, %49
  %166 = phi ptr [ %18, %49 ], [ %191, %165 ]
  %167 = phi ptr [ %20, %49 ], [ %192, %165 ]
  %168 = phi i64 [ 0, %49 ], [ %193, %165 ]
  %169 = load i64, ptr %167, align 1
  store i64 %169, ptr %166, align 1
  %170 = getelementptr inbounds i8, ptr %166, i64 %11
  %171 = getelementptr inbounds i8, ptr %167, i64 %16
  %172 = load i64, ptr %171, align 1
  store i64 %172, ptr %170, align 1
  %173 = getelementptr inbounds i8, ptr %170, i64 %11
  %174 = getelementptr inbounds i8, ptr %171, i64 %16
  %175 = load i64, ptr %174, align 1
  store i64 %175, ptr %173, align 1
  %176 = getelementptr inbounds i8, ptr %173, i64 %11
  %177 = getelementptr inbounds i8, ptr %174, i64 %16
  %178 = load i64, ptr %177, align 1
  store i64 %178, ptr %176, align 1
  %179 = getelementptr inbounds i8, ptr %176, i64 %11
  %180 = getelementptr inbounds i8, ptr %177, i64 %16
  %181 = load i64, ptr %180, align 1
  store i64 %181, ptr %179, align 1
  %182 = getelementptr inbounds i8, ptr %179, i64 %11
  %183 = getelementptr inbounds i8, ptr %180, i64 %16
  %184 = load i64, ptr %183, align 1
  store i64 %184, ptr %182, align 1
  %185 = getelementptr inbounds i8, ptr %182, i64 %11
  %186 = getelementptr inbounds i8, ptr %183, i64 %16
  %187 = load i64, ptr %186, align 1
  store i64 %187, ptr %185, align 1
  %188 = getelementptr inbounds i8, ptr %185, i64 %11
  %189 = getelementptr inbounds i8, ptr %186, i64 %16
  %190 = load i64, ptr %189, align 1
  store i64 %190, ptr %188, align 1
  %191 = getelementptr inbounds i8, ptr %188, i64 %11
  %192 = getelementptr inbounds i8, ptr %189, i64 %16
  %193 = add i64 %168, 8
  %194 = icmp eq i64 %193, %50
  br i1 %194, label %285, label %165, !llvm.loop !9

195:                                              ; preds = %41, %38
  %196 = icmp sgt i64 %30, 0
  br i1 %196, label %197, label %300

197:                                              ; preds = %195
  %198 = and i64 %30, 3
  %199 = sub i64 %4, %5
  %200 = icmp ugt i64 %199, -4
  br i1 %200, label %228, label %201

201:                                              ; preds = %197
  %202 = and i64 %30, 9223372036854775804
  br label %203

203:                                              ; preds = %203, %201
  %204 = phi ptr [ %18, %201 ], [ %213, %203 ]
  %205 = phi ptr [ %20, %201 ], [ %214, %203 ]
  %206 = phi i64 [ 0, %201 ], [ %215, %203 ]
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %204, ptr align 1 %205, i64 %32, i1 false)
  %207 = getelementptr inbounds i8, ptr %204, i64 %11
  %208 = getelementptr inbounds i8, ptr %205, i64 %16
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %207, ptr align 1 %208, i64 %32, i1 false)
  %209 = getelementptr inbounds i8, ptr %207, i64 %11
  %210 = getelementptr inbounds i8, ptr %208, i64 %16
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %209, ptr align 1 %210, i64 %32, i1 false)
  %211 = getelementptr inbounds i8, ptr %209, i64 %11
  %212 = getelementptr inbounds i8, ptr %210, i64 %16
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %211, ptr align 1 %212, i64 %32, i1 false)
  %213 = getelementptr inbounds i8, ptr %211, i64 %11
  %214 = getelementptr inbounds i8, ptr %212, i64 %16
  %215 = add i64 %206, 4
  %216 = icmp eq i64 %215, %202
  br i1 %216, label %226, label %203, !llvm.loop !10

217:                                              ; preds = %25, %217
  %218 = phi i64 [ %4, %25 ], [ %222, %217 ]
  %219 = phi ptr [ %18, %25 ], [ %223, %217 ]
  %220 = phi ptr [ %20, %25 ], [ %224, %217 ]
  %221 = load i64, ptr %28, align 8
  tail call fastcc void @copy_level(ptr noundef nonnull %0, i64 noundef %26, ptr noundef %219, ptr noundef %220, i64 noundef 0, i64 noundef %221)
  %222 = add i64 %218, 1
  %223 = getelementptr inbounds i8, ptr %219, i64 %11
  %224 = getelementptr inbounds i8, ptr %220, i64 %16
  %225 = icmp eq i64 %222, %5
  br i1 %225, label %300, label %217, !llvm.loop !11

226:                                              ; preds = %203
  %227 = icmp eq i64 %198, 0
  br i1 %227, label %300, label %228

228:                                              ; preds = %226, %197
  %229 = phi ptr [ %18, %197 ], [ %213, %226 ]
  %230 = phi ptr [ %20, %197 ], [ %214, %226 ]
  %231 = icmp ne i64 %198, 0
  tail call void @llvm.assume(i1 %231)
  br label %232

232:                                              ; preds = %232, %228
  %233 = phi ptr [ %236, %232 ], [ %229, %228 ]
  %234 = phi ptr [ %237, %232 ], [ %230, %228 ]
  %235 = phi i64 [ %238, %232 ], [ 0, %228 ]
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %233, ptr align 1 %234, i64 %32, i1 false)
  %236 = getelementptr inbounds i8, ptr %233, i64 %11
  %237 = getelementptr inbounds i8, ptr %234, i64 %16
  %238 = add i64 %235, 1
  %239 = icmp eq i64 %238, %198
  br i1 %239, label %300, label %232, !llvm.loop !12

240:                                              ; preds = %75
  %241 = icmp eq i64 %70, 0
  br i1 %241, label %300, label %242

242:                                              ; preds = %240, %69
  %243 = phi ptr [ %18, %69 ], [ %101, %240 ]
  %244 = phi ptr [ %20, %69 ], [ %102, %240 ]
  %245 = icmp ne i64 %70, 0
  tail call void @llvm.assume(i1 %245)
  br label %246

246:                                              ; preds = %246, %242
  %247 = phi ptr [ %251, %246 ], [ %243, %242 ]
  %248 = phi ptr [ %252, %246 ], [ %244, %242 ]
  %249 = phi i64 [ %253, %246 ], [ 0, %242 ]
  %250 = load i8, ptr %248, align 1
  store i8 %250, ptr %247, align 1
  %251 = getelementptr inbounds i8, ptr %247, i64 %11
  %252 = getelementptr inbounds i8, ptr %248, i64 %16
  %253 = add i64 %249, 1
  %254 = icmp eq i64 %253, %70
  br i1 %254, label %300, label %246, !llvm.loop !14

255:                                              ; preds = %105
  %256 = icmp eq i64 %62, 0
  br i1 %256, label %300, label %257

257:                                              ; preds = %255, %61
  %258 = phi ptr [ %18, %61 ], [ %131, %255 ]
  %259 = phi ptr [ %20, %61 ], [ %132, %255 ]
  %260 = icmp ne i64 %62, 0
  tail call void @llvm.assume(i1 %260)
  br label %261

261:                                              ; preds = %261, %257
  %262 = phi ptr [ %266, %261 ], [ %258, %257 ]
  %263 = phi ptr [ %267, %261 ], [ %259, %257 ]
  %264 = phi i64 [ %268, %261 ], [ 0, %257 ]
  %265 = load i16, ptr %263, align 1
  store i16 %265, ptr %262, align 1
  %266 = getelementptr inbounds i8, ptr %262, i64 %11
  %267 = getelementptr inbounds i8, ptr %263, i64 %16
  %268 = add i64 %264, 1
  %269 = icmp eq i64 %268, %62
  br i1 %269, label %300, label %261, !llvm.loop !15

270:                                              ; preds = %135
  %271 = icmp eq i64 %54, 0
  br i1 %271, label %300, label %272

272:                                              ; preds = %270, %53
  %273 = phi ptr [ %18, %53 ], [ %161, %270 ]
  %274 = phi ptr [ %20, %53 ], [ %162, %270 ]
  %275 = icmp ne i64 %54, 0
  tail call void @llvm.assume(i1 %275)
  br label %276

276:                                              ; preds = %276, %272
  %277 = phi ptr [ %281, %276 ], [ %273, %272 ]
  %278 = phi ptr [ %282, %276 ], [ %274, %272 ]
  %279 = phi i64 [ %283, %276 ], [ 0, %272 ]
  %280 = load i32, ptr %278, align 1
  store i32 %280, ptr %277, align 1
  %281 = getelementptr inbounds i8, ptr %277, i64 %11
  %282 = getelementptr inbounds i8, ptr %278, i64 %16
  %283 = add i64 %279, 1
  %284 = icmp eq i64 %283, %54
  br i1 %284, label %300, label %276, !llvm.loop !16

285:                                              ; preds = %165
  %286 = icmp eq i64 %46, 0
  br i1 %286, label %300, label %287

287:                                              ; preds = %285, %45
  %288 = phi ptr [ %18, %45 ], [ %191, %285 ]
  %289 = phi ptr [ %20, %45 ], [ %192, %285 ]
  %290 = icmp ne i64 %46, 0
  tail call void @llvm.assume(i1 %290)
  br label %291

291:                                              ; preds = %291, %287
  %292 = phi ptr [ %296, %291 ], [ %288, %287 ]
  %293 = phi ptr [ %297, %291 ], [ %289, %287 ]
  %294 = phi i64 [ %298, %291 ], [ 0, %287 ]
  %295 = load i64, ptr %293, align 1
  store i64 %295, ptr %292, align 1
  %296 = getelementptr inbounds i8, ptr %292, i64 %11
  %297 = getelementptr inbounds i8, ptr %293, i64 %16
  %298 = add i64 %294, 1
  %299 = icmp eq i64 %298, %46
  br i1 %299, label %300, label %291, !llvm.loop !17

300:                                              ; preds = %217, %285, %291, %270, %276, %255, %261, %240, %246, %226, %232, %23, %195, %67, %59, %51, %43, %36
  ret void
}

; Function Attrs: nofree nosync nounwind memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none)
define noundef i32 @srt_fill(ptr noundef readonly captures(none) %0, i64 noundef %1, i64 noundef %2) local_unnamed_addr #0 {
  %4 = load i64, ptr %0, align 8
  %5 = inttoptr i64 %4 to ptr
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %7 = load i64, ptr %6, align 8
  %8 = inttoptr i64 %7 to ptr
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 16
  tail call fastcc void @fill_level(ptr noundef %5, i64 noundef 0, ptr noundef %8, ptr noundef nonnull %9, i64 noundef %1, i64 noundef %2)
  ret i32 0
}

; Function Attrs: nofree nosync nounwind memory(argmem: readwrite)
define internal fastcc void @fill_level(ptr noundef readonly captures(none) %0, i64 noundef %1, ptr noundef writeonly captures(none) %2, ptr noundef readonly captures(none) %3, i64 noundef %4, i64 noundef %5) unnamed_addr #1 {
  %7 = load i64, ptr %0, align 8
  %8 = getelementptr i64, ptr %0, i64 %7
  %9 = getelementptr i8, ptr %8, i64 16
  %10 = getelementptr i64, ptr %9, i64 %1
  %11 = load i64, ptr %10, align 8
  %12 = mul i64 %11, %4
  %13 = getelementptr i8, ptr %2, i64 %12
  %14 = add nsw i64 %7, -1
  %15 = icmp eq i64 %1, %14
  br i1 %15, label %22, label %16

16:                                               ; preds = %6
  %17 = icmp slt i64 %4, %5
  br i1 %17, label %18, label %167

18:                                               ; preds = %16
  %19 = add nsw i64 %1, 1
  %20 = getelementptr i64, ptr %0, i64 %1
  %21 = getelementptr i8, ptr %20, i64 24
  br label %136

22:                                               ; preds = %6
  %23 = sub i64 %5, %4
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %25 = load i64, ptr %24, align 8
  %26 = icmp eq i64 %11, %25
  br i1 %26, label %44, label %27

27:                                               ; preds = %22
  %28 = icmp sgt i64 %23, 0
  br i1 %28, label %29, label %167

29:                                               ; preds = %27
  %30 = and i64 %23, 3
  %31 = sub i64 %4, %5
  %32 = icmp ugt i64 %31, -4
  br i1 %32, label %158, label %33

33:                                               ; preds = %29
  %34 = and i64 %23, 9223372036854775804
  br label %35

35:                                               ; preds = %35, %33
  %36 = phi ptr [ %13, %33 ], [ %41, %35 ]
  %37 = phi i64 [ 0, %33 ], [ %42, %35 ]
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %36, ptr readonly align 8 %3, i64 %25, i1 false)
  %38 = getelementptr inbounds i8, ptr %36, i64 %11
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %38, ptr readonly align 8 %3, i64 %25, i1 false)
  %39 = getelementptr inbounds i8, ptr %38, i64 %11
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %39, ptr readonly align 8 %3, i64 %25, i1 false)
  %40 = getelementptr inbounds i8, ptr %39, i64 %11
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %40, ptr readonly align 8 %3, i64 %25, i1 false)
  %41 = getelementptr inbounds i8, ptr %40, i64 %11
  %42 = add i64 %37, 4
  %43 = icmp eq i64 %42, %34
  br i1 %43, label %156, label %35, !llvm.loop !18

44:                                               ; preds = %22
  switch i64 %11, label %75 [
    i64 1, label %83
    i64 4, label %85
    i64 8, label %45
  ]

45:                                               ; preds = %44
  %46 = icmp sgt i64 %23, 0
  br i1 %46, label %47, label %167

47:                                               ; preds = %45
  %48 = icmp ult i64 %23, 16
  br i1 %48, label %73, label %49

49:                                               ; preds = %47
  %50 = add i64 %11, -8
  %51 = mul i64 %4, %50
  %52 = shl i64 %5, 3
  %53 = getelementptr i8, ptr %2, i64 %51
  %54 = getelementptr i8, ptr %53, i64 %52
  %55 = getelementptr i8, ptr %3, i64 8
  %56 = icmp ult ptr %13, %55
  %57 = icmp ult ptr %3, %54
  %58 = and i1 %56, %57
  br i1 %58, label %73, label %59

59:                                               ; preds = %49
  %60 = and i64 %23, 9223372036854775804
  %61 = load i64, ptr %3, align 8, !alias.scope !19
  %62 = insertelement <2 x i64> poison, i64 %61, i64 0
  %63 = shufflevector <2 x i64> %62, <2 x i64> poison, <2 x i32> zeroinitializer
  br label %64

64:                                               ; preds = %64, %59
  %65 = phi i64 [ 0, %59 ], [ %69, %64 ]
  %66 = shl nsw i64 %65, 3
  %67 = getelementptr inbounds nuw i8, ptr %13, i64 %66
  %68 = getelementptr inbounds nuw i8, ptr %67, i64 16
  store <2 x i64> %63, ptr %67, align 1, !alias.scope !22, !noalias !19
  store <2 x i64> %63, ptr %68, align 1, !alias.scope !22, !noalias !19
  %69 = add nuw i64 %65, 4
  %70 = icmp eq i64 %69, %60
  br i1 %70, label %71, label %64, !llvm.loop !24

71:                                               ; preds = %64
  %72 = icmp eq i64 %23, %60
  br i1 %72, label %167, label %73

73:                                               ; preds = %49, %47, %71
  %74 = phi i64 [ 0, %49 ], [ 0, %47 ], [ %60, %71 ]
  br label %112

75:                                               ; preds = %44
  %76 = icmp sgt i64 %23, 0
  br i1 %76, label %77, label %167

77:                                               ; preds = %75
  %78 = and i64 %23, 3
  %79 = sub i64 %4, %5
  %80 = icmp ugt i64 %79, -4
  br i1 %80, label %145, label %81

81:                                               ; preds = %77
  %82 = and i64 %23, 9223372036854775804
  br label %119

83:                                               ; preds = %44
  %84 = load i8, ptr %3, align 1
  tail call void @llvm.memset.p0.i64(ptr align 1 %13, i8 %84, i64 %23, i1 false)
  br label %167

85:                                               ; preds = %44
  %86 = load i64, ptr %3, align 8
  %87 = trunc i64 %86 to i32
  %88 = icmp sgt i64 %23, 0
  br i1 %88, label %89, label %167

89:                                               ; preds = %85
  %90 = icmp ult i64 %23, 8
  br i1 %90, label %104, label %91

91:                                               ; preds = %89
  %92 = and i64 %23, 9223372036854775800
  %93 = insertelement <4 x i32> poison, i32 %87, i64 0
  %94 = shufflevector <4 x i32> %93, <4 x i32> poison, <4 x i32> zeroinitializer
  br label %95

95:                                               ; preds = %95, %91
  %96 = phi i64 [ 0, %91 ], [ %100, %95 ]
  %97 = shl nsw i64 %96, 2
  %98 = getelementptr inbounds nuw i8, ptr %13, i64 %97
  %99 = getelementptr inbounds nuw i8, ptr %98, i64 16
  store <4 x i32> %94, ptr %98, align 1
  store <4 x i32> %94, ptr %99, align 1
  %100 = add nuw i64 %96, 8
  %101 = icmp eq i64 %100, %92
  br i1 %101, label %102, label %95, !llvm.loop !27

102:                                              ; preds = %95
  %103 = icmp eq i64 %23, %92
  br i1 %103, label %167, label %104

104:                                              ; preds = %89, %102
  %105 = phi i64 [ 0, %89 ], [ %92, %102 ]
  br label %106

106:                                              ; preds = %104, %106
  %107 = phi i64 [ %110, %106 ], [ %105, %104 ]
  %108 = shl nsw i64 %107, 2
  %109 = getelementptr inbounds nuw i8, ptr %13, i64 %108
  store i32 %87, ptr %109, align 1
  %110 = add nuw nsw i64 %107, 1
  %111 = icmp eq i64 %110, %23
  br i1 %111, label %167, label %106, !llvm.loop !28

112:                                              ; preds = %73, %112
  %113 = phi i64 [ %117, %112 ], [ %74, %73 ]
  %114 = shl nsw i64 %113, 3
  %115 = getelementptr inbounds nuw i8, ptr %13, i64 %114
  %116 = load i64, ptr %3, align 8
  store i64 %116, ptr %115, align 1
  %117 = add nuw nsw i64 %113, 1
  %118 = icmp eq i64 %117, %23
  br i1 %118, label %167, label %112, !llvm.loop !29

119:                                              ; preds = %119, %81
  %120 = phi i64 [ 0, %81 ], [ %133, %119 ]
  %121 = phi i64 [ 0, %81 ], [ %134, %119 ]
  %122 = mul nsw i64 %120, %11
  %123 = getelementptr inbounds i8, ptr %13, i64 %122
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %123, ptr readonly align 8 %3, i64 %11, i1 false)
  %124 = or disjoint i64 %120, 1
  %125 = mul nsw i64 %124, %11
  %126 = getelementptr inbounds i8, ptr %13, i64 %125
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %126, ptr readonly align 8 %3, i64 %11, i1 false)
  %127 = or disjoint i64 %120, 2
  %128 = mul nsw i64 %127, %11
  %129 = getelementptr inbounds i8, ptr %13, i64 %128
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %129, ptr readonly align 8 %3, i64 %11, i1 false)
  %130 = or disjoint i64 %120, 3
  %131 = mul nsw i64 %130, %11
  %132 = getelementptr inbounds i8, ptr %13, i64 %131
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %132, ptr readonly align 8 %3, i64 %11, i1 false)
  %133 = add nuw nsw i64 %120, 4
  %134 = add i64 %121, 4
  %135 = icmp eq i64 %134, %82
  br i1 %135, label %143, label %119, !llvm.loop !30

136:                                              ; preds = %18, %136
  %137 = phi i64 [ %4, %18 ], [ %140, %136 ]
  %138 = phi ptr [ %13, %18 ], [ %141, %136 ]
  %139 = load i64, ptr %21, align 8
  tail call fastcc void @fill_level(ptr noundef nonnull %0, i64 noundef %19, ptr noundef %138, ptr noundef %3, i64 noundef 0, i64 noundef %139)
  %140 = add i64 %137, 1
  %141 = getelementptr inbounds i8, ptr %138, i64 %11
  %142 = icmp eq i64 %140, %5
  br i1 %142, label %167, label %136, !llvm.loop !31

143:                                              ; preds = %119
  %144 = icmp eq i64 %78, 0
  br i1 %144, label %167, label %145

145:                                              ; preds = %143, %77
  %146 = phi i64 [ 0, %77 ], [ %133, %143 ]
  %147 = icmp ne i64 %78, 0
  tail call void @llvm.assume(i1 %147)
  br label %148

148:                                              ; preds = %148, %145
  %149 = phi i64 [ %153, %148 ], [ %146, %145 ]
  %150 = phi i64 [ %154, %148 ], [ 0, %145 ]
  %151 = mul nsw i64 %149, %11
  %152 = getelementptr inbounds i8, ptr %13, i64 %151
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %152, ptr readonly align 8 %3, i64 %11, i1 false)
  %153 = add nuw nsw i64 %149, 1
  %154 = add i64 %150, 1
  %155 = icmp eq i64 %154, %78
  br i1 %155, label %167, label %148, !llvm.loop !32

156:                                              ; preds = %35
  %157 = icmp eq i64 %30, 0
  br i1 %157, label %167, label %158

158:                                              ; preds = %156, %29
  %159 = phi ptr [ %13, %29 ], [ %41, %156 ]
  %160 = icmp ne i64 %30, 0
  tail call void @llvm.assume(i1 %160)
  br label %161

161:                                              ; preds = %161, %158
  %162 = phi ptr [ %164, %161 ], [ %159, %158 ]
  %163 = phi i64 [ %165, %161 ], [ 0, %158 ]
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %162, ptr readonly align 8 %3, i64 %25, i1 false)
  %164 = getelementptr inbounds i8, ptr %162, i64 %11
  %165 = add i64 %163, 1
  %166 = icmp eq i64 %165, %30
  br i1 %166, label %167, label %161, !llvm.loop !33

167:                                              ; preds = %136, %156, %161, %112, %106, %143, %148, %71, %102, %16, %85, %83, %75, %45, %27
  ret void
}

; Function Attrs: nofree nounwind memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none)
define range(i32 0, 2) i32 @srt_finite(ptr noundef readonly captures(none) %0, i64 noundef %1, i64 noundef %2) local_unnamed_addr #2 {
  %4 = load i64, ptr %0, align 8
  %5 = inttoptr i64 %4 to ptr
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %7 = load i64, ptr %6, align 8
  %8 = inttoptr i64 %7 to ptr
  %9 = tail call fastcc i64 @finite_level(ptr noundef %5, i64 noundef 0, ptr noundef %8, i64 noundef %1, i64 noundef %2, i64 noundef 0)
  %10 = icmp slt i64 %9, 0
  br i1 %10, label %23, label %11

11:                                               ; preds = %3
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %13 = load i64, ptr %12, align 8
  %14 = inttoptr i64 %13 to ptr
  %15 = load atomic i64, ptr %14 seq_cst, align 8
  br label %16

16:                                               ; preds = %19, %11
  %17 = phi i64 [ %15, %11 ], [ %22, %19 ]
  %18 = icmp ult i64 %9, %17
  br i1 %18, label %19, label %23

19:                                               ; preds = %16
  %20 = cmpxchg weak ptr %14, i64 %17, i64 %9 seq_cst seq_cst, align 8
  %21 = extractvalue { i64, i1 } %20, 1
  %22 = extractvalue { i64, i1 } %20, 0
  br i1 %21, label %23, label %16, !llvm.loop !34

23:                                               ; preds = %19, %16, %3
  %24 = phi i32 [ 0, %3 ], [ 1, %16 ], [ 1, %19 ]
  ret i32 %24
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #3

; Function Attrs: nofree nosync nounwind memory(argmem: read)
define internal fastcc i64 @finite_level(ptr noundef readonly captures(none) %0, i64 noundef %1, ptr noundef readonly captures(none) %2, i64 noundef %3, i64 noundef %4, i64 noundef %5) unnamed_addr #4 {
  %7 = load i64, ptr %0, align 8
  %8 = getelementptr i64, ptr %0, i64 %7
  %9 = getelementptr i8, ptr %8, i64 16
  %10 = getelementptr i64, ptr %9, i64 %1
  %11 = load i64, ptr %10, align 8
  %12 = getelementptr i64, ptr %0, i64 %1
  %13 = getelementptr i8, ptr %12, i64 16
  %14 = load i64, ptr %13, align 8
  %15 = mul nsw i64 %14, %5
  %16 = mul nsw i64 %11, %3
  %17 = getelementptr inbounds i8, ptr %2, i64 %16
  %18 = add nsw i64 %7, -1
  %19 = icmp eq i64 %1, %18
  br i1 %19, label %26, label %20

20:                                               ; preds = %6
  %21 = add nsw i64 %1, 1
  %22 = icmp slt i64 %3, %4
  br i1 %22, label %23, label %68

23:                                               ; preds = %20
  %24 = getelementptr i8, ptr %12, i64 24
  %25 = load i64, ptr %24, align 8
  br label %58

26:                                               ; preds = %6
  %27 = sub nsw i64 %4, %3
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %29 = load i64, ptr %28, align 8
  %30 = icmp eq i64 %29, 8
  %31 = icmp sgt i64 %27, 0
  br i1 %30, label %33, label %32

32:                                               ; preds = %26
  br i1 %31, label %44, label %68

33:                                               ; preds = %26
  br i1 %31, label %34, label %68

34:                                               ; preds = %33, %40
  %35 = phi ptr [ %42, %40 ], [ %17, %33 ]
  %36 = phi i64 [ %41, %40 ], [ 0, %33 ]
  %37 = load i64, ptr %35, align 1
  %38 = and i64 %37, 9218868437227405312
  %39 = icmp eq i64 %38, 9218868437227405312
  br i1 %39, label %54, label %40

40:                                               ; preds = %34
  %41 = add nuw nsw i64 %36, 1
  %42 = getelementptr inbounds i8, ptr %35, i64 %11
  %43 = icmp eq i64 %41, %27
  br i1 %43, label %68, label %34, !llvm.loop !35

44:                                               ; preds = %32, %50
  %45 = phi i64 [ %51, %50 ], [ 0, %32 ]
  %46 = phi ptr [ %52, %50 ], [ %17, %32 ]
  %47 = load i32, ptr %46, align 1
  %48 = and i32 %47, 2139095040
  %49 = icmp eq i32 %48, 2139095040
  br i1 %49, label %54, label %50

50:                                               ; preds = %44
  %51 = add nuw nsw i64 %45, 1
  %52 = getelementptr inbounds i8, ptr %46, i64 %11
  %53 = icmp eq i64 %51, %27
  br i1 %53, label %68, label %44, !llvm.loop !36

54:                                               ; preds = %44, %34
  %55 = phi i64 [ %36, %34 ], [ %45, %44 ]
  %56 = add nsw i64 %15, %3
  %57 = add nsw i64 %56, %55
  br label %68

58:                                               ; preds = %23, %64
  %59 = phi i64 [ %3, %23 ], [ %65, %64 ]
  %60 = phi ptr [ %17, %23 ], [ %66, %64 ]
  %61 = add nsw i64 %59, %15
  %62 = tail call fastcc i64 @finite_level(ptr noundef nonnull %0, i64 noundef %21, ptr noundef %60, i64 noundef 0, i64 noundef %25, i64 noundef %61)
  %63 = icmp slt i64 %62, 0
  br i1 %63, label %64, label %68

64:                                               ; preds = %58
  %65 = add i64 %59, 1
  %66 = getelementptr inbounds i8, ptr %60, i64 %11
  %67 = icmp eq i64 %65, %4
  br i1 %67, label %68, label %58, !llvm.loop !37

68:                                               ; preds = %64, %58, %50, %40, %20, %54, %32, %33
  %69 = phi i64 [ -1, %50 ], [ %57, %54 ], [ -1, %32 ], [ -1, %33 ], [ -1, %20 ], [ -1, %40 ], [ -1, %64 ], [ %62, %58 ]
  ret i64 %69
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #3

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none)
define range(i32 0, 2) i32 @srt_guard(ptr noundef readonly captures(none) %0, i64 noundef %1, i64 noundef %2) local_unnamed_addr #5 {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %5 = load i64, ptr %4, align 8
  %6 = inttoptr i64 %5 to ptr
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds i8, ptr %6, i64 -64
  br label %10

10:                                               ; preds = %28, %3
  %11 = phi i64 [ 63, %3 ], [ %30, %28 ]
  %12 = phi i64 [ -1, %3 ], [ %29, %28 ]
  %13 = getelementptr inbounds nuw i8, ptr %9, i64 %11
  %14 = load i8, ptr %13, align 1
  %15 = trunc i64 %11 to i8
  %16 = xor i8 %15, -91
  %17 = icmp eq i8 %14, %16
  br i1 %17, label %19, label %18

18:                                               ; preds = %10
  store i8 %16, ptr %13, align 1
  br label %19

19:                                               ; preds = %18, %10
  %20 = phi i64 [ %11, %18 ], [ %12, %10 ]
  %21 = add nsw i64 %11, -1
  %22 = getelementptr inbounds nuw i8, ptr %9, i64 %21
  %23 = load i8, ptr %22, align 1
  %24 = trunc i64 %21 to i8
  %25 = xor i8 %24, -91
  %26 = icmp eq i8 %23, %25
  br i1 %26, label %28, label %27

27:                                               ; preds = %19
  store i8 %25, ptr %22, align 1
  br label %28

28:                                               ; preds = %27, %19
  %29 = phi i64 [ %21, %27 ], [ %20, %19 ]
  %30 = add nsw i64 %11, -2
  %31 = icmp eq i64 %21, 0
  br i1 %31, label %32, label %10, !llvm.loop !38

32:                                               ; preds = %28
  %33 = getelementptr inbounds i8, ptr %6, i64 %8
  br label %34

34:                                               ; preds = %52, %32
  %35 = phi i64 [ 63, %32 ], [ %54, %52 ]
  %36 = phi i64 [ -1, %32 ], [ %53, %52 ]
  %37 = getelementptr inbounds nuw i8, ptr %33, i64 %35
  %38 = load i8, ptr %37, align 1
  %39 = trunc i64 %35 to i8
  %40 = xor i8 %39, -91
  %41 = icmp eq i8 %38, %40
  br i1 %41, label %43, label %42

42:                                               ; preds = %34
  store i8 %40, ptr %37, align 1
  br label %43

43:                                               ; preds = %42, %34
  %44 = phi i64 [ %35, %42 ], [ %36, %34 ]
  %45 = add nsw i64 %35, -1
  %46 = getelementptr inbounds nuw i8, ptr %33, i64 %45
  %47 = load i8, ptr %46, align 1
  %48 = trunc i64 %45 to i8
  %49 = xor i8 %48, -91
  %50 = icmp eq i8 %47, %49
  br i1 %50, label %52, label %51

51:                                               ; preds = %43
  store i8 %49, ptr %46, align 1
  br label %52

52:                                               ; preds = %51, %43
  %53 = phi i64 [ %45, %51 ], [ %44, %43 ]
  %54 = add nsw i64 %35, -2
  %55 = icmp eq i64 %45, 0
  br i1 %55, label %56, label %34, !llvm.loop !38

56:                                               ; preds = %52
  %57 = icmp slt i64 %29, 0
  %58 = icmp slt i64 %53, 0
  %59 = select i1 %57, i1 %58, i1 false
  br i1 %59, label %67, label %60

60:                                               ; preds = %56
  %61 = add nsw i64 %29, -64
  %62 = add nsw i64 %53, %8
  %63 = select i1 %57, i64 %62, i64 %61
  %64 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %65 = load i64, ptr %64, align 8
  %66 = inttoptr i64 %65 to ptr
  store i64 %63, ptr %66, align 8
  br label %67

67:                                               ; preds = %56, %60
  %68 = phi i32 [ 1, %60 ], [ 0, %56 ]
  ret i32 %68
}

; Function Attrs: nounwind
define void @srt_work() local_unnamed_addr #6 {
  %1 = alloca %struct.patience, align 8
  %2 = atomicrmw add ptr getelementptr inbounds nuw (i8, ptr @workers, i64 12), i32 1 seq_cst, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %1) #12
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %1, ptr noundef nonnull align 8 dereferenceable(16) @__const.srt_sync.none, i64 16, i1 false)
  %3 = load atomic i32, ptr getelementptr inbounds nuw (i8, ptr @workers, i64 16) seq_cst, align 16
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %5, label %114

5:                                                ; preds = %0, %111
  %6 = load atomic i64, ptr @workers seq_cst, align 64
  br label %9

7:                                                ; preds = %90
  %8 = icmp eq i32 %92, 0
  br i1 %8, label %95, label %111, !llvm.loop !39

9:                                                ; preds = %5, %90
  %10 = phi i64 [ 0, %5 ], [ %93, %90 ]
  %11 = phi i32 [ 0, %5 ], [ %92, %90 ]
  %12 = getelementptr inbounds nuw %struct.job, ptr @jobs, i64 %10
  %13 = load atomic i32, ptr %12 seq_cst, align 64
  %14 = icmp eq i32 %13, 2
  br i1 %14, label %15, label %90

15:                                               ; preds = %9
  %16 = getelementptr inbounds nuw i8, ptr %12, i64 4
  %17 = atomicrmw add ptr %16, i32 1 seq_cst, align 4
  %18 = load atomic i32, ptr %12 seq_cst, align 64
  %19 = icmp eq i32 %18, 2
  br i1 %19, label %20, label %69

20:                                               ; preds = %15
  %21 = getelementptr inbounds nuw i8, ptr %12, i64 8
  %22 = getelementptr inbounds nuw i8, ptr %12, i64 64
  %23 = getelementptr inbounds nuw i8, ptr %12, i64 40
  %24 = getelementptr inbounds nuw i8, ptr %12, i64 32
  %25 = load i64, ptr %23, align 8
  %26 = atomicrmw add ptr %22, i64 %25 seq_cst, align 64
  %27 = load i64, ptr %24, align 32
  %28 = icmp slt i64 %26, %27
  br i1 %28, label %29, label %69

29:                                               ; preds = %20
  %30 = getelementptr inbounds nuw i8, ptr %12, i64 16
  %31 = getelementptr inbounds nuw i8, ptr %12, i64 24
  %32 = load atomic i32, ptr %21 monotonic, align 8
  %33 = icmp eq i32 %32, 0
  br i1 %33, label %34, label %69

34:                                               ; preds = %29
  %35 = load i64, ptr %23, align 8
  %36 = add nsw i64 %35, %26
  %37 = tail call i64 @llvm.smin.i64(i64 %36, i64 %27)
  %38 = load ptr, ptr %30, align 16
  %39 = load ptr, ptr %31, align 8
  %40 = tail call i32 %38(ptr noundef %39, i64 noundef %26, i64 noundef %37) #12
  %41 = icmp eq i32 %40, 0
  br i1 %41, label %44, label %42

42:                                               ; preds = %34
  %43 = cmpxchg ptr %21, i32 0, i32 %40 seq_cst seq_cst, align 8
  br label %44

44:                                               ; preds = %42, %34
  %45 = load i64, ptr %23, align 8
  %46 = atomicrmw add ptr %22, i64 %45 seq_cst, align 64
  %47 = load i64, ptr %24, align 32
  %48 = icmp slt i64 %46, %47
  br i1 %48, label %49, label %69

49:                                               ; preds = %44, %64
  %50 = phi i64 [ %67, %64 ], [ %47, %44 ]
  %51 = phi i64 [ %66, %64 ], [ %46, %44 ]
  %52 = load atomic i32, ptr %21 monotonic, align 8
  %53 = icmp eq i32 %52, 0
  br i1 %53, label %54, label %69

54:                                               ; preds = %49
  %55 = load i64, ptr %23, align 8
  %56 = add nsw i64 %55, %51
  %57 = tail call i64 @llvm.smin.i64(i64 %56, i64 %50)
  %58 = load ptr, ptr %30, align 16
  %59 = load ptr, ptr %31, align 8
  %60 = tail call i32 %58(ptr noundef %59, i64 noundef %51, i64 noundef %57) #12
  %61 = icmp eq i32 %60, 0
  br i1 %61, label %64, label %62

62:                                               ; preds = %54
  %63 = cmpxchg ptr %21, i32 0, i32 %60 seq_cst seq_cst, align 8
  br label %64

64:                                               ; preds = %62, %54
  %65 = load i64, ptr %23, align 8
  %66 = atomicrmw add ptr %22, i64 %65 seq_cst, align 64
  %67 = load i64, ptr %24, align 32
  %68 = icmp slt i64 %66, %67
  br i1 %68, label %49, label %69, !llvm.loop !40

69:                                               ; preds = %64, %49, %44, %29, %20, %15
  %70 = phi i32 [ 0, %15 ], [ 0, %20 ], [ 0, %29 ], [ 1, %44 ], [ 1, %49 ], [ 1, %64 ]
  %71 = atomicrmw sub ptr %16, i32 1 seq_cst, align 4
  %72 = icmp eq i32 %71, 1
  br i1 %72, label %73, label %90

73:                                               ; preds = %69
  %74 = load atomic i32, ptr %12 seq_cst, align 64
  %75 = icmp eq i32 %74, 3
  br i1 %75, label %76, label %90

76:                                               ; preds = %73
  %77 = load atomic i32, ptr @portable monotonic, align 4
  %78 = icmp eq i32 %77, 0
  br i1 %78, label %79, label %81

79:                                               ; preds = %76
  %80 = tail call i64 (i64, ...) @syscall(i64 noundef 202, ptr noundef nonnull %16, i32 noundef 129, i32 noundef 2147483647, i32 noundef 0, i32 noundef 0, i32 noundef 0) #12
  br label %90

81:                                               ; preds = %76
  %82 = ptrtoint ptr %16 to i64
  %83 = lshr i64 %82, 6
  %84 = and i64 %83, 63
  %85 = getelementptr inbounds nuw %struct.lot, ptr @lots, i64 %84
  %86 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull %85) #12
  %87 = getelementptr inbounds nuw i8, ptr %85, i64 40
  %88 = tail call i32 @pthread_cond_broadcast(ptr noundef nonnull %87) #12
  %89 = tail call i32 @pthread_mutex_unlock(ptr noundef nonnull %85) #12
  br label %90

90:                                               ; preds = %9, %69, %73, %79, %81
  %91 = phi i32 [ 0, %9 ], [ %70, %69 ], [ %70, %73 ], [ %70, %79 ], [ %70, %81 ]
  %92 = or i32 %91, %11
  %93 = add nuw nsw i64 %10, 1
  %94 = icmp eq i64 %93, 16
  br i1 %94, label %7, label %9, !llvm.loop !42

95:                                               ; preds = %7
  %96 = add i64 %6, 1
  %97 = call fastcc i32 @spin_until(ptr noundef nonnull @workers, i64 noundef %96, ptr noundef nonnull %1)
  %98 = icmp eq i32 %97, 0
  br i1 %98, label %99, label %111, !llvm.loop !39

99:                                               ; preds = %95
  %100 = atomicrmw add ptr getelementptr inbounds nuw (i8, ptr @workers, i64 8), i32 1 seq_cst, align 8
  %101 = load atomic i64, ptr @workers seq_cst, align 64
  %102 = icmp eq i64 %101, %6
  br i1 %102, label %103, label %109

103:                                              ; preds = %99
  %104 = load atomic i32, ptr getelementptr inbounds nuw (i8, ptr @workers, i64 16) seq_cst, align 16
  %105 = icmp eq i32 %104, 0
  br i1 %105, label %106, label %109

106:                                              ; preds = %103
  %107 = trunc i64 %6 to i32
  %108 = tail call fastcc i32 @sleep_on(ptr noundef nonnull @workers, i32 noundef %107, i64 noundef -1)
  br label %109

109:                                              ; preds = %106, %103, %99
  %110 = atomicrmw sub ptr getelementptr inbounds nuw (i8, ptr @workers, i64 8), i32 1 seq_cst, align 8
  br label %111

111:                                              ; preds = %7, %95, %109
  %112 = load atomic i32, ptr getelementptr inbounds nuw (i8, ptr @workers, i64 16) seq_cst, align 16
  %113 = icmp eq i32 %112, 0
  br i1 %113, label %5, label %114

114:                                              ; preds = %111, %0
  %115 = atomicrmw sub ptr getelementptr inbounds nuw (i8, ptr @workers, i64 12), i32 1 seq_cst, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %1) #12
  ret void
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #7

; Function Attrs: nounwind
define internal fastcc range(i32 0, 2) i32 @spin_until(ptr noundef readonly captures(none) %0, i64 noundef %1, ptr noundef captures(none) %2) unnamed_addr #6 {
  %4 = alloca %struct.timespec, align 8
  %5 = alloca %struct.timespec, align 8
  %6 = alloca %struct.timespec, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %6) #12
  %7 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %6) #12
  %8 = load i64, ptr %6, align 8
  %9 = mul nsw i64 %8, 1000000000
  %10 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %11 = load i64, ptr %10, align 8
  %12 = add nsw i64 %9, %11
  call void @llvm.lifetime.end.p0(ptr nonnull %6) #12
  %13 = load atomic i64, ptr @yields_off_until monotonic, align 8
  %14 = icmp slt i64 %12, %13
  br i1 %14, label %15, label %17

15:                                               ; preds = %3
  %16 = getelementptr inbounds nuw i8, ptr %4, i64 8
  br label %51

17:                                               ; preds = %3
  %18 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %19 = load atomic i64, ptr %0 acquire, align 8
  %20 = icmp ult i64 %19, %1
  br i1 %20, label %21, label %116

21:                                               ; preds = %17, %43
  %22 = phi i32 [ %44, %43 ], [ 0, %17 ]
  %23 = phi i64 [ %29, %43 ], [ %12, %17 ]
  %24 = call i32 @sched_yield() #12
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #12
  %25 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %5) #12
  %26 = load i64, ptr %5, align 8
  %27 = mul nsw i64 %26, 1000000000
  %28 = load i64, ptr %18, align 8
  %29 = add nsw i64 %27, %28
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #12
  %30 = sub nsw i64 %29, %23
  %31 = icmp sgt i64 %30, 20000
  br i1 %31, label %32, label %41

32:                                               ; preds = %21
  %33 = load atomic i64, ptr @yields_off_until monotonic, align 8
  %34 = add nsw i64 %29, -4000000
  %35 = call i64 @llvm.smax.i64(i64 range(i64 -9223372036854455792, -9223372036854775808) %33, i64 %34)
  %36 = shl nsw i64 %30, 4
  %37 = add nsw i64 %35, %36
  store atomic i64 %37, ptr @yields_off_until monotonic, align 8
  %38 = icmp sle i64 %37, %29
  %39 = icmp samesign ult i32 %22, 99
  %40 = select i1 %38, i1 %39, i1 false
  br i1 %40, label %43, label %47

41:                                               ; preds = %21
  %42 = icmp samesign ult i32 %22, 99
  br i1 %42, label %43, label %47

43:                                               ; preds = %41, %32
  %44 = add nuw nsw i32 %22, 1
  %45 = load atomic i64, ptr %0 acquire, align 8
  %46 = icmp ult i64 %45, %1
  br i1 %46, label %21, label %116, !llvm.loop !43

47:                                               ; preds = %41, %32
  %48 = load atomic i64, ptr %0 acquire, align 8
  %49 = icmp uge i64 %48, %1
  %50 = zext i1 %49 to i32
  br label %116

51:                                               ; preds = %15, %103
  %52 = load atomic i64, ptr %0 acquire, align 8
  %53 = icmp ult i64 %52, %1
  br i1 %53, label %58, label %54

54:                                               ; preds = %100, %97, %94, %91, %88, %85, %82, %79, %76, %73, %70, %67, %64, %61, %58, %51
  %55 = load i64, ptr %2, align 8
  %56 = call i64 @llvm.smin.i64(i64 %55, i64 12500)
  %57 = shl i64 %56, 1
  store i64 %57, ptr %2, align 8
  br label %116

58:                                               ; preds = %51
  call void @llvm.x86.sse2.pause()
  %59 = load atomic i64, ptr %0 acquire, align 8
  %60 = icmp ult i64 %59, %1
  br i1 %60, label %61, label %54

61:                                               ; preds = %58
  call void @llvm.x86.sse2.pause()
  %62 = load atomic i64, ptr %0 acquire, align 8
  %63 = icmp ult i64 %62, %1
  br i1 %63, label %64, label %54

64:                                               ; preds = %61
  call void @llvm.x86.sse2.pause()
  %65 = load atomic i64, ptr %0 acquire, align 8
  %66 = icmp ult i64 %65, %1
  br i1 %66, label %67, label %54

67:                                               ; preds = %64
  call void @llvm.x86.sse2.pause()
  %68 = load atomic i64, ptr %0 acquire, align 8
  %69 = icmp ult i64 %68, %1
  br i1 %69, label %70, label %54

70:                                               ; preds = %67
  call void @llvm.x86.sse2.pause()
  %71 = load atomic i64, ptr %0 acquire, align 8
  %72 = icmp ult i64 %71, %1
  br i1 %72, label %73, label %54

73:                                               ; preds = %70
  call void @llvm.x86.sse2.pause()
  %74 = load atomic i64, ptr %0 acquire, align 8
  %75 = icmp ult i64 %74, %1
  br i1 %75, label %76, label %54

76:                                               ; preds = %73
  call void @llvm.x86.sse2.pause()
  %77 = load atomic i64, ptr %0 acquire, align 8
  %78 = icmp ult i64 %77, %1
  br i1 %78, label %79, label %54

79:                                               ; preds = %76
  call void @llvm.x86.sse2.pause()
  %80 = load atomic i64, ptr %0 acquire, align 8
  %81 = icmp ult i64 %80, %1
  br i1 %81, label %82, label %54

82:                                               ; preds = %79
  call void @llvm.x86.sse2.pause()
  %83 = load atomic i64, ptr %0 acquire, align 8
  %84 = icmp ult i64 %83, %1
  br i1 %84, label %85, label %54

85:                                               ; preds = %82
  call void @llvm.x86.sse2.pause()
  %86 = load atomic i64, ptr %0 acquire, align 8
  %87 = icmp ult i64 %86, %1
  br i1 %87, label %88, label %54

88:                                               ; preds = %85
  call void @llvm.x86.sse2.pause()
  %89 = load atomic i64, ptr %0 acquire, align 8
  %90 = icmp ult i64 %89, %1
  br i1 %90, label %91, label %54

91:                                               ; preds = %88
  call void @llvm.x86.sse2.pause()
  %92 = load atomic i64, ptr %0 acquire, align 8
  %93 = icmp ult i64 %92, %1
  br i1 %93, label %94, label %54

94:                                               ; preds = %91
  call void @llvm.x86.sse2.pause()
  %95 = load atomic i64, ptr %0 acquire, align 8
  %96 = icmp ult i64 %95, %1
  br i1 %96, label %97, label %54

97:                                               ; preds = %94
  call void @llvm.x86.sse2.pause()
  %98 = load atomic i64, ptr %0 acquire, align 8
  %99 = icmp ult i64 %98, %1
  br i1 %99, label %100, label %54

100:                                              ; preds = %97
  call void @llvm.x86.sse2.pause()
  %101 = load atomic i64, ptr %0 acquire, align 8
  %102 = icmp ult i64 %101, %1
  br i1 %102, label %103, label %54

103:                                              ; preds = %100
  call void @llvm.x86.sse2.pause()
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #12
  %104 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %4) #12
  %105 = load i64, ptr %4, align 8
  %106 = mul nsw i64 %105, 1000000000
  %107 = load i64, ptr %16, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #12
  %108 = sub i64 %107, %12
  %109 = add i64 %108, %106
  %110 = load i64, ptr %2, align 8
  %111 = icmp slt i64 %109, %110
  br i1 %111, label %51, label %112, !llvm.loop !44

112:                                              ; preds = %103
  %113 = icmp sgt i64 %110, 2001
  %114 = sdiv i64 %110, 2
  %115 = select i1 %113, i64 %114, i64 1000
  store i64 %115, ptr %2, align 8
  br label %116

116:                                              ; preds = %43, %17, %54, %47, %112
  %117 = phi i32 [ 0, %112 ], [ 1, %54 ], [ %50, %47 ], [ 1, %17 ], [ 1, %43 ]
  ret i32 %117
}

; Function Attrs: nounwind
define internal fastcc range(i32 0, 3) i32 @sleep_on(ptr noundef %0, i32 noundef %1, i64 noundef %2) unnamed_addr #6 {
  %4 = alloca %struct.timespec, align 8
  %5 = alloca %struct.timespec, align 8
  %6 = load atomic i32, ptr @portable monotonic, align 4
  %7 = icmp eq i32 %6, 0
  br i1 %7, label %8, label %25

8:                                                ; preds = %3
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #12
  %9 = sdiv i64 %2, 1000000000
  store i64 %9, ptr %5, align 8
  %10 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %11 = srem i64 %2, 1000000000
  store i64 %11, ptr %10, align 8
  %12 = icmp slt i64 %2, 0
  %13 = select i1 %12, ptr null, ptr %5
  %14 = call i64 (i64, ...) @syscall(i64 noundef 202, ptr noundef %0, i32 noundef 128, i32 noundef %1, ptr noundef %13, i32 noundef 0, i32 noundef 0) #12
  %15 = icmp eq i64 %14, 0
  br i1 %15, label %23, label %16

16:                                               ; preds = %8
  %17 = tail call ptr @__errno_location() #32
  %18 = load i32, ptr %17, align 4
  %19 = icmp eq i32 %18, 110
  %20 = icmp eq i32 %18, 4
  %21 = select i1 %20, i32 2, i32 0
  %22 = select i1 %19, i32 1, i32 %21
  br label %23

23:                                               ; preds = %8, %16
  %24 = phi i32 [ %22, %16 ], [ 0, %8 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #12
  br label %54

25:                                               ; preds = %3
  %26 = ptrtoint ptr %0 to i64
  %27 = lshr i64 %26, 6
  %28 = and i64 %27, 63
  %29 = getelementptr inbounds nuw %struct.lot, ptr @lots, i64 %28
  %30 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull %29) #12
  %31 = load atomic i32, ptr %0 seq_cst, align 4
  %32 = icmp eq i32 %31, %1
  br i1 %32, label %33, label %51

33:                                               ; preds = %25
  %34 = icmp slt i64 %2, 0
  br i1 %34, label %35, label %38

35:                                               ; preds = %33
  %36 = getelementptr inbounds nuw i8, ptr %29, i64 40
  %37 = tail call i32 @pthread_cond_wait(ptr noundef nonnull %36, ptr noundef nonnull %29) #12
  br label %51

38:                                               ; preds = %33
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #12
  %39 = call i32 @clock_gettime(i32 noundef 0, ptr noundef nonnull %4) #12
  %40 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %41 = load i64, ptr %40, align 8
  %42 = add nsw i64 %41, %2
  %43 = sdiv i64 %42, 1000000000
  %44 = load i64, ptr %4, align 8
  %45 = add nsw i64 %43, %44
  store i64 %45, ptr %4, align 8
  %46 = srem i64 %42, 1000000000
  store i64 %46, ptr %40, align 8
  %47 = getelementptr inbounds nuw i8, ptr %29, i64 40
  %48 = call i32 @pthread_cond_timedwait(ptr noundef nonnull %47, ptr noundef nonnull %29, ptr noundef nonnull %4) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #12
  %49 = icmp eq i32 %48, 110
  %50 = zext i1 %49 to i32
  br label %51

51:                                               ; preds = %25, %35, %38
  %52 = phi i32 [ 0, %35 ], [ %50, %38 ], [ 0, %25 ]
  %53 = call i32 @pthread_mutex_unlock(ptr noundef nonnull %29) #12
  br label %54

54:                                               ; preds = %51, %23
  %55 = phi i32 [ %52, %51 ], [ %24, %23 ]
  ret i32 %55
}

; Function Attrs: nounwind
define void @srt_stop_workers() local_unnamed_addr #6 {
  store atomic i32 1, ptr getelementptr inbounds nuw (i8, ptr @workers, i64 16) seq_cst, align 16
  %1 = atomicrmw add ptr @workers, i64 1 seq_cst, align 64
  %2 = load atomic i32, ptr @portable monotonic, align 4
  %3 = icmp eq i32 %2, 0
  br i1 %3, label %4, label %6

4:                                                ; preds = %0
  %5 = tail call i64 (i64, ...) @syscall(i64 noundef 202, ptr noundef nonnull @workers, i32 noundef 129, i32 noundef 2147483647, i32 noundef 0, i32 noundef 0, i32 noundef 0) #12
  br label %14

6:                                                ; preds = %0
  %7 = lshr exact i64 ptrtoint (ptr @workers to i64), 6
  %8 = and i64 %7, 63
  %9 = getelementptr inbounds nuw %struct.lot, ptr @lots, i64 %8
  %10 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull %9) #12
  %11 = getelementptr inbounds nuw i8, ptr %9, i64 40
  %12 = tail call i32 @pthread_cond_broadcast(ptr noundef nonnull %11) #12
  %13 = tail call i32 @pthread_mutex_unlock(ptr noundef nonnull %9) #12
  br label %14

14:                                               ; preds = %4, %6
  ret void
}

; Function Attrs: nounwind
define range(i32 1, 0) i32 @srt_drain(ptr noundef %0) local_unnamed_addr #6 {
  %2 = alloca %struct.timespec, align 8
  %3 = alloca %struct.timespec, align 8
  %4 = alloca %struct.timespec, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 2200
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 2192
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 2232
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 2308
  %9 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 2216
  %11 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 2304
  %13 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 2224
  br label %15

15:                                               ; preds = %77, %1
  %16 = load atomic i64, ptr %0 acquire, align 64
  br label %17

17:                                               ; preds = %20, %15
  %18 = load i64, ptr %6, align 16
  %19 = icmp eq i64 %18, %16
  br i1 %19, label %30, label %20

20:                                               ; preds = %17
  %21 = load ptr, ptr %5, align 8
  %22 = getelementptr inbounds nuw i8, ptr %21, i64 8
  %23 = load i64, ptr %22, align 8
  %24 = add i64 %23, %18
  store i64 %24, ptr %6, align 16
  %25 = load i64, ptr %22, align 8
  %26 = getelementptr inbounds nuw i8, ptr %21, i64 %25
  store ptr %26, ptr %5, align 8
  %27 = load ptr, ptr %21, align 8
  %28 = call i32 %27(ptr noundef nonnull %21, ptr noundef nonnull %0) #12
  %29 = icmp eq i32 %28, 0
  br i1 %29, label %17, label %78, !llvm.loop !45

30:                                               ; preds = %17
  store i64 0, ptr %7, align 8
  %31 = call i32 @sched_getcpu() #12
  %32 = add nsw i32 %31, 1
  %33 = icmp eq i32 %32, 0
  br i1 %33, label %45, label %34

34:                                               ; preds = %30
  %35 = load atomic i32, ptr %8 monotonic, align 4
  %36 = icmp eq i32 %32, %35
  br i1 %36, label %37, label %45

37:                                               ; preds = %34
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #12
  %38 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %4) #12
  %39 = load i64, ptr %4, align 8
  %40 = mul nsw i64 %39, 1000000000
  %41 = load i64, ptr %9, align 8
  %42 = add nsw i64 %40, %41
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #12
  %43 = load atomic i64, ptr @yields_off_until monotonic, align 8
  %44 = icmp slt i64 %42, %43
  br i1 %44, label %50, label %45

45:                                               ; preds = %37, %34, %30
  %46 = load i64, ptr %6, align 16
  %47 = add i64 %46, 1
  %48 = call fastcc i32 @spin_until(ptr noundef nonnull %0, i64 noundef %47, ptr noundef nonnull %10)
  %49 = icmp eq i32 %48, 0
  br i1 %49, label %50, label %77

50:                                               ; preds = %45, %37
  call void @llvm.lifetime.start.p0(ptr nonnull %3) #12
  %51 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %3) #12
  %52 = load i64, ptr %3, align 8
  %53 = load i64, ptr %11, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #12
  store atomic i32 1, ptr %12 seq_cst, align 64
  %54 = load atomic i64, ptr %0 seq_cst, align 64
  %55 = load i64, ptr %6, align 16
  %56 = icmp eq i64 %54, %55
  br i1 %56, label %57, label %62

57:                                               ; preds = %50, %57
  %58 = call fastcc i32 @sleep_on(ptr noundef nonnull %12, i32 noundef 1, i64 noundef -1)
  store atomic i32 1, ptr %12 seq_cst, align 64
  %59 = load atomic i64, ptr %0 seq_cst, align 64
  %60 = load i64, ptr %6, align 16
  %61 = icmp eq i64 %59, %60
  br i1 %61, label %57, label %62

62:                                               ; preds = %57, %50
  store atomic i32 0, ptr %12 seq_cst, align 64
  call void @llvm.lifetime.start.p0(ptr nonnull %2) #12
  %63 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %2) #12
  %64 = load i64, ptr %2, align 8
  %65 = load i64, ptr %13, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %2) #12
  %66 = sub i64 %64, %52
  %67 = mul i64 %66, 1000000000
  %68 = sub i64 %65, %53
  %69 = add i64 %68, %67
  %70 = icmp slt i64 %69, 50000
  br i1 %70, label %71, label %77

71:                                               ; preds = %62
  %72 = load i32, ptr %14, align 8
  %73 = add i32 %72, 1
  store i32 %73, ptr %14, align 8
  %74 = and i32 %73, 15
  %75 = icmp eq i32 %74, 0
  br i1 %75, label %76, label %77

76:                                               ; preds = %71
  store i64 25000, ptr %10, align 8
  br label %77

77:                                               ; preds = %76, %71, %62, %45
  br label %15

78:                                               ; preds = %20
  ret i32 %28
}

; Function Attrs: nounwind
define void @srt_host_done(ptr noundef initializes((2232, 2240)) %0, ptr noundef writeonly captures(none) initializes((4, 8), (32, 40)) %1, i32 noundef %2, i32 noundef %3) local_unnamed_addr #6 {
  %5 = alloca %struct.timespec, align 8
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 4
  store i32 %3, ptr %6, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #12
  %7 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %5) #12
  %8 = load i64, ptr %5, align 8
  %9 = mul nsw i64 %8, 1000000000
  %10 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %11 = load i64, ptr %10, align 8
  %12 = add nsw i64 %9, %11
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #12
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 2232
  store i64 %12, ptr %13, align 8
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 32
  store i64 %12, ptr %14, align 32
  store atomic i32 %2, ptr %1 release, align 64
  %15 = icmp eq i32 %2, 2
  br i1 %15, label %35, label %16

16:                                               ; preds = %4
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 2184
  %18 = atomicrmw add ptr %17, i64 1 seq_cst, align 8
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 2176
  %20 = load atomic i64, ptr %19 monotonic, align 64
  %21 = add i64 %20, 1
  call fastcc void @raise_to(ptr noundef nonnull %0, i64 noundef %21)
  br label %22

22:                                               ; preds = %31, %16
  %23 = phi i64 [ %33, %31 ], [ -1, %16 ]
  %24 = call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %23, i1 true)
  %25 = getelementptr inbounds nuw i32, ptr @wake_fds, i64 %24
  %26 = load atomic i32, ptr %25 seq_cst, align 4
  %27 = icmp sgt i32 %26, 0
  br i1 %27, label %28, label %31

28:                                               ; preds = %22
  %29 = add nsw i32 %26, -1
  %30 = call i64 @write(i32 noundef %29, ptr noundef nonnull @notify.one, i64 noundef 8) #12
  br label %31

31:                                               ; preds = %28, %22
  %32 = add i64 %23, -1
  %33 = and i64 %32, %23
  %34 = icmp eq i64 %33, 0
  br i1 %34, label %39, label %22, !llvm.loop !46

35:                                               ; preds = %4
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 2176
  %37 = load atomic i64, ptr %36 monotonic, align 64
  %38 = add i64 %37, 1
  call fastcc void @raise_to(ptr noundef nonnull %0, i64 noundef %38)
  br label %39

39:                                               ; preds = %31, %35
  ret void
}

; Function Attrs: nounwind
define range(i32 0, 3) i32 @srt_sync(ptr noundef %0, i64 noundef %1, ptr noundef readonly captures(address_is_null) %2, i64 noundef %3) local_unnamed_addr #6 {
  %5 = alloca %struct.patience, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #12
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %5, ptr noundef nonnull align 8 dereferenceable(16) @__const.srt_sync.none, i64 16, i1 false)
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 2176
  %7 = call fastcc i32 @spin_until(ptr noundef nonnull %6, i64 noundef %1, ptr noundef nonnull %5)
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %9, label %32

9:                                                ; preds = %4
  %10 = tail call i64 @llvm.umin.i64(i64 %3, i64 50000000)
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 2264
  %12 = load atomic i32, ptr %11 seq_cst, align 8
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 2256
  %14 = load atomic i64, ptr %13 seq_cst, align 8
  br label %15

15:                                               ; preds = %18, %9
  %16 = phi i64 [ %14, %9 ], [ %21, %18 ]
  %17 = icmp ult i64 %1, %16
  br i1 %17, label %18, label %22

18:                                               ; preds = %15
  %19 = cmpxchg weak ptr %13, i64 %16, i64 %1 seq_cst seq_cst, align 8
  %20 = extractvalue { i64, i1 } %19, 1
  %21 = extractvalue { i64, i1 } %19, 0
  br i1 %20, label %22, label %15, !llvm.loop !34

22:                                               ; preds = %18, %15
  %23 = load atomic i64, ptr %6 seq_cst, align 64
  %24 = icmp ult i64 %23, %1
  br i1 %24, label %25, label %32

25:                                               ; preds = %22
  %26 = icmp eq ptr %2, null
  br i1 %26, label %30, label %27

27:                                               ; preds = %25
  %28 = load atomic i32, ptr %2 seq_cst, align 64
  %29 = icmp ugt i32 %28, 1
  br i1 %29, label %32, label %30

30:                                               ; preds = %27, %25
  %31 = tail call fastcc i32 @sleep_on(ptr noundef nonnull %11, i32 noundef %12, i64 noundef %10)
  br label %32

32:                                               ; preds = %30, %27, %22, %4
  %33 = phi i32 [ 0, %4 ], [ %31, %30 ], [ 0, %27 ], [ 0, %22 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #12
  ret i32 %33
}

; Function Attrs: nounwind
define i32 @srt_replay(ptr noundef readonly captures(none) %0, i64 noundef %1, i64 noundef %2) local_unnamed_addr #6 {
  %4 = load i64, ptr %0, align 8
  %5 = inttoptr i64 %4 to ptr
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %8 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %9 = load i64, ptr %8, align 16
  %10 = icmp eq i64 %9, 0
  br i1 %10, label %46, label %11

11:                                               ; preds = %3
  %12 = getelementptr inbounds nuw i8, ptr %6, i64 24
  %13 = load i64, ptr %12, align 8
  %14 = getelementptr inbounds nuw i64, ptr %6, i64 %13
  br label %15

15:                                               ; preds = %41, %11
  %16 = phi ptr [ %43, %41 ], [ %14, %11 ]
  %17 = phi i64 [ %42, %41 ], [ 0, %11 ]
  %18 = getelementptr inbounds nuw i64, ptr %7, i64 %17
  %19 = load i64, ptr %18, align 8
  %20 = load i64, ptr %16, align 8
  %21 = sub i64 %19, %20
  %22 = icmp eq i64 %19, %20
  br i1 %22, label %41, label %23

23:                                               ; preds = %15
  store i64 %19, ptr %16, align 8
  %24 = getelementptr inbounds nuw i8, ptr %16, i64 8
  %25 = load i64, ptr %24, align 8
  %26 = getelementptr inbounds nuw i8, ptr %16, i64 16
  %27 = load i64, ptr %26, align 8
  %28 = icmp samesign eq i64 %25, %27
  br i1 %28, label %41, label %29

29:                                               ; preds = %23
  %30 = getelementptr inbounds nuw i64, ptr %6, i64 %25
  br label %31

31:                                               ; preds = %31, %29
  %32 = phi ptr [ %37, %31 ], [ %30, %29 ]
  %33 = load i64, ptr %32, align 8
  %34 = getelementptr inbounds nuw i64, ptr %6, i64 %33
  %35 = load i64, ptr %34, align 8
  %36 = add i64 %21, %35
  store i64 %36, ptr %34, align 8
  %37 = getelementptr inbounds nuw i8, ptr %32, i64 8
  %38 = load i64, ptr %26, align 8
  %39 = getelementptr inbounds nuw i64, ptr %6, i64 %38
  %40 = icmp eq ptr %37, %39
  br i1 %40, label %41, label %31, !llvm.loop !47

41:                                               ; preds = %31, %23, %15
  %42 = add nuw i64 %17, 1
  %43 = getelementptr inbounds nuw i8, ptr %16, i64 24
  %44 = load i64, ptr %8, align 16
  %45 = icmp ult i64 %42, %44
  br i1 %45, label %15, label %46, !llvm.loop !48

46:                                               ; preds = %41, %3
  %47 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %48 = load i64, ptr %47, align 8
  %49 = icmp eq i64 %48, 1
  br i1 %49, label %50, label %90

50:                                               ; preds = %46
  %51 = getelementptr inbounds nuw i8, ptr %6, i64 56
  %52 = load i64, ptr %51, align 8
  %53 = getelementptr inbounds nuw i8, ptr %6, i64 64
  %54 = load i64, ptr %53, align 32
  %55 = getelementptr inbounds nuw i64, ptr %6, i64 %54
  %56 = icmp samesign eq i64 %52, %54
  br i1 %56, label %156, label %57

57:                                               ; preds = %50
  %58 = getelementptr inbounds nuw i64, ptr %6, i64 %52
  br label %59

59:                                               ; preds = %84, %57
  %60 = phi ptr [ %88, %84 ], [ %58, %57 ]
  %61 = getelementptr inbounds nuw i8, ptr %60, i64 8
  %62 = load ptr, ptr %61, align 8
  %63 = icmp eq ptr %62, null
  br i1 %63, label %67, label %64

64:                                               ; preds = %59
  %65 = getelementptr inbounds nuw i8, ptr %60, i64 48
  %66 = tail call fastcc i32 @run_split(ptr noundef nonnull %62, ptr noundef nonnull %65)
  br label %73

67:                                               ; preds = %59
  %68 = load ptr, ptr %60, align 8
  %69 = getelementptr inbounds nuw i8, ptr %60, i64 48
  %70 = getelementptr inbounds nuw i8, ptr %60, i64 16
  %71 = load i64, ptr %70, align 8
  %72 = tail call i32 %68(ptr noundef nonnull %69, i64 noundef 0, i64 noundef %71) #12
  br label %73

73:                                               ; preds = %67, %64
  %74 = phi i32 [ %66, %64 ], [ %72, %67 ]
  %75 = icmp eq i32 %74, 0
  br i1 %75, label %84, label %76

76:                                               ; preds = %73
  %77 = getelementptr inbounds nuw i8, ptr %60, i64 36
  %78 = load i32, ptr %77, align 4
  %79 = add i32 %78, 1
  %80 = zext i32 %79 to i64
  %81 = shl nuw i64 %80, 32
  %82 = zext i32 %74 to i64
  %83 = or disjoint i64 %81, %82
  br label %149

84:                                               ; preds = %73
  %85 = getelementptr inbounds nuw i8, ptr %60, i64 32
  %86 = load i32, ptr %85, align 8
  %87 = zext i32 %86 to i64
  %88 = getelementptr inbounds nuw i64, ptr %60, i64 %87
  %89 = icmp eq ptr %88, %55
  br i1 %89, label %156, label %59, !llvm.loop !49

90:                                               ; preds = %46
  %91 = getelementptr inbounds nuw i8, ptr %6, i64 32
  %92 = mul nuw nsw i64 %48, 40
  %93 = getelementptr inbounds nuw i8, ptr %91, i64 %92
  %94 = getelementptr inbounds nuw i8, ptr %6, i64 72
  br label %95

95:                                               ; preds = %90, %100
  %96 = phi ptr [ %105, %100 ], [ %94, %90 ]
  %97 = load ptr, ptr %96, align 8
  %98 = tail call fastcc i32 @make_room(ptr noundef %97, i64 noundef 32)
  %99 = icmp eq i32 %98, 0
  br i1 %99, label %100, label %149

100:                                              ; preds = %95
  %101 = load ptr, ptr %96, align 8
  %102 = getelementptr inbounds nuw i8, ptr %101, i64 8
  %103 = load i64, ptr %102, align 8
  %104 = getelementptr inbounds nuw i8, ptr %96, i64 8
  store i64 %103, ptr %104, align 8
  %105 = getelementptr inbounds nuw i8, ptr %96, i64 40
  %106 = icmp eq ptr %105, %93
  br i1 %106, label %107, label %95, !llvm.loop !50

107:                                              ; preds = %100
  %108 = load ptr, ptr %91, align 8
  %109 = getelementptr inbounds nuw i8, ptr %108, i64 2176
  %110 = load atomic i64, ptr %109 monotonic, align 64
  %111 = getelementptr inbounds nuw i8, ptr %6, i64 40
  store i64 %110, ptr %111, align 8
  store atomic i64 0, ptr %6 monotonic, align 64
  br label %113

112:                                              ; preds = %113
  tail call fastcc void @run_part(ptr noundef nonnull %6, ptr noundef nonnull %91)
  br label %129

113:                                              ; preds = %113, %107
  %114 = phi ptr [ %127, %113 ], [ %94, %107 ]
  %115 = load ptr, ptr %114, align 8
  %116 = getelementptr inbounds nuw i8, ptr %115, i64 32
  %117 = load ptr, ptr %116, align 32
  store ptr @handle_part, ptr %117, align 8
  %118 = getelementptr inbounds nuw i8, ptr %117, i64 8
  store i64 32, ptr %118, align 8
  %119 = getelementptr inbounds nuw i8, ptr %117, i64 16
  store ptr %6, ptr %119, align 8
  %120 = getelementptr inbounds nuw i8, ptr %117, i64 24
  store ptr %114, ptr %120, align 8
  %121 = getelementptr inbounds nuw i8, ptr %114, i64 16
  %122 = load i64, ptr %121, align 8
  %123 = getelementptr inbounds nuw i8, ptr %115, i64 8
  %124 = load i64, ptr %123, align 8
  %125 = add i64 %124, %122
  store i64 %125, ptr %123, align 8
  %126 = getelementptr inbounds nuw i8, ptr %117, i64 32
  tail call fastcc void @publish(ptr noundef %115, ptr noundef nonnull %126, i64 noundef 32)
  %127 = getelementptr inbounds nuw i8, ptr %114, i64 40
  %128 = icmp eq ptr %127, %93
  br i1 %128, label %112, label %113, !llvm.loop !51

129:                                              ; preds = %143, %112
  %130 = phi ptr [ %144, %143 ], [ %94, %112 ]
  %131 = getelementptr inbounds nuw i8, ptr %130, i64 16
  %132 = load i64, ptr %131, align 8
  %133 = load ptr, ptr %91, align 8
  %134 = load ptr, ptr %130, align 8
  %135 = getelementptr inbounds nuw i8, ptr %130, i64 8
  %136 = load i64, ptr %135, align 8
  %137 = add i64 %136, %132
  %138 = getelementptr inbounds nuw i8, ptr %134, i64 2176
  %139 = load atomic i64, ptr %138 acquire, align 8
  %140 = icmp ult i64 %139, %137
  br i1 %140, label %141, label %143

141:                                              ; preds = %129
  %142 = getelementptr inbounds nuw i8, ptr %133, i64 2216
  tail call fastcc void @await_value(ptr noundef nonnull %134, i64 noundef %137, ptr noundef nonnull %142)
  br label %143

143:                                              ; preds = %141, %129
  %144 = getelementptr inbounds nuw i8, ptr %130, i64 40
  %145 = icmp eq ptr %144, %93
  br i1 %145, label %146, label %129, !llvm.loop !52

146:                                              ; preds = %143
  %147 = load atomic i64, ptr %6 monotonic, align 64
  %148 = icmp eq i64 %147, 0
  br i1 %148, label %156, label %149

149:                                              ; preds = %95, %76, %146
  %150 = phi i64 [ %147, %146 ], [ %83, %76 ], [ 4294967284, %95 ]
  %151 = lshr i64 %150, 32
  %152 = getelementptr inbounds i8, ptr %0, i64 -8
  %153 = load ptr, ptr %152, align 8
  %154 = getelementptr inbounds nuw i8, ptr %153, i64 40
  store i64 %151, ptr %154, align 8
  %155 = trunc i64 %150 to i32
  br label %156

156:                                              ; preds = %84, %50, %149, %146
  %157 = phi i32 [ 0, %146 ], [ %155, %149 ], [ 0, %50 ], [ 0, %84 ]
  ret i32 %157
}

; Function Attrs: nounwind
define internal ptr @can_issue(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %4) #12
  %6 = inttoptr i64 %5 to ptr
  %7 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %6, i64 24
  %10 = load i64, ptr %9, align 8
  %11 = sub i64 %8, %10
  %12 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %13 = load i64, ptr %12, align 16
  %14 = icmp ult i64 %11, %13
  br i1 %14, label %22, label %15

15:                                               ; preds = %3
  %16 = getelementptr inbounds nuw i8, ptr %6, i64 2176
  %17 = load atomic i64, ptr %16 acquire, align 64
  store i64 %17, ptr %9, align 8
  %18 = load i64, ptr %7, align 8
  %19 = sub i64 %18, %17
  %20 = load i64, ptr %12, align 16
  %21 = icmp ult i64 %19, %20
  br i1 %21, label %22, label %25

22:                                               ; preds = %3, %15
  %23 = phi i64 [ %8, %3 ], [ %18, %15 ]
  %24 = add i64 %23, 1
  br label %25

25:                                               ; preds = %15, %22
  %26 = phi i64 [ %24, %22 ], [ 0, %15 ]
  %27 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %26) #12
  ret ptr %27
}

; Function Attrs: nounwind
define internal ptr @pack(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %4) #12
  %6 = inttoptr i64 %5 to ptr
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %8 = load ptr, ptr %7, align 8
  %9 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %8) #12
  %10 = inttoptr i64 %9 to ptr
  %11 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %12 = load i64, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %6, i64 24
  %14 = load i64, ptr %13, align 8
  %15 = sub i64 %12, %14
  %16 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %17 = load i64, ptr %16, align 16
  %18 = icmp ult i64 %15, %17
  br i1 %18, label %26, label %19

19:                                               ; preds = %3
  %20 = getelementptr inbounds nuw i8, ptr %6, i64 2176
  %21 = load atomic i64, ptr %20 acquire, align 64
  store i64 %21, ptr %13, align 8
  %22 = load i64, ptr %11, align 8
  %23 = sub i64 %22, %21
  %24 = load i64, ptr %16, align 16
  %25 = icmp ult i64 %23, %24
  br i1 %25, label %26, label %51

26:                                               ; preds = %3, %19
  %27 = getelementptr inbounds nuw i8, ptr %10, i64 288
  %28 = ptrtoint ptr %27 to i64
  %29 = getelementptr inbounds nuw i8, ptr %6, i64 72
  store i64 %28, ptr %29, align 8
  %30 = getelementptr inbounds nuw i8, ptr %10, i64 24
  %31 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %32 = getelementptr inbounds nuw i8, ptr %10, i64 32
  br label %33

33:                                               ; preds = %37, %26
  %34 = phi i64 [ 0, %26 ], [ %42, %37 ]
  %35 = load i64, ptr %30, align 8
  %36 = icmp ult i64 %34, %35
  br i1 %36, label %37, label %46

37:                                               ; preds = %33
  %38 = load ptr, ptr %31, align 8
  %39 = tail call ptr @PyTuple_GetItem(ptr noundef %38, i64 noundef %34) #12
  %40 = getelementptr inbounds nuw i8, ptr %32, i64 %34
  %41 = load i8, ptr %40, align 1
  %42 = add nuw i64 %34, 1
  %43 = getelementptr inbounds nuw i64, ptr %29, i64 %42
  %44 = tail call fastcc i32 @convert(ptr noundef %39, i8 noundef zeroext %41, ptr noundef nonnull %43)
  %45 = icmp eq i32 %44, 0
  br i1 %45, label %33, label %54, !llvm.loop !53

46:                                               ; preds = %33
  %47 = add i64 %35, 1
  %48 = getelementptr inbounds nuw i8, ptr %6, i64 64
  store i64 %47, ptr %48, align 64
  %49 = load i64, ptr %11, align 8
  %50 = add i64 %49, 1
  br label %51

51:                                               ; preds = %19, %46
  %52 = phi i64 [ %50, %46 ], [ 0, %19 ]
  %53 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %52) #12
  br label %54

54:                                               ; preds = %37, %51
  %55 = phi ptr [ %53, %51 ], [ null, %37 ]
  ret ptr %55
}

; Function Attrs: nounwind
define internal ptr @issue(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca %struct.timespec, align 8
  %5 = load ptr, ptr %1, align 8
  %6 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %5) #12
  %7 = inttoptr i64 %6 to ptr
  %8 = getelementptr inbounds nuw i8, ptr %7, i64 64
  %9 = load i64, ptr %8, align 64
  %10 = shl i64 %9, 3
  %11 = add i64 %10, 24
  %12 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %15 = load ptr, ptr %14, align 8
  %16 = tail call i64 @PyTuple_Size(ptr noundef %13) #12
  %17 = sdiv i64 %16, 2
  %18 = shl i64 %17, 5
  %19 = tail call i64 @PyTuple_Size(ptr noundef %15) #12
  %20 = mul i64 %19, 24
  %21 = add i64 %20, %11
  %22 = add i64 %21, %18
  %23 = tail call fastcc i32 @make_room(ptr noundef %7, i64 noundef %22)
  %24 = icmp eq i32 %23, 0
  br i1 %24, label %27, label %25

25:                                               ; preds = %3
  %26 = tail call ptr @PyErr_NoMemory() #12
  br label %59

27:                                               ; preds = %3
  %28 = getelementptr inbounds nuw i8, ptr %7, i64 32
  %29 = load ptr, ptr %28, align 32
  %30 = load ptr, ptr %12, align 8
  %31 = load ptr, ptr %14, align 8
  %32 = tail call fastcc ptr @pack_order(ptr noundef %29, ptr noundef %30, ptr noundef %31)
  store ptr @handle_launch, ptr %32, align 8
  %33 = getelementptr inbounds nuw i8, ptr %32, i64 8
  store i64 %11, ptr %33, align 8
  %34 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %35 = load ptr, ptr %34, align 8
  %36 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %35) #12
  %37 = inttoptr i64 %36 to ptr
  %38 = getelementptr inbounds nuw i8, ptr %32, i64 16
  store ptr %37, ptr %38, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #12
  %39 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %4) #12
  %40 = load i64, ptr %4, align 8
  %41 = mul nsw i64 %40, 1000000000
  %42 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %43 = load i64, ptr %42, align 8
  %44 = add nsw i64 %41, %43
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #12
  %45 = load ptr, ptr %38, align 8
  %46 = getelementptr inbounds nuw i8, ptr %45, i64 16
  store i64 %44, ptr %46, align 16
  %47 = getelementptr inbounds nuw i8, ptr %32, i64 24
  %48 = getelementptr inbounds nuw i8, ptr %7, i64 72
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 %47, ptr nonnull align 8 %48, i64 %10, i1 false)
  %49 = getelementptr inbounds nuw i8, ptr %32, i64 %11
  %50 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %51 = load i64, ptr %50, align 8
  %52 = add i64 %51, 1
  store i64 %52, ptr %50, align 8
  %53 = load ptr, ptr %28, align 32
  %54 = ptrtoint ptr %49 to i64
  %55 = ptrtoint ptr %53 to i64
  %56 = sub i64 %54, %55
  call fastcc void @publish(ptr noundef nonnull %7, ptr noundef nonnull %49, i64 noundef %56)
  %57 = load i64, ptr %50, align 8
  %58 = call ptr @PyLong_FromUnsignedLongLong(i64 noundef %57) #12
  br label %59

59:                                               ; preds = %27, %25
  %60 = phi ptr [ %26, %25 ], [ %58, %27 ]
  ret ptr %60
}

; Function Attrs: nounwind
define internal ptr @push_host(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %5 = load ptr, ptr %4, align 8
  %6 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %5) #12
  %7 = inttoptr i64 %6 to ptr
  %8 = tail call fastcc ptr @push_simple(ptr noundef %1, ptr noundef nonnull @handle_host, ptr noundef %7)
  ret ptr %8
}

; Function Attrs: nounwind
define internal ptr @mark(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = tail call fastcc ptr @push_simple(ptr noundef %1, ptr noundef nonnull @handle_signal, ptr noundef null)
  ret ptr %4
}

; Function Attrs: nounwind
define internal ptr @stop(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = tail call fastcc ptr @push_simple(ptr noundef %1, ptr noundef nonnull @handle_stop, ptr noundef null)
  ret ptr %4
}

; Function Attrs: nounwind
define internal ptr @promise(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %5 = load ptr, ptr %4, align 8
  %6 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %5) #12
  %7 = load ptr, ptr %1, align 8
  %8 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %7) #12
  %9 = inttoptr i64 %8 to ptr
  %10 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %11 = load i64, ptr %10, align 8
  %12 = add i64 %11, %6
  store i64 %12, ptr %10, align 8
  %13 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef 0) #12
  ret ptr %13
}

; Function Attrs: nounwind
define internal ptr @completed(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %4) #12
  %6 = inttoptr i64 %5 to ptr
  %7 = getelementptr inbounds nuw i8, ptr %6, i64 2176
  %8 = load atomic i64, ptr %7 acquire, align 64
  %9 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %8) #12
  ret ptr %9
}

; Function Attrs: nounwind
define internal ptr @failures(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %4) #12
  %6 = inttoptr i64 %5 to ptr
  %7 = getelementptr inbounds nuw i8, ptr %6, i64 2184
  %8 = load atomic i64, ptr %7 acquire, align 8
  %9 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %8) #12
  ret ptr %9
}

; Function Attrs: nounwind
define internal ptr @look(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %4) #12
  %6 = inttoptr i64 %5 to ptr
  %7 = load atomic i32, ptr %6 acquire, align 64
  %8 = zext i32 %7 to i64
  %9 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %8) #12
  ret ptr %9
}

; Function Attrs: nounwind
define internal ptr @glance(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca %struct.timespec, align 8
  %5 = alloca %struct.timespec, align 8
  %6 = load ptr, ptr %1, align 8
  %7 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %6) #12
  %8 = inttoptr i64 %7 to ptr
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #12
  %9 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %5) #12
  %10 = load i64, ptr %5, align 8
  %11 = mul nsw i64 %10, 1000000000
  %12 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %13 = load i64, ptr %12, align 8
  %14 = add nsw i64 %11, %13
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #12
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %16 = load ptr, ptr %15, align 8
  %17 = call i64 @PyLong_AsUnsignedLongLong(ptr noundef %16) #12
  %18 = add nsw i64 %14, %17
  %19 = getelementptr inbounds nuw i8, ptr %4, i64 8
  br label %20

20:                                               ; preds = %44, %3
  %21 = load atomic i32, ptr %8 acquire, align 64
  %22 = icmp ugt i32 %21, 1
  br i1 %22, label %51, label %23

23:                                               ; preds = %20
  call void @llvm.x86.sse2.pause()
  %24 = load atomic i32, ptr %8 acquire, align 64
  %25 = icmp ugt i32 %24, 1
  br i1 %25, label %51, label %26

26:                                               ; preds = %23
  call void @llvm.x86.sse2.pause()
  %27 = load atomic i32, ptr %8 acquire, align 64
  %28 = icmp ugt i32 %27, 1
  br i1 %28, label %51, label %29

29:                                               ; preds = %26
  call void @llvm.x86.sse2.pause()
  %30 = load atomic i32, ptr %8 acquire, align 64
  %31 = icmp ugt i32 %30, 1
  br i1 %31, label %51, label %32

32:                                               ; preds = %29
  call void @llvm.x86.sse2.pause()
  %33 = load atomic i32, ptr %8 acquire, align 64
  %34 = icmp ugt i32 %33, 1
  br i1 %34, label %51, label %35

35:                                               ; preds = %32
  call void @llvm.x86.sse2.pause()
  %36 = load atomic i32, ptr %8 acquire, align 64
  %37 = icmp ugt i32 %36, 1
  br i1 %37, label %51, label %38

38:                                               ; preds = %35
  call void @llvm.x86.sse2.pause()
  %39 = load atomic i32, ptr %8 acquire, align 64
  %40 = icmp ugt i32 %39, 1
  br i1 %40, label %51, label %41

41:                                               ; preds = %38
  call void @llvm.x86.sse2.pause()
  %42 = load atomic i32, ptr %8 acquire, align 64
  %43 = icmp ugt i32 %42, 1
  br i1 %43, label %51, label %44

44:                                               ; preds = %41
  call void @llvm.x86.sse2.pause()
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #12
  %45 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %4) #12
  %46 = load i64, ptr %4, align 8
  %47 = mul nsw i64 %46, 1000000000
  %48 = load i64, ptr %19, align 8
  %49 = add nsw i64 %47, %48
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #12
  %50 = icmp slt i64 %49, %18
  br i1 %50, label %20, label %51, !llvm.loop !54

51:                                               ; preds = %44, %20, %23, %26, %29, %32, %35, %38, %41
  %52 = phi i32 [ %42, %41 ], [ %21, %20 ], [ %24, %23 ], [ %27, %26 ], [ %30, %29 ], [ %33, %32 ], [ %36, %35 ], [ %39, %38 ], [ %42, %44 ]
  %53 = zext i32 %52 to i64
  %54 = call ptr @PyLong_FromUnsignedLongLong(i64 noundef %53) #12
  ret ptr %54
}

; Function Attrs: nounwind
define internal ptr @check(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %4) #12
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %7 = load ptr, ptr %6, align 8
  %8 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %7) #12
  %9 = inttoptr i64 %8 to ptr
  %10 = load atomic i32, ptr %9 acquire, align 64
  %11 = icmp ugt i32 %10, 2
  br i1 %11, label %12, label %20

12:                                               ; preds = %3
  %13 = inttoptr i64 %5 to ptr
  %14 = getelementptr inbounds nuw i8, ptr %13, i64 2208
  %15 = load i64, ptr %14, align 32
  %16 = icmp eq i64 %15, 0
  br i1 %16, label %17, label %20

17:                                               ; preds = %12
  %18 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %19 = load i64, ptr %18, align 8
  store i64 %19, ptr %14, align 32
  br label %20

20:                                               ; preds = %3, %12, %17
  %21 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef 0) #12
  ret ptr %21
}

; Function Attrs: nounwind
define internal ptr @begin(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca %struct.timespec, align 8
  %5 = load ptr, ptr %1, align 8
  %6 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %5) #12
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %8 = load ptr, ptr %7, align 8
  %9 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %8) #12
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %11 = load ptr, ptr %10, align 8
  %12 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %11) #12
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %14, label %21

14:                                               ; preds = %3
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #12
  %15 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %4) #12
  %16 = load i64, ptr %4, align 8
  %17 = mul nsw i64 %16, 1000000000
  %18 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %19 = load i64, ptr %18, align 8
  %20 = add nsw i64 %17, %19
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #12
  br label %21

21:                                               ; preds = %3, %14
  %22 = phi i64 [ %20, %14 ], [ %12, %3 ]
  %23 = inttoptr i64 %9 to ptr
  %24 = inttoptr i64 %6 to ptr
  %25 = call fastcc i32 @start(ptr noundef %24, ptr noundef %23, i64 noundef %22)
  %26 = zext nneg i32 %25 to i64
  %27 = call ptr @PyLong_FromUnsignedLongLong(i64 noundef %26) #12
  ret ptr %27
}

; Function Attrs: nounwind
define internal ptr @finish(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca %struct.timespec, align 8
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %6 = load ptr, ptr %5, align 8
  %7 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %6) #12
  %8 = inttoptr i64 %7 to ptr
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %10 = load ptr, ptr %9, align 8
  %11 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %10) #12
  %12 = trunc i64 %11 to i32
  %13 = getelementptr inbounds nuw i8, ptr %8, i64 4
  store i32 %12, ptr %13, align 4
  %14 = load ptr, ptr %1, align 8
  %15 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %14) #12
  %16 = inttoptr i64 %15 to ptr
  %17 = load i32, ptr %13, align 4
  %18 = icmp eq i32 %17, 0
  %19 = select i1 %18, i32 2, i32 4
  %20 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %21 = load ptr, ptr %20, align 8
  %22 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %21) #12
  %23 = icmp eq i64 %22, 0
  br i1 %23, label %24, label %31

24:                                               ; preds = %3
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #12
  %25 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %4) #12
  %26 = load i64, ptr %4, align 8
  %27 = mul nsw i64 %26, 1000000000
  %28 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %29 = load i64, ptr %28, align 8
  %30 = add nsw i64 %27, %29
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #12
  br label %31

31:                                               ; preds = %3, %24
  %32 = phi i64 [ %30, %24 ], [ %22, %3 ]
  %33 = getelementptr inbounds nuw i8, ptr %16, i64 2232
  store i64 %32, ptr %33, align 8
  %34 = getelementptr inbounds nuw i8, ptr %8, i64 32
  store i64 %32, ptr %34, align 32
  store atomic i32 %19, ptr %8 release, align 64
  br i1 %18, label %54, label %35

35:                                               ; preds = %31
  %36 = getelementptr inbounds nuw i8, ptr %16, i64 2184
  %37 = atomicrmw add ptr %36, i64 1 seq_cst, align 8
  %38 = getelementptr inbounds nuw i8, ptr %16, i64 2176
  %39 = load atomic i64, ptr %38 monotonic, align 64
  %40 = add i64 %39, 1
  call fastcc void @raise_to(ptr noundef nonnull %16, i64 noundef %40)
  br label %41

41:                                               ; preds = %50, %35
  %42 = phi i64 [ %52, %50 ], [ -1, %35 ]
  %43 = call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %42, i1 true)
  %44 = getelementptr inbounds nuw i32, ptr @wake_fds, i64 %43
  %45 = load atomic i32, ptr %44 seq_cst, align 4
  %46 = icmp sgt i32 %45, 0
  br i1 %46, label %47, label %50

47:                                               ; preds = %41
  %48 = add nsw i32 %45, -1
  %49 = call i64 @write(i32 noundef %48, ptr noundef nonnull @notify.one, i64 noundef 8) #12
  br label %50

50:                                               ; preds = %47, %41
  %51 = add i64 %42, -1
  %52 = and i64 %51, %42
  %53 = icmp eq i64 %52, 0
  br i1 %53, label %58, label %41, !llvm.loop !46

54:                                               ; preds = %31
  %55 = getelementptr inbounds nuw i8, ptr %16, i64 2176
  %56 = load atomic i64, ptr %55 monotonic, align 64
  %57 = add i64 %56, 1
  call fastcc void @raise_to(ptr noundef nonnull %16, i64 noundef %57)
  br label %58

58:                                               ; preds = %50, %54
  %59 = call ptr @PyLong_FromUnsignedLongLong(i64 noundef 0) #12
  ret ptr %59
}

; Function Attrs: nounwind
define internal ptr @raise_one(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %4) #12
  %6 = inttoptr i64 %5 to ptr
  %7 = getelementptr inbounds nuw i8, ptr %6, i64 2176
  %8 = load atomic i64, ptr %7 monotonic, align 64
  %9 = add i64 %8, 1
  tail call fastcc void @raise_to(ptr noundef %6, i64 noundef %9)
  %10 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef 0) #12
  ret ptr %10
}

; Function Attrs: nounwind
define internal ptr @lose(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca %struct.timespec, align 8
  %5 = load ptr, ptr %1, align 8
  %6 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %5) #12
  %7 = inttoptr i64 %6 to ptr
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %9 = load ptr, ptr %8, align 8
  %10 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %9) #12
  %11 = inttoptr i64 %10 to ptr
  %12 = load atomic i32, ptr %11 seq_cst, align 64
  %13 = getelementptr inbounds nuw i8, ptr %7, i64 2368
  %14 = load i64, ptr %13, align 64
  %15 = shl i64 %14, 40
  %16 = getelementptr inbounds nuw i8, ptr %7, i64 2176
  %17 = load atomic i64, ptr %16 monotonic, align 64
  %18 = add i64 %17, 1
  %19 = or i64 %18, %15
  %20 = getelementptr inbounds nuw i8, ptr %11, i64 8
  store i64 %19, ptr %20, align 8
  %21 = icmp ult i32 %12, 2
  br i1 %21, label %22, label %29

22:                                               ; preds = %3, %22
  %23 = phi i32 [ %26, %22 ], [ %12, %3 ]
  %24 = cmpxchg weak ptr %11, i32 %23, i32 4 seq_cst seq_cst, align 64
  %25 = extractvalue { i32, i1 } %24, 1
  %26 = extractvalue { i32, i1 } %24, 0
  %27 = icmp ugt i32 %26, 1
  %28 = select i1 %25, i1 true, i1 %27
  br i1 %28, label %29, label %22, !llvm.loop !55

29:                                               ; preds = %22, %3
  %30 = phi i32 [ %12, %3 ], [ %26, %22 ]
  %31 = icmp eq i32 %30, 3
  %32 = select i1 %31, i32 3, i32 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #12
  %33 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %4) #12
  %34 = load i64, ptr %4, align 8
  %35 = mul nsw i64 %34, 1000000000
  %36 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %37 = load i64, ptr %36, align 8
  %38 = add nsw i64 %35, %37
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #12
  %39 = getelementptr inbounds nuw i8, ptr %7, i64 2232
  store i64 %38, ptr %39, align 8
  %40 = getelementptr inbounds nuw i8, ptr %11, i64 32
  store i64 %38, ptr %40, align 32
  store atomic i32 %32, ptr %11 release, align 64
  %41 = getelementptr inbounds nuw i8, ptr %7, i64 2184
  %42 = atomicrmw add ptr %41, i64 1 seq_cst, align 8
  %43 = load atomic i64, ptr %16 monotonic, align 64
  %44 = add i64 %43, 1
  call fastcc void @raise_to(ptr noundef nonnull %7, i64 noundef %44)
  br label %45

45:                                               ; preds = %54, %29
  %46 = phi i64 [ %56, %54 ], [ -1, %29 ]
  %47 = call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %46, i1 true)
  %48 = getelementptr inbounds nuw i32, ptr @wake_fds, i64 %47
  %49 = load atomic i32, ptr %48 seq_cst, align 4
  %50 = icmp sgt i32 %49, 0
  br i1 %50, label %51, label %54

51:                                               ; preds = %45
  %52 = add nsw i32 %49, -1
  %53 = call i64 @write(i32 noundef %52, ptr noundef nonnull @notify.one, i64 noundef 8) #12
  br label %54

54:                                               ; preds = %51, %45
  %55 = add i64 %46, -1
  %56 = and i64 %55, %46
  %57 = icmp eq i64 %56, 0
  br i1 %57, label %58, label %45, !llvm.loop !46

58:                                               ; preds = %54
  %59 = call ptr @PyLong_FromUnsignedLongLong(i64 noundef 0) #12
  ret ptr %59
}

; Function Attrs: nounwind
define internal ptr @cancel(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %4) #12
  %6 = inttoptr i64 %5 to ptr
  %7 = cmpxchg ptr %6, i32 0, i32 3 seq_cst seq_cst, align 64
  %8 = extractvalue { i32, i1 } %7, 1
  br i1 %8, label %9, label %30

9:                                                ; preds = %3
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %11 = load ptr, ptr %10, align 8
  %12 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %11) #12
  %13 = inttoptr i64 %12 to ptr
  %14 = getelementptr inbounds nuw i8, ptr %13, i64 2256
  store atomic i64 -1, ptr %14 seq_cst, align 16
  %15 = getelementptr inbounds nuw i8, ptr %13, i64 2264
  %16 = atomicrmw add ptr %15, i32 1 seq_cst, align 8
  %17 = load atomic i32, ptr @portable monotonic, align 4
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %19, label %21

19:                                               ; preds = %9
  %20 = tail call i64 (i64, ...) @syscall(i64 noundef 202, ptr noundef nonnull %15, i32 noundef 129, i32 noundef 2147483647, i32 noundef 0, i32 noundef 0, i32 noundef 0) #12
  br label %30

21:                                               ; preds = %9
  %22 = ptrtoint ptr %15 to i64
  %23 = lshr i64 %22, 6
  %24 = and i64 %23, 63
  %25 = getelementptr inbounds nuw %struct.lot, ptr @lots, i64 %24
  %26 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull %25) #12
  %27 = getelementptr inbounds nuw i8, ptr %25, i64 40
  %28 = tail call i32 @pthread_cond_broadcast(ptr noundef nonnull %27) #12
  %29 = tail call i32 @pthread_mutex_unlock(ptr noundef nonnull %25) #12
  br label %30

30:                                               ; preds = %21, %19, %3
  %31 = phi i64 [ 0, %3 ], [ 1, %19 ], [ 1, %21 ]
  %32 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %31) #12
  ret ptr %32
}

; Function Attrs: nounwind
define internal ptr @arm(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %4) #12
  %6 = inttoptr i64 %5 to ptr
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %8 = load ptr, ptr %7, align 8
  %9 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %8) #12
  %10 = getelementptr inbounds nuw i8, ptr %6, i64 2248
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %12 = load ptr, ptr %11, align 8
  %13 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %12) #12
  %14 = shl nuw i64 1, %13
  %15 = atomicrmw or ptr %10, i64 %14 seq_cst, align 8
  %16 = getelementptr inbounds nuw i8, ptr %6, i64 2240
  %17 = load atomic i64, ptr %16 seq_cst, align 8
  br label %18

18:                                               ; preds = %21, %3
  %19 = phi i64 [ %17, %3 ], [ %24, %21 ]
  %20 = icmp ult i64 %9, %19
  br i1 %20, label %21, label %25

21:                                               ; preds = %18
  %22 = cmpxchg weak ptr %16, i64 %19, i64 %9 seq_cst seq_cst, align 8
  %23 = extractvalue { i64, i1 } %22, 1
  %24 = extractvalue { i64, i1 } %22, 0
  br i1 %23, label %25, label %18, !llvm.loop !34

25:                                               ; preds = %18, %21
  %26 = getelementptr inbounds nuw i8, ptr %6, i64 2176
  %27 = load atomic i64, ptr %26 seq_cst, align 64
  %28 = icmp uge i64 %27, %9
  %29 = zext i1 %28 to i64
  %30 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %29) #12
  ret ptr %30
}

; Function Attrs: nounwind
define internal ptr @new_cells(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca ptr, align 8
  %5 = load ptr, ptr %1, align 8
  %6 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %5) #12
  %7 = shl i64 %6, 6
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #12
  store ptr null, ptr %4, align 8
  %8 = call i32 @posix_memalign(ptr noundef nonnull %4, i64 noundef 64, i64 noundef %7) #12
  %9 = icmp eq i32 %8, 0
  br i1 %9, label %11, label %10

10:                                               ; preds = %3
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #12
  br label %17

11:                                               ; preds = %3
  %12 = load ptr, ptr %4, align 8
  call void @llvm.memset.p0.i64(ptr align 1 %12, i8 0, i64 %7, i1 false)
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #12
  %13 = icmp eq ptr %12, null
  br i1 %13, label %17, label %14

14:                                               ; preds = %11
  %15 = ptrtoint ptr %12 to i64
  %16 = call ptr @PyLong_FromUnsignedLongLong(i64 noundef %15) #12
  br label %19

17:                                               ; preds = %10, %11
  %18 = call ptr @PyErr_NoMemory() #12
  br label %19

19:                                               ; preds = %17, %14
  %20 = phi ptr [ %16, %14 ], [ %18, %17 ]
  ret ptr %20
}

; Function Attrs: nounwind
define internal ptr @new_queue(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca ptr, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #12
  store ptr null, ptr %4, align 8
  %5 = call i32 @posix_memalign(ptr noundef nonnull %4, i64 noundef 64, i64 noundef 2432) #12
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %9, label %7

7:                                                ; preds = %3
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #12
  %8 = call ptr @PyErr_NoMemory() #12
  br label %19

9:                                                ; preds = %3
  %10 = load ptr, ptr %4, align 8
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 1 dereferenceable(2432) %10, i8 0, i64 2432, i1 false)
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #12
  %11 = load ptr, ptr %1, align 8
  %12 = call i64 @PyLong_AsUnsignedLongLong(ptr noundef %11) #12
  %13 = getelementptr inbounds nuw i8, ptr %10, i64 2368
  store i64 %12, ptr %13, align 64
  %14 = getelementptr inbounds nuw i8, ptr %10, i64 2240
  store atomic i64 -1, ptr %14 seq_cst, align 64
  %15 = getelementptr inbounds nuw i8, ptr %10, i64 2256
  store atomic i64 -1, ptr %15 seq_cst, align 16
  %16 = getelementptr inbounds nuw i8, ptr %10, i64 2216
  store i64 25000, ptr %16, align 8
  %17 = ptrtoint ptr %10 to i64
  %18 = call ptr @PyLong_FromUnsignedLongLong(i64 noundef %17) #12
  br label %19

19:                                               ; preds = %9, %7
  %20 = phi ptr [ %18, %9 ], [ %8, %7 ]
  ret ptr %20
}

; Function Attrs: nounwind
define internal ptr @new_plan(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca ptr, align 8
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %6 = load ptr, ptr %5, align 8
  %7 = tail call i64 @PyTuple_Size(ptr noundef %6) #12
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %9 = load ptr, ptr %8, align 8
  %10 = tail call i64 @PyTuple_Size(ptr noundef %9) #12
  %11 = shl nsw i64 %7, 3
  %12 = add i64 %11, 288
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #12
  store ptr null, ptr %4, align 8
  %13 = call i32 @posix_memalign(ptr noundef nonnull %4, i64 noundef 64, i64 noundef %12) #12
  %14 = icmp eq i32 %13, 0
  br i1 %14, label %16, label %15

15:                                               ; preds = %3
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #12
  br label %19

16:                                               ; preds = %3
  %17 = load ptr, ptr %4, align 8
  call void @llvm.memset.p0.i64(ptr align 1 %17, i8 0, i64 %12, i1 false)
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #12
  %18 = icmp eq ptr %17, null
  br i1 %18, label %19, label %21

19:                                               ; preds = %15, %16
  %20 = call ptr @PyErr_NoMemory() #12
  br label %61

21:                                               ; preds = %16
  %22 = load ptr, ptr %1, align 8
  %23 = call i64 @PyLong_AsUnsignedLongLong(ptr noundef %22) #12
  %24 = inttoptr i64 %23 to ptr
  store ptr %24, ptr %17, align 8
  %25 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %26 = load ptr, ptr %25, align 8
  %27 = call i64 @PyLong_AsLongLong(ptr noundef %26) #12
  %28 = getelementptr inbounds nuw i8, ptr %17, i64 8
  store i64 %27, ptr %28, align 8
  %29 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %30 = load ptr, ptr %29, align 8
  %31 = call i64 @PyLong_AsLongLong(ptr noundef %30) #12
  %32 = getelementptr inbounds nuw i8, ptr %17, i64 16
  store i64 %31, ptr %32, align 8
  %33 = getelementptr inbounds nuw i8, ptr %17, i64 24
  store i64 %10, ptr %33, align 8
  %34 = icmp sgt i64 %10, 0
  br i1 %34, label %35, label %37

35:                                               ; preds = %21
  %36 = getelementptr inbounds nuw i8, ptr %17, i64 32
  br label %41

37:                                               ; preds = %41, %21
  %38 = icmp sgt i64 %7, 0
  br i1 %38, label %39, label %50

39:                                               ; preds = %37
  %40 = getelementptr inbounds nuw i8, ptr %17, i64 288
  br label %53

41:                                               ; preds = %35, %41
  %42 = phi i64 [ 0, %35 ], [ %48, %41 ]
  %43 = load ptr, ptr %8, align 8
  %44 = call ptr @PyTuple_GetItem(ptr noundef %43, i64 noundef %42) #12
  %45 = call i64 @PyLong_AsUnsignedLongLong(ptr noundef %44) #12
  %46 = trunc i64 %45 to i8
  %47 = getelementptr inbounds nuw i8, ptr %36, i64 %42
  store i8 %46, ptr %47, align 1
  %48 = add nuw nsw i64 %42, 1
  %49 = icmp eq i64 %48, %10
  br i1 %49, label %37, label %41, !llvm.loop !56

50:                                               ; preds = %53, %37
  %51 = ptrtoint ptr %17 to i64
  %52 = call ptr @PyLong_FromUnsignedLongLong(i64 noundef %51) #12
  br label %61

53:                                               ; preds = %39, %53
  %54 = phi i64 [ 0, %39 ], [ %59, %53 ]
  %55 = load ptr, ptr %5, align 8
  %56 = call ptr @PyTuple_GetItem(ptr noundef %55, i64 noundef %54) #12
  %57 = call i64 @PyLong_AsLongLong(ptr noundef %56) #12
  %58 = getelementptr inbounds nuw i64, ptr %40, i64 %54
  store i64 %57, ptr %58, align 8
  %59 = add nuw nsw i64 %54, 1
  %60 = icmp eq i64 %59, %7
  br i1 %60, label %50, label %53, !llvm.loop !57

61:                                               ; preds = %50, %19
  %62 = phi ptr [ %52, %50 ], [ %20, %19 ]
  ret ptr %62
}

; Function Attrs: nounwind
define internal ptr @allocate(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca ptr, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #12
  store ptr null, ptr %4, align 8
  %5 = load ptr, ptr %1, align 8
  %6 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %5) #12
  %7 = call i32 @posix_memalign(ptr noundef nonnull %4, i64 noundef 64, i64 noundef %6) #12
  %8 = icmp eq i32 %7, 0
  %9 = load ptr, ptr %4, align 8
  %10 = ptrtoint ptr %9 to i64
  %11 = select i1 %8, i64 %10, i64 0
  %12 = call ptr @PyLong_FromUnsignedLongLong(i64 noundef %11) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #12
  ret ptr %12
}

; Function Attrs: nounwind
define internal ptr @release(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %4) #12
  %6 = inttoptr i64 %5 to ptr
  tail call void @free(ptr noundef %6) #12
  %7 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef 0) #12
  ret ptr %7
}

; Function Attrs: nounwind
define internal ptr @free_records(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %4) #12
  %6 = inttoptr i64 %5 to ptr
  %7 = getelementptr inbounds nuw i8, ptr %6, i64 56
  %8 = load ptr, ptr %7, align 8
  %9 = icmp eq ptr %8, null
  br i1 %9, label %15, label %10

10:                                               ; preds = %3, %10
  %11 = phi ptr [ %13, %10 ], [ %8, %3 ]
  %12 = load ptr, ptr %11, align 8
  store ptr %12, ptr %7, align 8
  tail call void @free(ptr noundef nonnull %11) #12
  %13 = load ptr, ptr %7, align 8
  %14 = icmp eq ptr %13, null
  br i1 %14, label %15, label %10, !llvm.loop !58

15:                                               ; preds = %10, %3
  %16 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef 0) #12
  ret ptr %16
}

; Function Attrs: nounwind
define internal ptr @set_limit(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %5 = load ptr, ptr %4, align 8
  %6 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %5) #12
  %7 = load ptr, ptr %1, align 8
  %8 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %7) #12
  %9 = inttoptr i64 %8 to ptr
  %10 = getelementptr inbounds nuw i8, ptr %9, i64 16
  store i64 %6, ptr %10, align 16
  %11 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef 0) #12
  ret ptr %11
}

; Function Attrs: nounwind
define internal ptr @listen(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %4) #12
  %6 = trunc i64 %5 to i32
  %7 = add nsw i32 %6, 1
  br label %8

8:                                                ; preds = %28, %3
  %9 = phi i64 [ 0, %3 ], [ %29, %28 ]
  %10 = getelementptr inbounds nuw i32, ptr @wake_fds, i64 %9
  %11 = cmpxchg ptr %10, i32 0, i32 %7 seq_cst seq_cst, align 4
  %12 = extractvalue { i32, i1 } %11, 1
  br i1 %12, label %31, label %13

13:                                               ; preds = %8
  %14 = or disjoint i64 %9, 1
  %15 = getelementptr inbounds nuw i32, ptr @wake_fds, i64 %14
  %16 = cmpxchg ptr %15, i32 0, i32 %7 seq_cst seq_cst, align 4
  %17 = extractvalue { i32, i1 } %16, 1
  br i1 %17, label %31, label %18

18:                                               ; preds = %13
  %19 = or disjoint i64 %9, 2
  %20 = getelementptr inbounds nuw i32, ptr @wake_fds, i64 %19
  %21 = cmpxchg ptr %20, i32 0, i32 %7 seq_cst seq_cst, align 4
  %22 = extractvalue { i32, i1 } %21, 1
  br i1 %22, label %31, label %23

23:                                               ; preds = %18
  %24 = or disjoint i64 %9, 3
  %25 = getelementptr inbounds nuw i32, ptr @wake_fds, i64 %24
  %26 = cmpxchg ptr %25, i32 0, i32 %7 seq_cst seq_cst, align 4
  %27 = extractvalue { i32, i1 } %26, 1
  br i1 %27, label %31, label %28

28:                                               ; preds = %23
  %29 = add nuw nsw i64 %9, 4
  %30 = icmp eq i64 %29, 64
  br i1 %30, label %31, label %8, !llvm.loop !59

31:                                               ; preds = %28, %23, %18, %13, %8
  %32 = phi i64 [ %9, %8 ], [ 64, %28 ], [ %14, %13 ], [ %24, %23 ], [ %19, %18 ]
  %33 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %32) #12
  ret ptr %33
}

; Function Attrs: nounwind
define internal ptr @set_up(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  br label %4

4:                                                ; preds = %4, %3
  %5 = phi i64 [ 0, %3 ], [ %10, %4 ]
  %6 = getelementptr inbounds nuw %struct.lot, ptr @lots, i64 %5
  %7 = tail call i32 @pthread_mutex_init(ptr noundef nonnull %6, ptr noundef null) #12
  %8 = getelementptr inbounds nuw i8, ptr %6, i64 40
  %9 = tail call i32 @pthread_cond_init(ptr noundef nonnull %8, ptr noundef null) #12
  %10 = add nuw nsw i64 %5, 1
  %11 = icmp eq i64 %10, 64
  br i1 %11, label %12, label %4, !llvm.loop !60

12:                                               ; preds = %4
  %13 = load ptr, ptr %1, align 8
  %14 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %13) #12
  %15 = trunc i64 %14 to i32
  store atomic i32 %15, ptr @portable seq_cst, align 4
  %16 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef 0) #12
  ret ptr %16
}

; Function Attrs: nounwind
define internal ptr @forget_workers(ptr readnone captures(none) %0, ptr readnone captures(none) %1, i64 %2) #6 {
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 64 dereferenceable(2048) @jobs, i8 0, i64 2048, i1 false)
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 64 dereferenceable(64) @workers, i8 0, i64 64, i1 false)
  %4 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef 0) #12
  ret ptr %4
}

; Function Attrs: nounwind
define internal ptr @make_types(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca %struct.PyType_Spec, align 8
  %5 = alloca %struct.PyType_Spec, align 8
  %6 = alloca %struct.PyType_Spec, align 8
  %7 = alloca %struct.PyType_Spec, align 8
  %8 = load ptr, ptr %1, align 8
  %9 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %8) #12
  store i64 %9, ptr @head_bytes, align 8
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %11 = load ptr, ptr %10, align 8
  %12 = tail call ptr @PyTuple_GetItem(ptr noundef %11, i64 noundef 0) #12
  %13 = icmp eq ptr %12, null
  br i1 %13, label %46, label %45

14:                                               ; preds = %66
  tail call void @Py_IncRef(ptr noundef nonnull %68) #12
  br label %15

15:                                               ; preds = %66, %14
  store ptr %68, ptr @no_name, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %7) #12
  store ptr @.str.44, ptr %7, align 8
  %16 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %17 = load i64, ptr @head_bytes, align 8
  %18 = trunc i64 %17 to i32
  %19 = add i32 %18, 48
  store i32 %19, ptr %16, align 8
  %20 = getelementptr inbounds nuw i8, ptr %7, i64 12
  store i32 0, ptr %20, align 4
  %21 = getelementptr inbounds nuw i8, ptr %7, i64 16
  store i32 16512, ptr %21, align 8
  %22 = getelementptr inbounds nuw i8, ptr %7, i64 20
  store i32 0, ptr %22, align 4
  %23 = getelementptr inbounds nuw i8, ptr %7, i64 24
  store ptr @lock_slots, ptr %23, align 8
  br label %24

24:                                               ; preds = %40, %15
  %25 = phi ptr [ @lock_slots, %15 ], [ %41, %40 ]
  %26 = load i32, ptr %25, align 8
  switch i32 %26, label %40 [
    i32 0, label %42
    i32 72, label %27
  ]

27:                                               ; preds = %24
  %28 = getelementptr inbounds nuw i8, ptr %25, i64 8
  %29 = load ptr, ptr %28, align 8
  %30 = load ptr, ptr %29, align 8
  %31 = icmp eq ptr %30, null
  br i1 %31, label %40, label %32

32:                                               ; preds = %27, %32
  %33 = phi ptr [ %37, %32 ], [ %29, %27 ]
  %34 = getelementptr inbounds nuw i8, ptr %33, i64 16
  %35 = load i64, ptr %34, align 8
  %36 = add nsw i64 %35, %17
  store i64 %36, ptr %34, align 8
  %37 = getelementptr inbounds nuw i8, ptr %33, i64 40
  %38 = load ptr, ptr %37, align 8
  %39 = icmp eq ptr %38, null
  br i1 %39, label %40, label %32, !llvm.loop !61

40:                                               ; preds = %32, %27, %24
  %41 = getelementptr inbounds nuw i8, ptr %25, i64 16
  br label %24, !llvm.loop !62

42:                                               ; preds = %24
  %43 = call ptr @PyType_FromSpec(ptr noundef nonnull %7) #12
  store ptr %43, ptr @types, align 16
  %44 = icmp eq ptr %43, null
  call void @llvm.lifetime.end.p0(ptr nonnull %7) #12
  br i1 %44, label %192, label %70

45:                                               ; preds = %3
  tail call void @Py_IncRef(ptr noundef nonnull %12) #12
  br label %46

46:                                               ; preds = %3, %45
  store ptr %12, ptr @hazard_texts, align 16
  %47 = load ptr, ptr %10, align 8
  %48 = tail call ptr @PyTuple_GetItem(ptr noundef %47, i64 noundef 1) #12
  %49 = icmp eq ptr %48, null
  br i1 %49, label %51, label %50

50:                                               ; preds = %46
  tail call void @Py_IncRef(ptr noundef nonnull %48) #12
  br label %51

51:                                               ; preds = %50, %46
  store ptr %48, ptr getelementptr inbounds nuw (i8, ptr @hazard_texts, i64 8), align 8
  %52 = load ptr, ptr %10, align 8
  %53 = tail call ptr @PyTuple_GetItem(ptr noundef %52, i64 noundef 2) #12
  %54 = icmp eq ptr %53, null
  br i1 %54, label %56, label %55

55:                                               ; preds = %51
  tail call void @Py_IncRef(ptr noundef nonnull %53) #12
  br label %56

56:                                               ; preds = %55, %51
  store ptr %53, ptr getelementptr inbounds nuw (i8, ptr @hazard_texts, i64 16), align 16
  %57 = load ptr, ptr %10, align 8
  %58 = tail call ptr @PyTuple_GetItem(ptr noundef %57, i64 noundef 3) #12
  %59 = icmp eq ptr %58, null
  br i1 %59, label %61, label %60

60:                                               ; preds = %56
  tail call void @Py_IncRef(ptr noundef nonnull %58) #12
  br label %61

61:                                               ; preds = %60, %56
  store ptr %58, ptr getelementptr inbounds nuw (i8, ptr @hazard_texts, i64 24), align 8
  %62 = load ptr, ptr %10, align 8
  %63 = tail call ptr @PyTuple_GetItem(ptr noundef %62, i64 noundef 4) #12
  %64 = icmp eq ptr %63, null
  br i1 %64, label %66, label %65

65:                                               ; preds = %61
  tail call void @Py_IncRef(ptr noundef nonnull %63) #12
  br label %66

66:                                               ; preds = %65, %61
  store ptr %63, ptr getelementptr inbounds nuw (i8, ptr @hazard_texts, i64 32), align 16
  %67 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %68 = load ptr, ptr %67, align 8
  %69 = icmp eq ptr %68, null
  br i1 %69, label %15, label %14

70:                                               ; preds = %42
  call void @llvm.lifetime.start.p0(ptr nonnull %6) #12
  store ptr @.str.45, ptr %6, align 8
  %71 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %72 = load i64, ptr @head_bytes, align 8
  %73 = trunc i64 %72 to i32
  %74 = add i32 %73, 240
  store i32 %74, ptr %71, align 8
  %75 = getelementptr inbounds nuw i8, ptr %6, i64 12
  store i32 0, ptr %75, align 4
  %76 = getelementptr inbounds nuw i8, ptr %6, i64 16
  store i32 16512, ptr %76, align 8
  %77 = getelementptr inbounds nuw i8, ptr %6, i64 20
  store i32 0, ptr %77, align 4
  %78 = getelementptr inbounds nuw i8, ptr %6, i64 24
  store ptr @timeline_slots, ptr %78, align 8
  br label %79

79:                                               ; preds = %95, %70
  %80 = phi ptr [ @timeline_slots, %70 ], [ %96, %95 ]
  %81 = load i32, ptr %80, align 8
  switch i32 %81, label %95 [
    i32 0, label %97
    i32 72, label %82
  ]

82:                                               ; preds = %79
  %83 = getelementptr inbounds nuw i8, ptr %80, i64 8
  %84 = load ptr, ptr %83, align 8
  %85 = load ptr, ptr %84, align 8
  %86 = icmp eq ptr %85, null
  br i1 %86, label %95, label %87

87:                                               ; preds = %82, %87
  %88 = phi ptr [ %92, %87 ], [ %84, %82 ]
  %89 = getelementptr inbounds nuw i8, ptr %88, i64 16
  %90 = load i64, ptr %89, align 8
  %91 = add nsw i64 %90, %72
  store i64 %91, ptr %89, align 8
  %92 = getelementptr inbounds nuw i8, ptr %88, i64 40
  %93 = load ptr, ptr %92, align 8
  %94 = icmp eq ptr %93, null
  br i1 %94, label %95, label %87, !llvm.loop !61

95:                                               ; preds = %87, %82, %79
  %96 = getelementptr inbounds nuw i8, ptr %80, i64 16
  br label %79, !llvm.loop !62

97:                                               ; preds = %79
  %98 = call ptr @PyType_FromSpec(ptr noundef nonnull %6) #12
  store ptr %98, ptr getelementptr inbounds nuw (i8, ptr @types, i64 8), align 8
  %99 = icmp eq ptr %98, null
  call void @llvm.lifetime.end.p0(ptr nonnull %6) #12
  br i1 %99, label %192, label %100

100:                                              ; preds = %97
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #12
  store ptr @.str.46, ptr %5, align 8
  %101 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %102 = load i64, ptr @head_bytes, align 8
  %103 = trunc i64 %102 to i32
  %104 = add i32 %103, 40
  store i32 %104, ptr %101, align 8
  %105 = getelementptr inbounds nuw i8, ptr %5, i64 12
  store i32 0, ptr %105, align 4
  %106 = getelementptr inbounds nuw i8, ptr %5, i64 16
  store i32 16512, ptr %106, align 8
  %107 = getelementptr inbounds nuw i8, ptr %5, i64 20
  store i32 0, ptr %107, align 4
  %108 = getelementptr inbounds nuw i8, ptr %5, i64 24
  store ptr @tracked_slots, ptr %108, align 8
  br label %109

109:                                              ; preds = %125, %100
  %110 = phi ptr [ @tracked_slots, %100 ], [ %126, %125 ]
  %111 = load i32, ptr %110, align 8
  switch i32 %111, label %125 [
    i32 0, label %127
    i32 72, label %112
  ]

112:                                              ; preds = %109
  %113 = getelementptr inbounds nuw i8, ptr %110, i64 8
  %114 = load ptr, ptr %113, align 8
  %115 = load ptr, ptr %114, align 8
  %116 = icmp eq ptr %115, null
  br i1 %116, label %125, label %117

117:                                              ; preds = %112, %117
  %118 = phi ptr [ %122, %117 ], [ %114, %112 ]
  %119 = getelementptr inbounds nuw i8, ptr %118, i64 16
  %120 = load i64, ptr %119, align 8
  %121 = add nsw i64 %120, %102
  store i64 %121, ptr %119, align 8
  %122 = getelementptr inbounds nuw i8, ptr %118, i64 40
  %123 = load ptr, ptr %122, align 8
  %124 = icmp eq ptr %123, null
  br i1 %124, label %125, label %117, !llvm.loop !61

125:                                              ; preds = %117, %112, %109
  %126 = getelementptr inbounds nuw i8, ptr %110, i64 16
  br label %109, !llvm.loop !62

127:                                              ; preds = %109
  %128 = call ptr @PyType_FromSpec(ptr noundef nonnull %5) #12
  store ptr %128, ptr getelementptr inbounds nuw (i8, ptr @types, i64 16), align 16
  %129 = icmp eq ptr %128, null
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #12
  br i1 %129, label %192, label %130

130:                                              ; preds = %127
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #12
  store ptr @.str.47, ptr %4, align 8
  %131 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %132 = load i64, ptr @head_bytes, align 8
  %133 = trunc i64 %132 to i32
  %134 = add i32 %133, 48
  store i32 %134, ptr %131, align 8
  %135 = getelementptr inbounds nuw i8, ptr %4, i64 12
  store i32 0, ptr %135, align 4
  %136 = getelementptr inbounds nuw i8, ptr %4, i64 16
  store i32 16512, ptr %136, align 8
  %137 = getelementptr inbounds nuw i8, ptr %4, i64 20
  store i32 0, ptr %137, align 4
  %138 = getelementptr inbounds nuw i8, ptr %4, i64 24
  store ptr @region_slots, ptr %138, align 8
  br label %139

139:                                              ; preds = %155, %130
  %140 = phi ptr [ @region_slots, %130 ], [ %156, %155 ]
  %141 = load i32, ptr %140, align 8
  switch i32 %141, label %155 [
    i32 0, label %157
    i32 72, label %142
  ]

142:                                              ; preds = %139
  %143 = getelementptr inbounds nuw i8, ptr %140, i64 8
  %144 = load ptr, ptr %143, align 8
  %145 = load ptr, ptr %144, align 8
  %146 = icmp eq ptr %145, null
  br i1 %146, label %155, label %147

147:                                              ; preds = %142, %147
  %148 = phi ptr [ %152, %147 ], [ %144, %142 ]
  %149 = getelementptr inbounds nuw i8, ptr %148, i64 16
  %150 = load i64, ptr %149, align 8
  %151 = add nsw i64 %150, %132
  store i64 %151, ptr %149, align 8
  %152 = getelementptr inbounds nuw i8, ptr %148, i64 40
  %153 = load ptr, ptr %152, align 8
  %154 = icmp eq ptr %153, null
  br i1 %154, label %155, label %147, !llvm.loop !61

155:                                              ; preds = %147, %142, %139
  %156 = getelementptr inbounds nuw i8, ptr %140, i64 16
  br label %139, !llvm.loop !62

157:                                              ; preds = %139
  %158 = call ptr @PyType_FromSpec(ptr noundef nonnull %4) #12
  store ptr %158, ptr getelementptr inbounds nuw (i8, ptr @types, i64 24), align 8
  %159 = icmp eq ptr %158, null
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #12
  br i1 %159, label %192, label %160

160:                                              ; preds = %157
  %161 = call fastcc i32 @make_type(i32 noundef 4, ptr noundef nonnull @.str.48, i64 noundef 24, ptr noundef nonnull @plans_slots)
  %162 = icmp eq i32 %161, 0
  br i1 %162, label %163, label %192

163:                                              ; preds = %160
  %164 = call ptr @PyTuple_New(i64 noundef 5) #12
  %165 = icmp eq ptr %164, null
  br i1 %165, label %192, label %166

166:                                              ; preds = %163
  %167 = load ptr, ptr @types, align 16
  %168 = icmp eq ptr %167, null
  br i1 %168, label %170, label %169

169:                                              ; preds = %166
  call void @Py_IncRef(ptr noundef nonnull %167) #12
  br label %170

170:                                              ; preds = %166, %169
  %171 = call i32 @PyTuple_SetItem(ptr noundef nonnull %164, i64 noundef 0, ptr noundef %167) #12
  %172 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @types, i64 8), align 8
  %173 = icmp eq ptr %172, null
  br i1 %173, label %175, label %174

174:                                              ; preds = %170
  call void @Py_IncRef(ptr noundef nonnull %172) #12
  br label %175

175:                                              ; preds = %174, %170
  %176 = call i32 @PyTuple_SetItem(ptr noundef nonnull %164, i64 noundef 1, ptr noundef %172) #12
  %177 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @types, i64 16), align 16
  %178 = icmp eq ptr %177, null
  br i1 %178, label %180, label %179

179:                                              ; preds = %175
  call void @Py_IncRef(ptr noundef nonnull %177) #12
  br label %180

180:                                              ; preds = %179, %175
  %181 = call i32 @PyTuple_SetItem(ptr noundef nonnull %164, i64 noundef 2, ptr noundef %177) #12
  %182 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @types, i64 24), align 8
  %183 = icmp eq ptr %182, null
  br i1 %183, label %185, label %184

184:                                              ; preds = %180
  call void @Py_IncRef(ptr noundef nonnull %182) #12
  br label %185

185:                                              ; preds = %184, %180
  %186 = call i32 @PyTuple_SetItem(ptr noundef nonnull %164, i64 noundef 3, ptr noundef %182) #12
  %187 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @types, i64 32), align 16
  %188 = icmp eq ptr %187, null
  br i1 %188, label %190, label %189

189:                                              ; preds = %185
  call void @Py_IncRef(ptr noundef nonnull %187) #12
  br label %190

190:                                              ; preds = %189, %185
  %191 = call i32 @PyTuple_SetItem(ptr noundef nonnull %164, i64 noundef 4, ptr noundef %187) #12
  br label %192

192:                                              ; preds = %190, %163, %42, %97, %127, %157, %160
  %193 = phi ptr [ null, %42 ], [ null, %160 ], [ null, %157 ], [ null, %127 ], [ null, %97 ], [ null, %163 ], [ %164, %190 ]
  ret ptr %193
}

; Function Attrs: nounwind
define internal noundef nonnull ptr @find_timelines(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %7, label %6

6:                                                ; preds = %3
  tail call void @Py_IncRef(ptr noundef nonnull %4) #12
  br label %7

7:                                                ; preds = %3, %6
  store ptr %4, ptr @timeline_class, align 8
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %9 = load ptr, ptr %8, align 8
  %10 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %9) #12
  store i64 %10, ptr @slots, align 8
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #12
  ret ptr @_Py_NoneStruct
}

; Function Attrs: nounwind
define internal ptr @new_lock(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = tail call ptr @PyList_New(i64 noundef 0) #12
  %5 = icmp eq ptr %4, null
  br i1 %5, label %23, label %6

6:                                                ; preds = %3
  %7 = load ptr, ptr @types, align 16
  %8 = tail call ptr @PyType_GenericAlloc(ptr noundef %7, i64 noundef 0) #12
  %9 = icmp eq ptr %8, null
  br i1 %9, label %10, label %11

10:                                               ; preds = %6
  tail call void @Py_DecRef(ptr noundef nonnull %4) #12
  br label %23

11:                                               ; preds = %6
  %12 = load i64, ptr @head_bytes, align 8
  %13 = getelementptr inbounds i8, ptr %8, i64 %12
  %14 = getelementptr inbounds nuw i8, ptr %13, i64 32
  store ptr %4, ptr %14, align 8
  %15 = load ptr, ptr %1, align 8
  %16 = icmp eq ptr %15, null
  br i1 %16, label %19, label %17

17:                                               ; preds = %11
  tail call void @Py_IncRef(ptr noundef nonnull %15) #12
  %18 = load i64, ptr @head_bytes, align 8
  br label %19

19:                                               ; preds = %11, %17
  %20 = phi i64 [ %12, %11 ], [ %18, %17 ]
  %21 = getelementptr inbounds i8, ptr %8, i64 %20
  %22 = getelementptr inbounds nuw i8, ptr %21, i64 40
  store ptr %15, ptr %22, align 8
  br label %23

23:                                               ; preds = %3, %10, %19
  %24 = phi ptr [ %8, %19 ], [ null, %10 ], [ null, %3 ]
  ret ptr %24
}

; Function Attrs: nounwind
define internal noundef nonnull ptr @forget_locks(ptr readnone captures(none) %0, ptr readnone captures(none) %1, i64 %2) #6 {
  store i32 0, ptr @locks_taken, align 4
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #12
  ret ptr @_Py_NoneStruct
}

; Function Attrs: nounwind
define internal ptr @new_timeline(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %5 = load ptr, ptr %4, align 8
  %6 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %5) #12
  %7 = inttoptr i64 %6 to ptr
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %9 = load ptr, ptr %8, align 8
  %10 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %9) #12
  %11 = tail call ptr @PyErr_Occurred() #12
  %12 = icmp eq ptr %11, null
  br i1 %12, label %13, label %31

13:                                               ; preds = %3
  %14 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @types, i64 8), align 8
  %15 = tail call ptr @PyType_GenericAlloc(ptr noundef %14, i64 noundef 0) #12
  %16 = icmp eq ptr %15, null
  br i1 %16, label %31, label %17

17:                                               ; preds = %13
  %18 = load i64, ptr @head_bytes, align 8
  %19 = getelementptr inbounds i8, ptr %15, i64 %18
  %20 = getelementptr inbounds nuw i8, ptr %19, i64 96
  store ptr %7, ptr %20, align 8
  %21 = getelementptr inbounds nuw i8, ptr %19, i64 32
  store i64 %10, ptr %21, align 8
  %22 = load ptr, ptr %1, align 8
  %23 = icmp eq ptr %22, null
  br i1 %23, label %25, label %24

24:                                               ; preds = %17
  tail call void @Py_IncRef(ptr noundef nonnull %22) #12
  br label %25

25:                                               ; preds = %17, %24
  %26 = getelementptr inbounds nuw i8, ptr %19, i64 208
  store ptr %22, ptr %26, align 8
  %27 = tail call ptr @PyDict_New() #12
  %28 = getelementptr inbounds nuw i8, ptr %19, i64 232
  store ptr %27, ptr %28, align 8
  %29 = icmp eq ptr %27, null
  br i1 %29, label %30, label %31

30:                                               ; preds = %25
  tail call void @Py_DecRef(ptr noundef nonnull %15) #12
  br label %31

31:                                               ; preds = %3, %30, %25, %13
  %32 = phi ptr [ null, %13 ], [ null, %30 ], [ %15, %25 ], [ null, %3 ]
  ret ptr %32
}

; Function Attrs: nounwind
define internal ptr @new_tracked(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = load ptr, ptr %1, align 8
  %8 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %7) #12
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %10 = load ptr, ptr %9, align 8
  %11 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %10) #12
  %12 = tail call ptr @PyErr_Occurred() #12
  %13 = icmp eq ptr %12, null
  br i1 %13, label %14, label %132

14:                                               ; preds = %3
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %16 = load ptr, ptr %15, align 8
  %17 = icmp eq ptr %16, @_Py_NoneStruct
  br i1 %17, label %83, label %18

18:                                               ; preds = %14
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #12
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #12
  call void @llvm.lifetime.start.p0(ptr nonnull %6) #12
  store i64 0, ptr %6, align 8
  %19 = call i32 @PyDict_Next(ptr noundef %16, ptr noundef nonnull %6, ptr noundef nonnull %4, ptr noundef nonnull %5) #12
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %79, label %21

21:                                               ; preds = %18, %70
  %22 = phi ptr [ %71, %70 ], [ null, %18 ]
  %23 = phi i32 [ %73, %70 ], [ 0, %18 ]
  %24 = phi i32 [ %72, %70 ], [ 0, %18 ]
  %25 = load ptr, ptr %4, align 8
  %26 = load i64, ptr @head_bytes, align 8
  %27 = getelementptr inbounds i8, ptr %25, i64 %26
  %28 = getelementptr inbounds i8, ptr %27, i64 -8
  %29 = load ptr, ptr %28, align 8
  %30 = load ptr, ptr @timeline_class, align 8
  %31 = icmp eq ptr %29, %30
  br i1 %31, label %35, label %32

32:                                               ; preds = %21
  %33 = call i32 @PyType_IsSubtype(ptr noundef %29, ptr noundef %30) #12
  %34 = icmp eq i32 %33, 0
  br i1 %34, label %47, label %35

35:                                               ; preds = %32, %21
  %36 = load i64, ptr @slots, align 8
  %37 = getelementptr inbounds i8, ptr %25, i64 %36
  %38 = load ptr, ptr %37, align 8
  %39 = icmp eq ptr %38, null
  br i1 %39, label %47, label %40

40:                                               ; preds = %35
  %41 = load i64, ptr @head_bytes, align 8
  %42 = getelementptr inbounds i8, ptr %38, i64 %41
  %43 = getelementptr inbounds i8, ptr %42, i64 -8
  %44 = load ptr, ptr %43, align 8
  %45 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @types, i64 8), align 8
  %46 = icmp eq ptr %44, %45
  br i1 %46, label %51, label %47

47:                                               ; preds = %40, %35, %32
  %48 = load ptr, ptr @PyExc_TypeError, align 8
  call void @PyErr_SetString(ptr noundef %48, ptr noundef nonnull @.str.76) #12
  %49 = load ptr, ptr %5, align 8
  %50 = call i64 @PyLong_AsUnsignedLongLong(ptr noundef %49) #12
  br label %82

51:                                               ; preds = %40
  %52 = load ptr, ptr %5, align 8
  %53 = call i64 @PyLong_AsUnsignedLongLong(ptr noundef %52) #12
  %54 = icmp eq i64 %53, -1
  br i1 %54, label %55, label %58

55:                                               ; preds = %51
  %56 = call ptr @PyErr_Occurred() #12
  %57 = icmp eq ptr %56, null
  br i1 %57, label %58, label %82

58:                                               ; preds = %55, %51
  %59 = icmp eq i32 %23, %24
  br i1 %59, label %60, label %70

60:                                               ; preds = %58
  %61 = icmp eq i32 %23, 0
  %62 = shl i32 %23, 1
  %63 = select i1 %61, i32 8, i32 %62
  %64 = zext i32 %63 to i64
  %65 = shl nuw nsw i64 %64, 4
  %66 = call ptr @realloc(ptr noundef %22, i64 noundef %65) #33
  %67 = icmp eq ptr %66, null
  br i1 %67, label %68, label %70

68:                                               ; preds = %60
  %69 = call ptr @PyErr_NoMemory() #12
  br label %82

70:                                               ; preds = %60, %58
  %71 = phi ptr [ %22, %58 ], [ %66, %60 ]
  %72 = phi i32 [ %24, %58 ], [ %63, %60 ]
  %73 = add i32 %23, 1
  %74 = zext i32 %23 to i64
  %75 = getelementptr inbounds nuw %struct.point, ptr %71, i64 %74
  store ptr %42, ptr %75, align 8
  %76 = getelementptr inbounds nuw i8, ptr %75, i64 8
  store i64 %53, ptr %76, align 8
  %77 = call i32 @PyDict_Next(ptr noundef %16, ptr noundef nonnull %6, ptr noundef nonnull %4, ptr noundef nonnull %5) #12
  %78 = icmp eq i32 %77, 0
  br i1 %78, label %79, label %21

79:                                               ; preds = %70, %18
  %80 = phi ptr [ null, %18 ], [ %71, %70 ]
  %81 = phi i32 [ 0, %18 ], [ %73, %70 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %6) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #12
  br label %83

82:                                               ; preds = %55, %47, %68
  call void @free(ptr noundef %22) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %6) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #12
  br label %132

83:                                               ; preds = %14, %79
  %84 = phi i32 [ %81, %79 ], [ 0, %14 ]
  %85 = phi ptr [ %80, %79 ], [ null, %14 ]
  %86 = load i64, ptr @memories, align 8
  %87 = add i64 %86, 1
  store i64 %87, ptr @memories, align 8
  %88 = call noalias dereferenceable_or_null(184) ptr @malloc(i64 noundef 184) #34
  %89 = icmp eq ptr %88, null
  br i1 %89, label %113, label %90

90:                                               ; preds = %83
  %91 = getelementptr inbounds nuw i8, ptr %88, i64 64
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(120) %91, i8 0, i64 120, i1 false)
  %92 = add i64 %11, %8
  store i64 %87, ptr %88, align 8
  %93 = getelementptr inbounds nuw i8, ptr %88, i64 8
  store i64 %11, ptr %93, align 8
  %94 = getelementptr inbounds nuw i8, ptr %88, i64 16
  store i64 %92, ptr %94, align 8
  %95 = getelementptr inbounds nuw i8, ptr %88, i64 24
  store <4 x i32> <i32 1, i32 1, i32 1, i32 256>, ptr %95, align 8
  %96 = getelementptr inbounds nuw i8, ptr %88, i64 48
  %97 = getelementptr inbounds nuw i8, ptr %88, i64 40
  store ptr %96, ptr %97, align 8
  store i64 %11, ptr %96, align 8
  %98 = getelementptr inbounds nuw i8, ptr %88, i64 56
  store i64 %92, ptr %98, align 8
  %99 = icmp eq i32 %84, 0
  br i1 %99, label %115, label %100

100:                                              ; preds = %90
  %101 = zext i32 %84 to i64
  %102 = call i64 @llvm.umax.i64(i64 %101, i64 range(i64 0, 8589934592) 4)
  %103 = shl nuw nsw i64 %102, 4
  %104 = call ptr @malloc(i64 %103)
  %105 = icmp eq ptr %104, null
  br i1 %105, label %112, label %106

106:                                              ; preds = %100
  %107 = getelementptr inbounds nuw i8, ptr %88, i64 116
  %108 = getelementptr inbounds nuw i8, ptr %88, i64 112
  %109 = getelementptr inbounds nuw i8, ptr %88, i64 120
  %110 = trunc nuw i64 %102 to i32
  store i32 %110, ptr %107, align 4
  store ptr %104, ptr %109, align 8
  %111 = shl nuw nsw i64 %101, 4
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(1) %104, ptr noundef nonnull readonly align 8 dereferenceable(1) %85, i64 %111, i1 false)
  store i32 %84, ptr %108, align 8
  br label %115

112:                                              ; preds = %100
  call fastcc void @drop_memory(ptr noundef nonnull %88)
  br label %113

113:                                              ; preds = %83, %112
  call void @free(ptr noundef %85) #12
  %114 = call ptr @PyErr_NoMemory() #12
  br label %132

115:                                              ; preds = %90, %106
  call void @free(ptr noundef %85) #12
  %116 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %117 = load ptr, ptr %116, align 8
  %118 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @types, i64 16), align 16
  %119 = call ptr @PyType_GenericAlloc(ptr noundef %118, i64 noundef 0) #12
  %120 = icmp eq ptr %119, null
  br i1 %120, label %121, label %122

121:                                              ; preds = %115
  call fastcc void @drop_memory(ptr noundef nonnull %88)
  br label %132

122:                                              ; preds = %115
  %123 = load i64, ptr @head_bytes, align 8
  %124 = getelementptr inbounds i8, ptr %119, i64 %123
  store ptr %88, ptr %124, align 8
  %125 = icmp eq ptr %117, null
  br i1 %125, label %128, label %126

126:                                              ; preds = %122
  call void @Py_IncRef(ptr noundef nonnull %117) #12
  %127 = load i64, ptr @head_bytes, align 8
  br label %128

128:                                              ; preds = %126, %122
  %129 = phi i64 [ %123, %122 ], [ %127, %126 ]
  %130 = getelementptr inbounds i8, ptr %119, i64 %129
  %131 = getelementptr inbounds nuw i8, ptr %130, i64 16
  store ptr %117, ptr %131, align 8
  br label %132

132:                                              ; preds = %128, %121, %113, %82, %3
  %133 = phi ptr [ null, %3 ], [ null, %82 ], [ %114, %113 ], [ %119, %128 ], [ null, %121 ]
  ret ptr %133
}

; Function Attrs: nounwind
define internal ptr @same_memory(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = load i64, ptr @head_bytes, align 8
  %6 = getelementptr inbounds i8, ptr %4, i64 %5
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %7, i64 24
  %9 = load i32, ptr %8, align 8
  %10 = add i32 %9, 1
  store i32 %10, ptr %8, align 8
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %12 = load ptr, ptr %11, align 8
  %13 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @types, i64 16), align 16
  %14 = tail call ptr @PyType_GenericAlloc(ptr noundef %13, i64 noundef 0) #12
  %15 = icmp eq ptr %14, null
  br i1 %15, label %16, label %17

16:                                               ; preds = %3
  tail call fastcc void @drop_memory(ptr noundef nonnull %7)
  br label %27

17:                                               ; preds = %3
  %18 = load i64, ptr @head_bytes, align 8
  %19 = getelementptr inbounds i8, ptr %14, i64 %18
  store ptr %7, ptr %19, align 8
  %20 = icmp eq ptr %12, null
  br i1 %20, label %23, label %21

21:                                               ; preds = %17
  tail call void @Py_IncRef(ptr noundef nonnull %12) #12
  %22 = load i64, ptr @head_bytes, align 8
  br label %23

23:                                               ; preds = %21, %17
  %24 = phi i64 [ %18, %17 ], [ %22, %21 ]
  %25 = getelementptr inbounds i8, ptr %14, i64 %24
  %26 = getelementptr inbounds nuw i8, ptr %25, i64 16
  store ptr %12, ptr %26, align 8
  br label %27

27:                                               ; preds = %16, %23
  ret ptr %14
}

; Function Attrs: nounwind
define internal ptr @join_tracked(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca { %struct.step, %struct.points, %struct.points, [2 x %struct.point], %struct.steps, i32 }, align 8
  %5 = alloca { %struct.step, %struct.points, %struct.points, [2 x %struct.point], %struct.steps, i32 }, align 8
  %6 = alloca [64 x ptr], align 16
  call void @llvm.lifetime.start.p0(ptr nonnull %6) #12
  %7 = load ptr, ptr %1, align 8
  %8 = tail call i64 @PyTuple_Size(ptr noundef %7) #12
  %9 = icmp sgt i64 %8, 0
  br i1 %9, label %10, label %39

10:                                               ; preds = %3, %33
  %11 = phi i32 [ %34, %33 ], [ 0, %3 ]
  %12 = phi i64 [ %35, %33 ], [ 0, %3 ]
  %13 = load ptr, ptr %1, align 8
  %14 = tail call ptr @PyTuple_GetItem(ptr noundef %13, i64 noundef %12) #12
  %15 = load i64, ptr @head_bytes, align 8
  %16 = getelementptr inbounds i8, ptr %14, i64 %15
  %17 = load ptr, ptr %16, align 8
  %18 = icmp eq i32 %11, 0
  br i1 %18, label %27, label %19

19:                                               ; preds = %10
  %20 = add i32 %11, -1
  %21 = zext i32 %20 to i64
  %22 = getelementptr inbounds nuw ptr, ptr %6, i64 %21
  %23 = load ptr, ptr %22, align 8
  %24 = icmp eq ptr %23, %17
  br i1 %24, label %33, label %25

25:                                               ; preds = %19
  %26 = icmp eq i32 %11, 64
  br i1 %26, label %31, label %27

27:                                               ; preds = %10, %25
  %28 = add i32 %11, 1
  %29 = zext i32 %11 to i64
  %30 = getelementptr inbounds nuw ptr, ptr %6, i64 %29
  store ptr %17, ptr %30, align 8
  br label %33

31:                                               ; preds = %25
  %32 = load ptr, ptr @PyExc_RuntimeError, align 8
  tail call void @PyErr_SetString(ptr noundef %32, ptr noundef nonnull @.str.118) #12
  br label %222

33:                                               ; preds = %27, %19
  %34 = phi i32 [ %11, %19 ], [ %28, %27 ]
  %35 = add nuw nsw i64 %12, 1
  %36 = icmp eq i64 %35, %8
  br i1 %36, label %37, label %10, !llvm.loop !63

37:                                               ; preds = %33
  %38 = load ptr, ptr %6, align 16
  br label %39

39:                                               ; preds = %37, %3
  %40 = phi ptr [ undef, %3 ], [ %38, %37 ]
  %41 = phi i32 [ 0, %3 ], [ %34, %37 ]
  %42 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %43 = load ptr, ptr %42, align 8
  %44 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %43) #12
  %45 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %46 = load ptr, ptr %45, align 8
  %47 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %46) #12
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  %48 = add i32 %41, -1
  %49 = zext i32 %48 to i64
  %50 = getelementptr inbounds nuw ptr, ptr %6, i64 %49
  %51 = load ptr, ptr %50, align 8
  %52 = icmp eq i32 %41, 0
  br i1 %52, label %80, label %53

53:                                               ; preds = %39
  %54 = add i32 %41, 1
  %55 = zext i32 %54 to i64
  %56 = zext i32 %41 to i64
  %57 = and i64 %56, 3
  %58 = icmp ult i32 %41, 4
  br i1 %58, label %63, label %59

59:                                               ; preds = %53
  %60 = and i64 %56, 4294967292
  br label %84

61:                                               ; preds = %84
  %62 = icmp eq i64 %57, 0
  br i1 %62, label %80, label %63

63:                                               ; preds = %61, %53
  %64 = phi i64 [ 0, %53 ], [ %115, %61 ]
  %65 = phi i64 [ %55, %53 ], [ %114, %61 ]
  %66 = icmp ne i64 %57, 0
  tail call void @llvm.assume(i1 %66)
  br label %67

67:                                               ; preds = %67, %63
  %68 = phi i64 [ %64, %63 ], [ %77, %67 ]
  %69 = phi i64 [ %65, %63 ], [ %76, %67 ]
  %70 = phi i64 [ 0, %63 ], [ %78, %67 ]
  %71 = getelementptr inbounds nuw ptr, ptr %6, i64 %68
  %72 = load ptr, ptr %71, align 8
  %73 = getelementptr inbounds nuw i8, ptr %72, i64 28
  %74 = load i32, ptr %73, align 4
  %75 = zext i32 %74 to i64
  %76 = add i64 %69, %75
  %77 = add nuw nsw i64 %68, 1
  %78 = add i64 %70, 1
  %79 = icmp eq i64 %78, %57
  br i1 %79, label %80, label %67, !llvm.loop !64

80:                                               ; preds = %61, %67, %39
  %81 = phi i64 [ 1, %39 ], [ %114, %61 ], [ %76, %67 ]
  %82 = tail call noalias ptr @calloc(i64 noundef %81, i64 noundef 136) #35
  %83 = icmp eq ptr %82, null
  br i1 %83, label %204, label %118

84:                                               ; preds = %84, %59
  %85 = phi i64 [ 0, %59 ], [ %115, %84 ]
  %86 = phi i64 [ %55, %59 ], [ %114, %84 ]
  %87 = phi i64 [ 0, %59 ], [ %116, %84 ]
  %88 = getelementptr inbounds nuw ptr, ptr %6, i64 %85
  %89 = load ptr, ptr %88, align 16
  %90 = getelementptr inbounds nuw i8, ptr %89, i64 28
  %91 = load i32, ptr %90, align 4
  %92 = zext i32 %91 to i64
  %93 = add i64 %86, %92
  %94 = getelementptr inbounds nuw ptr, ptr %6, i64 %85
  %95 = getelementptr inbounds nuw i8, ptr %94, i64 8
  %96 = load ptr, ptr %95, align 8
  %97 = getelementptr inbounds nuw i8, ptr %96, i64 28
  %98 = load i32, ptr %97, align 4
  %99 = zext i32 %98 to i64
  %100 = add i64 %93, %99
  %101 = getelementptr inbounds nuw ptr, ptr %6, i64 %85
  %102 = getelementptr inbounds nuw i8, ptr %101, i64 16
  %103 = load ptr, ptr %102, align 16
  %104 = getelementptr inbounds nuw i8, ptr %103, i64 28
  %105 = load i32, ptr %104, align 4
  %106 = zext i32 %105 to i64
  %107 = add i64 %100, %106
  %108 = getelementptr inbounds nuw ptr, ptr %6, i64 %85
  %109 = getelementptr inbounds nuw i8, ptr %108, i64 24
  %110 = load ptr, ptr %109, align 8
  %111 = getelementptr inbounds nuw i8, ptr %110, i64 28
  %112 = load i32, ptr %111, align 4
  %113 = zext i32 %112 to i64
  %114 = add i64 %107, %113
  %115 = add nuw nsw i64 %85, 4
  %116 = add i64 %87, 4
  %117 = icmp eq i64 %116, %60
  br i1 %117, label %61, label %84, !llvm.loop !65

118:                                              ; preds = %80
  %119 = getelementptr inbounds nuw i8, ptr %40, i64 8
  %120 = load i64, ptr %119, align 8
  %121 = tail call i64 @llvm.umin.i64(i64 %44, i64 %120)
  %122 = getelementptr inbounds nuw i8, ptr %51, i64 16
  %123 = load i64, ptr %122, align 8
  %124 = tail call i64 @llvm.umax.i64(i64 %47, i64 %123)
  br i1 %52, label %127, label %125

125:                                              ; preds = %118
  %126 = zext i32 %41 to i64
  br label %131

127:                                              ; preds = %182, %118
  %128 = phi i64 [ %121, %118 ], [ %156, %182 ]
  %129 = phi ptr [ %82, %118 ], [ %154, %182 ]
  %130 = icmp ult i64 %128, %124
  br i1 %130, label %185, label %189

131:                                              ; preds = %182, %125
  %132 = phi i64 [ 0, %125 ], [ %183, %182 ]
  %133 = phi ptr [ %82, %125 ], [ %154, %182 ]
  %134 = phi i64 [ %121, %125 ], [ %156, %182 ]
  %135 = getelementptr inbounds nuw ptr, ptr %6, i64 %132
  %136 = load ptr, ptr %135, align 8
  %137 = getelementptr inbounds nuw i8, ptr %136, i64 8
  %138 = load i64, ptr %137, align 8
  %139 = icmp ult i64 %134, %138
  br i1 %139, label %140, label %144

140:                                              ; preds = %131
  %141 = getelementptr inbounds nuw i8, ptr %133, i64 136
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(120) %4, i8 0, i64 120, i1 false)
  store i64 %134, ptr %133, align 8
  %142 = getelementptr inbounds nuw i8, ptr %133, i64 8
  store i64 %138, ptr %142, align 8
  %143 = getelementptr inbounds nuw i8, ptr %133, i64 16
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(120) %143, ptr noundef nonnull align 8 dereferenceable(120) %4, i64 120, i1 false)
  br label %144

144:                                              ; preds = %140, %131
  %145 = phi ptr [ %141, %140 ], [ %133, %131 ]
  %146 = getelementptr inbounds nuw i8, ptr %136, i64 40
  %147 = load ptr, ptr %146, align 8
  %148 = getelementptr inbounds nuw i8, ptr %136, i64 28
  %149 = load i32, ptr %148, align 4
  %150 = zext i32 %149 to i64
  %151 = mul nuw nsw i64 %150, 136
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 8 %145, ptr align 8 %147, i64 %151, i1 false)
  %152 = load i32, ptr %148, align 4
  %153 = zext i32 %152 to i64
  %154 = getelementptr inbounds nuw %struct.span, ptr %145, i64 %153
  %155 = getelementptr inbounds nuw i8, ptr %136, i64 16
  %156 = load i64, ptr %155, align 8
  %157 = load ptr, ptr %146, align 8
  %158 = getelementptr inbounds nuw i8, ptr %136, i64 32
  %159 = load i32, ptr %158, align 8
  %160 = zext i32 %159 to i64
  %161 = getelementptr inbounds nuw %struct.span, ptr %157, i64 %160
  %162 = icmp eq i32 %152, %159
  br i1 %162, label %167, label %163

163:                                              ; preds = %144
  %164 = getelementptr inbounds nuw %struct.span, ptr %157, i64 %153
  br label %171

165:                                              ; preds = %171
  %166 = load ptr, ptr %146, align 8
  br label %167

167:                                              ; preds = %165, %144
  %168 = phi ptr [ %166, %165 ], [ %157, %144 ]
  %169 = getelementptr inbounds nuw i8, ptr %136, i64 48
  %170 = icmp eq ptr %168, %169
  br i1 %170, label %182, label %181

171:                                              ; preds = %171, %163
  %172 = phi ptr [ %179, %171 ], [ %164, %163 ]
  %173 = getelementptr inbounds nuw i8, ptr %172, i64 56
  %174 = load ptr, ptr %173, align 8
  tail call void @free(ptr noundef %174) #12
  %175 = getelementptr inbounds nuw i8, ptr %172, i64 72
  %176 = load ptr, ptr %175, align 8
  tail call void @free(ptr noundef %176) #12
  %177 = getelementptr inbounds nuw i8, ptr %172, i64 120
  %178 = load ptr, ptr %177, align 8
  tail call void @free(ptr noundef %178) #12
  %179 = getelementptr inbounds nuw i8, ptr %172, i64 136
  %180 = icmp eq ptr %179, %161
  br i1 %180, label %165, label %171, !llvm.loop !66

181:                                              ; preds = %167
  tail call void @free(ptr noundef %168) #12
  br label %182

182:                                              ; preds = %181, %167
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(136) %169, i8 0, i64 136, i1 false)
  store ptr %169, ptr %146, align 8
  store i32 0, ptr %148, align 4
  store i32 1, ptr %158, align 8
  %183 = add nuw nsw i64 %132, 1
  %184 = icmp eq i64 %183, %126
  br i1 %184, label %127, label %131, !llvm.loop !67

185:                                              ; preds = %127
  %186 = getelementptr inbounds nuw i8, ptr %129, i64 136
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(120) %5, i8 0, i64 120, i1 false)
  store i64 %128, ptr %129, align 8
  %187 = getelementptr inbounds nuw i8, ptr %129, i64 8
  store i64 %124, ptr %187, align 8
  %188 = getelementptr inbounds nuw i8, ptr %129, i64 16
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(120) %188, ptr noundef nonnull align 8 dereferenceable(120) %5, i64 120, i1 false)
  br label %189

189:                                              ; preds = %127, %185
  %190 = phi ptr [ %186, %185 ], [ %129, %127 ]
  store i64 %121, ptr %119, align 8
  %191 = getelementptr inbounds nuw i8, ptr %40, i64 16
  store i64 %124, ptr %191, align 8
  %192 = getelementptr inbounds nuw i8, ptr %40, i64 40
  store ptr %82, ptr %192, align 8
  %193 = ptrtoint ptr %190 to i64
  %194 = ptrtoint ptr %82 to i64
  %195 = sub i64 %193, %194
  %196 = sdiv exact i64 %195, 136
  %197 = trunc i64 %196 to i32
  %198 = getelementptr inbounds nuw i8, ptr %40, i64 28
  store i32 %197, ptr %198, align 4
  %199 = trunc i64 %81 to i32
  %200 = getelementptr inbounds nuw i8, ptr %40, i64 32
  store i32 %199, ptr %200, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  br i1 %9, label %201, label %206

201:                                              ; preds = %189
  %202 = load ptr, ptr %6, align 16
  %203 = getelementptr inbounds nuw i8, ptr %202, i64 24
  br label %207

204:                                              ; preds = %80
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %205 = tail call ptr @PyErr_NoMemory() #12
  br label %222

206:                                              ; preds = %219, %189
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #12
  br label %222

207:                                              ; preds = %201, %219
  %208 = phi i64 [ 0, %201 ], [ %220, %219 ]
  %209 = load ptr, ptr %1, align 8
  %210 = tail call ptr @PyTuple_GetItem(ptr noundef %209, i64 noundef %208) #12
  %211 = load i64, ptr @head_bytes, align 8
  %212 = getelementptr inbounds i8, ptr %210, i64 %211
  %213 = load ptr, ptr %212, align 8
  %214 = icmp eq ptr %213, %202
  br i1 %214, label %219, label %215

215:                                              ; preds = %207
  %216 = load i32, ptr %203, align 8
  %217 = add i32 %216, 1
  store i32 %217, ptr %203, align 8
  %218 = load ptr, ptr %212, align 8
  tail call fastcc void @drop_memory(ptr noundef %218)
  store ptr %202, ptr %212, align 8
  br label %219

219:                                              ; preds = %215, %207
  %220 = add nuw nsw i64 %208, 1
  %221 = icmp eq i64 %220, %8
  br i1 %221, label %206, label %207, !llvm.loop !68

222:                                              ; preds = %31, %206, %204
  %223 = phi ptr [ %205, %204 ], [ @_Py_NoneStruct, %206 ], [ null, %31 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %6) #12
  ret ptr %223
}

; Function Attrs: nounwind
define internal ptr @new_region(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = load i64, ptr @head_bytes, align 8
  %6 = getelementptr inbounds i8, ptr %4, i64 %5
  %7 = getelementptr inbounds i8, ptr %6, i64 -8
  %8 = load ptr, ptr %7, align 8
  %9 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @types, i64 16), align 16
  %10 = icmp eq ptr %8, %9
  br i1 %10, label %13, label %11

11:                                               ; preds = %3
  %12 = load ptr, ptr @PyExc_TypeError, align 8
  tail call void @PyErr_SetString(ptr noundef %12, ptr noundef nonnull @.str.119) #12
  br label %47

13:                                               ; preds = %3
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %15 = load ptr, ptr %14, align 8
  %16 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %15) #12
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %18 = load ptr, ptr %17, align 8
  %19 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %18) #12
  %20 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %21 = load ptr, ptr %20, align 8
  %22 = tail call i32 @PyObject_IsTrue(ptr noundef %21) #12
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %24 = load ptr, ptr %23, align 8
  %25 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %24) #12
  %26 = tail call ptr @PyErr_Occurred() #12
  %27 = icmp eq ptr %26, null
  br i1 %27, label %28, label %47

28:                                               ; preds = %13
  %29 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @types, i64 24), align 8
  %30 = tail call ptr @PyType_GenericAlloc(ptr noundef %29, i64 noundef 0) #12
  %31 = icmp eq ptr %30, null
  br i1 %31, label %47, label %32

32:                                               ; preds = %28
  %33 = load i64, ptr @head_bytes, align 8
  %34 = getelementptr inbounds i8, ptr %30, i64 %33
  %35 = load ptr, ptr %1, align 8
  %36 = getelementptr inbounds i8, ptr %35, i64 %33
  store ptr %36, ptr %34, align 8
  %37 = getelementptr inbounds nuw i8, ptr %34, i64 8
  store i64 %16, ptr %37, align 8
  %38 = getelementptr inbounds nuw i8, ptr %34, i64 16
  store i64 %19, ptr %38, align 8
  %39 = getelementptr inbounds nuw i8, ptr %34, i64 24
  store i32 %22, ptr %39, align 8
  %40 = getelementptr inbounds nuw i8, ptr %34, i64 28
  store i32 0, ptr %40, align 4
  %41 = getelementptr inbounds nuw i8, ptr %34, i64 32
  store i64 %25, ptr %41, align 8
  %42 = load ptr, ptr %1, align 8
  %43 = icmp eq ptr %42, null
  br i1 %43, label %45, label %44

44:                                               ; preds = %32
  tail call void @Py_IncRef(ptr noundef nonnull %42) #12
  br label %45

45:                                               ; preds = %32, %44
  %46 = getelementptr inbounds nuw i8, ptr %34, i64 40
  store ptr %42, ptr %46, align 8
  br label %47

47:                                               ; preds = %13, %45, %28, %11
  %48 = phi ptr [ null, %11 ], [ %30, %45 ], [ null, %28 ], [ null, %13 ]
  ret ptr %48
}

; Function Attrs: nounwind
define internal ptr @track(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca %struct.step, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = load ptr, ptr %1, align 8
  %8 = load i64, ptr @head_bytes, align 8
  %9 = getelementptr inbounds i8, ptr %7, i64 %8
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #12
  store ptr %9, ptr %4, align 8
  %10 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %12 = load ptr, ptr %11, align 8
  %13 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %12) #12
  store i64 %13, ptr %10, align 8
  %14 = getelementptr inbounds nuw i8, ptr %4, i64 16
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %16 = load ptr, ptr %15, align 8
  %17 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %16) #12
  %18 = inttoptr i64 %17 to ptr
  store ptr %18, ptr %14, align 8
  %19 = getelementptr inbounds nuw i8, ptr %4, i64 24
  %20 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %21 = load ptr, ptr %20, align 8
  store ptr %21, ptr %19, align 8
  %22 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %23 = load ptr, ptr %22, align 8
  %24 = tail call i64 @PyTuple_Size(ptr noundef %23) #12
  %25 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %26 = load ptr, ptr %25, align 8
  %27 = tail call i64 @PyTuple_Size(ptr noundef %26) #12
  %28 = add nsw i64 %27, %24
  %29 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %30 = load ptr, ptr %29, align 8
  %31 = tail call i32 @PyObject_IsTrue(ptr noundef %30) #12
  %32 = shl i64 %28, 4
  %33 = add i64 %32, 16
  %34 = tail call noalias ptr @malloc(i64 noundef %33) #34
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #12
  call void @llvm.lifetime.start.p0(ptr nonnull %6) #12
  %35 = icmp eq ptr %34, null
  br i1 %35, label %120, label %36

36:                                               ; preds = %3
  %37 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %38 = load ptr, ptr %37, align 8
  %39 = call fastcc i32 @points_from_pairs(ptr noundef %38, ptr noundef %5, ptr noundef %6)
  %40 = icmp eq i32 %39, 0
  br i1 %40, label %43, label %41

41:                                               ; preds = %36
  %42 = load ptr, ptr %5, align 8
  br label %120

43:                                               ; preds = %36
  %44 = load ptr, ptr %22, align 8
  %45 = load ptr, ptr %25, align 8
  %46 = tail call fastcc i32 @read_accesses(ptr noundef %44, ptr noundef %45, ptr noundef nonnull %34)
  %47 = icmp eq i32 %46, 0
  %48 = load ptr, ptr %5, align 8
  br i1 %47, label %49, label %120

49:                                               ; preds = %43
  %50 = trunc i64 %28 to i32
  %51 = icmp eq i32 %50, 0
  %52 = and i64 %28, 4294967295
  %53 = load i32, ptr %6, align 4
  br label %54

54:                                               ; preds = %49, %99
  %55 = phi ptr [ %104, %99 ], [ null, %49 ]
  %56 = phi ptr [ %106, %99 ], [ null, %49 ]
  %57 = phi i32 [ %100, %99 ], [ 0, %49 ]
  %58 = phi i32 [ %101, %99 ], [ 0, %49 ]
  br i1 %51, label %80, label %59

59:                                               ; preds = %54, %73
  %60 = phi i64 [ %74, %73 ], [ 0, %54 ]
  %61 = getelementptr inbounds nuw %struct.use, ptr %34, i64 %60
  %62 = load ptr, ptr %61, align 8
  %63 = load ptr, ptr %62, align 8
  %64 = getelementptr inbounds nuw i8, ptr %63, i64 8
  %65 = load i32, ptr %64, align 8
  %66 = getelementptr inbounds nuw i8, ptr %61, i64 9
  %67 = load i8, ptr %66, align 1
  %68 = icmp eq i8 %67, 0
  br i1 %68, label %71, label %69

69:                                               ; preds = %59
  %70 = icmp eq i32 %65, 0
  br i1 %70, label %73, label %76

71:                                               ; preds = %59
  %72 = icmp ugt i32 %65, 1
  br i1 %72, label %76, label %73

73:                                               ; preds = %71, %69
  %74 = add nuw nsw i64 %60, 1
  %75 = icmp eq i64 %74, %52
  br i1 %75, label %80, label %59, !llvm.loop !69

76:                                               ; preds = %71, %69
  %77 = and i64 %60, 2147483648
  %78 = icmp eq i64 %77, 0
  br i1 %78, label %79, label %80

79:                                               ; preds = %76
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #12
  br label %120

80:                                               ; preds = %73, %54, %76
  store i32 %31, ptr @the_tracker, align 8
  %81 = tail call fastcc i32 @prepare_command(ptr noundef %9, ptr noundef nonnull %34, i32 noundef %50, ptr noundef %48, i32 noundef %53)
  %82 = icmp eq i32 %81, 0
  br i1 %82, label %85, label %83

83:                                               ; preds = %80
  %84 = tail call ptr @PyErr_NoMemory() #12
  br label %120

85:                                               ; preds = %80
  %86 = icmp ne ptr %55, null
  %87 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %88 = icmp eq i32 %57, %87
  %89 = select i1 %86, i1 %88, i1 false
  %90 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 32), align 8
  %91 = icmp eq i32 %58, %90
  %92 = select i1 %89, i1 %91, i1 false
  br i1 %92, label %110, label %93

93:                                               ; preds = %85
  %94 = icmp eq ptr %55, null
  br i1 %94, label %96, label %95

95:                                               ; preds = %93
  tail call void @Py_DecRef(ptr noundef nonnull %55) #12
  br label %96

96:                                               ; preds = %93, %95
  %97 = icmp eq ptr %56, null
  br i1 %97, label %99, label %98

98:                                               ; preds = %96
  tail call void @Py_DecRef(ptr noundef nonnull %56) #12
  br label %99

99:                                               ; preds = %96, %98
  %100 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %101 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 32), align 8
  %102 = zext i32 %100 to i64
  %103 = shl nuw nsw i64 %102, 2
  %104 = tail call ptr @PyTuple_New(i64 noundef %103) #12
  %105 = zext i32 %101 to i64
  %106 = tail call ptr @PyTuple_New(i64 noundef %105) #12
  %107 = icmp ne ptr %104, null
  %108 = icmp ne ptr %106, null
  %109 = select i1 %107, i1 %108, i1 false
  br i1 %109, label %54, label %120

110:                                              ; preds = %85
  %111 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 8), align 8
  %112 = tail call fastcc i32 @fill_edges(ptr noundef nonnull %55, ptr noundef %111, i32 noundef %57)
  %113 = icmp eq i32 %112, 0
  br i1 %113, label %114, label %120

114:                                              ; preds = %110
  %115 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 24), align 8
  tail call fastcc void @fill_checks(ptr noundef %56, ptr noundef %115, i32 noundef %58)
  tail call fastcc void @note(ptr noundef %9, ptr noundef nonnull %34, i32 noundef %50, ptr noundef nonnull byval(%struct.step) align 8 %4)
  tail call void @Py_IncRef(ptr noundef nonnull %55) #12
  %116 = icmp eq ptr %56, null
  br i1 %116, label %118, label %117

117:                                              ; preds = %114
  tail call void @Py_IncRef(ptr noundef nonnull %56) #12
  br label %118

118:                                              ; preds = %114, %117
  %119 = tail call fastcc ptr @two(ptr noundef nonnull %55, ptr noundef %56)
  br label %120

120:                                              ; preds = %99, %41, %110, %3, %43, %118, %83, %79
  %121 = phi ptr [ %42, %41 ], [ %48, %43 ], [ %48, %79 ], [ %48, %83 ], [ %48, %110 ], [ %48, %118 ], [ null, %3 ], [ %48, %99 ]
  %122 = phi ptr [ null, %41 ], [ null, %43 ], [ %55, %79 ], [ %55, %83 ], [ %55, %110 ], [ %55, %118 ], [ null, %3 ], [ %104, %99 ]
  %123 = phi ptr [ null, %41 ], [ null, %43 ], [ %56, %79 ], [ %56, %83 ], [ %56, %110 ], [ %56, %118 ], [ null, %3 ], [ %106, %99 ]
  %124 = phi ptr [ null, %41 ], [ null, %43 ], [ @_Py_NoneStruct, %79 ], [ null, %83 ], [ null, %110 ], [ %119, %118 ], [ null, %3 ], [ null, %99 ]
  tail call void @free(ptr noundef %34) #12
  tail call void @free(ptr noundef %121) #12
  %125 = icmp eq ptr %122, null
  br i1 %125, label %127, label %126

126:                                              ; preds = %120
  tail call void @Py_DecRef(ptr noundef nonnull %122) #12
  br label %127

127:                                              ; preds = %120, %126
  %128 = icmp eq ptr %123, null
  br i1 %128, label %130, label %129

129:                                              ; preds = %127
  tail call void @Py_DecRef(ptr noundef nonnull %123) #12
  br label %130

130:                                              ; preds = %127, %129
  %131 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %132 = icmp ne i32 %131, 0
  %133 = load i32, ptr @locks_taken, align 4
  %134 = icmp eq i32 %133, 0
  %135 = select i1 %132, i1 %134, i1 false
  br i1 %135, label %136, label %148

136:                                              ; preds = %130, %136
  %137 = phi i32 [ %143, %136 ], [ %131, %130 ]
  %138 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %139 = add i32 %137, -1
  store i32 %139, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %140 = zext i32 %139 to i64
  %141 = getelementptr inbounds nuw ptr, ptr %138, i64 %140
  %142 = load ptr, ptr %141, align 8
  tail call void @Py_DecRef(ptr noundef %142) #12
  %143 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %144 = icmp ne i32 %143, 0
  %145 = load i32, ptr @locks_taken, align 4
  %146 = icmp eq i32 %145, 0
  %147 = select i1 %144, i1 %146, i1 false
  br i1 %147, label %136, label %148, !llvm.loop !70

148:                                              ; preds = %136, %130
  call void @llvm.lifetime.end.p0(ptr nonnull %6) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #12
  ret ptr %124
}

; Function Attrs: nounwind
define internal ptr @wait_edges(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #12
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #12
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %7 = load ptr, ptr %6, align 8
  %8 = tail call i32 @PyObject_IsTrue(ptr noundef %7) #12
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %10 = load ptr, ptr %9, align 8
  %11 = call fastcc i32 @points_from_pairs(ptr noundef %10, ptr noundef %4, ptr noundef %5)
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %13, label %64

13:                                               ; preds = %3
  %14 = load ptr, ptr %1, align 8
  %15 = load i64, ptr @head_bytes, align 8
  %16 = getelementptr inbounds i8, ptr %14, i64 %15
  %17 = load ptr, ptr %4, align 8
  %18 = load i32, ptr %5, align 4
  tail call fastcc void @forget_answer()
  %19 = getelementptr inbounds nuw i8, ptr %16, i64 56
  %20 = load ptr, ptr %19, align 8
  %21 = icmp eq ptr %20, null
  %22 = getelementptr inbounds nuw i8, ptr %20, i64 16
  %23 = select i1 %21, ptr null, ptr %22
  br i1 %21, label %27, label %24

24:                                               ; preds = %13
  %25 = getelementptr inbounds nuw i8, ptr %20, i64 4
  %26 = load i32, ptr %25, align 4
  br label %27

27:                                               ; preds = %24, %13
  %28 = phi i32 [ %26, %24 ], [ 0, %13 ]
  %29 = tail call fastcc i32 @await_points(ptr noundef nonnull %16, ptr noundef %23, i32 noundef %28, ptr noundef readonly %17, i32 noundef %18, i32 noundef %8)
  %30 = icmp eq i32 %29, 0
  br i1 %30, label %31, label %40

31:                                               ; preds = %27
  %32 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %33 = icmp eq i32 %32, 0
  br i1 %33, label %37, label %34

34:                                               ; preds = %31
  %35 = tail call fastcc i32 @join_edges(ptr noundef nonnull %16)
  %36 = icmp eq i32 %35, 0
  br i1 %36, label %37, label %40

37:                                               ; preds = %34, %31
  %38 = tail call fastcc i32 @reserve_join(ptr noundef nonnull %16)
  %39 = icmp eq i32 %38, 0
  br i1 %39, label %42, label %40

40:                                               ; preds = %37, %34, %27
  tail call fastcc void @forget_answer()
  tail call void @free(ptr noundef %17) #12
  %41 = tail call ptr @PyErr_NoMemory() #12
  br label %64

42:                                               ; preds = %37
  tail call void @free(ptr noundef %17) #12
  %43 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %44 = add i32 %43, 1
  %45 = zext i32 %44 to i64
  %46 = shl nuw nsw i64 %45, 5
  %47 = tail call noalias ptr @malloc(i64 noundef %46) #34
  %48 = icmp eq ptr %47, null
  br i1 %48, label %49, label %51

49:                                               ; preds = %42
  %50 = tail call ptr @PyErr_NoMemory() #12
  br label %64

51:                                               ; preds = %42
  %52 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 8), align 8
  %53 = zext i32 %43 to i64
  %54 = shl nuw nsw i64 %53, 5
  tail call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 %47, ptr align 8 %52, i64 %54, i1 false)
  %55 = shl nuw nsw i64 %53, 2
  %56 = tail call ptr @PyTuple_New(i64 noundef %55) #12
  %57 = icmp eq ptr %56, null
  br i1 %57, label %62, label %58

58:                                               ; preds = %51
  %59 = tail call fastcc i32 @fill_edges(ptr noundef nonnull %56, ptr noundef nonnull %47, i32 noundef %43)
  %60 = icmp eq i32 %59, 0
  br i1 %60, label %62, label %61

61:                                               ; preds = %58
  tail call void @Py_DecRef(ptr noundef nonnull %56) #12
  br label %62

62:                                               ; preds = %61, %58, %51
  %63 = phi ptr [ null, %61 ], [ %56, %58 ], [ null, %51 ]
  tail call void @free(ptr noundef nonnull %47) #12
  br label %64

64:                                               ; preds = %40, %62, %49, %3
  %65 = phi ptr [ null, %3 ], [ %41, %40 ], [ %63, %62 ], [ %50, %49 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #12
  ret ptr %65
}

; Function Attrs: nounwind
define internal ptr @new_plans(ptr readnone captures(none) %0, ptr readnone captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @types, i64 32), align 16
  %5 = tail call ptr @PyType_GenericAlloc(ptr noundef %4, i64 noundef 0) #12
  ret ptr %5
}

; Function Attrs: nounwind
define internal ptr @new_launch(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %5 = load ptr, ptr %4, align 8
  %6 = icmp eq ptr %5, null
  br i1 %6, label %8, label %7

7:                                                ; preds = %3
  tail call void @Py_IncRef(ptr noundef nonnull %5) #12
  br label %8

8:                                                ; preds = %3, %7
  store ptr %5, ptr @launch_in_python, align 8
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %10 = load ptr, ptr %9, align 8
  %11 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %10) #12
  %12 = inttoptr i64 %11 to ptr
  store ptr %12, ptr getelementptr inbounds nuw (i8, ptr @new_launch.method, i64 24), align 8
  %13 = load ptr, ptr %1, align 8
  %14 = tail call ptr @PyDescr_NewMethod(ptr noundef %13, ptr noundef nonnull @new_launch.method) #12
  ret ptr %14
}

; Function Attrs: nounwind
define internal noundef nonnull ptr @find_slots(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = tail call i64 @PyTuple_Size(ptr noundef %4) #12
  %6 = icmp sgt i64 %5, 0
  br i1 %6, label %33, label %7

7:                                                ; preds = %33, %3
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %9 = load ptr, ptr %8, align 8
  %10 = icmp eq ptr %9, null
  br i1 %10, label %12, label %11

11:                                               ; preds = %7
  tail call void @Py_IncRef(ptr noundef nonnull %9) #12
  br label %12

12:                                               ; preds = %7, %11
  store ptr %9, ptr @buffer_class, align 8
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %14 = load ptr, ptr %13, align 8
  %15 = icmp eq ptr %14, null
  br i1 %15, label %17, label %16

16:                                               ; preds = %12
  tail call void @Py_IncRef(ptr noundef nonnull %14) #12
  br label %17

17:                                               ; preds = %12, %16
  store ptr %14, ptr @execution_class, align 8
  %18 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %19 = load ptr, ptr %18, align 8
  %20 = icmp eq ptr %19, null
  br i1 %20, label %22, label %21

21:                                               ; preds = %17
  tail call void @Py_IncRef(ptr noundef nonnull %19) #12
  br label %22

22:                                               ; preds = %17, %21
  store ptr %19, ptr @empty_tuple, align 8
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %24 = load ptr, ptr %23, align 8
  %25 = icmp eq ptr %24, null
  br i1 %25, label %27, label %26

26:                                               ; preds = %22
  tail call void @Py_IncRef(ptr noundef nonnull %24) #12
  br label %27

27:                                               ; preds = %22, %26
  store ptr %24, ptr @tidy_name, align 8
  %28 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %29 = load ptr, ptr %28, align 8
  %30 = icmp eq ptr %29, null
  br i1 %30, label %32, label %31

31:                                               ; preds = %27
  tail call void @Py_IncRef(ptr noundef nonnull %29) #12
  br label %32

32:                                               ; preds = %27, %31
  store ptr %29, ptr @hand_over_name, align 8
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #12
  ret ptr @_Py_NoneStruct

33:                                               ; preds = %3, %33
  %34 = phi i64 [ %39, %33 ], [ 0, %3 ]
  %35 = load ptr, ptr %1, align 8
  %36 = tail call ptr @PyTuple_GetItem(ptr noundef %35, i64 noundef %34) #12
  %37 = tail call i64 @PyLong_AsLongLong(ptr noundef %36) #12
  %38 = getelementptr inbounds nuw i64, ptr getelementptr inbounds nuw (i8, ptr @slots, i64 8), i64 %34
  store i64 %37, ptr %38, align 8
  %39 = add nuw nsw i64 %34, 1
  %40 = icmp eq i64 %39, %5
  br i1 %40, label %7, label %33, !llvm.loop !71
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define internal noundef i32 @handle_jump(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) initializes((2200, 2208)) %1) #8 {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 2200
  store ptr %4, ptr %5, align 8
  ret i32 0
}

; Function Attrs: nounwind
define internal noundef i32 @handle_wait(ptr noundef readonly captures(none) %0, ptr noundef captures(none) %1) #6 {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds nuw i8, ptr %4, i64 2176
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %7 = load i64, ptr %6, align 8
  %8 = load atomic i64, ptr %5 acquire, align 8
  %9 = icmp ult i64 %8, %7
  br i1 %9, label %10, label %15

10:                                               ; preds = %2
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 2232
  store i64 0, ptr %11, align 8
  %12 = load ptr, ptr %3, align 8
  %13 = load i64, ptr %6, align 8
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 2216
  tail call fastcc void @await_value(ptr noundef %12, i64 noundef %13, ptr noundef nonnull %14)
  br label %15

15:                                               ; preds = %2, %10
  ret i32 0
}

; Function Attrs: mustprogress nofree norecurse nounwind willreturn memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none)
define internal noundef i32 @handle_check(ptr noundef readonly captures(none) %0, ptr noundef captures(none) %1) #9 {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %4 = load ptr, ptr %3, align 8
  %5 = load atomic i32, ptr %4 acquire, align 64
  %6 = icmp ugt i32 %5, 2
  br i1 %6, label %7, label %14

7:                                                ; preds = %2
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 2208
  %9 = load i64, ptr %8, align 32
  %10 = icmp eq i64 %9, 0
  br i1 %10, label %11, label %14

11:                                               ; preds = %7
  %12 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %13 = load i64, ptr %12, align 8
  store i64 %13, ptr %8, align 32
  br label %14

14:                                               ; preds = %2, %7, %11
  ret i32 0
}

; Function Attrs: nounwind
define internal noundef i32 @handle_signal(ptr readnone captures(none) %0, ptr noundef %1) #6 {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 2176
  %4 = load atomic i64, ptr %3 monotonic, align 64
  %5 = add i64 %4, 1
  tail call fastcc void @raise_to(ptr noundef %1, i64 noundef %5)
  ret i32 0
}

; Function Attrs: nounwind
define internal noundef i32 @handle_launch(ptr noundef %0, ptr noundef %1) #6 {
  %3 = alloca %struct.timespec, align 8
  %4 = alloca %struct.timespec, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 2232
  %8 = load i64, ptr %7, align 8
  %9 = icmp eq i64 %8, 0
  br i1 %9, label %10, label %17

10:                                               ; preds = %2
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #12
  %11 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %4) #12
  %12 = load i64, ptr %4, align 8
  %13 = mul nsw i64 %12, 1000000000
  %14 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %15 = load i64, ptr %14, align 8
  %16 = add nsw i64 %13, %15
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #12
  br label %17

17:                                               ; preds = %2, %10
  %18 = phi i64 [ %16, %10 ], [ %8, %2 ]
  %19 = call fastcc i32 @start(ptr noundef nonnull %1, ptr noundef %6, i64 noundef %18)
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %71, label %21

21:                                               ; preds = %17
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %23 = load i64, ptr %22, align 8
  %24 = inttoptr i64 %23 to ptr
  %25 = getelementptr inbounds i8, ptr %24, i64 -288
  %26 = getelementptr inbounds i8, ptr %24, i64 -280
  %27 = load i64, ptr %26, align 8
  %28 = getelementptr inbounds i8, ptr %24, i64 -272
  %29 = load i64, ptr %28, align 8
  %30 = icmp sgt i64 %27, %29
  br i1 %30, label %31, label %33

31:                                               ; preds = %21
  %32 = call fastcc i32 @run_split(ptr noundef nonnull %25, ptr noundef nonnull %22)
  br label %36

33:                                               ; preds = %21
  %34 = load ptr, ptr %25, align 8
  %35 = call i32 %34(ptr noundef nonnull %22, i64 noundef 0, i64 noundef %27) #12
  br label %36

36:                                               ; preds = %33, %31
  %37 = phi i32 [ %32, %31 ], [ %35, %33 ]
  %38 = getelementptr inbounds nuw i8, ptr %6, i64 4
  store i32 %37, ptr %38, align 4
  %39 = icmp eq i32 %37, 0
  %40 = select i1 %39, i32 2, i32 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3) #12
  %41 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %3) #12
  %42 = load i64, ptr %3, align 8
  %43 = mul nsw i64 %42, 1000000000
  %44 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %45 = load i64, ptr %44, align 8
  %46 = add nsw i64 %43, %45
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #12
  store i64 %46, ptr %7, align 8
  %47 = getelementptr inbounds nuw i8, ptr %6, i64 32
  store i64 %46, ptr %47, align 32
  store atomic i32 %40, ptr %6 release, align 64
  br i1 %39, label %67, label %48

48:                                               ; preds = %36
  %49 = getelementptr inbounds nuw i8, ptr %1, i64 2184
  %50 = atomicrmw add ptr %49, i64 1 seq_cst, align 8
  %51 = getelementptr inbounds nuw i8, ptr %1, i64 2176
  %52 = load atomic i64, ptr %51 monotonic, align 64
  %53 = add i64 %52, 1
  call fastcc void @raise_to(ptr noundef nonnull %1, i64 noundef %53)
  br label %54

54:                                               ; preds = %63, %48
  %55 = phi i64 [ %65, %63 ], [ -1, %48 ]
  %56 = call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %55, i1 true)
  %57 = getelementptr inbounds nuw i32, ptr @wake_fds, i64 %56
  %58 = load atomic i32, ptr %57 seq_cst, align 4
  %59 = icmp sgt i32 %58, 0
  br i1 %59, label %60, label %63

60:                                               ; preds = %54
  %61 = add nsw i32 %58, -1
  %62 = call i64 @write(i32 noundef %61, ptr noundef nonnull @notify.one, i64 noundef 8) #12
  br label %63

63:                                               ; preds = %60, %54
  %64 = add i64 %55, -1
  %65 = and i64 %64, %55
  %66 = icmp eq i64 %65, 0
  br i1 %66, label %71, label %54, !llvm.loop !46

67:                                               ; preds = %36
  %68 = getelementptr inbounds nuw i8, ptr %1, i64 2176
  %69 = load atomic i64, ptr %68 monotonic, align 64
  %70 = add i64 %69, 1
  call fastcc void @raise_to(ptr noundef nonnull %1, i64 noundef %70)
  br label %71

71:                                               ; preds = %63, %67, %17
  ret i32 0
}

; Function Attrs: nounwind
define internal range(i32 0, 3) i32 @handle_host(ptr noundef readonly captures(none) %0, ptr noundef initializes((2232, 2240)) %1) #6 {
  %3 = alloca %struct.timespec, align 8
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 2232
  store i64 0, ptr %4, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %6 = load ptr, ptr %5, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %3) #12
  %7 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %3) #12
  %8 = load i64, ptr %3, align 8
  %9 = mul nsw i64 %8, 1000000000
  %10 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %11 = load i64, ptr %10, align 8
  %12 = add nsw i64 %9, %11
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #12
  %13 = call fastcc i32 @start(ptr noundef %1, ptr noundef %6, i64 noundef %12)
  %14 = icmp eq i32 %13, 0
  %15 = select i1 %14, i32 0, i32 2
  ret i32 %15
}

; Function Attrs: nounwind
define internal noundef i32 @handle_stop(ptr readnone captures(none) %0, ptr noundef %1) #6 {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 2176
  %4 = load atomic i64, ptr %3 monotonic, align 64
  %5 = add i64 %4, 1
  tail call fastcc void @raise_to(ptr noundef %1, i64 noundef %5)
  ret i32 1
}

; Function Attrs: nounwind
define internal noundef i32 @handle_part(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) initializes((2232, 2240)) %1) #6 {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 2232
  store i64 0, ptr %3, align 8
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %7 = load ptr, ptr %6, align 8
  tail call fastcc void @run_part(ptr noundef %5, ptr noundef %7)
  ret i32 0
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memmove.p0.p0.i64(ptr writeonly captures(none), ptr readonly captures(none), i64, i1 immarg) #7

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #10

; Function Attrs: nounwind
declare i32 @sched_yield() local_unnamed_addr #11

; Function Attrs: nounwind
declare void @llvm.x86.sse2.pause() #12

; Function Attrs: nounwind
declare i64 @syscall(i64 noundef, ...) local_unnamed_addr #11

; Function Attrs: mustprogress nofree nosync nounwind willreturn memory(none)
declare ptr @__errno_location() local_unnamed_addr #13

; Function Attrs: nounwind
declare i32 @pthread_mutex_lock(ptr noundef) local_unnamed_addr #11

declare i32 @pthread_cond_wait(ptr noundef, ptr noundef) local_unnamed_addr #14

; Function Attrs: nounwind
declare i32 @clock_gettime(i32 noundef, ptr noundef) local_unnamed_addr #11

declare i32 @pthread_cond_timedwait(ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #14

; Function Attrs: nounwind
declare i32 @pthread_mutex_unlock(ptr noundef) local_unnamed_addr #11

; Function Attrs: nounwind
declare i32 @pthread_cond_broadcast(ptr noundef) local_unnamed_addr #11

; Function Attrs: nounwind
declare i32 @sched_getcpu() local_unnamed_addr #11

; Function Attrs: nounwind
define internal fastcc void @raise_to(ptr noundef %0, i64 noundef %1) unnamed_addr #6 {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 2176
  store atomic i64 %1, ptr %3 seq_cst, align 64
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 2256
  %5 = load atomic i64, ptr %4 seq_cst, align 16
  %6 = icmp ugt i64 %5, %1
  br i1 %6, label %23, label %7

7:                                                ; preds = %2
  store atomic i64 -1, ptr %4 seq_cst, align 16
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 2264
  %9 = atomicrmw add ptr %8, i32 1 seq_cst, align 8
  %10 = load atomic i32, ptr @portable monotonic, align 4
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %12, label %14

12:                                               ; preds = %7
  %13 = tail call i64 (i64, ...) @syscall(i64 noundef 202, ptr noundef nonnull %8, i32 noundef 129, i32 noundef 2147483647, i32 noundef 0, i32 noundef 0, i32 noundef 0) #12
  br label %23

14:                                               ; preds = %7
  %15 = ptrtoint ptr %8 to i64
  %16 = lshr i64 %15, 6
  %17 = and i64 %16, 63
  %18 = getelementptr inbounds nuw %struct.lot, ptr @lots, i64 %17
  %19 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull %18) #12
  %20 = getelementptr inbounds nuw i8, ptr %18, i64 40
  %21 = tail call i32 @pthread_cond_broadcast(ptr noundef nonnull %20) #12
  %22 = tail call i32 @pthread_mutex_unlock(ptr noundef nonnull %18) #12
  br label %23

23:                                               ; preds = %14, %12, %2
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 2240
  %25 = load atomic i64, ptr %24 seq_cst, align 64
  %26 = icmp ugt i64 %25, %1
  br i1 %26, label %44, label %27

27:                                               ; preds = %23
  store atomic i64 -1, ptr %24 seq_cst, align 64
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 2248
  %29 = atomicrmw xchg ptr %28, i64 0 seq_cst, align 8
  %30 = icmp eq i64 %29, 0
  br i1 %30, label %44, label %31

31:                                               ; preds = %27, %40
  %32 = phi i64 [ %42, %40 ], [ %29, %27 ]
  %33 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %32, i1 true)
  %34 = getelementptr inbounds nuw i32, ptr @wake_fds, i64 %33
  %35 = load atomic i32, ptr %34 seq_cst, align 4
  %36 = icmp sgt i32 %35, 0
  br i1 %36, label %37, label %40

37:                                               ; preds = %31
  %38 = add nsw i32 %35, -1
  %39 = tail call i64 @write(i32 noundef %38, ptr noundef nonnull @notify.one, i64 noundef 8) #12
  br label %40

40:                                               ; preds = %37, %31
  %41 = add i64 %32, -1
  %42 = and i64 %41, %32
  %43 = icmp eq i64 %42, 0
  br i1 %43, label %44, label %31, !llvm.loop !46

44:                                               ; preds = %40, %27, %23
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.cttz.i64(i64, i1 immarg) #15

; Function Attrs: nofree
declare noundef i64 @write(i32 noundef, ptr noundef readonly captures(none), i64 noundef) local_unnamed_addr #16

; Function Attrs: nounwind
define internal fastcc i32 @run_split(ptr noundef readonly captures(none) %0, ptr noundef %1) unnamed_addr #6 {
  %3 = load atomic i32, ptr getelementptr inbounds nuw (i8, ptr @workers, i64 12) monotonic, align 4
  %4 = add i32 %3, 1
  %5 = icmp ugt i32 %4, 1
  br i1 %5, label %6, label %54

6:                                                ; preds = %2
  %7 = cmpxchg ptr @jobs, i32 0, i32 1 seq_cst seq_cst, align 64
  %8 = extractvalue { i32, i1 } %7, 1
  br i1 %8, label %59, label %9

9:                                                ; preds = %6
  %10 = cmpxchg ptr getelementptr inbounds nuw (i8, ptr @jobs, i64 128), i32 0, i32 1 seq_cst seq_cst, align 64
  %11 = extractvalue { i32, i1 } %10, 1
  br i1 %11, label %59, label %12

12:                                               ; preds = %9
  %13 = cmpxchg ptr getelementptr inbounds nuw (i8, ptr @jobs, i64 256), i32 0, i32 1 seq_cst seq_cst, align 64
  %14 = extractvalue { i32, i1 } %13, 1
  br i1 %14, label %59, label %15

15:                                               ; preds = %12
  %16 = cmpxchg ptr getelementptr inbounds nuw (i8, ptr @jobs, i64 384), i32 0, i32 1 seq_cst seq_cst, align 64
  %17 = extractvalue { i32, i1 } %16, 1
  br i1 %17, label %59, label %18

18:                                               ; preds = %15
  %19 = cmpxchg ptr getelementptr inbounds nuw (i8, ptr @jobs, i64 512), i32 0, i32 1 seq_cst seq_cst, align 64
  %20 = extractvalue { i32, i1 } %19, 1
  br i1 %20, label %59, label %21

21:                                               ; preds = %18
  %22 = cmpxchg ptr getelementptr inbounds nuw (i8, ptr @jobs, i64 640), i32 0, i32 1 seq_cst seq_cst, align 64
  %23 = extractvalue { i32, i1 } %22, 1
  br i1 %23, label %59, label %24

24:                                               ; preds = %21
  %25 = cmpxchg ptr getelementptr inbounds nuw (i8, ptr @jobs, i64 768), i32 0, i32 1 seq_cst seq_cst, align 64
  %26 = extractvalue { i32, i1 } %25, 1
  br i1 %26, label %59, label %27

27:                                               ; preds = %24
  %28 = cmpxchg ptr getelementptr inbounds nuw (i8, ptr @jobs, i64 896), i32 0, i32 1 seq_cst seq_cst, align 64
  %29 = extractvalue { i32, i1 } %28, 1
  br i1 %29, label %59, label %30

30:                                               ; preds = %27
  %31 = cmpxchg ptr getelementptr inbounds nuw (i8, ptr @jobs, i64 1024), i32 0, i32 1 seq_cst seq_cst, align 64
  %32 = extractvalue { i32, i1 } %31, 1
  br i1 %32, label %59, label %33

33:                                               ; preds = %30
  %34 = cmpxchg ptr getelementptr inbounds nuw (i8, ptr @jobs, i64 1152), i32 0, i32 1 seq_cst seq_cst, align 64
  %35 = extractvalue { i32, i1 } %34, 1
  br i1 %35, label %59, label %36

36:                                               ; preds = %33
  %37 = cmpxchg ptr getelementptr inbounds nuw (i8, ptr @jobs, i64 1280), i32 0, i32 1 seq_cst seq_cst, align 64
  %38 = extractvalue { i32, i1 } %37, 1
  br i1 %38, label %59, label %39

39:                                               ; preds = %36
  %40 = cmpxchg ptr getelementptr inbounds nuw (i8, ptr @jobs, i64 1408), i32 0, i32 1 seq_cst seq_cst, align 64
  %41 = extractvalue { i32, i1 } %40, 1
  br i1 %41, label %59, label %42

42:                                               ; preds = %39
  %43 = cmpxchg ptr getelementptr inbounds nuw (i8, ptr @jobs, i64 1536), i32 0, i32 1 seq_cst seq_cst, align 64
  %44 = extractvalue { i32, i1 } %43, 1
  br i1 %44, label %59, label %45

45:                                               ; preds = %42
  %46 = cmpxchg ptr getelementptr inbounds nuw (i8, ptr @jobs, i64 1664), i32 0, i32 1 seq_cst seq_cst, align 64
  %47 = extractvalue { i32, i1 } %46, 1
  br i1 %47, label %59, label %48

48:                                               ; preds = %45
  %49 = cmpxchg ptr getelementptr inbounds nuw (i8, ptr @jobs, i64 1792), i32 0, i32 1 seq_cst seq_cst, align 64
  %50 = extractvalue { i32, i1 } %49, 1
  br i1 %50, label %59, label %51

51:                                               ; preds = %48
  %52 = cmpxchg ptr getelementptr inbounds nuw (i8, ptr @jobs, i64 1920), i32 0, i32 1 seq_cst seq_cst, align 64
  %53 = extractvalue { i32, i1 } %52, 1
  br i1 %53, label %59, label %54

54:                                               ; preds = %2, %51
  %55 = load ptr, ptr %0, align 8
  %56 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %57 = load i64, ptr %56, align 8
  %58 = tail call i32 %55(ptr noundef %1, i64 noundef 0, i64 noundef %57) #12
  br label %154

59:                                               ; preds = %51, %6, %30, %9, %12, %36, %15, %48, %18, %33, %21, %45, %24, %39, %27, %42
  %60 = phi ptr [ @jobs, %6 ], [ getelementptr inbounds nuw (i8, ptr @jobs, i64 1536), %42 ], [ getelementptr inbounds nuw (i8, ptr @jobs, i64 896), %27 ], [ getelementptr inbounds nuw (i8, ptr @jobs, i64 1408), %39 ], [ getelementptr inbounds nuw (i8, ptr @jobs, i64 768), %24 ], [ getelementptr inbounds nuw (i8, ptr @jobs, i64 1664), %45 ], [ getelementptr inbounds nuw (i8, ptr @jobs, i64 640), %21 ], [ getelementptr inbounds nuw (i8, ptr @jobs, i64 1152), %33 ], [ getelementptr inbounds nuw (i8, ptr @jobs, i64 512), %18 ], [ getelementptr inbounds nuw (i8, ptr @jobs, i64 1792), %48 ], [ getelementptr inbounds nuw (i8, ptr @jobs, i64 384), %15 ], [ getelementptr inbounds nuw (i8, ptr @jobs, i64 1280), %36 ], [ getelementptr inbounds nuw (i8, ptr @jobs, i64 256), %12 ], [ getelementptr inbounds nuw (i8, ptr @jobs, i64 128), %9 ], [ getelementptr inbounds nuw (i8, ptr @jobs, i64 1024), %30 ], [ getelementptr inbounds nuw (i8, ptr @jobs, i64 1920), %51 ]
  %61 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %62 = load i64, ptr %61, align 8
  %63 = shl i32 %4, 2
  %64 = zext i32 %63 to i64
  %65 = sdiv i64 %62, %64
  %66 = load ptr, ptr %0, align 8
  %67 = getelementptr inbounds nuw i8, ptr %60, i64 16
  store ptr %66, ptr %67, align 16
  %68 = getelementptr inbounds nuw i8, ptr %60, i64 24
  store ptr %1, ptr %68, align 8
  %69 = load i64, ptr %61, align 8
  %70 = getelementptr inbounds nuw i8, ptr %60, i64 32
  store i64 %69, ptr %70, align 32
  %71 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %72 = load i64, ptr %71, align 8
  %73 = add nsw i64 %65, 1
  %74 = tail call i64 @llvm.smax.i64(i64 %72, i64 %73)
  %75 = getelementptr inbounds nuw i8, ptr %60, i64 40
  store i64 %74, ptr %75, align 8
  %76 = getelementptr inbounds nuw i8, ptr %60, i64 64
  store atomic i64 0, ptr %76 seq_cst, align 64
  %77 = getelementptr inbounds nuw i8, ptr %60, i64 8
  store atomic i32 0, ptr %77 seq_cst, align 8
  store atomic i32 2, ptr %60 seq_cst, align 64
  %78 = atomicrmw add ptr @workers, i64 1 seq_cst, align 64
  %79 = load atomic i32, ptr getelementptr inbounds nuw (i8, ptr @workers, i64 8) seq_cst, align 8
  %80 = icmp eq i32 %79, 0
  br i1 %80, label %94, label %81

81:                                               ; preds = %59
  %82 = load atomic i32, ptr @portable monotonic, align 4
  %83 = icmp eq i32 %82, 0
  br i1 %83, label %84, label %86

84:                                               ; preds = %81
  %85 = tail call i64 (i64, ...) @syscall(i64 noundef 202, ptr noundef nonnull @workers, i32 noundef 129, i32 noundef 2147483647, i32 noundef 0, i32 noundef 0, i32 noundef 0) #12
  br label %94

86:                                               ; preds = %81
  %87 = lshr exact i64 ptrtoint (ptr @workers to i64), 6
  %88 = and i64 %87, 63
  %89 = getelementptr inbounds nuw %struct.lot, ptr @lots, i64 %88
  %90 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull %89) #12
  %91 = getelementptr inbounds nuw i8, ptr %89, i64 40
  %92 = tail call i32 @pthread_cond_broadcast(ptr noundef nonnull %91) #12
  %93 = tail call i32 @pthread_mutex_unlock(ptr noundef nonnull %89) #12
  br label %94

94:                                               ; preds = %86, %84, %59
  %95 = load i64, ptr %75, align 8
  %96 = atomicrmw add ptr %76, i64 %95 seq_cst, align 64
  %97 = load i64, ptr %70, align 32
  %98 = icmp slt i64 %96, %97
  br i1 %98, label %99, label %137

99:                                               ; preds = %94
  %100 = load atomic i32, ptr %77 monotonic, align 8
  %101 = icmp eq i32 %100, 0
  br i1 %101, label %102, label %137

102:                                              ; preds = %99
  %103 = load i64, ptr %75, align 8
  %104 = add nsw i64 %103, %96
  %105 = tail call i64 @llvm.smin.i64(i64 %104, i64 %97)
  %106 = load ptr, ptr %67, align 16
  %107 = load ptr, ptr %68, align 8
  %108 = tail call i32 %106(ptr noundef %107, i64 noundef %96, i64 noundef %105) #12
  %109 = icmp eq i32 %108, 0
  br i1 %109, label %112, label %110

110:                                              ; preds = %102
  %111 = cmpxchg ptr %77, i32 0, i32 %108 seq_cst seq_cst, align 8
  br label %112

112:                                              ; preds = %110, %102
  %113 = load i64, ptr %75, align 8
  %114 = atomicrmw add ptr %76, i64 %113 seq_cst, align 64
  %115 = load i64, ptr %70, align 32
  %116 = icmp slt i64 %114, %115
  br i1 %116, label %117, label %137

117:                                              ; preds = %112, %132
  %118 = phi i64 [ %135, %132 ], [ %115, %112 ]
  %119 = phi i64 [ %134, %132 ], [ %114, %112 ]
  %120 = load atomic i32, ptr %77 monotonic, align 8
  %121 = icmp eq i32 %120, 0
  br i1 %121, label %122, label %137

122:                                              ; preds = %117
  %123 = load i64, ptr %75, align 8
  %124 = add nsw i64 %123, %119
  %125 = tail call i64 @llvm.smin.i64(i64 %124, i64 %118)
  %126 = load ptr, ptr %67, align 16
  %127 = load ptr, ptr %68, align 8
  %128 = tail call i32 %126(ptr noundef %127, i64 noundef %119, i64 noundef %125) #12
  %129 = icmp eq i32 %128, 0
  br i1 %129, label %132, label %130

130:                                              ; preds = %122
  %131 = cmpxchg ptr %77, i32 0, i32 %128 seq_cst seq_cst, align 8
  br label %132

132:                                              ; preds = %130, %122
  %133 = load i64, ptr %75, align 8
  %134 = atomicrmw add ptr %76, i64 %133 seq_cst, align 64
  %135 = load i64, ptr %70, align 32
  %136 = icmp slt i64 %134, %135
  br i1 %136, label %117, label %137, !llvm.loop !40

137:                                              ; preds = %117, %132, %94, %99, %112
  store atomic i32 3, ptr %60 seq_cst, align 64
  %138 = getelementptr inbounds nuw i8, ptr %60, i64 4
  %139 = load atomic i32, ptr %138 seq_cst, align 4
  %140 = icmp eq i32 %139, 0
  br i1 %140, label %141, label %143

141:                                              ; preds = %150, %137
  %142 = load atomic i32, ptr %77 seq_cst, align 8
  store atomic i32 0, ptr %60 seq_cst, align 64
  br label %154

143:                                              ; preds = %137, %150
  %144 = phi i32 [ %152, %150 ], [ %139, %137 ]
  %145 = phi i32 [ %151, %150 ], [ 0, %137 ]
  %146 = icmp ult i32 %145, 40
  br i1 %146, label %147, label %148

147:                                              ; preds = %143
  tail call void @llvm.x86.sse2.pause()
  br label %150

148:                                              ; preds = %143
  %149 = tail call fastcc i32 @sleep_on(ptr noundef nonnull %138, i32 noundef %144, i64 noundef -1)
  br label %150

150:                                              ; preds = %147, %148
  %151 = add i32 %145, 1
  %152 = load atomic i32, ptr %138 seq_cst, align 4
  %153 = icmp eq i32 %152, 0
  br i1 %153, label %141, label %143, !llvm.loop !72

154:                                              ; preds = %141, %54
  %155 = phi i32 [ %142, %141 ], [ %58, %54 ]
  ret i32 %155
}

; Function Attrs: nounwind
define internal fastcc range(i32 -1, 1) i32 @make_room(ptr noundef %0, i64 noundef %1) unnamed_addr #6 {
  %3 = add i64 %1, 24
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %5 = load ptr, ptr %4, align 16
  %6 = icmp eq ptr %5, null
  br i1 %6, label %16, label %7

7:                                                ; preds = %2
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %11 = load ptr, ptr %10, align 32
  %12 = ptrtoint ptr %9 to i64
  %13 = ptrtoint ptr %11 to i64
  %14 = sub i64 %12, %13
  %15 = icmp slt i64 %14, %3
  br i1 %15, label %16, label %93

16:                                               ; preds = %7, %2
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %18 = load ptr, ptr %17, align 8
  %19 = icmp eq ptr %18, null
  %20 = icmp eq ptr %18, %5
  %21 = or i1 %19, %20
  br i1 %21, label %49, label %22

22:                                               ; preds = %16
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 2176
  %24 = load atomic i64, ptr %23 acquire, align 64
  %25 = getelementptr inbounds nuw i8, ptr %18, i64 16
  %26 = load i64, ptr %25, align 8
  %27 = icmp ugt i64 %24, %26
  %28 = load ptr, ptr %4, align 16
  br i1 %27, label %29, label %49

29:                                               ; preds = %22
  %30 = load ptr, ptr %18, align 8
  store ptr %30, ptr %17, align 8
  %31 = icmp eq ptr %30, %28
  br i1 %31, label %38, label %32

32:                                               ; preds = %29, %42
  %33 = phi ptr [ %44, %42 ], [ %30, %29 ]
  %34 = load atomic i64, ptr %23 acquire, align 64
  %35 = getelementptr inbounds nuw i8, ptr %33, i64 16
  %36 = load i64, ptr %35, align 8
  %37 = icmp ugt i64 %34, %36
  br i1 %37, label %42, label %38

38:                                               ; preds = %42, %32, %29
  %39 = getelementptr inbounds nuw i8, ptr %18, i64 8
  %40 = load i64, ptr %39, align 8
  %41 = icmp ult i64 %40, %3
  br i1 %41, label %47, label %69

42:                                               ; preds = %32
  %43 = load ptr, ptr %33, align 8
  store ptr %43, ptr %17, align 8
  tail call void @free(ptr noundef nonnull %33) #12
  %44 = load ptr, ptr %17, align 8
  %45 = load ptr, ptr %4, align 16
  %46 = icmp eq ptr %44, %45
  br i1 %46, label %38, label %32, !llvm.loop !73

47:                                               ; preds = %38
  tail call void @free(ptr noundef nonnull %18) #12
  %48 = load ptr, ptr %4, align 16
  br label %49

49:                                               ; preds = %47, %22, %16
  %50 = phi ptr [ %48, %47 ], [ %28, %22 ], [ %5, %16 ]
  %51 = icmp eq ptr %50, null
  br i1 %51, label %57, label %52

52:                                               ; preds = %49
  %53 = getelementptr inbounds nuw i8, ptr %50, i64 8
  %54 = load i64, ptr %53, align 8
  %55 = shl i64 %54, 1
  %56 = tail call i64 @llvm.umin.i64(i64 %55, i64 1048576)
  br label %57

57:                                               ; preds = %52, %49
  %58 = phi i64 [ 8192, %49 ], [ %56, %52 ]
  br label %59

59:                                               ; preds = %57, %59
  %60 = phi i64 [ %62, %59 ], [ %58, %57 ]
  %61 = icmp ult i64 %60, %3
  %62 = shl i64 %60, 1
  br i1 %61, label %59, label %63, !llvm.loop !74

63:                                               ; preds = %59
  %64 = add i64 %60, 32
  %65 = tail call noalias ptr @malloc(i64 noundef %64) #34
  %66 = icmp eq ptr %65, null
  br i1 %66, label %93, label %67

67:                                               ; preds = %63
  %68 = getelementptr inbounds nuw i8, ptr %65, i64 8
  store i64 %60, ptr %68, align 8
  br label %69

69:                                               ; preds = %38, %67
  %70 = phi ptr [ %65, %67 ], [ %18, %38 ]
  store ptr null, ptr %70, align 8
  %71 = getelementptr inbounds nuw i8, ptr %70, i64 16
  store i64 -1, ptr %71, align 8
  %72 = load ptr, ptr %4, align 16
  store ptr %70, ptr %4, align 16
  %73 = getelementptr inbounds nuw i8, ptr %70, i64 32
  %74 = getelementptr inbounds nuw i8, ptr %70, i64 8
  %75 = load i64, ptr %74, align 8
  %76 = getelementptr inbounds nuw i8, ptr %73, i64 %75
  %77 = getelementptr inbounds nuw i8, ptr %0, i64 40
  store ptr %76, ptr %77, align 8
  %78 = load ptr, ptr %17, align 8
  %79 = icmp eq ptr %78, null
  br i1 %79, label %80, label %81

80:                                               ; preds = %69
  store ptr %70, ptr %17, align 8
  br label %81

81:                                               ; preds = %80, %69
  %82 = icmp eq ptr %72, null
  %83 = getelementptr inbounds nuw i8, ptr %0, i64 32
  br i1 %82, label %91, label %84

84:                                               ; preds = %81
  %85 = load ptr, ptr %83, align 32
  store ptr @handle_jump, ptr %85, align 8
  %86 = getelementptr inbounds nuw i8, ptr %85, i64 8
  store i64 24, ptr %86, align 8
  %87 = getelementptr inbounds nuw i8, ptr %85, i64 16
  store ptr %73, ptr %87, align 8
  %88 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %89 = load i64, ptr %88, align 8
  %90 = getelementptr inbounds nuw i8, ptr %72, i64 16
  store i64 %89, ptr %90, align 8
  store ptr %70, ptr %72, align 8
  tail call fastcc void @publish(ptr noundef nonnull %0, ptr noundef nonnull %73, i64 noundef 24)
  br label %93

91:                                               ; preds = %81
  store ptr %73, ptr %83, align 32
  %92 = getelementptr inbounds nuw i8, ptr %0, i64 2200
  store ptr %73, ptr %92, align 8
  br label %93

93:                                               ; preds = %63, %91, %84, %7
  %94 = phi i32 [ 0, %7 ], [ 0, %84 ], [ 0, %91 ], [ -1, %63 ]
  ret i32 %94
}

; Function Attrs: nounwind
define internal fastcc void @run_part(ptr noundef %0, ptr noundef readonly captures(none) %1) unnamed_addr #6 {
  %3 = load ptr, ptr %1, align 8
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %5 = load i64, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %7 = load i64, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %9 = load i64, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %11 = load i64, ptr %10, align 8
  %12 = getelementptr inbounds nuw i64, ptr %0, i64 %11
  %13 = icmp samesign eq i64 %9, %11
  br i1 %13, label %89, label %14

14:                                               ; preds = %2
  %15 = getelementptr inbounds nuw i64, ptr %0, i64 %9
  %16 = getelementptr inbounds nuw i8, ptr %3, i64 2216
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 32
  br label %18

18:                                               ; preds = %14, %83
  %19 = phi ptr [ %15, %14 ], [ %87, %83 ]
  %20 = getelementptr inbounds nuw i8, ptr %19, i64 44
  %21 = load i32, ptr %20, align 4
  %22 = icmp eq i32 %21, 0
  br i1 %22, label %49, label %23

23:                                               ; preds = %18
  %24 = getelementptr inbounds nuw i8, ptr %19, i64 48
  %25 = getelementptr inbounds nuw i8, ptr %19, i64 40
  %26 = load i32, ptr %25, align 8
  %27 = zext i32 %26 to i64
  %28 = getelementptr inbounds nuw i64, ptr %24, i64 %27
  br label %29

29:                                               ; preds = %44, %23
  %30 = phi i32 [ 0, %23 ], [ %45, %44 ]
  %31 = phi ptr [ %28, %23 ], [ %46, %44 ]
  %32 = load i64, ptr %31, align 8
  %33 = getelementptr inbounds nuw %struct.program_stream, ptr %17, i64 %32
  %34 = getelementptr inbounds nuw i8, ptr %31, i64 8
  %35 = load i64, ptr %34, align 8
  %36 = load ptr, ptr %33, align 8
  %37 = getelementptr inbounds nuw i8, ptr %33, i64 8
  %38 = load i64, ptr %37, align 8
  %39 = add i64 %38, %35
  %40 = getelementptr inbounds nuw i8, ptr %36, i64 2176
  %41 = load atomic i64, ptr %40 acquire, align 8
  %42 = icmp ult i64 %41, %39
  br i1 %42, label %43, label %44

43:                                               ; preds = %29
  tail call fastcc void @await_value(ptr noundef nonnull %36, i64 noundef %39, ptr noundef nonnull %16)
  br label %44

44:                                               ; preds = %43, %29
  %45 = add nuw i32 %30, 1
  %46 = getelementptr inbounds nuw i8, ptr %31, i64 16
  %47 = load i32, ptr %20, align 4
  %48 = icmp ult i32 %45, %47
  br i1 %48, label %29, label %49, !llvm.loop !75

49:                                               ; preds = %44, %18
  %50 = load atomic i64, ptr %0 monotonic, align 64
  %51 = icmp eq i64 %50, 0
  br i1 %51, label %52, label %89

52:                                               ; preds = %49
  %53 = getelementptr inbounds nuw i8, ptr %19, i64 8
  %54 = load ptr, ptr %53, align 8
  %55 = icmp eq ptr %54, null
  br i1 %55, label %59, label %56

56:                                               ; preds = %52
  %57 = getelementptr inbounds nuw i8, ptr %19, i64 48
  %58 = tail call fastcc i32 @run_split(ptr noundef nonnull %54, ptr noundef nonnull %57)
  br label %65

59:                                               ; preds = %52
  %60 = load ptr, ptr %19, align 8
  %61 = getelementptr inbounds nuw i8, ptr %19, i64 48
  %62 = getelementptr inbounds nuw i8, ptr %19, i64 16
  %63 = load i64, ptr %62, align 8
  %64 = tail call i32 %60(ptr noundef nonnull %61, i64 noundef 0, i64 noundef %63) #12
  br label %65

65:                                               ; preds = %56, %59
  %66 = phi i32 [ %58, %56 ], [ %64, %59 ]
  %67 = icmp eq i32 %66, 0
  br i1 %67, label %68, label %74

68:                                               ; preds = %65
  %69 = getelementptr inbounds nuw i8, ptr %19, i64 24
  %70 = load i64, ptr %69, align 8
  %71 = icmp eq i64 %70, 0
  br i1 %71, label %83, label %72

72:                                               ; preds = %68
  %73 = add i64 %70, %5
  tail call fastcc void @raise_to(ptr noundef %3, i64 noundef %73)
  br label %83

74:                                               ; preds = %65
  %75 = getelementptr inbounds nuw i8, ptr %19, i64 36
  %76 = load i32, ptr %75, align 4
  %77 = add i32 %76, 1
  %78 = zext i32 %77 to i64
  %79 = shl nuw i64 %78, 32
  %80 = zext i32 %66 to i64
  %81 = or disjoint i64 %79, %80
  %82 = cmpxchg ptr %0, i64 0, i64 %81 seq_cst seq_cst, align 64
  br label %89

83:                                               ; preds = %72, %68
  %84 = getelementptr inbounds nuw i8, ptr %19, i64 32
  %85 = load i32, ptr %84, align 8
  %86 = zext i32 %85 to i64
  %87 = getelementptr inbounds nuw i64, ptr %19, i64 %86
  %88 = icmp eq ptr %87, %12
  br i1 %88, label %89, label %18, !llvm.loop !76

89:                                               ; preds = %83, %49, %2, %74
  %90 = add i64 %7, %5
  tail call fastcc void @raise_to(ptr noundef %3, i64 noundef %90)
  ret void
}

; Function Attrs: nounwind
define internal fastcc void @publish(ptr noundef initializes((32, 40)) %0, ptr noundef %1, i64 noundef %2) unnamed_addr #6 {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 32
  store ptr %1, ptr %4, align 32
  %5 = load atomic i64, ptr %0 monotonic, align 64
  %6 = add i64 %5, %2
  store atomic i64 %6, ptr %0 seq_cst, align 64
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 2304
  %8 = load atomic i32, ptr %7 seq_cst, align 64
  %9 = icmp eq i32 %8, 0
  br i1 %9, label %30, label %10

10:                                               ; preds = %3
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 2308
  %12 = tail call i32 @sched_getcpu() #12
  %13 = add nsw i32 %12, 1
  store atomic i32 %13, ptr %11 monotonic, align 4
  %14 = atomicrmw xchg ptr %7, i32 0 seq_cst, align 64
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %30, label %16

16:                                               ; preds = %10
  %17 = load atomic i32, ptr @portable monotonic, align 4
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %19, label %21

19:                                               ; preds = %16
  %20 = tail call i64 (i64, ...) @syscall(i64 noundef 202, ptr noundef nonnull %7, i32 noundef 129, i32 noundef 2147483647, i32 noundef 0, i32 noundef 0, i32 noundef 0) #12
  br label %30

21:                                               ; preds = %16
  %22 = ptrtoint ptr %7 to i64
  %23 = lshr i64 %22, 6
  %24 = and i64 %23, 63
  %25 = getelementptr inbounds nuw %struct.lot, ptr @lots, i64 %24
  %26 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull %25) #12
  %27 = getelementptr inbounds nuw i8, ptr %25, i64 40
  %28 = tail call i32 @pthread_cond_broadcast(ptr noundef nonnull %27) #12
  %29 = tail call i32 @pthread_mutex_unlock(ptr noundef nonnull %25) #12
  br label %30

30:                                               ; preds = %21, %19, %3, %10
  ret void
}

; Function Attrs: mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @free(ptr allocptr noundef captures(none)) local_unnamed_addr #17

; Function Attrs: mustprogress nofree nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite)
declare noalias noundef ptr @malloc(i64 noundef) local_unnamed_addr #18

; Function Attrs: nounwind
define internal fastcc void @await_value(ptr noundef %0, i64 noundef %1, ptr noundef captures(none) %2) unnamed_addr #6 {
  %4 = alloca %struct.timespec, align 8
  %5 = alloca %struct.timespec, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 2176
  %7 = tail call fastcc i32 @spin_until(ptr noundef nonnull %6, i64 noundef %1, ptr noundef %2)
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %9, label %54

9:                                                ; preds = %3
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #12
  %10 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %5) #12
  %11 = load i64, ptr %5, align 8
  %12 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %13 = load i64, ptr %12, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #12
  %14 = load atomic i64, ptr %6 seq_cst, align 64
  %15 = icmp ult i64 %14, %1
  br i1 %15, label %16, label %37

16:                                               ; preds = %9
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 2264
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 2256
  br label %19

19:                                               ; preds = %16, %34
  %20 = load atomic i32, ptr %17 seq_cst, align 8
  %21 = load atomic i64, ptr %18 seq_cst, align 8
  br label %22

22:                                               ; preds = %25, %19
  %23 = phi i64 [ %21, %19 ], [ %28, %25 ]
  %24 = icmp ult i64 %1, %23
  br i1 %24, label %25, label %29

25:                                               ; preds = %22
  %26 = cmpxchg weak ptr %18, i64 %23, i64 %1 seq_cst seq_cst, align 8
  %27 = extractvalue { i64, i1 } %26, 1
  %28 = extractvalue { i64, i1 } %26, 0
  br i1 %27, label %29, label %22, !llvm.loop !34

29:                                               ; preds = %25, %22
  %30 = load atomic i64, ptr %6 seq_cst, align 64
  %31 = icmp ult i64 %30, %1
  br i1 %31, label %32, label %34

32:                                               ; preds = %29
  %33 = call fastcc i32 @sleep_on(ptr noundef nonnull %17, i32 noundef %20, i64 noundef -1)
  br label %34

34:                                               ; preds = %29, %32
  %35 = load atomic i64, ptr %6 seq_cst, align 64
  %36 = icmp ult i64 %35, %1
  br i1 %36, label %19, label %37, !llvm.loop !77

37:                                               ; preds = %34, %9
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #12
  %38 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %4) #12
  %39 = load i64, ptr %4, align 8
  %40 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %41 = load i64, ptr %40, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #12
  %42 = sub i64 %39, %11
  %43 = mul i64 %42, 1000000000
  %44 = sub i64 %41, %13
  %45 = add i64 %44, %43
  %46 = icmp slt i64 %45, 50000
  br i1 %46, label %47, label %54

47:                                               ; preds = %37
  %48 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %49 = load i32, ptr %48, align 8
  %50 = add i32 %49, 1
  store i32 %50, ptr %48, align 8
  %51 = and i32 %50, 15
  %52 = icmp eq i32 %51, 0
  br i1 %52, label %53, label %54

53:                                               ; preds = %47
  store i64 25000, ptr %2, align 8
  br label %54

54:                                               ; preds = %53, %47, %37, %3
  ret void
}

declare i64 @PyLong_AsUnsignedLongLong(ptr noundef) local_unnamed_addr #14

declare ptr @PyLong_FromUnsignedLongLong(i64 noundef) local_unnamed_addr #14

; Function Attrs: nounwind
define internal fastcc range(i32 -1, 1) i32 @convert(ptr noundef %0, i8 noundef zeroext %1, ptr noundef writeonly captures(none) initializes((0, 8)) %2) unnamed_addr #6 {
  %4 = alloca double, align 8
  %5 = alloca float, align 4
  store i64 0, ptr %2, align 8
  %6 = and i8 %1, -2
  %7 = icmp eq i8 %6, 80
  br i1 %7, label %8, label %15

8:                                                ; preds = %3
  %9 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %0) #12
  store i64 %9, ptr %2, align 8
  %10 = icmp eq i64 %9, -1
  br i1 %10, label %11, label %68

11:                                               ; preds = %8
  %12 = tail call ptr @PyErr_Occurred() #12
  %13 = icmp ne ptr %12, null
  %14 = sext i1 %13 to i32
  br label %68

15:                                               ; preds = %3
  %16 = icmp eq i8 %1, 100
  %17 = icmp ne i8 %1, 102
  switch i8 %1, label %39 [
    i8 102, label %18
    i8 100, label %18
  ]

18:                                               ; preds = %15, %15
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #12
  %19 = tail call double @PyFloat_AsDouble(ptr noundef %0) #12
  store double %19, ptr %4, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #12
  %20 = fptrunc double %19 to float
  store float %20, ptr %5, align 4
  %21 = fcmp oeq double %19, -1.000000e+00
  br i1 %21, label %22, label %25

22:                                               ; preds = %18
  %23 = tail call ptr @PyErr_Occurred() #12
  %24 = icmp eq ptr %23, null
  br i1 %24, label %25, label %37

25:                                               ; preds = %22, %18
  %26 = tail call float @llvm.fabs.f32(float %20)
  %27 = fcmp une float %26, 0x7FF0000000000000
  %28 = or i1 %17, %27
  %29 = tail call double @llvm.fabs.f64(double %19)
  %30 = fcmp oeq double %29, 0x7FF0000000000000
  %31 = or i1 %30, %28
  br i1 %31, label %34, label %32

32:                                               ; preds = %25
  %33 = load ptr, ptr @PyExc_OverflowError, align 8
  tail call void @PyErr_SetString(ptr noundef %33, ptr noundef nonnull @.str.42) #12
  br label %37

34:                                               ; preds = %25
  %35 = select i1 %16, ptr %4, ptr %5
  %36 = select i1 %16, i64 8, i64 4
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(4) %2, ptr noundef nonnull align 4 dereferenceable(4) %35, i64 %36, i1 false)
  br label %37

37:                                               ; preds = %22, %34, %32
  %38 = phi i32 [ -1, %32 ], [ 0, %34 ], [ -1, %22 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #12
  br label %68

39:                                               ; preds = %15
  %40 = tail call i64 @PyLong_AsLongLong(ptr noundef %0) #12
  %41 = icmp eq i64 %40, -1
  br i1 %41, label %42, label %45

42:                                               ; preds = %39
  %43 = tail call ptr @PyErr_Occurred() #12
  %44 = icmp eq ptr %43, null
  br i1 %44, label %45, label %68

45:                                               ; preds = %42, %39
  store i64 %40, ptr %2, align 8
  switch i8 %1, label %49 [
    i8 113, label %68
    i8 63, label %46
  ]

46:                                               ; preds = %45
  %47 = icmp ne i64 %40, 0
  %48 = zext i1 %47 to i64
  store i64 %48, ptr %2, align 8
  br label %68

49:                                               ; preds = %45
  %50 = and i8 %1, 127
  %51 = zext nneg i8 %50 to i64
  %52 = getelementptr inbounds nuw i8, ptr @convert.bits, i64 %51
  %53 = load i8, ptr %52, align 1
  %54 = icmp ugt i8 %1, 96
  %55 = zext i8 %53 to i64
  %56 = add nuw nsw i64 %55, 4294967295
  %57 = and i64 %56, 4294967295
  %58 = shl nsw i64 -1, %57
  %59 = select i1 %54, i64 %58, i64 0
  %60 = icmp slt i64 %40, %59
  br i1 %60, label %66, label %61

61:                                               ; preds = %49
  %62 = shl nsw i64 -1, %55
  %63 = xor i64 %62, -1
  %64 = add nsw i64 %59, %63
  %65 = icmp sgt i64 %40, %64
  br i1 %65, label %66, label %68

66:                                               ; preds = %61, %49
  %67 = load ptr, ptr @PyExc_OverflowError, align 8
  tail call void @PyErr_SetString(ptr noundef %67, ptr noundef nonnull @.str.43) #12
  br label %68

68:                                               ; preds = %46, %42, %45, %61, %66, %8, %11, %37
  %69 = phi i32 [ %14, %11 ], [ %38, %37 ], [ 0, %8 ], [ 0, %45 ], [ -1, %42 ], [ 0, %46 ], [ -1, %66 ], [ 0, %61 ]
  ret i32 %69
}

declare ptr @PyTuple_GetItem(ptr noundef, i64 noundef) local_unnamed_addr #14

declare ptr @PyErr_Occurred() local_unnamed_addr #14

declare double @PyFloat_AsDouble(ptr noundef) local_unnamed_addr #14

declare void @PyErr_SetString(ptr noundef, ptr noundef) local_unnamed_addr #14

declare i64 @PyLong_AsLongLong(ptr noundef) local_unnamed_addr #14

declare ptr @PyErr_NoMemory() local_unnamed_addr #14

; Function Attrs: nounwind
define internal fastcc ptr @pack_order(ptr noundef writeonly captures(ret: address, provenance) %0, ptr noundef %1, ptr noundef %2) unnamed_addr #6 {
  %4 = tail call i64 @PyTuple_Size(ptr noundef %1) #12
  %5 = icmp sgt i64 %4, 0
  br i1 %5, label %10, label %6

6:                                                ; preds = %10, %3
  %7 = phi ptr [ %0, %3 ], [ %22, %10 ]
  %8 = tail call i64 @PyTuple_Size(ptr noundef %2) #12
  %9 = icmp sgt i64 %8, 0
  br i1 %9, label %27, label %25

10:                                               ; preds = %3, %10
  %11 = phi ptr [ %22, %10 ], [ %0, %3 ]
  %12 = phi i64 [ %23, %10 ], [ 0, %3 ]
  store ptr @handle_wait, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %11, i64 8
  store i64 32, ptr %13, align 8
  %14 = tail call ptr @PyTuple_GetItem(ptr noundef %1, i64 noundef %12) #12
  %15 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %14) #12
  %16 = inttoptr i64 %15 to ptr
  %17 = getelementptr inbounds nuw i8, ptr %11, i64 16
  store ptr %16, ptr %17, align 8
  %18 = or disjoint i64 %12, 1
  %19 = tail call ptr @PyTuple_GetItem(ptr noundef %1, i64 noundef %18) #12
  %20 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %19) #12
  %21 = getelementptr inbounds nuw i8, ptr %11, i64 24
  store i64 %20, ptr %21, align 8
  %22 = getelementptr inbounds nuw i8, ptr %11, i64 32
  %23 = add nuw nsw i64 %12, 2
  %24 = icmp slt i64 %23, %4
  br i1 %24, label %10, label %6, !llvm.loop !78

25:                                               ; preds = %27, %6
  %26 = phi ptr [ %7, %6 ], [ %35, %27 ]
  ret ptr %26

27:                                               ; preds = %6, %27
  %28 = phi ptr [ %35, %27 ], [ %7, %6 ]
  %29 = phi i64 [ %36, %27 ], [ 0, %6 ]
  store ptr @handle_check, ptr %28, align 8
  %30 = getelementptr inbounds nuw i8, ptr %28, i64 8
  store i64 24, ptr %30, align 8
  %31 = tail call ptr @PyTuple_GetItem(ptr noundef %2, i64 noundef %29) #12
  %32 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %31) #12
  %33 = inttoptr i64 %32 to ptr
  %34 = getelementptr inbounds nuw i8, ptr %28, i64 16
  store ptr %33, ptr %34, align 8
  %35 = getelementptr inbounds nuw i8, ptr %28, i64 24
  %36 = add nuw nsw i64 %29, 1
  %37 = icmp eq i64 %36, %8
  br i1 %37, label %25, label %27, !llvm.loop !79
}

declare i64 @PyTuple_Size(ptr noundef) local_unnamed_addr #14

; Function Attrs: nounwind
define internal fastcc ptr @push_simple(ptr noundef readonly captures(none) %0, ptr noundef %1, ptr noundef %2) unnamed_addr #6 {
  %4 = alloca %struct.timespec, align 8
  %5 = load ptr, ptr %0, align 8
  %6 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %5) #12
  %7 = inttoptr i64 %6 to ptr
  %8 = icmp eq ptr %2, null
  %9 = select i1 %8, i64 16, i64 24
  %10 = icmp eq ptr %1, @handle_stop
  br i1 %10, label %29, label %11

11:                                               ; preds = %3
  %12 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %13 = load i64, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %7, i64 24
  %15 = load i64, ptr %14, align 8
  %16 = sub i64 %13, %15
  %17 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %18 = load i64, ptr %17, align 16
  %19 = icmp ult i64 %16, %18
  br i1 %19, label %29, label %20

20:                                               ; preds = %11
  %21 = getelementptr inbounds nuw i8, ptr %7, i64 2176
  %22 = load atomic i64, ptr %21 acquire, align 64
  store i64 %22, ptr %14, align 8
  %23 = load i64, ptr %12, align 8
  %24 = sub i64 %23, %22
  %25 = load i64, ptr %17, align 16
  %26 = icmp ult i64 %24, %25
  br i1 %26, label %29, label %27

27:                                               ; preds = %20
  %28 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef 0) #12
  br label %72

29:                                               ; preds = %11, %20, %3
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %31 = load ptr, ptr %30, align 8
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %33 = load ptr, ptr %32, align 8
  %34 = tail call i64 @PyTuple_Size(ptr noundef %31) #12
  %35 = sdiv i64 %34, 2
  %36 = shl i64 %35, 5
  %37 = tail call i64 @PyTuple_Size(ptr noundef %33) #12
  %38 = mul i64 %37, 24
  %39 = add i64 %38, %9
  %40 = add i64 %39, %36
  %41 = tail call fastcc i32 @make_room(ptr noundef %7, i64 noundef %40)
  %42 = icmp eq i32 %41, 0
  br i1 %42, label %45, label %43

43:                                               ; preds = %29
  %44 = tail call ptr @PyErr_NoMemory() #12
  br label %72

45:                                               ; preds = %29
  %46 = getelementptr inbounds nuw i8, ptr %7, i64 32
  %47 = load ptr, ptr %46, align 32
  %48 = load ptr, ptr %30, align 8
  %49 = load ptr, ptr %32, align 8
  %50 = tail call fastcc ptr @pack_order(ptr noundef %47, ptr noundef %48, ptr noundef %49)
  store ptr %1, ptr %50, align 8
  %51 = getelementptr inbounds nuw i8, ptr %50, i64 8
  store i64 %9, ptr %51, align 8
  br i1 %8, label %61, label %52

52:                                               ; preds = %45
  %53 = getelementptr inbounds nuw i8, ptr %50, i64 16
  store ptr %2, ptr %53, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #12
  %54 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %4) #12
  %55 = load i64, ptr %4, align 8
  %56 = mul nsw i64 %55, 1000000000
  %57 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %58 = load i64, ptr %57, align 8
  %59 = add nsw i64 %56, %58
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #12
  %60 = getelementptr inbounds nuw i8, ptr %2, i64 16
  store i64 %59, ptr %60, align 16
  br label %61

61:                                               ; preds = %52, %45
  %62 = getelementptr inbounds nuw i8, ptr %50, i64 %9
  %63 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %64 = load i64, ptr %63, align 8
  %65 = add i64 %64, 1
  store i64 %65, ptr %63, align 8
  %66 = load ptr, ptr %46, align 32
  %67 = ptrtoint ptr %62 to i64
  %68 = ptrtoint ptr %66 to i64
  %69 = sub i64 %67, %68
  call fastcc void @publish(ptr noundef nonnull %7, ptr noundef nonnull %62, i64 noundef %69)
  %70 = load i64, ptr %63, align 8
  %71 = call ptr @PyLong_FromUnsignedLongLong(i64 noundef %70) #12
  br label %72

72:                                               ; preds = %61, %43, %27
  %73 = phi ptr [ %28, %27 ], [ %44, %43 ], [ %71, %61 ]
  ret ptr %73
}

; Function Attrs: nounwind
define internal fastcc range(i32 0, 2) i32 @start(ptr noundef %0, ptr noundef captures(none) initializes((8, 16), (24, 32)) %1, i64 noundef %2) unnamed_addr #6 {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 2208
  %5 = load i64, ptr %4, align 32
  store i64 0, ptr %4, align 32
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 24
  store i64 %2, ptr %6, align 8
  %7 = icmp eq i64 %5, 0
  br i1 %7, label %8, label %19

8:                                                ; preds = %3
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 2368
  %10 = load i64, ptr %9, align 64
  %11 = shl i64 %10, 40
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 2176
  %13 = load atomic i64, ptr %12 monotonic, align 64
  %14 = add i64 %13, 1
  %15 = or i64 %14, %11
  %16 = getelementptr inbounds nuw i8, ptr %1, i64 8
  store i64 %15, ptr %16, align 8
  %17 = cmpxchg ptr %1, i32 0, i32 1 seq_cst seq_cst, align 64
  %18 = extractvalue { i32, i1 } %17, 1
  br i1 %18, label %72, label %44

19:                                               ; preds = %3
  %20 = getelementptr inbounds nuw i8, ptr %1, i64 8
  store i64 %5, ptr %20, align 8
  %21 = cmpxchg ptr %1, i32 0, i32 1 seq_cst seq_cst, align 64
  %22 = extractvalue { i32, i1 } %21, 1
  br i1 %22, label %23, label %44

23:                                               ; preds = %19
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 2232
  store i64 %2, ptr %24, align 8
  %25 = getelementptr inbounds nuw i8, ptr %1, i64 32
  store i64 %2, ptr %25, align 32
  store atomic i32 5, ptr %1 release, align 64
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 2184
  %27 = atomicrmw add ptr %26, i64 1 seq_cst, align 8
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 2176
  %29 = load atomic i64, ptr %28 monotonic, align 64
  %30 = add i64 %29, 1
  tail call fastcc void @raise_to(ptr noundef nonnull %0, i64 noundef %30)
  br label %31

31:                                               ; preds = %40, %23
  %32 = phi i64 [ %42, %40 ], [ -1, %23 ]
  %33 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %32, i1 true)
  %34 = getelementptr inbounds nuw i32, ptr @wake_fds, i64 %33
  %35 = load atomic i32, ptr %34 seq_cst, align 4
  %36 = icmp sgt i32 %35, 0
  br i1 %36, label %37, label %40

37:                                               ; preds = %31
  %38 = add nsw i32 %35, -1
  %39 = tail call i64 @write(i32 noundef %38, ptr noundef nonnull @notify.one, i64 noundef 8) #12
  br label %40

40:                                               ; preds = %37, %31
  %41 = add i64 %32, -1
  %42 = and i64 %41, %32
  %43 = icmp eq i64 %42, 0
  br i1 %43, label %72, label %31, !llvm.loop !46

44:                                               ; preds = %19, %8
  %45 = phi ptr [ %20, %19 ], [ %16, %8 ]
  %46 = getelementptr inbounds nuw i8, ptr %0, i64 2368
  %47 = load i64, ptr %46, align 64
  %48 = shl i64 %47, 40
  %49 = getelementptr inbounds nuw i8, ptr %0, i64 2176
  %50 = load atomic i64, ptr %49 monotonic, align 64
  %51 = add i64 %50, 1
  %52 = or i64 %51, %48
  store i64 %52, ptr %45, align 8
  %53 = getelementptr inbounds nuw i8, ptr %0, i64 2232
  store i64 %2, ptr %53, align 8
  %54 = getelementptr inbounds nuw i8, ptr %1, i64 32
  store i64 %2, ptr %54, align 32
  store atomic i32 3, ptr %1 release, align 64
  %55 = getelementptr inbounds nuw i8, ptr %0, i64 2184
  %56 = atomicrmw add ptr %55, i64 1 seq_cst, align 8
  %57 = load atomic i64, ptr %49 monotonic, align 64
  %58 = add i64 %57, 1
  tail call fastcc void @raise_to(ptr noundef nonnull %0, i64 noundef %58)
  br label %59

59:                                               ; preds = %68, %44
  %60 = phi i64 [ %70, %68 ], [ -1, %44 ]
  %61 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %60, i1 true)
  %62 = getelementptr inbounds nuw i32, ptr @wake_fds, i64 %61
  %63 = load atomic i32, ptr %62 seq_cst, align 4
  %64 = icmp sgt i32 %63, 0
  br i1 %64, label %65, label %68

65:                                               ; preds = %59
  %66 = add nsw i32 %63, -1
  %67 = tail call i64 @write(i32 noundef %66, ptr noundef nonnull @notify.one, i64 noundef 8) #12
  br label %68

68:                                               ; preds = %65, %59
  %69 = add i64 %60, -1
  %70 = and i64 %69, %60
  %71 = icmp eq i64 %70, 0
  br i1 %71, label %72, label %59, !llvm.loop !46

72:                                               ; preds = %40, %68, %8
  %73 = phi i32 [ 1, %8 ], [ 0, %68 ], [ 0, %40 ]
  ret i32 %73
}

; Function Attrs: nofree nounwind
declare i32 @posix_memalign(ptr noundef, i64 noundef, i64 noundef) local_unnamed_addr #19

; Function Attrs: nounwind
declare i32 @pthread_mutex_init(ptr noundef, ptr noundef) local_unnamed_addr #11

; Function Attrs: nounwind
declare i32 @pthread_cond_init(ptr noundef, ptr noundef) local_unnamed_addr #11

; Function Attrs: nounwind
define internal fastcc range(i32 -1, 1) i32 @make_type(i32 noundef range(i32 0, 5) %0, ptr noundef %1, i64 noundef range(i64 24, 241) %2, ptr noundef %3) unnamed_addr #6 {
  %5 = alloca %struct.PyType_Spec, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #12
  store ptr %1, ptr %5, align 8
  %6 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %7 = load i64, ptr @head_bytes, align 8
  %8 = add i64 %7, %2
  %9 = trunc i64 %8 to i32
  store i32 %9, ptr %6, align 8
  %10 = getelementptr inbounds nuw i8, ptr %5, i64 12
  store i32 0, ptr %10, align 4
  %11 = getelementptr inbounds nuw i8, ptr %5, i64 16
  store i32 16512, ptr %11, align 8
  %12 = getelementptr inbounds nuw i8, ptr %5, i64 20
  store i32 0, ptr %12, align 4
  %13 = getelementptr inbounds nuw i8, ptr %5, i64 24
  store ptr %3, ptr %13, align 8
  br label %14

14:                                               ; preds = %36, %4
  %15 = phi ptr [ %3, %4 ], [ %37, %36 ]
  %16 = load i32, ptr %15, align 8
  switch i32 %16, label %36 [
    i32 0, label %17
    i32 72, label %23
  ]

17:                                               ; preds = %14
  %18 = call ptr @PyType_FromSpec(ptr noundef nonnull %5) #12
  %19 = zext nneg i32 %0 to i64
  %20 = getelementptr inbounds nuw ptr, ptr @types, i64 %19
  store ptr %18, ptr %20, align 8
  %21 = icmp eq ptr %18, null
  %22 = sext i1 %21 to i32
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #12
  ret i32 %22

23:                                               ; preds = %14
  %24 = getelementptr inbounds nuw i8, ptr %15, i64 8
  %25 = load ptr, ptr %24, align 8
  %26 = load ptr, ptr %25, align 8
  %27 = icmp eq ptr %26, null
  br i1 %27, label %36, label %28

28:                                               ; preds = %23, %28
  %29 = phi ptr [ %33, %28 ], [ %25, %23 ]
  %30 = getelementptr inbounds nuw i8, ptr %29, i64 16
  %31 = load i64, ptr %30, align 8
  %32 = add nsw i64 %31, %7
  store i64 %32, ptr %30, align 8
  %33 = getelementptr inbounds nuw i8, ptr %29, i64 40
  %34 = load ptr, ptr %33, align 8
  %35 = icmp eq ptr %34, null
  br i1 %35, label %36, label %28, !llvm.loop !61

36:                                               ; preds = %28, %23, %14
  %37 = getelementptr inbounds nuw i8, ptr %15, i64 16
  br label %14, !llvm.loop !62
}

declare ptr @PyTuple_New(i64 noundef) local_unnamed_addr #14

declare i32 @PyTuple_SetItem(ptr noundef, i64 noundef, ptr noundef) local_unnamed_addr #14

declare void @Py_IncRef(ptr noundef) local_unnamed_addr #14

declare ptr @PyType_FromSpec(ptr noundef) local_unnamed_addr #14

; Function Attrs: nounwind
define internal i32 @lock_traverse(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef %2) #6 {
  %4 = load i64, ptr @head_bytes, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 %4
  %6 = getelementptr inbounds i8, ptr %5, i64 -8
  %7 = load ptr, ptr %6, align 8
  %8 = icmp eq ptr %7, null
  br i1 %8, label %14, label %9

9:                                                ; preds = %3
  %10 = tail call i32 %1(ptr noundef nonnull %7, ptr noundef %2) #12
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %12, label %44

12:                                               ; preds = %9
  %13 = load i64, ptr @head_bytes, align 8
  br label %14

14:                                               ; preds = %12, %3
  %15 = phi i64 [ %13, %12 ], [ %4, %3 ]
  %16 = getelementptr inbounds i8, ptr %0, i64 %15
  %17 = getelementptr inbounds nuw i8, ptr %16, i64 24
  %18 = load ptr, ptr %17, align 8
  %19 = icmp eq ptr %18, null
  br i1 %19, label %25, label %20

20:                                               ; preds = %14
  %21 = tail call i32 %1(ptr noundef nonnull %18, ptr noundef %2) #12
  %22 = icmp eq i32 %21, 0
  br i1 %22, label %23, label %44

23:                                               ; preds = %20
  %24 = load i64, ptr @head_bytes, align 8
  br label %25

25:                                               ; preds = %23, %14
  %26 = phi i64 [ %24, %23 ], [ %15, %14 ]
  %27 = getelementptr inbounds i8, ptr %0, i64 %26
  %28 = getelementptr inbounds nuw i8, ptr %27, i64 32
  %29 = load ptr, ptr %28, align 8
  %30 = icmp eq ptr %29, null
  br i1 %30, label %36, label %31

31:                                               ; preds = %25
  %32 = tail call i32 %1(ptr noundef nonnull %29, ptr noundef %2) #12
  %33 = icmp eq i32 %32, 0
  br i1 %33, label %34, label %44

34:                                               ; preds = %31
  %35 = load i64, ptr @head_bytes, align 8
  br label %36

36:                                               ; preds = %34, %25
  %37 = phi i64 [ %35, %34 ], [ %26, %25 ]
  %38 = getelementptr inbounds i8, ptr %0, i64 %37
  %39 = getelementptr inbounds nuw i8, ptr %38, i64 40
  %40 = load ptr, ptr %39, align 8
  %41 = icmp eq ptr %40, null
  br i1 %41, label %44, label %42

42:                                               ; preds = %36
  %43 = tail call i32 %1(ptr noundef nonnull %40, ptr noundef %2) #12
  br label %44

44:                                               ; preds = %42, %36, %31, %20, %9
  %45 = phi i32 [ %10, %9 ], [ %21, %20 ], [ %32, %31 ], [ %43, %42 ], [ 0, %36 ]
  ret i32 %45
}

; Function Attrs: nounwind
define internal noundef i32 @lock_clear(ptr noundef captures(none) %0) #6 {
  %2 = load i64, ptr @head_bytes, align 8
  %3 = getelementptr inbounds i8, ptr %0, i64 %2
  %4 = getelementptr inbounds nuw i8, ptr %3, i64 24
  %5 = load ptr, ptr %4, align 8
  store ptr null, ptr %4, align 8
  %6 = icmp eq ptr %5, null
  br i1 %6, label %8, label %7

7:                                                ; preds = %1
  tail call void @Py_DecRef(ptr noundef nonnull %5) #12
  br label %8

8:                                                ; preds = %1, %7
  ret i32 0
}

; Function Attrs: nounwind
define internal void @lock_dealloc(ptr noundef %0) #6 {
  tail call void @PyObject_GC_UnTrack(ptr noundef %0) #12
  %2 = load i64, ptr @head_bytes, align 8
  %3 = getelementptr inbounds i8, ptr %0, i64 %2
  %4 = getelementptr inbounds nuw i8, ptr %3, i64 24
  %5 = load ptr, ptr %4, align 8
  store ptr null, ptr %4, align 8
  %6 = icmp eq ptr %5, null
  br i1 %6, label %9, label %7

7:                                                ; preds = %1
  tail call void @Py_DecRef(ptr noundef nonnull %5) #12
  %8 = load i64, ptr @head_bytes, align 8
  br label %9

9:                                                ; preds = %1, %7
  %10 = phi i64 [ %2, %1 ], [ %8, %7 ]
  %11 = getelementptr inbounds i8, ptr %0, i64 %10
  %12 = getelementptr inbounds nuw i8, ptr %11, i64 32
  %13 = load ptr, ptr %12, align 8
  %14 = icmp eq ptr %13, null
  br i1 %14, label %17, label %15

15:                                               ; preds = %9
  tail call void @Py_DecRef(ptr noundef nonnull %13) #12
  %16 = load i64, ptr @head_bytes, align 8
  br label %17

17:                                               ; preds = %9, %15
  %18 = phi i64 [ %10, %9 ], [ %16, %15 ]
  %19 = getelementptr inbounds i8, ptr %0, i64 %18
  %20 = getelementptr inbounds nuw i8, ptr %19, i64 40
  %21 = load ptr, ptr %20, align 8
  %22 = icmp eq ptr %21, null
  br i1 %22, label %25, label %23

23:                                               ; preds = %17
  tail call void @Py_DecRef(ptr noundef nonnull %21) #12
  %24 = load i64, ptr @head_bytes, align 8
  br label %25

25:                                               ; preds = %17, %23
  %26 = phi i64 [ %18, %17 ], [ %24, %23 ]
  %27 = getelementptr inbounds i8, ptr %0, i64 %26
  %28 = getelementptr inbounds i8, ptr %27, i64 -8
  %29 = load ptr, ptr %28, align 8
  %30 = tail call ptr @PyType_GetSlot(ptr noundef %29, i32 noundef 74) #12
  tail call void %30(ptr noundef nonnull %0) #12
  tail call void @Py_DecRef(ptr noundef %29) #12
  ret void
}

declare void @Py_DecRef(ptr noundef) local_unnamed_addr #14

declare void @PyObject_GC_UnTrack(ptr noundef) local_unnamed_addr #14

declare ptr @PyType_GetSlot(ptr noundef, i32 noundef) local_unnamed_addr #14

; Function Attrs: nounwind
define internal noundef ptr @lock_enter(ptr noundef %0, ptr readnone captures(none) %1) #6 {
  %3 = load i64, ptr @head_bytes, align 8
  %4 = getelementptr inbounds i8, ptr %0, i64 %3
  %5 = load atomic i32, ptr %4 monotonic, align 8
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %15, label %7

7:                                                ; preds = %2
  %8 = getelementptr inbounds nuw i8, ptr %4, i64 16
  %9 = load i64, ptr %8, align 8
  %10 = tail call i64 @pthread_self() #32
  %11 = icmp eq i64 %9, %10
  br i1 %11, label %12, label %15

12:                                               ; preds = %7
  %13 = getelementptr inbounds nuw i8, ptr %4, i64 40
  %14 = load ptr, ptr %13, align 8
  tail call void @PyErr_SetString(ptr noundef %14, ptr noundef nonnull @.str.55) #12
  br label %34

15:                                               ; preds = %2, %7
  %16 = getelementptr inbounds nuw i8, ptr %4, i64 4
  br label %17

17:                                               ; preds = %20, %15
  %18 = load atomic i32, ptr %4 monotonic, align 8
  %19 = icmp eq i32 %18, 0
  br i1 %19, label %29, label %20

20:                                               ; preds = %17
  %21 = load i32, ptr %16, align 4
  %22 = add i32 %21, 1
  store i32 %22, ptr %16, align 4
  %23 = tail call ptr @PyEval_SaveThread() #12
  %24 = tail call fastcc i32 @sleep_on(ptr noundef nonnull %4, i32 noundef 1, i64 noundef 50000000)
  tail call void @PyEval_RestoreThread(ptr noundef %23) #12
  %25 = load i32, ptr %16, align 4
  %26 = add i32 %25, -1
  store i32 %26, ptr %16, align 4
  %27 = tail call i32 @PyErr_CheckSignals() #12
  %28 = icmp eq i32 %27, 0
  br i1 %28, label %17, label %34

29:                                               ; preds = %17
  store atomic i32 1, ptr %4 seq_cst, align 8
  %30 = tail call i64 @pthread_self() #32
  %31 = getelementptr inbounds nuw i8, ptr %4, i64 16
  store i64 %30, ptr %31, align 8
  %32 = load i32, ptr @locks_taken, align 4
  %33 = add i32 %32, 1
  store i32 %33, ptr @locks_taken, align 4
  tail call void @Py_IncRef(ptr noundef nonnull %0) #12
  br label %34

34:                                               ; preds = %20, %29, %12
  %35 = phi ptr [ null, %12 ], [ %0, %29 ], [ null, %20 ]
  ret ptr %35
}

; Function Attrs: nounwind
define internal noundef nonnull ptr @lock_exit(ptr noundef %0, ptr readnone captures(none) %1, i64 %2) #6 {
  %4 = load i64, ptr @head_bytes, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 %4
  store atomic i32 0, ptr %5 seq_cst, align 8
  %6 = load i32, ptr @locks_taken, align 4
  %7 = add i32 %6, -1
  store i32 %7, ptr @locks_taken, align 4
  %8 = getelementptr inbounds nuw i8, ptr %5, i64 4
  %9 = load i32, ptr %8, align 4
  %10 = icmp eq i32 %9, 0
  br i1 %10, label %25, label %11

11:                                               ; preds = %3
  %12 = load atomic i32, ptr @portable monotonic, align 4
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %14, label %16

14:                                               ; preds = %11
  %15 = tail call i64 (i64, ...) @syscall(i64 noundef 202, ptr noundef nonnull %5, i32 noundef 129, i32 noundef 2147483647, i32 noundef 0, i32 noundef 0, i32 noundef 0) #12
  br label %25

16:                                               ; preds = %11
  %17 = ptrtoint ptr %5 to i64
  %18 = lshr i64 %17, 6
  %19 = and i64 %18, 63
  %20 = getelementptr inbounds nuw %struct.lot, ptr @lots, i64 %19
  %21 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull %20) #12
  %22 = getelementptr inbounds nuw i8, ptr %20, i64 40
  %23 = tail call i32 @pthread_cond_broadcast(ptr noundef nonnull %22) #12
  %24 = tail call i32 @pthread_mutex_unlock(ptr noundef nonnull %20) #12
  br label %25

25:                                               ; preds = %16, %14, %3
  %26 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %27 = icmp ne i32 %26, 0
  %28 = load i32, ptr @locks_taken, align 4
  %29 = icmp eq i32 %28, 0
  %30 = select i1 %27, i1 %29, i1 false
  br i1 %30, label %31, label %43

31:                                               ; preds = %25, %31
  %32 = phi i32 [ %38, %31 ], [ %26, %25 ]
  %33 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %34 = add i32 %32, -1
  store i32 %34, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %35 = zext i32 %34 to i64
  %36 = getelementptr inbounds nuw ptr, ptr %33, i64 %35
  %37 = load ptr, ptr %36, align 8
  tail call void @Py_DecRef(ptr noundef %37) #12
  %38 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %39 = icmp ne i32 %38, 0
  %40 = load i32, ptr @locks_taken, align 4
  %41 = icmp eq i32 %40, 0
  %42 = select i1 %39, i1 %41, i1 false
  br i1 %42, label %31, label %43, !llvm.loop !70

43:                                               ; preds = %31, %25
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #12
  ret ptr @_Py_NoneStruct
}

; Function Attrs: nounwind
define internal ptr @lock_locked(ptr noundef readonly captures(none) %0, ptr readnone captures(none) %1) #6 {
  %3 = load i64, ptr @head_bytes, align 8
  %4 = getelementptr inbounds i8, ptr %0, i64 %3
  %5 = load atomic i32, ptr %4 seq_cst, align 8
  %6 = zext i32 %5 to i64
  %7 = tail call ptr @PyBool_FromLong(i64 noundef %6) #12
  ret ptr %7
}

; Function Attrs: nounwind
define internal ptr @lock_is_mine(ptr noundef readonly captures(none) %0, ptr readnone captures(none) %1) #6 {
  %3 = load i64, ptr @head_bytes, align 8
  %4 = getelementptr inbounds i8, ptr %0, i64 %3
  %5 = load atomic i32, ptr %4 monotonic, align 8
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %13, label %7

7:                                                ; preds = %2
  %8 = getelementptr inbounds nuw i8, ptr %4, i64 16
  %9 = load i64, ptr %8, align 8
  %10 = tail call i64 @pthread_self() #32
  %11 = icmp eq i64 %9, %10
  %12 = zext i1 %11 to i64
  br label %13

13:                                               ; preds = %2, %7
  %14 = phi i64 [ 0, %2 ], [ %12, %7 ]
  %15 = tail call ptr @PyBool_FromLong(i64 noundef %14) #12
  ret ptr %15
}

; Function Attrs: mustprogress nofree nosync nounwind willreturn memory(none)
declare i64 @pthread_self() local_unnamed_addr #13

declare ptr @PyEval_SaveThread() local_unnamed_addr #14

declare void @PyEval_RestoreThread(ptr noundef) local_unnamed_addr #14

declare i32 @PyErr_CheckSignals() local_unnamed_addr #14

declare ptr @PyBool_FromLong(i64 noundef) local_unnamed_addr #14

; Function Attrs: nounwind
define internal i32 @timeline_traverse(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef %2) #6 {
  %4 = load i64, ptr @head_bytes, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 %4
  %6 = getelementptr inbounds i8, ptr %5, i64 -8
  %7 = load ptr, ptr %6, align 8
  %8 = icmp eq ptr %7, null
  br i1 %8, label %12, label %9

9:                                                ; preds = %3
  %10 = tail call i32 %1(ptr noundef nonnull %7, ptr noundef %2) #12
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %12, label %68

12:                                               ; preds = %3, %9
  %13 = getelementptr inbounds nuw i8, ptr %5, i64 208
  %14 = load ptr, ptr %13, align 8
  %15 = icmp eq ptr %14, null
  br i1 %15, label %19, label %16

16:                                               ; preds = %12
  %17 = tail call i32 %1(ptr noundef nonnull %14, ptr noundef %2) #12
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %19, label %68

19:                                               ; preds = %12, %16
  %20 = getelementptr inbounds nuw i8, ptr %5, i64 216
  %21 = load ptr, ptr %20, align 8
  %22 = icmp eq ptr %21, null
  br i1 %22, label %26, label %23

23:                                               ; preds = %19
  %24 = tail call i32 %1(ptr noundef nonnull %21, ptr noundef %2) #12
  %25 = icmp eq i32 %24, 0
  br i1 %25, label %26, label %68

26:                                               ; preds = %19, %23
  %27 = getelementptr inbounds nuw i8, ptr %5, i64 224
  %28 = load ptr, ptr %27, align 8
  %29 = icmp eq ptr %28, null
  br i1 %29, label %33, label %30

30:                                               ; preds = %26
  %31 = tail call i32 %1(ptr noundef nonnull %28, ptr noundef %2) #12
  %32 = icmp eq i32 %31, 0
  br i1 %32, label %33, label %68

33:                                               ; preds = %26, %30
  %34 = getelementptr inbounds nuw i8, ptr %5, i64 232
  %35 = load ptr, ptr %34, align 8
  %36 = icmp eq ptr %35, null
  br i1 %36, label %40, label %37

37:                                               ; preds = %33
  %38 = tail call i32 %1(ptr noundef nonnull %35, ptr noundef %2) #12
  %39 = icmp eq i32 %38, 0
  br i1 %39, label %40, label %68

40:                                               ; preds = %33, %37
  %41 = getelementptr inbounds nuw i8, ptr %5, i64 136
  %42 = load i64, ptr %41, align 8
  %43 = getelementptr inbounds nuw i8, ptr %5, i64 144
  %44 = load i64, ptr %43, align 8
  %45 = icmp ult i64 %42, %44
  br i1 %45, label %46, label %68

46:                                               ; preds = %40
  %47 = getelementptr inbounds nuw i8, ptr %5, i64 128
  %48 = getelementptr inbounds nuw i8, ptr %5, i64 152
  br label %49

49:                                               ; preds = %46, %64
  %50 = phi i64 [ %44, %46 ], [ %65, %64 ]
  %51 = phi i64 [ %42, %46 ], [ %66, %64 ]
  %52 = load ptr, ptr %47, align 8
  %53 = load i64, ptr %48, align 8
  %54 = add i64 %53, -1
  %55 = and i64 %54, %51
  %56 = getelementptr inbounds nuw ptr, ptr %52, i64 %55
  %57 = load ptr, ptr %56, align 8
  %58 = icmp eq ptr %57, null
  br i1 %58, label %64, label %59

59:                                               ; preds = %49
  %60 = tail call i32 %1(ptr noundef nonnull %57, ptr noundef %2) #12
  %61 = icmp eq i32 %60, 0
  br i1 %61, label %62, label %68

62:                                               ; preds = %59
  %63 = load i64, ptr %43, align 8
  br label %64

64:                                               ; preds = %62, %49
  %65 = phi i64 [ %63, %62 ], [ %50, %49 ]
  %66 = add nuw i64 %51, 1
  %67 = icmp ult i64 %66, %65
  br i1 %67, label %49, label %68, !llvm.loop !80

68:                                               ; preds = %64, %59, %40, %37, %30, %23, %16, %9
  %69 = phi i32 [ %10, %9 ], [ %17, %16 ], [ %38, %37 ], [ %31, %30 ], [ %24, %23 ], [ 0, %40 ], [ 0, %64 ], [ %60, %59 ]
  ret i32 %69
}

; Function Attrs: nounwind
define internal noundef i32 @timeline_clear(ptr noundef captures(none) %0) #6 {
  %2 = load i64, ptr @head_bytes, align 8
  %3 = getelementptr inbounds i8, ptr %0, i64 %2
  %4 = getelementptr inbounds nuw i8, ptr %3, i64 208
  %5 = load ptr, ptr %4, align 8
  store ptr null, ptr %4, align 8
  %6 = icmp eq ptr %5, null
  br i1 %6, label %8, label %7

7:                                                ; preds = %1
  tail call void @Py_DecRef(ptr noundef nonnull %5) #12
  br label %8

8:                                                ; preds = %1, %7
  %9 = getelementptr inbounds nuw i8, ptr %3, i64 136
  %10 = getelementptr inbounds nuw i8, ptr %3, i64 144
  %11 = load i64, ptr %9, align 8
  %12 = load i64, ptr %10, align 8
  %13 = icmp ult i64 %11, %12
  br i1 %13, label %14, label %35

14:                                               ; preds = %8
  %15 = getelementptr inbounds nuw i8, ptr %3, i64 128
  %16 = getelementptr inbounds nuw i8, ptr %3, i64 152
  br label %17

17:                                               ; preds = %14, %31
  %18 = phi i64 [ %12, %14 ], [ %32, %31 ]
  %19 = phi i64 [ %11, %14 ], [ %33, %31 ]
  %20 = load ptr, ptr %15, align 8
  %21 = add nuw i64 %19, 1
  store i64 %21, ptr %9, align 8
  %22 = load i64, ptr %16, align 8
  %23 = add i64 %22, -1
  %24 = and i64 %23, %19
  %25 = getelementptr inbounds nuw ptr, ptr %20, i64 %24
  %26 = load ptr, ptr %25, align 8
  %27 = icmp eq ptr %26, null
  br i1 %27, label %31, label %28

28:                                               ; preds = %17
  tail call void @Py_DecRef(ptr noundef nonnull %26) #12
  %29 = load i64, ptr %9, align 8
  %30 = load i64, ptr %10, align 8
  br label %31

31:                                               ; preds = %17, %28
  %32 = phi i64 [ %18, %17 ], [ %30, %28 ]
  %33 = phi i64 [ %21, %17 ], [ %29, %28 ]
  %34 = icmp ult i64 %33, %32
  br i1 %34, label %17, label %35, !llvm.loop !81

35:                                               ; preds = %31, %8
  ret i32 0
}

; Function Attrs: nounwind
define internal void @timeline_dealloc(ptr noundef %0) #6 {
  %2 = load i64, ptr @head_bytes, align 8
  %3 = getelementptr inbounds i8, ptr %0, i64 %2
  tail call void @PyObject_GC_UnTrack(ptr noundef %0) #12
  %4 = load i64, ptr @head_bytes, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 %4
  %6 = getelementptr inbounds nuw i8, ptr %5, i64 208
  %7 = load ptr, ptr %6, align 8
  store ptr null, ptr %6, align 8
  %8 = icmp eq ptr %7, null
  br i1 %8, label %10, label %9

9:                                                ; preds = %1
  tail call void @Py_DecRef(ptr noundef nonnull %7) #12
  br label %10

10:                                               ; preds = %9, %1
  %11 = getelementptr inbounds nuw i8, ptr %5, i64 136
  %12 = getelementptr inbounds nuw i8, ptr %5, i64 144
  %13 = load i64, ptr %11, align 8
  %14 = load i64, ptr %12, align 8
  %15 = icmp ult i64 %13, %14
  br i1 %15, label %16, label %37

16:                                               ; preds = %10
  %17 = getelementptr inbounds nuw i8, ptr %5, i64 128
  %18 = getelementptr inbounds nuw i8, ptr %5, i64 152
  br label %19

19:                                               ; preds = %33, %16
  %20 = phi i64 [ %14, %16 ], [ %34, %33 ]
  %21 = phi i64 [ %13, %16 ], [ %35, %33 ]
  %22 = load ptr, ptr %17, align 8
  %23 = add nuw i64 %21, 1
  store i64 %23, ptr %11, align 8
  %24 = load i64, ptr %18, align 8
  %25 = add i64 %24, -1
  %26 = and i64 %25, %21
  %27 = getelementptr inbounds nuw ptr, ptr %22, i64 %26
  %28 = load ptr, ptr %27, align 8
  %29 = icmp eq ptr %28, null
  br i1 %29, label %33, label %30

30:                                               ; preds = %19
  tail call void @Py_DecRef(ptr noundef nonnull %28) #12
  %31 = load i64, ptr %11, align 8
  %32 = load i64, ptr %12, align 8
  br label %33

33:                                               ; preds = %30, %19
  %34 = phi i64 [ %20, %19 ], [ %32, %30 ]
  %35 = phi i64 [ %23, %19 ], [ %31, %30 ]
  %36 = icmp ult i64 %35, %34
  br i1 %36, label %19, label %37, !llvm.loop !81

37:                                               ; preds = %33, %10
  %38 = getelementptr inbounds nuw i8, ptr %3, i64 216
  %39 = load ptr, ptr %38, align 8
  %40 = icmp eq ptr %39, null
  br i1 %40, label %42, label %41

41:                                               ; preds = %37
  tail call void @Py_DecRef(ptr noundef nonnull %39) #12
  br label %42

42:                                               ; preds = %37, %41
  %43 = getelementptr inbounds nuw i8, ptr %3, i64 224
  %44 = load ptr, ptr %43, align 8
  %45 = icmp eq ptr %44, null
  br i1 %45, label %47, label %46

46:                                               ; preds = %42
  tail call void @Py_DecRef(ptr noundef nonnull %44) #12
  br label %47

47:                                               ; preds = %42, %46
  %48 = getelementptr inbounds nuw i8, ptr %3, i64 232
  %49 = load ptr, ptr %48, align 8
  %50 = icmp eq ptr %49, null
  br i1 %50, label %52, label %51

51:                                               ; preds = %47
  tail call void @Py_DecRef(ptr noundef nonnull %49) #12
  br label %52

52:                                               ; preds = %47, %51
  %53 = getelementptr inbounds nuw i8, ptr %3, i64 168
  %54 = load ptr, ptr %53, align 8
  %55 = icmp eq ptr %54, null
  br i1 %55, label %57, label %56

56:                                               ; preds = %52
  tail call void @Py_DecRef(ptr noundef nonnull %54) #12
  br label %57

57:                                               ; preds = %52, %56
  %58 = getelementptr inbounds nuw i8, ptr %3, i64 128
  %59 = load ptr, ptr %58, align 8
  tail call void @free(ptr noundef %59) #12
  %60 = getelementptr inbounds nuw i8, ptr %3, i64 76
  %61 = load i32, ptr %60, align 4
  %62 = icmp eq i32 %61, 0
  br i1 %62, label %68, label %63

63:                                               ; preds = %57
  %64 = getelementptr inbounds nuw i8, ptr %3, i64 64
  %65 = getelementptr inbounds nuw i8, ptr %3, i64 72
  %66 = getelementptr inbounds nuw i8, ptr %3, i64 84
  %67 = getelementptr inbounds nuw i8, ptr %3, i64 88
  br label %72

68:                                               ; preds = %93, %57
  %69 = getelementptr inbounds nuw i8, ptr %3, i64 56
  %70 = load ptr, ptr %69, align 8
  %71 = icmp eq ptr %70, null
  br i1 %71, label %112, label %97

72:                                               ; preds = %93, %63
  %73 = phi i32 [ 0, %63 ], [ %94, %93 ]
  %74 = load ptr, ptr %64, align 8
  %75 = load i32, ptr %65, align 8
  %76 = add i32 %75, %73
  %77 = zext i32 %76 to i64
  %78 = getelementptr inbounds nuw %struct.snapshot, ptr %74, i64 %77
  %79 = getelementptr inbounds nuw i8, ptr %78, i64 8
  %80 = load ptr, ptr %79, align 8
  %81 = load i32, ptr %80, align 8
  %82 = add i32 %81, -1
  store i32 %82, ptr %80, align 8
  %83 = icmp eq i32 %82, 0
  br i1 %83, label %84, label %93

84:                                               ; preds = %72
  %85 = load i32, ptr %66, align 4
  %86 = icmp ugt i32 %85, 63
  br i1 %86, label %87, label %88

87:                                               ; preds = %84
  tail call void @free(ptr noundef nonnull %80) #12
  br label %93

88:                                               ; preds = %84
  %89 = load ptr, ptr %67, align 8
  %90 = getelementptr inbounds nuw i8, ptr %80, i64 16
  store ptr %89, ptr %90, align 8
  store ptr %80, ptr %67, align 8
  %91 = load i32, ptr %66, align 4
  %92 = add i32 %91, 1
  store i32 %92, ptr %66, align 4
  br label %93

93:                                               ; preds = %88, %87, %72
  %94 = add nuw i32 %73, 1
  %95 = load i32, ptr %60, align 4
  %96 = icmp ult i32 %94, %95
  br i1 %96, label %72, label %68, !llvm.loop !82

97:                                               ; preds = %68
  %98 = load i32, ptr %70, align 8
  %99 = add i32 %98, -1
  store i32 %99, ptr %70, align 8
  %100 = icmp eq i32 %99, 0
  br i1 %100, label %101, label %112

101:                                              ; preds = %97
  %102 = getelementptr inbounds nuw i8, ptr %3, i64 84
  %103 = load i32, ptr %102, align 4
  %104 = icmp ugt i32 %103, 63
  br i1 %104, label %105, label %106

105:                                              ; preds = %101
  tail call void @free(ptr noundef nonnull %70) #12
  br label %112

106:                                              ; preds = %101
  %107 = getelementptr inbounds nuw i8, ptr %3, i64 88
  %108 = load ptr, ptr %107, align 8
  %109 = getelementptr inbounds nuw i8, ptr %70, i64 16
  store ptr %108, ptr %109, align 8
  store ptr %70, ptr %107, align 8
  %110 = load i32, ptr %102, align 4
  %111 = add i32 %110, 1
  store i32 %111, ptr %102, align 4
  br label %112

112:                                              ; preds = %106, %105, %97, %68
  %113 = getelementptr inbounds nuw i8, ptr %3, i64 88
  %114 = load ptr, ptr %113, align 8
  %115 = icmp eq ptr %114, null
  br i1 %115, label %122, label %116

116:                                              ; preds = %112, %116
  %117 = phi ptr [ %120, %116 ], [ %114, %112 ]
  %118 = getelementptr inbounds nuw i8, ptr %117, i64 16
  %119 = load ptr, ptr %118, align 8
  store ptr %119, ptr %113, align 8
  tail call void @free(ptr noundef nonnull %117) #12
  %120 = load ptr, ptr %113, align 8
  %121 = icmp eq ptr %120, null
  br i1 %121, label %122, label %116, !llvm.loop !83

122:                                              ; preds = %116, %112
  %123 = getelementptr inbounds nuw i8, ptr %3, i64 64
  %124 = load ptr, ptr %123, align 8
  tail call void @free(ptr noundef %124) #12
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %69, i8 0, i64 32, i1 false)
  %125 = load i64, ptr @head_bytes, align 8
  %126 = getelementptr inbounds i8, ptr %0, i64 %125
  %127 = getelementptr inbounds i8, ptr %126, i64 -8
  %128 = load ptr, ptr %127, align 8
  %129 = tail call ptr @PyType_GetSlot(ptr noundef %128, i32 noundef 74) #12
  tail call void %129(ptr noundef nonnull %0) #12
  tail call void @Py_DecRef(ptr noundef %128) #12
  ret void
}

; Function Attrs: nounwind
define internal noundef nonnull ptr @timeline_observe(ptr noundef captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load i64, ptr @head_bytes, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 %4
  %6 = load ptr, ptr %1, align 8
  %7 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %6) #12
  tail call fastcc void @observe(ptr noundef %5, i64 noundef %7)
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #12
  ret ptr @_Py_NoneStruct
}

; Function Attrs: nounwind
define internal ptr @timeline_frontier_at(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load i64, ptr @head_bytes, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 %4
  %6 = load ptr, ptr %1, align 8
  %7 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %6) #12
  %8 = getelementptr inbounds nuw i8, ptr %5, i64 76
  %9 = load i32, ptr %8, align 4
  %10 = icmp eq i32 %9, 0
  br i1 %10, label %46, label %11

11:                                               ; preds = %3
  %12 = getelementptr inbounds nuw i8, ptr %5, i64 64
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %5, i64 72
  %15 = load i32, ptr %14, align 8
  %16 = zext i32 %15 to i64
  %17 = getelementptr inbounds nuw %struct.snapshot, ptr %13, i64 %16
  %18 = add i32 %9, -1
  %19 = zext i32 %18 to i64
  %20 = getelementptr inbounds nuw %struct.snapshot, ptr %17, i64 %19
  %21 = load i64, ptr %20, align 8
  %22 = icmp ult i64 %7, %21
  br i1 %22, label %23, label %41

23:                                               ; preds = %11, %23
  %24 = phi i32 [ %34, %23 ], [ 0, %11 ]
  %25 = phi i32 [ %33, %23 ], [ %9, %11 ]
  %26 = add i32 %25, %24
  %27 = lshr i32 %26, 1
  %28 = zext nneg i32 %27 to i64
  %29 = getelementptr inbounds nuw %struct.snapshot, ptr %17, i64 %28
  %30 = load i64, ptr %29, align 8
  %31 = icmp ugt i64 %30, %7
  %32 = add nuw i32 %27, 1
  %33 = select i1 %31, i32 %27, i32 %25
  %34 = select i1 %31, i32 %24, i32 %32
  %35 = icmp ult i32 %34, %33
  br i1 %35, label %23, label %36, !llvm.loop !84

36:                                               ; preds = %23
  %37 = icmp eq i32 %34, 0
  br i1 %37, label %46, label %38

38:                                               ; preds = %36
  %39 = add i32 %34, -1
  %40 = zext nneg i32 %39 to i64
  br label %41

41:                                               ; preds = %38, %11
  %42 = phi i64 [ %40, %38 ], [ %19, %11 ]
  %43 = getelementptr inbounds nuw %struct.snapshot, ptr %17, i64 %42
  %44 = getelementptr inbounds nuw i8, ptr %43, i64 8
  %45 = load ptr, ptr %44, align 8
  br label %46

46:                                               ; preds = %3, %36, %41
  %47 = phi ptr [ null, %3 ], [ null, %36 ], [ %45, %41 ]
  %48 = tail call fastcc ptr @dict_of_frontier(ptr noundef %47)
  ret ptr %48
}

; Function Attrs: nounwind
define internal ptr @timeline_depends_on(ptr noundef readonly captures(address) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load i64, ptr @head_bytes, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 %4
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds i8, ptr %7, i64 %4
  %9 = getelementptr inbounds i8, ptr %8, i64 -8
  %10 = load ptr, ptr %9, align 8
  %11 = load ptr, ptr @timeline_class, align 8
  %12 = icmp eq ptr %10, %11
  br i1 %12, label %16, label %13

13:                                               ; preds = %3
  %14 = tail call i32 @PyType_IsSubtype(ptr noundef %10, ptr noundef %11) #12
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %28, label %16

16:                                               ; preds = %13, %3
  %17 = load i64, ptr @slots, align 8
  %18 = getelementptr inbounds i8, ptr %7, i64 %17
  %19 = load ptr, ptr %18, align 8
  %20 = icmp eq ptr %19, null
  br i1 %20, label %28, label %21

21:                                               ; preds = %16
  %22 = load i64, ptr @head_bytes, align 8
  %23 = getelementptr inbounds i8, ptr %19, i64 %22
  %24 = getelementptr inbounds i8, ptr %23, i64 -8
  %25 = load ptr, ptr %24, align 8
  %26 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @types, i64 8), align 8
  %27 = icmp eq ptr %25, %26
  br i1 %27, label %30, label %28

28:                                               ; preds = %13, %16, %21
  %29 = load ptr, ptr @PyExc_TypeError, align 8
  tail call void @PyErr_SetString(ptr noundef %29, ptr noundef nonnull @.str.76) #12
  br label %132

30:                                               ; preds = %21
  %31 = load ptr, ptr %1, align 8
  %32 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %31) #12
  %33 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %34 = load ptr, ptr %33, align 8
  %35 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %34) #12
  %36 = icmp eq ptr %23, %5
  br i1 %36, label %37, label %41

37:                                               ; preds = %30
  %38 = icmp uge i64 %32, %35
  %39 = zext i1 %38 to i64
  %40 = tail call ptr @PyBool_FromLong(i64 noundef %39) #12
  br label %132

41:                                               ; preds = %30
  %42 = getelementptr inbounds nuw i8, ptr %5, i64 76
  %43 = load i32, ptr %42, align 4
  %44 = icmp eq i32 %43, 0
  br i1 %44, label %127, label %45

45:                                               ; preds = %41
  %46 = getelementptr inbounds nuw i8, ptr %5, i64 64
  %47 = load ptr, ptr %46, align 8
  %48 = getelementptr inbounds nuw i8, ptr %5, i64 72
  %49 = load i32, ptr %48, align 8
  %50 = zext i32 %49 to i64
  %51 = getelementptr inbounds nuw %struct.snapshot, ptr %47, i64 %50
  %52 = add i32 %43, -1
  %53 = zext i32 %52 to i64
  %54 = getelementptr inbounds nuw %struct.snapshot, ptr %51, i64 %53
  %55 = load i64, ptr %54, align 8
  %56 = icmp ult i64 %32, %55
  br i1 %56, label %57, label %75

57:                                               ; preds = %45, %57
  %58 = phi i32 [ %68, %57 ], [ 0, %45 ]
  %59 = phi i32 [ %67, %57 ], [ %43, %45 ]
  %60 = add i32 %59, %58
  %61 = lshr i32 %60, 1
  %62 = zext nneg i32 %61 to i64
  %63 = getelementptr inbounds nuw %struct.snapshot, ptr %51, i64 %62
  %64 = load i64, ptr %63, align 8
  %65 = icmp ugt i64 %64, %32
  %66 = add nuw i32 %61, 1
  %67 = select i1 %65, i32 %61, i32 %59
  %68 = select i1 %65, i32 %58, i32 %66
  %69 = icmp ult i32 %68, %67
  br i1 %69, label %57, label %70, !llvm.loop !84

70:                                               ; preds = %57
  %71 = icmp eq i32 %68, 0
  br i1 %71, label %127, label %72

72:                                               ; preds = %70
  %73 = add i32 %68, -1
  %74 = zext nneg i32 %73 to i64
  br label %75

75:                                               ; preds = %45, %72
  %76 = phi i64 [ %74, %72 ], [ %53, %45 ]
  %77 = getelementptr inbounds nuw %struct.snapshot, ptr %51, i64 %76
  %78 = getelementptr inbounds nuw i8, ptr %77, i64 8
  %79 = load ptr, ptr %78, align 8
  %80 = icmp eq ptr %79, null
  br i1 %80, label %127, label %81

81:                                               ; preds = %75
  %82 = getelementptr inbounds nuw i8, ptr %79, i64 16
  %83 = getelementptr inbounds nuw i8, ptr %79, i64 4
  %84 = load i32, ptr %83, align 4
  %85 = icmp ugt i32 %84, 8
  br i1 %85, label %93, label %86

86:                                               ; preds = %93, %81
  %87 = phi i32 [ %84, %81 ], [ %102, %93 ]
  %88 = phi i32 [ 0, %81 ], [ %103, %93 ]
  %89 = icmp ult i32 %88, %87
  br i1 %89, label %90, label %116

90:                                               ; preds = %86
  %91 = zext nneg i32 %88 to i64
  %92 = zext i32 %87 to i64
  br label %106

93:                                               ; preds = %81, %93
  %94 = phi i32 [ %103, %93 ], [ 0, %81 ]
  %95 = phi i32 [ %102, %93 ], [ %84, %81 ]
  %96 = add i32 %95, %94
  %97 = lshr i32 %96, 1
  %98 = zext nneg i32 %97 to i64
  %99 = getelementptr inbounds nuw %struct.point, ptr %82, i64 %98
  %100 = load ptr, ptr %99, align 8
  %101 = icmp ugt ptr %100, %23
  %102 = select i1 %101, i32 %97, i32 %95
  %103 = select i1 %101, i32 %94, i32 %97
  %104 = sub i32 %102, %103
  %105 = icmp ugt i32 %104, 8
  br i1 %105, label %93, label %86, !llvm.loop !85

106:                                              ; preds = %111, %90
  %107 = phi i64 [ %91, %90 ], [ %112, %111 ]
  %108 = getelementptr inbounds nuw %struct.point, ptr %82, i64 %107
  %109 = load ptr, ptr %108, align 8
  %110 = icmp ult ptr %109, %23
  br i1 %110, label %111, label %114

111:                                              ; preds = %106
  %112 = add nuw nsw i64 %107, 1
  %113 = icmp eq i64 %112, %92
  br i1 %113, label %116, label %106, !llvm.loop !86

114:                                              ; preds = %106
  %115 = trunc nuw i64 %107 to i32
  br label %116

116:                                              ; preds = %111, %114, %86
  %117 = phi i32 [ %88, %86 ], [ %115, %114 ], [ %87, %111 ]
  %118 = icmp ult i32 %117, %84
  br i1 %118, label %119, label %127

119:                                              ; preds = %116
  %120 = zext i32 %117 to i64
  %121 = getelementptr inbounds nuw %struct.point, ptr %82, i64 %120
  %122 = load ptr, ptr %121, align 8
  %123 = icmp eq ptr %122, %23
  br i1 %123, label %124, label %127

124:                                              ; preds = %119
  %125 = getelementptr inbounds nuw i8, ptr %121, i64 8
  %126 = load i64, ptr %125, align 8
  br label %127

127:                                              ; preds = %70, %41, %75, %116, %119, %124
  %128 = phi i64 [ 0, %75 ], [ %126, %124 ], [ 0, %119 ], [ 0, %116 ], [ 0, %41 ], [ 0, %70 ]
  %129 = icmp uge i64 %128, %35
  %130 = zext i1 %129 to i64
  %131 = tail call ptr @PyBool_FromLong(i64 noundef %130) #12
  br label %132

132:                                              ; preds = %28, %37, %127
  %133 = phi ptr [ null, %28 ], [ %40, %37 ], [ %131, %127 ]
  ret ptr %133
}

; Function Attrs: nounwind
define internal ptr @timeline_join(ptr noundef captures(address) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca %struct.points, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #12
  call void @llvm.lifetime.start.p0(ptr nonnull %6) #12
  %7 = load ptr, ptr %1, align 8
  %8 = call fastcc i32 @points_from_pairs(ptr noundef %7, ptr noundef %5, ptr noundef %6)
  %9 = icmp eq i32 %8, 0
  br i1 %9, label %10, label %183

10:                                               ; preds = %3
  %11 = load i64, ptr @head_bytes, align 8
  %12 = getelementptr inbounds i8, ptr %0, i64 %11
  %13 = load ptr, ptr %5, align 8
  %14 = load i32, ptr %6, align 4
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %16 = load ptr, ptr %15, align 8
  %17 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %16) #12
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #12
  %18 = getelementptr inbounds nuw i8, ptr %12, i64 56
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %4, i8 0, i64 16, i1 false)
  %19 = load ptr, ptr %18, align 8
  %20 = icmp eq ptr %19, null
  br i1 %20, label %37, label %21

21:                                               ; preds = %10
  %22 = getelementptr inbounds nuw i8, ptr %19, i64 4
  %23 = load i32, ptr %22, align 4
  %24 = icmp eq i32 %23, 0
  br i1 %24, label %37, label %25

25:                                               ; preds = %21
  %26 = zext i32 %23 to i64
  %27 = tail call i64 @llvm.umax.i64(i64 %26, i64 range(i64 0, 8589934592) 4)
  %28 = shl nuw nsw i64 %27, 4
  %29 = tail call ptr @malloc(i64 %28)
  %30 = icmp eq ptr %29, null
  br i1 %30, label %179, label %31

31:                                               ; preds = %25
  %32 = getelementptr inbounds nuw i8, ptr %4, i64 4
  %33 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %34 = trunc nuw i64 %27 to i32
  store i32 %34, ptr %32, align 4
  store ptr %29, ptr %33, align 8
  %35 = getelementptr inbounds nuw i8, ptr %19, i64 16
  %36 = shl nuw nsw i64 %26, 4
  tail call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 %29, ptr nonnull align 8 %35, i64 %36, i1 false)
  store i32 %23, ptr %4, align 8
  br label %37

37:                                               ; preds = %31, %21, %10
  %38 = phi i32 [ %23, %31 ], [ 0, %21 ], [ 0, %10 ]
  %39 = getelementptr inbounds nuw i8, ptr %12, i64 72
  %40 = load i32, ptr %39, align 8
  %41 = getelementptr inbounds nuw i8, ptr %12, i64 76
  %42 = load i32, ptr %41, align 4
  %43 = add i32 %42, %40
  %44 = getelementptr inbounds nuw i8, ptr %12, i64 80
  %45 = load i32, ptr %44, align 8
  %46 = icmp ult i32 %43, %45
  br i1 %46, label %70, label %47

47:                                               ; preds = %37
  %48 = lshr i32 %45, 1
  %49 = icmp ugt i32 %40, %48
  %50 = getelementptr inbounds nuw i8, ptr %12, i64 64
  %51 = load ptr, ptr %50, align 8
  br i1 %49, label %52, label %57

52:                                               ; preds = %47
  %53 = zext i32 %40 to i64
  %54 = getelementptr inbounds nuw %struct.snapshot, ptr %51, i64 %53
  %55 = zext i32 %42 to i64
  %56 = shl nuw nsw i64 %55, 4
  tail call void @llvm.memmove.p0.p0.i64(ptr align 8 %51, ptr nonnull align 8 %54, i64 %56, i1 false)
  store i32 0, ptr %39, align 8
  br label %70

57:                                               ; preds = %47
  %58 = zext i32 %45 to i64
  %59 = zext i32 %43 to i64
  %60 = add nuw nsw i64 %59, 1
  %61 = icmp ult i32 %45, 2
  %62 = shl nuw nsw i64 %58, 1
  %63 = select i1 %61, i64 4, i64 %62
  %64 = tail call i64 @llvm.umax.i64(i64 %63, i64 %60)
  %65 = shl nuw nsw i64 %64, 4
  %66 = tail call ptr @realloc(ptr noundef %51, i64 noundef %65) #33
  %67 = icmp eq ptr %66, null
  br i1 %67, label %179, label %68

68:                                               ; preds = %57
  %69 = trunc i64 %64 to i32
  store i32 %69, ptr %44, align 4
  store ptr %66, ptr %50, align 8
  br label %70

70:                                               ; preds = %68, %52, %37
  %71 = icmp eq i32 %14, 0
  br i1 %71, label %88, label %72

72:                                               ; preds = %70
  %73 = zext i32 %14 to i64
  br label %77

74:                                               ; preds = %77
  br i1 %86, label %75, label %179

75:                                               ; preds = %74
  %76 = load i32, ptr %4, align 8
  br label %88

77:                                               ; preds = %77, %72
  %78 = phi i64 [ 0, %72 ], [ %84, %77 ]
  %79 = getelementptr inbounds nuw %struct.point, ptr %13, i64 %78
  %80 = load ptr, ptr %79, align 8
  %81 = getelementptr inbounds nuw i8, ptr %79, i64 8
  %82 = load i64, ptr %81, align 8
  %83 = call fastcc i32 @join_wait(ptr noundef nonnull %4, ptr noundef nonnull %12, ptr %80, i64 %82)
  %84 = add nuw nsw i64 %78, 1
  %85 = icmp samesign ult i64 %84, %73
  %86 = icmp eq i32 %83, 0
  %87 = select i1 %85, i1 %86, i1 false
  br i1 %87, label %77, label %74, !llvm.loop !87

88:                                               ; preds = %75, %70
  %89 = phi i32 [ %76, %75 ], [ %38, %70 ]
  %90 = icmp ult i32 %89, 9
  br i1 %90, label %113, label %91

91:                                               ; preds = %88
  %92 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %93 = load ptr, ptr %92, align 8
  %94 = zext i32 %89 to i64
  br label %95

95:                                               ; preds = %109, %91
  %96 = phi i64 [ 0, %91 ], [ %111, %109 ]
  %97 = phi i32 [ 0, %91 ], [ %110, %109 ]
  %98 = getelementptr inbounds nuw %struct.point, ptr %93, i64 %96
  %99 = getelementptr inbounds nuw i8, ptr %98, i64 8
  %100 = load i64, ptr %99, align 8
  %101 = load ptr, ptr %98, align 8
  %102 = getelementptr inbounds nuw i8, ptr %101, i64 8
  %103 = load i64, ptr %102, align 8
  %104 = icmp ugt i64 %100, %103
  br i1 %104, label %105, label %109

105:                                              ; preds = %95
  %106 = add i32 %97, 1
  %107 = zext i32 %97 to i64
  %108 = getelementptr inbounds nuw %struct.point, ptr %93, i64 %107
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %108, ptr noundef nonnull align 8 dereferenceable(16) %98, i64 16, i1 false)
  br label %109

109:                                              ; preds = %105, %95
  %110 = phi i32 [ %106, %105 ], [ %97, %95 ]
  %111 = add nuw nsw i64 %96, 1
  %112 = icmp eq i64 %111, %94
  br i1 %112, label %113, label %95, !llvm.loop !88

113:                                              ; preds = %109, %88
  %114 = phi i32 [ %89, %88 ], [ %110, %109 ]
  %115 = getelementptr inbounds nuw i8, ptr %12, i64 88
  %116 = load ptr, ptr %115, align 8
  %117 = icmp eq ptr %116, null
  br i1 %117, label %128, label %118

118:                                              ; preds = %113
  %119 = getelementptr inbounds nuw i8, ptr %116, i64 16
  %120 = load ptr, ptr %119, align 8
  store ptr %120, ptr %115, align 8
  %121 = getelementptr inbounds nuw i8, ptr %12, i64 84
  %122 = load i32, ptr %121, align 4
  %123 = add i32 %122, -1
  store i32 %123, ptr %121, align 4
  %124 = getelementptr inbounds nuw i8, ptr %116, i64 8
  %125 = load i32, ptr %124, align 8
  %126 = icmp ult i32 %125, %114
  br i1 %126, label %127, label %140

127:                                              ; preds = %118
  tail call void @free(ptr noundef nonnull %116) #12
  br label %128

128:                                              ; preds = %127, %113
  %129 = icmp ult i32 %114, 4
  %130 = add i32 %114, 3
  %131 = and i32 %130, -4
  %132 = select i1 %129, i32 4, i32 %131
  %133 = zext i32 %132 to i64
  %134 = shl nuw nsw i64 %133, 4
  %135 = or disjoint i64 %134, 16
  %136 = tail call noalias ptr @malloc(i64 noundef %135) #34
  %137 = icmp eq ptr %136, null
  br i1 %137, label %179, label %138

138:                                              ; preds = %128
  %139 = getelementptr inbounds nuw i8, ptr %136, i64 8
  store i32 %132, ptr %139, align 8
  br label %140

140:                                              ; preds = %138, %118
  %141 = phi ptr [ %136, %138 ], [ %116, %118 ]
  store i32 0, ptr %141, align 8
  %142 = getelementptr inbounds nuw i8, ptr %141, i64 4
  store i32 %114, ptr %142, align 4
  %143 = icmp eq i32 %114, 0
  br i1 %143, label %150, label %144

144:                                              ; preds = %140
  %145 = getelementptr inbounds nuw i8, ptr %141, i64 16
  %146 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %147 = load ptr, ptr %146, align 8
  %148 = zext i32 %114 to i64
  %149 = shl nuw nsw i64 %148, 4
  tail call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 %145, ptr align 8 %147, i64 %149, i1 false)
  br label %150

150:                                              ; preds = %144, %140
  store i32 2, ptr %141, align 8
  %151 = load ptr, ptr %18, align 8
  %152 = icmp eq ptr %151, null
  br i1 %152, label %167, label %153

153:                                              ; preds = %150
  %154 = load i32, ptr %151, align 8
  %155 = add i32 %154, -1
  store i32 %155, ptr %151, align 8
  %156 = icmp eq i32 %155, 0
  br i1 %156, label %157, label %167

157:                                              ; preds = %153
  %158 = getelementptr inbounds nuw i8, ptr %12, i64 84
  %159 = load i32, ptr %158, align 4
  %160 = icmp ugt i32 %159, 63
  br i1 %160, label %161, label %162

161:                                              ; preds = %157
  tail call void @free(ptr noundef nonnull %151) #12
  br label %167

162:                                              ; preds = %157
  %163 = load ptr, ptr %115, align 8
  %164 = getelementptr inbounds nuw i8, ptr %151, i64 16
  store ptr %163, ptr %164, align 8
  store ptr %151, ptr %115, align 8
  %165 = load i32, ptr %158, align 4
  %166 = add i32 %165, 1
  store i32 %166, ptr %158, align 4
  br label %167

167:                                              ; preds = %162, %161, %153, %150
  store ptr %141, ptr %18, align 8
  %168 = getelementptr inbounds nuw i8, ptr %12, i64 64
  %169 = load ptr, ptr %168, align 8
  %170 = load i32, ptr %39, align 8
  %171 = load i32, ptr %41, align 4
  %172 = add i32 %171, 1
  store i32 %172, ptr %41, align 4
  %173 = add i32 %171, %170
  %174 = zext i32 %173 to i64
  %175 = getelementptr inbounds nuw %struct.snapshot, ptr %169, i64 %174
  store i64 %17, ptr %175, align 8
  %176 = getelementptr inbounds nuw i8, ptr %175, i64 8
  store ptr %141, ptr %176, align 8
  %177 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %178 = load ptr, ptr %177, align 8
  tail call void @free(ptr noundef %178) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #12
  tail call void @free(ptr noundef %13) #12
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #12
  br label %183

179:                                              ; preds = %25, %57, %74, %128
  %180 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %181 = load ptr, ptr %180, align 8
  tail call void @free(ptr noundef %181) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #12
  tail call void @free(ptr noundef %13) #12
  %182 = tail call ptr @PyErr_NoMemory() #12
  br label %183

183:                                              ; preds = %179, %167, %3
  %184 = phi ptr [ null, %3 ], [ %182, %179 ], [ @_Py_NoneStruct, %167 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %6) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #12
  ret ptr %184
}

; Function Attrs: nounwind
define internal ptr @timeline_reap(ptr noundef captures(none) %0, ptr readnone captures(none) %1) #6 {
  %3 = alloca ptr, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %3) #12
  %4 = load i64, ptr @head_bytes, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 %4
  %6 = call fastcc i32 @reap(ptr noundef %5, ptr noundef %3)
  %7 = icmp eq i32 %6, 0
  br i1 %7, label %10, label %8

8:                                                ; preds = %2
  %9 = tail call ptr @PyErr_NoMemory() #12
  br label %14

10:                                               ; preds = %2
  %11 = load ptr, ptr %3, align 8
  %12 = icmp eq ptr %11, null
  %13 = select i1 %12, ptr @_Py_NoneStruct, ptr %11
  tail call void @Py_IncRef(ptr noundef nonnull %13) #12
  br label %14

14:                                               ; preds = %10, %8
  %15 = phi ptr [ %9, %8 ], [ %13, %10 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #12
  ret ptr %15
}

; Function Attrs: nounwind
define internal ptr @timeline_pop_failed(ptr noundef captures(none) %0, ptr readnone captures(none) %1) #6 {
  %3 = load i64, ptr @head_bytes, align 8
  %4 = getelementptr inbounds i8, ptr %0, i64 %3
  %5 = getelementptr inbounds nuw i8, ptr %4, i64 136
  %6 = load i64, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %4, i64 144
  %8 = load i64, ptr %7, align 8
  %9 = icmp ult i64 %6, %8
  br i1 %9, label %10, label %20

10:                                               ; preds = %2
  %11 = getelementptr inbounds nuw i8, ptr %4, i64 128
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %4, i64 152
  %14 = load i64, ptr %13, align 8
  %15 = add i64 %14, -1
  %16 = and i64 %15, %6
  %17 = getelementptr inbounds nuw ptr, ptr %12, i64 %16
  %18 = load ptr, ptr %17, align 8
  %19 = icmp eq ptr %18, null
  br i1 %19, label %20, label %21

20:                                               ; preds = %2, %10
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #12
  br label %65

21:                                               ; preds = %10
  %22 = getelementptr inbounds i8, ptr %18, i64 %3
  %23 = load i64, ptr %22, align 8
  %24 = getelementptr inbounds nuw i8, ptr %4, i64 16
  %25 = load i64, ptr %24, align 8
  %26 = icmp ugt i64 %23, %25
  br i1 %26, label %27, label %28

27:                                               ; preds = %21
  store i64 %23, ptr %24, align 8
  br label %28

28:                                               ; preds = %21, %27
  %29 = getelementptr inbounds nuw i8, ptr %4, i64 120
  %30 = load i64, ptr %29, align 8
  %31 = add i64 %30, 1
  store i64 %31, ptr %29, align 8
  %32 = load ptr, ptr %17, align 8
  %33 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %34 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %35 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %36 = add i32 %35, %34
  %37 = zext i32 %36 to i64
  %38 = add nuw nsw i64 %37, 3
  %39 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 52), align 4
  %40 = zext i32 %39 to i64
  %41 = icmp samesign ugt i64 %38, %40
  br i1 %41, label %42, label %53

42:                                               ; preds = %28
  %43 = icmp ult i32 %39, 2
  %44 = shl nuw nsw i64 %40, 1
  %45 = select i1 %43, i64 4, i64 %44
  %46 = tail call i64 @llvm.umax.i64(i64 %45, i64 %38)
  %47 = shl nuw nsw i64 %46, 3
  %48 = tail call ptr @realloc(ptr noundef %33, i64 noundef %47) #33
  %49 = icmp eq ptr %48, null
  br i1 %49, label %55, label %50

50:                                               ; preds = %42
  %51 = trunc i64 %46 to i32
  store i32 %51, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 52), align 4
  %52 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  br label %57

53:                                               ; preds = %28
  %54 = icmp eq ptr %33, null
  br i1 %54, label %55, label %57

55:                                               ; preds = %53, %42
  %56 = tail call ptr @PyErr_NoMemory() #12
  br label %65

57:                                               ; preds = %53, %50
  %58 = phi i32 [ %52, %50 ], [ %34, %53 ]
  %59 = phi ptr [ %48, %50 ], [ %33, %53 ]
  store ptr %59, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %60 = add i32 %58, 1
  store i32 %60, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %61 = zext i32 %58 to i64
  %62 = getelementptr inbounds nuw ptr, ptr %59, i64 %61
  store ptr %32, ptr %62, align 8
  %63 = load i64, ptr %5, align 8
  %64 = add i64 %63, 1
  store i64 %64, ptr %5, align 8
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #12
  br label %65

65:                                               ; preds = %55, %57, %20
  %66 = phi ptr [ @_Py_NoneStruct, %20 ], [ %56, %55 ], [ @_Py_NoneStruct, %57 ]
  ret ptr %66
}

; Function Attrs: nounwind
define internal noundef nonnull ptr @timeline_note_seen(ptr noundef captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load i64, ptr @head_bytes, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 %4
  %6 = load ptr, ptr %1, align 8
  %7 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %6) #12
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %9 = load ptr, ptr %8, align 8
  %10 = tail call i32 @PyObject_IsTrue(ptr noundef %9) #12
  %11 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %12 = load i64, ptr %11, align 8
  %13 = icmp ugt i64 %7, %12
  br i1 %13, label %14, label %15

14:                                               ; preds = %3
  store i64 %7, ptr %11, align 8
  br label %15

15:                                               ; preds = %14, %3
  %16 = icmp eq i32 %10, 0
  br i1 %16, label %22, label %17

17:                                               ; preds = %15
  %18 = getelementptr inbounds nuw i8, ptr %5, i64 24
  %19 = load i64, ptr %18, align 8
  %20 = icmp ugt i64 %7, %19
  br i1 %20, label %21, label %22

21:                                               ; preds = %17
  store i64 %7, ptr %18, align 8
  br label %22

22:                                               ; preds = %15, %17, %21
  %23 = load i64, ptr @head_bytes, align 8
  %24 = getelementptr inbounds i8, ptr %0, i64 %23
  %25 = load ptr, ptr %1, align 8
  %26 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %25) #12
  tail call fastcc void @observe(ptr noundef %24, i64 noundef %26)
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #12
  ret ptr @_Py_NoneStruct
}

; Function Attrs: nounwind
define internal ptr @timeline_push(ptr noundef captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load i64, ptr @head_bytes, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 %4
  %6 = getelementptr inbounds nuw i8, ptr %5, i64 160
  %7 = load i64, ptr %6, align 8
  %8 = load ptr, ptr %1, align 8
  %9 = getelementptr inbounds i8, ptr %8, i64 %4
  %10 = load i64, ptr %9, align 8
  %11 = icmp eq i64 %7, %10
  br i1 %11, label %12, label %13

12:                                               ; preds = %3
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #12
  br label %102

13:                                               ; preds = %3
  %14 = getelementptr inbounds nuw i8, ptr %5, i64 144
  %15 = load i64, ptr %14, align 8
  %16 = getelementptr inbounds nuw i8, ptr %5, i64 136
  %17 = load i64, ptr %16, align 8
  %18 = sub i64 %15, %17
  %19 = getelementptr inbounds nuw i8, ptr %5, i64 152
  %20 = load i64, ptr %19, align 8
  %21 = icmp ult i64 %18, %20
  br i1 %21, label %85, label %22

22:                                               ; preds = %13
  %23 = icmp eq i64 %20, 0
  %24 = shl i64 %20, 1
  %25 = select i1 %23, i64 64, i64 %24
  %26 = shl i64 %25, 3
  %27 = tail call noalias ptr @malloc(i64 noundef %26) #34
  %28 = icmp eq ptr %27, null
  br i1 %28, label %80, label %29

29:                                               ; preds = %22
  %30 = icmp ult i64 %17, %15
  %31 = getelementptr inbounds nuw i8, ptr %5, i64 128
  %32 = load ptr, ptr %31, align 8
  br i1 %30, label %33, label %82

33:                                               ; preds = %29
  %34 = add i64 %20, -1
  %35 = add i64 %25, -1
  %36 = and i64 %18, 3
  %37 = icmp eq i64 %36, 0
  br i1 %37, label %49, label %38

38:                                               ; preds = %33, %38
  %39 = phi i64 [ %46, %38 ], [ %17, %33 ]
  %40 = phi i64 [ %47, %38 ], [ 0, %33 ]
  %41 = and i64 %39, %34
  %42 = getelementptr inbounds nuw ptr, ptr %32, i64 %41
  %43 = load ptr, ptr %42, align 8
  %44 = and i64 %39, %35
  %45 = getelementptr inbounds nuw ptr, ptr %27, i64 %44
  store ptr %43, ptr %45, align 8
  %46 = add nuw i64 %39, 1
  %47 = add i64 %40, 1
  %48 = icmp eq i64 %47, %36
  br i1 %48, label %49, label %38, !llvm.loop !89

49:                                               ; preds = %38, %33
  %50 = phi i64 [ %17, %33 ], [ %46, %38 ]
  %51 = sub i64 %17, %15
  %52 = icmp ugt i64 %51, -4
  br i1 %52, label %82, label %53

53:                                               ; preds = %49, %53
  %54 = phi i64 [ %78, %53 ], [ %50, %49 ]
  %55 = and i64 %54, %34
  %56 = getelementptr inbounds nuw ptr, ptr %32, i64 %55
  %57 = load ptr, ptr %56, align 8
  %58 = and i64 %54, %35
  %59 = getelementptr inbounds nuw ptr, ptr %27, i64 %58
  store ptr %57, ptr %59, align 8
  %60 = add nuw i64 %54, 1
  %61 = and i64 %60, %34
  %62 = getelementptr inbounds nuw ptr, ptr %32, i64 %61
  %63 = load ptr, ptr %62, align 8
  %64 = and i64 %60, %35
  %65 = getelementptr inbounds nuw ptr, ptr %27, i64 %64
  store ptr %63, ptr %65, align 8
  %66 = add nuw i64 %54, 2
  %67 = and i64 %66, %34
  %68 = getelementptr inbounds nuw ptr, ptr %32, i64 %67
  %69 = load ptr, ptr %68, align 8
  %70 = and i64 %66, %35
  %71 = getelementptr inbounds nuw ptr, ptr %27, i64 %70
  store ptr %69, ptr %71, align 8
  %72 = add nuw i64 %54, 3
  %73 = and i64 %72, %34
  %74 = getelementptr inbounds nuw ptr, ptr %32, i64 %73
  %75 = load ptr, ptr %74, align 8
  %76 = and i64 %72, %35
  %77 = getelementptr inbounds nuw ptr, ptr %27, i64 %76
  store ptr %75, ptr %77, align 8
  %78 = add nuw i64 %54, 4
  %79 = icmp eq i64 %78, %15
  br i1 %79, label %82, label %53, !llvm.loop !90

80:                                               ; preds = %22
  %81 = tail call ptr @PyErr_NoMemory() #12
  br label %102

82:                                               ; preds = %49, %53, %29
  tail call void @free(ptr noundef %32) #12
  store ptr %27, ptr %31, align 8
  store i64 %25, ptr %19, align 8
  %83 = load ptr, ptr %1, align 8
  %84 = icmp eq ptr %83, null
  br i1 %84, label %89, label %85

85:                                               ; preds = %13, %82
  %86 = phi ptr [ %83, %82 ], [ %8, %13 ]
  tail call void @Py_IncRef(ptr noundef nonnull %86) #12
  %87 = load i64, ptr %19, align 8
  %88 = load i64, ptr @head_bytes, align 8
  br label %89

89:                                               ; preds = %82, %85
  %90 = phi ptr [ null, %82 ], [ %86, %85 ]
  %91 = phi i64 [ %4, %82 ], [ %88, %85 ]
  %92 = phi i64 [ %25, %82 ], [ %87, %85 ]
  %93 = getelementptr inbounds nuw i8, ptr %5, i64 128
  %94 = load ptr, ptr %93, align 8
  %95 = load i64, ptr %14, align 8
  %96 = add i64 %95, 1
  store i64 %96, ptr %14, align 8
  %97 = add i64 %92, -1
  %98 = and i64 %97, %95
  %99 = getelementptr inbounds nuw ptr, ptr %94, i64 %98
  store ptr %90, ptr %99, align 8
  %100 = getelementptr inbounds i8, ptr %90, i64 %91
  %101 = load i64, ptr %100, align 8
  store i64 %101, ptr %6, align 8
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #12
  br label %102

102:                                              ; preds = %89, %80, %12
  %103 = phi ptr [ @_Py_NoneStruct, %12 ], [ %81, %80 ], [ @_Py_NoneStruct, %89 ]
  ret ptr %103
}

; Function Attrs: nounwind
define internal ptr @timeline_inflight(ptr noundef readonly captures(none) %0, ptr readnone captures(none) %1) #6 {
  %3 = load i64, ptr @head_bytes, align 8
  %4 = tail call ptr @PyList_New(i64 noundef 0) #12
  %5 = icmp eq ptr %4, null
  br i1 %5, label %30, label %6

6:                                                ; preds = %2
  %7 = getelementptr inbounds i8, ptr %0, i64 %3
  %8 = getelementptr inbounds nuw i8, ptr %7, i64 136
  %9 = load i64, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %7, i64 144
  %11 = getelementptr inbounds nuw i8, ptr %7, i64 128
  %12 = getelementptr inbounds nuw i8, ptr %7, i64 152
  %13 = load i64, ptr %10, align 8
  %14 = icmp ult i64 %9, %13
  br i1 %14, label %19, label %30

15:                                               ; preds = %19
  %16 = add nuw i64 %20, 1
  %17 = load i64, ptr %10, align 8
  %18 = icmp ult i64 %16, %17
  br i1 %18, label %19, label %30

19:                                               ; preds = %6, %15
  %20 = phi i64 [ %16, %15 ], [ %9, %6 ]
  %21 = load ptr, ptr %11, align 8
  %22 = load i64, ptr %12, align 8
  %23 = add i64 %22, -1
  %24 = and i64 %23, %20
  %25 = getelementptr inbounds nuw ptr, ptr %21, i64 %24
  %26 = load ptr, ptr %25, align 8
  %27 = tail call i32 @PyList_Append(ptr noundef nonnull %4, ptr noundef %26) #12
  %28 = icmp eq i32 %27, 0
  br i1 %28, label %15, label %29

29:                                               ; preds = %19
  tail call void @Py_DecRef(ptr noundef nonnull %4) #12
  br label %30

30:                                               ; preds = %15, %6, %2, %29
  %31 = phi ptr [ null, %29 ], [ null, %2 ], [ %4, %6 ], [ %4, %15 ]
  ret ptr %31
}

; Function Attrs: nounwind
define internal noundef ptr @timeline_find(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load i64, ptr @head_bytes, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 %4
  %6 = load ptr, ptr %1, align 8
  %7 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %6) #12
  %8 = getelementptr inbounds nuw i8, ptr %5, i64 136
  %9 = load i64, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %5, i64 144
  %11 = load i64, ptr %10, align 8
  %12 = icmp ult i64 %9, %11
  br i1 %12, label %13, label %31

13:                                               ; preds = %3
  %14 = getelementptr inbounds nuw i8, ptr %5, i64 128
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds nuw i8, ptr %5, i64 152
  %17 = load i64, ptr %16, align 8
  %18 = add i64 %17, -1
  %19 = load i64, ptr @head_bytes, align 8
  br label %23

20:                                               ; preds = %23
  %21 = add i64 %24, 1
  %22 = icmp eq i64 %21, %11
  br i1 %22, label %31, label %23, !llvm.loop !91

23:                                               ; preds = %13, %20
  %24 = phi i64 [ %9, %13 ], [ %21, %20 ]
  %25 = and i64 %18, %24
  %26 = getelementptr inbounds nuw ptr, ptr %15, i64 %25
  %27 = load ptr, ptr %26, align 8
  %28 = getelementptr inbounds i8, ptr %27, i64 %19
  %29 = load i64, ptr %28, align 8
  %30 = icmp eq i64 %29, %7
  br i1 %30, label %31, label %20

31:                                               ; preds = %20, %23, %3
  %32 = phi ptr [ @_Py_NoneStruct, %3 ], [ %27, %23 ], [ @_Py_NoneStruct, %20 ]
  tail call void @Py_IncRef(ptr noundef nonnull %32) #12
  ret ptr %32
}

; Function Attrs: nounwind
define internal ptr @timeline_launch(ptr noundef %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca [256 x i64], align 16
  %5 = alloca %struct.accesses, align 8
  %6 = alloca %struct.request, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #12
  %7 = load ptr, ptr %1, align 8
  %8 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %7) #12
  %9 = inttoptr i64 %8 to ptr
  %10 = tail call ptr @PyErr_Occurred() #12
  %11 = icmp eq ptr %10, null
  br i1 %11, label %12, label %19

12:                                               ; preds = %3
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %14 = load ptr, ptr %13, align 8
  %15 = tail call i64 @PyTuple_Size(ptr noundef %14) #12
  %16 = getelementptr inbounds nuw i8, ptr %9, i64 24
  %17 = load i64, ptr %16, align 8
  %18 = icmp slt i64 %15, %17
  br i1 %18, label %19, label %24

19:                                               ; preds = %12, %3
  %20 = tail call ptr @PyErr_Occurred() #12
  %21 = icmp eq ptr %20, null
  br i1 %21, label %22, label %106

22:                                               ; preds = %19
  %23 = load ptr, ptr @PyExc_TypeError, align 8
  tail call void @PyErr_SetString(ptr noundef %23, ptr noundef nonnull @.str.77) #12
  br label %106

24:                                               ; preds = %12
  %25 = shl i64 %17, 3
  %26 = add i64 %25, 32
  %27 = icmp eq i64 %17, 0
  br i1 %27, label %42, label %28

28:                                               ; preds = %24
  %29 = getelementptr inbounds nuw i8, ptr %9, i64 32
  br label %33

30:                                               ; preds = %33
  %31 = add nuw i64 %34, 1
  %32 = icmp eq i64 %31, %17
  br i1 %32, label %42, label %33, !llvm.loop !92

33:                                               ; preds = %28, %30
  %34 = phi i64 [ 0, %28 ], [ %31, %30 ]
  %35 = load ptr, ptr %13, align 8
  %36 = tail call ptr @PyTuple_GetItem(ptr noundef %35, i64 noundef %34) #12
  %37 = getelementptr inbounds nuw i8, ptr %29, i64 %34
  %38 = load i8, ptr %37, align 1
  %39 = getelementptr inbounds nuw i64, ptr %4, i64 %34
  %40 = call fastcc i32 @convert(ptr noundef %36, i8 noundef zeroext %38, ptr noundef nonnull %39)
  %41 = icmp eq i32 %40, 0
  br i1 %41, label %30, label %106

42:                                               ; preds = %30, %24
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #12
  %43 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %44 = load ptr, ptr %43, align 8
  %45 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %46 = load ptr, ptr %45, align 8
  %47 = tail call i64 @PyTuple_Size(ptr noundef %44) #12
  %48 = tail call i64 @PyTuple_Size(ptr noundef %46) #12
  %49 = add nsw i64 %48, %47
  %50 = getelementptr inbounds nuw i8, ptr %5, i64 256
  store ptr %5, ptr %50, align 8
  %51 = trunc i64 %49 to i32
  %52 = getelementptr inbounds nuw i8, ptr %5, i64 264
  store i32 %51, ptr %52, align 8
  %53 = icmp sgt i64 %49, 16
  br i1 %53, label %54, label %60

54:                                               ; preds = %42
  %55 = shl i64 %49, 4
  %56 = call noalias ptr @malloc(i64 noundef %55) #34
  store ptr %56, ptr %50, align 8
  %57 = icmp eq ptr %56, null
  br i1 %57, label %58, label %60

58:                                               ; preds = %54
  %59 = call ptr @PyErr_NoMemory() #12
  br label %93

60:                                               ; preds = %42, %54
  %61 = phi ptr [ %56, %54 ], [ %5, %42 ]
  %62 = call fastcc i32 @read_accesses(ptr noundef %44, ptr noundef %46, ptr noundef nonnull %61)
  %63 = icmp eq i32 %62, 0
  br i1 %63, label %64, label %93

64:                                               ; preds = %60
  call void @llvm.lifetime.start.p0(ptr nonnull %6) #12
  %65 = load i64, ptr @head_bytes, align 8
  %66 = getelementptr inbounds i8, ptr %0, i64 %65
  store ptr %66, ptr %6, align 8
  %67 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %68 = load ptr, ptr %50, align 8
  store ptr %68, ptr %67, align 8
  %69 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %70 = load i32, ptr %52, align 8
  store i32 %70, ptr %69, align 8
  %71 = getelementptr inbounds nuw i8, ptr %6, i64 20
  %72 = getelementptr inbounds nuw i8, ptr %6, i64 40
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(20) %71, i8 0, i64 20, i1 false)
  store ptr %9, ptr %72, align 8
  %73 = getelementptr inbounds nuw i8, ptr %6, i64 48
  store ptr %4, ptr %73, align 8
  %74 = getelementptr inbounds nuw i8, ptr %6, i64 56
  store ptr null, ptr %74, align 8
  %75 = getelementptr inbounds nuw i8, ptr %6, i64 64
  store ptr @_Py_NoneStruct, ptr %75, align 8
  %76 = getelementptr inbounds nuw i8, ptr %6, i64 72
  store ptr null, ptr %76, align 8
  %77 = getelementptr inbounds nuw i8, ptr %6, i64 80
  %78 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %79 = load ptr, ptr %78, align 8
  store ptr %79, ptr %77, align 8
  %80 = getelementptr inbounds nuw i8, ptr %6, i64 88
  %81 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %82 = load ptr, ptr %81, align 8
  store ptr %82, ptr %80, align 8
  %83 = getelementptr inbounds nuw i8, ptr %6, i64 96
  %84 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %85 = load ptr, ptr %84, align 8
  store ptr %85, ptr %83, align 8
  %86 = getelementptr inbounds nuw i8, ptr %6, i64 104
  %87 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %88 = load ptr, ptr %87, align 8
  %89 = call i64 @PyLong_AsLongLong(ptr noundef %88) #12
  %90 = trunc i64 %89 to i32
  store i32 %90, ptr %86, align 8
  %91 = getelementptr inbounds nuw i8, ptr %6, i64 108
  store i32 0, ptr %91, align 4
  %92 = call fastcc ptr @submit(ptr noundef %6, i64 noundef %26)
  call void @llvm.lifetime.end.p0(ptr nonnull %6) #12
  br label %93

93:                                               ; preds = %58, %64, %60
  %94 = phi ptr [ null, %60 ], [ %92, %64 ], [ null, %58 ]
  %95 = load ptr, ptr %50, align 8
  %96 = icmp eq ptr %95, %5
  br i1 %96, label %98, label %97

97:                                               ; preds = %93
  call void @free(ptr noundef %95) #12
  br label %98

98:                                               ; preds = %93, %97
  %99 = icmp eq ptr %94, null
  br i1 %99, label %100, label %104

100:                                              ; preds = %98
  %101 = call ptr @PyErr_Occurred() #12
  %102 = icmp eq ptr %101, null
  br i1 %102, label %103, label %104

103:                                              ; preds = %100
  call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #12
  br label %104

104:                                              ; preds = %98, %100, %103
  %105 = phi ptr [ @_Py_NoneStruct, %103 ], [ null, %100 ], [ %94, %98 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #12
  br label %106

106:                                              ; preds = %33, %104, %22, %19
  %107 = phi ptr [ null, %22 ], [ null, %19 ], [ %105, %104 ], [ null, %33 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #12
  ret ptr %107
}

; Function Attrs: nounwind
define internal ptr @timeline_post(ptr noundef %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca %struct.accesses, align 8
  %5 = alloca %struct.request, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #12
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %9 = load ptr, ptr %8, align 8
  %10 = tail call i64 @PyTuple_Size(ptr noundef %7) #12
  %11 = tail call i64 @PyTuple_Size(ptr noundef %9) #12
  %12 = add nsw i64 %11, %10
  %13 = getelementptr inbounds nuw i8, ptr %4, i64 256
  store ptr %4, ptr %13, align 8
  %14 = trunc i64 %12 to i32
  %15 = getelementptr inbounds nuw i8, ptr %4, i64 264
  store i32 %14, ptr %15, align 8
  %16 = icmp sgt i64 %12, 16
  br i1 %16, label %17, label %23

17:                                               ; preds = %3
  %18 = shl i64 %12, 4
  %19 = call noalias ptr @malloc(i64 noundef %18) #34
  store ptr %19, ptr %13, align 8
  %20 = icmp eq ptr %19, null
  br i1 %20, label %21, label %23

21:                                               ; preds = %17
  %22 = call ptr @PyErr_NoMemory() #12
  br label %58

23:                                               ; preds = %3, %17
  %24 = phi ptr [ %19, %17 ], [ %4, %3 ]
  %25 = call fastcc i32 @read_accesses(ptr noundef %7, ptr noundef %9, ptr noundef nonnull %24)
  %26 = icmp eq i32 %25, 0
  br i1 %26, label %27, label %58

27:                                               ; preds = %23
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #12
  %28 = load i64, ptr @head_bytes, align 8
  %29 = getelementptr inbounds i8, ptr %0, i64 %28
  store ptr %29, ptr %5, align 8
  %30 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %31 = load ptr, ptr %13, align 8
  store ptr %31, ptr %30, align 8
  %32 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %33 = load i32, ptr %15, align 8
  store i32 %33, ptr %32, align 8
  %34 = getelementptr inbounds nuw i8, ptr %5, i64 20
  %35 = getelementptr inbounds nuw i8, ptr %5, i64 64
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(44) %34, i8 0, i64 44, i1 false)
  %36 = load ptr, ptr %1, align 8
  store ptr %36, ptr %35, align 8
  %37 = getelementptr inbounds nuw i8, ptr %5, i64 72
  %38 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %39 = load ptr, ptr %38, align 8
  %40 = icmp eq ptr %39, @_Py_NoneStruct
  %41 = select i1 %40, ptr null, ptr %39
  store ptr %41, ptr %37, align 8
  %42 = getelementptr inbounds nuw i8, ptr %5, i64 80
  %43 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %44 = load ptr, ptr %43, align 8
  store ptr %44, ptr %42, align 8
  %45 = getelementptr inbounds nuw i8, ptr %5, i64 88
  %46 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %47 = load ptr, ptr %46, align 8
  store ptr %47, ptr %45, align 8
  %48 = getelementptr inbounds nuw i8, ptr %5, i64 96
  %49 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %50 = load ptr, ptr %49, align 8
  store ptr %50, ptr %48, align 8
  %51 = getelementptr inbounds nuw i8, ptr %5, i64 104
  %52 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %53 = load ptr, ptr %52, align 8
  %54 = call i64 @PyLong_AsLongLong(ptr noundef %53) #12
  %55 = trunc i64 %54 to i32
  store i32 %55, ptr %51, align 8
  %56 = getelementptr inbounds nuw i8, ptr %5, i64 108
  store i32 0, ptr %56, align 4
  %57 = call fastcc ptr @submit(ptr noundef %5, i64 noundef 0)
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #12
  br label %58

58:                                               ; preds = %21, %27, %23
  %59 = phi ptr [ null, %23 ], [ %57, %27 ], [ null, %21 ]
  %60 = load ptr, ptr %13, align 8
  %61 = icmp eq ptr %60, %4
  br i1 %61, label %63, label %62

62:                                               ; preds = %58
  call void @free(ptr noundef %60) #12
  br label %63

63:                                               ; preds = %58, %62
  %64 = icmp eq ptr %59, null
  br i1 %64, label %65, label %69

65:                                               ; preds = %63
  %66 = call ptr @PyErr_Occurred() #12
  %67 = icmp eq ptr %66, null
  br i1 %67, label %68, label %69

68:                                               ; preds = %65
  call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #12
  br label %69

69:                                               ; preds = %63, %65, %68
  %70 = phi ptr [ @_Py_NoneStruct, %68 ], [ null, %65 ], [ %59, %63 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #12
  ret ptr %70
}

; Function Attrs: nounwind
define internal ptr @timeline_call(ptr noundef %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca %struct.accesses, align 8
  %5 = alloca %struct.request, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #12
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %9 = load ptr, ptr %8, align 8
  %10 = tail call i64 @PyTuple_Size(ptr noundef %7) #12
  %11 = tail call i64 @PyTuple_Size(ptr noundef %9) #12
  %12 = add nsw i64 %11, %10
  %13 = getelementptr inbounds nuw i8, ptr %4, i64 256
  store ptr %4, ptr %13, align 8
  %14 = trunc i64 %12 to i32
  %15 = getelementptr inbounds nuw i8, ptr %4, i64 264
  store i32 %14, ptr %15, align 8
  %16 = icmp sgt i64 %12, 16
  br i1 %16, label %17, label %23

17:                                               ; preds = %3
  %18 = shl i64 %12, 4
  %19 = call noalias ptr @malloc(i64 noundef %18) #34
  store ptr %19, ptr %13, align 8
  %20 = icmp eq ptr %19, null
  br i1 %20, label %21, label %23

21:                                               ; preds = %17
  %22 = call ptr @PyErr_NoMemory() #12
  br label %56

23:                                               ; preds = %3, %17
  %24 = phi ptr [ %19, %17 ], [ %4, %3 ]
  %25 = call fastcc i32 @read_accesses(ptr noundef %7, ptr noundef %9, ptr noundef nonnull %24)
  %26 = icmp eq i32 %25, 0
  br i1 %26, label %27, label %56

27:                                               ; preds = %23
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #12
  %28 = load i64, ptr @head_bytes, align 8
  %29 = getelementptr inbounds i8, ptr %0, i64 %28
  store ptr %29, ptr %5, align 8
  %30 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %31 = load ptr, ptr %13, align 8
  store ptr %31, ptr %30, align 8
  %32 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %33 = load i32, ptr %15, align 8
  store i32 %33, ptr %32, align 8
  %34 = getelementptr inbounds nuw i8, ptr %5, i64 20
  %35 = getelementptr inbounds nuw i8, ptr %5, i64 56
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(36) %34, i8 0, i64 36, i1 false)
  %36 = load ptr, ptr %1, align 8
  %37 = getelementptr inbounds i8, ptr %36, i64 %28
  store ptr %37, ptr %35, align 8
  %38 = getelementptr inbounds nuw i8, ptr %5, i64 64
  store ptr @_Py_NoneStruct, ptr %38, align 8
  %39 = getelementptr inbounds nuw i8, ptr %5, i64 72
  store ptr null, ptr %39, align 8
  %40 = getelementptr inbounds nuw i8, ptr %5, i64 80
  %41 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %42 = load ptr, ptr %41, align 8
  store ptr %42, ptr %40, align 8
  %43 = getelementptr inbounds nuw i8, ptr %5, i64 88
  %44 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %45 = load ptr, ptr %44, align 8
  store ptr %45, ptr %43, align 8
  %46 = getelementptr inbounds nuw i8, ptr %5, i64 96
  %47 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %48 = load ptr, ptr %47, align 8
  store ptr %48, ptr %46, align 8
  %49 = getelementptr inbounds nuw i8, ptr %5, i64 104
  %50 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %51 = load ptr, ptr %50, align 8
  %52 = call i64 @PyLong_AsLongLong(ptr noundef %51) #12
  %53 = trunc i64 %52 to i32
  store i32 %53, ptr %49, align 8
  %54 = getelementptr inbounds nuw i8, ptr %5, i64 108
  store i32 0, ptr %54, align 4
  %55 = call fastcc ptr @submit(ptr noundef %5, i64 noundef 24)
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #12
  br label %56

56:                                               ; preds = %21, %27, %23
  %57 = phi ptr [ null, %23 ], [ %55, %27 ], [ null, %21 ]
  %58 = load ptr, ptr %13, align 8
  %59 = icmp eq ptr %58, %4
  br i1 %59, label %61, label %60

60:                                               ; preds = %56
  call void @free(ptr noundef %58) #12
  br label %61

61:                                               ; preds = %56, %60
  %62 = icmp eq ptr %57, null
  br i1 %62, label %63, label %67

63:                                               ; preds = %61
  %64 = call ptr @PyErr_Occurred() #12
  %65 = icmp eq ptr %64, null
  br i1 %65, label %66, label %67

66:                                               ; preds = %63
  call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #12
  br label %67

67:                                               ; preds = %61, %63, %66
  %68 = phi ptr [ @_Py_NoneStruct, %66 ], [ null, %63 ], [ %57, %61 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #12
  ret ptr %68
}

; Function Attrs: nounwind
define internal ptr @timeline_wait(ptr noundef captures(address) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca %struct.parts, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = load i64, ptr @head_bytes, align 8
  %8 = getelementptr inbounds i8, ptr %0, i64 %7
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #12
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(64) %4, i8 0, i64 64, i1 false)
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #12
  call void @llvm.lifetime.start.p0(ptr nonnull %6) #12
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %10 = load ptr, ptr %9, align 8
  %11 = tail call i32 @PyObject_IsTrue(ptr noundef %10) #12
  %12 = load ptr, ptr %1, align 8
  %13 = call fastcc i32 @points_from_pairs(ptr noundef %12, ptr noundef %5, ptr noundef %6)
  %14 = icmp eq i32 %13, 0
  br i1 %14, label %15, label %285

15:                                               ; preds = %3
  %16 = getelementptr inbounds nuw i8, ptr %8, i64 216
  %17 = getelementptr inbounds nuw i8, ptr %8, i64 56
  %18 = getelementptr inbounds nuw i8, ptr %8, i64 96
  %19 = getelementptr inbounds nuw i8, ptr %8, i64 108
  %20 = getelementptr inbounds nuw i8, ptr %8, i64 112
  %21 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %22 = getelementptr inbounds nuw i8, ptr %4, i64 56
  %23 = getelementptr inbounds nuw i8, ptr %4, i64 32
  br label %24

24:                                               ; preds = %15, %160
  %25 = load ptr, ptr %5, align 8
  %26 = load i32, ptr %6, align 4
  %27 = load ptr, ptr %16, align 8
  %28 = load i64, ptr @head_bytes, align 8
  %29 = getelementptr inbounds i8, ptr %27, i64 %28
  %30 = tail call fastcc i32 @pass_lock(ptr noundef %29)
  %31 = icmp eq i32 %30, 0
  br i1 %31, label %32, label %160

32:                                               ; preds = %24
  tail call fastcc void @forget_answer()
  %33 = load ptr, ptr %17, align 8
  %34 = icmp eq ptr %33, null
  %35 = getelementptr inbounds nuw i8, ptr %33, i64 16
  %36 = select i1 %34, ptr null, ptr %35
  br i1 %34, label %40, label %37

37:                                               ; preds = %32
  %38 = getelementptr inbounds nuw i8, ptr %33, i64 4
  %39 = load i32, ptr %38, align 4
  br label %40

40:                                               ; preds = %37, %32
  %41 = phi i32 [ %39, %37 ], [ 0, %32 ]
  %42 = tail call fastcc i32 @await_points(ptr noundef nonnull %8, ptr noundef %36, i32 noundef %41, ptr noundef readonly %25, i32 noundef %26, i32 noundef %11)
  %43 = icmp eq i32 %42, 0
  br i1 %43, label %44, label %53

44:                                               ; preds = %40
  %45 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %46 = icmp eq i32 %45, 0
  br i1 %46, label %50, label %47

47:                                               ; preds = %44
  %48 = tail call fastcc i32 @join_edges(ptr noundef nonnull %8)
  %49 = icmp eq i32 %48, 0
  br i1 %49, label %50, label %53

50:                                               ; preds = %47, %44
  %51 = tail call fastcc i32 @reserve_join(ptr noundef nonnull %8)
  %52 = icmp eq i32 %51, 0
  br i1 %52, label %54, label %53

53:                                               ; preds = %50, %47, %40
  tail call fastcc void @forget_answer()
  br label %281

54:                                               ; preds = %50
  %55 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %56 = icmp eq i32 %55, 0
  br i1 %56, label %258, label %57

57:                                               ; preds = %54
  %58 = load ptr, ptr %18, align 8
  %59 = getelementptr inbounds nuw i8, ptr %58, i64 8
  %60 = load i64, ptr %59, align 8
  %61 = getelementptr inbounds nuw i8, ptr %58, i64 24
  %62 = load i64, ptr %61, align 8
  %63 = sub i64 %60, %62
  %64 = getelementptr inbounds nuw i8, ptr %58, i64 16
  %65 = load i64, ptr %64, align 16
  %66 = icmp ult i64 %63, %65
  br i1 %66, label %76, label %67

67:                                               ; preds = %57
  %68 = getelementptr inbounds nuw i8, ptr %58, i64 2176
  %69 = load atomic i64, ptr %68 acquire, align 64
  store i64 %69, ptr %61, align 8
  %70 = load i64, ptr %59, align 8
  %71 = sub i64 %70, %69
  %72 = load i64, ptr %64, align 16
  %73 = icmp ult i64 %71, %72
  br i1 %73, label %74, label %255

74:                                               ; preds = %67
  %75 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  br label %76

76:                                               ; preds = %74, %57
  %77 = phi i32 [ %75, %74 ], [ %55, %57 ]
  %78 = load i32, ptr %19, align 4
  %79 = icmp eq i32 %78, 0
  br i1 %79, label %80, label %98

80:                                               ; preds = %76
  %81 = icmp eq i32 %77, 0
  br i1 %81, label %98, label %82

82:                                               ; preds = %80
  %83 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 8), align 8
  %84 = zext i32 %77 to i64
  br label %88

85:                                               ; preds = %88
  %86 = add nuw nsw i64 %89, 1
  %87 = icmp eq i64 %86, %84
  br i1 %87, label %98, label %88, !llvm.loop !93

88:                                               ; preds = %85, %82
  %89 = phi i64 [ 0, %82 ], [ %86, %85 ]
  %90 = getelementptr inbounds nuw %struct.edge, ptr %83, i64 %89
  %91 = load ptr, ptr %90, align 8
  %92 = getelementptr inbounds nuw i8, ptr %91, i64 112
  %93 = load i32, ptr %92, align 8
  %94 = icmp eq i32 %93, 0
  br i1 %94, label %85, label %95

95:                                               ; preds = %88
  %96 = load i32, ptr %20, align 8
  %97 = icmp eq i32 %96, 0
  br label %98

98:                                               ; preds = %85, %95, %80, %76
  %99 = phi i1 [ true, %76 ], [ %97, %95 ], [ false, %80 ], [ false, %85 ]
  %100 = shl i32 %77, 2
  %101 = load ptr, ptr %21, align 8
  %102 = icmp eq ptr %101, null
  br i1 %102, label %107, label %103

103:                                              ; preds = %98
  %104 = load i32, ptr %22, align 8
  %105 = icmp eq i32 %104, %100
  br i1 %105, label %119, label %106

106:                                              ; preds = %103
  tail call void @Py_DecRef(ptr noundef nonnull %101) #12
  br label %107

107:                                              ; preds = %106, %98
  store i32 %100, ptr %22, align 8
  %108 = icmp eq i32 %100, 0
  br i1 %108, label %112, label %109

109:                                              ; preds = %107
  %110 = zext i32 %100 to i64
  %111 = tail call ptr @PyTuple_New(i64 noundef %110) #12
  br label %116

112:                                              ; preds = %107
  %113 = load ptr, ptr @empty_tuple, align 8
  %114 = icmp eq ptr %113, null
  br i1 %114, label %116, label %115

115:                                              ; preds = %112
  tail call void @Py_IncRef(ptr noundef nonnull %113) #12
  br label %116

116:                                              ; preds = %115, %112, %109
  %117 = phi ptr [ %111, %109 ], [ null, %112 ], [ %113, %115 ]
  store ptr %117, ptr %21, align 8
  %118 = zext i1 %108 to i32
  br label %119

119:                                              ; preds = %116, %103
  %120 = phi ptr [ %117, %116 ], [ %101, %103 ]
  %121 = phi i32 [ %118, %116 ], [ 1, %103 ]
  %122 = load ptr, ptr %23, align 8
  %123 = icmp eq ptr %122, null
  %124 = select i1 %99, i1 %123, i1 false
  br i1 %124, label %125, label %127

125:                                              ; preds = %119
  %126 = tail call ptr @PyTuple_New(i64 noundef 5) #12
  store ptr %126, ptr %23, align 8
  br label %127

127:                                              ; preds = %125, %119
  %128 = phi ptr [ %122, %119 ], [ %126, %125 ]
  %129 = phi i32 [ 1, %119 ], [ 0, %125 ]
  %130 = tail call ptr @PyErr_Occurred() #12
  %131 = icmp eq ptr %130, null
  br i1 %131, label %132, label %255

132:                                              ; preds = %127
  %133 = and i32 %129, %121
  %134 = icmp eq i32 %133, 0
  br i1 %134, label %160, label %135

135:                                              ; preds = %132
  %136 = load i32, ptr %19, align 4
  %137 = icmp eq i32 %136, 0
  br i1 %137, label %138, label %146

138:                                              ; preds = %135
  %139 = load ptr, ptr %18, align 8
  %140 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %141 = zext i32 %140 to i64
  %142 = shl nuw nsw i64 %141, 5
  %143 = or disjoint i64 %142, 16
  %144 = tail call fastcc i32 @make_room(ptr noundef %139, i64 noundef %143)
  %145 = icmp eq i32 %144, 0
  br i1 %145, label %146, label %281

146:                                              ; preds = %138, %135
  %147 = load i64, ptr %8, align 8
  %148 = add i64 %147, 1
  %149 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 8), align 8
  %150 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %151 = tail call fastcc i32 @fill_edges(ptr noundef %120, ptr noundef %149, i32 noundef %150)
  %152 = icmp eq i32 %151, 0
  br i1 %152, label %153, label %283

153:                                              ; preds = %146
  %154 = tail call fastcc i32 @put_mark(ptr noundef nonnull %8, i64 noundef %148, ptr noundef %120)
  %155 = icmp eq i32 %154, 0
  br i1 %155, label %156, label %283

156:                                              ; preds = %153
  br i1 %99, label %157, label %163

157:                                              ; preds = %156
  %158 = tail call fastcc i32 @put_item(ptr noundef nonnull %8, ptr noundef %128, i64 noundef %148, ptr noundef %120, ptr noundef nonnull @_Py_NoneStruct, ptr noundef nonnull @_Py_NoneStruct)
  %159 = icmp eq i32 %158, 0
  br i1 %159, label %163, label %283

160:                                              ; preds = %24, %132
  %161 = phi i32 [ %30, %24 ], [ 1, %132 ]
  %162 = icmp eq i32 %161, 1
  br i1 %162, label %24, label %255, !llvm.loop !94

163:                                              ; preds = %156, %157
  %164 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %165 = icmp eq i32 %164, 0
  br i1 %165, label %258, label %166

166:                                              ; preds = %163
  %167 = load ptr, ptr %18, align 8
  %168 = getelementptr inbounds nuw i8, ptr %167, i64 8
  %169 = load i64, ptr %168, align 8
  %170 = add i64 %169, 1
  store i64 %170, ptr %168, align 8
  %171 = load i32, ptr %19, align 4
  %172 = icmp eq i32 %171, 0
  br i1 %172, label %173, label %222

173:                                              ; preds = %166
  %174 = getelementptr inbounds nuw i8, ptr %167, i64 32
  %175 = load ptr, ptr %174, align 32
  %176 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %177 = icmp eq i32 %176, 0
  br i1 %177, label %178, label %182

178:                                              ; preds = %182, %173
  %179 = phi ptr [ %175, %173 ], [ %196, %182 ]
  %180 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 32), align 8
  %181 = icmp eq i32 %180, 0
  br i1 %181, label %214, label %200

182:                                              ; preds = %173, %182
  %183 = phi i64 [ %195, %182 ], [ 0, %173 ]
  %184 = phi ptr [ %196, %182 ], [ %175, %173 ]
  %185 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 8), align 8
  %186 = getelementptr inbounds nuw %struct.edge, ptr %185, i64 %183
  %187 = load ptr, ptr %186, align 8
  %188 = getelementptr inbounds nuw i8, ptr %187, i64 96
  %189 = load ptr, ptr %188, align 8
  %190 = getelementptr inbounds nuw i8, ptr %186, i64 8
  %191 = load i64, ptr %190, align 8
  store ptr @handle_wait, ptr %184, align 8
  %192 = getelementptr inbounds nuw i8, ptr %184, i64 8
  store i64 32, ptr %192, align 8
  %193 = getelementptr inbounds nuw i8, ptr %184, i64 16
  store ptr %189, ptr %193, align 8
  %194 = getelementptr inbounds nuw i8, ptr %184, i64 24
  store i64 %191, ptr %194, align 8
  %195 = add nuw nsw i64 %183, 1
  %196 = getelementptr inbounds nuw i8, ptr %184, i64 32
  %197 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %198 = zext i32 %197 to i64
  %199 = icmp samesign ult i64 %195, %198
  br i1 %199, label %182, label %178, !llvm.loop !95

200:                                              ; preds = %178, %200
  %201 = phi i64 [ %209, %200 ], [ 0, %178 ]
  %202 = phi ptr [ %210, %200 ], [ %179, %178 ]
  %203 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 24), align 8
  %204 = getelementptr inbounds nuw %struct.step, ptr %203, i64 %201
  %205 = getelementptr inbounds nuw i8, ptr %204, i64 16
  %206 = load ptr, ptr %205, align 8
  store ptr @handle_check, ptr %202, align 8
  %207 = getelementptr inbounds nuw i8, ptr %202, i64 8
  store i64 24, ptr %207, align 8
  %208 = getelementptr inbounds nuw i8, ptr %202, i64 16
  store ptr %206, ptr %208, align 8
  %209 = add nuw nsw i64 %201, 1
  %210 = getelementptr inbounds nuw i8, ptr %202, i64 24
  %211 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 32), align 8
  %212 = zext i32 %211 to i64
  %213 = icmp samesign ult i64 %209, %212
  br i1 %213, label %200, label %214, !llvm.loop !96

214:                                              ; preds = %200, %178
  %215 = phi ptr [ %179, %178 ], [ %210, %200 ]
  store ptr @handle_signal, ptr %215, align 8
  %216 = getelementptr inbounds nuw i8, ptr %215, i64 8
  store i64 16, ptr %216, align 8
  %217 = getelementptr inbounds nuw i8, ptr %215, i64 16
  %218 = load ptr, ptr %174, align 32
  %219 = ptrtoint ptr %217 to i64
  %220 = ptrtoint ptr %218 to i64
  %221 = sub i64 %219, %220
  tail call fastcc void @publish(ptr noundef nonnull %167, ptr noundef nonnull %217, i64 noundef %221)
  br label %222

222:                                              ; preds = %166, %214
  %223 = load i64, ptr %8, align 8
  %224 = add i64 %223, 1
  store i64 %224, ptr %8, align 8
  %225 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 112), align 8
  store i32 2, ptr %225, align 8
  %226 = load ptr, ptr %17, align 8
  %227 = icmp eq ptr %226, null
  br i1 %227, label %243, label %228

228:                                              ; preds = %222
  %229 = load i32, ptr %226, align 8
  %230 = add i32 %229, -1
  store i32 %230, ptr %226, align 8
  %231 = icmp eq i32 %230, 0
  br i1 %231, label %232, label %243

232:                                              ; preds = %228
  %233 = getelementptr inbounds nuw i8, ptr %8, i64 84
  %234 = load i32, ptr %233, align 4
  %235 = icmp ugt i32 %234, 63
  br i1 %235, label %236, label %237

236:                                              ; preds = %232
  tail call void @free(ptr noundef nonnull %226) #12
  br label %243

237:                                              ; preds = %232
  %238 = getelementptr inbounds nuw i8, ptr %8, i64 88
  %239 = load ptr, ptr %238, align 8
  %240 = getelementptr inbounds nuw i8, ptr %226, i64 16
  store ptr %239, ptr %240, align 8
  store ptr %226, ptr %238, align 8
  %241 = load i32, ptr %233, align 4
  %242 = add i32 %241, 1
  store i32 %242, ptr %233, align 4
  br label %243

243:                                              ; preds = %222, %228, %236, %237
  store ptr %225, ptr %17, align 8
  %244 = getelementptr inbounds nuw i8, ptr %8, i64 64
  %245 = load ptr, ptr %244, align 8
  %246 = getelementptr inbounds nuw i8, ptr %8, i64 72
  %247 = load i32, ptr %246, align 8
  %248 = getelementptr inbounds nuw i8, ptr %8, i64 76
  %249 = load i32, ptr %248, align 4
  %250 = add i32 %249, 1
  store i32 %250, ptr %248, align 4
  %251 = add i32 %249, %247
  %252 = zext i32 %251 to i64
  %253 = getelementptr inbounds nuw %struct.snapshot, ptr %245, i64 %252
  store i64 %224, ptr %253, align 8
  %254 = getelementptr inbounds nuw i8, ptr %253, i64 8
  store ptr %225, ptr %254, align 8
  store ptr null, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 112), align 8
  br label %258

255:                                              ; preds = %160, %127, %67
  %256 = phi i32 [ 2, %67 ], [ 3, %127 ], [ %161, %160 ]
  %257 = icmp eq i32 %256, 3
  br label %258

258:                                              ; preds = %54, %255, %243, %163
  %259 = phi i1 [ false, %255 ], [ true, %243 ], [ true, %163 ], [ true, %54 ]
  %260 = phi i1 [ %257, %255 ], [ false, %243 ], [ false, %163 ], [ false, %54 ]
  %261 = load ptr, ptr %5, align 8
  tail call void @free(ptr noundef %261) #12
  call fastcc void @drop_parts(ptr noundef %4)
  br i1 %260, label %285, label %262

262:                                              ; preds = %258
  br i1 %259, label %263, label %280

263:                                              ; preds = %262
  %264 = load ptr, ptr %16, align 8
  %265 = load i64, ptr @head_bytes, align 8
  %266 = getelementptr inbounds i8, ptr %264, i64 %265
  %267 = getelementptr inbounds nuw i8, ptr %266, i64 32
  %268 = load ptr, ptr %267, align 8
  %269 = tail call i64 @PyList_Size(ptr noundef %268) #12
  %270 = icmp eq i64 %269, 0
  br i1 %270, label %278, label %271

271:                                              ; preds = %263
  %272 = getelementptr inbounds nuw i8, ptr %8, i64 208
  %273 = load ptr, ptr %272, align 8
  %274 = load ptr, ptr @hand_over_name, align 8
  %275 = tail call ptr (ptr, ptr, ...) @PyObject_CallMethodObjArgs(ptr noundef %273, ptr noundef %274, ptr noundef null) #12
  %276 = icmp eq ptr %275, null
  br i1 %276, label %285, label %277

277:                                              ; preds = %271
  tail call void @Py_DecRef(ptr noundef nonnull %275) #12
  br label %278

278:                                              ; preds = %263, %277
  %279 = tail call ptr @PyBool_FromLong(i64 noundef 1) #12
  br label %285

280:                                              ; preds = %262
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #12
  br label %285

281:                                              ; preds = %138, %53
  %282 = tail call ptr @PyErr_NoMemory() #12
  br label %283

283:                                              ; preds = %281, %157, %153, %146
  %284 = load ptr, ptr %5, align 8
  tail call void @free(ptr noundef %284) #12
  call fastcc void @drop_parts(ptr noundef %4)
  br label %285

285:                                              ; preds = %283, %271, %278, %280, %258, %3
  %286 = phi ptr [ null, %258 ], [ null, %3 ], [ @_Py_NoneStruct, %280 ], [ %279, %278 ], [ null, %271 ], [ null, %283 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %6) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #12
  ret ptr %286
}

; Function Attrs: inlinehint nounwind memory(readwrite, target_mem0: none, target_mem1: none)
define internal fastcc void @observe(ptr noundef captures(none) %0, i64 noundef %1) unnamed_addr #20 {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %4 = load i64, ptr %3, align 8
  %5 = icmp ugt i64 %1, %4
  br i1 %5, label %6, label %163

6:                                                ; preds = %2
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 76
  %8 = load i32, ptr %7, align 4
  %9 = icmp eq i32 %8, 0
  br i1 %9, label %123, label %10

10:                                               ; preds = %6
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %14 = load i32, ptr %13, align 8
  %15 = zext i32 %14 to i64
  %16 = getelementptr inbounds nuw %struct.snapshot, ptr %12, i64 %15
  %17 = add i32 %8, -1
  %18 = zext i32 %17 to i64
  %19 = getelementptr inbounds nuw %struct.snapshot, ptr %16, i64 %18
  %20 = load i64, ptr %19, align 8
  %21 = icmp ult i64 %1, %20
  br i1 %21, label %22, label %40

22:                                               ; preds = %10, %22
  %23 = phi i32 [ %33, %22 ], [ 0, %10 ]
  %24 = phi i32 [ %32, %22 ], [ %8, %10 ]
  %25 = add i32 %24, %23
  %26 = lshr i32 %25, 1
  %27 = zext nneg i32 %26 to i64
  %28 = getelementptr inbounds nuw %struct.snapshot, ptr %16, i64 %27
  %29 = load i64, ptr %28, align 8
  %30 = icmp ugt i64 %29, %1
  %31 = add nuw i32 %26, 1
  %32 = select i1 %30, i32 %26, i32 %24
  %33 = select i1 %30, i32 %23, i32 %31
  %34 = icmp ult i32 %33, %32
  br i1 %34, label %22, label %35, !llvm.loop !84

35:                                               ; preds = %22
  %36 = icmp eq i32 %33, 0
  br i1 %36, label %123, label %37

37:                                               ; preds = %35
  %38 = add i32 %33, -1
  %39 = zext nneg i32 %38 to i64
  br label %40

40:                                               ; preds = %10, %37
  %41 = phi i64 [ %39, %37 ], [ %18, %10 ]
  %42 = getelementptr inbounds nuw %struct.snapshot, ptr %16, i64 %41
  %43 = getelementptr inbounds nuw i8, ptr %42, i64 8
  %44 = load ptr, ptr %43, align 8
  %45 = icmp eq ptr %44, null
  br i1 %45, label %123, label %46

46:                                               ; preds = %40
  %47 = load i32, ptr %44, align 8
  %48 = add i32 %47, 1
  store i32 %48, ptr %44, align 8
  %49 = getelementptr inbounds nuw i8, ptr %44, i64 4
  %50 = load i32, ptr %49, align 4
  %51 = icmp eq i32 %50, 0
  br i1 %51, label %57, label %52

52:                                               ; preds = %46
  %53 = getelementptr inbounds nuw i8, ptr %44, i64 16
  br label %71

54:                                               ; preds = %118
  %55 = load i32, ptr %44, align 8
  %56 = add i32 %55, -1
  br label %57

57:                                               ; preds = %54, %46
  %58 = phi i32 [ %56, %54 ], [ %47, %46 ]
  store i32 %58, ptr %44, align 8
  %59 = icmp eq i32 %58, 0
  br i1 %59, label %60, label %123

60:                                               ; preds = %57
  %61 = getelementptr inbounds nuw i8, ptr %0, i64 84
  %62 = load i32, ptr %61, align 4
  %63 = icmp ugt i32 %62, 63
  br i1 %63, label %64, label %65

64:                                               ; preds = %60
  tail call void @free(ptr noundef nonnull %44) #12
  br label %123

65:                                               ; preds = %60
  %66 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %67 = load ptr, ptr %66, align 8
  %68 = getelementptr inbounds nuw i8, ptr %44, i64 16
  store ptr %67, ptr %68, align 8
  store ptr %44, ptr %66, align 8
  %69 = load i32, ptr %61, align 4
  %70 = add i32 %69, 1
  store i32 %70, ptr %61, align 4
  br label %123

71:                                               ; preds = %52, %118
  %72 = phi i64 [ 0, %52 ], [ %119, %118 ]
  %73 = getelementptr inbounds nuw %struct.point, ptr %53, i64 %72
  %74 = load ptr, ptr %73, align 8
  %75 = getelementptr inbounds nuw i8, ptr %73, i64 8
  %76 = load i64, ptr %75, align 8
  %77 = getelementptr inbounds nuw i8, ptr %74, i64 8
  %78 = load i64, ptr %77, align 8
  %79 = icmp ugt i64 %76, %78
  br i1 %79, label %80, label %118

80:                                               ; preds = %71
  store i64 %76, ptr %77, align 8
  %81 = getelementptr inbounds nuw i8, ptr %74, i64 76
  %82 = load i32, ptr %81, align 4
  %83 = icmp eq i32 %82, 0
  br i1 %83, label %116, label %84

84:                                               ; preds = %80
  %85 = getelementptr inbounds nuw i8, ptr %74, i64 64
  %86 = getelementptr inbounds nuw i8, ptr %74, i64 72
  %87 = getelementptr inbounds nuw i8, ptr %74, i64 84
  %88 = getelementptr inbounds nuw i8, ptr %74, i64 88
  br label %89

89:                                               ; preds = %112, %84
  %90 = load ptr, ptr %85, align 8
  %91 = load i32, ptr %86, align 8
  %92 = zext i32 %91 to i64
  %93 = getelementptr inbounds nuw %struct.snapshot, ptr %90, i64 %92
  %94 = load i64, ptr %93, align 8
  %95 = icmp ugt i64 %94, %76
  br i1 %95, label %118, label %96

96:                                               ; preds = %89
  %97 = add i32 %91, 1
  store i32 %97, ptr %86, align 8
  %98 = getelementptr inbounds nuw i8, ptr %93, i64 8
  %99 = load ptr, ptr %98, align 8
  %100 = load i32, ptr %99, align 8
  %101 = add i32 %100, -1
  store i32 %101, ptr %99, align 8
  %102 = icmp eq i32 %101, 0
  br i1 %102, label %103, label %112

103:                                              ; preds = %96
  %104 = load i32, ptr %87, align 4
  %105 = icmp ugt i32 %104, 63
  br i1 %105, label %106, label %107

106:                                              ; preds = %103
  tail call void @free(ptr noundef nonnull %99) #12
  br label %112

107:                                              ; preds = %103
  %108 = load ptr, ptr %88, align 8
  %109 = getelementptr inbounds nuw i8, ptr %99, i64 16
  store ptr %108, ptr %109, align 8
  store ptr %99, ptr %88, align 8
  %110 = load i32, ptr %87, align 4
  %111 = add i32 %110, 1
  store i32 %111, ptr %87, align 4
  br label %112

112:                                              ; preds = %107, %106, %96
  %113 = load i32, ptr %81, align 4
  %114 = add i32 %113, -1
  store i32 %114, ptr %81, align 4
  %115 = icmp eq i32 %114, 0
  br i1 %115, label %116, label %89, !llvm.loop !97

116:                                              ; preds = %112, %80
  %117 = getelementptr inbounds nuw i8, ptr %74, i64 72
  store i32 0, ptr %117, align 8
  br label %118

118:                                              ; preds = %89, %71, %116
  %119 = add nuw nsw i64 %72, 1
  %120 = load i32, ptr %49, align 4
  %121 = zext i32 %120 to i64
  %122 = icmp samesign ult i64 %119, %121
  br i1 %122, label %71, label %54, !llvm.loop !98

123:                                              ; preds = %35, %6, %65, %64, %57, %40
  %124 = load i64, ptr %3, align 8
  %125 = icmp ugt i64 %1, %124
  br i1 %125, label %126, label %163

126:                                              ; preds = %123
  store i64 %1, ptr %3, align 8
  %127 = load i32, ptr %7, align 4
  %128 = icmp eq i32 %127, 0
  br i1 %128, label %161, label %129

129:                                              ; preds = %126
  %130 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %131 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %132 = getelementptr inbounds nuw i8, ptr %0, i64 84
  %133 = getelementptr inbounds nuw i8, ptr %0, i64 88
  br label %134

134:                                              ; preds = %157, %129
  %135 = load ptr, ptr %130, align 8
  %136 = load i32, ptr %131, align 8
  %137 = zext i32 %136 to i64
  %138 = getelementptr inbounds nuw %struct.snapshot, ptr %135, i64 %137
  %139 = load i64, ptr %138, align 8
  %140 = icmp ugt i64 %139, %1
  br i1 %140, label %163, label %141

141:                                              ; preds = %134
  %142 = add i32 %136, 1
  store i32 %142, ptr %131, align 8
  %143 = getelementptr inbounds nuw i8, ptr %138, i64 8
  %144 = load ptr, ptr %143, align 8
  %145 = load i32, ptr %144, align 8
  %146 = add i32 %145, -1
  store i32 %146, ptr %144, align 8
  %147 = icmp eq i32 %146, 0
  br i1 %147, label %148, label %157

148:                                              ; preds = %141
  %149 = load i32, ptr %132, align 4
  %150 = icmp ugt i32 %149, 63
  br i1 %150, label %151, label %152

151:                                              ; preds = %148
  tail call void @free(ptr noundef nonnull %144) #12
  br label %157

152:                                              ; preds = %148
  %153 = load ptr, ptr %133, align 8
  %154 = getelementptr inbounds nuw i8, ptr %144, i64 16
  store ptr %153, ptr %154, align 8
  store ptr %144, ptr %133, align 8
  %155 = load i32, ptr %132, align 4
  %156 = add i32 %155, 1
  store i32 %156, ptr %132, align 4
  br label %157

157:                                              ; preds = %152, %151, %141
  %158 = load i32, ptr %7, align 4
  %159 = add i32 %158, -1
  store i32 %159, ptr %7, align 4
  %160 = icmp eq i32 %159, 0
  br i1 %160, label %161, label %134, !llvm.loop !97

161:                                              ; preds = %157, %126
  %162 = getelementptr inbounds nuw i8, ptr %0, i64 72
  store i32 0, ptr %162, align 8
  br label %163

163:                                              ; preds = %134, %161, %123, %2
  ret void
}

; Function Attrs: nounwind
define internal fastcc ptr @dict_of_frontier(ptr noundef readonly captures(address_is_null) %0) unnamed_addr #6 {
  %2 = icmp eq ptr %0, null
  br i1 %2, label %7, label %3

3:                                                ; preds = %1
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 4
  %6 = load i32, ptr %5, align 4
  br label %7

7:                                                ; preds = %1, %3
  %8 = phi ptr [ null, %1 ], [ %4, %3 ]
  %9 = phi i32 [ 0, %1 ], [ %6, %3 ]
  %10 = tail call ptr @PyDict_New() #12
  %11 = icmp eq ptr %10, null
  %12 = icmp eq i32 %9, 0
  %13 = or i1 %12, %11
  br i1 %13, label %33, label %14

14:                                               ; preds = %7
  %15 = zext i32 %9 to i64
  br label %19

16:                                               ; preds = %26
  %17 = add nuw nsw i64 %20, 1
  %18 = icmp eq i64 %17, %15
  br i1 %18, label %33, label %19, !llvm.loop !99

19:                                               ; preds = %16, %14
  %20 = phi i64 [ 0, %14 ], [ %17, %16 ]
  %21 = getelementptr inbounds nuw %struct.point, ptr %8, i64 %20
  %22 = getelementptr inbounds nuw i8, ptr %21, i64 8
  %23 = load i64, ptr %22, align 8
  %24 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %23) #12
  %25 = icmp eq ptr %24, null
  br i1 %25, label %32, label %26

26:                                               ; preds = %19
  %27 = load ptr, ptr %21, align 8
  %28 = getelementptr inbounds nuw i8, ptr %27, i64 208
  %29 = load ptr, ptr %28, align 8
  %30 = tail call i32 @PyDict_SetItem(ptr noundef nonnull %10, ptr noundef %29, ptr noundef nonnull %24) #12
  %31 = icmp eq i32 %30, 0
  tail call void @Py_DecRef(ptr noundef nonnull %24) #12
  br i1 %31, label %16, label %32

32:                                               ; preds = %26, %19
  tail call void @Py_DecRef(ptr noundef nonnull %10) #12
  br label %33

33:                                               ; preds = %16, %7, %32
  %34 = phi ptr [ null, %32 ], [ %10, %7 ], [ %10, %16 ]
  ret ptr %34
}

declare ptr @PyDict_New() local_unnamed_addr #14

declare i32 @PyDict_SetItem(ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #14

declare i32 @PyType_IsSubtype(ptr noundef, ptr noundef) local_unnamed_addr #14

; Function Attrs: nounwind
define internal fastcc range(i32 -1, 1) i32 @points_from_pairs(ptr noundef %0, ptr noundef nonnull captures(none) initializes((0, 8)) %1, ptr noundef nonnull captures(none) initializes((0, 4)) %2) unnamed_addr #6 {
  %4 = tail call i64 @PyTuple_Size(ptr noundef %0) #12
  store i32 0, ptr %2, align 4
  %5 = icmp sgt i64 %4, 0
  br i1 %5, label %9, label %6

6:                                                ; preds = %3
  store ptr null, ptr %1, align 8
  %7 = icmp ne i64 %4, 0
  %8 = sext i1 %7 to i32
  br label %62

9:                                                ; preds = %3
  %10 = shl i64 %4, 4
  %11 = tail call noalias ptr @malloc(i64 noundef %10) #34
  store ptr %11, ptr %1, align 8
  %12 = icmp eq ptr %11, null
  br i1 %12, label %13, label %15

13:                                               ; preds = %9
  %14 = tail call ptr @PyErr_NoMemory() #12
  br label %62

15:                                               ; preds = %9, %53
  %16 = phi i64 [ %60, %53 ], [ 0, %9 ]
  %17 = tail call ptr @PyTuple_GetItem(ptr noundef %0, i64 noundef %16) #12
  %18 = icmp eq ptr %17, null
  br i1 %18, label %51, label %19

19:                                               ; preds = %15
  %20 = tail call ptr @PyTuple_GetItem(ptr noundef nonnull %17, i64 noundef 0) #12
  %21 = load i64, ptr @head_bytes, align 8
  %22 = getelementptr inbounds i8, ptr %20, i64 %21
  %23 = getelementptr inbounds i8, ptr %22, i64 -8
  %24 = load ptr, ptr %23, align 8
  %25 = load ptr, ptr @timeline_class, align 8
  %26 = icmp eq ptr %24, %25
  br i1 %26, label %30, label %27

27:                                               ; preds = %19
  %28 = tail call i32 @PyType_IsSubtype(ptr noundef %24, ptr noundef %25) #12
  %29 = icmp eq i32 %28, 0
  br i1 %29, label %42, label %30

30:                                               ; preds = %27, %19
  %31 = load i64, ptr @slots, align 8
  %32 = getelementptr inbounds i8, ptr %20, i64 %31
  %33 = load ptr, ptr %32, align 8
  %34 = icmp eq ptr %33, null
  br i1 %34, label %42, label %35

35:                                               ; preds = %30
  %36 = load i64, ptr @head_bytes, align 8
  %37 = getelementptr inbounds i8, ptr %33, i64 %36
  %38 = getelementptr inbounds i8, ptr %37, i64 -8
  %39 = load ptr, ptr %38, align 8
  %40 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @types, i64 8), align 8
  %41 = icmp eq ptr %39, %40
  br i1 %41, label %44, label %42

42:                                               ; preds = %35, %30, %27
  %43 = load ptr, ptr @PyExc_TypeError, align 8
  tail call void @PyErr_SetString(ptr noundef %43, ptr noundef nonnull @.str.76) #12
  br label %51

44:                                               ; preds = %35
  %45 = tail call ptr @PyTuple_GetItem(ptr noundef nonnull %17, i64 noundef 1) #12
  %46 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %45) #12
  %47 = icmp eq i64 %46, -1
  br i1 %47, label %48, label %53

48:                                               ; preds = %44
  %49 = tail call ptr @PyErr_Occurred() #12
  %50 = icmp eq ptr %49, null
  br i1 %50, label %53, label %51

51:                                               ; preds = %15, %48, %42
  %52 = load ptr, ptr %1, align 8
  tail call void @free(ptr noundef %52) #12
  store ptr null, ptr %1, align 8
  br label %62

53:                                               ; preds = %48, %44
  %54 = load ptr, ptr %1, align 8
  %55 = load i32, ptr %2, align 4
  %56 = add i32 %55, 1
  store i32 %56, ptr %2, align 4
  %57 = zext i32 %55 to i64
  %58 = getelementptr inbounds nuw %struct.point, ptr %54, i64 %57
  store ptr %37, ptr %58, align 8
  %59 = getelementptr inbounds nuw i8, ptr %58, i64 8
  store i64 %46, ptr %59, align 8
  %60 = add nuw nsw i64 %16, 1
  %61 = icmp eq i64 %60, %4
  br i1 %61, label %62, label %15, !llvm.loop !100

62:                                               ; preds = %53, %6, %51, %13
  %63 = phi i32 [ -1, %13 ], [ %8, %6 ], [ -1, %51 ], [ 0, %53 ]
  ret i32 %63
}

; Function Attrs: nounwind memory(readwrite, target_mem0: none, target_mem1: none)
define internal fastcc range(i32 -1, 1) i32 @join_wait(ptr noundef captures(none) %0, ptr noundef readnone captures(address) %1, ptr %2, i64 %3) unnamed_addr #21 {
  %5 = icmp eq i64 %3, 0
  br i1 %5, label %168, label %6

6:                                                ; preds = %4
  %7 = getelementptr inbounds nuw i8, ptr %2, i64 76
  %8 = load i32, ptr %7, align 4
  %9 = icmp eq i32 %8, 0
  br i1 %9, label %40, label %10

10:                                               ; preds = %6
  %11 = getelementptr inbounds nuw i8, ptr %2, i64 64
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %2, i64 72
  %14 = load i32, ptr %13, align 8
  %15 = zext i32 %14 to i64
  %16 = getelementptr inbounds nuw %struct.snapshot, ptr %12, i64 %15
  %17 = add i32 %8, -1
  %18 = zext i32 %17 to i64
  %19 = getelementptr inbounds nuw %struct.snapshot, ptr %16, i64 %18
  %20 = load i64, ptr %19, align 8
  %21 = icmp ult i64 %3, %20
  br i1 %21, label %22, label %42

22:                                               ; preds = %10, %22
  %23 = phi i32 [ %33, %22 ], [ 0, %10 ]
  %24 = phi i32 [ %32, %22 ], [ %8, %10 ]
  %25 = add i32 %24, %23
  %26 = lshr i32 %25, 1
  %27 = zext nneg i32 %26 to i64
  %28 = getelementptr inbounds nuw %struct.snapshot, ptr %16, i64 %27
  %29 = load i64, ptr %28, align 8
  %30 = icmp ugt i64 %29, %3
  %31 = add nuw i32 %26, 1
  %32 = select i1 %30, i32 %26, i32 %24
  %33 = select i1 %30, i32 %23, i32 %31
  %34 = icmp ult i32 %33, %32
  br i1 %34, label %22, label %35, !llvm.loop !84

35:                                               ; preds = %22
  %36 = icmp eq i32 %33, 0
  br i1 %36, label %40, label %37

37:                                               ; preds = %35
  %38 = add i32 %33, -1
  %39 = zext nneg i32 %38 to i64
  br label %42

40:                                               ; preds = %6, %35
  %41 = load i32, ptr %0, align 8
  br label %53

42:                                               ; preds = %10, %37
  %43 = phi i64 [ %39, %37 ], [ %18, %10 ]
  %44 = getelementptr inbounds nuw %struct.snapshot, ptr %16, i64 %43
  %45 = getelementptr inbounds nuw i8, ptr %44, i64 8
  %46 = load ptr, ptr %45, align 8
  %47 = load i32, ptr %0, align 8
  %48 = icmp eq ptr %46, null
  br i1 %48, label %53, label %49

49:                                               ; preds = %42
  %50 = getelementptr inbounds nuw i8, ptr %46, i64 4
  %51 = load i32, ptr %50, align 4
  %52 = zext i32 %51 to i64
  br label %53

53:                                               ; preds = %40, %42, %49
  %54 = phi i1 [ false, %49 ], [ true, %42 ], [ true, %40 ]
  %55 = phi i32 [ %47, %49 ], [ %47, %42 ], [ %41, %40 ]
  %56 = phi ptr [ %46, %49 ], [ null, %42 ], [ null, %40 ]
  %57 = phi i64 [ %52, %49 ], [ 0, %42 ], [ 0, %40 ]
  %58 = zext i32 %55 to i64
  %59 = add nuw nsw i64 %58, 1
  %60 = add nuw nsw i64 %59, %57
  %61 = getelementptr inbounds nuw i8, ptr %0, i64 4
  %62 = load i32, ptr %61, align 4
  %63 = zext i32 %62 to i64
  %64 = icmp samesign ugt i64 %60, %63
  %65 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %66 = load ptr, ptr %65, align 8
  br i1 %64, label %67, label %77

67:                                               ; preds = %53
  %68 = icmp ult i32 %62, 2
  %69 = shl nuw nsw i64 %63, 1
  %70 = select i1 %68, i64 4, i64 %69
  %71 = tail call i64 @llvm.umax.i64(i64 %70, i64 range(i64 0, 8589934592) %60)
  %72 = shl nuw nsw i64 %71, 4
  %73 = tail call ptr @realloc(ptr noundef %66, i64 noundef %72) #33
  %74 = icmp eq ptr %73, null
  br i1 %74, label %168, label %75

75:                                               ; preds = %67
  %76 = trunc i64 %71 to i32
  store i32 %76, ptr %61, align 4
  store ptr %73, ptr %65, align 8
  br label %77

77:                                               ; preds = %53, %75
  %78 = phi ptr [ %73, %75 ], [ %66, %53 ]
  %79 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %80 = load i32, ptr %0, align 8
  %81 = icmp eq i32 %80, 0
  br i1 %81, label %103, label %82

82:                                               ; preds = %77
  %83 = zext i32 %80 to i64
  br label %84

84:                                               ; preds = %89, %82
  %85 = phi i64 [ 0, %82 ], [ %90, %89 ]
  %86 = getelementptr inbounds nuw %struct.point, ptr %78, i64 %85
  %87 = load ptr, ptr %86, align 8
  %88 = icmp ult ptr %87, %2
  br i1 %88, label %89, label %92

89:                                               ; preds = %84
  %90 = add nuw nsw i64 %85, 1
  %91 = icmp eq i64 %90, %83
  br i1 %91, label %103, label %84, !llvm.loop !101

92:                                               ; preds = %84
  %93 = trunc nuw i64 %85 to i32
  %94 = and i64 %85, 4294967295
  %95 = getelementptr inbounds nuw %struct.point, ptr %78, i64 %94
  %96 = load ptr, ptr %95, align 8
  %97 = icmp eq ptr %96, %2
  br i1 %97, label %98, label %103

98:                                               ; preds = %92
  %99 = getelementptr inbounds nuw i8, ptr %95, i64 8
  %100 = load i64, ptr %99, align 8
  %101 = icmp ugt i64 %3, %100
  br i1 %101, label %102, label %113

102:                                              ; preds = %98
  store i64 %3, ptr %99, align 8
  br label %113

103:                                              ; preds = %89, %92, %77
  %104 = phi i64 [ 0, %77 ], [ %94, %92 ], [ %83, %89 ]
  %105 = phi i32 [ 0, %77 ], [ %93, %92 ], [ %80, %89 ]
  %106 = getelementptr inbounds nuw %struct.point, ptr %78, i64 %104
  %107 = getelementptr inbounds nuw i8, ptr %106, i64 16
  %108 = add i32 %80, 1
  store i32 %108, ptr %0, align 8
  %109 = sub i32 %80, %105
  %110 = zext i32 %109 to i64
  %111 = shl nuw nsw i64 %110, 4
  tail call void @llvm.memmove.p0.p0.i64(ptr nonnull align 8 %107, ptr align 8 %106, i64 %111, i1 false)
  store ptr %2, ptr %106, align 8
  %112 = getelementptr inbounds nuw i8, ptr %106, i64 8
  store i64 %3, ptr %112, align 8
  br label %113

113:                                              ; preds = %103, %102, %98
  br i1 %54, label %168, label %114

114:                                              ; preds = %113
  %115 = getelementptr inbounds nuw i8, ptr %56, i64 16
  %116 = getelementptr inbounds nuw i8, ptr %56, i64 4
  %117 = load i32, ptr %116, align 4
  %118 = load ptr, ptr %79, align 8
  %119 = icmp eq i32 %117, 0
  br i1 %119, label %168, label %120

120:                                              ; preds = %114
  %121 = zext i32 %117 to i64
  br label %122

122:                                              ; preds = %164, %120
  %123 = phi i64 [ 0, %120 ], [ %166, %164 ]
  %124 = phi i32 [ 0, %120 ], [ %165, %164 ]
  %125 = getelementptr inbounds nuw %struct.point, ptr %115, i64 %123
  %126 = load ptr, ptr %125, align 8
  %127 = icmp eq ptr %126, %1
  br i1 %127, label %164, label %128

128:                                              ; preds = %122
  %129 = load i32, ptr %0, align 8
  %130 = icmp ult i32 %124, %129
  %131 = zext i32 %124 to i64
  br i1 %130, label %132, label %155

132:                                              ; preds = %128
  %133 = zext i32 %129 to i64
  br label %134

134:                                              ; preds = %139, %132
  %135 = phi i64 [ %131, %132 ], [ %140, %139 ]
  %136 = getelementptr inbounds nuw %struct.point, ptr %118, i64 %135
  %137 = load ptr, ptr %136, align 8
  %138 = icmp ult ptr %137, %126
  br i1 %138, label %139, label %142

139:                                              ; preds = %134
  %140 = add nuw nsw i64 %135, 1
  %141 = icmp eq i64 %140, %133
  br i1 %141, label %155, label %134, !llvm.loop !101

142:                                              ; preds = %134
  %143 = trunc nuw i64 %135 to i32
  %144 = and i64 %135, 4294967295
  %145 = getelementptr inbounds nuw %struct.point, ptr %118, i64 %144
  %146 = load ptr, ptr %145, align 8
  %147 = icmp eq ptr %146, %126
  br i1 %147, label %148, label %155

148:                                              ; preds = %142
  %149 = getelementptr inbounds nuw i8, ptr %125, i64 8
  %150 = load i64, ptr %149, align 8
  %151 = getelementptr inbounds nuw i8, ptr %145, i64 8
  %152 = load i64, ptr %151, align 8
  %153 = icmp ugt i64 %150, %152
  br i1 %153, label %154, label %164

154:                                              ; preds = %148
  store i64 %150, ptr %151, align 8
  br label %164

155:                                              ; preds = %139, %142, %128
  %156 = phi i64 [ %131, %128 ], [ %144, %142 ], [ %133, %139 ]
  %157 = phi i32 [ %124, %128 ], [ %143, %142 ], [ %129, %139 ]
  %158 = getelementptr inbounds nuw %struct.point, ptr %118, i64 %156
  %159 = getelementptr inbounds nuw i8, ptr %158, i64 16
  %160 = add i32 %129, 1
  store i32 %160, ptr %0, align 8
  %161 = sub i32 %129, %157
  %162 = zext i32 %161 to i64
  %163 = shl nuw nsw i64 %162, 4
  tail call void @llvm.memmove.p0.p0.i64(ptr nonnull align 8 %159, ptr align 8 %158, i64 %163, i1 false)
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %158, ptr noundef nonnull readonly align 8 dereferenceable(16) %125, i64 16, i1 false)
  br label %164

164:                                              ; preds = %155, %154, %148, %122
  %165 = phi i32 [ %124, %122 ], [ %143, %154 ], [ %143, %148 ], [ %157, %155 ]
  %166 = add nuw nsw i64 %123, 1
  %167 = icmp eq i64 %166, %121
  br i1 %167, label %168, label %122, !llvm.loop !102

168:                                              ; preds = %164, %114, %67, %113, %4
  %169 = phi i32 [ 0, %4 ], [ 0, %113 ], [ -1, %67 ], [ 0, %114 ], [ 0, %164 ]
  ret i32 %169
}

; Function Attrs: mustprogress nounwind willreturn allockind("realloc") allocsize(1) memory(argmem: readwrite, inaccessiblemem: readwrite)
declare noalias noundef ptr @realloc(ptr allocptr noundef captures(none), i64 noundef) local_unnamed_addr #22

; Function Attrs: nounwind
define internal fastcc range(i32 -1, 1) i32 @reap(ptr noundef captures(none) %0, ptr noundef nonnull writeonly captures(none) initializes((0, 8)) %1) unnamed_addr #6 {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds nuw i8, ptr %4, i64 2176
  %6 = load atomic i64, ptr %5 acquire, align 64
  %7 = load ptr, ptr %3, align 8
  %8 = getelementptr inbounds nuw i8, ptr %7, i64 2184
  %9 = load atomic i64, ptr %8 acquire, align 8
  store ptr null, ptr %1, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 120
  br label %15

15:                                               ; preds = %41, %2
  %16 = load i64, ptr %10, align 8
  %17 = load i64, ptr %11, align 8
  %18 = icmp ult i64 %16, %17
  br i1 %18, label %19, label %44

19:                                               ; preds = %15
  %20 = load ptr, ptr %12, align 8
  %21 = load i64, ptr %13, align 8
  %22 = add i64 %21, -1
  %23 = and i64 %22, %16
  %24 = getelementptr inbounds nuw ptr, ptr %20, i64 %23
  %25 = load ptr, ptr %24, align 8
  %26 = icmp eq ptr %25, null
  br i1 %26, label %44, label %27

27:                                               ; preds = %19
  %28 = load i64, ptr @head_bytes, align 8
  %29 = getelementptr inbounds i8, ptr %25, i64 %28
  %30 = load i64, ptr %29, align 8
  %31 = icmp ugt i64 %30, %6
  br i1 %31, label %44, label %32

32:                                               ; preds = %27
  %33 = load i64, ptr %14, align 8
  %34 = icmp eq i64 %9, %33
  br i1 %34, label %41, label %35

35:                                               ; preds = %32
  %36 = getelementptr inbounds nuw i8, ptr %29, i64 8
  %37 = load ptr, ptr %36, align 8
  %38 = load atomic i32, ptr %37 acquire, align 64
  %39 = icmp eq i32 %38, 2
  br i1 %39, label %41, label %40

40:                                               ; preds = %35
  store ptr %25, ptr %1, align 8
  br label %58

41:                                               ; preds = %35, %32
  %42 = tail call fastcc i32 @pop_execution(ptr noundef nonnull %0, i32 noundef 1)
  %43 = icmp eq i32 %42, 0
  br i1 %43, label %15, label %58, !llvm.loop !103

44:                                               ; preds = %15, %19, %27
  %45 = load i64, ptr %14, align 8
  %46 = icmp eq i64 %45, 0
  %47 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %48 = load i64, ptr %47, align 8
  %49 = icmp ugt i64 %6, %48
  br i1 %49, label %50, label %51

50:                                               ; preds = %44
  store i64 %6, ptr %47, align 8
  br label %51

51:                                               ; preds = %50, %44
  br i1 %46, label %52, label %57

52:                                               ; preds = %51
  %53 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %54 = load i64, ptr %53, align 8
  %55 = icmp ugt i64 %6, %54
  br i1 %55, label %56, label %57

56:                                               ; preds = %52
  store i64 %6, ptr %53, align 8
  br label %57

57:                                               ; preds = %51, %52, %56
  tail call fastcc void @observe(ptr noundef nonnull %0, i64 noundef %6)
  br label %58

58:                                               ; preds = %41, %40, %57
  %59 = phi i32 [ 0, %40 ], [ 0, %57 ], [ -1, %41 ]
  ret i32 %59
}

; Function Attrs: nounwind
define internal fastcc range(i32 -1, 1) i32 @pop_execution(ptr noundef captures(none) %0, i32 noundef range(i32 0, 2) %1) unnamed_addr #6 {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %4 = load i64, ptr %3, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %6 = load i64, ptr %5, align 8
  %7 = icmp ult i64 %4, %6
  br i1 %7, label %8, label %17

8:                                                ; preds = %2
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %12 = load i64, ptr %11, align 8
  %13 = add i64 %12, -1
  %14 = and i64 %13, %4
  %15 = getelementptr inbounds nuw ptr, ptr %10, i64 %14
  %16 = load ptr, ptr %15, align 8
  br label %17

17:                                               ; preds = %2, %8
  %18 = phi ptr [ %16, %8 ], [ null, %2 ]
  %19 = load i64, ptr getelementptr inbounds nuw (i8, ptr @slots, i64 72), align 8
  %20 = getelementptr inbounds i8, ptr %18, i64 %19
  %21 = load ptr, ptr %20, align 8
  %22 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %23 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %24 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %25 = add i32 %24, %23
  %26 = zext i32 %25 to i64
  %27 = add nuw nsw i64 %26, 3
  %28 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 52), align 4
  %29 = zext i32 %28 to i64
  %30 = icmp samesign ugt i64 %27, %29
  br i1 %30, label %31, label %42

31:                                               ; preds = %17
  %32 = icmp ult i32 %28, 2
  %33 = shl nuw nsw i64 %29, 1
  %34 = select i1 %32, i64 4, i64 %33
  %35 = tail call i64 @llvm.umax.i64(i64 %34, i64 %27)
  %36 = shl nuw nsw i64 %35, 3
  %37 = tail call ptr @realloc(ptr noundef %22, i64 noundef %36) #33
  %38 = icmp eq ptr %37, null
  br i1 %38, label %71, label %39

39:                                               ; preds = %31
  %40 = trunc i64 %35 to i32
  store i32 %40, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 52), align 4
  %41 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  br label %44

42:                                               ; preds = %17
  %43 = icmp eq ptr %22, null
  br i1 %43, label %71, label %44

44:                                               ; preds = %42, %39
  %45 = phi i32 [ %41, %39 ], [ %23, %42 ]
  %46 = phi ptr [ %37, %39 ], [ %22, %42 ]
  store ptr %46, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %47 = add i32 %45, 1
  store i32 %47, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %48 = zext i32 %45 to i64
  %49 = getelementptr inbounds nuw ptr, ptr %46, i64 %48
  store ptr %18, ptr %49, align 8
  %50 = icmp ne i32 %1, 0
  %51 = icmp ne ptr %21, null
  %52 = select i1 %50, i1 %51, i1 false
  br i1 %52, label %53, label %68

53:                                               ; preds = %44
  %54 = load ptr, ptr @empty_tuple, align 8
  %55 = icmp eq ptr %21, %54
  br i1 %55, label %68, label %56

56:                                               ; preds = %53
  %57 = icmp eq ptr %54, null
  br i1 %57, label %60, label %58

58:                                               ; preds = %56
  tail call void @Py_IncRef(ptr noundef nonnull %54) #12
  %59 = load i64, ptr getelementptr inbounds nuw (i8, ptr @slots, i64 72), align 8
  br label %60

60:                                               ; preds = %56, %58
  %61 = phi i64 [ %19, %56 ], [ %59, %58 ]
  %62 = getelementptr inbounds i8, ptr %18, i64 %61
  store ptr %54, ptr %62, align 8
  %63 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %64 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %65 = add i32 %64, 1
  store i32 %65, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %66 = zext i32 %64 to i64
  %67 = getelementptr inbounds nuw ptr, ptr %63, i64 %66
  store ptr %21, ptr %67, align 8
  br label %68

68:                                               ; preds = %60, %53, %44
  %69 = load i64, ptr %3, align 8
  %70 = add i64 %69, 1
  store i64 %70, ptr %3, align 8
  br label %71

71:                                               ; preds = %31, %42, %68
  %72 = phi i32 [ 0, %68 ], [ -1, %42 ], [ -1, %31 ]
  ret i32 %72
}

declare i32 @PyObject_IsTrue(ptr noundef) local_unnamed_addr #14

declare ptr @PyList_New(i64 noundef) local_unnamed_addr #14

declare i32 @PyList_Append(ptr noundef, ptr noundef) local_unnamed_addr #14

; Function Attrs: nounwind
define internal fastcc ptr @submit(ptr noundef nonnull readonly captures(none) %0, i64 noundef %1) unnamed_addr #6 {
  %3 = alloca %struct.edge, align 8
  %4 = alloca %struct.point, align 8
  %5 = alloca %struct.timespec, align 8
  %6 = alloca %struct.step, align 8
  %7 = alloca ptr, align 8
  %8 = alloca %struct.point, align 8
  %9 = alloca %struct.parts, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %9) #12
  %10 = getelementptr inbounds nuw i8, ptr %9, i64 8
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(56) %10, i8 0, i64 56, i1 false)
  %11 = load ptr, ptr @execution_class, align 8
  %12 = tail call ptr @PyType_GenericAlloc(ptr noundef %11, i64 noundef 0) #12
  store ptr %12, ptr %9, align 8
  %13 = icmp eq ptr %12, null
  br i1 %13, label %897, label %14

14:                                               ; preds = %2
  %15 = getelementptr inbounds nuw i8, ptr %9, i64 24
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %22 = getelementptr inbounds nuw i8, ptr %8, i64 8
  %23 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %24 = getelementptr inbounds nuw i8, ptr %9, i64 56
  %25 = getelementptr inbounds nuw i8, ptr %9, i64 16
  %26 = getelementptr inbounds nuw i8, ptr %9, i64 60
  %27 = getelementptr inbounds nuw i8, ptr %9, i64 32
  %28 = getelementptr inbounds nuw i8, ptr %9, i64 40
  %29 = getelementptr inbounds nuw i8, ptr %9, i64 48
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %31 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %32 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %33 = getelementptr inbounds nuw i8, ptr %3, i64 20
  %34 = getelementptr inbounds nuw i8, ptr %3, i64 24
  br label %35

35:                                               ; preds = %14, %564
  %36 = load ptr, ptr %0, align 8
  %37 = getelementptr inbounds nuw i8, ptr %36, i64 216
  %38 = load ptr, ptr %37, align 8
  %39 = load i64, ptr @head_bytes, align 8
  %40 = getelementptr inbounds i8, ptr %38, i64 %39
  %41 = getelementptr inbounds nuw i8, ptr %36, i64 176
  %42 = load ptr, ptr %41, align 8
  %43 = getelementptr inbounds nuw i8, ptr %36, i64 184
  %44 = load ptr, ptr %43, align 8
  %45 = icmp eq ptr %42, %44
  br i1 %45, label %46, label %101

46:                                               ; preds = %35
  %47 = load atomic i32, ptr %40 monotonic, align 8
  %48 = icmp eq i32 %47, 0
  br i1 %48, label %54, label %49

49:                                               ; preds = %46
  %50 = getelementptr inbounds nuw i8, ptr %40, i64 16
  %51 = load i64, ptr %50, align 8
  %52 = tail call i64 @pthread_self() #32
  %53 = icmp eq i64 %51, %52
  br i1 %53, label %86, label %54

54:                                               ; preds = %49, %46
  call void @llvm.lifetime.start.p0(ptr nonnull %7) #12
  store ptr null, ptr %7, align 8
  %55 = getelementptr inbounds nuw i8, ptr %36, i64 96
  %56 = load ptr, ptr %55, align 8
  %57 = getelementptr inbounds nuw i8, ptr %56, i64 2184
  %58 = load atomic i64, ptr %57 acquire, align 8
  %59 = getelementptr inbounds nuw i8, ptr %36, i64 120
  %60 = load i64, ptr %59, align 8
  %61 = icmp eq i64 %58, %60
  br i1 %61, label %62, label %70

62:                                               ; preds = %54
  %63 = getelementptr inbounds nuw i8, ptr %36, i64 192
  %64 = load i32, ptr %63, align 8
  %65 = add i32 %64, 1
  store i32 %65, ptr %63, align 8
  %66 = and i32 %65, 15
  %67 = icmp eq i32 %66, 0
  br i1 %67, label %70, label %68

68:                                               ; preds = %62
  %69 = call fastcc i32 @reap(ptr noundef nonnull %36, ptr noundef %7)
  br label %79

70:                                               ; preds = %62, %54
  %71 = getelementptr inbounds nuw i8, ptr %36, i64 208
  %72 = load ptr, ptr %71, align 8
  %73 = load ptr, ptr @tidy_name, align 8
  %74 = tail call ptr (ptr, ptr, ...) @PyObject_CallMethodObjArgs(ptr noundef %72, ptr noundef %73, ptr noundef null) #12
  %75 = icmp eq ptr %74, null
  br i1 %75, label %77, label %76

76:                                               ; preds = %70
  tail call void @Py_DecRef(ptr noundef nonnull %74) #12
  br label %77

77:                                               ; preds = %76, %70
  %78 = sext i1 %75 to i32
  br label %79

79:                                               ; preds = %77, %68
  %80 = phi i32 [ %69, %68 ], [ %78, %77 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %7) #12
  %81 = icmp eq i32 %80, 0
  br i1 %81, label %82, label %897

82:                                               ; preds = %79
  %83 = load ptr, ptr %41, align 8
  %84 = load ptr, ptr %43, align 8
  %85 = icmp eq ptr %83, %84
  br i1 %85, label %86, label %101

86:                                               ; preds = %82, %49
  %87 = tail call ptr @PyByteArray_FromStringAndSize(ptr noundef null, i64 noundef 2112) #12
  %88 = icmp eq ptr %87, null
  br i1 %88, label %897, label %89

89:                                               ; preds = %86
  %90 = tail call ptr @PyByteArray_AsString(ptr noundef nonnull %87) #12
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 1 dereferenceable(2112) %90, i8 0, i64 2112, i1 false)
  %91 = getelementptr inbounds nuw i8, ptr %36, i64 168
  %92 = load ptr, ptr %91, align 8
  %93 = icmp eq ptr %92, null
  br i1 %93, label %95, label %94

94:                                               ; preds = %89
  tail call void @Py_DecRef(ptr noundef nonnull %92) #12
  br label %95

95:                                               ; preds = %94, %89
  store ptr %87, ptr %91, align 8
  %96 = ptrtoint ptr %90 to i64
  %97 = add i64 %96, 63
  %98 = and i64 %97, -64
  %99 = inttoptr i64 %98 to ptr
  store ptr %99, ptr %41, align 8
  %100 = getelementptr inbounds nuw i8, ptr %99, i64 2048
  store ptr %100, ptr %43, align 8
  br label %101

101:                                              ; preds = %95, %82, %35
  %102 = getelementptr inbounds nuw i8, ptr %40, i64 24
  %103 = load ptr, ptr %102, align 8
  %104 = icmp eq ptr %103, null
  %105 = icmp eq ptr %103, @_Py_NoneStruct
  %106 = or i1 %104, %105
  br i1 %106, label %118, label %107

107:                                              ; preds = %101
  %108 = tail call ptr (ptr, ...) @PyObject_CallFunctionObjArgs(ptr noundef nonnull %103, ptr noundef null) #12
  %109 = load ptr, ptr %15, align 8
  %110 = icmp eq ptr %109, null
  br i1 %110, label %112, label %111

111:                                              ; preds = %107
  tail call void @Py_DecRef(ptr noundef nonnull %109) #12
  br label %112

112:                                              ; preds = %111, %107
  %113 = icmp eq ptr %108, @_Py_NoneStruct
  %114 = select i1 %113, ptr null, ptr %108
  store ptr %114, ptr %15, align 8
  br i1 %113, label %115, label %116

115:                                              ; preds = %112
  tail call void @Py_DecRef(ptr noundef nonnull @_Py_NoneStruct) #12
  br label %118

116:                                              ; preds = %112
  %117 = icmp eq ptr %108, null
  br i1 %117, label %897, label %118

118:                                              ; preds = %116, %115, %101
  %119 = tail call fastcc i32 @pass_lock(ptr noundef nonnull %40)
  %120 = icmp eq i32 %119, 0
  br i1 %120, label %121, label %564

121:                                              ; preds = %118
  %122 = load ptr, ptr %41, align 8
  %123 = load ptr, ptr %43, align 8
  %124 = icmp eq ptr %122, %123
  br i1 %124, label %564, label %125

125:                                              ; preds = %121
  %126 = load ptr, ptr %16, align 8
  %127 = icmp eq ptr %126, null
  br i1 %127, label %128, label %130

128:                                              ; preds = %125
  %129 = load ptr, ptr %0, align 8
  br label %143

130:                                              ; preds = %125
  %131 = load i64, ptr %126, align 8
  %132 = load i64, ptr %17, align 8
  %133 = icmp eq i64 %131, %132
  br i1 %133, label %134, label %897

134:                                              ; preds = %130
  %135 = load ptr, ptr %0, align 8
  %136 = getelementptr inbounds nuw i8, ptr %135, i64 216
  %137 = load ptr, ptr %136, align 8
  %138 = load i64, ptr @head_bytes, align 8
  %139 = getelementptr inbounds i8, ptr %137, i64 %138
  %140 = getelementptr inbounds nuw i8, ptr %139, i64 8
  %141 = load i32, ptr %140, align 8
  %142 = icmp eq i32 %141, 0
  br i1 %142, label %143, label %897

143:                                              ; preds = %134, %128
  %144 = phi ptr [ %129, %128 ], [ %135, %134 ]
  %145 = getelementptr inbounds nuw i8, ptr %144, i64 96
  %146 = load ptr, ptr %145, align 8
  %147 = getelementptr inbounds nuw i8, ptr %146, i64 8
  %148 = load i64, ptr %147, align 8
  %149 = getelementptr inbounds nuw i8, ptr %146, i64 24
  %150 = load i64, ptr %149, align 8
  %151 = sub i64 %148, %150
  %152 = getelementptr inbounds nuw i8, ptr %146, i64 16
  %153 = load i64, ptr %152, align 16
  %154 = icmp ult i64 %151, %153
  br i1 %154, label %162, label %155

155:                                              ; preds = %143
  %156 = getelementptr inbounds nuw i8, ptr %146, i64 2176
  %157 = load atomic i64, ptr %156 acquire, align 64
  store i64 %157, ptr %149, align 8
  %158 = load i64, ptr %147, align 8
  %159 = sub i64 %158, %157
  %160 = load i64, ptr %152, align 16
  %161 = icmp ult i64 %159, %160
  br i1 %161, label %162, label %897

162:                                              ; preds = %155, %143
  %163 = load ptr, ptr %18, align 8
  %164 = icmp eq ptr %163, null
  br i1 %164, label %183, label %165

165:                                              ; preds = %162
  %166 = getelementptr inbounds nuw i8, ptr %163, i64 96
  %167 = load ptr, ptr %166, align 8
  %168 = getelementptr inbounds nuw i8, ptr %167, i64 8
  %169 = load i64, ptr %168, align 8
  %170 = getelementptr inbounds nuw i8, ptr %167, i64 24
  %171 = load i64, ptr %170, align 8
  %172 = sub i64 %169, %171
  %173 = getelementptr inbounds nuw i8, ptr %167, i64 16
  %174 = load i64, ptr %173, align 16
  %175 = icmp ult i64 %172, %174
  br i1 %175, label %183, label %176

176:                                              ; preds = %165
  %177 = getelementptr inbounds nuw i8, ptr %167, i64 2176
  %178 = load atomic i64, ptr %177 acquire, align 64
  store i64 %178, ptr %170, align 8
  %179 = load i64, ptr %168, align 8
  %180 = sub i64 %179, %178
  %181 = load i64, ptr %173, align 16
  %182 = icmp ult i64 %180, %181
  br i1 %182, label %183, label %897

183:                                              ; preds = %176, %165, %162
  %184 = load ptr, ptr %19, align 8
  %185 = icmp eq ptr %184, null
  br i1 %185, label %227, label %186

186:                                              ; preds = %183
  %187 = tail call i64 @PyTuple_Size(ptr noundef nonnull %184) #12
  %188 = icmp sgt i64 %187, 1
  br i1 %188, label %192, label %227

189:                                              ; preds = %219
  %190 = add nuw nsw i64 %193, 2
  %191 = icmp slt i64 %190, %187
  br i1 %191, label %192, label %227, !llvm.loop !104

192:                                              ; preds = %186, %189
  %193 = phi i64 [ %190, %189 ], [ 1, %186 ]
  %194 = load ptr, ptr %19, align 8
  %195 = tail call ptr @PyTuple_GetItem(ptr noundef %194, i64 noundef %193) #12
  %196 = load i64, ptr @head_bytes, align 8
  %197 = getelementptr inbounds i8, ptr %195, i64 %196
  %198 = getelementptr inbounds nuw i8, ptr %197, i64 96
  %199 = load ptr, ptr %198, align 8
  %200 = load ptr, ptr %19, align 8
  %201 = add nuw nsw i64 %193, 1
  %202 = tail call ptr @PyTuple_GetItem(ptr noundef %200, i64 noundef %201) #12
  %203 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %202) #12
  %204 = getelementptr inbounds nuw i8, ptr %199, i64 8
  %205 = load i64, ptr %204, align 8
  %206 = getelementptr inbounds nuw i8, ptr %199, i64 24
  %207 = load i64, ptr %206, align 8
  %208 = sub i64 %205, %207
  %209 = getelementptr inbounds nuw i8, ptr %199, i64 16
  %210 = load i64, ptr %209, align 16
  %211 = icmp ult i64 %208, %210
  br i1 %211, label %219, label %212

212:                                              ; preds = %192
  %213 = getelementptr inbounds nuw i8, ptr %199, i64 2176
  %214 = load atomic i64, ptr %213 acquire, align 64
  store i64 %214, ptr %206, align 8
  %215 = load i64, ptr %204, align 8
  %216 = sub i64 %215, %214
  %217 = load i64, ptr %209, align 16
  %218 = icmp ult i64 %216, %217
  br i1 %218, label %219, label %897

219:                                              ; preds = %212, %192
  %220 = phi i64 [ %205, %192 ], [ %215, %212 ]
  %221 = getelementptr inbounds nuw i8, ptr %199, i64 2176
  %222 = load atomic i64, ptr %221 seq_cst, align 64
  %223 = add i64 %220, %203
  %224 = sub i64 %223, %222
  %225 = load i64, ptr %209, align 16
  %226 = icmp ugt i64 %224, %225
  br i1 %226, label %897, label %189

227:                                              ; preds = %189, %186, %183
  %228 = load ptr, ptr %20, align 8
  %229 = load i32, ptr %21, align 8
  %230 = icmp eq i32 %229, 0
  br i1 %230, label %253, label %231

231:                                              ; preds = %227
  %232 = zext i32 %229 to i64
  br label %233

233:                                              ; preds = %247, %231
  %234 = phi i64 [ 0, %231 ], [ %248, %247 ]
  %235 = getelementptr inbounds nuw %struct.use, ptr %228, i64 %234
  %236 = load ptr, ptr %235, align 8
  %237 = load ptr, ptr %236, align 8
  %238 = getelementptr inbounds nuw i8, ptr %237, i64 8
  %239 = load i32, ptr %238, align 8
  %240 = getelementptr inbounds nuw i8, ptr %235, i64 9
  %241 = load i8, ptr %240, align 1
  %242 = icmp eq i8 %241, 0
  br i1 %242, label %245, label %243

243:                                              ; preds = %233
  %244 = icmp eq i32 %239, 0
  br i1 %244, label %247, label %250

245:                                              ; preds = %233
  %246 = icmp ugt i32 %239, 1
  br i1 %246, label %250, label %247

247:                                              ; preds = %245, %243
  %248 = add nuw nsw i64 %234, 1
  %249 = icmp eq i64 %248, %232
  br i1 %249, label %253, label %233, !llvm.loop !69

250:                                              ; preds = %245, %243
  %251 = and i64 %234, 2147483648
  %252 = icmp eq i64 %251, 0
  br i1 %252, label %897, label %253

253:                                              ; preds = %247, %250, %227
  call void @llvm.lifetime.start.p0(ptr nonnull %8) #12
  %254 = load ptr, ptr %18, align 8
  store ptr %254, ptr %8, align 8
  %255 = icmp eq ptr %254, null
  br i1 %255, label %262, label %256

256:                                              ; preds = %253
  %257 = load i64, ptr %254, align 8
  %258 = getelementptr inbounds nuw i8, ptr %36, i64 200
  %259 = load i64, ptr %258, align 8
  %260 = icmp ne i64 %257, %259
  %261 = zext i1 %260 to i32
  br label %262

262:                                              ; preds = %256, %253
  %263 = phi i64 [ %257, %256 ], [ 0, %253 ]
  %264 = phi i32 [ %261, %256 ], [ 0, %253 ]
  %265 = getelementptr inbounds nuw i8, ptr %36, i64 104
  %266 = load i32, ptr %265, align 8
  store i64 %263, ptr %22, align 8
  store i32 %266, ptr @the_tracker, align 8
  %267 = call fastcc i32 @prepare_command(ptr noundef nonnull %36, ptr noundef %228, i32 noundef %229, ptr noundef nonnull %8, i32 noundef %264)
  %268 = icmp eq i32 %267, 0
  br i1 %268, label %271, label %269

269:                                              ; preds = %262
  %270 = tail call ptr @PyErr_NoMemory() #12
  br label %562

271:                                              ; preds = %262
  %272 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %273 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 32), align 8
  %274 = getelementptr inbounds nuw i8, ptr %36, i64 108
  %275 = load i32, ptr %274, align 4
  %276 = icmp eq i32 %275, 0
  br i1 %276, label %277, label %296

277:                                              ; preds = %271
  %278 = icmp eq i32 %272, 0
  br i1 %278, label %296, label %279

279:                                              ; preds = %277
  %280 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 8), align 8
  %281 = zext i32 %272 to i64
  br label %285

282:                                              ; preds = %285
  %283 = add nuw nsw i64 %286, 1
  %284 = icmp eq i64 %283, %281
  br i1 %284, label %296, label %285, !llvm.loop !93

285:                                              ; preds = %282, %279
  %286 = phi i64 [ 0, %279 ], [ %283, %282 ]
  %287 = getelementptr inbounds nuw %struct.edge, ptr %280, i64 %286
  %288 = load ptr, ptr %287, align 8
  %289 = getelementptr inbounds nuw i8, ptr %288, i64 112
  %290 = load i32, ptr %289, align 8
  %291 = icmp eq i32 %290, 0
  br i1 %291, label %282, label %292

292:                                              ; preds = %285
  %293 = getelementptr inbounds nuw i8, ptr %36, i64 112
  %294 = load i32, ptr %293, align 8
  %295 = icmp eq i32 %294, 0
  br label %296

296:                                              ; preds = %282, %292, %277, %271
  %297 = phi i1 [ true, %271 ], [ %295, %292 ], [ false, %277 ], [ false, %282 ]
  %298 = shl i32 %272, 2
  %299 = load ptr, ptr %23, align 8
  %300 = icmp eq ptr %299, null
  br i1 %300, label %305, label %301

301:                                              ; preds = %296
  %302 = load i32, ptr %24, align 8
  %303 = icmp eq i32 %302, %298
  br i1 %303, label %317, label %304

304:                                              ; preds = %301
  tail call void @Py_DecRef(ptr noundef nonnull %299) #12
  br label %305

305:                                              ; preds = %304, %296
  store i32 %298, ptr %24, align 8
  %306 = icmp eq i32 %298, 0
  br i1 %306, label %310, label %307

307:                                              ; preds = %305
  %308 = zext i32 %298 to i64
  %309 = tail call ptr @PyTuple_New(i64 noundef %308) #12
  br label %314

310:                                              ; preds = %305
  %311 = load ptr, ptr @empty_tuple, align 8
  %312 = icmp eq ptr %311, null
  br i1 %312, label %314, label %313

313:                                              ; preds = %310
  tail call void @Py_IncRef(ptr noundef nonnull %311) #12
  br label %314

314:                                              ; preds = %313, %310, %307
  %315 = phi ptr [ %309, %307 ], [ null, %310 ], [ %311, %313 ]
  store ptr %315, ptr %23, align 8
  %316 = zext i1 %306 to i32
  br label %317

317:                                              ; preds = %314, %301
  %318 = phi ptr [ %315, %314 ], [ %299, %301 ]
  %319 = phi i32 [ %316, %314 ], [ 1, %301 ]
  %320 = load ptr, ptr %25, align 8
  %321 = icmp eq ptr %320, null
  br i1 %321, label %326, label %322

322:                                              ; preds = %317
  %323 = load i32, ptr %26, align 4
  %324 = icmp eq i32 %323, %273
  br i1 %324, label %338, label %325

325:                                              ; preds = %322
  tail call void @Py_DecRef(ptr noundef nonnull %320) #12
  br label %326

326:                                              ; preds = %325, %317
  store i32 %273, ptr %26, align 4
  %327 = icmp eq i32 %273, 0
  br i1 %327, label %331, label %328

328:                                              ; preds = %326
  %329 = zext i32 %273 to i64
  %330 = tail call ptr @PyTuple_New(i64 noundef %329) #12
  br label %335

331:                                              ; preds = %326
  %332 = load ptr, ptr @empty_tuple, align 8
  %333 = icmp eq ptr %332, null
  br i1 %333, label %335, label %334

334:                                              ; preds = %331
  tail call void @Py_IncRef(ptr noundef nonnull %332) #12
  br label %335

335:                                              ; preds = %334, %331, %328
  %336 = phi ptr [ %330, %328 ], [ null, %331 ], [ %332, %334 ]
  store ptr %336, ptr %25, align 8
  %337 = zext i1 %327 to i32
  br label %338

338:                                              ; preds = %335, %322
  %339 = phi ptr [ %336, %335 ], [ %320, %322 ]
  %340 = phi i32 [ %337, %335 ], [ 1, %322 ]
  %341 = and i32 %340, %319
  %342 = load ptr, ptr %27, align 8
  %343 = icmp eq ptr %342, null
  %344 = select i1 %297, i1 %343, i1 false
  br i1 %344, label %345, label %347

345:                                              ; preds = %338
  %346 = tail call ptr @PyTuple_New(i64 noundef 5) #12
  store ptr %346, ptr %27, align 8
  br label %347

347:                                              ; preds = %345, %338
  %348 = phi ptr [ %342, %338 ], [ %346, %345 ]
  %349 = phi i32 [ 1, %338 ], [ 0, %345 ]
  %350 = and i32 %341, %349
  %351 = load ptr, ptr %18, align 8
  %352 = icmp eq ptr %351, null
  br i1 %352, label %371, label %353

353:                                              ; preds = %347
  %354 = load ptr, ptr %28, align 8
  %355 = icmp eq ptr %354, null
  br i1 %355, label %356, label %360

356:                                              ; preds = %353
  %357 = tail call ptr @PyTuple_New(i64 noundef 4) #12
  store ptr %357, ptr %28, align 8
  %358 = load ptr, ptr %18, align 8
  %359 = icmp eq ptr %358, null
  br i1 %359, label %371, label %360

360:                                              ; preds = %353, %356
  %361 = phi i32 [ 0, %356 ], [ %350, %353 ]
  %362 = phi ptr [ %358, %356 ], [ %351, %353 ]
  %363 = getelementptr inbounds nuw i8, ptr %362, i64 108
  %364 = load i32, ptr %363, align 4
  %365 = icmp ne i32 %364, 0
  %366 = load ptr, ptr %29, align 8
  %367 = icmp eq ptr %366, null
  %368 = select i1 %365, i1 %367, i1 false
  br i1 %368, label %369, label %371

369:                                              ; preds = %360
  %370 = tail call ptr @PyTuple_New(i64 noundef 5) #12
  store ptr %370, ptr %29, align 8
  br label %371

371:                                              ; preds = %369, %360, %356, %347
  %372 = phi i32 [ %361, %360 ], [ 0, %356 ], [ %361, %369 ], [ %350, %347 ]
  %373 = phi i32 [ 1, %360 ], [ 1, %356 ], [ 0, %369 ], [ 1, %347 ]
  %374 = tail call ptr @PyErr_Occurred() #12
  %375 = icmp eq ptr %374, null
  br i1 %375, label %376, label %562

376:                                              ; preds = %371
  %377 = and i32 %373, %372
  %378 = icmp eq i32 %377, 0
  br i1 %378, label %562, label %379

379:                                              ; preds = %376
  br i1 %297, label %383, label %380

380:                                              ; preds = %379
  store ptr null, ptr %27, align 8
  %381 = icmp eq ptr %348, null
  br i1 %381, label %383, label %382

382:                                              ; preds = %380
  tail call void @Py_DecRef(ptr noundef nonnull %348) #12
  br label %383

383:                                              ; preds = %382, %380, %379
  %384 = phi ptr [ null, %382 ], [ null, %380 ], [ %348, %379 ]
  %385 = load ptr, ptr %0, align 8
  %386 = getelementptr inbounds nuw i8, ptr %385, i64 216
  %387 = load ptr, ptr %386, align 8
  %388 = load i64, ptr @head_bytes, align 8
  %389 = getelementptr inbounds i8, ptr %387, i64 %388
  %390 = getelementptr inbounds nuw i8, ptr %389, i64 32
  %391 = load ptr, ptr %390, align 8
  %392 = tail call i64 @PyList_Size(ptr noundef %391) #12
  %393 = getelementptr inbounds nuw i8, ptr %385, i64 108
  %394 = load i32, ptr %393, align 4
  %395 = icmp eq i32 %394, 0
  br i1 %395, label %396, label %409

396:                                              ; preds = %383
  %397 = getelementptr inbounds nuw i8, ptr %385, i64 96
  %398 = load ptr, ptr %397, align 8
  %399 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %400 = zext i32 %399 to i64
  %401 = shl nuw nsw i64 %400, 5
  %402 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 32), align 8
  %403 = zext i32 %402 to i64
  %404 = mul nuw nsw i64 %403, 24
  %405 = add i64 %401, %1
  %406 = add i64 %405, %404
  %407 = tail call fastcc i32 @make_room(ptr noundef %398, i64 noundef %406)
  %408 = icmp eq i32 %407, 0
  br i1 %408, label %409, label %477

409:                                              ; preds = %396, %383
  %410 = getelementptr inbounds nuw i8, ptr %385, i64 144
  %411 = load i64, ptr %410, align 8
  %412 = getelementptr inbounds nuw i8, ptr %385, i64 136
  %413 = load i64, ptr %412, align 8
  %414 = sub i64 %411, %413
  %415 = getelementptr inbounds nuw i8, ptr %385, i64 152
  %416 = load i64, ptr %415, align 8
  %417 = icmp ult i64 %414, %416
  br i1 %417, label %479, label %418

418:                                              ; preds = %409
  %419 = icmp eq i64 %416, 0
  %420 = shl i64 %416, 1
  %421 = select i1 %419, i64 64, i64 %420
  %422 = shl i64 %421, 3
  %423 = tail call noalias ptr @malloc(i64 noundef %422) #34
  %424 = icmp eq ptr %423, null
  br i1 %424, label %477, label %425

425:                                              ; preds = %418
  %426 = icmp ult i64 %413, %411
  %427 = getelementptr inbounds nuw i8, ptr %385, i64 128
  %428 = load ptr, ptr %427, align 8
  br i1 %426, label %429, label %449

429:                                              ; preds = %425
  %430 = add i64 %416, -1
  %431 = add i64 %421, -1
  %432 = and i64 %414, 3
  %433 = icmp eq i64 %432, 0
  br i1 %433, label %445, label %434

434:                                              ; preds = %429, %434
  %435 = phi i64 [ %442, %434 ], [ %413, %429 ]
  %436 = phi i64 [ %443, %434 ], [ 0, %429 ]
  %437 = and i64 %435, %430
  %438 = getelementptr inbounds nuw ptr, ptr %428, i64 %437
  %439 = load ptr, ptr %438, align 8
  %440 = and i64 %435, %431
  %441 = getelementptr inbounds nuw ptr, ptr %423, i64 %440
  store ptr %439, ptr %441, align 8
  %442 = add nuw i64 %435, 1
  %443 = add i64 %436, 1
  %444 = icmp eq i64 %443, %432
  br i1 %444, label %445, label %434, !llvm.loop !105

445:                                              ; preds = %434, %429
  %446 = phi i64 [ %413, %429 ], [ %442, %434 ]
  %447 = sub i64 %413, %411
  %448 = icmp ugt i64 %447, -4
  br i1 %448, label %449, label %450

449:                                              ; preds = %445, %450, %425
  tail call void @free(ptr noundef %428) #12
  store ptr %423, ptr %427, align 8
  store i64 %421, ptr %415, align 8
  br label %479

450:                                              ; preds = %445, %450
  %451 = phi i64 [ %475, %450 ], [ %446, %445 ]
  %452 = and i64 %451, %430
  %453 = getelementptr inbounds nuw ptr, ptr %428, i64 %452
  %454 = load ptr, ptr %453, align 8
  %455 = and i64 %451, %431
  %456 = getelementptr inbounds nuw ptr, ptr %423, i64 %455
  store ptr %454, ptr %456, align 8
  %457 = add nuw i64 %451, 1
  %458 = and i64 %457, %430
  %459 = getelementptr inbounds nuw ptr, ptr %428, i64 %458
  %460 = load ptr, ptr %459, align 8
  %461 = and i64 %457, %431
  %462 = getelementptr inbounds nuw ptr, ptr %423, i64 %461
  store ptr %460, ptr %462, align 8
  %463 = add nuw i64 %451, 2
  %464 = and i64 %463, %430
  %465 = getelementptr inbounds nuw ptr, ptr %428, i64 %464
  %466 = load ptr, ptr %465, align 8
  %467 = and i64 %463, %431
  %468 = getelementptr inbounds nuw ptr, ptr %423, i64 %467
  store ptr %466, ptr %468, align 8
  %469 = add nuw i64 %451, 3
  %470 = and i64 %469, %430
  %471 = getelementptr inbounds nuw ptr, ptr %428, i64 %470
  %472 = load ptr, ptr %471, align 8
  %473 = and i64 %469, %431
  %474 = getelementptr inbounds nuw ptr, ptr %423, i64 %473
  store ptr %472, ptr %474, align 8
  %475 = add nuw i64 %451, 4
  %476 = icmp eq i64 %475, %411
  br i1 %476, label %449, label %450, !llvm.loop !90

477:                                              ; preds = %418, %396
  %478 = tail call ptr @PyErr_NoMemory() #12
  br label %562

479:                                              ; preds = %449, %409
  %480 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 8), align 8
  %481 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %482 = tail call fastcc i32 @fill_edges(ptr noundef %318, ptr noundef %480, i32 noundef %481)
  %483 = icmp eq i32 %482, 0
  br i1 %483, label %484, label %562

484:                                              ; preds = %479
  %485 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 24), align 8
  %486 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 32), align 8
  %487 = icmp eq i32 %486, 0
  br i1 %487, label %501, label %488

488:                                              ; preds = %484
  %489 = zext i32 %486 to i64
  br label %490

490:                                              ; preds = %497, %488
  %491 = phi i64 [ 0, %488 ], [ %499, %497 ]
  %492 = getelementptr inbounds nuw %struct.step, ptr %485, i64 %491
  %493 = getelementptr inbounds nuw i8, ptr %492, i64 24
  %494 = load ptr, ptr %493, align 8
  %495 = icmp eq ptr %494, null
  br i1 %495, label %497, label %496

496:                                              ; preds = %490
  tail call void @Py_IncRef(ptr noundef nonnull %494) #12
  br label %497

497:                                              ; preds = %496, %490
  %498 = tail call i32 @PyTuple_SetItem(ptr noundef %339, i64 noundef %491, ptr noundef %494) #12
  %499 = add nuw nsw i64 %491, 1
  %500 = icmp eq i64 %499, %489
  br i1 %500, label %501, label %490, !llvm.loop !106

501:                                              ; preds = %497, %484
  %502 = load ptr, ptr %19, align 8
  %503 = icmp eq ptr %502, null
  br i1 %503, label %507, label %504

504:                                              ; preds = %501
  %505 = tail call ptr @PyTuple_GetItem(ptr noundef nonnull %502, i64 noundef 2) #12
  %506 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %505) #12
  br label %507

507:                                              ; preds = %504, %501
  %508 = phi i64 [ %506, %504 ], [ 1, %501 ]
  %509 = load ptr, ptr %0, align 8
  %510 = load i64, ptr %509, align 8
  %511 = add i64 %510, %508
  %512 = icmp eq ptr %384, null
  br i1 %512, label %517, label %513

513:                                              ; preds = %507
  %514 = load ptr, ptr %30, align 8
  %515 = tail call fastcc i32 @put_item(ptr noundef %385, ptr noundef nonnull %384, i64 noundef %511, ptr noundef %318, ptr noundef nonnull %12, ptr noundef %514)
  %516 = icmp eq i32 %515, 0
  br i1 %516, label %517, label %559

517:                                              ; preds = %513, %507
  %518 = load ptr, ptr %18, align 8
  %519 = icmp eq ptr %518, null
  br i1 %519, label %553, label %520

520:                                              ; preds = %517
  call void @llvm.lifetime.start.p0(ptr nonnull %3) #12
  store ptr %385, ptr %3, align 8
  store i64 %511, ptr %31, align 8
  store i32 4, ptr %32, align 8
  store i32 0, ptr %33, align 4
  store ptr null, ptr %34, align 8
  %521 = load i64, ptr %518, align 8
  %522 = add i64 %521, 1
  %523 = getelementptr inbounds nuw i8, ptr %518, i64 108
  %524 = load i32, ptr %523, align 4
  %525 = icmp eq i32 %524, 0
  br i1 %525, label %526, label %533

526:                                              ; preds = %520
  %527 = getelementptr inbounds nuw i8, ptr %518, i64 96
  %528 = load ptr, ptr %527, align 8
  %529 = tail call fastcc i32 @make_room(ptr noundef %528, i64 noundef 48)
  %530 = icmp eq i32 %529, 0
  br i1 %530, label %533, label %531

531:                                              ; preds = %526
  %532 = tail call ptr @PyErr_NoMemory() #12
  br label %549

533:                                              ; preds = %526, %520
  %534 = load ptr, ptr %28, align 8
  %535 = call fastcc i32 @fill_edges(ptr noundef %534, ptr noundef nonnull %3, i32 noundef 1)
  %536 = icmp eq i32 %535, 0
  br i1 %536, label %537, label %549

537:                                              ; preds = %533
  %538 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %522) #12
  %539 = icmp eq ptr %538, null
  br i1 %539, label %549, label %540

540:                                              ; preds = %537
  %541 = getelementptr inbounds nuw i8, ptr %518, i64 232
  %542 = load ptr, ptr %541, align 8
  %543 = tail call i32 @PyDict_SetItem(ptr noundef %542, ptr noundef nonnull %538, ptr noundef %534) #12
  %544 = icmp eq i32 %543, 0
  tail call void @Py_DecRef(ptr noundef nonnull %538) #12
  br i1 %544, label %545, label %549

545:                                              ; preds = %540
  %546 = load ptr, ptr %29, align 8
  %547 = icmp eq ptr %546, null
  br i1 %547, label %548, label %550

548:                                              ; preds = %545
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #12
  br label %553

549:                                              ; preds = %540, %537, %533, %531
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #12
  br label %559

550:                                              ; preds = %545
  %551 = tail call fastcc i32 @put_item(ptr noundef nonnull readonly %518, ptr noundef nonnull %546, i64 noundef %522, ptr noundef %534, ptr noundef nonnull @_Py_NoneStruct, ptr noundef nonnull @_Py_NoneStruct)
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #12
  %552 = icmp eq i32 %551, 0
  br i1 %552, label %553, label %559

553:                                              ; preds = %550, %548, %517
  %554 = load ptr, ptr %15, align 8
  %555 = icmp eq ptr %554, null
  br i1 %555, label %562, label %556

556:                                              ; preds = %553
  %557 = tail call i32 @PyList_Append(ptr noundef nonnull %554, ptr noundef nonnull %12) #12
  %558 = icmp eq i32 %557, 0
  br i1 %558, label %562, label %559

559:                                              ; preds = %556, %550, %549, %513
  %560 = tail call i64 @PyList_Size(ptr noundef %391) #12
  %561 = tail call i32 @PyList_SetSlice(ptr noundef %391, i64 noundef %392, i64 noundef %560, ptr noundef null) #12
  br label %562

562:                                              ; preds = %559, %479, %477, %556, %553, %376, %371, %269
  %563 = phi i32 [ 3, %269 ], [ 3, %371 ], [ 1, %376 ], [ 0, %553 ], [ 0, %556 ], [ 3, %477 ], [ 3, %479 ], [ 3, %559 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %8) #12
  br label %564

564:                                              ; preds = %118, %121, %562
  %565 = phi i32 [ %563, %562 ], [ %119, %118 ], [ 1, %121 ]
  switch i32 %565, label %897 [
    i32 1, label %35
    i32 0, label %566
  ]

566:                                              ; preds = %564
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  %567 = load ptr, ptr %0, align 8
  %568 = getelementptr inbounds nuw i8, ptr %567, i64 176
  %569 = load ptr, ptr %568, align 8
  %570 = getelementptr inbounds nuw i8, ptr %569, i64 64
  store ptr %570, ptr %568, align 8
  %571 = load ptr, ptr %19, align 8
  %572 = icmp eq ptr %571, null
  br i1 %572, label %576, label %573

573:                                              ; preds = %566
  %574 = tail call ptr @PyTuple_GetItem(ptr noundef nonnull %571, i64 noundef 2) #12
  %575 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %574) #12
  br label %576

576:                                              ; preds = %573, %566
  %577 = phi i64 [ %575, %573 ], [ 1, %566 ]
  %578 = load ptr, ptr %0, align 8
  %579 = load i64, ptr %578, align 8
  %580 = add i64 %579, %577
  %581 = load ptr, ptr %20, align 8
  %582 = load i32, ptr %21, align 8
  store ptr %567, ptr %6, align 8
  %583 = getelementptr inbounds nuw i8, ptr %6, i64 8
  store i64 %580, ptr %583, align 8
  %584 = getelementptr inbounds nuw i8, ptr %6, i64 16
  store ptr %569, ptr %584, align 8
  %585 = getelementptr inbounds nuw i8, ptr %6, i64 24
  store ptr %12, ptr %585, align 8
  tail call fastcc void @note(ptr noundef nonnull %567, ptr noundef %581, i32 noundef %582, ptr noundef nonnull byval(%struct.step) align 8 %6)
  %586 = load ptr, ptr %19, align 8
  %587 = icmp eq ptr %586, null
  br i1 %587, label %623, label %588

588:                                              ; preds = %576
  %589 = tail call ptr @PyTuple_GetItem(ptr noundef nonnull %586, i64 noundef 0) #12
  %590 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %589) #12
  %591 = load ptr, ptr %19, align 8
  %592 = tail call i64 @PyTuple_Size(ptr noundef %591) #12
  %593 = icmp sgt i64 %592, 1
  br i1 %593, label %594, label %717

594:                                              ; preds = %588
  %595 = inttoptr i64 %590 to ptr
  br label %596

596:                                              ; preds = %619, %594
  %597 = phi ptr [ %620, %619 ], [ %595, %594 ]
  %598 = phi i64 [ %621, %619 ], [ 1, %594 ]
  %599 = load ptr, ptr %19, align 8
  %600 = tail call ptr @PyTuple_GetItem(ptr noundef %599, i64 noundef %598) #12
  %601 = load i64, ptr @head_bytes, align 8
  %602 = getelementptr inbounds i8, ptr %600, i64 %601
  %603 = load ptr, ptr %19, align 8
  %604 = add nuw nsw i64 %598, 1
  %605 = tail call ptr @PyTuple_GetItem(ptr noundef %603, i64 noundef %604) #12
  %606 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %605) #12
  %607 = getelementptr inbounds nuw i8, ptr %602, i64 96
  %608 = load ptr, ptr %607, align 8
  %609 = getelementptr inbounds nuw i8, ptr %608, i64 8
  %610 = load i64, ptr %609, align 8
  %611 = add i64 %610, %606
  store i64 %611, ptr %609, align 8
  %612 = load i64, ptr %602, align 8
  store i64 %612, ptr %597, align 8
  %613 = load ptr, ptr %0, align 8
  %614 = icmp eq ptr %602, %613
  br i1 %614, label %615, label %617

615:                                              ; preds = %596
  %616 = sub i64 %612, %606
  store i64 %616, ptr %597, align 8
  br label %619

617:                                              ; preds = %596
  %618 = add i64 %612, %606
  store i64 %618, ptr %602, align 8
  br label %619

619:                                              ; preds = %617, %615
  %620 = getelementptr inbounds nuw i8, ptr %597, i64 8
  %621 = add nuw nsw i64 %598, 2
  %622 = icmp slt i64 %621, %592
  br i1 %622, label %596, label %717, !llvm.loop !107

623:                                              ; preds = %576
  %624 = getelementptr inbounds nuw i8, ptr %567, i64 108
  %625 = load i32, ptr %624, align 4
  %626 = icmp eq i32 %625, 0
  br i1 %626, label %633, label %627

627:                                              ; preds = %623
  %628 = getelementptr inbounds nuw i8, ptr %567, i64 96
  %629 = load ptr, ptr %628, align 8
  %630 = getelementptr inbounds nuw i8, ptr %629, i64 8
  %631 = load i64, ptr %630, align 8
  %632 = add i64 %631, 1
  store i64 %632, ptr %630, align 8
  br label %717

633:                                              ; preds = %623
  %634 = load ptr, ptr %0, align 8
  %635 = getelementptr inbounds nuw i8, ptr %634, i64 96
  %636 = load ptr, ptr %635, align 8
  %637 = getelementptr inbounds nuw i8, ptr %636, i64 32
  %638 = load ptr, ptr %637, align 32
  %639 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %640 = icmp eq i32 %639, 0
  br i1 %640, label %641, label %645

641:                                              ; preds = %645, %633
  %642 = phi ptr [ %638, %633 ], [ %659, %645 ]
  %643 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 32), align 8
  %644 = icmp eq i32 %643, 0
  br i1 %644, label %677, label %663

645:                                              ; preds = %633, %645
  %646 = phi i64 [ %658, %645 ], [ 0, %633 ]
  %647 = phi ptr [ %659, %645 ], [ %638, %633 ]
  %648 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 8), align 8
  %649 = getelementptr inbounds nuw %struct.edge, ptr %648, i64 %646
  %650 = load ptr, ptr %649, align 8
  %651 = getelementptr inbounds nuw i8, ptr %650, i64 96
  %652 = load ptr, ptr %651, align 8
  %653 = getelementptr inbounds nuw i8, ptr %649, i64 8
  %654 = load i64, ptr %653, align 8
  store ptr @handle_wait, ptr %647, align 8
  %655 = getelementptr inbounds nuw i8, ptr %647, i64 8
  store i64 32, ptr %655, align 8
  %656 = getelementptr inbounds nuw i8, ptr %647, i64 16
  store ptr %652, ptr %656, align 8
  %657 = getelementptr inbounds nuw i8, ptr %647, i64 24
  store i64 %654, ptr %657, align 8
  %658 = add nuw nsw i64 %646, 1
  %659 = getelementptr inbounds nuw i8, ptr %647, i64 32
  %660 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %661 = zext i32 %660 to i64
  %662 = icmp samesign ult i64 %658, %661
  br i1 %662, label %645, label %641, !llvm.loop !95

663:                                              ; preds = %641, %663
  %664 = phi i64 [ %672, %663 ], [ 0, %641 ]
  %665 = phi ptr [ %673, %663 ], [ %642, %641 ]
  %666 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 24), align 8
  %667 = getelementptr inbounds nuw %struct.step, ptr %666, i64 %664
  %668 = getelementptr inbounds nuw i8, ptr %667, i64 16
  %669 = load ptr, ptr %668, align 8
  store ptr @handle_check, ptr %665, align 8
  %670 = getelementptr inbounds nuw i8, ptr %665, i64 8
  store i64 24, ptr %670, align 8
  %671 = getelementptr inbounds nuw i8, ptr %665, i64 16
  store ptr %669, ptr %671, align 8
  %672 = add nuw nsw i64 %664, 1
  %673 = getelementptr inbounds nuw i8, ptr %665, i64 24
  %674 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 32), align 8
  %675 = zext i32 %674 to i64
  %676 = icmp samesign ult i64 %672, %675
  br i1 %676, label %663, label %677, !llvm.loop !96

677:                                              ; preds = %663, %641
  %678 = phi ptr [ %642, %641 ], [ %673, %663 ]
  %679 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %680 = load ptr, ptr %679, align 8
  %681 = icmp eq ptr %680, null
  br i1 %681, label %696, label %682

682:                                              ; preds = %677
  %683 = getelementptr inbounds nuw i8, ptr %680, i64 24
  %684 = load i64, ptr %683, align 8
  %685 = shl i64 %684, 3
  %686 = add i64 %685, 32
  store ptr @handle_launch, ptr %678, align 8
  %687 = getelementptr inbounds nuw i8, ptr %678, i64 8
  store i64 %686, ptr %687, align 8
  %688 = getelementptr inbounds nuw i8, ptr %678, i64 16
  store ptr %569, ptr %688, align 8
  %689 = load ptr, ptr %679, align 8
  %690 = getelementptr inbounds nuw i8, ptr %689, i64 288
  %691 = ptrtoint ptr %690 to i64
  %692 = getelementptr inbounds nuw i8, ptr %678, i64 24
  store i64 %691, ptr %692, align 8
  %693 = getelementptr inbounds nuw i8, ptr %678, i64 32
  %694 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %695 = load ptr, ptr %694, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 %693, ptr align 8 %695, i64 %685, i1 false)
  br label %699

696:                                              ; preds = %677
  store ptr @handle_host, ptr %678, align 8
  %697 = getelementptr inbounds nuw i8, ptr %678, i64 8
  store i64 24, ptr %697, align 8
  %698 = getelementptr inbounds nuw i8, ptr %678, i64 16
  store ptr %569, ptr %698, align 8
  br label %699

699:                                              ; preds = %696, %682
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #12
  %700 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %5) #12
  %701 = load i64, ptr %5, align 8
  %702 = mul nsw i64 %701, 1000000000
  %703 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %704 = load i64, ptr %703, align 8
  %705 = add nsw i64 %702, %704
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #12
  %706 = getelementptr inbounds nuw i8, ptr %569, i64 16
  store i64 %705, ptr %706, align 16
  %707 = getelementptr inbounds nuw i8, ptr %678, i64 8
  %708 = load i64, ptr %707, align 8
  %709 = getelementptr inbounds nuw i8, ptr %678, i64 %708
  %710 = getelementptr inbounds nuw i8, ptr %636, i64 8
  %711 = load i64, ptr %710, align 8
  %712 = add i64 %711, 1
  store i64 %712, ptr %710, align 8
  %713 = load ptr, ptr %637, align 32
  %714 = ptrtoint ptr %709 to i64
  %715 = ptrtoint ptr %713 to i64
  %716 = sub i64 %714, %715
  call fastcc void @publish(ptr noundef nonnull %636, ptr noundef %709, i64 noundef %716)
  br label %717

717:                                              ; preds = %619, %699, %627, %588
  %718 = load i64, ptr @head_bytes, align 8
  %719 = getelementptr inbounds i8, ptr %12, i64 %718
  %720 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %721 = load i32, ptr %720, align 8
  store i64 %580, ptr %719, align 8
  %722 = getelementptr inbounds nuw i8, ptr %719, i64 8
  store ptr %569, ptr %722, align 8
  %723 = getelementptr inbounds nuw i8, ptr %719, i64 16
  store i32 %721, ptr %723, align 8
  %724 = getelementptr inbounds nuw i8, ptr %719, i64 20
  store i32 0, ptr %724, align 4
  %725 = load ptr, ptr %0, align 8
  %726 = getelementptr inbounds nuw i8, ptr %725, i64 208
  %727 = load ptr, ptr %726, align 8
  %728 = icmp eq ptr %727, null
  br i1 %728, label %730, label %729

729:                                              ; preds = %717
  call void @Py_IncRef(ptr noundef nonnull %727) #12
  br label %730

730:                                              ; preds = %729, %717
  %731 = load i64, ptr getelementptr inbounds nuw (i8, ptr @slots, i64 32), align 8
  %732 = getelementptr inbounds i8, ptr %12, i64 %731
  store ptr %727, ptr %732, align 8
  %733 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %734 = load ptr, ptr %733, align 8
  %735 = icmp eq ptr %734, null
  br i1 %735, label %737, label %736

736:                                              ; preds = %730
  call void @Py_IncRef(ptr noundef nonnull %734) #12
  br label %737

737:                                              ; preds = %736, %730
  %738 = load i64, ptr getelementptr inbounds nuw (i8, ptr @slots, i64 40), align 8
  %739 = getelementptr inbounds i8, ptr %12, i64 %738
  store ptr %734, ptr %739, align 8
  %740 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %741 = load ptr, ptr %740, align 8
  %742 = icmp eq ptr %741, null
  br i1 %742, label %744, label %743

743:                                              ; preds = %737
  call void @Py_IncRef(ptr noundef nonnull %741) #12
  br label %744

744:                                              ; preds = %743, %737
  %745 = load i64, ptr getelementptr inbounds nuw (i8, ptr @slots, i64 48), align 8
  %746 = getelementptr inbounds i8, ptr %12, i64 %745
  store ptr %741, ptr %746, align 8
  %747 = load ptr, ptr %0, align 8
  %748 = getelementptr inbounds nuw i8, ptr %747, i64 168
  %749 = load ptr, ptr %748, align 8
  %750 = icmp eq ptr %749, null
  br i1 %750, label %752, label %751

751:                                              ; preds = %744
  call void @Py_IncRef(ptr noundef nonnull %749) #12
  br label %752

752:                                              ; preds = %751, %744
  %753 = load i64, ptr getelementptr inbounds nuw (i8, ptr @slots, i64 56), align 8
  %754 = getelementptr inbounds i8, ptr %12, i64 %753
  store ptr %749, ptr %754, align 8
  %755 = load ptr, ptr %23, align 8
  %756 = load i64, ptr getelementptr inbounds nuw (i8, ptr @slots, i64 80), align 8
  %757 = getelementptr inbounds i8, ptr %12, i64 %756
  store ptr %755, ptr %757, align 8
  store ptr null, ptr %23, align 8
  %758 = load ptr, ptr %25, align 8
  %759 = load i64, ptr getelementptr inbounds nuw (i8, ptr @slots, i64 72), align 8
  %760 = getelementptr inbounds i8, ptr %12, i64 %759
  store ptr %758, ptr %760, align 8
  store ptr null, ptr %25, align 8
  call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #12
  %761 = load i64, ptr getelementptr inbounds nuw (i8, ptr @slots, i64 88), align 8
  %762 = getelementptr inbounds i8, ptr %12, i64 %761
  store ptr @_Py_NoneStruct, ptr %762, align 8
  %763 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %764 = load ptr, ptr %763, align 8
  %765 = icmp eq ptr %764, null
  br i1 %765, label %767, label %766

766:                                              ; preds = %752
  call void @Py_IncRef(ptr noundef nonnull %764) #12
  br label %780

767:                                              ; preds = %752
  %768 = call ptr @PyEval_GetFrame() #12
  %769 = icmp eq ptr %768, null
  br i1 %769, label %770, label %771

770:                                              ; preds = %767
  call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #12
  br label %774

771:                                              ; preds = %767
  %772 = call ptr @PyFrame_GetCode(ptr noundef nonnull %768) #12
  %773 = call i32 @PyFrame_GetLasti(ptr noundef nonnull %768) #12
  br label %774

774:                                              ; preds = %771, %770
  %775 = phi ptr [ %772, %771 ], [ @_Py_NoneStruct, %770 ]
  %776 = phi i32 [ %773, %771 ], [ 0, %770 ]
  %777 = load i64, ptr @head_bytes, align 8
  %778 = getelementptr inbounds i8, ptr %12, i64 %777
  %779 = getelementptr inbounds nuw i8, ptr %778, i64 16
  store i32 %776, ptr %779, align 8
  br label %780

780:                                              ; preds = %774, %766
  %781 = phi ptr [ %764, %766 ], [ %775, %774 ]
  %782 = load i64, ptr getelementptr inbounds nuw (i8, ptr @slots, i64 64), align 8
  %783 = getelementptr inbounds i8, ptr %12, i64 %782
  store ptr %781, ptr %783, align 8
  %784 = load ptr, ptr %19, align 8
  %785 = icmp eq ptr %784, null
  br i1 %785, label %786, label %801

786:                                              ; preds = %780
  call void @Py_IncRef(ptr noundef nonnull %12) #12
  %787 = getelementptr inbounds nuw i8, ptr %567, i64 128
  %788 = load ptr, ptr %787, align 8
  %789 = getelementptr inbounds nuw i8, ptr %567, i64 144
  %790 = load i64, ptr %789, align 8
  %791 = add i64 %790, 1
  store i64 %791, ptr %789, align 8
  %792 = getelementptr inbounds nuw i8, ptr %567, i64 152
  %793 = load i64, ptr %792, align 8
  %794 = add i64 %793, -1
  %795 = and i64 %794, %790
  %796 = getelementptr inbounds nuw ptr, ptr %788, i64 %795
  store ptr %12, ptr %796, align 8
  %797 = load i64, ptr @head_bytes, align 8
  %798 = getelementptr inbounds i8, ptr %12, i64 %797
  %799 = load i64, ptr %798, align 8
  %800 = getelementptr inbounds nuw i8, ptr %567, i64 160
  store i64 %799, ptr %800, align 8
  br label %801

801:                                              ; preds = %786, %780
  %802 = load ptr, ptr %18, align 8
  %803 = icmp eq ptr %802, null
  br i1 %803, label %896, label %804

804:                                              ; preds = %801
  %805 = load i64, ptr %567, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #12
  store ptr %567, ptr %4, align 8
  %806 = getelementptr inbounds nuw i8, ptr %4, i64 8
  store i64 %805, ptr %806, align 8
  %807 = getelementptr inbounds nuw i8, ptr %802, i64 96
  %808 = load ptr, ptr %807, align 8
  %809 = getelementptr inbounds nuw i8, ptr %808, i64 8
  %810 = load i64, ptr %809, align 8
  %811 = add i64 %810, 1
  store i64 %811, ptr %809, align 8
  %812 = getelementptr inbounds nuw i8, ptr %802, i64 108
  %813 = load i32, ptr %812, align 4
  %814 = icmp eq i32 %813, 0
  br i1 %814, label %815, label %830

815:                                              ; preds = %804
  %816 = getelementptr inbounds nuw i8, ptr %808, i64 32
  %817 = load ptr, ptr %816, align 32
  %818 = getelementptr inbounds nuw i8, ptr %567, i64 96
  %819 = load ptr, ptr %818, align 8
  store ptr @handle_wait, ptr %817, align 8
  %820 = getelementptr inbounds nuw i8, ptr %817, i64 8
  store i64 32, ptr %820, align 8
  %821 = getelementptr inbounds nuw i8, ptr %817, i64 16
  store ptr %819, ptr %821, align 8
  %822 = getelementptr inbounds nuw i8, ptr %817, i64 24
  store i64 %805, ptr %822, align 8
  %823 = getelementptr inbounds nuw i8, ptr %817, i64 32
  store ptr @handle_signal, ptr %823, align 8
  %824 = getelementptr inbounds nuw i8, ptr %817, i64 40
  store i64 16, ptr %824, align 8
  %825 = getelementptr inbounds nuw i8, ptr %817, i64 48
  %826 = load ptr, ptr %816, align 32
  %827 = ptrtoint ptr %825 to i64
  %828 = ptrtoint ptr %826 to i64
  %829 = sub i64 %827, %828
  call fastcc void @publish(ptr noundef nonnull %808, ptr noundef nonnull %825, i64 noundef %829)
  br label %830

830:                                              ; preds = %815, %804
  call fastcc void @forget_answer()
  %831 = getelementptr inbounds nuw i8, ptr %802, i64 56
  %832 = load ptr, ptr %831, align 8
  %833 = icmp eq ptr %832, null
  %834 = getelementptr inbounds nuw i8, ptr %832, i64 16
  %835 = select i1 %833, ptr null, ptr %834
  br i1 %833, label %839, label %836

836:                                              ; preds = %830
  %837 = getelementptr inbounds nuw i8, ptr %832, i64 4
  %838 = load i32, ptr %837, align 4
  br label %839

839:                                              ; preds = %836, %830
  %840 = phi i32 [ %838, %836 ], [ 0, %830 ]
  %841 = call fastcc i32 @await_points(ptr noundef nonnull %802, ptr noundef %835, i32 noundef %840, ptr noundef nonnull readonly %4, i32 noundef 1, i32 noundef 0)
  %842 = icmp eq i32 %841, 0
  br i1 %842, label %843, label %852

843:                                              ; preds = %839
  %844 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %845 = icmp eq i32 %844, 0
  br i1 %845, label %849, label %846

846:                                              ; preds = %843
  %847 = call fastcc i32 @join_edges(ptr noundef nonnull %802)
  %848 = icmp eq i32 %847, 0
  br i1 %848, label %849, label %852

849:                                              ; preds = %846, %843
  %850 = call fastcc i32 @reserve_join(ptr noundef nonnull %802)
  %851 = icmp eq i32 %850, 0
  br i1 %851, label %853, label %852

852:                                              ; preds = %849, %846, %839
  call fastcc void @forget_answer()
  br label %856

853:                                              ; preds = %849
  %854 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %855 = icmp eq i32 %854, 0
  br i1 %855, label %856, label %859

856:                                              ; preds = %853, %852
  %857 = load i64, ptr %802, align 8
  %858 = add i64 %857, 1
  store i64 %858, ptr %802, align 8
  br label %893

859:                                              ; preds = %853
  %860 = load i64, ptr %802, align 8
  %861 = add i64 %860, 1
  store i64 %861, ptr %802, align 8
  %862 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 112), align 8
  store i32 2, ptr %862, align 8
  %863 = load ptr, ptr %831, align 8
  %864 = icmp eq ptr %863, null
  br i1 %864, label %880, label %865

865:                                              ; preds = %859
  %866 = load i32, ptr %863, align 8
  %867 = add i32 %866, -1
  store i32 %867, ptr %863, align 8
  %868 = icmp eq i32 %867, 0
  br i1 %868, label %869, label %880

869:                                              ; preds = %865
  %870 = getelementptr inbounds nuw i8, ptr %802, i64 84
  %871 = load i32, ptr %870, align 4
  %872 = icmp ugt i32 %871, 63
  br i1 %872, label %873, label %874

873:                                              ; preds = %869
  call void @free(ptr noundef nonnull %863) #12
  br label %880

874:                                              ; preds = %869
  %875 = getelementptr inbounds nuw i8, ptr %802, i64 88
  %876 = load ptr, ptr %875, align 8
  %877 = getelementptr inbounds nuw i8, ptr %863, i64 16
  store ptr %876, ptr %877, align 8
  store ptr %863, ptr %875, align 8
  %878 = load i32, ptr %870, align 4
  %879 = add i32 %878, 1
  store i32 %879, ptr %870, align 4
  br label %880

880:                                              ; preds = %874, %873, %865, %859
  store ptr %862, ptr %831, align 8
  %881 = getelementptr inbounds nuw i8, ptr %802, i64 64
  %882 = load ptr, ptr %881, align 8
  %883 = getelementptr inbounds nuw i8, ptr %802, i64 72
  %884 = load i32, ptr %883, align 8
  %885 = getelementptr inbounds nuw i8, ptr %802, i64 76
  %886 = load i32, ptr %885, align 4
  %887 = add i32 %886, 1
  store i32 %887, ptr %885, align 4
  %888 = add i32 %886, %884
  %889 = zext i32 %888 to i64
  %890 = getelementptr inbounds nuw %struct.snapshot, ptr %882, i64 %889
  store i64 %861, ptr %890, align 8
  %891 = getelementptr inbounds nuw i8, ptr %890, i64 8
  store ptr %862, ptr %891, align 8
  store ptr null, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 112), align 8
  %892 = load i64, ptr %802, align 8
  br label %893

893:                                              ; preds = %880, %856
  %894 = phi i64 [ %892, %880 ], [ %858, %856 ]
  %895 = getelementptr inbounds nuw i8, ptr %567, i64 200
  store i64 %894, ptr %895, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #12
  br label %896

896:                                              ; preds = %893, %801
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @Py_IncRef(ptr noundef nonnull %12) #12
  br label %897

897:                                              ; preds = %564, %176, %134, %130, %155, %116, %86, %250, %79, %219, %212, %2, %896
  %898 = phi ptr [ %12, %896 ], [ null, %2 ], [ null, %219 ], [ null, %212 ], [ null, %79 ], [ null, %250 ], [ null, %86 ], [ null, %116 ], [ null, %155 ], [ null, %130 ], [ null, %134 ], [ null, %176 ], [ null, %564 ]
  call fastcc void @drop_parts(ptr noundef %9)
  %899 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %900 = icmp ne i32 %899, 0
  %901 = load i32, ptr @locks_taken, align 4
  %902 = icmp eq i32 %901, 0
  %903 = select i1 %900, i1 %902, i1 false
  br i1 %903, label %904, label %916

904:                                              ; preds = %897, %904
  %905 = phi i32 [ %911, %904 ], [ %899, %897 ]
  %906 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %907 = add i32 %905, -1
  store i32 %907, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %908 = zext i32 %907 to i64
  %909 = getelementptr inbounds nuw ptr, ptr %906, i64 %908
  %910 = load ptr, ptr %909, align 8
  call void @Py_DecRef(ptr noundef %910) #12
  %911 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %912 = icmp ne i32 %911, 0
  %913 = load i32, ptr @locks_taken, align 4
  %914 = icmp eq i32 %913, 0
  %915 = select i1 %912, i1 %914, i1 false
  br i1 %915, label %904, label %916, !llvm.loop !70

916:                                              ; preds = %904, %897
  %917 = icmp eq ptr %898, null
  br i1 %917, label %936, label %918

918:                                              ; preds = %916
  %919 = load ptr, ptr %0, align 8
  %920 = getelementptr inbounds nuw i8, ptr %919, i64 216
  %921 = load ptr, ptr %920, align 8
  %922 = load i64, ptr @head_bytes, align 8
  %923 = getelementptr inbounds i8, ptr %921, i64 %922
  %924 = getelementptr inbounds nuw i8, ptr %923, i64 32
  %925 = load ptr, ptr %924, align 8
  %926 = call i64 @PyList_Size(ptr noundef %925) #12
  %927 = icmp eq i64 %926, 0
  br i1 %927, label %936, label %928

928:                                              ; preds = %918
  %929 = getelementptr inbounds nuw i8, ptr %919, i64 208
  %930 = load ptr, ptr %929, align 8
  %931 = load ptr, ptr @hand_over_name, align 8
  %932 = call ptr (ptr, ptr, ...) @PyObject_CallMethodObjArgs(ptr noundef %930, ptr noundef %931, ptr noundef null) #12
  %933 = icmp eq ptr %932, null
  %934 = select i1 %933, ptr %898, ptr %932
  %935 = select i1 %933, ptr null, ptr %898
  call void @Py_DecRef(ptr noundef nonnull %934) #12
  br label %936

936:                                              ; preds = %928, %918, %916
  %937 = phi ptr [ null, %916 ], [ %898, %918 ], [ %935, %928 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %9) #12
  ret ptr %937
}

; Function Attrs: nounwind
define internal fastcc range(i32 -1, 1) i32 @read_accesses(ptr noundef %0, ptr noundef %1, ptr noundef writeonly captures(none) %2) unnamed_addr #6 {
  %4 = tail call i64 @PyTuple_Size(ptr noundef %0) #12
  %5 = tail call i64 @PyTuple_Size(ptr noundef %1) #12
  %6 = icmp slt i64 %4, 0
  %7 = icmp slt i64 %5, 0
  %8 = select i1 %6, i1 true, i1 %7
  br i1 %8, label %49, label %9

9:                                                ; preds = %3
  %10 = add nuw nsw i64 %5, %4
  %11 = icmp eq i64 %10, 0
  br i1 %11, label %49, label %12

12:                                               ; preds = %9, %41
  %13 = phi i64 [ %47, %41 ], [ 0, %9 ]
  %14 = icmp slt i64 %13, %4
  br i1 %14, label %15, label %17

15:                                               ; preds = %12
  %16 = tail call ptr @PyTuple_GetItem(ptr noundef %0, i64 noundef %13) #12
  br label %20

17:                                               ; preds = %12
  %18 = sub nsw i64 %13, %4
  %19 = tail call ptr @PyTuple_GetItem(ptr noundef %1, i64 noundef %18) #12
  br label %20

20:                                               ; preds = %17, %15
  %21 = phi ptr [ %16, %15 ], [ %19, %17 ]
  %22 = icmp sge i64 %13, %4
  br i1 %22, label %23, label %28

23:                                               ; preds = %20
  %24 = tail call ptr @PyTuple_GetItem(ptr noundef %21, i64 noundef 1) #12
  %25 = tail call i32 @PyObject_IsTrue(ptr noundef %24) #12
  %26 = trunc i32 %25 to i8
  %27 = tail call ptr @PyTuple_GetItem(ptr noundef %21, i64 noundef 0) #12
  br label %28

28:                                               ; preds = %23, %20
  %29 = phi ptr [ %27, %23 ], [ %21, %20 ]
  %30 = phi i8 [ %26, %23 ], [ 1, %20 ]
  %31 = icmp eq ptr %29, null
  br i1 %31, label %39, label %32

32:                                               ; preds = %28
  %33 = load i64, ptr @head_bytes, align 8
  %34 = getelementptr inbounds i8, ptr %29, i64 %33
  %35 = getelementptr inbounds i8, ptr %34, i64 -8
  %36 = load ptr, ptr %35, align 8
  %37 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @types, i64 24), align 8
  %38 = icmp eq ptr %36, %37
  br i1 %38, label %41, label %39

39:                                               ; preds = %32, %28
  %40 = load ptr, ptr @PyExc_TypeError, align 8
  tail call void @PyErr_SetString(ptr noundef %40, ptr noundef nonnull @.str.78) #12
  br label %49

41:                                               ; preds = %32
  %42 = getelementptr inbounds nuw %struct.use, ptr %2, i64 %13
  %43 = zext i1 %22 to i8
  store ptr %34, ptr %42, align 8
  %44 = getelementptr inbounds nuw i8, ptr %42, i64 8
  store i8 %30, ptr %44, align 8
  %45 = getelementptr inbounds nuw i8, ptr %42, i64 9
  store i8 %43, ptr %45, align 1
  %46 = getelementptr inbounds nuw i8, ptr %42, i64 10
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 2 dereferenceable(6) %46, i8 0, i64 6, i1 false)
  %47 = add nuw nsw i64 %13, 1
  %48 = icmp eq i64 %47, %10
  br i1 %48, label %49, label %12, !llvm.loop !108

49:                                               ; preds = %41, %39, %9, %3
  %50 = phi i32 [ -1, %3 ], [ -1, %39 ], [ 0, %9 ], [ 0, %41 ]
  ret i32 %50
}

declare ptr @PyType_GenericAlloc(ptr noundef, i64 noundef) local_unnamed_addr #14

; Function Attrs: nounwind
define internal fastcc void @drop_parts(ptr noundef nonnull readonly captures(none) %0) unnamed_addr #6 {
  %2 = load ptr, ptr %0, align 8
  %3 = icmp eq ptr %2, null
  br i1 %3, label %5, label %4

4:                                                ; preds = %1
  tail call void @Py_DecRef(ptr noundef nonnull %2) #12
  br label %5

5:                                                ; preds = %1, %4
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %7 = load ptr, ptr %6, align 8
  %8 = icmp eq ptr %7, null
  br i1 %8, label %10, label %9

9:                                                ; preds = %5
  tail call void @Py_DecRef(ptr noundef nonnull %7) #12
  br label %10

10:                                               ; preds = %5, %9
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %12 = load ptr, ptr %11, align 8
  %13 = icmp eq ptr %12, null
  br i1 %13, label %15, label %14

14:                                               ; preds = %10
  tail call void @Py_DecRef(ptr noundef nonnull %12) #12
  br label %15

15:                                               ; preds = %10, %14
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %17 = load ptr, ptr %16, align 8
  %18 = icmp eq ptr %17, null
  br i1 %18, label %20, label %19

19:                                               ; preds = %15
  tail call void @Py_DecRef(ptr noundef nonnull %17) #12
  br label %20

20:                                               ; preds = %15, %19
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %22 = load ptr, ptr %21, align 8
  %23 = icmp eq ptr %22, null
  br i1 %23, label %25, label %24

24:                                               ; preds = %20
  tail call void @Py_DecRef(ptr noundef nonnull %22) #12
  br label %25

25:                                               ; preds = %20, %24
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %27 = load ptr, ptr %26, align 8
  %28 = icmp eq ptr %27, null
  br i1 %28, label %30, label %29

29:                                               ; preds = %25
  tail call void @Py_DecRef(ptr noundef nonnull %27) #12
  br label %30

30:                                               ; preds = %25, %29
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %32 = load ptr, ptr %31, align 8
  %33 = icmp eq ptr %32, null
  br i1 %33, label %35, label %34

34:                                               ; preds = %30
  tail call void @Py_DecRef(ptr noundef nonnull %32) #12
  br label %35

35:                                               ; preds = %30, %34
  ret void
}

; Function Attrs: inlinehint nounwind
define internal fastcc range(i32 -1, 1) i32 @prepare_command(ptr noundef %0, ptr noundef readonly captures(none) %1, i32 noundef %2, ptr noundef readonly captures(none) %3, i32 noundef %4) unnamed_addr #23 {
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca %struct.step, align 8
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  tail call fastcc void @forget_answer()
  %11 = icmp eq i32 %2, 0
  br i1 %11, label %870, label %12

12:                                               ; preds = %5
  %13 = zext i32 %2 to i64
  %14 = and i64 %13, 3
  %15 = icmp ult i32 %2, 4
  br i1 %15, label %20, label %16

16:                                               ; preds = %12
  %17 = and i64 %13, 4294967292
  br label %40

18:                                               ; preds = %40
  %19 = icmp eq i64 %14, 0
  br i1 %19, label %36, label %20

20:                                               ; preds = %18, %12
  %21 = phi i64 [ 0, %12 ], [ %64, %18 ]
  %22 = phi i32 [ 0, %12 ], [ %63, %18 ]
  %23 = icmp ne i64 %14, 0
  tail call void @llvm.assume(i1 %23)
  br label %24

24:                                               ; preds = %24, %20
  %25 = phi i64 [ %21, %20 ], [ %33, %24 ]
  %26 = phi i32 [ %22, %20 ], [ %32, %24 ]
  %27 = phi i64 [ 0, %20 ], [ %34, %24 ]
  %28 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %25
  %29 = getelementptr inbounds nuw i8, ptr %28, i64 9
  %30 = load i8, ptr %29, align 1
  %31 = zext i8 %30 to i32
  %32 = add i32 %26, %31
  %33 = add nuw nsw i64 %25, 1
  %34 = add i64 %27, 1
  %35 = icmp eq i64 %34, %14
  br i1 %35, label %36, label %24, !llvm.loop !109

36:                                               ; preds = %24, %18
  %37 = phi i32 [ %63, %18 ], [ %32, %24 ]
  %38 = icmp ult i32 %37, 2
  %39 = icmp eq i32 %2, 1
  br i1 %39, label %335, label %67

40:                                               ; preds = %40, %16
  %41 = phi i64 [ 0, %16 ], [ %64, %40 ]
  %42 = phi i32 [ 0, %16 ], [ %63, %40 ]
  %43 = phi i64 [ 0, %16 ], [ %65, %40 ]
  %44 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %41
  %45 = getelementptr inbounds nuw i8, ptr %44, i64 9
  %46 = load i8, ptr %45, align 1
  %47 = zext i8 %46 to i32
  %48 = add i32 %42, %47
  %49 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %41
  %50 = getelementptr inbounds nuw i8, ptr %49, i64 25
  %51 = load i8, ptr %50, align 1
  %52 = zext i8 %51 to i32
  %53 = add i32 %48, %52
  %54 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %41
  %55 = getelementptr inbounds nuw i8, ptr %54, i64 41
  %56 = load i8, ptr %55, align 1
  %57 = zext i8 %56 to i32
  %58 = add i32 %53, %57
  %59 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %41
  %60 = getelementptr inbounds nuw i8, ptr %59, i64 57
  %61 = load i8, ptr %60, align 1
  %62 = zext i8 %61 to i32
  %63 = add i32 %58, %62
  %64 = add nuw nsw i64 %41, 4
  %65 = add i64 %43, 4
  %66 = icmp eq i64 %65, %17
  br i1 %66, label %18, label %40, !llvm.loop !110

67:                                               ; preds = %36
  %68 = shl nuw nsw i64 %13, 1
  br label %69

69:                                               ; preds = %332, %67
  %70 = phi i64 [ 0, %67 ], [ %333, %332 ]
  %71 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %70
  %72 = load ptr, ptr %71, align 8
  %73 = load ptr, ptr %72, align 8
  %74 = load ptr, ptr %73, align 8
  %75 = getelementptr inbounds nuw i8, ptr %72, i64 8
  %76 = load i64, ptr %75, align 8
  %77 = getelementptr inbounds nuw i8, ptr %74, i64 8
  %78 = load i64, ptr %77, align 8
  %79 = icmp eq i64 %76, %78
  br i1 %79, label %80, label %86

80:                                               ; preds = %69
  %81 = getelementptr inbounds nuw i8, ptr %72, i64 16
  %82 = load i64, ptr %81, align 8
  %83 = getelementptr inbounds nuw i8, ptr %74, i64 16
  %84 = load i64, ptr %83, align 8
  %85 = icmp ult i64 %82, %84
  br i1 %85, label %86, label %332

86:                                               ; preds = %80, %69
  %87 = getelementptr inbounds nuw i8, ptr %74, i64 28
  %88 = load i32, ptr %87, align 4
  %89 = zext i32 %88 to i64
  %90 = add nuw nsw i64 %68, %89
  %91 = getelementptr inbounds nuw i8, ptr %74, i64 36
  %92 = load i32, ptr %91, align 4
  %93 = zext i32 %92 to i64
  %94 = icmp samesign ugt i64 %90, %93
  %95 = zext i1 %94 to i32
  %96 = load i32, ptr @the_tracker, align 8
  %97 = icmp eq i32 %96, 0
  br i1 %97, label %166, label %98

98:                                               ; preds = %86
  %99 = getelementptr inbounds nuw i8, ptr %74, i64 16
  %100 = load i64, ptr %99, align 8
  %101 = icmp ult i64 %76, %100
  br i1 %101, label %102, label %130

102:                                              ; preds = %98
  %103 = icmp ugt i32 %88, 1
  br i1 %103, label %104, label %120

104:                                              ; preds = %102
  %105 = getelementptr inbounds nuw i8, ptr %74, i64 40
  %106 = load ptr, ptr %105, align 8
  br label %107

107:                                              ; preds = %107, %104
  %108 = phi i32 [ %88, %104 ], [ %117, %107 ]
  %109 = phi i32 [ 0, %104 ], [ %116, %107 ]
  %110 = add i32 %109, %108
  %111 = lshr i32 %110, 1
  %112 = zext nneg i32 %111 to i64
  %113 = getelementptr inbounds nuw %struct.span, ptr %106, i64 %112
  %114 = load i64, ptr %113, align 8
  %115 = icmp ugt i64 %114, %76
  %116 = select i1 %115, i32 %109, i32 %111
  %117 = select i1 %115, i32 %111, i32 %108
  %118 = sub i32 %117, %116
  %119 = icmp ugt i32 %118, 1
  br i1 %119, label %107, label %120, !llvm.loop !111

120:                                              ; preds = %107, %102
  %121 = phi i32 [ 0, %102 ], [ %116, %107 ]
  %122 = icmp ult i32 %121, %88
  br i1 %122, label %123, label %130

123:                                              ; preds = %120
  %124 = getelementptr inbounds nuw i8, ptr %74, i64 40
  %125 = load ptr, ptr %124, align 8
  %126 = zext nneg i32 %121 to i64
  %127 = getelementptr inbounds nuw %struct.span, ptr %125, i64 %126
  %128 = load i64, ptr %127, align 8
  %129 = icmp eq i64 %128, %76
  br i1 %129, label %130, label %163

130:                                              ; preds = %123, %120, %98
  %131 = getelementptr inbounds nuw i8, ptr %72, i64 16
  %132 = load i64, ptr %131, align 8
  %133 = icmp ult i64 %132, %100
  br i1 %133, label %134, label %163

134:                                              ; preds = %130
  %135 = icmp ugt i32 %88, 1
  br i1 %135, label %136, label %152

136:                                              ; preds = %134
  %137 = getelementptr inbounds nuw i8, ptr %74, i64 40
  %138 = load ptr, ptr %137, align 8
  br label %139

139:                                              ; preds = %139, %136
  %140 = phi i32 [ %88, %136 ], [ %149, %139 ]
  %141 = phi i32 [ 0, %136 ], [ %148, %139 ]
  %142 = add i32 %141, %140
  %143 = lshr i32 %142, 1
  %144 = zext nneg i32 %143 to i64
  %145 = getelementptr inbounds nuw %struct.span, ptr %138, i64 %144
  %146 = load i64, ptr %145, align 8
  %147 = icmp ugt i64 %146, %132
  %148 = select i1 %147, i32 %141, i32 %143
  %149 = select i1 %147, i32 %143, i32 %140
  %150 = sub i32 %149, %148
  %151 = icmp ugt i32 %150, 1
  br i1 %151, label %139, label %152, !llvm.loop !111

152:                                              ; preds = %139, %134
  %153 = phi i32 [ 0, %134 ], [ %148, %139 ]
  %154 = icmp ult i32 %153, %88
  br i1 %154, label %155, label %163

155:                                              ; preds = %152
  %156 = getelementptr inbounds nuw i8, ptr %74, i64 40
  %157 = load ptr, ptr %156, align 8
  %158 = zext nneg i32 %153 to i64
  %159 = getelementptr inbounds nuw %struct.span, ptr %157, i64 %158
  %160 = load i64, ptr %159, align 8
  %161 = icmp ne i64 %160, %132
  %162 = zext i1 %161 to i32
  br label %163

163:                                              ; preds = %155, %152, %130, %123
  %164 = phi i32 [ 1, %123 ], [ 0, %152 ], [ %162, %155 ], [ 0, %130 ]
  %165 = or i32 %164, %95
  br label %166

166:                                              ; preds = %163, %86
  %167 = phi i32 [ %165, %163 ], [ %95, %86 ]
  %168 = icmp eq i32 %167, 0
  %169 = getelementptr inbounds nuw i8, ptr %74, i64 16
  br label %170

170:                                              ; preds = %196, %166
  %171 = phi i64 [ 0, %166 ], [ %197, %196 ]
  %172 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %171
  %173 = load ptr, ptr %172, align 8
  %174 = icmp eq i64 %171, %70
  br i1 %174, label %196, label %175

175:                                              ; preds = %170
  %176 = load ptr, ptr %173, align 8
  %177 = load ptr, ptr %176, align 8
  %178 = icmp eq ptr %177, %74
  br i1 %178, label %179, label %196

179:                                              ; preds = %175
  br i1 %168, label %180, label %199

180:                                              ; preds = %179
  %181 = icmp samesign ult i64 %171, %70
  br i1 %181, label %182, label %196

182:                                              ; preds = %180
  %183 = getelementptr inbounds nuw i8, ptr %172, i64 9
  %184 = load i8, ptr %183, align 1
  %185 = icmp ne i8 %184, 0
  %186 = and i1 %97, %185
  br i1 %186, label %187, label %196

187:                                              ; preds = %182
  %188 = getelementptr inbounds nuw i8, ptr %173, i64 8
  %189 = load i64, ptr %188, align 8
  %190 = icmp eq i64 %189, %78
  br i1 %190, label %191, label %196

191:                                              ; preds = %187
  %192 = getelementptr inbounds nuw i8, ptr %173, i64 16
  %193 = load i64, ptr %192, align 8
  %194 = load i64, ptr %169, align 8
  %195 = icmp ult i64 %193, %194
  br i1 %195, label %196, label %199

196:                                              ; preds = %191, %187, %182, %180, %175, %170
  %197 = add nuw nsw i64 %171, 1
  %198 = icmp eq i64 %197, %13
  br i1 %198, label %332, label %170, !llvm.loop !112

199:                                              ; preds = %191, %179
  %200 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 128), align 8
  %201 = icmp eq i32 %200, 0
  %202 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 120), align 8
  br i1 %201, label %217, label %203

203:                                              ; preds = %199
  %204 = zext i32 %200 to i64
  br label %208

205:                                              ; preds = %208
  %206 = add nuw nsw i64 %209, 1
  %207 = icmp eq i64 %206, %204
  br i1 %207, label %217, label %208, !llvm.loop !113

208:                                              ; preds = %205, %203
  %209 = phi i64 [ 0, %203 ], [ %206, %205 ]
  %210 = getelementptr inbounds nuw %struct.shadow, ptr %202, i64 %209
  %211 = load ptr, ptr %210, align 8
  %212 = icmp eq ptr %211, %74
  br i1 %212, label %213, label %205

213:                                              ; preds = %208
  %214 = getelementptr inbounds nuw i8, ptr %210, i64 8
  %215 = load ptr, ptr %214, align 8
  %216 = icmp eq ptr %215, null
  br i1 %216, label %217, label %332

217:                                              ; preds = %205, %213, %199
  %218 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 132), align 4
  %219 = icmp ult i32 %200, %218
  br i1 %219, label %234, label %220

220:                                              ; preds = %217
  %221 = zext i32 %218 to i64
  %222 = zext i32 %200 to i64
  %223 = add nuw nsw i64 %222, 1
  %224 = icmp ult i32 %218, 2
  %225 = shl nuw nsw i64 %221, 1
  %226 = select i1 %224, i64 4, i64 %225
  %227 = tail call i64 @llvm.umax.i64(i64 %226, i64 %223)
  %228 = shl nuw nsw i64 %227, 4
  %229 = tail call ptr @realloc(ptr noundef %202, i64 noundef %228) #33
  %230 = icmp eq ptr %229, null
  br i1 %230, label %1297, label %231

231:                                              ; preds = %220
  %232 = trunc i64 %227 to i32
  store i32 %232, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 132), align 4
  %233 = load i64, ptr %77, align 8
  br label %236

234:                                              ; preds = %217
  %235 = icmp eq ptr %202, null
  br i1 %235, label %1297, label %236

236:                                              ; preds = %234, %231
  %237 = phi i64 [ %233, %231 ], [ %78, %234 ]
  %238 = phi ptr [ %229, %231 ], [ %202, %234 ]
  %239 = load i64, ptr %74, align 8
  %240 = load i64, ptr %169, align 8
  %241 = tail call noalias dereferenceable_or_null(184) ptr @malloc(i64 noundef 184) #34
  %242 = icmp eq ptr %241, null
  br i1 %242, label %331, label %243

243:                                              ; preds = %236
  %244 = getelementptr inbounds nuw i8, ptr %241, i64 28
  %245 = getelementptr inbounds nuw i8, ptr %241, i64 64
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(120) %245, i8 0, i64 120, i1 false)
  store i64 %239, ptr %241, align 8
  %246 = getelementptr inbounds nuw i8, ptr %241, i64 8
  store i64 %237, ptr %246, align 8
  %247 = getelementptr inbounds nuw i8, ptr %241, i64 16
  store i64 %240, ptr %247, align 8
  %248 = getelementptr inbounds nuw i8, ptr %241, i64 24
  %249 = getelementptr inbounds nuw i8, ptr %241, i64 32
  %250 = getelementptr inbounds nuw i8, ptr %241, i64 36
  store <4 x i32> <i32 1, i32 1, i32 1, i32 256>, ptr %248, align 8
  %251 = getelementptr inbounds nuw i8, ptr %241, i64 48
  %252 = getelementptr inbounds nuw i8, ptr %241, i64 40
  store ptr %251, ptr %252, align 8
  store i64 %237, ptr %251, align 8
  %253 = getelementptr inbounds nuw i8, ptr %241, i64 56
  store i64 %240, ptr %253, align 8
  %254 = load i32, ptr %87, align 4
  %255 = icmp eq i32 %254, 0
  br i1 %255, label %323, label %256

256:                                              ; preds = %243
  %257 = tail call i32 @llvm.umax.i32(i32 %254, i32 3)
  %258 = zext i32 %257 to i64
  %259 = add nuw nsw i64 %258, 1
  %260 = mul nuw nsw i64 %259, 136
  %261 = tail call ptr @malloc(i64 %260)
  %262 = icmp eq ptr %261, null
  br i1 %262, label %263, label %265

263:                                              ; preds = %256
  %264 = getelementptr inbounds nuw i8, ptr %241, i64 184
  br label %303

265:                                              ; preds = %256
  %266 = trunc i64 %259 to i32
  store i32 %266, ptr %249, align 4
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(136) %261, ptr noundef nonnull align 8 dereferenceable(136) %251, i64 136, i1 false)
  %267 = getelementptr inbounds nuw i8, ptr %261, i64 136
  %268 = mul nuw nsw i64 %258, 136
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(1) %267, i8 0, i64 %268, i1 false)
  store ptr %261, ptr %252, align 8
  %269 = getelementptr inbounds nuw i8, ptr %74, i64 40
  br label %271

270:                                              ; preds = %271
  br i1 %295, label %323, label %297

271:                                              ; preds = %271, %265
  %272 = phi i64 [ 0, %265 ], [ %291, %271 ]
  %273 = load ptr, ptr %252, align 8
  %274 = getelementptr inbounds nuw %struct.span, ptr %273, i64 %272
  %275 = load ptr, ptr %269, align 8
  %276 = getelementptr inbounds nuw %struct.span, ptr %275, i64 %272
  %277 = tail call fastcc i32 @copy_history(ptr noundef %274, ptr noundef %276)
  %278 = load ptr, ptr %269, align 8
  %279 = getelementptr inbounds nuw %struct.span, ptr %278, i64 %272
  %280 = load i64, ptr %279, align 8
  store i64 %280, ptr %274, align 8
  %281 = load ptr, ptr %269, align 8
  %282 = getelementptr inbounds nuw %struct.span, ptr %281, i64 %272
  %283 = getelementptr inbounds nuw i8, ptr %282, i64 8
  %284 = load i64, ptr %283, align 8
  %285 = getelementptr inbounds nuw i8, ptr %274, i64 8
  store i64 %284, ptr %285, align 8
  %286 = load ptr, ptr %269, align 8
  %287 = getelementptr inbounds nuw %struct.span, ptr %286, i64 %272
  %288 = getelementptr inbounds nuw i8, ptr %287, i64 128
  %289 = load i32, ptr %288, align 8
  %290 = getelementptr inbounds nuw i8, ptr %274, i64 128
  store i32 %289, ptr %290, align 8
  %291 = add nuw nsw i64 %272, 1
  %292 = load i32, ptr %87, align 4
  %293 = zext i32 %292 to i64
  %294 = icmp samesign ult i64 %291, %293
  %295 = icmp eq i32 %277, 0
  %296 = select i1 %294, i1 %295, i1 false
  br i1 %296, label %271, label %270, !llvm.loop !114

297:                                              ; preds = %270
  %298 = load ptr, ptr %252, align 8
  %299 = load i32, ptr %249, align 8
  %300 = zext i32 %299 to i64
  %301 = getelementptr inbounds nuw %struct.span, ptr %298, i64 %300
  %302 = icmp eq i32 %299, 0
  br i1 %302, label %308, label %303

303:                                              ; preds = %297, %263
  %304 = phi ptr [ %264, %263 ], [ %301, %297 ]
  %305 = phi ptr [ %251, %263 ], [ %298, %297 ]
  br label %311

306:                                              ; preds = %311
  %307 = load ptr, ptr %252, align 8
  br label %308

308:                                              ; preds = %306, %297
  %309 = phi ptr [ %307, %306 ], [ %298, %297 ]
  %310 = icmp eq ptr %309, %251
  br i1 %310, label %322, label %321

311:                                              ; preds = %311, %303
  %312 = phi ptr [ %319, %311 ], [ %305, %303 ]
  %313 = getelementptr inbounds nuw i8, ptr %312, i64 56
  %314 = load ptr, ptr %313, align 8
  tail call void @free(ptr noundef %314) #12
  %315 = getelementptr inbounds nuw i8, ptr %312, i64 72
  %316 = load ptr, ptr %315, align 8
  tail call void @free(ptr noundef %316) #12
  %317 = getelementptr inbounds nuw i8, ptr %312, i64 120
  %318 = load ptr, ptr %317, align 8
  tail call void @free(ptr noundef %318) #12
  %319 = getelementptr inbounds nuw i8, ptr %312, i64 136
  %320 = icmp eq ptr %319, %304
  br i1 %320, label %306, label %311, !llvm.loop !66

321:                                              ; preds = %308
  tail call void @free(ptr noundef %309) #12
  br label %322

322:                                              ; preds = %321, %308
  tail call void @free(ptr noundef nonnull %241) #12
  br label %331

323:                                              ; preds = %270, %243
  %324 = phi i32 [ 0, %243 ], [ %292, %270 ]
  store i32 %324, ptr %244, align 4
  %325 = load i32, ptr %91, align 4
  store i32 %325, ptr %250, align 4
  store ptr %238, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 120), align 8
  %326 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 128), align 8
  %327 = add i32 %326, 1
  store i32 %327, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 128), align 8
  %328 = zext i32 %326 to i64
  %329 = getelementptr inbounds nuw %struct.shadow, ptr %238, i64 %328
  store ptr %74, ptr %329, align 8
  %330 = getelementptr inbounds nuw i8, ptr %329, i64 8
  store ptr %241, ptr %330, align 8
  br label %332

331:                                              ; preds = %236, %322
  store ptr %238, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 120), align 8
  br label %1297

332:                                              ; preds = %196, %323, %213, %80
  %333 = add nuw nsw i64 %70, 1
  %334 = icmp eq i64 %333, %13
  br i1 %334, label %335, label %69, !llvm.loop !115

335:                                              ; preds = %332, %36
  br i1 %38, label %453, label %336

336:                                              ; preds = %335, %449
  %337 = phi i64 [ %450, %449 ], [ 0, %335 ]
  %338 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %337
  %339 = getelementptr inbounds nuw i8, ptr %338, i64 9
  %340 = load i8, ptr %339, align 1
  %341 = icmp eq i8 %340, 0
  br i1 %341, label %449, label %342

342:                                              ; preds = %336
  %343 = getelementptr inbounds nuw i8, ptr %338, i64 8
  %344 = load i8, ptr %343, align 8
  %345 = icmp eq i8 %344, 0
  %346 = load ptr, ptr %338, align 8
  br i1 %345, label %347, label %351

347:                                              ; preds = %342
  %348 = getelementptr inbounds nuw i8, ptr %346, i64 24
  %349 = load i32, ptr %348, align 8
  %350 = icmp eq i32 %349, 0
  br i1 %350, label %449, label %351

351:                                              ; preds = %347, %342
  call void @llvm.lifetime.start.p0(ptr nonnull %9) #12
  call void @llvm.lifetime.start.p0(ptr nonnull %10) #12
  %352 = load ptr, ptr %346, align 8
  %353 = load ptr, ptr %352, align 8
  %354 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 128), align 8
  %355 = icmp eq i32 %354, 0
  br i1 %355, label %370, label %356

356:                                              ; preds = %351
  %357 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 120), align 8
  %358 = zext i32 %354 to i64
  br label %362

359:                                              ; preds = %362
  %360 = add nuw nsw i64 %363, 1
  %361 = icmp eq i64 %360, %358
  br i1 %361, label %370, label %362, !llvm.loop !113

362:                                              ; preds = %359, %356
  %363 = phi i64 [ 0, %356 ], [ %360, %359 ]
  %364 = getelementptr inbounds nuw %struct.shadow, ptr %357, i64 %363
  %365 = load ptr, ptr %364, align 8
  %366 = icmp eq ptr %365, %353
  br i1 %366, label %367, label %359

367:                                              ; preds = %362
  %368 = getelementptr inbounds nuw i8, ptr %364, i64 8
  %369 = load ptr, ptr %368, align 8
  br label %370

370:                                              ; preds = %359, %367, %351
  %371 = phi ptr [ null, %351 ], [ %369, %367 ], [ null, %359 ]
  %372 = icmp ne ptr %371, null
  %373 = zext i1 %372 to i32
  store i32 %373, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %374 = select i1 %372, ptr %371, ptr %353
  %375 = load ptr, ptr %338, align 8
  %376 = call fastcc i32 @find_spans(ptr noundef %374, ptr noundef %375, ptr noundef %9, ptr noundef %10)
  %377 = icmp eq i32 %376, 0
  br i1 %377, label %378, label %452

378:                                              ; preds = %370
  %379 = getelementptr inbounds nuw i8, ptr %374, i64 40
  %380 = load ptr, ptr %379, align 8
  %381 = load i32, ptr %9, align 4
  %382 = load i32, ptr %10, align 4
  %383 = zext i32 %382 to i64
  %384 = getelementptr inbounds nuw %struct.span, ptr %380, i64 %383
  %385 = icmp eq i32 %381, %382
  br i1 %385, label %448, label %386

386:                                              ; preds = %378
  %387 = zext i32 %381 to i64
  %388 = getelementptr inbounds nuw %struct.span, ptr %380, i64 %387
  br label %389

389:                                              ; preds = %416, %386
  %390 = phi ptr [ %417, %416 ], [ %388, %386 ]
  %391 = getelementptr inbounds nuw i8, ptr %390, i64 16
  %392 = load ptr, ptr %391, align 8
  %393 = icmp eq ptr %392, null
  br i1 %393, label %410, label %394

394:                                              ; preds = %389
  %395 = getelementptr inbounds nuw i8, ptr %390, i64 24
  %396 = load i64, ptr %395, align 8
  %397 = getelementptr inbounds nuw i8, ptr %392, i64 24
  %398 = load i64, ptr %397, align 8
  %399 = icmp ugt i64 %396, %398
  br i1 %399, label %400, label %410

400:                                              ; preds = %394
  %401 = getelementptr inbounds nuw i8, ptr %392, i64 16
  %402 = load i64, ptr %401, align 8
  %403 = icmp ugt i64 %396, %402
  br i1 %403, label %409, label %404

404:                                              ; preds = %400
  %405 = getelementptr inbounds nuw i8, ptr %390, i64 32
  %406 = load ptr, ptr %405, align 8
  %407 = load atomic i32, ptr %406 acquire, align 64
  %408 = icmp eq i32 %407, 2
  br i1 %408, label %410, label %409

409:                                              ; preds = %404, %400
  tail call fastcc void @check_cell(ptr noundef nonnull %391)
  br label %410

410:                                              ; preds = %409, %404, %394, %389
  %411 = getelementptr inbounds nuw i8, ptr %390, i64 112
  %412 = load i32, ptr %411, align 8
  %413 = icmp eq i32 %412, 0
  br i1 %413, label %416, label %414

414:                                              ; preds = %410
  %415 = getelementptr inbounds nuw i8, ptr %390, i64 120
  br label %419

416:                                              ; preds = %443, %410
  %417 = getelementptr inbounds nuw i8, ptr %390, i64 136
  %418 = icmp eq ptr %417, %384
  br i1 %418, label %448, label %389, !llvm.loop !116

419:                                              ; preds = %443, %414
  %420 = phi i64 [ 0, %414 ], [ %444, %443 ]
  %421 = load ptr, ptr %415, align 8
  %422 = getelementptr inbounds nuw %struct.step, ptr %421, i64 %420
  %423 = getelementptr inbounds nuw i8, ptr %422, i64 8
  %424 = load i64, ptr %423, align 8
  %425 = load ptr, ptr %422, align 8
  %426 = getelementptr inbounds nuw i8, ptr %425, i64 24
  %427 = load i64, ptr %426, align 8
  %428 = icmp ugt i64 %424, %427
  br i1 %428, label %429, label %443

429:                                              ; preds = %419
  %430 = getelementptr inbounds nuw i8, ptr %425, i64 16
  %431 = load i64, ptr %430, align 8
  %432 = icmp ugt i64 %424, %431
  br i1 %432, label %440, label %433

433:                                              ; preds = %429
  %434 = getelementptr inbounds nuw i8, ptr %422, i64 16
  %435 = load ptr, ptr %434, align 8
  %436 = load atomic i32, ptr %435 acquire, align 64
  %437 = icmp eq i32 %436, 2
  br i1 %437, label %443, label %438

438:                                              ; preds = %433
  %439 = load ptr, ptr %415, align 8
  br label %440

440:                                              ; preds = %438, %429
  %441 = phi ptr [ %439, %438 ], [ %421, %429 ]
  %442 = getelementptr inbounds nuw %struct.step, ptr %441, i64 %420
  tail call fastcc void @check_cell(ptr noundef %442)
  br label %443

443:                                              ; preds = %440, %433, %419
  %444 = add nuw nsw i64 %420, 1
  %445 = load i32, ptr %411, align 8
  %446 = zext i32 %445 to i64
  %447 = icmp samesign ult i64 %444, %446
  br i1 %447, label %419, label %416, !llvm.loop !117

448:                                              ; preds = %416, %378
  call void @llvm.lifetime.end.p0(ptr nonnull %10) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %9) #12
  br label %449

449:                                              ; preds = %448, %347, %336
  %450 = add nuw nsw i64 %337, 1
  %451 = icmp eq i64 %450, %13
  br i1 %451, label %453, label %336, !llvm.loop !118

452:                                              ; preds = %370
  call void @llvm.lifetime.end.p0(ptr nonnull %10) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %9) #12
  br label %1297

453:                                              ; preds = %449, %335
  %454 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %455 = getelementptr inbounds nuw i8, ptr %8, i64 8
  %456 = getelementptr inbounds nuw i8, ptr %8, i64 16
  br label %457

457:                                              ; preds = %866, %453
  %458 = phi i64 [ 0, %453 ], [ %867, %866 ]
  %459 = phi i64 [ 0, %453 ], [ %513, %866 ]
  %460 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %458
  call void @llvm.lifetime.start.p0(ptr nonnull %6) #12
  call void @llvm.lifetime.start.p0(ptr nonnull %7) #12
  %461 = load ptr, ptr %460, align 8
  %462 = load ptr, ptr %461, align 8
  %463 = load ptr, ptr %462, align 8
  %464 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 128), align 8
  %465 = icmp eq i32 %464, 0
  br i1 %465, label %480, label %466

466:                                              ; preds = %457
  %467 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 120), align 8
  %468 = zext i32 %464 to i64
  br label %472

469:                                              ; preds = %472
  %470 = add nuw nsw i64 %473, 1
  %471 = icmp eq i64 %470, %468
  br i1 %471, label %480, label %472, !llvm.loop !113

472:                                              ; preds = %469, %466
  %473 = phi i64 [ 0, %466 ], [ %470, %469 ]
  %474 = getelementptr inbounds nuw %struct.shadow, ptr %467, i64 %473
  %475 = load ptr, ptr %474, align 8
  %476 = icmp eq ptr %475, %463
  br i1 %476, label %477, label %469

477:                                              ; preds = %472
  %478 = getelementptr inbounds nuw i8, ptr %474, i64 8
  %479 = load ptr, ptr %478, align 8
  br label %480

480:                                              ; preds = %469, %477, %457
  %481 = phi ptr [ null, %457 ], [ %479, %477 ], [ null, %469 ]
  %482 = icmp ne ptr %481, null
  %483 = zext i1 %482 to i32
  store i32 %483, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %484 = select i1 %482, ptr %481, ptr %463
  %485 = load ptr, ptr %460, align 8
  %486 = call fastcc i32 @find_spans(ptr noundef %484, ptr noundef %485, ptr noundef %6, ptr noundef %7)
  %487 = icmp eq i32 %486, 0
  br i1 %487, label %488, label %869

488:                                              ; preds = %480
  %489 = getelementptr inbounds nuw i8, ptr %484, i64 40
  %490 = load ptr, ptr %489, align 8
  %491 = load i32, ptr %6, align 4
  %492 = load i32, ptr %7, align 4
  %493 = zext i32 %492 to i64
  %494 = getelementptr inbounds nuw %struct.span, ptr %490, i64 %493
  %495 = icmp eq i32 %491, %492
  br i1 %495, label %504, label %496

496:                                              ; preds = %488
  %497 = zext i32 %491 to i64
  %498 = getelementptr inbounds nuw %struct.span, ptr %490, i64 %497
  %499 = getelementptr inbounds nuw i8, ptr %460, i64 9
  %500 = getelementptr inbounds nuw i8, ptr %460, i64 8
  br label %519

501:                                              ; preds = %860
  %502 = load i32, ptr %7, align 4
  %503 = load i32, ptr %6, align 4
  br label %504

504:                                              ; preds = %501, %488
  %505 = phi i32 [ %503, %501 ], [ %491, %488 ]
  %506 = phi i32 [ %502, %501 ], [ %491, %488 ]
  %507 = getelementptr inbounds nuw i8, ptr %460, i64 9
  %508 = load i8, ptr %507, align 1
  %509 = icmp eq i8 %508, 0
  %510 = sub i32 %506, %505
  %511 = zext i32 %510 to i64
  %512 = select i1 %509, i64 0, i64 %511
  %513 = add i64 %512, %459
  %514 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %515 = icmp ne i32 %514, 0
  %516 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 64), align 8
  %517 = icmp eq i32 %516, 0
  %518 = select i1 %515, i1 %517, i1 false
  br i1 %518, label %863, label %866

519:                                              ; preds = %860, %496
  %520 = phi ptr [ %498, %496 ], [ %861, %860 ]
  %521 = load i8, ptr %499, align 1
  %522 = icmp eq i8 %521, 0
  %523 = load ptr, ptr %460, align 8
  %524 = load ptr, ptr %523, align 8
  %525 = getelementptr inbounds nuw i8, ptr %520, i64 16
  br i1 %522, label %745, label %526

526:                                              ; preds = %519
  %527 = getelementptr inbounds nuw i8, ptr %520, i64 56
  %528 = load ptr, ptr %527, align 8
  %529 = icmp eq ptr %528, null
  %530 = getelementptr inbounds nuw i8, ptr %520, i64 80
  %531 = select i1 %529, ptr %530, ptr %528
  %532 = load i8, ptr %500, align 8
  %533 = icmp eq i8 %532, 0
  br i1 %533, label %534, label %538

534:                                              ; preds = %526
  %535 = getelementptr inbounds nuw i8, ptr %523, i64 24
  %536 = load i32, ptr %535, align 8
  %537 = icmp ne i32 %536, 0
  br label %538

538:                                              ; preds = %534, %526
  %539 = phi i1 [ true, %526 ], [ %537, %534 ]
  %540 = load ptr, ptr %525, align 8
  %541 = icmp eq ptr %540, %0
  br i1 %541, label %542, label %547

542:                                              ; preds = %538
  %543 = getelementptr inbounds nuw i8, ptr %520, i64 24
  %544 = load i64, ptr %543, align 8
  %545 = load i64, ptr %0, align 8
  %546 = icmp ugt i64 %544, %545
  br label %547

547:                                              ; preds = %542, %538
  %548 = phi i1 [ false, %538 ], [ %546, %542 ]
  %549 = icmp eq ptr %540, null
  %550 = select i1 %549, i1 true, i1 %548
  br i1 %550, label %585, label %551

551:                                              ; preds = %547
  br i1 %539, label %552, label %568

552:                                              ; preds = %551
  %553 = getelementptr inbounds nuw i8, ptr %520, i64 24
  %554 = load i64, ptr %553, align 8
  %555 = getelementptr inbounds nuw i8, ptr %540, i64 24
  %556 = load i64, ptr %555, align 8
  %557 = icmp ugt i64 %554, %556
  br i1 %557, label %558, label %568

558:                                              ; preds = %552
  %559 = getelementptr inbounds nuw i8, ptr %540, i64 16
  %560 = load i64, ptr %559, align 8
  %561 = icmp ugt i64 %554, %560
  br i1 %561, label %567, label %562

562:                                              ; preds = %558
  %563 = getelementptr inbounds nuw i8, ptr %520, i64 32
  %564 = load ptr, ptr %563, align 8
  %565 = load atomic i32, ptr %564 acquire, align 64
  %566 = icmp eq i32 %565, 2
  br i1 %566, label %568, label %567

567:                                              ; preds = %562, %558
  tail call fastcc void @check_cell(ptr noundef nonnull %525)
  br label %568

568:                                              ; preds = %567, %562, %552, %551
  %569 = load ptr, ptr %525, align 8
  %570 = load i32, ptr @the_tracker, align 8
  %571 = icmp eq i32 %570, 0
  br i1 %571, label %579, label %572

572:                                              ; preds = %568
  %573 = getelementptr inbounds nuw i8, ptr %569, i64 40
  %574 = load i32, ptr %573, align 8
  %575 = icmp eq i32 %574, 0
  br i1 %575, label %576, label %579

576:                                              ; preds = %572
  %577 = load i32, ptr %454, align 8
  %578 = icmp eq i32 %577, 0
  br i1 %578, label %585, label %579

579:                                              ; preds = %576, %572, %568
  %580 = getelementptr inbounds nuw i8, ptr %520, i64 24
  %581 = load i64, ptr %580, align 8
  %582 = load i8, ptr %500, align 8
  %583 = icmp eq i8 %582, 0
  %584 = select i1 %583, i32 2, i32 0
  tail call fastcc void @need(ptr noundef readonly %0, ptr %569, i64 %581, i32 noundef %584, ptr noundef %524)
  br label %585

585:                                              ; preds = %579, %576, %547
  %586 = getelementptr inbounds nuw i8, ptr %520, i64 48
  %587 = load i32, ptr %586, align 8
  %588 = icmp eq i32 %587, 0
  br i1 %588, label %591, label %589

589:                                              ; preds = %585
  %590 = load i32, ptr @the_tracker, align 8
  br label %597

591:                                              ; preds = %616, %585
  %592 = getelementptr inbounds nuw i8, ptr %520, i64 64
  %593 = load i32, ptr %592, align 8
  %594 = icmp eq i32 %593, 0
  br i1 %594, label %622, label %595

595:                                              ; preds = %591
  %596 = getelementptr inbounds nuw i8, ptr %520, i64 72
  br label %626

597:                                              ; preds = %616, %589
  %598 = phi i32 [ %587, %589 ], [ %617, %616 ]
  %599 = phi i32 [ %590, %589 ], [ %618, %616 ]
  %600 = phi i64 [ 0, %589 ], [ %619, %616 ]
  %601 = getelementptr inbounds nuw %struct.point, ptr %531, i64 %600
  %602 = load ptr, ptr %601, align 8
  %603 = icmp eq i32 %599, 0
  br i1 %603, label %611, label %604

604:                                              ; preds = %597
  %605 = getelementptr inbounds nuw i8, ptr %602, i64 40
  %606 = load i32, ptr %605, align 8
  %607 = icmp eq i32 %606, 0
  br i1 %607, label %608, label %611

608:                                              ; preds = %604
  %609 = load i32, ptr %454, align 8
  %610 = icmp eq i32 %609, 0
  br i1 %610, label %616, label %611

611:                                              ; preds = %608, %604, %597
  %612 = getelementptr inbounds nuw i8, ptr %601, i64 8
  %613 = load i64, ptr %612, align 8
  tail call fastcc void @need(ptr noundef readonly %0, ptr %602, i64 %613, i32 noundef 1, ptr noundef %524)
  %614 = load i32, ptr @the_tracker, align 8
  %615 = load i32, ptr %586, align 8
  br label %616

616:                                              ; preds = %611, %608
  %617 = phi i32 [ %598, %608 ], [ %615, %611 ]
  %618 = phi i32 [ %599, %608 ], [ %614, %611 ]
  %619 = add nuw nsw i64 %600, 1
  %620 = zext i32 %617 to i64
  %621 = icmp samesign ult i64 %619, %620
  br i1 %621, label %597, label %591, !llvm.loop !119

622:                                              ; preds = %626, %591
  %623 = phi i32 [ 0, %591 ], [ %634, %626 ]
  %624 = load i32, ptr @the_tracker, align 8
  %625 = icmp eq i32 %624, 0
  br i1 %625, label %860, label %637

626:                                              ; preds = %626, %595
  %627 = phi i64 [ 0, %595 ], [ %633, %626 ]
  %628 = load ptr, ptr %596, align 8
  %629 = getelementptr inbounds nuw %struct.point, ptr %628, i64 %627
  %630 = load ptr, ptr %629, align 8
  %631 = getelementptr inbounds nuw i8, ptr %629, i64 8
  %632 = load i64, ptr %631, align 8
  tail call fastcc void @need(ptr noundef readonly %0, ptr %630, i64 %632, i32 noundef 3, ptr noundef %524)
  %633 = add nuw nsw i64 %627, 1
  %634 = load i32, ptr %592, align 8
  %635 = zext i32 %634 to i64
  %636 = icmp samesign ult i64 %633, %635
  br i1 %636, label %626, label %622, !llvm.loop !120

637:                                              ; preds = %622
  br i1 %539, label %638, label %683

638:                                              ; preds = %637
  %639 = getelementptr inbounds nuw i8, ptr %520, i64 112
  %640 = load i32, ptr %639, align 8
  %641 = icmp eq i32 %640, 0
  br i1 %641, label %683, label %642

642:                                              ; preds = %638
  %643 = getelementptr inbounds nuw i8, ptr %520, i64 120
  br label %644

644:                                              ; preds = %676, %642
  %645 = phi i64 [ 0, %642 ], [ %677, %676 ]
  %646 = load ptr, ptr %643, align 8
  %647 = getelementptr inbounds nuw %struct.step, ptr %646, i64 %645
  %648 = getelementptr inbounds nuw i8, ptr %647, i64 8
  %649 = load i64, ptr %648, align 8
  %650 = load ptr, ptr %647, align 8
  %651 = getelementptr inbounds nuw i8, ptr %650, i64 24
  %652 = load i64, ptr %651, align 8
  %653 = icmp ugt i64 %649, %652
  br i1 %653, label %654, label %676

654:                                              ; preds = %644
  %655 = getelementptr inbounds nuw i8, ptr %650, i64 16
  %656 = load i64, ptr %655, align 8
  %657 = icmp ugt i64 %649, %656
  br i1 %657, label %663, label %658

658:                                              ; preds = %654
  %659 = getelementptr inbounds nuw i8, ptr %647, i64 16
  %660 = load ptr, ptr %659, align 8
  %661 = load atomic i32, ptr %660 acquire, align 64
  %662 = icmp eq i32 %661, 2
  br i1 %662, label %676, label %663

663:                                              ; preds = %658, %654
  tail call fastcc void @check_cell(ptr noundef nonnull %647)
  %664 = load ptr, ptr %647, align 8
  %665 = load i32, ptr @the_tracker, align 8
  %666 = icmp eq i32 %665, 0
  br i1 %666, label %674, label %667

667:                                              ; preds = %663
  %668 = getelementptr inbounds nuw i8, ptr %664, i64 40
  %669 = load i32, ptr %668, align 8
  %670 = icmp eq i32 %669, 0
  br i1 %670, label %671, label %674

671:                                              ; preds = %667
  %672 = load i32, ptr %454, align 8
  %673 = icmp eq i32 %672, 0
  br i1 %673, label %676, label %674

674:                                              ; preds = %671, %667, %663
  %675 = load i64, ptr %648, align 8
  tail call fastcc void @need(ptr noundef readonly %0, ptr %664, i64 %675, i32 noundef 0, ptr noundef %524)
  br label %676

676:                                              ; preds = %674, %671, %658, %644
  %677 = add nuw nsw i64 %645, 1
  %678 = load i32, ptr %639, align 8
  %679 = zext i32 %678 to i64
  %680 = icmp samesign ult i64 %677, %679
  br i1 %680, label %644, label %681, !llvm.loop !121

681:                                              ; preds = %676
  %682 = load i32, ptr %592, align 8
  br label %683

683:                                              ; preds = %681, %638, %637
  %684 = phi i32 [ %682, %681 ], [ %623, %638 ], [ %623, %637 ]
  %685 = load i32, ptr %586, align 8
  %686 = add i32 %685, %684
  %687 = zext i32 %686 to i64
  %688 = add nuw nsw i64 %687, 2
  %689 = load ptr, ptr %527, align 8
  %690 = icmp eq ptr %689, null
  br i1 %690, label %695, label %691

691:                                              ; preds = %683
  %692 = getelementptr inbounds nuw i8, ptr %520, i64 52
  %693 = load i32, ptr %692, align 4
  %694 = zext i32 %693 to i64
  br label %695

695:                                              ; preds = %691, %683
  %696 = phi i64 [ %694, %691 ], [ 2, %683 ]
  %697 = icmp samesign ugt i64 %688, %696
  br i1 %697, label %698, label %716

698:                                              ; preds = %695
  %699 = getelementptr inbounds nuw i8, ptr %520, i64 52
  %700 = load i32, ptr %699, align 4
  %701 = zext i32 %700 to i64
  %702 = icmp samesign ugt i64 %688, %701
  br i1 %702, label %703, label %713

703:                                              ; preds = %698
  %704 = icmp ult i32 %700, 2
  %705 = shl nuw nsw i64 %701, 1
  %706 = select i1 %704, i64 4, i64 %705
  %707 = tail call i64 @llvm.umax.i64(i64 %706, i64 range(i64 0, 8589934591) %688)
  %708 = shl nuw nsw i64 %707, 4
  %709 = tail call ptr @realloc(ptr noundef %689, i64 noundef %708) #33
  %710 = icmp eq ptr %709, null
  br i1 %710, label %716, label %711

711:                                              ; preds = %703
  %712 = trunc i64 %707 to i32
  store i32 %712, ptr %699, align 4
  store ptr %709, ptr %527, align 8
  br label %713

713:                                              ; preds = %711, %698
  %714 = phi ptr [ %689, %698 ], [ %709, %711 ]
  br i1 %690, label %715, label %716

715:                                              ; preds = %713
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %714, ptr noundef nonnull align 8 dereferenceable(32) %530, i64 32, i1 false)
  br label %716

716:                                              ; preds = %715, %713, %703, %695
  %717 = phi i32 [ 0, %695 ], [ 0, %713 ], [ 0, %715 ], [ 1, %703 ]
  %718 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 64), align 8
  %719 = or i32 %718, %717
  store i32 %719, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 64), align 8
  %720 = load ptr, ptr %460, align 8
  %721 = getelementptr inbounds nuw i8, ptr %720, i64 24
  %722 = load i32, ptr %721, align 8
  %723 = icmp eq i32 %722, 0
  br i1 %723, label %860, label %724

724:                                              ; preds = %716
  %725 = getelementptr inbounds nuw i8, ptr %520, i64 112
  %726 = load i32, ptr %725, align 8
  %727 = getelementptr inbounds nuw i8, ptr %520, i64 116
  %728 = load i32, ptr %727, align 4
  %729 = icmp ult i32 %726, %728
  br i1 %729, label %856, label %730

730:                                              ; preds = %724
  %731 = zext i32 %728 to i64
  %732 = zext i32 %726 to i64
  %733 = add nuw nsw i64 %732, 1
  %734 = getelementptr inbounds nuw i8, ptr %520, i64 120
  %735 = load ptr, ptr %734, align 8
  %736 = icmp ult i32 %728, 2
  %737 = shl nuw nsw i64 %731, 1
  %738 = select i1 %736, i64 4, i64 %737
  %739 = tail call i64 @llvm.umax.i64(i64 %738, i64 range(i64 0, 8589934591) %733)
  %740 = shl nuw nsw i64 %739, 5
  %741 = tail call ptr @realloc(ptr noundef %735, i64 noundef %740) #33
  %742 = icmp eq ptr %741, null
  br i1 %742, label %856, label %743

743:                                              ; preds = %730
  %744 = trunc i64 %739 to i32
  store i32 %744, ptr %727, align 4
  store ptr %741, ptr %734, align 8
  br label %856

745:                                              ; preds = %519
  %746 = load ptr, ptr %525, align 8
  %747 = icmp eq ptr %746, null
  br i1 %747, label %776, label %748

748:                                              ; preds = %745
  %749 = getelementptr inbounds nuw i8, ptr %520, i64 24
  %750 = load i64, ptr %749, align 8
  %751 = getelementptr inbounds nuw i8, ptr %746, i64 24
  %752 = load i64, ptr %751, align 8
  %753 = icmp ugt i64 %750, %752
  br i1 %753, label %754, label %776

754:                                              ; preds = %748
  %755 = getelementptr inbounds nuw i8, ptr %746, i64 16
  %756 = load i64, ptr %755, align 8
  %757 = icmp ugt i64 %750, %756
  br i1 %757, label %763, label %758

758:                                              ; preds = %754
  %759 = getelementptr inbounds nuw i8, ptr %520, i64 32
  %760 = load ptr, ptr %759, align 8
  %761 = load atomic i32, ptr %760 acquire, align 64
  %762 = icmp eq i32 %761, 2
  br i1 %762, label %776, label %763

763:                                              ; preds = %758, %754
  tail call fastcc void @check_cell(ptr noundef nonnull %525)
  %764 = load ptr, ptr %525, align 8
  %765 = load i32, ptr @the_tracker, align 8
  %766 = icmp eq i32 %765, 0
  br i1 %766, label %774, label %767

767:                                              ; preds = %763
  %768 = getelementptr inbounds nuw i8, ptr %764, i64 40
  %769 = load i32, ptr %768, align 8
  %770 = icmp eq i32 %769, 0
  br i1 %770, label %771, label %774

771:                                              ; preds = %767
  %772 = load i32, ptr %454, align 8
  %773 = icmp eq i32 %772, 0
  br i1 %773, label %776, label %774

774:                                              ; preds = %771, %767, %763
  %775 = load i64, ptr %749, align 8
  tail call fastcc void @need(ptr noundef readonly %0, ptr %764, i64 %775, i32 noundef 0, ptr noundef %524)
  br label %776

776:                                              ; preds = %774, %771, %758, %748, %745
  %777 = load i32, ptr @the_tracker, align 8
  %778 = icmp eq i32 %777, 0
  br i1 %778, label %822, label %779

779:                                              ; preds = %776
  %780 = getelementptr inbounds nuw i8, ptr %520, i64 112
  %781 = load i32, ptr %780, align 8
  %782 = icmp eq i32 %781, 0
  br i1 %782, label %822, label %783

783:                                              ; preds = %779
  %784 = getelementptr inbounds nuw i8, ptr %520, i64 120
  br label %785

785:                                              ; preds = %817, %783
  %786 = phi i64 [ 0, %783 ], [ %818, %817 ]
  %787 = load ptr, ptr %784, align 8
  %788 = getelementptr inbounds nuw %struct.step, ptr %787, i64 %786
  %789 = getelementptr inbounds nuw i8, ptr %788, i64 8
  %790 = load i64, ptr %789, align 8
  %791 = load ptr, ptr %788, align 8
  %792 = getelementptr inbounds nuw i8, ptr %791, i64 24
  %793 = load i64, ptr %792, align 8
  %794 = icmp ugt i64 %790, %793
  br i1 %794, label %795, label %817

795:                                              ; preds = %785
  %796 = getelementptr inbounds nuw i8, ptr %791, i64 16
  %797 = load i64, ptr %796, align 8
  %798 = icmp ugt i64 %790, %797
  br i1 %798, label %804, label %799

799:                                              ; preds = %795
  %800 = getelementptr inbounds nuw i8, ptr %788, i64 16
  %801 = load ptr, ptr %800, align 8
  %802 = load atomic i32, ptr %801 acquire, align 64
  %803 = icmp eq i32 %802, 2
  br i1 %803, label %817, label %804

804:                                              ; preds = %799, %795
  tail call fastcc void @check_cell(ptr noundef nonnull %788)
  %805 = load ptr, ptr %788, align 8
  %806 = load i32, ptr @the_tracker, align 8
  %807 = icmp eq i32 %806, 0
  br i1 %807, label %815, label %808

808:                                              ; preds = %804
  %809 = getelementptr inbounds nuw i8, ptr %805, i64 40
  %810 = load i32, ptr %809, align 8
  %811 = icmp eq i32 %810, 0
  br i1 %811, label %812, label %815

812:                                              ; preds = %808
  %813 = load i32, ptr %454, align 8
  %814 = icmp eq i32 %813, 0
  br i1 %814, label %817, label %815

815:                                              ; preds = %812, %808, %804
  %816 = load i64, ptr %789, align 8
  tail call fastcc void @need(ptr noundef readonly %0, ptr %805, i64 %816, i32 noundef 0, ptr noundef %524)
  br label %817

817:                                              ; preds = %815, %812, %799, %785
  %818 = add nuw nsw i64 %786, 1
  %819 = load i32, ptr %780, align 8
  %820 = zext i32 %819 to i64
  %821 = icmp samesign ult i64 %818, %820
  br i1 %821, label %785, label %822, !llvm.loop !121

822:                                              ; preds = %817, %779, %776
  %823 = getelementptr inbounds nuw i8, ptr %520, i64 48
  %824 = load i32, ptr %823, align 8
  %825 = zext i32 %824 to i64
  %826 = add nuw nsw i64 %825, 1
  %827 = getelementptr inbounds nuw i8, ptr %520, i64 56
  %828 = load ptr, ptr %827, align 8
  %829 = icmp eq ptr %828, null
  br i1 %829, label %834, label %830

830:                                              ; preds = %822
  %831 = getelementptr inbounds nuw i8, ptr %520, i64 52
  %832 = load i32, ptr %831, align 4
  %833 = zext i32 %832 to i64
  br label %834

834:                                              ; preds = %830, %822
  %835 = phi i64 [ %833, %830 ], [ 2, %822 ]
  %836 = icmp samesign ugt i64 %835, %825
  br i1 %836, label %856, label %837

837:                                              ; preds = %834
  %838 = getelementptr inbounds nuw i8, ptr %520, i64 52
  %839 = load i32, ptr %838, align 4
  %840 = icmp ult i32 %824, %839
  br i1 %840, label %852, label %841

841:                                              ; preds = %837
  %842 = zext i32 %839 to i64
  %843 = icmp ult i32 %839, 2
  %844 = shl nuw nsw i64 %842, 1
  %845 = select i1 %843, i64 4, i64 %844
  %846 = tail call i64 @llvm.umax.i64(i64 %845, i64 range(i64 0, 8589934591) %826)
  %847 = shl nuw nsw i64 %846, 4
  %848 = tail call ptr @realloc(ptr noundef %828, i64 noundef %847) #33
  %849 = icmp eq ptr %848, null
  br i1 %849, label %856, label %850

850:                                              ; preds = %841
  %851 = trunc i64 %846 to i32
  store i32 %851, ptr %838, align 4
  store ptr %848, ptr %827, align 8
  br label %852

852:                                              ; preds = %850, %837
  %853 = phi ptr [ %828, %837 ], [ %848, %850 ]
  br i1 %829, label %854, label %856

854:                                              ; preds = %852
  %855 = getelementptr inbounds nuw i8, ptr %520, i64 80
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %853, ptr noundef nonnull align 8 dereferenceable(32) %855, i64 32, i1 false)
  br label %856

856:                                              ; preds = %854, %852, %841, %834, %743, %730, %724
  %857 = phi i32 [ 1, %730 ], [ 0, %724 ], [ 0, %743 ], [ 0, %834 ], [ 0, %852 ], [ 0, %854 ], [ 1, %841 ]
  %858 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 64), align 8
  %859 = or i32 %858, %857
  store i32 %859, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 64), align 8
  br label %860

860:                                              ; preds = %856, %716, %622
  %861 = getelementptr inbounds nuw i8, ptr %520, i64 136
  %862 = icmp eq ptr %861, %494
  br i1 %862, label %501, label %519, !llvm.loop !122

863:                                              ; preds = %504
  call void @llvm.lifetime.start.p0(ptr nonnull %8) #12
  store ptr %0, ptr %8, align 8
  %864 = load i64, ptr %0, align 8
  %865 = add i64 %864, 1
  store i64 %865, ptr %455, align 8
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %456, i8 0, i64 16, i1 false)
  call fastcc void @note_use(ptr noundef %484, ptr noundef nonnull readonly %460, ptr noundef nonnull %8)
  call void @llvm.lifetime.end.p0(ptr nonnull %8) #12
  br label %866

866:                                              ; preds = %863, %504
  call void @llvm.lifetime.end.p0(ptr nonnull %7) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %6) #12
  %867 = add nuw nsw i64 %458, 1
  %868 = icmp eq i64 %867, %13
  br i1 %868, label %870, label %457, !llvm.loop !123

869:                                              ; preds = %480
  call void @llvm.lifetime.end.p0(ptr nonnull %7) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %6) #12
  br label %1297

870:                                              ; preds = %866, %5
  %871 = phi i64 [ 0, %5 ], [ %513, %866 ]
  store i32 0, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %872 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 128), align 8
  %873 = icmp eq i32 %872, 0
  br i1 %873, label %877, label %874

874:                                              ; preds = %870
  %875 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 120), align 8
  %876 = zext i32 %872 to i64
  br label %901

877:                                              ; preds = %963, %870
  %878 = phi i64 [ %871, %870 ], [ %965, %963 ]
  %879 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %880 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %881 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %882 = add i32 %881, %880
  %883 = zext i32 %882 to i64
  %884 = add i64 %878, 1
  %885 = add i64 %884, %883
  %886 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 52), align 4
  %887 = zext i32 %886 to i64
  %888 = icmp ugt i64 %885, %887
  br i1 %888, label %889, label %899

889:                                              ; preds = %877
  %890 = icmp ult i32 %886, 2
  %891 = shl nuw nsw i64 %887, 1
  %892 = select i1 %890, i64 4, i64 %891
  %893 = tail call i64 @llvm.umax.i64(i64 %892, i64 %885)
  %894 = shl i64 %893, 3
  %895 = tail call ptr @realloc(ptr noundef %879, i64 noundef %894) #33
  %896 = icmp eq ptr %895, null
  br i1 %896, label %1297, label %897

897:                                              ; preds = %889
  %898 = trunc i64 %893 to i32
  store i32 %898, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 52), align 4
  br label %968

899:                                              ; preds = %877
  %900 = icmp eq ptr %879, null
  br i1 %900, label %1297, label %968

901:                                              ; preds = %963, %874
  %902 = phi i64 [ 0, %874 ], [ %966, %963 ]
  %903 = phi i64 [ %871, %874 ], [ %965, %963 ]
  %904 = getelementptr inbounds nuw %struct.shadow, ptr %875, i64 %902
  %905 = getelementptr inbounds nuw i8, ptr %904, i64 8
  %906 = load ptr, ptr %905, align 8
  %907 = getelementptr inbounds nuw i8, ptr %906, i64 28
  %908 = load i32, ptr %907, align 4
  %909 = zext i32 %908 to i64
  %910 = icmp eq i32 %908, 0
  br i1 %910, label %963, label %911

911:                                              ; preds = %901
  %912 = getelementptr inbounds nuw i8, ptr %906, i64 40
  %913 = load ptr, ptr %912, align 8
  %914 = and i64 %909, 3
  %915 = icmp ult i32 %908, 4
  br i1 %915, label %947, label %916

916:                                              ; preds = %911
  %917 = and i64 %909, 4294967292
  br label %918

918:                                              ; preds = %918, %916
  %919 = phi i64 [ 0, %916 ], [ %942, %918 ]
  %920 = phi i64 [ %909, %916 ], [ %941, %918 ]
  %921 = phi i64 [ 0, %916 ], [ %943, %918 ]
  %922 = getelementptr inbounds nuw %struct.span, ptr %913, i64 %919
  %923 = getelementptr inbounds nuw i8, ptr %922, i64 112
  %924 = load i32, ptr %923, align 8
  %925 = zext i32 %924 to i64
  %926 = add i64 %920, %925
  %927 = getelementptr inbounds nuw %struct.span, ptr %913, i64 %919
  %928 = getelementptr inbounds nuw i8, ptr %927, i64 248
  %929 = load i32, ptr %928, align 8
  %930 = zext i32 %929 to i64
  %931 = add i64 %926, %930
  %932 = getelementptr inbounds nuw %struct.span, ptr %913, i64 %919
  %933 = getelementptr inbounds nuw i8, ptr %932, i64 384
  %934 = load i32, ptr %933, align 8
  %935 = zext i32 %934 to i64
  %936 = add i64 %931, %935
  %937 = getelementptr inbounds nuw %struct.span, ptr %913, i64 %919
  %938 = getelementptr inbounds nuw i8, ptr %937, i64 520
  %939 = load i32, ptr %938, align 8
  %940 = zext i32 %939 to i64
  %941 = add i64 %936, %940
  %942 = add nuw nsw i64 %919, 4
  %943 = add i64 %921, 4
  %944 = icmp eq i64 %943, %917
  br i1 %944, label %945, label %918, !llvm.loop !124

945:                                              ; preds = %918
  %946 = icmp eq i64 %914, 0
  br i1 %946, label %963, label %947

947:                                              ; preds = %945, %911
  %948 = phi i64 [ 0, %911 ], [ %942, %945 ]
  %949 = phi i64 [ %909, %911 ], [ %941, %945 ]
  %950 = icmp ne i64 %914, 0
  tail call void @llvm.assume(i1 %950)
  br label %951

951:                                              ; preds = %951, %947
  %952 = phi i64 [ %948, %947 ], [ %960, %951 ]
  %953 = phi i64 [ %949, %947 ], [ %959, %951 ]
  %954 = phi i64 [ 0, %947 ], [ %961, %951 ]
  %955 = getelementptr inbounds nuw %struct.span, ptr %913, i64 %952
  %956 = getelementptr inbounds nuw i8, ptr %955, i64 112
  %957 = load i32, ptr %956, align 8
  %958 = zext i32 %957 to i64
  %959 = add i64 %953, %958
  %960 = add nuw nsw i64 %952, 1
  %961 = add i64 %954, 1
  %962 = icmp eq i64 %961, %914
  br i1 %962, label %963, label %951, !llvm.loop !125

963:                                              ; preds = %945, %951, %901
  %964 = phi i64 [ 0, %901 ], [ %941, %945 ], [ %959, %951 ]
  %965 = add i64 %964, %903
  %966 = add nuw nsw i64 %902, 1
  %967 = icmp eq i64 %966, %876
  br i1 %967, label %877, label %901, !llvm.loop !126

968:                                              ; preds = %897, %899
  %969 = phi ptr [ %895, %897 ], [ %879, %899 ]
  store ptr %969, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %970 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 64), align 8
  %971 = icmp ne i32 %970, 0
  %972 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %973 = icmp eq i32 %972, 0
  %974 = select i1 %971, i1 true, i1 %973
  %975 = xor i1 %971, true
  br i1 %974, label %1102, label %980

976:                                              ; preds = %1037
  %977 = icmp eq i32 %1039, 0
  br i1 %977, label %1098, label %978

978:                                              ; preds = %976
  %979 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 8), align 8
  br label %1076

980:                                              ; preds = %968, %1037
  %981 = phi i32 [ %1038, %1037 ], [ %972, %968 ]
  %982 = phi i32 [ %1039, %1037 ], [ %972, %968 ]
  %983 = phi i64 [ %1040, %1037 ], [ 0, %968 ]
  %984 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 8), align 8
  %985 = getelementptr inbounds nuw %struct.edge, ptr %984, i64 %983
  %986 = load ptr, ptr %985, align 8
  %987 = getelementptr inbounds nuw i8, ptr %985, i64 8
  %988 = load i64, ptr %987, align 8
  %989 = getelementptr inbounds nuw i8, ptr %986, i64 76
  %990 = load i32, ptr %989, align 4
  %991 = icmp eq i32 %990, 0
  br i1 %991, label %1037, label %992

992:                                              ; preds = %980
  %993 = getelementptr inbounds nuw i8, ptr %986, i64 64
  %994 = load ptr, ptr %993, align 8
  %995 = getelementptr inbounds nuw i8, ptr %986, i64 72
  %996 = load i32, ptr %995, align 8
  %997 = zext i32 %996 to i64
  %998 = getelementptr inbounds nuw %struct.snapshot, ptr %994, i64 %997
  %999 = add i32 %990, -1
  %1000 = zext i32 %999 to i64
  %1001 = getelementptr inbounds nuw %struct.snapshot, ptr %998, i64 %1000
  %1002 = load i64, ptr %1001, align 8
  %1003 = icmp ult i64 %988, %1002
  br i1 %1003, label %1004, label %1022

1004:                                             ; preds = %992, %1004
  %1005 = phi i32 [ %1015, %1004 ], [ 0, %992 ]
  %1006 = phi i32 [ %1014, %1004 ], [ %990, %992 ]
  %1007 = add i32 %1006, %1005
  %1008 = lshr i32 %1007, 1
  %1009 = zext nneg i32 %1008 to i64
  %1010 = getelementptr inbounds nuw %struct.snapshot, ptr %998, i64 %1009
  %1011 = load i64, ptr %1010, align 8
  %1012 = icmp ugt i64 %1011, %988
  %1013 = add nuw i32 %1008, 1
  %1014 = select i1 %1012, i32 %1008, i32 %1006
  %1015 = select i1 %1012, i32 %1005, i32 %1013
  %1016 = icmp ult i32 %1015, %1014
  br i1 %1016, label %1004, label %1017, !llvm.loop !84

1017:                                             ; preds = %1004
  %1018 = icmp eq i32 %1015, 0
  br i1 %1018, label %1037, label %1019

1019:                                             ; preds = %1017
  %1020 = add i32 %1015, -1
  %1021 = zext nneg i32 %1020 to i64
  br label %1022

1022:                                             ; preds = %1019, %992
  %1023 = phi i64 [ %1021, %1019 ], [ %1000, %992 ]
  %1024 = getelementptr inbounds nuw %struct.snapshot, ptr %998, i64 %1023
  %1025 = getelementptr inbounds nuw i8, ptr %1024, i64 8
  %1026 = load ptr, ptr %1025, align 8
  %1027 = getelementptr inbounds nuw i8, ptr %1026, i64 4
  %1028 = icmp eq ptr %1026, null
  br i1 %1028, label %1037, label %1029

1029:                                             ; preds = %1022
  %1030 = getelementptr inbounds nuw i8, ptr %1026, i64 16
  %1031 = load i32, ptr %1027, align 4
  %1032 = icmp eq i32 %1031, 0
  br i1 %1032, label %1037, label %1033

1033:                                             ; preds = %1029
  %1034 = load i64, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 72), align 8
  br label %1043

1035:                                             ; preds = %1070
  %1036 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  br label %1037

1037:                                             ; preds = %1029, %1035, %1022, %1017, %980
  %1038 = phi i32 [ %981, %1017 ], [ %981, %1022 ], [ %981, %980 ], [ %1036, %1035 ], [ %981, %1029 ]
  %1039 = phi i32 [ %982, %1017 ], [ %982, %1022 ], [ %982, %980 ], [ %1036, %1035 ], [ %981, %1029 ]
  %1040 = add nuw nsw i64 %983, 1
  %1041 = zext i32 %1039 to i64
  %1042 = icmp samesign ult i64 %1040, %1041
  br i1 %1042, label %980, label %976, !llvm.loop !127

1043:                                             ; preds = %1033, %1070
  %1044 = phi i32 [ %1071, %1070 ], [ %1031, %1033 ]
  %1045 = phi i64 [ %1072, %1070 ], [ %1034, %1033 ]
  %1046 = phi i64 [ %1073, %1070 ], [ 0, %1033 ]
  %1047 = getelementptr inbounds nuw %struct.point, ptr %1030, i64 %1046
  %1048 = load ptr, ptr %1047, align 8
  %1049 = getelementptr inbounds nuw i8, ptr %1048, i64 48
  %1050 = load i64, ptr %1049, align 8
  %1051 = icmp eq i64 %1050, %1045
  br i1 %1051, label %1052, label %1070

1052:                                             ; preds = %1043
  %1053 = getelementptr inbounds nuw i8, ptr %1048, i64 44
  %1054 = load i32, ptr %1053, align 4
  %1055 = zext i32 %1054 to i64
  %1056 = getelementptr inbounds nuw %struct.edge, ptr %984, i64 %1055
  %1057 = icmp eq i64 %983, %1055
  br i1 %1057, label %1070, label %1058

1058:                                             ; preds = %1052
  %1059 = getelementptr inbounds nuw i8, ptr %1047, i64 8
  %1060 = load i64, ptr %1059, align 8
  %1061 = getelementptr inbounds nuw i8, ptr %1056, i64 8
  %1062 = load i64, ptr %1061, align 8
  %1063 = icmp ult i64 %1060, %1062
  br i1 %1063, label %1070, label %1064

1064:                                             ; preds = %1058
  %1065 = getelementptr inbounds nuw i8, ptr %1056, i64 16
  %1066 = load i32, ptr %1065, align 8
  %1067 = or i32 %1066, -2147483648
  store i32 %1067, ptr %1065, align 8
  %1068 = load i64, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 72), align 8
  %1069 = load i32, ptr %1027, align 4
  br label %1070

1070:                                             ; preds = %1064, %1058, %1052, %1043
  %1071 = phi i32 [ %1069, %1064 ], [ %1044, %1058 ], [ %1044, %1052 ], [ %1044, %1043 ]
  %1072 = phi i64 [ %1068, %1064 ], [ %1045, %1058 ], [ %1045, %1052 ], [ %1045, %1043 ]
  %1073 = add nuw nsw i64 %1046, 1
  %1074 = zext i32 %1071 to i64
  %1075 = icmp samesign ult i64 %1073, %1074
  br i1 %1075, label %1043, label %1035

1076:                                             ; preds = %1091, %978
  %1077 = phi i32 [ %1039, %978 ], [ %1092, %1091 ]
  %1078 = phi ptr [ %979, %978 ], [ %1093, %1091 ]
  %1079 = phi i64 [ 0, %978 ], [ %1095, %1091 ]
  %1080 = phi i32 [ 0, %978 ], [ %1094, %1091 ]
  %1081 = getelementptr inbounds nuw %struct.edge, ptr %1078, i64 %1079
  %1082 = getelementptr inbounds nuw i8, ptr %1081, i64 16
  %1083 = load i32, ptr %1082, align 8
  %1084 = icmp sgt i32 %1083, -1
  br i1 %1084, label %1085, label %1091

1085:                                             ; preds = %1076
  %1086 = add i32 %1080, 1
  %1087 = zext i32 %1080 to i64
  %1088 = getelementptr inbounds nuw %struct.edge, ptr %1078, i64 %1087
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %1088, ptr noundef nonnull align 8 dereferenceable(32) %1081, i64 32, i1 false)
  %1089 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 8), align 8
  %1090 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  br label %1091

1091:                                             ; preds = %1085, %1076
  %1092 = phi i32 [ %1077, %1076 ], [ %1090, %1085 ]
  %1093 = phi ptr [ %1078, %1076 ], [ %1089, %1085 ]
  %1094 = phi i32 [ %1080, %1076 ], [ %1086, %1085 ]
  %1095 = add nuw nsw i64 %1079, 1
  %1096 = zext i32 %1092 to i64
  %1097 = icmp samesign ult i64 %1095, %1096
  br i1 %1097, label %1076, label %1098, !llvm.loop !128

1098:                                             ; preds = %1091, %976
  %1099 = phi i32 [ 0, %976 ], [ %1094, %1091 ]
  store i32 %1099, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %1100 = tail call fastcc i32 @join_edges(ptr noundef %0)
  %1101 = icmp eq i32 %1100, 0
  br label %1102

1102:                                             ; preds = %1098, %968
  %1103 = phi i1 [ %975, %968 ], [ %1101, %1098 ]
  %1104 = icmp ne i32 %4, 0
  %1105 = and i1 %1104, %1103
  br i1 %1105, label %1106, label %1293

1106:                                             ; preds = %1102
  %1107 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %1108 = icmp eq i32 %1107, 0
  br i1 %1108, label %1111, label %1109

1109:                                             ; preds = %1106
  %1110 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 96), align 8
  br label %1150

1111:                                             ; preds = %1106
  store i32 0, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 96), align 8
  %1112 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %1113 = load ptr, ptr %1112, align 8
  %1114 = icmp eq ptr %1113, null
  br i1 %1114, label %1150, label %1115

1115:                                             ; preds = %1111
  %1116 = getelementptr inbounds nuw i8, ptr %1113, i64 4
  %1117 = load i32, ptr %1116, align 4
  %1118 = icmp eq i32 %1117, 0
  br i1 %1118, label %1150, label %1119

1119:                                             ; preds = %1115
  %1120 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 100), align 4
  %1121 = icmp ugt i32 %1117, %1120
  br i1 %1121, label %1124, label %1122

1122:                                             ; preds = %1119
  %1123 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 104), align 8
  br label %1140

1124:                                             ; preds = %1119
  %1125 = zext i32 %1120 to i64
  %1126 = zext i32 %1117 to i64
  %1127 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 104), align 8
  %1128 = icmp ult i32 %1120, 2
  %1129 = shl nuw nsw i64 %1125, 1
  %1130 = select i1 %1128, i64 4, i64 %1129
  %1131 = tail call i64 @llvm.umax.i64(i64 %1130, i64 range(i64 0, 8589934592) %1126)
  %1132 = shl nuw nsw i64 %1131, 4
  %1133 = tail call ptr @realloc(ptr noundef %1127, i64 noundef %1132) #33
  %1134 = icmp eq ptr %1133, null
  br i1 %1134, label %1297, label %1135

1135:                                             ; preds = %1124
  %1136 = trunc i64 %1131 to i32
  store i32 %1136, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 100), align 4
  store ptr %1133, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 104), align 8
  %1137 = load ptr, ptr %1112, align 8
  %1138 = getelementptr inbounds nuw i8, ptr %1137, i64 4
  %1139 = load i32, ptr %1138, align 4
  br label %1140

1140:                                             ; preds = %1135, %1122
  %1141 = phi i32 [ %1117, %1122 ], [ %1139, %1135 ]
  %1142 = phi ptr [ %1113, %1122 ], [ %1137, %1135 ]
  %1143 = phi ptr [ %1123, %1122 ], [ %1133, %1135 ]
  %1144 = getelementptr inbounds nuw i8, ptr %1142, i64 16
  %1145 = zext i32 %1141 to i64
  %1146 = shl nuw nsw i64 %1145, 4
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 8 %1143, ptr nonnull align 8 %1144, i64 %1146, i1 false)
  %1147 = load ptr, ptr %1112, align 8
  %1148 = getelementptr inbounds nuw i8, ptr %1147, i64 4
  %1149 = load i32, ptr %1148, align 4
  store i32 %1149, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 96), align 8
  br label %1150

1150:                                             ; preds = %1140, %1115, %1111, %1109
  %1151 = phi i32 [ %1110, %1109 ], [ 0, %1115 ], [ %1149, %1140 ], [ 0, %1111 ]
  %1152 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 104), align 8
  %1153 = tail call fastcc i32 @await_points(ptr noundef readonly %0, ptr noundef %1152, i32 noundef %1151, ptr noundef readonly %3, i32 noundef range(i32 1, 0) %4, i32 noundef 0)
  %1154 = icmp eq i32 %1153, 0
  br i1 %1154, label %1155, label %1297

1155:                                             ; preds = %1150
  %1156 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %1157 = icmp eq i32 %1156, %1107
  br i1 %1157, label %1294, label %1158

1158:                                             ; preds = %1155
  %1159 = zext i32 %4 to i64
  br label %1163

1160:                                             ; preds = %1163
  %1161 = add nuw nsw i64 %1164, 1
  %1162 = icmp eq i64 %1161, %1159
  br i1 %1162, label %1171, label %1163, !llvm.loop !129

1163:                                             ; preds = %1160, %1158
  %1164 = phi i64 [ 0, %1158 ], [ %1161, %1160 ]
  %1165 = getelementptr inbounds nuw %struct.point, ptr %3, i64 %1164
  %1166 = load ptr, ptr %1165, align 8
  %1167 = getelementptr inbounds nuw i8, ptr %1165, i64 8
  %1168 = load i64, ptr %1167, align 8
  %1169 = tail call fastcc i32 @join_wait(ptr noundef nonnull getelementptr inbounds nuw (i8, ptr @the_tracker, i64 96), ptr noundef readonly %0, ptr %1166, i64 %1168)
  %1170 = icmp eq i32 %1169, 0
  br i1 %1170, label %1160, label %1297

1171:                                             ; preds = %1160
  %1172 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 96), align 8
  %1173 = icmp ult i32 %1172, 9
  br i1 %1173, label %1202, label %1174

1174:                                             ; preds = %1171
  %1175 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 104), align 8
  br label %1177

1176:                                             ; preds = %1195
  store i32 %1198, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 96), align 8
  br label %1202

1177:                                             ; preds = %1195, %1174
  %1178 = phi ptr [ %1196, %1195 ], [ %1175, %1174 ]
  %1179 = phi i32 [ %1197, %1195 ], [ %1172, %1174 ]
  %1180 = phi i64 [ %1199, %1195 ], [ 0, %1174 ]
  %1181 = phi i32 [ %1198, %1195 ], [ 0, %1174 ]
  %1182 = getelementptr inbounds nuw %struct.point, ptr %1178, i64 %1180
  %1183 = getelementptr inbounds nuw i8, ptr %1182, i64 8
  %1184 = load i64, ptr %1183, align 8
  %1185 = load ptr, ptr %1182, align 8
  %1186 = getelementptr inbounds nuw i8, ptr %1185, i64 8
  %1187 = load i64, ptr %1186, align 8
  %1188 = icmp ugt i64 %1184, %1187
  br i1 %1188, label %1189, label %1195

1189:                                             ; preds = %1177
  %1190 = add i32 %1181, 1
  %1191 = zext i32 %1181 to i64
  %1192 = getelementptr inbounds nuw %struct.point, ptr %1178, i64 %1191
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %1192, ptr noundef nonnull align 8 dereferenceable(16) %1182, i64 16, i1 false)
  %1193 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 96), align 8
  %1194 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 104), align 8
  br label %1195

1195:                                             ; preds = %1189, %1177
  %1196 = phi ptr [ %1194, %1189 ], [ %1178, %1177 ]
  %1197 = phi i32 [ %1193, %1189 ], [ %1179, %1177 ]
  %1198 = phi i32 [ %1190, %1189 ], [ %1181, %1177 ]
  %1199 = add nuw nsw i64 %1180, 1
  %1200 = zext i32 %1197 to i64
  %1201 = icmp samesign ult i64 %1199, %1200
  br i1 %1201, label %1177, label %1176, !llvm.loop !88

1202:                                             ; preds = %1176, %1171
  %1203 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %1204 = icmp eq i32 %1203, 0
  br i1 %1204, label %1291, label %1205

1205:                                             ; preds = %1202
  %1206 = zext i32 %1107 to i64
  %1207 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 8), align 8
  br label %1208

1208:                                             ; preds = %1284, %1205
  %1209 = phi ptr [ %1207, %1205 ], [ %1286, %1284 ]
  %1210 = phi i32 [ %1203, %1205 ], [ %1287, %1284 ]
  %1211 = phi i64 [ 0, %1205 ], [ %1289, %1284 ]
  %1212 = phi i32 [ 0, %1205 ], [ %1288, %1284 ]
  %1213 = icmp samesign ult i64 %1211, %1206
  %1214 = icmp ult i32 %1107, %1210
  %1215 = and i1 %1214, %1213
  br i1 %1215, label %1216, label %1276

1216:                                             ; preds = %1208
  %1217 = getelementptr inbounds nuw %struct.edge, ptr %1209, i64 %1211
  %1218 = load ptr, ptr %1217, align 8
  %1219 = zext i32 %1210 to i64
  %1220 = sub nsw i64 %1219, %1206
  %1221 = icmp ult i64 %1220, 5
  br i1 %1221, label %1261, label %1222

1222:                                             ; preds = %1216
  %1223 = and i64 %1220, 3
  %1224 = icmp eq i64 %1223, 0
  %1225 = select i1 %1224, i64 4, i64 %1223
  %1226 = sub nsw i64 %1220, %1225
  %1227 = add nsw i64 %1226, %1206
  %1228 = insertelement <2 x ptr> poison, ptr %1218, i64 0
  %1229 = shufflevector <2 x ptr> %1228, <2 x ptr> poison, <2 x i32> zeroinitializer
  br label %1230

1230:                                             ; preds = %1230, %1222
  %1231 = phi i64 [ 0, %1222 ], [ %1256, %1230 ]
  %1232 = phi <2 x i32> [ zeroinitializer, %1222 ], [ %1254, %1230 ]
  %1233 = phi <2 x i32> [ zeroinitializer, %1222 ], [ %1255, %1230 ]
  %1234 = add i64 %1231, %1206
  %1235 = getelementptr inbounds nuw %struct.edge, ptr %1209, i64 %1234
  %1236 = getelementptr %struct.edge, ptr %1209, i64 %1234
  %1237 = getelementptr i8, ptr %1236, i64 32
  %1238 = getelementptr %struct.edge, ptr %1209, i64 %1234
  %1239 = getelementptr i8, ptr %1238, i64 64
  %1240 = getelementptr %struct.edge, ptr %1209, i64 %1234
  %1241 = getelementptr i8, ptr %1240, i64 96
  %1242 = load ptr, ptr %1235, align 8
  %1243 = load ptr, ptr %1237, align 8
  %1244 = insertelement <2 x ptr> poison, ptr %1242, i64 0
  %1245 = insertelement <2 x ptr> %1244, ptr %1243, i64 1
  %1246 = load ptr, ptr %1239, align 8
  %1247 = load ptr, ptr %1241, align 8
  %1248 = insertelement <2 x ptr> poison, ptr %1246, i64 0
  %1249 = insertelement <2 x ptr> %1248, ptr %1247, i64 1
  %1250 = icmp eq <2 x ptr> %1245, %1229
  %1251 = icmp eq <2 x ptr> %1249, %1229
  %1252 = zext <2 x i1> %1250 to <2 x i32>
  %1253 = zext <2 x i1> %1251 to <2 x i32>
  %1254 = or <2 x i32> %1232, %1252
  %1255 = or <2 x i32> %1233, %1253
  %1256 = add nuw i64 %1231, 4
  %1257 = icmp eq i64 %1256, %1226
  br i1 %1257, label %1258, label %1230, !llvm.loop !130

1258:                                             ; preds = %1230
  %1259 = or <2 x i32> %1255, %1254
  %1260 = tail call i32 @llvm.vector.reduce.or.v2i32(<2 x i32> %1259)
  br label %1261

1261:                                             ; preds = %1216, %1258
  %1262 = phi i64 [ %1206, %1216 ], [ %1227, %1258 ]
  %1263 = phi i32 [ 0, %1216 ], [ %1260, %1258 ]
  br label %1266

1264:                                             ; preds = %1266
  %1265 = icmp eq i32 %1273, 0
  br i1 %1265, label %1276, label %1284

1266:                                             ; preds = %1261, %1266
  %1267 = phi i64 [ %1274, %1266 ], [ %1262, %1261 ]
  %1268 = phi i32 [ %1273, %1266 ], [ %1263, %1261 ]
  %1269 = getelementptr inbounds nuw %struct.edge, ptr %1209, i64 %1267
  %1270 = load ptr, ptr %1269, align 8
  %1271 = icmp eq ptr %1270, %1218
  %1272 = zext i1 %1271 to i32
  %1273 = or i32 %1268, %1272
  %1274 = add nuw nsw i64 %1267, 1
  %1275 = icmp eq i64 %1274, %1219
  br i1 %1275, label %1264, label %1266, !llvm.loop !131

1276:                                             ; preds = %1264, %1208
  %1277 = add i32 %1212, 1
  %1278 = zext i32 %1212 to i64
  %1279 = getelementptr inbounds nuw %struct.edge, ptr %1209, i64 %1278
  %1280 = getelementptr inbounds nuw %struct.edge, ptr %1209, i64 %1211
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %1279, ptr noundef nonnull align 8 dereferenceable(32) %1280, i64 32, i1 false)
  %1281 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %1282 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 8), align 8
  %1283 = zext i32 %1281 to i64
  br label %1284

1284:                                             ; preds = %1276, %1264
  %1285 = phi i64 [ %1283, %1276 ], [ %1219, %1264 ]
  %1286 = phi ptr [ %1282, %1276 ], [ %1209, %1264 ]
  %1287 = phi i32 [ %1281, %1276 ], [ %1210, %1264 ]
  %1288 = phi i32 [ %1277, %1276 ], [ %1212, %1264 ]
  %1289 = add nuw nsw i64 %1211, 1
  %1290 = icmp samesign ult i64 %1289, %1285
  br i1 %1290, label %1208, label %1291, !llvm.loop !132

1291:                                             ; preds = %1284, %1202
  %1292 = phi i32 [ 0, %1202 ], [ %1288, %1284 ]
  store i32 %1292, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  br label %1294

1293:                                             ; preds = %1102
  br i1 %1103, label %1294, label %1297

1294:                                             ; preds = %1155, %1291, %1293
  %1295 = tail call fastcc i32 @reserve_join(ptr noundef %0)
  %1296 = icmp eq i32 %1295, 0
  br i1 %1296, label %1298, label %1297

1297:                                             ; preds = %234, %220, %1163, %331, %899, %452, %889, %869, %1124, %1150, %1293, %1294
  tail call fastcc void @forget_answer()
  br label %1298

1298:                                             ; preds = %1297, %1294
  %1299 = phi i32 [ -1, %1297 ], [ 0, %1294 ]
  ret i32 %1299
}

; Function Attrs: nounwind
define internal fastcc range(i32 0, 4) i32 @pass_lock(ptr noundef %0) unnamed_addr #6 {
  %2 = load atomic i32, ptr %0 monotonic, align 8
  %3 = icmp eq i32 %2, 0
  br i1 %3, label %26, label %4

4:                                                ; preds = %1
  %5 = load atomic i32, ptr %0 monotonic, align 8
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %12, label %7

7:                                                ; preds = %4
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %9 = load i64, ptr %8, align 8
  %10 = tail call i64 @pthread_self() #32
  %11 = icmp eq i64 %9, %10
  br i1 %11, label %26, label %12

12:                                               ; preds = %4, %7
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 4
  br label %14

14:                                               ; preds = %17, %12
  %15 = load atomic i32, ptr %0 monotonic, align 8
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %26, label %17

17:                                               ; preds = %14
  %18 = load i32, ptr %13, align 4
  %19 = add i32 %18, 1
  store i32 %19, ptr %13, align 4
  %20 = tail call ptr @PyEval_SaveThread() #12
  %21 = tail call fastcc i32 @sleep_on(ptr noundef nonnull %0, i32 noundef 1, i64 noundef 50000000)
  tail call void @PyEval_RestoreThread(ptr noundef %20) #12
  %22 = load i32, ptr %13, align 4
  %23 = add i32 %22, -1
  store i32 %23, ptr %13, align 4
  %24 = tail call i32 @PyErr_CheckSignals() #12
  %25 = icmp eq i32 %24, 0
  br i1 %25, label %14, label %26

26:                                               ; preds = %17, %14, %1, %7
  %27 = phi i32 [ 0, %1 ], [ 0, %7 ], [ 1, %14 ], [ 3, %17 ]
  ret i32 %27
}

declare ptr @PyObject_CallMethodObjArgs(ptr noundef, ptr noundef, ...) local_unnamed_addr #14

declare ptr @PyByteArray_FromStringAndSize(ptr noundef, i64 noundef) local_unnamed_addr #14

declare ptr @PyByteArray_AsString(ptr noundef) local_unnamed_addr #14

declare ptr @PyObject_CallFunctionObjArgs(ptr noundef, ...) local_unnamed_addr #14

; Function Attrs: nounwind memory(readwrite, target_mem0: none, target_mem1: none)
define internal fastcc void @forget_answer() unnamed_addr #21 {
  %1 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 128), align 8
  %2 = icmp eq i32 %1, 0
  br i1 %2, label %38, label %3

3:                                                ; preds = %0, %35
  %4 = phi i32 [ %36, %35 ], [ %1, %0 ]
  %5 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 120), align 8
  %6 = add i32 %4, -1
  store i32 %6, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 128), align 8
  %7 = zext i32 %6 to i64
  %8 = getelementptr inbounds nuw %struct.shadow, ptr %5, i64 %7
  %9 = getelementptr inbounds nuw i8, ptr %8, i64 8
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %10, i64 40
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %10, i64 32
  %14 = load i32, ptr %13, align 8
  %15 = zext i32 %14 to i64
  %16 = getelementptr inbounds nuw %struct.span, ptr %12, i64 %15
  %17 = icmp eq i32 %14, 0
  br i1 %17, label %20, label %24

18:                                               ; preds = %24
  %19 = load ptr, ptr %11, align 8
  br label %20

20:                                               ; preds = %18, %3
  %21 = phi ptr [ %19, %18 ], [ %12, %3 ]
  %22 = getelementptr inbounds nuw i8, ptr %10, i64 48
  %23 = icmp eq ptr %21, %22
  br i1 %23, label %35, label %34

24:                                               ; preds = %3, %24
  %25 = phi ptr [ %32, %24 ], [ %12, %3 ]
  %26 = getelementptr inbounds nuw i8, ptr %25, i64 56
  %27 = load ptr, ptr %26, align 8
  tail call void @free(ptr noundef %27) #12
  %28 = getelementptr inbounds nuw i8, ptr %25, i64 72
  %29 = load ptr, ptr %28, align 8
  tail call void @free(ptr noundef %29) #12
  %30 = getelementptr inbounds nuw i8, ptr %25, i64 120
  %31 = load ptr, ptr %30, align 8
  tail call void @free(ptr noundef %31) #12
  %32 = getelementptr inbounds nuw i8, ptr %25, i64 136
  %33 = icmp eq ptr %32, %16
  br i1 %33, label %18, label %24, !llvm.loop !66

34:                                               ; preds = %20
  tail call void @free(ptr noundef %21) #12
  br label %35

35:                                               ; preds = %34, %20
  tail call void @free(ptr noundef nonnull %10) #12
  %36 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 128), align 8
  %37 = icmp eq i32 %36, 0
  br i1 %37, label %38, label %3, !llvm.loop !133

38:                                               ; preds = %35, %0
  %39 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 112), align 8
  tail call void @free(ptr noundef %39) #12
  store ptr null, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 112), align 8
  store i32 0, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  store i32 0, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 64), align 8
  store i32 0, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 32), align 8
  store i32 0, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %40 = load i64, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 72), align 8
  %41 = add i64 %40, 1
  store i64 %41, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 72), align 8
  ret void
}

; Function Attrs: nounwind memory(readwrite, target_mem0: none, target_mem1: none)
define internal fastcc range(i32 -1, 1) i32 @join_edges(ptr noundef readonly captures(address) %0) unnamed_addr #21 {
  store i32 0, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 96), align 8
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %3 = load ptr, ptr %2, align 8
  %4 = icmp eq ptr %3, null
  br i1 %4, label %40, label %5

5:                                                ; preds = %1
  %6 = getelementptr inbounds nuw i8, ptr %3, i64 4
  %7 = load i32, ptr %6, align 4
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %40, label %9

9:                                                ; preds = %5
  %10 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 100), align 4
  %11 = icmp ugt i32 %7, %10
  br i1 %11, label %14, label %12

12:                                               ; preds = %9
  %13 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 104), align 8
  br label %30

14:                                               ; preds = %9
  %15 = zext i32 %10 to i64
  %16 = zext i32 %7 to i64
  %17 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 104), align 8
  %18 = icmp ult i32 %10, 2
  %19 = shl nuw nsw i64 %15, 1
  %20 = select i1 %18, i64 4, i64 %19
  %21 = tail call i64 @llvm.umax.i64(i64 %20, i64 range(i64 0, 8589934592) %16)
  %22 = shl nuw nsw i64 %21, 4
  %23 = tail call ptr @realloc(ptr noundef %17, i64 noundef %22) #33
  %24 = icmp eq ptr %23, null
  br i1 %24, label %91, label %25

25:                                               ; preds = %14
  %26 = trunc i64 %21 to i32
  store i32 %26, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 100), align 4
  store ptr %23, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 104), align 8
  %27 = load ptr, ptr %2, align 8
  %28 = getelementptr inbounds nuw i8, ptr %27, i64 4
  %29 = load i32, ptr %28, align 4
  br label %30

30:                                               ; preds = %25, %12
  %31 = phi i32 [ %7, %12 ], [ %29, %25 ]
  %32 = phi ptr [ %3, %12 ], [ %27, %25 ]
  %33 = phi ptr [ %13, %12 ], [ %23, %25 ]
  %34 = getelementptr inbounds nuw i8, ptr %32, i64 16
  %35 = zext i32 %31 to i64
  %36 = shl nuw nsw i64 %35, 4
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 8 %33, ptr nonnull align 8 %34, i64 %36, i1 false)
  %37 = load ptr, ptr %2, align 8
  %38 = getelementptr inbounds nuw i8, ptr %37, i64 4
  %39 = load i32, ptr %38, align 4
  store i32 %39, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 96), align 8
  br label %40

40:                                               ; preds = %1, %5, %30
  %41 = phi i32 [ 0, %1 ], [ 0, %5 ], [ %39, %30 ]
  %42 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %43 = icmp eq i32 %42, 0
  br i1 %43, label %60, label %49

44:                                               ; preds = %49
  %45 = add nuw nsw i64 %50, 1
  %46 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %47 = zext i32 %46 to i64
  %48 = icmp samesign ult i64 %45, %47
  br i1 %48, label %49, label %58, !llvm.loop !134

49:                                               ; preds = %40, %44
  %50 = phi i64 [ %45, %44 ], [ 0, %40 ]
  %51 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 8), align 8
  %52 = getelementptr inbounds nuw %struct.edge, ptr %51, i64 %50
  %53 = load ptr, ptr %52, align 8
  %54 = getelementptr inbounds nuw i8, ptr %52, i64 8
  %55 = load i64, ptr %54, align 8
  %56 = tail call fastcc i32 @join_wait(ptr noundef nonnull getelementptr inbounds nuw (i8, ptr @the_tracker, i64 96), ptr noundef %0, ptr %53, i64 %55)
  %57 = icmp eq i32 %56, 0
  br i1 %57, label %44, label %91

58:                                               ; preds = %44
  %59 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 96), align 8
  br label %60

60:                                               ; preds = %58, %40
  %61 = phi i32 [ %59, %58 ], [ %41, %40 ]
  %62 = icmp ult i32 %61, 9
  br i1 %62, label %91, label %63

63:                                               ; preds = %60
  %64 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 104), align 8
  br label %66

65:                                               ; preds = %84
  store i32 %87, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 96), align 8
  br label %91

66:                                               ; preds = %63, %84
  %67 = phi ptr [ %85, %84 ], [ %64, %63 ]
  %68 = phi i32 [ %86, %84 ], [ %61, %63 ]
  %69 = phi i64 [ %88, %84 ], [ 0, %63 ]
  %70 = phi i32 [ %87, %84 ], [ 0, %63 ]
  %71 = getelementptr inbounds nuw %struct.point, ptr %67, i64 %69
  %72 = getelementptr inbounds nuw i8, ptr %71, i64 8
  %73 = load i64, ptr %72, align 8
  %74 = load ptr, ptr %71, align 8
  %75 = getelementptr inbounds nuw i8, ptr %74, i64 8
  %76 = load i64, ptr %75, align 8
  %77 = icmp ugt i64 %73, %76
  br i1 %77, label %78, label %84

78:                                               ; preds = %66
  %79 = add i32 %70, 1
  %80 = zext i32 %70 to i64
  %81 = getelementptr inbounds nuw %struct.point, ptr %67, i64 %80
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %81, ptr noundef nonnull align 8 dereferenceable(16) %71, i64 16, i1 false)
  %82 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 96), align 8
  %83 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 104), align 8
  br label %84

84:                                               ; preds = %78, %66
  %85 = phi ptr [ %83, %78 ], [ %67, %66 ]
  %86 = phi i32 [ %82, %78 ], [ %68, %66 ]
  %87 = phi i32 [ %79, %78 ], [ %70, %66 ]
  %88 = add nuw nsw i64 %69, 1
  %89 = zext i32 %86 to i64
  %90 = icmp samesign ult i64 %88, %89
  br i1 %90, label %66, label %65, !llvm.loop !88

91:                                               ; preds = %49, %14, %65, %60
  %92 = phi i32 [ 0, %65 ], [ -1, %14 ], [ 0, %60 ], [ -1, %49 ]
  ret i32 %92
}

; Function Attrs: mustprogress nounwind willreturn memory(readwrite, target_mem0: none, target_mem1: none)
define internal fastcc range(i32 -1, 1) i32 @reserve_join(ptr noundef captures(none) %0) unnamed_addr #24 {
  %2 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %3 = icmp eq i32 %2, 0
  br i1 %3, label %78, label %4

4:                                                ; preds = %1
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %6 = load i32, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 76
  %8 = load i32, ptr %7, align 4
  %9 = add i32 %8, %6
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %11 = load i32, ptr %10, align 8
  %12 = icmp ult i32 %9, %11
  br i1 %12, label %36, label %13

13:                                               ; preds = %4
  %14 = lshr i32 %11, 1
  %15 = icmp ugt i32 %6, %14
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %17 = load ptr, ptr %16, align 8
  br i1 %15, label %18, label %23

18:                                               ; preds = %13
  %19 = zext i32 %6 to i64
  %20 = getelementptr inbounds nuw %struct.snapshot, ptr %17, i64 %19
  %21 = zext i32 %8 to i64
  %22 = shl nuw nsw i64 %21, 4
  tail call void @llvm.memmove.p0.p0.i64(ptr align 8 %17, ptr nonnull align 8 %20, i64 %22, i1 false)
  store i32 0, ptr %5, align 8
  br label %36

23:                                               ; preds = %13
  %24 = zext i32 %11 to i64
  %25 = zext i32 %9 to i64
  %26 = add nuw nsw i64 %25, 1
  %27 = icmp ult i32 %11, 2
  %28 = shl nuw nsw i64 %24, 1
  %29 = select i1 %27, i64 4, i64 %28
  %30 = tail call i64 @llvm.umax.i64(i64 %29, i64 %26)
  %31 = shl nuw nsw i64 %30, 4
  %32 = tail call ptr @realloc(ptr noundef %17, i64 noundef %31) #33
  %33 = icmp eq ptr %32, null
  br i1 %33, label %78, label %34

34:                                               ; preds = %23
  %35 = trunc i64 %30 to i32
  store i32 %35, ptr %10, align 4
  store ptr %32, ptr %16, align 8
  br label %36

36:                                               ; preds = %4, %18, %34
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %38 = load ptr, ptr %37, align 8
  %39 = icmp eq ptr %38, null
  br i1 %39, label %51, label %40

40:                                               ; preds = %36
  %41 = getelementptr inbounds nuw i8, ptr %38, i64 16
  %42 = load ptr, ptr %41, align 8
  store ptr %42, ptr %37, align 8
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 84
  %44 = load i32, ptr %43, align 4
  %45 = add i32 %44, -1
  store i32 %45, ptr %43, align 4
  %46 = getelementptr inbounds nuw i8, ptr %38, i64 8
  %47 = load i32, ptr %46, align 8
  %48 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 96), align 8
  %49 = icmp ult i32 %47, %48
  br i1 %49, label %50, label %64

50:                                               ; preds = %40
  tail call void @free(ptr noundef nonnull %38) #12
  br label %51

51:                                               ; preds = %50, %36
  %52 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 96), align 8
  %53 = icmp ult i32 %52, 4
  %54 = add i32 %52, 3
  %55 = and i32 %54, -4
  %56 = select i1 %53, i32 4, i32 %55
  %57 = zext i32 %56 to i64
  %58 = shl nuw nsw i64 %57, 4
  %59 = or disjoint i64 %58, 16
  %60 = tail call noalias ptr @malloc(i64 noundef %59) #34
  %61 = icmp eq ptr %60, null
  br i1 %61, label %74, label %62

62:                                               ; preds = %51
  %63 = getelementptr inbounds nuw i8, ptr %60, i64 8
  store i32 %56, ptr %63, align 8
  br label %64

64:                                               ; preds = %62, %40
  %65 = phi ptr [ %60, %62 ], [ %38, %40 ]
  store i32 0, ptr %65, align 8
  %66 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 96), align 8
  %67 = getelementptr inbounds nuw i8, ptr %65, i64 4
  store i32 %66, ptr %67, align 4
  %68 = icmp eq i32 %66, 0
  br i1 %68, label %74, label %69

69:                                               ; preds = %64
  %70 = getelementptr inbounds nuw i8, ptr %65, i64 16
  %71 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 104), align 8
  %72 = zext i32 %66 to i64
  %73 = shl nuw nsw i64 %72, 4
  tail call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 %70, ptr align 8 %71, i64 %73, i1 false)
  br label %74

74:                                               ; preds = %51, %64, %69
  %75 = phi ptr [ %65, %64 ], [ null, %51 ], [ %65, %69 ]
  store ptr %75, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 112), align 8
  %76 = icmp eq ptr %75, null
  %77 = sext i1 %76 to i32
  br label %78

78:                                               ; preds = %23, %74, %1
  %79 = phi i32 [ 0, %1 ], [ %77, %74 ], [ -1, %23 ]
  ret i32 %79
}

; Function Attrs: mustprogress nounwind willreturn memory(readwrite, target_mem0: none, target_mem1: none)
define internal fastcc range(i32 -1, 1) i32 @copy_history(ptr noundef captures(none) %0, ptr noundef readonly captures(none) %1) unnamed_addr #24 {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %5 = load ptr, ptr %4, align 8
  %6 = icmp eq ptr %5, null
  br i1 %6, label %40, label %7

7:                                                ; preds = %2
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 52
  %9 = load i32, ptr %8, align 4
  %10 = zext i32 %9 to i64
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %12 = load ptr, ptr %11, align 8
  %13 = icmp eq ptr %12, null
  br i1 %13, label %18, label %14

14:                                               ; preds = %7
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 52
  %16 = load i32, ptr %15, align 4
  %17 = zext i32 %16 to i64
  br label %18

18:                                               ; preds = %14, %7
  %19 = phi i64 [ %17, %14 ], [ 2, %7 ]
  %20 = icmp samesign ult i64 %19, %10
  br i1 %20, label %21, label %40

21:                                               ; preds = %18
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 52
  %23 = load i32, ptr %22, align 4
  %24 = icmp ugt i32 %9, %23
  br i1 %24, label %25, label %36

25:                                               ; preds = %21
  %26 = zext i32 %23 to i64
  %27 = icmp ult i32 %23, 2
  %28 = shl nuw nsw i64 %26, 1
  %29 = select i1 %27, i64 4, i64 %28
  %30 = tail call i64 @llvm.umax.i64(i64 %29, i64 range(i64 0, 8589934591) %10)
  %31 = shl nuw nsw i64 %30, 4
  %32 = tail call ptr @realloc(ptr noundef %12, i64 noundef %31) #33
  %33 = icmp eq ptr %32, null
  br i1 %33, label %126, label %34

34:                                               ; preds = %25
  %35 = trunc i64 %30 to i32
  store i32 %35, ptr %22, align 4
  store ptr %32, ptr %11, align 8
  br label %36

36:                                               ; preds = %34, %21
  %37 = phi ptr [ %12, %21 ], [ %32, %34 ]
  br i1 %13, label %38, label %40

38:                                               ; preds = %36
  %39 = getelementptr inbounds nuw i8, ptr %0, i64 80
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %37, ptr noundef nonnull align 8 dereferenceable(32) %39, i64 32, i1 false)
  br label %40

40:                                               ; preds = %38, %36, %18, %2
  %41 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %42 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %43 = getelementptr inbounds nuw i8, ptr %1, i64 68
  %44 = load i32, ptr %43, align 4
  %45 = getelementptr inbounds nuw i8, ptr %0, i64 68
  %46 = load i32, ptr %45, align 4
  %47 = icmp ugt i32 %44, %46
  br i1 %47, label %48, label %62

48:                                               ; preds = %40
  %49 = zext i32 %46 to i64
  %50 = zext i32 %44 to i64
  %51 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %52 = load ptr, ptr %51, align 8
  %53 = icmp ult i32 %46, 2
  %54 = shl nuw nsw i64 %49, 1
  %55 = select i1 %53, i64 4, i64 %54
  %56 = tail call i64 @llvm.umax.i64(i64 %55, i64 range(i64 0, 8589934592) %50)
  %57 = shl nuw nsw i64 %56, 4
  %58 = tail call ptr @realloc(ptr noundef %52, i64 noundef %57) #33
  %59 = icmp eq ptr %58, null
  br i1 %59, label %126, label %60

60:                                               ; preds = %48
  %61 = trunc i64 %56 to i32
  store i32 %61, ptr %45, align 4
  store ptr %58, ptr %51, align 8
  br label %62

62:                                               ; preds = %40, %60
  %63 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %64 = getelementptr inbounds nuw i8, ptr %1, i64 112
  %65 = getelementptr inbounds nuw i8, ptr %1, i64 116
  %66 = load i32, ptr %65, align 4
  %67 = getelementptr inbounds nuw i8, ptr %0, i64 116
  %68 = load i32, ptr %67, align 4
  %69 = icmp ugt i32 %66, %68
  br i1 %69, label %70, label %84

70:                                               ; preds = %62
  %71 = zext i32 %68 to i64
  %72 = zext i32 %66 to i64
  %73 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %74 = load ptr, ptr %73, align 8
  %75 = icmp ult i32 %68, 2
  %76 = shl nuw nsw i64 %71, 1
  %77 = select i1 %75, i64 4, i64 %76
  %78 = tail call i64 @llvm.umax.i64(i64 %77, i64 range(i64 0, 8589934591) %72)
  %79 = shl nuw nsw i64 %78, 5
  %80 = tail call ptr @realloc(ptr noundef %74, i64 noundef %79) #33
  %81 = icmp eq ptr %80, null
  br i1 %81, label %126, label %82

82:                                               ; preds = %70
  %83 = trunc i64 %78 to i32
  store i32 %83, ptr %67, align 4
  store ptr %80, ptr %73, align 8
  br label %84

84:                                               ; preds = %62, %82
  %85 = load ptr, ptr %4, align 8
  %86 = icmp eq ptr %85, null
  %87 = getelementptr inbounds nuw i8, ptr %1, i64 80
  %88 = select i1 %86, ptr %87, ptr %85
  %89 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %90 = load ptr, ptr %89, align 8
  %91 = icmp eq ptr %90, null
  %92 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %93 = select i1 %91, ptr %92, ptr %90
  %94 = load i32, ptr %3, align 8
  %95 = zext i32 %94 to i64
  %96 = shl nuw nsw i64 %95, 4
  tail call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 %93, ptr nonnull align 8 %88, i64 %96, i1 false)
  %97 = load i32, ptr %42, align 8
  %98 = icmp eq i32 %97, 0
  br i1 %98, label %106, label %99

99:                                               ; preds = %84
  %100 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %101 = load ptr, ptr %100, align 8
  %102 = getelementptr inbounds nuw i8, ptr %1, i64 72
  %103 = load ptr, ptr %102, align 8
  %104 = zext i32 %97 to i64
  %105 = shl nuw nsw i64 %104, 4
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 8 %101, ptr align 8 %103, i64 %105, i1 false)
  br label %106

106:                                              ; preds = %99, %84
  %107 = load i32, ptr %64, align 8
  %108 = icmp eq i32 %107, 0
  br i1 %108, label %116, label %109

109:                                              ; preds = %106
  %110 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %111 = load ptr, ptr %110, align 8
  %112 = getelementptr inbounds nuw i8, ptr %1, i64 120
  %113 = load ptr, ptr %112, align 8
  %114 = zext i32 %107 to i64
  %115 = shl nuw nsw i64 %114, 5
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 8 %111, ptr align 8 %113, i64 %115, i1 false)
  br label %116

116:                                              ; preds = %109, %106
  %117 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %118 = getelementptr inbounds nuw i8, ptr %1, i64 16
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %117, ptr noundef nonnull align 8 dereferenceable(32) %118, i64 32, i1 false)
  %119 = load i32, ptr %3, align 8
  %120 = getelementptr inbounds nuw i8, ptr %0, i64 48
  store i32 %119, ptr %120, align 8
  %121 = icmp ne i32 %119, 0
  %122 = zext i1 %121 to i32
  %123 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i32 %122, ptr %123, align 8
  %124 = load i32, ptr %42, align 8
  store i32 %124, ptr %41, align 8
  %125 = load i32, ptr %64, align 8
  store i32 %125, ptr %63, align 8
  br label %126

126:                                              ; preds = %70, %48, %25, %116
  %127 = phi i32 [ 0, %116 ], [ -1, %48 ], [ -1, %25 ], [ -1, %70 ]
  ret i32 %127
}

; Function Attrs: nounwind
define internal fastcc range(i32 -1, 1) i32 @find_spans(ptr noundef captures(address) %0, ptr noundef readonly captures(none) %1, ptr noundef nonnull writeonly captures(none) %2, ptr noundef nonnull writeonly captures(none) %3) unnamed_addr #6 {
  %5 = alloca %struct.span, align 8
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %7 = load i64, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %9 = load i64, ptr %8, align 8
  %10 = icmp eq i64 %7, %9
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %12 = load i64, ptr %11, align 8
  br i1 %10, label %13, label %17

13:                                               ; preds = %4
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %15 = load i64, ptr %14, align 8
  %16 = icmp ult i64 %12, %15
  br i1 %16, label %17, label %373

17:                                               ; preds = %4, %13
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %19 = load i32, ptr %18, align 4
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %21 = load i32, ptr %20, align 4
  %22 = icmp ugt i32 %19, %21
  br i1 %22, label %23, label %366

23:                                               ; preds = %17
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 40
  br label %25

25:                                               ; preds = %344, %23
  %26 = phi i64 [ %345, %344 ], [ 0, %23 ]
  %27 = phi i32 [ %347, %344 ], [ 0, %23 ]
  %28 = phi i32 [ %346, %344 ], [ 0, %23 ]
  %29 = zext i32 %27 to i64
  br label %30

30:                                               ; preds = %351, %25
  %31 = phi i64 [ %353, %351 ], [ %26, %25 ]
  %32 = phi i32 [ 0, %351 ], [ %28, %25 ]
  %33 = load ptr, ptr %24, align 8
  %34 = getelementptr inbounds nuw %struct.span, ptr %33, i64 %31
  %35 = getelementptr inbounds nuw %struct.span, ptr %33, i64 %29
  %36 = getelementptr inbounds nuw i8, ptr %34, i64 16
  %37 = load ptr, ptr %36, align 8
  %38 = icmp eq ptr %37, null
  br i1 %38, label %77, label %39

39:                                               ; preds = %30
  %40 = getelementptr inbounds nuw i8, ptr %34, i64 24
  %41 = load i64, ptr %40, align 8
  %42 = getelementptr inbounds nuw i8, ptr %37, i64 8
  %43 = load i64, ptr %42, align 8
  %44 = icmp ugt i64 %41, %43
  br i1 %44, label %77, label %45

45:                                               ; preds = %39
  %46 = getelementptr inbounds nuw i8, ptr %37, i64 24
  %47 = load i64, ptr %46, align 8
  %48 = icmp ugt i64 %41, %47
  br i1 %48, label %49, label %61

49:                                               ; preds = %45
  %50 = getelementptr inbounds nuw i8, ptr %37, i64 16
  %51 = load i64, ptr %50, align 8
  %52 = icmp ugt i64 %41, %51
  br i1 %52, label %77, label %53

53:                                               ; preds = %49
  %54 = getelementptr inbounds nuw i8, ptr %34, i64 32
  %55 = load ptr, ptr %54, align 8
  %56 = load atomic i32, ptr %55 acquire, align 64
  %57 = icmp eq i32 %56, 2
  br i1 %57, label %58, label %77

58:                                               ; preds = %53
  %59 = load ptr, ptr %36, align 8
  %60 = icmp ne ptr %59, null
  br label %61

61:                                               ; preds = %58, %45
  %62 = phi i1 [ %60, %58 ], [ true, %45 ]
  %63 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %64 = icmp eq i32 %63, 0
  %65 = select i1 %62, i1 %64, i1 false
  br i1 %65, label %66, label %76

66:                                               ; preds = %61
  %67 = getelementptr inbounds nuw i8, ptr %34, i64 40
  %68 = load ptr, ptr %67, align 8
  %69 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %70 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %71 = add i32 %70, 1
  store i32 %71, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %72 = zext i32 %70 to i64
  %73 = getelementptr inbounds nuw ptr, ptr %69, i64 %72
  store ptr %68, ptr %73, align 8
  %74 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %75 = add i32 %74, -1
  store i32 %75, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  br label %76

76:                                               ; preds = %66, %61
  store ptr null, ptr %36, align 8
  br label %77

77:                                               ; preds = %76, %53, %49, %39, %30
  %78 = icmp eq i64 %31, 0
  br i1 %78, label %344, label %79

79:                                               ; preds = %77
  %80 = icmp eq i32 %32, 0
  br i1 %80, label %81, label %335

81:                                               ; preds = %79
  %82 = load ptr, ptr %36, align 8
  %83 = icmp eq ptr %82, null
  %84 = getelementptr inbounds nuw i8, ptr %35, i64 16
  %85 = load ptr, ptr %84, align 8
  br i1 %83, label %94, label %86

86:                                               ; preds = %81
  %87 = icmp eq ptr %82, %85
  br i1 %87, label %88, label %335

88:                                               ; preds = %86
  %89 = getelementptr inbounds nuw i8, ptr %34, i64 24
  %90 = load i64, ptr %89, align 8
  %91 = getelementptr inbounds nuw i8, ptr %35, i64 24
  %92 = load i64, ptr %91, align 8
  %93 = icmp eq i64 %90, %92
  br i1 %93, label %96, label %335

94:                                               ; preds = %81
  %95 = icmp eq ptr %85, null
  br i1 %95, label %96, label %335

96:                                               ; preds = %94, %88
  %97 = getelementptr inbounds nuw i8, ptr %35, i64 48
  %98 = load i32, ptr %97, align 8
  %99 = zext i32 %98 to i64
  %100 = getelementptr inbounds nuw i8, ptr %34, i64 48
  %101 = load i32, ptr %100, align 8
  %102 = zext i32 %101 to i64
  %103 = add nuw nsw i64 %102, %99
  %104 = getelementptr inbounds nuw i8, ptr %35, i64 56
  %105 = load ptr, ptr %104, align 8
  %106 = icmp eq ptr %105, null
  br i1 %106, label %111, label %107

107:                                              ; preds = %96
  %108 = getelementptr inbounds nuw i8, ptr %35, i64 52
  %109 = load i32, ptr %108, align 4
  %110 = zext i32 %109 to i64
  br label %111

111:                                              ; preds = %107, %96
  %112 = phi i64 [ %110, %107 ], [ 2, %96 ]
  %113 = icmp samesign ugt i64 %103, %112
  br i1 %113, label %114, label %133

114:                                              ; preds = %111
  %115 = getelementptr inbounds nuw i8, ptr %35, i64 52
  %116 = load i32, ptr %115, align 4
  %117 = zext i32 %116 to i64
  %118 = icmp samesign ugt i64 %103, %117
  br i1 %118, label %119, label %129

119:                                              ; preds = %114
  %120 = icmp ult i32 %116, 2
  %121 = shl nuw nsw i64 %117, 1
  %122 = select i1 %120, i64 4, i64 %121
  %123 = tail call i64 @llvm.umax.i64(i64 %122, i64 range(i64 0, 8589934591) %103)
  %124 = shl nuw nsw i64 %123, 4
  %125 = tail call ptr @realloc(ptr noundef %105, i64 noundef %124) #33
  %126 = icmp eq ptr %125, null
  br i1 %126, label %335, label %127

127:                                              ; preds = %119
  %128 = trunc i64 %123 to i32
  store i32 %128, ptr %115, align 4
  store ptr %125, ptr %104, align 8
  br label %129

129:                                              ; preds = %127, %114
  %130 = phi ptr [ %105, %114 ], [ %125, %127 ]
  br i1 %106, label %131, label %133

131:                                              ; preds = %129
  %132 = getelementptr inbounds nuw i8, ptr %35, i64 80
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %130, ptr noundef nonnull align 8 dereferenceable(32) %132, i64 32, i1 false)
  br label %133

133:                                              ; preds = %131, %129, %111
  %134 = getelementptr inbounds nuw i8, ptr %35, i64 64
  %135 = load i32, ptr %134, align 8
  %136 = zext i32 %135 to i64
  %137 = getelementptr inbounds nuw i8, ptr %34, i64 64
  %138 = load i32, ptr %137, align 8
  %139 = zext i32 %138 to i64
  %140 = add nuw nsw i64 %139, %136
  %141 = getelementptr inbounds nuw i8, ptr %35, i64 68
  %142 = load i32, ptr %141, align 4
  %143 = zext i32 %142 to i64
  %144 = icmp samesign ugt i64 %140, %143
  br i1 %144, label %145, label %157

145:                                              ; preds = %133
  %146 = getelementptr inbounds nuw i8, ptr %35, i64 72
  %147 = load ptr, ptr %146, align 8
  %148 = icmp ult i32 %142, 2
  %149 = shl nuw nsw i64 %143, 1
  %150 = select i1 %148, i64 4, i64 %149
  %151 = tail call i64 @llvm.umax.i64(i64 %150, i64 range(i64 0, 8589934592) %140)
  %152 = shl nuw nsw i64 %151, 4
  %153 = tail call ptr @realloc(ptr noundef %147, i64 noundef %152) #33
  %154 = icmp eq ptr %153, null
  br i1 %154, label %335, label %155

155:                                              ; preds = %145
  %156 = trunc i64 %151 to i32
  store i32 %156, ptr %141, align 4
  store ptr %153, ptr %146, align 8
  br label %157

157:                                              ; preds = %155, %133
  %158 = getelementptr inbounds nuw i8, ptr %35, i64 112
  %159 = load i32, ptr %158, align 8
  %160 = zext i32 %159 to i64
  %161 = getelementptr inbounds nuw i8, ptr %34, i64 112
  %162 = load i32, ptr %161, align 8
  %163 = zext i32 %162 to i64
  %164 = add nuw nsw i64 %163, %160
  %165 = getelementptr inbounds nuw i8, ptr %35, i64 116
  %166 = load i32, ptr %165, align 4
  %167 = zext i32 %166 to i64
  %168 = icmp samesign ugt i64 %164, %167
  br i1 %168, label %169, label %181

169:                                              ; preds = %157
  %170 = getelementptr inbounds nuw i8, ptr %35, i64 120
  %171 = load ptr, ptr %170, align 8
  %172 = icmp ult i32 %166, 2
  %173 = shl nuw nsw i64 %167, 1
  %174 = select i1 %172, i64 4, i64 %173
  %175 = tail call i64 @llvm.umax.i64(i64 %174, i64 range(i64 0, 8589934591) %164)
  %176 = shl nuw nsw i64 %175, 5
  %177 = tail call ptr @realloc(ptr noundef %171, i64 noundef %176) #33
  %178 = icmp eq ptr %177, null
  br i1 %178, label %335, label %179

179:                                              ; preds = %169
  %180 = trunc i64 %175 to i32
  store i32 %180, ptr %165, align 4
  store ptr %177, ptr %170, align 8
  br label %181

181:                                              ; preds = %179, %157
  %182 = getelementptr inbounds nuw i8, ptr %34, i64 8
  %183 = load i64, ptr %182, align 8
  %184 = getelementptr inbounds nuw i8, ptr %35, i64 8
  store i64 %183, ptr %184, align 8
  %185 = load ptr, ptr %104, align 8
  %186 = icmp eq ptr %185, null
  %187 = getelementptr inbounds nuw i8, ptr %35, i64 80
  %188 = select i1 %186, ptr %187, ptr %185
  %189 = getelementptr inbounds nuw i8, ptr %34, i64 56
  %190 = load ptr, ptr %189, align 8
  %191 = icmp eq ptr %190, null
  %192 = getelementptr inbounds nuw i8, ptr %34, i64 80
  %193 = select i1 %191, ptr %192, ptr %190
  %194 = load i32, ptr %100, align 8
  %195 = icmp eq i32 %194, 0
  br i1 %195, label %229, label %196

196:                                              ; preds = %181
  %197 = zext i32 %194 to i64
  br label %198

198:                                              ; preds = %226, %196
  %199 = phi i64 [ 0, %196 ], [ %227, %226 ]
  %200 = getelementptr inbounds nuw %struct.point, ptr %193, i64 %199
  %201 = load ptr, ptr %200, align 8
  %202 = getelementptr inbounds nuw i8, ptr %200, i64 8
  %203 = load i64, ptr %202, align 8
  %204 = load i32, ptr %97, align 4
  %205 = icmp eq i32 %204, 0
  br i1 %205, label %221, label %206

206:                                              ; preds = %198
  %207 = zext i32 %204 to i64
  br label %211

208:                                              ; preds = %211
  %209 = add nuw nsw i64 %212, 1
  %210 = icmp eq i64 %209, %207
  br i1 %210, label %221, label %211, !llvm.loop !135

211:                                              ; preds = %208, %206
  %212 = phi i64 [ 0, %206 ], [ %209, %208 ]
  %213 = getelementptr inbounds nuw %struct.point, ptr %188, i64 %212
  %214 = load ptr, ptr %213, align 8
  %215 = icmp eq ptr %214, %201
  br i1 %215, label %216, label %208

216:                                              ; preds = %211
  %217 = getelementptr inbounds nuw i8, ptr %213, i64 8
  %218 = load i64, ptr %217, align 8
  %219 = icmp ugt i64 %203, %218
  br i1 %219, label %220, label %226

220:                                              ; preds = %216
  store i64 %203, ptr %217, align 8
  br label %226

221:                                              ; preds = %208, %198
  %222 = phi i64 [ 0, %198 ], [ %207, %208 ]
  %223 = add i32 %204, 1
  store i32 %223, ptr %97, align 4
  %224 = getelementptr inbounds nuw %struct.point, ptr %188, i64 %222
  store ptr %201, ptr %224, align 8
  %225 = getelementptr inbounds nuw i8, ptr %224, i64 8
  store i64 %203, ptr %225, align 8
  br label %226

226:                                              ; preds = %221, %220, %216
  %227 = add nuw nsw i64 %199, 1
  %228 = icmp eq i64 %227, %197
  br i1 %228, label %229, label %198, !llvm.loop !136

229:                                              ; preds = %226, %181
  %230 = getelementptr inbounds nuw i8, ptr %35, i64 72
  %231 = load ptr, ptr %230, align 8
  %232 = getelementptr inbounds nuw i8, ptr %34, i64 72
  %233 = load ptr, ptr %232, align 8
  %234 = load i32, ptr %137, align 8
  %235 = icmp eq i32 %234, 0
  br i1 %235, label %269, label %236

236:                                              ; preds = %229
  %237 = zext i32 %234 to i64
  br label %238

238:                                              ; preds = %266, %236
  %239 = phi i64 [ 0, %236 ], [ %267, %266 ]
  %240 = getelementptr inbounds nuw %struct.point, ptr %233, i64 %239
  %241 = load ptr, ptr %240, align 8
  %242 = getelementptr inbounds nuw i8, ptr %240, i64 8
  %243 = load i64, ptr %242, align 8
  %244 = load i32, ptr %134, align 4
  %245 = icmp eq i32 %244, 0
  br i1 %245, label %261, label %246

246:                                              ; preds = %238
  %247 = zext i32 %244 to i64
  br label %251

248:                                              ; preds = %251
  %249 = add nuw nsw i64 %252, 1
  %250 = icmp eq i64 %249, %247
  br i1 %250, label %261, label %251, !llvm.loop !135

251:                                              ; preds = %248, %246
  %252 = phi i64 [ 0, %246 ], [ %249, %248 ]
  %253 = getelementptr inbounds nuw %struct.point, ptr %231, i64 %252
  %254 = load ptr, ptr %253, align 8
  %255 = icmp eq ptr %254, %241
  br i1 %255, label %256, label %248

256:                                              ; preds = %251
  %257 = getelementptr inbounds nuw i8, ptr %253, i64 8
  %258 = load i64, ptr %257, align 8
  %259 = icmp ugt i64 %243, %258
  br i1 %259, label %260, label %266

260:                                              ; preds = %256
  store i64 %243, ptr %257, align 8
  br label %266

261:                                              ; preds = %248, %238
  %262 = phi i64 [ 0, %238 ], [ %247, %248 ]
  %263 = add i32 %244, 1
  store i32 %263, ptr %134, align 4
  %264 = getelementptr inbounds nuw %struct.point, ptr %231, i64 %262
  store ptr %241, ptr %264, align 8
  %265 = getelementptr inbounds nuw i8, ptr %264, i64 8
  store i64 %243, ptr %265, align 8
  br label %266

266:                                              ; preds = %261, %260, %256
  %267 = add nuw nsw i64 %239, 1
  %268 = icmp eq i64 %267, %237
  br i1 %268, label %269, label %238, !llvm.loop !136

269:                                              ; preds = %266, %229
  %270 = load i32, ptr %100, align 8
  %271 = icmp ne i32 %270, 0
  %272 = zext i1 %271 to i32
  %273 = getelementptr inbounds nuw i8, ptr %35, i64 128
  %274 = load i32, ptr %273, align 8
  %275 = or i32 %274, %272
  store i32 %275, ptr %273, align 8
  %276 = load i32, ptr %161, align 8
  %277 = icmp eq i32 %276, 0
  br i1 %277, label %280, label %278

278:                                              ; preds = %269
  %279 = getelementptr inbounds nuw i8, ptr %34, i64 120
  br label %327

280:                                              ; preds = %327, %269
  store i32 0, ptr %161, align 8
  %281 = load ptr, ptr %36, align 8
  %282 = icmp ne ptr %281, null
  %283 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %284 = icmp eq i32 %283, 0
  %285 = select i1 %282, i1 %284, i1 false
  br i1 %285, label %287, label %286

286:                                              ; preds = %280
  store ptr null, ptr %36, align 8
  br label %351

287:                                              ; preds = %280
  %288 = getelementptr inbounds nuw i8, ptr %34, i64 40
  %289 = load ptr, ptr %288, align 8
  %290 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %291 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %292 = add i32 %291, 1
  store i32 %292, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %293 = zext i32 %291 to i64
  %294 = getelementptr inbounds nuw ptr, ptr %290, i64 %293
  store ptr %289, ptr %294, align 8
  %295 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %296 = add i32 %295, -1
  store i32 %296, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %297 = load i32, ptr %161, align 8
  store ptr null, ptr %36, align 8
  %298 = icmp eq i32 %297, 0
  br i1 %298, label %351, label %299

299:                                              ; preds = %287
  %300 = getelementptr inbounds nuw i8, ptr %34, i64 120
  %301 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  br label %302

302:                                              ; preds = %321, %299
  %303 = phi i32 [ %297, %299 ], [ %322, %321 ]
  %304 = phi i32 [ %301, %299 ], [ %323, %321 ]
  %305 = phi i64 [ 0, %299 ], [ %324, %321 ]
  %306 = icmp eq i32 %304, 0
  br i1 %306, label %307, label %321

307:                                              ; preds = %302
  %308 = load ptr, ptr %300, align 8
  %309 = getelementptr inbounds nuw %struct.step, ptr %308, i64 %305
  %310 = getelementptr inbounds nuw i8, ptr %309, i64 24
  %311 = load ptr, ptr %310, align 8
  %312 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %313 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %314 = add i32 %313, 1
  store i32 %314, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %315 = zext i32 %313 to i64
  %316 = getelementptr inbounds nuw ptr, ptr %312, i64 %315
  store ptr %311, ptr %316, align 8
  %317 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %318 = add i32 %317, -1
  store i32 %318, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %319 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %320 = load i32, ptr %161, align 8
  br label %321

321:                                              ; preds = %307, %302
  %322 = phi i32 [ %303, %302 ], [ %320, %307 ]
  %323 = phi i32 [ %304, %302 ], [ %319, %307 ]
  %324 = add nuw nsw i64 %305, 1
  %325 = zext i32 %322 to i64
  %326 = icmp samesign ult i64 %324, %325
  br i1 %326, label %302, label %351, !llvm.loop !137

327:                                              ; preds = %327, %278
  %328 = phi i64 [ 0, %278 ], [ %331, %327 ]
  %329 = load ptr, ptr %279, align 8
  %330 = getelementptr inbounds nuw %struct.step, ptr %329, i64 %328
  tail call fastcc void @bury(ptr noundef nonnull %35, ptr noundef byval(%struct.step) align 8 %330, ptr noundef null)
  %331 = add nuw nsw i64 %328, 1
  %332 = load i32, ptr %161, align 8
  %333 = zext i32 %332 to i64
  %334 = icmp samesign ult i64 %331, %333
  br i1 %334, label %327, label %280, !llvm.loop !138

335:                                              ; preds = %169, %145, %119, %94, %88, %86, %79
  %336 = phi i32 [ -1, %79 ], [ 0, %86 ], [ 0, %88 ], [ 0, %94 ], [ -1, %145 ], [ -1, %119 ], [ -1, %169 ]
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(136) %5, ptr noundef nonnull align 8 dereferenceable(136) %34, i64 136, i1 false)
  %337 = load ptr, ptr %24, align 8
  %338 = add i32 %27, 1
  %339 = zext i32 %338 to i64
  %340 = getelementptr inbounds nuw %struct.span, ptr %337, i64 %339
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(136) %34, ptr noundef nonnull align 8 dereferenceable(136) %340, i64 136, i1 false)
  %341 = load ptr, ptr %24, align 8
  %342 = getelementptr inbounds nuw %struct.span, ptr %341, i64 %339
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(136) %342, ptr noundef nonnull align 8 dereferenceable(136) %5, i64 136, i1 false)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %343 = add nuw nsw i64 %31, 1
  br label %344

344:                                              ; preds = %77, %335
  %345 = phi i64 [ %343, %335 ], [ 1, %77 ]
  %346 = phi i32 [ %336, %335 ], [ %32, %77 ]
  %347 = phi i32 [ %338, %335 ], [ %27, %77 ]
  %348 = load i32, ptr %18, align 4
  %349 = zext i32 %348 to i64
  %350 = icmp samesign ult i64 %345, %349
  br i1 %350, label %25, label %359, !llvm.loop !139

351:                                              ; preds = %321, %287, %286
  store i32 0, ptr %161, align 8
  %352 = getelementptr inbounds nuw i8, ptr %34, i64 128
  store i32 0, ptr %352, align 8
  store i32 0, ptr %137, align 8
  store i32 0, ptr %100, align 8
  %353 = add nuw nsw i64 %31, 1
  %354 = load i32, ptr %18, align 4
  %355 = zext i32 %354 to i64
  %356 = icmp samesign ult i64 %353, %355
  br i1 %356, label %30, label %357, !llvm.loop !139

357:                                              ; preds = %351
  %358 = add i32 %27, 1
  store i32 %358, ptr %18, align 4
  br label %362

359:                                              ; preds = %344
  %360 = add i32 %347, 1
  store i32 %360, ptr %18, align 4
  %361 = icmp eq i32 %346, 0
  br i1 %361, label %362, label %376

362:                                              ; preds = %359, %357
  %363 = phi i32 [ %358, %357 ], [ %360, %359 ]
  %364 = tail call i32 @llvm.umax.i32(i32 %363, i32 128)
  %365 = shl i32 %364, 1
  store i32 %365, ptr %20, align 4
  br label %366

366:                                              ; preds = %362, %17
  %367 = tail call fastcc i32 @find_boundary(ptr noundef nonnull %0, i64 noundef %7, ptr noundef nonnull %2)
  %368 = icmp eq i32 %367, 0
  br i1 %368, label %369, label %376

369:                                              ; preds = %366
  %370 = tail call fastcc i32 @find_boundary(ptr noundef nonnull %0, i64 noundef %12, ptr noundef nonnull %3)
  %371 = icmp ne i32 %370, 0
  %372 = sext i1 %371 to i32
  br label %376

373:                                              ; preds = %13
  store i32 0, ptr %2, align 4
  %374 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %375 = load i32, ptr %374, align 4
  store i32 %375, ptr %3, align 4
  br label %376

376:                                              ; preds = %369, %366, %359, %373
  %377 = phi i32 [ 0, %373 ], [ -1, %359 ], [ -1, %366 ], [ %372, %369 ]
  ret i32 %377
}

; Function Attrs: nounwind memory(readwrite, target_mem0: none, target_mem1: none)
define internal fastcc void @check_cell(ptr noundef readonly captures(none) %0) unnamed_addr #21 {
  %2 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 64), align 8
  %3 = icmp eq i32 %2, 0
  br i1 %3, label %4, label %184

4:                                                ; preds = %1
  %5 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 32), align 8
  %6 = icmp ugt i32 %5, 16
  br i1 %6, label %14, label %7

7:                                                ; preds = %4
  %8 = icmp eq i32 %5, 0
  %9 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 24), align 8
  br i1 %8, label %65, label %10

10:                                               ; preds = %7
  %11 = load ptr, ptr %0, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %13 = zext nneg i32 %5 to i64
  br label %52

14:                                               ; preds = %4
  %15 = load ptr, ptr %0, align 8
  %16 = ptrtoint ptr %15 to i64
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %18 = load i64, ptr %17, align 8
  %19 = mul i64 %18, -7046029254386353131
  %20 = xor i64 %19, %16
  %21 = mul i64 %20, -2960836687051489901
  %22 = lshr i64 %21, 32
  %23 = trunc nuw i64 %22 to i32
  %24 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 80), align 8
  %25 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 88), align 8
  %26 = add i32 %25, -1
  %27 = and i32 %26, %23
  %28 = zext i32 %27 to i64
  %29 = getelementptr inbounds nuw i32, ptr %24, i64 %28
  %30 = load i32, ptr %29, align 4
  %31 = icmp eq i32 %30, 0
  %32 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 24), align 8
  br i1 %31, label %65, label %33

33:                                               ; preds = %14, %45
  %34 = phi i32 [ %50, %45 ], [ %30, %14 ]
  %35 = phi i32 [ %46, %45 ], [ %23, %14 ]
  %36 = add i32 %34, -1
  %37 = zext i32 %36 to i64
  %38 = getelementptr inbounds nuw %struct.step, ptr %32, i64 %37
  %39 = load ptr, ptr %38, align 8
  %40 = icmp eq ptr %39, %15
  br i1 %40, label %41, label %45

41:                                               ; preds = %33
  %42 = getelementptr inbounds nuw i8, ptr %38, i64 8
  %43 = load i64, ptr %42, align 8
  %44 = icmp eq i64 %43, %18
  br i1 %44, label %184, label %45

45:                                               ; preds = %41, %33
  %46 = add i32 %35, 1
  %47 = and i32 %46, %26
  %48 = zext i32 %47 to i64
  %49 = getelementptr inbounds nuw i32, ptr %24, i64 %48
  %50 = load i32, ptr %49, align 4
  %51 = icmp eq i32 %50, 0
  br i1 %51, label %65, label %33

52:                                               ; preds = %62, %10
  %53 = phi i64 [ 0, %10 ], [ %63, %62 ]
  %54 = getelementptr inbounds nuw %struct.step, ptr %9, i64 %53
  %55 = load ptr, ptr %54, align 8
  %56 = icmp eq ptr %55, %11
  br i1 %56, label %57, label %62

57:                                               ; preds = %52
  %58 = getelementptr inbounds nuw i8, ptr %54, i64 8
  %59 = load i64, ptr %58, align 8
  %60 = load i64, ptr %12, align 8
  %61 = icmp eq i64 %59, %60
  br i1 %61, label %184, label %62

62:                                               ; preds = %57, %52
  %63 = add nuw nsw i64 %53, 1
  %64 = icmp eq i64 %63, %13
  br i1 %64, label %65, label %52, !llvm.loop !140

65:                                               ; preds = %62, %45, %7, %14
  %66 = phi ptr [ %32, %45 ], [ %32, %14 ], [ %9, %7 ], [ %9, %62 ]
  %67 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 36), align 4
  %68 = icmp ult i32 %5, %67
  br i1 %68, label %83, label %69

69:                                               ; preds = %65
  %70 = zext i32 %67 to i64
  %71 = zext i32 %5 to i64
  %72 = add nuw nsw i64 %71, 1
  %73 = icmp ult i32 %67, 2
  %74 = shl nuw nsw i64 %70, 1
  %75 = select i1 %73, i64 4, i64 %74
  %76 = tail call i64 @llvm.umax.i64(i64 %75, i64 %72)
  %77 = shl nuw nsw i64 %76, 5
  %78 = tail call ptr @realloc(ptr noundef %66, i64 noundef %77) #33
  %79 = icmp eq ptr %78, null
  br i1 %79, label %85, label %80

80:                                               ; preds = %69
  %81 = trunc i64 %76 to i32
  store i32 %81, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 36), align 4
  %82 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 32), align 8
  br label %86

83:                                               ; preds = %65
  %84 = icmp eq ptr %66, null
  br i1 %84, label %85, label %86

85:                                               ; preds = %69, %83
  store i32 1, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 64), align 8
  br label %184

86:                                               ; preds = %80, %83
  %87 = phi i32 [ %82, %80 ], [ %5, %83 ]
  %88 = phi ptr [ %78, %80 ], [ %66, %83 ]
  store ptr %88, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 24), align 8
  %89 = add i32 %87, 1
  store i32 %89, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 32), align 8
  %90 = zext i32 %87 to i64
  %91 = getelementptr inbounds nuw %struct.step, ptr %88, i64 %90
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %91, ptr noundef nonnull align 8 dereferenceable(32) %0, i64 32, i1 false)
  %92 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 32), align 8
  %93 = icmp ugt i32 %92, 16
  br i1 %93, label %94, label %184

94:                                               ; preds = %86
  %95 = icmp eq i32 %92, 17
  br i1 %95, label %100, label %96

96:                                               ; preds = %94
  %97 = shl i32 %92, 1
  %98 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 88), align 8
  %99 = icmp ugt i32 %97, %98
  br i1 %99, label %100, label %182

100:                                              ; preds = %96, %94
  %101 = shl i32 %92, 2
  br label %102

102:                                              ; preds = %102, %100
  %103 = phi i32 [ 64, %100 ], [ %105, %102 ]
  %104 = icmp ult i32 %103, %101
  %105 = shl i32 %103, 1
  br i1 %104, label %102, label %106, !llvm.loop !141

106:                                              ; preds = %102
  %107 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 80), align 8
  %108 = zext i32 %103 to i64
  %109 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 92), align 4
  %110 = icmp ugt i32 %103, %109
  br i1 %110, label %111, label %122

111:                                              ; preds = %106
  %112 = zext i32 %109 to i64
  %113 = icmp ult i32 %109, 2
  %114 = shl nuw nsw i64 %112, 1
  %115 = select i1 %113, i64 4, i64 %114
  %116 = tail call i64 @llvm.umax.i64(i64 %115, i64 %108)
  %117 = shl nuw nsw i64 %116, 2
  %118 = tail call ptr @realloc(ptr noundef %107, i64 noundef %117) #33
  %119 = icmp eq ptr %118, null
  br i1 %119, label %178, label %120

120:                                              ; preds = %111
  %121 = trunc i64 %116 to i32
  store i32 %121, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 92), align 4
  br label %124

122:                                              ; preds = %106
  %123 = icmp eq ptr %107, null
  br i1 %123, label %178, label %124

124:                                              ; preds = %122, %120
  %125 = phi ptr [ %118, %120 ], [ %107, %122 ]
  store ptr %125, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 80), align 8
  store i32 %103, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 88), align 8
  %126 = shl nuw nsw i64 %108, 2
  tail call void @llvm.memset.p0.i64(ptr nonnull align 4 %125, i8 0, i64 %126, i1 false)
  %127 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 32), align 8
  %128 = icmp eq i32 %127, 0
  br i1 %128, label %178, label %129

129:                                              ; preds = %124, %171
  %130 = phi i64 [ %131, %171 ], [ 0, %124 ]
  %131 = add nuw nsw i64 %130, 1
  %132 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 24), align 8
  %133 = getelementptr inbounds nuw %struct.step, ptr %132, i64 %130
  %134 = load ptr, ptr %133, align 8
  %135 = ptrtoint ptr %134 to i64
  %136 = getelementptr inbounds nuw i8, ptr %133, i64 8
  %137 = load i64, ptr %136, align 8
  %138 = mul i64 %137, -7046029254386353131
  %139 = xor i64 %138, %135
  %140 = mul i64 %139, -2960836687051489901
  %141 = lshr i64 %140, 32
  %142 = trunc nuw i64 %141 to i32
  %143 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 80), align 8
  %144 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 88), align 8
  %145 = add i32 %144, -1
  %146 = and i32 %145, %142
  %147 = zext i32 %146 to i64
  %148 = getelementptr inbounds nuw i32, ptr %143, i64 %147
  %149 = load i32, ptr %148, align 4
  %150 = icmp eq i32 %149, 0
  br i1 %150, label %171, label %151

151:                                              ; preds = %129, %164
  %152 = phi i32 [ %169, %164 ], [ %149, %129 ]
  %153 = phi i64 [ %167, %164 ], [ %147, %129 ]
  %154 = phi i32 [ %165, %164 ], [ %142, %129 ]
  %155 = add i32 %152, -1
  %156 = zext i32 %155 to i64
  %157 = getelementptr inbounds nuw %struct.step, ptr %132, i64 %156
  %158 = load ptr, ptr %157, align 8
  %159 = icmp eq ptr %158, %134
  br i1 %159, label %160, label %164

160:                                              ; preds = %151
  %161 = getelementptr inbounds nuw i8, ptr %157, i64 8
  %162 = load i64, ptr %161, align 8
  %163 = icmp eq i64 %162, %137
  br i1 %163, label %171, label %164

164:                                              ; preds = %160, %151
  %165 = add i32 %154, 1
  %166 = and i32 %165, %145
  %167 = zext i32 %166 to i64
  %168 = getelementptr inbounds nuw i32, ptr %143, i64 %167
  %169 = load i32, ptr %168, align 4
  %170 = icmp eq i32 %169, 0
  br i1 %170, label %171, label %151

171:                                              ; preds = %164, %160, %129
  %172 = phi i64 [ %147, %129 ], [ %167, %164 ], [ %153, %160 ]
  %173 = getelementptr inbounds nuw i32, ptr %143, i64 %172
  %174 = trunc nuw i64 %131 to i32
  store i32 %174, ptr %173, align 4
  %175 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 32), align 8
  %176 = zext i32 %175 to i64
  %177 = icmp samesign ult i64 %131, %176
  br i1 %177, label %129, label %178, !llvm.loop !142

178:                                              ; preds = %171, %111, %122, %124
  %179 = phi i32 [ 1, %122 ], [ 1, %111 ], [ 0, %124 ], [ 0, %171 ]
  %180 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 64), align 8
  %181 = or i32 %180, %179
  store i32 %181, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 64), align 8
  br label %184

182:                                              ; preds = %96
  %183 = tail call fastcc ptr @seat_of(ptr noundef nonnull %0)
  store i32 %92, ptr %183, align 4
  br label %184

184:                                              ; preds = %57, %41, %85, %178, %182, %86, %1
  ret void
}

; Function Attrs: nounwind
define internal fastcc range(i32 -1, 1) i32 @find_boundary(ptr noundef captures(address) %0, i64 noundef %1, ptr noundef nonnull writeonly captures(none) %2) unnamed_addr #6 {
  %4 = alloca %struct.span, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %6 = load i32, ptr %5, align 4
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %8 = load i64, ptr %7, align 8
  %9 = icmp ult i64 %1, %8
  br i1 %9, label %10, label %28

10:                                               ; preds = %3
  %11 = icmp ugt i32 %6, 1
  br i1 %11, label %12, label %28

12:                                               ; preds = %10
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %14 = load ptr, ptr %13, align 8
  br label %15

15:                                               ; preds = %15, %12
  %16 = phi i32 [ %6, %12 ], [ %25, %15 ]
  %17 = phi i32 [ 0, %12 ], [ %24, %15 ]
  %18 = add i32 %17, %16
  %19 = lshr i32 %18, 1
  %20 = zext nneg i32 %19 to i64
  %21 = getelementptr inbounds nuw %struct.span, ptr %14, i64 %20
  %22 = load i64, ptr %21, align 8
  %23 = icmp ugt i64 %22, %1
  %24 = select i1 %23, i32 %17, i32 %19
  %25 = select i1 %23, i32 %19, i32 %16
  %26 = sub i32 %25, %24
  %27 = icmp ugt i32 %26, 1
  br i1 %27, label %15, label %28, !llvm.loop !111

28:                                               ; preds = %15, %3, %10
  %29 = phi i32 [ %6, %3 ], [ 0, %10 ], [ %24, %15 ]
  store i32 %29, ptr %2, align 4
  %30 = load i32, ptr %5, align 4
  %31 = icmp eq i32 %29, %30
  br i1 %31, label %130, label %32

32:                                               ; preds = %28
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %34 = load ptr, ptr %33, align 8
  %35 = zext i32 %29 to i64
  %36 = getelementptr inbounds nuw %struct.span, ptr %34, i64 %35
  %37 = load i64, ptr %36, align 8
  %38 = icmp eq i64 %37, %1
  br i1 %38, label %130, label %39

39:                                               ; preds = %32
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %41 = load i32, ptr %40, align 8
  %42 = zext i32 %41 to i64
  %43 = icmp ult i32 %30, %41
  br i1 %43, label %65, label %44

44:                                               ; preds = %39
  %45 = zext i32 %30 to i64
  %46 = add nuw nsw i64 %45, 1
  %47 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %48 = icmp eq ptr %34, %47
  %49 = select i1 %48, ptr null, ptr %34
  %50 = icmp ult i32 %41, 2
  %51 = shl nuw nsw i64 %42, 1
  %52 = select i1 %50, i64 4, i64 %51
  %53 = tail call i64 @llvm.umax.i64(i64 %52, i64 range(i64 1, 4294967297) %46)
  %54 = mul nuw nsw i64 %53, 136
  %55 = tail call ptr @realloc(ptr noundef %49, i64 noundef %54) #33
  %56 = icmp eq ptr %55, null
  br i1 %56, label %130, label %57

57:                                               ; preds = %44
  %58 = trunc i64 %53 to i32
  store i32 %58, ptr %40, align 4
  br i1 %48, label %59, label %60

59:                                               ; preds = %57
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(136) %55, ptr noundef nonnull align 8 dereferenceable(136) %47, i64 136, i1 false)
  br label %60

60:                                               ; preds = %59, %57
  %61 = getelementptr inbounds nuw %struct.span, ptr %55, i64 %42
  %62 = sub i32 %58, %41
  %63 = zext i32 %62 to i64
  %64 = mul nuw nsw i64 %63, 136
  tail call void @llvm.memset.p0.i64(ptr nonnull align 8 %61, i8 0, i64 %64, i1 false)
  store ptr %55, ptr %33, align 8
  br label %65

65:                                               ; preds = %39, %60
  %66 = phi ptr [ %34, %39 ], [ %55, %60 ]
  %67 = getelementptr inbounds nuw %struct.span, ptr %66, i64 %35
  %68 = getelementptr inbounds nuw i8, ptr %67, i64 112
  %69 = load i32, ptr %68, align 8
  %70 = add i32 %69, 1
  %71 = zext i32 %70 to i64
  %72 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %73 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %74 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %75 = add i32 %74, %73
  %76 = zext i32 %75 to i64
  %77 = add nuw nsw i64 %71, 1
  %78 = add nuw nsw i64 %77, %76
  %79 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 52), align 4
  %80 = zext i32 %79 to i64
  %81 = icmp samesign ugt i64 %78, %80
  br i1 %81, label %82, label %92

82:                                               ; preds = %65
  %83 = icmp ult i32 %79, 2
  %84 = shl nuw nsw i64 %80, 1
  %85 = select i1 %83, i64 4, i64 %84
  %86 = tail call i64 @llvm.umax.i64(i64 %85, i64 %78)
  %87 = shl nuw nsw i64 %86, 3
  %88 = tail call ptr @realloc(ptr noundef %72, i64 noundef %87) #33
  %89 = icmp eq ptr %88, null
  br i1 %89, label %130, label %90

90:                                               ; preds = %82
  %91 = trunc i64 %86 to i32
  store i32 %91, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 52), align 4
  br label %94

92:                                               ; preds = %65
  %93 = icmp eq ptr %72, null
  br i1 %93, label %130, label %94

94:                                               ; preds = %92, %90
  %95 = phi ptr [ %88, %90 ], [ %72, %92 ]
  store ptr %95, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #12
  %96 = load ptr, ptr %33, align 8
  %97 = load i32, ptr %5, align 4
  %98 = zext i32 %97 to i64
  %99 = getelementptr inbounds nuw %struct.span, ptr %96, i64 %98
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(136) %4, ptr noundef nonnull align 8 dereferenceable(136) %99, i64 136, i1 false)
  %100 = getelementptr inbounds nuw %struct.span, ptr %96, i64 %35
  %101 = call fastcc i32 @copy_history(ptr noundef nonnull %4, ptr noundef %100)
  %102 = icmp eq i32 %101, 0
  br i1 %102, label %108, label %103

103:                                              ; preds = %94
  %104 = load ptr, ptr %33, align 8
  %105 = load i32, ptr %5, align 4
  %106 = zext i32 %105 to i64
  %107 = getelementptr inbounds nuw %struct.span, ptr %104, i64 %106
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(136) %107, ptr noundef nonnull align 8 dereferenceable(136) %4, i64 136, i1 false)
  br label %128

108:                                              ; preds = %94
  call fastcc void @keep_all(ptr noundef nonnull %4)
  store i64 %1, ptr %4, align 8
  %109 = load ptr, ptr %33, align 8
  %110 = getelementptr inbounds nuw %struct.span, ptr %109, i64 %35
  %111 = getelementptr inbounds nuw i8, ptr %110, i64 8
  %112 = load i64, ptr %111, align 8
  %113 = getelementptr inbounds nuw i8, ptr %4, i64 8
  store i64 %112, ptr %113, align 8
  store i64 %1, ptr %111, align 8
  %114 = load ptr, ptr %33, align 8
  %115 = getelementptr inbounds nuw %struct.span, ptr %114, i64 %35
  %116 = getelementptr inbounds nuw i8, ptr %115, i64 272
  %117 = getelementptr inbounds nuw i8, ptr %115, i64 136
  %118 = load i32, ptr %5, align 4
  %119 = add i32 %118, 1
  store i32 %119, ptr %5, align 4
  %120 = xor i32 %29, -1
  %121 = add i32 %118, %120
  %122 = zext i32 %121 to i64
  %123 = mul nuw nsw i64 %122, 136
  tail call void @llvm.memmove.p0.p0.i64(ptr nonnull align 8 %116, ptr nonnull align 8 %117, i64 %123, i1 false)
  %124 = load ptr, ptr %33, align 8
  %125 = add i32 %29, 1
  %126 = zext i32 %125 to i64
  %127 = getelementptr inbounds nuw %struct.span, ptr %124, i64 %126
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(136) %127, ptr noundef nonnull align 8 dereferenceable(136) %4, i64 136, i1 false)
  store i32 %125, ptr %2, align 4
  br label %128

128:                                              ; preds = %108, %103
  %129 = phi i32 [ -1, %103 ], [ 0, %108 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #12
  br label %130

130:                                              ; preds = %82, %92, %44, %28, %32, %128
  %131 = phi i32 [ %129, %128 ], [ 0, %28 ], [ 0, %32 ], [ -1, %44 ], [ -1, %92 ], [ -1, %82 ]
  ret i32 %131
}

; Function Attrs: nofree norecurse nounwind memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none)
define internal fastcc void @bury(ptr noundef captures(none) %0, ptr noundef byval(%struct.step) align 8 captures(none) %1, ptr noundef readnone captures(address) %2) unnamed_addr #25 {
  %4 = alloca %struct.step, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %7 = load ptr, ptr %6, align 8
  %8 = load ptr, ptr %1, align 8
  %9 = icmp eq ptr %8, %2
  %10 = zext i1 %9 to i32
  %11 = load i32, ptr %5, align 8
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %15, label %13

13:                                               ; preds = %3
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 8
  br label %19

15:                                               ; preds = %74, %3
  %16 = phi i32 [ 0, %3 ], [ %75, %74 ]
  %17 = phi i32 [ %10, %3 ], [ %76, %74 ]
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %94, label %81

19:                                               ; preds = %13, %74
  %20 = phi i64 [ 0, %13 ], [ %77, %74 ]
  %21 = phi i32 [ %10, %13 ], [ %76, %74 ]
  %22 = phi i32 [ 0, %13 ], [ %75, %74 ]
  %23 = getelementptr inbounds nuw %struct.step, ptr %7, i64 %20
  %24 = getelementptr inbounds nuw i8, ptr %23, i64 8
  %25 = load i64, ptr %24, align 8
  %26 = load ptr, ptr %23, align 8
  %27 = getelementptr inbounds nuw i8, ptr %26, i64 24
  %28 = load i64, ptr %27, align 8
  %29 = icmp ugt i64 %25, %28
  br i1 %29, label %30, label %44

30:                                               ; preds = %19
  %31 = getelementptr inbounds nuw i8, ptr %26, i64 16
  %32 = load i64, ptr %31, align 8
  %33 = icmp ugt i64 %25, %32
  br i1 %33, label %41, label %34

34:                                               ; preds = %30
  %35 = getelementptr inbounds nuw i8, ptr %23, i64 16
  %36 = load ptr, ptr %35, align 8
  %37 = load atomic i32, ptr %36 acquire, align 64
  %38 = icmp eq i32 %37, 2
  br i1 %38, label %44, label %39

39:                                               ; preds = %34
  %40 = load ptr, ptr %23, align 8
  br label %41

41:                                               ; preds = %39, %30
  %42 = phi ptr [ %40, %39 ], [ %26, %30 ]
  %43 = icmp eq ptr %42, %2
  br i1 %43, label %44, label %57

44:                                               ; preds = %19, %41, %34
  %45 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %46 = icmp eq i32 %45, 0
  br i1 %46, label %47, label %74

47:                                               ; preds = %44
  %48 = getelementptr inbounds nuw i8, ptr %23, i64 24
  %49 = load ptr, ptr %48, align 8
  %50 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %51 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %52 = add i32 %51, 1
  store i32 %52, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %53 = zext i32 %51 to i64
  %54 = getelementptr inbounds nuw ptr, ptr %50, i64 %53
  store ptr %49, ptr %54, align 8
  %55 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %56 = add i32 %55, -1
  store i32 %56, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  br label %74

57:                                               ; preds = %41
  %58 = zext i32 %22 to i64
  %59 = getelementptr inbounds nuw %struct.step, ptr %7, i64 %58
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %59, ptr noundef nonnull align 8 dereferenceable(32) %23, i64 32, i1 false)
  %60 = load ptr, ptr %59, align 8
  %61 = load ptr, ptr %1, align 8
  %62 = icmp eq ptr %60, %61
  br i1 %62, label %63, label %71

63:                                               ; preds = %57
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %64 = load i64, ptr %14, align 8
  %65 = getelementptr inbounds nuw i8, ptr %59, i64 8
  %66 = load i64, ptr %65, align 8
  %67 = icmp ugt i64 %64, %66
  br i1 %67, label %68, label %69

68:                                               ; preds = %63
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %4, ptr noundef nonnull align 8 dereferenceable(32) %23, i64 32, i1 false)
  br label %69

69:                                               ; preds = %63, %68
  %70 = phi ptr [ %59, %68 ], [ %4, %63 ]
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %70, ptr noundef nonnull align 8 dereferenceable(32) %1, i64 32, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %1, ptr noundef nonnull align 8 dereferenceable(32) %4, i64 32, i1 false)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  br label %71

71:                                               ; preds = %69, %57
  %72 = phi i32 [ 1, %69 ], [ %21, %57 ]
  %73 = add i32 %22, 1
  br label %74

74:                                               ; preds = %47, %44, %71
  %75 = phi i32 [ %73, %71 ], [ %22, %44 ], [ %22, %47 ]
  %76 = phi i32 [ %72, %71 ], [ %21, %44 ], [ %21, %47 ]
  %77 = add nuw nsw i64 %20, 1
  %78 = load i32, ptr %5, align 8
  %79 = zext i32 %78 to i64
  %80 = icmp samesign ult i64 %77, %79
  br i1 %80, label %19, label %15, !llvm.loop !143

81:                                               ; preds = %15
  %82 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %83 = icmp eq i32 %82, 0
  br i1 %83, label %84, label %98

84:                                               ; preds = %81
  %85 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %86 = load ptr, ptr %85, align 8
  %87 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %88 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %89 = add i32 %88, 1
  store i32 %89, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %90 = zext i32 %88 to i64
  %91 = getelementptr inbounds nuw ptr, ptr %87, i64 %90
  store ptr %86, ptr %91, align 8
  %92 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %93 = add i32 %92, -1
  store i32 %93, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  br label %98

94:                                               ; preds = %15
  %95 = add i32 %16, 1
  %96 = zext i32 %16 to i64
  %97 = getelementptr inbounds nuw %struct.step, ptr %7, i64 %96
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %97, ptr noundef nonnull align 8 dereferenceable(32) %1, i64 32, i1 false)
  br label %98

98:                                               ; preds = %84, %81, %94
  %99 = phi i32 [ %95, %94 ], [ %16, %81 ], [ %16, %84 ]
  store i32 %99, ptr %5, align 8
  ret void
}

; Function Attrs: nounwind
define internal fastcc void @keep_all(ptr noundef readonly captures(none) %0) unnamed_addr #6 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %3 = load ptr, ptr %2, align 8
  %4 = icmp ne ptr %3, null
  %5 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %6 = icmp eq i32 %5, 0
  %7 = select i1 %4, i1 %6, i1 false
  br i1 %7, label %8, label %13

8:                                                ; preds = %1
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %10 = load ptr, ptr %9, align 8
  tail call void @Py_IncRef(ptr noundef %10) #12
  %11 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %12 = add i32 %11, 1
  store i32 %12, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  br label %13

13:                                               ; preds = %8, %1
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %15 = load i32, ptr %14, align 8
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %20, label %17

17:                                               ; preds = %13
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %19 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  br label %21

20:                                               ; preds = %35, %13
  ret void

21:                                               ; preds = %17, %35
  %22 = phi i32 [ %15, %17 ], [ %36, %35 ]
  %23 = phi i32 [ %19, %17 ], [ %37, %35 ]
  %24 = phi i64 [ 0, %17 ], [ %38, %35 ]
  %25 = icmp eq i32 %23, 0
  br i1 %25, label %26, label %35

26:                                               ; preds = %21
  %27 = load ptr, ptr %18, align 8
  %28 = getelementptr inbounds nuw %struct.step, ptr %27, i64 %24
  %29 = getelementptr inbounds nuw i8, ptr %28, i64 24
  %30 = load ptr, ptr %29, align 8
  tail call void @Py_IncRef(ptr noundef %30) #12
  %31 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %32 = add i32 %31, 1
  store i32 %32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %33 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %34 = load i32, ptr %14, align 8
  br label %35

35:                                               ; preds = %21, %26
  %36 = phi i32 [ %22, %21 ], [ %34, %26 ]
  %37 = phi i32 [ %23, %21 ], [ %33, %26 ]
  %38 = add nuw nsw i64 %24, 1
  %39 = zext i32 %36 to i64
  %40 = icmp samesign ult i64 %38, %39
  br i1 %40, label %21, label %20, !llvm.loop !144
}

; Function Attrs: nofree norecurse nosync nounwind memory(read, inaccessiblemem: none, target_mem0: none, target_mem1: none)
define internal fastcc ptr @seat_of(ptr noundef readonly captures(none) %0) unnamed_addr #26 {
  %2 = load ptr, ptr %0, align 8
  %3 = ptrtoint ptr %2 to i64
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %5 = load i64, ptr %4, align 8
  %6 = mul i64 %5, -7046029254386353131
  %7 = xor i64 %6, %3
  %8 = mul i64 %7, -2960836687051489901
  %9 = lshr i64 %8, 32
  %10 = trunc nuw i64 %9 to i32
  %11 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 80), align 8
  %12 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 88), align 8
  %13 = add i32 %12, -1
  %14 = and i32 %13, %10
  %15 = zext i32 %14 to i64
  %16 = getelementptr inbounds nuw i32, ptr %11, i64 %15
  %17 = load i32, ptr %16, align 4
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %41, label %19

19:                                               ; preds = %1
  %20 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 24), align 8
  br label %21

21:                                               ; preds = %19, %34
  %22 = phi i32 [ %17, %19 ], [ %39, %34 ]
  %23 = phi i64 [ %15, %19 ], [ %37, %34 ]
  %24 = phi i32 [ %10, %19 ], [ %35, %34 ]
  %25 = add i32 %22, -1
  %26 = zext i32 %25 to i64
  %27 = getelementptr inbounds nuw %struct.step, ptr %20, i64 %26
  %28 = load ptr, ptr %27, align 8
  %29 = icmp eq ptr %28, %2
  br i1 %29, label %30, label %34

30:                                               ; preds = %21
  %31 = getelementptr inbounds nuw i8, ptr %27, i64 8
  %32 = load i64, ptr %31, align 8
  %33 = icmp eq i64 %32, %5
  br i1 %33, label %41, label %34

34:                                               ; preds = %21, %30
  %35 = add i32 %24, 1
  %36 = and i32 %13, %35
  %37 = zext i32 %36 to i64
  %38 = getelementptr inbounds nuw i32, ptr %11, i64 %37
  %39 = load i32, ptr %38, align 4
  %40 = icmp eq i32 %39, 0
  br i1 %40, label %41, label %21

41:                                               ; preds = %30, %34, %1
  %42 = phi i64 [ %15, %1 ], [ %37, %34 ], [ %23, %30 ]
  %43 = getelementptr inbounds nuw i32, ptr %11, i64 %42
  ret ptr %43
}

; Function Attrs: nounwind
define internal fastcc void @note_use(ptr noundef captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef readonly captures(none) %2) unnamed_addr #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %6 = load i64, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %8 = load i64, ptr %7, align 8
  %9 = icmp eq i64 %6, %8
  br i1 %9, label %13, label %10

10:                                               ; preds = %3
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %12 = load i64, ptr %11, align 8
  br label %19

13:                                               ; preds = %3
  %14 = getelementptr inbounds nuw i8, ptr %4, i64 16
  %15 = load i64, ptr %14, align 8
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %17 = load i64, ptr %16, align 8
  %18 = icmp ult i64 %15, %17
  br i1 %18, label %19, label %69

19:                                               ; preds = %10, %13
  %20 = phi i64 [ %12, %10 ], [ %17, %13 ]
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %22 = load i32, ptr %21, align 4
  %23 = icmp ult i64 %6, %20
  br i1 %23, label %24, label %42

24:                                               ; preds = %19
  %25 = icmp ugt i32 %22, 1
  br i1 %25, label %26, label %42

26:                                               ; preds = %24
  %27 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %28 = load ptr, ptr %27, align 8
  br label %29

29:                                               ; preds = %29, %26
  %30 = phi i32 [ %22, %26 ], [ %39, %29 ]
  %31 = phi i32 [ 0, %26 ], [ %38, %29 ]
  %32 = add i32 %31, %30
  %33 = lshr i32 %32, 1
  %34 = zext nneg i32 %33 to i64
  %35 = getelementptr inbounds nuw %struct.span, ptr %28, i64 %34
  %36 = load i64, ptr %35, align 8
  %37 = icmp ugt i64 %36, %6
  %38 = select i1 %37, i32 %31, i32 %33
  %39 = select i1 %37, i32 %33, i32 %30
  %40 = sub i32 %39, %38
  %41 = icmp ugt i32 %40, 1
  br i1 %41, label %29, label %42, !llvm.loop !111

42:                                               ; preds = %29, %19, %24
  %43 = phi i32 [ %22, %19 ], [ 0, %24 ], [ %38, %29 ]
  %44 = zext i32 %43 to i64
  %45 = getelementptr inbounds nuw i8, ptr %4, i64 16
  %46 = load i64, ptr %45, align 8
  %47 = icmp ult i64 %46, %20
  br i1 %47, label %48, label %66

48:                                               ; preds = %42
  %49 = icmp ugt i32 %22, 1
  br i1 %49, label %50, label %66

50:                                               ; preds = %48
  %51 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %52 = load ptr, ptr %51, align 8
  br label %53

53:                                               ; preds = %53, %50
  %54 = phi i32 [ %22, %50 ], [ %63, %53 ]
  %55 = phi i32 [ 0, %50 ], [ %62, %53 ]
  %56 = add i32 %55, %54
  %57 = lshr i32 %56, 1
  %58 = zext nneg i32 %57 to i64
  %59 = getelementptr inbounds nuw %struct.span, ptr %52, i64 %58
  %60 = load i64, ptr %59, align 8
  %61 = icmp ugt i64 %60, %46
  %62 = select i1 %61, i32 %55, i32 %57
  %63 = select i1 %61, i32 %57, i32 %54
  %64 = sub i32 %63, %62
  %65 = icmp ugt i32 %64, 1
  br i1 %65, label %53, label %66, !llvm.loop !111

66:                                               ; preds = %53, %42, %48
  %67 = phi i32 [ %22, %42 ], [ 0, %48 ], [ %62, %53 ]
  %68 = getelementptr inbounds nuw i8, ptr %1, i64 9
  br label %146

69:                                               ; preds = %13
  %70 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %71 = load i32, ptr %70, align 4
  %72 = getelementptr inbounds nuw i8, ptr %1, i64 9
  %73 = load i8, ptr %72, align 1
  %74 = icmp ne i8 %73, 0
  %75 = load i32, ptr @the_tracker, align 8
  %76 = icmp eq i32 %75, 0
  %77 = select i1 %74, i1 %76, i1 false
  %78 = icmp ugt i32 %71, 1
  %79 = select i1 %77, i1 %78, i1 false
  br i1 %79, label %80, label %146

80:                                               ; preds = %69
  %81 = getelementptr inbounds nuw i8, ptr %0, i64 40
  br label %82

82:                                               ; preds = %80, %136
  %83 = phi i32 [ %71, %80 ], [ %140, %136 ]
  %84 = load ptr, ptr %81, align 8
  %85 = add i32 %83, -1
  store i32 %85, ptr %70, align 4
  %86 = zext i32 %85 to i64
  %87 = getelementptr inbounds nuw %struct.span, ptr %84, i64 %86
  %88 = getelementptr inbounds nuw i8, ptr %87, i64 16
  %89 = load ptr, ptr %88, align 8
  %90 = icmp ne ptr %89, null
  %91 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %92 = icmp eq i32 %91, 0
  %93 = select i1 %90, i1 %92, i1 false
  br i1 %93, label %94, label %104

94:                                               ; preds = %82
  %95 = getelementptr inbounds nuw i8, ptr %87, i64 40
  %96 = load ptr, ptr %95, align 8
  %97 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %98 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %99 = add i32 %98, 1
  store i32 %99, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %100 = zext i32 %98 to i64
  %101 = getelementptr inbounds nuw ptr, ptr %97, i64 %100
  store ptr %96, ptr %101, align 8
  %102 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %103 = add i32 %102, -1
  store i32 %103, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  br label %104

104:                                              ; preds = %94, %82
  store ptr null, ptr %88, align 8
  %105 = getelementptr inbounds nuw i8, ptr %87, i64 112
  %106 = load i32, ptr %105, align 8
  %107 = icmp eq i32 %106, 0
  br i1 %107, label %136, label %108

108:                                              ; preds = %104
  %109 = getelementptr inbounds nuw i8, ptr %87, i64 120
  %110 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  br label %111

111:                                              ; preds = %130, %108
  %112 = phi i32 [ %106, %108 ], [ %131, %130 ]
  %113 = phi i32 [ %110, %108 ], [ %132, %130 ]
  %114 = phi i64 [ 0, %108 ], [ %133, %130 ]
  %115 = icmp eq i32 %113, 0
  br i1 %115, label %116, label %130

116:                                              ; preds = %111
  %117 = load ptr, ptr %109, align 8
  %118 = getelementptr inbounds nuw %struct.step, ptr %117, i64 %114
  %119 = getelementptr inbounds nuw i8, ptr %118, i64 24
  %120 = load ptr, ptr %119, align 8
  %121 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %122 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %123 = add i32 %122, 1
  store i32 %123, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %124 = zext i32 %122 to i64
  %125 = getelementptr inbounds nuw ptr, ptr %121, i64 %124
  store ptr %120, ptr %125, align 8
  %126 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %127 = add i32 %126, -1
  store i32 %127, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %128 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %129 = load i32, ptr %105, align 8
  br label %130

130:                                              ; preds = %116, %111
  %131 = phi i32 [ %112, %111 ], [ %129, %116 ]
  %132 = phi i32 [ %113, %111 ], [ %128, %116 ]
  %133 = add nuw nsw i64 %114, 1
  %134 = zext i32 %131 to i64
  %135 = icmp samesign ult i64 %133, %134
  br i1 %135, label %111, label %136, !llvm.loop !137

136:                                              ; preds = %130, %104
  store i32 0, ptr %105, align 8
  %137 = getelementptr inbounds nuw i8, ptr %87, i64 128
  store i32 0, ptr %137, align 8
  %138 = getelementptr inbounds nuw i8, ptr %87, i64 64
  store i32 0, ptr %138, align 8
  %139 = getelementptr inbounds nuw i8, ptr %87, i64 48
  store i32 0, ptr %139, align 8
  %140 = load i32, ptr %70, align 4
  %141 = icmp ugt i32 %140, 1
  br i1 %141, label %82, label %142, !llvm.loop !145

142:                                              ; preds = %136
  %143 = load i64, ptr %16, align 8
  %144 = load ptr, ptr %81, align 8
  %145 = getelementptr inbounds nuw i8, ptr %144, i64 8
  store i64 %143, ptr %145, align 8
  br label %146

146:                                              ; preds = %66, %142, %69
  %147 = phi ptr [ %72, %69 ], [ %72, %142 ], [ %68, %66 ]
  %148 = phi i64 [ 0, %69 ], [ 0, %142 ], [ %44, %66 ]
  %149 = phi i32 [ %71, %69 ], [ 1, %142 ], [ %67, %66 ]
  %150 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %151 = load ptr, ptr %150, align 8
  %152 = zext i32 %149 to i64
  %153 = getelementptr inbounds nuw %struct.span, ptr %151, i64 %152
  %154 = icmp samesign eq i64 %148, %152
  br i1 %154, label %160, label %155

155:                                              ; preds = %146
  %156 = getelementptr inbounds nuw %struct.span, ptr %151, i64 %148
  %157 = getelementptr inbounds nuw i8, ptr %4, i64 24
  %158 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %159 = getelementptr inbounds nuw i8, ptr %2, i64 24
  br label %161

160:                                              ; preds = %390, %146
  ret void

161:                                              ; preds = %155, %390
  %162 = phi ptr [ %156, %155 ], [ %391, %390 ]
  %163 = load i8, ptr %147, align 1
  %164 = icmp eq i8 %163, 0
  br i1 %164, label %345, label %165

165:                                              ; preds = %161
  %166 = load i32, ptr %157, align 8
  %167 = load i32, ptr @the_tracker, align 8
  %168 = icmp eq i32 %167, 0
  br i1 %168, label %317, label %169

169:                                              ; preds = %165
  %170 = getelementptr inbounds nuw i8, ptr %162, i64 56
  %171 = load ptr, ptr %170, align 8
  %172 = icmp eq ptr %171, null
  %173 = getelementptr inbounds nuw i8, ptr %162, i64 80
  %174 = select i1 %172, ptr %173, ptr %171
  %175 = getelementptr inbounds nuw i8, ptr %162, i64 48
  %176 = getelementptr inbounds nuw i8, ptr %162, i64 64
  %177 = getelementptr inbounds nuw i8, ptr %162, i64 72
  %178 = load ptr, ptr %177, align 8
  %179 = load i32, ptr %176, align 8
  %180 = icmp eq i32 %179, 0
  br i1 %180, label %214, label %181

181:                                              ; preds = %169
  %182 = zext i32 %179 to i64
  br label %183

183:                                              ; preds = %211, %181
  %184 = phi i64 [ 0, %181 ], [ %212, %211 ]
  %185 = getelementptr inbounds nuw %struct.point, ptr %178, i64 %184
  %186 = load ptr, ptr %185, align 8
  %187 = getelementptr inbounds nuw i8, ptr %185, i64 8
  %188 = load i64, ptr %187, align 8
  %189 = load i32, ptr %175, align 4
  %190 = icmp eq i32 %189, 0
  br i1 %190, label %206, label %191

191:                                              ; preds = %183
  %192 = zext i32 %189 to i64
  br label %196

193:                                              ; preds = %196
  %194 = add nuw nsw i64 %197, 1
  %195 = icmp eq i64 %194, %192
  br i1 %195, label %206, label %196, !llvm.loop !135

196:                                              ; preds = %193, %191
  %197 = phi i64 [ 0, %191 ], [ %194, %193 ]
  %198 = getelementptr inbounds nuw %struct.point, ptr %174, i64 %197
  %199 = load ptr, ptr %198, align 8
  %200 = icmp eq ptr %199, %186
  br i1 %200, label %201, label %193

201:                                              ; preds = %196
  %202 = getelementptr inbounds nuw i8, ptr %198, i64 8
  %203 = load i64, ptr %202, align 8
  %204 = icmp ugt i64 %188, %203
  br i1 %204, label %205, label %211

205:                                              ; preds = %201
  store i64 %188, ptr %202, align 8
  br label %211

206:                                              ; preds = %193, %183
  %207 = phi i64 [ 0, %183 ], [ %192, %193 ]
  %208 = add i32 %189, 1
  store i32 %208, ptr %175, align 4
  %209 = getelementptr inbounds nuw %struct.point, ptr %174, i64 %207
  store ptr %186, ptr %209, align 8
  %210 = getelementptr inbounds nuw i8, ptr %209, i64 8
  store i64 %188, ptr %210, align 8
  br label %211

211:                                              ; preds = %206, %205, %201
  %212 = add nuw nsw i64 %184, 1
  %213 = icmp eq i64 %212, %182
  br i1 %213, label %214, label %183, !llvm.loop !136

214:                                              ; preds = %211, %169
  %215 = getelementptr inbounds nuw i8, ptr %162, i64 16
  %216 = load ptr, ptr %215, align 8
  %217 = icmp eq ptr %216, null
  br i1 %217, label %243, label %218

218:                                              ; preds = %214
  %219 = getelementptr inbounds nuw i8, ptr %162, i64 24
  %220 = load i64, ptr %219, align 8
  %221 = load i32, ptr %175, align 8
  %222 = icmp eq i32 %221, 0
  br i1 %222, label %238, label %223

223:                                              ; preds = %218
  %224 = zext i32 %221 to i64
  br label %228

225:                                              ; preds = %228
  %226 = add nuw nsw i64 %229, 1
  %227 = icmp eq i64 %226, %224
  br i1 %227, label %238, label %228, !llvm.loop !135

228:                                              ; preds = %225, %223
  %229 = phi i64 [ 0, %223 ], [ %226, %225 ]
  %230 = getelementptr inbounds nuw %struct.point, ptr %174, i64 %229
  %231 = load ptr, ptr %230, align 8
  %232 = icmp eq ptr %231, %216
  br i1 %232, label %233, label %225

233:                                              ; preds = %228
  %234 = getelementptr inbounds nuw i8, ptr %230, i64 8
  %235 = load i64, ptr %234, align 8
  %236 = icmp ugt i64 %220, %235
  br i1 %236, label %237, label %243

237:                                              ; preds = %233
  store i64 %220, ptr %234, align 8
  br label %243

238:                                              ; preds = %225, %218
  %239 = phi i64 [ 0, %218 ], [ %224, %225 ]
  %240 = add i32 %221, 1
  store i32 %240, ptr %175, align 4
  %241 = getelementptr inbounds nuw %struct.point, ptr %174, i64 %239
  store ptr %216, ptr %241, align 8
  %242 = getelementptr inbounds nuw i8, ptr %241, i64 8
  store i64 %220, ptr %242, align 8
  br label %243

243:                                              ; preds = %238, %237, %233, %214
  %244 = load i32, ptr %175, align 4
  %245 = icmp eq i32 %244, 0
  br i1 %245, label %246, label %250

246:                                              ; preds = %266, %243
  %247 = phi i32 [ 0, %243 ], [ %268, %266 ]
  store i32 %247, ptr %175, align 4
  %248 = getelementptr inbounds nuw i8, ptr %162, i64 128
  store i32 1, ptr %248, align 8
  %249 = icmp eq i32 %166, 0
  br i1 %249, label %272, label %305

250:                                              ; preds = %243, %266
  %251 = phi i32 [ %267, %266 ], [ %244, %243 ]
  %252 = phi i64 [ %269, %266 ], [ 0, %243 ]
  %253 = phi i32 [ %268, %266 ], [ 0, %243 ]
  %254 = getelementptr inbounds nuw %struct.point, ptr %174, i64 %252
  %255 = getelementptr inbounds nuw i8, ptr %254, i64 8
  %256 = load i64, ptr %255, align 8
  %257 = load ptr, ptr %254, align 8
  %258 = getelementptr inbounds nuw i8, ptr %257, i64 8
  %259 = load i64, ptr %258, align 8
  %260 = icmp ugt i64 %256, %259
  br i1 %260, label %261, label %266

261:                                              ; preds = %250
  %262 = add i32 %253, 1
  %263 = zext i32 %253 to i64
  %264 = getelementptr inbounds nuw %struct.point, ptr %174, i64 %263
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %264, ptr noundef nonnull align 8 dereferenceable(16) %254, i64 16, i1 false)
  %265 = load i32, ptr %175, align 4
  br label %266

266:                                              ; preds = %261, %250
  %267 = phi i32 [ %265, %261 ], [ %251, %250 ]
  %268 = phi i32 [ %262, %261 ], [ %253, %250 ]
  %269 = add nuw nsw i64 %252, 1
  %270 = zext i32 %267 to i64
  %271 = icmp samesign ult i64 %269, %270
  br i1 %271, label %250, label %246, !llvm.loop !146

272:                                              ; preds = %246
  %273 = getelementptr inbounds nuw i8, ptr %162, i64 112
  %274 = load i32, ptr %273, align 8
  %275 = icmp eq i32 %274, 0
  br i1 %275, label %304, label %276

276:                                              ; preds = %272
  %277 = getelementptr inbounds nuw i8, ptr %162, i64 120
  %278 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  br label %279

279:                                              ; preds = %298, %276
  %280 = phi i32 [ %274, %276 ], [ %299, %298 ]
  %281 = phi i32 [ %278, %276 ], [ %300, %298 ]
  %282 = phi i64 [ 0, %276 ], [ %301, %298 ]
  %283 = icmp eq i32 %281, 0
  br i1 %283, label %284, label %298

284:                                              ; preds = %279
  %285 = load ptr, ptr %277, align 8
  %286 = getelementptr inbounds nuw %struct.step, ptr %285, i64 %282
  %287 = getelementptr inbounds nuw i8, ptr %286, i64 24
  %288 = load ptr, ptr %287, align 8
  %289 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %290 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %291 = add i32 %290, 1
  store i32 %291, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %292 = zext i32 %290 to i64
  %293 = getelementptr inbounds nuw ptr, ptr %289, i64 %292
  store ptr %288, ptr %293, align 8
  %294 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %295 = add i32 %294, -1
  store i32 %295, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %296 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %297 = load i32, ptr %273, align 8
  br label %298

298:                                              ; preds = %284, %279
  %299 = phi i32 [ %280, %279 ], [ %297, %284 ]
  %300 = phi i32 [ %281, %279 ], [ %296, %284 ]
  %301 = add nuw nsw i64 %282, 1
  %302 = zext i32 %299 to i64
  %303 = icmp samesign ult i64 %301, %302
  br i1 %303, label %279, label %304, !llvm.loop !137

304:                                              ; preds = %298, %272
  store i32 0, ptr %273, align 8
  br label %321

305:                                              ; preds = %246
  %306 = load ptr, ptr %215, align 8
  %307 = icmp eq ptr %306, null
  br i1 %307, label %321, label %308

308:                                              ; preds = %305
  %309 = load ptr, ptr %2, align 8
  %310 = icmp eq ptr %306, %309
  br i1 %310, label %311, label %316

311:                                              ; preds = %308
  %312 = getelementptr inbounds nuw i8, ptr %162, i64 24
  %313 = load i64, ptr %312, align 8
  %314 = load i64, ptr %158, align 8
  %315 = icmp eq i64 %313, %314
  br i1 %315, label %321, label %316

316:                                              ; preds = %311, %308
  tail call fastcc void @bury(ptr noundef nonnull %162, ptr noundef nonnull byval(%struct.step) align 8 %215, ptr noundef %309)
  store ptr null, ptr %215, align 8
  br label %321

317:                                              ; preds = %165
  %318 = getelementptr inbounds nuw i8, ptr %162, i64 128
  store i32 0, ptr %318, align 8
  %319 = getelementptr inbounds nuw i8, ptr %162, i64 64
  store i32 0, ptr %319, align 8
  %320 = getelementptr inbounds nuw i8, ptr %162, i64 48
  store i32 0, ptr %320, align 8
  br label %321

321:                                              ; preds = %317, %316, %311, %305, %304
  %322 = getelementptr inbounds nuw i8, ptr %162, i64 16
  %323 = load ptr, ptr %322, align 8
  %324 = icmp ne ptr %323, null
  %325 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %326 = icmp eq i32 %325, 0
  %327 = select i1 %324, i1 %326, i1 false
  br i1 %327, label %328, label %338

328:                                              ; preds = %321
  %329 = getelementptr inbounds nuw i8, ptr %162, i64 40
  %330 = load ptr, ptr %329, align 8
  %331 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %332 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %333 = add i32 %332, 1
  store i32 %333, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %334 = zext i32 %332 to i64
  %335 = getelementptr inbounds nuw ptr, ptr %331, i64 %334
  store ptr %330, ptr %335, align 8
  %336 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %337 = add i32 %336, -1
  store i32 %337, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  br label %338

338:                                              ; preds = %328, %321
  store ptr null, ptr %322, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %322, ptr noundef nonnull readonly align 8 dereferenceable(32) %2, i64 32, i1 false)
  %339 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %340 = icmp eq i32 %339, 0
  br i1 %340, label %341, label %390

341:                                              ; preds = %338
  %342 = load ptr, ptr %159, align 8
  tail call void @Py_IncRef(ptr noundef %342) #12
  %343 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %344 = add i32 %343, 1
  store i32 %344, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  br label %390

345:                                              ; preds = %161
  %346 = load ptr, ptr %4, align 8
  %347 = getelementptr inbounds nuw i8, ptr %162, i64 128
  %348 = load i32, ptr %347, align 8
  %349 = icmp eq i32 %348, 0
  br i1 %349, label %350, label %358

350:                                              ; preds = %345
  %351 = getelementptr inbounds nuw i8, ptr %346, i64 8
  %352 = load i32, ptr %351, align 8
  %353 = icmp eq i32 %352, 0
  br i1 %353, label %358, label %354

354:                                              ; preds = %350
  %355 = getelementptr inbounds nuw i8, ptr %346, i64 12
  %356 = load i32, ptr %355, align 4
  %357 = icmp eq i32 %356, 0
  br i1 %357, label %390, label %358

358:                                              ; preds = %354, %350, %345
  %359 = getelementptr inbounds nuw i8, ptr %162, i64 56
  %360 = load ptr, ptr %359, align 8
  %361 = icmp eq ptr %360, null
  %362 = getelementptr inbounds nuw i8, ptr %162, i64 80
  %363 = select i1 %361, ptr %362, ptr %360
  %364 = getelementptr inbounds nuw i8, ptr %162, i64 48
  %365 = load i32, ptr %364, align 8
  %366 = icmp eq i32 %365, 0
  %367 = load ptr, ptr %2, align 8
  br i1 %366, label %380, label %368

368:                                              ; preds = %358
  %369 = zext i32 %365 to i64
  br label %370

370:                                              ; preds = %375, %368
  %371 = phi i64 [ 0, %368 ], [ %376, %375 ]
  %372 = getelementptr inbounds nuw %struct.point, ptr %363, i64 %371
  %373 = load ptr, ptr %372, align 8
  %374 = icmp eq ptr %373, %367
  br i1 %374, label %378, label %375

375:                                              ; preds = %370
  %376 = add nuw nsw i64 %371, 1
  %377 = icmp eq i64 %376, %369
  br i1 %377, label %380, label %370, !llvm.loop !147

378:                                              ; preds = %370
  %379 = trunc nuw i64 %371 to i32
  br label %380

380:                                              ; preds = %375, %378, %358
  %381 = phi i32 [ 0, %358 ], [ %379, %378 ], [ %365, %375 ]
  %382 = zext i32 %381 to i64
  %383 = getelementptr inbounds nuw %struct.point, ptr %363, i64 %382
  %384 = load i64, ptr %158, align 8
  store ptr %367, ptr %383, align 8
  %385 = getelementptr inbounds nuw i8, ptr %383, i64 8
  store i64 %384, ptr %385, align 8
  %386 = load i32, ptr %364, align 8
  %387 = icmp eq i32 %381, %386
  %388 = zext i1 %387 to i32
  %389 = add i32 %386, %388
  store i32 %389, ptr %364, align 8
  store i32 1, ptr %347, align 8
  br label %390

390:                                              ; preds = %380, %354, %341, %338
  %391 = getelementptr inbounds nuw i8, ptr %162, i64 136
  %392 = icmp eq ptr %391, %153
  br i1 %392, label %160, label %161, !llvm.loop !148
}

; Function Attrs: nounwind memory(readwrite, target_mem0: none, target_mem1: none)
define internal fastcc void @need(ptr noundef readonly captures(address) %0, ptr %1, i64 %2, i32 noundef range(i32 0, 4) %3, ptr noundef %4) unnamed_addr #21 {
  %6 = icmp eq ptr %1, %0
  br i1 %6, label %112, label %7

7:                                                ; preds = %5
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %9 = load i64, ptr %8, align 8
  %10 = icmp ugt i64 %2, %9
  br i1 %10, label %11, label %112

11:                                               ; preds = %7
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %13 = load ptr, ptr %12, align 8
  %14 = icmp eq ptr %13, null
  br i1 %14, label %62, label %15

15:                                               ; preds = %11
  %16 = getelementptr inbounds nuw i8, ptr %13, i64 16
  %17 = getelementptr inbounds nuw i8, ptr %13, i64 4
  %18 = load i32, ptr %17, align 4
  %19 = icmp ugt i32 %18, 8
  br i1 %19, label %27, label %20

20:                                               ; preds = %27, %15
  %21 = phi i32 [ %18, %15 ], [ %36, %27 ]
  %22 = phi i32 [ 0, %15 ], [ %37, %27 ]
  %23 = icmp ult i32 %22, %21
  br i1 %23, label %24, label %50

24:                                               ; preds = %20
  %25 = zext nneg i32 %22 to i64
  %26 = zext i32 %21 to i64
  br label %40

27:                                               ; preds = %15, %27
  %28 = phi i32 [ %37, %27 ], [ 0, %15 ]
  %29 = phi i32 [ %36, %27 ], [ %18, %15 ]
  %30 = add i32 %29, %28
  %31 = lshr i32 %30, 1
  %32 = zext nneg i32 %31 to i64
  %33 = getelementptr inbounds nuw %struct.point, ptr %16, i64 %32
  %34 = load ptr, ptr %33, align 8
  %35 = icmp ugt ptr %34, %1
  %36 = select i1 %35, i32 %31, i32 %29
  %37 = select i1 %35, i32 %28, i32 %31
  %38 = sub i32 %36, %37
  %39 = icmp ugt i32 %38, 8
  br i1 %39, label %27, label %20, !llvm.loop !85

40:                                               ; preds = %45, %24
  %41 = phi i64 [ %25, %24 ], [ %46, %45 ]
  %42 = getelementptr inbounds nuw %struct.point, ptr %16, i64 %41
  %43 = load ptr, ptr %42, align 8
  %44 = icmp ult ptr %43, %1
  br i1 %44, label %45, label %48

45:                                               ; preds = %40
  %46 = add nuw nsw i64 %41, 1
  %47 = icmp eq i64 %46, %26
  br i1 %47, label %50, label %40, !llvm.loop !86

48:                                               ; preds = %40
  %49 = trunc nuw i64 %41 to i32
  br label %50

50:                                               ; preds = %45, %48, %20
  %51 = phi i32 [ %22, %20 ], [ %49, %48 ], [ %21, %45 ]
  %52 = icmp ult i32 %51, %18
  br i1 %52, label %53, label %62

53:                                               ; preds = %50
  %54 = zext i32 %51 to i64
  %55 = getelementptr inbounds nuw %struct.point, ptr %16, i64 %54
  %56 = load ptr, ptr %55, align 8
  %57 = icmp eq ptr %56, %1
  br i1 %57, label %58, label %62

58:                                               ; preds = %53
  %59 = getelementptr inbounds nuw i8, ptr %55, i64 8
  %60 = load i64, ptr %59, align 8
  %61 = icmp ugt i64 %2, %60
  br i1 %61, label %62, label %112

62:                                               ; preds = %50, %53, %11, %58
  %63 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %64 = load i64, ptr %63, align 8
  %65 = load i64, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 72), align 8
  %66 = icmp eq i64 %64, %65
  %67 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 8), align 8
  br i1 %66, label %68, label %76

68:                                               ; preds = %62
  %69 = getelementptr inbounds nuw i8, ptr %1, i64 44
  %70 = load i32, ptr %69, align 4
  %71 = zext i32 %70 to i64
  %72 = getelementptr inbounds nuw %struct.edge, ptr %67, i64 %71
  %73 = getelementptr inbounds nuw i8, ptr %72, i64 8
  %74 = load i64, ptr %73, align 8
  %75 = icmp ugt i64 %2, %74
  br i1 %75, label %106, label %112

76:                                               ; preds = %62
  %77 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %78 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 20), align 4
  %79 = icmp ult i32 %77, %78
  br i1 %79, label %95, label %80

80:                                               ; preds = %76
  %81 = zext i32 %78 to i64
  %82 = zext i32 %77 to i64
  %83 = add nuw nsw i64 %82, 1
  %84 = icmp ult i32 %78, 2
  %85 = shl nuw nsw i64 %81, 1
  %86 = select i1 %84, i64 4, i64 %85
  %87 = tail call i64 @llvm.umax.i64(i64 %86, i64 %83)
  %88 = shl nuw nsw i64 %87, 5
  %89 = tail call ptr @realloc(ptr noundef %67, i64 noundef %88) #33
  %90 = icmp eq ptr %89, null
  br i1 %90, label %97, label %91

91:                                               ; preds = %80
  %92 = trunc i64 %87 to i32
  store i32 %92, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 20), align 4
  %93 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %94 = load i64, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 72), align 8
  br label %98

95:                                               ; preds = %76
  %96 = icmp eq ptr %67, null
  br i1 %96, label %97, label %98

97:                                               ; preds = %80, %95
  store i32 1, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 64), align 8
  br label %112

98:                                               ; preds = %91, %95
  %99 = phi i64 [ %94, %91 ], [ %65, %95 ]
  %100 = phi i32 [ %93, %91 ], [ %77, %95 ]
  %101 = phi ptr [ %89, %91 ], [ %67, %95 ]
  store ptr %101, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 8), align 8
  %102 = add i32 %100, 1
  store i32 %102, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %103 = zext i32 %100 to i64
  %104 = getelementptr inbounds nuw %struct.edge, ptr %101, i64 %103
  store i64 %99, ptr %63, align 8
  %105 = getelementptr inbounds nuw i8, ptr %1, i64 44
  store i32 %100, ptr %105, align 4
  br label %106

106:                                              ; preds = %68, %98
  %107 = phi ptr [ %72, %68 ], [ %104, %98 ]
  store ptr %1, ptr %107, align 8
  %108 = getelementptr inbounds nuw i8, ptr %107, i64 8
  store i64 %2, ptr %108, align 8
  %109 = getelementptr inbounds nuw i8, ptr %107, i64 16
  store i32 %3, ptr %109, align 8
  %110 = getelementptr inbounds nuw i8, ptr %107, i64 20
  store i32 0, ptr %110, align 4
  %111 = getelementptr inbounds nuw i8, ptr %107, i64 24
  store ptr %4, ptr %111, align 8
  br label %112

112:                                              ; preds = %97, %106, %68, %5, %7, %58
  ret void
}

; Function Attrs: nounwind memory(readwrite, target_mem0: none, target_mem1: none)
define internal fastcc range(i32 -1, 1) i32 @await_points(ptr noundef readnone captures(address) %0, ptr noundef readonly captures(none) %1, i32 noundef %2, ptr noundef readonly captures(none) %3, i32 noundef %4, i32 noundef %5) unnamed_addr #21 {
  %7 = icmp eq i32 %4, 0
  br i1 %7, label %104, label %8

8:                                                ; preds = %6
  %9 = icmp ugt i32 %2, 8
  %10 = icmp eq i32 %5, 0
  %11 = zext i32 %4 to i64
  br label %12

12:                                               ; preds = %8, %101
  %13 = phi i64 [ 0, %8 ], [ %102, %101 ]
  %14 = getelementptr inbounds nuw %struct.point, ptr %3, i64 %13
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds nuw i8, ptr %14, i64 8
  %17 = load i64, ptr %16, align 8
  %18 = icmp eq ptr %15, %0
  br i1 %18, label %101, label %19

19:                                               ; preds = %12
  br i1 %9, label %27, label %20

20:                                               ; preds = %27, %19
  %21 = phi i32 [ %2, %19 ], [ %36, %27 ]
  %22 = phi i32 [ 0, %19 ], [ %37, %27 ]
  %23 = icmp ult i32 %22, %21
  br i1 %23, label %24, label %50

24:                                               ; preds = %20
  %25 = zext nneg i32 %22 to i64
  %26 = zext i32 %21 to i64
  br label %40

27:                                               ; preds = %19, %27
  %28 = phi i32 [ %37, %27 ], [ 0, %19 ]
  %29 = phi i32 [ %36, %27 ], [ %2, %19 ]
  %30 = add i32 %29, %28
  %31 = lshr i32 %30, 1
  %32 = zext nneg i32 %31 to i64
  %33 = getelementptr inbounds nuw %struct.point, ptr %1, i64 %32
  %34 = load ptr, ptr %33, align 8
  %35 = icmp ugt ptr %34, %15
  %36 = select i1 %35, i32 %31, i32 %29
  %37 = select i1 %35, i32 %28, i32 %31
  %38 = sub i32 %36, %37
  %39 = icmp ugt i32 %38, 8
  br i1 %39, label %27, label %20, !llvm.loop !85

40:                                               ; preds = %45, %24
  %41 = phi i64 [ %25, %24 ], [ %46, %45 ]
  %42 = getelementptr inbounds nuw %struct.point, ptr %1, i64 %41
  %43 = load ptr, ptr %42, align 8
  %44 = icmp ult ptr %43, %15
  br i1 %44, label %45, label %48

45:                                               ; preds = %40
  %46 = add nuw nsw i64 %41, 1
  %47 = icmp eq i64 %46, %26
  br i1 %47, label %50, label %40, !llvm.loop !86

48:                                               ; preds = %40
  %49 = trunc nuw i64 %41 to i32
  br label %50

50:                                               ; preds = %45, %48, %20
  %51 = phi i32 [ %22, %20 ], [ %49, %48 ], [ %21, %45 ]
  %52 = icmp ult i32 %51, %2
  br i1 %52, label %53, label %61

53:                                               ; preds = %50
  %54 = zext i32 %51 to i64
  %55 = getelementptr inbounds nuw %struct.point, ptr %1, i64 %54
  %56 = load ptr, ptr %55, align 8
  %57 = icmp eq ptr %56, %15
  br i1 %57, label %58, label %61

58:                                               ; preds = %53
  %59 = getelementptr inbounds nuw i8, ptr %55, i64 8
  %60 = load i64, ptr %59, align 8
  br label %61

61:                                               ; preds = %50, %53, %58
  %62 = phi i64 [ %60, %58 ], [ 0, %53 ], [ 0, %50 ]
  %63 = icmp ugt i64 %17, %62
  br i1 %63, label %64, label %101

64:                                               ; preds = %61
  br i1 %10, label %65, label %69

65:                                               ; preds = %64
  %66 = getelementptr inbounds nuw i8, ptr %15, i64 8
  %67 = load i64, ptr %66, align 8
  %68 = icmp ugt i64 %17, %67
  br i1 %68, label %69, label %101

69:                                               ; preds = %65, %64
  %70 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 8), align 8
  %71 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %72 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 20), align 4
  %73 = icmp ult i32 %71, %72
  br i1 %73, label %88, label %74

74:                                               ; preds = %69
  %75 = zext i32 %72 to i64
  %76 = zext i32 %71 to i64
  %77 = add nuw nsw i64 %76, 1
  %78 = icmp ult i32 %72, 2
  %79 = shl nuw nsw i64 %75, 1
  %80 = select i1 %78, i64 4, i64 %79
  %81 = tail call i64 @llvm.umax.i64(i64 %80, i64 %77)
  %82 = shl nuw nsw i64 %81, 5
  %83 = tail call ptr @realloc(ptr noundef %70, i64 noundef %82) #33
  %84 = icmp eq ptr %83, null
  br i1 %84, label %90, label %85

85:                                               ; preds = %74
  %86 = trunc i64 %81 to i32
  store i32 %86, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 20), align 4
  %87 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  br label %91

88:                                               ; preds = %69
  %89 = icmp eq ptr %70, null
  br i1 %89, label %90, label %91

90:                                               ; preds = %74, %88
  store i32 1, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 64), align 8
  br label %104

91:                                               ; preds = %85, %88
  %92 = phi i32 [ %87, %85 ], [ %71, %88 ]
  %93 = phi ptr [ %83, %85 ], [ %70, %88 ]
  store ptr %93, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 8), align 8
  %94 = add i32 %92, 1
  store i32 %94, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %95 = zext i32 %92 to i64
  %96 = getelementptr inbounds nuw %struct.edge, ptr %93, i64 %95
  store ptr %15, ptr %96, align 8
  %97 = getelementptr inbounds nuw i8, ptr %96, i64 8
  store i64 %17, ptr %97, align 8
  %98 = getelementptr inbounds nuw i8, ptr %96, i64 16
  store i32 4, ptr %98, align 8
  %99 = getelementptr inbounds nuw i8, ptr %96, i64 20
  store i32 0, ptr %99, align 4
  %100 = getelementptr inbounds nuw i8, ptr %96, i64 24
  store ptr null, ptr %100, align 8
  br label %101

101:                                              ; preds = %12, %65, %61, %91
  %102 = add nuw nsw i64 %13, 1
  %103 = icmp eq i64 %102, %11
  br i1 %103, label %104, label %12, !llvm.loop !149

104:                                              ; preds = %101, %6, %90
  %105 = phi i32 [ -1, %90 ], [ 0, %6 ], [ 0, %101 ]
  ret i32 %105
}

declare i64 @PyList_Size(ptr noundef) local_unnamed_addr #14

; Function Attrs: nounwind
define internal fastcc range(i32 -1, 1) i32 @fill_edges(ptr noundef %0, ptr noundef readonly captures(none) %1, i32 noundef %2) unnamed_addr #6 {
  %4 = icmp eq i32 %2, 0
  br i1 %4, label %53, label %5

5:                                                ; preds = %3
  %6 = zext i32 %2 to i64
  br label %7

7:                                                ; preds = %5, %49
  %8 = phi i64 [ 0, %5 ], [ %51, %49 ]
  %9 = getelementptr inbounds nuw %struct.edge, ptr %1, i64 %8
  %10 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %11 = load i64, ptr %10, align 8
  %12 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %11) #12
  %13 = icmp eq ptr %12, null
  br i1 %13, label %53, label %14

14:                                               ; preds = %7
  %15 = getelementptr inbounds nuw i8, ptr %9, i64 24
  %16 = load ptr, ptr %15, align 8
  %17 = icmp eq ptr %16, null
  %18 = getelementptr inbounds nuw i8, ptr %16, i64 16
  %19 = select i1 %17, ptr @no_name, ptr %18
  %20 = load ptr, ptr %19, align 8
  %21 = trunc nuw i64 %8 to i32
  %22 = shl i32 %21, 2
  %23 = zext i32 %22 to i64
  %24 = load ptr, ptr %9, align 8
  %25 = getelementptr inbounds nuw i8, ptr %24, i64 208
  %26 = load ptr, ptr %25, align 8
  %27 = icmp eq ptr %26, null
  br i1 %27, label %29, label %28

28:                                               ; preds = %14
  tail call void @Py_IncRef(ptr noundef nonnull %26) #12
  br label %29

29:                                               ; preds = %14, %28
  %30 = tail call i32 @PyTuple_SetItem(ptr noundef %0, i64 noundef %23, ptr noundef %26) #12
  %31 = or disjoint i32 %22, 1
  %32 = zext i32 %31 to i64
  %33 = tail call i32 @PyTuple_SetItem(ptr noundef %0, i64 noundef %32, ptr noundef nonnull %12) #12
  %34 = or disjoint i32 %22, 2
  %35 = zext i32 %34 to i64
  %36 = getelementptr inbounds nuw i8, ptr %9, i64 16
  %37 = load i32, ptr %36, align 8
  %38 = zext i32 %37 to i64
  %39 = getelementptr inbounds nuw ptr, ptr @hazard_texts, i64 %38
  %40 = load ptr, ptr %39, align 8
  %41 = icmp eq ptr %40, null
  br i1 %41, label %43, label %42

42:                                               ; preds = %29
  tail call void @Py_IncRef(ptr noundef nonnull %40) #12
  br label %43

43:                                               ; preds = %29, %42
  %44 = tail call i32 @PyTuple_SetItem(ptr noundef %0, i64 noundef %35, ptr noundef %40) #12
  %45 = or disjoint i32 %22, 3
  %46 = zext i32 %45 to i64
  %47 = icmp eq ptr %20, null
  br i1 %47, label %49, label %48

48:                                               ; preds = %43
  tail call void @Py_IncRef(ptr noundef nonnull %20) #12
  br label %49

49:                                               ; preds = %43, %48
  %50 = tail call i32 @PyTuple_SetItem(ptr noundef %0, i64 noundef %46, ptr noundef %20) #12
  %51 = add nuw nsw i64 %8, 1
  %52 = icmp eq i64 %51, %6
  br i1 %52, label %53, label %7, !llvm.loop !150

53:                                               ; preds = %7, %49, %3
  %54 = phi i32 [ 0, %3 ], [ 0, %49 ], [ -1, %7 ]
  ret i32 %54
}

; Function Attrs: nounwind
define internal fastcc void @fill_checks(ptr noundef %0, ptr noundef readonly captures(none) %1, i32 noundef %2) unnamed_addr #6 {
  %4 = icmp eq i32 %2, 0
  br i1 %4, label %7, label %5

5:                                                ; preds = %3
  %6 = zext i32 %2 to i64
  br label %8

7:                                                ; preds = %15, %3
  ret void

8:                                                ; preds = %5, %15
  %9 = phi i64 [ 0, %5 ], [ %17, %15 ]
  %10 = getelementptr inbounds nuw %struct.step, ptr %1, i64 %9
  %11 = getelementptr inbounds nuw i8, ptr %10, i64 24
  %12 = load ptr, ptr %11, align 8
  %13 = icmp eq ptr %12, null
  br i1 %13, label %15, label %14

14:                                               ; preds = %8
  tail call void @Py_IncRef(ptr noundef nonnull %12) #12
  br label %15

15:                                               ; preds = %8, %14
  %16 = tail call i32 @PyTuple_SetItem(ptr noundef %0, i64 noundef %9, ptr noundef %12) #12
  %17 = add nuw nsw i64 %9, 1
  %18 = icmp eq i64 %17, %6
  br i1 %18, label %7, label %8, !llvm.loop !106
}

; Function Attrs: nounwind
define internal fastcc i32 @put_item(ptr noundef readonly captures(none) %0, ptr noundef %1, i64 noundef %2, ptr noundef %3, ptr noundef %4, ptr noundef %5) unnamed_addr #6 {
  %7 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %2) #12
  %8 = icmp eq ptr %7, null
  br i1 %8, label %36, label %9

9:                                                ; preds = %6
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %11 = load ptr, ptr %10, align 8
  %12 = icmp eq ptr %11, null
  br i1 %12, label %14, label %13

13:                                               ; preds = %9
  tail call void @Py_IncRef(ptr noundef nonnull %11) #12
  br label %14

14:                                               ; preds = %9, %13
  %15 = tail call i32 @PyTuple_SetItem(ptr noundef %1, i64 noundef 0, ptr noundef %11) #12
  %16 = tail call i32 @PyTuple_SetItem(ptr noundef %1, i64 noundef 1, ptr noundef nonnull %7) #12
  %17 = icmp eq ptr %3, null
  br i1 %17, label %19, label %18

18:                                               ; preds = %14
  tail call void @Py_IncRef(ptr noundef nonnull %3) #12
  br label %19

19:                                               ; preds = %14, %18
  %20 = tail call i32 @PyTuple_SetItem(ptr noundef %1, i64 noundef 2, ptr noundef %3) #12
  %21 = icmp eq ptr %4, null
  br i1 %21, label %23, label %22

22:                                               ; preds = %19
  tail call void @Py_IncRef(ptr noundef nonnull %4) #12
  br label %23

23:                                               ; preds = %19, %22
  %24 = tail call i32 @PyTuple_SetItem(ptr noundef %1, i64 noundef 3, ptr noundef %4) #12
  %25 = icmp eq ptr %5, null
  br i1 %25, label %27, label %26

26:                                               ; preds = %23
  tail call void @Py_IncRef(ptr noundef nonnull %5) #12
  br label %27

27:                                               ; preds = %23, %26
  %28 = tail call i32 @PyTuple_SetItem(ptr noundef %1, i64 noundef 4, ptr noundef %5) #12
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 216
  %30 = load ptr, ptr %29, align 8
  %31 = load i64, ptr @head_bytes, align 8
  %32 = getelementptr inbounds i8, ptr %30, i64 %31
  %33 = getelementptr inbounds nuw i8, ptr %32, i64 32
  %34 = load ptr, ptr %33, align 8
  %35 = tail call i32 @PyList_Append(ptr noundef %34, ptr noundef %1) #12
  br label %36

36:                                               ; preds = %6, %27
  %37 = phi i32 [ %35, %27 ], [ -1, %6 ]
  ret i32 %37
}

declare i32 @PyList_SetSlice(ptr noundef, i64 noundef, i64 noundef, ptr noundef) local_unnamed_addr #14

; Function Attrs: nounwind
define internal fastcc range(i32 0, 2) i32 @put_mark(ptr noundef readonly captures(none) %0, i64 noundef %1, ptr noundef %2) unnamed_addr #6 {
  %4 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %1) #12
  %5 = icmp eq ptr %4, null
  br i1 %5, label %12, label %6

6:                                                ; preds = %3
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %8 = load ptr, ptr %7, align 8
  %9 = tail call i32 @PyDict_SetItem(ptr noundef %8, ptr noundef nonnull %4, ptr noundef %2) #12
  %10 = icmp ne i32 %9, 0
  %11 = zext i1 %10 to i32
  tail call void @Py_DecRef(ptr noundef nonnull %4) #12
  br label %12

12:                                               ; preds = %3, %6
  %13 = phi i32 [ %11, %6 ], [ 1, %3 ]
  ret i32 %13
}

; Function Attrs: inlinehint nounwind
define internal fastcc void @note(ptr noundef captures(none) %0, ptr noundef readonly captures(none) %1, i32 noundef %2, ptr noundef readonly byval(%struct.step) align 8 captures(none) %3) unnamed_addr #23 {
  %5 = icmp eq i32 %2, 0
  %6 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 128), align 8
  br i1 %5, label %9, label %7

7:                                                ; preds = %4
  %8 = zext i32 %2 to i64
  br label %18

9:                                                ; preds = %43, %4
  %10 = phi i32 [ %6, %4 ], [ %44, %43 ]
  %11 = icmp eq i32 %10, 0
  %12 = getelementptr inbounds nuw i8, ptr %3, i64 8
  br i1 %11, label %13, label %15

13:                                               ; preds = %9
  %14 = load i64, ptr %12, align 8
  br label %47

15:                                               ; preds = %9
  %16 = load ptr, ptr %3, align 8
  %17 = load i64, ptr %12, align 8
  br label %51

18:                                               ; preds = %7, %43
  %19 = phi i32 [ %6, %7 ], [ %44, %43 ]
  %20 = phi i64 [ 0, %7 ], [ %45, %43 ]
  %21 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %20
  %22 = load ptr, ptr %21, align 8
  %23 = load ptr, ptr %22, align 8
  %24 = load ptr, ptr %23, align 8
  %25 = icmp eq i32 %19, 0
  br i1 %25, label %41, label %26

26:                                               ; preds = %18
  %27 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 120), align 8
  %28 = zext i32 %19 to i64
  br label %32

29:                                               ; preds = %32
  %30 = add nuw nsw i64 %33, 1
  %31 = icmp eq i64 %30, %28
  br i1 %31, label %41, label %32, !llvm.loop !113

32:                                               ; preds = %29, %26
  %33 = phi i64 [ 0, %26 ], [ %30, %29 ]
  %34 = getelementptr inbounds nuw %struct.shadow, ptr %27, i64 %33
  %35 = load ptr, ptr %34, align 8
  %36 = icmp eq ptr %35, %24
  br i1 %36, label %37, label %29

37:                                               ; preds = %32
  %38 = getelementptr inbounds nuw i8, ptr %34, i64 8
  %39 = load ptr, ptr %38, align 8
  %40 = icmp eq ptr %39, null
  br i1 %40, label %41, label %43

41:                                               ; preds = %29, %37, %18
  call fastcc void @note_use(ptr noundef %24, ptr noundef nonnull %21, ptr noundef nonnull %3)
  %42 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 128), align 8
  br label %43

43:                                               ; preds = %41, %37
  %44 = phi i32 [ %42, %41 ], [ %19, %37 ]
  %45 = add nuw nsw i64 %20, 1
  %46 = icmp eq i64 %45, %8
  br i1 %46, label %9, label %18, !llvm.loop !151

47:                                               ; preds = %221, %13
  %48 = phi i64 [ %14, %13 ], [ %17, %221 ]
  store i64 %48, ptr %0, align 8
  %49 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 112), align 8
  %50 = icmp eq ptr %49, null
  br i1 %50, label %267, label %236

51:                                               ; preds = %15, %221
  %52 = phi i64 [ 0, %15 ], [ %232, %221 ]
  %53 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 120), align 8
  %54 = getelementptr inbounds nuw %struct.shadow, ptr %53, i64 %52
  %55 = load ptr, ptr %54, align 8
  %56 = getelementptr inbounds nuw i8, ptr %54, i64 8
  %57 = load ptr, ptr %56, align 8
  %58 = getelementptr inbounds nuw i8, ptr %55, i64 28
  %59 = load i32, ptr %58, align 4
  %60 = getelementptr inbounds nuw i8, ptr %55, i64 32
  %61 = load i32, ptr %60, align 8
  %62 = getelementptr inbounds nuw i8, ptr %55, i64 40
  %63 = load ptr, ptr %62, align 8
  %64 = getelementptr inbounds nuw i8, ptr %55, i64 48
  %65 = getelementptr inbounds nuw i8, ptr %57, i64 28
  %66 = load i32, ptr %65, align 4
  %67 = icmp eq i32 %66, 0
  br i1 %67, label %70, label %68

68:                                               ; preds = %51
  %69 = getelementptr inbounds nuw i8, ptr %57, i64 40
  br label %74

70:                                               ; preds = %155, %51
  %71 = icmp eq i32 %59, 0
  br i1 %71, label %160, label %72

72:                                               ; preds = %70
  %73 = zext i32 %59 to i64
  br label %162

74:                                               ; preds = %155, %68
  %75 = phi i64 [ 0, %68 ], [ %156, %155 ]
  %76 = load ptr, ptr %69, align 8
  %77 = getelementptr inbounds nuw %struct.span, ptr %76, i64 %75
  %78 = getelementptr inbounds nuw i8, ptr %77, i64 56
  %79 = load ptr, ptr %78, align 8
  %80 = icmp eq ptr %79, null
  %81 = getelementptr inbounds nuw i8, ptr %77, i64 80
  %82 = select i1 %80, ptr %81, ptr %79
  %83 = getelementptr inbounds nuw i8, ptr %77, i64 16
  %84 = load ptr, ptr %83, align 8
  %85 = icmp eq ptr %84, %16
  br i1 %85, label %86, label %92

86:                                               ; preds = %74
  %87 = getelementptr inbounds nuw i8, ptr %77, i64 24
  %88 = load i64, ptr %87, align 8
  %89 = load i64, ptr %16, align 8
  %90 = icmp ugt i64 %88, %89
  br i1 %90, label %91, label %92

91:                                               ; preds = %86
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %83, ptr noundef nonnull readonly align 8 dereferenceable(32) %3, i64 32, i1 false)
  br label %92

92:                                               ; preds = %91, %86, %74
  %93 = getelementptr inbounds nuw i8, ptr %77, i64 48
  %94 = load i32, ptr %93, align 8
  %95 = icmp eq i32 %94, 0
  br i1 %95, label %114, label %96

96:                                               ; preds = %92, %109
  %97 = phi i32 [ %110, %109 ], [ %94, %92 ]
  %98 = phi i64 [ %111, %109 ], [ 0, %92 ]
  %99 = getelementptr inbounds nuw %struct.point, ptr %82, i64 %98
  %100 = load ptr, ptr %99, align 8
  %101 = icmp eq ptr %100, %16
  br i1 %101, label %102, label %109

102:                                              ; preds = %96
  %103 = getelementptr inbounds nuw i8, ptr %99, i64 8
  %104 = load i64, ptr %103, align 8
  %105 = load i64, ptr %16, align 8
  %106 = icmp ugt i64 %104, %105
  br i1 %106, label %107, label %109

107:                                              ; preds = %102
  store i64 %17, ptr %103, align 8
  %108 = load i32, ptr %93, align 8
  br label %109

109:                                              ; preds = %107, %102, %96
  %110 = phi i32 [ %97, %96 ], [ %97, %102 ], [ %108, %107 ]
  %111 = add nuw nsw i64 %98, 1
  %112 = zext i32 %110 to i64
  %113 = icmp samesign ult i64 %111, %112
  br i1 %113, label %96, label %114, !llvm.loop !152

114:                                              ; preds = %109, %92
  %115 = load ptr, ptr %69, align 8
  %116 = getelementptr inbounds nuw %struct.span, ptr %115, i64 %75
  %117 = getelementptr inbounds nuw i8, ptr %116, i64 16
  %118 = load ptr, ptr %117, align 8
  %119 = icmp ne ptr %118, null
  %120 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %121 = icmp eq i32 %120, 0
  %122 = select i1 %119, i1 %121, i1 false
  br i1 %122, label %123, label %128

123:                                              ; preds = %114
  %124 = getelementptr inbounds nuw i8, ptr %116, i64 40
  %125 = load ptr, ptr %124, align 8
  tail call void @Py_IncRef(ptr noundef %125) #12
  %126 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %127 = add i32 %126, 1
  store i32 %127, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  br label %128

128:                                              ; preds = %123, %114
  %129 = getelementptr inbounds nuw i8, ptr %116, i64 112
  %130 = load i32, ptr %129, align 8
  %131 = icmp eq i32 %130, 0
  br i1 %131, label %155, label %132

132:                                              ; preds = %128
  %133 = getelementptr inbounds nuw i8, ptr %116, i64 120
  %134 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  br label %135

135:                                              ; preds = %149, %132
  %136 = phi i32 [ %130, %132 ], [ %150, %149 ]
  %137 = phi i32 [ %134, %132 ], [ %151, %149 ]
  %138 = phi i64 [ 0, %132 ], [ %152, %149 ]
  %139 = icmp eq i32 %137, 0
  br i1 %139, label %140, label %149

140:                                              ; preds = %135
  %141 = load ptr, ptr %133, align 8
  %142 = getelementptr inbounds nuw %struct.step, ptr %141, i64 %138
  %143 = getelementptr inbounds nuw i8, ptr %142, i64 24
  %144 = load ptr, ptr %143, align 8
  tail call void @Py_IncRef(ptr noundef %144) #12
  %145 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %146 = add i32 %145, 1
  store i32 %146, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %147 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %148 = load i32, ptr %129, align 8
  br label %149

149:                                              ; preds = %140, %135
  %150 = phi i32 [ %136, %135 ], [ %148, %140 ]
  %151 = phi i32 [ %137, %135 ], [ %147, %140 ]
  %152 = add nuw nsw i64 %138, 1
  %153 = zext i32 %150 to i64
  %154 = icmp samesign ult i64 %152, %153
  br i1 %154, label %135, label %155, !llvm.loop !144

155:                                              ; preds = %149, %128
  %156 = add nuw nsw i64 %75, 1
  %157 = load i32, ptr %65, align 4
  %158 = zext i32 %157 to i64
  %159 = icmp samesign ult i64 %156, %158
  br i1 %159, label %74, label %70, !llvm.loop !153

160:                                              ; preds = %216, %70
  %161 = icmp eq ptr %63, %64
  br i1 %161, label %219, label %221

162:                                              ; preds = %216, %72
  %163 = phi i64 [ 0, %72 ], [ %217, %216 ]
  %164 = load ptr, ptr %62, align 8
  %165 = getelementptr inbounds nuw %struct.span, ptr %164, i64 %163
  %166 = getelementptr inbounds nuw i8, ptr %165, i64 16
  %167 = load ptr, ptr %166, align 8
  %168 = icmp ne ptr %167, null
  %169 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %170 = icmp eq i32 %169, 0
  %171 = select i1 %168, i1 %170, i1 false
  br i1 %171, label %172, label %182

172:                                              ; preds = %162
  %173 = getelementptr inbounds nuw i8, ptr %165, i64 40
  %174 = load ptr, ptr %173, align 8
  %175 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %176 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %177 = add i32 %176, 1
  store i32 %177, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %178 = zext i32 %176 to i64
  %179 = getelementptr inbounds nuw ptr, ptr %175, i64 %178
  store ptr %174, ptr %179, align 8
  %180 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %181 = add i32 %180, -1
  store i32 %181, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  br label %182

182:                                              ; preds = %172, %162
  store ptr null, ptr %166, align 8
  %183 = load ptr, ptr %62, align 8
  %184 = getelementptr inbounds nuw %struct.span, ptr %183, i64 %163
  %185 = getelementptr inbounds nuw i8, ptr %184, i64 112
  %186 = load i32, ptr %185, align 8
  %187 = icmp eq i32 %186, 0
  br i1 %187, label %216, label %188

188:                                              ; preds = %182
  %189 = getelementptr inbounds nuw i8, ptr %184, i64 120
  %190 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  br label %191

191:                                              ; preds = %210, %188
  %192 = phi i32 [ %186, %188 ], [ %211, %210 ]
  %193 = phi i32 [ %190, %188 ], [ %212, %210 ]
  %194 = phi i64 [ 0, %188 ], [ %213, %210 ]
  %195 = icmp eq i32 %193, 0
  br i1 %195, label %196, label %210

196:                                              ; preds = %191
  %197 = load ptr, ptr %189, align 8
  %198 = getelementptr inbounds nuw %struct.step, ptr %197, i64 %194
  %199 = getelementptr inbounds nuw i8, ptr %198, i64 24
  %200 = load ptr, ptr %199, align 8
  %201 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %202 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %203 = add i32 %202, 1
  store i32 %203, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %204 = zext i32 %202 to i64
  %205 = getelementptr inbounds nuw ptr, ptr %201, i64 %204
  store ptr %200, ptr %205, align 8
  %206 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %207 = add i32 %206, -1
  store i32 %207, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %208 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %209 = load i32, ptr %185, align 8
  br label %210

210:                                              ; preds = %196, %191
  %211 = phi i32 [ %192, %191 ], [ %209, %196 ]
  %212 = phi i32 [ %193, %191 ], [ %208, %196 ]
  %213 = add nuw nsw i64 %194, 1
  %214 = zext i32 %211 to i64
  %215 = icmp samesign ult i64 %213, %214
  br i1 %215, label %191, label %216, !llvm.loop !137

216:                                              ; preds = %210, %182
  store i32 0, ptr %185, align 8
  %217 = add nuw nsw i64 %163, 1
  %218 = icmp eq i64 %217, %73
  br i1 %218, label %160, label %162, !llvm.loop !154

219:                                              ; preds = %160
  %220 = getelementptr inbounds nuw i8, ptr %57, i64 48
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(136) %220, ptr noundef nonnull align 8 dereferenceable(136) %64, i64 136, i1 false)
  br label %221

221:                                              ; preds = %160, %219
  %222 = getelementptr inbounds nuw i8, ptr %55, i64 36
  %223 = getelementptr inbounds nuw i8, ptr %57, i64 40
  %224 = load ptr, ptr %223, align 8
  store ptr %224, ptr %62, align 8
  %225 = load i32, ptr %65, align 4
  store i32 %225, ptr %58, align 4
  %226 = getelementptr inbounds nuw i8, ptr %57, i64 32
  %227 = load i32, ptr %226, align 8
  store i32 %227, ptr %60, align 8
  %228 = getelementptr inbounds nuw i8, ptr %57, i64 36
  %229 = load i32, ptr %228, align 4
  store i32 %229, ptr %222, align 4
  %230 = getelementptr inbounds nuw i8, ptr %57, i64 48
  %231 = select i1 %161, ptr %230, ptr %63
  store ptr %231, ptr %223, align 8
  store i32 %61, ptr %226, align 8
  %232 = add nuw nsw i64 %52, 1
  %233 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 128), align 8
  %234 = zext i32 %233 to i64
  %235 = icmp samesign ult i64 %232, %234
  br i1 %235, label %51, label %47, !llvm.loop !155

236:                                              ; preds = %47
  store i32 2, ptr %49, align 8
  %237 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %238 = load ptr, ptr %237, align 8
  %239 = icmp eq ptr %238, null
  br i1 %239, label %255, label %240

240:                                              ; preds = %236
  %241 = load i32, ptr %238, align 8
  %242 = add i32 %241, -1
  store i32 %242, ptr %238, align 8
  %243 = icmp eq i32 %242, 0
  br i1 %243, label %244, label %255

244:                                              ; preds = %240
  %245 = getelementptr inbounds nuw i8, ptr %0, i64 84
  %246 = load i32, ptr %245, align 4
  %247 = icmp ugt i32 %246, 63
  br i1 %247, label %248, label %249

248:                                              ; preds = %244
  tail call void @free(ptr noundef nonnull %238) #12
  br label %255

249:                                              ; preds = %244
  %250 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %251 = load ptr, ptr %250, align 8
  %252 = getelementptr inbounds nuw i8, ptr %238, i64 16
  store ptr %251, ptr %252, align 8
  store ptr %238, ptr %250, align 8
  %253 = load i32, ptr %245, align 4
  %254 = add i32 %253, 1
  store i32 %254, ptr %245, align 4
  br label %255

255:                                              ; preds = %236, %240, %248, %249
  store ptr %49, ptr %237, align 8
  %256 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %257 = load ptr, ptr %256, align 8
  %258 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %259 = load i32, ptr %258, align 8
  %260 = getelementptr inbounds nuw i8, ptr %0, i64 76
  %261 = load i32, ptr %260, align 4
  %262 = add i32 %261, 1
  store i32 %262, ptr %260, align 4
  %263 = add i32 %261, %259
  %264 = zext i32 %263 to i64
  %265 = getelementptr inbounds nuw %struct.snapshot, ptr %257, i64 %264
  store i64 %48, ptr %265, align 8
  %266 = getelementptr inbounds nuw i8, ptr %265, i64 8
  store ptr %49, ptr %266, align 8
  br label %267

267:                                              ; preds = %255, %47
  store ptr null, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 112), align 8
  ret void
}

declare ptr @PyEval_GetFrame() local_unnamed_addr #14

declare ptr @PyFrame_GetCode(ptr noundef) local_unnamed_addr #14

declare i32 @PyFrame_GetLasti(ptr noundef) local_unnamed_addr #14

; Function Attrs: nounwind
define internal ptr @timeline_frontier(ptr noundef readonly captures(none) %0, ptr readnone captures(none) %1) #6 {
  %3 = load i64, ptr @head_bytes, align 8
  %4 = getelementptr inbounds i8, ptr %0, i64 %3
  %5 = getelementptr inbounds nuw i8, ptr %4, i64 56
  %6 = load ptr, ptr %5, align 8
  %7 = tail call fastcc ptr @dict_of_frontier(ptr noundef %6)
  ret ptr %7
}

; Function Attrs: nounwind
define internal ptr @timeline_in_flight(ptr noundef readonly captures(none) %0, ptr readnone captures(none) %1) #6 {
  %3 = load i64, ptr @head_bytes, align 8
  %4 = getelementptr inbounds i8, ptr %0, i64 %3
  %5 = getelementptr inbounds nuw i8, ptr %4, i64 144
  %6 = load i64, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %4, i64 136
  %8 = load i64, ptr %7, align 8
  %9 = sub i64 %6, %8
  %10 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %9) #12
  ret ptr %10
}

; Function Attrs: nounwind
define internal i32 @tracked_traverse(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef %2) #6 {
  %4 = load i64, ptr @head_bytes, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 %4
  %6 = getelementptr inbounds i8, ptr %5, i64 -8
  %7 = load ptr, ptr %6, align 8
  %8 = icmp eq ptr %7, null
  br i1 %8, label %12, label %9

9:                                                ; preds = %3
  %10 = tail call i32 %1(ptr noundef nonnull %7, ptr noundef %2) #12
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %12, label %95

12:                                               ; preds = %3, %9
  %13 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %14 = load ptr, ptr %13, align 8
  %15 = icmp eq ptr %14, null
  br i1 %15, label %19, label %16

16:                                               ; preds = %12
  %17 = tail call i32 %1(ptr noundef nonnull %14, ptr noundef %2) #12
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %19, label %95

19:                                               ; preds = %12, %16
  %20 = getelementptr inbounds nuw i8, ptr %5, i64 24
  %21 = load ptr, ptr %20, align 8
  %22 = icmp eq ptr %21, null
  br i1 %22, label %26, label %23

23:                                               ; preds = %19
  %24 = tail call i32 %1(ptr noundef nonnull %21, ptr noundef %2) #12
  %25 = icmp eq i32 %24, 0
  br i1 %25, label %26, label %95

26:                                               ; preds = %19, %23
  %27 = load ptr, ptr %5, align 8
  %28 = icmp eq ptr %27, null
  br i1 %28, label %95, label %29

29:                                               ; preds = %26
  %30 = getelementptr inbounds nuw i8, ptr %27, i64 24
  %31 = load i32, ptr %30, align 8
  %32 = icmp eq i32 %31, 1
  br i1 %32, label %33, label %95

33:                                               ; preds = %29
  %34 = getelementptr inbounds nuw i8, ptr %27, i64 28
  %35 = load i32, ptr %34, align 4
  %36 = icmp eq i32 %35, 0
  br i1 %36, label %95, label %37

37:                                               ; preds = %33
  %38 = getelementptr inbounds nuw i8, ptr %27, i64 40
  %39 = load ptr, ptr %38, align 8
  br label %40

40:                                               ; preds = %37, %88
  %41 = phi ptr [ %39, %37 ], [ %89, %88 ]
  %42 = phi ptr [ %39, %37 ], [ %90, %88 ]
  %43 = phi i64 [ 0, %37 ], [ %91, %88 ]
  %44 = getelementptr inbounds nuw %struct.span, ptr %42, i64 %43
  %45 = getelementptr inbounds nuw i8, ptr %44, i64 16
  %46 = load ptr, ptr %45, align 8
  %47 = icmp eq ptr %46, null
  br i1 %47, label %57, label %48

48:                                               ; preds = %40
  %49 = getelementptr inbounds nuw i8, ptr %44, i64 40
  %50 = load ptr, ptr %49, align 8
  %51 = icmp eq ptr %50, null
  br i1 %51, label %57, label %52

52:                                               ; preds = %48
  %53 = tail call i32 %1(ptr noundef nonnull %50, ptr noundef %2) #12
  %54 = icmp eq i32 %53, 0
  br i1 %54, label %55, label %95

55:                                               ; preds = %52
  %56 = load ptr, ptr %38, align 8
  br label %57

57:                                               ; preds = %55, %48, %40
  %58 = phi ptr [ %56, %55 ], [ %41, %48 ], [ %41, %40 ]
  %59 = phi ptr [ %56, %55 ], [ %42, %48 ], [ %42, %40 ]
  %60 = getelementptr inbounds nuw %struct.span, ptr %59, i64 %43
  %61 = getelementptr inbounds nuw i8, ptr %60, i64 112
  %62 = load i32, ptr %61, align 8
  %63 = icmp eq i32 %62, 0
  br i1 %63, label %88, label %64

64:                                               ; preds = %57, %80
  %65 = phi ptr [ %81, %80 ], [ %58, %57 ]
  %66 = phi i64 [ %82, %80 ], [ 0, %57 ]
  %67 = phi ptr [ %81, %80 ], [ %59, %57 ]
  %68 = getelementptr inbounds nuw %struct.span, ptr %67, i64 %43
  %69 = getelementptr inbounds nuw i8, ptr %68, i64 120
  %70 = load ptr, ptr %69, align 8
  %71 = getelementptr inbounds nuw %struct.step, ptr %70, i64 %66
  %72 = getelementptr inbounds nuw i8, ptr %71, i64 24
  %73 = load ptr, ptr %72, align 8
  %74 = icmp eq ptr %73, null
  br i1 %74, label %80, label %75

75:                                               ; preds = %64
  %76 = tail call i32 %1(ptr noundef nonnull %73, ptr noundef %2) #12
  %77 = icmp eq i32 %76, 0
  br i1 %77, label %78, label %95

78:                                               ; preds = %75
  %79 = load ptr, ptr %38, align 8
  br label %80

80:                                               ; preds = %78, %64
  %81 = phi ptr [ %79, %78 ], [ %65, %64 ]
  %82 = add nuw nsw i64 %66, 1
  %83 = getelementptr inbounds nuw %struct.span, ptr %81, i64 %43
  %84 = getelementptr inbounds nuw i8, ptr %83, i64 112
  %85 = load i32, ptr %84, align 8
  %86 = zext i32 %85 to i64
  %87 = icmp samesign ult i64 %82, %86
  br i1 %87, label %64, label %88, !llvm.loop !156

88:                                               ; preds = %80, %57
  %89 = phi ptr [ %58, %57 ], [ %81, %80 ]
  %90 = phi ptr [ %59, %57 ], [ %81, %80 ]
  %91 = add nuw nsw i64 %43, 1
  %92 = load i32, ptr %34, align 4
  %93 = zext i32 %92 to i64
  %94 = icmp samesign ult i64 %91, %93
  br i1 %94, label %40, label %95, !llvm.loop !157

95:                                               ; preds = %52, %88, %75, %33, %26, %29, %23, %16, %9
  %96 = phi i32 [ %10, %9 ], [ %24, %23 ], [ %17, %16 ], [ 0, %26 ], [ 0, %29 ], [ 0, %33 ], [ %76, %75 ], [ %53, %52 ], [ 0, %88 ]
  ret i32 %96
}

; Function Attrs: nounwind
define internal noundef i32 @tracked_clear(ptr noundef captures(none) %0) #6 {
  %2 = load i64, ptr @head_bytes, align 8
  %3 = getelementptr inbounds i8, ptr %0, i64 %2
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds nuw i8, ptr %4, i64 24
  %6 = getelementptr inbounds nuw i8, ptr %4, i64 28
  %7 = icmp eq ptr %4, null
  br i1 %7, label %17, label %8

8:                                                ; preds = %1
  %9 = getelementptr inbounds nuw i8, ptr %4, i64 40
  %10 = load i32, ptr %5, align 8
  %11 = icmp eq i32 %10, 1
  br i1 %11, label %12, label %17

12:                                               ; preds = %8, %97
  %13 = phi i64 [ %101, %97 ], [ 0, %8 ]
  %14 = load i32, ptr %6, align 4
  %15 = zext i32 %14 to i64
  %16 = icmp samesign ult i64 %13, %15
  br i1 %16, label %46, label %17

17:                                               ; preds = %97, %12, %8, %1
  %18 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %19 = load ptr, ptr %18, align 8
  store ptr null, ptr %18, align 8
  %20 = icmp eq ptr %19, null
  br i1 %20, label %22, label %21

21:                                               ; preds = %17
  tail call void @Py_DecRef(ptr noundef nonnull %19) #12
  br label %22

22:                                               ; preds = %17, %21
  %23 = getelementptr inbounds nuw i8, ptr %3, i64 24
  %24 = load ptr, ptr %23, align 8
  store ptr null, ptr %23, align 8
  %25 = icmp eq ptr %24, null
  br i1 %25, label %27, label %26

26:                                               ; preds = %22
  tail call void @Py_DecRef(ptr noundef nonnull %24) #12
  br label %27

27:                                               ; preds = %22, %26
  %28 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %29 = icmp ne i32 %28, 0
  %30 = load i32, ptr @locks_taken, align 4
  %31 = icmp eq i32 %30, 0
  %32 = select i1 %29, i1 %31, i1 false
  br i1 %32, label %33, label %45

33:                                               ; preds = %27, %33
  %34 = phi i32 [ %40, %33 ], [ %28, %27 ]
  %35 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %36 = add i32 %34, -1
  store i32 %36, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %37 = zext i32 %36 to i64
  %38 = getelementptr inbounds nuw ptr, ptr %35, i64 %37
  %39 = load ptr, ptr %38, align 8
  tail call void @Py_DecRef(ptr noundef %39) #12
  %40 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %41 = icmp ne i32 %40, 0
  %42 = load i32, ptr @locks_taken, align 4
  %43 = icmp eq i32 %42, 0
  %44 = select i1 %41, i1 %43, i1 false
  br i1 %44, label %33, label %45, !llvm.loop !70

45:                                               ; preds = %33, %27
  ret i32 0

46:                                               ; preds = %12
  %47 = load ptr, ptr %9, align 8
  %48 = getelementptr inbounds nuw %struct.span, ptr %47, i64 %13
  %49 = getelementptr inbounds nuw i8, ptr %48, i64 16
  %50 = load ptr, ptr %49, align 8
  %51 = icmp ne ptr %50, null
  %52 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %53 = icmp eq i32 %52, 0
  %54 = select i1 %51, i1 %53, i1 false
  br i1 %54, label %55, label %65

55:                                               ; preds = %46
  %56 = getelementptr inbounds nuw i8, ptr %48, i64 40
  %57 = load ptr, ptr %56, align 8
  %58 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %59 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %60 = add i32 %59, 1
  store i32 %60, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %61 = zext i32 %59 to i64
  %62 = getelementptr inbounds nuw ptr, ptr %58, i64 %61
  store ptr %57, ptr %62, align 8
  %63 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %64 = add i32 %63, -1
  store i32 %64, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  br label %65

65:                                               ; preds = %55, %46
  store ptr null, ptr %49, align 8
  %66 = getelementptr inbounds nuw i8, ptr %48, i64 112
  %67 = load i32, ptr %66, align 8
  %68 = icmp eq i32 %67, 0
  br i1 %68, label %97, label %69

69:                                               ; preds = %65
  %70 = getelementptr inbounds nuw i8, ptr %48, i64 120
  %71 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  br label %72

72:                                               ; preds = %91, %69
  %73 = phi i32 [ %67, %69 ], [ %92, %91 ]
  %74 = phi i32 [ %71, %69 ], [ %93, %91 ]
  %75 = phi i64 [ 0, %69 ], [ %94, %91 ]
  %76 = icmp eq i32 %74, 0
  br i1 %76, label %77, label %91

77:                                               ; preds = %72
  %78 = load ptr, ptr %70, align 8
  %79 = getelementptr inbounds nuw %struct.step, ptr %78, i64 %75
  %80 = getelementptr inbounds nuw i8, ptr %79, i64 24
  %81 = load ptr, ptr %80, align 8
  %82 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %83 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %84 = add i32 %83, 1
  store i32 %84, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %85 = zext i32 %83 to i64
  %86 = getelementptr inbounds nuw ptr, ptr %82, i64 %85
  store ptr %81, ptr %86, align 8
  %87 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %88 = add i32 %87, -1
  store i32 %88, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %89 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %90 = load i32, ptr %66, align 8
  br label %91

91:                                               ; preds = %77, %72
  %92 = phi i32 [ %73, %72 ], [ %90, %77 ]
  %93 = phi i32 [ %74, %72 ], [ %89, %77 ]
  %94 = add nuw nsw i64 %75, 1
  %95 = zext i32 %92 to i64
  %96 = icmp samesign ult i64 %94, %95
  br i1 %96, label %72, label %97, !llvm.loop !137

97:                                               ; preds = %91, %65
  store i32 0, ptr %66, align 8
  %98 = getelementptr inbounds nuw i8, ptr %48, i64 128
  store i32 0, ptr %98, align 8
  %99 = getelementptr inbounds nuw i8, ptr %48, i64 64
  store i32 0, ptr %99, align 8
  %100 = getelementptr inbounds nuw i8, ptr %48, i64 48
  store i32 0, ptr %100, align 8
  %101 = add nuw nsw i64 %13, 1
  %102 = load i32, ptr %5, align 8
  %103 = icmp eq i32 %102, 1
  br i1 %103, label %12, label %17
}

; Function Attrs: nounwind
define internal void @tracked_dealloc(ptr noundef %0) #6 {
  %2 = load i64, ptr @head_bytes, align 8
  %3 = getelementptr inbounds i8, ptr %0, i64 %2
  tail call void @PyObject_GC_UnTrack(ptr noundef %0) #12
  %4 = getelementptr inbounds nuw i8, ptr %3, i64 32
  %5 = load ptr, ptr %4, align 8
  %6 = icmp eq ptr %5, null
  br i1 %6, label %8, label %7

7:                                                ; preds = %1
  tail call void @PyObject_ClearWeakRefs(ptr noundef nonnull %0) #12
  br label %8

8:                                                ; preds = %7, %1
  %9 = load ptr, ptr %3, align 8
  %10 = icmp eq ptr %9, null
  br i1 %10, label %12, label %11

11:                                               ; preds = %8
  tail call fastcc void @drop_memory(ptr noundef nonnull %9)
  br label %12

12:                                               ; preds = %11, %8
  %13 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %14 = load ptr, ptr %13, align 8
  %15 = icmp eq ptr %14, null
  br i1 %15, label %17, label %16

16:                                               ; preds = %12
  tail call void @Py_DecRef(ptr noundef nonnull %14) #12
  br label %17

17:                                               ; preds = %12, %16
  %18 = getelementptr inbounds nuw i8, ptr %3, i64 24
  %19 = load ptr, ptr %18, align 8
  %20 = icmp eq ptr %19, null
  br i1 %20, label %22, label %21

21:                                               ; preds = %17
  tail call void @Py_DecRef(ptr noundef nonnull %19) #12
  br label %22

22:                                               ; preds = %17, %21
  %23 = load i64, ptr @head_bytes, align 8
  %24 = getelementptr inbounds i8, ptr %0, i64 %23
  %25 = getelementptr inbounds i8, ptr %24, i64 -8
  %26 = load ptr, ptr %25, align 8
  %27 = tail call ptr @PyType_GetSlot(ptr noundef %26, i32 noundef 74) #12
  tail call void %27(ptr noundef nonnull %0) #12
  tail call void @Py_DecRef(ptr noundef %26) #12
  %28 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %29 = icmp ne i32 %28, 0
  %30 = load i32, ptr @locks_taken, align 4
  %31 = icmp eq i32 %30, 0
  %32 = select i1 %29, i1 %31, i1 false
  br i1 %32, label %33, label %45

33:                                               ; preds = %22, %33
  %34 = phi i32 [ %40, %33 ], [ %28, %22 ]
  %35 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %36 = add i32 %34, -1
  store i32 %36, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %37 = zext i32 %36 to i64
  %38 = getelementptr inbounds nuw ptr, ptr %35, i64 %37
  %39 = load ptr, ptr %38, align 8
  tail call void @Py_DecRef(ptr noundef %39) #12
  %40 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %41 = icmp ne i32 %40, 0
  %42 = load i32, ptr @locks_taken, align 4
  %43 = icmp eq i32 %42, 0
  %44 = select i1 %41, i1 %43, i1 false
  br i1 %44, label %33, label %45, !llvm.loop !70

45:                                               ; preds = %33, %22
  ret void
}

declare void @PyObject_ClearWeakRefs(ptr noundef) local_unnamed_addr #14

; Function Attrs: inlinehint nounwind memory(readwrite, target_mem0: none, target_mem1: none)
define internal fastcc void @drop_memory(ptr noundef captures(address) %0) unnamed_addr #20 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %3 = load i32, ptr %2, align 8
  %4 = add i32 %3, -1
  store i32 %4, ptr %2, align 8
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %6, label %98

6:                                                ; preds = %1
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %8 = load i32, ptr %7, align 4
  %9 = icmp eq i32 %8, 0
  br i1 %9, label %12, label %10

10:                                               ; preds = %6
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 40
  br label %38

12:                                               ; preds = %90, %6
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %16 = load i32, ptr %15, align 8
  %17 = zext i32 %16 to i64
  %18 = getelementptr inbounds nuw %struct.span, ptr %14, i64 %17
  %19 = icmp eq i32 %16, 0
  br i1 %19, label %22, label %26

20:                                               ; preds = %26
  %21 = load ptr, ptr %13, align 8
  br label %22

22:                                               ; preds = %20, %12
  %23 = phi ptr [ %21, %20 ], [ %14, %12 ]
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %25 = icmp eq ptr %23, %24
  br i1 %25, label %37, label %36

26:                                               ; preds = %12, %26
  %27 = phi ptr [ %34, %26 ], [ %14, %12 ]
  %28 = getelementptr inbounds nuw i8, ptr %27, i64 56
  %29 = load ptr, ptr %28, align 8
  tail call void @free(ptr noundef %29) #12
  %30 = getelementptr inbounds nuw i8, ptr %27, i64 72
  %31 = load ptr, ptr %30, align 8
  tail call void @free(ptr noundef %31) #12
  %32 = getelementptr inbounds nuw i8, ptr %27, i64 120
  %33 = load ptr, ptr %32, align 8
  tail call void @free(ptr noundef %33) #12
  %34 = getelementptr inbounds nuw i8, ptr %27, i64 136
  %35 = icmp eq ptr %34, %18
  br i1 %35, label %20, label %26, !llvm.loop !66

36:                                               ; preds = %22
  tail call void @free(ptr noundef %23) #12
  br label %37

37:                                               ; preds = %22, %36
  tail call void @free(ptr noundef nonnull %0) #12
  br label %98

38:                                               ; preds = %10, %90
  %39 = phi i64 [ 0, %10 ], [ %94, %90 ]
  %40 = load ptr, ptr %11, align 8
  %41 = getelementptr inbounds nuw %struct.span, ptr %40, i64 %39
  %42 = getelementptr inbounds nuw i8, ptr %41, i64 16
  %43 = load ptr, ptr %42, align 8
  %44 = icmp ne ptr %43, null
  %45 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %46 = icmp eq i32 %45, 0
  %47 = select i1 %44, i1 %46, i1 false
  br i1 %47, label %48, label %58

48:                                               ; preds = %38
  %49 = getelementptr inbounds nuw i8, ptr %41, i64 40
  %50 = load ptr, ptr %49, align 8
  %51 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %52 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %53 = add i32 %52, 1
  store i32 %53, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %54 = zext i32 %52 to i64
  %55 = getelementptr inbounds nuw ptr, ptr %51, i64 %54
  store ptr %50, ptr %55, align 8
  %56 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %57 = add i32 %56, -1
  store i32 %57, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  br label %58

58:                                               ; preds = %48, %38
  store ptr null, ptr %42, align 8
  %59 = getelementptr inbounds nuw i8, ptr %41, i64 112
  %60 = load i32, ptr %59, align 8
  %61 = icmp eq i32 %60, 0
  br i1 %61, label %90, label %62

62:                                               ; preds = %58
  %63 = getelementptr inbounds nuw i8, ptr %41, i64 120
  %64 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  br label %65

65:                                               ; preds = %84, %62
  %66 = phi i32 [ %60, %62 ], [ %85, %84 ]
  %67 = phi i32 [ %64, %62 ], [ %86, %84 ]
  %68 = phi i64 [ 0, %62 ], [ %87, %84 ]
  %69 = icmp eq i32 %67, 0
  br i1 %69, label %70, label %84

70:                                               ; preds = %65
  %71 = load ptr, ptr %63, align 8
  %72 = getelementptr inbounds nuw %struct.step, ptr %71, i64 %68
  %73 = getelementptr inbounds nuw i8, ptr %72, i64 24
  %74 = load ptr, ptr %73, align 8
  %75 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %76 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %77 = add i32 %76, 1
  store i32 %77, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %78 = zext i32 %76 to i64
  %79 = getelementptr inbounds nuw ptr, ptr %75, i64 %78
  store ptr %74, ptr %79, align 8
  %80 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %81 = add i32 %80, -1
  store i32 %81, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %82 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %83 = load i32, ptr %59, align 8
  br label %84

84:                                               ; preds = %70, %65
  %85 = phi i32 [ %66, %65 ], [ %83, %70 ]
  %86 = phi i32 [ %67, %65 ], [ %82, %70 ]
  %87 = add nuw nsw i64 %68, 1
  %88 = zext i32 %85 to i64
  %89 = icmp samesign ult i64 %87, %88
  br i1 %89, label %65, label %90, !llvm.loop !137

90:                                               ; preds = %84, %58
  store i32 0, ptr %59, align 8
  %91 = getelementptr inbounds nuw i8, ptr %41, i64 128
  store i32 0, ptr %91, align 8
  %92 = getelementptr inbounds nuw i8, ptr %41, i64 64
  store i32 0, ptr %92, align 8
  %93 = getelementptr inbounds nuw i8, ptr %41, i64 48
  store i32 0, ptr %93, align 8
  %94 = add nuw nsw i64 %39, 1
  %95 = load i32, ptr %7, align 4
  %96 = zext i32 %95 to i64
  %97 = icmp samesign ult i64 %94, %96
  br i1 %97, label %38, label %12, !llvm.loop !158

98:                                               ; preds = %1, %37
  ret void
}

; Function Attrs: nounwind
define internal ptr @tracked_death(ptr noundef readonly captures(none) %0, ptr readnone captures(none) %1) #6 {
  %3 = alloca %struct.points, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %3) #12
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %3, i8 0, i64 16, i1 false)
  %4 = load i64, ptr @head_bytes, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 %4
  %6 = load ptr, ptr %5, align 8
  %7 = call fastcc i32 @death_frontier(ptr noundef %6, ptr noundef %3)
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %11, label %9

9:                                                ; preds = %2
  %10 = tail call ptr @PyErr_NoMemory() #12
  br label %13

11:                                               ; preds = %2
  %12 = call fastcc ptr @points_or_none(ptr noundef %3)
  br label %13

13:                                               ; preds = %11, %9
  %14 = phi ptr [ %10, %9 ], [ %12, %11 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #12
  ret ptr %14
}

; Function Attrs: nounwind
define internal ptr @tracked_end(ptr noundef captures(none) %0, ptr readnone captures(none) %1) #6 {
  %3 = alloca %struct.points, align 8
  %4 = load i64, ptr @head_bytes, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 %4
  call void @llvm.lifetime.start.p0(ptr nonnull %3) #12
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %3, i8 0, i64 16, i1 false)
  %6 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %7 = load i32, ptr %6, align 8
  %8 = or i32 %7, 2
  store i32 %8, ptr %6, align 8
  %9 = load ptr, ptr %5, align 8
  %10 = call fastcc i32 @death_frontier(ptr noundef readonly %9, ptr noundef nonnull %3)
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %12, label %161

12:                                               ; preds = %2
  %13 = getelementptr inbounds nuw i8, ptr %9, i64 28
  %14 = load i32, ptr %13, align 4
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %163, label %16

16:                                               ; preds = %12
  %17 = getelementptr inbounds nuw i8, ptr %9, i64 40
  %18 = load i32, ptr %3, align 8
  %19 = zext i32 %18 to i64
  br label %27

20:                                               ; preds = %49
  %21 = icmp eq i32 %50, 0
  br i1 %21, label %163, label %22

22:                                               ; preds = %20
  %23 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %24 = icmp eq i32 %18, 0
  %25 = load ptr, ptr %23, align 8
  %26 = shl nuw nsw i64 %19, 4
  br label %54

27:                                               ; preds = %49, %16
  %28 = phi i32 [ %14, %16 ], [ %50, %49 ]
  %29 = phi i64 [ 0, %16 ], [ %51, %49 ]
  %30 = load ptr, ptr %17, align 8
  %31 = getelementptr inbounds nuw %struct.span, ptr %30, i64 %29
  %32 = getelementptr inbounds nuw i8, ptr %31, i64 68
  %33 = load i32, ptr %32, align 4
  %34 = icmp ugt i32 %18, %33
  br i1 %34, label %35, label %49

35:                                               ; preds = %27
  %36 = zext i32 %33 to i64
  %37 = getelementptr inbounds nuw i8, ptr %31, i64 72
  %38 = load ptr, ptr %37, align 8
  %39 = icmp ult i32 %33, 2
  %40 = shl nuw nsw i64 %36, 1
  %41 = select i1 %39, i64 4, i64 %40
  %42 = tail call i64 @llvm.umax.i64(i64 %41, i64 range(i64 0, 8589934592) %19)
  %43 = shl nuw nsw i64 %42, 4
  %44 = tail call ptr @realloc(ptr noundef %38, i64 noundef %43) #33
  %45 = icmp eq ptr %44, null
  br i1 %45, label %161, label %46

46:                                               ; preds = %35
  %47 = trunc i64 %42 to i32
  store i32 %47, ptr %32, align 4
  store ptr %44, ptr %37, align 8
  %48 = load i32, ptr %13, align 4
  br label %49

49:                                               ; preds = %46, %27
  %50 = phi i32 [ %28, %27 ], [ %48, %46 ]
  %51 = add nuw nsw i64 %29, 1
  %52 = zext i32 %50 to i64
  %53 = icmp samesign ult i64 %51, %52
  br i1 %53, label %27, label %20, !llvm.loop !159

54:                                               ; preds = %156, %22
  %55 = phi i64 [ 0, %22 ], [ %157, %156 ]
  %56 = load ptr, ptr %17, align 8
  %57 = getelementptr inbounds nuw %struct.span, ptr %56, i64 %55
  %58 = getelementptr inbounds nuw i8, ptr %57, i64 16
  %59 = load ptr, ptr %58, align 8
  %60 = icmp eq ptr %59, null
  br i1 %60, label %61, label %103

61:                                               ; preds = %54
  %62 = getelementptr inbounds nuw i8, ptr %57, i64 48
  %63 = load i32, ptr %62, align 8
  %64 = icmp eq i32 %63, 0
  br i1 %64, label %65, label %116

65:                                               ; preds = %61
  %66 = getelementptr inbounds nuw i8, ptr %57, i64 64
  %67 = load i32, ptr %66, align 8
  %68 = icmp eq i32 %67, 0
  store ptr null, ptr %58, align 8
  %69 = getelementptr inbounds nuw i8, ptr %57, i64 112
  %70 = load i32, ptr %69, align 8
  %71 = icmp eq i32 %70, 0
  br i1 %71, label %100, label %72

72:                                               ; preds = %65
  %73 = getelementptr inbounds nuw i8, ptr %57, i64 120
  %74 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  br label %75

75:                                               ; preds = %94, %72
  %76 = phi i32 [ %70, %72 ], [ %95, %94 ]
  %77 = phi i32 [ %74, %72 ], [ %96, %94 ]
  %78 = phi i64 [ 0, %72 ], [ %97, %94 ]
  %79 = icmp eq i32 %77, 0
  br i1 %79, label %80, label %94

80:                                               ; preds = %75
  %81 = load ptr, ptr %73, align 8
  %82 = getelementptr inbounds nuw %struct.step, ptr %81, i64 %78
  %83 = getelementptr inbounds nuw i8, ptr %82, i64 24
  %84 = load ptr, ptr %83, align 8
  %85 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %86 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %87 = add i32 %86, 1
  store i32 %87, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %88 = zext i32 %86 to i64
  %89 = getelementptr inbounds nuw ptr, ptr %85, i64 %88
  store ptr %84, ptr %89, align 8
  %90 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %91 = add i32 %90, -1
  store i32 %91, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %92 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %93 = load i32, ptr %69, align 8
  br label %94

94:                                               ; preds = %80, %75
  %95 = phi i32 [ %76, %75 ], [ %93, %80 ]
  %96 = phi i32 [ %77, %75 ], [ %92, %80 ]
  %97 = add nuw nsw i64 %78, 1
  %98 = zext i32 %95 to i64
  %99 = icmp samesign ult i64 %97, %98
  br i1 %99, label %75, label %100, !llvm.loop !137

100:                                              ; preds = %94, %65
  store i32 0, ptr %69, align 8
  %101 = getelementptr inbounds nuw i8, ptr %57, i64 128
  store i32 0, ptr %101, align 8
  store i32 0, ptr %66, align 8
  store i32 0, ptr %62, align 8
  %102 = or i1 %24, %68
  br i1 %102, label %156, label %152

103:                                              ; preds = %54
  %104 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %105 = icmp eq i32 %104, 0
  br i1 %105, label %106, label %116

106:                                              ; preds = %103
  %107 = getelementptr inbounds nuw i8, ptr %57, i64 40
  %108 = load ptr, ptr %107, align 8
  %109 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %110 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %111 = add i32 %110, 1
  store i32 %111, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %112 = zext i32 %110 to i64
  %113 = getelementptr inbounds nuw ptr, ptr %109, i64 %112
  store ptr %108, ptr %113, align 8
  %114 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %115 = add i32 %114, -1
  store i32 %115, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  br label %116

116:                                              ; preds = %106, %103, %61
  store ptr null, ptr %58, align 8
  %117 = getelementptr inbounds nuw i8, ptr %57, i64 112
  %118 = load i32, ptr %117, align 8
  %119 = icmp eq i32 %118, 0
  br i1 %119, label %148, label %120

120:                                              ; preds = %116
  %121 = getelementptr inbounds nuw i8, ptr %57, i64 120
  %122 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  br label %123

123:                                              ; preds = %142, %120
  %124 = phi i32 [ %118, %120 ], [ %143, %142 ]
  %125 = phi i32 [ %122, %120 ], [ %144, %142 ]
  %126 = phi i64 [ 0, %120 ], [ %145, %142 ]
  %127 = icmp eq i32 %125, 0
  br i1 %127, label %128, label %142

128:                                              ; preds = %123
  %129 = load ptr, ptr %121, align 8
  %130 = getelementptr inbounds nuw %struct.step, ptr %129, i64 %126
  %131 = getelementptr inbounds nuw i8, ptr %130, i64 24
  %132 = load ptr, ptr %131, align 8
  %133 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %134 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %135 = add i32 %134, 1
  store i32 %135, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %136 = zext i32 %134 to i64
  %137 = getelementptr inbounds nuw ptr, ptr %133, i64 %136
  store ptr %132, ptr %137, align 8
  %138 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %139 = add i32 %138, -1
  store i32 %139, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %140 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %141 = load i32, ptr %117, align 8
  br label %142

142:                                              ; preds = %128, %123
  %143 = phi i32 [ %124, %123 ], [ %141, %128 ]
  %144 = phi i32 [ %125, %123 ], [ %140, %128 ]
  %145 = add nuw nsw i64 %126, 1
  %146 = zext i32 %143 to i64
  %147 = icmp samesign ult i64 %145, %146
  br i1 %147, label %123, label %148, !llvm.loop !137

148:                                              ; preds = %142, %116
  store i32 0, ptr %117, align 8
  %149 = getelementptr inbounds nuw i8, ptr %57, i64 128
  store i32 0, ptr %149, align 8
  %150 = getelementptr inbounds nuw i8, ptr %57, i64 64
  store i32 0, ptr %150, align 8
  %151 = getelementptr inbounds nuw i8, ptr %57, i64 48
  store i32 0, ptr %151, align 8
  br i1 %24, label %156, label %152

152:                                              ; preds = %100, %148
  %153 = getelementptr inbounds nuw i8, ptr %57, i64 64
  %154 = getelementptr inbounds nuw i8, ptr %57, i64 72
  %155 = load ptr, ptr %154, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 8 %155, ptr align 8 %25, i64 %26, i1 false)
  store i32 %18, ptr %153, align 8
  br label %156

156:                                              ; preds = %152, %148, %100
  %157 = add nuw nsw i64 %55, 1
  %158 = load i32, ptr %13, align 4
  %159 = zext i32 %158 to i64
  %160 = icmp samesign ult i64 %157, %159
  br i1 %160, label %54, label %163, !llvm.loop !160

161:                                              ; preds = %35, %2
  %162 = tail call ptr @PyErr_NoMemory() #12
  br label %165

163:                                              ; preds = %156, %20, %12
  %164 = call fastcc ptr @points_or_none(ptr noundef %3)
  br label %165

165:                                              ; preds = %163, %161
  %166 = phi ptr [ %162, %161 ], [ %164, %163 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #12
  ret ptr %166
}

; Function Attrs: inlinehint nounwind memory(readwrite, target_mem0: none, target_mem1: none)
define internal fastcc range(i32 -1, 1) i32 @death_frontier(ptr noundef readonly captures(none) %0, ptr noundef nonnull captures(none) initializes((0, 4)) %1) unnamed_addr #20 {
  store i32 0, ptr %1, align 8
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %4 = load i32, ptr %3, align 4
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %79, label %6

6:                                                ; preds = %2
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 4
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 8
  br label %10

10:                                               ; preds = %6, %74
  %11 = phi i64 [ 0, %6 ], [ %75, %74 ]
  %12 = load ptr, ptr %7, align 8
  %13 = getelementptr inbounds nuw %struct.span, ptr %12, i64 %11
  %14 = load i32, ptr %1, align 8
  %15 = getelementptr inbounds nuw i8, ptr %13, i64 48
  %16 = load i32, ptr %15, align 8
  %17 = add i32 %16, %14
  %18 = getelementptr inbounds nuw i8, ptr %13, i64 64
  %19 = load i32, ptr %18, align 8
  %20 = add i32 %17, %19
  %21 = load i32, ptr %8, align 4
  %22 = icmp ult i32 %20, %21
  br i1 %22, label %38, label %23

23:                                               ; preds = %10
  %24 = zext i32 %21 to i64
  %25 = zext i32 %20 to i64
  %26 = add nuw nsw i64 %25, 1
  %27 = load ptr, ptr %9, align 8
  %28 = icmp ult i32 %21, 2
  %29 = shl nuw nsw i64 %24, 1
  %30 = select i1 %28, i64 4, i64 %29
  %31 = tail call i64 @llvm.umax.i64(i64 %30, i64 range(i64 0, 8589934592) %26)
  %32 = shl nuw nsw i64 %31, 4
  %33 = tail call ptr @realloc(ptr noundef %27, i64 noundef %32) #33
  %34 = icmp eq ptr %33, null
  br i1 %34, label %79, label %35

35:                                               ; preds = %23
  %36 = trunc i64 %31 to i32
  store i32 %36, ptr %8, align 4
  store ptr %33, ptr %9, align 8
  %37 = load i32, ptr %15, align 8
  br label %38

38:                                               ; preds = %35, %10
  %39 = phi i32 [ %16, %10 ], [ %37, %35 ]
  %40 = icmp eq i32 %39, 0
  br i1 %40, label %44, label %41

41:                                               ; preds = %38
  %42 = getelementptr inbounds nuw i8, ptr %13, i64 56
  %43 = getelementptr inbounds nuw i8, ptr %13, i64 80
  br label %49

44:                                               ; preds = %49, %38
  %45 = load i32, ptr %18, align 8
  %46 = icmp eq i32 %45, 0
  br i1 %46, label %60, label %47

47:                                               ; preds = %44
  %48 = getelementptr inbounds nuw i8, ptr %13, i64 72
  br label %64

49:                                               ; preds = %49, %41
  %50 = phi i64 [ 0, %41 ], [ %56, %49 ]
  %51 = load ptr, ptr %42, align 8
  %52 = icmp eq ptr %51, null
  %53 = select i1 %52, ptr %43, ptr %51
  %54 = getelementptr inbounds nuw %struct.point, ptr %53, i64 %50
  %55 = load ptr, ptr %54, align 8
  tail call fastcc void @add_newest(ptr noundef nonnull readonly %13, ptr noundef nonnull %1, ptr noundef %55)
  %56 = add nuw nsw i64 %50, 1
  %57 = load i32, ptr %15, align 8
  %58 = zext i32 %57 to i64
  %59 = icmp samesign ult i64 %56, %58
  br i1 %59, label %49, label %44, !llvm.loop !161

60:                                               ; preds = %64, %44
  %61 = getelementptr inbounds nuw i8, ptr %13, i64 16
  %62 = load ptr, ptr %61, align 8
  %63 = icmp eq ptr %62, null
  br i1 %63, label %74, label %73

64:                                               ; preds = %64, %47
  %65 = phi i64 [ 0, %47 ], [ %69, %64 ]
  %66 = load ptr, ptr %48, align 8
  %67 = getelementptr inbounds nuw %struct.point, ptr %66, i64 %65
  %68 = load ptr, ptr %67, align 8
  tail call fastcc void @add_newest(ptr noundef nonnull readonly %13, ptr noundef nonnull %1, ptr noundef %68)
  %69 = add nuw nsw i64 %65, 1
  %70 = load i32, ptr %18, align 8
  %71 = zext i32 %70 to i64
  %72 = icmp samesign ult i64 %69, %71
  br i1 %72, label %64, label %60, !llvm.loop !162

73:                                               ; preds = %60
  tail call fastcc void @add_newest(ptr noundef nonnull readonly %13, ptr noundef nonnull %1, ptr noundef nonnull %62)
  br label %74

74:                                               ; preds = %60, %73
  %75 = add nuw nsw i64 %11, 1
  %76 = load i32, ptr %3, align 4
  %77 = zext i32 %76 to i64
  %78 = icmp samesign ult i64 %75, %77
  br i1 %78, label %10, label %79, !llvm.loop !163

79:                                               ; preds = %23, %74, %2
  %80 = phi i32 [ 0, %2 ], [ 0, %74 ], [ -1, %23 ]
  ret i32 %80
}

; Function Attrs: nounwind
define internal fastcc ptr @points_or_none(ptr noundef nonnull readonly captures(none) %0) unnamed_addr #6 {
  %2 = load i32, ptr %0, align 8
  %3 = icmp eq i32 %2, 0
  br i1 %3, label %28, label %4

4:                                                ; preds = %1
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %6 = load ptr, ptr %5, align 8
  %7 = tail call ptr @PyDict_New() #12
  %8 = icmp eq ptr %7, null
  br i1 %8, label %29, label %9

9:                                                ; preds = %4
  %10 = zext i32 %2 to i64
  br label %14

11:                                               ; preds = %21
  %12 = add nuw nsw i64 %15, 1
  %13 = icmp eq i64 %12, %10
  br i1 %13, label %29, label %14, !llvm.loop !99

14:                                               ; preds = %11, %9
  %15 = phi i64 [ 0, %9 ], [ %12, %11 ]
  %16 = getelementptr inbounds nuw %struct.point, ptr %6, i64 %15
  %17 = getelementptr inbounds nuw i8, ptr %16, i64 8
  %18 = load i64, ptr %17, align 8
  %19 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %18) #12
  %20 = icmp eq ptr %19, null
  br i1 %20, label %27, label %21

21:                                               ; preds = %14
  %22 = load ptr, ptr %16, align 8
  %23 = getelementptr inbounds nuw i8, ptr %22, i64 208
  %24 = load ptr, ptr %23, align 8
  %25 = tail call i32 @PyDict_SetItem(ptr noundef nonnull %7, ptr noundef %24, ptr noundef nonnull %19) #12
  %26 = icmp eq i32 %25, 0
  tail call void @Py_DecRef(ptr noundef nonnull %19) #12
  br i1 %26, label %11, label %27

27:                                               ; preds = %21, %14
  tail call void @Py_DecRef(ptr noundef nonnull %7) #12
  br label %29

28:                                               ; preds = %1
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #12
  br label %29

29:                                               ; preds = %11, %27, %4, %28
  %30 = phi ptr [ @_Py_NoneStruct, %28 ], [ null, %27 ], [ null, %4 ], [ %7, %11 ]
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %32 = load ptr, ptr %31, align 8
  tail call void @free(ptr noundef %32) #12
  ret ptr %30
}

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none)
define internal fastcc void @add_newest(ptr noundef readonly captures(none) %0, ptr noundef nonnull captures(none) %1, ptr noundef %2) unnamed_addr #5 {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %5 = load ptr, ptr %4, align 8
  %6 = icmp eq ptr %5, %2
  br i1 %6, label %7, label %10

7:                                                ; preds = %3
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %9 = load i64, ptr %8, align 8
  br label %10

10:                                               ; preds = %3, %7
  %11 = phi i64 [ %9, %7 ], [ 0, %3 ]
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %13 = load ptr, ptr %12, align 8
  %14 = icmp eq ptr %13, null
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %16 = select i1 %14, ptr %15, ptr %13
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %18 = load i32, ptr %17, align 8
  %19 = icmp eq i32 %18, 0
  br i1 %19, label %65, label %20

20:                                               ; preds = %10
  %21 = zext i32 %18 to i64
  %22 = and i64 %21, 1
  %23 = icmp eq i32 %18, 1
  br i1 %23, label %54, label %24

24:                                               ; preds = %20
  %25 = and i64 %21, 4294967294
  br label %26

26:                                               ; preds = %47, %24
  %27 = phi i64 [ 0, %24 ], [ %49, %47 ]
  %28 = phi i64 [ %11, %24 ], [ %48, %47 ]
  %29 = phi i64 [ 0, %24 ], [ %50, %47 ]
  %30 = getelementptr inbounds nuw %struct.point, ptr %16, i64 %27
  %31 = load ptr, ptr %30, align 8
  %32 = icmp eq ptr %31, %2
  br i1 %32, label %33, label %37

33:                                               ; preds = %26
  %34 = getelementptr inbounds nuw i8, ptr %30, i64 8
  %35 = load i64, ptr %34, align 8
  %36 = tail call i64 @llvm.umax.i64(i64 %35, i64 %28)
  br label %37

37:                                               ; preds = %33, %26
  %38 = phi i64 [ %28, %26 ], [ %36, %33 ]
  %39 = getelementptr inbounds nuw %struct.point, ptr %16, i64 %27
  %40 = getelementptr inbounds nuw i8, ptr %39, i64 16
  %41 = load ptr, ptr %40, align 8
  %42 = icmp eq ptr %41, %2
  br i1 %42, label %43, label %47

43:                                               ; preds = %37
  %44 = getelementptr inbounds nuw i8, ptr %39, i64 24
  %45 = load i64, ptr %44, align 8
  %46 = tail call i64 @llvm.umax.i64(i64 %45, i64 %38)
  br label %47

47:                                               ; preds = %43, %37
  %48 = phi i64 [ %38, %37 ], [ %46, %43 ]
  %49 = add nuw nsw i64 %27, 2
  %50 = add i64 %29, 2
  %51 = icmp eq i64 %50, %25
  br i1 %51, label %52, label %26, !llvm.loop !164

52:                                               ; preds = %47
  %53 = icmp eq i64 %22, 0
  br i1 %53, label %65, label %54

54:                                               ; preds = %52, %20
  %55 = phi i64 [ 0, %20 ], [ %49, %52 ]
  %56 = phi i64 [ %11, %20 ], [ %48, %52 ]
  %57 = icmp ne i64 %22, 0
  tail call void @llvm.assume(i1 %57)
  %58 = getelementptr inbounds nuw %struct.point, ptr %16, i64 %55
  %59 = load ptr, ptr %58, align 8
  %60 = icmp eq ptr %59, %2
  br i1 %60, label %61, label %65

61:                                               ; preds = %54
  %62 = getelementptr inbounds nuw i8, ptr %58, i64 8
  %63 = load i64, ptr %62, align 8
  %64 = tail call i64 @llvm.umax.i64(i64 %63, i64 %56)
  br label %65

65:                                               ; preds = %52, %61, %54, %10
  %66 = phi i64 [ %11, %10 ], [ %48, %52 ], [ %56, %54 ], [ %64, %61 ]
  %67 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %68 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %69 = load ptr, ptr %68, align 8
  %70 = load i32, ptr %67, align 8
  %71 = icmp eq i32 %70, 0
  br i1 %71, label %117, label %72

72:                                               ; preds = %65
  %73 = zext i32 %70 to i64
  %74 = and i64 %73, 1
  %75 = icmp eq i32 %70, 1
  br i1 %75, label %106, label %76

76:                                               ; preds = %72
  %77 = and i64 %73, 4294967294
  br label %78

78:                                               ; preds = %99, %76
  %79 = phi i64 [ 0, %76 ], [ %101, %99 ]
  %80 = phi i64 [ %66, %76 ], [ %100, %99 ]
  %81 = phi i64 [ 0, %76 ], [ %102, %99 ]
  %82 = getelementptr inbounds nuw %struct.point, ptr %69, i64 %79
  %83 = load ptr, ptr %82, align 8
  %84 = icmp eq ptr %83, %2
  br i1 %84, label %85, label %89

85:                                               ; preds = %78
  %86 = getelementptr inbounds nuw i8, ptr %82, i64 8
  %87 = load i64, ptr %86, align 8
  %88 = tail call i64 @llvm.umax.i64(i64 %87, i64 %80)
  br label %89

89:                                               ; preds = %85, %78
  %90 = phi i64 [ %80, %78 ], [ %88, %85 ]
  %91 = getelementptr inbounds nuw %struct.point, ptr %69, i64 %79
  %92 = getelementptr inbounds nuw i8, ptr %91, i64 16
  %93 = load ptr, ptr %92, align 8
  %94 = icmp eq ptr %93, %2
  br i1 %94, label %95, label %99

95:                                               ; preds = %89
  %96 = getelementptr inbounds nuw i8, ptr %91, i64 24
  %97 = load i64, ptr %96, align 8
  %98 = tail call i64 @llvm.umax.i64(i64 %97, i64 %90)
  br label %99

99:                                               ; preds = %95, %89
  %100 = phi i64 [ %90, %89 ], [ %98, %95 ]
  %101 = add nuw nsw i64 %79, 2
  %102 = add i64 %81, 2
  %103 = icmp eq i64 %102, %77
  br i1 %103, label %104, label %78, !llvm.loop !164

104:                                              ; preds = %99
  %105 = icmp eq i64 %74, 0
  br i1 %105, label %117, label %106

106:                                              ; preds = %104, %72
  %107 = phi i64 [ 0, %72 ], [ %101, %104 ]
  %108 = phi i64 [ %66, %72 ], [ %100, %104 ]
  %109 = icmp ne i64 %74, 0
  tail call void @llvm.assume(i1 %109)
  %110 = getelementptr inbounds nuw %struct.point, ptr %69, i64 %107
  %111 = load ptr, ptr %110, align 8
  %112 = icmp eq ptr %111, %2
  br i1 %112, label %113, label %117

113:                                              ; preds = %106
  %114 = getelementptr inbounds nuw i8, ptr %110, i64 8
  %115 = load i64, ptr %114, align 8
  %116 = tail call i64 @llvm.umax.i64(i64 %115, i64 %108)
  br label %117

117:                                              ; preds = %104, %113, %106, %65
  %118 = phi i64 [ %66, %65 ], [ %100, %104 ], [ %108, %106 ], [ %116, %113 ]
  %119 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %120 = load i64, ptr %119, align 8
  %121 = icmp ugt i64 %118, %120
  br i1 %121, label %122, label %147

122:                                              ; preds = %117
  %123 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %124 = load ptr, ptr %123, align 8
  %125 = load i32, ptr %1, align 8
  %126 = icmp eq i32 %125, 0
  br i1 %126, label %142, label %127

127:                                              ; preds = %122
  %128 = zext i32 %125 to i64
  br label %132

129:                                              ; preds = %132
  %130 = add nuw nsw i64 %133, 1
  %131 = icmp eq i64 %130, %128
  br i1 %131, label %142, label %132, !llvm.loop !135

132:                                              ; preds = %129, %127
  %133 = phi i64 [ 0, %127 ], [ %130, %129 ]
  %134 = getelementptr inbounds nuw %struct.point, ptr %124, i64 %133
  %135 = load ptr, ptr %134, align 8
  %136 = icmp eq ptr %135, %2
  br i1 %136, label %137, label %129

137:                                              ; preds = %132
  %138 = getelementptr inbounds nuw i8, ptr %134, i64 8
  %139 = load i64, ptr %138, align 8
  %140 = icmp ugt i64 %118, %139
  br i1 %140, label %141, label %147

141:                                              ; preds = %137
  store i64 %118, ptr %138, align 8
  br label %147

142:                                              ; preds = %129, %122
  %143 = phi i64 [ 0, %122 ], [ %128, %129 ]
  %144 = add i32 %125, 1
  store i32 %144, ptr %1, align 4
  %145 = getelementptr inbounds nuw %struct.point, ptr %124, i64 %143
  store ptr %2, ptr %145, align 8
  %146 = getelementptr inbounds nuw i8, ptr %145, i64 8
  store i64 %118, ptr %146, align 8
  br label %147

147:                                              ; preds = %142, %141, %137, %117
  ret void
}

; Function Attrs: nounwind
define internal ptr @tracked_number(ptr noundef readonly captures(none) %0, ptr noundef %1) #6 {
  %3 = load i64, ptr @head_bytes, align 8
  %4 = getelementptr inbounds i8, ptr %0, i64 %3
  %5 = load ptr, ptr %4, align 8
  %6 = ptrtoint ptr %1 to i64
  switch i64 %6, label %21 [
    i64 0, label %7
    i64 1, label %9
    i64 2, label %12
    i64 3, label %15
  ]

7:                                                ; preds = %2
  %8 = load i64, ptr %5, align 8
  br label %25

9:                                                ; preds = %2
  %10 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %11 = load i64, ptr %10, align 8
  br label %25

12:                                               ; preds = %2
  %13 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %14 = load i64, ptr %13, align 8
  br label %25

15:                                               ; preds = %2
  %16 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %17 = load i64, ptr %16, align 8
  %18 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %19 = load i64, ptr %18, align 8
  %20 = sub i64 %17, %19
  br label %25

21:                                               ; preds = %2
  %22 = getelementptr inbounds nuw i8, ptr %5, i64 28
  %23 = load i32, ptr %22, align 4
  %24 = zext i32 %23 to i64
  br label %25

25:                                               ; preds = %21, %15, %12, %9, %7
  %26 = phi i64 [ %24, %21 ], [ %20, %15 ], [ %14, %12 ], [ %11, %9 ], [ %8, %7 ]
  %27 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %26) #12
  ret ptr %27
}

; Function Attrs: nounwind
define internal noundef nonnull ptr @tracked_handles(ptr noundef readonly captures(none) %0, ptr readnone captures(none) %1) #6 {
  %3 = load i64, ptr @head_bytes, align 8
  %4 = getelementptr inbounds i8, ptr %0, i64 %3
  %5 = getelementptr inbounds nuw i8, ptr %4, i64 24
  %6 = load ptr, ptr %5, align 8
  %7 = icmp eq ptr %6, null
  %8 = select i1 %7, ptr @_Py_NoneStruct, ptr %6
  tail call void @Py_IncRef(ptr noundef nonnull %8) #12
  ret ptr %8
}

; Function Attrs: nounwind
define internal noundef i32 @set_tracked_handles(ptr noundef captures(none) %0, ptr noundef %1, ptr readnone captures(none) %2) #6 {
  %4 = icmp ne ptr %1, null
  %5 = icmp ne ptr %1, @_Py_NoneStruct
  %6 = and i1 %4, %5
  %7 = zext i1 %6 to i32
  %8 = load i64, ptr @head_bytes, align 8
  %9 = getelementptr inbounds i8, ptr %0, i64 %8
  %10 = getelementptr inbounds nuw i8, ptr %9, i64 12
  store i32 %7, ptr %10, align 4
  %11 = getelementptr inbounds nuw i8, ptr %9, i64 24
  %12 = load ptr, ptr %11, align 8
  %13 = icmp eq ptr %1, null
  br i1 %13, label %15, label %14

14:                                               ; preds = %3
  tail call void @Py_IncRef(ptr noundef nonnull %1) #12
  br label %15

15:                                               ; preds = %14, %3
  store ptr %1, ptr %11, align 8
  %16 = icmp eq ptr %12, null
  br i1 %16, label %18, label %17

17:                                               ; preds = %15
  tail call void @Py_DecRef(ptr noundef nonnull %12) #12
  br label %18

18:                                               ; preds = %15, %17
  ret i32 0
}

; Function Attrs: nounwind
define internal i32 @region_traverse(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef %2) #6 {
  %4 = load i64, ptr @head_bytes, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 %4
  %6 = getelementptr inbounds i8, ptr %5, i64 -8
  %7 = load ptr, ptr %6, align 8
  %8 = icmp eq ptr %7, null
  br i1 %8, label %14, label %9

9:                                                ; preds = %3
  %10 = tail call i32 %1(ptr noundef nonnull %7, ptr noundef %2) #12
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %12, label %22

12:                                               ; preds = %9
  %13 = load i64, ptr @head_bytes, align 8
  br label %14

14:                                               ; preds = %12, %3
  %15 = phi i64 [ %13, %12 ], [ %4, %3 ]
  %16 = getelementptr inbounds i8, ptr %0, i64 %15
  %17 = getelementptr inbounds nuw i8, ptr %16, i64 40
  %18 = load ptr, ptr %17, align 8
  %19 = icmp eq ptr %18, null
  br i1 %19, label %22, label %20

20:                                               ; preds = %14
  %21 = tail call i32 %1(ptr noundef nonnull %18, ptr noundef %2) #12
  br label %22

22:                                               ; preds = %20, %14, %9
  %23 = phi i32 [ %10, %9 ], [ %21, %20 ], [ 0, %14 ]
  ret i32 %23
}

; Function Attrs: nounwind
define internal void @region_dealloc(ptr noundef %0) #6 {
  %2 = load i64, ptr @head_bytes, align 8
  %3 = getelementptr inbounds i8, ptr %0, i64 %2
  %4 = getelementptr inbounds nuw i8, ptr %3, i64 40
  %5 = load ptr, ptr %4, align 8
  tail call void @PyObject_GC_UnTrack(ptr noundef %0) #12
  %6 = load i64, ptr @head_bytes, align 8
  %7 = getelementptr inbounds i8, ptr %0, i64 %6
  %8 = getelementptr inbounds i8, ptr %7, i64 -8
  %9 = load ptr, ptr %8, align 8
  %10 = tail call ptr @PyType_GetSlot(ptr noundef %9, i32 noundef 74) #12
  tail call void %10(ptr noundef %0) #12
  tail call void @Py_DecRef(ptr noundef %9) #12
  %11 = icmp eq ptr %5, null
  br i1 %11, label %13, label %12

12:                                               ; preds = %1
  tail call void @Py_DecRef(ptr noundef nonnull %5) #12
  br label %13

13:                                               ; preds = %1, %12
  ret void
}

; Function Attrs: nounwind
define internal ptr @region_writers(ptr noundef readonly captures(none) %0, ptr readnone captures(none) %1) #6 {
  %3 = tail call fastcc ptr @writers_of(ptr noundef %0, i32 noundef 0)
  ret ptr %3
}

; Function Attrs: nounwind
define internal ptr @region_unread_writers(ptr noundef readonly captures(none) %0, ptr readnone captures(none) %1) #6 {
  %3 = tail call fastcc ptr @writers_of(ptr noundef %0, i32 noundef 1)
  ret ptr %3
}

; Function Attrs: nounwind
define internal ptr @region_reuse_points(ptr noundef readonly captures(none) %0, ptr readnone captures(none) %1) #6 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = load i64, ptr @head_bytes, align 8
  %6 = getelementptr inbounds i8, ptr %0, i64 %5
  call void @llvm.lifetime.start.p0(ptr nonnull %3) #12
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #12
  %7 = tail call ptr @PyList_New(i64 noundef 0) #12
  %8 = icmp eq ptr %7, null
  br i1 %8, label %22, label %9

9:                                                ; preds = %2
  %10 = load ptr, ptr %6, align 8
  %11 = load ptr, ptr %10, align 8
  %12 = call fastcc range(i32 -1, 1) i32 @find_spans(ptr noundef %11, ptr noundef nonnull readonly %6, ptr noundef nonnull %3, ptr noundef nonnull %4)
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %14, label %21

14:                                               ; preds = %9
  %15 = load i32, ptr %4, align 4
  %16 = load i32, ptr %3, align 4
  %17 = icmp ult i32 %16, %15
  br i1 %17, label %18, label %73

18:                                               ; preds = %14
  %19 = zext i32 %16 to i64
  %20 = zext i32 %15 to i64
  br label %24

21:                                               ; preds = %9
  tail call void @Py_DecRef(ptr noundef nonnull %7) #12
  br label %22

22:                                               ; preds = %2, %21
  %23 = tail call ptr @PyErr_NoMemory() #12
  br label %73

24:                                               ; preds = %18, %70
  %25 = phi i64 [ %19, %18 ], [ %71, %70 ]
  %26 = load ptr, ptr %6, align 8
  %27 = load ptr, ptr %26, align 8
  %28 = getelementptr inbounds nuw i8, ptr %27, i64 40
  %29 = load ptr, ptr %28, align 8
  %30 = getelementptr inbounds nuw %struct.span, ptr %29, i64 %25
  %31 = getelementptr inbounds nuw i8, ptr %30, i64 64
  %32 = load i32, ptr %31, align 8
  %33 = icmp eq i32 %32, 0
  br i1 %33, label %70, label %34

34:                                               ; preds = %24
  %35 = getelementptr inbounds nuw i8, ptr %30, i64 72
  br label %41

36:                                               ; preds = %64
  %37 = add nuw nsw i64 %42, 1
  %38 = load i32, ptr %31, align 8
  %39 = zext i32 %38 to i64
  %40 = icmp samesign ult i64 %37, %39
  br i1 %40, label %41, label %70, !llvm.loop !165

41:                                               ; preds = %34, %36
  %42 = phi i64 [ 0, %34 ], [ %37, %36 ]
  %43 = load ptr, ptr %35, align 8
  %44 = getelementptr inbounds nuw %struct.point, ptr %43, i64 %42
  %45 = load ptr, ptr %44, align 8
  %46 = getelementptr inbounds nuw i8, ptr %44, i64 8
  %47 = load i64, ptr %46, align 8
  %48 = tail call ptr @PyTuple_New(i64 noundef 2) #12
  %49 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %47) #12
  %50 = icmp ne ptr %48, null
  %51 = icmp ne ptr %49, null
  %52 = select i1 %50, i1 %51, i1 false
  br i1 %52, label %59, label %53

53:                                               ; preds = %41
  %54 = icmp eq ptr %48, null
  br i1 %54, label %56, label %55

55:                                               ; preds = %53
  tail call void @Py_DecRef(ptr noundef nonnull %48) #12
  br label %56

56:                                               ; preds = %55, %53
  %57 = icmp eq ptr %49, null
  br i1 %57, label %69, label %58

58:                                               ; preds = %56
  tail call void @Py_DecRef(ptr noundef nonnull %49) #12
  br label %69

59:                                               ; preds = %41
  %60 = getelementptr inbounds nuw i8, ptr %45, i64 208
  %61 = load ptr, ptr %60, align 8
  %62 = icmp eq ptr %61, null
  br i1 %62, label %64, label %63

63:                                               ; preds = %59
  tail call void @Py_IncRef(ptr noundef nonnull %61) #12
  br label %64

64:                                               ; preds = %63, %59
  %65 = tail call i32 @PyTuple_SetItem(ptr noundef nonnull %48, i64 noundef 0, ptr noundef %61) #12
  %66 = tail call i32 @PyTuple_SetItem(ptr noundef nonnull %48, i64 noundef 1, ptr noundef nonnull %49) #12
  %67 = tail call i32 @PyList_Append(ptr noundef nonnull %7, ptr noundef nonnull %48) #12
  %68 = icmp eq i32 %67, 0
  tail call void @Py_DecRef(ptr noundef nonnull %48) #12
  br i1 %68, label %36, label %69

69:                                               ; preds = %64, %56, %58
  tail call void @Py_DecRef(ptr noundef nonnull %7) #12
  br label %73

70:                                               ; preds = %36, %24
  %71 = add nuw nsw i64 %25, 1
  %72 = icmp eq i64 %71, %20
  br i1 %72, label %73, label %24, !llvm.loop !166

73:                                               ; preds = %70, %14, %69, %22
  %74 = phi ptr [ %23, %22 ], [ null, %69 ], [ %7, %14 ], [ %7, %70 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #12
  ret ptr %74
}

; Function Attrs: nounwind
define internal fastcc ptr @writers_of(ptr noundef readonly captures(none) %0, i32 noundef range(i32 0, 2) %1) unnamed_addr #6 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = load i64, ptr @head_bytes, align 8
  %6 = getelementptr inbounds i8, ptr %0, i64 %5
  call void @llvm.lifetime.start.p0(ptr nonnull %3) #12
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #12
  %7 = tail call ptr @PyList_New(i64 noundef 0) #12
  %8 = icmp eq ptr %7, null
  br i1 %8, label %15, label %9

9:                                                ; preds = %2
  %10 = load ptr, ptr %6, align 8
  %11 = load ptr, ptr %10, align 8
  %12 = call fastcc range(i32 -1, 1) i32 @find_spans(ptr noundef %11, ptr noundef nonnull readonly %6, ptr noundef nonnull %3, ptr noundef nonnull %4)
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %17, label %14

14:                                               ; preds = %9
  tail call void @Py_DecRef(ptr noundef nonnull %7) #12
  br label %15

15:                                               ; preds = %2, %14
  %16 = tail call ptr @PyErr_NoMemory() #12
  br label %134

17:                                               ; preds = %9
  %18 = load ptr, ptr %6, align 8
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds nuw i8, ptr %19, i64 40
  %21 = load ptr, ptr %20, align 8
  %22 = load i32, ptr %3, align 4
  %23 = load i32, ptr %4, align 4
  %24 = icmp ult i32 %22, %23
  br i1 %24, label %25, label %134

25:                                               ; preds = %17
  %26 = icmp ne i32 %1, 0
  br label %27

27:                                               ; preds = %25, %83
  %28 = phi i32 [ %22, %25 ], [ %86, %83 ]
  %29 = zext i32 %28 to i64
  %30 = getelementptr inbounds nuw %struct.span, ptr %21, i64 %29
  br i1 %26, label %31, label %35

31:                                               ; preds = %27
  %32 = getelementptr inbounds nuw i8, ptr %30, i64 48
  %33 = load i32, ptr %32, align 8
  %34 = icmp eq i32 %33, 0
  br i1 %34, label %35, label %83

35:                                               ; preds = %31, %27
  %36 = getelementptr inbounds nuw i8, ptr %30, i64 16
  %37 = load ptr, ptr %36, align 8
  %38 = icmp eq ptr %37, null
  br i1 %38, label %71, label %39

39:                                               ; preds = %35
  %40 = getelementptr inbounds nuw i8, ptr %30, i64 24
  %41 = load i64, ptr %40, align 8
  %42 = getelementptr inbounds nuw i8, ptr %37, i64 24
  %43 = load i64, ptr %42, align 8
  %44 = icmp ugt i64 %41, %43
  br i1 %44, label %45, label %71

45:                                               ; preds = %39
  %46 = getelementptr inbounds nuw i8, ptr %37, i64 16
  %47 = load i64, ptr %46, align 8
  %48 = icmp ugt i64 %41, %47
  br i1 %48, label %54, label %49

49:                                               ; preds = %45
  %50 = getelementptr inbounds nuw i8, ptr %30, i64 32
  %51 = load ptr, ptr %50, align 8
  %52 = load atomic i32, ptr %51 acquire, align 64
  %53 = icmp eq i32 %52, 2
  br i1 %53, label %71, label %54

54:                                               ; preds = %49, %45
  %55 = tail call i64 @PyList_Size(ptr noundef nonnull %7) #12
  %56 = icmp sgt i64 %55, 0
  %57 = getelementptr inbounds nuw i8, ptr %30, i64 40
  br i1 %56, label %63, label %58

58:                                               ; preds = %54
  %59 = load ptr, ptr %57, align 8
  br label %68

60:                                               ; preds = %63
  %61 = add nuw nsw i64 %64, 1
  %62 = icmp eq i64 %61, %55
  br i1 %62, label %68, label %63, !llvm.loop !167

63:                                               ; preds = %54, %60
  %64 = phi i64 [ %61, %60 ], [ 0, %54 ]
  %65 = tail call ptr @PyList_GetItem(ptr noundef nonnull %7, i64 noundef %64) #12
  %66 = load ptr, ptr %57, align 8
  %67 = icmp eq ptr %65, %66
  br i1 %67, label %71, label %60

68:                                               ; preds = %60, %58
  %69 = phi ptr [ %59, %58 ], [ %66, %60 ]
  %70 = tail call i32 @PyList_Append(ptr noundef nonnull %7, ptr noundef %69) #12
  br label %71

71:                                               ; preds = %63, %68, %49, %39, %35
  %72 = phi i32 [ 0, %35 ], [ 0, %39 ], [ %70, %68 ], [ 0, %49 ], [ 0, %63 ]
  %73 = getelementptr inbounds nuw i8, ptr %30, i64 112
  %74 = icmp ne i32 %72, 0
  %75 = select i1 %26, i1 true, i1 %74
  br i1 %75, label %83, label %76

76:                                               ; preds = %71
  %77 = getelementptr inbounds nuw i8, ptr %30, i64 120
  br label %78

78:                                               ; preds = %76, %128
  %79 = phi i64 [ 0, %76 ], [ %130, %128 ]
  %80 = load i32, ptr %73, align 8
  %81 = zext i32 %80 to i64
  %82 = icmp samesign ult i64 %79, %81
  br i1 %82, label %91, label %83

83:                                               ; preds = %78, %128, %31, %71
  %84 = phi i32 [ %72, %71 ], [ 0, %31 ], [ 0, %78 ], [ %129, %128 ]
  %85 = load i32, ptr %3, align 4
  %86 = add i32 %85, 1
  store i32 %86, ptr %3, align 4
  %87 = load i32, ptr %4, align 4
  %88 = icmp ult i32 %86, %87
  %89 = icmp eq i32 %84, 0
  %90 = select i1 %88, i1 %89, i1 false
  br i1 %90, label %27, label %132, !llvm.loop !168

91:                                               ; preds = %78
  %92 = load ptr, ptr %77, align 8
  %93 = getelementptr inbounds nuw %struct.step, ptr %92, i64 %79
  %94 = load ptr, ptr %93, align 8
  %95 = icmp eq ptr %94, null
  br i1 %95, label %128, label %96

96:                                               ; preds = %91
  %97 = getelementptr inbounds nuw i8, ptr %93, i64 8
  %98 = load i64, ptr %97, align 8
  %99 = getelementptr inbounds nuw i8, ptr %94, i64 24
  %100 = load i64, ptr %99, align 8
  %101 = icmp ugt i64 %98, %100
  br i1 %101, label %102, label %128

102:                                              ; preds = %96
  %103 = getelementptr inbounds nuw i8, ptr %94, i64 16
  %104 = load i64, ptr %103, align 8
  %105 = icmp ugt i64 %98, %104
  br i1 %105, label %111, label %106

106:                                              ; preds = %102
  %107 = getelementptr inbounds nuw i8, ptr %93, i64 16
  %108 = load ptr, ptr %107, align 8
  %109 = load atomic i32, ptr %108 acquire, align 64
  %110 = icmp eq i32 %109, 2
  br i1 %110, label %128, label %111

111:                                              ; preds = %106, %102
  %112 = tail call i64 @PyList_Size(ptr noundef nonnull %7) #12
  %113 = icmp sgt i64 %112, 0
  %114 = getelementptr inbounds nuw i8, ptr %93, i64 24
  br i1 %113, label %120, label %115

115:                                              ; preds = %111
  %116 = load ptr, ptr %114, align 8
  br label %125

117:                                              ; preds = %120
  %118 = add nuw nsw i64 %121, 1
  %119 = icmp eq i64 %118, %112
  br i1 %119, label %125, label %120, !llvm.loop !167

120:                                              ; preds = %111, %117
  %121 = phi i64 [ %118, %117 ], [ 0, %111 ]
  %122 = tail call ptr @PyList_GetItem(ptr noundef nonnull %7, i64 noundef %121) #12
  %123 = load ptr, ptr %114, align 8
  %124 = icmp eq ptr %122, %123
  br i1 %124, label %128, label %117

125:                                              ; preds = %117, %115
  %126 = phi ptr [ %116, %115 ], [ %123, %117 ]
  %127 = tail call i32 @PyList_Append(ptr noundef nonnull %7, ptr noundef %126) #12
  br label %128

128:                                              ; preds = %120, %91, %96, %106, %125
  %129 = phi i32 [ 0, %96 ], [ %127, %125 ], [ 0, %106 ], [ 0, %91 ], [ 0, %120 ]
  %130 = add nuw nsw i64 %79, 1
  %131 = icmp eq i32 %129, 0
  br i1 %131, label %78, label %83, !llvm.loop !169

132:                                              ; preds = %83
  br i1 %89, label %134, label %133

133:                                              ; preds = %132
  tail call void @Py_DecRef(ptr noundef nonnull %7) #12
  br label %134

134:                                              ; preds = %17, %133, %132, %15
  %135 = phi ptr [ %16, %15 ], [ null, %133 ], [ %7, %132 ], [ %7, %17 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #12
  ret ptr %135
}

declare ptr @PyList_GetItem(ptr noundef, i64 noundef) local_unnamed_addr #14

; Function Attrs: nounwind
define internal ptr @region_has_gaps(ptr noundef readonly captures(none) %0, ptr readnone captures(none) %1) #6 {
  %3 = load i64, ptr @head_bytes, align 8
  %4 = getelementptr inbounds i8, ptr %0, i64 %3
  %5 = getelementptr inbounds nuw i8, ptr %4, i64 24
  %6 = load i32, ptr %5, align 8
  %7 = zext i32 %6 to i64
  %8 = tail call ptr @PyBool_FromLong(i64 noundef %7) #12
  ret ptr %8
}

; Function Attrs: nounwind
define internal i32 @plans_traverse(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef %2) #6 {
  %4 = load i64, ptr @head_bytes, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 %4
  %6 = getelementptr inbounds i8, ptr %5, i64 -8
  %7 = load ptr, ptr %6, align 8
  %8 = icmp eq ptr %7, null
  br i1 %8, label %12, label %9

9:                                                ; preds = %3
  %10 = tail call i32 %1(ptr noundef nonnull %7, ptr noundef %2) #12
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %12, label %89

12:                                               ; preds = %3, %9
  %13 = getelementptr inbounds nuw i8, ptr %5, i64 20
  %14 = load i32, ptr %13, align 4
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %89, label %16

16:                                               ; preds = %12
  %17 = getelementptr inbounds nuw i8, ptr %5, i64 8
  br label %18

18:                                               ; preds = %16, %84
  %19 = phi i64 [ 0, %16 ], [ %85, %84 ]
  %20 = load ptr, ptr %17, align 8
  %21 = getelementptr inbounds nuw ptr, ptr %20, i64 %19
  %22 = load ptr, ptr %21, align 8
  %23 = icmp eq ptr %22, null
  br i1 %23, label %84, label %24

24:                                               ; preds = %18
  %25 = load ptr, ptr %22, align 8
  %26 = icmp eq ptr %25, null
  br i1 %26, label %30, label %27

27:                                               ; preds = %24
  %28 = tail call i32 %1(ptr noundef nonnull %25, ptr noundef %2) #12
  %29 = icmp eq i32 %28, 0
  br i1 %29, label %30, label %89

30:                                               ; preds = %24, %27
  %31 = getelementptr inbounds nuw i8, ptr %22, i64 404
  %32 = load i32, ptr %31, align 4
  %33 = icmp eq i32 %32, 0
  br i1 %33, label %84, label %34

34:                                               ; preds = %30
  %35 = getelementptr inbounds nuw i8, ptr %22, i64 392
  %36 = getelementptr inbounds nuw i8, ptr %22, i64 12
  %37 = load ptr, ptr %35, align 8
  br label %38

38:                                               ; preds = %34, %77
  %39 = phi i32 [ %32, %34 ], [ %78, %77 ]
  %40 = phi ptr [ %37, %34 ], [ %79, %77 ]
  %41 = phi ptr [ %37, %34 ], [ %80, %77 ]
  %42 = phi i64 [ 0, %34 ], [ %81, %77 ]
  %43 = getelementptr inbounds nuw ptr, ptr %41, i64 %42
  %44 = load ptr, ptr %43, align 8
  %45 = icmp eq ptr %44, null
  br i1 %45, label %77, label %46

46:                                               ; preds = %38
  %47 = load i32, ptr %36, align 4
  %48 = icmp eq i32 %47, 0
  br i1 %48, label %73, label %54

49:                                               ; preds = %67
  %50 = add nuw nsw i64 %56, 1
  %51 = load i32, ptr %36, align 4
  %52 = zext i32 %51 to i64
  %53 = icmp samesign ult i64 %50, %52
  br i1 %53, label %54, label %73, !llvm.loop !170

54:                                               ; preds = %46, %49
  %55 = phi ptr [ %70, %49 ], [ %44, %46 ]
  %56 = phi i64 [ %50, %49 ], [ 0, %46 ]
  %57 = phi ptr [ %68, %49 ], [ %40, %46 ]
  %58 = getelementptr inbounds nuw i8, ptr %55, i64 8
  %59 = getelementptr inbounds nuw ptr, ptr %58, i64 %56
  %60 = load ptr, ptr %59, align 8
  %61 = icmp eq ptr %60, null
  br i1 %61, label %67, label %62

62:                                               ; preds = %54
  %63 = tail call i32 %1(ptr noundef nonnull %60, ptr noundef %2) #12
  %64 = icmp eq i32 %63, 0
  br i1 %64, label %65, label %89

65:                                               ; preds = %62
  %66 = load ptr, ptr %35, align 8
  br label %67

67:                                               ; preds = %65, %54
  %68 = phi ptr [ %66, %65 ], [ %57, %54 ]
  %69 = getelementptr inbounds nuw ptr, ptr %68, i64 %42
  %70 = load ptr, ptr %69, align 8
  %71 = icmp eq ptr %70, null
  br i1 %71, label %72, label %49, !llvm.loop !170

72:                                               ; preds = %67
  br label %73, !llvm.loop !170

73:                                               ; preds = %49, %72, %46
  %74 = phi ptr [ %68, %72 ], [ %40, %46 ], [ %68, %49 ]
  %75 = phi ptr [ %68, %72 ], [ %41, %46 ], [ %68, %49 ]
  %76 = load i32, ptr %31, align 4
  br label %77

77:                                               ; preds = %73, %38
  %78 = phi i32 [ %76, %73 ], [ %39, %38 ]
  %79 = phi ptr [ %74, %73 ], [ %40, %38 ]
  %80 = phi ptr [ %75, %73 ], [ %41, %38 ]
  %81 = add nuw nsw i64 %42, 1
  %82 = zext i32 %78 to i64
  %83 = icmp samesign ult i64 %81, %82
  br i1 %83, label %38, label %84, !llvm.loop !171

84:                                               ; preds = %77, %30, %18
  %85 = add nuw nsw i64 %19, 1
  %86 = load i32, ptr %13, align 4
  %87 = zext i32 %86 to i64
  %88 = icmp samesign ult i64 %85, %87
  br i1 %88, label %18, label %89, !llvm.loop !172

89:                                               ; preds = %84, %27, %62, %12, %9
  %90 = phi i32 [ %10, %9 ], [ %63, %62 ], [ 0, %12 ], [ 0, %84 ], [ %28, %27 ]
  ret i32 %90
}

; Function Attrs: nounwind
define internal noundef i32 @plans_gc_clear(ptr noundef captures(none) %0) #6 {
  %2 = load i64, ptr @head_bytes, align 8
  %3 = getelementptr inbounds i8, ptr %0, i64 %2
  %4 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %3, i64 20
  %7 = load i32, ptr %6, align 4
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %4, i8 0, i64 16, i1 false)
  %8 = load i64, ptr %3, align 8
  %9 = add i64 %8, 1
  store i64 %9, ptr %3, align 8
  %10 = icmp eq i32 %7, 0
  br i1 %10, label %22, label %11

11:                                               ; preds = %1
  %12 = zext i32 %7 to i64
  br label %13

13:                                               ; preds = %19, %11
  %14 = phi i64 [ 0, %11 ], [ %20, %19 ]
  %15 = getelementptr inbounds nuw ptr, ptr %5, i64 %14
  %16 = load ptr, ptr %15, align 8
  %17 = icmp eq ptr %16, null
  br i1 %17, label %19, label %18

18:                                               ; preds = %13
  tail call fastcc void @free_form(ptr noundef %16)
  br label %19

19:                                               ; preds = %18, %13
  %20 = add nuw nsw i64 %14, 1
  %21 = icmp eq i64 %20, %12
  br i1 %21, label %22, label %13, !llvm.loop !173

22:                                               ; preds = %19, %1
  tail call void @free(ptr noundef %5) #12
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #12
  tail call void @Py_DecRef(ptr noundef nonnull @_Py_NoneStruct) #12
  ret i32 0
}

; Function Attrs: nounwind
define internal void @plans_dealloc(ptr noundef %0) #6 {
  tail call void @PyObject_GC_UnTrack(ptr noundef %0) #12
  %2 = load i64, ptr @head_bytes, align 8
  %3 = getelementptr inbounds i8, ptr %0, i64 %2
  %4 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %3, i64 20
  %7 = load i32, ptr %6, align 4
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %4, i8 0, i64 16, i1 false)
  %8 = load i64, ptr %3, align 8
  %9 = add i64 %8, 1
  store i64 %9, ptr %3, align 8
  %10 = icmp eq i32 %7, 0
  br i1 %10, label %22, label %11

11:                                               ; preds = %1
  %12 = zext i32 %7 to i64
  br label %13

13:                                               ; preds = %19, %11
  %14 = phi i64 [ 0, %11 ], [ %20, %19 ]
  %15 = getelementptr inbounds nuw ptr, ptr %5, i64 %14
  %16 = load ptr, ptr %15, align 8
  %17 = icmp eq ptr %16, null
  br i1 %17, label %19, label %18

18:                                               ; preds = %13
  tail call fastcc void @free_form(ptr noundef %16)
  br label %19

19:                                               ; preds = %18, %13
  %20 = add nuw nsw i64 %14, 1
  %21 = icmp eq i64 %20, %12
  br i1 %21, label %22, label %13, !llvm.loop !173

22:                                               ; preds = %19, %1
  tail call void @free(ptr noundef %5) #12
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #12
  tail call void @Py_DecRef(ptr noundef nonnull @_Py_NoneStruct) #12
  %23 = load i64, ptr @head_bytes, align 8
  %24 = getelementptr inbounds i8, ptr %0, i64 %23
  %25 = getelementptr inbounds i8, ptr %24, i64 -8
  %26 = load ptr, ptr %25, align 8
  %27 = tail call ptr @PyType_GetSlot(ptr noundef %26, i32 noundef 74) #12
  tail call void %27(ptr noundef %0) #12
  tail call void @Py_DecRef(ptr noundef %26) #12
  ret void
}

; Function Attrs: nounwind
define internal noundef nonnull ptr @plans_clear(ptr noundef captures(none) %0, ptr readnone captures(none) %1) #6 {
  %3 = load i64, ptr @head_bytes, align 8
  %4 = getelementptr inbounds i8, ptr %0, i64 %3
  %5 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %4, i64 20
  %8 = load i32, ptr %7, align 4
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %5, i8 0, i64 16, i1 false)
  %9 = load i64, ptr %4, align 8
  %10 = add i64 %9, 1
  store i64 %10, ptr %4, align 8
  %11 = icmp eq i32 %8, 0
  br i1 %11, label %14, label %12

12:                                               ; preds = %2
  %13 = zext i32 %8 to i64
  br label %15

14:                                               ; preds = %21, %2
  tail call void @free(ptr noundef %6) #12
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #12
  ret ptr @_Py_NoneStruct

15:                                               ; preds = %12, %21
  %16 = phi i64 [ 0, %12 ], [ %22, %21 ]
  %17 = getelementptr inbounds nuw ptr, ptr %6, i64 %16
  %18 = load ptr, ptr %17, align 8
  %19 = icmp eq ptr %18, null
  br i1 %19, label %21, label %20

20:                                               ; preds = %15
  tail call fastcc void @free_form(ptr noundef %18)
  br label %21

21:                                               ; preds = %15, %20
  %22 = add nuw nsw i64 %16, 1
  %23 = icmp eq i64 %22, %13
  br i1 %23, label %14, label %15, !llvm.loop !173
}

; Function Attrs: nounwind
define internal fastcc void @free_form(ptr noundef nonnull captures(none) %0) unnamed_addr #6 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 404
  %3 = load i32, ptr %2, align 4
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %8, label %5

5:                                                ; preds = %1
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 392
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 12
  br label %14

8:                                                ; preds = %43, %1
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %10 = load i32, ptr %9, align 8
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %48, label %12

12:                                               ; preds = %8
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 24
  br label %57

14:                                               ; preds = %5, %43
  %15 = phi i32 [ %3, %5 ], [ %44, %43 ]
  %16 = phi i64 [ 0, %5 ], [ %45, %43 ]
  %17 = load ptr, ptr %6, align 8
  %18 = getelementptr inbounds nuw ptr, ptr %17, i64 %16
  %19 = load ptr, ptr %18, align 8
  %20 = icmp eq ptr %19, null
  br i1 %20, label %43, label %21

21:                                               ; preds = %14
  %22 = load i32, ptr %7, align 4
  %23 = icmp eq i32 %22, 0
  br i1 %23, label %28, label %31

24:                                               ; preds = %31
  %25 = load ptr, ptr %6, align 8
  %26 = getelementptr inbounds nuw ptr, ptr %25, i64 %16
  %27 = load ptr, ptr %26, align 8
  br label %28

28:                                               ; preds = %24, %21
  %29 = phi ptr [ %27, %24 ], [ %19, %21 ]
  tail call void @free(ptr noundef %29) #12
  %30 = load i32, ptr %2, align 4
  br label %43

31:                                               ; preds = %21, %31
  %32 = phi i64 [ %39, %31 ], [ 0, %21 ]
  %33 = load ptr, ptr %6, align 8
  %34 = getelementptr inbounds nuw ptr, ptr %33, i64 %16
  %35 = load ptr, ptr %34, align 8
  %36 = getelementptr inbounds nuw i8, ptr %35, i64 8
  %37 = getelementptr inbounds nuw ptr, ptr %36, i64 %32
  %38 = load ptr, ptr %37, align 8
  tail call void @Py_DecRef(ptr noundef %38) #12
  %39 = add nuw nsw i64 %32, 1
  %40 = load i32, ptr %7, align 4
  %41 = zext i32 %40 to i64
  %42 = icmp samesign ult i64 %39, %41
  br i1 %42, label %31, label %24, !llvm.loop !174

43:                                               ; preds = %14, %28
  %44 = phi i32 [ %15, %14 ], [ %30, %28 ]
  %45 = add nuw nsw i64 %16, 1
  %46 = zext i32 %44 to i64
  %47 = icmp samesign ult i64 %45, %46
  br i1 %47, label %14, label %8, !llvm.loop !175

48:                                               ; preds = %65, %8
  %49 = load ptr, ptr %0, align 8
  %50 = icmp eq ptr %49, null
  br i1 %50, label %52, label %51

51:                                               ; preds = %48
  tail call void @Py_DecRef(ptr noundef nonnull %49) #12
  br label %52

52:                                               ; preds = %48, %51
  %53 = getelementptr inbounds nuw i8, ptr %0, i64 392
  %54 = load ptr, ptr %53, align 8
  tail call void @free(ptr noundef %54) #12
  %55 = getelementptr inbounds nuw i8, ptr %0, i64 376
  %56 = load ptr, ptr %55, align 8
  tail call void @free(ptr noundef %56) #12
  tail call void @free(ptr noundef nonnull %0) #12
  ret void

57:                                               ; preds = %12, %65
  %58 = phi i32 [ %10, %12 ], [ %66, %65 ]
  %59 = phi i64 [ 0, %12 ], [ %67, %65 ]
  %60 = getelementptr inbounds nuw ptr, ptr %13, i64 %59
  %61 = load ptr, ptr %60, align 8
  %62 = icmp eq ptr %61, null
  br i1 %62, label %65, label %63

63:                                               ; preds = %57
  tail call void @Py_DecRef(ptr noundef nonnull %61) #12
  %64 = load i32, ptr %9, align 8
  br label %65

65:                                               ; preds = %57, %63
  %66 = phi i32 [ %58, %57 ], [ %64, %63 ]
  %67 = add nuw nsw i64 %59, 1
  %68 = zext i32 %66 to i64
  %69 = icmp samesign ult i64 %67, %68
  br i1 %69, label %57, label %48, !llvm.loop !176
}

; Function Attrs: nounwind
define internal ptr @plans_add(ptr noundef captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load i64, ptr @head_bytes, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 %4
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %7 = load ptr, ptr %6, align 8
  %8 = tail call i64 @PyTuple_Size(ptr noundef %7) #12
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %10 = load ptr, ptr %9, align 8
  %11 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %10) #12
  %12 = inttoptr i64 %11 to ptr
  %13 = tail call ptr @PyErr_Occurred() #12
  %14 = icmp eq ptr %13, null
  br i1 %14, label %15, label %563

15:                                               ; preds = %3
  %16 = icmp sgt i64 %8, 32
  br i1 %16, label %17, label %18

17:                                               ; preds = %15
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #12
  br label %563

18:                                               ; preds = %15
  %19 = load ptr, ptr %1, align 8
  %20 = getelementptr inbounds nuw i8, ptr %5, i64 20
  %21 = load i32, ptr %20, align 4
  %22 = icmp eq i32 %21, 0
  br i1 %22, label %46, label %23

23:                                               ; preds = %18
  %24 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %25 = ptrtoint ptr %19 to i64
  %26 = mul i64 %25, -7046029254386353131
  %27 = lshr i64 %26, 20
  %28 = load ptr, ptr %24, align 8
  %29 = add i32 %21, -1
  %30 = zext i32 %29 to i64
  %31 = and i64 %27, %30
  %32 = getelementptr inbounds nuw ptr, ptr %28, i64 %31
  %33 = load ptr, ptr %32, align 8
  %34 = icmp eq ptr %33, null
  br i1 %34, label %46, label %41

35:                                               ; preds = %41
  %36 = add i64 %43, 1
  %37 = and i64 %36, %30
  %38 = getelementptr inbounds nuw ptr, ptr %28, i64 %37
  %39 = load ptr, ptr %38, align 8
  %40 = icmp eq ptr %39, null
  br i1 %40, label %46, label %41

41:                                               ; preds = %23, %35
  %42 = phi ptr [ %39, %35 ], [ %33, %23 ]
  %43 = phi i64 [ %36, %35 ], [ %27, %23 ]
  %44 = load ptr, ptr %42, align 8
  %45 = icmp eq ptr %44, %19
  br i1 %45, label %236, label %35

46:                                               ; preds = %35, %23, %18
  %47 = load ptr, ptr %6, align 8
  %48 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %49 = load ptr, ptr %48, align 8
  %50 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %51 = load ptr, ptr %50, align 8
  %52 = trunc i64 %8 to i32
  %53 = tail call noalias dereferenceable_or_null(408) ptr @calloc(i64 noundef 1, i64 noundef 408) #35
  %54 = tail call i64 @PyTuple_Size(ptr noundef %51) #12
  %55 = trunc i64 %54 to i32
  %56 = udiv i32 %55, 3
  %57 = icmp eq ptr %53, null
  br i1 %57, label %164, label %58

58:                                               ; preds = %46
  %59 = add nuw nsw i32 %56, 1
  %60 = zext nneg i32 %59 to i64
  %61 = tail call noalias ptr @calloc(i64 noundef %60, i64 noundef 3) #35
  %62 = getelementptr inbounds nuw i8, ptr %53, i64 376
  store ptr %61, ptr %62, align 8
  %63 = icmp eq ptr %61, null
  br i1 %63, label %164, label %64

64:                                               ; preds = %58
  %65 = icmp eq ptr %19, null
  br i1 %65, label %67, label %66

66:                                               ; preds = %64
  tail call void @Py_IncRef(ptr noundef nonnull %19) #12
  br label %67

67:                                               ; preds = %66, %64
  store ptr %19, ptr %53, align 8
  %68 = getelementptr inbounds nuw i8, ptr %53, i64 8
  store i32 %52, ptr %68, align 8
  %69 = getelementptr inbounds nuw i8, ptr %53, i64 16
  store i32 %56, ptr %69, align 8
  %70 = icmp eq i32 %52, 0
  br i1 %70, label %121, label %71

71:                                               ; preds = %67
  %72 = getelementptr inbounds nuw i8, ptr %53, i64 24
  %73 = getelementptr inbounds nuw i8, ptr %53, i64 280
  %74 = and i64 %8, 4294967295
  br label %79

75:                                               ; preds = %84
  %76 = getelementptr inbounds nuw i8, ptr %53, i64 344
  %77 = getelementptr inbounds nuw i8, ptr %53, i64 12
  %78 = getelementptr inbounds nuw i8, ptr %53, i64 312
  br label %123

79:                                               ; preds = %84, %71
  %80 = phi i64 [ 0, %71 ], [ %90, %84 ]
  %81 = tail call ptr @PyTuple_GetItem(ptr noundef %47, i64 noundef %80) #12
  %82 = icmp eq ptr %81, null
  br i1 %82, label %84, label %83

83:                                               ; preds = %79
  tail call void @Py_IncRef(ptr noundef nonnull %81) #12
  br label %84

84:                                               ; preds = %83, %79
  %85 = getelementptr inbounds nuw ptr, ptr %72, i64 %80
  store ptr %81, ptr %85, align 8
  %86 = tail call ptr @PyTuple_GetItem(ptr noundef %49, i64 noundef %80) #12
  %87 = tail call i64 @PyLong_AsLongLong(ptr noundef %86) #12
  %88 = trunc i64 %87 to i8
  %89 = getelementptr inbounds nuw i8, ptr %73, i64 %80
  store i8 %88, ptr %89, align 1
  %90 = add nuw nsw i64 %80, 1
  %91 = icmp eq i64 %90, %74
  br i1 %91, label %75, label %79, !llvm.loop !177

92:                                               ; preds = %121
  %93 = load ptr, ptr %62, align 8
  %94 = tail call i32 @llvm.umax.i32(i32 %56, i32 1)
  %95 = zext nneg i32 %94 to i64
  br label %145

96:                                               ; preds = %139, %115
  %97 = phi i32 [ %117, %115 ], [ %141, %139 ]
  %98 = phi i64 [ %119, %115 ], [ 0, %139 ]
  %99 = phi i8 [ %118, %115 ], [ 0, %139 ]
  %100 = getelementptr inbounds nuw i8, ptr %73, i64 %98
  %101 = load i8, ptr %100, align 1
  %102 = icmp eq i8 %101, 0
  br i1 %102, label %115, label %103

103:                                              ; preds = %96
  %104 = and i8 %101, -2
  %105 = icmp eq i8 %104, 2
  br i1 %105, label %106, label %115

106:                                              ; preds = %103
  %107 = zext i32 %97 to i64
  %108 = getelementptr inbounds nuw i8, ptr %76, i64 %107
  store i8 %99, ptr %108, align 1
  %109 = trunc i64 %98 to i8
  %110 = add i32 %97, 1
  store i32 %110, ptr %77, align 4
  %111 = getelementptr inbounds nuw i8, ptr %78, i64 %107
  store i8 %109, ptr %111, align 1
  %112 = load i8, ptr %100, align 1
  %113 = icmp ne i8 %112, 0
  %114 = zext i1 %113 to i8
  br label %115

115:                                              ; preds = %106, %103, %96
  %116 = phi i8 [ %114, %106 ], [ 1, %103 ], [ 0, %96 ]
  %117 = phi i32 [ %110, %106 ], [ %97, %103 ], [ %97, %96 ]
  %118 = add i8 %116, %99
  %119 = add nuw nsw i64 %98, 1
  %120 = icmp eq i64 %119, %74
  br i1 %120, label %121, label %96, !llvm.loop !178

121:                                              ; preds = %115, %67
  %122 = icmp ult i32 %55, 3
  br i1 %122, label %165, label %92

123:                                              ; preds = %139, %75
  %124 = phi i32 [ 0, %75 ], [ %141, %139 ]
  %125 = phi i64 [ 0, %75 ], [ %143, %139 ]
  %126 = phi i8 [ 0, %75 ], [ %142, %139 ]
  %127 = getelementptr inbounds nuw i8, ptr %73, i64 %125
  %128 = load i8, ptr %127, align 1
  switch i8 %128, label %138 [
    i8 0, label %139
    i8 1, label %129
  ]

129:                                              ; preds = %123
  %130 = zext i32 %124 to i64
  %131 = getelementptr inbounds nuw i8, ptr %76, i64 %130
  store i8 %126, ptr %131, align 1
  %132 = trunc i64 %125 to i8
  %133 = add i32 %124, 1
  store i32 %133, ptr %77, align 4
  %134 = getelementptr inbounds nuw i8, ptr %78, i64 %130
  store i8 %132, ptr %134, align 1
  %135 = load i8, ptr %127, align 1
  %136 = icmp ne i8 %135, 0
  %137 = zext i1 %136 to i8
  br label %139

138:                                              ; preds = %123
  br label %139

139:                                              ; preds = %138, %129, %123
  %140 = phi i8 [ %137, %129 ], [ %128, %123 ], [ 1, %138 ]
  %141 = phi i32 [ %133, %129 ], [ %124, %123 ], [ %124, %138 ]
  %142 = add i8 %140, %126
  %143 = add nuw nsw i64 %125, 1
  %144 = icmp eq i64 %143, %74
  br i1 %144, label %96, label %123, !llvm.loop !178

145:                                              ; preds = %145, %92
  %146 = phi i64 [ 0, %92 ], [ %162, %145 ]
  %147 = getelementptr inbounds nuw %struct.apart, ptr %93, i64 %146
  %148 = mul nuw nsw i64 %146, 3
  %149 = tail call ptr @PyTuple_GetItem(ptr noundef %51, i64 noundef %148) #12
  %150 = tail call i64 @PyLong_AsLongLong(ptr noundef %149) #12
  %151 = trunc i64 %150 to i8
  store i8 %151, ptr %147, align 1
  %152 = add nuw nsw i64 %148, 1
  %153 = tail call ptr @PyTuple_GetItem(ptr noundef %51, i64 noundef %152) #12
  %154 = tail call i64 @PyLong_AsLongLong(ptr noundef %153) #12
  %155 = trunc i64 %154 to i8
  %156 = getelementptr inbounds nuw i8, ptr %147, i64 1
  store i8 %155, ptr %156, align 1
  %157 = add nuw nsw i64 %148, 2
  %158 = tail call ptr @PyTuple_GetItem(ptr noundef %51, i64 noundef %157) #12
  %159 = tail call i64 @PyLong_AsLongLong(ptr noundef %158) #12
  %160 = trunc i64 %159 to i8
  %161 = getelementptr inbounds nuw i8, ptr %147, i64 2
  store i8 %160, ptr %161, align 1
  %162 = add nuw nsw i64 %146, 1
  %163 = icmp eq i64 %162, %95
  br i1 %163, label %165, label %145, !llvm.loop !179

164:                                              ; preds = %46, %58
  tail call void @free(ptr noundef %53) #12
  br label %234

165:                                              ; preds = %145, %121
  %166 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %167 = load i32, ptr %166, align 8
  %168 = shl i32 %167, 2
  %169 = add i32 %168, 4
  %170 = load i32, ptr %20, align 4
  %171 = mul i32 %170, 3
  %172 = icmp ugt i32 %169, %171
  br i1 %172, label %176, label %173

173:                                              ; preds = %165
  %174 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %175 = load ptr, ptr %174, align 8
  br label %213

176:                                              ; preds = %165
  %177 = icmp eq i32 %170, 0
  %178 = shl i32 %170, 1
  %179 = select i1 %177, i32 16, i32 %178
  %180 = zext i32 %179 to i64
  %181 = tail call noalias ptr @calloc(i64 noundef %180, i64 noundef 8) #35
  %182 = icmp eq ptr %181, null
  br i1 %182, label %233, label %183

183:                                              ; preds = %176
  %184 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %185 = load ptr, ptr %184, align 8
  br i1 %177, label %212, label %186

186:                                              ; preds = %183
  %187 = add i32 %178, -1
  %188 = zext i32 %187 to i64
  %189 = zext i32 %170 to i64
  br label %190

190:                                              ; preds = %209, %186
  %191 = phi i64 [ 0, %186 ], [ %210, %209 ]
  %192 = getelementptr inbounds nuw ptr, ptr %185, i64 %191
  %193 = load ptr, ptr %192, align 8
  %194 = icmp eq ptr %193, null
  br i1 %194, label %209, label %195

195:                                              ; preds = %190
  %196 = load ptr, ptr %193, align 8
  %197 = ptrtoint ptr %196 to i64
  %198 = mul i64 %197, -7046029254386353131
  %199 = lshr i64 %198, 20
  br label %200

200:                                              ; preds = %200, %195
  %201 = phi i64 [ %199, %195 ], [ %206, %200 ]
  %202 = and i64 %201, %188
  %203 = getelementptr inbounds nuw ptr, ptr %181, i64 %202
  %204 = load ptr, ptr %203, align 8
  %205 = icmp eq ptr %204, null
  %206 = add i64 %201, 1
  br i1 %205, label %207, label %200, !llvm.loop !180

207:                                              ; preds = %200
  %208 = getelementptr inbounds nuw ptr, ptr %181, i64 %202
  store ptr %193, ptr %208, align 8
  br label %209

209:                                              ; preds = %207, %190
  %210 = add nuw nsw i64 %191, 1
  %211 = icmp eq i64 %210, %189
  br i1 %211, label %212, label %190, !llvm.loop !181

212:                                              ; preds = %209, %183
  tail call void @free(ptr noundef %185) #12
  store ptr %181, ptr %184, align 8
  store i32 %179, ptr %20, align 4
  br label %213

213:                                              ; preds = %212, %173
  %214 = phi i32 [ %170, %173 ], [ %179, %212 ]
  %215 = phi ptr [ %175, %173 ], [ %181, %212 ]
  %216 = load ptr, ptr %53, align 8
  %217 = ptrtoint ptr %216 to i64
  %218 = mul i64 %217, -7046029254386353131
  %219 = lshr i64 %218, 20
  %220 = add i32 %214, -1
  %221 = zext i32 %220 to i64
  br label %222

222:                                              ; preds = %222, %213
  %223 = phi i64 [ %219, %213 ], [ %228, %222 ]
  %224 = and i64 %223, %221
  %225 = getelementptr inbounds nuw ptr, ptr %215, i64 %224
  %226 = load ptr, ptr %225, align 8
  %227 = icmp eq ptr %226, null
  %228 = add i64 %223, 1
  br i1 %227, label %229, label %222, !llvm.loop !182

229:                                              ; preds = %222
  %230 = getelementptr inbounds nuw ptr, ptr %215, i64 %224
  store ptr %53, ptr %230, align 8
  %231 = load i32, ptr %166, align 8
  %232 = add i32 %231, 1
  store i32 %232, ptr %166, align 8
  br label %236

233:                                              ; preds = %176
  tail call fastcc void @free_form(ptr noundef %53)
  br label %234

234:                                              ; preds = %164, %233
  %235 = tail call ptr @PyErr_NoMemory() #12
  br label %563

236:                                              ; preds = %41, %229
  %237 = phi ptr [ %53, %229 ], [ %42, %41 ]
  %238 = getelementptr inbounds nuw i8, ptr %237, i64 12
  %239 = load i32, ptr %238, align 4
  %240 = zext i32 %239 to i64
  %241 = shl nuw nsw i64 %240, 3
  %242 = add nuw nsw i64 %241, 8
  %243 = tail call noalias ptr @malloc(i64 noundef %242) #34
  %244 = icmp eq ptr %243, null
  br i1 %244, label %245, label %247

245:                                              ; preds = %236
  %246 = tail call ptr @PyErr_NoMemory() #12
  br label %563

247:                                              ; preds = %236
  store ptr %12, ptr %243, align 8
  %248 = load i32, ptr %238, align 4
  %249 = icmp eq i32 %248, 0
  br i1 %249, label %254, label %250

250:                                              ; preds = %247
  %251 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %252 = getelementptr inbounds nuw i8, ptr %237, i64 344
  %253 = getelementptr inbounds nuw i8, ptr %243, i64 8
  br label %353

254:                                              ; preds = %353, %247
  %255 = phi i32 [ 0, %247 ], [ %362, %353 ]
  %256 = getelementptr inbounds nuw i8, ptr %243, i64 8
  %257 = zext i32 %255 to i64
  %258 = shl nuw nsw i64 %257, 3
  %259 = getelementptr inbounds nuw i8, ptr %237, i64 384
  %260 = load ptr, ptr %259, align 8
  %261 = icmp eq ptr %260, null
  br i1 %261, label %266, label %262

262:                                              ; preds = %254
  %263 = getelementptr inbounds nuw i8, ptr %260, i64 8
  %264 = tail call i32 @bcmp(ptr nonnull %263, ptr nonnull readonly %256, i64 %258)
  %265 = icmp eq i32 %264, 0
  br i1 %265, label %365, label %266

266:                                              ; preds = %262, %254
  %267 = icmp eq i32 %255, 0
  br i1 %267, label %326, label %268

268:                                              ; preds = %266
  %269 = and i64 %257, 3
  %270 = icmp ult i32 %255, 4
  br i1 %270, label %309, label %271

271:                                              ; preds = %268
  %272 = and i64 %257, 4294967292
  br label %273

273:                                              ; preds = %273, %271
  %274 = phi i64 [ 0, %271 ], [ %304, %273 ]
  %275 = phi i64 [ 0, %271 ], [ %303, %273 ]
  %276 = phi i64 [ 0, %271 ], [ %305, %273 ]
  %277 = getelementptr inbounds nuw ptr, ptr %256, i64 %274
  %278 = load ptr, ptr %277, align 8
  %279 = ptrtoint ptr %278 to i64
  %280 = xor i64 %275, %279
  %281 = mul i64 %280, -7046029254386353131
  %282 = lshr i64 %281, 20
  %283 = getelementptr inbounds nuw ptr, ptr %256, i64 %274
  %284 = getelementptr inbounds nuw i8, ptr %283, i64 8
  %285 = load ptr, ptr %284, align 8
  %286 = ptrtoint ptr %285 to i64
  %287 = xor i64 %282, %286
  %288 = mul i64 %287, -7046029254386353131
  %289 = lshr i64 %288, 20
  %290 = getelementptr inbounds nuw ptr, ptr %256, i64 %274
  %291 = getelementptr inbounds nuw i8, ptr %290, i64 16
  %292 = load ptr, ptr %291, align 8
  %293 = ptrtoint ptr %292 to i64
  %294 = xor i64 %289, %293
  %295 = mul i64 %294, -7046029254386353131
  %296 = lshr i64 %295, 20
  %297 = getelementptr inbounds nuw ptr, ptr %256, i64 %274
  %298 = getelementptr inbounds nuw i8, ptr %297, i64 24
  %299 = load ptr, ptr %298, align 8
  %300 = ptrtoint ptr %299 to i64
  %301 = xor i64 %296, %300
  %302 = mul i64 %301, -7046029254386353131
  %303 = lshr i64 %302, 20
  %304 = add nuw nsw i64 %274, 4
  %305 = add i64 %276, 4
  %306 = icmp eq i64 %305, %272
  br i1 %306, label %307, label %273, !llvm.loop !183

307:                                              ; preds = %273
  %308 = icmp eq i64 %269, 0
  br i1 %308, label %326, label %309

309:                                              ; preds = %307, %268
  %310 = phi i64 [ 0, %268 ], [ %304, %307 ]
  %311 = phi i64 [ 0, %268 ], [ %303, %307 ]
  %312 = icmp ne i64 %269, 0
  tail call void @llvm.assume(i1 %312)
  br label %313

313:                                              ; preds = %313, %309
  %314 = phi i64 [ %323, %313 ], [ %310, %309 ]
  %315 = phi i64 [ %322, %313 ], [ %311, %309 ]
  %316 = phi i64 [ %324, %313 ], [ 0, %309 ]
  %317 = getelementptr inbounds nuw ptr, ptr %256, i64 %314
  %318 = load ptr, ptr %317, align 8
  %319 = ptrtoint ptr %318 to i64
  %320 = xor i64 %315, %319
  %321 = mul i64 %320, -7046029254386353131
  %322 = lshr i64 %321, 20
  %323 = add nuw nsw i64 %314, 1
  %324 = add i64 %316, 1
  %325 = icmp eq i64 %324, %269
  br i1 %325, label %326, label %313, !llvm.loop !184

326:                                              ; preds = %307, %313, %266
  %327 = phi i64 [ 0, %266 ], [ %303, %307 ], [ %322, %313 ]
  %328 = getelementptr inbounds nuw i8, ptr %237, i64 404
  %329 = load i32, ptr %328, align 4
  %330 = icmp eq i32 %329, 0
  br i1 %330, label %366, label %331

331:                                              ; preds = %326
  %332 = getelementptr inbounds nuw i8, ptr %237, i64 392
  %333 = load ptr, ptr %332, align 8
  %334 = add i32 %329, -1
  %335 = zext i32 %334 to i64
  %336 = and i64 %327, %335
  %337 = getelementptr inbounds nuw ptr, ptr %333, i64 %336
  %338 = load ptr, ptr %337, align 8
  %339 = icmp eq ptr %338, null
  br i1 %339, label %366, label %346

340:                                              ; preds = %346
  %341 = add i64 %348, 1
  %342 = and i64 %341, %335
  %343 = getelementptr inbounds nuw ptr, ptr %333, i64 %342
  %344 = load ptr, ptr %343, align 8
  %345 = icmp eq ptr %344, null
  br i1 %345, label %366, label %346

346:                                              ; preds = %331, %340
  %347 = phi ptr [ %344, %340 ], [ %338, %331 ]
  %348 = phi i64 [ %341, %340 ], [ %327, %331 ]
  %349 = getelementptr inbounds nuw i8, ptr %347, i64 8
  %350 = tail call i32 @bcmp(ptr nonnull %349, ptr nonnull readonly %256, i64 %258)
  %351 = icmp eq i32 %350, 0
  br i1 %351, label %352, label %340

352:                                              ; preds = %346
  store ptr %347, ptr %259, align 8
  br label %365

353:                                              ; preds = %250, %353
  %354 = phi i64 [ 0, %250 ], [ %361, %353 ]
  %355 = load ptr, ptr %251, align 8
  %356 = getelementptr inbounds nuw i8, ptr %252, i64 %354
  %357 = load i8, ptr %356, align 1
  %358 = zext i8 %357 to i64
  %359 = tail call ptr @PyTuple_GetItem(ptr noundef %355, i64 noundef %358) #12
  %360 = getelementptr inbounds nuw ptr, ptr %253, i64 %354
  store ptr %359, ptr %360, align 8
  %361 = add nuw nsw i64 %354, 1
  %362 = load i32, ptr %238, align 4
  %363 = zext i32 %362 to i64
  %364 = icmp samesign ult i64 %361, %363
  br i1 %364, label %353, label %254, !llvm.loop !185

365:                                              ; preds = %352, %262
  tail call void @free(ptr noundef %243) #12
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #12
  br label %563

366:                                              ; preds = %340, %331, %326
  %367 = getelementptr inbounds nuw i8, ptr %237, i64 400
  %368 = load i32, ptr %367, align 8
  %369 = shl i32 %368, 2
  %370 = add i32 %369, 4
  %371 = mul i32 %329, 3
  %372 = icmp ugt i32 %370, %371
  br i1 %372, label %373, label %470

373:                                              ; preds = %366
  %374 = shl i32 %329, 1
  %375 = select i1 %330, i32 4, i32 %374
  %376 = zext i32 %375 to i64
  %377 = tail call noalias ptr @calloc(i64 noundef %376, i64 noundef 8) #35
  %378 = icmp eq ptr %377, null
  br i1 %378, label %552, label %379

379:                                              ; preds = %373
  %380 = getelementptr inbounds nuw i8, ptr %237, i64 392
  %381 = load ptr, ptr %380, align 8
  br i1 %330, label %468, label %382

382:                                              ; preds = %379
  %383 = add i32 %374, -1
  %384 = zext i32 %383 to i64
  %385 = zext i32 %329 to i64
  br label %386

386:                                              ; preds = %465, %382
  %387 = phi i64 [ 0, %382 ], [ %466, %465 ]
  %388 = getelementptr inbounds nuw ptr, ptr %381, i64 %387
  %389 = load ptr, ptr %388, align 8
  %390 = icmp eq ptr %389, null
  br i1 %390, label %465, label %391

391:                                              ; preds = %386
  %392 = getelementptr inbounds nuw i8, ptr %389, i64 8
  %393 = load i32, ptr %238, align 4
  %394 = icmp eq i32 %393, 0
  br i1 %394, label %454, label %395

395:                                              ; preds = %391
  %396 = zext i32 %393 to i64
  %397 = and i64 %396, 3
  %398 = icmp ult i32 %393, 4
  br i1 %398, label %437, label %399

399:                                              ; preds = %395
  %400 = and i64 %396, 4294967292
  br label %401

401:                                              ; preds = %401, %399
  %402 = phi i64 [ 0, %399 ], [ %432, %401 ]
  %403 = phi i64 [ 0, %399 ], [ %431, %401 ]
  %404 = phi i64 [ 0, %399 ], [ %433, %401 ]
  %405 = getelementptr inbounds nuw ptr, ptr %392, i64 %402
  %406 = load ptr, ptr %405, align 8
  %407 = ptrtoint ptr %406 to i64
  %408 = xor i64 %403, %407
  %409 = mul i64 %408, -7046029254386353131
  %410 = lshr i64 %409, 20
  %411 = getelementptr inbounds nuw ptr, ptr %392, i64 %402
  %412 = getelementptr inbounds nuw i8, ptr %411, i64 8
  %413 = load ptr, ptr %412, align 8
  %414 = ptrtoint ptr %413 to i64
  %415 = xor i64 %410, %414
  %416 = mul i64 %415, -7046029254386353131
  %417 = lshr i64 %416, 20
  %418 = getelementptr inbounds nuw ptr, ptr %392, i64 %402
  %419 = getelementptr inbounds nuw i8, ptr %418, i64 16
  %420 = load ptr, ptr %419, align 8
  %421 = ptrtoint ptr %420 to i64
  %422 = xor i64 %417, %421
  %423 = mul i64 %422, -7046029254386353131
  %424 = lshr i64 %423, 20
  %425 = getelementptr inbounds nuw ptr, ptr %392, i64 %402
  %426 = getelementptr inbounds nuw i8, ptr %425, i64 24
  %427 = load ptr, ptr %426, align 8
  %428 = ptrtoint ptr %427 to i64
  %429 = xor i64 %424, %428
  %430 = mul i64 %429, -7046029254386353131
  %431 = lshr i64 %430, 20
  %432 = add nuw nsw i64 %402, 4
  %433 = add i64 %404, 4
  %434 = icmp eq i64 %433, %400
  br i1 %434, label %435, label %401, !llvm.loop !183

435:                                              ; preds = %401
  %436 = icmp eq i64 %397, 0
  br i1 %436, label %454, label %437

437:                                              ; preds = %435, %395
  %438 = phi i64 [ 0, %395 ], [ %432, %435 ]
  %439 = phi i64 [ 0, %395 ], [ %431, %435 ]
  %440 = icmp ne i64 %397, 0
  tail call void @llvm.assume(i1 %440)
  br label %441

441:                                              ; preds = %441, %437
  %442 = phi i64 [ %438, %437 ], [ %451, %441 ]
  %443 = phi i64 [ %439, %437 ], [ %450, %441 ]
  %444 = phi i64 [ 0, %437 ], [ %452, %441 ]
  %445 = getelementptr inbounds nuw ptr, ptr %392, i64 %442
  %446 = load ptr, ptr %445, align 8
  %447 = ptrtoint ptr %446 to i64
  %448 = xor i64 %443, %447
  %449 = mul i64 %448, -7046029254386353131
  %450 = lshr i64 %449, 20
  %451 = add nuw nsw i64 %442, 1
  %452 = add i64 %444, 1
  %453 = icmp eq i64 %452, %397
  br i1 %453, label %454, label %441, !llvm.loop !186

454:                                              ; preds = %435, %441, %391
  %455 = phi i64 [ 0, %391 ], [ %431, %435 ], [ %450, %441 ]
  br label %456

456:                                              ; preds = %454, %456
  %457 = phi i64 [ %462, %456 ], [ %455, %454 ]
  %458 = and i64 %457, %384
  %459 = getelementptr inbounds nuw ptr, ptr %377, i64 %458
  %460 = load ptr, ptr %459, align 8
  %461 = icmp eq ptr %460, null
  %462 = add i64 %457, 1
  br i1 %461, label %463, label %456, !llvm.loop !187

463:                                              ; preds = %456
  %464 = getelementptr inbounds nuw ptr, ptr %377, i64 %458
  store ptr %389, ptr %464, align 8
  br label %465

465:                                              ; preds = %463, %386
  %466 = add nuw nsw i64 %387, 1
  %467 = icmp eq i64 %466, %385
  br i1 %467, label %468, label %386, !llvm.loop !188

468:                                              ; preds = %465, %379
  tail call void @free(ptr noundef %381) #12
  store ptr %377, ptr %380, align 8
  store i32 %375, ptr %328, align 4
  %469 = load i32, ptr %238, align 4
  br label %470

470:                                              ; preds = %468, %366
  %471 = phi i32 [ %469, %468 ], [ %255, %366 ]
  %472 = phi i32 [ %375, %468 ], [ %329, %366 ]
  %473 = icmp eq i32 %471, 0
  br i1 %473, label %533, label %474

474:                                              ; preds = %470
  %475 = zext i32 %471 to i64
  %476 = and i64 %475, 3
  %477 = icmp ult i32 %471, 4
  br i1 %477, label %516, label %478

478:                                              ; preds = %474
  %479 = and i64 %475, 4294967292
  br label %480

480:                                              ; preds = %480, %478
  %481 = phi i64 [ 0, %478 ], [ %511, %480 ]
  %482 = phi i64 [ 0, %478 ], [ %510, %480 ]
  %483 = phi i64 [ 0, %478 ], [ %512, %480 ]
  %484 = getelementptr inbounds nuw ptr, ptr %256, i64 %481
  %485 = load ptr, ptr %484, align 8
  %486 = ptrtoint ptr %485 to i64
  %487 = xor i64 %482, %486
  %488 = mul i64 %487, -7046029254386353131
  %489 = lshr i64 %488, 20
  %490 = getelementptr inbounds nuw ptr, ptr %256, i64 %481
  %491 = getelementptr inbounds nuw i8, ptr %490, i64 8
  %492 = load ptr, ptr %491, align 8
  %493 = ptrtoint ptr %492 to i64
  %494 = xor i64 %489, %493
  %495 = mul i64 %494, -7046029254386353131
  %496 = lshr i64 %495, 20
  %497 = getelementptr inbounds nuw ptr, ptr %256, i64 %481
  %498 = getelementptr inbounds nuw i8, ptr %497, i64 16
  %499 = load ptr, ptr %498, align 8
  %500 = ptrtoint ptr %499 to i64
  %501 = xor i64 %496, %500
  %502 = mul i64 %501, -7046029254386353131
  %503 = lshr i64 %502, 20
  %504 = getelementptr inbounds nuw ptr, ptr %256, i64 %481
  %505 = getelementptr inbounds nuw i8, ptr %504, i64 24
  %506 = load ptr, ptr %505, align 8
  %507 = ptrtoint ptr %506 to i64
  %508 = xor i64 %503, %507
  %509 = mul i64 %508, -7046029254386353131
  %510 = lshr i64 %509, 20
  %511 = add nuw nsw i64 %481, 4
  %512 = add i64 %483, 4
  %513 = icmp eq i64 %512, %479
  br i1 %513, label %514, label %480, !llvm.loop !183

514:                                              ; preds = %480
  %515 = icmp eq i64 %476, 0
  br i1 %515, label %533, label %516

516:                                              ; preds = %514, %474
  %517 = phi i64 [ 0, %474 ], [ %511, %514 ]
  %518 = phi i64 [ 0, %474 ], [ %510, %514 ]
  %519 = icmp ne i64 %476, 0
  tail call void @llvm.assume(i1 %519)
  br label %520

520:                                              ; preds = %520, %516
  %521 = phi i64 [ %517, %516 ], [ %530, %520 ]
  %522 = phi i64 [ %518, %516 ], [ %529, %520 ]
  %523 = phi i64 [ 0, %516 ], [ %531, %520 ]
  %524 = getelementptr inbounds nuw ptr, ptr %256, i64 %521
  %525 = load ptr, ptr %524, align 8
  %526 = ptrtoint ptr %525 to i64
  %527 = xor i64 %522, %526
  %528 = mul i64 %527, -7046029254386353131
  %529 = lshr i64 %528, 20
  %530 = add nuw nsw i64 %521, 1
  %531 = add i64 %523, 1
  %532 = icmp eq i64 %531, %476
  br i1 %532, label %533, label %520, !llvm.loop !189

533:                                              ; preds = %514, %520, %470
  %534 = phi i64 [ 0, %470 ], [ %510, %514 ], [ %529, %520 ]
  %535 = getelementptr inbounds nuw i8, ptr %237, i64 392
  %536 = load ptr, ptr %535, align 8
  %537 = add i32 %472, -1
  %538 = zext i32 %537 to i64
  br label %539

539:                                              ; preds = %539, %533
  %540 = phi i64 [ %534, %533 ], [ %545, %539 ]
  %541 = and i64 %540, %538
  %542 = getelementptr inbounds nuw ptr, ptr %536, i64 %541
  %543 = load ptr, ptr %542, align 8
  %544 = icmp eq ptr %543, null
  %545 = add i64 %540, 1
  br i1 %544, label %546, label %539, !llvm.loop !190

546:                                              ; preds = %539
  %547 = getelementptr inbounds nuw ptr, ptr %536, i64 %541
  store ptr %243, ptr %547, align 8
  %548 = load i32, ptr %367, align 8
  %549 = add i32 %548, 1
  store i32 %549, ptr %367, align 8
  %550 = load i32, ptr %238, align 4
  %551 = icmp eq i32 %550, 0
  br i1 %551, label %554, label %555

552:                                              ; preds = %373
  tail call void @free(ptr noundef %243) #12
  %553 = tail call ptr @PyErr_NoMemory() #12
  br label %563

554:                                              ; preds = %555, %546
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #12
  br label %563

555:                                              ; preds = %546, %555
  %556 = phi i64 [ %559, %555 ], [ 0, %546 ]
  %557 = getelementptr inbounds nuw ptr, ptr %256, i64 %556
  %558 = load ptr, ptr %557, align 8
  tail call void @Py_IncRef(ptr noundef %558) #12
  %559 = add nuw nsw i64 %556, 1
  %560 = load i32, ptr %238, align 4
  %561 = zext i32 %560 to i64
  %562 = icmp samesign ult i64 %559, %561
  br i1 %562, label %555, label %554, !llvm.loop !191

563:                                              ; preds = %234, %554, %552, %365, %245, %3, %17
  %564 = phi ptr [ null, %3 ], [ @_Py_NoneStruct, %17 ], [ %235, %234 ], [ @_Py_NoneStruct, %365 ], [ %553, %552 ], [ @_Py_NoneStruct, %554 ], [ %246, %245 ]
  ret ptr %564
}

; Function Attrs: mustprogress nofree nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite)
declare noalias noundef ptr @calloc(i64 noundef, i64 noundef) local_unnamed_addr #27

declare i32 @PyDict_Next(ptr noundef, ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #14

; Function Attrs: nounwind
define internal fastcc ptr @two(ptr noundef %0, ptr noundef %1) unnamed_addr #6 {
  %3 = icmp ne ptr %0, null
  %4 = icmp ne ptr %1, null
  %5 = and i1 %3, %4
  br i1 %5, label %6, label %9

6:                                                ; preds = %2
  %7 = tail call ptr @PyTuple_New(i64 noundef 2) #12
  %8 = icmp eq ptr %7, null
  br i1 %8, label %11, label %15

9:                                                ; preds = %2
  %10 = icmp eq ptr %0, null
  br i1 %10, label %12, label %11

11:                                               ; preds = %6, %9
  tail call void @Py_DecRef(ptr noundef nonnull %0) #12
  br label %12

12:                                               ; preds = %9, %11
  %13 = icmp eq ptr %1, null
  br i1 %13, label %18, label %14

14:                                               ; preds = %12
  tail call void @Py_DecRef(ptr noundef nonnull %1) #12
  br label %18

15:                                               ; preds = %6
  %16 = tail call i32 @PyTuple_SetItem(ptr noundef nonnull %7, i64 noundef 0, ptr noundef nonnull %0) #12
  %17 = tail call i32 @PyTuple_SetItem(ptr noundef nonnull %7, i64 noundef 1, ptr noundef nonnull %1) #12
  br label %18

18:                                               ; preds = %14, %12, %15
  %19 = phi ptr [ %7, %15 ], [ null, %12 ], [ null, %14 ]
  ret ptr %19
}

; Function Attrs: nounwind
define internal ptr @stream_launch(ptr noundef %0, ptr noundef %1, i64 noundef %2, ptr noundef %3) #6 {
  %5 = alloca %struct.call, align 8
  %6 = alloca [32 x ptr], align 16
  %7 = alloca [32 x ptr], align 16
  %8 = alloca [32 x %struct.use], align 16
  %9 = alloca [32 x i64], align 16
  %10 = alloca %struct.request, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #12
  store ptr %0, ptr %5, align 8
  %11 = getelementptr inbounds nuw i8, ptr %5, i64 8
  store ptr %1, ptr %11, align 8
  %12 = getelementptr inbounds nuw i8, ptr %5, i64 16
  store ptr %3, ptr %12, align 8
  %13 = getelementptr inbounds nuw i8, ptr %5, i64 24
  store i64 %2, ptr %13, align 8
  %14 = load i64, ptr getelementptr inbounds nuw (i8, ptr @slots, i64 8), align 8
  %15 = getelementptr inbounds i8, ptr %0, i64 %14
  %16 = load ptr, ptr %15, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %6) #12
  call void @llvm.lifetime.start.p0(ptr nonnull %7) #12
  call void @llvm.lifetime.start.p0(ptr nonnull %8) #12
  call void @llvm.lifetime.start.p0(ptr nonnull %9) #12
  %17 = icmp ne i64 %2, 0
  %18 = icmp ne ptr %16, null
  %19 = select i1 %17, i1 %18, i1 false
  br i1 %19, label %20, label %34

20:                                               ; preds = %4
  %21 = load i64, ptr @head_bytes, align 8
  %22 = getelementptr inbounds i8, ptr %16, i64 %21
  %23 = getelementptr inbounds i8, ptr %22, i64 -8
  %24 = load ptr, ptr %23, align 8
  %25 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @types, i64 8), align 8
  %26 = icmp eq ptr %24, %25
  br i1 %26, label %27, label %34

27:                                               ; preds = %20
  %28 = getelementptr inbounds nuw i8, ptr %22, i64 216
  %29 = load ptr, ptr %28, align 8
  %30 = getelementptr inbounds i8, ptr %29, i64 %21
  %31 = getelementptr inbounds nuw i8, ptr %30, i64 8
  %32 = load i32, ptr %31, align 8
  %33 = icmp eq i32 %32, 0
  br i1 %33, label %36, label %34

34:                                               ; preds = %27, %20, %4
  %35 = call fastcc ptr @long_way(ptr noundef %5)
  br label %378

36:                                               ; preds = %27
  %37 = getelementptr inbounds nuw i8, ptr %22, i64 224
  %38 = load ptr, ptr %37, align 8
  %39 = getelementptr inbounds i8, ptr %38, i64 %21
  %40 = load ptr, ptr %1, align 8
  %41 = getelementptr inbounds nuw i8, ptr %39, i64 20
  %42 = load i32, ptr %41, align 4
  %43 = icmp eq i32 %42, 0
  br i1 %43, label %333, label %44

44:                                               ; preds = %36
  %45 = getelementptr inbounds nuw i8, ptr %39, i64 8
  %46 = ptrtoint ptr %40 to i64
  %47 = mul i64 %46, -7046029254386353131
  %48 = lshr i64 %47, 20
  %49 = load ptr, ptr %45, align 8
  %50 = add i32 %42, -1
  %51 = zext i32 %50 to i64
  %52 = and i64 %48, %51
  %53 = getelementptr inbounds nuw ptr, ptr %49, i64 %52
  %54 = load ptr, ptr %53, align 8
  %55 = icmp eq ptr %54, null
  br i1 %55, label %333, label %62

56:                                               ; preds = %62
  %57 = add i64 %64, 1
  %58 = and i64 %57, %51
  %59 = getelementptr inbounds nuw ptr, ptr %49, i64 %58
  %60 = load ptr, ptr %59, align 8
  %61 = icmp eq ptr %60, null
  br i1 %61, label %333, label %62

62:                                               ; preds = %44, %56
  %63 = phi ptr [ %60, %56 ], [ %54, %44 ]
  %64 = phi i64 [ %57, %56 ], [ %48, %44 ]
  %65 = load ptr, ptr %63, align 8
  %66 = icmp eq ptr %65, %40
  br i1 %66, label %67, label %56

67:                                               ; preds = %62
  %68 = add nsw i64 %2, -1
  %69 = icmp eq ptr %3, null
  br i1 %69, label %72, label %70

70:                                               ; preds = %67
  %71 = tail call i64 @PyTuple_Size(ptr noundef nonnull %3) #12
  br label %72

72:                                               ; preds = %70, %67
  %73 = phi i64 [ %71, %70 ], [ 0, %67 ]
  %74 = add nsw i64 %73, %68
  %75 = getelementptr inbounds nuw i8, ptr %63, i64 8
  %76 = load i32, ptr %75, align 8
  %77 = zext i32 %76 to i64
  %78 = icmp eq i64 %74, %77
  br i1 %78, label %79, label %333

79:                                               ; preds = %72
  %80 = icmp eq i32 %76, 0
  br i1 %80, label %100, label %81

81:                                               ; preds = %79
  %82 = add i64 %73, %2
  %83 = and i64 %74, 1
  %84 = icmp eq i64 %82, 2
  br i1 %84, label %89, label %85

85:                                               ; preds = %81
  %86 = and i64 %74, -2
  br label %105

87:                                               ; preds = %122
  %88 = icmp eq i64 %83, 0
  br i1 %88, label %100, label %89

89:                                               ; preds = %87, %81
  %90 = phi i64 [ 0, %81 ], [ %125, %87 ]
  %91 = icmp ne i64 %83, 0
  tail call void @llvm.assume(i1 %91)
  %92 = icmp slt i64 %90, %68
  br i1 %92, label %93, label %97

93:                                               ; preds = %89
  %94 = getelementptr inbounds nuw ptr, ptr %1, i64 %90
  %95 = getelementptr inbounds nuw i8, ptr %94, i64 8
  %96 = load ptr, ptr %95, align 8
  br label %97

97:                                               ; preds = %93, %89
  %98 = phi ptr [ %96, %93 ], [ null, %89 ]
  %99 = getelementptr inbounds nuw ptr, ptr %6, i64 %90
  store ptr %98, ptr %99, align 8
  br label %100

100:                                              ; preds = %97, %87, %79
  %101 = icmp slt i64 %73, 1
  br i1 %101, label %173, label %102

102:                                              ; preds = %100
  %103 = getelementptr inbounds nuw i8, ptr %63, i64 24
  %104 = getelementptr ptr, ptr %1, i64 %2
  br label %128

105:                                              ; preds = %122, %85
  %106 = phi i64 [ 0, %85 ], [ %125, %122 ]
  %107 = phi i64 [ 0, %85 ], [ %126, %122 ]
  %108 = icmp slt i64 %106, %68
  br i1 %108, label %109, label %113

109:                                              ; preds = %105
  %110 = getelementptr inbounds nuw ptr, ptr %1, i64 %106
  %111 = getelementptr inbounds nuw i8, ptr %110, i64 8
  %112 = load ptr, ptr %111, align 8
  br label %113

113:                                              ; preds = %109, %105
  %114 = phi ptr [ %112, %109 ], [ null, %105 ]
  %115 = getelementptr inbounds nuw ptr, ptr %6, i64 %106
  store ptr %114, ptr %115, align 16
  %116 = or disjoint i64 %106, 1
  %117 = icmp slt i64 %116, %68
  br i1 %117, label %118, label %122

118:                                              ; preds = %113
  %119 = getelementptr inbounds nuw ptr, ptr %1, i64 %116
  %120 = getelementptr inbounds nuw i8, ptr %119, i64 8
  %121 = load ptr, ptr %120, align 8
  br label %122

122:                                              ; preds = %118, %113
  %123 = phi ptr [ %121, %118 ], [ null, %113 ]
  %124 = getelementptr inbounds nuw ptr, ptr %6, i64 %116
  store ptr %123, ptr %124, align 8
  %125 = add nuw nsw i64 %106, 2
  %126 = add i64 %107, 2
  %127 = icmp eq i64 %126, %86
  br i1 %127, label %87, label %105, !llvm.loop !192

128:                                              ; preds = %168, %102
  %129 = phi i64 [ 0, %102 ], [ %171, %168 ]
  %130 = tail call ptr @PyTuple_GetItem(ptr noundef %3, i64 noundef %129) #12
  %131 = load i32, ptr %75, align 8
  %132 = zext i32 %131 to i64
  %133 = icmp sgt i64 %2, %132
  br i1 %133, label %142, label %134

134:                                              ; preds = %128, %139
  %135 = phi i64 [ %140, %139 ], [ %68, %128 ]
  %136 = getelementptr inbounds ptr, ptr %103, i64 %135
  %137 = load ptr, ptr %136, align 8
  %138 = icmp eq ptr %137, %130
  br i1 %138, label %142, label %139

139:                                              ; preds = %134
  %140 = add i64 %135, 1
  %141 = icmp eq i64 %140, %132
  br i1 %141, label %142, label %134, !llvm.loop !193

142:                                              ; preds = %139, %134, %128
  %143 = phi i64 [ %68, %128 ], [ %135, %134 ], [ %132, %139 ]
  %144 = icmp eq i64 %143, %132
  %145 = icmp sle i64 %2, %132
  %146 = and i1 %145, %144
  br i1 %146, label %150, label %147

147:                                              ; preds = %150, %142
  %148 = phi i64 [ %143, %142 ], [ %157, %150 ]
  %149 = phi i1 [ %144, %142 ], [ %161, %150 ]
  br i1 %149, label %333, label %164

150:                                              ; preds = %142, %150
  %151 = phi i64 [ %158, %150 ], [ %68, %142 ]
  %152 = phi i64 [ %157, %150 ], [ %132, %142 ]
  %153 = getelementptr inbounds ptr, ptr %103, i64 %151
  %154 = load ptr, ptr %153, align 8
  %155 = tail call i32 @PyUnicode_Compare(ptr noundef %154, ptr noundef %130) #12
  %156 = icmp eq i32 %155, 0
  %157 = select i1 %156, i64 %151, i64 %152
  %158 = add nsw i64 %151, 1
  %159 = load i32, ptr %75, align 8
  %160 = zext i32 %159 to i64
  %161 = icmp eq i64 %157, %160
  %162 = icmp slt i64 %158, %160
  %163 = select i1 %161, i1 %162, i1 false
  br i1 %163, label %150, label %147, !llvm.loop !194

164:                                              ; preds = %147
  %165 = getelementptr inbounds ptr, ptr %6, i64 %148
  %166 = load ptr, ptr %165, align 8
  %167 = icmp eq ptr %166, null
  br i1 %167, label %168, label %333

168:                                              ; preds = %164
  %169 = getelementptr ptr, ptr %104, i64 %129
  %170 = load ptr, ptr %169, align 8
  store ptr %170, ptr %165, align 8
  %171 = add nuw nsw i64 %129, 1
  %172 = icmp eq i64 %171, %73
  br i1 %172, label %173, label %128, !llvm.loop !195

173:                                              ; preds = %168, %100
  %174 = getelementptr inbounds nuw i8, ptr %63, i64 12
  %175 = load i32, ptr %174, align 4
  %176 = icmp eq i32 %175, 0
  br i1 %176, label %231, label %177

177:                                              ; preds = %173
  %178 = getelementptr inbounds nuw i8, ptr %63, i64 312
  %179 = getelementptr inbounds nuw i8, ptr %63, i64 280
  %180 = load i64, ptr @head_bytes, align 8
  %181 = load ptr, ptr @buffer_class, align 8
  br label %182

182:                                              ; preds = %217, %177
  %183 = phi ptr [ %181, %177 ], [ %200, %217 ]
  %184 = phi i64 [ %180, %177 ], [ %211, %217 ]
  %185 = phi i64 [ 0, %177 ], [ %227, %217 ]
  %186 = getelementptr inbounds nuw i8, ptr %178, i64 %185
  %187 = load i8, ptr %186, align 1
  %188 = zext i8 %187 to i64
  %189 = getelementptr inbounds nuw ptr, ptr %6, i64 %188
  %190 = load ptr, ptr %189, align 8
  %191 = getelementptr inbounds i8, ptr %190, i64 %184
  %192 = getelementptr inbounds i8, ptr %191, i64 -8
  %193 = load ptr, ptr %192, align 8
  %194 = icmp eq ptr %193, %183
  br i1 %194, label %199, label %195

195:                                              ; preds = %182
  %196 = tail call i32 @PyType_IsSubtype(ptr noundef %193, ptr noundef %183) #12
  %197 = icmp eq i32 %196, 0
  %198 = load ptr, ptr @buffer_class, align 8
  br i1 %197, label %333, label %199

199:                                              ; preds = %195, %182
  %200 = phi ptr [ %183, %182 ], [ %198, %195 ]
  %201 = load i64, ptr getelementptr inbounds nuw (i8, ptr @slots, i64 16), align 8
  %202 = getelementptr inbounds i8, ptr %190, i64 %201
  %203 = load ptr, ptr %202, align 8
  %204 = icmp eq ptr %203, null
  br i1 %204, label %333, label %205

205:                                              ; preds = %199
  %206 = load i64, ptr getelementptr inbounds nuw (i8, ptr @slots, i64 24), align 8
  %207 = getelementptr inbounds i8, ptr %190, i64 %206
  %208 = load ptr, ptr %207, align 8
  %209 = icmp eq ptr %208, null
  br i1 %209, label %333, label %210

210:                                              ; preds = %205
  %211 = load i64, ptr @head_bytes, align 8
  %212 = getelementptr inbounds i8, ptr %208, i64 %211
  %213 = getelementptr inbounds i8, ptr %212, i64 -8
  %214 = load ptr, ptr %213, align 8
  %215 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @types, i64 24), align 8
  %216 = icmp eq ptr %214, %215
  br i1 %216, label %217, label %333

217:                                              ; preds = %210
  %218 = getelementptr inbounds nuw ptr, ptr %7, i64 %185
  store ptr %203, ptr %218, align 8
  %219 = getelementptr inbounds nuw %struct.use, ptr %8, i64 %185
  %220 = getelementptr inbounds nuw i8, ptr %179, i64 %188
  %221 = load i8, ptr %220, align 1
  %222 = and i8 %221, 1
  %223 = lshr i8 %221, 1
  store ptr %212, ptr %219, align 16
  %224 = getelementptr inbounds nuw i8, ptr %219, i64 8
  store i8 %222, ptr %224, align 8
  %225 = getelementptr inbounds nuw i8, ptr %219, i64 9
  store i8 %223, ptr %225, align 1
  %226 = getelementptr inbounds nuw i8, ptr %219, i64 10
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 2 dereferenceable(6) %226, i8 0, i64 6, i1 false)
  %227 = add nuw nsw i64 %185, 1
  %228 = load i32, ptr %174, align 4
  %229 = zext i32 %228 to i64
  %230 = icmp samesign ult i64 %227, %229
  br i1 %230, label %182, label %231, !llvm.loop !196

231:                                              ; preds = %217, %173
  %232 = phi i32 [ 0, %173 ], [ %228, %217 ]
  %233 = zext i32 %232 to i64
  %234 = shl nuw nsw i64 %233, 3
  %235 = getelementptr inbounds nuw i8, ptr %63, i64 384
  %236 = load ptr, ptr %235, align 8
  %237 = icmp eq ptr %236, null
  br i1 %237, label %242, label %238

238:                                              ; preds = %231
  %239 = getelementptr inbounds nuw i8, ptr %236, i64 8
  %240 = call i32 @bcmp(ptr nonnull %239, ptr nonnull readonly %7, i64 %234)
  %241 = icmp eq i32 %240, 0
  br i1 %241, label %329, label %242

242:                                              ; preds = %238, %231
  %243 = icmp eq i32 %232, 0
  br i1 %243, label %302, label %244

244:                                              ; preds = %242
  %245 = and i64 %233, 3
  %246 = icmp ult i32 %232, 4
  br i1 %246, label %285, label %247

247:                                              ; preds = %244
  %248 = and i64 %233, 4294967292
  br label %249

249:                                              ; preds = %249, %247
  %250 = phi i64 [ 0, %247 ], [ %280, %249 ]
  %251 = phi i64 [ 0, %247 ], [ %279, %249 ]
  %252 = phi i64 [ 0, %247 ], [ %281, %249 ]
  %253 = getelementptr inbounds nuw ptr, ptr %7, i64 %250
  %254 = load ptr, ptr %253, align 16
  %255 = ptrtoint ptr %254 to i64
  %256 = xor i64 %251, %255
  %257 = mul i64 %256, -7046029254386353131
  %258 = lshr i64 %257, 20
  %259 = getelementptr inbounds nuw ptr, ptr %7, i64 %250
  %260 = getelementptr inbounds nuw i8, ptr %259, i64 8
  %261 = load ptr, ptr %260, align 8
  %262 = ptrtoint ptr %261 to i64
  %263 = xor i64 %258, %262
  %264 = mul i64 %263, -7046029254386353131
  %265 = lshr i64 %264, 20
  %266 = getelementptr inbounds nuw ptr, ptr %7, i64 %250
  %267 = getelementptr inbounds nuw i8, ptr %266, i64 16
  %268 = load ptr, ptr %267, align 16
  %269 = ptrtoint ptr %268 to i64
  %270 = xor i64 %265, %269
  %271 = mul i64 %270, -7046029254386353131
  %272 = lshr i64 %271, 20
  %273 = getelementptr inbounds nuw ptr, ptr %7, i64 %250
  %274 = getelementptr inbounds nuw i8, ptr %273, i64 24
  %275 = load ptr, ptr %274, align 8
  %276 = ptrtoint ptr %275 to i64
  %277 = xor i64 %272, %276
  %278 = mul i64 %277, -7046029254386353131
  %279 = lshr i64 %278, 20
  %280 = add nuw nsw i64 %250, 4
  %281 = add i64 %252, 4
  %282 = icmp eq i64 %281, %248
  br i1 %282, label %283, label %249, !llvm.loop !183

283:                                              ; preds = %249
  %284 = icmp eq i64 %245, 0
  br i1 %284, label %302, label %285

285:                                              ; preds = %283, %244
  %286 = phi i64 [ 0, %244 ], [ %280, %283 ]
  %287 = phi i64 [ 0, %244 ], [ %279, %283 ]
  %288 = icmp ne i64 %245, 0
  tail call void @llvm.assume(i1 %288)
  br label %289

289:                                              ; preds = %289, %285
  %290 = phi i64 [ %299, %289 ], [ %286, %285 ]
  %291 = phi i64 [ %298, %289 ], [ %287, %285 ]
  %292 = phi i64 [ %300, %289 ], [ 0, %285 ]
  %293 = getelementptr inbounds nuw ptr, ptr %7, i64 %290
  %294 = load ptr, ptr %293, align 8
  %295 = ptrtoint ptr %294 to i64
  %296 = xor i64 %291, %295
  %297 = mul i64 %296, -7046029254386353131
  %298 = lshr i64 %297, 20
  %299 = add nuw nsw i64 %290, 1
  %300 = add i64 %292, 1
  %301 = icmp eq i64 %300, %245
  br i1 %301, label %302, label %289, !llvm.loop !197

302:                                              ; preds = %283, %289, %242
  %303 = phi i64 [ 0, %242 ], [ %279, %283 ], [ %298, %289 ]
  %304 = getelementptr inbounds nuw i8, ptr %63, i64 404
  %305 = load i32, ptr %304, align 4
  %306 = icmp eq i32 %305, 0
  br i1 %306, label %333, label %307

307:                                              ; preds = %302
  %308 = getelementptr inbounds nuw i8, ptr %63, i64 392
  %309 = load ptr, ptr %308, align 8
  %310 = add i32 %305, -1
  %311 = zext i32 %310 to i64
  %312 = and i64 %303, %311
  %313 = getelementptr inbounds nuw ptr, ptr %309, i64 %312
  %314 = load ptr, ptr %313, align 8
  %315 = icmp eq ptr %314, null
  br i1 %315, label %333, label %322

316:                                              ; preds = %322
  %317 = add i64 %324, 1
  %318 = and i64 %317, %311
  %319 = getelementptr inbounds nuw ptr, ptr %309, i64 %318
  %320 = load ptr, ptr %319, align 8
  %321 = icmp eq ptr %320, null
  br i1 %321, label %333, label %322

322:                                              ; preds = %307, %316
  %323 = phi ptr [ %320, %316 ], [ %314, %307 ]
  %324 = phi i64 [ %317, %316 ], [ %303, %307 ]
  %325 = getelementptr inbounds nuw i8, ptr %323, i64 8
  %326 = call i32 @bcmp(ptr nonnull %325, ptr nonnull readonly %7, i64 %234)
  %327 = icmp eq i32 %326, 0
  br i1 %327, label %328, label %316

328:                                              ; preds = %322
  store ptr %323, ptr %235, align 8
  br label %329

329:                                              ; preds = %328, %238
  %330 = phi ptr [ %236, %238 ], [ %323, %328 ]
  %331 = call fastcc i32 @may_clash(ptr noundef %63, ptr noundef %6)
  %332 = icmp eq i32 %331, 0
  br i1 %332, label %335, label %333

333:                                              ; preds = %56, %147, %164, %210, %205, %199, %195, %316, %44, %307, %302, %72, %36, %329
  %334 = call fastcc ptr @long_way(ptr noundef %5)
  br label %378

335:                                              ; preds = %329
  %336 = load i64, ptr %39, align 8
  %337 = load ptr, ptr %330, align 8
  %338 = getelementptr inbounds nuw i8, ptr %337, i64 24
  %339 = load i64, ptr %338, align 8
  %340 = call fastcc i32 @convert_all(ptr noundef %63, ptr noundef %337, ptr noundef %6, ptr noundef %9)
  %341 = icmp eq i32 %340, 0
  br i1 %341, label %352, label %342

342:                                              ; preds = %335
  %343 = load ptr, ptr @PyExc_TypeError, align 8
  %344 = tail call i32 @PyErr_ExceptionMatches(ptr noundef %343) #12
  %345 = icmp eq i32 %344, 0
  br i1 %345, label %346, label %350

346:                                              ; preds = %342
  %347 = load ptr, ptr @PyExc_OverflowError, align 8
  %348 = tail call i32 @PyErr_ExceptionMatches(ptr noundef %347) #12
  %349 = icmp eq i32 %348, 0
  br i1 %349, label %378, label %350

350:                                              ; preds = %346, %342
  tail call void @PyErr_Clear() #12
  %351 = call fastcc ptr @long_way(ptr noundef %5)
  br label %378

352:                                              ; preds = %335
  %353 = shl i64 %339, 3
  %354 = add i64 %353, 32
  call void @llvm.lifetime.start.p0(ptr nonnull %10) #12
  store ptr %22, ptr %10, align 8
  %355 = getelementptr inbounds nuw i8, ptr %10, i64 8
  store ptr %8, ptr %355, align 8
  %356 = getelementptr inbounds nuw i8, ptr %10, i64 16
  store i32 %232, ptr %356, align 8
  %357 = getelementptr inbounds nuw i8, ptr %10, i64 20
  store i32 0, ptr %357, align 4
  %358 = getelementptr inbounds nuw i8, ptr %10, i64 24
  store ptr %39, ptr %358, align 8
  %359 = getelementptr inbounds nuw i8, ptr %10, i64 32
  store i64 %336, ptr %359, align 8
  %360 = getelementptr inbounds nuw i8, ptr %10, i64 40
  store ptr %337, ptr %360, align 8
  %361 = getelementptr inbounds nuw i8, ptr %10, i64 48
  store ptr %9, ptr %361, align 8
  %362 = getelementptr inbounds nuw i8, ptr %10, i64 56
  store ptr null, ptr %362, align 8
  %363 = getelementptr inbounds nuw i8, ptr %10, i64 64
  store ptr @_Py_NoneStruct, ptr %363, align 8
  %364 = getelementptr inbounds nuw i8, ptr %10, i64 72
  store ptr null, ptr %364, align 8
  %365 = getelementptr inbounds nuw i8, ptr %10, i64 80
  %366 = load ptr, ptr %1, align 8
  store ptr %366, ptr %365, align 8
  %367 = getelementptr inbounds nuw i8, ptr %10, i64 88
  store ptr @_Py_NoneStruct, ptr %367, align 8
  %368 = getelementptr inbounds nuw i8, ptr %10, i64 96
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %368, i8 0, i64 16, i1 false)
  %369 = call fastcc ptr @submit(ptr noundef %10, i64 noundef %354)
  %370 = icmp eq ptr %369, null
  br i1 %370, label %371, label %376

371:                                              ; preds = %352
  %372 = call ptr @PyErr_Occurred() #12
  %373 = icmp eq ptr %372, null
  br i1 %373, label %374, label %376

374:                                              ; preds = %371
  %375 = call fastcc ptr @long_way(ptr noundef %5)
  br label %376

376:                                              ; preds = %352, %371, %374
  %377 = phi ptr [ %375, %374 ], [ null, %371 ], [ %369, %352 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %10) #12
  br label %378

378:                                              ; preds = %333, %346, %376, %350, %34
  %379 = phi ptr [ %35, %34 ], [ %334, %333 ], [ %351, %350 ], [ %377, %376 ], [ null, %346 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %9) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %8) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %7) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %6) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #12
  ret ptr %379
}

declare ptr @PyDescr_NewMethod(ptr noundef, ptr noundef) local_unnamed_addr #14

; Function Attrs: nounwind
define internal fastcc ptr @long_way(ptr noundef nonnull readonly captures(none) %0) unnamed_addr #6 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %3 = load ptr, ptr %2, align 8
  %4 = icmp eq ptr %3, null
  br i1 %4, label %7, label %5

5:                                                ; preds = %1
  %6 = tail call i64 @PyTuple_Size(ptr noundef nonnull %3) #12
  br label %7

7:                                                ; preds = %1, %5
  %8 = phi i64 [ %6, %5 ], [ 0, %1 ]
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %10 = load i64, ptr %9, align 8
  %11 = add nsw i64 %10, 1
  %12 = tail call ptr @PyTuple_New(i64 noundef %11) #12
  %13 = icmp eq i64 %8, 0
  br i1 %13, label %16, label %14

14:                                               ; preds = %7
  %15 = tail call ptr @PyDict_New() #12
  br label %16

16:                                               ; preds = %7, %14
  %17 = phi ptr [ %15, %14 ], [ null, %7 ]
  %18 = icmp eq ptr %12, null
  br i1 %18, label %67, label %19

19:                                               ; preds = %16
  %20 = icmp ne ptr %17, null
  %21 = select i1 %13, i1 true, i1 %20
  br i1 %21, label %22, label %65

22:                                               ; preds = %19
  %23 = load ptr, ptr %0, align 8
  %24 = icmp eq ptr %23, null
  br i1 %24, label %26, label %25

25:                                               ; preds = %22
  tail call void @Py_IncRef(ptr noundef nonnull %23) #12
  br label %26

26:                                               ; preds = %22, %25
  %27 = tail call i32 @PyTuple_SetItem(ptr noundef nonnull %12, i64 noundef 0, ptr noundef %23) #12
  %28 = load i64, ptr %9, align 8
  %29 = icmp sgt i64 %28, 0
  br i1 %29, label %30, label %32

30:                                               ; preds = %26
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 8
  br label %36

32:                                               ; preds = %44, %26
  %33 = icmp sgt i64 %8, 0
  br i1 %33, label %34, label %62

34:                                               ; preds = %32
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 8
  br label %51

36:                                               ; preds = %30, %44
  %37 = phi i64 [ 0, %30 ], [ %38, %44 ]
  %38 = add nuw nsw i64 %37, 1
  %39 = load ptr, ptr %31, align 8
  %40 = getelementptr inbounds nuw ptr, ptr %39, i64 %37
  %41 = load ptr, ptr %40, align 8
  %42 = icmp eq ptr %41, null
  br i1 %42, label %44, label %43

43:                                               ; preds = %36
  tail call void @Py_IncRef(ptr noundef nonnull %41) #12
  br label %44

44:                                               ; preds = %36, %43
  %45 = tail call i32 @PyTuple_SetItem(ptr noundef nonnull %12, i64 noundef %38, ptr noundef %41) #12
  %46 = load i64, ptr %9, align 8
  %47 = icmp slt i64 %38, %46
  br i1 %47, label %36, label %32, !llvm.loop !198

48:                                               ; preds = %51
  %49 = add nuw nsw i64 %52, 1
  %50 = icmp eq i64 %49, %8
  br i1 %50, label %62, label %51, !llvm.loop !199

51:                                               ; preds = %34, %48
  %52 = phi i64 [ 0, %34 ], [ %49, %48 ]
  %53 = load ptr, ptr %2, align 8
  %54 = tail call ptr @PyTuple_GetItem(ptr noundef %53, i64 noundef %52) #12
  %55 = load ptr, ptr %35, align 8
  %56 = load i64, ptr %9, align 8
  %57 = getelementptr ptr, ptr %55, i64 %56
  %58 = getelementptr ptr, ptr %57, i64 %52
  %59 = load ptr, ptr %58, align 8
  %60 = tail call i32 @PyDict_SetItem(ptr noundef %17, ptr noundef %54, ptr noundef %59) #12
  %61 = icmp eq i32 %60, 0
  br i1 %61, label %48, label %65

62:                                               ; preds = %48, %32
  %63 = load ptr, ptr @launch_in_python, align 8
  %64 = tail call ptr @PyObject_Call(ptr noundef %63, ptr noundef nonnull %12, ptr noundef %17) #12
  br label %65

65:                                               ; preds = %51, %62, %19
  %66 = phi ptr [ %64, %62 ], [ null, %19 ], [ null, %51 ]
  tail call void @Py_DecRef(ptr noundef nonnull %12) #12
  br label %67

67:                                               ; preds = %16, %65
  %68 = phi ptr [ null, %16 ], [ %66, %65 ]
  %69 = icmp eq ptr %17, null
  br i1 %69, label %71, label %70

70:                                               ; preds = %67
  tail call void @Py_DecRef(ptr noundef nonnull %17) #12
  br label %71

71:                                               ; preds = %67, %70
  ret ptr %68
}

; Function Attrs: nofree norecurse nosync nounwind memory(read, inaccessiblemem: none, target_mem0: none, target_mem1: none)
define internal fastcc range(i32 0, 2) i32 @may_clash(ptr noundef nonnull readonly captures(none) %0, ptr noundef nonnull readonly captures(none) %1) unnamed_addr #26 {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %4 = load i32, ptr %3, align 8
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %56, label %6

6:                                                ; preds = %2
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 376
  %8 = load ptr, ptr %7, align 8
  %9 = load i64, ptr getelementptr inbounds nuw (i8, ptr @slots, i64 24), align 8
  %10 = load i64, ptr @head_bytes, align 8
  %11 = zext i32 %4 to i64
  br label %12

12:                                               ; preds = %6, %53
  %13 = phi i64 [ 0, %6 ], [ %54, %53 ]
  %14 = getelementptr inbounds nuw %struct.apart, ptr %8, i64 %13
  %15 = load i8, ptr %14, align 1
  %16 = zext i8 %15 to i64
  %17 = getelementptr inbounds nuw ptr, ptr %1, i64 %16
  %18 = load ptr, ptr %17, align 8
  %19 = getelementptr inbounds nuw i8, ptr %14, i64 1
  %20 = load i8, ptr %19, align 1
  %21 = zext i8 %20 to i64
  %22 = getelementptr inbounds nuw ptr, ptr %1, i64 %21
  %23 = load ptr, ptr %22, align 8
  %24 = getelementptr inbounds i8, ptr %18, i64 %9
  %25 = load ptr, ptr %24, align 8
  %26 = getelementptr inbounds i8, ptr %25, i64 %10
  %27 = getelementptr inbounds i8, ptr %23, i64 %9
  %28 = load ptr, ptr %27, align 8
  %29 = getelementptr inbounds i8, ptr %28, i64 %10
  %30 = load ptr, ptr %26, align 8
  %31 = load ptr, ptr %30, align 8
  %32 = load ptr, ptr %29, align 8
  %33 = load ptr, ptr %32, align 8
  %34 = icmp eq ptr %31, %33
  br i1 %34, label %35, label %53

35:                                               ; preds = %12
  %36 = getelementptr inbounds nuw i8, ptr %26, i64 8
  %37 = load i64, ptr %36, align 8
  %38 = getelementptr inbounds nuw i8, ptr %29, i64 16
  %39 = load i64, ptr %38, align 8
  %40 = icmp ult i64 %37, %39
  br i1 %40, label %41, label %53

41:                                               ; preds = %35
  %42 = getelementptr inbounds nuw i8, ptr %29, i64 8
  %43 = load i64, ptr %42, align 8
  %44 = getelementptr inbounds nuw i8, ptr %26, i64 16
  %45 = load i64, ptr %44, align 8
  %46 = icmp ult i64 %43, %45
  br i1 %46, label %47, label %53

47:                                               ; preds = %41
  %48 = getelementptr inbounds nuw i8, ptr %14, i64 2
  %49 = load i8, ptr %48, align 1
  %50 = icmp ne i8 %49, 0
  %51 = icmp eq ptr %18, %23
  %52 = and i1 %51, %50
  br i1 %52, label %53, label %56

53:                                               ; preds = %47, %12, %41, %35
  %54 = add nuw nsw i64 %13, 1
  %55 = icmp eq i64 %54, %11
  br i1 %55, label %56, label %12, !llvm.loop !200

56:                                               ; preds = %47, %53, %2
  %57 = phi i32 [ 0, %2 ], [ 0, %53 ], [ 1, %47 ]
  ret i32 %57
}

; Function Attrs: nounwind
define internal fastcc range(i32 -1, 1) i32 @convert_all(ptr noundef nonnull readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef nonnull readonly captures(none) %2, ptr noundef nonnull writeonly captures(none) %3) unnamed_addr #6 {
  %5 = alloca [32 x i8], align 16
  %6 = alloca [32 x i8], align 16
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #12
  call void @llvm.lifetime.start.p0(ptr nonnull %6) #12
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %8 = load i32, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %10 = zext i32 %8 to i64
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 16 %5, ptr nonnull align 8 %9, i64 %10, i1 false)
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 280
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 16 %6, ptr nonnull align 8 %11, i64 %10, i1 false)
  %12 = icmp eq i32 %8, 0
  br i1 %12, label %38, label %13

13:                                               ; preds = %4, %35
  %14 = phi i64 [ %36, %35 ], [ 0, %4 ]
  %15 = getelementptr inbounds nuw i8, ptr %6, i64 %14
  %16 = load i8, ptr %15, align 1
  %17 = icmp eq i8 %16, 0
  %18 = getelementptr inbounds nuw ptr, ptr %2, i64 %14
  %19 = load ptr, ptr %18, align 8
  br i1 %17, label %29, label %20

20:                                               ; preds = %13
  %21 = load i64, ptr getelementptr inbounds nuw (i8, ptr @slots, i64 24), align 8
  %22 = getelementptr inbounds i8, ptr %19, i64 %21
  %23 = load ptr, ptr %22, align 8
  %24 = load i64, ptr @head_bytes, align 8
  %25 = getelementptr inbounds i8, ptr %23, i64 %24
  %26 = getelementptr inbounds nuw i8, ptr %25, i64 32
  %27 = load i64, ptr %26, align 8
  %28 = getelementptr inbounds nuw i64, ptr %3, i64 %14
  store i64 %27, ptr %28, align 8
  br label %35

29:                                               ; preds = %13
  %30 = getelementptr inbounds nuw i8, ptr %5, i64 %14
  %31 = load i8, ptr %30, align 1
  %32 = getelementptr inbounds nuw i64, ptr %3, i64 %14
  %33 = tail call fastcc i32 @convert(ptr noundef %19, i8 noundef zeroext %31, ptr noundef nonnull %32)
  %34 = icmp eq i32 %33, 0
  br i1 %34, label %35, label %38

35:                                               ; preds = %20, %29
  %36 = add nuw nsw i64 %14, 1
  %37 = icmp eq i64 %36, %10
  br i1 %37, label %38, label %13, !llvm.loop !201

38:                                               ; preds = %35, %29, %4
  %39 = phi i32 [ 0, %4 ], [ -1, %29 ], [ 0, %35 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %6) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #12
  ret i32 %39
}

declare i32 @PyErr_ExceptionMatches(ptr noundef) local_unnamed_addr #14

declare void @PyErr_Clear() local_unnamed_addr #14

declare ptr @PyObject_Call(ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #14

declare i32 @PyUnicode_Compare(ptr noundef, ptr noundef) local_unnamed_addr #14

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.ctpop.i64(i64) #28

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umin.i64(i64, i64) #28

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smax.i64(i64, i64) #28

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fabs.f32(float) #28

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fabs.f64(double) #28

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: read)
declare i32 @bcmp(ptr captures(none), ptr captures(none), i64) local_unnamed_addr #29

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smin.i64(i64, i64) #28

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umax.i64(i64, i64) #28

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umax.i32(i32, i32) #28

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #30

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vector.reduce.or.v2i32(<2 x i32>) #31

attributes #0 = { nofree nosync nounwind memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { nofree nosync nounwind memory(argmem: readwrite) "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #2 = { nofree nounwind memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { nofree nosync nounwind memory(argmem: read) "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #5 = { nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #6 = { nounwind "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #7 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #8 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #9 = { mustprogress nofree norecurse nounwind willreturn memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #10 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #11 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #12 = { nounwind }
attributes #13 = { mustprogress nofree nosync nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #14 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #15 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #16 = { nofree "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #17 = { mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="malloc" "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #18 = { mustprogress nofree nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #19 = { nofree nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #20 = { inlinehint nounwind memory(readwrite, target_mem0: none, target_mem1: none) "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #21 = { nounwind memory(readwrite, target_mem0: none, target_mem1: none) "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #22 = { mustprogress nounwind willreturn allockind("realloc") allocsize(1) memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="malloc" "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #23 = { inlinehint nounwind "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #24 = { mustprogress nounwind willreturn memory(readwrite, target_mem0: none, target_mem1: none) "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #25 = { nofree norecurse nounwind memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #26 = { nofree norecurse nosync nounwind memory(read, inaccessiblemem: none, target_mem0: none, target_mem1: none) "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #27 = { mustprogress nofree nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #28 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #29 = { nocallback nofree nounwind willreturn memory(argmem: read) }
attributes #30 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #31 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #32 = { nounwind willreturn memory(none) }
attributes #33 = { nounwind allocsize(1) }
attributes #34 = { nounwind allocsize(0) }
attributes #35 = { nounwind allocsize(0,1) }

!llvm.module.flags = !{!0, !1, !2, !3}

!0 = !{i32 7, !"Dwarf Version", i32 4}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 8, !"PIC Level", i32 2}
!3 = !{i32 7, !"frame-pointer", i32 2}
!5 = distinct !{!5, !6}
!6 = !{!"llvm.loop.mustprogress"}
!7 = distinct !{!7, !6}
!8 = distinct !{!8, !6}
!9 = distinct !{!9, !6}
!10 = distinct !{!10, !6}
!11 = distinct !{!11, !6}
!12 = distinct !{!12, !13}
!13 = !{!"llvm.loop.unroll.disable"}
!14 = distinct !{!14, !13}
!15 = distinct !{!15, !13}
!16 = distinct !{!16, !13}
!17 = distinct !{!17, !13}
!18 = distinct !{!18, !6}
!19 = !{!20}
!20 = distinct !{!20, !21}
!21 = distinct !{!21, !"LVerDomain"}
!22 = !{!23}
!23 = distinct !{!23, !21}
!24 = distinct !{!24, !6, !25, !26}
!25 = !{!"llvm.loop.isvectorized", i32 1}
!26 = !{!"llvm.loop.unroll.runtime.disable"}
!27 = distinct !{!27, !6, !25, !26}
!28 = distinct !{!28, !6, !26, !25}
!29 = distinct !{!29, !6, !25}
!30 = distinct !{!30, !6}
!31 = distinct !{!31, !6}
!32 = distinct !{!32, !13}
!33 = distinct !{!33, !13}
!34 = distinct !{!34, !6}
!35 = distinct !{!35, !6}
!36 = distinct !{!36, !6}
!37 = distinct !{!37, !6}
!38 = distinct !{!38, !6}
!39 = distinct !{!39, !6}
!40 = distinct !{!40, !41}
!41 = !{!"llvm.loop.peeled.count", i32 1}
!42 = distinct !{!42, !6}
!43 = distinct !{!43, !6}
!44 = distinct !{!44, !6}
!45 = distinct !{!45, !6}
!46 = distinct !{!46, !6}
!47 = distinct !{!47, !6}
!48 = distinct !{!48, !6}
!49 = distinct !{!49, !6}
!50 = distinct !{!50, !6}
!51 = distinct !{!51, !6}
!52 = distinct !{!52, !6}
!53 = distinct !{!53, !6}
!54 = distinct !{!54, !6}
!55 = distinct !{!55, !6}
!56 = distinct !{!56, !6}
!57 = distinct !{!57, !6}
!58 = distinct !{!58, !6}
!59 = distinct !{!59, !6}
!60 = distinct !{!60, !6}
!61 = distinct !{!61, !6}
!62 = distinct !{!62, !6}
!63 = distinct !{!63, !6}
!64 = distinct !{!64, !13}
!65 = distinct !{!65, !6}
!66 = distinct !{!66, !6}
!67 = distinct !{!67, !6}
!68 = distinct !{!68, !6}
!69 = distinct !{!69, !6}
!70 = distinct !{!70, !6}
!71 = distinct !{!71, !6}
!72 = distinct !{!72, !6}
!73 = distinct !{!73, !6}
!74 = distinct !{!74, !6}
!75 = distinct !{!75, !6}
!76 = distinct !{!76, !6}
!77 = distinct !{!77, !6}
!78 = distinct !{!78, !6}
!79 = distinct !{!79, !6}
!80 = distinct !{!80, !6}
!81 = distinct !{!81, !6}
!82 = distinct !{!82, !6}
!83 = distinct !{!83, !6}
!84 = distinct !{!84, !6}
!85 = distinct !{!85, !6}
!86 = distinct !{!86, !6}
!87 = distinct !{!87, !6}
!88 = distinct !{!88, !6}
!89 = distinct !{!89, !13}
!90 = distinct !{!90, !6}
!91 = distinct !{!91, !6}
!92 = distinct !{!92, !6}
!93 = distinct !{!93, !6}
!94 = distinct !{!94, !6}
!95 = distinct !{!95, !6}
!96 = distinct !{!96, !6}
!97 = distinct !{!97, !6}
!98 = distinct !{!98, !6}
!99 = distinct !{!99, !6}
!100 = distinct !{!100, !6}
!101 = distinct !{!101, !6}
!102 = distinct !{!102, !6}
!103 = distinct !{!103, !6}
!104 = distinct !{!104, !6}
!105 = distinct !{!105, !13}
!106 = distinct !{!106, !6}
!107 = distinct !{!107, !6}
!108 = distinct !{!108, !6}
!109 = distinct !{!109, !13}
!110 = distinct !{!110, !6}
!111 = distinct !{!111, !6}
!112 = distinct !{!112, !6}
!113 = distinct !{!113, !6}
!114 = distinct !{!114, !6}
!115 = distinct !{!115, !6}
!116 = distinct !{!116, !6}
!117 = distinct !{!117, !6}
!118 = distinct !{!118, !6}
!119 = distinct !{!119, !6}
!120 = distinct !{!120, !6}
!121 = distinct !{!121, !6}
!122 = distinct !{!122, !6}
!123 = distinct !{!123, !6}
!124 = distinct !{!124, !6}
!125 = distinct !{!125, !13}
!126 = distinct !{!126, !6}
!127 = distinct !{!127, !6}
!128 = distinct !{!128, !6}
!129 = distinct !{!129, !6}
!130 = distinct !{!130, !6, !25, !26}
!131 = distinct !{!131, !6, !26, !25}
!132 = distinct !{!132, !6}
!133 = distinct !{!133, !6}
!134 = distinct !{!134, !6}
!135 = distinct !{!135, !6}
!136 = distinct !{!136, !6}
!137 = distinct !{!137, !6}
!138 = distinct !{!138, !6}
!139 = distinct !{!139, !6}
!140 = distinct !{!140, !6}
!141 = distinct !{!141, !6}
!142 = distinct !{!142, !6}
!143 = distinct !{!143, !6}
!144 = distinct !{!144, !6}
!145 = distinct !{!145, !6}
!146 = distinct !{!146, !6}
!147 = distinct !{!147, !6}
!148 = distinct !{!148, !6}
!149 = distinct !{!149, !6}
!150 = distinct !{!150, !6}
!151 = distinct !{!151, !6}
!152 = distinct !{!152, !6}
!153 = distinct !{!153, !6}
!154 = distinct !{!154, !6}
!155 = distinct !{!155, !6}
!156 = distinct !{!156, !6}
!157 = distinct !{!157, !6}
!158 = distinct !{!158, !6}
!159 = distinct !{!159, !6}
!160 = distinct !{!160, !6}
!161 = distinct !{!161, !6}
!162 = distinct !{!162, !6}
!163 = distinct !{!163, !6}
!164 = distinct !{!164, !6}
!165 = distinct !{!165, !6}
!166 = distinct !{!166, !6}
!167 = distinct !{!167, !6}
!168 = distinct !{!168, !6}
!169 = distinct !{!169, !6}
!170 = distinct !{!170, !6}
!171 = distinct !{!171, !6}
!172 = distinct !{!172, !6}
!173 = distinct !{!173, !6}
!174 = distinct !{!174, !6}
!175 = distinct !{!175, !6}
!176 = distinct !{!176, !6}
!177 = distinct !{!177, !6}
!178 = distinct !{!178, !6}
!179 = distinct !{!179, !6}
!180 = distinct !{!180, !6}
!181 = distinct !{!181, !6}
!182 = distinct !{!182, !6}
!183 = distinct !{!183, !6}
!184 = distinct !{!184, !13}
!185 = distinct !{!185, !6}
!186 = distinct !{!186, !13}
!187 = distinct !{!187, !6}
!188 = distinct !{!188, !6}
!189 = distinct !{!189, !13}
!190 = distinct !{!190, !6}
!191 = distinct !{!191, !6}
!192 = distinct !{!192, !6}
!193 = distinct !{!193, !6}
!194 = distinct !{!194, !6}
!195 = distinct !{!195, !6}
!196 = distinct !{!196, !6}
!197 = distinct !{!197, !13}
!198 = distinct !{!198, !6}
!199 = distinct !{!199, !6}
!200 = distinct !{!200, !6}
!201 = distinct !{!201, !6}
