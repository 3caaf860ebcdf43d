#!/usr/bin/env bats
load helper

# Four rows of a, two of b, one of c; one row without a value.
setup() {
	cd "$BATS_TEST_TMPDIR" || return
	tsv 'ts_us dur_us name stream kind count_of grid_bytes' \
		'10.000 1.000 a 7 x 2 4096' \
		'11.000 2.000 a 7 x 3 100' \
		'30.000 3.001 b 7 x 5 7' \
		'12.000 4.500 a 8 y 1 -' \
		'15.000 - a 7 z 1 1' \
		'15.000 0.500 a 7 x 1 2' \
		'40.000 3.002 b 7 - 2 5' \
		'50.000 0.001 c 9 - 2 9' >events
}

# part FILE ROWS...: a table of those rows of the events.
part() {
	local file=$1
	shift
	awk -v rows=" $* " 'NR == 1 || index(rows, " " NR " ")' events >"$file"
}

@test "manners: command line" {
	manners_command_line trace-stats
}

@test "manners: the page and --help agree" {
	manners_page trace-stats
}

@test "manners: filter" {
	manners_filter trace-stats events
	manners_filter trace-stats events -k name --partial
	trace-stats -k name --partial events >parts
	manners_filter trace-stats parts
	{ head -n 1 events; tail -n +2 events | LC_ALL=C sort -t $'\t' -k 3,3; } >sorted
	manners_filter trace-stats sorted -k name --sorted
}

@test "groups, the greatest sum first" {
	trace-stats -k name events >out
	tsv 'name count sum_us mean_us median_us min_us max_us stddev_us pct cumulative_pct' \
		'a 4 8.000 2.000 1.500 0.500 4.500 1.780 57.126535 57.126535' \
		'b 2 6.003 3.002 3.002 3.001 3.002 0.001 42.866324 99.992859' \
		'c 1 0.001 0.001 0.001 0.001 0.001 - 0.007141 100.000000' | diff -u - out
}

@test "several keys, none, and ties in the order of keys" {
	trace-stats -k stream,name events | cut -f 1-4 >out
	tsv 'stream name count sum_us' '7 b 2 6.003' '8 a 1 4.500' '7 a 3 3.500' '9 c 1 0.001' |
		diff -u - out
	trace-stats events | cut -f 1-3 | diff -u <(tsv 'count sum_us mean_us' '7 14.004 2.001') -
	tsv 'dur_us name' '1 b' '1 10' '1 9' '1 -' '1 a' >ties
	trace-stats -k name ties | cut -f 1 | diff <(printf 'name\n9\n10\n\na\nb\n') -
}

@test "a table without rows is an empty table" {
	head -n 1 events | trace-stats -k name >out
	[ "$(wc -l <out)" -eq 1 ]
	head -n 1 events | trace-stats >out
	[ "$(wc -l <out)" -eq 1 ]
	head -n 1 events | trace-stats -k name --partial | trace-stats >out
	[ "$(wc -l <out)" -eq 1 ]
}

@test "--value: times, whole numbers, bytes" {
	trace-stats --value ts_us events | cut -f 1-3,5 >out
	tsv 'count sum_us mean_us min_us' '8 183.000 22.875 10.000' | diff -u - out
	trace-stats -k name --value count_of events | cut -f -8 >out
	tsv 'name count sum mean median min max stddev' 'a 5 8 1.600 1.000 1 3 0.894' \
		'b 2 7 3.500 3.500 2 5 2.121' 'c 1 2 2.000 2.000 2 2 -' | diff -u - out
	trace-stats --value grid_bytes events | cut -f 1-2,5 >out
	tsv 'count sum_bytes min_bytes' '7 4220 1' | diff -u - out
	run -2 trace-stats --value name events
	assert_output --partial "trace-stats: events:2: name is not a whole number: a"
	run -2 trace-stats --value no_such events
	assert_output --partial "no column 'no_such'; the columns are ts_us, dur_us, name, "
}

@test "--quantiles are linear between two values" {
	trace-stats -k name --quantiles 0,0.5,0.9,0.999,1 events | cut -f 1,9-13 >out
	tsv 'name p0_us p50_us p90_us p99_9_us p100_us' 'a 0.500 1.500 3.750 4.493 4.500' \
		'b 3.001 3.002 3.002 3.002 3.002' 'c 0.001 0.001 0.001 0.001 0.001' | diff -u - out
	for wrong in 1.1 -0.1 x '0.5,,' ''; do
		run -2 trace-stats --quantiles "$wrong" events
	done
	run -2 trace-stats --quantiles 0.5,0.50 events
	assert_output --partial "two columns of the output would be called p50_us"
}

@test "--busy counts time once" {
	trace-stats -k name --busy events | cut -f 1,3,9 >out
	tsv 'name sum_us busy_us' 'a 8.000 6.500' 'b 6.003 6.003' 'c 0.001 0.001' | diff -u - out
	sed 's/0.500/-1/' events >table
	run -2 trace-stats --busy table
	assert_output --partial "trace-stats: table:7: a negative duration: -1"
}

@test "--below is strict, --top keeps the shares" {
	trace-stats -k name --below 3.001 events | cut -f 1-3 >out
	tsv 'name count sum_us' 'a 3 3.500' 'c 1 0.001' | diff -u - out
	trace-stats --value count_of --below 2 events | cut -f 1-2 | diff -u <(tsv 'count sum' '3 3') -
	trace-stats -k name events | head -n 3 | diff -u - <(trace-stats -k name --top 2 events)
}

@test "--also: several groupings of the rows, each by its own options" {
	trace-stats -k name --also by_stream -k stream --value ts_us --top 1 --also bins --histogram 2 --below 4 events >by_name
	cmp by_name <(trace-stats -k name events)
	cmp by_stream <(trace-stats -k stream --value ts_us --top 1 events)
	cmp bins <(trace-stats --histogram 2 --below 4 events)
	run -2 --separate-stderr trace-stats --also events -k name events
	[ "$stderr" = "trace-stats: events: is also the input; nothing is written" ]
	run -2 trace-stats --busy --partial --also by_none events
	run -2 trace-stats --also no/such/folder events
}

@test "an option that takes one value is given once in a grouping" {
	for twice in '-k name -k stream' '--top 1 --top=2' '--below 1 --below 2'; do
		run -2 --separate-stderr trace-stats $twice events
		[[ $stderr == "trace-stats: --"*" takes one value, and is given twice"* ]] || fail "$twice: $stderr"
	done
	run -2 trace-stats --also a -k name -k stream events
	[ ! -e a ]
}

@test "partial sums by new keys, which stand behind them: an empty --carry" {
	awk -F '\t' -v OFS='\t' '{ print $0, NR == 1 ? "half" : $3 < "b" ? "x" : "y" }' events >halved
	trace-stats -k name --partial events |
		awk -F '\t' -v OFS='\t' '{ print $0, NR == 1 ? "half" : $1 < "b" ? "x" : "y" }' >sums
	diff -u <(trace-stats -k half halved) <(trace-stats -k half --carry '' sums)
}

@test "--carry keeps what is the same in the group" {
	trace-stats -k name --carry kind,stream events | cut -f 1-4 >out
	tsv 'name kind stream count' 'a - - 4' 'b - 7 2' 'c - 9 1' | diff -u - out
	trace-stats -k stream --carry kind events | cut -f 1,2 >out
	tsv 'stream kind' '7 -' '8 y' '9 -' | diff -u - out
}

@test "first_event is that of the earliest row" {
	awk -F '\t' -v OFS='\t' '{ print $0, NR == 1 ? "event" : 100 - NR }' events >numbered
	trace-stats -k name numbered | cut -f 1,9 >out
	tsv 'name first_event' 'a 98' 'b 96' 'c 91' | diff -u - out
	cut -f 2- numbered | trace-stats -k name | cut -f 1,9 >out
	tsv 'name first_event' 'a 93' 'b 92' 'c 91' | diff -u - out
	trace-stats -k name --partial numbered | trace-stats |
		diff -u <(trace-stats -k name numbered | cut -f 1,9) <(cut -f 1,9)
}

@test "--histogram: the last bin has its end" {
	trace-stats --histogram 3 events >out
	tsv 'bin_start_us bin_end_us count' '0.001000 1.500667 3' '1.500667 3.000333 1' \
		'3.000333 4.500000 3' | diff -u - out
	trace-stats -k name --histogram 3 events | tail -n 3 >out
	tsv 'c -0.499000 -0.165667 0' 'c -0.165667 0.167667 1' 'c 0.167667 0.501000 0' |
		diff -u - out
	trace-stats --value count_of --histogram 2 events | cut -f 1,3 >out
	tsv 'bin_start count' '1.000000 6' '3.000000 2' | diff -u - out
}

@test "the order of the rows does not matter" {
	set -- -k name --carry kind --busy --quantiles 0.3
	trace-stats "$@" events >expected
	for seed in 1 2 3 4 5; do
		{ head -n 1 events; tail -n +2 events | shuf --random-source=<(yes $seed); } |
			trace-stats "$@" | cmp expected -
	done
}

@test "partial sums: integers, in the order of keys" {
	trace-stats -k name --carry stream --partial events >out
	tsv 'name value count sum_ns squares_ns2 min_ns max_ns values stream' \
		'a dur_us 4 8000 25500000 500 4500 500~1000~2000~4500 -' \
		'b dur_us 2 6003 18018005 3001 3002 3001~3002 7' 'c dur_us 1 1 1 1 1 1 9' | diff -u - out
	trace-stats -k name --value grid_bytes --partial events | head -n 1 >out
	tsv 'name value count sum_bytes squares_bytes2 min_bytes max_bytes values' | diff -u - out
}

@test "partial sums of any parts, in any order, are those of the whole" {
	part one 2 5 9
	part two 3 4
	part three 6 7 8
	part none
	for file in one two three none; do
		trace-stats -k name,stream --carry kind --partial "$file" >"$file.part"
	done
	trace-stats -k name,stream --carry kind --quantiles 0.9 events >whole
	for order in 'one two three none' 'none three one two' 'two none three one'; do
		trace-stats --quantiles 0.9 $(printf '%s.part ' $order) | diff -u whole -
	done
	# a tree of partial sums, and fewer keys
	trace-stats --partial one.part two.part >left
	trace-stats --partial three.part none.part >right
	trace-stats --quantiles 0.9 right left | diff -u whole -
	trace-stats -k '' left right | cut -f 2,3 | diff -u <(trace-stats events | cut -f 1,2) -
	trace-stats -k name right left | cut -f 1-5 |
		diff -u <(trace-stats -k name --carry kind events | cut -f 1-5) -
}

@test "many files with xargs -P: the same bytes as all rows at once" {
	tail -n +2 events | grep -v $'\t\ta' >rows
	head -n 1 events >all
	for i in {1..60}; do
		{ head -n 1 events; shuf --random-source=<(yes $i) -n $((i % 7 + 1)) rows; } >"f$i.tsv"
		tail -n +2 "f$i.tsv" >>all
	done
	for jobs in 1 4; do
		printf '%s\n' f*.tsv | shuf | xargs -P $jobs -I {} sh -c \
			'trace-stats -k name,stream --partial "$1" >"$1.part"' - {}
		trace-stats f*.part >"merged$jobs"
		trace-stats --partial f*.part >"partial$jobs"
		rm f*.part
	done
	cmp merged1 merged4
	cmp partial1 partial4
	trace-stats -k name,stream all | cmp - merged1
	trace-stats -k name,stream --partial all | cmp - partial1
}

# rows SEED N: N rows of one group, nearly all of different durations.
rows() {
	echo $'dur_us\tname'
	awk -v s="$1" -v n="$2" 'BEGIN { for (i = 0; i < n; i++) {
		s = (s * 16807) % 2147483647
		printf "%d.%03d\ta\n", s / 1000000, s % 1000 } }'
}

@test "more values than are kept become a sketch, whatever the parts and their order" {
	rows 1 5000 >one
	rows 2 5000 >two
	rows 3 3000 >three
	for file in one two three; do
		trace-stats -k name --partial $file >$file.part
		cut -f 8 $file.part | tail -n 1 | grep -q '^[0-9]'
	done
	trace-stats --partial one.part two.part three.part >merged
	cut -f 8 merged | tail -n 1 | grep -q '^~ [0-9]'
	trace-stats --partial two.part three.part >later
	trace-stats --partial later one.part | cmp merged -
	{ cat one; tail -n +2 two; tail -n +2 three; } >all
	trace-stats -k name --partial all | cmp merged -
	run -0 --separate-stderr trace-stats --quantiles 0.01,0.9,0.999 merged
	[ "$stderr" = 'trace-stats: 1 groups have more than 8192 distinct values: their medians and quantiles are within 0.2 %' ] ||
		fail "$stderr"
	run -0 --separate-stderr diff <(trace-stats --quantiles 0.01,0.9,0.999 one.part three.part two.part 2>/dev/null) <(echo "$output")
	paste <(trace-stats --quantiles 0.01,0.9,0.999 merged 2>/dev/null | tail -n 1 | cut -f 1-4,6-8) \
		<(trace-stats -k name --quantiles 0.01,0.9,0.999 all | tail -n 1 | cut -f 1-4,6-8) |
		awk '{ for (i = 1; i <= 7; i++) if ($i != $(i + 7)) exit 1 }'
	paste <(trace-stats --quantiles 0.01,0.9,0.999 merged 2>/dev/null | tail -n 1) \
		<(trace-stats -k name --quantiles 0.01,0.9,0.999 all | tail -n 1) |
		awk '{ n = NF / 2; for (i = 5; i <= 11; i++) {
			d = $i / $(i + n) - 1
			if (d > 1 / 512 || d < -1 / 512) { print i, $i, $(i + n); exit 1 } } }'
}

@test "partial sums without values, as older ones: no medians" {
	trace-stats -k name --partial events | cut -f 1-7 >old
	trace-stats old | cut -f 5 | sort -u | diff -u - <(printf '\nmedian_us\n')
	trace-stats --partial old | cmp old -
	run -2 trace-stats --quantiles 0.5 old
	assert_output --partial 'old: --quantiles is for rows, but these are partial sums'
}

@test "partial sums that are wrong, and options that need rows" {
	trace-stats -k name --partial events >part
	for option in --busy '--below 1' '--histogram 3' '--value sum_ns'; do
		run -2 trace-stats $option part
		assert_output --partial "part: ${option% *} is for rows, but these are partial sums"
	done
	for edit in 's/25500000/-1/:not a sum of squares: -1' 's/\t4\t/\t0\t/:not the sums of any values' \
		's/\t500\t/\t5000\t/:not the sums of any values' 's/\t8000\t/\t8.5\t/:sum_ns is not a whole number' \
		'3s/dur_us/queue_us/:sums of a different column than before: queue_us'; do
		sed "${edit%%:*}" part >wrong
		run -2 trace-stats wrong
		assert_output --partial "${edit#*:}"
	done
	cut -f 1-3,5- part >wrong
	run -2 trace-stats wrong
	assert_output --partial "no column sum_ns; trace-stats --partial makes it"
}

@test "--sorted: one group at a time, and the order is checked" {
	{ head -n 1 events; tail -n +2 events | LC_ALL=C sort -t $'\t' -k 3,3 -k 4,4; } >sorted
	trace-stats -k name,stream --sorted sorted >out
	trace-stats -k name,stream events | cut -f -9 | { read -r h; echo "$h"; LC_ALL=C sort; } |
		diff -u - out
	trace-stats -k name,stream --partial events |
		diff -u - <(trace-stats -k name,stream --partial --sorted sorted)
	run -2 --separate-stderr trace-stats -k name --sorted events
	[ "$stderr" = "trace-stats: events:5: not in key order: use LC_ALL=C sort: a" ] ||
		fail "$stderr"
}

@test "--sorted: more groups than fit memory" {
	seq -w 1 300000 | awk 'BEGIN { print "name\tdur_us" } { print "a_long_name_of_kernel_" $1 "\t1" }' >many
	run -0 bash -c "$LITTLE_MEMORY; trace-stats -k name --sorted many | wc -l"
	assert_output 300001
}

@test "columns that are missing" {
	for want in 'cat trace-extract' 'phase trace-phase' 'cycle trace-cycles'; do
		run -2 trace-stats -k name,${want% *} events
		assert_output --partial "no column ${want% *}; ${want#* } makes it"
	done
	cut -f 1,3- events >table
	run -2 trace-stats -k name table
	assert_output --partial "no column dur_us, which trace-extract prints; --value names another"
	run -2 trace-stats -k name,Name table
	assert_output "trace-stats: table: no column 'Name'; the columns are $(head -n 1 table |
		sed 's/\t/, /g'); trace-extract -a makes an argument a column"
	{ head -n 1 events; seq -s '' 500; } | tr '\t\n' '\t\t' | sed 's/\t$/\n/' >table
	run -2 trace-stats -k Name table
	assert_output --partial ", 12345678"
	assert_output --partial "...; trace-extract -a makes an argument a column"
}

@test "a trace, CSV: what makes a table of it" {
	echo '{"traceEvents": []}' >trace.json
	run -2 trace-stats trace.json
	assert_output "trace-stats: trace.json: this is JSON, not a table; trace-extract turns a trace into one"
	run -2 trace-cycles trace.json
	assert_output "trace-cycles: trace.json: this is JSON, not a table; trace-extract turns a trace into one"
	tsv2csv events >events.csv
	for tool in trace-cycles trace-busy 'trace-stats -k Name'; do
		run -2 $tool events.csv
		assert_output --partial "this looks like CSV; csv2tsv converts it"
	done
	for tool in trace-cycles trace-busy trace-merge 'trace-stats -k Name' 'trace-classify -k Name'; do
		run -2 --separate-stderr $tool <(sed 1d events)
		[[ $stderr == *": the first line is a row, as after sort or tail;"* ]] || fail "$tool: $stderr"
	done
	for tool in 'trace-merge --sort' trace-stats 'trace-cut --end 9'; do
		run -2 --separate-stderr $tool <(cat events events)
		[[ $stderr == *": a header among the rows, as after cat: give the tool the files"* ]] || fail "$tool: $stderr"
	done
	# but a column may be called like that
	printf 'a,b\n1\n' >one
	run -0 trace-stats --value a,b one
}

@test "columns of one name" {
	run -2 trace-stats -k name --carry name events
	assert_output --partial "two columns of the output would be called name"
	sed '1s/kind/count/' events >table
	run -2 trace-stats -k count table
	assert_output --partial "two columns of the output would be called count"
	for options in '--partial --top 3' '--partial --busy' '--partial --histogram 2' \
		'--histogram 2 --busy' '--sorted --top 3' '--histogram 0' '--top 0'; do
		run -2 trace-stats $options events
		assert_output --partial "Try 'trace-stats --help'."
	done
}

@test "sums that do not fit are an error, in a group and in all" {
	tsv 'dur_us name' '9e15 a' '9e15 a' >large
	run -2 trace-stats -k name large
	assert_output --partial "trace-stats: large:3: values that do not add up to 64 bits: a"
	sed '3s/a/b/' large >two
	run -2 trace-stats -k name two
	assert_output --partial "the sums of the groups do not add up to 64 bits"
	trace-stats -k name --partial two | grep -q '81000000000000000000000000000000000000'
	tsv 'n name' '9300000000000000 a' >large
	run -2 trace-stats --value n large
	assert_output --partial "a number beyond 9.2e15"
}

@test "examples of the page" {
	sh "$TOP/scripts/make-samples" .
	manners_examples trace-stats
}

# cells OURS THEIRS: tables with the same key in column 1, compared cell by cell:
# equal to 1e-4, or to 0.002 (a rounded last digit). Prints how many.
cells() {
	awk -F '\t' '
		NR == FNR { for (i = 2; i <= NF; i++) ours[$1, i] = $i; rows++; next }
		{
			for (i = 2; i <= NF; i++) {
				off = ours[$1, i] - $i
				off = off < 0 ? -off : off
				if (!(($1, i) in ours) || (off > 1e-4 * $i && off > 0.002)) {
					print "row " FNR ": " ours[$1, i] " is not " $i
					exit
				}
				n++
			}
		}
		END { print FNR == rows ? n : "rows: " rows " and " FNR }' "$1" "$2"
}

@test "real traces: the reference tables of a trace without operators" {
	need_traces
	reference=$TRACES/reference/gpu-only-mi210
	trace-extract "$TRACES/gpu-only-mi210.json.gz" >events
	trace-stats -k name,stream events |
		awk -F '\t' -v OFS='\t' 'NR > 1 { print $1 "/" $2, $4, $3, $5, $7, $8, $10 }' >ours
	csv2tsv "$reference/kernel_summary.csv" |
		awk -F '\t' -v OFS='\t' 'NR > 1 { print $2 "/" $3, $4, $5, $6, $7, $8, $9 }' >theirs
	run -0 cells ours theirs
	assert_output 270
	trace-stats -k name --below 10 events |
		awk -F '\t' -v OFS='\t' 'NR > 1 { print $1, $3, $2, $4 }' >ours
	csv2tsv "$reference/short_kernels_summary.csv" | tail -n +2 | cut -f 1-4 >theirs
	run -0 cells ours theirs
	assert_output 72
	trace-stats --below 10 --histogram 100 events | tail -n +2 | nl >ours
	csv2tsv "$reference/short_kernel_histogram.csv" | tail -n +2 | nl >theirs
	run -0 cells ours theirs
	assert_output 300
	echo "# 642 cells compared" >&3
}

@test "real traces: the reference histograms, to the last count" {
	need_traces
	counts=0
	for file in "$TRACES"/reference/*/short_kernel_histogram.csv; do
		trace=$TRACES/$(basename "$(dirname "$file")").json.gz
		[ -f "$trace" ] || continue
		trace-extract "$trace" | trace-stats --below 10 --histogram 100 | tail -n +2 |
			cut -f 3 | diff -u <(csv2tsv "$file" | tail -n +2 | cut -f 3) -
		counts=$((counts + 100))
	done
	echo "# $counts counts compared" >&3
	[ "$counts" -ge 800 ]
}

@test "a line of 30 million columns is refused, and not kept column by column" {
	not_with_sanitizers "the sanitizers take what memory they want"
	head -c 30000000 /dev/zero | tr '\0' '\t' >tabs.tsv
	echo >>tabs.tsv
	run -2 --separate-stderr bash -c 'ulimit -v 400000; trace-stats tabs.tsv'
	[ "$stderr" = "trace-stats: tabs.tsv:1: more than 16384 columns" ] || fail "$stderr"
}

@test "real traces: sums over groups are those over rows" {
	need_traces
	trace-extract -c gpu "$TRACES/owlv2-h100.json.gz" >events
	rows=$(awk -F '\t' 'NR > 1 { sub(/\./, "", $2); t += $2 } END { printf "%.0f\n", t }' events)
	for keys in name stream,cat correlation; do
		trace-stats -k $keys events | awk -F '\t' '
			NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
			{ sub(/\./, "", $c["sum_us"]); t += $c["sum_us"] }
			END { printf "%.0f\n", t }' | diff - <(echo "$rows")
	done
	trace-classify events | trace-stats -k category --partial | trace-stats --partial -k '' |
		cut -f 3 | diff - <(printf 'sum_ns\n%s\n' "$rows")
}
