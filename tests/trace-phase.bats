#!/usr/bin/env bats
# trace-phase: manners; cycles; selection; events by each kind of evidence; traces.
load helper

EVENT='ts_us dur_us name cat ph id pid tid device stream correlation external_id'

# A prompt cycle, a decode step with a layer inside it, a rare one, and one of
# another stream; two rows each of the first two.
setup() {
	cd "$BATS_TEST_TMPDIR" || return
	tsv 'device stream cycle level parent reps length coverage_pct position name sum_us mine' \
		'0 7 1 1 - 3 90 60.5 1 gemm 600.000 x' \
		'0 7 1 1 - 3 90 60.5 2 attn~big 5.000 -' \
		'0 7 2 1 - 40 80 30.25 1 gemm 300.000 y' \
		'0 7 2 1 - 40 80 30.25 2 attn~small 2.500 \n' \
		'0 7 3 2 2 320 9 20 1 gemm 200.000 z' \
		'0 7 4 1 - 500 1 0.999 1 copy 10.000 -' \
		'0 9 5 1 - 900 1 8.25 1 all_reduce 80.000 -' >cycles.tsv
	tsv "$EVENT" \
		'10 20 execute_context_0(0)_generation_4(4) user_annotation X - 5 5 - - - -' \
		'12 2 call cuda_runtime X - 5 5 - - 1 -' \
		'40 20 execute_context_1(8)_generation_0(0) user_annotation X - 5 5 - - - -' \
		'42 2 call cuda_runtime X - 5 5 - - 2 -' \
		'65 2 call cuda_runtime X - 5 5 - - 3 -' \
		'55 5 gemm kernel X - 0 7 0 7 1 -' \
		'60 5 gemm kernel X - 0 7 0 7 2 -' \
		'70 5 argmax kernel X - 0 7 0 7 3 -' >events.tsv
}

# phases [OPTION...]: cycle, phase and reason of what is printed.
phases() {
	trace-phase "$@" cycles.tsv | cut -f 3,13,14 | uniq
}

# relabel PHASE CYCLE: the table with that label at that cycle.
relabel() {
	awk -F '\t' -v OFS='\t' -v phase="$1" -v cycle="$2" '
		NR == 1 { print $0, "phase", "phase_reason", "last" }
		NR > 1 { print $0, $3 == cycle ? phase : "", $3 == cycle ? "told" : "", "l" }
	' cycles.tsv
}

# label [OPTION...] <ROWS: name, phase and reason of the events.
label() {
	trace-phase "$@" | awk -F '\t' '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
		NR > 1 { print $at["name"] " " $at["phase"] " | " $at["phase_reason"] }'
}

# kernels LINE...: linked events, a kernel with operator and shapes each.
kernels() {
	local i=0 line

	printf 'ts_us\tname\tcpu_op\tinput_dims\top_id\tcat\n'
	for line; do
		tsv "$((i += 10)) $line $i kernel"
	done
}

@test "manners: command line" {
	manners_command_line trace-phase
}

@test "events without cycles and annotations: what would tell more" {
	tsv 'ts_us dur_us name cat stream' '1.000 2.000 gemm kernel 7' >events
	run -0 --separate-stderr trace-phase events
	[[ $stderr == "trace-phase: events: neither cycles, which trace-cycles --events adds, nor annotations, "* ]]
	run -0 --separate-stderr trace-phase -q events
	[ -z "$stderr" ]
}

@test "manners: the page and --help agree" {
	manners_page trace-phase
}

@test "manners: filter" {
	manners_filter trace-phase cycles.tsv
	manners_filter trace-phase cycles.tsv -s decode
	manners_filter trace-phase events.tsv
	manners_filter trace-phase events.tsv -s prefill
}

@test "examples of the page, with their output" {
	manners_examples trace-phase
}

@test "examples of the page" {
	page_commands trace-phase
	grep -L trace-extract example-? >runnable
	[ "$(wc -l <runnable)" -eq 3 ]
	while read -r example; do
		bash -e -o pipefail "$example"
	done <runnable
	[ "$(wc -l <decode.tsv)" -eq 2 ]
	[ "$(wc -l <step.tsv)" -eq 3 ]
	diff decode.tsv cycle.tsv
}

@test "-m repetition: the classic rule, with its reasons" {
	run -0 phases -m repetition
	assert_output "$(tsv 'cycle phase phase_reason' '1 prefill fewest~repetitions' \
		'2 decode most~repetitions' '3 decode inside~a~decode~cycle' \
		'4 unknown under~1~%~of~kernel~time' "5 unknown not~on~the~GPU's~main~stream")"
}

@test "steps are compared, with their reasons" {
	run -0 phases
	assert_output "$(tsv 'cycle phase phase_reason' \
		'1 prefill time:~a~step~takes~23.7~times~as~long~as~one~of~cycle~2,~which~comes~in~rows' \
		'2 decode time:~a~step~of~cycle~1~takes~23.7~times~as~long' \
		'3 decode inside~a~decode~cycle' '4 unknown under~1~%~of~kernel~time' \
		"5 unknown not~on~the~GPU's~main~stream")"
}

@test "columns and rows are handed on, the two new ones behind" {
	diff -u cycles.tsv <(trace-phase cycles.tsv | cut -f 1-12)
}

@test "a single cycle without evidence is unknown, and -s says why" {
	awk 'NR == 1 || $3 == 1' cycles.tsv >one.tsv
	run -0 bash -c 'trace-phase one.tsv | cut -f 13- | uniq'
	assert_output "$(tsv 'phase phase_reason' \
		'unknown no~evidence:~no~other~step~to~compare~it~with')"
	run -1 --separate-stderr trace-phase -s decode one.tsv
	[ "${#lines[@]}" -eq 1 ]
	[ "$stderr" = "trace-phase: one.tsv: no cycle is decode: cycle 1 is unknown, no evidence: no other step to compare it with; -s auto takes the one that covers most" ]
	diff <(trace-phase one.tsv) <(trace-phase -s auto one.tsv)
	run -0 bash -c 'trace-phase -m repetition one.tsv | cut -f 13- | uniq'
	assert_output "$(tsv 'phase phase_reason' 'decode only~cycle')"
}

# serving [RUNS]: a lone prefill step and decode steps of 79 layers, made up, as
# a table of cycles without names.
serving() {
	tsv "stream cycle level parent reps length coverage_pct start_ts_us${1:+ runs}" \
		"3 1 1 - 1 1211 44.2 10${1:+ 1}" "3 4 2 1 79 15 44 11${1:+ 1}" \
		"3 2 1 - 9 1291 55.0 20${1:+ 1}" "3 3 2 2 711 16 47.1 21${1:+ 9}"
}

@test "a lone prefill step counts as one step, not as its layers" {
	for runs in '' runs; do
		serving $runs | trace-phase | awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "phase") c = i }
			NR > 1 { print $2, $c, $(c + 1) }' >got
		diff -u - got <<-'END'
			1 prefill time: a step takes 7.2 times as long as one of cycle 2, which comes in rows
			4 prefill inside a prefill cycle
			2 decode time: a step of cycle 1 takes 7.2 times as long
			3 decode inside a decode cycle
		END
	done
	serving runs | trace-phase -s prefill --step | cut -f 2,5 >got
	diff -u - got <<<$'cycle\treps\n1\t1'
}

@test "order and number alone do not tell, nor time against them" {
	for time in 6.1 1.1; do
		serving runs | sed "s/\t44.2\t/\t$time\t/" | trace-phase | sed '1d; /^3\t4/d' | cut -f 10-
	done >got
	diff -u - got <<-'END'
		unknown	no evidence: no step is clearly longer than others
		unknown	no evidence: no step is clearly longer than others
		unknown	inside an unknown cycle
		unknown	no evidence: long and short steps alternate, as prompts of different lengths do
		unknown	no evidence: long and short steps alternate, as prompts of different lengths do
		unknown	inside an unknown cycle
	END
}

@test "contradicting evidence is unknown, and said" {
	awk -F '\t' -v OFS='\t' '$3 == 1 && $9 == 2 { $10 = "paged_attention_ll4mi" } { print }' cycles.tsv |
		trace-phase | cut -f 3,13- | uniq | sed -n 2p >got
	diff -u - got <<<$'1\tunknown\tcontradiction: kernels say decode (attention of one token for each sequence, and no other), time prefill'
}

@test "kernels of one phase win over time" {
	awk -F '\t' -v OFS='\t' '$3 == 1 && $9 == 2 { $10 = "decode_attention" }
		$3 == 2 && $9 == 2 { $10 = "context_attention_fwd" } { print }' cycles.tsv |
		trace-phase | cut -f 3,13- | uniq >got
	diff -u - got <<-'END'
		cycle	phase	phase_reason
		1	decode	kernels: attention of generated tokens (split over the sequence)
		2	prefill	kernels: attention over prompts
		3	prefill	inside a prefill cycle
		4	unknown	under 1 % of kernel time
		5	unknown	not on the GPU's main stream
	END
}

@test "training is no serving, whatever repeats" {
	training=$'unknown\ttraining: kernels of a backward pass and an optimizer'
	# Two kinds of them; one is not enough.
	sed 's/attn/layer_norm_backward/; / big/{ p; s/layer_norm_backward/fused_adam/; }' cycles.tsv | trace-phase >two
	cut -f 13- two | sed -n 2p | diff - <(echo "$training")
	for one in s/attn/layer_norm_backward/ s/gemm/softmax_backward/ 's/gemm/backward_warp_kernel/; s/attn/grid_sample_bwd/'; do
		sed "$one" cycles.tsv | trace-phase | cut -f 13- | sed -n 2p >one
		grep '^unknown.no evidence' one
	done
}

@test "a word in a name that only looks like training changes no phase of serving" {
	awk -F '\t' -v OFS='\t' '{ print }
		$9 == 2 { $9 = 3; $10 = "reshape_and_cache"; $11 = "1.000"; print; $9 = 4; $10 = "PLANTED"; print
			$9 = 5; $10 = "_fwd_kernel"; if ($3 == 2) $10 = "_fwd_kernel_stage1"; print }' cycles.tsv >serving.tsv
	sed s/PLANTED/relu/ serving.tsv | trace-phase | cut -f 3,13- >want
	[ "$(cut -f 2 want | sort -u | xargs)" = 'decode phase prefill unknown' ]
	for name in 'hadamard<128>' sm80_xmma_dgrad_implicit_gemm igemm_bwd_gtcx3 indexing_backward_kernel softmax_warp_backward \
		'multi_tensor_apply_kernel<TensorListMetadata<2>, Copy<float>>' nll_loss_forward 'fused_adamant<1>' bn_bw_1C11; do
		sed "s/PLANTED/$name/" serving.tsv | trace-phase | cut -f 3,13- | diff want - || fail "$name"
	done
}

# epochs STEP END: two times eight steps of training, with the kernels STEP at the end of each, then
# answers of one step and twelve others that are tried out, and END.
epochs() {
	awk -v step="$1" -v last="$2" 'function add(text, times,   n, i, k, name) {
			for (n = split(text, name, " "); times > 0; times--)
				for (i = 1; i <= n; i++)
					printf "%d\t%d\t%s\tkernel\t0\t7\n", time += 50, 40, name[i]
		}
		function pass(layer, tail) { add("embed cast", 1); add(layer, 6); add(tail, 1) }
		BEGIN {
			print "ts_us\tdur_us\tname\tcat\tdevice\tstream"
			for (epoch = 0; epoch < 2; epoch++) {
				for (i = 0; i < 8; i++) {
					pass("norm qkv flash_attn o up gelu down", "loss")
					add("d_down d_gelu d_up layer_norm_backward d_o flash_bwd d_qkv wgrad_x", 6)
					add(step, 1)
				}
				for (i = 0; i < 13; i++)
					pass(i ? "n1 q1 attn1 o1 u1 g1 d1" : "n8 q8 attn8 o8 u8 g8 d8", "argmax")
				add(last, 1)
			}
		}'
}

@test "what is beside several steps of training is none, but in the one step of training it is" {
	training='training: kernels of a backward pass and an optimizer' none='no evidence: no step is clearly longer than others'
	epochs 'clip fused_adam zero' end | trace-cycles -q | trace-phase | cut -f 5,7,8,25 | sort -u | grep -v inside >out
	printf '%s\t%s\t%s\t%s\n' 1 2 1354 'holds steps of unknown phase' 2 16 96 "$training" 2 2 45 "$none" 2 24 45 "$none" \
		level reps length phase_reason | diff - out
	epochs zero 'clip fused_adam' | trace-cycles -q | trace-phase | cut -f 5,7,8,25 | sort -u | grep -v inside >out
	printf '%s\t%s\t%s\t%s\n' 1 2 1339 "$training" | diff - <(head -n 1 out)
	! grep "$none" out
}

# The optimizer runs as often as a pass has layers, each time for some of the tensors: no row of layers.
@test "a step that accumulates gradients holds passes, but no steps" {
	awk 'function add(text, times, op,   n, i, name) {
			for (n = split(text, name, " "); times > 0; times--)
				for (i = 1; i <= n; i++)
					printf "%d\t%d\t%s\tkernel\t0\t7\t%s\n", time += 50, 40, name[i], op
		}
		BEGIN {
			print "ts_us\tdur_us\tname\tcat\tdevice\tstream\tcpu_op"
			for (step = 0; step < 5; step++) {
				for (pass = 0; pass < 4; pass++) {
					add("embed cast", 1, "aten::to")
					add("norm qkv flash_fwd o up gelu down", 6, "aten::mm")
					add("nll_loss_forward softmax_backward", 1, "aten::nll_loss")
					add("d_down d_gelu d_up layer_norm_backward d_o flash_bwd d_qkv", 6, "MmBackward0")
				}
				add("multi_tensor_apply_kernel<FusedAdamMathFunctor>", 12, "aten::_fused_adamw_")
			}
		}' | trace-cycles -q | trace-phase | cut -f 5,7,8,26 | sort -u >out
	grep -qx "1	5	364	training: kernels of a backward pass and an optimizer" out
}

@test "the operator that launched a kernel tells whether it trains" {
	train() {
		{
			tsv 'ts_us dur_us name cat device stream path position cpu_op op_id'
			for ((i = 0; i < 12; i++)); do
				tsv "$((10 * i)) 9 $(cut -d ' ' -f $((i % 3 + 1)) <<<"$1") kernel 0 7 1:$((i / 3 + 1)) $((i % 3 + 1)) $2 $i"
			done
		} | trace-phase | cut -f 12 | sed -n 2p
	}
	[[ $(train 'a_wgrad bn_bw_1 gemm' -) = training:* ]]
	[[ $(train 'a_wgrad bn_bw_1 gemm' aten::conv_transpose2d) = 'no evidence'* ]]
	[[ $(train 'k1 k2 gemm' aten::convolution_backward) = training:* ]]
	[[ $(train 'k1 k2 gemm' aten::_fused_adamw_) = training:* ]]
	[[ $(train 'k1 k2 gemm' aten::mul) = 'no evidence'* ]]
}

# made_steps SEED NAME OPERATOR COUNT...: 12 steps of 6 layers of a model, of 20 to 400 us a kernel;
# of each name COUNT kernels at places of the step that the seed chooses.
made_steps() {
	awk -v seed="$1" 'BEGIN {
		srand(seed)
		for (k = 0; k < 36; k++)
			name[k] = k % 6 == 2 ? "attn_fwd_inner" : "k_" (k % 6)
		for (i = 2; i + 2 < ARGC; i += 3)
			for (n = ARGV[i + 2]; n > 0; n--) {
				do at = int(36 * rand()); while (at in op || at % 6 == 2)
				name[at] = ARGV[i]
				op[at] = ARGV[i + 1]
			}
		print "ts_us\tdur_us\tname\tcat\tdevice\tstream\tcpu_op"
		for (step = 0; step < 12; step++)
			for (k = 0; k < 36; k++) {
				time += 500
				printf "%d\t%d\t%s\tkernel\t0\t7\t%s\n", time, 20 + k * 7 % 380, name[k], op[k]
			}
	}' "$@"
}

# what_trains SEED...: whether its cycles train, and whether its kernels do.
what_trains() {
	made_steps "$@" >made
	trace-cycles -q --exit-zero made | trace-phase -q | grep -c 'training:' >cycles.n || :
	trace-cycles -q --exit-zero --events made | trace-phase -q | grep -c 'training:' >events.n || :
	echo "$(($(<cycles.n) > 0)) $(($(<events.n) > 0))"
}

@test "made-up steps: one weak name makes no training, two proofs do" {
	for seed in 1 2 3 4; do
		[ "$(what_trains $seed fast_hadamard_transform '' 2)" = "0 0" ]
		[ "$(what_trains $seed indexing_backward_kernel aten::index_put_ 3)" = "0 0" ]
		[ "$(what_trains $seed cudnn_dgrad_engine aten::cudnn_convolution_transpose 6)" = "0 0" ]
		[ "$(what_trains $seed 'multi_tensor_apply_kernel<Copy<float>>' aten::_foreach_copy_ 6)" = "0 0" ]
		[ "$(what_trains $seed nll_loss_forward aten::nll_loss_forward 1)" = "0 0" ]
		[ "$(what_trains $seed sm80_wgrad aten::conv_transpose2d 4 softmax_backward aten::_softmax 4)" = "0 0" ]
		[ "$(what_trains $seed layer_norm_backward_kernel '' 1 reshape_and_cache_kernel '' 6 wgrad_x '' 1)" = "0 0" ]
		[ "$(what_trains $seed layer_norm_backward_kernel '' 1 fused_adam_kernel '' 1)" = "1 1" ]
		[ "$(what_trains $seed sm80_wgrad aten::convolution_backward 1 k_x MmBackward0 1)" = "1 1" ]
		[ "$(what_trains $seed softmax_backward_kernel '' 9)" = "0 0" ]
		[ "$(what_trains $seed backward_warp_kernel '' 9 grid_sample_bwd '' 9)" = "0 0" ]
		[ "$(what_trains $seed k_s aten::gelu_backward 9)" = "1 1" ]
		[ "$(what_trains $seed k_w flow::backward_warp 9)" = "0 0" ]
	done
}

@test "kernels of no known step: two proofs with a twentieth of the time make a training, or three" {
	alone() {
		tsv 'ts_us dur_us name cat device stream' "1 100 gemm kernel 0 7" "200 800 nccl kernel 0 7"
		for row in "$@"; do
			tsv "$row kernel 0 7"
		done
	}
	trains() {
		alone "$@" | trace-phase | cut -f 8 | sed 1d | sort -u
	}
	training='training: kernels of a backward pass and an optimizer'
	[ "$(trains '2000 3 layer_norm_backward_kernel' '2010 3 fused_adam_kernel')" = "$training" ]
	[ "$(trains '2000 2 layer_norm_backward_kernel' '2010 2 fused_adam_kernel')" = 'no evidence' ]
	[ "$(trains '2000 2 layer_norm_backward_kernel' '2010 1 fused_adam_kernel' '2020 1 softmax_backward')" = "$training" ]
	[ "$(trains '2000 3 layer_norm_backward_kernel' '2010 3 conv_wgrad_kernel')" = 'training: kernels of a backward pass' ]
	[ "$(trains '2000 90 layer_norm_backward_kernel')" = 'no evidence' ]
	[ "$(trains '2000 3 layer_norm_backward_kernel' '2010 3 fused_adam_kernel' '2020 1 reshape_and_cache' \
		'2030 1 reshape_and_cache')" = 'no evidence' ]
}

@test "-s keeps the layer, --step the step" {
	diff -u <(trace-phase cycles.tsv | awk 'NR == 1 || $3 == 3') \
		<(trace-phase -s decode cycles.tsv)
	diff -u <(trace-phase cycles.tsv | awk 'NR == 1 || $3 == 2') \
		<(trace-phase -s decode --step cycles.tsv)
	diff -u <(trace-phase cycles.tsv | awk 'NR == 1 || $3 == 1') \
		<(trace-phase --select prefill cycles.tsv)
	diff -u <(trace-phase -s decode cycles.tsv) <(trace-phase -s auto cycles.tsv)
}

@test "-s keeps the step where what is inside covers less than half of it" {
	sed 's/\t20\t1\tgemm/\t15.124\t1\tgemm/' cycles.tsv >little.tsv
	diff -u <(trace-phase little.tsv | awk 'NR == 1 || $3 == 2') \
		<(trace-phase -s decode little.tsv)
}

@test "-s auto without decode: the cycle that covers most" {
	relabel mixed 2 >cycles2.tsv
	run -0 bash -c 'trace-phase -s auto cycles2.tsv | cut -f 3,13 | uniq'
	assert_output "$(tsv 'cycle phase' '1 unknown')"
	run -0 bash -c 'trace-phase -s mixed --step cycles2.tsv | cut -f 3,13 | uniq'
	assert_output "$(tsv 'cycle phase' '2 mixed')"
}

@test "an absent phase: header only, message, exit 1" {
	awk 'NR == 1 || $3 == 1' cycles.tsv >one.tsv
	run -1 --separate-stderr trace-phase -s prefill one.tsv
	assert_output "$(trace-phase one.tsv | head -n 1)"
	[ "$stderr" = "trace-phase: one.tsv: no cycle is prefill: cycle 1 is unknown, no evidence: no other step to compare it with; -s auto takes the one that covers most" ]
	run -1 --separate-stderr trace-phase -q -s prefill one.tsv
	[ -z "$stderr" ]
	run -0 trace-phase --exit-zero -s prefill one.tsv
}

@test "header only: nothing to label, nothing to select" {
	head -n 1 cycles.tsv >none.tsv
	run -0 --separate-stderr trace-phase none.tsv
	[ "${#lines[@]}" -eq 1 ]
	[ -z "$stderr" ]
	run -1 --separate-stderr trace-phase -s auto none.tsv
	[ "${#lines[@]}" -eq 1 ]
	[ "$stderr" = "trace-phase: none.tsv: no cycles in the table" ]
	head -n 1 events.tsv >none.tsv
	run -0 --separate-stderr trace-phase none.tsv
	[ "${#lines[@]}" -eq 1 ]
	trace-link -q --exit-zero none.tsv >linked.tsv
	run -1 --separate-stderr trace-phase -m annotation -s decode linked.tsv
	[ "${#lines[@]}" -eq 1 ]
}

@test "labels already there stand, empty ones are filled in" {
	relabel prefill 1 >labelled.tsv
	run -0 bash -c 'trace-phase labelled.tsv | cut -f 3,13- | uniq'
	assert_output "$(tsv 'cycle phase phase_reason last' '1 prefill told l' \
		'2 decode time:~a~step~of~cycle~1~takes~23.7~times~as~long l' \
		'3 decode inside~a~decode~cycle l' '4 unknown under~1~%~of~kernel~time l' \
		"5 unknown not~on~the~GPU's~main~stream l")"
	diff <(trace-phase cycles.tsv) <(trace-phase cycles.tsv | trace-phase)
}

@test "a cycle with labels of several phases is a request if its parts have one each" {
	engine_steps 'for (r = 0; r < 9; r++) {
		step("execute_context_1(300)_generation_0(0)", "norm qkv attn o up down", 90, "logits argmax")
		for (i = 0; i < 5; i++)
			step("execute_context_0(0)_generation_1(1)", "norm1 gemv attn1 o1 up1", 20, "logits1 argmax")
	}' | trace-extract -q -c gpu,host | trace-link -q | trace-phase -q -m annotation | trace-cycles -q >labelled.tsv
	say() { trace-phase "$1" | cut -f 4,25,26 | sed 1d | uniq; }
	say labelled.tsv >out
	tsv '1 mixed holds~steps~of~prefill~and~decode' '2 prefill all~its~kernels' '3 prefill all~its~kernels' \
		'4 decode all~its~kernels' '5 decode all~its~kernels' | diff - out
	# A label of the whole alone does not.
	tsv '1 mixed its~kernels~differ' >alone
	say <(awk -F '\t' 'NR == 1 || $5 == 1' labelled.tsv) | diff alone -
}

@test "labels that are all unknown count as none" {
	trace-phase cycles.tsv >known.tsv
	awk -F '\t' -v OFS='\t' 'NR > 1 { $13 = "unknown"; $14 = "all its kernels" } { print }' \
		known.tsv | trace-phase | diff -u known.tsv -
}

@test "each rank has its own phases" {
	{ sed '1s/^/rank\t/; 2,$s/^/0\t/' cycles.tsv; sed '1d; s/^/1\t/' cycles.tsv; } >ranks.tsv
	run -0 bash -c 'trace-phase -s decode ranks.tsv | cut -f 1,4 | uniq'
	assert_output "$(tsv 'rank cycle' '0 3' '1 3')"
}

@test "what is neither events nor cycles is refused" {
	tsv 'dur_us name' '2.000 k' >other.tsv
	run -2 --separate-stderr trace-phase other.tsv
	[ "$stderr" = "trace-phase: other.tsv: no column cycle; trace-cycles makes it" ]
	[ -z "$output" ]
	tsv 'cycle reps level level coverage_pct' >doubled.tsv
	run -2 --separate-stderr trace-phase doubled.tsv
	[ "$stderr" = "trace-phase: doubled.tsv: two columns are called level" ]
}

@test "a bad field is named with its line" {
	sed '4s/\t40\t/\tmany\t/' cycles.tsv >bad.tsv
	run -2 --separate-stderr trace-phase bad.tsv
	[ "$stderr" = "trace-phase: bad.tsv:4: reps is not a whole number: many" ]
	sed '4s/\t40\t/\t\t/' cycles.tsv >bad.tsv
	run -2 --separate-stderr trace-phase bad.tsv
	[ "$stderr" = "trace-phase: bad.tsv:4: reps is empty" ]
	sed '7s/^55/soon/' events.tsv >bad.tsv
	run -2 --separate-stderr trace-phase bad.tsv
	[[ $stderr == "trace-phase: bad.tsv:7: ts_us "*": soon" ]]
}

@test "--anew replaces labels, of events and of cycles" {
	for table in events cycles; do
		trace-phase $table.tsv >labelled
		awk -F '\t' -v OFS='\t' 'NR > 1 && $(NF - 1) != "" { $(NF - 1) = "mixed"; $NF = "" } { print }' labelled >wrong
		run ! diff -q labelled wrong
		trace-phase wrong | diff -u wrong -
		trace-phase --anew wrong | diff -u labelled -
	done
}

@test "two cycles under one number are refused" {
	sed '3s/\t3\t/\t4\t/' cycles.tsv >clash.tsv
	run -2 --separate-stderr trace-phase clash.tsv
	[[ $stderr == "trace-phase: clash.tsv:3: level, reps, "*"cycle: 1" ]]
}

@test "options that do not go together are refused" {
	run -2 --separate-stderr trace-phase -s both cycles.tsv
	[[ $stderr == "trace-phase: --select takes prefill, decode, mixed, unknown or auto, not 'both'"* ]]
	run -2 --separate-stderr trace-phase --step cycles.tsv
	[[ $stderr == "trace-phase: --step needs --select"* ]]
	run -2 --separate-stderr trace-phase -s decode --step events.tsv
	[[ $stderr == "trace-phase: --step is for cycles"* ]]
	run -2 --separate-stderr trace-phase -s auto events.tsv
	[[ $stderr == "trace-phase: --select auto is for cycles"* ]]
	run -2 --separate-stderr trace-phase -m magic cycles.tsv
	[[ $stderr == "trace-phase: --method takes annotation or repetition, not 'magic'"* ]]
	run -2 --separate-stderr trace-phase --decode-threshold 0 cycles.tsv
}

@test "methods that lack what they go by say what brings it" {
	run -2 --separate-stderr trace-phase -m annotation cycles.tsv
	[ "$stderr" = "trace-phase: cycles.tsv: method annotation needs events, but these are cycles: use it before trace-cycles" ]
	run -2 --separate-stderr trace-phase -m repetition events.tsv
	[[ $stderr == *"method repetition needs cycles"*"use it after trace-cycles" ]]
	grep -v user_annotation events.tsv >bare.tsv
	run -2 --separate-stderr trace-phase -m annotation bare.tsv
	[[ $stderr == *"needs annotations: trace-extract -c gpu,host | trace-link adds them" ]]
}

@test "annotation: the launch counts, and what is launched after belongs to it" {
	trace-link events.tsv | label >got
	diff -u - got <<-'END'
		gemm decode | launched within an annotation of decode
		gemm prefill | launched within an annotation of prefill
		argmax prefill | launched after an annotation of prefill
	END
	trace-link events.tsv | label -m annotation | diff -u got -
}

@test "annotation without launches: from one start to the next; host rows stay" {
	label <events.tsv >got
	diff -u - got <<-'END'
		execute_context_0(0)_generation_4(4)  | 
		call  | 
		execute_context_1(8)_generation_0(0)  | 
		call  | 
		call  | 
		gemm prefill | after the start of an annotation of prefill
		gemm prefill | after the start of an annotation of prefill
		argmax prefill | after the start of an annotation of prefill
	END
}

@test "annotation in the time of the GPU: goes before the host's, on each GPU" {
	tsv 'ts_us dur_us name cat device' \
		'0.000 5.000 step[EXTEND~bs=1~toks=9] user_annotation -' \
		'1.000 2.000 warm_up kernel 0' \
		'10.000 9.000 step[EXTEND~bs=1~toks=9] gpu_user_annotation 0' \
		'10.000 2.000 gemm kernel 0' \
		'11.000 5.000 step[DECODE~bs=1] user_annotation -' \
		'12.000 2.000 norm kernel 0' \
		'12.000 2.000 elsewhere kernel 1' \
		'20.000 9.000 step[DECODE~bs=1] gpu_user_annotation 0' \
		'20.000 2.000 gemm kernel 0' \
		'30.000 2.000 argmax kernel 0' >gpu.tsv
	run -0 bash -c 'trace-phase gpu.tsv | grep -w kernel | cut -f 3,5-'
	assert_output "$(tsv 'warm_up 0 prefill after~the~start~of~an~annotation~of~prefill' \
		'gemm 0 prefill after~the~start,~on~the~GPU,~of~an~annotation~of~prefill' \
		'norm 0 prefill after~the~start,~on~the~GPU,~of~an~annotation~of~prefill' \
		'elsewhere 1 decode after~the~start~of~an~annotation~of~decode' \
		'gemm 0 decode after~the~start,~on~the~GPU,~of~an~annotation~of~decode' \
		'argmax 0 decode after~the~start,~on~the~GPU,~of~an~annotation~of~decode')"
	grep -v -w user_annotation gpu.tsv | trace-phase -m annotation | grep -c -w unknown | grep -qx 2
}

@test "annotation: others inside the engine's do not hide it" {
	sed '2a11.000\t5.000\t## Call CompiledFxGraph x ##\tuser_annotation\tX\t\t5\t5\t\t\t\t' \
		events.tsv >inside.tsv
	trace-link inside.tsv | cut -f 18 | grep -q '^## Call CompiledFxGraph x ##$'
	run -0 bash -c 'trace-link inside.tsv | trace-phase -s decode | cut -f 3'
	assert_output "$(printf 'name\ngemm')"
}

@test "-s on events keeps the events of a phase" {
	trace-link events.tsv >linked.tsv
	run -0 bash -c 'trace-phase -s prefill linked.tsv | cut -f 3'
	assert_output "$(printf 'name\ngemm\nargmax')"
	run -1 --separate-stderr trace-phase -s mixed linked.tsv
	[ "${#lines[@]}" -eq 1 ]
	[ "$stderr" = "trace-phase: linked.tsv: no event is mixed; without -s, phase_reason says why" ]
}

@test "events: labels already there stand" {
	trace-link events.tsv | trace-phase >labelled.tsv
	trace-phase labelled.tsv | cmp - labelled.tsv
	sed 's/\tdecode\tlaunched.*/\tmixed\ttold/; s/\tprefill\tlaunched after.*/\t\t/' labelled.tsv |
		label >got
	diff -u - got <<-'END'
		gemm mixed | told
		gemm prefill | launched within an annotation of prefill
		argmax prefill | launched after an annotation of prefill
	END
}

@test "kernels alone: their names, M of GEMMs beside an engine, neighbours that agree" {
	# Four layers of attention each; the GEMM of the last layer of prefill is for a
	# few tokens, too.
	kernels 'norm aten::mean [[512,8]]' 'gemm aten::mm [[2048,8],[8,8]]' 'norm - -' \
		'attn_prefill - -' 'attn_prefill - -' 'attn_prefill - -' 'attn_prefill - -' \
		'gemm aten::mm [[1,8],[8,8]]' 'norm - -' \
		'paged_attention_v1 - -' 'norm - -' 'paged_attention_v1 - -' 'paged_attention_v1 - -' \
		'paged_attention_v1 - -' 'Cijk_USL1_U64SL1 - -' 'gemm aten::mm [[4,8],[8,8]]' \
		'gemm aten::mm [[64,8],[8,8]]' | label | uniq >got
	diff -u - got <<-'END'
		norm unknown | no evidence
		gemm prefill | kernel for many tokens
		norm prefill | between kernels of prefill
		attn_prefill prefill | kernel: attention over prompts
		gemm unknown | no evidence
		norm unknown | no evidence
		paged_attention_v1 decode | kernel: paged attention of generated tokens
		norm decode | between kernels of decode
		paged_attention_v1 decode | kernel: paged attention of generated tokens
		Cijk_USL1_U64SL1 decode | between kernels of decode
		gemm decode | kernels for a few tokens
		gemm unknown | no evidence
	END
	# One layer of each may be one step.
	kernels 'attn_prefill - -' 'norm - -' 'paged_attention_v1 - -' | label >got
	[ "$(grep -c unknown got)" -eq 3 ]
	kernels 'gemm aten::mm [[2048,8],[8,8]]' 'norm - -' | label >got
	diff -u - got <<<$'gemm unknown | no evidence\nnorm unknown | no evidence'
}

@test "kernels alone: between two prefills another step may be" {
	kernels 'attn_prefill - -' 'norm - -' 'flash_fwd_kernel - -' 'norm - -' \
		'flash_fwd_kernel - -' 'norm - -' 'attn_prefill - -' | label >got
	[ "$(grep -c unknown got)" -eq 5 ]
}

@test "kernels alone: what may read prompts beside generated tokens tells nothing, nor does a forward pass" {
	# vLLM: _fwd_kernel runs beside paged attention in a step of both, and so does latent attention.
	kernels '_fwd_kernel - -' 'paged_attention_ll4mi_QKV - -' '_fwd_kernel - -' 'paged_attention_ll4mi_QKV - -' | label >got
	[ "$(grep -c unknown got)" -eq 4 ]
	for beside in norm flash_fwd_kernel; do
		for ((i = 0; i < 5; i++)); do
			echo "concat_and_cache_mla - -"
			echo "$beside - -"
			echo "flash_fwd_splitkv_mla_kernel - -"
		done | { mapfile -t rows && kernels "${rows[@]}"; } | label | grep -c 'mla_kernel decode' || :
	done | diff <(printf '5\n0\n') -
	kernels 'chunk_scan_fwd - -' 'chunk_scan_bwd - -' 'layer_norm_backward - -' 'fused_adam - -' | label >got
	[ "$(grep -c 'unknown | training: ' got)" -eq 4 ]
}

# steps LETTERS: events of steps, P prefill and D decode, of 12 layers each.
steps() {
	printf 'ts_us\tdur_us\tname\tcat\tdevice\tstream\n'
	fold -w 1 <<<"$1" | awk 'function k(name, us, stream) {
			printf "%.3f\t%.3f\t%s\tkernel\t0\t%d\n", t, us, name, stream
			t += us + 1
		}
		BEGIN { t = 1000 }
		{
			k("embed_" $1, 5, 7); k("gather", 9, 8)
			for (l = 0; l < 12; l++)
				for (i = 0; i < 6; i++)
					k("k" $1 i, $1 == "P" ? 50 : 5, 7)
			k("argmax_" $1, 5, 7)
		}'
}

@test "events of cycles have the phase of their step, side streams, too" {
	steps PDDDDDDDDPDDDDDDDDDPDDDDDDDD | trace-cycles -q --events | trace-phase -q >labelled.tsv
	awk -F '\t' 'NR > 1 { p = $3 ~ /^(kP|embed_P|argmax_P)/ ? "prefill" : "decode"
		if ($3 != "gather") { n++; right += p == $(NF - 1); wrong += p != $(NF - 1) && $(NF - 1) != "unknown" } }
		END { print n, (right > 0.95 * n), wrong + 0 }' labelled.tsv >got
	[ "$(cat got)" = "2072 1 0" ]
	[ "$(grep -c $'\tgather\t.*decode' labelled.tsv)" -ge 20 ]
	diff <(cut -f 1-12 labelled.tsv) \
		<(steps PDDDDDDDDPDDDDDDDDDPDDDDDDDD | trace-cycles -q --events)
}

@test "what another stream runs has the phase of its step, also after the last kernel of that" {
	awk 'function kernel(name, us, stream) { printf "%d.000\t%d.000\t%s\tkernel\t0\t%d\n", t, us, name, stream; t += us }
		BEGIN {
			print "ts_us\tdur_us\tname\tcat\tdevice\tstream"
			for (s = 0; s < 16; s++) {
				p = s < 4
				kernel("embed_" p, 5, 7)
				for (i = 0; i < 40; i++) {
					kernel(i % 4 ? "k" p i % 4 : p ? "flash_fwd_kernel" : "flash_fwd_splitkv_kernel", p ? 50 : 5, 7)
					if (i % 10 == 9)
						kernel("ncclDevKernel_AllReduce", 9, 8)
				}
			}
		}' | trace-cycles -q --events | trace-phase -q >labelled.tsv
	awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
		$c["stream"] == 8 { n[$c["phase"] " " ($c["step"] == "" ? "after" : $c["step"] < 5 ? "first" : "later")]++ }
		END { for (k in n) print k, n[k] }' labelled.tsv | sort | paste -sd , >got
	[ "$(cat got)" = "decode after 1,decode later 47,prefill first 16" ] || fail "$(cat got)"
}

@test "repeats that do not count are judged each by itself" {
	awk 'BEGIN {
		print "ts_us\tdur_us\tname\tcycle\trep\tposition\tpath"
		for (i = 1; i <= 20; i++)
			for (k = 0; k < 4; k++)
				printf "%d.000\t1.000\t%s\t1\t1\t%d\t1:%s%d\n", 10 * i + k,
					(k ? "copy" k : "batch_decode_attention"), k + 1, (i > 4 ? "p" : ""), i
	}' >paths.tsv
	run -0 bash -c 'trace-phase paths.tsv | cut -f 8 | sort | uniq -c'
	assert_line --index 0 --regexp '80 decode'
}

@test "events with a broken path: no crash, no label" {
	tsv 'ts_us dur_us name cycle rep position path' '1.000 2.000 k 1 1 1 1:' '4.000 2.000 k 1 1 1 :1/' \
		'7.000 2.000 k 1 1 1 x:y/1:2/1:2//' '9.000 2.000 k - - - 1/2' >paths.tsv
	run -0 bash -c 'trace-phase paths.tsv | cut -f 8 | sort | uniq -c'
	assert_line --index 1 --regexp '4 unknown'
}

# Steps of both phases in turn, the same kernels in both, the GPU some steps
# behind the host; each step launches one kernel more when its annotation has
# ended. The truth is in external_id.
interleaved() {
	printf '%s\n' "$EVENT" | tr ' ' '\t'
	awk 'BEGIN {
		OFS = "\t"
		for (step = 0; step < 60; step++) {
			decode = step % 4 != 0 && step != 58
			at = 1000 * step
			name = decode ? "execute_context_0(0)_generation_8(8)" \
				: "execute_context_1(512)_generation_0(0)"
			print at ".000", "500.000", name, "user_annotation", "X", "", 5, 5, "", "", "", ""
			print at + 10 ".000", "100.000", "## Call CompiledFxGraph f ##", \
				"user_annotation", "X", "", 5, 5, "", "", "", ""
			for (k = 0; k < 6; k++) {
				id++
				call = at + (k < 5 ? 20 * (k + 1) : 700)
				print call ".000", "5.000", "call", "cuda_runtime", "X", "", 5, 5, "", "", id, ""
				print at + 3300 + 100 * k ".000", "50.000", "k" k, "kernel", "X", "", 0, 7, 0, 7, \
					id, decode ? "decode" : "prefill"
			}
		}
	}'
}

@test "both phases in turn, and the GPU behind: every kernel is labelled rightly" {
	interleaved >events.tsv
	trace-link events.tsv | trace-phase >labelled.tsv
	awk -F '\t' 'NR > 1 { n++; wrong += $12 != $27 } END { print n, wrong + 0 }' labelled.tsv >got
	[ "$(cat got)" = "360 0" ]
	{
		head -n 1 events.tsv
		sed 1d events.tsv | shuf --random-source=<(yes)
	} | trace-link | trace-phase | cmp - labelled.tsv
	trace-cycles -l labelled.tsv >cycles.tsv
	trace-phase -s decode --step cycles.tsv | awk -F '\t' '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
		NR == 2 { print $at["phase"], $at["length"] }' >got
	[ "$(cat got)" = "decode 6" ]
}

@test "real traces: phases by the engine's annotations" {
	need_traces
	for name in vllm-gptoss20b-mi300-prefill vllm-gptoss20b-mi300-decode vllm-b200-eager-rank0; do
		trace-extract -c gpu,host "$TRACES/$name.json.gz" | trace-link | trace-phase |
			awk -F '\t' -v name="$name" 'NR > 1 && $4 == "kernel" { n[$27]++ }
				END { for (p in n) print name, p, n[p] }'
	done >got
	diff -u - got <<-'END'
		vllm-gptoss20b-mi300-prefill mixed 413
		vllm-gptoss20b-mi300-decode decode 425
		vllm-b200-eager-rank0 prefill 768
	END
}

@test "a real trace: cycles carry the phase of their kernels" {
	need_traces
	trace-extract -c gpu,host "$TRACES/vllm-gptoss20b-mi300-prefill.json.gz" | trace-link |
		trace-phase | trace-cycles -l | trace-phase >cycles.tsv
	awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "phase") c = i }
		NR > 1 { print $c }' cycles.tsv | sort -u >got
	[ "$(cat got)" = mixed ]
}

@test "a real trace: a stream of collectives is neither prefill nor decode" {
	need_traces
	for name in resnet-ddp-mi300 nccl-a100-rank0of2; do
		trace-extract "$TRACES/$name.json.gz" | trace-cycles >cycles
		run -1 trace-phase -q -s decode cycles
		run -1 trace-phase -q -s prefill cycles
		trace-phase -s auto --step cycles >cycle.tsv
		[ "$(wc -l <cycle.tsv)" -gt 100 ]
		run ! grep -q nccl cycle.tsv
	done
}

@test "a real trace: the layer is decode, by its attention" {
	need_traces
	trace-extract "$TRACES/vllm-gptoss20b-mi300-decode.json.gz" | trace-cycles |
		trace-phase -s decode >decode.tsv
	[ "$(wc -l <decode.tsv)" -gt 1 ]
	[ "$(awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "phase") c = i }
		NR > 1 && $c != "decode"' decode.tsv | wc -l)" -eq 0 ]
}

# tables: cycle tables of made-up serving, a rank each: LAYERS, decode steps N, how
# long a prefill step is in decode steps, kernels of a prefill layer, and whether
# the prefill comes in the middle; the truth is in the column truth.
tables() {
	awk 'BEGIN {
		OFS = "\t"
		print "rank", "stream", "cycle", "level", "parent", "reps", "length", "coverage_pct",
			"start_ts_us", "sum_us", "runs", "truth"
		for (layers = 24; layers <= 80; layers += layers == 24 ? 8 : 48)
			for (n = 1; n <= 64; n++)
				for (times = 3; times <= 10; times += 7)
					for (k = 10; k <= 20; k += 5)
						one(layers, n, times, k, 0)
		for (n = 10; n <= 50; n += 5)
			for (times = 3; times <= 10; times += 7)
				one(32, n, times, 12, 1)
	}
	function one(layers, n, times, k, chunks,    p, all, runs) {
		runs = chunks ? 5 : 1
		p = runs * times
		all = p + n * runs
		rank++
		if (n == 1) {
			row(1, 1, "", layers, k, 99 * p / all, 10, p, 1, "prefill")
			row(2, 1, "", layers, 15, 99 / all, 20, n, 1, "decode")
			return
		}
		row(1, 1, "", runs, layers * k + 9, 100 * p / all, 10, p, runs, "prefill")
		row(2, 2, 1, layers * runs, k, 98 * p / all, 11, p, runs, "prefill")
		row(3, 1, "", n * runs, layers * 15 + 9, 100 * n * runs / all, 20, n * runs, runs, "decode")
		row(4, 2, 3, n * runs * layers, 15, 97 * n * runs / all, 21, n * runs, n * runs, "decode")
	}
	function row(cycle, level, parent, reps, length_, coverage, start, us, runs, truth) {
		printf "%d\t7\t%d\t%d\t%s\t%d\t%d\t%.3f\t%d.000\t%.3f\t%d\t%s\n",
			rank, cycle, level, parent, reps, length_, coverage, start, 1000 * us, runs, truth
	}'
}

@test "made-up serving: prefill once or in chunks, and 1 to 64 decode steps" {
	tables | trace-phase -q | awk -F '\t' 'NR > 1 { n++; right += ($12 == $13)
		wrong += ($12 != $13 && $13 != "unknown") }
		END { print (n > 4000), (right >= 0.95 * n), wrong + 0 }' >got
	[ "$(cat got)" = "1 1 0" ]
	# The same by steps alone, as uplifter asks: always right.
	tables | trace-phase -m repetition | awk -F '\t' 'NR > 1 && $12 != $13' >wrong
	[ ! -s wrong ]
	# Without runs, as older tables are.
	tables | cut -f 1-10,12- | trace-phase -q |
		awk -F '\t' 'NR > 1 && $11 != $12 && $12 != "unknown"' >wrong
	[ ! -s wrong ]
}

@test "blocks of few layers inside a step are no steps of a request" {
	# A training step of a network of convolutions, of names that say nothing: blocks
	# of 2 and 3 layers, some of which take longer, come first, or come more often.
	tsv 'stream cycle level parent reps length coverage_pct start_ts_us sum_us runs' \
		'7 1 1 - 3 893 71.1 10 71100.000 1' \
		'7 2 2 1 6 15 4.6 11 4600.000 3' '7 3 2 1 6 21 15.6 12 15600.000 3' \
		'7 4 3 3 12 7 15.0 13 15000.000 6' '7 5 2 1 90 30 38.3 14 38300.000 30' >blocks.tsv
	trace-phase blocks.tsv | cut -f 11 | sort | uniq -c | tr -s ' ' >got
	diff -u - got <<<$' 1 phase\n 5 unknown'
}

@test "real traces of training: no step is prefill or decode, whatever the names are" {
	need_traces
	for name in nccl-a100-rank0of2 resnet50-2021-v100 resnet-2080ti; do
		trace-extract "$TRACES/$name.json.gz" | trace-cycles -lq | trace-phase |
			awk -F '\t' -v name=$name 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "phase") c = i }
				NR > 1 && $c != "unknown" { print name, $0 }'
	done >wrong
	[ ! -s wrong ]
}

@test "several batch sizes: no decode step becomes a prefill" {
	awk 'BEGIN {
		OFS = "\t"
		srand(7)
		print "rank", "stream", "cycle", "level", "parent", "reps", "length", "coverage_pct",
			"start_ts_us", "sum_us", "runs", "truth"
		for (rank = 1; rank <= 40; rank++) {
			prefills = rank % 2
			kinds = 2 + int(3 * rand())
			total = prefills * 10 * 3
			for (i = 1; i <= kinds; i++)
				total += steps[i] = 20 + int(80 * rand())
			for (i = 1; i <= kinds; i++) {
				us = steps[i] * (1 + 0.1 * i)
				runs = int(steps[i] / 2) + 1
				print rank, 7, 2 * i - 1, 1, "", steps[i], 400, 90 * us / total / 1.5, i, 1000 * us, runs, "decode"
				print rank, 7, 2 * i, 2, 2 * i - 1, 24 * steps[i], 16, 85 * us / total / 1.5, i, 1000 * us, runs, "decode"
			}
			if (prefills)
				print rank, 7, 99, 1, "", 3, 390, 90 * 30 / total / 1.5, 50, 30000, 3, "prefill"
		}
	}' | awk -F '\t' -v OFS='\t' 'NR > 1 { $8 = sprintf("%.3f", $8); $10 = sprintf("%.3f", $10) } { print }' |
		trace-phase -q >labelled.tsv
	awk -F '\t' 'NR > 1 && $13 != "unknown" && $12 != $13' labelled.tsv >wrong
	[ ! -s wrong ]
	# With a prefill all is told by time.
	awk -F '\t' 'NR > 1 && $1 % 2 && $13 != $12' labelled.tsv >unknown
	[ ! -s unknown ]
}

# phased TRUTH [PREFILL_ENDS] <EVENTS: truth, phase and time of each kernel.
phased() {
	trace-cycles -q --events | trace-phase -q |
		awk -F '\t' -v OFS='\t' -v truth="$1" -v ends="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "phase") c = i }
			NR > 1 { print ends && $1 < ends ? "prefill" : truth, $c, $2 }'
}

@test "real traces without their annotations: nine tenths of the time right, none wrong" {
	need_traces
	for trace in vllm-gptoss20b-mi300-prefill:mixed vllm-gptoss20b-mi300-decode:decode \
		vllm-b200-eager-rank0:prefill rocprofv3-llamacpp-decode:decode rocprofv3-llamacpp-prefill:prefill; do
		file=$(ls "$TRACES/${trace%:*}".*)
		trace-extract "$file" | phased "${trace#*:}"
	done | awk -F '\t' '{ all += $3; right += ($1 == $2) * $3; wrong += ($1 != $2 && $2 != "unknown") }
		END { print (all && right >= 0.9 * all), wrong + 0 }' >got
	[ "$(cat got)" = "1 0" ]
}

@test "pieces of real traces without their annotations: none wrong" {
	need_traces
	for trace in vllm-gptoss20b-mi300-prefill:mixed vllm-gptoss20b-mi300-decode:decode vllm-b200-eager-rank0:prefill \
		rocprofv3-llamacpp-decode:decode rocprofv3-llamacpp-prefill:prefill \
		vllm-llama70b-tp4-mi300:decode:3682447021000; do
		file=$(ls "$TRACES/${trace%%:*}".*) truth=${trace#*:}
		trace-extract "$file" >all.tsv
		# Halves, thirds, a piece in the middle of a step, and a tenth.
		sed 1d all.tsv | sort -n | awk -v n="$(wc -l <all.tsv)" '
			BEGIN { getline head <"all.tsv"; k = split("0 6 0 4 8 3 0 0.6 0.3", from)
				split("6 12 4 8 12 9 1.2 3 0.6", to)
				for (i = 1; i <= k; i++) print head >("piece" i) }
			{ for (i = 1; i <= k; i++) if (NR > n * from[i] / 12 && NR <= n * to[i] / 12) print >("piece" i) }'
		for piece in piece*; do
			phased "${truth%:*}" "$(expr "$truth" : '.*:\(.*\)')" <"$piece"
		done
	done | awk -F '\t' '{ all += $3; right += ($1 == $2) * $3; wrong += ($1 != $2 && $2 != "unknown") }
		END { print (all && right >= 0.9 * all), wrong + 0 }' >got
	[ "$(cat got)" = "1 0" ]
}

@test "a real trace: prefill once, then decode steps, by the steps of each" {
	need_traces
	trace-extract "$TRACES/vllm-llama70b-tp4-mi300.json.gz" >events.tsv
	trace-cycles -q events.tsv | trace-phase >cycles.tsv
	for phase in prefill decode; do
		trace-phase -s "$phase" --step cycles.tsv | sed -n 2p | cut -f 7,8 | tr '\t' x
	done >got
	grep -qx '1x1211\|79x15' got
	grep -qx '9x1291' got
	trace-cycles -q --events events.tsv | trace-phase | awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "phase") c = i }
		NR > 1 && $c == "unknown" { unknown++ }
		NR > 1 && ($3 == "_fwd_kernel") != ($c == "prefill") && $3 == "_fwd_kernel" { wrong++ }
		NR > 1 && $3 ~ /MT16x16x256/ && $c != "decode" { wrong++ }
		END { print (unknown < 100), wrong + 0 }' >got
	[ "$(cat got)" = "1 0" ]
}

@test "real traces of training and of images: no phase" {
	need_traces
	for name in bert-small-h100 owlv2-h100 resnet-ddp-mi300 dlrm-v100-rank1 flux-sage-mi300-capture; do
		trace-extract "$TRACES/$name.json.gz" | trace-cycles -q --events | trace-phase -q |
			awk -F '\t' -v name=$name 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "phase") c = i }
				NR > 1 && $c != "unknown" && $4 == "kernel" { print name, $3, $c }'
	done >got
	[ ! -s got ]
}

@test "real traces: a model of images beside an engine has no phase, and gives none" {
	need_traces
	# The one after the other on one GPU; the truth is in the column ph.
	for two in decode,decode,owlv2-h100 mixed,prefill,flux-sage-mi300-capture; do
		IFS=, read -r truth engine image <<<"$two"
		for name in "vllm-gptoss20b-mi300-$engine" "$image"; do
			trace-extract "$TRACES/$name.json.gz" | cut -f 1-5
		done | awk -F '\t' -v OFS='\t' -v truth="$truth" '
			$1 == "ts_us" { if (NR == 1) print; else truth = "unknown"; after += 1e7; first = ""; next }
			first == "" { first = $1 }
			{ $1 = sprintf("%.3f", $1 - first + after); $5 = truth; print }' |
			trace-cycles -q --events | trace-phase -q |
			awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "phase") c = i }
				NR > 1 { print $5, $c }'
	done >got
	grep -qx 'decode decode' got
	grep -qx 'mixed mixed' got
	awk '$2 != "unknown" && $1 != $2' got >wrong
	[ ! -s wrong ]
}

@test "times that do not add up: an error, no overflow" {
	tsv 'rank device stream cycle level parent reps length coverage_pct start_ts_us position name count sum_us' \
		'- 0 7 1 1 - 2 2 9.000 1.000 1 a 2 9223372036854775.807' '- 0 7 1 1 - 2 2 9.000 1.000 2 b 2 1.000' >cycles.tsv
	run -2 --separate-stderr trace-phase cycles.tsv
	[ "$stderr" = "trace-phase: counts or times of a cycle add up to more than 2^63" ]
}

@test "a repeat that takes as long as prefill has not the phase of its cycle" {
	awk -v OFS='\t' '
		function put(name, us) { print t ".000", us ".000", name, "kernel", 0, 7; t += us + 1 }
		BEGIN {
			print "ts_us", "dur_us", "name", "cat", "device", "stream"
			for (step = 0; step < 24; step++) {
				times = step == 0 || step == 9 ? 5 : 1
				put("embedding", 2)
				for (layer = 0; layer < 12; layer++)
					for (k = 0; k < 9; k++)
						put("kernel_" k (step == 0 && k % 2 ? "_long" : ""), 6 * times)
				put("argmax", 3)
			}
		}' | trace-cycles -q --events | trace-phase >got
	awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
		{ phase[int((NR - 2) / 110)] = $c["phase"] }
		END { for (i = 0; i < 24; i++) printf "%s ", phase[i] }' got | tr ' ' '\n' | uniq -c | xargs >phases
	[ "$(cat phases)" = '1 prefill 8 decode 1 unknown 14 decode' ] || fail "$(cat phases)"
}
