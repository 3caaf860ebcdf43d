#!/usr/bin/env bats
load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	tsv 'src_rank dst_rank src_ts_us src_end_us dst_end_us' '0 1 10.000 20.000 120.000' '0 1 40.000 50.000 150.500' \
		'0 1 70.000 80.000 179.500' '0 1 100.000 110.000 210.000' >pairs.tsv
}

# job SECONDS [SHARE]: pairs of 8 ranks over so many seconds; rank r's clock is
# 10 r ms ahead and r * 20/7 ppm fast; this share of the pairs is damaged.
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
	for i in 1 2 3 4; do tsv "0 1 $((i * 9)) $((i * 10)) $((i * 10))" "1 2 $((i * 9)) $((i * 10)) $((i * 10))" \
		"2 0 $((i * 9)) $((i * 10)) $((i * 10 + 60))"; done | sed '1i src_rank\tdst_rank\tsrc_ts_us\tsrc_end_us\tdst_end_us' >loop
	trace-clock loop | cut -f 10 | xargs | diff - <(echo verdict reference unsure unsure)
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
}

@test "transfers that end before they start, on one clock" {
	tsv 'src_rank dst_rank src_ts_us src_end_us dst_end_us' '0 1 1 9 9' '0 1 11 19 19' '0 1 21 29 29' '0 1 31 39 39' '0 1 42 49 41' >back
	trace-clock back | awk -F '\t' 'NR == 3 { exit !($2 == "0.000" && $6 == 1 && $9 == 1) }'
}

@test "nothing to find: a header alone, one rank" {
	head -n 1 pairs.tsv >none
	run -1 --separate-stderr trace-clock none
	[ "${#lines[@]}" -eq 1 ]
	[ "$stderr" = "trace-clock: no pairs of two ranks" ] || fail "$stderr"
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
