#!/usr/bin/env bats
# trace-tree: manners; rows; text; upward; modules; call stacks; what is odd; real traces.
load helper

HEAD='ts_us dur_us name cat ph id pid tid device stream correlation external_id event'

# A module with two operators, one of which calls another; two kernels at the same
# time; what computes a gradient, on another thread; and a kernel of nobody.
setup() {
	cd "$BATS_TEST_TMPDIR" || return
	tsv "$HEAD input_dims sequence_number" \
		'0.000 100.000 app.py(1):~main python_function X - 5 5 - - - - 10 - -' \
		'1.000 90.000 nn.Module:~Net_0 python_function X - 5 5 - - - - 11 - -' \
		'2.000 50.000 nn.Module:~Linear_3 python_function X - 5 5 - - - - 12 - -' \
		'3.000 40.000 torch/nn/modules/module.py(7):~_call_impl python_function X - 5 5 - - - - 13 - -' \
		'4.000 30.000 aten::linear cpu_op X - 5 5 - - - - 20 [[4,8],[2,8]] -' \
		'5.000 20.000 aten::addmm cpu_op X - 5 5 - - - - 21 [[2],[4,8],[8,2]] 7' \
		'6.000 2.000 cudaLaunchKernel cuda_runtime X - 5 5 - - 1 - 30 - -' \
		'9.000 2.000 cudaLaunchKernel cuda_runtime X - 5 5 - - 2 - 31 - -' \
		'60.000 9.000 aten::relu cpu_op X - 5 5 - - - - 22 [[4,2]] -' \
		'61.000 2.000 cudaLaunchKernel cuda_runtime X - 5 5 - - 3 - 32 - -' \
		'70.000 5.000 aten::view cpu_op X - 5 5 - - - - 23 - -' \
		'200.000 9.000 autograd::engine::evaluate_function:~AddmmBackward0 cpu_op X - 5 6 - - - - 24 - 7' \
		'201.000 2.000 cudaLaunchKernel cuda_runtime X - 5 6 - - 4 - 33 - -' \
		'20.000 10.000 gemm kernel X - 0 7 0 7 1 - 40 - -' \
		'25.000 10.000 split kernel X - 0 8 0 8 2 - 41 - -' \
		'80.000 4.500 relu kernel X - 0 7 0 7 3 - 42 - -' \
		'210.000 4.000 gemm_back kernel X - 0 7 0 7 4 - 43 - -' \
		'300.000 1.000 nobody kernel X - 0 7 0 7 99 - 44 - -' >events.tsv
}

@test "manners: command line" {
	manners_command_line trace-tree
}

@test "manners: the page and --help agree" {
	manners_page trace-tree
}

@test "manners: filter" {
	manners_filter trace-tree events.tsv -q
	manners_streams trace-tree events.tsv -q --text --backward --field 'Input Dims'
}

@test "rows: what holds before what is held, with the time of the union" {
	run -0 --separate-stderr trace-tree events.tsv
	[ "$stderr" = "trace-tree: events.tsv: 1 of 5 GPU events have no launch in the input" ]
	diff -u - <(cut -f 1-10 <<<"$output") <<-END
		$(tsv 'depth event parent cat name dur_us gpu_us gpu_events path forward' \
			'0 20 - cpu_op aten::linear 30.000 15.000 2 aten::linear -' \
			'1 21 20 cpu_op aten::addmm 20.000 15.000 2 aten::linear;aten::addmm -' \
			'2 30 21 cuda_runtime cudaLaunchKernel 2.000 10.000 1 aten::linear;aten::addmm;cudaLaunchKernel -' \
			'3 40 30 kernel gemm 10.000 10.000 1 aten::linear;aten::addmm;cudaLaunchKernel;gemm -' \
			'2 31 21 cuda_runtime cudaLaunchKernel 2.000 10.000 1 aten::linear;aten::addmm;cudaLaunchKernel -' \
			'3 41 31 kernel split 10.000 10.000 1 aten::linear;aten::addmm;cudaLaunchKernel;split -' \
			'0 22 - cpu_op aten::relu 9.000 4.500 1 aten::relu -' \
			'1 32 22 cuda_runtime cudaLaunchKernel 2.000 4.500 1 aten::relu;cudaLaunchKernel -' \
			'2 42 32 kernel relu 4.500 4.500 1 aten::relu;cudaLaunchKernel;relu -' \
			'0 23 - cpu_op aten::view 5.000 0.000 0 aten::view -' \
			'0 24 - cpu_op autograd::engine::evaluate_function:~AddmmBackward0 9.000 4.000 1 autograd::engine::evaluate_function:~AddmmBackward0 21' \
			'1 33 24 cuda_runtime cudaLaunchKernel 2.000 4.000 1 autograd::engine::evaluate_function:~AddmmBackward0;cudaLaunchKernel -' \
			'2 43 33 kernel gemm_back 4.000 4.000 1 autograd::engine::evaluate_function:~AddmmBackward0;cudaLaunchKernel;gemm_back -' \
			'0 44 - kernel nobody 1.000 1.000 1 nobody -')
	END
	[ "$(cut -f 11- <<<"${lines[1]}" | tr '\t' ' ')" = '4.000 X  5 5     [[4,8],[2,8]] ' ]
	# the order of the input does not matter
	{ head -n 1 events.tsv; tail -n +2 events.tsv | sort; } | trace-tree -q | diff <(echo "$output") -
	trace-tree -q --down 21 events.tsv | tail -n +2 | cut -f 1,2 | tr '\t\n' ' ,' >out
	[ "$(cat out)" = '0 21,1 30,2 40,1 31,2 41,' ]
}

@test "text: pruned, with fields and the backward pass; Python; all" {
	trace-tree -q --text --backward --field 'Input Dims' events.tsv >out
	diff -u - out <<-'END'
		└── UID: 20, Category: cpu_op, Name: aten::linear
		    |   Input Dims: [[4, 8], [2, 8]]
		    |   
		    └── UID: 21, Category: cpu_op, Name: aten::addmm
		        |   Input Dims: [[2], [4, 8], [8, 2]]
		        |   
		        ├── UID: 30, Category: cuda_runtime, Name: cudaLaunchKernel
		        │   └── UID: 40, Category: kernel, Name: gemm, Duration: 10.0
		        ├── UID: 31, Category: cuda_runtime, Name: cudaLaunchKernel
		        │   └── UID: 41, Category: kernel, Name: split, Duration: 10.0
		        └── [BWD] autograd::engine::evaluate_function: AddmmBackward0 (UID: 24)
		            └── UID: 33, Category: cuda_runtime, Name: cudaLaunchKernel
		                └── UID: 43, Category: kernel, Name: gemm_back, Duration: 4.0
		└── UID: 22, Category: cpu_op, Name: aten::relu
		    |   Input Dims: [[4, 2]]
		    |   
		    └── UID: 32, Category: cuda_runtime, Name: cudaLaunchKernel
		        └── UID: 42, Category: kernel, Name: relu, Duration: 4.5
		└── UID: 24, Category: cpu_op, Name: autograd::engine::evaluate_function: AddmmBackward0
		    └── UID: 33, Category: cuda_runtime, Name: cudaLaunchKernel
		        └── UID: 43, Category: kernel, Name: gemm_back, Duration: 4.0
	END
	trace-tree -q --text --python --down 12 events.tsv >out
	[ "$(sed -n 3p out)" = '        └── UID: 20, Category: cpu_op, Name: aten::linear' ]
	[ "$(wc -l <out)" -eq 8 ]
	trace-tree -q --text --all events.tsv | grep -q 'UID: 23'
	run ! grep '|   ' <(trace-tree -q --text --field correlation events.tsv)
	name=$(printf 'é%.0s' {1..65})
	sed "s/	gemm	/	$name	/" events.tsv | trace-tree -q --text | grep -q "Name: ${name%é}[.][.], "
	grep -v relu.*cpu_op events.tsv >outside # a call outside of operators, of which the reference has no tree
	trace-tree -q --text outside | grep -q 'UID: 32'
	run ! grep 'UID: 32' <(trace-tree -q --compat reference --text outside)
	# whole microseconds throughout stay whole
	grep -v relu events.tsv | trace-tree -q --text | grep -q 'Duration: 10$'
}

@test "upward, and on to the forward pass" {
	trace-tree -q --up 43 --follow-forward events.tsv >out
	diff -u - out <<-'END'
		Node:
		  UID: 43, Category: kernel, Name: gemm_back, Duration: 4.0
		1-up:
		  UID: 33, Category: cuda_runtime, Name: cudaLaunchKernel
		2-up:
		  UID: 24, Category: cpu_op, Name: autograd::engine::evaluate_function: AddmmBackward0

		============================================================
		Following fwd_event link to forward call stack (UID: 21)
		============================================================
		Node:
		  UID: 21, Category: cpu_op, Name: aten::addmm
		1-up:
		  UID: 20, Category: cpu_op, Name: aten::linear
	END
	trace-tree -q --up 43 events.tsv | diff - <(sed '/^$/,$d' out)
	for options in '--up 43 --follow-forward' '--text --backward'; do # without numbers of sequences
		# shellcheck disable=SC2086 # options are words
		run -0 trace-tree -q $options <(cut -f 1-14 events.tsv)
	done
	run -2 --separate-stderr trace-tree --up 99 events.tsv
	[ "$stderr" = "trace-tree: events.tsv: no event 99 in the tree" ]
}

@test "modules: time inside, and outside of the modules within" {
	trace-tree -q --modules events.tsv >out
	tsv 'depth event parent module dur_us gpu_us parent_gpu_us outside_us gpu_events' \
		'0 11 - Net_0 90.000 19.500 - 4.500 3' \
		'1 12 11 Linear_3 50.000 15.000 19.500 15.000 2' | diff -u - out
	# what runs while other work does adds nothing
	sed 's/^25.000	10/25.000	1/' events.tsv | trace-tree -q --modules | tail -n 1 | cut -f 5-8 |
		diff - <(tsv '50.000 10.000 14.500 10.000')
	run -1 --separate-stderr trace-tree --modules <(grep -v Module events.tsv)
	[[ $stderr == *"no modules in the input"* ]]
}

@test "call stacks and entry points" {
	trace-tree -q --python --callstack events.tsv | cut -f 1,5- >out
	net='app.py(1): main;nn.Module: Net'
	# the name of a function alone is no frame of a call stack
	printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\n' event cpu_op op_id call_stack entry_point traversal wrappers \
		40 aten::addmm 21 "${net#*;};nn.Module: Linear;torch/nn/modules/module.py(7): _call_impl;aten::linear;aten::addmm;gemm" 'app.py(1): main' outward 3 \
		41 aten::addmm 21 "${net#*;};nn.Module: Linear;torch/nn/modules/module.py(7): _call_impl;aten::linear;aten::addmm;split" 'app.py(1): main' outward 3 \
		42 aten::relu 22 "${net#*;};aten::relu;relu" 'app.py(1): main' outward 1 \
		43 'autograd::engine::evaluate_function: AddmmBackward0' 24 'autograd::engine::evaluate_function: AddmmBackward0;gemm_back' '' '' 0 \
		44 '' '' nobody '' '' 0 | diff -u - out
	# functions that hand on are known by their file, too; without an operator there is no entry point
	sed 's/_call_impl/other/' events.tsv | trace-tree -q --python --callstack | grep -q '	app.py(1): main	outward	3$'
	sed '2s/app.py(1): main/a::main/' events.tsv | grep -v cpu_op | trace-tree -q --python --callstack >out
	[ "$(sed -n 2p out | cut -f 5-)" = $'\t\ta::main;nn.Module: Net;nn.Module: Linear;torch/nn/modules/module.py(7): _call_impl;gemm\t\t\t0' ]
}

@test "flows: a correlation alone is no link" {
	{
		cat events.tsv
		tsv '6.000 - ac2g ac2g s 1 5 5 - - 1 - 50 - -' '20.000 - ac2g ac2g f 1 0 7 0 7 1 - 51 - -'
	} >flows.tsv
	run -0 --separate-stderr trace-tree --flows flows.tsv
	[[ $stderr == *"4 of 5 GPU events have no launch in the input" ]] || fail "$stderr"
	[ "$(awk -F '\t' '$4 == "kernel" && $1 > 0 { print $2, $3 }' <<<"$output")" = '40 30' ]
}

@test "call stacks of chosen events, down to what they launched" {
	linear='["nn.Module: Net","nn.Module: Linear","torch/nn/modules/module.py(7): _call_impl","aten::linear"'
	printf 'event\n20\n41\n99\n13\n44\n' >chosen
	run -0 --separate-stderr trace-tree --python --of chosen events.tsv
	assert_line --index 0 $'event\tcat\tname\tdur_us\tcpu_op\top_id\tcall_stack\tentry_point\ttraversal\twrappers'
	[ "$(cut -f 1,5- <<<"$output" | sed 1d)" = "$(printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\n' \
		20 aten::linear 20 "$linear,\"aten::addmm\",[\"gemm\"],[\"split\"]]" 'app.py(1): main' outward 3 \
		41 aten::addmm 21 "$linear,\"aten::addmm\",\"split\"]" 'app.py(1): main' outward 3 \
		13 '' '' "$linear,\"aten::addmm\",[\"gemm\"],[\"split\"]]" '' '' 0 \
		44 '' '' '["nobody"]' '' '' 0)" ] || fail "$output"
	[[ $stderr == *"chosen: 1 events are not in the tree"* ]]
	# of the author's own operator, the function inside; numbers as TraceLens deletes them
	sed 's/nn.Module: Linear_3/my_2_lib.py(3): outer/; s/aten::linear/my::Work/
		s/aten::addmm/in_4.py(1): do_work/; /do_work/s/cpu_op/python_function/' events.tsv >own
	printf 'event\n20\n' >chosen
	run -0 trace-tree -q --python --of chosen own
	[ "$(cut -f 8-10 <<<"${lines[1]}")" = $'my_2_lib.py(3): outer\toutward\t1' ]
	sed -i 's/in_4.py/lib\/in_4.py/; s/my_2_/my\/my_2_/' own
	run -0 trace-tree -q --python --of chosen own
	[ "$(cut -f 8-10 <<<"${lines[1]}")" = $'lib/in_4.py(1): do_work\tinward\t0' ]
	run -0 trace-tree -q --python --callstack own
	[ "$(cut -f 8-10 <<<"${lines[1]}")" = $'lib/in_4.py(1): do_work\tinward\t0' ]
	for other in 's/do_work/do_it/' 's/in_4.py/<eval_with_key>.4/'; do
		run -0 trace-tree -q --python --of chosen <(sed "$other" own)
		[ "$(cut -f 8-10 <<<"${lines[1]}")" = $'my/my_2_lib.py(3): outer\toutward\t1' ]
	done
	run -0 trace-tree -q --python --of chosen --compat reference own
	[ "$(cut -f 7-8 <<<"${lines[1]}")" = \
		$'["nn.Module: Net","my/my_lib.py(3): outer","torch/nn/modules/module.py(7): _call_impl","my::Work"]\tmy/my_lib.py(3): outer' ]
	# what all lists begin with, though some share more
	tsv "$HEAD" '0 100 a cpu_op X - 5 5 - - - - 1' '1 9 b_7 cpu_op X - 5 5 - - - - 2' '2 1 call cuda_runtime X - 5 5 - - 1 - 3' \
		'11 9 c cpu_op X - 5 5 - - - - 4' '12 1 call cuda_runtime X - 5 5 - - 2 - 5' \
		'21 9 b_7 cpu_op X - 5 5 - - - - 6' '22 1 call cuda_runtime X - 5 5 - - 3 - 7' \
		'3 1 k kernel X - 0 7 0 7 1 - 8' '13 1 k kernel X - 0 7 0 7 2 - 9' '23 1 l kernel X - 0 7 0 7 3 - 10' >lists
	run -0 trace-tree -q --of <(printf 'event\n1\n') lists
	[ "$(cut -f 7 <<<"${lines[1]}")" = '["a",["b","k"],["c","k"],["b","l"]]' ] || fail "$output"
	run -2 trace-tree --of <(printf 'number\n20\n') events.tsv
	run -0 --separate-stderr trace-tree --of <(printf 'event\n987\n') events.tsv
	[[ $stderr == *": 1 events are not in the tree"* ]] || fail "$stderr"
	run -2 trace-tree --up 987 events.tsv
	run -2 trace-tree --up 21 --down 21 events.tsv
	assert_output --partial "--down and --up are mutually exclusive"
}

@test "no host, nothing, overlap: a result and a message" {
	run -0 --separate-stderr trace-tree <(grep -e ts_us -e kernel events.tsv | grep -v cpu_op)
	[ "${#lines[@]}" -eq 6 ]
	[[ $stderr == *"5 of 5 GPU events have no launch in the input" ]]
	run -1 --separate-stderr trace-tree <(head -n 1 events.tsv)
	[ "${#lines[@]}" -eq 1 ]
	[[ $stderr == *"no host or GPU events in the input" ]]
	run -0 --separate-stderr trace-tree <(tsv "$HEAD" '0 10 a cpu_op X - 5 5 - - - - 1' \
		'5 20 b cpu_op X - 5 5 - - - - 2' '6 1 c cpu_op X - 5 5 - - - - 3')
	[[ $stderr == *"1 host events overlap others on their thread; they have no parent" ]]
	[ "$(cut -f 1-3 <<<"$output" | tail -n +2 | tr '\t\n' ' ,')" = '0 1 ,1 3 1,0 2 ,' ]
	run -2 --separate-stderr trace-tree <(cut -f 2- events.tsv)
	[[ $stderr == *"no column ts_us"* ]] || fail "$stderr"
	run -2 --separate-stderr trace-tree --text --field Nothing events.tsv
	[[ $stderr == *"no column nothing"* ]] || fail "$stderr"
}

@test "10^4 deep and 10^5 wide" {
	awk -v n=10000 'BEGIN { OFS = "\t"
		print "ts_us", "dur_us", "name", "cat", "ph", "id", "pid", "tid", "correlation"
		for (i = 0; i < n; i++) print i, 4 * n - 2 * i, "op", "cpu_op", "X", "", 1, 1, ""
		print n, 1, "launch", "cuda_runtime", "X", "", 1, 1, 7
		print n, 1, "k", "kernel", "X", "", 0, 1, 7 }' >deep
	run -0 bash -c "trace-tree deep | awk -F '\t' 'length(\$9) > 8300 { exit 9 } END { print NR, \$1, \$8 }'"
	assert_output '10003 10001 1'
	[ "$(trace-tree --text deep | wc -l)" -eq 10002 ]
	run ! grep -v '^op;\(op;\)*\.\.\.;\(op;\)*op$' <(trace-tree deep | sed -n '3000,3009p' | cut -f 9)
	[ "$(trace-tree --callstack deep | tail -n 1 | cut -f 7 | tr ';' '\n' | grep -c op)" -eq 1999 ]
	awk -v n=100000 'BEGIN { OFS = "\t"
		print "ts_us", "dur_us", "name", "cat", "ph", "id", "pid", "tid", "correlation"
		print 0, 4 * n, "top", "cpu_op", "X", "", 1, 1, ""
		for (i = 0; i < n; i++) print i, 1, "op", "cpu_op", "X", "", 1, 1, "" }' >wide
	[ "$(trace-tree wide | tail -n 1 | cut -f 1-3 | tr '\t' ' ')" = '1 100000 0' ]
}

@test "folded: each stack of work once, exact in sum, with --down and Python" {
	run -0 --separate-stderr trace-tree -q --folded --down 12 --python events.tsv
	python='nn.Module: Linear_3;torch/nn/modules/module.py(7): _call_impl;aten::linear;aten::addmm;cudaLaunchKernel'
	[ "$output" = "$python;gemm 10000"$'\n'"$python;split 10000" ]
	# a name with the separator; equal stacks are one line
	{ cat events.tsv; tail -n +2 events.tsv | sed 's/^/1/' | sed 's/gemm/ge;mm/'; } | trace-tree -q --folded >out
	grep -qx 'ge:mm 10000' out
	[ "$(awk '{ n += $NF } END { print n }' out)" = 59000 ]
	run -2 trace-tree --folded --modules events.tsv
	run -1 --separate-stderr trace-tree --folded <(head -n 1 events.tsv)
}

# The stacks of a profile, as --folded has them: by the wire format alone.
unfold() {
	python3 -c '
import sys
def fields(b):
    i = 0
    def number():
        nonlocal i
        v = shift = 0
        while True:
            c = b[i]; i += 1
            v |= (c & 127) << shift; shift += 7
            if c < 128:
                return v
    while i < len(b):
        tag = number()
        v = number()
        if tag & 7 == 2:
            v, i = b[i:i + v], i + v
        yield tag >> 3, v
profile = list(fields(sys.stdin.buffer.read()))
text = [v.decode() for f, v in profile if f == 6]
(kind,) = [dict(fields(v)) for f, v in profile if f == 1]
assert (text[0], text[kind[1]], text[kind[2]]) == ("", "gpu", "nanoseconds")
function = {d[1]: text[d[2]] for d in (dict(fields(v)) for f, v in profile if f == 5)}
name = {d[1]: function[dict(fields(d[4]))[1]] for d in (dict(fields(v)) for f, v in profile if f == 4)}
for f, v in profile:
    if f == 2:
        s = list(fields(v))
        print(";".join(name[x] for k, x in reversed(s) if k == 1), *(x for k, x in s if k == 2))'
}

@test "a profile for pprof: the stacks and nanoseconds of --folded" {
	command -v python3 >/dev/null || skip "no python3"
	trace-tree -q --pprof --python events.tsv | unfold | diff <(trace-tree -q --folded --python events.tsv) -
	trace-tree -q --pprof --down 21 events.tsv | unfold | diff <(trace-tree -q --folded --down 21 events.tsv) -
	run -2 trace-tree --folded --pprof events.tsv
}

@test "folded: the sum is that of all work of a trace" {
	"$TOP/scripts/make-samples" --layers 2 --decode 3 . >/dev/null
	trace-extract -c gpu,host eager.json.gz >all.tsv
	trace-tree -q --folded all.tsv >out
	sum=$(trace-extract -c gpu eager.json.gz | trace-stats | awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "sum_us") c = i; next } { n += 1000 * $c } END { printf "%d\n", n }')
	[ "$(awk '{ n += $NF } END { print n }' out)" = "$sum" ]
	[ "$(sort -u out | wc -l)" -eq "$(wc -l <out)" ]
}

# Of both samples a profile and folded stacks, and their time of the GPU in nanoseconds.
stacks() {
	"$TOP/scripts/make-samples" --layers 2 --decode 3 . >/dev/null
	for t in eager compiled; do
		trace-extract -c gpu,host,python_function $t.json.gz >$t.tsv
		trace-tree -q --pprof --python $t.tsv >$t.pb
		trace-tree -q --folded --python $t.tsv >$t.folded
		trace-extract -c gpu $t.json.gz | trace-stats -k ph | cut -f 3 | sed '1d; s/[.]//' >$t.ns
	done
}

# The sum of all samples, as go tool pprof reads them.
pprof_sum() {
	go tool pprof -raw "$@" 2>/dev/null | awk '/^Locations/ { s = 0 } s && $1 ~ /:$/ { n += $1 } /^Samples:/ { s = 1 } END { print n }'
}

@test "go tool pprof reads the profile: the sum of trace-stats, and the difference of two" {
	go tool pprof -h >help 2>&1 || grep -q 'usage\|Produce output' help || skip "no go tool pprof"
	stacks
	pprof_sum eager.pb | diff - eager.ns
	pprof_sum -diff_base eager.pb compiled.pb | diff - <(echo $(($(cat compiled.ns) - $(cat eager.ns))))
	go tool pprof -raw eager.pb 2>/dev/null | grep -q '^gpu/nanoseconds'
	[ "$(go tool pprof -traces eager.pb 2>/dev/null | grep -c '^-----------+')" -ge "$(wc -l <eager.folded)" ]
}

@test "flamegraph.pl draws the stacks: its root is the sum of trace-stats" {
	draw=$(command -v flamegraph.pl || ls /usr/share/perl5/Devel/NYTProf/flamegraph.pl 2>/dev/null) || skip "no flamegraph.pl"
	stacks
	run -0 --separate-stderr perl "$draw" --countname ns eager.folded
	[ -z "$stderr" ] || fail "$stderr"
	grep -o '<title>all ([0-9,]* ns' <<<"$output" | tr -cd 0-9 | cmp - <(tr -d '\n' <eager.ns)
}

@test "examples of the page, with their output" {
	manners_examples trace-tree
}

@test "real traces: the trees and ways upward of the reference, to the byte" {
	need_traces
	reference=$TRACES/../reference/tracelens
	[ -d "$reference" ] || skip "no reference tables"
	for trace in bert-small-mi300 norm-layers-mi300; do
		trace-extract -c gpu,host,python_function --number -a 'Input Dims' -a 'Input type' \
			-a 'Sequence number' "$TRACES/$trace.json.gz" >"$trace"
	done
	fields=(--field 'Input Dims' --field 'Input type')
	trace-tree -q --text "${fields[@]}" bert-small-mi300 |
		cmp - "$reference/bert-small-mi300/tree.txt"
	trace-tree --compat reference --text --python "${fields[@]}" bert-small-mi300 |
		cmp - "$reference/bert-small-mi300/tree-python.txt"
	trace-tree -q --compat reference --text --backward "${fields[@]}" norm-layers-mi300 |
		cmp - "$reference/norm-layers-mi300/tree.txt"
	for kind in '' python; do
		expected=$reference/bert-small-mi300/callstacks${kind:+-python}.txt
		sed -n '/^Node/{n; s/.*UID: \([0-9]*\),.*/\1/p}' "$expected" | while read -r event; do
			trace-tree --compat reference ${kind:+--python} --up "$event" bert-small-mi300
			echo ---
		done | cmp - "$expected"
	done
}

@test "real traces: call stacks and entry points of operators as the reference has them" {
	need_traces
	reference=$TRACES/../reference/tracelens
	[ -d "$reference" ] || skip "no reference tables"
	command -v python3 >/dev/null || skip "no python3"
	for trace in bert-small-mi300 norm-layers-mi300 resnet-ddp-mi300 vllm-b200-eager-rank0; do
		trace-extract -q -c gpu,host,python_function --number "$TRACES/$trace.json.gz" >events
		sheet=$reference/$trace/roofline-mi300x/unified_perf_summary.csv
		csv2tsv "$sheet" | awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "ex_UID") k = i; print "event" }
			NR > 1 { print $k }' >chosen
		trace-tree -q --python --compat reference --of chosen events >stacks
		# what follows the common names comes in the order of launches
		python3 - "$sheet" stacks <<-'END'
			import ast, csv, json, sys
			csv.field_size_limit(10**9)
			rows = [l.rstrip('\n').split('\t') for l in open(sys.argv[2])][1:]
			ours = {r[0]: (json.loads(r[6].replace('\\\\', '\\')), r[7] or 'Not found') for r in rows}
			split = lambda stack: ([s for s in stack if isinstance(s, str)], sorted(s for s in stack if isinstance(s, list)))
			n = 0
			for row in csv.DictReader(open(sys.argv[1])):
			    if row['ex_UID'] in ours: # the reference numbers work without a launch anew
			        stack, entry = ours[row['ex_UID']]
			        assert split(ast.literal_eval(row['call_stack_full'])) == split(stack), row['ex_UID']
			        assert row['entry_point'] == entry, (row['ex_UID'], entry)
			        n += 1
			assert n >= 16, n
		END
	done
}

@test "real traces: the time below the roots is that of the linked events" {
	need_traces
	for trace in bert-small-mi300 vllm-b200-eager-rank0 resnet50-2021-v100; do
		trace-extract -q -c gpu,host --number "$TRACES/$trace.json.gz" >events
		trace-tree -q events >tree
		[ "$(awk -F '\t' '$4 ~ /^(kernel|gpu_mem)/' tree | wc -l)" -eq \
			"$(awk -F '\t' '$4 ~ /^(kernel|gpu_mem)/' events | wc -l)" ]
		[ "$(awk -F '\t' 'NR > 1 && $1 == 0 { n += $8 } END { print n }' tree)" -eq \
			"$(awk -F '\t' '$4 ~ /^(kernel|gpu_mem)/' events | wc -l)" ]
	done
}
