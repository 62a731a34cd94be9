module @my_layer {
  func.func public @main(%arg0: tensor<7x4xf32>, %arg1: tensor<4xi64>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<7x4xui8>) {
    %0 = stablehlo.slice %arg0 [0:7:2, 0:4] : (tensor<7x4xf32>) -> tensor<4x4xf32>
    %1 = stablehlo.reverse %0, dims = [0] : tensor<4x4xf32>
    %2 = stablehlo.constant dense<0.0> : tensor<f32>
    %3 = "stablehlo.reduce_window"(%1, %2) <{base_dilations = array<i64: 1, 1>, padding = dense<[[3, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 4, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%4: tensor<f32>, %5: tensor<f32>):
      %6 = stablehlo.add %4, %5 : tensor<f32>
      stablehlo.return %6 : tensor<f32>
    }) : (tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
    %7 = stablehlo.constant dense<0> : tensor<4xi64>
    %8 = stablehlo.compare LT, %arg1, %7, SIGNED : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
    %9 = stablehlo.constant dense<7> : tensor<4xi64>
    %10 = stablehlo.add %arg1, %9 : tensor<4xi64>
    %11 = stablehlo.select %8, %10, %arg1 : tensor<4xi1>, tensor<4xi64>
    %12 = stablehlo.reshape %11 : (tensor<4xi64>) -> tensor<4x1xi64>
    %13 = "stablehlo.gather"(%arg0, %12) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<7x4xf32>, tensor<4x1xi64>) -> tensor<4x4xf32>
    %14 = stablehlo.slice %arg0 [1:3, 0:4] : (tensor<7x4xf32>) -> tensor<2x4xf32>
    %15 = "stablehlo.sort"(%14) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%16: tensor<f32>, %17: tensor<f32>):
      %18 = stablehlo.constant dense<0.0> : tensor<f32>
      %19 = stablehlo.compare EQ, %16, %18, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %20 = stablehlo.select %19, %18, %16 : tensor<i1>, tensor<f32>
      %21 = stablehlo.compare NE, %16, %16, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %22 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %23 = stablehlo.select %21, %22, %20 : tensor<i1>, tensor<f32>
      %24 = stablehlo.compare EQ, %17, %18, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %25 = stablehlo.select %24, %18, %17 : tensor<i1>, tensor<f32>
      %26 = stablehlo.compare NE, %17, %17, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %27 = stablehlo.select %26, %22, %25 : tensor<i1>, tensor<f32>
      %28 = stablehlo.compare LT, %23, %27, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %28 : tensor<i1>
    }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
    %29 = stablehlo.constant dense<true> : tensor<2x4xi1>
    %30 = stablehlo.constant dense<false> : tensor<i1>
    %31 = stablehlo.pad %29, %30, low = [0, 0], high = [1, 0], interior = [1, 0] : (tensor<2x4xi1>, tensor<i1>) -> tensor<4x4xi1>
    %32 = stablehlo.pad %15, %2, low = [0, 0], high = [1, 0], interior = [1, 0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4x4xf32>
    %33 = stablehlo.select %31, %32, %13 : tensor<4x4xi1>, tensor<4x4xf32>
    %34 = stablehlo.constant dense<3> : tensor<4xi64>
    %35 = stablehlo.divide %arg1, %34 : tensor<4xi64>
    %36 = stablehlo.remainder %arg1, %34 : tensor<4xi64>
    %37 = stablehlo.constant dense<1> : tensor<4xi64>
    %38 = stablehlo.subtract %35, %37 : tensor<4xi64>
    %39 = stablehlo.compare LT, %36, %7, SIGNED : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
    %40 = stablehlo.select %39, %38, %35 : tensor<4xi1>, tensor<4xi64>
    %41 = stablehlo.compare EQ, %arg1, %7, SIGNED : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
    %42 = stablehlo.constant dense<-1> : tensor<4xi64>
    %43 = stablehlo.compare EQ, %arg1, %42, SIGNED : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
    %44 = stablehlo.or %41, %43 : tensor<4xi1>
    %45 = stablehlo.select %44, %37, %arg1 : tensor<4xi1>, tensor<4xi64>
    %46 = stablehlo.remainder %arg1, %45 : tensor<4xi64>
    %47 = stablehlo.select %41, %7, %46 : tensor<4xi1>, tensor<4xi64>
    %48 = stablehlo.compare LT, %47, %7, SIGNED : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
    %49 = stablehlo.compare NE, %47, %7, SIGNED : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
    %50 = stablehlo.xor %48, %8 : tensor<4xi1>
    %51 = stablehlo.and %49, %50 : tensor<4xi1>
    %52 = stablehlo.add %47, %arg1 : tensor<4xi64>
    %53 = stablehlo.select %51, %52, %47 : tensor<4xi1>, tensor<4xi64>
    %54 = stablehlo.constant dense<63> : tensor<4xi64>
    %55 = stablehlo.compare LE, %arg1, %54, SIGNED : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
    %56 = stablehlo.compare GE, %arg1, %7, SIGNED : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
    %57 = stablehlo.and %55, %56 : tensor<4xi1>
    %58 = stablehlo.select %57, %arg1, %54 : tensor<4xi1>, tensor<4xi64>
    %59 = stablehlo.shift_left %arg1, %58 : tensor<4xi64>
    %60 = stablehlo.select %57, %59, %7 : tensor<4xi1>, tensor<4xi64>
    %61 = stablehlo.constant dense<-2.1474836e+09> : tensor<7x4xf32>
    %62 = stablehlo.constant dense<2.1474836e+09> : tensor<7x4xf32>
    %63 = stablehlo.compare LT, %arg0, %62, FLOAT : (tensor<7x4xf32>, tensor<7x4xf32>) -> tensor<7x4xi1>
    %64 = stablehlo.compare GE, %arg0, %61, FLOAT : (tensor<7x4xf32>, tensor<7x4xf32>) -> tensor<7x4xi1>
    %65 = stablehlo.and %64, %63 : tensor<7x4xi1>
    %66 = stablehlo.select %65, %arg0, %61 : tensor<7x4xi1>, tensor<7x4xf32>
    %67 = stablehlo.convert %66 : (tensor<7x4xf32>) -> tensor<7x4xi32>
    %68 = stablehlo.convert %67 : (tensor<7x4xi32>) -> tensor<7x4xui8>
    return %3, %33, %40, %53, %60, %68 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<7x4xui8>
  }
}
