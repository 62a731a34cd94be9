module @my_layer {
  func.func public @main(%arg0: tensor<2x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>) -> (tensor<2xf32>, tensor<2xi64>, tensor<70xi1>) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
    %2 = stablehlo.add %0, %1 : tensor<2x4xf32>
    %3 = stablehlo.tanh %2 : tensor<2x4xf32>
    %4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %5 = stablehlo.reduce(%3 init: %4) applies stablehlo.maximum across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>
    %6 = stablehlo.iota dim = 1 : tensor<2x4xi64>
    %7 = stablehlo.constant dense<0> : tensor<i64>
    %8:2 = stablehlo.reduce(%3 init: %4), (%6 init: %7) across dimensions = [1] : (tensor<2x4xf32>, tensor<2x4xi64>, tensor<f32>, tensor<i64>) -> (tensor<2xf32>, tensor<2xi64>)
     reducer(%9: tensor<f32>, %10: tensor<f32>) (%11: tensor<i64>, %12: tensor<i64>) {
      %13 = stablehlo.compare GT, %9, %10, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %14 = stablehlo.compare NE, %9, %9, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %15 = stablehlo.or %13, %14 : tensor<i1>
      %16 = stablehlo.compare EQ, %9, %10, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %17 = stablehlo.compare LT, %11, %12, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %18 = stablehlo.and %16, %17 : tensor<i1>
      %19 = stablehlo.or %15, %18 : tensor<i1>
      %20 = stablehlo.select %15, %9, %10 : tensor<i1>, tensor<f32>
      %21 = stablehlo.select %19, %11, %12 : tensor<i1>, tensor<i64>
      stablehlo.return %20, %21 : tensor<f32>, tensor<i64>
    }
    %22 = stablehlo.constant dense<"0x01000001000001000001000001000001000001000001000001000001000001000001000001000001000001000001000001000001000001000001000001000001000001000001"> : tensor<70xui8>
    %23 = stablehlo.convert %22 : (tensor<70xui8>) -> tensor<70xi1>
    return %5, %8#1, %23 : tensor<2xf32>, tensor<2xi64>, tensor<70xi1>
  }
}
