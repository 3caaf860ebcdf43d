#!/usr/bin/env bats
load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	tsv 'src_rank dst_rank src_ts_us src_end_us dst_end_us' '0 1 10.000 20.000 120.000' '0 1 40.000 50.000 150.500' \
		'0 1 70.000 80.000 179.500' '0 1 100.000 110.000 210.000' >pairs.tsv
	tsv 'ts_us dur_us cycles' '0.000 1.000 20' '1000.000 1.000 20020' '3000.000 1.000 60020' '5000.000 1.000 34484' >counts.tsv
}

# job SECONDS [SHARE]: pairs of 8 ranks over SECONDS s; rank r's clock is 10 r ms
# ahead and r * 20/7 ppm fast; SHARE of the pairs is damaged.
job() {
	awk -v seconds="$1" -v share="${2:-0}" 'BEGIN {
		srand(3)
		print "src_rank\tdst_rank\tsrc_ts_us\tsrc_end_us\tdst_end_us"
		for (t = 1000; t < seconds * 1e6; t += 2e4 + rand() * 2e5)
			for (r = 1; r < 8; r++) {
				late = rand() < share ? 500 + rand() * 5000 : 0
				printf "0\t%d\t%.3f\t%.3f\t%.3f\n", r, t - 100, t, t * (1 + r * 20e-6 / 7) + 1e4 * r + 2 * rand() - 1 + late
			}
	}'
}

# How far rates and offsets are off at most, in ppm and us, over all ranks but 0.
errors() {
	awk -F '\t' 'function abs(x) { return x < 0 ? -x : x }
		NR > 2 {
			true_rate = $1 * 20 / 7; at = $4 - $2
			r = abs($3 - true_rate); o = abs($2 - ($1 * 1e4 + at * true_rate * 1e-6))
			rate = r > rate ? r : rate; offset = o > offset ? o : offset
		} END { printf "%.3f %.3f\n", rate, offset }'
}

@test "manners: command line" {
	manners_command_line trace-clock
}

@test "manners: the page and --help agree, and its examples are true" {
	manners_page trace-clock
	manners_examples trace-clock
}

@test "manners: filter" {
	manners_filter trace-clock pairs.tsv
}

@test "eight ranks over ten seconds: 20 ppm within 0.5 ppm, and offsets within 2 us" {
	job 12 >pairs
	run -0 --separate-stderr trace-clock pairs
	[ -z "$stderr" ]
	[ "${#lines[@]}" -eq 9 ]
	[ "$(grep -c 'ok$' <<<"$output")" -eq 7 ]
	read -r rate offset < <(errors <<<"$output")
	awk -v r="$rate" -v o="$offset" 'BEGIN { exit !(r < .5 && o < 2) }' || fail "$rate $offset"
}

@test "a tenth of the pairs damaged: the clocks are the same within 1 us, and the damage is counted" {
	job 12 .1 >pairs
	trace-clock pairs >clocks
	read -r rate offset < <(errors <clocks)
	awk -v r="$rate" -v o="$offset" 'BEGIN { exit !(r < .5 && o < 2) }' || fail "$rate $offset"
	awk -F '\t' 'NR > 2 { n += $5; bad += $6 } END { exit !(bad > .07 * n && bad < .13 * n) }' clocks
}

@test "any order of the pairs gives the same bytes, other references the same clocks" {
	job 3 >pairs
	trace-clock pairs >clocks
	(head -n 1 pairs; sed 1d pairs | sort -R --random-source=pairs) | trace-clock | diff clocks -
	trace-clock --reference 5 pairs | awk -F '\t' '$1 == 7 { exit !($2 > 19990 && $2 < 20020 && $10 == "ok") }'
	run -2 --separate-stderr trace-clock --reference 9 pairs
	[ "$stderr" = "trace-clock: --reference 9: no pair has this rank" ] || fail "$stderr"
}

@test "times of 8 ms give no rate, unless it is asked for" {
	trace-clock pairs.tsv | awk -F '\t' '$3 != "" && NR > 1 { exit 1 }'
	trace-clock --rate yes pairs.tsv | awk -F '\t' 'NR == 3 && $3 == "" { exit 1 }'
	job 12 >pairs
	trace-clock --rate no pairs | awk -F '\t' 'NR > 1 && $3 != "" { exit 1 }'
	run -2 trace-clock --rate maybe pairs
}

@test "over other ranks, without a way, with few pairs, with pairs that disagree" {
	tsv 'src_rank dst_rank src_ts_us src_end_us dst_end_us' '0 1 1 2 102' '0 1 3 4 104' '0 1 5 6 106' \
		'2 1 1 2 52' '2 1 11 12 62' '2 1 21 22 72' '8 9 1 2 3' '1 1 7 8 9' '0 3 1 2 12' '0 4 1 2 -' >pairs
	run -1 --separate-stderr trace-clock pairs
	cut -f 1,2,10 <<<"$output" | diff - <(tsv 'rank offset_us verdict' '0 0.000 reference' '1 100.000 ok' '2 50.000 ok' \
		'3 10.000 few' '4 - unconnected' '8 - unconnected' '9 - unconnected')
	[[ $stderr == *"rank 4: no pairs lead to the reference"* ]] || fail "$stderr"
	# rejected pairs do not count
	tsv 'src_rank dst_rank src_ts_us src_end_us dst_end_us' '0 1 0 1 11' '0 1 10 11 21' '0 1 20 21 91' '0 1 30 31 141' |
		trace-clock | sed -n 3p | cut -f 2,5,6,10 | diff - <(tsv '10.000 4 2 few')
	for i in 1 2 3 4; do tsv "0 1 $((i * 9)) $((i * 10)) $((i * 10))" "1 2 $((i * 9)) $((i * 10)) $((i * 10))" \
		"2 0 $((i * 9)) $((i * 10)) $((i * 10 + 60))"; done | sed '1i src_rank\tdst_rank\tsrc_ts_us\tsrc_end_us\tdst_end_us' >loop
	trace-clock loop | cut -f 10 | xargs | diff - <(echo verdict reference unsure unsure)
}

@test "a clock whose rate is left out is unsure, though no pair is rejected" {
	awk 'BEGIN {
		OFS = "\t"
		print "src_rank", "dst_rank", "src_ts_us", "src_end_us", "dst_end_us"
		for (i = 0; i < 40; i++)
			print 0, 1, i * 100000, i * 100000 + 10, i * 100000 + 10 + 3 * i + i % 2
	}' >drifts
	run -0 --separate-stderr trace-clock drifts
	assert_line --index 2 --regexp '	40	0	.*	ok$'
	run -0 --separate-stderr trace-clock --rate no drifts
	assert_line --index 2 --regexp '	40	0	.*	unsure$'
}

@test "events that do not end together have no clock: status 1" {
	awk 'BEGIN {
		srand(5)
		print "src_rank\tdst_rank\tsrc_ts_us\tsrc_end_us\tdst_end_us"
		for (i = 0; i < 30; i++) printf "0\t1\t%d\t%d\t%d\n0\t2\t%d\t%d\t%d\n", i * 1e4, i * 1e4 + 9, i * 1e4 + rand() * 9000,
			i * 1e4, i * 1e4 + 9, i * 1e4 + 109
	}' >other
	run -1 --separate-stderr trace-clock other
	cut -f 1-2,10 <<<"$output" | diff - <(tsv 'rank offset_us verdict' '0 0.000 reference' '1 - differs' '2 100.000 ok')
	[ "$stderr" = "trace-clock: rank 1: its pairs do not end together: these are not the same events" ] || fail "$stderr"
	run -0 --separate-stderr trace-clock -q --exit-zero other
	[ -z "$stderr" ]
	run -0 trace-clock --most 9000 other
	trace-clock pairs.tsv >/dev/null
	run -1 trace-clock --most 0 pairs.tsv
	run -2 --separate-stderr trace-clock --most -1 pairs.tsv
	[[ $stderr == "trace-clock: --most takes microseconds from 0.000 to "*", not '-1'"* ]] || fail "$stderr"
}

@test "transfers that end before they start, on one clock" {
	tsv 'src_rank dst_rank src_ts_us src_end_us dst_end_us' '0 1 1 9 9' '0 1 11 19 19' '0 1 21 29 29' '0 1 31 39 39' '0 1 42 49 41' >back
	trace-clock back | awk -F '\t' 'NR == 3 { exit !($2 == "0.000" && $6 == 1 && $9 == 1) }'
}

@test "--causal: no transfer ends before it was sent, by the least move" {
	# 0 sends to 1 and 1 to 2: the middle of what the ends say is 100 and 200 us
	# ahead, but the fastest one needs 4 us less, on 1; then 2 needs 3 us less
	awk 'BEGIN { OFS = "\t"; print "src_rank", "dst_rank", "src_ts_us", "src_end_us", "dst_end_us"
		for (i = 0; i < 21; i++) {
			t = i * 1000; jump = (i % 7 - 3) * 3
			printf "0\t1\t%d.000\t%d.000\t%d.000\n", t, t + 5, t + 105 + jump
			printf "1\t2\t%d.000\t%d.000\t%d.000\n", t + 100, t + 103, t + 203 }
		print "0", "2", "5.000", "9.000", "205.000" }' >sends
	trace-clock sends | awk -F '\t' 'NR > 1 { n += $9 } END { exit n == 0 }'
	run -0 --separate-stderr trace-clock --causal sends
	awk -F '\t' 'NR > 1 { o[$1] = $2; bad += $9 > 0 } END { exit !(bad == 0 && o[0] == "0.000") }' <<<"$output" || fail "$output"
	[[ $stderr == "trace-clock: rank 1: moved by -"*" us, so that no event ends before it was sent"* ]] || fail "$stderr"
	# a source that is later than its target by both ways: no clocks do that
	tsv 'src_rank dst_rank src_ts_us src_end_us dst_end_us' '0 1 10.000 20.000 15.000' '0 1 30.000 40.000 35.000' \
		'0 1 50.000 60.000 55.000' '1 0 10.000 20.000 15.000' '1 0 30.000 40.000 35.000' '1 0 50.000 60.000 45.000' >both
	run -0 trace-clock -q --causal both
	sed 's/15.000$/5.000/; s/35.000$/25.000/; s/[45]5.000$/45.000/' both >never
	run -1 --separate-stderr trace-clock --causal never
	[ "$stderr" = "trace-clock: no clocks make every event end after it was sent: the pairs contradict each other" ] || fail "$stderr"
	# then the clocks are those without the option
	tsv 'src_rank dst_rank src_ts_us src_end_us dst_end_us' '0 1 0 1 11' '0 1 10 11 21' '0 1 20.9 21 30.5' '1 0 20 21 10.3' >never
	run -1 --separate-stderr trace-clock --causal never
	[ "$stderr" = "trace-clock: no clocks make every event end after it was sent: the pairs contradict each other" ] || fail "$stderr"
	diff <(echo "$output") <(trace-clock never)
}

@test "nothing to find: a header alone, one rank" {
	head -n 1 pairs.tsv >none
	run -1 --separate-stderr trace-clock none
	[ "${#lines[@]}" -eq 1 ]
	[ "$stderr" = "trace-clock: no pairs between ranks" ] || fail "$stderr"
	tsv 'src_rank dst_rank src_ts_us src_end_us dst_end_us' '0 1 1 x 3' >bad
	run -2 --separate-stderr trace-clock bad
	[[ $stderr == "trace-clock: bad:2: "*x ]] || fail "$stderr"
	tsv 'src_rank dst_rank src_ts_us src_end_us dst_end_us' '0 1 9000000000000000 9000000000000000 3' >far
	run -2 --separate-stderr trace-clock far
	[[ $stderr == "trace-clock: far:2: out of range"* ]] || fail "$stderr"
}

@test "eight ranks of one host have one clock, and a shift put in comes back" {
	need_traces
	trace-extract -q "$TRACES"/dlrm-v100-rank[0-7].json.gz >events
	trace-pair events | trace-clock >clocks
	awk -F '\t' 'NR > 1 { if ($2 < -2 || $2 > 2 || $3 != "") exit 1; n++ } END { exit n != 8 }' clocks || fail "$(cat clocks)"
	awk -F '\t' 'BEGIN { OFS = FS } NR > 1 && $13 == 6 { sub(/\.000$/, "", $1); $1 = substr($1, 1, 4) sprintf("%012d", substr($1, 5) + 7654321) ".000" } 1' \
		events >moved
	trace-pair moved | trace-clock >again
	awk -F '\t' 'NR == FNR { o[$1] = $2; next } FNR > 1 {
		d = $2 - o[$1] - ($1 == 6 ? 7654321 : 0); if (d < -2 || d > 2 || $3 != "") { print; exit 1 } }' clocks again
	trace-shift --clocks again moved | trace-pair | trace-clock | awk -F '\t' 'NR > 1 && $2 != "0.000" { exit 1 }'
	# each rank's name goes to another: each clock goes with it
	awk -F '\t' 'BEGIN { OFS = FS } NR > 1 { $13 = 7 - $13 } 1' moved | trace-pair | trace-clock |
		awk -F '\t' '$1 == 1 { exit !($2 > 7654316 && $2 < 7654326) }'
	# without a rank the others stay as they are
	awk -F '\t' '$13 != 3' events | trace-pair | trace-clock | diff - <(awk -F '\t' '$1 != 3' clocks) |
		grep '^[<>] [1-9]' && fail "another rank changed"
	true
}

@test "known truth: transfers of four ranks, collectives with drift and lags" {
	need_traces
	syn=$TRACES/../reference/aiu/syn
	[ -d "$syn" ] || skip "no reference data"
	trace-extract -q --pair -c all -a Peer=peer --rank 'r([0-9]).json' "$syn"/sync/r?.json |
		trace-pair --tag 'sync=([^]]*)' --from 'Send_[0-9]+( Data)? \[' --to Rec --peer peer | trace-clock >clocks
	awk -F '\t' 'NR == FNR { o[$1] = $2; next } FNR > 1 { d = $2 - o[$1]; if (d < -.3 || d > .3) { print; exit 1 } n++ }
		END { exit n != 4 }' "$syn/expected/sync_offsets.tsv" clocks
	trace-pair -k in_msg_nelems "$syn/clocks/collectives.tsv" | trace-clock >clocks
	# what the clock shows when the reference shows 0
	awk -F '\t' 'NR == FNR { o[$1] = $2; s[$1] = $3; next } FNR > 1 {
		rate = $3 * 1e-6; zero = ($2 - rate * $4) / (1 - rate); d = zero - o[$1]; e = $3 - s[$1]
		if (d < -.5 || d > .5 || e < -.2 || e > .2) { print; exit 1 } n++ } END { exit n != 4 }' "$syn/clocks/truth.tsv" clocks
}

# counter RATE GAP [WORD]: events of 30 us whose counter of 32 bits runs at RATE MHz, in ten
# bursts GAP us apart, with times to the nanosecond; WORD damages the second event of each.
counter() {
	awk -v rate="$1" -v gap="$2" -v damage="${3:-0}" 'BEGIN {
		print "ts_us\tdur_us\tc1\tc2\trank"
		for (job = 0; job < 10; job++) for (i = 0; i < 9; i++) {
			t = 1e6 + job * gap + i * 40; a = int(4e9 + rate * (t - 1e6)); b = int(4e9 + rate * (t + 30 - 1e6))
			if (damage && i == 1) b += 1e6 * (job + 1)
			printf "%.3f\t30.000\t%.0f\t%.0f\t5\n", t, a % 2^32, b % 2^32
		}
	}'
}

# column NAME: of a counter, below the header.
column() {
	awk -F '\t' -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next } { print $c[name] }'
}

@test "a counter of 32 bits against time, over gaps of more than one turn, damaged or not" {
	for damage in 0 1; do
		counter 899.577 1.2e7 $damage | trace-clock --counter c2 --counter-start c1 --wrap 32 --nominal 900 >fit
		column rate_mhz <fit | awk '{ exit !($1 > 899.5769 && $1 < 899.5771) }' || fail "$(cat fit)"
		[ "$(cut -f 1,2,3,12 fit | tail -n 1)" = "5	180	$((damage * 10))	ok" ] || fail "$(cat fit)"
		# from 4e9 on: 108 s at 899.577 MHz
		[ "$(column wraps <fit)" = 23 ]
		column drift_us <fit | awk '{ exit !($1 > 50700 && $1 < 50850) }' || fail "$(cat fit)"
	done
	counter 899.577 1000 | trace-clock --counter c2 --nominal 905 --wrap 32 | column verdict | grep -qx ok
}

# drift N MS PPM NOISE: N pairs, MS apart, of a clock that drifts, with ends that are NOISE us late by turns.
drift() {
	awk -v n="$1" -v ms="$2" -v ppm="$3" -v noise="$4" 'BEGIN {
		print "src_rank\tdst_rank\tsrc_ts_us\tsrc_end_us\tdst_end_us"
		for (i = 0; i < n; i++) {
			t = 1000 * ms * i
			late = i % 4 == 0 || i % 4 == 3 ? noise : 0
			printf "0\t1\t%.3f\t%.3f\t%.3f\n", t, t + 9, t + 9 + t * ppm / 1e6 + late
		}
	}' | trace-clock | awk -F '\t' '$1 == 1 { print $3 == "" ? "none" : $3 }'
}

@test "a rate needs eight pairs, a second, and three standard errors" {
	[ "$(drift 8 200 100 0)" = 99.990001 ] # of the time that it shows
	[ "$(drift 7 200 100 0)" = none ]
	[ "$(drift 8 140 100 0)" = none ]
	[[ $(drift 12 200 100 6) == 99.* ]]
	[ "$(drift 12 200 1 6)" = none ]
}

# Of the pairs with rank 2 five are exact, and three are no worse than those of the others.
@test "pairs are judged by the deviation of all ranks, if that is more" {
	awk 'BEGIN {
		print "src_rank\tdst_rank\tsrc_ts_us\tsrc_end_us\tdst_end_us"
		for (r = 1; r < 4; r++)
			for (i = 0; i < 8; i++)
				print "0\t" r "\t" 100 * i "\t" 100 * i + 9 "\t" 100 * i + 9 + (r == 2 ? 3 * (i % 3 == 1) : 5 * i % 8)
	}' | trace-clock | awk -F '\t' 'NR > 2 { print $1, $6, $10 }' >got
	diff - got <<<$'1 0 ok\n2 0 ok\n3 0 ok'
}

@test "no rate where a counter does not tell one" {
	# too far apart for what 30 us tell of the rate; a wrong nominal rate; another clock; too few
	counter 899.577 6e7 >far
	counter 899.577 6e6 >some
	awk -F '\t' -v OFS='\t' 'NR > 1 { $4 = sprintf("%.0f", (NR * 7919 * 65537) % 2^32) } 1' some >random
	head -n 3 some >few
	for case in 'far' 'some --nominal 560' 'random --nominal 900' 'few --nominal 900' 'some'; do
		set -- $case
		run -1 --separate-stderr trace-clock --wrap 32 --counter c2 "${@:2}" "$1"
		[ "$(cut -f 3-11 <<<"$output" | tail -n 1)" = "$(printf '\t\t\t\t\t\t\t\t')" ] || fail "$case: $output"
		[[ $stderr == "trace-clock: counter '5': "* ]] || fail "$stderr"
	done
	trace-clock --wrap 32 --counter c2 --counter-start c1 far | column rate_mhz | grep -qx 899.577000
	run -0 trace-clock --wrap 32 --counter c2 --nominal 900 --exit-zero -q few
	run -2 --separate-stderr trace-clock --wrap 16 --counter c2 some
	[[ $stderr == "trace-clock: some:2: a count that does not fit the bits of the counter: "* ]] || fail "$stderr"
	run -2 trace-clock --wrap 0 --counter c2 some
	run -2 trace-clock --nominal 900 pairs.tsv
	for value in -1 0 abc 1000001; do
		run -2 --separate-stderr trace-clock --counter c2 --nominal $value some
		[[ $stderr == "trace-clock: --nominal takes MHz from 0.001 to 1000000.000, not '$value'"* ]] || fail "$stderr"
	done
	(head -n 1 some; sed 1d some | sort -R --random-source=some) |
		trace-clock --wrap 32 --counter c2 --counter-start c1 | diff - <(trace-clock --wrap 32 --counter c2 --counter-start c1 some)
	head -n 1 some >none
	run -1 --separate-stderr trace-clock --counter c2 none
	[ "$stderr" = "trace-clock: no row has a count" ]
}

@test "known truth: counters of devices that drift and wrap, of four ranks" {
	need_traces
	ref=$TRACES/../reference/aiu
	[ -d "$ref" ] || skip "no reference data"
	# DmaI is from the first stamp to the second, Prep to the third, Exec to the fourth, DmaO to the last
	stamps() {
		trace-extract -q --pair -c all -a TS1 -a TS2 -a TS3 -a TS4 -a TS5 "$@" | cut -f 1-17 | awk -F '\t' '
			NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; print $0 "\tc1\tc2"; next }
			{ k = $3 ~ /DmaI$/ ? 1 : $3 ~ /Cmpt Prep$/ ? 2 : $3 ~ /Cmpt Exec$/ ? 3 : $3 ~ /DmaO$/ ? 4 : 0
				print $0 "\t" (k ? $c["ts" k] : "") "\t" (k ? $c["ts" (k + 1)] : "") }'
	}
	stamps "$ref"/syn/drift/job_*.json >drift
	for nominal in 900 905 560; do
		trace-clock --counter c2 --counter-start c1 --wrap 32 --nominal $nominal drift >fit
		awk -F '\t' 'NR == 2 { exit !($6 > 899.5765 && $6 < 899.5775 && $9 <= .002 && $10 == 4 && $12 == "ok") }' fit || fail "$(cat fit)"
	done
	stamps "$ref/ref/allreduce_tp4.json" | trace-clock --counter c2 --counter-start c1 --wrap 32 --keys pid >fit
	awk -F '\t' 'NR > 1 { printf "%.4f %d\n", $6, $9 * 1000 <= 2 }' fit |
		diff - <(printf '%s 1\n' 557.0766 557.2144 557.2117 557.2003)
}

@test "--stamps: the phases of the AIU, advice, and no rate where jobs were moved" {
	cycles() { # OFFSET of the second half
		awk -v later="$1" 'BEGIN { OFS = "\t"; print "ts_us", "dur_us", "name", "ph", "rank", "ts1", "ts2", "ts3", "ts4", "ts5"
			split("DmaI,Cmpt Prep,Cmpt Exec,DmaO", phase, ",")
			for (i = 0; i < 40; i++) {
				t = i * 500000 + 10; p = i % 4 + 1
				for (k = 1; k <= 5; k++) c[k] = sprintf("%.0f", ((t + 25 * (k - p)) * 899.5 + 4000000000) % 4294967296)
				print t + (i < 20 ? 0 : later), 25, "x " phase[p], "X", 0, c[1], c[2], c[3], c[4], c[5]
			} }'
	}
	run -0 --separate-stderr trace-clock --stamps --nominal 560 <(cycles 0)
	[ "$(cut -f 1,2,6 <<<"${lines[1]}")" = "$(tsv '0 80 899.500000')" ] || fail "$output"
	[ "$(cut -f 10,12- <<<"${lines[1]}")" = "$(tsv '5 ok --freq=899.500000')" ] || fail "$output"
	run -0 trace-clock --stamps --nominal 899.55 <(cycles 0)
	[ "$(cut -f 12- <<<"${lines[1]}")" = "$(tsv 'ok -')" ] || fail "$output"
	run -1 --separate-stderr trace-clock --stamps <(cycles 300)
	[ "$(cut -f 12- <<<"${lines[1]}")" = "$(tsv 'unsure -')" ] || fail "$output"
	run -2 trace-clock --stamps --counter ts1 <(cycles 0)
	run -2 trace-clock --stamps <(cycles 0 | cut -f 1-9)
	assert_output --partial "trace-extract --counters"
}

@test "pairs of one rank alone: an answer that there are none" {
	{
		tsv 'kind group tag n src_rank dst_rank src_row dst_row src_ts_us src_end_us dst_ts_us dst_end_us bytes'
		tsv 'nth k - 1 0 0 1 2 5.000 9.000 6.000 9.000 -'
	} >pairs.tsv
	run -1 --separate-stderr trace-clock pairs.tsv
	[ "$stderr" = "trace-clock: no pairs between ranks" ]
}
