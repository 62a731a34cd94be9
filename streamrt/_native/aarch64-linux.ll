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
%struct.kind = type { i64 }
%struct.patience = type { i64, i32 }
%struct.timespec = type { i64, i64 }
%struct.program_stream = type { ptr, i64, i64, i64, i64 }

@workers = internal global %struct.anon zeroinitializer, align 64
@jobs = internal global [16 x %struct.job] zeroinitializer, align 64
@__const.srt_sync.none = private unnamed_addr constant { i64, i32, [4 x i8] } { i64 1000, i32 0, [4 x i8] zeroinitializer }, align 8
@.str = private unnamed_addr constant [10 x i8] c"can_issue\00", align 1
@.str.1 = private unnamed_addr constant [5 x i8] c"pack\00", align 1
@.str.2 = private unnamed_addr constant [6 x i8] c"issue\00", align 1
@.str.3 = private unnamed_addr constant [10 x i8] c"push_host\00", align 1
@.str.4 = private unnamed_addr constant [5 x i8] c"mark\00", align 1
@.str.5 = private unnamed_addr constant [5 x i8] c"stop\00", align 1
@.str.6 = private unnamed_addr constant [10 x i8] c"completed\00", align 1
@.str.7 = private unnamed_addr constant [9 x i8] c"failures\00", align 1
@.str.8 = private unnamed_addr constant [5 x i8] c"look\00", align 1
@.str.9 = private unnamed_addr constant [7 x i8] c"glance\00", align 1
@.str.10 = private unnamed_addr constant [6 x i8] c"check\00", align 1
@.str.11 = private unnamed_addr constant [6 x i8] c"begin\00", align 1
@.str.12 = private unnamed_addr constant [7 x i8] c"finish\00", align 1
@.str.13 = private unnamed_addr constant [10 x i8] c"raise_one\00", align 1
@.str.14 = private unnamed_addr constant [5 x i8] c"lose\00", align 1
@.str.15 = private unnamed_addr constant [7 x i8] c"cancel\00", align 1
@.str.16 = private unnamed_addr constant [4 x i8] c"arm\00", align 1
@.str.17 = private unnamed_addr constant [10 x i8] c"new_cells\00", align 1
@.str.18 = private unnamed_addr constant [10 x i8] c"new_queue\00", align 1
@.str.19 = private unnamed_addr constant [9 x i8] c"new_plan\00", align 1
@.str.20 = private unnamed_addr constant [20 x i8] c"drain_by_submitters\00", align 1
@.str.21 = private unnamed_addr constant [8 x i8] c"declare\00", align 1
@.str.22 = private unnamed_addr constant [9 x i8] c"allocate\00", align 1
@.str.23 = private unnamed_addr constant [8 x i8] c"release\00", align 1
@.str.24 = private unnamed_addr constant [13 x i8] c"free_records\00", align 1
@.str.25 = private unnamed_addr constant [10 x i8] c"set_limit\00", align 1
@.str.26 = private unnamed_addr constant [7 x i8] c"listen\00", align 1
@.str.27 = private unnamed_addr constant [8 x i8] c"prepare\00", align 1
@.str.28 = private unnamed_addr constant [15 x i8] c"forget_workers\00", align 1
@srt_builtins = local_unnamed_addr global [30 x { ptr, ptr, i32, [4 x i8], ptr }] [{ ptr, ptr, i32, [4 x i8], ptr } { ptr @.str, ptr @can_issue, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.1, ptr @pack, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.2, ptr @issue, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.3, ptr @push_host, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.4, ptr @mark, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.5, ptr @stop, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.6, ptr @completed, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.7, ptr @failures, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.8, ptr @look, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.9, ptr @glance, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.10, ptr @check, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.11, ptr @begin, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.12, ptr @finish, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.13, ptr @raise_one, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.14, ptr @lose, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.15, ptr @cancel, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.16, ptr @arm, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.17, ptr @new_cells, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.18, ptr @new_queue, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.19, ptr @new_plan, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.20, ptr @drain_by_submitters, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.21, ptr @declare, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.22, ptr @allocate, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.23, ptr @release, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.24, ptr @free_records, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.25, ptr @set_limit, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.26, ptr @listen, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.27, ptr @prepare, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } { ptr @.str.28, ptr @forget_workers, i32 128, [4 x i8] zeroinitializer, ptr null }, { ptr, ptr, i32, [4 x i8], ptr } zeroinitializer], align 8
@srt_handlers = local_unnamed_addr constant [8 x ptr] [ptr @handle_jump, ptr @handle_wait, ptr @handle_check, ptr @handle_signal, ptr @handle_launch, ptr @handle_host, ptr @handle_stop, ptr @handle_part], align 8
@yields_off_until = internal unnamed_addr global i64 0, align 8
@portable = internal unnamed_addr global i32 0, align 4
@lots = internal global [64 x %struct.lot] zeroinitializer, align 64
@notify.one = internal constant i64 1, align 8
@wake_fds = internal global [64 x i32] zeroinitializer, align 4
@convert.bits = internal unnamed_addr constant <{ [106 x i8], [22 x i8] }> <{ [106 x i8] c"\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\08\00\00\00\00\00\10 \00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\08\00\00\00\00\00\10 ", [22 x i8] zeroinitializer }>, align 1
@PyExc_OverflowError = external local_unnamed_addr global ptr, align 8
@.str.29 = private unnamed_addr constant [19 x i8] c"float out of range\00", align 1
@.str.30 = private unnamed_addr constant [21 x i8] c"integer out of range\00", align 1
@plain_kind = internal constant %struct.kind zeroinitializer, align 8
@cpu_kind = internal constant %struct.kind { i64 5000 }, align 8

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
  call void @llvm.lifetime.start.p0(ptr nonnull %1) #20
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
  %40 = tail call i32 %38(ptr noundef %39, i64 noundef %26, i64 noundef %37) #20
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
  %60 = tail call i32 %58(ptr noundef %59, i64 noundef %51, i64 noundef %57) #20
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
  %80 = tail call i64 (i64, ...) @syscall(i64 noundef 98, ptr noundef nonnull %16, i32 noundef 129, i32 noundef 2147483647, i32 noundef 0, i32 noundef 0, i32 noundef 0) #20
  br label %90

81:                                               ; preds = %76
  %82 = ptrtoint ptr %16 to i64
  %83 = lshr i64 %82, 6
  %84 = and i64 %83, 63
  %85 = getelementptr inbounds nuw %struct.lot, ptr @lots, i64 %84
  %86 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull %85) #20
  %87 = getelementptr inbounds nuw i8, ptr %85, i64 48
  %88 = tail call i32 @pthread_cond_broadcast(ptr noundef nonnull %87) #20
  %89 = tail call i32 @pthread_mutex_unlock(ptr noundef nonnull %85) #20
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
  call void @llvm.lifetime.end.p0(ptr nonnull %1) #20
  ret void
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #7

; Function Attrs: nounwind
define internal fastcc range(i32 0, 2) i32 @spin_until(ptr noundef readonly captures(none) %0, i64 noundef %1, ptr noundef captures(none) %2) unnamed_addr #6 {
  %4 = alloca %struct.timespec, align 8
  %5 = alloca %struct.timespec, align 8
  %6 = alloca %struct.timespec, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %6) #20
  %7 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %6) #20
  %8 = load i64, ptr %6, align 8
  %9 = mul nsw i64 %8, 1000000000
  %10 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %11 = load i64, ptr %10, align 8
  %12 = add nsw i64 %9, %11
  call void @llvm.lifetime.end.p0(ptr nonnull %6) #20
  %13 = load atomic i64, ptr @yields_off_until monotonic, align 8
  %14 = icmp slt i64 %12, %13
  br i1 %14, label %15, label %17

15:                                               ; preds = %3
  %16 = getelementptr inbounds nuw i8, ptr %4, i64 8
  br label %43

17:                                               ; preds = %3
  %18 = getelementptr inbounds nuw i8, ptr %5, i64 8
  br label %22

19:                                               ; preds = %27
  %20 = add nuw nsw i32 %24, 1
  %21 = icmp eq i32 %20, 100
  br i1 %21, label %39, label %22, !llvm.loop !35

22:                                               ; preds = %19, %17
  %23 = phi i64 [ %12, %17 ], [ %33, %19 ]
  %24 = phi i32 [ 0, %17 ], [ %20, %19 ]
  %25 = load atomic i64, ptr %0 acquire, align 8
  %26 = icmp ult i64 %25, %1
  br i1 %26, label %27, label %108

27:                                               ; preds = %22
  %28 = call i32 @sched_yield() #20
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #20
  %29 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %5) #20
  %30 = load i64, ptr %5, align 8
  %31 = mul nsw i64 %30, 1000000000
  %32 = load i64, ptr %18, align 8
  %33 = add nsw i64 %31, %32
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #20
  %34 = sub nsw i64 %33, %23
  %35 = icmp slt i64 %34, 20001
  br i1 %35, label %19, label %36

36:                                               ; preds = %27
  %37 = shl nsw i64 %34, 4
  %38 = add nsw i64 %37, %33
  store atomic i64 %38, ptr @yields_off_until monotonic, align 8
  br label %39

39:                                               ; preds = %19, %36
  %40 = load atomic i64, ptr %0 acquire, align 8
  %41 = icmp uge i64 %40, %1
  %42 = zext i1 %41 to i32
  br label %108

43:                                               ; preds = %15, %95
  %44 = load atomic i64, ptr %0 acquire, align 8
  %45 = icmp ult i64 %44, %1
  br i1 %45, label %50, label %46

46:                                               ; preds = %92, %89, %86, %83, %80, %77, %74, %71, %68, %65, %62, %59, %56, %53, %50, %43
  %47 = load i64, ptr %2, align 8
  %48 = call i64 @llvm.smin.i64(i64 %47, i64 12500)
  %49 = shl i64 %48, 1
  store i64 %49, ptr %2, align 8
  br label %108

50:                                               ; preds = %43
  call void asm sideeffect "yield", ""() #20, !srcloc !36
  %51 = load atomic i64, ptr %0 acquire, align 8
  %52 = icmp ult i64 %51, %1
  br i1 %52, label %53, label %46

53:                                               ; preds = %50
  call void asm sideeffect "yield", ""() #20, !srcloc !36
  %54 = load atomic i64, ptr %0 acquire, align 8
  %55 = icmp ult i64 %54, %1
  br i1 %55, label %56, label %46

56:                                               ; preds = %53
  call void asm sideeffect "yield", ""() #20, !srcloc !36
  %57 = load atomic i64, ptr %0 acquire, align 8
  %58 = icmp ult i64 %57, %1
  br i1 %58, label %59, label %46

59:                                               ; preds = %56
  call void asm sideeffect "yield", ""() #20, !srcloc !36
  %60 = load atomic i64, ptr %0 acquire, align 8
  %61 = icmp ult i64 %60, %1
  br i1 %61, label %62, label %46

62:                                               ; preds = %59
  call void asm sideeffect "yield", ""() #20, !srcloc !36
  %63 = load atomic i64, ptr %0 acquire, align 8
  %64 = icmp ult i64 %63, %1
  br i1 %64, label %65, label %46

65:                                               ; preds = %62
  call void asm sideeffect "yield", ""() #20, !srcloc !36
  %66 = load atomic i64, ptr %0 acquire, align 8
  %67 = icmp ult i64 %66, %1
  br i1 %67, label %68, label %46

68:                                               ; preds = %65
  call void asm sideeffect "yield", ""() #20, !srcloc !36
  %69 = load atomic i64, ptr %0 acquire, align 8
  %70 = icmp ult i64 %69, %1
  br i1 %70, label %71, label %46

71:                                               ; preds = %68
  call void asm sideeffect "yield", ""() #20, !srcloc !36
  %72 = load atomic i64, ptr %0 acquire, align 8
  %73 = icmp ult i64 %72, %1
  br i1 %73, label %74, label %46

74:                                               ; preds = %71
  call void asm sideeffect "yield", ""() #20, !srcloc !36
  %75 = load atomic i64, ptr %0 acquire, align 8
  %76 = icmp ult i64 %75, %1
  br i1 %76, label %77, label %46

77:                                               ; preds = %74
  call void asm sideeffect "yield", ""() #20, !srcloc !36
  %78 = load atomic i64, ptr %0 acquire, align 8
  %79 = icmp ult i64 %78, %1
  br i1 %79, label %80, label %46

80:                                               ; preds = %77
  call void asm sideeffect "yield", ""() #20, !srcloc !36
  %81 = load atomic i64, ptr %0 acquire, align 8
  %82 = icmp ult i64 %81, %1
  br i1 %82, label %83, label %46

83:                                               ; preds = %80
  call void asm sideeffect "yield", ""() #20, !srcloc !36
  %84 = load atomic i64, ptr %0 acquire, align 8
  %85 = icmp ult i64 %84, %1
  br i1 %85, label %86, label %46

86:                                               ; preds = %83
  call void asm sideeffect "yield", ""() #20, !srcloc !36
  %87 = load atomic i64, ptr %0 acquire, align 8
  %88 = icmp ult i64 %87, %1
  br i1 %88, label %89, label %46

89:                                               ; preds = %86
  call void asm sideeffect "yield", ""() #20, !srcloc !36
  %90 = load atomic i64, ptr %0 acquire, align 8
  %91 = icmp ult i64 %90, %1
  br i1 %91, label %92, label %46

92:                                               ; preds = %89
  call void asm sideeffect "yield", ""() #20, !srcloc !36
  %93 = load atomic i64, ptr %0 acquire, align 8
  %94 = icmp ult i64 %93, %1
  br i1 %94, label %95, label %46

95:                                               ; preds = %92
  call void asm sideeffect "yield", ""() #20, !srcloc !36
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #20
  %96 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %4) #20
  %97 = load i64, ptr %4, align 8
  %98 = mul nsw i64 %97, 1000000000
  %99 = load i64, ptr %16, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #20
  %100 = sub i64 %99, %12
  %101 = add i64 %100, %98
  %102 = load i64, ptr %2, align 8
  %103 = icmp slt i64 %101, %102
  br i1 %103, label %43, label %104, !llvm.loop !37

104:                                              ; preds = %95
  %105 = icmp sgt i64 %102, 2001
  %106 = sdiv i64 %102, 2
  %107 = select i1 %105, i64 %106, i64 1000
  store i64 %107, ptr %2, align 8
  br label %108

108:                                              ; preds = %22, %46, %39, %104
  %109 = phi i32 [ 1, %46 ], [ 0, %104 ], [ %42, %39 ], [ 1, %22 ]
  ret i32 %109
}

; Function Attrs: nounwind
define internal fastcc range(i32 0, 3) i32 @sleep_on(ptr noundef %0, i32 noundef %1, i64 noundef %2) unnamed_addr #6 {
  %4 = alloca %struct.timespec, align 8
  %5 = alloca %struct.timespec, align 8
  %6 = load atomic i32, ptr @portable monotonic, align 4
  %7 = icmp eq i32 %6, 0
  br i1 %7, label %8, label %26

8:                                                ; preds = %3
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #20
  %9 = sdiv i64 %2, 1000000000
  store i64 %9, ptr %5, align 8
  %10 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %11 = mul i64 %9, 1000000000
  %12 = sub i64 %2, %11
  store i64 %12, ptr %10, align 8
  %13 = icmp slt i64 %2, 0
  %14 = select i1 %13, ptr null, ptr %5
  %15 = call i64 (i64, ...) @syscall(i64 noundef 98, ptr noundef %0, i32 noundef 128, i32 noundef %1, ptr noundef %14, i32 noundef 0, i32 noundef 0) #20
  %16 = icmp eq i64 %15, 0
  br i1 %16, label %24, label %17

17:                                               ; preds = %8
  %18 = tail call ptr @__errno_location() #21
  %19 = load i32, ptr %18, align 4
  %20 = icmp eq i32 %19, 110
  %21 = icmp eq i32 %19, 4
  %22 = select i1 %21, i32 2, i32 0
  %23 = select i1 %20, i32 1, i32 %22
  br label %24

24:                                               ; preds = %8, %17
  %25 = phi i32 [ %23, %17 ], [ 0, %8 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #20
  br label %57

26:                                               ; preds = %3
  %27 = ptrtoint ptr %0 to i64
  %28 = lshr i64 %27, 6
  %29 = and i64 %28, 63
  %30 = getelementptr inbounds nuw %struct.lot, ptr @lots, i64 %29
  %31 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull %30) #20
  %32 = load atomic i32, ptr %0 seq_cst, align 4
  %33 = icmp eq i32 %32, %1
  br i1 %33, label %34, label %54

34:                                               ; preds = %26
  %35 = icmp slt i64 %2, 0
  br i1 %35, label %36, label %39

36:                                               ; preds = %34
  %37 = getelementptr inbounds nuw i8, ptr %30, i64 48
  %38 = tail call i32 @pthread_cond_wait(ptr noundef nonnull %37, ptr noundef nonnull %30) #20
  br label %54

39:                                               ; preds = %34
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #20
  %40 = call i32 @clock_gettime(i32 noundef 0, ptr noundef nonnull %4) #20
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
  %51 = call i32 @pthread_cond_timedwait(ptr noundef nonnull %50, ptr noundef nonnull %30, ptr noundef nonnull %4) #20
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #20
  %52 = icmp eq i32 %51, 110
  %53 = zext i1 %52 to i32
  br label %54

54:                                               ; preds = %26, %36, %39
  %55 = phi i32 [ 0, %36 ], [ %53, %39 ], [ 0, %26 ]
  %56 = call i32 @pthread_mutex_unlock(ptr noundef nonnull %30) #20
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
  %5 = tail call i64 (i64, ...) @syscall(i64 noundef 98, ptr noundef nonnull @workers, i32 noundef 129, i32 noundef 2147483647, i32 noundef 0, i32 noundef 0, i32 noundef 0) #20
  br label %14

6:                                                ; preds = %0
  %7 = lshr exact i64 ptrtoint (ptr @workers to i64), 6
  %8 = and i64 %7, 63
  %9 = getelementptr inbounds nuw %struct.lot, ptr @lots, i64 %8
  %10 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull %9) #20
  %11 = getelementptr inbounds nuw i8, ptr %9, i64 48
  %12 = tail call i32 @pthread_cond_broadcast(ptr noundef nonnull %11) #20
  %13 = tail call i32 @pthread_mutex_unlock(ptr noundef nonnull %9) #20
  br label %14

14:                                               ; preds = %4, %6
  ret void
}

; Function Attrs: nounwind
define range(i32 1, 0) i32 @srt_drain(ptr noundef %0) local_unnamed_addr #6 {
  %2 = alloca %struct.timespec, align 8
  %3 = alloca %struct.timespec, align 8
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 2192
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 2200
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 2232
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 2216
  %8 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 2304
  %10 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 2224
  br label %12

12:                                               ; preds = %63, %1
  %13 = load atomic i64, ptr %0 acquire, align 64
  br label %14

14:                                               ; preds = %17, %12
  %15 = load i64, ptr %4, align 16
  %16 = icmp eq i64 %15, %13
  br i1 %16, label %27, label %17

17:                                               ; preds = %14
  %18 = load ptr, ptr %5, align 8
  %19 = getelementptr inbounds nuw i8, ptr %18, i64 8
  %20 = load i64, ptr %19, align 8
  %21 = add i64 %20, %15
  store i64 %21, ptr %4, align 16
  %22 = load i64, ptr %19, align 8
  %23 = getelementptr inbounds nuw i8, ptr %18, i64 %22
  store ptr %23, ptr %5, align 8
  %24 = load ptr, ptr %18, align 8
  %25 = call i32 %24(ptr noundef nonnull %18, ptr noundef nonnull %0) #20
  %26 = icmp eq i32 %25, 0
  br i1 %26, label %14, label %64, !llvm.loop !38

27:                                               ; preds = %14
  store i64 0, ptr %6, align 8
  %28 = add i64 %13, 1
  %29 = call fastcc i32 @spin_until(ptr noundef nonnull %0, i64 noundef %28, ptr noundef nonnull %7)
  %30 = icmp eq i32 %29, 0
  br i1 %30, label %31, label %63

31:                                               ; preds = %27
  call void @llvm.lifetime.start.p0(ptr nonnull %3) #20
  %32 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %3) #20
  %33 = load i64, ptr %3, align 8
  %34 = load i64, ptr %8, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #20
  %35 = load i64, ptr %4, align 16
  store atomic i32 1, ptr %9 seq_cst, align 64
  %36 = load atomic i64, ptr %0 seq_cst, align 64
  %37 = icmp eq i64 %36, %35
  br i1 %37, label %40, label %38

38:                                               ; preds = %31
  %39 = cmpxchg ptr %9, i32 1, i32 0 seq_cst seq_cst, align 64
  br label %40

40:                                               ; preds = %38, %31
  %41 = load atomic i32, ptr %9 seq_cst, align 64
  %42 = icmp eq i32 %41, 0
  br i1 %42, label %48, label %43

43:                                               ; preds = %40, %43
  %44 = phi i32 [ %46, %43 ], [ %41, %40 ]
  %45 = call fastcc i32 @sleep_on(ptr noundef nonnull %9, i32 noundef %44, i64 noundef -1)
  %46 = load atomic i32, ptr %9 seq_cst, align 64
  %47 = icmp eq i32 %46, 0
  br i1 %47, label %48, label %43, !llvm.loop !39

48:                                               ; preds = %43, %40
  call void @llvm.lifetime.start.p0(ptr nonnull %2) #20
  %49 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %2) #20
  %50 = load i64, ptr %2, align 8
  %51 = load i64, ptr %10, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %2) #20
  %52 = sub i64 %50, %33
  %53 = mul i64 %52, 1000000000
  %54 = sub i64 %51, %34
  %55 = add i64 %54, %53
  %56 = icmp slt i64 %55, 50000
  br i1 %56, label %57, label %63

57:                                               ; preds = %48
  %58 = load i32, ptr %11, align 8
  %59 = add i32 %58, 1
  store i32 %59, ptr %11, align 8
  %60 = and i32 %59, 15
  %61 = icmp eq i32 %60, 0
  br i1 %61, label %62, label %63

62:                                               ; preds = %57
  store i64 25000, ptr %7, align 8
  br label %63

63:                                               ; preds = %62, %57, %48, %27
  br label %12

64:                                               ; preds = %17
  ret i32 %25
}

; Function Attrs: nounwind
define void @srt_host_done(ptr noundef initializes((2232, 2240)) %0, ptr noundef writeonly captures(none) initializes((4, 8), (32, 40)) %1, i32 noundef %2, i32 noundef %3) local_unnamed_addr #6 {
  %5 = alloca %struct.timespec, align 8
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 4
  store i32 %3, ptr %6, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #20
  %7 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %5) #20
  %8 = load i64, ptr %5, align 8
  %9 = mul nsw i64 %8, 1000000000
  %10 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %11 = load i64, ptr %10, align 8
  %12 = add nsw i64 %9, %11
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #20
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
  %30 = call i64 @write(i32 noundef %29, ptr noundef nonnull @notify.one, i64 noundef 8) #20
  br label %31

31:                                               ; preds = %28, %22
  %32 = add i64 %23, -1
  %33 = and i64 %32, %23
  %34 = icmp eq i64 %33, 0
  br i1 %34, label %39, label %22, !llvm.loop !40

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
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #20
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
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #20
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
  br i1 %40, label %41, label %31, !llvm.loop !41

41:                                               ; preds = %31, %23, %15
  %42 = add nuw i64 %17, 1
  %43 = getelementptr inbounds nuw i8, ptr %16, i64 24
  %44 = load i64, ptr %8, align 16
  %45 = icmp ult i64 %42, %44
  br i1 %45, label %15, label %46, !llvm.loop !42

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
  br i1 %56, label %179, label %57

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
  %72 = tail call i32 %68(ptr noundef nonnull %69, i64 noundef 0, i64 noundef %71) #20
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
  br label %172

84:                                               ; preds = %73
  %85 = getelementptr inbounds nuw i8, ptr %60, i64 32
  %86 = load i32, ptr %85, align 8
  %87 = zext i32 %86 to i64
  %88 = getelementptr inbounds nuw i64, ptr %60, i64 %87
  %89 = icmp eq ptr %88, %55
  br i1 %89, label %179, label %59, !llvm.loop !43

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
  br i1 %99, label %100, label %172

100:                                              ; preds = %95
  %101 = load ptr, ptr %96, align 8
  %102 = getelementptr inbounds nuw i8, ptr %101, i64 8
  %103 = load i64, ptr %102, align 8
  %104 = getelementptr inbounds nuw i8, ptr %96, i64 8
  store i64 %103, ptr %104, align 8
  %105 = getelementptr inbounds nuw i8, ptr %96, i64 40
  %106 = icmp eq ptr %105, %93
  br i1 %106, label %107, label %95, !llvm.loop !44

107:                                              ; preds = %100
  %108 = load ptr, ptr %91, align 8
  %109 = getelementptr inbounds nuw i8, ptr %108, i64 2176
  %110 = load atomic i64, ptr %109 monotonic, align 64
  %111 = getelementptr inbounds nuw i8, ptr %6, i64 40
  store i64 %110, ptr %111, align 8
  store atomic i64 0, ptr %6 monotonic, align 64
  br label %113

112:                                              ; preds = %149
  tail call fastcc void @run_part(ptr noundef nonnull %6, ptr noundef nonnull %91)
  br label %152

113:                                              ; preds = %149, %107
  %114 = phi ptr [ %150, %149 ], [ %94, %107 ]
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
  store ptr %126, ptr %116, align 32
  %127 = load atomic i64, ptr %115 monotonic, align 64
  %128 = add i64 %127, 32
  store atomic i64 %128, ptr %115 seq_cst, align 64
  %129 = getelementptr inbounds nuw i8, ptr %115, i64 2304
  %130 = load atomic i32, ptr %129 seq_cst, align 64
  %131 = icmp eq i32 %130, 0
  br i1 %131, label %149, label %132

132:                                              ; preds = %113
  %133 = atomicrmw xchg ptr %129, i32 0 seq_cst, align 64
  %134 = icmp eq i32 %133, 0
  br i1 %134, label %149, label %135

135:                                              ; preds = %132
  %136 = load atomic i32, ptr @portable monotonic, align 4
  %137 = icmp eq i32 %136, 0
  br i1 %137, label %138, label %140

138:                                              ; preds = %135
  %139 = tail call i64 (i64, ...) @syscall(i64 noundef 98, ptr noundef nonnull %129, i32 noundef 129, i32 noundef 2147483647, i32 noundef 0, i32 noundef 0, i32 noundef 0) #20
  br label %149

140:                                              ; preds = %135
  %141 = ptrtoint ptr %129 to i64
  %142 = lshr i64 %141, 6
  %143 = and i64 %142, 63
  %144 = getelementptr inbounds nuw %struct.lot, ptr @lots, i64 %143
  %145 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull %144) #20
  %146 = getelementptr inbounds nuw i8, ptr %144, i64 48
  %147 = tail call i32 @pthread_cond_broadcast(ptr noundef nonnull %146) #20
  %148 = tail call i32 @pthread_mutex_unlock(ptr noundef nonnull %144) #20
  br label %149

149:                                              ; preds = %140, %138, %132, %113
  %150 = getelementptr inbounds nuw i8, ptr %114, i64 40
  %151 = icmp eq ptr %150, %93
  br i1 %151, label %112, label %113, !llvm.loop !45

152:                                              ; preds = %166, %112
  %153 = phi ptr [ %167, %166 ], [ %94, %112 ]
  %154 = getelementptr inbounds nuw i8, ptr %153, i64 16
  %155 = load i64, ptr %154, align 8
  %156 = load ptr, ptr %91, align 8
  %157 = load ptr, ptr %153, align 8
  %158 = getelementptr inbounds nuw i8, ptr %153, i64 8
  %159 = load i64, ptr %158, align 8
  %160 = add i64 %159, %155
  %161 = getelementptr inbounds nuw i8, ptr %157, i64 2176
  %162 = load atomic i64, ptr %161 acquire, align 8
  %163 = icmp ult i64 %162, %160
  br i1 %163, label %164, label %166

164:                                              ; preds = %152
  %165 = getelementptr inbounds nuw i8, ptr %156, i64 2216
  tail call fastcc void @await_value(ptr noundef nonnull %157, i64 noundef %160, ptr noundef nonnull %165)
  br label %166

166:                                              ; preds = %164, %152
  %167 = getelementptr inbounds nuw i8, ptr %153, i64 40
  %168 = icmp eq ptr %167, %93
  br i1 %168, label %169, label %152, !llvm.loop !46

169:                                              ; preds = %166
  %170 = load atomic i64, ptr %6 monotonic, align 64
  %171 = icmp eq i64 %170, 0
  br i1 %171, label %179, label %172

172:                                              ; preds = %95, %76, %169
  %173 = phi i64 [ %170, %169 ], [ %83, %76 ], [ 4294967284, %95 ]
  %174 = lshr i64 %173, 32
  %175 = getelementptr inbounds i8, ptr %0, i64 -8
  %176 = load ptr, ptr %175, align 8
  %177 = getelementptr inbounds nuw i8, ptr %176, i64 40
  store i64 %174, ptr %177, align 8
  %178 = trunc i64 %173 to i32
  br label %179

179:                                              ; preds = %84, %50, %172, %169
  %180 = phi i32 [ 0, %169 ], [ %178, %172 ], [ 0, %50 ], [ 0, %84 ]
  ret i32 %180
}

; Function Attrs: nounwind
define internal ptr @can_issue(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %4) #20
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
  %27 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %26) #20
  ret ptr %27
}

; Function Attrs: nounwind
define internal ptr @pack(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca double, align 8
  %5 = alloca float, align 4
  %6 = load ptr, ptr %1, align 8
  %7 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %6) #20
  %8 = inttoptr i64 %7 to ptr
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %10 = load ptr, ptr %9, align 8
  %11 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %10) #20
  %12 = inttoptr i64 %11 to ptr
  %13 = getelementptr inbounds nuw i8, ptr %8, i64 8
  %14 = load i64, ptr %13, align 8
  %15 = getelementptr inbounds nuw i8, ptr %8, i64 24
  %16 = load i64, ptr %15, align 8
  %17 = sub i64 %14, %16
  %18 = getelementptr inbounds nuw i8, ptr %8, i64 16
  %19 = load i64, ptr %18, align 16
  %20 = icmp ult i64 %17, %19
  br i1 %20, label %30, label %21

21:                                               ; preds = %3
  %22 = getelementptr inbounds nuw i8, ptr %8, i64 2176
  %23 = load atomic i64, ptr %22 acquire, align 64
  store i64 %23, ptr %15, align 8
  %24 = load i64, ptr %13, align 8
  %25 = sub i64 %24, %23
  %26 = load i64, ptr %18, align 16
  %27 = icmp ult i64 %25, %26
  br i1 %27, label %30, label %28

28:                                               ; preds = %21
  %29 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef 0) #20
  br label %119

30:                                               ; preds = %3, %21
  %31 = getelementptr inbounds nuw i8, ptr %12, i64 296
  %32 = ptrtoint ptr %31 to i64
  %33 = getelementptr inbounds nuw i8, ptr %8, i64 72
  store i64 %32, ptr %33, align 8
  %34 = getelementptr inbounds nuw i8, ptr %12, i64 24
  %35 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %36 = getelementptr inbounds nuw i8, ptr %12, i64 40
  br label %37

37:                                               ; preds = %110, %30
  %38 = phi i64 [ 0, %30 ], [ %46, %110 ]
  %39 = load i64, ptr %34, align 8
  %40 = icmp ult i64 %38, %39
  br i1 %40, label %41, label %113

41:                                               ; preds = %37
  %42 = load ptr, ptr %35, align 8
  %43 = tail call ptr @PyTuple_GetItem(ptr noundef %42, i64 noundef %38) #20
  %44 = getelementptr inbounds nuw i8, ptr %36, i64 %38
  %45 = load i8, ptr %44, align 1
  %46 = add nuw i64 %38, 1
  %47 = getelementptr inbounds nuw i64, ptr %33, i64 %46
  store i64 0, ptr %47, align 8
  %48 = and i8 %45, -2
  %49 = icmp eq i8 %48, 80
  br i1 %49, label %50, label %57

50:                                               ; preds = %41
  %51 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %43) #20
  store i64 %51, ptr %47, align 8
  %52 = icmp eq i64 %51, -1
  br i1 %52, label %53, label %110

53:                                               ; preds = %50
  %54 = tail call ptr @PyErr_Occurred() #20
  %55 = icmp ne ptr %54, null
  %56 = sext i1 %55 to i32
  br label %110

57:                                               ; preds = %41
  %58 = icmp eq i8 %45, 100
  %59 = icmp ne i8 %45, 102
  switch i8 %45, label %81 [
    i8 102, label %60
    i8 100, label %60
  ]

60:                                               ; preds = %57, %57
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #20
  %61 = tail call double @PyFloat_AsDouble(ptr noundef %43) #20
  store double %61, ptr %4, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #20
  %62 = fptrunc double %61 to float
  store float %62, ptr %5, align 4
  %63 = fcmp oeq double %61, -1.000000e+00
  br i1 %63, label %64, label %67

64:                                               ; preds = %60
  %65 = tail call ptr @PyErr_Occurred() #20
  %66 = icmp eq ptr %65, null
  br i1 %66, label %67, label %79

67:                                               ; preds = %64, %60
  %68 = tail call float @llvm.fabs.f32(float %62)
  %69 = fcmp une float %68, 0x7FF0000000000000
  %70 = or i1 %59, %69
  %71 = tail call double @llvm.fabs.f64(double %61)
  %72 = fcmp oeq double %71, 0x7FF0000000000000
  %73 = or i1 %72, %70
  br i1 %73, label %76, label %74

74:                                               ; preds = %67
  %75 = load ptr, ptr @PyExc_OverflowError, align 8
  tail call void @PyErr_SetString(ptr noundef %75, ptr noundef nonnull @.str.29) #20
  br label %79

76:                                               ; preds = %67
  %77 = select i1 %58, ptr %4, ptr %5
  %78 = select i1 %58, i64 8, i64 4
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(4) %47, ptr noundef nonnull align 4 dereferenceable(4) %77, i64 %78, i1 false)
  br label %79

79:                                               ; preds = %76, %74, %64
  %80 = phi i32 [ -1, %74 ], [ 0, %76 ], [ -1, %64 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #20
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #20
  br label %110

81:                                               ; preds = %57
  %82 = tail call i64 @PyLong_AsLongLong(ptr noundef %43) #20
  %83 = icmp eq i64 %82, -1
  br i1 %83, label %84, label %87

84:                                               ; preds = %81
  %85 = tail call ptr @PyErr_Occurred() #20
  %86 = icmp eq ptr %85, null
  br i1 %86, label %87, label %119

87:                                               ; preds = %84, %81
  store i64 %82, ptr %47, align 8
  switch i8 %45, label %91 [
    i8 113, label %110
    i8 63, label %88
  ]

88:                                               ; preds = %87
  %89 = icmp ne i64 %82, 0
  %90 = zext i1 %89 to i64
  store i64 %90, ptr %47, align 8
  br label %110

91:                                               ; preds = %87
  %92 = and i8 %45, 127
  %93 = zext nneg i8 %92 to i64
  %94 = getelementptr inbounds nuw i8, ptr @convert.bits, i64 %93
  %95 = load i8, ptr %94, align 1
  %96 = icmp ugt i8 %45, 96
  %97 = zext i8 %95 to i64
  %98 = add nuw nsw i64 %97, 4294967295
  %99 = and i64 %98, 4294967295
  %100 = shl nsw i64 -1, %99
  %101 = select i1 %96, i64 %100, i64 0
  %102 = icmp slt i64 %82, %101
  br i1 %102, label %108, label %103

103:                                              ; preds = %91
  %104 = shl nsw i64 -1, %97
  %105 = xor i64 %104, -1
  %106 = add nsw i64 %101, %105
  %107 = icmp sgt i64 %82, %106
  br i1 %107, label %108, label %110

108:                                              ; preds = %103, %91
  %109 = load ptr, ptr @PyExc_OverflowError, align 8
  tail call void @PyErr_SetString(ptr noundef %109, ptr noundef nonnull @.str.30) #20
  br label %119

110:                                              ; preds = %50, %53, %79, %87, %88, %103
  %111 = phi i32 [ %56, %53 ], [ %80, %79 ], [ 0, %50 ], [ 0, %87 ], [ 0, %103 ], [ 0, %88 ]
  %112 = icmp eq i32 %111, 0
  br i1 %112, label %37, label %119, !llvm.loop !47

113:                                              ; preds = %37
  %114 = add i64 %39, 1
  %115 = getelementptr inbounds nuw i8, ptr %8, i64 64
  store i64 %114, ptr %115, align 64
  %116 = load i64, ptr %13, align 8
  %117 = add i64 %116, 1
  %118 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %117) #20
  br label %119

119:                                              ; preds = %84, %110, %108, %113, %28
  %120 = phi ptr [ %29, %28 ], [ %118, %113 ], [ null, %108 ], [ null, %110 ], [ null, %84 ]
  ret ptr %120
}

; Function Attrs: nounwind
define internal ptr @issue(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca %struct.timespec, align 8
  %5 = load ptr, ptr %1, align 8
  %6 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %5) #20
  %7 = inttoptr i64 %6 to ptr
  %8 = getelementptr inbounds nuw i8, ptr %7, i64 64
  %9 = load i64, ptr %8, align 64
  %10 = shl i64 %9, 3
  %11 = add i64 %10, 24
  %12 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %15 = load ptr, ptr %14, align 8
  %16 = tail call i64 @PyTuple_Size(ptr noundef %13) #20
  %17 = sdiv i64 %16, 2
  %18 = shl i64 %17, 5
  %19 = tail call i64 @PyTuple_Size(ptr noundef %15) #20
  %20 = mul i64 %19, 24
  %21 = add i64 %20, %11
  %22 = add i64 %21, %18
  %23 = tail call fastcc i32 @make_room(ptr noundef %7, i64 noundef %22)
  %24 = icmp eq i32 %23, 0
  br i1 %24, label %27, label %25

25:                                               ; preds = %3
  %26 = tail call ptr @PyErr_NoMemory() #20
  br label %51

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
  %36 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %35) #20
  %37 = inttoptr i64 %36 to ptr
  %38 = getelementptr inbounds nuw i8, ptr %32, i64 16
  store ptr %37, ptr %38, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #20
  %39 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %4) #20
  %40 = load i64, ptr %4, align 8
  %41 = mul nsw i64 %40, 1000000000
  %42 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %43 = load i64, ptr %42, align 8
  %44 = add nsw i64 %41, %43
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #20
  %45 = load ptr, ptr %38, align 8
  %46 = getelementptr inbounds nuw i8, ptr %45, i64 16
  store i64 %44, ptr %46, align 16
  %47 = getelementptr inbounds nuw i8, ptr %32, i64 24
  %48 = getelementptr inbounds nuw i8, ptr %7, i64 72
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 %47, ptr nonnull align 8 %48, i64 %10, i1 false)
  %49 = getelementptr inbounds nuw i8, ptr %32, i64 %11
  %50 = call fastcc ptr @issue_at(ptr noundef nonnull %7, ptr noundef nonnull %49)
  br label %51

51:                                               ; preds = %27, %25
  %52 = phi ptr [ %26, %25 ], [ %50, %27 ]
  ret ptr %52
}

; Function Attrs: nounwind
define internal ptr @push_host(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %5 = load ptr, ptr %4, align 8
  %6 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %5) #20
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
define internal ptr @completed(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %4) #20
  %6 = inttoptr i64 %5 to ptr
  %7 = getelementptr inbounds nuw i8, ptr %6, i64 2176
  %8 = load atomic i64, ptr %7 acquire, align 64
  %9 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %8) #20
  ret ptr %9
}

; Function Attrs: nounwind
define internal ptr @failures(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %4) #20
  %6 = inttoptr i64 %5 to ptr
  %7 = getelementptr inbounds nuw i8, ptr %6, i64 2184
  %8 = load atomic i64, ptr %7 acquire, align 8
  %9 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %8) #20
  ret ptr %9
}

; Function Attrs: nounwind
define internal ptr @look(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %4) #20
  %6 = inttoptr i64 %5 to ptr
  %7 = load atomic i32, ptr %6 acquire, align 64
  %8 = zext i32 %7 to i64
  %9 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %8) #20
  ret ptr %9
}

; Function Attrs: nounwind
define internal ptr @glance(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca %struct.timespec, align 8
  %5 = alloca %struct.timespec, align 8
  %6 = load ptr, ptr %1, align 8
  %7 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %6) #20
  %8 = inttoptr i64 %7 to ptr
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #20
  %9 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %5) #20
  %10 = load i64, ptr %5, align 8
  %11 = mul nsw i64 %10, 1000000000
  %12 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %13 = load i64, ptr %12, align 8
  %14 = add nsw i64 %11, %13
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #20
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %16 = load ptr, ptr %15, align 8
  %17 = call i64 @PyLong_AsUnsignedLongLong(ptr noundef %16) #20
  %18 = add nsw i64 %14, %17
  %19 = getelementptr inbounds nuw i8, ptr %4, i64 8
  br label %20

20:                                               ; preds = %44, %3
  %21 = load atomic i32, ptr %8 acquire, align 64
  %22 = icmp ugt i32 %21, 1
  br i1 %22, label %51, label %23

23:                                               ; preds = %20
  call void asm sideeffect "yield", ""() #20, !srcloc !36
  %24 = load atomic i32, ptr %8 acquire, align 64
  %25 = icmp ugt i32 %24, 1
  br i1 %25, label %51, label %26

26:                                               ; preds = %23
  call void asm sideeffect "yield", ""() #20, !srcloc !36
  %27 = load atomic i32, ptr %8 acquire, align 64
  %28 = icmp ugt i32 %27, 1
  br i1 %28, label %51, label %29

29:                                               ; preds = %26
  call void asm sideeffect "yield", ""() #20, !srcloc !36
  %30 = load atomic i32, ptr %8 acquire, align 64
  %31 = icmp ugt i32 %30, 1
  br i1 %31, label %51, label %32

32:                                               ; preds = %29
  call void asm sideeffect "yield", ""() #20, !srcloc !36
  %33 = load atomic i32, ptr %8 acquire, align 64
  %34 = icmp ugt i32 %33, 1
  br i1 %34, label %51, label %35

35:                                               ; preds = %32
  call void asm sideeffect "yield", ""() #20, !srcloc !36
  %36 = load atomic i32, ptr %8 acquire, align 64
  %37 = icmp ugt i32 %36, 1
  br i1 %37, label %51, label %38

38:                                               ; preds = %35
  call void asm sideeffect "yield", ""() #20, !srcloc !36
  %39 = load atomic i32, ptr %8 acquire, align 64
  %40 = icmp ugt i32 %39, 1
  br i1 %40, label %51, label %41

41:                                               ; preds = %38
  call void asm sideeffect "yield", ""() #20, !srcloc !36
  %42 = load atomic i32, ptr %8 acquire, align 64
  %43 = icmp ugt i32 %42, 1
  br i1 %43, label %51, label %44

44:                                               ; preds = %41
  call void asm sideeffect "yield", ""() #20, !srcloc !36
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #20
  %45 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %4) #20
  %46 = load i64, ptr %4, align 8
  %47 = mul nsw i64 %46, 1000000000
  %48 = load i64, ptr %19, align 8
  %49 = add nsw i64 %47, %48
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #20
  %50 = icmp slt i64 %49, %18
  br i1 %50, label %20, label %51, !llvm.loop !48

51:                                               ; preds = %44, %20, %23, %26, %29, %32, %35, %38, %41
  %52 = phi i32 [ %42, %41 ], [ %21, %20 ], [ %24, %23 ], [ %27, %26 ], [ %30, %29 ], [ %33, %32 ], [ %36, %35 ], [ %39, %38 ], [ %42, %44 ]
  %53 = zext i32 %52 to i64
  %54 = call ptr @PyLong_FromUnsignedLongLong(i64 noundef %53) #20
  ret ptr %54
}

; Function Attrs: nounwind
define internal ptr @check(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %4) #20
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %7 = load ptr, ptr %6, align 8
  %8 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %7) #20
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
  %21 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef 0) #20
  ret ptr %21
}

; Function Attrs: nounwind
define internal ptr @begin(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca %struct.timespec, align 8
  %5 = load ptr, ptr %1, align 8
  %6 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %5) #20
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %8 = load ptr, ptr %7, align 8
  %9 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %8) #20
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %11 = load ptr, ptr %10, align 8
  %12 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %11) #20
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %14, label %21

14:                                               ; preds = %3
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #20
  %15 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %4) #20
  %16 = load i64, ptr %4, align 8
  %17 = mul nsw i64 %16, 1000000000
  %18 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %19 = load i64, ptr %18, align 8
  %20 = add nsw i64 %17, %19
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #20
  br label %21

21:                                               ; preds = %3, %14
  %22 = phi i64 [ %20, %14 ], [ %12, %3 ]
  %23 = inttoptr i64 %9 to ptr
  %24 = inttoptr i64 %6 to ptr
  %25 = call fastcc i32 @start(ptr noundef %24, ptr noundef %23, i64 noundef %22)
  %26 = zext nneg i32 %25 to i64
  %27 = call ptr @PyLong_FromUnsignedLongLong(i64 noundef %26) #20
  ret ptr %27
}

; Function Attrs: nounwind
define internal ptr @finish(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca %struct.timespec, align 8
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %6 = load ptr, ptr %5, align 8
  %7 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %6) #20
  %8 = inttoptr i64 %7 to ptr
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %10 = load ptr, ptr %9, align 8
  %11 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %10) #20
  %12 = trunc i64 %11 to i32
  %13 = getelementptr inbounds nuw i8, ptr %8, i64 4
  store i32 %12, ptr %13, align 4
  %14 = load ptr, ptr %1, align 8
  %15 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %14) #20
  %16 = inttoptr i64 %15 to ptr
  %17 = load i32, ptr %13, align 4
  %18 = icmp eq i32 %17, 0
  %19 = select i1 %18, i32 2, i32 4
  %20 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %21 = load ptr, ptr %20, align 8
  %22 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %21) #20
  %23 = icmp eq i64 %22, 0
  br i1 %23, label %24, label %31

24:                                               ; preds = %3
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #20
  %25 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %4) #20
  %26 = load i64, ptr %4, align 8
  %27 = mul nsw i64 %26, 1000000000
  %28 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %29 = load i64, ptr %28, align 8
  %30 = add nsw i64 %27, %29
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #20
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
  %49 = call i64 @write(i32 noundef %48, ptr noundef nonnull @notify.one, i64 noundef 8) #20
  br label %50

50:                                               ; preds = %47, %41
  %51 = add i64 %42, -1
  %52 = and i64 %51, %42
  %53 = icmp eq i64 %52, 0
  br i1 %53, label %58, label %41, !llvm.loop !40

54:                                               ; preds = %31
  %55 = getelementptr inbounds nuw i8, ptr %16, i64 2176
  %56 = load atomic i64, ptr %55 monotonic, align 64
  %57 = add i64 %56, 1
  call fastcc void @raise_to(ptr noundef nonnull %16, i64 noundef %57)
  br label %58

58:                                               ; preds = %50, %54
  %59 = call ptr @PyLong_FromUnsignedLongLong(i64 noundef 0) #20
  ret ptr %59
}

; Function Attrs: nounwind
define internal ptr @raise_one(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %4) #20
  %6 = inttoptr i64 %5 to ptr
  %7 = getelementptr inbounds nuw i8, ptr %6, i64 2176
  %8 = load atomic i64, ptr %7 monotonic, align 64
  %9 = add i64 %8, 1
  tail call fastcc void @raise_to(ptr noundef %6, i64 noundef %9)
  %10 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef 0) #20
  ret ptr %10
}

; Function Attrs: nounwind
define internal ptr @lose(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca %struct.timespec, align 8
  %5 = load ptr, ptr %1, align 8
  %6 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %5) #20
  %7 = inttoptr i64 %6 to ptr
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %9 = load ptr, ptr %8, align 8
  %10 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %9) #20
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
  br i1 %28, label %29, label %22, !llvm.loop !49

29:                                               ; preds = %22, %3
  %30 = phi i32 [ %12, %3 ], [ %26, %22 ]
  %31 = icmp eq i32 %30, 3
  %32 = select i1 %31, i32 3, i32 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #20
  %33 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %4) #20
  %34 = load i64, ptr %4, align 8
  %35 = mul nsw i64 %34, 1000000000
  %36 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %37 = load i64, ptr %36, align 8
  %38 = add nsw i64 %35, %37
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #20
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
  %53 = call i64 @write(i32 noundef %52, ptr noundef nonnull @notify.one, i64 noundef 8) #20
  br label %54

54:                                               ; preds = %51, %45
  %55 = add i64 %46, -1
  %56 = and i64 %55, %46
  %57 = icmp eq i64 %56, 0
  br i1 %57, label %58, label %45, !llvm.loop !40

58:                                               ; preds = %54
  %59 = call ptr @PyLong_FromUnsignedLongLong(i64 noundef 0) #20
  ret ptr %59
}

; Function Attrs: nounwind
define internal ptr @cancel(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %4) #20
  %6 = inttoptr i64 %5 to ptr
  %7 = cmpxchg ptr %6, i32 0, i32 3 seq_cst seq_cst, align 64
  %8 = extractvalue { i32, i1 } %7, 1
  br i1 %8, label %9, label %30

9:                                                ; preds = %3
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %11 = load ptr, ptr %10, align 8
  %12 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %11) #20
  %13 = inttoptr i64 %12 to ptr
  %14 = getelementptr inbounds nuw i8, ptr %13, i64 2256
  store atomic i64 -1, ptr %14 seq_cst, align 16
  %15 = getelementptr inbounds nuw i8, ptr %13, i64 2264
  %16 = atomicrmw add ptr %15, i32 1 seq_cst, align 8
  %17 = load atomic i32, ptr @portable monotonic, align 4
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %19, label %21

19:                                               ; preds = %9
  %20 = tail call i64 (i64, ...) @syscall(i64 noundef 98, ptr noundef nonnull %15, i32 noundef 129, i32 noundef 2147483647, i32 noundef 0, i32 noundef 0, i32 noundef 0) #20
  br label %30

21:                                               ; preds = %9
  %22 = ptrtoint ptr %15 to i64
  %23 = lshr i64 %22, 6
  %24 = and i64 %23, 63
  %25 = getelementptr inbounds nuw %struct.lot, ptr @lots, i64 %24
  %26 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull %25) #20
  %27 = getelementptr inbounds nuw i8, ptr %25, i64 48
  %28 = tail call i32 @pthread_cond_broadcast(ptr noundef nonnull %27) #20
  %29 = tail call i32 @pthread_mutex_unlock(ptr noundef nonnull %25) #20
  br label %30

30:                                               ; preds = %21, %19, %3
  %31 = phi i64 [ 0, %3 ], [ 1, %19 ], [ 1, %21 ]
  %32 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %31) #20
  ret ptr %32
}

; Function Attrs: nounwind
define internal ptr @arm(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %4) #20
  %6 = inttoptr i64 %5 to ptr
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %8 = load ptr, ptr %7, align 8
  %9 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %8) #20
  %10 = getelementptr inbounds nuw i8, ptr %6, i64 2248
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %12 = load ptr, ptr %11, align 8
  %13 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %12) #20
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
  %30 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %29) #20
  ret ptr %30
}

; Function Attrs: nounwind
define internal ptr @new_cells(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca ptr, align 8
  %5 = load ptr, ptr %1, align 8
  %6 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %5) #20
  %7 = shl i64 %6, 6
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #20
  store ptr null, ptr %4, align 8
  %8 = call i32 @posix_memalign(ptr noundef nonnull %4, i64 noundef 64, i64 noundef %7) #20
  %9 = icmp eq i32 %8, 0
  br i1 %9, label %11, label %10

10:                                               ; preds = %3
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #20
  br label %17

11:                                               ; preds = %3
  %12 = load ptr, ptr %4, align 8
  call void @llvm.memset.p0.i64(ptr align 1 %12, i8 0, i64 %7, i1 false)
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #20
  %13 = icmp eq ptr %12, null
  br i1 %13, label %17, label %14

14:                                               ; preds = %11
  %15 = ptrtoint ptr %12 to i64
  %16 = call ptr @PyLong_FromUnsignedLongLong(i64 noundef %15) #20
  br label %19

17:                                               ; preds = %10, %11
  %18 = call ptr @PyErr_NoMemory() #20
  br label %19

19:                                               ; preds = %17, %14
  %20 = phi ptr [ %16, %14 ], [ %18, %17 ]
  ret ptr %20
}

; Function Attrs: nounwind
define internal ptr @new_queue(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca ptr, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #20
  store ptr null, ptr %4, align 8
  %5 = call i32 @posix_memalign(ptr noundef nonnull %4, i64 noundef 64, i64 noundef 2432) #20
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %9, label %7

7:                                                ; preds = %3
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #20
  %8 = call ptr @PyErr_NoMemory() #20
  br label %20

9:                                                ; preds = %3
  %10 = load ptr, ptr %4, align 8
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 1 dereferenceable(2432) %10, i8 0, i64 2432, i1 false)
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #20
  %11 = load ptr, ptr %1, align 8
  %12 = call i64 @PyLong_AsUnsignedLongLong(ptr noundef %11) #20
  %13 = getelementptr inbounds nuw i8, ptr %10, i64 2368
  store i64 %12, ptr %13, align 64
  %14 = getelementptr inbounds nuw i8, ptr %10, i64 2240
  store atomic i64 -1, ptr %14 seq_cst, align 64
  %15 = getelementptr inbounds nuw i8, ptr %10, i64 2256
  store atomic i64 -1, ptr %15 seq_cst, align 16
  %16 = getelementptr inbounds nuw i8, ptr %10, i64 2216
  store i64 25000, ptr %16, align 8
  %17 = getelementptr inbounds nuw i8, ptr %10, i64 2376
  store ptr @plain_kind, ptr %17, align 8
  %18 = ptrtoint ptr %10 to i64
  %19 = call ptr @PyLong_FromUnsignedLongLong(i64 noundef %18) #20
  br label %20

20:                                               ; preds = %9, %7
  %21 = phi ptr [ %19, %9 ], [ %8, %7 ]
  ret ptr %21
}

; Function Attrs: nounwind
define internal ptr @new_plan(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca ptr, align 8
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %6 = load ptr, ptr %5, align 8
  %7 = tail call i64 @PyTuple_Size(ptr noundef %6) #20
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %9 = load ptr, ptr %8, align 8
  %10 = tail call i64 @PyTuple_Size(ptr noundef %9) #20
  %11 = shl nsw i64 %7, 3
  %12 = add i64 %11, 296
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #20
  store ptr null, ptr %4, align 8
  %13 = call i32 @posix_memalign(ptr noundef nonnull %4, i64 noundef 64, i64 noundef %12) #20
  %14 = icmp eq i32 %13, 0
  br i1 %14, label %16, label %15

15:                                               ; preds = %3
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #20
  br label %19

16:                                               ; preds = %3
  %17 = load ptr, ptr %4, align 8
  call void @llvm.memset.p0.i64(ptr align 1 %17, i8 0, i64 %12, i1 false)
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #20
  %18 = icmp eq ptr %17, null
  br i1 %18, label %19, label %21

19:                                               ; preds = %15, %16
  %20 = call ptr @PyErr_NoMemory() #20
  br label %61

21:                                               ; preds = %16
  %22 = load ptr, ptr %1, align 8
  %23 = call i64 @PyLong_AsUnsignedLongLong(ptr noundef %22) #20
  %24 = inttoptr i64 %23 to ptr
  store ptr %24, ptr %17, align 8
  %25 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %26 = load ptr, ptr %25, align 8
  %27 = call i64 @PyLong_AsLongLong(ptr noundef %26) #20
  %28 = getelementptr inbounds nuw i8, ptr %17, i64 8
  store i64 %27, ptr %28, align 8
  %29 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %30 = load ptr, ptr %29, align 8
  %31 = call i64 @PyLong_AsLongLong(ptr noundef %30) #20
  %32 = getelementptr inbounds nuw i8, ptr %17, i64 16
  store i64 %31, ptr %32, align 8
  %33 = getelementptr inbounds nuw i8, ptr %17, i64 24
  store i64 %10, ptr %33, align 8
  %34 = icmp sgt i64 %10, 0
  br i1 %34, label %35, label %37

35:                                               ; preds = %21
  %36 = getelementptr inbounds nuw i8, ptr %17, i64 40
  br label %41

37:                                               ; preds = %41, %21
  %38 = icmp sgt i64 %7, 0
  br i1 %38, label %39, label %50

39:                                               ; preds = %37
  %40 = getelementptr inbounds nuw i8, ptr %17, i64 296
  br label %53

41:                                               ; preds = %35, %41
  %42 = phi i64 [ 0, %35 ], [ %48, %41 ]
  %43 = load ptr, ptr %8, align 8
  %44 = call ptr @PyTuple_GetItem(ptr noundef %43, i64 noundef %42) #20
  %45 = call i64 @PyLong_AsUnsignedLongLong(ptr noundef %44) #20
  %46 = trunc i64 %45 to i8
  %47 = getelementptr inbounds nuw i8, ptr %36, i64 %42
  store i8 %46, ptr %47, align 1
  %48 = add nuw nsw i64 %42, 1
  %49 = icmp eq i64 %48, %10
  br i1 %49, label %37, label %41, !llvm.loop !50

50:                                               ; preds = %53, %37
  %51 = ptrtoint ptr %17 to i64
  %52 = call ptr @PyLong_FromUnsignedLongLong(i64 noundef %51) #20
  br label %61

53:                                               ; preds = %39, %53
  %54 = phi i64 [ 0, %39 ], [ %59, %53 ]
  %55 = load ptr, ptr %5, align 8
  %56 = call ptr @PyTuple_GetItem(ptr noundef %55, i64 noundef %54) #20
  %57 = call i64 @PyLong_AsLongLong(ptr noundef %56) #20
  %58 = getelementptr inbounds nuw i64, ptr %40, i64 %54
  store i64 %57, ptr %58, align 8
  %59 = add nuw nsw i64 %54, 1
  %60 = icmp eq i64 %59, %7
  br i1 %60, label %50, label %53, !llvm.loop !51

61:                                               ; preds = %50, %19
  %62 = phi ptr [ %52, %50 ], [ %20, %19 ]
  ret ptr %62
}

; Function Attrs: nounwind
define internal ptr @drain_by_submitters(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %4) #20
  %6 = inttoptr i64 %5 to ptr
  %7 = getelementptr inbounds nuw i8, ptr %6, i64 2376
  store ptr @cpu_kind, ptr %7, align 8
  %8 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef 0) #20
  ret ptr %8
}

; Function Attrs: nounwind
define internal ptr @declare(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %5 = load ptr, ptr %4, align 8
  %6 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %5) #20
  %7 = load ptr, ptr %1, align 8
  %8 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %7) #20
  %9 = inttoptr i64 %8 to ptr
  %10 = getelementptr inbounds nuw i8, ptr %9, i64 32
  store i64 %6, ptr %10, align 8
  %11 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef 0) #20
  ret ptr %11
}

; Function Attrs: nounwind
define internal ptr @allocate(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = alloca ptr, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #20
  store ptr null, ptr %4, align 8
  %5 = load ptr, ptr %1, align 8
  %6 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %5) #20
  %7 = call i32 @posix_memalign(ptr noundef nonnull %4, i64 noundef 64, i64 noundef %6) #20
  %8 = icmp eq i32 %7, 0
  %9 = load ptr, ptr %4, align 8
  %10 = ptrtoint ptr %9 to i64
  %11 = select i1 %8, i64 %10, i64 0
  %12 = call ptr @PyLong_FromUnsignedLongLong(i64 noundef %11) #20
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #20
  ret ptr %12
}

; Function Attrs: nounwind
define internal ptr @release(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %4) #20
  %6 = inttoptr i64 %5 to ptr
  tail call void @free(ptr noundef %6) #20
  %7 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef 0) #20
  ret ptr %7
}

; Function Attrs: nounwind
define internal ptr @free_records(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %4) #20
  %6 = inttoptr i64 %5 to ptr
  %7 = getelementptr inbounds nuw i8, ptr %6, i64 56
  %8 = load ptr, ptr %7, align 8
  %9 = icmp eq ptr %8, null
  br i1 %9, label %15, label %10

10:                                               ; preds = %3, %10
  %11 = phi ptr [ %13, %10 ], [ %8, %3 ]
  %12 = load ptr, ptr %11, align 8
  store ptr %12, ptr %7, align 8
  tail call void @free(ptr noundef nonnull %11) #20
  %13 = load ptr, ptr %7, align 8
  %14 = icmp eq ptr %13, null
  br i1 %14, label %15, label %10, !llvm.loop !52

15:                                               ; preds = %10, %3
  %16 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef 0) #20
  ret ptr %16
}

; Function Attrs: nounwind
define internal ptr @set_limit(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %5 = load ptr, ptr %4, align 8
  %6 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %5) #20
  %7 = load ptr, ptr %1, align 8
  %8 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %7) #20
  %9 = inttoptr i64 %8 to ptr
  %10 = getelementptr inbounds nuw i8, ptr %9, i64 16
  store i64 %6, ptr %10, align 16
  %11 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef 0) #20
  ret ptr %11
}

; Function Attrs: nounwind
define internal ptr @listen(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  %4 = load ptr, ptr %1, align 8
  %5 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %4) #20
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
  br i1 %15, label %16, label %8, !llvm.loop !53

16:                                               ; preds = %8, %13
  %17 = phi i64 [ %9, %8 ], [ 64, %13 ]
  %18 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %17) #20
  ret ptr %18
}

; Function Attrs: nounwind
define internal ptr @prepare(ptr readnone captures(none) %0, ptr noundef readonly captures(none) %1, i64 %2) #6 {
  br label %4

4:                                                ; preds = %4, %3
  %5 = phi i64 [ 0, %3 ], [ %10, %4 ]
  %6 = getelementptr inbounds nuw %struct.lot, ptr @lots, i64 %5
  %7 = tail call i32 @pthread_mutex_init(ptr noundef nonnull %6, ptr noundef null) #20
  %8 = getelementptr inbounds nuw i8, ptr %6, i64 48
  %9 = tail call i32 @pthread_cond_init(ptr noundef nonnull %8, ptr noundef null) #20
  %10 = add nuw nsw i64 %5, 1
  %11 = icmp eq i64 %10, 64
  br i1 %11, label %12, label %4, !llvm.loop !54

12:                                               ; preds = %4
  %13 = load ptr, ptr %1, align 8
  %14 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %13) #20
  %15 = trunc i64 %14 to i32
  store atomic i32 %15, ptr @portable seq_cst, align 4
  %16 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef 0) #20
  ret ptr %16
}

; Function Attrs: nounwind
define internal ptr @forget_workers(ptr readnone captures(none) %0, ptr readnone captures(none) %1, i64 %2) #6 {
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 64 dereferenceable(2048) @jobs, i8 0, i64 2048, i1 false)
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 64 dereferenceable(64) @workers, i8 0, i64 64, i1 false)
  %4 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef 0) #20
  ret ptr %4
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
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #20
  %11 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %4) #20
  %12 = load i64, ptr %4, align 8
  %13 = mul nsw i64 %12, 1000000000
  %14 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %15 = load i64, ptr %14, align 8
  %16 = add nsw i64 %13, %15
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #20
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
  %25 = getelementptr inbounds i8, ptr %24, i64 -296
  %26 = getelementptr inbounds i8, ptr %24, i64 -288
  %27 = load i64, ptr %26, align 8
  %28 = getelementptr inbounds i8, ptr %24, i64 -280
  %29 = load i64, ptr %28, align 8
  %30 = icmp sgt i64 %27, %29
  br i1 %30, label %31, label %33

31:                                               ; preds = %21
  %32 = call fastcc i32 @run_split(ptr noundef nonnull %25, ptr noundef nonnull %22)
  br label %36

33:                                               ; preds = %21
  %34 = load ptr, ptr %25, align 8
  %35 = call i32 %34(ptr noundef nonnull %22, i64 noundef 0, i64 noundef %27) #20
  br label %36

36:                                               ; preds = %33, %31
  %37 = phi i32 [ %32, %31 ], [ %35, %33 ]
  %38 = getelementptr inbounds nuw i8, ptr %6, i64 4
  store i32 %37, ptr %38, align 4
  %39 = icmp eq i32 %37, 0
  %40 = select i1 %39, i32 2, i32 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3) #20
  %41 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %3) #20
  %42 = load i64, ptr %3, align 8
  %43 = mul nsw i64 %42, 1000000000
  %44 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %45 = load i64, ptr %44, align 8
  %46 = add nsw i64 %43, %45
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #20
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
  %62 = call i64 @write(i32 noundef %61, ptr noundef nonnull @notify.one, i64 noundef 8) #20
  br label %63

63:                                               ; preds = %60, %54
  %64 = add i64 %55, -1
  %65 = and i64 %64, %55
  %66 = icmp eq i64 %65, 0
  br i1 %66, label %71, label %54, !llvm.loop !40

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
  call void @llvm.lifetime.start.p0(ptr nonnull %3) #20
  %7 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %3) #20
  %8 = load i64, ptr %3, align 8
  %9 = mul nsw i64 %8, 1000000000
  %10 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %11 = load i64, ptr %10, align 8
  %12 = add nsw i64 %9, %11
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #20
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
  %13 = tail call i64 (i64, ...) @syscall(i64 noundef 98, ptr noundef nonnull %8, i32 noundef 129, i32 noundef 2147483647, i32 noundef 0, i32 noundef 0, i32 noundef 0) #20
  br label %23

14:                                               ; preds = %7
  %15 = ptrtoint ptr %8 to i64
  %16 = lshr i64 %15, 6
  %17 = and i64 %16, 63
  %18 = getelementptr inbounds nuw %struct.lot, ptr @lots, i64 %17
  %19 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull %18) #20
  %20 = getelementptr inbounds nuw i8, ptr %18, i64 48
  %21 = tail call i32 @pthread_cond_broadcast(ptr noundef nonnull %20) #20
  %22 = tail call i32 @pthread_mutex_unlock(ptr noundef nonnull %18) #20
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
  %39 = tail call i64 @write(i32 noundef %38, ptr noundef nonnull @notify.one, i64 noundef 8) #20
  br label %40

40:                                               ; preds = %37, %31
  %41 = add i64 %32, -1
  %42 = and i64 %41, %32
  %43 = icmp eq i64 %42, 0
  br i1 %43, label %44, label %31, !llvm.loop !40

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
  %58 = tail call i32 %55(ptr noundef %1, i64 noundef 0, i64 noundef %57) #20
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
  %85 = tail call i64 (i64, ...) @syscall(i64 noundef 98, ptr noundef nonnull @workers, i32 noundef 129, i32 noundef 2147483647, i32 noundef 0, i32 noundef 0, i32 noundef 0) #20
  br label %94

86:                                               ; preds = %81
  %87 = lshr exact i64 ptrtoint (ptr @workers to i64), 6
  %88 = and i64 %87, 63
  %89 = getelementptr inbounds nuw %struct.lot, ptr @lots, i64 %88
  %90 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull %89) #20
  %91 = getelementptr inbounds nuw i8, ptr %89, i64 48
  %92 = tail call i32 @pthread_cond_broadcast(ptr noundef nonnull %91) #20
  %93 = tail call i32 @pthread_mutex_unlock(ptr noundef nonnull %89) #20
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
  %108 = tail call i32 %106(ptr noundef %107, i64 noundef %96, i64 noundef %105) #20
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
  %128 = tail call i32 %126(ptr noundef %127, i64 noundef %119, i64 noundef %125) #20
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
  tail call void asm sideeffect "yield", ""() #20, !srcloc !36
  br label %150

148:                                              ; preds = %143
  %149 = tail call fastcc i32 @sleep_on(ptr noundef nonnull %138, i32 noundef %144, i64 noundef -1)
  br label %150

150:                                              ; preds = %147, %148
  %151 = add i32 %145, 1
  %152 = load atomic i32, ptr %138 seq_cst, align 4
  %153 = icmp eq i32 %152, 0
  br i1 %153, label %141, label %143, !llvm.loop !55

154:                                              ; preds = %141, %54
  %155 = phi i32 [ %142, %141 ], [ %58, %54 ]
  ret i32 %155
}

; Function Attrs: nounwind memory(readwrite, target_mem0: none, target_mem1: none)
define internal fastcc range(i32 -1, 1) i32 @make_room(ptr noundef captures(none) %0, i64 noundef %1) unnamed_addr #15 {
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
  br i1 %15, label %16, label %95

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
  tail call void @free(ptr noundef nonnull %33) #20
  %44 = load ptr, ptr %17, align 8
  %45 = load ptr, ptr %4, align 16
  %46 = icmp eq ptr %44, %45
  br i1 %46, label %38, label %32, !llvm.loop !56

47:                                               ; preds = %38
  tail call void @free(ptr noundef nonnull %18) #20
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
  br i1 %61, label %59, label %63, !llvm.loop !57

63:                                               ; preds = %59
  %64 = add i64 %60, 32
  %65 = tail call noalias ptr @malloc(i64 noundef %64) #22
  %66 = icmp eq ptr %65, null
  br i1 %66, label %95, label %67

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
  br i1 %82, label %93, label %84

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
  store ptr %73, ptr %83, align 32
  %91 = load atomic i64, ptr %0 monotonic, align 64
  %92 = add i64 %91, 24
  store atomic i64 %92, ptr %0 seq_cst, align 64
  br label %95

93:                                               ; preds = %81
  store ptr %73, ptr %83, align 32
  %94 = getelementptr inbounds nuw i8, ptr %0, i64 2200
  store ptr %73, ptr %94, align 8
  br label %95

95:                                               ; preds = %63, %93, %84, %7
  %96 = phi i32 [ 0, %7 ], [ 0, %84 ], [ 0, %93 ], [ -1, %63 ]
  ret i32 %96
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
  br i1 %48, label %29, label %49, !llvm.loop !58

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
  %64 = tail call i32 %60(ptr noundef nonnull %61, i64 noundef 0, i64 noundef %63) #20
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
  br i1 %88, label %89, label %18, !llvm.loop !59

89:                                               ; preds = %83, %49, %2, %74
  %90 = add i64 %7, %5
  tail call fastcc void @raise_to(ptr noundef %3, i64 noundef %90)
  ret void
}

; Function Attrs: mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @free(ptr allocptr noundef captures(none)) local_unnamed_addr #16

; Function Attrs: mustprogress nofree nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite)
declare noalias noundef ptr @malloc(i64 noundef) local_unnamed_addr #17

; Function Attrs: nounwind
define internal fastcc void @await_value(ptr noundef %0, i64 noundef %1, ptr noundef captures(none) %2) unnamed_addr #6 {
  %4 = alloca %struct.timespec, align 8
  %5 = alloca %struct.timespec, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 2176
  %7 = tail call fastcc i32 @spin_until(ptr noundef nonnull %6, i64 noundef %1, ptr noundef %2)
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %9, label %54

9:                                                ; preds = %3
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #20
  %10 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %5) #20
  %11 = load i64, ptr %5, align 8
  %12 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %13 = load i64, ptr %12, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #20
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
  br i1 %36, label %19, label %37, !llvm.loop !60

37:                                               ; preds = %34, %9
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #20
  %38 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %4) #20
  %39 = load i64, ptr %4, align 8
  %40 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %41 = load i64, ptr %40, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #20
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

declare ptr @PyTuple_GetItem(ptr noundef, i64 noundef) local_unnamed_addr #12

declare ptr @PyErr_Occurred() local_unnamed_addr #12

declare double @PyFloat_AsDouble(ptr noundef) local_unnamed_addr #12

declare void @PyErr_SetString(ptr noundef, ptr noundef) local_unnamed_addr #12

declare i64 @PyLong_AsLongLong(ptr noundef) local_unnamed_addr #12

declare ptr @PyErr_NoMemory() local_unnamed_addr #12

; Function Attrs: nounwind
define internal fastcc ptr @pack_order(ptr noundef writeonly captures(ret: address, provenance) %0, ptr noundef %1, ptr noundef %2) unnamed_addr #6 {
  %4 = tail call i64 @PyTuple_Size(ptr noundef %1) #20
  %5 = icmp sgt i64 %4, 0
  br i1 %5, label %10, label %6

6:                                                ; preds = %10, %3
  %7 = phi ptr [ %0, %3 ], [ %22, %10 ]
  %8 = tail call i64 @PyTuple_Size(ptr noundef %2) #20
  %9 = icmp sgt i64 %8, 0
  br i1 %9, label %27, label %25

10:                                               ; preds = %3, %10
  %11 = phi ptr [ %22, %10 ], [ %0, %3 ]
  %12 = phi i64 [ %23, %10 ], [ 0, %3 ]
  store ptr @handle_wait, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %11, i64 8
  store i64 32, ptr %13, align 8
  %14 = tail call ptr @PyTuple_GetItem(ptr noundef %1, i64 noundef %12) #20
  %15 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %14) #20
  %16 = inttoptr i64 %15 to ptr
  %17 = getelementptr inbounds nuw i8, ptr %11, i64 16
  store ptr %16, ptr %17, align 8
  %18 = or disjoint i64 %12, 1
  %19 = tail call ptr @PyTuple_GetItem(ptr noundef %1, i64 noundef %18) #20
  %20 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %19) #20
  %21 = getelementptr inbounds nuw i8, ptr %11, i64 24
  store i64 %20, ptr %21, align 8
  %22 = getelementptr inbounds nuw i8, ptr %11, i64 32
  %23 = add nuw nsw i64 %12, 2
  %24 = icmp slt i64 %23, %4
  br i1 %24, label %10, label %6, !llvm.loop !61

25:                                               ; preds = %27, %6
  %26 = phi ptr [ %7, %6 ], [ %35, %27 ]
  ret ptr %26

27:                                               ; preds = %6, %27
  %28 = phi ptr [ %35, %27 ], [ %7, %6 ]
  %29 = phi i64 [ %36, %27 ], [ 0, %6 ]
  store ptr @handle_check, ptr %28, align 8
  %30 = getelementptr inbounds nuw i8, ptr %28, i64 8
  store i64 24, ptr %30, align 8
  %31 = tail call ptr @PyTuple_GetItem(ptr noundef %2, i64 noundef %29) #20
  %32 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %31) #20
  %33 = inttoptr i64 %32 to ptr
  %34 = getelementptr inbounds nuw i8, ptr %28, i64 16
  store ptr %33, ptr %34, align 8
  %35 = getelementptr inbounds nuw i8, ptr %28, i64 24
  %36 = add nuw nsw i64 %29, 1
  %37 = icmp eq i64 %36, %8
  br i1 %37, label %25, label %27, !llvm.loop !62
}

; Function Attrs: nounwind
define internal fastcc ptr @issue_at(ptr noundef %0, ptr noundef %1) unnamed_addr #6 {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %4 = load i64, ptr %3, align 8
  %5 = add i64 %4, 1
  store i64 %5, ptr %3, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %7 = load ptr, ptr %6, align 32
  %8 = ptrtoint ptr %1 to i64
  %9 = ptrtoint ptr %7 to i64
  %10 = sub i64 %8, %9
  store ptr %1, ptr %6, align 32
  %11 = load atomic i64, ptr %0 monotonic, align 64
  %12 = add i64 %10, %11
  store atomic i64 %12, ptr %0 seq_cst, align 64
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 2304
  %14 = load atomic i32, ptr %13 seq_cst, align 64
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %128, label %16

16:                                               ; preds = %2
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 2376
  %18 = load ptr, ptr %17, align 8
  %19 = load i64, ptr %18, align 8
  %20 = icmp eq i64 %19, 0
  br i1 %20, label %108, label %21

21:                                               ; preds = %16
  %22 = cmpxchg ptr %13, i32 1, i32 2 seq_cst seq_cst, align 64
  %23 = extractvalue { i32, i1 } %22, 1
  br i1 %23, label %24, label %108

24:                                               ; preds = %21
  %25 = load atomic i64, ptr %0 monotonic, align 64
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 2192
  %27 = load i64, ptr %26, align 16
  %28 = icmp eq i64 %27, %25
  br i1 %28, label %89, label %29

29:                                               ; preds = %24
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 2200
  %31 = load ptr, ptr %30, align 8
  br label %32

32:                                               ; preds = %86, %29
  %33 = phi ptr [ %87, %86 ], [ %31, %29 ]
  %34 = phi i64 [ %78, %86 ], [ %27, %29 ]
  %35 = phi i64 [ %74, %86 ], [ %19, %29 ]
  %36 = load ptr, ptr %33, align 8
  %37 = icmp eq ptr %36, @handle_launch
  br i1 %37, label %38, label %53

38:                                               ; preds = %32
  %39 = getelementptr inbounds nuw i8, ptr %33, i64 24
  %40 = load i64, ptr %39, align 8
  %41 = inttoptr i64 %40 to ptr
  %42 = getelementptr inbounds i8, ptr %41, i64 -264
  %43 = load i64, ptr %42, align 8
  %44 = icmp eq i64 %43, 0
  br i1 %44, label %71, label %45

45:                                               ; preds = %38
  %46 = getelementptr inbounds i8, ptr %41, i64 -288
  %47 = load i64, ptr %46, align 8
  %48 = getelementptr inbounds i8, ptr %41, i64 -280
  %49 = load i64, ptr %48, align 8
  %50 = icmp sgt i64 %47, %49
  %51 = add i64 %43, 20
  %52 = select i1 %50, i64 -1, i64 %51
  br label %71

53:                                               ; preds = %32
  %54 = icmp eq ptr %36, @handle_wait
  br i1 %54, label %55, label %64

55:                                               ; preds = %53
  %56 = getelementptr inbounds nuw i8, ptr %33, i64 16
  %57 = load ptr, ptr %56, align 8
  %58 = getelementptr inbounds nuw i8, ptr %57, i64 2176
  %59 = getelementptr inbounds nuw i8, ptr %33, i64 24
  %60 = load i64, ptr %59, align 8
  %61 = load atomic i64, ptr %58 acquire, align 8
  %62 = icmp ult i64 %61, %60
  %63 = select i1 %62, i64 -1, i64 20
  br label %71

64:                                               ; preds = %53
  %65 = icmp eq ptr %36, @handle_check
  %66 = icmp eq ptr %36, @handle_signal
  %67 = or i1 %65, %66
  br i1 %67, label %71, label %68

68:                                               ; preds = %64
  %69 = icmp eq ptr %36, @handle_jump
  %70 = select i1 %69, i64 20, i64 -1
  br label %71

71:                                               ; preds = %68, %64, %55, %45, %38
  %72 = phi i64 [ %70, %68 ], [ %63, %55 ], [ -1, %38 ], [ %52, %45 ], [ 20, %64 ]
  %73 = icmp ugt i64 %72, %35
  %74 = sub nuw i64 %35, %72
  br i1 %73, label %108, label %75

75:                                               ; preds = %71
  %76 = getelementptr inbounds nuw i8, ptr %33, i64 8
  %77 = load i64, ptr %76, align 8
  %78 = add i64 %77, %34
  %79 = load ptr, ptr %33, align 8
  %80 = icmp eq ptr %79, @handle_jump
  br i1 %80, label %81, label %84

81:                                               ; preds = %75
  %82 = getelementptr inbounds nuw i8, ptr %33, i64 16
  %83 = load ptr, ptr %82, align 8
  br label %86

84:                                               ; preds = %75
  %85 = getelementptr inbounds nuw i8, ptr %33, i64 %77
  br label %86

86:                                               ; preds = %84, %81
  %87 = phi ptr [ %83, %81 ], [ %85, %84 ]
  %88 = icmp eq i64 %78, %25
  br i1 %88, label %89, label %32, !llvm.loop !63

89:                                               ; preds = %86, %24
  %90 = load atomic i64, ptr %0 acquire, align 64
  %91 = getelementptr inbounds nuw i8, ptr %0, i64 2200
  br label %92

92:                                               ; preds = %95, %89
  %93 = load i64, ptr %26, align 16
  %94 = icmp eq i64 %93, %90
  br i1 %94, label %105, label %95

95:                                               ; preds = %92
  %96 = load ptr, ptr %91, align 8
  %97 = getelementptr inbounds nuw i8, ptr %96, i64 8
  %98 = load i64, ptr %97, align 8
  %99 = add i64 %98, %93
  store i64 %99, ptr %26, align 16
  %100 = load i64, ptr %97, align 8
  %101 = getelementptr inbounds nuw i8, ptr %96, i64 %100
  store ptr %101, ptr %91, align 8
  %102 = load ptr, ptr %96, align 8
  %103 = tail call i32 %102(ptr noundef nonnull %96, ptr noundef nonnull %0) #20
  %104 = icmp eq i32 %103, 0
  br i1 %104, label %92, label %107, !llvm.loop !38

105:                                              ; preds = %92
  %106 = getelementptr inbounds nuw i8, ptr %0, i64 2232
  store i64 0, ptr %106, align 8
  br label %107

107:                                              ; preds = %95, %105
  store atomic i32 1, ptr %13 release, align 64
  br label %128

108:                                              ; preds = %71, %21, %16
  %109 = load atomic i32, ptr %13 seq_cst, align 64
  %110 = icmp eq i32 %109, 0
  br i1 %110, label %128, label %111

111:                                              ; preds = %108
  %112 = atomicrmw xchg ptr %13, i32 0 seq_cst, align 64
  %113 = icmp eq i32 %112, 0
  br i1 %113, label %128, label %114

114:                                              ; preds = %111
  %115 = load atomic i32, ptr @portable monotonic, align 4
  %116 = icmp eq i32 %115, 0
  br i1 %116, label %117, label %119

117:                                              ; preds = %114
  %118 = tail call i64 (i64, ...) @syscall(i64 noundef 98, ptr noundef nonnull %13, i32 noundef 129, i32 noundef 2147483647, i32 noundef 0, i32 noundef 0, i32 noundef 0) #20
  br label %128

119:                                              ; preds = %114
  %120 = ptrtoint ptr %13 to i64
  %121 = lshr i64 %120, 6
  %122 = and i64 %121, 63
  %123 = getelementptr inbounds nuw %struct.lot, ptr @lots, i64 %122
  %124 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull %123) #20
  %125 = getelementptr inbounds nuw i8, ptr %123, i64 48
  %126 = tail call i32 @pthread_cond_broadcast(ptr noundef nonnull %125) #20
  %127 = tail call i32 @pthread_mutex_unlock(ptr noundef nonnull %123) #20
  br label %128

128:                                              ; preds = %2, %107, %108, %111, %117, %119
  %129 = load i64, ptr %3, align 8
  %130 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef %129) #20
  ret ptr %130
}

declare i64 @PyTuple_Size(ptr noundef) local_unnamed_addr #12

; Function Attrs: nounwind
define internal fastcc ptr @push_simple(ptr noundef readonly captures(none) %0, ptr noundef %1, ptr noundef %2) unnamed_addr #6 {
  %4 = alloca %struct.timespec, align 8
  %5 = load ptr, ptr %0, align 8
  %6 = tail call i64 @PyLong_AsUnsignedLongLong(ptr noundef %5) #20
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
  %28 = tail call ptr @PyLong_FromUnsignedLongLong(i64 noundef 0) #20
  br label %64

29:                                               ; preds = %11, %20, %3
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %31 = load ptr, ptr %30, align 8
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %33 = load ptr, ptr %32, align 8
  %34 = tail call i64 @PyTuple_Size(ptr noundef %31) #20
  %35 = sdiv i64 %34, 2
  %36 = shl i64 %35, 5
  %37 = tail call i64 @PyTuple_Size(ptr noundef %33) #20
  %38 = mul i64 %37, 24
  %39 = add i64 %38, %9
  %40 = add i64 %39, %36
  %41 = tail call fastcc i32 @make_room(ptr noundef %7, i64 noundef %40)
  %42 = icmp eq i32 %41, 0
  br i1 %42, label %45, label %43

43:                                               ; preds = %29
  %44 = tail call ptr @PyErr_NoMemory() #20
  br label %64

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
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #20
  %54 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %4) #20
  %55 = load i64, ptr %4, align 8
  %56 = mul nsw i64 %55, 1000000000
  %57 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %58 = load i64, ptr %57, align 8
  %59 = add nsw i64 %56, %58
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #20
  %60 = getelementptr inbounds nuw i8, ptr %2, i64 16
  store i64 %59, ptr %60, align 16
  br label %61

61:                                               ; preds = %52, %45
  %62 = getelementptr inbounds nuw i8, ptr %50, i64 %9
  %63 = call fastcc ptr @issue_at(ptr noundef nonnull %7, ptr noundef nonnull %62)
  br label %64

64:                                               ; preds = %61, %43, %27
  %65 = phi ptr [ %28, %27 ], [ %44, %43 ], [ %63, %61 ]
  ret ptr %65
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
  %39 = tail call i64 @write(i32 noundef %38, ptr noundef nonnull @notify.one, i64 noundef 8) #20
  br label %40

40:                                               ; preds = %37, %31
  %41 = add i64 %32, -1
  %42 = and i64 %41, %32
  %43 = icmp eq i64 %42, 0
  br i1 %43, label %72, label %31, !llvm.loop !40

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
  %67 = tail call i64 @write(i32 noundef %66, ptr noundef nonnull @notify.one, i64 noundef 8) #20
  br label %68

68:                                               ; preds = %65, %59
  %69 = add i64 %60, -1
  %70 = and i64 %69, %60
  %71 = icmp eq i64 %70, 0
  br i1 %71, label %72, label %59, !llvm.loop !40

72:                                               ; preds = %40, %68, %8
  %73 = phi i32 [ 1, %8 ], [ 0, %68 ], [ 0, %40 ]
  ret i32 %73
}

; Function Attrs: nofree nounwind
declare i32 @posix_memalign(ptr noundef, i64 noundef, i64 noundef) local_unnamed_addr #18

; Function Attrs: nounwind
declare i32 @pthread_mutex_init(ptr noundef, ptr noundef) local_unnamed_addr #6

; Function Attrs: nounwind
declare i32 @pthread_cond_init(ptr noundef, ptr noundef) local_unnamed_addr #6

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.ctpop.i64(i64) #19

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umin.i64(i64, i64) #19

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fabs.f32(float) #19

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fabs.f64(double) #19

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smin.i64(i64, i64) #19

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smax.i64(i64, i64) #19

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
attributes #15 = { nounwind memory(readwrite, target_mem0: none, target_mem1: none) "frame-pointer"="non-leaf-no-reserve" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #16 = { mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="malloc" "frame-pointer"="non-leaf-no-reserve" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #17 = { mustprogress nofree nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" "frame-pointer"="non-leaf-no-reserve" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #18 = { nofree nounwind "frame-pointer"="non-leaf-no-reserve" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #19 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #20 = { nounwind }
attributes #21 = { nounwind willreturn memory(none) }
attributes #22 = { nounwind allocsize(0) }

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
!36 = !{i64 246238}
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
!57 = distinct !{!57, !6}
!58 = distinct !{!58, !6}
!59 = distinct !{!59, !6}
!60 = distinct !{!60, !6}
!61 = distinct !{!61, !6}
!62 = distinct !{!62, !6}
!63 = distinct !{!63, !6}
