#!/usr/bin/env bats
# trace-whatif: manners; scenarios; the error of the replay; bad input; timelines; a
# published analysis.
load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	tsv 'id ts_us dur_us name rank group' 'a0 0.000 75.000 compute 0 -' 'a1 0.000 100.000 compute 1 -' \
		'r0 100.000 10.000 reduce 0 1' 'r1 100.000 10.000 reduce 1 1' >operations.tsv
	tsv 'src dst' 'a0 r0' 'a1 r1' >edges.tsv
}

# gain ROW COLUMN: of the last run.
gain() {
	awk -F '\t' -v row="$1" -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i }
		$1 == row { print $c }' <<<"$output"
}

@test "manners: command line" {
	manners_command_line trace-whatif
	run -2 --separate-stderr trace-whatif
	[[ $stderr == *"two tables"* ]]
	tsv 'name dur_us' 'compute -1' >negative
	run -2 trace-whatif operations.tsv edges.tsv edges.tsv
	for wrong in '--scale rank' '--scale rank=1:x' '--scale rank=1:-1' '--limit rank=1:-1' '--each rank' '--ideal mode' \
		'--ideal mean:compute' '--scale rank=(:2' '--scale =1:2' '--scale :2=' '--scale rank=1:2x' '--scale rank=1:1e16' \
		'--scale gone=1:2' '--ideal mean:,median' '--set negative' '--list' '--by rank' '--max-error -1' '--end-at rank' '--ideal mean --ideal mean'; do
		# shellcheck disable=SC2086 # options are words
		run -2 --separate-stderr trace-whatif $wrong operations.tsv edges.tsv
		[[ $stderr == "trace-whatif: "* ]] || fail "$wrong"
	done
}

@test "manners: the page and --help agree, and its examples are true" {
	manners_page trace-whatif
	manners_examples trace-whatif
}

@test "manners: filter" {
	manners_filter trace-whatif edges.tsv operations.tsv
	run -2 --separate-stderr trace-whatif /no/such/file edges.tsv
	[ "$stderr" = "trace-whatif: /no/such/file: No such file or directory" ]
	run -2 --separate-stderr trace-whatif <(cut -f 2- operations.tsv) edges.tsv
	[[ $stderr == *"no column: id"* ]] || fail "$stderr"
}

@test "no operation: a header, and the answer is no only where something is asked for" {
	run -0 trace-whatif <(head -n 1 operations.tsv) <(head -n 1 edges.tsv)
	[ "${#lines[@]}" -eq 1 ]
}

@test "points: lags from start or end, to start or end; a group starts when the last can" {
	tsv 'id dur_us group' 'a 10 -' 'b 5 -' 'wait 1 -' 'x 2 g' 'y 3 g' >o
	tsv 'src src_at dst dst_at lag_us kind' 'a start b start 4 launch' 'b - wait end 1.5 sync' 'b end x - - -' 'wait - y - - -' >e
	run -0 --separate-stderr trace-whatif --events --scale kind=sync:0 o e
	assert_output "$(tsv 'scenario id dur_us group ts_us' 'unchanged a 10.000 - 0.000' 'unchanged b 5.000 - 4.000' \
		'unchanged wait 10.500 - 0.000' 'unchanged x 2.000 g 10.500' 'unchanged y 3.000 g 10.500' \
		'scale~kind=sync:0 a 10.000 - 0.000' 'scale~kind=sync:0 b 5.000 - 4.000' 'scale~kind=sync:0 wait 9.000 - 0.000' \
		'scale~kind=sync:0 x 2.000 g 9.000' 'scale~kind=sync:0 y 3.000 g 9.000')"
}

@test "--limit kind=: lags of edges, too; negative ones stay" {
	tsv 'id dur_us' 'a 10' 'b 5' 'c 5' >o
	tsv 'src dst lag_us kind' 'a b 8 launch' 'b c -2 launch' >e
	run -0 --separate-stderr trace-whatif --limit kind=launch:3 --limit kind=launch:0 o e
	[ "$(gain unchanged time_us) $(gain 'limit kind=launch:3' time_us) $(gain 'limit kind=launch:0' time_us)" = '26.000 21.000 18.000' ]
}

@test "--scale name=: no edge of a kind that is called like an operation" {
	tsv 'id dur_us name' 'a 10 launch' 'b 5 run' >o
	tsv 'src dst lag_us kind' 'a b 8 launch' >e
	run -0 --separate-stderr trace-whatif --scale name=launch:0 o e
	[ "$(gain 'scale name=launch:0' time_us)" = 13.000 ]
}

@test "--ideal: of equal operations, those whose kinds take the same statistic, wherever they stand" {
	tsv 'id dur_us name kind step' 'a 10 x compute 1' 'b 50 x copy 1' 'c 20 x compute 2' 'd 30 x copy 2' >o
	tsv 'src dst' 'a b' 'b c' 'c d' >e
	run -0 --separate-stderr trace-whatif --events --ideal mean:compute o e
	[ "$(awk -F '\t' '$1 == "ideal" { print $3 }' <<<"$output" | xargs)" = '15.000 50.000 15.000 30.000' ] || fail "$output"
	run -0 --separate-stderr trace-whatif --events --ideal mean --by step o e
	[ "$(awk -F '\t' '$1 == "ideal" { print $3 }' <<<"$output" | xargs)" = '30.000 30.000 25.000 25.000' ] || fail "$output"
}

@test "--each kind: edges have kinds, but no ideal times" {
	tsv 'id dur_us name kind' 'a 10 x copy' 'b 30 x copy' 'c 7 y compute' >o
	run -0 --separate-stderr trace-whatif --ideal mean --each kind o <(tsv 'src dst lag_us kind' 'a b 4 copy' 'b c 5 compute')
	[ "$(gain 'ideal kind=copy' time_us)" = 56.000 ] || fail "$output"
}

@test "times that do not fit" {
	tsv 'id dur_us' 'a 100' 'b 100' 'c 100' >o
	for factor in 4e13 1e15; do
		run -2 --separate-stderr trace-whatif --scale "id=.:$factor" o <(tsv 'src dst')
		[ "$stderr" = "trace-whatif: scale id=.:$factor: the times are too large" ]
	done
}

@test "--set and --limit: times by name, and not beyond a limit" {
	tsv 'name mean_us' 'compute 20.000' 'other 1.000' >times
	run -0 --separate-stderr trace-whatif --set times --limit name=compute:80 --limit name=.:1 operations.tsv edges.tsv
	[ "$(gain 'set times' time_us)" = 30.000 ]
	[ "$(gain 'limit name=compute:80' saves_us)" = 20.000 ]
	[ "$(gain 'limit name=.:1' time_us)" = 2.000 ]
}

@test "what matches nothing is named, and the status is 1; the other scenarios are told" {
	run -1 --separate-stderr trace-whatif --scale name=nothing:0 --scale name=reduce:0 operations.tsv edges.tsv
	[ "$stderr" = "trace-whatif: scale name=nothing:0: no operation matches" ]
	[ "$(gain 'scale name=reduce:0' saves_us)" = 10.000 ]
	[ -z "$(gain 'scale name=nothing:0' time_us)" ]
	tsv 'name dur_us' 'other 1.000' >times
	run -1 --separate-stderr trace-whatif --set times operations.tsv edges.tsv
	[ "$stderr" = "trace-whatif: set times: no operation matches" ]
	[ -z "$(gain 'set times' time_us)" ]
	run -1 --separate-stderr trace-whatif -q --events --scale name=nothing:0 operations.tsv edges.tsv
	[ "$(cut -f 1 <<<"$output" | uniq | xargs)" = 'scenario unchanged' ]
	run -0 --separate-stderr trace-whatif -q --exit-zero --scale name=nothing:0 operations.tsv edges.tsv
	[ -z "$stderr" ]
}

@test "a pattern for kernels that operators match, too: it is said" {
	tsv 'id dur_us name device' 'a 10 aten::flash_attention -' 'k 20 flash_fwd 0' >o
	tsv 'src dst' 'a k' >e
	run -0 --separate-stderr trace-whatif --scale name=flash:0.5 o e
	[ "$stderr" = "trace-whatif: scale name=flash:0.5: 1 of the 2 operations that match are work of the host, which changes, too; a longer pattern may match kernels alone" ]
	[ "$(gain 'scale name=flash:0.5' saves_us)" = 15.000 ]
	run -0 --separate-stderr trace-whatif --scale name=flash_fwd:0.5 --scale name=aten:0.5 --scale 'device=^0*$:0.5' o e
	[ -z "$stderr" ]
	run -0 --separate-stderr trace-whatif -q --scale name=flash:0.5 o e
	[ -z "$stderr" ]
}

@test "the replay's error counts the end and the starts; above --max-error there is no gain" {
	# The end is right, but the reduction is traced to start 20 us later.
	sed 's/\t100.000\t10.000/\t120.000\t10.000/' operations.tsv | awk -F '\t' -v OFS='\t' '{ print $0, NR == 1 ? "traced_us" : -$2 + 130 }' |
		sed '2s/130$/75/; 3s/130$/100/' >late
	run -1 --separate-stderr trace-whatif --scale name=reduce:0 late edges.tsv
	[[ $stderr == *"the unchanged replay is 15.4 % off the trace"* ]] || fail "$stderr"
	[ "$(gain unchanged replay_error_pct)" = 15.385 ]
	[ -z "$(gain 'scale name=reduce:0' saves_us)$(gain 'scale name=reduce:0' time_us)" ]
	run -1 --separate-stderr trace-whatif --ideal mean late edges.tsv
	[ -z "$(gain ideal slowdown)$(gain unchanged slowdown)" ]
	run -0 --separate-stderr trace-whatif --max-error 16 --scale name=reduce:0 late edges.tsv
	[ "$(gain 'scale name=reduce:0' saves_us)" = 10.000 ]
	# As long in all, but half of the operations start elsewhere.
	tsv 'id ts_us dur_us' 'a 0 100' 'b 50 10' 'c 60 10' >o
	run -1 --separate-stderr trace-whatif o <(tsv 'src dst')
	[ "$(gain unchanged replay_error_pct)" = 50.000 ]
	# Without a device it is the host, whose starts do not count; but its end does.
	tsv 'id ts_us dur_us device traced_us' 'a 0 100 0 100' 'b 50 10 - 60' 'c 60 10 - 10' >o
	run -1 --separate-stderr trace-whatif o <(tsv 'src dst')
	[ "$(gain unchanged replay_error_pct) $(gain traced time_us)" = '9.091 ' ] || fail "$output"
	run -2 --separate-stderr trace-whatif --max-error 5 <(cut -f 1,3- operations.tsv) edges.tsv
	[[ $stderr == *"needs ts_us of every operation"* ]]
	# Of two graphs one is far off; the mean of both tells of neither.
	tsv 'id ts_us dur_us step' 'a 0 100 1' 'b 100 10 1' 'c 200 100 2' 'd 350 10 2' >two
	tsv 'src dst' 'a b' 'c d' >chain
	run -1 --separate-stderr trace-whatif --keys step -l --scale id=.:0.5 two chain
	[[ $stderr == *"the unchanged replay of 1 of 2 graphs is up to 31.2 % off the trace"* ]] || fail "$stderr"
	[ "$(awk -F '\t' '$2 ~ /^scale/ { print $1 ":" $7 }' <<<"$output" | xargs)" = "1:55.000 2:" ] || fail "$output"
	# One graph is replayed 10 us too long, one 10 us too short: their mean is right, but not the replay.
	tsv 'id ts_us dur_us step' 'a 0 100 1' 'b 90 10 1' 'c 200 100 2' 'd 310 10 2' >two
	run -1 --separate-stderr trace-whatif -k step two chain
	[ "$(gain unchanged replay_error_pct)" = 9.091 ] || fail "$output"
}

@test "bad input is named: ids, times, circles, graphs" {
	local head='src dst lag_us'
	run -2 --separate-stderr trace-whatif operations.tsv <(tsv "$head" 'a0 zz 1')
	[[ $stderr == *":2: no operation has this id: zz" ]] || fail "$stderr"
	run -2 --separate-stderr trace-whatif <(sed 's/75.000/-1/' operations.tsv) edges.tsv
	[[ $stderr == *":2: a negative time: -1" ]] || fail "$stderr"
	run -2 --separate-stderr trace-whatif <(sed 's/^a1/a0/' operations.tsv) edges.tsv
	[[ $stderr == *":3: two operations have this id: a0" ]] || fail "$stderr"
	run -2 --separate-stderr trace-whatif operations.tsv <(tsv "$head" 'a0 r0 -' 'a0 a1 -' 'a1 a0 -')
	[[ $stderr == *"in a loop: a0 -> a1 -> a0" || $stderr == *"in a loop: a1 -> a0 -> a1" ]] || fail "$stderr"
	run -2 --separate-stderr trace-whatif operations.tsv <(tsv "$head" 'r1 a0 -' 'a0 r0 -')
	[[ $stderr == *"in a loop: "*"r1 -> a0"* ]] || fail "$stderr"
	{ tsv 'id dur_us' && seq -f '%g	1' 30; } >long
	{ tsv 'src dst' && seq 30 | awk '{ print $1 "\t" $1 % 30 + 1 }'; } >ring
	run -2 --separate-stderr trace-whatif long ring
	[[ $stderr == *"in a loop: "*" -> 9 -> 10 -> "*"..." ]] || fail "$stderr"
	run -2 --separate-stderr trace-whatif -k rank operations.tsv <(tsv "$head" 'a0 r1 -')
	[[ $stderr == *":2: an edge from one graph to another: r1" ]] || fail "$stderr"
	run -2 --separate-stderr trace-whatif -k step operations.tsv edges.tsv
	[[ $stderr == *"no column: step" ]] || fail "$stderr"
	run -2 --separate-stderr trace-whatif --end-at name=gone operations.tsv edges.tsv
	[[ $stderr == *"--end-at name=gone: no operation"* ]] || fail "$stderr"
	while IFS='|' read -r change message; do
		run -2 --separate-stderr trace-whatif <(sed "$change" operations.tsv) edges.tsv
		[[ $stderr == *"$message"* ]] || fail "$change: $stderr"
	done <<-'END'
		s/75.000/9223372036854775/|a time out of range
		s/0.000	75.000/9223372036854775	75.000/|a time out of range
		s/0.000	75.000/-9223372036854775	75.000/|a time out of range
		s/75.000//|:2: a time is missing
		s/75.000/x/|:2: dur_us is not a time: x
		s/^a1//|:3: an operation without an id
		s/rank/device/;s/group/device/|two columns with the same name: device
		s/rank/traced_us/;2s/0	$/-1	/|:2: a negative time
	END
	run -2 --separate-stderr trace-whatif operations.tsv <(tsv 'src dst dst_at' 'a0 r0 middle')
	[[ $stderr == *":2: neither start nor end: middle" ]] || fail "$stderr"
}

@test "graphs apart: their mean, each of them, and where they end" {
	tsv 'id ts_us dur_us name step' 'a 0 10 work 1' 'b 10 5 end 1' 'c 100 20 work 2' 'd 120 5 end 2' 'tail 125 50 work 2' >o
	tsv 'src dst' 'a b' 'c d' 'd tail' >e
	run -0 --separate-stderr trace-whatif -k step --end-at name=end --scale name=work:0.5 o e
	[ "$(gain unchanged time_us)" = 20.000 ]
	[ "$(gain 'scale name=work:0.5' saves_us)" = 7.500 ]
	run -0 --separate-stderr trace-whatif -k step -l --scale name=work:0.5 o e
	[ "$(awk -F '\t' '$1 == "step" || $2 ~ /scale/ { print $1, $3, $7 }' <<<"$output" | xargs)" = \
		"step time_us saves_us 1 10.000 5.000 2 40.000 35.000" ]
	run -0 --separate-stderr trace-whatif -k step --events o e
	[ "$(awk -F '\t' '$2 == "c" { print $3 }' <<<"$output")" = 16.500 ]
}

# Two ranks, two stages, two steps of two microbatches; what one worker computes takes
# twice as long. Columns as of trace-extract -a step -a seq_id -a name=label.
pipeline() {
	awk -v slow="$1" -v OFS='\t' 'function op(type, seq, dur) {
			print step * 1000 + at ".000", dur ".000", type, type, "X", dp, dp * 10 + stage, step, seq, ""
			at += dur
		}
		BEGIN {
			print "ts_us", "dur_us", "name", "cat", "ph", "pid", "tid", "step", "seq_id", "label"
			for (dp = 0; dp < 2; dp++)
				for (stage = 0; stage < 2; stage++) {
					print "", "", "thread_name", "", "M", dp, dp * 10 + stage, "", "", "PP rank " stage ", compute"
					for (step = 0; step < 2; step++) {
						at = 0
						run = slow == dp "/" stage ? 40 : 20
						op("params-all-gather", 0, 5)
						for (k = 0; k < 2; k++) {
							if (stage) op("forward-recv", k, 1)
							op("forward-compute", k, run)
							if (!stage) op("forward-send", k, 1)
						}
						for (k = 0; k < 2; k++) {
							if (!stage) op("backward-recv", k, 1)
							op("backward-compute", k, run)
							if (stage) op("backward-send", k, 1)
						}
						op("grads-reduce-scatter", 0, 5)
						op("optimizer", 0, 3)
					}
				}
		}'
}

@test "pipeline training: the slow worker stands out, by rank and stage, and as a picture" {
	for slow in 0/0 0/1 1/0 1/1; do
		pipeline $slow | "$TOP/scripts/examples/pipeline-operations" made e
		# Starts as the schedule has them.
		trace-whatif -k step --events --max-error 1000 made e | grep -E '^(scenario|unchanged)' | cut -f 2- >o
		"$TOP/scripts/examples/pipeline-slowdowns" o e >table
		[ "$(tail -n +2 table | sort -t $'\t' -k 4,4nr | head -n 1 | sed 's/stage //' | awk '{ print $1 "/" $2 }')" = $slow ]
	done
	# Equal workers lose nothing.
	pipeline none | "$TOP/scripts/examples/pipeline-operations" made e
	trace-whatif -k step --events --max-error 1000 made e | grep -E '^(scenario|unchanged)' | cut -f 2- >o
	[ "$("$TOP/scripts/examples/pipeline-slowdowns" o e | awk 'NR > 1 { sum += $NF } END { print sum + 0 }')" = 0 ]
	trace-plot --format gnuplot --title 'By rank and stage' ranks table >script
	grep -q 'By rank and stage' script
}

@test "a published analysis of a production job: every simulated figure, and the ideal timeline" {
	need_traces
	reference=${TRACE_UTILS_REFERENCE:-$TRACES/../reference}/what-if
	[ -d "$reference" ] || skip "no reference tables"
	trace-extract -c all -a step -a seq_id -a name=label "$reference/timeline-ST.json.gz" |
		"$TOP/scripts/examples/pipeline-operations" operations.tsv edges.tsv
	options=(-k step --end-at 'name=^optimizer$' --ideal mean:compute,median:comm)
	each=(--each stage --each rank --each type)
	trace-whatif "${options[@]}" "${each[@]}" operations.tsv edges.tsv >mean
	trace-whatif "${options[@]}" "${each[@]}" -l operations.tsv edges.tsv >steps
	trace-whatif "${options[@]}" --events operations.tsv edges.tsv >timeline
	# The slowest 3 % of the workers, rounded up, by the lesser slowdown of rank and stage.
	awk -F '\t' 'FNR == NR { s[$1] = $5; next }
		FNR == 1 { print $0 "\tslow"; next }
		{ row[FNR] = $0; worker[FNR] = $10; a = s["traced rank=" $8]; b = s["traced stage=" $9]; w[$10] = a < b ? a : b }
		END {
			for (k in w) n++
			for (i = int((3 * n + 99) / 100); i > 0; i--) {
				best = ""
				for (k in w) if (!(k in slow) && (best == "" || w[k] > w[best])) best = k
				slow[best]
			}
			for (i = 2; i <= FNR; i++) print row[i] "\t" (worker[i] in slow ? "yes" : "no")
		}' mean operations.tsv >slow
	trace-whatif "${options[@]}" --each slow slow edges.tsv >workers
	run -0 python3 "$TOP/tests/whatif.py" "$reference"
	assert_output --partial "561 slowdowns of one kind or place"
}
