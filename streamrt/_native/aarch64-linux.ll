target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"

%struct.anon = type { i64, i32, i32, i32, [44 x i8] }
%struct.job = type { i32, i32, i32, ptr, ptr, i64, i64, [16 x i8], i64, [56 x i8] }
%struct.lot = type { %union.pthread_mutex_t, %union.pthread_cond_t, [32 x i8] }
%union.pthread_mutex_t = type { %struct.__pthread_mutex_s, [8 x i8] }
%struct.__pthread_mutex_s = type { i32, i32, i32, i32, i32, i32, %struct.__pthread_internal_list }
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
@srt_builtins = local_unnamed_addr global [43 x { ptr, ptr, i32, [4 x i8], ptr }] [{ ptr, ptr, i32, [4 x i8], ptr } { ptr @.str, ptr @can_issue, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.1, ptr @pack, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.2, ptr @issue, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.3, ptr @push_host, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.4, ptr @mark, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.5, ptr @stop, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.6, ptr @promise, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.7, ptr @completed, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.8, ptr @failures, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.9, ptr @look, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.10, ptr @glance, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.11, ptr @check, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.12, ptr @begin, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.13, ptr @finish, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.14, ptr @raise_one, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.15, ptr @lose, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.16, ptr @cancel, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.17, ptr @arm, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.18, ptr @new_cells, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.19, ptr @new_queue, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.20, ptr @new_plan, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.21, ptr @allocate, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.22, ptr @release, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.23, ptr @free_records, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.24, ptr @set_limit, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.25, ptr @listen, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.26, ptr @set_up, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.27, ptr @forget_workers, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.28, ptr @make_types, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.29, ptr @find_timelines, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.30, ptr @new_lock, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.31, ptr @forget_locks, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.32, ptr @new_timeline, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.33, ptr @new_tracked, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.34, ptr @same_memory, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.35, ptr @join_tracked, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.36, ptr @new_region, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.37, ptr @track, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.38, ptr @wait_edges, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.39, ptr @new_plans, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.40, ptr @new_launch, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.41, ptr @find_slots, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } zeroinitializer], align 8
@srt_handlers = local_unnamed_addr constant [8 x ptr] [ptr @handle_jump, ptr @handle_wait, ptr @handle_check, ptr @handle_signal, ptr @handle_launch, ptr @handle_host, ptr @handle_stop, ptr @handle_part], align 8
@yields_off_until = internal unnamed_addr global i64 0, align 8
@portable = internal unnamed_addr global i32 0, align 4
@lots = internal global [64 x %struct.lot] zeroinitializer, align 64
@notify.one = internal constant i64 1, align 8
@wake_fds = internal global [64 x i32] zeroinitializer, align 4
@convert.bits = internal unnamed_addr constant <{ [106 x i8], [22 x i8] }> <{ [106 x i8] c"\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\08\00\00\00\00\00\10 \00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\08\00\00\00\00\00\10 ", [22 x i8] zeroinitializer }>, align 1
@PyExc_OverflowError = external local_unnamed_addr global ptr, align 8
@.str.42 = private unnamed_addr constant [19 x i8] c"float out of range\00", align 1
@.str.43 = private unnamed_addr constant [21 x i8] c"integer out of range\00", align 1
@head_bytes = internal unnamed_addr global i64 0, align 8
@hazard_texts = internal unnamed_addr global [5 x ptr] zeroinitializer, align 8
@no_name = internal unnamed_addr global ptr null, align 8
@.str.44 = private unnamed_addr constant [22 x i8] c"streamrt._native.Lock\00", align 1
@.str.45 = private unnamed_addr constant [26 x i8] c"streamrt._native.Timeline\00", align 1
@.str.46 = private unnamed_addr constant [25 x i8] c"streamrt._native.Tracked\00", align 1
@.str.47 = private unnamed_addr constant [24 x i8] c"streamrt._native.Region\00", align 1
@.str.48 = private unnamed_addr constant [23 x i8] c"streamrt._native.Plans\00", align 1
@types = internal unnamed_addr global [5 x ptr] zeroinitializer, align 8
@lock_slots = internal global [6 x { i32, [4 x i8], ptr }] [{ i32, [4 x i8], ptr } { i32 71, [4 x i8] zeroinitializer, ptr @lock_traverse }, { i32, [4 x i8], ptr } { i32 51, [4 x i8] zeroinitializer, ptr @lock_clear }, { i32, [4 x i8], ptr } { i32 52, [4 x i8] zeroinitializer, ptr @lock_dealloc }, { i32, [4 x i8], ptr } { i32 64, [4 x i8] zeroinitializer, ptr @lock_methods }, { i32, [4 x i8], ptr } { i32 72, [4 x i8] zeroinitializer, ptr @lock_members }, { i32, [4 x i8], ptr } zeroinitializer], align 8
@.str.50 = private unnamed_addr constant [10 x i8] c"__enter__\00", align 1
@.str.51 = private unnamed_addr constant [9 x i8] c"__exit__\00", align 1
@.str.52 = private unnamed_addr constant [7 x i8] c"locked\00", align 1
@.str.53 = private unnamed_addr constant [8 x i8] c"is_mine\00", align 1
@lock_methods = internal global [5 x { ptr, ptr, i32, [4 x i8], ptr }] [{ ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.50, ptr @lock_enter, i32 4, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.51, ptr @lock_exit, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.52, ptr @lock_locked, i32 4, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.53, ptr @lock_is_mine, i32 4, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } zeroinitializer], align 8
@.str.55 = private unnamed_addr constant [152 x i8] c"use the runtime in a finalizer or a signal's handler: it interrupted this thread inside of the runtime; only submit there, and do everything else later\00", align 1
@locks_taken = internal unnamed_addr global i32 0, align 4
@_Py_NoneStruct = external global %struct.object, align 1
@the_tracker = internal global %struct.tracker zeroinitializer, align 8
@.str.56 = private unnamed_addr constant [8 x i8] c"detours\00", align 1
@.str.57 = private unnamed_addr constant [6 x i8] c"adopt\00", align 1
@.str.58 = private unnamed_addr constant [7 x i8] c"outbox\00", align 1
@lock_members = internal global [4 x { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr }] [{ ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.56, i32 11, [4 x i8] zeroinitializer, i64 8, i32 0, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.57, i32 6, [4 x i8] zeroinitializer, i64 24, i32 0, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.58, i32 6, [4 x i8] zeroinitializer, i64 32, i32 1, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } zeroinitializer], align 8
@timeline_getset = internal global [3 x %struct.PyGetSetDef] [%struct.PyGetSetDef { ptr @.str.90, ptr @timeline_frontier, ptr null, ptr null, ptr null }, %struct.PyGetSetDef { ptr @.str.91, ptr @timeline_in_flight, ptr null, ptr null, ptr null }, %struct.PyGetSetDef zeroinitializer], align 8
@timeline_slots = internal global [7 x { i32, [4 x i8], ptr }] [{ i32, [4 x i8], ptr } { i32 71, [4 x i8] zeroinitializer, ptr @timeline_traverse }, { i32, [4 x i8], ptr } { i32 51, [4 x i8] zeroinitializer, ptr @timeline_clear }, { i32, [4 x i8], ptr } { i32 52, [4 x i8] zeroinitializer, ptr @timeline_dealloc }, { i32, [4 x i8], ptr } { i32 64, [4 x i8] zeroinitializer, ptr @timeline_methods }, { i32, [4 x i8], ptr } { i32 72, [4 x i8] zeroinitializer, ptr @timeline_members }, { i32, [4 x i8], ptr } { i32 73, [4 x i8] zeroinitializer, ptr @timeline_getset }, { i32, [4 x i8], ptr } zeroinitializer], align 8
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
@timeline_methods = internal global [15 x { ptr, ptr, i32, [4 x i8], ptr }] [{ ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.61, ptr @timeline_observe, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.62, ptr @timeline_frontier_at, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.63, ptr @timeline_depends_on, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.64, ptr @timeline_join, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.65, ptr @timeline_reap, i32 4, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.66, ptr @timeline_pop_failed, i32 4, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.67, ptr @timeline_note_seen, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.68, ptr @timeline_push, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.69, ptr @timeline_inflight, i32 4, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.70, ptr @timeline_find, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.71, ptr @timeline_launch, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.72, ptr @timeline_post, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.73, ptr @timeline_call, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.74, ptr @timeline_wait, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } zeroinitializer], align 8
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
@timeline_members = internal global [11 x { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr }] [{ ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.79, i32 18, [4 x i8] zeroinitializer, i64 0, i32 0, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.80, i32 18, [4 x i8] zeroinitializer, i64 8, i32 1, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.81, i32 11, [4 x i8] zeroinitializer, i64 40, i32 0, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.82, i32 18, [4 x i8] zeroinitializer, i64 96, i32 0, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.83, i32 6, [4 x i8] zeroinitializer, i64 216, i32 0, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.84, i32 11, [4 x i8] zeroinitializer, i64 104, i32 0, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.85, i32 6, [4 x i8] zeroinitializer, i64 224, i32 0, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.86, i32 6, [4 x i8] zeroinitializer, i64 232, i32 1, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.87, i32 11, [4 x i8] zeroinitializer, i64 108, i32 0, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.88, i32 11, [4 x i8] zeroinitializer, i64 112, i32 0, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } zeroinitializer], align 8
@.str.90 = private unnamed_addr constant [9 x i8] c"frontier\00", align 1
@.str.91 = private unnamed_addr constant [10 x i8] c"in_flight\00", align 1
@tracked_getset = internal global [7 x %struct.PyGetSetDef] [%struct.PyGetSetDef { ptr @.str.100, ptr @tracked_number, ptr null, ptr null, ptr null }, %struct.PyGetSetDef { ptr @.str.101, ptr @tracked_number, ptr null, ptr null, ptr inttoptr (i64 1 to ptr) }, %struct.PyGetSetDef { ptr @.str.5, ptr @tracked_number, ptr null, ptr null, ptr inttoptr (i64 2 to ptr) }, %struct.PyGetSetDef { ptr @.str.102, ptr @tracked_number, ptr null, ptr null, ptr inttoptr (i64 3 to ptr) }, %struct.PyGetSetDef { ptr @.str.103, ptr @tracked_number, ptr null, ptr null, ptr inttoptr (i64 4 to ptr) }, %struct.PyGetSetDef { ptr @.str.104, ptr @tracked_handles, ptr @set_tracked_handles, ptr null, ptr null }, %struct.PyGetSetDef zeroinitializer], align 8
@tracked_slots = internal global [7 x { i32, [4 x i8], ptr }] [{ i32, [4 x i8], ptr } { i32 71, [4 x i8] zeroinitializer, ptr @tracked_traverse }, { i32, [4 x i8], ptr } { i32 51, [4 x i8] zeroinitializer, ptr @tracked_clear }, { i32, [4 x i8], ptr } { i32 52, [4 x i8] zeroinitializer, ptr @tracked_dealloc }, { i32, [4 x i8], ptr } { i32 64, [4 x i8] zeroinitializer, ptr @tracked_methods }, { i32, [4 x i8], ptr } { i32 72, [4 x i8] zeroinitializer, ptr @tracked_members }, { i32, [4 x i8], ptr } { i32 73, [4 x i8] zeroinitializer, ptr @tracked_getset }, { i32, [4 x i8], ptr } zeroinitializer], align 8
@.str.93 = private unnamed_addr constant [15 x i8] c"death_frontier\00", align 1
@.str.94 = private unnamed_addr constant [4 x i8] c"end\00", align 1
@tracked_methods = internal global [3 x { ptr, ptr, i32, [4 x i8], ptr }] [{ ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.93, ptr @tracked_death, i32 4, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.94, ptr @tracked_end, i32 4, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } zeroinitializer], align 8
@.str.96 = private unnamed_addr constant [4 x i8] c"bar\00", align 1
@.str.97 = private unnamed_addr constant [5 x i8] c"name\00", align 1
@.str.98 = private unnamed_addr constant [19 x i8] c"__weaklistoffset__\00", align 1
@tracked_members = internal global [4 x { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr }] [{ ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.96, i32 11, [4 x i8] zeroinitializer, i64 8, i32 0, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.97, i32 6, [4 x i8] zeroinitializer, i64 16, i32 0, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.98, i32 19, [4 x i8] zeroinitializer, i64 32, i32 1, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } zeroinitializer], align 8
@.str.100 = private unnamed_addr constant [7 x i8] c"memory\00", align 1
@.str.101 = private unnamed_addr constant [6 x i8] c"start\00", align 1
@.str.102 = private unnamed_addr constant [7 x i8] c"nbytes\00", align 1
@.str.103 = private unnamed_addr constant [6 x i8] c"parts\00", align 1
@.str.104 = private unnamed_addr constant [8 x i8] c"handles\00", align 1
@region_getset = internal global [2 x %struct.PyGetSetDef] [%struct.PyGetSetDef { ptr @.str.113, ptr @region_has_gaps, ptr null, ptr null, ptr null }, %struct.PyGetSetDef zeroinitializer], align 8
@region_slots = internal global [6 x { i32, [4 x i8], ptr }] [{ i32, [4 x i8], ptr } { i32 71, [4 x i8] zeroinitializer, ptr @region_traverse }, { i32, [4 x i8], ptr } { i32 52, [4 x i8] zeroinitializer, ptr @region_dealloc }, { i32, [4 x i8], ptr } { i32 64, [4 x i8] zeroinitializer, ptr @region_methods }, { i32, [4 x i8], ptr } { i32 72, [4 x i8] zeroinitializer, ptr @region_members }, { i32, [4 x i8], ptr } { i32 73, [4 x i8] zeroinitializer, ptr @region_getset }, { i32, [4 x i8], ptr } zeroinitializer], align 8
@.str.106 = private unnamed_addr constant [8 x i8] c"writers\00", align 1
@.str.107 = private unnamed_addr constant [15 x i8] c"unread_writers\00", align 1
@.str.108 = private unnamed_addr constant [13 x i8] c"reuse_points\00", align 1
@region_methods = internal global [4 x { ptr, ptr, i32, [4 x i8], ptr }] [{ ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.106, ptr @region_writers, i32 4, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.107, ptr @region_unread_writers, i32 4, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.108, ptr @region_reuse_points, i32 4, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } zeroinitializer], align 8
@.str.110 = private unnamed_addr constant [8 x i8] c"tracked\00", align 1
@.str.111 = private unnamed_addr constant [8 x i8] c"address\00", align 1
@region_members = internal global [5 x { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr }] [{ ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.110, i32 6, [4 x i8] zeroinitializer, i64 40, i32 1, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.101, i32 18, [4 x i8] zeroinitializer, i64 8, i32 1, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.5, i32 18, [4 x i8] zeroinitializer, i64 16, i32 1, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } { ptr @.str.111, i32 18, [4 x i8] zeroinitializer, i64 32, i32 1, [4 x i8] zeroinitializer, ptr null }, { ptr, i32, [4 x i8], i64, i32, [4 x i8], ptr } zeroinitializer], align 8
@.str.113 = private unnamed_addr constant [9 x i8] c"has_gaps\00", align 1
@plans_slots = internal global [5 x { i32, [4 x i8], ptr }] [{ i32, [4 x i8], ptr } { i32 71, [4 x i8] zeroinitializer, ptr @plans_traverse }, { i32, [4 x i8], ptr } { i32 51, [4 x i8] zeroinitializer, ptr @plans_gc_clear }, { i32, [4 x i8], ptr } { i32 52, [4 x i8] zeroinitializer, ptr @plans_dealloc }, { i32, [4 x i8], ptr } { i32 64, [4 x i8] zeroinitializer, ptr @plans_methods }, { i32, [4 x i8], ptr } zeroinitializer], align 8
@.str.115 = private unnamed_addr constant [4 x i8] c"add\00", align 1
@.str.116 = private unnamed_addr constant [6 x i8] c"clear\00", align 1
@plans_methods = internal global [3 x { ptr, ptr, i32, [4 x i8], ptr }] [{ ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.115, ptr @plans_add, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.116, ptr @plans_clear, i32 4, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } zeroinitializer], align 8
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
  br i1 %24, label %25, label %106

25:                                               ; preds = %23
  %26 = add nsw i64 %1, 1
  %27 = getelementptr i64, ptr %0, i64 %1
  %28 = getelementptr i8, ptr %27, i64 24
  br label %97

29:                                               ; preds = %6
  %30 = sub nsw i64 %5, %4
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %32 = load i64, ptr %31, align 8
  %33 = icmp eq i64 %11, %32
  %34 = icmp eq i64 %16, %32
  %35 = and i1 %33, %34
  br i1 %35, label %36, label %38

36:                                               ; preds = %29
  %37 = mul nsw i64 %11, %30
  tail call void @llvm.memmove.p0.p0.i64(ptr align 1 %18, ptr readonly align 1 %20, i64 %37, i1 false)
  br label %106

38:                                               ; preds = %29
  %39 = tail call range(i64 0, 65) i64 @llvm.ctpop.i64(i64 %32)
  %40 = icmp eq i64 %39, 1
  br i1 %40, label %41, label %87

41:                                               ; preds = %38
  %42 = tail call range(i64 0, 65) i64 @llvm.cttz.i64(i64 %32, i1 true)
  switch i64 %42, label %87 [
    i64 0, label %49
    i64 1, label %47
    i64 2, label %45
    i64 3, label %43
  ]

43:                                               ; preds = %41
  %44 = icmp sgt i64 %30, 0
  br i1 %44, label %78, label %106

45:                                               ; preds = %41
  %46 = icmp sgt i64 %30, 0
  br i1 %46, label %69, label %106

47:                                               ; preds = %41
  %48 = icmp sgt i64 %30, 0
  br i1 %48, label %60, label %106

49:                                               ; preds = %41
  %50 = icmp sgt i64 %30, 0
  br i1 %50, label %51, label %106

51:                                               ; preds = %49, %51
  %52 = phi i64 [ %56, %51 ], [ 0, %49 ]
  %53 = phi ptr [ %57, %51 ], [ %18, %49 ]
  %54 = phi ptr [ %58, %51 ], [ %20, %49 ]
  %55 = load i8, ptr %54, align 1
  store i8 %55, ptr %53, align 1
  %56 = add nuw nsw i64 %52, 1
  %57 = getelementptr inbounds i8, ptr %53, i64 %11
  %58 = getelementptr inbounds i8, ptr %54, i64 %16
  %59 = icmp eq i64 %56, %30
  br i1 %59, label %106, label %51, !llvm.loop !5

60:                                               ; preds = %47, %60
  %61 = phi i64 [ %65, %60 ], [ 0, %47 ]
  %62 = phi ptr [ %66, %60 ], [ %18, %47 ]
  %63 = phi ptr [ %67, %60 ], [ %20, %47 ]
  %64 = load i16, ptr %63, align 1
  store i16 %64, ptr %62, align 1
  %65 = add nuw nsw i64 %61, 1
  %66 = getelementptr inbounds i8, ptr %62, i64 %11
  %67 = getelementptr inbounds i8, ptr %63, i64 %16
  %68 = icmp eq i64 %65, %30
  br i1 %68, label %106, label %60, !llvm.loop !7

69:                                               ; preds = %45, %69
  %70 = phi i64 [ %74, %69 ], [ 0, %45 ]
  %71 = phi ptr [ %75, %69 ], [ %18, %45 ]
  %72 = phi ptr [ %76, %69 ], [ %20, %45 ]
  %73 = load i32, ptr %72, align 1
  store i32 %73, ptr %71, align 1
  %74 = add nuw nsw i64 %70, 1
  %75 = getelementptr inbounds i8, ptr %71, i64 %11
  %76 = getelementptr inbounds i8, ptr %72, i64 %16
  %77 = icmp eq i64 %74, %30
  br i1 %77, label %106, label %69, !llvm.loop !8

78:                                               ; preds = %43, %78
  %79 = phi i64 [ %83, %78 ], [ 0, %43 ]
  %80 = phi ptr [ %84, %78 ], [ %18, %43 ]
  %81 = phi ptr [ %85, %78 ], [ %20, %43 ]
  %82 = load i64, ptr %81, align 1
  store i64 %82, ptr %80, align 1
  %83 = add nuw nsw i64 %79, 1
  %84 = getelementptr inbounds i8, ptr %80, i64 %11
  %85 = getelementptr inbounds i8, ptr %81, i64 %16
  %86 = icmp eq i64 %83, %30
  br i1 %86, label %106, label %78, !llvm.loop !9

87:                                               ; preds = %41, %38
  %88 = icmp sgt i64 %30, 0
  br i1 %88, label %89, label %106

89:                                               ; preds = %87, %89
  %90 = phi i64 [ %93, %89 ], [ 0, %87 ]
  %91 = phi ptr [ %94, %89 ], [ %18, %87 ]
  %92 = phi ptr [ %95, %89 ], [ %20, %87 ]
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %91, ptr align 1 %92, i64 %32, i1 false)
  %93 = add nuw nsw i64 %90, 1
  %94 = getelementptr inbounds i8, ptr %91, i64 %11
  %95 = getelementptr inbounds i8, ptr %92, i64 %16
  %96 = icmp eq i64 %93, %30
  br i1 %96, label %106, label %89, !llvm.loop !10

97:                                               ; preds = %25, %97
  %98 = phi i64 [ %4, %25 ], [ %102, %97 ]
  %99 = phi ptr [ %18, %25 ], [ %103, %97 ]
  %100 = phi ptr [ %20, %25 ], [ %104, %97 ]
  %101 = load i64, ptr %28, align 8
  tail call fastcc void @copy_level(ptr noundef nonnull %0, i64 noundef %26, ptr noundef %99, ptr noundef %100, i64 noundef 0, i64 noundef %101)
  %102 = add i64 %98, 1
  %103 = getelementptr inbounds i8, ptr %99, i64 %11
  %104 = getelementptr inbounds i8, ptr %100, i64 %16
  %105 = icmp eq i64 %102, %5
  br i1 %105, label %106, label %97, !llvm.loop !11

106:                                              ; preds = %97, %78, %69, %60, %51, %89, %23, %87, %49, %47, %45, %43, %36
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
  br i1 %17, label %18, label %117

18:                                               ; preds = %16
  %19 = add nsw i64 %1, 1
  %20 = getelementptr i64, ptr %0, i64 %1
  %21 = getelementptr i8, ptr %20, i64 24
  br label %110

22:                                               ; preds = %6
  %23 = sub i64 %5, %4
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %25 = load i64, ptr %24, align 8
  %26 = icmp eq i64 %11, %25
  br i1 %26, label %35, label %27

27:                                               ; preds = %22
  %28 = icmp sgt i64 %23, 0
  br i1 %28, label %29, label %117

29:                                               ; preds = %27, %29
  %30 = phi ptr [ %33, %29 ], [ %13, %27 ]
  %31 = phi i64 [ %32, %29 ], [ 0, %27 ]
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %30, ptr readonly align 8 %3, i64 %25, i1 false)
  %32 = add nuw nsw i64 %31, 1
  %33 = getelementptr inbounds i8, ptr %30, i64 %11
  %34 = icmp eq i64 %32, %23
  br i1 %34, label %117, label %29, !llvm.loop !12

35:                                               ; preds = %22
  switch i64 %11, label %66 [
    i64 1, label %68
    i64 4, label %70
    i64 8, label %36
  ]

36:                                               ; preds = %35
  %37 = icmp sgt i64 %23, 0
  br i1 %37, label %38, label %117

38:                                               ; preds = %36
  %39 = icmp ult i64 %23, 10
  br i1 %39, label %64, label %40

40:                                               ; preds = %38
  %41 = add i64 %11, -8
  %42 = mul i64 %4, %41
  %43 = shl i64 %5, 3
  %44 = getelementptr i8, ptr %2, i64 %42
  %45 = getelementptr i8, ptr %44, i64 %43
  %46 = getelementptr i8, ptr %3, i64 8
  %47 = icmp ult ptr %13, %46
  %48 = icmp ult ptr %3, %45
  %49 = and i1 %47, %48
  br i1 %49, label %64, label %50

50:                                               ; preds = %40
  %51 = and i64 %23, 9223372036854775804
  %52 = load i64, ptr %3, align 8, !alias.scope !13
  %53 = insertelement <2 x i64> poison, i64 %52, i64 0
  %54 = shufflevector <2 x i64> %53, <2 x i64> poison, <2 x i32> zeroinitializer
  br label %55

55:                                               ; preds = %55, %50
  %56 = phi i64 [ 0, %50 ], [ %60, %55 ]
  %57 = shl nsw i64 %56, 3
  %58 = getelementptr inbounds nuw i8, ptr %13, i64 %57
  %59 = getelementptr inbounds nuw i8, ptr %58, i64 16
  store <2 x i64> %54, ptr %58, align 1, !alias.scope !16, !noalias !13
  store <2 x i64> %54, ptr %59, align 1, !alias.scope !16, !noalias !13
  %60 = add nuw i64 %56, 4
  %61 = icmp eq i64 %60, %51
  br i1 %61, label %62, label %55, !llvm.loop !18

62:                                               ; preds = %55
  %63 = icmp eq i64 %23, %51
  br i1 %63, label %117, label %64

64:                                               ; preds = %40, %38, %62
  %65 = phi i64 [ 0, %40 ], [ 0, %38 ], [ %51, %62 ]
  br label %97

66:                                               ; preds = %35
  %67 = icmp sgt i64 %23, 0
  br i1 %67, label %104, label %117

68:                                               ; preds = %35
  %69 = load i8, ptr %3, align 1
  tail call void @llvm.memset.p0.i64(ptr align 1 %13, i8 %69, i64 %23, i1 false)
  br label %117

70:                                               ; preds = %35
  %71 = load i64, ptr %3, align 8
  %72 = trunc i64 %71 to i32
  %73 = icmp sgt i64 %23, 0
  br i1 %73, label %74, label %117

74:                                               ; preds = %70
  %75 = icmp ult i64 %23, 8
  br i1 %75, label %89, label %76

76:                                               ; preds = %74
  %77 = and i64 %23, 9223372036854775800
  %78 = insertelement <4 x i32> poison, i32 %72, i64 0
  %79 = shufflevector <4 x i32> %78, <4 x i32> poison, <4 x i32> zeroinitializer
  br label %80

80:                                               ; preds = %80, %76
  %81 = phi i64 [ 0, %76 ], [ %85, %80 ]
  %82 = shl nsw i64 %81, 2
  %83 = getelementptr inbounds nuw i8, ptr %13, i64 %82
  %84 = getelementptr inbounds nuw i8, ptr %83, i64 16
  store <4 x i32> %79, ptr %83, align 1
  store <4 x i32> %79, ptr %84, align 1
  %85 = add nuw i64 %81, 8
  %86 = icmp eq i64 %85, %77
  br i1 %86, label %87, label %80, !llvm.loop !21

87:                                               ; preds = %80
  %88 = icmp eq i64 %23, %77
  br i1 %88, label %117, label %89

89:                                               ; preds = %74, %87
  %90 = phi i64 [ 0, %74 ], [ %77, %87 ]
  br label %91

91:                                               ; preds = %89, %91
  %92 = phi i64 [ %95, %91 ], [ %90, %89 ]
  %93 = shl nsw i64 %92, 2
  %94 = getelementptr inbounds nuw i8, ptr %13, i64 %93
  store i32 %72, ptr %94, align 1
  %95 = add nuw nsw i64 %92, 1
  %96 = icmp eq i64 %95, %23
  br i1 %96, label %117, label %91, !llvm.loop !22

97:                                               ; preds = %64, %97
  %98 = phi i64 [ %102, %97 ], [ %65, %64 ]
  %99 = shl nsw i64 %98, 3
  %100 = getelementptr inbounds nuw i8, ptr %13, i64 %99
  %101 = load i64, ptr %3, align 8
  store i64 %101, ptr %100, align 1
  %102 = add nuw nsw i64 %98, 1
  %103 = icmp eq i64 %102, %23
  br i1 %103, label %117, label %97, !llvm.loop !23

104:                                              ; preds = %66, %104
  %105 = phi i64 [ %108, %104 ], [ 0, %66 ]
  %106 = mul nsw i64 %105, %11
  %107 = getelementptr inbounds i8, ptr %13, i64 %106
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %107, ptr readonly align 8 %3, i64 %11, i1 false)
  %108 = add nuw nsw i64 %105, 1
  %109 = icmp eq i64 %108, %23
  br i1 %109, label %117, label %104, !llvm.loop !24

110:                                              ; preds = %18, %110
  %111 = phi i64 [ %4, %18 ], [ %114, %110 ]
  %112 = phi ptr [ %13, %18 ], [ %115, %110 ]
  %113 = load i64, ptr %21, align 8
  tail call fastcc void @fill_level(ptr noundef nonnull %0, i64 noundef %19, ptr noundef %112, ptr noundef %3, i64 noundef 0, i64 noundef %113)
  %114 = add i64 %111, 1
  %115 = getelementptr inbounds i8, ptr %112, i64 %11
  %116 = icmp eq i64 %114, %5
  br i1 %116, label %117, label %110, !llvm.loop !25

117:                                              ; preds = %110, %29, %97, %91, %104, %62, %87, %16, %70, %68, %66, %36, %27
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
  br i1 %21, label %23, label %16, !llvm.loop !26

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
  br i1 %43, label %68, label %34, !llvm.loop !27

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
  br i1 %53, label %68, label %44, !llvm.loop !28

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
  br i1 %67, label %68, label %58, !llvm.loop !29

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

10:                                               ; preds = %19, %3
  %11 = phi i64 [ 63, %3 ], [ %21, %19 ]
  %12 = phi i64 [ -1, %3 ], [ %20, %19 ]
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
  %22 = icmp eq i64 %11, 0
  br i1 %22, label %23, label %10, !llvm.loop !30

23:                                               ; preds = %19
  %24 = getelementptr inbounds i8, ptr %6, i64 %8
  br label %25

25:                                               ; preds = %34, %23
  %26 = phi i64 [ 63, %23 ], [ %36, %34 ]
  %27 = phi i64 [ -1, %23 ], [ %35, %34 ]
  %28 = getelementptr inbounds nuw i8, ptr %24, i64 %26
  %29 = load i8, ptr %28, align 1
  %30 = trunc i64 %26 to i8
  %31 = xor i8 %30, -91
  %32 = icmp eq i8 %29, %31
  br i1 %32, label %34, label %33

33:                                               ; preds = %25
  store i8 %31, ptr %28, align 1
  br label %34

34:                                               ; preds = %33, %25
  %35 = phi i64 [ %26, %33 ], [ %27, %25 ]
  %36 = add nsw i64 %26, -1
  %37 = icmp eq i64 %26, 0
  br i1 %37, label %38, label %25, !llvm.loop !30

38:                                               ; preds = %34
  %39 = icmp slt i64 %20, 0
  %40 = icmp slt i64 %35, 0
  %41 = select i1 %39, i1 %40, i1 false
  br i1 %41, label %49, label %42

42:                                               ; preds = %38
  %43 = add nsw i64 %20, -64
  %44 = add nsw i64 %35, %8
  %45 = select i1 %39, i64 %44, i64 %43
  %46 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %47 = load i64, ptr %46, align 8
  %48 = inttoptr i64 %47 to ptr
  store i64 %45, ptr %48, align 8
  br label %49

49:                                               ; preds = %38, %42
  %50 = phi i32 [ 1, %42 ], [ 0, %38 ]
  ret i32 %50
}

; Function Attrs: nounwind
define void @srt_work() local_unnamed_addr #6 {
  %1 = alloca %struct.patience, align 8
  %2 = atomicrmw add ptr getelementptr inbounds nuw (i8, ptr @workers, i64 12), i32 1 seq_cst, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %1) #29
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %1, ptr noundef nonnull align 8 dereferenceable(16) @__const.srt_sync.none, i64 16, i1 false)
  %3 = load atomic i32, ptr getelementptr inbounds nuw (i8, ptr @workers, i64 16) seq_cst, align 16
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %5, label %114

5:                                                ; preds = %0, %111
  %6 = load atomic i64, ptr @workers seq_cst, align 64
  br label %9

7:                                                ; preds = %90
  %8 = icmp eq i32 %92, 0
  br i1 %8, label %95, label %111, !llvm.loop !31

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
  %40 = tail call i32 %38(ptr noundef %39, i64 noundef %26, i64 noundef %37) #29
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
  %60 = tail call i32 %58(ptr noundef %59, i64 noundef %51, i64 noundef %57) #29
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
  br i1 %68, label %49, label %69, !llvm.loop !32

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
  %80 = tail call i64 (i64, ...) @syscall(i64 noundef 98, ptr noundef nonnull %16, i32 noundef 129, i32 noundef 2147483647, i32 noundef 0, i32 noundef 0, i32 noundef 0) #29
  br label %90

81:                                               ; preds = %76
  %82 = ptrtoint ptr %16 to i64
  %83 = lshr i64 %82, 6
  %84 = and i64 %83, 63
  %85 = getelementptr inbounds nuw %struct.lot, ptr @lots, i64 %84
  %86 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull %85) #29
  %87 = getelementptr inbounds nuw i8, ptr %85, i64 48
  %88 = tail call i32 @pthread_cond_broadcast(ptr noundef nonnull %87) #29
  %89 = tail call i32 @pthread_mutex_unlock(ptr noundef nonnull %85) #29
  br label %90

90:                                               ; preds = %9, %69, %73, %79, %81
  %91 = phi i32 [ 0, %9 ], [ %70, %69 ], [ %70, %73 ], [ %70, %79 ], [ %70, %81 ]
  %92 = or i32 %91, %11
  %93 = add nuw nsw i64 %10, 1
  %94 = icmp eq i64 %93, 16
  br i1 %94, label %7, label %9, !llvm.loop !34

95:                                               ; preds = %7
  %96 = add i64 %6, 1
  %97 = call fastcc i32 @spin_until(ptr noundef nonnull @workers, i64 noundef %96, ptr noundef nonnull %1)
  %98 = icmp eq i32 %97, 0
  br i1 %98, label %99, label %111, !llvm.loop !31

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
  call void @llvm.lifetime.end.p0(ptr nonnull %1) #29
  ret void
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #7

; Function Attrs: nounwind
define internal fastcc range(i32 0, 2) i32 @spin_until(ptr noundef readonly captures(none) %0, i64 noundef %1, ptr noundef captures(none) %2) unnamed_addr #6 {
  %4 = alloca %struct.timespec, align 8
  %5 = alloca %struct.timespec, align 8
  %6 = alloca %struct.timespec, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %6) #29
  %7 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %6) #29
  %8 = load i64, ptr %6, align 8
  %9 = mul nsw i64 %8, 1000000000
  %10 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %11 = load i64, ptr %10, align 8
  %12 = add nsw i64 %9, %11
  call void @llvm.lifetime.end.p0(ptr nonnull %6) #29
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
  %24 = call i32 @sched_yield() #29
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #29
  %25 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %5) #29
  %26 = load i64, ptr %5, align 8
  %27 = mul nsw i64 %26, 1000000000
  %28 = load i64, ptr %18, align 8
  %29 = add nsw i64 %27, %28
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #29
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
  br i1 %46, label %21, label %116, !llvm.loop !35

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
  call void asm sideeffect "yield", ""() #29, !srcloc !36
  %59 = load atomic i64, ptr %0 acquire, align 8
  %60 = icmp ult i64 %59, %1
  br i1 %60, label %61, label %54

61:                                               ; preds = %58
  call void asm sideeffect "yield", ""() #29, !srcloc !36
  %62 = load atomic i64, ptr %0 acquire, align 8
  %63 = icmp ult i64 %62, %1
  br i1 %63, label %64, label %54

64:                                               ; preds = %61
  call void asm sideeffect "yield", ""() #29, !srcloc !36
  %65 = load atomic i64, ptr %0 acquire, align 8
  %66 = icmp ult i64 %65, %1
  br i1 %66, label %67, label %54

67:                                               ; preds = %64
  call void asm sideeffect "yield", ""() #29, !srcloc !36
  %68 = load atomic i64, ptr %0 acquire, align 8
  %69 = icmp ult i64 %68, %1
  br i1 %69, label %70, label %54

70:                                               ; preds = %67
  call void asm sideeffect "yield", ""() #29, !srcloc !36
  %71 = load atomic i64, ptr %0 acquire, align 8
  %72 = icmp ult i64 %71, %1
  br i1 %72, label %73, label %54

73:                                               ; preds = %70
  call void asm sideeffect "yield", ""() #29, !srcloc !36
  %74 = load atomic i64, ptr %0 acquire, align 8
  %75 = icmp ult i64 %74, %1
  br i1 %75, label %76, label %54

76:                                               ; preds = %73
  call void asm sideeffect "yield", ""() #29, !srcloc !36
  %77 = load atomic i64, ptr %0 acquire, align 8
  %78 = icmp ult i64 %77, %1
  br i1 %78, label %79, label %54

79:                                               ; preds = %76
  call void asm sideeffect "yield", ""() #29, !srcloc !36
  %80 = load atomic i64, ptr %0 acquire, align 8
  %81 = icmp ult i64 %80, %1
  br i1 %81, label %82, label %54

82:                                               ; preds = %79
  call void asm sideeffect "yield", ""() #29, !srcloc !36
  %83 = load atomic i64, ptr %0 acquire, align 8
  %84 = icmp ult i64 %83, %1
  br i1 %84, label %85, label %54

85:                                               ; preds = %82
  call void asm sideeffect "yield", ""() #29, !srcloc !36
  %86 = load atomic i64, ptr %0 acquire, align 8
  %87 = icmp ult i64 %86, %1
  br i1 %87, label %88, label %54

88:                                               ; preds = %85
  call void asm sideeffect "yield", ""() #29, !srcloc !36
  %89 = load atomic i64, ptr %0 acquire, align 8
  %90 = icmp ult i64 %89, %1
  br i1 %90, label %91, label %54

91:                                               ; preds = %88
  call void asm sideeffect "yield", ""() #29, !srcloc !36
  %92 = load atomic i64, ptr %0 acquire, align 8
  %93 = icmp ult i64 %92, %1
  br i1 %93, label %94, label %54

94:                                               ; preds = %91
  call void asm sideeffect "yield", ""() #29, !srcloc !36
  %95 = load atomic i64, ptr %0 acquire, align 8
  %96 = icmp ult i64 %95, %1
  br i1 %96, label %97, label %54

97:                                               ; preds = %94
  call void asm sideeffect "yield", ""() #29, !srcloc !36
  %98 = load atomic i64, ptr %0 acquire, align 8
  %99 = icmp ult i64 %98, %1
  br i1 %99, label %100, label %54

100:                                              ; preds = %97
  call void asm sideeffect "yield", ""() #29, !srcloc !36
  %101 = load atomic i64, ptr %0 acquire, align 8
  %102 = icmp ult i64 %101, %1
  br i1 %102, label %103, label %54

103:                                              ; preds = %100
  call void asm sideeffect "yield", ""() #29, !srcloc !36
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #29
  %104 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %4) #29
  %105 = load i64, ptr %4, align 8
  %106 = mul nsw i64 %105, 1000000000
  %107 = load i64, ptr %16, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #29
  %108 = sub i64 %107, %12
  %109 = add i64 %108, %106
  %110 = load i64, ptr %2, align 8
  %111 = icmp slt i64 %109, %110
  br i1 %111, label %51, label %112, !llvm.loop !37

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
  br i1 %7, label %8, label %26

8:                                                ; preds = %3
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #29
  %9 = sdiv i64 %2, 1000000000
  store i64 %9, ptr %5, align 8
  %10 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %11 = mul i64 %9, 1000000000
  %12 = sub i64 %2, %11
  store i64 %12, ptr %10, align 8
  %13 = icmp slt i64 %2, 0
  %14 = select i1 %13, ptr null, ptr %5
  %15 = call i64 (i64, ...) @syscall(i64 noundef 98, ptr noundef %0, i32 noundef 128, i32 noundef %1, ptr noundef %14, i32 noundef 0, i32 noundef 0) #29
  %16 = icmp eq i64 %15, 0
  br i1 %16, label %24, label %17

17:                                               ; preds = %8
  %18 = tail call ptr @__errno_location() #30
  %19 = load i32, ptr %18, align 4
  %20 = icmp eq i32 %19, 110
  %21 = icmp eq i32 %19, 4
  %22 = select i1 %21, i32 2, i32 0
  %23 = select i1 %20, i32 1, i32 %22
  br label %24

24:                                               ; preds = %8, %17
  %25 = phi i32 [ %23, %17 ], [ 0, %8 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #29
  br label %57

26:                                               ; preds = %3
  %27 = ptrtoint ptr %0 to i64
  %28 = lshr i64 %27, 6
  %29 = and i64 %28, 63
  %30 = getelementptr inbounds nuw %struct.lot, ptr @lots, i64 %29
  %31 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull %30) #29
  %32 = load atomic i32, ptr %0 seq_cst, align 4
  %33 = icmp eq i32 %32, %1
  br i1 %33, label %34, label %54

34:                                               ; preds = %26
  %35 = icmp slt i64 %2, 0
  br i1 %35, label %36, label %39

36:                                               ; preds = %34
  %37 = getelementptr inbounds nuw i8, ptr %30, i64 48
  %38 = tail call i32 @pthread_cond_wait(ptr noundef nonnull %37, ptr noundef nonnull %30) #29
  br label %54

39:                                               ; preds = %34
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #29
  %40 = call i32 @clock_gettime(i32 noundef 0, ptr noundef nonnull %4) #29
  %41 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %42 = load i64, ptr %41, align 8
  %43 = add nsw i64 %42, %2
  %44 = freeze i64 %43
  %45 = sdiv i64 %44, 1000000000
  %46 = load i64, ptr %4, align 8
  %47 = add nsw i64 %45, %46
  store i64 %47, ptr %4, align 8
  %48 = mul i64 %45, 1000000000
  %49 = sub i64 %44, %48
  store i64 %49, ptr %41, align 8
  %50 = getelementptr inbounds nuw i8, ptr %30, i64 48
  %51 = call i32 @pthread_cond_timedwait(ptr noundef nonnull %50, ptr noundef nonnull %30, ptr noundef nonnull %4) #29
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #29
  %52 = icmp eq i32 %51, 110
  %53 = zext i1 %52 to i32
  br label %54

54:                                               ; preds = %26, %36, %39
  %55 = phi i32 [ 0, %36 ], [ %53, %39 ], [ 0, %26 ]
  %56 = call i32 @pthread_mutex_unlock(ptr noundef nonnull %30) #29
  br label %57

57:                                               ; preds = %54, %24
  %58 = phi i32 [ %55, %54 ], [ %25, %24 ]
  ret i32 %58
}

; Function Attrs: nounwind
define void @srt_stop_workers() local_unnamed_addr #6 {
  store atomic i32 1, ptr getelementptr inbounds nuw (i8, ptr @workers, i64 16) seq_cst, align 16
  %1 = atomicrmw add ptr @workers, i64 1 seq_cst, align 64
  %2 = load atomic i32, ptr @portable monotonic, align 4
  %3 = icmp eq i32 %2, 0
  br i1 %3, label %4, label %6

4:                                                ; preds = %0
  %5 = tail call i64 (i64, ...) @syscall(i64 noundef 98, ptr noundef nonnull @workers, i32 noundef 129, i32 noundef 2147483647, i32 noundef 0, i32 noundef 0, i32 noundef 0) #29
  br label %14

6:                                                ; preds = %0
  %7 = lshr exact i64 ptrtoint (ptr @workers to i64), 6
  %8 = and i64 %7, 63
  %9 = getelementptr inbounds nuw %struct.lot, ptr @lots, i64 %8
  %10 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull %9) #29
  %11 = getelementptr inbounds nuw i8, ptr %9, i64 48
  %12 = tail call i32 @pthread_cond_broadcast(ptr noundef nonnull %11) #29
  %13 = tail call i32 @pthread_mutex_unlock(ptr noundef nonnull %9) #29
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
  %28 = call i32 %27(ptr noundef nonnull %21, ptr noundef nonnull %0) #29
  %29 = icmp eq i32 %28, 0
  br i1 %29, label %17, label %78, !llvm.loop !38

30:                                               ; preds = %17
  store i64 0, ptr %7, align 8
  %31 = call i32 @sched_getcpu() #29
  %32 = add nsw i32 %31, 1
  %33 = icmp eq i32 %32, 0
  br i1 %33, label %45, label %34

34:                                               ; preds = %30
  %35 = load atomic i32, ptr %8 monotonic, align 4
  %36 = icmp eq i32 %32, %35
  br i1 %36, label %37, label %45

37:                                               ; preds = %34
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #29
  %38 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %4) #29
  %39 = load i64, ptr %4, align 8
  %40 = mul nsw i64 %39, 1000000000
  %41 = load i64, ptr %9, align 8
  %42 = add nsw i64 %40, %41
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #29
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
  call void @llvm.lifetime.start.p0(ptr nonnull %3) #29
  %51 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %3) #29
  %52 = load i64, ptr %3, align 8
  %53 = load i64, ptr %11, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #29
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
  call void @llvm.lifetime.start.p0(ptr nonnull %2) #29
  %63 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %2) #29
  %64 = load i64, ptr %2, align 8
  %65 = load i64, ptr %13, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %2) #29
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
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #29
  %7 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %5) #29
  %8 = load i64, ptr %5, align 8
  %9 = mul nsw i64 %8, 1000000000
  %10 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %11 = load i64, ptr %10, align 8
  %12 = add nsw i64 %9, %11
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #29
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
  %30 = call i64 @write(i32 noundef %29, ptr noundef nonnull @notify.one, i64 noundef 8) #29
  br label %31

31:                                               ; preds = %28, %22
  %32 = add i64 %23, -1
  %33 = and i64 %32, %23
  %34 = icmp eq i64 %33, 0
  br i1 %34, label %39, label %22, !llvm.loop !39

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
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #29
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
  br i1 %20, label %22, label %15, !llvm.loop !26

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
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #29
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
  br i1 %40, label %41, label %31, !llvm.loop !40

41:                                               ; preds = %31, %23, %15
  %42 = add nuw i64 %17, 1
  %43 = getelementptr inbounds nuw i8, ptr %16, i64 24
  %44 = load i64, ptr %8, align 16
  %45 = icmp ult i64 %42, %44
  br i1 %45, label %15, label %46, !llvm.loop !41

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
  %72 = tail call i32 %68(ptr noundef nonnull %69, i64 noundef 0, i64 noundef %71) #29
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
  br i1 %89, label %156, label %59, !llvm.loop !42

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
  br i1 %106, label %107, label %95, !llvm.loop !43

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
  br i1 %128, label %112, label %113, !llvm.loop !44

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
  br i1 %145, label %146, label %129, !llvm.loop !45

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
  %5 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %4) #29
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
  %27 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %26) #29
  ret ptr %27
}

; Function Attrs: nounwind
define internal ptr @pack(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %4) #29
  %6 = inttoptr i64 %5 to ptr
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %8 = load ptr, ptr %7, align 8
  %9 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %8) #29
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
  %39 = tail call ptr @PyTuple_GetItem(ptr noundef %38, i64 noundef %34) #29
  %40 = getelementptr inbounds nuw i8, ptr %32, i64 %34
  %41 = load i8, ptr %40, align 1
  %42 = add nuw i64 %34, 1
  %43 = getelementptr inbounds nuw i64, ptr %29, i64 %42
  %44 = tail call fastcc i32 @convert(ptr noundef %39, i8 noundef %41, ptr noundef nonnull %43)
  %45 = icmp eq i32 %44, 0
  br i1 %45, label %33, label %54, !llvm.loop !46

46:                                               ; preds = %33
  %47 = add i64 %35, 1
  %48 = getelementptr inbounds nuw i8, ptr %6, i64 64
  store i64 %47, ptr %48, align 64
  %49 = load i64, ptr %11, align 8
  %50 = add i64 %49, 1
  br label %51

51:                                               ; preds = %19, %46
  %52 = phi i64 [ %50, %46 ], [ 0, %19 ]
  %53 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %52) #29
  br label %54

54:                                               ; preds = %37, %51
  %55 = phi ptr [ %53, %51 ], [ null, %37 ]
  ret ptr %55
}

; Function Attrs: nounwind
define internal ptr @issue(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca %struct.timespec, align 8
  %5 = load ptr, ptr %1, align 8
  %6 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %5) #29
  %7 = inttoptr i64 %6 to ptr
  %8 = getelementptr inbounds nuw i8, ptr %7, i64 64
  %9 = load i64, ptr %8, align 64
  %10 = shl i64 %9, 3
  %11 = add i64 %10, 24
  %12 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %15 = load ptr, ptr %14, align 8
  %16 = tail call i64 @PyTuple_Size(ptr noundef %13) #29
  %17 = sdiv i64 %16, 2
  %18 = shl i64 %17, 5
  %19 = tail call i64 @PyTuple_Size(ptr noundef %15) #29
  %20 = mul i64 %19, 24
  %21 = add i64 %20, %11
  %22 = add i64 %21, %18
  %23 = tail call fastcc i32 @make_room(ptr noundef %7, i64 noundef %22)
  %24 = icmp eq i32 %23, 0
  br i1 %24, label %27, label %25

25:                                               ; preds = %3
  %26 = tail call ptr @PyErr_NoMemory() #29
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
  %36 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %35) #29
  %37 = inttoptr i64 %36 to ptr
  %38 = getelementptr inbounds nuw i8, ptr %32, i64 16
  store ptr %37, ptr %38, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #29
  %39 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %4) #29
  %40 = load i64, ptr %4, align 8
  %41 = mul nsw i64 %40, 1000000000
  %42 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %43 = load i64, ptr %42, align 8
  %44 = add nsw i64 %41, %43
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #29
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
  %58 = call ptr @PyLong_FromUnsignedLongLong(i64 noundef %57) #29
  br label %59

59:                                               ; preds = %27, %25
  %60 = phi ptr [ %26, %25 ], [ %58, %27 ]
  ret ptr %60
}

; Function Attrs: nounwind
define internal ptr @push_host(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %5 = load ptr, ptr %4, align 8
  %6 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %5) #29
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
  %6 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %5) #29
  %7 = load ptr, ptr %1, align 8
  %8 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %7) #29
  %9 = inttoptr i64 %8 to ptr
  %10 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %11 = load i64, ptr %10, align 8
  %12 = add i64 %11, %6
  store i64 %12, ptr %10, align 8
  %13 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef 0) #29
  ret ptr %13
}

; Function Attrs: nounwind
define internal ptr @completed(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %4) #29
  %6 = inttoptr i64 %5 to ptr
  %7 = getelementptr inbounds nuw i8, ptr %6, i64 2176
  %8 = load atomic i64, ptr %7 acquire, align 64
  %9 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %8) #29
  ret ptr %9
}

; Function Attrs: nounwind
define internal ptr @failures(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %4) #29
  %6 = inttoptr i64 %5 to ptr
  %7 = getelementptr inbounds nuw i8, ptr %6, i64 2184
  %8 = load atomic i64, ptr %7 acquire, align 8
  %9 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %8) #29
  ret ptr %9
}

; Function Attrs: nounwind
define internal ptr @look(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %4) #29
  %6 = inttoptr i64 %5 to ptr
  %7 = load atomic i32, ptr %6 acquire, align 64
  %8 = zext i32 %7 to i64
  %9 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %8) #29
  ret ptr %9
}

; Function Attrs: nounwind
define internal ptr @glance(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca %struct.timespec, align 8
  %5 = alloca %struct.timespec, align 8
  %6 = load ptr, ptr %1, align 8
  %7 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %6) #29
  %8 = inttoptr i64 %7 to ptr
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #29
  %9 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %5) #29
  %10 = load i64, ptr %5, align 8
  %11 = mul nsw i64 %10, 1000000000
  %12 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %13 = load i64, ptr %12, align 8
  %14 = add nsw i64 %11, %13
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #29
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %16 = load ptr, ptr %15, align 8
  %17 = call i64 @PyLong_AsUnsignedLongLong(ptr noundef %16) #29
  %18 = add nsw i64 %14, %17
  %19 = getelementptr inbounds nuw i8, ptr %4, i64 8
  br label %20

20:                                               ; preds = %44, %3
  %21 = load atomic i32, ptr %8 acquire, align 64
  %22 = icmp ugt i32 %21, 1
  br i1 %22, label %51, label %23

23:                                               ; preds = %20
  call void asm sideeffect "yield", ""() #29, !srcloc !36
  %24 = load atomic i32, ptr %8 acquire, align 64
  %25 = icmp ugt i32 %24, 1
  br i1 %25, label %51, label %26

26:                                               ; preds = %23
  call void asm sideeffect "yield", ""() #29, !srcloc !36
  %27 = load atomic i32, ptr %8 acquire, align 64
  %28 = icmp ugt i32 %27, 1
  br i1 %28, label %51, label %29

29:                                               ; preds = %26
  call void asm sideeffect "yield", ""() #29, !srcloc !36
  %30 = load atomic i32, ptr %8 acquire, align 64
  %31 = icmp ugt i32 %30, 1
  br i1 %31, label %51, label %32

32:                                               ; preds = %29
  call void asm sideeffect "yield", ""() #29, !srcloc !36
  %33 = load atomic i32, ptr %8 acquire, align 64
  %34 = icmp ugt i32 %33, 1
  br i1 %34, label %51, label %35

35:                                               ; preds = %32
  call void asm sideeffect "yield", ""() #29, !srcloc !36
  %36 = load atomic i32, ptr %8 acquire, align 64
  %37 = icmp ugt i32 %36, 1
  br i1 %37, label %51, label %38

38:                                               ; preds = %35
  call void asm sideeffect "yield", ""() #29, !srcloc !36
  %39 = load atomic i32, ptr %8 acquire, align 64
  %40 = icmp ugt i32 %39, 1
  br i1 %40, label %51, label %41

41:                                               ; preds = %38
  call void asm sideeffect "yield", ""() #29, !srcloc !36
  %42 = load atomic i32, ptr %8 acquire, align 64
  %43 = icmp ugt i32 %42, 1
  br i1 %43, label %51, label %44

44:                                               ; preds = %41
  call void asm sideeffect "yield", ""() #29, !srcloc !36
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #29
  %45 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %4) #29
  %46 = load i64, ptr %4, align 8
  %47 = mul nsw i64 %46, 1000000000
  %48 = load i64, ptr %19, align 8
  %49 = add nsw i64 %47, %48
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #29
  %50 = icmp slt i64 %49, %18
  br i1 %50, label %20, label %51, !llvm.loop !47

51:                                               ; preds = %44, %20, %23, %26, %29, %32, %35, %38, %41
  %52 = phi i32 [ %42, %41 ], [ %21, %20 ], [ %24, %23 ], [ %27, %26 ], [ %30, %29 ], [ %33, %32 ], [ %36, %35 ], [ %39, %38 ], [ %42, %44 ]
  %53 = zext i32 %52 to i64
  %54 = call ptr @PyLong_FromUnsignedLongLong(i64 noundef %53) #29
  ret ptr %54
}

; Function Attrs: nounwind
define internal ptr @check(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %4) #29
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %7 = load ptr, ptr %6, align 8
  %8 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %7) #29
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
  %21 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef 0) #29
  ret ptr %21
}

; Function Attrs: nounwind
define internal ptr @begin(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca %struct.timespec, align 8
  %5 = load ptr, ptr %1, align 8
  %6 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %5) #29
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %8 = load ptr, ptr %7, align 8
  %9 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %8) #29
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %11 = load ptr, ptr %10, align 8
  %12 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %11) #29
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %14, label %21

14:                                               ; preds = %3
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #29
  %15 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %4) #29
  %16 = load i64, ptr %4, align 8
  %17 = mul nsw i64 %16, 1000000000
  %18 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %19 = load i64, ptr %18, align 8
  %20 = add nsw i64 %17, %19
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #29
  br label %21

21:                                               ; preds = %3, %14
  %22 = phi i64 [ %20, %14 ], [ %12, %3 ]
  %23 = inttoptr i64 %9 to ptr
  %24 = inttoptr i64 %6 to ptr
  %25 = call fastcc i32 @start(ptr noundef %24, ptr noundef %23, i64 noundef %22)
  %26 = zext nneg i32 %25 to i64
  %27 = call ptr @PyLong_FromUnsignedLongLong(i64 noundef %26) #29
  ret ptr %27
}

; Function Attrs: nounwind
define internal ptr @finish(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca %struct.timespec, align 8
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %6 = load ptr, ptr %5, align 8
  %7 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %6) #29
  %8 = inttoptr i64 %7 to ptr
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %10 = load ptr, ptr %9, align 8
  %11 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %10) #29
  %12 = trunc i64 %11 to i32
  %13 = getelementptr inbounds nuw i8, ptr %8, i64 4
  store i32 %12, ptr %13, align 4
  %14 = load ptr, ptr %1, align 8
  %15 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %14) #29
  %16 = inttoptr i64 %15 to ptr
  %17 = load i32, ptr %13, align 4
  %18 = icmp eq i32 %17, 0
  %19 = select i1 %18, i32 2, i32 4
  %20 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %21 = load ptr, ptr %20, align 8
  %22 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %21) #29
  %23 = icmp eq i64 %22, 0
  br i1 %23, label %24, label %31

24:                                               ; preds = %3
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #29
  %25 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %4) #29
  %26 = load i64, ptr %4, align 8
  %27 = mul nsw i64 %26, 1000000000
  %28 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %29 = load i64, ptr %28, align 8
  %30 = add nsw i64 %27, %29
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #29
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
  %49 = call i64 @write(i32 noundef %48, ptr noundef nonnull @notify.one, i64 noundef 8) #29
  br label %50

50:                                               ; preds = %47, %41
  %51 = add i64 %42, -1
  %52 = and i64 %51, %42
  %53 = icmp eq i64 %52, 0
  br i1 %53, label %58, label %41, !llvm.loop !39

54:                                               ; preds = %31
  %55 = getelementptr inbounds nuw i8, ptr %16, i64 2176
  %56 = load atomic i64, ptr %55 monotonic, align 64
  %57 = add i64 %56, 1
  call fastcc void @raise_to(ptr noundef nonnull %16, i64 noundef %57)
  br label %58

58:                                               ; preds = %50, %54
  %59 = call ptr @PyLong_FromUnsignedLongLong(i64 noundef 0) #29
  ret ptr %59
}

; Function Attrs: nounwind
define internal ptr @raise_one(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %4) #29
  %6 = inttoptr i64 %5 to ptr
  %7 = getelementptr inbounds nuw i8, ptr %6, i64 2176
  %8 = load atomic i64, ptr %7 monotonic, align 64
  %9 = add i64 %8, 1
  tail call fastcc void @raise_to(ptr noundef %6, i64 noundef %9)
  %10 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef 0) #29
  ret ptr %10
}

; Function Attrs: nounwind
define internal ptr @lose(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca %struct.timespec, align 8
  %5 = load ptr, ptr %1, align 8
  %6 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %5) #29
  %7 = inttoptr i64 %6 to ptr
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %9 = load ptr, ptr %8, align 8
  %10 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %9) #29
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
  br i1 %28, label %29, label %22, !llvm.loop !48

29:                                               ; preds = %22, %3
  %30 = phi i32 [ %12, %3 ], [ %26, %22 ]
  %31 = icmp eq i32 %30, 3
  %32 = select i1 %31, i32 3, i32 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #29
  %33 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %4) #29
  %34 = load i64, ptr %4, align 8
  %35 = mul nsw i64 %34, 1000000000
  %36 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %37 = load i64, ptr %36, align 8
  %38 = add nsw i64 %35, %37
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #29
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
  %53 = call i64 @write(i32 noundef %52, ptr noundef nonnull @notify.one, i64 noundef 8) #29
  br label %54

54:                                               ; preds = %51, %45
  %55 = add i64 %46, -1
  %56 = and i64 %55, %46
  %57 = icmp eq i64 %56, 0
  br i1 %57, label %58, label %45, !llvm.loop !39

58:                                               ; preds = %54
  %59 = call ptr @PyLong_FromUnsignedLongLong(i64 noundef 0) #29
  ret ptr %59
}

; Function Attrs: nounwind
define internal ptr @cancel(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %4) #29
  %6 = inttoptr i64 %5 to ptr
  %7 = cmpxchg ptr %6, i32 0, i32 3 seq_cst seq_cst, align 64
  %8 = extractvalue { i32, i1 } %7, 1
  br i1 %8, label %9, label %30

9:                                                ; preds = %3
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %11 = load ptr, ptr %10, align 8
  %12 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %11) #29
  %13 = inttoptr i64 %12 to ptr
  %14 = getelementptr inbounds nuw i8, ptr %13, i64 2256
  store atomic i64 -1, ptr %14 seq_cst, align 16
  %15 = getelementptr inbounds nuw i8, ptr %13, i64 2264
  %16 = atomicrmw add ptr %15, i32 1 seq_cst, align 8
  %17 = load atomic i32, ptr @portable monotonic, align 4
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %19, label %21

19:                                               ; preds = %9
  %20 = tail call i64 (i64, ...) @syscall(i64 noundef 98, ptr noundef nonnull %15, i32 noundef 129, i32 noundef 2147483647, i32 noundef 0, i32 noundef 0, i32 noundef 0) #29
  br label %30

21:                                               ; preds = %9
  %22 = ptrtoint ptr %15 to i64
  %23 = lshr i64 %22, 6
  %24 = and i64 %23, 63
  %25 = getelementptr inbounds nuw %struct.lot, ptr @lots, i64 %24
  %26 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull %25) #29
  %27 = getelementptr inbounds nuw i8, ptr %25, i64 48
  %28 = tail call i32 @pthread_cond_broadcast(ptr noundef nonnull %27) #29
  %29 = tail call i32 @pthread_mutex_unlock(ptr noundef nonnull %25) #29
  br label %30

30:                                               ; preds = %21, %19, %3
  %31 = phi i64 [ 0, %3 ], [ 1, %19 ], [ 1, %21 ]
  %32 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %31) #29
  ret ptr %32
}

; Function Attrs: nounwind
define internal ptr @arm(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %4) #29
  %6 = inttoptr i64 %5 to ptr
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %8 = load ptr, ptr %7, align 8
  %9 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %8) #29
  %10 = getelementptr inbounds nuw i8, ptr %6, i64 2248
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %12 = load ptr, ptr %11, align 8
  %13 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %12) #29
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
  br i1 %23, label %25, label %18, !llvm.loop !26

25:                                               ; preds = %18, %21
  %26 = getelementptr inbounds nuw i8, ptr %6, i64 2176
  %27 = load atomic i64, ptr %26 seq_cst, align 64
  %28 = icmp uge i64 %27, %9
  %29 = zext i1 %28 to i64
  %30 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %29) #29
  ret ptr %30
}

; Function Attrs: nounwind
define internal ptr @new_cells(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca ptr, align 8
  %5 = load ptr, ptr %1, align 8
  %6 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %5) #29
  %7 = shl i64 %6, 6
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #29
  store ptr null, ptr %4, align 8
  %8 = call i32 @posix_memalign(ptr noundef nonnull %4, i64 noundef 64, i64 noundef %7) #29
  %9 = icmp eq i32 %8, 0
  br i1 %9, label %11, label %10

10:                                               ; preds = %3
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #29
  br label %17

11:                                               ; preds = %3
  %12 = load ptr, ptr %4, align 8
  call void @llvm.memset.p0.i64(ptr align 1 %12, i8 0, i64 %7, i1 false)
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #29
  %13 = icmp eq ptr %12, null
  br i1 %13, label %17, label %14

14:                                               ; preds = %11
  %15 = ptrtoint ptr %12 to i64
  %16 = call ptr @PyLong_FromUnsignedLongLong(i64 noundef %15) #29
  br label %19

17:                                               ; preds = %10, %11
  %18 = call ptr @PyErr_NoMemory() #29
  br label %19

19:                                               ; preds = %17, %14
  %20 = phi ptr [ %16, %14 ], [ %18, %17 ]
  ret ptr %20
}

; Function Attrs: nounwind
define internal ptr @new_queue(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca ptr, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #29
  store ptr null, ptr %4, align 8
  %5 = call i32 @posix_memalign(ptr noundef nonnull %4, i64 noundef 64, i64 noundef 2432) #29
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %9, label %7

7:                                                ; preds = %3
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #29
  %8 = call ptr @PyErr_NoMemory() #29
  br label %19

9:                                                ; preds = %3
  %10 = load ptr, ptr %4, align 8
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 1 dereferenceable(2432) %10, i8 0, i64 2432, i1 false)
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #29
  %11 = load ptr, ptr %1, align 8
  %12 = call i64 @PyLong_AsUnsignedLongLong(ptr noundef %11) #29
  %13 = getelementptr inbounds nuw i8, ptr %10, i64 2368
  store i64 %12, ptr %13, align 64
  %14 = getelementptr inbounds nuw i8, ptr %10, i64 2240
  store atomic i64 -1, ptr %14 seq_cst, align 64
  %15 = getelementptr inbounds nuw i8, ptr %10, i64 2256
  store atomic i64 -1, ptr %15 seq_cst, align 16
  %16 = getelementptr inbounds nuw i8, ptr %10, i64 2216
  store i64 25000, ptr %16, align 8
  %17 = ptrtoint ptr %10 to i64
  %18 = call ptr @PyLong_FromUnsignedLongLong(i64 noundef %17) #29
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
  %7 = tail call i64 @PyTuple_Size(ptr noundef %6) #29
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %9 = load ptr, ptr %8, align 8
  %10 = tail call i64 @PyTuple_Size(ptr noundef %9) #29
  %11 = shl nsw i64 %7, 3
  %12 = add i64 %11, 288
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #29
  store ptr null, ptr %4, align 8
  %13 = call i32 @posix_memalign(ptr noundef nonnull %4, i64 noundef 64, i64 noundef %12) #29
  %14 = icmp eq i32 %13, 0
  br i1 %14, label %16, label %15

15:                                               ; preds = %3
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #29
  br label %19

16:                                               ; preds = %3
  %17 = load ptr, ptr %4, align 8
  call void @llvm.memset.p0.i64(ptr align 1 %17, i8 0, i64 %12, i1 false)
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #29
  %18 = icmp eq ptr %17, null
  br i1 %18, label %19, label %21

19:                                               ; preds = %15, %16
  %20 = call ptr @PyErr_NoMemory() #29
  br label %61

21:                                               ; preds = %16
  %22 = load ptr, ptr %1, align 8
  %23 = call i64 @PyLong_AsUnsignedLongLong(ptr noundef %22) #29
  %24 = inttoptr i64 %23 to ptr
  store ptr %24, ptr %17, align 8
  %25 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %26 = load ptr, ptr %25, align 8
  %27 = call i64 @PyLong_AsLongLong(ptr noundef %26) #29
  %28 = getelementptr inbounds nuw i8, ptr %17, i64 8
  store i64 %27, ptr %28, align 8
  %29 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %30 = load ptr, ptr %29, align 8
  %31 = call i64 @PyLong_AsLongLong(ptr noundef %30) #29
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
  %44 = call ptr @PyTuple_GetItem(ptr noundef %43, i64 noundef %42) #29
  %45 = call i64 @PyLong_AsUnsignedLongLong(ptr noundef %44) #29
  %46 = trunc i64 %45 to i8
  %47 = getelementptr inbounds nuw i8, ptr %36, i64 %42
  store i8 %46, ptr %47, align 1
  %48 = add nuw nsw i64 %42, 1
  %49 = icmp eq i64 %48, %10
  br i1 %49, label %37, label %41, !llvm.loop !49

50:                                               ; preds = %53, %37
  %51 = ptrtoint ptr %17 to i64
  %52 = call ptr @PyLong_FromUnsignedLongLong(i64 noundef %51) #29
  br label %61

53:                                               ; preds = %39, %53
  %54 = phi i64 [ 0, %39 ], [ %59, %53 ]
  %55 = load ptr, ptr %5, align 8
  %56 = call ptr @PyTuple_GetItem(ptr noundef %55, i64 noundef %54) #29
  %57 = call i64 @PyLong_AsLongLong(ptr noundef %56) #29
  %58 = getelementptr inbounds nuw i64, ptr %40, i64 %54
  store i64 %57, ptr %58, align 8
  %59 = add nuw nsw i64 %54, 1
  %60 = icmp eq i64 %59, %7
  br i1 %60, label %50, label %53, !llvm.loop !50

61:                                               ; preds = %50, %19
  %62 = phi ptr [ %52, %50 ], [ %20, %19 ]
  ret ptr %62
}

; Function Attrs: nounwind
define internal ptr @allocate(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca ptr, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #29
  store ptr null, ptr %4, align 8
  %5 = load ptr, ptr %1, align 8
  %6 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %5) #29
  %7 = call i32 @posix_memalign(ptr noundef nonnull %4, i64 noundef 64, i64 noundef %6) #29
  %8 = icmp eq i32 %7, 0
  %9 = load ptr, ptr %4, align 8
  %10 = ptrtoint ptr %9 to i64
  %11 = select i1 %8, i64 %10, i64 0
  %12 = call ptr @PyLong_FromUnsignedLongLong(i64 noundef %11) #29
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #29
  ret ptr %12
}

; Function Attrs: nounwind
define internal ptr @release(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %4) #29
  %6 = inttoptr i64 %5 to ptr
  tail call void @free(ptr noundef %6) #29
  %7 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef 0) #29
  ret ptr %7
}

; Function Attrs: nounwind
define internal ptr @free_records(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %4) #29
  %6 = inttoptr i64 %5 to ptr
  %7 = getelementptr inbounds nuw i8, ptr %6, i64 56
  %8 = load ptr, ptr %7, align 8
  %9 = icmp eq ptr %8, null
  br i1 %9, label %15, label %10

10:                                               ; preds = %3, %10
  %11 = phi ptr [ %13, %10 ], [ %8, %3 ]
  %12 = load ptr, ptr %11, align 8
  store ptr %12, ptr %7, align 8
  tail call void @free(ptr noundef nonnull %11) #29
  %13 = load ptr, ptr %7, align 8
  %14 = icmp eq ptr %13, null
  br i1 %14, label %15, label %10, !llvm.loop !51

15:                                               ; preds = %10, %3
  %16 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef 0) #29
  ret ptr %16
}

; Function Attrs: nounwind
define internal ptr @set_limit(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %5 = load ptr, ptr %4, align 8
  %6 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %5) #29
  %7 = load ptr, ptr %1, align 8
  %8 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %7) #29
  %9 = inttoptr i64 %8 to ptr
  %10 = getelementptr inbounds nuw i8, ptr %9, i64 16
  store i64 %6, ptr %10, align 16
  %11 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef 0) #29
  ret ptr %11
}

; Function Attrs: nounwind
define internal ptr @listen(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %4) #29
  %6 = trunc i64 %5 to i32
  %7 = add nsw i32 %6, 1
  br label %8

8:                                                ; preds = %3, %13
  %9 = phi i64 [ 0, %3 ], [ %14, %13 ]
  %10 = getelementptr inbounds nuw i32, ptr @wake_fds, i64 %9
  %11 = cmpxchg ptr %10, i32 0, i32 %7 seq_cst seq_cst, align 4
  %12 = extractvalue { i32, i1 } %11, 1
  br i1 %12, label %16, label %13

13:                                               ; preds = %8
  %14 = add nuw nsw i64 %9, 1
  %15 = icmp eq i64 %14, 64
  br i1 %15, label %16, label %8, !llvm.loop !52

16:                                               ; preds = %8, %13
  %17 = phi i64 [ %9, %8 ], [ 64, %13 ]
  %18 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %17) #29
  ret ptr %18
}

; Function Attrs: nounwind
define internal ptr @set_up(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  br label %4

4:                                                ; preds = %4, %3
  %5 = phi i64 [ 0, %3 ], [ %10, %4 ]
  %6 = getelementptr inbounds nuw %struct.lot, ptr @lots, i64 %5
  %7 = tail call i32 @pthread_mutex_init(ptr noundef nonnull %6, ptr noundef null) #29
  %8 = getelementptr inbounds nuw i8, ptr %6, i64 48
  %9 = tail call i32 @pthread_cond_init(ptr noundef nonnull %8, ptr noundef null) #29
  %10 = add nuw nsw i64 %5, 1
  %11 = icmp eq i64 %10, 64
  br i1 %11, label %12, label %4, !llvm.loop !53

12:                                               ; preds = %4
  %13 = load ptr, ptr %1, align 8
  %14 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %13) #29
  %15 = trunc i64 %14 to i32
  store atomic i32 %15, ptr @portable seq_cst, align 4
  %16 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef 0) #29
  ret ptr %16
}

; Function Attrs: nounwind
define internal ptr @forget_workers(ptr readnone captures(none) %0, ptr readnone captures(none) %1, i64 %2) #6 {
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 64 dereferenceable(2048) @jobs, i8 0, i64 2048, i1 false)
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 64 dereferenceable(64) @workers, i8 0, i64 64, i1 false)
  %4 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef 0) #29
  ret ptr %4
}

; Function Attrs: nounwind
define internal ptr @make_types(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca %struct.PyType_Spec, align 8
  %5 = alloca %struct.PyType_Spec, align 8
  %6 = alloca %struct.PyType_Spec, align 8
  %7 = alloca %struct.PyType_Spec, align 8
  %8 = load ptr, ptr %1, align 8
  %9 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %8) #29
  store i64 %9, ptr @head_bytes, align 8
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %11 = load ptr, ptr %10, align 8
  %12 = tail call ptr @PyTuple_GetItem(ptr noundef %11, i64 noundef 0) #29
  %13 = icmp eq ptr %12, null
  br i1 %13, label %45, label %44

14:                                               ; preds = %65
  tail call void @Py_IncRef(ptr noundef nonnull %67) #29
  br label %15

15:                                               ; preds = %65, %14
  store ptr %67, ptr @no_name, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %7) #29
  store ptr @.str.44, ptr %7, align 8
  %16 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %17 = load i64, ptr @head_bytes, align 8
  %18 = trunc i64 %17 to i32
  %19 = add i32 %18, 48
  store i32 %19, ptr %16, align 8
  %20 = getelementptr inbounds nuw i8, ptr %7, i64 12
  store <2 x i32> <i32 0, i32 16512>, ptr %20, align 4
  %21 = getelementptr inbounds nuw i8, ptr %7, i64 20
  store i32 0, ptr %21, align 4
  %22 = getelementptr inbounds nuw i8, ptr %7, i64 24
  store ptr @lock_slots, ptr %22, align 8
  br label %23

23:                                               ; preds = %39, %15
  %24 = phi ptr [ @lock_slots, %15 ], [ %40, %39 ]
  %25 = load i32, ptr %24, align 8
  switch i32 %25, label %39 [
    i32 0, label %41
    i32 72, label %26
  ]

26:                                               ; preds = %23
  %27 = getelementptr inbounds nuw i8, ptr %24, i64 8
  %28 = load ptr, ptr %27, align 8
  %29 = load ptr, ptr %28, align 8
  %30 = icmp eq ptr %29, null
  br i1 %30, label %39, label %31

31:                                               ; preds = %26, %31
  %32 = phi ptr [ %36, %31 ], [ %28, %26 ]
  %33 = getelementptr inbounds nuw i8, ptr %32, i64 16
  %34 = load i64, ptr %33, align 8
  %35 = add nsw i64 %34, %17
  store i64 %35, ptr %33, align 8
  %36 = getelementptr inbounds nuw i8, ptr %32, i64 40
  %37 = load ptr, ptr %36, align 8
  %38 = icmp eq ptr %37, null
  br i1 %38, label %39, label %31, !llvm.loop !54

39:                                               ; preds = %31, %26, %23
  %40 = getelementptr inbounds nuw i8, ptr %24, i64 16
  br label %23, !llvm.loop !55

41:                                               ; preds = %23
  %42 = call ptr @PyType_FromSpec(ptr noundef nonnull %7) #29
  store ptr %42, ptr @types, align 8
  %43 = icmp eq ptr %42, null
  call void @llvm.lifetime.end.p0(ptr nonnull %7) #29
  br i1 %43, label %188, label %69

44:                                               ; preds = %3
  tail call void @Py_IncRef(ptr noundef nonnull %12) #29
  br label %45

45:                                               ; preds = %3, %44
  store ptr %12, ptr @hazard_texts, align 8
  %46 = load ptr, ptr %10, align 8
  %47 = tail call ptr @PyTuple_GetItem(ptr noundef %46, i64 noundef 1) #29
  %48 = icmp eq ptr %47, null
  br i1 %48, label %50, label %49

49:                                               ; preds = %45
  tail call void @Py_IncRef(ptr noundef nonnull %47) #29
  br label %50

50:                                               ; preds = %49, %45
  store ptr %47, ptr getelementptr inbounds nuw (i8, ptr @hazard_texts, i64 8), align 8
  %51 = load ptr, ptr %10, align 8
  %52 = tail call ptr @PyTuple_GetItem(ptr noundef %51, i64 noundef 2) #29
  %53 = icmp eq ptr %52, null
  br i1 %53, label %55, label %54

54:                                               ; preds = %50
  tail call void @Py_IncRef(ptr noundef nonnull %52) #29
  br label %55

55:                                               ; preds = %54, %50
  store ptr %52, ptr getelementptr inbounds nuw (i8, ptr @hazard_texts, i64 16), align 8
  %56 = load ptr, ptr %10, align 8
  %57 = tail call ptr @PyTuple_GetItem(ptr noundef %56, i64 noundef 3) #29
  %58 = icmp eq ptr %57, null
  br i1 %58, label %60, label %59

59:                                               ; preds = %55
  tail call void @Py_IncRef(ptr noundef nonnull %57) #29
  br label %60

60:                                               ; preds = %59, %55
  store ptr %57, ptr getelementptr inbounds nuw (i8, ptr @hazard_texts, i64 24), align 8
  %61 = load ptr, ptr %10, align 8
  %62 = tail call ptr @PyTuple_GetItem(ptr noundef %61, i64 noundef 4) #29
  %63 = icmp eq ptr %62, null
  br i1 %63, label %65, label %64

64:                                               ; preds = %60
  tail call void @Py_IncRef(ptr noundef nonnull %62) #29
  br label %65

65:                                               ; preds = %64, %60
  store ptr %62, ptr getelementptr inbounds nuw (i8, ptr @hazard_texts, i64 32), align 8
  %66 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %67 = load ptr, ptr %66, align 8
  %68 = icmp eq ptr %67, null
  br i1 %68, label %15, label %14

69:                                               ; preds = %41
  call void @llvm.lifetime.start.p0(ptr nonnull %6) #29
  store ptr @.str.45, ptr %6, align 8
  %70 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %71 = load i64, ptr @head_bytes, align 8
  %72 = trunc i64 %71 to i32
  %73 = add i32 %72, 240
  store i32 %73, ptr %70, align 8
  %74 = getelementptr inbounds nuw i8, ptr %6, i64 12
  store <2 x i32> <i32 0, i32 16512>, ptr %74, align 4
  %75 = getelementptr inbounds nuw i8, ptr %6, i64 20
  store i32 0, ptr %75, align 4
  %76 = getelementptr inbounds nuw i8, ptr %6, i64 24
  store ptr @timeline_slots, ptr %76, align 8
  br label %77

77:                                               ; preds = %93, %69
  %78 = phi ptr [ @timeline_slots, %69 ], [ %94, %93 ]
  %79 = load i32, ptr %78, align 8
  switch i32 %79, label %93 [
    i32 0, label %95
    i32 72, label %80
  ]

80:                                               ; preds = %77
  %81 = getelementptr inbounds nuw i8, ptr %78, i64 8
  %82 = load ptr, ptr %81, align 8
  %83 = load ptr, ptr %82, align 8
  %84 = icmp eq ptr %83, null
  br i1 %84, label %93, label %85

85:                                               ; preds = %80, %85
  %86 = phi ptr [ %90, %85 ], [ %82, %80 ]
  %87 = getelementptr inbounds nuw i8, ptr %86, i64 16
  %88 = load i64, ptr %87, align 8
  %89 = add nsw i64 %88, %71
  store i64 %89, ptr %87, align 8
  %90 = getelementptr inbounds nuw i8, ptr %86, i64 40
  %91 = load ptr, ptr %90, align 8
  %92 = icmp eq ptr %91, null
  br i1 %92, label %93, label %85, !llvm.loop !54

93:                                               ; preds = %85, %80, %77
  %94 = getelementptr inbounds nuw i8, ptr %78, i64 16
  br label %77, !llvm.loop !55

95:                                               ; preds = %77
  %96 = call ptr @PyType_FromSpec(ptr noundef nonnull %6) #29
  store ptr %96, ptr getelementptr inbounds nuw (i8, ptr @types, i64 8), align 8
  %97 = icmp eq ptr %96, null
  call void @llvm.lifetime.end.p0(ptr nonnull %6) #29
  br i1 %97, label %188, label %98

98:                                               ; preds = %95
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #29
  store ptr @.str.46, ptr %5, align 8
  %99 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %100 = load i64, ptr @head_bytes, align 8
  %101 = trunc i64 %100 to i32
  %102 = add i32 %101, 40
  store i32 %102, ptr %99, align 8
  %103 = getelementptr inbounds nuw i8, ptr %5, i64 12
  store <2 x i32> <i32 0, i32 16512>, ptr %103, align 4
  %104 = getelementptr inbounds nuw i8, ptr %5, i64 20
  store i32 0, ptr %104, align 4
  %105 = getelementptr inbounds nuw i8, ptr %5, i64 24
  store ptr @tracked_slots, ptr %105, align 8
  br label %106

106:                                              ; preds = %122, %98
  %107 = phi ptr [ @tracked_slots, %98 ], [ %123, %122 ]
  %108 = load i32, ptr %107, align 8
  switch i32 %108, label %122 [
    i32 0, label %124
    i32 72, label %109
  ]

109:                                              ; preds = %106
  %110 = getelementptr inbounds nuw i8, ptr %107, i64 8
  %111 = load ptr, ptr %110, align 8
  %112 = load ptr, ptr %111, align 8
  %113 = icmp eq ptr %112, null
  br i1 %113, label %122, label %114

114:                                              ; preds = %109, %114
  %115 = phi ptr [ %119, %114 ], [ %111, %109 ]
  %116 = getelementptr inbounds nuw i8, ptr %115, i64 16
  %117 = load i64, ptr %116, align 8
  %118 = add nsw i64 %117, %100
  store i64 %118, ptr %116, align 8
  %119 = getelementptr inbounds nuw i8, ptr %115, i64 40
  %120 = load ptr, ptr %119, align 8
  %121 = icmp eq ptr %120, null
  br i1 %121, label %122, label %114, !llvm.loop !54

122:                                              ; preds = %114, %109, %106
  %123 = getelementptr inbounds nuw i8, ptr %107, i64 16
  br label %106, !llvm.loop !55

124:                                              ; preds = %106
  %125 = call ptr @PyType_FromSpec(ptr noundef nonnull %5) #29
  store ptr %125, ptr getelementptr inbounds nuw (i8, ptr @types, i64 16), align 8
  %126 = icmp eq ptr %125, null
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #29
  br i1 %126, label %188, label %127

127:                                              ; preds = %124
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #29
  store ptr @.str.47, ptr %4, align 8
  %128 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %129 = load i64, ptr @head_bytes, align 8
  %130 = trunc i64 %129 to i32
  %131 = add i32 %130, 48
  store i32 %131, ptr %128, align 8
  %132 = getelementptr inbounds nuw i8, ptr %4, i64 12
  store <2 x i32> <i32 0, i32 16512>, ptr %132, align 4
  %133 = getelementptr inbounds nuw i8, ptr %4, i64 20
  store i32 0, ptr %133, align 4
  %134 = getelementptr inbounds nuw i8, ptr %4, i64 24
  store ptr @region_slots, ptr %134, align 8
  br label %135

135:                                              ; preds = %151, %127
  %136 = phi ptr [ @region_slots, %127 ], [ %152, %151 ]
  %137 = load i32, ptr %136, align 8
  switch i32 %137, label %151 [
    i32 0, label %153
    i32 72, label %138
  ]

138:                                              ; preds = %135
  %139 = getelementptr inbounds nuw i8, ptr %136, i64 8
  %140 = load ptr, ptr %139, align 8
  %141 = load ptr, ptr %140, align 8
  %142 = icmp eq ptr %141, null
  br i1 %142, label %151, label %143

143:                                              ; preds = %138, %143
  %144 = phi ptr [ %148, %143 ], [ %140, %138 ]
  %145 = getelementptr inbounds nuw i8, ptr %144, i64 16
  %146 = load i64, ptr %145, align 8
  %147 = add nsw i64 %146, %129
  store i64 %147, ptr %145, align 8
  %148 = getelementptr inbounds nuw i8, ptr %144, i64 40
  %149 = load ptr, ptr %148, align 8
  %150 = icmp eq ptr %149, null
  br i1 %150, label %151, label %143, !llvm.loop !54

151:                                              ; preds = %143, %138, %135
  %152 = getelementptr inbounds nuw i8, ptr %136, i64 16
  br label %135, !llvm.loop !55

153:                                              ; preds = %135
  %154 = call ptr @PyType_FromSpec(ptr noundef nonnull %4) #29
  store ptr %154, ptr getelementptr inbounds nuw (i8, ptr @types, i64 24), align 8
  %155 = icmp eq ptr %154, null
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #29
  br i1 %155, label %188, label %156

156:                                              ; preds = %153
  %157 = call fastcc i32 @make_type(i32 noundef 4, ptr noundef nonnull @.str.48, i64 noundef 24, ptr noundef nonnull @plans_slots)
  %158 = icmp eq i32 %157, 0
  br i1 %158, label %159, label %188

159:                                              ; preds = %156
  %160 = call ptr @PyTuple_New(i64 noundef 5) #29
  %161 = icmp eq ptr %160, null
  br i1 %161, label %188, label %162

162:                                              ; preds = %159
  %163 = load ptr, ptr @types, align 8
  %164 = icmp eq ptr %163, null
  br i1 %164, label %166, label %165

165:                                              ; preds = %162
  call void @Py_IncRef(ptr noundef nonnull %163) #29
  br label %166

166:                                              ; preds = %162, %165
  %167 = call i32 @PyTuple_SetItem(ptr noundef nonnull %160, i64 noundef 0, ptr noundef %163) #29
  %168 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @types, i64 8), align 8
  %169 = icmp eq ptr %168, null
  br i1 %169, label %171, label %170

170:                                              ; preds = %166
  call void @Py_IncRef(ptr noundef nonnull %168) #29
  br label %171

171:                                              ; preds = %170, %166
  %172 = call i32 @PyTuple_SetItem(ptr noundef nonnull %160, i64 noundef 1, ptr noundef %168) #29
  %173 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @types, i64 16), align 8
  %174 = icmp eq ptr %173, null
  br i1 %174, label %176, label %175

175:                                              ; preds = %171
  call void @Py_IncRef(ptr noundef nonnull %173) #29
  br label %176

176:                                              ; preds = %175, %171
  %177 = call i32 @PyTuple_SetItem(ptr noundef nonnull %160, i64 noundef 2, ptr noundef %173) #29
  %178 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @types, i64 24), align 8
  %179 = icmp eq ptr %178, null
  br i1 %179, label %181, label %180

180:                                              ; preds = %176
  call void @Py_IncRef(ptr noundef nonnull %178) #29
  br label %181

181:                                              ; preds = %180, %176
  %182 = call i32 @PyTuple_SetItem(ptr noundef nonnull %160, i64 noundef 3, ptr noundef %178) #29
  %183 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @types, i64 32), align 8
  %184 = icmp eq ptr %183, null
  br i1 %184, label %186, label %185

185:                                              ; preds = %181
  call void @Py_IncRef(ptr noundef nonnull %183) #29
  br label %186

186:                                              ; preds = %185, %181
  %187 = call i32 @PyTuple_SetItem(ptr noundef nonnull %160, i64 noundef 4, ptr noundef %183) #29
  br label %188

188:                                              ; preds = %186, %159, %41, %95, %124, %153, %156
  %189 = phi ptr [ null, %41 ], [ null, %156 ], [ null, %153 ], [ null, %124 ], [ null, %95 ], [ null, %159 ], [ %160, %186 ]
  ret ptr %189
}

; Function Attrs: nounwind
define internal noundef nonnull ptr @find_timelines(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %7, label %6

6:                                                ; preds = %3
  tail call void @Py_IncRef(ptr noundef nonnull %4) #29
  br label %7

7:                                                ; preds = %3, %6
  store ptr %4, ptr @timeline_class, align 8
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %9 = load ptr, ptr %8, align 8
  %10 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %9) #29
  store i64 %10, ptr @slots, align 8
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #29
  ret ptr @_Py_NoneStruct
}

; Function Attrs: nounwind
define internal ptr @new_lock(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = tail call ptr @PyList_New(i64 noundef 0) #29
  %5 = icmp eq ptr %4, null
  br i1 %5, label %23, label %6

6:                                                ; preds = %3
  %7 = load ptr, ptr @types, align 8
  %8 = tail call ptr @PyType_GenericAlloc(ptr noundef %7, i64 noundef 0) #29
  %9 = icmp eq ptr %8, null
  br i1 %9, label %10, label %11

10:                                               ; preds = %6
  tail call void @Py_DecRef(ptr noundef nonnull %4) #29
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
  tail call void @Py_IncRef(ptr noundef nonnull %15) #29
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
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #29
  ret ptr @_Py_NoneStruct
}

; Function Attrs: nounwind
define internal ptr @new_timeline(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %5 = load ptr, ptr %4, align 8
  %6 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %5) #29
  %7 = inttoptr i64 %6 to ptr
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %9 = load ptr, ptr %8, align 8
  %10 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %9) #29
  %11 = tail call ptr @PyErr_Occurred() #29
  %12 = icmp eq ptr %11, null
  br i1 %12, label %13, label %31

13:                                               ; preds = %3
  %14 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @types, i64 8), align 8
  %15 = tail call ptr @PyType_GenericAlloc(ptr noundef %14, i64 noundef 0) #29
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
  tail call void @Py_IncRef(ptr noundef nonnull %22) #29
  br label %25

25:                                               ; preds = %17, %24
  %26 = getelementptr inbounds nuw i8, ptr %19, i64 208
  store ptr %22, ptr %26, align 8
  %27 = tail call ptr @PyDict_New() #29
  %28 = getelementptr inbounds nuw i8, ptr %19, i64 232
  store ptr %27, ptr %28, align 8
  %29 = icmp eq ptr %27, null
  br i1 %29, label %30, label %31

30:                                               ; preds = %25
  tail call void @Py_DecRef(ptr noundef nonnull %15) #29
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
  %8 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %7) #29
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %10 = load ptr, ptr %9, align 8
  %11 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %10) #29
  %12 = tail call ptr @PyErr_Occurred() #29
  %13 = icmp eq ptr %12, null
  br i1 %13, label %14, label %132

14:                                               ; preds = %3
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %16 = load ptr, ptr %15, align 8
  %17 = icmp eq ptr %16, @_Py_NoneStruct
  br i1 %17, label %83, label %18

18:                                               ; preds = %14
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #29
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #29
  call void @llvm.lifetime.start.p0(ptr nonnull %6) #29
  store i64 0, ptr %6, align 8
  %19 = call i32 @PyDict_Next(ptr noundef %16, ptr noundef nonnull %6, ptr noundef nonnull %4, ptr noundef nonnull %5) #29
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
  %33 = call i32 @PyType_IsSubtype(ptr noundef %29, ptr noundef %30) #29
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
  call void @PyErr_SetString(ptr noundef %48, ptr noundef nonnull @.str.76) #29
  %49 = load ptr, ptr %5, align 8
  %50 = call i64 @PyLong_AsUnsignedLongLong(ptr noundef %49) #29
  br label %82

51:                                               ; preds = %40
  %52 = load ptr, ptr %5, align 8
  %53 = call i64 @PyLong_AsUnsignedLongLong(ptr noundef %52) #29
  %54 = icmp eq i64 %53, -1
  br i1 %54, label %55, label %58

55:                                               ; preds = %51
  %56 = call ptr @PyErr_Occurred() #29
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
  %66 = call ptr @realloc(ptr noundef %22, i64 noundef %65) #31
  %67 = icmp eq ptr %66, null
  br i1 %67, label %68, label %70

68:                                               ; preds = %60
  %69 = call ptr @PyErr_NoMemory() #29
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
  %77 = call i32 @PyDict_Next(ptr noundef %16, ptr noundef nonnull %6, ptr noundef nonnull %4, ptr noundef nonnull %5) #29
  %78 = icmp eq i32 %77, 0
  br i1 %78, label %79, label %21

79:                                               ; preds = %70, %18
  %80 = phi ptr [ null, %18 ], [ %71, %70 ]
  %81 = phi i32 [ 0, %18 ], [ %73, %70 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %6) #29
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #29
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #29
  br label %83

82:                                               ; preds = %55, %47, %68
  call void @free(ptr noundef %22) #29
  call void @llvm.lifetime.end.p0(ptr nonnull %6) #29
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #29
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #29
  br label %132

83:                                               ; preds = %14, %79
  %84 = phi i32 [ %81, %79 ], [ 0, %14 ]
  %85 = phi ptr [ %80, %79 ], [ null, %14 ]
  %86 = load i64, ptr @memories, align 8
  %87 = add i64 %86, 1
  store i64 %87, ptr @memories, align 8
  %88 = call noalias dereferenceable_or_null(184) ptr @malloc(i64 noundef 184) #32
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
  call void @free(ptr noundef %85) #29
  %114 = call ptr @PyErr_NoMemory() #29
  br label %132

115:                                              ; preds = %90, %106
  call void @free(ptr noundef %85) #29
  %116 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %117 = load ptr, ptr %116, align 8
  %118 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @types, i64 16), align 8
  %119 = call ptr @PyType_GenericAlloc(ptr noundef %118, i64 noundef 0) #29
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
  call void @Py_IncRef(ptr noundef nonnull %117) #29
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
  %13 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @types, i64 16), align 8
  %14 = tail call ptr @PyType_GenericAlloc(ptr noundef %13, i64 noundef 0) #29
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
  tail call void @Py_IncRef(ptr noundef nonnull %12) #29
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
  %6 = alloca [64 x ptr], align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %6) #29
  %7 = load ptr, ptr %1, align 8
  %8 = tail call i64 @PyTuple_Size(ptr noundef %7) #29
  %9 = icmp sgt i64 %8, 0
  br i1 %9, label %10, label %39

10:                                               ; preds = %3, %33
  %11 = phi i32 [ %34, %33 ], [ 0, %3 ]
  %12 = phi i64 [ %35, %33 ], [ 0, %3 ]
  %13 = load ptr, ptr %1, align 8
  %14 = tail call ptr @PyTuple_GetItem(ptr noundef %13, i64 noundef %12) #29
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
  tail call void @PyErr_SetString(ptr noundef %32, ptr noundef nonnull @.str.118) #29
  br label %204

33:                                               ; preds = %27, %19
  %34 = phi i32 [ %11, %19 ], [ %28, %27 ]
  %35 = add nuw nsw i64 %12, 1
  %36 = icmp eq i64 %35, %8
  br i1 %36, label %37, label %10, !llvm.loop !56

37:                                               ; preds = %33
  %38 = load ptr, ptr %6, align 8
  br label %39

39:                                               ; preds = %37, %3
  %40 = phi ptr [ undef, %3 ], [ %38, %37 ]
  %41 = phi i32 [ 0, %3 ], [ %34, %37 ]
  %42 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %43 = load ptr, ptr %42, align 8
  %44 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %43) #29
  %45 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %46 = load ptr, ptr %45, align 8
  %47 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %46) #29
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  %48 = add i32 %41, -1
  %49 = zext i32 %48 to i64
  %50 = getelementptr inbounds nuw ptr, ptr %6, i64 %49
  %51 = load ptr, ptr %50, align 8
  %52 = icmp eq i32 %41, 0
  br i1 %52, label %85, label %53

53:                                               ; preds = %39
  %54 = add i32 %41, 1
  %55 = zext i32 %54 to i64
  %56 = zext i32 %41 to i64
  %57 = icmp eq i32 %41, 1
  br i1 %57, label %82, label %58

58:                                               ; preds = %53
  %59 = and i64 %56, 4294967294
  br label %60

60:                                               ; preds = %60, %58
  %61 = phi i64 [ 0, %58 ], [ %77, %60 ]
  %62 = phi i64 [ %55, %58 ], [ %75, %60 ]
  %63 = phi i64 [ 0, %58 ], [ %76, %60 ]
  %64 = getelementptr inbounds nuw ptr, ptr %6, i64 %61
  %65 = getelementptr inbounds nuw ptr, ptr %6, i64 %61
  %66 = getelementptr inbounds nuw i8, ptr %65, i64 8
  %67 = load ptr, ptr %64, align 8
  %68 = load ptr, ptr %66, align 8
  %69 = getelementptr inbounds nuw i8, ptr %67, i64 28
  %70 = getelementptr inbounds nuw i8, ptr %68, i64 28
  %71 = load i32, ptr %69, align 4
  %72 = load i32, ptr %70, align 4
  %73 = zext i32 %71 to i64
  %74 = zext i32 %72 to i64
  %75 = add i64 %62, %73
  %76 = add i64 %63, %74
  %77 = add nuw i64 %61, 2
  %78 = icmp eq i64 %77, %59
  br i1 %78, label %79, label %60, !llvm.loop !57

79:                                               ; preds = %60
  %80 = add i64 %76, %75
  %81 = icmp eq i64 %59, %56
  br i1 %81, label %85, label %82

82:                                               ; preds = %53, %79
  %83 = phi i64 [ 0, %53 ], [ %59, %79 ]
  %84 = phi i64 [ %55, %53 ], [ %80, %79 ]
  br label %89

85:                                               ; preds = %89, %79, %39
  %86 = phi i64 [ 1, %39 ], [ %80, %79 ], [ %97, %89 ]
  %87 = tail call noalias ptr @calloc(i64 noundef %86, i64 noundef 136) #33
  %88 = icmp eq ptr %87, null
  br i1 %88, label %186, label %100

89:                                               ; preds = %82, %89
  %90 = phi i64 [ %98, %89 ], [ %83, %82 ]
  %91 = phi i64 [ %97, %89 ], [ %84, %82 ]
  %92 = getelementptr inbounds nuw ptr, ptr %6, i64 %90
  %93 = load ptr, ptr %92, align 8
  %94 = getelementptr inbounds nuw i8, ptr %93, i64 28
  %95 = load i32, ptr %94, align 4
  %96 = zext i32 %95 to i64
  %97 = add i64 %91, %96
  %98 = add nuw nsw i64 %90, 1
  %99 = icmp eq i64 %98, %56
  br i1 %99, label %85, label %89, !llvm.loop !58

100:                                              ; preds = %85
  %101 = getelementptr inbounds nuw i8, ptr %40, i64 8
  %102 = load i64, ptr %101, align 8
  %103 = tail call i64 @llvm.umin.i64(i64 %44, i64 %102)
  %104 = getelementptr inbounds nuw i8, ptr %51, i64 16
  %105 = load i64, ptr %104, align 8
  %106 = tail call i64 @llvm.umax.i64(i64 %47, i64 %105)
  br i1 %52, label %109, label %107

107:                                              ; preds = %100
  %108 = zext i32 %41 to i64
  br label %113

109:                                              ; preds = %164, %100
  %110 = phi i64 [ %103, %100 ], [ %138, %164 ]
  %111 = phi ptr [ %87, %100 ], [ %136, %164 ]
  %112 = icmp ult i64 %110, %106
  br i1 %112, label %167, label %171

113:                                              ; preds = %164, %107
  %114 = phi i64 [ 0, %107 ], [ %165, %164 ]
  %115 = phi ptr [ %87, %107 ], [ %136, %164 ]
  %116 = phi i64 [ %103, %107 ], [ %138, %164 ]
  %117 = getelementptr inbounds nuw ptr, ptr %6, i64 %114
  %118 = load ptr, ptr %117, align 8
  %119 = getelementptr inbounds nuw i8, ptr %118, i64 8
  %120 = load i64, ptr %119, align 8
  %121 = icmp ult i64 %116, %120
  br i1 %121, label %122, label %126

122:                                              ; preds = %113
  %123 = getelementptr inbounds nuw i8, ptr %115, i64 136
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(120) %4, i8 0, i64 120, i1 false)
  store i64 %116, ptr %115, align 8
  %124 = getelementptr inbounds nuw i8, ptr %115, i64 8
  store i64 %120, ptr %124, align 8
  %125 = getelementptr inbounds nuw i8, ptr %115, i64 16
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(120) %125, ptr noundef nonnull align 8 dereferenceable(120) %4, i64 120, i1 false)
  br label %126

126:                                              ; preds = %122, %113
  %127 = phi ptr [ %123, %122 ], [ %115, %113 ]
  %128 = getelementptr inbounds nuw i8, ptr %118, i64 40
  %129 = load ptr, ptr %128, align 8
  %130 = getelementptr inbounds nuw i8, ptr %118, i64 28
  %131 = load i32, ptr %130, align 4
  %132 = zext i32 %131 to i64
  %133 = mul nuw nsw i64 %132, 136
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 8 %127, ptr align 8 %129, i64 %133, i1 false)
  %134 = load i32, ptr %130, align 4
  %135 = zext i32 %134 to i64
  %136 = getelementptr inbounds nuw %struct.span, ptr %127, i64 %135
  %137 = getelementptr inbounds nuw i8, ptr %118, i64 16
  %138 = load i64, ptr %137, align 8
  %139 = load ptr, ptr %128, align 8
  %140 = getelementptr inbounds nuw i8, ptr %118, i64 32
  %141 = load i32, ptr %140, align 8
  %142 = zext i32 %141 to i64
  %143 = getelementptr inbounds nuw %struct.span, ptr %139, i64 %142
  %144 = icmp eq i32 %134, %141
  br i1 %144, label %149, label %145

145:                                              ; preds = %126
  %146 = getelementptr inbounds nuw %struct.span, ptr %139, i64 %135
  br label %153

147:                                              ; preds = %153
  %148 = load ptr, ptr %128, align 8
  br label %149

149:                                              ; preds = %147, %126
  %150 = phi ptr [ %148, %147 ], [ %139, %126 ]
  %151 = getelementptr inbounds nuw i8, ptr %118, i64 48
  %152 = icmp eq ptr %150, %151
  br i1 %152, label %164, label %163

153:                                              ; preds = %153, %145
  %154 = phi ptr [ %161, %153 ], [ %146, %145 ]
  %155 = getelementptr inbounds nuw i8, ptr %154, i64 56
  %156 = load ptr, ptr %155, align 8
  tail call void @free(ptr noundef %156) #29
  %157 = getelementptr inbounds nuw i8, ptr %154, i64 72
  %158 = load ptr, ptr %157, align 8
  tail call void @free(ptr noundef %158) #29
  %159 = getelementptr inbounds nuw i8, ptr %154, i64 120
  %160 = load ptr, ptr %159, align 8
  tail call void @free(ptr noundef %160) #29
  %161 = getelementptr inbounds nuw i8, ptr %154, i64 136
  %162 = icmp eq ptr %161, %143
  br i1 %162, label %147, label %153, !llvm.loop !59

163:                                              ; preds = %149
  tail call void @free(ptr noundef %150) #29
  br label %164

164:                                              ; preds = %163, %149
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(136) %151, i8 0, i64 136, i1 false)
  store ptr %151, ptr %128, align 8
  store <2 x i32> <i32 0, i32 1>, ptr %130, align 4
  %165 = add nuw nsw i64 %114, 1
  %166 = icmp eq i64 %165, %108
  br i1 %166, label %109, label %113, !llvm.loop !60

167:                                              ; preds = %109
  %168 = getelementptr inbounds nuw i8, ptr %111, i64 136
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(120) %5, i8 0, i64 120, i1 false)
  store i64 %110, ptr %111, align 8
  %169 = getelementptr inbounds nuw i8, ptr %111, i64 8
  store i64 %106, ptr %169, align 8
  %170 = getelementptr inbounds nuw i8, ptr %111, i64 16
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(120) %170, ptr noundef nonnull align 8 dereferenceable(120) %5, i64 120, i1 false)
  br label %171

171:                                              ; preds = %109, %167
  %172 = phi ptr [ %168, %167 ], [ %111, %109 ]
  store i64 %103, ptr %101, align 8
  %173 = getelementptr inbounds nuw i8, ptr %40, i64 16
  store i64 %106, ptr %173, align 8
  %174 = getelementptr inbounds nuw i8, ptr %40, i64 40
  store ptr %87, ptr %174, align 8
  %175 = ptrtoint ptr %172 to i64
  %176 = ptrtoint ptr %87 to i64
  %177 = sub i64 %175, %176
  %178 = sdiv exact i64 %177, 136
  %179 = trunc i64 %178 to i32
  %180 = getelementptr inbounds nuw i8, ptr %40, i64 28
  store i32 %179, ptr %180, align 4
  %181 = trunc i64 %86 to i32
  %182 = getelementptr inbounds nuw i8, ptr %40, i64 32
  store i32 %181, ptr %182, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  br i1 %9, label %183, label %188

183:                                              ; preds = %171
  %184 = load ptr, ptr %6, align 8
  %185 = getelementptr inbounds nuw i8, ptr %184, i64 24
  br label %189

186:                                              ; preds = %85
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %187 = tail call ptr @PyErr_NoMemory() #29
  br label %204

188:                                              ; preds = %201, %171
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #29
  br label %204

189:                                              ; preds = %183, %201
  %190 = phi i64 [ 0, %183 ], [ %202, %201 ]
  %191 = load ptr, ptr %1, align 8
  %192 = tail call ptr @PyTuple_GetItem(ptr noundef %191, i64 noundef %190) #29
  %193 = load i64, ptr @head_bytes, align 8
  %194 = getelementptr inbounds i8, ptr %192, i64 %193
  %195 = load ptr, ptr %194, align 8
  %196 = icmp eq ptr %195, %184
  br i1 %196, label %201, label %197

197:                                              ; preds = %189
  %198 = load i32, ptr %185, align 8
  %199 = add i32 %198, 1
  store i32 %199, ptr %185, align 8
  %200 = load ptr, ptr %194, align 8
  tail call fastcc void @drop_memory(ptr noundef %200)
  store ptr %184, ptr %194, align 8
  br label %201

201:                                              ; preds = %197, %189
  %202 = add nuw nsw i64 %190, 1
  %203 = icmp eq i64 %202, %8
  br i1 %203, label %188, label %189, !llvm.loop !61

204:                                              ; preds = %31, %188, %186
  %205 = phi ptr [ %187, %186 ], [ @_Py_NoneStruct, %188 ], [ null, %31 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %6) #29
  ret ptr %205
}

; Function Attrs: nounwind
define internal ptr @new_region(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = load i64, ptr @head_bytes, align 8
  %6 = getelementptr inbounds i8, ptr %4, i64 %5
  %7 = getelementptr inbounds i8, ptr %6, i64 -8
  %8 = load ptr, ptr %7, align 8
  %9 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @types, i64 16), align 8
  %10 = icmp eq ptr %8, %9
  br i1 %10, label %13, label %11

11:                                               ; preds = %3
  %12 = load ptr, ptr @PyExc_TypeError, align 8
  tail call void @PyErr_SetString(ptr noundef %12, ptr noundef nonnull @.str.119) #29
  br label %47

13:                                               ; preds = %3
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %15 = load ptr, ptr %14, align 8
  %16 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %15) #29
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %18 = load ptr, ptr %17, align 8
  %19 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %18) #29
  %20 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %21 = load ptr, ptr %20, align 8
  %22 = tail call i32 @PyObject_IsTrue(ptr noundef %21) #29
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %24 = load ptr, ptr %23, align 8
  %25 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %24) #29
  %26 = tail call ptr @PyErr_Occurred() #29
  %27 = icmp eq ptr %26, null
  br i1 %27, label %28, label %47

28:                                               ; preds = %13
  %29 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @types, i64 24), align 8
  %30 = tail call ptr @PyType_GenericAlloc(ptr noundef %29, i64 noundef 0) #29
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
  tail call void @Py_IncRef(ptr noundef nonnull %42) #29
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
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca %struct.step, align 8
  %7 = load ptr, ptr %1, align 8
  %8 = load i64, ptr @head_bytes, align 8
  %9 = getelementptr inbounds i8, ptr %7, i64 %8
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %11 = load ptr, ptr %10, align 8
  %12 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %11) #29
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %14 = load ptr, ptr %13, align 8
  %15 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %14) #29
  %16 = inttoptr i64 %15 to ptr
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %18 = load ptr, ptr %17, align 8
  %19 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %20 = load ptr, ptr %19, align 8
  %21 = tail call i64 @PyTuple_Size(ptr noundef %20) #29
  %22 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %23 = load ptr, ptr %22, align 8
  %24 = tail call i64 @PyTuple_Size(ptr noundef %23) #29
  %25 = add nsw i64 %24, %21
  %26 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %27 = load ptr, ptr %26, align 8
  %28 = tail call i32 @PyObject_IsTrue(ptr noundef %27) #29
  %29 = shl i64 %25, 4
  %30 = add i64 %29, 16
  %31 = tail call noalias ptr @malloc(i64 noundef %30) #32
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #29
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #29
  %32 = icmp eq ptr %31, null
  br i1 %32, label %120, label %33

33:                                               ; preds = %3
  %34 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %35 = load ptr, ptr %34, align 8
  %36 = call fastcc i32 @points_from_pairs(ptr noundef %35, ptr noundef %4, ptr noundef %5)
  %37 = icmp eq i32 %36, 0
  br i1 %37, label %40, label %38

38:                                               ; preds = %33
  %39 = load ptr, ptr %4, align 8
  br label %120

40:                                               ; preds = %33
  %41 = load ptr, ptr %19, align 8
  %42 = load ptr, ptr %22, align 8
  %43 = tail call fastcc i32 @read_accesses(ptr noundef %41, ptr noundef %42, ptr noundef nonnull %31)
  %44 = icmp eq i32 %43, 0
  %45 = load ptr, ptr %4, align 8
  br i1 %44, label %46, label %120

46:                                               ; preds = %40
  %47 = trunc i64 %25 to i32
  %48 = icmp eq i32 %47, 0
  %49 = and i64 %25, 4294967295
  %50 = load i32, ptr %5, align 4
  br label %51

51:                                               ; preds = %46, %96
  %52 = phi ptr [ %101, %96 ], [ null, %46 ]
  %53 = phi ptr [ %103, %96 ], [ null, %46 ]
  %54 = phi i32 [ %97, %96 ], [ 0, %46 ]
  %55 = phi i32 [ %98, %96 ], [ 0, %46 ]
  br i1 %48, label %77, label %56

56:                                               ; preds = %51, %70
  %57 = phi i64 [ %71, %70 ], [ 0, %51 ]
  %58 = getelementptr inbounds nuw %struct.use, ptr %31, i64 %57
  %59 = load ptr, ptr %58, align 8
  %60 = load ptr, ptr %59, align 8
  %61 = getelementptr inbounds nuw i8, ptr %60, i64 8
  %62 = load i32, ptr %61, align 8
  %63 = getelementptr inbounds nuw i8, ptr %58, i64 9
  %64 = load i8, ptr %63, align 1
  %65 = icmp eq i8 %64, 0
  br i1 %65, label %68, label %66

66:                                               ; preds = %56
  %67 = icmp eq i32 %62, 0
  br i1 %67, label %70, label %73

68:                                               ; preds = %56
  %69 = icmp ugt i32 %62, 1
  br i1 %69, label %73, label %70

70:                                               ; preds = %68, %66
  %71 = add nuw nsw i64 %57, 1
  %72 = icmp eq i64 %71, %49
  br i1 %72, label %77, label %56, !llvm.loop !62

73:                                               ; preds = %68, %66
  %74 = and i64 %57, 2147483648
  %75 = icmp eq i64 %74, 0
  br i1 %75, label %76, label %77

76:                                               ; preds = %73
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #29
  br label %120

77:                                               ; preds = %70, %51, %73
  store i32 %28, ptr @the_tracker, align 8
  %78 = tail call fastcc i32 @prepare_command(ptr noundef %9, ptr noundef nonnull %31, i32 noundef %47, ptr noundef %45, i32 noundef %50)
  %79 = icmp eq i32 %78, 0
  br i1 %79, label %82, label %80

80:                                               ; preds = %77
  %81 = tail call ptr @PyErr_NoMemory() #29
  br label %120

82:                                               ; preds = %77
  %83 = icmp ne ptr %52, null
  %84 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %85 = icmp eq i32 %54, %84
  %86 = select i1 %83, i1 %85, i1 false
  %87 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 32), align 8
  %88 = icmp eq i32 %55, %87
  %89 = select i1 %86, i1 %88, i1 false
  br i1 %89, label %107, label %90

90:                                               ; preds = %82
  %91 = icmp eq ptr %52, null
  br i1 %91, label %93, label %92

92:                                               ; preds = %90
  tail call void @Py_DecRef(ptr noundef nonnull %52) #29
  br label %93

93:                                               ; preds = %90, %92
  %94 = icmp eq ptr %53, null
  br i1 %94, label %96, label %95

95:                                               ; preds = %93
  tail call void @Py_DecRef(ptr noundef nonnull %53) #29
  br label %96

96:                                               ; preds = %93, %95
  %97 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %98 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 32), align 8
  %99 = zext i32 %97 to i64
  %100 = shl nuw nsw i64 %99, 2
  %101 = tail call ptr @PyTuple_New(i64 noundef %100) #29
  %102 = zext i32 %98 to i64
  %103 = tail call ptr @PyTuple_New(i64 noundef %102) #29
  %104 = icmp ne ptr %101, null
  %105 = icmp ne ptr %103, null
  %106 = select i1 %104, i1 %105, i1 false
  br i1 %106, label %51, label %120

107:                                              ; preds = %82
  %108 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 8), align 8
  %109 = tail call fastcc i32 @fill_edges(ptr noundef nonnull %52, ptr noundef %108, i32 noundef %54)
  %110 = icmp eq i32 %109, 0
  br i1 %110, label %111, label %120

111:                                              ; preds = %107
  %112 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 24), align 8
  tail call fastcc void @fill_checks(ptr noundef %53, ptr noundef %112, i32 noundef %55)
  call void @llvm.lifetime.start.p0(ptr nonnull %6) #29
  store ptr %9, ptr %6, align 8
  %113 = getelementptr inbounds nuw i8, ptr %6, i64 8
  store i64 %12, ptr %113, align 8
  %114 = getelementptr inbounds nuw i8, ptr %6, i64 16
  store ptr %16, ptr %114, align 8
  %115 = getelementptr inbounds nuw i8, ptr %6, i64 24
  store ptr %18, ptr %115, align 8
  call fastcc void @note(ptr noundef %9, ptr noundef nonnull %31, i32 noundef %47, ptr dead_on_return noundef %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %6) #29
  tail call void @Py_IncRef(ptr noundef nonnull %52) #29
  %116 = icmp eq ptr %53, null
  br i1 %116, label %118, label %117

117:                                              ; preds = %111
  tail call void @Py_IncRef(ptr noundef nonnull %53) #29
  br label %118

118:                                              ; preds = %111, %117
  %119 = tail call fastcc ptr @two(ptr noundef nonnull %52, ptr noundef %53)
  br label %120

120:                                              ; preds = %96, %38, %107, %3, %40, %118, %80, %76
  %121 = phi ptr [ %39, %38 ], [ %45, %40 ], [ %45, %76 ], [ %45, %80 ], [ %45, %107 ], [ %45, %118 ], [ null, %3 ], [ %45, %96 ]
  %122 = phi ptr [ null, %38 ], [ null, %40 ], [ %52, %76 ], [ %52, %80 ], [ %52, %107 ], [ %52, %118 ], [ null, %3 ], [ %101, %96 ]
  %123 = phi ptr [ null, %38 ], [ null, %40 ], [ %53, %76 ], [ %53, %80 ], [ %53, %107 ], [ %53, %118 ], [ null, %3 ], [ %103, %96 ]
  %124 = phi ptr [ null, %38 ], [ null, %40 ], [ @_Py_NoneStruct, %76 ], [ null, %80 ], [ null, %107 ], [ %119, %118 ], [ null, %3 ], [ null, %96 ]
  tail call void @free(ptr noundef %31) #29
  tail call void @free(ptr noundef %121) #29
  %125 = icmp eq ptr %122, null
  br i1 %125, label %127, label %126

126:                                              ; preds = %120
  tail call void @Py_DecRef(ptr noundef nonnull %122) #29
  br label %127

127:                                              ; preds = %120, %126
  %128 = icmp eq ptr %123, null
  br i1 %128, label %130, label %129

129:                                              ; preds = %127
  tail call void @Py_DecRef(ptr noundef nonnull %123) #29
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
  tail call void @Py_DecRef(ptr noundef %142) #29
  %143 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %144 = icmp ne i32 %143, 0
  %145 = load i32, ptr @locks_taken, align 4
  %146 = icmp eq i32 %145, 0
  %147 = select i1 %144, i1 %146, i1 false
  br i1 %147, label %136, label %148, !llvm.loop !63

148:                                              ; preds = %136, %130
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #29
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #29
  ret ptr %124
}

; Function Attrs: nounwind
define internal ptr @wait_edges(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #29
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #29
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %7 = load ptr, ptr %6, align 8
  %8 = tail call i32 @PyObject_IsTrue(ptr noundef %7) #29
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
  tail call void @free(ptr noundef %17) #29
  %41 = tail call ptr @PyErr_NoMemory() #29
  br label %64

42:                                               ; preds = %37
  tail call void @free(ptr noundef %17) #29
  %43 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %44 = add i32 %43, 1
  %45 = zext i32 %44 to i64
  %46 = shl nuw nsw i64 %45, 5
  %47 = tail call noalias ptr @malloc(i64 noundef %46) #32
  %48 = icmp eq ptr %47, null
  br i1 %48, label %49, label %51

49:                                               ; preds = %42
  %50 = tail call ptr @PyErr_NoMemory() #29
  br label %64

51:                                               ; preds = %42
  %52 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 8), align 8
  %53 = zext i32 %43 to i64
  %54 = shl nuw nsw i64 %53, 5
  tail call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 %47, ptr align 8 %52, i64 %54, i1 false)
  %55 = shl nuw nsw i64 %53, 2
  %56 = tail call ptr @PyTuple_New(i64 noundef %55) #29
  %57 = icmp eq ptr %56, null
  br i1 %57, label %62, label %58

58:                                               ; preds = %51
  %59 = tail call fastcc i32 @fill_edges(ptr noundef nonnull %56, ptr noundef nonnull %47, i32 noundef %43)
  %60 = icmp eq i32 %59, 0
  br i1 %60, label %62, label %61

61:                                               ; preds = %58
  tail call void @Py_DecRef(ptr noundef nonnull %56) #29
  br label %62

62:                                               ; preds = %61, %58, %51
  %63 = phi ptr [ null, %61 ], [ %56, %58 ], [ null, %51 ]
  tail call void @free(ptr noundef nonnull %47) #29
  br label %64

64:                                               ; preds = %40, %62, %49, %3
  %65 = phi ptr [ null, %3 ], [ %41, %40 ], [ %63, %62 ], [ %50, %49 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #29
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #29
  ret ptr %65
}

; Function Attrs: nounwind
define internal ptr @new_plans(ptr readnone captures(none) %0, ptr readnone captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @types, i64 32), align 8
  %5 = tail call ptr @PyType_GenericAlloc(ptr noundef %4, i64 noundef 0) #29
  ret ptr %5
}

; Function Attrs: nounwind
define internal ptr @new_launch(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %5 = load ptr, ptr %4, align 8
  %6 = icmp eq ptr %5, null
  br i1 %6, label %8, label %7

7:                                                ; preds = %3
  tail call void @Py_IncRef(ptr noundef nonnull %5) #29
  br label %8

8:                                                ; preds = %3, %7
  store ptr %5, ptr @launch_in_python, align 8
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %10 = load ptr, ptr %9, align 8
  %11 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %10) #29
  %12 = inttoptr i64 %11 to ptr
  store ptr %12, ptr getelementptr inbounds nuw (i8, ptr @new_launch.method, i64 24), align 8
  %13 = load ptr, ptr %1, align 8
  %14 = tail call ptr @PyDescr_NewMethod(ptr noundef %13, ptr noundef nonnull @new_launch.method) #29
  ret ptr %14
}

; Function Attrs: nounwind
define internal noundef nonnull ptr @find_slots(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = tail call i64 @PyTuple_Size(ptr noundef %4) #29
  %6 = icmp sgt i64 %5, 0
  br i1 %6, label %33, label %7

7:                                                ; preds = %33, %3
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %9 = load ptr, ptr %8, align 8
  %10 = icmp eq ptr %9, null
  br i1 %10, label %12, label %11

11:                                               ; preds = %7
  tail call void @Py_IncRef(ptr noundef nonnull %9) #29
  br label %12

12:                                               ; preds = %7, %11
  store ptr %9, ptr @buffer_class, align 8
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %14 = load ptr, ptr %13, align 8
  %15 = icmp eq ptr %14, null
  br i1 %15, label %17, label %16

16:                                               ; preds = %12
  tail call void @Py_IncRef(ptr noundef nonnull %14) #29
  br label %17

17:                                               ; preds = %12, %16
  store ptr %14, ptr @execution_class, align 8
  %18 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %19 = load ptr, ptr %18, align 8
  %20 = icmp eq ptr %19, null
  br i1 %20, label %22, label %21

21:                                               ; preds = %17
  tail call void @Py_IncRef(ptr noundef nonnull %19) #29
  br label %22

22:                                               ; preds = %17, %21
  store ptr %19, ptr @empty_tuple, align 8
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %24 = load ptr, ptr %23, align 8
  %25 = icmp eq ptr %24, null
  br i1 %25, label %27, label %26

26:                                               ; preds = %22
  tail call void @Py_IncRef(ptr noundef nonnull %24) #29
  br label %27

27:                                               ; preds = %22, %26
  store ptr %24, ptr @tidy_name, align 8
  %28 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %29 = load ptr, ptr %28, align 8
  %30 = icmp eq ptr %29, null
  br i1 %30, label %32, label %31

31:                                               ; preds = %27
  tail call void @Py_IncRef(ptr noundef nonnull %29) #29
  br label %32

32:                                               ; preds = %27, %31
  store ptr %29, ptr @hand_over_name, align 8
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #29
  ret ptr @_Py_NoneStruct

33:                                               ; preds = %3, %33
  %34 = phi i64 [ %39, %33 ], [ 0, %3 ]
  %35 = load ptr, ptr %1, align 8
  %36 = tail call ptr @PyTuple_GetItem(ptr noundef %35, i64 noundef %34) #29
  %37 = tail call i64 @PyLong_AsLongLong(ptr noundef %36) #29
  %38 = getelementptr inbounds nuw i64, ptr getelementptr inbounds nuw (i8, ptr @slots, i64 8), i64 %34
  store i64 %37, ptr %38, align 8
  %39 = add nuw nsw i64 %34, 1
  %40 = icmp eq i64 %39, %5
  br i1 %40, label %7, label %33, !llvm.loop !64
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
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #29
  %11 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %4) #29
  %12 = load i64, ptr %4, align 8
  %13 = mul nsw i64 %12, 1000000000
  %14 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %15 = load i64, ptr %14, align 8
  %16 = add nsw i64 %13, %15
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #29
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
  %35 = call i32 %34(ptr noundef nonnull %22, i64 noundef 0, i64 noundef %27) #29
  br label %36

36:                                               ; preds = %33, %31
  %37 = phi i32 [ %32, %31 ], [ %35, %33 ]
  %38 = getelementptr inbounds nuw i8, ptr %6, i64 4
  store i32 %37, ptr %38, align 4
  %39 = icmp eq i32 %37, 0
  %40 = select i1 %39, i32 2, i32 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3) #29
  %41 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %3) #29
  %42 = load i64, ptr %3, align 8
  %43 = mul nsw i64 %42, 1000000000
  %44 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %45 = load i64, ptr %44, align 8
  %46 = add nsw i64 %43, %45
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #29
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
  %62 = call i64 @write(i32 noundef %61, ptr noundef nonnull @notify.one, i64 noundef 8) #29
  br label %63

63:                                               ; preds = %60, %54
  %64 = add i64 %55, -1
  %65 = and i64 %64, %55
  %66 = icmp eq i64 %65, 0
  br i1 %66, label %71, label %54, !llvm.loop !39

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
  call void @llvm.lifetime.start.p0(ptr nonnull %3) #29
  %7 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %3) #29
  %8 = load i64, ptr %3, align 8
  %9 = mul nsw i64 %8, 1000000000
  %10 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %11 = load i64, ptr %10, align 8
  %12 = add nsw i64 %9, %11
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #29
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
declare i32 @sched_yield() local_unnamed_addr #6

; Function Attrs: nounwind
declare i64 @syscall(i64 noundef, ...) local_unnamed_addr #6

; Function Attrs: mustprogress nofree nosync nounwind willreturn memory(none)
declare ptr @__errno_location() local_unnamed_addr #11

; Function Attrs: nounwind
declare i32 @pthread_mutex_lock(ptr noundef) local_unnamed_addr #6

declare i32 @pthread_cond_wait(ptr noundef, ptr noundef) local_unnamed_addr #12

; Function Attrs: nounwind
declare i32 @clock_gettime(i32 noundef, ptr noundef) local_unnamed_addr #6

declare i32 @pthread_cond_timedwait(ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #12

; Function Attrs: nounwind
declare i32 @pthread_mutex_unlock(ptr noundef) local_unnamed_addr #6

; Function Attrs: nounwind
declare i32 @pthread_cond_broadcast(ptr noundef) local_unnamed_addr #6

; Function Attrs: nounwind
declare i32 @sched_getcpu() local_unnamed_addr #6

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
  %13 = tail call i64 (i64, ...) @syscall(i64 noundef 98, ptr noundef nonnull %8, i32 noundef 129, i32 noundef 2147483647, i32 noundef 0, i32 noundef 0, i32 noundef 0) #29
  br label %23

14:                                               ; preds = %7
  %15 = ptrtoint ptr %8 to i64
  %16 = lshr i64 %15, 6
  %17 = and i64 %16, 63
  %18 = getelementptr inbounds nuw %struct.lot, ptr @lots, i64 %17
  %19 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull %18) #29
  %20 = getelementptr inbounds nuw i8, ptr %18, i64 48
  %21 = tail call i32 @pthread_cond_broadcast(ptr noundef nonnull %20) #29
  %22 = tail call i32 @pthread_mutex_unlock(ptr noundef nonnull %18) #29
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
  %39 = tail call i64 @write(i32 noundef %38, ptr noundef nonnull @notify.one, i64 noundef 8) #29
  br label %40

40:                                               ; preds = %37, %31
  %41 = add i64 %32, -1
  %42 = and i64 %41, %32
  %43 = icmp eq i64 %42, 0
  br i1 %43, label %44, label %31, !llvm.loop !39

44:                                               ; preds = %40, %27, %23
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.cttz.i64(i64, i1 immarg) #13

; Function Attrs: nofree
declare noundef i64 @write(i32 noundef, ptr noundef readonly captures(none), i64 noundef) local_unnamed_addr #14

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
  %58 = tail call i32 %55(ptr noundef %1, i64 noundef 0, i64 noundef %57) #29
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
  %85 = tail call i64 (i64, ...) @syscall(i64 noundef 98, ptr noundef nonnull @workers, i32 noundef 129, i32 noundef 2147483647, i32 noundef 0, i32 noundef 0, i32 noundef 0) #29
  br label %94

86:                                               ; preds = %81
  %87 = lshr exact i64 ptrtoint (ptr @workers to i64), 6
  %88 = and i64 %87, 63
  %89 = getelementptr inbounds nuw %struct.lot, ptr @lots, i64 %88
  %90 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull %89) #29
  %91 = getelementptr inbounds nuw i8, ptr %89, i64 48
  %92 = tail call i32 @pthread_cond_broadcast(ptr noundef nonnull %91) #29
  %93 = tail call i32 @pthread_mutex_unlock(ptr noundef nonnull %89) #29
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
  %108 = tail call i32 %106(ptr noundef %107, i64 noundef %96, i64 noundef %105) #29
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
  %128 = tail call i32 %126(ptr noundef %127, i64 noundef %119, i64 noundef %125) #29
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
  br i1 %136, label %117, label %137, !llvm.loop !32

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
  tail call void asm sideeffect "yield", ""() #29, !srcloc !36
  br label %150

148:                                              ; preds = %143
  %149 = tail call fastcc i32 @sleep_on(ptr noundef nonnull %138, i32 noundef %144, i64 noundef -1)
  br label %150

150:                                              ; preds = %147, %148
  %151 = add i32 %145, 1
  %152 = load atomic i32, ptr %138 seq_cst, align 4
  %153 = icmp eq i32 %152, 0
  br i1 %153, label %141, label %143, !llvm.loop !65

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
  tail call void @free(ptr noundef nonnull %33) #29
  %44 = load ptr, ptr %17, align 8
  %45 = load ptr, ptr %4, align 16
  %46 = icmp eq ptr %44, %45
  br i1 %46, label %38, label %32, !llvm.loop !66

47:                                               ; preds = %38
  tail call void @free(ptr noundef nonnull %18) #29
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
  br i1 %61, label %59, label %63, !llvm.loop !67

63:                                               ; preds = %59
  %64 = add i64 %60, 32
  %65 = tail call noalias ptr @malloc(i64 noundef %64) #32
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
  br i1 %48, label %29, label %49, !llvm.loop !68

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
  %64 = tail call i32 %60(ptr noundef nonnull %61, i64 noundef 0, i64 noundef %63) #29
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
  br i1 %88, label %89, label %18, !llvm.loop !69

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
  %12 = tail call i32 @sched_getcpu() #29
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
  %20 = tail call i64 (i64, ...) @syscall(i64 noundef 98, ptr noundef nonnull %7, i32 noundef 129, i32 noundef 2147483647, i32 noundef 0, i32 noundef 0, i32 noundef 0) #29
  br label %30

21:                                               ; preds = %16
  %22 = ptrtoint ptr %7 to i64
  %23 = lshr i64 %22, 6
  %24 = and i64 %23, 63
  %25 = getelementptr inbounds nuw %struct.lot, ptr @lots, i64 %24
  %26 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull %25) #29
  %27 = getelementptr inbounds nuw i8, ptr %25, i64 48
  %28 = tail call i32 @pthread_cond_broadcast(ptr noundef nonnull %27) #29
  %29 = tail call i32 @pthread_mutex_unlock(ptr noundef nonnull %25) #29
  br label %30

30:                                               ; preds = %21, %19, %3, %10
  ret void
}

; Function Attrs: mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @free(ptr allocptr noundef captures(none)) local_unnamed_addr #15

; Function Attrs: mustprogress nofree nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite)
declare noalias noundef ptr @malloc(i64 noundef) local_unnamed_addr #16

; Function Attrs: nounwind
define internal fastcc void @await_value(ptr noundef %0, i64 noundef %1, ptr noundef captures(none) %2) unnamed_addr #6 {
  %4 = alloca %struct.timespec, align 8
  %5 = alloca %struct.timespec, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 2176
  %7 = tail call fastcc i32 @spin_until(ptr noundef nonnull %6, i64 noundef %1, ptr noundef %2)
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %9, label %54

9:                                                ; preds = %3
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #29
  %10 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %5) #29
  %11 = load i64, ptr %5, align 8
  %12 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %13 = load i64, ptr %12, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #29
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
  br i1 %27, label %29, label %22, !llvm.loop !26

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
  br i1 %36, label %19, label %37, !llvm.loop !70

37:                                               ; preds = %34, %9
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #29
  %38 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %4) #29
  %39 = load i64, ptr %4, align 8
  %40 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %41 = load i64, ptr %40, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #29
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

declare i64 @PyLong_AsUnsignedLongLong(ptr noundef) local_unnamed_addr #12

declare ptr @PyLong_FromUnsignedLongLong(i64 noundef) local_unnamed_addr #12

; Function Attrs: nounwind
define internal fastcc range(i32 -1, 1) i32 @convert(ptr noundef %0, i8 noundef %1, ptr noundef writeonly captures(none) initializes((0, 8)) %2) unnamed_addr #6 {
  %4 = alloca double, align 8
  %5 = alloca float, align 4
  store i64 0, ptr %2, align 8
  %6 = and i8 %1, -2
  %7 = icmp eq i8 %6, 80
  br i1 %7, label %8, label %15

8:                                                ; preds = %3
  %9 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %0) #29
  store i64 %9, ptr %2, align 8
  %10 = icmp eq i64 %9, -1
  br i1 %10, label %11, label %68

11:                                               ; preds = %8
  %12 = tail call ptr @PyErr_Occurred() #29
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
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #29
  %19 = tail call double @PyFloat_AsDouble(ptr noundef %0) #29
  store double %19, ptr %4, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #29
  %20 = fptrunc double %19 to float
  store float %20, ptr %5, align 4
  %21 = fcmp oeq double %19, -1.000000e+00
  br i1 %21, label %22, label %25

22:                                               ; preds = %18
  %23 = tail call ptr @PyErr_Occurred() #29
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
  tail call void @PyErr_SetString(ptr noundef %33, ptr noundef nonnull @.str.42) #29
  br label %37

34:                                               ; preds = %25
  %35 = select i1 %16, ptr %4, ptr %5
  %36 = select i1 %16, i64 8, i64 4
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(4) %2, ptr noundef nonnull align 4 dereferenceable(4) %35, i64 %36, i1 false)
  br label %37

37:                                               ; preds = %22, %34, %32
  %38 = phi i32 [ -1, %32 ], [ 0, %34 ], [ -1, %22 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #29
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #29
  br label %68

39:                                               ; preds = %15
  %40 = tail call i64 @PyLong_AsLongLong(ptr noundef %0) #29
  %41 = icmp eq i64 %40, -1
  br i1 %41, label %42, label %45

42:                                               ; preds = %39
  %43 = tail call ptr @PyErr_Occurred() #29
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
  tail call void @PyErr_SetString(ptr noundef %67, ptr noundef nonnull @.str.43) #29
  br label %68

68:                                               ; preds = %46, %42, %45, %61, %66, %8, %11, %37
  %69 = phi i32 [ %14, %11 ], [ %38, %37 ], [ 0, %8 ], [ 0, %45 ], [ -1, %42 ], [ 0, %46 ], [ -1, %66 ], [ 0, %61 ]
  ret i32 %69
}

declare ptr @PyTuple_GetItem(ptr noundef, i64 noundef) local_unnamed_addr #12

declare ptr @PyErr_Occurred() local_unnamed_addr #12

declare double @PyFloat_AsDouble(ptr noundef) local_unnamed_addr #12

declare void @PyErr_SetString(ptr noundef, ptr noundef) local_unnamed_addr #12

declare i64 @PyLong_AsLongLong(ptr noundef) local_unnamed_addr #12

declare ptr @PyErr_NoMemory() local_unnamed_addr #12

; Function Attrs: nounwind
define internal fastcc ptr @pack_order(ptr noundef writeonly captures(ret: address, provenance) %0, ptr noundef %1, ptr noundef %2) unnamed_addr #6 {
  %4 = tail call i64 @PyTuple_Size(ptr noundef %1) #29
  %5 = icmp sgt i64 %4, 0
  br i1 %5, label %10, label %6

6:                                                ; preds = %10, %3
  %7 = phi ptr [ %0, %3 ], [ %22, %10 ]
  %8 = tail call i64 @PyTuple_Size(ptr noundef %2) #29
  %9 = icmp sgt i64 %8, 0
  br i1 %9, label %27, label %25

10:                                               ; preds = %3, %10
  %11 = phi ptr [ %22, %10 ], [ %0, %3 ]
  %12 = phi i64 [ %23, %10 ], [ 0, %3 ]
  store ptr @handle_wait, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %11, i64 8
  store i64 32, ptr %13, align 8
  %14 = tail call ptr @PyTuple_GetItem(ptr noundef %1, i64 noundef %12) #29
  %15 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %14) #29
  %16 = inttoptr i64 %15 to ptr
  %17 = getelementptr inbounds nuw i8, ptr %11, i64 16
  store ptr %16, ptr %17, align 8
  %18 = or disjoint i64 %12, 1
  %19 = tail call ptr @PyTuple_GetItem(ptr noundef %1, i64 noundef %18) #29
  %20 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %19) #29
  %21 = getelementptr inbounds nuw i8, ptr %11, i64 24
  store i64 %20, ptr %21, align 8
  %22 = getelementptr inbounds nuw i8, ptr %11, i64 32
  %23 = add nuw nsw i64 %12, 2
  %24 = icmp slt i64 %23, %4
  br i1 %24, label %10, label %6, !llvm.loop !71

25:                                               ; preds = %27, %6
  %26 = phi ptr [ %7, %6 ], [ %35, %27 ]
  ret ptr %26

27:                                               ; preds = %6, %27
  %28 = phi ptr [ %35, %27 ], [ %7, %6 ]
  %29 = phi i64 [ %36, %27 ], [ 0, %6 ]
  store ptr @handle_check, ptr %28, align 8
  %30 = getelementptr inbounds nuw i8, ptr %28, i64 8
  store i64 24, ptr %30, align 8
  %31 = tail call ptr @PyTuple_GetItem(ptr noundef %2, i64 noundef %29) #29
  %32 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %31) #29
  %33 = inttoptr i64 %32 to ptr
  %34 = getelementptr inbounds nuw i8, ptr %28, i64 16
  store ptr %33, ptr %34, align 8
  %35 = getelementptr inbounds nuw i8, ptr %28, i64 24
  %36 = add nuw nsw i64 %29, 1
  %37 = icmp eq i64 %36, %8
  br i1 %37, label %25, label %27, !llvm.loop !72
}

declare i64 @PyTuple_Size(ptr noundef) local_unnamed_addr #12

; Function Attrs: nounwind
define internal fastcc ptr @push_simple(ptr noundef readonly captures(none) %0, ptr noundef %1, ptr noundef %2) unnamed_addr #6 {
  %4 = alloca %struct.timespec, align 8
  %5 = load ptr, ptr %0, align 8
  %6 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %5) #29
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
  %28 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef 0) #29
  br label %72

29:                                               ; preds = %11, %20, %3
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %31 = load ptr, ptr %30, align 8
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %33 = load ptr, ptr %32, align 8
  %34 = tail call i64 @PyTuple_Size(ptr noundef %31) #29
  %35 = sdiv i64 %34, 2
  %36 = shl i64 %35, 5
  %37 = tail call i64 @PyTuple_Size(ptr noundef %33) #29
  %38 = mul i64 %37, 24
  %39 = add i64 %38, %9
  %40 = add i64 %39, %36
  %41 = tail call fastcc i32 @make_room(ptr noundef %7, i64 noundef %40)
  %42 = icmp eq i32 %41, 0
  br i1 %42, label %45, label %43

43:                                               ; preds = %29
  %44 = tail call ptr @PyErr_NoMemory() #29
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
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #29
  %54 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %4) #29
  %55 = load i64, ptr %4, align 8
  %56 = mul nsw i64 %55, 1000000000
  %57 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %58 = load i64, ptr %57, align 8
  %59 = add nsw i64 %56, %58
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #29
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
  %71 = call ptr @PyLong_FromUnsignedLongLong(i64 noundef %70) #29
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
  %39 = tail call i64 @write(i32 noundef %38, ptr noundef nonnull @notify.one, i64 noundef 8) #29
  br label %40

40:                                               ; preds = %37, %31
  %41 = add i64 %32, -1
  %42 = and i64 %41, %32
  %43 = icmp eq i64 %42, 0
  br i1 %43, label %72, label %31, !llvm.loop !39

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
  %67 = tail call i64 @write(i32 noundef %66, ptr noundef nonnull @notify.one, i64 noundef 8) #29
  br label %68

68:                                               ; preds = %65, %59
  %69 = add i64 %60, -1
  %70 = and i64 %69, %60
  %71 = icmp eq i64 %70, 0
  br i1 %71, label %72, label %59, !llvm.loop !39

72:                                               ; preds = %40, %68, %8
  %73 = phi i32 [ 1, %8 ], [ 0, %68 ], [ 0, %40 ]
  ret i32 %73
}

; Function Attrs: nofree nounwind
declare i32 @posix_memalign(ptr noundef, i64 noundef, i64 noundef) local_unnamed_addr #17

; Function Attrs: nounwind
declare i32 @pthread_mutex_init(ptr noundef, ptr noundef) local_unnamed_addr #6

; Function Attrs: nounwind
declare i32 @pthread_cond_init(ptr noundef, ptr noundef) local_unnamed_addr #6

; Function Attrs: nounwind
define internal fastcc range(i32 -1, 1) i32 @make_type(i32 noundef range(i32 0, 5) %0, ptr noundef %1, i64 noundef range(i64 24, 241) %2, ptr noundef %3) unnamed_addr #6 {
  %5 = alloca %struct.PyType_Spec, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #29
  store ptr %1, ptr %5, align 8
  %6 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %7 = load i64, ptr @head_bytes, align 8
  %8 = add i64 %7, %2
  %9 = trunc i64 %8 to i32
  store i32 %9, ptr %6, align 8
  %10 = getelementptr inbounds nuw i8, ptr %5, i64 12
  store <2 x i32> <i32 0, i32 16512>, ptr %10, align 4
  %11 = getelementptr inbounds nuw i8, ptr %5, i64 20
  store i32 0, ptr %11, align 4
  %12 = getelementptr inbounds nuw i8, ptr %5, i64 24
  store ptr %3, ptr %12, align 8
  br label %13

13:                                               ; preds = %35, %4
  %14 = phi ptr [ %3, %4 ], [ %36, %35 ]
  %15 = load i32, ptr %14, align 8
  switch i32 %15, label %35 [
    i32 0, label %16
    i32 72, label %22
  ]

16:                                               ; preds = %13
  %17 = call ptr @PyType_FromSpec(ptr noundef nonnull %5) #29
  %18 = zext nneg i32 %0 to i64
  %19 = getelementptr inbounds nuw ptr, ptr @types, i64 %18
  store ptr %17, ptr %19, align 8
  %20 = icmp eq ptr %17, null
  %21 = sext i1 %20 to i32
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #29
  ret i32 %21

22:                                               ; preds = %13
  %23 = getelementptr inbounds nuw i8, ptr %14, i64 8
  %24 = load ptr, ptr %23, align 8
  %25 = load ptr, ptr %24, align 8
  %26 = icmp eq ptr %25, null
  br i1 %26, label %35, label %27

27:                                               ; preds = %22, %27
  %28 = phi ptr [ %32, %27 ], [ %24, %22 ]
  %29 = getelementptr inbounds nuw i8, ptr %28, i64 16
  %30 = load i64, ptr %29, align 8
  %31 = add nsw i64 %30, %7
  store i64 %31, ptr %29, align 8
  %32 = getelementptr inbounds nuw i8, ptr %28, i64 40
  %33 = load ptr, ptr %32, align 8
  %34 = icmp eq ptr %33, null
  br i1 %34, label %35, label %27, !llvm.loop !54

35:                                               ; preds = %27, %22, %13
  %36 = getelementptr inbounds nuw i8, ptr %14, i64 16
  br label %13, !llvm.loop !55
}

declare ptr @PyTuple_New(i64 noundef) local_unnamed_addr #12

declare i32 @PyTuple_SetItem(ptr noundef, i64 noundef, ptr noundef) local_unnamed_addr #12

declare void @Py_IncRef(ptr noundef) local_unnamed_addr #12

declare ptr @PyType_FromSpec(ptr noundef) local_unnamed_addr #12

; Function Attrs: nounwind
define internal i32 @lock_traverse(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef %2) #6 {
  %4 = load i64, ptr @head_bytes, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 %4
  %6 = getelementptr inbounds i8, ptr %5, i64 -8
  %7 = load ptr, ptr %6, align 8
  %8 = icmp eq ptr %7, null
  br i1 %8, label %14, label %9

9:                                                ; preds = %3
  %10 = tail call i32 %1(ptr noundef nonnull %7, ptr noundef %2) #29
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
  %21 = tail call i32 %1(ptr noundef nonnull %18, ptr noundef %2) #29
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
  %32 = tail call i32 %1(ptr noundef nonnull %29, ptr noundef %2) #29
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
  %43 = tail call i32 %1(ptr noundef nonnull %40, ptr noundef %2) #29
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
  tail call void @Py_DecRef(ptr noundef nonnull %5) #29
  br label %8

8:                                                ; preds = %1, %7
  ret i32 0
}

; Function Attrs: nounwind
define internal void @lock_dealloc(ptr noundef %0) #6 {
  tail call void @PyObject_GC_UnTrack(ptr noundef %0) #29
  %2 = load i64, ptr @head_bytes, align 8
  %3 = getelementptr inbounds i8, ptr %0, i64 %2
  %4 = getelementptr inbounds nuw i8, ptr %3, i64 24
  %5 = load ptr, ptr %4, align 8
  store ptr null, ptr %4, align 8
  %6 = icmp eq ptr %5, null
  br i1 %6, label %9, label %7

7:                                                ; preds = %1
  tail call void @Py_DecRef(ptr noundef nonnull %5) #29
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
  tail call void @Py_DecRef(ptr noundef nonnull %13) #29
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
  tail call void @Py_DecRef(ptr noundef nonnull %21) #29
  %24 = load i64, ptr @head_bytes, align 8
  br label %25

25:                                               ; preds = %17, %23
  %26 = phi i64 [ %18, %17 ], [ %24, %23 ]
  %27 = getelementptr inbounds i8, ptr %0, i64 %26
  %28 = getelementptr inbounds i8, ptr %27, i64 -8
  %29 = load ptr, ptr %28, align 8
  %30 = tail call ptr @PyType_GetSlot(ptr noundef %29, i32 noundef 74) #29
  tail call void %30(ptr noundef nonnull %0) #29
  tail call void @Py_DecRef(ptr noundef %29) #29
  ret void
}

declare void @Py_DecRef(ptr noundef) local_unnamed_addr #12

declare void @PyObject_GC_UnTrack(ptr noundef) local_unnamed_addr #12

declare ptr @PyType_GetSlot(ptr noundef, i32 noundef) local_unnamed_addr #12

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
  %10 = tail call i64 @pthread_self() #30
  %11 = icmp eq i64 %9, %10
  br i1 %11, label %12, label %15

12:                                               ; preds = %7
  %13 = getelementptr inbounds nuw i8, ptr %4, i64 40
  %14 = load ptr, ptr %13, align 8
  tail call void @PyErr_SetString(ptr noundef %14, ptr noundef nonnull @.str.55) #29
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
  %23 = tail call ptr @PyEval_SaveThread() #29
  %24 = tail call fastcc i32 @sleep_on(ptr noundef nonnull %4, i32 noundef 1, i64 noundef 50000000)
  tail call void @PyEval_RestoreThread(ptr noundef %23) #29
  %25 = load i32, ptr %16, align 4
  %26 = add i32 %25, -1
  store i32 %26, ptr %16, align 4
  %27 = tail call i32 @PyErr_CheckSignals() #29
  %28 = icmp eq i32 %27, 0
  br i1 %28, label %17, label %34

29:                                               ; preds = %17
  store atomic i32 1, ptr %4 seq_cst, align 8
  %30 = tail call i64 @pthread_self() #30
  %31 = getelementptr inbounds nuw i8, ptr %4, i64 16
  store i64 %30, ptr %31, align 8
  %32 = load i32, ptr @locks_taken, align 4
  %33 = add i32 %32, 1
  store i32 %33, ptr @locks_taken, align 4
  tail call void @Py_IncRef(ptr noundef nonnull %0) #29
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
  %15 = tail call i64 (i64, ...) @syscall(i64 noundef 98, ptr noundef nonnull %5, i32 noundef 129, i32 noundef 2147483647, i32 noundef 0, i32 noundef 0, i32 noundef 0) #29
  br label %25

16:                                               ; preds = %11
  %17 = ptrtoint ptr %5 to i64
  %18 = lshr i64 %17, 6
  %19 = and i64 %18, 63
  %20 = getelementptr inbounds nuw %struct.lot, ptr @lots, i64 %19
  %21 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull %20) #29
  %22 = getelementptr inbounds nuw i8, ptr %20, i64 48
  %23 = tail call i32 @pthread_cond_broadcast(ptr noundef nonnull %22) #29
  %24 = tail call i32 @pthread_mutex_unlock(ptr noundef nonnull %20) #29
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
  tail call void @Py_DecRef(ptr noundef %37) #29
  %38 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %39 = icmp ne i32 %38, 0
  %40 = load i32, ptr @locks_taken, align 4
  %41 = icmp eq i32 %40, 0
  %42 = select i1 %39, i1 %41, i1 false
  br i1 %42, label %31, label %43, !llvm.loop !63

43:                                               ; preds = %31, %25
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #29
  ret ptr @_Py_NoneStruct
}

; Function Attrs: nounwind
define internal ptr @lock_locked(ptr noundef readonly captures(none) %0, ptr readnone captures(none) %1) #6 {
  %3 = load i64, ptr @head_bytes, align 8
  %4 = getelementptr inbounds i8, ptr %0, i64 %3
  %5 = load atomic i32, ptr %4 seq_cst, align 8
  %6 = zext i32 %5 to i64
  %7 = tail call ptr @PyBool_FromLong(i64 noundef %6) #29
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
  %10 = tail call i64 @pthread_self() #30
  %11 = icmp eq i64 %9, %10
  %12 = zext i1 %11 to i64
  br label %13

13:                                               ; preds = %2, %7
  %14 = phi i64 [ 0, %2 ], [ %12, %7 ]
  %15 = tail call ptr @PyBool_FromLong(i64 noundef %14) #29
  ret ptr %15
}

; Function Attrs: mustprogress nofree nosync nounwind willreturn memory(none)
declare i64 @pthread_self() local_unnamed_addr #11

declare ptr @PyEval_SaveThread() local_unnamed_addr #12

declare void @PyEval_RestoreThread(ptr noundef) local_unnamed_addr #12

declare i32 @PyErr_CheckSignals() local_unnamed_addr #12

declare ptr @PyBool_FromLong(i64 noundef) local_unnamed_addr #12

; Function Attrs: nounwind
define internal i32 @timeline_traverse(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef %2) #6 {
  %4 = load i64, ptr @head_bytes, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 %4
  %6 = getelementptr inbounds i8, ptr %5, i64 -8
  %7 = load ptr, ptr %6, align 8
  %8 = icmp eq ptr %7, null
  br i1 %8, label %12, label %9

9:                                                ; preds = %3
  %10 = tail call i32 %1(ptr noundef nonnull %7, ptr noundef %2) #29
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %12, label %68

12:                                               ; preds = %3, %9
  %13 = getelementptr inbounds nuw i8, ptr %5, i64 208
  %14 = load ptr, ptr %13, align 8
  %15 = icmp eq ptr %14, null
  br i1 %15, label %19, label %16

16:                                               ; preds = %12
  %17 = tail call i32 %1(ptr noundef nonnull %14, ptr noundef %2) #29
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %19, label %68

19:                                               ; preds = %12, %16
  %20 = getelementptr inbounds nuw i8, ptr %5, i64 216
  %21 = load ptr, ptr %20, align 8
  %22 = icmp eq ptr %21, null
  br i1 %22, label %26, label %23

23:                                               ; preds = %19
  %24 = tail call i32 %1(ptr noundef nonnull %21, ptr noundef %2) #29
  %25 = icmp eq i32 %24, 0
  br i1 %25, label %26, label %68

26:                                               ; preds = %19, %23
  %27 = getelementptr inbounds nuw i8, ptr %5, i64 224
  %28 = load ptr, ptr %27, align 8
  %29 = icmp eq ptr %28, null
  br i1 %29, label %33, label %30

30:                                               ; preds = %26
  %31 = tail call i32 %1(ptr noundef nonnull %28, ptr noundef %2) #29
  %32 = icmp eq i32 %31, 0
  br i1 %32, label %33, label %68

33:                                               ; preds = %26, %30
  %34 = getelementptr inbounds nuw i8, ptr %5, i64 232
  %35 = load ptr, ptr %34, align 8
  %36 = icmp eq ptr %35, null
  br i1 %36, label %40, label %37

37:                                               ; preds = %33
  %38 = tail call i32 %1(ptr noundef nonnull %35, ptr noundef %2) #29
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
  %60 = tail call i32 %1(ptr noundef nonnull %57, ptr noundef %2) #29
  %61 = icmp eq i32 %60, 0
  br i1 %61, label %62, label %68

62:                                               ; preds = %59
  %63 = load i64, ptr %43, align 8
  br label %64

64:                                               ; preds = %62, %49
  %65 = phi i64 [ %63, %62 ], [ %50, %49 ]
  %66 = add nuw i64 %51, 1
  %67 = icmp ult i64 %66, %65
  br i1 %67, label %49, label %68, !llvm.loop !73

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
  tail call void @Py_DecRef(ptr noundef nonnull %5) #29
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
  tail call void @Py_DecRef(ptr noundef nonnull %26) #29
  %29 = load i64, ptr %9, align 8
  %30 = load i64, ptr %10, align 8
  br label %31

31:                                               ; preds = %17, %28
  %32 = phi i64 [ %18, %17 ], [ %30, %28 ]
  %33 = phi i64 [ %21, %17 ], [ %29, %28 ]
  %34 = icmp ult i64 %33, %32
  br i1 %34, label %17, label %35, !llvm.loop !74

35:                                               ; preds = %31, %8
  ret i32 0
}

; Function Attrs: nounwind
define internal void @timeline_dealloc(ptr noundef %0) #6 {
  %2 = load i64, ptr @head_bytes, align 8
  %3 = getelementptr inbounds i8, ptr %0, i64 %2
  tail call void @PyObject_GC_UnTrack(ptr noundef %0) #29
  %4 = load i64, ptr @head_bytes, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 %4
  %6 = getelementptr inbounds nuw i8, ptr %5, i64 208
  %7 = load ptr, ptr %6, align 8
  store ptr null, ptr %6, align 8
  %8 = icmp eq ptr %7, null
  br i1 %8, label %10, label %9

9:                                                ; preds = %1
  tail call void @Py_DecRef(ptr noundef nonnull %7) #29
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
  tail call void @Py_DecRef(ptr noundef nonnull %28) #29
  %31 = load i64, ptr %11, align 8
  %32 = load i64, ptr %12, align 8
  br label %33

33:                                               ; preds = %30, %19
  %34 = phi i64 [ %20, %19 ], [ %32, %30 ]
  %35 = phi i64 [ %23, %19 ], [ %31, %30 ]
  %36 = icmp ult i64 %35, %34
  br i1 %36, label %19, label %37, !llvm.loop !74

37:                                               ; preds = %33, %10
  %38 = getelementptr inbounds nuw i8, ptr %3, i64 216
  %39 = load ptr, ptr %38, align 8
  %40 = icmp eq ptr %39, null
  br i1 %40, label %42, label %41

41:                                               ; preds = %37
  tail call void @Py_DecRef(ptr noundef nonnull %39) #29
  br label %42

42:                                               ; preds = %37, %41
  %43 = getelementptr inbounds nuw i8, ptr %3, i64 224
  %44 = load ptr, ptr %43, align 8
  %45 = icmp eq ptr %44, null
  br i1 %45, label %47, label %46

46:                                               ; preds = %42
  tail call void @Py_DecRef(ptr noundef nonnull %44) #29
  br label %47

47:                                               ; preds = %42, %46
  %48 = getelementptr inbounds nuw i8, ptr %3, i64 232
  %49 = load ptr, ptr %48, align 8
  %50 = icmp eq ptr %49, null
  br i1 %50, label %52, label %51

51:                                               ; preds = %47
  tail call void @Py_DecRef(ptr noundef nonnull %49) #29
  br label %52

52:                                               ; preds = %47, %51
  %53 = getelementptr inbounds nuw i8, ptr %3, i64 168
  %54 = load ptr, ptr %53, align 8
  %55 = icmp eq ptr %54, null
  br i1 %55, label %57, label %56

56:                                               ; preds = %52
  tail call void @Py_DecRef(ptr noundef nonnull %54) #29
  br label %57

57:                                               ; preds = %52, %56
  %58 = getelementptr inbounds nuw i8, ptr %3, i64 128
  %59 = load ptr, ptr %58, align 8
  tail call void @free(ptr noundef %59) #29
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
  tail call void @free(ptr noundef nonnull %80) #29
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
  br i1 %96, label %72, label %68, !llvm.loop !75

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
  tail call void @free(ptr noundef nonnull %70) #29
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
  tail call void @free(ptr noundef nonnull %117) #29
  %120 = load ptr, ptr %113, align 8
  %121 = icmp eq ptr %120, null
  br i1 %121, label %122, label %116, !llvm.loop !76

122:                                              ; preds = %116, %112
  %123 = getelementptr inbounds nuw i8, ptr %3, i64 64
  %124 = load ptr, ptr %123, align 8
  tail call void @free(ptr noundef %124) #29
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %69, i8 0, i64 32, i1 false)
  %125 = load i64, ptr @head_bytes, align 8
  %126 = getelementptr inbounds i8, ptr %0, i64 %125
  %127 = getelementptr inbounds i8, ptr %126, i64 -8
  %128 = load ptr, ptr %127, align 8
  %129 = tail call ptr @PyType_GetSlot(ptr noundef %128, i32 noundef 74) #29
  tail call void %129(ptr noundef nonnull %0) #29
  tail call void @Py_DecRef(ptr noundef %128) #29
  ret void
}

; Function Attrs: nounwind
define internal noundef nonnull ptr @timeline_observe(ptr noundef captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load i64, ptr @head_bytes, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 %4
  %6 = load ptr, ptr %1, align 8
  %7 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %6) #29
  tail call fastcc void @observe(ptr noundef %5, i64 noundef %7)
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #29
  ret ptr @_Py_NoneStruct
}

; Function Attrs: nounwind
define internal ptr @timeline_frontier_at(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load i64, ptr @head_bytes, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 %4
  %6 = load ptr, ptr %1, align 8
  %7 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %6) #29
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
  br i1 %35, label %23, label %36, !llvm.loop !77

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
  %14 = tail call i32 @PyType_IsSubtype(ptr noundef %10, ptr noundef %11) #29
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
  tail call void @PyErr_SetString(ptr noundef %29, ptr noundef nonnull @.str.76) #29
  br label %132

30:                                               ; preds = %21
  %31 = load ptr, ptr %1, align 8
  %32 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %31) #29
  %33 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %34 = load ptr, ptr %33, align 8
  %35 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %34) #29
  %36 = icmp eq ptr %23, %5
  br i1 %36, label %37, label %41

37:                                               ; preds = %30
  %38 = icmp uge i64 %32, %35
  %39 = zext i1 %38 to i64
  %40 = tail call ptr @PyBool_FromLong(i64 noundef %39) #29
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
  br i1 %69, label %57, label %70, !llvm.loop !77

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
  br i1 %105, label %93, label %86, !llvm.loop !78

106:                                              ; preds = %111, %90
  %107 = phi i64 [ %91, %90 ], [ %112, %111 ]
  %108 = getelementptr inbounds nuw %struct.point, ptr %82, i64 %107
  %109 = load ptr, ptr %108, align 8
  %110 = icmp ult ptr %109, %23
  br i1 %110, label %111, label %114

111:                                              ; preds = %106
  %112 = add nuw nsw i64 %107, 1
  %113 = icmp eq i64 %112, %92
  br i1 %113, label %116, label %106, !llvm.loop !79

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
  %131 = tail call ptr @PyBool_FromLong(i64 noundef %130) #29
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
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #29
  call void @llvm.lifetime.start.p0(ptr nonnull %6) #29
  %7 = load ptr, ptr %1, align 8
  %8 = call fastcc i32 @points_from_pairs(ptr noundef %7, ptr noundef %5, ptr noundef %6)
  %9 = icmp eq i32 %8, 0
  br i1 %9, label %10, label %185

10:                                               ; preds = %3
  %11 = load i64, ptr @head_bytes, align 8
  %12 = getelementptr inbounds i8, ptr %0, i64 %11
  %13 = load ptr, ptr %5, align 8
  %14 = load i32, ptr %6, align 4
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %16 = load ptr, ptr %15, align 8
  %17 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %16) #29
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #29
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
  br i1 %30, label %181, label %31

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
  %66 = tail call ptr @realloc(ptr noundef %51, i64 noundef %65) #31
  %67 = icmp eq ptr %66, null
  br i1 %67, label %181, label %68

68:                                               ; preds = %57
  %69 = trunc i64 %64 to i32
  store i32 %69, ptr %44, align 4
  store ptr %66, ptr %50, align 8
  br label %70

70:                                               ; preds = %68, %52, %37
  %71 = icmp eq i32 %14, 0
  br i1 %71, label %90, label %72

72:                                               ; preds = %70
  %73 = zext i32 %14 to i64
  br label %77

74:                                               ; preds = %77
  br i1 %88, label %75, label %181

75:                                               ; preds = %74
  %76 = load i32, ptr %4, align 8
  br label %90

77:                                               ; preds = %77, %72
  %78 = phi i64 [ 0, %72 ], [ %86, %77 ]
  %79 = getelementptr inbounds nuw %struct.point, ptr %13, i64 %78
  %80 = load i64, ptr %79, align 8
  %81 = insertvalue [2 x i64] poison, i64 %80, 0
  %82 = getelementptr inbounds nuw i8, ptr %79, i64 8
  %83 = load i64, ptr %82, align 8
  %84 = insertvalue [2 x i64] %81, i64 %83, 1
  %85 = call fastcc i32 @join_wait(ptr noundef nonnull %4, ptr noundef nonnull %12, [2 x i64] %84)
  %86 = add nuw nsw i64 %78, 1
  %87 = icmp samesign ult i64 %86, %73
  %88 = icmp eq i32 %85, 0
  %89 = select i1 %87, i1 %88, i1 false
  br i1 %89, label %77, label %74, !llvm.loop !80

90:                                               ; preds = %75, %70
  %91 = phi i32 [ %76, %75 ], [ %38, %70 ]
  %92 = icmp ult i32 %91, 9
  br i1 %92, label %115, label %93

93:                                               ; preds = %90
  %94 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %95 = load ptr, ptr %94, align 8
  %96 = zext i32 %91 to i64
  br label %97

97:                                               ; preds = %111, %93
  %98 = phi i64 [ 0, %93 ], [ %113, %111 ]
  %99 = phi i32 [ 0, %93 ], [ %112, %111 ]
  %100 = getelementptr inbounds nuw %struct.point, ptr %95, i64 %98
  %101 = getelementptr inbounds nuw i8, ptr %100, i64 8
  %102 = load i64, ptr %101, align 8
  %103 = load ptr, ptr %100, align 8
  %104 = getelementptr inbounds nuw i8, ptr %103, i64 8
  %105 = load i64, ptr %104, align 8
  %106 = icmp ugt i64 %102, %105
  br i1 %106, label %107, label %111

107:                                              ; preds = %97
  %108 = add i32 %99, 1
  %109 = zext i32 %99 to i64
  %110 = getelementptr inbounds nuw %struct.point, ptr %95, i64 %109
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %110, ptr noundef nonnull align 8 dereferenceable(16) %100, i64 16, i1 false)
  br label %111

111:                                              ; preds = %107, %97
  %112 = phi i32 [ %108, %107 ], [ %99, %97 ]
  %113 = add nuw nsw i64 %98, 1
  %114 = icmp eq i64 %113, %96
  br i1 %114, label %115, label %97, !llvm.loop !81

115:                                              ; preds = %111, %90
  %116 = phi i32 [ %91, %90 ], [ %112, %111 ]
  %117 = getelementptr inbounds nuw i8, ptr %12, i64 88
  %118 = load ptr, ptr %117, align 8
  %119 = icmp eq ptr %118, null
  br i1 %119, label %130, label %120

120:                                              ; preds = %115
  %121 = getelementptr inbounds nuw i8, ptr %118, i64 16
  %122 = load ptr, ptr %121, align 8
  store ptr %122, ptr %117, align 8
  %123 = getelementptr inbounds nuw i8, ptr %12, i64 84
  %124 = load i32, ptr %123, align 4
  %125 = add i32 %124, -1
  store i32 %125, ptr %123, align 4
  %126 = getelementptr inbounds nuw i8, ptr %118, i64 8
  %127 = load i32, ptr %126, align 8
  %128 = icmp ult i32 %127, %116
  br i1 %128, label %129, label %142

129:                                              ; preds = %120
  tail call void @free(ptr noundef nonnull %118) #29
  br label %130

130:                                              ; preds = %129, %115
  %131 = icmp ult i32 %116, 4
  %132 = add i32 %116, 3
  %133 = and i32 %132, -4
  %134 = select i1 %131, i32 4, i32 %133
  %135 = zext i32 %134 to i64
  %136 = shl nuw nsw i64 %135, 4
  %137 = or disjoint i64 %136, 16
  %138 = tail call noalias ptr @malloc(i64 noundef %137) #32
  %139 = icmp eq ptr %138, null
  br i1 %139, label %181, label %140

140:                                              ; preds = %130
  %141 = getelementptr inbounds nuw i8, ptr %138, i64 8
  store i32 %134, ptr %141, align 8
  br label %142

142:                                              ; preds = %140, %120
  %143 = phi ptr [ %138, %140 ], [ %118, %120 ]
  store i32 0, ptr %143, align 8
  %144 = getelementptr inbounds nuw i8, ptr %143, i64 4
  store i32 %116, ptr %144, align 4
  %145 = icmp eq i32 %116, 0
  br i1 %145, label %152, label %146

146:                                              ; preds = %142
  %147 = getelementptr inbounds nuw i8, ptr %143, i64 16
  %148 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %149 = load ptr, ptr %148, align 8
  %150 = zext i32 %116 to i64
  %151 = shl nuw nsw i64 %150, 4
  tail call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 %147, ptr align 8 %149, i64 %151, i1 false)
  br label %152

152:                                              ; preds = %146, %142
  store i32 2, ptr %143, align 8
  %153 = load ptr, ptr %18, align 8
  %154 = icmp eq ptr %153, null
  br i1 %154, label %169, label %155

155:                                              ; preds = %152
  %156 = load i32, ptr %153, align 8
  %157 = add i32 %156, -1
  store i32 %157, ptr %153, align 8
  %158 = icmp eq i32 %157, 0
  br i1 %158, label %159, label %169

159:                                              ; preds = %155
  %160 = getelementptr inbounds nuw i8, ptr %12, i64 84
  %161 = load i32, ptr %160, align 4
  %162 = icmp ugt i32 %161, 63
  br i1 %162, label %163, label %164

163:                                              ; preds = %159
  tail call void @free(ptr noundef nonnull %153) #29
  br label %169

164:                                              ; preds = %159
  %165 = load ptr, ptr %117, align 8
  %166 = getelementptr inbounds nuw i8, ptr %153, i64 16
  store ptr %165, ptr %166, align 8
  store ptr %153, ptr %117, align 8
  %167 = load i32, ptr %160, align 4
  %168 = add i32 %167, 1
  store i32 %168, ptr %160, align 4
  br label %169

169:                                              ; preds = %164, %163, %155, %152
  store ptr %143, ptr %18, align 8
  %170 = getelementptr inbounds nuw i8, ptr %12, i64 64
  %171 = load ptr, ptr %170, align 8
  %172 = load i32, ptr %39, align 8
  %173 = load i32, ptr %41, align 4
  %174 = add i32 %173, 1
  store i32 %174, ptr %41, align 4
  %175 = add i32 %173, %172
  %176 = zext i32 %175 to i64
  %177 = getelementptr inbounds nuw %struct.snapshot, ptr %171, i64 %176
  store i64 %17, ptr %177, align 8
  %178 = getelementptr inbounds nuw i8, ptr %177, i64 8
  store ptr %143, ptr %178, align 8
  %179 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %180 = load ptr, ptr %179, align 8
  tail call void @free(ptr noundef %180) #29
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #29
  tail call void @free(ptr noundef %13) #29
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #29
  br label %185

181:                                              ; preds = %25, %57, %74, %130
  %182 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %183 = load ptr, ptr %182, align 8
  tail call void @free(ptr noundef %183) #29
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #29
  tail call void @free(ptr noundef %13) #29
  %184 = tail call ptr @PyErr_NoMemory() #29
  br label %185

185:                                              ; preds = %181, %169, %3
  %186 = phi ptr [ null, %3 ], [ %184, %181 ], [ @_Py_NoneStruct, %169 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %6) #29
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #29
  ret ptr %186
}

; Function Attrs: nounwind
define internal ptr @timeline_reap(ptr noundef captures(none) %0, ptr readnone captures(none) %1) #6 {
  %3 = alloca ptr, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %3) #29
  %4 = load i64, ptr @head_bytes, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 %4
  %6 = call fastcc i32 @reap(ptr noundef %5, ptr noundef %3)
  %7 = icmp eq i32 %6, 0
  br i1 %7, label %10, label %8

8:                                                ; preds = %2
  %9 = tail call ptr @PyErr_NoMemory() #29
  br label %14

10:                                               ; preds = %2
  %11 = load ptr, ptr %3, align 8
  %12 = icmp eq ptr %11, null
  %13 = select i1 %12, ptr @_Py_NoneStruct, ptr %11
  tail call void @Py_IncRef(ptr noundef nonnull %13) #29
  br label %14

14:                                               ; preds = %10, %8
  %15 = phi ptr [ %9, %8 ], [ %13, %10 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #29
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
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #29
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
  %48 = tail call ptr @realloc(ptr noundef %33, i64 noundef %47) #31
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
  %56 = tail call ptr @PyErr_NoMemory() #29
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
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #29
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
  %7 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %6) #29
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %9 = load ptr, ptr %8, align 8
  %10 = tail call i32 @PyObject_IsTrue(ptr noundef %9) #29
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
  %26 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %25) #29
  tail call fastcc void @observe(ptr noundef %24, i64 noundef %26)
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #29
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
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #29
  br label %67

13:                                               ; preds = %3
  %14 = getelementptr inbounds nuw i8, ptr %5, i64 144
  %15 = load i64, ptr %14, align 8
  %16 = getelementptr inbounds nuw i8, ptr %5, i64 136
  %17 = load i64, ptr %16, align 8
  %18 = sub i64 %15, %17
  %19 = getelementptr inbounds nuw i8, ptr %5, i64 152
  %20 = load i64, ptr %19, align 8
  %21 = icmp ult i64 %18, %20
  br i1 %21, label %50, label %22

22:                                               ; preds = %13
  %23 = icmp eq i64 %20, 0
  %24 = shl i64 %20, 1
  %25 = select i1 %23, i64 64, i64 %24
  %26 = shl i64 %25, 3
  %27 = tail call noalias ptr @malloc(i64 noundef %26) #32
  %28 = icmp eq ptr %27, null
  br i1 %28, label %45, label %29

29:                                               ; preds = %22
  %30 = icmp ult i64 %17, %15
  %31 = getelementptr inbounds nuw i8, ptr %5, i64 128
  %32 = load ptr, ptr %31, align 8
  br i1 %30, label %33, label %47

33:                                               ; preds = %29
  %34 = add i64 %20, -1
  %35 = add i64 %25, -1
  br label %36

36:                                               ; preds = %36, %33
  %37 = phi i64 [ %17, %33 ], [ %43, %36 ]
  %38 = and i64 %37, %34
  %39 = getelementptr inbounds nuw ptr, ptr %32, i64 %38
  %40 = load ptr, ptr %39, align 8
  %41 = and i64 %37, %35
  %42 = getelementptr inbounds nuw ptr, ptr %27, i64 %41
  store ptr %40, ptr %42, align 8
  %43 = add nuw i64 %37, 1
  %44 = icmp eq i64 %43, %15
  br i1 %44, label %47, label %36, !llvm.loop !82

45:                                               ; preds = %22
  %46 = tail call ptr @PyErr_NoMemory() #29
  br label %67

47:                                               ; preds = %36, %29
  tail call void @free(ptr noundef %32) #29
  store ptr %27, ptr %31, align 8
  store i64 %25, ptr %19, align 8
  %48 = load ptr, ptr %1, align 8
  %49 = icmp eq ptr %48, null
  br i1 %49, label %54, label %50

50:                                               ; preds = %13, %47
  %51 = phi ptr [ %48, %47 ], [ %8, %13 ]
  tail call void @Py_IncRef(ptr noundef nonnull %51) #29
  %52 = load i64, ptr %19, align 8
  %53 = load i64, ptr @head_bytes, align 8
  br label %54

54:                                               ; preds = %47, %50
  %55 = phi ptr [ null, %47 ], [ %51, %50 ]
  %56 = phi i64 [ %4, %47 ], [ %53, %50 ]
  %57 = phi i64 [ %25, %47 ], [ %52, %50 ]
  %58 = getelementptr inbounds nuw i8, ptr %5, i64 128
  %59 = load ptr, ptr %58, align 8
  %60 = load i64, ptr %14, align 8
  %61 = add i64 %60, 1
  store i64 %61, ptr %14, align 8
  %62 = add i64 %57, -1
  %63 = and i64 %62, %60
  %64 = getelementptr inbounds nuw ptr, ptr %59, i64 %63
  store ptr %55, ptr %64, align 8
  %65 = getelementptr inbounds i8, ptr %55, i64 %56
  %66 = load i64, ptr %65, align 8
  store i64 %66, ptr %6, align 8
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #29
  br label %67

67:                                               ; preds = %54, %45, %12
  %68 = phi ptr [ @_Py_NoneStruct, %12 ], [ %46, %45 ], [ @_Py_NoneStruct, %54 ]
  ret ptr %68
}

; Function Attrs: nounwind
define internal ptr @timeline_inflight(ptr noundef readonly captures(none) %0, ptr readnone captures(none) %1) #6 {
  %3 = load i64, ptr @head_bytes, align 8
  %4 = tail call ptr @PyList_New(i64 noundef 0) #29
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
  %27 = tail call i32 @PyList_Append(ptr noundef nonnull %4, ptr noundef %26) #29
  %28 = icmp eq i32 %27, 0
  br i1 %28, label %15, label %29

29:                                               ; preds = %19
  tail call void @Py_DecRef(ptr noundef nonnull %4) #29
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
  %7 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %6) #29
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
  br i1 %22, label %31, label %23, !llvm.loop !83

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
  tail call void @Py_IncRef(ptr noundef nonnull %32) #29
  ret ptr %32
}

; Function Attrs: nounwind
define internal ptr @timeline_launch(ptr noundef %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca [256 x i64], align 8
  %5 = alloca %struct.accesses, align 8
  %6 = alloca %struct.request, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #29
  %7 = load ptr, ptr %1, align 8
  %8 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %7) #29
  %9 = inttoptr i64 %8 to ptr
  %10 = tail call ptr @PyErr_Occurred() #29
  %11 = icmp eq ptr %10, null
  br i1 %11, label %12, label %19

12:                                               ; preds = %3
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %14 = load ptr, ptr %13, align 8
  %15 = tail call i64 @PyTuple_Size(ptr noundef %14) #29
  %16 = getelementptr inbounds nuw i8, ptr %9, i64 24
  %17 = load i64, ptr %16, align 8
  %18 = icmp slt i64 %15, %17
  br i1 %18, label %19, label %24

19:                                               ; preds = %12, %3
  %20 = tail call ptr @PyErr_Occurred() #29
  %21 = icmp eq ptr %20, null
  br i1 %21, label %22, label %106

22:                                               ; preds = %19
  %23 = load ptr, ptr @PyExc_TypeError, align 8
  tail call void @PyErr_SetString(ptr noundef %23, ptr noundef nonnull @.str.77) #29
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
  br i1 %32, label %42, label %33, !llvm.loop !84

33:                                               ; preds = %28, %30
  %34 = phi i64 [ 0, %28 ], [ %31, %30 ]
  %35 = load ptr, ptr %13, align 8
  %36 = tail call ptr @PyTuple_GetItem(ptr noundef %35, i64 noundef %34) #29
  %37 = getelementptr inbounds nuw i8, ptr %29, i64 %34
  %38 = load i8, ptr %37, align 1
  %39 = getelementptr inbounds nuw i64, ptr %4, i64 %34
  %40 = call fastcc i32 @convert(ptr noundef %36, i8 noundef %38, ptr noundef nonnull %39)
  %41 = icmp eq i32 %40, 0
  br i1 %41, label %30, label %106

42:                                               ; preds = %30, %24
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #29
  %43 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %44 = load ptr, ptr %43, align 8
  %45 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %46 = load ptr, ptr %45, align 8
  %47 = tail call i64 @PyTuple_Size(ptr noundef %44) #29
  %48 = tail call i64 @PyTuple_Size(ptr noundef %46) #29
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
  %56 = call noalias ptr @malloc(i64 noundef %55) #32
  store ptr %56, ptr %50, align 8
  %57 = icmp eq ptr %56, null
  br i1 %57, label %58, label %60

58:                                               ; preds = %54
  %59 = call ptr @PyErr_NoMemory() #29
  br label %93

60:                                               ; preds = %42, %54
  %61 = phi ptr [ %56, %54 ], [ %5, %42 ]
  %62 = call fastcc i32 @read_accesses(ptr noundef %44, ptr noundef %46, ptr noundef nonnull %61)
  %63 = icmp eq i32 %62, 0
  br i1 %63, label %64, label %93

64:                                               ; preds = %60
  call void @llvm.lifetime.start.p0(ptr nonnull %6) #29
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
  %89 = call i64 @PyLong_AsLongLong(ptr noundef %88) #29
  %90 = trunc i64 %89 to i32
  store i32 %90, ptr %86, align 8
  %91 = getelementptr inbounds nuw i8, ptr %6, i64 108
  store i32 0, ptr %91, align 4
  %92 = call fastcc ptr @submit(ptr noundef %6, i64 noundef %26)
  call void @llvm.lifetime.end.p0(ptr nonnull %6) #29
  br label %93

93:                                               ; preds = %58, %64, %60
  %94 = phi ptr [ null, %60 ], [ %92, %64 ], [ null, %58 ]
  %95 = load ptr, ptr %50, align 8
  %96 = icmp eq ptr %95, %5
  br i1 %96, label %98, label %97

97:                                               ; preds = %93
  call void @free(ptr noundef %95) #29
  br label %98

98:                                               ; preds = %93, %97
  %99 = icmp eq ptr %94, null
  br i1 %99, label %100, label %104

100:                                              ; preds = %98
  %101 = call ptr @PyErr_Occurred() #29
  %102 = icmp eq ptr %101, null
  br i1 %102, label %103, label %104

103:                                              ; preds = %100
  call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #29
  br label %104

104:                                              ; preds = %98, %100, %103
  %105 = phi ptr [ @_Py_NoneStruct, %103 ], [ null, %100 ], [ %94, %98 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #29
  br label %106

106:                                              ; preds = %33, %104, %22, %19
  %107 = phi ptr [ null, %22 ], [ null, %19 ], [ %105, %104 ], [ null, %33 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #29
  ret ptr %107
}

; Function Attrs: nounwind
define internal ptr @timeline_post(ptr noundef %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca %struct.accesses, align 8
  %5 = alloca %struct.request, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #29
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %9 = load ptr, ptr %8, align 8
  %10 = tail call i64 @PyTuple_Size(ptr noundef %7) #29
  %11 = tail call i64 @PyTuple_Size(ptr noundef %9) #29
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
  %19 = call noalias ptr @malloc(i64 noundef %18) #32
  store ptr %19, ptr %13, align 8
  %20 = icmp eq ptr %19, null
  br i1 %20, label %21, label %23

21:                                               ; preds = %17
  %22 = call ptr @PyErr_NoMemory() #29
  br label %58

23:                                               ; preds = %3, %17
  %24 = phi ptr [ %19, %17 ], [ %4, %3 ]
  %25 = call fastcc i32 @read_accesses(ptr noundef %7, ptr noundef %9, ptr noundef nonnull %24)
  %26 = icmp eq i32 %25, 0
  br i1 %26, label %27, label %58

27:                                               ; preds = %23
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #29
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
  %54 = call i64 @PyLong_AsLongLong(ptr noundef %53) #29
  %55 = trunc i64 %54 to i32
  store i32 %55, ptr %51, align 8
  %56 = getelementptr inbounds nuw i8, ptr %5, i64 108
  store i32 0, ptr %56, align 4
  %57 = call fastcc ptr @submit(ptr noundef %5, i64 noundef 0)
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #29
  br label %58

58:                                               ; preds = %21, %27, %23
  %59 = phi ptr [ null, %23 ], [ %57, %27 ], [ null, %21 ]
  %60 = load ptr, ptr %13, align 8
  %61 = icmp eq ptr %60, %4
  br i1 %61, label %63, label %62

62:                                               ; preds = %58
  call void @free(ptr noundef %60) #29
  br label %63

63:                                               ; preds = %58, %62
  %64 = icmp eq ptr %59, null
  br i1 %64, label %65, label %69

65:                                               ; preds = %63
  %66 = call ptr @PyErr_Occurred() #29
  %67 = icmp eq ptr %66, null
  br i1 %67, label %68, label %69

68:                                               ; preds = %65
  call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #29
  br label %69

69:                                               ; preds = %63, %65, %68
  %70 = phi ptr [ @_Py_NoneStruct, %68 ], [ null, %65 ], [ %59, %63 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #29
  ret ptr %70
}

; Function Attrs: nounwind
define internal ptr @timeline_call(ptr noundef %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca %struct.accesses, align 8
  %5 = alloca %struct.request, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #29
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %9 = load ptr, ptr %8, align 8
  %10 = tail call i64 @PyTuple_Size(ptr noundef %7) #29
  %11 = tail call i64 @PyTuple_Size(ptr noundef %9) #29
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
  %19 = call noalias ptr @malloc(i64 noundef %18) #32
  store ptr %19, ptr %13, align 8
  %20 = icmp eq ptr %19, null
  br i1 %20, label %21, label %23

21:                                               ; preds = %17
  %22 = call ptr @PyErr_NoMemory() #29
  br label %56

23:                                               ; preds = %3, %17
  %24 = phi ptr [ %19, %17 ], [ %4, %3 ]
  %25 = call fastcc i32 @read_accesses(ptr noundef %7, ptr noundef %9, ptr noundef nonnull %24)
  %26 = icmp eq i32 %25, 0
  br i1 %26, label %27, label %56

27:                                               ; preds = %23
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #29
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
  %52 = call i64 @PyLong_AsLongLong(ptr noundef %51) #29
  %53 = trunc i64 %52 to i32
  store i32 %53, ptr %49, align 8
  %54 = getelementptr inbounds nuw i8, ptr %5, i64 108
  store i32 0, ptr %54, align 4
  %55 = call fastcc ptr @submit(ptr noundef %5, i64 noundef 24)
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #29
  br label %56

56:                                               ; preds = %21, %27, %23
  %57 = phi ptr [ null, %23 ], [ %55, %27 ], [ null, %21 ]
  %58 = load ptr, ptr %13, align 8
  %59 = icmp eq ptr %58, %4
  br i1 %59, label %61, label %60

60:                                               ; preds = %56
  call void @free(ptr noundef %58) #29
  br label %61

61:                                               ; preds = %56, %60
  %62 = icmp eq ptr %57, null
  br i1 %62, label %63, label %67

63:                                               ; preds = %61
  %64 = call ptr @PyErr_Occurred() #29
  %65 = icmp eq ptr %64, null
  br i1 %65, label %66, label %67

66:                                               ; preds = %63
  call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #29
  br label %67

67:                                               ; preds = %61, %63, %66
  %68 = phi ptr [ @_Py_NoneStruct, %66 ], [ null, %63 ], [ %57, %61 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #29
  ret ptr %68
}

; Function Attrs: nounwind
define internal ptr @timeline_wait(ptr noundef captures(address) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca %struct.parts, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = load i64, ptr @head_bytes, align 8
  %8 = getelementptr inbounds i8, ptr %0, i64 %7
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #29
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(64) %4, i8 0, i64 64, i1 false)
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #29
  call void @llvm.lifetime.start.p0(ptr nonnull %6) #29
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %10 = load ptr, ptr %9, align 8
  %11 = tail call i32 @PyObject_IsTrue(ptr noundef %10) #29
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
  br i1 %87, label %98, label %88, !llvm.loop !85

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
  tail call void @Py_DecRef(ptr noundef nonnull %101) #29
  br label %107

107:                                              ; preds = %106, %98
  store i32 %100, ptr %22, align 8
  %108 = icmp eq i32 %100, 0
  br i1 %108, label %112, label %109

109:                                              ; preds = %107
  %110 = zext i32 %100 to i64
  %111 = tail call ptr @PyTuple_New(i64 noundef %110) #29
  br label %116

112:                                              ; preds = %107
  %113 = load ptr, ptr @empty_tuple, align 8
  %114 = icmp eq ptr %113, null
  br i1 %114, label %116, label %115

115:                                              ; preds = %112
  tail call void @Py_IncRef(ptr noundef nonnull %113) #29
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
  %126 = tail call ptr @PyTuple_New(i64 noundef 5) #29
  store ptr %126, ptr %23, align 8
  br label %127

127:                                              ; preds = %125, %119
  %128 = phi ptr [ %122, %119 ], [ %126, %125 ]
  %129 = phi i32 [ 1, %119 ], [ 0, %125 ]
  %130 = tail call ptr @PyErr_Occurred() #29
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
  br i1 %162, label %24, label %255, !llvm.loop !86

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
  br i1 %199, label %182, label %178, !llvm.loop !87

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
  br i1 %213, label %200, label %214, !llvm.loop !88

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
  tail call void @free(ptr noundef nonnull %226) #29
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
  tail call void @free(ptr noundef %261) #29
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
  %269 = tail call i64 @PyList_Size(ptr noundef %268) #29
  %270 = icmp eq i64 %269, 0
  br i1 %270, label %278, label %271

271:                                              ; preds = %263
  %272 = getelementptr inbounds nuw i8, ptr %8, i64 208
  %273 = load ptr, ptr %272, align 8
  %274 = load ptr, ptr @hand_over_name, align 8
  %275 = tail call ptr (ptr, ptr, ...) @PyObject_CallMethodObjArgs(ptr noundef %273, ptr noundef %274, ptr noundef null) #29
  %276 = icmp eq ptr %275, null
  br i1 %276, label %285, label %277

277:                                              ; preds = %271
  tail call void @Py_DecRef(ptr noundef nonnull %275) #29
  br label %278

278:                                              ; preds = %263, %277
  %279 = tail call ptr @PyBool_FromLong(i64 noundef 1) #29
  br label %285

280:                                              ; preds = %262
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #29
  br label %285

281:                                              ; preds = %138, %53
  %282 = tail call ptr @PyErr_NoMemory() #29
  br label %283

283:                                              ; preds = %281, %157, %153, %146
  %284 = load ptr, ptr %5, align 8
  tail call void @free(ptr noundef %284) #29
  call fastcc void @drop_parts(ptr noundef %4)
  br label %285

285:                                              ; preds = %283, %271, %278, %280, %258, %3
  %286 = phi ptr [ null, %258 ], [ null, %3 ], [ @_Py_NoneStruct, %280 ], [ %279, %278 ], [ null, %271 ], [ null, %283 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %6) #29
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #29
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #29
  ret ptr %286
}

; Function Attrs: inlinehint nounwind memory(readwrite, target_mem0: none, target_mem1: none)
define internal fastcc void @observe(ptr noundef captures(none) %0, i64 noundef %1) unnamed_addr #18 {
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
  br i1 %34, label %22, label %35, !llvm.loop !77

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
  tail call void @free(ptr noundef nonnull %44) #29
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
  tail call void @free(ptr noundef nonnull %99) #29
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
  br i1 %115, label %116, label %89, !llvm.loop !89

116:                                              ; preds = %112, %80
  %117 = getelementptr inbounds nuw i8, ptr %74, i64 72
  store i32 0, ptr %117, align 8
  br label %118

118:                                              ; preds = %89, %71, %116
  %119 = add nuw nsw i64 %72, 1
  %120 = load i32, ptr %49, align 4
  %121 = zext i32 %120 to i64
  %122 = icmp samesign ult i64 %119, %121
  br i1 %122, label %71, label %54, !llvm.loop !90

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
  tail call void @free(ptr noundef nonnull %144) #29
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
  br i1 %160, label %161, label %134, !llvm.loop !89

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
  %10 = tail call ptr @PyDict_New() #29
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
  br i1 %18, label %33, label %19, !llvm.loop !91

19:                                               ; preds = %16, %14
  %20 = phi i64 [ 0, %14 ], [ %17, %16 ]
  %21 = getelementptr inbounds nuw %struct.point, ptr %8, i64 %20
  %22 = getelementptr inbounds nuw i8, ptr %21, i64 8
  %23 = load i64, ptr %22, align 8
  %24 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %23) #29
  %25 = icmp eq ptr %24, null
  br i1 %25, label %32, label %26

26:                                               ; preds = %19
  %27 = load ptr, ptr %21, align 8
  %28 = getelementptr inbounds nuw i8, ptr %27, i64 208
  %29 = load ptr, ptr %28, align 8
  %30 = tail call i32 @PyDict_SetItem(ptr noundef nonnull %10, ptr noundef %29, ptr noundef nonnull %24) #29
  %31 = icmp eq i32 %30, 0
  tail call void @Py_DecRef(ptr noundef nonnull %24) #29
  br i1 %31, label %16, label %32

32:                                               ; preds = %26, %19
  tail call void @Py_DecRef(ptr noundef nonnull %10) #29
  br label %33

33:                                               ; preds = %16, %7, %32
  %34 = phi ptr [ null, %32 ], [ %10, %7 ], [ %10, %16 ]
  ret ptr %34
}

declare ptr @PyDict_New() local_unnamed_addr #12

declare i32 @PyDict_SetItem(ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #12

declare i32 @PyType_IsSubtype(ptr noundef, ptr noundef) local_unnamed_addr #12

; Function Attrs: nounwind
define internal fastcc range(i32 -1, 1) i32 @points_from_pairs(ptr noundef %0, ptr noundef nonnull captures(none) initializes((0, 8)) %1, ptr noundef nonnull captures(none) initializes((0, 4)) %2) unnamed_addr #6 {
  %4 = tail call i64 @PyTuple_Size(ptr noundef %0) #29
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
  %11 = tail call noalias ptr @malloc(i64 noundef %10) #32
  store ptr %11, ptr %1, align 8
  %12 = icmp eq ptr %11, null
  br i1 %12, label %13, label %15

13:                                               ; preds = %9
  %14 = tail call ptr @PyErr_NoMemory() #29
  br label %62

15:                                               ; preds = %9, %53
  %16 = phi i64 [ %60, %53 ], [ 0, %9 ]
  %17 = tail call ptr @PyTuple_GetItem(ptr noundef %0, i64 noundef %16) #29
  %18 = icmp eq ptr %17, null
  br i1 %18, label %51, label %19

19:                                               ; preds = %15
  %20 = tail call ptr @PyTuple_GetItem(ptr noundef nonnull %17, i64 noundef 0) #29
  %21 = load i64, ptr @head_bytes, align 8
  %22 = getelementptr inbounds i8, ptr %20, i64 %21
  %23 = getelementptr inbounds i8, ptr %22, i64 -8
  %24 = load ptr, ptr %23, align 8
  %25 = load ptr, ptr @timeline_class, align 8
  %26 = icmp eq ptr %24, %25
  br i1 %26, label %30, label %27

27:                                               ; preds = %19
  %28 = tail call i32 @PyType_IsSubtype(ptr noundef %24, ptr noundef %25) #29
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
  tail call void @PyErr_SetString(ptr noundef %43, ptr noundef nonnull @.str.76) #29
  br label %51

44:                                               ; preds = %35
  %45 = tail call ptr @PyTuple_GetItem(ptr noundef nonnull %17, i64 noundef 1) #29
  %46 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %45) #29
  %47 = icmp eq i64 %46, -1
  br i1 %47, label %48, label %53

48:                                               ; preds = %44
  %49 = tail call ptr @PyErr_Occurred() #29
  %50 = icmp eq ptr %49, null
  br i1 %50, label %53, label %51

51:                                               ; preds = %15, %48, %42
  %52 = load ptr, ptr %1, align 8
  tail call void @free(ptr noundef %52) #29
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
  br i1 %61, label %62, label %15, !llvm.loop !92

62:                                               ; preds = %53, %6, %51, %13
  %63 = phi i32 [ -1, %13 ], [ %8, %6 ], [ -1, %51 ], [ 0, %53 ]
  ret i32 %63
}

; Function Attrs: nounwind memory(readwrite, target_mem0: none, target_mem1: none)
define internal fastcc range(i32 -1, 1) i32 @join_wait(ptr noundef captures(none) %0, ptr noundef readnone captures(address) %1, [2 x i64] %2) unnamed_addr #19 {
  %4 = extractvalue [2 x i64] %2, 0
  %5 = inttoptr i64 %4 to ptr
  %6 = extractvalue [2 x i64] %2, 1
  %7 = icmp eq i64 %6, 0
  br i1 %7, label %172, label %8

8:                                                ; preds = %3
  %9 = getelementptr inbounds nuw i8, ptr %5, i64 76
  %10 = load i32, ptr %9, align 4
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %42, label %12

12:                                               ; preds = %8
  %13 = getelementptr inbounds nuw i8, ptr %5, i64 64
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds nuw i8, ptr %5, i64 72
  %16 = load i32, ptr %15, align 8
  %17 = zext i32 %16 to i64
  %18 = getelementptr inbounds nuw %struct.snapshot, ptr %14, i64 %17
  %19 = add i32 %10, -1
  %20 = zext i32 %19 to i64
  %21 = getelementptr inbounds nuw %struct.snapshot, ptr %18, i64 %20
  %22 = load i64, ptr %21, align 8
  %23 = icmp ult i64 %6, %22
  br i1 %23, label %24, label %44

24:                                               ; preds = %12, %24
  %25 = phi i32 [ %35, %24 ], [ 0, %12 ]
  %26 = phi i32 [ %34, %24 ], [ %10, %12 ]
  %27 = add i32 %26, %25
  %28 = lshr i32 %27, 1
  %29 = zext nneg i32 %28 to i64
  %30 = getelementptr inbounds nuw %struct.snapshot, ptr %18, i64 %29
  %31 = load i64, ptr %30, align 8
  %32 = icmp ugt i64 %31, %6
  %33 = add nuw i32 %28, 1
  %34 = select i1 %32, i32 %28, i32 %26
  %35 = select i1 %32, i32 %25, i32 %33
  %36 = icmp ult i32 %35, %34
  br i1 %36, label %24, label %37, !llvm.loop !77

37:                                               ; preds = %24
  %38 = icmp eq i32 %35, 0
  br i1 %38, label %42, label %39

39:                                               ; preds = %37
  %40 = add i32 %35, -1
  %41 = zext nneg i32 %40 to i64
  br label %44

42:                                               ; preds = %8, %37
  %43 = load i32, ptr %0, align 8
  br label %55

44:                                               ; preds = %12, %39
  %45 = phi i64 [ %41, %39 ], [ %20, %12 ]
  %46 = getelementptr inbounds nuw %struct.snapshot, ptr %18, i64 %45
  %47 = getelementptr inbounds nuw i8, ptr %46, i64 8
  %48 = load ptr, ptr %47, align 8
  %49 = load i32, ptr %0, align 8
  %50 = icmp eq ptr %48, null
  br i1 %50, label %55, label %51

51:                                               ; preds = %44
  %52 = getelementptr inbounds nuw i8, ptr %48, i64 4
  %53 = load i32, ptr %52, align 4
  %54 = zext i32 %53 to i64
  br label %55

55:                                               ; preds = %42, %44, %51
  %56 = phi i1 [ false, %51 ], [ true, %44 ], [ true, %42 ]
  %57 = phi i32 [ %49, %51 ], [ %49, %44 ], [ %43, %42 ]
  %58 = phi ptr [ %48, %51 ], [ null, %44 ], [ null, %42 ]
  %59 = phi i64 [ %54, %51 ], [ 0, %44 ], [ 0, %42 ]
  %60 = zext i32 %57 to i64
  %61 = add nuw nsw i64 %60, 1
  %62 = add nuw nsw i64 %61, %59
  %63 = getelementptr inbounds nuw i8, ptr %0, i64 4
  %64 = load i32, ptr %63, align 4
  %65 = zext i32 %64 to i64
  %66 = icmp samesign ugt i64 %62, %65
  %67 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %68 = load ptr, ptr %67, align 8
  br i1 %66, label %69, label %79

69:                                               ; preds = %55
  %70 = icmp ult i32 %64, 2
  %71 = shl nuw nsw i64 %65, 1
  %72 = select i1 %70, i64 4, i64 %71
  %73 = tail call i64 @llvm.umax.i64(i64 %72, i64 range(i64 0, 8589934592) %62)
  %74 = shl nuw nsw i64 %73, 4
  %75 = tail call ptr @realloc(ptr noundef %68, i64 noundef %74) #31
  %76 = icmp eq ptr %75, null
  br i1 %76, label %172, label %77

77:                                               ; preds = %69
  %78 = trunc i64 %73 to i32
  store i32 %78, ptr %63, align 4
  store ptr %75, ptr %67, align 8
  br label %79

79:                                               ; preds = %55, %77
  %80 = phi ptr [ %75, %77 ], [ %68, %55 ]
  %81 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %82 = icmp eq i64 %4, 0
  br i1 %82, label %117, label %83

83:                                               ; preds = %79
  %84 = load i32, ptr %0, align 8
  %85 = icmp eq i32 %84, 0
  br i1 %85, label %107, label %86

86:                                               ; preds = %83
  %87 = zext i32 %84 to i64
  br label %88

88:                                               ; preds = %93, %86
  %89 = phi i64 [ 0, %86 ], [ %94, %93 ]
  %90 = getelementptr inbounds nuw %struct.point, ptr %80, i64 %89
  %91 = load ptr, ptr %90, align 8
  %92 = icmp ult ptr %91, %5
  br i1 %92, label %93, label %96

93:                                               ; preds = %88
  %94 = add nuw nsw i64 %89, 1
  %95 = icmp eq i64 %94, %87
  br i1 %95, label %107, label %88, !llvm.loop !93

96:                                               ; preds = %88
  %97 = trunc nuw i64 %89 to i32
  %98 = and i64 %89, 4294967295
  %99 = getelementptr inbounds nuw %struct.point, ptr %80, i64 %98
  %100 = load ptr, ptr %99, align 8
  %101 = icmp eq ptr %100, %5
  br i1 %101, label %102, label %107

102:                                              ; preds = %96
  %103 = getelementptr inbounds nuw i8, ptr %99, i64 8
  %104 = load i64, ptr %103, align 8
  %105 = icmp ugt i64 %6, %104
  br i1 %105, label %106, label %117

106:                                              ; preds = %102
  store i64 %6, ptr %103, align 8
  br label %117

107:                                              ; preds = %93, %96, %83
  %108 = phi i64 [ 0, %83 ], [ %98, %96 ], [ %87, %93 ]
  %109 = phi i32 [ 0, %83 ], [ %97, %96 ], [ %84, %93 ]
  %110 = getelementptr inbounds nuw %struct.point, ptr %80, i64 %108
  %111 = getelementptr inbounds nuw i8, ptr %110, i64 16
  %112 = add i32 %84, 1
  store i32 %112, ptr %0, align 8
  %113 = sub i32 %84, %109
  %114 = zext i32 %113 to i64
  %115 = shl nuw nsw i64 %114, 4
  tail call void @llvm.memmove.p0.p0.i64(ptr nonnull align 8 %111, ptr align 8 %110, i64 %115, i1 false)
  store ptr %5, ptr %110, align 8
  %116 = getelementptr inbounds nuw i8, ptr %110, i64 8
  store i64 %6, ptr %116, align 8
  br label %117

117:                                              ; preds = %107, %106, %102, %79
  br i1 %56, label %172, label %118

118:                                              ; preds = %117
  %119 = getelementptr inbounds nuw i8, ptr %58, i64 16
  %120 = getelementptr inbounds nuw i8, ptr %58, i64 4
  %121 = load i32, ptr %120, align 4
  %122 = load ptr, ptr %81, align 8
  %123 = icmp eq i32 %121, 0
  br i1 %123, label %172, label %124

124:                                              ; preds = %118
  %125 = zext i32 %121 to i64
  br label %126

126:                                              ; preds = %168, %124
  %127 = phi i64 [ 0, %124 ], [ %170, %168 ]
  %128 = phi i32 [ 0, %124 ], [ %169, %168 ]
  %129 = getelementptr inbounds nuw %struct.point, ptr %119, i64 %127
  %130 = load ptr, ptr %129, align 8
  %131 = icmp eq ptr %130, %1
  br i1 %131, label %168, label %132

132:                                              ; preds = %126
  %133 = load i32, ptr %0, align 8
  %134 = icmp ult i32 %128, %133
  %135 = zext i32 %128 to i64
  br i1 %134, label %136, label %159

136:                                              ; preds = %132
  %137 = zext i32 %133 to i64
  br label %138

138:                                              ; preds = %143, %136
  %139 = phi i64 [ %135, %136 ], [ %144, %143 ]
  %140 = getelementptr inbounds nuw %struct.point, ptr %122, i64 %139
  %141 = load ptr, ptr %140, align 8
  %142 = icmp ult ptr %141, %130
  br i1 %142, label %143, label %146

143:                                              ; preds = %138
  %144 = add nuw nsw i64 %139, 1
  %145 = icmp eq i64 %144, %137
  br i1 %145, label %159, label %138, !llvm.loop !93

146:                                              ; preds = %138
  %147 = trunc nuw i64 %139 to i32
  %148 = and i64 %139, 4294967295
  %149 = getelementptr inbounds nuw %struct.point, ptr %122, i64 %148
  %150 = load ptr, ptr %149, align 8
  %151 = icmp eq ptr %150, %130
  br i1 %151, label %152, label %159

152:                                              ; preds = %146
  %153 = getelementptr inbounds nuw i8, ptr %129, i64 8
  %154 = load i64, ptr %153, align 8
  %155 = getelementptr inbounds nuw i8, ptr %149, i64 8
  %156 = load i64, ptr %155, align 8
  %157 = icmp ugt i64 %154, %156
  br i1 %157, label %158, label %168

158:                                              ; preds = %152
  store i64 %154, ptr %155, align 8
  br label %168

159:                                              ; preds = %143, %146, %132
  %160 = phi i64 [ %135, %132 ], [ %148, %146 ], [ %137, %143 ]
  %161 = phi i32 [ %128, %132 ], [ %147, %146 ], [ %133, %143 ]
  %162 = getelementptr inbounds nuw %struct.point, ptr %122, i64 %160
  %163 = getelementptr inbounds nuw i8, ptr %162, i64 16
  %164 = add i32 %133, 1
  store i32 %164, ptr %0, align 8
  %165 = sub i32 %133, %161
  %166 = zext i32 %165 to i64
  %167 = shl nuw nsw i64 %166, 4
  tail call void @llvm.memmove.p0.p0.i64(ptr nonnull align 8 %163, ptr align 8 %162, i64 %167, i1 false)
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %162, ptr noundef nonnull readonly align 8 dereferenceable(16) %129, i64 16, i1 false)
  br label %168

168:                                              ; preds = %159, %158, %152, %126
  %169 = phi i32 [ %128, %126 ], [ %147, %158 ], [ %147, %152 ], [ %161, %159 ]
  %170 = add nuw nsw i64 %127, 1
  %171 = icmp eq i64 %170, %125
  br i1 %171, label %172, label %126, !llvm.loop !94

172:                                              ; preds = %168, %118, %69, %117, %3
  %173 = phi i32 [ 0, %3 ], [ 0, %117 ], [ -1, %69 ], [ 0, %118 ], [ 0, %168 ]
  ret i32 %173
}

; Function Attrs: mustprogress nounwind willreturn allockind("realloc") allocsize(1) memory(argmem: readwrite, inaccessiblemem: readwrite)
declare noalias noundef ptr @realloc(ptr allocptr noundef captures(none), i64 noundef) local_unnamed_addr #20

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
  br i1 %43, label %15, label %58, !llvm.loop !95

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
  %37 = tail call ptr @realloc(ptr noundef %22, i64 noundef %36) #31
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
  tail call void @Py_IncRef(ptr noundef nonnull %54) #29
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

declare i32 @PyObject_IsTrue(ptr noundef) local_unnamed_addr #12

declare ptr @PyList_New(i64 noundef) local_unnamed_addr #12

declare i32 @PyList_Append(ptr noundef, ptr noundef) local_unnamed_addr #12

; Function Attrs: nounwind
define internal fastcc ptr @submit(ptr noundef nonnull readonly captures(none) %0, i64 noundef %1) unnamed_addr #6 {
  %3 = alloca %struct.edge, align 8
  %4 = alloca %struct.point, align 8
  %5 = alloca %struct.timespec, align 8
  %6 = alloca %struct.step, align 8
  %7 = alloca ptr, align 8
  %8 = alloca %struct.point, align 8
  %9 = alloca %struct.parts, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %9) #29
  %10 = getelementptr inbounds nuw i8, ptr %9, i64 8
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(56) %10, i8 0, i64 56, i1 false)
  %11 = load ptr, ptr @execution_class, align 8
  %12 = tail call ptr @PyType_GenericAlloc(ptr noundef %11, i64 noundef 0) #29
  store ptr %12, ptr %9, align 8
  %13 = icmp eq ptr %12, null
  br i1 %13, label %861, label %14

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
  %33 = getelementptr inbounds nuw i8, ptr %3, i64 24
  br label %34

34:                                               ; preds = %14, %528
  %35 = load ptr, ptr %0, align 8
  %36 = getelementptr inbounds nuw i8, ptr %35, i64 216
  %37 = load ptr, ptr %36, align 8
  %38 = load i64, ptr @head_bytes, align 8
  %39 = getelementptr inbounds i8, ptr %37, i64 %38
  %40 = getelementptr inbounds nuw i8, ptr %35, i64 176
  %41 = load ptr, ptr %40, align 8
  %42 = getelementptr inbounds nuw i8, ptr %35, i64 184
  %43 = load ptr, ptr %42, align 8
  %44 = icmp eq ptr %41, %43
  br i1 %44, label %45, label %100

45:                                               ; preds = %34
  %46 = load atomic i32, ptr %39 monotonic, align 8
  %47 = icmp eq i32 %46, 0
  br i1 %47, label %53, label %48

48:                                               ; preds = %45
  %49 = getelementptr inbounds nuw i8, ptr %39, i64 16
  %50 = load i64, ptr %49, align 8
  %51 = tail call i64 @pthread_self() #30
  %52 = icmp eq i64 %50, %51
  br i1 %52, label %85, label %53

53:                                               ; preds = %48, %45
  call void @llvm.lifetime.start.p0(ptr nonnull %7) #29
  store ptr null, ptr %7, align 8
  %54 = getelementptr inbounds nuw i8, ptr %35, i64 96
  %55 = load ptr, ptr %54, align 8
  %56 = getelementptr inbounds nuw i8, ptr %55, i64 2184
  %57 = load atomic i64, ptr %56 acquire, align 8
  %58 = getelementptr inbounds nuw i8, ptr %35, i64 120
  %59 = load i64, ptr %58, align 8
  %60 = icmp eq i64 %57, %59
  br i1 %60, label %61, label %69

61:                                               ; preds = %53
  %62 = getelementptr inbounds nuw i8, ptr %35, i64 192
  %63 = load i32, ptr %62, align 8
  %64 = add i32 %63, 1
  store i32 %64, ptr %62, align 8
  %65 = and i32 %64, 15
  %66 = icmp eq i32 %65, 0
  br i1 %66, label %69, label %67

67:                                               ; preds = %61
  %68 = call fastcc i32 @reap(ptr noundef nonnull %35, ptr noundef %7)
  br label %78

69:                                               ; preds = %61, %53
  %70 = getelementptr inbounds nuw i8, ptr %35, i64 208
  %71 = load ptr, ptr %70, align 8
  %72 = load ptr, ptr @tidy_name, align 8
  %73 = tail call ptr (ptr, ptr, ...) @PyObject_CallMethodObjArgs(ptr noundef %71, ptr noundef %72, ptr noundef null) #29
  %74 = icmp eq ptr %73, null
  br i1 %74, label %76, label %75

75:                                               ; preds = %69
  tail call void @Py_DecRef(ptr noundef nonnull %73) #29
  br label %76

76:                                               ; preds = %75, %69
  %77 = sext i1 %74 to i32
  br label %78

78:                                               ; preds = %76, %67
  %79 = phi i32 [ %68, %67 ], [ %77, %76 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %7) #29
  %80 = icmp eq i32 %79, 0
  br i1 %80, label %81, label %861

81:                                               ; preds = %78
  %82 = load ptr, ptr %40, align 8
  %83 = load ptr, ptr %42, align 8
  %84 = icmp eq ptr %82, %83
  br i1 %84, label %85, label %100

85:                                               ; preds = %81, %48
  %86 = tail call ptr @PyByteArray_FromStringAndSize(ptr noundef null, i64 noundef 2112) #29
  %87 = icmp eq ptr %86, null
  br i1 %87, label %861, label %88

88:                                               ; preds = %85
  %89 = tail call ptr @PyByteArray_AsString(ptr noundef nonnull %86) #29
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 1 dereferenceable(2112) %89, i8 0, i64 2112, i1 false)
  %90 = getelementptr inbounds nuw i8, ptr %35, i64 168
  %91 = load ptr, ptr %90, align 8
  %92 = icmp eq ptr %91, null
  br i1 %92, label %94, label %93

93:                                               ; preds = %88
  tail call void @Py_DecRef(ptr noundef nonnull %91) #29
  br label %94

94:                                               ; preds = %93, %88
  store ptr %86, ptr %90, align 8
  %95 = ptrtoint ptr %89 to i64
  %96 = add i64 %95, 63
  %97 = and i64 %96, -64
  %98 = inttoptr i64 %97 to ptr
  store ptr %98, ptr %40, align 8
  %99 = getelementptr inbounds nuw i8, ptr %98, i64 2048
  store ptr %99, ptr %42, align 8
  br label %100

100:                                              ; preds = %94, %81, %34
  %101 = getelementptr inbounds nuw i8, ptr %39, i64 24
  %102 = load ptr, ptr %101, align 8
  %103 = icmp eq ptr %102, null
  %104 = icmp eq ptr %102, @_Py_NoneStruct
  %105 = or i1 %103, %104
  br i1 %105, label %117, label %106

106:                                              ; preds = %100
  %107 = tail call ptr (ptr, ...) @PyObject_CallFunctionObjArgs(ptr noundef nonnull %102, ptr noundef null) #29
  %108 = load ptr, ptr %15, align 8
  %109 = icmp eq ptr %108, null
  br i1 %109, label %111, label %110

110:                                              ; preds = %106
  tail call void @Py_DecRef(ptr noundef nonnull %108) #29
  br label %111

111:                                              ; preds = %110, %106
  %112 = icmp eq ptr %107, @_Py_NoneStruct
  %113 = select i1 %112, ptr null, ptr %107
  store ptr %113, ptr %15, align 8
  br i1 %112, label %114, label %115

114:                                              ; preds = %111
  tail call void @Py_DecRef(ptr noundef nonnull @_Py_NoneStruct) #29
  br label %117

115:                                              ; preds = %111
  %116 = icmp eq ptr %107, null
  br i1 %116, label %861, label %117

117:                                              ; preds = %115, %114, %100
  %118 = tail call fastcc i32 @pass_lock(ptr noundef nonnull %39)
  %119 = icmp eq i32 %118, 0
  br i1 %119, label %120, label %528

120:                                              ; preds = %117
  %121 = load ptr, ptr %40, align 8
  %122 = load ptr, ptr %42, align 8
  %123 = icmp eq ptr %121, %122
  br i1 %123, label %528, label %124

124:                                              ; preds = %120
  %125 = load ptr, ptr %16, align 8
  %126 = icmp eq ptr %125, null
  br i1 %126, label %127, label %129

127:                                              ; preds = %124
  %128 = load ptr, ptr %0, align 8
  br label %142

129:                                              ; preds = %124
  %130 = load i64, ptr %125, align 8
  %131 = load i64, ptr %17, align 8
  %132 = icmp eq i64 %130, %131
  br i1 %132, label %133, label %861

133:                                              ; preds = %129
  %134 = load ptr, ptr %0, align 8
  %135 = getelementptr inbounds nuw i8, ptr %134, i64 216
  %136 = load ptr, ptr %135, align 8
  %137 = load i64, ptr @head_bytes, align 8
  %138 = getelementptr inbounds i8, ptr %136, i64 %137
  %139 = getelementptr inbounds nuw i8, ptr %138, i64 8
  %140 = load i32, ptr %139, align 8
  %141 = icmp eq i32 %140, 0
  br i1 %141, label %142, label %861

142:                                              ; preds = %133, %127
  %143 = phi ptr [ %128, %127 ], [ %134, %133 ]
  %144 = getelementptr inbounds nuw i8, ptr %143, i64 96
  %145 = load ptr, ptr %144, align 8
  %146 = getelementptr inbounds nuw i8, ptr %145, i64 8
  %147 = load i64, ptr %146, align 8
  %148 = getelementptr inbounds nuw i8, ptr %145, i64 24
  %149 = load i64, ptr %148, align 8
  %150 = sub i64 %147, %149
  %151 = getelementptr inbounds nuw i8, ptr %145, i64 16
  %152 = load i64, ptr %151, align 16
  %153 = icmp ult i64 %150, %152
  br i1 %153, label %161, label %154

154:                                              ; preds = %142
  %155 = getelementptr inbounds nuw i8, ptr %145, i64 2176
  %156 = load atomic i64, ptr %155 acquire, align 64
  store i64 %156, ptr %148, align 8
  %157 = load i64, ptr %146, align 8
  %158 = sub i64 %157, %156
  %159 = load i64, ptr %151, align 16
  %160 = icmp ult i64 %158, %159
  br i1 %160, label %161, label %861

161:                                              ; preds = %154, %142
  %162 = load ptr, ptr %18, align 8
  %163 = icmp eq ptr %162, null
  br i1 %163, label %182, label %164

164:                                              ; preds = %161
  %165 = getelementptr inbounds nuw i8, ptr %162, i64 96
  %166 = load ptr, ptr %165, align 8
  %167 = getelementptr inbounds nuw i8, ptr %166, i64 8
  %168 = load i64, ptr %167, align 8
  %169 = getelementptr inbounds nuw i8, ptr %166, i64 24
  %170 = load i64, ptr %169, align 8
  %171 = sub i64 %168, %170
  %172 = getelementptr inbounds nuw i8, ptr %166, i64 16
  %173 = load i64, ptr %172, align 16
  %174 = icmp ult i64 %171, %173
  br i1 %174, label %182, label %175

175:                                              ; preds = %164
  %176 = getelementptr inbounds nuw i8, ptr %166, i64 2176
  %177 = load atomic i64, ptr %176 acquire, align 64
  store i64 %177, ptr %169, align 8
  %178 = load i64, ptr %167, align 8
  %179 = sub i64 %178, %177
  %180 = load i64, ptr %172, align 16
  %181 = icmp ult i64 %179, %180
  br i1 %181, label %182, label %861

182:                                              ; preds = %175, %164, %161
  %183 = load ptr, ptr %19, align 8
  %184 = icmp eq ptr %183, null
  br i1 %184, label %226, label %185

185:                                              ; preds = %182
  %186 = tail call i64 @PyTuple_Size(ptr noundef nonnull %183) #29
  %187 = icmp sgt i64 %186, 1
  br i1 %187, label %191, label %226

188:                                              ; preds = %218
  %189 = add nuw nsw i64 %192, 2
  %190 = icmp slt i64 %189, %186
  br i1 %190, label %191, label %226, !llvm.loop !96

191:                                              ; preds = %185, %188
  %192 = phi i64 [ %189, %188 ], [ 1, %185 ]
  %193 = load ptr, ptr %19, align 8
  %194 = tail call ptr @PyTuple_GetItem(ptr noundef %193, i64 noundef %192) #29
  %195 = load i64, ptr @head_bytes, align 8
  %196 = getelementptr inbounds i8, ptr %194, i64 %195
  %197 = getelementptr inbounds nuw i8, ptr %196, i64 96
  %198 = load ptr, ptr %197, align 8
  %199 = load ptr, ptr %19, align 8
  %200 = add nuw nsw i64 %192, 1
  %201 = tail call ptr @PyTuple_GetItem(ptr noundef %199, i64 noundef %200) #29
  %202 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %201) #29
  %203 = getelementptr inbounds nuw i8, ptr %198, i64 8
  %204 = load i64, ptr %203, align 8
  %205 = getelementptr inbounds nuw i8, ptr %198, i64 24
  %206 = load i64, ptr %205, align 8
  %207 = sub i64 %204, %206
  %208 = getelementptr inbounds nuw i8, ptr %198, i64 16
  %209 = load i64, ptr %208, align 16
  %210 = icmp ult i64 %207, %209
  br i1 %210, label %218, label %211

211:                                              ; preds = %191
  %212 = getelementptr inbounds nuw i8, ptr %198, i64 2176
  %213 = load atomic i64, ptr %212 acquire, align 64
  store i64 %213, ptr %205, align 8
  %214 = load i64, ptr %203, align 8
  %215 = sub i64 %214, %213
  %216 = load i64, ptr %208, align 16
  %217 = icmp ult i64 %215, %216
  br i1 %217, label %218, label %861

218:                                              ; preds = %211, %191
  %219 = phi i64 [ %204, %191 ], [ %214, %211 ]
  %220 = getelementptr inbounds nuw i8, ptr %198, i64 2176
  %221 = load atomic i64, ptr %220 seq_cst, align 64
  %222 = add i64 %219, %202
  %223 = sub i64 %222, %221
  %224 = load i64, ptr %208, align 16
  %225 = icmp ugt i64 %223, %224
  br i1 %225, label %861, label %188

226:                                              ; preds = %188, %185, %182
  %227 = load ptr, ptr %20, align 8
  %228 = load i32, ptr %21, align 8
  %229 = icmp eq i32 %228, 0
  br i1 %229, label %252, label %230

230:                                              ; preds = %226
  %231 = zext i32 %228 to i64
  br label %232

232:                                              ; preds = %246, %230
  %233 = phi i64 [ 0, %230 ], [ %247, %246 ]
  %234 = getelementptr inbounds nuw %struct.use, ptr %227, i64 %233
  %235 = load ptr, ptr %234, align 8
  %236 = load ptr, ptr %235, align 8
  %237 = getelementptr inbounds nuw i8, ptr %236, i64 8
  %238 = load i32, ptr %237, align 8
  %239 = getelementptr inbounds nuw i8, ptr %234, i64 9
  %240 = load i8, ptr %239, align 1
  %241 = icmp eq i8 %240, 0
  br i1 %241, label %244, label %242

242:                                              ; preds = %232
  %243 = icmp eq i32 %238, 0
  br i1 %243, label %246, label %249

244:                                              ; preds = %232
  %245 = icmp ugt i32 %238, 1
  br i1 %245, label %249, label %246

246:                                              ; preds = %244, %242
  %247 = add nuw nsw i64 %233, 1
  %248 = icmp eq i64 %247, %231
  br i1 %248, label %252, label %232, !llvm.loop !62

249:                                              ; preds = %244, %242
  %250 = and i64 %233, 2147483648
  %251 = icmp eq i64 %250, 0
  br i1 %251, label %861, label %252

252:                                              ; preds = %246, %249, %226
  call void @llvm.lifetime.start.p0(ptr nonnull %8) #29
  %253 = load ptr, ptr %18, align 8
  store ptr %253, ptr %8, align 8
  %254 = icmp eq ptr %253, null
  br i1 %254, label %261, label %255

255:                                              ; preds = %252
  %256 = load i64, ptr %253, align 8
  %257 = getelementptr inbounds nuw i8, ptr %35, i64 200
  %258 = load i64, ptr %257, align 8
  %259 = icmp ne i64 %256, %258
  %260 = zext i1 %259 to i32
  br label %261

261:                                              ; preds = %255, %252
  %262 = phi i64 [ %256, %255 ], [ 0, %252 ]
  %263 = phi i32 [ %260, %255 ], [ 0, %252 ]
  %264 = getelementptr inbounds nuw i8, ptr %35, i64 104
  %265 = load i32, ptr %264, align 8
  store i64 %262, ptr %22, align 8
  store i32 %265, ptr @the_tracker, align 8
  %266 = call fastcc i32 @prepare_command(ptr noundef nonnull %35, ptr noundef %227, i32 noundef %228, ptr noundef nonnull %8, i32 noundef %263)
  %267 = icmp eq i32 %266, 0
  br i1 %267, label %270, label %268

268:                                              ; preds = %261
  %269 = tail call ptr @PyErr_NoMemory() #29
  br label %526

270:                                              ; preds = %261
  %271 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %272 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 32), align 8
  %273 = getelementptr inbounds nuw i8, ptr %35, i64 108
  %274 = load i32, ptr %273, align 4
  %275 = icmp eq i32 %274, 0
  br i1 %275, label %276, label %295

276:                                              ; preds = %270
  %277 = icmp eq i32 %271, 0
  br i1 %277, label %295, label %278

278:                                              ; preds = %276
  %279 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 8), align 8
  %280 = zext i32 %271 to i64
  br label %284

281:                                              ; preds = %284
  %282 = add nuw nsw i64 %285, 1
  %283 = icmp eq i64 %282, %280
  br i1 %283, label %295, label %284, !llvm.loop !85

284:                                              ; preds = %281, %278
  %285 = phi i64 [ 0, %278 ], [ %282, %281 ]
  %286 = getelementptr inbounds nuw %struct.edge, ptr %279, i64 %285
  %287 = load ptr, ptr %286, align 8
  %288 = getelementptr inbounds nuw i8, ptr %287, i64 112
  %289 = load i32, ptr %288, align 8
  %290 = icmp eq i32 %289, 0
  br i1 %290, label %281, label %291

291:                                              ; preds = %284
  %292 = getelementptr inbounds nuw i8, ptr %35, i64 112
  %293 = load i32, ptr %292, align 8
  %294 = icmp eq i32 %293, 0
  br label %295

295:                                              ; preds = %281, %291, %276, %270
  %296 = phi i1 [ true, %270 ], [ %294, %291 ], [ false, %276 ], [ false, %281 ]
  %297 = shl i32 %271, 2
  %298 = load ptr, ptr %23, align 8
  %299 = icmp eq ptr %298, null
  br i1 %299, label %304, label %300

300:                                              ; preds = %295
  %301 = load i32, ptr %24, align 8
  %302 = icmp eq i32 %301, %297
  br i1 %302, label %316, label %303

303:                                              ; preds = %300
  tail call void @Py_DecRef(ptr noundef nonnull %298) #29
  br label %304

304:                                              ; preds = %303, %295
  store i32 %297, ptr %24, align 8
  %305 = icmp eq i32 %297, 0
  br i1 %305, label %309, label %306

306:                                              ; preds = %304
  %307 = zext i32 %297 to i64
  %308 = tail call ptr @PyTuple_New(i64 noundef %307) #29
  br label %313

309:                                              ; preds = %304
  %310 = load ptr, ptr @empty_tuple, align 8
  %311 = icmp eq ptr %310, null
  br i1 %311, label %313, label %312

312:                                              ; preds = %309
  tail call void @Py_IncRef(ptr noundef nonnull %310) #29
  br label %313

313:                                              ; preds = %312, %309, %306
  %314 = phi ptr [ %308, %306 ], [ null, %309 ], [ %310, %312 ]
  store ptr %314, ptr %23, align 8
  %315 = zext i1 %305 to i32
  br label %316

316:                                              ; preds = %313, %300
  %317 = phi ptr [ %314, %313 ], [ %298, %300 ]
  %318 = phi i32 [ %315, %313 ], [ 1, %300 ]
  %319 = load ptr, ptr %25, align 8
  %320 = icmp eq ptr %319, null
  br i1 %320, label %325, label %321

321:                                              ; preds = %316
  %322 = load i32, ptr %26, align 4
  %323 = icmp eq i32 %322, %272
  br i1 %323, label %337, label %324

324:                                              ; preds = %321
  tail call void @Py_DecRef(ptr noundef nonnull %319) #29
  br label %325

325:                                              ; preds = %324, %316
  store i32 %272, ptr %26, align 4
  %326 = icmp eq i32 %272, 0
  br i1 %326, label %330, label %327

327:                                              ; preds = %325
  %328 = zext i32 %272 to i64
  %329 = tail call ptr @PyTuple_New(i64 noundef %328) #29
  br label %334

330:                                              ; preds = %325
  %331 = load ptr, ptr @empty_tuple, align 8
  %332 = icmp eq ptr %331, null
  br i1 %332, label %334, label %333

333:                                              ; preds = %330
  tail call void @Py_IncRef(ptr noundef nonnull %331) #29
  br label %334

334:                                              ; preds = %333, %330, %327
  %335 = phi ptr [ %329, %327 ], [ null, %330 ], [ %331, %333 ]
  store ptr %335, ptr %25, align 8
  %336 = zext i1 %326 to i32
  br label %337

337:                                              ; preds = %334, %321
  %338 = phi ptr [ %335, %334 ], [ %319, %321 ]
  %339 = phi i32 [ %336, %334 ], [ 1, %321 ]
  %340 = and i32 %339, %318
  %341 = load ptr, ptr %27, align 8
  %342 = icmp eq ptr %341, null
  %343 = select i1 %296, i1 %342, i1 false
  br i1 %343, label %344, label %346

344:                                              ; preds = %337
  %345 = tail call ptr @PyTuple_New(i64 noundef 5) #29
  store ptr %345, ptr %27, align 8
  br label %346

346:                                              ; preds = %344, %337
  %347 = phi ptr [ %341, %337 ], [ %345, %344 ]
  %348 = phi i32 [ 1, %337 ], [ 0, %344 ]
  %349 = and i32 %340, %348
  %350 = load ptr, ptr %18, align 8
  %351 = icmp eq ptr %350, null
  br i1 %351, label %370, label %352

352:                                              ; preds = %346
  %353 = load ptr, ptr %28, align 8
  %354 = icmp eq ptr %353, null
  br i1 %354, label %355, label %359

355:                                              ; preds = %352
  %356 = tail call ptr @PyTuple_New(i64 noundef 4) #29
  store ptr %356, ptr %28, align 8
  %357 = load ptr, ptr %18, align 8
  %358 = icmp eq ptr %357, null
  br i1 %358, label %370, label %359

359:                                              ; preds = %352, %355
  %360 = phi i32 [ 0, %355 ], [ %349, %352 ]
  %361 = phi ptr [ %357, %355 ], [ %350, %352 ]
  %362 = getelementptr inbounds nuw i8, ptr %361, i64 108
  %363 = load i32, ptr %362, align 4
  %364 = icmp ne i32 %363, 0
  %365 = load ptr, ptr %29, align 8
  %366 = icmp eq ptr %365, null
  %367 = select i1 %364, i1 %366, i1 false
  br i1 %367, label %368, label %370

368:                                              ; preds = %359
  %369 = tail call ptr @PyTuple_New(i64 noundef 5) #29
  store ptr %369, ptr %29, align 8
  br label %370

370:                                              ; preds = %368, %359, %355, %346
  %371 = phi i32 [ %360, %359 ], [ 0, %355 ], [ %360, %368 ], [ %349, %346 ]
  %372 = phi i32 [ 1, %359 ], [ 1, %355 ], [ 0, %368 ], [ 1, %346 ]
  %373 = tail call ptr @PyErr_Occurred() #29
  %374 = icmp eq ptr %373, null
  br i1 %374, label %375, label %526

375:                                              ; preds = %370
  %376 = and i32 %372, %371
  %377 = icmp eq i32 %376, 0
  br i1 %377, label %526, label %378

378:                                              ; preds = %375
  br i1 %296, label %382, label %379

379:                                              ; preds = %378
  store ptr null, ptr %27, align 8
  %380 = icmp eq ptr %347, null
  br i1 %380, label %382, label %381

381:                                              ; preds = %379
  tail call void @Py_DecRef(ptr noundef nonnull %347) #29
  br label %382

382:                                              ; preds = %381, %379, %378
  %383 = phi ptr [ null, %381 ], [ null, %379 ], [ %347, %378 ]
  %384 = load ptr, ptr %0, align 8
  %385 = getelementptr inbounds nuw i8, ptr %384, i64 216
  %386 = load ptr, ptr %385, align 8
  %387 = load i64, ptr @head_bytes, align 8
  %388 = getelementptr inbounds i8, ptr %386, i64 %387
  %389 = getelementptr inbounds nuw i8, ptr %388, i64 32
  %390 = load ptr, ptr %389, align 8
  %391 = tail call i64 @PyList_Size(ptr noundef %390) #29
  %392 = getelementptr inbounds nuw i8, ptr %384, i64 108
  %393 = load i32, ptr %392, align 4
  %394 = icmp eq i32 %393, 0
  br i1 %394, label %395, label %408

395:                                              ; preds = %382
  %396 = getelementptr inbounds nuw i8, ptr %384, i64 96
  %397 = load ptr, ptr %396, align 8
  %398 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %399 = zext i32 %398 to i64
  %400 = shl nuw nsw i64 %399, 5
  %401 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 32), align 8
  %402 = zext i32 %401 to i64
  %403 = mul nuw nsw i64 %402, 24
  %404 = add i64 %400, %1
  %405 = add i64 %404, %403
  %406 = tail call fastcc i32 @make_room(ptr noundef %397, i64 noundef %405)
  %407 = icmp eq i32 %406, 0
  br i1 %407, label %408, label %441

408:                                              ; preds = %395, %382
  %409 = getelementptr inbounds nuw i8, ptr %384, i64 144
  %410 = load i64, ptr %409, align 8
  %411 = getelementptr inbounds nuw i8, ptr %384, i64 136
  %412 = load i64, ptr %411, align 8
  %413 = sub i64 %410, %412
  %414 = getelementptr inbounds nuw i8, ptr %384, i64 152
  %415 = load i64, ptr %414, align 8
  %416 = icmp ult i64 %413, %415
  br i1 %416, label %443, label %417

417:                                              ; preds = %408
  %418 = icmp eq i64 %415, 0
  %419 = shl i64 %415, 1
  %420 = select i1 %418, i64 64, i64 %419
  %421 = shl i64 %420, 3
  %422 = tail call noalias ptr @malloc(i64 noundef %421) #32
  %423 = icmp eq ptr %422, null
  br i1 %423, label %441, label %424

424:                                              ; preds = %417
  %425 = icmp ult i64 %412, %410
  %426 = getelementptr inbounds nuw i8, ptr %384, i64 128
  %427 = load ptr, ptr %426, align 8
  br i1 %425, label %428, label %431

428:                                              ; preds = %424
  %429 = add i64 %415, -1
  %430 = add i64 %420, -1
  br label %432

431:                                              ; preds = %432, %424
  tail call void @free(ptr noundef %427) #29
  store ptr %422, ptr %426, align 8
  store i64 %420, ptr %414, align 8
  br label %443

432:                                              ; preds = %432, %428
  %433 = phi i64 [ %412, %428 ], [ %439, %432 ]
  %434 = and i64 %433, %429
  %435 = getelementptr inbounds nuw ptr, ptr %427, i64 %434
  %436 = load ptr, ptr %435, align 8
  %437 = and i64 %433, %430
  %438 = getelementptr inbounds nuw ptr, ptr %422, i64 %437
  store ptr %436, ptr %438, align 8
  %439 = add nuw i64 %433, 1
  %440 = icmp eq i64 %439, %410
  br i1 %440, label %431, label %432, !llvm.loop !82

441:                                              ; preds = %417, %395
  %442 = tail call ptr @PyErr_NoMemory() #29
  br label %526

443:                                              ; preds = %431, %408
  %444 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 8), align 8
  %445 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %446 = tail call fastcc i32 @fill_edges(ptr noundef %317, ptr noundef %444, i32 noundef %445)
  %447 = icmp eq i32 %446, 0
  br i1 %447, label %448, label %526

448:                                              ; preds = %443
  %449 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 24), align 8
  %450 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 32), align 8
  %451 = icmp eq i32 %450, 0
  br i1 %451, label %465, label %452

452:                                              ; preds = %448
  %453 = zext i32 %450 to i64
  br label %454

454:                                              ; preds = %461, %452
  %455 = phi i64 [ 0, %452 ], [ %463, %461 ]
  %456 = getelementptr inbounds nuw %struct.step, ptr %449, i64 %455
  %457 = getelementptr inbounds nuw i8, ptr %456, i64 24
  %458 = load ptr, ptr %457, align 8
  %459 = icmp eq ptr %458, null
  br i1 %459, label %461, label %460

460:                                              ; preds = %454
  tail call void @Py_IncRef(ptr noundef nonnull %458) #29
  br label %461

461:                                              ; preds = %460, %454
  %462 = tail call i32 @PyTuple_SetItem(ptr noundef %338, i64 noundef %455, ptr noundef %458) #29
  %463 = add nuw nsw i64 %455, 1
  %464 = icmp eq i64 %463, %453
  br i1 %464, label %465, label %454, !llvm.loop !97

465:                                              ; preds = %461, %448
  %466 = load ptr, ptr %19, align 8
  %467 = icmp eq ptr %466, null
  br i1 %467, label %471, label %468

468:                                              ; preds = %465
  %469 = tail call ptr @PyTuple_GetItem(ptr noundef nonnull %466, i64 noundef 2) #29
  %470 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %469) #29
  br label %471

471:                                              ; preds = %468, %465
  %472 = phi i64 [ %470, %468 ], [ 1, %465 ]
  %473 = load ptr, ptr %0, align 8
  %474 = load i64, ptr %473, align 8
  %475 = add i64 %474, %472
  %476 = icmp eq ptr %383, null
  br i1 %476, label %481, label %477

477:                                              ; preds = %471
  %478 = load ptr, ptr %30, align 8
  %479 = tail call fastcc i32 @put_item(ptr noundef %384, ptr noundef nonnull %383, i64 noundef %475, ptr noundef %317, ptr noundef nonnull %12, ptr noundef %478)
  %480 = icmp eq i32 %479, 0
  br i1 %480, label %481, label %523

481:                                              ; preds = %477, %471
  %482 = load ptr, ptr %18, align 8
  %483 = icmp eq ptr %482, null
  br i1 %483, label %517, label %484

484:                                              ; preds = %481
  call void @llvm.lifetime.start.p0(ptr nonnull %3) #29
  store ptr %384, ptr %3, align 8
  store i64 %475, ptr %31, align 8
  store <2 x i32> <i32 4, i32 0>, ptr %32, align 8
  store ptr null, ptr %33, align 8
  %485 = load i64, ptr %482, align 8
  %486 = add i64 %485, 1
  %487 = getelementptr inbounds nuw i8, ptr %482, i64 108
  %488 = load i32, ptr %487, align 4
  %489 = icmp eq i32 %488, 0
  br i1 %489, label %490, label %497

490:                                              ; preds = %484
  %491 = getelementptr inbounds nuw i8, ptr %482, i64 96
  %492 = load ptr, ptr %491, align 8
  %493 = tail call fastcc i32 @make_room(ptr noundef %492, i64 noundef 48)
  %494 = icmp eq i32 %493, 0
  br i1 %494, label %497, label %495

495:                                              ; preds = %490
  %496 = tail call ptr @PyErr_NoMemory() #29
  br label %513

497:                                              ; preds = %490, %484
  %498 = load ptr, ptr %28, align 8
  %499 = call fastcc i32 @fill_edges(ptr noundef %498, ptr noundef nonnull %3, i32 noundef 1)
  %500 = icmp eq i32 %499, 0
  br i1 %500, label %501, label %513

501:                                              ; preds = %497
  %502 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %486) #29
  %503 = icmp eq ptr %502, null
  br i1 %503, label %513, label %504

504:                                              ; preds = %501
  %505 = getelementptr inbounds nuw i8, ptr %482, i64 232
  %506 = load ptr, ptr %505, align 8
  %507 = tail call i32 @PyDict_SetItem(ptr noundef %506, ptr noundef nonnull %502, ptr noundef %498) #29
  %508 = icmp eq i32 %507, 0
  tail call void @Py_DecRef(ptr noundef nonnull %502) #29
  br i1 %508, label %509, label %513

509:                                              ; preds = %504
  %510 = load ptr, ptr %29, align 8
  %511 = icmp eq ptr %510, null
  br i1 %511, label %512, label %514

512:                                              ; preds = %509
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #29
  br label %517

513:                                              ; preds = %504, %501, %497, %495
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #29
  br label %523

514:                                              ; preds = %509
  %515 = tail call fastcc i32 @put_item(ptr noundef nonnull readonly %482, ptr noundef nonnull %510, i64 noundef %486, ptr noundef %498, ptr noundef nonnull @_Py_NoneStruct, ptr noundef nonnull @_Py_NoneStruct)
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #29
  %516 = icmp eq i32 %515, 0
  br i1 %516, label %517, label %523

517:                                              ; preds = %514, %512, %481
  %518 = load ptr, ptr %15, align 8
  %519 = icmp eq ptr %518, null
  br i1 %519, label %526, label %520

520:                                              ; preds = %517
  %521 = tail call i32 @PyList_Append(ptr noundef nonnull %518, ptr noundef nonnull %12) #29
  %522 = icmp eq i32 %521, 0
  br i1 %522, label %526, label %523

523:                                              ; preds = %520, %514, %513, %477
  %524 = tail call i64 @PyList_Size(ptr noundef %390) #29
  %525 = tail call i32 @PyList_SetSlice(ptr noundef %390, i64 noundef %391, i64 noundef %524, ptr noundef null) #29
  br label %526

526:                                              ; preds = %523, %443, %441, %520, %517, %375, %370, %268
  %527 = phi i32 [ 3, %268 ], [ 3, %370 ], [ 1, %375 ], [ 0, %517 ], [ 0, %520 ], [ 3, %441 ], [ 3, %443 ], [ 3, %523 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %8) #29
  br label %528

528:                                              ; preds = %117, %120, %526
  %529 = phi i32 [ %527, %526 ], [ %118, %117 ], [ 1, %120 ]
  switch i32 %529, label %861 [
    i32 1, label %34
    i32 0, label %530
  ]

530:                                              ; preds = %528
  %531 = load ptr, ptr %0, align 8
  %532 = getelementptr inbounds nuw i8, ptr %531, i64 176
  %533 = load ptr, ptr %532, align 8
  %534 = getelementptr inbounds nuw i8, ptr %533, i64 64
  store ptr %534, ptr %532, align 8
  %535 = load ptr, ptr %19, align 8
  %536 = icmp eq ptr %535, null
  br i1 %536, label %540, label %537

537:                                              ; preds = %530
  %538 = tail call ptr @PyTuple_GetItem(ptr noundef nonnull %535, i64 noundef 2) #29
  %539 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %538) #29
  br label %540

540:                                              ; preds = %537, %530
  %541 = phi i64 [ %539, %537 ], [ 1, %530 ]
  %542 = load ptr, ptr %0, align 8
  %543 = load i64, ptr %542, align 8
  %544 = add i64 %543, %541
  %545 = load ptr, ptr %20, align 8
  %546 = load i32, ptr %21, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %6) #29
  store ptr %531, ptr %6, align 8
  %547 = getelementptr inbounds nuw i8, ptr %6, i64 8
  store i64 %544, ptr %547, align 8
  %548 = getelementptr inbounds nuw i8, ptr %6, i64 16
  store ptr %533, ptr %548, align 8
  %549 = getelementptr inbounds nuw i8, ptr %6, i64 24
  store ptr %12, ptr %549, align 8
  call fastcc void @note(ptr noundef nonnull %531, ptr noundef %545, i32 noundef %546, ptr dead_on_return noundef %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %6) #29
  %550 = load ptr, ptr %19, align 8
  %551 = icmp eq ptr %550, null
  br i1 %551, label %587, label %552

552:                                              ; preds = %540
  %553 = tail call ptr @PyTuple_GetItem(ptr noundef nonnull %550, i64 noundef 0) #29
  %554 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %553) #29
  %555 = load ptr, ptr %19, align 8
  %556 = tail call i64 @PyTuple_Size(ptr noundef %555) #29
  %557 = icmp sgt i64 %556, 1
  br i1 %557, label %558, label %681

558:                                              ; preds = %552
  %559 = inttoptr i64 %554 to ptr
  br label %560

560:                                              ; preds = %583, %558
  %561 = phi ptr [ %584, %583 ], [ %559, %558 ]
  %562 = phi i64 [ %585, %583 ], [ 1, %558 ]
  %563 = load ptr, ptr %19, align 8
  %564 = tail call ptr @PyTuple_GetItem(ptr noundef %563, i64 noundef %562) #29
  %565 = load i64, ptr @head_bytes, align 8
  %566 = getelementptr inbounds i8, ptr %564, i64 %565
  %567 = load ptr, ptr %19, align 8
  %568 = add nuw nsw i64 %562, 1
  %569 = tail call ptr @PyTuple_GetItem(ptr noundef %567, i64 noundef %568) #29
  %570 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %569) #29
  %571 = getelementptr inbounds nuw i8, ptr %566, i64 96
  %572 = load ptr, ptr %571, align 8
  %573 = getelementptr inbounds nuw i8, ptr %572, i64 8
  %574 = load i64, ptr %573, align 8
  %575 = add i64 %574, %570
  store i64 %575, ptr %573, align 8
  %576 = load i64, ptr %566, align 8
  store i64 %576, ptr %561, align 8
  %577 = load ptr, ptr %0, align 8
  %578 = icmp eq ptr %566, %577
  br i1 %578, label %579, label %581

579:                                              ; preds = %560
  %580 = sub i64 %576, %570
  store i64 %580, ptr %561, align 8
  br label %583

581:                                              ; preds = %560
  %582 = add i64 %576, %570
  store i64 %582, ptr %566, align 8
  br label %583

583:                                              ; preds = %581, %579
  %584 = getelementptr inbounds nuw i8, ptr %561, i64 8
  %585 = add nuw nsw i64 %562, 2
  %586 = icmp slt i64 %585, %556
  br i1 %586, label %560, label %681, !llvm.loop !98

587:                                              ; preds = %540
  %588 = getelementptr inbounds nuw i8, ptr %531, i64 108
  %589 = load i32, ptr %588, align 4
  %590 = icmp eq i32 %589, 0
  br i1 %590, label %597, label %591

591:                                              ; preds = %587
  %592 = getelementptr inbounds nuw i8, ptr %531, i64 96
  %593 = load ptr, ptr %592, align 8
  %594 = getelementptr inbounds nuw i8, ptr %593, i64 8
  %595 = load i64, ptr %594, align 8
  %596 = add i64 %595, 1
  store i64 %596, ptr %594, align 8
  br label %681

597:                                              ; preds = %587
  %598 = load ptr, ptr %0, align 8
  %599 = getelementptr inbounds nuw i8, ptr %598, i64 96
  %600 = load ptr, ptr %599, align 8
  %601 = getelementptr inbounds nuw i8, ptr %600, i64 32
  %602 = load ptr, ptr %601, align 32
  %603 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %604 = icmp eq i32 %603, 0
  br i1 %604, label %605, label %609

605:                                              ; preds = %609, %597
  %606 = phi ptr [ %602, %597 ], [ %623, %609 ]
  %607 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 32), align 8
  %608 = icmp eq i32 %607, 0
  br i1 %608, label %641, label %627

609:                                              ; preds = %597, %609
  %610 = phi i64 [ %622, %609 ], [ 0, %597 ]
  %611 = phi ptr [ %623, %609 ], [ %602, %597 ]
  %612 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 8), align 8
  %613 = getelementptr inbounds nuw %struct.edge, ptr %612, i64 %610
  %614 = load ptr, ptr %613, align 8
  %615 = getelementptr inbounds nuw i8, ptr %614, i64 96
  %616 = load ptr, ptr %615, align 8
  %617 = getelementptr inbounds nuw i8, ptr %613, i64 8
  %618 = load i64, ptr %617, align 8
  store ptr @handle_wait, ptr %611, align 8
  %619 = getelementptr inbounds nuw i8, ptr %611, i64 8
  store i64 32, ptr %619, align 8
  %620 = getelementptr inbounds nuw i8, ptr %611, i64 16
  store ptr %616, ptr %620, align 8
  %621 = getelementptr inbounds nuw i8, ptr %611, i64 24
  store i64 %618, ptr %621, align 8
  %622 = add nuw nsw i64 %610, 1
  %623 = getelementptr inbounds nuw i8, ptr %611, i64 32
  %624 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %625 = zext i32 %624 to i64
  %626 = icmp samesign ult i64 %622, %625
  br i1 %626, label %609, label %605, !llvm.loop !87

627:                                              ; preds = %605, %627
  %628 = phi i64 [ %636, %627 ], [ 0, %605 ]
  %629 = phi ptr [ %637, %627 ], [ %606, %605 ]
  %630 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 24), align 8
  %631 = getelementptr inbounds nuw %struct.step, ptr %630, i64 %628
  %632 = getelementptr inbounds nuw i8, ptr %631, i64 16
  %633 = load ptr, ptr %632, align 8
  store ptr @handle_check, ptr %629, align 8
  %634 = getelementptr inbounds nuw i8, ptr %629, i64 8
  store i64 24, ptr %634, align 8
  %635 = getelementptr inbounds nuw i8, ptr %629, i64 16
  store ptr %633, ptr %635, align 8
  %636 = add nuw nsw i64 %628, 1
  %637 = getelementptr inbounds nuw i8, ptr %629, i64 24
  %638 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 32), align 8
  %639 = zext i32 %638 to i64
  %640 = icmp samesign ult i64 %636, %639
  br i1 %640, label %627, label %641, !llvm.loop !88

641:                                              ; preds = %627, %605
  %642 = phi ptr [ %606, %605 ], [ %637, %627 ]
  %643 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %644 = load ptr, ptr %643, align 8
  %645 = icmp eq ptr %644, null
  br i1 %645, label %660, label %646

646:                                              ; preds = %641
  %647 = getelementptr inbounds nuw i8, ptr %644, i64 24
  %648 = load i64, ptr %647, align 8
  %649 = shl i64 %648, 3
  %650 = add i64 %649, 32
  store ptr @handle_launch, ptr %642, align 8
  %651 = getelementptr inbounds nuw i8, ptr %642, i64 8
  store i64 %650, ptr %651, align 8
  %652 = getelementptr inbounds nuw i8, ptr %642, i64 16
  store ptr %533, ptr %652, align 8
  %653 = load ptr, ptr %643, align 8
  %654 = getelementptr inbounds nuw i8, ptr %653, i64 288
  %655 = ptrtoint ptr %654 to i64
  %656 = getelementptr inbounds nuw i8, ptr %642, i64 24
  store i64 %655, ptr %656, align 8
  %657 = getelementptr inbounds nuw i8, ptr %642, i64 32
  %658 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %659 = load ptr, ptr %658, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 %657, ptr align 8 %659, i64 %649, i1 false)
  br label %663

660:                                              ; preds = %641
  store ptr @handle_host, ptr %642, align 8
  %661 = getelementptr inbounds nuw i8, ptr %642, i64 8
  store i64 24, ptr %661, align 8
  %662 = getelementptr inbounds nuw i8, ptr %642, i64 16
  store ptr %533, ptr %662, align 8
  br label %663

663:                                              ; preds = %660, %646
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #29
  %664 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %5) #29
  %665 = load i64, ptr %5, align 8
  %666 = mul nsw i64 %665, 1000000000
  %667 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %668 = load i64, ptr %667, align 8
  %669 = add nsw i64 %666, %668
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #29
  %670 = getelementptr inbounds nuw i8, ptr %533, i64 16
  store i64 %669, ptr %670, align 16
  %671 = getelementptr inbounds nuw i8, ptr %642, i64 8
  %672 = load i64, ptr %671, align 8
  %673 = getelementptr inbounds nuw i8, ptr %642, i64 %672
  %674 = getelementptr inbounds nuw i8, ptr %600, i64 8
  %675 = load i64, ptr %674, align 8
  %676 = add i64 %675, 1
  store i64 %676, ptr %674, align 8
  %677 = load ptr, ptr %601, align 32
  %678 = ptrtoint ptr %673 to i64
  %679 = ptrtoint ptr %677 to i64
  %680 = sub i64 %678, %679
  call fastcc void @publish(ptr noundef nonnull %600, ptr noundef %673, i64 noundef %680)
  br label %681

681:                                              ; preds = %583, %663, %591, %552
  %682 = load i64, ptr @head_bytes, align 8
  %683 = getelementptr inbounds i8, ptr %12, i64 %682
  %684 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %685 = load i32, ptr %684, align 8
  store i64 %544, ptr %683, align 8
  %686 = getelementptr inbounds nuw i8, ptr %683, i64 8
  store ptr %533, ptr %686, align 8
  %687 = getelementptr inbounds nuw i8, ptr %683, i64 16
  store i32 %685, ptr %687, align 8
  %688 = getelementptr inbounds nuw i8, ptr %683, i64 20
  store i32 0, ptr %688, align 4
  %689 = load ptr, ptr %0, align 8
  %690 = getelementptr inbounds nuw i8, ptr %689, i64 208
  %691 = load ptr, ptr %690, align 8
  %692 = icmp eq ptr %691, null
  br i1 %692, label %694, label %693

693:                                              ; preds = %681
  call void @Py_IncRef(ptr noundef nonnull %691) #29
  br label %694

694:                                              ; preds = %693, %681
  %695 = load i64, ptr getelementptr inbounds nuw (i8, ptr @slots, i64 32), align 8
  %696 = getelementptr inbounds i8, ptr %12, i64 %695
  store ptr %691, ptr %696, align 8
  %697 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %698 = load ptr, ptr %697, align 8
  %699 = icmp eq ptr %698, null
  br i1 %699, label %701, label %700

700:                                              ; preds = %694
  call void @Py_IncRef(ptr noundef nonnull %698) #29
  br label %701

701:                                              ; preds = %700, %694
  %702 = load i64, ptr getelementptr inbounds nuw (i8, ptr @slots, i64 40), align 8
  %703 = getelementptr inbounds i8, ptr %12, i64 %702
  store ptr %698, ptr %703, align 8
  %704 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %705 = load ptr, ptr %704, align 8
  %706 = icmp eq ptr %705, null
  br i1 %706, label %708, label %707

707:                                              ; preds = %701
  call void @Py_IncRef(ptr noundef nonnull %705) #29
  br label %708

708:                                              ; preds = %707, %701
  %709 = load i64, ptr getelementptr inbounds nuw (i8, ptr @slots, i64 48), align 8
  %710 = getelementptr inbounds i8, ptr %12, i64 %709
  store ptr %705, ptr %710, align 8
  %711 = load ptr, ptr %0, align 8
  %712 = getelementptr inbounds nuw i8, ptr %711, i64 168
  %713 = load ptr, ptr %712, align 8
  %714 = icmp eq ptr %713, null
  br i1 %714, label %716, label %715

715:                                              ; preds = %708
  call void @Py_IncRef(ptr noundef nonnull %713) #29
  br label %716

716:                                              ; preds = %715, %708
  %717 = load i64, ptr getelementptr inbounds nuw (i8, ptr @slots, i64 56), align 8
  %718 = getelementptr inbounds i8, ptr %12, i64 %717
  store ptr %713, ptr %718, align 8
  %719 = load ptr, ptr %23, align 8
  %720 = load i64, ptr getelementptr inbounds nuw (i8, ptr @slots, i64 80), align 8
  %721 = getelementptr inbounds i8, ptr %12, i64 %720
  store ptr %719, ptr %721, align 8
  %722 = load ptr, ptr %25, align 8
  %723 = load i64, ptr getelementptr inbounds nuw (i8, ptr @slots, i64 72), align 8
  %724 = getelementptr inbounds i8, ptr %12, i64 %723
  store ptr %722, ptr %724, align 8
  store <2 x ptr> zeroinitializer, ptr %23, align 8
  call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #29
  %725 = load i64, ptr getelementptr inbounds nuw (i8, ptr @slots, i64 88), align 8
  %726 = getelementptr inbounds i8, ptr %12, i64 %725
  store ptr @_Py_NoneStruct, ptr %726, align 8
  %727 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %728 = load ptr, ptr %727, align 8
  %729 = icmp eq ptr %728, null
  br i1 %729, label %731, label %730

730:                                              ; preds = %716
  call void @Py_IncRef(ptr noundef nonnull %728) #29
  br label %744

731:                                              ; preds = %716
  %732 = call ptr @PyEval_GetFrame() #29
  %733 = icmp eq ptr %732, null
  br i1 %733, label %734, label %735

734:                                              ; preds = %731
  call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #29
  br label %738

735:                                              ; preds = %731
  %736 = call ptr @PyFrame_GetCode(ptr noundef nonnull %732) #29
  %737 = call i32 @PyFrame_GetLasti(ptr noundef nonnull %732) #29
  br label %738

738:                                              ; preds = %735, %734
  %739 = phi ptr [ %736, %735 ], [ @_Py_NoneStruct, %734 ]
  %740 = phi i32 [ %737, %735 ], [ 0, %734 ]
  %741 = load i64, ptr @head_bytes, align 8
  %742 = getelementptr inbounds i8, ptr %12, i64 %741
  %743 = getelementptr inbounds nuw i8, ptr %742, i64 16
  store i32 %740, ptr %743, align 8
  br label %744

744:                                              ; preds = %738, %730
  %745 = phi ptr [ %728, %730 ], [ %739, %738 ]
  %746 = load i64, ptr getelementptr inbounds nuw (i8, ptr @slots, i64 64), align 8
  %747 = getelementptr inbounds i8, ptr %12, i64 %746
  store ptr %745, ptr %747, align 8
  %748 = load ptr, ptr %19, align 8
  %749 = icmp eq ptr %748, null
  br i1 %749, label %750, label %765

750:                                              ; preds = %744
  call void @Py_IncRef(ptr noundef nonnull %12) #29
  %751 = getelementptr inbounds nuw i8, ptr %531, i64 128
  %752 = load ptr, ptr %751, align 8
  %753 = getelementptr inbounds nuw i8, ptr %531, i64 144
  %754 = load i64, ptr %753, align 8
  %755 = add i64 %754, 1
  store i64 %755, ptr %753, align 8
  %756 = getelementptr inbounds nuw i8, ptr %531, i64 152
  %757 = load i64, ptr %756, align 8
  %758 = add i64 %757, -1
  %759 = and i64 %758, %754
  %760 = getelementptr inbounds nuw ptr, ptr %752, i64 %759
  store ptr %12, ptr %760, align 8
  %761 = load i64, ptr @head_bytes, align 8
  %762 = getelementptr inbounds i8, ptr %12, i64 %761
  %763 = load i64, ptr %762, align 8
  %764 = getelementptr inbounds nuw i8, ptr %531, i64 160
  store i64 %763, ptr %764, align 8
  br label %765

765:                                              ; preds = %750, %744
  %766 = load ptr, ptr %18, align 8
  %767 = icmp eq ptr %766, null
  br i1 %767, label %860, label %768

768:                                              ; preds = %765
  %769 = load i64, ptr %531, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #29
  store ptr %531, ptr %4, align 8
  %770 = getelementptr inbounds nuw i8, ptr %4, i64 8
  store i64 %769, ptr %770, align 8
  %771 = getelementptr inbounds nuw i8, ptr %766, i64 96
  %772 = load ptr, ptr %771, align 8
  %773 = getelementptr inbounds nuw i8, ptr %772, i64 8
  %774 = load i64, ptr %773, align 8
  %775 = add i64 %774, 1
  store i64 %775, ptr %773, align 8
  %776 = getelementptr inbounds nuw i8, ptr %766, i64 108
  %777 = load i32, ptr %776, align 4
  %778 = icmp eq i32 %777, 0
  br i1 %778, label %779, label %794

779:                                              ; preds = %768
  %780 = getelementptr inbounds nuw i8, ptr %772, i64 32
  %781 = load ptr, ptr %780, align 32
  %782 = getelementptr inbounds nuw i8, ptr %531, i64 96
  %783 = load ptr, ptr %782, align 8
  store ptr @handle_wait, ptr %781, align 8
  %784 = getelementptr inbounds nuw i8, ptr %781, i64 8
  store i64 32, ptr %784, align 8
  %785 = getelementptr inbounds nuw i8, ptr %781, i64 16
  store ptr %783, ptr %785, align 8
  %786 = getelementptr inbounds nuw i8, ptr %781, i64 24
  store i64 %769, ptr %786, align 8
  %787 = getelementptr inbounds nuw i8, ptr %781, i64 32
  store ptr @handle_signal, ptr %787, align 8
  %788 = getelementptr inbounds nuw i8, ptr %781, i64 40
  store i64 16, ptr %788, align 8
  %789 = getelementptr inbounds nuw i8, ptr %781, i64 48
  %790 = load ptr, ptr %780, align 32
  %791 = ptrtoint ptr %789 to i64
  %792 = ptrtoint ptr %790 to i64
  %793 = sub i64 %791, %792
  call fastcc void @publish(ptr noundef nonnull %772, ptr noundef nonnull %789, i64 noundef %793)
  br label %794

794:                                              ; preds = %779, %768
  call fastcc void @forget_answer()
  %795 = getelementptr inbounds nuw i8, ptr %766, i64 56
  %796 = load ptr, ptr %795, align 8
  %797 = icmp eq ptr %796, null
  %798 = getelementptr inbounds nuw i8, ptr %796, i64 16
  %799 = select i1 %797, ptr null, ptr %798
  br i1 %797, label %803, label %800

800:                                              ; preds = %794
  %801 = getelementptr inbounds nuw i8, ptr %796, i64 4
  %802 = load i32, ptr %801, align 4
  br label %803

803:                                              ; preds = %800, %794
  %804 = phi i32 [ %802, %800 ], [ 0, %794 ]
  %805 = call fastcc i32 @await_points(ptr noundef nonnull %766, ptr noundef %799, i32 noundef %804, ptr noundef nonnull readonly %4, i32 noundef 1, i32 noundef 0)
  %806 = icmp eq i32 %805, 0
  br i1 %806, label %807, label %816

807:                                              ; preds = %803
  %808 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %809 = icmp eq i32 %808, 0
  br i1 %809, label %813, label %810

810:                                              ; preds = %807
  %811 = call fastcc i32 @join_edges(ptr noundef nonnull %766)
  %812 = icmp eq i32 %811, 0
  br i1 %812, label %813, label %816

813:                                              ; preds = %810, %807
  %814 = call fastcc i32 @reserve_join(ptr noundef nonnull %766)
  %815 = icmp eq i32 %814, 0
  br i1 %815, label %817, label %816

816:                                              ; preds = %813, %810, %803
  call fastcc void @forget_answer()
  br label %820

817:                                              ; preds = %813
  %818 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %819 = icmp eq i32 %818, 0
  br i1 %819, label %820, label %823

820:                                              ; preds = %817, %816
  %821 = load i64, ptr %766, align 8
  %822 = add i64 %821, 1
  store i64 %822, ptr %766, align 8
  br label %857

823:                                              ; preds = %817
  %824 = load i64, ptr %766, align 8
  %825 = add i64 %824, 1
  store i64 %825, ptr %766, align 8
  %826 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 112), align 8
  store i32 2, ptr %826, align 8
  %827 = load ptr, ptr %795, align 8
  %828 = icmp eq ptr %827, null
  br i1 %828, label %844, label %829

829:                                              ; preds = %823
  %830 = load i32, ptr %827, align 8
  %831 = add i32 %830, -1
  store i32 %831, ptr %827, align 8
  %832 = icmp eq i32 %831, 0
  br i1 %832, label %833, label %844

833:                                              ; preds = %829
  %834 = getelementptr inbounds nuw i8, ptr %766, i64 84
  %835 = load i32, ptr %834, align 4
  %836 = icmp ugt i32 %835, 63
  br i1 %836, label %837, label %838

837:                                              ; preds = %833
  call void @free(ptr noundef nonnull %827) #29
  br label %844

838:                                              ; preds = %833
  %839 = getelementptr inbounds nuw i8, ptr %766, i64 88
  %840 = load ptr, ptr %839, align 8
  %841 = getelementptr inbounds nuw i8, ptr %827, i64 16
  store ptr %840, ptr %841, align 8
  store ptr %827, ptr %839, align 8
  %842 = load i32, ptr %834, align 4
  %843 = add i32 %842, 1
  store i32 %843, ptr %834, align 4
  br label %844

844:                                              ; preds = %838, %837, %829, %823
  store ptr %826, ptr %795, align 8
  %845 = getelementptr inbounds nuw i8, ptr %766, i64 64
  %846 = load ptr, ptr %845, align 8
  %847 = getelementptr inbounds nuw i8, ptr %766, i64 72
  %848 = load i32, ptr %847, align 8
  %849 = getelementptr inbounds nuw i8, ptr %766, i64 76
  %850 = load i32, ptr %849, align 4
  %851 = add i32 %850, 1
  store i32 %851, ptr %849, align 4
  %852 = add i32 %850, %848
  %853 = zext i32 %852 to i64
  %854 = getelementptr inbounds nuw %struct.snapshot, ptr %846, i64 %853
  store i64 %825, ptr %854, align 8
  %855 = getelementptr inbounds nuw i8, ptr %854, i64 8
  store ptr %826, ptr %855, align 8
  store ptr null, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 112), align 8
  %856 = load i64, ptr %766, align 8
  br label %857

857:                                              ; preds = %844, %820
  %858 = phi i64 [ %856, %844 ], [ %822, %820 ]
  %859 = getelementptr inbounds nuw i8, ptr %531, i64 200
  store i64 %858, ptr %859, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #29
  br label %860

860:                                              ; preds = %857, %765
  call void @Py_IncRef(ptr noundef nonnull %12) #29
  br label %861

861:                                              ; preds = %528, %175, %133, %129, %154, %115, %85, %249, %78, %218, %211, %2, %860
  %862 = phi ptr [ %12, %860 ], [ null, %2 ], [ null, %218 ], [ null, %211 ], [ null, %78 ], [ null, %249 ], [ null, %85 ], [ null, %115 ], [ null, %154 ], [ null, %129 ], [ null, %133 ], [ null, %175 ], [ null, %528 ]
  call fastcc void @drop_parts(ptr noundef %9)
  %863 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %864 = icmp ne i32 %863, 0
  %865 = load i32, ptr @locks_taken, align 4
  %866 = icmp eq i32 %865, 0
  %867 = select i1 %864, i1 %866, i1 false
  br i1 %867, label %868, label %880

868:                                              ; preds = %861, %868
  %869 = phi i32 [ %875, %868 ], [ %863, %861 ]
  %870 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %871 = add i32 %869, -1
  store i32 %871, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %872 = zext i32 %871 to i64
  %873 = getelementptr inbounds nuw ptr, ptr %870, i64 %872
  %874 = load ptr, ptr %873, align 8
  call void @Py_DecRef(ptr noundef %874) #29
  %875 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %876 = icmp ne i32 %875, 0
  %877 = load i32, ptr @locks_taken, align 4
  %878 = icmp eq i32 %877, 0
  %879 = select i1 %876, i1 %878, i1 false
  br i1 %879, label %868, label %880, !llvm.loop !63

880:                                              ; preds = %868, %861
  %881 = icmp eq ptr %862, null
  br i1 %881, label %900, label %882

882:                                              ; preds = %880
  %883 = load ptr, ptr %0, align 8
  %884 = getelementptr inbounds nuw i8, ptr %883, i64 216
  %885 = load ptr, ptr %884, align 8
  %886 = load i64, ptr @head_bytes, align 8
  %887 = getelementptr inbounds i8, ptr %885, i64 %886
  %888 = getelementptr inbounds nuw i8, ptr %887, i64 32
  %889 = load ptr, ptr %888, align 8
  %890 = call i64 @PyList_Size(ptr noundef %889) #29
  %891 = icmp eq i64 %890, 0
  br i1 %891, label %900, label %892

892:                                              ; preds = %882
  %893 = getelementptr inbounds nuw i8, ptr %883, i64 208
  %894 = load ptr, ptr %893, align 8
  %895 = load ptr, ptr @hand_over_name, align 8
  %896 = call ptr (ptr, ptr, ...) @PyObject_CallMethodObjArgs(ptr noundef %894, ptr noundef %895, ptr noundef null) #29
  %897 = icmp eq ptr %896, null
  %898 = select i1 %897, ptr %862, ptr %896
  %899 = select i1 %897, ptr null, ptr %862
  call void @Py_DecRef(ptr noundef nonnull %898) #29
  br label %900

900:                                              ; preds = %892, %882, %880
  %901 = phi ptr [ null, %880 ], [ %862, %882 ], [ %899, %892 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %9) #29
  ret ptr %901
}

; Function Attrs: nounwind
define internal fastcc range(i32 -1, 1) i32 @read_accesses(ptr noundef %0, ptr noundef %1, ptr noundef writeonly captures(none) %2) unnamed_addr #6 {
  %4 = tail call i64 @PyTuple_Size(ptr noundef %0) #29
  %5 = tail call i64 @PyTuple_Size(ptr noundef %1) #29
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
  %16 = tail call ptr @PyTuple_GetItem(ptr noundef %0, i64 noundef %13) #29
  br label %20

17:                                               ; preds = %12
  %18 = sub nsw i64 %13, %4
  %19 = tail call ptr @PyTuple_GetItem(ptr noundef %1, i64 noundef %18) #29
  br label %20

20:                                               ; preds = %17, %15
  %21 = phi ptr [ %16, %15 ], [ %19, %17 ]
  %22 = icmp sge i64 %13, %4
  br i1 %22, label %23, label %28

23:                                               ; preds = %20
  %24 = tail call ptr @PyTuple_GetItem(ptr noundef %21, i64 noundef 1) #29
  %25 = tail call i32 @PyObject_IsTrue(ptr noundef %24) #29
  %26 = trunc i32 %25 to i8
  %27 = tail call ptr @PyTuple_GetItem(ptr noundef %21, i64 noundef 0) #29
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
  tail call void @PyErr_SetString(ptr noundef %40, ptr noundef nonnull @.str.78) #29
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
  br i1 %48, label %49, label %12, !llvm.loop !99

49:                                               ; preds = %41, %39, %9, %3
  %50 = phi i32 [ -1, %3 ], [ -1, %39 ], [ 0, %9 ], [ 0, %41 ]
  ret i32 %50
}

declare ptr @PyType_GenericAlloc(ptr noundef, i64 noundef) local_unnamed_addr #12

; Function Attrs: nounwind
define internal fastcc void @drop_parts(ptr noundef nonnull readonly captures(none) %0) unnamed_addr #6 {
  %2 = load ptr, ptr %0, align 8
  %3 = icmp eq ptr %2, null
  br i1 %3, label %5, label %4

4:                                                ; preds = %1
  tail call void @Py_DecRef(ptr noundef nonnull %2) #29
  br label %5

5:                                                ; preds = %1, %4
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %7 = load ptr, ptr %6, align 8
  %8 = icmp eq ptr %7, null
  br i1 %8, label %10, label %9

9:                                                ; preds = %5
  tail call void @Py_DecRef(ptr noundef nonnull %7) #29
  br label %10

10:                                               ; preds = %5, %9
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %12 = load ptr, ptr %11, align 8
  %13 = icmp eq ptr %12, null
  br i1 %13, label %15, label %14

14:                                               ; preds = %10
  tail call void @Py_DecRef(ptr noundef nonnull %12) #29
  br label %15

15:                                               ; preds = %10, %14
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %17 = load ptr, ptr %16, align 8
  %18 = icmp eq ptr %17, null
  br i1 %18, label %20, label %19

19:                                               ; preds = %15
  tail call void @Py_DecRef(ptr noundef nonnull %17) #29
  br label %20

20:                                               ; preds = %15, %19
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %22 = load ptr, ptr %21, align 8
  %23 = icmp eq ptr %22, null
  br i1 %23, label %25, label %24

24:                                               ; preds = %20
  tail call void @Py_DecRef(ptr noundef nonnull %22) #29
  br label %25

25:                                               ; preds = %20, %24
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %27 = load ptr, ptr %26, align 8
  %28 = icmp eq ptr %27, null
  br i1 %28, label %30, label %29

29:                                               ; preds = %25
  tail call void @Py_DecRef(ptr noundef nonnull %27) #29
  br label %30

30:                                               ; preds = %25, %29
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %32 = load ptr, ptr %31, align 8
  %33 = icmp eq ptr %32, null
  br i1 %33, label %35, label %34

34:                                               ; preds = %30
  tail call void @Py_DecRef(ptr noundef nonnull %32) #29
  br label %35

35:                                               ; preds = %30, %34
  ret void
}

; Function Attrs: inlinehint nounwind
define internal fastcc range(i32 -1, 1) i32 @prepare_command(ptr noundef %0, ptr noundef readonly captures(none) %1, i32 noundef %2, ptr noundef readonly captures(none) %3, i32 noundef %4) unnamed_addr #21 {
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca %struct.step, align 8
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  tail call fastcc void @forget_answer()
  %11 = icmp eq i32 %2, 0
  br i1 %11, label %1086, label %12

12:                                               ; preds = %5
  %13 = zext i32 %2 to i64
  %14 = icmp ult i32 %2, 16
  br i1 %14, label %243, label %15

15:                                               ; preds = %12
  %16 = icmp ult i32 %2, 32
  br i1 %16, label %164, label %17

17:                                               ; preds = %15
  %18 = and i64 %13, 16
  %19 = and i64 %13, 4294967264
  br label %20

20:                                               ; preds = %20, %17
  %21 = phi i64 [ 0, %17 ], [ %156, %20 ]
  %22 = phi <16 x i32> [ zeroinitializer, %17 ], [ %154, %20 ]
  %23 = phi <16 x i32> [ zeroinitializer, %17 ], [ %155, %20 ]
  %24 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %21
  %25 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %21
  %26 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %21
  %27 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %21
  %28 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %21
  %29 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %21
  %30 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %21
  %31 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %21
  %32 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %21
  %33 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %21
  %34 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %21
  %35 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %21
  %36 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %21
  %37 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %21
  %38 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %21
  %39 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %21
  %40 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %21
  %41 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %21
  %42 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %21
  %43 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %21
  %44 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %21
  %45 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %21
  %46 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %21
  %47 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %21
  %48 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %21
  %49 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %21
  %50 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %21
  %51 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %21
  %52 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %21
  %53 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %21
  %54 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %21
  %55 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %21
  %56 = getelementptr inbounds nuw i8, ptr %24, i64 9
  %57 = getelementptr inbounds nuw i8, ptr %25, i64 25
  %58 = getelementptr inbounds nuw i8, ptr %26, i64 41
  %59 = getelementptr inbounds nuw i8, ptr %27, i64 57
  %60 = getelementptr inbounds nuw i8, ptr %28, i64 73
  %61 = getelementptr inbounds nuw i8, ptr %29, i64 89
  %62 = getelementptr inbounds nuw i8, ptr %30, i64 105
  %63 = getelementptr inbounds nuw i8, ptr %31, i64 121
  %64 = getelementptr inbounds nuw i8, ptr %32, i64 137
  %65 = getelementptr inbounds nuw i8, ptr %33, i64 153
  %66 = getelementptr inbounds nuw i8, ptr %34, i64 169
  %67 = getelementptr inbounds nuw i8, ptr %35, i64 185
  %68 = getelementptr inbounds nuw i8, ptr %36, i64 201
  %69 = getelementptr inbounds nuw i8, ptr %37, i64 217
  %70 = getelementptr inbounds nuw i8, ptr %38, i64 233
  %71 = getelementptr inbounds nuw i8, ptr %39, i64 249
  %72 = getelementptr inbounds nuw i8, ptr %40, i64 265
  %73 = getelementptr inbounds nuw i8, ptr %41, i64 281
  %74 = getelementptr inbounds nuw i8, ptr %42, i64 297
  %75 = getelementptr inbounds nuw i8, ptr %43, i64 313
  %76 = getelementptr inbounds nuw i8, ptr %44, i64 329
  %77 = getelementptr inbounds nuw i8, ptr %45, i64 345
  %78 = getelementptr inbounds nuw i8, ptr %46, i64 361
  %79 = getelementptr inbounds nuw i8, ptr %47, i64 377
  %80 = getelementptr inbounds nuw i8, ptr %48, i64 393
  %81 = getelementptr inbounds nuw i8, ptr %49, i64 409
  %82 = getelementptr inbounds nuw i8, ptr %50, i64 425
  %83 = getelementptr inbounds nuw i8, ptr %51, i64 441
  %84 = getelementptr inbounds nuw i8, ptr %52, i64 457
  %85 = getelementptr inbounds nuw i8, ptr %53, i64 473
  %86 = getelementptr inbounds nuw i8, ptr %54, i64 489
  %87 = getelementptr inbounds nuw i8, ptr %55, i64 505
  %88 = load i8, ptr %56, align 1
  %89 = load i8, ptr %57, align 1
  %90 = load i8, ptr %58, align 1
  %91 = load i8, ptr %59, align 1
  %92 = load i8, ptr %60, align 1
  %93 = load i8, ptr %61, align 1
  %94 = load i8, ptr %62, align 1
  %95 = load i8, ptr %63, align 1
  %96 = load i8, ptr %64, align 1
  %97 = load i8, ptr %65, align 1
  %98 = load i8, ptr %66, align 1
  %99 = load i8, ptr %67, align 1
  %100 = load i8, ptr %68, align 1
  %101 = load i8, ptr %69, align 1
  %102 = load i8, ptr %70, align 1
  %103 = load i8, ptr %71, align 1
  %104 = insertelement <16 x i8> poison, i8 %88, i64 0
  %105 = insertelement <16 x i8> %104, i8 %89, i64 1
  %106 = insertelement <16 x i8> %105, i8 %90, i64 2
  %107 = insertelement <16 x i8> %106, i8 %91, i64 3
  %108 = insertelement <16 x i8> %107, i8 %92, i64 4
  %109 = insertelement <16 x i8> %108, i8 %93, i64 5
  %110 = insertelement <16 x i8> %109, i8 %94, i64 6
  %111 = insertelement <16 x i8> %110, i8 %95, i64 7
  %112 = insertelement <16 x i8> %111, i8 %96, i64 8
  %113 = insertelement <16 x i8> %112, i8 %97, i64 9
  %114 = insertelement <16 x i8> %113, i8 %98, i64 10
  %115 = insertelement <16 x i8> %114, i8 %99, i64 11
  %116 = insertelement <16 x i8> %115, i8 %100, i64 12
  %117 = insertelement <16 x i8> %116, i8 %101, i64 13
  %118 = insertelement <16 x i8> %117, i8 %102, i64 14
  %119 = insertelement <16 x i8> %118, i8 %103, i64 15
  %120 = load i8, ptr %72, align 1
  %121 = load i8, ptr %73, align 1
  %122 = load i8, ptr %74, align 1
  %123 = load i8, ptr %75, align 1
  %124 = load i8, ptr %76, align 1
  %125 = load i8, ptr %77, align 1
  %126 = load i8, ptr %78, align 1
  %127 = load i8, ptr %79, align 1
  %128 = load i8, ptr %80, align 1
  %129 = load i8, ptr %81, align 1
  %130 = load i8, ptr %82, align 1
  %131 = load i8, ptr %83, align 1
  %132 = load i8, ptr %84, align 1
  %133 = load i8, ptr %85, align 1
  %134 = load i8, ptr %86, align 1
  %135 = load i8, ptr %87, align 1
  %136 = insertelement <16 x i8> poison, i8 %120, i64 0
  %137 = insertelement <16 x i8> %136, i8 %121, i64 1
  %138 = insertelement <16 x i8> %137, i8 %122, i64 2
  %139 = insertelement <16 x i8> %138, i8 %123, i64 3
  %140 = insertelement <16 x i8> %139, i8 %124, i64 4
  %141 = insertelement <16 x i8> %140, i8 %125, i64 5
  %142 = insertelement <16 x i8> %141, i8 %126, i64 6
  %143 = insertelement <16 x i8> %142, i8 %127, i64 7
  %144 = insertelement <16 x i8> %143, i8 %128, i64 8
  %145 = insertelement <16 x i8> %144, i8 %129, i64 9
  %146 = insertelement <16 x i8> %145, i8 %130, i64 10
  %147 = insertelement <16 x i8> %146, i8 %131, i64 11
  %148 = insertelement <16 x i8> %147, i8 %132, i64 12
  %149 = insertelement <16 x i8> %148, i8 %133, i64 13
  %150 = insertelement <16 x i8> %149, i8 %134, i64 14
  %151 = insertelement <16 x i8> %150, i8 %135, i64 15
  %152 = zext <16 x i8> %119 to <16 x i32>
  %153 = zext <16 x i8> %151 to <16 x i32>
  %154 = add <16 x i32> %22, %152
  %155 = add <16 x i32> %23, %153
  %156 = add nuw i64 %21, 32
  %157 = icmp eq i64 %156, %19
  br i1 %157, label %158, label %20, !llvm.loop !100

158:                                              ; preds = %20
  %159 = add <16 x i32> %155, %154
  %160 = tail call i32 @llvm.vector.reduce.add.v16i32(<16 x i32> %159)
  %161 = icmp eq i64 %19, %13
  br i1 %161, label %246, label %162

162:                                              ; preds = %158
  %163 = icmp eq i64 %18, 0
  br i1 %163, label %243, label %164, !prof !101

164:                                              ; preds = %15, %162
  %165 = phi i64 [ %19, %162 ], [ 0, %15 ]
  %166 = phi i32 [ %160, %162 ], [ 0, %15 ]
  %167 = and i64 %13, 4294967280
  %168 = insertelement <16 x i32> <i32 poison, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>, i32 %166, i64 0
  br label %169

169:                                              ; preds = %169, %164
  %170 = phi i64 [ %165, %164 ], [ %238, %169 ]
  %171 = phi <16 x i32> [ %168, %164 ], [ %237, %169 ]
  %172 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %170
  %173 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %170
  %174 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %170
  %175 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %170
  %176 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %170
  %177 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %170
  %178 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %170
  %179 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %170
  %180 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %170
  %181 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %170
  %182 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %170
  %183 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %170
  %184 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %170
  %185 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %170
  %186 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %170
  %187 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %170
  %188 = getelementptr inbounds nuw i8, ptr %172, i64 9
  %189 = getelementptr inbounds nuw i8, ptr %173, i64 25
  %190 = getelementptr inbounds nuw i8, ptr %174, i64 41
  %191 = getelementptr inbounds nuw i8, ptr %175, i64 57
  %192 = getelementptr inbounds nuw i8, ptr %176, i64 73
  %193 = getelementptr inbounds nuw i8, ptr %177, i64 89
  %194 = getelementptr inbounds nuw i8, ptr %178, i64 105
  %195 = getelementptr inbounds nuw i8, ptr %179, i64 121
  %196 = getelementptr inbounds nuw i8, ptr %180, i64 137
  %197 = getelementptr inbounds nuw i8, ptr %181, i64 153
  %198 = getelementptr inbounds nuw i8, ptr %182, i64 169
  %199 = getelementptr inbounds nuw i8, ptr %183, i64 185
  %200 = getelementptr inbounds nuw i8, ptr %184, i64 201
  %201 = getelementptr inbounds nuw i8, ptr %185, i64 217
  %202 = getelementptr inbounds nuw i8, ptr %186, i64 233
  %203 = getelementptr inbounds nuw i8, ptr %187, i64 249
  %204 = load i8, ptr %188, align 1
  %205 = load i8, ptr %189, align 1
  %206 = load i8, ptr %190, align 1
  %207 = load i8, ptr %191, align 1
  %208 = load i8, ptr %192, align 1
  %209 = load i8, ptr %193, align 1
  %210 = load i8, ptr %194, align 1
  %211 = load i8, ptr %195, align 1
  %212 = load i8, ptr %196, align 1
  %213 = load i8, ptr %197, align 1
  %214 = load i8, ptr %198, align 1
  %215 = load i8, ptr %199, align 1
  %216 = load i8, ptr %200, align 1
  %217 = load i8, ptr %201, align 1
  %218 = load i8, ptr %202, align 1
  %219 = load i8, ptr %203, align 1
  %220 = insertelement <16 x i8> poison, i8 %204, i64 0
  %221 = insertelement <16 x i8> %220, i8 %205, i64 1
  %222 = insertelement <16 x i8> %221, i8 %206, i64 2
  %223 = insertelement <16 x i8> %222, i8 %207, i64 3
  %224 = insertelement <16 x i8> %223, i8 %208, i64 4
  %225 = insertelement <16 x i8> %224, i8 %209, i64 5
  %226 = insertelement <16 x i8> %225, i8 %210, i64 6
  %227 = insertelement <16 x i8> %226, i8 %211, i64 7
  %228 = insertelement <16 x i8> %227, i8 %212, i64 8
  %229 = insertelement <16 x i8> %228, i8 %213, i64 9
  %230 = insertelement <16 x i8> %229, i8 %214, i64 10
  %231 = insertelement <16 x i8> %230, i8 %215, i64 11
  %232 = insertelement <16 x i8> %231, i8 %216, i64 12
  %233 = insertelement <16 x i8> %232, i8 %217, i64 13
  %234 = insertelement <16 x i8> %233, i8 %218, i64 14
  %235 = insertelement <16 x i8> %234, i8 %219, i64 15
  %236 = zext <16 x i8> %235 to <16 x i32>
  %237 = add <16 x i32> %171, %236
  %238 = add nuw i64 %170, 16
  %239 = icmp eq i64 %238, %167
  br i1 %239, label %240, label %169, !llvm.loop !102

240:                                              ; preds = %169
  %241 = tail call i32 @llvm.vector.reduce.add.v16i32(<16 x i32> %237)
  %242 = icmp eq i64 %167, %13
  br i1 %242, label %246, label %243

243:                                              ; preds = %12, %162, %240
  %244 = phi i64 [ 0, %12 ], [ %19, %162 ], [ %167, %240 ]
  %245 = phi i32 [ 0, %12 ], [ %160, %162 ], [ %241, %240 ]
  br label %250

246:                                              ; preds = %250, %240, %158
  %247 = phi i32 [ %241, %240 ], [ %160, %158 ], [ %257, %250 ]
  %248 = icmp ult i32 %247, 2
  %249 = icmp eq i32 %2, 1
  br i1 %249, label %529, label %260

250:                                              ; preds = %243, %250
  %251 = phi i64 [ %258, %250 ], [ %244, %243 ]
  %252 = phi i32 [ %257, %250 ], [ %245, %243 ]
  %253 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %251
  %254 = getelementptr inbounds nuw i8, ptr %253, i64 9
  %255 = load i8, ptr %254, align 1
  %256 = zext i8 %255 to i32
  %257 = add i32 %252, %256
  %258 = add nuw nsw i64 %251, 1
  %259 = icmp eq i64 %258, %13
  br i1 %259, label %246, label %250, !llvm.loop !103

260:                                              ; preds = %246
  %261 = shl nuw nsw i64 %13, 1
  br label %262

262:                                              ; preds = %526, %260
  %263 = phi i64 [ 0, %260 ], [ %527, %526 ]
  %264 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %263
  %265 = load ptr, ptr %264, align 8
  %266 = load ptr, ptr %265, align 8
  %267 = load ptr, ptr %266, align 8
  %268 = getelementptr inbounds nuw i8, ptr %265, i64 8
  %269 = load i64, ptr %268, align 8
  %270 = getelementptr inbounds nuw i8, ptr %267, i64 8
  %271 = load i64, ptr %270, align 8
  %272 = icmp eq i64 %269, %271
  br i1 %272, label %273, label %279

273:                                              ; preds = %262
  %274 = getelementptr inbounds nuw i8, ptr %265, i64 16
  %275 = load i64, ptr %274, align 8
  %276 = getelementptr inbounds nuw i8, ptr %267, i64 16
  %277 = load i64, ptr %276, align 8
  %278 = icmp ult i64 %275, %277
  br i1 %278, label %279, label %526

279:                                              ; preds = %273, %262
  %280 = getelementptr inbounds nuw i8, ptr %267, i64 28
  %281 = load i32, ptr %280, align 4
  %282 = zext i32 %281 to i64
  %283 = add nuw nsw i64 %261, %282
  %284 = getelementptr inbounds nuw i8, ptr %267, i64 36
  %285 = load i32, ptr %284, align 4
  %286 = zext i32 %285 to i64
  %287 = icmp samesign ugt i64 %283, %286
  %288 = zext i1 %287 to i32
  %289 = load i32, ptr @the_tracker, align 8
  %290 = icmp eq i32 %289, 0
  br i1 %290, label %359, label %291

291:                                              ; preds = %279
  %292 = getelementptr inbounds nuw i8, ptr %267, i64 16
  %293 = load i64, ptr %292, align 8
  %294 = icmp ult i64 %269, %293
  br i1 %294, label %295, label %323

295:                                              ; preds = %291
  %296 = icmp ugt i32 %281, 1
  br i1 %296, label %297, label %313

297:                                              ; preds = %295
  %298 = getelementptr inbounds nuw i8, ptr %267, i64 40
  %299 = load ptr, ptr %298, align 8
  br label %300

300:                                              ; preds = %300, %297
  %301 = phi i32 [ %281, %297 ], [ %310, %300 ]
  %302 = phi i32 [ 0, %297 ], [ %309, %300 ]
  %303 = add i32 %302, %301
  %304 = lshr i32 %303, 1
  %305 = zext nneg i32 %304 to i64
  %306 = getelementptr inbounds nuw %struct.span, ptr %299, i64 %305
  %307 = load i64, ptr %306, align 8
  %308 = icmp ugt i64 %307, %269
  %309 = select i1 %308, i32 %302, i32 %304
  %310 = select i1 %308, i32 %304, i32 %301
  %311 = sub i32 %310, %309
  %312 = icmp ugt i32 %311, 1
  br i1 %312, label %300, label %313, !llvm.loop !104

313:                                              ; preds = %300, %295
  %314 = phi i32 [ 0, %295 ], [ %309, %300 ]
  %315 = icmp ult i32 %314, %281
  br i1 %315, label %316, label %323

316:                                              ; preds = %313
  %317 = getelementptr inbounds nuw i8, ptr %267, i64 40
  %318 = load ptr, ptr %317, align 8
  %319 = zext nneg i32 %314 to i64
  %320 = getelementptr inbounds nuw %struct.span, ptr %318, i64 %319
  %321 = load i64, ptr %320, align 8
  %322 = icmp eq i64 %321, %269
  br i1 %322, label %323, label %356

323:                                              ; preds = %316, %313, %291
  %324 = getelementptr inbounds nuw i8, ptr %265, i64 16
  %325 = load i64, ptr %324, align 8
  %326 = icmp ult i64 %325, %293
  br i1 %326, label %327, label %356

327:                                              ; preds = %323
  %328 = icmp ugt i32 %281, 1
  br i1 %328, label %329, label %345

329:                                              ; preds = %327
  %330 = getelementptr inbounds nuw i8, ptr %267, i64 40
  %331 = load ptr, ptr %330, align 8
  br label %332

332:                                              ; preds = %332, %329
  %333 = phi i32 [ %281, %329 ], [ %342, %332 ]
  %334 = phi i32 [ 0, %329 ], [ %341, %332 ]
  %335 = add i32 %334, %333
  %336 = lshr i32 %335, 1
  %337 = zext nneg i32 %336 to i64
  %338 = getelementptr inbounds nuw %struct.span, ptr %331, i64 %337
  %339 = load i64, ptr %338, align 8
  %340 = icmp ugt i64 %339, %325
  %341 = select i1 %340, i32 %334, i32 %336
  %342 = select i1 %340, i32 %336, i32 %333
  %343 = sub i32 %342, %341
  %344 = icmp ugt i32 %343, 1
  br i1 %344, label %332, label %345, !llvm.loop !104

345:                                              ; preds = %332, %327
  %346 = phi i32 [ 0, %327 ], [ %341, %332 ]
  %347 = icmp ult i32 %346, %281
  br i1 %347, label %348, label %356

348:                                              ; preds = %345
  %349 = getelementptr inbounds nuw i8, ptr %267, i64 40
  %350 = load ptr, ptr %349, align 8
  %351 = zext nneg i32 %346 to i64
  %352 = getelementptr inbounds nuw %struct.span, ptr %350, i64 %351
  %353 = load i64, ptr %352, align 8
  %354 = icmp ne i64 %353, %325
  %355 = zext i1 %354 to i32
  br label %356

356:                                              ; preds = %348, %345, %323, %316
  %357 = phi i32 [ 1, %316 ], [ 0, %345 ], [ %355, %348 ], [ 0, %323 ]
  %358 = or i32 %357, %288
  br label %359

359:                                              ; preds = %356, %279
  %360 = phi i32 [ %358, %356 ], [ %288, %279 ]
  %361 = icmp eq i32 %360, 0
  %362 = getelementptr inbounds nuw i8, ptr %267, i64 16
  br label %363

363:                                              ; preds = %389, %359
  %364 = phi i64 [ 0, %359 ], [ %390, %389 ]
  %365 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %364
  %366 = load ptr, ptr %365, align 8
  %367 = icmp eq i64 %364, %263
  br i1 %367, label %389, label %368

368:                                              ; preds = %363
  %369 = load ptr, ptr %366, align 8
  %370 = load ptr, ptr %369, align 8
  %371 = icmp eq ptr %370, %267
  br i1 %371, label %372, label %389

372:                                              ; preds = %368
  br i1 %361, label %373, label %392

373:                                              ; preds = %372
  %374 = icmp samesign ult i64 %364, %263
  br i1 %374, label %375, label %389

375:                                              ; preds = %373
  %376 = getelementptr inbounds nuw i8, ptr %365, i64 9
  %377 = load i8, ptr %376, align 1
  %378 = icmp ne i8 %377, 0
  %379 = and i1 %290, %378
  br i1 %379, label %380, label %389

380:                                              ; preds = %375
  %381 = getelementptr inbounds nuw i8, ptr %366, i64 8
  %382 = load i64, ptr %381, align 8
  %383 = icmp eq i64 %382, %271
  br i1 %383, label %384, label %389

384:                                              ; preds = %380
  %385 = getelementptr inbounds nuw i8, ptr %366, i64 16
  %386 = load i64, ptr %385, align 8
  %387 = load i64, ptr %362, align 8
  %388 = icmp ult i64 %386, %387
  br i1 %388, label %389, label %392

389:                                              ; preds = %384, %380, %375, %373, %368, %363
  %390 = add nuw nsw i64 %364, 1
  %391 = icmp eq i64 %390, %13
  br i1 %391, label %526, label %363, !llvm.loop !105

392:                                              ; preds = %384, %372
  %393 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 128), align 8
  %394 = icmp eq i32 %393, 0
  %395 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 120), align 8
  br i1 %394, label %411, label %396

396:                                              ; preds = %392
  %397 = zext i32 %393 to i64
  br label %401

398:                                              ; preds = %401
  %399 = add nuw nsw i64 %402, 1
  %400 = icmp eq i64 %399, %397
  br i1 %400, label %411, label %401, !llvm.loop !106

401:                                              ; preds = %398, %396
  %402 = phi i64 [ 0, %396 ], [ %399, %398 ]
  %403 = getelementptr inbounds nuw %struct.shadow, ptr %395, i64 %402
  %404 = load ptr, ptr %403, align 8
  %405 = icmp eq ptr %404, %267
  br i1 %405, label %406, label %398

406:                                              ; preds = %401
  %407 = getelementptr inbounds nuw %struct.shadow, ptr %395, i64 %402
  %408 = getelementptr inbounds nuw i8, ptr %407, i64 8
  %409 = load ptr, ptr %408, align 8
  %410 = icmp eq ptr %409, null
  br i1 %410, label %411, label %526

411:                                              ; preds = %398, %406, %392
  %412 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 132), align 4
  %413 = icmp ult i32 %393, %412
  br i1 %413, label %428, label %414

414:                                              ; preds = %411
  %415 = zext i32 %412 to i64
  %416 = zext i32 %393 to i64
  %417 = add nuw nsw i64 %416, 1
  %418 = icmp ult i32 %412, 2
  %419 = shl nuw nsw i64 %415, 1
  %420 = select i1 %418, i64 4, i64 %419
  %421 = tail call i64 @llvm.umax.i64(i64 %420, i64 %417)
  %422 = shl nuw nsw i64 %421, 4
  %423 = tail call ptr @realloc(ptr noundef %395, i64 noundef %422) #31
  %424 = icmp eq ptr %423, null
  br i1 %424, label %1493, label %425

425:                                              ; preds = %414
  %426 = trunc i64 %421 to i32
  store i32 %426, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 132), align 4
  %427 = load i64, ptr %270, align 8
  br label %430

428:                                              ; preds = %411
  %429 = icmp eq ptr %395, null
  br i1 %429, label %1493, label %430

430:                                              ; preds = %428, %425
  %431 = phi i64 [ %427, %425 ], [ %271, %428 ]
  %432 = phi ptr [ %423, %425 ], [ %395, %428 ]
  %433 = load i64, ptr %267, align 8
  %434 = load i64, ptr %362, align 8
  %435 = tail call noalias dereferenceable_or_null(184) ptr @malloc(i64 noundef 184) #32
  %436 = icmp eq ptr %435, null
  br i1 %436, label %525, label %437

437:                                              ; preds = %430
  %438 = getelementptr inbounds nuw i8, ptr %435, i64 28
  %439 = getelementptr inbounds nuw i8, ptr %435, i64 64
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(120) %439, i8 0, i64 120, i1 false)
  store i64 %433, ptr %435, align 8
  %440 = getelementptr inbounds nuw i8, ptr %435, i64 8
  store i64 %431, ptr %440, align 8
  %441 = getelementptr inbounds nuw i8, ptr %435, i64 16
  store i64 %434, ptr %441, align 8
  %442 = getelementptr inbounds nuw i8, ptr %435, i64 24
  %443 = getelementptr inbounds nuw i8, ptr %435, i64 32
  %444 = getelementptr inbounds nuw i8, ptr %435, i64 36
  store <4 x i32> <i32 1, i32 1, i32 1, i32 256>, ptr %442, align 8
  %445 = getelementptr inbounds nuw i8, ptr %435, i64 48
  %446 = getelementptr inbounds nuw i8, ptr %435, i64 40
  store ptr %445, ptr %446, align 8
  store i64 %431, ptr %445, align 8
  %447 = getelementptr inbounds nuw i8, ptr %435, i64 56
  store i64 %434, ptr %447, align 8
  %448 = load i32, ptr %280, align 4
  %449 = icmp eq i32 %448, 0
  br i1 %449, label %517, label %450

450:                                              ; preds = %437
  %451 = tail call i32 @llvm.umax.i32(i32 %448, i32 3)
  %452 = zext i32 %451 to i64
  %453 = add nuw nsw i64 %452, 1
  %454 = mul nuw nsw i64 %453, 136
  %455 = tail call ptr @malloc(i64 %454)
  %456 = icmp eq ptr %455, null
  br i1 %456, label %457, label %459

457:                                              ; preds = %450
  %458 = getelementptr inbounds nuw i8, ptr %435, i64 184
  br label %497

459:                                              ; preds = %450
  %460 = trunc i64 %453 to i32
  store i32 %460, ptr %443, align 4
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(136) %455, ptr noundef nonnull align 8 dereferenceable(136) %445, i64 136, i1 false)
  %461 = getelementptr inbounds nuw i8, ptr %455, i64 136
  %462 = mul nuw nsw i64 %452, 136
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(1) %461, i8 0, i64 %462, i1 false)
  store ptr %455, ptr %446, align 8
  %463 = getelementptr inbounds nuw i8, ptr %267, i64 40
  br label %465

464:                                              ; preds = %465
  br i1 %489, label %517, label %491

465:                                              ; preds = %465, %459
  %466 = phi i64 [ 0, %459 ], [ %485, %465 ]
  %467 = load ptr, ptr %446, align 8
  %468 = getelementptr inbounds nuw %struct.span, ptr %467, i64 %466
  %469 = load ptr, ptr %463, align 8
  %470 = getelementptr inbounds nuw %struct.span, ptr %469, i64 %466
  %471 = tail call fastcc i32 @copy_history(ptr noundef %468, ptr noundef %470)
  %472 = load ptr, ptr %463, align 8
  %473 = getelementptr inbounds nuw %struct.span, ptr %472, i64 %466
  %474 = load i64, ptr %473, align 8
  store i64 %474, ptr %468, align 8
  %475 = load ptr, ptr %463, align 8
  %476 = getelementptr inbounds nuw %struct.span, ptr %475, i64 %466
  %477 = getelementptr inbounds nuw i8, ptr %476, i64 8
  %478 = load i64, ptr %477, align 8
  %479 = getelementptr inbounds nuw i8, ptr %468, i64 8
  store i64 %478, ptr %479, align 8
  %480 = load ptr, ptr %463, align 8
  %481 = getelementptr inbounds nuw %struct.span, ptr %480, i64 %466
  %482 = getelementptr inbounds nuw i8, ptr %481, i64 128
  %483 = load i32, ptr %482, align 8
  %484 = getelementptr inbounds nuw i8, ptr %468, i64 128
  store i32 %483, ptr %484, align 8
  %485 = add nuw nsw i64 %466, 1
  %486 = load i32, ptr %280, align 4
  %487 = zext i32 %486 to i64
  %488 = icmp samesign ult i64 %485, %487
  %489 = icmp eq i32 %471, 0
  %490 = select i1 %488, i1 %489, i1 false
  br i1 %490, label %465, label %464, !llvm.loop !107

491:                                              ; preds = %464
  %492 = load ptr, ptr %446, align 8
  %493 = load i32, ptr %443, align 8
  %494 = zext i32 %493 to i64
  %495 = getelementptr inbounds nuw %struct.span, ptr %492, i64 %494
  %496 = icmp eq i32 %493, 0
  br i1 %496, label %502, label %497

497:                                              ; preds = %491, %457
  %498 = phi ptr [ %458, %457 ], [ %495, %491 ]
  %499 = phi ptr [ %445, %457 ], [ %492, %491 ]
  br label %505

500:                                              ; preds = %505
  %501 = load ptr, ptr %446, align 8
  br label %502

502:                                              ; preds = %500, %491
  %503 = phi ptr [ %501, %500 ], [ %492, %491 ]
  %504 = icmp eq ptr %503, %445
  br i1 %504, label %516, label %515

505:                                              ; preds = %505, %497
  %506 = phi ptr [ %513, %505 ], [ %499, %497 ]
  %507 = getelementptr inbounds nuw i8, ptr %506, i64 56
  %508 = load ptr, ptr %507, align 8
  tail call void @free(ptr noundef %508) #29
  %509 = getelementptr inbounds nuw i8, ptr %506, i64 72
  %510 = load ptr, ptr %509, align 8
  tail call void @free(ptr noundef %510) #29
  %511 = getelementptr inbounds nuw i8, ptr %506, i64 120
  %512 = load ptr, ptr %511, align 8
  tail call void @free(ptr noundef %512) #29
  %513 = getelementptr inbounds nuw i8, ptr %506, i64 136
  %514 = icmp eq ptr %513, %498
  br i1 %514, label %500, label %505, !llvm.loop !59

515:                                              ; preds = %502
  tail call void @free(ptr noundef %503) #29
  br label %516

516:                                              ; preds = %515, %502
  tail call void @free(ptr noundef nonnull %435) #29
  br label %525

517:                                              ; preds = %464, %437
  %518 = phi i32 [ 0, %437 ], [ %486, %464 ]
  store i32 %518, ptr %438, align 4
  %519 = load i32, ptr %284, align 4
  store i32 %519, ptr %444, align 4
  store ptr %432, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 120), align 8
  %520 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 128), align 8
  %521 = add i32 %520, 1
  store i32 %521, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 128), align 8
  %522 = zext i32 %520 to i64
  %523 = getelementptr inbounds nuw %struct.shadow, ptr %432, i64 %522
  store ptr %267, ptr %523, align 8
  %524 = getelementptr inbounds nuw i8, ptr %523, i64 8
  store ptr %435, ptr %524, align 8
  br label %526

525:                                              ; preds = %430, %516
  store ptr %432, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 120), align 8
  br label %1493

526:                                              ; preds = %389, %517, %406, %273
  %527 = add nuw nsw i64 %263, 1
  %528 = icmp eq i64 %527, %13
  br i1 %528, label %529, label %262, !llvm.loop !108

529:                                              ; preds = %526, %246
  br i1 %248, label %648, label %530

530:                                              ; preds = %529, %644
  %531 = phi i64 [ %645, %644 ], [ 0, %529 ]
  %532 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %531
  %533 = getelementptr inbounds nuw i8, ptr %532, i64 9
  %534 = load i8, ptr %533, align 1
  %535 = icmp eq i8 %534, 0
  br i1 %535, label %644, label %536

536:                                              ; preds = %530
  %537 = getelementptr inbounds nuw i8, ptr %532, i64 8
  %538 = load i8, ptr %537, align 8
  %539 = icmp eq i8 %538, 0
  %540 = load ptr, ptr %532, align 8
  br i1 %539, label %541, label %545

541:                                              ; preds = %536
  %542 = getelementptr inbounds nuw i8, ptr %540, i64 24
  %543 = load i32, ptr %542, align 8
  %544 = icmp eq i32 %543, 0
  br i1 %544, label %644, label %545

545:                                              ; preds = %541, %536
  call void @llvm.lifetime.start.p0(ptr nonnull %9) #29
  call void @llvm.lifetime.start.p0(ptr nonnull %10) #29
  %546 = load ptr, ptr %540, align 8
  %547 = load ptr, ptr %546, align 8
  %548 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 128), align 8
  %549 = icmp eq i32 %548, 0
  br i1 %549, label %565, label %550

550:                                              ; preds = %545
  %551 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 120), align 8
  %552 = zext i32 %548 to i64
  br label %556

553:                                              ; preds = %556
  %554 = add nuw nsw i64 %557, 1
  %555 = icmp eq i64 %554, %552
  br i1 %555, label %565, label %556, !llvm.loop !106

556:                                              ; preds = %553, %550
  %557 = phi i64 [ 0, %550 ], [ %554, %553 ]
  %558 = getelementptr inbounds nuw %struct.shadow, ptr %551, i64 %557
  %559 = load ptr, ptr %558, align 8
  %560 = icmp eq ptr %559, %547
  br i1 %560, label %561, label %553

561:                                              ; preds = %556
  %562 = getelementptr inbounds nuw %struct.shadow, ptr %551, i64 %557
  %563 = getelementptr inbounds nuw i8, ptr %562, i64 8
  %564 = load ptr, ptr %563, align 8
  br label %565

565:                                              ; preds = %553, %561, %545
  %566 = phi ptr [ null, %545 ], [ %564, %561 ], [ null, %553 ]
  %567 = icmp ne ptr %566, null
  %568 = zext i1 %567 to i32
  store i32 %568, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %569 = select i1 %567, ptr %566, ptr %547
  %570 = load ptr, ptr %532, align 8
  %571 = call fastcc i32 @find_spans(ptr noundef %569, ptr noundef %570, ptr noundef %9, ptr noundef %10)
  %572 = icmp eq i32 %571, 0
  br i1 %572, label %573, label %647

573:                                              ; preds = %565
  %574 = getelementptr inbounds nuw i8, ptr %569, i64 40
  %575 = load ptr, ptr %574, align 8
  %576 = load i32, ptr %9, align 4
  %577 = load i32, ptr %10, align 4
  %578 = zext i32 %577 to i64
  %579 = getelementptr inbounds nuw %struct.span, ptr %575, i64 %578
  %580 = icmp eq i32 %576, %577
  br i1 %580, label %643, label %581

581:                                              ; preds = %573
  %582 = zext i32 %576 to i64
  %583 = getelementptr inbounds nuw %struct.span, ptr %575, i64 %582
  br label %584

584:                                              ; preds = %611, %581
  %585 = phi ptr [ %612, %611 ], [ %583, %581 ]
  %586 = getelementptr inbounds nuw i8, ptr %585, i64 16
  %587 = load ptr, ptr %586, align 8
  %588 = icmp eq ptr %587, null
  br i1 %588, label %605, label %589

589:                                              ; preds = %584
  %590 = getelementptr inbounds nuw i8, ptr %585, i64 24
  %591 = load i64, ptr %590, align 8
  %592 = getelementptr inbounds nuw i8, ptr %587, i64 24
  %593 = load i64, ptr %592, align 8
  %594 = icmp ugt i64 %591, %593
  br i1 %594, label %595, label %605

595:                                              ; preds = %589
  %596 = getelementptr inbounds nuw i8, ptr %587, i64 16
  %597 = load i64, ptr %596, align 8
  %598 = icmp ugt i64 %591, %597
  br i1 %598, label %604, label %599

599:                                              ; preds = %595
  %600 = getelementptr inbounds nuw i8, ptr %585, i64 32
  %601 = load ptr, ptr %600, align 8
  %602 = load atomic i32, ptr %601 acquire, align 64
  %603 = icmp eq i32 %602, 2
  br i1 %603, label %605, label %604

604:                                              ; preds = %599, %595
  tail call fastcc void @check_cell(ptr noundef nonnull %586)
  br label %605

605:                                              ; preds = %604, %599, %589, %584
  %606 = getelementptr inbounds nuw i8, ptr %585, i64 112
  %607 = load i32, ptr %606, align 8
  %608 = icmp eq i32 %607, 0
  br i1 %608, label %611, label %609

609:                                              ; preds = %605
  %610 = getelementptr inbounds nuw i8, ptr %585, i64 120
  br label %614

611:                                              ; preds = %638, %605
  %612 = getelementptr inbounds nuw i8, ptr %585, i64 136
  %613 = icmp eq ptr %612, %579
  br i1 %613, label %643, label %584, !llvm.loop !109

614:                                              ; preds = %638, %609
  %615 = phi i64 [ 0, %609 ], [ %639, %638 ]
  %616 = load ptr, ptr %610, align 8
  %617 = getelementptr inbounds nuw %struct.step, ptr %616, i64 %615
  %618 = getelementptr inbounds nuw i8, ptr %617, i64 8
  %619 = load i64, ptr %618, align 8
  %620 = load ptr, ptr %617, align 8
  %621 = getelementptr inbounds nuw i8, ptr %620, i64 24
  %622 = load i64, ptr %621, align 8
  %623 = icmp ugt i64 %619, %622
  br i1 %623, label %624, label %638

624:                                              ; preds = %614
  %625 = getelementptr inbounds nuw i8, ptr %620, i64 16
  %626 = load i64, ptr %625, align 8
  %627 = icmp ugt i64 %619, %626
  br i1 %627, label %635, label %628

628:                                              ; preds = %624
  %629 = getelementptr inbounds nuw i8, ptr %617, i64 16
  %630 = load ptr, ptr %629, align 8
  %631 = load atomic i32, ptr %630 acquire, align 64
  %632 = icmp eq i32 %631, 2
  br i1 %632, label %638, label %633

633:                                              ; preds = %628
  %634 = load ptr, ptr %610, align 8
  br label %635

635:                                              ; preds = %633, %624
  %636 = phi ptr [ %634, %633 ], [ %616, %624 ]
  %637 = getelementptr inbounds nuw %struct.step, ptr %636, i64 %615
  tail call fastcc void @check_cell(ptr noundef %637)
  br label %638

638:                                              ; preds = %635, %628, %614
  %639 = add nuw nsw i64 %615, 1
  %640 = load i32, ptr %606, align 8
  %641 = zext i32 %640 to i64
  %642 = icmp samesign ult i64 %639, %641
  br i1 %642, label %614, label %611, !llvm.loop !110

643:                                              ; preds = %611, %573
  call void @llvm.lifetime.end.p0(ptr nonnull %10) #29
  call void @llvm.lifetime.end.p0(ptr nonnull %9) #29
  br label %644

644:                                              ; preds = %643, %541, %530
  %645 = add nuw nsw i64 %531, 1
  %646 = icmp eq i64 %645, %13
  br i1 %646, label %648, label %530, !llvm.loop !111

647:                                              ; preds = %565
  call void @llvm.lifetime.end.p0(ptr nonnull %10) #29
  call void @llvm.lifetime.end.p0(ptr nonnull %9) #29
  br label %1493

648:                                              ; preds = %644, %529
  %649 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %650 = getelementptr inbounds nuw i8, ptr %8, i64 8
  %651 = getelementptr inbounds nuw i8, ptr %8, i64 16
  br label %652

652:                                              ; preds = %1082, %648
  %653 = phi i64 [ 0, %648 ], [ %1083, %1082 ]
  %654 = phi i64 [ 0, %648 ], [ %709, %1082 ]
  %655 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %653
  call void @llvm.lifetime.start.p0(ptr nonnull %6) #29
  call void @llvm.lifetime.start.p0(ptr nonnull %7) #29
  %656 = load ptr, ptr %655, align 8
  %657 = load ptr, ptr %656, align 8
  %658 = load ptr, ptr %657, align 8
  %659 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 128), align 8
  %660 = icmp eq i32 %659, 0
  br i1 %660, label %676, label %661

661:                                              ; preds = %652
  %662 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 120), align 8
  %663 = zext i32 %659 to i64
  br label %667

664:                                              ; preds = %667
  %665 = add nuw nsw i64 %668, 1
  %666 = icmp eq i64 %665, %663
  br i1 %666, label %676, label %667, !llvm.loop !106

667:                                              ; preds = %664, %661
  %668 = phi i64 [ 0, %661 ], [ %665, %664 ]
  %669 = getelementptr inbounds nuw %struct.shadow, ptr %662, i64 %668
  %670 = load ptr, ptr %669, align 8
  %671 = icmp eq ptr %670, %658
  br i1 %671, label %672, label %664

672:                                              ; preds = %667
  %673 = getelementptr inbounds nuw %struct.shadow, ptr %662, i64 %668
  %674 = getelementptr inbounds nuw i8, ptr %673, i64 8
  %675 = load ptr, ptr %674, align 8
  br label %676

676:                                              ; preds = %664, %672, %652
  %677 = phi ptr [ null, %652 ], [ %675, %672 ], [ null, %664 ]
  %678 = icmp ne ptr %677, null
  %679 = zext i1 %678 to i32
  store i32 %679, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %680 = select i1 %678, ptr %677, ptr %658
  %681 = load ptr, ptr %655, align 8
  %682 = call fastcc i32 @find_spans(ptr noundef %680, ptr noundef %681, ptr noundef %6, ptr noundef %7)
  %683 = icmp eq i32 %682, 0
  br i1 %683, label %684, label %1085

684:                                              ; preds = %676
  %685 = getelementptr inbounds nuw i8, ptr %680, i64 40
  %686 = load ptr, ptr %685, align 8
  %687 = load i32, ptr %6, align 4
  %688 = load i32, ptr %7, align 4
  %689 = zext i32 %688 to i64
  %690 = getelementptr inbounds nuw %struct.span, ptr %686, i64 %689
  %691 = icmp eq i32 %687, %688
  br i1 %691, label %700, label %692

692:                                              ; preds = %684
  %693 = zext i32 %687 to i64
  %694 = getelementptr inbounds nuw %struct.span, ptr %686, i64 %693
  %695 = getelementptr inbounds nuw i8, ptr %655, i64 9
  %696 = getelementptr inbounds nuw i8, ptr %655, i64 8
  br label %715

697:                                              ; preds = %1076
  %698 = load i32, ptr %7, align 4
  %699 = load i32, ptr %6, align 4
  br label %700

700:                                              ; preds = %697, %684
  %701 = phi i32 [ %699, %697 ], [ %687, %684 ]
  %702 = phi i32 [ %698, %697 ], [ %687, %684 ]
  %703 = getelementptr inbounds nuw i8, ptr %655, i64 9
  %704 = load i8, ptr %703, align 1
  %705 = icmp eq i8 %704, 0
  %706 = sub i32 %702, %701
  %707 = zext i32 %706 to i64
  %708 = select i1 %705, i64 0, i64 %707
  %709 = add i64 %708, %654
  %710 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %711 = icmp ne i32 %710, 0
  %712 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 64), align 8
  %713 = icmp eq i32 %712, 0
  %714 = select i1 %711, i1 %713, i1 false
  br i1 %714, label %1079, label %1082

715:                                              ; preds = %1076, %692
  %716 = phi ptr [ %694, %692 ], [ %1077, %1076 ]
  %717 = load i8, ptr %695, align 1
  %718 = icmp eq i8 %717, 0
  %719 = load ptr, ptr %655, align 8
  %720 = load ptr, ptr %719, align 8
  %721 = getelementptr inbounds nuw i8, ptr %716, i64 16
  br i1 %718, label %955, label %722

722:                                              ; preds = %715
  %723 = getelementptr inbounds nuw i8, ptr %716, i64 56
  %724 = load ptr, ptr %723, align 8
  %725 = icmp eq ptr %724, null
  %726 = getelementptr inbounds nuw i8, ptr %716, i64 80
  %727 = select i1 %725, ptr %726, ptr %724
  %728 = load i8, ptr %696, align 8
  %729 = icmp eq i8 %728, 0
  br i1 %729, label %730, label %734

730:                                              ; preds = %722
  %731 = getelementptr inbounds nuw i8, ptr %719, i64 24
  %732 = load i32, ptr %731, align 8
  %733 = icmp ne i32 %732, 0
  br label %734

734:                                              ; preds = %730, %722
  %735 = phi i1 [ true, %722 ], [ %733, %730 ]
  %736 = load ptr, ptr %721, align 8
  %737 = icmp eq ptr %736, %0
  br i1 %737, label %738, label %743

738:                                              ; preds = %734
  %739 = getelementptr inbounds nuw i8, ptr %716, i64 24
  %740 = load i64, ptr %739, align 8
  %741 = load i64, ptr %0, align 8
  %742 = icmp ugt i64 %740, %741
  br label %743

743:                                              ; preds = %738, %734
  %744 = phi i1 [ false, %734 ], [ %742, %738 ]
  %745 = icmp eq ptr %736, null
  %746 = select i1 %745, i1 true, i1 %744
  br i1 %746, label %784, label %747

747:                                              ; preds = %743
  br i1 %735, label %748, label %764

748:                                              ; preds = %747
  %749 = getelementptr inbounds nuw i8, ptr %716, i64 24
  %750 = load i64, ptr %749, align 8
  %751 = getelementptr inbounds nuw i8, ptr %736, i64 24
  %752 = load i64, ptr %751, align 8
  %753 = icmp ugt i64 %750, %752
  br i1 %753, label %754, label %764

754:                                              ; preds = %748
  %755 = getelementptr inbounds nuw i8, ptr %736, i64 16
  %756 = load i64, ptr %755, align 8
  %757 = icmp ugt i64 %750, %756
  br i1 %757, label %763, label %758

758:                                              ; preds = %754
  %759 = getelementptr inbounds nuw i8, ptr %716, i64 32
  %760 = load ptr, ptr %759, align 8
  %761 = load atomic i32, ptr %760 acquire, align 64
  %762 = icmp eq i32 %761, 2
  br i1 %762, label %764, label %763

763:                                              ; preds = %758, %754
  tail call fastcc void @check_cell(ptr noundef nonnull %721)
  br label %764

764:                                              ; preds = %763, %758, %748, %747
  %765 = load ptr, ptr %721, align 8
  %766 = load i32, ptr @the_tracker, align 8
  %767 = icmp eq i32 %766, 0
  br i1 %767, label %775, label %768

768:                                              ; preds = %764
  %769 = getelementptr inbounds nuw i8, ptr %765, i64 40
  %770 = load i32, ptr %769, align 8
  %771 = icmp eq i32 %770, 0
  br i1 %771, label %772, label %775

772:                                              ; preds = %768
  %773 = load i32, ptr %649, align 8
  %774 = icmp eq i32 %773, 0
  br i1 %774, label %784, label %775

775:                                              ; preds = %772, %768, %764
  %776 = getelementptr inbounds nuw i8, ptr %716, i64 24
  %777 = load i64, ptr %776, align 8
  %778 = load i8, ptr %696, align 8
  %779 = icmp eq i8 %778, 0
  %780 = select i1 %779, i32 2, i32 0
  %781 = ptrtoint ptr %765 to i64
  %782 = insertvalue [2 x i64] poison, i64 %781, 0
  %783 = insertvalue [2 x i64] %782, i64 %777, 1
  tail call fastcc void @need(ptr noundef readonly %0, [2 x i64] %783, i32 noundef %780, ptr noundef %720)
  br label %784

784:                                              ; preds = %775, %772, %743
  %785 = getelementptr inbounds nuw i8, ptr %716, i64 48
  %786 = load i32, ptr %785, align 8
  %787 = icmp eq i32 %786, 0
  br i1 %787, label %790, label %788

788:                                              ; preds = %784
  %789 = load i32, ptr @the_tracker, align 8
  br label %796

790:                                              ; preds = %821, %784
  %791 = getelementptr inbounds nuw i8, ptr %716, i64 64
  %792 = load i32, ptr %791, align 8
  %793 = icmp eq i32 %792, 0
  br i1 %793, label %827, label %794

794:                                              ; preds = %790
  %795 = getelementptr inbounds nuw i8, ptr %716, i64 72
  br label %831

796:                                              ; preds = %821, %788
  %797 = phi i32 [ %786, %788 ], [ %822, %821 ]
  %798 = phi i32 [ %789, %788 ], [ %823, %821 ]
  %799 = phi i64 [ 0, %788 ], [ %824, %821 ]
  %800 = getelementptr inbounds nuw %struct.point, ptr %727, i64 %799
  %801 = icmp eq i32 %798, 0
  br i1 %801, label %802, label %804

802:                                              ; preds = %796
  %803 = load i64, ptr %800, align 8
  br label %813

804:                                              ; preds = %796
  %805 = load ptr, ptr %800, align 8
  %806 = getelementptr inbounds nuw i8, ptr %805, i64 40
  %807 = load i32, ptr %806, align 8
  %808 = icmp eq i32 %807, 0
  %809 = ptrtoint ptr %805 to i64
  br i1 %808, label %810, label %813

810:                                              ; preds = %804
  %811 = load i32, ptr %649, align 8
  %812 = icmp eq i32 %811, 0
  br i1 %812, label %821, label %813

813:                                              ; preds = %810, %804, %802
  %814 = phi i64 [ %803, %802 ], [ %809, %804 ], [ %809, %810 ]
  %815 = insertvalue [2 x i64] poison, i64 %814, 0
  %816 = getelementptr inbounds nuw i8, ptr %800, i64 8
  %817 = load i64, ptr %816, align 8
  %818 = insertvalue [2 x i64] %815, i64 %817, 1
  tail call fastcc void @need(ptr noundef readonly %0, [2 x i64] %818, i32 noundef 1, ptr noundef %720)
  %819 = load i32, ptr @the_tracker, align 8
  %820 = load i32, ptr %785, align 8
  br label %821

821:                                              ; preds = %813, %810
  %822 = phi i32 [ %797, %810 ], [ %820, %813 ]
  %823 = phi i32 [ %798, %810 ], [ %819, %813 ]
  %824 = add nuw nsw i64 %799, 1
  %825 = zext i32 %822 to i64
  %826 = icmp samesign ult i64 %824, %825
  br i1 %826, label %796, label %790, !llvm.loop !112

827:                                              ; preds = %831, %790
  %828 = phi i32 [ 0, %790 ], [ %841, %831 ]
  %829 = load i32, ptr @the_tracker, align 8
  %830 = icmp eq i32 %829, 0
  br i1 %830, label %1076, label %844

831:                                              ; preds = %831, %794
  %832 = phi i64 [ 0, %794 ], [ %840, %831 ]
  %833 = load ptr, ptr %795, align 8
  %834 = getelementptr inbounds nuw %struct.point, ptr %833, i64 %832
  %835 = load i64, ptr %834, align 8
  %836 = insertvalue [2 x i64] poison, i64 %835, 0
  %837 = getelementptr inbounds nuw i8, ptr %834, i64 8
  %838 = load i64, ptr %837, align 8
  %839 = insertvalue [2 x i64] %836, i64 %838, 1
  tail call fastcc void @need(ptr noundef readonly %0, [2 x i64] %839, i32 noundef 3, ptr noundef %720)
  %840 = add nuw nsw i64 %832, 1
  %841 = load i32, ptr %791, align 8
  %842 = zext i32 %841 to i64
  %843 = icmp samesign ult i64 %840, %842
  br i1 %843, label %831, label %827, !llvm.loop !113

844:                                              ; preds = %827
  br i1 %735, label %845, label %893

845:                                              ; preds = %844
  %846 = getelementptr inbounds nuw i8, ptr %716, i64 112
  %847 = load i32, ptr %846, align 8
  %848 = icmp eq i32 %847, 0
  br i1 %848, label %893, label %849

849:                                              ; preds = %845
  %850 = getelementptr inbounds nuw i8, ptr %716, i64 120
  br label %851

851:                                              ; preds = %886, %849
  %852 = phi i64 [ 0, %849 ], [ %887, %886 ]
  %853 = load ptr, ptr %850, align 8
  %854 = getelementptr inbounds nuw %struct.step, ptr %853, i64 %852
  %855 = getelementptr inbounds nuw i8, ptr %854, i64 8
  %856 = load i64, ptr %855, align 8
  %857 = load ptr, ptr %854, align 8
  %858 = getelementptr inbounds nuw i8, ptr %857, i64 24
  %859 = load i64, ptr %858, align 8
  %860 = icmp ugt i64 %856, %859
  br i1 %860, label %861, label %886

861:                                              ; preds = %851
  %862 = getelementptr inbounds nuw i8, ptr %857, i64 16
  %863 = load i64, ptr %862, align 8
  %864 = icmp ugt i64 %856, %863
  br i1 %864, label %870, label %865

865:                                              ; preds = %861
  %866 = getelementptr inbounds nuw i8, ptr %854, i64 16
  %867 = load ptr, ptr %866, align 8
  %868 = load atomic i32, ptr %867 acquire, align 64
  %869 = icmp eq i32 %868, 2
  br i1 %869, label %886, label %870

870:                                              ; preds = %865, %861
  tail call fastcc void @check_cell(ptr noundef nonnull %854)
  %871 = load ptr, ptr %854, align 8
  %872 = load i32, ptr @the_tracker, align 8
  %873 = icmp eq i32 %872, 0
  br i1 %873, label %881, label %874

874:                                              ; preds = %870
  %875 = getelementptr inbounds nuw i8, ptr %871, i64 40
  %876 = load i32, ptr %875, align 8
  %877 = icmp eq i32 %876, 0
  br i1 %877, label %878, label %881

878:                                              ; preds = %874
  %879 = load i32, ptr %649, align 8
  %880 = icmp eq i32 %879, 0
  br i1 %880, label %886, label %881

881:                                              ; preds = %878, %874, %870
  %882 = load i64, ptr %855, align 8
  %883 = ptrtoint ptr %871 to i64
  %884 = insertvalue [2 x i64] poison, i64 %883, 0
  %885 = insertvalue [2 x i64] %884, i64 %882, 1
  tail call fastcc void @need(ptr noundef readonly %0, [2 x i64] %885, i32 noundef 0, ptr noundef %720)
  br label %886

886:                                              ; preds = %881, %878, %865, %851
  %887 = add nuw nsw i64 %852, 1
  %888 = load i32, ptr %846, align 8
  %889 = zext i32 %888 to i64
  %890 = icmp samesign ult i64 %887, %889
  br i1 %890, label %851, label %891, !llvm.loop !114

891:                                              ; preds = %886
  %892 = load i32, ptr %791, align 8
  br label %893

893:                                              ; preds = %891, %845, %844
  %894 = phi i32 [ %892, %891 ], [ %828, %845 ], [ %828, %844 ]
  %895 = load i32, ptr %785, align 8
  %896 = add i32 %895, %894
  %897 = zext i32 %896 to i64
  %898 = add nuw nsw i64 %897, 2
  %899 = load ptr, ptr %723, align 8
  %900 = icmp eq ptr %899, null
  br i1 %900, label %905, label %901

901:                                              ; preds = %893
  %902 = getelementptr inbounds nuw i8, ptr %716, i64 52
  %903 = load i32, ptr %902, align 4
  %904 = zext i32 %903 to i64
  br label %905

905:                                              ; preds = %901, %893
  %906 = phi i64 [ %904, %901 ], [ 2, %893 ]
  %907 = icmp samesign ugt i64 %898, %906
  br i1 %907, label %908, label %926

908:                                              ; preds = %905
  %909 = getelementptr inbounds nuw i8, ptr %716, i64 52
  %910 = load i32, ptr %909, align 4
  %911 = zext i32 %910 to i64
  %912 = icmp samesign ugt i64 %898, %911
  br i1 %912, label %913, label %923

913:                                              ; preds = %908
  %914 = icmp ult i32 %910, 2
  %915 = shl nuw nsw i64 %911, 1
  %916 = select i1 %914, i64 4, i64 %915
  %917 = tail call i64 @llvm.umax.i64(i64 %916, i64 range(i64 0, 8589934591) %898)
  %918 = shl nuw nsw i64 %917, 4
  %919 = tail call ptr @realloc(ptr noundef %899, i64 noundef %918) #31
  %920 = icmp eq ptr %919, null
  br i1 %920, label %926, label %921

921:                                              ; preds = %913
  %922 = trunc i64 %917 to i32
  store i32 %922, ptr %909, align 4
  store ptr %919, ptr %723, align 8
  br label %923

923:                                              ; preds = %921, %908
  %924 = phi ptr [ %899, %908 ], [ %919, %921 ]
  br i1 %900, label %925, label %926

925:                                              ; preds = %923
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %924, ptr noundef nonnull align 8 dereferenceable(32) %726, i64 32, i1 false)
  br label %926

926:                                              ; preds = %925, %923, %913, %905
  %927 = phi i32 [ 0, %905 ], [ 0, %923 ], [ 0, %925 ], [ 1, %913 ]
  %928 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 64), align 8
  %929 = or i32 %928, %927
  store i32 %929, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 64), align 8
  %930 = load ptr, ptr %655, align 8
  %931 = getelementptr inbounds nuw i8, ptr %930, i64 24
  %932 = load i32, ptr %931, align 8
  %933 = icmp eq i32 %932, 0
  br i1 %933, label %1076, label %934

934:                                              ; preds = %926
  %935 = getelementptr inbounds nuw i8, ptr %716, i64 112
  %936 = load i32, ptr %935, align 8
  %937 = getelementptr inbounds nuw i8, ptr %716, i64 116
  %938 = load i32, ptr %937, align 4
  %939 = icmp ult i32 %936, %938
  br i1 %939, label %1072, label %940

940:                                              ; preds = %934
  %941 = zext i32 %938 to i64
  %942 = zext i32 %936 to i64
  %943 = add nuw nsw i64 %942, 1
  %944 = getelementptr inbounds nuw i8, ptr %716, i64 120
  %945 = load ptr, ptr %944, align 8
  %946 = icmp ult i32 %938, 2
  %947 = shl nuw nsw i64 %941, 1
  %948 = select i1 %946, i64 4, i64 %947
  %949 = tail call i64 @llvm.umax.i64(i64 %948, i64 range(i64 0, 8589934591) %943)
  %950 = shl nuw nsw i64 %949, 5
  %951 = tail call ptr @realloc(ptr noundef %945, i64 noundef %950) #31
  %952 = icmp eq ptr %951, null
  br i1 %952, label %1072, label %953

953:                                              ; preds = %940
  %954 = trunc i64 %949 to i32
  store i32 %954, ptr %937, align 4
  store ptr %951, ptr %944, align 8
  br label %1072

955:                                              ; preds = %715
  %956 = load ptr, ptr %721, align 8
  %957 = icmp eq ptr %956, null
  br i1 %957, label %989, label %958

958:                                              ; preds = %955
  %959 = getelementptr inbounds nuw i8, ptr %716, i64 24
  %960 = load i64, ptr %959, align 8
  %961 = getelementptr inbounds nuw i8, ptr %956, i64 24
  %962 = load i64, ptr %961, align 8
  %963 = icmp ugt i64 %960, %962
  br i1 %963, label %964, label %989

964:                                              ; preds = %958
  %965 = getelementptr inbounds nuw i8, ptr %956, i64 16
  %966 = load i64, ptr %965, align 8
  %967 = icmp ugt i64 %960, %966
  br i1 %967, label %973, label %968

968:                                              ; preds = %964
  %969 = getelementptr inbounds nuw i8, ptr %716, i64 32
  %970 = load ptr, ptr %969, align 8
  %971 = load atomic i32, ptr %970 acquire, align 64
  %972 = icmp eq i32 %971, 2
  br i1 %972, label %989, label %973

973:                                              ; preds = %968, %964
  tail call fastcc void @check_cell(ptr noundef nonnull %721)
  %974 = load ptr, ptr %721, align 8
  %975 = load i32, ptr @the_tracker, align 8
  %976 = icmp eq i32 %975, 0
  br i1 %976, label %984, label %977

977:                                              ; preds = %973
  %978 = getelementptr inbounds nuw i8, ptr %974, i64 40
  %979 = load i32, ptr %978, align 8
  %980 = icmp eq i32 %979, 0
  br i1 %980, label %981, label %984

981:                                              ; preds = %977
  %982 = load i32, ptr %649, align 8
  %983 = icmp eq i32 %982, 0
  br i1 %983, label %989, label %984

984:                                              ; preds = %981, %977, %973
  %985 = load i64, ptr %959, align 8
  %986 = ptrtoint ptr %974 to i64
  %987 = insertvalue [2 x i64] poison, i64 %986, 0
  %988 = insertvalue [2 x i64] %987, i64 %985, 1
  tail call fastcc void @need(ptr noundef readonly %0, [2 x i64] %988, i32 noundef 0, ptr noundef %720)
  br label %989

989:                                              ; preds = %984, %981, %968, %958, %955
  %990 = load i32, ptr @the_tracker, align 8
  %991 = icmp eq i32 %990, 0
  br i1 %991, label %1038, label %992

992:                                              ; preds = %989
  %993 = getelementptr inbounds nuw i8, ptr %716, i64 112
  %994 = load i32, ptr %993, align 8
  %995 = icmp eq i32 %994, 0
  br i1 %995, label %1038, label %996

996:                                              ; preds = %992
  %997 = getelementptr inbounds nuw i8, ptr %716, i64 120
  br label %998

998:                                              ; preds = %1033, %996
  %999 = phi i64 [ 0, %996 ], [ %1034, %1033 ]
  %1000 = load ptr, ptr %997, align 8
  %1001 = getelementptr inbounds nuw %struct.step, ptr %1000, i64 %999
  %1002 = getelementptr inbounds nuw i8, ptr %1001, i64 8
  %1003 = load i64, ptr %1002, align 8
  %1004 = load ptr, ptr %1001, align 8
  %1005 = getelementptr inbounds nuw i8, ptr %1004, i64 24
  %1006 = load i64, ptr %1005, align 8
  %1007 = icmp ugt i64 %1003, %1006
  br i1 %1007, label %1008, label %1033

1008:                                             ; preds = %998
  %1009 = getelementptr inbounds nuw i8, ptr %1004, i64 16
  %1010 = load i64, ptr %1009, align 8
  %1011 = icmp ugt i64 %1003, %1010
  br i1 %1011, label %1017, label %1012

1012:                                             ; preds = %1008
  %1013 = getelementptr inbounds nuw i8, ptr %1001, i64 16
  %1014 = load ptr, ptr %1013, align 8
  %1015 = load atomic i32, ptr %1014 acquire, align 64
  %1016 = icmp eq i32 %1015, 2
  br i1 %1016, label %1033, label %1017

1017:                                             ; preds = %1012, %1008
  tail call fastcc void @check_cell(ptr noundef nonnull %1001)
  %1018 = load ptr, ptr %1001, align 8
  %1019 = load i32, ptr @the_tracker, align 8
  %1020 = icmp eq i32 %1019, 0
  br i1 %1020, label %1028, label %1021

1021:                                             ; preds = %1017
  %1022 = getelementptr inbounds nuw i8, ptr %1018, i64 40
  %1023 = load i32, ptr %1022, align 8
  %1024 = icmp eq i32 %1023, 0
  br i1 %1024, label %1025, label %1028

1025:                                             ; preds = %1021
  %1026 = load i32, ptr %649, align 8
  %1027 = icmp eq i32 %1026, 0
  br i1 %1027, label %1033, label %1028

1028:                                             ; preds = %1025, %1021, %1017
  %1029 = load i64, ptr %1002, align 8
  %1030 = ptrtoint ptr %1018 to i64
  %1031 = insertvalue [2 x i64] poison, i64 %1030, 0
  %1032 = insertvalue [2 x i64] %1031, i64 %1029, 1
  tail call fastcc void @need(ptr noundef readonly %0, [2 x i64] %1032, i32 noundef 0, ptr noundef %720)
  br label %1033

1033:                                             ; preds = %1028, %1025, %1012, %998
  %1034 = add nuw nsw i64 %999, 1
  %1035 = load i32, ptr %993, align 8
  %1036 = zext i32 %1035 to i64
  %1037 = icmp samesign ult i64 %1034, %1036
  br i1 %1037, label %998, label %1038, !llvm.loop !114

1038:                                             ; preds = %1033, %992, %989
  %1039 = getelementptr inbounds nuw i8, ptr %716, i64 48
  %1040 = load i32, ptr %1039, align 8
  %1041 = zext i32 %1040 to i64
  %1042 = add nuw nsw i64 %1041, 1
  %1043 = getelementptr inbounds nuw i8, ptr %716, i64 56
  %1044 = load ptr, ptr %1043, align 8
  %1045 = icmp eq ptr %1044, null
  br i1 %1045, label %1050, label %1046

1046:                                             ; preds = %1038
  %1047 = getelementptr inbounds nuw i8, ptr %716, i64 52
  %1048 = load i32, ptr %1047, align 4
  %1049 = zext i32 %1048 to i64
  br label %1050

1050:                                             ; preds = %1046, %1038
  %1051 = phi i64 [ %1049, %1046 ], [ 2, %1038 ]
  %1052 = icmp samesign ugt i64 %1051, %1041
  br i1 %1052, label %1072, label %1053

1053:                                             ; preds = %1050
  %1054 = getelementptr inbounds nuw i8, ptr %716, i64 52
  %1055 = load i32, ptr %1054, align 4
  %1056 = icmp ult i32 %1040, %1055
  br i1 %1056, label %1068, label %1057

1057:                                             ; preds = %1053
  %1058 = zext i32 %1055 to i64
  %1059 = icmp ult i32 %1055, 2
  %1060 = shl nuw nsw i64 %1058, 1
  %1061 = select i1 %1059, i64 4, i64 %1060
  %1062 = tail call i64 @llvm.umax.i64(i64 %1061, i64 range(i64 0, 8589934591) %1042)
  %1063 = shl nuw nsw i64 %1062, 4
  %1064 = tail call ptr @realloc(ptr noundef %1044, i64 noundef %1063) #31
  %1065 = icmp eq ptr %1064, null
  br i1 %1065, label %1072, label %1066

1066:                                             ; preds = %1057
  %1067 = trunc i64 %1062 to i32
  store i32 %1067, ptr %1054, align 4
  store ptr %1064, ptr %1043, align 8
  br label %1068

1068:                                             ; preds = %1066, %1053
  %1069 = phi ptr [ %1044, %1053 ], [ %1064, %1066 ]
  br i1 %1045, label %1070, label %1072

1070:                                             ; preds = %1068
  %1071 = getelementptr inbounds nuw i8, ptr %716, i64 80
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %1069, ptr noundef nonnull align 8 dereferenceable(32) %1071, i64 32, i1 false)
  br label %1072

1072:                                             ; preds = %1070, %1068, %1057, %1050, %953, %940, %934
  %1073 = phi i32 [ 1, %940 ], [ 0, %934 ], [ 0, %953 ], [ 0, %1050 ], [ 0, %1068 ], [ 0, %1070 ], [ 1, %1057 ]
  %1074 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 64), align 8
  %1075 = or i32 %1074, %1073
  store i32 %1075, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 64), align 8
  br label %1076

1076:                                             ; preds = %1072, %926, %827
  %1077 = getelementptr inbounds nuw i8, ptr %716, i64 136
  %1078 = icmp eq ptr %1077, %690
  br i1 %1078, label %697, label %715, !llvm.loop !115

1079:                                             ; preds = %700
  call void @llvm.lifetime.start.p0(ptr nonnull %8) #29
  store ptr %0, ptr %8, align 8
  %1080 = load i64, ptr %0, align 8
  %1081 = add i64 %1080, 1
  store i64 %1081, ptr %650, align 8
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %651, i8 0, i64 16, i1 false)
  call fastcc void @note_use(ptr noundef %680, ptr noundef nonnull readonly %655, ptr noundef %8)
  call void @llvm.lifetime.end.p0(ptr nonnull %8) #29
  br label %1082

1082:                                             ; preds = %1079, %700
  call void @llvm.lifetime.end.p0(ptr nonnull %7) #29
  call void @llvm.lifetime.end.p0(ptr nonnull %6) #29
  %1083 = add nuw nsw i64 %653, 1
  %1084 = icmp eq i64 %1083, %13
  br i1 %1084, label %1086, label %652, !llvm.loop !116

1085:                                             ; preds = %676
  call void @llvm.lifetime.end.p0(ptr nonnull %7) #29
  call void @llvm.lifetime.end.p0(ptr nonnull %6) #29
  br label %1493

1086:                                             ; preds = %1082, %5
  %1087 = phi i64 [ 0, %5 ], [ %709, %1082 ]
  store i32 0, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %1088 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 128), align 8
  %1089 = icmp eq i32 %1088, 0
  br i1 %1089, label %1093, label %1090

1090:                                             ; preds = %1086
  %1091 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 120), align 8
  %1092 = zext i32 %1088 to i64
  br label %1117

1093:                                             ; preds = %1165, %1086
  %1094 = phi i64 [ %1087, %1086 ], [ %1167, %1165 ]
  %1095 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %1096 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %1097 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %1098 = add i32 %1097, %1096
  %1099 = zext i32 %1098 to i64
  %1100 = add i64 %1094, 1
  %1101 = add i64 %1100, %1099
  %1102 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 52), align 4
  %1103 = zext i32 %1102 to i64
  %1104 = icmp ugt i64 %1101, %1103
  br i1 %1104, label %1105, label %1115

1105:                                             ; preds = %1093
  %1106 = icmp ult i32 %1102, 2
  %1107 = shl nuw nsw i64 %1103, 1
  %1108 = select i1 %1106, i64 4, i64 %1107
  %1109 = tail call i64 @llvm.umax.i64(i64 %1108, i64 %1101)
  %1110 = shl i64 %1109, 3
  %1111 = tail call ptr @realloc(ptr noundef %1095, i64 noundef %1110) #31
  %1112 = icmp eq ptr %1111, null
  br i1 %1112, label %1493, label %1113

1113:                                             ; preds = %1105
  %1114 = trunc i64 %1109 to i32
  store i32 %1114, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 52), align 4
  br label %1170

1115:                                             ; preds = %1093
  %1116 = icmp eq ptr %1095, null
  br i1 %1116, label %1493, label %1170

1117:                                             ; preds = %1165, %1090
  %1118 = phi i64 [ 0, %1090 ], [ %1168, %1165 ]
  %1119 = phi i64 [ %1087, %1090 ], [ %1167, %1165 ]
  %1120 = getelementptr inbounds nuw %struct.shadow, ptr %1091, i64 %1118
  %1121 = getelementptr inbounds nuw i8, ptr %1120, i64 8
  %1122 = load ptr, ptr %1121, align 8
  %1123 = getelementptr inbounds nuw i8, ptr %1122, i64 28
  %1124 = load i32, ptr %1123, align 4
  %1125 = zext i32 %1124 to i64
  %1126 = icmp eq i32 %1124, 0
  br i1 %1126, label %1165, label %1127

1127:                                             ; preds = %1117
  %1128 = getelementptr inbounds nuw i8, ptr %1122, i64 40
  %1129 = load ptr, ptr %1128, align 8
  %1130 = icmp eq i32 %1124, 1
  br i1 %1130, label %1152, label %1131

1131:                                             ; preds = %1127
  %1132 = and i64 %1125, 4294967294
  br label %1133

1133:                                             ; preds = %1133, %1131
  %1134 = phi i64 [ 0, %1131 ], [ %1147, %1133 ]
  %1135 = phi i64 [ %1125, %1131 ], [ %1145, %1133 ]
  %1136 = phi i64 [ 0, %1131 ], [ %1146, %1133 ]
  %1137 = getelementptr inbounds nuw %struct.span, ptr %1129, i64 %1134
  %1138 = getelementptr inbounds nuw %struct.span, ptr %1129, i64 %1134
  %1139 = getelementptr inbounds nuw i8, ptr %1137, i64 112
  %1140 = getelementptr inbounds nuw i8, ptr %1138, i64 248
  %1141 = load i32, ptr %1139, align 8
  %1142 = load i32, ptr %1140, align 8
  %1143 = zext i32 %1141 to i64
  %1144 = zext i32 %1142 to i64
  %1145 = add i64 %1135, %1143
  %1146 = add i64 %1136, %1144
  %1147 = add nuw i64 %1134, 2
  %1148 = icmp eq i64 %1147, %1132
  br i1 %1148, label %1149, label %1133, !llvm.loop !117

1149:                                             ; preds = %1133
  %1150 = add i64 %1146, %1145
  %1151 = icmp eq i64 %1132, %1125
  br i1 %1151, label %1165, label %1152

1152:                                             ; preds = %1127, %1149
  %1153 = phi i64 [ 0, %1127 ], [ %1132, %1149 ]
  %1154 = phi i64 [ %1125, %1127 ], [ %1150, %1149 ]
  br label %1155

1155:                                             ; preds = %1152, %1155
  %1156 = phi i64 [ %1163, %1155 ], [ %1153, %1152 ]
  %1157 = phi i64 [ %1162, %1155 ], [ %1154, %1152 ]
  %1158 = getelementptr inbounds nuw %struct.span, ptr %1129, i64 %1156
  %1159 = getelementptr inbounds nuw i8, ptr %1158, i64 112
  %1160 = load i32, ptr %1159, align 8
  %1161 = zext i32 %1160 to i64
  %1162 = add i64 %1157, %1161
  %1163 = add nuw nsw i64 %1156, 1
  %1164 = icmp eq i64 %1163, %1125
  br i1 %1164, label %1165, label %1155, !llvm.loop !118

1165:                                             ; preds = %1155, %1149, %1117
  %1166 = phi i64 [ 0, %1117 ], [ %1150, %1149 ], [ %1162, %1155 ]
  %1167 = add i64 %1166, %1119
  %1168 = add nuw nsw i64 %1118, 1
  %1169 = icmp eq i64 %1168, %1092
  br i1 %1169, label %1093, label %1117, !llvm.loop !119

1170:                                             ; preds = %1113, %1115
  %1171 = phi ptr [ %1111, %1113 ], [ %1095, %1115 ]
  store ptr %1171, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %1172 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 64), align 8
  %1173 = icmp ne i32 %1172, 0
  %1174 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %1175 = icmp eq i32 %1174, 0
  %1176 = select i1 %1173, i1 true, i1 %1175
  %1177 = xor i1 %1173, true
  br i1 %1176, label %1304, label %1182

1178:                                             ; preds = %1239
  %1179 = icmp eq i32 %1241, 0
  br i1 %1179, label %1300, label %1180

1180:                                             ; preds = %1178
  %1181 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 8), align 8
  br label %1278

1182:                                             ; preds = %1170, %1239
  %1183 = phi i32 [ %1240, %1239 ], [ %1174, %1170 ]
  %1184 = phi i32 [ %1241, %1239 ], [ %1174, %1170 ]
  %1185 = phi i64 [ %1242, %1239 ], [ 0, %1170 ]
  %1186 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 8), align 8
  %1187 = getelementptr inbounds nuw %struct.edge, ptr %1186, i64 %1185
  %1188 = load ptr, ptr %1187, align 8
  %1189 = getelementptr inbounds nuw i8, ptr %1187, i64 8
  %1190 = load i64, ptr %1189, align 8
  %1191 = getelementptr inbounds nuw i8, ptr %1188, i64 76
  %1192 = load i32, ptr %1191, align 4
  %1193 = icmp eq i32 %1192, 0
  br i1 %1193, label %1239, label %1194

1194:                                             ; preds = %1182
  %1195 = getelementptr inbounds nuw i8, ptr %1188, i64 64
  %1196 = load ptr, ptr %1195, align 8
  %1197 = getelementptr inbounds nuw i8, ptr %1188, i64 72
  %1198 = load i32, ptr %1197, align 8
  %1199 = zext i32 %1198 to i64
  %1200 = getelementptr inbounds nuw %struct.snapshot, ptr %1196, i64 %1199
  %1201 = add i32 %1192, -1
  %1202 = zext i32 %1201 to i64
  %1203 = getelementptr inbounds nuw %struct.snapshot, ptr %1200, i64 %1202
  %1204 = load i64, ptr %1203, align 8
  %1205 = icmp ult i64 %1190, %1204
  br i1 %1205, label %1206, label %1224

1206:                                             ; preds = %1194, %1206
  %1207 = phi i32 [ %1217, %1206 ], [ 0, %1194 ]
  %1208 = phi i32 [ %1216, %1206 ], [ %1192, %1194 ]
  %1209 = add i32 %1208, %1207
  %1210 = lshr i32 %1209, 1
  %1211 = zext nneg i32 %1210 to i64
  %1212 = getelementptr inbounds nuw %struct.snapshot, ptr %1200, i64 %1211
  %1213 = load i64, ptr %1212, align 8
  %1214 = icmp ugt i64 %1213, %1190
  %1215 = add nuw i32 %1210, 1
  %1216 = select i1 %1214, i32 %1210, i32 %1208
  %1217 = select i1 %1214, i32 %1207, i32 %1215
  %1218 = icmp ult i32 %1217, %1216
  br i1 %1218, label %1206, label %1219, !llvm.loop !77

1219:                                             ; preds = %1206
  %1220 = icmp eq i32 %1217, 0
  br i1 %1220, label %1239, label %1221

1221:                                             ; preds = %1219
  %1222 = add i32 %1217, -1
  %1223 = zext nneg i32 %1222 to i64
  br label %1224

1224:                                             ; preds = %1221, %1194
  %1225 = phi i64 [ %1223, %1221 ], [ %1202, %1194 ]
  %1226 = getelementptr inbounds nuw %struct.snapshot, ptr %1200, i64 %1225
  %1227 = getelementptr inbounds nuw i8, ptr %1226, i64 8
  %1228 = load ptr, ptr %1227, align 8
  %1229 = getelementptr inbounds nuw i8, ptr %1228, i64 4
  %1230 = icmp eq ptr %1228, null
  br i1 %1230, label %1239, label %1231

1231:                                             ; preds = %1224
  %1232 = getelementptr inbounds nuw i8, ptr %1228, i64 16
  %1233 = load i32, ptr %1229, align 4
  %1234 = icmp eq i32 %1233, 0
  br i1 %1234, label %1239, label %1235

1235:                                             ; preds = %1231
  %1236 = load i64, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 72), align 8
  br label %1245

1237:                                             ; preds = %1272
  %1238 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  br label %1239

1239:                                             ; preds = %1231, %1237, %1224, %1219, %1182
  %1240 = phi i32 [ %1183, %1219 ], [ %1183, %1224 ], [ %1183, %1182 ], [ %1238, %1237 ], [ %1183, %1231 ]
  %1241 = phi i32 [ %1184, %1219 ], [ %1184, %1224 ], [ %1184, %1182 ], [ %1238, %1237 ], [ %1183, %1231 ]
  %1242 = add nuw nsw i64 %1185, 1
  %1243 = zext i32 %1241 to i64
  %1244 = icmp samesign ult i64 %1242, %1243
  br i1 %1244, label %1182, label %1178, !llvm.loop !120

1245:                                             ; preds = %1235, %1272
  %1246 = phi i32 [ %1273, %1272 ], [ %1233, %1235 ]
  %1247 = phi i64 [ %1274, %1272 ], [ %1236, %1235 ]
  %1248 = phi i64 [ %1275, %1272 ], [ 0, %1235 ]
  %1249 = getelementptr inbounds nuw %struct.point, ptr %1232, i64 %1248
  %1250 = load ptr, ptr %1249, align 8
  %1251 = getelementptr inbounds nuw i8, ptr %1250, i64 48
  %1252 = load i64, ptr %1251, align 8
  %1253 = icmp eq i64 %1252, %1247
  br i1 %1253, label %1254, label %1272

1254:                                             ; preds = %1245
  %1255 = getelementptr inbounds nuw i8, ptr %1250, i64 44
  %1256 = load i32, ptr %1255, align 4
  %1257 = zext i32 %1256 to i64
  %1258 = getelementptr inbounds nuw %struct.edge, ptr %1186, i64 %1257
  %1259 = icmp eq i64 %1185, %1257
  br i1 %1259, label %1272, label %1260

1260:                                             ; preds = %1254
  %1261 = getelementptr inbounds nuw i8, ptr %1249, i64 8
  %1262 = load i64, ptr %1261, align 8
  %1263 = getelementptr inbounds nuw i8, ptr %1258, i64 8
  %1264 = load i64, ptr %1263, align 8
  %1265 = icmp ult i64 %1262, %1264
  br i1 %1265, label %1272, label %1266

1266:                                             ; preds = %1260
  %1267 = getelementptr inbounds nuw i8, ptr %1258, i64 16
  %1268 = load i32, ptr %1267, align 8
  %1269 = or i32 %1268, -2147483648
  store i32 %1269, ptr %1267, align 8
  %1270 = load i64, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 72), align 8
  %1271 = load i32, ptr %1229, align 4
  br label %1272

1272:                                             ; preds = %1266, %1260, %1254, %1245
  %1273 = phi i32 [ %1271, %1266 ], [ %1246, %1260 ], [ %1246, %1254 ], [ %1246, %1245 ]
  %1274 = phi i64 [ %1270, %1266 ], [ %1247, %1260 ], [ %1247, %1254 ], [ %1247, %1245 ]
  %1275 = add nuw nsw i64 %1248, 1
  %1276 = zext i32 %1273 to i64
  %1277 = icmp samesign ult i64 %1275, %1276
  br i1 %1277, label %1245, label %1237

1278:                                             ; preds = %1293, %1180
  %1279 = phi i32 [ %1241, %1180 ], [ %1294, %1293 ]
  %1280 = phi ptr [ %1181, %1180 ], [ %1295, %1293 ]
  %1281 = phi i64 [ 0, %1180 ], [ %1297, %1293 ]
  %1282 = phi i32 [ 0, %1180 ], [ %1296, %1293 ]
  %1283 = getelementptr inbounds nuw %struct.edge, ptr %1280, i64 %1281
  %1284 = getelementptr inbounds nuw i8, ptr %1283, i64 16
  %1285 = load i32, ptr %1284, align 8
  %1286 = icmp sgt i32 %1285, -1
  br i1 %1286, label %1287, label %1293

1287:                                             ; preds = %1278
  %1288 = add i32 %1282, 1
  %1289 = zext i32 %1282 to i64
  %1290 = getelementptr inbounds nuw %struct.edge, ptr %1280, i64 %1289
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %1290, ptr noundef nonnull align 8 dereferenceable(32) %1283, i64 32, i1 false)
  %1291 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 8), align 8
  %1292 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  br label %1293

1293:                                             ; preds = %1287, %1278
  %1294 = phi i32 [ %1279, %1278 ], [ %1292, %1287 ]
  %1295 = phi ptr [ %1280, %1278 ], [ %1291, %1287 ]
  %1296 = phi i32 [ %1282, %1278 ], [ %1288, %1287 ]
  %1297 = add nuw nsw i64 %1281, 1
  %1298 = zext i32 %1294 to i64
  %1299 = icmp samesign ult i64 %1297, %1298
  br i1 %1299, label %1278, label %1300, !llvm.loop !121

1300:                                             ; preds = %1293, %1178
  %1301 = phi i32 [ 0, %1178 ], [ %1296, %1293 ]
  store i32 %1301, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %1302 = tail call fastcc i32 @join_edges(ptr noundef %0)
  %1303 = icmp eq i32 %1302, 0
  br label %1304

1304:                                             ; preds = %1300, %1170
  %1305 = phi i1 [ %1177, %1170 ], [ %1303, %1300 ]
  %1306 = icmp ne i32 %4, 0
  %1307 = and i1 %1306, %1305
  br i1 %1307, label %1308, label %1489

1308:                                             ; preds = %1304
  %1309 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %1310 = icmp eq i32 %1309, 0
  br i1 %1310, label %1313, label %1311

1311:                                             ; preds = %1308
  %1312 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 96), align 8
  br label %1352

1313:                                             ; preds = %1308
  store i32 0, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 96), align 8
  %1314 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %1315 = load ptr, ptr %1314, align 8
  %1316 = icmp eq ptr %1315, null
  br i1 %1316, label %1352, label %1317

1317:                                             ; preds = %1313
  %1318 = getelementptr inbounds nuw i8, ptr %1315, i64 4
  %1319 = load i32, ptr %1318, align 4
  %1320 = icmp eq i32 %1319, 0
  br i1 %1320, label %1352, label %1321

1321:                                             ; preds = %1317
  %1322 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 100), align 4
  %1323 = icmp ugt i32 %1319, %1322
  br i1 %1323, label %1326, label %1324

1324:                                             ; preds = %1321
  %1325 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 104), align 8
  br label %1342

1326:                                             ; preds = %1321
  %1327 = zext i32 %1322 to i64
  %1328 = zext i32 %1319 to i64
  %1329 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 104), align 8
  %1330 = icmp ult i32 %1322, 2
  %1331 = shl nuw nsw i64 %1327, 1
  %1332 = select i1 %1330, i64 4, i64 %1331
  %1333 = tail call i64 @llvm.umax.i64(i64 %1332, i64 range(i64 0, 8589934592) %1328)
  %1334 = shl nuw nsw i64 %1333, 4
  %1335 = tail call ptr @realloc(ptr noundef %1329, i64 noundef %1334) #31
  %1336 = icmp eq ptr %1335, null
  br i1 %1336, label %1493, label %1337

1337:                                             ; preds = %1326
  %1338 = trunc i64 %1333 to i32
  store i32 %1338, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 100), align 4
  store ptr %1335, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 104), align 8
  %1339 = load ptr, ptr %1314, align 8
  %1340 = getelementptr inbounds nuw i8, ptr %1339, i64 4
  %1341 = load i32, ptr %1340, align 4
  br label %1342

1342:                                             ; preds = %1337, %1324
  %1343 = phi i32 [ %1319, %1324 ], [ %1341, %1337 ]
  %1344 = phi ptr [ %1315, %1324 ], [ %1339, %1337 ]
  %1345 = phi ptr [ %1325, %1324 ], [ %1335, %1337 ]
  %1346 = getelementptr inbounds nuw i8, ptr %1344, i64 16
  %1347 = zext i32 %1343 to i64
  %1348 = shl nuw nsw i64 %1347, 4
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 8 %1345, ptr nonnull align 8 %1346, i64 %1348, i1 false)
  %1349 = load ptr, ptr %1314, align 8
  %1350 = getelementptr inbounds nuw i8, ptr %1349, i64 4
  %1351 = load i32, ptr %1350, align 4
  store i32 %1351, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 96), align 8
  br label %1352

1352:                                             ; preds = %1342, %1317, %1313, %1311
  %1353 = phi i32 [ %1312, %1311 ], [ 0, %1317 ], [ %1351, %1342 ], [ 0, %1313 ]
  %1354 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 104), align 8
  %1355 = tail call fastcc i32 @await_points(ptr noundef readonly %0, ptr noundef %1354, i32 noundef %1353, ptr noundef readonly %3, i32 noundef range(i32 1, 0) %4, i32 noundef 0)
  %1356 = icmp eq i32 %1355, 0
  br i1 %1356, label %1357, label %1493

1357:                                             ; preds = %1352
  %1358 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %1359 = icmp eq i32 %1358, %1309
  br i1 %1359, label %1490, label %1360

1360:                                             ; preds = %1357
  %1361 = zext i32 %4 to i64
  br label %1365

1362:                                             ; preds = %1365
  %1363 = add nuw nsw i64 %1366, 1
  %1364 = icmp eq i64 %1363, %1361
  br i1 %1364, label %1375, label %1365, !llvm.loop !122

1365:                                             ; preds = %1362, %1360
  %1366 = phi i64 [ 0, %1360 ], [ %1363, %1362 ]
  %1367 = getelementptr inbounds nuw %struct.point, ptr %3, i64 %1366
  %1368 = load i64, ptr %1367, align 8
  %1369 = insertvalue [2 x i64] poison, i64 %1368, 0
  %1370 = getelementptr inbounds nuw i8, ptr %1367, i64 8
  %1371 = load i64, ptr %1370, align 8
  %1372 = insertvalue [2 x i64] %1369, i64 %1371, 1
  %1373 = tail call fastcc i32 @join_wait(ptr noundef nonnull getelementptr inbounds nuw (i8, ptr @the_tracker, i64 96), ptr noundef readonly %0, [2 x i64] %1372)
  %1374 = icmp eq i32 %1373, 0
  br i1 %1374, label %1362, label %1493

1375:                                             ; preds = %1362
  %1376 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 96), align 8
  %1377 = icmp ult i32 %1376, 9
  br i1 %1377, label %1406, label %1378

1378:                                             ; preds = %1375
  %1379 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 104), align 8
  br label %1381

1380:                                             ; preds = %1399
  store i32 %1402, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 96), align 8
  br label %1406

1381:                                             ; preds = %1399, %1378
  %1382 = phi ptr [ %1400, %1399 ], [ %1379, %1378 ]
  %1383 = phi i32 [ %1401, %1399 ], [ %1376, %1378 ]
  %1384 = phi i64 [ %1403, %1399 ], [ 0, %1378 ]
  %1385 = phi i32 [ %1402, %1399 ], [ 0, %1378 ]
  %1386 = getelementptr inbounds nuw %struct.point, ptr %1382, i64 %1384
  %1387 = getelementptr inbounds nuw i8, ptr %1386, i64 8
  %1388 = load i64, ptr %1387, align 8
  %1389 = load ptr, ptr %1386, align 8
  %1390 = getelementptr inbounds nuw i8, ptr %1389, i64 8
  %1391 = load i64, ptr %1390, align 8
  %1392 = icmp ugt i64 %1388, %1391
  br i1 %1392, label %1393, label %1399

1393:                                             ; preds = %1381
  %1394 = add i32 %1385, 1
  %1395 = zext i32 %1385 to i64
  %1396 = getelementptr inbounds nuw %struct.point, ptr %1382, i64 %1395
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %1396, ptr noundef nonnull align 8 dereferenceable(16) %1386, i64 16, i1 false)
  %1397 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 96), align 8
  %1398 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 104), align 8
  br label %1399

1399:                                             ; preds = %1393, %1381
  %1400 = phi ptr [ %1398, %1393 ], [ %1382, %1381 ]
  %1401 = phi i32 [ %1397, %1393 ], [ %1383, %1381 ]
  %1402 = phi i32 [ %1394, %1393 ], [ %1385, %1381 ]
  %1403 = add nuw nsw i64 %1384, 1
  %1404 = zext i32 %1401 to i64
  %1405 = icmp samesign ult i64 %1403, %1404
  br i1 %1405, label %1381, label %1380, !llvm.loop !81

1406:                                             ; preds = %1380, %1375
  %1407 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %1408 = icmp eq i32 %1407, 0
  br i1 %1408, label %1487, label %1409

1409:                                             ; preds = %1406
  %1410 = zext i32 %1309 to i64
  %1411 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 8), align 8
  br label %1412

1412:                                             ; preds = %1480, %1409
  %1413 = phi ptr [ %1411, %1409 ], [ %1482, %1480 ]
  %1414 = phi i32 [ %1407, %1409 ], [ %1483, %1480 ]
  %1415 = phi i64 [ 0, %1409 ], [ %1485, %1480 ]
  %1416 = phi i32 [ 0, %1409 ], [ %1484, %1480 ]
  %1417 = icmp samesign ult i64 %1415, %1410
  %1418 = icmp ult i32 %1309, %1414
  %1419 = and i1 %1418, %1417
  br i1 %1419, label %1420, label %1472

1420:                                             ; preds = %1412
  %1421 = getelementptr inbounds nuw %struct.edge, ptr %1413, i64 %1415
  %1422 = load ptr, ptr %1421, align 8
  %1423 = zext i32 %1414 to i64
  %1424 = sub nsw i64 %1423, %1410
  %1425 = icmp ult i64 %1424, 9
  br i1 %1425, label %1457, label %1426

1426:                                             ; preds = %1420
  %1427 = and i64 %1424, 7
  %1428 = icmp eq i64 %1427, 0
  %1429 = select i1 %1428, i64 8, i64 %1427
  %1430 = sub nsw i64 %1424, %1429
  %1431 = add nsw i64 %1430, %1410
  %1432 = insertelement <4 x ptr> poison, ptr %1422, i64 0
  %1433 = shufflevector <4 x ptr> %1432, <4 x ptr> poison, <4 x i32> zeroinitializer
  br label %1434

1434:                                             ; preds = %1434, %1426
  %1435 = phi i64 [ 0, %1426 ], [ %1452, %1434 ]
  %1436 = phi <4 x i32> [ zeroinitializer, %1426 ], [ %1450, %1434 ]
  %1437 = phi <4 x i32> [ zeroinitializer, %1426 ], [ %1451, %1434 ]
  %1438 = add i64 %1435, %1410
  %1439 = getelementptr inbounds nuw %struct.edge, ptr %1413, i64 %1438
  %1440 = getelementptr %struct.edge, ptr %1413, i64 %1438
  %1441 = getelementptr i8, ptr %1440, i64 128
  %1442 = load <13 x ptr>, ptr %1439, align 8
  %1443 = shufflevector <13 x ptr> %1442, <13 x ptr> poison, <4 x i32> <i32 0, i32 4, i32 8, i32 12>
  %1444 = load <13 x ptr>, ptr %1441, align 8
  %1445 = shufflevector <13 x ptr> %1444, <13 x ptr> poison, <4 x i32> <i32 0, i32 4, i32 8, i32 12>
  %1446 = icmp eq <4 x ptr> %1443, %1433
  %1447 = icmp eq <4 x ptr> %1445, %1433
  %1448 = zext <4 x i1> %1446 to <4 x i32>
  %1449 = zext <4 x i1> %1447 to <4 x i32>
  %1450 = or <4 x i32> %1436, %1448
  %1451 = or <4 x i32> %1437, %1449
  %1452 = add nuw i64 %1435, 8
  %1453 = icmp eq i64 %1452, %1430
  br i1 %1453, label %1454, label %1434, !llvm.loop !123

1454:                                             ; preds = %1434
  %1455 = or <4 x i32> %1451, %1450
  %1456 = tail call i32 @llvm.vector.reduce.or.v4i32(<4 x i32> %1455)
  br label %1457

1457:                                             ; preds = %1420, %1454
  %1458 = phi i64 [ %1410, %1420 ], [ %1431, %1454 ]
  %1459 = phi i32 [ 0, %1420 ], [ %1456, %1454 ]
  br label %1462

1460:                                             ; preds = %1462
  %1461 = icmp eq i32 %1469, 0
  br i1 %1461, label %1472, label %1480

1462:                                             ; preds = %1457, %1462
  %1463 = phi i64 [ %1470, %1462 ], [ %1458, %1457 ]
  %1464 = phi i32 [ %1469, %1462 ], [ %1459, %1457 ]
  %1465 = getelementptr inbounds nuw %struct.edge, ptr %1413, i64 %1463
  %1466 = load ptr, ptr %1465, align 8
  %1467 = icmp eq ptr %1466, %1422
  %1468 = zext i1 %1467 to i32
  %1469 = or i32 %1464, %1468
  %1470 = add nuw nsw i64 %1463, 1
  %1471 = icmp eq i64 %1470, %1423
  br i1 %1471, label %1460, label %1462, !llvm.loop !124

1472:                                             ; preds = %1460, %1412
  %1473 = add i32 %1416, 1
  %1474 = zext i32 %1416 to i64
  %1475 = getelementptr inbounds nuw %struct.edge, ptr %1413, i64 %1474
  %1476 = getelementptr inbounds nuw %struct.edge, ptr %1413, i64 %1415
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %1475, ptr noundef nonnull align 8 dereferenceable(32) %1476, i64 32, i1 false)
  %1477 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %1478 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 8), align 8
  %1479 = zext i32 %1477 to i64
  br label %1480

1480:                                             ; preds = %1472, %1460
  %1481 = phi i64 [ %1479, %1472 ], [ %1423, %1460 ]
  %1482 = phi ptr [ %1478, %1472 ], [ %1413, %1460 ]
  %1483 = phi i32 [ %1477, %1472 ], [ %1414, %1460 ]
  %1484 = phi i32 [ %1473, %1472 ], [ %1416, %1460 ]
  %1485 = add nuw nsw i64 %1415, 1
  %1486 = icmp samesign ult i64 %1485, %1481
  br i1 %1486, label %1412, label %1487, !llvm.loop !125

1487:                                             ; preds = %1480, %1406
  %1488 = phi i32 [ 0, %1406 ], [ %1484, %1480 ]
  store i32 %1488, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  br label %1490

1489:                                             ; preds = %1304
  br i1 %1305, label %1490, label %1493

1490:                                             ; preds = %1357, %1487, %1489
  %1491 = tail call fastcc i32 @reserve_join(ptr noundef %0)
  %1492 = icmp eq i32 %1491, 0
  br i1 %1492, label %1494, label %1493

1493:                                             ; preds = %428, %414, %1365, %525, %1115, %647, %1105, %1085, %1326, %1352, %1489, %1490
  tail call fastcc void @forget_answer()
  br label %1494

1494:                                             ; preds = %1493, %1490
  %1495 = phi i32 [ -1, %1493 ], [ 0, %1490 ]
  ret i32 %1495
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
  %10 = tail call i64 @pthread_self() #30
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
  %20 = tail call ptr @PyEval_SaveThread() #29
  %21 = tail call fastcc i32 @sleep_on(ptr noundef nonnull %0, i32 noundef 1, i64 noundef 50000000)
  tail call void @PyEval_RestoreThread(ptr noundef %20) #29
  %22 = load i32, ptr %13, align 4
  %23 = add i32 %22, -1
  store i32 %23, ptr %13, align 4
  %24 = tail call i32 @PyErr_CheckSignals() #29
  %25 = icmp eq i32 %24, 0
  br i1 %25, label %14, label %26

26:                                               ; preds = %17, %14, %1, %7
  %27 = phi i32 [ 0, %1 ], [ 0, %7 ], [ 1, %14 ], [ 3, %17 ]
  ret i32 %27
}

declare ptr @PyObject_CallMethodObjArgs(ptr noundef, ptr noundef, ...) local_unnamed_addr #12

declare ptr @PyByteArray_FromStringAndSize(ptr noundef, i64 noundef) local_unnamed_addr #12

declare ptr @PyByteArray_AsString(ptr noundef) local_unnamed_addr #12

declare ptr @PyObject_CallFunctionObjArgs(ptr noundef, ...) local_unnamed_addr #12

; Function Attrs: nounwind memory(readwrite, target_mem0: none, target_mem1: none)
define internal fastcc void @forget_answer() unnamed_addr #19 {
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
  tail call void @free(ptr noundef %27) #29
  %28 = getelementptr inbounds nuw i8, ptr %25, i64 72
  %29 = load ptr, ptr %28, align 8
  tail call void @free(ptr noundef %29) #29
  %30 = getelementptr inbounds nuw i8, ptr %25, i64 120
  %31 = load ptr, ptr %30, align 8
  tail call void @free(ptr noundef %31) #29
  %32 = getelementptr inbounds nuw i8, ptr %25, i64 136
  %33 = icmp eq ptr %32, %16
  br i1 %33, label %18, label %24, !llvm.loop !59

34:                                               ; preds = %20
  tail call void @free(ptr noundef %21) #29
  br label %35

35:                                               ; preds = %34, %20
  tail call void @free(ptr noundef nonnull %10) #29
  %36 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 128), align 8
  %37 = icmp eq i32 %36, 0
  br i1 %37, label %38, label %3, !llvm.loop !126

38:                                               ; preds = %35, %0
  %39 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 112), align 8
  tail call void @free(ptr noundef %39) #29
  store ptr null, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 112), align 8
  store <2 x i32> zeroinitializer, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  store i32 0, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 32), align 8
  store i32 0, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %40 = load i64, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 72), align 8
  %41 = add i64 %40, 1
  store i64 %41, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 72), align 8
  ret void
}

; Function Attrs: nounwind memory(readwrite, target_mem0: none, target_mem1: none)
define internal fastcc range(i32 -1, 1) i32 @join_edges(ptr noundef readonly captures(address) %0) unnamed_addr #19 {
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
  %23 = tail call ptr @realloc(ptr noundef %17, i64 noundef %22) #31
  %24 = icmp eq ptr %23, null
  br i1 %24, label %94, label %25

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
  br i1 %43, label %63, label %49

44:                                               ; preds = %49
  %45 = add nuw nsw i64 %50, 1
  %46 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %47 = zext i32 %46 to i64
  %48 = icmp samesign ult i64 %45, %47
  br i1 %48, label %49, label %61, !llvm.loop !127

49:                                               ; preds = %40, %44
  %50 = phi i64 [ %45, %44 ], [ 0, %40 ]
  %51 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 8), align 8
  %52 = getelementptr inbounds nuw %struct.edge, ptr %51, i64 %50
  %53 = load ptr, ptr %52, align 8
  %54 = getelementptr inbounds nuw i8, ptr %52, i64 8
  %55 = load i64, ptr %54, align 8
  %56 = ptrtoint ptr %53 to i64
  %57 = insertvalue [2 x i64] poison, i64 %56, 0
  %58 = insertvalue [2 x i64] %57, i64 %55, 1
  %59 = tail call fastcc i32 @join_wait(ptr noundef nonnull getelementptr inbounds nuw (i8, ptr @the_tracker, i64 96), ptr noundef %0, [2 x i64] %58)
  %60 = icmp eq i32 %59, 0
  br i1 %60, label %44, label %94

61:                                               ; preds = %44
  %62 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 96), align 8
  br label %63

63:                                               ; preds = %61, %40
  %64 = phi i32 [ %62, %61 ], [ %41, %40 ]
  %65 = icmp ult i32 %64, 9
  br i1 %65, label %94, label %66

66:                                               ; preds = %63
  %67 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 104), align 8
  br label %69

68:                                               ; preds = %87
  store i32 %90, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 96), align 8
  br label %94

69:                                               ; preds = %66, %87
  %70 = phi ptr [ %88, %87 ], [ %67, %66 ]
  %71 = phi i32 [ %89, %87 ], [ %64, %66 ]
  %72 = phi i64 [ %91, %87 ], [ 0, %66 ]
  %73 = phi i32 [ %90, %87 ], [ 0, %66 ]
  %74 = getelementptr inbounds nuw %struct.point, ptr %70, i64 %72
  %75 = getelementptr inbounds nuw i8, ptr %74, i64 8
  %76 = load i64, ptr %75, align 8
  %77 = load ptr, ptr %74, align 8
  %78 = getelementptr inbounds nuw i8, ptr %77, i64 8
  %79 = load i64, ptr %78, align 8
  %80 = icmp ugt i64 %76, %79
  br i1 %80, label %81, label %87

81:                                               ; preds = %69
  %82 = add i32 %73, 1
  %83 = zext i32 %73 to i64
  %84 = getelementptr inbounds nuw %struct.point, ptr %70, i64 %83
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %84, ptr noundef nonnull align 8 dereferenceable(16) %74, i64 16, i1 false)
  %85 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 96), align 8
  %86 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 104), align 8
  br label %87

87:                                               ; preds = %81, %69
  %88 = phi ptr [ %86, %81 ], [ %70, %69 ]
  %89 = phi i32 [ %85, %81 ], [ %71, %69 ]
  %90 = phi i32 [ %82, %81 ], [ %73, %69 ]
  %91 = add nuw nsw i64 %72, 1
  %92 = zext i32 %89 to i64
  %93 = icmp samesign ult i64 %91, %92
  br i1 %93, label %69, label %68, !llvm.loop !81

94:                                               ; preds = %49, %14, %68, %63
  %95 = phi i32 [ 0, %68 ], [ -1, %14 ], [ 0, %63 ], [ -1, %49 ]
  ret i32 %95
}

; Function Attrs: mustprogress nounwind willreturn memory(readwrite, target_mem0: none, target_mem1: none)
define internal fastcc range(i32 -1, 1) i32 @reserve_join(ptr noundef captures(none) %0) unnamed_addr #22 {
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
  %32 = tail call ptr @realloc(ptr noundef %17, i64 noundef %31) #31
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
  tail call void @free(ptr noundef nonnull %38) #29
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
  %60 = tail call noalias ptr @malloc(i64 noundef %59) #32
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
define internal fastcc range(i32 -1, 1) i32 @copy_history(ptr noundef captures(none) %0, ptr noundef readonly captures(none) %1) unnamed_addr #22 {
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
  %32 = tail call ptr @realloc(ptr noundef %12, i64 noundef %31) #31
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
  %58 = tail call ptr @realloc(ptr noundef %52, i64 noundef %57) #31
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
  %80 = tail call ptr @realloc(ptr noundef %74, i64 noundef %79) #31
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
  %5 = alloca %struct.step, align 8
  %6 = alloca %struct.span, align 8
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %10 = load i64, ptr %9, align 8
  %11 = icmp eq i64 %8, %10
  %12 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %13 = load i64, ptr %12, align 8
  br i1 %11, label %14, label %18

14:                                               ; preds = %4
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %16 = load i64, ptr %15, align 8
  %17 = icmp ult i64 %13, %16
  br i1 %17, label %18, label %378

18:                                               ; preds = %4, %14
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %20 = load i32, ptr %19, align 4
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 36
  %22 = load i32, ptr %21, align 4
  %23 = icmp ugt i32 %20, %22
  br i1 %23, label %24, label %371

24:                                               ; preds = %18
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 40
  br label %26

26:                                               ; preds = %349, %24
  %27 = phi i64 [ %350, %349 ], [ 0, %24 ]
  %28 = phi i32 [ %352, %349 ], [ 0, %24 ]
  %29 = phi i32 [ %351, %349 ], [ 0, %24 ]
  %30 = zext i32 %28 to i64
  br label %31

31:                                               ; preds = %356, %26
  %32 = phi i64 [ %358, %356 ], [ %27, %26 ]
  %33 = phi i32 [ 0, %356 ], [ %29, %26 ]
  %34 = load ptr, ptr %25, align 8
  %35 = getelementptr inbounds nuw %struct.span, ptr %34, i64 %32
  %36 = getelementptr inbounds nuw %struct.span, ptr %34, i64 %30
  %37 = getelementptr inbounds nuw i8, ptr %35, i64 16
  %38 = load ptr, ptr %37, align 8
  %39 = icmp eq ptr %38, null
  br i1 %39, label %78, label %40

40:                                               ; preds = %31
  %41 = getelementptr inbounds nuw i8, ptr %35, i64 24
  %42 = load i64, ptr %41, align 8
  %43 = getelementptr inbounds nuw i8, ptr %38, i64 8
  %44 = load i64, ptr %43, align 8
  %45 = icmp ugt i64 %42, %44
  br i1 %45, label %78, label %46

46:                                               ; preds = %40
  %47 = getelementptr inbounds nuw i8, ptr %38, i64 24
  %48 = load i64, ptr %47, align 8
  %49 = icmp ugt i64 %42, %48
  br i1 %49, label %50, label %62

50:                                               ; preds = %46
  %51 = getelementptr inbounds nuw i8, ptr %38, i64 16
  %52 = load i64, ptr %51, align 8
  %53 = icmp ugt i64 %42, %52
  br i1 %53, label %78, label %54

54:                                               ; preds = %50
  %55 = getelementptr inbounds nuw i8, ptr %35, i64 32
  %56 = load ptr, ptr %55, align 8
  %57 = load atomic i32, ptr %56 acquire, align 64
  %58 = icmp eq i32 %57, 2
  br i1 %58, label %59, label %78

59:                                               ; preds = %54
  %60 = load ptr, ptr %37, align 8
  %61 = icmp ne ptr %60, null
  br label %62

62:                                               ; preds = %59, %46
  %63 = phi i1 [ %61, %59 ], [ true, %46 ]
  %64 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %65 = icmp eq i32 %64, 0
  %66 = select i1 %63, i1 %65, i1 false
  br i1 %66, label %67, label %77

67:                                               ; preds = %62
  %68 = getelementptr inbounds nuw i8, ptr %35, i64 40
  %69 = load ptr, ptr %68, align 8
  %70 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %71 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %72 = add i32 %71, 1
  store i32 %72, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %73 = zext i32 %71 to i64
  %74 = getelementptr inbounds nuw ptr, ptr %70, i64 %73
  store ptr %69, ptr %74, align 8
  %75 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %76 = add i32 %75, -1
  store i32 %76, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  br label %77

77:                                               ; preds = %67, %62
  store ptr null, ptr %37, align 8
  br label %78

78:                                               ; preds = %77, %54, %50, %40, %31
  %79 = icmp eq i64 %32, 0
  br i1 %79, label %349, label %80

80:                                               ; preds = %78
  %81 = icmp eq i32 %33, 0
  br i1 %81, label %82, label %340

82:                                               ; preds = %80
  %83 = load ptr, ptr %37, align 8
  %84 = icmp eq ptr %83, null
  %85 = getelementptr inbounds nuw i8, ptr %36, i64 16
  %86 = load ptr, ptr %85, align 8
  br i1 %84, label %95, label %87

87:                                               ; preds = %82
  %88 = icmp eq ptr %83, %86
  br i1 %88, label %89, label %340

89:                                               ; preds = %87
  %90 = getelementptr inbounds nuw i8, ptr %35, i64 24
  %91 = load i64, ptr %90, align 8
  %92 = getelementptr inbounds nuw i8, ptr %36, i64 24
  %93 = load i64, ptr %92, align 8
  %94 = icmp eq i64 %91, %93
  br i1 %94, label %97, label %340

95:                                               ; preds = %82
  %96 = icmp eq ptr %86, null
  br i1 %96, label %97, label %340

97:                                               ; preds = %95, %89
  %98 = getelementptr inbounds nuw i8, ptr %36, i64 48
  %99 = load i32, ptr %98, align 8
  %100 = zext i32 %99 to i64
  %101 = getelementptr inbounds nuw i8, ptr %35, i64 48
  %102 = load i32, ptr %101, align 8
  %103 = zext i32 %102 to i64
  %104 = add nuw nsw i64 %103, %100
  %105 = getelementptr inbounds nuw i8, ptr %36, i64 56
  %106 = load ptr, ptr %105, align 8
  %107 = icmp eq ptr %106, null
  br i1 %107, label %112, label %108

108:                                              ; preds = %97
  %109 = getelementptr inbounds nuw i8, ptr %36, i64 52
  %110 = load i32, ptr %109, align 4
  %111 = zext i32 %110 to i64
  br label %112

112:                                              ; preds = %108, %97
  %113 = phi i64 [ %111, %108 ], [ 2, %97 ]
  %114 = icmp samesign ugt i64 %104, %113
  br i1 %114, label %115, label %134

115:                                              ; preds = %112
  %116 = getelementptr inbounds nuw i8, ptr %36, i64 52
  %117 = load i32, ptr %116, align 4
  %118 = zext i32 %117 to i64
  %119 = icmp samesign ugt i64 %104, %118
  br i1 %119, label %120, label %130

120:                                              ; preds = %115
  %121 = icmp ult i32 %117, 2
  %122 = shl nuw nsw i64 %118, 1
  %123 = select i1 %121, i64 4, i64 %122
  %124 = tail call i64 @llvm.umax.i64(i64 %123, i64 range(i64 0, 8589934591) %104)
  %125 = shl nuw nsw i64 %124, 4
  %126 = tail call ptr @realloc(ptr noundef %106, i64 noundef %125) #31
  %127 = icmp eq ptr %126, null
  br i1 %127, label %340, label %128

128:                                              ; preds = %120
  %129 = trunc i64 %124 to i32
  store i32 %129, ptr %116, align 4
  store ptr %126, ptr %105, align 8
  br label %130

130:                                              ; preds = %128, %115
  %131 = phi ptr [ %106, %115 ], [ %126, %128 ]
  br i1 %107, label %132, label %134

132:                                              ; preds = %130
  %133 = getelementptr inbounds nuw i8, ptr %36, i64 80
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %131, ptr noundef nonnull align 8 dereferenceable(32) %133, i64 32, i1 false)
  br label %134

134:                                              ; preds = %132, %130, %112
  %135 = getelementptr inbounds nuw i8, ptr %36, i64 64
  %136 = load i32, ptr %135, align 8
  %137 = zext i32 %136 to i64
  %138 = getelementptr inbounds nuw i8, ptr %35, i64 64
  %139 = load i32, ptr %138, align 8
  %140 = zext i32 %139 to i64
  %141 = add nuw nsw i64 %140, %137
  %142 = getelementptr inbounds nuw i8, ptr %36, i64 68
  %143 = load i32, ptr %142, align 4
  %144 = zext i32 %143 to i64
  %145 = icmp samesign ugt i64 %141, %144
  br i1 %145, label %146, label %158

146:                                              ; preds = %134
  %147 = getelementptr inbounds nuw i8, ptr %36, i64 72
  %148 = load ptr, ptr %147, align 8
  %149 = icmp ult i32 %143, 2
  %150 = shl nuw nsw i64 %144, 1
  %151 = select i1 %149, i64 4, i64 %150
  %152 = tail call i64 @llvm.umax.i64(i64 %151, i64 range(i64 0, 8589934592) %141)
  %153 = shl nuw nsw i64 %152, 4
  %154 = tail call ptr @realloc(ptr noundef %148, i64 noundef %153) #31
  %155 = icmp eq ptr %154, null
  br i1 %155, label %340, label %156

156:                                              ; preds = %146
  %157 = trunc i64 %152 to i32
  store i32 %157, ptr %142, align 4
  store ptr %154, ptr %147, align 8
  br label %158

158:                                              ; preds = %156, %134
  %159 = getelementptr inbounds nuw i8, ptr %36, i64 112
  %160 = load i32, ptr %159, align 8
  %161 = zext i32 %160 to i64
  %162 = getelementptr inbounds nuw i8, ptr %35, i64 112
  %163 = load i32, ptr %162, align 8
  %164 = zext i32 %163 to i64
  %165 = add nuw nsw i64 %164, %161
  %166 = getelementptr inbounds nuw i8, ptr %36, i64 116
  %167 = load i32, ptr %166, align 4
  %168 = zext i32 %167 to i64
  %169 = icmp samesign ugt i64 %165, %168
  br i1 %169, label %170, label %182

170:                                              ; preds = %158
  %171 = getelementptr inbounds nuw i8, ptr %36, i64 120
  %172 = load ptr, ptr %171, align 8
  %173 = icmp ult i32 %167, 2
  %174 = shl nuw nsw i64 %168, 1
  %175 = select i1 %173, i64 4, i64 %174
  %176 = tail call i64 @llvm.umax.i64(i64 %175, i64 range(i64 0, 8589934591) %165)
  %177 = shl nuw nsw i64 %176, 5
  %178 = tail call ptr @realloc(ptr noundef %172, i64 noundef %177) #31
  %179 = icmp eq ptr %178, null
  br i1 %179, label %340, label %180

180:                                              ; preds = %170
  %181 = trunc i64 %176 to i32
  store i32 %181, ptr %166, align 4
  store ptr %178, ptr %171, align 8
  br label %182

182:                                              ; preds = %180, %158
  %183 = getelementptr inbounds nuw i8, ptr %35, i64 8
  %184 = load i64, ptr %183, align 8
  %185 = getelementptr inbounds nuw i8, ptr %36, i64 8
  store i64 %184, ptr %185, align 8
  %186 = load ptr, ptr %105, align 8
  %187 = icmp eq ptr %186, null
  %188 = getelementptr inbounds nuw i8, ptr %36, i64 80
  %189 = select i1 %187, ptr %188, ptr %186
  %190 = getelementptr inbounds nuw i8, ptr %35, i64 56
  %191 = load ptr, ptr %190, align 8
  %192 = icmp eq ptr %191, null
  %193 = getelementptr inbounds nuw i8, ptr %35, i64 80
  %194 = select i1 %192, ptr %193, ptr %191
  %195 = load i32, ptr %101, align 8
  %196 = icmp eq i32 %195, 0
  br i1 %196, label %232, label %197

197:                                              ; preds = %182
  %198 = zext i32 %195 to i64
  br label %199

199:                                              ; preds = %229, %197
  %200 = phi i64 [ 0, %197 ], [ %230, %229 ]
  %201 = getelementptr inbounds nuw %struct.point, ptr %194, i64 %200
  %202 = load i64, ptr %201, align 8
  %203 = getelementptr inbounds nuw i8, ptr %201, i64 8
  %204 = load i64, ptr %203, align 8
  %205 = inttoptr i64 %202 to ptr
  %206 = load i32, ptr %98, align 4
  %207 = icmp eq i32 %206, 0
  br i1 %207, label %224, label %208

208:                                              ; preds = %199
  %209 = zext i32 %206 to i64
  br label %213

210:                                              ; preds = %213
  %211 = add nuw nsw i64 %214, 1
  %212 = icmp eq i64 %211, %209
  br i1 %212, label %224, label %213, !llvm.loop !128

213:                                              ; preds = %210, %208
  %214 = phi i64 [ 0, %208 ], [ %211, %210 ]
  %215 = getelementptr inbounds nuw %struct.point, ptr %189, i64 %214
  %216 = load ptr, ptr %215, align 8
  %217 = icmp eq ptr %216, %205
  br i1 %217, label %218, label %210

218:                                              ; preds = %213
  %219 = getelementptr inbounds nuw %struct.point, ptr %189, i64 %214
  %220 = getelementptr inbounds nuw i8, ptr %219, i64 8
  %221 = load i64, ptr %220, align 8
  %222 = icmp ugt i64 %204, %221
  br i1 %222, label %223, label %229

223:                                              ; preds = %218
  store i64 %204, ptr %220, align 8
  br label %229

224:                                              ; preds = %210, %199
  %225 = phi i64 [ 0, %199 ], [ %209, %210 ]
  %226 = add i32 %206, 1
  store i32 %226, ptr %98, align 4
  %227 = getelementptr inbounds nuw %struct.point, ptr %189, i64 %225
  store ptr %205, ptr %227, align 8
  %228 = getelementptr inbounds nuw i8, ptr %227, i64 8
  store i64 %204, ptr %228, align 8
  br label %229

229:                                              ; preds = %224, %223, %218
  %230 = add nuw nsw i64 %200, 1
  %231 = icmp eq i64 %230, %198
  br i1 %231, label %232, label %199, !llvm.loop !129

232:                                              ; preds = %229, %182
  %233 = getelementptr inbounds nuw i8, ptr %36, i64 72
  %234 = load ptr, ptr %233, align 8
  %235 = getelementptr inbounds nuw i8, ptr %35, i64 72
  %236 = load ptr, ptr %235, align 8
  %237 = load i32, ptr %138, align 8
  %238 = icmp eq i32 %237, 0
  br i1 %238, label %274, label %239

239:                                              ; preds = %232
  %240 = zext i32 %237 to i64
  br label %241

241:                                              ; preds = %271, %239
  %242 = phi i64 [ 0, %239 ], [ %272, %271 ]
  %243 = getelementptr inbounds nuw %struct.point, ptr %236, i64 %242
  %244 = load i64, ptr %243, align 8
  %245 = getelementptr inbounds nuw i8, ptr %243, i64 8
  %246 = load i64, ptr %245, align 8
  %247 = inttoptr i64 %244 to ptr
  %248 = load i32, ptr %135, align 4
  %249 = icmp eq i32 %248, 0
  br i1 %249, label %266, label %250

250:                                              ; preds = %241
  %251 = zext i32 %248 to i64
  br label %255

252:                                              ; preds = %255
  %253 = add nuw nsw i64 %256, 1
  %254 = icmp eq i64 %253, %251
  br i1 %254, label %266, label %255, !llvm.loop !128

255:                                              ; preds = %252, %250
  %256 = phi i64 [ 0, %250 ], [ %253, %252 ]
  %257 = getelementptr inbounds nuw %struct.point, ptr %234, i64 %256
  %258 = load ptr, ptr %257, align 8
  %259 = icmp eq ptr %258, %247
  br i1 %259, label %260, label %252

260:                                              ; preds = %255
  %261 = getelementptr inbounds nuw %struct.point, ptr %234, i64 %256
  %262 = getelementptr inbounds nuw i8, ptr %261, i64 8
  %263 = load i64, ptr %262, align 8
  %264 = icmp ugt i64 %246, %263
  br i1 %264, label %265, label %271

265:                                              ; preds = %260
  store i64 %246, ptr %262, align 8
  br label %271

266:                                              ; preds = %252, %241
  %267 = phi i64 [ 0, %241 ], [ %251, %252 ]
  %268 = add i32 %248, 1
  store i32 %268, ptr %135, align 4
  %269 = getelementptr inbounds nuw %struct.point, ptr %234, i64 %267
  store ptr %247, ptr %269, align 8
  %270 = getelementptr inbounds nuw i8, ptr %269, i64 8
  store i64 %246, ptr %270, align 8
  br label %271

271:                                              ; preds = %266, %265, %260
  %272 = add nuw nsw i64 %242, 1
  %273 = icmp eq i64 %272, %240
  br i1 %273, label %274, label %241, !llvm.loop !129

274:                                              ; preds = %271, %232
  %275 = load i32, ptr %101, align 8
  %276 = icmp ne i32 %275, 0
  %277 = zext i1 %276 to i32
  %278 = getelementptr inbounds nuw i8, ptr %36, i64 128
  %279 = load i32, ptr %278, align 8
  %280 = or i32 %279, %277
  store i32 %280, ptr %278, align 8
  %281 = load i32, ptr %162, align 8
  %282 = icmp eq i32 %281, 0
  br i1 %282, label %285, label %283

283:                                              ; preds = %274
  %284 = getelementptr inbounds nuw i8, ptr %35, i64 120
  br label %332

285:                                              ; preds = %332, %274
  store i32 0, ptr %162, align 8
  %286 = load ptr, ptr %37, align 8
  %287 = icmp ne ptr %286, null
  %288 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %289 = icmp eq i32 %288, 0
  %290 = select i1 %287, i1 %289, i1 false
  br i1 %290, label %292, label %291

291:                                              ; preds = %285
  store ptr null, ptr %37, align 8
  br label %356

292:                                              ; preds = %285
  %293 = getelementptr inbounds nuw i8, ptr %35, i64 40
  %294 = load ptr, ptr %293, align 8
  %295 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %296 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %297 = add i32 %296, 1
  store i32 %297, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %298 = zext i32 %296 to i64
  %299 = getelementptr inbounds nuw ptr, ptr %295, i64 %298
  store ptr %294, ptr %299, align 8
  %300 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %301 = add i32 %300, -1
  store i32 %301, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %302 = load i32, ptr %162, align 8
  store ptr null, ptr %37, align 8
  %303 = icmp eq i32 %302, 0
  br i1 %303, label %356, label %304

304:                                              ; preds = %292
  %305 = getelementptr inbounds nuw i8, ptr %35, i64 120
  %306 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  br label %307

307:                                              ; preds = %326, %304
  %308 = phi i32 [ %302, %304 ], [ %327, %326 ]
  %309 = phi i32 [ %306, %304 ], [ %328, %326 ]
  %310 = phi i64 [ 0, %304 ], [ %329, %326 ]
  %311 = icmp eq i32 %309, 0
  br i1 %311, label %312, label %326

312:                                              ; preds = %307
  %313 = load ptr, ptr %305, align 8
  %314 = getelementptr inbounds nuw %struct.step, ptr %313, i64 %310
  %315 = getelementptr inbounds nuw i8, ptr %314, i64 24
  %316 = load ptr, ptr %315, align 8
  %317 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %318 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %319 = add i32 %318, 1
  store i32 %319, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %320 = zext i32 %318 to i64
  %321 = getelementptr inbounds nuw ptr, ptr %317, i64 %320
  store ptr %316, ptr %321, align 8
  %322 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %323 = add i32 %322, -1
  store i32 %323, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %324 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %325 = load i32, ptr %162, align 8
  br label %326

326:                                              ; preds = %312, %307
  %327 = phi i32 [ %308, %307 ], [ %325, %312 ]
  %328 = phi i32 [ %309, %307 ], [ %324, %312 ]
  %329 = add nuw nsw i64 %310, 1
  %330 = zext i32 %327 to i64
  %331 = icmp samesign ult i64 %329, %330
  br i1 %331, label %307, label %356, !llvm.loop !130

332:                                              ; preds = %332, %283
  %333 = phi i64 [ 0, %283 ], [ %336, %332 ]
  %334 = load ptr, ptr %284, align 8
  %335 = getelementptr inbounds nuw %struct.step, ptr %334, i64 %333
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #29
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %5, ptr noundef nonnull align 8 dereferenceable(32) %335, i64 32, i1 false)
  call fastcc void @bury(ptr noundef nonnull %36, ptr dead_on_return noundef %5, ptr noundef null)
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #29
  %336 = add nuw nsw i64 %333, 1
  %337 = load i32, ptr %162, align 8
  %338 = zext i32 %337 to i64
  %339 = icmp samesign ult i64 %336, %338
  br i1 %339, label %332, label %285, !llvm.loop !131

340:                                              ; preds = %170, %146, %120, %95, %89, %87, %80
  %341 = phi i32 [ -1, %80 ], [ 0, %87 ], [ 0, %89 ], [ 0, %95 ], [ -1, %146 ], [ -1, %120 ], [ -1, %170 ]
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(136) %6, ptr noundef nonnull align 8 dereferenceable(136) %35, i64 136, i1 false)
  %342 = load ptr, ptr %25, align 8
  %343 = add i32 %28, 1
  %344 = zext i32 %343 to i64
  %345 = getelementptr inbounds nuw %struct.span, ptr %342, i64 %344
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(136) %35, ptr noundef nonnull align 8 dereferenceable(136) %345, i64 136, i1 false)
  %346 = load ptr, ptr %25, align 8
  %347 = getelementptr inbounds nuw %struct.span, ptr %346, i64 %344
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(136) %347, ptr noundef nonnull align 8 dereferenceable(136) %6, i64 136, i1 false)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  %348 = add nuw nsw i64 %32, 1
  br label %349

349:                                              ; preds = %78, %340
  %350 = phi i64 [ %348, %340 ], [ 1, %78 ]
  %351 = phi i32 [ %341, %340 ], [ %33, %78 ]
  %352 = phi i32 [ %343, %340 ], [ %28, %78 ]
  %353 = load i32, ptr %19, align 4
  %354 = zext i32 %353 to i64
  %355 = icmp samesign ult i64 %350, %354
  br i1 %355, label %26, label %364, !llvm.loop !132

356:                                              ; preds = %326, %292, %291
  store i32 0, ptr %162, align 8
  %357 = getelementptr inbounds nuw i8, ptr %35, i64 128
  store i32 0, ptr %357, align 8
  store i32 0, ptr %138, align 8
  store i32 0, ptr %101, align 8
  %358 = add nuw nsw i64 %32, 1
  %359 = load i32, ptr %19, align 4
  %360 = zext i32 %359 to i64
  %361 = icmp samesign ult i64 %358, %360
  br i1 %361, label %31, label %362, !llvm.loop !132

362:                                              ; preds = %356
  %363 = add i32 %28, 1
  store i32 %363, ptr %19, align 4
  br label %367

364:                                              ; preds = %349
  %365 = add i32 %352, 1
  store i32 %365, ptr %19, align 4
  %366 = icmp eq i32 %351, 0
  br i1 %366, label %367, label %381

367:                                              ; preds = %364, %362
  %368 = phi i32 [ %363, %362 ], [ %365, %364 ]
  %369 = tail call i32 @llvm.umax.i32(i32 %368, i32 128)
  %370 = shl i32 %369, 1
  store i32 %370, ptr %21, align 4
  br label %371

371:                                              ; preds = %367, %18
  %372 = tail call fastcc i32 @find_boundary(ptr noundef nonnull %0, i64 noundef %8, ptr noundef nonnull %2)
  %373 = icmp eq i32 %372, 0
  br i1 %373, label %374, label %381

374:                                              ; preds = %371
  %375 = tail call fastcc i32 @find_boundary(ptr noundef nonnull %0, i64 noundef %13, ptr noundef nonnull %3)
  %376 = icmp ne i32 %375, 0
  %377 = sext i1 %376 to i32
  br label %381

378:                                              ; preds = %14
  store i32 0, ptr %2, align 4
  %379 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %380 = load i32, ptr %379, align 4
  store i32 %380, ptr %3, align 4
  br label %381

381:                                              ; preds = %374, %371, %364, %378
  %382 = phi i32 [ 0, %378 ], [ -1, %364 ], [ -1, %371 ], [ %377, %374 ]
  ret i32 %382
}

; Function Attrs: nounwind memory(readwrite, target_mem0: none, target_mem1: none)
define internal fastcc void @check_cell(ptr noundef readonly captures(none) %0) unnamed_addr #19 {
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
  br i1 %64, label %65, label %52, !llvm.loop !133

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
  %78 = tail call ptr @realloc(ptr noundef %66, i64 noundef %77) #31
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
  br i1 %104, label %102, label %106, !llvm.loop !134

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
  %118 = tail call ptr @realloc(ptr noundef %107, i64 noundef %117) #31
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
  br i1 %177, label %129, label %178, !llvm.loop !135

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
  br i1 %27, label %15, label %28, !llvm.loop !104

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
  %55 = tail call ptr @realloc(ptr noundef %49, i64 noundef %54) #31
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
  %88 = tail call ptr @realloc(ptr noundef %72, i64 noundef %87) #31
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
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #29
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
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #29
  br label %130

130:                                              ; preds = %82, %92, %44, %28, %32, %128
  %131 = phi i32 [ %129, %128 ], [ 0, %28 ], [ 0, %32 ], [ -1, %44 ], [ -1, %92 ], [ -1, %82 ]
  ret i32 %131
}

; Function Attrs: nofree norecurse nounwind memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none)
define internal fastcc void @bury(ptr noundef captures(none) %0, ptr dead_on_return noundef nonnull captures(none) %1, ptr noundef readnone captures(address) %2) unnamed_addr #23 {
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
  br i1 %67, label %69, label %68

68:                                               ; preds = %63
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %4, ptr noundef nonnull align 8 dereferenceable(32) %1, i64 32, i1 false)
  br label %70

69:                                               ; preds = %63
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %4, ptr noundef nonnull align 8 dereferenceable(32) %23, i64 32, i1 false)
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %59, ptr noundef nonnull align 8 dereferenceable(32) %1, i64 32, i1 false)
  br label %70

70:                                               ; preds = %68, %69
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %1, ptr noundef nonnull align 8 dereferenceable(32) %4, i64 32, i1 false)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  br label %71

71:                                               ; preds = %70, %57
  %72 = phi i32 [ 1, %70 ], [ %21, %57 ]
  %73 = add i32 %22, 1
  br label %74

74:                                               ; preds = %47, %44, %71
  %75 = phi i32 [ %73, %71 ], [ %22, %44 ], [ %22, %47 ]
  %76 = phi i32 [ %72, %71 ], [ %21, %44 ], [ %21, %47 ]
  %77 = add nuw nsw i64 %20, 1
  %78 = load i32, ptr %5, align 8
  %79 = zext i32 %78 to i64
  %80 = icmp samesign ult i64 %77, %79
  br i1 %80, label %19, label %15, !llvm.loop !136

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
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %97, ptr noundef nonnull align 8 dereferenceable(32) %1, i64 32, i1 false)
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
  tail call void @Py_IncRef(ptr noundef %10) #29
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
  tail call void @Py_IncRef(ptr noundef %30) #29
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
  br i1 %40, label %21, label %20, !llvm.loop !137
}

; Function Attrs: nofree norecurse nosync nounwind memory(read, inaccessiblemem: none, target_mem0: none, target_mem1: none)
define internal fastcc ptr @seat_of(ptr noundef readonly captures(none) %0) unnamed_addr #24 {
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
define internal fastcc void @note_use(ptr noundef captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef nonnull readonly captures(none) %2) unnamed_addr #6 {
  %4 = alloca %struct.step, align 8
  %5 = load ptr, ptr %1, align 8
  %6 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %7 = load i64, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %9 = load i64, ptr %8, align 8
  %10 = icmp eq i64 %7, %9
  br i1 %10, label %14, label %11

11:                                               ; preds = %3
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %13 = load i64, ptr %12, align 8
  br label %20

14:                                               ; preds = %3
  %15 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %16 = load i64, ptr %15, align 8
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %18 = load i64, ptr %17, align 8
  %19 = icmp ult i64 %16, %18
  br i1 %19, label %20, label %70

20:                                               ; preds = %11, %14
  %21 = phi i64 [ %13, %11 ], [ %18, %14 ]
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %23 = load i32, ptr %22, align 4
  %24 = icmp ult i64 %7, %21
  br i1 %24, label %25, label %43

25:                                               ; preds = %20
  %26 = icmp ugt i32 %23, 1
  br i1 %26, label %27, label %43

27:                                               ; preds = %25
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %29 = load ptr, ptr %28, align 8
  br label %30

30:                                               ; preds = %30, %27
  %31 = phi i32 [ %23, %27 ], [ %40, %30 ]
  %32 = phi i32 [ 0, %27 ], [ %39, %30 ]
  %33 = add i32 %32, %31
  %34 = lshr i32 %33, 1
  %35 = zext nneg i32 %34 to i64
  %36 = getelementptr inbounds nuw %struct.span, ptr %29, i64 %35
  %37 = load i64, ptr %36, align 8
  %38 = icmp ugt i64 %37, %7
  %39 = select i1 %38, i32 %32, i32 %34
  %40 = select i1 %38, i32 %34, i32 %31
  %41 = sub i32 %40, %39
  %42 = icmp ugt i32 %41, 1
  br i1 %42, label %30, label %43, !llvm.loop !104

43:                                               ; preds = %30, %20, %25
  %44 = phi i32 [ %23, %20 ], [ 0, %25 ], [ %39, %30 ]
  %45 = zext i32 %44 to i64
  %46 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %47 = load i64, ptr %46, align 8
  %48 = icmp ult i64 %47, %21
  br i1 %48, label %49, label %67

49:                                               ; preds = %43
  %50 = icmp ugt i32 %23, 1
  br i1 %50, label %51, label %67

51:                                               ; preds = %49
  %52 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %53 = load ptr, ptr %52, align 8
  br label %54

54:                                               ; preds = %54, %51
  %55 = phi i32 [ %23, %51 ], [ %64, %54 ]
  %56 = phi i32 [ 0, %51 ], [ %63, %54 ]
  %57 = add i32 %56, %55
  %58 = lshr i32 %57, 1
  %59 = zext nneg i32 %58 to i64
  %60 = getelementptr inbounds nuw %struct.span, ptr %53, i64 %59
  %61 = load i64, ptr %60, align 8
  %62 = icmp ugt i64 %61, %47
  %63 = select i1 %62, i32 %56, i32 %58
  %64 = select i1 %62, i32 %58, i32 %55
  %65 = sub i32 %64, %63
  %66 = icmp ugt i32 %65, 1
  br i1 %66, label %54, label %67, !llvm.loop !104

67:                                               ; preds = %54, %43, %49
  %68 = phi i32 [ %23, %43 ], [ 0, %49 ], [ %63, %54 ]
  %69 = getelementptr inbounds nuw i8, ptr %1, i64 9
  br label %147

70:                                               ; preds = %14
  %71 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %72 = load i32, ptr %71, align 4
  %73 = getelementptr inbounds nuw i8, ptr %1, i64 9
  %74 = load i8, ptr %73, align 1
  %75 = icmp ne i8 %74, 0
  %76 = load i32, ptr @the_tracker, align 8
  %77 = icmp eq i32 %76, 0
  %78 = select i1 %75, i1 %77, i1 false
  %79 = icmp ugt i32 %72, 1
  %80 = select i1 %78, i1 %79, i1 false
  br i1 %80, label %81, label %147

81:                                               ; preds = %70
  %82 = getelementptr inbounds nuw i8, ptr %0, i64 40
  br label %83

83:                                               ; preds = %81, %137
  %84 = phi i32 [ %72, %81 ], [ %141, %137 ]
  %85 = load ptr, ptr %82, align 8
  %86 = add i32 %84, -1
  store i32 %86, ptr %71, align 4
  %87 = zext i32 %86 to i64
  %88 = getelementptr inbounds nuw %struct.span, ptr %85, i64 %87
  %89 = getelementptr inbounds nuw i8, ptr %88, i64 16
  %90 = load ptr, ptr %89, align 8
  %91 = icmp ne ptr %90, null
  %92 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %93 = icmp eq i32 %92, 0
  %94 = select i1 %91, i1 %93, i1 false
  br i1 %94, label %95, label %105

95:                                               ; preds = %83
  %96 = getelementptr inbounds nuw i8, ptr %88, i64 40
  %97 = load ptr, ptr %96, align 8
  %98 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %99 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %100 = add i32 %99, 1
  store i32 %100, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %101 = zext i32 %99 to i64
  %102 = getelementptr inbounds nuw ptr, ptr %98, i64 %101
  store ptr %97, ptr %102, align 8
  %103 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %104 = add i32 %103, -1
  store i32 %104, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  br label %105

105:                                              ; preds = %95, %83
  store ptr null, ptr %89, align 8
  %106 = getelementptr inbounds nuw i8, ptr %88, i64 112
  %107 = load i32, ptr %106, align 8
  %108 = icmp eq i32 %107, 0
  br i1 %108, label %137, label %109

109:                                              ; preds = %105
  %110 = getelementptr inbounds nuw i8, ptr %88, i64 120
  %111 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  br label %112

112:                                              ; preds = %131, %109
  %113 = phi i32 [ %107, %109 ], [ %132, %131 ]
  %114 = phi i32 [ %111, %109 ], [ %133, %131 ]
  %115 = phi i64 [ 0, %109 ], [ %134, %131 ]
  %116 = icmp eq i32 %114, 0
  br i1 %116, label %117, label %131

117:                                              ; preds = %112
  %118 = load ptr, ptr %110, align 8
  %119 = getelementptr inbounds nuw %struct.step, ptr %118, i64 %115
  %120 = getelementptr inbounds nuw i8, ptr %119, i64 24
  %121 = load ptr, ptr %120, align 8
  %122 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %123 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %124 = add i32 %123, 1
  store i32 %124, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %125 = zext i32 %123 to i64
  %126 = getelementptr inbounds nuw ptr, ptr %122, i64 %125
  store ptr %121, ptr %126, align 8
  %127 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %128 = add i32 %127, -1
  store i32 %128, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %129 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %130 = load i32, ptr %106, align 8
  br label %131

131:                                              ; preds = %117, %112
  %132 = phi i32 [ %113, %112 ], [ %130, %117 ]
  %133 = phi i32 [ %114, %112 ], [ %129, %117 ]
  %134 = add nuw nsw i64 %115, 1
  %135 = zext i32 %132 to i64
  %136 = icmp samesign ult i64 %134, %135
  br i1 %136, label %112, label %137, !llvm.loop !130

137:                                              ; preds = %131, %105
  store i32 0, ptr %106, align 8
  %138 = getelementptr inbounds nuw i8, ptr %88, i64 128
  store i32 0, ptr %138, align 8
  %139 = getelementptr inbounds nuw i8, ptr %88, i64 64
  store i32 0, ptr %139, align 8
  %140 = getelementptr inbounds nuw i8, ptr %88, i64 48
  store i32 0, ptr %140, align 8
  %141 = load i32, ptr %71, align 4
  %142 = icmp ugt i32 %141, 1
  br i1 %142, label %83, label %143, !llvm.loop !138

143:                                              ; preds = %137
  %144 = load i64, ptr %17, align 8
  %145 = load ptr, ptr %82, align 8
  %146 = getelementptr inbounds nuw i8, ptr %145, i64 8
  store i64 %144, ptr %146, align 8
  br label %147

147:                                              ; preds = %67, %143, %70
  %148 = phi ptr [ %73, %70 ], [ %73, %143 ], [ %69, %67 ]
  %149 = phi i64 [ 0, %70 ], [ 0, %143 ], [ %45, %67 ]
  %150 = phi i32 [ %72, %70 ], [ 1, %143 ], [ %68, %67 ]
  %151 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %152 = load ptr, ptr %151, align 8
  %153 = zext i32 %150 to i64
  %154 = getelementptr inbounds nuw %struct.span, ptr %152, i64 %153
  %155 = icmp samesign eq i64 %149, %153
  br i1 %155, label %161, label %156

156:                                              ; preds = %147
  %157 = getelementptr inbounds nuw %struct.span, ptr %152, i64 %149
  %158 = getelementptr inbounds nuw i8, ptr %5, i64 24
  %159 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %160 = getelementptr inbounds nuw i8, ptr %2, i64 24
  br label %162

161:                                              ; preds = %394, %147
  ret void

162:                                              ; preds = %156, %394
  %163 = phi ptr [ %157, %156 ], [ %395, %394 ]
  %164 = load i8, ptr %148, align 1
  %165 = icmp eq i8 %164, 0
  br i1 %165, label %349, label %166

166:                                              ; preds = %162
  %167 = load i32, ptr %158, align 8
  %168 = load i32, ptr @the_tracker, align 8
  %169 = icmp eq i32 %168, 0
  br i1 %169, label %321, label %170

170:                                              ; preds = %166
  %171 = getelementptr inbounds nuw i8, ptr %163, i64 56
  %172 = load ptr, ptr %171, align 8
  %173 = icmp eq ptr %172, null
  %174 = getelementptr inbounds nuw i8, ptr %163, i64 80
  %175 = select i1 %173, ptr %174, ptr %172
  %176 = getelementptr inbounds nuw i8, ptr %163, i64 48
  %177 = getelementptr inbounds nuw i8, ptr %163, i64 64
  %178 = getelementptr inbounds nuw i8, ptr %163, i64 72
  %179 = load ptr, ptr %178, align 8
  %180 = load i32, ptr %177, align 8
  %181 = icmp eq i32 %180, 0
  br i1 %181, label %217, label %182

182:                                              ; preds = %170
  %183 = zext i32 %180 to i64
  br label %184

184:                                              ; preds = %214, %182
  %185 = phi i64 [ 0, %182 ], [ %215, %214 ]
  %186 = getelementptr inbounds nuw %struct.point, ptr %179, i64 %185
  %187 = load i64, ptr %186, align 8
  %188 = getelementptr inbounds nuw i8, ptr %186, i64 8
  %189 = load i64, ptr %188, align 8
  %190 = inttoptr i64 %187 to ptr
  %191 = load i32, ptr %176, align 4
  %192 = icmp eq i32 %191, 0
  br i1 %192, label %209, label %193

193:                                              ; preds = %184
  %194 = zext i32 %191 to i64
  br label %198

195:                                              ; preds = %198
  %196 = add nuw nsw i64 %199, 1
  %197 = icmp eq i64 %196, %194
  br i1 %197, label %209, label %198, !llvm.loop !128

198:                                              ; preds = %195, %193
  %199 = phi i64 [ 0, %193 ], [ %196, %195 ]
  %200 = getelementptr inbounds nuw %struct.point, ptr %175, i64 %199
  %201 = load ptr, ptr %200, align 8
  %202 = icmp eq ptr %201, %190
  br i1 %202, label %203, label %195

203:                                              ; preds = %198
  %204 = getelementptr inbounds nuw %struct.point, ptr %175, i64 %199
  %205 = getelementptr inbounds nuw i8, ptr %204, i64 8
  %206 = load i64, ptr %205, align 8
  %207 = icmp ugt i64 %189, %206
  br i1 %207, label %208, label %214

208:                                              ; preds = %203
  store i64 %189, ptr %205, align 8
  br label %214

209:                                              ; preds = %195, %184
  %210 = phi i64 [ 0, %184 ], [ %194, %195 ]
  %211 = add i32 %191, 1
  store i32 %211, ptr %176, align 4
  %212 = getelementptr inbounds nuw %struct.point, ptr %175, i64 %210
  store ptr %190, ptr %212, align 8
  %213 = getelementptr inbounds nuw i8, ptr %212, i64 8
  store i64 %189, ptr %213, align 8
  br label %214

214:                                              ; preds = %209, %208, %203
  %215 = add nuw nsw i64 %185, 1
  %216 = icmp eq i64 %215, %183
  br i1 %216, label %217, label %184, !llvm.loop !129

217:                                              ; preds = %214, %170
  %218 = getelementptr inbounds nuw i8, ptr %163, i64 16
  %219 = load ptr, ptr %218, align 8
  %220 = icmp eq ptr %219, null
  br i1 %220, label %247, label %221

221:                                              ; preds = %217
  %222 = getelementptr inbounds nuw i8, ptr %163, i64 24
  %223 = load i64, ptr %222, align 8
  %224 = load i32, ptr %176, align 8
  %225 = icmp eq i32 %224, 0
  br i1 %225, label %242, label %226

226:                                              ; preds = %221
  %227 = zext i32 %224 to i64
  br label %231

228:                                              ; preds = %231
  %229 = add nuw nsw i64 %232, 1
  %230 = icmp eq i64 %229, %227
  br i1 %230, label %242, label %231, !llvm.loop !128

231:                                              ; preds = %228, %226
  %232 = phi i64 [ 0, %226 ], [ %229, %228 ]
  %233 = getelementptr inbounds nuw %struct.point, ptr %175, i64 %232
  %234 = load ptr, ptr %233, align 8
  %235 = icmp eq ptr %234, %219
  br i1 %235, label %236, label %228

236:                                              ; preds = %231
  %237 = getelementptr inbounds nuw %struct.point, ptr %175, i64 %232
  %238 = getelementptr inbounds nuw i8, ptr %237, i64 8
  %239 = load i64, ptr %238, align 8
  %240 = icmp ugt i64 %223, %239
  br i1 %240, label %241, label %247

241:                                              ; preds = %236
  store i64 %223, ptr %238, align 8
  br label %247

242:                                              ; preds = %228, %221
  %243 = phi i64 [ 0, %221 ], [ %227, %228 ]
  %244 = add i32 %224, 1
  store i32 %244, ptr %176, align 4
  %245 = getelementptr inbounds nuw %struct.point, ptr %175, i64 %243
  store ptr %219, ptr %245, align 8
  %246 = getelementptr inbounds nuw i8, ptr %245, i64 8
  store i64 %223, ptr %246, align 8
  br label %247

247:                                              ; preds = %242, %241, %236, %217
  %248 = load i32, ptr %176, align 4
  %249 = icmp eq i32 %248, 0
  br i1 %249, label %250, label %254

250:                                              ; preds = %270, %247
  %251 = phi i32 [ 0, %247 ], [ %272, %270 ]
  store i32 %251, ptr %176, align 4
  %252 = getelementptr inbounds nuw i8, ptr %163, i64 128
  store i32 1, ptr %252, align 8
  %253 = icmp eq i32 %167, 0
  br i1 %253, label %276, label %309

254:                                              ; preds = %247, %270
  %255 = phi i32 [ %271, %270 ], [ %248, %247 ]
  %256 = phi i64 [ %273, %270 ], [ 0, %247 ]
  %257 = phi i32 [ %272, %270 ], [ 0, %247 ]
  %258 = getelementptr inbounds nuw %struct.point, ptr %175, i64 %256
  %259 = getelementptr inbounds nuw i8, ptr %258, i64 8
  %260 = load i64, ptr %259, align 8
  %261 = load ptr, ptr %258, align 8
  %262 = getelementptr inbounds nuw i8, ptr %261, i64 8
  %263 = load i64, ptr %262, align 8
  %264 = icmp ugt i64 %260, %263
  br i1 %264, label %265, label %270

265:                                              ; preds = %254
  %266 = add i32 %257, 1
  %267 = zext i32 %257 to i64
  %268 = getelementptr inbounds nuw %struct.point, ptr %175, i64 %267
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %268, ptr noundef nonnull align 8 dereferenceable(16) %258, i64 16, i1 false)
  %269 = load i32, ptr %176, align 4
  br label %270

270:                                              ; preds = %265, %254
  %271 = phi i32 [ %269, %265 ], [ %255, %254 ]
  %272 = phi i32 [ %266, %265 ], [ %257, %254 ]
  %273 = add nuw nsw i64 %256, 1
  %274 = zext i32 %271 to i64
  %275 = icmp samesign ult i64 %273, %274
  br i1 %275, label %254, label %250, !llvm.loop !139

276:                                              ; preds = %250
  %277 = getelementptr inbounds nuw i8, ptr %163, i64 112
  %278 = load i32, ptr %277, align 8
  %279 = icmp eq i32 %278, 0
  br i1 %279, label %308, label %280

280:                                              ; preds = %276
  %281 = getelementptr inbounds nuw i8, ptr %163, i64 120
  %282 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  br label %283

283:                                              ; preds = %302, %280
  %284 = phi i32 [ %278, %280 ], [ %303, %302 ]
  %285 = phi i32 [ %282, %280 ], [ %304, %302 ]
  %286 = phi i64 [ 0, %280 ], [ %305, %302 ]
  %287 = icmp eq i32 %285, 0
  br i1 %287, label %288, label %302

288:                                              ; preds = %283
  %289 = load ptr, ptr %281, align 8
  %290 = getelementptr inbounds nuw %struct.step, ptr %289, i64 %286
  %291 = getelementptr inbounds nuw i8, ptr %290, i64 24
  %292 = load ptr, ptr %291, align 8
  %293 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %294 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %295 = add i32 %294, 1
  store i32 %295, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %296 = zext i32 %294 to i64
  %297 = getelementptr inbounds nuw ptr, ptr %293, i64 %296
  store ptr %292, ptr %297, align 8
  %298 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %299 = add i32 %298, -1
  store i32 %299, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %300 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %301 = load i32, ptr %277, align 8
  br label %302

302:                                              ; preds = %288, %283
  %303 = phi i32 [ %284, %283 ], [ %301, %288 ]
  %304 = phi i32 [ %285, %283 ], [ %300, %288 ]
  %305 = add nuw nsw i64 %286, 1
  %306 = zext i32 %303 to i64
  %307 = icmp samesign ult i64 %305, %306
  br i1 %307, label %283, label %308, !llvm.loop !130

308:                                              ; preds = %302, %276
  store i32 0, ptr %277, align 8
  br label %325

309:                                              ; preds = %250
  %310 = load ptr, ptr %218, align 8
  %311 = icmp eq ptr %310, null
  br i1 %311, label %325, label %312

312:                                              ; preds = %309
  %313 = load ptr, ptr %2, align 8
  %314 = icmp eq ptr %310, %313
  br i1 %314, label %315, label %320

315:                                              ; preds = %312
  %316 = getelementptr inbounds nuw i8, ptr %163, i64 24
  %317 = load i64, ptr %316, align 8
  %318 = load i64, ptr %159, align 8
  %319 = icmp eq i64 %317, %318
  br i1 %319, label %325, label %320

320:                                              ; preds = %315, %312
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #29
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %4, ptr noundef nonnull align 8 dereferenceable(32) %218, i64 32, i1 false)
  call fastcc void @bury(ptr noundef nonnull %163, ptr dead_on_return noundef %4, ptr noundef %313)
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #29
  store ptr null, ptr %218, align 8
  br label %325

321:                                              ; preds = %166
  %322 = getelementptr inbounds nuw i8, ptr %163, i64 128
  store i32 0, ptr %322, align 8
  %323 = getelementptr inbounds nuw i8, ptr %163, i64 64
  store i32 0, ptr %323, align 8
  %324 = getelementptr inbounds nuw i8, ptr %163, i64 48
  store i32 0, ptr %324, align 8
  br label %325

325:                                              ; preds = %321, %320, %315, %309, %308
  %326 = getelementptr inbounds nuw i8, ptr %163, i64 16
  %327 = load ptr, ptr %326, align 8
  %328 = icmp ne ptr %327, null
  %329 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %330 = icmp eq i32 %329, 0
  %331 = select i1 %328, i1 %330, i1 false
  br i1 %331, label %332, label %342

332:                                              ; preds = %325
  %333 = getelementptr inbounds nuw i8, ptr %163, i64 40
  %334 = load ptr, ptr %333, align 8
  %335 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %336 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %337 = add i32 %336, 1
  store i32 %337, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %338 = zext i32 %336 to i64
  %339 = getelementptr inbounds nuw ptr, ptr %335, i64 %338
  store ptr %334, ptr %339, align 8
  %340 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %341 = add i32 %340, -1
  store i32 %341, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  br label %342

342:                                              ; preds = %332, %325
  store ptr null, ptr %326, align 8
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %326, ptr noundef nonnull readonly align 8 dereferenceable(32) %2, i64 32, i1 false)
  %343 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %344 = icmp eq i32 %343, 0
  br i1 %344, label %345, label %394

345:                                              ; preds = %342
  %346 = load ptr, ptr %160, align 8
  tail call void @Py_IncRef(ptr noundef %346) #29
  %347 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %348 = add i32 %347, 1
  store i32 %348, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  br label %394

349:                                              ; preds = %162
  %350 = load ptr, ptr %5, align 8
  %351 = getelementptr inbounds nuw i8, ptr %163, i64 128
  %352 = load i32, ptr %351, align 8
  %353 = icmp eq i32 %352, 0
  br i1 %353, label %354, label %362

354:                                              ; preds = %349
  %355 = getelementptr inbounds nuw i8, ptr %350, i64 8
  %356 = load i32, ptr %355, align 8
  %357 = icmp eq i32 %356, 0
  br i1 %357, label %362, label %358

358:                                              ; preds = %354
  %359 = getelementptr inbounds nuw i8, ptr %350, i64 12
  %360 = load i32, ptr %359, align 4
  %361 = icmp eq i32 %360, 0
  br i1 %361, label %394, label %362

362:                                              ; preds = %358, %354, %349
  %363 = getelementptr inbounds nuw i8, ptr %163, i64 56
  %364 = load ptr, ptr %363, align 8
  %365 = icmp eq ptr %364, null
  %366 = getelementptr inbounds nuw i8, ptr %163, i64 80
  %367 = select i1 %365, ptr %366, ptr %364
  %368 = getelementptr inbounds nuw i8, ptr %163, i64 48
  %369 = load i32, ptr %368, align 8
  %370 = icmp eq i32 %369, 0
  %371 = load ptr, ptr %2, align 8
  br i1 %370, label %384, label %372

372:                                              ; preds = %362
  %373 = zext i32 %369 to i64
  br label %374

374:                                              ; preds = %379, %372
  %375 = phi i64 [ 0, %372 ], [ %380, %379 ]
  %376 = getelementptr inbounds nuw %struct.point, ptr %367, i64 %375
  %377 = load ptr, ptr %376, align 8
  %378 = icmp eq ptr %377, %371
  br i1 %378, label %382, label %379

379:                                              ; preds = %374
  %380 = add nuw nsw i64 %375, 1
  %381 = icmp eq i64 %380, %373
  br i1 %381, label %384, label %374, !llvm.loop !140

382:                                              ; preds = %374
  %383 = trunc nuw i64 %375 to i32
  br label %384

384:                                              ; preds = %379, %382, %362
  %385 = phi i32 [ 0, %362 ], [ %383, %382 ], [ %369, %379 ]
  %386 = zext i32 %385 to i64
  %387 = getelementptr inbounds nuw %struct.point, ptr %367, i64 %386
  %388 = load i64, ptr %159, align 8
  store ptr %371, ptr %387, align 8
  %389 = getelementptr inbounds nuw i8, ptr %387, i64 8
  store i64 %388, ptr %389, align 8
  %390 = load i32, ptr %368, align 8
  %391 = icmp eq i32 %385, %390
  %392 = zext i1 %391 to i32
  %393 = add i32 %390, %392
  store i32 %393, ptr %368, align 8
  store i32 1, ptr %351, align 8
  br label %394

394:                                              ; preds = %384, %358, %345, %342
  %395 = getelementptr inbounds nuw i8, ptr %163, i64 136
  %396 = icmp eq ptr %395, %154
  br i1 %396, label %161, label %162, !llvm.loop !141
}

; Function Attrs: nounwind memory(readwrite, target_mem0: none, target_mem1: none)
define internal fastcc void @need(ptr noundef readonly captures(address) %0, [2 x i64] %1, i32 noundef range(i32 0, 4) %2, ptr noundef %3) unnamed_addr #19 {
  %5 = extractvalue [2 x i64] %1, 0
  %6 = inttoptr i64 %5 to ptr
  %7 = extractvalue [2 x i64] %1, 1
  %8 = icmp eq ptr %0, %6
  br i1 %8, label %114, label %9

9:                                                ; preds = %4
  %10 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %11 = load i64, ptr %10, align 8
  %12 = icmp ugt i64 %7, %11
  br i1 %12, label %13, label %114

13:                                               ; preds = %9
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %15 = load ptr, ptr %14, align 8
  %16 = icmp eq ptr %15, null
  br i1 %16, label %64, label %17

17:                                               ; preds = %13
  %18 = getelementptr inbounds nuw i8, ptr %15, i64 16
  %19 = getelementptr inbounds nuw i8, ptr %15, i64 4
  %20 = load i32, ptr %19, align 4
  %21 = icmp ugt i32 %20, 8
  br i1 %21, label %29, label %22

22:                                               ; preds = %29, %17
  %23 = phi i32 [ %20, %17 ], [ %38, %29 ]
  %24 = phi i32 [ 0, %17 ], [ %39, %29 ]
  %25 = icmp ult i32 %24, %23
  br i1 %25, label %26, label %52

26:                                               ; preds = %22
  %27 = zext nneg i32 %24 to i64
  %28 = zext i32 %23 to i64
  br label %42

29:                                               ; preds = %17, %29
  %30 = phi i32 [ %39, %29 ], [ 0, %17 ]
  %31 = phi i32 [ %38, %29 ], [ %20, %17 ]
  %32 = add i32 %31, %30
  %33 = lshr i32 %32, 1
  %34 = zext nneg i32 %33 to i64
  %35 = getelementptr inbounds nuw %struct.point, ptr %18, i64 %34
  %36 = load ptr, ptr %35, align 8
  %37 = icmp ugt ptr %36, %6
  %38 = select i1 %37, i32 %33, i32 %31
  %39 = select i1 %37, i32 %30, i32 %33
  %40 = sub i32 %38, %39
  %41 = icmp ugt i32 %40, 8
  br i1 %41, label %29, label %22, !llvm.loop !78

42:                                               ; preds = %47, %26
  %43 = phi i64 [ %27, %26 ], [ %48, %47 ]
  %44 = getelementptr inbounds nuw %struct.point, ptr %18, i64 %43
  %45 = load ptr, ptr %44, align 8
  %46 = icmp ult ptr %45, %6
  br i1 %46, label %47, label %50

47:                                               ; preds = %42
  %48 = add nuw nsw i64 %43, 1
  %49 = icmp eq i64 %48, %28
  br i1 %49, label %52, label %42, !llvm.loop !79

50:                                               ; preds = %42
  %51 = trunc nuw i64 %43 to i32
  br label %52

52:                                               ; preds = %47, %50, %22
  %53 = phi i32 [ %24, %22 ], [ %51, %50 ], [ %23, %47 ]
  %54 = icmp ult i32 %53, %20
  br i1 %54, label %55, label %64

55:                                               ; preds = %52
  %56 = zext i32 %53 to i64
  %57 = getelementptr inbounds nuw %struct.point, ptr %18, i64 %56
  %58 = load ptr, ptr %57, align 8
  %59 = icmp eq ptr %58, %6
  br i1 %59, label %60, label %64

60:                                               ; preds = %55
  %61 = getelementptr inbounds nuw i8, ptr %57, i64 8
  %62 = load i64, ptr %61, align 8
  %63 = icmp ugt i64 %7, %62
  br i1 %63, label %64, label %114

64:                                               ; preds = %52, %55, %13, %60
  %65 = getelementptr inbounds nuw i8, ptr %6, i64 48
  %66 = load i64, ptr %65, align 8
  %67 = load i64, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 72), align 8
  %68 = icmp eq i64 %66, %67
  %69 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 8), align 8
  br i1 %68, label %70, label %78

70:                                               ; preds = %64
  %71 = getelementptr inbounds nuw i8, ptr %6, i64 44
  %72 = load i32, ptr %71, align 4
  %73 = zext i32 %72 to i64
  %74 = getelementptr inbounds nuw %struct.edge, ptr %69, i64 %73
  %75 = getelementptr inbounds nuw i8, ptr %74, i64 8
  %76 = load i64, ptr %75, align 8
  %77 = icmp ugt i64 %7, %76
  br i1 %77, label %108, label %114

78:                                               ; preds = %64
  %79 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %80 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 20), align 4
  %81 = icmp ult i32 %79, %80
  br i1 %81, label %97, label %82

82:                                               ; preds = %78
  %83 = zext i32 %80 to i64
  %84 = zext i32 %79 to i64
  %85 = add nuw nsw i64 %84, 1
  %86 = icmp ult i32 %80, 2
  %87 = shl nuw nsw i64 %83, 1
  %88 = select i1 %86, i64 4, i64 %87
  %89 = tail call i64 @llvm.umax.i64(i64 %88, i64 %85)
  %90 = shl nuw nsw i64 %89, 5
  %91 = tail call ptr @realloc(ptr noundef %69, i64 noundef %90) #31
  %92 = icmp eq ptr %91, null
  br i1 %92, label %99, label %93

93:                                               ; preds = %82
  %94 = trunc i64 %89 to i32
  store i32 %94, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 20), align 4
  %95 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %96 = load i64, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 72), align 8
  br label %100

97:                                               ; preds = %78
  %98 = icmp eq ptr %69, null
  br i1 %98, label %99, label %100

99:                                               ; preds = %82, %97
  store i32 1, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 64), align 8
  br label %114

100:                                              ; preds = %93, %97
  %101 = phi i64 [ %96, %93 ], [ %67, %97 ]
  %102 = phi i32 [ %95, %93 ], [ %79, %97 ]
  %103 = phi ptr [ %91, %93 ], [ %69, %97 ]
  store ptr %103, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 8), align 8
  %104 = add i32 %102, 1
  store i32 %104, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 16), align 8
  %105 = zext i32 %102 to i64
  %106 = getelementptr inbounds nuw %struct.edge, ptr %103, i64 %105
  store i64 %101, ptr %65, align 8
  %107 = getelementptr inbounds nuw i8, ptr %6, i64 44
  store i32 %102, ptr %107, align 4
  br label %108

108:                                              ; preds = %70, %100
  %109 = phi ptr [ %74, %70 ], [ %106, %100 ]
  store ptr %6, ptr %109, align 8
  %110 = getelementptr inbounds nuw i8, ptr %109, i64 8
  store i64 %7, ptr %110, align 8
  %111 = getelementptr inbounds nuw i8, ptr %109, i64 16
  store i32 %2, ptr %111, align 8
  %112 = getelementptr inbounds nuw i8, ptr %109, i64 20
  store i32 0, ptr %112, align 4
  %113 = getelementptr inbounds nuw i8, ptr %109, i64 24
  store ptr %3, ptr %113, align 8
  br label %114

114:                                              ; preds = %99, %108, %70, %4, %9, %60
  ret void
}

; Function Attrs: nounwind memory(readwrite, target_mem0: none, target_mem1: none)
define internal fastcc range(i32 -1, 1) i32 @await_points(ptr noundef readnone captures(address) %0, ptr noundef readonly captures(none) %1, i32 noundef %2, ptr noundef readonly captures(none) %3, i32 noundef %4, i32 noundef %5) unnamed_addr #19 {
  %7 = icmp eq i32 %4, 0
  br i1 %7, label %103, label %8

8:                                                ; preds = %6
  %9 = icmp ugt i32 %2, 8
  %10 = icmp eq i32 %5, 0
  %11 = zext i32 %4 to i64
  br label %12

12:                                               ; preds = %8, %100
  %13 = phi i64 [ 0, %8 ], [ %101, %100 ]
  %14 = getelementptr inbounds nuw %struct.point, ptr %3, i64 %13
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds nuw i8, ptr %14, i64 8
  %17 = load i64, ptr %16, align 8
  %18 = icmp eq ptr %15, %0
  br i1 %18, label %100, label %19

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
  br i1 %39, label %27, label %20, !llvm.loop !78

40:                                               ; preds = %45, %24
  %41 = phi i64 [ %25, %24 ], [ %46, %45 ]
  %42 = getelementptr inbounds nuw %struct.point, ptr %1, i64 %41
  %43 = load ptr, ptr %42, align 8
  %44 = icmp ult ptr %43, %15
  br i1 %44, label %45, label %48

45:                                               ; preds = %40
  %46 = add nuw nsw i64 %41, 1
  %47 = icmp eq i64 %46, %26
  br i1 %47, label %50, label %40, !llvm.loop !79

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
  br i1 %63, label %64, label %100

64:                                               ; preds = %61
  br i1 %10, label %65, label %69

65:                                               ; preds = %64
  %66 = getelementptr inbounds nuw i8, ptr %15, i64 8
  %67 = load i64, ptr %66, align 8
  %68 = icmp ugt i64 %17, %67
  br i1 %68, label %69, label %100

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
  %83 = tail call ptr @realloc(ptr noundef %70, i64 noundef %82) #31
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
  br label %103

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
  store <2 x i32> <i32 4, i32 0>, ptr %98, align 8
  %99 = getelementptr inbounds nuw i8, ptr %96, i64 24
  store ptr null, ptr %99, align 8
  br label %100

100:                                              ; preds = %12, %65, %61, %91
  %101 = add nuw nsw i64 %13, 1
  %102 = icmp eq i64 %101, %11
  br i1 %102, label %103, label %12, !llvm.loop !142

103:                                              ; preds = %100, %6, %90
  %104 = phi i32 [ -1, %90 ], [ 0, %6 ], [ 0, %100 ]
  ret i32 %104
}

declare i64 @PyList_Size(ptr noundef) local_unnamed_addr #12

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
  %12 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %11) #29
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
  tail call void @Py_IncRef(ptr noundef nonnull %26) #29
  br label %29

29:                                               ; preds = %14, %28
  %30 = tail call i32 @PyTuple_SetItem(ptr noundef %0, i64 noundef %23, ptr noundef %26) #29
  %31 = or disjoint i32 %22, 1
  %32 = zext i32 %31 to i64
  %33 = tail call i32 @PyTuple_SetItem(ptr noundef %0, i64 noundef %32, ptr noundef nonnull %12) #29
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
  tail call void @Py_IncRef(ptr noundef nonnull %40) #29
  br label %43

43:                                               ; preds = %29, %42
  %44 = tail call i32 @PyTuple_SetItem(ptr noundef %0, i64 noundef %35, ptr noundef %40) #29
  %45 = or disjoint i32 %22, 3
  %46 = zext i32 %45 to i64
  %47 = icmp eq ptr %20, null
  br i1 %47, label %49, label %48

48:                                               ; preds = %43
  tail call void @Py_IncRef(ptr noundef nonnull %20) #29
  br label %49

49:                                               ; preds = %43, %48
  %50 = tail call i32 @PyTuple_SetItem(ptr noundef %0, i64 noundef %46, ptr noundef %20) #29
  %51 = add nuw nsw i64 %8, 1
  %52 = icmp eq i64 %51, %6
  br i1 %52, label %53, label %7, !llvm.loop !143

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
  tail call void @Py_IncRef(ptr noundef nonnull %12) #29
  br label %15

15:                                               ; preds = %8, %14
  %16 = tail call i32 @PyTuple_SetItem(ptr noundef %0, i64 noundef %9, ptr noundef %12) #29
  %17 = add nuw nsw i64 %9, 1
  %18 = icmp eq i64 %17, %6
  br i1 %18, label %7, label %8, !llvm.loop !97
}

; Function Attrs: nounwind
define internal fastcc i32 @put_item(ptr noundef readonly captures(none) %0, ptr noundef %1, i64 noundef %2, ptr noundef %3, ptr noundef %4, ptr noundef %5) unnamed_addr #6 {
  %7 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %2) #29
  %8 = icmp eq ptr %7, null
  br i1 %8, label %36, label %9

9:                                                ; preds = %6
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %11 = load ptr, ptr %10, align 8
  %12 = icmp eq ptr %11, null
  br i1 %12, label %14, label %13

13:                                               ; preds = %9
  tail call void @Py_IncRef(ptr noundef nonnull %11) #29
  br label %14

14:                                               ; preds = %9, %13
  %15 = tail call i32 @PyTuple_SetItem(ptr noundef %1, i64 noundef 0, ptr noundef %11) #29
  %16 = tail call i32 @PyTuple_SetItem(ptr noundef %1, i64 noundef 1, ptr noundef nonnull %7) #29
  %17 = icmp eq ptr %3, null
  br i1 %17, label %19, label %18

18:                                               ; preds = %14
  tail call void @Py_IncRef(ptr noundef nonnull %3) #29
  br label %19

19:                                               ; preds = %14, %18
  %20 = tail call i32 @PyTuple_SetItem(ptr noundef %1, i64 noundef 2, ptr noundef %3) #29
  %21 = icmp eq ptr %4, null
  br i1 %21, label %23, label %22

22:                                               ; preds = %19
  tail call void @Py_IncRef(ptr noundef nonnull %4) #29
  br label %23

23:                                               ; preds = %19, %22
  %24 = tail call i32 @PyTuple_SetItem(ptr noundef %1, i64 noundef 3, ptr noundef %4) #29
  %25 = icmp eq ptr %5, null
  br i1 %25, label %27, label %26

26:                                               ; preds = %23
  tail call void @Py_IncRef(ptr noundef nonnull %5) #29
  br label %27

27:                                               ; preds = %23, %26
  %28 = tail call i32 @PyTuple_SetItem(ptr noundef %1, i64 noundef 4, ptr noundef %5) #29
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 216
  %30 = load ptr, ptr %29, align 8
  %31 = load i64, ptr @head_bytes, align 8
  %32 = getelementptr inbounds i8, ptr %30, i64 %31
  %33 = getelementptr inbounds nuw i8, ptr %32, i64 32
  %34 = load ptr, ptr %33, align 8
  %35 = tail call i32 @PyList_Append(ptr noundef %34, ptr noundef %1) #29
  br label %36

36:                                               ; preds = %6, %27
  %37 = phi i32 [ %35, %27 ], [ -1, %6 ]
  ret i32 %37
}

declare i32 @PyList_SetSlice(ptr noundef, i64 noundef, i64 noundef, ptr noundef) local_unnamed_addr #12

; Function Attrs: nounwind
define internal fastcc range(i32 0, 2) i32 @put_mark(ptr noundef readonly captures(none) %0, i64 noundef %1, ptr noundef %2) unnamed_addr #6 {
  %4 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %1) #29
  %5 = icmp eq ptr %4, null
  br i1 %5, label %12, label %6

6:                                                ; preds = %3
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %8 = load ptr, ptr %7, align 8
  %9 = tail call i32 @PyDict_SetItem(ptr noundef %8, ptr noundef nonnull %4, ptr noundef %2) #29
  %10 = icmp ne i32 %9, 0
  %11 = zext i1 %10 to i32
  tail call void @Py_DecRef(ptr noundef nonnull %4) #29
  br label %12

12:                                               ; preds = %3, %6
  %13 = phi i32 [ %11, %6 ], [ 1, %3 ]
  ret i32 %13
}

; Function Attrs: inlinehint nounwind
define internal fastcc void @note(ptr noundef captures(none) %0, ptr noundef readonly captures(none) %1, i32 noundef %2, ptr dead_on_return noundef nonnull readonly captures(none) %3) unnamed_addr #21 {
  %5 = icmp eq i32 %2, 0
  %6 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 128), align 8
  br i1 %5, label %9, label %7

7:                                                ; preds = %4
  %8 = zext i32 %2 to i64
  br label %14

9:                                                ; preds = %40, %4
  %10 = phi i32 [ %6, %4 ], [ %41, %40 ]
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %44, label %12

12:                                               ; preds = %9
  %13 = getelementptr inbounds nuw i8, ptr %3, i64 8
  br label %49

14:                                               ; preds = %7, %40
  %15 = phi i32 [ %6, %7 ], [ %41, %40 ]
  %16 = phi i64 [ 0, %7 ], [ %42, %40 ]
  %17 = getelementptr inbounds nuw %struct.use, ptr %1, i64 %16
  %18 = load ptr, ptr %17, align 8
  %19 = load ptr, ptr %18, align 8
  %20 = load ptr, ptr %19, align 8
  %21 = icmp eq i32 %15, 0
  br i1 %21, label %38, label %22

22:                                               ; preds = %14
  %23 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 120), align 8
  %24 = zext i32 %15 to i64
  br label %28

25:                                               ; preds = %28
  %26 = add nuw nsw i64 %29, 1
  %27 = icmp eq i64 %26, %24
  br i1 %27, label %38, label %28, !llvm.loop !106

28:                                               ; preds = %25, %22
  %29 = phi i64 [ 0, %22 ], [ %26, %25 ]
  %30 = getelementptr inbounds nuw %struct.shadow, ptr %23, i64 %29
  %31 = load ptr, ptr %30, align 8
  %32 = icmp eq ptr %31, %20
  br i1 %32, label %33, label %25

33:                                               ; preds = %28
  %34 = getelementptr inbounds nuw %struct.shadow, ptr %23, i64 %29
  %35 = getelementptr inbounds nuw i8, ptr %34, i64 8
  %36 = load ptr, ptr %35, align 8
  %37 = icmp eq ptr %36, null
  br i1 %37, label %38, label %40

38:                                               ; preds = %25, %33, %14
  tail call fastcc void @note_use(ptr noundef %20, ptr noundef nonnull %17, ptr noundef %3)
  %39 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 128), align 8
  br label %40

40:                                               ; preds = %38, %33
  %41 = phi i32 [ %39, %38 ], [ %15, %33 ]
  %42 = add nuw nsw i64 %16, 1
  %43 = icmp eq i64 %42, %8
  br i1 %43, label %9, label %14, !llvm.loop !144

44:                                               ; preds = %222, %9
  %45 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %46 = load i64, ptr %45, align 8
  store i64 %46, ptr %0, align 8
  %47 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 112), align 8
  %48 = icmp eq ptr %47, null
  br i1 %48, label %268, label %237

49:                                               ; preds = %12, %222
  %50 = phi i64 [ 0, %12 ], [ %233, %222 ]
  %51 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 120), align 8
  %52 = getelementptr inbounds nuw %struct.shadow, ptr %51, i64 %50
  %53 = load ptr, ptr %52, align 8
  %54 = getelementptr inbounds nuw i8, ptr %52, i64 8
  %55 = load ptr, ptr %54, align 8
  %56 = getelementptr inbounds nuw i8, ptr %53, i64 28
  %57 = load i32, ptr %56, align 4
  %58 = getelementptr inbounds nuw i8, ptr %53, i64 32
  %59 = load i32, ptr %58, align 8
  %60 = getelementptr inbounds nuw i8, ptr %53, i64 40
  %61 = load ptr, ptr %60, align 8
  %62 = getelementptr inbounds nuw i8, ptr %53, i64 48
  %63 = getelementptr inbounds nuw i8, ptr %55, i64 28
  %64 = load i32, ptr %63, align 4
  %65 = icmp eq i32 %64, 0
  br i1 %65, label %68, label %66

66:                                               ; preds = %49
  %67 = getelementptr inbounds nuw i8, ptr %55, i64 40
  br label %72

68:                                               ; preds = %156, %49
  %69 = icmp eq i32 %57, 0
  br i1 %69, label %161, label %70

70:                                               ; preds = %68
  %71 = zext i32 %57 to i64
  br label %163

72:                                               ; preds = %156, %66
  %73 = phi i64 [ 0, %66 ], [ %157, %156 ]
  %74 = load ptr, ptr %67, align 8
  %75 = getelementptr inbounds nuw %struct.span, ptr %74, i64 %73
  %76 = getelementptr inbounds nuw i8, ptr %75, i64 56
  %77 = load ptr, ptr %76, align 8
  %78 = icmp eq ptr %77, null
  %79 = getelementptr inbounds nuw i8, ptr %75, i64 80
  %80 = select i1 %78, ptr %79, ptr %77
  %81 = getelementptr inbounds nuw i8, ptr %75, i64 16
  %82 = load ptr, ptr %81, align 8
  %83 = load ptr, ptr %3, align 8
  %84 = icmp eq ptr %82, %83
  br i1 %84, label %85, label %91

85:                                               ; preds = %72
  %86 = getelementptr inbounds nuw i8, ptr %75, i64 24
  %87 = load i64, ptr %86, align 8
  %88 = load i64, ptr %83, align 8
  %89 = icmp ugt i64 %87, %88
  br i1 %89, label %90, label %91

90:                                               ; preds = %85
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %81, ptr noundef nonnull readonly align 8 dereferenceable(32) %3, i64 32, i1 false)
  br label %91

91:                                               ; preds = %90, %85, %72
  %92 = getelementptr inbounds nuw i8, ptr %75, i64 48
  %93 = load i32, ptr %92, align 8
  %94 = icmp eq i32 %93, 0
  br i1 %94, label %115, label %95

95:                                               ; preds = %91, %110
  %96 = phi i32 [ %111, %110 ], [ %93, %91 ]
  %97 = phi i64 [ %112, %110 ], [ 0, %91 ]
  %98 = getelementptr inbounds nuw %struct.point, ptr %80, i64 %97
  %99 = load ptr, ptr %98, align 8
  %100 = load ptr, ptr %3, align 8
  %101 = icmp eq ptr %99, %100
  br i1 %101, label %102, label %110

102:                                              ; preds = %95
  %103 = getelementptr inbounds nuw i8, ptr %98, i64 8
  %104 = load i64, ptr %103, align 8
  %105 = load i64, ptr %100, align 8
  %106 = icmp ugt i64 %104, %105
  br i1 %106, label %107, label %110

107:                                              ; preds = %102
  %108 = load i64, ptr %13, align 8
  store i64 %108, ptr %103, align 8
  %109 = load i32, ptr %92, align 8
  br label %110

110:                                              ; preds = %107, %102, %95
  %111 = phi i32 [ %96, %95 ], [ %96, %102 ], [ %109, %107 ]
  %112 = add nuw nsw i64 %97, 1
  %113 = zext i32 %111 to i64
  %114 = icmp samesign ult i64 %112, %113
  br i1 %114, label %95, label %115, !llvm.loop !145

115:                                              ; preds = %110, %91
  %116 = load ptr, ptr %67, align 8
  %117 = getelementptr inbounds nuw %struct.span, ptr %116, i64 %73
  %118 = getelementptr inbounds nuw i8, ptr %117, i64 16
  %119 = load ptr, ptr %118, align 8
  %120 = icmp ne ptr %119, null
  %121 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %122 = icmp eq i32 %121, 0
  %123 = select i1 %120, i1 %122, i1 false
  br i1 %123, label %124, label %129

124:                                              ; preds = %115
  %125 = getelementptr inbounds nuw i8, ptr %117, i64 40
  %126 = load ptr, ptr %125, align 8
  tail call void @Py_IncRef(ptr noundef %126) #29
  %127 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %128 = add i32 %127, 1
  store i32 %128, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  br label %129

129:                                              ; preds = %124, %115
  %130 = getelementptr inbounds nuw i8, ptr %117, i64 112
  %131 = load i32, ptr %130, align 8
  %132 = icmp eq i32 %131, 0
  br i1 %132, label %156, label %133

133:                                              ; preds = %129
  %134 = getelementptr inbounds nuw i8, ptr %117, i64 120
  %135 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  br label %136

136:                                              ; preds = %150, %133
  %137 = phi i32 [ %131, %133 ], [ %151, %150 ]
  %138 = phi i32 [ %135, %133 ], [ %152, %150 ]
  %139 = phi i64 [ 0, %133 ], [ %153, %150 ]
  %140 = icmp eq i32 %138, 0
  br i1 %140, label %141, label %150

141:                                              ; preds = %136
  %142 = load ptr, ptr %134, align 8
  %143 = getelementptr inbounds nuw %struct.step, ptr %142, i64 %139
  %144 = getelementptr inbounds nuw i8, ptr %143, i64 24
  %145 = load ptr, ptr %144, align 8
  tail call void @Py_IncRef(ptr noundef %145) #29
  %146 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %147 = add i32 %146, 1
  store i32 %147, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %148 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %149 = load i32, ptr %130, align 8
  br label %150

150:                                              ; preds = %141, %136
  %151 = phi i32 [ %137, %136 ], [ %149, %141 ]
  %152 = phi i32 [ %138, %136 ], [ %148, %141 ]
  %153 = add nuw nsw i64 %139, 1
  %154 = zext i32 %151 to i64
  %155 = icmp samesign ult i64 %153, %154
  br i1 %155, label %136, label %156, !llvm.loop !137

156:                                              ; preds = %150, %129
  %157 = add nuw nsw i64 %73, 1
  %158 = load i32, ptr %63, align 4
  %159 = zext i32 %158 to i64
  %160 = icmp samesign ult i64 %157, %159
  br i1 %160, label %72, label %68, !llvm.loop !146

161:                                              ; preds = %217, %68
  %162 = icmp eq ptr %61, %62
  br i1 %162, label %220, label %222

163:                                              ; preds = %217, %70
  %164 = phi i64 [ 0, %70 ], [ %218, %217 ]
  %165 = load ptr, ptr %60, align 8
  %166 = getelementptr inbounds nuw %struct.span, ptr %165, i64 %164
  %167 = getelementptr inbounds nuw i8, ptr %166, i64 16
  %168 = load ptr, ptr %167, align 8
  %169 = icmp ne ptr %168, null
  %170 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %171 = icmp eq i32 %170, 0
  %172 = select i1 %169, i1 %171, i1 false
  br i1 %172, label %173, label %183

173:                                              ; preds = %163
  %174 = getelementptr inbounds nuw i8, ptr %166, i64 40
  %175 = load ptr, ptr %174, align 8
  %176 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %177 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %178 = add i32 %177, 1
  store i32 %178, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %179 = zext i32 %177 to i64
  %180 = getelementptr inbounds nuw ptr, ptr %176, i64 %179
  store ptr %175, ptr %180, align 8
  %181 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %182 = add i32 %181, -1
  store i32 %182, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  br label %183

183:                                              ; preds = %173, %163
  store ptr null, ptr %167, align 8
  %184 = load ptr, ptr %60, align 8
  %185 = getelementptr inbounds nuw %struct.span, ptr %184, i64 %164
  %186 = getelementptr inbounds nuw i8, ptr %185, i64 112
  %187 = load i32, ptr %186, align 8
  %188 = icmp eq i32 %187, 0
  br i1 %188, label %217, label %189

189:                                              ; preds = %183
  %190 = getelementptr inbounds nuw i8, ptr %185, i64 120
  %191 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  br label %192

192:                                              ; preds = %211, %189
  %193 = phi i32 [ %187, %189 ], [ %212, %211 ]
  %194 = phi i32 [ %191, %189 ], [ %213, %211 ]
  %195 = phi i64 [ 0, %189 ], [ %214, %211 ]
  %196 = icmp eq i32 %194, 0
  br i1 %196, label %197, label %211

197:                                              ; preds = %192
  %198 = load ptr, ptr %190, align 8
  %199 = getelementptr inbounds nuw %struct.step, ptr %198, i64 %195
  %200 = getelementptr inbounds nuw i8, ptr %199, i64 24
  %201 = load ptr, ptr %200, align 8
  %202 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 40), align 8
  %203 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %204 = add i32 %203, 1
  store i32 %204, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %205 = zext i32 %203 to i64
  %206 = getelementptr inbounds nuw ptr, ptr %202, i64 %205
  store ptr %201, ptr %206, align 8
  %207 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %208 = add i32 %207, -1
  store i32 %208, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 56), align 8
  %209 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 60), align 4
  %210 = load i32, ptr %186, align 8
  br label %211

211:                                              ; preds = %197, %192
  %212 = phi i32 [ %193, %192 ], [ %210, %197 ]
  %213 = phi i32 [ %194, %192 ], [ %209, %197 ]
  %214 = add nuw nsw i64 %195, 1
  %215 = zext i32 %212 to i64
  %216 = icmp samesign ult i64 %214, %215
  br i1 %216, label %192, label %217, !llvm.loop !130

217:                                              ; preds = %211, %183
  store i32 0, ptr %186, align 8
  %218 = add nuw nsw i64 %164, 1
  %219 = icmp eq i64 %218, %71
  br i1 %219, label %161, label %163, !llvm.loop !147

220:                                              ; preds = %161
  %221 = getelementptr inbounds nuw i8, ptr %55, i64 48
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(136) %221, ptr noundef nonnull align 8 dereferenceable(136) %62, i64 136, i1 false)
  br label %222

222:                                              ; preds = %161, %220
  %223 = getelementptr inbounds nuw i8, ptr %53, i64 36
  %224 = getelementptr inbounds nuw i8, ptr %55, i64 40
  %225 = load ptr, ptr %224, align 8
  store ptr %225, ptr %60, align 8
  %226 = load i32, ptr %63, align 4
  store i32 %226, ptr %56, align 4
  %227 = getelementptr inbounds nuw i8, ptr %55, i64 32
  %228 = load i32, ptr %227, align 8
  store i32 %228, ptr %58, align 8
  %229 = getelementptr inbounds nuw i8, ptr %55, i64 36
  %230 = load i32, ptr %229, align 4
  store i32 %230, ptr %223, align 4
  %231 = getelementptr inbounds nuw i8, ptr %55, i64 48
  %232 = select i1 %162, ptr %231, ptr %61
  store ptr %232, ptr %224, align 8
  store i32 %59, ptr %227, align 8
  %233 = add nuw nsw i64 %50, 1
  %234 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 128), align 8
  %235 = zext i32 %234 to i64
  %236 = icmp samesign ult i64 %233, %235
  br i1 %236, label %49, label %44, !llvm.loop !148

237:                                              ; preds = %44
  store i32 2, ptr %47, align 8
  %238 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %239 = load ptr, ptr %238, align 8
  %240 = icmp eq ptr %239, null
  br i1 %240, label %256, label %241

241:                                              ; preds = %237
  %242 = load i32, ptr %239, align 8
  %243 = add i32 %242, -1
  store i32 %243, ptr %239, align 8
  %244 = icmp eq i32 %243, 0
  br i1 %244, label %245, label %256

245:                                              ; preds = %241
  %246 = getelementptr inbounds nuw i8, ptr %0, i64 84
  %247 = load i32, ptr %246, align 4
  %248 = icmp ugt i32 %247, 63
  br i1 %248, label %249, label %250

249:                                              ; preds = %245
  tail call void @free(ptr noundef nonnull %239) #29
  br label %256

250:                                              ; preds = %245
  %251 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %252 = load ptr, ptr %251, align 8
  %253 = getelementptr inbounds nuw i8, ptr %239, i64 16
  store ptr %252, ptr %253, align 8
  store ptr %239, ptr %251, align 8
  %254 = load i32, ptr %246, align 4
  %255 = add i32 %254, 1
  store i32 %255, ptr %246, align 4
  br label %256

256:                                              ; preds = %237, %241, %249, %250
  store ptr %47, ptr %238, align 8
  %257 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %258 = load ptr, ptr %257, align 8
  %259 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %260 = load i32, ptr %259, align 8
  %261 = getelementptr inbounds nuw i8, ptr %0, i64 76
  %262 = load i32, ptr %261, align 4
  %263 = add i32 %262, 1
  store i32 %263, ptr %261, align 4
  %264 = add i32 %262, %260
  %265 = zext i32 %264 to i64
  %266 = getelementptr inbounds nuw %struct.snapshot, ptr %258, i64 %265
  store i64 %46, ptr %266, align 8
  %267 = getelementptr inbounds nuw i8, ptr %266, i64 8
  store ptr %47, ptr %267, align 8
  br label %268

268:                                              ; preds = %256, %44
  store ptr null, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 112), align 8
  ret void
}

declare ptr @PyEval_GetFrame() local_unnamed_addr #12

declare ptr @PyFrame_GetCode(ptr noundef) local_unnamed_addr #12

declare i32 @PyFrame_GetLasti(ptr noundef) local_unnamed_addr #12

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
  %10 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %9) #29
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
  %10 = tail call i32 %1(ptr noundef nonnull %7, ptr noundef %2) #29
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %12, label %95

12:                                               ; preds = %3, %9
  %13 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %14 = load ptr, ptr %13, align 8
  %15 = icmp eq ptr %14, null
  br i1 %15, label %19, label %16

16:                                               ; preds = %12
  %17 = tail call i32 %1(ptr noundef nonnull %14, ptr noundef %2) #29
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %19, label %95

19:                                               ; preds = %12, %16
  %20 = getelementptr inbounds nuw i8, ptr %5, i64 24
  %21 = load ptr, ptr %20, align 8
  %22 = icmp eq ptr %21, null
  br i1 %22, label %26, label %23

23:                                               ; preds = %19
  %24 = tail call i32 %1(ptr noundef nonnull %21, ptr noundef %2) #29
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
  %53 = tail call i32 %1(ptr noundef nonnull %50, ptr noundef %2) #29
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
  %76 = tail call i32 %1(ptr noundef nonnull %73, ptr noundef %2) #29
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
  br i1 %87, label %64, label %88, !llvm.loop !149

88:                                               ; preds = %80, %57
  %89 = phi ptr [ %58, %57 ], [ %81, %80 ]
  %90 = phi ptr [ %59, %57 ], [ %81, %80 ]
  %91 = add nuw nsw i64 %43, 1
  %92 = load i32, ptr %34, align 4
  %93 = zext i32 %92 to i64
  %94 = icmp samesign ult i64 %91, %93
  br i1 %94, label %40, label %95, !llvm.loop !150

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
  tail call void @Py_DecRef(ptr noundef nonnull %19) #29
  br label %22

22:                                               ; preds = %17, %21
  %23 = getelementptr inbounds nuw i8, ptr %3, i64 24
  %24 = load ptr, ptr %23, align 8
  store ptr null, ptr %23, align 8
  %25 = icmp eq ptr %24, null
  br i1 %25, label %27, label %26

26:                                               ; preds = %22
  tail call void @Py_DecRef(ptr noundef nonnull %24) #29
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
  tail call void @Py_DecRef(ptr noundef %39) #29
  %40 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %41 = icmp ne i32 %40, 0
  %42 = load i32, ptr @locks_taken, align 4
  %43 = icmp eq i32 %42, 0
  %44 = select i1 %41, i1 %43, i1 false
  br i1 %44, label %33, label %45, !llvm.loop !63

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
  br i1 %96, label %72, label %97, !llvm.loop !130

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
  tail call void @PyObject_GC_UnTrack(ptr noundef %0) #29
  %4 = getelementptr inbounds nuw i8, ptr %3, i64 32
  %5 = load ptr, ptr %4, align 8
  %6 = icmp eq ptr %5, null
  br i1 %6, label %8, label %7

7:                                                ; preds = %1
  tail call void @PyObject_ClearWeakRefs(ptr noundef nonnull %0) #29
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
  tail call void @Py_DecRef(ptr noundef nonnull %14) #29
  br label %17

17:                                               ; preds = %12, %16
  %18 = getelementptr inbounds nuw i8, ptr %3, i64 24
  %19 = load ptr, ptr %18, align 8
  %20 = icmp eq ptr %19, null
  br i1 %20, label %22, label %21

21:                                               ; preds = %17
  tail call void @Py_DecRef(ptr noundef nonnull %19) #29
  br label %22

22:                                               ; preds = %17, %21
  %23 = load i64, ptr @head_bytes, align 8
  %24 = getelementptr inbounds i8, ptr %0, i64 %23
  %25 = getelementptr inbounds i8, ptr %24, i64 -8
  %26 = load ptr, ptr %25, align 8
  %27 = tail call ptr @PyType_GetSlot(ptr noundef %26, i32 noundef 74) #29
  tail call void %27(ptr noundef nonnull %0) #29
  tail call void @Py_DecRef(ptr noundef %26) #29
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
  tail call void @Py_DecRef(ptr noundef %39) #29
  %40 = load i32, ptr getelementptr inbounds nuw (i8, ptr @the_tracker, i64 48), align 8
  %41 = icmp ne i32 %40, 0
  %42 = load i32, ptr @locks_taken, align 4
  %43 = icmp eq i32 %42, 0
  %44 = select i1 %41, i1 %43, i1 false
  br i1 %44, label %33, label %45, !llvm.loop !63

45:                                               ; preds = %33, %22
  ret void
}

declare void @PyObject_ClearWeakRefs(ptr noundef) local_unnamed_addr #12

; Function Attrs: inlinehint nounwind memory(readwrite, target_mem0: none, target_mem1: none)
define internal fastcc void @drop_memory(ptr noundef captures(address) %0) unnamed_addr #18 {
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
  tail call void @free(ptr noundef %29) #29
  %30 = getelementptr inbounds nuw i8, ptr %27, i64 72
  %31 = load ptr, ptr %30, align 8
  tail call void @free(ptr noundef %31) #29
  %32 = getelementptr inbounds nuw i8, ptr %27, i64 120
  %33 = load ptr, ptr %32, align 8
  tail call void @free(ptr noundef %33) #29
  %34 = getelementptr inbounds nuw i8, ptr %27, i64 136
  %35 = icmp eq ptr %34, %18
  br i1 %35, label %20, label %26, !llvm.loop !59

36:                                               ; preds = %22
  tail call void @free(ptr noundef %23) #29
  br label %37

37:                                               ; preds = %22, %36
  tail call void @free(ptr noundef nonnull %0) #29
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
  br i1 %89, label %65, label %90, !llvm.loop !130

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
  br i1 %97, label %38, label %12, !llvm.loop !151

98:                                               ; preds = %1, %37
  ret void
}

; Function Attrs: nounwind
define internal ptr @tracked_death(ptr noundef readonly captures(none) %0, ptr readnone captures(none) %1) #6 {
  %3 = alloca %struct.points, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %3) #29
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %3, i8 0, i64 16, i1 false)
  %4 = load i64, ptr @head_bytes, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 %4
  %6 = load ptr, ptr %5, align 8
  %7 = call fastcc i32 @death_frontier(ptr noundef %6, ptr noundef %3)
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %11, label %9

9:                                                ; preds = %2
  %10 = tail call ptr @PyErr_NoMemory() #29
  br label %13

11:                                               ; preds = %2
  %12 = call fastcc ptr @points_or_none(ptr noundef %3)
  br label %13

13:                                               ; preds = %11, %9
  %14 = phi ptr [ %10, %9 ], [ %12, %11 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #29
  ret ptr %14
}

; Function Attrs: nounwind
define internal ptr @tracked_end(ptr noundef captures(none) %0, ptr readnone captures(none) %1) #6 {
  %3 = alloca %struct.points, align 8
  %4 = load i64, ptr @head_bytes, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 %4
  call void @llvm.lifetime.start.p0(ptr nonnull %3) #29
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
  %44 = tail call ptr @realloc(ptr noundef %38, i64 noundef %43) #31
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
  br i1 %53, label %27, label %20, !llvm.loop !152

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
  br i1 %99, label %75, label %100, !llvm.loop !130

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
  br i1 %147, label %123, label %148, !llvm.loop !130

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
  br i1 %160, label %54, label %163, !llvm.loop !153

161:                                              ; preds = %35, %2
  %162 = tail call ptr @PyErr_NoMemory() #29
  br label %165

163:                                              ; preds = %156, %20, %12
  %164 = call fastcc ptr @points_or_none(ptr noundef %3)
  br label %165

165:                                              ; preds = %163, %161
  %166 = phi ptr [ %162, %161 ], [ %164, %163 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #29
  ret ptr %166
}

; Function Attrs: inlinehint nounwind memory(readwrite, target_mem0: none, target_mem1: none)
define internal fastcc range(i32 -1, 1) i32 @death_frontier(ptr noundef readonly captures(none) %0, ptr noundef nonnull captures(none) initializes((0, 4)) %1) unnamed_addr #18 {
  store i32 0, ptr %1, align 8
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %4 = load i32, ptr %3, align 4
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %311, label %6

6:                                                ; preds = %2
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 4
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 8
  br label %10

10:                                               ; preds = %6, %306
  %11 = phi i64 [ 0, %6 ], [ %307, %306 ]
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
  %33 = tail call ptr @realloc(ptr noundef %27, i64 noundef %32) #31
  %34 = icmp eq ptr %33, null
  br i1 %34, label %311, label %35

35:                                               ; preds = %23
  %36 = trunc i64 %31 to i32
  store i32 %36, ptr %8, align 4
  store ptr %33, ptr %9, align 8
  %37 = load i32, ptr %15, align 8
  br label %38

38:                                               ; preds = %35, %10
  %39 = phi i32 [ %16, %10 ], [ %37, %35 ]
  %40 = icmp eq i32 %39, 0
  br i1 %40, label %47, label %41

41:                                               ; preds = %38
  %42 = getelementptr inbounds nuw i8, ptr %13, i64 56
  %43 = getelementptr inbounds nuw i8, ptr %13, i64 80
  %44 = getelementptr inbounds nuw i8, ptr %13, i64 16
  %45 = getelementptr inbounds nuw i8, ptr %13, i64 24
  %46 = getelementptr inbounds nuw i8, ptr %13, i64 72
  br label %56

47:                                               ; preds = %135, %38
  %48 = load i32, ptr %18, align 8
  %49 = icmp eq i32 %48, 0
  br i1 %49, label %140, label %50

50:                                               ; preds = %47
  %51 = getelementptr inbounds nuw i8, ptr %13, i64 72
  %52 = getelementptr inbounds nuw i8, ptr %13, i64 16
  %53 = getelementptr inbounds nuw i8, ptr %13, i64 24
  %54 = getelementptr inbounds nuw i8, ptr %13, i64 56
  %55 = getelementptr inbounds nuw i8, ptr %13, i64 80
  br label %145

56:                                               ; preds = %135, %41
  %57 = phi i64 [ 0, %41 ], [ %136, %135 ]
  %58 = phi i32 [ %39, %41 ], [ %137, %135 ]
  %59 = load ptr, ptr %42, align 8
  %60 = icmp eq ptr %59, null
  %61 = select i1 %60, ptr %43, ptr %59
  %62 = getelementptr inbounds nuw %struct.point, ptr %61, i64 %57
  %63 = load ptr, ptr %62, align 8
  %64 = load ptr, ptr %44, align 8
  %65 = icmp eq ptr %64, %63
  br i1 %65, label %66, label %68

66:                                               ; preds = %56
  %67 = load i64, ptr %45, align 8
  br label %68

68:                                               ; preds = %66, %56
  %69 = phi i64 [ %67, %66 ], [ 0, %56 ]
  %70 = zext i32 %58 to i64
  br label %71

71:                                               ; preds = %81, %68
  %72 = phi i64 [ 0, %68 ], [ %83, %81 ]
  %73 = phi i64 [ %69, %68 ], [ %82, %81 ]
  %74 = getelementptr inbounds nuw %struct.point, ptr %61, i64 %72
  %75 = load ptr, ptr %74, align 8
  %76 = icmp eq ptr %75, %63
  br i1 %76, label %77, label %81

77:                                               ; preds = %71
  %78 = getelementptr inbounds nuw i8, ptr %74, i64 8
  %79 = load i64, ptr %78, align 8
  %80 = tail call i64 @llvm.umax.i64(i64 %79, i64 %73)
  br label %81

81:                                               ; preds = %77, %71
  %82 = phi i64 [ %73, %71 ], [ %80, %77 ]
  %83 = add nuw nsw i64 %72, 1
  %84 = icmp eq i64 %83, %70
  br i1 %84, label %85, label %71, !llvm.loop !154

85:                                               ; preds = %81
  %86 = load ptr, ptr %46, align 8
  %87 = load i32, ptr %18, align 8
  %88 = icmp eq i32 %87, 0
  br i1 %88, label %105, label %89

89:                                               ; preds = %85
  %90 = zext i32 %87 to i64
  br label %91

91:                                               ; preds = %101, %89
  %92 = phi i64 [ 0, %89 ], [ %103, %101 ]
  %93 = phi i64 [ %82, %89 ], [ %102, %101 ]
  %94 = getelementptr inbounds nuw %struct.point, ptr %86, i64 %92
  %95 = load ptr, ptr %94, align 8
  %96 = icmp eq ptr %95, %63
  br i1 %96, label %97, label %101

97:                                               ; preds = %91
  %98 = getelementptr inbounds nuw i8, ptr %94, i64 8
  %99 = load i64, ptr %98, align 8
  %100 = tail call i64 @llvm.umax.i64(i64 %99, i64 %93)
  br label %101

101:                                              ; preds = %97, %91
  %102 = phi i64 [ %93, %91 ], [ %100, %97 ]
  %103 = add nuw nsw i64 %92, 1
  %104 = icmp eq i64 %103, %90
  br i1 %104, label %105, label %91, !llvm.loop !154

105:                                              ; preds = %101, %85
  %106 = phi i64 [ %82, %85 ], [ %102, %101 ]
  %107 = getelementptr inbounds nuw i8, ptr %63, i64 8
  %108 = load i64, ptr %107, align 8
  %109 = icmp ugt i64 %106, %108
  br i1 %109, label %110, label %135

110:                                              ; preds = %105
  %111 = load ptr, ptr %9, align 8
  %112 = load i32, ptr %1, align 8
  %113 = icmp eq i32 %112, 0
  br i1 %113, label %130, label %114

114:                                              ; preds = %110
  %115 = zext i32 %112 to i64
  br label %119

116:                                              ; preds = %119
  %117 = add nuw nsw i64 %120, 1
  %118 = icmp eq i64 %117, %115
  br i1 %118, label %130, label %119, !llvm.loop !128

119:                                              ; preds = %116, %114
  %120 = phi i64 [ 0, %114 ], [ %117, %116 ]
  %121 = getelementptr inbounds nuw %struct.point, ptr %111, i64 %120
  %122 = load ptr, ptr %121, align 8
  %123 = icmp eq ptr %122, %63
  br i1 %123, label %124, label %116

124:                                              ; preds = %119
  %125 = getelementptr inbounds nuw %struct.point, ptr %111, i64 %120
  %126 = getelementptr inbounds nuw i8, ptr %125, i64 8
  %127 = load i64, ptr %126, align 8
  %128 = icmp ugt i64 %106, %127
  br i1 %128, label %129, label %135

129:                                              ; preds = %124
  store i64 %106, ptr %126, align 8
  br label %135

130:                                              ; preds = %116, %110
  %131 = phi i64 [ 0, %110 ], [ %115, %116 ]
  %132 = add i32 %112, 1
  store i32 %132, ptr %1, align 4
  %133 = getelementptr inbounds nuw %struct.point, ptr %111, i64 %131
  store ptr %63, ptr %133, align 8
  %134 = getelementptr inbounds nuw i8, ptr %133, i64 8
  store i64 %106, ptr %134, align 8
  br label %135

135:                                              ; preds = %130, %129, %124, %105
  %136 = add nuw nsw i64 %57, 1
  %137 = load i32, ptr %15, align 8
  %138 = zext i32 %137 to i64
  %139 = icmp samesign ult i64 %136, %138
  br i1 %139, label %56, label %47, !llvm.loop !155

140:                                              ; preds = %224, %47
  %141 = phi i32 [ 0, %47 ], [ %226, %224 ]
  %142 = getelementptr inbounds nuw i8, ptr %13, i64 16
  %143 = load ptr, ptr %142, align 8
  %144 = icmp eq ptr %143, null
  br i1 %144, label %306, label %229

145:                                              ; preds = %224, %50
  %146 = phi i64 [ 0, %50 ], [ %225, %224 ]
  %147 = phi i32 [ %48, %50 ], [ %226, %224 ]
  %148 = load ptr, ptr %51, align 8
  %149 = getelementptr inbounds nuw %struct.point, ptr %148, i64 %146
  %150 = load ptr, ptr %149, align 8
  %151 = load ptr, ptr %52, align 8
  %152 = icmp eq ptr %151, %150
  br i1 %152, label %153, label %155

153:                                              ; preds = %145
  %154 = load i64, ptr %53, align 8
  br label %155

155:                                              ; preds = %153, %145
  %156 = phi i64 [ %154, %153 ], [ 0, %145 ]
  %157 = load ptr, ptr %54, align 8
  %158 = icmp eq ptr %157, null
  %159 = select i1 %158, ptr %55, ptr %157
  %160 = load i32, ptr %15, align 8
  %161 = icmp eq i32 %160, 0
  br i1 %161, label %178, label %162

162:                                              ; preds = %155
  %163 = zext i32 %160 to i64
  br label %164

164:                                              ; preds = %174, %162
  %165 = phi i64 [ 0, %162 ], [ %176, %174 ]
  %166 = phi i64 [ %156, %162 ], [ %175, %174 ]
  %167 = getelementptr inbounds nuw %struct.point, ptr %159, i64 %165
  %168 = load ptr, ptr %167, align 8
  %169 = icmp eq ptr %168, %150
  br i1 %169, label %170, label %174

170:                                              ; preds = %164
  %171 = getelementptr inbounds nuw i8, ptr %167, i64 8
  %172 = load i64, ptr %171, align 8
  %173 = tail call i64 @llvm.umax.i64(i64 %172, i64 %166)
  br label %174

174:                                              ; preds = %170, %164
  %175 = phi i64 [ %166, %164 ], [ %173, %170 ]
  %176 = add nuw nsw i64 %165, 1
  %177 = icmp eq i64 %176, %163
  br i1 %177, label %178, label %164, !llvm.loop !154

178:                                              ; preds = %174, %155
  %179 = phi i64 [ %156, %155 ], [ %175, %174 ]
  %180 = zext i32 %147 to i64
  br label %181

181:                                              ; preds = %191, %178
  %182 = phi i64 [ 0, %178 ], [ %193, %191 ]
  %183 = phi i64 [ %179, %178 ], [ %192, %191 ]
  %184 = getelementptr inbounds nuw %struct.point, ptr %148, i64 %182
  %185 = load ptr, ptr %184, align 8
  %186 = icmp eq ptr %185, %150
  br i1 %186, label %187, label %191

187:                                              ; preds = %181
  %188 = getelementptr inbounds nuw i8, ptr %184, i64 8
  %189 = load i64, ptr %188, align 8
  %190 = tail call i64 @llvm.umax.i64(i64 %189, i64 %183)
  br label %191

191:                                              ; preds = %187, %181
  %192 = phi i64 [ %183, %181 ], [ %190, %187 ]
  %193 = add nuw nsw i64 %182, 1
  %194 = icmp eq i64 %193, %180
  br i1 %194, label %195, label %181, !llvm.loop !154

195:                                              ; preds = %191
  %196 = getelementptr inbounds nuw i8, ptr %150, i64 8
  %197 = load i64, ptr %196, align 8
  %198 = icmp ugt i64 %192, %197
  br i1 %198, label %199, label %224

199:                                              ; preds = %195
  %200 = load ptr, ptr %9, align 8
  %201 = load i32, ptr %1, align 8
  %202 = icmp eq i32 %201, 0
  br i1 %202, label %219, label %203

203:                                              ; preds = %199
  %204 = zext i32 %201 to i64
  br label %208

205:                                              ; preds = %208
  %206 = add nuw nsw i64 %209, 1
  %207 = icmp eq i64 %206, %204
  br i1 %207, label %219, label %208, !llvm.loop !128

208:                                              ; preds = %205, %203
  %209 = phi i64 [ 0, %203 ], [ %206, %205 ]
  %210 = getelementptr inbounds nuw %struct.point, ptr %200, i64 %209
  %211 = load ptr, ptr %210, align 8
  %212 = icmp eq ptr %211, %150
  br i1 %212, label %213, label %205

213:                                              ; preds = %208
  %214 = getelementptr inbounds nuw %struct.point, ptr %200, i64 %209
  %215 = getelementptr inbounds nuw i8, ptr %214, i64 8
  %216 = load i64, ptr %215, align 8
  %217 = icmp ugt i64 %192, %216
  br i1 %217, label %218, label %224

218:                                              ; preds = %213
  store i64 %192, ptr %215, align 8
  br label %224

219:                                              ; preds = %205, %199
  %220 = phi i64 [ 0, %199 ], [ %204, %205 ]
  %221 = add i32 %201, 1
  store i32 %221, ptr %1, align 4
  %222 = getelementptr inbounds nuw %struct.point, ptr %200, i64 %220
  store ptr %150, ptr %222, align 8
  %223 = getelementptr inbounds nuw i8, ptr %222, i64 8
  store i64 %192, ptr %223, align 8
  br label %224

224:                                              ; preds = %219, %218, %213, %195
  %225 = add nuw nsw i64 %146, 1
  %226 = load i32, ptr %18, align 8
  %227 = zext i32 %226 to i64
  %228 = icmp samesign ult i64 %225, %227
  br i1 %228, label %145, label %140, !llvm.loop !156

229:                                              ; preds = %140
  %230 = getelementptr inbounds nuw i8, ptr %13, i64 24
  %231 = load i64, ptr %230, align 8
  %232 = getelementptr inbounds nuw i8, ptr %13, i64 56
  %233 = load ptr, ptr %232, align 8
  %234 = icmp eq ptr %233, null
  %235 = getelementptr inbounds nuw i8, ptr %13, i64 80
  %236 = select i1 %234, ptr %235, ptr %233
  %237 = load i32, ptr %15, align 8
  %238 = icmp eq i32 %237, 0
  br i1 %238, label %255, label %239

239:                                              ; preds = %229
  %240 = zext i32 %237 to i64
  br label %241

241:                                              ; preds = %251, %239
  %242 = phi i64 [ 0, %239 ], [ %253, %251 ]
  %243 = phi i64 [ %231, %239 ], [ %252, %251 ]
  %244 = getelementptr inbounds nuw %struct.point, ptr %236, i64 %242
  %245 = load ptr, ptr %244, align 8
  %246 = icmp eq ptr %245, %143
  br i1 %246, label %247, label %251

247:                                              ; preds = %241
  %248 = getelementptr inbounds nuw i8, ptr %244, i64 8
  %249 = load i64, ptr %248, align 8
  %250 = tail call i64 @llvm.umax.i64(i64 %249, i64 %243)
  br label %251

251:                                              ; preds = %247, %241
  %252 = phi i64 [ %243, %241 ], [ %250, %247 ]
  %253 = add nuw nsw i64 %242, 1
  %254 = icmp eq i64 %253, %240
  br i1 %254, label %255, label %241, !llvm.loop !154

255:                                              ; preds = %251, %229
  %256 = phi i64 [ %231, %229 ], [ %252, %251 ]
  %257 = getelementptr inbounds nuw i8, ptr %13, i64 72
  %258 = load ptr, ptr %257, align 8
  %259 = icmp eq i32 %141, 0
  br i1 %259, label %276, label %260

260:                                              ; preds = %255
  %261 = zext i32 %141 to i64
  br label %262

262:                                              ; preds = %272, %260
  %263 = phi i64 [ 0, %260 ], [ %274, %272 ]
  %264 = phi i64 [ %256, %260 ], [ %273, %272 ]
  %265 = getelementptr inbounds nuw %struct.point, ptr %258, i64 %263
  %266 = load ptr, ptr %265, align 8
  %267 = icmp eq ptr %266, %143
  br i1 %267, label %268, label %272

268:                                              ; preds = %262
  %269 = getelementptr inbounds nuw i8, ptr %265, i64 8
  %270 = load i64, ptr %269, align 8
  %271 = tail call i64 @llvm.umax.i64(i64 %270, i64 %264)
  br label %272

272:                                              ; preds = %268, %262
  %273 = phi i64 [ %264, %262 ], [ %271, %268 ]
  %274 = add nuw nsw i64 %263, 1
  %275 = icmp eq i64 %274, %261
  br i1 %275, label %276, label %262, !llvm.loop !154

276:                                              ; preds = %272, %255
  %277 = phi i64 [ %256, %255 ], [ %273, %272 ]
  %278 = getelementptr inbounds nuw i8, ptr %143, i64 8
  %279 = load i64, ptr %278, align 8
  %280 = icmp ugt i64 %277, %279
  br i1 %280, label %281, label %306

281:                                              ; preds = %276
  %282 = load ptr, ptr %9, align 8
  %283 = load i32, ptr %1, align 8
  %284 = icmp eq i32 %283, 0
  br i1 %284, label %301, label %285

285:                                              ; preds = %281
  %286 = zext i32 %283 to i64
  br label %290

287:                                              ; preds = %290
  %288 = add nuw nsw i64 %291, 1
  %289 = icmp eq i64 %288, %286
  br i1 %289, label %301, label %290, !llvm.loop !128

290:                                              ; preds = %287, %285
  %291 = phi i64 [ 0, %285 ], [ %288, %287 ]
  %292 = getelementptr inbounds nuw %struct.point, ptr %282, i64 %291
  %293 = load ptr, ptr %292, align 8
  %294 = icmp eq ptr %293, %143
  br i1 %294, label %295, label %287

295:                                              ; preds = %290
  %296 = getelementptr inbounds nuw %struct.point, ptr %282, i64 %291
  %297 = getelementptr inbounds nuw i8, ptr %296, i64 8
  %298 = load i64, ptr %297, align 8
  %299 = icmp ugt i64 %277, %298
  br i1 %299, label %300, label %306

300:                                              ; preds = %295
  store i64 %277, ptr %297, align 8
  br label %306

301:                                              ; preds = %287, %281
  %302 = phi i64 [ 0, %281 ], [ %286, %287 ]
  %303 = add i32 %283, 1
  store i32 %303, ptr %1, align 4
  %304 = getelementptr inbounds nuw %struct.point, ptr %282, i64 %302
  store ptr %143, ptr %304, align 8
  %305 = getelementptr inbounds nuw i8, ptr %304, i64 8
  store i64 %277, ptr %305, align 8
  br label %306

306:                                              ; preds = %301, %140, %276, %295, %300
  %307 = add nuw nsw i64 %11, 1
  %308 = load i32, ptr %3, align 4
  %309 = zext i32 %308 to i64
  %310 = icmp samesign ult i64 %307, %309
  br i1 %310, label %10, label %311, !llvm.loop !157

311:                                              ; preds = %23, %306, %2
  %312 = phi i32 [ 0, %2 ], [ 0, %306 ], [ -1, %23 ]
  ret i32 %312
}

; Function Attrs: nounwind
define internal fastcc ptr @points_or_none(ptr noundef nonnull readonly captures(none) %0) unnamed_addr #6 {
  %2 = load i32, ptr %0, align 8
  %3 = icmp eq i32 %2, 0
  br i1 %3, label %28, label %4

4:                                                ; preds = %1
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %6 = load ptr, ptr %5, align 8
  %7 = tail call ptr @PyDict_New() #29
  %8 = icmp eq ptr %7, null
  br i1 %8, label %29, label %9

9:                                                ; preds = %4
  %10 = zext i32 %2 to i64
  br label %14

11:                                               ; preds = %21
  %12 = add nuw nsw i64 %15, 1
  %13 = icmp eq i64 %12, %10
  br i1 %13, label %29, label %14, !llvm.loop !91

14:                                               ; preds = %11, %9
  %15 = phi i64 [ 0, %9 ], [ %12, %11 ]
  %16 = getelementptr inbounds nuw %struct.point, ptr %6, i64 %15
  %17 = getelementptr inbounds nuw i8, ptr %16, i64 8
  %18 = load i64, ptr %17, align 8
  %19 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %18) #29
  %20 = icmp eq ptr %19, null
  br i1 %20, label %27, label %21

21:                                               ; preds = %14
  %22 = load ptr, ptr %16, align 8
  %23 = getelementptr inbounds nuw i8, ptr %22, i64 208
  %24 = load ptr, ptr %23, align 8
  %25 = tail call i32 @PyDict_SetItem(ptr noundef nonnull %7, ptr noundef %24, ptr noundef nonnull %19) #29
  %26 = icmp eq i32 %25, 0
  tail call void @Py_DecRef(ptr noundef nonnull %19) #29
  br i1 %26, label %11, label %27

27:                                               ; preds = %21, %14
  tail call void @Py_DecRef(ptr noundef nonnull %7) #29
  br label %29

28:                                               ; preds = %1
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #29
  br label %29

29:                                               ; preds = %11, %27, %4, %28
  %30 = phi ptr [ @_Py_NoneStruct, %28 ], [ null, %27 ], [ null, %4 ], [ %7, %11 ]
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %32 = load ptr, ptr %31, align 8
  tail call void @free(ptr noundef %32) #29
  ret ptr %30
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
  %27 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %26) #29
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
  tail call void @Py_IncRef(ptr noundef nonnull %8) #29
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
  tail call void @Py_IncRef(ptr noundef nonnull %1) #29
  br label %15

15:                                               ; preds = %14, %3
  store ptr %1, ptr %11, align 8
  %16 = icmp eq ptr %12, null
  br i1 %16, label %18, label %17

17:                                               ; preds = %15
  tail call void @Py_DecRef(ptr noundef nonnull %12) #29
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
  %10 = tail call i32 %1(ptr noundef nonnull %7, ptr noundef %2) #29
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
  %21 = tail call i32 %1(ptr noundef nonnull %18, ptr noundef %2) #29
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
  tail call void @PyObject_GC_UnTrack(ptr noundef %0) #29
  %6 = load i64, ptr @head_bytes, align 8
  %7 = getelementptr inbounds i8, ptr %0, i64 %6
  %8 = getelementptr inbounds i8, ptr %7, i64 -8
  %9 = load ptr, ptr %8, align 8
  %10 = tail call ptr @PyType_GetSlot(ptr noundef %9, i32 noundef 74) #29
  tail call void %10(ptr noundef %0) #29
  tail call void @Py_DecRef(ptr noundef %9) #29
  %11 = icmp eq ptr %5, null
  br i1 %11, label %13, label %12

12:                                               ; preds = %1
  tail call void @Py_DecRef(ptr noundef nonnull %5) #29
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
  call void @llvm.lifetime.start.p0(ptr nonnull %3) #29
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #29
  %7 = tail call ptr @PyList_New(i64 noundef 0) #29
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
  br i1 %17, label %18, label %74

18:                                               ; preds = %14
  %19 = zext i32 %16 to i64
  %20 = zext i32 %15 to i64
  br label %24

21:                                               ; preds = %9
  tail call void @Py_DecRef(ptr noundef nonnull %7) #29
  br label %22

22:                                               ; preds = %2, %21
  %23 = tail call ptr @PyErr_NoMemory() #29
  br label %74

24:                                               ; preds = %18, %71
  %25 = phi i64 [ %19, %18 ], [ %72, %71 ]
  %26 = load ptr, ptr %6, align 8
  %27 = load ptr, ptr %26, align 8
  %28 = getelementptr inbounds nuw i8, ptr %27, i64 40
  %29 = load ptr, ptr %28, align 8
  %30 = getelementptr inbounds nuw %struct.span, ptr %29, i64 %25
  %31 = getelementptr inbounds nuw i8, ptr %30, i64 64
  %32 = load i32, ptr %31, align 8
  %33 = icmp eq i32 %32, 0
  br i1 %33, label %71, label %34

34:                                               ; preds = %24
  %35 = getelementptr inbounds nuw i8, ptr %30, i64 72
  br label %41

36:                                               ; preds = %65
  %37 = add nuw nsw i64 %42, 1
  %38 = load i32, ptr %31, align 8
  %39 = zext i32 %38 to i64
  %40 = icmp samesign ult i64 %37, %39
  br i1 %40, label %41, label %71, !llvm.loop !158

41:                                               ; preds = %34, %36
  %42 = phi i64 [ 0, %34 ], [ %37, %36 ]
  %43 = load ptr, ptr %35, align 8
  %44 = getelementptr inbounds nuw %struct.point, ptr %43, i64 %42
  %45 = load i64, ptr %44, align 8
  %46 = getelementptr inbounds nuw i8, ptr %44, i64 8
  %47 = load i64, ptr %46, align 8
  %48 = tail call ptr @PyTuple_New(i64 noundef 2) #29
  %49 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %47) #29
  %50 = icmp ne ptr %48, null
  %51 = icmp ne ptr %49, null
  %52 = select i1 %50, i1 %51, i1 false
  br i1 %52, label %59, label %53

53:                                               ; preds = %41
  %54 = icmp eq ptr %48, null
  br i1 %54, label %56, label %55

55:                                               ; preds = %53
  tail call void @Py_DecRef(ptr noundef nonnull %48) #29
  br label %56

56:                                               ; preds = %55, %53
  %57 = icmp eq ptr %49, null
  br i1 %57, label %70, label %58

58:                                               ; preds = %56
  tail call void @Py_DecRef(ptr noundef nonnull %49) #29
  br label %70

59:                                               ; preds = %41
  %60 = inttoptr i64 %45 to ptr
  %61 = getelementptr inbounds nuw i8, ptr %60, i64 208
  %62 = load ptr, ptr %61, align 8
  %63 = icmp eq ptr %62, null
  br i1 %63, label %65, label %64

64:                                               ; preds = %59
  tail call void @Py_IncRef(ptr noundef nonnull %62) #29
  br label %65

65:                                               ; preds = %64, %59
  %66 = tail call i32 @PyTuple_SetItem(ptr noundef nonnull %48, i64 noundef 0, ptr noundef %62) #29
  %67 = tail call i32 @PyTuple_SetItem(ptr noundef nonnull %48, i64 noundef 1, ptr noundef nonnull %49) #29
  %68 = tail call i32 @PyList_Append(ptr noundef nonnull %7, ptr noundef nonnull %48) #29
  %69 = icmp eq i32 %68, 0
  tail call void @Py_DecRef(ptr noundef nonnull %48) #29
  br i1 %69, label %36, label %70

70:                                               ; preds = %65, %56, %58
  tail call void @Py_DecRef(ptr noundef nonnull %7) #29
  br label %74

71:                                               ; preds = %36, %24
  %72 = add nuw nsw i64 %25, 1
  %73 = icmp eq i64 %72, %20
  br i1 %73, label %74, label %24, !llvm.loop !159

74:                                               ; preds = %71, %14, %70, %22
  %75 = phi ptr [ %23, %22 ], [ null, %70 ], [ %7, %14 ], [ %7, %71 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #29
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #29
  ret ptr %75
}

; Function Attrs: nounwind
define internal fastcc ptr @writers_of(ptr noundef readonly captures(none) %0, i32 noundef range(i32 0, 2) %1) unnamed_addr #6 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = load i64, ptr @head_bytes, align 8
  %6 = getelementptr inbounds i8, ptr %0, i64 %5
  call void @llvm.lifetime.start.p0(ptr nonnull %3) #29
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #29
  %7 = tail call ptr @PyList_New(i64 noundef 0) #29
  %8 = icmp eq ptr %7, null
  br i1 %8, label %15, label %9

9:                                                ; preds = %2
  %10 = load ptr, ptr %6, align 8
  %11 = load ptr, ptr %10, align 8
  %12 = call fastcc range(i32 -1, 1) i32 @find_spans(ptr noundef %11, ptr noundef nonnull readonly %6, ptr noundef nonnull %3, ptr noundef nonnull %4)
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %17, label %14

14:                                               ; preds = %9
  tail call void @Py_DecRef(ptr noundef nonnull %7) #29
  br label %15

15:                                               ; preds = %2, %14
  %16 = tail call ptr @PyErr_NoMemory() #29
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
  %55 = tail call i64 @PyList_Size(ptr noundef nonnull %7) #29
  %56 = icmp sgt i64 %55, 0
  %57 = getelementptr inbounds nuw i8, ptr %30, i64 40
  br i1 %56, label %63, label %58

58:                                               ; preds = %54
  %59 = load ptr, ptr %57, align 8
  br label %68

60:                                               ; preds = %63
  %61 = add nuw nsw i64 %64, 1
  %62 = icmp eq i64 %61, %55
  br i1 %62, label %68, label %63, !llvm.loop !160

63:                                               ; preds = %54, %60
  %64 = phi i64 [ %61, %60 ], [ 0, %54 ]
  %65 = tail call ptr @PyList_GetItem(ptr noundef nonnull %7, i64 noundef %64) #29
  %66 = load ptr, ptr %57, align 8
  %67 = icmp eq ptr %65, %66
  br i1 %67, label %71, label %60

68:                                               ; preds = %60, %58
  %69 = phi ptr [ %59, %58 ], [ %66, %60 ]
  %70 = tail call i32 @PyList_Append(ptr noundef nonnull %7, ptr noundef %69) #29
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
  br i1 %90, label %27, label %132, !llvm.loop !161

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
  %112 = tail call i64 @PyList_Size(ptr noundef nonnull %7) #29
  %113 = icmp sgt i64 %112, 0
  %114 = getelementptr inbounds nuw i8, ptr %93, i64 24
  br i1 %113, label %120, label %115

115:                                              ; preds = %111
  %116 = load ptr, ptr %114, align 8
  br label %125

117:                                              ; preds = %120
  %118 = add nuw nsw i64 %121, 1
  %119 = icmp eq i64 %118, %112
  br i1 %119, label %125, label %120, !llvm.loop !160

120:                                              ; preds = %111, %117
  %121 = phi i64 [ %118, %117 ], [ 0, %111 ]
  %122 = tail call ptr @PyList_GetItem(ptr noundef nonnull %7, i64 noundef %121) #29
  %123 = load ptr, ptr %114, align 8
  %124 = icmp eq ptr %122, %123
  br i1 %124, label %128, label %117

125:                                              ; preds = %117, %115
  %126 = phi ptr [ %116, %115 ], [ %123, %117 ]
  %127 = tail call i32 @PyList_Append(ptr noundef nonnull %7, ptr noundef %126) #29
  br label %128

128:                                              ; preds = %120, %91, %96, %106, %125
  %129 = phi i32 [ 0, %96 ], [ %127, %125 ], [ 0, %106 ], [ 0, %91 ], [ 0, %120 ]
  %130 = add nuw nsw i64 %79, 1
  %131 = icmp eq i32 %129, 0
  br i1 %131, label %78, label %83, !llvm.loop !162

132:                                              ; preds = %83
  br i1 %89, label %134, label %133

133:                                              ; preds = %132
  tail call void @Py_DecRef(ptr noundef nonnull %7) #29
  br label %134

134:                                              ; preds = %17, %133, %132, %15
  %135 = phi ptr [ %16, %15 ], [ null, %133 ], [ %7, %132 ], [ %7, %17 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #29
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #29
  ret ptr %135
}

declare ptr @PyList_GetItem(ptr noundef, i64 noundef) local_unnamed_addr #12

; Function Attrs: nounwind
define internal ptr @region_has_gaps(ptr noundef readonly captures(none) %0, ptr readnone captures(none) %1) #6 {
  %3 = load i64, ptr @head_bytes, align 8
  %4 = getelementptr inbounds i8, ptr %0, i64 %3
  %5 = getelementptr inbounds nuw i8, ptr %4, i64 24
  %6 = load i32, ptr %5, align 8
  %7 = zext i32 %6 to i64
  %8 = tail call ptr @PyBool_FromLong(i64 noundef %7) #29
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
  %10 = tail call i32 %1(ptr noundef nonnull %7, ptr noundef %2) #29
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
  %28 = tail call i32 %1(ptr noundef nonnull %25, ptr noundef %2) #29
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
  br i1 %53, label %54, label %73, !llvm.loop !163

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
  %63 = tail call i32 %1(ptr noundef nonnull %60, ptr noundef %2) #29
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
  br i1 %71, label %72, label %49, !llvm.loop !163

72:                                               ; preds = %67
  br label %73, !llvm.loop !163

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
  br i1 %83, label %38, label %84, !llvm.loop !164

84:                                               ; preds = %77, %30, %18
  %85 = add nuw nsw i64 %19, 1
  %86 = load i32, ptr %13, align 4
  %87 = zext i32 %86 to i64
  %88 = icmp samesign ult i64 %85, %87
  br i1 %88, label %18, label %89, !llvm.loop !165

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
  br i1 %21, label %22, label %13, !llvm.loop !166

22:                                               ; preds = %19, %1
  tail call void @free(ptr noundef %5) #29
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #29
  tail call void @Py_DecRef(ptr noundef nonnull @_Py_NoneStruct) #29
  ret i32 0
}

; Function Attrs: nounwind
define internal void @plans_dealloc(ptr noundef %0) #6 {
  tail call void @PyObject_GC_UnTrack(ptr noundef %0) #29
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
  br i1 %21, label %22, label %13, !llvm.loop !166

22:                                               ; preds = %19, %1
  tail call void @free(ptr noundef %5) #29
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #29
  tail call void @Py_DecRef(ptr noundef nonnull @_Py_NoneStruct) #29
  %23 = load i64, ptr @head_bytes, align 8
  %24 = getelementptr inbounds i8, ptr %0, i64 %23
  %25 = getelementptr inbounds i8, ptr %24, i64 -8
  %26 = load ptr, ptr %25, align 8
  %27 = tail call ptr @PyType_GetSlot(ptr noundef %26, i32 noundef 74) #29
  tail call void %27(ptr noundef %0) #29
  tail call void @Py_DecRef(ptr noundef %26) #29
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
  tail call void @free(ptr noundef %6) #29
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #29
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
  br i1 %23, label %14, label %15, !llvm.loop !166
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
  tail call void @free(ptr noundef %29) #29
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
  tail call void @Py_DecRef(ptr noundef %38) #29
  %39 = add nuw nsw i64 %32, 1
  %40 = load i32, ptr %7, align 4
  %41 = zext i32 %40 to i64
  %42 = icmp samesign ult i64 %39, %41
  br i1 %42, label %31, label %24, !llvm.loop !167

43:                                               ; preds = %14, %28
  %44 = phi i32 [ %15, %14 ], [ %30, %28 ]
  %45 = add nuw nsw i64 %16, 1
  %46 = zext i32 %44 to i64
  %47 = icmp samesign ult i64 %45, %46
  br i1 %47, label %14, label %8, !llvm.loop !168

48:                                               ; preds = %65, %8
  %49 = load ptr, ptr %0, align 8
  %50 = icmp eq ptr %49, null
  br i1 %50, label %52, label %51

51:                                               ; preds = %48
  tail call void @Py_DecRef(ptr noundef nonnull %49) #29
  br label %52

52:                                               ; preds = %48, %51
  %53 = getelementptr inbounds nuw i8, ptr %0, i64 392
  %54 = load ptr, ptr %53, align 8
  tail call void @free(ptr noundef %54) #29
  %55 = getelementptr inbounds nuw i8, ptr %0, i64 376
  %56 = load ptr, ptr %55, align 8
  tail call void @free(ptr noundef %56) #29
  tail call void @free(ptr noundef nonnull %0) #29
  ret void

57:                                               ; preds = %12, %65
  %58 = phi i32 [ %10, %12 ], [ %66, %65 ]
  %59 = phi i64 [ 0, %12 ], [ %67, %65 ]
  %60 = getelementptr inbounds nuw ptr, ptr %13, i64 %59
  %61 = load ptr, ptr %60, align 8
  %62 = icmp eq ptr %61, null
  br i1 %62, label %65, label %63

63:                                               ; preds = %57
  tail call void @Py_DecRef(ptr noundef nonnull %61) #29
  %64 = load i32, ptr %9, align 8
  br label %65

65:                                               ; preds = %57, %63
  %66 = phi i32 [ %58, %57 ], [ %64, %63 ]
  %67 = add nuw nsw i64 %59, 1
  %68 = zext i32 %66 to i64
  %69 = icmp samesign ult i64 %67, %68
  br i1 %69, label %57, label %48, !llvm.loop !169
}

; Function Attrs: nounwind
define internal ptr @plans_add(ptr noundef captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load i64, ptr @head_bytes, align 8
  %5 = getelementptr inbounds i8, ptr %0, i64 %4
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %7 = load ptr, ptr %6, align 8
  %8 = tail call i64 @PyTuple_Size(ptr noundef %7) #29
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %10 = load ptr, ptr %9, align 8
  %11 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %10) #29
  %12 = inttoptr i64 %11 to ptr
  %13 = tail call ptr @PyErr_Occurred() #29
  %14 = icmp eq ptr %13, null
  br i1 %14, label %15, label %426

15:                                               ; preds = %3
  %16 = icmp sgt i64 %8, 32
  br i1 %16, label %17, label %18

17:                                               ; preds = %15
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #29
  br label %426

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
  br i1 %45, label %238, label %35

46:                                               ; preds = %35, %23, %18
  %47 = load ptr, ptr %6, align 8
  %48 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %49 = load ptr, ptr %48, align 8
  %50 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %51 = load ptr, ptr %50, align 8
  %52 = trunc i64 %8 to i32
  %53 = tail call noalias dereferenceable_or_null(408) ptr @calloc(i64 noundef 1, i64 noundef 408) #33
  %54 = tail call i64 @PyTuple_Size(ptr noundef %51) #29
  %55 = trunc i64 %54 to i32
  %56 = udiv i32 %55, 3
  %57 = icmp eq ptr %53, null
  br i1 %57, label %166, label %58

58:                                               ; preds = %46
  %59 = add nuw nsw i32 %56, 1
  %60 = zext nneg i32 %59 to i64
  %61 = tail call noalias ptr @calloc(i64 noundef %60, i64 noundef 3) #33
  %62 = getelementptr inbounds nuw i8, ptr %53, i64 376
  store ptr %61, ptr %62, align 8
  %63 = icmp eq ptr %61, null
  br i1 %63, label %166, label %64

64:                                               ; preds = %58
  %65 = icmp eq ptr %19, null
  br i1 %65, label %67, label %66

66:                                               ; preds = %64
  tail call void @Py_IncRef(ptr noundef nonnull %19) #29
  br label %67

67:                                               ; preds = %66, %64
  store ptr %19, ptr %53, align 8
  %68 = getelementptr inbounds nuw i8, ptr %53, i64 8
  store i32 %52, ptr %68, align 8
  %69 = getelementptr inbounds nuw i8, ptr %53, i64 16
  store i32 %56, ptr %69, align 8
  %70 = icmp eq i32 %52, 0
  br i1 %70, label %122, label %71

71:                                               ; preds = %67
  %72 = getelementptr inbounds nuw i8, ptr %53, i64 24
  %73 = getelementptr inbounds nuw i8, ptr %53, i64 280
  %74 = and i64 %8, 4294967295
  br label %79

75:                                               ; preds = %84
  %76 = getelementptr inbounds nuw i8, ptr %53, i64 344
  %77 = getelementptr inbounds nuw i8, ptr %53, i64 12
  %78 = getelementptr inbounds nuw i8, ptr %53, i64 312
  br label %124

79:                                               ; preds = %84, %71
  %80 = phi i64 [ 0, %71 ], [ %90, %84 ]
  %81 = tail call ptr @PyTuple_GetItem(ptr noundef %47, i64 noundef %80) #29
  %82 = icmp eq ptr %81, null
  br i1 %82, label %84, label %83

83:                                               ; preds = %79
  tail call void @Py_IncRef(ptr noundef nonnull %81) #29
  br label %84

84:                                               ; preds = %83, %79
  %85 = getelementptr inbounds nuw ptr, ptr %72, i64 %80
  store ptr %81, ptr %85, align 8
  %86 = tail call ptr @PyTuple_GetItem(ptr noundef %49, i64 noundef %80) #29
  %87 = tail call i64 @PyLong_AsLongLong(ptr noundef %86) #29
  %88 = trunc i64 %87 to i8
  %89 = getelementptr inbounds nuw i8, ptr %73, i64 %80
  store i8 %88, ptr %89, align 1
  %90 = add nuw nsw i64 %80, 1
  %91 = icmp eq i64 %90, %74
  br i1 %91, label %75, label %79, !llvm.loop !170

92:                                               ; preds = %122
  %93 = load ptr, ptr %62, align 8
  %94 = tail call i32 @llvm.umax.i32(i32 %56, i32 1)
  %95 = zext nneg i32 %94 to i64
  br label %147

96:                                               ; preds = %141, %116
  %97 = phi i32 [ %118, %116 ], [ %143, %141 ]
  %98 = phi i64 [ %120, %116 ], [ 0, %141 ]
  %99 = phi i32 [ %119, %116 ], [ 0, %141 ]
  %100 = getelementptr inbounds nuw i8, ptr %73, i64 %98
  %101 = load i8, ptr %100, align 1
  %102 = icmp eq i8 %101, 0
  br i1 %102, label %116, label %103

103:                                              ; preds = %96
  %104 = and i8 %101, -2
  %105 = icmp eq i8 %104, 2
  br i1 %105, label %106, label %116

106:                                              ; preds = %103
  %107 = trunc i32 %99 to i8
  %108 = zext i32 %97 to i64
  %109 = getelementptr inbounds nuw i8, ptr %76, i64 %108
  store i8 %107, ptr %109, align 1
  %110 = trunc i64 %98 to i8
  %111 = add i32 %97, 1
  store i32 %111, ptr %77, align 4
  %112 = getelementptr inbounds nuw i8, ptr %78, i64 %108
  store i8 %110, ptr %112, align 1
  %113 = load i8, ptr %100, align 1
  %114 = icmp ne i8 %113, 0
  %115 = zext i1 %114 to i32
  br label %116

116:                                              ; preds = %106, %103, %96
  %117 = phi i32 [ %115, %106 ], [ 1, %103 ], [ 0, %96 ]
  %118 = phi i32 [ %111, %106 ], [ %97, %103 ], [ %97, %96 ]
  %119 = add i32 %117, %99
  %120 = add nuw nsw i64 %98, 1
  %121 = icmp eq i64 %120, %74
  br i1 %121, label %122, label %96, !llvm.loop !171

122:                                              ; preds = %116, %67
  %123 = icmp ult i32 %55, 3
  br i1 %123, label %167, label %92

124:                                              ; preds = %141, %75
  %125 = phi i32 [ 0, %75 ], [ %143, %141 ]
  %126 = phi i64 [ 0, %75 ], [ %145, %141 ]
  %127 = phi i32 [ 0, %75 ], [ %144, %141 ]
  %128 = getelementptr inbounds nuw i8, ptr %73, i64 %126
  %129 = load i8, ptr %128, align 1
  switch i8 %129, label %140 [
    i8 0, label %141
    i8 1, label %130
  ]

130:                                              ; preds = %124
  %131 = trunc i32 %127 to i8
  %132 = zext i32 %125 to i64
  %133 = getelementptr inbounds nuw i8, ptr %76, i64 %132
  store i8 %131, ptr %133, align 1
  %134 = trunc i64 %126 to i8
  %135 = add i32 %125, 1
  store i32 %135, ptr %77, align 4
  %136 = getelementptr inbounds nuw i8, ptr %78, i64 %132
  store i8 %134, ptr %136, align 1
  %137 = load i8, ptr %128, align 1
  %138 = icmp ne i8 %137, 0
  %139 = zext i1 %138 to i32
  br label %141

140:                                              ; preds = %124
  br label %141

141:                                              ; preds = %140, %130, %124
  %142 = phi i32 [ %139, %130 ], [ 0, %124 ], [ 1, %140 ]
  %143 = phi i32 [ %135, %130 ], [ %125, %124 ], [ %125, %140 ]
  %144 = add i32 %142, %127
  %145 = add nuw nsw i64 %126, 1
  %146 = icmp eq i64 %145, %74
  br i1 %146, label %96, label %124, !llvm.loop !171

147:                                              ; preds = %147, %92
  %148 = phi i64 [ 0, %92 ], [ %164, %147 ]
  %149 = getelementptr inbounds nuw %struct.apart, ptr %93, i64 %148
  %150 = mul nuw nsw i64 %148, 3
  %151 = tail call ptr @PyTuple_GetItem(ptr noundef %51, i64 noundef %150) #29
  %152 = tail call i64 @PyLong_AsLongLong(ptr noundef %151) #29
  %153 = trunc i64 %152 to i8
  store i8 %153, ptr %149, align 1
  %154 = add nuw nsw i64 %150, 1
  %155 = tail call ptr @PyTuple_GetItem(ptr noundef %51, i64 noundef %154) #29
  %156 = tail call i64 @PyLong_AsLongLong(ptr noundef %155) #29
  %157 = trunc i64 %156 to i8
  %158 = getelementptr inbounds nuw i8, ptr %149, i64 1
  store i8 %157, ptr %158, align 1
  %159 = add nuw nsw i64 %150, 2
  %160 = tail call ptr @PyTuple_GetItem(ptr noundef %51, i64 noundef %159) #29
  %161 = tail call i64 @PyLong_AsLongLong(ptr noundef %160) #29
  %162 = trunc i64 %161 to i8
  %163 = getelementptr inbounds nuw i8, ptr %149, i64 2
  store i8 %162, ptr %163, align 1
  %164 = add nuw nsw i64 %148, 1
  %165 = icmp eq i64 %164, %95
  br i1 %165, label %167, label %147, !llvm.loop !172

166:                                              ; preds = %46, %58
  tail call void @free(ptr noundef %53) #29
  br label %236

167:                                              ; preds = %147, %122
  %168 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %169 = load i32, ptr %168, align 8
  %170 = shl i32 %169, 2
  %171 = add i32 %170, 4
  %172 = load i32, ptr %20, align 4
  %173 = mul i32 %172, 3
  %174 = icmp ugt i32 %171, %173
  br i1 %174, label %178, label %175

175:                                              ; preds = %167
  %176 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %177 = load ptr, ptr %176, align 8
  br label %215

178:                                              ; preds = %167
  %179 = icmp eq i32 %172, 0
  %180 = shl i32 %172, 1
  %181 = select i1 %179, i32 16, i32 %180
  %182 = zext i32 %181 to i64
  %183 = tail call noalias ptr @calloc(i64 noundef %182, i64 noundef 8) #33
  %184 = icmp eq ptr %183, null
  br i1 %184, label %235, label %185

185:                                              ; preds = %178
  %186 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %187 = load ptr, ptr %186, align 8
  br i1 %179, label %214, label %188

188:                                              ; preds = %185
  %189 = add i32 %180, -1
  %190 = zext i32 %189 to i64
  %191 = zext i32 %172 to i64
  br label %192

192:                                              ; preds = %211, %188
  %193 = phi i64 [ 0, %188 ], [ %212, %211 ]
  %194 = getelementptr inbounds nuw ptr, ptr %187, i64 %193
  %195 = load ptr, ptr %194, align 8
  %196 = icmp eq ptr %195, null
  br i1 %196, label %211, label %197

197:                                              ; preds = %192
  %198 = load ptr, ptr %195, align 8
  %199 = ptrtoint ptr %198 to i64
  %200 = mul i64 %199, -7046029254386353131
  %201 = lshr i64 %200, 20
  br label %202

202:                                              ; preds = %202, %197
  %203 = phi i64 [ %201, %197 ], [ %208, %202 ]
  %204 = and i64 %203, %190
  %205 = getelementptr inbounds nuw ptr, ptr %183, i64 %204
  %206 = load ptr, ptr %205, align 8
  %207 = icmp eq ptr %206, null
  %208 = add i64 %203, 1
  br i1 %207, label %209, label %202, !llvm.loop !173

209:                                              ; preds = %202
  %210 = getelementptr inbounds nuw ptr, ptr %183, i64 %204
  store ptr %195, ptr %210, align 8
  br label %211

211:                                              ; preds = %209, %192
  %212 = add nuw nsw i64 %193, 1
  %213 = icmp eq i64 %212, %191
  br i1 %213, label %214, label %192, !llvm.loop !174

214:                                              ; preds = %211, %185
  tail call void @free(ptr noundef %187) #29
  store ptr %183, ptr %186, align 8
  store i32 %181, ptr %20, align 4
  br label %215

215:                                              ; preds = %214, %175
  %216 = phi i32 [ %172, %175 ], [ %181, %214 ]
  %217 = phi ptr [ %177, %175 ], [ %183, %214 ]
  %218 = load ptr, ptr %53, align 8
  %219 = ptrtoint ptr %218 to i64
  %220 = mul i64 %219, -7046029254386353131
  %221 = lshr i64 %220, 20
  %222 = add i32 %216, -1
  %223 = zext i32 %222 to i64
  br label %224

224:                                              ; preds = %224, %215
  %225 = phi i64 [ %221, %215 ], [ %230, %224 ]
  %226 = and i64 %225, %223
  %227 = getelementptr inbounds nuw ptr, ptr %217, i64 %226
  %228 = load ptr, ptr %227, align 8
  %229 = icmp eq ptr %228, null
  %230 = add i64 %225, 1
  br i1 %229, label %231, label %224, !llvm.loop !175

231:                                              ; preds = %224
  %232 = getelementptr inbounds nuw ptr, ptr %217, i64 %226
  store ptr %53, ptr %232, align 8
  %233 = load i32, ptr %168, align 8
  %234 = add i32 %233, 1
  store i32 %234, ptr %168, align 8
  br label %238

235:                                              ; preds = %178
  tail call fastcc void @free_form(ptr noundef %53)
  br label %236

236:                                              ; preds = %166, %235
  %237 = tail call ptr @PyErr_NoMemory() #29
  br label %426

238:                                              ; preds = %41, %231
  %239 = phi ptr [ %53, %231 ], [ %42, %41 ]
  %240 = getelementptr inbounds nuw i8, ptr %239, i64 12
  %241 = load i32, ptr %240, align 4
  %242 = zext i32 %241 to i64
  %243 = shl nuw nsw i64 %242, 3
  %244 = add nuw nsw i64 %243, 8
  %245 = tail call noalias ptr @malloc(i64 noundef %244) #32
  %246 = icmp eq ptr %245, null
  br i1 %246, label %247, label %249

247:                                              ; preds = %238
  %248 = tail call ptr @PyErr_NoMemory() #29
  br label %426

249:                                              ; preds = %238
  store ptr %12, ptr %245, align 8
  %250 = load i32, ptr %240, align 4
  %251 = icmp eq i32 %250, 0
  br i1 %251, label %256, label %252

252:                                              ; preds = %249
  %253 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %254 = getelementptr inbounds nuw i8, ptr %239, i64 344
  %255 = getelementptr inbounds nuw i8, ptr %245, i64 8
  br label %308

256:                                              ; preds = %308, %249
  %257 = phi i32 [ 0, %249 ], [ %317, %308 ]
  %258 = getelementptr inbounds nuw i8, ptr %245, i64 8
  %259 = zext i32 %257 to i64
  %260 = shl nuw nsw i64 %259, 3
  %261 = getelementptr inbounds nuw i8, ptr %239, i64 384
  %262 = load ptr, ptr %261, align 8
  %263 = icmp eq ptr %262, null
  br i1 %263, label %268, label %264

264:                                              ; preds = %256
  %265 = getelementptr inbounds nuw i8, ptr %262, i64 8
  %266 = tail call i32 @bcmp(ptr nonnull %265, ptr nonnull readonly %258, i64 %260)
  %267 = icmp eq i32 %266, 0
  br i1 %267, label %320, label %268

268:                                              ; preds = %264, %256
  %269 = icmp eq i32 %257, 0
  br i1 %269, label %281, label %270

270:                                              ; preds = %268, %270
  %271 = phi i64 [ %279, %270 ], [ 0, %268 ]
  %272 = phi i64 [ %278, %270 ], [ 0, %268 ]
  %273 = getelementptr inbounds nuw ptr, ptr %258, i64 %271
  %274 = load ptr, ptr %273, align 8
  %275 = ptrtoint ptr %274 to i64
  %276 = xor i64 %272, %275
  %277 = mul i64 %276, -7046029254386353131
  %278 = lshr i64 %277, 20
  %279 = add nuw nsw i64 %271, 1
  %280 = icmp eq i64 %279, %259
  br i1 %280, label %281, label %270, !llvm.loop !176

281:                                              ; preds = %270, %268
  %282 = phi i64 [ 0, %268 ], [ %278, %270 ]
  %283 = getelementptr inbounds nuw i8, ptr %239, i64 404
  %284 = load i32, ptr %283, align 4
  %285 = icmp eq i32 %284, 0
  br i1 %285, label %321, label %286

286:                                              ; preds = %281
  %287 = getelementptr inbounds nuw i8, ptr %239, i64 392
  %288 = load ptr, ptr %287, align 8
  %289 = add i32 %284, -1
  %290 = zext i32 %289 to i64
  %291 = and i64 %282, %290
  %292 = getelementptr inbounds nuw ptr, ptr %288, i64 %291
  %293 = load ptr, ptr %292, align 8
  %294 = icmp eq ptr %293, null
  br i1 %294, label %321, label %301

295:                                              ; preds = %301
  %296 = add i64 %303, 1
  %297 = and i64 %296, %290
  %298 = getelementptr inbounds nuw ptr, ptr %288, i64 %297
  %299 = load ptr, ptr %298, align 8
  %300 = icmp eq ptr %299, null
  br i1 %300, label %321, label %301

301:                                              ; preds = %286, %295
  %302 = phi ptr [ %299, %295 ], [ %293, %286 ]
  %303 = phi i64 [ %296, %295 ], [ %282, %286 ]
  %304 = getelementptr inbounds nuw i8, ptr %302, i64 8
  %305 = tail call i32 @bcmp(ptr nonnull %304, ptr nonnull readonly %258, i64 %260)
  %306 = icmp eq i32 %305, 0
  br i1 %306, label %307, label %295

307:                                              ; preds = %301
  store ptr %302, ptr %261, align 8
  br label %320

308:                                              ; preds = %252, %308
  %309 = phi i64 [ 0, %252 ], [ %316, %308 ]
  %310 = load ptr, ptr %253, align 8
  %311 = getelementptr inbounds nuw i8, ptr %254, i64 %309
  %312 = load i8, ptr %311, align 1
  %313 = zext i8 %312 to i64
  %314 = tail call ptr @PyTuple_GetItem(ptr noundef %310, i64 noundef %313) #29
  %315 = getelementptr inbounds nuw ptr, ptr %255, i64 %309
  store ptr %314, ptr %315, align 8
  %316 = add nuw nsw i64 %309, 1
  %317 = load i32, ptr %240, align 4
  %318 = zext i32 %317 to i64
  %319 = icmp samesign ult i64 %316, %318
  br i1 %319, label %308, label %256, !llvm.loop !177

320:                                              ; preds = %307, %264
  tail call void @free(ptr noundef %245) #29
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #29
  br label %426

321:                                              ; preds = %295, %286, %281
  %322 = getelementptr inbounds nuw i8, ptr %239, i64 400
  %323 = load i32, ptr %322, align 8
  %324 = shl i32 %323, 2
  %325 = add i32 %324, 4
  %326 = mul i32 %284, 3
  %327 = icmp ugt i32 %325, %326
  br i1 %327, label %328, label %379

328:                                              ; preds = %321
  %329 = shl i32 %284, 1
  %330 = select i1 %285, i32 4, i32 %329
  %331 = zext i32 %330 to i64
  %332 = tail call noalias ptr @calloc(i64 noundef %331, i64 noundef 8) #33
  %333 = icmp eq ptr %332, null
  br i1 %333, label %415, label %334

334:                                              ; preds = %328
  %335 = getelementptr inbounds nuw i8, ptr %239, i64 392
  %336 = load ptr, ptr %335, align 8
  br i1 %285, label %377, label %337

337:                                              ; preds = %334
  %338 = add i32 %329, -1
  %339 = zext i32 %338 to i64
  %340 = zext i32 %284 to i64
  br label %341

341:                                              ; preds = %374, %337
  %342 = phi i64 [ 0, %337 ], [ %375, %374 ]
  %343 = getelementptr inbounds nuw ptr, ptr %336, i64 %342
  %344 = load ptr, ptr %343, align 8
  %345 = icmp eq ptr %344, null
  br i1 %345, label %374, label %346

346:                                              ; preds = %341
  %347 = getelementptr inbounds nuw i8, ptr %344, i64 8
  %348 = load i32, ptr %240, align 4
  %349 = icmp eq i32 %348, 0
  br i1 %349, label %363, label %350

350:                                              ; preds = %346
  %351 = zext i32 %348 to i64
  br label %352

352:                                              ; preds = %352, %350
  %353 = phi i64 [ 0, %350 ], [ %361, %352 ]
  %354 = phi i64 [ 0, %350 ], [ %360, %352 ]
  %355 = getelementptr inbounds nuw ptr, ptr %347, i64 %353
  %356 = load ptr, ptr %355, align 8
  %357 = ptrtoint ptr %356 to i64
  %358 = xor i64 %354, %357
  %359 = mul i64 %358, -7046029254386353131
  %360 = lshr i64 %359, 20
  %361 = add nuw nsw i64 %353, 1
  %362 = icmp eq i64 %361, %351
  br i1 %362, label %363, label %352, !llvm.loop !176

363:                                              ; preds = %352, %346
  %364 = phi i64 [ 0, %346 ], [ %360, %352 ]
  br label %365

365:                                              ; preds = %363, %365
  %366 = phi i64 [ %371, %365 ], [ %364, %363 ]
  %367 = and i64 %366, %339
  %368 = getelementptr inbounds nuw ptr, ptr %332, i64 %367
  %369 = load ptr, ptr %368, align 8
  %370 = icmp eq ptr %369, null
  %371 = add i64 %366, 1
  br i1 %370, label %372, label %365, !llvm.loop !178

372:                                              ; preds = %365
  %373 = getelementptr inbounds nuw ptr, ptr %332, i64 %367
  store ptr %344, ptr %373, align 8
  br label %374

374:                                              ; preds = %372, %341
  %375 = add nuw nsw i64 %342, 1
  %376 = icmp eq i64 %375, %340
  br i1 %376, label %377, label %341, !llvm.loop !179

377:                                              ; preds = %374, %334
  tail call void @free(ptr noundef %336) #29
  store ptr %332, ptr %335, align 8
  store i32 %330, ptr %283, align 4
  %378 = load i32, ptr %240, align 4
  br label %379

379:                                              ; preds = %377, %321
  %380 = phi i32 [ %378, %377 ], [ %257, %321 ]
  %381 = phi i32 [ %330, %377 ], [ %284, %321 ]
  %382 = icmp eq i32 %380, 0
  br i1 %382, label %396, label %383

383:                                              ; preds = %379
  %384 = zext i32 %380 to i64
  br label %385

385:                                              ; preds = %385, %383
  %386 = phi i64 [ 0, %383 ], [ %394, %385 ]
  %387 = phi i64 [ 0, %383 ], [ %393, %385 ]
  %388 = getelementptr inbounds nuw ptr, ptr %258, i64 %386
  %389 = load ptr, ptr %388, align 8
  %390 = ptrtoint ptr %389 to i64
  %391 = xor i64 %387, %390
  %392 = mul i64 %391, -7046029254386353131
  %393 = lshr i64 %392, 20
  %394 = add nuw nsw i64 %386, 1
  %395 = icmp eq i64 %394, %384
  br i1 %395, label %396, label %385, !llvm.loop !176

396:                                              ; preds = %385, %379
  %397 = phi i64 [ 0, %379 ], [ %393, %385 ]
  %398 = getelementptr inbounds nuw i8, ptr %239, i64 392
  %399 = load ptr, ptr %398, align 8
  %400 = add i32 %381, -1
  %401 = zext i32 %400 to i64
  br label %402

402:                                              ; preds = %402, %396
  %403 = phi i64 [ %397, %396 ], [ %408, %402 ]
  %404 = and i64 %403, %401
  %405 = getelementptr inbounds nuw ptr, ptr %399, i64 %404
  %406 = load ptr, ptr %405, align 8
  %407 = icmp eq ptr %406, null
  %408 = add i64 %403, 1
  br i1 %407, label %409, label %402, !llvm.loop !180

409:                                              ; preds = %402
  %410 = getelementptr inbounds nuw ptr, ptr %399, i64 %404
  store ptr %245, ptr %410, align 8
  %411 = load i32, ptr %322, align 8
  %412 = add i32 %411, 1
  store i32 %412, ptr %322, align 8
  %413 = load i32, ptr %240, align 4
  %414 = icmp eq i32 %413, 0
  br i1 %414, label %417, label %418

415:                                              ; preds = %328
  tail call void @free(ptr noundef %245) #29
  %416 = tail call ptr @PyErr_NoMemory() #29
  br label %426

417:                                              ; preds = %418, %409
  tail call void @Py_IncRef(ptr noundef nonnull @_Py_NoneStruct) #29
  br label %426

418:                                              ; preds = %409, %418
  %419 = phi i64 [ %422, %418 ], [ 0, %409 ]
  %420 = getelementptr inbounds nuw ptr, ptr %258, i64 %419
  %421 = load ptr, ptr %420, align 8
  tail call void @Py_IncRef(ptr noundef %421) #29
  %422 = add nuw nsw i64 %419, 1
  %423 = load i32, ptr %240, align 4
  %424 = zext i32 %423 to i64
  %425 = icmp samesign ult i64 %422, %424
  br i1 %425, label %418, label %417, !llvm.loop !181

426:                                              ; preds = %236, %417, %415, %320, %247, %3, %17
  %427 = phi ptr [ null, %3 ], [ @_Py_NoneStruct, %17 ], [ %237, %236 ], [ @_Py_NoneStruct, %320 ], [ %416, %415 ], [ @_Py_NoneStruct, %417 ], [ %248, %247 ]
  ret ptr %427
}

; Function Attrs: mustprogress nofree nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite)
declare noalias noundef ptr @calloc(i64 noundef, i64 noundef) local_unnamed_addr #25

declare i32 @PyDict_Next(ptr noundef, ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #12

; Function Attrs: nounwind
define internal fastcc ptr @two(ptr noundef %0, ptr noundef %1) unnamed_addr #6 {
  %3 = icmp ne ptr %0, null
  %4 = icmp ne ptr %1, null
  %5 = and i1 %3, %4
  br i1 %5, label %6, label %9

6:                                                ; preds = %2
  %7 = tail call ptr @PyTuple_New(i64 noundef 2) #29
  %8 = icmp eq ptr %7, null
  br i1 %8, label %11, label %15

9:                                                ; preds = %2
  %10 = icmp eq ptr %0, null
  br i1 %10, label %12, label %11

11:                                               ; preds = %6, %9
  tail call void @Py_DecRef(ptr noundef nonnull %0) #29
  br label %12

12:                                               ; preds = %9, %11
  %13 = icmp eq ptr %1, null
  br i1 %13, label %18, label %14

14:                                               ; preds = %12
  tail call void @Py_DecRef(ptr noundef nonnull %1) #29
  br label %18

15:                                               ; preds = %6
  %16 = tail call i32 @PyTuple_SetItem(ptr noundef nonnull %7, i64 noundef 0, ptr noundef nonnull %0) #29
  %17 = tail call i32 @PyTuple_SetItem(ptr noundef nonnull %7, i64 noundef 1, ptr noundef nonnull %1) #29
  br label %18

18:                                               ; preds = %14, %12, %15
  %19 = phi ptr [ %7, %15 ], [ null, %12 ], [ null, %14 ]
  ret ptr %19
}

; Function Attrs: nounwind
define internal ptr @stream_launch(ptr noundef %0, ptr noundef %1, i64 noundef %2, ptr noundef %3) #6 {
  %5 = alloca %struct.call, align 8
  %6 = alloca [32 x ptr], align 8
  %7 = alloca [32 x ptr], align 8
  %8 = alloca [32 x %struct.use], align 8
  %9 = alloca [32 x i64], align 8
  %10 = alloca %struct.request, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #29
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
  call void @llvm.lifetime.start.p0(ptr nonnull %6) #29
  call void @llvm.lifetime.start.p0(ptr nonnull %7) #29
  call void @llvm.lifetime.start.p0(ptr nonnull %8) #29
  call void @llvm.lifetime.start.p0(ptr nonnull %9) #29
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
  br label %301

36:                                               ; preds = %27
  %37 = getelementptr inbounds nuw i8, ptr %22, i64 224
  %38 = load ptr, ptr %37, align 8
  %39 = getelementptr inbounds i8, ptr %38, i64 %21
  %40 = load ptr, ptr %1, align 8
  %41 = getelementptr inbounds nuw i8, ptr %39, i64 20
  %42 = load i32, ptr %41, align 4
  %43 = icmp eq i32 %42, 0
  br i1 %43, label %256, label %44

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
  br i1 %55, label %256, label %62

56:                                               ; preds = %62
  %57 = add i64 %64, 1
  %58 = and i64 %57, %51
  %59 = getelementptr inbounds nuw ptr, ptr %49, i64 %58
  %60 = load ptr, ptr %59, align 8
  %61 = icmp eq ptr %60, null
  br i1 %61, label %256, label %62

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
  %71 = tail call i64 @PyTuple_Size(ptr noundef nonnull %3) #29
  br label %72

72:                                               ; preds = %70, %67
  %73 = phi i64 [ %71, %70 ], [ 0, %67 ]
  %74 = add nsw i64 %73, %68
  %75 = getelementptr inbounds nuw i8, ptr %63, i64 8
  %76 = load i32, ptr %75, align 8
  %77 = zext i32 %76 to i64
  %78 = icmp eq i64 %74, %77
  br i1 %78, label %79, label %256

79:                                               ; preds = %72
  %80 = icmp eq i32 %76, 0
  br i1 %80, label %81, label %86

81:                                               ; preds = %93, %79
  %82 = icmp slt i64 %73, 1
  br i1 %82, label %143, label %83

83:                                               ; preds = %81
  %84 = getelementptr inbounds nuw i8, ptr %63, i64 24
  %85 = getelementptr ptr, ptr %1, i64 %2
  br label %98

86:                                               ; preds = %79, %93
  %87 = phi i64 [ %96, %93 ], [ 0, %79 ]
  %88 = icmp slt i64 %87, %68
  br i1 %88, label %89, label %93

89:                                               ; preds = %86
  %90 = getelementptr inbounds nuw ptr, ptr %1, i64 %87
  %91 = getelementptr inbounds nuw i8, ptr %90, i64 8
  %92 = load ptr, ptr %91, align 8
  br label %93

93:                                               ; preds = %89, %86
  %94 = phi ptr [ %92, %89 ], [ null, %86 ]
  %95 = getelementptr inbounds nuw ptr, ptr %6, i64 %87
  store ptr %94, ptr %95, align 8
  %96 = add nuw nsw i64 %87, 1
  %97 = icmp eq i64 %96, %74
  br i1 %97, label %81, label %86, !llvm.loop !182

98:                                               ; preds = %138, %83
  %99 = phi i64 [ 0, %83 ], [ %141, %138 ]
  %100 = tail call ptr @PyTuple_GetItem(ptr noundef %3, i64 noundef %99) #29
  %101 = load i32, ptr %75, align 8
  %102 = zext i32 %101 to i64
  %103 = icmp sgt i64 %2, %102
  br i1 %103, label %112, label %104

104:                                              ; preds = %98, %109
  %105 = phi i64 [ %110, %109 ], [ %68, %98 ]
  %106 = getelementptr inbounds ptr, ptr %84, i64 %105
  %107 = load ptr, ptr %106, align 8
  %108 = icmp eq ptr %107, %100
  br i1 %108, label %112, label %109

109:                                              ; preds = %104
  %110 = add i64 %105, 1
  %111 = icmp eq i64 %110, %102
  br i1 %111, label %112, label %104, !llvm.loop !183

112:                                              ; preds = %109, %104, %98
  %113 = phi i64 [ %68, %98 ], [ %105, %104 ], [ %102, %109 ]
  %114 = icmp eq i64 %113, %102
  %115 = icmp sle i64 %2, %102
  %116 = and i1 %115, %114
  br i1 %116, label %120, label %117

117:                                              ; preds = %120, %112
  %118 = phi i64 [ %113, %112 ], [ %127, %120 ]
  %119 = phi i1 [ %114, %112 ], [ %131, %120 ]
  br i1 %119, label %256, label %134

120:                                              ; preds = %112, %120
  %121 = phi i64 [ %128, %120 ], [ %68, %112 ]
  %122 = phi i64 [ %127, %120 ], [ %102, %112 ]
  %123 = getelementptr inbounds ptr, ptr %84, i64 %121
  %124 = load ptr, ptr %123, align 8
  %125 = tail call i32 @PyUnicode_Compare(ptr noundef %124, ptr noundef %100) #29
  %126 = icmp eq i32 %125, 0
  %127 = select i1 %126, i64 %121, i64 %122
  %128 = add nsw i64 %121, 1
  %129 = load i32, ptr %75, align 8
  %130 = zext i32 %129 to i64
  %131 = icmp eq i64 %127, %130
  %132 = icmp slt i64 %128, %130
  %133 = select i1 %131, i1 %132, i1 false
  br i1 %133, label %120, label %117, !llvm.loop !184

134:                                              ; preds = %117
  %135 = getelementptr inbounds ptr, ptr %6, i64 %118
  %136 = load ptr, ptr %135, align 8
  %137 = icmp eq ptr %136, null
  br i1 %137, label %138, label %256

138:                                              ; preds = %134
  %139 = getelementptr ptr, ptr %85, i64 %99
  %140 = load ptr, ptr %139, align 8
  store ptr %140, ptr %135, align 8
  %141 = add nuw nsw i64 %99, 1
  %142 = icmp eq i64 %141, %73
  br i1 %142, label %143, label %98, !llvm.loop !185

143:                                              ; preds = %138, %81
  %144 = getelementptr inbounds nuw i8, ptr %63, i64 12
  %145 = load i32, ptr %144, align 4
  %146 = icmp eq i32 %145, 0
  br i1 %146, label %201, label %147

147:                                              ; preds = %143
  %148 = getelementptr inbounds nuw i8, ptr %63, i64 312
  %149 = getelementptr inbounds nuw i8, ptr %63, i64 280
  %150 = load i64, ptr @head_bytes, align 8
  %151 = load ptr, ptr @buffer_class, align 8
  br label %152

152:                                              ; preds = %187, %147
  %153 = phi ptr [ %151, %147 ], [ %170, %187 ]
  %154 = phi i64 [ %150, %147 ], [ %181, %187 ]
  %155 = phi i64 [ 0, %147 ], [ %197, %187 ]
  %156 = getelementptr inbounds nuw i8, ptr %148, i64 %155
  %157 = load i8, ptr %156, align 1
  %158 = zext i8 %157 to i64
  %159 = getelementptr inbounds nuw ptr, ptr %6, i64 %158
  %160 = load ptr, ptr %159, align 8
  %161 = getelementptr inbounds i8, ptr %160, i64 %154
  %162 = getelementptr inbounds i8, ptr %161, i64 -8
  %163 = load ptr, ptr %162, align 8
  %164 = icmp eq ptr %163, %153
  br i1 %164, label %169, label %165

165:                                              ; preds = %152
  %166 = tail call i32 @PyType_IsSubtype(ptr noundef %163, ptr noundef %153) #29
  %167 = icmp eq i32 %166, 0
  %168 = load ptr, ptr @buffer_class, align 8
  br i1 %167, label %256, label %169

169:                                              ; preds = %165, %152
  %170 = phi ptr [ %153, %152 ], [ %168, %165 ]
  %171 = load i64, ptr getelementptr inbounds nuw (i8, ptr @slots, i64 16), align 8
  %172 = getelementptr inbounds i8, ptr %160, i64 %171
  %173 = load ptr, ptr %172, align 8
  %174 = icmp eq ptr %173, null
  br i1 %174, label %256, label %175

175:                                              ; preds = %169
  %176 = load i64, ptr getelementptr inbounds nuw (i8, ptr @slots, i64 24), align 8
  %177 = getelementptr inbounds i8, ptr %160, i64 %176
  %178 = load ptr, ptr %177, align 8
  %179 = icmp eq ptr %178, null
  br i1 %179, label %256, label %180

180:                                              ; preds = %175
  %181 = load i64, ptr @head_bytes, align 8
  %182 = getelementptr inbounds i8, ptr %178, i64 %181
  %183 = getelementptr inbounds i8, ptr %182, i64 -8
  %184 = load ptr, ptr %183, align 8
  %185 = load ptr, ptr getelementptr inbounds nuw (i8, ptr @types, i64 24), align 8
  %186 = icmp eq ptr %184, %185
  br i1 %186, label %187, label %256

187:                                              ; preds = %180
  %188 = getelementptr inbounds nuw ptr, ptr %7, i64 %155
  store ptr %173, ptr %188, align 8
  %189 = getelementptr inbounds nuw %struct.use, ptr %8, i64 %155
  %190 = getelementptr inbounds nuw i8, ptr %149, i64 %158
  %191 = load i8, ptr %190, align 1
  %192 = and i8 %191, 1
  %193 = lshr i8 %191, 1
  store ptr %182, ptr %189, align 8
  %194 = getelementptr inbounds nuw i8, ptr %189, i64 8
  store i8 %192, ptr %194, align 8
  %195 = getelementptr inbounds nuw i8, ptr %189, i64 9
  store i8 %193, ptr %195, align 1
  %196 = getelementptr inbounds nuw i8, ptr %189, i64 10
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 2 dereferenceable(6) %196, i8 0, i64 6, i1 false)
  %197 = add nuw nsw i64 %155, 1
  %198 = load i32, ptr %144, align 4
  %199 = zext i32 %198 to i64
  %200 = icmp samesign ult i64 %197, %199
  br i1 %200, label %152, label %201, !llvm.loop !186

201:                                              ; preds = %187, %143
  %202 = phi i32 [ 0, %143 ], [ %198, %187 ]
  %203 = zext i32 %202 to i64
  %204 = shl nuw nsw i64 %203, 3
  %205 = getelementptr inbounds nuw i8, ptr %63, i64 384
  %206 = load ptr, ptr %205, align 8
  %207 = icmp eq ptr %206, null
  br i1 %207, label %212, label %208

208:                                              ; preds = %201
  %209 = getelementptr inbounds nuw i8, ptr %206, i64 8
  %210 = call i32 @bcmp(ptr nonnull %209, ptr nonnull readonly %7, i64 %204)
  %211 = icmp eq i32 %210, 0
  br i1 %211, label %252, label %212

212:                                              ; preds = %208, %201
  %213 = icmp eq i32 %202, 0
  br i1 %213, label %225, label %214

214:                                              ; preds = %212, %214
  %215 = phi i64 [ %223, %214 ], [ 0, %212 ]
  %216 = phi i64 [ %222, %214 ], [ 0, %212 ]
  %217 = getelementptr inbounds nuw ptr, ptr %7, i64 %215
  %218 = load ptr, ptr %217, align 8
  %219 = ptrtoint ptr %218 to i64
  %220 = xor i64 %216, %219
  %221 = mul i64 %220, -7046029254386353131
  %222 = lshr i64 %221, 20
  %223 = add nuw nsw i64 %215, 1
  %224 = icmp eq i64 %223, %203
  br i1 %224, label %225, label %214, !llvm.loop !176

225:                                              ; preds = %214, %212
  %226 = phi i64 [ 0, %212 ], [ %222, %214 ]
  %227 = getelementptr inbounds nuw i8, ptr %63, i64 404
  %228 = load i32, ptr %227, align 4
  %229 = icmp eq i32 %228, 0
  br i1 %229, label %256, label %230

230:                                              ; preds = %225
  %231 = getelementptr inbounds nuw i8, ptr %63, i64 392
  %232 = load ptr, ptr %231, align 8
  %233 = add i32 %228, -1
  %234 = zext i32 %233 to i64
  %235 = and i64 %226, %234
  %236 = getelementptr inbounds nuw ptr, ptr %232, i64 %235
  %237 = load ptr, ptr %236, align 8
  %238 = icmp eq ptr %237, null
  br i1 %238, label %256, label %245

239:                                              ; preds = %245
  %240 = add i64 %247, 1
  %241 = and i64 %240, %234
  %242 = getelementptr inbounds nuw ptr, ptr %232, i64 %241
  %243 = load ptr, ptr %242, align 8
  %244 = icmp eq ptr %243, null
  br i1 %244, label %256, label %245

245:                                              ; preds = %230, %239
  %246 = phi ptr [ %243, %239 ], [ %237, %230 ]
  %247 = phi i64 [ %240, %239 ], [ %226, %230 ]
  %248 = getelementptr inbounds nuw i8, ptr %246, i64 8
  %249 = call i32 @bcmp(ptr nonnull %248, ptr nonnull readonly %7, i64 %204)
  %250 = icmp eq i32 %249, 0
  br i1 %250, label %251, label %239

251:                                              ; preds = %245
  store ptr %246, ptr %205, align 8
  br label %252

252:                                              ; preds = %251, %208
  %253 = phi ptr [ %206, %208 ], [ %246, %251 ]
  %254 = call fastcc i32 @may_clash(ptr noundef %63, ptr noundef %6)
  %255 = icmp eq i32 %254, 0
  br i1 %255, label %258, label %256

256:                                              ; preds = %56, %117, %134, %180, %175, %169, %165, %239, %44, %230, %225, %72, %36, %252
  %257 = call fastcc ptr @long_way(ptr noundef %5)
  br label %301

258:                                              ; preds = %252
  %259 = load i64, ptr %39, align 8
  %260 = load ptr, ptr %253, align 8
  %261 = getelementptr inbounds nuw i8, ptr %260, i64 24
  %262 = load i64, ptr %261, align 8
  %263 = call fastcc i32 @convert_all(ptr noundef %63, ptr noundef %260, ptr noundef %6, ptr noundef %9)
  %264 = icmp eq i32 %263, 0
  br i1 %264, label %275, label %265

265:                                              ; preds = %258
  %266 = load ptr, ptr @PyExc_TypeError, align 8
  %267 = tail call i32 @PyErr_ExceptionMatches(ptr noundef %266) #29
  %268 = icmp eq i32 %267, 0
  br i1 %268, label %269, label %273

269:                                              ; preds = %265
  %270 = load ptr, ptr @PyExc_OverflowError, align 8
  %271 = tail call i32 @PyErr_ExceptionMatches(ptr noundef %270) #29
  %272 = icmp eq i32 %271, 0
  br i1 %272, label %301, label %273

273:                                              ; preds = %269, %265
  tail call void @PyErr_Clear() #29
  %274 = call fastcc ptr @long_way(ptr noundef %5)
  br label %301

275:                                              ; preds = %258
  %276 = shl i64 %262, 3
  %277 = add i64 %276, 32
  call void @llvm.lifetime.start.p0(ptr nonnull %10) #29
  store ptr %22, ptr %10, align 8
  %278 = getelementptr inbounds nuw i8, ptr %10, i64 8
  store ptr %8, ptr %278, align 8
  %279 = getelementptr inbounds nuw i8, ptr %10, i64 16
  store i32 %202, ptr %279, align 8
  %280 = getelementptr inbounds nuw i8, ptr %10, i64 20
  store i32 0, ptr %280, align 4
  %281 = getelementptr inbounds nuw i8, ptr %10, i64 24
  store ptr %39, ptr %281, align 8
  %282 = getelementptr inbounds nuw i8, ptr %10, i64 32
  store i64 %259, ptr %282, align 8
  %283 = getelementptr inbounds nuw i8, ptr %10, i64 40
  store ptr %260, ptr %283, align 8
  %284 = getelementptr inbounds nuw i8, ptr %10, i64 48
  store ptr %9, ptr %284, align 8
  %285 = getelementptr inbounds nuw i8, ptr %10, i64 56
  store ptr null, ptr %285, align 8
  %286 = getelementptr inbounds nuw i8, ptr %10, i64 64
  store ptr @_Py_NoneStruct, ptr %286, align 8
  %287 = getelementptr inbounds nuw i8, ptr %10, i64 72
  store ptr null, ptr %287, align 8
  %288 = getelementptr inbounds nuw i8, ptr %10, i64 80
  %289 = load ptr, ptr %1, align 8
  store ptr %289, ptr %288, align 8
  %290 = getelementptr inbounds nuw i8, ptr %10, i64 88
  store ptr @_Py_NoneStruct, ptr %290, align 8
  %291 = getelementptr inbounds nuw i8, ptr %10, i64 96
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %291, i8 0, i64 16, i1 false)
  %292 = call fastcc ptr @submit(ptr noundef %10, i64 noundef %277)
  %293 = icmp eq ptr %292, null
  br i1 %293, label %294, label %299

294:                                              ; preds = %275
  %295 = call ptr @PyErr_Occurred() #29
  %296 = icmp eq ptr %295, null
  br i1 %296, label %297, label %299

297:                                              ; preds = %294
  %298 = call fastcc ptr @long_way(ptr noundef %5)
  br label %299

299:                                              ; preds = %275, %294, %297
  %300 = phi ptr [ %298, %297 ], [ null, %294 ], [ %292, %275 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %10) #29
  br label %301

301:                                              ; preds = %256, %269, %299, %273, %34
  %302 = phi ptr [ %35, %34 ], [ %257, %256 ], [ %274, %273 ], [ %300, %299 ], [ null, %269 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %9) #29
  call void @llvm.lifetime.end.p0(ptr nonnull %8) #29
  call void @llvm.lifetime.end.p0(ptr nonnull %7) #29
  call void @llvm.lifetime.end.p0(ptr nonnull %6) #29
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #29
  ret ptr %302
}

declare ptr @PyDescr_NewMethod(ptr noundef, ptr noundef) local_unnamed_addr #12

; Function Attrs: nounwind
define internal fastcc ptr @long_way(ptr noundef nonnull readonly captures(none) %0) unnamed_addr #6 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %3 = load ptr, ptr %2, align 8
  %4 = icmp eq ptr %3, null
  br i1 %4, label %7, label %5

5:                                                ; preds = %1
  %6 = tail call i64 @PyTuple_Size(ptr noundef nonnull %3) #29
  br label %7

7:                                                ; preds = %1, %5
  %8 = phi i64 [ %6, %5 ], [ 0, %1 ]
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %10 = load i64, ptr %9, align 8
  %11 = add nsw i64 %10, 1
  %12 = tail call ptr @PyTuple_New(i64 noundef %11) #29
  %13 = icmp eq i64 %8, 0
  br i1 %13, label %16, label %14

14:                                               ; preds = %7
  %15 = tail call ptr @PyDict_New() #29
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
  tail call void @Py_IncRef(ptr noundef nonnull %23) #29
  br label %26

26:                                               ; preds = %22, %25
  %27 = tail call i32 @PyTuple_SetItem(ptr noundef nonnull %12, i64 noundef 0, ptr noundef %23) #29
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
  tail call void @Py_IncRef(ptr noundef nonnull %41) #29
  br label %44

44:                                               ; preds = %36, %43
  %45 = tail call i32 @PyTuple_SetItem(ptr noundef nonnull %12, i64 noundef %38, ptr noundef %41) #29
  %46 = load i64, ptr %9, align 8
  %47 = icmp slt i64 %38, %46
  br i1 %47, label %36, label %32, !llvm.loop !187

48:                                               ; preds = %51
  %49 = add nuw nsw i64 %52, 1
  %50 = icmp eq i64 %49, %8
  br i1 %50, label %62, label %51, !llvm.loop !188

51:                                               ; preds = %34, %48
  %52 = phi i64 [ 0, %34 ], [ %49, %48 ]
  %53 = load ptr, ptr %2, align 8
  %54 = tail call ptr @PyTuple_GetItem(ptr noundef %53, i64 noundef %52) #29
  %55 = load ptr, ptr %35, align 8
  %56 = load i64, ptr %9, align 8
  %57 = getelementptr ptr, ptr %55, i64 %56
  %58 = getelementptr ptr, ptr %57, i64 %52
  %59 = load ptr, ptr %58, align 8
  %60 = tail call i32 @PyDict_SetItem(ptr noundef %17, ptr noundef %54, ptr noundef %59) #29
  %61 = icmp eq i32 %60, 0
  br i1 %61, label %48, label %65

62:                                               ; preds = %48, %32
  %63 = load ptr, ptr @launch_in_python, align 8
  %64 = tail call ptr @PyObject_Call(ptr noundef %63, ptr noundef nonnull %12, ptr noundef %17) #29
  br label %65

65:                                               ; preds = %51, %62, %19
  %66 = phi ptr [ %64, %62 ], [ null, %19 ], [ null, %51 ]
  tail call void @Py_DecRef(ptr noundef nonnull %12) #29
  br label %67

67:                                               ; preds = %16, %65
  %68 = phi ptr [ null, %16 ], [ %66, %65 ]
  %69 = icmp eq ptr %17, null
  br i1 %69, label %71, label %70

70:                                               ; preds = %67
  tail call void @Py_DecRef(ptr noundef nonnull %17) #29
  br label %71

71:                                               ; preds = %67, %70
  ret ptr %68
}

; Function Attrs: nofree norecurse nosync nounwind memory(read, inaccessiblemem: none, target_mem0: none, target_mem1: none)
define internal fastcc range(i32 0, 2) i32 @may_clash(ptr noundef nonnull readonly captures(none) %0, ptr noundef nonnull readonly captures(none) %1) unnamed_addr #24 {
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
  br i1 %55, label %56, label %12, !llvm.loop !189

56:                                               ; preds = %47, %53, %2
  %57 = phi i32 [ 0, %2 ], [ 0, %53 ], [ 1, %47 ]
  ret i32 %57
}

; Function Attrs: nounwind
define internal fastcc range(i32 -1, 1) i32 @convert_all(ptr noundef nonnull readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef nonnull readonly captures(none) %2, ptr noundef nonnull writeonly captures(none) %3) unnamed_addr #6 {
  %5 = alloca [32 x i8], align 1
  %6 = alloca [32 x i8], align 1
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #29
  call void @llvm.lifetime.start.p0(ptr nonnull %6) #29
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %8 = load i32, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %10 = zext i32 %8 to i64
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 1 %5, ptr nonnull align 8 %9, i64 %10, i1 false)
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 280
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 1 %6, ptr nonnull align 8 %11, i64 %10, i1 false)
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
  %33 = tail call fastcc i32 @convert(ptr noundef %19, i8 noundef %31, ptr noundef nonnull %32)
  %34 = icmp eq i32 %33, 0
  br i1 %34, label %35, label %38

35:                                               ; preds = %20, %29
  %36 = add nuw nsw i64 %14, 1
  %37 = icmp eq i64 %36, %10
  br i1 %37, label %38, label %13, !llvm.loop !190

38:                                               ; preds = %35, %29, %4
  %39 = phi i32 [ 0, %4 ], [ -1, %29 ], [ 0, %35 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %6) #29
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #29
  ret i32 %39
}

declare i32 @PyErr_ExceptionMatches(ptr noundef) local_unnamed_addr #12

declare void @PyErr_Clear() local_unnamed_addr #12

declare ptr @PyObject_Call(ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #12

declare i32 @PyUnicode_Compare(ptr noundef, ptr noundef) local_unnamed_addr #12

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.ctpop.i64(i64) #26

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umin.i64(i64, i64) #26

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smax.i64(i64, i64) #26

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fabs.f32(float) #26

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fabs.f64(double) #26

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: read)
declare i32 @bcmp(ptr captures(none), ptr captures(none), i64) local_unnamed_addr #27

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smin.i64(i64, i64) #26

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umax.i64(i64, i64) #26

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umax.i32(i32, i32) #26

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vector.reduce.add.v16i32(<16 x i32>) #28

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vector.reduce.or.v4i32(<4 x i32>) #28

attributes #0 = { nofree nosync nounwind memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) "frame-pointer"="non-leaf-no-reserve" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { nofree nosync nounwind memory(argmem: readwrite) "frame-pointer"="non-leaf-no-reserve" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #2 = { nofree nounwind memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) "frame-pointer"="non-leaf-no-reserve" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { nofree nosync nounwind memory(argmem: read) "frame-pointer"="non-leaf-no-reserve" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #5 = { nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) "frame-pointer"="non-leaf-no-reserve" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #6 = { nounwind "frame-pointer"="non-leaf-no-reserve" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #7 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #8 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="non-leaf-no-reserve" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #9 = { mustprogress nofree norecurse nounwind willreturn memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) "frame-pointer"="non-leaf-no-reserve" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #10 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #11 = { mustprogress nofree nosync nounwind willreturn memory(none) "frame-pointer"="non-leaf-no-reserve" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #12 = { "frame-pointer"="non-leaf-no-reserve" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #13 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #14 = { nofree "frame-pointer"="non-leaf-no-reserve" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #15 = { mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="malloc" "frame-pointer"="non-leaf-no-reserve" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #16 = { mustprogress nofree nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" "frame-pointer"="non-leaf-no-reserve" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #17 = { nofree nounwind "frame-pointer"="non-leaf-no-reserve" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #18 = { inlinehint nounwind memory(readwrite, target_mem0: none, target_mem1: none) "frame-pointer"="non-leaf-no-reserve" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #19 = { nounwind memory(readwrite, target_mem0: none, target_mem1: none) "frame-pointer"="non-leaf-no-reserve" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #20 = { mustprogress nounwind willreturn allockind("realloc") allocsize(1) memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="malloc" "frame-pointer"="non-leaf-no-reserve" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #21 = { inlinehint nounwind "frame-pointer"="non-leaf-no-reserve" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #22 = { mustprogress nounwind willreturn memory(readwrite, target_mem0: none, target_mem1: none) "frame-pointer"="non-leaf-no-reserve" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #23 = { nofree norecurse nounwind memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) "frame-pointer"="non-leaf-no-reserve" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #24 = { nofree norecurse nosync nounwind memory(read, inaccessiblemem: none, target_mem0: none, target_mem1: none) "frame-pointer"="non-leaf-no-reserve" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #25 = { mustprogress nofree nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" "frame-pointer"="non-leaf-no-reserve" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #26 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #27 = { nocallback nofree nounwind willreturn memory(argmem: read) }
attributes #28 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #29 = { nounwind }
attributes #30 = { nounwind willreturn memory(none) }
attributes #31 = { nounwind allocsize(1) }
attributes #32 = { nounwind allocsize(0) }
attributes #33 = { nounwind allocsize(0,1) }

!llvm.module.flags = !{!0, !1, !2, !3}

!0 = !{i32 7, !"Dwarf Version", i32 4}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 8, !"PIC Level", i32 2}
!3 = !{i32 7, !"frame-pointer", i32 4}
!5 = distinct !{!5, !6}
!6 = !{!"llvm.loop.mustprogress"}
!7 = distinct !{!7, !6}
!8 = distinct !{!8, !6}
!9 = distinct !{!9, !6}
!10 = distinct !{!10, !6}
!11 = distinct !{!11, !6}
!12 = distinct !{!12, !6}
!13 = !{!14}
!14 = distinct !{!14, !15}
!15 = distinct !{!15, !"LVerDomain"}
!16 = !{!17}
!17 = distinct !{!17, !15}
!18 = distinct !{!18, !6, !19, !20}
!19 = !{!"llvm.loop.isvectorized", i32 1}
!20 = !{!"llvm.loop.unroll.runtime.disable"}
!21 = distinct !{!21, !6, !19, !20}
!22 = distinct !{!22, !6, !20, !19}
!23 = distinct !{!23, !6, !19}
!24 = distinct !{!24, !6}
!25 = distinct !{!25, !6}
!26 = distinct !{!26, !6}
!27 = distinct !{!27, !6}
!28 = distinct !{!28, !6}
!29 = distinct !{!29, !6}
!30 = distinct !{!30, !6}
!31 = distinct !{!31, !6}
!32 = distinct !{!32, !33}
!33 = !{!"llvm.loop.peeled.count", i32 1}
!34 = distinct !{!34, !6}
!35 = distinct !{!35, !6}
!36 = !{i64 246967}
!37 = distinct !{!37, !6}
!38 = distinct !{!38, !6}
!39 = distinct !{!39, !6}
!40 = distinct !{!40, !6}
!41 = distinct !{!41, !6}
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
!57 = distinct !{!57, !6, !19, !20}
!58 = distinct !{!58, !6, !19}
!59 = distinct !{!59, !6}
!60 = distinct !{!60, !6}
!61 = distinct !{!61, !6}
!62 = distinct !{!62, !6}
!63 = distinct !{!63, !6}
!64 = distinct !{!64, !6}
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
!89 = distinct !{!89, !6}
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
!100 = distinct !{!100, !6, !19, !20}
!101 = !{!"branch_weights", i32 16, i32 16}
!102 = distinct !{!102, !6, !19, !20}
!103 = distinct !{!103, !6, !20, !19}
!104 = distinct !{!104, !6}
!105 = distinct !{!105, !6}
!106 = distinct !{!106, !6}
!107 = distinct !{!107, !6}
!108 = distinct !{!108, !6}
!109 = distinct !{!109, !6}
!110 = distinct !{!110, !6}
!111 = distinct !{!111, !6}
!112 = distinct !{!112, !6}
!113 = distinct !{!113, !6}
!114 = distinct !{!114, !6}
!115 = distinct !{!115, !6}
!116 = distinct !{!116, !6}
!117 = distinct !{!117, !6, !19, !20}
!118 = distinct !{!118, !6, !19}
!119 = distinct !{!119, !6}
!120 = distinct !{!120, !6}
!121 = distinct !{!121, !6}
!122 = distinct !{!122, !6}
!123 = distinct !{!123, !6, !19, !20}
!124 = distinct !{!124, !6, !20, !19}
!125 = distinct !{!125, !6}
!126 = distinct !{!126, !6}
!127 = distinct !{!127, !6}
!128 = distinct !{!128, !6}
!129 = distinct !{!129, !6}
!130 = distinct !{!130, !6}
!131 = distinct !{!131, !6}
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
!184 = distinct !{!184, !6}
!185 = distinct !{!185, !6}
!186 = distinct !{!186, !6}
!187 = distinct !{!187, !6}
!188 = distinct !{!188, !6}
!189 = distinct !{!189, !6}
!190 = distinct !{!190, !6}
