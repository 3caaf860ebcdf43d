#!/usr/bin/env bats
load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	tsv 'ts_us dur_us name' '1.000 3.000 Cijk_Alik_Bljk_BBS_BH' \
		'4.000 2.000 paged_attention_ll4mi_QKV_kernel' \
		'6.000 1.500 triton_poi_fused_mul_silu_1' '8.000 1.000 my_kernel' >events.tsv
}

# wrong [OPTION...] <VECTORS: the names whose category is not the one beside it. A
# vector is a line "CATEGORY: NAME".
wrong() {
	sed 's/: /\t/; 1i\want\tname' | trace-classify "$@" |
		awk -F '\t' 'NR > 1 && $1 != $3 { print $2 " is " $3 ", not " $1 }'
}

@test "manners: command line" {
	manners_command_line trace-classify
}

@test "manners: the page and --help agree" {
	manners_page trace-classify
}

@test "manners: filter" {
	manners_filter trace-classify events.tsv
	manners_filter trace-classify events.tsv --coverage
}

@test "examples of the page, with their output" {
	cp "$TOP/common/meaning/wafer.tsv" .
	manners_examples trace-classify
	trace-classify --rules wafer.tsv --vendor amd events.tsv
}

@test "columns and rows are handed on, the two new ones behind" {
	diff -u events.tsv <(trace-classify events.tsv | cut -f 1-3)
	run -0 bash -c 'trace-classify events.tsv | head -n 2 | cut -f 4-'
	assert_output "$(tsv 'category family' 'gemm gemm')"
}

@test "labels already there stand, empty ones are filled in" {
	tsv 'family name category x' 'mine fused_moe_kernel - 1' '- relu_kernel yours 2' \
		'- nothing - 3' >labelled.tsv
	run -0 trace-classify labelled.tsv
	assert_output "$(tsv 'family name category x' 'mine fused_moe_kernel moe 1' \
		'relu relu_kernel yours 2' '- nothing - 3')"
	tsv 'name category' 'relu_kernel yours' >half.tsv
	run -0 trace-classify half.tsv
	assert_output "$(tsv 'name category family' 'relu_kernel yours relu')"
	diff <(trace-classify events.tsv) <(trace-classify events.tsv | trace-classify)
}

@test "an operator is asked where the kernel's name says nothing" {
	tsv 'name cpu_op' 'k1 aten::addmm' 'relu_kernel aten::addmm' 'k2 k3' 'k4 -' >ops.tsv
	run -0 bash -c 'trace-classify ops.tsv | cut -f 3'
	assert_output "$(tsv category gemm activation - -)"
	run -0 bash -c 'trace-classify -k cpu_op,name ops.tsv | cut -f 3'
	assert_output "$(tsv category gemm gemm - -)"
	run -0 bash -c 'trace-classify -k name ops.tsv | cut -f 3'
	assert_output "$(tsv category - activation - -)"
	run -2 --separate-stderr trace-classify -k op ops.tsv
	[[ $stderr == "trace-classify: ops.tsv: no column 'op'; "* ]]

}

@test "names that mislead rules which look for one word" {
	run -0 wrong <<-'END'
		attention_decode: kernel_unified_attention_3d
		attention: kernel_unified_attention_2d
		attention_prefill: fmhaSm100fKernel_QkvE4m3OBfloat16H64CausalP64VarSeqPersistentContext
		attention_decode: fmhaSm100fKernel_QkvE4m3OBfloat16H64StaticSwapsAbForGen
		attention_decode: paged_attention_ll4mi_QKV_mfma16_kernel
		attention: flash::flash_fwd_splitkv_combine_kernel
		attention: vllm::merge_attn_states_kernel
		attention: bwd_kernel_dk_dv.kd
		attention: bwd_kernel_dq.kd
		attention: bwd_kernel_fuse.kd
		attention: bwd_preprocess.kd
		sort: at::native::sbtopk::gatherTopK
		gemm: cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_64x64
		gemm: sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n
		gemm: _gemm_a16_w16_kernel
		norm: vllm::rms_norm_kernel
		activation: vllm::act_and_mul_kernel
		rope: rotary_embedding_kernel
		communication: ncclDevKernel_AllReduce_Sum_bf16_RING_LL
		communication: cross_device_reduce_1stage
		reduce: cub::DeviceScanKernel
		gemm: cublasLt::splitKreduce_kernel
		norm: triton_red_fused__to_copy_add_mean_mul_pow_rsqrt_0
		memset: Memset (Device)
		copy: Memcpy DtoD (Device -> Device)
		copy: MEMORY_COPY_HOST_TO_DEVICE
		memset: __amd_rocclr_fillBufferAligned.kd
		moe: _matmul_ogs_NNT_bf16xbf16xmxfp4_16x128_swiglu
		kv_cache: vllm::reshape_and_cache_flash_kernel
		embedding: split_embedding_backward_codegen_kernel
		quantisation: scaled_fp8_quant_kernel
		softmax: softmax_warp_forward
		reduce: triton_red_fused_abs_amax_transpose_view_32
		convolution: sm80_xmma_fprop_implicit_gemm_indexed_tf32f32
		convolution: volta_fp16_s884cudnn_fp16_256x64_ldg8_relu_f2f_exp_small_nhwc_tn_v1
		convolution: turing_h1688cudnn_128x128_ldg8_relu_exp_small_nhwc_tn_v1
		gemm: ampere_fp16_s16816gemm_fp16_128x128_ldg8_relu_f2f_stages_32x5_tn
		activation: vectorized_elementwise_kernel<4, launch_clamp_scalar(at::TensorIteratorBase&)
		norm: triton_poi_fused__native_batch_norm_legit_functional_relu_4
		norm: triton_red_fused_native_group_norm_2
	END
	assert_output ""
}

@test "--rules: before ours, by priority, up to an empty pattern" {
	tsv 'priority pattern category family' '1 kernel one 1' '2 ^my two 2' '1 KERNEL big -' >mine.tsv
	run -0 bash -c 'trace-classify --rules mine.tsv events.tsv | cut -f 4-'
	assert_output "$(tsv 'category family' 'gemm gemm' 'one 1' 'activation swiglu' 'two 2')"
	tsv 'priority pattern category family' '-1 - rest -' '- ^My capital -' '- silu$ never -' >only.tsv
	run -0 bash -c 'trace-classify --rules only.tsv events.tsv | cut -f 4 | uniq'
	assert_output "$(tsv category rest)"
	tsv name 'My_kernel' 'a\\tb' >odd.tsv
	printf 'pattern\tcategory\n^a\\tb$\ttab\n' >tab.tsv
	run -0 bash -c 'trace-classify --rules only.tsv odd.tsv | cut -f 2 | sed -n 2p'
	assert_output capital
	run -0 bash -c "printf 'name\na\\\\tb\n' | trace-classify --rules tab.tsv | cut -f 2"
	assert_output "$(tsv category tab)"
}

@test "--rules: what is wrong with a table" {
	tsv 'priority pattern category' '1 a x' '1 (a y' >bad.tsv
	run -2 --separate-stderr trace-classify --rules bad.tsv events.tsv
	[[ $stderr == "trace-classify: bad.tsv:3: "*": (a" ]]
	[ -z "$output" ]
	tsv 'pattern category' 'a)(b y' >bad.tsv
	run -2 --separate-stderr trace-classify --rules bad.tsv events.tsv
	tsv 'priority pattern category' 'high a x' >bad.tsv
	run -2 --separate-stderr trace-classify --rules bad.tsv events.tsv
	[ "$stderr" = "trace-classify: bad.tsv:2: priority is not a whole number: high" ]
	tsv 'pattern vendor' >bad.tsv
	run -2 --separate-stderr trace-classify --rules bad.tsv events.tsv
	[[ $stderr == "trace-classify: bad.tsv: no column category or family; a table of rules has "* ]]
	run -2 --separate-stderr trace-classify --rules events.tsv events.tsv
	[[ $stderr == "trace-classify: events.tsv: no column pattern; "* ]]
}

@test "a name of a megabyte takes no more than a moment" {
	awk 'BEGIN { print "name"; for (i = 0; i < 40000; i++) printf "triton_mul_moe_topk_mla_"; print "" }' >long.tsv
	run -0 bash -c 'timeout 60 trace-classify long.tsv | cut -f 2'
	assert_output "$(tsv category attention)"
}

@test "--vendor: rules of others are left out" {
	run -0 bash -c 'trace-classify --vendor nvidia events.tsv | cut -f 4 | sed -n 2p'
	assert_output ""
	run -0 bash -c 'trace-classify --vendor amd events.tsv | cut -f 4 | sed -n 2p'
	assert_output gemm
	run -2 --separate-stderr trace-classify --vendor arm events.tsv
	[ "$stderr" = "trace-classify: there are no rules for the vendor 'arm'" ]
}

@test "--coverage counts GPU time only, and labels that came with the table" {
	tsv 'cat dur_us name category' 'kernel 2.000 x_gemm -' 'cpu_op 50.000 aten::mm -' \
		'gpu_memcpy 1.000 Memcpy -' 'gpu_user_annotation 70.000 gemm -' 'Kernel 4.500 y_gemm mine' \
		'gpu_memset 0.500 z -' >mixed.tsv
	run -0 trace-classify --coverage mixed.tsv
	assert_output "$(tsv 'category count sum_us pct' 'mine 1 4.500 56.250' \
		'gemm 1 2.000 25.000' 'copy 1 1.000 12.500' 'unclassified 1 0.500 6.250')"
	head -n 1 mixed.tsv >none.tsv
	run -0 trace-classify --coverage none.tsv
	assert_output "$(tsv 'category count sum_us pct')"
	cut -f 1,3 mixed.tsv >untimed.tsv
	run -2 --separate-stderr trace-classify --coverage untimed.tsv
	[ "$stderr" = "trace-classify: untimed.tsv: no column dur_us; trace-extract makes it" ]
	tsv 'name dur_us' 'gemm 9223372036854775.000' 'gemm 9000000.000' >large.tsv
	run -2 --separate-stderr trace-classify --coverage large.tsv
	[[ $stderr == "trace-classify: large.tsv:3: a sum that does not fit" ]]
}

@test "classic labels: wafer" {
	cat >vectors <<-'END'
		Attention (Prefill): fmhaSm100fKernel_QkvE4m3OBfloat16H64CausalP64VarSeqPersistentContext
		Attention (Prefill): paged_attention_ll4mi_QKV_mfma16_kernel
		Other: flash::flash_fwd_splitkv_combine_kernel
		Sorting: vllm::merge_attn_states_kernel
		MoE Routing: at::native::sbtopk::gatherTopK
		Other: cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_64x64
		Other: sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n
		Other: _gemm_a16_w16_kernel
		Other: vllm::rms_norm_kernel
		Other: vllm::act_and_mul_kernel
		Other: rotary_embedding_kernel
		Other: ncclDevKernel_AllReduce_Sum_bf16_RING_LL
		Other: cross_device_reduce_1stage
		Other: cub::DeviceScanKernel
		Dense GEMM: cublasLt::splitKreduce_kernel
		RMSNorm: triton_red_fused__to_copy_add_mean_mul_pow_rsqrt_0
		RMSNorm: triton_red_fused_mean_mul_pow_3
		RMSNorm+GEMM: triton_red_fused_addmm_rsqrt_0
		KV Cache: vllm::reshape_and_cache_flash_kernel
		MoE GEMM+SwiGLU: _matmul_ogs_NNT_bf16xbf16xmxfp4_16x128_swiglu
		MoE GEMM: _matmul_ogs_NNT_bf16xbf16xmxfp4_16x128
		MoE GEMM+SwiGLU: bmm_MxE4m3_swiGlu_dynBatch_sm100f
		MoE GEMM: bmm_Bfloat16_MxE2m1_dynBatch_sm100f
		MoE Finalize: _finalize_matmul_scatter_bf16
		Dense GEMM: Custom_Cijk_Alik_Bljk
		Other: cijk_alik_bljk
		Dense GEMM: nvjet_tst_192x8_64x8_4x1_v_bz_TNT
		Dense GEMM: wvSplitK_hf_sml_
		Triton Fused: triton_poi_fused_mul_silu_1
		Elementwise: void at::native::unrolled_elementwise_kernel
		Sorting: void cub::DeviceRadixSortOnesweepKernel
		Reduce: void cub::DeviceReduceKernel
		Copy/Memory: __amd_rocclr_copyBuffer
		Other: void rocprim::detail::init_kernel
	END
	for vendor in amd nvidia; do
		run -0 wrong --rules "$TOP/common/meaning/wafer.tsv" --vendor "$vendor" <vectors
		assert_output ""
	done
}

@test "classic labels: wafer, where the vendor matters" {
	run -0 wrong --rules "$TOP/common/meaning/wafer.tsv" --vendor amd <<-'END'
		Attention (Decode): kernel_unified_attention_3d
		Attention (Prefill): kernel_unified_attention_2d
		Attention (Prefill): fmhaSm100fKernel_QkvE4m3OBfloat16H64StaticSwapsAbForGen
	END
	assert_output ""
	run -0 wrong --rules "$TOP/common/meaning/wafer.tsv" --vendor nvidia <<-'END'
		Attention (Prefill): kernel_unified_attention_3d
		Attention (Decode): fmhaSm100fKernel_QkvE4m3OBfloat16H64StaticSwapsAbForGen
		Attention (Prefill): fmhaSm100aKernel_QkvE4m3OBfloat16H64PagedKv
	END
	assert_output ""
}

@test "classic labels: tracelens, the operator first" {
	tsv 'want cpu_op name' 'GEMM aten::addmm void~at::native::reduce_kernel' \
		'SDPA_bwd aten::_efficient_attention_backward k' 'SDPA_fwd FlashAttnFunc k' \
		'other flashattnfunc k' 'NORM_bwd aten::native_layer_norm_backward k' \
		'elementwise aten::tanh void~at::native::vectorized_elementwise_kernel' \
		'reduce aten::argmax void~at::native::reduce_kernel' \
		'multi_tensor_apply aten::_foreach_add_ void~at::native::(a)::multi_tensor_apply_kernel' \
		'other aten::_softmax void~(a)::softmax_warp_forward' 'triton triton_poi_fused_0 k' \
		'other aten::add_x k' 'MoE_unfused aiter::ck_moe_stage2 k' >ops.tsv
	run -0 bash -c 'trace-classify -k cpu_op,name --rules "$TOP/common/meaning/tracelens.tsv" ops.tsv |
		awk -F "\t" "NR > 1 && \$1 != \$4"'
	assert_output ""
}

@test "classic labels: every operator of trace-perf has the category that it has there" {
	cut -f 1,3 "$TOP/common/meaning/perf-models.tsv" | sed '1s/.*/name\twant/' >operators
	[ "$(wc -l <operators)" -gt 300 ]
	run -0 bash -c 'trace-classify --rules "$TOP/common/meaning/tracelens.tsv" operators |
		awk -F "\t" "NR > 1 && \$2 != \$3"'
	assert_output ""
}

@test "classic labels: the operators of published tables" {
	need_traces
	for table in "$TRACES"/reference/*/ops_summary.csv; do
		# A comparison has one more column of names.
		case $table in *-vs-*) continue ;; esac
		csv2tsv "$table" | awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
			{ print $c["Categories"] "\t" $c["name"] }'
	done | sort -u | sed '1i\want\tname' |
		trace-classify --rules "$TOP/common/meaning/tracelens.tsv" >labelled
	[ "$(wc -l <labelled)" -gt 100 ]
	# Where the operator says nothing, its first kernel decides, which is not in the table.
	run -0 awk -F '\t' 'NR > 1 && index($1, "\047" $3 "\047") == 0 && $3 != "other"' labelled
	assert_output ""
	[ "$(awk -F '\t' '$3 != "other"' labelled | wc -l)" -gt 60 ]
}

@test "real traces: nearly all time has a category" {
	need_traces
	for trace in vllm-gptoss20b-mi300-decode vllm-b200-eager-rank0 qwen05b-h100 resnet-ddp-mi300; do
		run -0 bash -o pipefail -c "trace-extract -c gpu $TRACES/$trace.json.gz |
			trace-classify --coverage | awk -F '\t' '\$1 == \"unclassified\" { print \$4 }'"
		[ "$(printf '%s\n' "${output:-0}" | awk '{ print ($1 < 1) }')" -eq 1 ] || fail "$trace: $output"
	done
}
