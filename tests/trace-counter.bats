#!/usr/bin/env bats
load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	tsv 'ts_us dur_us name end_us charge' '0.000 10.000 gemm 10.000 100' '5.000 5.000 add 10.000 100' \
		'20.000 10.000 gemm 30.000 500' >events.tsv
	tsv 'ts_us value' '0 2' '10 0' '20 4' '25 4' '40 1' >counter
}

@test "manners: command line" {
	manners_command_line trace-counter
}

@test "manners: the page and --help agree, and its examples are true" {
	manners_page trace-counter
	manners_examples trace-counter
}

@test "manners: filter" {
	manners_filter trace-counter events.tsv --depth
	manners_streams trace-counter events.tsv --rate charge
	manners_streams trace-counter events.tsv --during counter
}

@test "a header alone, missing and doubled columns" {
	head -n 1 events.tsv >none
	[ "$(trace-counter --depth none)" = "$(tsv 'ts_us ph name value unit')" ]
	run -2 --separate-stderr trace-counter --depth -k name none
	[[ -z $output && $stderr == *"two columns of the output would be called name" ]]
	[ "$(trace-counter --rate charge none)" = "$(tsv 'ts_us ph name value unit')" ]
	[ "$(trace-counter --during counter none)" = "$(tsv 'state min_nonzero max mean_nonzero median_nonzero mean dur_us dur_nonzero_us' \
		'without 2.000000 4.000000 3.333333 4.000000 2.500000 40.000 30.000')" ]
	head -n 1 counter >nothing
	[ "$(trace-counter --during nothing events.tsv | wc -l)" -eq 1 ]
	for options in '--depth -k x' '--rate x' '--rate charge --at x' '--during none'; do
		run -2 --separate-stderr trace-counter $options events.tsv
		[ -z "$output" ] || [ "$options" = '--during none' ]
	done
	tsv 'ts_us ts_us dur_us' >twice
	run -2 trace-counter --depth twice
	assert_output --partial "ts_us"
}

@test "--depth: instants are summed, keys are apart, order and other rows" {
	tsv 'ts_us dur_us ph k' '0 10 X a' '1 2 X b' '3 7 X b' '3 - i a' '3 0 X a' '5 4 B a' '10 1 X a' >rows
	trace-counter --depth -k k --name running --unit n rows | cut -f 1,3-6 >out
	diff out <(tsv 'ts_us name k value unit' '0.000 running,~k~a a 1 n' '1.000 running,~k~b b 1 n' '3.000 running,~k~a a 1 n' '3.000 running,~k~b b 1 n' \
		'10.000 running,~k~a a 1 n' '10.000 running,~k~b b 0 n' '11.000 running,~k~a a 0 n')
	{ cat rows; tsv '9 1 X a'; } >late
	run -2 --separate-stderr trace-counter --depth late
	[ "$stderr" = "trace-counter: late:9: earlier than the row before; trace-merge --sort sorts: 9" ]
}

@test "--depth of random events is what counting them one by one gives" {
	awk 'BEGIN { srand(5); print "ts_us\tdur_us\tk"; for (i = 0; i < 400; i++) {
		t += int(rand() * 4); printf "%d\t%d\t%d\n", t, rand() * 30, rand() * 3 } }' >rows
	trace-counter --depth -k k rows | awk -F '\t' 'NR == FNR { if (FNR > 1) { s[FNR] = $1; e[FNR] = $1 + $2; k[FNR] = $3; n = FNR } next }
		FNR > 1 { open = 0; for (i = 2; i <= n; i++) if (k[i] == $4 && s[i] <= $1 && $1 < e[i]) open++
			if (open != $5) { print; bad = 1 } m++ } END { exit bad || m < 500 }' rows -
}

@test "--rate: neighbours of each key, wrap, zero, limit, another counter" {
	tsv 'ts_us v w k' '10 0 0 a' '0 4294967290 8 a' '1 7 1 b' '4 6 2 a' '2 - 1 a' '8 4006 4 a' '4 6 2 a' '3 11 2 b' >rows
	run -0 --separate-stderr trace-counter --rate v --wrap 32 --scale 12/4 -k k rows
	[ "$(cut -f 1,3-5 <<<"$output")" = "$(tsv 'ts_us name k value' '0.000 v,~k~a a 9.000000' '1.000 v,~k~b b 6.000000' '4.000 v,~k~a a 3000.000000' \
		'8.000 v,~k~a a 6442444935.000000')" ] || fail "$output"
	[ -z "$stderr" ]
	run -0 --separate-stderr trace-counter --rate v --wrap 32 --skip-zero --most 99 -k k rows
	[ "$(cut -f 1,4-5 <<<"$output")" = "$(tsv 'ts_us k value' '0.000 a 3.000000' '1.000 b 2.000000' '4.000 a 0.000000')" ] || fail "$output"
	[ "$stderr" = "trace-counter: 1 rate above --most set to 0" ]
	run -0 --separate-stderr trace-counter -q --rate v --per w --skip-zero --most 9999 -k k rows
	[ "$(cut -f 1,4-5 <<<"$output")" = "$(tsv 'ts_us k value' '0.000 a 0.000000' '1.000 b 4.000000' '4.000 a 2000.000000')" ] || fail "$output"
	[ -z "$stderr" ]
	tsv 'ts_us v w' '0 100 5' '10 0 6' '20 50 6' '30 60 7' >reset
	run -0 --separate-stderr trace-counter --rate v --most 6 reset
	[ "$(cut -f 4 <<<"$output" | xargs)" = 'value 0.000000 5.000000 1.000000' ]
	[ "$stderr" = "trace-counter: 1 rate above --most set to 0" ]
	[ "$(trace-counter --rate v --per w reset | cut -f 4 | xargs)" = 'value -100.000000 0.000000 10.000000' ]
	tsv 'ts_us v' '1 5' '2 3' '3 4294967296' >back
	[ "$(trace-counter --rate v back | sed -n 2p | cut -f 4)" = -2.000000 ]
	# Large counts are told apart, however near they are, and times however far.
	tsv 'ts_us v' '-9000000000000000 0' '0 1700000000000000001' '1 1700000000000000101' '2 4611686018427387900' '3 5' >large
	[ "$(trace-counter --rate v large | sed -n 3p | cut -f 4)" = 100.000000 ]
	[ "$(trace-counter --rate v --wrap 62 large | sed -n 5p | cut -f 4)" = 9.000000 ]
	tsv 'ts_us v' '-9000000000000000 0' '9000000000000000 18000' >far
	[ "$(trace-counter --rate v --scale 1000000000000 far | sed -n 2p | cut -f 4)" = 1.000000 ]
	run -2 trace-counter --rate v --wrap 32 back
	assert_output --partial "back:4: a count that does not fit the bits of the counter: 4294967296"
}

@test "--during: both states of each key, by time" {
	tsv 'ts_us dur_us k' '0 5 1' '2 2 1' '22 13 1' '99 1 1' >rows
	tsv 'ts_us value k' '25 4 1' '0 2 1' '10 0 1' '20 4 1' '40 1 1' '7 1 x' >counters
	run -0 trace-counter --during counters -k k rows
	diff <(echo "$output") <(tsv 'k state min_nonzero max mean_nonzero median_nonzero mean dur_us dur_nonzero_us' \
		'1 with 2.000000 4.000000 3.444444 4.000000 3.444444 18.000 18.000' \
		'1 without 2.000000 4.000000 3.166667 4.000000 1.727273 22.000 12.000')
	tsv 'ts_us value' '0 0' '9 0' '10 1' >zero # no value of a kind is none, never 0
	[ "$(trace-counter --during zero rows | sed -n 2p)" = "$(tsv 'with - 0.000000 - - 0.000000 5.000 0.000')" ]
	sed 's/^25\t/9000000000000000\t/' counters >far
	run -2 trace-counter --during far -k k rows
	assert_output --partial "far:2: a time beyond 146 years: 9000000000000000"
	sed -i 's/^25.4/25\tx/' counters
	run -2 trace-counter --during counters -k k rows
	assert_output --partial "counters:2: not a number: x"
}

@test "options that do not fit" {
	for options in '' '--depth --rate v' '--depth --wrap 3' '--during x --scale 2' '--rate v --scale 0' '--rate v --scale 1/x' \
		'--rate v --scale 1x' '--rate v --most -1' '--rate v --most 1x' '--rate v --wrap 63'; do
		run -2 trace-counter $options events.tsv
	done
}

@test "known truth: power of a device, preparations" {
	[ -d "$TRACE_UTILS_TRACES/../reference/aiu/syn" ] || skip "no reference"
	cd "$TRACE_UTILS_TRACES/../reference/aiu/syn"
	trace-extract -c all --pair --dialect flex preps/preps.json | awk -F '\t' 'NR == 1 || $4 == "preparation"' |
		trace-merge --sort | trace-counter --depth | cut -f 1,4 | diff - <(sed 1s/concurrency/value/ preps/truth.tsv)
	trace-extract --pair --dialect flex --counters power/power.json | trace-shift --stamps --freq 560 >"$BATS_TEST_TMPDIR/k"
	trace-counter --rate power --at t4_us --wrap 32 --scale 12/512 --most 100 --skip-zero "$BATS_TEST_TMPDIR/k" >"$BATS_TEST_TMPDIR/p"
	paste <(cut -f 1,4 "$BATS_TEST_TMPDIR/p") expected/power.tsv | awk 'NR > 1 && ($1 != $3 || ($2 - $4) ^ 2 > 1e-6) { exit 1 } END { exit NR != 40 }'
	trace-counter --during "$BATS_TEST_TMPDIR/p" "$BATS_TEST_TMPDIR/k" | awk -F '\t' '
		NR > 1 { printf "Power %s kernels: min_non_zero=%.2fW, max=%.2fW, mean_non_zero=%.2fW, median_non_zero=%.2fW, avg_total=%.2fW (time-weighted, dur_total=%.2fus, dur_non_zero=%.2fus) \n", $1, $2, $3, $4, $5, $6, $7, $8 }' |
		diff - expected/power_stats.txt
}

@test "counters of several keys are several to viewers, too" {
	tsv 'ts_us dur_us ph pid rank stream' '0 10 X 5 0 7' '1 2 X 5 1 7' '2 2 X 5 1 8' >rows
	names() { trace-counter --depth -k "$1" rows | trace-json | grep -o '"name": *"[^"]*"' | sort -u | cut -d '"' -f 4 | paste -sd ';'; }
	[ "$(names rank)" = 'depth, rank 0;depth, rank 1' ]
	[ "$(names rank,stream)" = 'depth, rank 0, stream 7;depth, rank 1, stream 7;depth, rank 1, stream 8' ]
	[ "$(names pid,stream)" = 'depth, stream 7;depth, stream 8' ]
	trace-counter --depth -k pid,rank rows >points
	[ "$(cut -f 3 points | sort -u | xargs)" = 'depth name' ]
}
