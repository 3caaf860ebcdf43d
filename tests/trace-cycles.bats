# trace-cycles: manners; columns; hierarchy; options; segments; the order of input;
# traces.

load helper

setup() {
	cd "$BATS_TEST_TMPDIR"
}

# events NAME...: a table of kernels of one stream, 1 us each, one every 2 us.
events() {
	printf 'ts_us\tdur_us\tname\tcat\tdevice\tstream\n'
	printf '%s\n' "$@" | awk -v OFS='\t' '{ printf "%d.000\t1.000\t", 2 * NR
		print $0, "kernel", 0, 7 }'
}

# times N WORD...: the words, N times.
times() {
	local n=$1 i
	shift
	for ((i = 0; i < n; i++)); do printf '%s\n' "$@"; done
}

# Three steps: a head, two kinds of layer, a tail.
steps() {
	local i
	for i in 1 2 3; do
		echo head
		times 4 norm gemm act
		echo mid
		times 5 attn proj
		echo tail
	done
}

@test "manners" {
	events $(steps) >table
	manners_command_line trace-cycles
	manners_page trace-cycles
	manners_filter trace-cycles table
	manners_filter trace-cycles table -l
	manners_filter trace-cycles table --events
	manners_filter trace-cycles table --segments
	for two in '-l --events' '--repeats --segments' '--events --repeats' '--outliers -l'; do
		run -2 --separate-stderr trace-cycles $two table
		[[ $stderr == *"mutually exclusive"* ]] || fail "$stderr"
	done
}

@test "--also spread: mean, deviation and correlation of totals, periods and the kernels of a name" {
	# four repeats of 1, 2, 3 and 6 us, which begin 10, 20 and 10 us apart
	printf '%s\t%s\t%s\tkernel\t0\t7\n' 0 1 a 5 0 b 10 2 a 15 0 b 30 3 a 35 0 b 40 6 a 45 0 b |
		cat <(printf 'ts_us\tdur_us\tname\tcat\tdevice\tstream\n') - >table
	trace-cycles -q --also spread=spread table >positions
	cut -f4,7- spread >found
	printf '%s\n' 'cycle reps mean_sum_us stddev_sum_us lag1_sum min_sum_us max_sum_us periods mean_period_us stddev_period_us lag1_period min_period_us max_period_us name' \
		'1 4 3.000 2.160 0.143 1.000 6.000 3 13.333 5.774 -0.667 10.000 20.000 ' \
		'1 4 3.000 2.160 0.143 1.000 6.000       a' '1 4 0.000 0.000  0.000 0.000       b' | tr ' ' '\t' | diff - found
}

# prints NAME...: the fingerprints of the cycles of level 1 of the events.
prints() {
	events "$@" | trace-cycles -q -l --fingerprint - |
		awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR > 1 && $at["level"] == 1 { print $at["fingerprint"] }'
}

@test "--fingerprint: equal for what is equal, whatever its tiles, number, beginning and varying parts" {
	a=$(prints $(times 6 head_1 norm gemm_128x64 act tail))
	[[ $a =~ ^[0-9a-f]{16}$ ]] || fail "$a"
	[ "$(prints $(times 9 head_2 norm gemm_64x64 act tail))" = "$a" ]
	[ "$(prints gemm_128x64 act tail $(times 6 head_1 norm gemm_128x64 act tail) head_1 norm)" = "$a" ]
	[ "$(prints $(times 6 head_1 norm gemm_128x64 relu tail))" != "$a" ]
	[ "$(prints $(times 6 norm head_1 gemm_128x64 act tail))" != "$a" ]
	# of layers whose number is always the same, the number tells
	[ "$(prints $(times 5 h a b a b a b a b t))" != "$(prints $(times 5 h a b a b a b t))" ]
	b=$(prints $(for n in 3 4 3 5 3 4 4 3; do echo h i; times $n l m o p; echo t; done))
	[ -n "$b" ]
	[ "$(prints $(for n in 6 4 4 5 6; do echo h i; times $n l m o p; echo t; done))" = "$b" ]
	events $(steps) >table
	run -2 --separate-stderr trace-cycles --fingerprint table
	[[ $stderr == *"--fingerprint needs --list"* ]] || fail "$stderr"
}

@test "--also: other tables of the same search, each as its own option prints it" {
	events $(steps) >table
	trace-cycles -q table >positions
	for name in events list outliers repeats segments; do
		trace-cycles -q --exit-zero --$name table >$name
	done
	trace-cycles -q --also list=a --also outliers=b --also events=c table | cmp positions -
	cmp list a && cmp outliers b && cmp events c
	trace-cycles -q --events --also repeats=a --also segments=b --also positions=c <table | cmp events -
	cmp repeats a && cmp segments b && cmp positions c
	run -0 trace-cycles -q -l --also outliers=a table
	assert_output "$(cat list)"
	trace-cycles -q -l --also list=- table | cmp <(cat list list) -
}

@test "--also: what is wrong, and a file that is as it was" {
	events $(steps) >table
	for wrong in list list= =a rows=a; do
		run -2 --separate-stderr trace-cycles --also $wrong table
		[[ $stderr == *"--also takes a table and a file"*"not '$wrong'"* ]] || fail "$stderr"
	done
	run -2 --separate-stderr trace-cycles --also list=table table
	[[ $stderr == *"table: is also the input"* ]] || fail "$stderr"
	run -2 --separate-stderr trace-cycles --also list=no/such table
	[ "$stderr" = "trace-cycles: no/such: No such file or directory" ]
	echo old >a
	run -2 --separate-stderr trace-cycles --also repeats=/dev/full table
	[ "$stderr" = "trace-cycles: /dev/full: No space left on device" ]
	run -2 --separate-stderr trace-cycles --also list=a broken
	[ "$(cat a)" = old ]
	events a | head -n 1 >table
	run -1 --separate-stderr trace-cycles -q --also list=a table
	cmp <(trace-cycles -q --exit-zero -l table) a
}

@test "header only: the header, a message, status 1" {
	events a | head -n 1 >table
	run -1 --separate-stderr trace-cycles table
	[ "${#lines[@]}" -eq 1 ]
	assert_line --index 0 "$(printf '%s\t' rank device stream cycle level parent reps \
		length coverage_pct start_ts_us mean_period_us position name count sum_us \
		mean_us median_us min_us max_us stddev_us pct_of_cycle runs)step_kind"
	[ "$stderr" = "trace-cycles: no kernels in the input" ]
	run -0 --separate-stderr trace-cycles -q --exit-zero table
	[ -z "$stderr" ]
}

@test "nothing repeats: header, message, status 1" {
	events a b c d e f g h >table
	run -1 --separate-stderr trace-cycles table
	[ "${#lines[@]}" -eq 1 ]
	[[ $stderr == "trace-cycles: no sequence of kernels repeats; trace-stats"* ]]
	events a b a b a b a b a b a b >pairs
	for option in --min-length=7 --max-length=1; do
		run -1 --separate-stderr trace-cycles "$option" pairs
		[[ $stderr == "trace-cycles: no sequence of kernels repeats within the limits of "* ]]
	done
	run -0 trace-cycles --min-length=2 --max-length=2 pairs
	run -1 --separate-stderr trace-cycles -q table
	[ -z "$stderr" ]
	run -0 trace-cycles --exit-zero table
}

@test "bad fields are told with their line" {
	for bad in '1.000,x,b:dur_us is not a time: x' '?,1.000,b:ts_us is not a time: ?' \
		',1.000,b:a kernel with an empty field: ts_us' \
		'1.000,,b:a kernel with an empty field: dur_us' \
		'1.000,-0.001,b:a kernel with a negative duration: -0.001' \
		'9e18,1.000,b:ts_us is not a time' \
		'9e15,1.000,b:a time beyond 146 years: 9e15'; do
		events a a a a a a a a >table
		printf '%s\tkernel\t0\t7\n' "${bad%%:*}" | tr , '\t' >>table
		run -2 --separate-stderr trace-cycles table
		[[ $stderr == "trace-cycles: table:10: ${bad#*:}"* ]] || fail "$stderr"
	done
}

@test "missing and doubled columns" {
	events a a a >table
	for column in ts_us dur_us name; do
		sed "1s/$column/other/" table >without
		run -2 --separate-stderr trace-cycles without
		[[ $stderr == *"trace-extract makes: $column"* ]] || fail "$stderr"
	done
	sed '1s/cat/name/' table >doubled
	run -2 --separate-stderr trace-cycles doubled
	[[ $stderr == *"two columns have the same name: name"* ]] || fail "$stderr"
	events $(times 9 a b) | trace-cycles --events >marked
	run -2 --separate-stderr trace-cycles --events marked
	[[ $stderr == *"already has a column cycle"* ]] || fail "$stderr"
}

@test "durations that do not add up to 64 bits are an error" {
	events $(times 9 a b) | sed '2,$s/1\.000/4e15/; s/\t4e15/\t4000000000000000/' >table
	run -2 --separate-stderr trace-cycles table
	[[ $stderr == *"durations add up to more than 292 years"* ]] || fail "$stderr"
}

@test "a step with its layers, as a hierarchy" {
	events $(steps) | trace-cycles -l | cut -f 4-8,13 >out
	tsv 'cycle level parent reps length structure' \
		'1 1 - 3 25 head~1~+~4~x~cycle~2~+~1~+~5~x~cycle~3~+~tail~1' \
		'2 2 1 12 3 3' \
		'3 2 1 15 2 2' | diff -u - out
}

@test "statistics per position" {
	tsv 'ts_us dur_us name' '0.000 1.000 a' '10.000 5.000 b' '20.000 2.000 a' \
		'31.000 5.000 b' '40.000 4.500 a' '50.000 5.000 b' '60.000 0.001 a' \
		'70.000 5.000 b' '80.000 1.000 end' >table
	trace-cycles table | cut -f 2-11 | sort -u >cycle
	tsv '- - 1 1 - 4 2 96.491 0.000 20.000' \
		'device stream cycle level parent reps length coverage_pct start_ts_us mean_period_us' |
		diff -u - cycle
	trace-cycles table | cut -f 12- >out
	tsv 'position name count sum_us mean_us median_us min_us max_us stddev_us pct_of_cycle runs step_kind' \
		'1 a 4 7.501 1.875 1.500 0.001 4.500 1.931 27.275 1 1' \
		'2 b 4 20.000 5.000 5.000 5.000 5.000 0.000 72.725 1 1' | diff -u - out
}

@test "repeats with many more layers or fewer have the same positions before and behind them" {
	local layers
	# Seven requests; 140 layers fewer are more differences than are looked for.
	for layers in 200 30 190 60 210 45 205; do
		times 1 prefill scatter
		times "$layers" gemm norm attn act
		times 1 gather reply
	done >names
	mapfile -t names <names
	trace-cycles -q <(events "${names[@]}") | awk -F '\t' '$4 == 1 { print $12, $13, $14 }' >out
	assert_equal "$(head -n 3 out && tail -n 2 out)" "1 prefill 5
2 scatter 5
3 gemm 5
803 gather 5
804 reply 5"
	assert_equal "$(awk '{ n += $3 } END { print n }' out)" $((4 * (200 + 190 + 210 + 60 + 205) + 4 * 5))
}

@test "what trace-link knows stands where most repeats agree" {
	events $(times 16 a b c) | awk -F '\t' -v OFS='\t' 'NR == 1 { print $0, "cpu_op" }
		NR > 1 { n++; print $0, n == 7 ? "" : $3 == "b" && n < 8 ? "other" : $3 == "c" && n < 10 ? "other" : "op" }' >table
	run -0 bash -c 'trace-cycles table | cut -f 12-14,24'
	assert_output "$(tsv 'position name count cpu_op' '1 a 16 op' '2 b 16 op' '3 c 16 -')"

	events $(times 3 a b c) | awk -F '\t' -v OFS='\t' 'NR == 1 { print $0, "module", "cpu_op" }
		NR > 1 { print $0, $3 == "c" ? "" : "m", $3 == "b" ? "op" NR : "op" }' >table
	run -0 bash -c 'trace-cycles table | cut -f 12-14,22-'
	assert_output "$(tsv 'position name count runs step_kind cpu_op module' '1 a 3 1 1 op m' \
		'2 b 3 1 1 - m' '3 c 3 1 1 op -')"
	trace-cycles -l table >list
	run -1 grep -q cpu_op list
	sed '1s/module/cpu_op/' table >doubled
	run -2 --separate-stderr trace-cycles doubled
	[[ $stderr == *"two columns have the same name: cpu_op"* ]] || fail "$stderr"
}

@test "every repeat is counted, from any start" {
	for cut in 1 2 3 4 5; do
		events $(times 6 a b c d e | tail -n +$cut) >table
		run -0 bash -c 'trace-cycles -l table | cut -f 7,8 | tail -n +2'
		assert_output "$(((31 - cut) / 5))"$'\t5'
	done
}

# The GPU waits 9 us before the copies and 99 us after them, 1 us elsewhere.
paused() {
	awk -v OFS='\t' 'NR == 1 { print; next } {
		t += 1 + ($3 == "copy" ? 9 : before == "set" ? 99 : 1)
		before = $3
		$1 = t ".000"
		print
	}' "$1"
}

@test "kernels between two pauses begin a step if the trace begins with them" {
	local i decode=(copy set embed $(times 6 norm gemm act attn) head argmax)

	events copy set embed $(times 6 norm large act flash) head argmax \
		$(for i in 1 2 3 4; do echo "${decode[*]}"; done) copy set embed norm gemm >table
	paused table | trace-cycles -lq | cut -f 5,7-8,13 >out
	tsv 'level reps length structure' '1 1 29 head_3_+_6_x_cycle_2_+_tail_2' '2 6 4 4' \
		'1 4 29 head_3_+_6_x_cycle_4_+_tail_2' '2 24 4 4' | tr _ ' ' | diff -u - out
	# of a trace that begins later nothing tells, and the longer pause decides
	paused <(sed 2,3d table) | trace-cycles -lq | cut -f 5,7-8,13 >out
	tsv 'level reps length structure' '1 1 29 head_1_+_6_x_cycle_2_+_tail_4' '2 6 4 4' \
		'1 4 29 head_1_+_6_x_cycle_4_+_tail_4' '2 24 4 4' | tr _ ' ' | diff -u - out
}

@test "a broken repeat at either end is no cycle of its own" {
	events $(steps | tail -n +6; steps; steps | head -n 7) >table
	run -0 bash -c 'trace-cycles -l table | cut -f 5,7,8 | grep ^1'
	assert_output $'1\t6\t25'
}

@test "only kernels, per stream and device; without a column cat all rows" {
	{
		events $(times 10 a b c)
		events $(times 10 x y) | tail -n +2 | sed 's/7$/20/'
		events $(times 10 p q) | tail -n +2 | sed 's/0\t7$/1\t7/'
		events $(times 10 copy) | tail -n +2 | sed 's/kernel/gpu_memcpy/; s/7$/9/'
	} >table
	trace-cycles -l table | cut -f 2-4,7-9 >out
	tsv 'device stream cycle reps length coverage_pct' '0 7 1 10 3 60.000' \
		'0 20 2 10 2 40.000' '1 7 3 10 2 100.000' | diff -u - out
	cut -f 1-3,5- table | trace-cycles -l | cut -f 2-4,7-9 >out
	tsv 'device stream cycle reps length coverage_pct' '0 7 1 10 3 50.000' \
		'0 9 2 10 1 16.667' '0 20 3 10 2 33.333' '1 7 4 10 2 100.000' | diff -u - out
}

@test "ranks are apart" {
	for rank in 0 1; do
		events $(times 5 a b c) | sed "1s/\$/\trank/; 2,\$s/\$/\t$rank/" >r$rank
	done
	trace-cycles -l r1 r0 | cut -f 1,4,7 >out
	tsv 'rank cycle reps' '0 1 5' '1 2 5' | diff -u - out
	trace-cycles --segments r1 r0 | cut -f 1,4-8 | sed -n '1,2p; 7p' >out
	tsv 'rank level segment cycle rep path' '0 1 repeat 1 1 1:1' '1 1 repeat 2 1 2:1' |
		diff -u - out
}

@test "several files are one stream" {
	events $(times 5 a b c) >one
	{ head -n 1 one; tail -n +9 one; } >second
	head -n 8 one >first
	trace-cycles second first | diff -u <(trace-cycles one) -
}

@test "the order of the input does not matter" {
	{
		events $(steps)
		events $(times 30 x y y) | tail -n +2 | sed 's/7$/8/'
		events $(times 30 x y z) | tail -n +2 | sed 's/0\t7$/-\t+3/'
	} >table
	events $(cut_steps) | sed '1d; s/7$/9/' >>table
	for how in '' -l --events --segments --repeats '-l --merged' --names=normalised; do
		trace-cycles $how table >expected 2>told
		for seed in 1 2 3; do
			{ head -n 1 table; tail -n +2 table |
				shuf --random-source=<(yes $seed); } | trace-cycles $how 2>err |
				cmp expected -
			cmp told err
		done
	done
}

@test "equal times: the order is total" {
	{
		printf 'ts_us\tdur_us\tname\tcorrelation\n'
		for i in {1..20}; do
			printf '%d.000\t1.000\tb\t%d\n' $((i / 4)) $((100 - i))
			printf '%d.000\t1.000\ta\tx%d\n' $((i / 4)) $i
		done
	} >table
	{ head -n 1 table; tail -n +2 table | tac; } >turned
	trace-cycles --events table | cmp - <(trace-cycles --events turned)
}

@test "--min-length and --max-length" {
	events $(steps) >table
	run -0 bash -c 'trace-cycles -l --max-length 24 table | cut -f 5,7,8 | tail -n +2'
	assert_output $'1\t12\t3\n1\t15\t2'
	run -0 bash -c 'trace-cycles -l --min-length 3 table | cut -f 5,7,8 | tail -n +2'
	assert_output $'1\t3\t25\n2\t12\t3'
	run -2 trace-cycles --min-length 0 table
	run -2 trace-cycles --max-length x table
	run -2 trace-cycles --min-length 5 --max-length 4 table
	assert_line --index 0 'trace-cycles: --min-length is more than --max-length'
}

@test "--events gives every row back, in time order, with its place" {
	{
		events end $(times 3 a b b b b b b)
		printf '1.000\t0.500\tcopy\tgpu_memcpy\t0\t7\n'
	} >table
	trace-cycles --events table | cut -f 1,3,7- >out
	head -n 6 out >start
	tsv 'ts_us name cycle rep position path step layer' '1.000 copy - - - - - -' \
		'2.000 end - - - - - -' '4.000 a 1 1 1 1:1 1 -' '6.000 b 2 1 1 1:1/2:1 1 1' \
		'8.000 b 2 2 1 1:1/2:2 1 2' | diff -u - start
	tail -n 1 out | diff -u <(tsv '44.000 b 2 18 1 1:3/2:18 3 6') -
	[ "$(wc -l <out)" -eq 24 ]
	diff -u <(sort table) <(trace-cycles --events table | cut -f 1-6 | sort)
}

@test "--events: copies and other streams are in the repeat of what the main stream runs before them" {
	{
		events $(times 8 a b c)
		printf '%s\t0.100\tnccl\tkernel\t0\t20\n' 1.000 9.000 9.500 49.500 50.000
		printf '%s\t0.100\tcopy\tgpu_memcpy\t0\t7\n' 2.500 48.500 60.000
		printf '9.000\t0.100\tother\tkernel\t1\t7\n'
	} >table
	trace-cycles --events table | awk -F '\t' '$3 !~ /^[abc]$/' | cut -f 1,3,7- >out
	tsv 'ts_us name cycle rep position path step layer' '1.000 nccl - - - - - -' '2.500 copy 1 1 - 1:1 1 -' \
		'9.000 nccl 1 2 - 1:2 2 -' '9.000 other - - - - - -' '9.500 nccl 1 2 - 1:2 2 -' \
		'48.500 copy 1 8 - 1:8 8 -' '49.500 nccl 1 8 - 1:8 8 -' '50.000 nccl 1 8 - 1:8 8 -' \
		'60.000 copy - - - - - -' | diff -u - out
	grep -v '^60' table | trace-cycles --events | grep -P 'nccl\t' | cut -f 11 | paste -sd ' ' >out
	[ "$(cat out)" = ' 2 2  ' ] || fail "$(cat out)"
}

# launched: eight steps of a b c from 10 on, a step every 10 us. The host launched them all
# before, a step every microsecond, the last one as a graph. What stream 20 runs:
# ahead      launched by step 3, runs at once, in step 1
# waited     launched by step 1, runs in step 4
# spans      not launched, from step 2 to 4
# shared     two calls bear its correlation; it starts in step 5
# in_graph   launched with the graph of step 8, runs in step 6
# late       launched behind all of them, starts in step 7
launched() {
	awk 'BEGIN {
		OFS = "\t"
		print "ts_us", "dur_us", "name", "cat", "ph", "id", "pid", "tid", "device", "stream", "correlation"
		for (i = 1; i <= 8; i++)
			for (k = 1; k <= 3; k++) {
				if (i < 8)
					call(i + k / 10, "cudaLaunchKernel", 10 * i + k)
				gpu(10 * i + 2 * k - 2, 1, substr("abc", k, 1), 7, i < 8 ? 10 * i + k : 8)
			}
		call(8.1, "cudaGraphLaunch", 8)
		side(3.15, 12.5, "ahead", 101)
		side(1.25, 43, "waited", 102)
		gpu(22.5, 20, "spans", 20, "")
		side(2, 52.5, "shared", 103)
		call(3.5, "cudaLaunchKernel", 103)
		gpu(62.5, 0.5, "in_graph", 20, 8)
		side(9, 72.5, "late", 104)
	}
	function call(ts, name, id) { printf "%.3f\t0.010\t%s\tcuda_runtime\tX\t\t5\t5\t\t\t%s\n", ts, name, id }
	function gpu(ts, us, name, stream, id) {
		printf "%.3f\t%.3f\t%s\tkernel\tX\t\t0\t%d\t0\t%d\t%s\n", ts, us, name, stream, stream, id
	}
	function side(at, ts, name, id) { call(at, "cudaLaunchKernel", id); gpu(ts, 0.5, name, 20, id) }'
}

@test "--events: what another stream runs belongs to the step that launched it, else to that of its start" {
	launched >table
	sides() { awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i } $c["stream"] == 20 { print $c["name"], $c["rep"], $c["step"] }' | sort; }
	printf '%s\n' 'ahead 3 3' 'in_graph 8 8' 'late 7 7' 'shared 5 5' 'spans 2 2' 'waited 1 1' >expected
	trace-cycles --events table | sides | diff -u expected -
	trace-link -q table | trace-cycles --events | sides | diff -u expected -
	# Without the calls, the times on the GPU tell.
	printf '%s\n' 'ahead 1 1' 'in_graph 6 6' 'late 7 7' 'shared 5 5' 'spans 2 2' 'waited 4 4' >expected
	grep -v cuda_runtime table | trace-cycles --events | sides | diff -u expected -
}

@test "--events: each event is in one step, which trace-cut takes with its launches" {
	launched | trace-cycles --events >all
	for step in 1 2 3 4 5 6 7 8; do
		trace-cut --step $step all | sed 1d
	done | sort >cut
	grep -v 103 all | sed 1d | sort | diff - <(grep -v 103 cut)
	trace-cut --step 1 all | cut -f 3 | sed 1d | paste -sd ' ' | diff - <(
		echo cudaLaunchKernel cudaLaunchKernel cudaLaunchKernel cudaLaunchKernel a b c waited)
}

@test "what trace-cut leaves of a step is found as one step, with what repeats in it" {
	list() { trace-cycles -l "$@" 2>&1 | cut -f 3-8 | sed 1d; }
	launched | trace-cycles --events >all
	for step in 1 3 8; do
		trace-cut --step $step all | list | diff <(tsv '7 1 1 - 1 3') -
	done
	list all | diff <(tsv '7 1 1 - 8 3') -
	grep -P '^ts_us|\tnone\t' all | run -1 trace-cycles -q
	events $(steps) | trace-cycles --events | trace-cut --step 2 >step
	list step | diff <(tsv '7 1 1 - 1 25' '7 2 2 1 4 3' '7 3 2 1 5 2') -
}

@test "--whole: all kernels of the longest stream, or of all, are one step, with what repeats in it" {
	{
		events $(steps)
		tsv '7000 1 beside kernel 0 8' '7010 1 beside kernel 0 8' '7020 1 beside kernel 0 8'
	} >table
	list() { trace-cycles --whole -l "$@" table | cut -f 3-8 | sed 1d | head -n 2; }
	kernels=$(($(wc -l <table) - 4))
	list | diff <(tsv "7 1 1 - 1 $kernels" '7 2 2 1 3 25') -
	list --merged | diff <(tsv "- 1 1 - 1 $((kernels + 3))" '- 2 2 1 3 25') -
	trace-cycles --whole --events table | awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
		$c["path"] ~ /^1:1/ { n++ } END { print n }' | diff <(echo "$kernels") -
}

@test "real traces: a step that was cut out is one step" {
	need_traces
	for name in nanogpt-h100-current resnet-ddp-mi300 vllm-llama70b-tp4-mi300; do
		trace-extract -c gpu "$TRACES/$name.json.gz" | trace-cycles -q --events >all
		for step in 2 3; do
			trace-cut --step $step all >step
			awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i }
				$c["position"] != "" { n[$c["stream"]]++ }
				END { for (k in n) if (n[k] > most) most = n[k]; print 1, most }' step >expected
			trace-cycles -lq step | awk -F '\t' '$5 == 1 { print $7, $8 }' | diff expected - || fail "$name $step"
		done
	done
}

@test "real traces: steps whose optimizer does more every second time are steps, not pairs" {
	need_traces
	kernels() { trace-extract "$TRACES/$1.json.gz" | trace-cycles -q --repeats --names="$3" | awk -F '\t' '$5 == 1 && $3 == s { print $14 }' s="$2" | xargs; }
	kernels nanogpt-h100-normuon-rank0 7 exact | diff <(echo 625 684 625 684) -
	kernels nanogpt-h100-normuon-rank0 7 normalised | diff <(echo 625 684 625 684) -
	kernels nanogpt-h100-normuon-rank6 21 exact | diff <(echo 648 589 648 589 648) -
}

@test "real traces: kernels under other names, in another order, have the same cycles" {
	need_traces
	for name in nanogpt-h100-normuon-rank0 qwen05b-mi300 resnet-ddp-mi300; do
		trace-extract "$TRACES/$name.json.gz" >events
		awk -F '\t' -v OFS='\t' 'NR > 1 { if (!($3 in called)) called[$3] = "k" (9999 - n++)
			$3 = called[$3] } { print }' events >renamed
		diff <(trace-cycles -lq --names=exact events) <(trace-cycles -lq --names=exact renamed) ||
			fail "$name"
	done
}

# A step of 40 us every 50 us on stream 7; beside it collectives that wait for 90 us of 100,
# a copy kernel that repeats alone, and before the steps eight fills.
@test "step_kind: the step of the main stream, then others; a lone kernel and other streams are none" {
	{
		tsv 'ts_us dur_us name stream'
		for i in {0..7}; do printf '%d\t1.000\tfill\t7\n' $((i * 3)); done
		for i in {1..8}; do
			printf '%d\t10.000\t%s\t7\n' $((i * 50)) a $((i * 50 + 10)) b $((i * 50 + 20)) b $((i * 50 + 30)) c
			printf '%d\t45.000\t%s\t9\n' $((i * 50)) gather $((i * 50 + 46)) reduce
			printf '%d\t3.000\tpoll\t8\n' $((i * 50)) $((i * 50 + 8)) $((i * 50 + 16)) $((i * 50 + 24)) $((i * 50 + 32))
		done
		for i in {9..14}; do printf '%d\t8.000\t%s\t7\n' $((i * 50)) x $((i * 50 + 10)) y; done
	} >table
	trace-cycles --weak -ql table | awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
		{ print $c["stream"], $c["level"], $c["reps"], $c["length"], $c["step_kind"] }' >out
	diff -u - out <<-END
	7 1 8 1 
	7 1 8 4 1
	7 1 6 2 2
	8 1 40 1 
	9 1 8 2 
	END
	trace-cycles --events --weak table | awk -F '\t' '$3 == "fill" && $9 != ""' >fills
	[ ! -s fills ]
}

@test "--events: layers count from 1 in each step, for each cycle inside it" {
	events $(steps) | trace-cycles --events | sed 1d | cut -f 3,11,12 >out
	for step in 1 2 3; do
		printf 'head\t%d\t\n' $step
		for layer in 1 2 3 4; do printf '%s\n' {norm,gemm,act}$'\t'"$step"$'\t'$layer; done
		printf 'mid\t%d\t\n' $step
		for layer in 1 2 3 4 5; do printf '%s\n' {attn,proj}$'\t'"$step"$'\t'$layer; done
		printf 'tail\t%d\t\n' $step
	done | diff - out
}

@test "--events: what another stream runs is in the layer that launched it, not in a cycle of its own" {
	awk 'BEGIN {
		OFS = "\t"
		print "ts_us", "dur_us", "name", "cat", "device", "stream", "launch_ts_us"
		for (step = 1; step <= 8; step++) {
			kernel("a")
			for (layer = 1; layer <= 4; layer++) {
				kernel("b")
				kernel("c")
				print at + 40.5, 1, "nccl", "kernel", 0, 20, at / 10 + 0.5
			}
			kernel("z")
		}
	}
	function kernel(name) { print at += 10, 5, name, "kernel", 0, 7, at / 10 }' >table
	places() { trace-cycles --events "$@" | awk -F '\t' '$3 == "nccl" { split($(NF - 2), path, ":"); print path[1], $(NF - 1), $NF }'; }
	places table | diff <(printf '%s\n' "3 "{1,2,3,4,5,6,7,8}" "{1,2,3,4}) -
	# Without the launches: where it runs, two layers later.
	cut -f 1-6 table | places | sed 4q | diff <(printf '%s\n' '3 1 3' '3 1 4' '3 2 ' '3 2 1') -
}

@test "--events: the main stream has most kernels in cycles, however long others wait" {
	{
		events $(times 8 a b c)
		for i in 0 1 2 3 4 5 6 7; do
			printf '%d.000\t5.000\tnccl\tkernel\t0\t20\n' $((6 * i + 2))
		done
		printf '15.000\t0.100\tset\tgpu_memset\t0\t7\n'
	} >table
	trace-cycles --events table | awk -F '\t' '$3 == "set"' | cut -f 10 >out
	trace-cycles -lq table | cut -f 3-5,7,9 >list
	[ "$(cat out)" = 1:3 ] || fail "$(cat out list)"
	[ "$(grep -c '^20' list)" -eq 1 ]
}

@test "--repeats: one line a repeat, with its time and how well it matches" {
	{ times 7 a b c d; printf '%s\n' a b stray c d a b c; times 5 a b c d; } >names
	events $(cat names) >table
	trace-cycles --repeats table | cut -f 4- >out
	[ "$(wc -l <out)" -eq 15 ]
	{ sed -n 1,2p out; sed -n 9,11p out; } >some
	tsv 'cycle level parent rep start_ts_us period_us wall_us busy_us idle_us sum_us kernels match_pct' \
		'1 1 - 1 2.000 8.000 7.000 4.000 3.000 4.000 4 100.000' \
		'1 1 - 8 58.000 10.000 9.000 5.000 4.000 5.000 5 80.000' \
		'1 1 - 9 68.000 6.000 5.000 3.000 2.000 3.000 3 75.000' \
		'1 1 - 10 74.000 8.000 7.000 4.000 3.000 4.000 4 100.000' | diff -u - some
}

# lossy PERCENT: 60 steps of 8 layers of ten kernels, PERCENT % of them lost.
lossy() {
	awk -v percent="$1" 'BEGIN {
		seed = 20131
		print "ts_us\tdur_us\tname\tcat"
		for (s = 0; s < 60; s++)
			for (k = 0; k < 83; k++) {
				seed = seed * 16807 % 2147483647
				if (seed % 10000 >= percent * 100)
					printf "%d.000\t1.000\t%s\tkernel\n", ++t * 2, k < 80 ? "k" k % 10 : "tail" k
			}
	}'
}

@test "--repeats: repeats match by as much less as kernels are lost" {
	for percent in 0 1 3; do
		lossy "$percent" >table
		trace-cycles -q --repeats table | awk -F '\t' -v there="$(($(wc -l <table) - 1))" '
			NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
			$c["level"] == 1 { n++; off += 100 - $c["match_pct"] }
			END { off = off / n - 100 * (1 - there / (60 * 83))
				print n, (off > -0.5 && off < 0.5) ? "as lost" : off }'
	done >out
	printf '60 as lost\n%.0s' 1 2 3 | diff -u - out
}

# whole_steps N: a head, four layers, a tail of two kernels.
whole_steps() {
	local i
	for ((i = 0; i < $1; i++)); do
		echo head
		times 4 attn mlp
		printf '%s\n' norm tail
	done
}

# Five steps begun in the middle of another, and three further ones ended likewise.
cut_steps() {
	printf '%s\n' copy attn mlp attn mlp norm tail
	whole_steps 5
	printf '%s\n' x y z
	whole_steps 3
	printf '%s\n' head attn mlp attn
}

@test "-l: wall periods, busy and idle time, and repeats that are cut off" {
	tsv 'ts_us dur_us name' '0.000 1.000 a' '2.000 5.000 b' '20.000 2.000 a' \
		'21.000 5.000 b' '34.000 4.500 a' '40.000 5.000 b' '60.000 0.001 a' \
		'70.000 5.000 b' '80.000 1.000 a' >table
	trace-cycles -l table | cut -f 11- >out
	# 75 us from the first start to the last end
	tsv 'mean_period_us sum_us structure median_period_us min_period_us max_period_us busy_us idle_us partial runs step_kind' \
		'20.000 27.501 2 20.000 14.000 26.000 26.501 48.499 1 1 1' | diff -u - out
}

@test "--segments: each kernel in one of each level" {
	events $(cut_steps) | trace-cycles --segments | cut -f 4-11 >out
	sed -n '1,4p; 8,10p; 12,20p' out >some
	tsv 'level segment cycle rep path start_ts_us sum_us kernels' \
		'1 before - - - 2.000 1.000 1' '1 partial 1 p1 1:p1 4.000 6.000 6' \
		'1 repeat 1 1 1:1 16.000 11.000 11' '1 repeat 1 5 1:5 104.000 11.000 11' \
		'1 between - - - 126.000 3.000 3' '1 repeat 1 6 1:6 132.000 11.000 11' \
		'1 repeat 1 8 1:8 176.000 11.000 11' '1 partial 1 p2 1:p2 198.000 4.000 4' \
		'2 before - - - 2.000 1.000 1' '2 repeat 2 p1 1:p1/2:p1 4.000 2.000 2' \
		'2 repeat 2 p2 1:p1/2:p2 8.000 2.000 2' '2 after 1 p1 1:p1 12.000 2.000 2' \
		'2 before 1 1 1:1 16.000 1.000 1' '2 repeat 2 1 1:1/2:1 18.000 2.000 2' \
		'2 repeat 2 2 1:1/2:2 22.000 2.000 2' | diff -u - some
	grep p2 out | tail -n 3 >some
	tsv '2 before 1 p2 1:p2 198.000 1.000 1' '2 repeat 2 p3 1:p2/2:p3 200.000 2.000 2' \
		'2 partial 2 p4 1:p2/2:p4 204.000 1.000 1' | diff -u - some
	events a b c d | trace-cycles -q --segments --exit-zero | cut -f 4-8,11 >out
	tsv 'level segment cycle rep path kernels' '1 outside - - - 4' | diff -u - out
}

@test "repeats that are cut off do not count, and --events has them" {
	events $(cut_steps) >table
	[ "$(trace-cycles table | awk -F '\t' '$4 == 1' | cut -f 7,8,14 | sort -u)" = $'8\t11\t8' ]
	run -0 bash -c 'trace-cycles -l table | cut -f 7,12,19 | sed 1d'
	assert_output $'8\t88.000\t2\n32\t64.000\t1'
	run ! bash -c 'trace-cycles --repeats table | cut -f 7 | grep ^p'
	trace-cycles --events table | awk -F '\t' '$8 ~ /^p/' | cut -f 3,7-10 | tail -n 4 >out
	tsv 'head 1 p2 1 1:p2' 'attn 2 p3 1 1:p2/2:p3' 'mlp 2 p3 2 1:p2/2:p3' \
		'attn 2 p4 1 1:p2/2:p4' | diff -u - out
}

@test "--merged: all streams of a GPU as one" {
	{
		printf 'ts_us\tdur_us\tname\tcat\tdevice\tstream\n'
		for i in 1 2 3 4 5 6; do
			printf '%d0.000\t1.000\ta\tkernel\t0\t7\n' $i
			printf '%d1.000\t1.000\tnccl\tkernel\t0\t20\n' $i
			printf '%d2.000\t1.000\tb\tkernel\t0\t7\n' $i
			printf '%d0.000\t1.000\tx\tkernel\t1\t7\n' $i
		done
	} >table
	trace-cycles --merged -l table | cut -f 2-4,7-9 >out
	tsv 'device stream cycle reps length coverage_pct' '0 - 1 6 3 100.000' \
		'1 - 2 6 1 100.000' | diff -u - out
	run -0 bash -c 'trace-cycles --merged --events table | cut -f 10 | grep -c "1:6$"'
	assert_output 3
}

@test "--names=normalised: names that differ in numbers, in rows of their own" {
	for i in 1 2 3 4 5 6 7 8; do printf '%s\n' "gemm_64x$i" norm act; done >names
	events $(cat names) >table
	run -1 trace-cycles -lq table
	trace-cycles --names=normalised table | cut -f 7,12-14 >out
	tsv 'reps position name count' '8 1 gemm_64x1 1' '8 1 gemm_64x2 1' '8 1 gemm_64x3 1' \
		'8 1 gemm_64x4 1' '8 1 gemm_64x5 1' '8 1 gemm_64x6 1' '8 1 gemm_64x7 1' \
		'8 1 gemm_64x8 1' '8 2 norm 8' '8 3 act 8' | diff -u - out
	run -0 trace-cycles --names=normalized -l table
	run -2 trace-cycles --names=other table
}

@test "-l says what other names and another order would find" {
	{
		printf 'ts_us\tdur_us\tname\tcat\trank\tdevice\tstream\n'
		for ((i = 0; i < 36; i++)); do
			printf '%d0.000\t2.000\tattn_%d\tkernel\t3\t0\t7\n' $i $((i % 2))
			printf '%d2.000\t1.000\tmlp\tkernel\t3\t0\t7\n' $i
			printf '%d4.000\t5.000\treduce\tkernel\t3\t0\t20\n' $i
			printf '%d0.000\t1.000\tx\tkernel\t3\t1\t7\n' $i
		done
	} >table
	run -0 --separate-stderr trace-cycles -l table
	[ "$(cut -f 3,7,8 <<<"$output")" = "$(tsv 'stream reps length' '7 18 4' '20 36 1' '7 36 1')" ]
	[ "$stderr" = "trace-cycles: normalised names on rank 3, device 0, stream 7: 36 x 2 kernels, 100.0 % of the time; here it is 18 x 4 kernels, 100.0 % of the time; see --names=normalised" ] || fail "$stderr"
	run -0 --separate-stderr trace-cycles -l --merged --names=normalised table
	[ "$(cut -f 3,7,8 <<<"$output")" = "$(tsv 'stream reps length' '- 36 3' '- 36 1')" ]
	[ "$stderr" = "trace-cycles: exact names on rank 3, device 0: 18 x 6 kernels, 100.0 % of the time; here it is 36 x 3 kernels, 100.0 % of the time; see --names=exact" ] || fail "$stderr"
	for quiet in '-lq' '' --events --segments; do
		run -0 --separate-stderr trace-cycles $quiet table
		[ -z "$stderr" ] || fail "$quiet: $stderr"
	done
	# names that are one anyway, streams that do not alternate: nothing to say
	{ events $(times 9 a b); events $(times 9 p q) | sed '1d; s/^/9/; s/7$/8/'; } >table
	run -0 --separate-stderr trace-cycles -l table
	[ -z "$stderr" ] || fail "$stderr"
	{ events a b a c a d e f; events $(times 8 p q) | sed '1d; s/7$/8/'; } >table
	run -0 --separate-stderr trace-cycles -l table
	[ -z "$stderr" ] || fail "$stderr"
}

# endless TEXT: step after step of 3 kernels, 36 layers of 15, and 4 kernels, behind
# the rows of TEXT, until nobody reads any more.
endless() {
	awk -v first="$1" -v OFS='\t' '
		function row(name) { printf "%d.000\t1.000\t%s\tkernel\n", 2 * i++, name }
		BEGIN {
			print "ts_us", "dur_us", "name", "cat"
			for (n = split(first, name, " "); k < n; k++)
				row(name[k + 1])
			for (;;) {
				for (k = 0; k < 543; k++)
					row(k < 3 ? "head_" k : "layer_" k % 15)
				for (k = 0; k < 4; k++)
					row("tail_" k)
			}
		}'
}

@test "--early: reading ends, and what writes in front as well" {
	{ endless || echo "status $?" >producer; } | timeout 60 trace-cycles --early >out 2>err
	grep -qx 'status 141' producer
	[ "$(cat err)" = "trace-cycles: stopped reading after 10000 kernels: 18 x 547 of them repeat; without --early all are read" ] ||
		fail "$(cat err)"
	# the answer is that to the rows that were read
	endless | head -n 10001 >table
	trace-cycles table | diff -u - out
	trace-cycles --early --events table 2>err | cmp - <(trace-cycles --events table)
	grep -q 'stopped reading' err
	run -0 --separate-stderr bash -c 'trace-cycles --early=18 -lq table | cut -f 7'
	[ -z "$stderr" ] || fail "$stderr"
	assert_line --index 1 18
	run -0 --separate-stderr trace-cycles --early=19 table
	[ -z "$stderr" ] || fail "$stderr"
}

@test "--early reads on while a tenth is something else, or steps are long" {
	endless "$(times 500 a b c d)" | timeout 60 trace-cycles --early -l >out 2>err
	grep -q 'after 40000 kernels: 69 x 547' err || fail "$(cat err)"
	tsv 'level reps length' '1 500 4' '1 69 547' '2 2484 15' | diff -u - <(cut -f 5,7,8 out)
	# a step of 4501 kernels, nearly all of them layers
	awk -v OFS='\t' 'BEGIN {
		print "ts_us", "dur_us", "name"
		for (i = 0; i < 90020; i++)
			printf "%d.000\t1.000\t%s\n", 2 * i, i % 4501 ? "k" (i % 4501) % 50 : "step"
	}' >table
	run -0 --separate-stderr trace-cycles --early -lq table
	assert_line --index 1 --regexp $'\t17\t4501\t'
	# one stream repeats, another one does not
	{
		printf 'ts_us\tdur_us\tname\tcat\tstream\n'
		{ endless | head -n 20000 | sed '1d; s/$/\t7/'
			awk 'BEGIN { for (i = 0; i < 5000; i++)
				printf "%d.000\t1.000\tk%d\tkernel\t8\n", i, i * i % 1009 }'
		} | sort -s -n -k 1,1
	} >table
	run -0 --separate-stderr trace-cycles --early table
	[ -z "$stderr" ] || fail "$stderr"
}

@test "--early: nothing repeats, or little was read: all is read, in silence" {
	endless | head -n 9999 >table
	run -0 --separate-stderr trace-cycles --early table
	[ -z "$stderr" ] || fail "$stderr"
	awk 'BEGIN { print "ts_us\tdur_us\tname"
		for (i = 0; i < 50000; i++) {
			seed = (seed * 16807 + 11) % 2147483647
			printf "%d.000\t1.000\tk%d\n", i, int(seed / 1000) % 60
		} }' >table
	run -1 --separate-stderr trace-cycles --early table
	[[ $stderr == *"no sequence of kernels repeats"* ]] || fail "$stderr"
	run -2 trace-cycles --early=1 table
	run -2 trace-cycles --early=x table
}

@test "--early: in a pipe with trace-extract" {
	endless | awk -F '\t' 'BEGIN { print "{\"traceEvents\": [" }
		NR > 1 { printf "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"%s\", \"ts\": %s, \"dur\": %s, \"pid\": 0, \"tid\": 7},\n", $3, $1, $2 }' |
		{ timeout 60 trace-extract 2>producer || echo "status $?" >>producer; } |
		trace-cycles --early -lq >out
	[ "$(cat producer)" = "status 141" ] || fail "$(cat producer)"
	[ "$(cut -f 7,8 out | sed -n 2p)" = $'18\t547' ]
}

@test "labels: a cycle carries the one its kernels share" {
	{
		events $(times 10 a b) | sed '1s/$/\tphase/; 2,$s/$/\tdecode/'
		events $(times 10 c d) | sed '1d; s/^/9/; s/$/\tprefill/'
		events $(times 10 e f) | sed '1d; s/^/99/; /\te\t/s/$/\tprefill/; /\tf\t/s/$/\tdecode/'
		events $(times 10 g h) | sed '1d; s/^/999/; s/$/\t/'
		events $(times 10 a b) | sed '1d; s/^/9999/; s/$/\tprefill/'
		# One phase alone is known: no kernel says that the cycle is both.
		events $(times 10 i j) | sed '1d; s/^/99999/; /\ti\t/s/$/\tunknown/; /\tj\t/s/$/\tdecode/'
		events $(times 10 k l) | sed '1d; s/^/999999/; /\tk\t/s/$/\t/; /\tl\t/s/$/\tdecode/'
	} >table
	trace-cycles -l table | cut -f 7,22- >out
	tsv 'reps phase phase_reason' '10 decode all~its~kernels' '10 prefill all~its~kernels' \
		'10 mixed its~kernels~differ' '10 - -' '10 prefill all~its~kernels' \
		'10 unknown its~kernels~differ' '10 unknown its~kernels~differ' |
		diff -u - out
}

@test "all cycles are printed, in order of time" {
	for i in {1..30}; do times 10 "a$i" "b$i" "c$i"; done >names
	events $(cat names) >table
	trace-cycles -lq table >out
	[ "$(wc -l <out)" -eq 31 ]
	awk -F '\t' 'NR > 1 && $4 != NR - 1 { exit 1 }' out
}

@test "weak evidence: a passage that repeats five times or less, --weak" {
	events $(times 5 a b c) c d e f g h i j k l m n o p q r s t u v w x y z \
		A B C D E F G H I J K L M N O P Q R S T U V W X Y Z >table
	run -1 --separate-stderr trace-cycles -l table
	[ "${#lines[@]}" -eq 1 ]
	[[ $stderr == *"--weak shows the others: 1" ]] || fail "$stderr"
	run -0 bash -c 'trace-cycles --weak -l table | cut -f 7,8'
	assert_line --index 1 $'5\t3'
	events $(times 6 a b c) c d e f g h i j k l m n o p q r s t u v w x y z \
		A B C D E F G H I J K L M N O P Q R S T U V W X Y Z >table
	run -0 trace-cycles -lq table
}

@test "weak evidence: rows in one step count together, and past a fault" {
	for ((i = 0; i < 30; i++)); do
		b=$((i > 0))
		echo head
		times 4 $(times 5 a b$b c d$b e) f g$b h i$b j
		printf '%s\n' tail end
	done | sed 's/b0/b/;s/b1/B/;40s/a/stray/' >names
	events $(cat names) | trace-cycles -lq | cut -f 5,7,8,13 >out
	tsv 'level reps length structure' \
		'1 1 123 head~1~+~4~x~cycle~2~+~tail~2' '2 4 30 5~x~cycle~3~+~tail~5' '3 20 5 5' \
		'1 29 123 head~1~+~4~x~cycle~5~+~tail~2' '2 116 30 5~x~cycle~6~+~tail~5' '3 580 5 5' |
		diff -u - out
}

@test "steps between two others, and as many before and behind them, are no pair of requests" {
	d="h i $(times 8 a b c d e) t" e="h j $(times 8 n q r s u) v t"
	events $(times 4 a b c d e) t $(times 5 $d) $e $(times 9 $d) $e $(times 3 $d) h i $(times 5 a b c d e) |
		trace-cycles -lq | cut -f 5,7,8,13 >out
	tsv 'level reps length structure' '1 17 43 head~3~+~8~x~cycle~2' '2 136 5 5' \
		'1 2 44 head~3~+~8~x~cycle~4~+~tail~1' '2 16 5 5' | diff -u - out
}

@test "a step does not begin where its stream waits for a collective" {
	awk 'BEGIN {
		print "ts_us\tdur_us\tname\tcat\tdevice\tstream"
		for (step = 0; step < 6; step++) {
			for (i = 0; i < 36; i++)
				printf "%d\t9\t%s\tkernel\t0\t7\n", time += 10, i % 6 ? "k" i % 6 : "norm"
			printf "%d\t900\tncclDevKernel_AllReduce\tkernel\t0\t8\n", time + 5
			for (i = 0; i < 12; i++)
				printf "%d\t9\tupdate%d\tkernel\t0\t7\n", (time += 10) + 900, i
			time += 910
		}
	}' >table
	trace-cycles -lq table | cut -f 5,7,8,13 | sed -n 2p | diff - <(printf '1\t6\t48\t6 x cycle 2 + tail 12\n')
}

@test "weak evidence: a lone step of as many layers as other steps" {
	for layers in 4 3; do
		{ printf '%s\n' in put $(times $layers n q r s t u v w) out
			times 30 head tail $(times $layers a b c d e f g h) end; } >names
		events $(cat names) | trace-cycles -lq | cut -f 5,7,8,13
	done >out
	tsv 'level reps length structure' \
		'1 1 35 head~2~+~4~x~cycle~2~+~tail~1' '2 4 8 8' \
		'1 30 35 head~2~+~4~x~cycle~4~+~tail~1' '2 120 8 8' \
		'level reps length structure' \
		'1 30 27 head~2~+~3~x~cycle~2~+~tail~1' '2 90 8 8' |
		diff -u - out
}

@test "a lone step that the recording cut off is no step; its layers are a cycle" {
	prefill="in put $(times 12 n q r s t u v w) out"
	decode="head tail $(times 12 a b c d e f g h) end"
	steps() { trace-cycles -lq | cut -f 5,7,8,13 | grep -v '^2' | tr '\t' ' '; }
	whole='1 1 99 head 2 + 12 x cycle 2 + tail 1' layers='8 8'
	times 9 $decode >decodes
	run -0 steps < <(events $prefill $(<decodes))
	assert_line "$whole"
	for from in 36 40; do
		run -0 steps < <(events $(echo $prefill | cut -d ' ' -f $from-) $(<decodes))
		assert_line --regexp "^1 [78] $layers$"
		refute_line --partial '1 1 '
		run -0 steps < <(events $(<decodes) $(echo $prefill | cut -d ' ' -f -$((from + 32))))
		assert_line --regexp "^1 [78] $layers$"
		refute_line --partial '1 1 '
	done
	# A model of other layers, and fewer, is whole: it has a head of its own.
	run -0 steps < <(events patch conv $(times 6 k l m o p q1 r1 s1) $(<decodes))
	assert_line --regexp '^1 1 50 head 2 '
}

@test "two lone steps whose layers hold layers are no rows of layers" {
	prefill="in put $(times 5 $(times 3 n q r s t u v) m x y z) out"
	decode="head tail $(times 5 $(times 3 a b c d e f) g h i j) end"
	events $prefill $(times 12 $decode) $prefill $(times 18 $decode) |
		trace-cycles -lq | cut -f 5,7,8,13 >out
	tsv 'level reps length structure' \
		'1 2 128 head~2~+~5~x~cycle~2~+~tail~1' \
		'2 10 25 3~x~cycle~3~+~tail~4' '3 30 7 7' \
		'1 30 113 head~2~+~5~x~cycle~5~+~tail~1' \
		'2 150 22 3~x~cycle~6~+~tail~4' '3 450 6 6' |
		diff -u - out
	# The recording begins in the first one.
	events $(echo $prefill | cut -d ' ' -f 60-) $(times 12 $decode) $prefill $(times 18 $decode) |
		trace-cycles -lq | cut -f 5,7,8,13 | grep 128 | diff - <(tsv '1 1 128 head~2~+~5~x~cycle~5~+~tail~1')
}

@test "a stray kernel breaks no run; it is a row of its own" {
	{ times 5 a b c d; printf '%s\n' a b stray c d; times 5 a b c d
		printf '%s\n' a b c; times 4 a b c d
		printf '%s\n' a B c d; times 4 a b c d; } >names
	events $(cat names) >table
	trace-cycles table | cut -f 7,12-14 >out
	tsv 'reps position name count' '21 1 a 21' '21 2 b 20' '21 2 B 1' '21 2 stray 1' \
		'21 3 c 21' '21 4 d 20' | sort >expected
	sort out | diff -u expected -
	# every kernel of a repeat is in a row
	[ "$(awk -F '\t' 'NR > 1 { n += $3 } END { print n }' \
		<(trace-cycles table | cut -f 12-14))" -eq "$(wc -l <names)" ]
}

@test "a kernel between the layers of one step and those of the next is its head" {
	for ((i = 0; i < 10; i++)); do echo head; times 36 a b c d e; done >names
	events $(cat names) | trace-cycles -l | cut -f 5,7,8,13 >out
	tsv 'level reps length structure' '1 10 181 head~1~+~36~x~cycle~2' '2 360 5 5' |
		diff -u - out
}

# sampled_steps WAY...: a step each, with more kernels at its end if its WAY is b.
sampled_steps() {
	local way
	for way; do
		echo head
		times 12 a b c d e f g h
		printf '%s\n' norm gemm cast
		[ "$way" = a ] || printf '%s\n' sort sort scan scatter top
		printf '%s\n' softmax draw pick
	done
}

@test "steps that sample in two ways by turns are one cycle, to the last" {
	local ways
	for ways in 'b b a b a a b a a a a b b a a a a a b a' 'b b a b a b b a' 'b a b b a'; do
		events $(sampled_steps $ways) | trace-cycles -l | cut -f 5,7 >out
		tsv 'level reps' "1 $(wc -w <<<"$ways")" "2 $((12 * $(wc -w <<<"$ways")))" | diff -u - out
	done
}

# Steps of two passes, and an optimizer of two kernels.
accumulated_steps() {
	times 3 $(for pass in 1 2; do
		printf '%s\n' in embed
		times 8 a b c d e f g h
		printf '%s\n' loss lossb
		times 8 H hh G gg F E D ee C B A wgrad
		echo embedb
	done) multi_tensor_apply_kernel:LpNormFunctor FusedAdamMathFunctor zero
}

@test "accumulated gradients: a step ends with its optimizer, known by name" {
	events $(accumulated_steps) | trace-cycles -l | cut -f 5,7,8 >out
	tsv 'level reps length' '1 3 333' '2 6 165' '3 48 8' '3 48 12' | diff -u - out
}

@test "one word of an optimizer makes no step: there is no backward pass beside it" {
	events $(times 10 $(for step in 1 2 3 4; do
		printf '%s\n' in
		times 8 a b c d e f g h
		echo draw
	done) h_adam_ard_kernel) >four
	trace-cycles -l four >out
	sed 's/h_adam_ard_kernel/other_kernel/' four | trace-cycles -l | diff -u - out
	tsv 'level reps length' '1 40 66' '2 320 8' | diff -u - <(cut -f 5,7,8 out)
}

# prefill and decode: a step of 12 layers, with the same head and tail.
prefill() {
	printf '%s\n' in embed
	times 12 a b C d e f G h i
	echo norm
	[ $# -gt 0 ] || printf '%s\n' gemm cast softmax draw pick
}
decode() {
	printf '%s\n' in embed
	times 12 a b c d e f g h
	printf '%s\n' norm gemm cast softmax draw pick
}

@test "three requests are three, though the first step of each has its own layers" {
	for i in 1 2 3; do
		prefill
		for k in {1..8}; do decode; done
	done >names
	events $(cat names) | trace-cycles -l | cut -f 5,7,8 >out
	sed -n '1,2p' out | diff -u <(tsv 'level reps length' '1 3 948') -
	grep -qx $'2\t24\t104' out || fail "$(cat out)"
}

@test "prefills and decodes that share heads and tails: all steps of all requests" {
	local n
	for n in 19 23 31 15 12 22 31; do
		prefill more
		prefill
		for ((i = 0; i < n; i++)); do decode; done
	done >names
	events $(cat names) | trace-cycles -l | cut -f 5,7,8 >out
	grep -qx $'1\t153\t104' out || fail "$(cat out)"
	grep -qx $'2\t1836\t8' out || fail "$(cat out)"
}

@test "many steps in a row are no part of a pair; lone steps that are alike are one cycle" {
	{ decode; prefill; decode; prefill; for i in {1..6}; do decode; done; } >names
	events $(cat names) | trace-cycles -l | cut -f 5,7,8 >out
	tsv 'level reps length' '1 8 104' '2 96 8' '1 2 116' '2 24 9' | diff -u - out
}

@test "the same layer in two kinds of step is two cycles" {
	for i in 1 2 3 4 5 6; do
		printf '%s\n' prefill
		times 8 a b c
		printf '%s\n' p q
	done >names
	for i in {1..9}; do
		printf '%s\n' decode
		times 8 a b c
		printf '%s\n' d
	done >>names
	events $(cat names) | trace-cycles -l | cut -f 4-8 >out
	tsv 'cycle level parent reps length' '1 1 - 6 27' '2 2 1 48 3' '3 1 - 9 26' '4 2 3 72 3' |
		diff -u - out
}

@test "two kinds of layers that end with the same kernel are all found" {
	# A step of diffusion with and without a prompt: two passes, and what adds these up.
	for i in {1..20}; do
		for pass in 1 2; do
			printf '%s\n' embed silu
			times 6 ln mul qkv1 qkv2 cat attention out1 out2 add ln up gelu down add
			times 12 ln mul qkv3 attention gelu down3 add
			printf '%s\n' ln last
		done
		printf '%s\n' mul add
	done >names
	events $(cat names) | trace-cycles -l | cut -f 5,7,8 >out
	grep -qx $'2\t240\t14' out || fail "$(cat out)"
	grep -qx $'2\t480\t7' out || fail "$(cat out)"
}

@test "steps with another number of layers are one cycle" {
	for layers in 36 36 35 36 36 36 35 36 36 36; do
		printf 'h%s\n' 1 2 3 4
		times $layers a b c d e
		printf 't%s\n' 1 2 3
	done >names
	events $(cat names) | trace-cycles -l | cut -f 5,7,8 >out
	tsv 'level reps length' '1 10 187' '2 358 5' | diff -u - out
}

@test "a first step that lacks a kernel counts, and a last one" {
	{
		printf '%s\n' h a b c d e f t
		times 5 h a b c d e f s t
		printf '%s\n' h a c d e f s t
	} >names
	events $(cat names) | trace-cycles -l | cut -f 5,7,8,19 >out
	tsv 'level reps length partial' '1 7 9 0' | diff -u - out
}

# A step of which the recording kept 43 of 80 layers is no step that varies; one that
# goes on behind its layers is.
@test "a row of layers that the end of the trace cuts off does not vary" {
	steps() {
		awk -v tail="$1" 'BEGIN {
			OFS = "\t"
			print "ts_us", "dur_us", "name", "cat", "device", "stream"
			for (s = 0; s < 2; s++) {
				for (i = 0; i < 11; i++) kernel("head" i)
				for (l = 0; l < (s ? 43 : 80); l++)
					for (i = 0; i < 16; i++) kernel("layer" i)
				for (i = 0; i < tail; i++) kernel("tail" i)
			}
			if (!tail) for (i = 0; i < 9; i++) kernel("layer" i)
		}
		function kernel(name) { print 10 * t++, 8, name, "kernel", 0, 7 }'
	}
	[ "$(steps 0 | trace-cycles -q -l | cut -f 5,7,8)" = "$(tsv 'level reps length' '1 123 16')" ]
	[ "$(steps 3 | trace-cycles -q -l | cut -f 5,7,8)" = "$(tsv 'level reps length' '1 2 1294' '2 123 16')" ]
}

@test "examples of the page" {
	sh "$TOP/scripts/make-samples" .
	manners_examples trace-cycles
}

# cycle TRACE: "length reps" of each cycle of a real trace.
cycles_of() {
	trace-extract "$TRACES/$1.json.gz" | trace-cycles -l >out
	[ "$(wc -l <out)" -le 21 ] || fail "$1: more than 20 cycles"
	cut -f 8,7 out | awk 'NR > 1 { print $2 " x " $1 }'
}

@test "real traces: the known periods and repeats" {
	need_traces
	while read -r trace known; do
		cycles_of "$trace" >found
		grep -qxE "$known" found || fail "$trace: no $known in $(cat found)"
	done <<-'END'
		bert-small-h100 12 x 4
		bert-small-mi300 12 x 4
		vllm-gptoss20b-mi300-prefill 17 x 2[34]
		vllm-gptoss20b-mi300-decode 35 x 1[12]
		qwen05b-h100 42 x (24|34)
		qwen05b-mi300 43 x (24|34)
		resnet50-2021-v100 1462 x 6
		nccl-a100-rank0of2 893 x 3
		vllm-b200-eager-rank0 42 x 18
		owlv2-h100 866 x 5
		owlv2-h100 21 x 120
		owlv2-h100 24 x 60
		flux-sage-mi300-replay 1573 x 4
		flux-sage-mi300-replay 41 x 2[34]
		flux-sage-mi300-replay 39 x 7[2-6]
		flux-sage-mi300-replay 21 x 1(4[4-9]|5[0-2])
		flux-sage-mi300-capture 39 x 1[89]
		flux-sage-mi300-capture 21 x 3[678]
		resnet-2080ti 321 x 30
		resnet-ddp-mi300 742 x 4
	END
}

@test "real traces: layers whose attention takes turns are one cycle when normalised" {
	need_traces
	trace-extract "$TRACES/vllm-b200-eager-rank0.json.gz" |
		trace-cycles --names=normalised >out
	run -0 bash -c 'cut -f 7,8 out | sort -u'
	assert_line --index 0 $'36\t21'
	# the two kinds of attention are rows of one position
	run -0 bash -c 'cut -f 12-14 out | grep -c "fmha.*Causal.*	18$"'
	assert_output 2
}

@test "real traces: tokens of llama.cpp" {
	need_traces
	trace-extract "$TRACES/rocprofv3-llamacpp-decode.csv" >table
	run -0 bash -c 'trace-cycles -l table | cut -f 5,7,8'
	assert_line --index 1 $'1\t6\t24'
	[ "${#lines[@]}" -eq 2 ]
}

@test "steps between which a step of another kind comes now and then" {
	local i n
	for n in 5 1 9 2 14 3; do
		for ((i = 0; i < n; i++)); do echo head; times 12 a b c d e f g h i; echo tail; done
		echo first
		times 12 a b c D E F G h i
		echo last
	done >names
	events $(cat names) | trace-cycles -l | cut -f 4-8,13 >out
	tsv 'cycle level parent reps length structure' \
		'1 1 - 34 110 head~1~+~12~x~cycle~2~+~tail~1' '2 2 1 408 9 9' \
		'3 1 - 6 110 head~1~+~12~x~cycle~4~+~tail~1' '4 2 3 72 9 9' | diff -u - out
}

@test "real traces: a training step with its collectives, merged" {
	need_traces
	trace-extract "$TRACES/resnet-ddp-mi300.json.gz" | trace-cycles -l --merged |
		cut -f 3,5,7,8 >out
	grep -qx $'\t1\t4\t746' out || fail "$(cat out)"
	run -0 bash -c "trace-extract '$TRACES/resnet-ddp-mi300.json.gz' |
		trace-cycles -lq | cut -f 3,5,7,8"
	assert_line $'0\t1\t4\t742'
}

@test "real traces: nothing where nothing repeats, and in shuffled kernels" {
	need_traces
	trace-extract "$TRACES/gpu-only-mi210.json.gz" >table
	run -1 trace-cycles -lq table
	run -0 trace-cycles -l --weak table
	for trace in owlv2-h100 nccl-a100-rank0of2 qwen05b-h100; do
		trace-extract "$TRACES/$trace.json.gz" >table
		for seed in 1 2; do
			{ head -n 1 table; paste <(tail -n +2 table | cut -f 1,2) \
				<(tail -n +2 table | cut -f 3 |
					shuf --random-source=<(yes $seed)) \
				<(tail -n +2 table | cut -f 4-); } >shuffled
			run -1 trace-cycles -lq shuffled
		done
	done
}

# reconcile EVENTS SEGMENTS: kernels and time of each level of each stream are those
# of its events, to the nanosecond; wall time is busy and idle time.
reconcile() {
	awk -F '\t' '
		function ns(us) { sub(/[.]/, "", us); return us + 0 }
		function field(name) { return name in at ? $at[name] : "" }
		FNR == 1 { split("", at); for (i = 1; i <= NF; i++) at[$i] = i; table++; next }
		{ stream = field("rank") FS field("device") FS field("stream") }
		table == 1 && field("cat") == "kernel" {
			sum[stream] += ns(field("dur_us"))
			n[stream]++
		}
		table == 2 {
			level = stream FS field("level")
			of[level] = stream
			time[level] += ns(field("sum_us"))
			kernels[level] += field("kernels")
			if (ns(field("busy_us")) + ns(field("idle_us")) != ns(field("wall_us")))
				wrong = wrong "\n" $0
		}
		END {
			for (level in of) {
				seen[of[level]]
				if (time[level] != sum[of[level]] || kernels[level] != n[of[level]])
					wrong = wrong "\n" level
			}
			for (stream in n)
				if (!(stream in seen))
					wrong = wrong "\n" stream
			print wrong
			exit wrong != ""
		}' "$1" "$2"
}

@test "real traces: segments reconcile to the nanosecond, level by level" {
	need_traces
	for trace in "$TRACES"/[b-mo-z]*.json.gz "$TRACES"/nccl*.json.gz; do
		trace-extract -q "$trace" >table 2>/dev/null || continue
		trace-cycles -q --exit-zero --segments table >segments
		reconcile table segments || fail "$trace"
	done
	grep -q 'partial' segments
	sed -i '2s/$/0/' segments
	run ! reconcile table segments
}

@test "real traces: --events and --segments agree on who is where" {
	need_traces
	for trace in flux-sage-mi300-replay qwen05b-h100 resnet50-2021-v100; do
		trace-extract "$TRACES/$trace.json.gz" >table
		# kernels by path; in segments those of the deepest level
		trace-cycles --events table | awk -F '\t' '
			NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
			$at["position"] != "" { n[$at["path"]]++ }
			END { for (path in n) print path, n[path] }' | sort >of_events
		trace-cycles --segments table | awk -F '\t' '
			NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
			$at["level"] != level { split("", n); level = $at["level"] }
			$at["cycle"] != "" { n[$at["path"]] += $at["kernels"] }
			END { for (path in n) print path, n[path] }' | sort >of_segments
		[ "$(wc -l <of_events)" -gt 50 ]
		diff -u of_events of_segments || fail "$trace"
	done
}

@test "real traces: cycles of one level do not overlap, shuffled rows change nothing" {
	need_traces
	for trace in owlv2-h100 nccl-a100-rank0of2 flux-sage-mi300-capture; do
		trace-extract "$TRACES/$trace.json.gz" >table
		trace-cycles table >expected
		{ head -n 1 table; tail -n +2 table | shuf --random-source=table; } |
			trace-cycles | cmp expected -
		# a kernel is in no more than one repeat of a level: counts fit the table
		awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
			{ n[$c["level"]] += $c["count"] }
			END { for (l in n) if (n[l] > kernels) exit 1 }' \
			kernels="$(tail -n +2 table | wc -l)" expected
	done
}

@test "what else would be found on several streams is told once" {
	{ tsv 'ts_us dur_us name stream'
		for stream in 1 2 3; do
			for i in $(seq 20); do
				tsv "$((100 * stream + 2 * i)) 1 k$((i % 2)) $stream"
			done
		done; } >streams.tsv
	run -0 --separate-stderr trace-cycles -l --names exact streams.tsv
	[[ $stderr == *"normalised names on stream 1 and 2 more: 20 x 1 kernel"* ]] || fail "$stderr"
}

# slowed REP KERNEL DUR GAP...: twelve repeats of four kernels, 10, 20, 30 and 40 us,
# with a gap of 5 us behind each, and 1 us more of each in every other repeat; for each
# four words another duration and gap of a kernel of a repeat.
slowed() {
	printf 'ts_us\tdur_us\tname\tcat\tdevice\tstream\n'
	awk -v changes="$*" -v OFS='\t' 'BEGIN {
		n = split(changes, word, " ")
		for (i = 1; i <= n; i += 4) {
			dur[word[i], word[i + 1]] = word[i + 2]
			gap[word[i], word[i + 1]] = word[i + 3]
		}
		for (r = 1; r <= 12; r++)
			for (k = 1; k <= 4; k++) {
				d = (r, k) in dur ? dur[r, k] : 10 * k + r % 2
				printf "%d.000\t%d.000\tk%d\tkernel\t0\t7\n", t, d, k
				t += d + ((r, k) in gap ? gap[r, k] : 5)
			}
	}'
}

# Each repeat takes 120 or 124 us; of the eleven that another follows, five take 124, the
# median, and four 4 us less, which is the sixth of the distances to it by size.
@test "--outliers: a kernel, a gap, and where to look" {
	slowed 4 3 90 5 7 2 21 300 >table
	run -0 --separate-stderr trace-cycles --outliers table
	[ -z "$stderr" ]
	assert_output "$(tsv \
		'rank device stream cycle level parent rep start_ts_us time_us median_us mad_us over_us kernel_position name kernel_us kernel_median_us gap_position gap_behind gap_us gap_median_us idle_us idle_median_us cut' \
		'- 0 7 1 1 - 7 792.000 419.000 124.000 4.000 295.000 1 k1 11.000 10.500 2 k2 300.000 5.000 315.000 20.000 trace-cut~--cycle~1~--repeat~7' \
		'- 0 7 1 1 - 4 368.000 180.000 124.000 4.000 56.000 3 k3 90.000 31.000 - - - - 20.000 20.000 trace-cut~--cycle~1~--repeat~4')"
	trace-cycles --events table | trace-cut --cycle 1 --repeat 4 >shown
	[ "$(sed 1d shown | cut -f 1 | head -n 1)" = 368.000 ]
	[ "$(sed 1d shown | wc -l)" -eq 4 ]
	tac table | sed -n '$p' >mirrored
	tac table | sed '$d' >>mirrored
	trace-cycles --outliers mirrored | diff <(trace-cycles --outliers table) -
}

@test "--outliers: none, few repeats, and what is too little to look at" {
	slowed 3 2 26 5 >small # 6 us of 124: less than a twentieth
	run -1 --separate-stderr trace-cycles --outliers small
	[ "${#lines[@]}" -eq 1 ]
	[ "$stderr" = "trace-cycles: no repeat takes far longer than the others of its cycle" ]
	run -0 --separate-stderr trace-cycles -q --exit-zero --outliers small
	[ -z "$stderr" ]
	slowed 3 2 26 5 | awk 'NR <= 17' | sed 's/26.000/200.000/' >few
	run -1 trace-cycles -q --outliers few
	run -1 --separate-stderr trace-cycles --outliers <(head -n 1 small)
	[ "$stderr" = "trace-cycles: no kernels in the input" ]
}

# A kernel that the others have not is what makes the fourth repeat slow.
@test "--outliers: a kernel too many" {
	slowed | awk -F '\t' -v OFS='\t' 'NR > 15 { sub(/[.]000/, "", $1); $1 = $1 + 105 ".000" }
		{ print }
		NR == 15 { print $1 + 25 ".000", "100.000", "stray", "kernel", 0, 7 }' >table
	run -0 trace-cycles --outliers table
	assert_line --index 1 --partial "$(printf '\tstray\t100.000\t\t')"
	[ "${#lines[@]}" -eq 2 ]
}

# Most kernels of the shorter ones are others than those of the usual one.
@test "a step with two experts is a step like those with twenty" {
	awk 'function k(name) { print 6 * n++, 5, name, "kernel", 0, 7 }
		BEGIN {
			OFS = "\t"
			print "ts_us", "dur_us", "name", "cat", "device", "stream"
			for (step = 0; step < 30; step++) {
				k("router")
				k("permute")
				for (expert = -1; expert <= step * 7 % 18; expert++) { k("up"); k("act"); k("down") }
				k("add")
			}
		}' >experts
	[ "$(trace-cycles -lq experts | awk -F '\t' '$5 == 1 { print $7 }')" -eq 30 ]
}

@test "ranks are in the order of numbers, also with zeros in front" {
	{
		tsv 'rank ts_us dur_us name cat device stream'
		for rank in 10 02 x -1 9; do
			for i in 0 1 2 3 4 5 6 7; do tsv "$rank $((10 * i)) 1 k$((i % 2)) kernel 0 7"; done
		done
	} | trace-cycles -q -l | cut -f 1 | uniq >ranks
	[ "$(xargs <ranks)" = 'rank -1 02 9 10 x' ]
}
