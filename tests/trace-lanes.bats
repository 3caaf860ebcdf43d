#!/usr/bin/env bats
load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	tsv 'ts_us dur_us name pid tid' '0.000 10.000 all_reduce 1 7' '5.000 10.000 gemm 1 7' \
		'6.000 2.000 add 1 7' >events.tsv
	tsv 'ts_us dur_us name ph id pid tid' '0 10 a X - 1 7' '2 10 b X - 1 7' '3 - m i - 1 7' \
		'4 2 c X - 1 7' '5 10 d X - 1 8' '11 9 e X - 1 7' '12 2 f X - 1 7' >rows
}

# random N SEED: events on two tracks, in the order of time.
random() {
	awk -v n="$1" -v seed="$2" 'BEGIN {
		srand(seed)
		for (i = 0; i < n; i++)
			printf "%d\t%d\te%d\t1\t%d\n", rand() * n * 2, rand() < .2 ? 0 : rand() * 20, i, rand() * 2
	}' | sort -t "$(printf '\t')" -k 1,1n -k 2,2nr | sed '1i ts_us\tdur_us\tname\tpid\ttid'
}

column() {
	awk -F '\t' -v want="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == want) c = i; next }
		{ printf "%s%s", s, $c; s = " " } END { print "" }'
}

@test "manners: command line" {
	manners_command_line trace-lanes
}

@test "manners: the page and --help agree, and its examples are true" {
	manners_page trace-lanes
	manners_examples trace-lanes
}

@test "manners: filter" {
	manners_filter trace-lanes events.tsv
	manners_filter trace-lanes rows --mode async -q
}

@test "on no lane do two events cross, and none could be on an earlier lane" {
	for seed in 1 2 3 4; do
		random 300 "$seed" >table
		trace-lanes table >out
		[ "$(wc -l <out)" -eq 301 ]
		awk -F '\t' 'NR > 1 {
			for (i = 2; i <= n; i++) {
				if (tid[i] != $5 || start[i] > $1 || end[i] <= $1 || end[i] >= $1 + $2)
					continue
				if (lane[i] == $6) { print "crossing:", $0; exit 1 }
				if (lane[i] < $6) crossed[lane[i], NR]
			}
			for (l = 0; l < $6; l++)
				if (!((l, NR) in crossed)) { print "too high:", $0; exit 1 }
			n = NR; start[n] = $1; end[n] = $1 + $2; tid[n] = $5; lane[n] = $6
		}' out
	done
}

@test "the modes" {
	run -0 --separate-stderr trace-lanes rows
	[ -z "$stderr" ]
	column lane <<<"$output" | diff - <(echo "0 1  0 0 0 0")
	run -0 --separate-stderr trace-lanes --mode drop rows
	column name <<<"$output" | diff - <(echo "a m c d e f")
	[ "$stderr" = "trace-lanes: 1 events overlap another on their track; 1 were left out" ] || fail "$stderr"
	run -0 --separate-stderr trace-lanes --mode warn rows
	column conflict <<<"$output" | diff - <(echo "0 1  0 0 0 0")
	run -0 --separate-stderr trace-lanes --mode async rows
	column ph <<<"$output" | diff - <(echo "X b i X X X e X")
	column ts_us <<<"$output" | diff - <(echo "0.000 2.000 3 4.000 5.000 11.000 12.000 12.000")
	column id <<<"$output" | diff - <(echo " lanes-1     lanes-1 ")
	trace-json -o pair.json <<<"$output"
	[ "$(grep -c '"id":"lanes-1"' pair.json)" = 2 ] || fail "$(cat pair.json)"
}

@test "shift moves by no more than --step, and ends stay" {
	tsv 'ts_us dur_us name pid tid' '10 10 a 0 0' '19.998 5 b 0 0' '30 10 c 0 0' '39.990 5 d 0 0' >close
	run -0 --separate-stderr trace-lanes --mode shift close
	assert_line --index 2 "$(tsv '20.001 4.997 b 0 0 0 0 19.998 5')"
	assert_line --index 4 "$(tsv '39.990 5.000 d 0 0 0 1 - -')"
	run -0 --separate-stderr trace-lanes --mode shift --step 1 close
	assert_line --index 4 "$(tsv '40.001 4.989 d 0 0 0 0 39.990 5')"
	[ -z "$stderr" ]
}

@test "shift: several rounds together keep to --step, a row that cannot be moved stays as it was" {
	tsv 'ts_us dur_us name pid tid' '0 0.014 a 0 0' '0.002 0.008 b 0 0' '0.008 0.022 x 0 0' '0.009 0.003 y 0 0' >rounds
	run -0 --separate-stderr trace-lanes -q --mode shift rounds
	assert_line --index 3 "$(tsv '0.008 0.022 x 0 0 0 1 - -')"
	assert_line --index 4 "$(tsv '0.011 0.001 y 0 0 0 0 0.009 0.003')"
	run -0 --separate-stderr trace-lanes -q --mode shift --step 0.007 rounds
	assert_line --index 3 "$(tsv '0.015 0.015 x 0 0 0 0 0.008 0.022')"
	assert_line --index 4 "$(tsv '0.011 0.001 y 0 0 0 0 0.009 0.003')"
}

@test "shift: nothing crosses but what is marked, and that is as it was" {
	for seed in 1 2 3 4; do
		random 1000 "$seed" | awk -F '\t' -v OFS='\t' 'NR > 1 { $1 = sprintf("%.3f", $1 / 1000); $2 = sprintf("%.3f", $2 / 1000) } 1' >table
		trace-lanes -q --mode shift --step 0.006 table >out
		cut -f 1-5 out | awk -F '\t' -v OFS='\t' 'NR == FNR { ts[FNR] = $8; dur[FNR] = $9; next }
			FNR > 1 && ts[FNR] != "" { $1 = ts[FNR]; $2 = dur[FNR] } 1' out - | diff table -
		awk -F '\t' 'function ns(us) { return int(us * 1000 + 0.5) }
		NR > 1 {
			s = ns($1)
			e = s + ns($2)
			if ($8 != "" && (s - ns($8) > 6 || e != ns($8) + ns($9) || $7)) { print "moved:", $0; exit 1 }
			if ($7) next
			for (i = 1; i <= n; i++)
				if (tid[i] == $5 && (start[i] < s && s < end[i] && end[i] < e || s < start[i] && start[i] < e && e < end[i])) {
					print "crossing:", $0
					exit 1
				}
			start[++n] = s; end[n] = e; tid[n] = $5
		}' out
	done
}

@test "too few lanes: status 1, the row stays, marked" {
	tsv 'ts_us dur_us name pid tid' '0 10 a 0 0' '1 10 b 0 0' '2 10 c 0 0' >three
	run -1 --separate-stderr trace-lanes --lanes 2 three
	column lane <<<"$output" | diff - <(echo "0 1 1")
	column conflict <<<"$output" | diff - <(echo "0 0 1")
	[ "$stderr" = "trace-lanes: 2 events overlap another on their track; 1 found no lane" ] || fail "$stderr"
	run -0 --separate-stderr trace-lanes -q --exit-zero --lanes 2 three
	[ -z "$stderr" ]
}

@test "rows out of order on a track are refused, on others they do not matter" {
	tsv 'ts_us dur_us name pid tid' '5 1 a 0 0' '4 1 b 0 1' '4 1 c 0 0' >wrong
	run -2 --separate-stderr trace-lanes wrong
	[[ $stderr == "trace-lanes: wrong:4: earlier than the row before on its track; trace-merge --sort sorts: 4" ]] ||
		fail "$stderr"
}

@test "threads of two ranks, or files, with one number are two tracks" {
	for column in rank file; do
		tsv "ts_us dur_us pid tid $column" '0.000 4.000 0 7 0' '1.000 4.000 0 7 1' '2.000 4.000 0 7 1' >two
		trace-lanes -q two | cut -f 5-6 | diff - <(printf '%s\t%s\n' $column lane 0 0 1 0 1 1)
	done
	[ "$(trace-lanes -q -k pid,tid two | cut -f 6 | xargs)" = 'lane 0 1 2' ]
}

@test "columns that are there already, or are missing" {
	trace-lanes events.tsv >lanes
	run -2 --separate-stderr trace-lanes lanes
	[[ $stderr == "trace-lanes: lanes: the input already has a column lane: remove it first" ]] || fail "$stderr"
	run -2 --separate-stderr trace-lanes -k rank events.tsv
	run -2 --separate-stderr trace-lanes --mode async events.tsv
	[[ $stderr == *"no column ph"* ]] || fail "$stderr"
	run -2 --separate-stderr trace-lanes --mode none events.tsv
	run -2 --separate-stderr trace-lanes --mode shift --step -1 events.tsv
	[[ $stderr == *"--step takes microseconds from 0.000 to "*", not '-1'"* ]] || fail "$stderr"
	tsv 'ts_us dur_us pid tid' '1 -1 0 0' >negative
	run -2 --separate-stderr trace-lanes negative
	[[ $stderr == "trace-lanes: negative:2: "* ]] || fail "$stderr"
}
