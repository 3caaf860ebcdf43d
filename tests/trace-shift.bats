#!/usr/bin/env bats
load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	tsv 'rank offset_us rate_ppm x0_us' '0 0.000 - 50.000' '1 100.000 500.000000 1150.000' >clocks.tsv
	tsv 'ts_us dur_us name rank' '10.000 5.000 all_reduce 0' '1110.000 6.000 all_reduce 1' >events.tsv
}

@test "manners: command line" {
	manners_command_line trace-shift
}

@test "manners: the page and --help agree, and its examples are true" {
	manners_page trace-shift
	manners_examples trace-shift
}

@test "manners: filter" {
	manners_filter trace-shift events.tsv --clocks clocks.tsv
}

@test "a header alone" {
	head -n 1 events.tsv >none
	trace-shift --clocks clocks.tsv none | diff none -
}

@test "exact to the nanosecond at times since 1970, halves to even, and back" {
	tsv 'rank offset_us rate_ppm x0_us' '0 -0.001 - 0' '1 123456789.123 - -' '2 0 0.500000 1700000000000000.000' >clocks
	tsv 'ts_us dur_us name rank launch_ts_us' '1700000000123456.789 1.001 a 0 1700000000000000.000' '1700000123456789.124 0.000 b 1 -' \
		'1700000000001000.000 2000.000 c 2 -' '1700000000003000.000 1.000 d 2 -' '- - M 9 -' >events
	trace-shift --clocks clocks events >shifted
	diff shifted <(tsv 'ts_us dur_us name rank launch_ts_us' '1700000000123456.790 1.001 a 0 1700000000000000.001' \
		'1700000000000000.001 0.000 b 1 -' '1700000000001000.000 1999.998 c 2 -' '1700000000002999.998 1.000 d 2 -' '- - M 9 -')
	trace-shift --undo --clocks clocks shifted | grep -vP '\t2\t' | diff <(grep -vP '\t2\t' events) -
}

@test "random events of random clocks come back within 1 ns, without a rate exactly" {
	awk 'BEGIN { srand(2); print "ts_us\tdur_us\tname\trank"; for (i = 0; i < 300; i++)
		printf "%.3f\t%.3f\tk\t%d\n", rand() * 1e9, rand() * 1e4, rand() * 3 }' >events
	tsv 'rank offset_us rate_ppm x0_us' '0 77.123 - -' '1 -5e5 93.456789 1000000.5' '2 1.001 -1000 5e8' >clocks
	trace-shift --clocks clocks events | trace-shift --undo --clocks clocks >back
	paste events back | awk -F '\t' 'NR > 1 { d = $1 - $5; e = $2 - $6
		if (d * d > 2e-6 || e * e > 5e-6 || ($4 == 0 && ($1 != $5 || $2 != $6))) { print; exit 1 } }'
}

@test "a rank without a clock, two clocks of a rank, a clock that is none" {
	tsv 'ts_us name rank' '1 a 7' >seven
	run -2 --separate-stderr trace-shift --clocks clocks.tsv seven
	[ "$stderr" = "trace-shift: seven:2: no clock of rank: 7" ] || fail "$stderr"
	{ cat clocks.tsv; tsv '7 - - -'; } >unknown
	run -2 --separate-stderr trace-shift --clocks unknown seven
	[ "$stderr" = "trace-shift: seven:2: no clock of rank: 7" ] || fail "$stderr"
	{ cat clocks.tsv; tsv '1 0 - -'; } >twice
	run -2 --separate-stderr trace-shift --clocks twice events.tsv
	[ "$stderr" = "trace-shift: twice:4: two clocks of rank: 1" ] || fail "$stderr"
	for rate in x 1.1234567 1001 1e3; do
		tsv 'rank offset_us rate_ppm x0_us' "0 0 $rate 5" >wrong
		run -2 --separate-stderr trace-shift --clocks wrong events.tsv
		[[ $stderr == "trace-shift: wrong:2: rate_ppm is not a number"*": $rate" ]] || fail "$stderr"
	done
	tsv 'rank offset_us rate_ppm x0_us' '0 -9223372036854775.807 - 5' >far
	run -2 --separate-stderr trace-shift --clocks far events.tsv
	[[ $stderr == *"events.tsv:2: out of range: 10.000" ]] || fail "$stderr"
	run -2 --separate-stderr trace-shift events.tsv
	[[ $stderr == *"--clocks is missing; trace-clock makes the table"* ]] || fail "$stderr"
}
