module @my_layer {
  func.func public @main(%arg0: tensor<7x4xf32>) -> (tensor<4xf32>, tensor<7xf32>) {
    %0 = stablehlo.slice %arg0 [0:1, 0:4] : (tensor<7x4xf32>) -> tensor<1x4xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4xf32>) -> tensor<4xf32>
    %2 = stablehlo.constant dense<0> : tensor<i64>
    %3 = stablehlo.constant dense<0.0> : tensor<7xf32>
    %4:3 = stablehlo.while(%5 = %2, %6 = %1, %7 = %3) : tensor<i64>, tensor<4xf32>, tensor<7xf32>
    cond {
      %8 = stablehlo.constant dense<7> : tensor<i64>
      %9 = stablehlo.compare LT, %5, %8, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %9 : tensor<i1>
    } do {
      %10 = stablehlo.constant dense<0> : tensor<i64>
      %11 = stablehlo.dynamic_slice %arg0, %5, %10, sizes = [1, 4] : (tensor<7x4xf32>, tensor<i64>, tensor<i64>) -> tensor<1x4xf32>
      %12 = stablehlo.reshape %11 : (tensor<1x4xf32>) -> tensor<4xf32>
      %13 = stablehlo.constant dense<0.0> : tensor<f32>
      %14 = stablehlo.reduce(%12 init: %13) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
      %15 = stablehlo.compare GT, %14, %13, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %16 = stablehlo.convert %15 : (tensor<i1>) -> tensor<i32>
      %17 = "stablehlo.case"(%16) ({
        %18 = stablehlo.add %6, %12 : tensor<4xf32>
        stablehlo.return %18 : tensor<4xf32>
      }, {
        %19 = stablehlo.exponential %12 : tensor<4xf32>
        %20 = stablehlo.multiply %6, %19 : tensor<4xf32>
        stablehlo.return %20 : tensor<4xf32>
      }) : (tensor<i32>) -> tensor<4xf32>
      %21 = stablehlo.reduce(%6 init: %13) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
      %22 = stablehlo.reshape %21 : (tensor<f32>) -> tensor<1xf32>
      %23 = stablehlo.dynamic_update_slice %7, %22, %5 : (tensor<7xf32>, tensor<1xf32>, tensor<i64>) -> tensor<7xf32>
      %24 = stablehlo.constant dense<1> : tensor<i64>
      %25 = stablehlo.add %5, %24 : tensor<i64>
      stablehlo.return %25, %17, %23 : tensor<i64>, tensor<4xf32>, tensor<7xf32>
    }
    %26 = stablehlo.slice %arg0 [1:2, 0:4] : (tensor<7x4xf32>) -> tensor<1x4xf32>
    %27 = stablehlo.reshape %26 : (tensor<1x4xf32>) -> tensor<4xf32>
    %28 = stablehlo.abs %27 : tensor<4xf32>
    %29 = stablehlo.while(%30 = %4#1) : tensor<4xf32>
    cond {
      %31 = stablehlo.constant dense<0.0> : tensor<f32>
      %32 = stablehlo.reduce(%30 init: %31) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
      %33 = stablehlo.constant dense<9.0> : tensor<f32>
      %34 = stablehlo.compare LT, %32, %33, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %34 : tensor<i1>
    } do {
      %35 = stablehlo.add %30, %28 : tensor<4xf32>
      stablehlo.return %35 : tensor<4xf32>
    }
    return %29, %4#2 : tensor<4xf32>, tensor<7xf32>
  }
}
