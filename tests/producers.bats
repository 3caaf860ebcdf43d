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

# work PID TID NAME: an event without a category.
work() {
	printf '{"ph": "X", "pid": %s, "tid": %s, "name": "%s", "ts": 5, "dur": 2, "args": {}},\n' "$@"
}

# process PID NAME [LABEL]: the name of a process.
process() {
	printf '{"ph": "M", "pid": %s, "name": "process_name", "args": {"name": "%s"}},\n' "$@"
}

@test "work without a category in a process that is named as a device: how it becomes kernels" {
	while read -r pid name; do
		echo "[$(work "$pid" 3 matmul; work 77 9 call; process 77 'CPU HIP API'; process "$pid" "$name") {}]" >trace.json
		run -1 --separate-stderr trace-extract trace.json
		rule=pid:${pid//\"/}=kernel
		[[ $stderr == *"(--map '$rule' makes kernels of those of $name)" ]] || fail "$stderr"
		[ "$(trace-info trace.json | grep like_kernels)" = "$(tsv "trace.json like_kernels ${rule%=*}")" ]
		run -1 --separate-stderr trace-report trace.json
		[[ $stderr == *"process ${pid//\"/} is named like a device: --map '$rule' of trace-extract"* ]] || fail "$stderr"
		trace-extract -c all --whole --map "$rule" trace.json | trace-json >kernels.json
		[ "$(trace-extract kernels.json | cut -f 3,9,10)" = "$(tsv 'name device stream' "matmul ${pid//\"/} 3")" ]
	done <<-'END'
		4416 Ascend Hardware
		1 /device:GPU:0
		"0" GPU0
		8 gpu/1
	END
	echo "[$(work '"CUDA functions"' 0 matmul; work '"CPU functions"' 1 call) {}]" >old.json
	run -1 --separate-stderr trace-extract old.json
	[[ $stderr == *"(--map 'pid:CUDA functions=kernel' makes kernels of those of CUDA functions)" ]] || fail "$stderr"
	trace-extract --map 'pid:CUDA functions=kernel' old.json | grep -q matmul
}

@test "work without a category elsewhere is none of a device, and with a stream all of it may be" {
	for name in CPU 'CPU HIP API' 'CUDA API' 'GPU host thread' 'Input pipeline' Gpus vllm_gpu_worker 'python gpu_worker rank0'; do
		echo "[$(work 4 3 input; process 4 "$name") {}]" >host.json
		run -1 --separate-stderr trace-extract host.json
		[[ $stderr == *'(trace-extract -c chooses)' ]] || fail "$name: $stderr"
	done
	echo "[$(process 4 GPU0; work 5 3 call) {}]" >idle.json
	run -1 --separate-stderr trace-extract idle.json
	[[ $stderr == *'(trace-extract -c chooses)' ]] || fail "$stderr"
	work 4 3 matmul | sed 's/"args": {}},/"args": {"stream": 1}}/; s/^/[/; s/$/]/' >stream.json
	run -1 --separate-stderr trace-extract stream.json
	[[ $stderr == *'(--map none=kernel makes'* ]] || fail "$stderr"
}

@test "a category whose threads are streams by their names looks like kernels, as of nsys2json" {
	echo '[{"name": "matmul", "ph": "X", "cat": "cuda", "ts": 1.5, "dur": 2, "tid": "Stream 7", "pid": "Device 0", "args": {}},
		{"name": "step", "ph": "X", "cat": "nvtx", "ts": 1, "dur": 9, "tid": "NVTX Thread 9", "pid": "Device 0", "args": {}}]' >nsys.json
	run -1 --separate-stderr trace-extract nsys.json
	[[ $stderr == *'(--map cuda=kernel makes'* ]] || fail "$stderr"
	run -0 trace-extract --map cuda=kernel nsys.json
	assert_line --index 1 "$(printf '%s\t' 1.500 2.000 matmul kernel X '' 'Device 0' 'Stream 7' 'Device 0' 'Stream 7' '')"
}

@test "sums of nsys stats and rocprof are named, with what is read in their place" {
	refused() {
		echo "$1" >table.csv
		run -2 --separate-stderr trace-extract table.csv
		[[ $stderr == "trace-extract: table.csv: $2"* ]] || fail "$stderr"
	}
	refused 'Time (%),Total Time (ns),Instances,Name' 'sums of nsys stats, without events: of its reports cuda_gpu_trace'
	printf 'NVIDIA\001\002' >a.nsys-rep
	run -2 --separate-stderr trace-extract a.nsys-rep
	[[ $stderr == *": a report of Nsight Systems: nsys export --type sqlite FILE makes the database that is read" ]]
	refused 'Generating SQLite file a.sqlite from a.nsys-rep' 'progress of nsys stats before its table: nsys stats -q'
	refused '"Name","Calls","TotalDurationNs","AverageNs"' 'sums of rocprof or rocprofv3 --stats, without events'
}

@test "cuda_gpu_trace of nsys stats: kernels, copies and memsets" {
	cat >trace.csv <<-'END'
		Start (ns),Duration (ns),CorrId,GrdX,BlkX,Bytes (MB),Device,Ctx,GreenCtx,Strm,Name
		1000,250,11,64,128,,NVIDIA A100 (1),1,,7,"void add<float, 4>(float *)"
		2000,125,12,,,0.5,NVIDIA A100 (1),1,,8,[CUDA memcpy Host-to-Device]
		3000,5,13,,,0.5,NVIDIA A100 (1),1,,8,[CUDA memset]
		4000,-5,14,1,1,,NVIDIA A100 (1),1,,7,lost
	END
	run -3 --separate-stderr trace-extract -c gpu -a GrdX trace.csv
	[ "$stderr" = "trace-extract: trace.csv: damaged: at least 1 event lost" ]
	[ "$(cut -f 1-4,9-11,13 <<<"$output" | sed 's/, 4>(float \*)/>/')" = "$(tsv 'ts_us dur_us name cat device stream correlation grdx' \
		'1.000 0.250 void~add<float> kernel 1 7 11 64' '2.000 0.125 [CUDA~memcpy~Host-to-Device] gpu_memcpy 1 8 12 -' \
		'3.000 0.005 [CUDA~memset] gpu_memset 1 8 13 -')" ] || fail "$output"
	run -3 trace-info trace.csv
	assert_line $'trace.csv\tformat\tnsys-csv'
}

@test "tables of rocprof and rocprofv2: kernels" {
	cat >v1.csv <<-'END'
		"Index","KernelName","gpu-id","queue-id","queue-index","pid","tid","grd","wgr","sig","DispatchNs","BeginNs","EndNs","CompleteNs","DurationNs"
		0,"add(float*, int) [clone .kd]",2,1,0,15,16,256,64,"0x0",900,1000,1250,1300,250
	END
	cat >v2.csv <<-'END'
		Dispatch_ID,GPU_ID,Queue_ID,PID,TID,Grid_Size,Kernel_Name,Start_Timestamp,End_Timestamp,Correlation_ID
		1,2,1,15,16,256,"add(float*, int) [clone .kd]",1000,1250,9
	END
	for file in v1 v2; do
		run -0 --separate-stderr trace-extract $file.csv
		[ "$(cut -f 1,2,4,7-10 <<<"$output")" = "$(tsv 'ts_us dur_us cat pid tid device stream' '1.000 0.250 kernel 15 16 2 1')" ]
		[[ $output == *'add(float*, int) [clone .kd]'* ]]
		trace-info $file.csv | grep -qx $file.csv$'\tformat\trocprof-csv'
	done
	run -0 trace-extract v2.csv
	assert_line --index 1 --partial $'\t9\t'
	sed s/EndNs/Other/ v1.csv >less.csv
	run -2 --separate-stderr trace-extract less.csv
	[ "$stderr" = "trace-extract: less.csv: a table that tells no ends" ]
}

@test "unitrace: its flows of a category each do not hide what the trace has" {
	{
		echo '['
		for i in $(seq 300); do
			printf '{"ph": "s", "cat": "Flow_H2D_%s_0", "name": "dep", "id": %s, "pid": 1, "tid": 1, "ts": 1},\n' "$i" "$i"
			printf '{"ph": "X", "cat": "gpu_op", "name": "gemm", "pid": 2, "tid": 1, "ts": %s, "dur": 1},\n' "$i"
		done
		echo '{}]'
	} >unitrace.json
	run -1 --separate-stderr trace-extract unitrace.json
	[ "$stderr" = "trace-extract: unitrace.json: no GPU kernels; it has: gpu_op 300, 301 other categories (--map gpu_op=kernel makes kernels of those)" ] ||
		fail "$stderr"
}

@test "ROCm Systems Profiler: kernels and copies by queue and by stream, calls" {
	cat >rocprof-sys.tsv <<-'END'
		ts_us dur_us name cat ph pid tid device stream correlation
		1.000 1.000 hipLaunchKernel rocm_hip_api X 9 9 - - 7
		5.000 2.000 add(float*) rocm_kernel_dispatch X 9 1 - 0 7
		8.000 1.000 mul(float*) rocm_hip_stream X 9 2 - 3 8
		9.000 1.000 MEMORY_COPY_DEVICE_TO_HOST rocm_hip_stream X 9 2 - 3 9
		9.500 0.250 SCRATCH_MEMORY_ALLOC rocm_hip_stream X 9 2 - 3 10
		11.000 1.000 MEMORY_COPY_HOST_TO_DEVICE rocm_memory_copy X 9 3 - 0 11
		12.000 1.000 hsa_signal_create rocm_hsa_api X 9 9 - - 12
	END
	sed 's/ -/ /g; y/ /\t/' rocprof-sys.tsv | trace-json --format perfetto >trace.pftrace
	[ "$(trace-extract trace.pftrace | cut -f 1-4)" = "$(tsv 'ts_us dur_us name cat' \
		'5.000 2.000 add(float*) kernel' '8.000 1.000 mul(float*) kernel')" ]
	[ "$(trace-extract -c gpu_memcpy trace.pftrace | cut -f 1,3)" = "$(tsv 'ts_us name' \
		'9.000 MEMORY_COPY_DEVICE_TO_HOST' '11.000 MEMORY_COPY_HOST_TO_DEVICE')" ]
	[ "$(trace-extract -c gpu trace.pftrace | cut -f 9,10 | tr '\t\n' '  ')" = 'device stream 9 0 9 3 9 3 9 0 ' ]
	[ "$(trace-extract -c all trace.pftrace | awk -F '\t' '$5 == "X" { print $4 }' | sort | uniq -c | sed 's/^ *//')" = \
		"$(printf '%s\n' '2 gpu_memcpy' '1 hip_api' '1 hsa_api' '2 kernel' '1 scratch_memory')" ]
	run -0 trace-info trace.pftrace
	assert_line $'trace.pftrace\tkernels_without_launch\t1'
	refute_output --partial like_kernels
}
