#!/usr/bin/env bats
load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	tsv 'ts_us dur_us name cat job' '0.000 10.000 mm_0 kernel 1' '10.000 5.000 add_0 kernel 1' \
		'20.000 8.000 mm_1 kernel 1' '21.000 1.000 aten::mm cpu_op 1' >events.tsv
	printf '%s\n' '[x] compiling' '====== Perf Summary ======' '~~~~ Ideal/Total Cycles ~~~~' '-----------' 'Name   Ideal Cy.' \
		'mm_0-opCatBmm_fp16      4000' 'add_0-opCatBroadcast    0' 'mm_1-opCatBmm_fp16      5600' 'Total                   9600' \
		'====== Perf Summary End ======' >compile.log
}

# util OPTION...: with the log and the events of setup.
util() {
	trace-ideal --ideal compile.log --freq :800 "$@" events.tsv
}

@test "manners: command line" {
	manners_command_line trace-ideal
}

@test "manners: the page and --help agree, and its examples are true" {
	manners_page trace-ideal
	manners_examples trace-ideal
}

@test "manners: filter" {
	manners_filter trace-ideal events.tsv --ideal compile.log --freq :800
	for mode in categories counters jobs; do
		manners_streams trace-ideal events.tsv --ideal compile.log --freq :800 "--$mode"
	done
}

@test "options that do not fit" {
	for options in '' '--ideal compile.log' '--ideal compile.log --freq 800' '--ideal compile.log --freq :0' '--ideal compile.log --freq 560:' \
		'--ideal compile.log --freq x:800' '--ideal compile.log --freq 0:800' '--ideal compile.log --freq 1:2x' \
		'--ideal compile.log --freq :800 -k job' '--ideal compile.log --list' '--ideal compile.log --freq :800 --jobs --categories' \
		'--ideal compile.log --freq :800 --job none' '--ideal compile.log --freq :800 --counters -k none'; do
		run -2 --separate-stderr trace-ideal $options events.tsv
		[[ $stderr == trace-ideal:* && -z $output ]] || fail "$options: $stderr"
	done
}

@test "a header alone, missing and doubled columns" {
	head -n 1 events.tsv >none
	run -1 --separate-stderr trace-ideal --ideal compile.log --freq :800 none
	[ "$output" = "$(tsv 'ts_us dur_us name cat job table phase category ideal_cycles ideal_us pt_active score')" ]
	[ "$stderr" = "trace-ideal: none: no kernels in the input" ]
	[ "$(trace-ideal --exit-zero -q --ideal compile.log --freq :800 --counters -k job none)" = "$(tsv 'ts_us ph name job value unit')" ]
	tsv 'ts_us name' '1 mm_0' >narrow
	run -2 trace-ideal --ideal compile.log --freq :800 narrow
	assert_output --partial "no column dur_us; trace-extract makes it"
	tsv 'ts_us dur_us dur_us name' >twice
	run -2 trace-ideal --ideal compile.log --freq :800 twice
	assert_output --partial "two columns are called dur_us"
	tsv 'ts_us dur_us name' '1 x mm_0' >broken
	run -2 trace-ideal --ideal compile.log --freq :800 broken
	assert_output --partial "broken:2: "
}

@test "events, sums, counters and jobs of three kernels" {
	run -0 --separate-stderr util
	diff <(cut -f 3,6- <<<"$output") <(tsv 'name table phase category ideal_cycles ideal_us pt_active score' \
		'mm_0 1 UNKN Bmm_fp16 4000 5.000 0.500000 1.261' 'add_0 1 UNKN Broadcast 0 0.000 0.000000 1.261' \
		'mm_1 1 UNKN Bmm_fp16 5600 7.000 0.875000 1.261' 'aten::mm - - - - - - -')
	[ -z "$stderr" ]
	diff <(util --categories -k job) <(tsv 'job table phase category calls sum_us pct cycles ideal_cycles ideal_us ideal_pct pt_active' \
		'1 1 UNKN Broadcast 1 5.000 21.739130 - 0 0.000 0.000000 0.000000' \
		'1 1 UNKN Bmm_fp16 2 18.000 78.260870 - 9600 12.000 100.000000 0.666667' \
		'1 1 UNKN Total 3 23.000 100.000000 - 9600 12.000 100.000000 0.521739')
	diff <(util --counters -k job) <(tsv 'ts_us ph name job value unit' '0.000 C PT~Active 1 50.000000 Percent' \
		'10.000 C PT~Active 1 0.000000 Percent' '20.000 C PT~Active 1 87.500000 Percent' '28.000 C PT~Active 1 0.000000 Percent')
	diff <(util --jobs --job job) <(tsv 'job kernels sum_us table phase autopilot ideal_us score second choice' \
		'1 3 23.000 1 UNKN 0 12.000 1.261 0.000 certain')
	# The order of the rows does not matter, and labels that are there stay.
	{ head -n 1 events.tsv; sed 1d events.tsv | tac; } | trace-ideal -q --ideal compile.log --freq :800 --categories | diff - <(util --categories)
	sed -e '1s/$/\tcategory/' -e '2s/$/\tmine/' -e '3,$s/$/\t/' events.tsv | trace-ideal --ideal compile.log --freq :800 | cut -f 6 |
		diff - <(printf '%s\n' category mine Broadcast Bmm_fp16 '')
}

@test "what does not fit is said, and not guessed" {
	cp events.tsv all
	tsv '30.000 1.000 mm_1 kernel 2' '40.000 30.000 fused kernel 2' '80.000 9.000 mm_0 kernel 3' >>events.tsv
	run -0 --separate-stderr util --job job
	diff <(sed 1,5d <<<"$output" | cut -f 3,6-) <(tsv 'mm_1 1 UNKN Bmm_fp16 5600 7.000 7.000000 0.777' 'fused 1 UNKN other - - - 0.777' 'mm_0 - - - - - - -')
	[ "$stderr" = "trace-ideal: 1 of 3 jobs fit no table of ideal times
trace-ideal: 1 of 3 jobs have an uncertain table; --jobs shows which
trace-ideal: 1 of 5 kernels took less than their ideal time: a wrong table, or a wrong --freq
trace-ideal: 1 of 5 kernels are not in the table of their job" ] || fail "$stderr"
	# A kernel that took less adds no ideal time.
	util -q --job job --categories -k job | awk -F '\t' '$1 == 2 && $4 == "Total" { print $5, $6, $9 }' | grep -qx '2 31.000 0'
	[ "$(util -q --job job --jobs | cut -f 1,10 | xargs)" = "job choice 1 certain 2 uncertain 3 none" ]
	run -1 --separate-stderr trace-ideal --ideal compile.log --freq :300 all
	[ "$stderr" = "trace-ideal: 1 of 1 jobs fit no table of ideal times" ]
	# A table with each name once is not one of the trace of several steps.
	tsv 'name ideal_us' 'mm_0 1' 'add_0 0' 'mm_1 1' >once
	{ cat all; sed 1d all; } >steps
	run -1 --separate-stderr trace-ideal --ideal once steps
	[[ $stderr == *"1 of 1 jobs ran more kernels than the largest table has, 3: a table lists each run of a kernel; --job divides the events into jobs" ]]
}

@test "a score counts kernels whatever their names, but a table of others is uncertain" {
	tsv 'table name ideal_us' '1 a 1' '1 b 1' '2 z 8' '2 y 8' >ideal
	tsv 'ts_us dur_us name' '0 10 a' '10 10 b' >ran
	trace-ideal -q --ideal ideal --jobs ran | cut -f 3,7-9 | diff - <(tsv 'table score second choice' '2 1.150 1.050 uncertain')
}

@test "logs: phases, ranks, what is odd" {
	{ echo '  PREFILL  '; cat compile.log; echo '  DECODING '; sed 's/9600/9601/; s/4000/4001/' compile.log; } >two.log
	run -0 --separate-stderr trace-ideal --ideal two.log --list
	[ "$(cut -f 1-4,7 <<<"$output" | sed -n '2p;5p')" = "$(tsv '1 - TTFT 0 4000' '2 - ITL 0 4001')" ]
	[ -z "$stderr" ]
	sed -e 's/9600/9999/' -e '$d' compile.log >cut.log
	run -3 --separate-stderr trace-ideal --ideal cut.log --ideal compile.log --list
	[ "$(cut -f 2 <<<"$output" | uniq -c | xargs)" = "1 rank 3 0 3 1" ]
	[ "$stderr" = "trace-ideal: cut.log: 1 tables have no end
trace-ideal: cut.log: the Total of 1 tables is not the sum of their kernels" ]
	run -3 trace-ideal -q --ideal cut.log --freq :800 events.tsv
	{ cat compile.log; sed 4q compile.log; } >begun.log # what was read before counts
	run -3 --separate-stderr trace-ideal --ideal begun.log --list
	[ "$output" = "$(trace-ideal --ideal compile.log --list)" ]
	[ "$stderr" = "trace-ideal: begun.log: 1 tables have no end" ]
	# Of several logs that of the rank counts.
	sed 's/^/1\t/; 1s/1/rank/' events.tsv | trace-ideal --ideal compile.log --ideal compile.log --freq :800 --jobs | cut -f 3,7-9 |
		diff - <(tsv 'table score second choice' '2 1.261 0.000 certain')
	# A job of several ranks is compared with the logs of all.
	sed 's/5600/5640/; s/9600/9640/' compile.log >other.log
	sed 's/^/1\t/; 1s/1/rank/; 3s/1/0/' events.tsv | trace-ideal -q --ideal compile.log --ideal other.log --freq :800 --jobs |
		cut -f 3,7-9 | diff - <(tsv 'table score second choice' '2 1.262 1.261 uncertain')
	for input in events.tsv /dev/null; do
		run -2 --separate-stderr trace-ideal --ideal "$input" --freq :800 events.tsv
		[[ $stderr == *"$input: no ideal times: "* ]] || fail "$stderr"
	done
	tsv 'operator ideal_us' 'mm 5.000' >operators.tsv
	run -2 trace-ideal --ideal operators.tsv --freq :800 events.tsv
	assert_output 'trace-ideal: operators.tsv: a table of ideal times needs a column kernel or name'
	run -2 trace-ideal --ideal none.log --freq :800 events.tsv
	assert_output --partial "none.log: No such file or directory"
}

@test "autopilot: one interval a job, of the time of its kernels" {
	sed -i '1s/$/ DSM-AutoPilot BEGIN/' compile.log
	run -0 --separate-stderr util --counters
	diff <(cut -f 1,4 <<<"$output") <(tsv 'ts_us value' '0.000 52.173913' '28.000 0.000000')
	[[ $stderr == *"compile.log: kernels are fused (autopilot)"* ]]
	[ "$(util -q | sed -n 2p | cut -f 6-)" = "$(tsv '1 UNKN - - - - 1.261')" ]
	[ "$(util -q --categories | wc -l)" -eq 1 ]
	# Nothing says which share of the job's ideal time a stream has.
	sed '1s/job/stream/; 3s/1$/2/' events.tsv >streams
	run -0 --separate-stderr trace-ideal --ideal compile.log --freq :800 --counters -k stream streams
	[ "$output" = "$(tsv 'ts_us ph name stream value unit')" ]
	[[ $stderr == *"1 jobs of fused kernels have several values of --keys: no counter" ]]
	# The Total counts, so it alone needs a rate.
	sed '/opCat/s/[0-9]*$/0/' compile.log >zero.log
	run -2 trace-ideal -q --ideal zero.log --counters events.tsv
	assert_output --partial "--freq SOC:CORE gives the core rate"
}

@test "sums of times beyond what a number holds stay at the most" {
	t=4000000000000000.000
	tsv 'ts_us dur_us name' "0 $t mm_0" "0 $t add_0" "0 $t mm_1" >long
	util() { trace-ideal -q --ideal compile.log --freq :800 "$@" long; }
	[ "$(util --categories | tail -n 1 | cut -f 3-5)" = "$(tsv 'Total 3 9223372036854775.807')" ]
	sed -i '1s/$/ DSM-AutoPilot BEGIN/' compile.log
	[ "$(util --counters | tail -n 1 | cut -f 1)" = "$t" ]
}

@test "counters by stamps: the time of a kernel is exact" {
	tsv 'ts_us dur_us name ts3 ts4' '0.000 10.002 mm_0~Cmpt~Exec 4294967290 5595' '10.002 5.000 add_0~Cmpt~Exec 7 2807' \
		'20.000 8.000 mm_1~Cmpt~Exec 5 9' '0.000 3.000 mm_0~Cmpt~Prep 1 2' >stamps
	# A kernel of a cycle, less than a nanosecond, has no stretch to count in.
	tsv 'ts_us dur_us name ts3 ts4' '0.000 0.000 mm_0~Cmpt~Exec 0 1' '20.000 8.000 mm_1~Cmpt~Exec 5 9' >short
	trace-ideal -q --ideal compile.log --freq 1000:800000 --counters short | cut -f 1 | diff - <(tsv ts_us 20.000 28.000)
	trace-ideal --ideal compile.log --freq 560:800 stamps | cut -f 3,11 | diff - \
		<(tsv 'name pt_active' 'mm_0~Cmpt~Exec 0.499911' 'add_0~Cmpt~Exec 0.000000' 'mm_1~Cmpt~Exec 0.875000' 'mm_0~Cmpt~Prep -')
}

@test "a folder of kernels, and tables of any ideal times" {
	for k in mm_0 add_0 mm_1 none; do mkdir -p "d/inductor-spyre/$k/perf"; done
	echo '[{"ideal_cycles": 4000, "op_category": "Bmm_fp16"}, {"ideal_cycles": 1}]' >d/inductor-spyre/mm_0/perf/ideal_cycles.json
	echo '[{"ideal_cycles":0}]' >d/inductor-spyre/add_0/perf/ideal_cycles.json
	echo ' [ {"op_category":"Bmm_fp16","ideal_cycles":5600}]' >d/inductor-spyre/mm_1/perf/ideal_cycles.json
	diff <(trace-ideal --ideal d --list | cut -f 5-7) <(tsv 'kernel category ideal_cycles' 'add_0 NotAvailable 0' 'mm_0 Bmm_fp16 4000' 'mm_1 Bmm_fp16 5600')
	diff <(trace-ideal --ideal d/inductor-spyre --list) <(trace-ideal --ideal d --list)
	echo '[{"ideal_cycles": -4}]' >d/inductor-spyre/none/perf/ideal_cycles.json
	run -3 --separate-stderr trace-ideal --ideal d --list
	[[ $stderr == *"none/perf/ideal_cycles.json: no list of ideal_cycles" ]]
	mkdir empty
	run -2 trace-ideal --ideal empty --list
	# The output of --list is a table of ideal times.
	trace-ideal --ideal compile.log --list >list
	diff <(trace-ideal --ideal list --list) list
	gzip -k list && diff <(trace-ideal --ideal list.gz --freq :800 events.tsv) <(util)
	tsv 'name ideal_us' 'mm_0 2.5' 'add_0 5' 'mm_1 4' >roofline
	diff <(trace-ideal --ideal roofline events.tsv | cut -f 8-11) <(tsv 'category ideal_cycles ideal_us pt_active' \
		'NotAvailable - 2.500 0.250000' 'NotAvailable - 5.000 1.000000' 'NotAvailable - 4.000 0.500000' '- - - -')
	trace-ideal --ideal roofline --categories events.tsv | cut -f 3,8,9 |
		diff - <(tsv 'category ideal_cycles ideal_us' 'NotAvailable - 11.500' 'Total - 11.500')
	tsv 'name ideal_us' 'mm_0 -1' >negative
	run -2 trace-ideal --ideal negative --list
	assert_output --partial "negative:2: no time of a kernel: -1"
	tsv 'name ideal_cycles' 'mm_0 -1' >negative
	run -2 trace-ideal --ideal negative --list
	assert_output --partial "negative:2: no time of a kernel: -1"
	tsv 'name ideal_cycles' 'mm_0 1' 'add_0 -' >without
	run -2 trace-ideal --ideal without --list
	assert_output --partial "without:3: "
	tsv 'table kernel ideal_cycles' '1 a 1' '2 a 1' '1 b 1' >apart
	run -2 trace-ideal --ideal apart --list
	assert_output --partial "apart:4: the rows of a table are not together: b"
}

@test "known truth: logs with phases, fused kernels, a folder" {
	syn=$TRACE_UTILS_TRACES/../reference/aiu/syn
	[ -d "$syn" ] || skip "no reference"
	events() { trace-extract -q -H --pair --dialect flex --counters "$@" | trace-shift -q --stamps --freq 560; }
	set -- --freq 560:800 --job file
	events "$syn"/util/job_*.json >events
	trace-ideal --ideal "$syn/util/compile.log" "$@" events | awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i }
		{ print $c["ts_us"] "\t" $c["dur_us"] "\t" $c["name"] "\t" $c["pt_active"] }' | paste - "$syn/expected/util_pt.tsv" |
		awk -F '\t' 'NR > 1 && (($1 - $5) ^ 2 > 1.1e-6 || ($2 - $6) ^ 2 > 1.1e-6 || $3 != $7 || $4 != $8) { exit 1 } END { exit NR != 62 }'
	trace-ideal --ideal "$syn/util/compile.log" "$@" --counters events | cut -f 1,4 | paste - "$syn/expected/util_counter.tsv" |
		awk 'NR > 1 && (($1 - $3) ^ 2 > 1.1e-6 || ($2 - $4) ^ 2 > 3e-7) { exit 1 } END { exit NR != 49 }'
	trace-ideal --ideal "$syn/util/compile.log" "$@" --categories events | awk -F '\t' '$3 == "Total" { print $2, $4, $7 / 560, $8 }' |
		diff - <(printf '%s\n' 'TTFT 37 1804.59 436224' 'ITL 24 430.414 48128')
	events "$syn"/autopilot/job_*.json | trace-ideal -q --ideal "$syn/autopilot/compile.log" "$@" --counters |
		awk -F '\t' 'NR > 1 && $4 > 0 { printf "%.3f\n", $4 }' | diff - <(sed 1d "$syn/autopilot/truth.tsv" | awk '{ printf "%.3f\n", $4 }')
	trace-extract -q "$syn/spyre/trace.json" | trace-ideal --ideal "$syn/spyre" --freq 560:800 --job correlation | cut -f 18 |
		diff - <(cut -f 4 "$syn/expected/spyre_pt.tsv")
}
