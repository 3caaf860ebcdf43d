# shellcheck shell=sh disable=SC2154 # variables of trace-report
# compared.sh - differences from another trace, call by call: the sheet diff_stats, from
# which unified_perf_summary takes columns.

# tree TABLE CAPTURE: the calls of a table of events, with all its Python functions; with
# the operators of what graphs run, if there is a table of their capture.
tree() {
	from=$1${frames:+.whole}
	trace-tree -q --exit-zero ${frames:+--python} ${merge:+--compat "$merge"} \
		"$from" >"$1.tree"
	[ -e "$2" ] || return 0
	trace-link -q --exit-zero --flows --capture "$2" "$1" >captured_events
	trace-link -q --exit-zero --flows --operators --capture "$2" "$1" >captured_operators
	renew "$1.tree" stage operators/captured_tree captured_events captured_operators "$1.tree"
}

# difference NAME [OPTION...]: one file of the folder $beside.
difference() {
	into_file=$beside/$1
	shift
	failed=0
	trace-treediff -q "$@" ${merge:+--compat "$merge"} "$tmp/events.tree" \
		"$tmp/other.tree" >"$tmp/difference" || failed=$?
	[ "$failed" -ne 1 ] || die 1 "$trace, $compare: no operators to compare"
	[ "$failed" -eq 0 ] || exit "$failed"
	case $into_file in
	*.csv) tsv2csv "$tmp/difference" ;;
	*) cat "$tmp/difference" ;;
	esac >"$into_file" || die 2 "cannot write into $differences"
}

# The seven files that TraceLens's TraceDiff writes: all, or none.
write_differences() {
	[ -e "$tmp/events.tree" ] || tree events capture
	[ -e "$tmp/other.tree" ] || tree other other_capture
	cd "$start" || exit 2
	mkdir -p -- "$differences" || exit 2
	beside=$(mktemp -d "$(absolute "$differences")/.$program-XXXXXX") ||
		die 2 "cannot write into $differences"
	difference merged_tree_output.txt --text
	difference diff_stats.csv --stats
	difference diff_stats_unique_args_summary.csv --arguments
	difference tracediff_perf_summary.csv --ancestors
	difference cpu_op_map.json --map both
	difference cpu_op_map_trace1.json --map a
	difference cpu_op_map_trace2.json --map b
	mv -f -- "$beside"/* "$differences/" ||
		die 2 "cannot write all files into $differences"
	rmdir "$beside"
}

# diff_stats: the work of the GPU below each difference, with the reference's columns,
# which are ours by other names.
diff_stats() {
	tree events capture
	tree other other_capture
	failed=0
	trace-treediff --exit-zero --stats ${merge:+--compat "$merge"} \
		events.tree other.tree >differences 2>said || failed=$?
	sed -E 's/^[^:]*: ((events|other)[.]tree: )/\1/; s/^/trace-report: /' said |
		call_by_name events.tree "$trace" other.tree "$compare" >&2
	[ "$failed" -eq 0 ] || exit 2
	if [ -n "$merge" ]; then
		cat differences
	else
		stage 'python operators/diff_stats' differences
	fi
}
