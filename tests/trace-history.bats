#!/usr/bin/env bats
load helper

# Seven nights at 1001 us, give or take 2, then five at 1062.
setup() {
	cd "$BATS_TEST_TMPDIR" || return
	{
		printf 'date\tcommit\tstep_us\n'
		day=0
		for us in 1000 1002 1001 999 1003 1001 1001 1061 1063 1062 1060 1064; do
			day=$((day + 1))
			printf '2026-03-%02d\t%s\t%d\n' $day "$([ $day -lt 8 ] && echo 77ab || echo 9c1f)" $us
		done
	} >runs.tsv
}

@test "manners: command line" {
	manners_command_line trace-history
}

@test "a single run that differs is no level, wherever it is, unless it is the newest" {
	local row

	for row in 3 20 44 45 59 60 75 90; do
		awk -v odd="$row" 'BEGIN {
			print "us"
			for (i = 1; i <= 100; i++)
				print i == odd ? 960 : 1000 + i * 37 % 11 - 5
		}' >runs
		run -0 trace-history -v us --fail-if 'last>3%' runs
		[ "${#lines[@]}" -eq 1 ] || fail "row $row: $output"
	done
	sed -i '$s/.*/960/' runs
	run -1 --separate-stderr trace-history -v us --fail-if 'last>3%' --better higher runs
	[[ $output == *$'us\t100\t'* ]] || fail "$output"
}

@test "manners: the page and --help agree" {
	manners_page trace-history
}

@test "manners: filter" {
	manners_filter trace-history runs.tsv
}

@test "the page's examples" {
	manners_examples trace-history
}

@test "the page's nightly job: a row more each time, also of two jobs at once" {
	command -v flock >/dev/null || skip "no flock"
	page=$(sed 's/\\(dq/"/g; s/\\e/\\/g' "$TOP/man/trace-history.1" | sed -n '/^flock/,/^trace-history/p')
	mkdir nightly
	cd nightly
	git init -q .
	git -c user.name=a -c user.email=b commit -q --allow-empty -m one
	for i in 1 2 3 4 5 6; do
		step_us=100$i sh -c "$page" >out$i 2>err$i &
	done
	wait
	[ "$(head -n 1 runs.tsv)" = $'date\tcommit\tstep_us' ]
	[ "$(sed 1d runs.tsv | cut -f 3 | sort | xargs)" = '1001 1002 1003 1004 1005 1006' ]
}

@test "keys are series of their own, and their rows are counted apart" {
	{
		tsv 'model run_us note'
		for i in $(seq 20); do
			echo "a	$((100 + i % 2 + (i > 10 ? 9 : 0)))	x"
			echo "b	$((500 + i % 3))	x"
		done
	} >two
	trace-history -k model two | cut -f 1-3,6 | diff - <(tsv 'model metric row change_pct' 'a run_us 11 8.955')
	trace-history two | cut -f 1-2 | diff - <(tsv 'metric row')
}

@test "--series: every value, and the levels that the changes say" {
	printf '%s\n' "$(head -n 4 runs.tsv)" '2026-03-03b	77ab	' "$(tail -n +5 runs.tsv)" >gap # a run without a value
	trace-history --series gap >series
	[ "$(wc -l <series)" -eq 13 ]
	trace-history gap | cut -f 2-5 | tail -n 1 >change
	awk -F '\t' -v OFS='\t' 'NR > 2 && $6 != "" { print $3, level, $5, $6 } { level = $5 }' series | diff change -
	[ "$(cut -f 5 series | sort -u | wc -l)" -eq 3 ]
	# too few to have a change: one level; keys are in the name
	tsv 'model run_us' 'a 100' 'b 1' 'a 102' >few
	trace-history -q -k model --series few | diff - <(tsv 'model series metric row value level change_pct' \
		'a a~run_us run_us 1 100.000 101.000 -' 'a a~run_us run_us 2 102.000 101.000 -' 'b b~run_us run_us 1 1.000 1.000 -')
}

@test "the budget: for the worse, and new" {
	run -1 --separate-stderr trace-history --fail-if 'last>3%' runs.tsv
	[ "$stderr" = "trace-history: last>3%: step_us: +6.09 % from row 8 on, 1001 to 1062" ]
	run -0 trace-history --fail-if 'last>7%' runs.tsv
	run -0 trace-history --fail-if 'last>3% and last>7%' runs.tsv
	# Each of several budgets counts, whichever is last.
	for budgets in '--fail-if last>3% --fail-if last>7%' '--fail-if last>7% --fail-if last>3%'; do
		# shellcheck disable=SC2086 # options
		run -1 --separate-stderr trace-history $budgets runs.tsv
		[[ $stderr == 'trace-history: last>3%: '* ]] || fail "$stderr"
	done
	run -0 trace-history --better higher --fail-if 'last>3%' runs.tsv
	run -0 trace-history --exit-zero --fail-if 'last>3%' runs.tsv
	{
		cat runs.tsv
		for i in $(seq 40); do printf '2026-04-%02d\tcafe\t%d\n' "$i" $((1061 + i % 3)); done
	} >old
	run -0 trace-history --fail-if 'last>3%' old
	assert_line --regexp '^step_us	8	'
	# Differences below zero: from -10 to -5 is up.
	{
		echo delta_us
		for i in $(seq 16); do echo "-$((i > 8 ? 5 : 10)).$((i % 4))"; done
	} >below
	run -1 --separate-stderr trace-history --fail-if 'last>3%' below
	[ "$(sed -n 2p <<<"$output" | cut -f 5)" = 49.261 ] || fail "$output"
	run -0 trace-history --better higher --fail-if 'last>3%' below
	for budget in total\>3% 'last<3%' last\>3us last; do
		run -2 trace-history --fail-if "$budget" runs.tsv
	done
}

# The series of one level and then another, six values each.
two_levels() {
	echo run_us
	for us in "$@"; do printf '%s\n' "$us" "$us" "$us" "$us" "$us" "$us"; done
}

@test "--min-change: of the smaller of both levels, up or down" {
	for levels in '100 50' '50 100'; do
		# shellcheck disable=SC2086 # two levels
		two_levels $levels >runs
		[ "$(trace-history --min-change 99 runs | wc -l)" = 2 ]
		[ "$(trace-history --min-change 101 runs | wc -l)" = 1 ]
	done
	run -0 trace-history --fail-if 'last>40%' --better lower <(two_levels 100 50)
	run -1 trace-history --fail-if 'last>40%' --better higher <(two_levels 100 50)
	run -0 trace-history --fail-if 'last>60%' --better higher <(two_levels 100 50)
}

@test "as much as the budget is no more, as much as --min-change is enough" {
	for levels in '1000 1030 3' '8 8.8 10' '0.1 0.11 10' '100 110 10' '1.1 1.21 10' '300 300.003 0.001'; do
		read -r a b percent <<<"$levels"
		two_levels "$a" "$b" >levels
		run -0 trace-history --min-change "$percent" --fail-if "last>$percent%" levels
		[ "${#lines[@]}" = 2 ] || fail "$levels: $output"
		run -1 trace-history --min-change "$percent" --fail-if "last>=$percent%" levels
		two_levels "$b" "$a" >levels
		[ "$(trace-history --min-change "$percent" levels | wc -l)" = 2 ] || fail "$levels: $output"
	done
}

@test "too few values, empty fields, none, what is no number" {
	head -n 5 runs.tsv >few
	run -0 --separate-stderr trace-history --fail-if 'last>3%' few
	[ "$stderr" = "trace-history: 1 of 1 series have fewer than 6 values: no change can be found in them" ]
	run -0 --separate-stderr trace-history -q few
	[ -z "$stderr" ]
	sed '4s/[0-9]*$//' runs.tsv >gap
	trace-history gap | cut -f 1-2 | diff - <(tsv 'metric row' 'step_us 8')
	sed '4s/[0-9]*$/fast/' runs.tsv >word
	run -2 --separate-stderr trace-history word
	[ "$stderr" = "trace-history: word:4: not a number: fast" ]
	run -2 --separate-stderr trace-history -v step,none runs.tsv
	cut -f 1-2 runs.tsv >texts
	run -2 --separate-stderr trace-history texts
	[ "$stderr" = "trace-history: no column has a unit in its name: choose columns with -v" ]
	trace-history -v step_us runs.tsv | diff - <(trace-history runs.tsv)
	{
		tsv 'a_us'
		for i in 0 0 0 0 0 0 0 5 5 5 5 5 5 5; do echo $i; done
	} >zero
	trace-history zero | cut -f 2-5 | diff - <(printf 'row\tbefore\tafter\tchange_pct\n8\t0.000000000\t5.000\t\n')
}

# The list of another program, from its tests: apache/otava.
@test "real series: what Otava finds in it" {
	list=${TRACE_UTILS_TRACES:-/none}/../reference/change-points
	[ -e "$list/series.txt" ] || skip "no reference"
	{
		echo run_us
		cat "$list/series.txt"
	} >series
	while IFS=$'\t' read -r window p least places; do
		trace-history --compat otava --window "$window" --max-p "$p" --min-change "$(awk "BEGIN { print 100 * $least }")%" series |
			awk 'NR > 1 { printf "%s%d", n++ ? " " : "", $2 - 1 }' | diff - <(printf '%s' "$places")
	done < <(tail -n +2 "$list/expected.tsv")
}
