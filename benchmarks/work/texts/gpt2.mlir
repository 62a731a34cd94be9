module @jit_gpt2 attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x128x256xf32>, %arg1: tensor<256xf32>, %arg2: tensor<256xf32>, %arg3: tensor<256x768xf32>, %arg4: tensor<768xf32>, %arg5: tensor<256x256xf32>, %arg6: tensor<256xf32>, %arg7: tensor<256xf32>, %arg8: tensor<256xf32>, %arg9: tensor<256x1024xf32>, %arg10: tensor<1024xf32>, %arg11: tensor<1024x256xf32>, %arg12: tensor<256xf32>) -> (tensor<2x128x256xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<2x128x256xf32>, tensor<f32>) -> tensor<2x128xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<2x128xf32>) -> tensor<2x128x1xf32>
    %cst_0 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x128x1xf32>
    %3 = stablehlo.divide %1, %2 : tensor<2x128x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<2x128x1xf32>) -> tensor<2x128x256xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<2x128x256xf32>
    %6 = stablehlo.multiply %5, %5 : tensor<2x128x256xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<2x128x256xf32>, tensor<f32>) -> tensor<2x128xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<2x128xf32>) -> tensor<2x128x1xf32>
    %cst_2 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x128x1xf32>
    %10 = stablehlo.divide %8, %9 : tensor<2x128x1xf32>
    %cst_3 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x128x1xf32>
    %12 = stablehlo.add %10, %11 : tensor<2x128x1xf32>
    %13 = stablehlo.sqrt %12 : tensor<2x128x1xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2] : (tensor<2x128x1xf32>) -> tensor<2x128x256xf32>
    %15 = stablehlo.divide %5, %14 : tensor<2x128x256xf32>
    %16 = stablehlo.broadcast_in_dim %arg1, dims = [2] : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<2x128x256xf32>
    %18 = stablehlo.multiply %15, %17 : tensor<2x128x256xf32>
    %19 = stablehlo.broadcast_in_dim %arg2, dims = [2] : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<2x128x256xf32>
    %21 = stablehlo.add %18, %20 : tensor<2x128x256xf32>
    %22 = stablehlo.dot_general %21, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x128x256xf32>, tensor<256x768xf32>) -> tensor<2x128x768xf32>
    %23 = stablehlo.broadcast_in_dim %arg4, dims = [2] : (tensor<768xf32>) -> tensor<1x1x768xf32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [0, 1, 2] : (tensor<1x1x768xf32>) -> tensor<2x128x768xf32>
    %25 = stablehlo.add %22, %24 : tensor<2x128x768xf32>
    %26 = stablehlo.reshape %25 : (tensor<2x128x768xf32>) -> tensor<2x128x3x8x32xf32>
    %27 = stablehlo.slice %26 [0:2, 0:128, 0:1, 0:8, 0:32] : (tensor<2x128x3x8x32xf32>) -> tensor<2x128x1x8x32xf32>
    %28 = stablehlo.reshape %27 : (tensor<2x128x1x8x32xf32>) -> tensor<2x128x8x32xf32>
    %29 = stablehlo.transpose %28, dims = [0, 2, 1, 3] : (tensor<2x128x8x32xf32>) -> tensor<2x8x128x32xf32>
    %30 = stablehlo.slice %26 [0:2, 0:128, 1:2, 0:8, 0:32] : (tensor<2x128x3x8x32xf32>) -> tensor<2x128x1x8x32xf32>
    %31 = stablehlo.reshape %30 : (tensor<2x128x1x8x32xf32>) -> tensor<2x128x8x32xf32>
    %32 = stablehlo.transpose %31, dims = [0, 2, 1, 3] : (tensor<2x128x8x32xf32>) -> tensor<2x8x128x32xf32>
    %33 = stablehlo.slice %26 [0:2, 0:128, 2:3, 0:8, 0:32] : (tensor<2x128x3x8x32xf32>) -> tensor<2x128x1x8x32xf32>
    %34 = stablehlo.reshape %33 : (tensor<2x128x1x8x32xf32>) -> tensor<2x128x8x32xf32>
    %35 = stablehlo.transpose %34, dims = [0, 2, 1, 3] : (tensor<2x128x8x32xf32>) -> tensor<2x8x128x32xf32>
    %36 = stablehlo.transpose %32, dims = [0, 1, 3, 2] : (tensor<2x8x128x32xf32>) -> tensor<2x8x32x128xf32>
    %37 = stablehlo.dot_general %29, %36, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x8x128x32xf32>, tensor<2x8x32x128xf32>) -> tensor<2x8x128x128xf32>
    %cst_4 = stablehlo.constant dense<0.176776692> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<2x8x128x128xf32>
    %39 = stablehlo.multiply %37, %38 : tensor<2x8x128x128xf32>
    %40 = stablehlo.iota dim = 0 : tensor<128x128xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %41 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<128x128xi32>
    %42 = stablehlo.add %40, %41 : tensor<128x128xi32>
    %43 = stablehlo.iota dim = 1 : tensor<128x128xi32>
    %44 = stablehlo.compare GE, %42, %43, SIGNED : (tensor<128x128xi32>, tensor<128x128xi32>) -> tensor<128x128xi1>
    %cst_5 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %45 = call @_where(%44, %39, %cst_5) : (tensor<128x128xi1>, tensor<2x8x128x128xf32>, tensor<f32>) -> tensor<2x8x128x128xf32>
    %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %46 = stablehlo.reduce(%45 init: %cst_6) applies stablehlo.maximum across dimensions = [3] : (tensor<2x8x128x128xf32>, tensor<f32>) -> tensor<2x8x128xf32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1, 2] : (tensor<2x8x128xf32>) -> tensor<2x8x128x1xf32>
    %48 = stablehlo.broadcast_in_dim %47, dims = [0, 1, 2, 3] : (tensor<2x8x128x1xf32>) -> tensor<2x8x128x128xf32>
    %49 = stablehlo.subtract %45, %48 : tensor<2x8x128x128xf32>
    %50 = stablehlo.exponential %49 : tensor<2x8x128x128xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %51 = stablehlo.reduce(%50 init: %cst_7) applies stablehlo.add across dimensions = [3] : (tensor<2x8x128x128xf32>, tensor<f32>) -> tensor<2x8x128xf32>
    %52 = stablehlo.broadcast_in_dim %51, dims = [0, 1, 2] : (tensor<2x8x128xf32>) -> tensor<2x8x128x1xf32>
    %53 = stablehlo.broadcast_in_dim %52, dims = [0, 1, 2, 3] : (tensor<2x8x128x1xf32>) -> tensor<2x8x128x128xf32>
    %54 = stablehlo.divide %50, %53 : tensor<2x8x128x128xf32>
    %55 = stablehlo.dot_general %54, %35, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x8x128x128xf32>, tensor<2x8x128x32xf32>) -> tensor<2x8x128x32xf32>
    %56 = stablehlo.transpose %55, dims = [0, 2, 1, 3] : (tensor<2x8x128x32xf32>) -> tensor<2x128x8x32xf32>
    %57 = stablehlo.reshape %56 : (tensor<2x128x8x32xf32>) -> tensor<2x128x256xf32>
    %58 = stablehlo.dot_general %57, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x128x256xf32>, tensor<256x256xf32>) -> tensor<2x128x256xf32>
    %59 = stablehlo.add %arg0, %58 : tensor<2x128x256xf32>
    %60 = stablehlo.broadcast_in_dim %arg6, dims = [2] : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %61 = stablehlo.broadcast_in_dim %60, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<2x128x256xf32>
    %62 = stablehlo.add %59, %61 : tensor<2x128x256xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %63 = stablehlo.reduce(%62 init: %cst_8) applies stablehlo.add across dimensions = [2] : (tensor<2x128x256xf32>, tensor<f32>) -> tensor<2x128xf32>
    %64 = stablehlo.broadcast_in_dim %63, dims = [0, 1] : (tensor<2x128xf32>) -> tensor<2x128x1xf32>
    %cst_9 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %65 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<2x128x1xf32>
    %66 = stablehlo.divide %64, %65 : tensor<2x128x1xf32>
    %67 = stablehlo.broadcast_in_dim %66, dims = [0, 1, 2] : (tensor<2x128x1xf32>) -> tensor<2x128x256xf32>
    %68 = stablehlo.subtract %62, %67 : tensor<2x128x256xf32>
    %69 = stablehlo.multiply %68, %68 : tensor<2x128x256xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %70 = stablehlo.reduce(%69 init: %cst_10) applies stablehlo.add across dimensions = [2] : (tensor<2x128x256xf32>, tensor<f32>) -> tensor<2x128xf32>
    %71 = stablehlo.broadcast_in_dim %70, dims = [0, 1] : (tensor<2x128xf32>) -> tensor<2x128x1xf32>
    %cst_11 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %72 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<2x128x1xf32>
    %73 = stablehlo.divide %71, %72 : tensor<2x128x1xf32>
    %cst_12 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %74 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<2x128x1xf32>
    %75 = stablehlo.add %73, %74 : tensor<2x128x1xf32>
    %76 = stablehlo.sqrt %75 : tensor<2x128x1xf32>
    %77 = stablehlo.broadcast_in_dim %76, dims = [0, 1, 2] : (tensor<2x128x1xf32>) -> tensor<2x128x256xf32>
    %78 = stablehlo.divide %68, %77 : tensor<2x128x256xf32>
    %79 = stablehlo.broadcast_in_dim %arg7, dims = [2] : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %80 = stablehlo.broadcast_in_dim %79, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<2x128x256xf32>
    %81 = stablehlo.multiply %78, %80 : tensor<2x128x256xf32>
    %82 = stablehlo.broadcast_in_dim %arg8, dims = [2] : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %83 = stablehlo.broadcast_in_dim %82, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<2x128x256xf32>
    %84 = stablehlo.add %81, %83 : tensor<2x128x256xf32>
    %85 = stablehlo.dot_general %84, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x128x256xf32>, tensor<256x1024xf32>) -> tensor<2x128x1024xf32>
    %86 = stablehlo.broadcast_in_dim %arg10, dims = [2] : (tensor<1024xf32>) -> tensor<1x1x1024xf32>
    %87 = stablehlo.broadcast_in_dim %86, dims = [0, 1, 2] : (tensor<1x1x1024xf32>) -> tensor<2x128x1024xf32>
    %88 = stablehlo.add %85, %87 : tensor<2x128x1024xf32>
    %cst_13 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %89 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<2x128x1024xf32>
    %90 = stablehlo.multiply %89, %88 : tensor<2x128x1024xf32>
    %91 = stablehlo.multiply %88, %88 : tensor<2x128x1024xf32>
    %92 = stablehlo.multiply %91, %88 : tensor<2x128x1024xf32>
    %cst_14 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %93 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<2x128x1024xf32>
    %94 = stablehlo.multiply %93, %92 : tensor<2x128x1024xf32>
    %95 = stablehlo.add %88, %94 : tensor<2x128x1024xf32>
    %cst_15 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %96 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<2x128x1024xf32>
    %97 = stablehlo.multiply %96, %95 : tensor<2x128x1024xf32>
    %98 = stablehlo.tanh %97 : tensor<2x128x1024xf32>
    %cst_16 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<2x128x1024xf32>
    %100 = stablehlo.add %99, %98 : tensor<2x128x1024xf32>
    %101 = stablehlo.multiply %90, %100 : tensor<2x128x1024xf32>
    %102 = stablehlo.dot_general %101, %arg11, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x128x1024xf32>, tensor<1024x256xf32>) -> tensor<2x128x256xf32>
    %103 = stablehlo.broadcast_in_dim %arg12, dims = [2] : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %104 = stablehlo.broadcast_in_dim %103, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<2x128x256xf32>
    %105 = stablehlo.add %102, %104 : tensor<2x128x256xf32>
    %106 = stablehlo.add %62, %105 : tensor<2x128x256xf32>
    return %106 : tensor<2x128x256xf32>
  }
  func.func private @_where(%arg0: tensor<128x128xi1>, %arg1: tensor<2x8x128x128xf32>, %arg2: tensor<f32>) -> tensor<2x8x128x128xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<128x128xi1>) -> tensor<2x8x128x128xi1>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<2x8x128x128xf32>
    %2 = stablehlo.select %0, %arg1, %1 : tensor<2x8x128x128xi1>, tensor<2x8x128x128xf32>
    return %2 : tensor<2x8x128x128xf32>
  }
}
