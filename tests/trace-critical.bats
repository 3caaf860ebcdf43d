#!/usr/bin/env bats
# trace-critical: manners; the path by hand; collectives; windows; slack; operations and
# edges; HTA's path; real traces: tiling and replay.
load helper

HEAD='ts_us dur_us name cat ph id pid tid device stream correlation event'

# call TS DUR NAME CORRELATION EVENT; kernel TS DUR NAME STREAM CORRELATION EVENT [RANK]
call() { tsv "$1 $2 $3 cuda_runtime X - 1 1 - - $4 $5${6:+ $6}"; }
kernel() { tsv "$1 $2 $3 kernel X - 0 $4 0 $4 $5 $6${7:+ $7}"; }

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	{
		tsv "$HEAD"
		call 0.000 10.000 cudaLaunchKernel 1 0
		call 15.000 5.000 cudaLaunchKernel 2 1
		call 22.000 40.000 cudaDeviceSynchronize - 2
		kernel 12.000 20.000 gemm 7 1 3
		kernel 33.000 25.000 softmax 7 2 4
	} >events.tsv
}

# The window of the specification, 0 to 70; rank 1's member starts at $1.
two_ranks() {
	tsv "$HEAD rank"
	call 2 2 cudaLaunchKernel 1 1 0
	call 12 2 cudaLaunchKernel 2 2 0
	call 16 2 cudaLaunchKernel 3 3 0
	call 20 40 cudaStreamSynchronize 4 4 0
	tsv '20 40 Stream~Sync cuda_sync X - -1 7 0 7 4 5 0'
	kernel 8 42 gemm 7 1 6 0
	kernel 18 22 gemm2 20 2 7 0
	kernel 30 40 ncclDevKernel_AllReduce 24 3 8 0
	kernel "$1" $((70 - $1)) ncclDevKernel_AllReduce 24 9 9 1
}

# The path as words: bound, start and duration.
path() {
	trace-critical -q "$@" | awk -F '\t' 'NR > 1 { printf "%s%s:%g+%g", (NR > 2 ? " " : ""), $3, $1, $2 } END { print "" }'
}

@test "manners: command line" {
	manners_command_line trace-critical
	for wrong in '--compat other' '--compat hta --slack' '-k cycle --begin 1' '--instance 1' '-l --slack' \
		'-k name --edges x' '--begin x'; do
		# shellcheck disable=SC2086 # options are words
		run -2 --separate-stderr trace-critical $wrong events.tsv
		[ -n "$stderr" ] || fail "$wrong"
	done
	cp events.tsv copy
	run -2 --separate-stderr trace-critical --edges copy copy
	cmp events.tsv copy
}

@test "manners: the page and --help agree, and its examples are true" {
	manners_page trace-critical
	manners_examples trace-critical
}

@test "manners: filter" {
	manners_filter trace-critical events.tsv -q
	run -1 --separate-stderr trace-critical <(head -n 1 events.tsv)
	[[ $stderr == *"no host or GPU events"* ]]
	run -2 --separate-stderr trace-critical --within none events.tsv
	[[ $stderr == *"0 annotations 'none'"* ]]
	run -2 --separate-stderr trace-critical --pairs <(tsv 'src_row dst_row' '3 77') events.tsv
	[[ $stderr == *"no such row: 77"* ]] || fail "$stderr"
}

@test "two ranks: a collective begins with its last member, and what cannot be known is unknown" {
	tsv 'src_row dst_row' '7 8' >pairs
	two_ranks 45 >late
	two_ranks 25 >early
	[ "$(path --begin 0 --pairs pairs late)" = "unknown:0+45 collective:45+25" ]
	local before='unknown:0+2 host:2+2 host:4+8 host:12+2 host:14+2 launch:16+14'
	[ "$(path --begin 0 --pairs pairs early)" = "$before collective:30+40" ]
	[ "$(path --begin 0 early)" = "$before communication:30+40" ]
}

@test "kernels alone: the path of their streams; gaps are unknown, and it is said" {
	{ tsv "$HEAD"; kernel 0 10 a 7 - 1; kernel 15 10 b 7 - 2; } >alone
	run -0 --separate-stderr trace-critical -l alone
	assert_line --index 1 "$(tsv 'compute 20.000 80.000')"
	assert_line --index 2 "$(tsv 'unknown 5.000 20.000')"
	[[ $stderr == *"2 of 2 GPU events have no launch"* ]] || fail "$stderr"
	# a window in which nothing begins or ends; of two ends at once that of the first event
	[ "$(path --begin 2 --end 8 alone)" = "compute:2+6" ]
	{ tsv "$HEAD"; kernel 0 50 a 7 - 2; kernel 0 50 b 8 - 1; } >two
	[ "$(trace-critical -q two | cut -f 4 | tail -n 1)" = b ]
}

@test "the work of the GPU is told apart as by trace-busy, and by --rules" {
	{
		tsv "$HEAD"
		kernel 0 3 gemm 7 1 1
		kernel 3 5 nccl 7 2 2
		kernel 8 7 __amd_rocclr_copyBuffer 7 3 3
		kernel 15 9 'Memset~(Device)' 7 4 4 | sed 's/kernel/gpu_memset/'
		kernel 24 11 gemm 7 5 5 | sed 's/kernel/gpu_memcpy/'
	} >works
	run -0 path works
	assert_output 'compute:0+3 communication:3+5 copy:8+7 compute:15+9 copy:24+11'
	trace-busy works | awk '{ print $1, $2 }' | grep -E '^(comp|exposed)' >out
	diff -u <(printf '%s\n' 'computation 12.000' 'exposed_comm 5.000' 'exposed_copy 18.000') out
	tsv 'pattern family' 'gemm communication' 'nccl memory_copy' 'memset communication' >rules
	run -0 path --rules rules works
	assert_output 'communication:0+3 copy:3+5 copy:8+7 communication:15+9 copy:24+11'
	trace-critical -q --rules rules --operations operations works >out
	[ "$(cut -f 5 operations | xargs)" = 'kind unknown communication copy copy communication copy' ]
	run -2 --separate-stderr trace-critical --rules works works
	[[ $stderr == *'no column pattern'* ]] || fail "$stderr"
}

@test "a stream that is busy when the recording begins: what it waited for is unknown" {
	{ tsv "$HEAD"; call 0 5 cudaLaunchKernel 1 1; kernel 5000 10 a 7 1 2; } >busy
	[ "$(path busy)" = "unknown:0+5000 compute:5000+10" ]
}

@test "all kernels of a graph hang on its launch; a kernel may start before the one ahead ends" {
	{ tsv "$HEAD"; call 0 5 cudaGraphLaunch 1 1; kernel 8 10 a 7 1 2; kernel 10 20 b 8 1 3; kernel 17 30 c 7 1 4; } >graph
	[ "$(path graph)" = "launch:0+8 compute:8+9 compute:17+30" ]
	run -0 --separate-stderr trace-critical graph
	[[ $stderr == *"1 events start before the previous one"* ]] || fail "$stderr"
}

@test "a kernel that overlaps the tail of the one ahead waits for it in a replay, too" {
	{
		tsv "$HEAD"
		for i in 0 1 2 3; do
			call $((10 * i)) 5 cudaLaunchKernel $((i + 1)) $i
			kernel $((100 + 99 * i)) 100 k 7 $((i + 1)) $((10 + i))
		done
	} >tails
	[ "$(path tails)" = "launch:0+100 compute:100+99 compute:199+99 compute:298+99 compute:397+100" ]
	trace-critical -q --operations operations --edges edges tails >/dev/null
	[ "$(awk '$5 == "queue" { print $1, $2, $4 }' edges | grep -e ' -' | xargs)" = '10 11 -1.000 11 12 -1.000 12 13 -1.000' ]
	trace-whatif --scale 'kind=^(launch|host)$:0' --scale name=k:0.5 operations edges | cut -f 1,2 | tail -n 3 >out
	diff - out <<-'END'
		unchanged	497.000
		scale kind=^(launch|host)$:0	397.000
		scale name=k:0.5	297.000
	END
	# One that starts long before the other ends waits for none of it.
	[ "$(sed 's/^298/230/' tails | path)" = "launch:0+100 compute:100+100 queue:200+30 compute:230+100 queue:330+67 compute:397+100" ]
}

@test "stream waits and the second thread of autograd" {
	{
		tsv "$HEAD wait_on_stream wait_on_cuda_event_record_corr_id sequence_number"
		call 0 1 cudaLaunchKernel 1 1 | sed 's/$/\t\t\t/'
		call 1 1 cudaEventRecord 2 2 | sed 's/$/\t\t\t/'
		call 2 1 cudaStreamWaitEvent 3 3 | sed 's/$/\t\t\t/'
		call 3 1 cudaLaunchKernel 4 4 | sed 's/$/\t\t\t/'
		tsv '2 1 Stream~Wait~Event cuda_sync X - -1 8 0 8 3 5 7 2 -'
		kernel 5 20 a 7 1 6 | sed 's/$/\t\t\t/'
		kernel 26 10 b 8 4 7 | sed 's/$/\t\t\t/'
	} >waits
	[ "$(path waits)" = "launch:0+5 compute:5+20 queue:25+1 compute:26+10" ]
	hta() { trace-critical -q --compat hta "$1" | cut -f 4-6 | tail -n +2 | xargs; }
	[ "$(hta waits)" = 'kernel_launch_delay 1 6 operator_kernel 6 6 sync_dependency 6 7 operator_kernel 7 7' ]
	# The host waits for what was recorded, instead of another stream.
	awk -F '\t' -v OFS='\t' '$3 == "cudaStreamWaitEvent" { $2 = 24; $3 = "cudaEventSynchronize" }
		$4 == "cuda_sync" { $2 = 24; $3 = "Event Sync"; $8 = $10 = -1 }
		$3 == "cudaLaunchKernel" && $1 > 0 { $1 = 27; $2 = 8; $3 = "aten::add"; $4 = "cpu_op"; $11 = "" }
		$3 != "b"' waits | sort -s -g >host
	[ "$(path host)" = "launch:0+5 compute:5+20 sync:25+1 host:26+1 host:27+8" ]
	[ "$(hta host)" = 'kernel_launch_delay 1 6 operator_kernel 6 6 sync_dependency 6 3 dependency 3 4 operator_kernel 4 4' ]
	{
		tsv "$HEAD sequence_number"
		tsv '0 10 aten::mul cpu_op X - 1 1 - - - 1 5'
		tsv '12 10 autograd::engine::evaluate_function:~MulBackward0 cpu_op X - 1 2 - - - 2 5'
	} >backward
	[ "$(path backward)" = "host:0+10 host:10+2 host:12+10" ]
}

# The main thread reads data from 400 to 600, between two backward passes of the other thread.
@test "the main thread and that of the backward pass take turns" {
	op() { tsv "$1 $2 $3 cpu_op X - 1 $4 - - - $5"; }
	turns() {
		tsv "$HEAD"
		op 0 10 aten::conv 1 1
		op 20 80 "$1" 2 2
		op 400 200 'enumerate(DataLoader)' 1 3
		op 600 10 aten::conv 1 4
		op 620 80 "$1" 2 5
		op 1000 10 aten::add_ 1 6
		call 1002 2 cudaLaunchKernel 1 7
		kernel 1005 10 k 7 1 8
	}
	turns ReluBackward1 >two
	[ "$(path --end 700 two)" = "host:0+10 host:10+10 host:20+80 host:100+300 data:400+200 host:600+10 host:610+10 host:620+80" ]
	trace-critical -q --operations operations --edges edges two >/dev/null
	[ "$(trace-whatif --scale kind=data:0 operations edges | cut -f 1,6 | tail -n 1 | xargs)" = 'scale kind=data:0 200.000' ]
	# Without a backward pass each thread works for itself.
	turns aten::relu >two
	[ "$(path --end 700 two)" = "unknown:0+20 host:20+80 host:100+520 host:620+80" ]
}

@test "a kernel that starts right behind another stream's, after a pause of its own, waited for it" {
	waits() { # START OF THE LAST KERNEL, ITS LAUNCH, END OF THE OTHER STREAM'S
		tsv "$HEAD"
		call 0 2 cudaLaunchKernel 1 1
		call 3 2 cudaLaunchKernel 2 2
		call "$2" 2 cudaLaunchKernel 3 3
		kernel 5 95 gemm 7 1 4
		kernel 50 $(($3 - 50)) nccl 8 2 5
		kernel "$1" 10 add 7 3 6
	}
	[ "$(waits 312 6 300 | path)" = "host:0+2 host:2+1 launch:3+47 communication:50+250 queue:300+12 compute:312+10" ] || fail "$(waits 312 6 300 | path)"
	waits 312 6 300 | trace-critical -q --operations operations --edges edges >/dev/null
	[ "$(trace-whatif --scale kind=communication:0 operations edges | cut -f 6 | tail -n 1)" = 212.000 ]
	# Too late, launched later, and without a pause.
	waits 321 6 300 | path | grep -q 'queue:100+221'
	waits 312 305 300 | path | grep -q 'launch:305+7'
	# The launch is enough of a reason, or is not known: its stream alone tells nothing then.
	waits 312 270 300 | path | grep -q 'launch:270+42'
	waits 312 6 300 | awk -F '\t' -v OFS='\t' '$3 == "add" { $11 = "" } { print }' | path | grep -q 'unknown:100+212'
	waits 149 6 140 | path | grep -q 'queue:100+49'
}

# Two gradients, and an all-reduce behind each: the first one takes long, so the second
# one queues behind it, and yet waits for its gradient, by the call before its launch.
@test "a kernel whose launch follows a wait of a stream waits for the other stream of its thread" {
	reduces() { # WHAT WAITS, START OF THE FIRST ALL-REDUCE
		tsv "$HEAD"
		call 0 2 cudaLaunchKernel 1 1
		call 3 1 "$1" 2 2
		call 5 2 cudaLaunchKernelExC 3 3
		call 8 2 cudaLaunchKernel 4 4
		call 11 1 "$1" 5 5
		call 13 2 cudaLaunchKernelExC 6 6
		kernel 5 20 grad 7 1 7
		kernel "$2" 200 nccl_AllReduce 8 3 8
		kernel 26 60 grad 7 4 9
		kernel $(($2 + 201)) 20 nccl_AllReduce 8 6 10
	}
	saves() { # what an all-reduce without the wait for other ranks saves
		reduces "$@" | trace-critical -q --operations operations --edges edges >/dev/null
		trace-whatif --limit kind=communication:20 operations edges | cut -f 6 | tail -n 1
	}
	[ "$(saves cudaStreamWaitEvent 26)" = 141.000 ] || fail "$(saves cudaStreamWaitEvent 26)"
	[ "$(saves hipStreamWaitEvent 26)" = 141.000 ]
	[ "$(saves cudaEventRecord 26)" = 161.000 ]
	# The first one has begun before its gradient ended: so they wait for none.
	[ "$(saves cudaStreamWaitEvent 24)" = 159.000 ]
}

@test "a call that waits for a device waits for its streams, not for those of another" {
	{
		tsv "$HEAD"
		call 0 2 cudaLaunchKernel 1 1
		call 3 2 cudaLaunchKernel 2 2
		call 6 2 cudaLaunchKernel 3 3
		call 9 41 cudaDeviceSynchronize 4 4
		kernel 5 20 a 7 1 5
		kernel 6 30 b 8 2 6
		tsv '8 40 c kernel X - 1 7 1 7 3 7' '9 41 Context~Sync cuda_sync X - -1 -1 0 -1 4 8'
	} >device
	[ "$(path device)" = "host:0+2 host:2+1 launch:3+3 compute:6+30 sync:36+14" ]
	sed 's/\t-1\t-1\t0\t/\t-1\t-1\t1\t/' device >other
	[ "$(path other)" = "host:0+2 host:2+1 host:3+2 host:5+1 launch:6+2 compute:8+40 sync:48+2" ]
}

# PyTorch annotates its DataLoader; HTA knows operators and calls alone.
@test "the host waits for data in an annotation, outside of other annotations" {
	{
		tsv "$HEAD"
		call 0 2 cudaLaunchKernel 1 0
		tsv '4 20 enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__ user_annotation X - 1 1 - - - 1'
		tsv '6 3 aten::stack cpu_op X - 1 1 - - - 2' '25 9 train user_annotation X - 1 1 - - - 3'
		call 30 2 cudaLaunchKernel 2 4
		kernel 3 5 gemm 7 1 5
		kernel 33 5 gemm 7 2 6
	} >loading
	[ "$(path loading)" = "host:0+2 host:2+2 data:4+2 data:6+3 data:9+15 host:24+6 launch:30+3 compute:33+5" ]
	run -0 --separate-stderr trace-critical -q --compat hta loading
	refute_line --partial DataLoader
}

# Launches take 13 us each and kernels 5 us, of which each starts 10 us after its launch began: the
# one before it ends meanwhile, but it does not wait for that.
@test "short kernels behind slow launches gain and cost nothing" {
	{
		tsv "$HEAD"
		for step in 0 300 600; do
			for k in $(seq 0 19); do
				call $((step + 13 * k)) 6 cudaLaunchKernel $((step + k)) $((step + k))
				kernel $((step + 13 * k + 10)) 5 k$k 7 $((step + k)) $((step + 100 + k))
			done
		done
	} >events.tsv
	trace-critical -q --operations operations --edges edges events.tsv >path.tsv
	trace-whatif --scale 'name=^k5$:2' --scale 'name=^k5$:0' --scale 'name=^k19$:2' operations edges | cut -f 6 | tail -n 3 >out
	printf '%s\n' 0.000 0.000 -5.000 | diff -u - out
}

@test "windows: an annotation, and steps" {
	{ cat events.tsv; tsv '10.000 25.000 step user_annotation X - 1 1 - - - 5' '33.000 20.000 step user_annotation X - 1 1 - - - 6'; } >annotated
	[ "$(path --within step annotated)" = "launch:10+2 compute:12+20 queue:32+1 compute:33+2" ]
	[ "$(path --within step --instance 1 annotated)" = "compute:33+20" ]
	awk -F '\t' -v OFS='\t' '{ print $0, NR == 1 ? "step" : $3 == "gemm" ? 1 : $3 == "softmax" ? 2 : "" }' events.tsv >steps
	run -0 --separate-stderr trace-critical -q --keys step steps
	[ "$(awk -F '\t' 'NR > 1 { print $1, $2, $3, $4 }' <<<"$output" | paste -sd ,)" = \
		"1 12.000 20.000 compute,1 32.000 1.000 queue,2 33.000 25.000 compute" ]
	kernel 34 5 late 8 - 9 | sed 's/$/\t2/' >>steps # it ends before another event of its step
	[ "$(trace-critical -q --keys step steps | tail -n 1 | cut -f 1-3)" = $'2\t33.000\t25.000' ]
}

@test "keys whose values run concurrently have no windows of their own, and it is said" {
	two_ranks 25 >early
	run -0 --separate-stderr trace-critical -l -k rank early
	[[ $stderr == *"early: 1 GPU events start in the window of a later rank: these run concurrently"* ]] || fail "$stderr"
	two_ranks 45 >late
	run -0 --separate-stderr trace-critical -l -k rank late
	[[ $stderr != *concurrently* ]]
	run -2 --separate-stderr trace-critical -k rank late
	[ "$stderr" = "trace-critical: two columns of the output would be called rank" ]
}

@test "slack: 0 on the path; an event off the path may take as much longer" {
	two_ranks 25 >early
	run -0 --separate-stderr trace-critical -q --slack early
	[ "$(awk -F '\t' '$NF == 8 || $NF == 7 || $NF == 6 { print $NF, $1 }' <<<"$output" | sort | paste -sd ' ')" = \
		"6 10.000 7 30.000 8 0.000" ]
}

@test "a made-up trace with a known answer: a launch gap removed gains what it took" {
	for seed in {1..20}; do
		awk -v seed="$seed" -v OFS='\t' 'BEGIN {
			srand(seed)
			print "ts_us", "dur_us", "name", "cat", "ph", "id", "pid", "tid", "device", "stream", "correlation", "event"
			for (i = 1; i <= 200; i++) {
				gap = i % 10 ? 2 : 300 + int(rand() * 100)
				host += gap
				print host ".000", "5.000", "cudaLaunchKernel", "cuda_runtime", "X", "", 1, 1, "", "", i, 2 * i
				start = host + 8 > free + 1 ? host + 8 : free + 1
				run = 15 + int(rand() * 10)
				print start ".000", run ".000", "k", "kernel", "X", "", 0, 7, 0, 7, i, 2 * i + 1
				free = start + run
				host += 5
				# The same without what the host does between operators.
				bare_start = bare + 8 > bare_free + 1 ? bare + 8 : bare_free + 1
				bare_free = bare_start + run
				bare += 5
			}
			print free - 2 - (bare_free) > "truth"
		}' >made
		trace-critical -q --operations o --edges e made >/dev/null
		run -0 --separate-stderr trace-whatif --scale 'name=^host$:0' o e
		saved "$(cat truth)" || fail "$seed: $(cat truth) $output"
	done
}

# saved TRUTH: what the last scenario of the last run saves is that within 2 %.
saved() {
	awk -F '\t' -v truth="$1" '$1 ~ /^scale/ { saved = $6 } END { d = saved / truth - 1; exit !(d < .02 && d > -.02) }' <<<"$output"
}

# Compute on stream 7 and an all-reduce on stream 24 by turns; each stream waits for the
# other by an event.
by_turns() {
	awk -v seed="$1" -v OFS='\t' 'function call(name, id) {
			host += 2
			print host ".000", "1.000", name, "cuda_runtime", "X", "", 1, 1, "", "", id, ++event, "", ""
		}
		function kernel(name, stream, id, dur) {
			at = (at > host + 5 ? at : host + 5) + 1
			print at ".000", dur ".000", name, "kernel", "X", "", 0, stream, 0, stream, id, ++event, "", ""
			at += dur
		}
		function wait(stream, other, id) {
			call("cudaEventRecord", id)
			call("cudaStreamWaitEvent", id + 1)
			print host ".000", "1.000", "Stream Wait Event", "cuda_sync", "X", "", -1, stream, 0, stream, id + 1, ++event, other, id
		}
		BEGIN {
			srand(seed)
			print "ts_us", "dur_us", "name", "cat", "ph", "id", "pid", "tid", "device", "stream", "correlation", "event", "wait_on_stream", "wait_on_cuda_event_record_corr_id"
			for (i = 1; i <= 100; i++) {
				id = 10 * i
				call("cudaLaunchKernel", id)
				kernel("gemm", 7, id, 80 + int(rand() * 40))
				wait(24, 7, id + 1)
				call("cudaLaunchKernel", id + 3)
				kernel("ncclDevKernel_AllReduce", 24, id + 3, dur = 50 + int(rand() * 20))
				sum += dur
				wait(7, 24, id + 4)
			}
			print sum >"truth"
		}'
}

@test "a made-up trace with a known answer: an all-reduce hidden gains its time" {
	for seed in {1..20}; do
		by_turns "$seed" >made
		trace-critical -q --operations o --edges e made >/dev/null
		run -0 --separate-stderr trace-whatif --scale 'kind=communication:0' o e
		saved "$(cat truth)" || fail "$seed: $(cat truth) $output"
	done
}

@test "a made-up trace with a known answer: one rank made equal gains what it took longer" {
	for seed in {1..20}; do
		awk -v seed="$seed" -v OFS='\t' 'function kernel(rank, name, at, dur) {
				print at ".000", dur ".000", name, "kernel", "X", "", 0, 7, 0, 7, "", ++event, rank
				return rows++
			}
			BEGIN {
				srand(seed)
				print "ts_us", "dur_us", "name", "cat", "ph", "id", "pid", "tid", "device", "stream", "correlation", "event", "rank"
				print "src_row", "dst_row" >"pairs"
				for (i = 0; i < 100; i++) {
					run = 100 + int(rand() * 30)
					kernel(0, "gemm", at, run)
					kernel(1, "gemm", at, 1.5 * run)
					a = kernel(0, "ncclDevKernel_AllReduce", at + run, .5 * run + 10)
					b = kernel(1, "ncclDevKernel_AllReduce", at + 1.5 * run, 10)
					print a, b >"pairs"
					at += 1.5 * run + 10
					truth += .5 * run
				}
				print truth >"truth"
			}' | sed 's/[.]5[.]000/.500/g' >made
		trace-critical -q --pairs pairs --operations o --edges e made >/dev/null
		awk -F '\t' -v OFS='\t' '{ print $0, NR == 1 ? "which" : $9 "/" $7 }' o >which
		run -0 --separate-stderr trace-whatif --scale 'which=^1/gemm:0.6666667' which e
		saved "$(cat truth)" || fail "$seed: $(cat truth) $output"
	done
}

@test "HTA: its path of a public trace, to the last digit" {
	need_traces
	trace="${TRACE_UTILS_REFERENCE:-$TRACES/../reference}/critical-path/simple-add.json.gz"
	[ -e "$trace" ] || skip "no reference traces"
	trace-extract -c all --number -a wait_on_stream -a wait_on_cuda_event_record_corr_id "$trace" >add
	within=(--within '[param|pytorch.model.alex_net|0|0|0|measure|forward]' --instance 1)
	run -0 --separate-stderr trace-critical -q --compat hta -l "${within[@]}" add
	[ "$(cut -f 3 <<<"$output" | paste -sd ' ')" = "pct 99.779087 0.210157 0.003723 0.007033" ]
	run -0 --separate-stderr trace-critical -q --compat hta "${within[@]}" add
	[ "$(awk -F '\t' 'NR > 1 { n[$4]++; e[$5]; e[$6] } END {
		print n["operator_kernel"], n["dependency"], n["kernel_kernel_delay"], n["kernel_launch_delay"], length(e) }' <<<"$output")" = \
		"288 20 5 1 159" ]
	# Numbers of HTA's overlay on the whole trace: events, and arrows of the three kinds.
	trace-critical -q --compat hta add >path
	[ "$(awk -F '\t' 'NR > 1 { n[$4]++ } END { print n["dependency"], n["sync_dependency"], n["kernel_launch_delay"] }' path)" = \
		"158 17 17" ]
	[ "$(awk -F '\t' 'FNR == 1 { for (i = 1; i <= NF; i++) if ($i == "event") at = i; file++; next }
		file == 1 { on[$5]; on[$6]; next }
		$at in on { n[$4]++ }
		END { print n["cpu_op"], n["cuda_runtime"], n["gpu_memcpy"], n["kernel"], n["gpu_memset"], length(on) }' path add)" = \
		"352 250 16 5 1 624" ]
}

# events NAME: of a real trace, with all that the path can use.
real_events() {
	trace-extract -c gpu,host,cuda_sync --number --relative -a wait_on_stream -a wait_on_cuda_event_record_corr_id -a 'Sequence number' \
		"$TRACES/$1" 2>/dev/null
}

@test "real traces: the path tiles the window; the replay of most is within 2 %" {
	not_with_sanitizers "numbers, which they do not change"
	need_traces
	good=0 all=0
	for trace in "$TRACES"/*.json.gz "$TRACES"/*.csv; do
		name=$(basename "$trace")
		real_events "$name" >e || continue
		status=0
		trace-critical -q --operations o --edges d e >p || status=$?
		[ "$status" -ne 1 ] || continue
		[ "$status" -eq 0 ] || fail "$name: $status"
		# The first row begins with the first event, and the last ends with the last one.
		awk -F '\t' -v name="$name" 'function ns(t) { return sprintf("%.0f", 1000 * t) + 0 }
			FNR == 1 { file++; next }
			file == 1 && $5 == "X" && $2 != "" && ($4 !~ /annotation$|^cuda_sync$/ || $3 ~ /^enumerate.DataLoader/) {
				if (n++ == 0 || ns($1) < first) first = ns($1)
				if (ns($1) + ns($2) > last) last = ns($1) + ns($2)
			}
			file == 2 && FNR == 2 { end = first }
			file == 2 && ns($1) != end { print name ": a gap before " $0; gaps++ }
			file == 2 { end = ns($1) + ns($2) }
			END {
				if (end != last) print name ": ends at " end " ns, not at " last
				exit gaps || end != last
			}' e p || fail "$name"
		[ "$(grep -c 'launch$' d)" -ge 3 ] || continue
		all=$((all + 1))
		error=$(trace-whatif -q --exit-zero --max-error 1000 o d | awk -F '\t' '$1 == "unchanged" { print $4 }')
		! awk -v e="$error" 'BEGIN { exit !(e < 2) }' || good=$((good + 1))
	done
	echo "$good of $all"
	[ "$all" -gt 0 ]
	[ "$good" -ge $((all - 3)) ]
}
