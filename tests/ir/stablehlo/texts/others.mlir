// ----- slices_generic
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<6x7xf32>) -> (tensor<3x4xf32>, tensor<6x3xf32>, tensor<7xf32>, tensor<1xf32>, tensor<3x7xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}, {jax.result_info = "result[4]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<6x7xf32>):
    %0 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 4, 7>, start_indices = array<i64: 1, 0>, strides = array<i64: 1, 2>}> : (tensor<6x7xf32>) -> tensor<3x4xf32>
    %1 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 6, 7>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 3>}> : (tensor<6x7xf32>) -> tensor<6x3xf32>
    %2 = "stablehlo.reverse"(%1) <{dimensions = array<i64: 0, 1>}> : (tensor<6x3xf32>) -> tensor<6x3xf32>
    %3 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 3, 7>, start_indices = array<i64: 2, 0>, strides = array<i64: 1, 1>}> : (tensor<6x7xf32>) -> tensor<1x7xf32>
    %4 = "stablehlo.reshape"(%3) : (tensor<1x7xf32>) -> tensor<7xf32>
    %5 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 6, 2>, start_indices = array<i64: 5, 1>, strides = array<i64: 1, 1>}> : (tensor<6x7xf32>) -> tensor<1x1xf32>
    %6 = "stablehlo.reshape"(%5) : (tensor<1x1xf32>) -> tensor<1xf32>
    %7 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 5, 7>, start_indices = array<i64: 2, 0>, strides = array<i64: 1, 1>}> : (tensor<6x7xf32>) -> tensor<3x7xf32>
    %8 = "stablehlo.reverse"(%7) <{dimensions = array<i64: 0>}> : (tensor<3x7xf32>) -> tensor<3x7xf32>
    "func.return"(%0, %2, %4, %6, %8) : (tensor<3x4xf32>, tensor<6x3xf32>, tensor<7xf32>, tensor<1xf32>, tensor<3x7xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()


// ----- pads_generic
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<3x4xf32>) -> (tensor<6x5xf32>, tensor<5x3xf32>, tensor<3x7xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg5: tensor<3x4xf32>):
    %18 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %19 = "func.call"(%arg5, %18) <{callee = @_pad}> : (tensor<3x4xf32>, tensor<i32>) -> tensor<6x5xf32>
    %20 = "stablehlo.constant"() <{value = dense<7> : tensor<i32>}> : () -> tensor<i32>
    %21 = "func.call"(%arg5, %20) <{callee = @_pad_0}> : (tensor<3x4xf32>, tensor<i32>) -> tensor<5x6xf32>
    %22 = "stablehlo.slice"(%21) <{limit_indices = array<i64: 5, 5>, start_indices = array<i64: 0, 2>, strides = array<i64: 1, 1>}> : (tensor<5x6xf32>) -> tensor<5x3xf32>
    %23 = "func.call"(%arg5) <{callee = @_pad_1}> : (tensor<3x4xf32>) -> tensor<3x7xf32>
    "func.return"(%19, %22, %23) : (tensor<6x5xf32>, tensor<5x3xf32>, tensor<3x7xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3x4xf32>, tensor<i32>) -> tensor<6x5xf32>, res_attrs = [{}], sym_name = "_pad", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<3x4xf32>, %arg4: tensor<i32>):
    %16 = "stablehlo.convert"(%arg4) : (tensor<i32>) -> tensor<f32>
    %17 = "stablehlo.pad"(%arg3, %16) <{edge_padding_high = array<i64: 2, 1>, edge_padding_low = array<i64: 1, 0>, interior_padding = array<i64: 0, 0>}> : (tensor<3x4xf32>, tensor<f32>) -> tensor<6x5xf32>
    "func.return"(%17) : (tensor<6x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3x4xf32>, tensor<i32>) -> tensor<5x6xf32>, res_attrs = [{}], sym_name = "_pad_0", sym_visibility = "private"}> ({
  ^bb0(%arg1: tensor<3x4xf32>, %arg2: tensor<i32>):
    %14 = "stablehlo.convert"(%arg2) : (tensor<i32>) -> tensor<f32>
    %15 = "stablehlo.pad"(%arg1, %14) <{edge_padding_high = array<i64: 1, 1>, edge_padding_low = array<i64: 1, 1>, interior_padding = array<i64: 0, 0>}> : (tensor<3x4xf32>, tensor<f32>) -> tensor<5x6xf32>
    "func.return"(%15) : (tensor<5x6xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<3x4xf32>) -> tensor<3x7xf32>, res_attrs = [{}], sym_name = "_pad_1", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<3x4xf32>):
    %0 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 1, 4>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> : (tensor<3x4xf32>) -> tensor<1x4xf32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 2>}> : (tensor<1x4xf32>) -> tensor<1x0x4xf32>
    %2 = "stablehlo.reshape"(%1) : (tensor<1x0x4xf32>) -> tensor<0x4xf32>
    %3 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 3, 4>, start_indices = array<i64: 2, 0>, strides = array<i64: 1, 1>}> : (tensor<3x4xf32>) -> tensor<1x4xf32>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64: 0, 2>}> : (tensor<1x4xf32>) -> tensor<1x0x4xf32>
    %5 = "stablehlo.reshape"(%4) : (tensor<1x0x4xf32>) -> tensor<0x4xf32>
    %6 = "stablehlo.concatenate"(%2, %arg0, %5) <{dimension = 0 : i64}> : (tensor<0x4xf32>, tensor<3x4xf32>, tensor<0x4xf32>) -> tensor<3x4xf32>
    %7 = "stablehlo.slice"(%6) <{limit_indices = array<i64: 3, 1>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> : (tensor<3x4xf32>) -> tensor<3x1xf32>
    %8 = "stablehlo.broadcast_in_dim"(%7) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<3x1xf32>) -> tensor<3x1x2xf32>
    %9 = "stablehlo.reshape"(%8) : (tensor<3x1x2xf32>) -> tensor<3x2xf32>
    %10 = "stablehlo.slice"(%6) <{limit_indices = array<i64: 3, 4>, start_indices = array<i64: 0, 3>, strides = array<i64: 1, 1>}> : (tensor<3x4xf32>) -> tensor<3x1xf32>
    %11 = "stablehlo.broadcast_in_dim"(%10) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<3x1xf32>) -> tensor<3x1x1xf32>
    %12 = "stablehlo.reshape"(%11) : (tensor<3x1x1xf32>) -> tensor<3x1xf32>
    %13 = "stablehlo.concatenate"(%9, %6, %12) <{dimension = 1 : i64}> : (tensor<3x2xf32>, tensor<3x4xf32>, tensor<3x1xf32>) -> tensor<3x7xf32>
    "func.return"(%13) : (tensor<3x7xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()


// ----- constants_generic
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<3xi32>) -> (tensor<3xf32>, tensor<3xi1>, tensor<3xi16>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3xi32>):
    %0 = "stablehlo.constant"() <{value = dense<"0x000000000000803F0000004000004040000080400000A0400000C0400000E0400000004100001041000020410000304100004041000050410000604100007041000080410000884100009041000098410000A0410000A8410000B0410000B8410000C0410000C8410000D0410000D8410000E0410000E8410000F0410000F84100000042000004420000084200000C4200001042000014420000184200001C4200002042000024420000284200002C4200003042000034420000384200003C4200004042000044420000484200004C4200005042000054420000584200005C4200006042000064420000684200006C4200007042000074420000784200007C42000080420000824200008442000086420000884200008A4200008C4200008E42000090420000924200009442000096420000984200009A4200009C4200009E420000A0420000A2420000A4420000A6420000A8420000AA420000AC420000AE420000B0420000B2420000B4420000B6420000B8420000BA420000BC420000BE420000C0420000C2420000C4420000C6420000C8420000CA420000CC420000CE420000D0420000D2420000D4420000D6420000D8420000DA420000DC420000DE420000E0420000E2420000E4420000E6420000E8420000EA420000EC420000EE420000F0420000F2420000F4420000F6420000F8420000FA420000FC420000FE420000004300000143000002430000034300000443000005430000064300000743000008430000094300000A4300000B4300000C4300000D4300000E4300000F430000104300001143000012430000134300001443000015430000164300001743000018430000194300001A4300001B4300001C4300001D4300001E4300001F430000204300002143000022430000234300002443000025430000264300002743000028430000294300002A4300002B4300002C4300002D4300002E4300002F430000304300003143000032430000334300003443000035430000364300003743000038430000394300003A4300003B4300003C4300003D4300003E4300003F430000404300004143000042430000434300004443000045430000464300004743000048430000494300004A4300004B4300004C4300004D4300004E4300004F430000504300005143000052430000534300005443000055430000564300005743000058430000594300005A4300005B4300005C4300005D4300005E4300005F430000604300006143000062430000634300006443000065430000664300006743000068430000694300006A4300006B4300006C4300006D4300006E4300006F430000704300007143000072430000734300007443000075430000764300007743000078430000794300007A4300007B4300007C4300007D4300007E4300007F43000080430080804300008143008081430000824300808243000083430080834300008443008084430000854300808543000086430080864300008743008087430000884300808843000089430080894300008A4300808A4300008B4300808B4300008C4300808C4300008D4300808D4300008E4300808E4300008F4300808F43000090430080904300009143008091430000924300809243000093430080934300009443008094430000954300809543"> : tensor<300xf32>}> : () -> tensor<300xf32>
    %1 = "stablehlo.constant"() <{value = dense<"0x010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000"> : tensor<300xi1>}> : () -> tensor<300xi1>
    %2 = "stablehlo.constant"() <{value = dense<"0x00000100020003000400050006000700080009000A000B000C000D000E000F0010001100120013001400150016001700180019001A001B001C001D001E001F0020002100220023002400250026002700280029002A002B002C002D002E002F0030003100320033003400350036003700380039003A003B003C003D003E003F0040004100420043004400450046004700480049004A004B004C004D004E004F0050005100520053005400550056005700580059005A005B005C005D005E005F0060006100620063006400650066006700680069006A006B006C006D006E006F0070007100720073007400750076007700780079007A007B007C007D007E007F0080008100820083008400850086008700880089008A008B008C008D008E008F0090009100920093009400950096009700980099009A009B009C009D009E009F00A000A100A200A300A400A500A600A700A800A900AA00AB00AC00AD00AE00AF00B000B100B200B300B400B500B600B700B800B900BA00BB00BC00BD00BE00BF00C000C100C200C300C400C500C600C700C800C900CA00CB00CC00CD00CE00CF00D000D100D200D300D400D500D600D700D800D900DA00DB00DC00DD00DE00DF00E000E100E200E300E400E500E600E700E800E900EA00EB00EC00ED00EE00EF00F000F100F200F300F400F500F600F700F800F900FA00FB00FC00FD00FE00FF0000010101020103010401050106010701080109010A010B010C010D010E010F0110011101120113011401150116011701180119011A011B011C011D011E011F0120012101220123012401250126012701280129012A012B01"> : tensor<300xi16>}> : () -> tensor<300xi16>
    %3 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3xi32>
    %5 = "stablehlo.compare"(%arg0, %4) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %6 = "stablehlo.constant"() <{value = dense<300> : tensor<i32>}> : () -> tensor<i32>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3xi32>
    %8 = "stablehlo.add"(%arg0, %7) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %9 = "stablehlo.select"(%5, %8, %arg0) : (tensor<3xi1>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %10 = "stablehlo.broadcast_in_dim"(%9) <{broadcast_dimensions = array<i64: 0>}> : (tensor<3xi32>) -> tensor<3x1xi32>
    %11 = "stablehlo.gather"(%0, %10) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<300xf32>, tensor<3x1xi32>) -> tensor<3xf32>
    %12 = "stablehlo.multiply"(%11, %11) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %13 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %14 = "stablehlo.broadcast_in_dim"(%13) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3xi32>
    %15 = "stablehlo.compare"(%arg0, %14) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %16 = "stablehlo.constant"() <{value = dense<300> : tensor<i32>}> : () -> tensor<i32>
    %17 = "stablehlo.broadcast_in_dim"(%16) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3xi32>
    %18 = "stablehlo.add"(%arg0, %17) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %19 = "stablehlo.select"(%15, %18, %arg0) : (tensor<3xi1>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %20 = "stablehlo.broadcast_in_dim"(%19) <{broadcast_dimensions = array<i64: 0>}> : (tensor<3xi32>) -> tensor<3x1xi32>
    %21 = "stablehlo.gather"(%1, %20) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<300xi1>, tensor<3x1xi32>) -> tensor<3xi1>
    %22 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %23 = "stablehlo.broadcast_in_dim"(%22) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3xi32>
    %24 = "stablehlo.compare"(%arg0, %23) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %25 = "stablehlo.constant"() <{value = dense<300> : tensor<i32>}> : () -> tensor<i32>
    %26 = "stablehlo.broadcast_in_dim"(%25) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3xi32>
    %27 = "stablehlo.add"(%arg0, %26) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %28 = "stablehlo.select"(%24, %27, %arg0) : (tensor<3xi1>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %29 = "stablehlo.broadcast_in_dim"(%28) <{broadcast_dimensions = array<i64: 0>}> : (tensor<3xi32>) -> tensor<3x1xi32>
    %30 = "stablehlo.gather"(%2, %29) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<300xi16>, tensor<3x1xi32>) -> tensor<3xi16>
    "func.return"(%12, %21, %30) : (tensor<3xf32>, tensor<3xi1>, tensor<3xi16>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()


// ----- batched_generic
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2x5x4xf32>, tensor<2x3x4xf32>) -> tensor<2x5x3xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2x5x4xf32>, %arg1: tensor<2x3x4xf32>):
    %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x5x4xf32>, tensor<2x3x4xf32>) -> tensor<2x5x3xf32>
    "func.return"(%0) : (tensor<2x5x3xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()


// ----- places_generic
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<5x4xf32>, tensor<5x4xi32>) -> (tensor<5xi32>, tensor<i32>, tensor<4xi32>, tensor<5xi32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg20: tensor<5x4xf32>, %arg21: tensor<5x4xi32>):
    %52 = "func.call"(%arg20) <{callee = @argmax}> : (tensor<5x4xf32>) -> tensor<5xi32>
    %53 = "stablehlo.reshape"(%arg20) : (tensor<5x4xf32>) -> tensor<20xf32>
    %54 = "func.call"(%53) <{callee = @argmin}> : (tensor<20xf32>) -> tensor<i32>
    %55 = "func.call"(%arg21) <{callee = @argmax_0}> : (tensor<5x4xi32>) -> tensor<4xi32>
    %56 = "func.call"(%arg21) <{callee = @argmin_1}> : (tensor<5x4xi32>) -> tensor<5xi32>
    "func.return"(%52, %54, %55, %56) : (tensor<5xi32>, tensor<i32>, tensor<4xi32>, tensor<5xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<5x4xf32>) -> tensor<5xi32>, sym_name = "argmax", sym_visibility = "private"}> ({
  ^bb0(%arg15: tensor<5x4xf32>):
    %39 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<5x4xi32>
    %40 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %41 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %42:2 = "stablehlo.reduce"(%arg15, %39, %40, %41) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg16: tensor<f32>, %arg17: tensor<i32>, %arg18: tensor<f32>, %arg19: tensor<i32>):
      %43 = "stablehlo.compare"(%arg16, %arg18) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %44 = "stablehlo.compare"(%arg16, %arg16) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %45 = "stablehlo.or"(%43, %44) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %46 = "stablehlo.compare"(%arg16, %arg18) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %47 = "stablehlo.compare"(%arg17, %arg19) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %48 = "stablehlo.and"(%46, %47) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %49 = "stablehlo.or"(%45, %48) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %50 = "stablehlo.select"(%45, %arg16, %arg18) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
      %51 = "stablehlo.select"(%49, %arg17, %arg19) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%50, %51) : (tensor<f32>, tensor<i32>) -> ()
    }) : (tensor<5x4xf32>, tensor<5x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<5xf32>, tensor<5xi32>)
    "func.return"(%42#1) : (tensor<5xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<20xf32>) -> tensor<i32>, sym_name = "argmin", sym_visibility = "private"}> ({
  ^bb0(%arg10: tensor<20xf32>):
    %26 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<20xi32>
    %27 = "stablehlo.constant"() <{value = dense<0x7F800000> : tensor<f32>}> : () -> tensor<f32>
    %28 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %29:2 = "stablehlo.reduce"(%arg10, %26, %27, %28) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg11: tensor<f32>, %arg12: tensor<i32>, %arg13: tensor<f32>, %arg14: tensor<i32>):
      %30 = "stablehlo.compare"(%arg11, %arg13) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %31 = "stablehlo.compare"(%arg11, %arg11) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %32 = "stablehlo.or"(%30, %31) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %33 = "stablehlo.compare"(%arg11, %arg13) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %34 = "stablehlo.compare"(%arg12, %arg14) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %35 = "stablehlo.and"(%33, %34) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %36 = "stablehlo.or"(%32, %35) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %37 = "stablehlo.select"(%32, %arg11, %arg13) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
      %38 = "stablehlo.select"(%36, %arg12, %arg14) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%37, %38) : (tensor<f32>, tensor<i32>) -> ()
    }) : (tensor<20xf32>, tensor<20xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
    "func.return"(%29#1) : (tensor<i32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<5x4xi32>) -> tensor<4xi32>, sym_name = "argmax_0", sym_visibility = "private"}> ({
  ^bb0(%arg5: tensor<5x4xi32>):
    %13 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<5x4xi32>
    %14 = "stablehlo.constant"() <{value = dense<-2147483648> : tensor<i32>}> : () -> tensor<i32>
    %15 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %16:2 = "stablehlo.reduce"(%arg5, %13, %14, %15) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg6: tensor<i32>, %arg7: tensor<i32>, %arg8: tensor<i32>, %arg9: tensor<i32>):
      %17 = "stablehlo.compare"(%arg6, %arg8) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %18 = "stablehlo.compare"(%arg6, %arg6) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %19 = "stablehlo.or"(%17, %18) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %20 = "stablehlo.compare"(%arg6, %arg8) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %21 = "stablehlo.compare"(%arg7, %arg9) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %22 = "stablehlo.and"(%20, %21) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %23 = "stablehlo.or"(%19, %22) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %24 = "stablehlo.select"(%19, %arg6, %arg8) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
      %25 = "stablehlo.select"(%23, %arg7, %arg9) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%24, %25) : (tensor<i32>, tensor<i32>) -> ()
    }) : (tensor<5x4xi32>, tensor<5x4xi32>, tensor<i32>, tensor<i32>) -> (tensor<4xi32>, tensor<4xi32>)
    "func.return"(%16#1) : (tensor<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<5x4xi32>) -> tensor<5xi32>, sym_name = "argmin_1", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<5x4xi32>):
    %0 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<5x4xi32>
    %1 = "stablehlo.constant"() <{value = dense<2147483647> : tensor<i32>}> : () -> tensor<i32>
    %2 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %3:2 = "stablehlo.reduce"(%arg0, %0, %1, %2) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>, %arg3: tensor<i32>, %arg4: tensor<i32>):
      %4 = "stablehlo.compare"(%arg1, %arg3) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %5 = "stablehlo.compare"(%arg1, %arg1) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %6 = "stablehlo.or"(%4, %5) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %7 = "stablehlo.compare"(%arg1, %arg3) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %8 = "stablehlo.compare"(%arg2, %arg4) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %9 = "stablehlo.and"(%7, %8) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %10 = "stablehlo.or"(%6, %9) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %11 = "stablehlo.select"(%6, %arg1, %arg3) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
      %12 = "stablehlo.select"(%10, %arg2, %arg4) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%11, %12) : (tensor<i32>, tensor<i32>) -> ()
    }) : (tensor<5x4xi32>, tensor<5x4xi32>, tensor<i32>, tensor<i32>) -> (tensor<5xi32>, tensor<5xi32>)
    "func.return"(%3#1) : (tensor<5xi32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()


// ----- running_generic
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<3x5xf32>) -> (tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg14: tensor<3x5xf32>):
    %17 = "func.call"(%arg14) <{callee = @cumsum}> : (tensor<3x5xf32>) -> tensor<3x5xf32>
    %18 = "func.call"(%arg14) <{callee = @cumprod}> : (tensor<3x5xf32>) -> tensor<3x5xf32>
    %19 = "func.call"(%arg14) <{callee = @cummax}> : (tensor<3x5xf32>) -> tensor<3x5xf32>
    %20 = "func.call"(%arg14) <{callee = @cummin}> : (tensor<3x5xf32>) -> tensor<3x5xf32>
    "func.return"(%17, %18, %19, %20) : (tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<3x5xf32>) -> tensor<3x5xf32>, res_attrs = [{}], sym_name = "cumsum", sym_visibility = "private"}> ({
  ^bb0(%arg13: tensor<3x5xf32>):
    %16 = "func.call"(%arg13) <{callee = @cumsum_0}> : (tensor<3x5xf32>) -> tensor<3x5xf32>
    "func.return"(%16) : (tensor<3x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<3x5xf32>) -> tensor<3x5xf32>, sym_name = "cumsum_0", sym_visibility = "private"}> ({
  ^bb0(%arg10: tensor<3x5xf32>):
    %12 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %13 = "stablehlo.broadcast_in_dim"(%12) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<f32>
    %14 = "stablehlo.reduce_window"(%arg10, %13) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [4, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 5>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>):
      %15 = "stablehlo.add"(%arg11, %arg12) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%15) : (tensor<f32>) -> ()
    }) : (tensor<3x5xf32>, tensor<f32>) -> tensor<3x5xf32>
    "func.return"(%14) : (tensor<3x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<3x5xf32>) -> tensor<3x5xf32>, res_attrs = [{}], sym_name = "cumprod", sym_visibility = "private"}> ({
  ^bb0(%arg9: tensor<3x5xf32>):
    %11 = "func.call"(%arg9) <{callee = @cumprod_1}> : (tensor<3x5xf32>) -> tensor<3x5xf32>
    "func.return"(%11) : (tensor<3x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<3x5xf32>) -> tensor<3x5xf32>, sym_name = "cumprod_1", sym_visibility = "private"}> ({
  ^bb0(%arg6: tensor<3x5xf32>):
    %8 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %9 = "stablehlo.reduce_window"(%arg6, %8) <{base_dilations = array<i64: 1, 1>, padding = dense<[[2, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %10 = "stablehlo.multiply"(%arg7, %arg8) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%10) : (tensor<f32>) -> ()
    }) : (tensor<3x5xf32>, tensor<f32>) -> tensor<3x5xf32>
    "func.return"(%9) : (tensor<3x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<3x5xf32>) -> tensor<3x5xf32>, sym_name = "cummax", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<3x5xf32>):
    %4 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %5 = "stablehlo.broadcast_in_dim"(%4) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<f32>
    %6 = "stablehlo.reduce_window"(%arg3, %5) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [4, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 5>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %7 = "stablehlo.maximum"(%arg4, %arg5) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%7) : (tensor<f32>) -> ()
    }) : (tensor<3x5xf32>, tensor<f32>) -> tensor<3x5xf32>
    "func.return"(%6) : (tensor<3x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<3x5xf32>) -> tensor<3x5xf32>, sym_name = "cummin", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<3x5xf32>):
    %0 = "stablehlo.constant"() <{value = dense<0x7F800000> : tensor<f32>}> : () -> tensor<f32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<f32>
    %2 = "stablehlo.reduce_window"(%arg0, %1) <{base_dilations = array<i64: 1, 1>, padding = dense<[[2, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %3 = "stablehlo.minimum"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%3) : (tensor<f32>) -> ()
    }) : (tensor<3x5xf32>, tensor<f32>) -> tensor<3x5xf32>
    "func.return"(%2) : (tensor<3x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()


// ----- sorted_places_generic
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x6xf32>, tensor<20xi32>) -> (tensor<4x6xi32>, tensor<20xi32>, tensor<20xi32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg15: tensor<4x6xf32>, %arg16: tensor<20xi32>):
    %26 = "func.call"(%arg15) <{callee = @argsort}> : (tensor<4x6xf32>) -> tensor<4x6xi32>
    %27 = "func.call"(%arg16) <{callee = @argsort_0}> : (tensor<20xi32>) -> tensor<20xi32>
    %28 = "func.call"(%arg16) <{callee = @argsort_1}> : (tensor<20xi32>) -> tensor<20xi32>
    "func.return"(%26, %27, %28) : (tensor<4x6xi32>, tensor<20xi32>, tensor<20xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x6xf32>) -> tensor<4x6xi32>, res_attrs = [{}], sym_name = "argsort", sym_visibility = "private"}> ({
  ^bb0(%arg10: tensor<4x6xf32>):
    %9 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<4x6xi32>
    %10:2 = "stablehlo.sort"(%arg10, %9) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>, %arg13: tensor<i32>, %arg14: tensor<i32>):
      %11 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      %12 = "stablehlo.compare"(%arg11, %11) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %13 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      %14 = "stablehlo.select"(%12, %13, %arg11) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
      %15 = "stablehlo.compare"(%arg11, %arg11) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %16 = "stablehlo.constant"() <{value = dense<0x7FC00000> : tensor<f32>}> : () -> tensor<f32>
      %17 = "stablehlo.select"(%15, %16, %14) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
      %18 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      %19 = "stablehlo.compare"(%arg12, %18) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %20 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      %21 = "stablehlo.select"(%19, %20, %arg12) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
      %22 = "stablehlo.compare"(%arg12, %arg12) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %23 = "stablehlo.constant"() <{value = dense<0x7FC00000> : tensor<f32>}> : () -> tensor<f32>
      %24 = "stablehlo.select"(%22, %23, %21) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
      %25 = "stablehlo.compare"(%17, %24) <{compare_type = #stablehlo<comparison_type TOTALORDER>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%25) : (tensor<i1>) -> ()
    }) : (tensor<4x6xf32>, tensor<4x6xi32>) -> (tensor<4x6xf32>, tensor<4x6xi32>)
    "func.return"(%10#1) : (tensor<4x6xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<20xi32>) -> tensor<20xi32>, res_attrs = [{}], sym_name = "argsort_0", sym_visibility = "private"}> ({
  ^bb0(%arg5: tensor<20xi32>):
    %6 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<20xi32>
    %7:2 = "stablehlo.sort"(%arg5, %6) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg6: tensor<i32>, %arg7: tensor<i32>, %arg8: tensor<i32>, %arg9: tensor<i32>):
      %8 = "stablehlo.compare"(%arg6, %arg7) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%8) : (tensor<i1>) -> ()
    }) : (tensor<20xi32>, tensor<20xi32>) -> (tensor<20xi32>, tensor<20xi32>)
    "func.return"(%7#1) : (tensor<20xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<20xi32>) -> tensor<20xi32>, res_attrs = [{}], sym_name = "argsort_1", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<20xi32>):
    %0 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<20xi32>
    %1 = "stablehlo.reverse"(%arg0) <{dimensions = array<i64: 0>}> : (tensor<20xi32>) -> tensor<20xi32>
    %2 = "stablehlo.reverse"(%0) <{dimensions = array<i64: 0>}> : (tensor<20xi32>) -> tensor<20xi32>
    %3:2 = "stablehlo.sort"(%1, %2) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>, %arg3: tensor<i32>, %arg4: tensor<i32>):
      %5 = "stablehlo.compare"(%arg1, %arg2) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%5) : (tensor<i1>) -> ()
    }) : (tensor<20xi32>, tensor<20xi32>) -> (tensor<20xi32>, tensor<20xi32>)
    %4 = "stablehlo.reverse"(%3#1) <{dimensions = array<i64: 0>}> : (tensor<20xi32>) -> tensor<20xi32>
    "func.return"(%4) : (tensor<20xi32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()


// ----- top_generic
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x6xf32>, tensor<9xi32>) -> (tensor<4x3xf32>, tensor<4x3xi32>, tensor<5xi32>, tensor<5xi32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x6xf32>, %arg1: tensor<9xi32>):
    %0:2 = "chlo.top_k"(%arg0) <{k = 3 : i64}> : (tensor<4x6xf32>) -> (tensor<4x3xf32>, tensor<4x3xi32>)
    %1:2 = "chlo.top_k"(%arg1) <{k = 5 : i64}> : (tensor<9xi32>) -> (tensor<5xi32>, tensor<5xi32>)
    "func.return"(%0#0, %0#1, %1#0, %1#1) : (tensor<4x3xf32>, tensor<4x3xi32>, tensor<5xi32>, tensor<5xi32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()


// ----- rows_generic
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<5x4xf32>, tensor<7xi32>) -> tensor<7x4xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<5x4xf32>, %arg1: tensor<7xi32>):
    %0 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<7xi32>
    %2 = "stablehlo.compare"(%arg1, %1) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<7xi32>, tensor<7xi32>) -> tensor<7xi1>
    %3 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<7xi32>
    %5 = "stablehlo.add"(%arg1, %4) : (tensor<7xi32>, tensor<7xi32>) -> tensor<7xi32>
    %6 = "stablehlo.select"(%2, %5, %arg1) : (tensor<7xi1>, tensor<7xi32>, tensor<7xi32>) -> tensor<7xi32>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64: 0>}> : (tensor<7xi32>) -> tensor<7x1xi32>
    %8 = "stablehlo.gather"(%arg0, %7) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<5x4xf32>, tensor<7x1xi32>) -> tensor<7x4xf32>
    "func.return"(%8) : (tensor<7x4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()


// ----- attention_located
#loc = loc(unknown)
#loc1 = loc("x")
#loc2 = loc("w")
#loc3 = loc("o")
module @jit__attention attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6x8xf32> loc("x"), %arg1: tensor<8x24xf32> loc("w"), %arg2: tensor<8x8xf32> loc("o")) -> (tensor<6x8xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x8xf32>, tensor<8x24xf32>) -> tensor<6x24xf32> loc(#loc61)
    %1 = stablehlo.reshape %0 : (tensor<6x24xf32>) -> tensor<6x3x2x4xf32> loc(#loc62)
    %2 = stablehlo.transpose %1, dims = [1, 0, 2, 3] : (tensor<6x3x2x4xf32>) -> tensor<3x6x2x4xf32> loc(#loc63)
    %3 = stablehlo.transpose %2, dims = [0, 2, 1, 3] : (tensor<3x6x2x4xf32>) -> tensor<3x2x6x4xf32> loc(#loc64)
    %4 = stablehlo.slice %3 [0:1, 0:2, 0:6, 0:4] : (tensor<3x2x6x4xf32>) -> tensor<1x2x6x4xf32> loc(#loc65)
    %5 = stablehlo.reshape %4 : (tensor<1x2x6x4xf32>) -> tensor<2x6x4xf32> loc(#loc66)
    %6 = stablehlo.slice %3 [1:2, 0:2, 0:6, 0:4] : (tensor<3x2x6x4xf32>) -> tensor<1x2x6x4xf32> loc(#loc65)
    %7 = stablehlo.reshape %6 : (tensor<1x2x6x4xf32>) -> tensor<2x6x4xf32> loc(#loc66)
    %8 = stablehlo.slice %3 [2:3, 0:2, 0:6, 0:4] : (tensor<3x2x6x4xf32>) -> tensor<1x2x6x4xf32> loc(#loc65)
    %9 = stablehlo.reshape %8 : (tensor<1x2x6x4xf32>) -> tensor<2x6x4xf32> loc(#loc66)
    %10 = stablehlo.dot_general %5, %7, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x6x4xf32>, tensor<2x6x4xf32>) -> tensor<2x6x6xf32> loc(#loc67)
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32> loc(#loc52)
    %11 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x6x6xf32> loc(#loc68)
    %12 = stablehlo.divide %10, %11 : tensor<2x6x6xf32> loc(#loc68)
    %c = stablehlo.constant dense<true> : tensor<i1> loc(#loc52)
    %13 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<6x6xi1> loc(#loc69)
    %14 = call @tril(%13) : (tensor<6x6xi1>) -> tensor<6x6xi1> loc(#loc70)
    %cst_0 = stablehlo.constant dense<-1.000000e+09> : tensor<f32> loc(#loc52)
    %15 = call @_where(%14, %12, %cst_0) : (tensor<6x6xi1>, tensor<2x6x6xf32>, tensor<f32>) -> tensor<2x6x6xf32> loc(#loc71)
    %cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32> loc(#loc72)
    %16 = stablehlo.reduce(%15 init: %cst_1) applies stablehlo.maximum across dimensions = [2] : (tensor<2x6x6xf32>, tensor<f32>) -> tensor<2x6xf32> loc(#loc72)
    %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32> loc(#loc52)
    %17 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x6xf32> loc(#loc73)
    %18 = stablehlo.maximum %17, %16 : tensor<2x6xf32> loc(#loc73)
    %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1] : (tensor<2x6xf32>) -> tensor<2x6x1xf32> loc(#loc74)
    %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2] : (tensor<2x6x1xf32>) -> tensor<2x6x6xf32> loc(#loc75)
    %21 = stablehlo.subtract %15, %20 : tensor<2x6x6xf32> loc(#loc75)
    %22 = stablehlo.exponential %21 : tensor<2x6x6xf32> loc(#loc76)
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32> loc(#loc77)
    %23 = stablehlo.reduce(%22 init: %cst_3) applies stablehlo.add across dimensions = [2] : (tensor<2x6x6xf32>, tensor<f32>) -> tensor<2x6xf32> loc(#loc77)
    %24 = stablehlo.broadcast_in_dim %23, dims = [0, 1] : (tensor<2x6xf32>) -> tensor<2x6x1xf32> loc(#loc74)
    %25 = stablehlo.broadcast_in_dim %24, dims = [0, 1, 2] : (tensor<2x6x1xf32>) -> tensor<2x6x6xf32> loc(#loc78)
    %26 = stablehlo.divide %22, %25 : tensor<2x6x6xf32> loc(#loc78)
    %27 = stablehlo.dot_general %9, %26, batching_dims = [0] x [0], contracting_dims = [1] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x6x4xf32>, tensor<2x6x6xf32>) -> tensor<2x4x6xf32> loc(#loc79)
    %28 = stablehlo.transpose %27, dims = [2, 0, 1] : (tensor<2x4x6xf32>) -> tensor<6x2x4xf32> loc(#loc80)
    %29 = stablehlo.reshape %28 : (tensor<6x2x4xf32>) -> tensor<6x8xf32> loc(#loc81)
    %30 = stablehlo.dot_general %29, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x8xf32>, tensor<8x8xf32>) -> tensor<6x8xf32> loc(#loc82)
    return %30 : tensor<6x8xf32> loc(#loc52)
  } loc(#loc)
  func.func private @tril(%arg0: tensor<6x6xi1> loc(unknown)) -> tensor<6x6xi1> {
    %0 = stablehlo.iota dim = 0 : tensor<6x6xi32> loc(#loc21)
    %c = stablehlo.constant dense<0> : tensor<i32> loc(#loc)
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<6x6xi32> loc(#loc22)
    %2 = stablehlo.add %0, %1 : tensor<6x6xi32> loc(#loc22)
    %3 = stablehlo.iota dim = 1 : tensor<6x6xi32> loc(#loc21)
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<6x6xi32>, tensor<6x6xi32>) -> tensor<6x6xi1> loc(#loc23)
    %c_0 = stablehlo.constant dense<false> : tensor<i1> loc(#loc)
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<6x6xi1> loc(#loc24)
    %6 = stablehlo.select %4, %arg0, %5 : tensor<6x6xi1>, tensor<6x6xi1> loc(#loc25)
    return %6 : tensor<6x6xi1> loc(#loc)
  } loc(#loc85)
  func.func private @_where(%arg0: tensor<6x6xi1> loc(unknown), %arg1: tensor<2x6x6xf32> loc(unknown), %arg2: tensor<f32> loc(unknown)) -> tensor<2x6x6xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32> loc(#loc26)
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<6x6xi1>) -> tensor<2x6x6xi1> loc(#loc24)
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<2x6x6xf32> loc(#loc24)
    %3 = stablehlo.select %1, %arg1, %2 : tensor<2x6x6xi1>, tensor<2x6x6xf32> loc(#loc25)
    return %3 : tensor<2x6x6xf32> loc(#loc)
  } loc(#loc86)
} loc(#loc)
#loc4 = loc("/make_texts.py":36:28 to :33)
#loc5 = loc("/make_texts.py":231:16 to :38)
#loc6 = loc("/make_texts.py":242:29 to :50)
#loc7 = loc("/make_texts.py":262:4 to :10)
#loc8 = loc("/make_texts.py":36:27 to :59)
#loc9 = loc("/make_texts.py":36:14 to :66)
#loc10 = loc("/make_texts.py":36:14 to :88)
#loc11 = loc("/make_texts.py":36:4 to :11)
#loc12 = loc("/make_texts.py":37:13 to :45)
#loc13 = loc("/make_texts.py":37:13 to :76)
#loc14 = loc("/make_texts.py":38:32 to :54)
#loc15 = loc("/make_texts.py":38:23 to :55)
#loc16 = loc("/make_texts.py":38:13 to :70)
#loc17 = loc("/make_texts.py":39:38 to :56)
#loc18 = loc("/make_texts.py":39:11 to :60)
#loc19 = loc("/make_texts.py":39:11 to :74)
#loc20 = loc("/make_texts.py":39:11 to :78)
#loc21 = loc("iota")
#loc22 = loc("add")
#loc23 = loc("ge")
#loc24 = loc("broadcast_in_dim")
#loc25 = loc("select_n")
#loc26 = loc("convert_element_type")
#loc27 = loc("_attention"(#loc4))
#loc28 = loc("lowered"(#loc5))
#loc29 = loc("main"(#loc6))
#loc30 = loc("<module>"(#loc7))
#loc31 = loc("_attention"(#loc8))
#loc32 = loc("_attention"(#loc9))
#loc33 = loc("_attention"(#loc10))
#loc34 = loc("_attention"(#loc11))
#loc35 = loc("_attention"(#loc12))
#loc36 = loc("_attention"(#loc13))
#loc37 = loc("_attention"(#loc14))
#loc38 = loc("_attention"(#loc15))
#loc39 = loc("_attention"(#loc16))
#loc40 = loc("_attention"(#loc17))
#loc41 = loc("_attention"(#loc18))
#loc42 = loc("_attention"(#loc19))
#loc43 = loc("_attention"(#loc20))
#loc44 = loc(callsite(#loc29 at #loc30))
#loc45 = loc(callsite(#loc28 at #loc44))
#loc46 = loc(callsite(#loc27 at #loc45))
#loc47 = loc(callsite(#loc31 at #loc45))
#loc48 = loc(callsite(#loc32 at #loc45))
#loc49 = loc(callsite(#loc33 at #loc45))
#loc50 = loc(callsite(#loc34 at #loc45))
#loc51 = loc(callsite(#loc35 at #loc45))
#loc52 = loc("jit(_attention)"(#loc45))
#loc53 = loc(callsite(#loc36 at #loc45))
#loc54 = loc(callsite(#loc37 at #loc45))
#loc55 = loc(callsite(#loc38 at #loc45))
#loc56 = loc(callsite(#loc39 at #loc45))
#loc57 = loc(callsite(#loc40 at #loc45))
#loc58 = loc(callsite(#loc41 at #loc45))
#loc59 = loc(callsite(#loc42 at #loc45))
#loc60 = loc(callsite(#loc43 at #loc45))
#loc61 = loc("jit(_attention)/dot_general"(#loc46))
#loc62 = loc("jit(_attention)/reshape"(#loc47))
#loc63 = loc("jit(_attention)/transpose"(#loc48))
#loc64 = loc("jit(_attention)/transpose"(#loc49))
#loc65 = loc("jit(_attention)/slice"(#loc50))
#loc66 = loc("jit(_attention)/squeeze"(#loc50))
#loc67 = loc("jit(_attention)/hid,hjd->hij/dot_general"(#loc51))
#loc68 = loc("jit(_attention)/div"(#loc53))
#loc69 = loc("jit(_attention)/broadcast_in_dim"(#loc54))
#loc70 = loc("jit(_attention)/jit(tril)"(#loc55))
#loc71 = loc("jit(_attention)/jit(_where)"(#loc56))
#loc72 = loc("jit(_attention)/reduce_max"(#loc57))
#loc73 = loc("jit(_attention)/max"(#loc57))
#loc74 = loc("jit(_attention)/broadcast_in_dim"(#loc57))
#loc75 = loc("jit(_attention)/sub"(#loc57))
#loc76 = loc("jit(_attention)/exp"(#loc57))
#loc77 = loc("jit(_attention)/reduce_sum"(#loc57))
#loc78 = loc("jit(_attention)/div"(#loc57))
#loc79 = loc("jit(_attention)/hij,hjd->ihd/dot_general"(#loc58))
#loc80 = loc("jit(_attention)/hij,hjd->ihd/transpose"(#loc58))
#loc81 = loc("jit(_attention)/reshape"(#loc59))
#loc82 = loc("jit(_attention)/dot_general"(#loc60))
#loc83 = loc("jit(_attention)/jit"(#loc55))
#loc84 = loc("jit(_attention)/jit"(#loc56))
#loc85 = loc("jit:"(#loc83))
#loc86 = loc("jit:"(#loc84))

// ----- block_generic
"builtin.module"() <{sym_name = "jit__block"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}, {}, {}, {}, {}], function_type = (tensor<6xi32>, tensor<10x8xf32>, tensor<8x24xf32>, tensor<8x8xf32>, tensor<8x16xf32>, tensor<16x8xf32>, tensor<8xf32>) -> tensor<6x10xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg13: tensor<6xi32>, %arg14: tensor<10x8xf32>, %arg15: tensor<8x24xf32>, %arg16: tensor<8x8xf32>, %arg17: tensor<8x16xf32>, %arg18: tensor<16x8xf32>, %arg19: tensor<8xf32>):
    %39 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %40 = "stablehlo.broadcast_in_dim"(%39) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<6xi32>
    %41 = "stablehlo.compare"(%arg13, %40) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
    %42 = "stablehlo.constant"() <{value = dense<10> : tensor<i32>}> : () -> tensor<i32>
    %43 = "stablehlo.broadcast_in_dim"(%42) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<6xi32>
    %44 = "stablehlo.add"(%arg13, %43) : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32>
    %45 = "stablehlo.select"(%41, %44, %arg13) : (tensor<6xi1>, tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32>
    %46 = "stablehlo.broadcast_in_dim"(%45) <{broadcast_dimensions = array<i64: 0>}> : (tensor<6xi32>) -> tensor<6x1xi32>
    %47 = "stablehlo.gather"(%arg14, %46) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<10x8xf32>, tensor<6x1xi32>) -> tensor<6x8xf32>
    %48 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<6xf32>
    %49 = "stablehlo.cosine"(%48) : (tensor<6xf32>) -> tensor<6xf32>
    %50 = "stablehlo.broadcast_in_dim"(%49) <{broadcast_dimensions = array<i64: 0>}> : (tensor<6xf32>) -> tensor<6x1xf32>
    %51 = "stablehlo.broadcast_in_dim"(%50) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<6x1xf32>) -> tensor<6x8xf32>
    %52 = "stablehlo.add"(%47, %51) : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
    %53 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %54 = "stablehlo.broadcast_in_dim"(%53) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<8xf32>
    %55 = "stablehlo.multiply"(%arg19, %54) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    %56 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %57 = "stablehlo.reduce"(%52, %56) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg30: tensor<f32>, %arg31: tensor<f32>):
      %182 = "stablehlo.add"(%arg30, %arg31) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%182) : (tensor<f32>) -> ()
    }) : (tensor<6x8xf32>, tensor<f32>) -> tensor<6xf32>
    %58 = "stablehlo.broadcast_in_dim"(%57) <{broadcast_dimensions = array<i64: 0>}> : (tensor<6xf32>) -> tensor<6x1xf32>
    %59 = "stablehlo.constant"() <{value = dense<8.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %60 = "stablehlo.broadcast_in_dim"(%59) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<6x1xf32>
    %61 = "stablehlo.divide"(%58, %60) : (tensor<6x1xf32>, tensor<6x1xf32>) -> tensor<6x1xf32>
    %62 = "stablehlo.broadcast_in_dim"(%61) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<6x1xf32>) -> tensor<6x8xf32>
    %63 = "stablehlo.subtract"(%52, %62) : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
    %64 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %65 = "func.call"(%52, %64) <{callee = @_var}> : (tensor<6x8xf32>, tensor<i32>) -> tensor<6x1xf32>
    %66 = "stablehlo.constant"() <{value = dense<9.99999974E-6> : tensor<f32>}> : () -> tensor<f32>
    %67 = "stablehlo.broadcast_in_dim"(%66) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<6x1xf32>
    %68 = "stablehlo.add"(%65, %67) : (tensor<6x1xf32>, tensor<6x1xf32>) -> tensor<6x1xf32>
    %69 = "stablehlo.rsqrt"(%68) : (tensor<6x1xf32>) -> tensor<6x1xf32>
    %70 = "stablehlo.broadcast_in_dim"(%69) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<6x1xf32>) -> tensor<6x8xf32>
    %71 = "stablehlo.multiply"(%63, %70) : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
    %72 = "stablehlo.broadcast_in_dim"(%arg19) <{broadcast_dimensions = array<i64: 1>}> : (tensor<8xf32>) -> tensor<1x8xf32>
    %73 = "stablehlo.broadcast_in_dim"(%72) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x8xf32>) -> tensor<6x8xf32>
    %74 = "stablehlo.multiply"(%71, %73) : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
    %75 = "stablehlo.broadcast_in_dim"(%55) <{broadcast_dimensions = array<i64: 1>}> : (tensor<8xf32>) -> tensor<1x8xf32>
    %76 = "stablehlo.broadcast_in_dim"(%75) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x8xf32>) -> tensor<6x8xf32>
    %77 = "stablehlo.add"(%74, %76) : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
    %78 = "stablehlo.dot_general"(%77, %arg15) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<6x8xf32>, tensor<8x24xf32>) -> tensor<6x24xf32>
    %79 = "stablehlo.reshape"(%78) : (tensor<6x24xf32>) -> tensor<6x3x2x4xf32>
    %80 = "stablehlo.transpose"(%79) <{permutation = array<i64: 1, 0, 2, 3>}> : (tensor<6x3x2x4xf32>) -> tensor<3x6x2x4xf32>
    %81 = "stablehlo.transpose"(%80) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<3x6x2x4xf32>) -> tensor<3x2x6x4xf32>
    %82 = "stablehlo.slice"(%81) <{limit_indices = array<i64: 1, 2, 6, 4>, start_indices = array<i64: 0, 0, 0, 0>, strides = array<i64: 1, 1, 1, 1>}> : (tensor<3x2x6x4xf32>) -> tensor<1x2x6x4xf32>
    %83 = "stablehlo.reshape"(%82) : (tensor<1x2x6x4xf32>) -> tensor<2x6x4xf32>
    %84 = "stablehlo.slice"(%81) <{limit_indices = array<i64: 2, 2, 6, 4>, start_indices = array<i64: 1, 0, 0, 0>, strides = array<i64: 1, 1, 1, 1>}> : (tensor<3x2x6x4xf32>) -> tensor<1x2x6x4xf32>
    %85 = "stablehlo.reshape"(%84) : (tensor<1x2x6x4xf32>) -> tensor<2x6x4xf32>
    %86 = "stablehlo.slice"(%81) <{limit_indices = array<i64: 3, 2, 6, 4>, start_indices = array<i64: 2, 0, 0, 0>, strides = array<i64: 1, 1, 1, 1>}> : (tensor<3x2x6x4xf32>) -> tensor<1x2x6x4xf32>
    %87 = "stablehlo.reshape"(%86) : (tensor<1x2x6x4xf32>) -> tensor<2x6x4xf32>
    %88 = "stablehlo.dot_general"(%83, %85) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x6x4xf32>, tensor<2x6x4xf32>) -> tensor<2x6x6xf32>
    %89 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %90 = "stablehlo.broadcast_in_dim"(%89) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x6x6xf32>
    %91 = "stablehlo.divide"(%88, %90) : (tensor<2x6x6xf32>, tensor<2x6x6xf32>) -> tensor<2x6x6xf32>
    %92 = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
    %93 = "stablehlo.broadcast_in_dim"(%92) <{broadcast_dimensions = array<i64>}> : (tensor<i1>) -> tensor<6x6xi1>
    %94 = "func.call"(%93) <{callee = @tril}> : (tensor<6x6xi1>) -> tensor<6x6xi1>
    %95 = "stablehlo.constant"() <{value = dense<-1.000000e+09> : tensor<f32>}> : () -> tensor<f32>
    %96 = "func.call"(%94, %91, %95) <{callee = @_where_0}> : (tensor<6x6xi1>, tensor<2x6x6xf32>, tensor<f32>) -> tensor<2x6x6xf32>
    %97 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %98 = "stablehlo.reduce"(%96, %97) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg28: tensor<f32>, %arg29: tensor<f32>):
      %181 = "stablehlo.maximum"(%arg28, %arg29) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%181) : (tensor<f32>) -> ()
    }) : (tensor<2x6x6xf32>, tensor<f32>) -> tensor<2x6xf32>
    %99 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %100 = "stablehlo.broadcast_in_dim"(%99) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x6xf32>
    %101 = "stablehlo.maximum"(%100, %98) : (tensor<2x6xf32>, tensor<2x6xf32>) -> tensor<2x6xf32>
    %102 = "stablehlo.broadcast_in_dim"(%101) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x6xf32>) -> tensor<2x6x1xf32>
    %103 = "stablehlo.broadcast_in_dim"(%102) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x6x1xf32>) -> tensor<2x6x6xf32>
    %104 = "stablehlo.subtract"(%96, %103) : (tensor<2x6x6xf32>, tensor<2x6x6xf32>) -> tensor<2x6x6xf32>
    %105 = "stablehlo.exponential"(%104) : (tensor<2x6x6xf32>) -> tensor<2x6x6xf32>
    %106 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %107 = "stablehlo.reduce"(%105, %106) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg26: tensor<f32>, %arg27: tensor<f32>):
      %180 = "stablehlo.add"(%arg26, %arg27) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%180) : (tensor<f32>) -> ()
    }) : (tensor<2x6x6xf32>, tensor<f32>) -> tensor<2x6xf32>
    %108 = "stablehlo.broadcast_in_dim"(%107) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x6xf32>) -> tensor<2x6x1xf32>
    %109 = "stablehlo.broadcast_in_dim"(%108) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x6x1xf32>) -> tensor<2x6x6xf32>
    %110 = "stablehlo.divide"(%105, %109) : (tensor<2x6x6xf32>, tensor<2x6x6xf32>) -> tensor<2x6x6xf32>
    %111 = "stablehlo.dot_general"(%87, %110) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [2]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x6x4xf32>, tensor<2x6x6xf32>) -> tensor<2x4x6xf32>
    %112 = "stablehlo.transpose"(%111) <{permutation = array<i64: 2, 0, 1>}> : (tensor<2x4x6xf32>) -> tensor<6x2x4xf32>
    %113 = "stablehlo.reshape"(%112) : (tensor<6x2x4xf32>) -> tensor<6x8xf32>
    %114 = "stablehlo.dot_general"(%113, %arg16) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<6x8xf32>, tensor<8x8xf32>) -> tensor<6x8xf32>
    %115 = "stablehlo.add"(%52, %114) : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
    %116 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %117 = "stablehlo.broadcast_in_dim"(%116) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<8xf32>
    %118 = "stablehlo.multiply"(%arg19, %117) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    %119 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %120 = "stablehlo.reduce"(%115, %119) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg24: tensor<f32>, %arg25: tensor<f32>):
      %179 = "stablehlo.add"(%arg24, %arg25) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%179) : (tensor<f32>) -> ()
    }) : (tensor<6x8xf32>, tensor<f32>) -> tensor<6xf32>
    %121 = "stablehlo.broadcast_in_dim"(%120) <{broadcast_dimensions = array<i64: 0>}> : (tensor<6xf32>) -> tensor<6x1xf32>
    %122 = "stablehlo.constant"() <{value = dense<8.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %123 = "stablehlo.broadcast_in_dim"(%122) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<6x1xf32>
    %124 = "stablehlo.divide"(%121, %123) : (tensor<6x1xf32>, tensor<6x1xf32>) -> tensor<6x1xf32>
    %125 = "stablehlo.broadcast_in_dim"(%124) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<6x1xf32>) -> tensor<6x8xf32>
    %126 = "stablehlo.subtract"(%115, %125) : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
    %127 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %128 = "func.call"(%115, %127) <{callee = @_var}> : (tensor<6x8xf32>, tensor<i32>) -> tensor<6x1xf32>
    %129 = "stablehlo.constant"() <{value = dense<9.99999974E-6> : tensor<f32>}> : () -> tensor<f32>
    %130 = "stablehlo.broadcast_in_dim"(%129) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<6x1xf32>
    %131 = "stablehlo.add"(%128, %130) : (tensor<6x1xf32>, tensor<6x1xf32>) -> tensor<6x1xf32>
    %132 = "stablehlo.rsqrt"(%131) : (tensor<6x1xf32>) -> tensor<6x1xf32>
    %133 = "stablehlo.broadcast_in_dim"(%132) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<6x1xf32>) -> tensor<6x8xf32>
    %134 = "stablehlo.multiply"(%126, %133) : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
    %135 = "stablehlo.broadcast_in_dim"(%arg19) <{broadcast_dimensions = array<i64: 1>}> : (tensor<8xf32>) -> tensor<1x8xf32>
    %136 = "stablehlo.broadcast_in_dim"(%135) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x8xf32>) -> tensor<6x8xf32>
    %137 = "stablehlo.multiply"(%134, %136) : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
    %138 = "stablehlo.broadcast_in_dim"(%118) <{broadcast_dimensions = array<i64: 1>}> : (tensor<8xf32>) -> tensor<1x8xf32>
    %139 = "stablehlo.broadcast_in_dim"(%138) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x8xf32>) -> tensor<6x8xf32>
    %140 = "stablehlo.add"(%137, %139) : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
    %141 = "stablehlo.dot_general"(%140, %arg17) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<6x8xf32>, tensor<8x16xf32>) -> tensor<6x16xf32>
    %142 = "stablehlo.multiply"(%141, %141) : (tensor<6x16xf32>, tensor<6x16xf32>) -> tensor<6x16xf32>
    %143 = "stablehlo.multiply"(%142, %141) : (tensor<6x16xf32>, tensor<6x16xf32>) -> tensor<6x16xf32>
    %144 = "stablehlo.constant"() <{value = dense<4.471500e-02> : tensor<f32>}> : () -> tensor<f32>
    %145 = "stablehlo.broadcast_in_dim"(%144) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<6x16xf32>
    %146 = "stablehlo.multiply"(%145, %143) : (tensor<6x16xf32>, tensor<6x16xf32>) -> tensor<6x16xf32>
    %147 = "stablehlo.add"(%141, %146) : (tensor<6x16xf32>, tensor<6x16xf32>) -> tensor<6x16xf32>
    %148 = "stablehlo.constant"() <{value = dense<0.797884583> : tensor<f32>}> : () -> tensor<f32>
    %149 = "stablehlo.broadcast_in_dim"(%148) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<6x16xf32>
    %150 = "stablehlo.multiply"(%149, %147) : (tensor<6x16xf32>, tensor<6x16xf32>) -> tensor<6x16xf32>
    %151 = "stablehlo.tanh"(%150) : (tensor<6x16xf32>) -> tensor<6x16xf32>
    %152 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %153 = "stablehlo.broadcast_in_dim"(%152) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<6x16xf32>
    %154 = "stablehlo.add"(%153, %151) : (tensor<6x16xf32>, tensor<6x16xf32>) -> tensor<6x16xf32>
    %155 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %156 = "stablehlo.broadcast_in_dim"(%155) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<6x16xf32>
    %157 = "stablehlo.multiply"(%156, %154) : (tensor<6x16xf32>, tensor<6x16xf32>) -> tensor<6x16xf32>
    %158 = "stablehlo.multiply"(%141, %157) : (tensor<6x16xf32>, tensor<6x16xf32>) -> tensor<6x16xf32>
    %159 = "stablehlo.dot_general"(%158, %arg18) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<6x16xf32>, tensor<16x8xf32>) -> tensor<6x8xf32>
    %160 = "stablehlo.add"(%115, %159) : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
    %161 = "stablehlo.transpose"(%arg14) <{permutation = array<i64: 1, 0>}> : (tensor<10x8xf32>) -> tensor<8x10xf32>
    %162 = "stablehlo.dot_general"(%160, %161) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<6x8xf32>, tensor<8x10xf32>) -> tensor<6x10xf32>
    %163 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %164 = "stablehlo.reduce"(%162, %163) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg22: tensor<f32>, %arg23: tensor<f32>):
      %178 = "stablehlo.maximum"(%arg22, %arg23) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%178) : (tensor<f32>) -> ()
    }) : (tensor<6x10xf32>, tensor<f32>) -> tensor<6xf32>
    %165 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %166 = "stablehlo.broadcast_in_dim"(%165) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<6xf32>
    %167 = "stablehlo.maximum"(%166, %164) : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
    %168 = "stablehlo.broadcast_in_dim"(%167) <{broadcast_dimensions = array<i64: 0>}> : (tensor<6xf32>) -> tensor<6x1xf32>
    %169 = "stablehlo.broadcast_in_dim"(%168) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<6x1xf32>) -> tensor<6x10xf32>
    %170 = "stablehlo.subtract"(%162, %169) : (tensor<6x10xf32>, tensor<6x10xf32>) -> tensor<6x10xf32>
    %171 = "stablehlo.exponential"(%170) : (tensor<6x10xf32>) -> tensor<6x10xf32>
    %172 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %173 = "stablehlo.reduce"(%171, %172) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg20: tensor<f32>, %arg21: tensor<f32>):
      %177 = "stablehlo.add"(%arg20, %arg21) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%177) : (tensor<f32>) -> ()
    }) : (tensor<6x10xf32>, tensor<f32>) -> tensor<6xf32>
    %174 = "stablehlo.broadcast_in_dim"(%173) <{broadcast_dimensions = array<i64: 0>}> : (tensor<6xf32>) -> tensor<6x1xf32>
    %175 = "stablehlo.broadcast_in_dim"(%174) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<6x1xf32>) -> tensor<6x10xf32>
    %176 = "stablehlo.divide"(%171, %175) : (tensor<6x10xf32>, tensor<6x10xf32>) -> tensor<6x10xf32>
    "func.return"(%176) : (tensor<6x10xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<6x8xf32>, tensor<i32>) -> tensor<6x1xf32>, res_attrs = [{}], sym_name = "_var", sym_visibility = "private"}> ({
  ^bb0(%arg7: tensor<6x8xf32>, %arg8: tensor<i32>):
    %16 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %17 = "stablehlo.reduce"(%arg7, %16) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>):
      %38 = "stablehlo.add"(%arg11, %arg12) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%38) : (tensor<f32>) -> ()
    }) : (tensor<6x8xf32>, tensor<f32>) -> tensor<6xf32>
    %18 = "stablehlo.broadcast_in_dim"(%17) <{broadcast_dimensions = array<i64: 0>}> : (tensor<6xf32>) -> tensor<6x1xf32>
    %19 = "stablehlo.constant"() <{value = dense<8.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %20 = "stablehlo.broadcast_in_dim"(%19) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<6x1xf32>
    %21 = "stablehlo.divide"(%18, %20) : (tensor<6x1xf32>, tensor<6x1xf32>) -> tensor<6x1xf32>
    %22 = "stablehlo.broadcast_in_dim"(%21) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<6x1xf32>) -> tensor<6x8xf32>
    %23 = "stablehlo.subtract"(%arg7, %22) : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
    %24 = "chlo.square"(%23) : (tensor<6x8xf32>) -> tensor<6x8xf32>
    %25 = "stablehlo.convert"(%arg8) : (tensor<i32>) -> tensor<f32>
    %26 = "stablehlo.constant"() <{value = dense<8.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %27 = "stablehlo.subtract"(%26, %25) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %28 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %29 = "stablehlo.reduce"(%24, %28) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg9: tensor<f32>, %arg10: tensor<f32>):
      %37 = "stablehlo.add"(%arg9, %arg10) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%37) : (tensor<f32>) -> ()
    }) : (tensor<6x8xf32>, tensor<f32>) -> tensor<6xf32>
    %30 = "stablehlo.broadcast_in_dim"(%29) <{broadcast_dimensions = array<i64: 0>}> : (tensor<6xf32>) -> tensor<6x1xf32>
    %31 = "stablehlo.broadcast_in_dim"(%27) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<6x1xf32>
    %32 = "stablehlo.divide"(%30, %31) : (tensor<6x1xf32>, tensor<6x1xf32>) -> tensor<6x1xf32>
    %33 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %34 = "stablehlo.compare"(%27, %33) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %35 = "stablehlo.constant"() <{value = dense<0x7FC00000> : tensor<f32>}> : () -> tensor<f32>
    %36 = "func.call"(%34, %32, %35) <{callee = @_where}> : (tensor<i1>, tensor<6x1xf32>, tensor<f32>) -> tensor<6x1xf32>
    "func.return"(%36) : (tensor<6x1xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<i1>, tensor<6x1xf32>, tensor<f32>) -> tensor<6x1xf32>, res_attrs = [{}], sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg4: tensor<i1>, %arg5: tensor<6x1xf32>, %arg6: tensor<f32>):
    %13 = "stablehlo.convert"(%arg6) : (tensor<f32>) -> tensor<f32>
    %14 = "stablehlo.broadcast_in_dim"(%13) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<6x1xf32>
    %15 = "stablehlo.select"(%arg4, %arg5, %14) : (tensor<i1>, tensor<6x1xf32>, tensor<6x1xf32>) -> tensor<6x1xf32>
    "func.return"(%15) : (tensor<6x1xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<6x6xi1>) -> tensor<6x6xi1>, res_attrs = [{}], sym_name = "tril", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<6x6xi1>):
    %4 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<6x6xi32>
    %5 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %6 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<6x6xi32>
    %7 = "stablehlo.add"(%4, %6) : (tensor<6x6xi32>, tensor<6x6xi32>) -> tensor<6x6xi32>
    %8 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<6x6xi32>
    %9 = "stablehlo.compare"(%7, %8) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<6x6xi32>, tensor<6x6xi32>) -> tensor<6x6xi1>
    %10 = "stablehlo.constant"() <{value = dense<false> : tensor<i1>}> : () -> tensor<i1>
    %11 = "stablehlo.broadcast_in_dim"(%10) <{broadcast_dimensions = array<i64>}> : (tensor<i1>) -> tensor<6x6xi1>
    %12 = "stablehlo.select"(%9, %arg3, %11) : (tensor<6x6xi1>, tensor<6x6xi1>, tensor<6x6xi1>) -> tensor<6x6xi1>
    "func.return"(%12) : (tensor<6x6xi1>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<6x6xi1>, tensor<2x6x6xf32>, tensor<f32>) -> tensor<2x6x6xf32>, res_attrs = [{}], sym_name = "_where_0", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<6x6xi1>, %arg1: tensor<2x6x6xf32>, %arg2: tensor<f32>):
    %0 = "stablehlo.convert"(%arg2) : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<6x6xi1>) -> tensor<2x6x6xi1>
    %2 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x6x6xf32>
    %3 = "stablehlo.select"(%1, %arg1, %2) : (tensor<2x6x6xi1>, tensor<2x6x6xf32>, tensor<2x6x6xf32>) -> tensor<2x6x6xf32>
    "func.return"(%3) : (tensor<2x6x6xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()


// ----- named_generic
"builtin.module"() <{sym_name = "jit__lambda"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>), res_attrs = [{jax.result_info = "result['rest'][0]"}, {jax.result_info = "result['sum']"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>):
    %0 = "stablehlo.add"(%arg0, %arg1) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %1 = "stablehlo.subtract"(%arg0, %arg1) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    "func.return"(%1, %0) : (tensor<3xf32>, tensor<3xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()


// ----- composed_generic
"builtin.module"() <{sym_name = "jit__composed"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg1: tensor<3xf32>):
    %8:2 = "stablehlo.composite"(%arg1) <{composite_attributes = {}, decomposition = @mine.lifted, name = "mine.lifted", version = 0 : i32}> : (tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
    "func.return"(%8#0, %8#1) : (tensor<3xf32>, tensor<3xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>), res_attrs = [{}, {}], sym_name = "mine.lifted", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<3xf32>):
    %0 = "stablehlo.multiply"(%arg0, %arg0) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %1 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %2 = "stablehlo.broadcast_in_dim"(%1) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<3xf32>
    %3 = "stablehlo.add"(%0, %2) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %4 = "stablehlo.sqrt"(%3) : (tensor<3xf32>) -> tensor<3xf32>
    %5 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %6 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<3xf32>
    %7 = "stablehlo.add"(%arg0, %6) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    "func.return"(%4, %7) : (tensor<3xf32>, tensor<3xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()

