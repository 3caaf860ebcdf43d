#!/usr/bin/env bats
# trace-link: manners; launches; trees; annotations; columns; order; real traces.
load helper

# The first columns of all tables here, and rows of them. A "-" is an empty field.
HEAD='ts_us dur_us name cat ph id pid tid device stream correlation external_id'

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	tsv "$HEAD" \
		'10.000 40.000 step#1 user_annotation X - 5 5 - - - -' \
		'12.000 20.000 aten::linear cpu_op X - 5 5 - - - 1' \
		'13.000 15.000 aten::mm cpu_op X - 5 5 - - - 2' \
		'14.000 6.000 cudaLaunchKernel cuda_runtime X - 5 5 - - 77 2' \
		'14.000 - ac2g ac2g s 77 5 5 - - - -' \
		'24.000 - ac2g ac2g f 77 0 7 - - - -' \
		'24.000 8.000 gemm kernel X - 0 7 0 7 77 2' \
		'34.000 8.000 old_gemm kernel X - 0 7 0 7 12 -' >events.tsv
}

# link ROW...: what trace-link makes of these rows, of the columns in $show.
link() {
	tsv "$HEAD" "$@" | trace-link -q --exit-zero | columns
}

# columns: those named in $show, of the table on standard input.
columns() {
	awk -F '\t' -v show="$show" '
		BEGIN { n = split(show, name, " ") }
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
		NR > 1 {
			for (i = 1; i <= n; i++)
				printf "%s%s", $at[name[i]], i < n ? " " : "\n"
		}'
}

@test "manners: command line" {
	manners_command_line trace-link
}

@test "manners: the page and --help agree" {
	manners_page trace-link
}

@test "manners: filter" {
	manners_filter trace-link events.tsv
	manners_filter trace-link events.tsv --stack
	manners_filter trace-link events.tsv --operators
}

@test "examples of the page, with their output" {
	sh "$TOP/scripts/make-samples" .
	manners_examples trace-link
}

@test "all columns of a linked event, and of one that is not" {
	run -0 trace-link events.tsv
	assert_output "$(tsv "$HEAD launch_ts_us launch_dur_us queue_us launch launch_id annotation annotation_path cpu_op op_ts_us op_id op_path op_ids linked linked_reason" \
		'24.000 8.000 gemm kernel X - 0 7 0 7 77 2 14.000 6.000 4.000 cudaLaunchKernel - step#1 step#1 aten::mm 13.000 1 aten::linear;aten::mm 0;1 yes flow' \
		'34.000 8.000 old_gemm kernel X - 0 7 0 7 12 - - - - - - - - - - - - - no no~launch')"
}

@test "no GPU events: the header, a message, status 1" {
	grep -v kernel events.tsv >host.tsv
	run -1 --separate-stderr trace-link host.tsv
	[ "${#lines[@]}" -eq 1 ]
	[ "$stderr" = "trace-link: host.tsv: no GPU events in the input" ]
	run -0 --separate-stderr trace-link -q --exit-zero host.tsv
	[ -z "$stderr" ]
	head -n 1 events.tsv >none.tsv
	run -1 --separate-stderr trace-link none.tsv
	[ "${#lines[@]}" -eq 1 ]
}

@test "no launch at all: the events, a message, status 1" {
	grep -v cuda_runtime events.tsv >gpu.tsv
	run -1 --separate-stderr trace-link gpu.tsv
	[ "${#lines[@]}" -eq 3 ]
	[ "$stderr" = "trace-link: gpu.tsv: no GPU event has its launch in the input; trace-extract -c gpu,host prints launches" ]
}

@test "reasons: a call alone, graph, shared, 0, none" {
	show='name launch linked linked_reason'
	run -0 link '1 1 cuLaunchKernel cuda_driver X - 5 5 - - 1 -' \
		'2 1 hipGraphLaunch cuda_runtime X - 5 5 - - 2 -' \
		'3 1 launchTwo cuda_runtime X - 5 5 - - 3 -' \
		'4 1 launchZero cuda_runtime X - 5 5 - - 0 -' \
		'10 1 alone kernel X - 0 7 0 7 1 -' \
		'11 1 first kernel X - 0 7 0 7 2 -' \
		'12 1 copy gpu_memcpy X - 0 7 0 7 2 -' \
		'13 1 twin kernel X - 0 7 0 7 3 -' \
		'14 1 twin kernel X - 0 7 0 7 3 -' \
		'15 1 zero kernel X - 0 7 0 7 0 -' \
		'16 1 none kernel X - 0 7 0 7 - 1'
	assert_output - <<-'END'
		alone cuLaunchKernel yes correlation
		first hipGraphLaunch yes graph launch
		copy hipGraphLaunch yes graph launch
		twin  no correlation shared
		twin  no correlation shared
		zero  no correlation 0
		none  no no correlation
	END
}

@test "several calls with one correlation: the one that holds the others" {
	show='name launch linked_reason'
	run -0 link '1 5 cudaLaunchKernel cuda_runtime X - 5 5 - - 1 -' \
		'2 1 cuLaunchKernel cuda_driver X - 5 5 - - 1 -' \
		'1 5 one cuda_runtime X - 5 5 - - 2 -' \
		'8 5 other cuda_runtime X - 5 5 - - 2 -' \
		'10 1 nested kernel X - 0 7 0 7 1 -' \
		'11 1 apart kernel X - 0 7 0 7 2 -'
	assert_output - <<-'END'
		nested cudaLaunchKernel correlation
		apart  correlation shared
	END
}

@test "half a flow is none; an operator's id is no correlation" {
	show='name linked_reason'
	run -0 link '1 5 call cuda_runtime X - 5 5 - - 1 9' \
		'1 - ac2g ac2g s 1 5 5 - - - -' \
		'10 1 half kernel X - 0 7 0 7 1 9' \
		'11 1 by_id kernel X - 0 7 0 7 9 1'
	assert_output "$(printf 'half correlation\nby_id no launch')"
}

@test "a correlation belongs to one rank and one file" {
	show='rank name launch'
	tsv "$HEAD rank file" \
		'1 5 call0 cuda_runtime X - 5 5 - - 1 - 0 a' \
		'1 5 call1 cuda_runtime X - 5 5 - - 1 - 1 b' \
		'10 1 k kernel X - 0 7 0 7 1 - 0 a' \
		'11 1 k kernel X - 0 7 0 7 1 - 1 b' \
		'12 1 k kernel X - 0 7 0 7 1 - 1 a' >ranks.tsv
	trace-link ranks.tsv | columns >got
	diff -u - got <<-'END'
		0 k call0
		1 k call1
		1 k 
	END
}

@test "operators: threads apart, equal times by id, ties, overlap" {
	show='name cpu_op op_path'
	run -0 link '0 100 outer cpu_op X - 5 5 - - - 1' \
		'0 100 other cpu_op X - 5 6 - - - 2' \
		'10 20 parent cpu_op X - 5 5 - - - 3' \
		'10 20 child cpu_op X - 5 5 - - - 4' \
		'11 2 call cuda_runtime X - 5 5 - - 1 -' \
		'29.5 10 late cpu_op X - 5 5 - - - 5' \
		'31 2 call cuda_runtime X - 5 5 - - 2 -' \
		'50 10 left cpu_op X - 5 5 - - - 6' \
		'58 10 right cpu_op X - 5 5 - - - 7' \
		'59.5 0.2 call cuda_runtime X - 5 5 - - 3 -' \
		'64 1 call cuda_runtime X - 5 5 - - 4 -' \
		'99 5 call cuda_runtime X - 5 5 - - 5 -' \
		'120 1 call cuda_runtime X - 5 5 - - 6 -' \
		'200 1 nested kernel X - 0 7 0 7 1 -' \
		'201 1 slack kernel X - 0 7 0 7 2 -' \
		'202 1 cut kernel X - 0 7 0 7 3 -' \
		'203 1 after kernel X - 0 7 0 7 4 -' \
		'204 1 beyond kernel X - 0 7 0 7 5 -' \
		'205 1 alone kernel X - 0 7 0 7 6 -'
	assert_output - <<-'END'
		nested child outer;parent;child
		slack late outer;parent;late
		cut left outer;left
		after outer outer
		beyond  
		alone  
	END
}

@test "operators that hold each other nowhere: an overlap under 1 us loses no launch" {
	show='name cpu_op op_path'
	run -0 link '0 10 first cpu_op X - 5 5 - - - 1' \
		'9.5 10 second cpu_op X - 5 5 - - - 2' \
		'12 2 call cuda_runtime X - 5 5 - - 1 -' \
		'18.5 10 third cpu_op X - 5 5 - - - 3' \
		'22 2 call cuda_runtime X - 5 5 - - 2 -' \
		'100 1 near kernel X - 0 7 0 7 1 -' \
		'101 1 far kernel X - 0 7 0 7 2 -'
	assert_output "$(printf '%s\n' 'near second second' 'far  ')"
}

@test "a call within a call has the operator above both" {
	show='cpu_op launch'
	run -0 link '0 100 op cpu_op X - 5 5 - - - 1' \
		'1 50 cudaLaunch cuda_runtime X - 5 5 - - 1 -' \
		'2 5 cuLaunch cuda_driver X - 5 5 - - 2 -' \
		'200 1 k kernel X - 0 7 0 7 2 -'
	assert_output 'op cuLaunch'
}

@test "annotations: the launch counts, not the kernel; innermost; own thread first" {
	show='name annotation annotation_path'
	run -0 link '0 100 all user_annotation X - 5 5 - - - -' \
		'10 20 inner user_annotation X - 5 5 - - - -' \
		'10 50 elsewhere user_annotation X - 5 6 - - - -' \
		'200 100 later user_annotation X - 5 5 - - - -' \
		'10 1 call cuda_runtime X - 5 5 - - 1 -' \
		'30 1 call cuda_runtime X - 5 5 - - 2 -' \
		'40 1 call cuda_runtime X - 5 9 - - 3 -' \
		'60 1 call cuda_runtime X - 5 9 - - 4 -' \
		'150 1 call cuda_runtime X - 5 5 - - 5 -' \
		'300 20 first user_annotation X - 5 5 - - - -' \
		'310 90 second user_annotation X - 5 5 - - - -' \
		'330 1 call cuda_runtime X - 5 5 - - 6 -' \
		'335 30 third user_annotation X - 5 6 - - - -' \
		'340 90 fourth user_annotation X - 5 7 - - - -' \
		'370 1 call cuda_runtime X - 5 9 - - 7 -' \
		'210 1 at_start kernel X - 0 7 0 7 1 -' \
		'211 1 at_end kernel X - 0 7 0 7 2 -' \
		'212 1 any_thread kernel X - 0 7 0 7 3 -' \
		'213 1 any_left kernel X - 0 7 0 7 4 -' \
		'214 1 between kernel X - 0 7 0 7 5 -' \
		'400 1 own_ended kernel X - 0 7 0 7 6 -' \
		'401 1 others_ended kernel X - 0 7 0 7 7 -'
	assert_output - <<-'END'
		at_start inner elsewhere;all;inner
		at_end all elsewhere;all
		any_thread elsewhere all;elsewhere
		any_left all all
		between  
		own_ended second second
		others_ended fourth second;fourth
	END
}

@test "inputs, names of threads, numbers of events where the columns are there" {
	show='name grid launch_id input_dims op_id process_name thread_name process_label'
	tsv "$HEAD grid input_dims label process_label event" \
		'0 100 op cpu_op X - 5 5 - - - 1 - [[8,4]] - - 31' \
		'1 5 call cuda_runtime X - 5 5 - - 1 - - - - - 32' \
		'10 1 k kernel X - 0 7 0 7 1 - [4] - - - 33' \
		'11 1 k2 kernel X - 0 7 0 7 9 - - - - - 34' \
		'0 - process_name - M - 5 0 - - - - - - python3 - 35' \
		'0 - process_labels - M - 5 0 - - - - - - - CPU 36' \
		'0 - thread_name - M - 5 5 - - - - - - main - 37' >names.tsv
	trace-link names.tsv | columns >got
	diff -u - got <<-'END'
		k [4] 32 [[8,4]] 31 python3 main CPU
		k2       
	END
}

# Two graphs that are captured one after the other, and what launches them.
captured() {
	tsv "$HEAD kernel input_dims event" \
		'0 900 outside cpu_op X - 9 9 - - - 1 - - 0' \
		'1 1 hipStreamBeginCapture cuda_runtime X - 9 9 - - 1 - - - 1' \
		'10 50 step cpu_op X - 9 9 - - - 2 - - 2' \
		'11 9 aten::mm cpu_op X - 9 9 - - - 3 - [[2]] 3' \
		'12 1 hipLaunchKernel cuda_runtime X - 9 9 - - 2 - gemm - 4' \
		'21 9 aten::add cpu_op X - 9 9 - - - 4 - - 5' \
		'22 1 hipLaunchKernel cuda_runtime X - 9 9 - - 3 - add - 6' \
		'31 9 aten::mm cpu_op X - 9 9 - - - 5 - [[3]] 7' \
		'32 1 hipLaunchKernel cuda_runtime X - 9 9 - - 4 - gemm - 8' \
		'41 9 aten::copy_ cpu_op X - 9 9 - - - 6 - - 9' \
		'42 1 hipMemcpyAsync cuda_runtime X - 9 9 - - 5 - - - 10' \
		'52 1 hipMemsetAsync cuda_runtime X - 9 9 - - 6 - - - 11' \
		'70 1 hipStreamEndCapture cuda_runtime X - 9 9 - - 7 - - - 12' \
		'80 1 hipLaunchKernel cuda_runtime X - 9 9 - - 8 - add - 13' \
		'100 1 hipStreamBeginCapture cuda_runtime X - 9 9 - - 9 - - - 14' \
		'110 9 aten::mul cpu_op X - 9 9 - - - 7 - - 15' \
		'112 1 hipLaunchKernel cuda_runtime X - 9 9 - - 10 - mul - 16' \
		'170 1 hipStreamEndCapture cuda_runtime X - 9 9 - - 11 - - - 17'
}

# Their numbers come after all of the replay: 13 in each of three runs of up to 18.
@test "--capture: operators of what graphs run, by the names of kernels" {
	captured >capture.tsv
	show='name launch op_ts_us cpu_op op_id op_path op_ids input_dims linked_reason'
	tsv "$HEAD input_dims event" \
		'0 90 replay cpu_op X - 5 5 - - - 1 - 0' \
		'2 1 hipGraphLaunch cuda_runtime X - 5 5 - - 1 - - 1' \
		'20 1 hipGraphLaunch cuda_runtime X - 5 5 - - 2 - - 2' \
		'40 1 hipGraphLaunch cuda_runtime X - 5 5 - - 3 - - 3' \
		'100 1 hipGraphLaunch cuda_runtime X - 5 5 - - 4 - - 4' \
		'3 1 add kernel X - 0 7 0 7 1 - - 5' \
		'4 1 gemm kernel X - 0 7 0 7 1 - - 6' \
		'5 1 Memset gpu_memset X - 0 7 0 7 1 - - 7' \
		'6 1 gemm kernel X - 0 8 0 8 1 - - 8' \
		'7 1 Memcpy~DtoD gpu_memcpy X - 0 7 0 7 1 - - 9' \
		'21 1 mul kernel X - 0 7 0 7 2 - - 10' \
		'41 1 gemm kernel X - 0 7 0 7 3 - - 11' \
		'101 1 other kernel X - 0 7 0 7 4 - - 12' >replay.tsv
	run -0 --separate-stderr trace-link --capture capture.tsv replay.tsv
	[ "$stderr" = "trace-link: capture.tsv: no capture for 1 of 4 graph launches" ]
	columns <<<"$output" >got
	diff -u - got <<-'END'
		add hipGraphLaunch 2.000 aten::add 18 replay;step;aten::add 0;15;18  captured graph
		gemm hipGraphLaunch 2.000 aten::mm 16 replay;step;aten::mm 0;15;16 [[2]] captured graph
		Memset hipGraphLaunch 2.000 step 15 replay;step 0;15  captured graph
		gemm hipGraphLaunch 2.000 aten::mm 20 replay;step;aten::mm 0;15;20 [[3]] captured graph
		Memcpy DtoD hipGraphLaunch 2.000 aten::copy_ 22 replay;step;aten::copy_ 0;15;22  captured graph
		mul hipGraphLaunch 20.000 aten::mul 46 replay;aten::mul 0;46  captured graph
		gemm hipGraphLaunch 40.000 aten::mm 52 replay;step;aten::mm 0;51;52 [[2]] captured graph
		other hipGraphLaunch       graph launch
	END
	for file in capture replay; do
		head -n 1 $file.tsv
		sed 1d $file.tsv | tac
	done >both.tsv
	head -n "$(wc -l <capture.tsv)" both.tsv >c.tsv
	sed "1,$(wc -l <capture.tsv)d" both.tsv >r.tsv
	trace-link -q --capture c.tsv r.tsv | columns | diff got -
	run -2 --separate-stderr trace-link --capture /no/such/file replay.tsv
	[ "$stderr" = "trace-link: /no/such/file: No such file or directory" ]
}

# recording SIZE: a capture of one kernel for a step of SIZE tokens.
recording() {
	tsv "$HEAD kernel input_dims event file" \
		"1 90 capture_$1_FULL user_annotation X - 9 9 - - - - - - 1 $1" \
		"2 1 hipStreamBeginCapture cuda_runtime X - 9 9 - - 1 - - - 2 $1" \
		"11 9 aten::mm cpu_op X - 9 9 - - - 3 - [[$1]] 3 $1" \
		"12 1 hipLaunchKernel cuda_runtime X - 9 9 - - 2 - gemm - 4 $1" \
		"70 1 hipStreamEndCapture cuda_runtime X - 9 9 - - 7 - - - 5 $1"
}

# An engine pads a step to the next size, so a smaller graph never ran it.
@test "--capture: of recordings alike, the size for the step's tokens" {
	{
		recording 32
		recording 8 | sed 1d
		recording 16 | sed 1d
	} >capture.tsv
	{
		tsv "$HEAD input_dims event"
		at=0
		for step in 'execute_9_context_0(sq0sk0sqsq0sqsk0)_generation_9(sq9sk9sqsq9sqsk9)' \
			'execute_context_0(0)_generation_8(8)' 'execute_context_1(30)_generation_2(2)' \
			'execute_3_context_0(0)_generation_3(3)' 'execute_64_context_0(0)_generation_64(64)'; do
			at=$((at + 100))
			tsv "$at 90 $step user_annotation X - 5 5 - - - - - $at" \
				"$((at + 1)) 80 inner user_annotation X - 5 5 - - - - - $((at + 1))" \
				"$((at + 2)) 1 hipGraphLaunch cuda_runtime X - 5 5 - - $at - - $((at + 2))" \
				"$((at + 9)) 1 gemm kernel X - 0 7 0 7 $at - - $((at + 3))"
		done
	} >replay.tsv
	show='input_dims linked_reason'
	trace-link --capture capture.tsv replay.tsv | columns >got
	diff -u - got <<-'END'
		[[16]] captured graph
		[[8]] captured graph
		[[32]] captured graph
		[[8]] captured graph
		[[32]] captured graph
	END
}

# The recorder lost the add of each replay, so each could be a part of the whole graph; but
# the first step of rank 0 runs pieces. In it is a whole step of rank 1, and a launch behind it is in none.
@test "--capture: pieces of a step are no part of its whole graph" {
	recording 8 >capture.tsv
	tsv '13 1 hipLaunchKernel cuda_runtime X - 9 9 - - 3 - add - 6 8' >>capture.tsv
	step='execute_8_context_0(0)_generation_8(8) user_annotation X - 5 5 - - - -'
	{
		tsv "$HEAD rank" "100 50 $step 0" "112 5 $step 1" "200 50 $step 0" "300 50 $step 0"
		for at in 110.0 120.0 115.1 160.0 210.0 220.1 310.0; do
			t=${at%.*}
			tsv "$t 1 hipGraphLaunch cuda_runtime X - 5 5 - - $t - ${at#*.}" \
				"$((t + 1)) 1 gemm kernel X - 0 7 0 7 $t - ${at#*.}"
		done
	} >replay.tsv
	show='ts_us cpu_op linked_reason'
	trace-link -q --capture capture.tsv replay.tsv | columns >got
	diff -u - got <<-'END'
		111  graph launch
		116 aten::mm captured graph
		121  graph launch
		161 aten::mm captured graph
		211 aten::mm captured graph
		221 aten::mm captured graph
		311 aten::mm captured graph
	END
}

@test "--capture: each rank takes recordings of one size in turn" {
	{
		recording 8
		recording 8 | sed '1d; s/^/9/; s/\[\[8/[[9/'
	} >capture.tsv
	{
		tsv "$HEAD input_dims rank"
		for t in 1 3 5 7; do
			for rank in 0 1; do
				tsv "$((t + rank)) 1 hipGraphLaunch cuda_runtime X - 5 5 - - $t - - $rank" \
					"$((t + rank + 20)) 1 gemm kernel X - 0 7 0 7 $t - - $rank"
			done
		done
	} >replay.tsv
	show='rank input_dims'
	trace-link --capture capture.tsv replay.tsv | columns | sort | uniq -c >got
	diff -uw - got <<-'END'
		2 0 [[8]]
		2 0 [[9]]
		2 1 [[8]]
		2 1 [[9]]
	END
}

@test "--capture without names of kernels: by place, on one stream" {
	captured | cut -f 1-12 >capture.tsv
	show='name cpu_op linked_reason'
	tsv "$HEAD" '2 1 cudaGraphLaunch cuda_runtime X - 5 5 - - 1 -' \
		'3 1 a kernel X - 0 7 0 7 1 -' '4 1 b kernel X - 0 7 0 7 1 -' \
		'5 1 c kernel X - 0 7 0 7 1 -' '6 1 d gpu_memcpy X - 0 7 0 7 1 -' \
		'7 1 e gpu_memset X - 0 7 0 7 1 -' >one.tsv
	trace-link --capture capture.tsv one.tsv | columns >got
	diff -u - got <<-'END'
		a aten::mm captured graph
		b aten::add captured graph
		c aten::mm captured graph
		d aten::copy_ captured graph
		e step captured graph
	END
	sed '5s/7\t1/8\t1/' one.tsv >two.tsv
	[ "$(trace-link -q --capture capture.tsv two.tsv | grep -c 'graph launch$')" -eq 5 ]
	sed '$d' one.tsv >fewer.tsv
	[ "$(trace-link -q --capture capture.tsv fewer.tsv | grep -c 'graph launch$')" -eq 4 ]
}

@test "--stack: Python functions and modules" {
	show='stack module cpu_op'
	tsv "$HEAD" '0 100 run.py(1):~main python_function X - 5 5 - - - -' \
		'1 90 nn.Module:~Net_0 python_function X - 5 5 - - - -' \
		'2 80 net.py(7):~forward python_function X - 5 5 - - - -' \
		'3 70 nn.Module:~Linear_3 python_function X - 5 5 - - - -' \
		'4 9 aten::mm cpu_op X - 5 5 - - - 1' \
		'5 1 call cuda_runtime X - 5 5 - - 1 -' \
		'10 1 k kernel X - 0 7 0 7 1 -' >python.tsv
	trace-link --stack python.tsv | columns >got
	diff -u - got <<-'END'
		run.py(1): main;nn.Module: Net_0;net.py(7): forward;nn.Module: Linear_3 Net_0;Linear_3 aten::mm
	END
}

# By hand: gemm runs from 24 to 32, a second kernel of mm from 30 to 36: 12 us.
@test "--operators: each with the time of all that it led to, counted once" {
	{
		cat events.tsv
		tsv '26.000 2.000 cudaLaunchKernel cuda_runtime X - 5 5 - - 78 2' \
			'30.000 6.000 add kernel X - 0 8 0 8 78 2' \
			'33.000 1.000 aten::view cpu_op X - 5 5 - - - 3' '9.000 90.000 outer user_annotation X - 5 5 - - - -'
	} >more.tsv
	run -0 trace-link --operators more.tsv
	assert_output "$(tsv 'ts_us dur_us name cat op_id parent_id annotation annotation_path gpu_us gpu_events kernel' \
		'12.000 20.000 aten::linear cpu_op 0 - step#1 outer;step#1 12.000 2 gemm' \
		'13.000 15.000 aten::mm cpu_op 1 0 step#1 outer;step#1 12.000 2 gemm' \
		'33.000 1.000 aten::view cpu_op 2 - - - 0.000 0 -')"
	diff <(trace-link --operators more.tsv) \
		<({ head -n 1 more.tsv; tail -n +2 more.tsv | tac; } | trace-link --operators)
}

@test "--operators: the kernel that says what is transposed, behind a copy of its bias" {
	tsv "$HEAD" \
		'10.000 20.000 aten::addmm cpu_op X - 5 5 - - - -' \
		'12.000 1.000 hipLaunchKernel cuda_runtime X - 5 5 - - 1 -' \
		'14.000 1.000 hipLaunchKernel cuda_runtime X - 5 5 - - 2 -' \
		'16.000 1.000 hipLaunchKernel cuda_runtime X - 5 5 - - 3 -' \
		'20.000 1.000 elementwise kernel X - 0 7 0 7 1 -' \
		'22.000 1.000 Cijk_Ailk_Bljk_BBS kernel X - 0 7 0 7 2 -' \
		'24.000 1.000 Cijk_Alik_Bljk_BBS kernel X - 0 7 0 7 3 -' >addmm.tsv
	show='name gpu_events kernel'
	run -0 bash -c 'trace-link --operators addmm.tsv'
	columns <<<"$output" >shown
	assert_equal "$(cat shown)" 'aten::addmm 3 Cijk_Ailk_Bljk_BBS'
}

# Both forward operators have number 9; view began last, so the gradient is its own.
# The kernels run from 60 to 64 and from 62 to 66: 6 us.
@test "--operators: the backward pass belongs to the operator of its number" {
	tsv "$HEAD sequence_number" \
		'10.000 20.000 aten::linear cpu_op X - 5 5 - - - - 9' \
		'12.000 10.000 aten::view cpu_op X - 5 5 - - - - 9' \
		'50.000 30.000 autograd::engine::evaluate_function:~ViewBackward0 cpu_op X - 5 6 - - - - 9' \
		'51.000 20.000 ViewBackward0 cpu_op X - 5 6 - - - - 9' \
		'52.000 1.000 cudaLaunchKernel cuda_runtime X - 5 6 - - 1 - -' \
		'54.000 1.000 cudaLaunchKernel cuda_runtime X - 5 6 - - 2 - -' \
		'60.000 4.000 copy kernel X - 0 7 0 7 1 - -' \
		'62.000 4.000 copy kernel X - 0 8 0 8 2 - -' >gradient.tsv
	show='name op_id gpu_us forward_id back_us'
	run -0 bash -c 'trace-link --operators gradient.tsv'
	columns <<<"$output" >shown
	diff - shown <<-'END'
		aten::linear 0 0.000  
		aten::view 1 0.000  6.000
		autograd::engine::evaluate_function: ViewBackward0 2 6.000 1 
		ViewBackward0 3 6.000  
	END
	# Only the correlation ties these kernels to their launches.
	run -1 --separate-stderr trace-link --operators --flows gradient.tsv
	[[ $output != *6.000* ]]
}

@test "--operators: those of a captured graph, once for each of its runs" {
	tsv "$HEAD kernel input_dims" \
		'1.000 1.000 hipStreamBeginCapture cuda_runtime X - 9 9 - - 1 - - -' \
		'2.000 9.000 step cpu_op X - 9 9 - - - 1 - [[8]]' \
		'3.000 5.000 mm cpu_op X - 9 9 - - - 2 - [[4,4]]' \
		'4.000 1.000 hipLaunchKernel cuda_runtime X - 9 9 - - 2 - gemm -' \
		'20.000 1.000 hipStreamEndCapture cuda_runtime X - 9 9 - - 3 - - -' \
		'30.000 1.000 hipGraphLaunch cuda_runtime X - 9 9 - - 4 - - -' \
		'32.000 2.000 gemm kernel X - 0 7 0 7 4 - - -' \
		'40.000 1.000 hipGraphLaunch cuda_runtime X - 9 9 - - 5 - - -' \
		'42.000 3.000 gemm kernel X - 0 7 0 7 5 - - -' >graph.tsv
	run -0 trace-link -q --operators --capture graph.tsv graph.tsv
	assert_output "$(tsv 'ts_us dur_us name cat op_id parent_id annotation annotation_path input_dims input_type input_strides concrete_inputs gpu_us gpu_events kernel' \
		'2.000 9.000 step cpu_op 0 - - - [[8]] - - - 0.000 0 -' \
		'3.000 5.000 mm cpu_op 1 0 - - [[4,4]] - - - 0.000 0 -' \
		'30.000 - step cpu_op 2 - - - [[8]] - - - 2.000 1 gemm' \
		'30.000 - mm cpu_op 3 2 - - [[4,4]] - - - 2.000 1 gemm' \
		'40.000 - step cpu_op 4 - - - [[8]] - - - 3.000 1 gemm' \
		'40.000 - mm cpu_op 5 4 - - [[4,4]] - - - 3.000 1 gemm')"
}

# Gaps of 10, 20, 5, 7, 22, 150 and 30 us: launched within the gap; behind a call that waits 6 us; queued
# before; without a launch; behind a stage of a compiler; of a host of which nothing is known; while
# code is loaded, by what the profiler says.
@test "--gaps: why the GPU idles" {
	tsv "$HEAD" '0 4 gemm kernel X - 0 7 0 7 1 -' '-5 1 cudaLaunchKernel cuda_runtime X - 5 5 - - 1 -' \
		'6 1 step gpu_user_annotation X - 0 7 0 7 - -' \
		'14 6 add kernel X - 0 7 0 7 2 -' '12 1 cudaLaunchKernel cuda_runtime X - 5 5 - - 2 -' \
		'40 1 add kernel X - 0 7 0 7 3 -' '30 2 cudaLaunchKernel cuda_runtime X - 5 5 - - 3 -' \
		'46 4 Memcpy gpu_memcpy X - 0 7 0 7 4 -' '33 1 cudaMemcpyAsync cuda_runtime X - 5 5 - - 4 -' \
		'57 1 Memset gpu_memset X - 0 7 0 7 - -' \
		'80 10 add kernel X - 0 7 0 7 5 -' '79 1 cudaLaunchKernel cuda_runtime X - 5 5 - - 5 -' \
		'240 1 add kernel X - 0 7 0 7 6 -' '239 1 hipLaunchKernel hip_api X - 5 5 - - 6 -' \
		'271 1 add kernel X - 0 7 0 7 7 -' '270 1 cudaLaunchKernel cuda_runtime X - 5 5 - - 7 -' \
		'22 6 cudaDeviceSynchronize cuda_runtime X - 5 5 - - 8 -' '5 1 aten::mm cpu_op X - 5 5 - - - -' \
		'7 - cudaMalloc cuda_runtime X - 5 5 - - 9 -' '60 17 run(dynamo_timed) user_annotation X - 5 5 - - - -' \
		'60 17 Torch-Compiled user_annotation X - 5 5 - - - -' \
		'242 20 Lazy_Function_Loading overhead X - 0 0 - - - -' >all
	sed -i 's/Lazy_Function_Loading/Lazy Function Loading/; s/run(dyn/run (dyn/' all
	tsv 'cause count sum_us max_us max_ts_us' 'launch 2 24.000 14.000 20.000' 'compile 1 22.000 22.000 58.000' \
		'once 1 30.000 30.000 241.000' 'queued 1 5.000 5.000 41.000' 'silent 1 150.000 150.000 90.000' \
		'sync 1 6.000 6.000 20.000' 'unknown 1 7.000 7.000 50.000' >want
	trace-link --gaps gaps all >linked
	diff -u want gaps
	trace-link all | cmp - linked
	(sed 1q all && sed 1d all | sort -r) | trace-link --gaps gaps >linked
	diff -u want gaps
	head -n 1 all | trace-link -q --exit-zero --gaps gaps >linked
	diff -u <(head -n 1 want) gaps
	# Calls of one rank's host explain no gap of another.
	awk -F '\t' -v OFS='\t' 'NR == 1 { print $0, "rank"; next } { print $0, 0; $1 += 13; print $0, 1 }' all |
		trace-link --gaps gaps >linked
	awk -F '\t' -v OFS='\t' 'NR > 1 { $2 *= 2; $3 = sprintf("%.3f", 2 * $3) } { print }' want | diff -u - gaps
}

@test "--gaps: a kernel that starts long after its launch waited for something on the GPU" {
	for start in 119 120; do
		tsv "$HEAD" '0 10 a kernel X - 0 7 0 7 1 -' "$start 5 a kernel X - 0 7 0 7 2 -" \
			'-5 1 cudaLaunchKernel cuda_runtime X - 5 5 - - 1 -' '15 5 cudaLaunchKernel cuda_runtime X - 5 5 - - 2 -' |
			trace-link --gaps gaps >linked
		sed 1d gaps
	done >out
	diff - out <<<$'launch\t1\t109.000\t109.000\t10.000\nqueued\t1\t110.000\t110.000\t10.000'
}

# More hosts than there is room for at first; none of them launches what is in the file.
@test "--gaps: hosts without events of the GPU" {
	tsv "$HEAD rank" '0 1 k kernel X - 0 7 0 7 - - 0' '5 1 k kernel X - 0 7 0 7 - - 0' >all
	for r in {0..40}; do tsv "1 1 cudaLaunchKernel cuda_runtime X - 5 5 - - 9 - $r"; done >>all
	trace-link -q --exit-zero --gaps gaps all >linked
	diff <(tsv 'cause count sum_us max_us max_ts_us' 'unknown 1 4.000 4.000 1.000') gaps
}

# Gaps of 10 us each, behind launches 2, 3 and 4; the work of 3 and of 4 is not there, but a graph captured 4.
@test "--gaps: each GPU has its own, whatever the others do meanwhile" {
	tsv "$HEAD" '0 10 gemm kernel X - 0 7 0 7 1 -' '20 10 gemm kernel X - 0 7 0 7 2 -' \
		'5 20 gemm kernel X - 1 7 1 7 3 -' '28 7 gemm kernel X - 1 8 1 8 4 -' >all
	for i in 0 1 2 3; do tsv "$((i - 9)) 1 cudaLaunchKernel cuda_runtime X - 5 5 - - $((i + 1)) -"; done >>all
	trace-link --gaps gaps all >linked
	diff <(tsv 'cause count sum_us max_us max_ts_us' 'queued 2 13.000 10.000 10.000') gaps
}

@test "--gaps: work that is not in the file" {
	call() {
		echo "$1 1 $2 cuda_runtime X - 5 5 - - $3 -"
	}
	tsv "$HEAD" '10 5 a kernel X - 0 7 0 7 1 -' '25 5 a kernel X - 0 7 0 7 2 -' \
		'40 5 a kernel X - 0 7 0 7 5 -' '55 5 a kernel X - 0 7 0 7 9 -' \
		"$(call 1 cudaLaunchKernel 1)" "$(call 2 cudaLaunchKernel 2)" "$(call 30 cudaLaunchKernel 3)" \
		"$(call 31 cudaLaunchKernel 5)" "$(call 44 cudaStreamBeginCapture 6)" "$(call 45 cudaLaunchKernel 4)" \
		"$(call 46 cudaStreamEndCapture 7)" "$(call 47 cudaGraphLaunch 9)" >all
	tsv 'cause count sum_us max_us max_ts_us' 'launch 1 10.000 10.000 45.000' 'lost 1 10.000 10.000 30.000' \
		'queued 1 10.000 10.000 15.000' >want
	trace-link --gaps gaps all >linked
	diff -u want gaps
	# Launches without a correlation of their own are no others' business.
	cp all told
	call 29 cudaLaunchKernel 0 | tsv "$(cat)" >>told
	sed 's/\t3\t$/\t0\t/' told | trace-link --gaps gaps >linked
	diff -u <(sed 's/^launch.*/launch 2 20.000 10.000 30.000/; s/ /\t/g; /^lost/d' want) gaps
	# A kernel without a correlation might be of launch 3, and so might a second one of another's.
	tsv 'cause count sum_us max_us max_ts_us' 'launch 2 20.000 10.000 30.000' 'queued 1 10.000 10.000 15.000' \
		'unknown 1 10.000 10.000 60.000' >want
	for id in - 77; do
		{ cat all && tsv "70 1 a kernel X - 0 7 0 7 $id -" "70 1 b kernel X - 0 7 0 7 $id -"; } |
			trace-link --gaps gaps >linked
		diff -u want gaps
	done
}

@test "real traces: the causes of idle time add up to it" {
	need_traces
	for trace in qwen05b-h100 resnet-2080ti sam-pg509-true-17980-3streams; do
		trace-extract -q -c gpu,calls,cuda_sync "$TRACES/$trace.json.gz" >events
		trace-link -q --gaps gaps events >/dev/null
		awk -F '\t' 'NR > 1 { sum += $3 } END { printf "%.3f\n", sum }' gaps >sum
		trace-busy -q events | awk -F '\t' '$1 == "idle" { print $2 }' | diff -u - sum
		[ "$(wc -l <gaps)" -gt 3 ]
	done
}

@test "--gaps: where it cannot be written" {
	run -2 --separate-stderr trace-link --gaps no/such events.tsv
	[ "$stderr" = 'trace-link: no/such: No such file or directory' ]
	cp events.tsv kept
	run -2 --separate-stderr trace-link --gaps events.tsv events.tsv
	[[ $stderr == *events.tsv*input* ]] || fail "$stderr"
	cmp kept events.tsv
}

@test "real traces: the times of the outermost operators add up to all that is linked" {
	need_traces
	for trace in qwen05b-mi300 norm-layers-mi300; do
		trace-extract -c gpu,host "$TRACES/$trace.json.gz" >events
		operators=$(trace-link --operators events | awk -F '\t' '$6 == "" { n += $10 } END { print n + 0 }')
		launched=$(trace-link events | awk -F '\t' '
			NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
			$c["cpu_op"] != "" { n++ } END { print n + 0 }')
		[ "$operators" -eq "$launched" ] || fail "$trace: $operators of $launched"
		[ "$launched" -gt 100 ]
	done
}

@test "a column of ours that is there already is refused" {
	trace-link events.tsv >linked.tsv
	run -2 --separate-stderr trace-link linked.tsv
	[ "$stderr" = "trace-link: linked.tsv: the input already has a column launch_ts_us: remove it first" ]
}

@test "what is no table of events, or has a bad time, is refused" {
	cut -f 1-3 events.tsv >few.tsv
	run -2 --separate-stderr trace-link few.tsv
	[ "$stderr" = "trace-link: few.tsv: no column cat; trace-extract makes it" ]
	sed '5s/6.000/six/' events.tsv >bad.tsv
	run -2 --separate-stderr trace-link bad.tsv
	[[ $stderr == "trace-link: bad.tsv:5: dur_us "*": six" ]]
	for row in '1 -1 cudaMalloc cuda_runtime X - 5 5 - - 9 -' '1 -1 aten::mm cpu_op X - 5 5 - - - -'; do
		tsv "$HEAD" "$row" >bad.tsv
		run -2 --separate-stderr trace-link bad.tsv
		[ "$stderr" = "trace-link: bad.tsv:2: a negative duration: -1" ] || fail "$stderr"
	done
}

@test "the same bytes whatever the order of the rows" {
	awk -F '\t' -v OFS='\t' '{ print $0, NR == 1 ? "label" : "" }' events.tsv >named.tsv
	tsv '- - process_name - M - 5 5 - - - - one' '- - process_name - M - 5 5 - - - - two' >>named.tsv
	for seed in 1 2 3; do
		{
			head -n 1 named.tsv
			sed 1d named.tsv | shuf --random-source=<(yes $seed)
		} >shuffled.tsv
		trace-link shuffled.tsv | cmp - <(trace-link named.tsv)
	done
}

@test "real traces: how many kernels have their launch" {
	need_traces
	show='linked linked_reason cat'
	while read -r name linked kernels; do
		trace-extract -c gpu,host "$TRACES/$name.json.gz" >rows.tsv
		trace-link rows.tsv >linked.tsv
		columns <linked.tsv | awk -v name="$name" '
			$NF == "kernel" { n++; yes += $1 == "yes" }
			END { print name, yes, n }'
		{
			head -n 1 rows.tsv
			sed 1d rows.tsv | shuf --random-source=<(yes)
		} | trace-link | cmp - linked.tsv
	done >got <<-'END'
		qwen05b-h100
		qwen05b-mi300
		resnet-ddp-mi300
		tiny-triton
		dlrm-v100-rank1
	END
	diff -u - got <<-'END'
		qwen05b-h100 1029 1465
		qwen05b-mi300 1053 1516
		resnet-ddp-mi300 2238 2995
		tiny-triton 1 1
		dlrm-v100-rank1 246 310
	END
}

@test "real traces: a graph's kernels belong to one launch, in the engine's annotation" {
	need_traces
	show='launch_ts_us launch annotation linked_reason'
	trace-extract -c gpu,host "$TRACES/vllm-gptoss20b-mi300-decode.json.gz" |
		trace-link | columns | grep 'graph launch$' | sort | uniq -c >got
	[ "$(wc -l <got)" -eq 1 ]
	grep -q '^ *421 .* hipGraphLaunch execute_32_context_0(.*)_generation_32(.*) graph launch$' got
}

@test "real traces: kernels by operator are those of the reference tables" {
	need_traces
	show='cpu_op'
	for name in bert-small-h100 qwen05b-h100 qwen05b-mi300 owlv2-h100 norm-layers-mi300; do
		trace-extract -c gpu,host "$TRACES/$name.json.gz" | trace-link |
			awk -F '\t' 'NR == 1 || $4 == "kernel"' | columns |
			awk '{ n[$0]++ } END { for (op in n) print n[op], op }' |
			sort >ours
		csv2tsv "$TRACES/reference/$name/kernel_summary.csv" | awk -F '\t' '
			NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
			NR > 1 { n[$at["Parent cpu_op"]] += $at["Kernel duration (µs)_count"] }
			END { for (op in n) print n[op], op }' | sort >theirs
		diff -u theirs ours
	done
}

@test "real traces: graphs and their capture" {
	need_traces
	while read -r trace capture captured unknown; do
		trace-extract -c gpu,host -a kernel "$TRACES/$capture.json.gz" >capture.tsv
		trace-extract -c gpu,host "$TRACES/$trace.json.gz" |
			trace-link --capture capture.tsv 2>message >linked.tsv
		[ "$(grep -c 'captured graph$' linked.tsv)" -eq "$captured" ]
		[ "$(grep -c 'graph launch$' linked.tsv)" -eq "$unknown" ]
		[ "$(wc -l <message)" -eq $((unknown > 0)) ]
	done <<-'END'
		flux-sage-mi300-replay flux-sage-mi300-capture 6264 0
		vllm-gptoss20b-mi300-decode vllm-gptoss20b-mi300-decode-capture 421 0
		vllm-gptoss20b-mi300-prefill vllm-gptoss20b-mi300-decode-capture 0 361
	END
}

@test "the highest number that an event can have: no overflow behind it" {
	tsv 'ts_us dur_us name cat ph id pid tid device stream correlation external_id event' '1 9 op cpu_op X - 1 1 - - - 1 9223372036854775807' \
		'2 1 hipLaunchKernel hip_runtime X - 1 1 - - 5 1 3' '4 2 k kernel X - 0 7 0 7 5 1 4' >events.tsv
	run -0 trace-link -q events.tsv
	assert_output --partial 9223372036854775807
}

@test "operators of several ranks say whose they are" {
	tsv 'ts_us dur_us name cat ph id pid tid device stream correlation external_id rank file' \
		'0.000 9.000 aten::mm cpu_op X - 1 1 - - - 1 0 a' '1.000 1.000 cudaLaunchKernel cuda_runtime X - 1 1 - - 5 1 0 a' \
		'3.000 2.000 gemm kernel X - 0 7 0 7 5 1 0 a' '0.000 9.000 aten::mm cpu_op X - 1 1 - - - 1 1 b' \
		'1.000 1.000 cudaLaunchKernel cuda_runtime X - 1 1 - - 5 1 1 b' '3.000 4.000 gemm kernel X - 0 7 0 7 5 1 1 b' >ranks
	trace-link --operators ranks | awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i }
		{ print $c["name"], $c["gpu_us"], $c["rank"], $c["file"] }' |
		diff - <(printf '%s\n' 'name gpu_us rank file' 'aten::mm 2.000 0 a' 'aten::mm 4.000 1 b')
	cut -f 1-12 ranks | head -n 4 | trace-link --operators | head -n 1 | tr '\t' '\n' | run ! grep -E 'rank|file'
}
