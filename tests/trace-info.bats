load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	cat >one.json <<-'END'
	{"schemaVersion": 1, "deviceProperties": [ {"id": 0, "name": "GPU \"A\""} , {"id": 1, "name": ""}],
	 "distributedInfo": {"backend": "nccl", "rank": 3, "world_size": 8},
	 "traceEvents": [
	 {"ph": "X", "cat": "Kernel", "name": "a", "ts": 10.5, "dur": 2, "args": {"device": 0, "stream": 7}},
	 {"ph": "X", "cat": "kernel", "name": "b", "ts": 20, "dur": 1.25, "args": {"device": 0, "stream": 8}},
	 {"ph": "X", "cat": "kernel", "name": "a", "ts": 9, "dur": 0.001, "args": {"device": 1, "stream": 7}},
	 {"ph": "X", "cat": "cpu_op", "name": "op", "ts": 1, "dur": 100},
	 {"ph": "M", "name": "process_name", "pid": 1}],
	 "baseTimeNanoseconds": 1700000000000000000, "displayTimeUnit": "ms"}
	END
}

@test "kernels without times are in no span, and trace-report leaves them out" {
	for i in 0 1 2 3; do
		printf '{"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":%s,"dur":%s,"args":{"device":0,"stream":7}},' \
			$((i ? 1600000000000000 + i * 100 : 0)) $((i * 2))
	done | sed 's/^/[/; s/,$/]/' >trace.json
	run -0 trace-info trace.json
	assert_line $'trace.json\tuntimed\t1'
	assert_line $'trace.json\tkernels\t4'
	assert_line $'trace.json\tspan_us\t206.000'
	assert_line $'trace.json\tgpu_first_ts_us\t1600000000000100.000'
	# Nor do they begin before their launch.
	call='{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":7,"tid":8,"ts":1600000000000100,"dur":9,"args":{"correlation":1}}'
	run -0 trace-info <(sed "s/\"stream\":7/&,\"correlation\":1/; s/\]$/,$call]/" trace.json)
	assert_line --regexp $'\tkernels_without_launch\t3$'
	refute_output --partial before_launch
	for order in 's/x/x/' 's/^\[\({[^}]*}}\),\(.*\)]/[\2,\1]/'; do
		sed "$order" trace.json >ordered.json
		run -0 trace-report ordered.json
		assert_output --partial "4 kernels in 206.0 us"
		assert_output --partial "no times for 1 of the GPU's kernels"
		assert_output --regexp 'idle +94.2 %'
	done
	# A clock that begins with the recording is at 0 once.
	sed 's/16000000000000*//g' trace.json >early.json
	run -0 trace-info early.json
	assert_line $'early.json\tgpu_first_ts_us\t0.000'
	refute_output --partial untimed
}

@test "work that begins before its launch is told, here and on the screen" {
	cat >early.json <<-'END'
	[{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":7,"tid":8,"ts":100,"dur":9,"args":{"correlation":1}},
	 {"ph":"X","cat":"kernel","name":"a","pid":0,"tid":3,"ts":100,"dur":5,"args":{"device":0,"stream":3,"correlation":1}},
	 {"ph":"X","cat":"kernel","name":"b","pid":0,"tid":3,"ts":107.5,"dur":5,"args":{"device":0,"stream":3,"correlation":2}},
	 {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":7,"tid":8,"ts":110,"dur":9,"args":{"correlation":2}},
	 {"ph":"X","cat":"kernel","name":"c","pid":0,"tid":3,"ts":120,"dur":5,"args":{"device":0,"stream":3,"correlation":3}}]
	END
	run -0 trace-info early.json
	assert_line $'early.json\tbefore_launch\t1'
	assert_line $'early.json\tbefore_launch_us\t2.500'
	run -0 trace-report early.json
	assert_output --partial "1 event of the GPU begins before the launch, by up to 2.5 us"
	sed 's/107.5/110.0/' early.json >right.json
	run -0 trace-info right.json
	refute_output --partial before_launch
}

@test "work of a GPU under another category is told, allocations are none" {
	printf '[{"ph":"X","cat":"%s","name":"a","pid":1,"tid":2,"ts":1,"dur":2}]' gpu_op >unitrace.json
	run -0 trace-info unitrace.json
	assert_line $'unitrace.json\tlike_kernels\tgpu_op'
	printf '%s\n' '"Kind","Operation","Agent_Id","Queue_Id","Thread_Id","Start_Timestamp","End_Timestamp"' \
		'"SCRATCH_MEMORY","SCRATCH_MEMORY_ALLOC","Agent 1",1,5007,10,20' >scratch.csv
	run -0 trace-info scratch.csv
	assert_line $'scratch.csv\tevents.scratch_memory\t1'
	refute_output --partial like_kernels
}

@test "streams of several processes with one name are told, here and on the screen" {
	for pid in 0 1; do
		printf '{"ph":"X","cat":"kernel","name":"a","pid":%s,"tid":7,"ts":%s,"dur":2,"args":{"device":0,"stream":7}},' \
			$pid $((pid * 5))
	done | sed 's/^/[/; s/,$/]/' >two.json
	run -0 trace-info two.json
	assert_line $'two.json\tstreams\t2'
	assert_line $'two.json\ttracks\t1'
	run -0 trace-report two.json
	assert_output --partial "2 streams of several processes have the names of 1"
	sed 's/"pid":1,/"pid":0,/' two.json >one.json
	run -0 trace-info one.json
	refute_output --partial tracks
}

@test "manners of the command line" {
	manners_command_line trace-info
	manners_page trace-info
}

@test "all facts of a small trace" {
	run -0 --separate-stderr trace-info one.json
	[ -z "$stderr" ]
	diff <(cut -f2- <<<"$output") <(tsv 'key value' 'format chrome' 'events 5' 'events_lost 0' 'damage -' \
		'complete_events 4' 'events.cpu_op 1' 'events.kernel 3' 'events.none 1' \
		'kernels 3' 'kernel_names 2' 'kernel_us 3.251' 'devices 2' 'streams 3' \
		'first_ts_us 1.000' 'last_end_us 101.000' 'span_us 100.000' \
		'gpu_first_ts_us 9.000' 'gpu_last_end_us 21.250' 'gpu_span_us 12.250' \
		'kernels_without_launch 3' 'launches_without_kernel 0' 'overlaps 0' 'overlap_us 0.000' \
		'zero_duration_kernels 0' 'zero_duration_events 0' 'engine -' 'engine_evidence -' \
		'rank 3' 'world_size 8' 'backend nccl' 'gpu.0 GPU~"A"' 'gpu.1 -' 'meta.schemaVersion 1' \
		'meta.baseTimeNanoseconds 1700000000000000000' 'meta.displayTimeUnit ms')
	[ "$(sed 1d <<<"$output" | cut -f1 | sort -u)" = one.json ]
}

# The value of a key in the trace on standard input, whose events are given.
fact() {
	printf '{"traceEvents": [{}' && printf ',%s' "${@:2}" && printf ']}'
}
value() {
	fact "$@" | trace-info | awk -F '\t' -v key="$1" '$2 == key { print $3 }'
}

# event CAT NAME TS DUR CORRELATION [STREAM]
event() {
	printf '{"ph":"X","cat":"%s","name":"%s","ts":%s,"dur":%s,"args":{"correlation":%s,"device":0,"stream":%s}}' \
		"$1" "$2" "$3" "$4" "$5" "${6:-7}"
}

@test "kernels without a launch, launches without a kernel" {
	local launch other kernel
	launch=$(event cuda_runtime cudaLaunchKernel 1 1 5)
	other=$(event cuda_driver cuLaunchKernelEx 2 1 6)
	kernel=$(event kernel k 10 2 5)
	for key in kernels_without_launch launches_without_kernel; do
		[ "$(value $key "$launch" "$kernel")" = 0 ]
		[ "$(value $key "$kernel" "$launch")" = 0 ]
	done
	[ "$(value launches_without_kernel "$launch" "$other" "$kernel")" = 1 ]
	[ "$(value kernels_without_launch "$other" "$kernel")" = 1 ]
	# 0 is no correlation, a copy needs no launch, its call is none of a kernel
	[ "$(value kernels_without_launch "$(event kernel k 1 1 0)" "$(event cuda_runtime cudaLaunchKernel 1 1 0)")" = 1 ]
	[ "$(value launches_without_kernel "$(event cuda_runtime hipMemcpyAsync 1 1 8)" \
		"$(event cuda_runtime cudaLaunchHostFunc 1 1 9)")" = 0 ]
	# one launch of a graph has many kernels
	[ "$(value kernels_without_launch "$(event cuda_runtime hipGraphLaunch 1 1 3)" \
		"$(event kernel k 2 1 3)" "$(event kernel l 3 1 3)" "$(event kernel m 4 1 4)")" = 1 ]
}

@test "overlaps on one stream, and events of no duration" {
	local a b c
	a=$(event kernel a 10 5 1) b=$(event kernel b 13 5 2) c=$(event kernel c 15 0 3)
	[ "$(value overlaps "$b" "$a" "$c")" = 2 ]
	[ "$(value overlap_us "$c" "$b" "$a")" = 2.000 ]
	[ "$(value overlaps "$a" "$(event kernel b 15 5 2)" "$c")" = 0 ]
	[ "$(value overlaps "$a" "$(event kernel b 13 5 2 8)")" = 0 ]
	[ "$(value overlaps "${a/\"ph/\"pid\":1,\"ph}" "${b/\"ph/\"pid\":2,\"ph}")" = 0 ]
	[ "$(value overlaps "${a/\"ph/\"pid\":1,\"ph}" "${b/\"ph/\"pid\":1,\"ph}")" = 1 ]
	[ "$(value overlap_us "$a" "$(event gpu_memcpy b 11.001 1.5 2)")" = 1.500 ]
	[ "$(value zero_duration_kernels "$a" "$c")" = 1 ]
	[ "$(value zero_duration_events "$c" "$(event cpu_op x 1 0 0)")" = 2 ]
}

@test "the engine, and what speaks for it, in any order" {
	local torch vllm
	torch=$(event cpu_op aten::mm 1 1 1) vllm=$(event cpu_op vllm::unified_attention 2 1 1)
	[ "$(value engine "$torch" "$vllm")" = vLLM ]
	[ "$(value engine "$vllm" "$torch")" = vLLM ]
	[ "$(value engine_evidence "$torch" "$vllm")" = "cpu_op vllm::unified_attention" ]
	[ "$(value engine "$torch")" = PyTorch ]
	[ "$(value engine_evidence "$torch" "$(event cpu_op aten::add 2 1 1)")" = "cpu_op aten::add" ]
	[ "$(value engine "$(event user_annotation 'execute_32_context_0(0)_generation_32(32)' 1 1 1)")" = vLLM ]
	[ "$(value engine "$(event user_annotation 'step[DECODE bs=4]' 1 1 1)" "$vllm")" = SGLang ]
	[ "$(value engine "$(event kernel 'mul_mat_vec_q<(ggml_type)8>' 1 1 1)")" = llama.cpp ]
	[ -z "$(value engine "$(event kernel myvllm 1 1 1)" "$(event user_annotation 'execute_x_context_' 1 1 1)")" ]
}

@test "versions in words" {
	run -0 trace-info <<-'END'
	{"traceEvents": [], "cuda_runtime_version": 12040, "cuda_driver_version": 12090, "cupti_version": 22, "cudnn_version": 90100,
	 "hip_runtime_version": 60443483, "roctracer_version": "4.1",
	 "distributedInfo": {"nccl_version": "2.21.5"}}
	END
	diff <(cut -f 2- <<<"$output" | grep '^version') <(tsv 'version.nccl 2.21.5' 'version.cuda_runtime 12.4' \
		'version.cuda_driver 12.9' 'version.cupti 22' 'version.cudnn 90100' 'version.hip_runtime 6.4.43483' 'version.roctracer 4.1')
}

@test "real traces of up to 1 MB: the same numbers as python3 finds; of all sizes with TRACE_UTILS_LONG" {
	need_traces
	is_same_here "numbers are"
	# shellcheck disable=SC2046 # names without blanks
	set -- $(find "$TRACES" -name '*.json.gz' -size "-${TRACE_UTILS_LONG:+99}999k" | sort)
	for file; do
		trace-info "$file" || [ $? -eq 2 ] # not all are traces
	done 2>/dev/null | awk -F '\t' '{ sub(/.*\//, "", $1) }
		$2 ~ /^(kernels|kernels_without_launch|launches_without_kernel|overlaps|overlap_us|zero_duration_.*)$/ {
			print $1, $2, $3 }' >got
	[ "$(wc -l <got)" -gt 200 ]
	python3 "$TOP/tests/trace-info.py" "$@" >want
	diff -u want got
	grep -qx 'qwen05b-h100.json.gz kernels_without_launch 436' got
	grep -qx 'dlrm-v100-rank1.json.gz kernels_without_launch 64' got
}

@test "several files, standard input, gzip" {
	run -0 trace-info one.json - <<<'[]'
	[ "$(sed 1d <<<"$output" | cut -f1 | uniq | tr '\n' ' ')" = "one.json - " ]
	diff <(trace-info - <one.json) <(gzip <one.json | trace-info)
}

@test "missing file, no trace, empty: 2, and the next file is read" {
	run -2 --separate-stderr trace-info /no/such/file one.json
	[ "$stderr" = "trace-info: /no/such/file: No such file or directory" ]
	[ "${#lines[@]}" -gt 20 ]
	run -2 --separate-stderr trace-info /dev/null
	[ "$stderr" = "trace-info: /dev/null: it is empty" ]
	run -2 trace-info <<<'{"nodes": []}'
}

@test "damage: exit 3, how much" {
	head -c 600 one.json >cut.json
	run -3 --separate-stderr trace-info cut.json
	assert_line "$(printf 'cut.json\tevents_lost\t1')"
	assert_line "$(printf 'cut.json\tdamage\tcut off inside an event')"
	[[ $stderr == *"cut.json: damaged"* ]]
	run -0 trace-info --exit-zero cut.json
}

@test "full and closed output" {
	run -2 bash -c 'trace-info one.json >/dev/full'
	assert_output --partial "cannot write standard output"
	run -2 bash -c 'trace-info one.json >&-'
}

@test "the page's examples" {
	gzip <one.json >trace.json.gz
	head -c 600 one.json | gzip >cut.json.gz
	run -0 bash -c "$(sed -n "/^trace-info trace/{s/\\\\e/\\\\/g;p}" "$TOP/man/trace-info.1")"
	assert_output "$(printf 'trace.json.gz\tkernels\t3\ntrace.json.gz\tkernel_names\t2\ntrace.json.gz\tkernel_us\t3.251\ntrace.json.gz\tkernels_without_launch\t3')"
	run -0 --separate-stderr bash -c "$(sed -n "/^trace-info \*/{s/\\\\e/\\\\/g;p}" "$TOP/man/trace-info.1")"
	assert_output "$(printf 'cut.json.gz\tevents_lost\t1')"
}

@test "what stands beside the events: long names are cut, long values left out" {
	{ printf '{"traceEvents": [{"cat": "%0100d"}], "%0100d": 1, "long": "' 7 8
		head -c 300000 /dev/zero | tr '\0' x
		printf '", "behind": 2}'; } >long.json
	run -0 trace-info long.json
	assert_line "$(printf 'long.json\tevents.%080d\t1' 0)"
	assert_line "$(printf 'long.json\tmeta.%080d\t1' 0)"
	assert_line $'long.json\tmeta.behind\t2'
	refute_output --partial meta.long
}

# Kernels are added up one by one, overlaps at the end: both beyond an int64_t of ns.
@test "times that add up to over 292 years: 2, with that reason" {
	for cat in kernel gpu_memcpy; do
		awk -v cat="$cat" 'BEGIN {
			printf "{\"traceEvents\": ["
			for (i = 0; i < 4; i++)
				printf "%s{\"ph\": \"X\", \"cat\": \"%s\", \"name\": \"a\", \"pid\": 0, \"tid\": 7, \"ts\": 0, \"dur\": 4000000000000000, \"args\": {\"stream\": 7}}", i ? ",\n" : "", cat
			print "]}"
		}' >long.json
		run -2 --separate-stderr trace-info long.json
		[ "$stderr" = "trace-info: long.json: times add up to over 292 years" ] || fail "$stderr"
		run -2 --separate-stderr trace-extract -c all --info facts long.json
		[ "$stderr" = "trace-extract: long.json: times add up to over 292 years" ] || fail "$stderr"
	done
}
