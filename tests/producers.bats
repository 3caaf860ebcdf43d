#!/usr/bin/env bats
# Traces of programs other than Kineto: what they call kernels, launches and streams.

load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
}

# paddle START LASTS TOLD: a call of Paddle and its kernel, whose name ends with TOLD.
paddle() {
	cat <<-END
		{"name": "cudaLaunchKernel[2.000 us]", "pid": 90, "tid": "91(C++)", "ts": $1, "dur": 2.000, "ph": "X",
		 "cat": "CudaRuntime", "args": {"correlation id": $1, "start_time": "0.100 us"}},
		{"name": "launch", "id": $1, "pid": 90, "tid": "91(C++)", "ts": $1, "ph": "s", "cat": "async"},
		{"name": "void scale<float>(int)[$3]", "pid": 0, "tid": 7, "ts": $1, "dur": $2, "ph": "X", "cat": "Kernel",
		 "args": {"device": 0, "stream": 7, "correlation id": $1, "grid": [1, 1, 1]}},
	END
}

@test "Paddle: durations behind names, launches by 'correlation id', calls of CudaRuntime" {
	{
		echo '{"schemaVersion": "1.0.1", "deviceProperties": [{"id": 0, "name": "A100", "smCount": 108}], "traceEvents": ['
		paddle 100 9.250 '9.250 us'
		paddle 200 8.125 '0.008 ms'
		paddle 300 1250.062 '1.250 ms'
		paddle 2000 5.000 '7.000 us'
		paddle 3000 5.000 'a us'
		echo '{"name": "[5.000 us]", "pid": 90, "tid": 1, "ts": 1, "dur": 5, "ph": "X", "cat": "Operator"}]}'
	} >paddle.json
	run -0 trace-extract -c all paddle.json
	[ "$(cut -f 3 <<<"$output" | sort | uniq -c | sed 's/^ *//')" = "$(printf '%s\n' '1 [5.000 us]' '5 cudaLaunchKernel' \
		'5 launch' '1 name' '3 void scale<float>(int)' '1 void scale<float>(int)[7.000 us]' \
		'1 void scale<float>(int)[a us]')" ] || fail "$output"
	run -0 trace-info paddle.json
	for fact in events.cuda_runtime/5 kernels/5 kernel_names/3 kernels_without_launch/0 gpu.0.sm_count/108; do
		assert_line "paddle.json"$'\t'"${fact%/*}"$'\t'"${fact#*/}"
	done
}
