#!/usr/bin/env bats
load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	tsv 'name gpu_us input_dims input_type' \
		'aten::mm 10.000 [[1024,512],[512,256]] ["float","float"]' >operators.tsv
	tsv 'operator model unit' 'mylib::linear gemm_a16w16 matrix' >own.tsv
}

# figures COLUMNS OPERATOR DIMS TYPES VALUES: what trace-perf says of one operator
# that took 1 us; further arguments are options.
figures() {
	local columns=$1
	tsv 'name gpu_us input_dims input_type concrete_inputs' "$2 1.000 $3 $4 $5" >one
	shift 5
	trace-perf "$@" one | cut -f "$columns" | tail -n 1
}

@test "manners: command line" {
	manners_command_line trace-perf
}

@test "manners: the page and --help agree" {
	manners_page trace-perf
	manners_examples trace-perf
}

@test "manners: filter" {
	manners_filter trace-perf operators.tsv
	manners_filter trace-perf operators.tsv --arch MI300X --backward
}

@test "a header alone, no model, no arguments" {
	head -n 1 operators.tsv >empty
	run -1 --separate-stderr trace-perf empty
	[[ $stderr == *"no operator of the input has a model"* ]] || fail "$stderr"
	tsv 'name gpu_us input_dims' 'aten::mm 1.000 -' 'aten::view 2.000 [[8]]' >bare
	run -1 --separate-stderr trace-perf bare
	[[ $stderr == *"trace-extract -a 'Input Dims'"* ]] || fail "$stderr"
	assert_line --index 1 "$(printf 'aten::mm\t1.000\t\t\t\t\t\t\t\tmm\t')"
	run -0 --separate-stderr trace-perf -q --exit-zero bare
	[ -z "$stderr" ]
}

@test "columns that are missing, or there already, are named" {
	cut -f 1,2 operators.tsv >less
	run -2 --separate-stderr trace-perf less
	[[ $stderr == *"input_dims"*"trace-extract -a 'Input Dims'"* ]] || fail "$stderr"
	trace-perf operators.tsv >twice
	run -2 --separate-stderr trace-perf twice
	[[ $stderr == *"a column flops"* ]] || fail "$stderr"
}

# By hand: 2 * 4 * 8 * 2 operations; 4*8 + 8*2 + 4*2 = 56 numbers of 2 bytes.
@test "rows of kernels take their operator from cpu_op" {
	tsv 'name dur_us cpu_op input_dims input_type' \
		'Cijk 1.000 aten::mm [[4,8],[8,2]] ["c10::Half","c10::Half"]' >kernels
	run -0 trace-perf kernels
	assert_line --index 1 --partial "$(printf '128\t112\t0.000128\t0.000112\t1.142857\tmatrix_fp16\tmm')"
}

@test "arguments as JSON and as Python write them" {
	a=$(figures 6-10 aten::mul '[[2,3],[3]]' '["float","float"]' '["",""]')
	b=$(figures 6-10 aten::mul '[[2,~3],~[3]]' "['float',~'float']" "['',~'']")
	[ "$a" = "$b" ]
	# 6 products; 6 + 3 + 6 numbers of 4 bytes.
	[ "$a" = "$(printf '6\t60\t0.000006\t0.000060\t0.100000')" ]
}

@test "arguments that cannot be read leave the row without figures" {
	none=$(printf '\t\t\t\t')
	for dims in '[[4,8],[8' '[[4,-8],[8,2]]' '[[4],[8,2]]' '[]' '{' '[["a",8],[8,2]]' \
		'[[4,99999999999999999999],[8,2]]' '[[[[[[' "[[4,8],'[8,2]]"; do
		[ "$(figures 6-10 aten::mm "$dims" '["float","float"]' '[]' -q)" = "$none" ] || fail "$dims"
	done
}

@test "sizes of 2^40 are counted, not wrapped" {
	# 2 * 2^40 * 2^40 * 1 = 2^81.
	[ "$(figures 6 aten::mm '[[1099511627776,1],[1,1099511627776]]' '["float","float"]' '[]')" = \
		2417851639229258349412352 ]
}

@test "what is right by default, and what the reference counts" {
	# The result of a sum over the last of [4,8] has 4 elements: (32 + 4) * 4 bytes.
	[ "$(figures 7 aten::sum '[[4,8],[],[]]' '["float","",""]' '["","[-1]","False"]')" = 144 ]
	[ "$(figures 7 aten::sum '[[4,8],[],[]]' '["float","",""]' '["","[-1]","False"]' --compat reference)" = 132 ]
	# 2 queries, 4 keys: the first sees 3, the second 4; 7 pairs, 2 * 7 * (8 + 8).
	d='[[1,2,1,8],[1,4,1,8],[1,4,1,8]]' t='["float","float","float"]' v='["","","","","","True"]'
	[ "$(figures 6,7 flash_attn::_flash_attn_forward "$d" "$t" "$v")" = "$(printf '224\t384')" ]
	[ "$(figures 6,7 flash_attn::_flash_attn_forward "$d" "$t" "$v" --compat reference)" = "$(printf '\t192')" ]
	# A bias of 4 channels, 2x2 outputs: 2*1*4*4 operations without it, 16 with it.
	d='[[1,1,2,2],[4,1,1,1],[4],[],[],[],[],[],[]]' t='["float","float","float"]'
	v='["","","","[1,1]","[0,0]","[1,1]","False","[0,0]","1"]'
	[ "$(figures 6,7 aten::convolution "$d" "$t" "$v")" = "$(printf '48\t112')" ]
	[ "$(figures 6,7 aten::convolution "$d" "$t" "$v" --compat reference)" = "$(printf '32\t96')" ]
	# Not training: 2n + 6c, and 2ne + 4ce bytes.
	d='[[2,4,2],[4],[4],[4],[4]]' v='["","","","","","False","0.1","1e-5","True"]'
	[ "$(figures 6,7 aten::batch_norm "$d" "$t" "$v")" = "$(printf '56\t192')" ]
	[ "$(figures 6,7 aten::batch_norm "$d" "$t" "$v" --compat reference)" = "$(printf '104\t224')" ]
	[ "$(figures 7 aten::neg '[[8]]' '["bool"]' '[]')" = 16 ]
	[ "$(figures 7 aten::neg '[[8]]' '["bool"]' '[]' --compat reference)" = "" ]
}

@test "attention of a step counts the tokens that its annotation tells" {
	tsv 'name gpu_us input_dims input_type annotation' \
		'vllm::unified_attention_with_output 1.000 [[3,4,8],[3,2,8],[3,2,8]] ["float","float","float"] execute_3_context_1(sq2sk2sqsq4sqsk4)_generation_1(sq1sk5sqsq1sqsk5)' \
		'vllm::unified_attention_with_output 1.000 [[3,4,8],[3,2,8],[3,2,8]] ["float","float","float"] step' >step
	# 4 heads * 16 * (2*4 - 4 + 2*5); 4 * 3 * 6 * 16 + 4 * (0 + 4) * 2 * 16.
	trace-perf step | cut -f 6,7 | diff - <(tsv 'flops bytes' '896 1664' '- -')
}

# silu 4, mul 1, _unsafe_view nothing: 5 for each of 32; 2 tensors of 32 halves.
# 32 outputs of 9 products each: 576 operations; the gradients of input and filter take
# twice as many, that of the bias 32.
@test "the gradient of a convolution with a bias has the sizes of its forward pass" {
	tsv 'name gpu_us input_dims input_type concrete_inputs sequence_number' \
		'ConvBias_ 1.000 [[1,1,4,4],[2,1,3,3],[2]] ["float","float","float"] ["","","","1","1"] 5' \
		'ConvBias_Backward 1.000 [[1,2,4,4]] ["float"] [""] 5' \
		'ConvBias_Backward 1.000 [[1,2,4,4]] ["float"] [""] 6' \
		'ConvBiasReLU_Backward 1.000 [[1,2,4,4]] ["float"] [""] -' >back
	run -0 --separate-stderr bash -c 'trace-perf back | cut -f 7,8,12,13'
	assert_output "$(printf 'flops\tbytes\tcompute_spec\tmodel
608\t272\tmatrix_fp32\tconvolution_bias
1184\t664\tmatrix_fp32\tconvolution_bias_backward
\t\t\tconvolution_bias_backward
\t\t\tconvolution_bias_backward')"
}

@test "kernels of torch.compile: what their names say" {
	d='[[4,8],[32],[]]' t='["c10::Half","c10::Half","Scalar"]' v='["","","32"]'
	[ "$(figures 6,7,11 triton_poi_fused__unsafe_view_mul_silu_2 "$d" "$t" "$v")" = "$(printf '160\t128\tvector_fp16')" ]
	[ "$(figures 6,7 triton_poi_fused__unsafe_view_mul_silu_2 "$d" "$t" "$v" --compat reference)" = "$(printf '160\t192')" ]
	# mean 1 and rsqrt 2 over rows of 8.
	[ "$(figures 6 triton_red_fused_mean_rsqrt_0 "$d" "$t" '["","4","8"]')" = 96 ]
	[ "$(figures 6 triton_poi_fused_nosuchoperator_0 "$d" "$t" "$v" -q)" = "" ]
	[ "$(figures 6 triton_poi_ "$d" "$t" "$v" -q)" = "" ]
}

@test "figures without operations: the bytes alone, and nothing to compute" {
	tsv 'name gpu_us input_dims input_type' \
		'triton_poi_fused_add_mul_3 1.000 [[4,8],[4,8]] ["float","float"]' >unsized
	run -0 --separate-stderr bash -c 'trace-perf unsized | cut -f 5,6,8'
	assert_output "$(tsv 'flops bytes tb_per_s' '- 256 0.000256')"
	tsv 'name gpu_us' 'triton_poi_fused_add_mul_3 1.000' | sed '1s/$/\tinput_dims/; 2s/$/\t/' >bare
	run -1 --separate-stderr trace-perf bare
	assert_line --index 1 "$(printf 'triton_poi_fused_add_mul_3\t1.000\t\t\t\t\t\t\t\tinductor\t')"
	tsv 'key value' 'mem_bw_gbps 1' 'matrix_fp32 1' >slow.tsv
	[ "$(figures 6,7,14,15 aten::mm '[[0,8],[8,2]]' '["float","float"]' '[]' --arch slow.tsv)" = \
		"$(tsv '0 64 0.064 MEMORY_BOUND')" ]
}

@test "the roofline: the longer of computing and moving" {
	tsv 'key value' 'mem_bw_gbps 1' 'matrix_fp32 0.001' >slow.tsv
	# 2^28 operations at 10^9 a second take 268435.456 us, 3670016 bytes 3670.016.
	trace-perf --arch slow.tsv operators.tsv | cut -f 13-16 >out
	diff out <(tsv 'roofline_us roofline_bound roofline_pct lost_us' \
		'268435.456 COMPUTE_BOUND 2684354.560000 -268425.456')
	echo '{"name": "slow", "mem_bw_gbps": 1, "max_achievable_tflops": {"matrix_fp32": 0.001}}' >slow.json
	trace-perf --arch slow.json operators.tsv | cut -f 13-16 | diff out -
	run -2 --separate-stderr trace-perf --arch no-such-gpu operators.tsv
	[[ $stderr == *"--archs lists"* ]] || fail "$stderr"
	tsv 'key value' 'mem_bw_gbps 1' >half.tsv
	run -2 --separate-stderr trace-perf --arch half.tsv operators.tsv
	[[ $stderr == *"half.tsv: needs mem_bw_gbps and rates"* ]] || fail "$stderr"
	run -0 --separate-stderr trace-perf --arch V100 operators.tsv
	tsv 'key value' 'mem_bw_gbps 1' 'matrix_fp16 1' >other.tsv
	run -0 --separate-stderr trace-perf --arch other.tsv operators.tsv
	[[ $stderr == *"has no rate for matrix_fp32"* ]] || fail "$stderr"
}

@test "what cannot be is said: an operator faster than the GPU, rates of single kernels" {
	tsv 'key value' 'mem_bw_gbps 1' 'matrix_fp32 0.001' >slow.tsv
	run -0 --separate-stderr trace-perf --arch slow.tsv operators.tsv
	[[ $stderr == *"1 of 1 operators are faster than slow.tsv can be"* ]] || fail "$stderr"
	run -0 --separate-stderr trace-perf --arch H100-SXM operators.tsv
	[ -z "$stderr" ] || fail "$stderr"
	tsv 'name dur_us cpu_op input_dims input_type' \
		'Cijk 1.000 aten::mm [[4,8],[8,2]] ["c10::Half","c10::Half"]' >kernels
	run -0 --separate-stderr trace-perf kernels
	[[ $stderr == *"trace-link --operators"* ]] || fail "$stderr"
	run -0 --separate-stderr trace-perf -q kernels
	[ -z "$stderr" ]
}

# By hand: 67 TFLOP/s and 3.35 TB/s meet at 20 operations per byte. The product takes
# 128 operations of 192 bytes in 1 us: its roof is 3.35 * 128 / 192 TFLOP/s, and it
# makes 0.000128.
@test "--arch: the ridge, the roof and the distance to it" {
	tsv 'name gpu_us input_dims input_type' \
		'aten::mm 1.000 [[4,4],[4,4]] ["float","float"]' \
		'aten::mm 0.000 [[4,4],[4,4]] ["float","float"]' \
		'aten::cat 1.000 [[4]] ["float"]' >ridge.tsv
	tsv 'key value' 'mem_bw_gbps 3350' 'matrix_fp32 67' >ridge.arch
	run -0 bash -c 'trace-perf -q --arch ridge.arch ridge.tsv | cut -f 5-6,17-19'
	assert_output "$(tsv 'flops bytes ridge_flops_per_byte roof_tflops_per_s below_roof_tflops_per_s' \
		'128 192 20.000000 2.233333 2.233205' '128 192 20.000000 2.233333 -' '- - - - -')"
}

@test "every GPU of the list has rates, and says where they are from" {
	run -0 trace-perf --archs
	assert_line "$(printf 'H100-SXM\tNVIDIA H100 80GB HBM3')"
	[ "${#lines[@]}" -ge 14 ]
	for arch in $(trace-perf --archs | cut -f 1 | tail -n +2 | uniq); do
		trace-perf --arch "$arch" operators.tsv >/dev/null
		grep -q "^$arch$(printf '\t')source$(printf '\t')." "$TOP/common/meaning/archs.tsv"
	done
}

@test "own operators come before those known; a wrong model is refused" {
	tsv 'name gpu_us input_dims input_type' \
		'mylib::linear 1.000 [[4,8],[2,8]] ["float","float"]' >mine
	run -1 trace-perf -q mine
	run -0 trace-perf --models-add own.tsv mine
	# 2 * 4 * 8 * 2
	assert_line --index 1 --partial "$(printf '\t128\t')"
	tsv 'operator model' 'aten::mm -' >none.tsv
	run -1 --separate-stderr trace-perf --models-add none.tsv operators.tsv
	tsv 'operator model' 'aten::mm guess' >wrong.tsv
	run -2 --separate-stderr trace-perf --models-add wrong.tsv operators.tsv
	[[ $stderr == *"wrong.tsv:2: "*guess* ]] || fail "$stderr"
	tsv 'operator model unit' 'aten::mm mm foo' >unit.tsv
	run -2 --separate-stderr trace-perf --models-add unit.tsv operators.tsv
	[[ $stderr == *"unit.tsv:2: a unit is matrix or vector"*foo* ]] || fail "$stderr"
}

# The example of the page: known.tsv from capture.tsv and replay.tsv.
take_arguments() {
	sed -n '/^trace-align capture/,/known.tsv$/{s/\\e/\\/g; p;}' "$TOP/man/trace-perf.1" >example
	sh -e example
}

# A capture names the operators, and the replay runs its kernels in 8 and 4 us: 128
# operations and 224 bytes of a product, 32 and 256 of a sum of 32 numbers.
@test "kernels of a graph take the operators of its capture; a compiled one tells itself" {
	local mm='aten::mm [[4,8],[8,2]] ["float","float"] []'
	local add='triton_poi_fused_add_0 [[32],[32],[]] ["float","float","Scalar"] ["","","32"]'
	for run in capture replay; do
		tsv 'ts_us dur_us name cat device stream correlation cpu_op input_dims input_type concrete_inputs' >$run
		for i in 1 2 3 4; do
			[ $run = capture ] || mm='- - - -' add='- - - -'
			tsv "${i}00.000 8.000 Cijk kernel 0 1 $i $mm" \
				"${i}20.000 4.000 triton_poi_fused_add_0 kernel 0 1 $i $add" >>$run
		done
		trace-cycles -q $run >$run.tsv
	done
	take_arguments
	trace-perf -q known.tsv | awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
		{ print $c["name"], $c["flops"], $c["bytes"], $c["tflops_per_s"], $c["model"] }' >figures
	diff figures - <<-'END'
		Cijk 128 224 0.000016 mm
		triton_poi_fused_add_0 32 256 0.000008 inductor
	END
	tsv 'name dur_us cpu_op input_dims input_type concrete_inputs' \
		'triton_poi_fused_add_0 4.000 - [[32],[32],[]] ["float","float","Scalar"] ["","","32"]' >alone
	trace-perf -q alone | cut -f 7,8 | diff - <(tsv 'flops bytes' '32 256')
}

# Weights of 5 x 8 and 3 x 2 tokens: 2*6*8*5 operations.
@test "the example: layers of Transformer Engine and Megatron" {
	local types='["c10::BFloat16","c10::BFloat16","c10::BFloat16","c10::BFloat16"]'
	tsv 'name gpu_us input_dims input_type' \
		"_Linear 1.000 [[5,8],[3,2,8],[]] $types" \
		"_LayerNormLinear 1.000 [[3,2,8],[8],[8],[5,8]] $types" \
		"LinearWithGradAccumulationAndAsyncCommunication 1.000 [[3,2,8],[5,8]] $types" >layers
	run -0 bash -c "trace-perf --sheets --models-add '$TOP/scripts/report/operators/megatron_models.tsv' layers |
		cut -f 5,6,10,13 | uniq"
	assert_output "$(tsv 'flops bytes compute_spec category' '480 236 matrix_bf16 GEMM')"
	run -1 trace-perf -q layers
}

@test "--sheets: without operators that no report lists" {
	tsv 'name gpu_us gpu_events back_us input_dims' 'aten::mm 0.000 0 - -' 'aten::t 0.000 0 - -' \
		'aten::t 0.000 0 4.000 -' 'own 1.000 1 - -' 'own 0.000 - - -' >operators
	run -0 bash -c 'trace-perf -q --exit-zero --sheets operators | cut -f 1-4'
	assert_output "$(tsv 'name gpu_us gpu_events back_us' 'aten::mm 0.000 0 -' 'aten::t 0.000 0 4.000' 'own 1.000 1 -')"
	[ "$(trace-perf -q --exit-zero operators | wc -l)" -eq 6 ]
}

@test "every model of the table is there, and every model is in the table" {
	diff <(trace-perf --models | tail -n +2 | grep -v inductor | LC_ALL=C sort) \
		<(tail -q -n +2 "$TOP/common/meaning/perf-models.tsv" \
			"$TOP/scripts/report/operators/megatron_models.tsv" | cut -f 2 | grep . | LC_ALL=C sort -u)
}

# params OPERATOR DIMS TYPES VALUES [OPTION...]
params() {
	figures 13 "$@" -q
}

@test "params: the sizes by which operators of inference are grouped" {
	local h='"c10::Half"' f='"float"'
	tsv 'want have' \
		'{"seq_len":4,"batch":2,"heads":3,"head_dim":8,"num_elements":192}' "$(params FusedRoPEFunc '[[4,2,3,8]]' "[$h]" '[]')" \
		'{"num_elements":96}' "$(params sgl_kernel::rotary_embedding '[[4],[4,16],[4,8],[],[9,8]]' "[$f,$h,$h]" '["","","","8"]')" \
		'{"op_shape":[4,8],"nelems":32,"dtype":"c10::Half"}' "$(params sglang::store_cache '[[4,8]]' "[$h]" '[]')" \
		'{"op_shape":[4,8],"dtype_in_out":["float","c10::Half"],"stride_input":null,"stride_output":null}' "$(params aiter::gelu_and_mul '[[4,8],[4,16]]' "[$h,$f]" '[]')" \
		'{"M":4,"N":256,"group_size":128,"num_groups":2,"shape_x":[4,256],"dtype_x":"c10::Half"}' "$(params vllm::triton_per_token_group_quant_fp8 '[[4,256]]' "[$h]" '[]')" \
		'{"batch":2,"channels":3,"seq_len":5,"kernel_size":4,"has_bias":true}' "$(params DaoAILab::_causal_conv1d_fwd_cpp '[[2,3,5],[3,4],[3]]' "[$h,$h,$h]" '[]')" \
		'{"operands":[[[4,8],"c10::Half"],[[8],"float"]]}' "$(params aiter::moe_sorting_fwd '[[4,8],[8],[]]' "[$h,$f,\"\"]" '[]')" \
		'{"out_shape":[8,2],"op_shape":[4,2],"dtype_in":"c10::Half"}' "$(params sglang::reg_all_gather_into_tensor '[[8,2],[4,2]]' "[$h,$h]" '[]')" \
		'{"B":1,"M":4,"N":2,"K":8,"bias":false,"dtype_A_B":["c10::Half","float","c10::Half"]}' "$(params aiter::gemm_a16w16 '[[4,8],[2,8]]' "[$h,$f]" '[]')" \
		'{"num_input_elems":8,"num_output_elems":8,"dtype_in_out":["float",null],"reduce_type":"cumsum"}' "$(params aten::cumsum '[[8]]' "[$f]" '[]')" \
		'{"num_input_elems":8,"num_output_elems":8,"dtype_in_out":["float",null],"reduce_type":"sum"}' "$(params aten::cumsum '[[8]]' "[$f]" '[]' --compat reference)" |
		tail -n +2 >pairs
	[ "$(sed -n '1~2p' pairs | wc -l)" -eq 11 ]
	diff <(sed -n '1~2p' pairs) <(sed -n '2~2p' pairs)
}

# Heads of 2 that share one key: 2 sequences of 5 and 3 tokens, and TraceLens takes 3 for
# both others of 8 tokens in all: 2*2*(25+2*9)*40 operations each way, and the keys' gradients.
@test "joined sequences: TraceLens loses the tokens that do not divide evenly" {
	d='[[12,2,8],[12,2,8],[12,1,8],[12,1,8],[],[],[],[],[],[4],[4]]'
	t='["float","float","float","float"]' v='["","","","","","","","","","","","5","5","0.0","","False"]'
	[ "$(figures 6 flash_attn::_flash_attn_varlen_backward "$d" "$t" "$v" --compat reference)" = \
		$((2 * 2 * (5 * 5 + 2 * 3 * 3) * 40 + (5 + 2 * 3) * 16)) ]
	[ "$(figures 6 flash_attn::_flash_attn_varlen_backward "$d" "$t" "$v")" = \
		$((2 * 2 * (5 * 5 + 2 * 3 * 3) * 40 + 12 * 16)) ]
}

@test "all rows of the reference's formulas" {
	need_traces
	rows=$TRACES/../reference/tracelens/formula-rows
	[ -d "$rows" ] || skip "no rows of the reference"
	awk -F '\t' 'BEGIN { OFS = FS; print "name", "gpu_us", "input_dims", "input_type",
			"concrete_inputs", "annotation", "kernel", "moe_topk", "moe_gated", "sequence_number" }
		FNR > 1 { k = match($5, /topk": [0-9]+/) ? substr($5, RSTART + 7, RLENGTH - 7) : ""
			print $1, "1.000", $2, $3, $4, $6, $7, k, $5 ~ /gated": true/ ? "yes" : "",
				$5 ~ /Sequence/ ? 7 : "" }' \
		"$rows/all-models.tsv" | trace-perf --compat reference |
		paste "$rows/all-models.tsv" - >both
	awk -F '\t' 'function differs(a, b) {
			if (a == "" || b == "")
				return a != b
			return (a - b) ^ 2 > 1e-18 * b ^ 2
		}
		FNR > 1 { n++
			if (differs($24, $8) || differs($25, $9) || $29 != $10) { print; bad++ }
			bare += $24 != "" && $31 == "" } # figures without sizes
		END { print n + 0, bad + 0, bare + 0 }' both >result
	[ "$(tail -n 1 result)" = "272 0 0" ] || fail "$(cut -c 1-200 result)"
}

@test "all rows of published sheets" {
	need_traces
	rows=$TRACES/../reference/tracelens/formula-rows/visible-traces.tsv
	[ -f "$rows" ] || skip "no rows of the reference"
	awk -F '\t' 'BEGIN { OFS = FS; print "name", "gpu_us", "input_dims", "input_type", "concrete_inputs" }
		FNR > 1 { print $2, "1.000", $3, $4, $6 }' "$rows" |
		trace-perf --compat reference | paste "$rows" - >both
	# Steps of attention and the experts of Triton need more than these columns.
	awk -F '\t' 'function differs(a, b) {
			if (a == "" || b == "")
				return a != b
			return (a - b) ^ 2 > 1e-18 * b ^ 2
		}
		FNR > 1 && $1 !~ /^InferenceAttention|^MoE_unfused/ { n++
			if (differs($17, $7 == "" ? "" : $7 * 1e9) ||
				differs($18, $8 == "" ? "" : $8 * 1048576) || $22 != $10) { print; bad++ } }
		END { print n + 0, bad + 0 }' both >result
	[ "$(tail -n 1 result)" = "650 0" ] || fail "$(cut -c 1-200 result)"
}

@test "real traces: kernels of torch.compile have the figures that were published" {
	need_traces
	trace-extract -q -c gpu,host -a 'Input Dims' -a 'Input type' -a 'Concrete Inputs' \
		"$TRACES/compiled-block-mi300.json.gz" | trace-link -q --operators |
		trace-perf --compat reference | awk -F '\t' '
			NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
			$c["model"] == "inductor" { printf "%.9f %.11f\n", $c["flops"] / 1e9, $c["bytes"] / 1048576 }' >got
	diff - got <<-'END'
		0.469762048 256.00390625000
		0.469762048 384.00390625000
		1.342177280 1536.00000000000
		0.067108864 512.00000000000
	END
}
