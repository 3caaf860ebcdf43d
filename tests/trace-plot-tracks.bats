#!/usr/bin/env bats
# Ranks, devices, streams and keys of one table stay apart in a picture.
load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
}

# The texts of a picture.
texts() {
	trace-plot --format gnuplot "$@" | sed -n "s/^set label '\(.*\)' at.*/\1/p"
}

@test "timeline and breakdown: several devices without ranks have their names" {
	tsv 'ts_us dur_us name cat device stream' '0.000 4.000 gemm kernel 0 7' '5.000 3.000 gemm kernel 1 7' >events
	texts timeline events | grep ' stream ' >out
	printf '%s\n' 'device 0 stream 7' 'device 1 stream 7' | diff - out
	texts breakdown events | grep -E 'device|us$|events' >out
	printf '%s\n' 'GPU time by kind of work: events' 'device 0' '4.000 us' 'device 1' '3.000 us' | diff - out
}

@test "a device has no name if it is the only one of its rank" {
	tsv 'ts_us dur_us name cat device stream rank' '0.000 4.000 gemm kernel 0 7 0' '5.000 3.000 gemm kernel 1 7 1' >events
	texts timeline events | grep ' stream ' >out
	printf '%s\n' 'rank 0 stream 7' 'rank 1 stream 7' | diff - out
	texts breakdown events | grep -E 'rank|device|events' >out
	printf '%s\n' 'GPU time by kind of work: events' 'rank 0' 'rank 1' | diff - out
	texts breakdown events b=events | grep -E 'rank|device|events' >out
	printf '%s\n' 'events rank 0' 'events rank 1' 'b rank 0' 'b rank 1' | diff - out
}

@test "breakdown: the cycles of a step do not count again" {
	tsv 'rank device stream cycle level name sum_us' '- 0 7 1 1 gemm 8.000' '- 0 7 1 1 norm 2.000' '- 0 7 2 2 gemm 6.000' >cycles
	texts breakdown cycles | grep us$ >out
	printf '%s\n' '10.00 us' '8.00 us' '2.00 us' | sort | diff - <(sort out)
	grep -v '	1	' cycles >inner
	texts breakdown inner | grep -q '6.000 us'
}

@test "cycles: a cycle says which rank, device and stream it is of, where these differ" {
	tsv 'rank device stream cycle rep start_ts_us period_us kernels sum_us' '0 0 7 1 1 0.000 100.000 5 9.000' \
		'0 0 7 1 2 100.000 100.000 5 9.000' '0 0 8 1 1 0.000 90.000 5 8.000' '0 0 8 1 2 90.000 90.000 5 8.000' \
		'1 1 7 2 1 0.000 80.000 5 7.000' '1 1 7 2 2 80.000 80.000 5 7.000' >repeats
	texts cycles repeats | grep -o '^cycle.*kernels' >out
	printf '%s\n' 'cycle 1, rank 0, stream 7, 5 kernels' 'cycle 1, rank 0, stream 8, 5 kernels' \
		'cycle 2, rank 1, 5 kernels' | diff - out
	awk 'NR < 4' repeats >one
	texts cycles one | grep -q '^cycle 1, 5 kernels'
}

@test "cycles and memory: the axis of time has the unit that fits" {
	tsv 'cycle rep start_ts_us period_us kernels sum_us' '1 1 0.000 100.000 5 9.000' '1 2 90000000.000 100.000 5 9.000' >repeats
	trace-plot --format gnuplot cycles repeats >script
	grep -q "^set xlabel 's since the first repeat'" script
	grep -q '^90 100 0$' script
	tsv 'device_type device_id ts_us ph name value unit' '1 0 0.000 C gpu 8 bytes' '1 0 9000000.000 C gpu 4 bytes' >counter
	trace-plot --format gnuplot memory counter | grep -q "^set xlabel 's since the first change'"
}

@test "histogram: a group is all its keys" {
	tsv 'name rank dur_us' 'gemm 0 1.000' 'gemm 0 2.000' 'gemm 1 1.000' 'gemm 1 9.000' 'gemm 1 9.000' >events
	trace-stats --histogram 2 -k name,rank events >bins
	texts histogram bins | grep value >out
	printf '%s\n' 'gemm, rank 1: 3 values' 'gemm, rank 0: 2 values' | diff - out
	trace-stats --histogram 2 -k rank events >bins
	texts histogram bins | grep value >out
	printf '%s\n' 'rank 1: 3 values' 'rank 0: 2 values' | diff - out
}

@test "waterfall: totals are no change, and cycles inside others do not add up with these" {
	tsv 'stream a_sum_us b_sum_us status' '7 8.000 4.000 faster' '8 2.000 3.000 slower' 'total 10.000 7.000 -' >compared
	texts waterfall compared | grep -vE 'What|us$' >out
	printf '%s\n' A 'stream 7' 'stream 8' B | diff - out
	texts waterfall compared | grep -q '^7.00 us'
	tsv 'pair match family a_us b_us' '1 exact gemm 8.000 4.000' '1 exact norm 8.000 9.000' '2 exact gemm 6.000 3.000' \
		'3 exact norm 5.000 6.000' >pairs
	texts waterfall pairs 2>note | grep 'us$' >out
	printf '%s\n' '16.00 us' '−4.000 us' '+1.000 us' '13.00 us' | diff - out
	grep -q '2 more pairs of cycles are left out' note
}

@test "timeline: positions of one pair of cycles are not those of another" {
	tsv 'ts_us dur_us name stream position' '0.000 4.000 gemm 7 1' '5.000 3.000 norm 7 2' >events
	tsv 'pair a_position b_position' '1 1 1' '1 2 2' '2 1 2' '2 2 1' >pairs
	trace-plot --format gnuplot --pairs pairs timeline A=events B=events >script
	[ "$(sed -n '/^\$pairs/,/^EOD/p' script | wc -l)" -eq 5 ] # two pairs, and what stands around them
}
