#!/usr/bin/env bats
load helper

SPLIT=TraceLens_split_inference_trace
BASE=1700000000000000 # microseconds since 1970: more than a double holds

# steps NAME...: a trace with a step of 100 us for each name, each with a kernel of
# 5.25 us that runs 150 us later, behind the end of the step; the second one also with
# another one of 4 us. A thread beside has events at the same times.
steps() {
	echo '{"deviceProperties": [{"name": "GPU"}], "traceEvents": ['
	echo '{"ph":"M","name":"process_name","pid":7,"tid":0,"ts":0,"args":{"name":"python3"}},'
	for name; do
		printf '%s\n' "$name"
	done | awk -v base="$BASE" '
		function event(cat, name, pid, tid, ts, dur, args) {
			printf "{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"%s\",\"pid\":%d,\"tid\":%d,\"ts\":%.0f.%03d,\"dur\":%s,\"args\":{%s}},\n", \
				cat, name, pid, tid, base + ts, NR % 1000, dur, args
		}
		function launch(id, ts, dur) {
			event("cuda_runtime", "cudaLaunchKernel", 7, 8, ts, 2, "\"correlation\":" id)
			printf "{\"ph\":\"s\",\"cat\":\"ac2g\",\"name\":\"ac2g\",\"id\":%d,\"pid\":7,\"tid\":8,\"ts\":%.0f},\n", id, base + ts
			printf "{\"ph\":\"f\",\"cat\":\"ac2g\",\"name\":\"ac2g\",\"id\":%d,\"pid\":0,\"tid\":3,\"ts\":%.0f},\n", id, base + ts + 150
			event("kernel", "gemm", 0, 3, ts + 150, dur, "\"correlation\":" id ",\"device\":0,\"stream\":3")
		}
		{
			at = 1000 * NR
			event("user_annotation", $0, 7, 8, at, 100, "")
			event("cpu_op", "aten::mm" NR, 7, 8, at + 10, 20, "\"External id\":" NR)
			event("cpu_op", "other" NR, 7, 9, at + 10, 20, "")
			launch(2 * NR, at + 12, 5.25)
			if (NR == 2)
				launch(2 * NR + 1, at + 16, 4)
		}
		END { print "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"late\",\"pid\":7,\"tid\":8,\"ts\":1,\"dur\":1}]}" }'
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	steps 'execute_context_1(888)_generation_0(0)' 'execute_context_1(9)_generation_3(3)' \
		'execute_context_0(0)_generation_4(4)' >trace.json
}

names() {
	trace-extract -c all "$1" | cut -f 3 | sed 1d | sort | uniq -c | awk '{ print $1, $2 }'
}

# windows FOLDER: of each trace there its label, steps, first and last step, mixed steps.
windows() {
	sed 1d "$1/execution_details.csv" | while IFS=, read -r _ path _ _ _ _ _ mixed _ _ _ steps; do
		label=${path##*/}
		label=${label%%_prefill_*}
		trace-extract -c user_annotation "$path" | awk -F '\t' -v base="$BASE" -v label="${label%_execute*}" -v steps="$steps" \
			-v mixed="$mixed" 'NR > 1 { n = int(($1 - base) / 1000); if (NR == 2) first = n }
			END { print label, steps, first, n, mixed }'
	done
}

@test "manners: command line" {
	manners_command_line $SPLIT
}

@test "manners: the page and --help agree" {
	diff <($SPLIT --help | grep -oE -- '--[A-Za-z][A-Za-z0-9_-]*' | sort -u) \
		<(grep '^[.]It Fl' "$TOP/man/$SPLIT.1" | grep -oE 'Fl -[A-Za-z][A-Za-z0-9_-]*' | sed 's/Fl -/--/' | sort -u)
	run -0 mandoc -T lint -W warning "$TOP/man/$SPLIT.1"
}

@test "the page's examples" {
	manners_examples $SPLIT
}

@test "a trace for each step: its thread, what it launched, and the arrows" {
	$SPLIT trace.json --output-dir=out --store-single-iteration
	[ "$(ls out)" = "$(printf '%s\n' execution_details.{csv,json} trace_iteration_0_execute_context_1_888_generation_0_0.json.gz \
		trace_iteration_1_execute_context_1_9_generation_3_3.json.gz \
		trace_iteration_2_execute_context_0_0_generation_4_4.json.gz)" ]
	run -0 names out/trace_iteration_1_*.json.gz
	assert_output - <<-'END'
		4 ac2g
		1 aten::mm2
		2 cudaLaunchKernel
		1 execute_context_1(9)_generation_3(3)
		2 gemm
		1 process_name
	END
	trace-extract -c all trace.json | grep -c . >all
	# Times are those of the trace, and every kernel is in one of the files.
	sort <(for i in 0 1 2; do trace-extract out/trace_iteration_$i*.json.gz | sed 1d; done) |
		diff - <(trace-extract trace.json | sed 1d | sort)
	trace-info out/trace_iteration_0_*.json.gz | grep -q 'gpu.*GPU'
}

@test "chosen steps as one trace; phases apart" {
	$SPLIT trace.json -o one -i 0
	run -0 names one/trace_iteration_0_*.json.gz
	assert_line '1 gemm'
	$SPLIT trace.json -o all
	[ "$(trace-extract all/trace_iteration_0:3.json.gz | sed 1d | wc -l)" -eq 4 ]
	# The steps from 1 to below 3, counted from 0; the last one asked for may not be there.
	for range in 1:3 1:9; do
		$SPLIT trace.json -o "$range" -i "$range"
		run -0 names "$range/trace_iteration_1:3.json.gz"
		assert_output - <<-'END'
			6 ac2g
			1 aten::mm2
			1 aten::mm3
			3 cudaLaunchKernel
			1 execute_context_0(0)_generation_4(4)
			1 execute_context_1(9)_generation_3(3)
			3 gemm
			1 process_name
		END
	done
	$SPLIT trace.json -o alone --iterations=0:2 --store-single-iteration
	[ "$(ls alone/*.gz | wc -l)" -eq 2 ]
	run -0 $SPLIT trace.json -o apart --divide_phases
	mixed=prefilldecodemix/prefilldecodemix_chunk0_steps2_bs450_conc2_prefill_1_prefilldecode_1_decode_0_bs450_conc2_trace.json.gz
	[ "$(cd apart && ls */*)" = "decode_only/decode_only_chunk0_steps1_bs4_conc4_prefill_0_prefilldecode_0_decode_1_bs4_conc4_trace.json.gz
$mixed" ] || fail "$(cd apart && ls */*)"
	run -0 names "apart/$mixed"
	assert_line '3 gemm'
	run -0 cut -d , -f 1,3-12 apart/execution_details.csv
	# Three kernels, of 5.25, 5.25 and 4 us; those of the second step begin 4 us apart.
	assert_output - <<-'END'
		idx,event_count,num_gpu_events,gpu_duration,gpu_busy_duration,phase_num_prefill,phase_num_prefilldecode,phase_num_decode,phase_avg_bs,phase_avg_conc,num_steps
		0,17,3,13.25,14.50,1,1,0,450,2,2
		0,7,1,5.25,5.25,0,0,1,4,4,1
	END
	python3 - apart/execution_details.json "apart/$mixed" <<-'END'
		import json, sys
		first, second = json.load(open(sys.argv[1]))
		assert list(first) == ["idx", "output_path", "event_count", "num_gpu_events", "gpu_duration",
		    "gpu_busy_duration", "steps", "phase"], first
		assert first["output_path"] == sys.argv[2]
		assert first["steps"] == [{"batch_size": 888, "num_requests": 1, "context_requests": 1, "context_sum": 888,
		    "generation_requests": 0, "generation_sum": 0}, {"batch_size": 12, "num_requests": 4, "context_requests": 1,
		    "context_sum": 9, "generation_requests": 3, "generation_sum": 3}]
		assert second["phase"] == {"num_prefill": 0, "num_prefilldecode": 0, "num_decode": 1, "avg_bs": 4, "avg_conc": 4}
	END
}

# 3 small steps, 5 to warm up, then 20 of which 9, 13 and 14 have context; 2 small.
@test "the steady state: a mixed window, and one that only decodes" {
	names=()
	for i in 1 2 3; do names+=("execute_context_$i(9)_generation_0(0)"); done
	for i in 1 2 3 4 5; do names+=("execute_context_0(0)_generation_20(20)"); done
	for i in {9..28}; do
		case $i in
		17 | 21 | 22) names+=("execute_context_1(9)_generation_18(18)") ;;
		*) names+=("execute_context_0(0)_generation_20(20)") ;;
		esac
	done
	names+=('execute_context_0(0)_generation_2(2)')
	steps "${names[@]}" >steady.json
	$SPLIT steady.json -o out --find-steady-state --num-steps 4
	run -0 windows out
	# The share of the region is 0.15: one step of four, 9 to 28, is 0.25; none is 0.
	assert_output - <<-'END'
		mixed_steady_state 4 14 17 1
		decode_only_steady_state 8 9 16 0
	END
	$SPLIT steady.json -o out --find-steady-state --num-steps 4 --CONC 10 --OSL 40
	run -0 windows out
	assert_line 'mixed_steady_state 4 19 22 2'
	# CONC * 2 / (OSL * (1 + R)): a quarter with R 1; a sixth with R 2, one of six steps.
	$SPLIT steady.json -o out --find-steady-state --num-steps 4 --CONC 10 --OSL 40 --R 1
	run -0 windows out
	assert_line 'mixed_steady_state 4 14 17 1'
	$SPLIT steady.json -o out --find-steady-state --num-steps 4 --CONC=10 --OSL=40 --R=2
	run -0 windows out
	assert_line 'mixed_steady_state 6 12 17 1'
	# Chosen steps are the steady state; each of them can have a trace of its own, too.
	$SPLIT steady.json -o own --find-steady-state --num-steps 4 -i 19:23 --store-single-iteration
	run -0 windows own
	assert_output - <<-'END'
		steady_iteration_19 1 20 20 0
		steady_iteration_20 1 21 21 1
		steady_iteration_21 1 22 22 1
		steady_iteration_22 1 23 23 0
		mixed_steady_state 4 20 23 2
		decode_only_steady_state 1 20 20 0
	END
	# A mixed window has context, though the share of the ten steps, 1 / 10, is closer to none.
	$SPLIT steady.json -o few --find-steady-state --num-steps 4 -i 8:18
	run -0 windows few
	assert_line 'mixed_steady_state 4 14 17 1'
	run -0 --separate-stderr $SPLIT trace.json -o short --find-steady-state --store-single-iteration
	[[ $stderr == *"no six steps in a row"* ]] || fail "$stderr"
	[ "$(ls short/*.gz | wc -l)" -eq 3 ]
	run -1 --separate-stderr $SPLIT trace.json -o out --find-steady-state
	[[ $stderr == *"no six steps in a row"* ]] || fail "$stderr"
}

@test "the last step of the trace belongs to its steady state, and to its phase" {
	names=('execute_context_1(9)_generation_0(0)')
	for i in {2..12}; do names+=("execute_context_0(0)_generation_20(20)"); done
	steps "${names[@]}" >last.json
	$SPLIT last.json -o steady --find-steady-state --num-steps 4
	windows steady | grep -qE '^decode_only_steady_state [0-9]+ [0-9]+ 12 0$' || fail "$(windows steady)"
	# The steady state begins behind five steps in a row.
	$SPLIT last.json -o apart --divide-phases
	run -0 windows apart
	assert_output 'decode_only_chunk0_steps6_bs20_conc20 6 7 12 0'
	# A trace without a steady state is divided whole.
	$SPLIT trace.json -o short --divide-phases
	[ "$(windows short | wc -l)" -eq 2 ]
}

@test "names with sums of lengths are the steps, where they are" {
	sed 's/execute_context_1(9)_generation_3(3)/execute_9_context_1(sq9sk9sqsq81sqsk81)_generation_3(sq3sk3sqsq3sqsk3)/' \
		trace.json >two.json
	$SPLIT two.json -o out
	[ "$(ls out/*.gz)" = out/two_iteration_0_execute_9_context_1_sq9sk9sqsq81sqsk81_generation_3_sq3sk3sqsq3sqsk3.json.gz ]
	run -0 names out/*.gz
	grep -q '"batch_size": 12,' out/execution_details.json
	assert_line '2 gemm'
}

@test "more than 2^31 microseconds of work" {
	sed 's/"dur":5.25/"dur":3000000000.25/' trace.json >long.json
	$SPLIT long.json -o out -i 0
	run -0 grep duration out/execution_details.json
	assert_output '    "gpu_duration": 3000000000.250,
    "gpu_busy_duration": 3000000000.250,'
}

@test "what cannot be done" {
	grep -v execute_ trace.json >none.json
	run -1 --separate-stderr $SPLIT none.json -o out
	[[ $stderr == "$SPLIT: none.json: no step annotations"* ]] || fail "$stderr"
	run -1 --separate-stderr $SPLIT trace.json -o out -i 7
	[ "$stderr" = "$SPLIT: trace.json: it has 3 steps, but none of these" ]
	run -2 --separate-stderr $SPLIT /no/such/file -o out
	run -2 $SPLIT trace.json
	run -2 $SPLIT -o out
	run -2 $SPLIT trace.json -o out -i x
	run -2 $SPLIT trace.json -o out -i 3:2
	run -2 $SPLIT trace.json -o out --num-steps 0
	run -2 $SPLIT trace.json -o out --CONC 3
	run -2 $SPLIT trace.json -o out --CONC 3 --OSL 0
	run -2 --separate-stderr $SPLIT trace.json -o out --R 1
	[[ $stderr == *"--CONC and --OSL must be used together"* ]] || fail "$stderr"
	run -2 $SPLIT trace.json -o out --CONC 3 --OSL 4 --R x
	run -2 $SPLIT trace.json -o out -i 1:1
	run -1 --separate-stderr $SPLIT trace.json -o out -i 3:9
	[ "$stderr" = "$SPLIT: trace.json: it has 3 steps, but none of these" ]
	run -2 $SPLIT trace.json -o out --divide-phases --find-steady-state
	run -2 $SPLIT trace.json trace.json -o out
	run -2 $SPLIT trace.json -o trace.json
	head -c -100 trace.json >cut.json
	run -3 $SPLIT cut.json -o cut
	[ -s cut/cut_iteration_0:3.json.gz ]
}

@test "a real step: all its kernels" {
	need_traces
	for trace in vllm-gptoss20b-mi300-decode vllm-b200-eager-rank0; do
		$SPLIT "$TRACES/$trace.json.gz" -o "$trace" -i 0
		diff <(trace-extract "$trace/"*.json.gz | trace-stats | cut -f 1-3) \
			<(trace-extract "$TRACES/$trace.json.gz" | trace-stats | cut -f 1-3)
	done
}
