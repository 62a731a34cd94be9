// ----- arithmetic
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4xf32>, %arg1: tensor<3x4xf32>) -> (tensor<3x4xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %1 = stablehlo.multiply %arg1, %0 : tensor<3x4xf32>
    %2 = stablehlo.add %arg0, %1 : tensor<3x4xf32>
    %3 = stablehlo.divide %arg0, %arg1 : tensor<3x4xf32>
    %4 = stablehlo.subtract %2, %3 : tensor<3x4xf32>
    return %4 : tensor<3x4xf32>
  }
}

// ----- integer_division
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<10xi32>, %arg1: tensor<10xi32>) -> (tensor<10xi32> {jax.result_info = "result[0]"}, tensor<10xi32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.divide %arg0, %arg1 : tensor<10xi32>
    %1 = stablehlo.remainder %arg0, %arg1 : tensor<10xi32>
    return %0, %1 : tensor<10xi32>, tensor<10xi32>
  }
}

// ----- unsigned_division
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<10xui8>, %arg1: tensor<10xui8>) -> (tensor<10xui8> {jax.result_info = "result[0]"}, tensor<10xui8> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.divide %arg0, %arg1 : tensor<10xui8>
    %1 = stablehlo.remainder %arg0, %arg1 : tensor<10xui8>
    return %0, %1 : tensor<10xui8>, tensor<10xui8>
  }
}

// ----- by_a_constant
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<10xi32>) -> (tensor<10xi32> {jax.result_info = "result[0]"}, tensor<10xi32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<3> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<10xi32>
    %1 = stablehlo.divide %arg0, %0 : tensor<10xi32>
    %c_0 = stablehlo.constant dense<3> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<10xi32>
    %3 = stablehlo.remainder %arg0, %2 : tensor<10xi32>
    return %1, %3 : tensor<10xi32>, tensor<10xi32>
  }
}

// ----- floor_division
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<10xi32>) -> (tensor<10xi32> {jax.result_info = "result[0]"}, tensor<10xi32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<3> : tensor<i32>
    %0 = call @floor_divide(%arg0, %c) : (tensor<10xi32>, tensor<i32>) -> tensor<10xi32>
    %c_0 = stablehlo.constant dense<5> : tensor<i32>
    %1 = call @remainder(%arg0, %c_0) : (tensor<10xi32>, tensor<i32>) -> tensor<10xi32>
    return %0, %1 : tensor<10xi32>, tensor<10xi32>
  }
  func.func private @floor_divide(%arg0: tensor<10xi32>, %arg1: tensor<i32>) -> tensor<10xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<10xi32>
    %2 = stablehlo.divide %arg0, %1 : tensor<10xi32>
    %3 = stablehlo.sign %arg0 : tensor<10xi32>
    %4 = stablehlo.sign %0 : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i32>) -> tensor<10xi32>
    %6 = stablehlo.compare NE, %3, %5, SIGNED : (tensor<10xi32>, tensor<10xi32>) -> tensor<10xi1>
    %7 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<10xi32>
    %8 = stablehlo.remainder %arg0, %7 : tensor<10xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<10xi32>
    %10 = stablehlo.compare NE, %8, %9, SIGNED : (tensor<10xi32>, tensor<10xi32>) -> tensor<10xi1>
    %11 = stablehlo.and %6, %10 : tensor<10xi1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %12 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<10xi32>
    %13 = stablehlo.subtract %2, %12 : tensor<10xi32>
    %14 = call @_where(%11, %13, %2) : (tensor<10xi1>, tensor<10xi32>, tensor<10xi32>) -> tensor<10xi32>
    return %14 : tensor<10xi32>
  }
  func.func private @_where(%arg0: tensor<10xi1>, %arg1: tensor<10xi32>, %arg2: tensor<10xi32>) -> tensor<10xi32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<10xi1>, tensor<10xi32>
    return %0 : tensor<10xi32>
  }
  func.func private @remainder(%arg0: tensor<10xi32>, %arg1: tensor<i32>) -> tensor<10xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %2 = call @_where_0(%1, %c_0, %0) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<10xi32>
    %4 = stablehlo.remainder %arg0, %3 : tensor<10xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<10xi32>
    %6 = stablehlo.compare NE, %4, %5, SIGNED : (tensor<10xi32>, tensor<10xi32>) -> tensor<10xi1>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<10xi32>
    %8 = stablehlo.compare LT, %4, %7, SIGNED : (tensor<10xi32>, tensor<10xi32>) -> tensor<10xi1>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<10xi1>
    %11 = stablehlo.compare NE, %8, %10, UNSIGNED : (tensor<10xi1>, tensor<10xi1>) -> tensor<10xi1>
    %12 = stablehlo.and %11, %6 : tensor<10xi1>
    %13 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<10xi32>
    %14 = stablehlo.add %4, %13 : tensor<10xi32>
    %15 = stablehlo.select %12, %14, %4 : tensor<10xi1>, tensor<10xi32>
    return %15 : tensor<10xi32>
  }
  func.func private @_where_0(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
}

// ----- float_remainder
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<20xf32>, %arg1: tensor<20xf32>) -> (tensor<20xf32> {jax.result_info = "result[0]"}, tensor<20xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.remainder %arg0, %arg1 : tensor<20xf32>
    %1 = call @remainder(%arg0, %arg1) : (tensor<20xf32>, tensor<20xf32>) -> tensor<20xf32>
    return %0, %1 : tensor<20xf32>, tensor<20xf32>
  }
  func.func private @remainder(%arg0: tensor<20xf32>, %arg1: tensor<20xf32>) -> tensor<20xf32> {
    %0 = stablehlo.remainder %arg0, %arg1 : tensor<20xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<20xf32>
    %2 = stablehlo.compare NE, %0, %1, FLOAT : (tensor<20xf32>, tensor<20xf32>) -> tensor<20xi1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<20xf32>
    %4 = stablehlo.compare LT, %0, %3, FLOAT : (tensor<20xf32>, tensor<20xf32>) -> tensor<20xi1>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<20xf32>
    %6 = stablehlo.compare LT, %arg1, %5, FLOAT : (tensor<20xf32>, tensor<20xf32>) -> tensor<20xi1>
    %7 = stablehlo.compare NE, %4, %6, UNSIGNED : (tensor<20xi1>, tensor<20xi1>) -> tensor<20xi1>
    %8 = stablehlo.and %7, %2 : tensor<20xi1>
    %9 = stablehlo.add %0, %arg1 : tensor<20xf32>
    %10 = stablehlo.select %8, %9, %0 : tensor<20xi1>, tensor<20xf32>
    return %10 : tensor<20xf32>
  }
}

// ----- powers
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<20xf32>, %arg1: tensor<20xf32>) -> (tensor<20xf32> {jax.result_info = "result[0]"}, tensor<20xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.abs %arg0 : tensor<20xf32>
    %1 = stablehlo.power %0, %arg1 : tensor<20xf32>
    %2 = stablehlo.multiply %arg0, %arg0 : tensor<20xf32>
    %3 = stablehlo.multiply %2, %arg0 : tensor<20xf32>
    return %1, %3 : tensor<20xf32>, tensor<20xf32>
  }
}

// ----- exponents
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<9xf32>) -> (tensor<9xf32> {jax.result_info = "result[0]"}, tensor<9xf32> {jax.result_info = "result[1]"}, tensor<9xf32> {jax.result_info = "result[2]"}, tensor<9xf32> {jax.result_info = "result[3]"}, tensor<9xf32> {jax.result_info = "result[4]"}) {
    %0 = stablehlo.exponential %arg0 : tensor<9xf32>
    %1 = stablehlo.exponential_minus_one %arg0 : tensor<9xf32>
    %2 = stablehlo.abs %arg0 : tensor<9xf32>
    %3 = stablehlo.log %2 : tensor<9xf32>
    %4 = stablehlo.abs %arg0 : tensor<9xf32>
    %5 = stablehlo.log_plus_one %4 : tensor<9xf32>
    %cst = stablehlo.constant dense<0.693147182> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<9xf32>
    %7 = stablehlo.multiply %6, %arg0 : tensor<9xf32>
    %8 = stablehlo.exponential %7 : tensor<9xf32>
    return %0, %1, %3, %5, %8 : tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>
  }
}

// ----- trigonometry
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<9xf32>, %arg1: tensor<9xf32>) -> (tensor<9xf32> {jax.result_info = "result[0]"}, tensor<9xf32> {jax.result_info = "result[1]"}, tensor<9xf32> {jax.result_info = "result[2]"}, tensor<9xf32> {jax.result_info = "result[3]"}, tensor<9xf32> {jax.result_info = "result[4]"}) {
    %0 = stablehlo.sine %arg0 : tensor<9xf32>
    %1 = stablehlo.cosine %arg0 : tensor<9xf32>
    %2 = stablehlo.tan %arg0 : tensor<9xf32>
    %3 = stablehlo.tanh %arg0 : tensor<9xf32>
    %4 = stablehlo.atan2 %arg0, %arg1 : tensor<9xf32>
    return %0, %1, %2, %3, %4 : tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>
  }
}

// ----- hyperbolic
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<9xf32>) -> (tensor<9xf32> {jax.result_info = "result[0]"}, tensor<9xf32> {jax.result_info = "result[1]"}, tensor<9xf32> {jax.result_info = "result[2]"}, tensor<9xf32> {jax.result_info = "result[3]"}, tensor<9xf32> {jax.result_info = "result[4]"}, tensor<9xf32> {jax.result_info = "result[5]"}, tensor<9xf32> {jax.result_info = "result[6]"}, tensor<9xf32> {jax.result_info = "result[7]"}) {
    %0 = chlo.sinh %arg0 : tensor<9xf32> -> tensor<9xf32>
    %1 = chlo.cosh %arg0 : tensor<9xf32> -> tensor<9xf32>
    %2 = chlo.asinh %arg0 : tensor<9xf32> -> tensor<9xf32>
    %3 = stablehlo.multiply %arg0, %arg0 : tensor<9xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<9xf32>
    %5 = stablehlo.add %3, %4 : tensor<9xf32>
    %6 = call @arccosh(%5) : (tensor<9xf32>) -> tensor<9xf32>
    %cst_0 = stablehlo.constant dense<9.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<9xf32>
    %8 = stablehlo.divide %arg0, %7 : tensor<9xf32>
    %9 = chlo.atanh %8 : tensor<9xf32> -> tensor<9xf32>
    %cst_1 = stablehlo.constant dense<9.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<9xf32>
    %11 = stablehlo.divide %arg0, %10 : tensor<9xf32>
    %12 = chlo.asin %11 : tensor<9xf32> -> tensor<9xf32>
    %cst_2 = stablehlo.constant dense<9.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<9xf32>
    %14 = stablehlo.divide %arg0, %13 : tensor<9xf32>
    %15 = chlo.acos %14 : tensor<9xf32> -> tensor<9xf32>
    %16 = chlo.atan %arg0 : tensor<9xf32> -> tensor<9xf32>
    return %0, %1, %2, %6, %9, %12, %15, %16 : tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>
  }
  func.func private @arccosh(%arg0: tensor<9xf32>) -> tensor<9xf32> {
    %0 = chlo.acosh %arg0 : tensor<9xf32> -> tensor<9xf32>
    return %0 : tensor<9xf32>
  }
}

// ----- roots
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<9xf32>) -> (tensor<9xf32> {jax.result_info = "result[0]"}, tensor<9xf32> {jax.result_info = "result[1]"}, tensor<9xf32> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.sqrt %arg0 : tensor<9xf32>
    %1 = stablehlo.rsqrt %arg0 : tensor<9xf32>
    %2 = stablehlo.cbrt %arg0 : tensor<9xf32>
    return %0, %1, %2 : tensor<9xf32>, tensor<9xf32>, tensor<9xf32>
  }
}

// ----- rounding
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<10xf32>) -> (tensor<10xf32> {jax.result_info = "result[0]"}, tensor<10xf32> {jax.result_info = "result[1]"}, tensor<10xf32> {jax.result_info = "result[2]"}, tensor<10xf32> {jax.result_info = "result[3]"}, tensor<10xf32> {jax.result_info = "result[4]"}, tensor<10xf32> {jax.result_info = "result[5]"}, tensor<10xf32> {jax.result_info = "result[6]"}, tensor<10xf32> {jax.result_info = "result[7]"}, tensor<10xf32> {jax.result_info = "result[8]"}) {
    %0 = stablehlo.floor %arg0 : tensor<10xf32>
    %1 = stablehlo.ceil %arg0 : tensor<10xf32>
    %2 = call @round(%arg0) : (tensor<10xf32>) -> tensor<10xf32>
    %3 = stablehlo.round_nearest_afz %arg0 : tensor<10xf32>
    %4 = stablehlo.sign %arg0 : tensor<10xf32>
    %5 = call @trunc(%arg0) : (tensor<10xf32>) -> tensor<10xf32>
    %6 = stablehlo.abs %arg0 : tensor<10xf32>
    %7 = stablehlo.negate %arg0 : tensor<10xf32>
    %8 = chlo.square %arg0 : tensor<10xf32> -> tensor<10xf32>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>
  }
  func.func private @round(%arg0: tensor<10xf32>) -> tensor<10xf32> {
    %0 = stablehlo.round_nearest_even %arg0 : tensor<10xf32>
    return %0 : tensor<10xf32>
  }
  func.func private @trunc(%arg0: tensor<10xf32>) -> tensor<10xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %1 = stablehlo.compare LT, %arg0, %0, FLOAT : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xi1>
    %2 = stablehlo.ceil %arg0 : tensor<10xf32>
    %3 = stablehlo.floor %arg0 : tensor<10xf32>
    %4 = call @_where(%1, %2, %3) : (tensor<10xi1>, tensor<10xf32>, tensor<10xf32>) -> tensor<10xf32>
    return %4 : tensor<10xf32>
  }
  func.func private @_where(%arg0: tensor<10xi1>, %arg1: tensor<10xf32>, %arg2: tensor<10xf32>) -> tensor<10xf32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<10xi1>, tensor<10xf32>
    return %0 : tensor<10xf32>
  }
}

// ----- error_functions
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<16xf32>) -> (tensor<16xf32> {jax.result_info = "result[0]"}, tensor<16xf32> {jax.result_info = "result[1]"}) {
    %0 = chlo.erf %arg0 : tensor<16xf32> -> tensor<16xf32>
    %1 = chlo.erfc %arg0 : tensor<16xf32> -> tensor<16xf32>
    return %0, %1 : tensor<16xf32>, tensor<16xf32>
  }
}

// ----- double_error_functions
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<13xf64>) -> (tensor<13xf64> {jax.result_info = "result[0]"}, tensor<13xf64> {jax.result_info = "result[1]"}) {
    %0 = chlo.erf %arg0 : tensor<13xf64> -> tensor<13xf64>
    %1 = chlo.erfc %arg0 : tensor<13xf64> -> tensor<13xf64>
    return %0, %1 : tensor<13xf64>, tensor<13xf64>
  }
}

// ----- activations
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5x4xf32>) -> (tensor<5x4xf32> {jax.result_info = "result[0]"}, tensor<5x4xf32> {jax.result_info = "result[1]"}, tensor<5x4xf32> {jax.result_info = "result[2]"}, tensor<5x4xf32> {jax.result_info = "result[3]"}, tensor<5x4xf32> {jax.result_info = "result[4]"}, tensor<5x4xf32> {jax.result_info = "result[5]"}, tensor<5x4xf32> {jax.result_info = "result[6]"}) {
    %0 = stablehlo.negate %arg0 : tensor<5x4xf32>
    %1 = stablehlo.exponential %0 : tensor<5x4xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5x4xf32>
    %3 = stablehlo.add %2, %1 : tensor<5x4xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<5x4xf32>
    %5 = stablehlo.divide %4, %3 : tensor<5x4xf32>
    %6 = call @relu(%arg0) : (tensor<5x4xf32>) -> tensor<5x4xf32>
    %7 = stablehlo.multiply %arg0, %arg0 : tensor<5x4xf32>
    %8 = stablehlo.multiply %7, %arg0 : tensor<5x4xf32>
    %cst_1 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<5x4xf32>
    %10 = stablehlo.multiply %9, %8 : tensor<5x4xf32>
    %11 = stablehlo.add %arg0, %10 : tensor<5x4xf32>
    %cst_2 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<5x4xf32>
    %13 = stablehlo.multiply %12, %11 : tensor<5x4xf32>
    %14 = stablehlo.tanh %13 : tensor<5x4xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<5x4xf32>
    %16 = stablehlo.add %15, %14 : tensor<5x4xf32>
    %cst_4 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<5x4xf32>
    %18 = stablehlo.multiply %17, %16 : tensor<5x4xf32>
    %19 = stablehlo.multiply %arg0, %18 : tensor<5x4xf32>
    %20 = call @silu(%arg0) : (tensor<5x4xf32>) -> tensor<5x4xf32>
    %21 = call @softplus(%arg0) : (tensor<5x4xf32>) -> tensor<5x4xf32>
    %22 = call @leaky_relu(%arg0) : (tensor<5x4xf32>) -> tensor<5x4xf32>
    %cst_5 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<5x4xf32>
    %24 = stablehlo.multiply %23, %arg0 : tensor<5x4xf32>
    %25 = stablehlo.negate %arg0 : tensor<5x4xf32>
    %cst_6 = stablehlo.constant dense<0.707106769> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<5x4xf32>
    %27 = stablehlo.multiply %25, %26 : tensor<5x4xf32>
    %28 = chlo.erfc %27 : tensor<5x4xf32> -> tensor<5x4xf32>
    %29 = stablehlo.multiply %24, %28 : tensor<5x4xf32>
    return %5, %6, %19, %20, %21, %22, %29 : tensor<5x4xf32>, tensor<5x4xf32>, tensor<5x4xf32>, tensor<5x4xf32>, tensor<5x4xf32>, tensor<5x4xf32>, tensor<5x4xf32>
  }
  func.func private @relu(%arg0: tensor<5x4xf32>) -> tensor<5x4xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5x4xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<5x4xf32>
    return %1 : tensor<5x4xf32>
  }
  func.func private @silu(%arg0: tensor<5x4xf32>) -> tensor<5x4xf32> {
    %0 = stablehlo.negate %arg0 : tensor<5x4xf32>
    %1 = stablehlo.exponential %0 : tensor<5x4xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5x4xf32>
    %3 = stablehlo.add %2, %1 : tensor<5x4xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<5x4xf32>
    %5 = stablehlo.divide %4, %3 : tensor<5x4xf32>
    %6 = stablehlo.multiply %arg0, %5 : tensor<5x4xf32>
    return %6 : tensor<5x4xf32>
  }
  func.func private @softplus(%arg0: tensor<5x4xf32>) -> tensor<5x4xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5x4xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<5x4xf32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5x4xf32>
    %3 = stablehlo.subtract %arg0, %2 : tensor<5x4xf32>
    %4 = stablehlo.compare NE, %3, %3, FLOAT : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xi1>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5x4xf32>
    %6 = stablehlo.add %arg0, %5 : tensor<5x4xf32>
    %7 = stablehlo.abs %3 : tensor<5x4xf32>
    %8 = stablehlo.negate %7 : tensor<5x4xf32>
    %9 = stablehlo.exponential %8 : tensor<5x4xf32>
    %10 = stablehlo.log_plus_one %9 : tensor<5x4xf32>
    %11 = stablehlo.add %1, %10 : tensor<5x4xf32>
    %12 = stablehlo.select %4, %6, %11 : tensor<5x4xi1>, tensor<5x4xf32>
    return %12 : tensor<5x4xf32>
  }
  func.func private @leaky_relu(%arg0: tensor<5x4xf32>) -> tensor<5x4xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5x4xf32>
    %1 = stablehlo.compare GE, %arg0, %0, FLOAT : (tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xi1>
    %cst_0 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<5x4xf32>
    %3 = stablehlo.multiply %2, %arg0 : tensor<5x4xf32>
    %4 = call @_where(%1, %arg0, %3) : (tensor<5x4xi1>, tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
    return %4 : tensor<5x4xf32>
  }
  func.func private @_where(%arg0: tensor<5x4xi1>, %arg1: tensor<5x4xf32>, %arg2: tensor<5x4xf32>) -> tensor<5x4xf32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<5x4xi1>, tensor<5x4xf32>
    return %0 : tensor<5x4xf32>
  }
}

// ----- comparisons
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<11xf32>, %arg1: tensor<11xf32>) -> (tensor<11xi1> {jax.result_info = "result[0]"}, tensor<11xi1> {jax.result_info = "result[1]"}, tensor<11xi1> {jax.result_info = "result[2]"}, tensor<11xi1> {jax.result_info = "result[3]"}, tensor<11xi1> {jax.result_info = "result[4]"}, tensor<11xi1> {jax.result_info = "result[5]"}) {
    %0 = stablehlo.compare EQ, %arg0, %arg1, FLOAT : (tensor<11xf32>, tensor<11xf32>) -> tensor<11xi1>
    %1 = stablehlo.compare NE, %arg0, %arg1, FLOAT : (tensor<11xf32>, tensor<11xf32>) -> tensor<11xi1>
    %2 = stablehlo.compare LT, %arg0, %arg1, FLOAT : (tensor<11xf32>, tensor<11xf32>) -> tensor<11xi1>
    %3 = stablehlo.compare LE, %arg0, %arg1, FLOAT : (tensor<11xf32>, tensor<11xf32>) -> tensor<11xi1>
    %4 = stablehlo.compare GT, %arg0, %arg1, FLOAT : (tensor<11xf32>, tensor<11xf32>) -> tensor<11xi1>
    %5 = stablehlo.compare GE, %arg0, %arg1, FLOAT : (tensor<11xf32>, tensor<11xf32>) -> tensor<11xi1>
    return %0, %1, %2, %3, %4, %5 : tensor<11xi1>, tensor<11xi1>, tensor<11xi1>, tensor<11xi1>, tensor<11xi1>, tensor<11xi1>
  }
}

// ----- integer_comparisons
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<10xi32>, %arg1: tensor<10xi32>) -> (tensor<10xi1> {jax.result_info = "result[0]"}, tensor<10xi1> {jax.result_info = "result[1]"}, tensor<10xi1> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.compare EQ, %arg0, %arg1, SIGNED : (tensor<10xi32>, tensor<10xi32>) -> tensor<10xi1>
    %1 = stablehlo.compare LT, %arg0, %arg1, SIGNED : (tensor<10xi32>, tensor<10xi32>) -> tensor<10xi1>
    %2 = stablehlo.convert %arg0 : (tensor<10xi32>) -> tensor<10xui32>
    %3 = stablehlo.convert %arg1 : (tensor<10xi32>) -> tensor<10xui32>
    %4 = stablehlo.compare LT, %2, %3, UNSIGNED : (tensor<10xui32>, tensor<10xui32>) -> tensor<10xi1>
    return %0, %1, %4 : tensor<10xi1>, tensor<10xi1>, tensor<10xi1>
  }
}

// ----- logic
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<9xi1>, %arg1: tensor<9xi1>, %arg2: tensor<9xi32>, %arg3: tensor<9xi32>) -> (tensor<9xi1> {jax.result_info = "result[0]"}, tensor<9xi1> {jax.result_info = "result[1]"}, tensor<9xi1> {jax.result_info = "result[2]"}, tensor<9xi1> {jax.result_info = "result[3]"}, tensor<9xi32> {jax.result_info = "result[4]"}, tensor<9xi32> {jax.result_info = "result[5]"}, tensor<9xi32> {jax.result_info = "result[6]"}, tensor<9xi32> {jax.result_info = "result[7]"}) {
    %0 = stablehlo.and %arg0, %arg1 : tensor<9xi1>
    %1 = stablehlo.or %arg0, %arg1 : tensor<9xi1>
    %2 = stablehlo.xor %arg0, %arg1 : tensor<9xi1>
    %3 = stablehlo.not %arg0 : tensor<9xi1>
    %4 = stablehlo.and %arg2, %arg3 : tensor<9xi32>
    %5 = stablehlo.or %arg2, %arg3 : tensor<9xi32>
    %6 = stablehlo.xor %arg2, %arg3 : tensor<9xi32>
    %7 = stablehlo.not %arg2 : tensor<9xi32>
    return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<9xi1>, tensor<9xi1>, tensor<9xi1>, tensor<9xi1>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>
  }
}

// ----- shifts
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8xi32>, %arg1: tensor<8xi32>) -> (tensor<8xi32> {jax.result_info = "result[0]"}, tensor<8xi32> {jax.result_info = "result[1]"}, tensor<8xi32> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.shift_left %arg0, %arg1 : tensor<8xi32>
    %1 = stablehlo.shift_right_logical %arg0, %arg1 : tensor<8xi32>
    %2 = stablehlo.shift_right_arithmetic %arg0, %arg1 : tensor<8xi32>
    return %0, %1, %2 : tensor<8xi32>, tensor<8xi32>, tensor<8xi32>
  }
}

// ----- byte_shifts
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8xui8>, %arg1: tensor<8xui8>) -> (tensor<8xui8> {jax.result_info = "result[0]"}, tensor<8xui8> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.shift_left %arg0, %arg1 : tensor<8xui8>
    %1 = stablehlo.shift_right_logical %arg0, %arg1 : tensor<8xui8>
    return %0, %1 : tensor<8xui8>, tensor<8xui8>
  }
}

// ----- bits
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8xi32>, %arg1: tensor<8xui8>) -> (tensor<8xi32> {jax.result_info = "result[0]"}, tensor<8xi32> {jax.result_info = "result[1]"}, tensor<8xui8> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.popcnt %arg0 : tensor<8xi32>
    %1 = stablehlo.count_leading_zeros %arg0 : tensor<8xi32>
    %2 = stablehlo.popcnt %arg1 : tensor<8xui8>
    return %0, %1, %2 : tensor<8xi32>, tensor<8xi32>, tensor<8xui8>
  }
}

// ----- clamps
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<11xf32>, %arg1: tensor<11xf32>) -> (tensor<11xf32> {jax.result_info = "result[0]"}, tensor<11xf32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<11xf32>
    %c = stablehlo.constant dense<-1> : tensor<i32>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %0 = call @clip(%arg0, %c, %c_0) : (tensor<11xf32>, tensor<i32>, tensor<i32>) -> tensor<11xf32>
    %1 = stablehlo.clamp %arg1, %arg0, %cst : tensor<11xf32>
    return %0, %1 : tensor<11xf32>, tensor<11xf32>
  }
  func.func private @clip(%arg0: tensor<11xf32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<11xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<11xf32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<11xf32>
    %3 = stablehlo.convert %arg2 : (tensor<i32>) -> tensor<f32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<11xf32>
    %5 = stablehlo.minimum %4, %2 : tensor<11xf32>
    return %5 : tensor<11xf32>
  }
}

// ----- choices
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<11xf32>, %arg1: tensor<11xf32>, %arg2: tensor<i1>) -> (tensor<11xf32> {jax.result_info = "result[0]"}, tensor<11xf32> {jax.result_info = "result[1]"}, tensor<11xf32> {jax.result_info = "result[2]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<11xf32>
    %1 = stablehlo.compare GT, %arg0, %0, FLOAT : (tensor<11xf32>, tensor<11xf32>) -> tensor<11xi1>
    %2 = call @_where(%1, %arg0, %arg1) : (tensor<11xi1>, tensor<11xf32>, tensor<11xf32>) -> tensor<11xf32>
    %3 = stablehlo.select %arg2, %arg0, %arg1 : tensor<i1>, tensor<11xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_2 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %4 = call @nan_to_num(%arg0, %cst_0, %cst_1, %cst_2) : (tensor<11xf32>, tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<11xf32>
    return %2, %3, %4 : tensor<11xf32>, tensor<11xf32>, tensor<11xf32>
  }
  func.func private @_where(%arg0: tensor<11xi1>, %arg1: tensor<11xf32>, %arg2: tensor<11xf32>) -> tensor<11xf32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<11xi1>, tensor<11xf32>
    return %0 : tensor<11xf32>
  }
  func.func private @nan_to_num(%arg0: tensor<11xf32>, %arg1: tensor<f32>, %arg2: tensor<f32>, %arg3: tensor<f32>) -> tensor<11xf32> {
    %0 = stablehlo.compare NE, %arg0, %arg0, FLOAT : (tensor<11xf32>, tensor<11xf32>) -> tensor<11xi1>
    %1 = stablehlo.convert %arg1 : tensor<f32>
    %2 = call @_where_0(%0, %1, %arg0) : (tensor<11xi1>, tensor<f32>, tensor<11xf32>) -> tensor<11xf32>
    %cst = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<11xf32>
    %4 = stablehlo.compare EQ, %2, %3, FLOAT : (tensor<11xf32>, tensor<11xf32>) -> tensor<11xi1>
    %5 = stablehlo.convert %arg3 : tensor<f32>
    %6 = call @_where_0(%4, %5, %2) : (tensor<11xi1>, tensor<f32>, tensor<11xf32>) -> tensor<11xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<11xf32>
    %8 = stablehlo.compare EQ, %6, %7, FLOAT : (tensor<11xf32>, tensor<11xf32>) -> tensor<11xi1>
    %9 = stablehlo.convert %arg2 : tensor<f32>
    %10 = call @_where_0(%8, %9, %6) : (tensor<11xi1>, tensor<f32>, tensor<11xf32>) -> tensor<11xf32>
    return %10 : tensor<11xf32>
  }
  func.func private @_where_0(%arg0: tensor<11xi1>, %arg1: tensor<f32>, %arg2: tensor<11xf32>) -> tensor<11xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<11xf32>
    %1 = stablehlo.select %arg0, %0, %arg2 : tensor<11xi1>, tensor<11xf32>
    return %1 : tensor<11xf32>
  }
}

// ----- extremes
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<11xf32>, %arg1: tensor<11xf32>) -> (tensor<11xf32> {jax.result_info = "result[0]"}, tensor<11xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.maximum %arg0, %arg1 : tensor<11xf32>
    %1 = stablehlo.minimum %arg0, %arg1 : tensor<11xf32>
    return %0, %1 : tensor<11xf32>, tensor<11xf32>
  }
}

// ----- signs
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) -> (tensor<8xi1> {jax.result_info = "result[0]"}, tensor<8xf32> {jax.result_info = "result[1]"}) {
    %0 = call @signbit(%arg0) : (tensor<8xf32>) -> tensor<8xi1>
    %1 = call @copysign(%arg1, %arg0) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    return %0, %1 : tensor<8xi1>, tensor<8xf32>
  }
  func.func private @signbit(%arg0: tensor<8xf32>) -> tensor<8xi1> {
    %0 = stablehlo.bitcast_convert %arg0 : (tensor<8xf32>) -> tensor<8xi32>
    %c = stablehlo.constant dense<31> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %2 = stablehlo.shift_right_arithmetic %0, %1 : tensor<8xi32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %4 = stablehlo.compare NE, %2, %3, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
    %5 = stablehlo.convert %4 : tensor<8xi1>
    return %5 : tensor<8xi1>
  }
  func.func private @copysign(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) -> tensor<8xf32> {
    %0 = call @signbit(%arg1) : (tensor<8xf32>) -> tensor<8xi1>
    %1 = stablehlo.abs %arg0 : tensor<8xf32>
    %2 = stablehlo.negate %1 : tensor<8xf32>
    %3 = stablehlo.abs %arg0 : tensor<8xf32>
    %4 = call @_where(%0, %2, %3) : (tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    return %4 : tensor<8xf32>
  }
  func.func private @_where(%arg0: tensor<8xi1>, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>) -> tensor<8xf32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<8xi1>, tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}

// ----- finite
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<11xf32>) -> (tensor<11xi1> {jax.result_info = "result[0]"}, tensor<11xi1> {jax.result_info = "result[1]"}, tensor<11xi1> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.is_finite %arg0 : (tensor<11xf32>) -> tensor<11xi1>
    %1 = stablehlo.compare NE, %arg0, %arg0, FLOAT : (tensor<11xf32>, tensor<11xf32>) -> tensor<11xi1>
    %2 = call @isinf(%arg0) : (tensor<11xf32>) -> tensor<11xi1>
    return %0, %1, %2 : tensor<11xi1>, tensor<11xi1>, tensor<11xi1>
  }
  func.func private @isinf(%arg0: tensor<11xf32>) -> tensor<11xi1> {
    %0 = stablehlo.abs %arg0 : tensor<11xf32>
    %cst = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<11xf32>
    %2 = stablehlo.compare EQ, %0, %1, FLOAT : (tensor<11xf32>, tensor<11xf32>) -> tensor<11xi1>
    return %2 : tensor<11xi1>
  }
}

// ----- saturating
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<15xf32>) -> (tensor<15xi8> {jax.result_info = "result[0]"}, tensor<15xi16> {jax.result_info = "result[1]"}, tensor<15xi32> {jax.result_info = "result[2]"}, tensor<15xui8> {jax.result_info = "result[3]"}, tensor<15xui16> {jax.result_info = "result[4]"}, tensor<15xui32> {jax.result_info = "result[5]"}) {
    %0 = stablehlo.convert %arg0 : (tensor<15xf32>) -> tensor<15xi8>
    %1 = stablehlo.convert %arg0 : (tensor<15xf32>) -> tensor<15xi16>
    %2 = stablehlo.convert %arg0 : (tensor<15xf32>) -> tensor<15xi32>
    %3 = stablehlo.convert %arg0 : (tensor<15xf32>) -> tensor<15xui8>
    %4 = stablehlo.convert %arg0 : (tensor<15xf32>) -> tensor<15xui16>
    %5 = stablehlo.convert %arg0 : (tensor<15xf32>) -> tensor<15xui32>
    return %0, %1, %2, %3, %4, %5 : tensor<15xi8>, tensor<15xi16>, tensor<15xi32>, tensor<15xui8>, tensor<15xui16>, tensor<15xui32>
  }
}

// ----- saturating_doubles
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<15xf64>) -> (tensor<15xi64> {jax.result_info = "result[0]"}, tensor<15xui64> {jax.result_info = "result[1]"}, tensor<15xi32> {jax.result_info = "result[2]"}, tensor<15xui32> {jax.result_info = "result[3]"}) {
    %0 = stablehlo.convert %arg0 : (tensor<15xf64>) -> tensor<15xi64>
    %1 = stablehlo.convert %arg0 : (tensor<15xf64>) -> tensor<15xui64>
    %2 = stablehlo.convert %arg0 : (tensor<15xf64>) -> tensor<15xi32>
    %3 = stablehlo.convert %arg0 : (tensor<15xf64>) -> tensor<15xui32>
    return %0, %1, %2, %3 : tensor<15xi64>, tensor<15xui64>, tensor<15xi32>, tensor<15xui32>
  }
}

// ----- conversions
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<10xi32>, %arg1: tensor<11xf32>, %arg2: tensor<5xi1>) -> (tensor<10xf32> {jax.result_info = "result[0]"}, tensor<10xi8> {jax.result_info = "result[1]"}, tensor<10xui32> {jax.result_info = "result[2]"}, tensor<10xi1> {jax.result_info = "result[3]"}, tensor<11xi1> {jax.result_info = "result[4]"}, tensor<5xf32> {jax.result_info = "result[5]"}, tensor<5xi32> {jax.result_info = "result[6]"}, tensor<11xf16> {jax.result_info = "result[7]"}, tensor<10xf16> {jax.result_info = "result[8]"}) {
    %0 = stablehlo.convert %arg0 : (tensor<10xi32>) -> tensor<10xf32>
    %1 = stablehlo.convert %arg0 : (tensor<10xi32>) -> tensor<10xi8>
    %2 = stablehlo.convert %arg0 : (tensor<10xi32>) -> tensor<10xui32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %3 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<10xi32>
    %4 = stablehlo.compare NE, %arg0, %3, SIGNED : (tensor<10xi32>, tensor<10xi32>) -> tensor<10xi1>
    %5 = stablehlo.convert %4 : tensor<10xi1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<11xf32>
    %7 = stablehlo.compare NE, %arg1, %6, FLOAT : (tensor<11xf32>, tensor<11xf32>) -> tensor<11xi1>
    %8 = stablehlo.convert %7 : tensor<11xi1>
    %9 = stablehlo.convert %arg2 : (tensor<5xi1>) -> tensor<5xf32>
    %10 = stablehlo.convert %arg2 : (tensor<5xi1>) -> tensor<5xi32>
    %11 = stablehlo.convert %arg1 : (tensor<11xf32>) -> tensor<11xf16>
    %12 = stablehlo.convert %arg0 : (tensor<10xi32>) -> tensor<10xf16>
    return %0, %1, %2, %5, %8, %9, %10, %11, %12 : tensor<10xf32>, tensor<10xi8>, tensor<10xui32>, tensor<10xi1>, tensor<11xi1>, tensor<5xf32>, tensor<5xi32>, tensor<11xf16>, tensor<10xf16>
  }
}

// ----- halves
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<9xf16>, %arg1: tensor<9xf16>) -> (tensor<9xf16> {jax.result_info = "result[0]"}, tensor<9xf16> {jax.result_info = "result[1]"}, tensor<9xf16> {jax.result_info = "result[2]"}, tensor<9xi1> {jax.result_info = "result[3]"}) {
    %0 = stablehlo.multiply %arg0, %arg1 : tensor<9xf16>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f16>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f16>) -> tensor<9xf16>
    %2 = stablehlo.add %0, %1 : tensor<9xf16>
    %3 = stablehlo.exponential %arg0 : tensor<9xf16>
    %4 = stablehlo.maximum %arg0, %arg1 : tensor<9xf16>
    %5 = stablehlo.compare LT, %arg0, %arg1, FLOAT : (tensor<9xf16>, tensor<9xf16>) -> tensor<9xi1>
    return %2, %3, %4, %5 : tensor<9xf16>, tensor<9xf16>, tensor<9xf16>, tensor<9xi1>
  }
}

// ----- half_reductions
module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x5xf16>) -> (tensor<3xf16> {jax.result_info = "result[0]"}, tensor<5xf16> {jax.result_info = "result[1]"}, tensor<3xi32> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.convert %arg0 : (tensor<3x5xf16>) -> tensor<3x5xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<3x5xf32>, tensor<f32>) -> tensor<3xf32>
    %2 = stablehlo.convert %1 : (tensor<3xf32>) -> tensor<3xf16>
    %cst_0 = stablehlo.constant dense<0xFC00> : tensor<f16>
    %3 = stablehlo.reduce(%arg0 init: %cst_0) applies stablehlo.maximum across dimensions = [0] : (tensor<3x5xf16>, tensor<f16>) -> tensor<5xf16>
    %4 = call @argmax(%arg0) : (tensor<3x5xf16>) -> tensor<3xi32>
    return %2, %3, %4 : tensor<3xf16>, tensor<5xf16>, tensor<3xi32>
  }
  func.func private @argmax(%arg0: tensor<3x5xf16>) -> tensor<3xi32> {
    %0 = stablehlo.iota dim = 1 : tensor<3x5xi32>
    %cst = stablehlo.constant dense<0xFC00> : tensor<f16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [1] : (tensor<3x5xf16>, tensor<3x5xi32>, tensor<f16>, tensor<i32>) -> (tensor<3xf16>, tensor<3xi32>)
     reducer(%arg1: tensor<f16>, %arg3: tensor<f16>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f16>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<f16>, tensor<i32>
    }
    return %1#1 : tensor<3xi32>
  }
}
