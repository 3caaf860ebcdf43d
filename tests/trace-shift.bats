#!/usr/bin/env bats
load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	tsv 'rank offset_us rate_ppm x0_us' '0 0.000 - 50.000' '1 100.000 500.000000 1150.000' >clocks.tsv
	tsv 'ts_us dur_us name rank' '10.000 5.000 all_reduce 0' '1110.000 6.000 all_reduce 1' >events.tsv
	stamped 12.000 8.000 add_1-Cmpt-Exec 100 100 660 6260 6820 >stamped.tsv
}

# A table of one event with counters; - in the name stands for a blank.
stamped() {
	printf 'ts_us\tdur_us\tname\tts1\tts2\tts3\tts4\tts5\n'
	printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$1" "$2" "${3//-/ }" "${@:4}"
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

@test "--stamps: filter" {
	manners_filter trace-shift stamped.tsv --stamps --freq 560
	head -n 1 stamped.tsv >none
	run -0 trace-shift --stamps --freq 560 none
	[ "$(cut -f 9- <<<"$output")" = "$(tsv 't1_us t2_us t3_us t4_us t5_us adj_ts_us adj_dur_us')" ]
}

@test "--stamps: the columns that it adds are new; others may have one name" {
	awk -v OFS='\t' '{ print $0, NR == 1 ? "x\tx" : "1\t2" }' stamped.tsv >two.tsv
	[ "$(trace-shift --stamps --freq 560 two.tsv | cut -f 1-8,11-)" = "$(trace-shift --stamps --freq 560 stamped.tsv)" ]
	awk -v OFS='\t' '{ print $0, NR == 1 ? "t1_us" : "" }' stamped.tsv >old.tsv
	run -2 --separate-stderr trace-shift --stamps --freq 560 old.tsv
	[ "$stderr" = "trace-shift: old.tsv: the input already has a column t1_us: remove it first" ] || fail "$stderr"
}

@test "--stamps: the stage of the name, beyond a turn of the counter, or all five" {
	convert() { stamped "$@" | trace-shift --stamps --freq 500 | sed 1d | cut -f 1-2,9-; }
	[ "$(convert 1000 10 x-DmaI 500 1500 2000 2500 3000)" = "$(tsv '1008.000 2.000 1008.000 1010.000 1011.000 1012.000 1013.000 8.000 -8.000')" ]
	[ "$(convert 1000 10 x-Cmpt-Prep 500 1500 2000 2500 3000)" = "$(tsv '1009.000 1.000 1007.000 1009.000 1010.000 1011.000 1012.000 9.000 -9.000')" ]
	[ "$(convert 1000 10 x-DmaO 0x1F4 1500 2000 2500 3000)" = "$(tsv '1009.000 1.000 1005.000 1007.000 1008.000 1009.000 1010.000 9.000 -9.000')" ]
	[ "$(convert 1000 10 x 500 1500 2000 2500 3000)" = "$(tsv '1005.000 5.000 1005.000 1007.000 1008.000 1009.000 1010.000 5.000 -5.000')" ]
	[ "$(convert 1000 10 x-Cmpt-Exec 4294966796 4294966796 4294966796 204 204)" = "$(tsv '1008.592 1.408 1008.592 1008.592 1008.592 1010.000 1010.000 8.592 -8.592')" ]
	# the counter of 500 MHz turns in 8589934.592 us
	run -0 --separate-stderr convert 0 8589935 x-Cmpt-Exec 0 0 0 500 600
	[ "$(cut -f 1,2,3,5,7 <<<"$output")" = "$(tsv '-0.592 8589935.592 -0.592 -0.592 8589935.200')" ] || fail "$output"
	[ "$stderr" = "trace-shift: 1 events take longer than their counters count" ]
}

@test "--stamps: rates of each counter, halves to even; what has none stays" {
	tsv 'rank n rate_mhz' '0 9 560.0' '1 9 0.000001' '2 0 -' >rates
	{ stamped 10 54.313 a-Cmpt-Exec 0 0 0 30415 30415; stamped 10 3 a-Cmpt-Exec 0 0 0 5 5 | sed 1d; } |
		awk -F '\t' -v OFS='\t' 'NR == 1 { $9 = "rank"; print; next } { $9 = NR == 2 ? 0 : 2; print }' >two
	run -1 --separate-stderr trace-shift --stamps --rates rates two
	[ "$(cut -f 1-2,10,15- <<<"${lines[1]}")" = "$(tsv '10.001 54.312 10.001 0.001 -0.001')" ] || fail "$output"
	[ "$(cut -f 1-2,10- <<<"${lines[2]}")" = "$(tsv '10 3 - - - - - - -')" ] || fail "$output"
	[ "$stderr" = "trace-shift: 1 events have a counter without a rate, and stay as they are" ]
	run -0 --separate-stderr trace-shift -q --exit-zero --stamps --rates rates two
	[ -z "$stderr" ]
	printf 'rank\trate_mhz\n0\tx\n' >rates
	run -2 trace-shift --stamps --rates rates two
	assert_output "trace-shift: rates:2: rate_mhz is no rate with at most six decimals: x"
	printf 'rank\trate_mhz\n0\t1\n0\t1\n' >rates
	run -2 trace-shift --stamps --rates rates two
	assert_output "trace-shift: rates:3: two rates of: 0"
	printf 'rank\n0\n' >rates
	run -2 trace-shift --stamps --rates rates two
	assert_output --partial "trace-clock --stamps"
}

@test "--stamps: counters in no order, too large or no numbers: the event stays, status 3" {
	for bad in '10 5 4 3 9' '100 90 660 6260 6820' '100 100 660 650 6820' '1 2 3 4 4294967296' '1 2 3 4 x' '1 2 3 4 -5' '1 2 3 4 0x' '1 2 3 4 0x100000000'; do
		stamped 100 3 k-Cmpt-Exec $bad >bad
		run -3 --separate-stderr trace-shift --stamps --freq 560 bad
		[ "$(cut -f 1-8 <<<"${lines[1]}")" = "$(sed 1d bad)" ]
		[ "$stderr" = "trace-shift: 1 events have stamps out of order, and stay as they are" ]
	done
}

@test "--stamps --split: one stage of each, three of an event without, none of a preparation" {
	split() { stamped "$@" | trace-shift --stamps --split --freq 560 | sed 1d | cut -f 1-3 | tr ' \t' '- '; }
	[ "$(split 0 100 k-Cmpt-Exec 0 0 560 1120 1680)" = "99.000 0.999 k-Cmpt-Exec" ]
	[ -z "$(split 0 100 k-Cmpt-Prep 0 0 560 1120 1680)" ]
	[ "$(split 0 100 k 0 560 560 1120 1121 | xargs)" = "97.998 0.999 k_DmaI 98.998 0.999 k_Cmpt 99.998 0.001 k_DmaO" ]
	[ "$(split 0 100 k-DmaI 7 7 560 1120 1121)" = "100.000 0.000 k-DmaI" ]
}

@test "--stamps: options that do not fit" {
	for options in '--stamps' '--stamps --freq 1 --rates x' '--stamps --freq 0' '--stamps --freq x' '--stamps --freq 1 --undo' \
		'--freq 1 --clocks x' '--clocks x --split' '--stamps --freq 1.1234567' ''; do
		run -2 trace-shift $options stamped.tsv
	done
}
