#!/usr/bin/env bats
# trace-advise: in made-up traces with one fault each the fault comes first.
load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
}

# trace KEY=VALUE...: a trace of 20 steps of six kernels of 100 us, which run one after
# another, launched 2 ms ahead. Faults: late=US, the GPU is out of work so long before
# each launch; wait=US, the host waits for the GPU after each step, and launches so much
# later; load=US, the first launch takes so long; compile=STEP, before it the host compiles
# for 900 us; data=US, after each step the next batch is loaded for so long; slow=STEP, its third kernel takes 4 ms,
# or slow_us=US; mm=US, how long the products of 2048 x
# 2048 matrices take; malloc=US, in each step the host gets memory so long; copy=US, a
# copy in each step; gap=US between kernels; hole=STEP, the kernels of that
# step and the next are lost; short=1, eight kernels of 5 us instead of
# the last; throttle=STEP, from it on kernels take a fifth more, or of=NAME alone, or until=STEP; gpu=NAME; stack=1, Python functions are recorded; before=1, no launches.
trace() {
	awk 'function event(cat, name, ts, dur, args, tid) {
		printf "%s{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"%s\",\"pid\":%d,\"tid\":%d,\"ts\":%.3f,\"dur\":%.3f,\"args\":{%s}}", \
			n++ ? ",\n" : "", cat, name, tid == 3 ? 0 : 7, tid, ts, dur, args
	}
	function launch(at) {
		id++
		if (!o["before"])
			event("cuda_runtime", "cudaLaunchKernel", at, o["load"] && id == 2 ? o["load"] : 2, "\"correlation\":" id, 8)
	}
	function run(name, dur, cat) {
		if (o["throttle"] && s >= o["throttle"] && s < o["until"] && name ~ o["of"])
			dur *= o["by"]
		at = now - 2000
		if (o["late"] && id)
			at = now + o["late"]
		if (due) {
			at = due
			due = 0
		}
		launch(at)
		begin = at + 3 > now ? at + 3 : now
		if (o["load"] && id == 2)
			begin = at + o["load"] + 1
		if (!o["hole"] || s < o["hole"] || s > o["hole"] + 1)
			event(cat == "" ? "kernel" : cat, name, begin, dur, "\"correlation\":" id ",\"device\":0,\"stream\":3", 3)
		now = begin + dur + o["gap"]
	}
	BEGIN {
		o["mm"] = 100
		o["until"] = 99
		o["by"] = 1.2
		for (i = 1; i < ARGC; i++) {
			split(ARGV[i], pair, "=")
			o[pair[1]] = pair[2]
		}
		printf "{\"deviceProperties\":[{\"id\":0,\"name\":\"%s\"}],\n\"traceEvents\":[\n", o["gpu"]
		now = o["from"] ? o["from"] : 5000
		if (o["stack"])
			event("python_function", "main", 1000, 9, "", 8)
		for (s = 1; s <= 20; s++) {
			mm = sprintf("\"External id\":%d,\"Input Dims\":[[2048,2048],[2048,2048]],\"Input type\":[\"c10::BFloat16\",\"c10::BFloat16\"]", s)
			if (!o["late"])
				event("cpu_op", "aten::mm", now - 2001, 5, mm, 8)
			run("sm90_xmma_gemm_bf16", o["mm"])
			run("layer_norm_kernel", 100)
			run("flash_fwd_kernel", s == o["slow"] ? (o["slow_us"] ? o["slow_us"] : 4000) : 100)
			for (k = 0; s == o["odd"] && k < 5; k++)
				run(o["odd_name"] ? o["odd_name"] : "extra_kernel_" k, 3000 + k)
			run("nvjet_other", 100)
			run("rms_norm_kernel", 100)
			if (o["short"])
				for (k = 0; k < 8; k++)
					run("vectorized_elementwise_kernel<" k ">", 5)
			else
				run("reduce_kernel", 100)
			if (o["copy"])
				run("Memcpy HtoD (Host -> Device)", o["copy"], "gpu_memcpy")
			if (o["wait"]) {
				event("cuda_runtime", "cudaStreamSynchronize", now - 300, 305, "", 8)
				event("cpu_op", "aten::item", now + 5, o["wait"] - 10, "", 8)
				due = now + o["wait"]
			}
			if (o["compile"] == s + 1) {
				event("cpu_op", "_compile.compile_inner (dynamo_timed)", now + 10, 900, "", 8)
				event("cpu_op", "compile_fx_inner (dynamo_timed)", now + 100, 700, "", 8)
				due = now + 1000
			}
			if (o["stall"] == s + 1) {
				event("cpu_op", "aten::item", now + 5, 8990, "", 8)
				due = now + 9000
			}
			if (o["data"]) {
				event("user_annotation", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", now + 1, o["data"] - 2, "", 8)
				due = now + o["data"]
			}
			if (o["malloc"]) {
				event("cuda_runtime", "cudaMalloc", now - 10, o["malloc"] + 10, "", 8)
				due = now + o["malloc"] + 1
			}
		}
		print "]}"
	}' "$@" >trace.json
}

# first RULE PERCENT...: the first finding, and what it could save.
first() {
	trace-advise -t trace.json >table
	run -0 sed -n 2p table
	assert_output --regexp "^$1	[0-9.]*	$2	"
}

# evidence_shows TEXT: a field of what the command of the first finding prints.
evidence_shows() {
	printf '%b\n' "$(sed -n 2p table | cut -f 7)" >command
	bash command >shown
	tr '\t' '\n' <shown | grep -Fqx -- "$1"
}

@test "the page has each rule" {
	for rule in $(grep -ohE 'say\("[a-z]+"' "$TOP"/scripts/report/advice/*.awk | cut -d '"' -f 2 | sort -u); do
		grep -qE "^[.]It Sy .*\b$rule\b" "$TOP/man/trace-advise.1" || fail "$rule"
	done
}

@test "manners" {
	manners_command_line trace-advise
	manners_page trace-advise
	run -2 --separate-stderr trace-advise
	[[ $stderr == "trace-advise: needs a trace, or - for standard input. Try "* ]]
	run -2 --separate-stderr trace-advise a b c
	[[ $stderr == "trace-advise: at most two traces; --ranks takes more"* ]]
	run -2 --separate-stderr trace-advise /no/such/file
	[ "$stderr" = "trace-extract: /no/such/file: No such file or directory" ]
	for words in none 'none none' '--ranks none none'; do
		# shellcheck disable=SC2086 # words
		run -2 --separate-stderr trace-advise $words
		[ "$stderr" = "trace-extract: none: No such file or directory" ] || fail "$words: $stderr"
	done
	echo '{"traceEvents":[{"ph":"X","cat":"cpu_op","name":"a","pid":1,"tid":1,"ts":1,"dur":1}]}' >host.json
	# Events, but of no kind that is read; nothing at all.
	echo '{"traceEvents":[{"ph":"X","cat":"other","name":"a","pid":1,"tid":1,"ts":1,"dur":1}]}' >other.json
	echo '[]' >empty.json
	for file in host other empty; do
		run -1 --separate-stderr trace-advise $file.json
		[ "$stderr" = "trace-advise: $file.json: no GPU events; trace-info shows what it holds" ]
	done
}

@test "the example of the page" {
	"$TOP/scripts/make-samples" . >/dev/null
	manners_examples trace-advise
}

@test "a clean trace: no rule finds a gain, which is no promise" {
	trace gpu='NVIDIA H100 80GB HBM3' mm=20
	run -0 --separate-stderr trace-advise trace.json
	[ -z "$stderr" ]
	assert_output - <<-'END'
		no rule finds a gain: the GPU is busy 100.0 % of the time
		   each rule finds less than 2 % of it  $ trace-report trace.json
	END
	trace gpu=another mm=20
	run -0 trace-advise trace.json
	assert_line --index 1 --partial 'less than 2 % of it; no GEMM was checked: no shapes (record_shapes=True)  $ '
}

# B copies for 150 us behind each step of 600 us; or another stream runs so long.
@test "why B is slower: what runs between its kernels" {
	trace
	cp trace.json a.json
	trace copy=150
	run -0 trace-advise a.json trace.json
	assert_line --index 2 "1  costs 150.0 us, 25.0 %, maybe: copies run between its kernels"
	assert_line --index 3 --partial "150.0 us, not 0.0 us"
	sed '/Memcpy/ { s/gpu_memcpy/kernel/; s/Memcpy [^"]*/ncclDevKernel_AllReduce/; s/"stream":3/"stream":9/; }' trace.json >b.json
	run -0 trace-advise a.json b.json
	assert_line --index 2 "1  costs 150.0 us, 25.0 %, maybe: other streams run while its own stream waits"
	refute_line --partial idles
}

# In a file a command stands behind its finding, to be found by grep.
@test "what is too long for the terminal goes on below" {
	trace late=40 stack=1
	trace-advise trace.json >whole
	[ "$(wc -l <whole)" -eq 3 ]
	COLUMNS=80 trace-advise trace.json >narrow
	[ "$(wc -l <narrow)" -gt 3 ]
	grep -qx '   \$ trace-extract -c gpu,calls trace.json .*' narrow
	diff <(tr -s ' \n' ' ' <whole) <(tr -s ' \n' ' ' <narrow)
}

# Of 119 gaps of 40 + 3 us between kernels of 100 us.
@test "launch gaps" {
	trace late=40
	first launch 29.9
	evidence_shows "$(cut -f 2 <<<"$output")"
	run -0 trace-advise trace.json
	assert_line --index 0 --partial ', likely: the GPU waits for launches'
	assert_line --partial '119 gaps; '
	trace late=40 stack=1
	run -0 trace-advise trace.json
	assert_line --index 0 --partial ', maybe: the GPU waits for launches'
	assert_line --partial 'Python stacks were recorded'
}

# 118 gaps of 43 us, and one of 9003 us behind the 11th step, each of which takes 858 us: no step is longer in the mean.
@test "one gap that is most of the waiting is told as one, and of the trace" {
	trace late=40 stall=12
	trace-advise -t trace.json >table
	run -0 awk -F '\t' '$1 == "launch" { print $5 "|" $11 }' table
	assert_output 'the GPU waits for launches; 9.00 ms in one gap, 9.39 ms after the first step begins|trace'
	trace late=40
	run -0 trace-advise -t trace.json
	refute_output --partial 'in one gap'
	trace compile=8
	run -0 trace-advise -t trace.json
	assert_line --regexp '^compile	.*captures graphs; all in one gap, 4.20 ms after the first step begins	'
}

# The steps idle, too, but between kernels that are queued.
@test "launch gaps behind the steps are not said to be in them" {
	trace late=40
	run -0 trace-advise -t trace.json
	assert_line --partial 'the GPU waits for launches; most in '
	trace gap=30
	sed -i '$d' trace.json
	awk 'BEGIN {
		for (i = 1; i <= 30; i++) {
			ts = 30000 + 100 * i
			printf ",{\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"name\":\"cudaLaunchKernel\",\"pid\":7,\"tid\":8,\"ts\":%d,\"dur\":2,\"args\":{\"correlation\":%d}}\n", ts, 1000 + i
			printf ",{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"%s\",\"pid\":0,\"tid\":3,\"ts\":%d,\"dur\":35,\"args\":{\"correlation\":%d,\"device\":0,\"stream\":3}}\n", "once_" sprintf("%c", 96 + i % 26 + 1) sprintf("%c", 96 + int(i / 2) + 1), ts + 3, 1000 + i
		}
		print "]}" }' >>trace.json
	run -0 trace-advise -t trace.json
	assert_line --regexp 'the GPU waits for launches	'
	refute_line --partial 'most in'
}

# Times count from the first event of the file, so that all others may be negative; and
# gaps are all the idle time there is.
@test "times below zero" {
	trace late=40 from=-90000
	sed -i '2s/$/{"ph":"X","cat":"cpu_op","name":"last","pid":7,"tid":8,"ts":-10,"dur":1},/' trace.json
	first launch 29.9
}

# 19 gaps of 200 + 3 us behind steps of 600 us.
@test "a synchronisation in each step" {
	trace wait=200
	first sync 24.3
	evidence_shows "$(cut -f 2 <<<"$output")"
	run -0 trace-advise trace.json
	assert_line --partial '19 gaps after calls that synchronise'
}

# A call that goes on for 190 of the 200 us does not wait for the GPU alone.
@test "the host stays in a call that waits" {
	trace wait=200
	sed -i '/cudaStreamSynchronize/{s/cudaStreamSynchronize/hipMemcpyWithStream/; s/"dur":305/"dur":490/;}' trace.json
	first call 24.3
	evidence_shows "$(cut -f 2 <<<"$output")"
	run -0 trace-advise trace.json
	assert_line --partial '19 gaps of 100 us and more; for copies, use pinned memory'
}

# Compiling takes one step longer than the others: one time, and its cause comes first.
@test "a repeat that is longer by a gap comes behind the cause of the gap" {
	trace compile=12 slow=11 slow_us=130
	first compile 7.7
	evidence_shows "$(cut -f 2 <<<"$output")"
	run -0 cut -f 1,2 table
	assert_line --index 2 --regexp '^outlier	1033'
}

# 1200 of 12000 us, in which the host went on launching; or the last steps, as recording ended.
@test "kernels are lost" {
	trace hole=8
	first lost ''
	assert_output --partial 'kernels are lost, in gaps that take 10.0 % of the time'
	[ "$(cut -f 1 table | sed 1d | tr '\n' ' ')" = "lost " ]
	run -0 trace-report trace.json
	assert_line --index 0 --regexp 'INCOMPLETE: kernels are lost$'
	trace hole=19
	run -0 trace-advise trace.json
	assert_line --index 0 --partial 'no rule finds a gain'
}

# 119 gaps of 203 us, in each of which no call of the host is recorded for 200.
@test "a host that records nothing between launches" {
	trace late=200
	first silent 66.8
	evidence_shows "$(cut -f 2 <<<"$output")"
	run -0 trace-advise trace.json
	assert_line --index 1 --partial 'Python stacks (with_stack) might'
	sed -i '2s/$/{"ph":"X","cat":"python_function","name":"run","pid":7,"tid":8,"ts":1,"dur":9000},/' trace.json
	first silent 66.8
	run -0 trace-advise trace.json
	assert_line --index 1 --partial 'the Python stacks may'
}

# 19 gaps of 300 us and the 4 us until the next kernel starts.
@test "memory is got in each step" {
	trace malloc=300
	first once 32.5
	evidence_shows "$(cut -f 2 <<<"$output")"
}

# The second kernel's first launch takes 3 ms, and is in time for 2 ms less what the first
# one ran; or the host compiles for 900 of 1003 us.
@test "code is loaded at the first launch, and compiled before step 8" {
	trace load=3000
	first once 7.7
	assert_output --partial '1 gap; warm up before recording'
	trace compile=8
	first compile 7.7
	assert_output --partial '1 gap; warm up before recording; new shapes compile again'
	# Without host work, none of 118 gaps of 43 us would be, nor that of 1003 us, which is not
	# one of launches.
	trace late=40 compile=8
	trace-advise -t trace.json | grep '^launch' | cut -f 2,8 >out
	[ "$(cat out)" = $'5074.000\t5034.000' ]
}

# 19 gaps of 400 + 3 us.
@test "data are loaded between steps" {
	trace data=400
	first data 39.0
	evidence_shows "$(cut -f 2 <<<"$output")"
	assert_output --partial '19 gaps while DataLoader works'
	# 19 times the 398 us that the annotation takes.
	run -0 trace-advise trace.json
	assert_line --index 0 --partial 'gains 7.56 ms of 19.7 ms, 38.5 % (replay error 0.0 %), likely: the GPU waits for the next batch'
}

# 2048^3 * 2 floating point operations at 989.5 10^12 a second take 17.4 us, which is
# 17.4 % of 100; at 40 % of the roof 20 products would take 868 us, not 2000 of 12000.
@test "slow products" {
	trace gpu='NVIDIA H100 80GB HBM3'
	first gemm 9.4
	assert_output --partial '20 matrix products stay below 40 % of the roof'
	assert_output --partial 'the worst, 17 %: aten::mm [[2048,2048],[2048,2048]]'
	evidence_shows '[[2048,2048],[2048,2048]]'
	[ "$(sed 1d shown | wc -l)" -eq 20 ]
	trace gpu='another'
	first nothing ''
	trace-advise -t --arch H100-SXM trace.json | sed -n 2p | grep -q '^gemm'
}

# 3900 of 15900 us.
@test "from a step on all kernels take longer" {
	trace throttle=11
	first drift 9.1 # 10 of 20 steps take 0.72 ms instead of 0.6, the others 0.6: 1.2 of 13.2 ms
	grep -q "^drift	1200.000	.*	likely	from repeat 11 of .* on, 6 kernels, about 20.0 % more each: a lower clock (power, heat) or more work for all	these take 720.0 us a repeat, not 600.0 us	" table
	evidence_shows 11
	# One kernel may have more to do, as attention has; and what ends is no fault from then on.
	for fault in of=flash until=17 throttle=21; do
		trace throttle=11 $fault
		trace-advise -t trace.json >table
		! grep '^drift' table || return
	done
}

@test "from a decode step on all kernels take longer, in requests too" {
	engine_steps 'for (r = 0; r < 12; r++) {
			step("execute_context_1(90)_generation_0(0)", "norm_a gemm_b flash_fwd_c gemm_d silu_e", 90, "sampling_argmax")
			for (i = 0; i < 5; i++)
				step("execute_context_0(0)_generation_9(9)", "norm_a gemm_v attention_w gemm_x", ++n > 30 ? 24 : 20, "sampling_argmax")
		}' >requests.json
	trace-advise -t requests.json | grep '^drift' >drift
	grep -q 'from repeat 31 of decode step on, 6 kernels, about 20.0 % more each: a lower clock' drift
	# The step is that of decode: 26 kernels of 20 us, the half of them of 24, and 2 us between them.
	[ "$(trace-report -l requests.json | sed 1d | cut -f 12,13)" = "$(tsv '624.000 60')" ]
}

@test "from a decode step on all kernels take longer, although prefill takes more time" {
	"$TOP/scripts/make-samples" . >/dev/null
	trace-extract -c gpu,host eager.json.gz >events
	from=$(trace-cycles -q --repeats events | awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i }
		$c["kernels"] == 97 && $c["rep"] == 13 { print $c["start_ts_us"] }')
	# Up to the 12th of 24 steps the kernels become shorter, with more pause behind each.
	awk -F '\t' -v OFS='\t' -v from="$from" 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i }
		$c["cat"] == "kernel" && $c["ts_us"] < from { $c["dur_us"] = sprintf("%.3f", 0.8 * $c["dur_us"]) }
		{ print }' events | trace-json >later.json
	run -0 trace-advise later.json
	assert_line --partial 'likely: from repeat 13 of decode step on, 21 kernels, about 25.1 % more'
}

@test "an outlier, and a warm-up" {
	trace slow=1
	first warmup 24.5
	assert_output --partial 'repeat 1 of attention block takes 4.50 ms, not 600.0 us'
	assert_output --partial 'its kernel 3 by 3.90 ms; warm up before recording'
	trace slow=7
	first outlier 24.5
	assert_output --partial 'repeat 7 of attention block takes 4.50 ms, not 600.0 us'
	assert_output --partial 'its kernel 3 by 3.90 ms'
	evidence_shows 3900.000
	# Every kernel takes longer: a longer prompt is no time to save.
	trace throttle=7 until=8 by=10
	[ "$(trace-advise -t trace.json | awk -F '\t' '$1 == "outlier" { print $4 }')" = maybe ]
	trace-advise trace.json | grep -q 'by 900.0 us, of many that take longer: more work'
}

@test "a step whose collectives take longer is behind a late rank, not only behind a longer prompt" {
	engine_steps 'for (i = 0; i < 20; i++)
			step("execute_context_0(0)_generation_9(9)", "norm_a gemm_v " (i == 12 ? "nccl_x" : "gemm_x") " silu_e", 20, "argmax")' |
		trace-extract | awk -F '\t' -v OFS='\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i }
			NR > 1 && $c["cat"] == "kernel" {
				$c["ts_us"] = sprintf("%.3f", $c["ts_us"] + later)
				if ($c["name"] ~ /_x/) {
					if ($c["name"] == "nccl_x") { $c["dur_us"] += 75; later += 75 }
					$c["name"] = "ncclDevKernel_AllReduce_Sum_bf16_RING_LL"
				}
			}
			{ print }' | trace-json >late.json
	trace-advise late.json | grep -q 'a collective, by 75.0 us, of many that take longer: a late rank, more work, or a lower clock'
}

# Three requests of a prefill step and twelve decode steps; the 20th of these has one slow kernel.
@test "an outlier among the steps of requests" {
	engine_steps 'for (i = 0; i < 3; i++) {
			step("execute_context_1(90)_generation_0(0)", "norm_a gemm_b flash_fwd_c gemm_d silu_e", 50, "sampling_argmax")
			for (j = 0; j < 12; j++)
				step("execute_context_0(0)_generation_9(9)", "norm_a gemm_v attention_w gemm_x", 20, "sampling_argmax",
					++n == 20 ? 4000 : 0)
		}' >requests.json
	trace-report requests.json | grep -q '^ *1  several steps: prefill and decode  *3 '
	run -0 trace-advise requests.json
	assert_output --partial 'sure: repeat 20 of decode step takes 4.55 ms, not 572.0 us'
	# Nor is it lost where nothing tells the phase of these.
	trace-extract -c gpu requests.json | trace-json >bare.json
	trace-advise bare.json | grep -q 'sure: repeat 20 of cycle 4 takes 4.55 ms, not 572.0 us'
}

@test "repeats of a step that is less than half of its stream are no rule: maybe" {
	sure() { trace-advise -t trace.json | awk -F '\t' '$1 == "outlier" { print $4 }'; }
	trace slow=7
	[ "$(sure)" = sure ]
	# Of another stream the time does not count.
	sed -i '0,/"ph":"X"/s/^{"ph":"X"/{"ph":"X","cat":"kernel","name":"beside","pid":0,"tid":9,"ts":5000,"dur":16000,"args":{"device":0,"stream":9}},\n&/' trace.json
	grep -q beside trace.json
	[ "$(sure)" = sure ]
	trace odd=11
	[ "$(sure)" = maybe ]
}

# 15010 of 27010 us: five kernels make a step no repeat of the others.
@test "a step with more kernels than the others" {
	trace odd=11
	first outlier 55.6
	assert_output --partial 'the step between repeats 10 and 11 of attention block takes 15.0 ms more in 5 kernels that the others do not have'
	assert_output --partial 'most in extra_kernel_4, 3.00 ms'
	assert_output --partial 'outlier	15010.000	'
	evidence_shows 15010.000
	# Of kernels that the step has, too.
	trace odd=11 odd_name=layer_norm_kernel
	first outlier 55.6
	assert_output --partial 'repeats 10 and 11 of attention block takes 15.0 ms more in 5 kernels'
	# A stretch that lacks kernels of the step is another phase, not a slow step.
	trace odd=11
	awk '/flash_fwd_kernel/ && ++n == 11 { sub(/flash_fwd_kernel/, "flash_prefill_kernel") } { print }' trace.json >phases.json
	trace-advise -t phases.json >findings
	! grep -q '^outlier' findings
}

# Of one operator's four kernels of 100 us, that follow one another 3 times, or of three; or
# a compiler has made them.
# products SEED: 20 steps of a product of 2048 x 2048 matrices, which takes 100 to 400 us,
# and another kernel; the host waits for each step. 40 % of the roof of an H100 are 43.4 us.
products() {
	awk -v seed="$1" 'function event(cat, name, ts, dur, tid, args) {
			printf "%s{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"%s\",\"pid\":%d,\"tid\":%d,\"ts\":%.3f,\"dur\":%.3f,\"args\":{%s}}", \
				n++ ? ",\n" : "", cat, name, tid == 3 ? 0 : 7, tid, ts, dur, args
		}
		function launch(at) {
			event("cuda_runtime", "cudaLaunchKernel", at, 2, 8, "\"correlation\":" ++id)
		}
		function kernel(name, at, dur) {
			event("kernel", name, at, dur, 3, "\"device\":0,\"stream\":3,\"correlation\":" id)
			return at + dur
		}
		BEGIN {
			srand(seed)
			print "{\"deviceProperties\":[{\"id\":0,\"name\":\"NVIDIA H100 80GB HBM3\"}],\n\"traceEvents\":["
			for (s = 1; s <= 20; s++) {
				event("cpu_op", "aten::mm", now, 6, 8, "\"External id\":" s ",\"Input Dims\":[[2048,2048],[2048,2048]],\"Input type\":[\"c10::BFloat16\",\"c10::BFloat16\"]")
				launch(now + 2)
				mm = 100 + int(rand() * 300)
				end = kernel("sm90_xmma_gemm_bf16", now + 7, mm)
				launch(now + 10)
				end = kernel("layer_norm_kernel", end + 1, 100)
				event("cuda_runtime", "cudaDeviceSynchronize", now + 15, end - now - 12, 8, "")
				now = end + 6
				truth += mm - 43.4
			}
			print "]}"
			print truth >"truth"
		}' >trace.json
}

@test "a made-up trace with a known answer: products at their roof gain what they took longer" {
	for seed in {1..20}; do
		products "$seed"
		trace-advise -t trace.json | awk -F '\t' '$1 == "gemm" { print $8 * ($11 == "step" ? 20 : 1) }' >gained
		paste gained truth | awk '{ d = $1 / $2 - 1; exit !(d < .02 && d > -.02) }' || fail "$seed: $(paste gained truth)"
	done
}

@test "long kernels in a row could be fused if they are many" {
	rows() {
		awk -v names="$1" 'BEGIN {
			n = split("sm90_xmma_gemm_bf16 flash_fwd_kernel " names, name, " ")
			for (i = 0; i < 20 * n; i++)
				printf "%s{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"%s\",\"pid\":0,\"tid\":3,\"ts\":%d,\"dur\":100,\"args\":{\"stream\":3}}", \
					i ? ",\n" : "[", name[i % n + 1], 100 * i
			print "]" }' >trace.json
	}
	rows 'elementwise_kernel<pow> reduce_kernel<mean> elementwise_kernel<mul> elementwise_kernel<add>'
	first fusion 50.0
	rows 'elementwise_kernel<pow> reduce_kernel<mean> elementwise_kernel<mul>'
	first nothing ''
	rows 'triton_poi_fused_pow_1 triton_red_fused_mean_2 triton_poi_fused_mul_3 triton_poi_fused_add_4'
	first nothing ''
}

# One step begins 3 ms later than the others, as the host was busy, or as its launches come
# late; the first step is the warm-up.
@test "an outlier by its gap comes before a cause that does not tell more" {
	late() {
		trace
		awk -v step="$1" -v FS='"ts":' '
			/"cat":"(kernel|cuda_runtime|cpu_op)"/ && /"dur"/ {
				split($2, part, /,/)
				at = part[1] + (/"kernel"/ ? 0 : 2000)
				if (at >= 5000 + 600 * step - 10)
					sub(/"ts":[0-9.]*/, sprintf("\"ts\":%.3f", part[1] + (/"kernel"/ ? 3000 : 5000)))
			} { print }' trace.json >late.json
		mv late.json trace.json
	}
	late 7
	first outlier 20.0
	[[ $output == *'	repeat 7 of '*' takes 3.60 ms, not 600.0 us	'*'by 3.00 ms	'* ]]
	evidence_shows 3000.000
	sed -n 3p table | cut -f 1,3 | grep -qx 'silent	20.0'
}

# A file whose name the shell would divide.
@test "commands hold the names of files as the shell reads them" {
	trace late=40
	mv trace.json "it's a trace.json"
	trace-advise -t "it's a trace.json" >table
	evidence_shows "$(sed -n 2p table | cut -f 2)"
}

# Rows of three equal kernels, at every third place a pause of 5 ms or one of 20 us.
@test "a pause between two runs of one kernel is no repeat that is slow" {
	awk 'BEGIN {
		printf "["
		for (i = 0; i < 24; i++) {
			printf "%s{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"add\",\"pid\":0,\"tid\":7,\"ts\":%d,\"dur\":70,\"args\":{\"stream\":7}}",
				i ? "," : "", ts
			ts += 71 + (i % 3 == 2 ? i % 9 == 8 ? 5000 : 20 : 0)
		}
		print "]"
	}' >pauses.json
	trace-extract pauses.json | trace-cycles -q --outliers >outliers
	[ "$(wc -l <outliers)" -gt 1 ]
	trace-advise -t pauses.json >findings
	! grep -q '^outlier' findings
}

# Waits for other ranks are exposed communication, not an outlier.
@test "no outlier of communication alone" {
	said() {
		tsv 'cycle what phase phase_reason fusions fused_kernels could_fuse_us best_fusion_us best_start best_end' \
			"1 $1 unknown - 0 0 0 0 0 0" | tr '~' ' ' >named
		awk -f "$TOP/scripts/report/table.awk" -f "$TOP/scripts/report/spoken_time.awk" \
			-f "$TOP/scripts/report/advice/products.awk" -f "$TOP/scripts/report/advice/late_rank.awk" \
			-f "$TOP/scripts/report/advice/lone_gap.awk" -f "$TOP/scripts/report/advice/advice.awk" \
			-f "$TOP/scripts/report/advice/communication.awk" -f "$TOP/scripts/report/advice/odd_repeats.awk" trace=t "$TOP/scripts/report/advice/advice.tsv" \
			none timeline none cycles named none none outliers none none none none none none none none | sed 1d | cut -f 1
	}
	echo none >none
	tsv 'kind time_us' 'total 10000.000' 'busy 9000.000' >timeline
	tsv 'cycle level length step' '1 1 3 main' >cycles
	tsv 'cycle level rep time_us median_us over_us kernel_us kernel_median_us gap_us gap_median_us idle_us idle_median_us' \
		'1 1 9 5000.000 70.000 4930.000 5000.000 70.000 0.000 0.000 0.000 0.000' >outliers
	[ "$(said cycle~1:~comm)" = nothing ]
	[ "$(said decode~step)" = outlier ]
	tsv 'cycle level length step' '1 1 3 -' >cycles
	[ "$(said decode~step)" = nothing ]
}

# A norm of 100 us and eight kernels of 5 us could be one: 40 of 540 us.
@test "short kernels, copies, gaps" {
	trace short=1
	first fusion 7.4
	[[ $output == *'	1 sequence, 9 kernels in total, in the steps	'* ]]
	evidence_shows 2000.000
	[ "$(sed 1d shown | wc -l)" -eq 9 ]
	trace copy=50
	first copies 7.7
	assert_output --partial 'use pinned memory'
	evidence_shows 1000.000
	sed -i 's/Memcpy HtoD (Host/Memcpy DtoD (Device/' trace.json
	trace-advise trace.json | grep -q 'most within the GPU: avoid them'
	trace gap=3
	first gaps 2.9
	evidence_shows "$(sed -n 2p table | cut -f 2)"
	# 119 gaps of 40 us, and none short.
	trace gap=40
	first queued 28.4
	assert_line --partial 'other streams, processes'
	evidence_shows 4760.000
}

@test "a trace whose replay is far off: nothing says what a change gains, and that is said" {
	trace copy=200 hole=10
	run -0 trace-advise trace.json
	refute_output --regexp 'gains [0-9n]'
	assert_line --regexp '^[0-9]  what a change gains is unknown: a replay of the trace is [0-9.]+ % off$'
}

@test "no launches: what is not known is not guessed" {
	trace late=40 before=1
	first unknown ''
	[[ $output == *"the GPU idles 29.9 % of the time for unknown reasons"* ]]
}

# Rank 2 comes 500 us after the others, eight times.
@test "a slow rank" {
	# Rank 0 is late in the first OTHERS of 8 collectives, rank 2 in the rest, from FROM on if given.
	ranks() {
		for rank in 0 1 2 3; do
			awk -v rank=$rank -v others="$1" -v from="${2:-1}" 'BEGIN {
				printf "{\"distributedInfo\":{\"rank\":%d,\"world_size\":4},\"traceEvents\":[\n", rank
				for (i = 1; i <= 8; i++) {
					late = i >= from && rank == (i > others ? 2 : 0) ? 500 : rank
					end = i * 2000 + 1600
					printf "%s{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"gemm\",\"pid\":0,\"tid\":3,\"ts\":%d,\"dur\":%d,\"args\":{\"device\":0,\"stream\":3}},\n", (i > 1 ? "," : ""), i * 2000 - 400, 1400 + late
					printf "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"ncclDevKernel_AllReduce\",\"pid\":0,\"tid\":3,\"ts\":%d,\"dur\":%d,\"args\":{\"correlation\":%d,\"Collective name\":\"allreduce\",\"Process Group Name\":\"0\",\"device\":0,\"stream\":3}}\n", i * 2000 + 1000 + late, end - (i * 2000 + 1000 + late), i
				}
				print "]}" }' >rank$rank.json
		done
	}
	ranks 0
	run -0 trace-advise --ranks rank0.json rank1.json rank2.json rank3.json
	# Rank 3 is the last but one, 497 us before it: then this rank does not wait as long.
	assert_line --index 0 '1  gains 3.98 ms of 16.0 ms, 24.9 % (replay error 0.0 %), likely: rank 2 arrives last at 100 % of'
	assert_line --partial 'its collectives wait 3.99 ms for it in all; trace-advise of its trace, or of '
	assert_line --index 3 --regexp '^2  gains 800.0 us of 16.0 ms, .*: exposed communication$'
	trace-advise -t --ranks rank0.json rank1.json rank2.json rank3.json >table
	evidence_shows 3992.000
	# Of one file of all ranks it is the same, not a quarter.
	trace-extract --whole -H rank0.json rank1.json rank2.json rank3.json | trace-merge --sort | trace-json -q >job.json
	trace-advise -t --ranks job.json | awk -F '\t' '$1 == "rank" { print $2 }' | diff - \
		<(awk -F '\t' '$1 == "rank" { print $2 }' table)
	# Of two ranks of four nothing tells that another is not later.
	run -0 trace-advise --ranks rank0.json rank2.json
	assert_line --index 0 --regexp ' maybe: rank 2 arrives last at 100 % of'
	assert_line --partial 'in all; 2 of 4 ranks were read; trace-advise of '
	# The gain of the late rank is not known from its own trace.
	run -0 trace-advise --ranks rank2.json rank0.json rank1.json rank3.json
	assert_line --index 0 --regexp '^1  about 3.99 ms, .* likely: rank 2 arrives last at 100 % of the collectives$'
	# It is not blamed for what others cost: 6 times (500 + 499 + 497) / 3 us.
	ranks 2
	run -0 trace-advise --ranks rank0.json rank1.json rank2.json rank3.json
	assert_line --index 0 --regexp '^1  gains 2.98 ms of 16.0 ms, .* likely: rank 2 arrives last at 75 %'
	run -0 trace-advise rank0.json
	assert_line --index 0 --partial 'exposed communication'
	# None is last at most of them: the first one waits 4 x 500 us for rank 2, which is no communication.
	ranks 4
	run -0 trace-advise --ranks rank0.json rank1.json rank2.json rank3.json
	assert_line --index 0 '1  about 2.00 ms, 12.5 %, maybe: collectives wait for rank 2'
	assert_line --index 1 --partial 'rank 2 comes last most often, at 50 %  $ '
	assert_line --regexp '^2  gains 800[.]0 us of 16[.]0 ms, .*: exposed communication$'
	assert_line --partial 'without waiting for other ranks: overlap it  $ '
	trace-advise -t --ranks rank0.json rank1.json rank2.json rank3.json >table
	evidence_shows 2000.000
	# Rank 2 waits for rank 0 as long, but not for itself.
	run -0 trace-advise --ranks rank2.json rank0.json rank1.json rank3.json
	assert_line --index 0 --partial 'maybe: collectives wait for rank 0'
	# Rank 3 is last by 1 us at seven of them, but what costs time is that rank 2 is late once.
	ranks 0 8
	run -0 trace-advise --ranks rank0.json rank1.json rank2.json rank3.json
	assert_line --regexp '^2  about 521[.]0 us, 3[.]3 %, maybe: one collective waits 500[.]0 us for rank 2$'
	assert_line --index 3 --partial 'rank 3 comes last most often, at 88 %  $ '
	# Nothing tells who waits in a send.
	ranks 0
	for rank in 0 1 2 3; do
		sed 's/"allreduce"/"send"/' rank$rank.json >sends$rank.json
	done
	run -0 trace-advise --ranks sends0.json sends1.json sends2.json sends3.json
	assert_line --index 1 --regexp '^   overlap it; how much of it is waiting for other ranks is not known '
	# A clock of its own makes no rank late, and hides which one is.
	ranks 0
	for ahead in 3 1; do
		awk -v ahead=540 '{ i = index($0, "\"ts\":"); if (i) { t = substr($0, i + 5) + ahead
			sub(/"ts":[0-9]+/, "\"ts\":" t) } print }' rank$ahead.json >ahead.json
		set -- rank0.json rank1.json rank2.json rank3.json
		run -0 trace-advise --ranks "${@/rank$ahead.json/ahead.json}"
		refute_output --partial 'arrives last'
		assert_output --partial "rank $ahead starts last at 100 % of the collectives, but is the shortest at 0 %"
	done
	# A clock that is 9 ms ahead makes no rank late.
	ranks 0
	perl -pe 's/"ts":(\d+)/"\"ts\":" . ($1 + 9000)/e' rank3.json >ahead.json
	run -0 trace-advise --ranks rank0.json rank1.json rank2.json ahead.json
	assert_line --index 0 '1  do not trust who waits for whom: the clocks of the ranks differ'
	assert_line --partial 'a rank would wait 68.0 ms in collectives that take 800.0 us; see trace-clock  $ '
	refute_output --partial 'arrives last'
	assert_line --regexp '^2  gains 4.80 ms of 16.0 ms, .*: exposed communication$'
	# In one file the time of all ranks is longer than that of each by the difference.
	for file in rank0 rank1 rank2 ahead; do
		sed '1d; $d; s/}$/},/; s/,*$//; s/"pid":0/"pid":"[TP0'"$((n++))"'] 0"/; s/$/,/' $file.json
	done | sed '1s/^/{"traceEvents":[/; $s/,$/]}/' >merged.json
	run -0 trace-advise --ranks merged.json
	assert_line --index 0 '1  do not trust who waits for whom: the clocks of the ranks differ'
	assert_line --regexp '^2  about 3.79 ms, .*: exposed communication$'
	refute_output --partial gains
	refute_output --partial 'what a change gains is unknown'
}

# job COLLECTIVES: the traces of four ranks, in each of eight steps of 2 ms a product on stream 3 and
# collectives on stream 8, each by: its end, its group, and when each rank starts it.
job() {
	for rank in 0 1 2 3; do
		awk -v rank=$rank -v all="$1" 'BEGIN {
			printf "{\"distributedInfo\":{\"rank\":%d,\"world_size\":4},\"traceEvents\":[\n", rank
			n = split(all, word, " ")
			for (i = 0; i < 8; i++) {
				printf "%s{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"gemm\",\"pid\":0,\"tid\":3,\"ts\":%d,\"dur\":1000,\"args\":{\"device\":0,\"stream\":3}}", (i ? ",\n" : ""), i * 2000
				for (k = 1; k <= n; k++) {
					split(word[k], p, ",")
					if (p[rank + 3] == "-")
						continue
					at = i * 2000 + p[rank + 3]
					printf ",\n{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"ncclDevKernel_AllReduce\",\"pid\":0,\"tid\":8,\"ts\":%d,\"dur\":%d,\"args\":{\"Collective name\":\"allreduce\",\"Process Group Name\":\"%s\",\"device\":0,\"stream\":8}}", at, i * 2000 + p[1] - at, p[2]
				}
			}
			print "\n]}" }' >rank$rank.json
	done
}

# An all-reduce behind each half of the gradients, for which rank 1 needs 300 us longer: the others
# wait 300 and 689 us, but 300 in all without computing. 100 us of the second one are exposed.
@test "waits that computation hides cost nothing" {
	job '610,0,200,500,200,200 1400,0,611,1300,611,611'
	cost() { # the saving of a rule, of the ranks
		trace-advise -t --ranks "${@:2}" | awk -F '\t' -v rule="$1" '$1 == rule { print $2 }'
	}
	[ "$(cost rank rank?.json)" = 2400.000 ]
	[ "$(cost communication rank?.json)" = 800.000 ]
	trace-advise --ranks rank?.json | grep -q 'its collectives wait 7[.]91 ms for it in all; '
	# As it is of the late rank's own trace, and of one trace of all.
	[ "$(cost rank rank1.json rank0.json rank2.json rank3.json)" = 2400.000 ]
	trace-extract --whole -H rank?.json | trace-merge --sort | trace-json -q >job.json
	[ "$(cost rank job.json)" = 2400.000 ]
	head -c 1500 rank2.json >cut.json
	run -3 trace-advise --ranks rank0.json rank1.json cut.json rank3.json
	assert_output --partial 'maybe: rank 1 arrives last'
	assert_output --partial '; the trace of another rank is damaged; '
}

# Rank 1 is 300 us late at the first of two all-reduces; computation hides that, but the second one follows
# right behind on all ranks, and so ends 300 us later.
@test "a wait that computation hides delays the transfers behind it" {
	job '900,0,200,500,200,200 1301,0,901,901,901,902'
	trace-advise -t --ranks rank?.json | grep -q '^rank	2408.000	.*	collectives wait for rank 1	'
	trace-advise -t --ranks rank1.json rank0.json rank2.json rank3.json | grep -q '^rank	2408.000	.*	collectives wait for rank 1	'
	job '600,0,200,200,200,201 1001,0,601,601,601,602'
	trace-advise -t --ranks rank?.json >table
	! grep -q '^rank' table
}

# Rank 0 waits for rank 2, which waits for rank 3; rank 1 is not waited for.
@test "a rank is late because it waits for another one" {
	job '1110,a,1001,1000,-,- 1610,b,-,-,1000,1500 1720,c,1111,-,1620,- 1720,d,-,1111,-,1611 1820,a,1721,1722,-,- 1820,b,-,-,1722,1721 1920,a,1821,1822,-,- 1920,b,-,-,1822,1821'
	run -0 trace-advise --ranks rank0.json rank1.json rank2.json rank3.json
	assert_line --partial 'maybe: collectives wait for rank 3'
	# Its transfers are slow: then it is rank 2 that is late.
	job '1110,a,1001,1000,-,- 1610,b,-,-,1000,1001 1720,c,1111,-,1620,- 1720,d,-,1111,-,1611 1820,a,1721,1722,-,- 1820,b,-,-,1721,1722 1920,a,1821,1822,-,- 1920,b,-,-,1822,1821'
	run -0 trace-advise --ranks rank0.json rank1.json rank2.json rank3.json
	assert_line --partial 'maybe: collectives wait for rank 2'
}

@test "gains of made-up jobs: what the job takes less without its fault, within 2 %" {
	command -v python3 >/dev/null || skip "no python3"
	for fault in launch sync communication copies fusion rank; do
		for ((seed = 1; seed <= 20; seed += 1 + seed / SPARSER)); do
			truth=$(python3 "$TOP/tests/gains.py" $fault $seed)
			ranks=(rank*.json)
			[ ${#ranks[@]} -eq 1 ] || ranks=(--ranks "${ranks[@]}")
			trace-advise -t "${ranks[@]}" >table
			awk -F '\t' -v fault=$fault -v truth="$truth" '$1 == fault { gain = 100 * $8 / $9 }
				END { exit gain < .98 * truth || gain > 1.02 * truth }' table ||
				fail "$fault, seed $seed: $truth % $(cat table)"
		done
		rm rank*.json
	done
}

@test "a trace without any time" {
	echo '{"traceEvents":[{"ph":"X","cat":"kernel","name":"a","pid":1,"tid":1,"ts":1,"dur":0}]}' >trace.json
	first nothing ''
}

@test "a damaged trace is said so first" {
	trace late=40
	head -c 20000 trace.json >cut.json
	run -3 --separate-stderr trace-advise cut.json
	assert_line --index 0 --partial 'do not trust this trace: it is damaged; events lost: at least 1'
	assert_line --index 2 --partial ', maybe: the GPU waits for launches'
	gzip -c trace.json | head -c -4 >end.json.gz
	run -3 --separate-stderr trace-advise end.json.gz
	assert_line --index 0 --partial 'it is damaged; the number of lost events is unknown'
}

@test "times that cannot be are said first" {
	trace late=40
	python3 - <<-'END'
		import json
		def change(path, f):
		    t = json.load(open("trace.json"))
		    k = [e for e in t["traceEvents"] if e.get("cat") == "kernel"]
		    f(k[len(k) // 2])
		    json.dump(t, open(path, "w"))
		change("long.json", lambda k: k.update(dur=100000))
		change("early.json", lambda k: k.update(ts=k["ts"] - 1000))
	END
	run -0 --separate-stderr trace-advise long.json
	assert_line --index 0 --partial 'do not trust the times of kernels: those of one stream overlap, by 5.3 % of their sum'
	refute_output --partial likely
	run -0 --separate-stderr trace-advise early.json
	assert_line --index 0 --partial 'do not trust the times of the GPU: work begins before its launch, by up to 9'
}

@test "two traces: why the second one is slower" {
	trace
	mv trace.json a.json
	trace mm=150
	mv trace.json b.json
	run -0 trace-advise a.json b.json
	assert_line --index 0 'Outermost cycle, 6 and 6 kernels, 20 and 20 repeats'
	assert_line --index 1 '   b.json takes 8.33 % more time per repeat (slower); its kernels take 8.33 % more (slower)  $ trace-compare-report -t a.json b.json'
	assert_line --index 2 --regexp '^1  costs 50.0 us, 8.3 %, likely: gemm'
	run -0 trace-advise b.json a.json
	assert_line --index 1 --partial '7.69 % less time per repeat (faster)'
	[ "${#lines[@]}" -eq 2 ]
	run -0 trace-advise a.json a.json
	assert_line --index 1 --partial 'as much time per repeat (same)'
}

@test "two traces: kernels that take longer only at the cost of gaps" {
	trace gap=40
	sed 's/"dur": *100\b/"dur":130/g' trace.json >b.json
	run -0 trace-advise trace.json b.json
	assert_line --partial 'as much time per repeat'
	assert_line --partial '; shorter gaps take up most of it'
}

@test "two traces of unequal work: time per FLOP" {
	trace
	mv trace.json a.json
	said() {
		trace mm="$1"
		sed "s/\[\[2048,2048\]/[[$2,2048]/" trace.json >b.json
		trace-advise -t a.json b.json | sed -n '2s/.*elements//p' | cut -f 1
	}
	[ "$(said 200 8192)" = "; B's GEMMs do 4 times the work in 2 times the time: 2 times less time per FLOP" ]
	[ "$(said 150 1024)" = "; B's GEMMs do 0.5 times the work in 1.5 times the time: 3 times the time per FLOP" ]
	[ "$(said 200 4096)" = "; B's GEMMs do 2 times the work in 2 times the time: as much time per FLOP" ]
	[ -z "$(said 200 2048)" ]
}

@test "two traces: idle time is a share of a repeat, not of its kernels" {
	trace gap=300
	mv trace.json a.json
	trace gap=400
	mv trace.json b.json
	run -0 trace-advise a.json b.json
	assert_line --index 2 --regexp '^1  costs .*, 25.0 %, likely: the GPU idles longer in each repeat$'
}

@test "two traces that are not alike: their names, not those of the tables inside" {
	trace
	mv trace.json a.json
	sed 's/"name":"[a-z]*_/"name":"z/' a.json | sed 's/zxmma_gemm_bf16/a/; s/znorm_kernel/b/; s/zfwd_kernel/c/; s/zother/d/' >b.json
	run -2 --separate-stderr trace-advise a.json b.json
	[[ $stderr == 'trace-advise: cycle 1 of a.json and cycle 1 of b.json are not alike: 1 of 4 and 1 of 5 kinds of kernels have a partner, 12 % of all, less than 50 %
trace-advise: cycle 1 of a.json and cycle 1 of b.json are not alike: '*' % of their time is matched, less than 50 %' ]]
}

@test "thresholds have a source, and rules their thresholds; the least is that of comparisons" {
	[ "$(awk '$1 == "least" { print $2 }' "$TOP/scripts/report/advice/advice.tsv")" -eq \
		"$(sed -n 's/.*VERDICT_FLOOR_PERCENT = \([0-9]*\).*/\1/p' "$TOP/common/times/significance.h")" ]
	awk -F '\t' 'NF != 5 || $5 == "" { exit 1 }' "$TOP/scripts/report/advice/advice.tsv"
	diff <(cut -f 1 "$TOP/scripts/report/advice/advice.tsv" | sed 1d | sort) \
		<(grep -oh 'limit\["[a-z]*"\]' "$TOP/scripts/report/"*/*.awk "$TOP/scripts/report/advice/advise.sh" | sed 's/.*"\(.*\)".*/\1/' | sort -u)
}

@test "the findings come in the order of the shares that are printed, gained or saved at most" {
	"$TOP/scripts/make-samples" . >/dev/null
	trace-advise eager.json.gz | sed -nE 's/^[1-9]  [^:]*, ([0-9.]+) %.*/\1/p' >shares
	[ "$(wc -l <shares)" -eq 3 ]
	sort -rn shares | cmp - shares
}

@test "two traces: the steps of each phase are compared, the chosen pair first" {
	"$TOP/scripts/make-samples" . >/dev/null
	run -0 trace-advise compiled.json.gz eager.json.gz
	grep -oE '^[A-Z].* step,|--cycle 3,3|--all' <<<"$output" >said
	diff said - <<'END'
Prefill step,
Decode step,
--cycle 3,3
END
	# One pair with --phase, and of traces of one phase.
	run -0 trace-advise --phase decode compiled.json.gz eager.json.gz
	refute_output --partial 'Prefill step'
	"$TOP/scripts/make-samples" --prefill 0 decode >/dev/null
	run -0 trace-advise decode/compiled.json.gz decode/eager.json.gz
	refute_output --partial 'refill step'
}

@test "two traces: a repeat that takes far longer is a finding" {
	trace
	mv trace.json a.json
	trace slow=8
	mv trace.json b.json
	run -0 trace-advise a.json b.json
	assert_line --index 2 --regexp '^1  costs 195[.]. us, 32[.]5 %, maybe: 1 of 20 repeats takes far longer than the others, not 0 of 20$'
	assert_line --index 3 '   repeat 8 takes 4.50 ms, not 600.0 us; one run cannot tell'
	[ "${#lines[@]}" -eq 4 ]
	# As many in both, and fewer, are none.
	run -0 trace-advise b.json b.json
	[ "${#lines[@]}" -eq 2 ]
	run -0 trace-advise b.json a.json
	[ "${#lines[@]}" -eq 2 ]
}

@test "a replay of a trace without launches tells no gain where most is unknown" {
	{
		tsv 'ts_us dur_us name cat device stream'
		for ((i = 0; i < 40; i++)); do
			tsv "$((40 * i)) 10 gemm_$((i % 4)) kernel 0 7" "$((40 * i + 10)) 8 ncclDevKernel kernel 0 8"
		done
	} | trace-json >none.json
	run -0 trace-advise none.json
	assert_line --regexp '^1  about 320.0 us, [0-9.]+ %, maybe: exposed communication$'
	assert_line --regexp '^[0-9]  what a change gains is unknown: nobody knows what bounds [5-9][0-9][.][0-9] % of the time$'
	refute_output --partial gains\ nothing
}

@test "a replay of a trace without launches tells no gain where a stream that seldom runs holds it" {
	{
		tsv 'ts_us dur_us name cat device stream'
		for ((i = 0; i < 40; i++)); do
			tsv "$((40 * i)) 20 gemm_$((i % 4)) kernel 0 7" "$((40 * i + 20)) 8 ncclDevKernel kernel 0 7"
		done
		tsv "5 1 sampled kernel 0 8" "1565 1 sampled kernel 0 8"
	} | trace-json >held.json
	run -0 trace-advise held.json
	assert_line --regexp '^1  about 320.0 us, 20.2 %, maybe: exposed communication$'
	assert_line --regexp '^[0-9]  what a change gains is unknown: a replay keeps 9[0-9][.][0-9] % of the time, whatever changes$'
	refute_output --partial gains\ nothing
}

@test "real traces: what the replay finds to gain nothing is told so" {
	need_traces
	run -0 trace-advise "$TRACES/nccl-a100-rank0of2.json.gz"
	[[ $output == *'gains nothing of 220.2 ms per step (mean) (replay error 0.0 %), as other work takes as long:'* ]]
	[[ $output != *'gains 0.0 us'* ]]
}

@test "real traces: where little of the time is steps, a gain is of the trace" {
	need_traces
	trace-advise "$TRACES/norm-layers-mi300.json.gz" | grep -q 'gains 78.9 ms of 1.069 s, '
}

@test "a real trace: repeat 1 of a cycle of two layers is not called the first of two" {
	need_traces
	trace-advise "$TRACES/vllm-b200-eager-rank0.json.gz" | grep -q 'repeat 1 of the 2 decoder layers takes 10.7 ms, not 3.86 ms'
}

@test "the page has every rule, and the columns in their order" {
	"$TOP/scripts/make-samples" . >/dev/null
	mandoc -T utf8 "$TOP/man/trace-advise.1" | col -b | tr -s '[:space:],' ' ' >page
	grep -qF "the columns $(trace-advise -t eager.json.gz | sed -n 1p | cut -f 1-7 | tr '\t' ' ')." page
	grep -qF "the columns $(trace-advise -t eager.json.gz | sed -n 1p | cut -f 8- | tr '\t' ' ' | sed 's/ per$/ and per/')" page
	grep -ohE '(say|warn)\("[a-z]+' "$TOP"/scripts/report/advice/*.awk | sed 's/.*"//' | sort -u >rules
	[ "$(wc -l <rules)" -gt 20 ]
	mandoc -T utf8 "$TOP/man/trace-advise.1" | col -b |
		sed -nE '/^   Rules/,/^   Two traces/s/^     ([a-z, ]+[a-z])\t? *.*/\1/p' | tr -s ', ' '\n' | sort -u >told
	run comm -23 rules told
	assert_output ''
}
