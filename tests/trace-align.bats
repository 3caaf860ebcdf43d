#!/usr/bin/env bats
load helper

# cycle REPS NAME=SUM_US...: a table of one cycle, "~" a blank in a name.
cycle() {
	local reps=$1 position=0 kernel
	shift
	{
		echo "device stream cycle level reps length position name count sum_us"
		for kernel; do
			position=$((position + 1))
			echo "0 7 1 1 $reps $# $position ${kernel%=*} $reps ${kernel#*=}"
		done
	} | sed 's/ /\t/g; s/~/ /g'
}

# columns NAME,NAME... [ARGUMENT...]: these columns of what trace-align prints.
columns() {
	local columns=$1
	shift
	trace-align "$@" | awk -F '\t' -v columns="$columns" '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; n = split(columns, wanted, ",") }
		{ for (i = 1; i <= n; i++) printf "%s%s", $at[wanted[i]], i < n ? "\t" : "\n" }'
}

# trace REPS NAME...: a Kineto trace in which these kernels repeat.
trace() {
	local reps=$1 ts=0 i name
	shift
	echo '{"traceEvents": [{"ph": "M", "name": "process_name"}'
	for ((i = 0; i < reps; i++)); do
		for name; do
			ts=$((ts + 10 + i * 3 % 7))
			echo ",{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"$name\"," \
				"\"ts\": $ts, \"dur\": $((3 + ts % 5)), \"args\": {\"device\": 0, \"stream\": 7}}"
		done
	done
	echo ']}'
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	cycle 4 norm=8.000 gemm_64x64=40.000 mul=4.000 add=4.004 copy=2.000 >a.tsv
	cycle 2 norm=5.000 gemm_128x64=16.000 fused=3.000 copy=1.000 >b.tsv
}

@test "manners: command line" {
	manners_command_line trace-align
}

@test "manners: the page and --help agree" {
	manners_page trace-align
}

# With a.tsv as A; without an operand B is standard input.
@test "manners: filter" {
	mkdir bin
	printf '#!/bin/sh\n[ $# -gt 1 ] || set -- "$@" -\nexec %s "$@"\n' \
		"$(command -v trace-align)" >bin/trace-align
	chmod +x bin/trace-align
	PATH=$PWD/bin:$PATH
	manners_filter trace-align b.tsv a.tsv
}

@test "pairs, removed and added, with their times" {
	run -0 --separate-stderr trace-align a.tsv b.tsv
	assert_output "$(tsv \
		'match a_name b_name a_us b_us delta_us delta_pct verdict group group_delta_us group_rows group_a_us group_b_us outcome family a_position b_position ratio similarity confidence delta_low_us delta_high_us a_sum_us b_sum_us' \
		'exact norm norm 2.000 2.500 0.500 25.00 - - - - - - - - 1 1 1.2500 name - - - 8.000 5.000' \
		'similar gemm_64x64 gemm_128x64 10.000 8.000 -2.000 -20.00 - - - - - - - gemm 2 2 0.8000 normalised - - - 40.000 16.000' \
		'removed mul - 1.000 - -1.000 - - 1 -0.501 2:1 2.001 1.500 - - 3 - - - 0.00 - - 4.000 -' \
		'removed add - 1.001 - -1.001 - - 1 - - - - - - 4 - - - 0.00 - - 4.004 -' \
		'added - fused - 1.500 1.500 - - 1 - - - - - - - 3 - - 0.00 - - - 3.000' \
		'exact copy copy 0.500 0.500 0.000 0.00 - - - - - - - - 5 4 1.0000 name - - - 2.000 1.000')"
	[ -z "$stderr" ]
}

@test "a cycle against itself is exact, also with repeated names" {
	cycle 3 k=1.000 k=2.000 x=3.000 k=4.000 k=5.000 x=6.000 y=7.000 >same.tsv
	run -0 columns match,a_position,b_position,delta_us same.tsv same.tsv
	assert_output "$(tsv 'match a_position b_position delta_us' 'exact 1 1 0.000' \
		'exact 2 2 0.000' 'exact 3 3 0.000' 'exact 4 4 0.000' 'exact 5 5 0.000' \
		'exact 6 6 0.000' 'exact 7 7 0.000')"
}

@test "a rotated cycle is exact, in the order of B" {
	cycle 3 k=1.000 k=2.000 x=3.000 k=4.000 y=5.000 >a2.tsv
	cycle 3 x=3.000 k=4.000 y=5.000 k=1.000 k=2.000 >b2.tsv
	run -0 columns match,a_position,b_position,delta_us a2.tsv b2.tsv
	assert_output "$(tsv 'match a_position b_position delta_us' 'exact 3 1 0.000' \
		'exact 4 2 0.000' 'exact 5 3 0.000' 'exact 1 4 0.000' 'exact 2 5 0.000')"
}

@test "names that differ in their work are not similar" {
	cycle 1 'void~f<4,AddFunctor<float>~>(int)=1.000' kernel_bf16_64x64=1.000 >a3.tsv
	cycle 1 'void~f<4,MulFunctor<float>~>(int)=1.000' kernel_f32_64x64=1.000 >b3.tsv
	run -0 columns match -q --least 0% a3.tsv b3.tsv
	assert_output "$(tsv match removed removed added added)"
}

@test "kernels of one family pair where no names agree" {
	cycle 1 nvjet_tst_128x64_v_bz_TNN=1.000 flash_fwd_kernel=1.000 mystery=1.000 >a5.tsv
	cycle 1 Cijk_Alik_Bljk_BBS_BH_MT64x64=2.000 attn_fwd=2.000 secret=1.000 >b5.tsv
	run -0 columns match,a_position,b_position,similarity,family a5.tsv b5.tsv
	assert_output "$(tsv 'match a_position b_position similarity family' 'similar 1 1 family gemm' \
		'similar 2 2 family attention' 'removed 3 - - -' 'added - 3 - -')"
}

@test "groups: what was fused into what, and how sure that is" {
	cycle 1 x=1.000 op_add=2.000 op_mul=3.000 gemm_1=1.000 op_exp=1.000 y=1.000 >a7.tsv
	cycle 1 x=1.000 triton_poi_fused_add_mul_0=4.000 gemm_1=1.000 y=1.000 >b7.tsv
	run -0 columns match,a_position,b_position,group,confidence a7.tsv b7.tsv
	# Kernels of one side only are in no group.
	assert_output "$(tsv 'match a_position b_position group confidence' \
		'exact 1 1 - -' 'removed 2 - 1 1.00' 'removed 3 - 1 1.00' 'added - 2 1 1.00' \
		'exact 4 3 - -' 'removed 5 - - -' 'exact 6 4 - -')"
}

@test "groups: sums and kernels on the first row" {
	cycle 2 x=1.000 op_add=2.000 op_mul=4.000 y=1.000 fused_add_rms_norm=6.000 >a9.tsv
	cycle 4 x=1.000 triton_poi_fused_add_mul_0=8.000 y=1.000 op_add=2.000 rms_norm=9.000 >b9.tsv
	run -0 columns match,a_us,b_us,group,group_rows,group_a_us,group_b_us,group_delta_us a9.tsv b9.tsv
	assert_output "$(tsv 'match a_us b_us group group_rows group_a_us group_b_us group_delta_us' \
		'exact 0.500 0.250 - - - - -' 'removed 1.000 - 1 2:1 3.000 2.000 -1.000' \
		'removed 2.000 - 1 - - - -' 'added - 2.000 1 - - - -' 'exact 0.500 0.250 - - - - -' \
		'removed 3.000 - 2 1:2 3.000 2.750 -0.250' 'added - 0.500 2 - - - -' 'added - 2.250 2 - - - -')"
	# As do their parts, whatever would be paired without them.
	cycle 1 n=1.000 op_add=1.000 op_mul=1.000 n=1.000 n=1.000 >a9.tsv
	cycle 1 n=1.000 triton_poi_fused__to_copy_add_mul_1=1.000 n=1.000 >b9.tsv
	run -0 columns a_position,b_position,group,confidence a9.tsv b9.tsv
	assert_output "$(tsv 'a_position b_position group confidence' '1 1 - -' '2 - 1 1.00' '3 - 1 1.00' \
		'- 2 1 1.00' '4 3 - -' '5 - - -')"
	cycle 1 triton_poi_fused_add_mul_view_7=1.000 >a9.tsv
	run -0 columns match,similarity,family a9.tsv <(cycle 1 triton_poi_fused_add_mul_0=1.000)
	assert_line --index 1 "$(tsv 'similar operations -')"
}

@test "groups: a split matrix multiplication is no part of the fusion behind it" {
	cycle 1 attention_fwd=50 gemm_o=100 op_add=5 op_mul=5 op_exp=5 gemm_up=90 >a9.tsv
	cycle 1 attention_fwd=50 nvjet_o=70 splitKreduce_kernel=10 triton_red_fused_add_exp_mul_0=6 nvjet_up=80 >b9.tsv
	run -0 columns group_rows,group_delta_us,confidence a9.tsv b9.tsv
	assert_equal "$(grep : <<<"$output")" "$(tsv '1:2 -20.000 1.00' '3:1 -9.000 1.00')"
	run -0 columns group_rows,group_delta_us,confidence b9.tsv a9.tsv
	assert_equal "$(grep : <<<"$output")" "$(tsv '2:1 20.000 1.00' '1:3 9.000 1.00')"
}

@test "groups: ReLU and batch norm are two of two kernels, each fused of parts of both" {
	local norm=triton_red_fused_native_batch_norm forward=_legit_functional
	cycle 1 conv_a=90 bn_fw_tr=30 launch_clamp_scalar=15 conv_b=80 threshold_kernel=22 bn_bw_new=50 dgrad=70 >eager
	cycle 1 conv_a=90 ${norm}${forward}_3=12 triton_poi_fused_native_batch_norm${forward}_relu_4=18 conv_b=80 \
		${norm}_backward_threshold_backward_10=25 triton_poi_fused_native_batch_norm_backward_threshold_backward_11=28 dgrad=70 >compiled
	run -0 columns group_rows,group_delta_us,confidence eager compiled
	assert_equal "$(grep : <<<"$output")" "$(tsv '2:2 -15.000 1.00' '2:2 -19.000 1.00')"
	run -0 columns group_rows,group_delta_us,confidence compiled eager
	assert_equal "$(grep : <<<"$output")" "$(tsv '2:2 15.000 1.00' '2:2 19.000 1.00')"
}

# block FIRST: a step of 100 kernels, of which those from FIRST on have other names, but for as many at the end.
block() {
	local kernels=() i
	for ((i = 0; i < 100; i++)); do
		if ((i >= $1 && i < 100 - $1)); then
			kernels+=("other_$(printf '%s' "$i" | tr 0-9 a-j)_run=$((i == 50 ? 900 : 9))")
		else
			kernels+=("kernel_$(printf '%s' "$i" | tr 0-9 a-j)_run=10")
		fi
	done
	cycle 1 "${kernels[@]}"
}

@test "many kernels without a partner are no group in which one could hide" {
	block 50 >whole.tsv
	for first in 43 30; do
		block $first >other.tsv
		trace-align -q --least 0% --summary s.tsv whole.tsv other.tsv | cut -f 11 | grep : || true
		awk -F '\t' '$1 == "change" { print $2, $14; exit }' s.tsv
	done >told
	diff - told <<-END
		14:14
		14 kernels became 14 877.000
		new 900.000
	END
}

@test "moved kernels are pairs in no group" {
	cycle 1 x=1.000 y=1.000 copy=1.000 z=1.000 w=1.000 >a8.tsv
	cycle 1 copy=1.500 x=1.000 y=1.000 z=1.000 >b8.tsv
	run -0 columns match,a_position,b_position,delta_us,group a8.tsv b8.tsv
	assert_output "$(tsv 'match a_position b_position delta_us group' \
		'moved 3 1 0.500 -' 'exact 1 2 0.000 -' 'exact 2 3 0.000 -' \
		'exact 4 4 0.000 -' 'removed 5 - -1.000 -')"
}

@test "three GEMMs in one are a group of three, by their times" {
	cycle 10 norm=100.001 gemm_q=100 gemm_k=100 gemm_v=100 rope=100 >q.tsv
	cycle 10 norm=100.001 gemm_qkv=290 rope=100 >qkv.tsv
	run -0 columns match,a_name,b_name,group,group_rows,group_delta_us,outcome q.tsv qkv.tsv
	assert_output "$(tsv 'match a_name b_name group group_rows group_delta_us outcome' \
		'exact norm norm - - - -' 'similar gemm_q gemm_qkv 1 3:1 -1.000 -' \
		'removed gemm_k - 1 - - -' 'removed gemm_v - 1 - - -' 'exact rope rope - - - -')"
}

@test "GEMMs that became one are a group with it, not with the slower GEMM on the other side" {
	cycle 10 gemm_down=1000 op_add=20 op_mul=20 gemm_q=1000 gemm_k=1000 nvjet_64x64=1000 rope=100 >q.tsv
	cycle 10 nvjet_down=1150 triton_poi_fused_add_mul_0=20 nvjet_128x64=2900 rope=100 >qkv.tsv
	run -0 columns group_rows,group_delta_us q.tsv qkv.tsv
	assert_equal "$(grep : <<<"$output")" "$(tsv '2:1 -2.000' '3:1 -10.000')"
	run -0 columns group_rows,group_delta_us qkv.tsv q.tsv
	assert_equal "$(grep : <<<"$output" | sort)" "$(tsv '1:2 2.000' '1:3 10.000')"
}

@test "one kernel in the place of another one is called that" {
	cycle 10 norm=100 Cijk_MT192x16=290 rope=100 act_and_mul=100 paged_attention=100 >one.tsv
	cycle 10 norm=100 Cijk_SB_PostGSU4=40 rope=100 act_and_mul=100 paged_attention=100 >other.tsv
	run -0 columns match,group_rows -q --summary s.tsv one.tsv other.tsv
	assert_line "$(tsv 'removed 1:1')"
	[ "$(awk -F '\t' '$1 == "change" { print $2; exit }' s.tsv)" = 'gemm_reduce: another kernel' ]
}

@test "unequal work is said first: inputs of other shapes" {
	local side rows
	for side in 8 32; do
		rows="0 7 1 1 4 1 gemm 4 40.000 aten::mm [[$side,~128],~[128,~64]]"
		tsv 'device stream cycle level reps position name count sum_us cpu_op input_dims' "$rows" \
			'0 7 1 1 4 2 norm 4 8.000 aten::norm [[8],~[]]' >"w$side.tsv"
	done
	trace-align -q --summary s.tsv w8.tsv w32.tsv
	[ "$(awk -F '\t' '$1 == "note" { print $2; exit }' s.tsv)" = \
		'Unequal work: 1 of 2 pairs of kernels have inputs of different shapes; those of w32.tsv have 1.33 times as many elements.' ]
	trace-align -q --summary s.tsv w8.tsv w8.tsv
	run ! grep -E 'Unequal|shapes' s.tsv
	# The same elements in other shapes are no more work.
	sed 's|\[\[8, 128\]|[[128, 8]|' w8.tsv >turned.tsv
	trace-align -q --summary s.tsv w8.tsv turned.tsv
	[ "$(awk -F '\t' '$1 == "note" { print $2; exit }' s.tsv)" = \
		'Other shapes: 1 of 2 pairs of kernels have inputs of different shapes, with as many elements in all.' ]
}

@test "families, changes and groups are judged by how much their kernels differ" {
	local spread verdict found
	cycle 10 norm=100.001 gemm_q=100 gemm_k=100 gemm_v=100 rope=100 >q.tsv
	cycle 10 norm=100.001 gemm_qkv=330 rope=100 >qkv.tsv
	while read -r spread verdict; do
		for side in q qkv; do
			awk -F '\t' -v OFS='\t' -v s="$spread" '{ print $0, NR == 1 ? "stddev_us" : s }' $side.tsv >$side.noisy
		done
		run -0 columns group,outcome --summary s.tsv q.noisy qkv.noisy
		[ "$(grep -c "^1.$verdict$" <<<"$output")" -eq 3 ]
		found=$(awk -F '\t' '$1 == "family" && $2 == "gemm" || $1 == "change" && $2 ~ /^gemm/ { print $16 }' s.tsv | xargs)
		assert_equal "$spread $found" "$spread $verdict $verdict"
		trace-align -q --fail-if 'family:gemm>0%' q.noisy qkv.noisy >/dev/null && found=kept || found=failed
		assert_equal "$verdict $found" "$([ "$verdict" = slower ] && echo slower failed || echo unclear kept)"
	done <<-END
		0.100 slower
		6.000 unclear
	END
}

@test "SwiGLU around a GEMM is a group, and one row of --by-fusion for all layers" {
	for side in a b; do
		kernels=()
		for i in 1 2 3; do
			if [ $side = a ]; then
				kernels+=(gemm_gate=10 silu_kernel=2 gemm_up=10 mul_kernel=2 gemm_down=10)
			else
				kernels+=(gemm_gate=10 gemm_up=10 triton_poi_fused_mul_silu_0=3 gemm_down=10)
			fi
		done
		cycle 1 embed=1 "${kernels[@]}" >s$side.tsv
	done
	run -0 trace-align --by-fusion sa.tsv sb.tsv
	assert_line --index 0 "$(tsv 'change family from to times a_us b_us saved_us a_rows b_rows faster slower name')"
	assert_line --index 1 "$(printf 'group\tswiglu\tsilu + mul\tswiglu\t3\t12.000\t9.000\t3.000\t6\t3\t0\t0\ttriton_poi_fused_mul_silu_0')"
	[ "${#lines[@]}" -eq 6 ]
	run -0 trace-align --fail-if 'family:swiglu>1%' --fail-if 'group:swiglu>-1us' sa.tsv sb.tsv
	run -0 columns group sb.tsv sb.tsv
	[ "$(sort -u <<<"$output" | xargs)" = group ]
}

@test "one layer against two: told, and no budget is judged" {
	cycle 4 norm=1.000 gemm_1=9.000 silu=1.000 copy=1.000 >one.tsv
	cycle 2 gemm_1=9.000 silu=1.000 copy=1.000 norm=1.000 gemm_2=8.000 silu=1.000 copy=1.000 norm=1.000 >two.tsv
	run -0 --separate-stderr columns match,a_position,b_position,group one.tsv two.tsv
	assert_output "$(tsv 'match a_position b_position group' 'exact 2 1 -' 'exact 3 2 -' \
		'exact 4 3 -' 'exact 1 4 -' 'added - 5 -' 'added - 6 -' 'added - 7 -' 'added - 8 -')"
	told="trace-align: cycle 1 of two.tsv is about 2 times cycle 1 of one.tsv; --cycle compares what is inside it"
	[ "$stderr" = "$told" ]
	run -0 --separate-stderr columns match,a_position,b_position two.tsv one.tsv
	assert_line "$(tsv 'removed 5 -')"
	[ "$stderr" = "$told" ]
	# Also where another GPU has other names.
	sed 's/gemm_[12]/Cijk_Alik_Bljk_BBS/; s/silu/other_silu/; s/copy/other_copy/' two.tsv >amd.tsv
	run -0 --separate-stderr trace-align --least 40% one.tsv amd.tsv
	[ "$stderr" = "${told/two/amd}" ]
	run -0 --separate-stderr trace-align -q --summary s.tsv two.tsv one.tsv
	[ -z "$stderr" ]
	[ "$(value what s.tsv | head -n 1)" = 'These cycles are not alike: one repeat of two.tsv is about 2 of one.tsv.' ]
	run -2 --separate-stderr trace-align -q --fail-if 'total>900%' one.tsv two.tsv
	[ "$stderr" = "trace-align: the budget cannot be judged: cycle 1 of one.tsv and cycle 1 of two.tsv \
are not the same part of a model" ]
}

@test "--pairs: the step before its layers and lone kernels, and no other phase" {
	{
		cycle 4 norm=8 gemm_1=40 copy=2 | sed '1s/$/\tcoverage_pct\tphase/; 2,$s/$/\t30\tdecode/'
		cycle 99 nccl_AllReduce=900 | sed '1d; s/$/\t70\tdecode/; s/\t1\t1\t99/\t2\t1\t99/'
		cycle 8 norm=4 gemm_1=20 | sed '1d; s/$/\t20\tdecode/; s/\t1\t1\t8/\t3\t2\t8/'
	} >many.tsv
	run -0 --separate-stderr trace-align --pairs many.tsv many.tsv
	[ "$(cut -f 1,2,5,7,11,14 <<<"$output")" = "$(tsv 'a_cycle b_cycle a_phase a_kernels a_share_pct chosen' \
		'1 1 decode 3 30.0 yes' '3 3 decode 2 20.0 no' '2 2 decode 1 70.0 no')" ]
	[ "$(trace-align --pairs --all many.tsv many.tsv | cut -f 1,14 | tr '\t\n' '  ')" = 'a_cycle chosen 1 yes 3 yes 2 yes ' ]
	run -0 --separate-stderr trace-align many.tsv many.tsv
	[[ $stderr == "trace-align: cycle 1 of many.tsv, 4 repeats of 3 kernels, against cycle 1 of "* ]] || fail "$stderr"
	sed 's/decode/prefill/' many.tsv >prefill.tsv
	run -2 --separate-stderr trace-align many.tsv prefill.tsv
	[ "$stderr" = "trace-align: no phase in common: many.tsv has cycles of phase decode, prefill.tsv of prefill: \
nothing to compare; --cycle 2,2 compares them anyway" ]
	run -0 trace-align -q --cycle 1,1 many.tsv prefill.tsv
	cycle 4 softmax=8 conv=40 copy=2 >other.tsv
	cycle 4 nccl_AllReduce=9 lookup=7 >unlike.tsv
	[ "$(trace-align --pairs other.tsv unlike.tsv | sed 1d | cut -f 14,15)" = \
		$'yes\tno cycles are alike; these have the most kernels' ]
}

# layers N KERNEL...: a step of N layers; what follows begins like a layer.
layers() {
	local n=$1 i kernels=(embed=1.000)
	shift
	for ((i = 0; i < n; i++)); do
		kernels+=("${@/%/=1.000}")
	done
	cycle 2 "${kernels[@]}" norm=1.000 head=1.000
}

@test "36 layers against 35: as many kernels as a layer has are further" {
	layers 35 norm qkv attn out add norm up silu down add >35.tsv
	layers 36 norm qkv attn out add norm up silu down add >36.tsv
	run -0 --separate-stderr columns match,b_position,group 35.tsv 36.tsv
	[ -z "$stderr" ]
	[ "$(grep -v exact <<<"$output" | sed 1d)" = "$(for i in {353..362}; do tsv "added $i -"; done)" ]
	run -0 columns match,a_position,group 36.tsv 35.tsv
	[ "$(grep -v exact <<<"$output" | sed 1d)" = "$(for i in {353..362}; do tsv "removed $i -"; done)" ]
	# Where each layer has a group of its own, the further layer is in none, and may cost one.
	layers 36 norm qkv attn out fused_add_norm up silu down add >fused.tsv
	run -0 columns match,group 35.tsv fused.tsv
	[ "$(grep -c "^added$(printf '\t')$" <<<"$output")" -le 9 ]
	[ "$(cut -f 2 <<<"$output" | grep . | sed 1d | sort -u | wc -l)" -ge 34 ]
}

@test "a change in one of 16 layers is no layer fewer, in any of them" {
	local layer=(norm qkv rope attn out add norm gate silu mul down add)
	layers 16 "${layer[@]}" >whole.tsv
	for ((k = 0; k < 16; k++)); do
		for ((i = 0; i < 16; i++)); do
			[ $i -ne $k ] || layer[8]=fused
			printf '%s\n' "${layer[@]}"
			layer[8]=silu
		done | sed '/^fused$/{n;d}' | xargs | {
			read -ra kernels
			cycle 2 embed=1.000 "${kernels[@]/%/=1.000}" norm=1.000 head=1.000
		} >changed.tsv
		trace-align --least 0% whole.tsv changed.tsv 2>&1
	done | cut -f 1 | sort | uniq -c | sed 's/^ *//' >counts
	diff - counts <<-END
		16 added
		$((16 * 193)) exact
		16 match
		32 removed
	END
}

@test "verdicts come from count and deviation" {
	for side in '100 3' '103 3' '150 3' '60 3' '110 200'; do
		tsv 'cycle reps position name count sum_us stddev_us' \
			"1 30 1 k 30 $((${side% *} * 3))0.000 ${side#* }.000" >"${side% *}.tsv"
	done
	verdict() {
		columns delta_low_us,delta_high_us,verdict "$@" | sed 1d
	}
	# 30 repeats tell as much as 10: the logarithms differ by 0.029559 and are
	# known to 2.1013 (17.98 degrees) * sqrt(0.0009 / 10 + 0.0009 / 10.609 / 10).
	run -0 verdict 100.tsv 103.tsv
	assert_output "$(tsv '0.180 5.820 slower')"
	run -0 verdict 100.tsv 150.tsv
	assert_output --partial slower
	run -0 verdict 100.tsv 60.tsv
	assert_output --partial faster
	run -0 verdict 100.tsv 110.tsv
	assert_output --partial unclear
	sed -i 's/3.000$//' 150.tsv
	run -0 verdict 100.tsv 150.tsv
	assert_output "$(printf '\t\t')"
}

@test "a kernel that the other side runs beside its steps is not new, nor gone" {
	tsv 'cycle level reps step_kind position name sum_us' '1 1 9 1 1 gemm 90.000' '1 1 9 1 2 copy 9.000' >one.tsv
	tsv 'cycle level reps step_kind position name sum_us' '1 1 9 1 1 gemm 90.000' '2 1 9 - 1 copy 9.000' >two.tsv
	said() { trace-align -q --step --summary s.tsv "$1" "$2" >rows && grep "^change.*	copy$" s.tsv | cut -f 2; }
	[ "$(said one.tsv two.tsv)" = 'on another stream in B' ]
	[ "$(said two.tsv one.tsv)" = 'on another stream in A' ]
	head -n 2 two.tsv >gone.tsv
	[ "$(said one.tsv gone.tsv)" = 'gone' ]
}

@test "a summary calls an outermost cycle a step only if others repeat in it, or many attentions" {
	# A trace of one step has its layers as outermost cycles.
	tsv 'cycle level parent reps phase position name sum_us' '1 1 - 9 decode 1 embed 9.000' \
		'1 1 - 9 decode 2 gemm 9.000' '2 2 1 18 decode 1 gemm 9.000' >steps.tsv
	head -n 3 steps.tsv >layers.tsv
	trace-align -q --cycle 1 --summary s.tsv steps.tsv steps.tsv >rows
	grep -q $'^result\tDecode step, 2 and 2 kernels' s.tsv
	trace-align -q --cycle 1 --summary s.tsv layers.tsv steps.tsv >rows
	grep -q $'^result\tDecode cycle, 2 and 2 kernels' s.tsv
	trace-align -q --cycle 2 --summary s.tsv steps.tsv steps.tsv >rows
	grep -q $'^result\tPart of a decode step, 1 and 1 kernels' s.tsv
	# In a request it is one of several steps.
	awk -F '\t' -v OFS='\t' '{ print $0, NR == 1 ? "phase_reason" : $2 == 1 ? "holds steps of decode" : "" }' steps.tsv >request.tsv
	for pair in 1,1:'Several steps, 2' 2,2:'Decode step, 1'; do
		trace-align -q --cycle "${pair%:*}" --summary s.tsv request.tsv request.tsv >rows
		grep -q "^result	${pair#*:} and " s.tsv
	done
	# The step is compared: how many a request has is another matter.
	tsv '2 2 1 18 decode 2 norm 9.000 -' >>request.tsv
	sed '2,3s/9.000/90.000/' request.tsv >longer.tsv
	run -0 --separate-stderr trace-align --fail-if 'total>3%' request.tsv longer.tsv
	run -1 --separate-stderr trace-align --cycle 1 --fail-if 'total>3%' request.tsv longer.tsv
	trace-align --pairs request.tsv longer.tsv | cut -f 1,14,15 | grep -q '^1	no	several steps are not a step$'
	# Of a step alone, its attentions are more than those of layers that repeat together.
	for n in 4 5; do
		for ((i = 1; i <= n; i++)); do
			tsv "1 1 - 9 decode $((2 * i - 1)) paged_attention_kernel 9.000" "1 1 - 9 decode $((2 * i)) gemm 9.000"
		done | { head -n 1 steps.tsv && cat; } >"$n.tsv"
		trace-align -q --summary "$n.page" "$n.tsv" "$n.tsv" >rows
	done
	grep -q $'^result\tDecode cycle, 8 and 8 kernels' 4.page
	grep -q $'^result\tDecode step, 10 and 10 kernels' 5.page
}

@test "a change comes before what is the same, however much time that takes" {
	tsv 'cycle reps position name count sum_us stddev_us' '1 60 1 gemm_a 60 60000.000 1.000' \
		'1 60 2 gelu 60 600.000 0.100' '1 60 3 gemm_b 60 60000.000 1.000' '1 60 4 norm 60 600.000 0.100' \
		'1 60 5 gemm_b 60 60000.000 1.000' >t1.tsv
	sed 's/gemm_a\t60\t60000/gemm_a\t60\t60600/; s/gelu\t60\t600/gelu\t60\t900/' t1.tsv >t2.tsv
	trace-align --summary s.tsv t1.tsv t2.tsv >rows
	[ "$(awk -F '\t' '$1 == "change" { print $2, $14, $16 }' s.tsv | head -n 3 | paste -s -d ,)" = \
		"gelu: the same kernel 5.000 slower,gemm: the same kernel 10.000 same,all else 0.000 same" ]
	# A pair is slower, but not all of its name.
	sed -i '$s/60000/30000/' t1.tsv
	sed '2s/60000/61080/; $s/30000/30900/' t1.tsv >t2.tsv
	trace-align --summary s.tsv t1.tsv t2.tsv >rows
	[ "$(awk -F '\t' '$1 == "change" { print $2, $14, $16 }' s.tsv | head -n 2 | paste -s -d ,)" = \
		"gemm: at 1 of 2 15.000 same,gemm: the same kernel 18.000 same" ]
}

# share TABLE FACTOR PATTERN: the table with the times of these names multiplied.
share() {
	awk -F '\t' -v OFS='\t' -v factor="$2" -v pattern="$3" 'NR > 1 && $6 ~ pattern {
		$8 = sprintf("%.3f", $8 * factor * (1 + (NR % 3 - 1) / 200))
	} 1' "$1"
}

# changed B [OPTION...]: the changes that the summary of a.tsv and B tells, with their verdicts.
changed() {
	trace-align -q "${@:2}" --summary s.tsv a.tsv "$1" >/dev/null
	awk -F '\t' '$1 == "change" { print $2 ", " $14 ", " $16 ", " $19 ", " $20 }' s.tsv | sed '/^all else/,$d'
}

@test "kernels that take one share more are one change: all, or those of a family" {
	local more='a lower clock (power, heat) or more work for all'
	tsv 'cycle level reps length position name count sum_us stddev_us' \
		'1 1 60 6 1 gemm_a 60 60000 3' '1 1 60 6 2 gelu 60 6000 1' '1 1 60 6 3 gemm_b 60 30000 2' \
		'1 1 60 6 4 rms_norm 60 6000 1' '1 1 60 6 5 gemm_c 60 20000 2' '1 1 60 6 6 gemm_d 60 10000 2' >a.tsv
	share a.tsv 1.08 . >all.tsv
	[ "$(changed all.tsv)" = "6 kernels, about 8.2 % more each, 179.600, slower, 6, $more" ] || fail "$(cat s.tsv)"
	grep -q "^note	6 kernels, about 8.2 % more each: $more[.]	" s.tsv
	share a.tsv 1.08 '[^u]$' >but_one.tsv # the rest is as before
	[ "$(changed but_one.tsv)" = "5 kernels, about 8.2 % more each, 172.140, slower, 5, $more" ] || fail "$(cat s.tsv)"
	share a.tsv 1.08 gemm >family.tsv
	[ "$(changed family.tsv)" = "gemm: 4 kernels, about 8.2 % more each, 163.600, slower, 4, " ] || fail "$(cat s.tsv)"
	! grep '^note.* each' s.tsv || return
	# A ratio that differs belongs to these only if its repeats do not tell better.
	awk -F '\t' -v OFS='\t' '$6 == "gelu" { $8 = 6666; $9 = 15 } 1' all.tsv >noisy.tsv
	[ "$(changed noisy.tsv | cut -c 1-9)" = "6 kernels" ] || fail "$(cat s.tsv)"
	sed '/gelu/s/15$/0.1/' noisy.tsv >other.tsv
	[ "$(changed other.tsv | sed -n "1s/,.*//p")" = "5 kernels" ] || fail "$(cat s.tsv)"
	# Another GPU is the cause.
	tsv 'file key value' 'a.json gpu.0 MI300X' >a.facts
	sed 's/MI300X/MI325X/' a.facts >b.facts
	run -0 changed all.tsv --info a.facts,b.facts
	[[ $output == '6 kernels, about 8.2 % more each, '*', another GPU' ]] || fail "$output"
	# The other way round it is less.
	cp a.tsv b.tsv && mv all.tsv a.tsv
	run -0 changed b.tsv
	[[ $output == '6 kernels, about 7.5 % less each, '*', faster, 6, a higher clock or less work for all' ]] || fail "$output"
}

@test "a kernel that differs at one place of several is told so, and is no share of all" {
	local layer

	tsv 'cycle level reps length position name count sum_us stddev_us' >a.tsv
	for layer in 0 1 2 3 4 5; do
		tsv "1 1 60 24 $((4 * layer + 1)) gemm_a 60 60000 3" "1 1 60 24 $((4 * layer + 2)) gemm_b 60 30000 2" \
			"1 1 60 24 $((4 * layer + 3)) gemm_c 60 20000 2" "1 1 60 24 $((4 * layer + 4)) rms_norm 60 10000 2"
	done >>a.tsv
	awk -F '\t' -v OFS='\t' 'NR > 1 && $5 > 8 && $5 <= 12 { $8 *= 2 } 1' a.tsv >b.tsv # the third layer
	[ "$(changed b.tsv | head -n 1)" = "gemm: at 1 of 6, 1000.000, slower, 6, gemm_a" ] ||
		fail "$(cat s.tsv)"
	! grep 'each' s.tsv || return
	awk -F '\t' -v OFS='\t' 'NR > 1 && $5 > 8 { $8 *= 2 } 1' a.tsv >b.tsv # four of six
	[ "$(changed b.tsv | head -n 1)" = "gemm: at 4 of 6, 4000.000, slower, 6, gemm_a" ] ||
		fail "$(cat s.tsv)"
	# The other way round, too, where the four take more than four fifths of the time.
	awk -F '\t' -v OFS='\t' 'NR > 1 && $5 > 8 { $8 *= 3 } 1' a.tsv >b.tsv
	cp a.tsv less.tsv
	[ "$(changed b.tsv | head -n 1 | cut -d , -f 1-2)" = "gemm: at 4 of 6, 8000.000" ] || fail "$(cat s.tsv)"
	mv b.tsv a.tsv
	[ "$(changed less.tsv | head -n 1 | cut -d , -f 1-2)" = "gemm: at 4 of 6, -8000.000" ] || fail "$(cat s.tsv)"
	mv less.tsv a.tsv
	awk -F '\t' -v OFS='\t' 'NR > 1 { $8 *= 2 } 1' a.tsv >b.tsv
	[ "$(changed b.tsv | head -n 1)" = "4 kernels, about 100.0 % more each, 12000.000, slower, 24, $(
	)a lower clock (power, heat) or more work for all" ] || fail "$(cat s.tsv)"
}

@test "a kernel is slower if it surely is at one place, however it varies at another" {
	tsv 'cycle level reps length position name count sum_us stddev_us' '1 1 12 4 1 gemm_a 12 12000 120' \
		'1 1 12 4 2 norm 12 6000 5' '1 1 12 4 3 gemm_a 12 12000 5' '1 1 12 4 4 gelu 12 6000 5' >a.tsv
	awk -F '\t' -v OFS='\t' '$6 == "gemm_a" { $8 *= 1.1 } 1' a.tsv >b.tsv
	[ "$(changed b.tsv)" = "gemm: the same kernel, 200.000, slower, 2, gemm_a" ] || fail "$(cat s.tsv)"
	# The noise alone decides nothing.
	awk -F '\t' -v OFS='\t' '$5 == 1 { $8 *= 1.1 } 1' a.tsv >b.tsv
	changed b.tsv | grep -q ', unclear, 2, gemm_a' || fail "$(cat s.tsv)"
}

@test "nothing below the noise is called faster or slower" {
	tsv 'cycle reps position name count sum_us stddev_us' \
		'1 100 1 x 100 100.001 0.001' '1 100 2 k 100 10000.000 0.001' >t1.tsv
	sed 's/\t100.001/\t118.001/; s/10000/10150/' t1.tsv >t2.tsv
	run -0 columns name,verdict t1.tsv t2.tsv
	[ "$(grep -c slower <<<"$output")" -eq 0 ]
}

@test "a kernel that few repeats of one side have is new by chance, perhaps" {
	tsv 'cycle reps position name count sum_us stddev_us' '1 12 1 x 12 1200.000 1.000' >none
	judged() {
		{ cat none && tsv "1 12 2 y $1 $2 $3"; } >some
		for sides in 'none some' 'some none'; do
			# shellcheck disable=SC2086 # two files
			trace-align -q --summary s.tsv $sides >/dev/null
			awk -F '\t' '$1 == "change" && $2 ~ /new|gone/ { print $16 }' s.tsv
		done | xargs
	}
	diff -u - <(judged 1 60.000 '' && judged 3 180.000 1.000 && judged 11 660.000 1.000 && judged 12 720.000 1.000) <<-END
		unclear unclear
		unclear unclear
		slower faster
		slower faster
	END
}

# spread_of TOTAL... : a table of spreads of a cycle with these totals and periods.
spread_of() {
	tsv 'device stream cycle level reps mean_sum_us stddev_sum_us lag1_sum min_sum_us max_sum_us periods mean_period_us stddev_period_us lag1_period min_period_us max_period_us'
	printf '%s\n' "$@" | awk '{ x[NR] = $1; sum += $1; if (NR == 1 || $1 < low) low = $1; if ($1 > high) high = $1 }
		END { m = sum / NR
			for (i = 1; i <= NR; i++) { s += (x[i] - m) ^ 2; if (i < NR) p += (x[i] - m) * (x[i + 1] - m) }
			t = sprintf("%d\t%.3f\t%.3f\t%.3f\t%.3f\t%.3f", NR, m, sqrt(s / (NR - 1)), s ? p / s : 0, low, high)
			print "0\t7\t1\t1\t" t "\t" t }'
}

# steps FILE FACTOR: a cycle of four steady repeats, and its spread.
steps() {
	local times
	mapfile -t times < <(printf '%s\n' 6390 6450 6360 6420 | awk -v f="$2" '{ printf "%.3f\n", $1 * f }')
	spread_of "${times[@]}" >"$1.spread"
	# Kernels that differ much, but against each other.
	tsv 'device stream cycle level reps length mean_period_us position name count sum_us stddev_us' \
		"0 7 1 1 4 2 $(awk -v f="$2" 'BEGIN { printf "%.3f", 6405 * f }') 1 gemm_1 4 $(awk -v f="$2" 'BEGIN { printf "%.3f", 12810 * f }') 900.000" \
		"0 7 1 1 4 2 $(awk -v f="$2" 'BEGIN { printf "%.3f", 6405 * f }') 2 norm 4 $(awk -v f="$2" 'BEGIN { printf "%.3f", 12810 * f }') 900.000" >"$1"
}

@test "--spread: a column that one table lacks may be empty in the other" {
	steps one 1
	steps two 1.2
	trace-align --spread one.spread,two.spread one two >expected || [ $? -eq 1 ]
	for side in one two; do
		awk -v OFS='\t' '{ print (NR == 1 ? "rank" : ""), $0 }' $side.spread >$side.ranked
	done
	trace-align --spread one.ranked,two.ranked one two | diff expected -
}

# jittery PERCENT NAME: NAME.tsv and NAME.spread of six steps of eight products of 100 us, each 5 us
# off at most, and so much slower.
jittery() {
	awk -v slower="$1" 'BEGIN {
		print "ts_us\tdur_us\tname\tcat"
		for (r = 0; r < 6; r++) {
			print 2000 * r "\t10\thead\tkernel"
			for (k = 1; k <= 8; k++)
				print 2000 * r + 200 * k "\t" (100 + (r * r * 7 + k * k * 5) % 11 - 5) * (1 + slower / 100) "\tgemm\tkernel"
		}
	}' | trace-cycles -q --also spread="$2.spread" >"$2.tsv"
}

@test "--spread: kernels of one name are judged by the spread of their sum" {
	jittery 0 a
	jittery 4 b
	said() { awk -F '\t' '$1 == "change" && $2 ~ /^gemm/ { print $16, $19 }' summary; }
	trace-align -q --cycle 1,1 --summary summary a.tsv b.tsv >/dev/null
	[ "$(said)" = 'unclear 8' ]
	trace-align -q --cycle 1,1 --spread a.spread,b.spread --summary summary a.tsv b.tsv >/dev/null
	[ "$(said)" = 'slower 8' ]
	jittery 1 c
	trace-align -q --cycle 1,1 --spread a.spread,c.spread --summary summary a.tsv c.tsv >/dev/null
	[[ $(said) =~ ^(same|unclear)' 8'$ ]]
	# Tables of earlier versions have no names.
	for side in a b; do
		awk -F '\t' -v OFS='\t' 'NR == 1 || $NF == "" { NF--; print }' $side.spread >$side.old
	done
	trace-align -q --cycle 1,1 --spread a.old,b.old --summary summary a.tsv b.tsv >/dev/null
	[ "$(said)" = 'unclear 8' ]
}

@test "--spread: idle time is as sure as the period and the kernels are together" {
	for pause in 50 51 80; do
		awk -v p=$pause 'BEGIN { OFS = "\t"; print "ts_us", "dur_us", "name"; t = 0
			for (i = 0; i < 40; i++) {
				d = 100 + i % 3 / 10
				print t, d, i % 4 ? "gemm" : "norm"
				t += d + (i % 4 == 3 ? p + i % 5 / 10 : 1)
			} }' | trace-cycles -q --also spread=$pause.spread >$pause
	done
	judged() {
		status=0
		trace-align --spread "50.spread,$1.spread" --summary s.tsv --fail-if "idle>$2us" 50 "$1" 2>err >/dev/null || status=$?
		echo "$status $(awk -F '\t' '$2 == "idle" { print $16, ($17 > 0) }' s.tsv) $(grep -c inconclusive err)"
	}
	diff -u - <(judged 50 0.5 && judged 51 0.9 && judged 80 20 && judged 80 29.9 && judged 80 40) <<-END
		0 same 0 0
		0 same 1 1
		1 slower 1 0
		0 slower 1 1
		0 slower 1 0
	END
}

@test "--spread: totals are judged by their own spread; gate, verdict and interval agree" {
	steps one 1
	for factor in 0.95 0.98 1 1.005 1.021 1.05 1.1 1.2 2; do
		steps b $factor
		fails=0 passes=0
		trace-align -q --spread one.spread,b.spread --fail-if 'total>3%' --fail-if 'period>3%' \
			--summary s.tsv one b >/dev/null || fails=$?
		trace-align -q --spread one.spread,b.spread --pass-if 'total<3%' one b >/dev/null || passes=$?
		echo "$factor $fails $passes $(awk -F '\t' '$1 == "time" { print $2, $16, ($17 > 0 || $18 < 0) }' s.tsv | grep -E '^(period|kernels)' | xargs)"
	done >found
	diff - found <<-'END'
		0.95 0 0 period faster 1 kernels faster 1
		0.98 0 0 period faster 1 kernels faster 1
		1 0 0 period same 0 kernels same 0
		1.005 0 0 period same 0 kernels same 0
		1.021 0 0 period slower 1 kernels slower 1
		1.05 1 1 period slower 1 kernels slower 1
		1.1 1 1 period slower 1 kernels slower 1
		1.2 1 1 period slower 1 kernels slower 1
		2 1 1 period slower 1 kernels slower 1
	END
	# Equal, but the interval is wide: nobody knows.
	steps b 1
	spread_of 6355 6435 6455 6375 | awk -F '\t' -v OFS='\t' 'NR > 1 { $12 = 6405; $13 = 9000 } { print }' >b.spread
	trace-align -q --spread one.spread,b.spread --fail-if 'period>3%' --summary s.tsv one b >/dev/null
	[ "$(awk -F '\t' '$2 == "period" { print $14, $16, ($17 < -2), ($18 > 2) }' s.tsv)" = "0.000 unclear 1 1" ] || fail "$(cat s.tsv)"
	# Six repeats that spread much, but do not overlap.
	steps one 1
	spread_of 44400 45100 44900 47300 46000 45500 >a.spread
	spread_of 84100 90700 86000 85000 89000 88000 >b.spread
	sed 's/\t1\t4\t2/\t1\t6\t2/; s/\t4\t12810.000/\t6\t136600.000/' one >a6
	sed 's/\t1\t4\t2/\t1\t6\t2/; s/\t4\t12810.000/\t6\t261400.000/' one >b6
	run -1 --separate-stderr trace-align --spread a.spread,b.spread --fail-if 'total>50%' a6 b6
	run -2 --separate-stderr trace-align --spread a.spread a6 b6
	[[ $stderr == "trace-align: --spread takes two tables, A,B, not 'a.spread'"* ]]
	# Those of other traces, or swapped.
	run -2 --separate-stderr trace-align --spread b.spread,a.spread a6 b6
	assert_equal "$stderr" "trace-align: b.spread does not belong to the cycles in a6: its cycle 1 has other repeats or times, or is missing"
	head -n 1 b.spread >none
	run -2 --separate-stderr trace-align --spread a.spread,none a6 b6
	assert_equal "$stderr" "trace-align: none does not belong to the cycles in b6: its cycle 1 has other repeats or times, or is missing"
}

@test "whole microseconds tell no difference of one" {
	cycle 30 k=510.000 l=1050.000 >w1.tsv
	cycle 30 k=540.000 l=1140.000 >w2.tsv
	spread() { awk -F '\t' -v OFS='\t' '{ print $0, NR == 1 ? "stddev_us" : "0.100" }' "$1"; }
	spread w1.tsv >v1.tsv
	spread w2.tsv >v2.tsv
	run -0 columns delta_us,verdict v1.tsv v2.tsv
	assert_output "$(tsv 'delta_us verdict' '1.000 unclear' '3.000 slower')"
	run -0 columns delta_us,verdict <(sed 's/510.000/509.999/' v1.tsv) <(sed 's/540.000/539.999/' v2.tsv)
	assert_output "$(tsv 'delta_us verdict' '1.000 slower' '3.000 slower')"
}

# runs NAME FACTOR...: NAME1.tsv, NAME2.tsv, ..., a run each.
runs() {
	local name=$1 i=0 factor
	shift
	for factor; do
		i=$((i + 1))
		tsv 'cycle reps mean_period_us position name count sum_us median_us stddev_us' \
			"1 10 $((200 * factor)).000 1 k 10 $((1000 * factor)).000 $((100 * factor)).000 5.000" \
			"1 10 $((200 * factor)).000 2 l 10 10000.000 1000.000 5.000" >"$name$i.tsv"
	done
}

@test "the first change: not the one whose kernels all differ, up and down" {
	for side in 0 1; do
		awk -v side=$side -v OFS='\t' '
			function put(name, us) { print 1, 10, ++n, name, 10, sprintf("%.3f", us * 10) }
			BEGIN {
				print "cycle", "reps", "position", "name", "count", "sum_us"
				for (layer = 0; layer < 40; layer++) {
					for (k = 0; k < 3; k++)
						put("gemm_" k, 100 + side * ((layer * 7 + k * 3) % 5 - 2) / 10)
					put("all_reduce", 50 + side * ((layer * 37 % 41 - 20) * 0.4 + 0.5))
				}
				put("topk_sort", side ? 30 : 20)
			}' >$side.tsv
	done
	trace-align -q --summary page 0.tsv 1.tsv >rows
	[ "$(value name page | grep -E 'sort|reduce' | paste -s -d ' ')" = 'topk_sort all_reduce' ] || fail "$(cat page)"
}

@test "several runs a side: a kernel that one run alone has is in its total" {
	for run in a1:1000 a2:1001 b1:900 b2:901; do
		tsv 'cycle reps position name count sum_us stddev_us' "1 10 1 gemm 10 ${run#*:}.000 1.000" '1 10 2 norm 10 200.000 1.000' >"${run%:*}.tsv"
	done
	trace-align -q --summary page a1.tsv,a2.tsv b1.tsv,b2.tsv >rows
	[ "$(awk -F '\t' '$1 == "time" { print $16 }' page)" = faster ]
	tsv '1 10 3 late 10 300.000 1.000' >>a2.tsv
	trace-align -q --summary page a1.tsv,a2.tsv b1.tsv,b2.tsv >rows
	[ "$(awk -F '\t' '$1 == "time" { print $16 }' page)" = unclear ]
}

@test "several runs a side: the interval comes from the runs" {
	runs p 100 101 102 100 101
	runs q 106 107 108 106 107
	p=p1.tsv,p2.tsv,p3.tsv,p4.tsv,p5.tsv q=q1.tsv,q2.tsv,q3.tsv,q4.tsv,q5.tsv
	run -0 columns a_us,b_us,verdict,a_sum_us,delta_low_us,delta_high_us $p $q
	# By hand: medians 10000, 10100, ..., Welch's t of their logarithms.
	assert_line --index 1 "$(tsv '10080.000 10680.000 slower 504000.000 477.937 722.063')"
	assert_line --index 2 --partial same
	run -0 trace-align --summary sum.tsv $p $q
	[ "$(value runs sum.tsv | sort -u | paste -s -d ' ')" = " 5" ]
	[ "$(awk -F '\t' '$1 == "time" && $2 == "period" { print $16 }' sum.tsv)" = slower ]
	run -1 --separate-stderr trace-align --fail-if 'period>4%' $p $q
	[[ $stderr == "trace-align: period>4%: 1200.000 us per repeat, 5.95 %; 95 % interval "* ]]
	run -0 --separate-stderr trace-align --fail-if 'period>5%' $p $q
	[[ $stderr == "trace-align: period>5%: inconclusive: 1200.000 us per repeat, 5.95 %; "* ]]
	# A file whose name has a comma is one table.
	cp p1.tsv 'p1.tsv,p2.tsv'
	run -0 columns a_sum_us p1.tsv,p2.tsv q1.tsv
	assert_line --index 1 100000.000
}

@test "--fail-if: budgets are exceeded for sure, or inconclusive, or kept" {
	run -0 --separate-stderr trace-align --fail-if 'total>-13%' a.tsv b.tsv
	[ -z "$stderr" ]
	run -0 --separate-stderr trace-align --fail-if 'total>-15%' a.tsv b.tsv
	[[ $stderr == "trace-align: total>-15%: inconclusive: -2.001 us per repeat, -13.80 %; 95 % interval "*"; try --spread; else about 3 times the repeats, or several runs per side, would decide it" ]] || fail "$stderr"
	run -1 --separate-stderr trace-align --fail-if 'total>-16%' --fail-if 'family:gemm>0%' a.tsv b.tsv
	assert_output "$(trace-align a.tsv b.tsv)"
	[[ $stderr == "trace-align: total>-16%: -2.001 us per repeat, -13.80 %; 95 % interval "* ]]
	run -1 --separate-stderr trace-align --fail-if 'family:gemm>-3us' a.tsv b.tsv
	[ "$stderr" = "trace-align: family:gemm>-3us: -2.000 us per repeat, -20.00 %; 95 % interval -2.177 to -1.823 us" ]
	run -1 --separate-stderr trace-align -q --fail-if 'family:gemm>-3us' a.tsv b.tsv
	[ -z "$stderr" ]
	run -0 trace-align --exit-zero --fail-if 'family:gemm>-3us' a.tsv b.tsv
	# All of several conditions have to hold.
	run -0 trace-align --fail-if 'family:gemm > -3us and total > 0.1ms' a.tsv b.tsv
	run -1 trace-align --fail-if 'family:gemm > -3us and total > -20%' a.tsv b.tsv
	run -2 --separate-stderr trace-align --fail-if 'gemm>3' a.tsv b.tsv
	[[ $stderr == "trace-align: --fail-if takes a budget such as 'total>3%', "*", not 'gemm>3'"* ]]
	# A family that no rule has is a mistake; of one that neither side has it is said.
	run -2 --separate-stderr trace-align --fail-if 'family:gem>3%' a.tsv b.tsv
	[[ $stderr == "trace-align: --fail-if: no rule has the family 'gem'"* ]]
	run -2 --separate-stderr trace-align --pass-if 'family:gem<3%' a.tsv b.tsv
	[[ $stderr == "trace-align: --pass-if: no rule has the family 'gem'"* ]]
	run -0 --separate-stderr trace-align --fail-if 'family:moe>0%' a.tsv b.tsv
	[ "$stderr" = "trace-align: family:moe>0%: neither side has a kernel of the family moe: nothing was checked" ]
	run -0 --separate-stderr trace-align -q --fail-if 'family:moe>0%' a.tsv b.tsv
	[ -z "$stderr" ]
	# Beside other conditions and budgets, which count as before.
	run -0 --separate-stderr trace-align --fail-if 'total>50% and group:gemm>0%' a.tsv b.tsv
	[ "$stderr" = "trace-align: total>50% and group:gemm>0%: neither side has a group of the family gemm: nothing was checked" ]
	run -1 trace-align --fail-if 'group:gemm>0%' --fail-if 'total>-16%' a.tsv b.tsv
	# A gain in what is not there is missed.
	run -1 trace-align --fail-if 'group:gemm>-1us' a.tsv b.tsv
	run -0 --separate-stderr trace-align --fail-if 'family:gemm>0%' a.tsv b.tsv
	[ -z "$stderr" ]
	cycle 1 norm=1.000 >a10.tsv
	cycle 1 norm=1.000 gemm_1=2.000 >b10.tsv
	run -1 --separate-stderr trace-align --least 0% --fail-if 'family:gemm>3%' a10.tsv b10.tsv
	[ "$stderr" = "trace-align: family:gemm>3%: 2.000 us per repeat, and nothing in A" ]
	# A budget for values that the tables lack is an error.
	run -2 --separate-stderr trace-align --fail-if 'period>3%' a.tsv b.tsv
	[[ $stderr == "trace-align: period>3%: the tables have no values in the column mean_period_us"* ]]
}

# periods US: a.tsv, with US us from one repeat to the next.
periods() {
	awk -F '\t' -v OFS='\t' -v us="$1" '{ print $0, NR == 1 ? "mean_period_us" : us }' a.tsv
}

# made SEED REPEATS PERCENT FACTOR FILE: a cycle of three kernels, and its spread: repeats
# differ by a normal deviation of PERCENT, half of its variance common to all kernels.
made() {
	awk -v seed="$1" -v reps="$2" -v percent="$3" -v factor="$4" -v file="$5" '
		function uniform() { return (seed = (seed * 16807) % 2147483647) / 2147483647 }
		function normal() { return sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform()) }
		BEGIN {
			OFS = "\t"
			split("gemm_1 attention norm", name, " "); split("4000 1800 600", us, " ")
			for (i = 0; i < 20; i++) uniform()
			for (r = 1; r <= reps; r++) {
				common = normal() * percent / 100 / sqrt(2)
				for (k = 1; k <= 3; k++) {
					ns = int(us[k] * factor * 1000 * (1 + common + normal() * percent / 100 / sqrt(2)))
					sum[k] += ns; squares[k] += ns * ns; total[r] += ns
				}
				all += total[r]
			}
			print "device", "stream", "cycle", "level", "reps", "length", "position", "name", "count", "sum_us", "stddev_us" >file
			for (k = 1; k <= 3; k++)
				print 0, 7, 1, 1, reps, 3, k, name[k], reps, sprintf("%.3f", sum[k] / 1000), \
					sprintf("%.3f", sqrt((squares[k] - sum[k] * sum[k] / reps) / (reps - 1)) / 1000) >file
			mean = all / reps; low = high = total[1]
			for (r = 1; r <= reps; r++) {
				v += (total[r] - mean) ^ 2; if (r < reps) lag += (total[r] - mean) * (total[r + 1] - mean)
				if (total[r] < low) low = total[r]
				if (total[r] > high) high = total[r]
			}
			print "device", "stream", "cycle", "level", "reps", "mean_sum_us", "stddev_sum_us", "lag1_sum", "min_sum_us", "max_sum_us", \
				"periods", "mean_period_us", "stddev_period_us", "lag1_period", "min_period_us", "max_period_us" >(file ".spread")
			print 0, 7, 1, 1, reps, sprintf("%.3f", mean / 1000), sprintf("%.3f", sqrt(v / (reps - 1)) / 1000), \
				sprintf("%.3f", lag / v), sprintf("%.3f", low / 1000), sprintf("%.3f", high / 1000), 0, "", "", "", "", "" >(file ".spread")
		}'
}

# judged SEEDS REPEATS PERCENT FACTOR BUDGET: in how many of the pairs the budget fails; the
# kernels are called slower; a family or a change is slower or faster; and gate and verdict
# contradict each other.
judged() {
	local seed status fails=0 slower=0 parts=0 apart=0 verdict low
	for ((seed = 1; seed <= $1; seed++)); do
		made $((seed * 7919)) "$2" "$3" 1 x
		made $((seed * 104729 + 13)) "$2" "$3" "$4" y
		status=0
		trace-align -q --spread x.spread,y.spread --fail-if "$5" --summary s.tsv x y >/dev/null || status=$?
		read -r verdict low < <(awk -F '\t' '$1 == "time" && $2 == "kernels" { print $16, $17 }' s.tsv)
		fails=$((fails + status))
		[ "$verdict" != slower ] || slower=$((slower + 1))
		! awk -F '\t' '$1 ~ /^(family|change)$/ && $2 != "sum"' s.tsv | grep -qE $'\t(faster|slower)\t' || parts=$((parts + 1))
		# Neither without an interval above zero.
		[[ $status = 0 && $verdict != slower ]] || [[ $low != -* ]] || apart=$((apart + 1))
	done
	echo "$fails $slower $parts $apart"
}

@test "how often one run a side is judged wrongly, and rightly" {
	local n=${TRACE_UTILS_LONG:+500} fails slower parts apart
	not_with_sanitizers "numbers, which they do not change"
	n=${n:-60}
	# Four steady repeats, 5 % slower, and 30 that spread 4 %, 10 % slower.
	run -0 judged 10 4 0.5 1.05 'total>3%'
	[[ $output == "10 10 "*" 0" ]] || fail "4 repeats: $output"
	run -0 judged 10 30 4 1.10 'total>3%'
	[[ $output == "10 10 "*" 0" ]] || fail "30 repeats: $output"
	for of in '4 0.5' '6 3' '30 4'; do
		# shellcheck disable=SC2086 # two numbers
		read -r fails slower parts apart < <(judged "$n" $of 1 'total>2%')
		echo "# $of: of $n equal pairs, $fails budgets fail, $slower sums and $parts families or changes differ" >&3
		[ $((50 * fails)) -le "$n" ] && [ $((50 * slower)) -le "$n" ] && [ $((50 * parts)) -le "$n" ]
		[ "$apart" -eq 0 ]
	done
}

@test "a period of one run is compared, but not tested" {
	periods 20.000 >p.tsv
	periods 40.000 >q.tsv
	for budget in 'period>2%' 'idle>1us'; do
		run -0 --separate-stderr trace-align --fail-if "$budget" p.tsv q.tsv
		[[ $stderr == "trace-align: $budget: inconclusive: 20.000 us per repeat, "*" %; the spread is unknown: --spread, or several runs per side, would decide it" ]]
	done
	run -0 trace-align --summary s.tsv p.tsv q.tsv
	[ "$(value what s.tsv | head -n 1)" = \
		"Outermost cycle, 5 and 5 kernels, 4 and 4 repeats: q.tsv takes 100.00 % more time per repeat (one run: not tested); its kernels take as much (to the nanosecond)." ]
	[ "$(value low_pct s.tsv | head -n 6 | grep -c .)" -eq 1 ]
}

@test "a family that was fused does not fail while its group gains" {
	cycle 1 op_pow_k=5.000 op_mean=5.000 op_rsqrt=5.000 op_mul=5.000 gemm_1=20.000 >eager.tsv
	cycle 1 triton_red_fused_mean_mul_pow_rsqrt_0=6.000 gemm_1=20.000 >fused.tsv
	run -0 --separate-stderr trace-align --fail-if 'family:norm>5%' --fail-if 'family:pow>5%' eager.tsv fused.tsv
	[ -z "$stderr" ]
	run -1 trace-align --fail-if 'family:norm>5%' fused.tsv eager.tsv
}

@test "cycles that are not alike: exit 2, with the rows printed" {
	cycle 1 norm=1.000 gemm_1=1.000 attention=5.000 >u1.tsv
	cycle 1 norm=1.000 conv_1=8.000 pool=1.000 >u2.tsv
	run -2 --separate-stderr trace-align --fail-if 'total>3%' u1.tsv u2.tsv
	[ "${#lines[@]}" -eq 6 ]
	[ "$stderr" = "trace-align: cycle 1 of u1.tsv and cycle 1 of u2.tsv are not alike: 1 of 3 and 1 of 3 kinds of kernels have a partner, 20 % of all, less than 50 %
trace-align: cycle 1 of u1.tsv and cycle 1 of u2.tsv are not alike: 14.3 % and 10.0 % of their time is matched, less than 50 %" ]
	run -0 trace-align --least 10 u1.tsv u2.tsv
	for wrong in x 101% -1% 5us; do
		run -2 --separate-stderr trace-align --least "$wrong" u1.tsv u2.tsv
		[[ $stderr == "trace-align: --least takes a percentage such as 3%, up to 100%, not '$wrong'"* ]]
	done
}

@test "kernels in a group that nothing of the other side replaces are not matched" {
	cycle 1 copy=5.000 gemm_q=30.000 attention_fwd=40.000 op_add=2.000 op_mul=2.000 gemm_o=30.000 >u1.tsv
	cycle 1 copy=5.000 triton_poi_fused_add_mul_0=3.000 >u2.tsv
	run -2 --separate-stderr trace-align u1.tsv u2.tsv
	[[ $output == *"	2:1	"* ]]
	[[ $stderr == *"8.3 % and 100.0 % of their time is matched, less than 50 %" ]]
	# Also in the group, where time and names do not tell that they are not of it.
	sed 's/gemm_[qo]/softmax/; s/attention_fwd/rms_norm/' u1.tsv >u3.tsv
	run -2 --separate-stderr trace-align u3.tsv u2.tsv
	[[ $output == *"	5:1	"* ]]
	[[ $stderr == *"8.3 % and 100.0 % of their time is matched, less than 50 %" ]]
}

@test "git bisect run finds the commit that a budget tells" {
	command -v git >/dev/null || skip "no git"
	export HOME=$PWD GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=x GIT_AUTHOR_EMAIL=x GIT_COMMITTER_NAME=x GIT_COMMITTER_EMAIL=x
	git init -q repo
	cycle 1 norm=1.000 gemm_1=10.000 >good.tsv
	for us in 10.000 10.200 10.100 11.000 broken 11.100 11.200; do
		cycle 1 norm=1.000 gemm_1=$us >repo/cycle.tsv
		git -C repo add cycle.tsv
		git -C repo commit -q -m "gemm $us"
	done
	cd repo
	git bisect start HEAD HEAD~6 >../log 2>&1
	# shellcheck disable=SC2016 # $? is for the command
	git bisect run sh -c 'trace-align --fail-if "family:gemm>3%" ../good.tsv cycle.tsv >/dev/null
		s=$?; [ $s -lt 2 ] || exit 125; exit $s' >../log 2>&1 || fail "$(cat ../log)"
	[ "$(git log -1 --format=%s refs/bisect/bad)" = "gemm 11.000" ] || fail "$(cat ../log)"
}

@test "--rules: other families" {
	tsv 'note family pattern' '- both ^(norm|copy)$' >rules.tsv
	printf '\tempty\t\\\\.x\n\t\t\n' >>rules.tsv
	cycle 1 norm=1.000 gemm_64x64=1.000 a.x=1.000 >a6.tsv
	cycle 1 copy=1.000 cijk_gemm=1.000 b.x=1.000 cx=1.000 >b6.tsv
	run -0 columns match,a_position,b_position,similarity,family --least 40% --rules rules.tsv a6.tsv b6.tsv
	assert_output "$(tsv 'match a_position b_position similarity family' 'similar 1 1 family both' \
		'removed 2 - - -' 'added - 2 - -' 'similar 3 3 family empty' 'added - 4 - -')"
	printf 'family\tpattern\nx\t(a\n' >rules.tsv
	run -2 --separate-stderr trace-align --rules rules.tsv a.tsv b.tsv
	[[ $stderr == "trace-align: rules.tsv:2: "*": (a" ]]
	run -2 --separate-stderr trace-align --rules a.tsv a.tsv b.tsv
	[ "$stderr" = "trace-align: a.tsv: no column pattern; a table of rules has the columns priority, pattern, category, family and vendor" ]
	run -2 --separate-stderr trace-align --rules /no/such/file a.tsv b.tsv
	[ "$stderr" = "trace-align: /no/such/file: No such file or directory" ]
}

@test "swapping the tables mirrors the result" {
	columns a_position,b_position,match,delta_us a.tsv b.tsv | sed 1d |
		awk -F '\t' '{ print $1 "\t" $2 "\t" $3 "\t" $4 * 1000 }' | sort >ab
	columns b_position,a_position,match,delta_us b.tsv a.tsv | sed 1d | awk -F '\t' '{
		match_ = $3 == "added" ? "removed" : $3 == "removed" ? "added" : $3
		print $1 "\t" $2 "\t" match_ "\t" 0 - $4 * 1000 }' | sort >ba
	diff -u ab ba
	[ "$(wc -l <ab)" -eq 6 ]
}

@test "times per repeat come from the sum, to the nearest nanosecond" {
	cycle 3 k=0.010 z=0.000 >a4.tsv
	cycle 7 k=0.010 z=0.007 >b4.tsv
	run -0 columns a_us,b_us,delta_us,delta_pct,ratio,a_sum_us,b_sum_us a4.tsv b4.tsv
	assert_output "$(tsv 'a_us b_us delta_us delta_pct ratio a_sum_us b_sum_us' \
		'0.003 0.001 -0.002 -66.67 0.3333 0.010 0.010' '0.000 0.001 0.001 - - 0.000 0.007')"
}

@test "rows are taken by position, and a position may have several names" {
	{
		head -n 1 a.tsv
		sed 1d a.tsv | sort -t "$(printf '\t')" -k 10
		printf '0\t7\t1\t1\t4\t5\t2\tgemm_splitk\t1\t1.000\n'
	} >mixed.tsv
	run -0 columns match,a_position,b_position a.tsv mixed.tsv
	assert_output "$(tsv 'match a_position b_position' 'exact 1 1' 'exact 2 2' 'added - 2' \
		'exact 3 3' 'exact 4 4' 'exact 5 5')"
}

@test "cycles that are long and unlike: equal names are pairs" {
	for side in a b; do
		awk -v side=$side 'BEGIN {
			OFS = "\t"
			print "cycle", "reps", "position", "name", "sum_us"
			for (i = 1; i <= 9000; i++)
				print 1, 2, i, i % 3 ? side i : "k" i, "1.000"
		}' >$side.tsv
	done
	run -2 --separate-stderr trace-align a.tsv b.tsv
	[[ $stderr == *'cycle 1 of a.tsv and cycle 1 of b.tsv are not alike: 33.3 % and 33.3 % of their time is matched'* ]] || fail "$stderr"
	[ "$(grep -c ^exact <<<"$output")" = 3000 ]
	[ "$(grep -c ^removed <<<"$output")" = 6000 ]
}

@test "cycles that are long and of two makers: families are pairs" {
	for side in cutlass ampere; do
		awk -v side=$side 'BEGIN {
			OFS = "\t"
			split("gemm layer_norm softmax", kind, " ")
			print "cycle", "reps", "position", "name", "sum_us"
			for (i = 0; i < 9000; i++)
				print 1, 2, i + 1, side "_" kind[int(i * i / 7) % 3 + 1], "1.000"
		}' >$side.tsv
	done
	run -0 --separate-stderr trace-align --summary=sum.tsv cutlass.tsv ampere.tsv
	[ "$(grep -c ^similar <<<"$output")" = 9000 ]
	run -0 awk -F'\t' '$1 == "family" { print $2, $12, $13 }' sum.tsv
	assert_output 'gemm 1928.500 1928.500
softmax 1714.500 1714.500
norm 857.000 857.000'
}

@test "ten kernels against 40,000 take no time" {
	for n in 10 40000; do
		awk -v n=$n 'BEGIN {
			OFS = "\t"
			print "cycle", "reps", "position", "name", "sum_us"
			for (i = 1; i <= n; i++)
				print 1, 2, i, "kernel_" i * 7919 % 300 "_x", "1.000"
		}' >$n.tsv
	done
	# Of processor time, which the sanitizers multiply.
	run -0 bash -c 'ulimit -t 20; trace-align -q --least 0% 10.tsv 40000.tsv | wc -l'
	[ "$output" -eq 40001 ]
}

@test "a count near the largest number is no kernel of few repeats" {
	tsv 'cycle reps position name count sum_us' '1 8 1 x 8 8.000' '1 8 2 y 9000000000000000000 9.000' >one.tsv
	run -0 columns match one.tsv one.tsv
	assert_output "$(tsv match exact exact)"
}

@test "a kernel of few repeats is not that of all" {
	tsv 'cycle reps position name count sum_us' '1 720 1 x 720 720.000' '1 720 2 y 9 90.000' \
		'1 720 3 z 720 720.000' >few.tsv
	tsv 'cycle reps position name count sum_us' '1 720 1 x 720 720.000' '1 720 2 y 711 7110.000' \
		'1 720 3 z 720 720.000' >most.tsv
	run -0 --separate-stderr columns match,a_us,b_us,group --summary s.tsv few.tsv most.tsv
	assert_output "$(tsv 'match a_us b_us group' 'exact 1.000 1.000 -' 'removed 0.125 - -' \
		'added - 9.875 -' 'exact 1.000 1.000 -')"
	grep -q "gone in 9 of 720 repeats" s.tsv
	run -0 columns match few.tsv few.tsv
	assert_output "$(tsv match exact exact exact)"
}

@test "a split matrix multiplication that keeps its name and its reduction are one change" {
	launched() {
		awk -F '\t' -v OFS='\t' '{ print $0, NR == 1 ? "cpu_op" : /gemm|splitk/ ? "aten::mm" : "aten::other" }'
	}
	cycle 1 norm=2.000 gemm_1=10.000 silu=1.000 | launched >whole.tsv
	cycle 1 norm=2.000 gemm_1=6.800 splitkreduce_kernel=6.500 silu=1.000 | launched >split.tsv
	run -0 columns match,group,group_rows,group_delta_us whole.tsv split.tsv
	assert_output "$(tsv 'match group group_rows group_delta_us' 'exact - - -' 'exact 1 1:2 3.300' \
		'added 1 - -' 'exact - - -')"
	run -0 columns match,group whole.tsv <(sed 's/6.800/10.100/' split.tsv)
	assert_output "$(tsv 'match group' 'exact -' 'exact -' 'added -' 'exact -')"
}

@test "operators that one side alone has cost no pairs; one kernel does not become fifty" {
	launched gemm_a=9.000=aten::mm silu=3.000=aten::silu mul=2.000=aten::mul gemm_b=8.000=aten::mm >eager.tsv
	launched gemm_a=9.000=CompiledFunction silu=3.000=CompiledFunction mul=2.000=aten::mm \
		gemm_b=8.000=CompiledFunction >compiled.tsv
	run -0 columns match eager.tsv compiled.tsv
	assert_output "$(tsv match exact exact exact exact)"
	cycle 1 x=1.000 gemm=9.000 y=1.000 >one.tsv
	# shellcheck disable=SC2046 # words
	cycle 1 x=1.000 $(printf 'k%s=1.000 ' {1..50}) y=1.000 >fifty.tsv
	run -0 columns group -q --least 0% one.tsv fifty.tsv
	[ "$(sort -u <<<"$output" | xargs)" = group ]
}

@test "rows with equal keys are one, with the counts of both" {
	tsv 'cycle reps position name count sum_us median_us stddev_us' '1 32 1 x 31 310.000 10.000 0.000' \
		'1 32 2 y 32 32.000 1.000 0.000' '1 32 1 x 1 20.000 20.000 0.000' >twice.tsv
	tsv 'cycle reps position name count sum_us median_us stddev_us' '1 32 1 x 32 330.000 10.000 1.768' \
		'1 32 2 y 32 32.000 1.000 0.000' >once.tsv
	diff <(trace-align twice.tsv once.tsv) <(trace-align once.tsv once.tsv)
}

@test "one table twice in a file is refused" {
	{ cat a.tsv; sed 1d a.tsv; } >twice.tsv
	run -2 --separate-stderr trace-align twice.tsv b.tsv
	[ "$stderr" = "trace-align: twice.tsv: every row of cycle 1 appears twice; are these two tables in one?" ]
}

@test "--summary: period, busy, idle and kernels, and changes that add up" {
	runs p 100
	runs q 90
	trace-align --summary s.tsv p1.tsv q1.tsv >/dev/null
	[ "$(awk -F '\t' '$1 == "time" { print $2, $12, $13, $14, $15 }' s.tsv)" = "$(cat <<-'END'
		period 20000.000 18000.000 -2000.000 -10.00
		busy 11000.000 10000.000 -1000.000 -9.09
		idle 9000.000 8000.000 -1000.000 -11.11
		kernels 11000.000 10000.000 -1000.000 -9.09
	END
	)" ]
	[ "$(awk -F '\t' '$1 == "change" && $2 != "sum" { n += $14 } END { printf "%.3f", n }' s.tsv)" = -1000.000 ]
	[ "$(awk -F '\t' '$1 == "family" { n += $14 } END { printf "%.3f", n }' s.tsv)" = -1000.000 ]
	[ "$(awk -F '\t' '$1 == "kind" { print $2, $12, $13, $14, $15, $7 }' s.tsv)" = "$(cat <<-'END'
		faster 10000.000 9000.000 -1000.000 -10.00 1
		not tested, or the same 1000.000 1000.000 0.000 0.00 1
		gaps 9000.000 8000.000 -1000.000 -11.11 
		sum 20000.000 18000.000 -2000.000 -10.00 
	END
	)" ]
	[ "$(awk -F '\t' '$1 == "result" { print $2 }' s.tsv)" = \
		"Cycle, 2 and 2 kernels, 10 and 10 repeats: q1.tsv takes 10.00 % less time per repeat (one run: not tested); its kernels take 9.09 % less (faster)." ]
	[ "$(awk -F '\t' '$1 == "compared" { print $2, $5, $7, $8, $9, $10, $11 }' s.tsv)" = "$(cat <<-'END'
		A: p1.tsv 1 2 10 1 100.0 100.0
		B: q1.tsv 1 2 10 1 100.0 100.0
	END
	)" ]
	run -2 --separate-stderr trace-align --summary /no/such/folder/s.tsv a.tsv b.tsv
	[ "$stderr" = "trace-align: /no/such/folder/s.tsv: No such file or directory" ]
	cp b.tsv kept.tsv
	run -2 --separate-stderr trace-align --summary b.tsv a.tsv b.tsv
	[ "$stderr" = "trace-align: b.tsv: is also the input; nothing is written" ]
	cmp b.tsv kept.tsv
}

@test "--summary: changes that may be chance come behind those that are sure" {
	local columns='cycle reps position name count sum_us median_us stddev_us'
	tsv "$columns" '1 10 0 big 10 9000.000 900.000 400.000' '1 10 1 norm 10 500.000 50.000 0.100' \
		'1 10 2 gemm_x 10 3000.000 300.000 200.000' '1 10 3 copy 10 200.000 20.000 0.100' >c.tsv
	tsv "$columns" '1 10 0 big 10 9100.000 910.000 400.000' '1 10 1 norm 10 450.000 45.000 0.100' \
		'1 10 2 gemm_y 10 2700.000 270.000 200.000' '1 10 3 copy 10 220.000 22.000 0.100' >d.tsv
	trace-align -q --summary s.tsv c.tsv d.tsv >/dev/null
	awk -F '\t' '$1 == "change" { print $20, $14, $16 }' s.tsv |
		diff - <(printf '%s\n' 'norm -5.000 faster' 'copy 2.000 slower' 'gemm_y -30.000 unclear' 'big 10.000 unclear' \
			' 0.000 same' ' -23.000 unclear')
}

@test "--info: the summary names the traces and their GPUs" {
	printf 'file\tkey\tvalue\n/x/%s.json.gz\tgpu.0\t%s\n' a One >a.info
	printf 'file\tkey\tvalue\nb.json\tgpu.0\tTwo\nb.json\tgpu.0.warp_size\t64\nb.json\tgpu.10\tTen\n' >b.info
	trace-align -q --info a.info,b.info --summary s.tsv a.tsv b.tsv >rows.tsv
	[ "$(awk -F '\t' '$1 == "compared" { print $2, $3 }' s.tsv)" = "$(printf '%s\n' 'A: a.json.gz One' 'B: b.json Two')" ]
	diff <(trace-align -q a.tsv b.tsv) rows.tsv
	cp a.tsv serving-llama-v0.11-decode-a.tsv
	cp b.tsv serving-llama-v0.11-decode-b.tsv
	trace-align -q --summary s.tsv serving-llama-v0.11-decode-?.tsv >rows.tsv
	awk -F '\t' '$1 == "result" { print $2 }' s.tsv | grep -qF ' serving-llama-v0.11-decode-b take'
	run -2 --separate-stderr trace-align --info a.info --summary s.tsv a.tsv b.tsv
	[[ $stderr == "trace-align: --info takes two tables, A,B, not 'a.info'"* ]]
	run -2 --separate-stderr trace-align --info a.tsv,b.info --summary s.tsv a.tsv b.tsv
	[[ $stderr == *"a.tsv: no column file; trace-info makes it" ]]
}

# A layer of two networks: most of the time of both is in gemm.
unlike() {
	cycle 4 gemm_1=90.000 softmax=1.000 nccl_AllReduce=1.000 topk=1.000 memcpy_x=1.000 gemm_2=90.000 >x.tsv
	cycle 4 gemm_a=70.000 layer_norm=1.000 gelu=1.000 rope=1.000 dropout=1.000 gemm_b=70.000 >y.tsv
}

@test "unlike cycles are told, though their time is matched" {
	unlike
	run -2 --separate-stderr trace-align --summary s.tsv --fail-if 'total>1000%' x.tsv y.tsv
	[[ $stderr == "trace-align: cycle 1 of x.tsv and cycle 1 of y.tsv are not alike: 1 of 5 and 1 of 5 kinds of kernels have a partner, 11 % of all, less than 50 %" ]]
	[ "${#lines[@]}" -gt 10 ]
	grep -q '^result.These cycles are not alike: ' s.tsv
	run -0 --separate-stderr trace-align --least 10% x.tsv y.tsv
	[ "$stderr" = "trace-align: is it the same model? Only 1 of 5 kinds of kernels of cycle 1 of x.tsv and 1 of 5 of \
cycle 1 of y.tsv have a partner" ]
	run -0 --separate-stderr trace-align -q --least 10% x.tsv y.tsv
	[ -z "$stderr" ]
	run -0 --separate-stderr trace-align x.tsv x.tsv
	[ -z "$stderr" ]
}

@test "cycles with an activation that the other has not are told" {
	cycle 4 norm=5.000 gemm_q=30.000 softmax=9.000 gemm_o=30.000 add=5.000 gelu=6.000 mul=2.000 >x.tsv
	sed 's/gelu/silu/; s/softmax/fast_softmax/' x.tsv >y.tsv
	sed 's/gelu/act_and_mul/' x.tsv >z.tsv
	run -0 --separate-stderr trace-align --summary s.tsv x.tsv y.tsv
	[ "$stderr" = "trace-align: is it the same model? cycle 1 of x.tsv applies gelu and cycle 1 of y.tsv silu" ]
	grep -q '^note.x.tsv applies gelu and y.tsv silu: is it the same model?' s.tsv
	# Some activation, and a kernel that was fused: no doubt.
	run -0 --separate-stderr trace-align x.tsv z.tsv
	[ -z "$stderr" ]
	sed 's/	silu/	triton_poi_fused_mul_silu_0/' y.tsv >fused.tsv
	run -0 --separate-stderr trace-align y.tsv fused.tsv
	[ -z "$stderr" ]
}

@test "one layer against a step of layers that have a kernel more" {
	cycle 9 norm=1 qkv_gemm=5 attention_fwd=4 o_gemm=3 up_gemm=6 silu=1 >layer.tsv
	for ((i = 0; i < 24; i++)); do
		echo norm=1 qkv_gemm=5 rope=1 attention_fwd=4 o_gemm=3 up_gemm=6 silu=1
	done | xargs echo 3 | { read -r reps kernels; cycle $reps $kernels; } >step.tsv
	run -2 --separate-stderr trace-align --fail-if 'total>1%' layer.tsv step.tsv
	[[ $stderr == *"cycle 1 of step.tsv is about 28 times cycle 1 of layer.tsv; "*\
"of their time is matched, less than 50 %" ]] || fail "$stderr"
	[ "$(grep -c ^added <<<"$output")" -eq $((24 * 7 - 6)) ]
}

@test "kernels of the same kinds at other places are doubtful" {
	cycle 4 norm=1 gemm_1=5 silu=1 add=1 gemm_2=5 >small.tsv
	# shellcheck disable=SC2046 # words
	cycle 4 $(yes 'norm=1 gemm_1=5 silu=1 add=1 gemm_2=5 add=1' | head -n 1) copy=1 copy=1 copy=1 copy=1 copy=1 copy=1 copy=1 >large.tsv
	run -0 --separate-stderr trace-align --summary s.tsv small.tsv large.tsv
	[ "$stderr" = "trace-align: is it the same model? Only 5 of 5 rows of cycle 1 of small.tsv and 5 of 13 of cycle 1 \
of large.tsv have a partner at their position, and 100 % and 62 % of the time is in names of both" ]
	grep -q '^note.Only 5 of 5 rows of small.tsv and 5 of 13 of large.tsv have a partner at their position, .*: is it the same model?' s.tsv
	# Fewer are doubtful if the names differ, too.
	cycle 4 rms_norm_b=1 gemm_b=50 attention_fwd_b=5 gemm_b=50 gelu_b=1 gemm_b=50 >b.tsv
	cycle 4 rms_norm_a=1 gemm_a=50 attention_fwd_a=5 gemm_a=50 gelu_a=1 gemm_a=50 copy=1 copy=1 copy=1 copy=1 >a.tsv
	run -0 --separate-stderr trace-align b.tsv a.tsv
	[ "$stderr" = "trace-align: is it the same model? Only 6 of 6 rows of cycle 1 of b.tsv and 6 of 10 of cycle 1 \
of a.tsv have a partner at their position, and 0 % and 0 % of the time is in names of both" ]
	sed -i 's/_a\t/_b\t/' a.tsv
	run -0 --separate-stderr trace-align b.tsv a.tsv
	[ -z "$stderr" ]
}

# launched NAME=SUM_US=OPERATOR[=SHAPES]...: a cycle whose kernels have operators.
launched() {
	local position=0 kernel name sum op dims
	printf 'device\tstream\tcycle\tlevel\treps\tlength\tposition\tname\tcount\tsum_us\tcpu_op\tinput_dims\n'
	for kernel; do
		position=$((position + 1))
		IFS='=' read -r name sum op dims <<<"$kernel"
		printf '0\t7\t1\t1\t1\t%d\t%d\t%s\t1\t%s\t%s\t%s\n' $# $position "$name" "$sum" "$op" "$dims"
	done
}

@test "operators: a kernel that became several of the same one is one group" {
	launched conv_implicit=262.000=aten::conv=[1] relu=5.000=aten::relu conv_implicit=100.000=aten::conv=[2] \
		gemm_x=9.000=aten::linear >conv.tsv
	launched im2col=46.000=aten::conv=[1] Cijk_g=58.000=aten::conv=[1] relu=5.000=aten::relu \
		Cijk_g=38.000=aten::conv=[2] col2im=46.000=aten::conv=[2] gemm_x=9.000=aten::linear >gemm.tsv
	run -0 columns match,a_us,b_us,group,group_rows,group_delta_us,outcome conv.tsv gemm.tsv
	[ "$(cut -f 4-7 <<<"$output" | grep 1:2)" = "$(tsv '1 1:2 -158.000 -' '2 1:2 -16.000 -')" ]
	run -0 columns group,group_rows,group_delta_us gemm.tsv conv.tsv
	[ "$(grep 2:1 <<<"$output")" = "$(tsv '1 2:1 158.000' '2 2:1 16.000')" ]
	# Without operators im2col is alone.
	run -0 columns outcome <(cut -f 1-10 conv.tsv) <(cut -f 1-10 gemm.tsv)
	assert_line only_b
}

@test "operators: no pair is of two that both cycles have; one that only one has may be any" {
	launched gemm_a=9.000=aten::mm mul=1.000=aten::mul gemm_b=8.000=aten::bmm top=50.000=aten::linear >x.tsv
	launched gemm_c=9.000=aten::bmm mul=1.000=aten::mul gemm_d=8.000=aten::mm top=50.000=aten::linear >y.tsv
	run -0 columns match,a_name,b_name x.tsv y.tsv
	[ "$(cut -f 1 <<<"$output" | sort | uniq -c | xargs)" = '2 added 2 exact 1 match 2 removed' ]
	columns match,a_name,b_name <(cut -f 1-10 x.tsv) <(cut -f 1-10 y.tsv) | grep -qx "$(tsv 'similar gemm_a gemm_c')"
	sed 's/aten::mm/one::mm/; s/aten::bmm/one::bmm/' x.tsv >one.tsv
	diff <(columns match,a_name,b_name <(cut -f 1-10 x.tsv) <(cut -f 1-10 y.tsv)) <(columns match,a_name,b_name one.tsv y.tsv)
	# Where few kernels have an operator they are no evidence.
	sed 's/aten::[^m][a-z_]*//; s/aten::mul//' x.tsv >few.tsv
	diff <(columns match,a_name,b_name <(cut -f 1-10 x.tsv) <(cut -f 1-10 y.tsv)) <(columns match,a_name,b_name few.tsv y.tsv)
	mirrored x.tsv y.tsv
}

@test "several cycles: the most alike go together; --cycle picks, --all takes all" {
	cycle 9 conv=5.000 pool=6.000 >other.tsv
	{ cat a.tsv; sed '1d; s/^0\t7\t1\t1\t/0\t7\t2\t2\t/' other.tsv; } | sed '1s/$/\tphase/; 2,$s/$/\tdecode/' >both.tsv
	{ cat other.tsv; sed '1d; s/^0\t7\t1\t1\t/0\t7\t2\t2\t/' b.tsv; } >swapped.tsv
	run -0 --separate-stderr trace-align both.tsv b.tsv
	diff <(trace-align a.tsv b.tsv) <(echo "$output")
	[ "$stderr" = "trace-align: cycle 1 of both.tsv, 4 repeats of 5 kernels, against cycle 1 of b.tsv, 2 of 4" ]
	diff <(trace-align a.tsv b.tsv) <(trace-align -q both.tsv swapped.tsv)
	diff <(trace-align a.tsv b.tsv) <(trace-align --cycle 1 both.tsv b.tsv)
	diff <(trace-align other.tsv other.tsv) <(trace-align --cycle 2,1 both.tsv swapped.tsv)
	diff <(trace-align --least 0% --cycle 1,2 both.tsv both.tsv) <(trace-align --least 0% --cycle 1,2 - <both.tsv)
	run -0 --separate-stderr trace-align --all both.tsv swapped.tsv
	[ -z "$stderr" ]
	[ "$(cut -f 1 <<<"$output" | uniq -c | xargs)" = "1 pair 6 1 2 2" ]
	diff <(trace-align a.tsv b.tsv | sed 1d) <(awk -F '\t' '$1 == 1' <<<"$output" | cut -f 2-)
	run -0 --separate-stderr trace-align --all both.tsv b.tsv
	[ "$stderr" = "trace-align: cycle 2 of both.tsv, 9 repeats of 2 kernels, has no counterpart" ]
	run -2 --separate-stderr trace-align --cycle 9 both.tsv b.tsv
	[[ $stderr == "trace-align: both.tsv: no cycle 9; there are:"*"cycle 1: level 1, 4 repeats of 5 kernels, phase decode"* ]]
	run -2 --separate-stderr trace-align --all --cycle 1 both.tsv b.tsv
	[[ $stderr == "trace-align: --cycle excludes --all, --phase and --step"* ]]
}

@test "--all: no two groups have the same number" {
	local side
	for side in a b; do
		kernels=(gemm_gate=10 silu_kernel=2 gemm_up=10 mul_kernel=2)
		[ $side = a ] || kernels=(gemm_gate=10 gemm_up=10 triton_poi_fused_mul_silu_0=3)
		cycle 9 embed=1 "${kernels[@]}" >once.tsv
		cycle 4 pool=1 "${kernels[@]}" | sed '1d; s/^0\t7\t1\t1\t/0\t7\t2\t2\t/' | cat once.tsv - >two$side.tsv
	done
	run -0 trace-align --all twoa.tsv twob.tsv
	[ "$(awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i } NR > 1 && $c["group_rows"] != "" { print $c["pair"], $c["group"] }' \
		<<<"$output" | xargs)" = "1 1 2 2" ]
}

@test "the summary counts the kernels of a repeat, not rows that are alternatives" {
	awk -F '\t' -v OFS='\t' 'NR > 1 { $6 = 3 } { print }' a.tsv >three.tsv
	[ "$(wc -l <three.tsv)" -eq 6 ]
	trace-align --summary s.tsv three.tsv a.tsv >out
	[ "$(awk -F '\t' '$1 == "compared" { print $7 }' s.tsv | xargs)" = "3 5" ]
}

@test "one kind of kernels tells nothing of the model, unless both have one name that says its work" {
	cycle 9 ncclDevKernel_AllReduce_Sum_f32_RING_LL=4000 >x.tsv
	cycle 4 cross_device_reduce_2stage=5 >y.tsv
	run -0 --separate-stderr trace-align --summary s.tsv x.tsv y.tsv
	[ "$stderr" = "trace-align: is it the same model? Both cycle 1 of x.tsv and cycle 1 of y.tsv have only one kind of kernel" ]
	grep -q '^note.Both x.tsv and y.tsv have only one kind of kernel: is it the same model?' s.tsv
	run -0 --separate-stderr trace-align x.tsv x.tsv
	[ -z "$stderr" ]
	# A name that says nothing is that of one kernel if its times are.
	for spread in 0.3 0.9; do
		cycle 9 k=9.000 | awk -F '\t' -v OFS='\t' -v s=$spread '{ print $0, NR == 1 ? "stddev_us" : s "00" }' >x.tsv
		sed 's/9.000/18.000/' x.tsv >y.tsv
		run -0 --separate-stderr trace-align x.tsv y.tsv
		echo "$spread $stderr"
	done >told
	[ "$(grep -c ^0.9.trace-align:.is.it.the.same.model told) $(wc -w <told)" = "1 24" ] || fail "$(cat told)"
}

@test "two streams have a cycle of one number" {
	{ cat a.tsv; sed '1d; s/^0\t7/0\t8/' b.tsv; } >streams.tsv
	run -2 --separate-stderr trace-align --cycle 1 streams.tsv b.tsv
	[[ $stderr == "trace-align: streams.tsv: more than one cycle 1; there are:"* ]]
}

@test "--cycle takes numbers" {
	for wrong in x 1,2,3 0 1, ,1 99999999999999999999999999; do
		run -2 --separate-stderr trace-align --cycle "$wrong" a.tsv b.tsv
		[[ $stderr == "trace-align: --cycle takes "*"Try 'trace-align --help'." ]]
	done
}

@test "an empty side: header only, a message, exit 1" {
	head -n 1 a.tsv >none.tsv
	run -1 --separate-stderr trace-align a.tsv none.tsv
	assert_output "$(trace-align a.tsv b.tsv | head -n 1)"
	[ "$stderr" = "trace-align: none.tsv: no cycles: nothing to align
trace-align: --whole of trace-cycles compares all kernels of both, as if each trace were one step" ]
	run -1 --separate-stderr trace-align -q none.tsv b.tsv
	[ -z "$stderr" ]
	run -2 --separate-stderr trace-align -q --fail-if 'total>3%' none.tsv b.tsv
	[[ $stderr == "trace-align: none.tsv: no cycles: nothing to align
"* ]]
	run -0 --separate-stderr trace-align --exit-zero none.tsv none.tsv
	[ "$(wc -l <<<"$stderr")" -eq 3 ]
	# A budget cannot be kept by nothing.
	run -2 --separate-stderr trace-align --fail-if 'total>3%' a.tsv none.tsv
}

@test "-o FILE: the same rows, whole or not at all" {
	trace-align a.tsv b.tsv >expected
	trace-align -o now a.tsv b.tsv
	cmp expected now
	run -2 --separate-stderr trace-align -o now a.tsv missing.tsv
	cmp expected now
	run -2 --separate-stderr trace-align -o a.tsv a.tsv b.tsv
	[ "$stderr" = "trace-align: a.tsv: is also the input; nothing is written" ]
	run -2 --separate-stderr trace-align -o no/such/file a.tsv b.tsv
	[ "$stderr" = "trace-align: no/such/file: No such file or directory" ]
	run -2 --separate-stderr trace-align -o now --summary now a.tsv b.tsv
	[[ $stderr == "trace-align: --output and --summary must be two files"* ]]
}

@test "exactly two operands, one of them standard input at most" {
	for operands in '' a.tsv 'a.tsv b.tsv a.tsv'; do
		# shellcheck disable=SC2086 # operands are words
		run -2 --separate-stderr trace-align $operands
		[[ $stderr == "trace-align: two tables are needed, A and B; "* ]]
	done
	run -2 --separate-stderr trace-align - -
	[[ $stderr == "trace-align: only one of A and B can be standard input"* ]]
	diff <(trace-align a.tsv b.tsv) <(trace-align - b.tsv <a.tsv)
	diff <(trace-align a.tsv b.tsv) <(trace-align <(cat a.tsv) <(cat b.tsv))
}

@test "something that is no cycle table is refused" {
	tsv 'ts_us dur_us name' '1.000 2.000 k' >events.tsv
	run -2 --separate-stderr trace-align a.tsv events.tsv
	[ "$stderr" = "trace-align: events.tsv: no column cycle; trace-cycles makes it" ]
	[ -z "$output" ]
}

@test "bad fields are named with their line" {
	sed '3s/\t40.000/\tlong/' a.tsv >bad.tsv
	run -2 --separate-stderr trace-align bad.tsv b.tsv
	[ "$stderr" = "trace-align: bad.tsv:3: sum_us is not a time: long" ]
	sed '3s/\t4\t5\t/\t0\t5\t/' a.tsv >bad.tsv
	run -2 --separate-stderr trace-align bad.tsv b.tsv
	[ "$stderr" = "trace-align: bad.tsv:3: reps is less than 1: 0" ]
	sed '3s/\t4\t5\t/\t9\t5\t/' a.tsv >bad.tsv
	run -2 --separate-stderr trace-align bad.tsv b.tsv
	[ "$stderr" = "trace-align: bad.tsv:3: reps is not as in the cycle's earlier rows: 9" ]
	sed '3s/\t40.000/\t-40.000/' a.tsv >bad.tsv
	run -2 --separate-stderr trace-align bad.tsv b.tsv
	[ "$stderr" = "trace-align: bad.tsv:3: sum_us is negative: -40.000" ]
	awk -F '\t' -v OFS='\t' 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "position") c = i }
		NR == 3 { $c = "9223372036854775807" } 1' a.tsv >bad.tsv
	run -2 --separate-stderr trace-align bad.tsv b.tsv
	[ "$stderr" = "trace-align: bad.tsv:3: position is not one of a cycle: 9223372036854775807" ]
	sed 's/\t[0-9]*\.[0-9]*$/\t9000000000000000.000/' a.tsv >bad.tsv
	run -2 --separate-stderr trace-align bad.tsv b.tsv
	[ "$stderr" = "trace-align: bad.tsv: sum_us adds up to more than 292 years" ]
}

@test "examples of the page, with their output" {
	cycle 4 norm=8.000 gemm_64x64=40.000 op_mul=4.000 op_add=4.004 copy=2.000 >a.tsv
	cycle 2 norm=5.000 gemm_128x64=16.000 triton_poi_fused_add_mul_0=3.000 copy=1.000 >b.tsv
	manners_examples trace-align
}

@test "examples of the page" {
	trace 6 norm gemm_64x64 mul add paged_attention_v1 | gzip >eager.json.gz
	trace 5 norm gemm_128x64 fused paged_attention_v1 | gzip >compiled.json.gz
	{ cat a.tsv; sed '1d; s/^0\t7\t1\t1\t/0\t7\t2\t2\t/' b.tsv; } >eager-cycles.tsv
	cp eager-cycles.tsv compiled-cycles.tsv
	page_commands trace-align
	for example in $(seq "$(ls example-* | wc -l)"); do
		bash -e -o pipefail "example-$example"
	done
	[ "$example" -ge 10 ]
	[ "$(wc -l <layers.tsv)" -eq 5 ]
	[ "$(wc -l <slower.txt)" -eq 6 ]
	[ -s comparison.xlsx ]
}

# conserved A B [OPTION...]: every row once, and sums as in the tables.
conserved() {
	trace-align --least 0% "${@:3}" "$1" "$2" >out.tsv
	for side in a b; do
		file=$1
		[ $side = a ] || file=$2
		diff <(value sum_us "$file" | sort) <(value ${side}_sum_us out.tsv | grep . | sort)
	done
}

# value COLUMN FILE
value() {
	awk -F '\t' -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i }
		NR > 1 { print $c }' "$2"
}

@test "real traces: decode against prefill, and one model on two vendors" {
	need_traces
	for name in vllm-gptoss20b-mi300-decode vllm-gptoss20b-mi300-prefill qwen05b-h100 qwen05b-mi300; do
		trace-extract "$TRACES/$name.json.gz" | trace-cycles | trace-phase -s auto >$name.tsv
	done
	conserved vllm-gptoss20b-mi300-decode.tsv vllm-gptoss20b-mi300-prefill.tsv --cycle 1,1
	[ "$(value match out.tsv | grep -c exact)" -ge 12 ]
	[ "$(value match out.tsv | grep -c similar)" -ge 5 ]
	if [ "$(wc -l <vllm-gptoss20b-mi300-decode.tsv)" -gt 30 ]; then # a step of two layers
		[ -z "$(value group out.tsv | grep .)" ]
		run -0 --separate-stderr trace-align --least 0% --cycle 1,1 vllm-gptoss20b-mi300-decode.tsv vllm-gptoss20b-mi300-prefill.tsv
		[[ $stderr == *" is about 2 times "* ]] || fail "$stderr"
	fi
	conserved qwen05b-h100.tsv qwen05b-mi300.tsv
	[ "$(value match out.tsv | grep -cE 'exact|similar')" -eq 42 ]
	conserved qwen05b-h100.tsv qwen05b-h100.tsv
	[ "$(value match out.tsv | sort -u)" = exact ]
}

@test "which of many cycles: the first 20 are listed, the others counted" {
	{ tsv 'ts_us dur_us name stream'
		for stream in $(seq 12); do
			for i in $(seq 24); do
				tsv "$((100 * stream + 2 * i)) 1 k$((i % 2))_$stream $stream"
			done
		done; } | trace-cycles >dozen.tsv
	{ cat dozen.tsv; awk -F '\t' -v OFS='\t' 'NR > 1 { $4 += 12; print }' dozen.tsv; } >many.tsv
	run --separate-stderr trace-align --cycle 99 many.tsv many.tsv
	grep -qx 'trace-align:   and 4 more' <<<"$stderr" || fail "$stderr"
}

# halves: of the events of trace-cycles on standard input, the cycles of the first
# half of the repeats as h1.tsv, those of the second half as h2.tsv, and their spreads.
halves() {
	awk -F '\t' '
	# Of the totals of the repeats from..to of a cycle, or of a name in it.
	function spread(half, c, name, from, to,   r, m, mean, v, lag, low, high) {
		m = to - from + 1
		for (r = from; r <= to; r++) mean += total[c, name, r] / m
		low = high = total[c, name, from] + 0
		for (r = from; r <= to; r++) {
			v += (total[c, name, r] - mean) ^ 2
			if (r < to) lag += (total[c, name, r] - mean) * (total[c, name, r + 1] - mean)
			if (total[c, name, r] < low) low = total[c, name, r] + 0
			if (total[c, name, r] > high) high = total[c, name, r]
		}
		printf "%s\t%d\t%.3f\t%.3f\t%.3f\t%.3f\t%.3f\t0\t\t\t\t\t\t%s\n", c, m, mean / 1000, \
			sqrt(v / (m - 1)) / 1000, v ? lag / v : 0, low / 1000, high / 1000, name >("h" half ".spread")
	}
	NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	$at["position"] != "" && $at["rep"] !~ /p/ {
		c = $at["cycle"]; n++
		cycle[n] = c; rep[n] = $at["rep"]; row[n] = $at["position"] "\t" $at["name"]
		ns[n] = int($at["dur_us"] * 1000 + 0.5)
		if (rep[n] > reps[c]) reps[c] = rep[n]
	}
	END {
		for (i = 1; i <= n; i++) {
			c = cycle[i]; half = rep[i] <= int(reps[c] / 2) ? 1 : 2
			key = half SUBSEP c SUBSEP row[i]
			count[key]++; sum[key] += ns[i]; squares[key] += ns[i] * ns[i]
			if (!(key in seen)) { seen[key] = 1; order[++keys] = key }
		}
		for (half = 1; half <= 2; half++) {
			print "cycle\treps\tmean_sum_us\tstddev_sum_us\tlag1_sum\tmin_sum_us\tmax_sum_us\tperiods\tmean_period_us\tstddev_period_us\tlag1_period\tmin_period_us\tmax_period_us\tname" >("h" half ".spread")
			print "cycle\treps\tposition\tname\tcount\tsum_us\tstddev_us" >("h" half ".tsv")
		}
		for (k = 1; k <= keys; k++) {
			key = order[k]; split(key, part, SUBSEP); c = part[2]; m = count[key]
			first = int(reps[c] / 2)
			if (first < 4 || m < 2) continue
			v = (squares[key] - sum[key] * sum[key] / m) / (m - 1)
			printf "%s\t%d\t%s\t%d\t%.3f\t%.3f\n", c, part[1] == 1 ? first : reps[c] - first,
				part[3], m, sum[key] / 1000, (v > 0 ? sqrt(v) : 0) / 1000 >("h" part[1] ".tsv")
			split(part[3], place, "\t")
			kept[key]; has[part[1], c, ""]; has[part[1], c, place[2]]
		}
		for (i = 1; i <= n; i++) {
			half = rep[i] <= int(reps[cycle[i]] / 2) ? 1 : 2
			if ((half SUBSEP cycle[i] SUBSEP row[i]) in kept) {
				split(row[i], place, "\t")
				total[cycle[i], "", rep[i]] += ns[i]
				total[cycle[i], place[2], rep[i]] += ns[i]
			}
		}
		for (key in has) {
			split(key, part, SUBSEP); c = part[2]; first = int(reps[c] / 2)
			spread(part[1], c, part[3], part[1] == 1 ? 1 : first + 1, part[1] == 1 ? first : reps[c])
		}
	}'
}

# runs_of PERCENT: runs of b.tsv that are slower by that, s1.tsv to s5.tsv.
runs_of() {
	for i in 1 2 3 4 5; do
		awk -F '\t' -v OFS='\t' -v slow="$1" 'NR > 1 {
			for (i = 6; i <= 8; i++) $i = sprintf("%.3f", $i * (1 + slow / 100)) } { print }' "b$i.tsv" >"s$i.tsv"
	done
}

# The page states what this test measures.
@test "real traces: how often verdicts and budgets are wrong, and how often right" {
	not_with_sanitizers "numbers, which they do not change"
	need_traces
	rows=0 wrong=0 gates=0 failed=0 sums=0 differ=0 parts=0 parted=0
	names='qwen05b-h100 qwen05b-mi300 vllm-b200-eager-rank0 nccl-a100-rank0of2 resnet-2080ti owlv2-h100'
	[ -z "$TRACE_UTILS_LONG" ] || names=$(cd "$TRACES" && ls -- *.json.gz | sed 's/.json.gz$//')
	for name in $names; do
		{ trace-extract -q --exit-zero "$TRACES/$name.json.gz" | trace-cycles -q --exit-zero --events; } 2>/dev/null >"$name.events" || continue
		[ "$(wc -l <"$name.events")" -gt 1 ] || continue
		halves <"$name.events"
		for cycle in $(value cycle h1.tsv | sort -un); do
			for pair in 'h1.tsv h2.tsv' 'h2.tsv h1.tsv'; do
				status=0
				# shellcheck disable=SC2086 # pair is two words
				trace-align -q --cycle "$cycle,$cycle" --spread "$(sed 's/tsv/spread/g; s/ /,/' <<<"$pair")" \
					--fail-if 'total>2%' --summary s.tsv $pair >out.tsv || status=$?
				[ "$status" -le 1 ] || continue
				said=$(awk -F '\t' '$1 == "time" && $2 == "kernels" { print $16 }' s.tsv)
				sums=$((sums + 1))
				[[ $said != faster && $said != slower ]] || differ=$((differ + 1))
				awk -F '\t' '$1 ~ /^(family|change)$/ && $2 != "sum" { print $16 }' s.tsv >said
				parts=$((parts + $(wc -l <said)))
				parted=$((parted + $(grep -cxE 'faster|slower' said || true)))
				gates=$((gates + 1))
				failed=$((failed + (status == 1)))
			done
			rows=$((rows + $(value verdict out.tsv | grep -c . || true)))
			wrong=$((wrong + $(value verdict out.tsv | grep -cE 'faster|slower' || true)))
		done
	done
	echo "# halves: $wrong of $rows rows, $differ of $sums sums, $parted of $parts families and changes, $failed of $gates budgets" >&3
	[ "$rows" -gt 300 ]
	[ $((100 * wrong)) -le "$rows" ]
	[ $((50 * differ)) -le "$sums" ]
	[ $((50 * parted)) -le "$parts" ]
	[ $((50 * failed)) -le "$gates" ]
	set -- qwen05b-h100 qwen05b-mi300 vllm-b200-eager-rank0 nccl-a100-rank0of2 owlv2-h100
	trials=$(awk -v TRIALS=20 -f "$TOP/tests/noise.awk" "${@/%/.events}")
	for slow in 0 1 2 3; do
		runs_of $slow
		trace-align --all --least 0% --fail-if 'total>2%' --fail-if 'total>0%' \
			a1.tsv,a2.tsv,a3.tsv,a4.tsv,a5.tsv s1.tsv,s2.tsv,s3.tsv,s4.tsv,s5.tsv >/dev/null 2>err || true
		above2=$(grep 'total>2%' err | grep -vc inconclusive) || true
		above0=$(grep 'total>0%' err | grep -vc inconclusive) || true
		echo "# slower by $slow %: of $trials budgets total>2% fails in $above2, total>0% in $above0" >&3
		case $slow in
		0) [ $((50 * above2)) -le "$trials" ] && [ $((10 * above0)) -le "$trials" ] ;;
		1) [ $((10 * above0)) -ge $((6 * trials)) ] ;;
		3) [ $((10 * above2)) -ge $((7 * trials)) ] ;;
		esac
	done
}

# edited SEED KIND: the cycle on standard input with a block of one to six kernels
# elsewhere (move), or two blocks in each other's place (swap).
edited() {
	awk -F '\t' -v OFS='\t' -v seed="$1" -v kind="$2" '
		function any(n) { seed = (seed * 16807) % 2147483647; return int(seed / 2147483647 * n) }
		function put(from, to,   i) { for (i = from; i < to; i++) { $0 = row[i]; $at = ++place; print } }
		NR == 1 { for (i = 1; i <= NF; i++) if ($i == "position") at = i; print; next }
		!($at in seen) { row[n++] = $0; seen[$at] }
		END {
			any(2); any(2)
			size = 1 + any(n < 36 ? n / 6 : 6)
			i = any(n - size)
			if (kind == "move") {
				to = any(n - size + 1)
				if (to <= i) { put(0, to); put(i, i + size); put(to, i); put(i + size, n) }
				else { put(0, i); put(i + size, to + size); put(i, i + size); put(to + size, n) }
				exit
			}
			j = any(n - size)
			if (j < i) { k = i; i = j; j = k }
			if (j < i + size) { put(0, n); exit }
			put(0, i); put(j, j + size); put(i + size, j); put(i, i + size); put(j + size, n)
		}'
}

# recall TABLE: how many kernels are paired by their name, after 12 edits, and how many
# there are.
recall() {
	edited 1 none <"$1" >whole.tsv
	for ((seed = 1; seed <= 6; seed++)); do
		for kind in move swap; do
			edited $((seed * 7919)) $kind <"$1" >edited.tsv
			trace-align -q --least 0% whole.tsv edited.tsv
		done
	done | awk -F '\t' '$1 != "match" && $2 != "" { n++; found += $2 == $3 } END { print found, n }'
}

@test "blocks that moved or changed places are found" {
	launched $(for ((i = 0; i < 8; i++)); do
		echo gemm_q=10.000 rope=1.000 attention_fwd=9.000 gemm_o=20.000 "norm_$((i % 3))=3.000" silu=2.000
	done) | cut -f 1-10 >made.tsv
	recall made.tsv >found
	awk '{ exit !($1 >= 0.98 * $2) }' found || fail "$(cat found)"
}

@test "real traces: blocks that moved or changed places are found" {
	need_traces
	for cycle in qwen05b-h100:1 vllm-gptoss20b-mi300-decode:1 vllm-b200-eager-rank0:1 bert-small-mi300:1 owlv2-h100:3 resnet-2080ti:1; do
		trace-extract -q "$TRACES/${cycle%:*}.json.gz" | trace-cycles -q |
			awk -F '\t' -v cycle="${cycle#*:}" 'NR == 1 || $4 == cycle' >real.tsv
		recall real.tsv
	done >found
	awk '{ found += $1; n += $2 } END { exit !(found >= 0.98 * n) }' found || fail "$(cat found)"
}

# The groups of two tables: family, kinds, rows and time saved.
groups_of() {
	trace-align -q --by-fusion "$1" "$2" | awk -F '\t' -v OFS=' | ' '
		NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
		$c["change"] == "group" { print $c["family"], $c["to"], $c["a_rows"] ":" $c["b_rows"], $c["saved_us"]; next }
		$c["change"] != "exact" || $c["saved_us"] != 0 { print $c["change"] }'
}

@test "small comparisons with a known truth" {
	need_traces
	truth=$TRACES/../reference/align
	[ -d "$truth" ] || skip "no reference tables"
	run -0 groups_of "$truth/qkv_a.tsv" "$truth/qkv_b.tsv"
	assert_output 'gemm | gemm | 3:1 | 1.000'
	run -0 groups_of "$truth/swi_a.tsv" "$truth/swi_b.tsv"
	assert_output 'swiglu | swiglu | 2:1 | 10.000'
	run -0 groups_of "$truth/eager_norm.tsv" "$truth/fused_norm.tsv"
	assert_output "$(printf '%s\n' 'rope | rope + rope | 10:2 | 183.871' 'norm | norm | 9:1 | 123.498' \
		'norm | norm | 9:1 | 121.433' 'swiglu | swiglu | 2:1 | 68.020')"
	for family in norm add mul copy reduce_mean rope swiglu gemm; do
		trace-align -q --fail-if "family:$family>5%" "$truth/eager_norm.tsv" "$truth/fused_norm.tsv" >/dev/null
	done
}

# mirrored A B: swapped, all differences and verdicts are of the other sign, and add up.
mirrored() {
	trace-align -q --least 0% --summary s.tsv "$1" "$2" >ab
	trace-align -q --least 0% "$2" "$1" >ba
	awk -f "$TOP/tests/mirrored.awk" ab ba s.tsv >diff || fail "$1 $2: $(head -n 4 diff)"
}

@test "real traces: layers of other models are told, GPUs of other makers are not" {
	need_traces
	for name in bert-small-h100 bert-small-mi300 qwen05b-h100 vllm-llama70b-tp4-mi300; do
		trace-extract -q "$TRACES/$name.json.gz" | trace-cycles >"$name.tsv"
	done
	run -0 --separate-stderr trace-align bert-small-h100.tsv bert-small-mi300.tsv
	[ -z "$stderr" ]
	run -2 --separate-stderr trace-align --cycle 1,2 bert-small-h100.tsv vllm-llama70b-tp4-mi300.tsv
	[[ $stderr == *"kinds of kernels have a partner, 44 % of all, less than 50 %"* ]]
	run -0 --separate-stderr trace-align --least 40% --cycle 1,2 bert-small-h100.tsv vllm-llama70b-tp4-mi300.tsv
	[[ $stderr == *"is it the same model? "* ]]
	# A prefill layer against a decode step.
	run -2 --separate-stderr trace-align --cycle 2,3 vllm-llama70b-tp4-mi300.tsv vllm-llama70b-tp4-mi300.tsv
	[[ $stderr == *" of their time is matched, less than 50 %"* ]]
	run -2 --separate-stderr trace-align --cycle 1,1 bert-small-h100.tsv qwen05b-h100.tsv
	[[ $stderr == *" kinds of kernels have a partner, "*" % of all, less than 50 %"* ]]
}

@test "real traces: all pairs of cycles are mirrored and add up, and each is itself" {
	need_traces
	names='qwen05b-h100 qwen05b-mi300 bert-small-h100 vllm-gptoss20b-mi300-prefill vllm-b200-eager-rank0 nccl-a100-rank0of2'
	[ -z "$TRACE_UTILS_LONG" ] || names=$(cd "$TRACES" && ls -- *.json.gz | sed 's/.json.gz$//')
	for name in $names; do
		trace-extract -q --exit-zero "$TRACES/$name.json.gz" 2>/dev/null | trace-cycles -q --exit-zero >all.tsv 2>/dev/null || continue
		budgets=(--fail-if 'total>0%')
		# A step that comes once has no period.
		value mean_period_us all.tsv | grep -q '^$' || budgets+=(--fail-if 'period>0%')
		[ "$(wc -l <all.tsv)" -gt 1 ] || continue
		trace-align --all -q "${budgets[@]}" all.tsv all.tsv >self.tsv
		[ "$(value match self.tsv | sort -u)" = exact ]
		[ "$(value delta_us self.tsv | sort -u)" = 0.000 ]
		awk -F '\t' -v name="$name" 'NR == 1 { sub(/coverage_pct/, "of_all"); head = $0; next }
			{ file = name "." $1 "." $2 "." $3 "." $4 ".cycle" }
			!(file in known) { known[file]; print head >file }
			{ print >file }' all.tsv
	done
	cycles=(*.cycle)
	pairs=()
	for ((i = 0; i < ${#cycles[@]}; i++)); do
		for ((k = 0; k < i; k++)); do
			pairs+=("${cycles[i]} ${cycles[k]}")
		done
	done
	for ((n = 1; n <= ${#pairs[@]}; n += 1 + n / SPARSER)); do
		# shellcheck disable=SC2086 # two words
		mirrored ${pairs[n - 1]}
	done
	echo "# ${#pairs[@]} pairs of ${#cycles[@]} cycles" >&3
	[ "${#pairs[@]}" -gt 100 ]
}

@test "the step comes before what waits beside it for longer" {
	{
		tsv 'device stream cycle level reps length coverage_pct mean_period_us step_kind position name count sum_us'
		printf '0\t7\t1\t1\t9\t2\t40.000\t50.000\t1\t%s\t%s\t9\t90.000\n' 1 gemm 2 norm
		printf '0\t8\t2\t1\t9\t2\t60.000\t50.000\t\t%s\t%s\t9\t135.000\n' 1 gather 2 reduce
	} >both.tsv
	trace-align --pairs both.tsv both.tsv | cut -f 1,2,14,15 >pairs
	tsv 'a_cycle b_cycle chosen why' '1 1 yes takes~the~most~of~both~traces' \
		'2 2 no runs~beside~the~steps' | tr '~' ' ' | diff -u - pairs
	# A step of one kernel, too.
	sed '/norm/d; s/2\t40[.]000/1\t40.000/' both.tsv >lone.tsv
	assert_equal "$(trace-align --pairs lone.tsv lone.tsv | cut -f 1,15 | tail -n 1)" $'2\truns beside the steps'
	cut -f 1-8,10- both.tsv >untold.tsv
	trace-align --pairs untold.tsv untold.tsv | sed -n 2p | grep -q '^2	2	.*yes'
}

@test "cycles that take little of both traces are no answer, unless they are asked for" {
	local small
	# coverage, period, phase: a cycle of 9 repeats and 270 us, and one beside it.
	little() {
		tsv 'device stream cycle level reps coverage_pct mean_period_us phase position name count sum_us'
		printf "0\t7\t1\t1\t9\t$1\t$2\t$3\t%s\tk%s\t9\t90.000\n" 1 a 2 b 3 c
		printf "0\t7\t2\t1\t4\t$4\t\t$5\t1\tnorm\t4\t150.000\n"
	}
	little 17.000 40.000 '' 9.000 '' >small.tsv
	small="trace-align: cycle 1 of small.tsv and cycle 1 of small.tsv take 17.0 % and 17.0 % of the kernel time of their traces: most of both is left out, so nothing is compared
trace-align: --cycle 1,1 compares them all the same
trace-align: --whole of trace-cycles compares all kernels of both, as if each trace were one step"
	for options in '' '--step' '-q --fail-if total>-1% --summary page'; do
		# shellcheck disable=SC2086 # options
		run -2 --separate-stderr trace-align $options small.tsv small.tsv
		[ -z "$output" ] && assert_equal "$stderr" "$small"
	done
	run -2 --separate-stderr trace-align --pairs small.tsv small.tsv
	assert_equal "$stderr" "$small"
	assert_line --index 1 --partial '	no	takes the most, but leaves most of both traces out'
	trace-align -q --all small.tsv small.tsv >rows
	trace-align -q --cycle 1,1 --summary page small.tsv small.tsv >rows
	grep -q '	Small part: these cycles take 17.0 % of the kernel time of A and 17.0 % of that of B.	' page || fail "$(cat page)"
	little 20.000 '' decode 15.000 prefill >two.tsv
	run -2 --separate-stderr trace-align two.tsv two.tsv
	[[ $stderr == 'trace-align: cycle 1 of two.tsv and cycle 1 of two.tsv, with the steps of other phases, take 35.0 % and 35.0 % of the kernel time'* ]]
	# Half of one trace; a step beside a stream that takes longer; the steps of two phases; one phase selected.
	little 50.000 '' '' 9.000 '' >half.tsv
	little 17.000 100.000 '' 70.000 '' >beside.tsv
	# Unlike cycles, of which one is less than half of its trace.
	sed -E 's/	(k[abc]|norm)	/	other_\1	/' half.tsv >unlike.tsv
	run -2 --separate-stderr trace-align -q unlike.tsv small.tsv
	[[ $stderr == *"are not alike: "*"trace-align: --whole of trace-cycles compares all kernels"* ]] || fail "$stderr"
	run -2 --separate-stderr trace-align -q --cycle 1,1 unlike.tsv small.tsv
	[[ $stderr != *--whole* ]]
	little 30.000 '' decode 40.000 prefill >phases.tsv
	sed '$d' phases.tsv >decode.tsv
	for pair in 'small.tsv half.tsv' 'beside.tsv beside.tsv' 'phases.tsv phases.tsv' 'decode.tsv decode.tsv'; do
		# shellcheck disable=SC2086 # two words
		trace-align -q --summary page $pair >rows
	done
}

# repeats FILE TIME... : a cycle of one kernel with these times, as trace-cycles prints it.
repeats() {
	local file=$1
	shift
	printf '%s\n' "$@" | awk -v OFS='\t' '
		{ sum += $1; squares += $1 ^ 2; least = NR == 1 || $1 < least ? $1 : least; most = $1 > most ? $1 : most }
		END {
			print "cycle", "reps", "position", "name", "count", "sum_us", "mean_us", "min_us", "max_us", "stddev_us"
			print 1, NR, 1, "k", NR, sprintf("%.3f", sum), sprintf("%.3f", sum / NR), sprintf("%.3f", least), \
				sprintf("%.3f", most), sprintf("%.3f", sqrt((squares - sum ^ 2 / NR) / (NR - 1)))
		}' >"$file"
}

@test "a few repeats that do not overlap differ, and one slow repeat hides nothing, as in trace-compare" {
	local of expected
	repeats few.a 100 101 102 99 98
	repeats few.b 120 121 123 119 118
	repeats many.a 300 $(seq 98 0.15 102)
	repeats many.b 360 $(seq 118 0.15 122)
	for of in few many; do
		expected=$(trace-compare -q -k name --value mean_us $of.a $of.b | cut -f 7-9 | tail -n 1)
		[ "${expected%%$'\t'*}" = slower ]
		assert_equal "$(trace-align -q $of.a $of.b | cut -f 8,21,22 | tail -n 1)" "$expected"
	done
}

@test "a budget that the printed interval holds, but its bound does not, is exceeded by that bound" {
	# shellcheck disable=SC2046 # times
	repeats wide.a $(for i in 1 2 3 4 5 6 7; do echo 90 110; done)
	# shellcheck disable=SC2046 # times
	repeats wide.b $(for i in 1 2 3 4 5 6 7; do echo 104 124; done)
	run -1 --separate-stderr trace-align -q --fail-if 'total>0%' wide.a wide.b
	assert_equal "$stderr" ''
	run -1 --separate-stderr trace-align --fail-if 'total>0%' wide.a wide.b
	[[ $stderr == *"total>0%: 14.000 us per repeat, 14.00 %; 95 % interval -"*" us, on one side at least 1."*" us" ]] || fail "$stderr"
	run -1 --separate-stderr trace-align --fail-if 'total<0%' wide.b wide.a
	[[ $stderr == *" us, on one side at most -1."*" us" ]] || fail "$stderr"
	# Not where the interval says so.
	run -1 --separate-stderr trace-align --fail-if 'total>-20%' wide.a wide.b
	[[ $stderr != *"on one side"* ]] || fail "$stderr"
}
