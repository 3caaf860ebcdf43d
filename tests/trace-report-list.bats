#!/usr/bin/env bats
load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	"$TOP/scripts/make-samples" . >/dev/null
}

@test "a line a trace: facts, fingerprints, the period of the step that costs most" {
	run -0 --separate-stderr trace-report -l eager.json.gz
	[ -z "$stderr" ]
	diff -u - <(cut -f 1-2,4- <<<"$output") <<-END
	$(tsv 'file size format engine gpu rank world_size kernels kernel_us models period_us reps phases damage' \
		"eager.json.gz $(wc -c <eager.json.gz) chrome vLLM AMD~Instinct~MI300X 0 1 2692 55585.463 $(
			trace-extract eager.json.gz | trace-cycles -l --fingerprint | awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next } $c["level"] == 1 { printf "%s%s", n++ ? "," : "", $c["fingerprint"] }'
		) 8850.726 4 prefill,decode -")
	END
	[[ $(cut -f 3 <<<"${lines[1]}") == 20??-??-??T??:??:??Z ]]
	run -2 --separate-stderr trace-report -l no-such
	[ "$stderr" = "trace-report: cannot open no-such" ]
	echo nonsense >none
	run -2 --separate-stderr trace-report -l none no-such # said before any file is read
	[ "$stderr" = "trace-report: cannot open no-such" ]
	[ -z "$output" ]
	mkdir folder
	run -3 --separate-stderr trace-report -l folder eager.json.gz
	[ "$stderr" = "trace-report: folder is a folder" ]
	[ "${#lines[@]}" -eq 2 ]
	run -2 trace-report -l
	run -2 --separate-stderr trace-report eager.json.gz --list -o book.xlsx
	[ "$stderr" = "trace-report: -o is not for --list. Try 'trace-report --help'." ]
	[ ! -e book.xlsx ]
}

# Six steps, a millisecond each; beside them a collective that waits most of the time, twice in each.
@test "the period is that of the step, not of a collective that takes longer" {
	{
		tsv 'ts_us dur_us name cat device stream'
		for i in {0..5}; do
			tsv "${i}000.000 100.000 norm kernel 0 7" "${i}100.000 50.000 gemm kernel 0 7" \
				"${i}200.000 400.000 ncclDevKernel_AllReduce kernel 0 8" "${i}700.000 250.000 ncclDevKernel_AllReduce kernel 0 8"
		done
	} | trace-json >waits.json
	trace-report -l waits.json | cut -f 12,13 | diff <(tsv 'period_us reps' '1000.000 6') -
}

@test "a step with a backward pass and an optimizer is training" {
	{
		tsv 'ts_us dur_us name cat device stream'
		for i in {0..5}; do
			tsv "${i}000.000 100.000 flash_fwd_kernel kernel 0 7" "${i}100.000 200.000 flash_bwd_kernel kernel 0 7" \
				"${i}300.000 100.000 multi_tensor_apply_kernel<FusedAdamMathFunctor> kernel 0 7"
		done
	} | trace-json >trains.json
	trace-report -l trains.json | cut -f 14 | diff <(tsv phases training) -
	trace-report -o sheets.xlsx trains.json
	for sheet in cycles repeats; do
		xlsx2tsv -s $sheet sheets.xlsx >$sheet
		[ "$(awk -F '\t' 'NR == 1 { while ($++i != "phase") {} } { print $i }' $sheet | uniq | tr '\n' ' ')" = 'phase training ' ]
	done
}

@test "damaged, no trace, no kernel: a line each, and 3" {
	head -c 60000 eager.json.gz >'cut	it'
	echo nonsense >none
	echo '[]' >empty
	run -3 --separate-stderr trace-report -l 'cut	it' none empty compiled.json.gz
	[ "${#lines[@]}" -eq 5 ]
	[[ ${lines[1]} == 'cut\tit'$'\t60000\t'*'end too early' ]]
	[[ ${lines[2]} == none$'\t'*'cannot be read' ]]
	[ "$(awk -F '\t' '{ print NF }' <<<"$output" | sort -u)" = 15 ]
	[ "${#stderr_lines[@]}" -eq 2 ] # why, for whoever lists failures
	[[ ${stderr_lines[0]} == 'trace-extract: cut'*'end too early'* && ${stderr_lines[1]} == 'trace-extract: none: '* ]] || fail "$stderr"
	run -0 trace-report -l empty
}

@test "one table over many traces, which trace-history reads" {
	trace-map -o index.tsv 'trace-report -l {}' eager.json.gz compiled.json.gz 2>/dev/null
	cut -f 1,2,4- index.tsv | diff - <(trace-report -l eager.json.gz compiled.json.gz | cut -f 1,2,4-)
	run -0 trace-history -q -v period_us index.tsv
	echo nonsense >none
	run -3 --separate-stderr trace-map -o index.tsv 'trace-report -l {}' eager.json.gz compiled.json.gz none
	[[ $stderr == 'trace-map: none: damaged: trace-extract: none: '* ]] || fail "$stderr"
	[ "$(cut -f 1 index.tsv | xargs)" = 'file eager.json.gz compiled.json.gz none' ]
}

@test "phases that only the names of kernels tell, as on the screen" {
	local i
	{
		printf '{"traceEvents":['
		for ((i = 0; i < 40; i++)); do
			printf '{"ph":"X","cat":"kernel","name":"%s","ts":%d,"dur":5,"pid":0,"tid":7,"args":{"device":0,"stream":7}},\n' \
				"$( ((i % 4)) && echo "part_$((i % 4))" || echo kernel_unified_attention_3d)" $((i * 10))
		done
		printf '{}]}'
	} >decode.json
	trace-report decode.json | grep -qx 'phase: decode 100.0 % of the kernel time'
	[ "$(trace-report -l decode.json | cut -f 14 | tail -n 1)" = decode ]
}

# Three steps of generating and two of training, which operators tell, of 12 kernels each.
@test "phases that operators tell, too, as on the screen: some steps generate, and some train" {
	{
		tsv 'ph ts_us dur_us name cat pid tid device stream correlation external_id'
		for ((i = 0; i < 60; i++)); do
			name=part_$((i % 4)) op=aten::mm
			if ((i < 36)); then
				((i % 4)) || name=kernel_unified_attention_3d
			else
				name=other_$((i % 6))
				((i % 12 < 6)) || op=MmBackward0
				((i % 12 < 10)) || op=aten::_fused_adamw_
			fi
			tsv "X $((100 * i)) 20 $op cpu_op 1 1 - - - $i" "X $((100 * i + 5)) 5 cudaLaunchKernel cuda_runtime 1 1 - - $i $i" \
				"X $((100 * i + 30)) 50 $name kernel 0 7 0 7 $i $i"
		done
	} | trace-json >both.json
	trace-report both.json | grep -qx 'phase: decode 60.0 %, training 40.0 % of the kernel time'
	[ "$(trace-report -l both.json | cut -f 14 | tail -n 1)" = decode,training ]
}

@test "the period is that of the decode step, however deep in what repeats together" {
	engine_batches >batches.json
	trace-report batches.json | grep -c '^ *[12]  .*several steps: ' | grep -qx 2
	[ "$(trace-report -l batches.json | sed 1d | cut -f 12,13)" = "$(tsv '572.000 60')" ]
}

@test "real traces: the list tells the phases that the screen tells" {
	need_traces
	for name in dlrm-v100-rank0 norm-layers-mi300 vllm-llama70b-tp4-mi300 tiny-mi250-train; do
		trace-report "$TRACES/$name.json.gz" | sed -n 's/^phase:* //p' | grep -oE '(prefill|decode|mixed|training|unknown)' |
			uniq | paste -sd , >screen
		trace-report -l "$TRACES/$name.json.gz" | cut -f 14 | tail -n 1 | diff screen - || fail "$name"
	done
}
